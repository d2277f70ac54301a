//! Queries of one database.

use std::ffi::c_char;
use std::sync::Arc;

use footwork::tags::{
    BoundQuery, ClipId, Database, Evaluator, LiveQuery, Membership, Query, QueryFunction, RangeSet,
    query_functions,
};

use crate::database::{DATABASES, clip_info, fw_database};
use crate::door::{Buffer, call, fill_text, out, slice, text};
use crate::error::{Fault, fw_error, fw_status};
use crate::handle::{Kind, Table};

pub(crate) static QUERIES: Table<Asked> = Table::new(Kind::Query);

/// A query, with the memory for evaluating it without allocating.
pub(crate) struct Asked {
    pub(crate) database: Arc<Database>,
    pub(crate) text: Box<str>,
    pub(crate) bound: BoundQuery,
    live: LiveQuery<'static>,
    evaluator: Evaluator,
    pub(crate) ranges: RangeSet,
}

/// A query, bound to one database. One thread at a time may use it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_query {
    /// 0 is null.
    pub handle: u64,
}

/// A range of frames of a clip, never empty.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct fw_range {
    /// The number of the clip.
    pub clip: u32,
    /// The first frame.
    pub start: u32,
    /// The first frame after the range.
    pub stop: u32,
}

/// A frame of a clip.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct fw_frame {
    /// The number of the clip.
    pub clip: u32,
    /// The number of the frame.
    pub frame: u32,
}

/// Writes the functions of the query language, one per line: a call such as `first(query, amount)`, a tab, and its meaning. It
/// allocates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_query_functions(
    lines: *mut c_char,
    lines_capacity: usize,
    lines_count: *mut usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let room = Buffer::new(lines, lines_capacity, lines_count, "lines")?;
        let line = |it: QueryFunction| format!("{}\t{}\n", it.call, it.meaning);
        fill_text(room, &query_functions().map(line).collect::<String>())?;
    })
}

/// Parses a query, looks up its names, and evaluates it once in advance.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_query_bind(
    database: fw_database,
    query: *const c_char,
    query_len: usize,
    bound: *mut fw_query,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let handle = out(bound, "bound")?;
        let database = Arc::clone(DATABASES.read(database.handle)?);
        let text = text(query, query_len, "query")?;
        let (query, bound) = Query::parse_for(text, &database)?;
        let mut live = LiveQuery::new(query.into_owned());
        live.current(&database)?;
        let mut asked = Asked {
            database,
            text: text.into(),
            bound,
            live,
            evaluator: Evaluator::new(),
            ranges: RangeSet::default(),
        };
        asked.evaluate()?;
        handle.write(fw_query {
            handle: QUERIES.insert(asked)?,
        });
    })
}

/// Destroys a query.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_query_destroy(query: fw_query, error: *mut fw_error) -> fw_status {
    call!(error, {
        QUERIES.remove(query.handle)?;
    })
}

/// Writes all ranges in which the query holds, in the order of clips and frames. The query is evaluated on each call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_query_ranges(
    query: fw_query,
    ranges: *mut fw_range,
    ranges_capacity: usize,
    ranges_count: *mut usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let room = Buffer::new(ranges, ranges_capacity, ranges_count, "ranges")?;
        let mut asked = QUERIES.take(query.handle)?;
        asked.evaluate()?;
        let of_clip = |(clip, ranges)| ranges_of(clip, ranges);
        room.fill(
            asked.ranges.range_count(),
            asked.ranges.iter().flat_map(of_clip),
        )?;
    })
}

/// Writes the ranges of one clip. The query keeps the result, and is not evaluated again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_query_ranges_in(
    query: fw_query,
    clip: u32,
    ranges: *mut fw_range,
    ranges_capacity: usize,
    ranges_count: *mut usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let room = Buffer::new(ranges, ranges_capacity, ranges_count, "ranges")?;
        kept(query, |database, holds| {
            clip_info(database, clip)?;
            let found = || holds.ranges_in(ClipId::new(clip));
            let range = |range: footwork::base::FrameRange| fw_range {
                clip,
                start: range.start(),
                stop: range.stop(),
            };
            room.fill(found().count(), found().map(range))
        })?;
    })
}

