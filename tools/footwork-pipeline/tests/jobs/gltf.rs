//! GLB files in a library: clips of several animations, their sidecars, and labels in the file.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use footwork_base::{FrameRange, Name};
use footwork_clip::{Clip, ClipParts, GltfTake, Joint, Labels, Skeleton, write_gltf};
use footwork_library::{Change, Library};
use footwork_tags::ClipId;

use crate::desk::Desk;
use crate::playground::{Playground, clip_names, findings};

/// Returns a GLB with clips of ten frames at different speeds, and labels if given.
fn glb(animations: &[(&str, Option<&str>)]) -> Vec<u8> {
    let hips = Joint {
        name: "Hips".into(),
        parent: None,
        offset: [0.0; 3],
        is_end: false,
    };
    let skeleton = Arc::new(Skeleton::new(vec![hips]).unwrap());
    let clips: Vec<(&str, Clip, Option<Labels>)> = animations
        .iter()
        .zip(1u8..)
        .map(|((name, labels), speed)| {
            let place = |frame: u8| [0.0, 1.0, f64::from(frame) * f64::from(speed)];
            let clip = Clip::new(ClipParts {
                skeleton: Arc::clone(&skeleton),
                rate: "100".parse().unwrap(),
                looping: false,
                root_positions: (0..10).map(place).collect(),
                rotations: vec![[0.0, 0.0, 0.0, 1.0]; 10],
                translations: None,
            });
            (
                *name,
                clip.unwrap(),
                labels.map(|l| Labels::new(l).unwrap()),
            )
        })
        .collect();
    let takes: Vec<GltfTake<'_>> = clips
        .iter()
        .map(|(name, clip, labels)| GltfTake {
            name,
            clip,
            labels: labels.as_ref(),
        })
        .collect();
    write_gltf(&takes).unwrap()
}

fn paint(library: &mut Desk, clip: ClipId, tag: &str, start: u32, stop: u32) {
    let name: Name = tag.parse().unwrap();
    let range = FrameRange::new(start, stop).unwrap();
    assert_eq!(library.paint(&name, clip, range).unwrap(), Change::Saved);
}

#[test]
fn every_animation_is_a_clip_with_its_own_sidecar() {
    let playground = Playground::new();
    let names = [("Walk", None), ("Rig|Run/fast", None)];
    playground.file("moves/all.glb", glb(&names));
    playground.file("moves/one.glb", glb(&[("Idle", None)]));
    playground.clip("moves/all.bvh");
    let mut library = playground.open();
    assert_eq!(findings(&library), Vec::<String>::new());
    let expected = [
        "moves/all.bvh",
        "moves/all.glb#Rig|Run/fast",
        "moves/all.glb#Walk",
        "moves/one.glb",
    ];
    assert_eq!(clip_names(&library), expected);
    for (short, expected) in [
        ("Walk", "moves/all.glb#Walk"),
        ("all.glb#Walk", "moves/all.glb#Walk"),
        ("all#Walk", "moves/all.glb#Walk"),
        ("Rig|Run/fast", "moves/all.glb#Rig|Run/fast"),
        ("one", "moves/one.glb"),
        ("all", "moves/all.bvh"),
    ] {
        let clip = library.find_clip(short).unwrap();
        assert_eq!(library.clips()[clip].name, expected, "{short}");
    }
    assert!(library.find_clip("fast").is_err());
    let run = library.find_clip("Rig|Run/fast").unwrap();
    assert_eq!(library.load(run).unwrap().clip.root_positions()[9][2], 18.0);
    paint(&mut library, run, "Gait.Run", 2, 5);
    let text = playground.read("moves/all.glb#Rig%7CRun%2Ffast.tags");
    let hash = library.clips()[run].hash;
    assert_eq!(
        text,
        format!(
            "footwork-tags 1\nclip all.glb#Rig|Run/fast\nframes 10\nrate 100\nhash {hash}\n\
             tag Gait.Run 2 5\n"
        )
    );
    let again = playground.open();
    assert_eq!(findings(&again), Vec::<String>::new());
    assert_eq!(again.clips()[run].tags().count(), 1);
}

