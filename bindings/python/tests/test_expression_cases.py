"""Runs the cases of `testdata/expr` in Python. Every evaluator of expressions runs the same cases."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import footwork

EXPR = Path(__file__).resolve().parents[3] / "testdata" / "expr"
VALUES = tomllib.loads((EXPR / "values.toml").read_text())["case"]
ERRORS = tomllib.loads((EXPR / "errors.toml").read_text())["case"]


@pytest.mark.parametrize("case", VALUES, ids=lambda case: case.get("name", case["expr"])[:60])
def test_values(case: dict[str, Any]) -> None:
    variables = case.get("variables", [])
    compiled = footwork.compile(case["expr"], variables)
    if "postfix" in case:
        assert compiled.postfix == case["postfix"]
    rows = case.get("rows", [])
    for row in rows:
        *values, expected = row
        one = np.float32(compiled(*values))
        assert_same_bits(one, np.float32(expected))
    if rows and variables:
        columns = np.array(rows, np.float32).T.copy()
        many = compiled(*columns[:-1])
        assert many.dtype == np.float32
        assert_same_bits(many, columns[-1])


def assert_same_bits(found: Any, expected: Any) -> None:
    found, expected = np.asarray(found, np.float32), np.asarray(expected, np.float32)
    same = (found.view(np.uint32) == expected.view(np.uint32)) | (np.isnan(found) & np.isnan(expected))
    assert same.all(), (found, expected)


@pytest.mark.parametrize("case", ERRORS, ids=lambda case: case["expr"][:60])
def test_errors(case: dict[str, Any]) -> None:
    text = case["expr"]
    with pytest.raises(footwork.ExprError) as raised:
        footwork.compile(text, case.get("variables", ["x", "y", "speed"]))
    found = raised.value.diagnostics
    for mistake, expected in zip(found, case["errors"], strict=True):
        assert mistake.code == expected["code"]
        assert text.encode()[slice(*mistake.span)].decode() == expected.get("at", "")
        assert mistake.message == expected.get("message", mistake.message)
        assert mistake.hint == expected.get("hint", mistake.hint)
    first = found[0]
    error = raised.value
    assert (error.span, error.message, error.hint) == (first.span, first.message, first.hint)
