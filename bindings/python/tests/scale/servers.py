"""An S3 server for the tests, and a proxy before it that makes trouble."""

from __future__ import annotations

import contextlib
import http.client
import http.server
import os
import shutil
import socket
import socketserver
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import botocore.session

KEY, SECRET = "lanesum-test", "lanesum-secret"
# versitygw, over a directory of this machine; .ci/helpers.sh builds it by the Go proxy.
SERVER = shutil.which(os.environ.get("LANESUM_S3_SERVER") or "versitygw")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def server(directory: Path) -> Iterator[str]:
    """Its URL."""
    port = free_port()
    data, versions = directory.resolve() / "data", directory.resolve() / "versions"
    data.mkdir(parents=True)
    versions.mkdir()
    assert SERVER is not None
    command = [SERVER, "--access", KEY, "--secret", SECRET, "--port", f"127.0.0.1:{port}", "--quiet"]
    command += ["posix", "--versioning-dir", str(versions), str(data)]
    with (directory / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        # It begins in a tenth of a second, unless the machine is busy.
        for _ in range(1200):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            assert process.poll() is None, (directory / "log").read_text()
            time.sleep(0.1)
        else:
            raise AssertionError("the S3 server does not begin")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def client(url: str) -> Any:
    session = botocore.session.Session()
    session.set_credentials(KEY, SECRET)
    return session.create_client("s3", endpoint_url=url, region_name="us-east-1")


class Proxy:
    """Passes requests on. `fault(method, path, number)` may name what goes wrong with one: "503", "stall", "cut", "flip", "expired", "denied"."""

    def __init__(self, upstream: str, port: int = 0) -> None:
        self.fault: Callable[[str, str, int], str | None] = lambda method, path, number: None
        self.requests = 0
        self.faults = 0
        lock = threading.Lock()
        proxy = self
        host = upstream.removeprefix("http://")

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_any(self) -> None:
                with lock:
                    proxy.requests += 1
                    fault = proxy.fault(self.command, self.path, proxy.requests)
                    proxy.faults += fault is not None
                if fault == "stall":
                    time.sleep(3)
                    self.close_connection = True
                    return
                refusals = {"503": (503, "SlowDown"), "expired": (400, "ExpiredToken"), "denied": (403, "AccessDenied")}
                if fault in refusals:
                    status, code = refusals[fault]
                    body = f"<?xml version='1.0'?><Error><Code>{code}</Code><Message>by the proxy</Message></Error>".encode()
                    self.send_response(status)
                    self.send_header("Content-Length", str(len(body)))
                    self.end_headers()
                    if self.command != "HEAD":
                        self.wfile.write(body)
                    return
                length = int(self.headers.get("Content-Length") or 0)
                connection = http.client.HTTPConnection(host)
                # The name that was signed is the proxy's.
                connection.putrequest(self.command, self.path, skip_host=True, skip_accept_encoding=True)
                for name, value in self.headers.items():
                    connection.putheader(name, value)
                connection.endheaders(self.rfile.read(length) if length else None)
                answer = connection.getresponse()
                self.send_response_only(answer.status)
                for name, value in answer.getheaders():
                    if name.lower() not in ("connection", "transfer-encoding"):
                        self.send_header(name, value)
                data = answer.read()
                if "Content-Length" not in answer.headers:
                    self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                if fault == "flip" and data:
                    data = data[:-1] + bytes([data[-1] ^ 1])
                if fault == "cut":
                    data = data[: len(data) // 2]
                    self.close_connection = True
                if self.command != "HEAD":
                    self.wfile.write(data)
                connection.close()

            do_GET = do_PUT = do_HEAD = do_POST = do_DELETE = handle_any

            def log_message(self, *_: object) -> None:
                pass

        class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
            daemon_threads = True
            request_queue_size = 128

            def handle_error(self, *_: object) -> None:
                pass  # whoever was cut off

        self._server = Server(("127.0.0.1", port), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
