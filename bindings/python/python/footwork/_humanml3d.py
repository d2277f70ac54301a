"""The index of the HumanML3D dataset (Guo and others, 2022)."""

from __future__ import annotations

import csv
import os
from pathlib import Path
from typing import List, Optional, Tuple, Union

from ._files import check_file
from ._span import Span

__all__ = ["load_humanml3d"]

INDEX_RATE = 20.0
"""The frame rate of the index, in frames per second."""

LEFT_OUT_SECS = {
    "Eyes_Japan_Dataset": 3.0,
    "MPI_HDM05": 3.0,
    "TotalCapture": 1.0,
    "MPI_Limits": 1.0,
    "Transitions_mocap": 0.5,
}
"""The seconds that the dataset cuts from the start of clips in these parts of AMASS."""


def load_humanml3d(
    index: Union[str, os.PathLike[str]],
    texts: Optional[Union[str, os.PathLike[str]]] = None,
) -> List[Span]:
    """Returns the spans of ``index.csv``, in seconds of the original AMASS clips.

    The name of a clip is its path without ``./pose_data/`` and ``.npy``, such as ``KIT/3/kick_high_left02_poses``. The
    index counts frames at 20 frames per second. For some parts of AMASS, frame 0 of the index is later than that of the
    clip, because the dataset cuts their start. The returned seconds count from the first frame of the original clip.

    The label is the name of the cut motion, such as ``000000``. With ``texts``, the dataset's folder of texts, there is one
    span per sentence, labelled with it. A sentence may describe only part of the motion.

    Raises OSError if a file cannot be read, and ValueError, with the line, if the index is not in this format.
    """
    spans: List[Span] = []
    check_file(index)
    with open(index, encoding="utf-8-sig", newline="") as file:
        rows = csv.DictReader(file)
        wanted = {"source_path", "start_frame", "end_frame", "new_name"}
        if not wanted.issubset(rows.fieldnames or []):
            raise ValueError(f"{os.fspath(index)}: the columns must be source_path, start_frame, end_frame, new_name")
        for row in rows:
            try:
                span = _row_span(row["source_path"], row["start_frame"], row["end_frame"], row["new_name"])
                spans.extend([span] if texts is None else _sentences(span, Path(texts)))
            except (AttributeError, TypeError, ValueError) as error:
                raise ValueError(f"{os.fspath(index)}: line {rows.line_num}: {error}") from error
    return spans


def _row_span(source: str, start: str, stop: str, name: str) -> Span:
    clip = source.replace("\\", "/")
    for prefix in ("./", "pose_data/"):
        clip = clip[len(prefix) :] if clip.startswith(prefix) else clip
    clip = clip[: -len(".npy")] if clip.endswith(".npy") else clip
    parts = clip.split("/")
    left_out = next((secs for part, secs in LEFT_OUT_SECS.items() if part in parts), 0.0)
    last = int(stop)
    return Span(
        clip,
        name[: -len(".npy")] if name.endswith(".npy") else name,
        left_out + int(start) / INDEX_RATE,
        # -1 stands for the last frame.
        None if last < 0 else left_out + last / INDEX_RATE,
    )


def _sentences(span: Span, texts: Path) -> List[Span]:
    """Parses lines of the form ``sentence#words#from#to``, in seconds of the motion. Two zeros stand for the whole motion."""
    found: List[Span] = []
    text = texts / f"{span.label}.txt"
    check_file(text)
    for line in text.read_text(encoding="utf-8").splitlines():
        if not line.strip():
            continue
        sentence, start, stop = _sentence(line)
        if start == 0.0 and stop == 0.0:
            found.append(span._replace(label=sentence))
            continue
        found.append(
            span._replace(label=sentence, start_secs=span.start_secs + start, stop_secs=span.start_secs + stop)
        )
    return found


def _sentence(line: str) -> Tuple[str, float, float]:
    parts = line.split("#")
    if len(parts) != 4:
        raise ValueError(f"a line of a text must have four parts separated by `#`, not {len(parts)}: {line!r}")
    bounds = [float(part) for part in parts[2:]]
    # Some lines of the dataset have NaN here, which also stands for 0.
    start, stop = (0.0 if bound != bound else bound for bound in bounds)
    return parts[0], start, stop
