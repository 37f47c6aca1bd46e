"""Which line ends within a value are but the edge of its cell, and which were meant to part two things.

A typesetter goes on to the next line when the next word does not fit any more; a clerk who begins a new line does so
although it would have fitted. Boxes tell one from the other, where the words do not.
"""

from __future__ import annotations

from docverify.documents.layout import PageLayout
from docverify.documents.regions import Region

WRAPPED = "\v"
"""Takes the place of a line end behind which the next word would not have fitted."""
_SLACK = 0.004
"""Fractions of the page's width by which lines of one column may differ."""


def marked_ends(layout: PageLayout, region: Region) -> str:
    """Return the text of a region with :data:`WRAPPED` for the line ends that its width explains.

    Args:
        layout: The page.
        region: A value's place; its words are of this page.

    Returns:
        As long as ``region.raw``. A line end behind a hyphen is left: the halves of a word are joined elsewhere.
    """
    raw = region.raw
    ends = [at for at, char in enumerate(raw) if char == "\n"]
    if not ends:
        return raw
    words = region.text.words_of(region.start, region.end)
    limit = max(layout.page.words[word].box[2] for word in words)
    cells = {layout.segments[layout.segment_of[word]].cell for word in words if word in layout.segment_of}
    if len(cells) == 1 and min(cells) >= 0:
        # Text keeps the same distance from both rules of its cell.
        left, _, right, _ = layout.page.cells[min(cells)]
        inner = min(layout.page.words[word].box[0] for word in words) - left
        limit = max(limit, right - max(0.0, inner) if inner < 0.03 else limit)
    out = list(raw)
    for at in ends:
        if raw[:at].rstrip(" ").endswith("-") and raw[:at].rstrip(" ")[-2:-1].isalpha():
            continue
        before = region.text.words_of(region.start + at - 1, region.start + at)[-1]
        after = region.text.words_of(region.start + at + 1, region.start + at + 2)[0]
        last, first = layout.page.words[before], layout.page.words[after]
        blank = (first.box[2] - first.box[0]) / max(1, len(first.text))
        if last.box[2] + blank + (first.box[2] - first.box[0]) > limit + _SLACK:
            out[at] = WRAPPED
    return "".join(out)
