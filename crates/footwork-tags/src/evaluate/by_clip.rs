//! One clip at a time: the whole query on one clip before the next, on a stack of reused buffers.

use footwork_base::FrameRange;

use super::{events, functions};
use crate::query::BoundQuery;
use crate::query::bind::Step;
use crate::query::node::Function;
use crate::{ClipId, Database, Mask, RangeSet, Ranges, SetAlgebra, SetOp};

/// What a representation of one clip's frames must offer to be evaluated over.
pub(crate) trait ClipFrames: SetAlgebra<Extent = u32> + Clone {
    /// Becomes a set of canonical ranges.
    fn load(&mut self, ranges: &[FrameRange], clip_frames: u32);

    /// The ranges of the set, in `scratch` if they are not stored as such.
    fn as_ranges<'a>(&'a self, scratch: &'a mut Ranges) -> &'a Ranges;
}

impl ClipFrames for Ranges {
    fn load(&mut self, ranges: &[FrameRange], _: u32) {
        self.assign(ranges);
    }

    fn as_ranges<'a>(&'a self, _: &'a mut Ranges) -> &'a Ranges {
        self
    }
}

impl ClipFrames for Mask {
    fn load(&mut self, ranges: &[FrameRange], clip_frames: u32) {
        self.reset(clip_frames);
        for &range in ranges {
            self.insert(range);
        }
    }

    fn as_ranges<'a>(&'a self, scratch: &'a mut Ranges) -> &'a Ranges {
        self.to_ranges_into(scratch);
        scratch
    }
}

/// Calls `found` with the frames of every clip, in the order of ids; they may be none.
pub(crate) fn evaluate<S: ClipFrames>(
    query: &BoundQuery,
    database: &Database,
    mut found: impl FnMut(ClipId, &S),
) {
    let picks = functions::Picks::new(query, database);
    let mut machine = Machine::<S>::default();
    for clip in database.clip_ids() {
        if let Some(frames) = machine.run(query.steps(), database, clip, &picks) {
            found(clip, frames);
        }
    }
}

/// A stack of sets whose memory is kept from clip to clip.
#[derive(Default)]
pub(super) struct Machine<S> {
    stack: Vec<S>,
    /// How many sets of `stack` are in use.
    used: usize,
    spare: S,
    ranges: [Ranges; 4],
}

impl<S: ClipFrames> Machine<S> {
    /// The frames of one clip; `None` only for a query without steps.
    pub(super) fn run(
        &mut self,
        steps: &[Step],
        database: &Database,
        clip: ClipId,
        picks: &functions::Picks,
    ) -> Option<&S> {
        self.used = 0;
        let info = &database.clips()[clip];
        for (index, step) in steps.iter().enumerate() {
            match step {
                Step::All => self.push(
                    |ranges| ranges.rebuild(|r| r.extend(FrameRange::new(0, info.frames))),
                    info.frames,
                ),
                Step::None => self.push(Ranges::clear, info.frames),
                Step::Tags(tags) => self.push_tags(
                    tags.iter().map(|&tag| database.tag_ranges(tag)),
                    clip,
                    info.frames,
                ),
                Step::Event(ids) => self.push(
                    |ranges| events::first_frames(database, ids, clip, ranges),
                    info.frames,
                ),
                Step::Near(ids, amount) => {
                    let distance = amount.in_frames(info.rate);
                    self.push(
                        |ranges| events::near(database, ids, clip, distance, ranges),
                        info.frames,
                    );
                }
                Step::Clips(clips) => {
                    let all = clips
                        .binary_search(&clip)
                        .ok()
                        .and(FrameRange::new(0, info.frames));
                    self.push(|ranges| ranges.rebuild(|r| r.extend(all)), info.frames);
                }
                Step::Not => {
                    if let Some(top) = self.stack[..self.used].last_mut() {
                        top.complement_into(&info.frames, &mut self.spare);
                        std::mem::swap(top, &mut self.spare);
                    }
                }
                Step::Set(op) => self.combine(*op),
                Step::Call(Function::Pick { .. }) => {
                    self.used = self.used.saturating_sub(1);
                    self.push(|ranges| ranges.assign(picks.of(index, clip)), info.frames);
                }
                Step::Call(function) => self.call(*function, info),
            }
        }
        self.stack[..self.used].last()
    }

    /// Pushes what `write` makes of an empty set of ranges.
    fn push(&mut self, write: impl FnOnce(&mut Ranges), clip_frames: u32) {
        let [ranges, ..] = &mut self.ranges;
        ranges.clear();
        write(ranges);
        if self.used == self.stack.len() {
            self.stack.push(S::default());
        }
        self.stack[self.used].load(ranges.as_slice(), clip_frames);
        self.used += 1;
    }

    fn push_tags<'d>(
        &mut self,
        tags: impl Iterator<Item = &'d RangeSet>,
        clip: ClipId,
        clip_frames: u32,
    ) {
        let before = self.used;
        for set in tags {
            let ranges = set.of_clip(clip);
            if !ranges.is_empty() {
                self.push(|own| own.assign(ranges), clip_frames);
                if self.used > before + 1 {
                    self.combine(SetOp::Union);
                }
            }
        }
        if self.used == before {
            self.push(Ranges::clear, clip_frames);
        }
    }

    fn combine(&mut self, op: SetOp) {
        if let [.., a, b] = &mut self.stack[..self.used] {
            a.combine_into(op, b, &mut self.spare);
            std::mem::swap(a, &mut self.spare);
            self.used -= 1;
        }
    }

    fn call(&mut self, function: Function, clip: &crate::ClipInfo) {
        let [out, a_ranges, b_ranges, _] = &mut self.ranges;
        let first = self.used.saturating_sub(function.arity());
        match &mut self.stack[first..self.used] {
            [a] => functions::of_one(function, a.as_ranges(a_ranges), clip, out),
            [a, b] => functions::of_two(
                function,
                a.as_ranges(a_ranges),
                b.as_ranges(b_ranges),
                clip,
                out,
            ),
            _ => return,
        }
        self.used = first + 1;
        self.stack[first].load(out.as_slice(), clip.frames);
    }
}
