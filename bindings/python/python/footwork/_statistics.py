"""What numbers are scaled by before a network sees them."""

from __future__ import annotations

from typing import Any, Iterable, List, Sequence, TypeVar

import numpy as np
from numpy.typing import NDArray

__all__ = ["Statistics"]

A = TypeVar("A")

_MIN_DEVIATION = 1e-6
"""Columns that vary less are constant, and are only shifted."""


class Statistics:
    """The mean and the standard deviation of each column, of the training set, to apply to it and to others alike.

    mean, deviation: (columns,) float32. A column that does not vary has the deviation 1.
    """

    def __init__(self, columns: Sequence[str], mean: NDArray[np.float32], deviation: NDArray[np.float32]) -> None:
        self.columns: List[str] = list(columns)
        self.mean = np.asarray(mean, np.float32)
        self.deviation = np.asarray(deviation, np.float32)
        if not self.mean.shape == self.deviation.shape == (len(self.columns),):
            shapes = f"{self.mean.shape} means and {self.deviation.shape} deviations"
            raise ValueError(f"there are {len(self.columns)} columns, {shapes}")

    @staticmethod
    def of(columns: Sequence[str], parts: Iterable[NDArray[np.float32]]) -> "Statistics":
        """The statistics of all rows of the parts, each (rows, columns). Parts are joined in float64 by the method of Chan,
        Golub and LeVeque (1979), so that a large mean does not swallow a small deviation. Raises ValueError without rows,
        and for NaN."""
        count, mean, squares = 0, np.zeros(len(columns)), np.zeros(len(columns))
        for part in parts:
            rows = np.asarray(part, np.float64)
            if len(rows) == 0:
                continue
            own = rows.mean(axis=0)
            apart, total = own - mean, count + len(rows)
            squares += ((rows - own) ** 2).sum(axis=0) + apart**2 * (count * len(rows) / total)
            mean += apart * (len(rows) / total)
            count = total
        if count == 0:
            raise ValueError("there are no rows to measure")
        if not np.isfinite(mean).all():
            raise ValueError(f"there is NaN in {', '.join(np.asarray(columns)[~np.isfinite(mean)])}")
        deviation = np.sqrt(squares / count)
        deviation[deviation < _MIN_DEVIATION] = 1.0
        return Statistics(columns, mean.astype(np.float32), deviation.astype(np.float32))

    def normalise(self, values: A) -> A:
        """(values - mean) / deviation along the last axis, of NumPy arrays or PyTorch tensors: a new one."""
        mean, deviation = self._like(values)
        scaled: A = (values - mean) / deviation
        return scaled

    def denormalise(self, values: A) -> A:
        """values * deviation + mean along the last axis."""
        mean, deviation = self._like(values)
        scaled: A = values * deviation + mean
        return scaled

    def _like(self, values: Any) -> Any:
        if isinstance(values, np.ndarray):
            return self.mean, self.deviation
        return values.new_tensor(self.mean), values.new_tensor(self.deviation)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Statistics)
            and self.columns == other.columns
            and np.array_equal(self.mean, other.mean)
            and np.array_equal(self.deviation, other.deviation)
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Statistics of {len(self.columns)} columns>"
