"""What is said where forward gives no array of shape (T, d_model)."""

from __future__ import annotations

from grader.model import Text

NO_RETURN = Text(
    en="forward returns None: is a return missing at its end, or is it not written yet",
    es="forward devuelve None: ¿falta un return al final, o todavía no está escrito?",
)
UNWRITTEN = Text(
    en="forward is not written yet. Start with Q, K, V = x @ W_Q, x @ W_K, x @ W_V and print their "
    "shapes; the lab's block A has the steps after that",
    es="forward todavía no está escrito. Empieza con Q, K, V = x @ W_Q, x @ W_K, x @ W_V e imprime "
    "sus formas; el bloque A del lab tiene los pasos siguientes",
)
WRITE = Text(
    en="Write one step at a time and print its shape; the last line returns an array of shape "
    "(T, d_model).",
    es="Escribe un paso cada vez e imprime su forma; la última línea devuelve un array de forma "
    "(T, d_model).",
)
BATCH = Text(
    en="forward(x) with x of shape (T, d_model) did not work ({what}), with a batch axis it did: "
    "in this lab x has no batch axis (the rest is graded with one)",
    es="forward(x) con x de forma (T, d_model) no funcionó ({what}) y con un eje de batch sí: en "
    "este lab x no tiene eje de batch (el resto se evalúa con él)",
)
WRONG = Text(en="at {where}: {what}", es="con {where}: {what}")
ONE_ARRAY = Text(
    en="Return the array of shape (T, d_model) alone, as NumPy made it.",
    es="Devuelve solo el array de forma (T, d_model), tal como lo hizo NumPy.",
)
SPELT = Text(
    en="Compare how that name is spelled where it is given and where it is used: W_K, W_k and Wk "
    "are three names.",
    es="Compara cómo se escribe ese nombre donde se define y donde se usa: W_K, W_k y Wk son tres "
    "nombres distintos.",
)
RAISED = Text(
    en="Run the example and read the last line of the error, then the line of your file that it "
    "names.",
    es="Ejecuta el ejemplo y lee la última línea del error; después, la línea de tu archivo que "
    "nombra.",
)
ENDED = Text(
    en="Look for what does not come back: a loop without an end, an exit, an array that grows.",
    es="Busca lo que no vuelve: un bucle sin fin, un exit, un array que crece.",
)
EXPLAINED = Text(
    en="where it gives no array of the right shape, the fault is named in another check",
    es="donde no da un array de la forma correcta, el fallo se nombra en otra comprobación",
)
