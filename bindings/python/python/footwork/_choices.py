"""The choice of columns for rows and windows: the same for tables, datasets, stores and shards."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Dict, List, Literal, Optional, Sequence, TypedDict, Union

from ._footwork import Encoding, column_names

if TYPE_CHECKING:
    from ._rates import GivenRate

__all__ = ["ChoiceKeywords", "Choices", "GivenEncoding", "MoreKeywords", "event_columns"]

GivenEncoding = Union[Encoding, float]
"""An encoding for all clips, or a window in seconds, smoothed by one frame of each clip, but at most a quarter of the
window."""


class MoreKeywords(TypedDict, total=False):
    """The choices other than channels, events and tags, as keywords."""

    poses: Sequence[str]
    joints: Optional[Sequence[str]]
    targets: Literal["encoded", "probability"]
    encoding: Optional[GivenEncoding]
    training: Optional[Sequence[str]]
    missing: Literal["raise", "nan"]
    rate: GivenRate


class ChoiceKeywords(MoreKeywords, total=False):
    """All choices, as keywords."""

    channels: Sequence[str]
    events: Sequence[str]
    tags: Sequence[str]


@dataclass(frozen=True)
class Choices:
    """The columns, the rate of their frames and the encoding of the events.

    - channels, events, tags: the names of the columns. An event or a tag includes those below it. Tags are 0 and 1.
    - poses: some of ``rotations``, ``positions``, ``velocities``, ``root`` and ``contacts``.
    - joints: the joints of the poses, by role or name. By default, these are all joints, and all clips must have the
      same skeleton. Poses are in the space of the character, with the origin on the ground below the root, x to the
      left and z ahead.
    - targets: the columns of an event: "encoded" for the sine and cosine of the time to it, or "probability" for 1 on
      its frame and 0 elsewhere.
    - encoding: an `Encoding` for all clips, or a window in seconds. A window is smoothed by one frame of each clip, but
      by at most a quarter of the window. By default, the window fits the gaps between events, either of the clips named
      by ``training`` or of all clips. `WindowDataset.split` fits it to its first part.
    - missing: the treatment of clips that lack a joint of a channel. "raise" raises an error, and "nan" fills the
      column with NaN.
    - rate: the rate to which all clips are resampled. ``"own"`` mixes clips of different rates, which is an error
      otherwise.
    """

    channels: Sequence[str] = ()
    events: Sequence[str] = ()
    tags: Sequence[str] = ()
    poses: Sequence[str] = ()
    joints: Optional[Sequence[str]] = None
    targets: Literal["encoded", "probability"] = "encoded"
    encoding: Optional[GivenEncoding] = None
    training: Optional[Sequence[str]] = None
    missing: Literal["raise", "nan"] = "raise"
    rate: GivenRate = None

    def __post_init__(self) -> None:
        for name in ("channels", "events", "tags", "poses", "joints", "training"):
            given = getattr(self, name)
            if isinstance(given, str):
                raise TypeError(f"`{name}` must be a sequence of names, not one text")
            if given is not None:
                object.__setattr__(self, name, tuple(given))
        if self.targets not in ("encoded", "probability"):
            raise ValueError(f'`targets` must be "encoded" or "probability", not {self.targets!r}')
        if self.targets == "probability" and (self.encoding is not None or self.training is not None):
            raise ValueError("events as probabilities have no window: leave out `encoding` and `training`")
        if self.missing not in ("raise", "nan"):
            raise ValueError(f'`missing` must be "raise" or "nan", not {self.missing!r}')

    def to_json(self) -> Dict[str, Any]:
        """Returns the choices as plain values, which identify them."""
        plain = asdict(self)
        code = self.encoding
        plain["encoding"] = [code.window_secs, code.sigma_secs] if isinstance(code, Encoding) else code and float(code)
        plain["rate"] = self.rate and str(self.rate)
        if self.training is None:
            # Left out, so that jobs begun by versions without training clips keep their ids and can continue.
            del plain["training"]
        if self.targets == "encoded":
            # Left out for the same reason.
            del plain["targets"]
        return plain


def event_columns(events: Sequence[str], targets: str) -> List[str]:
    """Returns the names of the columns of events, in order."""
    if targets == "encoded":
        return column_names(events)
    # Each name is checked as for a signal.
    return [name[: -len("sin")] + "probability" for name in column_names(events)[::2]]
