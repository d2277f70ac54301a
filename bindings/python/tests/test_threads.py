"""Long calls release the interpreter lock."""

from __future__ import annotations

import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Callable

import numpy as np
import pytest

import footwork

Work = Callable[[], object]

ENCODING = footwork.Encoding(0.3, 1 / 60)
MANY = np.arange(0.0, 400_000.0, 0.7)
SHUFFLED = np.random.default_rng(5).permutation(np.arange(1_000_000) * 0.5)


def encoding_much() -> Work:
    tracks = [footwork.EventTrack(np.arange(0.3, 9000, 0.7))] * 4
    return lambda: ENCODING.encode(tracks, 60, 500_000)


def encoding_often() -> Work:
    """Signals small enough to need no new memory from the system."""
    tracks = [footwork.EventTrack(np.arange(0.3, 300, 0.7))] * 4
    return lambda: [ENCODING.encode(tracks, 60, 20_000) for _ in range(50)]


def encoding_at_times() -> Work:
    track = footwork.EventTrack(MANY)
    return lambda: footwork.Encoding(0.3).encode_at(track, MANY + 0.1)


def decoding_pairs() -> Work:
    signal = np.ones((1_000_000, 2), np.float32)
    return lambda: ENCODING.decode(signal)


def decoding_in_fortran_order() -> Work:
    signal = np.asfortranarray(np.ones((400_000, 8), np.float32))
    return lambda: ENCODING.decode(signal)


def decoding_events() -> Work:
    signal = ENCODING.encode([footwork.EventTrack(MANY)] * 2, 60, 300_000)
    return lambda: ENCODING.decode_all(signal, 60)


def triggering() -> Work:
    signal, trigger = ENCODING.encode(footwork.EventTrack(MANY), 60, 400_000), footwork.Trigger(ENCODING)
    return lambda: trigger.advance(signal, 1 / 60)


def making_a_track() -> Work:
    return lambda: footwork.EventTrack(SHUFFLED)


def signing_times() -> Work:
    track = footwork.EventTrack(MANY)
    return lambda: track.signed_times(SHUFFLED)


def choosing_an_encoding() -> Work:
    tracks = [footwork.EventTrack(SHUFFLED + np.random.default_rng(6).random(len(SHUFFLED)))]
    return lambda: footwork.Encoding.from_gaps(tracks, 60)


def merging_events() -> Work:
    track = footwork.EventTrack(SHUFFLED)
    return lambda: track.with_min_gap(0.1)


def scoring() -> Work:
    truth = np.sort(SHUFFLED)
    return lambda: footwork.score(truth, truth + 0.01, 0.1)


def expression_over_much() -> Work:
    compiled = footwork.compile("noise(x) + sin(x) * exp(-x)", ["x"])
    values = np.linspace(0, 9, 2_000_000, dtype=np.float32)
    return lambda: compiled(values)


def expression_in_fortran_order() -> Work:
    compiled = footwork.compile("x + 1", ["x"])
    values = np.asfortranarray(np.ones((1000, 2000), np.float32))
    return lambda: compiled(values)


def query_of_much() -> Work:
    db = footwork.Database()
    for number in range(20_000):
        db.add_clip(f"clip_{number}", 1000, 60)
        start = number % 400
        db.set_tag("A", number, [(start, start + 90), (500 + start, 590 + start)])
        db.set_tag("B", number, [(start + 40, start + 300)])
    return lambda: db.query("longer(grow(A, 3) - B, 5) | then(A, B, 1s) | nth(A, -1)")


LONG = [
    *(encoding_much, encoding_at_times, decoding_pairs, decoding_in_fortran_order, decoding_events, triggering),
    *(making_a_track, signing_times, choosing_an_encoding, merging_events, scoring),
    *(expression_over_much, expression_in_fortran_order, query_of_much),
]


def longest_pause(work: Work) -> float:
    """Returns the longest pause of this thread while another was in the call, as a share of the call."""
    times: list[float] = []
    started, ended = threading.Event(), threading.Event()

    def long_call() -> None:
        started.set()
        times.append(time.perf_counter())
        work()
        times.append(time.perf_counter())
        ended.set()

    thread = threading.Thread(target=long_call)
    thread.start()
    started.wait()
    moments: list[float] = []
    while not ended.is_set():
        moments.append(time.perf_counter())
    thread.join()
    assert len(times) == 2, "the call failed"
    begin, end = times
    within = np.array([begin, *(moment for moment in moments if begin < moment < end), end])
    return float(np.diff(within).max() / (end - begin))


@pytest.mark.parametrize("make", LONG)
def test_another_thread_runs_during_the_call(make: Callable[[], Work]) -> None:
    work = make()
    work()
    # If a call keeps the lock, this thread stalls for the whole call. Otherwise only the scheduler can stall it that long,
    # which does not happen every time.
    assert any(longest_pause(work) < 0.5 for _ in range(20)), "no other thread ran while the call did"


def test_a_call_that_keeps_the_lock_is_noticed() -> None:
    keys = list(range(600_000))
    assert all(longest_pause(lambda: sorted(keys * 4, key=int.__neg__)) > 0.5 for _ in range(2))


def test_two_threads_share_one_object() -> None:
    compiled = footwork.compile("noise(x) + sin(x) * exp(-x)", ["x"])
    values = np.linspace(0, 9, 300_000, dtype=np.float32)
    expected = compiled(values)
    with ThreadPoolExecutor(4) as pool:
        for found in pool.map(compiled, [values] * 16):
            np.testing.assert_array_equal(found, expected)


def test_a_database_can_change_during_a_query() -> None:
    db = footwork.Database()
    for number in range(2000):
        db.add_clip(f"clip_{number}", 1000, 60)
        db.set_tag("A", number, [(0, 100)])
    stop = threading.Event()
    answers: list[int] = []

    def ask() -> None:
        while not stop.is_set():
            answers.append(db.query("A").frame_count)

    threads = [threading.Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        for number in range(200):
            db.set_tag("A", number, [(0, 50)])
            # Both have started a query since then, and at least one has seen a change.
            wanted = len(answers) + 3
            while len(answers) < wanted and all(thread.is_alive() for thread in threads):
                time.sleep(0)
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    assert len(answers) > 600 and len(set(answers)) >= 200
    assert all(190_000 <= count <= 200_000 and count % 50 == 0 for count in answers)
    assert db.query("A").frame_count == 190_000


@pytest.mark.skipif(not os.environ.get("FOOTWORK_SOAK"), reason="other programs may have the other core")
@pytest.mark.parametrize("make", [encoding_often, decoding_events, expression_over_much])
def test_two_threads_are_faster(make: Callable[[], Work], capsys: pytest.CaptureFixture[str]) -> None:
    work = make()

    def seconds(threads: int) -> float:
        with ThreadPoolExecutor(threads) as pool:
            start = time.perf_counter()
            for done in [pool.submit(work) for _ in range(8)]:
                done.result()
            return time.perf_counter() - start

    gain = max(min(seconds(1) for _ in range(3)) / min(seconds(2) for _ in range(3)) for _ in range(5))
    with capsys.disabled():
        print(f" {make.__name__}: two threads do {gain:.2f} times the work of one;", end="")
    assert gain > 1.2
