//! Rejected proposals, in an append-only file in the user's state folder: a library stays as it is, and proposals that
//! a person rejected are not made again.
//!
//! Each line is a JSON object, a rejection or the withdrawal of one:
//! `{"clip":"run.bvh","name":"Gait.Run","start":10,"stop":40}`, `{"clip":"run.bvh","name":"Foot.Left","time":12.5}`,
//! and either with `"withdrawn":true`.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use footwork_base::{FrameRange, Name};
use footwork_library::Library;
use footwork_sidecar::{Finding, Severity};
use footwork_store::{LibraryFolder, UserFolder, read_bounded};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::proposal::{Proposal, ProposedPlace};

/// The name of the file in the user's state folder for a library.
const FILE: &str = "rejected";
/// The size of the largest file that is read, in bytes.
const MAX_BYTES: usize = 32 << 20;
/// The distance in seconds at which two events of a name are the same proposal.
const SAME_EVENT_SECS: f64 = 0.1;

/// A rejected proposal.
#[derive(Clone, Debug, PartialEq)]
pub struct Rejection {
    /// The name of the clip.
    pub clip: String,
    /// The tag or the event.
    pub name: Name,
    /// The frames without the tag, or the time without the event.
    pub place: ProposedPlace,
}

/// The file of rejected proposals cannot be read, so that they would be proposed again.
#[derive(Debug, Error)]
#[error("the rejected proposals cannot be read: {}: {error}", path.display())]
pub struct RejectedFileError {
    /// The file.
    pub path: PathBuf,
    /// Why it cannot be read.
    pub error: io::Error,
}

/// The rejected proposals of a library.
#[derive(Clone, Debug, Default)]
pub struct Rejections {
    by_clip: BTreeMap<String, Vec<Remembered>>,
    unread_lines: usize,
}

/// A rejection, and the number of its line in the file.
#[derive(Clone, Debug)]
struct Remembered {
    line: usize,
    rejection: Rejection,
}

/// A line of the file.
#[derive(Deserialize, Serialize)]
struct Line {
    clip: String,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stop: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<f64>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    withdrawn: bool,
}

impl Line {
    fn new(rejection: &Rejection, withdrawn: bool) -> Self {
        let (range, time) = match rejection.place {
            ProposedPlace::Span(range) => (Some(range), None),
            ProposedPlace::Event(time) => (None, Some(time)),
        };
        Self {
            clip: rejection.clip.clone(),
            name: rejection.name.to_string(),
            start: range.map(FrameRange::start),
            stop: range.map(FrameRange::stop),
            time,
            withdrawn,
        }
    }

    fn rejection(self) -> Option<Rejection> {
        let place = match (self.start, self.stop, self.time) {
            (Some(start), Some(stop), None) => ProposedPlace::Span(FrameRange::new(start, stop)?),
            (None, None, Some(time)) if time.is_finite() => ProposedPlace::Event(time),
            _ => return None,
        };
        Some(Rejection {
            clip: self.clip,
            name: self.name.parse().ok()?,
            place,
        })
    }
}

impl Rejections {
    /// Reads the rejections of the library at `root`. Skips and counts lines that are no rejection, such as a torn last
    /// one.
    ///
    /// # Errors
    /// If there is no state folder, or the file cannot be read or is larger than 32 MiB.
    pub fn read(root: &Path) -> io::Result<Self> {
        let path = folder(root)?.path().join(FILE);
        let mut rejections = Self::default();
        let Some(bytes) = read_bounded(&path, MAX_BYTES)? else {
            return Ok(rejections);
        };
        let lines = bytes.split(|byte| *byte == b'\n');
        for (number, line) in lines.enumerate().filter(|(_, line)| !line.is_empty()) {
            let line = serde_json::from_slice::<Line>(line).ok();
            let withdrawn = line.as_ref().is_some_and(|line| line.withdrawn);
            match line.and_then(Line::rejection) {
                Some(rejection) => rejections.add(number, rejection, withdrawn),
                None => rejections.unread_lines += 1,
            }
        }
        Ok(rejections)
    }

    /// Reads the rejections of the library at `root` like [`read`](Self::read). There are none without a state folder.
    ///
    /// # Errors
    /// If there is a file and it cannot be read or is larger than 32 MiB.
    pub fn read_known(root: &Path) -> Result<Self, RejectedFileError> {
        let Ok(folder) = folder(root) else {
            return Ok(Self::default());
        };
        let path = folder.path().join(FILE);
        Self::read(root).map_err(|error| RejectedFileError { path, error })
    }

    /// Returns the size of the file of the library at `root`, in bytes; every rejection and withdrawal makes it larger.
    pub fn file_bytes(root: &Path) -> u64 {
        let path = folder(root).map(|folder| folder.path().join(FILE));
        let metadata = path.and_then(std::fs::metadata);
        metadata.map_or(0, |metadata| metadata.len())
    }

