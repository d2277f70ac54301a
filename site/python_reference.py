"""Prints the public names of the Python package as JSON: `[{"module", "name", "signature", "doc", "members": [...]}]`.

Reads the sources alone, so the package needs no build: `__init__.py` says what is public, and the definitions are in the
modules and in the stub of the compiled one. Usage: python site/python_reference.py bindings/python/python/footwork
"""

import ast
import json
import sys
from pathlib import Path


def definitions(file: Path) -> dict[str, ast.AST]:
    """Returns the classes, functions and assigned names of a module; the first definition of a name counts."""
    found: dict[str, ast.AST] = {}
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            found.setdefault(node.name, node)
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    found.setdefault(target.id, node)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.setdefault(node.target.id, node)
    return found


def signature(node: ast.AST) -> str:
    if isinstance(node, ast.FunctionDef):
        if any(isinstance(one, ast.Name) and one.id == "property" for one in node.decorator_list):
            return f"{node.name}: {ast.unparse(node.returns)}" if node.returns else node.name
        returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
        return f"def {node.name}({ast.unparse(node.args)}){returns}"
    if isinstance(node, ast.ClassDef):
        bases = ", ".join(map(ast.unparse, node.bases))
        return f"class {node.name}({bases})" if bases else f"class {node.name}"
    return ast.unparse(node)


def doc(node: ast.AST) -> str:
    with_docs = isinstance(node, (ast.ClassDef, ast.FunctionDef))
    return (ast.get_docstring(node) or "") if with_docs else ""


def members(node: ast.AST) -> list[dict[str, str]]:
    """Returns the public methods, properties and fields of a class. Each overload is an entry."""
    if not isinstance(node, ast.ClassDef):
        return []
    listed = []
    for one in node.body:
        if isinstance(one, ast.FunctionDef):
            name = one.name
        elif isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name):
            name = one.target.id
        else:
            continue
        if not name.startswith("_") or name in ("__init__", "__call__", "__getitem__", "__len__", "__iter__"):
            listed.append({"name": name, "signature": signature(one), "doc": doc(one)})
    return listed


def entry(module: str, name: str, node: ast.AST) -> dict[str, object]:
    whole = {"module": module, "name": name, "signature": signature(node), "doc": doc(node)}
    return {**whole, "members": members(node)}


def main(package: Path) -> None:
    entries = []
    for node in ast.parse((package / "__init__.py").read_text(encoding="utf-8")).body:
        if not isinstance(node, ast.ImportFrom):
            continue
        for alias in node.names:
            public = alias.asname or alias.name
            if node.module is None:
                module = definitions(package / f"{alias.name}.py")
                shown = [(name, one) for name, one in module.items() if not name.startswith("_")]
                entries += [entry(f"footwork.{public}", name, one) for name, one in shown if doc(one)]
            elif not public.startswith("__"):
                file = next(
                    file for file in (package / f"{node.module}.pyi", package / f"{node.module}.py") if file.exists()
                )
                entries.append(entry("footwork", public, definitions(file)[alias.name]))
    json.dump(entries, sys.stdout)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
