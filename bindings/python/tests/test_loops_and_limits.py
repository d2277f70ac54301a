"""Events across the seam of a loop, and times that are not valid."""

from __future__ import annotations

import numpy as np
import pytest

import footwork

ENCODING = footwork.Encoding(0.2, 1 / 60)


@pytest.mark.parametrize("at", [0.0, 0.004, 0.25, 0.5, 0.98, 0.999999])
def test_a_loop_has_each_event_once(at: float) -> None:
    track = footwork.EventTrack([at], loop_secs=1.0)
    signal = ENCODING.encode(track, 60, 61)
    [decoded] = ENCODING.decode_all(signal, 60, loops=True)
    [found] = decoded.times
    assert 0.0 <= found < 1.0
    apart = abs(found - at)
    assert min(apart, 1.0 - apart) < 1e-3
    assert decoded.unknown == sum(np.isnan(ENCODING.decode(signal[:-1])[:, 0]))


def test_without_a_loop_an_event_at_the_seam_is_not_found_once(library: footwork.Library) -> None:
    signal = ENCODING.encode(footwork.EventTrack([0.0], loop_secs=1.0), 60, 61)
    [once] = ENCODING.decode_all(signal, 60)
    assert len(once.times) != 1
    # Every strike of a looping walk is found, whatever phase the walk starts at.
    track = library.event_track("Foot", "walk")
    assert track.loop_secs is not None
    period = track.loop_secs
    frames = round(period * 30) + 1
    for turned in np.arange(0.0, period, 0.1):
        moved = footwork.EventTrack((track.times + turned) % period, loop_secs=period)
        [decoded] = ENCODING.decode_all(ENCODING.encode(moved, 30, frames), 30, loops=True)
        assert len(decoded.times) == len(track)
        apart = np.abs(decoded.times[:, None] - moved.times)
        assert np.minimum(apart, period - apart).min(axis=0).max() < 0.01


def test_loops_of_at_most_two_frames_have_no_events() -> None:
    for frames in (0, 1, 2):
        [decoded] = ENCODING.decode_all(np.zeros((frames, 2), np.float32), 60, loops=True)
        assert decoded.times.tolist() == []


@pytest.mark.parametrize("lead_secs", [0.0501, 1.0, -0.001, float("nan"), float("inf")])
def test_a_lead_out_of_range_is_an_error(lead_secs: float) -> None:
    for make in (
        lambda: footwork.Trigger(ENCODING, lead_secs=lead_secs),
        lambda: footwork.TriggerArray(2, ENCODING, lead_secs=lead_secs),
    ):
        with pytest.raises(ValueError, match="`lead_secs` must be at"):
            make()


def test_the_largest_lead_is_allowed() -> None:
    assert footwork.Trigger(ENCODING, lead_secs=0.05).rejections


@pytest.mark.parametrize("wrong", [float("nan"), float("inf"), float("-inf")])
def test_invalid_times_are_rejected(wrong: float) -> None:
    track = footwork.EventTrack([0.5])
    for call in (lambda: track.between(wrong, 1.0), lambda: track.between(0.0, wrong), lambda: track.start(wrong)):
        with pytest.raises(ValueError, match="must be a time, not"):
            call()
