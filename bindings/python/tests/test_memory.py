"""Running out of memory raises an exception and does not abort the interpreter."""

from __future__ import annotations

import subprocess
import sys

import pytest

BEFORE = """
import sys, resource
import numpy as np
import footwork
encoding = footwork.Encoding(0.1)
track = footwork.EventTrack(np.arange(0.0, 1e5))
endless = np.broadcast_to(np.float32(0), (10**9, 10**9))
expression = footwork.compile("x + 1", ["x"])
def broadcast(value, *shape):
    return np.broadcast_to(value, shape)
"""

AFTER = """
try:
    {call}
except (MemoryError, ValueError) as error:
    print(type(error).__name__, error)
else:
    print("there was room")
"""

LIMIT = """
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (1 << 28),) * 2)
"""


def said(*parts: str) -> str:
    ran = subprocess.run([sys.executable, "-c", "".join(parts)], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.mark.parametrize(
    "call",
    [
        "footwork.TriggerArray(10**15, encoding)",
        "footwork.TriggerArray(2**63 - 1, encoding)",
        "footwork.TriggerArray(10**30, encoding)",
        "encoding.encode(track, 60, 10**15)",
        "encoding.encode(track, 60, 10**30)",
        "encoding.decode(endless)",
        "encoding.decode_all(broadcast(np.float32(0), 10**15, 2), 60)",
        "footwork.Trigger(encoding).advance(broadcast(np.float32(0), 10**15, 2), 0.1)",
        "footwork.EventTrack(broadcast(0.0, 10**15))",
        "track.signed_times(broadcast(0.0, 10**15))",
        "encoding.encode_at([track] * 100, broadcast(0.0, 10**15))",
        "footwork.score(broadcast(0.0, 10**15), [], 0.1)",
        "expression(endless)",
        "expression(x=endless)",
        "footwork.Database().add_clip('a', 10**30, 60)",
        "footwork.Clip(['a'], [-1], broadcast(np.float32(1), 10**15, 1, 4), broadcast(0.0, 10**15, 3), 60)",
    ],
)
def test_impossible_sizes(call: str) -> None:
    assert said(BEFORE, AFTER.format(call=call)).split()[0] in ("MemoryError", "ValueError")


@pytest.mark.skipif(sys.platform != "linux", reason="the memory limit needs Linux")
@pytest.mark.parametrize(
    "call",
    [
        "encoding.encode_at([track] * 1000, np.zeros(10**6))",
        "encoding.encode([track] * 1000, 60, 10**6)",
        "footwork.TriggerArray(10**7, encoding)",
        "encoding.decode(broadcast(np.float32(0), 10**8, 2))",
        "encoding.decode_all(broadcast(np.float32(0), 10**8, 2), 60)",
        "footwork.EventTrack(broadcast(0.0, 10**8))",
        "footwork.Encoding.from_gaps([track] * 1000, 60)",
        "expression(broadcast(np.float32(0), 10**8))",
    ],
)
def test_sizes_above_the_limit_of_this_process(call: str) -> None:
    assert said(BEFORE, LIMIT, AFTER.format(call=call)).split()[0] in ("MemoryError", "ValueError")
