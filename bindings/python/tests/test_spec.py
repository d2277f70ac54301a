"""The specification of a network's columns: next to a checkpoint and in an ONNX file."""

from __future__ import annotations

import json
import pickle
import shutil
from pathlib import Path
from typing import Any, Dict

import numpy as np
import pytest

import footwork
from footwork import FeatureSpec
from footwork._onnx import metadata, with_metadata


@pytest.fixture(scope="module")
def library(samples: Path) -> footwork.Library:
    return footwork.Library.load(samples / "deepmimic")


@pytest.fixture(scope="module")
def dataset(library: footwork.Library) -> footwork.WindowDataset:
    options: Any = {"channels": ["speed"], "events": ["Foot.Left", "Foot.Right"], "tags": ["Gait.Walk"], "encoding": 0.3}
    return footwork.WindowDataset(library, "Gait", window=16, poses=["rotations", "root", "contacts"], rate=30, **options)


@pytest.fixture(scope="module")
def spec(dataset: footwork.WindowDataset) -> FeatureSpec:
    scaling = dataset.statistics(unscaled=["events", "tags", "contacts"])
    inputs, outputs = ["rotations", "root", "speed"], ["events", "Gait.Walk"]
    return FeatureSpec.of(dataset, inputs=inputs, outputs=outputs, frames=16, statistics=scaling)


def test_a_spec_has_the_columns_of_the_dataset(spec: FeatureSpec, dataset: footwork.WindowDataset) -> None:
    assert spec.columns == dataset.columns and spec.rate == 30 and spec.frames == 16
    assert spec.inputs == [*dataset.groups["rotations"], *dataset.groups["root"], "speed"]
    assert spec.outputs == [*dataset.groups["events"], "Gait.Walk"]
    assert spec.statistics == dataset.statistics(unscaled=["events", "tags", "contacts"])
    assert spec.units["speed"] == "m/s" and spec.units["root_motion.turn"] == "rad/s"
    assert list(spec.encodings.values()) == [dataset.encodings[0]] * 2
    written = json.loads(spec.to_json())
    assert written["version"] == 1 and written["hash"] == spec.hash
    assert ["left_foot", "left_ankle"] in written["spec"]["roles"]


def test_pose_rows_are_those_of_the_dataset(
    spec: FeatureSpec, dataset: footwork.WindowDataset, library: footwork.Library, samples: Path
) -> None:
    clip, start, stop = dataset.windows[5].tolist()
    rows = spec.pose_rows(library.clip(clip).resampled(30))
    np.testing.assert_array_equal(rows[start:stop], dataset[5][:, -rows.shape[1] :])
    with pytest.raises(ValueError, match="rate is 30 frames per second, and the clip's 60"):
        spec.pose_rows(library.clip(clip).resampled(60))
    other = footwork.Library.load(samples / "football").clip("walk_01").resampled(30)
    with pytest.raises(ValueError, match="skeleton has no joint or role `root`"):
        spec.pose_rows(other)


def test_saved_next_to_a_checkpoint(spec: FeatureSpec, tmp_path: Path) -> None:
    path = tmp_path / "strikes.features.json"
    spec.save(path)
    read = FeatureSpec.load(path)
    assert read == spec and read.to_json() == path.read_text() and pickle.loads(pickle.dumps(read)) == spec
    path.write_text(spec.to_json().replace("0.3,", "0.4,"))
    with pytest.raises(ValueError, match=r"strikes\.features\.json: .*was changed after it was written"):
        FeatureSpec.load(path)
    path.write_text(spec.to_json().replace('"version":1', '"version":3'))
    with pytest.raises(ValueError, match="newer Footwork"):
        FeatureSpec.load(path)
    path.write_text("{}")
    with pytest.raises(ValueError, match="missing field `version`"):
        FeatureSpec.load(path)


def test_the_first_difference_is_named(spec: FeatureSpec, dataset: footwork.WindowDataset, library: footwork.Library) -> None:
    assert spec.difference(spec) is None
    other = footwork.WindowDataset(library, "Gait", window=16, channels=["turn"], rate=30)
    found = spec.difference(FeatureSpec.of(other))
    assert found == "column 0 (from 0) of the network is `speed` in m/s, not `turn` in rad/s"
    found = spec.difference(FeatureSpec.of(dataset, inputs=spec.inputs, outputs=spec.outputs))
    assert found == "the network has the number of frames 16, not 1"


def test_mixed_rates_and_stores_are_refused(library: footwork.Library, samples: Path, tmp_path: Path) -> None:
    mixed = footwork.WindowDataset(footwork.Library.load(samples), "all", window=4, channels=["speed"], rate="own")
    with pytest.raises(ValueError, match="needs clips of one frame rate, not 16, 30, 60"):
        FeatureSpec.of(mixed)
    store = library.to_store(tmp_path / "store", channels=["speed"], rate=30)
    with pytest.raises(TypeError, match="a store does not hold a skeleton"):
        FeatureSpec.of(footwork.WindowDataset(store, "all", window=4))
    dataset = footwork.WindowDataset(library, "all", window=4, channels=["speed"], rate=30)
    with pytest.raises(KeyError, match="no column `sped`"):
        FeatureSpec.of(dataset, outputs=["sped"])


