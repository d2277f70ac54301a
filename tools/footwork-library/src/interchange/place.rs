//! What was found in a file, on the clips of a library: names become clips, seconds become frames.

use std::collections::BTreeMap;

use footwork_base::{FrameRange, FrameRate, Position, Seconds};
use footwork_tags::ClipId;

use super::found::{has_errors, report};
use super::{Found, FoundRow, Item, Moment, What};
use crate::{Finding, Library, Severity};

/// Times of one event that are closer than this are the same, in frames.
const SAME_FRAMES: f64 = 1e-3;

/// What a file says about the clips of a library.
#[derive(Clone, Debug, Default)]
pub struct Placed {
    /// The clips that it says something about, in their order.
    pub clips: Vec<PlacedClip>,
    /// What is wrong; each row that means nothing here is an error.
    pub findings: Vec<Finding>,
}

impl Placed {
    /// Whether every row could be read and means something here.
    pub fn is_sound(&self) -> bool {
        !has_errors(&self.findings)
    }
}

/// What a file says about one clip.
#[derive(Clone, Debug)]
pub struct PlacedClip {
    /// The clip.
    pub clip: ClipId,
    /// Its spans and events, in the order of the file.
    pub items: Vec<PlacedItem>,
}

/// A span or an event inside a clip.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedItem {
    /// What it is.
    pub item: Item,
    /// How far from it another event may be to be the same, in frames.
    pub within_frames: f64,
}

/// A clip that rows name.
#[derive(Clone, Copy)]
struct Target {
    id: ClipId,
    frames: u32,
    rate: FrameRate,
}

