"""Statistics that scale numbers for a network."""

from __future__ import annotations

from typing import Any, Iterable, List, Mapping, Optional, Sequence, TypeVar

import numpy as np
from numpy.typing import NDArray

__all__ = ["Statistics", "columns_named"]

A = TypeVar("A")

_MIN_DEVIATION = 1e-6
"""The smallest deviation of a varying column. A column with a smaller deviation counts as constant: it is shifted, but not scaled."""


class Statistics:
    """The mean and the standard deviation of each column of a training set. They scale any dataset.

    - mean, deviation: (columns,) float32, finite; deviations are above 0.
    - unscaled: the names of columns that are not scaled. Their means become 0 and their deviations 1.

    Raises ValueError for other shapes and numbers, and KeyError for unscaled columns that do not exist or occur twice.
    """

    def __init__(
        self,
        columns: Sequence[str],
        mean: NDArray[np.float32],
        deviation: NDArray[np.float32],
        unscaled: Sequence[str] = (),
    ) -> None:
        self.columns: List[str] = list(columns)
        self.mean = np.array(mean, np.float32)
        self.deviation = np.array(deviation, np.float32)
        if not self.mean.shape == self.deviation.shape == (len(self.columns),):
            shapes = f"{self.mean.shape} means and {self.deviation.shape} deviations"
            raise ValueError(f"there are {len(self.columns)} columns, {shapes}")
        if not (np.isfinite(self.mean) & np.isfinite(self.deviation) & (self.deviation > 0)).all():
            raise ValueError("means and deviations must be finite, and deviations above 0")
        places = columns_named(unscaled, self.columns, {})
        self.unscaled: List[str] = [self.columns[place] for place in places]
        """The columns that are not shifted or scaled, such as the signals of events and contacts."""
        self.mean[places], self.deviation[places] = 0.0, 1.0

    @staticmethod
    def of(
        columns: Sequence[str],
        parts: Iterable[NDArray[np.float32]],
        *,
        unscaled: Sequence[str] = (),
        groups: Optional[Mapping[str, Sequence[str]]] = None,
    ) -> "Statistics":
        """Returns the statistics of all rows of all parts. Each part has the shape (rows, columns). Parts are joined in float64
        by the method of Chan, Golub and LeVeque (1979), so that a large mean does not swallow a small deviation. A constant
        column has the deviation 1.

        unscaled: the names of columns, or of ``groups`` of columns, to leave as they are.

        Raises ValueError if there are no rows, if parts differ in their number of columns, or if a scaled column has
        NaN. Raises KeyError for an unknown name.
        """
        still = columns_named(unscaled, columns, groups or {})
        count, mean, squares = 0, np.zeros(len(columns)), np.zeros(len(columns))
        for part in parts:
            rows = np.asarray(part, np.float64)
            if rows.ndim != 2 or rows.shape[1] != len(columns):
                raise ValueError(f"a part must have the shape (rows, {len(columns)}), not {rows.shape}")
            if len(rows) == 0:
                continue
            own = rows.mean(axis=0)
            apart, total = own - mean, count + len(rows)
            squares += ((rows - own) ** 2).sum(axis=0) + apart**2 * (count * len(rows) / total)
            mean += apart * (len(rows) / total)
            count = total
        if count == 0:
            raise ValueError("there are no rows to measure")
        mean[still], squares[still] = 0.0, 0.0
        if not np.isfinite(mean).all():
            raise ValueError(f"there is NaN in {', '.join(np.asarray(columns)[~np.isfinite(mean)])}")
        deviation = np.sqrt(squares / count)
        deviation[deviation < _MIN_DEVIATION] = 1.0
        names = [columns[place] for place in still]
        return Statistics(columns, mean.astype(np.float32), deviation.astype(np.float32), names)

    def normalise(self, values: A) -> A:
        """Returns (values - mean) / deviation along the last axis, as a new NumPy array or PyTorch tensor."""
        mean, deviation = self._like(values)
        scaled: A = (values - mean) / deviation
        return scaled

    def denormalise(self, values: A) -> A:
        """Returns values * deviation + mean along the last axis."""
        mean, deviation = self._like(values)
        scaled: A = values * deviation + mean
        return scaled

    def _like(self, values: Any) -> Any:
        if tuple(values.shape)[-1:] != (len(self.columns),):
            raise ValueError(f"the last axis must have {len(self.columns)} columns, not the shape {tuple(values.shape)}")
        if isinstance(values, np.ndarray):
            return self.mean, self.deviation
        return values.new_tensor(self.mean), values.new_tensor(self.deviation)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Statistics)
            and (self.columns, self.unscaled) == (other.columns, other.unscaled)
            and np.array_equal(self.mean, other.mean)
            and np.array_equal(self.deviation, other.deviation)
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        unscaled = f", {len(self.unscaled)} of them unscaled" if self.unscaled else ""
        return f"<Statistics of {len(self.columns)} columns{unscaled}>"


def columns_named(names: Sequence[str], columns: Sequence[str], groups: Mapping[str, Sequence[str]]) -> List[int]:
    """Returns the indices of the columns with these names or in the groups with these names, in the order of the names. Missing
    columns of a group are skipped. Raises KeyError for unknown names and for columns named twice."""
    if isinstance(names, str):
        raise TypeError("names of columns must be a sequence, not one text")
    places = {name: place for place, name in enumerate(columns)}
    found: List[int] = []
    for name in names:
        of_name = [name] if name in places else [column for column in groups.get(name, ()) if column in places]
        if not of_name:
            raise KeyError(f"there is no column `{name}`, nor a group of columns")
        found += [places[column] for column in of_name]
    if len(set(found)) < len(found):
        raise KeyError("a column was chosen twice")
    return found
