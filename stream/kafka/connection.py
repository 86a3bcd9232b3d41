"""How every client speaks to the broker: one value, made from settings and checked, for kafka-python and for Faust.

Mistakes that a client would report late, or as silence, are found here: a file that is missing, a name without a
password, files for TLS on a connection that has none.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from faust import SASLCredentials, SSLCredentials
from kafka.errors import (
    BrokerResponseError,
    IncompatibleBrokerVersion,
    KafkaError,
    NoBrokersAvailable,
    NodeNotReadyError,
    SaslAuthenticationFailedError,
    UnsupportedSaslMechanismError,
)

from stream.errors import BrokerError, SettingsError
from stream.hiding import HIDDEN
from stream.settings import PREFIX, Security, Settings

FAILURES = (KafkaError, OSError)
"""What the clients of kafka-python raise when a broker cannot be spoken to; those of TLS are OSErrors."""
_REFUSALS = (SaslAuthenticationFailedError, UnsupportedSaslMechanismError, IncompatibleBrokerVersion)
"""The last because kafka-python goes on to speak on the connection that was refused."""
_TLS = (Security.SSL, Security.SASL_SSL)
_SASL = (Security.SASL_PLAINTEXT, Security.SASL_SSL)
_LARGEST_ANSWER = 1 << 27
"""kafka-python closes a connection over an answer of more than 1 MB, which any backlog gives: it asks for up to 50."""
_FIRST_ANSWER_MS = 10_000
"""How long a client waits for a first answer; its own 2 s are too short for a machine under load."""
_HIGHEST_PORT = 65_535


class Secret(str):
    """Text that hides itself wherever it is shown as part of something: kafka-python logs its whole configuration."""

    __slots__ = ()

    def __repr__(self) -> str:
        return HIDDEN


class Connection(msgspec.Struct, frozen=True, kw_only=True):
    """A broker's address and how to speak to it; `address` is HOST:PORT of one or more, separated by commas."""

    address: str
    client_id: str
    security: Security
    ca_file: str
    certificate_file: str
    key_file: str
    mechanism: str
    username: str
    password: Secret

    @classmethod
    def of(cls, settings: Settings) -> Connection:
        """Return the connection that settings describe; raise SettingsError when it cannot work."""
        connection = cls(
            address=",".join(_addresses(settings.broker)),
            client_id=settings.app_id,
            security=settings.broker_security,
            ca_file=settings.broker_ca_file,
            certificate_file=settings.broker_certificate_file,
            key_file=settings.broker_key_file,
            mechanism=settings.broker_sasl_mechanism,
            username=settings.broker_username,
            password=Secret(settings.broker_password),
        )
        _check_fit(settings)
        connection.tls()
        return connection

    def client(self) -> dict[str, Any]:
        """Return the keyword arguments that every client of kafka-python takes."""
        arguments: dict[str, Any] = {
            "bootstrap_servers": self.address.split(","),
            "client_id": self.client_id,
            "security_protocol": str(self.security),
            "api_version_auto_timeout_ms": _FIRST_ANSWER_MS,
            "receive_message_max_bytes": _LARGEST_ANSWER,
        }
        if self.security in _TLS:
            arguments["ssl_context"] = self.tls()
        if self.security in _SASL:
            arguments["sasl_mechanism"] = self.mechanism
            arguments["sasl_plain_username"] = self.username
            arguments["sasl_plain_password"] = self.password
        return arguments

    def faust(self) -> dict[str, Any]:
        """Return the keyword arguments of `faust.App` that say where the broker is and how to speak to it."""
        return {
            "broker": [f"kafka://{address}" for address in self.address.split(",")],
            "broker_credentials": self._credentials(),
        }

    def explained(self, error: Exception) -> str:
        """Return in a sentence what one of FAILURES means to whoever set this connection up."""
        if isinstance(error, NoBrokersAvailable | NodeNotReadyError):
            return self._unreachable()
        if self.security in _SASL and isinstance(error, _REFUSALS):
            return f"it does not accept our name and password ({self.username}, {self.mechanism})"
        if isinstance(error, ssl.SSLCertVerificationError):
            return f"its certificate is not good: {error.verify_message}; broker_ca_file is {self.ca_file or 'not set'}"
        if isinstance(error, ssl.SSLError):
            ours = self.certificate_file or "not set"
            return (
                f"it ended TLS ({error.reason}); it may want a certificate of ours: broker_certificate_file is {ours}"
            )
        if isinstance(error, BrokerResponseError):
            return f"{type(error).__name__}: {error.description}"  # its own text repeats the whole request
        return str(error)

    @contextmanager
    def errors(self) -> Iterator[None]:
        """Raise what kafka-python says within as BrokerError."""
        try:
            yield
        except KafkaError as error:
            raise BrokerError(broker=self.address, problem=self.explained(error)) from error

    def tls(self) -> ssl.SSLContext | None:
        """Return what checks the broker's certificate and shows ours, or None without TLS.

        Raises SettingsError for a file that is missing or holds something else.
        """
        if self.security not in _TLS:
            return None
        if self.ca_file:
            _check_readable("broker_ca_file", self.ca_file)
        try:
            context = ssl.create_default_context(cafile=self.ca_file or None)
        except ssl.SSLError as error:
            raise _wrong("broker_ca_file", f"{self.ca_file} holds no certificates in PEM") from error
        if self.certificate_file:
            _check_readable("broker_certificate_file", self.certificate_file)
            _check_readable("broker_key_file", self.key_file)
            try:
                # An empty pass phrase, because without one OpenSSL would ask for it on the terminal.
                context.load_cert_chain(self.certificate_file, self.key_file, password="")
            except ssl.SSLError as error:
                problem = f"{self.key_file} is not the key, in PEM and without pass phrase, of {self.certificate_file}"
                raise _wrong("broker_key_file", problem) from error
        return context

    def _unreachable(self) -> str:
        """Return why nothing answers: kafka-python tells a name without an address apart in its log alone."""
        unknown = []
        for address in self.address.split(","):
            host = address.rpartition(":")[0].strip("[]")
            try:
                socket.getaddrinfo(host, None)
            except socket.gaierror:
                unknown.append(host)
        if unknown:
            return f"no address is known here for {' and '.join(unknown)}"
        return (
            "nothing answers, or it does not understand us: is it there, and is broker_security"
            f" ({self.security}) what it listens for?"
        )

    def _credentials(self) -> SASLCredentials | SSLCredentials | None:
        context = self.tls()
        if self.security in _SASL:
            return SASLCredentials(
                username=self.username, password=self.password, mechanism=self.mechanism, ssl_context=context
            )
        return None if context is None else SSLCredentials(context)


