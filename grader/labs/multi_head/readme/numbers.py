"""The numbers in a sentence: 1.19e-07, 1,19 × 10⁻⁷, cero, and which of them are only a bound."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Literal

Role = Literal["value", "bound", "not", "other"]
"""``bound``: a tolerance; ``not``: it is said not to be that; ``other``: a size, part of a name."""

_MANTISSA = r"(?:\d+(?:[.,']\d+)*|[.,]\d+)"
_TENTH = r"\s*(?:\^|\*\*)?\s*[({{]?\s*(?P<{name}>-?\s*\d{{1,4}})\s*[)}}]?"
_NUMBER = re.compile(
    r"(?<![\w.^])-?(?:10(?=\s*(?:\^|\*\*))" + _TENTH.format(name="ten") + "|"
    rf"(?P<m>{_MANTISSA})(?:\s?e\s?(?P<e>[-+]?\s?\d{{1,4}})(?!\w)"
    r"|\s*[×x*·⋅.]\s*10" + _TENTH.format(name="power") + r")?(?P<percent>\s?%)?)(?!\w|\.\d)"
)
_ZERO = re.compile(
    r"\b(?:cero|zero|nul[ao]s?|nil|bit (?:a|por) bit|bit[- ](?:for|by)[- ]bit"
    r"|bit ?wise (?:identical|equal)|bit[- ]identical|ningun[ao]? diferencia"
    r"|no difference (?:at all|what ?so ?ever)|not a single bit)\b"
)
_BOUND = re.compile(
    r"(?:<=?|≤|≪|\b(?:menor(?:es)?(?: o igual)?(?: que| de| a)|inferior(?:es)? a|por debajo de"
    r"|debajo de|menos de|no (?:supera|excede|pasa|llega)\w*(?: de| a)?|como mucho|como maximo"
    r"|a lo sumo|dentro de|below|under|less than|smaller than|lower than|at most|up to|within"
    r"|(?:does not|never|not) exceed\w*|tol\w*|umbral|threshold|atol|rtol|limite?|cota|bound"
    r"|margen|margin|criteri\w+|requir\w+|exig\w+|pid\w+|inside|allowed"
    r"|permitid\w+|aceptable|acceptable|admisible|eps|epsilon))"
    r"(?:[\s:=(*]|\b(?:la|el|los|the|a|an|una?|de|of|is|es|era|was|que|that|to|lab|tolerance"
    r"|tolerancia|tol|umbral|threshold|pide|asks?|asked|for|marcad[oa]|permitid[oa]|fijad[oa])\b)*$"
)
_MEASURED = re.compile(r"\b(?:at most|up to|como mucho|como maximo|a lo sumo)\s*$")
_AFTER = re.compile(r"^\s*(?:de |of )?(?:tol\w*|umbral|threshold)")
_UNIT = re.compile(
    r"^ ?(?:s|ms|us|ns|seg|segundos?|seconds?|min|minutos|minutes|[kmg]b|bytes|px)\b"
)
_ABOVE = re.compile(
    r"(?:>=?|\b(?:mayor(?:es)? (?:que|de|a)|mas de|more than|greater than|above"
    r"|supera\w*|exceed\w*|over))\s*$"
)
_NOT = re.compile(
    r"\b(?:no|not|nunca|never)(?: (?:es|sale|fue|da|era|is|was|sea|be|vale|quite|exactly|del todo"
    r"|siempre|always|exactamente|igual a|un|a|the|el))*$"
)
_NAMES = (
    r"t|h|n|d|seed|semilla|d_model|n_heads|n_?head|d_?head|d_k|d_v|rng|cabezas?|heads?|filas?|rows?"
    r"|panel|subplot|columnas?|columns?|numpy|np|python|matplotlib|version|v|lab|fase|phase|block"
    r"|bloque|figura?|indice|index|scale|escala|std|sigma|media|mean|dim|shape|forma|axis|n_tokens"
    r"|step|paso|entrada|longitud|length|batch|ejercicio|pregunta|question|item|punto|float|int"
)
_NAMED = re.compile(rf"(?:(?<!single[- ])\b(?:{_NAMES})|_rng)\s*(?:[=:#(]|==|de|of)?\s*$")
_LINKED = re.compile(
    r"(?:\b(?:es|is|was|fue|era|sale|da|vale|de|of|a|to|exacta\w*|exactly|literal\w*"
    r"|salio|dio|son|resulta\w*|obtengo|got|get|gives?|ha sido|ser|sera|sea|be|been|hay|con|max"
    r"|maxim[ao]|maximum|an?|un|una|precis\w+|justo|just|puro|perfecto|valor|value"
    r"|printed|imprime|imprimio|prints|exact|total|yes|que|dif\w*|error)\b|[=:≈~*|(→>-])"
    r"[\s*`(|]*$|^\s*$"
)


@dataclass(frozen=True, slots=True)
class Number:
    """One number, where it stands in the plain sentence, and what it is there for."""

    value: float
    start: int
    end: int
    role: Role


def numbers(sentence: str) -> tuple[Number, ...]:
    """Every number of a plain sentence, the written-out zeros too, in order."""
    found = [_read(sentence, match) for match in _NUMBER.finditer(sentence)]
    spoken = [
        Number(0.0, m.start(), m.end(), _role(sentence, m.start(), m.end()))
        for m in _ZERO.finditer(sentence)
    ]
    return tuple(sorted((*(n for n in found if n), *spoken), key=lambda n: n.start))


def _read(sentence: str, match: re.Match[str]) -> Number | None:
    written = match["m"] or "1"
    value = _value(match, written)
    if value is None or not math.isfinite(value):
        return None
    role = _role(sentence, match.start(), match.end())
    whole = (
        match["e"] is None
        and match["power"] is None
        and match["ten"] is None
        and not match["percent"]
    )
    if role == "value" and whole and written.isdigit():
        linked = _LINKED.search(sentence[max(0, match.start() - 60) : match.start()])
        if value or written != "0" or not linked or _counted(sentence, match.end()):
            role = "other"
    return Number(value, match.start(), match.end(), role)


def _counted(sentence: str, end: int) -> bool:
    """A zero that goes on as a range, a shape or a list: 0, 1, 2."""
    return bool(re.match(r"\s*(?:[,×x]|to|a|y|and|-)\s*\d", sentence[end:]))


def _value(match: re.Match[str], written: str) -> float | None:
    if len(re.findall(r"[.,']\d", written)) > 1:  # a version, a date, a list
        return None
    exponent = match["e"] or match["power"] or match["ten"]
    mantissa = float(("0" if written[0] in ".," else "") + re.sub(r"[,']", ".", written))
    value = mantissa * 10.0 ** _clipped(exponent) if exponent else mantissa
    return value / 100 if match["percent"] else value


def _clipped(exponent: str) -> int:
    return max(-300, min(300, int(re.sub(r"\s", "", exponent))))


def _role(sentence: str, start: int, end: int) -> Role:
    before, after = sentence[max(0, start - 60) : start], sentence[end : end + 30]
    # "At most 1.19e-07" has been read off somewhere; "at most 1e-5" is a tolerance.
    if _BOUND.search(before) or _AFTER.match(after):
        precise = re.match(r"-?[1-9][.,']\d*[1-9]", sentence[start:end])
        return "value" if precise and _MEASURED.search(before) else "bound"
    if _UNIT.match(after):
        return "other"
    if _ABOVE.search(before):
        return "bound" if _NOT.search(_ABOVE.sub("", before).rstrip()) else "value"
    if _NOT.search(before.rstrip()):
        return "not"
    tiny = re.search(r"e ?-|\^", sentence[start:end])
    return "other" if _NAMED.search(before) and not tiny else "value"
