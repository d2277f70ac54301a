//! Checks that must hold for every database.

use footwork_base::Name;
use footwork_tags::Pairwise;
use footwork_tags::plain_ranges;
use footwork_tags::{
    Database, Evaluator, LiveQuery, Query, QueryCache, Ranges, SetAlgebra, SimdLevel, TagId,
};

/// Databases with more frames are not tested with the query table, the plain evaluator, masks and pinned tags, which
/// take time or memory for every frame.
const FEW_FRAMES: u64 = 20_000;
/// Databases with more frames are not queried. A file of 181 bytes can claim enough frames for queries of 4 s, which
/// would leave little time for other files.
const MAX_FRAMES: u64 = 1 << 26;
/// Longer clips are not edited, because an edit of a pinned tag takes a bit for each frame.
const LONG_CLIP: u32 = 1 << 24;
/// The maximum number of tags in a query, and the maximum number of events queried one by one.
const NAMES: usize = 12;
/// The maximum number of edits per input.
const EDITS: usize = 4;

/// Writes, queries and edits a database. Each edit comes from five of the last bytes of the input.
pub(crate) fn check(mut database: Database, input: &[u8]) {
    check_written(&database);
    check_queries(&database);
    let copy = database.clone();
    let before = copy.to_bytes();
    for bytes in input.rchunks_exact(5).take(EDITS) {
        edit(
            &mut database,
            [bytes[0], bytes[1], bytes[2], bytes[3], bytes[4]],
        );
    }
    check_written(&database);
    check_queries(&database);
    assert!(
        copy.to_bytes() == before,
        "editing the database changed its copy"
    );
}

/// Checks that the written database reads back, and that writing it again gives the same bytes.
fn check_written(database: &Database) {
    let written = database.to_bytes();
    let again = Database::from_bytes(written.clone()).expect("a written database is valid");
    assert!(again.to_bytes() == written, "rewriting changes the bytes");
    assert_eq!(again.clips(), database.clips());
    for ((name, id), (other, other_id)) in database.tags().zip(again.tags()) {
        assert_eq!(name, other);
        let (frames, others) = (database.tag_frames(id), again.tag_frames(other_id));
        assert_eq!(frames.to_range_set(), others.to_range_set());
    }
}

fn check_queries(database: &Database) {
    if frames_of(database) > MAX_FRAMES {
        return;
    }
    let tags: Vec<&Name> = database.tags().map(|(name, _)| name).take(NAMES).collect();
    let either = tags.iter().map(|name| Query::tag(name));
    let either = either.reduce(|a, b| a | b).unwrap_or_else(Query::none);
    let mixed = tags
        .iter()
        .zip(0..)
        .fold(Query::all(), |all, (name, place)| {
            let tag = Query::tag(name);
            match place % 3 {
                0 => all - tag,
                1 => all ^ tag,
                _ => tag | all,
            }
        });
    let (either, mixed) = (either.to_string(), mixed.to_string());
    for text in [
        either.clone(),
        format!("!({mixed})"),
        format!("longer(grow({either}, 3), 5) & ({mixed})"),
        format!("pick({mixed}, 3, 1) | last(close({either}, 9), 0.1s)"),
    ] {
        check_query(database, &text);
    }
    for (name, _) in database.events().take(NAMES) {
        check_query(
            database,
            &format!("event({0}) | near({0}, 3)", quoted(name)),
        );
    }
}

/// Returns a name in the spelling of queries. A name of one part is quoted, because it may be a keyword.
fn quoted(name: &Name) -> String {
    if name.as_str().contains(['.', '"']) {
        name.to_string()
    } else {
        format!("{:?}", name.as_str())
    }
}

/// Checks that all evaluators agree.
fn check_query(database: &Database, text: &str) {
    let query = Query::parse(text);
    let query = query.unwrap_or_else(|errors| panic!("{text:?}: {errors}"));
    let bound = query.bind(database);
    let bound = bound.unwrap_or_else(|errors| panic!("{text:?}: {errors}"));
    let expected = Pairwise::new(database).evaluate(&bound).unwrap();
    assert_eq!(database.ranges(&bound).unwrap(), expected, "{text}");
    let mut portable =
        Evaluator::with_level(SimdLevel::Portable).expect("every processor has the portable level");
    let frames = portable.frame_count(database, &bound).unwrap();
    assert_eq!(frames, expected.frame_count(), "{text}");
    let cached = QueryCache::new(1 << 20).answer(database, &bound).unwrap();
    assert_eq!(cached.to_range_set(), expected, "{text}");
    let mut live = LiveQuery::new(query.clone());
    let held = live.current(database).unwrap();
    for (clip, ranges) in expected.iter() {
        assert!(held.ranges_in(clip).eq(ranges.iter().copied()), "{text}");
    }
    if frames_of(database) <= FEW_FRAMES {
        // Opening a file does not verify the stored words of its queries, so their values are not compared. Only
        // reading beyond the last frame and rewriting are tested.
        if let Some(mut table) = database.frame_table() {
            let last = database.clips().iter().last();
            if let (Some((clip, info)), Ok(words)) = (last, table.current(database)) {
                assert_eq!(words.word(clip, info.frames), 0);
            }
            if let Ok(bytes) = database.to_bytes_with(&mut table) {
                assert!(Database::from_bytes(bytes).is_ok());
            }
        }
        assert_eq!(plain_ranges(&bound, database).unwrap(), expected, "{text}");
        assert_eq!(
            database.masks(&bound).unwrap().to_ranges(),
            expected,
            "{text}"
        );
    }
}

fn frames_of(database: &Database) -> u64 {
    let clips = database.clips().values();
    clips.map(|clip| u64::from(clip.frames)).sum()
}

/// Makes one edit, and checks that the tag then has the new ranges.
fn edit(database: &mut Database, [kind, tag, clip, start, length]: [u8; 5]) {
    let ids: Vec<TagId> = database.tags().map(|(_, id)| id).collect();
    let clips: Vec<_> = database.clips().ids().collect();
    let (Some(&tag), Some(&clip)) = (of(&ids, tag), of(&clips, clip)) else {
        return;
    };
    let frames = database.clips()[clip].frames;
    if frames > LONG_CLIP {
        return;
    }
    let old = database.tag_frames(tag).ranges(clip);
    let (start, length) = (u32::from(start) * 7, u32::from(length) * 5);
    let painted = Ranges::repair([(start, start + length)]).0;
    let new = match kind % 5 {
        0 => old.union(&painted).clamped(frames),
        1 => old.difference(&painted),
        2 => old.complement(&frames),
        3 => Ranges::new(),
        _ => {
            if frames_of(database) <= FEW_FRAMES {
                database.pin(tag).expect("it is a tag");
            }
            old
        }
    };
    let set = database.set_tag(tag, clip, new.clone());
    set.expect("the ranges lie inside the clip");
    assert_eq!(database.tag_frames(tag).ranges(clip), new);
}

fn of<T>(items: &[T], number: u8) -> Option<&T> {
    items.get(usize::from(number) % items.len().max(1))
}
