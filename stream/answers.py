"""Where a language model's answers are kept, for whoever asks it and for whoever has to know what is left of a text."""

from __future__ import annotations

from pathlib import Path

from stream.settings import Settings

_FOLDER = "llm"


def answers_folder(settings: Settings) -> Path:
    """Return the folder, which may not be there yet."""
    return Path(settings.llm_cache_dir) if settings.llm_cache_dir else Path(settings.data_dir) / _FOLDER


def kept_answers(settings: Settings) -> str:
    """Return the folder when there is one on this machine, else an empty text."""
    folder = answers_folder(settings)
    return str(folder) if folder.is_dir() else ""
