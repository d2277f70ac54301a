//! Editing: painting and trimming spans of tags, adding and removing events.
//!
//! Painting makes one span of the new frames and every span of the same tag that they overlap or
//! touch; trimming cuts, splits or drops. All other spans stay as they were authored.
//!
//! Each edit locks the library, reads the clip's sidecar again, changes what it finds there and
//! replaces it before it returns: edits of several programs all last, and so does what was written
//! by hand.

use std::fmt;
use std::io;

use footwork_base::{FrameRange, Name};
use footwork_tags::{ClipId, DatabaseError, Ranges};

use crate::lock::WriteLock;
use crate::sidecar::LATEST_EVENT;
use crate::{ClipEntry, Library, Line, LockError, Sidecar, TagSpan, atomic};

/// Whether an edit did something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The sidecar was replaced.
    Saved,
    /// Everything was so already, and nothing was written.
    Nothing,
}

/// Why an edit was not made; nothing has changed.
#[derive(Debug)]
pub enum EditError {
    /// The id is not of this library.
    UnknownClip,
    /// The clip is a mirrored twin, whose tags are those of its original.
    MirroredClip {
        /// The twin.
        clip: String,
        /// The clip to edit.
        original: String,
    },
    /// The frames are not all inside the clip.
    OutsideClip {
        /// The last frame asked for.
        frame: u32,
        /// The clip's length.
        frames: u32,
    },
    /// The event's time is NaN, infinite, negative, or at or past the clip's end.
    BadTime {
        /// The time, in frames.
        time: f64,
        /// The clip's length.
        frames: u32,
    },
    /// The sidecar could not be read, so it must not be replaced.
    BrokenSidecar {
        /// The file.
        file: String,
    },
    /// The sidecar changed on disk since the library was opened, and cannot be read any more.
    ChangedOutside {
        /// The file.
        file: String,
    },
    /// The library cannot be written to now.
    Lock(LockError),
    /// The sidecar could not be written; the old one stands.
    NotSaved {
        /// The file.
        file: String,
        /// Why.
        error: io::Error,
    },
    /// Ids are used up.
    Database(DatabaseError),
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownClip => f.write_str("the clip is not of this library"),
            Self::MirroredClip { clip, original } => {
                write!(
                    f,
                    "{clip} is the mirror image of {original}, and its tags are those of \
                     {original}; edit that one"
                )
            }
            Self::OutsideClip { frame, frames } => {
                write!(
                    f,
                    "frame {frame} is outside the clip, which has {frames} frames"
                )
            }
            Self::BadTime { time, frames } => {
                write!(
                    f,
                    "frame {time} is outside the clip, which has {frames} frames"
                )
            }
            Self::BrokenSidecar { file } => {
                write!(f, "{file} cannot be read, so it is not replaced")
            }
            Self::ChangedOutside { file } => {
                write!(
                    f,
                    "{file} was changed by somebody else meanwhile and cannot be read any more, \
                     so it is not replaced"
                )
            }
            Self::Lock(error) => error.fmt(f),
            Self::NotSaved { file, error } => write!(f, "{file} is not saved: {error}"),
            Self::Database(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for EditError {}

impl From<DatabaseError> for EditError {
    fn from(error: DatabaseError) -> Self {
        Self::Database(error)
    }
}

impl Library {
    /// Gives `tag` to the frames of `range`.
    ///
    /// # Errors
    /// When the range is not inside the clip or the sidecar cannot be replaced.
    pub fn paint(
        &mut self,
        tag: &Name,
        clip: ClipId,
        range: FrameRange,
    ) -> Result<Change, EditError> {
        check_inside(range, self.frames(clip)?)?;
        self.edit(clip, |sidecar| Ok(sidecar.paint(tag, range)))
    }

    /// Takes `tag` from the frames of `range`. What a sidecar has past the clip's end goes with
    /// the clip's last frame.
    ///
    /// # Errors
    /// When the range reaches past the clip and all that is tagged there, or the sidecar cannot be
    /// replaced.
    pub fn trim(
        &mut self,
        tag: &Name,
        clip: ClipId,
        range: FrameRange,
    ) -> Result<Change, EditError> {
        let frames = self.frames(clip)?;
        self.edit(clip, |sidecar| {
            let spans = sidecar.tags().filter(|span| span.name == *tag);
            let reach = spans.map(|span| span.range.stop()).fold(frames, u32::max);
            if range.stop() > reach {
                check_inside(range, frames)?;
            }
            let beyond = FrameRange::new(range.start(), reach).filter(|_| range.stop() >= frames);
            Ok(sidecar.trim(tag, beyond.unwrap_or(range)))
        })
    }

    /// Adds an event at a time in frames; nothing where it is already.
    ///
    /// # Errors
    /// When the time is not in `[0, frames)` or the sidecar cannot be replaced.
    pub fn add_event(&mut self, name: &Name, clip: ClipId, time: f64) -> Result<Change, EditError> {
        check_time(time, self.frames(clip)?)?;
        self.edit(clip, |sidecar| Ok(sidecar.add_event(name, time)))
    }

    /// Removes the events of this name less than a thousandth of a frame from `time`, in frames.
    ///
    /// # Errors
    /// When the time is not in `[0, frames)` and there is no such event, or the sidecar cannot be
    /// replaced.
    pub fn remove_event(
        &mut self,
        name: &Name,
        clip: ClipId,
        time: f64,
    ) -> Result<Change, EditError> {
        let frames = self.frames(clip)?;
        self.edit(clip, |sidecar| {
            let is_there = sidecar.remove_event(name, time);
            if !is_there {
                check_time(time, frames)?;
            }
            Ok(is_there)
        })
    }

    /// The length of a clip that can be edited.
    fn frames(&self, clip: ClipId) -> Result<u32, EditError> {
        let entry = self.clips().get(clip).ok_or(EditError::UnknownClip)?;
        match &entry.mirror_of {
            None => Ok(entry.frames),
            Some(original) => Err(EditError::MirroredClip {
                clip: entry.name.clone(),
                original: original.clone(),
            }),
        }
    }

    /// Changes what the sidecar of one clip says now, and saves it if that changed anything.
    pub(crate) fn edit(
        &mut self,
        clip: ClipId,
        change: impl FnOnce(&mut Sidecar) -> Result<bool, EditError>,
    ) -> Result<Change, EditError> {
        let _lock = WriteLock::take(self.root()).map_err(EditError::Lock)?;
        let entry = self.clips().get(clip).ok_or(EditError::UnknownClip)?;
        let now = read_again(entry)?;
        // The first edit of a clip keeps the labels that came in its file.
        let first = || entry.embedded.clone();
        let mut sidecar = now.clone().or_else(first).unwrap_or_else(|| {
            Sidecar::new(entry.base_name(), entry.frames, entry.rate, entry.hash)
        });
        let changed = change(&mut sidecar)?;
        if changed {
            let file = entry.sidecar_name();
            atomic::write(&entry.sidecar_path(), &sidecar.to_bytes())
                .map_err(|error| EditError::NotSaved { file, error })?;
            self.remember_pose(clip);
        }
        if let Some(entry) = self.entry_mut(clip) {
            entry.sidecar = if changed { Some(sidecar) } else { now };
            entry.sidecar_is_broken = false;
        }
        self.refresh(clip)?;
        Ok(match changed {
            true => Change::Saved,
            false => Change::Nothing,
        })
    }
}

fn check_inside(range: FrameRange, frames: u32) -> Result<(), EditError> {
    let frame = range.stop() - 1;
    match range.stop() <= frames {
        true => Ok(()),
        false => Err(EditError::OutsideClip { frame, frames }),
    }
}

fn check_time(time: f64, frames: u32) -> Result<(), EditError> {
    match (0.0..f64::from(frames)).contains(&time) {
        true => Ok(()),
        false => Err(EditError::BadTime { time, frames }),
    }
}

/// What the sidecar says by now; `None` where there is none.
fn read_again(entry: &ClipEntry) -> Result<Option<Sidecar>, EditError> {
    let file = entry.sidecar_name();
    let read = match std::fs::read(entry.sidecar_path()) {
        Ok(bytes) => Sidecar::read(&file, &bytes).ok(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(_) => None,
    };
    match read {
        Some((sidecar, _)) => Ok(Some(sidecar)),
        None if entry.sidecar_is_broken => Err(EditError::BrokenSidecar { file }),
        None => Err(EditError::ChangedOutside { file }),
    }
}

impl Sidecar {
    /// Gives `tag` to the frames of `range`; returns whether that changed anything.
    ///
    /// Spans of the same tag that overlap or touch the range become one span with it, which is
    /// made by hand. A `not` line loses the frames.
    pub fn paint(&mut self, tag: &Name, range: FrameRange) -> bool {
        let touching: Vec<&TagSpan> = self
            .tags()
            .filter(|span| span.name == *tag && span.range.touches(range))
            .collect();
        let painted = touching
            .iter()
            .fold(range, |all, span| all.hull(span.range));
        let is_there =
            matches!(touching.as_slice(), [span] if !span.by_rule && span.range == painted);
        let freed = self.cut_nots(tag, range);
        if !is_there {
            let mut painted = Some(Line::Tag(TagSpan {
                name: tag.clone(),
                range: painted,
                by_rule: false,
            }));
            self.rewrite(|line, lines| match line {
                Line::Tag(span) if span.name == *tag && span.range.touches(range) => {
                    lines.extend(painted.take());
                }
                line => lines.push(line),
            });
            self.insert(painted);
        }
        freed || !is_there
    }

    /// Takes `tag` from the frames of `range`; returns whether that changed anything.
    ///
    /// Spans of this tag are cut, split or dropped. What is left of a span made by a rule is made
    /// by hand, and a `not` line keeps rules from giving back the frames taken from it.
    pub fn trim(&mut self, tag: &Name, range: FrameRange) -> bool {
        let (mut changed, mut refused) = (false, Vec::new());
        self.rewrite(|line, lines| match line {
            Line::Tag(span) if span.name == *tag && span.range.overlaps(range) => {
                changed = true;
                refused.extend(span.range.intersection(range).filter(|_| span.by_rule));
                lines.extend(pieces(span.range, range).map(|range| {
                    Line::Tag(TagSpan {
                        name: tag.clone(),
                        range,
                        by_rule: false,
                    })
                }));
            }
            line => lines.push(line),
        });
        if !refused.is_empty() {
            self.refuse(tag, refused);
        }
        changed
    }

    /// Keeps rules from giving `tag` to these frames; its `not` lines then neither touch nor
    /// overlap.
    fn refuse(&mut self, tag: &Name, mut refused: Vec<FrameRange>) {
        self.remove(|line| match line {
            Line::Not { name, range } if name == tag => {
                refused.push(*range);
                true
            }
            _ => false,
        });
        let refused = Ranges::union_of(refused);
        self.insert(refused.iter().map(|range| Line::Not {
            name: tag.clone(),
            range,
        }));
    }

    /// Adds an event; returns whether it was not there already. A time that is not in
    /// `[0, 2^32)` is no frame of any clip, and changes nothing.
    pub fn add_event(&mut self, name: &Name, time: f64) -> bool {
        if !(0.0..LATEST_EVENT).contains(&time) {
            return false;
        }
        let is_there = self
            .events()
            .any(|(other, at)| other == name && is_same_time(at, time));
        if !is_there {
            self.insert([Line::Event {
                name: name.clone(),
                // Minus zero is zero.
                time: time.abs(),
                data: None,
            }]);
        }
        !is_there
    }

    /// Removes the events of this name at this time; returns whether there were any.
    pub fn remove_event(&mut self, name: &Name, time: f64) -> bool {
        self.remove(|line| {
            matches!(line, Line::Event { name: other, time: at, .. }
                if other == name && is_same_time(*at, time))
        }) > 0
    }

    /// Takes the frames of `range` from the `not` lines of `tag`; returns whether there were any.
    fn cut_nots(&mut self, tag: &Name, range: FrameRange) -> bool {
        let mut changed = false;
        self.rewrite(|line, lines| match line {
            Line::Not { name, range: not } if name == *tag && not.overlaps(range) => {
                changed = true;
                lines.extend(pieces(not, range).map(|range| Line::Not {
                    name: name.clone(),
                    range,
                }));
            }
            line => lines.push(line),
        });
        changed
    }
}

fn is_same_time(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-3
}

/// What is left of `span` before and after `cut`.
fn pieces(span: FrameRange, cut: FrameRange) -> impl Iterator<Item = FrameRange> {
    let before = FrameRange::new(span.start(), cut.start().min(span.stop()));
    let after = FrameRange::new(cut.stop().max(span.start()), span.stop());
    before.into_iter().chain(after)
}
