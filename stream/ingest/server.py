"""An HTTP server in a thread of its own, on an address that is checked before anything listens."""

from __future__ import annotations

import ipaddress
import socket
from threading import Thread

import uvicorn
from starlette.applications import Starlette

from stream.errors import ListenError

_BACKLOG = 256
_GRACE_S = 2


def open_socket(host: str, port: int, *, token: str) -> socket.socket:
    """Bind an address; raise ListenError when it is open to the network without a token, taken, or not ours."""
    if not token and not is_loopback(host):
        problem = "it is open to the network, so set a token (SKG_HTTP_TOKEN) or listen on 127.0.0.1"
        raise ListenError(host=host, port=port, problem=problem)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(_BACKLOG)
    except OSError as error:
        listener.close()
        raise ListenError(host=host, port=port, problem=(error.strerror or str(error)).lower()) from error
    return listener


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches an address.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


class HttpServer:
    """Serves an application on an open socket until it is stopped."""

    def __init__(self, app: Starlette, listener: socket.socket) -> None:
        """Start serving."""
        host, port = listener.getsockname()[:2]
        self.url = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
        config = uvicorn.Config(
            app, log_config=None, access_log=False, lifespan="off", timeout_graceful_shutdown=_GRACE_S
        )
        self._server = uvicorn.Server(config)
        self._thread = Thread(target=self._server.run, args=([listener],), name="http", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Answer what is being answered, then stop."""
        self._server.should_exit = True
        self._thread.join(timeout=_GRACE_S + 1)
