"""Questions that do not say of what: ``Can they be told apart?`` in the README of this lab.

Such a question is about the heads where its heading says so, or where nothing else could be meant.
All patterns are for plain sentences: lower case, no accents.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from grader.labs.multi_head.readme import heads_words as known
from grader.labs.multi_head.readme.plain import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

_SMALL = (
    r"(?:(?:y|and|but|pero|entonces|so|se|son|las?|los?|me|te|les|pued[eo]n?|puedes|podemos|podria\w*"
    r"|are|is|they|them|these|can|could|be|being|you|i|we|one|do|does|did|look|seem|ven?|ves|veo|vemos"
    r"|parecen|resultan|salen|quedan|han|salido|quedado|hay|there|any|algun[ao]?s?|the|esta\w*|notan?"
    r"|aprecian?|observan?|muy|bien|really|tan|todas|all|de|verdad|visual|visible|clear|a|an|some|el"
    r"|visibl\w+|clar[ao]s?|logr\w+|consig\w+|\w+mente|\w+ly) )"
)
_APART = (
    r"(?:disting\w+|distint[oa]s?|distinct\w*|diferent\w*|diferenci\w+|difieren|differ\w*|separables?"
    r"|discern\w+|reconoc\w+|(?:told?|tell) (?:them |the heads )?apart|tell the difference)"
)
_ALIKE = (
    r"(?:iguales|parecen|parecid[oa]s?|same|alike|identic\w+|similar\w*|indisting\w+|undisting\w+"
    r"|indistinct)"
)
_TAIL = (
    r"(?: (?:entre (?:yes|si|ell[oa]s)|un[oa]s (?:de|a) otr[oa]s"
    r"|(?:from )?(?:each other|one another)"
    r"|(?:a|at) (?:simple vista|ojo|a glance|glance)|bien|mucho|o no|or not|visual\w*|entonces"
    r"|\w+mente|\w+ly|apart))*"
)
_BARE = re.compile(
    rf"(?:^|[¿:.)–—-])\W*{_SMALL}{{0,7}}(?:(?P<apart>{_APART})|(?P<alike>{_ALIKE})){_TAIL}"
    r"\W*\?\W*(?:\([^()]*\))?\W*$"
)
_ONLY_HEADS = re.compile(r"\bdisting|\bapart\b|\bthey (?:\w+ )?(?:differ|distinct)")
_PLACE = re.compile(rf"{known.HEADS}|\b(?:bloque|block) c\b")
_OTHER_PLACE = re.compile(
    r"\b(?:bloque|block) [abe]\b|\bsingle\b|\bequivalen\w*|\bverify\w*|\bh ?= ?1\b|\bsalidas?\b"
    r"|\boutputs?\b|\bdif\w* max\w*|\bmax\w* dif\w*|\bsesgos?\b|\bbias\b|\btokens?\b"
    r"|\bfilas?\b|\brows?\b"
)


def bare(under: Sequence[str]) -> tuple[bool, bool] | None:
    """What the nearest question asks, if it leaves out of what.

    Returns:
        Whether it asks for heads told apart (True) or alike (False), and whether it can only be of
        the heads; None if there is no such question or it is of another block.
    """
    match = _BARE.search(plain(under[0])) if under else None
    if match is None:
        return None
    apart, place = bool(match["apart"]), _place(under)
    strong = bool(apart and _ONLY_HEADS.search(match[0]))
    if place is False and not strong:
        return None
    return apart, place is True or (strong and place is None)


def _place(under: Sequence[str]) -> bool | None:
    """Whether what stands around a question is of the heads, of something else, or of neither."""
    around = re.sub(_BARE, " ", plain(under[0]))
    for words in (around, *map(plain, under[1:])):
        rest = known.ONE.sub(" ", words)
        if _PLACE.search(rest):
            return True
        if _OTHER_PLACE.search(words):
            return False
    return None
