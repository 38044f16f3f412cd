"""Block A, the steps of the forward pass: one bug costs one of these."""

from __future__ import annotations

from grader.labs.multi_head.checks.ruled import step
from grader.model import About, Text

THEORY = Text(
    en="Lab 01, block A; theory 03, the forward pass, step {n}",
    es="Lab 01, bloque A; teoría 03, el forward pass, paso {n}",
)

output_projection = step(
    About(
        id="output-projection",
        block="A",
        points=5,
        title=Text(
            en="The joined heads are multiplied by W_O, once",
            es="Las cabezas concatenadas se multiplican por W_O, una vez",
        ),
        why=Text(
            en="Without W_O the heads cannot talk to one another.",
            es="Sin W_O las cabezas no pueden comunicarse entre sí.",
        ),
        hint=Text(
            en="Look at the last line of forward: what is returned?",
            es="Mira la última línea de forward: ¿qué se devuelve?",
        ),
        source=Text(
            en="Theory 03, the output projection; lab 01, pitfalls",
            es="Teoría 03, la proyección de salida; lab 01, Trampas",
        ),
    )
)
reshape_order = step(
    About(
        id="reshape-order",
        block="A",
        points=5,
        title=Text(
            en="Head h is columns h·d_head to (h+1)·d_head, in Q, K, V and in the joined output",
            es="La cabeza h son las columnas h·d_head a (h+1)·d_head, en Q, K, V y en la salida",
        ),
        why=Text(
            en="Another order mixes the features of different heads or tokens, and the shapes "
            "still "
            "fit: nothing raises.",
            es="Otro orden mezcla features de cabezas o tokens distintos, y las formas siguen "
            "encajando: nada falla.",
        ),
        hint=Text(
            en="Fill Q with np.arange, reshape it as you do, and look at which numbers head 0 "
            "gets.",
            es="Llena Q con np.arange, haz tu reshape y mira qué números recibe la cabeza 0.",
        ),
        source=Text(
            en="Lab 01, pitfalls: reshape order, transpose; theory 03, steps 2 and 4",
            es="Lab 01, Trampas: orden del reshape, transpose; teoría 03, pasos 2 y 4",
        ),
        example="Q[:, h * d_head : (h + 1) * d_head]    # Q_h: (T, d_head)",
    )
)
projections = step(
    About(
        id="projections",
        block="A",
        points=2,
        title=Text(
            en="Q, K, V are x @ W_Q, x @ W_K, x @ W_V",
            es="Q, K, V son x @ W_Q, x @ W_K, x @ W_V",
        ),
        why=Text(
            en="Each matrix has one role: what to look for, what to be found by, what to hand on.",
            es="Cada matriz tiene un papel: qué busco, por qué me encuentran, qué entrego.",
        ),
        hint=Text(
            en="Read the three lines aloud, with the name on the left and the matrix on the right.",
            es="Lee las tres líneas en voz alta, el nombre a la izquierda y la matriz a la "
            "derecha.",
        ),
        source=THEORY.format(n=1),
        example="Q = x @ self.W_Q    # (T, d_model)",
    )
)
scores = step(
    About(
        id="scores",
        block="A",
        points=3,
        title=Text(
            en="Scores are Q_h @ K_h.T / sqrt(d_head) for each head",
            es="Los scores son Q_h @ K_h.T / sqrt(d_head) en cada cabeza",
        ),
        why=Text(
            en="Without the scale of its own width a head's softmax becomes too sharp or too flat.",
            es="Sin la escala de su propia anchura, el softmax de una cabeza queda demasiado "
            "picuda o "
            "demasiado plano.",
        ),
        hint=Text(
            en="Queries in the rows, keys in the columns; divide by the root of the width of a "
            "head.",
            es="Queries en las filas, keys en las columnas; divide por la raíz del ancho de una "
            "cabeza.",
        ),
        source=THEORY.format(n="3a"),
        example="(Q_h @ K_h.T)[i, j] == Q_h[i] @ K_h[j]    # Q_h @ K_h.T: (T, T)",
    )
)
softmax = step(
    About(
        id="softmax",
        block="A",
        points=3,
        title=Text(
            en="Softmax over the keys of each query, stable",
            es="Softmax sobre las keys de cada query, estable",
        ),
        why=Text(
            en="Each query shares out exactly 1 among the keys; large scores must not overflow.",
            es="Cada query reparte exactamente 1 entre las keys; los scores grandes no deben "
            "desbordarse.",
        ),
        hint=Text(
            en="Sum the attention of one head along its rows, then along its columns.",
            es="Suma la atención de una cabeza por filas y después por columnas.",
        ),
        source=THEORY.format(n="3c"),
        example="np.allclose(attn.sum(axis=-1), 1)    # attn: (H, T, T)",
    )
)
mask = step(
    About(
        id="mask",
        block="A",
        points=3,
        title=Text(
            en="The mask is added to every head's scores before softmax",
            es="La máscara se suma a los scores de todas las cabezas antes de softmax",
        ),
        why=Text(
            en="The next lab's causal mask relies on it: 0 leaves a score, -1e9 hides a key.",
            es="La máscara causal del lab siguiente depende de esto: 0 deja el score, -1e9 oculta "
            "la "
            "key.",
        ),
        hint=Text(
            en="Where it is used: after scaling, before softmax, and only if it is not None.",
            es="Dónde se usa: después de escalar, antes de softmax y solo si no es None.",
        ),
        source=Text(
            en="Lab 01, block A; lab 02, the mask's contract",
            es="Lab 01, bloque A; lab 02, contrato de la máscara",
        ),
        example="np.allclose(mha.forward(x, np.zeros((T, T))), mha.forward(x))",
    )
)
