"""Jobs on Ray that `test_ray.py` runs in separate processes and networks, and their interruptions."""

from __future__ import annotations

import fcntl
import hashlib
import os
import signal
import socket
import struct
import sys
import threading
import time
import warnings
from pathlib import Path
from typing import Any, Callable, Dict, List

import footwork
import footwork.ray

BLOCK_FILES = 1


def loopback_up() -> None:
    """Brings up `lo`, without which a new network cannot reach itself."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        request = struct.pack("16sh", b"lo", 1)  # IFF_UP
        fcntl.ioctl(any_socket, 0x8914, request)  # SIOCSIFFLAGS


def started(cpus: int, **options: Any) -> Any:
    import ray
    import ray.data

    ray.init(address="local", num_cpus=cpus, include_dashboard=False, log_to_driver=False, configure_logging=False, **options)
    ray.data.DataContext.get_current().enable_progress_bars = False
    return ray


def frames(library: str) -> footwork.ray.Frames:
    clips = footwork.ray.read_clips(library, block_files=BLOCK_FILES)
    poses = ["positions", "root", "contacts"]
    made = clips.features(channels=["speed"], tags=["Gait"], poses=poses, joints=["hips", "left_foot"], rate=30)
    return made.encode_events(["Foot.Left"], 0.3)


def hashes(folder: str) -> Dict[str, str]:
    """Hashes of every shard and record. Files that a killed worker was about to write are hidden, and deleted after a day."""
    files = sorted(path for path in Path(folder).rglob("*") if path.is_file() and not path.name.startswith("."))
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def check(library: str, folder: str, written: footwork.ray.Written) -> None:
    """Checks that every clip is there exactly once, and that a single process writes the same bytes."""
    expected = frames(library).write_parquet(f"{folder}-here", here=True)
    assert hashes(folder) == hashes(f"{folder}-here")
    assert written.clips == expected.clips == sorted(set(written.clips)) and len(written.clips) == 22
    rows: List[str] = []
    for file in written.files:
        table = footwork.FramesTable.read_parquet(f"{folder}/{file}")
        rows += [f"{table.clip_names[clip]} {frame}" for clip, frame in zip(table["clip"].tolist(), table["frame"].tolist())]
    assert len(set(rows)) == len(rows) == written.frames, "a frame is there twice"


def same_bytes(library: str, folder: str) -> None:
    """Runs 1, 2 and 4 workers, all kinds of shards, and a broken clip."""
    ray = started(4)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", footwork.FootworkWarning)
        whole = footwork.Library.load(library).to_database(partial=True).to_bytes()
    for workers in (1, 2, 4):
        out = f"{folder}/{workers}"
        written = frames(library).write_parquet(out, concurrency=workers)
        check(library, out, written)
        assert [row.clip for row in written.failed] == ["broken.bvh"]
        footwork.ray.read_clips(library, block_files=3).compile(f"{out}.tagdb", concurrency=workers)
        assert Path(f"{out}.tagdb").read_bytes() == whole
    # Workers know the saved queries of the root, and their warnings arrive here.
    saved = footwork.ray.read_clips(library, block_files=3).features("@kicks", rate=30)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        kicks = saved.write_parquet(f"{folder}/saved")
    assert kicks.frames > 0 and [str(warning.message) for warning in caught] == ["no clip has Never.Seen"]
    for kind in ("webdataset", "tfrecord"):
        made: Callable[..., footwork.ray.Written] = getattr(frames(library), f"write_{kind}")
        on_ray, here = made(f"{folder}/{kind}", window=20), made(f"{folder}/{kind}-here", window=20, here=True)
        assert hashes(f"{folder}/{kind}") == hashes(f"{folder}/{kind}-here") and on_ray.samples == here.samples > 0
    assert ray.data.read_parquet(f"{folder}/1").count() == written.frames


def records(folder: str) -> int:
    return len(list(Path(folder).glob("_footwork/part-*.json")))


def descendants(of: int) -> Dict[int, str]:
    """Returns the descendants of this process, with their command lines."""
    parents, lines = {}, {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(entry.name)] = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
            lines[int(entry.name)] = (entry / "cmdline").read_text().replace("\0", " ")
        except OSError:
            continue  # It has ended.
    below, grew = {of}, True
    while grew:
        more = {child for child, parent in parents.items() if parent in below} - below
        below, grew = below | more, bool(more)
    return {process: lines[process] for process in below - {of}}


def while_running(folder: str, done: int, kill: Callable[[], None]) -> threading.Thread:
    """Kills a process once the given number of blocks is done."""

    def wait() -> None:
        while records(folder) < done:
            time.sleep(0.01)
        kill()

    thread = threading.Thread(target=wait, daemon=True)
    thread.start()
    return thread


def killed_worker(library: str, folder: str) -> None:
    """Kills the workers that work on a block with SIGKILL, twice."""
    started(2)
    killed: List[int] = []

    def kill() -> None:
        workers: List[int] = []
        while not workers and records(f"{folder}/out") < 20:
            workers = [process for process, line in descendants(os.getpid()).items() if line.startswith("ray::Map")]
        for process in workers:
            os.kill(process, signal.SIGKILL)
        killed.extend(workers)

    threads = [while_running(f"{folder}/out", done, kill) for done in (1, 4)]
    written = frames(library).write_parquet(f"{folder}/out")
    for thread in threads:
        thread.join()
    assert killed, "no worker was at work"
    check(library, f"{folder}/out", written)


def killed_raylet(library: str, folder: str) -> None:
    """Kills the raylet of one of two machines with SIGKILL, and so all its workers."""
    from ray.cluster_utils import Cluster

    import ray
    import ray.data

    # This program belongs to the first machine.
    cluster = Cluster(initialize_head=True, connect=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    second = cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    ray.data.DataContext.get_current().enable_progress_bars = False
    processes = second.all_processes["raylet"]

    def kill() -> None:
        os.kill(processes[0].process.pid, signal.SIGKILL)

    thread = while_running(f"{folder}/out", 2, kill)
    written = frames(library).write_parquet(f"{folder}/out")
    thread.join()
    check(library, f"{folder}/out", written)
    deadline = time.monotonic() + 60
    while sum(node["Alive"] for node in ray.nodes()) > 1:
        assert time.monotonic() < deadline, "the raylet lives"
        time.sleep(0.1)


def of_its_own(library: str, folder: str) -> None:
    """Runs a job without a Ray cluster, so that it starts one."""
    written = frames(library).write_parquet(f"{folder}/out")
    check(library, f"{folder}/out", written)


def driver(library: str, folder: str) -> None:
    """Runs only the job. `test_ray.py` kills this process and starts it again."""
    started(2)
    written = frames(library).write_parquet(f"{folder}/out")
    check(library, f"{folder}/out", written)


if __name__ == "__main__":
    warnings.simplefilter("error", footwork.FootworkWarning)
    loopback_up()
    jobs = {job.__name__: job for job in (same_bytes, killed_worker, killed_raylet, of_its_own, driver)}
    jobs[sys.argv[1]](*sys.argv[2:])
    # At exit, Ray would treat a dead raylet as a failure of this program.
    sys.modules["ray"].shutdown()
