"""Tables in pandas, Polars, Arrow and Parquet, and back."""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path
from typing import Any, Dict

import numpy as np
import pandas
import polars
import pyarrow
import pytest

import footwork

FEATURES: Dict[str, Any] = {
    "channels": ["speed", "turn", "rate(speed)", "phase"],
    "events": ["Foot.Left", "Foot.Right"],
    "tags": ["Gait"],
    "poses": ["root"],
    "rate": "own",
}


@pytest.fixture(scope="module")
def table(library: footwork.Library) -> footwork.FramesTable:
    return footwork.frames_table(library, **FEATURES)


def check(frame: Dict[str, Any], table: footwork.Table, named: bool) -> None:
    """Compares sequences with the columns of a table. ``named``: whether the sequences have names in place of the numbers of
    names.
    """
    assert list(frame) == list(table)
    for name, column in table.items():
        own: Any = column.tolist()
        if named and name in table._names:
            own = [table._names[name][number] for number in own]
        assert list(frame[name]) == own, name


def test_pandas_frames_equal_the_table(table: footwork.FramesTable) -> None:
    frame = pandas.DataFrame(table)
    check({name: frame[name].tolist() for name in frame}, table, named=False)
    assert frame["speed"].dtype == np.float32 and frame["Gait"].dtype == np.bool_
    frame = table.to_pandas()
    check({name: frame[name].tolist() for name in frame}, table, named=True)
    assert frame["clip"].dtype == "category"


def test_polars_frames_equal_the_table(table: footwork.FramesTable) -> None:
    frame = table.to_polars()
    check(frame.to_dict(as_series=False), table, named=True)
    assert frame["speed"].dtype == polars.Float32 and isinstance(frame["clip"].dtype, polars.Enum)
    check(polars.from_arrow(pyarrow.table(table)).to_dict(as_series=False), table, named=True)  # type: ignore[union-attr]
    found = polars.from_arrow(table)
    # Polars makes a series of structs from all streams except those of pyarrow.
    frame = found.struct.unnest() if isinstance(found, polars.Series) else found
    check(frame.to_dict(as_series=False), table, named=True)
    assert polars.DataFrame(table).shape == (table.row_count, len(table))


def test_arrow_tables_equal_the_table_and_have_units(table: footwork.FramesTable) -> None:
    made = pyarrow.table(table)
    assert made.equals(table.to_arrow(), check_metadata=True)
    check(made.to_pydict(), table, named=True)
    units = {field.name: (field.metadata or {}).get(b"unit") for field in made.schema}
    assert units["speed"] == b"m/s" and units["turn"] == b"rad/s" and units["rate(speed)"] == "m/s²".encode()
    assert units["phase"] is None and units["root_motion.velocity_x"] == b"m/s"
    assert pyarrow.RecordBatchReader.from_stream(table).read_all().equals(made)


@pytest.mark.parametrize("query", [None, "Gait.Walk", "none"])
def test_a_table_comes_back_from_arrow_and_parquet(library: footwork.Library, tmp_path: Path, query: str | None) -> None:
    table = footwork.frames_table(library, **FEATURES, query=query)
    assert footwork.FramesTable.from_arrow(table.to_arrow()) == table
    table.write_parquet(tmp_path / "frames.parquet")
    again = footwork.FramesTable.read_parquet(tmp_path / "frames.parquet")
    assert again == table and again.encodings == table.encodings and again.units == table.units
    assert again.rates == [clip.exact_rate for clip in library.clips] and Fraction(16) in again.rates


def test_signals_that_come_back_decode(library: footwork.Library, tmp_path: Path) -> None:
    footwork.frames_table(library, **FEATURES).write_parquet(tmp_path / "frames.parquet")
    decoded = footwork.FramesTable.read_parquet(tmp_path / "frames.parquet").decode("Foot.Left")
    assert list(decoded) == [clip.name for clip in library.clips]
    found = 0
    for name, times in decoded.items():
        track = library.event_track("Foot.Left", name)
        score = footwork.score(track.times, times, tolerance_secs=0.02)
        # Events on the first or last frame of a clip that does not loop have no signal on their other side.
        assert score.extra == 0 and score.missed <= (0 if track.loop_secs else 2), name
        found += score.matched
    assert found > 30
    with pytest.raises(KeyError, match="Clap"):
        footwork.frames_table(library, ["speed"], rate="own").decode("Clap")


