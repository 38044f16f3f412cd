"""Attacks on files: changing what is not the student's."""

from tests.attacks.attack import Attack, biting

TRIED = (
    Attack("makes a secret readable to all", "os.chmod(secret, 0o666)"),
    Attack(
        "makes a secret readable by descriptor", "os.fchmod(os.open(secret, os.O_RDONLY), 0o666)"
    ),
    Attack("sets the times of a file", "os.utime(secret, (1, 1))"),
    Attack("gives a file to somebody else", "os.chown(secret, 1, 1)"),
    Attack("sets an extended attribute", "os.setxattr(secret, 'user.grade', b'x')"),
    Attack("truncates a file by its path", "os.truncate(secret, 1)"),
    Attack("truncates while opening for reading", "os.open(secret, os.O_RDONLY | os.O_TRUNC)"),
    Attack("truncates while opening for nothing at all", "os.open(secret, 3 | os.O_TRUNC)"),
    Attack("truncates while opening for writing", "os.open(secret, os.O_WRONLY | os.O_TRUNC)"),
    Attack("truncates by creating", "libc.creat(secret.encode(), 0o600)"),
    Attack("appends to a file", "open(secret, 'a').write('x')"),
    Attack("removes a file", "os.unlink(secret)"),
    Attack("renames a file into its own folder", "os.rename(secret, os.environ['TMPDIR'] + '/x')"),
    Attack(
        "replaces a file by one of its own",
        """
open(os.environ["TMPDIR"] + "/x", "w").write("mine")
os.replace(os.environ["TMPDIR"] + "/x", secret)
""",
    ),
    Attack(
        "sets the flags of a file by opening it for nothing",
        """
fd, flags = os.open(secret, 3), ctypes.c_long(0)
libc.ioctl(fd, ctypes.c_ulong(0x80086601), ctypes.byref(flags)) == 0 or exit("no flags here")
flags.value ^= 0x40  # not to be dumped
libc.ioctl(fd, ctypes.c_ulong(0x40086602), ctypes.byref(flags)) == 0 and done()
flags.value ^= 0x40
libc.ioctl(fd, ctypes.c_ulong(0x40086602), ctypes.byref(flags))
""",
    ),
    Attack(
        "takes a lease on NumPy, so that who opens it must wait",
        """
fd = os.open(np.__file__, os.O_RDONLY)
fcntl.fcntl(fd, 1024, 1)
fcntl.fcntl(fd, 1024, 2)
done()
""",
    ),
    Attack(
        "truncates its own submission, which it may read",
        """
alone(os.truncate, __file__, 0)
for flags in (os.O_RDONLY, 3):
    alone(os.open, __file__, flags | os.O_TRUNC)
os.stat(__file__).st_size or done()
""",
    ),
)

ATTACKS = biting(
    TRIED,
    "gives a file to somebody else",
    "sets an extended attribute",
    "truncates while opening for nothing at all",
    "sets the flags of a file by opening it for nothing",
    "takes a lease on NumPy, so that who opens it must wait",
)
