"""What a broker of ours is told: its listeners with their ports, and the rest of `server.properties`."""

from __future__ import annotations

import random
import re
import socket
from pathlib import Path

from jars import BrokerStartError

HOST = "127.0.0.1"
FREE_PORTS = range(20_000, 32_000)
"""Below the ports that outgoing connections take: nothing can sit on ours while a stopped broker is started again."""
PLAIN = "PLAINTEXT"
CONTROLLER = "CONTROLLER"
_NODE = 1


def chosen_ports(data: Path, port: int, more: list[str]) -> dict[str, int]:
    """Return the port of each listener: the wanted one, else the one that it had with this data, else a free one."""
    wanted = {PLAIN: port, CONTROLLER: 0}
    for listener in more:
        name, _, wish = listener.partition("=")
        wanted[name] = int(wish or 0)
    return {name: wish or _port_of(data, name) or free_port() for name, wish in wanted.items()}


def server_properties(data: Path, ports: dict[str, int], more: list[str]) -> str:
    """Return the file `server.properties`; `more` are NAME=VALUE and win."""
    listeners = [f"{name}://{HOST}:{port}" for name, port in ports.items()]
    protocols = {name: PLAIN if name == CONTROLLER else name for name in ports}
    properties = {
        "process.roles": "broker,controller",
        "node.id": str(_NODE),
        "controller.quorum.voters": f"{_NODE}@{HOST}:{ports[CONTROLLER]}",
        "controller.listener.names": CONTROLLER,
        "listeners": ",".join(listeners),
        "advertised.listeners": ",".join(url for url in listeners if not url.startswith(CONTROLLER)),
        "inter.broker.listener.name": PLAIN,
        "listener.security.protocol.map": ",".join(f"{name}:{protocol}" for name, protocol in protocols.items()),
        # After a kill the broker waits until its former self is taken for dead.
        "broker.session.timeout.ms": "5000",
        "broker.heartbeat.interval.ms": "1000",
        "log.dirs": str(data / "messages"),
        "auto.create.topics.enable": "false",
        "group.initial.rebalance.delay.ms": "0",
        "offsets.topic.replication.factor": "1",
        "offsets.topic.num.partitions": "4",
        "transaction.state.log.replication.factor": "1",
        "transaction.state.log.min.isr": "1",
        "transaction.state.log.num.partitions": "1",
        "share.coordinator.state.topic.replication.factor": "1",
        "share.coordinator.state.topic.min.isr": "1",
        "log.segment.bytes": str(64 << 20),
        "log.index.size.max.bytes": str(1 << 20),
        "log.cleaner.dedupe.buffer.size": str(16 << 20),
        "num.network.threads": "2",
        "num.io.threads": "4",
        "background.threads": "2",
        **dict(assignment.split("=", 1) for assignment in more),
    }
    return "".join(f"{name}={value}\n" for name, value in properties.items())


def _port_of(data: Path, listener: str) -> int | None:
    """Return the port that a listener of this data folder had when it last ran."""
    properties = data / "server.properties"
    found = properties.is_file() and re.search(
        rf"^listeners=.*\b{listener}://[\d.]+:(\d+)", properties.read_text(encoding="utf-8"), re.MULTILINE
    )
    return int(found[1]) if found else None


def free_port() -> int:
    """Return a port on loopback that nobody listens on."""
    for port in random.sample(FREE_PORTS, k=100):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((HOST, port))
            except OSError:
                continue
            return port
    raise BrokerStartError("found no free port")
