"""Certificates for tests, made by the `openssl` program: an authority, and whom it has signed."""

import subprocess
from pathlib import Path

import msgspec


class Identity(msgspec.Struct, frozen=True, kw_only=True):
    """A certificate and its key, both PEM."""

    certificate: Path
    key: Path


def authority(folder: Path, name: str) -> Identity:
    """Make a certificate that signs others."""
    made = Identity(certificate=folder / f"{name}.crt", key=folder / f"{name}.key")
    _openssl("req", "-x509", *_new_key(made), "-days", "2", "-subj", f"/CN={name}", "-out", made.certificate)
    return made


def signed(folder: Path, name: str, by: Identity, names: str = "DNS:localhost") -> Identity:
    """Make a certificate that an authority has signed, for these names and addresses."""
    made = Identity(certificate=folder / f"{name}.crt", key=folder / f"{name}.key")
    request, extensions = folder / f"{name}.csr", folder / f"{name}.ext"
    extensions.write_text(f"subjectAltName={names}")
    _openssl("req", "-new", *_new_key(made), "-subj", f"/CN={name}", "-out", request)
    _openssl("x509", "-req", "-in", request, "-CA", by.certificate, "-CAkey", by.key, "-CAcreateserial", "-days", "2",
             "-extfile", extensions, "-out", made.certificate)  # fmt: skip
    return made


def locked(folder: Path, identity: Identity) -> Path:
    """Return the same key with a pass phrase."""
    path = folder / "locked.key"
    _openssl("pkcs8", "-topk8", "-in", identity.key, "-passout", "pass:open-sesame", "-out", path)
    return path


def keystore(identity: Identity) -> Path:
    """Return a file with key and certificate, as a broker takes them."""
    path = identity.key.with_suffix(".pem")
    path.write_bytes(identity.key.read_bytes() + identity.certificate.read_bytes())
    return path


def _new_key(identity: Identity) -> tuple[str | Path, ...]:
    return ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-noenc", "-keyout", identity.key)


def _openssl(*arguments: str | Path) -> None:
    subprocess.run(["openssl", *map(str, arguments)], check=True, capture_output=True)
