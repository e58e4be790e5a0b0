"""Every byte that is written goes through here, and every file of a workspace is opened here. Knows no format.

A path is resolved once and has to stay below its root; what is found is then walked folder by folder and no link is
followed, so that nothing swapped meanwhile leads elsewhere. A file that has a second name (a hard link) is written anew
under the one name, never in place: what else the other name belongs to keeps its bytes.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import time
from collections.abc import Iterator
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO

from noctuary.errors import LinkRefused, NotAFile, WorkspaceError

Name = str | os.PathLike[str]
DERIVED = ".noctuary"
PARTS = "parts"
_PUT_BACK = "put the file itself in its place, or a link that stays in the workspace"
_FOLDER = os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC | getattr(os, "O_PATH", os.O_RDONLY)
_SAFE = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_A_DAY = 24 * 3600.0
_CHUNK = 1024 * 1024


def expanded(path: Name) -> str:
    """The path with a `~` at its beginning filled in; one whose home nobody knows stays as it stands."""
    return os.path.expanduser(os.fspath(path))


def home() -> Path:
    """The folder of who runs this. WorkspaceError where the system knows none."""
    if not os.path.isabs(found := expanded("~")):
        raise WorkspaceError("HOME", "is not set, and the system knows no home of yours", "set HOME to a folder")
    return Path(found)


def within(path: Name, root: Name) -> str:
    """The path with every link in it resolved. LinkRefused where that leads out of `root`, which may be a link."""
    top, real = os.path.realpath(root), os.path.realpath(path)
    if not is_below(real, top):
        raise LinkRefused(_link_in(path, root), f"leads out of the workspace, to {real}", _PUT_BACK)
    return real


def is_below(real: str, top: str) -> bool:
    """Whether a resolved path is a resolved folder or lies below it."""
    return real == top or real.startswith(top.rstrip("/") + "/")


def opened(real: Name) -> BufferedReader:
    """A regular file at an absolute path that has no link in it, for reading. Waits for no pipe, terminal or device."""
    with _at_real(os.fspath(real)) as (folder, name):
        handle = os.open(name, os.O_RDONLY | _SAFE, dir_fd=folder)
        try:
            _check_regular(handle, real)
            return open(handle, "rb")
        except BaseException:
            os.close(handle)
            raise


def read(path: Name, root: Name, most: int = -1) -> bytes:
    """The first `most` bytes (all: -1) of a file below `root`. OSError and LinkRefused tell why not."""
    with opened(within(path, root)) as file:
        return file.read(most)


def named(path: Name) -> bytes:
    """All of a file that somebody named: wherever a link leads. NotAFile for a folder, a pipe, a terminal or a device,
    which would be waited for or read without end."""
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise NotAFile(os.fspath(path), "is no regular file", "name a file that holds what is to be read")
        with open(handle, "rb", closefd=False) as file:
            return file.read()
    finally:
        os.close(handle)


def replace(
    path: Name, data: bytes, root: Name, *, follow: bool = False, mode: int | None = None, durable: bool = True
) -> None:
    """Write a file whole or not at all, as `replacing`."""
    with replacing(path, root, follow=follow, mode=mode, durable=durable) as file:
        file.write(data)


@contextlib.contextmanager
def replacing(
    path: Name, root: Name, *, follow: bool = False, mode: int | None = None, durable: bool = False
) -> Iterator[BinaryIO]:
    """A new file that takes the place of `path` once the block ends without an error; it keeps the old one's mode.

    With `follow` a link at `path` that stays below `root` is followed, else it is refused. A death in between leaves
    the old file and a part in `.noctuary/parts` (beside the file where there is no such folder).
    """
    with _at(path, root, follow=follow) as (folder, name), _folder_of_parts(root, folder) as parts:
        old = _mode(folder, name, path)
        part = f".{os.urandom(8).hex()}.part"
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _SAFE, mode or 0o666, dir_fd=parts)
        try:
            with open(handle, "wb") as file:
                yield file
                file.flush()
                if old is not None and mode is None:
                    os.fchmod(handle, old)
                if durable:
                    os.fsync(handle)
            _rename(parts, part, folder, name)
        except BaseException:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(part, dir_fd=parts)
            raise


def append(path: Name, data: bytes, root: Name, *, mode: int = 0o666, durable: bool = True) -> None:
    """Add bytes on a line of their own, in one write. Where that fails, the file is as long as it was."""
    with _at(path, root) as (folder, name):
        is_new = _mode(folder, name, path) is None
        handle = os.open(name, os.O_RDWR | os.O_APPEND | os.O_CREAT | _SAFE, mode, dir_fd=folder)
        try:
            status = _check_regular(handle, path)
            size = status.st_size
            if size and os.pread(handle, 1, size - 1) != b"\n":
                data = b"\n" + data
            if status.st_nlink > 1:
                replace(path, _whole(handle) + data, root, durable=durable)
            else:
                _add(handle, data, size, durable)
        finally:
            os.close(handle)
        if is_new and durable:
            _sync(folder)


def cut(path: Name, size: int, root: Name) -> None:
    """Leave the first `size` bytes of a file, durably."""
    with _at(path, root) as (folder, name):
        handle = os.open(name, os.O_RDWR | _SAFE, dir_fd=folder)
        try:
            if _check_regular(handle, path).st_nlink > 1:
                replace(path, _whole(handle)[:size], root)
            else:
                os.ftruncate(handle, size)
                os.fsync(handle)
        finally:
            os.close(handle)


def create(path: Name, root: Name, data: bytes = b"", *, mode: int = 0o666) -> None:
    """A file that was not there, whole or not at all; one that is stays as it is."""
    with _at(path, root) as (folder, name):
        try:
            handle = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _SAFE, mode, dir_fd=folder)
        except FileExistsError:
            return
        try:
            with open(handle, "wb") as file:
                file.write(data)
        except BaseException:
            os.unlink(name, dir_fd=folder)
            raise


def created(path: Name, root: Name, *, mode: int = 0o666) -> BinaryIO:
    """A new file, open for writing. FileExistsError where anything of this name is there, a link too."""
    with _at(path, root) as (folder, name):
        return open(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _SAFE, mode, dir_fd=folder), "wb")


def own_place(path: Name, root: Name, *, to_write: bool) -> str:
    """Where a file of ours lies or will lie, for a library that opens it by name: no link, folder, pipe or device.

    One with a second name loses ours where it is going to be written: it is made anew.
    """
    with _at(path, root) as (folder, name):
        if _mode(folder, name, path) is not None and to_write and os.stat(name, dir_fd=folder).st_nlink > 1:
            os.unlink(name, dir_fd=folder)
        return os.path.join(within(os.path.dirname(os.path.abspath(path)), root), name)


def lockable(path: Name, root: Name) -> int:
    """A descriptor of a file to be locked, made where it is missing."""
    with _at(path, root) as (folder, name):
        _mode(folder, name, path)
        return os.open(name, os.O_RDWR | os.O_CREAT | _SAFE, 0o600, dir_fd=folder)


def make_folder(path: Name, root: Name, *, mode: int = 0o777) -> None:
    """`root`, or a folder below it and those on the way, made where they are missing."""
    real = within(path, root)
    if real == os.path.realpath(root):
        os.makedirs(real, mode, exist_ok=True)
    elif not os.path.isdir(real):
        with contextlib.suppress(FileExistsError), _at(path, root, make=True) as (above, name):
            os.mkdir(name, mode, dir_fd=above)
    if not os.path.isdir(real):
        raise NotAFile(_shown(path, root), "is no folder", "move it away or delete it; the folder is made anew")


def make_private(path: Name, root: Name) -> None:
    """Close a folder to all but its owner."""
    folder = os.open(within(path, root), os.O_RDONLY | os.O_DIRECTORY | _SAFE)
    try:
        if stat.S_IMODE(os.fstat(folder).st_mode) & 0o077:
            os.fchmod(folder, 0o700)
    finally:
        os.close(folder)


def remove(path: Name, root: Name) -> None:
    """Take a name away; a link at it goes, never what it leads to. Harmless where nothing is there."""
    with contextlib.suppress(FileNotFoundError), _at(path, root) as (folder, name):
        os.unlink(name, dir_fd=folder)


def move(path: Name, to: Name, root: Name) -> None:
    """Give a file another name below `root`, over what has it."""
    with _at(path, root) as (folder, name), _at(to, root) as (other, new):
        os.replace(name, new, src_dir_fd=folder, dst_dir_fd=other)


def sweep(root: Name) -> None:
    """Take away the parts that a death left a day ago or longer."""
    folder = os.path.join(within(root, root), DERIVED, PARTS)
    for name in os.listdir(folder) if os.path.isdir(folder) and not os.path.islink(folder) else ():
        with _at(os.path.join(folder, name), root) as (parts, part):
            if time.time() - os.lstat(part, dir_fd=parts).st_mtime > _A_DAY:
                os.unlink(part, dir_fd=parts)


@contextlib.contextmanager
def _at(path: Name, root: Name, *, follow: bool = False, make: bool = False) -> Iterator[tuple[int, str]]:
    """(descriptor of its folder, its name) of a path below `root`; an error in the block names the path."""
    whole = os.path.abspath(path)
    above = os.path.dirname(whole)
    if make and not os.path.lexists(above) and above != os.path.abspath(root):
        make_folder(above, root)
    real = within(whole, root) if follow else os.path.join(within(above, root), os.path.basename(whole))
    with _at_real(real) as found:
        try:
            yield found
        except OSError as error:
            if not isinstance(error.filename, str) or not os.path.isabs(error.filename):
                error.filename = whole
            raise


@contextlib.contextmanager
def _at_real(real: str) -> Iterator[tuple[int, str]]:
    folder, _, name = real.rpartition("/")
    here = _walked(folder)
    try:
        yield here, name
    finally:
        os.close(here)


def _walked(folder: str) -> int:
    """A descriptor of an absolute folder, from the root of all on; a link on the way is an OSError."""
    here = os.open("/", _FOLDER)
    try:
        for part in filter(None, folder.split("/")):
            above, here = here, os.open(part, _FOLDER, dir_fd=here)
            os.close(above)
    except OSError as error:
        os.close(here)
        error.filename = folder
        raise
    return here


@contextlib.contextmanager
def _folder_of_parts(root: Name, folder: int) -> Iterator[int]:
    """The folder that is ours where the workspace has one on the same disk, else that of the file itself."""
    derived = os.path.join(os.path.realpath(root), DERIVED)
    here = folder
    if os.path.isdir(derived) and not os.path.islink(derived):
        with contextlib.suppress(FileExistsError), _at_real(os.path.join(derived, PARTS)) as (above, name):
            os.mkdir(name, 0o700, dir_fd=above)
        here = _walked(os.path.join(derived, PARTS))
        if os.stat(".", dir_fd=here).st_dev != os.stat(".", dir_fd=folder).st_dev:
            os.close(here)
            here = folder
    try:
        yield here
    finally:
        if here != folder:
            os.close(here)


def _rename(parts: int, part: str, folder: int, name: str) -> None:
    """The part over the file; where one disk is mounted twice, by way of a part beside it."""
    try:
        os.replace(part, name, src_dir_fd=parts, dst_dir_fd=folder)
    except OSError as error:
        if error.errno != errno.EXDEV or parts == folder:
            raise
        _copy_over(parts, part, folder, name)


def _copy_over(parts: int, part: str, folder: int, name: str) -> None:
    source = os.open(part, os.O_RDONLY | _SAFE, dir_fd=parts)
    mode = stat.S_IMODE(os.fstat(source).st_mode)
    with open(source, "rb") as file:
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _SAFE, mode, dir_fd=folder)
        try:
            with open(handle, "wb") as beside:
                while chunk := file.read(_CHUNK):
                    beside.write(chunk)
                beside.flush()
                os.fchmod(handle, mode)
                os.fsync(handle)
            os.replace(part, name, src_dir_fd=folder, dst_dir_fd=folder)
        except BaseException:
            os.unlink(part, dir_fd=folder)
            raise
    os.unlink(part, dir_fd=parts)


def _mode(folder: int, name: str, path: Name) -> int | None:
    """The mode of the regular file of this name, None where nothing has it. LinkRefused, NotAFile for anything else."""
    try:
        status = os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return None
    if stat.S_ISLNK(status.st_mode):
        raise LinkRefused(os.fspath(path), "is a link, and is written as a file of its own alone", "remove the link")
    _refuse_irregular(status, path)
    return stat.S_IMODE(status.st_mode)


def _check_regular(handle: int, path: Name) -> os.stat_result:
    status = os.fstat(handle)
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "no regular file", os.fspath(path))
    return status


def _refuse_irregular(status: os.stat_result, path: Name) -> None:
    if not stat.S_ISREG(status.st_mode):
        what = "a folder" if stat.S_ISDIR(status.st_mode) else "no regular file"
        raise NotAFile(os.fspath(path), f"is {what} where a file has to stand", "move it away or delete it")


def _add(handle: int, data: bytes, size: int, durable: bool) -> None:
    left = memoryview(data)
    try:
        while left:
            left = left[os.write(handle, left) :]
        if durable:
            os.fsync(handle)
    except OSError:
        os.ftruncate(handle, size)
        raise


def _whole(handle: int) -> bytes:
    with open(os.dup(handle), "rb") as file:
        file.seek(0)
        return file.read()


def _sync(folder: int) -> None:
    handle = os.open(".", os.O_RDONLY | os.O_CLOEXEC, dir_fd=folder)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _link_in(path: Name, root: Name) -> str:
    """The first link of a path that leads out of its root, by its name there."""
    top, base = os.path.realpath(root), os.path.abspath(root)
    whole = os.path.abspath(path)
    parts = os.path.relpath(whole, base).split("/")
    for number in range(1, len(parts) + 1):
        here = os.path.join(base, *parts[:number])
        if os.path.islink(here) and not is_below(os.path.realpath(here), top):
            return os.path.relpath(here, base)
    return _shown(path, root)


def _shown(path: Name, root: Name) -> str:
    return os.path.relpath(os.path.abspath(path), os.path.abspath(root))
