"""Shards of clips on any store, made in this process: their contents, failures, and completion of missing parts."""

from __future__ import annotations

import errno
import io
import json
import os
import shutil
import struct
import tarfile
import tempfile
import zipfile
from pathlib import Path
from typing import Any, Dict, Iterator, List

import numpy as np
import pytest

import footwork

pytest.importorskip("fsspec", reason="fsspec is not installed")
pytest.importorskip("pyarrow", reason="pyarrow is not installed")

import footwork.ray

from footwork._footwork import _crc32c  # noqa: E402

CHOICES: Dict[str, Any] = {"channels": ["speed", "left_foot.height"], "tags": ["Gait", "Phase.Land"], "rate": 30}
POSES: Dict[str, Any] = {"poses": ["positions", "root", "contacts"], "joints": ["hips", "left_foot"]}
EVENTS = ["Foot.Left", "Foot.Right"]


def frames(path: Any, query: str | None = None, **options: Any) -> footwork.ray.Frames:
    clips = footwork.ray.read_clips(path, **{"block_files": 5, **options})
    return clips.features(query, **CHOICES, **POSES).encode_events(EVENTS, 0.3)


def read(folder: Path) -> List[footwork.FramesTable]:
    return [footwork.FramesTable.read_parquet(path) for path in sorted(folder.glob("*.parquet"))]


def test_shards_have_the_rows_of_one_table(samples: Path, library: footwork.Library, tmp_path: Path) -> None:
    written = frames(samples).write_parquet(str(tmp_path / "out"), here=True)
    whole = footwork.frames_table(library, CHOICES["channels"], EVENTS, CHOICES["tags"], encoding=0.3, rate=30, **POSES)
    parts = read(tmp_path / "out")
    assert len(parts) == 5 and written.failed == [] and written.clips == [clip.name for clip in library.clips]
    assert written.files == [f"part-{number:05d}.parquet" for number in range(5)] and written.columns == list(whole)[2:]
    assert written.frames == whole.row_count == sum(part.row_count for part in parts)
    for name in list(whole)[1:]:
        np.testing.assert_array_equal(np.concatenate([part[name] for part in parts]), whole[name], err_msg=name)
    names = [part.clip_names[number] for part in parts for number in part["clip"]]
    assert names == [whole.clip_names[number] for number in whole["clip"]]
    assert parts[0].encodings[0] == whole.encodings[0] and parts[0].units == whole.units


def test_blocks_are_handed_to_cores_in_few_tasks_large_ones_first() -> None:
    from footwork.ray._job import in_tasks

    for blocks, cores in [(0, 2), (1, 2), (13, 2), (130, 2), (130, 64), (5, 100), (200, 2)]:
        items: List[Any] = [(number, []) for number in range(blocks)]
        tasks = in_tasks(items, cores)
        sizes = [len(task) for task in tasks]
        assert [item for task in tasks for item in task] == items
        assert sizes == sorted(sizes, reverse=True) and 0 not in sizes
        assert len(tasks) >= min(blocks, cores) and sizes[-1:] in ([], [1])
        assert max(sizes, default=0) <= 16
    assert [len(task) for task in in_tasks(items[:13], 2)] == [4, 3, 2, 1, 1, 1, 1]
    assert len(in_tasks([(number, []) for number in range(1_000_000)], 2)) < 10_100


def test_the_compiled_file_equals_that_of_the_library(samples: Path, library: footwork.Library, tmp_path: Path) -> None:
    for block_files in (1, 7, 100):
        clips = footwork.ray.read_clips(samples, block_files=block_files)
        written = clips.compile(str(tmp_path / "all.tagdb"), here=True)
        assert (tmp_path / "all.tagdb").read_bytes() == library.to_database().to_bytes()
        assert written.clips == [clip.name for clip in library.clips]
        assert [path.name for path in tmp_path.iterdir()] == ["all.tagdb"]


