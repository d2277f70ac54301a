"""Copies the docstrings of the compiled half into its stubs, for editors.

    python stub_docs.py [--check]

Types are written by hand in `python/footwork/_footwork.pyi`, and docstrings in Rust. This script copies the docstrings, and
may be run again at any time. With `--check` it writes nothing, and the exit code says whether anything would change, which a
test checks.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import sys
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple, Union

from footwork import _footwork

STUBS = Path(__file__).resolve().parent / "python" / "footwork" / "_footwork.pyi"

_Documented = Union[ast.ClassDef, ast.FunctionDef]


def with_docs(text: str) -> str:
    """Returns the stubs with the current docstrings."""
    lines = text.splitlines()
    edits: Dict[int, Tuple[int, List[str]]] = {}
    for node, of in documented(ast.parse(text)):
        first, last = node.body[0].lineno, node.body[0].end_lineno
        assert last is not None
        is_doc = ast.get_docstring(node) is not None
        doc = [] if of is None else quoted(of, node.col_offset + 4)
        if is_doc:
            # A class has members below it; a function has nothing else.
            edits[first] = (last, doc or ([] if isinstance(node, ast.ClassDef) else [" " * (node.col_offset + 4) + "..."]))
        elif doc and isinstance(node, ast.ClassDef):
            edits[first_line(node)] = (first_line(node) - 1, doc)
        elif doc:
            edits[last] = (last, [lines[last - 1].removesuffix(" ..."), *doc])
    for first in sorted(edits, reverse=True):
        last, new = edits[first]
        lines[first - 1 : last] = new
    return "\n".join(lines) + "\n"


def first_line(node: ast.ClassDef) -> int:
    """Returns the first line of the body, including the decorators of its first member."""
    first = node.body[0]
    decorators = first.decorator_list if isinstance(first, (ast.ClassDef, ast.FunctionDef)) else []
    return min([first.lineno, *(decorator.lineno for decorator in decorators)])


def documented(tree: ast.Module) -> List[Tuple[_Documented, Optional[str]]]:
    """Returns the classes, methods and functions, each with its docstring. For overloads, it is on the first."""
    found: List[Tuple[_Documented, Optional[str]]] = []

    def visit(body: List[ast.stmt], owner: Any) -> None:
        before = ""
        for node in body:
            if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and not node.name.startswith("_") and node.name != before:
                before = node.name
                thing = getattr(owner, node.name)
                found.append((node, inspect.getdoc(thing)))
                if isinstance(node, ast.ClassDef):
                    visit(node.body, thing)

    visit(tree.body, _footwork)
    return found


def quoted(doc: str, indent: int) -> List[str]:
    """Returns a docstring as lines of source."""
    start = 'r"""' if "\\" in doc else '"""'
    first, *rest = doc.strip().splitlines()
    lines = [start + first, *rest]
    if rest:
        lines.append('"""')
    else:
        lines[0] += '"""'
    return [(" " * indent + line).rstrip() for line in lines]


def main() -> None:
    parser = argparse.ArgumentParser(description="Puts docstrings into the stubs.")
    parser.add_argument("--check", action="store_true", help="only say whether anything would change")
    is_check = parser.parse_args().check
    before = STUBS.read_text(encoding="utf-8")
    after = with_docs(before)
    if is_check:
        sys.exit("the stubs are out of date: run stub_docs.py" if after != before else 0)
    STUBS.write_text(after, encoding="utf-8")


if __name__ == "__main__":
    main()
