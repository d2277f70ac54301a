"""Prepares a data set on Ray: windows of poses with encoded foot strikes, as shards for webdataset.

    python prepare.py [--library ../../samples] [--output shards] [--here]

The same command on a cluster: start Ray there first (`ray start`), and give paths that all machines can read, such as
`s3://bucket/motion`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import footwork.ray

LIBRARY = Path(__file__).resolve().parents[2] / "samples"
RATE = 30
JOINTS = ["left_foot", "right_foot", "left_toe", "right_toe"]
EVENTS = ["Foot.Left", "Foot.Right"]
WINDOW_SECS = 0.3
"""How far the signal of a strike reaches before and after it, in seconds."""


def prepared(library: str, output: str, here: bool, window: int = 30, stride: int = 5) -> footwork.ray.Written:
    clips = footwork.ray.read_clips(library, block_files=4)
    frames = clips.features(poses=["positions", "velocities", "root"], joints=JOINTS, rate=RATE)
    frames = frames.encode_events(EVENTS, WINDOW_SECS)
    return frames.write_webdataset(output, window=window, stride=stride, here=here)


def main() -> None:
    parser = argparse.ArgumentParser(description="Windows of poses with encoded foot strikes, as shards.")
    parser.add_argument("--library", default=str(LIBRARY), help="a folder or a glob, on any fsspec store")
    parser.add_argument("--output", default="shards", help="a folder, on any fsspec store")
    parser.add_argument("--here", action="store_true", help="work in this process, without Ray")
    arguments = parser.parse_args()
    written = prepared(arguments.library, arguments.output, arguments.here)
    print(f"{len(written.clips)} clips, {written.samples} windows in {len(written.files)} shards of {arguments.output}")
    for failed in written.failed:
        print(f"left out: {failed.clip}: {failed.message}")


if __name__ == "__main__":
    main()
