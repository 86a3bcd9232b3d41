"""The commands of `skg`, one module each.

Each module offers `add_to(app)`, which registers its command (or its group of commands) on a typer application; the
table in `stream.cli` names the module and the sentence that `skg --help` shows.
"""
