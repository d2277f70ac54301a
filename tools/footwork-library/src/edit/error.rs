//! Why an edit was not made.

use std::fmt;
use std::io;

use footwork_base::{FrameRange, Name};
use footwork_sidecar::{SETTINGS_FILE, SettingsEditError};
use footwork_store::{LockError, StoreError, is_in_the_way};
use footwork_tags::DatabaseError;
use thiserror::Error;

use crate::editable::UnreadSettings;

/// Why an edit was not made. The files are unchanged, except perhaps after [`StoreError::InDoubt`].
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum EditError {
    /// The id does not belong to this library.
    #[error("the clip does not belong to this library")]
    UnknownClip,
    /// The clip is a mirrored twin, whose tags come from its original.
    #[error(
        "{clip} is the mirror image of {original}, and its tags are those of {original}; edit that one"
    )]
    MirroredClip {
        /// The twin.
        clip: String,
        /// The clip to edit.
        original: String,
    },
    /// Clips have changed since they were tagged, so the frames in their sidecars may be wrong.
    #[error("{}", stale(clips))]
    Stale {
        /// All stale clips; at least one.
        clips: Vec<String>,
    },
    /// Clips were tagged before their files became shorter than their headers state. The files must be restored first.
    #[error("{}", half_written(clips))]
    HalfWritten {
        /// All clips whose files are shorter; at least one.
        clips: Vec<String>,
    },
    /// The clip's file has changed since the library was opened.
    #[error("{clip}: its file has changed since the library was opened")]
    ClipChanged {
        /// The clip.
        clip: String,
    },
    /// Some of the frames are outside the clip.
    #[error("frame {frame} is outside the clip, which has {frames} frames")]
    OutsideClip {
        /// The last requested frame.
        frame: u32,
        /// The clip's length.
        frames: u32,
    },
    /// The event's time is NaN, infinite, negative, or at or past the clip's end.
    #[error("frame {time} is outside the clip, which has {frames} frames")]
    BadTime {
        /// The time, in frames.
        time: f64,
        /// The clip's length.
        frames: u32,
    },
    /// The data of an event is not JSON.
    #[error("the data of an event is not JSON: {message}")]
    BadData {
        /// The mistake and its place.
        message: String,
    },
    /// A text is longer than the limit for sidecars.
    #[error("{what} is longer than {limit} characters")]
    TooLong {
        /// The kind of text, such as `a note`.
        what: &'static str,
        /// The maximum number of characters.
        limit: usize,
    },
    /// The source of a proposal has no name, or its score is not between 0 and 1.
    #[error("a record of a proposal needs the name of its source and a score between 0 and 1")]
    BadProvenance,
    /// The span to remove, or whose source is recorded, does not exist.
    #[error(
        "{clip}: there is no span {tag} {range}{}",
        listed("its spans are", there)
    )]
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
    #[error(
        "{clip}: there is no event {event} at frame {time}{}",
        listed("it is at", there)
    )]
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
    /// The clips belong to a library inside this one and are edited there.
    #[error("{}", nested(folder, clips))]
    NestedLibrary {
        /// The folder of the nested library, below the root of this one.
        folder: String,
        /// All clips of the edit that belong to the nested library; at least one.
        clips: Vec<String>,
    },
    /// It is unknown whether clips belong to a library inside this one.
    #[error(transparent)]
    UnreadSettings(#[from] UnreadSettings),
    /// The sidecar could not be read, so it must not be replaced.
    #[error("{file} cannot be read, so it is not replaced")]
    BrokenSidecar {
        /// The file.
        file: String,
    },
    /// The sidecar or `footwork.toml` changed on disk since the library was opened, and can no longer be read.
    #[error(
        "{file} was changed by another program and can no longer be read, so it is not replaced"
    )]
    ChangedOutside {
        /// The file.
        file: String,
    },
    /// `footwork.toml` was deleted since the library was opened, so the edit would replace all of it.
    #[error("{file} was deleted while the library was open, so nothing is written to it")]
    SettingsDeleted {
        /// The file.
        file: String,
    },
    /// `footwork.toml` cannot be changed this way.
    #[error(transparent)]
    Settings(#[from] SettingsEditError),
    /// The library cannot be locked for writing.
    #[error(transparent)]
    Lock(LockError),
    /// The journal holds an earlier edit that cannot be carried out, so nothing can be edited.
    #[error("{}", journal(.0))]
    Journal(io::Error),
    /// The edit could not be saved.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The library has run out of ids.
    #[error(transparent)]
    Database(#[from] DatabaseError),
}

impl EditError {
    /// Returns a stable name for the kind of error, such as `stale-clip`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::UnknownClip => "unknown-clip",
            Self::MirroredClip { .. } => "mirrored-clip",
            Self::OutsideClip { .. } | Self::BadTime { .. } => "outside-clip",
            Self::BadData { .. } => "bad-data",
            Self::TooLong { .. } => "too-long",
            Self::BadProvenance => "bad-provenance",
            Self::Stale { .. } => "stale-clip",
            Self::HalfWritten { .. } => "half-written",
            Self::NoSuchSpan { .. } => "no-such-span",
            Self::NoSuchEvent { .. } => "no-such-event",
            Self::NestedLibrary { .. } => "nested-library",
            Self::UnreadSettings(_) => "unreadable",
            Self::BrokenSidecar { .. } => "broken-sidecar",
            Self::ChangedOutside { .. }
            | Self::SettingsDeleted { .. }
            | Self::ClipChanged { .. } => "changed-outside",
            Self::Settings(error) => error.code(),
            Self::Lock(LockError::Locked(_) | LockError::Queued(_)) => "locked",
            Self::Lock(LockError::NoState(_)) => "no-state-folder",
            Self::Lock(_) | Self::Journal(_) => "not-saved",
            Self::Store(error) => error.code(),
            Self::Database(_) => "too-large",
        }
    }
}

