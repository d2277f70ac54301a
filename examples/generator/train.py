"""Trains a network that moves a footballer frame by frame, and exports it for a game.

    python train.py [--output generator.onnx] [--tiny]

Needs the packages `footwork` and `onnx`. The network sees one frame and a control, and returns the next frame: its pose, the signals of
foot strikes, and the gait. README.md next to this file has its scores.
"""

from __future__ import annotations

import argparse
import tempfile
import time
import warnings
from pathlib import Path

import numpy as np
import onnx
from network import Floats, Generator, Schedule
from onnx import TensorProto, helper, numpy_helper
from takes import GAITS, MIN_GAP_SECS, library

import footwork

HERE = Path(__file__).resolve().parent
RATE = 30
HIDDEN = 256
MIN_ROTATION_DEVIATION = 0.05
"""Joints that hardly turn are not scaled up to the size of others, because the network would learn their noise."""

CONTROL = ("lead(mean(speed_z, 0.5s), 0.25s)", "lead(mean(speed_x, 0.5s), 0.25s)", "lead(mean(turn, 0.5s), 0.25s)")
"""The control: the speed ahead, the speed to the left and the turn, as means of the next half second."""

LEGS = ("Hips", "LeftUpLeg", "LeftLeg", "LeftFoot", "RightUpLeg", "RightLeg", "RightFoot")


def dataset(folder: Path, takes: int, seconds: float) -> footwork.WindowDataset:
    made = library(folder, takes, seconds)
    joints = [name for name in made.clip(0).names if not name.endswith("_end")]
    # One window for each take. In strides shorter than eight frames, the smoothing may lose a strike. It loses a few
    # of hundreds.
    warnings.filterwarnings("ignore", category=footwork.FootworkWarning)
    return footwork.WindowDataset(
        made,
        "all",
        window=round(seconds * RATE) - 1,
        stride=round(seconds * RATE),
        channels=CONTROL,
        events=["Foot.Left", "Foot.Right"],
        tags=list(GAITS),
        poses=["rotations", "root"],
        joints=joints,
        encoding=MIN_GAP_SECS,
        rate=RATE,
        progress=False,
    )


def scaling(windows: footwork.WindowDataset) -> footwork.Statistics:
    found = windows.statistics(unscaled=["events", "tags"])
    deviation = found.deviation.copy()
    for place, name in enumerate(found.columns):
        if ".rotation_" in name:
            deviation[place] = max(deviation[place], MIN_ROTATION_DEVIATION)
    return footwork.Statistics(found.columns, found.mean, deviation, found.unscaled)


def loss_weights(columns: list[str]) -> Floats:
    """Returns the weight of each column in the loss: legs, root and events count more."""
    weights = np.ones(len(columns), np.float32)
    for place, name in enumerate(columns):
        joint = name.split(".")[0]
        if joint in LEGS or joint == "root_motion":
            weights[place] = 3.0
        elif name.endswith((".sin", ".cos")):
            weights[place] = 4.0
    return weights


def export(path: Path, network: Generator, spec: footwork.FeatureSpec) -> None:
    """Writes the network as ONNX, with its specification."""
    given, wanted = len(spec.inputs), len(spec.outputs)
    values = {"low": network.low, "high": network.high, "at": np.array([given - wanted]), "to": np.array([given]), "axis": np.array([1])}
    for place, (weight, bias) in enumerate(zip(network.weights, network.biases)):
        values[f"weight_{place}"], values[f"bias_{place}"] = weight, bias
    nodes = [
        helper.make_node("Gemm", ["columns", "weight_0", "bias_0"], ["layer_0"]),
        helper.make_node("Elu", ["layer_0"], ["active_0"]),
        helper.make_node("Gemm", ["active_0", "weight_1", "bias_1"], ["layer_1"]),
        helper.make_node("Elu", ["layer_1"], ["active_1"]),
        helper.make_node("Gemm", ["active_1", "weight_2", "bias_2"], ["change"]),
        helper.make_node("Slice", ["columns", "at", "to", "axis"], ["state"]),
        helper.make_node("Add", ["state", "change"], ["moved"]),
        helper.make_node("Max", ["moved", "low"], ["above"]),
        helper.make_node("Min", ["above", "high"], ["next"]),
    ]
    graph = helper.make_graph(
        nodes,
        "generator",
        [helper.make_tensor_value_info("columns", TensorProto.FLOAT, [1, given])],
        [helper.make_tensor_value_info("next", TensorProto.FLOAT, [1, wanted])],
        [numpy_helper.from_array(value, name) for name, value in values.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model)
    onnx.save(model, path)
    spec.to_onnx(path)


def trained(takes: int, seconds: float, hidden: int, schedule: Schedule) -> tuple[Generator, footwork.FeatureSpec]:
    with tempfile.TemporaryDirectory() as folder:
        windows = dataset(Path(folder), takes, seconds)
        scale = scaling(windows)
        outputs = ["events", "tags", "rotations", "root"]
        spec = footwork.FeatureSpec.of(windows, outputs=outputs, statistics=scale)
        rows = [scale.normalise(windows[take]) for take in range(len(windows))]
    states = [take[:, len(CONTROL) :] for take in rows]
    controls = [take[:, : len(CONTROL)] for take in rows]
    # The inputs are all columns, and the outputs those after the control, in the same order.
    assert spec.inputs[len(CONTROL) :] == spec.outputs
    network = Generator(len(CONTROL), len(spec.outputs), hidden, seed=1)
    network.train(controls, states, loss_weights(spec.outputs), schedule)
    return network, spec


def main() -> None:
    parser = argparse.ArgumentParser(description="Trains a network that moves a footballer frame by frame.")
    parser.add_argument("--output", type=Path, default=HERE / "generator.onnx", help="the file of the network")
    parser.add_argument("--tiny", action="store_true", help="a few seconds of motion and of training, for a test")
    parser.add_argument("--takes", type=int, default=12, help="the number of minutes of motion")
    parser.add_argument("--steps", type=int, default=Schedule.steps, help="the length of the training")
    arguments = parser.parse_args()
    start = time.perf_counter()
    if arguments.tiny:
        network, spec = trained(2, 6.0, 16, Schedule(steps=40, batch=8, run=6))
    else:
        network, spec = trained(arguments.takes, 60.0, HIDDEN, Schedule(steps=arguments.steps))
    export(arguments.output, network, spec)
    print(f"wrote {arguments.output}: {spec}, {time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
