import subprocess
import sys
import zipfile

import pytest

from tests.house.repository import PACKAGES, ROOT, files

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def contents(tmp_path_factory):
    """Return the names in the wheel that the image installs, built from a copy without what tools left behind."""
    folder = tmp_path_factory.mktemp("wheel")
    for path in (*files(*PACKAGES), *(ROOT / name for name in ("pyproject.toml", "README.md", "LICENSE"))):
        copy = folder / "context" / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder / "out")]
    subprocess.run([*command, str(folder / "context")], check=True)
    (wheel,) = (folder / "out").iterdir()
    return zipfile.ZipFile(wheel).namelist()


def test_every_file_of_our_packages_is_in_the_wheel(contents):
    ours = {str(path.relative_to(ROOT)) for path in files(*PACKAGES)}

    assert sorted(ours - set(contents)) == []


def test_nothing_else_is_installed(contents):
    top = {name.split("/")[0] for name in contents}

    assert {name for name in top if not name.endswith(".dist-info")} == set(PACKAGES)
