"""Remove a folder that student code filled, however deep, however named, whatever its modes."""

import os


def away(folder: str) -> bool:
    """Whether it is gone. Nested folders are brought to the top first, so depth does not matter."""
    try:
        _empty(folder)
        os.rmdir(folder)
    except OSError:
        return False
    return True


def _empty(folder: str) -> None:
    root = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        count = 0
        while folders := _files_gone(root):
            for name in folders:
                count = _flattened(root, name, count)
    finally:
        os.close(root)


def _files_gone(root: int) -> list[str]:
    """Remove all files at the top; the folders that remain there."""
    folders = []
    with os.scandir(root) as entries:
        found = [(e.name, e.is_dir(follow_symlinks=False)) for e in entries]
    for name, is_folder in found:
        if is_folder:
            folders.append(name)
        else:
            os.unlink(name, dir_fd=root)
    return folders


def _flattened(root: int, name: str, count: int) -> int:
    """Move the folders inside one to the top, remove its files, then itself."""
    os.chmod(name, 0o700, dir_fd=root)
    inner = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=root)
    try:
        for below in _files_gone(inner):
            os.chmod(below, 0o700, dir_fd=inner)
            count += 1
            os.rename(below, f".swept-{os.getpid()}-{count}", src_dir_fd=inner, dst_dir_fd=root)
    finally:
        os.close(inner)
    os.rmdir(name, dir_fd=root)
    return count
