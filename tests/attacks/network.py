"""Attacks on the network, and on sockets of this machine."""

from tests.attacks.attack import Attack, biting

CLIENT = "import socket\n"
TRIED = (
    Attack("connects by TCP", CLIENT + "socket.create_connection(('127.0.0.1', port), 1)"),
    Attack(
        "sends by UDP",
        CLIENT + "socket.socket(type=socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', udp))",
    ),
    Attack(
        "connects to a socket by its path",
        CLIENT + "socket.socket(socket.AF_UNIX).connect(unix)",
    ),
    Attack(
        "connects to an abstract socket",
        CLIENT + "socket.socket(socket.AF_UNIX).connect(abstract.replace('@', '\\0'))",
    ),
    Attack("listens", CLIENT + "socket.create_server(('127.0.0.1', 0)); done()"),
    Attack("makes a pair of sockets", CLIENT + "socket.socketpair(); done()"),
    Attack("asks the kernel by netlink", CLIENT + "socket.socket(16, socket.SOCK_RAW, 0); done()"),
    Attack(
        "opens sockets of every family",
        CLIENT
        + """
for family in range(1, 46):
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW):
        alone(socket.socket, family, kind) and done(family, kind)
""",
    ),
    Attack(
        "uses its own socket to reach another",
        """
address = struct.pack("<H", 1) + b"\\0" + abstract[1:].encode()
alone(call, "connect", 3, struct.pack("<H", 0) + b"\\0" * 14, 16)
alone(call, "connect", 3, address, len(address)) == 0 and done()
alone(call, "bind", 3, address + b"x", len(address) + 1)
""",
    ),
    Attack(
        "sends to an address whose low half is zero",
        """
import mmap
at = libc.mmap
at.restype, at.argtypes = ctypes.c_void_p, [ctypes.c_void_p] + [ctypes.c_long] * 5
page = at(0x700000000000, 4096, 3, 0x100022, -1, 0)
address = struct.pack("<H", 1) + b"\\0" + abstract[1:].encode()
ctypes.memmove(page, address, len(address))
try: call("sendto", 3, b"x", 0, 0, page, len(address)); done()
except OSError as error: error.errno == errno.EPERM or done("reached the kernel", error)
""",
    ),
    Attack(
        "passes a descriptor to the grader",
        CLIENT + "socket.send_fds(socket.socket(fileno=os.dup(3)), [b'x'], [0]); done()",
        ends=None,
    ),
    Attack("looks up a name", CLIENT + "socket.getaddrinfo('localhost', 80) and done()"),
    Attack(
        "lists the network's interfaces through its own socket",
        "fcntl.ioctl(3, 0x8912, struct.pack('<iQ', 0, 0) + b'\\0' * 8); done()",
    ),
    Attack(
        "sets up a ring of requests to the kernel",
        "call('io_uring_setup', 4, ctypes.create_string_buffer(120)); done()",
    ),
)
ATTACKS = biting(
    TRIED,
    "uses its own socket to reach another",
    "sends to an address whose low half is zero",
    "asks the kernel by netlink",
    "sets up a ring of requests to the kernel",
)
