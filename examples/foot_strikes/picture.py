"""The picture of the results."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import matplotlib
import numpy as np

from motion import RATE, Foot

if TYPE_CHECKING:
    from strikes import Tallies, Trained

matplotlib.use("Agg")


def draw(path: Path, tallies: Tallies, model: Trained, foot: Foot) -> None:
    """Draws a foot of a clip that was not trained on, with the predictions of both networks, and all scores."""
    import matplotlib.pyplot as plt

    figure = plt.figure(figsize=(12, 6), layout="constrained")
    grid = figure.add_gridspec(3, 2, width_ratios=[2, 1])
    _clip([figure.add_subplot(grid[row, 0]) for row in range(3)], model, foot)
    _scores(figure.add_subplot(grid[:, 1]), tallies)
    figure.savefig(path, dpi=100)
    plt.close(figure)


def _clip(axes: list[Any], model: Trained, foot: Foot) -> None:
    from strikes import decoded

    seconds = np.arange(foot.frames) / RATE
    signal = model.signal(foot.features)
    axes[0].plot(seconds, foot.height, color="tab:gray")
    axes[0].set(ylabel="toe, m", title=f"{foot.clip}, {foot.name}: not trained on")
    axes[1].plot(seconds, model.chance(foot.features)[:, 0], color="tab:orange")
    axes[1].set(ylabel="one-hot: chance", ylim=(-0.05, 1.05))
    axes[2].plot(seconds, model.encoding.decode(signal)[:, 0], color="tab:blue")
    axes[2].axhline(0.0, color="black", linewidth=0.5)
    axes[2].set(ylabel="encoded: s to the strike", xlabel="seconds")
    found = decoded(signal, RATE, model.encoding)
    axes[2].plot(found, np.zeros(len(found)), "v", color="tab:blue", label="fires")
    for axis in axes:
        axis.set_xlim(seconds[0], seconds[-1])
        for number, strike in enumerate(foot.strikes):
            axis.axvline(strike, color="tab:red", linestyle=":", label="true strike" if number == 0 else None)
    axes[2].legend(loc="upper right")


def _scores(axis: Any, tallies: Tallies) -> None:
    from strikes import Tally

    methods = list(dict.fromkeys(method for method, _ in tallies))
    for offset, (stride, label) in enumerate([(1, "every frame"), (3, "every third frame")]):
        places = np.arange(len(methods)) + 0.4 * offset - 0.2
        scores = [Tally.together(tallies[method, stride]).f1 for method in methods]
        bars = axis.bar(places, scores, 0.38, label=label)
        axis.bar_label(bars, fmt="%.2f", padding=18)
        for place, method in zip(places, methods):
            each = [tally.f1 for tally in tallies[method, stride]]
            axis.plot([place] * len(each), each, "_", color="black", markersize=14)
    names = [method.replace(", ", "\n") for method in methods]
    axis.set(xticks=range(len(methods)), xticklabels=names, ylim=(0, 1.05), ylabel="F1", title="clips not trained on; lines: each training")
    axis.legend(loc="upper right")
