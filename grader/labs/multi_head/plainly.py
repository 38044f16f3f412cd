"""Whether a value surely follows a JSON Schema, told without the library that knows all of it.

A right manifest is the common one, and jsonschema takes as long to load as NumPy. So this says yes
only where each keyword is one that it knows and is met in the strictest reading; whatever it does
not know, or finds wrong, is jsonschema's to judge and to say.
"""

from __future__ import annotations

import datetime as dt
import json
import re
from functools import cache
from typing import TYPE_CHECKING, Any

from grader.resources import folder

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Schema = dict[str, Any]
TYPES = {
    "object": (dict,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
}
SAYS_NOTHING = frozenset({"$schema", "$id", "$defs", "title", "description", "examples"})


@cache
def shipped(name: str) -> Schema:
    """A schema of ours; it is not to be modified."""
    schema: Schema = json.loads((folder("schemas") / f"{name}.schema.json").read_bytes())
    return schema


def follows(value: Any, schema: Schema, whole: Schema | None = None) -> bool:
    """Surely; False may as well mean that this cannot tell."""
    root = schema if whole is None else whole
    return all(
        keyword in RULES and RULES[keyword](value, says, root)
        for keyword, says in schema.items()
        if keyword not in SAYS_NOTHING
    )


def _ref(value: Any, says: Any, whole: Schema) -> bool:
    there, _, name = says.rpartition("/")
    return there == "#/$defs" and follows(value, whole["$defs"][name], whole)


def _type(value: Any, says: Any, _: Schema) -> bool:
    return isinstance(says, str) and type(value) in TYPES.get(says, ())


def _required(value: Any, says: Any, _: Schema) -> bool:
    return isinstance(value, dict) and all(key in value for key in says)


def _properties(value: Any, says: Any, whole: Schema) -> bool:
    return isinstance(value, dict) and all(
        follows(value[key], schema, whole) for key, schema in says.items() if key in value
    )


def _date(value: Any) -> bool:
    if not isinstance(value, str) or not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
        return False
    try:
        dt.date.fromisoformat(value)
    except ValueError:
        return False
    return True


def _number(value: Any) -> bool:
    return type(value) in TYPES["number"]


RULES: Mapping[str, Callable[[Any, Any, Schema], bool]] = {
    "$ref": _ref,
    "type": _type,
    "required": _required,
    "properties": _properties,
    "const": lambda value, says, _: type(value) is type(says) and value == says,
    "pattern": lambda value, says, _: isinstance(value, str) and bool(re.search(says, value)),
    "format": lambda value, says, _: says == "date" and _date(value),
    "minimum": lambda value, says, _: _number(value) and value >= says,
    "exclusiveMaximum": lambda value, says, _: _number(value) and value < says,
}
"""Of the value, what the keyword says, and the whole schema, which ``$ref`` points into."""
