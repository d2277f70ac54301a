//! Placing the rows of a file on the clips of a library: names become clips, and seconds become
//! frames.
//!
//! A row is placed or refused as a whole, and a bad row never affects another. Frame numbers are accepted only if they
//! count at the clip's own rate. The ends of spans in seconds are rounded to the nearest frame. If rounding moves them
//! farther than half the resolution of the file, a finding gives the largest distance; within that distance, rounding
//! loses nothing. Events keep their fraction of a frame, unless a whole frame is within half the resolution. Each item
//! remembers the resolution as `within_frames`, so that adding the same file twice recognises its own events. A missing
//! clip is reported once, with the number of its rows; for a file that covers a whole dataset, one warning counts all
//! missing clips.

use std::collections::BTreeMap;

use footwork_base::{FrameRange, FrameRate, Position, Seconds};
use footwork_sidecar::{Finding, Severity};
use footwork_tags::ClipId;

use super::found::{has_errors, report};
use super::{ImportedRow, ImportedRows, MAX_IMPORT_FINDINGS, RowContent, RowTime, TableItem};
use footwork_library::Library;

/// The maximum distance past the end of its clip, in frames, at which an event in seconds is moved
/// to the last frame.
const AT_END_FRAMES: f64 = 1e-3;

/// Upper bound of the difference between frames computed from equal times in seconds.
const ROUNDING_FRAMES: f64 = 1e-9;

/// The maximum number of unknown clip names for which a similar name is suggested.
const MAX_HINTS: usize = 20;

/// The maximum length of the name of a tag or event, in bytes.
const MAX_NAME_BYTES: usize = 1000;

/// The content of a file, placed on the clips of a library.
#[derive(Clone, Debug, Default)]
pub struct PlacedRows {
    /// The clips that the file has rows for, in order.
    pub clips: Vec<PlacedClip>,
    /// The problems; each row that could not be placed is an error.
    pub findings: Vec<Finding>,
    /// The number of rows that could not be placed, including those beyond
    /// [`MAX_IMPORT_FINDINGS`](super::MAX_IMPORT_FINDINGS) and every row of an unknown clip; mistakes of the
    /// whole file count as one.
    pub refused: usize,
    /// Whether the file as a whole could not be read.
    pub is_refused: bool,
}

impl PlacedRows {
    /// Returns whether every row could be read and placed.
    pub fn is_sound(&self) -> bool {
        !has_errors(&self.findings)
    }
}

/// The content of a file for one clip.
#[derive(Clone, Debug)]
pub struct PlacedClip {
    /// The clip.
    pub clip: ClipId,
    /// The spans and events for the clip, in the order of the file.
    pub items: Vec<PlacedItem>,
}

/// A span or an event placed on a clip.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedItem {
    /// The span or event.
    pub item: TableItem,
    /// The distance in frames within which another event counts as the same event.
    pub within_frames: f64,
}

/// The clip that a row refers to.
#[derive(Clone, Copy)]
struct Target {
    id: ClipId,
    frames: u32,
    rate: FrameRate,
}

/// Resolves the clips and times of `found` to clips and frames of the library. In findings, the file's name is `file`.
///
/// The ends of spans in seconds are rounded to the nearest frame. A finding reports it if rounding moves them farther
/// than half the resolution of the file. A span shorter than a frame becomes one frame.
pub fn place_rows(library: &Library, found: ImportedRows, file: &str) -> PlacedRows {
    place(library, found, file, false)
}

/// Like [`place_rows`], but trims a span that starts inside its clip and stops after its end. Each trimmed span is a
/// warning, not an error.
pub fn place_trimmed_rows(library: &Library, found: ImportedRows, file: &str) -> PlacedRows {
    place(library, found, file, true)
}

