"""How the programs are set up: `SKG_*` variables over `skg.toml` over the defaults; unknown keys are refused.

What verdicts depend on stands apart, in `policy.toml` (`stream.policies`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from schemas.digest import digest
from stream.errors import SettingsError
from stream.hiding import HIDDEN, without_password

PREFIX = "SKG_"
CONFIG_VARIABLE = "SKG_CONFIG"
"""Names the settings file; without it `skg.toml` in the working folder is read when it is there."""
OURS_BUT_NO_SETTINGS = ("SKG_CONFIG", "SKG_TEST_", "SKG_CHILD_")
"""Variables with our prefix that are read elsewhere: the file's own name, and what tests and children are told."""
SECRETS = ("http_token", "broker_password", "redaction_key", "llm_api_key")
"""Settings that are never shown; each can be read from a file instead, named by `SKG_…_FILE` (as can ADDRESSES)."""
ADDRESSES = ("archive_url", "prometheus_url", "alertmanager_url")
"""Settings that may hold a password among other things; it is never shown."""
_FILE = "_file"
_LISTS = ("assistants", "encoder_languages", "llm_prices", "retention_tenants")

Count = Annotated[int, msgspec.Meta(ge=1)]
Seconds = Annotated[float, msgspec.Meta(gt=0, le=31_536_000)]
"""Up to a year: more, such as infinity, is a mistake that clients would report late."""
Days = Annotated[float, msgspec.Meta(ge=0, le=100_000)]
SessionSeconds = Annotated[float, msgspec.Meta(ge=1, le=1_800)]
"""What brokers let a group choose, as they come: six seconds to half an hour; some are set to take less."""
Port = Annotated[int, msgspec.Meta(ge=0, le=65535)]


class Security(StrEnum):
    """How a broker is spoken to."""

    PLAINTEXT = "PLAINTEXT"
    SSL = "SSL"
    SASL_PLAINTEXT = "SASL_PLAINTEXT"
    SASL_SSL = "SASL_SSL"


class SaslMechanism(StrEnum):
    """How we prove to a broker who we are."""

    PLAIN = "PLAIN"
    SCRAM_SHA_256 = "SCRAM-SHA-256"
    SCRAM_SHA_512 = "SCRAM-SHA-512"


class Store(StrEnum):
    """Where a judge keeps its copy of the ledger."""

    ROCKSDICT = "rocksdict"
    MEMORY = "memory"


