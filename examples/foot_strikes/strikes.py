"""Foot strikes of the sample library, predicted in two ways: a chance a frame, and an encoded signal.

    python strikes.py [--tiny] [--seeds 3] [--plot strikes.png]

Clips that are scored were neither trained on nor used to choose a threshold. README.md beside this file says what
comes out and what it shows.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import footwork
from motion import RATE, REACH_SECS, Foot, feet
from network import Network

LIBRARY = Path(__file__).resolve().parents[2] / "samples"
TOLERANCE_SECS = 3 / RATE + 1e-9
"""How far off a strike may be: three frames. Times are rounded: without a little more, some that are exactly so far off
would count and others not."""

SPEEDS = (0.8, 1.0, 1.25)
"""Each training clip is also played slower and faster."""

THRESHOLDS = np.arange(0.02, 0.96, 0.02)
UNTUNED = 0.5
MIN_GAP_SECS = 0.1

Times = NDArray[np.float64]
METHODS = ("one-hot, threshold 0.5", "one-hot, threshold tuned", "encoded")


@dataclass
class Tally:
    """Scores of many clips as one."""

    matched: int = 0
    missed: int = 0
    extra: int = 0
    errors: list[float] = field(default_factory=list)

    def add(self, truth: Times, found: Times) -> None:
        score = footwork.score(truth, found, TOLERANCE_SECS)
        self.matched += score.matched
        self.missed += score.missed
        self.extra += score.extra
        if score.mean_abs_secs is not None:
            self.errors.append(score.mean_abs_secs * score.matched)

    @staticmethod
    def together(parts: list[Tally]) -> Tally:
        return Tally(
            sum(part.matched for part in parts),
            sum(part.missed for part in parts),
            sum(part.extra for part in parts),
            [error for part in parts for error in part.errors],
        )

    @property
    def f1(self) -> float:
        both = 2 * self.matched + self.missed + self.extra
        return 2 * self.matched / both if both else 0.0

    @property
    def error_ms(self) -> float:
        return 1000 * sum(self.errors) / self.matched if self.matched else float("nan")


def one_hot(foot: Foot) -> NDArray[np.float32]:
    """1 on the frame nearest to each strike."""
    wanted = np.zeros((foot.frames, 1), np.float32)
    frames = np.rint(foot.strikes * RATE).astype(int)
    wanted[frames[frames < foot.frames]] = 1.0
    return wanted


def peaks(chances: NDArray[np.float32], rate: float, threshold: float) -> Times:
    """Where a chance is the highest around, and high enough."""
    padded = np.concatenate([[-np.inf], chances, [-np.inf]])
    highest = (padded[1:-1] > padded[:-2]) & (padded[1:-1] >= padded[2:]) & (chances >= threshold)
    found: list[float] = []
    for frame in np.flatnonzero(highest):
        if not found or frame / rate - found[-1] >= MIN_GAP_SECS:
            found.append(frame / rate)
    return np.array(found)


def decoded(signal: NDArray[np.float32], rate: float, encoding: footwork.Encoding) -> Times:
    [events] = encoding.decode_all(np.ascontiguousarray(signal), rate)
    return np.asarray(events.times)


@dataclass
class Trained:
    """Both networks of one fold."""

    chance: Network
    signal: Network
    encoding: footwork.Encoding


def trained(training: list[Foot], epochs: int, seed: int) -> Trained:
    encoding = footwork.Encoding(REACH_SECS, sigma_secs=1 / RATE)
    features = np.concatenate([foot.features for foot in training])
    chances = np.concatenate([one_hot(foot) for foot in training])
    signals = np.concatenate([encoding.encode(foot.track, RATE, foot.frames) for foot in training])
    chance = Network(features.shape[1], 1, "chance", seed)
    chance.train(features, chances, epochs)
    signal = Network(features.shape[1], 2, "square", seed)
    signal.train(features, signals, epochs)
    return Trained(chance, signal, encoding)


def tuned(model: Trained, held_out: list[Foot], stride: int) -> float:
    """The threshold that scores best on clips that are neither trained on nor scored."""
    chances = [model.chance(foot.features)[:, 0] for foot in held_out]

    def f1(threshold: float) -> float:
        tally = Tally()
        for foot, chance in zip(held_out, chances):
            for phase in range(stride):
                tally.add(foot.strikes, peaks(chance[phase::stride], RATE / stride, threshold) + phase / RATE)
        return tally.f1

    scores = np.array([f1(threshold) for threshold in THRESHOLDS])
    # The middle of those that are best.
    return float(np.median(THRESHOLDS[scores == scores.max()]))


Tallies = dict[tuple[str, int], list[Tally]]
"""Of each method, at full rate (1) and read at every third frame (3), one for each training."""


def scored(folds: int, tested: int, epochs: int, seeds: int) -> tuple[Tallies, Trained, list[Foot]]:
    """The tallies, and the last networks with what they were not trained on."""
    library = footwork.Library.load(LIBRARY)
    by_speed = {speed: feet(library, speed) for speed in SPEEDS}
    fold_of = {clip.name: number % folds for number, clip in enumerate(library.clips)}
    tallies: Tallies = {(method, stride): [] for method in METHODS for stride in (1, 3)}
    for seed in range(seeds):
        for parts in tallies.values():
            parts.append(Tally())
        for fold in range(tested):
            tuning = (fold + 1) % folds
            training = [
                foot for all_feet in by_speed.values() for foot in all_feet if fold_of[foot.clip] not in (fold, tuning)
            ]
            model = trained(training, epochs, seed * folds + fold)
            shown = [foot for foot in by_speed[1.0] if fold_of[foot.clip] == fold]
            for stride in (1, 3):
                threshold = tuned(model, [foot for foot in by_speed[1.0] if fold_of[foot.clip] == tuning], stride)
                for foot in shown:
                    chance, signal = model.chance(foot.features)[:, 0], model.signal(foot.features)
                    for phase in range(stride):
                        rate, late = RATE / stride, phase / RATE
                        found = (
                            peaks(chance[phase::stride], rate, UNTUNED),
                            peaks(chance[phase::stride], rate, threshold),
                            decoded(signal[phase::stride], rate, model.encoding),
                        )
                        for method, times in zip(METHODS, found):
                            tallies[method, stride][-1].add(foot.strikes, times + late)
    return tallies, model, shown


def table(tallies: Tallies) -> str:
    lines = ["| | F1, every frame | of each training | off by | F1, every third frame | of each training | off by |"]
    lines.append("|---|---|---|---|---|---|---|")
    for method in METHODS:
        cells = [method]
        for stride in (1, 3):
            parts = tallies[method, stride]
            all_of_it = Tally.together(parts)
            each = ", ".join(f"{part.f1:.3f}" for part in parts)
            cells += [f"{all_of_it.f1:.3f}", each, f"{all_of_it.error_ms:.1f} ms"]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description="Foot strikes of the sample library, predicted in two ways.")
    parser.add_argument("--tiny", action="store_true", help="one fold, for a test")
    parser.add_argument("--seeds", type=int, default=3, help="how often all is trained anew")
    parser.add_argument("--plot", type=Path, help="where to write a picture (needs matplotlib)")
    arguments = parser.parse_args()
    start = time.perf_counter()
    if arguments.tiny:
        tallies, model, shown = scored(folds=4, tested=1, epochs=6, seeds=1)
    else:
        tallies, model, shown = scored(folds=8, tested=8, epochs=30, seeds=arguments.seeds)
    print(table(tallies))
    print(f"\nwindow {model.encoding.window_secs:.2f} s; {time.perf_counter() - start:.0f} s of work")
    if arguments.plot is not None:
        from picture import draw

        draw(arguments.plot, tallies, model, max(shown, key=lambda foot: len(foot.strikes)))
        print(f"drew {arguments.plot}")


if __name__ == "__main__":
    main()
