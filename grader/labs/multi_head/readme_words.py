"""The sentences about README.md."""

from __future__ import annotations

from grader.model import Text

SOURCE = Text(en="Lab 01, block D", es="Lab 01, bloque D")
BIAS_SOURCE = Text(en="Lab 01, pitfalls", es="Lab 01, Trampas")

EQUIVALENCE = Text(
    en="README.md states the maximum difference of block B",
    es="README.md indica la diferencia máxima del bloque B",
)
EQUIVALENCE_WHY = Text(
    en="“They agree” can mean anything. The number says how well, and lets others compare.",
    es="«Coinciden» puede significar cualquier cosa. El número dice hasta qué punto y permite "
    "comparar.",
)
EQUIVALENCE_HINT = Text(
    en="Write the number that verify.py printed, not only the tolerance that it is below.",
    es="Escribe el número que imprimió verify.py, no solo la tolerancia que no supera.",
)
HEADS = Text(
    en="README.md says whether the four heads can be told apart",
    es="README.md dice si se distinguen las cuatro cabezas",
)
HEADS_WHY = Text(
    en="A picture without a conclusion leaves the reader to guess what you saw in it.",
    es="Una figura sin conclusión obliga a adivinar qué viste en ella.",
)
HEADS_HINT = Text(
    en="Look at heatmap.png and answer in a sentence: can the four heads be told apart, yes or no?",
    es="Mira heatmap.png y contesta con una frase: ¿se distinguen las cuatro cabezas, sí o no?",
)
BIAS = Text(
    en="README.md documents that the projections carry no bias",
    es="README.md documenta que las proyecciones no llevan sesgo",
)
BIAS_WHY = Text(
    en="Whether the projections carry a bias cannot be seen from the class's API, and later phases "
    "count on its absence.",
    es="Que las proyecciones lleven sesgo o no no se ve en la API de la clase, y las fases "
    "siguientes cuentan con que no lo hay.",
)
BIAS_HINT = Text(
    en="Say in a sentence whether W_Q, W_K, W_V and W_O carry a bias.",
    es="Di con una frase si W_Q, W_K, W_V y W_O llevan sesgo.",
)