#[test]
fn the_hash_of_an_animation_depends_only_on_its_content() {
    let playground = Playground::new();
    playground.file("a.glb", glb(&[("Walk", None), ("Run", None)]));
    let mut library = playground.open();
    let walk = library.find_clip("Walk").unwrap();
    paint(&mut library, walk, "Gait.Walk", 0, 10);
    // Another animation is added, and labels change, but the walk does not change.
    let labels = Some(r#"{"notes": ["new"]}"#);
    playground.file(
        "a.glb",
        glb(&[("Walk", labels), ("Hop", None), ("Run", None)]),
    );
    assert_eq!(findings(&playground.open()), Vec::<String>::new());
    // The second animation, now named `Walk`, is faster.
    playground.file("a.glb", glb(&[("Run", None), ("Walk", None)]));
    assert_eq!(
        findings(&playground.open()),
        ["a.glb#Walk.tags warning stale-hash"]
    );
}

#[test]
fn labels_in_a_file_count_until_there_is_a_sidecar() {
    let playground = Playground::new();
    let labels = r#"{"tags": {"Gait.Run": [[1, 4], [4, 8, "rule"]]}, "events": {"Foot.Left": [[2.5, {"a": 1}]]}}"#;
    playground.file("a.glb", glb(&[("Run", Some(labels)), ("Walk", None)]));
    let mut library = playground.open();
    assert_eq!(findings(&library), ["a.glb#Run note labels-in-clip"]);
    let run = library.find_clip("Run").unwrap();
    assert_eq!(
        (
            library.clips()[run].tags().count(),
            library.clips()[run].events().count()
        ),
        (2, 1)
    );
    assert_eq!(library.database().tags().count(), 1);
    // The first edit copies the labels from the file to the sidecar.
    paint(&mut library, run, "Turn", 0, 3);
    let text = playground.read("a.glb#Run.tags");
    let items: Vec<&str> = text.lines().skip(5).collect();
    let expected = [
        "tag Gait.Run 1 4",
        "tag Gait.Run 4 8 rule",
        "tag Turn 0 3",
        r#"event Foot.Left 2.5 data {"a": 1}"#,
    ];
    assert_eq!(items, expected);
    let again = playground.open();
    assert_eq!(findings(&again), Vec::<String>::new());
    assert_eq!(again.clips()[run].tags().count(), 3);
    // An unreadable sidecar still overrides the labels in the file.
    playground.file("a.glb#Run.tags", "nonsense");
    assert_eq!(playground.open().clips()[run].tags().count(), 0);
}

#[test]
fn odd_labels_are_reported_and_left_out() {
    let playground = Playground::new();
    let labels = r#"{"tags": {"Gait.": [[1, 4]], "Run": [[4, 1], [2, 3, "maybe"], [0, 99], [1, 2]]},
        "events": {"Foot": [[-1], ["x"], [], [3]]}, "other": ["future line", "a\nb"]}"#;
    playground.file("a.glb", glb(&[("Run", Some(labels))]));
    playground.file("b.glb", glb(&[("Run", Some(r#"{"tags": 3}"#))]));
    let library = playground.open();
    let bad = findings(&library)
        .iter()
        .filter(|f| f.contains("bad-labels"))
        .count();
    assert_eq!(bad, 7, "{:?}", library.findings());
    let a = library.find_clip("a").unwrap();
    assert_eq!(
        (
            library.clips()[a].tags().count(),
            library.clips()[a].events().count()
        ),
        (2, 1)
    );
}

#[test]
fn animations_are_included_and_excluded_by_file_and_by_name() {
    let check = |config: &str, expected: &[&str]| {
        let playground = Playground::new();
        playground.file("a.glb", glb(&[("T-Pose", None), ("Walk", None)]));
        playground.clip("b.bvh");
        playground.file("footwork.toml", config);
        assert_eq!(clip_names(&playground.open()), expected, "{config}");
    };
    check("", &["a.glb#T-Pose", "a.glb#Walk", "b.bvh"]);
    check(r#"include = ["*.glb"]"#, &["a.glb#T-Pose", "a.glb#Walk"]);
    check(r#"include = ["a.glb#Walk"]"#, &["a.glb#Walk"]);
    check(r#"exclude = ["*#T-Pose"]"#, &["a.glb#Walk", "b.bvh"]);
    check(r#"exclude = ["a.glb"]"#, &["b.bvh"]);
}

#[test]
fn scenes_without_motion_are_not_clips_and_broken_files_are_reported() {
    let playground = Playground::new();
    playground.file(
        "house.gltf",
        r#"{"asset": {"version": "2.0"}, "nodes": [{}]}"#,
    );
    playground.file("broken.glb", "glTF");
    let library = playground.open();
    assert_eq!(clip_names(&library), Vec::<&str>::new());
    assert_eq!(findings(&library), ["broken.glb error truncated"]);
}

#[test]
fn buffers_next_to_the_file_are_read_and_hashed() {
    let playground = Playground::new();
    let base = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/gltf/base.gltf");
    let base = fs::read_to_string(base).unwrap();
    let start = base.find("data:").unwrap();
    let stop = start + base[start..].find('"').unwrap();
    playground.file("a.gltf", [&base[..start], "a.bin", &base[stop..]].concat());
    assert_eq!(findings(&playground.open()), ["a.gltf error no-buffer"]);
    let mut bytes = vec![0; 96];
    for (at, number) in [(4, 0.1f32), (8, 0.2), (60, 1.0), (76, 1.0), (92, 1.0)] {
        bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
    }
    playground.file("a.bin", &bytes);
    let hash = |playground: &Playground| {
        let library = playground.open();
        assert_eq!(findings(&library), Vec::<String>::new());
        library.clips().values().next().unwrap().hash
    };
    let before = hash(&playground);
    bytes[16] = 1;
    playground.file("a.bin", &bytes);
    assert_ne!(hash(&playground), before);
}

#[test]
fn tags_round_trip_through_a_glb_file() {
    let playground = Playground::new();
    playground.clip("walk.bvh").tags(
        "walk.bvh",
        "note \"left shoe\"\ntag Gait.Run 1 4\ntag Gait.Run 3 9 rule\ntag \"Hand made\" 0 10\n\
         not Gait.Walk 2 4\nevent Foot.Left 3.25\nevent Foot.Left 4 data {\"b\":1,\"a\":[2]}\n\
         event Foot.Right 0.1\n",
    );
    playground.clip("plain.bvh");
    let library = playground.open();
    let ids: Vec<ClipId> = ["walk", "plain"]
        .map(|name| library.find_clip(name).unwrap())
        .into();
    let exported = Playground::new();
    let bytes = footwork_pipeline::to_glb(&library, &ids).unwrap();
    assert_eq!(footwork_pipeline::to_glb(&library, &ids).unwrap(), bytes);
    exported.file("both.glb", bytes);
    let again = exported.open();
    assert_eq!(clip_names(&again), ["both.glb#plain", "both.glb#walk"]);
    let walk = again.find_clip("walk").unwrap();
    let items = |library: &Library, clip: ClipId| {
        let sidecar = library.clips()[clip].labels().unwrap();
        let text = String::from_utf8(sidecar.to_bytes()).unwrap();
        text.lines().skip(5).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(items(&again, walk), items(&library, ids[0]));
    assert_eq!(items(&again, walk).len(), 8);
    let plain = again.find_clip("plain").unwrap();
    assert!(again.clips()[plain].labels().is_none());
}

#[test]
fn only_the_animation_that_cannot_be_read_is_left_out() {
    let playground = Playground::new();
    let mut bytes = glb(&[("Walk", None), ("Run", None)]);
    let mark = b"\"sampler\":";
    let at = bytes.windows(mark.len()).rposition(|w| w == mark).unwrap() + mark.len();
    bytes[at] = b'9';
    playground.file("a.glb", bytes);
    playground.file("a.glb#Run.tags", "footwork-tags 1\ntag Gait.Run 0 5\n");
    let library = playground.open();
    assert_eq!(clip_names(&library), ["a.glb#Walk"]);
    assert_eq!(findings(&library), ["a.glb#Run error no-such-index"]);
    let walk = library.find_clip("Walk").unwrap();
    assert_eq!(library.load(walk).unwrap().clip.frame_count(), 10);
    for name in ["a.glb#Run", "Run"] {
        let hint = library.find_clip(name).unwrap_err().hint.unwrap();
        assert!(hint.contains("samplers[9] is not there"), "{hint}");
    }
    // Excluded clips are not reported.
    playground.file("footwork.toml", "exclude = [\"a.glb#Run\"]");
    assert_eq!(findings(&playground.open()), Vec::<String>::new());
}
