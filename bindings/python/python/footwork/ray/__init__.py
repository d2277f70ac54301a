"""Libraries too large for one machine, on Ray Data: ``pip install 'footwork[ray]'``.

>>> import footwork.ray
>>> clips = footwork.ray.read_clips("s3://bucket/motion")  # a folder, files or globs on any fsspec store
>>> frames = clips.features(channels=["speed"], poses=["root", "contacts"], rate=30)
>>> frames = frames.encode_events(["Foot.Left", "Foot.Right"], window_secs=0.3)
>>> written = frames.write_parquet("s3://bucket/frames")
>>> written.clips, written.frames, written.failed

Clips are read in blocks of files. Each block makes one shard, which is written completely or not at all. Its name
depends only on the list of files. A Ray task works on one or more blocks. Shards have the same bytes with any number of
workers, with killed workers, and without Ray (``here=True``). If the program was killed, repeating the call does only
the missing blocks. A clip that cannot be read or measured, or that changed since it was tagged, is a row of ``failed``
and does not end the job.
"""

from ._clips import Clips, read_clips
from ._frames import Frames
from ._job import Failed, Written

__all__ = ["Clips", "Failed", "Frames", "Written", "read_clips"]
