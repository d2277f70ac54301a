"""Events encoded as signals, and decoded again."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import footwork

TIMES = [0.5, 1.1, 1.75]


def test_tracks_give_gaps_signed_times_and_passed_events() -> None:
    track = footwork.EventTrack([1.1, 0.5, 1.75])
    assert track.times.tolist() == TIMES and track.times.dtype == np.float64
    assert np.shares_memory(track.times, track.times) and not track.times.flags.writeable
    np.testing.assert_allclose(track.gaps(), np.diff(TIMES))
    np.testing.assert_allclose(track.signed_times([0.4, 0.6]), [0.1, -0.1])
    assert track.between(0.4, 1.1).tolist() == [0.5, 1.1] and track.between(1.1, 0.4).tolist() == [0.5]
    assert track.between(1.1, 1.1).tolist() == [] and track.start(1.1).tolist() == [1.1]
    looped = footwork.EventTrack(np.array([0.7, 0.2], np.float32), loop_secs=1)
    np.testing.assert_allclose(looped.between(0.6, 1.25), [0.7, 1.2], rtol=1e-6)
    assert len(track.with_min_gap(0.61)) == 2
    assert np.isnan(footwork.EventTrack([]).signed_times([0.0])).all()


@pytest.mark.parametrize(
    ("make", "kind", "words"),
    [
        (lambda: footwork.EventTrack([0.1, np.nan]), ValueError, "event 1"),
        (lambda: footwork.EventTrack([np.inf]), ValueError, "not finite"),
        (lambda: footwork.EventTrack([1.0], loop_secs=1.0), ValueError, "outside the loop"),
        (lambda: footwork.EventTrack([], loop_secs=0.0), ValueError, "length of a loop"),
        (lambda: footwork.EventTrack(np.zeros((1, 1))), ValueError, "one-dimensional"),
        (lambda: footwork.EventTrack("no"), TypeError, "`str`"),
        (lambda: footwork.EventTrack(TIMES).with_min_gap(1.0, "refuse"), ValueError, "closer"),
        (lambda: footwork.EventTrack(TIMES).with_min_gap(1.0, "drop"), ValueError, "merge"),
        (lambda: footwork.EventTrack([0.0], loop_secs=1e-6).between(0, 9), ValueError, "million"),
        (lambda: footwork.EventTrack([0.5, 0.6]).with_min_gap(float("nan")), ValueError, "shortest gap"),
        (lambda: footwork.EventTrack([0.5, 0.6]).with_min_gap(-0.1), ValueError, "shortest gap"),
        (lambda: footwork.Encoding(0.0), ValueError, "window"),
        (lambda: footwork.Encoding(float("nan")), ValueError, "window"),
        (lambda: footwork.Encoding(0.1, 0.2), ValueError, "smoothing"),
        (lambda: footwork.Encoding(0.1).encode([1.0], 60, 5), TypeError, "EventTrack"),
        (lambda: footwork.Encoding(0.1).encode([], 60, -1), ValueError, "`frames` must be at least 0, not -1"),
        (lambda: footwork.Encoding(0.1).encode([], 60, -(10**30)), ValueError, "`frames` must be at least 0"),
        (lambda: footwork.Encoding(0.1).encode([], 60, 10**30), ValueError, "`frames` is too large"),
        (lambda: footwork.Encoding(0.1).encode([], 60, 1.5), TypeError, "`frames` must be a whole number, not `float`"),
        (lambda: footwork.TriggerArray(-1, footwork.Encoding(0.1)), ValueError, "`count` must be at least 0, not -1"),
        (lambda: footwork.TriggerArray(2, footwork.Encoding(0.1)).restart(-1), ValueError, "`index` must be at least 0"),
        (lambda: footwork.Database().add_clip("a", -1, 60), ValueError, "`frames` must be at least 0, not -1"),
        (lambda: footwork.Encoding(0.1).encode(footwork.EventTrack([]), 60, 1 << 60), ValueError, "memory"),
        (lambda: footwork.Encoding(0.1).decode(np.zeros((3, 2))), TypeError, "astype"),
        (lambda: footwork.Encoding(0.1).decode(np.zeros((3, 3), np.float32)), ValueError, r"\(3, 3\)"),
        (lambda: footwork.Encoding(0.1).decode_all(np.zeros(2, np.float32), 60), ValueError, "frames"),
        (lambda: footwork.Encoding(0.1, 0.1).encode_at(footwork.EventTrack([]), [0.0]), ValueError, "evenly"),
        (lambda: footwork.Encoding(0.1).encode_at(footwork.EventTrack([]), [np.nan]), ValueError, "time 0"),
    ],
)
def test_mistakes(make: object, kind: type[Exception], words: str) -> None:
    with pytest.raises(kind, match=words):
        make()  # type: ignore[operator]


def test_decoding_an_encoded_signal_returns_the_events() -> None:
    tracks = [footwork.EventTrack(TIMES), footwork.EventTrack([0.0, 1.0, 119 / 60])]
    encoding = footwork.Encoding.from_gaps(tracks, 60)
    signal = encoding.encode(tracks, 60, 120)
    assert signal.shape == (120, 4) and signal.dtype == np.float32
    for track, decoded in zip(tracks, encoding.decode_all(signal, 60), strict=True):
        np.testing.assert_allclose(decoded.times, track.times, atol=0.01 / 60)
        assert sum(decoded.rejected.values()) == 0
    unsmoothed = footwork.Encoding(0.3)
    even = unsmoothed.encode(tracks, 60, 120)
    np.testing.assert_allclose(unsmoothed.encode_at(tracks, np.arange(120) / 60), even, atol=1e-6)
    # More times than fit in a batch, in order.
    times = np.arange(40_000) / 60
    np.testing.assert_array_equal(unsmoothed.encode_at(tracks, times)[30_000:], unsmoothed.encode_at(tracks, times[30_000:]))
    with pytest.raises(ValueError, match="time 39999 "):
        unsmoothed.encode_at(tracks, np.append(times[:-1], np.nan))
    # A slice of the columns is not contiguous.
    [decoded] = encoding.decode_all(signal[:, 2:], 60)
    np.testing.assert_allclose(decoded.times, tracks[1].times, atol=0.01 / 60)


def test_each_pair_decodes_to_a_time_or_nan() -> None:
    encoding = footwork.Encoding(0.2)
    pairs = np.array([[1, 0], [-0.5, 0], [0, -1], [0.01, 0.01], [np.nan, 1]], np.float32)
    np.testing.assert_allclose(encoding.decode(pairs)[:, 0], [0.1, -0.1, np.nan, np.nan, np.nan])
    assert encoding.decode(pairs[0]).shape == (1,)
    assert encoding.decode(np.zeros((7, 5, 6), np.float32)).shape == (7, 5, 3)


def test_encoding_equals_its_definition_in_numpy() -> None:
    """The definition in a few lines of NumPy, without smoothing."""
    events, window = np.array(TIMES), 0.25
    at = np.arange(150)[:, None] / 60
    ahead = events - at
    nearest = ahead[np.arange(150), np.abs(ahead).argmin(1)].clip(-window, window)
    angle = np.pi * nearest / window
    expected = np.stack([np.sin(angle), np.cos(angle)], 1)
    signal = footwork.Encoding(window).encode(footwork.EventTrack(events), 60, 150)
    np.testing.assert_allclose(signal, expected, atol=1e-6)


def test_warnings_and_values() -> None:
    encoding = footwork.Encoding(0.8, 0.1)
    assert len(encoding.warnings(footwork.EventTrack(TIMES))) == 2
    assert pickle.loads(pickle.dumps(encoding)) == encoding != footwork.Encoding(0.8)
    assert footwork.column_names(["Foot.Left"]) == ["Foot.Left.sin", "Foot.Left.cos"]
    with pytest.raises(ValueError, match=r"a\.\.b"):
        footwork.column_names(["a..b"])


def test_single_and_batched_updates_agree() -> None:
    encoding = footwork.Encoding(0.3, 1 / 60)
    signal = encoding.encode(footwork.EventTrack(TIMES), 60, 120)
    one, many = footwork.Trigger(encoding), footwork.Trigger(encoding)
    singly = [one.advance((float(sin), float(cos)), 1 / 60) for sin, cos in signal]
    at_once = many.advance(signal, 1 / 60)
    assert isinstance(at_once, np.ndarray) and at_once.dtype == np.float64
    np.testing.assert_array_equal(at_once, [np.nan if ago is None else ago for ago in singly])
    fired = np.flatnonzero(~np.isnan(at_once))
    np.testing.assert_allclose(fired / 60 - at_once[fired], TIMES, atol=0.01 / 60)
    assert fired.tolist() == [30, 66, 105]
    assert one.advance(signal[0], 1 / 60) is None


def test_the_state_of_a_trigger() -> None:
    encoding = footwork.Encoding(0.3)
    signal = encoding.encode(footwork.EventTrack([0.5]), 60, 60)
    trigger = footwork.Trigger(encoding, lead_secs=0.05)
    trigger.advance(signal[:25], 1 / 60)
    assert trigger.fires_within(0.01) is None
    until = trigger.fires_within(1.0)
    assert until is not None and abs(until - (0.5 - 24 / 60 - 0.05)) < 1e-6
    rising = footwork.Trigger(encoding)
    assert np.isnan(rising.advance(signal[::-1].copy(), 1 / 60)).all()
    assert rising.may_have_missed == 0
    rising.advance((0.0, 1.0), 5.0)
    assert rising.may_have_missed == 1
    # NaN is ignored.
    assert np.isnan(footwork.Trigger(encoding).advance(np.full((9, 2), np.nan, np.float32), 0.1)).all()


def test_trigger_arrays_fire_like_single_triggers() -> None:
    encoding = footwork.Encoding(0.3, 1 / 60)
    tracks = [footwork.EventTrack([0.4 + 0.05 * i, 1.2]) for i in range(8)]
    signal = encoding.encode(tracks, 60, 120)
    crowd = footwork.TriggerArray(8, encoding)
    single = [footwork.Trigger(encoding) for _ in tracks]
    for frame in signal.reshape(120, 8, 2):
        at_once = crowd.advance(frame, 1 / 60)
        singly = [trigger.advance(pair, 1 / 60) for trigger, pair in zip(single, frame)]
        np.testing.assert_array_equal(at_once, [np.nan if ago is None else ago for ago in singly])
    assert len(crowd) == 8 and set(crowd.rejections) == set(single[0].rejections)
    crowd.restart(3)
    with pytest.raises(IndexError):
        crowd.restart(8)
    with pytest.raises(ValueError, match=r"shape \(8, 2\)"):
        crowd.advance(np.zeros((7, 2), np.float32), 0.1)
    with pytest.raises(ValueError, match="one number or 8"):
        crowd.advance(np.zeros((8, 2), np.float32), [0.1, 0.2])


def test_invalid_updates() -> None:
    trigger = footwork.Trigger(footwork.Encoding(0.3))
    for pairs, step, kind in [
        (np.zeros((3, 2)), 0.1, TypeError),
        (np.zeros(2), 0.1, TypeError),
        (np.zeros(2, np.int64), 0.1, TypeError),
        (np.zeros(3, np.float32), 0.1, ValueError),
        (np.zeros((1, 1, 2), np.float32), 0.1, ValueError),
        ((0.0, 1.0), "soon", TypeError),
        (np.zeros((3, 3), np.float32), 0.1, ValueError),
        (np.zeros((3, 2), np.float32), np.nan, ValueError),
        (np.zeros((3, 2), np.float32), [0.1, 0.1], ValueError),
        ((0.0, 1.0), float("inf"), ValueError),
        ((0.0,), 0.1, TypeError),
        ("ab", 0.1, TypeError),
    ]:
        with pytest.raises(kind):
            trigger.advance(pairs, step)  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="lead_secs"):
        footwork.Trigger(footwork.Encoding(0.3), lead_secs=-1.0)


def test_guards_can_be_switched_off() -> None:
    encoding = footwork.Encoding(0.3)
    signal = encoding.encode(footwork.EventTrack([0.5]), 60, 60)
    rng = np.random.default_rng(1)
    noisy = (signal + rng.normal(0, 0.6, signal.shape)).astype(np.float32)
    [strict] = encoding.decode_all(noisy, 60, footwork.Guards.steady())
    [loose] = encoding.decode_all(noisy, 60, footwork.Guards.none())
    assert len(loose.times) > len(strict.times) and sum(strict.rejected.values()) > 0
    assert sum(loose.rejected.values()) == 0
    [refractory] = encoding.decode_all(noisy, 60, footwork.Guards(refractory_secs=10.0, approach=None))
    assert len(refractory.times) <= 1
