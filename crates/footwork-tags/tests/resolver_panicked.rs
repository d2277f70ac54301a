//! A resolver panics in the middle of a query, and the caller continues with the same evaluator. In an earlier version,
//! partial sums of the first query leaked into the next answer.

#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use footwork_base::{Diagnostic, FrameRate};
use footwork_tags::{ClipId, Database, Evaluator, Query, RangeSet, Ranges, Resolver, SimdLevel};

/// A resolver that finds some frames in all clips but one. On that clip, it panics.
#[derive(Debug)]
struct Fragile;

impl Resolver for Fragile {
    fn check(&self, _: &str) -> Vec<Diagnostic> {
        Vec::new()
    }

    fn frames(&self, _: &str, clip: ClipId, _: u32, out: &mut Ranges) {
        assert!(clip.number() < 3, "no channels of this clip");
        *out = Ranges::repair([(5, 70), (90, 130), (150, 180)]).0;
    }

    fn revision(&self) -> u64 {
        0
    }

    fn clip_revision(&self, _: ClipId) -> u64 {
        0
    }
}

#[test]
fn the_next_answer_after_a_panic_is_right() {
    let mut db = Database::new();
    let tag = db.declare_tag(&"A".parse().unwrap()).unwrap();
    for number in 0..5 {
        let rate = FrameRate::whole(30).unwrap();
        let clip = db.add_clip(&format!("clip_{number}"), 200, rate).unwrap();
        let ranges = Ranges::repair([(0, 10), (40, 60), (100, 130)]).0;
        db.set_tag(tag, clip, ranges).unwrap();
    }
    db.set_resolver(Arc::new(Fragile));
    let query = |text| Query::parse_for(text, &db).unwrap().1;
    let (fragile, sound) = (query("{ x }"), query("A"));
    for level in SimdLevel::available() {
        let mut evaluator = Evaluator::with_level(level).unwrap();
        let mut found = RangeSet::new();
        let asked = AssertUnwindSafe(|| evaluator.ranges_into(&db, &fragile, &mut found).unwrap());
        assert!(catch_unwind(asked).is_err());
        evaluator.ranges_into(&db, &sound, &mut found).unwrap();
        assert_eq!(found, db.tag_frames(tag).to_range_set(), "{level:?}");
    }
}