def test_databases_merge_in_any_order(library: footwork.Library) -> None:
    whole = library.to_database()
    parts = []
    for number, clip in enumerate(whole.clips):
        part = footwork.Database()
        own = part.add_clip(clip.name, clip.frames, clip.exact_rate)
        for tag in whole.tags:
            part.declare_tag(tag)
            part.set_tag(tag, own, whole.tag_ranges(tag, number))
        for event in whole.events:
            part.declare_event(event)
            part.set_event(event, own, whole.event_frames(event, number))
        parts.append(part)
    merged = footwork.Database.merged
    expected = whole.to_bytes()
    assert merged(parts).to_bytes() == merged(parts[::-1]).to_bytes() == expected
    left = merged([merged(parts[:3]), merged(parts[3:])])
    right = merged([merged(parts[10:]), *parts[:2], merged(parts[2:10])])
    assert left.to_bytes() == right.to_bytes() == expected
    assert merged([]).clips == ()
    with pytest.raises(ValueError, match="there is already a clip named"):
        merged([left, parts[4]])


def test_broken_clips_are_rows_of_failed(samples: Path, tmp_path: Path) -> None:
    folder = tmp_path / "library"
    shutil.copytree(samples / "deepmimic", folder)
    (folder / "broken.bvh").write_text("HIERARCHY\nROOT")
    (folder / "walk.txt.tags").write_text((folder / "walk.txt.tags").read_text().replace("tag", "tga"))
    (folder / "run.txt").write_text((folder / "run.txt").read_text().replace("0.0333", "0.0334").replace("0.0625", "0.0626"))
    (folder / "alone.bvh").write_bytes((samples / "cmu" / "playground_climb_up_01.bvh").read_bytes())
    clips = footwork.ray.read_clips(folder, block_files=4)
    written = clips.features(channels=["left_ankle.height"], rate="own").write_parquet(str(tmp_path / "out"), here=True)
    failed = {row.clip: row.code for row in written.failed}
    assert failed.keys() == {"broken.bvh", "walk.txt.tags", "run.txt", "alone.bvh"}, failed
    assert failed["alone.bvh"] == "channel" and failed["run.txt"] == "stale"
    assert not {"walk.txt", "run.txt", "alone.bvh"} & set(written.clips) and len(written.clips) == 12
    lines = (tmp_path / "out" / "_footwork" / "failed.jsonl").read_text().splitlines()
    assert [json.loads(line) for line in lines] == [row._asdict() for row in written.failed]
    kept = footwork.ray.read_clips(folder, block_files=4, keep_stale=True)
    with pytest.warns(footwork.FootworkWarning, match=r"run\.txt\.tags: warning\[stale-"):
        again = kept.features(channels=["speed"], rate="own").write_parquet(str(tmp_path / "kept"), here=True)
    assert {"run.txt", "alone.bvh"} < set(again.clips)


def test_files_changed_since_they_were_listed_fail(samples: Path, tmp_path: Path) -> None:
    for name in ("walk.txt", "walk.txt.tags", "run.txt", "kick.txt", "kick.txt.tags"):
        shutil.copy(samples / "deepmimic" / name, tmp_path)
    clips = footwork.ray.read_clips(tmp_path)
    (tmp_path / "walk.txt.tags").write_text((tmp_path / "walk.txt.tags").read_text() + "tag New 0 3\n")
    (tmp_path / "run.txt").unlink()
    written = clips.features(rate="own", tags=["Gait"]).write_parquet(str(tmp_path / "out"), here=True)
    assert {row.clip: row.code for row in written.failed} == {"walk.txt.tags": "changed", "run.txt": "unreadable"}
    assert written.clips == ["kick.txt"]


def test_a_second_call_writes_only_missing_shards(samples: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    first = frames(samples).write_parquet(str(out), here=True)
    before = {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in out.glob("*.parquet")}
    # One record is lost, as if the program had been killed before it; one shard is cut short.
    (out / "_footwork" / "part-00001.json").unlink()
    (out / "part-00003.parquet").write_bytes(b"cut")
    assert frames(samples).write_parquet(str(out), here=True) == first
    after = {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in out.glob("*.parquet")}
    assert {name: data for name, (data, _) in after.items()} == {name: data for name, (data, _) in before.items()}
    assert {name for name in after if after[name] != before[name]} == {"part-00001.parquet", "part-00003.parquet"}
    with pytest.raises(FileExistsError, match="another job"):
        frames(samples, "Gait").write_parquet(str(out), here=True)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "file").write_text("")
    with pytest.raises(FileExistsError, match="not shards"):
        frames(samples).write_parquet(str(tmp_path / "other"), here=True)


