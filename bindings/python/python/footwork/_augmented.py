"""The changes of an `Augmentation`, for the columns of a dataset."""

from __future__ import annotations

import re
from typing import Callable, Dict, List, Mapping, Optional, Sequence, Tuple

import numpy as np
from numpy.typing import NDArray

from ._augmentation import Augmentation, Draw
from ._poses import GROUPS
from ._sides import JointSides, label_mirrored
from ._statistics import columns_named

__all__ = ["Augmenter"]

_Rows = NDArray[np.float32]
_Read = Callable[[int, int], _Rows]

_AXES = re.compile(r"\.(x|z)(?![A-Za-z0-9_])")
_WINDOWED = re.compile(r"(mean|lowest|highest|lag|lead|rate)\((.*?)((?:,[^,()]*)?)\)")
_JOINT = re.compile(r"(\"[^\"]*\"|[A-Za-z_][A-Za-z0-9_:]*)\.(height|speed|x|y|z)")
_RATE_OF = {"speed": 1, "speed_x": 1, "speed_z": 1, "turn": 1, "gait_speed": 1, "accel": 2, "height": 0}
"""The power of the playback speed by which each channel of the root is scaled."""
_PLACES = ("time", "frame", "phase")


class Augmenter:
    """The changes of one augmentation.

    - columns, groups: those of the dataset; groups may include columns that were not chosen.
    - known: returns the partners of the joints, if the skeleton is known.

    Raises ValueError with the names of the columns for which a change has no meaning, and KeyError for noise of unknown columns.
    """

    def __init__(
        self,
        augmentation: Augmentation,
        columns: Sequence[str],
        groups: Mapping[str, List[str]],
        known: Optional[Callable[[], Dict[str, str]]],
    ) -> None:
        self.augmentation = augmentation
        self._columns = list(columns)
        self._places = {name: place for place, name in enumerate(columns)}
        kinds = ("channels", "events", "tags", *GROUPS)
        self._kind = {name: kind for kind in kinds for name in groups.get(kind, ())}
        self._is_mirrored = augmentation.mirror > 0.0
        if self._is_mirrored:
            self._plan_mirror(known)
        if augmentation.speed != (1.0, 1.0):
            self._plan_speed()
        self._plan_yaw()
        self._plan_noise(groups)

    def _of(self, *kinds: str) -> List[str]:
        return [name for name in self._columns if self._kind[name] in kinds]

    def _plan_mirror(self, known: Optional[Callable[[], Dict[str, str]]]) -> None:
        """Finds, for each column, the column with its mirrored numbers, and their sign."""
        jointed = self._of("rotations", "positions", "velocities", "contacts")
        joints = sorted({name.rpartition(".")[0] for name in jointed})
        in_channels = [match[1] for name in self._of("channels") for match in _JOINT.finditer(name)]
        pairs = self.augmentation.pairs
        partner = JointSides(pairs, known, [*joints, *in_channels])
        if partner.are_unknown(joints):
            raise ValueError(f"mirroring needs the sides of joints, which {_listed(joints)} do not state: pass pairs={{…}}")
        source = np.arange(len(self._columns))
        sign = np.ones(len(self._columns), np.float32)
        unclear: List[str] = []
        missing: List[str] = []
        for place, name in enumerate(self._columns):
            found = _mirrored(name, self._kind[name], pairs, partner)
            if found is None:
                unclear.append(name)
                continue
            other, sign[place] = found
            if other not in self._places:
                missing.append(f"{name} (no {other})")
            source[place] = self._places.get(other, place)
        _refuse("mirroring has no meaning for", unclear)
        _refuse("mirroring needs the columns of the other side, which are missing, for", missing)
        wrong = [name for place, name in enumerate(self._columns) if source[source[place]] != place]
        _refuse("mirroring twice does not give back, because the names of sides are ambiguous,", wrong)
        self._source, self._sign = source, sign

    def _plan_speed(self) -> None:
        """Finds how each column is interpolated between frames, and how it scales with the playback speed."""
        power = np.zeros(len(self._columns), np.float64)
        events = self._of("events")
        refused = [name for name in events if not name.endswith(".probability")]
        _refuse('speed has no meaning for signals of events (use targets="probability"):', refused)
        for name in self._of("channels"):
            found = _power(name)
            if found is None:
                refused.append(name)
            else:
                power[self._places[name]] = found
        _refuse("speed has no meaning for", refused)
        for name in self._of("velocities"):
            power[self._places[name]] = 1.0
        for name in self._of("root"):
            power[self._places[name]] = 0.0 if name.endswith("height") else 1.0
        self._power = power
        self._chances = self._at(events)
        self._nearest = self._at(self._of("tags", "contacts"))
        self._smooth = self._at(self._of("channels", "rotations", "positions", "velocities", "root"))
        rotations = self._of("rotations")
        stems = sorted({name[:-1] for name in rotations})
        missing = [f"{stem}{part}" for stem in stems for part in range(6) if f"{stem}{part}" not in self._places]
        _refuse("speed needs all six numbers of a rotation, but there is no", missing)
        self._rotations = np.array([[self._places[f"{stem}{part}"] for part in range(6)] for stem in stems], np.intp).reshape(-1, 6)

    def _plan_yaw(self) -> None:
        """Finds the pairs of columns that a yaw rotates."""
        turned: List[Tuple[int, int]] = []
        if self.augmentation.yaw_rad > 0.0:
            refused, missing = [], []
            for name in self._of("channels"):
                axes = _AXES.findall(name)
                if not axes:
                    continue
                if len(axes) != 1 or not _is_linear(name):
                    refused.append(name)
                    continue
                other = _AXES.sub(".z" if axes == ["x"] else ".x", name)
                if other not in self._places:
                    missing.append(f"{name} (no {other})")
                elif axes == ["x"]:
                    turned.append((self._places[name], self._places[other]))
            _refuse("yaw has no meaning for", refused)
            _refuse("yaw needs x and z together, but one is missing for", missing)
        self._turned = np.array(turned, np.intp).reshape(-1, 2).T

    def _plan_noise(self, groups: Mapping[str, List[str]]) -> None:
        self._deviation = np.zeros(len(self._columns), np.float32)
        for name, size in self.augmentation.noise.items():
            places = columns_named([name], self._columns, groups)
            of_kind = [self._columns[place] for place in places if self._kind[self._columns[place]] in ("tags", "contacts", "events")]
            _refuse("noise has no meaning for", of_kind)
            self._deviation[places] = size

    def _at(self, names: Sequence[str]) -> NDArray[np.intp]:
        return np.array([self._places[name] for name in names], np.intp)

    def sample(self, draw: Draw, read: _Read, start: int, length: int, frames: int) -> _Rows:
        """Returns the changed rows of a window of a clip: (length, columns), a new array. ``read`` returns the rows of
        the clip between two frames.
        """
        if draw.speed == 1.0 or length < 2:
            values = np.array(read(start, start + length))
        else:
            values = self._played(draw.speed, read, start, length, frames)
        if draw.is_mirrored:
            values = self.mirrored(values)
        if self._turned.size:
            x, z = (values[:, places].astype(np.float64) for places in self._turned)
            cos, sin = np.cos(draw.yaw_rad), np.sin(draw.yaw_rad)
            for places, turned in zip(self._turned, (cos * x + sin * z, cos * z - sin * x)):
                values[:, places] = turned
        noisy = np.flatnonzero(self._deviation)
        if len(noisy):
            noise = np.random.Generator(np.random.Philox(key=draw.noise)).standard_normal((length, len(noisy)), np.float32)
            values[:, noisy] += noise * self._deviation[noisy]
        return values

    def mirrored(self, values: _Rows) -> _Rows:
        """Returns rows with left and right exchanged."""
        return np.asarray(values[:, self._source] * self._sign, np.float32)

    def _played(self, speed: float, read: _Read, start: int, length: int, frames: int) -> _Rows:
        """Returns the rows of a window, played at another speed around its middle, and moved to stay inside the
        clip."""
        speed = min(speed, (frames - 1) / (length - 1))
        half = 0.5 * (length - 1)
        first = min(max(start + half - speed * half, 0.0), frames - 1 - speed * (length - 1))
        at = np.clip(first + speed * np.arange(length), 0.0, frames - 1.0)
        low = int(at[0])
        rows = np.asarray(read(low, min(int(at[-1]) + 2, frames)))
        before = at.astype(np.int64) - low
        after = np.minimum(before + 1, len(rows) - 1)
        part = (at - np.floor(at))[:, None]
        values = np.zeros((length, len(self._columns)), np.float32)
        smooth = self._smooth
        own = rows[:, smooth].astype(np.float64)
        values[:, smooth] = (own[before] + (own[after] - own[before]) * part) * speed ** self._power[smooth]
        nearest = np.minimum(np.floor(at + 0.5).astype(np.int64) - low, len(rows) - 1)
        values[:, self._nearest] = rows[nearest][:, self._nearest]
        frame, event = np.nonzero(rows[:, self._chances])
        place = np.floor((frame + low - at[0]) / speed + 0.5).astype(np.int64)
        inside = (place >= 0) & (place < length)
        values[place[inside], self._chances[event[inside]]] = 1.0
        six = values[:, self._rotations].astype(np.float64)
        ahead = _unit(six[..., :3])
        across = six[..., 3:] - ahead * (ahead * six[..., 3:]).sum(axis=-1, keepdims=True)
        values[:, self._rotations] = np.concatenate([ahead, _unit(across)], axis=-1)
        return values


