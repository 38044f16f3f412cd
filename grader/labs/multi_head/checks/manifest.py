"""Block E: manifest.json can be read, has what the lab asks for, and tells the truth."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, cast

from grader.labs.multi_head import manifest_advice as advice
from grader.labs.multi_head import manifest_claims as claims
from grader.labs.multi_head import manifest_words as words
from grader.labs.multi_head.files import find, wanted
from grader.labs.multi_head.measure import heads_distinct, single_head_max_diff
from grader.labs.multi_head.plainly import follows, shipped
from grader.labs.multi_head.say import blocked, failed, note, passed
from grader.labs.multi_head.strict_json import Parsed, Problem, parse
from grader.model import About, Check, Evidence, Finding, Text, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jsonschema.protocols import Validator

NAME = "manifest.json"
SHARES = 4  # a fault costs a quarter of the points: one slip is no reason to lose them all
MOST = 12  # findings that are shown: past a dozen the first ones are what helps

SOURCE = Text(en="Lab 01, block E", es="Lab 01, bloque E")


def _json(evidence: Evidence) -> Verdict:
    found = find(evidence.submission, NAME)
    if not found:
        return blocked(words.ABSENT.format(path=wanted(NAME)))
    path, data = found
    read = _read(data)
    if isinstance(read, Parsed):
        return passed(*(note(slip.says, path, slip.line) for slip in read.notes))
    findings = [Finding(slip.says, path, slip.line) for slip in read.slips]
    last = (note(words.MEANT, path),) if read.recovered else ()
    return failed(*_first(findings), *last)


def _schema(evidence: Evidence) -> Verdict:
    content = _content(evidence)
    if isinstance(content, Verdict):
        return content
    path, parsed = content
    if follows(parsed.value, shipped("manifest")):
        return passed()
    measured = single_head_max_diff(evidence)
    told: dict[tuple[str | int, ...], Text] = {}
    for error in _validator().iter_errors(parsed.value):
        at, inside = tuple(error.absolute_path), cast("Any", error.instance)
        if error.validator != "required":
            told.setdefault(at, advice.wrong(at, inside, measured))
            continue
        required = cast("list[str]", error.validator_value)
        for key in (name for name in required if name not in inside):
            told.setdefault((*at, key), advice.missing((*at, key), parsed.value))
    findings = [Finding(says, path, _line(parsed, at)) for at, says in told.items()]
    if not findings:
        return passed()
    share = max(0.0, 1 - len(findings) / SHARES)
    found = _first(sorted(findings, key=lambda f: f.line or 0))
    return failed(*found, share=share, hint=advice.hint(list(told)))


def _true(evidence: Evidence) -> Verdict:
    content = _content(evidence)
    if isinstance(content, Verdict):
        return content
    path, parsed = content
    measured, distinct = single_head_max_diff(evidence), heads_distinct(evidence)
    judged = claims.judge(parsed.value, measured, evidence.today, distinct)
    findings = tuple(
        Finding(c.says, path, _line(parsed, c.at), note=c.outcome == "passed")
        for c in judged
        if c.says
    )
    outcome = claims.worst(judged)
    share, faults = 1.0 if outcome == "passed" else 0.0, [c.at for c in judged if c.says]
    return Verdict(outcome, findings, share, advice.hint(faults))


def _content(evidence: Evidence) -> tuple[str, Parsed] | Verdict:
    """Where the manifest is and what it means; or why that cannot be told."""
    found = find(evidence.submission, NAME)
    if not found:
        return blocked(words.ABSENT.format(path=wanted(NAME)))
    path, data = found
    read = _read(data)
    parsed = read.recovered if isinstance(read, Problem) else read
    return (path, parsed) if parsed else blocked(words.UNREADABLE.format(path=path))


@functools.lru_cache(maxsize=1)
def _read(data: bytes) -> Parsed | Problem:
    return parse(data)


@functools.cache
def _validator() -> Validator:
    """The schema's validator, formats asserted; made once, and not before it is needed."""
    from jsonschema import Draft202012Validator  # noqa: PLC0415 - slow to import

    return Draft202012Validator(
        shipped("manifest"), format_checker=Draft202012Validator.FORMAT_CHECKER
    )


def _line(parsed: Parsed, at: tuple[str | int, ...]) -> int:
    """The line of a part; of what it should be in, where it is missing."""
    while at not in parsed.lines:
        at = at[:-1]
    return parsed.lines[at]


def _first(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    more = Finding(words.MORE.format(n=len(findings) - MOST), findings[-1].file)
    return (*findings[:MOST], more) if len(findings) > MOST else tuple(findings)


manifest_json = Check(
    About(
        id="manifest-json",
        block="E",
        points=2,
        title=Text(en="manifest.json is strict JSON", es="manifest.json es JSON estricto"),
        why=Text(
            en="Other programs read the manifest, and only on strict JSON do they all agree: some "
            "refuse a NaN or a key that stands twice, others read them as they like.",
            es="Otros programas leen el manifest y solo con JSON estricto entienden todos lo "
            "mismo: unos rechazan un NaN o una clave repetida y otros los leen a su manera.",
        ),
        hint=Text(
            en="Let Python write the file with json.dump and allow_nan=False, or check it with "
            "python -m json.tool.",
            es="Deja que Python escriba el archivo con json.dump y allow_nan=False, o compruébalo "
            "con python -m json.tool.",
        ),
        source=SOURCE,
        example='with open("manifest.json", "w", encoding="utf-8") as file:\n'
        "    json.dump(manifest, file, indent=2, allow_nan=False)\n",
    ),
    _json,
)

manifest_schema = Check(
    About(
        id="manifest-schema",
        block="E",
        points=4,
        title=Text(
            en="manifest.json has what block E asks for",
            es="manifest.json tiene lo que pide el bloque E",
        ),
        why=Text(
            en="With the date, the seed, the versions and the sizes anyone can repeat the "
            "experiment; with a placeholder left in, nobody can.",
            es="Con la fecha, la semilla, las versiones y los tamaños cualquiera puede repetir el "
            "experimento; con un marcador sin rellenar, nadie puede.",
        ),
        hint=Text(
            en="Compare your file with the template of block E: the same keys, every null and "
            "placeholder filled in, numbers without quotes.",
            es="Compara tu archivo con la plantilla del bloque E: las mismas claves, cada null y "
            "cada marcador rellenado, los números sin comillas.",
        ),
        source=SOURCE,
        example='manifest["date"] = datetime.date.today().isoformat()\n'
        'manifest["versions"]["numpy"] = np.__version__\n',
    ),
    _schema,
)

manifest_true = Check(
    About(
        id="manifest-true",
        block="E",
        points=1,
        title=Text(en="What manifest.json says is true", es="Lo que dice manifest.json es cierto"),
        why=Text(
            en="A manifest is a record. It is worth something only if the numbers in it are those "
            "that came out.",
            es="Un manifest es un registro. Solo vale algo si sus números son los que salieron.",
        ),
        hint=Text(
            en="Run verify.py once more, as the last thing, and copy what it prints.",
            es="Ejecuta verify.py una vez más, al final, y copia lo que imprima.",
        ),
        source=SOURCE,
        example='summary["single_head_equivalence_max_diff"] = float(np.abs(got - want).max())\n'
        'summary["heads_visibly_distinct"] = bool(distinct)\n',
    ),
    _true,
)
