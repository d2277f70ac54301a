"""Exceptions, with the messages and spans of the Rust half."""

from __future__ import annotations

from typing import TYPE_CHECKING, List, NamedTuple, Optional, Sequence, Tuple

if TYPE_CHECKING:
    from ._footwork import Finding

__all__ = [
    "ChangedError",
    "ChannelError",
    "ClipError",
    "Diagnostic",
    "ExprError",
    "FootworkWarning",
    "LibraryError",
    "QueryError",
]


class Diagnostic(NamedTuple):
    """One mistake in a text: its span, its message and perhaps a hint."""

    span: Tuple[int, int]
    """The bytes ``[start, stop)`` of the text in UTF-8; empty if something is missing there."""
    char_span: Tuple[int, int]
    """The same range in characters, so that ``text[slice(*char_span)]`` is the mistake."""
    code: str
    """A stable name for the kind of mistake, such as ``unknown-tag``."""
    message: str
    """The mistake, in one sentence."""
    hint: Optional[str]
    """How to fix it, if known."""


_Mistake = Tuple[int, int, str, str, Optional[str]]


class _TextError(ValueError):
    """A text with mistakes. ``span``, ``code``, ``message`` and ``hint`` are those of the first one."""

    def __init__(self, summary: str, text: str, mistakes: Sequence[_Mistake]) -> None:
        super().__init__(summary, text, mistakes)
        self.text = text
        utf8 = text.encode("utf-8")

        def characters(at: int) -> int:
            return len(utf8[:at].decode("utf-8", "ignore"))

        self.diagnostics = [
            Diagnostic((start, stop), (characters(start), characters(stop)), code, message, hint)
            for start, stop, code, message, hint in mistakes
        ]

    def __str__(self) -> str:
        return str(self.args[0])

    @property
    def span(self) -> Tuple[int, int]:
        """The bytes of the first mistake, ``[start, stop)``, in UTF-8."""
        return self.diagnostics[0].span

    @property
    def char_span(self) -> Tuple[int, int]:
        """The characters of the first mistake, ``[start, stop)``."""
        return self.diagnostics[0].char_span

    @property
    def code(self) -> str:
        """The stable name for the kind of the first mistake."""
        return self.diagnostics[0].code

    @property
    def message(self) -> str:
        """The first mistake, in one sentence."""
        return self.diagnostics[0].message

    @property
    def hint(self) -> Optional[str]:
        """How to fix the first mistake, if known."""
        return self.diagnostics[0].hint


class QueryError(_TextError):
    """A query that cannot be parsed, or that uses an unknown name. ``diagnostics`` has every mistake."""


class ExprError(_TextError):
    """An expression that cannot be compiled. ``diagnostics`` has every mistake."""


class ClipError(ValueError):
    """A file, or an animation in it, that is not a clip."""

    def __init__(
        self,
        summary: str,
        code: str = "",
        message: str = "",
        hint: Optional[str] = None,
        place: Optional[Tuple[int, int]] = None,
    ) -> None:
        super().__init__(summary, code, message, hint, place)
        self.code = code
        """A stable name for the kind of mistake."""
        self.message = message or summary
        """The mistake, in one sentence."""
        self.hint = hint
        """How to fix it, if known."""
        self.line = place[0] if place else None
        """The line of the file, from 1, if known."""
        self.column = place[1] if place else None
        """The column, from 1, if known."""

    def __str__(self) -> str:
        return str(self.args[0])


class ChannelError(ValueError):
    """An unknown channel, or a joint that the clip lacks."""


class ChangedError(ValueError):
    """A change on disk. A clip changed after its library was opened, or a library changed after it was pickled or after
    a store was made from it.
    """

    def __init__(self, summary: str, name: str = "") -> None:
        super().__init__(summary, name)
        self.name = name
        """The name of the changed clip, or the path of the changed library."""

    def __str__(self) -> str:
        return str(self.args[0])


class LibraryError(ValueError):
    """A library with broken, missing or changed clips, opened or used with ``strict=True``."""

    def __init__(self, summary: str, findings: Sequence["Finding"] = ()) -> None:
        super().__init__(summary, list(findings))
        self.findings: List["Finding"] = list(findings)
        """The findings, in the order of the files."""

    def __str__(self) -> str:
        return str(self.args[0])


class FootworkWarning(UserWarning):
    """A warning of an incomplete result, for example because a clip's file can no longer be read."""
