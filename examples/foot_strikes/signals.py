"""Makes `testdata/signals/foot-strikes.toml`: predictions of networks of several kinds for clips that they were not trained on.

    python signals.py [--output ../../testdata/signals/foot-strikes.toml]

The defaults of `Guards` are chosen and tested with it. README.md next to the file describes its content.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Callable, Iterable, Literal

import numpy as np
from numpy.typing import NDArray

import footwork
from motion import LIBRARIES, Floats, Foot, bodies, feet
from network import Network

OUTPUT = Path(__file__).resolve().parents[2] / "testdata" / "signals" / "foot-strikes.toml"
FOLDS = 4
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_"
STEPS_PER_ONE = 512
"""A number is stored as two base-64 digits: the index of its step, counted from -4. A reader takes the middle of the
step, so no number is exactly 0, like the outputs of a network."""


@dataclass(frozen=True)
class Kind:
    """One network: its input, its frame rate, the window of its events, and the length of its training."""

    sees: Literal["feet", "body"]
    rate: int
    window: Literal["reach", "gaps", "mean gap"]
    epochs: int
    seed: int

    @property
    def name(self) -> str:
        return f"{self.sees}, {self.rate} Hz, {self.window}, {self.epochs} epochs, seed {self.seed}"


KINDS = [
    Kind("feet", 60, "reach", 40, 0),
    *(Kind("feet", 30, "reach", 60, seed) for seed in range(3)),
    Kind("feet", 30, "reach", 10, 0),
    *(Kind("feet", 30, "gaps", 60, seed) for seed in range(2)),
    *(Kind("body", 30, "reach", 60, seed) for seed in range(3)),
    *(Kind("body", 30, "gaps", 60, seed) for seed in range(2)),
    *(Kind("body", 30, "mean gap", 60, seed) for seed in range(3)),
    *(Kind("body", 30, "mean gap", 15, seed) for seed in range(2)),
]


@dataclass
class Said:
    """The predictions of a network for one foot in a clip."""

    foot: Foot
    encoding: footwork.Encoding
    pairs: Floats


def window_secs(kind: Kind, training: Iterable[Foot]) -> float:
    """Returns the window. All but "reach" are fitted to the strikes of the training clips alone."""
    tracks = [foot.track for foot in training]
    if kind.window == "reach":
        return 0.275
    if kind.window == "gaps":
        return footwork.Encoding.from_gaps(tracks, kind.rate).window_secs
    return float(np.mean(np.concatenate([track.gaps() for track in tracks])))


def said_by(kind: Kind, every: list[Foot]) -> list[Said]:
    """Returns predictions for each clip by the network of this kind that was not trained on it."""
    # All folds use the window of the first fold, so that the signals of a kind are comparable.
    parts = footwork.split_clips(sorted({foot.clip for foot in every}), [1] * FOLDS, seed=7)
    secs = window_secs(kind, [foot for foot in every if foot.clip not in parts[0]])
    encoding = footwork.Encoding(secs, min(1 / kind.rate, 0.25 * secs))
    found: list[Said] = []
    for fold, tested in enumerate(parts):
        training = [foot for foot in every if foot.clip not in tested]
        columns = [str(column) for column in range(training[0].features.shape[1])]
        statistics = footwork.Statistics.of(columns, (foot.features for foot in training))
        features = statistics.normalise(np.concatenate([foot.features for foot in training]))
        signals = np.concatenate([encoding.encode(foot.track, kind.rate, foot.frames) for foot in training])
        network = Network(features.shape[1], 2, "square", kind.seed * FOLDS + fold)
        network.train(features, signals, kind.epochs)
        found += [
            Said(foot, encoding, network(statistics.normalise(foot.features))) for foot in every if foot.clip in tested
        ]
    return found


def noisy(pairs: Floats, rng: np.random.Generator) -> Floats:
    return (pairs + rng.normal(0.0, 0.1, pairs.shape)).astype(np.float32)


def with_gaps(pairs: Floats, rng: np.random.Generator) -> Floats:
    """Loses 5 % of the frames, and repeats the pair before them."""
    held = np.array(pairs)
    for frame in np.flatnonzero(rng.random(len(pairs) - 1) < 0.05) + 1:
        held[frame] = held[frame - 1]
    return held


def blank(pairs: Floats, rng: np.random.Generator) -> Floats:
    """Loses 5 % of the frames, and replaces them with (0, 0)."""
    return np.where(rng.random((len(pairs), 1)) < 0.05, np.float32(0.0), pairs)


def late(pairs: Floats, rng: np.random.Generator) -> Floats:
    """Mixes each pair with the pairs before it, like a low-pass filter."""
    mixed = np.array(pairs)
    for frame in range(1, len(pairs)):
        mixed[frame] = 0.5 * mixed[frame - 1] + 0.5 * pairs[frame]
    return mixed


VARIANTS: dict[str, Callable[[Floats, np.random.Generator], Floats]] = {
    "noise": noisy,
    "frames held": with_gaps,
    "frames blank": blank,
    "late": late,
}
VARIED = (Kind("feet", 30, "reach", 60, 0), Kind("body", 30, "reach", 60, 0))


def text(pairs: Floats) -> str:
    """Returns the numbers in base 64, two digits each."""
    steps = np.clip(np.floor(pairs.ravel() * STEPS_PER_ONE) + 4 * STEPS_PER_ONE, 0, 4095).astype(int)
    return "".join(DIGITS[step // 64] + DIGITS[step % 64] for step in steps.tolist())


def written(name: str, rate: int, said: list[Said]) -> str:
    encoding = said[0].encoding
    lines = [
        "[[network]]",
        f'name = "{name}"',
        f"rate = {rate}",
        f"window_secs = {encoding.window_secs!r}",
        f"sigma_secs = {encoding.sigma_secs!r}",
        "signals = [",
    ]
    for one in said:
        strikes = ", ".join(repr(round(float(at), 6)) for at in one.foot.strikes)
        lines.append(f'  {{ clip = "{one.foot.clip}", event = "{one.foot.name}", strikes = [{strikes}], pairs = "{text(one.pairs)}" }},')
    return "\n".join([*lines, "]", ""])


def main() -> None:
    parser = argparse.ArgumentParser(description="Writes signals of foot strikes, predicted by networks.")
    parser.add_argument("--output", type=Path, default=OUTPUT)
    parser.add_argument("--library", type=Path, action="append", help="a folder of clips; may be repeated; the samples by default")
    arguments = parser.parse_args()
    seen: dict[tuple[str, int], list[Foot]] = {}
    blocks: list[str] = []
    for kind in KINDS:
        if (kind.sees, kind.rate) not in seen:
            libraries = [footwork.Library.load(folder) for folder in arguments.library or LIBRARIES]
            look = feet if kind.sees == "feet" else bodies
            seen[kind.sees, kind.rate] = [foot for library in libraries for foot in look(library, rate=kind.rate)]
        said = said_by(kind, seen[kind.sees, kind.rate])
        blocks.append(written(kind.name, kind.rate, said))
        if kind in VARIED:
            rng = np.random.default_rng(5)
            for name, change in VARIANTS.items():
                changed = [replace(one, pairs=change(one.pairs, rng)) for one in said]
                blocks.append(written(f"{kind.name}, {name}", kind.rate, changed))
        print(kind.name, f"window {said[0].encoding.window_secs:.3f} s")
    arguments.output.parent.mkdir(parents=True, exist_ok=True)
    head = "# Made by examples/foot_strikes/signals.py: see README.md beside this file.\n\n"
    arguments.output.write_text(head + "\n".join(blocks), encoding="utf-8")


if __name__ == "__main__":
    main()
