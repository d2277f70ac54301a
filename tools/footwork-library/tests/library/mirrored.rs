//! Mirrored twins: their names and content, and that only their originals can be edited.

use std::path::PathBuf;

use footwork_base::{FrameRange, Name};
use footwork_clip::{JointPairs, Motion};
use footwork_library::{Change, EditError, Library};
use footwork_sidecar::{Settings, Severity};
use footwork_tags::ClipId;

use crate::playground::{Playground, clip_names, findings, header};

fn name(text: &str) -> Name {
    text.parse().unwrap()
}

/// Returns a clip of ten frames whose joints below the hips have these names.
fn with_joints(names: &[&str]) -> String {
    let joints: String = names
        .iter()
        .map(|name| format!("JOINT {name}\n{{\nOFFSET 1 -8 0\nCHANNELS 1 Xrotation\n}}\n"))
        .collect();
    let rows = format!("0{}\n", " 5".repeat(names.len())).repeat(10);
    format!(
        "HIERARCHY\nROOT Hips\n{{\nOFFSET 0 0 0\nCHANNELS 1 Zposition\n{joints}}}\n\
         MOTION\nFrames: 10\nFrame Time: 0.01\n{rows}"
    )
}

#[track_caller]
fn frames(library: &Library, clip: &str, tag: &str) -> Vec<FrameRange> {
    let id = library.find_clip(clip).unwrap();
    let query = footwork_tags::Query::parse(tag).unwrap();
    let bound = query.bind(library.database()).unwrap();
    library
        .database()
        .ranges(&bound)
        .unwrap()
        .ranges(id)
        .to_vec()
}

#[track_caller]
fn times(library: &Library, clip: &str, event: &str) -> Vec<f64> {
    let id = library.find_clip(clip).unwrap();
    let db = library.database();
    let known = db.events().find(|(known, _)| **known == name(event));
    known.map_or(Vec::new(), |(_, event)| db.event_times(event, id).to_vec())
}

#[test]
fn clips_have_twins_if_footwork_toml_sets_mirror() {
    for (mirror, expected) in [
        ("", &["a.bvh", "b/a.bvh", "b/c.bvh"][..]),
        ("mirror = false", &["a.bvh", "b/a.bvh", "b/c.bvh"]),
        ("mirror = []", &["a.bvh", "b/a.bvh", "b/c.bvh"]),
        (
            "mirror = true",
            &[
                "a.bvh",
                "a.bvh~mirrored",
                "b/a.bvh",
                "b/a.bvh~mirrored",
                "b/c.bvh",
                "b/c.bvh~mirrored",
            ],
        ),
        (
            "mirror = [\"b/a*\", \"x\"]",
            &["a.bvh", "b/a.bvh", "b/a.bvh~mirrored", "b/c.bvh"],
        ),
    ] {
        let playground = Playground::new();
        playground
            .file("footwork.toml", mirror)
            .clip("a.bvh")
            .clip("b/a.bvh")
            .clip("b/c.bvh");
        let before = playground.snapshot();
        let library = playground.open();
        assert_eq!(clip_names(&library), expected, "{mirror}");
        assert_eq!(findings(&library), [""; 0]);
        for id in library.clips().ids() {
            library.load(id).unwrap();
            let is_twin = library.clips()[id].name.ends_with("~mirrored");
            assert_eq!(library.original(id).is_some(), is_twin);
            let there = library.original(id).or(library.twin(id));
            let back = there.and_then(|id| library.original(id).or(library.twin(id)));
            assert_eq!(back, there.map(|_| id));
        }
        assert_eq!(playground.snapshot(), before);
    }
}

#[test]
fn twins_are_found_by_their_short_names() {
    let playground = Playground::new();
    playground
        .file("footwork.toml", "mirror = true")
        .clip("b/a.bvh");
    let library = playground.open();
    let found = |text: &str| {
        let id: Result<ClipId, _> = library.find_clip(text);
        id.map(|id| library.clips()[id].name.clone())
    };
    for text in ["a", "a.bvh", "b/a.bvh"] {
        assert_eq!(found(text).unwrap(), "b/a.bvh");
        assert_eq!(
            found(&format!("{text}~mirrored")).unwrap(),
            "b/a.bvh~mirrored"
        );
    }
    let hint = found("a.bvh~mirored").unwrap_err().hint.unwrap();
    assert_eq!(hint, "did you mean a.bvh~mirrored?");
    assert!(found("a~mirrored~mirrored").is_err());
}

