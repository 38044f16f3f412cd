"""Where the course teaches what a misconception gets wrong."""

from grader.model import Text

LAB_BLOCK_A = Text(en="Lab 01, block A", es="Lab 01, bloque A")
LAB_RESHAPE = Text(
    en="Lab 01, pitfalls: the order of the reshape matters",
    es="Lab 01, Trampas: «El orden del reshape importa»",
)
LAB_TRANSPOSE = Text(
    en="Lab 01, pitfalls: transpose for the matmul",
    es="Lab 01, Trampas: «Transpose para el matmul»",
)
LAB_BIAS = Text(
    en="Lab 01, pitfalls: no bias in W_Q, W_K, W_V or W_O",
    es="Lab 01, Trampas: «¿Sesgo (bias) en W_Q, W_K, W_V?»",
)
LAB_OUTPUT = Text(
    en="Lab 01, pitfalls: do not forget W_O", es="Lab 01, Trampas: «No te olvides de W_O»"
)
THEORY_CONSTRUCTION = Text(en="Theory 03, the construction", es="Teoría 03, «La construcción»")
THEORY_TRICK = Text(
    en="Theory 03, parameter count: one large matrix per role, reshaped at run time",
    es="Teoría 03, «Recuento de parámetros»: una matriz grande por papel y reshape al ejecutar",
)
THEORY_WHY_HEADS = Text(
    en="Theory 03, why multi-head beats one wide head",
    es="Teoría 03, «Por qué multi-head supera a una cabeza ancha»",
)
THEORY_OUTPUT = Text(
    en="Theory 03, the output projection W_O", es="Teoría 03, «La proyección de salida W_O»"
)
THEORY_SCORES = Text(
    en="Theory 03, the forward pass, step 3a", es="Teoría 03, el forward pass, paso 3a"
)
THEORY_SOFTMAX = Text(
    en="Theory 03, the forward pass, step 3c", es="Teoría 03, el forward pass, paso 3c"
)
THEORY_VALUES = Text(
    en="Theory 03, the forward pass, step 3d", es="Teoría 03, el forward pass, paso 3d"
)
THEORY_CONCAT = Text(
    en="Theory 03, the forward pass, step 4: concatenate the heads",
    es="Teoría 03, el forward pass, paso 4: concatenar cabezas",
)
THEORY_MASK = Text(
    en="Theory 04 (masking) and lab 02; lab 01, block A: the mask is additive",
    es="Teoría 04 (masking) y lab 02; lab 01, bloque A: la máscara es aditiva",
)
BREAK_SCALE = Text(
    en="Theory 03, the forward pass, step 3a; break 00 of phase 15",
    es="Teoría 03, el forward pass, paso 3a; break 00 de la fase 15",
)
