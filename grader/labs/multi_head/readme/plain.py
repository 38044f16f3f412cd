"""Sentences in plain letters: lower case, no accents, one spelling of every sign and of "no"."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_SIGNS = (
    (r"[⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺]+", lambda m: "^" + m[0].translate(_RAISED)),
    (r"\\(?:text|mathrm|mathbf|mathit|texttt|operatorname|mbox)\s*\{([^{}]*)\}", r"\1"),
    (r"\\(?:times|cdot)(?![A-Za-z])", "×"),
    (r"\\(?:approx|sim|simeq)(?![A-Za-z])", "≈"),
    (r"\\(?:leq?|leqslant|lt)(?![A-Za-z])", "<"),
    (r"\\(?:geq?|gt)(?![A-Za-z])", ">"),
    (r"\\[,;!: ]|\$", " "),
    (r"\\([_%{}#&|])", r"\1"),
    (r"\\([A-Za-z]+)", r"\1"),
    (r"[−‐‑–—](?=\d)(?<=[eE^{( ].)", "-"),
    (r"−", "-"),
    (r"[’‘`´]", "'"),
    (r"[✅✔☑👍]\ufe0f?", " yes "),
    (r"[❌✗✘🚫👎]\ufe0f?", " no "),
    (r"\b[Ss][íÍ]\b|\bS[ÍI]\b|\b[Ss]i(?= (?:q|que)\b)", " yes "),
)
_WORDS = (
    (r"\bcan ?not\b|\bcan'?t\b", "can not"),
    (r"n't\b", " not"),
    (r"\b(is|are|do|does|did|was|were|could|would|should|have|has)nt\b", r"\1 not"),
    (r"\s+", " "),
)


@lru_cache(maxsize=2048)
def plain(text: str) -> str:
    """One sentence for pattern matching: ``Sí`` with its accent is ``yes``, never the word if."""
    text = unicodedata.normalize("NFC", text[:2000])
    for pattern, by in _SIGNS:
        text = re.sub(pattern, by, text)
    text = unicodedata.normalize("NFKD", text)
    text = "".join(c for c in text if not unicodedata.combining(c)).casefold()
    for pattern, by in _WORDS:
        text = re.sub(pattern, by, text)
    return text.strip()
