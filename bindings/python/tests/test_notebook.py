"""Displays in notebooks, and plots."""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np
import pytest

import footwork


def parsed(html: str) -> ElementTree.Element:
    """Returns the elements. Raises if the text is not well-formed."""
    return ElementTree.fromstring(f"<div>{html}</div>")


def drawn(element: ElementTree.Element, kind: str) -> list[ElementTree.Element]:
    return list(element.iter(f"{{http://www.w3.org/2000/svg}}{kind}"))


def test_a_library_is_shown_as_a_table(library: footwork.Library) -> None:
    page = parsed(library._repr_html_())
    assert len(page.findall(".//tr")) == 1 + 12
    assert "22 clips" in "".join(page.itertext()) and "10 more clips are not shown" in "".join(page.itertext())
    first = [cell.text for cell in page.findall(".//tr[2]/td")]
    assert first[0] == library.clips[0].name and "Source.Cmu" in str(first[-1])


def test_a_clip_is_shown_as_a_strip_of_figures(walk: footwork.Clip) -> None:
    page = parsed(walk._repr_html_())
    figures = drawn(page, "path")
    assert len(figures) == 10 and len({figure.get("d") for figure in figures}) == 10
    assert all(str(figure.get("d")).count("M") == len(walk.names) - 1 for figure in figures)
    assert [text.text for text in drawn(page, "text")][-1] == str(len(walk) - 1)
    without = footwork.Clip(["<a>"], [-1], np.ones((2, 1, 4), np.float32), np.zeros((2, 3)), 30, name="<a>")
    assert drawn(parsed(without._repr_html_()), "path") == []


def test_a_result_is_shown_as_bars(library: footwork.Library) -> None:
    found = library.query("Gait.Walk")
    page = parsed(found._repr_html_())
    assert len(drawn(page, "rect")) == min(len(found.clips), 12) + sum(
        len(found.ranges(int(clip))) for clip in found.clips[:12]
    )
    assert drawn(parsed(library.query("none")._repr_html_()), "rect") == []
    assert "Gait.Walk" in "".join(page.itertext())


def test_a_frames_table_is_shown_as_a_table(library: footwork.Library) -> None:
    assert len(parsed(footwork.spans_table(library)._repr_html_()).findall(".//tr")) == 11


def test_a_clip_is_plotted(walk: footwork.Clip) -> None:
    matplotlib = pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    axes = walk.plot("speed", "left_foot.height")
    lines = axes.get_lines()
    assert [line.get_label() for line in lines] == ["speed, m/s", "left_foot.height, m"]
    np.testing.assert_array_equal(lines[0].get_ydata(), walk.channel("speed"))
    assert len(walk.plot(axes=axes).get_lines()) == 4
    with pytest.raises(footwork.ChannelError):
        walk.plot("sped")
    plt.close("all")


def test_a_plot_needs_matplotlib(walk: footwork.Clip, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    with pytest.raises(ImportError, match=r"footwork\[plot\]"):
        walk.plot()


NOTEBOOKS = sorted((Path(__file__).resolve().parents[3] / "examples").glob("*/*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_notebooks_run(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed")
    nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed")
    pytest.importorskip("ipykernel", reason="ipykernel is not installed")
    for name in ("IPYTHONDIR", "JUPYTER_RUNTIME_DIR", "MPLCONFIGDIR"):
        monkeypatch.setenv(name, str(tmp_path / name))
    notebook = nbformat.read(path, as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "it was saved with its outputs"
    kernel = {"path": str(path.parent)}
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": kernel}).execute()
    shown = [data for cell in notebook.cells for output in cell.get("outputs", []) for data in output.get("data", {})]
    assert "text/html" in shown
