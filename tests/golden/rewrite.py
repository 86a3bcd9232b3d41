"""Write every generated file anew: golden examples, JSON Schema, AsyncAPI, tables and examples in docs.

The only command that does (`make goldens`). Read the diff: it is what users will see.
"""

from pathlib import Path

from schemas import asyncapi
from schemas.codec import encode_msgpack
from schemas.jsonschema import documents
from skgeval import Judge
from skgeval.annotation.annotate import annotate
from tests.golden import catalogue
from tests.golden.anatomy import DOCUMENT, rendered
from tests.golden.conversation import TURNS
from tests.golden.examples import FILES, STORED, golden_files, stored_annotations

SCHEMAS = Path(__file__).parents[2] / "schemas" / "json"


def rewrite():
    """Annotate the conversation anew, then derive everything else from the stored annotations."""
    annotator = Judge().annotator
    read = {f"{index}.msgpack": encode_msgpack(annotate(turn, annotator)) for index, turn in enumerate(TURNS)}
    _replace(STORED, read)
    files = golden_files(stored_annotations())
    _replace(FILES, files)
    _replace(SCHEMAS, documents())
    (SCHEMAS.parent / asyncapi.FILE).write_bytes(asyncapi.document())
    DOCUMENT.write_text(rendered(DOCUMENT.read_text(), files))
    catalogue.DOCUMENT.write_text(catalogue.rendered(catalogue.DOCUMENT.read_text()))


def _replace(folder, files):
    """Write `files` into a folder and remove what is no longer among them."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.iterdir():
        if path.is_file() and path.name not in files:
            path.unlink()
    for name, data in files.items():
        (folder / name).write_bytes(data)


if __name__ == "__main__":
    rewrite()
