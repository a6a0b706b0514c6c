"""Ray: how the driver joins or starts it, and gives it tasks."""

from __future__ import annotations

import contextlib
import errno
import functools
import io
import logging
import os
import re
import socket
import sys
import tempfile
from collections.abc import Iterator
from typing import Any

try:
    import ray
    from ray.exceptions import RayError, RayTaskError
except ModuleNotFoundError as error:
    raise ModuleNotFoundError("lanesum.scale needs Ray: install lanesum with its extra, as `lanesum[ray]`") from error

from . import _tasks
from ._stores import Stop

__all__ = ["Cluster", "RayError", "RayTaskError", "Tasks"]

# So often a task is given to Ray again after its workers died; Ray itself tries as often before.
DEATHS = 3
# Seconds until a server that does not answer counts as gone.
_PATIENCE = 3
# HTTP/2's, which a server of gRPC answers: a preface, and a frame SETTINGS with nothing in it.
_HELLO = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])


@functools.cache
def _remote(kind: str) -> Any:
    """A function of `_tasks` for Ray. The same one each time, since Ray sends each to the workers once."""
    return ray.remote(max_retries=DEATHS)(getattr(_tasks, kind))


def _start(address: str, options: dict[str, Any]) -> None:
    """Joins Ray, or starts it here: twice if need be, since it gives itself 30 seconds, which a busy machine may not have."""
    for attempt in range(2):
        try:
            ray.init(address=address, logging_level=logging.CRITICAL, log_to_driver=False, **options)
            return
        except Exception:
            if attempt == 1:
                raise
            ray.shutdown()


def _join(address: str) -> None:
    """Joins the cluster at an address."""
    found = re.fullmatch(r"(?:ray://)?\[?([^/\]]+?)\]?:([0-9]+)", address)
    if found:
        # Ray itself would try for half a minute, or for two.
        try:
            with socket.create_connection((found[1], int(found[2])), _PATIENCE) as probe:
                if os.environ.get("RAY_USE_TLS") != "1":
                    probe.sendall(_HELLO)
                    probe.recv(1)
        except (OSError, OverflowError) as error:
            raise Stop(f"no Ray cluster answers at {address}: {error}") from error
    # Ray tries so often, once a second, also after a refusal.
    constants = ray._private.ray_constants
    tries = getattr(constants, "NUM_REDIS_GET_RETRIES", _PATIENCE)
    constants.NUM_REDIS_GET_RETRIES = _PATIENCE
    with _standard_error() as said:
        try:
            ray.init(address=address, logging_level=logging.CRITICAL, log_to_driver=False)
            return
        except Exception as error:
            failure = error
        finally:
            constants.NUM_REDIS_GET_RETRIES = tries
    text = f"{said.getvalue().decode(errors='replace')} {failure}"
    if re.search("AuthToken|Unauthenticated|authentication token", text):
        raise Stop(
            f"the Ray cluster at {address} asks for a token, and this is not the right one: set RAY_AUTH_MODE=token, and "
            "RAY_AUTH_TOKEN or RAY_AUTH_TOKEN_PATH, as the cluster has them"
        ) from failure
    os.write(2, said.getvalue())
    raise failure


@contextlib.contextmanager
def _standard_error() -> Iterator[io.BytesIO]:
    """Takes what is written to standard error meanwhile: Ray repeats a refusal each second, and only there."""
    said = io.BytesIO()
    try:
        sys.stderr.flush()
        old = os.dup(2)
    except (OSError, AttributeError):
        yield said
        return
    with tempfile.TemporaryFile() as file:
        os.dup2(file.fileno(), 2)
        try:
            yield said
        finally:
            os.dup2(old, 2)
            os.close(old)
            file.seek(0)
            said.write(file.read())


class Cluster:
    """Ray: the cluster at an address (or in `RAY_ADDRESS`), the one that the program has joined, or one on this machine."""

    def __init__(self, address: str | None = None, workers: int | None = None) -> None:
        self.own = not ray.is_initialized()
        if self.own:
            address = address or os.environ.get("RAY_ADDRESS") or "local"
            options: dict[str, Any] = {}
            if address == "local":
                cpus = workers or len(os.sched_getaffinity(0))
                options = {"num_cpus": cpus, "include_dashboard": False, "object_store_memory": 256 << 20}
            try:
                if address == "local":
                    _start(address, options)
                else:
                    _join(address)
                # The processes begin now, and not while the first objects wait.
                ray.get([_remote("ready").remote() for _ in range(options.get("num_cpus", 0))])
            except Stop:
                raise
            except Exception as error:  # Ray has no class for what can go wrong here
                where = "on this machine" if address == "local" else f"at {address}"
                raise Stop(f"Ray did not start {where}: {error}") from error

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        if self.own:
            ray.shutdown()


class Tasks:
    """Where tasks run: on Ray. Tests have another one, which runs them in its own process."""

    put = staticmethod(ray.put)
    get = staticmethod(ray.get)

    @staticmethod
    def check() -> None:
        """Raise `Stop` if the raylet of this machine has died: Ray would end the process some seconds later, without a word."""
        path = getattr(getattr(ray._private.worker.global_worker, "node", None), "raylet_socket_name", None)
        if not path:
            return
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
            probe.settimeout(_PATIENCE)
            if probe.connect_ex(path) in (errno.ECONNREFUSED, errno.ENOENT):
                raise Stop("Ray's raylet on this machine has died (killed, or out of memory; the logs of Ray say more)")

    @staticmethod
    def workers() -> int:
        """How many tasks run at once."""
        return max(int(ray.cluster_resources().get("CPU", 1)), 1)

    @staticmethod
    def submit(kind: str, *arguments: Any) -> Any:
        """Begin a function of `_tasks`."""
        return _remote(kind).remote(*arguments)

    @staticmethod
    def ready(pending: list[Any]) -> list[Any]:
        """Those that have ended; it waits half a second for the first."""
        ray.wait(pending, timeout=0.5)
        return list(ray.wait(pending, num_returns=len(pending), timeout=0)[0])
