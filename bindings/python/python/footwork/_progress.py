"""Progress bars for long work, with tqdm if it is installed."""

from __future__ import annotations

import sys
from typing import Iterable, Iterator, Optional, Sequence, TypeVar

__all__ = ["shown"]

T = TypeVar("T")


def shown(items: Sequence[T], what: str, progress: Optional[bool]) -> Iterator[T]:
    """Iterates over the items, with a bar on standard error. True always shows a bar and raises ImportError without tqdm; None
    shows one if tqdm is installed and standard error is a terminal."""
    if progress is None:
        progress = sys.stderr is not None and sys.stderr.isatty() and _has_tqdm()
    if not progress:
        return iter(items)
    try:
        from tqdm import tqdm
    except ImportError as error:
        raise ImportError("a progress bar needs tqdm: pip install 'footwork[progress]'") from error
    bar: Iterable[T] = tqdm(items, desc=what, unit="clip")
    return iter(bar)


def _has_tqdm() -> bool:
    try:
        import tqdm  # noqa: F401
    except ImportError:
        return False
    return True
