//! One clip at a time: the whole query on one clip before the next, on a stack of reused buffers.

use footwork_base::FrameRange;

use super::functions::{self, Picks};
use super::leaves;
use crate::query::bind::Step;
use crate::query::node::Function;
use crate::{Answer, ClipId, ClipInfo, Database, Mask, Ranges, SetAlgebra, SetOp};

/// What a representation of one clip's frames must offer to be evaluated over.
pub(super) trait ClipFrames: SetAlgebra<Extent = u32> + Clone {
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

/// A stack of sets whose memory is kept from clip to clip.
#[derive(Clone, Debug, Default)]
pub(super) struct Machine<S> {
    stack: Vec<S>,
    /// How many sets of `stack` are in use.
    used: usize,
    /// What an operator writes to, before it changes places with an operand.
    spare: S,
    scratch: Scratch,
}

/// Ranges on their way to and from the stack.
#[derive(Clone, Debug, Default)]
struct Scratch {
    out: Ranges,
    a: Ranges,
    b: Ranges,
}

impl<S: ClipFrames> Machine<S> {
    /// The frames of one clip; `None` only for a query without steps.
    pub(super) fn run(
        &mut self,
        steps: &[Step],
        database: &Database,
        clip: ClipId,
        picks: &Picks,
    ) -> Option<&S> {
        self.run_observed(steps, database, clip, picks, |_, _| {})
    }

    /// The same, showing the result of every step to `observe`.
    pub(super) fn run_observed(
        &mut self,
        steps: &[Step],
        database: &Database,
        clip: ClipId,
        picks: &Picks,
        mut observe: impl FnMut(usize, &S),
    ) -> Option<&S> {
        self.used = 0;
        let info = &database.clips()[clip];
        for (index, step) in steps.iter().enumerate() {
            match step {
                Step::Tags(tags) => {
                    let frames = tags.iter().map(|&tag| database.tag_frames(tag));
                    self.push_tags(frames, clip, info.frames);
                }
                Step::Not => self.complement(info.frames),
                Step::Set(op) => self.combine(*op),
                Step::Call(Function::Pick { .. }) => {
                    self.used = self.used.saturating_sub(1);
                    self.push(info.frames, |out| out.assign(picks.of(index, clip)));
                }
                Step::Call(function) => self.call(*function, info),
                leaf => self.push(info.frames, |out| {
                    write_leaf(leaf, database, clip, info, out);
                }),
            }
            if let Some(top) = self.stack[..self.used].last() {
                observe(index, top);
            }
        }
        self.stack[..self.used].last()
    }

    /// Pushes what `write` makes of an empty set of ranges.
    fn push(&mut self, clip_frames: u32, write: impl FnOnce(&mut Ranges)) {
        let out = &mut self.scratch.out;
        out.clear();
        write(out);
        if self.used == self.stack.len() {
            self.stack.push(S::default());
        }
        self.stack[self.used].load(out.as_slice(), clip_frames);
        self.used += 1;
    }

    fn push_tags<'d>(
        &mut self,
        tags: impl Iterator<Item = &'d Answer>,
        clip: ClipId,
        clip_frames: u32,
    ) {
        let before = self.used;
        for tag in tags {
            let ranges = tag.of_clip(clip);
            if !ranges.is_empty() {
                self.push(clip_frames, |out| out.assign(ranges));
                if self.used > before + 1 {
                    self.combine(SetOp::Union);
                }
            }
        }
        if self.used == before {
            self.push(clip_frames, Ranges::clear);
        }
    }

    fn complement(&mut self, clip_frames: u32) {
        if let Some(top) = self.stack[..self.used].last_mut() {
            top.complement_into(&clip_frames, &mut self.spare);
            std::mem::swap(top, &mut self.spare);
        }
    }

    fn combine(&mut self, op: SetOp) {
        if let [.., a, b] = &mut self.stack[..self.used] {
            a.combine_into(op, b, &mut self.spare);
            std::mem::swap(a, &mut self.spare);
            self.used -= 1;
        }
    }

    fn call(&mut self, function: Function, clip: &ClipInfo) {
        let Scratch { out, a, b } = &mut self.scratch;
        let first = self.used.saturating_sub(function.arity());
        match &self.stack[first..self.used] {
            [one] => functions::of_one(function, one.as_ranges(a), clip, out),
            [one, two] => {
                functions::of_two(function, one.as_ranges(a), two.as_ranges(b), clip, out);
            }
            _ => return,
        }
        self.used = first + 1;
        self.stack[first].load(out.as_slice(), clip.frames);
    }
}

/// The frames of a leaf other than tags.
fn write_leaf(step: &Step, database: &Database, clip: ClipId, info: &ClipInfo, out: &mut Ranges) {
    let whole = || FrameRange::new(0, info.frames);
    match step {
        Step::All => out.rebuild(|ranges| ranges.extend(whole())),
        Step::Clips(clips) if clips.binary_search(&clip).is_ok() => {
            out.rebuild(|ranges| ranges.extend(whole()));
        }
        Step::Event(ids) => leaves::first_frames(database, ids, clip, out),
        Step::Near(ids, amount) => {
            leaves::near(database, ids, clip, amount.in_frames(info.rate), out);
        }
        Step::Predicate(text) => leaves::predicate(database, text, clip, out),
        _ => {}
    }
}
