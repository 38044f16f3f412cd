"""Why a verify.py cannot fail: what its text shows, and what its runs do."""

from __future__ import annotations

from grader.model import Text

# As its text shows.
TUPLE = Text(
    en="`assert (condition, message)` asserts a tuple, and a tuple that is not empty is always "
    "true: take the parentheses away",
    es="`assert (condición, mensaje)` comprueba una tupla, y una tupla no vacía siempre es "
    "verdadera: quita los paréntesis",
)
CONSTANT = Text(
    en="this assertion is true whatever forward does: one of its sides is a constant",
    es="esta aserción es verdadera haga lo que haga forward: uno de sus lados es una constante",
)
CAUGHT = Text(
    en="this `except` catches the failure and lets the script end as if all were well: let the "
    "exception through, or end with sys.exit(1)",
    es="este `except` captura el fallo y deja que el script termine como si todo fuera bien: deja "
    "pasar la excepción o termina con sys.exit(1)",
)
UNUSED = Text(
    en="the result of `{what}` is thrown away: put `assert` before it",
    es="el resultado de `{what}` no se usa: escribe `assert` delante",
)
PRINTED = Text(
    en="the result of the comparison is only printed: printing False does not make a script fail; "
    "use assert",
    es="el resultado de la comparación solo se imprime: imprimir False no hace fallar un script; "
    "usa assert",
)
ITSELF = Text(
    en="`{what}` is compared with itself: one side has to be computed without forward",
    es="`{what}` se compara consigo mismo: uno de los lados tiene que calcularse sin forward",
)
BOTH_BY_FORWARD = Text(
    en="both sides come from forward, so they are wrong together: one has to be computed with "
    "single_head_attention and W_O",
    es="los dos lados salen de forward, así que se equivocan juntos: uno tiene que calcularse con "
    "single_head_attention y W_O",
)
COPY = Text(
    en="the script has a class MultiHeadAttention of its own: import the one of attention.py, "
    "which is to be tested",
    es="el script tiene su propia clase MultiHeadAttention: importa la de attention.py, que es la "
    "que hay que probar",
)
UNCALLED = Text(
    en="nothing calls `{name}`, so its assertions never run: call it at the end of the file",
    es="nadie llama a `{name}`, así que sus aserciones no se ejecutan nunca: llámala al final del "
    "archivo",
)
LOOSE = Text(
    en="the tolerance {value} is looser than the lab's 1e-5, and lets wrong answers through",
    es="la tolerancia {value} es más amplia que la del lab, 1e-5, y deja pasar respuestas erróneas",
)
DECIMALS = Text(
    en="{n} decimals are fewer than the lab's tolerance of 1e-5 asks for",
    es="{n} decimales son menos de los que pide la tolerancia del lab, 1e-5",
)
ANY = Text(
    en="`any` is content with a single number that agrees: use `all`",
    es="`any` se conforma con que coincida un solo número: usa `all`",
)
SIGNED = Text(
    en="`{name}` of a difference without `abs`: negative differences are not seen, or cancel out",
    es="`{name}` de una diferencia sin `abs`: las diferencias negativas no se ven o se compensan",
)
NO_EXIT = Text(
    en="with `exit=False` unittest reports a failure and the script still ends with success: leave "
    "it out",
    es="con `exit=False` unittest informa del fallo y el script termina igualmente con éxito: "
    "quítalo",
)
EXIT_ZERO = Text(
    en="exit code 0 means success: where something is wrong, end with 1",
    es="el código de salida 0 significa éxito: si algo está mal, termina con 1",
)
NOTHING = Text(
    en="nothing in the script can make it fail: there is no assert, no raise and no sys.exit",
    es="nada en el script puede hacerlo fallar: no hay ningún assert, raise ni sys.exit",
)

