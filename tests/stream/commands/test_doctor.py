"""`skg doctor` on a sound installation and on one with a mistake."""

import json

import pytest

from tests.stream.commands.programs import run

pytestmark = pytest.mark.slow


def test_a_sound_installation_is_told_with_versions_digests_and_settings(tmp_path):
    answer = run(tmp_path, "doctor", "--json", SKG_HTTP_TOKEN="let-me-in", SKG_ENCODER="minilm")  # noqa: S106

    told = json.loads(answer.stdout)
    assert answer.returncode == 0
    assert all(check["sound"] for part in ("installed", "models", "working") for check in told[part])
    assert "sha256 as tested" in next(check["found"] for check in told["models"] if check["name"] == "encoder")
    assert told["settings"]["http_token"] == "(hidden)"  # noqa: S105
    assert "let-me-in" not in answer.stdout


def test_a_mistake_is_shown_and_gives_exit_code_1(tmp_path):
    (tmp_path / "policy.toml").write_text("[policy]\nreport_strenght = 1\n")

    answer = run(tmp_path, "doctor", "--policy", "policy.toml")

    assert answer.returncode == 1
    assert "report_strenght" in answer.stdout