def of_settings(samples: Path, folder: Path, settings: str, **choices: Any) -> FeatureSpec:
    """Returns the specification for a walk and a run in a library with these settings."""
    folder.mkdir()
    for name in ("run.txt", "walk.txt"):
        shutil.copy(samples / "deepmimic" / name, folder / name)
    (folder / "footwork.toml").write_text(settings, encoding="utf-8")
    library = footwork.Library._opened(folder)
    return FeatureSpec.of(footwork.WindowDataset(library, "all", window=4, rate=30, **choices))


@pytest.mark.parametrize("choices", [{"channels": ["speed"]}, {"poses": ["root"]}], ids=["channels", "poses"])
def test_the_heading_and_the_travelling_joint_are_those_of_all_clips(
    samples: Path, tmp_path: Path, choices: Dict[str, Any]
) -> None:
    spec = of_settings(samples, tmp_path / "one", 'heading = "hips"\nroot = "chest"\n', **choices)
    written = json.loads(spec.to_json())["spec"]
    assert (written["heading"], written["travelling"]) == ("hips", "chest")
    written = json.loads(of_settings(samples, tmp_path / "found", "", **choices).to_json())["spec"]
    # The joint is called `root` and has the role `hips`.
    assert (written["heading"], written["travelling"]) == ("body", "hips")
    with pytest.raises(ValueError, match="needs clips of one heading, not (body and hips|hips and body)"):
        of_settings(samples, tmp_path / "headings", 'heading = { "run*" = "hips" }\n', **choices)
    with pytest.raises(ValueError, match="needs clips of one travelling joint, not (chest and hips|hips and chest)"):
        of_settings(samples, tmp_path / "roots", 'root = { "run*" = "chest" }\n', **choices)


def test_another_travelling_joint_is_a_difference(samples: Path, tmp_path: Path) -> None:
    choices = {"poses": ["positions"], "joints": ["left_foot"]}
    spec = of_settings(samples, tmp_path / "hips", "", **choices)
    other = of_settings(samples, tmp_path / "chest", 'root = "chest"\n', **choices)
    assert spec.difference(other) == "the network has the travelling joint hips, not chest"
    walk = footwork.Library._opened(tmp_path / "chest").clip("walk").resampled(30)
    assert other.pose_rows(walk).shape == (len(walk), 3)
    with pytest.raises(ValueError, match="the network has the travelling joint hips, not chest"):
        spec.pose_rows(walk)


def test_sizes_are_limited(dataset: footwork.WindowDataset) -> None:
    assert FeatureSpec.of(dataset, inputs=["speed"], frames=4096).frames == 4096
    with pytest.raises(ValueError, match="at most 4096 frames, not 4097"):
        FeatureSpec.of(dataset, inputs=["speed"], frames=4097)


# The smallest model: a version and an empty graph, with metadata before the graph.
MODEL = bytes([0x08, 0x09, 0x72, 0x06, 0x0A, 0x01, 0x61, 0x12, 0x01, 0x62, 0x3A, 0x00])


def test_metadata_of_a_model() -> None:
    assert metadata(MODEL, "a") == "b" and metadata(MODEL, "c") is None
    for value in ("", "short", "é" * 1000):
        changed = with_metadata(MODEL, "c", value)
        assert metadata(changed, "c") == value and metadata(changed, "a") == "b"
        assert metadata(with_metadata(changed, "c", "again"), "c") == "again"
        assert len(with_metadata(changed, "c", "")) == len(with_metadata(MODEL, "c", ""))
    for wrong in (b"", b"\x08", MODEL[:-1], b"no model", MODEL[:2], b"\xff" * 20):
        with pytest.raises(ValueError, match="is not an ONNX model"):
            metadata(wrong, "a")
    rng = np.random.default_rng(1)
    for _ in range(3000):
        noise = bytearray(MODEL)
        noise[rng.integers(len(noise))] = rng.integers(256)
        try:
            with_metadata(bytes(noise[: rng.integers(len(noise) + 1)]), "c", "d")
        except ValueError:
            pass


def test_in_a_model_of_the_package_onnx(spec: FeatureSpec, tmp_path: Path) -> None:
    onnx: Any = pytest.importorskip("onnx", reason="the package onnx is not installed")
    helper, kind = onnx.helper, onnx.TensorProto.FLOAT
    columns = [helper.make_tensor_value_info(name, kind, [1, 3]) for name in ("x", "y")]
    graph = helper.make_graph([helper.make_node("Relu", ["x"], ["y"])], "small", columns[:1], columns[1:])
    model = helper.make_model(graph)
    helper.set_model_props(model, {"author": "somebody", "footwork.features": "old"})
    path = tmp_path / "small.onnx"
    onnx.save(model, path)
    spec.to_onnx(path)
    assert FeatureSpec.from_onnx(path) == spec
    read = onnx.load(path)
    onnx.checker.check_model(read)
    assert {entry.key: entry.value for entry in read.metadata_props} == {"author": "somebody", "footwork.features": spec.to_json()}
    assert read.graph == model.graph
    path.write_bytes(b"something else")
    with pytest.raises(ValueError, match=r"small\.onnx: it is not an ONNX model"):
        spec.to_onnx(path)
    assert path.read_bytes() == b"something else"
    onnx.save(helper.make_model(graph), path)
    with pytest.raises(ValueError, match=r"small\.onnx: the model has no `footwork\.features`"):
        FeatureSpec.from_onnx(path)
