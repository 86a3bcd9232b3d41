"""Which ages hold, as settings and options say."""

from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace

from alerts.archive import open_archive
from alerts.retention import Ages
from schemas.topics import CERTIFICATES, RECORDS
from stream.errors import SettingsError
from stream.retention import Asked, preview_retention, retention_of, shorter_than_topics
from stream.settings import Settings, load_settings
from tests.alerts.records import NOON, first_record

DAY = timedelta(days=1)
NOW = NOON + 400 * DAY


def ages(days, certificates=0):
    return Ages(conversations=days * DAY, certificates=(certificates or days) * DAY)


@pytest.mark.parametrize(
    ("settings", "tenant", "expected"),
    [
        (Settings(), "", None),
        (Settings(retention_days=90), "", ages(90)),
        (Settings(retention_days=90), "acme", ages(90)),
        (Settings(retention_days=90, retention_certificates_days=365), "", ages(90, 365)),
        (Settings(retention_days=90, retention_tenants=("acme=30",)), "acme", ages(30)),
        (Settings(retention_days=90, retention_tenants=("acme=30/60", "big=0")), "acme", ages(30, 60)),
        (Settings(retention_days=90, retention_tenants=("acme=30/60", "big=0")), "big", None),
        (Settings(retention_days=0.5), "", ages(0.5)),
    ],
)
def test_each_tenant_has_its_age(settings, tenant, expected):
    assert retention_of(settings).of(tenant) == expected


@pytest.mark.parametrize(
    "settings",
    [
        Settings(retention_days=90, retention_certificates_days=30),
        Settings(retention_certificates_days=30),
        Settings(retention_tenants=("acme",)),
        Settings(retention_tenants=("acme=soon",)),
        Settings(retention_tenants=("acme=-1",)),
        Settings(retention_tenants=("acme=nan",)),
        Settings(retention_tenants=("acme=30/10",)),
    ],
)
def test_an_age_that_is_none_is_refused(settings):
    with pytest.raises(SettingsError, match="retention_"):
        retention_of(settings)


def test_tenants_are_read_from_a_variable():
    settings = load_settings({"SKG_RETENTION_TENANTS": "acme=30, big=0"})

    assert settings.retention_tenants == ("acme=30", "big=0")


@pytest.fixture
def settings(tmp_path):
    """Give settings with an archive of three tenants, each with one old conversation."""
    url = f"sqlite:///{tmp_path}/archive.db"
    archive = open_archive(url, clock=lambda: NOON)
    archive.store(*(replace(first_record(), tenant=tenant) for tenant in ("", "acme", "big")))
    archive.close()
    return Settings(archive_url=url, retention_tenants=("acme=500", "big=0"))


@pytest.mark.parametrize(
    ("days", "asked", "found"),
    [
        (90, {}, [""]),
        (0, {"older_than": 90 * DAY}, [""]),
        (500, {"older_than": 90 * DAY}, [""]),
        (90, {"tenant": "acme"}, []),
        (90, {"tenant": "acme", "older_than": 90 * DAY}, ["acme"]),
        (90, {"tenant": "big"}, []),
        (90, {"tenant": "big", "older_than": 90 * DAY}, ["big"]),
        (90, {"tenant": ""}, [""]),
    ],
)
def test_an_option_replaces_the_age_of_those_who_have_none_of_their_own_and_of_a_tenant_that_is_named(
    settings, days, asked, found
):
    told = preview_retention(replace(settings, retention_days=days), Asked(now=NOW, **asked))

    assert [one.expiry.tenant for one in told if one.rows] == found


def test_a_run_without_any_age_is_refused_rather_than_silently_doing_nothing(tmp_path):
    settings = Settings(archive_url=f"sqlite:///{tmp_path}/archive.db")

    with pytest.raises(SettingsError, match="--older-than 90d"):
        list(preview_retention(settings, Asked(now=datetime.now(UTC))))


@pytest.mark.parametrize(
    ("older_than", "topics"), [(6 * DAY, [RECORDS, CERTIFICATES]), (7 * DAY, [CERTIFICATES]), (30 * DAY, [])]
)
def test_it_is_known_which_topics_may_bring_back_what_was_deleted(settings, older_than, topics):
    told = list(preview_retention(settings, Asked(now=NOW, older_than=older_than)))

    assert shorter_than_topics(told, NOW) == topics