# As its runs show.
UNLOADED = Text(
    en="it ran without ever loading {path}, so it does not test your class",
    es="se ejecutó sin cargar nunca {path}, así que no prueba tu clase",
)
NO_FORWARD = Text(
    en="it never called `forward` of the class in {path}: compare with `mha.forward(X)`",
    es="no llamó nunca al `forward` de la clase de {path}: compara con `mha.forward(X)`",
)
ZEROS = Text(
    en="every answer of `forward` was zeros: with such an input a wrong forward looks right; draw "
    "X at random",
    es="todas las respuestas de `forward` fueron ceros: con esa entrada un forward erróneo "
    "parece correcto; genera X al azar",
)
SMALL_ONLY = Text(
    en="a forward that is off by 1e-3 is noticed and one that is off by 5e-5 is not: the tolerance "
    "is looser than the lab's 1e-5",
    es="nota un forward con un error de 1e-3 pero no uno de 5e-5: la tolerancia es más amplia que "
    "la del lab, 1e-5",
)
NOT_EACH = Text(
    en="it compares sums, norms or some of the elements: compare all of them, one by one, as "
    "np.abs(got - expected).max() does",
    es="compara sumas, normas o solo algunos elementos: compáralos todos, uno por uno, como hace "
    "np.abs(got - expected).max()",
)
ONE_SIGN = Text(
    en="it notices an error of one sign and not of the other: take the absolute value of the "
    "difference",
    es="nota un error de un signo pero no del otro: toma el valor absoluto de la diferencia",
)
NO_OUTPUT = Text(
    en="it does not notice that W_O is left out: what it compares with has to end with `@ W_O`, "
    "applied once",
    es="no nota que falta W_O: aquello con lo que compara tiene que terminar en `@ W_O`, aplicado "
    "una vez",
)
SURVIVED = Text(
    en="a test is worth something if it fails when forward is wrong. So verify.py was run {all} "
    "more times in a copy of your repository, each time with the answer of forward spoilt on "
    "purpose, and {n} times it still ended as if all were well. It did not notice: {names}",
    es="una prueba sirve si falla cuando forward está mal. Por eso verify.py se ejecutó {all} "
    "veces más en una copia de tu repositorio, cada vez con la respuesta de forward estropeada a "
    "propósito, y {n} veces terminó como si todo estuviera bien. No notó: {names}",
)
ADDED = Text(en="about {by} added to every number", es="unos {by} sumados a cada número")
TAKEN = Text(en="about {by} taken from every number", es="unos {by} restados a cada número")
TIMES = Text(en="every number multiplied by {by}", es="cada número multiplicado por {by}")
NO_W_O = Text(en="W_O left out", es="que falta W_O")
EXCHANGED = Text(
    en="the largest and the smallest number of the last row exchanged",
    es="el número mayor y el menor de la última fila intercambiados",
)
TRY_SLIGHT = Text(
    en="Add 0.00005 to what forward returns, run verify.py, see it fail, and put it back.",
    es="Suma 0.00005 a lo que devuelve forward, ejecuta verify.py, mira que falle y deshazlo.",
)
TRY_NO_W_O = Text(
    en="Take `@ self.W_O` away from what forward returns, run verify.py, see it fail, and put it "
    "back.",
    es="Quita `@ self.W_O` de lo que devuelve forward, ejecuta verify.py, mira que falle y "
    "deshazlo.",
)
SHARED = Text(
    en="it is content with your forward, which is wrong, and rejects a right one: what it "
    "compares with makes the same mistake",
    es="da por bueno tu forward, que es erróneo, y rechaza uno correcto: aquello con lo que "
    "compara comete el mismo error",
)
SHARED_OUTPUT = Text(
    en="block B applies W_O to what single_head_attention returns; without that, a forward "
    "without W_O passes",
    es="el bloque B aplica W_O a lo que devuelve single_head_attention; sin eso, un forward sin "
    "W_O pasa la prueba",
)
BY_RIGHT = Text(
    en="your forward makes it fail already, so this was tried with a right forward in its place: "
    "that one passes, and every wrong one fails",
    es="tu forward ya lo hace fallar, así que se probó con un forward correcto en su lugar: ese "
    "pasa, y todos los erróneos fallan",
)
DISTURBED = Text(
    en="it fails as soon as the file of the class is touched, even where nothing changes: a person "
    "has to look",
    es="falla en cuanto se toca el archivo de la clase, aunque no cambie nada: tiene que mirarlo "
    "una persona",
)
SLOW = Text(
    en="it takes so long that it could not be run with every change of forward: a person has to "
    "look. Nothing in the lab needs more than a second.",
    es="tarda tanto que no se pudo ejecutar con todos los cambios de forward: tiene que mirarlo "
    "una persona. Nada en el lab necesita más de un segundo.",
)
UNTOUCHED = Text(
    en="forward could not be made wrong for this script: a person has to look",
    es="no se pudo estropear forward para este script: tiene que mirarlo una persona",
)
NOT_RUN = Text(
    en="verify.py does not run to its end here, so nothing can be made to fail; see `verify-runs`",
    es="verify.py no llega aquí a su final, así que no se puede probar que falle; véase "
    "`verify-runs`",
)
COPY_BESIDE = Text(
    en="{path} holds a class MultiHeadAttention of its own: what verify.py tests has to be the "
    "class of attention.py",
    es="{path} tiene su propia clase MultiHeadAttention: lo que verify.py prueba tiene que ser la "
    "clase de attention.py",
)