fn place(library: &Library, found: ImportedRows, file: &str, trims: bool) -> PlacedRows {
    let mut placing = Placing {
        library,
        file,
        trims,
        refused: found.errors,
        is_refused: found.is_refused,
        findings: found.findings,
        no_clips: Vec::new(),
        clips: BTreeMap::new(),
        known: BTreeMap::new(),
        missing: BTreeMap::new(),
        is_dataset: found.is_dataset,
    };
    for row in found.rows {
        placing.row(row);
    }
    placing.done()
}

struct Placing<'a> {
    library: &'a Library,
    file: &'a str,
    /// Whether spans are trimmed to their clip.
    trims: bool,
    refused: usize,
    is_refused: bool,
    findings: Vec<Finding>,
    clips: BTreeMap<ClipId, (Vec<PlacedItem>, Moved)>,
    /// The clips by the names in rows; for an unknown name, its index in `no_clips`, or `None` if the clip is missing
    /// from a dataset.
    known: BTreeMap<String, Result<Target, Option<usize>>>,
    no_clips: Vec<NoClip>,
    /// The missing clips of a dataset, with the position of their first row.
    missing: BTreeMap<String, Position>,
    is_dataset: bool,
}

/// A name of no clip, or of a clip without its own tags.
struct NoClip {
    /// The index of the finding about the name; `None` if the list of findings was full.
    finding: Option<usize>,
    rows: usize,
}

/// The distances by which times were moved to the nearest frame.
#[derive(Default)]
struct Moved {
    count: usize,
    most_secs: f64,
    at: Option<Position>,
    has_other_rate: bool,
}

