"""Whether a README documents that the projections carry no bias."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from grader.labs.multi_head.readme.given import quoted
from grader.labs.multi_head.readme.plain import plain
from grader.labs.multi_head.readme.sentence import Reading, Said, Sentence, gathered
from grader.labs.multi_head.readme.words import NOT, clauses, keyed, short, sure

if TYPE_CHECKING:
    from collections.abc import Sequence

_WORD = r"\b(?:bias(?:es)?|sesgos?|terminos? independientes?|ses?jo)\b"
_OTHER = re.compile(
    r"\bsesgos? (?:cognitiv|inductiv|de (?:seleccion|genero|confirmacion|muestreo|los datos|datos)|estadistic"
    r"|racial|politic|posicional|hacia|en (?:los datos|el corpus|la entrada)|a favor)\w*"
    r"|\b(?:inductive|cognitive|selection|gender|confirmation|sampling|racial|dataset|data|positional?|social"
    r"|recency|causal|locality|human|estimator) bias\w*|\bbias(?:ed)? (?:towards?|against|in favou?r|in the (?:data|corpus))"
    r"|\bbias[- ]variance|\bunbiased\b|\bsesgad[oa]s?\b|\bbiased\b"
)
_FALSE = re.compile(r"\b(?:use_?)?bias ?= ?(?:false|none|0(?:\.0)?)\b|\bbias[- ]?(?:free|less)\b")
_TRUE = re.compile(r"\b(?:use_?)?bias ?= ?true\b")
_GONE = (
    r"\b(?:remov\w+|quit\w+|elimin\w+|omit\w*|prescind\w+|skip\w*|dropp?\w*|desactiv\w+|disabled?"
    r"|exclud\w+|excluy\w+|ausencia|absence|ausentes?|absent|carece\w*|lacks?|lacking)\b"
    r"|\ble(?:ft|av\w+)\b.*\bout\b"
)
_HAS = (
    r"\b(?:llev\w+|lleb\w+|tien\w+|tenemos|tengo|anad\w+|agreg\w+|inclu[yi]\w*|include\w*|us(?:a|o|an|amos|e|es"
    r"|ed|ing|ar|amos|ado)|utili[cz]\w+|have|has|had|having|adds?|added|adding|contain\w*|contien\w+|carry|carries"
    r"|sum(?:o|a|an|amos|e)|hay|existe\w*|there (?:is|are)|inicializ\w+|initiali[sz]\w+|aprend\w+|pus[eo]\w*|pongo"
    r"|put|incorpor\w+|va[n]? con|come with|appl\w+|aplic\w+|emple\w+|apare\w+|met\w+)\b"
)
_NEXT = re.compile(
    r"\b(?:no|sin|without|ni|ningun\w*|zero|cero|nada de|free of|libres? de)(?: (?:any|kind|of|tipo|de|ningun\w*|a|an|un"
    r"|una|los?|las?|termin\w+|terms?|parametros?|parameters?|vector\w*|additive|aditiv\w+|extra|usar|anadir|incluir"
    r"|llevar|using|adding|having|separate|learn\w+|el|tener|bias|sesgo|independientes?|or|nor|ni|offset|aprendible)"
    r"){0,5}$"
)
_LATE = re.compile(
    r"^(?: terms?| vectors?| parameters?| en \w+(?: \w+){0,3}?| in \w+(?: \w+){0,3}?|\)|')*\W*"
    r"(?:(?:is|are|was|were|has|have|been|do|does|lo|los|se|he|hemos) )*"
    r"(?:no|not|ningun[ao]?|none|nunca|never|sin)\b(?: (?:\w+ )?(?:us\w+|inclu\w+|hay|existe?n?|aparec\w+|esta\w*"
    r"|present|added|there|part|tien\w+|llev\w+|anad\w+|appear\w*|exist\w*|pus\w+|pong\w+|utili\w+|forma\w*|hay"
    r"|carr\w+|have|has|needed|necesari\w+|he|ha|han|hemos|is|any|en|in)\b|\W*$)"
)
_KNOW = re.compile(
    r"\b(?:se (?:que|lo|nada|si|como)|entiend\w+|know|understand|mir(?:e|ado)|check\w*|document\w*|discuss\w*|decid\w+"
    r"|tiempo|time|import\w+|matter\w*|habl\w+|talk\w*|mention\w*|mencion\w*|escrib\w+|wr[io]t\w+|pregunt\w+|ask\w*"
    r"|comprob\w+|explic\w+|explain\w*|clar[oa]|clear|segur[oa]|sure|olvid\w+|forg[eo]t\w*|idea|hacer con|solo|only|just)\b"
)
_FOREIGN = re.compile(
    r"\b(?:softmax|embeddings?|mascara|mask|ffn|mlp|layer ?norm|capa final|datos|corpus|heat ?maps?|relativ\w+"
    r"|resultados?|experimento|attention bias|scores?|single_head|tokeni\w+|pytorch|torch|gpt\w*|bert|llama"
    r"|papers?|original|vaswani|biblioteca|library)\b"
)
_OURS = re.compile(
    r"\b(?:w_?[qkvo]\b|proyecc\w+|projection\w*|matri\w+|pesos|weights|lineal\w*|linear|qkv|q, ?k)"
)
_ZERO = re.compile(r"\b(?:zero|cero|nul[ao]s?|inicializ\w+ a|set to|puest[oa] a|a 0|= ?0)\b")
_SAYS_NO = (
    r"(?:there (?:is|are) (?:none|not any)|ningun[ao] (?:de (?:las|ellas)(?: \w+)? )?(?:lo |la )?(?:tiene|lleva)"
    r"|(?:no|not|sin|without|none|nada|ningun[ao]?)(?: (?:\w+ )?(?:us\w+|hay|lo hay|incl\w+|llev\w+|tien\w+|existe"
    r"|have|has|added|present|there|esta|aparece|anad\w+|bias|sesgo|sesgos))?|omit\w+|disabled|off)\W*(?:$|[,;.(])"
)
_SOME = re.compile(
    r"\b(?:salvo|except\w*|menos (?:en|la|el)|(?:solo|only|just) (?:en|in|for|para|la|the|w_)|apart from|aparte de|but not)\b"
)


def read(own: Sequence[Sentence]) -> Reading:
    """No bias is True, a bias is False."""
    said = [said for s in own if not s.question for said in _said(s)]
    return gathered(said or [Said(s, None, "unsure") for s in own if _loose(s)])


def _loose(sentence: Sentence) -> bool:
    """It may be an answer in words that are not known here: for a person to read."""
    if sentence.question or sentence.heading:
        return False
    text = _OTHER.sub(" ", plain(sentence.text))
    if re.search(_WORD, text):
        return len(text.split()) > 2
    return about(plain(" ".join(sentence.under[:2]))) is not None and not sentence.code


def about(text: str) -> bool | None:
    """What ``yes`` to a question means: ``do they carry a bias`` False, ``without bias`` True."""
    words = _OTHER.sub(" ", text)
    if not re.search(_WORD, words) and not _FALSE.search(words):
        return None
    return bool(re.search(NOT, words) or _FALSE.search(words))


def _said(sentence: Sentence) -> list[Said]:
    text = _OTHER.sub(" ", plain(sentence.text))
    under = [a for a in map(about, map(plain, sentence.under)) if a is not None]
    if not (re.search(_WORD, text) or _FALSE.search(text)):
        return _answer(sentence, text, under[0]) if under else _bare(sentence, text)
    if sentence.code or quoted(sentence):
        return [Said(sentence, None, "unsure")]
    note = re.match(rf"[^:→]{{0,40}}{_WORD}[^:→]{{0,40}}[:→] *(?:{_SAYS_NO})", text)
    if note and not re.search(NOT, re.split("[:→]", note[0])[0]):
        return [Said(sentence, True, _sure(text, text))]  # noqa: FBT003
    key = keyed(text)
    if key and about(key[0]) is not None:
        return [Said(sentence, key[1] == about(key[0]), _sure(text, text))]
    found = [s for clause in clauses(text) for s in _clause(sentence, text, clause)]
    if any(s.value is not None for s in found):
        return [s for s in found if s.value is not None]
    title = sentence.heading or len(text.split()) <= 3
    return [] if title else found


def _clause(sentence: Sentence, text: str, clause: str) -> list[Said]:
    match = re.search(_WORD, clause) or _FALSE.search(clause)
    if match is None:
        return []
    value, how = _value(clause, match), _sure(text, clause)
    if value is None and how == "clear":
        # The denial may stand apart: "no hay, en ninguna proyección, sesgo".
        how = "unsure"
    if how == "clear" and any(_FOREIGN.search(t) and not _OURS.search(t) for t in (text, clause)):
        how = "unsure"
    zero = value and _ZERO.search(clause[match.start() :])
    if how == "clear" and (_SOME.search(text) or zero):
        how = "unsure"
    return [Said(sentence, value, how)]


def _value(clause: str, match: re.Match[str]) -> bool | None:
    """Without (True), with (False), or not to be told."""
    before, after = clause[: match.start()], clause[match.end() :]
    denies, has, gone = re.search(NOT, before), re.search(_HAS, before), re.search(_GONE, clause)
    if _FALSE.search(clause) or _TRUE.search(clause):
        return None if denies else bool(_FALSE.search(clause))
    if _twice(before) or (_KNOW.search(clause) and not _NEXT.search(before.rstrip())):
        return None
    if gone and re.search(r"\b(?:no|not|never|nunca)\b", before):
        return None
    if gone or _NEXT.search(before.rstrip()) or _LATE.match(after):
        return True
    if denies:
        return True if has and denies.start() < has.end() else None
    return (
        False
        if has or re.search(r"\b(?:con|with|plus)(?: (?:an?|un|su|its))?\W*$", before)
        else None
    )


def _twice(before: str) -> bool:
    """Denied in both ways that do not agree with each other: ``not without``, ``no van sin``."""
    plainly = re.search(r"\b(?:no|tampoco|nunca|not|none|neither|never)\b(?! one\b)", before)
    without = re.search(r"\b(?:sin|without|far from|lejos|imposible|impossible)\b", before)
    return bool(plainly and without) or bool(
        re.search(r"\b(?:no|not)\b.*\bnot\b|\bno\b.*\bno\b", before)
    )


def _sure(text: str, clause: str) -> str:
    words = re.sub(
        r"\b(?:casi (?:todos|siempre)|algo|antes|despues|original\w*|fase 15|en vez de|instead)\b",
        " ",
        clause,
    )
    how = sure(text, words)
    return (
        "clear"
        if how == "aside" and re.search(_GONE, clause) and not re.search(_HAS, clause)
        else how
    )


def _answer(sentence: Sentence, text: str, asked: bool) -> list[Said]:
    """A sentence under a question or heading about the bias."""
    answer = short(text)
    none = re.match(
        r"\W*(?:(?:las|the|my|mis|estas|these) (?:\w+ ){0,2}?(?:proyecciones|projections|matrices) )?(?:no|ningun[ao]?|none|neither)(?: (?:of|de) \w+(?: \w+)?)?(?: (?:lo )?(?:lleva|tiene|carr|ha[sv]|do|hay|usa|se usa)\w*)?\W*$",
        text,
    )
    none = none or re.match(r"\W*there (?:is|are) (?:none|not any)\b", text)
    if answer is None and not none:
        return []
    value = answer if not none else False
    first = sentence.under[0] if sentence.under else ""
    clear = about(plain(first)) is not None
    if not clear:
        return [Said(sentence, None, "unsure")]
    if "?" not in first and value:  # "Bias" and then "yes": there is one
        return [Said(sentence, asked, "unsure")]
    return [Said(sentence, value == asked, sure(text))]


def _bare(sentence: Sentence, text: str) -> list[Said]:
    """A yes or no that answers nothing nearby."""
    terse = short(text) is not None and not sentence.under and len(text.split()) <= 2
    return [Said(sentence, None, "unsure")] if terse else []
