//! Tests of single frames: live queries, tables and evaluators agree with the plain evaluator, also after edits.

#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

#[path = "agreement/random.rs"]
mod random;

use footwork_base::FrameRate;
use footwork_tags::{
    ClipId, Database, Evaluator, FrameTable, LiveQuery, Membership, Pairwise, Query,
    QueryErrorKind, RangeSet, Ranges, SimdLevel, plain_ranges,
};
use proptest::prelude::*;

use random::{Library, TAGS, add, cases, database, large_library, library, query};

/// Returns every frame of short clips, and some frames of long clips. Frames at the ends of ranges and past the end of
/// each clip are included, as are frames of two clips that do not exist.
fn frames(db: &Database, expected: &RangeSet) -> Vec<(ClipId, u32)> {
    let mut frames = vec![(ClipId::new(1 << 20), 0), (ClipId::new(u32::MAX - 1), 7)];
    for (clip, info) in db.clips().iter() {
        let step = 1 + info.frames / 100;
        frames.extend(
            (0..=info.frames)
                .step_by(step as usize)
                .map(|frame| (clip, frame)),
        );
        frames.extend([info.frames, u32::MAX].map(|frame| (clip, frame)));
        for range in expected.ranges(clip).iter().take(20) {
            let edges = [
                range.start().saturating_sub(1),
                range.start(),
                range.stop() - 1,
                range.stop(),
            ];
            frames.extend(edges.map(|frame| (clip, frame)));
        }
    }
    frames
}

/// Returns the first later frame at which the answer differs, or the end of the clip; `None` if `frame` is at or past
/// the end. The result follows the definition directly.
fn next_change(db: &Database, expected: &RangeSet, clip: ClipId, frame: u32) -> Option<u32> {
    let length = db.clips().get(clip).map_or(0, |clip| clip.frames);
    let ranges = expected.ranges(clip).iter();
    let ends = ranges.flat_map(|range| [range.start(), range.stop()]);
    let next = ends.chain([length]).find(|end| *end > frame);
    next.filter(|_| frame < length)
}

/// Checks that every method of a live query agrees with `expected`.
fn check_membership(
    db: &Database,
    found: Membership<'_>,
    expected: &RangeSet,
    text: &str,
) -> Result<(), TestCaseError> {
    let frames = frames(db, expected);
    // One word more than needed must stay unchanged.
    let mut bits = vec![u64::MAX; frames.len().div_ceil(64) + 1];
    found.holds_many(&frames, &mut bits);
    prop_assert_eq!(bits.pop(), Some(u64::MAX));
    for (index, &(clip, frame)) in frames.iter().enumerate() {
        let holds = expected
            .ranges(clip)
            .iter()
            .any(|range| range.contains(frame));
        prop_assert_eq!(
            found.holds(clip, frame),
            holds,
            "{} at {:?}, {}",
            text,
            clip,
            frame
        );
        prop_assert_eq!(bits[index / 64] >> (index % 64) & 1 == 1, holds);
        prop_assert_eq!(expected.contains(clip, frame), holds);
        let next = next_change(db, expected, clip, frame);
        prop_assert_eq!(
            found.next_change(clip, frame),
            next,
            "{} from {:?}, {}",
            text,
            clip,
            frame
        );
    }
    let unused = bits.last().map_or(0, |last| last >> (frames.len() % 64));
    prop_assert!(frames.len().is_multiple_of(64) || unused == 0);
    for clip in db.clips().ids() {
        prop_assert!(
            found
                .ranges_in(clip)
                .eq(expected.ranges(clip).iter().copied()),
            "{}",
            text
        );
    }
    prop_assert_eq!(found.ranges_in(ClipId::new(1 << 20)).count(), 0);
    Ok(())
}

