//! Tags and events stored inside a glTF file, in the extras of an animation.
//!
//! ```json
//! {
//!   "tags": {"Gait.Run": [[12, 36], [36, 120, "rule"]]},
//!   "not": {"Gait.Walk": [[200, 230]]},
//!   "events": {"Foot.Left": [[13.25], [45, {"surface": "grass"}]]},
//!   "notes": ["second take"],
//!   "other": ["a line of a sidecar that this version does not know"]
//! }
//! ```
//!
//! Spans are `[start, stop]` in frames, half-open, with a third element `"rule"` if a rule made them; events
//! are `[frame]` or `[frame, data]`. A sidecar's items survive the round trip exactly. The sidecar is authoritative:
//! labels in a file count only if there is no sidecar.

use std::collections::BTreeMap;

use footwork_base::{FrameRange, Name};
use footwork_clip::Labels;
use footwork_sidecar::{
    Finding, Line, MAX_EVENT_FRAMES, MAX_SIDECAR_BYTES, Severity, Sidecar, TagSpan,
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::clip_entry::ClipEntry;

/// Marks a span that a rule made.
const RULE: &str = "rule";

#[derive(Default, Deserialize, Serialize)]
#[serde(default)]
struct Shape {
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    tags: BTreeMap<String, Vec<Span>>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    not: BTreeMap<String, Vec<Span>>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    events: BTreeMap<String, Vec<Vec<Box<RawValue>>>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    other: Vec<String>,
}

#[derive(Deserialize, Serialize)]
#[serde(untagged)]
enum Span {
    Plain(u32, u32),
    Marked(u32, u32, String),
}

/// Returns the tags, `not` lines, events, notes and unknown lines of the sidecar as labels for a glTF file.
///
/// ```
/// use footwork_library::to_labels;
/// use footwork_sidecar::Sidecar;
///
/// let text = b"footwork-tags 1\ntag Gait.Run 12 36\nevent Foot.Left 45 data {\"wet\":true}\n";
/// let (sidecar, _) = Sidecar::read("a.tags", text).unwrap();
/// let json = r#"{"tags":{"Gait.Run":[[12,36]]},"events":{"Foot.Left":[[45,{"wet":true}]]}}"#;
/// assert_eq!(to_labels(&sidecar).unwrap().json(), json);
/// ```
///
/// Returns `None` if the sidecar has no such lines.
pub fn to_labels(sidecar: &Sidecar) -> Option<Labels> {
    let mut shape = Shape::default();
    for line in sidecar.lines() {
        match line {
            Line::Tag(span) => {
                let (start, stop) = (span.range.start(), span.range.stop());
                let entry = shape.tags.entry(span.name.to_string()).or_default();
                entry.push(if span.by_rule {
                    Span::Marked(start, stop, RULE.to_owned())
                } else {
                    Span::Plain(start, stop)
                });
            }
            Line::Not { name, range } => {
                let entry = shape.not.entry(name.to_string()).or_default();
                entry.push(Span::Plain(range.start(), range.stop()));
            }
            Line::Event { name, time, data } => {
                let parts = [Some(time.to_string()), data.clone()];
                let raw = parts.into_iter().flatten().map(RawValue::from_string);
                let entry = shape.events.entry(name.to_string()).or_default();
                entry.push(raw.filter_map(Result::ok).collect());
            }
            Line::Note(note) => shape.notes.push(note.clone()),
            Line::Other(bytes) if !bytes.is_empty() => {
                shape
                    .other
                    .push(String::from_utf8_lossy(bytes).into_owned());
            }
            _ => {}
        }
    }
    let json = serde_json::to_string(&shape).ok()?;
    Labels::new(json)
        .ok()
        .filter(|labels| labels.json() != "{}")
}

/// Returns a sidecar for a clip with these labels, and the mistakes in them.
pub(crate) fn from_labels(labels: &Labels, entry: &ClipEntry) -> (Sidecar, Vec<Finding>) {
    let mut findings = Vec::new();
    let mut report = |message: String| {
        findings.push(Finding {
            severity: Severity::Warning,
            file: entry.name.clone(),
            position: None,
            code: "bad-labels",
            message: format!("labels in the file: {message}"),
        });
    };
    let mut sidecar = Sidecar::new(entry.base_name(), entry.frames, entry.rate, entry.hash);
    for line in lines_from_labels(labels, &mut report) {
        sidecar.push(line);
    }
    // Written as text and read back, so that the result equals the sidecar that will be read after the first edit.
    match Sidecar::read(&entry.name, &sidecar.to_bytes()) {
        Ok((sidecar, mut found)) => {
            for finding in &mut found {
                finding.position = None;
            }
            findings.extend(found);
            (sidecar, findings)
        }
        Err(finding) => {
            findings.push(*finding);
            let bare = Sidecar::new(entry.base_name(), entry.frames, entry.rate, entry.hash);
            (bare, findings)
        }
    }
}

/// Returns the sidecar lines of the labels. Invalid items are reported and left out.
pub fn lines_from_labels(labels: &Labels, report: &mut impl FnMut(String)) -> Vec<Line> {
    let shape = if labels.json().len() <= MAX_SIDECAR_BYTES {
        serde_json::from_str(labels.json()).map_err(|error| error.to_string())
    } else {
        Err(format!(
            "they have more than {} MiB",
            MAX_SIDECAR_BYTES >> 20
        ))
    };
    let shape: Shape = shape.unwrap_or_else(|message| {
        report(message);
        Shape::default()
    });
    shape.lines(report)
}

impl Shape {
    /// Returns the sidecar lines. Invalid items are reported and left out.
    fn lines(self, report: &mut impl FnMut(String)) -> Vec<Line> {
        let mut lines: Vec<Line> = self.notes.into_iter().map(Line::Note).collect();
        let mut spans = |spans: BTreeMap<String, Vec<Span>>, is_tag: bool| {
            for (name, spans) in spans {
                let Some(parsed) = parse(&name, report) else {
                    continue;
                };
                for span in spans {
                    let (start, stop, mark) = match span {
                        Span::Plain(start, stop) => (start, stop, None),
                        Span::Marked(start, stop, mark) => (start, stop, Some(mark)),
                    };
                    let known = mark.as_deref().is_none_or(|mark| mark == RULE);
                    let (Some(range), true) = (FrameRange::new(start, stop), known) else {
                        report(format!("{name} has no span [{start}, {stop})"));
                        continue;
                    };
                    let name = parsed.clone();
                    lines.push(if is_tag {
                        Line::Tag(TagSpan {
                            name,
                            range,
                            by_rule: mark.is_some(),
                        })
                    } else {
                        Line::Not { name, range }
                    });
                }
            }
        };
        spans(self.tags, true);
        spans(self.not, false);
        for (name, events) in self.events {
            let Some(parsed) = parse(&name, report) else {
                continue;
            };
            for event in events {
                let time = event.first().and_then(|raw| raw.get().parse::<f64>().ok());
                let time = time.filter(|time| (0.0..MAX_EVENT_FRAMES).contains(time));
                let (Some(time), 1..=2) = (time, event.len()) else {
                    report(format!("an event {name} is not at a time in frames"));
                    continue;
                };
                lines.push(Line::Event {
                    name: parsed.clone(),
                    time: time.abs(),
                    // A sidecar stores an event on one line.
                    data: event.get(1).map(|raw| raw.get().replace(['\n', '\r'], " ")),
                });
            }
        }
        let other = self.other.into_iter().filter(|line| !line.contains('\n'));
        lines.extend(other.map(|line| Line::Other(line.into_bytes())));
        lines
    }
}

fn parse(name: &str, report: &mut impl FnMut(String)) -> Option<Name> {
    match name.parse() {
        Ok(name) => Some(name),
        Err(error) => {
            report(format!("{name:?} is not a name: {error}"));
            None
        }
    }
}
