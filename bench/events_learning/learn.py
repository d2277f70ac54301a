"""Foot strikes learned as encoded pairs and as probabilities, on three sets of motion and with five seeds.

    python learn.py samples|football|generated [--seeds 5] [--workers 2] [--epochs 30] [--keep FOLDER]

Needs the package `footwork` and NumPy. README.md next to this file has the results. The network and its inputs are those of
`examples/foot_strikes`. Clips are split into folds; each fold is scored by networks that have not seen it, and the next fold tunes the
thresholds, so no clip is both tuned on and scored.
"""

from __future__ import annotations

import argparse
import functools
import os
import pickle
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "examples" / "foot_strikes"), str(ROOT / "examples" / "generator")]

import numpy as np
from motion import REACH_SECS, Foot, feet
from network import Network
from numpy.typing import NDArray
from takes import library as made_library

import footwork
from footwork import Encoding, EventTrack, Probability

RATE = 60
STRIDES = (1, 3)
"""Networks are read at every frame and at every third."""

TOLERANCE_SECS = 0.05 + 1e-9
MIN_GAP_SECS = 0.1
FOLDS = {"samples": 4, "football": 4, "generated": 4}
SPEEDS = {"samples": (0.8, 1.0, 1.25), "football": (0.8, 1.0, 1.25), "generated": (1.0,)}
"""The few clips of the sample libraries are also played slower and faster for training."""

METHODS = (
    "encoded, window that the network sees (0.3 s)",
    "encoded, `from_gaps`",
    "encoded, mean gap (the article)",
    "one-hot, squared error, threshold 0.5",
    "one-hot, squared error, tuned",
    "one-hot, weighted cross entropy, threshold 0.5",
    "one-hot, weighted cross entropy, tuned",
)

Lists = list[tuple[NDArray[np.float64], NDArray[np.float64]]]
"""True and found times of each foot in each clip."""


@functools.lru_cache(maxsize=1)
def all_feet(data: str) -> dict[float, list[Foot]]:
    """Returns both feet of all clips at each speed. Each worker reads them once."""
    if data == "generated":
        with tempfile.TemporaryDirectory() as folder:
            library = made_library(Path(folder), takes=4, seconds=60.0)
            return {speed: feet(library, speed) for speed in SPEEDS[data]}
    library = footwork.Library.load(ROOT / "samples" / ("football" if data == "football" else ""))
    return {speed: feet(library, speed) for speed in SPEEDS[data]}


@dataclass(frozen=True)
class Task:
    """The trainings of one fold with one seed: the input of a worker."""

    data: str
    fold: int
    epochs: int
    seed: int


def done(task: Task) -> dict[tuple[str, int], Lists]:
    """Returns the true and found times of the fold by method and stride."""
    by_speed = all_feet(task.data)
    names = list(dict.fromkeys(foot.clip for foot in by_speed[1.0]))
    folds = FOLDS[task.data]
    parts = [set(part) for part in footwork.split_clips(names, [1] * folds)]
    scored, tuning = parts[task.fold], parts[(task.fold + 1) % folds]
    training = [foot for of in by_speed.values() for foot in of if foot.clip not in scored | tuning]
    columns = [str(column) for column in range(training[0].features.shape[1])]
    statistics = footwork.Statistics.of(columns, (foot.features for foot in training))
    inputs = statistics.normalise(np.concatenate([foot.features for foot in training]))
    tested, held_out = ([foot for foot in by_speed[1.0] if foot.clip in part] for part in (scored, tuning))
    found: dict[tuple[str, int], Lists] = {}
    seed = task.seed * folds + task.fold

    tracks = [foot.track for foot in training]
    gaps = np.concatenate([track.gaps() for track in tracks])
    windows = (REACH_SECS, Encoding.from_gaps(tracks, RATE).window_secs, float(np.mean(gaps)))
    for method, window in zip(METHODS, windows):
        encoding = Encoding(window, min(1 / RATE, 0.25 * window))
        targets = np.concatenate([encoding.encode(foot.track, RATE, foot.frames) for foot in training])
        network = Network(inputs.shape[1], 2, "square", seed)
        network.train(inputs, targets, task.epochs)
        for foot in tested:
            signal = network(statistics.normalise(foot.features))
            for stride in STRIDES:
                for phase in range(stride):
                    [decoded] = encoding.decode_all(np.ascontiguousarray(signal[phase::stride]), RATE / stride)
                    found.setdefault((method, stride), []).append((foot.strikes, decoded.times + phase / RATE))

    chances = np.concatenate([Probability.encode(foot.track, RATE, foot.frames) for foot in training])
    weight = float((1.0 - chances).sum() / max(chances.sum(), 1.0))
    for loss, place in (("square", 3), ("chance", 5)):
        network = Network(inputs.shape[1], 1, loss, seed, weight=weight if loss == "chance" else 1.0)  # type: ignore[arg-type]
        network.train(inputs, chances, task.epochs)

        def read(foot: Foot, network: Network = network) -> NDArray[np.float32]:
            return np.ascontiguousarray(network(statistics.normalise(foot.features))[:, 0])

        for stride in STRIDES:
            cut = [(foot, read(foot), phase) for foot in held_out for phase in range(stride)]
            tuned = Probability.tuned(
                [chance[phase::stride] for _, chance, phase in cut],
                [EventTrack(foot.strikes - phase / RATE) for foot, _, phase in cut],
                RATE / stride,
                TOLERANCE_SECS,
                MIN_GAP_SECS,
            )
            for method, decoder in zip(METHODS[place:], (Probability(0.5, MIN_GAP_SECS), tuned)):
                for foot in tested:
                    chance = read(foot)
                    for phase in range(stride):
                        [times] = decoder.decode_all(chance[phase::stride], RATE / stride)
                        found.setdefault((method, stride), []).append((foot.strikes, times + phase / RATE))
    return found


