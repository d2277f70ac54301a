"""Foot strikes of the sample library, predicted in two ways: as a probability per frame, and as an encoded signal.

    python strikes.py [--tiny] [--seeds 3] [--workers 2] [--plot strikes.png]

Scored clips were neither trained on nor used to choose a threshold. README.md next to this file has the results and the
conclusions.
"""

from __future__ import annotations

import argparse
import functools
import multiprocessing
import os
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import footwork
from motion import RATE, REACH_SECS, Foot, feet
from network import Network

LIBRARY = Path(__file__).resolve().parents[2] / "samples"
TOLERANCE_SECS = 3 / RATE + 1e-9
"""The largest error of a matching strike: three frames. The small extra makes all errors of exactly three frames match,
however their times are rounded."""

SPEEDS = (0.8, 1.0, 1.25)
"""Each training clip is also played slower and faster."""

THRESHOLDS = np.arange(0.02, 0.96, 0.02)
UNTUNED = 0.5
MIN_GAP_SECS = 0.1

Times = NDArray[np.float64]
METHODS = ("one-hot, threshold 0.5", "one-hot, threshold tuned", "encoded")


@dataclass
class Tally:
    """The joint score of many clips."""

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
    """Returns 1 on the frame nearest to each strike, and 0 elsewhere."""
    wanted = np.zeros((foot.frames, 1), np.float32)
    frames = np.rint(foot.strikes * RATE).astype(int)
    wanted[frames[frames < foot.frames]] = 1.0
    return wanted


def peaks(chances: NDArray[np.float32], rate: float, threshold: float) -> Times:
    """Returns the times of local maxima at or above the threshold, at least `MIN_GAP_SECS` apart."""
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
    """Both networks of one fold. Their features are scaled by the statistics of the training clips."""

    statistics: footwork.Statistics
    chance_network: Network
    signal_network: Network
    encoding: footwork.Encoding

    def chance(self, features: NDArray[np.float32]) -> NDArray[np.float32]:
        return self.chance_network(self.statistics.normalise(features))

    def signal(self, features: NDArray[np.float32]) -> NDArray[np.float32]:
        return self.signal_network(self.statistics.normalise(features))


def trained(training: list[Foot], epochs: int, seed: int) -> Trained:
    encoding = footwork.Encoding(REACH_SECS, sigma_secs=1 / RATE)
    names = [str(column) for column in range(training[0].features.shape[1])]
    statistics = footwork.Statistics.of(names, (foot.features for foot in training))
    features = statistics.normalise(np.concatenate([foot.features for foot in training]))
    chances = np.concatenate([one_hot(foot) for foot in training])
    signals = np.concatenate([encoding.encode(foot.track, RATE, foot.frames) for foot in training])
    chance = Network(features.shape[1], 1, "chance", seed)
    chance.train(features, chances, epochs)
    signal = Network(features.shape[1], 2, "square", seed)
    signal.train(features, signals, epochs)
    return Trained(statistics, chance, signal, encoding)


def tuned(model: Trained, held_out: list[Foot], stride: int) -> float:
    """Returns the threshold that scores best on clips that are neither trained on nor scored."""
    chances = [model.chance(foot.features)[:, 0] for foot in held_out]

    def f1(threshold: float) -> float:
        tally = Tally()
        for foot, chance in zip(held_out, chances):
            for phase in range(stride):
                tally.add(foot.strikes, peaks(chance[phase::stride], RATE / stride, threshold) + phase / RATE)
        return tally.f1

    scores = np.array([f1(threshold) for threshold in THRESHOLDS])
    # The median of the best thresholds.
    return float(np.median(THRESHOLDS[scores == scores.max()]))


Tallies = dict[tuple[str, int], list[Tally]]
"""The tallies by method and stride, with one tally for each seed. The stride is 1 for every frame, or 3 for every third."""


@functools.lru_cache(maxsize=1)
def all_feet(library: footwork.Library) -> dict[float, list[Foot]]:
    """Returns both feet of all clips at each speed. Each worker reads them once."""
    return {speed: feet(library, speed) for speed in SPEEDS}


@dataclass(frozen=True)
class Task:
    """One training: the input of a worker."""

    library: footwork.Library
    parts: tuple[frozenset[str], ...]
    """The clips of each fold."""
    fold: int
    """The number of the scored part. The next part is used to choose the threshold."""
    epochs: int
    seed: int


def done(task: Task) -> tuple[dict[tuple[str, int], Tally], Trained, list[Foot]]:
    """Returns the tallies of one training, its networks, and the feet of the scored clips."""
    by_speed = all_feet(task.library)
    tested, tuning = task.parts[task.fold], task.parts[(task.fold + 1) % len(task.parts)]
    training = [foot for of in by_speed.values() for foot in of if foot.clip not in tested | tuning]
    model = trained(training, task.epochs, task.seed * len(task.parts) + task.fold)
    shown = [foot for foot in by_speed[1.0] if foot.clip in tested]
    tallies = {(method, stride): Tally() for method in METHODS for stride in (1, 3)}
    for stride in (1, 3):
        threshold = tuned(model, [foot for foot in by_speed[1.0] if foot.clip in tuning], stride)
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
                    tallies[method, stride].add(foot.strikes, times + late)
    return tallies, model, shown


def scored(folds: int, tested: int, epochs: int, seeds: int, workers: int) -> tuple[Tallies, Trained, list[Foot]]:
    """Returns the tallies, and the last networks with their held-out clips. Each worker trains one fold at a time."""
    library = footwork.Library.load(LIBRARY)
    parts = footwork.split_clips([clip.name for clip in library.clips], [1] * folds)
    of_parts = tuple(frozenset(part) for part in parts)
    tasks = [Task(library, of_parts, fold, epochs, seed) for seed in range(seeds) for fold in range(tested)]
    tallies: Tallies = {(method, stride): [Tally() for _ in range(seeds)] for method in METHODS for stride in (1, 3)}
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        for task, (of_fold, model, shown) in zip(tasks, pool.map(done, tasks)):
            for key, tally in of_fold.items():
                tallies[key][task.seed] = Tally.together([tallies[key][task.seed], tally])
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
    parser.add_argument("--seeds", type=int, default=3, help="the number of trainings with different seeds")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="the number of folds trained at a time")
    parser.add_argument("--plot", type=Path, help="the picture to write (needs matplotlib)")
    arguments = parser.parse_args()
    # Each worker uses one core; further threads would compete with other workers. Workers inherit these variables.
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    start = time.perf_counter()
    if arguments.tiny:
        tallies, model, shown = scored(4, 1, 6, 1, workers=1)
    else:
        tallies, model, shown = scored(8, 8, 30, arguments.seeds, arguments.workers)
    print(table(tallies))
    print(f"\nwindow {model.encoding.window_secs:.2f} s; {time.perf_counter() - start:.0f} s of work")
    if arguments.plot is not None:
        from picture import draw

        draw(arguments.plot, tallies, model, max(shown, key=lambda foot: len(foot.strikes)))
        print(f"drew {arguments.plot}")


if __name__ == "__main__":
    main()
