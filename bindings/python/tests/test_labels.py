"""Labels of datasets as spans."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import footwork
from footwork import Span

INDEX = """source_path,start_frame,end_frame,new_name
./pose_data/KIT/3/kick_high_left02_poses.npy,0,117,000000.npy
./pose_data/Eyes_Japan_Dataset/hamada/accident-02_poses.npy,10,50,000001.npy
./pose_data/humanact12/humanact12/P01.npy,0,-1,000002.npy
"""


def test_the_index_of_humanml3d_gives_spans(tmp_path: Path) -> None:
    (tmp_path / "index.csv").write_text(INDEX)
    assert footwork.load_humanml3d(tmp_path / "index.csv") == [
        Span("KIT/3/kick_high_left02_poses", "000000", 0.0, 5.85),
        # The dataset cuts the first three seconds of clips in this part.
        Span("Eyes_Japan_Dataset/hamada/accident-02_poses", "000001", 3.5, 5.5),
        Span("humanact12/humanact12/P01", "000002", 0.0, None),
    ]


def test_the_sentences_of_humanml3d_give_spans(tmp_path: Path) -> None:
    (tmp_path / "index.csv").write_text("\n".join(INDEX.splitlines()[:3]))
    (tmp_path / "000000.txt").write_text("a man kicks.#a/DET man/NOUN kick/VERB#0.0#0.0\n\nhe waits#he#1.5#2\n")
    (tmp_path / "000001.txt").write_text("falls#fall/VERB#nan#nan\n")
    spans = footwork.load_humanml3d(tmp_path / "index.csv", texts=tmp_path)
    assert [(s.label, s.start_secs, s.stop_secs) for s in spans] == [
        ("a man kicks.", 0.0, 5.85),
        ("he waits", 1.5, 2.0),
        ("falls", 3.5, 5.5),
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [("a,b\n1,2\n", "columns must be"), (INDEX.replace("117", "many"), "line 2"), ("", "columns must be")],
)
def test_malformed_indices(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "index.csv").write_text(text)
    with pytest.raises(ValueError, match=words):
        footwork.load_humanml3d(tmp_path / "index.csv")


def test_the_labels_of_babel_give_spans(tmp_path: Path) -> None:
    label = {"raw_label": "walks fast", "proc_label": "walk", "act_cat": ["walk", "move"]}
    sequences = {
        "7017": {
            "feat_p": "CMU/CMU/01/01_01_poses.npz",
            "dur": 22.8,
            "frame_ann": {"labels": [{**label, "start_t": 0, "end_t": 1.5}]},
            "seq_ann": {"labels": [label]},
        },
        "8": {"feat_p": "a.npz", "dur": 1, "frame_ann": None, "seq_anns": [{"labels": [{"proc_label": "jump"}]}]},
    }
    (tmp_path / "train.json").write_text(json.dumps(sequences))
    assert footwork.load_babel(tmp_path / "train.json") == [
        Span("CMU/CMU/01/01_01_poses", "walks fast", 0.0, 1.5, ("walk", "move")),
        Span("CMU/CMU/01/01_01_poses", "walks fast", 0.0, 22.8, ("walk", "move")),
        Span("a", "jump", 0.0, 1.0),
    ]
    endless = json.dumps({"8": {**sequences["8"], "dur": float("nan")}})
    wrong = [("[]", "object of sequences"), ('{"1": {}}', "sequence 1"), ("{", "train.json: Expecting")]
    for text, words in [*wrong, (endless, "sequence 8.*nan is not a time")]:
        (tmp_path / "train.json").write_text(text)
        with pytest.raises(ValueError, match=words):
            footwork.load_babel(tmp_path / "train.json")


def test_spans_as_frames_of_a_clip(library: footwork.Library) -> None:
    walk = library.clips[library.clip_number("walk")]
    assert Span("a", "b", 0.5, 1.0).frames(walk) == (15, 30)
    assert Span("a", "b", 0.0, None).frames(walk) == (0, 39)
    assert Span("a", "b", -1.0, 99.0).frames(walk) == (0, 39)
    assert Span("a", "b", 99.0, 100.0).frames(walk) == (39, 39)
    assert Span("a", "b", 0.05, 0.1).frames(walk) == (2, 3), "half away from zero"
    db = library.to_database()
    db.set_tag("Said.Walk", walk.name, [Span("a", "b", 0.5, 1.0).frames(walk)])
    assert db.query("Said").frame_count == 15
