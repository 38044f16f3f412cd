"""One exchange of frames: what is still to be sent, and what has come whole."""

from __future__ import annotations

from grader.sandbox.frames import HEAD


class Talk:
    """Bytes still to send, and the replies that have come whole."""

    def __init__(self, outgoing: bytearray, caps: list[int], sequence: int) -> None:
        self.outgoing = outgoing
        self.replies: list[bytes] = []
        self._caps = caps
        self._sequence = sequence
        self._incoming = bytearray()

    @property
    def done(self) -> bool:
        """Every question has its reply."""
        return len(self.replies) == len(self._caps)

    def take(self, data: bytes) -> str | None:
        """Cut whole replies off what has come; ``protocol`` at the first byte that is wrong."""
        self._incoming += data
        while len(self._incoming) >= HEAD.size:
            length, sequence = HEAD.unpack_from(self._incoming)
            n = len(self.replies)
            if n == len(self._caps) or sequence != self._sequence + n or length > self._caps[n]:
                return "protocol"
            if len(self._incoming) < HEAD.size + length:
                return None
            self.replies.append(bytes(self._incoming[HEAD.size : HEAD.size + length]))
            del self._incoming[: HEAD.size + length]
        return "protocol" if self.done and self._incoming else None
