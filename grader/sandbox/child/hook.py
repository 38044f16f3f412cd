"""Stand between a script and the methods of the student's class, whatever kind of class it is."""

import functools
import inspect
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np
from attended import Witness
from naming import CLASS, nearly
from substitute import kept_up, righted, singled, substituted

SINGLE = "single_head_attention"


class Hook:
    """Wraps the class of each file that is defined; ``wrong`` has the last word on an answer."""

    def __init__(
        self,
        seen: dict[str, int],
        wrong: Callable[[Any, np.ndarray], np.ndarray],
        right: dict[str, Any],
        witness: Witness | None = None,
    ) -> None:
        self._seen, self._wrong, self._right = seen, wrong, right
        self._witness = witness
        self._inside = False
        self._reached: set[Any] = set()

    def defined(self, names: dict[str, Any]) -> None:
        """A file has run to its end, and these are its names."""
        self._seen["loaded"] += 1
        with suppress(Exception):
            self._take(names)

    def _take(self, names: dict[str, Any]) -> None:
        meant = "" if CLASS in names else nearly(names)
        if meant:  # judged as if it had its right name
            names[CLASS] = names[meant]
        found = names.get(CLASS)
        if isinstance(found, type):
            self._reach(found)
        elif callable(found):  # a function that makes the objects
            names[CLASS] = self._maker(found)
        single = names.get(SINGLE)
        if self._right and callable(single):
            names[SINGLE] = functools.wraps(single)(
                lambda *args, **named: singled(self._right, single, args, named)
            )

    def _reach(self, cls: type) -> None:
        """Wrap what makes an object of a class and what answers for it; once."""
        if vars(cls).get("__init__") in self._reached:
            return
        for name in ("forward", "__call__"):
            old = inspect.getattr_static(cls, name, None)
            if old is not None:
                with suppress(Exception):
                    setattr(cls, name, self._method(old))
        with suppress(Exception):
            new = self._start(cls.__init__)  # type: ignore[misc]
            cls.__init__ = new  # type: ignore[misc]
            self._reached.add(new)

    def _method(self, old: Any) -> Any:
        @functools.wraps(old)
        def forward(obj: Any, *args: Any, **named: Any) -> Any:
            bound = old.__get__(obj, type(obj)) if hasattr(old, "__get__") else old
            return self._called(bound, obj, args, named)

        return forward

    def _start(self, old: Any) -> Any:
        @functools.wraps(old)
        def start(obj: Any, *args: Any, **named: Any) -> None:
            old(obj, *args, **named)
            if self._witness:
                self._witness.made(args, named)
            self._made(obj)

        return start

    def _maker(self, old: Any) -> Any:
        @functools.wraps(old)
        def make(*args: Any, **named: Any) -> Any:
            before = self._seen["objects"]
            obj = old(*args, **named)
            self._reach(type(obj))
            if self._seen["objects"] == before:  # its class was not reached when it was made
                self._made(obj)
            return obj

        return make

    def _made(self, obj: Any) -> None:
        """An object is there; a ``forward`` of its own is wrapped too."""
        self._seen["objects"] += 1
        own = getattr(obj, "__dict__", {}).get("forward")
        if callable(own):
            wrapped = functools.partial(self._own, own, obj)
            with suppress(Exception):
                vars(obj)["forward"] = functools.update_wrapper(wrapped, own)

    def _own(self, own: Any, obj: Any, *args: Any, **named: Any) -> Any:
        return self._called(own, obj, args, named)

    def _called(self, bound: Any, obj: Any, args: Any, named: Any) -> Any:
        """One call from outside; what it calls in turn is left alone."""
        if self._inside:
            return bound(*args, **named)
        self._inside = True
        asked = self._witness.copied(args, named) if self._witness else {}
        try:
            y = righted(self._right, bound, obj, args, named)
        finally:
            self._inside = False
        self._seen["forwards"] += 1
        if self._witness:
            self._witness.called(obj, asked)
        x = args[0] if args else named.get("x")
        with np.errstate(all="ignore"):
            new = substituted(y, np.shape(x), functools.partial(self._wrong, obj))
        kept_up(obj, y, new)
        return new
