"""Words that make a number doubtful, or another's, and words that do not."""

from __future__ import annotations

import re

MODAL = re.compile(
    r"\b(?:deberian?|should|would|could|podrian?|will|sera|expect\w*|esper\w+|might|may|ought"
    r"|quizas?"
    r"|maybe|perhaps|tal vez|creo|think|guess|supong\w+|seria|si es|if it|allowed|permitid\w+"
    r"|acept\w+"
    r"|typical\w*|tipic\w+|usually|normalmente|suele\w*|generally"
    r"|acceptable|admisible|required|exigid\w+|pedid\w+)\b"
)
HARMLESS = re.compile(  # doubt elsewhere; beside a number they only describe it
    r"\b(?:toleranc\w+|falta|must|debe\w*|should|if|si|only|expected|demasiad\w+|algo|almost|casi"
    r"|practicamente|practically|todo|hay que|too|salvo|except\w*|solo|probabl\w+)\b"
)


OF_TYPE = re.compile(
    r"\b(?:err\w*|dif\w*)(?: max\w*)?(?: relativ\w+)? (?:de|of) (?:\w+ )?(?:(?:de|of) )?"
    r"(?:redondeo|rounding|float\w*|maquina|machine)\b"
)
"""The error of a type of numbers, of whatever is computed with them."""
ALONE = re.compile(
    r"^\W*(?:(?:y|and|la|el|the|una?|an?|su|mi|my) )*(?:diferencia|difference|diff?|discrepan\w+"
    r"|error)\b(?:\W+(?:es|is|was|fue|era|sale|da|de|of|a|ha|sido|entre|both|ambas|las|dos|total"
    r"|absolut[ae]|numeric[ao]l?|obtenida|obtained|practica\w*|practical\w*|virtual\w*|casi|almost"
    r"|basica\w*|basically|essentially|cero|zero|nul[ao]|minima|tiny|despreciable|negligible|muy"
    r"|very|pequen\w+|small|en la|solo|only|just|exacta\w*|exactly))*\W*$"
)
"""A difference and nothing that it could be of: the lab has one alone."""
ELSEWHERE = re.compile(
    r"\b(?:between|entre) (?:\w+ ){0,3}(?:heads|cabezas|heat ?maps|mapas|maps|filas|rows|runs"
    r"|tokens"
    r"|ejecuciones|semillas|seeds)\b|\b(?:con|with|from|a|vs\.?|against|del?|and|y) (?:\w+ )?"
    r"(?:pytorch|torch|tensorflow|jax|keras|scipy|calculator|calculadora|excel|matlab|octave)\b"
)
