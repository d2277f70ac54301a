"""Columns of equal length that pandas, Polars and Arrow can read directly."""

from __future__ import annotations

import json
import os
from html import escape
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    Dict,
    Iterator,
    List,
    Mapping,
    Optional,
    Sequence,
    Tuple,
    Type,
    TypeVar,
    Union,
)

import numpy as np
from numpy.typing import NDArray

from . import _pickle

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

__all__ = ["METADATA", "Table", "pyarrow_module"]

METADATA = b"footwork"
"""The key of the metadata in the schema of an Arrow table: JSON."""

_SHOWN_ROWS = 10
"""The number of rows shown in a notebook."""

T = TypeVar("T", bound="Table")


class Table(Mapping[str, NDArray[Any]]):
    """Named columns of equal length: a mapping of NumPy arrays, ``table["speed"]``, ``dict(table)``.

    ``pandas.DataFrame(table)``, ``pyarrow.table(table)`` and ``polars.DataFrame(table)`` work, as does every reader of
    the Arrow PyCapsule interface. Some columns, such as ``clip``, hold indices into a list of names. They become
    categories in `to_pandas`, `to_polars` and Arrow, and stay numbers in ``pandas.DataFrame(table)``.
    """

    def __init__(
        self,
        columns: Mapping[str, NDArray[Any]],
        names: Mapping[str, Sequence[str]],
        units: Optional[Mapping[str, str]] = None,
    ) -> None:
        self._columns = dict(columns)
        self._names = {column: list(of) for column, of in names.items()}
        self.units: Dict[str, str] = dict(units or {})
        """The unit of each column that has one, such as "m/s"."""

    # pandas treats only `dict` as a mapping of columns, and treats the keys of other mappings as values. This property
    # answers its check `isinstance(table, dict)`; a subclass of `dict` would hide `__arrow_c_stream__` from pyarrow.
    @property  # type: ignore[misc]
    def __class__(self) -> Type[Any]:  # pyright: ignore[reportIncompatibleMethodOverride]
        return dict

    def __reduce__(self) -> Tuple[Callable[..., Any], Tuple[Any, ...]]:
        rest = {name: value for name, value in self.__dict__.items() if name != "_columns"}
        return _pickle.table, (type(self), self._columns, rest)

    def __getitem__(self, column: str) -> NDArray[Any]:
        return self._columns[column]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    def __eq__(self, other: object) -> bool:
        """Returns whether both have the same columns, bit for bit, and the same names and units."""
        if type(other) is not type(self) or not isinstance(other, Table):
            return NotImplemented
        rests = [{name: value for name, value in of.__dict__.items() if name != "_columns"} for of in (self, other)]
        pairs = zip(self._columns.values(), other._columns.values())
        return (
            rests[0] == rests[1]
            and list(self) == list(other)
            and all(a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes() for a, b in pairs)
        )

    __hash__ = None  # type: ignore[assignment]

    @property
    def row_count(self) -> int:
        """The number of rows."""
        return len(next(iter(self._columns.values()), ()))

    def to_arrow(self) -> "pyarrow.Table":
        """Returns the table as a ``pyarrow.Table``. Indices of names become dictionaries. The metadata of the schema
        has the values that `from_arrow` needs, and the metadata of each field has its unit.

        Raises ImportError without pyarrow.
        """
        arrow = pyarrow_module()
        fields, arrays = [], []
        for name, column in self._columns.items():
            array = arrow.array(column)
            if name in self._names:
                array = arrow.DictionaryArray.from_arrays(array, arrow.array(self._names[name], arrow.string()))
            unit = {"unit": self.units[name]} if name in self.units else None
            fields.append(arrow.field(name, array.type, metadata=unit))
            arrays.append(array)
        schema = arrow.schema(fields, metadata={METADATA: json.dumps(self._metadata())})
        return arrow.Table.from_arrays(arrays, schema=schema)

    def __arrow_c_stream__(self, requested_schema: Optional[object] = None) -> object:
        """Implements the Arrow PyCapsule interface with pyarrow."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def to_pandas(self) -> "pandas.DataFrame":
        """Returns the table as a ``pandas.DataFrame``; indices of names become categories. Raises ImportError without
        pandas."""
        import pandas

        columns: Dict[str, Any] = dict(self._columns)
        for name, of in self._names.items():
            columns[name] = pandas.Categorical.from_codes(self._columns[name], categories=of)
        return pandas.DataFrame(columns)

    def to_polars(self) -> "polars.DataFrame":
        """Returns the table as a ``polars.DataFrame``; indices of names become an Enum. Raises ImportError without Polars."""
        import polars

        columns: Dict[str, Any] = dict(self._columns)
        for name, of in self._names.items():
            columns[name] = polars.Series(name, of, polars.Enum(of)).gather(self._columns[name])
        return polars.DataFrame(columns)

    def write_parquet(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes a Parquet file, with the metadata of `to_arrow`. Raises ImportError without pyarrow."""
        table = self.to_arrow()
        import pyarrow.parquet

        pyarrow.parquet.write_table(table, os.fspath(path))

    @classmethod
    def read_parquet(cls: Type[T], path: Union[str, os.PathLike[str]]) -> T:
        """Reads a file written by `write_parquet`. Raises ImportError without pyarrow, ValueError for other files."""
        pyarrow_module()
        import pyarrow.parquet

        return cls.from_arrow(pyarrow.parquet.read_table(os.fspath(path)))

    @classmethod
    def from_arrow(cls: Type[T], table: Any) -> T:
        """Converts a ``pyarrow.Table`` made by `to_arrow`, or some of its rows, back to a table.

        Raises ValueError for a table without the metadata.
        """
        arrow = pyarrow_module()
        if not isinstance(table, arrow.Table):
            table = arrow.table(table)
        metadata = json.loads((table.schema.metadata or {}).get(METADATA, b"{}"))
        if metadata.get("table") != cls.__name__:
            raise ValueError(f"the table is no {cls.__name__}: its schema has no such metadata under {METADATA.decode()!r}")
        columns: Dict[str, NDArray[Any]] = {}
        for field, column in zip(table.schema, table.columns):
            array = column.combine_chunks()
            array = array.chunk(0) if isinstance(array, arrow.ChunkedArray) else array
            if field.name in metadata["names"]:
                # A file may reorder the names, and drop those without rows.
                places = {name: place for place, name in enumerate(metadata["names"][field.name])}
                numbers = np.array([places[name] for name in array.dictionary.to_pylist()], np.int32)
                array = arrow.array(numbers[array.indices.to_numpy(zero_copy_only=False)], arrow.int32())
            columns[field.name] = array.to_numpy(zero_copy_only=False)
        made: T = _pickle.table(cls, columns, cls._rest(metadata))
        return made

    def _metadata(self) -> Dict[str, Any]:
        """Returns the values that `from_arrow` needs in addition to the columns, for JSON."""
        return {"table": type(self).__name__, "version": 1, "names": self._names, "units": self.units}

    @classmethod
    def _rest(cls, metadata: Mapping[str, Any]) -> Dict[str, Any]:
        """Returns the attributes of a table with this metadata, except for its columns."""
        return {"_names": metadata["names"], "units": metadata["units"]}

    def _repr_html_(self) -> str:
        """Returns the first rows for notebooks."""
        shown: Dict[str, List[str]] = {}
        for name, column in self._columns.items():
            values = column[:_SHOWN_ROWS].tolist()
            of = self._names.get(name)
            texts = [of[value] if of else value for value in values]
            shown[name] = [f"{text:.4g}" if isinstance(text, float) else str(text) for text in texts]
        head = "".join(f"<th>{escape(name)}</th>" for name in shown)
        rows = ["".join(f"<td>{escape(text)}</td>" for text in row) for row in zip(*shown.values())]
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        return f"<table><tr>{head}</tr>{body}</table><p>{escape(repr(self))}</p>"

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.row_count} rows, columns {', '.join(self._columns)}>"


def pyarrow_module() -> Any:
    """Returns the module pyarrow. Raises ImportError with instructions to install it."""
    try:
        import pyarrow
    except ImportError as error:
        raise ImportError("Arrow and Parquet need pyarrow: pip install 'footwork[arrow]'") from error
    return pyarrow
