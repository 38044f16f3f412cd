"""Attacks on files: reading and leaving what is not the student's."""

from tests.attacks.attack import Attack, biting

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
    ),
    Attack(
        "puts a link to others' files where its own folder was",
        """
mine = os.path.dirname(os.environ["TMPDIR"])
os.rename(mine, mine + "-moved")
os.symlink(os.path.dirname(secret), mine)
""",
        mess=True,
    ),
    Attack(
        "makes the folders of jobs to come",
        """
for i in range(1, 3000):
    alone(os.mkdir, os.path.join(jobs, str(i)))
""",
        mess=True,
    ),
)
ATTACKS = biting(
    READING + LEAVING,
    "reads the memory of its parent and of a process of the account",
    "opens a secret by its handle",
    "opens a secret by openat2",
    "makes a device",
    "leaves links to others' files where its own are swept away",
    "puts a link to others' files where its own folder was",
    "makes the folders of jobs to come",
)
