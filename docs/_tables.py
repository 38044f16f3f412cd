"""Tables that the hand-written pages ask for, made from the code and the schema."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.cli import app
from grader.cli.commands import CODES, COMMANDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    Schema = dict[str, Any]  # whatever JSON can hold

DOCS = Path(__file__).parent
ROOT = DOCS.parent
FAMILIES = (
    *("files", "changing", "spawning", "network", "peers", "kernel", "neighbours"),
    *("resources", "disk", "protocol", "values"),
)
"""The modules of ``tests/attacks`` that hold attacks."""


def _row(*cells: object) -> str:
    return "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"


# ── the command line ─────────────────────────────────────────────────────────────────────────


def commands() -> Iterator[tuple[str, click.Command]]:
    """Every command by the words that call it, grading first."""
    yield "grade", app.grade
    for name in COMMANDS:
        found = app.commands.get_command(click.Context(app.commands), name)
        if found is not None:
            yield from _below(f"grade {name}", found)


def _below(called: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    yield called, command
    if isinstance(command, click.Group):
        for name, sub in command.commands.items():
            yield from _below(f"{called} {name}", sub)


def command_line() -> str:
    """A section for each command: how it is called, what it does, its options."""
    return "\n".join(line for called, command in commands() for line in _section(called, command))


def _section(called: str, command: click.Command) -> Iterator[str]:
    context = click.Context(command, info_name=called, **command.context_settings)
    usage = command.get_usage(context).removeprefix("Usage: ").replace("\n       ", "\n")
    yield from (f"## `{called}`", "", "```text", usage, "```", "")
    paragraphs = (command.help or "").replace("\b", "").strip().split("\n\n")
    for text in paragraphs:
        yield from (_literal(" ".join(text.split())), "")
    for option in command.get_params(context):
        record = option.get_help_record(context)
        if record is not None and isinstance(option, click.Option):
            yield from (f"`{record[0]}`", f":   {_literal(record[1])}", "")


def _literal(text: str) -> str:
    return text.replace("<", "&lt;").replace("*", "\\*").replace("_", "\\_")


def exit_codes() -> str:
    """What the exit codes mean."""
    return "\n".join([_row("code", "meaning"), "|---|---|", *(_row(*c) for c in CODES.items())])


# ── the report ───────────────────────────────────────────────────────────────────────────────


def report_schema() -> str:
    """Every field of ``schemas/report.schema.json``."""
    schema = json.loads((ROOT / "schemas/report.schema.json").read_text("utf-8"))
    rows = [_row("field", "type", "what it is"), "|---|---|---|"]
    return "\n".join([*rows, *_fields(schema, "", schema)])


def _fields(node: Schema, at: str, whole: Schema) -> Iterator[str]:
    for name, given in node.get("properties", {}).items():
        path = f"{at}.{name}" if at else name
        field = _resolved(given, whole)
        says = given.get("description") or field.get("description", "")
        # A long path may break after a dot, and nowhere else.
        yield _row(f"<code>{path.replace('.', '.<wbr>')}</code>", _type(given, whole), says)
        if _is_text(given):
            continue
        inner, deeper = field, path
        if field.get("type") == "array":
            inner, deeper = _resolved(field.get("items", {}), whole), f"{path}[]"
        for one in (inner, *inner.get("oneOf", ())):
            yield from _fields(_resolved(one, whole), deeper, whole)


def _resolved(node: Schema, whole: Schema) -> Schema:
    name = str(node.get("$ref", "")).rpartition("/")[2]
    found: Schema = whole["$defs"][name] if name else node
    return found


def _is_text(node: Schema) -> bool:
    return str(node.get("$ref", "")).endswith("/text")


def _type(node: Schema, whole: Schema) -> str:
    """``integer``; ``number or null``; ``array of string``; the words of an enumeration."""
    if "enum" in node or "const" in node:
        return ", ".join(f"`{word}`" for word in node.get("enum", [node.get("const")]))
    if "$ref" in node:
        return "`{en, es}`" if _is_text(node) else _type(_resolved(node, whole), whole)
    if "oneOf" in node:
        return " or ".join(_type(one, whole) for one in node["oneOf"])
    kind = node.get("type", "any")
    if kind == "array":
        return f"array of {_type(node.get('items', {}), whole)}"
    return " or ".join(kind) if isinstance(kind, list) else str(kind)


# ── the battery of attacks ───────────────────────────────────────────────────────────────────


def battery() -> str:
    """The attacks of ``tests/attacks`` by family: how many, where they are tried."""
    modules = {name: importlib.import_module(f"tests.attacks.{name}") for name in FAMILIES}
    scripts = importlib.import_module("tests.test_attacks_scripts")
    older = importlib.import_module("tests.test_attacks").OLD
    head = ("family", "attacks", "succeed where nothing holds them", "older kernels")
    rows = [_row(*head, "`verify.py`", "`mha.py`"), "|---|--:|--:|--:|--:|--:|"]
    sums = [0] * 5
    for module in modules.values():
        attacks = module.ATTACKS
        tried = [_among(attacks, some) for some in (older, scripts.ATTACKS, scripts.OF_MHA)]
        counts = [len(attacks), sum(a.bites for a in attacks), *tried]
        sums = [a + b for a, b in zip(sums, counts, strict=True)]
        first = str(module.__doc__).partition("\n")[0].rstrip(".").removeprefix("Attacks on ")
        rows.append(_row((first[0].upper() + first[1:]).replace("``", "`"), *counts))
    return "\n".join([*rows, _row("**all**", *(f"**{n}**" for n in sums))])


def _among(attacks: Any, some: Any) -> int:
    names = {a.name for a in some}
    return sum(a.name in names for a in attacks)


# ── how well it sees ─────────────────────────────────────────────────────────────────────────


def detection() -> str:
    """The figures of ``detection.json``, and the lists of what went wrong."""
    told = json.loads((DOCS / "detection.json").read_text("utf-8"))
    run = told["run"]
    lines = [f"Measured with `{run['command']}`.", "", _row("figure", "slips"), "|---|--:|"]
    figures = {k: v for k, v in told["figures"].items() if isinstance(v, int | float)}
    lines += [_row(name, _of(name, value, figures)) for name, value in figures.items()]
    for name, value in told["figures"].items():
        if isinstance(value, list):
            lines += ["", f"### {name[0].upper()}{name[1:]}: {len(value)}", ""]
            lines += ["```text", *value, "```"] if value else ["None."]
    return "\n".join(lines)


SHARES = {
    "lost points": "wrong",
    "explained": "wrong",
    "false alarms": "right",
    "named, of those that answer otherwise": "of which answer otherwise",
    "line right": "line given",
}
"""Figures that are a share of another."""


def _of(name: str, value: float, figures: dict[str, float]) -> str:
    whole = figures.get(SHARES.get(name, ""), 0)
    return f"{value:g} ({100 * value / whole:.1f} %)" if whole else f"{value:g}"


TABLES = {
    "command-line": command_line,
    "exit-codes": exit_codes,
    "report-schema": report_schema,
    "battery": battery,
    "detection": detection,
}
"""By the name in ``<!-- generated: NAME -->``."""
