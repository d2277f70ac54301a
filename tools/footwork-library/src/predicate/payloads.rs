//! The data of the events of a library, kept up to date while it is edited.

use std::collections::BTreeMap;

use footwork_base::Name;
use footwork_sidecar::Line;
use footwork_tags::ClipId;
use serde_json::Value;

use crate::clip_entry::ClipEntry;

/// An event that carries data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Payload {
    pub(super) event: Name,
    /// The frame on which queries see the event: the first frame at or after its time.
    pub(super) frame: u32,
    json: Box<str>,
}

impl Payload {
    /// Returns the event's data; `None` if it holds a number that is too large.
    pub(super) fn data(&self) -> Option<Value> {
        serde_json::from_str(&self.json).ok()
    }
}

/// The events with data, by clip.
#[derive(Default)]
pub(super) struct Payloads {
    clips: BTreeMap<ClipId, OfClip>,
    revision: u64,
}

#[derive(Default)]
struct OfClip {
    /// The events of the clip, in order of time.
    events: Vec<Payload>,
    /// The revision in which the events last changed.
    revision: u64,
}

impl Payloads {
    /// Sets the events of a clip to the events of its entry; returns whether they changed.
    pub(super) fn set(&mut self, clip: ClipId, entry: &ClipEntry) -> bool {
        let events = payloads(entry);
        if events == self.of(clip) {
            return false;
        }
        self.revision += 1;
        let revision = self.revision;
        self.clips.insert(clip, OfClip { events, revision });
        true
    }

    /// Returns the payloads of a clip, in order of time.
    pub(super) fn of(&self, clip: ClipId) -> &[Payload] {
        self.clips.get(&clip).map_or(&[], |of| &of.events)
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &Payload> + Clone {
        self.clips.values().flat_map(|of| &of.events)
    }

    /// Returns the revision, which grows with every change.
    pub(super) fn revision(&self) -> u64 {
        self.revision
    }

    /// Returns the revision in which this clip's events last changed; 0 if they never did.
    pub(super) fn clip_revision(&self, clip: ClipId) -> u64 {
        self.clips.get(&clip).map_or(0, |of| of.revision)
    }
}

fn payloads(entry: &ClipEntry) -> Vec<Payload> {
    let lines = entry.labels().into_iter().flat_map(|labels| labels.lines());
    let mut events: Vec<(f64, Payload)> = lines
        .filter_map(|line| match line {
            Line::Event {
                name,
                time,
                data: Some(json),
            } => {
                let payload = Payload {
                    event: name.clone(),
                    frame: frame_at(*time).filter(|frame| *frame < entry.frames)?,
                    json: json.as_str().into(),
                };
                Some((*time, payload))
            }
            _ => None,
        })
        .collect();
    events.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    events.into_iter().map(|(_, payload)| payload).collect()
}

/// Returns the first frame at or after a time; `None` if the clip has no such frame.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the range is checked first"
)]
fn frame_at(time: f64) -> Option<u32> {
    let frame = libm::ceil(time);
    (0.0..=f64::from(u32::MAX))
        .contains(&frame)
        .then_some(frame as u32)
}
