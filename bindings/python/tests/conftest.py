"""Shared fixtures: the repository's folders and the sample library."""

from __future__ import annotations

from pathlib import Path

import pytest

import footwork

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="session")
def samples() -> Path:
    return ROOT / "samples"


@pytest.fixture(scope="session")
def testdata() -> Path:
    return ROOT / "testdata"


@pytest.fixture(scope="session")
def library(samples: Path) -> footwork.Library:
    opened = footwork.load(samples)
    assert isinstance(opened, footwork.Library)
    assert opened.findings == []
    return opened


@pytest.fixture(scope="session")
def walk(library: footwork.Library) -> footwork.Clip:
    return library.clip("walk")
