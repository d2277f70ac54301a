//! Editing: painting and trimming spans of tags, adding and removing events.
//!
//! Painting makes one span of the new frames and every span of the same tag that they overlap or
//! touch; trimming cuts, splits or drops. All other spans stay as they were authored. Each edit
//! replaces the clip's sidecar before it returns.

use std::fmt;
use std::io;

use footwork_base::{FrameRange, Name};
use footwork_tags::{ClipId, DatabaseError};

use crate::library::SIDECAR_SUFFIX;
use crate::sidecar::LATEST_EVENT;
use crate::{ClipEntry, Library, Line, Sidecar, TagSpan, atomic};

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
    /// The sidecar changed on disk since the library was opened.
    ChangedOutside {
        /// The file.
        file: String,
    },
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
                    "{file} was changed by somebody else meanwhile, so it is not replaced"
                )
            }
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
        self.check_inside(clip, range)?;
        self.edit(clip, |sidecar| sidecar.paint(tag, range))
    }

    /// Takes `tag` from the frames of `range`.
    ///
    /// # Errors
    /// When the range is not inside the clip or the sidecar cannot be replaced.
    pub fn trim(
        &mut self,
        tag: &Name,
        clip: ClipId,
        range: FrameRange,
    ) -> Result<Change, EditError> {
        self.check_inside(clip, range)?;
        self.edit(clip, |sidecar| sidecar.trim(tag, range))
    }

    /// Adds an event at a time in frames; nothing where it is already.
    ///
    /// # Errors
    /// When the time is not in `[0, frames)` or the sidecar cannot be replaced.
    pub fn add_event(&mut self, name: &Name, clip: ClipId, time: f64) -> Result<Change, EditError> {
        self.check_time(clip, time)?;
        self.edit(clip, |sidecar| sidecar.add_event(name, time))
    }

    /// Removes the events of this name less than a thousandth of a frame from `time`, in frames.
    ///
    /// # Errors
    /// When the time is not in `[0, frames)` or the sidecar cannot be replaced.
    pub fn remove_event(
        &mut self,
        name: &Name,
        clip: ClipId,
        time: f64,
    ) -> Result<Change, EditError> {
        self.check_time(clip, time)?;
        self.edit(clip, |sidecar| sidecar.remove_event(name, time))
    }

    fn check_inside(&self, clip: ClipId, range: FrameRange) -> Result<(), EditError> {
        let frames = self.clips().get(clip).ok_or(EditError::UnknownClip)?.frames;
        let frame = range.stop() - 1;
        match range.stop() <= frames {
            true => Ok(()),
            false => Err(EditError::OutsideClip { frame, frames }),
        }
    }

    fn check_time(&self, clip: ClipId, time: f64) -> Result<(), EditError> {
        let frames = self.clips().get(clip).ok_or(EditError::UnknownClip)?.frames;
        match (0.0..f64::from(frames)).contains(&time) {
            true => Ok(()),
            false => Err(EditError::BadTime { time, frames }),
        }
    }

    /// Changes the sidecar of one clip, and saves it if that changed anything.
    fn edit(
        &mut self,
        clip: ClipId,
        change: impl FnOnce(&mut Sidecar) -> bool,
    ) -> Result<Change, EditError> {
        let entry = self.clips().get(clip).ok_or(EditError::UnknownClip)?;
        let file = format!("{}{SIDECAR_SUFFIX}", entry.name);
        if entry.sidecar_is_broken {
            return Err(EditError::BrokenSidecar { file });
        }
        if !is_as_opened(entry) {
            return Err(EditError::ChangedOutside { file });
        }
        let mut sidecar = entry.sidecar.clone().unwrap_or_else(|| {
            Sidecar::new(entry.base_name(), entry.frames, entry.rate, entry.hash)
        });
        if !change(&mut sidecar) {
            return Ok(Change::Nothing);
        }
        atomic::write(&entry.sidecar_path(), &sidecar.to_bytes())
            .map_err(|error| EditError::NotSaved { file, error })?;
        if let Some(entry) = self.entry_mut(clip) {
            entry.sidecar = Some(sidecar);
        }
        self.refresh(clip)?;
        Ok(Change::Saved)
    }
}

/// Whether the sidecar on disk still says what it said when it was opened or last saved.
fn is_as_opened(entry: &ClipEntry) -> bool {
    match (std::fs::read(entry.sidecar_path()), &entry.sidecar) {
        (Ok(now), Some(opened)) => Sidecar::read("", &now)
            .is_ok_and(|(sidecar, _)| sidecar.to_bytes() == opened.to_bytes()),
        (Err(error), None) => error.kind() == io::ErrorKind::NotFound,
        _ => false,
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
            if let Some(line) = painted {
                self.insert(line);
            }
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
        for range in refused {
            let name = tag.clone();
            self.insert(Line::Not { name, range });
        }
        changed
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
            self.insert(Line::Event {
                name: name.clone(),
                // Minus zero is zero.
                time: time.abs(),
                data: None,
            });
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
