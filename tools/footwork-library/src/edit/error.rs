//! Why an edit was not made.

use std::fmt;
use std::io;

use footwork_base::{FrameRange, Name};
use footwork_sidecar::SettingsEditError;
use footwork_store::{FOLDER, LockError, StoreError, is_in_the_way};
use footwork_tags::DatabaseError;

/// Why an edit was not made. The files are unchanged.
#[derive(Debug)]
#[non_exhaustive]
pub enum EditError {
    /// The id does not belong to this library.
    UnknownClip,
    /// The clip is a mirrored twin, whose tags come from its original.
    MirroredClip {
        /// The twin.
        clip: String,
        /// The clip to edit.
        original: String,
    },
    /// Clips have changed since they were tagged, so the frames in their sidecars may be wrong.
    Stale {
        /// All stale clips; at least one.
        clips: Vec<String>,
    },
    /// The clip's file has changed since the library was opened.
    ClipChanged {
        /// The clip.
        clip: String,
    },
    /// Some of the frames are outside the clip.
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
    /// The data of an event is not JSON.
    BadData {
        /// What is wrong with it, and where.
        message: String,
    },
    /// The span to remove does not exist.
    NoSuchSpan {
        /// The clip.
        clip: String,
        /// The tag.
        tag: Name,
        /// The frames of that span.
        range: FrameRange,
        /// The spans that the tag has.
        there: Vec<FrameRange>,
    },
    /// The event to remove or move does not exist.
    NoSuchEvent {
        /// The clip.
        clip: String,
        /// The event.
        event: Name,
        /// The time of that event, in frames.
        time: f64,
        /// The times of the events with this name.
        there: Vec<f64>,
    },
    /// The sidecar could not be read, so it must not be replaced.
    BrokenSidecar {
        /// The file.
        file: String,
    },
    /// The sidecar changed on disk since the library was opened, and can no longer be read.
    ChangedOutside {
        /// The file.
        file: String,
    },
    /// `footwork.toml` cannot be changed this way.
    Settings(SettingsEditError),
    /// The library cannot be locked for writing.
    Lock(LockError),
    /// The journal holds an earlier edit that cannot be carried out, so nothing can be edited.
    Journal(io::Error),
    /// The edit could not be saved.
    Store(StoreError),
    /// The library has run out of ids.
    Database(DatabaseError),
}

impl EditError {
    /// Returns a stable name for the kind of error, such as `stale-clip`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::UnknownClip => "unknown-clip",
            Self::MirroredClip { .. } => "mirrored-clip",
            Self::OutsideClip { .. } | Self::BadTime { .. } => "outside-clip",
            Self::BadData { .. } => "bad-data",
            Self::Stale { .. } => "stale-clip",
            Self::NoSuchSpan { .. } => "no-such-span",
            Self::NoSuchEvent { .. } => "no-such-event",
            Self::BrokenSidecar { .. } => "broken-sidecar",
            Self::ChangedOutside { .. } | Self::ClipChanged { .. } => "changed-outside",
            Self::Settings(error) => error.code(),
            Self::Lock(LockError::Locked(_)) => "locked",
            Self::Lock(_) | Self::Journal(_) => "not-saved",
            Self::Store(error) => error.code(),
            Self::Database(_) => "too-large",
        }
    }
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
            Self::Stale { clips } => stale(clips, f),
            Self::ClipChanged { clip } => {
                write!(
                    f,
                    "{clip}: its file has changed since the library was opened"
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
            Self::BadData { message } => write!(f, "the data of an event is not JSON: {message}"),
            Self::NoSuchSpan {
                clip,
                tag,
                range,
                there,
            } => {
                write!(f, "{clip}: there is no span {tag} {range}")?;
                list(f, "its spans are", there)
            }
            Self::NoSuchEvent {
                clip,
                event,
                time,
                there,
            } => {
                write!(f, "{clip}: there is no event {event} at frame {time}")?;
                list(f, "it is at", there)
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
            Self::Settings(error) => error.fmt(f),
            Self::Lock(error) => error.fmt(f),
            Self::Journal(error) if is_in_the_way(error) => {
                write!(f, "the library cannot be written to: {error}")
            }
            Self::Journal(error) => write!(
                f,
                "an earlier edit waits in {FOLDER}/journal and cannot be carried out: {error}"
            ),
            Self::Store(error) => error.fmt(f),
            Self::Database(error) => error.fmt(f),
        }
    }
}

/// The largest number of clips or spans that a message names.
const MAX_NAMED_CLIPS: usize = 20;

/// Lists what exists instead, up to the limit.
fn list(f: &mut fmt::Formatter<'_>, are: &str, there: &[impl fmt::Display]) -> fmt::Result {
    let named: Vec<String> = there
        .iter()
        .take(MAX_NAMED_CLIPS)
        .map(ToString::to_string)
        .collect();
    match there.len() - named.len() {
        _ if there.is_empty() => f.write_str(", nor any other"),
        0 => write!(f, "; {are} {}", named.join(", ")),
        more => write!(f, "; {are} {} and {more} more", named.join(", ")),
    }
}

fn stale(clips: &[String], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let named: Vec<&str> = clips
        .iter()
        .take(MAX_NAMED_CLIPS)
        .map(String::as_str)
        .collect();
    f.write_str(&named.join(", "))?;
    if clips.len() > named.len() {
        write!(f, " and {} more", clips.len() - named.len())?;
    }
    let (has, it, its) = match clips {
        [_] => ("clip has", "it", "its"),
        _ => ("clips have", "they", "their"),
    };
    let verb = if clips.len() > 1 { "were" } else { "was" };
    write!(
        f,
        ": the {has} changed since {it} {verb} tagged; run `footwork rebase LIB CLIP --write` first, \
         or `footwork rebase LIB CLIP --keep-frames --write` to say {its} frames still hold"
    )
}

impl std::error::Error for EditError {}

impl From<SettingsEditError> for EditError {
    fn from(error: SettingsEditError) -> Self {
        Self::Settings(error)
    }
}

impl From<StoreError> for EditError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<DatabaseError> for EditError {
    fn from(error: DatabaseError) -> Self {
        Self::Database(error)
    }
}
