"""A git revision as a submission: its files come out of the object store, not the working tree."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from grader.model import Git, Refusal, Submission, Text
from grader.submission import gather, git, names, root, says
from grader.submission.archive import ENDINGS
from grader.submission.folder import beneath
from grader.submission.plumbing import GitError, available

if TYPE_CHECKING:
    from grader.submission.limits import Limits

_KEPT = 200

_NO_GIT = Text(
    "A revision was asked for, but the program git is not installed here: install it, or leave "
    "--rev out.",
    "Se ha pedido una revisión, pero el programa git no está instalado aquí: instálalo o quita "
    "--rev.",
)
_NO_REPO = Text(
    "A revision was asked for, but “{name}” is in no git repository: name a repository, or leave "
    "--rev out.",
    "Se ha pedido una revisión, pero «{name}» no está en ningún repositorio de git: indica un "
    "repositorio o quita --rev.",
)
_BROKEN = Text(
    "The git repository of “{name}” cannot be read: check it with “git fsck”, and if it is a "
    "partial clone, fetch the rest.",
    "El repositorio de git de «{name}» no se puede leer: revísalo con «git fsck» y, si es un clon "
    "parcial, descarga el resto.",
)
_UNKNOWN = Text(
    "“{rev}” names no commit in the repository of “{name}”: use a branch, a tag or a commit that "
    "is there.",
    "«{rev}» no es ningún commit del repositorio de «{name}»: usa una rama, una etiqueta o un "
    "commit que exista.",
)


def read_revision(path: str, rev: str, limits: Limits) -> Submission:
    """The submission as it was in a commit.

    Raises:
        Refusal: There is no git, no repository, or no such commit; or it is no submission.
    """
    place = Path(os.path.realpath(path))
    here = str(place if place.is_dir() else place.parent)
    if not available():
        raise Refusal(_NO_GIT)
    repo = git.bare(here, limits) or git.locate(here, limits)
    if repo is None and (inner := beneath(path, here, limits)):
        here = str(Path(here, inner))
        repo = git.locate(here, limits)
    if repo is None or (path.lower().endswith(ENDINGS) and place.is_file()):
        raise Refusal(_NO_REPO.format(name=names.shown(path)))
    try:
        return _read(path, rev, here, repo)
    except GitError:
        raise Refusal(_BROKEN.format(name=names.shown(path))) from None


def _read(path: str, rev: str, here: str, repo: git.Repository) -> Submission:
    with git.Store(repo) as store:
        commit = store.commit(rev) if rev else None
        if commit is None:
            facts = {"rev": names.shown(rev), "name": names.shown(path)}
            raise Refusal(_UNKNOWN.format(**facts) + gather.meant(_similar(repo, rev)))
        listed = _listed(store.tree(commit) or [], repo.limits)
        start = os.path.relpath(here, repo.top)
        top, peeled = _top(path, listed, "" if start == "." else start, repo.limits)
        chosen = gather.arrange(path, listed, top, repo.limits)
        entries = _contents(store, chosen, repo.limits)
    states = Git(commit, {name: "committed" for name, _ in entries.files})
    folder = Path(repo.top, top.removesuffix(peeled))
    name = folder.name or str(folder)
    return gather.submission(name, path, entries, peeled=peeled, git=states)


def _similar(repo: git.Repository, rev: str) -> str | None:
    from difflib import get_close_matches  # noqa: PLC0415 - only for a mistyped revision

    known = git.refs(repo)
    folded = {ref.casefold(): ref for ref in reversed(known)}
    near = get_close_matches(rev[:_KEPT].casefold(), folded, n=1)
    return folded[near[0]] if near else None


def _listed(entries: list[git.Entry], limits: Limits) -> gather.Gathered[str]:
    got: gather.Gathered[str] = gather.Gathered()
    for entry in entries:
        if names.left_out(entry.name):
            continue
        if why := names.fault(entry.name, limits):
            got.oddities.append(says.unsafe(entry.name, why))
        elif entry.mode == git.LINK:
            got.oddities.append(says.symlink(entry.name))
        elif entry.mode == git.MODULE:
            got.oddities.append(says.submodule(entry.name))
        else:
            got.files.append((entry.name, entry.oid))
    return got


def _top(path: str, listed: gather.Gathered[str], start: str, limits: Limits) -> tuple[str, str]:
    """The root in the commit's tree, and the part of it below where the user pointed."""
    seen = ((root.below(start, name), oid) for name, oid in listed.files)
    inside = gather.Gathered([(name, oid) for name, oid in seen if name is not None])
    found = root.find(root.tree_of(name for name, _ in inside.files), limits)
    if found:
        inner = gather.one_root(path, found)
        return (root.joined(start, inner) if inner else start), inner
    around = root.above(start, root.tree_of(name for name, _ in listed.files)) if start else None
    return (start if around is None else around), ""


def _contents(
    store: git.Store, chosen: gather.Gathered[str], limits: Limits
) -> gather.Gathered[bytes]:
    """The blobs that there is room for, the lab's own first.

    Raises:
        GitError: One is missing, as in a partial clone.
    """
    got: gather.Gathered[bytes] = gather.Gathered([], chosen.oddities)
    used = 0
    for name, oid in chosen.files:
        blob = store.get(oid, min(limits.file_bytes, limits.total_bytes - used))
        if blob is None or blob.kind != b"blob":
            raise GitError
        if blob.data is not None:
            used += blob.size
            got.files.append((name, blob.data))
        elif odd := says.too_big(name, blob.size, used, limits):
            got.oddities.append(odd)
    return got
