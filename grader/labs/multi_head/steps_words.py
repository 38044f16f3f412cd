"""What is said about steps that no known mistake explains."""

from grader.model import Text

UNSTEADY = Text(
    en="the same question has more than one answer, so its steps cannot be judged",
    es="la misma pregunta tiene más de una respuesta, así que sus pasos no se pueden juzgar",
)
MEDDLES = Text(
    en="forward modifies what it is given (see `pure`), and with that this step cannot be seen; "
    "mend that first",
    es="forward modifica lo que recibe (véase `pure`) y así este paso no se puede ver; arregla eso "
    "antes",
)
NO_NUMBERS = Text(
    en="forward gave no numbers that could be judged",
    es="forward no dio números que se puedan juzgar",
)
CALLED = Text(
    en="forward(x, mask=None) cannot be called as the lab does; see `api`",
    es="no se puede llamar a forward(x, mask=None) como hace el lab; véase `api`",
)
NONE_RAISES = Text(
    en="forward(x) fails without a mask; with one it is right",
    es="forward(x) falla sin máscara; con ella es correcto",
)
MASKED = Text(
    en="without a mask forward is right, with one it is not: the mask must be added to the scores "
    "of every head before softmax",
    es="sin máscara forward es correcto y con ella no: la máscara se suma a los scores de todas "
    "las "
    "cabezas antes de softmax",
)
LARGE = Text(
    en="right for small scores, not for large ones: exp overflows unless each row's own maximum is "
    "subtracted first",
    es="correcto con scores pequeños, pero no con grandes: exp se desborda si antes no se resta a "
    "cada "
    "fila su propio máximo",
)
HEADS_RAISE = Text(
    en="right for one head, and for several it gives no array of the right shape: the heads are "
    "not joined back into (T, d_model)",
    es="correcto con una cabeza, y con varias no da un array de la forma correcta: las cabezas no "
    "se "
    "vuelven a unir en (T, d_model)",
)
SCALE_UNSEEN = Text(
    en="its scale cannot be seen while several heads give no answer",
    es="su escala no se puede ver mientras varias cabezas no den respuesta",
)
UNSEEN = Text(
    en="forward differs from the lab's formula in a way that leaves this step unclear",
    es="forward difiere de la fórmula del lab de un modo que no permite juzgar este paso",
)
DROPPED = Text(
    en="what is returned holds nothing of this step, so it cannot be judged",
    es="lo que se devuelve no contiene nada de este paso, así que no se puede juzgar",
)
MASK_RAISES = Text(
    en="without a mask forward is right; with one, {why}",
    es="sin máscara forward es correcto; con ella, {why}",
)
LARGE_RAISES = Text(
    en="right for small numbers; for scores in the thousands, {why}",
    es="correcto con números pequeños; con scores de miles, {why}",
)
