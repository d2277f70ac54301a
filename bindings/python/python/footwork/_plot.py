"""Plots of channels with matplotlib, which is optional."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

import numpy as np

from ._footwork import Clip, channel_unit

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["plot_clip"]


def plot_clip(clip: Clip, *channels: str, axes: Optional[Axes] = None) -> Any:
    """See `Clip.plot`."""
    try:
        import matplotlib.pyplot as plt
    except ImportError as error:
        raise ImportError("plots need matplotlib: pip install 'footwork[plot]'") from error
    if axes is None:
        axes = plt.subplots(layout="constrained")[1]
    secs = np.arange(len(clip)) / clip.rate
    names = channels or ("speed", "height")
    for name in names:
        unit = channel_unit(name)
        axes.plot(secs, clip.channel(name), label=f"{name}, {unit}" if unit else name)
    axes.set(xlabel="s", title=clip.name)
    axes.legend()
    return axes
