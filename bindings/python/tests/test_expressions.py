"""Expressions over numbers and arrays."""

from __future__ import annotations

import numpy as np
import pytest

import footwork


@pytest.fixture
def weight() -> footwork.Expression:
    return footwork.compile("smoothstep(1, 3, speed) * (1 - tired)", ["speed", "tired"])


def test_values_by_position_and_name(weight: footwork.Expression) -> None:
    assert weight.variables == ["speed", "tired"] and weight.text.startswith("smoothstep")
    assert weight(2.0, 0.5) == weight(2.0, tired=0.5) == weight(tired=0.5, speed=2) == 0.25
    assert isinstance(weight(2, 0.5), float)
    assert weight(np.float32(2.0), np.float64(0.5)) == 0.25 == weight(np.array(2.0), 0.5)
    speeds = np.array([0, 2, 4], np.float32)
    assert weight(speeds, 0.5).tolist() == [0.0, 0.25, 0.5]
    assert weight(speeds, speeds / 4).dtype == np.float32


def test_results_have_the_shape_of_the_arrays(weight: footwork.Expression) -> None:
    speeds = np.arange(24, dtype=np.float32).reshape(2, 3, 4) / 8
    expected = weight(speeds.reshape(-1), 0.5).reshape(2, 3, 4)
    np.testing.assert_array_equal(weight(speeds, 0.5), expected)
    np.testing.assert_array_equal(weight(np.asfortranarray(speeds), 0.5), expected)
    np.testing.assert_array_equal(weight(speeds[:, ::2], 0.5), expected[:, ::2])
    assert weight(speeds[:, :0], 0.5).shape == (2, 0, 4)


def test_out_is_written_to(weight: footwork.Expression) -> None:
    speeds = np.linspace(0, 4, 10_000, dtype=np.float32)
    out = np.empty_like(speeds)
    assert weight(speeds, 0.5, out=out) is out
    np.testing.assert_array_equal(out, weight(speeds, 0.5))
    constant = footwork.compile("1 + 1", [])
    assert constant() == 2.0 and constant(out=out)[123] == 2.0


def test_nan_and_infinity_are_values() -> None:
    reciprocal = footwork.compile("1 / x", ["x"])
    values = np.array([0, np.nan, np.inf, -np.inf], np.float32)
    np.testing.assert_array_equal(reciprocal(values), np.array([np.inf, np.nan, 0, -0.0], np.float32))


@pytest.mark.parametrize(
    ("arguments", "named", "kind", "words"),
    [
        ((np.zeros(3), 0), {}, TypeError, r"`speed` must be a float32 array, not a float64 .*astype"),
        ((np.zeros(3, np.int32), 0), {}, TypeError, "int32"),
        (([1.0, 2.0], 0), {}, TypeError, "`list`"),
        ((np.zeros(3, np.float32), np.zeros(4, np.float32)), {}, ValueError, r"\(4,\).*\(3,\)"),
        ((1.0,), {}, TypeError, "`tired` has no value"),
        ((1.0, 2.0, 3.0), {}, TypeError, "2 variables and 3 values"),
        ((1.0, 2.0), {"speed": 1.0}, TypeError, "given twice"),
        ((1.0,), {"tird": 1.0}, TypeError, "no variable `tird`"),
        ((1.0, 2.0), {"out": np.zeros(3)}, TypeError, "float32"),
        ((np.zeros(4, np.float32), 2.0), {"out": np.zeros(3, np.float32)}, ValueError, r"\(3,\)"),
        ((1.0, 2.0), {"out": np.zeros(6, np.float32)[::2]}, ValueError, "C-contiguous"),
    ],
)
def test_invalid_values(
    weight: footwork.Expression, arguments: tuple[object, ...], named: dict[str, object], kind: type, words: str
) -> None:
    with pytest.raises(kind, match=words):
        weight(*arguments, **named)  # type: ignore[call-overload]


def test_out_must_be_writable_and_not_a_value(weight: footwork.Expression, walk: footwork.Clip) -> None:
    speeds = np.zeros(10, np.float32)
    with pytest.raises(ValueError, match="shares memory"):
        weight(speeds, 0.5, out=speeds)
    with pytest.raises(ValueError, match="shares memory"):
        weight(speeds[:5], 0.5, out=speeds[2:7])
    with pytest.raises(ValueError, match="cannot be written to"):
        weight(0.5, 0.5, out=walk.channel("speed"))
    # Read-only views are accepted as values.
    assert weight(walk.channel("speed"), 0.0).shape == (39,)


def test_errors_have_span_and_hint() -> None:
    with pytest.raises(footwork.ExprError) as raised:
        footwork.compile("sin(tt)", ["t"])
    error = raised.value
    assert isinstance(error, ValueError)
    assert str(error) == "unknown name `tt` (at byte 4), did you mean `t`?"
    assert (error.span, error.message, error.hint) == ((4, 6), "unknown name `tt`", "did you mean `t`?")
    with pytest.raises(footwork.ExprError, match="given twice"):
        footwork.compile("x", ["x", "x"])
