//! The plain evaluator: one bool per frame, with each function written like its definition.
//!
//! It is the oracle of tests. It is slow, and shares only the bound query with the other evaluators.

use footwork_base::Amount;
use twox_hash::XxHash3_64;

use crate::database::Database;
use crate::ids::{ClipId, ClipInfo, EventId};
use crate::query::bind::BoundQuery;
use crate::query::error::StaleQuery;
use crate::query::node::{Binary, Function, Unary};
use crate::query::step::Step;
use crate::range_set::RangeSet;
use crate::ranges::Ranges;

/// One bool per frame.
type Frames = Vec<bool>;

/// Returns the frames for which a query holds. It is the slow oracle of tests, with one bool per frame.
///
/// # Errors
/// Returns an error if the query is not [current](BoundQuery::is_current).
pub fn plain_ranges(query: &BoundQuery, database: &Database) -> Result<RangeSet, StaleQuery> {
    query.check(database)?;
    let mut stack: Vec<Vec<Frames>> = Vec::new();
    for step in query.written() {
        let operands = stack.split_off(stack.len().saturating_sub(step.arity()));
        let result = match step {
            &Step::Call(Function::Unary(Unary::Pick { count, seed })) => {
                pick(&operands[0], count, seed, database)
            }
            _ => database
                .clip_ids()
                .map(|clip| {
                    let of_clip: Vec<&Frames> =
                        operands.iter().map(|set| &set[index(clip)]).collect();
                    apply(step, &of_clip, database, clip)
                })
                .collect(),
        };
        stack.push(result);
    }
    let clips = stack.pop().unwrap_or_default();
    let mut set = RangeSet::new();
    for (clip, frames) in database.clip_ids().zip(clips) {
        let ranges = runs(&frames)
            .into_iter()
            .map(|(start, stop)| (frame(start), frame(stop)));
        set.push(clip, Ranges::repair(ranges).0.as_slice());
    }
    Ok(set)
}

fn index(clip: ClipId) -> usize {
    clip.number() as usize
}

