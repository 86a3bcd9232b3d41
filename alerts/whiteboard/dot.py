"""The whiteboard in Graphviz's language, one node per card or value and one edge per claim."""

from __future__ import annotations

from alerts.whiteboard.board import Board, Line


def to_dot(board: Board) -> str:
    """Return DOT text: superseded claims are grey and dashed, conflicting ones red and joined by a red double arrow."""
    lines = [
        "digraph whiteboard {",
        f"  label={_quote(board.conversation)}; rankdir=LR;",
        '  node [shape=box, style=rounded, fontname="sans-serif"]; edge [fontname="sans-serif"];',
    ]
    ends: dict[str, str] = {}
    for card in board.cards:
        lines.append(f"  {_quote(card.key)} [label={_quote(card.title)}];")
        for line in card.lines:
            end = line.target or f"{card.key} / {line.claim}"
            ends[line.claim] = end
            if not line.target:
                lines.append(f"  {_quote(end)} [label={_quote(line.words)}, shape=plaintext];")
            lines.append(f"  {_quote(card.key)} -> {_quote(end)} [{_style(line)}];")
    lines.extend(
        f"  {_quote(ends[conflict.earlier])} -> {_quote(ends[conflict.later])} "
        f"[dir=both, color=red, penwidth=2, constraint=false, label={_quote(f'conflict {conflict.number}')}];"
        for conflict in board.conflicts
        if conflict.earlier in ends and conflict.later in ends
    )
    return "\n".join([*lines, "}", ""])


def _style(line: Line) -> str:
    label = f"turn {line.turn + 1}" if not line.target else f"{line.words} (turn {line.turn + 1})"
    if line.status == "superseded":
        return f"label={_quote(label)}, color=gray, fontcolor=gray, style=dashed"
    if line.conflicts:
        return f"label={_quote(label)}, color=red, fontcolor=red"
    return f"label={_quote(label)}"


def _quote(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
    return f'"{escaped}"'
