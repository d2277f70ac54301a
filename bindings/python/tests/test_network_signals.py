"""The signals of `testdata/signals/`: the same times as in Rust, and an F1 score no lower than that of a plain zero crossing."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, List, Tuple

import numpy as np
import pytest

import footwork

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_"
TOLERANCE_SECS = 0.05


@pytest.fixture(scope="module")
def networks(testdata: Path) -> List[Any]:
    found: List[Any] = tomllib.loads((testdata / "signals" / "foot-strikes.toml").read_text())["network"]
    return found


def pairs(text: str) -> np.ndarray[Any, np.dtype[np.float32]]:
    digits = np.array([DIGITS.index(digit) for digit in text], np.float32)
    return (((digits[::2] * 64 + digits[1::2] + np.float32(0.5)) / 512) - 4).reshape(-1, 2).astype(np.float32)


def crossings(signal: np.ndarray[Any, Any], window_secs: float, rate: int) -> np.ndarray[Any, Any]:
    """Returns the places where the time to the event falls from above zero to zero or below, by less than the window."""
    secs = np.arctan2(signal[:, 0].astype(np.float64), signal[:, 1].astype(np.float64)) / np.pi * window_secs
    frames = np.flatnonzero((secs[:-1] > 0) & (secs[1:] <= 0) & (secs[:-1] - secs[1:] < window_secs))
    found: np.ndarray[Any, Any] = (frames + secs[frames] / (secs[frames] - secs[frames + 1])) / rate
    return found


def test_default_guards_score_at_least_as_high_as_a_plain_crossing(networks: List[Any]) -> None:
    assert len(networks) >= 12
    for network in networks:
        window_secs, rate = network["window_secs"], network["rate"]
        encoding = footwork.Encoding(window_secs, network["sigma_secs"])
        lists: List[List[Tuple[Any, Any]]] = [[], [], []]
        for signal in network["signals"]:
            given = pairs(signal["pairs"])
            ways = [encoding.decode_all(given, rate, guards)[0].times for guards in (None, footwork.Guards.none())]
            for of_way, times in zip(lists, [*ways, crossings(given, window_secs, rate)]):
                of_way.append((signal["strikes"], times))
        default, none, plain = (footwork.score_all(of_way, TOLERANCE_SECS).f1 for of_way in lists)
        assert default >= none and default >= plain, network["name"]


def test_the_times_have_the_bits_of_rust(networks: List[Any]) -> None:
    """Compares the FNV-1a hash of all times with that in `crates/footwork-events/tests/network_signals.rs`."""
    found = 0xCBF29CE484222325
    for network in networks:
        encoding = footwork.Encoding(network["window_secs"], network["sigma_secs"])
        for signal in network["signals"]:
            for byte in encoding.decode_all(pairs(signal["pairs"]), network["rate"])[0].times.tobytes():
                found = (found ^ byte) * 0x100000001B3 % (1 << 64)
    assert f"{found:#x}" == "0x50da63881dfc0ba0"
