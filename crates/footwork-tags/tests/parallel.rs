//! Any number of threads gives the same answer as one thread.

#![cfg(feature = "rayon")]
#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

#[path = "agreement/random.rs"]
mod random;

use footwork_tags::Pairwise;
use footwork_tags::{BoundQuery, Database, Query, RangeSet};
use proptest::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use random::{Library, TAGS, cases, database, large_library, library, query};

fn pools() -> Vec<ThreadPool> {
    let pool = |threads| ThreadPoolBuilder::new().num_threads(threads).build();
    [1, 2, 7].map(|threads| pool(threads).unwrap()).into()
}

/// Returns, for each pool, the number of its threads, and the ranges and the number of frames that the query finds.
fn by_threads(db: &Database, bound: &BoundQuery) -> Vec<(usize, RangeSet, u64)> {
    let find = |pool: &ThreadPool| {
        let (found, frames) = pool.install(|| {
            (
                db.par_ranges(bound).unwrap(),
                db.par_frame_count(bound).unwrap(),
            )
        });
        (pool.current_num_threads(), found, frames)
    };
    pools().iter().map(find).collect()
}

/// Repeats the clips of a library until there are `clips` of them.
fn repeated(library: Library, clips: usize) -> Library {
    library.into_iter().cycle().take(clips).collect()
}

fn check(db: &Database, text: &str) {
    let bound = Query::parse(text).unwrap().bind(db).unwrap();
    let expected = db.ranges(&bound).unwrap();
    assert_eq!(
        Pairwise::new(db).evaluate(&bound).unwrap(),
        expected,
        "{text}"
    );
    for (threads, found, frames) in by_threads(db, &bound) {
        assert_eq!(found, expected, "{threads} threads: {text}");
        assert_eq!(frames, expected.frame_count(), "{threads} threads: {text}");
    }
}

proptest! {
    #![proptest_config(cases(24, 1_000))]

    #[test]
    fn threads_agree(
        library in prop_oneof![large_library(), library()],
        clips in prop_oneof![1usize..200, 1_000usize..1_500],
        text in query(),
        pinned in prop::collection::vec(any::<bool>(), TAGS.len()),
    ) {
        let mut db = database(&repeated(library, clips));
        let ids: Vec<_> = db.tags().map(|(_, id)| id).collect();
        for (id, _) in ids.into_iter().zip(pinned).filter(|(_, pinned)| *pinned) {
            db.pin(id).unwrap();
        }
        check(&db, &text);
        // A `pick` depends on all clips, even if it is a small part of the query.
        check(&db, &format!("pick({text}, 5, 1) | A & pick(grow(pick(all, 900, 2), 3), 40, 3)"));
    }
}

#[test]
fn an_empty_database_gives_empty_answers() {
    check(&Database::new(), "all");
    check(&Database::new(), "pick(all, 3, 1)");
}
