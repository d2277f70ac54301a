"""Measures of generated and predicted motion, each with the definition that a paper can cite, and confidence intervals by take.

>>> from footwork import metrics
>>> skate = metrics.interval(lambda takes: np.mean([metrics.foot_skate(take) for take in takes]), clips)
>>> skate.value, skate.low, skate.high

Lengths are in metres, times in seconds, and y is up. Positions are those of `Clip.positions`: (frames, joints, 3). A
mean is over the frames or events that the metric counts, such as frames with a contact. If there are none, the metric
is NaN.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, List, Optional, Sequence, Tuple, TypeVar, Union

import numpy as np
from numpy.typing import NDArray

from ._footwork import Clip, Score, score_all

__all__ = [
    "Interval",
    "contact_f1",
    "diversity",
    "event_score",
    "fid",
    "foot_skate",
    "foot_skate_by_height",
    "interval",
    "jerk",
    "penetration",
]

T = TypeVar("T")
_Numbers = NDArray[Any]
_Motion = Union[Clip, _Numbers]


def foot_skate(motion: _Motion, contacts: Optional[_Numbers] = None, rate: Optional[float] = None) -> float:
    """Returns the mean horizontal speed of feet while they touch the ground, in m/s (Kovar, Gleicher and Schreiner, *Footskate
    Cleanup for Motion Capture Editing*, 2002, name the error; this is its mean). 0 is perfect.

    - motion: a `Clip`, or the positions of feet, (frames, feet, 3), with ``rate``. The feet of a clip are the joints
      with the roles ``left_toe`` and ``right_toe``, or else ``left_foot`` and ``right_foot``.
    - contacts: whether each foot touches the ground, (frames, feet); by default `Clip.contacts`. A speed is measured
      from one frame to the next, and counts if the foot touches the ground on both.

    Raises ValueError for positions without contacts or rate, for shapes that do not fit, and for contacts that are probabilities.
    """
    if isinstance(motion, Clip):
        feet, given_rate = _feet(motion), motion.rate
        touching = motion.contacts() if contacts is None else _touching(contacts)
    else:
        if contacts is None or rate is None:
            raise ValueError("positions need `contacts` and `rate`")
        feet, touching, given_rate = _positions(motion), _touching(contacts), _rate(rate)
    if touching.shape != feet.shape[:2]:
        raise ValueError(f"`contacts` must have the shape {feet.shape[:2]}, not {touching.shape}")
    speed = np.linalg.norm(np.diff(feet[..., [0, 2]], axis=0), axis=-1) * given_rate
    return _mean(speed[touching[:-1] & touching[1:]])


def foot_skate_by_height(motion: _Motion, rate: Optional[float] = None, *, height_m: float = 0.025, floor_m: float = 0.0) -> float:
    """Returns the mean of ``v (2 - 2^(h / H))`` over frames on which a foot is lower than H, in m/s. This is the
    horizontal speed v of the foot, weighted by its height h above the floor (Zhang, Starke, Komura and Saito,
    *Mode-Adaptive Neural Networks for Quadruped Motion Control*, 2018, section 8). H is 2.5 cm. The metric needs a flat
    floor, but no labels of contacts.

    motion, rate: see `foot_skate`. Raises ValueError for positions without rate.
    """
    if isinstance(motion, Clip):
        feet, given_rate = _feet(motion), motion.rate
    else:
        if rate is None:
            raise ValueError("positions need `rate`")
        feet, given_rate = _positions(motion), _rate(rate)
    speed = np.linalg.norm(np.diff(feet[..., [0, 2]], axis=0), axis=-1) * given_rate
    height = np.maximum(feet[1:, :, 1] - floor_m, 0.0)
    low = height < height_m
    return _mean((speed * (2.0 - 2.0 ** (height / height_m)))[low])


def penetration(motion: _Motion, *, floor_m: float = 0.0) -> float:
    """Returns the mean depth of the lowest joint below the floor, over all frames, in metres; 0 on frames without penetration (Yuan
    and others, *PhysDiff: Physics-Guided Human Motion Diffusion Model*, 2023, with joints instead of vertices)."""
    positions = motion.positions() if isinstance(motion, Clip) else _positions(motion)
    return _mean(np.maximum(floor_m - positions[..., 1].min(axis=1), 0.0))


def jerk(motion: _Motion, rate: Optional[float] = None) -> float:
    """Returns the mean length of the third derivative of the joints' positions, in m/s³, from third differences (Flash and Hogan,
    *The Coordination of Arm Movements*, 1985). Lower is smoother; compare with recorded motion at the same rate, which is not
    0.

    Raises ValueError for positions without rate.
    """
    if isinstance(motion, Clip):
        positions, given_rate = motion.positions(), motion.rate
    else:
        if rate is None:
            raise ValueError("positions need `rate`")
        positions, given_rate = _positions(motion), _rate(rate)
    return _mean(np.linalg.norm(np.diff(positions, n=3, axis=0), axis=-1) * given_rate**3)


def contact_f1(truth: _Numbers, found: _Numbers, *, tolerance_frames: int = 0) -> float:
    """Returns the F1 of contacts frame by frame: (frames, feet), or (frames,) for one foot. A found frame is right if a
    true one is at most ``tolerance_frames`` away. A true frame counts as found by the same rule. The result is NaN if
    there are no contacts at all.

    Raises ValueError for different shapes, a negative tolerance, and contacts that are probabilities.
    """
    true, seen = _touching(truth), _touching(found)
    if true.shape != seen.shape or true.ndim not in (1, 2):
        raise ValueError(f"both must have the same shape (frames,) or (frames, feet), not {true.shape} and {seen.shape}")
    if tolerance_frames < 0:
        raise ValueError(f"`tolerance_frames` must be at least 0, not {tolerance_frames}")
    right, recalled = seen & _widened(true, tolerance_frames), true & _widened(seen, tolerance_frames)
    if not true.any() and not seen.any():
        return float("nan")
    precision = right.sum() / max(int(seen.sum()), 1)
    recall = recalled.sum() / max(int(true.sum()), 1)
    return float(2 * precision * recall / (precision + recall)) if precision + recall > 0 else 0.0


def event_score(takes: Sequence[Tuple[Any, Any]], tolerance_secs: float) -> Score:
    """Returns the `Score` of the events of all takes together. Each take is a pair of true and found times in seconds.
    See `score_all`.
    """
    return score_all(takes, tolerance_secs)


def diversity(embeddings: _Numbers, *, pairs: Optional[int] = None, seed: int = 0) -> float:
    """Returns the mean distance between two embeddings, (samples, features).

    - pairs: the number of pairs drawn at random, each of two different samples (Guo and others, *Action2Motion*, 2020,
      draw 200). By default, the result is the mean over all pairs, which is the expectation of such draws.
    - seed: of the draw.

    Raises ValueError for fewer than two samples.
    """
    rows = _embeddings(embeddings, 2)
    if pairs is not None:
        rng = np.random.default_rng(seed)
        first = rng.integers(len(rows), size=pairs)
        second = (first + rng.integers(1, len(rows), size=pairs)) % len(rows)
        return _mean(np.linalg.norm(rows[first] - rows[second], axis=1))
    sums = [np.linalg.norm(rows[place + 1 :] - rows[place], axis=1).sum() for place in range(len(rows) - 1)]
    return float(np.sum(sums) / (len(rows) * (len(rows) - 1) / 2))


def fid(real: _Numbers, generated: _Numbers) -> float:
    """Returns the Fréchet distance between the Gaussians of two sets of embeddings, (samples, features):
    ``|m1 - m2|² + tr(C1 + C2 - 2 (C1 C2)^½)`` (Heusel and others, *GANs Trained by a Two Time-Scale Update Rule
    Converge to a Local Nash Equilibrium*, 2017). Covariances divide by the number of samples less one. Any embedding
    may be used. Compare values only for the same embedding and the same number of samples, because fewer samples give a
    larger distance.

    Raises ValueError for fewer than two samples and different numbers of features.
    """
    a, b = _embeddings(real, 2), _embeddings(generated, 2)
    if a.shape[1] != b.shape[1]:
        raise ValueError(f"the embeddings have {a.shape[1]} and {b.shape[1]} features")
    apart = a.mean(axis=0) - b.mean(axis=0)
    first, second = (np.atleast_2d(np.cov(rows, rowvar=False)) for rows in (a, b))
    values, vectors = np.linalg.eigh(first)
    root = (vectors * np.sqrt(np.maximum(values, 0.0))) @ vectors.T
    # The product of both has the eigenvalues of this symmetric matrix.
    shared = np.sqrt(np.maximum(np.linalg.eigvalsh(root @ second @ root), 0.0)).sum()
    return float(max(apart @ apart + np.trace(first) + np.trace(second) - 2.0 * shared, 0.0))


@dataclass(frozen=True)
class Interval:
    """A metric over all takes, and its confidence interval."""

    value: float
    low: float
    high: float
    takes: int
    level: float = 0.95

    def __str__(self) -> str:
        return f"{self.value:.4g} [{self.low:.4g}, {self.high:.4g}]"


def interval(
    metric: Callable[[List[T]], float], takes: Sequence[T], *, level: float = 0.95, resamples: int = 1000, seed: int = 0
) -> Interval:
    """Returns a metric over all takes, with a confidence interval from the percentiles of its bootstrap. Whole takes
    are drawn with replacement, because the frames of one take are not independent (Efron and Tibshirani, *An
    Introduction to the Bootstrap*, 1993; Field and Welsh, *Bootstrapping Clustered Data*, 2007).

    - metric: a function that receives a list of takes, such as clips or pairs of true and found times, and returns a
      number.
    - level: the confidence level of the interval.
    - resamples: the number of draws.
    - seed: the seed of the draws.

    Draws for which the metric is NaN, such as an F1 without events, are left out. With fewer than ten takes, an
    interval misses the true value more often than its level says.

    Raises ValueError if there are no takes, and for a level outside 0 to 1.
    """
    if not 0.0 < level < 1.0:
        raise ValueError(f"`level` must be between 0 and 1, not {level}")
    given = list(takes)
    if not given:
        raise ValueError("there are no takes")
    rng = np.random.default_rng(seed)
    draws = [metric([given[place] for place in rng.integers(len(given), size=len(given))]) for _ in range(resamples)]
    finite = np.array([draw for draw in draws if np.isfinite(draw)])
    tail = 0.5 * (1.0 - level)
    low, high = np.quantile(finite, [tail, 1.0 - tail]) if len(finite) else (np.nan, np.nan)
    return Interval(float(metric(given)), float(low), float(high), len(given), level)


def _feet(clip: Clip) -> NDArray[np.float64]:
    roles = clip.roles
    names = [[f"{side}_toe", f"{side}_foot"] for side in ("left", "right")]
    found = [joint for of_side in names for joint in [roles[name] for name in of_side if name in roles][:1]]
    if len(found) < 2:
        raise ValueError(f"{clip.name}: no feet were found; pass the positions of feet")
    return clip.positions()[:, found]


def _positions(given: _Numbers) -> NDArray[np.float64]:
    positions = np.asarray(given, np.float64)
    if positions.ndim != 3 or positions.shape[2] != 3:
        raise ValueError(f"positions must have the shape (frames, joints, 3), not {positions.shape}")
    return positions


def _touching(given: _Numbers) -> NDArray[np.bool_]:
    contacts = np.asarray(given)
    touching = contacts == 1
    if not np.all(touching | (contacts == 0)):
        raise ValueError("contacts must be true or false, or 0 or 1: compare probabilities with a threshold first")
    return np.asarray(touching, np.bool_)


def _embeddings(given: _Numbers, least: int) -> NDArray[np.float64]:
    rows = np.asarray(given, np.float64)
    if rows.ndim != 2 or len(rows) < least:
        raise ValueError(f"embeddings must have the shape (samples, features) with at least {least} samples, not {rows.shape}")
    return rows


def _rate(rate: float) -> float:
    if not rate > 0:
        raise ValueError(f"`rate` must be above 0, not {rate}")
    return float(rate)


def _widened(mask: NDArray[np.bool_], frames: int) -> NDArray[np.bool_]:
    """Returns the mask with this many frames added around each frame of it."""
    wide = mask.copy()
    for shift in range(1, frames + 1):
        wide[shift:] |= mask[:-shift]
        wide[:-shift] |= mask[shift:]
    return wide


def _mean(values: _Numbers) -> float:
    return float(np.mean(values)) if np.size(values) else float("nan")
