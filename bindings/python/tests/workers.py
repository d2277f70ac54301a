"""The programs of `test_workers.py`, which run in separate processes because each may hang."""

from __future__ import annotations

import multiprocessing
import os
import sys
import warnings
from concurrent.futures import ProcessPoolExecutor
from typing import Any, Tuple

import numpy as np

import footwork
from footwork import matching

warnings.simplefilter("error", footwork.FootworkWarning)

WORKERS = 4


def worked(of: Tuple[footwork.Library, str, int]) -> Tuple[int, float, int, int, int]:
    """Does the work of a worker: opens the library, queries the library it received, and reads a clip."""
    library, path, number = of
    own = footwork.Library.load(path)
    assert own == library
    clip = library.clip(number % len(library.clips))
    index = matching.index(own, clips=["walk"])
    strikes = footwork.detect_strikes(own, clips=["walk"])
    found = own.query("{ speed > 1 }").frame_count
    return found, float(clip.positions().sum()), len(index), len(footwork.check(own)), len(strikes)


def processes(method: str, path: str) -> None:
    """Plain processes: a pool used twice, and one process after another."""
    library = footwork.Library.load(path)
    tasks = [(library, path, number) for number in range(2 * WORKERS)]
    expected = [worked(task) for task in tasks]
    context: Any = multiprocessing.get_context(method)
    with ProcessPoolExecutor(WORKERS, mp_context=context) as pool:
        for _ in range(2):
            assert list(pool.map(worked, tasks)) == expected
    for _ in range(2):
        process = context.Process(target=worked, args=(tasks[0],))
        process.start()
        process.join()
        assert process.exitcode == 0


class OpensItself:
    """A dataset whose workers open the library, as for clips read on demand."""

    def __init__(self, path: str) -> None:
        self.library = footwork.Library.load(path)
        self.path = path

    def __len__(self) -> int:
        return len(self.library.clips)

    def __getitem__(self, number: int) -> np.ndarray[Any, Any]:
        own = footwork.Library.load(self.path)
        return np.array([len(own.clip(number)), self.library.query("Gait").frame_count, os.getpid()])


def loader(method: str, persistent: str, path: str) -> None:
    """PyTorch's DataLoader over windows in memory, over a store, and over a dataset that opens the library."""
    from torch.utils.data import DataLoader

    # Workers that fork from the server need not import PyTorch, which takes seconds of processor time. Spawned workers must.
    multiprocessing.set_forkserver_preload(["torch", "footwork"])
    starts_often = method == "spawn" and persistent != "persistent" and not os.environ.get("FOOTWORK_SOAK")
    epochs = 1 if starts_often else 2
    library = footwork.Library.load(path)
    windows = footwork.WindowDataset(library, "Gait", window=20, channels=["speed"], events=["Foot.Left"], rate=30)
    stored = footwork.WindowDataset(footwork.Store.open(os.path.join(os.environ["STORE"])), "Gait", window=20)
    options: Any = {
        "num_workers": WORKERS,
        "multiprocessing_context": method,
        "persistent_workers": persistent == "persistent",
    }
    for dataset in (windows, stored):
        expected = np.stack([dataset[index] for index in range(len(dataset))])
        batches: Any = DataLoader(dataset, batch_size=64, **options)  # type: ignore[arg-type]
        for _ in range(epochs):
            found = np.concatenate([batch.numpy() for batch in batches])
            np.testing.assert_array_equal(found, expected)
    itself = OpensItself(path)
    for _ in range(epochs):
        rows = np.concatenate([batch.numpy() for batch in DataLoader(itself, batch_size=4, **options)])  # type: ignore[arg-type]
        assert rows[:, 0].tolist() == [clip.frames for clip in library.clips]
        assert len(set(rows[:, 2])) > 1 and os.getpid() not in rows[:, 2]


if __name__ == "__main__":
    {"processes": processes, "loader": loader}[sys.argv[1]](*sys.argv[2:])
