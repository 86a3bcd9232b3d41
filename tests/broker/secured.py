"""A broker that listens in every way there is: with TLS, with names and passwords, and with both."""

from pathlib import Path
from typing import Any

import msgspec

from stream.settings import SaslMechanism, Security
from tests.broker.certificates import Identity, authority, keystore, signed
from tests.broker.running import RunningBroker

NAME = "monitor"
PASSWORD = "open-sesame-7"  # noqa: S105 - of a broker that lives for this test
_MECHANISMS = tuple(SaslMechanism)
_LOGIN = "org.apache.kafka.common.security"


class SecuredBroker(msgspec.Struct, frozen=True, kw_only=True):
    """The broker, whom it trusts, and one of those; and an authority that it does not know."""

    broker: RunningBroker
    authority: Identity
    client: Identity
    stranger: Identity

    def settings(self, security: Security, mechanism: SaslMechanism | None = None) -> dict[str, Any]:
        """Return the settings that reach it in one of its ways."""
        found: dict[str, Any] = {"broker": self.broker.listeners[security], "broker_security": security}
        if security in {Security.SSL, Security.SASL_SSL}:
            found["broker_ca_file"] = str(self.authority.certificate)
        if security is Security.SSL:
            found["broker_certificate_file"] = str(self.client.certificate)
            found["broker_key_file"] = str(self.client.key)
        if mechanism is not None:
            found |= {"broker_sasl_mechanism": mechanism, "broker_username": NAME, "broker_password": PASSWORD}
        return found


def secured_broker(folder: Path) -> SecuredBroker:
    """Start it; the listener without names asks for a certificate, those with names do not."""
    ours, stranger = authority(folder, "ours"), authority(folder, "stranger")
    properties = {
        "ssl.keystore.type": "PEM",
        "ssl.keystore.location": keystore(signed(folder, "broker", by=ours, names="IP:127.0.0.1")),
        "ssl.truststore.type": "PEM",
        "ssl.truststore.location": ours.certificate,
        "listener.name.ssl.ssl.client.auth": "required",
        "sasl.enabled.mechanisms": ",".join(_MECHANISMS),
    }
    for listener in ("sasl_ssl", "sasl_plaintext"):
        for mechanism in _MECHANISMS:
            name = f"listener.name.{listener}.{mechanism.lower()}.sasl.jaas.config"
            properties[name] = _login(mechanism)
    users = [
        f"{mechanism}=[name={NAME},password={PASSWORD}]"
        for mechanism in _MECHANISMS
        if mechanism is not SaslMechanism.PLAIN
    ]
    arguments = [
        *(f"--listener={security}" for security in Security if security is not Security.PLAINTEXT),
        *(f"--property={name}={value}" for name, value in properties.items()),
        *(f"--scram={user}" for user in users),
    ]
    broker = RunningBroker(folder / "broker", *arguments)
    return SecuredBroker(broker=broker, authority=ours, client=signed(folder, "client", by=ours), stranger=stranger)


def _login(mechanism: SaslMechanism) -> str:
    if mechanism is SaslMechanism.PLAIN:
        return f'{_LOGIN}.plain.PlainLoginModule required user_{NAME}="{PASSWORD}";'
    return f"{_LOGIN}.scram.ScramLoginModule required;"
