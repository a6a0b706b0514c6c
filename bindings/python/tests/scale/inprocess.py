"""Commands of `lanesum.scale` in the process of the test: tasks run there, too, without Ray."""

from __future__ import annotations

import contextlib
import io
import os
from concurrent.futures import Future
from pathlib import Path
from typing import Any, ClassVar

from lanesum.scale import __main__ as _main
from lanesum.scale import _stores, _tasks


class Here:
    """Tasks in this process; files that are `unreadable` cannot be read."""

    unreadable: ClassVar[set[bytes]] = set()

    @staticmethod
    def check() -> None:
        pass

    @staticmethod
    def workers() -> int:
        return 1

    @staticmethod
    def put(value: Any) -> Any:
        return value

    @classmethod
    def submit(cls, kind: str, *arguments: Any) -> Future[Any]:
        bad = []
        if kind == "batch":
            store, recipe, most, enough, keys, facts = arguments
            bad = [_tasks.Result(_stores.Object(key), None, "Input/output error") for key in keys if key in cls.unreadable]
            if bad:
                pairs = [(key, fact) for key, fact in zip(keys, facts or keys, strict=True) if key not in cls.unreadable]
                keys, facts = [key for key, _ in pairs], [fact for _, fact in pairs] if facts is not None else None
            arguments = (store, recipe, most, enough, keys, facts)
        result = getattr(_tasks, kind)(*arguments) if not bad or arguments[4] else (None, [], 0)
        if bad:
            assert result[2] == len(keys)
            result = (result[0], [*result[1], *bad], len(keys) + len(bad))
        future: Future[Any] = Future()
        future.set_result(result)
        return future

    @staticmethod
    def ready(pending: list[Any]) -> list[Any]:
        return pending

    get = staticmethod(Future.result)


def run(folder: Path, *arguments: str) -> tuple[int, str, str]:
    """Status, standard output and standard error."""
    os.chdir(folder)
    out, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
        status = _main.main([*arguments])
    return status, out.getvalue(), errors.getvalue()