def test_a_table_of_some_rows_decodes(library: footwork.Library) -> None:
    walk = footwork.frames_table(library, events=["Foot.Left"], query="Gait.Walk", rate="own")
    [name] = {"deepmimic/walk.txt"} & set(walk.decode("Foot.Left"))
    kept = walk.to_arrow().slice(5, 200)
    assert footwork.FramesTable.from_arrow(kept).row_count == 200
    assert set(footwork.FramesTable.from_arrow(kept).decode("Foot.Left")) <= set(walk.decode("Foot.Left"))


def test_other_tables_are_refused(library: footwork.Library) -> None:
    for other in (pyarrow.table({"a": [1]}), footwork.spans_table(library).to_arrow()):
        with pytest.raises(ValueError, match="no FramesTable"):
            footwork.FramesTable.from_arrow(other)


@pytest.mark.parametrize("module", ["pandas", "polars"])
def test_a_missing_package_is_named(table: footwork.FramesTable, module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ImportError, match=module):
        getattr(table, f"to_{module}")()


def test_notebooks_show_the_first_rows(table: footwork.FramesTable) -> None:
    shown = table._repr_html_()
    assert shown.count("<tr>") == 11 and f"<td>{table.clip_names[0]}</td><td>9</td>" in shown
    odd = footwork.LabelsTable({"a<b": np.zeros(1)}, {})
    assert "<th>a&lt;b</th>" in odd._repr_html_()


def test_the_table_of_spans_has_every_span(library: footwork.Library) -> None:
    table = footwork.spans_table(library)
    rows = table.to_pandas()
    expected = [(clip.name, *span) for clip in library.clips for span in library.spans(clip.name)]
    assert [tuple(row) for row in rows[["clip", "tag", "start", "stop"]].itertuples(index=False)] == expected
    rates = np.array([clip.rate for clip in library.clips])[table["clip"]]
    np.testing.assert_allclose(table["stop_secs"], table["stop"] / rates)
    assert footwork.LabelsTable.from_arrow(table.to_arrow()) == table
    database = library.to_database()
    of_database = footwork.spans_table(database).to_pandas()
    for tag in database.tags:
        for clip in library.clips:
            kept = of_database[(of_database["tag"] == tag) & (of_database["clip"] == clip.name)]
            assert kept[["start", "stop"]].to_numpy().tolist() == database.tag_ranges(tag, clip.name).tolist()


def test_the_table_of_events_has_every_event(library: footwork.Library) -> None:
    for labelled in (library, library.to_database()):
        rows = footwork.events_table(labelled).to_pandas()
        count = 0
        for event in library.events:
            for clip in library.clips:
                kept = rows[(rows["event"] == event) & (rows["clip"] == clip.name)]
                np.testing.assert_array_equal(kept["frame"], library.event_frames(event, clip.name))
                np.testing.assert_allclose(kept["secs"], kept["frame"] / clip.rate)
                count += len(kept)
        assert count == len(rows) > 50


def test_the_table_of_cooccurrence_counts_the_common_frames(library: footwork.Library) -> None:
    table = footwork.cooccurrence_table(library)
    rows = table.to_pandas()
    pairs = {(row.tag, row.other): row for row in rows.itertuples()}
    masks = {tag: [library.query(tag).mask(clip.name) for clip in library.clips] for tag in library.tags}
    for place, tag in enumerate(library.tags):
        for other in library.tags[place:]:
            both = [a & b for a, b in zip(masks[tag], masks[other])]
            frames = sum(int(mask.sum()) for mask in both)
            row = pairs.pop((tag, other), None)
            assert (row.frames if row else 0) == frames
            if row:
                either = sum(int((a | b).sum()) for a, b in zip(masks[tag], masks[other]))
                secs = sum(mask.sum() / clip.rate for mask, clip in zip(both, library.clips))
                assert row.clips == sum(mask.any() for mask in both)
                np.testing.assert_allclose([row.share, row.secs], [frames / either, secs])
    assert not pairs
    some = footwork.cooccurrence_table(library, ["Gait", "Gait.Walk"]).to_pandas()
    assert some["frames"].tolist()[1:] == [library.query("Gait.Walk").frame_count] * 2
    with pytest.raises(footwork.QueryError):
        footwork.cooccurrence_table(library, ["Gati"])
