//! Moving one line of a sidecar to the new positions of its frames.

use footwork_base::{FrameRange, Name, to_u32};
use footwork_sidecar::{KeptLabels, Line, NamePairs, Provenance, TagSpan};

use super::align::Alignment;
use super::confidence::MIN_CONFIDENCE;

/// A span, a `not` line or an event, and its new frames.
#[derive(Clone, Debug, PartialEq)]
pub struct MovedLine {
    /// The current line.
    pub before: Line,
    /// The moved line; `None` if the new clip lacks its frames.
    pub after: Option<Line>,
    /// The confidence of the start and the stop of a span, or of the time of an event, from 0 to 1.
    pub confidence: Vec<f64>,
    /// The facts that a reviewer should know about the move.
    pub flags: Vec<MoveFlag>,
}

/// A fact that a reviewer should know about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MoveFlag {
    /// None of the line's frames are in the new clip.
    Gone,
    /// Some of the line's frames are not in the new clip.
    Cut,
    /// The span would be empty after the move, so it keeps one frame.
    Short,
    /// Uncertain: there is too little motion at the new place to tell frames apart.
    Still,
    /// Uncertain: the poses at the old and the new place differ.
    Differs,
    /// Uncertain: the frames at the new place have no counterpart in the old clip.
    Beyond,
    /// Uncertain: the motion repeats itself, so other frames fit equally well.
    Again,
}

impl MoveFlag {
    /// Returns the name of the flag in output.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Gone => "gone",
            Self::Cut => "cut",
            Self::Short => "short",
            Self::Still => "still",
            Self::Differs => "differs",
            Self::Beyond => "beyond",
            Self::Again => "again",
        }
    }
}

impl MovedLine {
    /// Returns whether the move should be reviewed, because it is uncertain or the line is lost.
    pub fn needs_a_look(&self) -> bool {
        self.after.is_none() || self.least_confidence() < MIN_CONFIDENCE
    }

    /// Returns the lowest confidence of the move.
    pub fn least_confidence(&self) -> f64 {
        self.confidence.iter().copied().fold(1.0, f64::min)
    }
}

/// Moves lines from an old clip to a new one.
pub(super) struct Mover<'a> {
    pub(super) alignment: &'a Alignment,
    pub(super) old_frames: u32,
    pub(super) new_frames: u32,
    pub(super) tags: NamePairs,
    pub(super) events: NamePairs,
}

/// The confidence of one end of a span, and the reason if it is low.
type Told = (f64, Option<MoveFlag>);

/// The new position of one end of a span.
struct Boundary {
    /// The position in frames of the new clip; may lie outside the clip.
    at: f64,
    confidence: f64,
    doubt: Option<MoveFlag>,
}

