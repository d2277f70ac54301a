"""The order in which windows are trained on."""

from __future__ import annotations

import hashlib
import operator
from typing import Dict, Iterator, Sized, SupportsIndex

import numpy as np
from numpy.typing import NDArray

__all__ = ["EpochIndex", "WindowSampler"]


class EpochIndex(int):
    """The number of a window, with the epoch in which it is read. Workers receive both, even if they live longer than
    an epoch.
    """

    epoch: int

    def __new__(cls, index: int, epoch: int = 0) -> EpochIndex:
        made = super().__new__(cls, index)
        made.epoch = epoch
        return made


class WindowSampler:
    """A random order of a dataset's windows, the same for any number of workers, on every machine and after every restart. It is a
    sampler for PyTorch's ``DataLoader``: ``DataLoader(windows, sampler=WindowSampler(windows, seed=1), batch_size=64)``.

    - dataset: anything with a length.
    - seed: the seed of the order. The order differs in every epoch.
    - rank, ranks: the number of this process, and the number of processes that train together. Each process has its own
      windows, and all have the same number. So up to ``ranks - 1`` windows are left out of an epoch, different ones in
      each.
    - shuffle: whether to shuffle. False keeps the order of the dataset.

    To continue an interrupted training, save `state_dict` with the checkpoint, and pass it to `load_state_dict`.
    Windows that the ``DataLoader`` has read ahead, but the training has not seen, count as done. To be exact, replace
    ``done`` by the number of windows seen in this epoch. The epoch stays the same until the next iteration begins, even
    if workers read ahead.

    Each number that the sampler yields contains its epoch. An `Augmentation` of the dataset needs the epoch for its
    random changes.

    Raises ValueError for a rank outside the ranks.
    """

    def __init__(self, dataset: Sized, *, seed: int = 0, rank: int = 0, ranks: int = 1, shuffle: bool = True) -> None:
        if ranks < 1 or not 0 <= rank < ranks:
            raise ValueError(f"`rank` must be from 0 to {ranks - 1}, not {rank}")
        self.windows = len(dataset)
        """The number of windows of the dataset."""
        self.seed, self.rank, self.ranks, self.shuffle = operator.index(seed), rank, ranks, shuffle
        self.epoch = 0
        """The number of the current epoch, or of the next."""
        self.done = 0
        """The number of windows yielded in this epoch, for this rank. It stays at all of them until the next epoch begins."""

    def set_epoch(self, epoch: SupportsIndex) -> None:
        """Begins the epoch with this number. Without this call, an iteration after a full one begins the next epoch."""
        self.epoch, self.done = operator.index(epoch), 0

    def __len__(self) -> int:
        """Returns the number of windows of the next iteration for this rank. This is the rest of the epoch, or a whole
        epoch after a full one.
        """
        return self._count - self.done or self._count

    @property
    def _count(self) -> int:
        return self.windows // self.ranks

    def __iter__(self) -> Iterator[int]:
        # Not at the end: workers of a DataLoader reach it before the training has seen the windows.
        if 0 < self._count <= self.done:
            self.epoch, self.done = self.epoch + 1, 0
        own = self._order()[self.rank :: self.ranks][: self._count]
        while self.done < len(own):
            self.done += 1
            yield EpochIndex(int(own[self.done - 1]), self.epoch)

    def _order(self) -> NDArray[np.int64]:
        if not self.shuffle:
            return np.arange(self.windows, dtype=np.int64)
        # The finaliser of SplitMix64 (Steele, Lea and Flood, 2014): a sort of hashes does not depend on NumPy's generators.
        key = hashlib.blake2b(f"{self.seed}\n{self.epoch}".encode(), digest_size=8).digest()
        with np.errstate(over="ignore"):
            mixed = np.arange(self.windows, dtype=np.uint64) + np.frombuffer(key, "<u8")[0]
            for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
                mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
            mixed ^= mixed >> np.uint64(31)
        return np.argsort(mixed, kind="stable").astype(np.int64)

    def state_dict(self) -> Dict[str, int]:
        """Returns the position in the order, as plain numbers."""
        return {"seed": self.seed, "epoch": self.epoch, "done": self.done, "windows": self.windows, "ranks": self.ranks}

    def load_state_dict(self, state: Dict[str, int]) -> None:
        """Continues at a position. Raises ValueError if the position is of another seed, dataset or number of ranks, or
        if it is past the end of an epoch.
        """
        own = self.state_dict()
        for name in ("seed", "windows", "ranks"):
            if state[name] != own[name]:
                raise ValueError(f"the position is one of {state[name]} {name}, not of {own[name]}")
        if not 0 <= state["done"] <= self._count:
            raise ValueError(f"`done` must be from 0 to {self._count}, not {state['done']}")
        self.epoch, self.done = state["epoch"], state["done"]
