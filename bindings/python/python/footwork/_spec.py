"""The specification of a network's columns, which travels with the network."""

from __future__ import annotations

import os
import pickle
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Sequence, Tuple, Type, Union, cast

import numpy as np
from numpy.typing import NDArray

from ._files import check_file
from ._footwork import Clip, Encoding, Library, Probability, _read_spec, _spec_difference, _write_spec
from ._onnx import metadata, with_metadata
from ._statistics import Statistics, columns_named

if TYPE_CHECKING:
    from ._dataset import WindowDataset

__all__ = ["FeatureSpec"]

_Path = Union[str, "os.PathLike[str]"]

_KEY = "footwork.features"
"""The key in the metadata of an ONNX file."""


class FeatureSpec:
    """Everything that a game needs to feed a network and to read its outputs. It has the columns with their units,
    order, rate and scale, the encodings of events, and the columns that the network takes and returns.

    Save it next to checkpoints, and put it into the exported network with `to_onnx`. The crate ``footwork`` reads it there,
    computes the same columns in the game, and decodes the outputs.

    text: the JSON of `to_json`. Raises ValueError if the text is not a specification, if a newer version wrote it, if
    it was changed afterwards, or if this version computes other columns.
    """

    def __init__(self, text: str) -> None:
        parts = _read_spec(text)
        self._text = text
        self.hash: str = parts["hash"]
        """16 hexadecimal digits of every name and number."""
        self.rate = Fraction(parts["rate"])
        """Frames per second."""
        self.columns: List[str] = [name for name, _ in parts["columns"]]
        """The names of all columns, in order."""
        self.units: Dict[str, str] = {name: unit for name, unit in parts["columns"] if unit}
        """The units of the columns that have one."""
        self.encodings: Dict[str, Encoding] = {}
        """The encoding of each event that is a signal."""
        self.probabilities: Dict[str, Probability] = {}
        """The decoder of each event that is a probability."""
        for name, is_probability, first, second in parts["events"]:
            if is_probability:
                self.probabilities[name] = Probability(first, second)
            else:
                self.encodings[name] = Encoding(first, second)
        self.tags: List[str] = parts["tags"]
        """The tags among the columns."""
        self.frames: int = parts["frames"]
        """The number of consecutive frames that the network takes, the newest last."""
        self.inputs: List[str] = parts["inputs"]
        """The columns that the network takes, in order."""
        self.outputs: List[str] = parts["outputs"]
        """The columns that the network returns, in order."""
        self.statistics: Optional[Statistics] = None
        """The scale of the columns; None if the network takes them as they are."""
        if parts["scaling"] is not None:
            mean, deviation, unscaled = parts["scaling"]
            self.statistics = Statistics(self.columns, np.array(mean, np.float32), np.array(deviation, np.float32), unscaled)

    @staticmethod
    def of(
        dataset: WindowDataset[Any],
        *,
        inputs: Optional[Sequence[str]] = None,
        outputs: Sequence[str] = (),
        frames: int = 1,
        statistics: Optional[Statistics] = None,
        probability: Union[Probability, Mapping[str, Probability], None] = None,
    ) -> FeatureSpec:
        """Returns the specification of a network that is trained on a dataset of a library.

        - inputs, outputs: the names of columns or of groups of columns, in the order of the network; by default all columns are
          inputs.
        - frames: the number of frames that the network takes.
        - statistics: the scale of the columns; by default that of the dataset.
        - probability: the decoder of events that are probabilities. This is one `Probability` for all events, or one
          for each; by default `Probability()`.

        The heading, the travelling joint and the skeleton come from the clips, which are read again.

        Raises TypeError for a dataset of a store, because a store has no skeleton. Raises KeyError for unknown names.
        Raises ValueError for clips that differ in rate, encoding, heading or travelling joint, and for statistics of
        other columns.
        """
        choices, poses, units = dataset._chosen_columns()
        clips = sorted(set(dataset.windows[:, 0].tolist()))
        rates = {dataset.rates[clip] for clip in clips}
        if len(rates) != 1:
            given = ", ".join(map(str, sorted(rates))) or "none"
            raise ValueError(f"a network needs clips of one frame rate, not {given}: pass rate=…")
        encodings = {(code.window_secs, code.sigma_secs) for code in (dataset.encodings[clip] for clip in clips if dataset.encodings)}
        if len(encodings) > 1:
            raise ValueError("a network needs one encoding of its events: pass encoding=…")
        # A dataset from another process holds its library pickled.
        held = dataset._library
        events: List[Tuple[str, bool, float, float]] = []
        for event in choices.events:
            events += [(event, False, window, sigma) for window, sigma in encodings]
            if choices.targets == "probability":
                one = probability.get(event) if isinstance(probability, Mapping) else probability
                one = one or Probability()
                events.append((event, True, one.threshold, one.min_gap_secs))
        library = cast("Library", pickle.loads(held) if isinstance(held, bytes) else held)
        scaling = statistics or dataset.scaling
        if scaling is not None and scaling.columns != dataset.columns:
            raise ValueError("the statistics have other columns than the dataset")

        def named(names: Sequence[str]) -> List[str]:
            return [dataset.columns[place] for place in columns_named(names, dataset.columns, dataset.groups)]

        text = _write_spec(
            str(rates.pop()),
            [(channel, units.get(channel, "")) for channel in choices.channels],
            events,
            list(choices.tags),
            poses.groups if poses else [],
            (library.clip(clip) for clip in clips),
            poses.joints if poses else [],
            None if scaling is None else (scaling.mean.tolist(), scaling.deviation.tolist(), scaling.unscaled),
            frames,
            list(dataset.columns) if inputs is None else named(inputs),
            named(outputs),
        )
        return FeatureSpec(text)

    def to_json(self) -> str:
        """Returns the specification as JSON on one line."""
        return self._text

    def save(self, path: _Path) -> None:
        """Writes the JSON to a file, such as ``foot_strikes.features.json`` next to a checkpoint. Raises OSError."""
        _replace(path, self._text.encode())

    @staticmethod
    def load(path: _Path) -> FeatureSpec:
        """Reads the file of `save`. Raises OSError, and ValueError as the constructor does."""
        check_file(path)
        with open(path, encoding="utf-8") as file:
            return _of_file(path, file.read())

    def to_onnx(self, path: _Path) -> None:
        """Puts the specification into the metadata of an ONNX file, under the key ``footwork.features``. Replaces an
        earlier specification; the rest of the file stays as it is.

        Raises OSError, and ValueError if the file is not an ONNX model.
        """
        check_file(path)
        with open(path, "rb") as file:
            model = file.read()
        try:
            changed = with_metadata(model, _KEY, self._text)
        except ValueError as error:
            raise ValueError(f"{os.fspath(path)}: {error}") from error
        _replace(path, changed)

    @staticmethod
    def from_onnx(path: _Path) -> FeatureSpec:
        """Reads the specification in an ONNX file. Raises OSError if the file cannot be read, and ValueError if there
        is no specification or as the constructor does.
        """
        check_file(path)
        with open(path, "rb") as file:
            model = file.read()
        try:
            text = metadata(model, _KEY)
        except ValueError as error:
            raise ValueError(f"{os.fspath(path)}: {error}") from error
        if text is None:
            raise ValueError(f"{os.fspath(path)}: the model has no `{_KEY}`; write it with FeatureSpec.to_onnx")
        return _of_file(path, text)

    def difference(self, running: FeatureSpec) -> Optional[str]:
        """Returns the first difference in the meaning of columns between this specification and that of a running program, in
        words; None if they agree. Statistics belong to the network and are not compared."""
        return _spec_difference(self._text, running._text)

    def pose_rows(self, clip: Clip) -> NDArray[np.float32]:
        """Returns the pose columns of a clip, which are the last columns: (F, columns).

        Raises ValueError with the first difference if the clip's skeleton or rate does not fit.
        """
        return clip._spec_rows(self._text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FeatureSpec) and self.hash == other.hash

    def __hash__(self) -> int:
        return hash(self.hash)

    def __reduce__(self) -> Tuple[Type[FeatureSpec], Tuple[str]]:
        return FeatureSpec, (self._text,)

    def __repr__(self) -> str:
        return f"<FeatureSpec {self.hash}: {len(self.inputs)} inputs, {len(self.outputs)} outputs at {self.rate} fps>"


def _of_file(path: _Path, text: str) -> FeatureSpec:
    try:
        return FeatureSpec(text)
    except ValueError as error:
        raise ValueError(f"{os.fspath(path)}: {error}") from error


def _replace(path: _Path, content: bytes) -> None:
    """Writes a file so that it has either its old or its new content."""
    scratch = f"{os.fspath(path)}.new{os.getpid()}"
    try:
        with open(scratch, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(scratch, path)
    except BaseException:
        if os.path.exists(scratch):
            os.remove(scratch)
        raise
