"""Which language to speak: the one asked for, or the locale's."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from grader.model import Lang

LANGS: tuple[Lang, ...] = ("en", "es")
"""The model's, said again: loading the model takes longer than the whole of ``--help``."""
_LOCALES = ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE")


def locale_lang(environ: Mapping[str, str]) -> Lang:
    """The language that the environment asks for; English for any that we do not speak."""
    wanted = next((environ[name] for name in _LOCALES if environ.get(name)), "")
    return "es" if wanted.lower().startswith("es") else "en"


def spoken_lang(args: Sequence[str], environ: Mapping[str, str]) -> Lang:
    """The language for errors in the arguments themselves, which are not parsed yet then."""
    for word, following in zip(args, [*args[1:], ""], strict=False):
        if word == "--":
            break
        value = following if word == "--lang" else word.removeprefix("--lang=")
        if word.startswith("--lang") and value in LANGS:
            return "es" if value == "es" else "en"
    return locale_lang(environ)


def spoken(lang: Lang, environ: Mapping[str, str]) -> str:
    """The option that a further command needs to speak this language too."""
    return "" if lang == locale_lang(environ) else f"--lang {lang}"
