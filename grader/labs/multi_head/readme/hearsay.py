"""What somebody else says or got, or something else is: no answer of the student's own."""

from __future__ import annotations

import re

_PEOPLE = (
    r"profe(?:sor\w*)?|teachers?|professors?|instructor\w*|lecturers?|tutor(?:es|a|as|s)?|docentes?"
    r"|companer\w+|classmates?|friends?|amig[oa]s?|colegas?|colleagues?|room ?mates?|the ta"
    r"|(?:otr[oa]s?|another|other) (?:estudiantes?|students?|alumn\w+|grupos?|groups?|personas?"
    r"|person|people|repo\w*|equipos?|teams?)"
)
_WRITINGS = (
    r"chat ?gpt|gpt(?:-?\d\w*)?|copilot|claude|gemini|bert|llama|stack ?overflow|wikipedia|internet"
    r"|for[ou]m?|tutorial\w*|blogs?|videos?|youtube|manual|papers?|articulos?|libros?|books?"
    r"|lectures?|slides|diapositivas|example readme|readme de ejemplo"
    r"|(?:py)?torch'?s|(?:de|in|en|of) (?:py)?torch"
)
_TOLD = (
    r"me (?:han|ha) dicho|me dijeron|nos (?:han|ha) dicho|dicen que|se dice que|i was told"
    r"|we were told|they say|people say|i (?:have )?(?:read|heard) that|he leido que|lei que"
)
_THEN = (
    r"last year|el ano pasado|(?:in|en|of|del) (?:el |the )?(?:previous lab|lab anterior|last lab"
    r"|ultimo lab|lab 0?[2-9])\b|^\W*(?:in|en) (?:el |the )?lab 0?0"
)
_SOMEBODY = re.compile(rf"\b(?:{_PEOPLE}|{_WRITINGS}|{_TOLD})\b|\b(?:{_THEN})")
_LABS = r"lab \w+|(?:previous|last|other) lab"
_LIKE = re.compile(
    r"\b(?:como|as|like|igual que|same as|just as|al igual que|a diferencia de|unlike|gracias a"
    rf"|thanks to)\b[^.;]{{0,40}}?\b(?:{_PEOPLE}|{_WRITINGS}|{_LABS}|pytorch)\b"
    rf"|\b(?:con|with|against|contra|using|usando|funcion|function|class|clase)\b[^.;,]{{0,40}}?"
    rf"\b(?:{_LABS})\b"
)
"""A comparison with others says it of oneself."""
_OWN = re.compile(
    r"\b(?:me (?:sale|da|dio|salio)|nos (?:sale|da)|obtengo|obtuve|obtenemos|i (?:get|got|measured"
    r"|see)|we (?:get|got|measured|see)|medi|he (?:medido|obtenido|comprobado)|hemos|nuestr\w+|mine"
    r"|(?:mi|my|our) (?:caso|clase|verify|codigo|diferencia|numero|resultado|case|class|code"
    r"|difference|number|result|heads|cabezas|projections|proyecciones)|verify\.py|la mia)\b"
)


def hearsay(sentence: str) -> bool:
    """Whether a plain sentence tells of somebody or something else, and not of one's own work."""
    said = _LIKE.sub(" ", sentence)
    return bool(_SOMEBODY.search(said)) and not _OWN.search(said)
