"""A folder inside a library, opened alone, is read without the library's settings: somebody says so."""

from __future__ import annotations

from pathlib import Path

import pytest

import footwork


def test_settings_above_are_named(samples: Path, library: footwork.Library) -> None:
    with pytest.warns(footwork.FootworkWarning, match=r'ask for `clip\("cmu/\*\*"\)`'):
        alone = footwork.Library.load(samples / "cmu")
    with pytest.raises(footwork.LibraryError, match="the settings of"):
        footwork.Library.load(samples / "cmu", strict=True)
    # What the warning advises.
    names = library.query('clip("cmu/**")').names
    assert [name.removeprefix("cmu/") for name in names] == [clip.name for clip in alone.clips]


def test_a_library_inside_has_its_own(samples: Path) -> None:
    assert footwork.Library.load(samples / "football", strict=True).findings is not None
