"""``pytest --grade [PATH]``: each check of the lab is a test, with its points as properties.

So ``-k reshape``, ``-x``, ``--junitxml`` and editors work on them. It is loaded by every run of
pytest in its environment, so nothing of ours is imported before ``--grade`` asks for it. pytest
itself runs a ``conftest.py`` where it stands: this is for one's own code.
"""

from __future__ import annotations

import pytest

NODE = "grade"
"""What the tests are filed under: ``grade::reshape-order``."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--grade`` and ``--grade-lang``."""
    group = parser.getgroup("grade", "multi-head attention lab (mha-grader)")
    group.addoption(
        "--grade",
        nargs="?",
        const=".",
        metavar="PATH",
        help="Grade the submission at PATH (default: here), each check as a test; "
        "without further arguments nothing else is collected.",
    )
    group.addoption(
        "--grade-lang",
        choices=("en", "es"),
        help="Language of what the checks say; from the locale if not given.",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Where no tests are named, the checks are all there is to run.

    Raises:
        UsageError: There is nothing at the path that could be graded.
    """
    if config.getoption("grade"):
        from grader.pytest_items import refused  # noqa: PLC0415 - loads NumPy

        why = refused(config)
        if why:
            raise pytest.UsageError(f"--grade: {why}")
    if config.getoption("grade") and config.args_source is not pytest.Config.ArgsSource.ARGS:
        config.args = []


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Put the checks before the other tests, early enough for ``-k`` to choose among them."""
    path = config.getoption("grade")
    if path:
        from grader.pytest_items import Graded  # noqa: PLC0415 - loads NumPy

        graded = Graded.from_parent(session, name=NODE, nodeid=NODE, at=str(path))
        items[:0] = session.genitems(graded)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> None:
    """Grade before the item is announced: only then its place is known."""
    if item.config.getoption("grade"):
        from grader.pytest_items import CheckItem  # noqa: PLC0415 - loaded already, if any is one

        if isinstance(item, CheckItem):
            item.settle()
