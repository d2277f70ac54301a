"""Encodes events as signals with NumPy, with every step on whole arrays, in the usual style.

The comparison `events` runs it with the arguments TIMES OUTPUT WINDOW SIGMA RATE FRAMES. TIMES is a file with a
line for each event, with rising times in seconds. Writes the signal to OUTPUT as little-endian f32, one row per
frame, with the sine and then the cosine of each event. Prints the version of NumPy and the median time of a run.
"""

import sys
import time

import numpy as np

RUNS = 7


def kernel(sigma_frames):
    radius = int(np.floor(4.0 * sigma_frames + 0.5))
    offsets = np.arange(-radius, radius + 1)
    if radius == 0:
        return np.ones(1)
    weights = np.exp(-0.5 * (offsets / sigma_frames) ** 2)
    return weights / weights.sum()


def encode(tracks, window, sigma, rate, out):
    frames = len(out)
    weights = kernel(sigma * rate)
    radius = len(weights) // 2
    # Includes frames beyond both ends, so that the convolution needs no padding.
    at = np.arange(-radius, frames + radius) / rate
    for column, times in enumerate(tracks):
        coming = np.searchsorted(times, at)
        after = times[np.minimum(coming, len(times) - 1)]
        before = times[np.maximum(coming - 1, 0)]
        # A tie goes to the coming event.
        is_coming = np.abs(after - at) <= np.abs(at - before)
        signed = np.where(is_coming, after, before) - at
        angle = np.pi * np.clip(signed, -window, window) / window
        out[:, 2 * column] = np.convolve(np.sin(angle), weights, mode="valid")
        out[:, 2 * column + 1] = np.convolve(np.cos(angle), weights, mode="valid")


def main():
    times_file, output, window, sigma, rate, frames = sys.argv[1:]
    with open(times_file, encoding="utf-8") as lines:
        tracks = [np.array(line.split(), dtype=np.float64) for line in lines]
    # The array is overwritten in every run, as in Footwork's benchmark.
    signal = np.zeros((int(frames), 2 * len(tracks)), dtype=np.float32)
    seconds = []
    for _ in range(RUNS):
        start = time.thread_time()
        encode(tracks, float(window), float(sigma), float(rate), signal)
        seconds.append(time.thread_time() - start)
    signal.astype("<f4").tofile(output)
    print(np.__version__, sorted(seconds)[RUNS // 2])


main()
