//! Tests of whether queries hold on single frames, as in a game every frame: 200 queries and 200 characters.

mod by_hand;

use std::cell::RefCell;
use std::hint::black_box;
use std::sync::Arc;

use footwork_tags::{
    BoundQuery, CachedRanges, ClipId, Database, Evaluator, FrameTable, LiveQuery, Query, QueryCache,
};

use by_hand::{ByHand, searched};

use super::bars;
use super::ours::CURRENT;
use super::workload::Workload;
use crate::figure;
use crate::measure::{Contender, Timing, in_turn, median_secs};
use crate::random::Random;
use crate::report::{Block, Outcome, Table};

const QUERIES: usize = 200;
const CHARACTERS: u32 = 200;
const TESTS: f64 = 200.0 * 200.0;

const HOLDS: &str = "`Membership::holds`";
const MANY: &str = "`Membership::holds_many`";
const TABLE: &str = "`FrameWords::holds`, in a table of 64 queries";
const EVALUATOR: &str = "`Evaluator::holds`, nothing kept";
const SEARCH: &str = "by hand: binary search in a cached answer";
const CONTAINS: &str = "`CachedRanges::contains`";
const BY_HAND: &str = "by hand: a table of 64 queries, one `u64` per frame";
const BUILD_LIVE: &str = "build a live query";
const BUILD_TABLE: &str = "build a table of 64 queries";
const EDIT: &str = "edit one range and bring a live query up to date";

/// Measures the tests, the memory of live queries and tables, and the time to build them.
pub(crate) fn measure(workload: &mut Workload, losses: &mut Vec<String>) -> Outcome<Vec<Block>> {
    let texts = texts(workload);
    let queries = || texts.iter().map(|text| Query::parse(text));
    let queries: Vec<Query<'_>> = queries().collect::<Result<_, _>>()?;
    let mut asked = Asked::new(workload, &queries)?;
    agree(workload, &mut asked)?;
    let live_bytes = asked.live.iter().map(LiveQuery::bytes).sum::<usize>() / asked.live.len();
    let kept = Sizes {
        live: live_bytes as u64,
        table: asked.table.bytes() as f64 / workload.frame_count() as f64,
    };
    let mut timings = time_tests(&workload.database, asked);
    timings.extend(time_builds(&workload.database, &queries));
    timings.extend(edit(workload, queries[0].clone())?);
    Ok(report(&timings, &kept, losses))
}

/// Memory in bytes.
struct Sizes {
    /// The bytes of a live query.
    live: u64,
    /// The bytes per frame of a table.
    table: f64,
}

/// All contenders, prepared.
struct Asked<'q> {
    characters: Vec<(ClipId, u32)>,
    bound: Vec<BoundQuery>,
    cached: Vec<Arc<CachedRanges>>,
    live: Vec<LiveQuery<'q>>,
    table: FrameTable<'q>,
    by_hand: ByHand,
}