class RedactionMode(StrEnum):
    """What is taken out of texts before anything else sees them."""

    OFF = "off"
    PATTERNS = "patterns"


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that a program of this package can be told, apart from the judge's own constants."""

    data_dir: str = "skg-data"
    """Folder of ledger and archive; made when missing."""
    archive_url: str = ""
    """Database of the archive; empty is `archive.db` in `data_dir`."""
    policy_file: str = ""
    """The judge's constants and the profile of each assistant (`policy.toml`); empty is the defaults."""
    encoder: str = "minilm"
    """Which model gives the vectors: `minilm`, `sentence-transformers:MODEL`, `hash`, or a folder."""
    encoder_languages: tuple[str, ...] = ("en",)
    """Languages (ISO 639-1) that a model of your own choice serves; `*` is all. Elsewhere scores are null."""
    extractor: Literal["auto", "local", "llm", "given"] = "auto"
    """Who reads claims: rules (local), a language model (llm), the sender (given); auto is llm with `llm_base_url`."""
    llm_base_url: str = ""
    """OpenAI-compatible endpoint, such as https://api.openai.com/v1; it is sent the text of every turn."""
    llm_model: str = ""
    """Name of the model there."""
    llm_api_key: str = ""
    """Key of that endpoint; better in a file (`llm_api_key_file`)."""
    llm_timeout: Seconds = 30.0
    """How long one attempt may take."""
    llm_retries: Annotated[int, msgspec.Meta(ge=0, le=10)] = 2
    """Further attempts after a time-out, a 429 or a 5xx."""
    llm_concurrency: Annotated[int, msgspec.Meta(ge=1, le=64)] = 4
    """Calls at a time, of one process."""
    llm_on_failure: Literal["fallback", "wait", "dead_letter"] = "fallback"
    """Turns that the model did not read: read locally and flagged, kept waiting, or put on the dead-letter topic."""
    llm_pause_seconds: Seconds = 30.0
    """How long an endpoint that failed three times in a row is left alone."""
    llm_cache_dir: str = ""
    """Folder of the answers; empty is `llm` in `data_dir`. Processes of one machine may share it."""
    llm_cache_bytes: Count = 1_000_000_000
    """Bytes of answers kept; those not used for longest leave first."""
    llm_prices: tuple[str, ...] = ()
    """What models cost per million tokens: `MODEL=INPUT/OUTPUT`, such as `small=0.15/0.60`, separated by commas."""
    llm_budget_per_hour: Annotated[float, msgspec.Meta(ge=0)] = 0.0
    """What may be spent in an hour, in the currency of the prices; beyond it turns are read locally. 0 is no bound."""
    http_host: str = "127.0.0.1"
    """Address of ingest and metrics; anything but loopback needs `http_token`."""
    http_port: Port = 8765
    """Port of ingest and metrics; 0 takes a free one."""
    http_token: str = ""
    """Secret that callers send as `Authorization: Bearer …`; empty is none."""
    max_body_bytes: Count = 8_388_608
    """Largest HTTP body and longest line of a file or of standard input."""
    queue_turns: Count = 1_000
    """Turns that may wait for the judge; beyond it HTTP answers 429, and files and standard input wait."""
    batch_turns: Count = 32
    """Turns annotated together when several wait."""
    live_conversations: Count = 1_000
    """Conversations kept in memory; others rest in the ledger and are folded again when they go on."""
    session_idle_seconds: Seconds = 1_800.0
    """Silence after which a conversation ends and is summed up; a later turn opens it anew, flagged `continuation`."""
    tick_seconds: Seconds = 15.0
    """How often idle conversations are looked for."""
    max_assistants: Count = 250
    """Assistants that metrics tell apart; further ones are labelled `other` (docs/metrics.md)."""
    max_versions: Count = 5
    """Versions of one assistant told apart at a time; one that falls silent gives its place to the next."""
    assistants: tuple[str, ...] = ()
    """When given, the only assistants that metrics tell apart."""
    broker: str = ""
    """Kafka: HOST:PORT of one or more brokers, separated by commas."""
    broker_security: Security = Security.PLAINTEXT
    """How brokers are spoken to: PLAINTEXT, SSL, SASL_PLAINTEXT or SASL_SSL."""
    broker_ca_file: str = ""
    """Certificates (PEM) that a broker's own is checked against; empty is those of the system."""
    broker_certificate_file: str = ""
    """Our certificate (PEM), for brokers that ask for one."""
    broker_key_file: str = ""
    """The key of that certificate."""
    broker_sasl_mechanism: SaslMechanism = SaslMechanism.SCRAM_SHA_512
    """How we prove who we are: PLAIN, SCRAM-SHA-256 or SCRAM-SHA-512."""
    broker_username: str = ""
    """Our name at the broker."""
    broker_password: str = ""
    """Our password at the broker; better in a file (`broker_password_file`)."""
    app_id: str = "skg"
    """Begins the names of our consumer groups and of the ledger's changelog; one for each installation."""
    topic_prefix: str = ""
    """Begins the name of every topic, for several installations on one broker."""
    partitions: Count = 12
    """Partitions of the topics that `skg topics create` makes; cannot change while conversations live."""
    replication_factor: Count = 1
    """Copies of each partition that `skg topics create` asks for; 3 in production."""
    store: Store = Store.ROCKSDICT
    """Where a judge keeps its copy of the ledger: `rocksdict` (on disk) or `memory`."""
    standby_replicas: Annotated[int, msgspec.Meta(ge=0)] = 0
    """Further judges that follow each partition's ledger, so that they can take over sooner."""
    session_timeout_seconds: SessionSeconds = 20.0
    """Silence after which the broker gives a worker's partitions to others."""
    commit_seconds: Seconds = 1.0
    """How often offsets are committed."""
    max_record_bytes: Count = 900_000
    """Largest record and message; a turn beyond it is recorded without its claims. Brokers take 1 MB by default."""
    ready_lag_seconds: Seconds = 60.0
    """A worker further behind than this is not ready."""
    stuck_seconds: Seconds = 60.0
    """A worker with turns waiting that commits nothing for this long is not alive."""
    redaction: RedactionMode = RedactionMode.OFF
    """`patterns` puts pseudonyms for mail and IP addresses, keys, and numbers of phones, cards and accounts."""
    redaction_key: str = ""
    """Secret that the pseudonyms depend on; the same for all workers."""
    prometheus_url: str = ""
    """Prometheus, which `skg doctor --deploy` asks; such as http://prometheus:9090."""
    alertmanager_url: str = ""
    """Alertmanager, likewise; such as http://alertmanager:9093."""
    retention_days: Days = 0.0
    """How many days the archive keeps a conversation after its newest turn (`skg retention run`); 0 is for ever."""
    retention_certificates_days: Days = 0.0
    """How many days it keeps certificates, where longer than their conversations."""
    retention_tenants: tuple[str, ...] = ()
    """Tenants with ages of their own, separated by commas: `TENANT=DAYS` or `TENANT=DAYS/CERTIFICATES`."""
    log_level: str = "info"
    """Least level that is logged: debug, info, warning, error."""

    def reader(self) -> str:
        """Return which extractor is in force: local, llm or given."""
        return ("llm" if self.llm_base_url else "local") if self.extractor == "auto" else self.extractor

    def archive(self) -> str:
        """Return the archive's database URL."""
        return self.archive_url or f"sqlite:///{Path(self.data_dir) / 'archive.db'}"

    def ledger(self) -> Path:
        """Return the ledger's file."""
        return Path(self.data_dir) / "ledger.db"

    def checkpoint(self, followed: Path) -> Path:
        """Return the file that says how far a followed file has been recorded."""
        return Path(self.data_dir) / f"follow-{digest('followed', str(followed.resolve()))[:16]}.json"

    def shown(self) -> dict[str, str]:
        """Return every setting as text that may be printed: secrets are hidden."""
        fields = {name: str(value) for name, value in msgspec.structs.asdict(self).items()}
        for name in SECRETS:
            if fields[name]:
                fields[name] = HIDDEN
        fields["archive_url"] = self.archive()
        return fields | {name: without_password(fields[name]) for name in ADDRESSES}