const CONFIG: &str = "mirror = true
[tags.Port]
mirror = \"Starboard\"
[events.\"Foot.Left\"]
[events.Tap]
mirror = \"Clap\"
";

const TAGS: &str = "note \"kept\"
tag Gait 0 10
tag Port.Deck 1 3 rule
tag Port.Deck 3 4
tag Turn.Left 5 7
not Turn.Right 8 9
event Foot.Left 2.5 data {\"side\":\"left\"}
event Tap 4
";

#[test]
fn tags_and_events_swap_sides() {
    let playground = Playground::new();
    playground
        .file("footwork.toml", CONFIG)
        .clip("a.bvh")
        .tags("a.bvh", TAGS);
    let library = playground.open();
    assert_eq!(findings(&library), [""; 0]);
    let range = |start, stop| FrameRange::new(start, stop).unwrap();
    for (original, twin, expected) in [
        ("Gait", "Gait", vec![range(0, 10)]),
        ("Port.Deck", "Starboard.Deck", vec![range(1, 4)]),
        ("Turn.Left", "Turn.Right", vec![range(5, 7)]),
    ] {
        assert_eq!(frames(&library, "a", original), expected);
        assert_eq!(frames(&library, "a~mirrored", twin), expected);
        if original != twin {
            assert_eq!(frames(&library, "a", twin), []);
            assert_eq!(frames(&library, "a~mirrored", original), []);
        }
    }
    assert_eq!(times(&library, "a", "Foot.Left"), [2.5]);
    assert_eq!(times(&library, "a~mirrored", "Foot.Right"), [2.5]);
    assert_eq!(times(&library, "a~mirrored", "Foot.Left"), [0.0; 0]);
    assert_eq!(times(&library, "a~mirrored", "Clap"), [4.0]);
    let twin = &library.clips()[library.find_clip("a~mirrored").unwrap()];
    // Spans stay as authored, and names without a side are unchanged.
    assert_eq!(twin.tags().count(), 4);
    let written = String::from_utf8(twin.sidecar.as_ref().unwrap().to_bytes()).unwrap();
    let expected = "note \"kept\"
tag Gait 0 10
tag Starboard.Deck 1 3 rule
tag Starboard.Deck 3 4
tag Turn.Right 5 7
not Turn.Left 8 9
event Clap 4
event Foot.Right 2.5 data {\"side\":\"left\"}
";
    assert_eq!(written, header("a.bvh") + expected);
}

#[test]
fn only_originals_are_edited_and_twins_follow() {
    let playground = Playground::new();
    playground
        .file("footwork.toml", "mirror = true")
        .clip("a.bvh")
        .tags("a.bvh", "tag Turn.Left 0 2\n");
    let mut library = playground.open();
    let [clip, twin] = ["a", "a~mirrored"].map(|name| library.find_clip(name).unwrap());
    let range = FrameRange::new(4, 6).unwrap();
    let (left, foot) = (name("Turn.Left"), name("Foot.Left"));
    let before = playground.snapshot();
    for error in [
        library.paint(&left, twin, range).unwrap_err(),
        library.erase(&left, twin, range).unwrap_err(),
        library.add_event(&foot, twin, 1.0).unwrap_err(),
        library.remove_event(&foot, twin, 1.0).unwrap_err(),
    ] {
        assert!(matches!(error, EditError::MirroredClip { .. }), "{error}");
        let message = "a.bvh~mirrored is the mirror image of a.bvh, and its tags are those of \
                       a.bvh; edit that one";
        assert_eq!(error.to_string(), message);
    }
    assert_eq!(
        playground.snapshot().keys().collect::<Vec<_>>(),
        before.keys().collect::<Vec<_>>()
    );

    assert_eq!(library.paint(&left, clip, range).unwrap(), Change::Saved);
    assert_eq!(library.add_event(&foot, clip, 3.0).unwrap(), Change::Saved);
    for library in [&library, &playground.open()] {
        let expected = [FrameRange::new(0, 2).unwrap(), range];
        assert_eq!(frames(library, "a", "Turn.Left"), expected);
        assert_eq!(frames(library, "a~mirrored", "Turn.Right"), expected);
        assert_eq!(times(library, "a~mirrored", "Foot.Right"), [3.0]);
        assert_eq!(library.clips()[twin].tags().count(), 2);
    }
    assert_eq!(
        playground.read("a.bvh.tags"),
        header("a.bvh") + "tag Turn.Left 0 2\ntag Turn.Left 4 6\nevent Foot.Left 3\n"
    );
}

#[test]
fn joints_without_partners_are_reported_and_can_be_paired() {
    let playground = Playground::new();
    playground
        .file("footwork.toml", "mirror = true")
        .file("lame.bvh", with_joints(&["LeftLeg", "Tail"]))
        .file("whole.bvh", with_joints(&["LeftLeg", "RightLeg"]))
        .file("odd.bvh", with_joints(&["LeftLeg", "peg"]));
    let library = playground.open();
    let names = ["lame.bvh", "odd.bvh", "whole.bvh", "whole.bvh~mirrored"];
    assert_eq!(clip_names(&library), names);
    let said = ["lame.bvh warning no-mirror", "odd.bvh warning no-mirror"];
    assert_eq!(findings(&library), said);
    let first = &library.findings()[0];
    assert_eq!(first.severity, Severity::Warning);
    assert!(
        first
            .message
            .starts_with("LeftLeg has no partner: Hips has no joint RightLeg; "),
        "{first}"
    );
    playground.file(
        "footwork.toml",
        "mirror = true\n[mirror_joints]\nLeftLeg = \"peg\"",
    );
    let library = playground.open();
    let names = ["lame.bvh", "odd.bvh", "odd.bvh~mirrored", "whole.bvh"];
    assert_eq!(clip_names(&library), names);
    library
        .load(library.find_clip("odd~mirrored").unwrap())
        .unwrap();
}

#[test]
fn crossed_mirror_names_are_reported() {
    let text = "[tags.A]\nmirror = \"B\"\n[tags.B]\nmirror = \"C\"\n";
    let (_, findings) = Settings::parse(text).unwrap();
    let [finding] = findings.as_slice() else {
        panic!("{findings:?}");
    };
    assert_eq!(finding.code, "mirror-pair");
    assert!(
        finding
            .message
            .starts_with("A mirrored is B, but B mirrored is C")
    );
}

/// Returns the sample library with mirrored twins.
fn mirrored_samples() -> Playground {
    let samples = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../samples");
    let playground = Playground::new();
    for folder in ["cmu", "deepmimic"] {
        for entry in std::fs::read_dir(samples.join(folder)).unwrap() {
            let entry = entry.unwrap();
            let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
            playground.file(&name, std::fs::read(entry.path()).unwrap());
        }
    }
    let config = std::fs::read_to_string(samples.join("footwork.toml")).unwrap();
    playground.file("footwork.toml", format!("mirror = true\n{config}"));
    playground
}

#[test]
fn every_sample_with_paired_joints_has_a_mirrored_twin() {
    let playground = mirrored_samples();
    let library = playground.open();
    assert_eq!(findings(&library), [""; 0]);
    assert_eq!(library.clips().len(), 44);
    let db = library.database();
    for (id, entry) in library.clips().iter() {
        let Some(twin) = library.twin(id) else {
            assert!(library.original(id).is_some());
            continue;
        };
        // Strikes of the left foot become strikes of the right foot.
        let events: Vec<_> = db.events().collect();
        let sides = |text: &str| match text.rsplit_once('.') {
            Some((outer, "Left")) => format!("{outer}.Right"),
            Some((outer, "Right")) => format!("{outer}.Left"),
            _ => text.to_owned(),
        };
        for (event, event_id) in &events {
            let other = sides(event.as_str());
            let (_, other) = events
                .iter()
                .find(|(name, _)| name.as_str() == other)
                .unwrap();
            assert_eq!(db.event_times(*event_id, id), db.event_times(*other, twin));
        }
        let tags: Vec<_> = db.tags().collect();
        for (tag, tag_id) in &tags {
            let other = sides(tag.as_str());
            let (_, other) = tags
                .iter()
                .find(|(name, _)| name.as_str() == other)
                .unwrap();
            let [was, is] =
                [(*tag_id, id), (*other, twin)].map(|(tag, id)| db.tag_frames(tag).ranges(id));
            assert_eq!(was, is, "{}: {tag}", entry.name);
        }
        // The twin's motion is the mirrored motion of the original.
        let [was, is] = [id, twin].map(|id| library.load(id).unwrap().clip);
        let pairs = JointPairs::from_names(was.skeleton()).unwrap();
        assert_eq!(is, was.mirrored(&pairs).unwrap());
        let (was, is) = (Motion::new(&was), Motion::new(&is));
        for channel in ["speed_x", "turn"] {
            let channel = channel.parse().unwrap();
            let [was, is] = [&was, &is].map(|motion| motion.channel(&channel).unwrap());
            let negated: Vec<f32> = was.iter().map(|x| -x).collect();
            assert_eq!(is, negated, "{}: {channel}", entry.name);
        }
    }
    let walk = library.find_clip("walk").unwrap();
    let strikes = times(&library, "walk", "Foot.Left");
    assert!(!strikes.is_empty());
    assert_eq!(times(&library, "walk~mirrored", "Foot.Right"), strikes);
    assert_eq!(library.clips()[walk].name, "deepmimic/walk.txt");
}
