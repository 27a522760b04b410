"""Boards as images."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]

CELL = 32
"""Edge of a cell in pixels."""

EMPTY = ((38, 38, 38), (58, 58, 58), (78, 78, 78), (98, 98, 98))
"""Colours of empty cells by their shade."""

INK = (18, 18, 18)

DIGITS = {
    digit: np.array([[bit == "#" for bit in row] for row in rows.split("/")])
    for digit, rows in zip(
        "0123456789",
        [
            "###/#.#/#.#/#.#/###",
            ".#./##./.#./.#./###",
            "###/..#/###/#../###",
            "###/..#/.##/..#/###",
            "#.#/#.#/###/..#/..#",
            "###/#../###/..#/###",
            "###/#../###/#.#/###",
            "###/..#/..#/.#./.#.",
            "###/#.#/###/#.#/###",
            "###/#.#/###/..#/###",
        ],
        strict=True,
    )
}


def _rgb(colour: str) -> tuple[int, int, int]:
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    return red, green, blue


def _disc() -> npt.NDArray[np.bool_]:
    axis = np.arange(CELL) - (CELL - 1) / 2
    return np.asarray(axis[:, None] ** 2 + axis[None, :] ** 2 <= (0.42 * CELL) ** 2)


DISC = _disc()


def _write(tile: Image, text: str) -> None:
    """Writes a number into the middle of a tile."""
    glyphs = [DIGITS[letter] for letter in text if letter in DIGITS]
    if not glyphs:
        return
    columns = [part for glyph in glyphs for part in (glyph, np.zeros((5, 1), bool))][:-1]
    word = np.concatenate(columns, axis=1)
    scale = max(1, min(3, (CELL - 4) // word.shape[1]))
    word = word.repeat(scale, axis=0).repeat(scale, axis=1)[:CELL, :CELL]
    top, left = (CELL - word.shape[0]) // 2, (CELL - word.shape[1]) // 2
    tile[top : top + word.shape[0], left : left + word.shape[1]][word] = INK


def draw(scene: dict[str, Any]) -> Image:
    """Draws a `State.scene`, and the pieces of the hand below the board.

    Returns a uint8 array of shape ``(height, width, 3)``.
    """
    columns, rows = scene["size"]["columns"], scene["size"]["rows"]
    hand = 3 if scene["position"].count(" ") and "hand" in scene and _has_hand(scene) else 0
    image: Image = np.empty(((rows + hand) * CELL, columns * CELL, 3), np.uint8)
    image[:] = EMPTY[0]
    for number, cell in enumerate(scene["cells"]):
        row, column = divmod(number, columns)
        tile = image[row * CELL : (row + 1) * CELL, column * CELL : (column + 1) * CELL]
        tile[:] = EMPTY[cell["shade"] % len(EMPTY)]
        if not cell["colour"]:
            continue
        if cell["always"]:
            tile[1:-1, 1:-1] = _rgb(cell["colour"])
            _write(tile, cell["text"])
        else:
            tile[DISC] = _rgb(cell["colour"])
    if hand:
        _draw_hand(image[rows * CELL :], scene["hand"])
    return image


def _has_hand(scene: dict[str, Any]) -> bool:
    # The size of the image is that of the game, not of the state.
    return bool(scene["hand"]) or scene["size"] == {"columns": 10, "rows": 10}


def _draw_hand(ground: Image, hand: list[dict[str, Any]]) -> None:
    """Draws the pieces of a hand, each in a third of the width, with cells of half the size."""
    edge = CELL // 2
    third = ground.shape[1] // 3
    for number, piece in enumerate(hand[:3]):
        for row, cells in enumerate(piece["rows"]):
            for column, filled in enumerate(cells):
                top, left = 4 + row * edge, number * third + 4 + column * edge
                if filled:
                    ground[top : top + edge - 1, left : left + edge - 1] = _rgb(piece["colour"])
