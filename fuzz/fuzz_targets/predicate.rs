//! Evaluates any text as the inside of a `{ … }`. Mistakes have places inside the braces, and every evaluator gives the
//! same answer. A predicate and its negation never hold on the same frame.

#![no_main]

use std::path::Path;
use std::sync::LazyLock;

use footwork_base::{FrameRange, TextSpan};
use footwork_library::Library;
use footwork_tags::plain_ranges;
use footwork_tags::{Database, Query, QueryErrors, RangeSet};
use libfuzzer_sys::{Corpus, fuzz_target};

/// Three short clips of two skeletons. Some joints have the names of functions and channels.
static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("library");
    Library::open(&folder).expect("fuzz/library is a valid library")
});

/// The text before the predicate.
const BEFORE: &str = "all & {";
/// The text after the predicate.
const AFTER: &str = "} | none";

fuzz_target!(|data: &[u8]| -> Corpus {
    let Ok(text) = std::str::from_utf8(data) else {
        return Corpus::Reject;
    };
    let db = LIBRARY.database();
    let whole = format!("{BEFORE}{text}{AFTER}");
    match answer(db, &whole) {
        Ok(found) => {
            check_inside(&found);
            if is_one(text) {
                check_opposite(db, text);
            }
        }
        Err(errors) => check_errors(text, &whole, &errors),
    }
    assert!(LIBRARY.take_unread().is_empty());
    Corpus::Keep
});

/// Returns the answer, after checking that the plain evaluator gives the same answer.
fn answer(db: &Database, text: &str) -> Result<RangeSet, QueryErrors> {
    let (_, bound) = Query::parse_for(text, db)?;
    let found = db.ranges(&bound).unwrap();
    assert_eq!(found, plain_ranges(&bound, db).unwrap());
    Ok(found)
}

/// Checks that ranges are sorted, do not touch, and end inside their clip.
fn check_inside(found: &RangeSet) {
    for (clip, entry) in LIBRARY.clips().iter() {
        let ranges: Vec<FrameRange> = found.ranges(clip).to_vec();
        assert!(ranges.iter().all(|range| range.stop() <= entry.frames));
        let apart = |pair: &[FrameRange]| pair[0].stop() < pair[1].start();
        assert!(ranges.windows(2).all(apart), "{ranges:?}");
    }
}

/// Checks that a predicate and its negation never hold on the same frame. The negation of any number but zero is zero.
fn check_opposite(db: &Database, text: &str) {
    let both = format!("{{ {text} }} & {{ !({text}) }}");
    // The query with the negation may be too long.
    if let Ok(found) = answer(db, &both) {
        assert_eq!(found.frame_count(), 0, "{both}");
    }
}

/// Returns whether the text cannot close its braces early.
fn is_one(text: &str) -> bool {
    !text.contains(['}', '\\']) && text.matches('"').count().is_multiple_of(2)
}

fn check_errors(text: &str, whole: &str, errors: &QueryErrors) {
    assert!(errors.len() > 0);
    for error in errors.iter() {
        let TextSpan { start, stop } = error.span;
        assert!(whole.get(start..stop).is_some(), "{:?}", error.span);
        assert!(!error.to_diagnostic().message.is_empty());
        if is_one(text) {
            let inside = BEFORE.len()..=BEFORE.len() + text.len();
            let is_inside = inside.contains(&start) && inside.contains(&stop);
            assert!(is_inside, "{:?}: {error}", error.span);
        }
    }
}
