"""Measures what the network played in Rust, next to the motion that it learned from.

    cargo run --manifest-path ../../integrations/onnx/Cargo.toml --example generator -- generator.onnx frames.csv
    python score.py frames.csv [--save generated.glb]

README.md next to this file has the scores.
"""

from __future__ import annotations

import argparse
import functools
from pathlib import Path
from typing import Callable

import numpy as np
from numpy.typing import NDArray
from takes import repertoire, take

import footwork
from footwork import metrics

RATE = 30
MIN_AIR_SECS = 0.1
"""The minimum time in the air, in seconds, after which a foot counts as having stepped."""

PARTS = 6
"""The motion is measured in parts of 10 s."""


def read(path: Path) -> tuple[footwork.Clip, dict[str, NDArray[np.float64]]]:
    """Returns the motion and the foot strikes that fired."""
    rows: list[list[float]] = []
    strikes: dict[str, list[float]] = {"Foot.Left": [], "Foot.Right": []}
    for line in path.read_text().splitlines():
        kind, *rest = line.split(",")
        if kind == "frame":
            rows.append([float(number) for number in rest])
        else:
            strikes[rest[1]].append(float(rest[0]))
    values = np.array(rows)
    like = footwork.Library.load(Path(__file__).resolve().parents[2] / "samples" / "football").clip("idle_01")
    rotations = values[:, 4:].reshape(len(values), -1, 4).astype(np.float32)
    made = footwork.Clip(like.names, like.parents, rotations, values[:, 1:4].copy(), RATE, offsets=like.offsets, name="generated")
    return made, {name: np.array(times) for name, times in strikes.items()}


def landings(clip: footwork.Clip) -> list[NDArray[np.float64]]:
    """Returns the times at which each foot comes to stand, found from heights and speeds."""
    found = []
    for touching in clip.contacts().T:
        edges = np.flatnonzero(np.diff(touching.astype(np.int8)) == 1) + 1
        air = round(MIN_AIR_SECS * clip.rate)
        found.append(np.array([frame for frame in edges if not touching[max(frame - air, 0) : frame].any()]) / clip.rate)
    return found


def part(clip: footwork.Clip, start: int, stop: int) -> footwork.Clip:
    return footwork.Clip(
        clip.names, clip.parents, clip.rotations[start:stop], clip.root_positions[start:stop], clip.exact_rate, offsets=clip.offsets
    )


def parts(clip: footwork.Clip) -> list[footwork.Clip]:
    cuts = np.linspace(0, len(clip), PARTS + 1).astype(int)
    return [part(clip, start, stop) for start, stop in zip(cuts, cuts[1:])]


def poses(clip: footwork.Clip) -> NDArray[np.float64]:
    """Returns the places of all joints relative to the hips, turned to the heading: (frames, numbers)."""
    relative = clip.positions() - clip.root_positions[:, None]
    turn = clip.headings()
    cosine, sine = np.cos(turn)[:, None], np.sin(turn)[:, None]
    x, z = relative[..., 0], relative[..., 2]
    return np.stack([cosine * x - sine * z, relative[..., 1], sine * x + cosine * z], axis=-1).reshape(len(clip), -1)


def nearest_m(clip: footwork.Clip, known: NDArray[np.float64]) -> float:
    """Returns the mean distance of a joint from its place in the most similar known pose, in metres."""
    joints = len(clip.names)
    # Every fifth frame is enough.
    distances = [np.sqrt(((known - pose) ** 2).sum(axis=1).min() / joints) for pose in poses(clip)[::5]]
    return float(np.mean(distances))


def mean_of(metric: Callable[[footwork.Clip], float], takes: list[footwork.Clip]) -> float:
    return float(np.nanmean([metric(one) for one in takes]))


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures what the network played in Rust.")
    parser.add_argument("frames", type=Path, help="the file that the example of Rust wrote")
    parser.add_argument("--save", type=Path, help="the GLB or BVH file to write")
    arguments = parser.parse_args()
    clip, strikes = read(arguments.frames)
    learned = [take(*repertoire(), seed, 60.0).clip.resampled(RATE) for seed in (0, 1)]
    other = take(*repertoire(), 1000, 60.0)
    unseen = other.clip.resampled(RATE)
    known = np.concatenate([poses(one) for one in learned])

    print("| | generated | the character it learned from |\n|---|---|---|")
    for name, metric in (
        ("foot skate, m/s", metrics.foot_skate),
        ("foot skate by height, m/s", metrics.foot_skate_by_height),
        ("depth below the floor, mm", lambda one: 1000 * metrics.penetration(one)),
        ("jerk, m/s³", metrics.jerk),
    ):
        spans = [metrics.interval(functools.partial(mean_of, metric), parts(one)) for one in (clip, unseen)]
        print(f"| {name} | {spans[0]} | {spans[1]} |")
    for tolerance in (0.05, 0.1):
        cells = []
        for moving, found in ((clip, strikes), (unseen, other.strikes)):
            score = footwork.score_all(list(zip(landings(moving), (found["Foot.Left"], found["Foot.Right"]))), tolerance + 1e-9)
            cells.append(f"{score.f1:.2f}: {score.matched} of {score.matched + score.missed}, {score.extra} extra")
        print(f"| F1 of foot strikes within {1000 * tolerance:.0f} ms | {' | '.join(cells)} |")
    each = [", ".join(f"{1000 * nearest_m(one, known):.0f}" for one in parts(moving)) for moving in (clip, unseen)]
    print(f"| distance of a joint from the nearest known pose, in each 10 s, mm | {' | '.join(each)} |")
    heights = clip.root_positions[:, 1]
    known_heights = unseen.root_positions[:, 1]
    ranges = [f"{some.min():.2f} to {some.max():.2f}" for some in (heights, known_heights)]
    print(f"| height of the hips, m | {' | '.join(ranges)} |")
    speed = np.linalg.norm(np.diff(clip.root_positions[:, [0, 2]], axis=0), axis=1) * RATE
    print("\nspeed in each 3 s, m/s: " + " ".join(f"{speed[at : at + 90].mean():.1f}" for at in range(0, len(speed), 90)))
    if arguments.save is not None:
        clip.save(arguments.save)


if __name__ == "__main__":
    main()
