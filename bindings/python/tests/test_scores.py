"""Scores equal those of mir_eval."""

from __future__ import annotations

import warnings

import mir_eval
import numpy as np
import pytest

import footwork


def test_the_score_equals_mir_eval_on_2000_random_cases() -> None:
    rng = np.random.default_rng(20)
    matched = 0
    for case in range(2000):
        # On a grid errors often equal the tolerance, exactly or up to rounding.
        rate = (64, 60, 30, 100)[case // 2 % 4]
        truth, found = (np.sort(rng.integers(0, 10 * rate, rng.integers(0, 40))) / rate for _ in range(2))
        if case % 2:
            truth, found = truth + rng.random(), np.sort(found + rng.normal(0, 0.01, len(found)))
            found = found[found >= 0]
        tolerance = float(rng.integers(0, 24)) / rate
        ours = footwork.score(truth, found, tolerance)
        with warnings.catch_warnings():
            # mir_eval warns of empty lists.
            warnings.simplefilter("ignore")
            f1, precision, recall = mir_eval.onset.f_measure(truth, found, window=tolerance)
        np.testing.assert_allclose([ours.f1, ours.precision, ours.recall], [f1, precision, recall], atol=1e-12)
        pairs = mir_eval.util.match_events(truth, found, tolerance)
        assert ours.matched == len(pairs)
        assert (ours.missed, ours.extra) == (len(truth) - len(pairs), len(found) - len(pairs))
        matched += len(pairs)
    assert matched > 10_000


def test_errors_equal_to_the_tolerance_are_rounded_as_in_mir_eval() -> None:
    f1, _, _ = mir_eval.onset.f_measure(np.array([0.5]), np.array([0.55]), window=0.05)
    assert footwork.score([0.5], [0.55], 0.05).f1 == f1 == 1.0
    matched = 0
    for rate in (60, 30, 100):
        frames = np.arange(600)
        for off in (-3, 3):
            for frame in frames:
                truth, found = np.array([frame / rate]), np.array([(frame + off) / rate])
                pairs = mir_eval.util.match_events(truth, found, 3 / rate)
                assert footwork.score(truth, found, 3 / rate).matched == len(pairs)
                matched += len(pairs)
    # Both sides of the rounding occur.
    assert 2000 < matched < 3600


def test_timing() -> None:
    found = footwork.score([0.5, 1.0, 1.5], [0.52, 1.2, 1.49, 1.51], 0.05)
    assert (found.matched, found.missed, found.extra, found.precision) == (2, 1, 2, 0.5)
    assert found.bias_secs is not None and abs(found.bias_secs - 0.005) < 1e-12
    assert found.mean_abs_secs is not None and abs(found.mean_abs_secs - 0.015) < 1e-12
    assert found.p95_abs_secs is not None and 0.015 < found.p95_abs_secs <= 0.02
    nothing = footwork.score([1.0], [], 0.05)
    assert (nothing.f1, nothing.mean_abs_secs, nothing.bias_secs) == (0.0, None, None)


@pytest.mark.parametrize(
    ("truth", "found", "tolerance", "words"),
    [
        ([1.0, 0.5], [], 0.1, "true event 1"),
        ([], [np.nan], 0.1, "found event 0"),
        ([], [], -0.1, "tolerance"),
        ([], [], float("nan"), "tolerance"),
    ],
)
def test_mistakes(truth: list[float], found: list[float], tolerance: float, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        footwork.score(truth, found, tolerance)