impl<'q> Asked<'q> {
    fn new(workload: &Workload, queries: &[Query<'q>]) -> Outcome<Self> {
        let database = &workload.database;
        let bound = queries.iter().map(|query| query.bind(database));
        let bound: Vec<BoundQuery> = bound.collect::<Result<_, _>>()?;
        let mut cache = QueryCache::new(1 << 30);
        let cached = bound.iter().map(|query| cache.answer(database, query));
        let cached: Vec<Arc<CachedRanges>> = cached.collect::<Result<_, _>>()?;
        Ok(Self {
            characters: characters(workload),
            live: queries.iter().cloned().map(LiveQuery::new).collect(),
            table: FrameTable::new(queries.iter().take(64).cloned())?,
            by_hand: ByHand::new(workload, &cached[..64]),
            bound,
            cached,
        })
    }
}

/// Measures every way to test all queries on the frames of all characters.
fn time_tests(database: &Database, asked: Asked<'_>) -> Vec<Timing> {
    let Asked {
        characters,
        bound,
        cached,
        mut live,
        mut table,
        by_hand,
    } = asked;
    let mut evaluator = Evaluator::new();
    let live_many = RefCell::new(live.clone());
    let mut bits = vec![0; characters.len().div_ceil(64)];
    let columns = || (0..QUERIES).map(|index| index % 64);
    let each = |holds: &mut dyn FnMut(usize, ClipId, u32) -> bool| {
        let mut count = 0_u32;
        for index in 0..QUERIES {
            for &(clip, frame) in &characters {
                count += u32::from(holds(index, clip, frame));
            }
        }
        count
    };
    in_turn(vec![
        Contender::new(HOLDS, || {
            let mut count = 0_u32;
            for query in &mut live {
                let found = query.current(database).expect(CURRENT);
                for &(clip, frame) in &characters {
                    count += u32::from(found.holds(clip, frame));
                }
            }
            count
        }),
        Contender::new(MANY, || {
            for query in live_many.borrow_mut().iter_mut() {
                let found = query.current(database).expect(CURRENT);
                found.holds_many(&characters, &mut bits);
                black_box(&bits);
            }
        }),
        Contender::new(TABLE, || {
            let words = table.current(database).expect(CURRENT);
            let mut count = 0_u32;
            for column in columns() {
                for &(clip, frame) in &characters {
                    count += u32::from(words.holds(column, clip, frame));
                }
            }
            count
        }),
        Contender::new(EVALUATOR, || {
            each(&mut |index, clip, frame| {
                let holds = evaluator.holds(database, &bound[index], clip, frame);
                holds.expect(CURRENT)
            })
        }),
        Contender::new(SEARCH, || {
            each(&mut |index, clip, frame| searched(&cached[index], clip, frame))
        }),
        Contender::new(CONTAINS, || {
            each(&mut |index, clip, frame| cached[index].contains(clip, frame))
        }),
        Contender::new(BY_HAND, || {
            let mut count = 0_u32;
            for column in columns() {
                for &(clip, frame) in &characters {
                    count += u32::from(by_hand.word(clip, frame) >> column & 1 == 1);
                }
            }
            count
        }),
    ])
}

/// Measures the building of a live query and of a table.
fn time_builds(database: &Database, queries: &[Query<'_>]) -> Vec<Timing> {
    in_turn(vec![
        Contender::new(BUILD_LIVE, || {
            let mut live = LiveQuery::new(queries[0].clone());
            live.current(database).expect(CURRENT);
            live
        }),
        Contender::new(BUILD_TABLE, || {
            let mut table = FrameTable::new(queries.iter().take(64).cloned()).expect(CURRENT);
            table.current(database).expect(CURRENT);
            table
        }),
    ])
}

/// Returns queries of two or three tags.
fn texts(workload: &Workload) -> Vec<String> {
    let name = |index: usize| workload.tags[index % workload.tags.len()].name;
    let text = |index: usize| {
        let (a, b) = (name(index), name(index + 1 + index / workload.tags.len()));
        match index % 3 {
            0 => format!("{a} & {b}"),
            1 => format!("{a} - {b}"),
            _ => format!("({a} | {b}) - {}", name(index + 11)),
        }
    };
    (0..QUERIES).map(text).collect()
}

/// Returns the clip and frame of each character.
fn characters(workload: &Workload) -> Vec<(ClipId, u32)> {
    let mut random = Random::new(0xf007_0002);
    let clips = workload.database.clips();
    let count = u32::try_from(clips.len()).unwrap_or(u32::MAX);
    let frame = |_| {
        let clip = ClipId::new(random.below(count));
        (clip, random.below(clips[clip].frames))
    };
    (0..CHARACTERS).map(frame).collect()
}

/// Checks that all contenders give the same answers.
fn agree(workload: &Workload, asked: &mut Asked<'_>) -> Outcome<()> {
    let Asked {
        cached,
        live,
        table,
        by_hand,
        ..
    } = asked;
    let database = &workload.database;
    let words = table.current(database)?;
    let mut held = 0;
    for (index, (answer, query)) in cached.iter().zip(live).enumerate() {
        let found = query.current(database)?;
        for (clip, frame) in characters(workload) {
            let holds = searched(answer, clip, frame);
            held += u32::from(holds);
            let of_table = [
                words.holds(index, clip, frame),
                by_hand.word(clip, frame) >> (index % 64) & 1 == 1,
            ];
            let is_in_table = index >= 64 || of_table == [holds; 2];
            if found.holds(clip, frame) != holds
                || answer.contains(clip, frame) != holds
                || !is_in_table
            {
                return Err(format!(
                    "the contenders disagree on query {index} at {clip:?}, frame {frame}"
                )
                .into());
            }
        }
    }
    match held {
        0 => Err("no query holds".into()),
        _ => Ok(()),
    }
}

/// Measures an edit and the first test after it.
fn edit(workload: &mut Workload, query: Query<'_>) -> Outcome<Vec<Timing>> {
    let tag = &workload.tags[0];
    let clip = *tag.set.clips().first().ok_or("no clip is tagged")?;
    let frames = workload.database.clips()[clip].frames;
    let id = tag.id;
    let before = workload.database.tag_frames(id).ranges(clip);
    let versions = [before.clone(), footwork_tags::Ranges::full(frames / 2)];
    let mut live = LiveQuery::new(query);
    let mut count = 0;
    let database = &mut workload.database;
    let timings = in_turn(vec![Contender::new(EDIT, || {
        count += 1;
        database
            .set_tag(id, clip, versions[count % 2].clone())
            .expect("the frames are inside the clip");
        let found = live.current(database).expect(CURRENT);
        found.holds(clip, 0)
    })]);
    database.set_tag(id, clip, before)?;
    Ok(timings)
}

fn report(timings: &[Timing], sizes: &Sizes, losses: &mut Vec<String>) -> Vec<Block> {
    let title = "Whether 200 queries hold on the frames of 200 characters, on M";
    let mut table = Table::new(title, "how | a test | all 40,000 | bar");
    for name in [HOLDS, MANY, TABLE, EVALUATOR, CONTAINS, SEARCH, BY_HAND] {
        let secs = median_secs(timings, name);
        let what = format!("M, {name}");
        let bar = match name {
            HOLDS => bars::HOLDS.judge(&what, secs / TESTS, losses),
            MANY => bars::HOLDS_MANY.judge(&what, secs, losses),
            TABLE => bars::TABLE.judge(&what, secs / TESTS, losses),
            _ => String::new(),
        };
        table.row([
            name.to_owned(),
            figure::secs(secs / TESTS),
            figure::secs(secs),
            bar,
        ]);
    }
    for (ours, peer) in [(MANY, SEARCH), (TABLE, BY_HAND)] {
        let (own, others) = (median_secs(timings, ours), median_secs(timings, peer));
        if others < own {
            let ratio = figure::plain(own / others);
            losses.push(format!("M, {ours}: *{peer}* is {ratio} times as fast."));
        }
    }
    let mut kept = Table::new(
        "Memory and build times for these tests, on M",
        "what | figure | bar",
    );
    kept.row(["a live query", &figure::bytes(sizes.live), ""]);
    let bar = bars::TABLE_BYTES.judge("M, a table, bytes a frame", sizes.table, losses);
    kept.row(["a table, bytes a frame", &figure::plain(sizes.table), &bar]);
    for name in [BUILD_LIVE, BUILD_TABLE, EDIT] {
        kept.row([name, &figure::secs(median_secs(timings, name)), ""]);
    }
    let note = "Each query of two or three tags is tested for every character, on a random frame of a random clip. The \
        times include one call of `current` per query. Tables hold 64 of the queries, each tested three or four times. \
        Their 64 bits are 8 bytes per frame; the rest records where clips begin, which blocks are current, and how to \
        bind the queries again.";
    vec![
        Block::Table(table),
        Block::Text(note.to_owned()),
        Block::Table(kept),
    ]
}