def kept(folder: Path | None, task: Task) -> dict[tuple[str, int], Lists]:
    """Returns the result of `done`, read from a folder if an earlier run finished the task."""
    if folder is None:
        return done(task)
    path = folder / f"{task.data}-{task.epochs}-epochs-seed-{task.seed}-fold-{task.fold}.pickle"
    if not path.exists():
        found = pickle.dumps(done(task))
        scratch = path.with_suffix(".new")
        scratch.write_bytes(found)
        scratch.replace(path)
    result: dict[tuple[str, int], Lists] = pickle.loads(path.read_bytes())
    return result


def table(data: str, by_seed: list[dict[tuple[str, int], Lists]]) -> str:
    strikes = sum(len(truth) for truth, _ in by_seed[0][METHODS[0], 1])
    lines = [f"{data}: {strikes} strikes\n"]
    lines.append("| | F1, every frame | lowest and highest of the seeds | off by | F1, every third frame | lowest and highest |")
    lines.append("|---|---|---|---|---|---|")
    for method in METHODS:
        cells = [method]
        for stride in STRIDES:
            scores = [footwork.score_all(of_seed[method, stride], TOLERANCE_SECS) for of_seed in by_seed]
            f1 = [score.f1 for score in scores]
            cells += [f"{np.mean(f1):.3f}", f"{min(f1):.3f} to {max(f1):.3f}"]
            if stride == 1:
                errors = [score.mean_abs_secs for score in scores if score.mean_abs_secs is not None]
                cells.append(f"{1000 * np.mean(errors):.0f} ms" if errors else "–")
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description="Foot strikes learned as encoded pairs and as probabilities.")
    parser.add_argument("data", choices=list(FOLDS))
    parser.add_argument("--seeds", type=int, default=5, help="the number of trainings with different seeds")
    parser.add_argument("--epochs", type=int, default=30, help="the length of a training")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="the number of folds trained at a time")
    parser.add_argument("--keep", type=Path, help="a folder for finished folds: a run that was interrupted continues")
    arguments = parser.parse_args()
    if arguments.keep is not None:
        arguments.keep.mkdir(parents=True, exist_ok=True)
    # Each worker uses one core; further threads would compete with other workers. Workers inherit these variables.
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    start = time.perf_counter()
    folds = FOLDS[arguments.data]
    tasks = [Task(arguments.data, fold, arguments.epochs, seed) for seed in range(arguments.seeds) for fold in range(folds)]
    by_seed: list[dict[tuple[str, int], Lists]] = [{} for _ in range(arguments.seeds)]
    with ProcessPoolExecutor(arguments.workers, mp_context=get_context("spawn")) as pool:
        for task, found in zip(tasks, pool.map(functools.partial(kept, arguments.keep), tasks)):
            for key, lists in found.items():
                by_seed[task.seed].setdefault(key, []).extend(lists)
    print(table(arguments.data, by_seed))
    print(f"\n{arguments.epochs} epochs, {time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