    /// Reads the rejections of a library for a source of proposals. If they cannot be read, returns none and the reason.
    pub(super) fn of(library: &Library) -> (Self, Option<Finding>) {
        let finding = |message: String| Finding {
            severity: Severity::Warning,
            file: String::new(),
            position: None,
            code: "rejections",
            message,
        };
        match Self::read(library.root()) {
            Ok(rejections) => {
                let unread = rejections.unread_lines;
                let message = || format!("{unread} of the rejected proposals cannot be read");
                let found = (unread > 0).then(|| finding(message()));
                (rejections, found)
            }
            Err(error) => {
                let message = format!("rejected proposals may come back: {error}");
                (Self::default(), Some(finding(message)))
            }
        }
    }

    fn add(&mut self, line: usize, rejection: Rejection, withdrawn: bool) {
        let own = self.by_clip.entry(rejection.clip.clone()).or_default();
        let known = own.iter().position(|other| other.rejection == rejection);
        match (known, withdrawn) {
            (None, false) => own.push(Remembered { line, rejection }),
            (Some(at), true) => _ = own.remove(at),
            _ => {}
        }
    }

    /// Records a rejection of the library at `root`, or withdraws it, durably.
    ///
    /// # Errors
    /// If there is no state folder, or the file cannot be written.
    pub fn record(root: &Path, rejection: &Rejection, withdrawn: bool) -> io::Result<()> {
        Self::record_all(root, std::slice::from_ref(rejection), withdrawn)
    }

    /// Records rejections of the library at `root`, or withdraws them, durably.
    ///
    /// # Errors
    /// As [`record`](Self::record).
    pub fn record_all(root: &Path, rejections: &[Rejection], withdrawn: bool) -> io::Result<()> {
        let folder = folder(root)?;
        folder.make()?;
        let path = folder.path().join(FILE);
        let named =
            |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
        let mut lines = Vec::new();
        for rejection in rejections {
            serde_json::to_writer(&mut lines, &Line::new(rejection, withdrawn))?;
            lines.push(b'\n');
        }
        let mut options = OpenOptions::new();
        let file = options.create(true).append(true).read(true).open(&path);
        let mut file = file.map_err(named)?;
        // A torn line must not swallow this one.
        if ends_torn(&mut file).map_err(named)? {
            lines.insert(0, b'\n');
        }
        file.write_all(&lines).map_err(named)?;
        file.sync_data().map_err(named)
    }

    /// Returns the number of rejections.
    pub fn count(&self) -> usize {
        self.by_clip.values().map(Vec::len).sum()
    }

    /// Iterates over all rejections, by clip; those of a clip in the order in which they were made.
    pub fn iter(&self) -> impl Iterator<Item = &Rejection> {
        let all = self.by_clip.values().flatten();
        all.map(|one| &one.rejection)
    }

    /// Returns all rejections, the newest first.
    pub fn newest_first(&self) -> Vec<&Rejection> {
        let mut all: Vec<_> = self.by_clip.values().flatten().collect();
        all.sort_unstable_by_key(|one| Reverse(one.line));
        all.into_iter().map(|one| &one.rejection).collect()
    }

    /// Iterates over the rejections of a clip.
    pub fn of_clip(&self, clip: &str) -> impl Iterator<Item = &Rejection> {
        let own = self.by_clip.get(clip).into_iter().flatten();
        own.map(|one| &one.rejection)
    }

    /// Returns whether a proposal was rejected: the same name or one above it, with frames that share at least half of
    /// their union, or a time within 0.1 s.
    pub(super) fn has(&self, library: &Library, proposal: &Proposal) -> bool {
        let entry = &library.clips()[proposal.clip];
        let near_frames = SAME_EVENT_SECS * entry.rate.as_f64();
        self.of_clip(&entry.name).any(|rejection| {
            let is_named =
                proposal.name == rejection.name || proposal.name.is_below(&rejection.name);
            is_named
                && match (proposal.place, rejection.place) {
                    (ProposedPlace::Span(a), ProposedPlace::Span(b)) => shares_half(a, b),
                    (ProposedPlace::Event(a), ProposedPlace::Event(b)) => {
                        (a - b).abs() <= near_frames
                    }
                    _ => false,
                }
        })
    }
}

/// Returns whether two ranges share at least half of their union.
fn shares_half(a: FrameRange, b: FrameRange) -> bool {
    let both = i64::from(a.stop().min(b.stop())) - i64::from(a.start().max(b.start()));
    let union = i64::from(a.stop().max(b.stop())) - i64::from(a.start().min(b.start()));
    both > 0 && 2 * both >= union
}

fn folder(root: &Path) -> io::Result<LibraryFolder> {
    UserFolder::State.of_library(root)
}

/// Returns whether the last line of a file lacks its end.
fn ends_torn(file: &mut std::fs::File) -> io::Result<bool> {
    if file.seek(SeekFrom::End(0))? == 0 {
        return Ok(false);
    }
    file.seek(SeekFrom::End(-1))?;
    let mut last = [0];
    file.read_exact(&mut last)?;
    Ok(last != *b"\n")
}
