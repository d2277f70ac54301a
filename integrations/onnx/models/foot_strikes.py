"""Makes the network of the tests, `foot_strikes.onnx`, and its outputs for a walk, `foot_strikes.json`.

    python foot_strikes.py

Needs the packages `footwork` and `onnx`. The network takes three frames of the feet and the root, and returns the signals of foot
strikes and the tag of a walk: 24 random features of the inputs, and a linear readout fitted to the samples. It is only
large enough to test with.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

import footwork

HERE = Path(__file__).resolve().parent
FRAMES, HIDDEN = 3, 24


def main() -> None:
    library = footwork.load(HERE.parents[2] / "samples" / "deepmimic")
    dataset = footwork.WindowDataset(
        library,
        "Gait",
        window=FRAMES,
        poses=["positions", "velocities", "root"],
        joints=["left_foot", "right_foot"],
        events=["Foot.Left", "Foot.Right"],
        tags=["Gait.Walk"],
        encoding=footwork.Encoding(0.3, 1 / 30),
        rate=30,
    )
    scaling = dataset.statistics(unscaled=["events", "tags"])
    inputs = ["positions", "velocities", "root"]
    spec = footwork.FeatureSpec.of(dataset, inputs=inputs, outputs=["events", "tags"], frames=FRAMES, statistics=scaling)
    given = [dataset.columns.index(name) for name in spec.inputs]
    wanted = [dataset.columns.index(name) for name in spec.outputs]
    windows = np.stack([scaling.normalise(window) for window in dataset])

    rng = np.random.default_rng(5)
    flat = windows[:, :, given].reshape(len(windows), -1).astype(np.float64)
    mix = (rng.normal(size=(flat.shape[1], HIDDEN)) / np.sqrt(flat.shape[1])).astype(np.float32)
    hidden = np.concatenate([np.tanh(flat @ mix), np.ones((len(flat), 1))], axis=1)
    targets = windows[:, -1, wanted]
    fitted = np.linalg.solve(hidden.T @ hidden + 1e-2 * np.eye(HIDDEN + 1), hidden.T @ targets).astype(np.float32)
    readout, bias = fitted[:-1], fitted[-1]

    names = ["mix", "readout", "bias"]
    weights = [numpy_helper.from_array(values, name) for values, name in zip([mix, readout, bias], names)]
    columns = helper.make_tensor_value_info("columns", TensorProto.FLOAT, [1, FRAMES, len(given)])
    signals = helper.make_tensor_value_info("signals", TensorProto.FLOAT, [1, len(wanted)])
    nodes = [
        helper.make_node("Flatten", ["columns"], ["flat"]),
        helper.make_node("MatMul", ["flat", "mix"], ["mixed"]),
        helper.make_node("Tanh", ["mixed"], ["hidden"]),
        helper.make_node("Gemm", ["hidden", "readout", "bias"], ["signals"]),
    ]
    graph = helper.make_graph(nodes, "foot_strikes", [columns], [signals], weights)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model)
    onnx.save(model, HERE / "foot_strikes.onnx")
    spec.to_onnx(HERE / "foot_strikes.onnx")

    clip = library.clip("walk")
    rows = np.zeros((len(clip), len(spec.columns)), np.float32)
    poses = spec.pose_rows(clip)
    rows[:, -poses.shape[1] :] = poses
    scaled = scaling.normalise(rows)[:, given]
    outputs = [np.tanh(scaled[at - 2 : at + 1].reshape(1, -1) @ mix) @ readout + bias for at in range(2, len(clip))]
    expected = {
        "strikes": {event: library.event_track(event, "walk").times.tolist() for event in spec.encodings},
        "inputs": [[round(float(value), 7) for value in row] for row in scaled],
        "outputs": [[round(float(value), 7) for value in row[0]] for row in outputs],
    }
    text = json.dumps(expected).replace("], [", "],\n[")
    (HERE / "foot_strikes.json").write_text(text + "\n")
    for number, event in enumerate(spec.encodings):
        pairs = np.ascontiguousarray(np.concatenate(outputs)[:, 2 * number : 2 * number + 2])
        print(event, expected["strikes"][event], spec.encodings[event].decode_all(pairs, 30))


if __name__ == "__main__":
    main()
