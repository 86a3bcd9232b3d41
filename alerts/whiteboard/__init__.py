"""The whiteboard: what has been said in a conversation, as a picture, as DOT or as JSON."""

from alerts.whiteboard.board import Board, draw_board
from alerts.whiteboard.dot import to_dot
from alerts.whiteboard.svg import to_svg

__all__ = ["Board", "draw_board", "to_dot", "to_svg"]
