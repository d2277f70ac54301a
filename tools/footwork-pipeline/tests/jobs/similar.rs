//! `similar` in queries over libraries.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use footwork_base::FrameRange;
use footwork_library::Library;
use footwork_pipeline::open_library;
use footwork_tags::{BoundQuery, Query, Similar};
use tempfile::TempDir;

fn samples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples")
}

fn open(root: &Path) -> Library {
    open_library(root, Arc::new(())).unwrap()
}

/// Returns a folder with copies of samples, given by the samples' file names and the names of the copies.
fn folder(clips: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (from, to) in clips {
        fs::copy(
            samples().join("deepmimic").join(from),
            folder.path().join(to),
        )
        .unwrap();
    }
    folder
}

/// Returns the ranges that a query finds, as `clip start..stop`.
fn places(library: &Library, query: &str) -> Vec<String> {
    let found = library.database().query(query);
    let found = found.unwrap_or_else(|errors| panic!("{query}: {errors}"));
    let places = found.iter().flat_map(|(clip, ranges)| {
        let name = &library.clips()[clip].name;
        ranges
            .iter()
            .map(move |range| format!("{name} {}..{}", range.start(), range.stop()))
    });
    places.collect()
}

fn errors(library: &Library, query: &str) -> Vec<String> {
    let errors = library.database().query(query).unwrap_err();
    let shown = errors
        .iter()
        .map(|error| format!("{}: {}", error.code(), error.span.slice(query)));
    shown.collect()
}

/// A clip of one joint, which has no feet.
const POST: &str = "HIERARCHY\nROOT Post\n{\nOFFSET 0 0 0\nCHANNELS 1 Zposition\nEnd Site\n{\n\
                    OFFSET 0 1.7 0\n}\n}\nMOTION\nFrames: 3\nFrame Time: 0.01\n0\n1\n2\n";