def load_settings(
    environment: Mapping[str, str], *, file: Path | None = None, given: Mapping[str, object] | None = None
) -> Settings:
    """Return the settings in force: `given` (options of a command) over variables over the file over the defaults.

    `given` values that are None were not given. Raises SettingsError naming the source and the field.
    """
    from_file, file_name = _read_file(environment, file)
    settings = _converted(from_file, {}, file_name)
    from_environment = _from_environment(environment)
    settings = _converted(from_environment, msgspec.structs.asdict(settings), "environment")
    options = {name: value for name, value in (given or {}).items() if value is not None}
    return _converted(options, msgspec.structs.asdict(settings), "options")


def named_settings(environment: Mapping[str, str], *, file: Path | None = None) -> set[str]:
    """Return the settings that somebody has named, in the environment or in the file; others have their defaults."""
    return {*_read_file(environment, file)[0], *_from_environment(environment)}


def _from_environment(environment: Mapping[str, str]) -> dict[str, object]:
    """Return the settings among the variables; `SKG_HTTP_TOKEN_FILE=path` reads `http_token` from that file."""
    found: dict[str, object] = {}
    for variable, value in sorted(environment.items()):
        if not variable.startswith(PREFIX) or variable.startswith(OURS_BUT_NO_SETTINGS):
            continue
        name = variable.removeprefix(PREFIX).lower()
        secret = name.removesuffix(_FILE)
        if secret != name and secret in (*SECRETS, *ADDRESSES):
            found[secret] = _secret(Path(value), variable)
        else:
            found[name] = value
    return found


def _secret(path: Path, variable: str) -> str:
    """Return what a file with one secret holds, without the line end that editors leave."""
    try:
        return path.read_text(encoding="utf-8").rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(source="environment", field=variable, problem=f"{path} cannot be read: {error}") from error


def _read_file(environment: Mapping[str, str], file: Path | None) -> tuple[dict[str, object], str]:
    named = file or (Path(environment[CONFIG_VARIABLE]) if environment.get(CONFIG_VARIABLE) else None)
    path = named or Path("skg.toml")
    if named is None and not path.exists():
        return {}, str(path)
    return read_toml(path), str(path)


def read_toml(path: Path) -> dict[str, object]:
    """Return what a TOML file holds; raise SettingsError when it cannot be read."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(source=str(path), field="", problem=f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise SettingsError(source=str(path), field="", problem="is not TOML: it is not UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(source=str(path), field="", problem=f"is not TOML: {error}") from error


def _converted(new: Mapping[str, object], below: Mapping[str, object], source: str) -> Settings:
    """Lay `new` over `below`; a list may be written as text with commas."""
    known = Settings.__struct_fields__
    for name in new:
        if name not in known:
            shown = f"{PREFIX}{name.upper()}" if source == "environment" else name
            raise SettingsError(source=source, field=shown, problem=f"is no setting; known are {', '.join(known)}")
    fields = {**below, **new}
    for name in _LISTS:
        value = fields.get(name)
        if isinstance(value, str):
            fields[name] = [part.strip() for part in value.split(",") if part.strip()]
    try:
        return msgspec.convert(fields, Settings, strict=False)
    except msgspec.ValidationError as error:
        problem, _, place = str(error).partition(" - at `$.")
        name = place.rstrip("`")
        shown = f"{PREFIX}{name.upper()}" if source == "environment" else name
        raise SettingsError(source=source, field=shown, problem=problem[0].lower() + problem[1:]) from error
