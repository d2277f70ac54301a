"""Measures how many frames per second a core turns into rows, on Ray and in one process without Ray.

Both must write the same bytes.

    unshare --net python ray_throughput.py [--copies 1200] [--block-files 256] [--workers 2]

Ray listens on all interfaces, so the script runs in a network namespace of its own. The library consists of copies of the
samples, each with a name of its own. The workers start before the clock, as on a running cluster; the time includes the
first block of each worker, which imports the package.

The script prints the processor time of all processes of Ray and of its workers alone; the difference is the cost of Ray. It also
measures the best possible result: one process per worker, side by side and without Ray, each with its share of the clips.
Cores that share memory, or are hyper-threads of one core, slow each other down with or without Ray.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

SAMPLES = Path(__file__).resolve().parents[1] / "samples"


def loopback_up() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, 0x8914, struct.pack("16sh", b"lo", 1))


def copied(folder: Path, copies: int) -> None:
    for number in range(copies):
        for part in ("cmu", "deepmimic"):
            shutil.copytree(SAMPLES / part, folder / f"{part}_{number:03d}")
    settings = (SAMPLES / "footwork.toml").read_text()
    (folder / "footwork.toml").write_text(settings.replace("cmu/**", "cmu_*/**").replace("deepmimic/**", "deepmimic_*/**"))


def cpu_secs() -> tuple[float, float]:
    """Returns the processor time of this process and its descendants, which include all of Ray, and that of the workers alone."""
    parents: dict[int, int] = {}
    used: dict[int, float] = {}
    workers: set[int] = set()
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            fields = (entry / "stat").read_text().rsplit(")", 1)[1].split()
            if (entry / "cmdline").read_bytes().startswith(b"ray::"):
                workers.add(int(entry.name))
        except OSError:
            continue  # The process has ended.
        parents[int(entry.name)] = int(fields[1])
        # The time of the process and of its finished children.
        used[int(entry.name)] = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    below, grew = {os.getpid()}, True
    while grew:
        more = {child for child, parent in parents.items() if parent in below} - below
        below, grew = below | more, bool(more)
    return sum(used[process] for process in below), sum(used[process] for process in below & workers)


def rows_of(library: Path, block_files: int) -> Any:
    import footwork.ray

    clips = footwork.ray.read_clips(library, block_files=block_files)
    return clips.features(channels=["speed"], tags=["Gait"], poses=["positions", "velocities", "root", "contacts"],
                          joints=["hips", "left_foot", "right_foot"], rate=30).encode_events(["Foot.Left", "Foot.Right"], 0.3)


def share(library: str, out: str, block_files: int) -> None:
    """Runs one of several processes side by side: prints `ready`, and waits for a line."""
    frames = rows_of(Path(library), block_files)
    print("ready", flush=True)
    input()
    frames.write_parquet(out, here=True)


def side_by_side_secs(folder: Path, copies: int, workers: int, block_files: int) -> float:
    """Returns the time for all clips in seconds, with one process per worker and without Ray."""
    each = []
    for worker in range(workers):
        copied(folder / f"share_{worker}", copies * (worker + 1) // workers - copies * worker // workers)
        call = [sys.executable, __file__, "--share", str(folder / f"share_{worker}"), str(folder / f"out_{worker}"), str(block_files)]
        each.append(subprocess.Popen(call, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
    for process in each:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
    began = time.perf_counter()
    for process in each:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    assert [process.wait() for process in each] == [0] * workers
    return time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure rows per second with Ray and without.")
    parser.add_argument("--copies", type=int, default=1200)
    parser.add_argument("--block-files", type=int, default=256)
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    os.environ.update(RAYON_NUM_THREADS="1", OMP_NUM_THREADS="1", RAY_USAGE_STATS_ENABLED="0")
    loopback_up()
    import ray
    import ray.data

    folder = Path(tempfile.mkdtemp())
    copied(folder / "library", arguments.copies)
    frames = rows_of(folder / "library", arguments.block_files)
    began, (cpu, _) = time.perf_counter(), cpu_secs()
    alone = frames.write_parquet(str(folder / "alone"), here=True)
    alone_secs, alone_cpu = time.perf_counter() - began, cpu_secs()[0] - cpu

    beside_secs = side_by_side_secs(folder, arguments.copies, arguments.workers, arguments.block_files)

    ray.init(address="local", num_cpus=arguments.workers, include_dashboard=False, log_to_driver=False)
    ray.data.DataContext.get_current().enable_progress_bars = False
    ray.data.range(arguments.workers).map(lambda row: row).materialize()
    began, (cpu, work) = time.perf_counter(), cpu_secs()
    on_ray = frames.write_parquet(str(folder / "ray"))
    ray_secs, (ray_cpu, work_cpu) = time.perf_counter() - began, cpu_secs()
    ray_cpu, work_cpu = ray_cpu - cpu, work_cpu - work
    assert on_ray.clips == alone.clips and on_ray.frames == alone.frames
    for file in alone.files:
        assert (folder / "ray" / file).read_bytes() == (folder / "alone" / file).read_bytes()
    per_core = alone_secs / (ray_secs * arguments.workers)
    print(f"{len(alone.clips)} clips, {alone.frames} frames in {len(alone.files)} blocks")
    print(f"one process: {alone_secs:.1f} s, {alone.frames / alone_secs:.0f} frames/s")
    print(f"Ray, {arguments.workers} workers: {ray_secs:.1f} s, {alone.frames / ray_secs / arguments.workers:.0f} frames/s per core: {per_core:.2f} of one process")
    print(f"{arguments.workers} processes side by side without Ray: {beside_secs:.1f} s, per core {alone_secs / (beside_secs * arguments.workers):.2f}"
          f" of one process; Ray is {beside_secs / ray_secs:.2f} of that")
    print(f"rows per second of processor time, whatever else the machine does: {alone.frames / alone_cpu:.0f} in one process,"
          f" {on_ray.frames / ray_cpu:.0f} on Ray with all its processes: {alone_cpu / ray_cpu:.2f}")
    print(f"of the workers alone {on_ray.frames / work_cpu:.0f}: {alone_cpu / work_cpu:.2f};"
          f" {work_cpu / len(alone.clips) * 1e3:.2f} ms per clip, and {alone_cpu / len(alone.clips) * 1e3:.2f} ms in one process")
    shutil.rmtree(folder)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--share"]:
        share(sys.argv[2], sys.argv[3], int(sys.argv[4]))
    else:
        main()