#[test]
fn a_copy_of_a_clip_is_the_most_similar() {
    let folder = folder(&[
        ("dance.txt", "a.txt"),
        ("dance.txt", "b.txt"),
        ("walk.txt", "walk.txt"),
    ]);
    let library = open(folder.path());
    assert_eq!(
        places(&library, r#"similar("a.txt", 40, 1)"#),
        ["b.txt 40..41"]
    );
    assert_eq!(
        places(&library, r#"similar("a.txt", 30..50, 1)"#),
        ["b.txt 30..50"]
    );
    assert_eq!(
        places(&library, r#"similar("a.txt", 0..90, 1)"#),
        ["b.txt 0..90"]
    );
    // The last second of a clip can be compared too.
    let last = library.clips()[library.find_clip("a.txt").unwrap()].frames - 1;
    let found = places(&library, &format!(r#"similar("a.txt", {last}, 1)"#));
    assert_eq!(found, [format!("b.txt {last}..{}", last + 1)]);
    assert_eq!(library.take_unread(), []);
    assert_eq!(library.take_lacking(), []);
}

#[test]
fn places_are_half_a_second_apart() {
    let library = open(&samples());
    let found = library
        .database()
        .query(r#"similar("walk.txt", 10, 1000)"#)
        .unwrap();
    assert!(found.frame_count() > 50, "{}", found.frame_count());
    for (clip, ranges) in found.iter() {
        let rate = library.clips()[clip].rate.as_f64();
        let starts: Vec<f64> = ranges
            .iter()
            .map(|range| f64::from(range.start()) / rate)
            .collect();
        assert!(
            starts.windows(2).all(|pair| pair[1] - pair[0] > 0.5),
            "{starts:?}"
        );
        if library.clips()[clip].name.ends_with("walk.txt") {
            let own = 10.0 / rate;
            assert!(
                starts.iter().all(|start| (start - own).abs() > 0.5),
                "{starts:?}"
            );
        }
    }
}

/// The expected take-offs are tagged by hand.
#[test]
fn similar_finds_take_offs_from_a_take_off() {
    let library = open(&samples());
    let jump = r#"similar("playground_forward_jump_01.bvh", 150, 6)"#;
    let found = places(&library, &format!("{jump} & Phase.Takeoff"));
    assert_eq!(found.len(), 6, "{found:?}");
    let walks = places(
        &library,
        r#"similar("walk.txt", 5..20, 3) - clip("walk.txt")"#,
    );
    assert!(
        walks.iter().any(|place| place.contains("turn_left.txt")),
        "{walks:?}"
    );
    assert!(
        walks.iter().any(|place| place.contains("turn_right.txt")),
        "{walks:?}"
    );
}

#[test]
fn similar_combines_with_the_rest_of_a_query() {
    let library = open(&samples());
    let grown = places(
        &library,
        r#"grow(similar("kick.txt", 30, 3), 2) - clip("kick.txt")"#,
    );
    assert_eq!(grown.len(), 3, "{grown:?}");
    assert!(
        grown
            .iter()
            .all(|place| !place.contains("deepmimic/kick.txt"))
    );
}

#[test]
fn clips_without_the_joints_are_left_out_and_named() {
    let folder = folder(&[("walk.txt", "a.txt"), ("walk.txt", "b.txt")]);
    fs::write(folder.path().join("post.bvh"), POST).unwrap();
    let library = open(folder.path());
    assert_eq!(
        places(&library, r#"similar("a.txt", 10, 1)"#),
        ["b.txt 10..11"]
    );
    let [note] = &library.take_lacking()[..] else {
        panic!("no note, or several");
    };
    assert!(
        note.message.starts_with("1 of 3 clips lack a joint"),
        "{note}"
    );
    assert_eq!(library.take_lacking(), [], "it is said once");
    let text = r#"similar("post.bvh", 1, 1)"#;
    assert_eq!(errors(&library, text), [r#"no-role: "post.bvh""#]);
    let message = library.database().query(text).unwrap_err().to_string();
    assert!(
        message.contains("`post.bvh` has no joint known as"),
        "{message}"
    );
}

#[test]
fn similar_is_an_error_in_a_library_without_pose_search() {
    let folder = folder(&[("walk.txt", "a.txt")]);
    let library = Library::open(folder.path()).unwrap();
    assert_eq!(
        errors(&library, r#"similar("a.txt", 1, 1)"#),
        [r#"no-poses: "a.txt""#]
    );
}

#[test]
fn results_follow_changes_of_the_clips() {
    let folder = folder(&[("dance.txt", "a.txt"), ("walk.txt", "walk.txt")]);
    let mut library = open(folder.path());
    let text = r#"similar("a.txt", 40, 1)"#;
    let before = places(&library, text);
    assert!(
        before[0].starts_with("walk.txt") || before[0].starts_with("a.txt"),
        "{before:?}"
    );
    let clip = folder.path().join("new.txt");
    fs::copy(folder.path().join("a.txt"), clip).unwrap();
    assert!(library.rescan().unwrap().reopened);
    assert_eq!(places(&library, text), ["new.txt 40..41"]);
    // New content of the same length, in which nothing moves.
    let text_of = fs::read_to_string(folder.path().join("a.txt")).unwrap();
    let mut motion: serde_json::Value = serde_json::from_str(&text_of).unwrap();
    let frames = motion["Frames"].as_array_mut().unwrap();
    let first = frames[0].clone();
    frames.fill(first);
    fs::write(folder.path().join("new.txt"), motion.to_string()).unwrap();
    assert!(library.rescan().unwrap().reopened);
    assert_ne!(places(&library, text), ["new.txt 40..41"]);
}

#[test]
fn a_finding_names_a_clip_that_changed_since_opening() {
    let folder = folder(&[
        ("walk.txt", "a.txt"),
        ("walk.txt", "b.txt"),
        ("walk.txt", "c.txt"),
    ]);
    let library = open(folder.path());
    fs::copy(
        samples().join("deepmimic/dance.txt"),
        folder.path().join("b.txt"),
    )
    .unwrap();
    for _ in 0..2 {
        assert_eq!(
            places(&library, r#"similar("a.txt", 10, 1)"#),
            ["c.txt 10..11"]
        );
        let [unread] = &library.take_unread()[..] else {
            panic!("nothing is said, or too much");
        };
        assert_eq!((unread.file.as_str(), unread.code), ("b.txt", "changed"));
    }
    assert_eq!(
        places(&library, r#"similar("b.txt", 10, 1)"#),
        Vec::<String>::new()
    );
    assert_eq!(library.take_unread().len(), 1);
}

/// The frames of one tagged kick find the other kicks before anything else.
#[test]
fn the_frames_of_a_kick_find_the_other_kicks_first() {
    let library = open(&samples().join("football"));
    let search = library.pose_search();
    let kicks: Vec<(_, FrameRange)> = library
        .originals()
        .flat_map(|(clip, entry)| entry.tags().map(move |span| (clip, span)))
        .filter(|(_, span)| span.name.as_str() == "Kick.Right")
        .map(|(clip, span)| (clip, span.range))
        .collect();
    assert_eq!(kicks.len(), 3);
    for &(clip, frames) in &kicks {
        let count = 20;
        let found = search.places(&Similar {
            clip,
            frames,
            count,
        });
        assert_eq!(found.len(), 20);
        assert!(
            found
                .windows(2)
                .all(|pair| pair[0].distance <= pair[1].distance)
        );
        let is_of = |place: &footwork_library::SimilarPlace, kick: &(_, FrameRange)| {
            let shared = place.range.intersection(kick.1);
            let shared = shared.map_or(0, FrameRange::frame_count);
            place.clip == kick.0 && 2 * shared > kick.1.frame_count()
        };
        let others: Vec<_> = kicks.iter().filter(|kick| kick.0 != clip).collect();
        for place in &found[..2] {
            assert!(
                others.iter().any(|kick| is_of(place, kick)),
                "{clip:?}: {place:?}"
            );
        }
        assert_ne!(found[0].clip, found[1].clip);
    }
}

/// The ranges of a query that consists only of `similar` are in order of similarity; the ranges of other queries are
/// not.
#[test]
fn a_query_tells_whether_it_consists_only_of_similar() {
    let library = open(&samples().join("football"));
    let bound = |text: &str| -> BoundQuery {
        let parsed = Query::parse_for(text, library.database());
        parsed.unwrap_or_else(|errors| panic!("{text}: {errors}")).1
    };
    let asked = bound(r#"(similar("kick_right_01.glb", 42..112, 2))"#)
        .as_similar()
        .unwrap();
    assert_eq!(
        (asked.frames.start(), asked.frames.stop(), asked.count),
        (42, 112, 2)
    );
    let places = library.pose_search().places(&asked);
    let found = library
        .database()
        .query(r#"similar("kick_right_01.glb", 42..112, 2)"#)
        .unwrap();
    assert_eq!(places.len(), found.range_count());
    assert!(
        places
            .iter()
            .all(|place| found.ranges(place.clip).contains(&place.range))
    );
    for other in [
        r#"similar("kick_right_01.glb", 42..112, 2) & Kick"#,
        "Kick",
        "all",
    ] {
        assert_eq!(bound(other).as_similar(), None, "{other}");
    }
}