/// Checks every way to test whether a query holds on a single frame.
fn check(
    db: &Database,
    texts: &[String],
    live: &mut [LiveQuery<'_>],
    table: &mut FrameTable<'_>,
) -> Result<(), TestCaseError> {
    let words = table.current(db).unwrap();
    for (index, (text, live)) in texts.iter().zip(live).enumerate() {
        let bound = Query::parse(text).unwrap().bind(db).unwrap();
        // The plain evaluator is slow on many frames, so the article's evaluator replaces it there.
        let frames_of_all = db.clips().values().map(|clip| u64::from(clip.frames));
        let expected = match frames_of_all.sum::<u64>() {
            0..10_000 => plain_ranges(&bound, db).unwrap(),
            _ => Pairwise::new(db).evaluate(&bound).unwrap(),
        };
        check_membership(db, live.current(db).unwrap(), &expected, text)?;
        let masks = db.masks(&bound).unwrap();
        let cached = footwork_tags::QueryCache::new(1 << 20)
            .answer(db, &bound)
            .unwrap();
        let mut evaluators: Vec<Evaluator> = SimdLevel::available()
            .filter_map(Evaluator::with_level)
            .collect();
        for (number, &(clip, frame)) in frames(db, &expected).iter().enumerate() {
            let holds = expected.contains(clip, frame);
            prop_assert_eq!(words.holds(index, clip, frame), holds, "{}", text);
            prop_assert_eq!(words.word(clip, frame) >> index & 1 == 1, holds);
            prop_assert_eq!(masks.contains(clip, frame), holds);
            prop_assert_eq!(cached.contains(clip, frame), holds);
            if number % 16 == 0 {
                for evaluator in &mut evaluators {
                    prop_assert_eq!(
                        evaluator.holds(db, &bound, clip, frame),
                        Ok(holds),
                        "{}",
                        text
                    );
                }
            }
        }
    }
    prop_assert_eq!(words.word(ClipId::new(0), 0) >> texts.len(), 0);
    prop_assert!(!words.holds(64, ClipId::new(0), 0));
    Ok(())
}

/// An edit: the frames of a tag in one clip.
type Edit = (usize, usize, Vec<(u32, u32)>);

fn edit() -> impl Strategy<Value = Edit> {
    let ranges = prop_oneof![
        3 => prop::collection::vec((0u32..150, 0u32..40), 0..5),
        1 => Just(vec![(0, u32::MAX / 2)]),
    ];
    (0..TAGS.len(), 0..8usize, ranges)
}

fn apply(db: &mut Database, (tag, clip, ranges): &Edit) {
    let clip = db.clips().ids().nth(*clip % db.clips().len()).unwrap();
    let tag = db.tags().nth(*tag).unwrap().1;
    let ranges = Ranges::repair(
        ranges
            .iter()
            .map(|&(start, length)| (start, start + length)),
    )
    .0;
    let ranges = ranges.clamped(db.clips()[clip].frames);
    db.set_tag(tag, clip, ranges).unwrap();
}

/// An action between two checks.
#[derive(Clone, Debug)]
enum Change {
    Edits(Vec<Edit>),
    /// Adds clips, so that queries must be bound again.
    Add(Library),
    Declare,
    /// Replaces the database with a copy of its first state.
    Back,
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        6 => prop::collection::vec(edit(), 1..4).prop_map(Change::Edits),
        1 => library().prop_map(Change::Add),
        1 => Just(Change::Declare),
        1 => Just(Change::Back),
    ]
}

fn check_changes(db: Database, texts: &[String], changes: &[Change]) -> Result<(), TestCaseError> {
    let parse = |text: &String| Query::parse(&text.clone()).map(|_| ()).is_ok();
    prop_assert!(texts.iter().all(parse));
    let queries = || texts.iter().map(|text| Query::parse(text).unwrap());
    let mut live: Vec<LiveQuery<'_>> = queries().map(LiveQuery::new).collect();
    let mut table = FrameTable::new(queries()).unwrap();
    let first = db.clone();
    let mut db = db;
    check(&db, texts, &mut live, &mut table)?;
    for change in changes {
        match change {
            Change::Edits(edits) => edits.iter().for_each(|edit| apply(&mut db, edit)),
            Change::Add(library) => add(&mut db, library),
            Change::Declare => {
                let name = format!("G.New{}", db.tags().count());
                let tag = db.declare_tag(&name.parse().unwrap()).unwrap();
                let clip = db.clips().ids().next().unwrap();
                let frames = db.clips()[clip].frames;
                db.set_tag(tag, clip, Ranges::full(frames / 2)).unwrap();
            }
            Change::Back => db = first.clone(),
        }
        check(&db, texts, &mut live, &mut table)?;
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(8_000, 100_000))]

    #[test]
    fn all_tests_of_a_frame_agree(library in library(), text in query()) {
        let db = database(&library);
        check_changes(db, &[text], &[])?;
    }
}

proptest! {
    #![proptest_config(cases(500, 10_000))]

    #[test]
    fn they_agree_after_edits(
        library in library(),
        texts in prop::collection::vec(query(), 1..4),
        changes in prop::collection::vec(change(), 0..5),
    ) {
        check_changes(database(&library), &texts, &changes)?;
    }
}

proptest! {
    #![proptest_config(cases(12, 500))]

    #[test]
    fn they_agree_on_many_and_long_clips(
        library in large_library(),
        text in query(),
        changes in prop::collection::vec(change(), 0..3),
    ) {
        check_changes(database(&library), &[text], &changes)?;
    }
}

