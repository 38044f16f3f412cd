"""What people read, in both languages of the course."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:  # the command line reads texts without paying for NumPy
    from collections.abc import Mapping


Lang = Literal["en", "es"]
LANGS: tuple[Lang, ...] = ("en", "es")


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence in both languages of the course; leaving one out is an error at import."""

    en: str
    es: str

    def into(self, lang: Lang) -> str:
        """The half in ``lang``."""
        return self.es if lang == "es" else self.en

    def format(self, **facts: object) -> Text:
        """Fill both halves; a fact that is itself a Text fills each with its own half."""
        return Text(*(getattr(self, lang).format(**_halves(facts, lang)) for lang in LANGS))

    def __add__(self, other: Text) -> Text:
        """Both, one after the other."""
        return Text(self.en + other.en, self.es + other.es)


def _halves(facts: Mapping[str, object], lang: Lang) -> dict[str, object]:
    return {k: v.into(lang) if isinstance(v, Text) else v for k, v in facts.items()}


def same(words: str) -> Text:
    """Words that are the same in both languages: code, a name, a number."""
    return Text(words, words)
