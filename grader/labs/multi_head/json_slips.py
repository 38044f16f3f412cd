"""What can be wrong with a JSON file, said so that its writer can mend it.

The keys of ``SAYS`` are the kinds of slip that ``strict_json`` tells apart. Words in braces are
filled in.
"""

from __future__ import annotations

from dataclasses import dataclass

from grader.model import Text


@dataclass(frozen=True, slots=True)
class Slip:
    """One thing that is not strict JSON: of which kind, what to do, where it is first met."""

    kind: str
    """A key of ``SAYS``."""
    says: Text
    line: int | None = None
    """Counted from 1; None where it is the whole file's."""
    column: int | None = None


SPOT = Text(en="Line {line}, column {column}: ", es="Línea {line}, columna {column}: ")
TIMES = Text(en=" This happens {n} times.", es=" Ocurre {n} veces.")
END = Text(en="the end of the file", es="el final del archivo")

SAYS: dict[str, Text] = {
    # the file as a whole
    "bom": Text(
        en="The file starts with a byte order mark (BOM). It is read all the same; saving it as "
        "UTF-8 without BOM leaves the mark out.",
        es="El archivo empieza con una marca de orden de bytes (BOM). Se lee igual; si lo guardas "
        "como UTF-8 sin BOM, la marca desaparece.",
    ),
    "too-large": Text(
        en="The file has {size} bytes, and at most 1 MiB is read: a manifest is a page of text. "
        "Keep what the template of block E asks for and put data in other files.",
        es="El archivo tiene {size} bytes y se lee como mucho 1 MiB: un manifest es una página de "
        "texto. Deja lo que pide la plantilla del bloque E y pon los datos en otros archivos.",
    ),
    "too-many": Text(
        en="more than 20,000 values; the template of block E has about a dozen. Put data in other "
        "files.",
        es="más de 20 000 valores; la plantilla del bloque E tiene una docena. Pon los datos en "
        "otros archivos.",
    ),
    "empty": Text(
        en="The file is empty. Copy the template of block E into it and fill it in.",
        es="El archivo está vacío. Copia en él la plantilla del bloque E y complétala.",
    ),
    "encoding": Text(
        en="The file is in {encoding}, and JSON is written in UTF-8. Save it again as UTF-8 "
        "(in PowerShell: `-Encoding utf8`).",
        es="El archivo está en {encoding} y JSON se escribe en UTF-8. Guárdalo de nuevo como UTF-8 "
        "(en PowerShell: `-Encoding utf8`).",
    ),
    "not-utf8": Text(
        en="these bytes are not UTF-8. Save the file again as UTF-8.",
        es="estos bytes no son UTF-8. Guarda de nuevo el archivo como UTF-8.",
    ),
    # brackets, commas, colons
    "too-deep": Text(
        en="more than 64 brackets are open at once; the template of block E needs two. Remove "
        "those that are too many.",
        es="hay más de 64 llaves o corchetes abiertos a la vez; la plantilla del bloque E necesita "
        "dos. Quita los que sobran.",
    ),
    "trailing-comma": Text(
        en="there is a comma and nothing after it. Remove the comma behind the last element.",
        es="hay una coma y nada detrás. Quita la coma que sigue al último elemento.",
    ),
    "missing-comma": Text(
        en="a comma is missing here, between two elements. Put one at the end of the one before.",
        es="aquí falta una coma entre dos elementos. Ponla al final del anterior.",
    ),
    "unclosed": Text(
        en="the file ends while a bracket is still open. Close it with `{closer}`.",
        es="el archivo termina con una llave o un corchete sin cerrar. Ciérralo con `{closer}`.",
    ),
    "leftover": Text(
        en="the value is complete and {found} still follows. Remove what is left over.",
        es="el valor ya está completo y todavía sigue {found}. Quita lo que sobra.",
    ),
    "want-value": Text(
        en="a value was expected and {found} is there. Write text in double quotes, a number, "
        "`true`, `false`, or an object in braces.",
        es="se esperaba un valor y hay {found}. Escribe un texto entre comillas dobles, un número, "
        "`true`, `false` o un objeto entre llaves.",
    ),
    "want-key": Text(
        en='a key in double quotes was expected and {found} is there. Write `"key": value`.',
        es='se esperaba una clave entre comillas dobles y hay {found}. Escribe `"clave": valor`.',
    ),
    "want-colon": Text(
        en='a colon was expected after the key and {found} is there. Write `"key": value`.',
        es='se esperaban dos puntos tras la clave y hay {found}. Escribe `"clave": valor`.',
    ),
    "want-comma": Text(
        en="a comma or `{closer}` was expected and {found} is there. Put a comma between two "
        "elements, and text in double quotes.",
        es="se esperaba una coma o `{closer}` y hay {found}. Pon una coma entre dos elementos y "
        "los textos entre comillas dobles.",
    ),
    "conflict": Text(
        en="git left the marks of a merge conflict. Keep one of the two versions and remove the "
        "lines that start with `<<<<<<<`, `=======` and `>>>>>>>`.",
        es="git dejó las marcas de un conflicto. Quédate con una de las dos versiones y quita las "
        "líneas que empiezan por `<<<<<<<`, `=======` y `>>>>>>>`.",
    ),
    "twice": Text(
        en="the key `{key}` was already on line {first}, with the same value. Remove one of the "
        "two.",
        es="la clave `{key}` ya estaba en la línea {first}, con el mismo valor. Quita una de las "
        "dos.",
    ),
    "twice-differs": Text(
        en="the key `{key}` was already on line {first}, with another value, and nothing says "
        "which one counts. Keep the right one and remove the other.",
        es="la clave `{key}` ya estaba en la línea {first}, con otro valor, y nada dice cuál vale. "
        "Deja la correcta y quita la otra.",
    ),
    # what JSON does not have
    "comment": Text(
        en="JSON has no comments. Remove it, or put it in README.md.",
        es="JSON no tiene comentarios. Quítalo o ponlo en README.md.",
    ),
    "fence": Text(
        en="this mark belongs to Markdown. Remove it: the file holds JSON alone.",
        es="esta marca es de Markdown. Quítala: el archivo contiene solo JSON.",
    ),
    "space": Text(
        en="there is a space of another kind (it often comes with text copied from a web page). "
        "Type an ordinary space instead.",
        es="hay un espacio de otro tipo (suele llegar al copiar texto de una página web). Escribe "
        "un espacio normal en su lugar.",
    ),
    "quotes": Text(
        en='text stands in {quote} here. JSON uses double quotes: write `"…"`.',
        es='aquí el texto va entre {quote}. JSON usa comillas dobles rectas: escribe `"…"`.',
    ),
    "unquoted": Text(
        en='`{word}` is text without quotes. Write `"{word}"`.',
        es='`{word}` es un texto sin comillas. Escribe `"{word}"`.',
    ),
    "python-word": Text(
        en="JSON does not write this as `{word}`. Write `{instead}`.",
        es="En JSON esto no se escribe `{word}`. Escribe `{instead}`.",
    ),
    "numpy": Text(
        en="`{word}` is how NumPy shows a value. Write `{instead}`; in Python, save `float(…)` or "
        "`bool(…)` of it.",
        es="`{word}` es la forma en que NumPy muestra un valor. Escribe `{instead}`; en Python, "
        "guarda `float(…)` o `bool(…)` de ese valor.",
    ),
    "nan": Text(
        en="`{word}` is no number in JSON. Find out why the computation gave it, and write the "
        "finite number that comes out once that is mended.",
        es="`{word}` no es un número en JSON. Averigua por qué salió del cálculo y escribe el "
        "número finito que salga cuando esté arreglado.",
    ),
    "overflow": Text(
        en="the number `{word}` is too large for a computer's floating point. Write the number "
        "that your program printed.",
        es="el número `{word}` es demasiado grande para la coma flotante. Escribe el número que "
        "imprimió tu programa.",
    ),
    "number-form": Text(
        en="JSON does not write a number as `{word}`. Write `{instead}`.",
        es="En JSON un número no se escribe `{word}`. Escribe `{instead}`.",
    ),
    "decimal-comma": Text(
        en="`{word}` has a decimal comma. Write it with a point: `{instead}`.",
        es="`{word}` lleva coma decimal. Escríbelo con punto: `{instead}`.",
    ),
    # inside text
    "unclosed-text": Text(
        en="the text that starts here has no closing quote on its line. Add the quote.",
        es="el texto que empieza aquí no tiene comilla de cierre en su línea. Añádela.",
    ),
    "escape": Text(
        en="`{word}` means nothing inside text. Write a backslash twice: `\\\\`.",
        es="`{word}` no significa nada dentro de un texto. Escribe la barra inversa dos veces: "
        "`\\\\`.",
    ),
    "surrogate": Text(
        en="`{word}` is half of a character. Write the character itself.",
        es="`{word}` es medio carácter. Escribe el carácter mismo.",
    ),
    "control": Text(
        en="text holds a tab or another control character. Write a space or `\\t`.",
        es="un texto contiene un tabulador u otro carácter de control. Escribe un espacio o `\\t`.",
    ),
}