ABSENT = Text(
    en="There is no {path} to read; see `six-files`.",
    es="No hay {path} que leer; véase `six-files`.",
)
EMPTY = Text(
    en="README.md holds nothing of your own yet: only headings, the template's words, comments, or "
    "a copy of other files.",
    es="README.md todavía no tiene nada tuyo: solo títulos, el texto de la plantilla, comentarios "
    "o una copia de otros archivos.",
)
CUT = Text(
    en="README.md is so long that only its beginning was read, and no answer stands there. A "
    "person has to look.",
    es="README.md es tan largo que solo se leyó el principio, y ahí no está la respuesta. Tiene "
    "que mirarlo una persona.",
)
QUOTE = Text(en="It says: “{text}”", es="Dice: «{text}»")
NO_NUMBER = Text(
    en="No maximum difference is stated. Write the number that verify.py printed, for example: "
    "“The maximum difference is …”.",
    es="No se indica ninguna diferencia máxima. Escribe el número que imprimió verify.py, por "
    "ejemplo: «La diferencia máxima es …».",
)
NUMBER_UNSURE = Text(
    en="Whether this states the maximum difference of block B is for a person to decide. A number "
    "such as the one that verify.py printed would leave no doubt; a bound or the tolerance alone "
    "does not say how large the difference is.",
    es="Si esto indica la diferencia máxima del bloque B lo tiene que decidir una persona. Un "
    "número como el que imprimió verify.py no dejaría dudas; una cota o la tolerancia no dicen por "
    "sí solas cuánto es la diferencia.",
)
NUMBERS_DIFFER = Text(
    en="Different maximum differences are given, some below 1e-5 and some not. A person has to "
    "decide which one is that of block B.",
    es="Se dan diferencias máximas distintas, unas menores que 1e-5 y otras no. Una persona tiene "
    "que decidir cuál es la del bloque B.",
)
UNMEASURED = Text(
    en="A maximum difference is stated, and nothing could be measured at H = 1 to compare it with. "
    "The checks of block A say why.",
    es="Se indica una diferencia máxima, pero no se pudo medir nada con H = 1 para compararla. Las "
    "comprobaciones del bloque A dicen por qué.",
)
TOLERANCE = Text(
    en="The stated difference is {claimed}, which is the tolerance itself; {got} was measured. A "
    "person has to decide what is meant.",
    es="La diferencia indicada es {claimed}, que es la propia tolerancia; se midió {got}. Una "
    "persona tiene que decidir a qué se refiere.",
)
TOO_LARGE = Text(
    en="The stated maximum difference is {claimed}, which is not below 1e-5, and on the sizes "
    "of block B (d_model = 4, H = 1) {got} was measured. Run verify.py again and write the "
    "number that it prints.",
    es="La diferencia máxima indicada es {claimed}, que no es menor que 1e-5, y con los tamaños "
    "del bloque B (d_model = 4, H = 1) se midió {got}. Vuelve a ejecutar verify.py y escribe el "
    "número que imprima.",
)
HONEST = Text(
    en="The stated maximum difference is {claimed}, and {got} was measured. It is reported as it "
    "is, "
    "and the lab asks for less than 1e-5: mend what `single-head` says and write the new number. A "
    "person decides about the points.",
    es="La diferencia máxima indicada es {claimed}, y se midió {got}. Se cuenta lo que hay, y el "
    "lab "
    "pide menos de 1e-5: arregla lo que dice `single-head` y escribe el número nuevo. Sobre los "
    "puntos decide una persona.",
)
DIFFERS = Text(
    en="The stated maximum difference is {claimed}, and on the sizes of block B (d_model = 4, H "
    "= 1) your class was measured to differ from single-head attention followed by W_O by {got}. "
    "Run verify.py again and write what it prints; if that is a small number, look at what "
    "verify.py compares.",
    es="La diferencia máxima indicada es {claimed}, y con los tamaños del bloque B (d_model = "
    "4, H = 1) se midió que tu clase difiere de single-head attention seguida de W_O en {got}. "
    "Vuelve a ejecutar verify.py y escribe lo que imprima; si es un número pequeño, revisa qué "
    "compara verify.py.",
)
NO_ANSWER = Text(
    en="The stated maximum difference is {claimed}, and at H = 1 your class gave no answer that "
    "could "
    "be compared. Mend what `single-head` says, run verify.py again and write what it prints.",
    es="La diferencia máxima indicada es {claimed}, y con H = 1 tu clase no dio una respuesta que "
    "se "
    "pudiera comparar. Arregla lo que dice `single-head`, vuelve a ejecutar verify.py y escribe lo "
    "que imprima.",
)
PRINTED = Text(
    en="The stated maximum difference is {claimed}, as in verify_output.txt, and on the sizes "
    "of block B (d_model = 4, H = 1) {got} was measured: verify.py compares something else than "
    "block B asks for. A person decides about the points.",
    es="La diferencia máxima indicada es {claimed}, como en verify_output.txt, y con los "
    "tamaños del bloque B (d_model = 4, H = 1) se midió {got}: verify.py compara otra cosa que "
    "la que pide el bloque B. Sobre los puntos decide una persona.",
)
NO_ANSWER_HEADS = Text(
    en="Nothing says whether the four heads can be told apart. Look at heatmap.png and answer in a "
    "sentence; either answer counts, if the picture bears it out.",
    es="No se dice si las cuatro cabezas se distinguen. Mira heatmap.png y contesta con una frase; "
    "vale cualquier respuesta que la figura confirme.",
)
HEADS_UNSURE = Text(
    en="Whether this says that the four heads can be told apart is for a person to decide.",
    es="Una persona tiene que decidir si esto dice que las cuatro cabezas se distinguen.",
)
CONTRADICTS = Text(
    en="These sentences seem to say opposite things. A person has to decide what is meant.",
    es="Estas frases parecen decir cosas opuestas. Una persona tiene que decidir qué se quiere "
    "decir.",
)
PICTURE_APART = Text(
    en="It says that the heads cannot be told apart, and with random weights four different "
    "patterns "
    "are to be expected. A person has to look at heatmap.png.",
    es="Dice que las cabezas no se distinguen, y con pesos aleatorios lo esperable son cuatro "
    "patrones distintos. Una persona tiene que mirar heatmap.png.",
)
PICTURE_ALIKE = Text(
    en="It says that the heads can be told apart, and in the picture they look alike. A person has "
    "to look at heatmap.png.",
    es="Dice que las cabezas se distinguen, y en la figura se ven iguales. Una persona tiene que "
    "mirar heatmap.png.",
)
EMPTY_HEADS = Text(
    en="README.md holds nothing of your own yet, so nothing says whether the four heads can be "
    "told apart. Look at heatmap.png and answer in a sentence.",
    es="Como README.md todavía no tiene nada tuyo, no se dice si las cuatro cabezas se distinguen. "
    "Mira heatmap.png y contesta con una frase.",
)
EMPTY_BIAS = Text(
    en="README.md holds nothing of your own yet, so nothing says whether the projections carry a "
    "bias. Add a sentence that documents it.",
    es="Como README.md todavía no tiene nada tuyo, no se dice si las proyecciones llevan sesgo. "
    "Añade una frase que lo documente.",
)
NO_BIAS_SAID = Text(
    en="Nothing says whether the projections carry a bias. Add a sentence that documents it.",
    es="No se dice si las proyecciones llevan sesgo. Añade una frase que lo documente.",
)
BIAS_UNSURE = Text(
    en="Whether this documents that the projections carry no bias is for a person to decide.",
    es="Si esto documenta que las proyecciones no llevan sesgo lo tiene que decidir una persona.",
)
BIAS_SAID = Text(
    en="It says that there is a bias, and the lab's projections carry none. Take it out of the "
    "class if it is there, and document that there is none.",
    es="Dice que hay un sesgo, y las proyecciones del lab no llevan ninguno. Quítalo de la clase "
    "si está, y documenta que no lo hay.",
)
