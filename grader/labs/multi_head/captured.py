"""Read a captured output as a person would: any encoding, no colours, no prompt around it."""

from __future__ import annotations

import codecs
import re
import unicodedata

MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
COLOURS = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b[@-_]|.\x08")
COMMAND = re.compile(
    r"^.{0,200}?(?:[$>%#»❯]\s*|^|^\[Running\] )"
    r"(?:\S*python\S*|py|uv run|!\S*python\S*)\b.*\.py\b.*$"
)
PROMPT = re.compile(r"^\s*(?:\([\w.-]+\)\s*)?(?:PS )?[\w.@:\\/~ -]{0,200}[$>%#❯]\s*$")
ENDED = re.compile(
    r"^(?:(?:Process finished with exit code|Proceso (?:finalizado|terminado) con (?:el )?c[oó]digo"
    r" de salida|\[Done\] exited with code|exit(?:ed)?(?:[ _-]?(?:code|status))?|return ?code"
    r"|c[oó]digo de salida|\$\?)\s*[:=]?\s*0(?: in [\d.]+ seconds?)?\.?"
    r"|(?:Press any key to continue|Presione una tecla para continuar)[ .]*)$",
    re.IGNORECASE,
)
"""What an editor or a shell adds at the end of a run that went well."""


def text_of(data: bytes) -> str:
    """The text of a file or a stream in one form: NFC, line feeds, no colours."""
    text = unicodedata.normalize("NFC", decoded(data))
    text = COLOURS.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return "".join(c for c in text if c in "\n\t" or c.isprintable())


def decoded(data: bytes) -> str:
    """Bytes as text; PowerShell writes UTF-16, older Windows programs cp1252."""
    for mark, encoding in MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace")
    if data[:400].count(0) * 4 >= len(data[:400]) > 0:  # UTF-16 without a mark
        return data.decode("utf-16-le" if data[1:2] == b"\0" else "utf-16-be", "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def lines_of(data: bytes) -> list[tuple[int, str]]:
    """The lines that hold anything, each with its number, without what a terminal put around it."""
    lines = [(n, line.strip()) for n, line in enumerate(text_of(data).split("\n"), 1)]
    lines = [(n, line) for n, line in lines if line]
    if lines and COMMAND.match(lines[0][1]):
        lines = lines[1:]
    while lines and (PROMPT.match(lines[-1][1]) or ENDED.match(lines[-1][1])):
        lines = lines[:-1]
    return lines
