"""Statistics: the mean and deviation of each column, and unscaled columns."""

from __future__ import annotations

import os

import numpy as np
import pytest

import footwork

CASES = 100_000 if os.environ.get("FOOTWORK_SOAK") else 1_000


def test_unscaled_columns_keep_their_bits_and_others_their_scale() -> None:
    """Named columns and groups stay unscaled, and all others are scaled as usual."""
    rng = np.random.default_rng(2)
    for case in range(CASES):
        columns = [f"column {number}" for number in range(int(rng.integers(1, 9)))]
        groups = {f"group {number}": rng.choice(columns, int(rng.integers(1, len(columns) + 1)), replace=False).tolist() for number in range(2)}
        rows = (rng.normal(0, 10.0 ** rng.integers(-5, 6, len(columns)), (30, len(columns))) + rng.normal(0, 9, len(columns))).astype(np.float32)
        rows[:, rng.random(len(columns)) < 0.2] = 7
        parts = np.array_split(rows, int(rng.integers(1, 5)))
        name = str(rng.choice([*columns, *groups]))
        stays = groups.get(name, [name])
        plain = footwork.Statistics.of(columns, parts)
        found = footwork.Statistics.of(columns, parts, unscaled=[name], groups=groups)
        assert sorted(found.unscaled) == sorted(stays), f"case {case}"
        scaled, as_plain = found.normalise(rows), plain.normalise(rows)
        for place, column in enumerate(columns):
            expected = rows if column in stays else as_plain
            np.testing.assert_array_equal(scaled[:, place], expected[:, place], err_msg=f"case {case}")
        np.testing.assert_allclose(found.denormalise(scaled) / plain.deviation, rows / plain.deviation, rtol=1e-4, atol=1e-4)


def test_groups_of_a_dataset(library: footwork.Library) -> None:
    dataset = footwork.WindowDataset(
        library, "Gait", window=12, channels=["speed"], events=["Foot.Left"], tags=["Gait.Walk"], poses=["root", "contacts"], rate=30
    )
    everything = {"speed", "Foot.Left.sin", "Foot.Left.cos", "Gait.Walk", *dataset.groups["root"], *dataset.groups["contacts"]}
    assert set(dataset.columns) == everything and dataset.groups["events"] == dataset.groups["Foot.Left"]
    found = dataset.statistics(unscaled=["events", "contacts", "tags"])
    assert found.unscaled == ["Foot.Left.sin", "Foot.Left.cos", "left_foot.contact", "right_foot.contact", "Gait.Walk"]
    scaled = dataset.scaled(found)
    places = [dataset.columns.index(column) for column in found.unscaled]
    np.testing.assert_array_equal(scaled[3][:, places], dataset[3][:, places])
    assert not np.array_equal(scaled[3], dataset[3])
    # A scaled signal would be decoded incorrectly; an unscaled one is decoded correctly.
    code = dataset.encodings[int(dataset.windows[3, 0])]
    [before], [after] = (code.decode_all(np.ascontiguousarray(of[3][:, 1:3]), 30) for of in (dataset, scaled))
    assert before == after
    with pytest.raises(KeyError, match="there is no column `contact`, nor a group of columns"):
        dataset.statistics(unscaled=["contact"])
    with pytest.raises(KeyError, match="a column was chosen twice"):
        dataset.statistics(unscaled=["contacts", "left_foot.contact"])
    with pytest.raises(TypeError, match="not one text"):
        dataset.statistics(unscaled="contacts")


def test_numbers_of_another_width_are_an_error() -> None:
    columns = ["a", "b", "c"]
    rows = np.ones((4, 3), np.float32)
    statistics = footwork.Statistics.of(columns, [rows])
    for wrong in (rows[:, :1], rows[:, :2], rows[0], np.float32(1)):
        with pytest.raises(ValueError, match=r"a part must have the shape \(rows, 3\)"):
            footwork.Statistics.of(columns, [rows, wrong])
    for wrong in (rows[:, :1], rows[:, :2], rows[:, 0], np.float32(1)):
        for scale in (statistics.normalise, statistics.denormalise):
            with pytest.raises(ValueError, match="the last axis must have 3 columns"):
                scale(np.asarray(wrong))
    for mean, deviation in (([0, 0, 0], [1, 0, 1]), ([0, 0, 0], [1, -1, 1]), ([0, np.nan, 0], [1, 1, 1]), ([0, 0, 0], [1, np.inf, 1])):
        with pytest.raises(ValueError, match="must be finite"):
            footwork.Statistics(columns, np.array(mean, np.float32), np.array(deviation, np.float32))


def test_nan_in_an_unscaled_column_is_allowed() -> None:
    rows = np.array([[1, np.nan], [3, np.nan]], np.float32)
    found = footwork.Statistics.of(["a", "b"], [rows], unscaled=["b"])
    np.testing.assert_array_equal(found.normalise(rows), [[-1, np.nan], [1, np.nan]])
    with pytest.raises(ValueError, match="there is NaN in b"):
        footwork.Statistics.of(["a", "b"], [rows], unscaled=["a"])
