"""Metrics against closed forms."""

from __future__ import annotations

import numpy as np
import pytest

import footwork
from footwork import metrics

RATE = 30.0


def test_skate_is_the_speed_of_a_foot_in_contact() -> None:
    times = np.arange(31) / RATE
    feet = np.zeros((31, 2, 3))
    feet[:, 0, 0], feet[:, 0, 2] = 0.3 * times, 0.4 * times
    feet[:, 1] = [1.0, 0.2, 1.0]
    contacts = np.ones((31, 2), bool)
    # One foot slides at 0.5 m/s and one stands.
    assert metrics.foot_skate(feet, contacts, RATE) == pytest.approx(0.25)
    contacts[:, 1] = False
    assert metrics.foot_skate(feet, contacts, RATE) == pytest.approx(0.5)
    # Without two successive frames of contact, nothing counts.
    contacts[::2] = False
    assert np.isnan(metrics.foot_skate(feet, contacts, RATE))
    # A foot that only moves up and down does not skate.
    up = np.zeros((31, 1, 3))
    up[:, 0, 1] = np.sin(times)
    assert metrics.foot_skate(up, np.ones((31, 1), bool), RATE) == 0.0
    for height, weight in [(0.0, 1.0), (0.0125, 2 - 2**0.5), (0.02, 2 - 2**0.8)]:
        feet[:, :, 1] = [height, 1.0]
        assert metrics.foot_skate_by_height(feet, RATE) == pytest.approx(0.5 * weight)
    with pytest.raises(ValueError, match=r"the shape \(31, 2\), not \(30, 2\)"):
        metrics.foot_skate(feet, contacts[1:], RATE)
    with pytest.raises(ValueError, match="need `contacts` and `rate`"):
        metrics.foot_skate(feet)


def test_depth_and_jerk_have_closed_forms() -> None:
    times = np.arange(40) / RATE
    positions = np.ones((40, 3, 3))
    positions[:20, 1, 1] = -0.1
    assert metrics.penetration(positions) == pytest.approx(0.05)
    assert metrics.penetration(positions, floor_m=-0.2) == 0.0
    # The third derivative of a cubic is constant: 6 a.
    positions = np.zeros((40, 2, 3))
    positions[:, 0, 0] = 2.0 * times**3 + times**2
    assert metrics.jerk(positions, RATE) == pytest.approx(0.5 * 12.0, rel=1e-6)


@pytest.mark.parametrize("wrong", [0.01, np.nan, 2.0, -1.0])
def test_probabilities_are_rejected_as_contacts(wrong: float) -> None:
    truth, found = np.array([1.0, 0.0, 1.0]), np.array([1.0, 0.0, wrong])
    with pytest.raises(ValueError, match="compare probabilities with a threshold first"):
        metrics.contact_f1(truth, found)
    with pytest.raises(ValueError, match="compare probabilities with a threshold first"):
        metrics.contact_f1(found, truth)
    with pytest.raises(ValueError, match="compare probabilities with a threshold first"):
        metrics.foot_skate(np.zeros((3, 1, 3)), found[:, None], RATE)
    assert metrics.contact_f1(truth, truth.astype(int)) == metrics.contact_f1(truth == 1, truth.astype(np.float32)) == 1.0


def test_contacts_count_as_found_within_the_tolerance() -> None:
    truth = np.zeros(20, bool)
    truth[5:10] = True
    assert metrics.contact_f1(truth, truth) == 1.0
    late = np.roll(truth, 1)
    assert metrics.contact_f1(truth, late) == pytest.approx(0.8)
    assert metrics.contact_f1(truth, late, tolerance_frames=1) == 1.0
    assert metrics.contact_f1(truth, np.zeros(20, bool)) == 0.0
    assert np.isnan(metrics.contact_f1(np.zeros((4, 2)), np.zeros((4, 2))))
    with pytest.raises(ValueError, match="at least 0"):
        metrics.contact_f1(truth, late, tolerance_frames=-1)


