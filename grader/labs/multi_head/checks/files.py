"""Stop condition 1: the six files exist and are committed."""

from __future__ import annotations

from grader.labs.multi_head.declare import check
from grader.labs.multi_head.files import ATTENTION, SIX, find, find_attention, wanted
from grader.labs.multi_head.say import failed, note, passed, skipped
from grader.model import About, Evidence, Finding, Submission, Text, Verdict, same

SOURCE = Text(
    en="Lab 01, what you produce; stop condition 1",
    es="Lab 01, qué produces; condición de parada 1",
)
LFS = b"version https://git-lfs.github.com/spec/"


@check(
    About(
        id="six-files",
        block="stop 1",
        points=6,
        title=Text(en="The six files exist", es="Los seis archivos existen"),
        why=Text(
            en="Whoever repeats your experiment looks for these names in this folder.",
            es="Quien repita tu experimento buscará estos nombres en esta carpeta.",
        ),
        hint=Text(
            en="Compare the names letter by letter with the list in the lab; capitals count.",
            es="Compara los nombres letra a letra con la lista del lab; las mayúsculas cuentan.",
        ),
        source=SOURCE,
        example="\n".join(wanted(name) for name in SIX),
    )
)
def six_files(evidence: Evidence) -> Verdict:
    """A point for each file that is there under its exact name, regular and not empty."""
    faults = [f for name in SIX if (f := _fault(evidence.submission, name))]
    if not faults:
        return passed()
    return failed(*faults, share=(len(SIX) - len(faults)) / len(SIX))


def _fault(submission: Submission, name: str) -> Finding | None:
    path = wanted(name)
    data = submission.files.get(path)
    if data is None:
        return _missing(submission, name, path)
    if not data.strip():
        return Finding(EMPTY.format(path=same(path)), path)
    if data.startswith(LFS):
        return Finding(POINTER.format(path=same(path)), path)
    return None


def _missing(submission: Submission, name: str, path: str) -> Finding:
    for odd in submission.oddities:
        if odd.path == path:
            return Finding(odd.says, path)
    near = find(submission, name)
    if near:
        return Finding(NEAR.format(path=same(path), near=same(near[0])), near[0])
    return Finding(MISSING.format(path=same(path)))


EMPTY = Text(en="{path} is empty", es="{path} está vacío")
POINTER = Text(
    en="{path} holds a Git LFS pointer, not the file: run `git lfs pull`, or commit the file "
    "itself",
    es="{path} contiene un puntero de Git LFS y no el archivo: ejecuta `git lfs pull` o haz "
    "commit del propio archivo",
)
NEAR = Text(
    en="{path} is missing, but there is {near}: rename it (what it holds is graded all the same)",
    es="falta {path}, pero existe {near}: cámbiale el nombre (su contenido se evalúa igualmente)",
)
MISSING = Text(en="{path} is missing", es="falta {path}")


@check(
    About(
        id="committed",
        block="stop 1",
        points=2,
        title=Text(
            en="The six files and attention.py are committed",
            es="Los seis archivos y attention.py están en el último commit",
        ),
        why=Text(
            en="What is only on your disk does not reach anyone else.",
            es="Lo que solo está en tu disco no le llega a nadie más.",
        ),
        hint=Text(
            en="`git status` lists what differs from the last commit.",
            es="`git status` muestra lo que difiere del último commit.",
        ),
        source=SOURCE,
        example="git add experiments/15-multi-head src/minimodel\ngit commit",
    )
)
def committed(evidence: Evidence) -> Verdict:
    """Each file that is there is in HEAD with the same content, line ends aside."""
    submission = evidence.submission
    git = submission.git
    if git is None:
        return skipped(NO_GIT)
    if git.head is None:
        return failed(Finding(NO_COMMIT))
    found = [find_attention(submission), *(find(submission, name) for name in SIX)]
    paths = [f[0] for f in found if f]
    faults = [
        Finding((MODIFIED if state == "modified" else UNTRACKED).format(path=same(p)), p)
        for p in paths
        if (state := git.states.get(p, "untracked")) != "committed"
    ]
    lab = {ATTENTION, *(wanted(n) for n in SIX)}
    faults += [Finding(DELETED.format(path=same(p)), p) for p in sorted(lab & git.deleted)]
    if faults:
        return failed(*faults)
    absent = len(SIX) + 1 - len(paths)
    return passed(*([note(ABSENT)] if absent else [])) if paths else failed(Finding(NOTHING))


NO_GIT = Text(
    en="there is no git repository here that can be read, so this does not count",
    es="aquí no hay un repositorio git que se pueda leer, así que esto no cuenta",
)
NO_COMMIT = Text(
    en="the repository has no commit yet: `git add` the files, then `git commit`",
    es="el repositorio aún no tiene ningún commit: haz `git add` de los archivos y `git commit`",
)
MODIFIED = Text(
    en="{path} was changed after the last commit: commit it again",
    es="{path} ha cambiado desde el último commit: haz otro commit",
)
UNTRACKED = Text(
    en="{path} is not in the last commit: `git add` it and commit (`git add -f` if git ignores it)",
    es="{path} no está en el último commit: haz `git add` y luego `git commit` (`git add -f` si "
    "git lo ignora)",
)
DELETED = Text(
    en="{path} is in the last commit, but not in the folder any more",
    es="{path} está en el último commit, pero ya no en la carpeta",
)
ABSENT = Text(
    en="what exists is committed; the missing files are counted in six-files",
    es="lo que existe está en el último commit; los archivos que faltan se cuentan en six-files",
)
NOTHING = Text(
    en="none of the lab's files is there to be committed",
    es="no hay ningún archivo del lab que incluir en un commit",
)