impl Library {
    /// Finds the clips that `found` names, and its times on their frames. `file` is what findings call the file.
    ///
    /// Times in seconds go to the nearest frame, and it is said where that is further than the
    /// file's own step. A span that is shorter than a frame becomes one frame.
    pub fn place(&self, found: Found, file: &str) -> Placed {
        let mut placing = Placing {
            library: self,
            file,
            step_secs: found.step_secs,
            findings: found.findings,
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
}

struct Placing<'a> {
    library: &'a Library,
    file: &'a str,
    step_secs: f64,
    findings: Vec<Finding>,
    clips: BTreeMap<ClipId, (Vec<PlacedItem>, Moved)>,
    known: BTreeMap<String, Option<Target>>,
    /// Clips of a dataset that the library does not have, and where each is named first.
    missing: BTreeMap<String, Position>,
    is_dataset: bool,
}

/// How far times were moved to the nearest frame.
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
        report(&mut self.findings, finding);
    }

    fn row(&mut self, row: FoundRow) {
        let Some(target) = self.target(&row) else {
            return;
        };
        let other_rate = row.rate.filter(|rate| *rate != target.rate);
        if let Some(rate) = other_rate {
            let (code, has) = ("other-rate", target.rate);
            if is_in_frames(&row.what) {
                let message = format!(
                    "the row counts frames at {rate} a second, and {} has {has}",
                    row.clip
                );
                return self.report(Severity::Error, row.position, code, message);
            }
            let moved = &mut self.clips.entry(target.id).or_default().1;
            if !moved.has_other_rate {
                moved.has_other_rate = true;
                let message = format!(
                    "the file has {} at {rate} frames a second, and here it has {has}; times in \
                     seconds are kept",
                    row.clip
                );
                self.report(Severity::Warning, row.position, code, message);
            }
        }
        let mut moved = Moved::default();
        match self.item(row.what, target, row.position, &mut moved) {
            Ok(item) => {
                let (items, all) = self.clips.entry(target.id).or_default();
                items.push(item);
                all.count += moved.count;
                if moved.most_secs > all.most_secs {
                    (all.most_secs, all.at) = (moved.most_secs, Some(row.position));
                }
            }
            Err(message) => {
                self.report(Severity::Error, row.position, "outside-clip", message);
            }
        }
    }

    /// The clip of a row; one that there is not is reported where it is named first.
    fn target(&mut self, row: &FoundRow) -> Option<Target> {
        if let Some(&known) = self.known.get(&row.clip) {
            if known.is_none() && !self.is_dataset {
                let message = format!("there is no clip {} to edit", shown(&row.clip));
                self.report(Severity::Error, row.position, "unknown-clip", message);
            }
            return known;
        }
        let target = match self.library.find_clip(&row.clip) {
            Ok(id) => {
                let entry = &self.library.clips()[id];
                match &entry.mirror_of {
                    None => Some(Target {
                        id,
                        frames: entry.frames,
                        rate: entry.rate,
                    }),
                    Some(original) => {
                        let message = format!(
                            "{} is the mirror image of {original}, whose tags are its own",
                            entry.name
                        );
                        self.report(Severity::Error, row.position, "mirrored-clip", message);
                        None
                    }
                }
            }
            Err(_) if self.is_dataset => {
                self.missing.insert(row.clip.clone(), row.position);
                None
            }
            Err(error) => {
                let hint = error.hint.map(|hint| format!("; {hint}"));
                let message = format!(
                    "there is no clip named {}{}",
                    shown(&row.clip),
                    hint.unwrap_or_default()
                );
                self.report(Severity::Error, row.position, "unknown-clip", message);
                None
            }
        };
        self.known.insert(row.clip.clone(), target);
        target
    }

    fn item(
        &mut self,
        what: What,
        target: Target,
        at: Position,
        moved: &mut Moved,
    ) -> Result<PlacedItem, String> {
        let within_frames = (self.step_secs * target.rate.as_f64()).max(SAME_FRAMES);
        let item = match what {
            What::Span {
                kind,
                name,
                start,
                stop,
            } => {
                let from = self.frame(start, target, moved)?;
                let mut to = self.frame(stop, target, moved)?;
                if from == to && !matches!((start, stop), (Moment::Frames(_), Moment::Frames(_))) {
                    to = from.saturating_add(1);
                    let message =
                        format!("the span {name} is shorter than a frame and becomes one");
                    self.report(Severity::Warning, at, "short-span", message);
                }
                let range = FrameRange::new(from, to);
                let range =
                    range.ok_or_else(|| format!("the span [{from}, {to}) holds no frame"))?;
                if to > target.frames {
                    let frames = target.frames;
                    return Err(format!(
                        "the span {range} ends outside the clip, which has {frames} frames"
                    ));
                }
                Item::Span { kind, name, range }
            }
            What::Event { name, time, data } => {
                let end = f64::from(target.frames);
                let mut frame = match time {
                    Moment::Frames(frame) => frame,
                    Moment::Secs(secs) => snapped(secs, target.rate, self.step_secs),
                    Moment::End => end,
                };
                if frame >= end
                    && frame - end <= within_frames
                    && !matches!(time, Moment::Frames(_))
                {
                    frame = end.next_down();
                }
                if !(0.0..end).contains(&frame) {
                    let frames = target.frames;
                    return Err(format!(
                        "frame {frame} is outside the clip, which has {frames} frames"
                    ));
                }
                // Minus zero is zero.
                let time = frame.abs();
                Item::Event { name, time, data }
            }
        };
        Ok(PlacedItem {
            item,
            within_frames,
        })
    }

    /// The whole frame of an end of a span.
    fn frame(&self, moment: Moment, target: Target, moved: &mut Moved) -> Result<u32, String> {
        match moment {
            Moment::End => Ok(target.frames),
            Moment::Frames(frame) => {
                // Readers give whole numbers below 2^32 for the ends of spans.
                let whole = format!("{frame}").parse();
                whole.map_err(|_| format!("{frame} is no whole frame"))
            }
            Moment::Secs(secs) => {
                let frame = secs.to_frames(target.rate);
                let frame = frame.ok_or_else(|| format!("{secs} is outside the clip"))?;
                let off_frames = (secs.to_fractional_frames(target.rate) - f64::from(frame)).abs();
                let off_secs = off_frames / target.rate.as_f64();
                // What is written is off by half a step, and its distance is a rounded number.
                if off_secs > self.step_secs * 0.51 + 1e-12 {
                    moved.count += 1;
                    moved.most_secs = moved.most_secs.max(off_secs);
                }
                Ok(frame)
            }
        }
    }

    fn done(mut self) -> Placed {
        let clips = std::mem::take(&mut self.clips);
        let mut placed = Vec::new();
        for (clip, (items, moved)) in clips {
            if let Some(at) = moved.at {
                let name = &self.library.clips()[clip].name;
                let message = format!(
                    "{name}: {} of {} lie between frames and go to the nearest, by {:.1} ms at most",
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
                "{} clips of the file are not in the library and are passed over, {} for one",
                self.missing.len(),
                shown(first)
            );
            self.report(Severity::Warning, *at, "unknown-clip", message);
        }
        Placed {
            clips: placed,
            findings: self.findings,
        }
    }
}

/// A time in frames; one that is within half a step of a whole frame is that frame.
fn snapped(secs: Seconds, rate: FrameRate, step_secs: f64) -> f64 {
    let frame = secs.to_fractional_frames(rate);
    let whole = frame.round();
    // The step is a rounded number too.
    let is_whole = (frame - whole).abs() <= step_secs * 0.5001 * rate.as_f64();
    if is_whole { whole } else { frame }
}

fn is_in_frames(what: &What) -> bool {
    match what {
        What::Span { start, stop, .. } => {
            matches!(start, Moment::Frames(_)) || matches!(stop, Moment::Frames(_))
        }
        What::Event { time, .. } => matches!(time, Moment::Frames(_)),
    }
}

fn shown(name: &str) -> String {
    name.chars()
        .take(200)
        .flat_map(char::escape_debug)
        .collect()
}
