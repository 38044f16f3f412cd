"""Whether a README says that the four heads can be told apart."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from grader.labs.multi_head.readme import heads_words as known
from grader.labs.multi_head.readme.asked import bare
from grader.labs.multi_head.readme.plain import plain
from grader.labs.multi_head.readme.sentence import Reading, Said, Sentence, gathered
from grader.labs.multi_head.readme.words import clauses, denied, keyed, short, sure

if TYPE_CHECKING:
    from collections.abc import Sequence


def read(own: Sequence[Sentence]) -> Reading:
    """Yes or no to: can the four heads be told apart."""
    said = [
        s
        for sentence in own
        if not sentence.question and not sentence.code
        for s in _said(sentence)
    ]
    if not said:
        numbered = [s for s in own if known.EACH_HEAD.search(plain(s.text))]
        each = {n for s in numbered for n in known.EACH_HEAD.findall(plain(s.text))}
        loose = [s for s in own if not s.question and _loose(s)] or numbered * (len(each) > 1)
        said = [Said(s, None, "unsure") for s in loose]
    return gathered(said)


def about(text: str) -> bool | None:
    """Which answer a question or a heading asks about: told apart True, alike False, else None."""
    words = known.ONE.sub(" ", text)
    if not re.search(f"{known.HEADS}|{known.ALL}", words) and not known.ASKED.search(words):
        return None
    if re.search(
        r"(?<!in)(?:disting|distint|distinct|diferen|differ|apart|separable)", words
    ) and not (re.search(r"\bindisting", words)):
        return True
    return False if known.ALIKE.search(words) or known.SOFT.search(words) else None


def _asked(sentence: Sentence) -> bool | None:
    """What ``yes`` means under the nearest question or heading that is about the heads."""
    open_question = bare(sentence.under)
    if open_question:
        return open_question[0] if open_question[1] else None
    return next((a for a in map(about, map(plain, sentence.under)) if a is not None), None)


def _said(sentence: Sentence) -> list[Said]:
    text = known.ONE.sub(
        " ",
        known.DRAWN.sub(" ", known.WEIGHTS.sub(f" {known.OTHER_WEIGHTS} ", plain(sentence.text))),
    )
    asked = _asked(sentence)
    in_place = asked is not None or any(
        re.search(known.HEADS, known.ONE.sub(" ", plain(u)))
        or re.search(r"\b(?:bloque|block) c\b", plain(u))
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
    if match is None or not _of_heads(text, clause, value, in_place):
        return []
    how = "unsure" if known.PURPOSE.search(clause) else sure(text, clause)
    return [Said(sentence, value, "unsure" if how == "clear" and _muddled(clause, match) else how)]


def _of_heads(text: str, clause: str, value: bool, in_place: bool) -> bool:
    """Whether the heads are what a clause tells apart or likens, and not rows, tokens, outputs."""
    named = bool(re.search(known.HEADS, clause))
    others = known.ELSE.search(known.LOOKED_AT.sub(" ", clause) if named and value else clause)
    if others and not (named and known.OTHER_WEIGHTS in clause):
        return False
    before = bool(re.search(known.HEADS, text))  # in another clause of the sentence
    among = re.search(known.ALL, clause) and before
    return bool(named or among or in_place or (before and not known.ELSE.search(text)))


def _predicate(clause: str) -> tuple[re.Match[str] | None, bool]:
    """The words that tell apart or liken, and what they say once a denial is counted in."""
    apart = known.APART.search(clause)
    if apart:
        own = apart[0] in ("nada que ver", "nothing in common", "nada en comun")
        return apart, own or not denied(clause[: apart.start()])
    alike = known.ALIKE.search(clause) or known.SOFT.search(clause)
    if alike:
        return alike, denied(clause[: alike.start()])
    noun = known.NOUN.search(clause)
    if noun and (denied(clause[: noun.start()]) or known.SEEN.search(clause)):
        return noun, not denied(clause[: noun.start()])
    return (noun, True) if noun and "entre" in clause else (None, False)


def _muddled(clause: str, match: re.Match[str]) -> bool:
    """Not said of all heads, or not in so many words, or with denials that cannot be followed."""
    before, after = clause[: match.start()].rstrip(), clause[match.end() :]
    no = denied(before)
    soft = known.SOFT.search(clause) and not known.APART.search(clause) and not no
    every = known.EACH.search(clause) or re.search(r"\b(?:cuatro|four)\b", clause)
    some = known.SOME.search(clause) and not every
    both = known.APART.search(clause) and known.ALIKE.search(clause)
    odd = known.LATE_NO.match(after) or known.TWICE.search(before) or known.LITTLE.search(clause)
    hedged = no and known.VERY.search(before)
    return bool(soft or some or both or odd or hedged or known.OTHER_WEIGHTS in clause)


def _loose(sentence: Sentence) -> bool:
    """It may be an answer in words that are not known here: for a person to read."""
    text = known.ONE.sub(" ", plain(sentence.text))
    asked = sentence.under[0] if sentence.under else ""
    about_heads = about(plain(asked)) is not None or bare(sentence.under)
    if "?" in asked and about_heads and not sentence.code:
        return True
    heads = re.search(known.HEADS, text)
    if heads and (known.TOPIC.search(text) or known.LOOSE.search(text)):
        return True
    said = rf"{known.APART.pattern}|{known.ALIKE.pattern}|{known.SOFT.pattern}"
    return any(
        re.search(said, clause) and not known.ELSE.search(clause) for clause in clauses(text)
    )
