"""Whether a README says that the four heads can be told apart."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from grader.labs.multi_head.readme.plain import plain
from grader.labs.multi_head.readme.sentence import Reading, Said, Sentence, gathered
from grader.labs.multi_head.readme.words import clauses, denied, keyed, short, sure

if TYPE_CHECKING:
    from collections.abc import Sequence

_ONE = re.compile(
    r"\b(?:single|multi)[- ]?heads?(?: attention)?\b|\bmultihead\w*|\buna (?:sola|unica) cabeza\b"
    r"|\b(?:one|a single) head\b|\b(?:n_heads|d_head|head_dim)\b"
)
_HEADS = (
    r"\b(?:cabezas?|cabezales|heads?|heat ?maps?|mapas?|maps?|patron(?:es)?|patterns?|panel(?:es|s)?"
    r"|graficos?|graficas?|figuras|imagenes|plots|pictures|subplots|matrices|dibujos?|cuadros)\b"
)
_ALL = (
    r"\b(?:cuatro|four|4|entre (?:si|yes|ell[oa]s)|each other|one another|de las (?:demas|otras)"
    r"|(?:to|from|than) the (?:others?|rest)|todas|all|they|them|ellas|todos|cada una|each one)\b"
)
_ELSE = re.compile(
    r"\b(?:filas?|rows?|columnas?|columns?|tokens?|comas?|commas?|work|embeddings?|vector\w*|salidas?"
    r"|outputs?|resultados?|results?|pesos|weights|semillas?|seeds?|forward|reshape|palabras?|words?"
    r"|posicion(?:es)?|positions?|dtypes?|maquinas?|machines?|ejes|axes|escalas?|scales?|colou?rs?"
    r"|colores|clases?|class|funcion(?:es)?|functions?|matmul|einsum|queries|keys|claves|entradas?|inputs?"
    r"|version(?:es)?|versions?|bucle|loop|otherweights|ambas|both|shape|tamanos?|equivalen\w*|sum\w*)\b"
)
_LOOKED_AT = re.compile(
    r"\b(?:tokens?|posicion(?:es)?|positions?|palabras?|words?|colores|colou?rs?|columnas?|columns?"
    r"|filas?|rows?|pesos|weights|entradas?|inputs?|keys|claves|resultados?|results?|comas?|commas?)\b"
)
_APART = re.compile(
    r"\b(?:distint[oa]s?|disting\w*|distng\w+|diferent\w*|diferencia(?:n|d[oa]s?|bles?|r(?:las|los|se)?)"
    r"|difieren?|different\w*|distinct(?:ive|ly)?|distinguish\w*|differ(?:s|ed|ing)?|differentiat\w*"
    r"|discernible|separable|tell\w* (?:\w+ ){0,4}apart|told apart|tell the difference|unique|dissimilar"
    r"|unlike|dispar\w*|diverse|variad[oa]s|nada que ver|nothing in common|nada en comun"
    r"|its own (?:\w+ )?(?:pattern|map|picture)|su propio (?:patron|mapa|dibujo)|reconoc\w+|recogni[sz]\w+)\b"
)
_NOUN = re.compile(r"\b(?:diferencias|differences|diferencia|difference)\b")
_SEEN = re.compile(
    r"\b(?:hay|existen?|se (?:ven|aprecian|notan|observan)|there are|clar[oa]s?|clear|obvi[oa]s?"
    r"|obvious|visibl\w+|notabl\w+|evident\w*|marcad[oa]s?|can see|veo|see)\b"
)
_ALIKE = re.compile(
    r"\b(?:iguales|igualit[oa]s|identic\w*|alike|indist\w+|undisting\w*|equal|interchangeable|clones"
    r"|copias?|repeats?|repit\w*|son lo mismo|misma cosa|(?<!al )(?<!da )igual(?! (?:de|que))"
    r"|(?:the )?same(?= (?:pattern|map|heat ?map|picture|thing|image)|\W*$)"
    r"|mism[oa]s?(?= (?:patron|mapa|dibujo|cosa|heatmap|imagen)|\W*$))\b"
)
_SOFT = re.compile(
    r"\b(?:similar\w*|se parece\w*|parecid[oa]s?|parecen a|resembl\w*"
    r"|looks? like (?:another|any other|each other|one another|the others?)|confund\w*|se confunden)\b"
)
_WEIGHTS = re.compile(
    r"\b(?:different|distinct)(?: random)? (?:\w+ )?(?:weights|projections|matrices|columns|subspaces?|parameters)"
    r"|\b(?:pesos|proyecciones|columnas|matrices|subespacios?|parametros)(?: aleatori[oa]s)? (?:distint|diferent)[oa]s"
    r"|\b(?:distint[oa]s|diferentes) (?:pesos|proyecciones|columnas|matrices|subespacios)"
)
_PARTS = (
    r"(?:panel(?:es|s)?|titulos?|titles?|colou?rs?|colores|color|figuras?|figures?|subplots?|escalas?|scales?"
    r"|seeds?|semillas?|dimension(?:es|s)?|tamanos?|sizes?|ejes|axes|nombres?|names?|arrays?|features?|rows|filas)"
)
_DRAWN = re.compile(
    rf"\b(?:different|distinct|distint[oa]s?|diferentes?) {_PARTS}\b|\b{_PARTS} (?:distint[oa]s?|diferentes?)\b"
    r"|\b(?:the|las|los|estas|these|its|sus) (?:four |cuatro |4 )?(?:different|distint[oa]s|diferentes)"
    r"|\b(?:distint[oa]s|diferentes) (?:cabezas|heatmaps|mapas)\b"
)
_PURPOSE = re.compile(
    r"\b(?:para|in order to|how to|goal|objetivo|trat\w+ de|try\w*|tried|want\w*|queria\w*|let us|whether|so as to"
    r"|aim\w*|ask\w*|pregunt\w+|pide\w*)\b|^\W*to (?:tell|distinguish)"
)
_SOME = re.compile(
    r"\b(?:cabezas?|heads?|panel(?:es|s)?|h) ?(?:#|n[ou]m\w*)? ?\d|\b(?:algun[oa]?s?|some|two|three|dos|tres"
    r"|un par|a couple|a few|several|vari[oa]s)\b"
)
_EACH = re.compile(r"\b(?:no two|no hay dos|ningun par|dos cualesquiera|any two)\b")
_TOPIC = re.compile(rf"{_APART.pattern}|{_ALIKE.pattern}|{_SOFT.pattern}|{_NOUN.pattern}")
_EACH_HEAD = re.compile(r"\b(?:cabeza|head|panel)\s?#?\s?[0-4]\b")
_LOOSE = re.compile(
    r"\b(?:cada (?:una|uno|cabeza)|each (?:head|one)|otra|another|propi[oa]s?|own|vari\w+|compar\w+|especial\w+"
    r"|speciali[sz]\w+|divers\w+|separ\w+|uniform\w+|repetid\w+|repeat\w*|coincid\w+)\b"
)


def read(own: Sequence[Sentence]) -> Reading:
    """Yes or no to: can the four heads be told apart."""
    said = [
        s
        for sentence in own
        if not sentence.question and not sentence.code
        for s in _said(sentence)
    ]
    if not said:
        numbered = [s for s in own if _EACH_HEAD.search(plain(s.text))]
        each = {n for s in numbered for n in _EACH_HEAD.findall(plain(s.text))}
        loose = [s for s in own if not s.question and _loose(s)] or numbered * (len(each) > 1)
        said = [Said(s, None, "unsure") for s in loose]
    return gathered(said)


def about(text: str) -> bool | None:
    """Which answer a question or a heading asks about: told apart True, alike False, else None."""
    words = _ONE.sub(" ", text)
    if not re.search(f"{_HEADS}|{_ALL}", words):
        return None
    if re.search(
        r"(?<!in)(?:disting|distint|distinct|diferen|differ|apart|separable)", words
    ) and not (re.search(r"\bindisting", words)):
        return True
    return False if _ALIKE.search(words) or _SOFT.search(words) else None


def _said(sentence: Sentence) -> list[Said]:
    text = _ONE.sub(" ", _DRAWN.sub(" ", _WEIGHTS.sub(" otherweights ", plain(sentence.text))))
    asked = next((a for a in map(about, map(plain, sentence.under)) if a is not None), None)
    in_place = asked is not None or any(
        re.search(_HEADS, _ONE.sub(" ", plain(u))) or re.search(r"\b(?:bloque|block) c\b", plain(u))
        for u in sentence.under
    )
    key = keyed(text)
    if key and about(key[0]) is not None:
        return [Said(sentence, key[1] == about(key[0]), sure(text))]
    found = [s for clause in clauses(text) for s in _clause(sentence, text, clause, in_place)]
    answer = short(text)
    if found or answer is None:
        return found
    if asked is not None and "?" in " ".join(sentence.under[:1]):
        return [Said(sentence, answer == asked, sure(text))]
    terse = not sentence.under and len(text.split()) <= 2
    return [Said(sentence, None, "unsure")] if terse or in_place else []


def _clause(sentence: Sentence, text: str, clause: str, in_place: bool) -> list[Said]:
    """What a clause says of the heads, if it is about them."""
    match, value = _predicate(clause)
    if match is None:
        return []
    named = bool(re.search(_HEADS, clause))
    among = re.search(_ALL, clause) and (in_place or re.search(_HEADS, text))
    others = _ELSE.search(_LOOKED_AT.sub(" ", clause) if named and value else clause)
    if others and not (named and "otherweights" in clause):
        return []
    if not (named or among or in_place or (re.search(_HEADS, text) and not _ELSE.search(text))):
        return []
    how = "unsure" if _PURPOSE.search(clause) else sure(text, clause)
    soft = (
        bool(_SOFT.search(clause))
        and not _APART.search(clause)
        and not denied(clause[: match.start()])
    )
    some = (
        _SOME.search(clause)
        and not _EACH.search(clause)
        and not re.search(r"\b(?:cuatro|four)\b", clause)
    )
    if how == "clear" and (soft or some or "otherweights" in clause or _muddled(clause, match)):
        how = "unsure"
    return [Said(sentence, value, how)]


def _predicate(clause: str) -> tuple[re.Match[str] | None, bool]:
    """The words that tell apart or liken, and what they say once a denial is counted in."""
    apart = _APART.search(clause)
    if apart:
        own = apart[0] in ("nada que ver", "nothing in common", "nada en comun")
        return apart, own or not denied(clause[: apart.start()])
    alike = _ALIKE.search(clause) or _SOFT.search(clause)
    if alike:
        return alike, denied(clause[: alike.start()])
    noun = _NOUN.search(clause)
    if noun and (denied(clause[: noun.start()]) or _SEEN.search(clause)):
        return noun, not denied(clause[: noun.start()])
    return (noun, True) if noun and "entre" in clause else (None, False)


def _muddled(clause: str, match: re.Match[str]) -> bool:
    """A denial that does not reach in the plain way: after the predicate, or twice."""
    rest = clause[match.end() :]
    before = clause[: match.start()]
    very = r"\b(?:muy|very|tan|so|that|really|del todo|entirely|completely|totalmente|bien|well|nada)\s*$"
    late = re.match(r"\W*(?:no|not|nunca|never|en absoluto|for nothing)\b", rest)
    twice = re.search(
        r"\b(?:no|not|nor|ni)\b.*\b(?:sin|without|no|not|imposible|impossible|lejos|fail)\b", before
    )
    small = re.search(
        r"\b(?:minim\w+|pequen\w+|small|tiny|subtle|sutil\w*|little|poc[oa]s?|few|leves?|less|menos)\b",
        clause,
    )
    both = len([m for m in _APART.finditer(clause)]) and _ALIKE.search(clause)
    return bool(
        late or twice or small or both or (denied(before) and re.search(very, before.rstrip()))
    )


def _loose(sentence: Sentence) -> bool:
    """It may be an answer in words that are not known here: for a person to read."""
    text = _ONE.sub(" ", plain(sentence.text))
    heads = re.search(_HEADS, text)
    if heads and (_TOPIC.search(text) or _LOOSE.search(text)):
        return True
    said = rf"{_APART.pattern}|{_ALIKE.pattern}|{_SOFT.pattern}"
    return any(re.search(said, clause) and not _ELSE.search(clause) for clause in clauses(text))
