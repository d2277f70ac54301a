"""Tracks, guards, encodings and triggers as values: equal, hashed, printed, copied, pickled."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import footwork

Guards, Track = footwork.Guards, footwork.EventTrack

VALUES = [
    Track([]),
    Track([0.5, 0.25]),
    Track([0.25, 0.5], loop_secs=1.0),
    Guards(),
    Guards.none(),
    Guards(norm=None, nearness=0.75, falling=False, jump=None, approach=0.25, slope=(0.5, 2.0), refractory_secs=0.1),
    footwork.Encoding(0.3),
    footwork.Encoding(0.3, 0.01),
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_copies_are_equal(value: object) -> None:
    pickled = [pickle.loads(pickle.dumps(value, protocol)) for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)]
    for same in (copy.copy(value), copy.deepcopy(value), *pickled):
        assert same == value and hash(same) == hash(value) and not same != value
    assert [other == value for other in VALUES].count(True) == 1
    assert value != 3 and len({*VALUES, value}) == len(VALUES)


def test_equal_tracks() -> None:
    assert Track([0.5, 0.25]) == Track(np.array([0.25, 0.5], np.float32))
    assert Track([0.0]) == Track([-0.0]) and hash(Track([0.0])) == hash(Track([-0.0]))
    kept = pickle.loads(pickle.dumps(Track([0.5], loop_secs=2.0)))
    assert kept.times.tolist() == [0.5] and kept.loop_secs == 2.0


def test_guards_have_getters_and_a_repr() -> None:
    given = {
        "norm": None,
        "nearness": 0.75,
        "falling": False,
        "jump": 0.5,
        "approach": None,
        "slope": (0.5, 2.0),
        "refractory_secs": 0.1,
    }
    guards = Guards(**given)  # type: ignore[arg-type]
    assert {name: getattr(guards, name) for name in given} == given
    assert repr(guards) == (
        "Guards(norm=None, nearness=0.75, falling=False, jump=0.5, approach=None, slope=(0.5, 2.0), refractory_secs=0.1)"
    )
    assert eval(repr(guards), {"Guards": Guards}) == guards
    with pytest.raises(AttributeError):
        guards.norm = 0.1  # type: ignore[misc]


def test_a_copied_trigger_continues_from_the_same_state() -> None:
    encoding = footwork.Encoding(0.3, 1 / 60)
    signal = encoding.encode(Track([0.5, 1.1]), 60, 120)
    trigger = footwork.Trigger(encoding, Guards(refractory_secs=0.2), lead_secs=0.02, smoothing_secs=0.01)
    trigger.advance(signal[:25], 1 / 60)
    others = copy.copy(trigger), copy.deepcopy({"of": trigger})["of"]
    expected = trigger.advance(signal[25:], 1 / 60)
    assert np.isfinite(expected).sum() == 2
    for other in others:
        np.testing.assert_array_equal(other.advance(signal[25:], 1 / 60), expected)


def test_a_trigger_can_be_pickled_at_the_start_of_a_stream() -> None:
    encoding = footwork.Encoding(0.3, 1 / 60)
    signal = encoding.encode(Track([0.5, 1.1]), 60, 120)
    trigger = footwork.Trigger(encoding, Guards(approach=None), lead_secs=0.02, smoothing_secs=0.01)
    same = pickle.loads(pickle.dumps(trigger))
    expected = trigger.advance(signal, 1 / 60)
    np.testing.assert_array_equal(same.advance(signal, 1 / 60), expected)
    with pytest.raises(TypeError, match="restart"):
        pickle.dumps(trigger)
    trigger.restart()
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(trigger)).advance(signal, 1 / 60), expected)


def test_an_array_agrees_with_single_triggers() -> None:
    encoding = footwork.Encoding(0.3)
    tracks = [Track([0.5]), Track([0.52]), Track([])]
    signal = encoding.encode(tracks, 60, 60).reshape(60, 3, 2)
    crowd = footwork.TriggerArray(3, encoding, lead_secs=0.05)
    single = [footwork.Trigger(encoding, lead_secs=0.05) for _ in tracks]
    for frame in signal[:25]:
        crowd.advance(frame, 1 / 60)
        for trigger, pair in zip(single, frame):
            trigger.advance(pair, 1 / 60)
    for secs in (0.01, 0.06, 1.0):
        expected = [trigger.fires_within(secs) for trigger in single]
        found = crowd.fires_within(secs)
        assert found.dtype == np.float64
        np.testing.assert_array_equal(found, [np.nan if until is None else until for until in expected])
    assert np.isfinite(crowd.fires_within(0.1)).tolist() == [True, True, False]
    assert crowd.may_have_missed == 0
    crowd.advance(signal[25], [0.1, 0.3, 5.0])
    assert crowd.may_have_missed == 2


@pytest.mark.parametrize("given", [{"norm": float("nan")}, {"norm": -1.0}, {"nearness": 5.0}, {"slope": (2.0, 1.0)}, {"approach": 0.75}])
def test_invalid_guards_are_rejected(given: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=next(iter(given))):
        Guards(**given)  # type: ignore[arg-type]


@pytest.mark.parametrize(("given", "words"), [("x", "one text"), ([1], "`list`"), (None, "`NoneType`")])
def test_names_are_a_sequence(given: object, words: str) -> None:
    words = f"must be a sequence of names, not {words}"
    arrays = np.zeros((1, 1, 4), np.float32), np.zeros((1, 3)), 60
    with pytest.raises(TypeError, match=f"`variables` {words}"):
        footwork.compile("x", given)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=f"`events` {words}"):
        footwork.column_names(given)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=f"`names` {words}"):
        footwork.Clip(given, [-1], *arrays)  # type: ignore[arg-type]


def test_masked_arrays_are_rejected() -> None:
    masked = np.ma.masked_greater([0.1, 0.2, 9.0], 1.0)
    with pytest.raises(TypeError, match=r"`times` is a masked array.*times.compressed\(\)"):
        Track(masked)
    assert Track(masked.compressed()) == Track([0.1, 0.2])
    with pytest.raises(TypeError, match="`x` is a masked array"):
        footwork.compile("x", ["x"])(masked.astype(np.float32))