/// The maximum number of clips or spans that a message names.
const MAX_NAMED_CLIPS: usize = 20;

/// Lists the existing spans or times, up to [`MAX_NAMED_CLIPS`].
fn listed(are: &str, there: &[impl fmt::Display]) -> String {
    let named = there.iter().take(MAX_NAMED_CLIPS);
    let named: Vec<String> = named.map(ToString::to_string).collect();
    match there.len() - named.len() {
        _ if there.is_empty() => "; there are no others".to_owned(),
        0 => format!("; {are} {}", named.join(", ")),
        more => format!("; {are} {} and {more} more", named.join(", ")),
    }
}

/// Returns the names of clips, up to [`MAX_NAMED_CLIPS`].
fn named(clips: &[String]) -> String {
    let named = clips[..clips.len().min(MAX_NAMED_CLIPS)].join(", ");
    match clips.len().saturating_sub(MAX_NAMED_CLIPS) {
        0 => named,
        more => format!("{named} and {more} more"),
    }
}

fn nested(folder: &str, clips: &[String]) -> String {
    let (belong, them) = match clips {
        [_] => ("belongs", "it"),
        _ => ("belong", "them"),
    };
    format!(
        "{} {belong} to the library in {folder}, which has a {SETTINGS_FILE} of its own: edit {them} there",
        named(clips)
    )
}

fn stale(clips: &[String]) -> String {
    let named = named(clips);
    let (has, it, its, verb) = match clips {
        [_] => ("clip has", "it", "its", "was"),
        _ => ("clips have", "they", "their", "were"),
    };
    format!(
        "{named}: the {has} changed since {it} {verb} tagged; run `footwork rebase LIB CLIP --write` first, \
         or `footwork rebase LIB CLIP --keep-frames --write` to say {its} frames still hold"
    )
}

fn half_written(clips: &[String]) -> String {
    let named = named(clips);
    let (file_is, its, it_was) = match clips {
        [_] => ("the file is", "its header states", "it was"),
        _ => ("the files are", "their headers state", "they were"),
    };
    format!(
        "{named}: {file_is} shorter than {its}, and changed since {it_was} tagged; restore what is missing, or \
         run `footwork rebase LIB CLIP --keep-frames --write` to tag a clip as it is"
    )
}

fn journal(error: &io::Error) -> String {
    if is_in_the_way(error) {
        format!("the library cannot be written to: {error}")
    } else {
        format!("an interrupted edit is in the journal and cannot be completed: {error}")
    }
}
