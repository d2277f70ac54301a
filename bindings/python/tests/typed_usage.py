"""A program that uses the package with types, for the type checker: see `test_types.py`."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, List, Optional, Tuple

import numpy as np
from numpy.typing import NDArray

import footwork
from footwork import kinematics, matching

if TYPE_CHECKING:
    import torch


def opened(folder: Path, file: str) -> Tuple[footwork.Library, footwork.Database]:
    either = footwork.load(folder)
    assert isinstance(either, footwork.Library)
    database: footwork.Database = footwork.Database.load(file)
    return either, database


def queries(library: footwork.Library) -> Tuple[NDArray[np.int32], NDArray[np.bool_], int]:
    found = library.query("Gait.Walk")
    for name, start, stop in found:
        text: str = name
        frames: int = stop - start
        assert text and frames
    try:
        library.query("Gait.Wlak")
    except footwork.QueryError as error:
        span: Tuple[int, int] = error.span
        hint: Optional[str] = error.hint
        assert span and hint
    return found.ranges(0), found.mask("deepmimic/walk.txt"), found.frame_count


def databases() -> footwork.Database:
    db = footwork.Database()
    number: int = db.add_clip("a", 100, Fraction(30000, 1001))
    db.set_tag("A", number, [(0, 10)])
    db.set_tag("A", "a", np.array([[0, 10]]))
    db.set_tag("A", np.int32(0), [[0, 10], [20, 30]])
    db.set_tag("A", number, [(np.int64(0), np.int64(10))])
    db.set_tag("A", number, np.zeros((0, 2), np.uint32))
    db.add_clip("b", np.int64(100), np.float32(60))
    db.set_event("E", number, [1.0])
    db.set_event("E", number, range(3))
    db.set_event("E", number, [np.float32(1), np.int64(2), 3])
    db.set_event("E", number, np.zeros(3, np.uint32))
    return db


def clips(library: footwork.Library) -> NDArray[np.float64]:
    clip = library.clip("walk")
    rotations: NDArray[np.float32] = clip.rotations
    moved: Optional[NDArray[np.float32]] = clip.translations
    assert rotations.size and moved is None
    return clip.positions()


def events() -> List[footwork.Decoded]:
    tracks = [footwork.EventTrack([0.5]), footwork.EventTrack(np.array([0.7]), loop_secs=1.0)]
    encoding = footwork.Encoding.from_gaps(tracks, 60)
    signal = encoding.encode(tracks, 60, 100)
    trigger = footwork.Trigger(encoding, footwork.Guards(slope=(0.5, 2.0)), lead_secs=0.1)
    ago: Optional[float] = trigger.advance((0.0, 1.0), 1 / 60)
    ago = trigger.advance([0.0, 1.0], np.float64(1 / 60))
    ago = trigger.advance((np.float32(0.0), np.float32(1.0)), 1)
    assert ago is None
    many: NDArray[np.float64] = trigger.advance(encoding.encode(tracks[0], 60, np.int64(100)), 1 / 60)
    assert trigger.advance(encoding.encode(tracks[0], 60, 100), np.ones_like(many)).size
    crowd = footwork.TriggerArray(np.int32(2), encoding, footwork.Guards(norm=None))
    until: NDArray[np.float64] = crowd.fires_within(1)
    slope: Optional[Tuple[float, float]] = footwork.Guards().slope
    assert slope is None and until.size and crowd.may_have_missed == 0 and {tracks[0]: encoding}
    f1: float = footwork.score([0.5], [0.5], 0.1).f1
    assert f1
    return encoding.decode_all(signal, 60)


def expressions(values: NDArray[np.float32]) -> float:
    compiled = footwork.compile("x + y", ["x", "y"])
    result: NDArray[np.float32] = compiled(values, 1.0, out=np.empty_like(values))
    number: float = compiled(1.0, 2.0)
    number += compiled(np.float32(1.0), y=2)
    for narrowed in (compiled(values, 1.0), compiled(1.0, values), compiled(values, values), compiled(x=values, y=values)):
        number += float(narrowed.sum())
    return float(result.sum()) + number


def datasets(library: footwork.Library) -> NDArray[np.float32]:
    table: footwork.FramesTable = footwork.frames_table(library, ["speed"], missing="nan", rate="own")
    column: NDArray[np.float32] = table["speed"]
    dataset = footwork.WindowDataset(library, "Gait", window=10, channels=["speed"], encoding=table.event_window_secs, rate="own")
    track: footwork.EventTrack = library.event_track("Foot", np.int32(0))
    encodings: List[footwork.Encoding] = dataset.encodings
    assert encodings == [] and track.loop_secs is None
    spans: List[footwork.Span] = footwork.load_babel("train.json")
    assert column.size and spans
    return dataset[0]


def training(library: footwork.Library, folder: Path) -> NDArray[np.float32]:
    feet = ["hips", "left_foot"]
    dataset = footwork.WindowDataset(library, "Gait", window=10, poses=["positions", "root"], joints=feet, rate=30, strict=True)
    train, test = dataset.split([0.8, 0.2], seed=1, by=lambda name: name.split("/")[0])
    scaling: footwork.Statistics = train.statistics()
    batch: List[NDArray[np.float32]] = train.scaled(scaling).__getitems__([0, np.int64(1)])
    store: footwork.Store = library.to_store(folder / "store", channels=["speed"], poses=("root",), rate=Fraction(30))
    stored = footwork.WindowDataset(footwork.Store.open(store.path, check=False), "Gait", window=5, columns=["speed"])
    parts: List[List[str]] = footwork.split_clips(store.clip_names, [1, 1], by={name: name for name in store.clip_names})
    clip = library.clip("walk").resampled("30").mirrored()
    six: NDArray[np.float32] = kinematics.six_from_quaternions(clip.rotations)
    places, _ = kinematics.forward_kinematics(six, clip.root_positions.astype(np.float32), clip.offsets, clip.parents.tolist())
    down: NDArray[np.bool_] = clip.contacts()
    table = footwork.frames_table(library, events=["Foot.Left"], rate="own")
    times: NDArray[np.float64] = table.decode("Foot.Left")["deepmimic/walk.txt"]
    spans: footwork.LabelsTable = footwork.spans_table(library)
    together = footwork.cooccurrence_table(library.to_database(), ["Gait"])
    f1: float = footwork.score_all([(times, [0.5])], 0.1).f1
    again: footwork.Clip = footwork.load_clip(clip.to_bytes("glb"), name="walk.glb")
    version: str = library.version
    assert version and f1 >= 0 and len(again) == len(down) and parts and len(test) >= 0 and together.row_count and spans.units
    assert places.shape[-1] == 3 and len(stored)
    return batch[0]


def edited(library: footwork.Library) -> List[str]:
    spans = [("Gait.Walk", 0, np.int64(39))]
    moved = [("Foot.Left", library.event_frames("Foot.Left", "walk")[0], 20)]
    return footwork.edit_labels(library, "walk", remove_spans=library.spans("walk"), add_spans=spans, move_events=moved, label="by hand")


def recorded(library: footwork.Library, file: Path) -> None:
    curves = {"down": library.clip("walk").contacts()[:, 0]}
    footwork.to_rerun(library, np.int64(0), file, channels=["speed"])
    footwork.to_rerun(library, "walk", str(file), curves=curves, entity="walk", recording=None)


def tensors(library: footwork.Library) -> footwork.WindowDataset[torch.Tensor]:
    dataset = footwork.WindowDataset(library, "Gait", window=10, poses=["root"], rate=30, tensors=True)
    train, _ = dataset.split([1, 1])
    first: torch.Tensor = train.scaled(None)[0]
    several: List[torch.Tensor] = dataset.__getitems__([0])
    assert first.shape == several[0].shape
    return train


def work(library: footwork.Library, folder: Path) -> List[footwork.CutPiece]:
    findings: List[footwork.CheckFinding] = footwork.check(library)
    strikes = footwork.detect_strikes(library, clips=["walk", 3], min_secs=0.1)
    secs: NDArray[np.float64] = strikes["Foot.Left"]["deepmimic/walk.txt"]
    ends = footwork.detect_ends(library, "Phase.Land", "Landing", at="stops")
    rules: List[footwork.RuleProposal] = footwork.propose_rules(library)
    sidecar: footwork.Sidecar = footwork.read_sidecar("footwork-tags 1\ntag Gait 0 3\n")
    rate: Optional[Fraction] = sidecar.rate
    html: str = library._repr_html_() + library.clip(0)._repr_html_() + library.query("Gait")._repr_html_()
    assert not findings and len(secs) and ends and rate is None and html and all(len(rule.after) >= 0 for rule in rules)
    merged: footwork.Database = footwork.Database.merged([library.to_database()])
    assert merged == library.to_database()
    return footwork.cut(library, "Gait.Walk", folder / "walks", format="glb", dry_run=True)


def poses(library: footwork.Library) -> NDArray[np.float32]:
    index: matching.PoseIndex = matching.index(library, clips=["walk", np.int32(0)], rate=30)
    features: NDArray[np.float32] = index.features
    spans = [("walk", 0, 20), ("dance", 0, 5)]
    prepared: matching.PoseFilter = index.filter(spans)
    found = index.search(features[:3], 2, filter=prepared, soft={"Gait": 1.0}, weights={"hip velocity": 2})
    found = index.search(np.int64(0), filter=library.query("Gait"), soft=[(spans, 1.0), ([(0, 0, np.int64(5))], np.float32(2))])
    for name, frame, mirrored, cost in found:
        assert name and frame >= 0 and not mirrored and cost >= 0.0
    why: Optional[matching.Explanation] = index.explain(0, weights=np.ones(7), filter="all")
    assert why is not None
    share: float = why.shares["hip velocity"]
    looked: matching.Simulated = matching.simulate(index, "circle", seed=1, seconds=0.5, filter=spans)
    skate: matching.Spread = looked.skate_mps
    mask: NDArray[np.bool_] = index.poses.candidate
    assert mask.size and share <= 1.0 and skate.mean >= 0.0
    return features
