"""Serves the review page on the loopback interface until someone has had enough."""

from __future__ import annotations

import contextlib
import socket
from typing import TYPE_CHECKING

import uvicorn

from grader.batch.review.web.app import application
from grader.batch.review.web.guard import TOKEN, Keys

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from grader.model import Lang

HERE = "127.0.0.1"


def serve(folder: Path, port: int, lang: Lang, told: Callable[[str], None]) -> None:
    """Serve until an interruption; what was decided by then is kept.

    Args:
        folder: of the results.
        port: to listen at; 0 for any that is free.
        lang: in which the pages open.
        told: called with the address once it can be opened.

    Raises:
        OSError: the port cannot be had.
    """
    with socket.create_server((HERE, port)) as listening:
        port = listening.getsockname()[1]
        keys = Keys(port)
        config = uvicorn.Config(
            application(folder, keys, lang),
            log_level="error",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            lifespan="off",
            ws="none",
        )
        told(f"http://{HERE}:{port}/?{TOKEN}={keys.token}")
        with contextlib.suppress(KeyboardInterrupt):
            uvicorn.Server(config).run(sockets=[listening])
