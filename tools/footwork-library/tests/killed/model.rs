//! The expected content of the files after each act, computed without the code that makes edits.

use std::collections::{BTreeMap, BTreeSet};

use footwork_sidecar::ClipHash;

use crate::acts::{Act, CLIPS, EVENT, FRAMES, bvh};

/// The spans of one tag, sorted.
type Spans = Vec<(u32, u32)>;

/// The content of a sidecar.
#[derive(Clone, Debug, Default, PartialEq)]
struct Tagged {
    tags: BTreeMap<String, Spans>,
    /// The times of events, in quarters of a frame.
    events: BTreeSet<u32>,
}

/// All files of the library.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct State {
    /// The sidecars of the clips; `None` for a clip without a sidecar.
    clips: Vec<Option<Tagged>>,
    /// The tags of `footwork.toml`.
    pub(crate) vocabulary: BTreeSet<String>,
}

/// The expected files: now, before each edit that can be undone, and after each edit that can be redone.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Model {
    pub(crate) now: State,
    done: Vec<State>,
    undone: Vec<State>,
}

impl Model {
    /// Returns a library as [`build`](crate::acts::build) makes it.
    pub(crate) fn new() -> Self {
        let now = State {
            clips: vec![None; CLIPS.len()],
            vocabulary: ["Gait.Run", "Turn"].map(str::to_owned).into(),
        };
        Self {
            now,
            done: Vec::new(),
            undone: Vec::new(),
        }
    }

    /// Returns the expected state after an act.
    pub(crate) fn after(&self, act: &Act) -> Self {
        let mut next = self.clone();
        match act {
            Act::Undo => {
                if let Some(before) = next.done.pop() {
                    next.undone.push(std::mem::replace(&mut next.now, before));
                }
            }
            Act::Redo => {
                if let Some(after) = next.undone.pop() {
                    next.done.push(std::mem::replace(&mut next.now, after));
                }
            }
            edit => {
                next.now.edit(edit);
                if next.now != self.now {
                    next.done.push(self.now.clone());
                    next.undone.clear();
                }
            }
        }
        next
    }
}

impl State {
    /// Returns the exact text of a clip's sidecar.
    pub(crate) fn sidecar(&self, clip: usize) -> Option<String> {
        let tagged = self.clips[clip].as_ref()?;
        let base = CLIPS[clip].rsplit('/').next().unwrap();
        let hash = ClipHash::from_bytes(bvh().as_bytes());
        let mut text =
            format!("footwork-tags 1\nclip {base}\nframes {FRAMES}\nrate 100\nhash {hash}\n");
        for (tag, spans) in &tagged.tags {
            for (start, stop) in spans {
                text += &format!("tag {tag} {start} {stop}\n");
            }
        }
        for quarters in &tagged.events {
            text += &format!("event {EVENT} {}\n", f64::from(*quarters) / 4.0);
        }
        Some(text)
    }

    fn edit(&mut self, act: &Act) {
        match act {
            Act::Paint(tag, (clip, start, stop)) => self.paint(tag, *clip, (*start, *stop)),
            Act::PaintAll(tag, spans) => {
                for (clip, start, stop) in spans {
                    self.paint(tag, *clip, (*start, *stop));
                }
            }
            Act::Trim(tag, (clip, start, stop)) => {
                if let Some(tagged) = &mut self.clips[*clip] {
                    tagged.trim(tag, (*start, *stop));
                }
            }
            Act::AddEvent(clip, quarters) => {
                let tagged = self.clips[*clip].get_or_insert_default();
                tagged.events.insert(*quarters);
            }
            Act::RemoveEvent(clip, quarters) => {
                if let Some(tagged) = &mut self.clips[*clip] {
                    tagged.events.remove(quarters);
                }
            }
            Act::Rename(old, new) => {
                for tagged in self.clips.iter_mut().flatten() {
                    tagged.rename(old, new);
                }
                for tag in self.vocabulary.clone() {
                    if let Some(new) = renamed(&tag, old, new) {
                        self.vocabulary.remove(&tag);
                        self.vocabulary.insert(new);
                    }
                }
            }
            Act::Undo | Act::Redo => unreachable!("no edits"),
        }
    }

    fn paint(&mut self, tag: &str, clip: usize, span: (u32, u32)) {
        self.clips[clip].get_or_insert_default().paint(tag, span);
    }
}

impl Tagged {
    /// Adds a span, joined with the spans that it overlaps or touches.
    fn paint(&mut self, tag: &str, (mut start, mut stop): (u32, u32)) {
        let spans = self.tags.entry(tag.to_owned()).or_default();
        let (painted_start, painted_stop) = (start, stop);
        spans.retain(|&(from, to)| {
            let is_apart = to < painted_start || from > painted_stop;
            if !is_apart {
                start = start.min(from);
                stop = stop.max(to);
            }
            is_apart
        });
        spans.push((start, stop));
        spans.sort_unstable();
    }

    fn trim(&mut self, tag: &str, (start, stop): (u32, u32)) {
        if let Some(spans) = self.tags.get_mut(tag) {
            let cut = spans
                .iter()
                .flat_map(|&(from, to)| [(from, to.min(start)), (from.max(stop), to)]);
            *spans = cut.filter(|(from, to)| from < to).collect();
        }
        self.tags.retain(|_, spans| !spans.is_empty());
    }

    /// Gives the spans of `old`, and of tags below it, to the new tags. A span that overlaps an existing span of the
    /// new tag is merged with that span; a span that only touches one stays separate.
    fn rename(&mut self, old: &str, new: &str) {
        let tags: Vec<String> = self.tags.keys().cloned().collect();
        let moved = tags
            .iter()
            .filter_map(|tag| Some((renamed(tag, old, new)?, self.tags.remove(tag)?)));
        for (tag, spans) in moved.collect::<Vec<_>>() {
            for (start, stop) in spans {
                let there = self.tags.entry(tag.clone()).or_default();
                if there.iter().any(|&(from, to)| from < stop && start < to) {
                    self.paint(&tag, (start, stop))
                } else {
                    there.push((start, stop));
                    there.sort_unstable();
                }
            }
        }
    }
}

/// Returns the new name of a tag that is `old` or below it.
fn renamed(tag: &str, old: &str, new: &str) -> Option<String> {
    let rest = tag.strip_prefix(old)?;
    (rest.is_empty() || rest.starts_with('.')).then(|| format!("{new}{rest}"))
}
