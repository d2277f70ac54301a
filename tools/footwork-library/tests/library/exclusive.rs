//! Exclusive groups: painting one tag erases the others from the same frames.

use footwork_base::{FrameRange, Name};
use footwork_library::Change;

use crate::desk::Desk;
use crate::playground::{Playground, header};

const CONFIG: &str = "exclusive = [\"Gait\"]\n";

fn name(text: &str) -> Name {
    text.parse().unwrap()
}

fn range(start: u32, stop: u32) -> FrameRange {
    FrameRange::new(start, stop).unwrap()
}

/// Checks a sidecar after an edit, and that undo restores the old sidecar.
#[track_caller]
fn check(config: &str, lines: &str, edit: impl Fn(&mut Desk) -> Change, expected: &str) {
    let playground = Playground::new();
    playground
        .clip("a.bvh")
        .tags("a.bvh", lines)
        .file("footwork.toml", config);
    let mut library = playground.open();
    let before = playground.read("a.bvh.tags");
    assert_eq!(edit(&mut library), Change::Saved);
    let after = playground.read("a.bvh.tags");
    assert_eq!(after.strip_prefix(&header("a.bvh")), Some(expected));
    assert_eq!(edit(&mut library), Change::Nothing);
    library.undo().unwrap().unwrap();
    assert_eq!(playground.read("a.bvh.tags"), before);
}

fn paint(tag: &str, start: u32, stop: u32) -> impl Fn(&mut Desk) -> Change {
    let tag = name(tag);
    move |library| {
        let clip = library.find_clip("a.bvh").unwrap();
        library.paint(&tag, clip, range(start, stop)).unwrap()
    }
}

#[test]
fn painting_a_tag_erases_the_others_of_its_group() {
    let run = "tag Gait.Run 0 6\ntag Jump 0 9\n";
    let both = "tag Gait.Run 0 4\ntag Gait.Walk 4 8\ntag Jump 0 9\n";
    check(CONFIG, run, paint("Gait.Walk", 4, 8), both);
    let overlapping = "tag Gait.Run 0 6\ntag Gait.Walk 4 8\ntag Jump 0 9\n";
    check("", run, paint("Gait.Walk", 4, 8), overlapping);
    // Painting a tag on frames that already have it still erases the tags that exclude it.
    check(CONFIG, overlapping, paint("Gait.Walk", 4, 8), both);
}

#[test]
fn tagging_by_a_query_erases_the_others_of_the_group() {
    let apply = |library: &mut Desk| {
        let query = footwork_tags::Query::parse_for("Jump", library.database());
        let frames = library.database().ranges(&query.unwrap().1).unwrap();
        library.paint_all(&name("Gait.Walk"), &frames).unwrap()
    };
    check(
        CONFIG,
        "tag Gait.Run 0 6\ntag Jump 1 2\ntag Jump 5 9\n",
        apply,
        "tag Gait.Run 0 1\ntag Gait.Run 2 5\ntag Gait.Walk 1 2\ntag Gait.Walk 5 9\ntag Jump 1 2\ntag Jump 5 9\n",
    );
}

#[test]
fn erasing_the_last_frame_erases_spans_past_the_end() {
    check(
        CONFIG,
        "tag Gait.Run 5 14\n",
        paint("Gait.Walk", 8, 10),
        "tag Gait.Run 5 8\ntag Gait.Walk 8 10\n",
    );
}