def with_moments(mean: list[float], covariance: list[list[float]]) -> np.ndarray:
    """Returns samples with exactly this mean and covariance."""
    rng = np.random.default_rng(5)
    rows = rng.normal(size=(60, len(mean)))
    rows -= rows.mean(axis=0)
    white = rows @ np.linalg.inv(np.linalg.cholesky(np.cov(rows, rowvar=False))).T
    return white @ np.linalg.cholesky(np.array(covariance)).T + mean


def test_the_distance_of_gaussians_is_known() -> None:
    one = with_moments([0.0, 0.0], [[4.0, 0.0], [0.0, 9.0]])
    two = with_moments([1.0, 2.0], [[1.0, 0.0], [0.0, 16.0]])
    # |m|² + (2 - 1)² + (3 - 4)².
    assert metrics.fid(one, two) == pytest.approx(5.0 + 1.0 + 1.0)
    assert metrics.fid(one, one) == pytest.approx(0.0, abs=1e-9)
    assert metrics.fid(one, two) == pytest.approx(metrics.fid(two, one))
    turn = np.array([[0.6, -0.8], [0.8, 0.6]])
    assert metrics.fid(one @ turn, two @ turn) == pytest.approx(7.0)
    with pytest.raises(ValueError, match="2 and 1 features"):
        metrics.fid(one, two[:, :1])


def test_diversity_is_a_mean_distance() -> None:
    points = np.array([[0.0, 0.0], [3.0, 4.0], [0.0, 0.0]])
    assert metrics.diversity(points) == pytest.approx(10.0 / 3.0)
    assert metrics.diversity(points, pairs=4000) == pytest.approx(10.0 / 3.0, abs=0.15)
    assert metrics.diversity(points[:2], pairs=3) == 5.0
    with pytest.raises(ValueError, match="at least 2 samples"):
        metrics.diversity(points[:1])


def test_intervals_cover_the_mean_and_count_takes() -> None:
    same = metrics.interval(np.mean, [2.0, 2.0, 2.0])
    assert (same.value, same.low, same.high, same.takes) == (2.0, 2.0, 2.0, 3)
    rng = np.random.default_rng(6)
    covered = 0
    for trial in range(200):
        # 25 takes of 50 frames that share an offset: frames alone would give an interval far too narrow.
        takes = list(rng.normal(size=(25, 1)) + 0.1 * rng.normal(size=(25, 50)))
        found = metrics.interval(lambda some: float(np.mean(some)), takes, level=0.9, resamples=200, seed=trial)
        covered += found.low <= 0.0 <= found.high
        assert found.low <= found.value <= found.high
    assert 165 <= covered <= 195
    lists = [([1.0, 2.0], [1.01]), ([1.0], [1.0]), ([], [])]
    f1 = metrics.interval(lambda some: metrics.event_score(some, 0.05).f1, lists)
    assert f1.value == pytest.approx(0.8) and f1.low <= f1.value
    assert metrics.interval(lambda some: float("nan"), [1, 2]).takes == 2
    with pytest.raises(ValueError, match="no takes"):
        metrics.interval(np.mean, [])


def test_a_recorded_walk_hardly_skates(library: footwork.Library) -> None:
    walk = library.clip("walk")
    assert metrics.foot_skate(walk) < 0.3
    moved = walk.positions()[:, [walk.roles["left_toe"] if "left_toe" in walk.roles else walk.roles["left_foot"]]]
    sliding = moved + np.linspace(0.0, 3.0, len(walk))[:, None, None] * [0.0, 0.0, 1.0]
    contacts = walk.contacts()[:, :1]
    assert metrics.foot_skate(sliding, contacts, walk.rate) > metrics.foot_skate(moved, contacts, walk.rate)
    assert metrics.penetration(walk) < 0.05 and 0.0 < metrics.jerk(walk) < 1e4
