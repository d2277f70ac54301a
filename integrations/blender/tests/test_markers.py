"""Labels become markers and come back, and edits of markers become edits of labels. Needs no Blender."""

from __future__ import annotations

import importlib.util
import random
import sys
from pathlib import Path

import pytest

# Load the file itself, because the package imports Blender.
_SPEC = importlib.util.spec_from_file_location("footwork_markers", Path(__file__).resolve().parents[1] / "footwork_tags" / "markers.py")
assert _SPEC is not None and _SPEC.loader is not None
markers = importlib.util.module_from_spec(_SPEC)
sys.modules["footwork_markers"] = markers
_SPEC.loader.exec_module(markers)
Labels = markers.Labels


def test_a_span_is_two_markers_and_an_event_one() -> None:
    labels = Labels([("Gait.Walk", 0, 20), ("Gait.Walk", 20, 30)], [("Foot.Left", 19.25)])
    assert markers.markers_of(labels) == [
        ("Gait.Walk [", 0),
        ("Foot.Left", 19),
        ("Gait.Walk )", 20),
        ("Gait.Walk [", 20),
        ("Gait.Walk )", 30),
    ]


def test_overlapping_spans_have_numbers() -> None:
    labels = Labels([("A", 0, 9), ("A", 3, 5), ("A", 4, 12), ("A", 6, 8), ("A", 9, 10)], [])
    shown = markers.markers_of(labels)
    assert ("A #2 [", 3) in shown and ("A #3 [", 4) in shown and ("A #2 [", 6) in shown and ("A [", 9) in shown
    assert markers.labels_of(shown) == labels


def test_shown_labels_are_read_back() -> None:
    for seed in range(2000):
        chance = random.Random(seed)
        spans = []
        for _ in range(chance.randrange(12)):
            start = chance.randrange(30)
            tag = chance.choice(["A", "A.B", '"a ["', '"#2 )"', '"ä, ö"'])
            spans.append((tag, start, start + chance.randint(1, 12)))
        labels = Labels(sorted(set(spans)), sorted({("E", float(chance.randrange(40))) for _ in range(3)}))
        shown = markers.markers_of(labels)
        chance.shuffle(shown)
        assert markers.labels_of(shown) == labels, seed
        assert not markers.changes(labels, markers.labels_of(shown)), seed


@pytest.mark.parametrize(
    "wrong, message",
    [
        ([("A [", 3)], "`A [` at frame 3 has no `A )` after it"),
        ([("A )", 3)], "`A )` at frame 3 has no `A [` before it"),
        ([("A [", 3), ("A )", 3)], "no `A [` before it"),
        ([("A [", 3), ("A [", 5), ("A )", 7)], "is inside the span that starts at 3"),
        ([("A [", 3), ("A )", 2)], "no `A )` after it"),
        ([("  ", 3)], "has no name"),
        ([("A #2 [", 3), ("A )", 5)], "`A #2 [` at frame 3 has no `A #2 )` after it"),
    ],
)
def test_all_invalid_markers_are_named(wrong: list, message: str) -> None:
    with pytest.raises(markers.MarkerError) as raised:
        markers.labels_of([*wrong, ("Z )", 9)])
    assert message in str(raised.value) and "`Z )` at frame 9" in str(raised.value)


def test_a_moved_event_is_moved() -> None:
    before = Labels([], [("E", 1.25), ("E", 9.0), ("E", 20.0), ("F", 3.0)])
    after = Labels([], [("E", 1.0), ("E", 11.0), ("F", 3.0), ("F", 4.0)])
    changes = markers.changes(before, after)
    assert changes.move_events == [("E", 9.0, 11.0)]
    assert changes.remove_events == [("E", 20.0)] and changes.add_events == [("F", 4.0)]


def test_a_moved_edge_replaces_its_span() -> None:
    before = Labels([("A", 0, 20), ("A", 20, 30), ("B", 1, 2)], [])
    changes = markers.changes(before, Labels([("A", 0, 20), ("A", 20, 31), ("B", 1, 2)], []))
    assert changes.remove_spans == [("A", 20, 30)] and changes.add_spans == [("A", 20, 31)]


def test_names_that_are_too_long_are_left_out() -> None:
    long = "Tag." + "x" * 57
    assert len(f"{long} [") == markers.MAX_NAME_BYTES
    labels = Labels([(long, 0, 9), ("A", 0, 3), (long + "y", 0, 3)], [("E" * 64, 3.0), ("E" * 63, 3.0)])
    kept, left_out = markers.without_long_names(labels)
    assert kept == Labels([(long, 0, 9), ("A", 0, 3)], [("E" * 63, 3.0)]) and left_out == ["E" * 64, long + "y"]
    # Two overlapping spans need numbers in their markers, and the name leaves no room for them.
    assert markers.without_long_names(Labels([(long, 0, 9), (long, 3, 12)], []))[1] == [long]
