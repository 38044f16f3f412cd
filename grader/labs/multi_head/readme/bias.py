"""Whether a README documents that the projections carry no bias."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from grader.labs.multi_head.readme import bias_words as known
from grader.labs.multi_head.readme.given import quoted
from grader.labs.multi_head.readme.plain import plain
from grader.labs.multi_head.readme.sentence import Reading, Said, Sentence, Sure, gathered
from grader.labs.multi_head.readme.words import NOT, clauses, keyed, short, sure

if TYPE_CHECKING:
    from collections.abc import Sequence


def read(own: Sequence[Sentence]) -> Reading:
    """No bias is True, a bias is False."""
    said = [said for s in own if not s.question for said in _said(s)]
    return gathered(said or [Said(s, None, "unsure") for s in own if _loose(s)])


def _loose(sentence: Sentence) -> bool:
    """It may be an answer in words that are not known here: for a person to read."""
    if sentence.question or sentence.heading:
        return False
    text = _words(plain(sentence.text))
    if re.search(known.WORD, text):
        return not _title(text)
    return about(plain(" ".join(sentence.under[:2]))) is not None and not sentence.code


def _words(text: str) -> str:
    """Biases of other trades taken out; the term by its letter (``sin +b``) is called a bias."""
    return known.OTHER.sub(" ", known.LETTER.sub(r"\g<no> bias", text))


def _title(text: str) -> bool:
    """The name of the topic and nothing else."""
    return not re.sub(rf"{known.WORD}|[^a-z]|\b(?:sobre|el|about|the|y|and|o|or)\b", "", text)


def about(text: str) -> bool | None:
    """What ``yes`` to a question means: ``do they carry a bias`` False, ``without bias`` True."""
    words = _words(text)
    if not re.search(known.WORD, words) and not known.FALSE.search(words):
        return None
    return bool(re.search(NOT, words) or known.FALSE.search(words))


def _said(sentence: Sentence) -> list[Said]:
    text = _words(plain(sentence.text))
    under = [a for a in map(about, map(plain, sentence.under)) if a is not None]
    if not (re.search(known.WORD, text) or known.FALSE.search(text)):
        return _answer(sentence, text, under[0]) if under else _bare(sentence, text)
    if sentence.code or quoted(sentence):
        return [Said(sentence, None, "unsure")]
    note = known.NOTE.search(text)
    if note and not re.search(NOT, note["key"]):
        return [Said(sentence, True, _sure(text, text))]  # noqa: FBT003
    key = keyed(text)
    if key and about(key[0]) is not None:
        return [Said(sentence, key[1] == about(key[0]), _sure(text, text))]
    found = [s for clause in clauses(text) for s in _clause(sentence, text, clause)]
    if any(s.value is not None for s in found):
        return [s for s in found if s.value is not None]
    return [] if sentence.heading or _title(text) else found


def _clause(sentence: Sentence, text: str, clause: str) -> list[Said]:
    match = re.search(known.WORD, clause) or known.FALSE.search(clause)
    if match is None:
        return []
    value, how = _value(clause, match), _sure(text, clause)
    if value is None and how == "clear":
        # The denial may stand apart: "no hay, en ninguna proyección, sesgo".
        how = "unsure"
    if how == "clear" and any(
        known.FOREIGN.search(t) and not known.OURS.search(t) for t in (text, clause)
    ):
        how = "unsure"
    zero = value and known.ZERO.search(clause[match.start() :])
    if how == "clear" and (known.SOME.search(text) or zero):
        how = "unsure"
    return [Said(sentence, value, how)]


def _value(clause: str, match: re.Match[str]) -> bool | None:
    """Without (True), with (False), or not to be told."""
    before, after = clause[: match.start()], clause[match.end() :]
    denies, has, gone = (
        re.search(NOT, before),
        re.search(known.HAS, before),
        re.search(known.GONE, clause),
    )
    if known.FALSE.search(clause) or known.TRUE.search(clause):
        return None if denies else bool(known.FALSE.search(clause))
    if _twice(before) or (known.KNOW.search(clause) and not known.NEXT.search(before.rstrip())):
        return None
    if gone and re.search(r"\b(?:no|not|never|nunca)\b", before):
        return None
    if gone or known.NEXT.search(before.rstrip()) or known.LATE.match(after):
        return True
    if denies:
        return True if has and denies.start() < has.end() else None
    return (
        False
        if has or re.search(r"\b(?:con|with|plus)(?: (?:an?|un|su|its))?\W*$", before)
        else None
    )


def _twice(before: str) -> bool:
    """Denied twice, or for some only: ``not without``, ``not all``, ``with and without``."""
    return any(pattern.search(before) for pattern in known.TWICE) or all(
        pattern.search(before) for pattern in known.BOTH
    )


def _sure(text: str, clause: str) -> Sure:
    """A bias that was taken out is gone now, though the words are of another time."""
    words = re.sub(
        r"\b(?:casi (?:todos|siempre)|algo|antes|despues|original\w*|fase 15|en vez de|instead)\b",
        " ",
        clause,
    )
    how = sure(text, words)
    return (
        "clear"
        if how == "aside" and re.search(known.GONE, clause) and not re.search(known.HAS, clause)
        else how
    )


def _answer(sentence: Sentence, text: str, asked: bool) -> list[Said]:
    """A sentence under a question or heading about the bias."""
    answer = short(text)
    none = re.match(
        r"\W*(?:(?:las|the|my|mis|estas|these) (?:\w+ ){0,2}?(?:proyecciones|projections"
        r"|matrices) )?(?:no|ningun[ao]?|none|neither)(?: (?:of"
        r"|de) \w+(?: \w+)?)?(?: (?:lo )?(?:lleva|tiene|carr|ha[sv]|do|hay|usa|se usa)\w*)?\W*$",
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