/// Writes whether the query holds on each frame of a clip. Bit `f % 64` of word `f / 64` is for frame `f`. Bits past the last
/// frame are 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_query_mask(
    query: fw_query,
    clip: u32,
    words: *mut u64,
    words_capacity: usize,
    words_count: *mut usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let room = Buffer::new(words, words_capacity, words_count, "words")?;
        kept(query, |database, holds| {
            let words = clip_info(database, clip)?.frames.div_ceil(64);
            let word = |word: u32| {
                let bit = |bit: u32| holds.holds(ClipId::new(clip), 64 * word + bit);
                (0..64)
                    .rev()
                    .fold(0, |bits, place| bits << 1 | u64::from(bit(place)))
            };
            room.fill(words as usize, (0..words).map(word))
        })?;
    })
}

/// Writes whether the query holds on a frame. It does not hold past the end of a clip, or in a clip that does not exist.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_query_holds(
    query: fw_query,
    clip: u32,
    frame: u32,
    holds: *mut u8,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let out = out(holds, "holds")?;
        let holds = kept(query, |_, holds| Ok(holds.holds(ClipId::new(clip), frame)))?;
        out.write(u8::from(holds));
    })
}

/// Writes the result of `fw_query_holds` for many frames. Bit `i % 64` of word `i / 64` is for item `i` of `frames`. `words`
/// needs room for one word per 64 frames, rounded up. The other bits of the last word become 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_query_holds_many(
    query: fw_query,
    frames: *const fw_frame,
    frames_count: usize,
    words: *mut u64,
    words_capacity: usize,
    words_count: *mut usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let room = Buffer::new(words, words_capacity, words_count, "words")?;
        let frames = slice(frames, frames_count, "frames")?;
        kept(query, |_, holds| {
            let word = |frames: &[fw_frame]| {
                let bits = frames
                    .iter()
                    .rev()
                    .map(|at| holds.holds(ClipId::new(at.clip), at.frame));
                bits.fold(0, |word, bit| word << 1 | u64::from(bit))
            };
            room.fill(frames.len().div_ceil(64), frames.chunks(64).map(word))
        })?;
    })
}

/// Writes the first later frame on which the query changes between holding and not holding. Writes FW_NONE if there is no
/// change to the end of the clip and beyond.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_query_next_change(
    query: fw_query,
    clip: u32,
    frame: u32,
    next: *mut u32,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let out = out(next, "next")?;
        let next = kept(query, |_, holds| {
            Ok(holds.next_change(ClipId::new(clip), frame))
        })?;
        out.write(next.unwrap_or(u32::MAX));
    })
}

/// Reads the result that a query keeps.
#[inline]
fn kept<T>(
    query: fw_query,
    ask: impl FnOnce(&Database, &Membership<'_>) -> Result<T, Fault>,
) -> Result<T, Fault> {
    let mut asked = QUERIES.take(query.handle)?;
    let asked = &mut *asked;
    let holds = asked.live.current(&asked.database)?;
    ask(&asked.database, &holds)
}

impl Asked {
    pub(crate) fn evaluate(&mut self) -> Result<(), Fault> {
        let done = self
            .evaluator
            .ranges_into(&self.database, &self.bound, &mut self.ranges);
        done.map_err(|stale| Fault::new(fw_status::FW_PANIC, stale.to_string()))
    }
}

/// Converts the ranges of a clip to C.
pub(crate) fn ranges_of(
    clip: ClipId,
    ranges: &[footwork::base::FrameRange],
) -> impl Iterator<Item = fw_range> {
    ranges.iter().map(move |range| fw_range {
        clip: clip.number(),
        start: range.start(),
        stop: range.stop(),
    })
}
