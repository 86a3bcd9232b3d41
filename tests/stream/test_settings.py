"""Settings: where they come from, which source wins, and what is refused."""

import pytest

from stream.errors import SettingsError
from stream.hiding import HIDDEN, without_password
from stream.settings import Settings, load_settings


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_nothing_given_means_the_defaults():
    assert load_settings({}) == Settings()


def test_a_file_in_the_working_folder_is_read(folder):
    (folder / "skg.toml").write_text('http_port = 9000\nassistants = ["shop"]\n')

    settings = load_settings({})

    assert (settings.http_port, settings.assistants) == (9000, ("shop",))


def test_the_environment_wins_over_the_file_and_options_win_over_both(folder):
    (folder / "skg.toml").write_text("http_port = 9000\nqueue_turns = 5\nbatch_turns = 2\n")

    settings = load_settings({"SKG_HTTP_PORT": "9001", "SKG_QUEUE_TURNS": "6"}, given={"http_port": 9002})

    assert (settings.http_port, settings.queue_turns, settings.batch_turns) == (9002, 6, 2)


def test_an_option_that_was_not_given_changes_nothing():
    assert load_settings({"SKG_ENCODER": "hash"}, given={"encoder": None}).encoder == "hash"


def test_a_named_file_must_be_there(folder):
    with pytest.raises(SettingsError, match="cannot be read"):
        load_settings({}, file=folder / "absent.toml")
    with pytest.raises(SettingsError, match="cannot be read"):
        load_settings({"SKG_CONFIG": str(folder / "absent.toml")})


def test_an_unknown_key_is_refused_by_the_name_it_was_written_with(folder):
    with pytest.raises(SettingsError, match="SKG_HTTP_PROT: is no setting"):
        load_settings({"SKG_HTTP_PROT": "1"})
    (folder / "skg.toml").write_text("prot = 1\n")
    with pytest.raises(SettingsError, match=r"skg\.toml: prot: is no setting"):
        load_settings({})


def test_variables_of_tests_and_of_other_programs_are_left_alone():
    assert load_settings({"SKG_TEST_BROKER": "x", "PATH": "/bin", "MY_SKG_X": "1"}) == Settings()


@pytest.mark.parametrize(
    ("name", "value"),
    [("SKG_HTTP_PORT", "http"), ("SKG_HTTP_PORT", "65536"), ("SKG_QUEUE_TURNS", "0"), ("SKG_TICK_SECONDS", "0")],
)
def test_a_malformed_value_is_refused_with_its_name(name, value):
    with pytest.raises(SettingsError, match=name):
        load_settings({name: value})


def test_the_bounds_themselves_are_accepted():
    settings = load_settings({"SKG_HTTP_PORT": "65535", "SKG_QUEUE_TURNS": "1"})

    assert (settings.http_port, settings.queue_turns) == (65535, 1)


def test_a_list_in_the_environment_is_written_with_commas():
    assert load_settings({"SKG_ASSISTANTS": "shop, bank,"}).assistants == ("shop", "bank")


def test_broken_toml_is_an_error_that_says_so(folder):
    (folder / "skg.toml").write_text("http_port = \n")

    with pytest.raises(SettingsError, match="is not TOML"):
        load_settings({})


def test_secrets_are_not_shown():
    shown = Settings(http_token="abc", archive_url="postgresql://skg:secret@db/skg").shown()  # noqa: S106

    assert shown["http_token"] == HIDDEN
    assert shown["archive_url"] == "postgresql://skg:(hidden)@db/skg"


def test_an_address_without_password_is_shown_whole():
    assert without_password("sqlite:///skg-data/archive.db") == "sqlite:///skg-data/archive.db"
    assert without_password("postgresql://db/skg") == "postgresql://db/skg"


@pytest.mark.parametrize("value", ["inf", "0", "-1", "nan", "0.5", "1801"])
def test_a_session_time_out_that_no_broker_takes_is_refused(value):
    with pytest.raises(SettingsError, match="SKG_SESSION_TIMEOUT_SECONDS"):
        load_settings({"SKG_SESSION_TIMEOUT_SECONDS": value})
