"""What can go wrong with the archive, in words that say what to do."""

ADDRESS = "check SKG_ARCHIVE_URL and that its folder or server exists"
READ_ONLY = (
    "it cannot be written from here: check who owns the file and its folder, which SQLite writes to even for reading,"
    " or that the server is no standby"
)
NO_ROOM = "make room where the database is, or let `skg retention run` delete what is old; nothing was lost"
TABLES_GONE = "what had been archived is back only with a backup"
"""What helps against problems of an archive."""


class AlertsError(Exception):
    """Base class of everything the alerts package raises."""


class ArchiveError(AlertsError):
    """The archive could not be opened or used."""

    def __init__(self, *, url: str, problem: str, remedy: str = ADDRESS) -> None:
        """Take the archive's address (without password), what the database said, and what helps."""
        self.url = url
        self.problem = problem
        self.remedy = remedy
        super().__init__(f"archive {url}: {problem}; {remedy}")


class NewerArchiveError(ArchiveError):
    """The tables are those of a newer release; waiting helps only until this program is upgraded."""

    def __init__(self, *, url: str, revision: str) -> None:
        """Take the archive's address (without password) and the revision of its tables."""
        self.revision = revision
        problem = f"its tables are those of a newer release ({revision})"
        super().__init__(url=url, problem=problem, remedy="upgrade skgeval-monitor here; nothing was changed")


class TablesGoneError(ArchiveError):
    """The database answers, and a table is gone: it was emptied, or its file removed, under who writes to it."""


class ArchiveAddressError(ArchiveError):
    """The address names no database of a kind that we know; waiting does not help."""


class ValueRefusedError(ArchiveError):
    """The database works, but cannot hold a value: it is beyond a limit, or has a character that the database lacks."""


class ConversationNotFoundError(AlertsError):
    """Nothing is archived under that conversation id."""

    def __init__(self, *, conversation: str, nearest: tuple[str, ...]) -> None:
        """Take the id asked for and some that exist."""
        self.conversation = conversation
        self.nearest = nearest
        hint = f"; archived are for instance {', '.join(nearest)}" if nearest else "; the archive is empty"
        super().__init__(f"no conversation {conversation!r} in the archive{hint}")


class CertificateNotFoundError(AlertsError):
    """No certificate has that id."""

    def __init__(self, *, certificate_id: str) -> None:
        """Take the id asked for."""
        self.certificate_id = certificate_id
        super().__init__(f"no certificate {certificate_id!r}; `skg certificates list` shows their ids")


class RuleSpeedError(AlertsError):
    """Rules cannot run that much faster."""

    def __init__(self, *, factor: float) -> None:
        """Take the factor asked for."""
        self.factor = factor
        super().__init__(
            f"rules cannot run {factor:g} times as fast; give a number above 0, such as 48 for a day in half an hour"
        )
