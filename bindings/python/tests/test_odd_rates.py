"""Files with implausible rates are never resampled to rows of another rate."""

from __future__ import annotations

import os
import shutil
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import footwork
import footwork.ray

CASES = 100_000 if os.environ.get("FOOTWORK_SOAK") else 1_000

ODD = {"30": Fraction(1, 30), "1": Fraction(1), "0.0000001": Fraction(10**7)}
"""The frame time in a file, and its rate."""


def with_frame_time(testdata: Path, to: Path, secs: str) -> None:
    text = (testdata / "bvh" / "small.bvh").read_text()
    head, _, rest = text.partition("Frame Time:")
    to.write_text(f"{head}Frame Time: {secs}\n{rest.partition(chr(10))[2]}")


@pytest.fixture(params=sorted(ODD))
def folder(request: pytest.FixtureRequest, testdata: Path, samples: Path, tmp_path: Path) -> Path:
    """A library with a good clip and one with a mistake in its timing, both with a tag."""
    for file in ("walk.txt", "walk.txt.tags"):
        shutil.copy(samples / "deepmimic" / file, tmp_path / file)
    with_frame_time(testdata, tmp_path / "odd.bvh", request.param)
    frames = len(footwork.load_clip(tmp_path / "odd.bvh"))
    rate = ODD[request.param]
    (tmp_path / "odd.bvh.tags").write_text(f"footwork-tags 1\nclip odd.bvh\nframes {frames}\nrate {rate}\ntag Odd 0 {frames}\n")
    return tmp_path


def test_opening_warns_and_resampling_is_refused(folder: Path) -> None:
    with pytest.warns(footwork.FootworkWarning, match="motion is recorded at 5 to 1000"):
        library = footwork.load(folder)
    assert isinstance(library, footwork.Library)
    assert "odd-rate" in [finding.code for finding in library.findings if finding.file == "odd.bvh"]
    clip = library.clip("odd")
    with pytest.raises(ValueError, match="cannot be resampled: the rate is"):
        clip.resampled(30)
    assert clip.resampled(clip.exact_rate) == clip
    makers: Any = [
        lambda **choices: footwork.frames_table(library, rate=30, **choices),
        lambda **choices: footwork.WindowDataset(library, "all", window=1, rate=30, **choices),
        lambda **choices: library.to_store(folder / "made" / "store", rate=30, **choices),
    ]
    for make in makers:
        for choices in ({"channels": ["speed"]}, {"tags": ["Odd"]}, {"poses": ["root"], "tags": ["Odd"]}):
            with pytest.raises(footwork.ClipError, match=r"^odd\.bvh cannot be resampled to 30: the rate is .*rate=\"own\"") as caught:
                make(**choices)
            assert caught.value.code == "odd-rate" and caught.value.hint is not None
    assert not (folder / "made").exists()
    # Only clips of the query count, and frames may stay as they are.
    assert footwork.frames_table(library, ["speed"], query="Gait.Walk", rate=30).row_count > 0
    own = footwork.frames_table(library, tags=["Odd"], query="Odd", rate="own")
    assert own.row_count == len(clip)


def test_a_job_lists_the_clip_as_failed(folder: Path, tmp_path: Path) -> None:
    pytest.importorskip("fsspec", reason="fsspec is not installed")
    frames = footwork.ray.read_clips(str(folder)).features(channels=["speed"], rate=30)
    with pytest.warns(footwork.FootworkWarning):
        written = frames.write_parquet(str(tmp_path / "rows"), here=True)
    assert written.clips == ["walk.txt"] and [(one.clip, one.code) for one in written.failed] == [("odd.bvh", "odd-rate")]


def test_a_frame_time_of_single_precision_is_its_rate(testdata: Path, tmp_path: Path) -> None:
    with_frame_time(testdata, tmp_path / "a.bvh", "0.03333333507180214")
    assert footwork.load_clip(tmp_path / "a.bvh").exact_rate == 30


def test_any_rate_is_resampled_or_refused() -> None:
    rng = np.random.default_rng(3)
    for _ in range(CASES):
        frames = int(rng.integers(1, 20))
        rate = Fraction(int(rng.integers(1, 4000)), int(rng.integers(1, 40)))
        clip = footwork.Clip(["a"], [-1], np.ones((frames, 1, 4), np.float32), np.zeros((frames, 3)), rate)
        if frames > 1 and not 5 <= rate <= 1000:
            with pytest.raises(ValueError, match="cannot be resampled"):
                clip.resampled(rate + 1)
        else:
            assert clip.resampled(rate + 1).exact_rate == rate + 1
