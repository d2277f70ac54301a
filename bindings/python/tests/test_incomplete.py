"""Libraries with unreadable parts: functions that write keep existing output, unless partial=True skips the parts."""

from __future__ import annotations

import shutil
import warnings
from pathlib import Path
from typing import Any, Callable, Dict, List

import pytest

import footwork

CLIPS = ("dance", "run", "walk")
BROKEN = {"run.txt.tags": "<<<<<<< ours\n", "broken.bvh": "HIERARCHY\n"}
RULES = '[rules]\n"Auto.Run" = "{ speed > 2 }"\n'


@pytest.fixture
def folder(samples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FOOTWORK_STATE_DIR", str(tmp_path / "state"))
    folder = tmp_path / "library"
    folder.mkdir()
    for name in CLIPS:
        for file in (f"{name}.txt", f"{name}.txt.tags"):
            shutil.copy(samples / "deepmimic" / file, folder / file)
    (folder / "footwork.toml").write_text(RULES)
    return folder


def contents(folder: Path) -> Dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def opened(folder: Path) -> footwork.Library:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", footwork.FootworkWarning)
        return footwork.Library.load(folder)


def cut(library: footwork.Library, out: Path, **options: Any) -> List[str]:
    return sorted({piece.clip for piece in footwork.cut(library, "{ speed > 0 }", out, **options)})


def stored(library: footwork.Library, out: Path, **options: Any) -> List[str]:
    return library.to_store(out / "store", channels=["speed"], rate=30, **options).clip_names


def followed(library: footwork.Library, out: Path, **options: Any) -> List[str]:
    return sorted({proposal.clip for proposal in footwork.follow_rules(library, **options)})


def compiled(library: footwork.Library, out: Path, **options: Any) -> List[str]:
    database = library.to_database(**options)
    out.mkdir()
    database.save(out / "game.tagdb")
    return footwork.Database.load(out / "game.tagdb").query("Gait").names


Work = Callable[..., List[str]]


@pytest.mark.parametrize("file", BROKEN)
@pytest.mark.parametrize("work", [cut, stored, followed, compiled])
@pytest.mark.filterwarnings("ignore::footwork.FootworkWarning")
def test_an_unreadable_file_is_an_error(folder: Path, tmp_path: Path, work: Work, file: str) -> None:
    out = tmp_path / "out"
    (folder / file).write_text(BROKEN[file])
    before = contents(folder)
    with pytest.raises(footwork.LibraryError, match=f"because {file} could not be read; .* partial=True") as caught:
        work(opened(folder), out)
    assert {finding.file for finding in caught.value.findings} == {file}
    assert contents(folder) == before and not out.exists()
    done = work(opened(folder), out, partial=True)
    assert (done or work is followed) and ("run.txt" in done) == (file == "broken.bvh")
    assert (folder / file).read_text() == BROKEN[file]


@pytest.mark.filterwarnings("ignore::footwork.FootworkWarning")
def test_an_existing_index_stays(folder: Path, tmp_path: Path) -> None:
    kept = tmp_path / "poses.fwpi"
    footwork.matching.index(opened(folder)).save(kept)
    before = kept.read_bytes()
    (folder / "run.txt").write_text("{")
    index = footwork.matching.index(opened(folder))
    with pytest.raises(footwork.LibraryError, match="poses.fwpi is not written, because run.txt"):
        index.save(kept)
    assert kept.read_bytes() == before
    index.save(kept, partial=True)
    assert kept.read_bytes() != before


def test_an_existing_store_stays(folder: Path, tmp_path: Path) -> None:
    stored(opened(folder), tmp_path)
    before = contents(tmp_path / "store")
    (folder / "broken.bvh").write_text(BROKEN["broken.bvh"])
    with pytest.raises(footwork.LibraryError, match="store is not written, because broken.bvh"):
        stored(opened(folder), tmp_path)
    assert contents(tmp_path / "store") == before


@pytest.mark.filterwarnings("ignore::footwork.FootworkWarning")
def test_a_cached_result_lacks_the_same_clips_as_the_first(folder: Path, tmp_path: Path) -> None:
    library = opened(folder)
    shutil.copy(folder / "dance.txt", folder / "run.txt")
    for _ in range(2):
        library.query("{ speed > 0 }")
        with pytest.raises(footwork.LibraryError, match="nothing is cut, because run.txt could not be read"):
            cut(library, tmp_path / "out")
        with pytest.raises(footwork.LibraryError, match="because run.txt could not be read"):
            footwork.propose_rules(library)
    assert not (tmp_path / "out").exists()
    assert cut(library, tmp_path / "out", partial=True) == ["dance.txt", "walk.txt"]
