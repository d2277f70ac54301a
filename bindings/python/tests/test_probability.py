"""Events as probabilities: columns, decoding, tuning, triggers and specifications."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path

import numpy as np
import pytest

import footwork
from footwork import FeatureSpec, Probability


def test_columns_are_one_on_the_nearest_frame(library: footwork.Library) -> None:
    table = footwork.frames_table(library, events=["Foot.Left", "Foot.Right"], targets="probability", rate=30)
    assert [name for name in table if "Foot" in name] == ["Foot.Left.probability", "Foot.Right.probability"]
    assert table.encodings == [] and table.event_window_secs is None
    decoded = table.decode("Foot.Left")
    count = 0
    for number, info in enumerate(library.clips):
        values = table["Foot.Left.probability"][table["clip"] == number]
        assert set(np.unique(values).tolist()) <= {0.0, 1.0}
        track = library.event_track("Foot.Left", number)
        found = decoded.get(info.name, np.zeros(0))
        inside = track.times[(track.times > 0.1) & (track.times < (len(values) - 2) / 30)]
        count += len(inside)
        for at in inside:
            assert np.abs(found - at).min() <= 0.5 / 30 + 1e-9, info.name
    assert count > 10
    again = footwork.FramesTable.from_arrow(table.to_arrow())
    assert {name: times.tolist() for name, times in again.decode("Foot.Left").items()} == {
        name: times.tolist() for name, times in decoded.items()
    }


def test_windows_and_stores_have_probabilities(library: footwork.Library, tmp_path: Path) -> None:
    choices = {"events": ["Foot"], "targets": "probability", "rate": 30}
    with pytest.warns(footwork.FootworkWarning, match="merged with another"):
        dataset = footwork.WindowDataset(library, "Gait", window=8, **choices)  # type: ignore[arg-type]
    assert dataset.columns == ["Foot.probability"] and dataset.groups["Foot"] == ["Foot.probability"]
    with pytest.warns(footwork.FootworkWarning, match="merged with another"):
        store = library.to_store(tmp_path / "store", **choices)  # type: ignore[arg-type]
    of_store = footwork.WindowDataset(store, "Gait", window=8)
    assert len(of_store) == len(dataset) > 0
    for a, b in zip(dataset, of_store):
        np.testing.assert_array_equal(a, b)
    parts = dataset.split([1, 1])
    assert sum(map(len, parts)) == len(dataset) and parts[0].encodings == []
    with pytest.raises(ValueError, match='"encoded" or "probability", not'):
        footwork.Choices(targets="one-hot")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="have no window"):
        footwork.Choices(targets="probability", encoding=0.3)


def test_decoding_finds_the_events_of_a_trigger() -> None:
    rng = np.random.default_rng(3)
    for _ in range(50):
        chances = rng.random(80).astype(np.float32)
        probability = Probability(float(rng.uniform(0.1, 1.0)), float(rng.choice([0.0, 0.1, 0.35])))
        [times] = probability.decode_all(chances, 20)
        trigger = footwork.Trigger(probability)
        ago = trigger.advance(np.append(chances, np.float32(0.0)), 0.05)
        np.testing.assert_allclose(np.flatnonzero(~np.isnan(ago)) * 0.05 - 0.05, times, atol=1e-9)
        trigger.restart()
        one_by_one = [trigger.advance(float(chance), 0.05) for chance in chances]
        assert [value is None for value in one_by_one] == np.isnan(ago[:-1]).tolist()
    both = np.stack([chances, chances], axis=1)
    assert [of_one.tolist() for of_one in probability.decode_all(both, 20)] == [times.tolist()] * 2
    trigger = footwork.Trigger(probability)
    assert trigger.fires_within(9.0) is None and copy.copy(trigger).advance(0.5, 0.1) is None
    assert pickle.loads(pickle.dumps(trigger)).advance(0.5, 0.1) is None
    with pytest.raises(ValueError, match="has no `lead_secs`"):
        footwork.Trigger(probability, lead_secs=0.1)
    with pytest.raises(ValueError, match=r"the shape \(n,\), not \(3, 2\)"):
        trigger.advance(np.zeros((3, 2), np.float32), 0.1)
    with pytest.raises(TypeError, match="an Encoding or a Probability, not"):
        footwork.Trigger(0.5)  # type: ignore[arg-type]


def test_a_threshold_is_tuned() -> None:
    rng = np.random.default_rng(4)
    tracks, chances = [], []
    for _ in range(6):
        times = np.cumsum(rng.uniform(0.4, 0.9, 8))
        track = footwork.EventTrack(times)
        # Peaks of 0.3 to 0.4 among noise of up to 0.2.
        clip = Probability.encode(track, 30, 240)[:, 0]
        chances.append((clip * rng.uniform(0.3, 0.4, 240) + (1 - clip) * rng.uniform(0.0, 0.2, 240)).astype(np.float32))
        tracks.append(track)
    tuned = Probability.tuned(chances, tracks, 30, 0.05)
    assert 0.2 <= tuned.threshold <= 0.3 and tuned.min_gap_secs == 0.1
    pairs = [(track.times[track.times < 8], tuned.decode_all(clip, 30)[0]) for track, clip in zip(tracks, chances)]
    assert footwork.score_all(pairs, 0.05).f1 == 1.0
    with pytest.raises(ValueError, match="of 6 and 5"):
        Probability.tuned(chances, tracks[:5], 30, 0.05)
    with pytest.raises(ValueError, match="above 0 and at most 1"):
        Probability(0.0)
    assert tuned == pickle.loads(pickle.dumps(tuned)) and hash(tuned) == hash(copy.copy(tuned))
    assert repr(Probability()) == "Probability(threshold=0.5, min_gap_secs=0.1)"


def test_a_specification_keeps_the_threshold(library: footwork.Library) -> None:
    dataset = footwork.WindowDataset(
        library,
        "Gait",
        window=4,
        events=["Foot.Left", "Foot.Right"],
        targets="probability",
        poses=["root"],
        joints=["hips"],
        rate=30,
    )
    spec = FeatureSpec.of(dataset, inputs=["root"], outputs=["events"], probability={"Foot.Left": Probability(0.25)})
    assert spec.outputs == ["Foot.Left.probability", "Foot.Right.probability"]
    assert spec.probabilities == {"Foot.Left": Probability(0.25), "Foot.Right": Probability()} and spec.encodings == {}
    again = FeatureSpec(spec.to_json())
    assert again == spec and again.probabilities == spec.probabilities
    other = FeatureSpec.of(dataset, inputs=["root"], outputs=["events"], probability=Probability(0.4))
    words = "the network has the event Foot.Left from a probability of 0.25, 0.1 s apart, not Foot.Left from a probability of 0.4, 0.1 s apart"
    assert spec.difference(other) == words
