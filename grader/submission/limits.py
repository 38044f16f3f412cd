"""How much of a submission is looked at: every limit of this package, in one place."""

from __future__ import annotations

from dataclasses import dataclass

KIB = 1024
MIB = 1024 * KIB


@dataclass(frozen=True, slots=True)
class Limits:
    """Generous for a lab of a dozen small files, small enough that no input can hurt a machine."""

    file_bytes: int = 16 * MIB
    """One file; a larger one is named and not read."""
    total_bytes: int = 64 * MIB
    """All files together."""
    files: int = 5_000
    """Files that are read."""
    entries: int = 100_000
    """Entries that are looked at, whatever they are."""
    depth: int = 32
    """Folders in one name."""
    name_bytes: int = 1_024
    """UTF-8 bytes of a whole name below the root."""
    part_bytes: int = 255
    """UTF-8 bytes between two slashes: what file systems hold."""
    wrappers: int = 4
    """Folders that may be wrapped around the root."""
    folders_searched: int = 2_000
    """Folders that are looked into to find the root, a level."""
    archive_bytes: int = 256 * MIB
    """The archive file itself."""
    directory_bytes: int = 8 * MIB
    """The table of contents of a zip."""
    unpacked_bytes: int = 512 * MIB
    """What a compressed tar may grow to, with all that is skipped (an environment, say)."""
    ratio: int = 200
    """Unpacked to packed size; text reaches 20, a bomb 1,000."""
    ratio_from: int = MIB
    """Below this size no ratio can do harm."""
    git_seconds: float = 4.0
    """All the git commands for one submission."""
    git_bytes: int = 32 * MIB
    """What one git command may answer."""


LIMITS = Limits()
