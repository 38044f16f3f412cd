"""What both languages use to deny, to doubt, and to say yes or no; of plain sentences."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from grader.labs.multi_head.readme.hearsay import hearsay

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.labs.multi_head.readme.sentence import Sure

_IDIOMS = re.compile(
    r"\b(?:sin (?:ninguna? |la menor |lugar a )?(?:dudas?|problemas?|dificultad"
    r"|esfuerzo)(?: alguna)?"
    r"|(?:de eso )?no (?:hay|cabe|tengo)(?: ninguna| la menor)? duda(?: de)?(?: que)?"
    r"|no doubts?(?: that)?"
    r"|without (?:any |a )?(?:doubt|problems?|difficulty|effort|trouble|question)|sin mirar mucho"
    r"|como (?:se esperaba|era de esperar|esperaba|cabia esperar)|as (?:was |i )?expected"
    r"|no hace falta (?:ni )?\w+(?: \w+)? para|no need to \w+|sin (?:entrenar|entrenamiento)"
    r"|untrained"
    r"|nada mas (?:verl[ao]s|abrir)|at a glance|no wonder|si no me equivoco"
    r"|(?:con|with) (?:los )?(?:pesos aleatorios|random (?:weights|init\w*)))\b"
)
NOT = (
    r"\b(?:no|not|ni|nunca|never|jamas|ningun[ao]?s?|none|neither|nor|nobody|nadie|sin|without"
    r"|tampoco|imposible|impossible|unable|lejos de|far from|anything but|lacks?|lacking|carecen?"
    r"|nada de|nothing|cero|zero|free of|libres? de|fails? to|-free)\b"
)
_DOUBT = re.compile(
    r"\b(?:quizas?|tal vez|a lo mejor|maybe|perhaps|probabl[ey]\w*|posiblemente|possibly|puede que"
    r"|supong\w+|suppose\w*|i guess|casi|almost|nearly|practicamente|hardly|barely|apenas|scarcely"
    r"|algo|somewhat|slightly|un poco|un poquito|(?<!bit )a bit|mas o menos|more or less|kind of"
    r"|sort of"
    r"|depend\w*|en parte|partly|partial\w*|parcial\w*|mostly|la mayoria|most of|not sure"
    r"|no (?:estoy|tengo) (?:muy )?(?:segur|clar)\w*|no (?:lo )?se(?= si|,|\.|$)|i do not know"
    r"|dificil\w*|cuesta\w*|hard to|difficult|except\w*|salvo|menos la|unless|solo (?:la|las|el"
    r"|los|w_)"
    r"|only|en teoria|in theory|whether|debe(?:n|ria\w*)?|should\w*|ought|would|could|podria\w*"
    r"|might|may"
    r"|must|seria\w*|expect\w*|se espera|esper(?:o|amos|aba)|se supone|supposed|will|wo not|va a"
    r"|van a"
    r"|sera|seran|vera|veran|tendra\w*|llevara\w*|todo|tbd|fixme|pendiente|pending|por hacer"
    r"|falta\w*"
    r"|hay que|tengo que|need to|have to|habria|hubiera\w*|if|a veces|sometimes|tiend\w+|tend"
    r"|imagin\w+|no es que|it is not that|not that|no solo|not only|not just|not necessarily"
    r"|no tanto"
    r"|xxx|rellenar|fill (?:in|me)|lo dudo|doubt\w*|demasiad\w+|too)\b"
    r"|(?<!como )(?<!entre )\bsi\b(?! mism)|\?\?"
)
_BELIEF = re.compile(
    r"\b(?:no|not|never|nunca|dudo)(?: (?:me|se|lo|i|we|really|puede|puedo|can|could|would|to))*"
    r" (?:cre\w+|pien\w+|think|believe|say|dir\w+|decir|parec\w+ que|seem\w*|claim|afirm\w+|cierto"
    r"|true"
    r"|verdad|case|conven\w+|conclu\w+|asegur\w+)\b"
)
_ASIDE = re.compile(
    r"\b(?:antes|al principio|inicialmente|initially|at first|previously|originally|earlier|before"
    r"|primer[ao]? (?:version|intento)|first (?:version|attempt)|bug|sabot\w+|a proposito"
    r"|on purpose"
    r"|quit(?:e|o|ar|ando|amos)|remov\w+|romp\w+|broke|break\w*|cambi(?:e|ar|ando)|tras entrenar"
    r"|despues"
    r"|entrenad\w+|trained|training|entrenamiento|fase 18|phase 18|otra maquina|another machine"
    r"|other machines?|otr[ao]s? (?:ordenador|pc|cpu)\w*|instead|en (?:vez|lugar) de|comment\w+ out"
    r"|coment(?:e|ar|o)|equivocad\w+|forgot\w*|olvid\w+|por error|by mistake|mal[ao]? (?:reshape"
    r"|version)|wrong"
    r"|sin (?:la )?w_o|without w_o)\b"
)
_BREAK = re.compile(
    r"[,;:()|—–→]|\s-+\s|\.{2,}|\b(?:pero|but|aunque|although|though|even if|while|whereas|mientras"
    r"(?: que)?|porque|xq|because|since|ya que|puesto que|however|sin embargo|sino|so that|asi que"
    r"|por (?:lo )?tanto|therefore|hence|aun asi|yet|still)\b"
    r"|\b(?:y|and|e)\b(?= (?:\w+ ){0,3}(?:son|estan|se|are|is|es|can|look|lleva|llevan|tiene|tienen"
    r"|has|have|hay|there|each|cada|they|las|los|the|el|la|no|all|todas|carry|carries)\b)"
)
YES = (
    r"(?:yes|si|yep|yup|yeah|sip|claro|correcto|correct|efectivamente|afirmativo|por supuesto"
    r"|of course|definitely|totalmente|absolutely|true|verdadero|indeed|clearly|claramente"
    r"|perfectamente)"
)
NO = (
    r"(?:no|nope|ningun[ao]?|none|nunca|never|nada|false|falso|para nada|not at all|en absoluto"
    r"|negativo|nop|neither)"
)
_LEAD = (
    r"(?:(?:pues|bueno|hombre|well|vale|ok|en efecto|la verdad(?: es)? que|claro que"
    r"|desde luego que|yo diria que|the answer is|la respuesta es|oh)\W+)*"
)
_MUCH = (
    r"(?: (?:mucho|bastante|claramente|perfectamente|del todo|totalmente|a simple vista|quite"
    r"|clearly|definitely|very much|a lot|easily|of course|at all|en absoluto"
    r"|they (?:are|can|do)(?: not)?))?"
)
_SHORT = re.compile(
    rf"^[\W\d_]*(?:[a-z]\)\s*)?{_LEAD}(?:(?P<yes>{YES})|(?P<no>{NO}))(?={_MUCH}\s*(?:[^\w\s]|$))"
)


def clauses(sentence: str) -> Iterator[str]:
    """The parts of a plain sentence that a ``not`` reaches; idioms that deny nothing are gone."""
    return (part for part in _BREAK.split(_IDIOMS.sub(" ", sentence)) if part and part.strip())


def denied(before: str) -> bool:
    """Whether words that stand before a predicate deny it (``no`` and ``ninguna`` deny it once)."""
    return bool(re.search(NOT, before))


def sure(sentence: str, clause: str = "") -> Sure:
    """How firmly it is said: doubt reaches through a clause, disbelief through a sentence."""
    if hearsay(sentence):
        return "aside"
    words = _IDIOMS.sub(" ", clause or sentence)
    if _ASIDE.search(words) or (clause and re.search(r"\b(?:bug|sabot\w+|on purpose)\b", sentence)):
        return "aside"
    whole = re.search(r"\b(?:todo|tbd|fixme|pendiente)\b:?", sentence[:12])
    return "unsure" if _DOUBT.search(words) or _BELIEF.search(sentence) or whole else "clear"


def short(sentence: str) -> bool | None:
    """The yes or no that a sentence starts with, if it does."""
    match = _SHORT.match(sentence)
    return None if match is None else bool(match["yes"])


def keyed(sentence: str) -> tuple[str, bool] | None:
    """``heads distinct: yes`` as the key and the answer."""
    match = re.match(
        rf"^[\W\d_]*(?P<key>[^:=|]{{2,80}}?\??)\s*[:=|→⇒]+[\s*`]*(?:(?P<yes>{YES})"
        rf"|{NO})(?:\s+(?:yes|no))?[\s.*!`]*(?:$|[(,;.–—-])",
        sentence,
    )
    return (match["key"], bool(match["yes"])) if match else None