def test_clips_are_read_from_an_archive_and_by_globs(samples: Path, library: footwork.Library, tmp_path: Path) -> None:
    archive = tmp_path / "clips.zip"
    with zipfile.ZipFile(archive, "w") as file:
        for path in sorted(samples.rglob("*")):
            if path.is_file():
                file.write(path, path.relative_to(samples))
    zipped = footwork.ray.read_clips("zip://", storage_options={"fo": str(archive)}, block_files=5)
    assert [file.name for file in zipped.files] == [clip.name for clip in library.clips]
    store = zipped.source.store
    with zipped_block(zipped) as block:
        assert len(block.used) == 5 and block.failed == []
    assert "zip" in store.protocol
    globbed = footwork.ray.read_clips([str(samples / "cmu" / "*.bvh"), str(samples / "deepmimic" / "w*.txt")])
    assert Path(globbed.source.root) == samples and globbed.source.settings is not None
    assert len(globbed) == 9 and globbed.files[-1].name == "deepmimic/walk.txt"
    with pytest.raises(FileNotFoundError):
        footwork.ray.read_clips(str(samples / "nothing" / "*.bvh"))
    with pytest.raises(ValueError, match="there is no clip"):
        footwork.ray.read_clips(str(samples / "README.md"))
    football = footwork.ray.read_clips(samples / "football")
    assert len(football) == 27 and not any("football" in file.name for file in globbed.files)


def zipped_block(clips: footwork.ray.Clips) -> Any:
    from footwork.ray._block import opened_block

    return opened_block(clips.source, clips.blocks[0])


def test_mistakes_are_found_before_the_work(samples: Path, tmp_path: Path) -> None:
    clips = footwork.ray.read_clips(samples)
    out = str(tmp_path / "out")
    with pytest.raises(footwork.QueryError):
        clips.features("Gait &", rate=30).write_parquet(out, here=True)
    with pytest.raises(footwork.ChannelError):
        clips.features(channels=["sped"], rate=30).write_parquet(out, here=True)
    with pytest.raises(TypeError, match="rate"):
        clips.features(channels=["speed"])
    with pytest.raises(TypeError, match="window"):
        clips.features(rate=30).encode_events(["Foot.Left"])
    assert not (tmp_path / "out").exists()
    with pytest.warns(footwork.FootworkWarning, match="no clip has Gait.Rnu"):
        written = clips.features("Gait.Rnu", rate=30).write_parquet(out, here=True)
    assert written.frames == 0


def test_tar_files_have_the_windows_of_a_dataset(samples: Path, library: footwork.Library, tmp_path: Path) -> None:
    written = frames(samples, "Gait").write_webdataset(str(tmp_path / "out"), window=20, stride=5, here=True)
    windows = footwork.WindowDataset(library, "Gait", window=20, stride=5, events=EVENTS, encoding=0.3, **CHOICES, **POSES)
    found: Dict[tuple[str, int], np.ndarray[Any, Any]] = {}
    keys = []
    for path in sorted((tmp_path / "out").glob("*.tar")):
        with tarfile.open(path) as tar:
            files = {member.name: content(tar, member) for member in tar.getmembers()}
        for name in [name for name in files if name.endswith(".json")]:
            key = name[: -len(".json")]
            of = json.loads(files[name])
            assert of["stop"] - of["start"] == 20 and of["rate"] == "30" and of["encoding"][0] == 0.3
            found[of["clip"], of["start"]] = np.load(io.BytesIO(files[f"{key}.npy"]))
            keys.append(key)
    assert len(set(keys)) == len(keys) == len(found) == written.samples == len(windows)
    for number, (clip, start, _) in enumerate(windows.windows.tolist()):
        np.testing.assert_array_equal(found[windows.clip_names[clip], start], windows[number])