impl Placing<'_> {
    fn report(&mut self, severity: Severity, at: Position, code: &'static str, message: String) {
        let finding = Finding {
            severity,
            file: self.file.to_owned(),
            position: Some(at),
            code,
            message,
        };
        self.refused += usize::from(severity == Severity::Error);
        report(&mut self.findings, finding);
    }

    fn row(&mut self, row: ImportedRow) {
        let Some(target) = self.target(&row) else {
            return;
        };
        let (RowContent::Span { name, .. } | RowContent::Event { name, .. }) = &row.what;
        if name.as_str().len() > MAX_NAME_BYTES {
            let message = format!("the name is longer than the limit of {MAX_NAME_BYTES} bytes");
            return self.report(Severity::Error, row.position, "bad-name", message);
        }
        let other_rate = row.rate.filter(|rate| *rate != target.rate);
        if let Some(rate) = other_rate {
            let (code, has) = ("other-rate", target.rate);
            if is_in_frames(&row.what) {
                let message = format!(
                    "the row counts frames at {rate} per second, and {} has {has}",
                    shown(&row.clip)
                );
                return self.report(Severity::Error, row.position, code, message);
            }
            let moved = &mut self.clips.entry(target.id).or_default().1;
            if !moved.has_other_rate {
                moved.has_other_rate = true;
                let message = format!(
                    "the file has {} at {rate} frames per second, and here it has {has}; times in \
                     seconds are kept",
                    shown(&row.clip)
                );
                self.report(Severity::Warning, row.position, code, message);
            }
        }
        let mut moved = Moved::default();
        let position = row.position;
        match self.item(row, target, &mut moved) {
            Ok(item) => {
                let (items, all) = self.clips.entry(target.id).or_default();
                items.push(item);
                all.count += moved.count;
                if moved.most_secs > all.most_secs {
                    (all.most_secs, all.at) = (moved.most_secs, Some(position));
                }
            }
            Err(message) => {
                self.report(Severity::Error, position, "outside-clip", message);
            }
        }
    }

    /// Returns the clip of a row; an unknown clip is reported at its first row.
    fn target(&mut self, row: &ImportedRow) -> Option<Target> {
        match self.known.get(&row.clip) {
            Some(Ok(target)) => return Some(*target),
            Some(Err(None)) => return None,
            Some(&Err(Some(at))) => {
                self.refused += 1;
                self.no_clips[at].rows += 1;
                return None;
            }
            None => {}
        }
        let target = self.find(row);
        let known = match target {
            Ok(target) => Ok(target),
            Err(None) => {
                self.missing.insert(row.clip.clone(), row.position);
                Err(None)
            }
            Err(Some((code, message))) => {
                let has_room = self.findings.len() < MAX_IMPORT_FINDINGS;
                self.no_clips.push(NoClip {
                    finding: has_room.then_some(self.findings.len()),
                    rows: 1,
                });
                self.report(Severity::Error, row.position, code, message);
                Err(Some(self.no_clips.len() - 1))
            }
        };
        self.known.insert(row.clip.clone(), known);
        known.ok()
    }

    /// Returns the clip that a row names. The error is a code and a message, or `None` if the clip is missing from a
    /// dataset.
    fn find(&self, row: &ImportedRow) -> Result<Target, Option<(&'static str, String)>> {
        let asks = !self.is_dataset && self.no_clips.len() < MAX_HINTS;
        let (found, hint) = if asks {
            match self.library.find_clip(&row.clip) {
                Ok(id) => (Some(id), None),
                Err(error) => (None, error.hint),
            }
        } else {
            (self.library.clip_called(&row.clip), None)
        };
        let Some(id) = found else {
            let hint = hint.map(|hint| format!("; {hint}")).unwrap_or_default();
            let message = format!("there is no clip named {}{hint}", shown(&row.clip));
            return Err((!self.is_dataset).then_some(("unknown-clip", message)));
        };
        let entry = &self.library.clips()[id];
        match &entry.mirror_of {
            None => Ok(Target {
                id,
                frames: entry.frames,
                rate: entry.rate,
            }),
            Some(original) => {
                let message = format!(
                    "{} is the mirror image of {original} and shares its tags",
                    entry.name
                );
                Err(Some(("mirrored-clip", message)))
            }
        }
    }

    fn item(
        &mut self,
        row: ImportedRow,
        target: Target,
        moved: &mut Moved,
    ) -> Result<PlacedItem, String> {
        let step_secs = row.step_secs;
        let within_frames = if is_in_frames(&row.what) {
            0.0
        } else {
            step_secs * target.rate.as_f64() + ROUNDING_FRAMES
        };
        let item = match row.what {
            RowContent::Span {
                kind,
                name,
                start,
                stop,
            } => {
                let from = self.frame(start, target, step_secs, moved)?;
                let mut to = self.frame(stop, target, step_secs, moved)?;
                if from == to && !matches!((start, stop), (RowTime::Frames(_), RowTime::Frames(_)))
                {
                    to = from.saturating_add(1);
                    let message =
                        format!("the span {name} is shorter than a frame and becomes one");
                    self.report(Severity::Warning, row.position, "short-span", message);
                }
                let range = FrameRange::new(from, to);
                let range =
                    range.ok_or_else(|| format!("the span [{from}, {to}) holds no frame"))?;
                let frames = target.frames;
                let inside = FrameRange::new(from, to.min(frames));
                let range = match inside {
                    Some(inside) if inside == range => range,
                    Some(inside) if self.trims => {
                        let message = format!(
                            "the span {name} {range} ends outside the clip, which has {frames} frames, and is trimmed \
                             to {inside}"
                        );
                        self.report(Severity::Warning, row.position, "trimmed-span", message);
                        inside
                    }
                    _ => {
                        return Err(format!(
                            "the span {range} ends outside the clip, which has {frames} frames"
                        ));
                    }
                };
                TableItem::Span { kind, name, range }
            }
            RowContent::Event { name, time, data } => {
                let end = f64::from(target.frames);
                let mut frame = match time {
                    RowTime::Frames(frame) => frame,
                    RowTime::Secs(secs) => snapped(secs, target.rate, step_secs),
                    RowTime::End => end,
                };
                if frame >= end
                    && frame - end <= within_frames.max(AT_END_FRAMES)
                    && !matches!(time, RowTime::Frames(_))
                {
                    frame = end.next_down();
                }
                if !(0.0..end).contains(&frame) {
                    let frames = target.frames;
                    return Err(format!(
                        "frame {frame} is outside the clip, which has {frames} frames"
                    ));
                }
                // Turns -0 into 0.
                let time = frame.abs();
                TableItem::Event { name, time, data }
            }
        };
        Ok(PlacedItem {
            item,
            within_frames,
        })
    }

    /// Returns the whole frame at which a span starts or stops.
    fn frame(
        &self,
        moment: RowTime,
        target: Target,
        step_secs: f64,
        moved: &mut Moved,
    ) -> Result<u32, String> {
        match moment {
            RowTime::End => Ok(target.frames),
            RowTime::Frames(frame) => {
                // Readers return only whole numbers below 2^32 for the ends of spans.
                let whole = format!("{frame}").parse();
                whole.map_err(|_| format!("{frame} is not a whole frame"))
            }
            RowTime::Secs(secs) => {
                let frame = secs.to_frames(target.rate);
                let frame = frame.ok_or_else(|| format!("{secs} is outside the clip"))?;
                let off_frames = (secs.to_fractional_frames(target.rate) - f64::from(frame)).abs();
                let off_secs = off_frames / target.rate.as_f64();
                // A written time is off by up to half a step; the margin allows for rounding errors of the difference.
                if off_secs > step_secs * 0.51 + 1e-12 {
                    moved.count += 1;
                    moved.most_secs = moved.most_secs.max(off_secs);
                }
                Ok(frame)
            }
        }
    }

    fn done(mut self) -> PlacedRows {
        let clips = std::mem::take(&mut self.clips);
        let mut placed = Vec::new();
        for (clip, (items, moved)) in clips {
            if let Some(at) = moved.at {
                let name = &self.library.clips()[clip].name;
                let message = format!(
                    "{name}: {} of {} lie between frames and are moved to the nearest frame, by {:.1} ms at most",
                    match moved.count {
                        1 => "1 end".to_owned(),
                        count => format!("{count} ends"),
                    },
                    match items.len() {
                        1 => "1 row".to_owned(),
                        count => format!("{count} rows"),
                    },
                    moved.most_secs * 1000.0
                );
                self.report(Severity::Note, at, "off-frame", message);
            }
            if !items.is_empty() {
                placed.push(PlacedClip { clip, items });
            }
        }
        if let Some((first, at)) = self.missing.iter().next() {
            let message = format!(
                "{} clips of the file are not in the library and are skipped, such as {}",
                self.missing.len(),
                shown(first)
            );
            self.report(Severity::Warning, *at, "unknown-clip", message);
        }
        for no_clip in &self.no_clips {
            let finding = no_clip.finding.and_then(|at| self.findings.get_mut(at));
            if let Some(finding) = finding.filter(|_| no_clip.rows > 1) {
                finding.message += &format!(" ({} rows)", no_clip.rows);
            }
        }
        PlacedRows {
            clips: placed,
            findings: self.findings,
            refused: self.refused,
            is_refused: self.is_refused,
        }
    }
}

/// Returns a time in frames, rounded if it is within half a step of a whole frame.
fn snapped(secs: Seconds, rate: FrameRate, step_secs: f64) -> f64 {
    let frame = secs.to_fractional_frames(rate);
    let whole = frame.round();
    // The margin allows for rounding errors of the step.
    let is_whole = (frame - whole).abs() <= step_secs * 0.5001 * rate.as_f64();
    if is_whole { whole } else { frame }
}

fn is_in_frames(what: &RowContent) -> bool {
    match what {
        RowContent::Span { start, stop, .. } => {
            matches!(start, RowTime::Frames(_)) || matches!(stop, RowTime::Frames(_))
        }
        RowContent::Event { time, .. } => matches!(time, RowTime::Frames(_)),
    }
}

fn shown(name: &str) -> String {
    name.chars()
        .take(200)
        .flat_map(char::escape_debug)
        .collect()
}
