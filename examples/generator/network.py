"""An autoregressive network in NumPy. Two hidden layers compute a change of the state. Training runs the network
on its own output."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


@dataclass
class Schedule:
    """The length of a training: steps, and the number of frames that each run predicts, which grows to `run`."""

    steps: int = 5000
    batch: int = 64
    run: int = 16
    rate: float = 1e-3


class Generator:
    """Predicts the next state of a character from its state and a control. All numbers are scaled.

    controls, states: the numbers of columns. The input is the control, then the state.
    """

    def __init__(self, controls: int, states: int, hidden: int, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        sizes = [controls + states, hidden, hidden, states]
        self.weights = [self.rng.normal(0.0, np.sqrt(1.0 / a), (a, b)).astype(np.float32) for a, b in zip(sizes, sizes[1:])]
        # An untrained network hardly changes the state.
        self.weights[-1] *= np.float32(0.05)
        self.biases = [np.zeros(b, np.float32) for b in sizes[1:]]
        self.low = np.full(states, -np.inf, np.float32)
        """The lower bound of each output."""
        self.high = np.full(states, np.inf, np.float32)
        """The upper bound of each output."""

    def forward(self, control: Floats, state: Floats) -> tuple[Floats, list[Floats]]:
        """Returns the next state, unbounded, and the values of each layer."""
        layers = [np.concatenate([control, state], axis=1)]
        for weight, bias in zip(self.weights[:-1], self.biases[:-1]):
            values = layers[-1] @ weight + bias
            # ELU; the exponential is taken of numbers that cannot overflow.
            layers.append(np.where(values > 0.0, values, np.expm1(np.minimum(values, 0.0))).astype(np.float32))
        return np.asarray(state + layers[-1] @ self.weights[-1] + self.biases[-1], np.float32), layers

    def __call__(self, control: Floats, state: Floats) -> Floats:
        """Returns the next state, within its bounds."""
        return np.asarray(np.clip(self.forward(control, state)[0], self.low, self.high), np.float32)

    def slopes(
        self, controls: Floats, states: Floats, weights: Floats, noise: float
    ) -> tuple[float, list[Floats], list[Floats]]:
        """Returns the loss of runs and its gradients. controls, states: (batch, frames, columns). Each run starts
        at a true state with noise, and continues from its own output; the loss compares every frame with the true
        one."""
        batch, frames, _ = states.shape
        state = states[:, 0] + self.rng.normal(0.0, noise, states[:, 0].shape).astype(np.float32)
        kept: list[list[Floats]] = []
        errors: list[Floats] = []
        for frame in range(1, frames):
            state, layers = self.forward(controls[:, frame - 1], state)
            kept.append(layers)
            errors.append((state - states[:, frame]) * weights)
        scale = np.float32(1.0 / (batch * (frames - 1)))
        of_weights = [np.zeros_like(weight) for weight in self.weights]
        of_biases = [np.zeros_like(bias) for bias in self.biases]
        back = np.zeros_like(state)
        for layers, error in zip(reversed(kept), reversed(errors)):
            back = back + error * scale
            through = back
            for place in range(len(self.weights) - 1, -1, -1):
                of_weights[place] += layers[place].T @ through
                of_biases[place] += through.sum(axis=0)
                through = through @ self.weights[place].T
                if place > 0:
                    through = through * np.where(layers[place] > 0.0, 1.0, layers[place] + 1.0)
            back = back + through[:, controls.shape[2] :]
        loss = float(sum((error * error / np.maximum(weights, 1e-6)).sum() for error in errors) * scale)
        return loss, of_weights, of_biases

    def train(self, controls: list[Floats], states: list[Floats], weights: Floats, schedule: Schedule, noise: float = 0.03) -> float:
        """Trains with Adam on takes, given by the controls and the states of their frames, and returns the last
        loss. The learning rate falls to 0 along half a cosine."""
        parts = [*self.weights, *self.biases]
        first, second = ([np.zeros_like(part) for part in parts] for _ in range(2))
        every = np.concatenate(states)
        span = every.max(axis=0) - every.min(axis=0)
        self.low, self.high = every.min(axis=0) - 0.05 * span, every.max(axis=0) + 0.05 * span
        shares = np.array([len(take) for take in states], float)
        loss = 0.0
        for step in range(1, schedule.steps + 1):
            # From 2 predicted frames to all of them over the first half.
            frames = 1 + min(schedule.run, 2 + round(2 * step / schedule.steps * (schedule.run - 2)))
            takes = self.rng.choice(len(states), schedule.batch, p=shares / shares.sum())
            starts = [int(self.rng.integers(len(states[take]) - frames)) for take in takes]
            runs = [slice(start, start + frames) for start in starts]
            some = [np.stack([rows[take][run] for take, run in zip(takes, runs)]) for rows in (controls, states)]
            loss, of_weights, of_biases = self.slopes(some[0], some[1], weights, noise)
            slopes = [*of_weights, *of_biases]
            size = np.sqrt(sum(float((slope * slope).sum()) for slope in slopes))
            limit = np.float32(min(1.0, 1.0 / max(size, 1e-9)))
            now = schedule.rate * 0.5 * (1.0 + np.cos(np.pi * step / schedule.steps))
            for part, slope, m, v in zip(parts, slopes, first, second):
                m += np.float32(0.1) * (slope * limit - m)
                v += np.float32(0.001) * (slope * slope * limit * limit - v)
                part -= np.float32(now) * (m / (1 - 0.9**step) / (np.sqrt(v / (1 - 0.999**step)) + 1e-8))
            if step % 500 == 0:
                print(f"step {step}, {frames - 1} frames, loss {loss:.3f}", flush=True)
        return loss