def content(tar: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    file = tar.extractfile(member)
    assert file is not None
    return file.read()


def fields(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Returns the fields of a protocol buffers message with only bytes."""
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        assert key & 7 == 2
        size, at = varint(data, at)
        yield key >> 3, data[at : at + size]
        at += size


def varint(data: bytes, at: int) -> tuple[int, int]:
    number = shift = 0
    while True:
        byte = data[at]
        number |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return number, at


def masked(data: bytes) -> int:
    crc = _crc32c(data)
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF


def test_the_checksum_equals_published_values() -> None:
    # RFC 3720, B.4.
    for data, crc in [(b"", 0), (b"123456789", 0xE3069283), (bytes(32), 0x8A9136AA), (b"\xff" * 32, 0x62A8AB43)]:
        assert _crc32c(data) == crc


def test_tfrecord_files_have_the_runs_of_a_table(samples: Path, library: footwork.Library, tmp_path: Path) -> None:
    written = frames(samples, "Gait.Walk").write_tfrecord(str(tmp_path / "out"), here=True)
    table = footwork.frames_table(
        library, CHOICES["channels"], EVENTS, CHOICES["tags"], query="Gait.Walk", encoding=0.3, rate=30, **POSES
    )
    values, count = [], 0
    for path in sorted((tmp_path / "out").glob("*.tfrecord")):
        data, at = path.read_bytes(), 0
        while at < len(data):
            (size,) = struct.unpack_from("<Q", data, at)
            assert struct.unpack_from("<I", data, at + 8)[0] == masked(data[at : at + 8])
            example = data[at + 12 : at + 12 + size]
            assert struct.unpack_from("<I", data, at + 12 + size)[0] == masked(example)
            at += size + 16
            [(_, features)] = fields(example)
            entries = [dict(fields(entry)) for _, entry in fields(features)]
            of = {entry[1].decode(): dict(fields(entry[2])) for entry in entries}
            [(_, floats)], [(_, ints)] = fields(of["values"][2]), fields(of["shape"][3])
            rows, end = varint(ints, 0)
            values.append(np.frombuffer(floats, "<f4").reshape(rows, varint(ints, end)[0]))
            assert dict(fields(of["clip"][1]))[1].decode() in written.clips
            count += 1
    assert count == written.samples > 0
    np.testing.assert_array_equal(np.concatenate(values), table.matrix())


def test_joints_are_those_of_the_first_clip(samples: Path, tmp_path: Path) -> None:
    clips = footwork.ray.read_clips(samples / "football", block_files=9)
    written = clips.features(poses=["rotations"], rate=30).write_parquet(str(tmp_path / "out"), here=True)
    first = footwork.Library.load(samples / "football").clip(0)
    assert written.columns[:6] == [f"{first.names[0]}.rotation_{part}" for part in range(6)] and written.failed == []


@pytest.mark.skipif(not os.access("/dev/shm", os.W_OK), reason="this machine keeps no files in memory")
def test_staged_files_are_in_memory_and_folders_of_dead_workers_are_deleted(tmp_path: Path) -> None:
    from footwork.ray import _staging

    memory = Path("/dev/shm")
    assert _staging._place(1000) == memory and _staging._place(1 << 50) is None
    begin = f"{_staging._PREFIX}{tmp_path.name}"
    dead, alive, new = (memory / f"{begin}-{name}" for name in ("dead", "alive", "new"))
    for folder in (dead, alive, new):
        folder.mkdir()
    lock = _staging._lock(alive)
    assert lock is not None and _staging._lock(alive) is None
    try:
        for folder in (dead, alive):
            os.utime(folder, (0, 0))
        _staging._sweep()
        assert [folder.exists() for folder in (dead, alive, new)] == [False, True, True]
    finally:
        os.close(lock)
        for folder in (dead, alive, new):
            shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.skipif(not os.access("/dev/shm", os.W_OK), reason="this machine keeps no files in memory")
def test_files_go_to_a_disk_if_memory_is_full(samples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from footwork.ray import _staging

    fill, places = _staging._fill, []

    def full(folder: Path, *rest: Any) -> Any:
        places.append(folder.parent)
        if len(places) == 1:
            raise OSError(errno.ENOSPC, "no space left")
        return fill(folder, *rest)

    monkeypatch.setattr(_staging, "_fill", full)
    written = frames(samples, block_files=100).write_parquet(str(tmp_path / "out"), here=True)
    assert len(written.clips) == 22 and places == [Path("/dev/shm"), Path(tempfile.gettempdir())]
