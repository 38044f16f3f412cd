"""The words of both languages for heads that can be told apart, or not.

All are for plain sentences: lower case, no accents.
"""

from __future__ import annotations

import re

ONE = re.compile(
    r"\b(?:single|multi)[- ]?heads?(?: attention)?\b|\bmultihead\w*|\buna (?:sola|unica) cabeza\b"
    r"|\b(?:one|a single) head\b|\b(?:n_heads|d_head|head_dim)\b"
)
HEADS = (
    r"\b(?:cabezas?|cabezales|heads?|heat ?maps?|mapas?|maps?|patron(?:es)?|patterns?|panel(?:es"
    r"|s)?"
    r"|graficos?|graficas?|figuras|imagenes|plots|pictures|subplots|matrices|dibujos?|cuadros)\b"
)
ALL = (
    r"\b(?:cuatro|four|4|entre (?:si|yes|ell[oa]s)|each other|one another|de las (?:demas|otras)"
    r"|(?:to|from|than) the (?:others?|rest)|todas|all|they|them|ellas|todos|cada una|each one)\b"
)
ELSE = re.compile(
    r"\b(?:filas?|rows?|columnas?|columns?|tokens?|comas?|commas?|work|embeddings?|vector\w*"
    r"|salidas?"
    r"|outputs?|resultados?|results?|pesos|weights|semillas?|seeds?|forward|reshape|palabras?"
    r"|words?"
    r"|posicion(?:es)?|positions?|dtypes?|maquinas?|machines?|ejes|axes|escalas?|scales?|colou?rs?"
    r"|colores|clases?|class|funcion(?:es)?|functions?|matmul|einsum|queries|keys|claves|entradas?"
    r"|inputs?"
    r"|version(?:es)?|versions?|bucle|loop|otherweights|ambas|both|shape|tamanos?|equivalen\w*"
    r"|sum\w*)\b"
)
LOOKED_AT = re.compile(
    r"\b(?:tokens?|posicion(?:es)?|positions?|palabras?|words?|colores|colou?rs?|columnas?|columns?"
    r"|filas?|rows?|pesos|weights|entradas?|inputs?|keys|claves|resultados?|results?|comas?"
    r"|commas?)\b"
)
ASKED = re.compile(
    r"^\W*(?:(?:y|and) )?(?:se|son|are they|can they be)? ?(?:\w+mente |\w+ly )?"
    r"(?:disting\w+|told apart)\W*\?\W*$"
)
"""A question that can only be the lab's, though it does not say of what."""
APART = re.compile(
    r"\b(?:distint[oa]s?|disting\w*|distng\w+|diferent\w*|diferencia(?:n|d[oa]s?|bles?|r(?:las|los"
    r"|se)?)"
    r"|difieren?|different\w*|distinct(?:ive|ly)?|distinguish\w*|differ(?:s|ed|ing)?"
    r"|differentiat\w*"
    r"|discernible|separable|tell\w* (?:\w+ ){0,4}apart|told apart|tell the difference|unique"
    r"|dissimilar"
    r"|unlike|dispar\w*|diverse|variad[oa]s|nada que ver|nothing in common|nada en comun"
    r"|its own (?:\w+ )?(?:pattern|map|picture)|su propio (?:patron|mapa|dibujo)|reconoc\w+"
    r"|recogni[sz]\w+)\b"
)
NOUN = re.compile(r"\b(?:diferencias|differences|diferencia|difference)\b")
SEEN = re.compile(
    r"\b(?:hay|existen?|se (?:ven|aprecian|notan|observan)|there are|clar[oa]s?|clear|obvi[oa]s?"
    r"|obvious|visibl\w+|notabl\w+|evident\w*|marcad[oa]s?|can see|veo|see)\b"
)
ALIKE = re.compile(
    r"\b(?:coinciden?|iguales|igualit[oa]s|identic\w*|alike|indist\w+|undisting\w*|equal"
    r"|interchangeable"
    r"|clones"
    r"|copias?|repeats?|repit\w*|son lo mismo|misma cosa|(?<!al )(?<!da )igual(?! (?:de|que))"
    r"|(?:the )?same(?= (?:pattern|map|heat ?map|picture|thing|image)|\W*$)"
    r"|mism[oa]s?(?= (?:patron|mapa|dibujo|cosa|heatmap|imagen)|\W*$))\b"
)
SOFT = re.compile(
    r"\b(?:similar\w*|se parece\w*|parecid[oa]s?|parecen a|resembl\w*"
    r"|looks? like (?:another|any other|each other|one another|the others?)|confund\w*"
    r"|se confunden)\b"
)
WEIGHTS = re.compile(
    r"\b(?:different|distinct)(?: random)? (?:\w+ )?(?:weights|projections|matrices|columns"
    r"|subspaces?|parameters)"
    r"|\b(?:pesos|proyecciones|columnas|matrices|subespacios?"
    r"|parametros)(?: aleatori[oa]s)? (?:distint|diferent)[oa]s"
    r"|\b(?:distint[oa]s|diferentes) (?:pesos|proyecciones|columnas|matrices|subespacios)"
)
PARTS = (
    r"(?:panel(?:es|s)?|titulos?|titles?|colou?rs?|colores|color|figuras?|figures?|subplots?"
    r"|escalas?|scales?"
    r"|seeds?|semillas?|dimension(?:es|s)?|tamanos?|sizes?|ejes|axes|nombres?|names?|arrays?"
    r"|features?|rows|filas)"
)
DRAWN = re.compile(
    rf"\b(?:different|distinct|distint[oa]s?|diferentes?) {PARTS}\b|\b{PARTS} (?:distint[oa]s?"
    rf"|diferentes?)\b"
    r"|\b(?:the|las|los|estas|these|its|sus) (?:four |cuatro |4 )?(?:different|distint[oa]s"
    r"|diferentes)"
    r"|\b(?:distint[oa]s|diferentes) (?:cabezas|heatmaps|mapas)\b"
)
PURPOSE = re.compile(
    r"\b(?:lets?|allow\w*|permit\w+|learn\w*|aprend\w+|idea|in general|en general|generally"
    r"|normalmente|usually|suele\w*|designed|para|in order to|how to|goal|objetivo|trat\w+ de"
    r"|try\w*|tried|want\w*|queria\w*|let us"
    r"|whether|so as to"
    r"|aim\w*|ask\w*|pregunt\w+|pide\w*)\b|^\W*to (?:tell|distinguish)"
)
SOME = re.compile(
    r"\b(?:cabezas?|heads?|panel(?:es|s)?|h) ?(?:#|n[ou]m\w*)? ?\d|\b(?:algun[oa]?s?|some|two"
    r"|three|dos|tres"
    r"|un par|a couple|a few|several|vari[oa]s)\b"
)
EACH = re.compile(r"\b(?:no two|no hay dos|ningun par|dos cualesquiera|any two)\b")
TOPIC = re.compile(rf"{APART.pattern}|{ALIKE.pattern}|{SOFT.pattern}|{NOUN.pattern}")
EACH_HEAD = re.compile(r"\b(?:cabeza|head|panel)\s?#?\s?[0-4]\b")
LOOSE = re.compile(
    r"\b(?:cada (?:una|uno|cabeza)|each (?:head|one)|otra|another|propi[oa]s?|own|vari\w+"
    r"|compar\w+|especial\w+"
    r"|speciali[sz]\w+|divers\w+|separ\w+|uniform\w+|repetid\w+|repeat\w*|coincid\w+)\b"
)
OTHER_WEIGHTS = "otherweights"
"""Stands for words that only say that the weights differ."""
VERY = re.compile(
    r"\b(?:muy|very|tan|so|that|really|del todo|entirely|completely|totalmente|bien|well|nada)$"
)
LATE_NO = re.compile(r"\W*(?:no|not|nunca|never|en absoluto|for nothing)\b")
TWICE = re.compile(
    r"\b(?:no|not|nor|ni)\b.*\b(?:sin|without|no|not|imposible|impossible|lejos|fail)\b"
)
LITTLE = re.compile(
    r"\b(?:minim\w+|pequen\w+|small|tiny|subtle|sutil\w*|little|poc[oa]s?|few|leves?|less|menos)\b"
)