#[test]
fn an_edit_of_another_tag_or_clip_changes_nothing() {
    let mut db = Database::new();
    let rate = FrameRate::whole(30).unwrap();
    let clips: Vec<ClipId> = (0..200)
        .map(|number| db.add_clip(&format!("clip_{number}"), 100, rate).unwrap())
        .collect();
    let [a, b] = ["A", "B"].map(|tag| db.declare_tag(&tag.parse().unwrap()).unwrap());
    db.set_tag(a, clips[3], Ranges::full(100)).unwrap();
    let mut live = LiveQuery::new(Query::parse("A").unwrap());
    assert!(live.current(&db).unwrap().holds(clips[3], 99));
    assert!(!live.current(&db).unwrap().holds(clips[3], 100));
    let bytes = live.bytes();
    db.set_tag(b, clips[3], Ranges::full(50)).unwrap();
    assert!(live.current(&db).unwrap().holds(clips[3], 99));
    db.set_tag(a, clips[150], Ranges::full(50)).unwrap();
    assert!(live.current(&db).unwrap().holds(clips[150], 49));
    assert!(!live.current(&db).unwrap().holds(clips[150], 50));
    // The answer now has some frames of another clip, whose bits take two words.
    assert_eq!(live.bytes(), bytes + 16);
}

#[test]
fn clips_of_another_length_at_the_same_place_get_their_own_words() {
    let rate = FrameRate::whole(30).unwrap();
    let mut first = Database::new();
    let tag = first.declare_tag(&"A".parse().unwrap()).unwrap();
    let clip = first.add_clip("walk", 100, rate).unwrap();
    let mut second = first.clone();
    first.set_tag(tag, clip, Ranges::full(7)).unwrap();
    for (db, frames) in [(&mut first, 10_000), (&mut second, 65)] {
        let last = db.add_clip("last", frames, rate).unwrap();
        db.set_tag(tag, last, Ranges::full(frames / 2)).unwrap();
    }
    let last = ClipId::new(1);
    let mut live = LiveQuery::new(Query::parse("A").unwrap());
    let mut table = FrameTable::new([Query::parse("A").unwrap()]).unwrap();
    let mut bytes = Vec::new();
    for _ in 0..4 {
        for (db, frames) in [(&first, 10_000), (&second, 65)] {
            let found = live.current(db).unwrap();
            assert_eq!(found.next_change(last, 0), Some(frames / 2));
            assert_eq!(found.next_change(last, frames / 2), Some(frames));
            assert_eq!(found.next_change(last, frames), None);
            let words = table.current(db).unwrap();
            assert!(words.holds(0, last, frames / 2 - 1) && !words.holds(0, last, frames / 2));
            bytes.push((live.bytes(), table.bytes()));
        }
    }
    // Going back and forth between the databases does not increase the memory.
    assert_eq!(bytes[..2], bytes[6..]);
}

#[test]
fn unknown_names_are_reported_until_they_are_declared() {
    let mut db = Database::new();
    let clip = db.add_clip("walk", 10, FrameRate::ONE).unwrap();
    let mut live = LiveQuery::new(Query::parse("A").unwrap());
    let queries = ["all", "A"].map(|text| Query::parse(text).unwrap());
    let mut table = FrameTable::new(queries).unwrap();
    let is_unknown = |kind: &QueryErrorKind| matches!(kind, QueryErrorKind::UnknownTag { .. });
    assert!(is_unknown(&live.current(&db).unwrap_err().first().kind));
    let error = table.current(&db).unwrap_err();
    assert_eq!(error.index, 1);
    assert!(is_unknown(&error.errors.first().kind));
    let tag = db.declare_tag(&"A".parse().unwrap()).unwrap();
    db.set_tag(tag, clip, Ranges::full(3)).unwrap();
    assert!(live.current(&db).unwrap().holds(clip, 2));
    assert_eq!(table.current(&db).unwrap().word(clip, 2), 0b11);
    // A database without the tag is rejected.
    assert!(live.current(&Database::new()).is_err());
    assert!(live.current(&db).unwrap().holds(clip, 2));
}

#[test]
fn a_table_has_room_for_64_queries() {
    let queries = |count| (0..count).map(|_| Query::all());
    let error = FrameTable::new(queries(65)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "there are 65 queries, and a table has room for 64"
    );
    let mut db = Database::new();
    let clip = db.add_clip("walk", 10, FrameRate::ONE).unwrap();
    let mut table = FrameTable::new(queries(64)).unwrap();
    let words = table.current(&db).unwrap();
    assert_eq!((words.word(clip, 9), words.word(clip, 10)), (u64::MAX, 0));
}

#[test]
#[should_panic(expected = "1 words for 65 frames")]
fn too_few_words_are_refused() {
    let db = Database::new();
    let mut live = LiveQuery::new(Query::all());
    let found = live.current(&db).unwrap();
    found.holds_many(&[(ClipId::new(0), 0); 65], &mut [0]);
}
