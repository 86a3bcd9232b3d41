"""policy.toml: the judge's constants and the profile of each assistant."""

import pytest

from skgeval.policy import AnnotationPolicy, Policy, Profile
from stream.errors import SettingsError
from stream.policies import load_policies

FULL = """
[policy]
report_strength = 0.6
[annotation]
max_sentences = 80
[profiles.task]
about_tolerance = 0.05
[assistants]
default = "persona"
booking = "task"
"""


def written(tmp_path, text):
    path = tmp_path / "policy.toml"
    path.write_text(text)
    return path


def test_without_a_file_everyone_has_the_default_policy():
    policies = load_policies("")

    assert policies.of("anyone") == Policy()
    assert policies.annotation == AnnotationPolicy()


def test_each_assistant_has_the_policy_of_its_profile_over_the_common_one(tmp_path):
    policies = load_policies(written(tmp_path, FULL))

    booking, other = policies.of("booking"), policies.of("someone")
    assert (booking.profile, booking.report_strength, booking.about_tolerance) == (Profile.TASK, 0.6, 0.05)
    assert (other.profile, other.report_strength, other.about_tolerance) == (Profile.PERSONA, 0.6, 0.1)
    assert policies.annotation.max_sentences == 80


def test_a_profile_given_with_the_command_replaces_the_default_only(tmp_path):
    policies = load_policies(written(tmp_path, FULL), profile=Profile.ASSISTANT)

    assert policies.of("someone").profile is Profile.ASSISTANT
    assert policies.of("booking").profile is Profile.TASK


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[policy]\nreport_strenght = 0.6\n", "report_strenght"),
        ("[polcy]\n", "polcy"),
        ("[profiles.chat]\n", "chat"),
        ("[profiles.task]\nabout = 1\n", "about"),
        ("[assistants]\nshop = 'clever'\n", "clever"),
        ("[policy]\nreport_strength = 'high'\n", "report_strength"),
        ("[policy]\nprofile = 'task'\n", "assistants"),
        ("[annotation]\nmax_words = 3\n", "max_words"),
    ],
)
def test_what_is_unknown_or_malformed_is_refused(tmp_path, text, problem):
    with pytest.raises(SettingsError, match=problem):
        load_policies(written(tmp_path, text))
