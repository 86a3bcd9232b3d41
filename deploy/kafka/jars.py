"""Kafka's jars, as pom.xml names them: Maven copies them into a cache folder, once."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent


class BrokerStartError(Exception):
    """A broker that cannot be had; its text is for whoever started it."""


def fetched_jars() -> Path:
    """Return the folder of Kafka's jars; Maven fills it the first time."""
    pom = HERE / "pom.xml"
    version = re.search(rb"<kafka.version>(.+)</kafka.version>", pom.read_bytes())
    if version is None:
        raise BrokerStartError(f"{pom} names no kafka.version")
    caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "skg-monitor"
    # The digest, so that nobody meets the jars of an older pom.xml.
    jars = caches / f"kafka-{version[1].decode()}-{hashlib.sha256(pom.read_bytes()).hexdigest()[:8]}"
    if jars.is_dir():
        return jars
    caches.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=caches) as folder:
        # A whole folder is put in place at once, so that nobody sees half of it.
        filled = Path(folder) / "jars"
        goal = ("dependency:copy-dependencies", "-DincludeScope=runtime", f"-DoutputDirectory={filled}")
        maven = program("mvn", "maven")
        done = subprocess.run([maven, "-B", "-q", "-f", str(pom), *goal], stdout=sys.stderr, check=False)
        if done.returncode:
            raise BrokerStartError("Maven could not copy Kafka's jars; what it said stands above")
        if not jars.is_dir():
            shutil.move(filled, jars)
    return jars


def program(name: str, package: str) -> str:
    """Return where a program is; `package` is Debian's name of what brings it."""
    path = shutil.which(name)
    if path is None:
        raise BrokerStartError(f"there is no `{name}` on this machine; on Debian: apt-get install {package}")
    return path
