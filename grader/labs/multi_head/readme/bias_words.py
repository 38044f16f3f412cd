"""The words of both languages for a projection with a bias, or without.

All are for plain sentences: lower case, no accents.
"""

from __future__ import annotations

import re

WORD = r"\b(?:bias(?:es)?|sesgos?|terminos? independientes?|ses?jo)\b"
LETTER = re.compile(
    r"\b(?P<no>sin|without|no|ni|ningun[ao]?|zero|cero|free of|not (?:have|add|use|carry) an?"
    r"|(?:no|not) (?:se )?(?:hay|tien\w+|llev\w+|us\w+|anad\w+|inclu\w+|have|has|add\w*|carr\w+))"
    r"\W+(?:(?:el|la|los|las|un|una|ningun[ao]?|any|an?|the|de|usar|anadir|sumar\w*|sumo|suma|suman"
    r"|adding|add|using|se|extra|famos[oa]|tipico|usual)\W+){0,3}"
    r"(?:\+ ?b\b(?:[ '_]*(?:terms?|vectors?|qkvo?|[qkvo]\b))?|\+? ?\bb[- '](?:terms?|vectors?)\b"
    r"|(?:termino|vector|sumando|parametro)s? '?\+? ?b\b|b\b(?=\W*$|[,.;)])|b_[qkvo]\b"
    r"|intercepts?\b|ordenadas? en el origen|terminos? (?:constantes?|aditiv[oa]s?|de sesgo)\b"
    r"|(?:constant|additive|independent) terms?\b|offsets?\b)"
)
"""The bias by its letter or another name, where it is denied: ``+b`` elsewhere may be any sum."""
OTHER = re.compile(
    r"\bsesgos? (?:cognitiv|inductiv|de (?:seleccion|genero|confirmacion|muestreo|los datos|datos)"
    r"|estadistic"
    r"|racial|politic|posicional|hacia|en (?:los datos|el corpus|la entrada)|a favor)\w*"
    r"|\b(?:inductive|cognitive|selection|gender|confirmation|sampling|racial|dataset|data"
    r"|positional?|social"
    r"|recency|causal|locality|human|estimator) bias\w*|\bbias(?:ed)? (?:towards?|against"
    r"|in favou?r|in the (?:data|corpus))"
    r"|\bbias[- ]variance|\bunbiased\b|\bsesgad[oa]s?\b|\bbiased\b"
)
FALSE = re.compile(r"\b(?:use_?)?bias ?= ?(?:false|none|0(?:\.0)?)\b|\bbias[- ]?(?:free|less)\b")
TRUE = re.compile(r"\b(?:use_?)?bias ?= ?true\b")
GONE = (
    r"\b(?:remov\w+|quit\w+|elimin\w+|omit\w*|prescind\w+|skip\w*|dropp?\w*|desactiv\w+|disabled?"
    r"|exclud\w+|excluy\w+|ausencia|absence|ausentes?|absent|carece\w*|lacks?|lacking)\b"
    r"|\ble(?:ft|av\w+)\b.*\bout\b"
)
HAS = (
    r"\b(?:llev\w+|lleb\w+|tien\w+|tenemos|tengo|anad\w+|agreg\w+|inclu[yi]\w*|include\w*|us(?:a|o"
    r"|an|amos|e|es"
    r"|ed|ing|ar|amos|ado)|utili[cz]\w+|have|has|had|having|adds?|added|adding|contain\w*"
    r"|contien\w+|carry|carries"
    r"|sum(?:o|a|an|amos|e)|hay|existe\w*|there (?:is|are)|inicializ\w+|initiali[sz]\w+|aprend\w+"
    r"|pus[eo]\w*|pongo"
    r"|put|incorpor\w+|va[n]? con|come with|appl\w+|aplic\w+|emple\w+|apare\w+|met\w+)\b"
)
NEXT = re.compile(
    r"\b(?:no|sin|without|ni|ningun\w*|zero|cero|nada de|free of|libres? de)(?: (?:any|kind|of"
    r"|tipo|de|ningun\w*|a|an|un"
    r"|una|los?|las?|termin\w+|terms?|parametros?|parameters?|vector\w*|additive|aditiv\w+|extra"
    r"|usar|anadir|incluir"
    r"|llevar|using|adding|having|separate|learn\w+|el|tener|bias|sesgo|independientes?|or|nor|ni"
    r"|offset|aprendible)"
    r"){0,5}$"
)
LATE = re.compile(
    r"^(?: terms?| vectors?| parameters?| en \w+(?: \w+){0,3}?| in \w+(?: \w+){0,3}?|\)|')*\W*"
    r"(?:(?:is|are|was|were|has|have|been|do|does|lo|los|se|he|hemos) )*"
    r"(?:(?:no|not|nunca|never) (?:(?:se|lo|los|las|been|being|he|ha|han|hemos) )*"
    r"(?:us\w+|inclu\w+|hay|existe?n?|aparec\w+|esta\w*|present|added|there|part of|tien\w+|llev\w+"
    r"|anad\w+|appear\w*|exist\w*|pus\w+|pong\w+|utili\w+|forma\w* parte|carr\w+|have|has)\b"
    r"|(?:none|ningun[ao]?) (?:of|in|de|en)\b|(?:no|none|ningun[ao]?|nunca|never)\W*$)"
)
KNOW = re.compile(
    r"\b(?:sobre|about|acerca|regarding|se (?:que|lo|nada|si|como)|entiend\w+|know|understand"
    r"|mir(?:e|ado)|check\w*|document\w*"
    r"|discuss\w*|decid\w+"
    r"|tiempo|time|import\w+|matter\w*|habl\w+|talk\w*|mention\w*|mencion\w*|escrib\w+|wr[io]t\w+"
    r"|pregunt\w+|ask\w*"
    r"|comprob\w+|explic\w+|explain\w*|clar[oa]|clear|segur[oa]|sure|olvid\w+|forg[eo]t\w*|idea"
    r"|hacer con|solo|only|just)\b"
)
FOREIGN = re.compile(
    r"\b(?:softmax|embeddings?|mascara|mask|ffn|mlp|layer ?norm|capa final|datos|corpus"
    r"|heat ?maps?|relativ\w+"
    r"|resultados?|experimento|attention bias|scores?|single_head|tokeni\w+|pytorch|torch|gpt\w*"
    r"|classifier|clasificador"
    r"|bert|llama"
    r"|papers?|original|vaswani|biblioteca|library)\b"
)
OURS = re.compile(
    r"\b(?:w_?[qkvo]\b|proyecc\w+|projection\w*|matri\w+|pesos|weights|lineal\w*|linear|qkv|q, ?k)"
)
ZERO = re.compile(r"\b(?:zero|cero|nul[ao]s?|inicializ\w+ a|set to|puest[oa] a|a 0|= ?0)\b")
SAYS_NO = (
    r"(?:there (?:is|are) (?:none|not any)|ningun[ao] (?:de (?:las|ellas)(?: \w+)? )?(?:lo "
    r"|la )?(?:tiene|lleva)"
    r"|(?:no|not|sin|without|none|nada|cero|zero|0|ningun[ao]?)(?: (?:\w+ )?(?:us\w+|hay|lo hay"
    r"|incl\w+"
    r"|llev\w+|tien\w+|existe"
    r"|have|has|added|present|there|esta|aparece|anad\w+|bias|sesgo|sesgos))?|omit\w+|disabled"
    r"|off)\W*(?:$|[,;.(])"
)
SOME = re.compile(
    r"\b(?:have|has|with|had) one\b|\byes (?:llev|tien|la|las|en|w_)|\b(?:salvo|except\w*"
    r"|menos (?:en|la|el)|(?:solo|only|just) (?:en|in|for|para|la|the|w_)"
    r"|apart from|aparte de|but not)\b"
)
NOTE = re.compile(
    rf"(?:^|[;,.(] ?)(?P<key>[^:→⇒;,]{{0,40}}{WORD}[^:→⇒;,]{{0,40}})[:→⇒] *(?:{SAYS_NO})"
)
"""A name with its answer: ``Bias: not used``."""
TWICE = (
    re.compile(r"\b(?:no|not)\b.*\bnot\b|\bno\b.*\bno\b"),
    re.compile(r"\b(?:no|not) (?:tod[ao]s|all|every|siempre|always|solo|only)\b"),
    re.compile(r"\b(?:con|with) (?:y|o|and|or) (?:sin|without)\b"),
    re.compile(r"\b(?:sin|without) (?:y|o|and|or) (?:con|with)\b"),
)
BOTH = (
    re.compile(r"\b(?:no|tampoco|nunca|not|none|neither|never)\b(?! one\b)"),
    re.compile(r"\b(?:sin|without|far from|lejos|imposible|impossible)\b"),
)
