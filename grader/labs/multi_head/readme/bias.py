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
_GONE = r"\b(?:remov\w+|quit\w+|elimin\w+|omit\w*|prescind\w+|skip\w*|drop\w*|leaves? out|left out|desactiv\w+|disabled?|avoid\w*|evit\w+|exclud\w+|excluy\w+|ausencia|absence|ausentes?|absent)\b"
_HAS = (
    r"\b(?:llev\w+|tien\w+|tenemos|anad\w+|agreg\w+|inclu[yi]\w*|include\w*|us(?:a|o|an|amos|e|es|ed)"
    r"|con|with|has|have|adds?|added|adding|contain\w*|contien\w+|carry|carries|sum(?:o|a|an|amos|e)|hay"
    r"|plus|mas|there (?:is|are)|exist\w*|inicializ\w+|initiali[sz]\w+|learn\w*|aprend\w+|pus[eo]\w*|put|incorpor\w+)\b"
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
_SOME = re.compile(
    r"\b(?:salvo|except\w*|menos (?:en|la|el)|(?:solo|only|just) (?:en|in|for|para|la|the|w_)|apart from|aparte de|but not)\b"
)


def read(own: Sequence[Sentence]) -> Reading:
    """No bias is True, a bias is False."""
    return gathered([said for s in own if not s.question for said in _said(s)])


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
    if _FALSE.search(clause):
        return None if re.search(NOT, before) else True
    if _TRUE.search(clause):
        return None if re.search(NOT, before) else False
    no, gone = _denials(before), re.search(_GONE, clause)
    if (
        re.search(r"\b(?:olvid\w+|forg[eo]t\w*|falt\w+|miss\w+|solo|only|just|lack of)\b", before)
        and no
    ):
        return None
    if no > 1 or (no and gone):
        return None
    if no or gone:
        return True
    late = re.match(
        r"(?: terms?| vectors?| parameters?)?(?:\W+|\w+ ){0,3}?\W*\b(?:no|not|ningun[ao]?|none|nunca|never|sin)\b",
        after,
    )
    if late:
        return True
    return False if re.search(_HAS, before) or re.match(r"\W*(?:yes|si)\b", after) else None


def _denials(before: str) -> int:
    """How often it is denied; ``no lleva ningún``, ``no hay en ninguna``, ``ni`` deny once."""
    spanish = re.search(r"\b(?:no|tampoco|nunca|ni|ningun\w*|nada)\b", before)
    kinds = [
        bool(spanish or re.search(r"\b(?:not|none|neither|nor|never|nothing)\b", before)),
        bool(
            re.search(
                r"\b(?:sin|without|lack\w*|carece\w*|far from|lejos|free|imposible|zero|cero)\b",
                before,
            )
        ),
    ]
    return sum(kinds)


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
