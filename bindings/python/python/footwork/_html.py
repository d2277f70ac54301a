"""The display of libraries, clips and results in notebooks: tables, stick figures and bars, as HTML and SVG without
scripts."""

from __future__ import annotations

from html import escape
from typing import List, Sequence

import numpy as np
from numpy.typing import NDArray

from ._footwork import Clip, Library, QueryResult

__all__ = ["clip_html", "library_html", "result_html"]

MAX_ROWS = 12
"""The number of clips shown."""

_FIGURES = 10
"""The number of poses drawn for a clip."""

_HEIGHT, _WIDTH = 120.0, 90.0
"""The height of the strip, and the width of each figure in it, in pixels."""

_BAR_WIDTH, _BAR_HEIGHT = 480.0, 14.0


def library_html(library: Library) -> str:
    """Returns a table of the first clips with their tags, and the number of clips."""
    rows = []
    for number, clip in enumerate(library.clips[:MAX_ROWS]):
        tags = sorted({tag for tag, _, _ in library.spans(number)})
        cells = [clip.name, str(clip.frames), f"{clip.rate:.4g}", f"{clip.frames / clip.rate:.2f}", ", ".join(tags)]
        rows.append("".join(f"<td>{escape(cell)}</td>" for cell in cells))
    head = "".join(f"<th>{name}</th>" for name in ("clip", "frames", "fps", "s", "tags"))
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    more = _more(len(library.clips))
    return f"<table><tr>{head}</tr>{body}</table><p>{escape(repr(library))}{more}</p>"


def clip_html(clip: Clip) -> str:
    """Returns the clip's length and rate and, if its bone lengths are known, a strip of stick figures, seen from the side of
    the character."""
    said = f"<p>{escape(repr(clip))}</p>"
    if len(clip) == 0 or not clip.has_offsets:
        return said
    return _strip(clip) + said


def _strip(clip: Clip) -> str:
    frames = np.unique(np.linspace(0, len(clip) - 1, min(_FIGURES, len(clip))).round().astype(np.int64))
    world = clip.positions()[frames]
    heading = clip.headings()[frames][:, None]
    root = world[:, [clip.names.index(clip.root)]]
    from_root = world - root
    ahead = from_root[..., 0] * np.sin(heading) + from_root[..., 2] * np.cos(heading)
    low, high = float(world[..., 1].min()), float(world[..., 1].max())
    scale = (_HEIGHT - 20.0) / max(high - low, float(np.ptp(ahead)), 1e-6)
    across = _WIDTH * (0.5 + np.arange(len(frames)))[:, None] + scale * ahead
    down = _HEIGHT - 14.0 - scale * (world[..., 1] - low)
    parents: List[int] = clip.parents.tolist()
    parts = [_svg(_WIDTH * len(frames), _HEIGHT)]
    for number, frame in enumerate(frames.tolist()):
        points = list(zip(across[number].tolist(), down[number].tolist()))
        bones = "".join(_line(points[parent], points[joint]) for joint, parent in enumerate(parents) if parent >= 0)
        parts.append(f'<path d="{bones}" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"/>')
        middle = _WIDTH * (number + 0.5)
        parts.append(f'<text x="{middle:.0f}" y="{_HEIGHT - 2:.0f}" text-anchor="middle">{frame}</text>')
    return "".join([*parts, "</svg>"])


def result_html(found: QueryResult) -> str:
    """Returns a bar with the found ranges for each clip, and the query."""
    shown: NDArray[np.int32] = found.clips[:MAX_ROWS]
    infos = found.all_clips
    longest = max((infos[clip].frames / infos[clip].rate for clip in shown.tolist()), default=1.0)
    parts = [_svg(2 * _BAR_WIDTH, (_BAR_HEIGHT + 4.0) * len(shown))]
    for row, clip in enumerate(shown.tolist()):
        info, top = infos[clip], (_BAR_HEIGHT + 4.0) * row
        scale = _BAR_WIDTH / longest / info.rate
        parts.append(_box(0.0, top, scale * info.frames, "#bbb"))
        parts += [_box(scale * start, top, scale * (stop - start), "#0072b2") for start, stop in found.ranges(clip).tolist()]
        parts.append(f'<text x="{_BAR_WIDTH + 8:.0f}" y="{top + 11:.0f}">{escape(info.name)}</text>')
    more = _more(len(found.clips))
    said = f"<p><code>{escape(found.query)}</code>: {escape(repr(found))}{more}</p>"
    return said + "".join([*parts, "</svg>"]) if len(shown) else said


def _more(count: int) -> str:
    return f"; {count - MAX_ROWS} more clips are not shown" if count > MAX_ROWS else ""


def _svg(width: float, height: float) -> str:
    size = f'width="{width:.0f}" height="{height:.0f}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="11" fill="currentColor">'


def _line(start: Sequence[float], stop: Sequence[float]) -> str:
    return f"M{start[0]:.1f} {start[1]:.1f}L{stop[0]:.1f} {stop[1]:.1f}"


def _box(left: float, top: float, width: float, colour: str) -> str:
    return f'<rect x="{left:.1f}" y="{top:.1f}" width="{max(width, 1.0):.1f}" height="{_BAR_HEIGHT:.0f}" fill="{colour}"/>'
