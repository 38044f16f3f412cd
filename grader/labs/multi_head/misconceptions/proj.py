"""Mistakes in the projections: a weight matrix that is turned round or plays another's role."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.labs.multi_head.misconceptions.declare import misconception
from grader.labs.multi_head.misconceptions.sources import LAB_BLOCK_A, THEORY_CONSTRUCTION
from grader.model import Text
from reference import MultiHeadAttention

if TYPE_CHECKING:
    from reference.attention import Array, Triple

WHY_ROLES = Text(
    en="What a token asks for, what it offers and what it hands over are three different things; "
    "each has its own matrix so that each can be learned on its own.",
    es="Lo que un token pregunta, lo que ofrece y lo que entrega son tres cosas distintas; cada "
    "una tiene su propia matriz para poder aprenderse por separado.",
)
HINT_ROLES = Text(
    en="Read the three projection lines aloud: the letter on the left and the letter of the "
    "weight on the right should be the same, here and wherever Q, K and V are used.",
    es="Lee en voz alta las tres líneas de proyección: la letra de la izquierda y la del peso de "
    "la derecha deben coincidir, ahí y en cada sitio donde uses Q, K y V.",
)


@misconception(
    "proj/w-transposed",
    says=Text(
        en="You project with the transposed matrices, x @ W.T, for Q, K and V.",
        es="Proyectas con las matrices traspuestas, x @ W.T, para Q, K y V.",
    ),
    why=Text(
        en="In this lab a weight maps from its rows to its columns. The transpose is what a "
        "library layer that stores (out, in) needs, and it is another linear map.",
        es="En este lab un peso va de sus filas a sus columnas. La traspuesta es lo que necesita "
        "una capa de librería que guarda (salida, entrada), y es otra aplicación lineal.",
    ),
    hint=Text(
        en="Compare your three projections with the first bullet of forward in the lab: is each "
        "matrix used as it is stored?",
        es="Compara tus tres proyecciones con el primer punto del forward en el lab: ¿usas cada "
        "matriz tal como está guardada?",
    ),
    source=LAB_BLOCK_A,
)
class _WTransposed(MultiHeadAttention):
    def project(self, x: Array) -> Triple:
        return x @ self.W_Q.T, x @ self.W_K.T, x @ self.W_V.T


@misconception(
    "proj/w-left",
    says=Text(
        en="You multiply in the other order, W @ x, which only runs when T happens to equal "
        "d_model.",
        es="Multiplicas en el otro orden, W @ x, y eso solo funciona cuando T coincide por "
        "casualidad con d_model.",
    ),
    why=Text(
        en="x holds one token per row. With the weight on the left the tokens are mixed with one "
        "another and the features are left alone, the reverse of a projection.",
        es="x lleva un token por fila. Con el peso a la izquierda se mezclan los tokens entre sí "
        "y las features quedan intactas: justo lo contrario de una proyección.",
    ),
    hint=Text(
        en="Write the two shapes beside each other. The inner numbers must meet for every T.",
        es="Escribe las dos formas una junto a otra. Los números interiores deben coincidir para "
        "cualquier T.",
    ),
    source=LAB_BLOCK_A,
)
class _WLeft(MultiHeadAttention):
    def project(self, x: Array) -> Triple:
        return self.W_Q @ x, self.W_K @ x, self.W_V @ x


@misconception(
    "proj/qk-weights-swapped",
    says=Text(en="Q is made with W_K and K with W_Q.", es="Q se calcula con W_K, y K con W_Q."),
    why=Text(
        en="The scores come out transposed: token i now gets the attention that j should pay to i.",
        es="Los scores salen traspuestos: el token i recibe la atención que j debería prestarle "
        "a i.",
    ),
    hint=HINT_ROLES,
    source=LAB_BLOCK_A,
)
class _QKWeightsSwapped(MultiHeadAttention):
    def project(self, x: Array) -> Triple:
        q, k, v = super().project(x)
        return k, q, v


@misconception(
    "proj/v-from-wk",
    says=Text(
        en="V is made with W_K, so that W_V is never used.",
        es="V se calcula con W_K, así que W_V no se usa nunca.",
    ),
    why=WHY_ROLES,
    hint=HINT_ROLES,
    source=LAB_BLOCK_A,
)
class _VFromWK(MultiHeadAttention):
    def project(self, x: Array) -> Triple:
        q, k, _ = super().project(x)
        return q, k, k


@misconception(
    "proj/v-from-wq",
    says=Text(
        en="V is made with W_Q, so that W_V is never used.",
        es="V se calcula con W_Q, así que W_V no se usa nunca.",
    ),
    why=WHY_ROLES,
    hint=HINT_ROLES,
    source=LAB_BLOCK_A,
)
class _VFromWQ(MultiHeadAttention):
    def project(self, x: Array) -> Triple:
        q, k, _ = super().project(x)
        return q, k, q


@misconception(
    "proj/k-from-wq",
    says=Text(
        en="K is made with W_Q, so that W_K is never used and every score is q_i · q_j.",
        es="K se calcula con W_Q, así que W_K no se usa nunca y cada score es q_i · q_j.",
    ),
    why=Text(
        en="The scores become symmetric: i attends to j exactly as strongly as j to i before the "
        "softmax. A verb could not look at its subject without the reverse.",
        es="Los scores se vuelven simétricos: antes del softmax, i puntúa a j igual que j a i. Un "
        "verbo no podría mirar a su sujeto sin que ocurra también lo contrario.",
    ),
    hint=HINT_ROLES,
    source=THEORY_CONSTRUCTION,
)
class _KFromWQ(MultiHeadAttention):
    def project(self, x: Array) -> Triple:
        q, _, v = super().project(x)
        return q, q, v


@misconception(
    "proj/q-from-wk",
    says=Text(
        en="Q is made with W_K, so that W_Q is never used and every score is k_i · k_j.",
        es="Q se calcula con W_K, así que W_Q no se usa nunca y cada score es k_i · k_j.",
    ),
    why=Text(
        en="The scores become symmetric, so that no token can ask for something other than what "
        "it offers itself.",
        es="Los scores se vuelven simétricos, así que ningún token puede buscar algo distinto de "
        "lo que él mismo ofrece.",
    ),
    hint=HINT_ROLES,
    source=THEORY_CONSTRUCTION,
)
class _QFromWK(MultiHeadAttention):
    def project(self, x: Array) -> Triple:
        _, k, v = super().project(x)
        return k, k, v


@misconception(
    "proj/kv-weights-swapped",
    says=Text(en="K is made with W_V and V with W_K.", es="K se calcula con W_V, y V con W_K."),
    why=WHY_ROLES,
    hint=HINT_ROLES,
    source=LAB_BLOCK_A,
)
class _KVWeightsSwapped(MultiHeadAttention):
    def project(self, x: Array) -> Triple:
        q, k, v = super().project(x)
        return q, v, k


@misconception(
    "proj/qv-weights-swapped",
    says=Text(en="Q is made with W_V and V with W_Q.", es="Q se calcula con W_V, y V con W_Q."),
    why=WHY_ROLES,
    hint=HINT_ROLES,
    source=LAB_BLOCK_A,
)
class _QVWeightsSwapped(MultiHeadAttention):
    def project(self, x: Array) -> Triple:
        q, k, v = super().project(x)
        return v, k, q
