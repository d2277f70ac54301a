//! Defects of other systems. Each test shows that Footwork does not have the defect.
//!
//! The specification of `footwork-tags` lists the defects and the systems that have them.

#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

use std::sync::Arc;

use footwork_base::FrameRate;
use footwork_tags::{Database, Query, QueryCache, Ranges, SetAlgebra};

fn ranges(pairs: &[(u32, u32)]) -> Ranges {
    Ranges::repair(pairs.iter().copied()).0
}

/// Returns a database of two clips of 60 frames. The second clip has no `A`.
fn database() -> Database {
    let mut db = Database::new();
    for clip in ["one", "two"] {
        db.add_clip(clip, 60, FrameRate::whole(30).unwrap())
            .unwrap();
    }
    let tags = [
        ("A", 0, 10),
        ("B", 5, 20),
        ("loco_walk2.fast", 0, 9),
        ("walk", 1, 5),
        ("run", 7, 9),
    ];
    for (tag, start, stop) in tags {
        let tag = db.declare_tag(&tag.parse().unwrap()).unwrap();
        let clip = db.clip_by_name("one").unwrap();
        db.set_tag(tag, clip, ranges(&[(start, stop)])).unwrap();
    }
    let spaced = db.declare_tag(&r#""very tired""#.parse().unwrap()).unwrap();
    let clip = db.clip_by_name("two").unwrap();
    db.set_tag(spaced, clip, ranges(&[(3, 4), (9, 12)]))
        .unwrap();
    let foot = db.declare_event(&"Foot".parse().unwrap()).unwrap();
    db.set_event(foot, clip, vec![10.0, 30.0, 31.0]).unwrap();
    db
}

fn found(text: &str) -> String {
    format!("{:?}", database().query(text).unwrap())
}

#[test]
fn touching_ranges_of_one_operand_are_joined() {
    let union = &ranges(&[(0, 10), (10, 20)]) | &ranges(&[(30, 40)]);
    assert_eq!(union.len(), 2);
}

#[test]
fn overlapping_input_is_joined() {
    assert_eq!(
        &ranges(&[(0, 15), (10, 20)]) | &Ranges::new(),
        ranges(&[(0, 20)])
    );
}

#[test]
fn an_empty_range_changes_nothing() {
    let ten = ranges(&[(0, 10)]);
    assert_eq!(&ten - &ranges(&[(5, 5)]), ten);
    assert!((&ten & &ranges(&[(5, 5)])).is_empty());
}

#[test]
fn a_clip_without_frames_is_not_in_the_answer() {
    let left = database().query("A - all").unwrap();
    assert_eq!(left.clip_count(), 0);
    let set = database().query("A").unwrap();
    assert_eq!(
        set.intersection(&database().query(r#""very tired""#).unwrap())
            .clip_count(),
        0
    );
}

#[test]
fn the_cache_ignores_operand_order_and_is_never_stale() {
    let mut db = database();
    let mut cache = QueryCache::new(1 << 20);
    let bind = |text: &'static str, db: &Database| Query::parse(text).unwrap().bind(db).unwrap();
    let first = cache.answer(&db, &bind("A & B", &db)).unwrap();
    assert!(Arc::ptr_eq(
        &first,
        &cache.answer(&db, &bind("B & A", &db)).unwrap()
    ));
    let tag = db.tags().find(|(name, _)| name.as_str() == "A").unwrap().1;
    let clip = db.clip_by_name("one").unwrap();
    db.set_tag(tag, clip, ranges(&[(0, 6)])).unwrap();
    assert_eq!(
        cache
            .answer(&db, &bind("A & B", &db))
            .unwrap()
            .frame_count(),
        1
    );
}

#[test]
fn trailing_text_is_an_error_at_its_place() {
    let errors = database().query("A B").unwrap_err();
    assert_eq!(errors.iter().next().unwrap().span.slice("A B"), "B");
}

#[test]
fn names_with_underscores_digits_dots_and_spaces_work() {
    assert_eq!(found("A & loco_walk2.fast"), "{0: [[0, 9)]}");
    assert_eq!(found(r#""very tired""#), "{1: [[3, 4), [9, 12)]}");
}

#[test]
fn a_space_before_a_parenthesis_is_not_part_of_a_name() {
    assert_eq!(found("(walk | run )"), "{0: [[1, 5), [7, 9)]}");
}

#[test]
fn operators_have_one_precedence_everywhere() {
    assert_eq!(found("A | B & none"), found("A | (B & none)"));
    assert_eq!(found("A & B - A"), found("A & (B - A)"));
}

#[test]
fn before_and_after_are_empty_without_the_event() {
    assert_eq!(found("before(event(Foot), 5)"), "{1: [[5, 10), [25, 30)]}");
    assert_eq!(found("after(A & none, 5)"), "{}");
}

#[test]
fn every_event_of_a_clip_counts() {
    assert_eq!(found("event(Foot)"), "{1: [[10, 11), [30, 32)]}");
    assert_eq!(
        found("then(event(Foot), event(Foot), 20)"),
        "{1: [[30, 32)]}"
    );
}
