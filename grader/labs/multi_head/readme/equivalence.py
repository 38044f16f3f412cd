"""What a README says the largest difference of block B is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from grader.labs.multi_head.readme.doubts import ALONE, ELSEWHERE, HARMLESS, MODAL, OF_TYPE
from grader.labs.multi_head.readme.numbers import Number, numbers
from grader.labs.multi_head.readme.plain import plain
from grader.labs.multi_head.readme.sentence import Reading, Said, Sentence, Sure, gathered
from grader.labs.multi_head.readme.words import sure

if TYPE_CHECKING:
    from collections.abc import Sequence

BELOW = 1e-5
"""The lab's tolerance: a difference is stated by a number below it."""

MOST = 16
"""Numbers that one sentence may give; people's have four."""

_LABEL = re.compile(
    r"\b(?:diferenci\w*|difieren?|diffs?|difs?|differ(?:ences?|s|ed)?|max_?(?:abs_?)?(?:diff?"
    r"|error?)\w*"
    r"|\w*_diff|err(?:or)?(?:es|s)?|discrepanc\w+|desviacion|deviat\w+|desajuste|mismatch|delta|gap"
    r"|difer\w+|diferensia|distancia|distance)\b|δ"
    r"|\bmax\w*\W{0,3}\||\babs ?\(|\b(?:np|numpy)\.(?:abs|max)"
)
_MOST = r"\b(?:max\w*|maxim[oa]s?|largest|biggest|greatest|mayor|peor|worst|linf|l_inf)\b"
_ANCHOR = re.compile(
    rf"{_MOST}|\b(?:single|h ?= ?1|n_heads ?= ?1|una (?:sola |unica )?cabeza|one head|equivalen\w*"
    r"|verif\w*|verify\w*|comprobacion|(?:block|bloque) b|coincid\w*|match\w*|agree\w*|same"
    r"|igual\w*"
    r"|identic\w*|allclose|assert\w*|forward|salidas?|outputs?|lab 00|w_o|ambas|both)\b|max_"
)
_ELSE = re.compile(
    r"\b(?:between (?:the )?(?:\w+ )?heads|entre (?:las )?(?:\w+ )?cabezas|cabezas|heads"
    r"|heat ?maps?"
    r"|mapas?|paneles|filas?|rows?|sum(?:an?|s)?|softmax|torch|pytorch|grad\w*|mascara|mask|loss"
    r"|perplex\w*|train\w*|entren\w*|scipy|tiempo|time|segundos|seconds|ms|memory|memoria|media"
    r"|mean"
    r"|average|promedio|minim[oa]?|smallest|parametros|parameters|pixel\w*|relativ[oa]|relative)\b"
)
_SINGLE = re.compile(r"\b(?:single|multi)[- ]?heads?\b|\bn_heads\b|\bmultihead\w*")
_BLOCK_B = (
    r"\b(?:single|h ?= ?1|una (?:sola|unica)|one head|equivalen\w*|verify\w*|bloque b|block b)\b"
    r"|\b(?:max\w*|maxim[oa]|largest) (?:\w+ )?(?:dif\w*|err\w*)|\bdif\w* (?:\w+ )?max\w*"
)
_ONLY = re.compile(r"\b(?:minim[oa]?|smallest|mean|media|average|promedio)\b")
_EXACT = re.compile(
    r"\bexact(?:a|amente|as|ly|os|o)?\b|\bidentic\w*|\bsin (?:ninguna )?diferencias?\b"
    r"|\b(?:no (?:hay|existe|tiene|se ve)\w*|no|zero|without) (?:any )?(?:diferencias?"
    r"|differences?)\b"
    r"|\b(?:machine|maquina|float\w*|doble|double) ?(?:eps\w*|precision)|\bepsilon\b|\bredondeo\b"
    r"|\brounding\b"
    r"|\b(?:mism[oa]s?|same) (?:result|numer|valor|value|number|output|salida)\w*|\bdespreciable"
    r"|\bnegligible"
    r"|\bprecision (?:de )?(?:la )?(?:maquina|numerica|float\w*)|\bfloating[- ]point"
    r"|\bcoma flotante"
    r"|\bnumerical (?:noise|precision|error)|\bround-?off|\bruido numerico|\btiny|\bminuscul\w+"
    r"|\b(?:dif|err)\w*\b.*\b(?:minim\w+|insignificante|small|pequen\w+|infim\w+|inapreciable)"
)

_SPOKEN = re.compile(
    r"\bbit (?:a|por) bit\b|\bbit[- ](?:for|by)[- ]bit\b|\bbit[- ]identical\b|\bbit ?wise\b"
)


def read(own: Sequence[Sentence]) -> Reading:
    """The numbers that are given for the largest difference; unsure where that is not certain."""
    said = [said for s in own if not s.question for said in _heap(s) or _said(s)]
    return gathered(said or [Said(s, None, "unsure") for s in own if s.question and _asks(s)])