impl Mover<'_> {
    /// Returns the move of a line; `None` for a line without frames.
    pub(super) fn moved(&self, line: &Line) -> Option<MovedLine> {
        let (after, boundaries, flags) = match line {
            Line::Tag(span) => {
                let (range, boundaries, flags) = self.range(span.range);
                let after = range.map(|range| {
                    Line::Tag(TagSpan {
                        name: self.name(&self.tags, &span.name),
                        range,
                        by_rule: span.by_rule,
                    })
                });
                (after, boundaries.to_vec(), flags)
            }
            Line::Not { name, range } => {
                let (range, boundaries, flags) = self.range(*range);
                let name = self.name(&self.tags, name);
                let after = range.map(|range| Line::Not { name, range });
                (after, boundaries.to_vec(), flags)
            }
            Line::Event { name, time, data } => {
                let boundary = self.boundary(*time);
                let is_cut = self.is_cut_out(*time, *time + 1.0);
                let time = self.time(*time, boundary.at).filter(|_| !is_cut);
                let after = time.map(|time| Line::Event {
                    name: self.name(&self.events, name),
                    time,
                    data: data.clone(),
                });
                let told = (boundary.confidence, boundary.doubt);
                let flags = if after.is_none() {
                    vec![MoveFlag::Gone]
                } else {
                    Vec::new()
                };
                (after, vec![told], flags)
            }
            _ => return None,
        };
        let doubts = boundaries.iter().filter_map(|(_, doubt)| *doubt);
        let mut flags: Vec<MoveFlag> = match after {
            None => flags,
            Some(_) => flags.into_iter().chain(doubts).collect(),
        };
        flags.sort_unstable();
        flags.dedup();
        Some(MovedLine {
            before: line.clone(),
            after,
            confidence: boundaries
                .into_iter()
                .map(|(confidence, _)| confidence)
                .collect(),
            flags,
        })
    }

    /// Returns a `kept` line with its frames moved; `None` if the new clip lacks some of its frames, which reopens the
    /// disagreement.
    pub(super) fn kept(&self, kept: &KeptLabels) -> Option<KeptLabels> {
        let moved = kept.moved(|range| {
            let (moved, _, flags) = self.range(range);
            moved.filter(|_| flags.is_empty())
        });
        let tag = self.name(&self.tags, kept.tag());
        moved.map(|moved| moved.renamed(tag))
    }

    /// Returns a `by` line at the new frames of its span; `None` if they are gone or only a part of the span remains.
    pub(super) fn provenance(&self, by: &Provenance) -> Option<Provenance> {
        let (moved, _, flags) = self.range(by.range());
        let moved = moved.filter(|_| !flags.contains(&MoveFlag::Cut))?;
        let tag = self.name(&self.tags, by.tag());
        Some(by.clone().at(moved).renamed(tag))
    }

    fn name(&self, pairs: &NamePairs, name: &Name) -> Name {
        if self.alignment.mirrored {
            pairs.mirrored(name)
        } else {
            name.clone()
        }
    }

    /// Returns the new frames of a range, the confidence of both ends, and the flags.
    fn range(&self, range: FrameRange) -> (Option<FrameRange>, [Told; 2], Vec<MoveFlag>) {
        let (start, stop) = (f64::from(range.start()), f64::from(range.stop()));
        let [from, to] = [start, stop].map(|boundary| self.boundary(boundary));
        let told = [&from, &to].map(|end| (end.confidence, end.doubt));
        if self.is_cut_out(start, stop) {
            return (None, told, vec![MoveFlag::Gone]);
        }
        let frames = f64::from(self.new_frames);
        // If a range reached the end of the old clip, it is extended to the end of the new one, because a new rate
        // rarely divides the clip evenly.
        let reaches_end = range.stop() >= self.old_frames
            && self.new_of_old(f64::from(self.old_frames - 1)).round() >= frames - 1.0;
        let to_at = if reaches_end {
            to.at.max(frames)
        } else {
            to.at
        };
        let clamped = |at: f64| to_u32(at.clamp(0.0, frames));
        if let Some(moved) = FrameRange::new(clamped(from.at), clamped(to_at)) {
            let mut cuts = self.alignment.map.cut_out().into_iter();
            let is_cut = from.at < -0.5
                || self.new_of_old(stop - 1.0) >= frames
                || cuts.any(|cut| cut.from < stop - 0.5 && start + 0.5 < cut.until);
            let flags = if is_cut {
                vec![MoveFlag::Cut]
            } else {
                Vec::new()
            };
            return (Some(moved), told, flags);
        }
        if from.at < -0.5 || to.at > frames + 0.5 {
            return (None, told, vec![MoveFlag::Gone]);
        }
        let middle = (0.5 * (from.at + to.at)).floor().clamp(0.0, frames - 1.0);
        let frame = to_u32(middle);
        (
            FrameRange::new(frame, frame + 1),
            told,
            vec![MoveFlag::Short],
        )
    }

    /// Returns the new time of an event; `None` if it is outside the clip.
    fn time(&self, old: f64, new: f64) -> Option<f64> {
        let frames = f64::from(self.new_frames);
        if new == old && new < frames {
            return Some(old);
        }
        // A time slightly outside the clip becomes the first or last frame, because the map is no more precise than
        // that.
        let inside = (-0.5..frames + 0.25).contains(&new);
        let new = if new >= frames {
            frames - 1.0
        } else {
            new.max(0.0)
        };
        inside.then_some((new * 1000.0).round() / 1000.0)
    }

    /// Returns whether a cut in the middle removed all of the given old frames.
    fn is_cut_out(&self, start: f64, stop: f64) -> bool {
        let mut cuts = self.alignment.map.cut_out().into_iter();
        cuts.any(|cut| cut.from - 0.25 <= start && stop <= cut.until + 0.25)
    }

    fn new_of_old(&self, old: f64) -> f64 {
        self.alignment.map.new_of_old(old)
    }

    fn boundary(&self, old: f64) -> Boundary {
        let map = &self.alignment.map;
        let at = map.new_of_old(old);
        // Outside the new clip or inside a cut, the nearest shared frame gives the confidence.
        let is_inside = (0.0..=f64::from(self.new_frames - 1)).contains(&at);
        let known = if is_inside && !self.is_cut_out(old, old + 1.0) {
            old
        } else {
            map.nearest_shared(old)
        };
        let place = map.place(known);
        let confidence = self.alignment.confidence(known);
        let doubt = (confidence < MIN_CONFIDENCE).then_some(match place.gap_m {
            None => MoveFlag::Beyond,
            Some(_) if self.alignment.is_ambiguous => MoveFlag::Again,
            Some(_) if place.deviation_frames > 0.5 => MoveFlag::Still,
            Some(_) => MoveFlag::Differs,
        });
        Boundary {
            at,
            confidence,
            doubt,
        }
    }
}
