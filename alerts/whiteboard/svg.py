"""The whiteboard as a picture: cards in columns, superseded lines struck through, conflicts red and joined.

Everything has a place of its own, so nothing overlaps at any size; ElementTree does the escaping.
"""

from __future__ import annotations

from xml.etree import ElementTree as ET

from alerts.whiteboard.board import Board, Card, Line

_CARD_WIDTH = 440
_GAP = 64
_MARGIN = 32
_HEADER = 40
_LINE = 24
_TITLE = 64
_CHARACTERS = 46
"""Characters of 13 px that fit on a line beside the turn badge and the conflict mark."""
_MANY_LINES = 40
"""Lines from which a third column is opened."""

_INK, _FAINT, _RED, _BLUE, _PAPER = "#1f2933", "#9aa5b1", "#c81e1e", "#2563eb", "#ffffff"
_SPEAKERS = {"user": "#0f766e", "assistant": "#4338ca", "system": "#92400e", "tool": "#6b7280"}


def to_svg(board: Board) -> str:
    """Return an SVG document; hovering over a line shows the sentence it was read from."""
    columns = 1 if len(board.cards) <= 1 else 3 if sum(len(card.lines) for card in board.cards) >= _MANY_LINES else 2
    corners, bottom = _place(board.cards, columns)
    notes = [f"Conflict {conflict.number}: {conflict.explanation}" for conflict in board.conflicts]
    notes += [f"Forgotten: {sentence}" for sentence in board.forgotten]
    width = 2 * _MARGIN + columns * _CARD_WIDTH + (columns - 1) * _GAP
    wrapped = [part for note in notes for part in _wrap(note, width // 7)]
    height = bottom + _MARGIN + len(wrapped) * _LINE
    size = {"width": str(width), "height": str(height), "viewBox": f"0 0 {width} {height}"}
    root = ET.Element("svg", size, xmlns="http://www.w3.org/2000/svg")
    ET.SubElement(root, "style").text = "text{font-family:system-ui,sans-serif;font-size:13px}"
    ET.SubElement(root, "rect", width="100%", height="100%", fill="#f5f7fa")
    _text(root, _MARGIN, 36, board.conversation, weight="600", size="20px")
    _legend(root)
    places = {claim: place for card in board.cards for claim, place in _line_places(card, corners[card.key])}
    # Arrows and conflict curves pass behind the cards, so that they never cross words.
    _draw_arrows(root, board, corners, places)
    _draw_conflicts(root, board, places)
    for card in board.cards:
        _draw_card(root, card, corners[card.key])
    for number, part in enumerate(wrapped):
        _text(root, _MARGIN, bottom + 16 + number * _LINE, part, fill=_RED)
    return ET.tostring(root, encoding="unicode")


def _place(cards: tuple[Card, ...], columns: int) -> tuple[dict[str, tuple[int, int]], int]:
    """Put each card into the shortest column; returns their corners and the lowest edge."""
    depths = [_TITLE + _MARGIN] * columns
    corners = {}
    for card in cards:
        column = depths.index(min(depths))
        corners[card.key] = (_MARGIN + column * (_CARD_WIDTH + _GAP), depths[column])
        depths[column] += _card_height(card) + 20
    return corners, max(depths)


def _card_height(card: Card) -> int:
    return _HEADER + _LINE * len(card.lines) + 10


def _line_places(card: Card, corner: tuple[int, int]) -> list[tuple[str, tuple[int, int]]]:
    """Return for each claim on a card the left end of its line, halfway up."""
    x, y = corner
    return [(line.claim, (x, y + _HEADER + number * _LINE + 12)) for number, line in enumerate(card.lines)]


def _draw_card(root: ET.Element, card: Card, corner: tuple[int, int]) -> None:
    x, y = corner
    box = {"x": str(x), "y": str(y), "width": str(_CARD_WIDTH), "height": str(_card_height(card)), "rx": "8"}
    ET.SubElement(root, "rect", box, fill=_PAPER, stroke="#cbd2d9")
    _text(root, x + 14, y + 26, _short(card.title, 34), weight="600", size="15px")
    kind = card.type.lower() + (f", near “{card.related}”" if card.related else "")
    _text(root, x + _CARD_WIDTH - 14, y + 26, _short(kind, 30), fill=_FAINT, anchor="end")
    for line, (_, (_, middle)) in zip(card.lines, _line_places(card, corner), strict=True):
        _draw_line(root, line, x, middle)


def _draw_line(root: ET.Element, line: Line, x: int, middle: int) -> None:
    group = ET.SubElement(root, "g")
    ET.SubElement(group, "title").text = f"turn {line.turn + 1}, {line.speaker}: {line.sentence}"
    badge = _SPEAKERS.get(line.speaker, _FAINT)
    box = {"x": str(x + 12), "y": str(middle - 9), "width": "34", "height": "18", "rx": "9"}
    ET.SubElement(group, "rect", box, fill=badge)
    _text(group, x + 29, middle + 5, str(line.turn + 1), fill=_PAPER, anchor="middle")
    superseded = line.status == "superseded"
    colour = _FAINT if superseded else _RED if line.conflicts else _INK
    words = _text(group, x + 54, middle + 5, _short(line.words, _CHARACTERS), fill=colour)
    if superseded:
        words.set("text-decoration", "line-through")
    mark = "".join(f" ⚡{number}" for number in line.conflicts)
    if superseded and line.changed_by_turn is not None:
        mark = f"until turn {line.changed_by_turn + 1}{mark}"
    if mark:
        _text(group, x + _CARD_WIDTH - 12, middle + 5, mark, fill=_RED if line.conflicts else _FAINT, anchor="end")


def _draw_arrows(
    root: ET.Element, board: Board, corners: dict[str, tuple[int, int]], places: dict[str, tuple[int, int]]
) -> None:
    """Draw a thin arrow from a line whose object has a card of its own to that card's title."""
    for line in (line for card in board.cards for line in card.lines if line.target):
        x, y = places[line.claim]
        to_x, to_y = corners[line.target]
        start = x + _CARD_WIDTH if to_x > x else x
        end = to_x if to_x > x else to_x + _CARD_WIDTH if to_x < x else to_x
        bend = 36 if start == x + _CARD_WIDTH else -36
        curve = f"M{start},{y} C{start + bend},{y} {end - (bend if to_x != x else -bend)},{to_y + 20} {end},{to_y + 20}"
        colour = _FAINT if line.status == "superseded" else _BLUE
        ET.SubElement(root, "path", d=curve, fill="none", stroke=colour, opacity="0.45")
        ET.SubElement(root, "circle", cx=str(end), cy=str(to_y + 20), r="3", fill=colour)


def _draw_conflicts(root: ET.Element, board: Board, places: dict[str, tuple[int, int]]) -> None:
    for conflict in board.conflicts:
        if conflict.earlier not in places or conflict.later not in places:
            continue
        (x, y), (to_x, to_y) = places[conflict.earlier], places[conflict.later]
        start = x + _CARD_WIDTH
        end = to_x + _CARD_WIDTH
        bend = 16 + 8 * (conflict.number % 4)  # three quarters of it stay within the margin
        curve = f"M{start},{y} C{start + bend},{y} {end + bend},{to_y} {end},{to_y}"
        ET.SubElement(root, "path", {"d": curve, "fill": "none", "stroke": _RED, "stroke-width": "2"})


def _legend(root: ET.Element) -> None:
    x = _MARGIN
    for speaker in ("user", "assistant"):
        ET.SubElement(root, "rect", x=str(x), y="50", width="14", height="14", rx="7", fill=_SPEAKERS[speaker])
        _text(root, x + 20, 62, f"said by the {speaker}, in turn n", fill=_INK)
        x += 250
    struck = _text(root, x, 62, "superseded", fill=_FAINT)
    struck.set("text-decoration", "line-through")
    _text(root, x + 86, 62, "⚡ conflict", fill=_RED)


def _text(  # noqa: PLR0913, PLR0917 - an SVG text has this many properties
    parent: ET.Element,
    x: int,
    y: int,
    words: str,
    fill: str = _INK,
    anchor: str = "start",
    weight: str = "400",
    size: str = "13px",
) -> ET.Element:
    style = {"font-weight": weight, "text-anchor": anchor, "style": f"font-size:{size}"}
    element = ET.SubElement(parent, "text", style, x=str(x), y=str(y), fill=fill)
    element.text = "".join(character for character in words if character.isprintable())
    return element


def _short(words: str, limit: int) -> str:
    words = " ".join(words.split())
    return words if len(words) <= limit else f"{words[: limit - 1].rstrip()}…"


def _wrap(words: str, limit: int) -> list[str]:
    lines, line = [], ""
    for word in words.split():
        if line and len(line) + 1 + len(word) > limit:
            lines.append(line)
            line = "    "
        line = f"{line} {word}".lstrip() if line.strip() else f"{line}{word}"
    return [*lines, line] if line else lines