def _addresses(text: str) -> list[str]:
    """Split HOST:PORT,HOST:PORT; raise SettingsError for what is no address."""
    addresses = [part.strip() for part in text.split(",") if part.strip()]
    if not addresses:
        raise _wrong("broker", f"is empty; set {PREFIX}BROKER to HOST:PORT of your Kafka")
    for address in addresses:
        host, _, port = address.rpartition(":")
        if not host or "/" in address or not port.isdecimal() or not 0 < int(port) <= _HIGHEST_PORT:
            raise _wrong("broker", f"{address} is not HOST:PORT")
    return addresses


def _check_fit(settings: Settings) -> None:
    """Refuse settings that contradict each other: what is set and would be ignored was meant to protect something."""
    security = settings.broker_security
    if security in _SASL:
        for name in ("broker_username", "broker_password"):
            if not getattr(settings, name):
                raise _wrong(name, f"is empty, and broker_security {security} needs it")
    elif settings.broker_username or settings.broker_password:
        raise _wrong("broker_security", f"is {security}, which sends no name and password: SASL_SSL does")
    files = [
        name for name in ("broker_ca_file", "broker_certificate_file", "broker_key_file") if getattr(settings, name)
    ]
    if files and security not in _TLS:
        raise _wrong("broker_security", f"is {security}, which has no use for {files[0]}: SSL and SASL_SSL do")
    if bool(settings.broker_certificate_file) != bool(settings.broker_key_file):
        raise _wrong("broker_certificate_file", "and broker_key_file need each other")


def _check_readable(name: str, path: str) -> None:
    try:
        Path(path).open("rb").close()
    except OSError as error:
        raise _wrong(name, f"{path} cannot be read: {error.strerror}") from error


def _wrong(field: str, problem: str) -> SettingsError:
    return SettingsError(source="settings", field=field, problem=problem)