fn frame(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

/// Returns each run of `true` as `(start, stop)`.
fn runs(frames: &[bool]) -> Vec<(usize, usize)> {
    let is = |f: usize| frames.get(f) == Some(&true);
    let starts = (0..frames.len()).filter(|&f| is(f) && (f == 0 || !is(f - 1)));
    starts
        .map(|start| (start, (start..).find(|&f| !is(f)).unwrap_or(start)))
        .collect()
}

/// Returns a bool per frame: true inside one of the runs.
fn painted(runs: impl IntoIterator<Item = (usize, usize)>, length: usize) -> Frames {
    let mut frames = vec![false; length];
    for (start, stop) in runs {
        let stop = stop.min(length);
        frames[start.min(stop)..stop].fill(true);
    }
    frames
}

fn apply(step: &Step, operands: &[&Frames], database: &Database, clip: ClipId) -> Frames {
    let info = &database.clips()[clip];
    let length = info.frames as usize;
    let each = |holds: &dyn Fn(usize) -> bool| (0..length).map(holds).collect::<Frames>();
    let times = |ids: &[EventId]| -> Vec<f64> {
        let of_kind = |&id| database.event_times(id, clip).to_vec();
        ids.iter().flat_map(of_kind).collect()
    };
    match (step, operands) {
        (Step::All, _) => vec![true; length],
        (Step::Tags(tags), _) => {
            let frames = tags
                .iter()
                .map(|&tag| database.tag_frames(tag).ranges(clip));
            let frames: Vec<Ranges> = frames.collect();
            each(&|f| frames.iter().any(|held| held.contains(frame(f))))
        }
        (Step::Event(ids), _) => {
            let times = times(ids);
            // f is the first frame at or after t if t is after the previous frame.
            each(&|f| times.iter().any(|&t| f as f64 >= t && t > f as f64 - 1.0))
        }
        (Step::Near(ids, amount), _) => {
            let (times, n) = (times(ids), f64::from(amount.in_frames(info.rate)));
            // Adding whole numbers is exact, while a difference from t may round.
            let within = |f: f64, t: f64| f + n >= t && f - n <= t;
            each(&|f| times.iter().any(|&t| within(f as f64, t)))
        }
        (Step::Clips(clips), _) => vec![clips.contains(&clip); length],
        (Step::Predicate(text), _) => {
            let mut held = Ranges::new();
            if let Some(resolver) = database.resolver() {
                resolver.frames(text, clip, info.frames, &mut held);
            }
            each(&|f| held.contains(frame(f)))
        }
        (Step::Similar(asked), _) => {
            let mut found = Ranges::new();
            if let Some(resolver) = database.resolver() {
                resolver.similar(asked, clip, info.frames, &mut found);
            }
            each(&|f| found.contains(frame(f)))
        }
        (Step::Not, [a]) => each(&|f| !a[f]),
        (Step::Set(op), [a, b]) => each(&|f| op.holds(a[f], b[f])),
        (Step::Call(Function::Unary(function)), [a]) => unary(*function, a, info),
        (Step::Call(Function::Binary(function)), [a, b]) => binary(*function, a, b, info),
        _ => vec![false; length],
    }
}

fn unary(function: Unary, a: &Frames, clip: &ClipInfo) -> Frames {
    let length = a.len();
    let amount = |n: Amount| n.in_frames(clip.rate) as usize;
    let ranges = runs(a);
    // Replaces each range.
    let mapped = |map: &dyn Fn(usize, usize) -> (usize, usize)| {
        painted(ranges.iter().map(|&(start, stop)| map(start, stop)), length)
    };
    // Keeps the ranges for which `keep` returns true.
    let kept = |keep: &dyn Fn(usize) -> bool| {
        let kept = ranges.iter().enumerate().filter(|(i, _)| keep(*i));
        painted(kept.map(|(_, &range)| range), length)
    };
    let len = |i: usize| ranges[i].1 - ranges[i].0;
    match function {
        Unary::First(n) => mapped(&|start, stop| (start, stop.min(start + amount(n)))),
        Unary::Last(n) => mapped(&|start, stop| (start.max(stop.saturating_sub(amount(n))), stop)),
        Unary::Longer(n) => kept(&|i| len(i) >= amount(n)),
        Unary::Shorter(n) => kept(&|i| len(i) <= amount(n)),
        Unary::Nth(k) => kept(&|i| {
            let (i, count) = (i128::try_from(i), i128::try_from(ranges.len()));
            i.is_ok_and(|i| i == i128::from(k) || count.is_ok_and(|n| i - n == i128::from(k)))
        }),
        Unary::Grow { before, after } => {
            mapped(&|start, stop| (start.saturating_sub(amount(before)), stop + amount(after)))
        }
        Unary::Shrink { before, after } => {
            mapped(&|start, stop| (start + amount(before), stop.saturating_sub(amount(after))))
        }
        Unary::Close(n) => {
            let gaps = runs(&a.iter().map(|f| !f).collect::<Frames>());
            let inner = gaps
                .into_iter()
                .filter(|&(start, stop)| start > 0 && stop < length && stop - start <= amount(n));
            let filled = painted(inner, length);
            (0..length).map(|f| a[f] || filled[f]).collect()
        }
        Unary::Starts => mapped(&|start, _| (start, start + 1)),
        Unary::Ends => mapped(&|_, stop| (stop - 1, stop)),
        Unary::Before(n) => mapped(&|start, _| (start.saturating_sub(amount(n)), start)),
        Unary::After(n) => mapped(&|_, stop| (stop, stop + amount(n))),
        Unary::Clips => vec![a.contains(&true); length],
        Unary::Pick { .. } => vec![false; length],
    }
}

fn binary(function: Binary, a: &Frames, b: &Frames, clip: &ClipInfo) -> Frames {
    let length = a.len();
    let amount = |n: Amount| n.in_frames(clip.rate) as usize;
    let (a_ranges, b_ranges) = (runs(a), runs(b));
    type Range = (usize, usize);
    let kept = |ranges: &[Range], keep: &dyn Fn(Range) -> bool| {
        painted(ranges.iter().copied().filter(|&r| keep(r)), length)
    };
    match function {
        Binary::Overlapping => kept(&a_ranges, &|(start, stop)| b[start..stop].contains(&true)),
        Binary::Within => kept(&a_ranges, &|(start, stop)| !b[start..stop].contains(&false)),
        Binary::Containing => kept(&a_ranges, &|(start, stop)| {
            b_ranges.iter().any(|&(s, e)| start <= s && e <= stop)
        }),
        Binary::Then(n) => kept(&b_ranges, &|(start, _)| {
            a_ranges
                .iter()
                .any(|&(_, stop)| (stop..=stop + amount(n)).contains(&start))
        }),
        Binary::FollowedBy(n) => kept(&a_ranges, &|(_, stop)| {
            b_ranges
                .iter()
                .any(|&(start, _)| (stop..=stop + amount(n)).contains(&start))
        }),
        Binary::Until(n) => (0..length)
            .map(|f| {
                let mut later = f..=(f + amount(n)).min(length - 1);
                later.any(|reached| b[reached] && a[f..reached].iter().all(|&held| held))
            })
            .collect(),
        Binary::Since(n) => (0..length)
            .map(|f| {
                let mut earlier = f.saturating_sub(amount(n))..=f;
                earlier.any(|origin| b[origin] && a[origin + 1..=f].iter().all(|&held| held))
            })
            .collect(),
    }
}

fn pick(clips: &[Frames], count: u32, seed: u64, database: &Database) -> Vec<Frames> {
    let mut hashes = Vec::new();
    for (clip, frames) in clips.iter().enumerate() {
        for (start, stop) in runs(frames) {
            let name = database.clips().as_slice()[clip].name.as_bytes();
            let ends = [frame(start).to_le_bytes(), frame(stop).to_le_bytes()];
            let bytes = [name, &ends.concat()].concat();
            hashes.push((
                XxHash3_64::oneshot_with_seed(seed, &bytes),
                clip,
                start,
                stop,
            ));
        }
    }
    hashes.sort_unstable();
    hashes.truncate(count as usize);
    let lengths = clips.iter().map(Vec::len).enumerate();
    lengths
        .map(|(clip, length)| {
            let of_clip = hashes.iter().filter(|picked| picked.1 == clip);
            painted(of_clip.map(|&(_, _, start, stop)| (start, stop)), length)
        })
        .collect()
}
