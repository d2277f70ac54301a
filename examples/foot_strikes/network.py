"""A small network in NumPy: two hidden layers, trained by Adam."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


class Network:
    """Maps rows of scaled features to rows of outputs.

    loss: "square" for signals, or "chance", the cross entropy, for the probability of an event. weight: the weight
    of the frames with an event in the cross entropy.
    """

    def __init__(
        self,
        inputs: int,
        outputs: int,
        loss: Literal["square", "chance"],
        seed: int,
        hidden: int = 48,
        weight: float = 1.0,
    ) -> None:
        self.rng = np.random.default_rng(seed)
        self.loss = loss
        self.weight = np.float32(weight)
        sizes = [inputs, hidden, hidden, outputs]
        self.weights = [
            self.rng.normal(0.0, np.sqrt(2.0 / a), (a, b)).astype(np.float32) for a, b in zip(sizes, sizes[1:])
        ]
        self.biases = [np.zeros(b, np.float32) for b in sizes[1:]]

    def train(self, inputs: Floats, wanted: Floats, epochs: int, rate: float = 2e-3, decay: float = 1e-3) -> None:
        """Trains with Adam in batches of 256. The learning rate falls to 0 along half a cosine. The inputs must be
        scaled."""
        parts = [*self.weights, *self.biases]
        first, second = ([np.zeros_like(part) for part in parts] for _ in range(2))
        batches = max(len(inputs) // 256, 1)
        steps = epochs * batches
        step = 0
        for _ in range(epochs):
            for rows in np.array_split(self.rng.permutation(len(inputs)), batches):
                step += 1
                # A little noise prevents overfitting to the few clips.
                seen = inputs[rows] + self.rng.normal(0.0, 0.1, (len(rows), inputs.shape[1])).astype(np.float32)
                now = rate * 0.5 * (1.0 + np.cos(np.pi * step / steps))
                for part, slope, m, v in zip(parts, self._slopes(seen, wanted[rows]), first, second):
                    m += 0.1 * (slope - m)
                    v += 0.001 * (slope * slope - v)
                    part -= now * (m / (1 - 0.9**step) / (np.sqrt(v / (1 - 0.999**step)) + 1e-8) + decay * part)

    def _slopes(self, inputs: Floats, wanted: Floats) -> list[Floats]:
        layers = [inputs]
        for weight, bias in zip(self.weights[:-1], self.biases[:-1]):
            layers.append(np.maximum(layers[-1] @ weight + bias, 0.0))
        out = layers[-1] @ self.weights[-1] + self.biases[-1]
        found = _logistic(out) if self.loss == "chance" else out
        # Both losses have this gradient at the outputs.
        back = (found - wanted) / np.float32(len(inputs))
        if self.loss == "chance" and self.weight != 1.0:
            back = back * (1.0 + (self.weight - 1.0) * wanted)
        of_weights: list[Floats] = []
        of_biases: list[Floats] = []
        for place in range(len(self.weights) - 1, -1, -1):
            of_weights.append(layers[place].T @ back)
            of_biases.append(back.sum(axis=0))
            back = (back @ self.weights[place].T) * (layers[place] > 0.0)
        return of_weights[::-1] + of_biases[::-1]

    def __call__(self, inputs: Floats) -> Floats:
        values = inputs
        for weight, bias in zip(self.weights[:-1], self.biases[:-1]):
            values = np.maximum(values @ weight + bias, 0.0)
        values = values @ self.weights[-1] + self.biases[-1]
        if self.loss == "chance":
            values = _logistic(values)
        return np.asarray(values, np.float32)


def _logistic(values: NDArray[Any]) -> Floats:
    """Returns 1 / (1 + exp(-x)), without an overflow of exp."""
    return np.asarray(0.5 * (1.0 + np.tanh(0.5 * values)), np.float32)
