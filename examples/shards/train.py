"""Trains a network on the shards of `prepare.py`, without the library: from poses to the signal of foot strikes.

    python train.py [--shards shards] [--epochs 40]

A clip is either trained on or scored, no matter which shards have its windows. README.md next to this file has the
results.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any, Iterator

import numpy as np
import torch
import webdataset
from torch import nn

import footwork

EVENTS = 2
"""The number of events. The first columns are their signals, two for each event."""

SIGNALS = 2 * EVENTS
TOLERANCE_SECS = 0.1


class Network(nn.Module):
    """Convolutions over time: the prediction for a frame depends on 0.4 s before and after it, at 30 frames per second."""

    def __init__(self, columns: int, hidden: int = 64) -> None:
        super().__init__()
        layers: list[nn.Module] = []
        for width in (columns, hidden, hidden):
            layers += [nn.Conv1d(width, hidden, 9, padding=4), nn.ReLU()]
        self.layers = nn.Sequential(*layers, nn.Conv1d(hidden, SIGNALS, 1))

    def forward(self, windows: torch.Tensor) -> torch.Tensor:
        """Maps (windows, frames, columns) to (windows, frames, signals)."""
        said: torch.Tensor = self.layers(windows.transpose(1, 2))
        return said.transpose(1, 2)


def windows(shards: list[str], clips: set[str]) -> Iterator[tuple[np.ndarray[Any, Any], dict[str, Any]]]:
    """Yields the windows of the given clips with their metadata, shard by shard."""
    for values, of in webdataset.WebDataset(shards, shardshuffle=False).decode().to_tuple("npy", "json"):
        if of["clip"] in clips:
            yield values, of


def clip_names(shards: list[str]) -> list[str]:
    return sorted({of["clip"] for (of,) in webdataset.WebDataset(shards, shardshuffle=False).decode().to_tuple("json")})


def trained(shards: list[str], clips: set[str], statistics: footwork.Statistics, epochs: int, seed: int) -> Network:
    """Returns a network trained on these clips, in batches read from the shards."""
    torch.manual_seed(seed)
    network = Network(len(statistics.columns))
    steps = torch.optim.AdamW(network.parameters(), 2e-3, weight_decay=1e-2)
    for _ in range(epochs):
        read = webdataset.WebDataset(shards, shardshuffle=False).decode().to_tuple("npy", "json")
        chosen = read.select(lambda sample: sample[1]["clip"] in clips).shuffle(500)
        for values, _ in chosen.batched(64):
            batch = torch.as_tensor(np.stack(list(values)))
            wanted, seen = batch[..., :SIGNALS], statistics.normalise(batch[..., SIGNALS:])
            loss = nn.functional.mse_loss(network(seen), wanted)
            steps.zero_grad()
            torch.autograd.backward(loss)
            steps.step()
    return network


def scored(shards: list[str], clips: set[str], network: Network, statistics: footwork.Statistics) -> footwork.Score:
    """Scores the strikes that the network finds, compared with the true strikes, in windows that do not overlap."""
    pairs = []
    with torch.no_grad():
        last: dict[str, int] = {}
        for values, of in windows(shards, clips):
            if of["start"] < last.get(of["clip"], 0):
                continue
            last[of["clip"]] = of["stop"]
            encoding, rate = footwork.Encoding(*of["encoding"]), of["rate"]
            said = network(statistics.normalise(torch.as_tensor(values[None, :, SIGNALS:])))[0].numpy()
            truth = encoding.decode_all(np.ascontiguousarray(values[:, :SIGNALS]), rate)
            found = encoding.decode_all(np.ascontiguousarray(said), rate)
            pairs += [(true.times, guess.times) for true, guess in zip(truth, found)]
    return footwork.score_all(pairs, TOLERANCE_SECS)


def main() -> None:
    parser = argparse.ArgumentParser(description="Foot strikes from poses, trained on shards.")
    parser.add_argument("--shards", type=Path, default=Path("shards"), help="the folder that prepare.py wrote")
    parser.add_argument("--epochs", type=int, default=40)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    shards = sorted(str(path) for path in arguments.shards.glob("*.tar"))
    columns = json.loads((arguments.shards / "_footwork" / "done.json").read_text())["columns"][SIGNALS:]
    training, test = (set(part) for part in footwork.split_clips(clip_names(shards), [0.7, 0.3], seed=2))
    statistics = footwork.Statistics.of(columns, (values[:, SIGNALS:] for values, _ in windows(shards, training)))
    network = trained(shards, training, statistics, arguments.epochs, seed=0)
    for name, clips in (("trained on", training), ("not trained on", test)):
        score = scored(shards, clips, network, statistics)
        print(f"{name}: {len(clips)} clips, {score.matched + score.missed} strikes, F1 {score.f1:.3f}")


if __name__ == "__main__":
    main()
