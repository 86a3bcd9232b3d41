"""The files of the repository, as the house rules see them."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("schemas", "skgeval", "alerts", "stream")
_SOURCES = (*PACKAGES, "tests", "docs", "deploy", "scripts", ".ci")
_LEFT_OVER = ("__pycache__", ".egg-info")
_TEXT = {".py", ".md", ".toml", ".yaml", ".yml", ".json", ".jsonl", ".txt", ".sh", ".html", ".css", ".mako", ""}


def files(*folders, ending=""):
    """Return the files below some folders of the repository, in order, what tools left behind not among them."""
    found = (path for folder in folders for path in sorted((ROOT / folder).rglob(f"*{ending}")) if path.is_file())
    return [path for path in found if not any(part.endswith(_LEFT_OVER) for part in path.parts)]


def python_files():
    return files(*PACKAGES, "tests", ending=".py")


def text_files():
    top = [path for path in sorted(ROOT.iterdir()) if path.is_file()]
    return [path for path in (*top, *files(*_SOURCES)) if path.suffix in _TEXT and path.name != ".git"]


def documents():
    return [*sorted(ROOT.glob("*.md")), *files("docs", ending=".md")]


def shown(path):
    return str(path.relative_to(ROOT))