def _unit(vectors: NDArray[np.float64]) -> NDArray[np.float64]:
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / np.where(lengths > 0.0, lengths, 1.0))


def _mirrored(name: str, kind: str, pairs: Mapping[str, str], partner: JointSides) -> Optional[Tuple[str, float]]:
    """Returns the column of the other side, and the sign of its numbers; None if the column has no mirror image."""
    stem, dot, part = name.rpartition(".")
    if kind == "events":
        return label_mirrored(stem, pairs) + dot + part, 1.0
    if kind == "tags":
        return label_mirrored(name, pairs), 1.0
    if kind == "channels":
        return _channel_mirrored(name, partner)
    if kind == "root":
        return name, -1.0 if part in ("velocity_x", "turn") else 1.0
    # The first two columns of M R M, with M the reflection of x.
    negated = ("rotation_1", "rotation_2", "rotation_3", "position_x", "velocity_x")
    return partner(stem) + dot + part, -1.0 if part in negated else 1.0


def _channel_mirrored(name: str, partner: JointSides) -> Optional[Tuple[str, float]]:
    if name in _RATE_OF or name in _PLACES:
        return name, -1.0 if name in ("speed_x", "turn") else 1.0
    joint = _JOINT.fullmatch(name)
    if joint is not None:
        return f"{partner(joint[1])}.{joint[2]}", -1.0 if joint[2] == "x" else 1.0
    call = _WINDOWED.fullmatch(name)
    inner = _channel_mirrored(call[2], partner) if call is not None else None
    if call is None or inner is None or (inner[1] < 0.0 and call[1] in ("lowest", "highest")):
        return None
    return f"{call[1]}({inner[0]}{call[3]})", inner[1]


def _is_linear(name: str) -> bool:
    """Returns whether a channel is a coordinate, or a linear function of one over time."""
    call = _WINDOWED.fullmatch(name)
    if call is not None:
        return call[1] not in ("lowest", "highest") and _is_linear(call[2])
    return _JOINT.fullmatch(name) is not None


def _power(channel: str) -> Optional[int]:
    """Returns the power of the playback speed by which a channel is scaled; None if its value at another speed is not
    known."""
    joint = _JOINT.fullmatch(channel)
    return int(joint[2] == "speed") if joint is not None else _RATE_OF.get(channel)


def _refuse(what: str, names: Sequence[str]) -> None:
    if names:
        raise ValueError(f"{what} {_listed(names)}")


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - 5} more" if len(names) > 5 else ""
    return ", ".join(names[:5]) + more
