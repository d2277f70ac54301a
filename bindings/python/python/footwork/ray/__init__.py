"""Libraries that are too large for one machine, on Ray Data: ``pip install 'footwork[ray]'``.

>>> import footwork.ray
>>> clips = footwork.ray.read_clips("s3://bucket/motion")  # a folder, files or globs on any fsspec store
>>> frames = clips.features(channels=["speed"], poses=["root", "contacts"], rate=30)
>>> frames = frames.encode_events(["Foot.Left", "Foot.Right"], window_secs=0.3)
>>> written = frames.write_parquet("s3://bucket/frames")
>>> written.clips, written.frames, written.failed

Clips are read in blocks of files. A block is one task of Ray, makes one shard, and is written whole or not at all, under a
name that depends on nothing but the list of files: the shards are the same bytes whatever the number of workers and
deaths among them, and in this process alone (``here=True``). The same call repeated, such as after the program was killed, does
only the blocks that are not there yet. A clip that cannot be read or measured, or that changed since it was tagged, is a row
of ``failed`` and does not end the job.
"""

from ._clips import Clips, read_clips
from ._frames import Frames
from ._job import Failed, Written

__all__ = ["Clips", "Failed", "Frames", "Written", "read_clips"]