def _asks(sentence: Sentence) -> bool:
    """A question that holds the number itself: 1e-7?"""
    return any(0 < n.value < BELOW for n in numbers(plain(sentence.text)))


def _heap(sentence: Sentence) -> list[Said]:
    """So many numbers that nobody is told which one is meant; each would be looked at for long."""
    found = numbers(plain(sentence.text))
    return [Said(sentence, None, "unsure")] if len(found) > MOST else []


def _said(sentence: Sentence) -> list[Said]:
    text = plain(sentence.text)
    found = [n for n in numbers(text) if n.role != "other"]
    under = " . ".join(map(plain, sentence.under))
    if not found and not _SPOKEN.search(text):
        return _wordless(sentence, text, under)
    if _other(under) and not _strong(text):
        return []
    label = _LABEL.search(text)
    near = _ANCHOR.search(text) or _ANCHOR.search(under)
    placed = _ANCHOR.search(under) and not _other(under)
    if label or (placed and (_LABEL.search(under) or re.search(_MOST, text))):
        return _labelled(sentence, text, found, bool(near))
    if _SPOKEN.search(text) and _ANCHOR.search(text) and not _other(text):
        return [Said(sentence, 0.0, sure(text))]
    values = [n for n in found if n.role == "value" and n.value < BELOW]
    # A small number alone is most likely the answer, and above it may stand what it answers.
    answers = values and _ANCHOR.search(under) and len(text.split()) <= 12 and not _other(text)
    if answers:
        return [Said(sentence, n.value, _how(text, text, n, near=True)) for n in values]
    small = [n for n in values if n.value or near] or [
        n for n in found if near and n.role == "bound"
    ]
    return [Said(sentence, None, "unsure")] if small and not _other(text) else []


def _labelled(sentence: Sentence, text: str, found: list[Number], near: bool) -> list[Said]:
    """A sentence that speaks of a difference: of this one, and what it comes to."""
    parts = [(n, _around(text, n)) for n in found]
    ours = [(n, part) for n, part in parts if not _other(part)]
    if not ours:
        return []
    told = [
        Said(sentence, n.value, _how(text, part, n, near)) for n, part in ours if n.role == "value"
    ]
    clear = [said for said in told if said.sure == "clear"]
    if clear and len({said.value < BELOW for said in clear if said.value is not None}) == 1:
        return clear
    return told or [Said(sentence, None, "unsure")]


def _how(text: str, part: str, number: Number, near: bool) -> Sure:
    """How firmly a number is given for the difference of block B."""
    before = text[max(0, number.start - 40) : number.start]
    if re.match(
        r"\W*(?:creo|i think|maybe|quizas?|o asi|or so|supongo|i guess)\b", text[number.end :]
    ):
        return "unsure"
    printed = re.search(r"\d[.,]\d.*e ?-|\^", text[number.start : number.end])
    near = near or bool(printed and ALONE.match(text[: number.start]))
    if (
        not near
        or MODAL.search(before)
        or OF_TYPE.search(before)
        or re.match(r"\W*(?:todo|tbd|fixme|pendiente)\b", text)
    ):
        return "unsure"
    label = _LABEL.search(text)
    if label and len(text[number.end : label.start()].split()) > 4:  # far before what it is of
        return "unsure"
    if _ONLY.search(part) and not re.search(_MOST, part):
        return "unsure"
    return sure(text, HARMLESS.sub(" ", part))


def _around(text: str, number: Number) -> str:
    """The clause that a number stands in, and the words before it in its sentence's half."""
    start = max(
        (
            m.end()
            for m in re.finditer(
                r"[;.](?= )|, (?=y |and |while |pero |but |mientras )"
                r"|\b(?:but|pero|while|mientras)\b",
                text[: number.start],
            )
        ),
        default=0,
    )
    end = re.search(r"[;,](?= )|\.(?= )|\b(?:but|pero|while|mientras)\b", text[number.end :])
    return text[start : number.end + end.start() if end else len(text)]


def _other(text: str) -> bool:
    """Whether the words are about another number than the one of block B."""
    bare = _SINGLE.sub(" ", text)
    if ELSEWHERE.search(bare):
        return True
    return bool(_ELSE.search(bare)) and not _strong(text)


def _strong(text: str) -> bool:
    """Whether the words can only be about block B."""
    return bool(re.search(_BLOCK_B, text))


def _wordless(sentence: Sentence, text: str, under: str) -> list[Said]:
    """No number: words for exactly equal, or for tiny, may stand for one."""
    about = _ANCHOR.search(text) or _ANCHOR.search(under)
    if about and _EXACT.search(text) and not _other(text) and not sentence.heading:
        return [Said(sentence, None, "unsure")]
    return []
