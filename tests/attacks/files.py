"""Attacks on files: reading, changing and leaving what is not the student's."""

from tests.attacks.attack import Attack

READING = (
    Attack("reads a secret of the same account", "print(open(secret).read())"),
    Attack("reads the grader's source", "print(open(grader).read())"),
    Attack("reads the reference's source", "print(open(reference).read())"),
    Attack("lists the grader's folders", "for p in around: print(alone(os.listdir, p))"),
    Attack(
        "reads the environment of its parent and of others",
        """
for p in ("self", "1", os.getppid(), grader_pid, pid):
    print(alone(lambda: open(f"/proc/{p}/environ", "rb").read()))
""",
    ),
    Attack(
        "reads the memory of its parent and of a process of the account",
        """
for p, at in ((os.getppid(), id(os)), (pid, address)):
    print(alone(lambda: os.pread(os.open(f"/proc/{p}/mem", os.O_RDONLY), 64, at)))
""",
    ),
    Attack(
        "reads the descriptors of its parent",
        """
for p in (os.getppid(), grader_pid, pid):
    os.listdir(f"/proc/{p}/fd") and os.open(f"/proc/{p}/fd/0", os.O_RDONLY) and done(p)
""",
    ),
    Attack(
        "reads the list of accounts",
        "'root:' in open('/etc/passwd').read() and done()",
    ),
    Attack(
        "reads through a symbolic link in its own folder",
        """
os.symlink(secret, os.environ["TMPDIR"] + "/link")
print(open(os.environ["TMPDIR"] + "/link").read())
""",
    ),
    Attack(
        "reads through a hard link in its own folder",
        """
os.link(secret, os.environ["TMPDIR"] + "/link")
print(open(os.environ["TMPDIR"] + "/link").read())
""",
    ),
    Attack(
        "reads through other roots of the file system",
        """
for p in ("self", "1", os.getppid(), pid):
    for way in ("root", "cwd/../../../../../.."):
        print(alone(lambda: open(f"/proc/{p}/{way}" + secret).read()))
print(alone(lambda: open("../" * 30 + secret).read()))
""",
    ),
    Attack(
        "opens a secret as a path only, and then again",
        """
fd = os.open(secret, os.O_PATH)
print(alone(lambda: open(f"/proc/self/fd/{fd}").read()))
print(alone(lambda: os.read(os.open("", os.O_RDONLY, dir_fd=fd), 99)))
print(alone(lambda: open(f"/dev/fd/{fd}").read()))
""",
    ),
    Attack(
        "opens a secret by its handle",
        """
handle = ctypes.create_string_buffer(struct.pack("<Ii", 128, 0) + b"\\0" * 128)
mount = ctypes.c_int()
call("name_to_handle_at", -100, secret.encode(), handle, ctypes.byref(mount), 0)
done()
""",
    ),
    Attack(
        "opens a secret by openat2",
        """
how = struct.pack("<QQQ", os.O_RDONLY, 0, 0)
print(os.read(call("openat2", -100, secret.encode(), how, len(how)), 99))
""",
    ),
    Attack(
        "watches a folder of the account",
        """
fd = libc.inotify_init1(0)
libc.inotify_add_watch(fd, os.path.dirname(secret).encode(), 0xFFF) >= 0 and done()
""",
    ),
)

CHANGING = (
    Attack("makes a secret readable to all", "os.chmod(secret, 0o666)"),
    Attack("makes a secret readable by descriptor", "os.fchmod(os.open(secret, os.O_PATH), 0o666)"),
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
    Attack(
        "changes its submission",
        """
here = os.path.dirname(__file__)
for attempt in (
    lambda: open(__file__, "a"),
    lambda: open(here + "/new.py", "x"),
    lambda: os.mkdir(here + "/new"),
    lambda: os.rename(__file__, here + "/old.py"),
    lambda: os.unlink(__file__),
    lambda: os.rename(here, here + "x"),
    lambda: os.open(here + "/../../../data/grades.txt", os.O_RDWR),
):
    try: attempt(); done()
    except OSError: pass
""",
    ),
)

LEAVING = (
    Attack(
        "leaves files, folders and links around",
        """
for p in around:
    alone(open, left(p), "x")
    alone(os.mkdir, left(p) + "-folder")
    alone(os.symlink, secret, left(p) + "-link")
    alone(os.link, __file__, left(p) + "-hard")
""",
    ),
    Attack("leaves a pipe behind", "os.mkfifo(os.environ['TMPDIR'] + '/pipe'); done()"),
    Attack("makes a device", "os.mknod(os.environ['TMPDIR'] + '/zero', 0o20666, 0x105); done()"),
    Attack(
        "leaves links to others' files where its own are swept away",
        """
for i, target in enumerate((secret, os.path.dirname(secret), "/", "..", jobs)):
    os.symlink(target, os.environ["TMPDIR"] + f"/link{i}")
""",
        bites=False,
    ),
    Attack(
        "puts a link to others' files where its own folder was",
        """
mine = os.path.dirname(os.environ["TMPDIR"])
os.rename(mine, mine + "-moved")
os.symlink(os.path.dirname(secret), mine)
""",
        mess=True,
        bites=False,
    ),
    Attack(
        "makes the folders of jobs to come",
        """
for i in range(1, 3000):
    alone(os.mkdir, os.path.join(jobs, str(i)))
""",
        mess=True,
        bites=False,
    ),
)
ATTACKS = READING + CHANGING + LEAVING
