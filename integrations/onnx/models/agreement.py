"""Compares tract with ONNX Runtime: the outputs of a network, and the events that they fire.

    python agreement.py NETWORK.onnx FRAMES.csv EVENTS.csv

Needs the packages `footwork` and `onnxruntime`. The example `agreement` of the crate writes the two tables.
"""

from __future__ import annotations

import csv
import sys
from itertools import groupby
from pathlib import Path

import numpy as np
import onnxruntime

import footwork


def main(model: Path, frames: Path, events: Path) -> None:
    spec = footwork.FeatureSpec.from_onnx(model)
    table = np.loadtxt(frames, np.float64, delimiter=",")
    clips, width = table[:, 0].astype(int), spec.frames * len(spec.inputs)
    inputs = table[:, 1 : 1 + width].astype(np.float32).reshape(-1, spec.frames, len(spec.inputs))
    of_tract = table[:, 1 + width :].astype(np.float32)
    session = onnxruntime.InferenceSession(str(model), providers=["CPUExecutionProvider"])
    [name] = [given.name for given in session.get_inputs()]
    ran = np.stack([session.run(None, {name: window[None]})[0][0] for window in inputs])
    apart = float(np.abs(ran - of_tract).max())

    fired = [(int(clip), event, float(at)) for clip, event, at in csv.reader(events.open())]
    decoded = []
    for clip, rows in groupby(range(len(clips)), lambda row: int(clips[row])):
        signal = spec.statistics.denormalise(filled(spec, ran[list(rows)])) if spec.statistics else filled(spec, ran[list(rows)])
        for event, encoding in spec.encodings.items():
            pair = [spec.columns.index(f"{event}.{part}") for part in ("sin", "cos")]
            [found] = encoding.decode_all(np.ascontiguousarray(signal[:, pair]), spec.rate)
            decoded += [(clip, event, at) for at in found.times.tolist()]
    fired.sort()
    decoded.sort()
    same = [a[:2] == b[:2] and abs(a[2] - b[2]) < 1e-4 for a, b in zip(fired, decoded)]
    print(f"{len(table)} frames, {len(table) / float(spec.rate):.0f} s: outputs apart by {apart:.1e} at most")
    print(f"{len(fired)} events fired by tract, {len(decoded)} by ONNX Runtime, {sum(same)} the same")
    if apart > 1e-5 or len(fired) != len(decoded) or not all(same):
        sys.exit("they differ")


def filled(spec: footwork.FeatureSpec, outputs: np.ndarray) -> np.ndarray:
    """Returns rows of all columns; columns that the network does not return are 0."""
    rows = np.zeros((len(outputs), len(spec.columns)), np.float32)
    rows[:, [spec.columns.index(name) for name in spec.outputs]] = outputs
    return rows


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
