//! Labels of the BABEL dataset: JSON, read only.
//!
//! ```text
//! {"7017": {"feat_p": "CMU/CMU/01/01_01_poses.npz", "dur": 22.8,
//!   "frame_ann": {"labels": [{"act_cat": ["walk"], "proc_label": "walk", "start_t": 0, "end_t": 1.5}]},
//!   "seq_ann": {"labels": [{"act_cat": ["walk"], "proc_label": "walk"}]}}}
//! ```
//!
//! The last part of `feat_p` without `_poses.npz` names the clip of a sequence. Each category of a label becomes a tag
//! such as `Action.walk`; a label without categories uses its own text as the category. Labels in `seq_ann` cover the
//! whole clip. A file covers a whole dataset, while a library may hold only a part of it. Times are in seconds and are
//! rounded to the nearest frame.
//!
//! Dataset: A. Punnakkal and others, "BABEL: Bodies, Action and Behavior with English Labels"
//! (2021).

use std::collections::BTreeMap;

use footwork_base::{Name, Position};
use footwork_sidecar::{Finding, Severity};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::places::Places;
use super::seconds::{parse, shown};
use super::{
    ImportSource, ImportedRow, ImportedRows, MAX_IMPORT_ROWS, RowContent, RowTime, SpanKind,
};

/// The first part of the tags' names.
const ROOT: &str = "Action";

#[derive(Deserialize)]
struct Sequence<'a> {
    feat_p: String,
    #[serde(borrow, default)]
    frame_ann: Option<Annotation<'a>>,
    #[serde(borrow, default)]
    seq_ann: Option<Annotation<'a>>,
    // The `extra` files have annotations by several people.
    #[serde(borrow, default)]
    frame_anns: Option<Vec<Annotation<'a>>>,
    #[serde(borrow, default)]
    seq_anns: Option<Vec<Annotation<'a>>>,
}

#[derive(Deserialize)]
struct Annotation<'a> {
    #[serde(borrow, default)]
    labels: Option<Vec<&'a RawValue>>,
}

#[derive(Deserialize)]
struct Label<'a> {
    act_cat: Option<Vec<String>>,
    proc_label: Option<String>,
    raw_label: Option<String>,
    #[serde(borrow)]
    start_t: Option<&'a RawValue>,
    #[serde(borrow)]
    end_t: Option<&'a RawValue>,
}

/// Reads the labels of a BABEL file.
pub fn read_babel(bytes: &[u8], source: &ImportSource<'_>) -> ImportedRows {
    let text = match source.text(bytes) {
        Ok(text) => text,
        Err(refused) => return refused,
    };
    let mut reader = Reader {
        text,
        file: source.file,
        found: ImportedRows {
            is_dataset: true,
            ..ImportedRows::default()
        },
        rows_at: Vec::new(),
        findings_at: Vec::new(),
    };
    match serde_json::from_str::<BTreeMap<String, &RawValue>>(text) {
        Ok(sequences) => {
            for sequence in sequences.into_values() {
                if !reader.sequence(sequence) {
                    break;
                }
            }
        }
        Err(error) => reader.bad_json(text, &error),
    }
    reader.done()
}

/// The placeholder for the position of a row until all rows are read.
const UNPLACED: Position = Position { line: 1, column: 1 };

struct Reader<'a> {
    text: &'a str,
    file: &'a str,
    found: ImportedRows,
    /// The byte offset of each row.
    rows_at: Vec<usize>,
    /// The byte offset of each finding.
    findings_at: Vec<usize>,
}

impl<'a> Reader<'a> {
    /// Returns the rows and findings with their positions, which are computed in text order.
    fn done(mut self) -> ImportedRows {
        let rows = self.found.rows.iter_mut().map(|row| &mut row.position);
        place(self.text, &self.rows_at, rows.collect());
        let findings = self.found.findings.iter_mut();
        let positions = findings.filter_map(|finding| finding.position.as_mut());
        place(self.text, &self.findings_at, positions.collect());
        self.found
    }

    /// Returns the byte offset of a part of the text.
    fn offset(&self, part: &str) -> usize {
        (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize)
    }

    fn report(&mut self, part: &str, code: &'static str, message: String) {
        if self.found.findings.len() <= super::MAX_IMPORT_FINDINGS {
            self.findings_at.push(self.offset(part));
        }
        self.found.report(Finding {
            severity: Severity::Error,
            file: self.file.to_owned(),
            position: Some(UNPLACED),
            code,
            message,
        });
    }

    fn bad_json(&mut self, part: &'a str, error: &serde_json::Error) {
        let line = part
            .split_inclusive('\n')
            .nth(error.line().saturating_sub(1));
        let line = line.unwrap_or("");
        let column = error.column().saturating_sub(1).min(line.len());
        let at = (0..=column).rev().find_map(|byte| line.get(byte..));
        let message = error.to_string();
        let what = message
            .rsplit_once(" at line ")
            .map_or(&*message, |(what, _)| what);
        self.report(at.unwrap_or(part), "bad-json", what.to_owned());
    }

    /// Reads a sequence; returns whether to continue.
    fn sequence(&mut self, raw: &'a RawValue) -> bool {
        let sequence: Sequence<'a> = match serde_json::from_str(raw.get()) {
            Ok(sequence) => sequence,
            Err(error) => {
                self.bad_json(raw.get(), &error);
                return true;
            }
        };
        let base = sequence.feat_p.rsplit('/').next().unwrap_or("");
        let stem = base.strip_suffix(".npz").unwrap_or(base);
        let clip = stem.strip_suffix("_poses").unwrap_or(stem).to_owned();
        let annotations = |one: Option<Annotation<'a>>, more: Option<Vec<Annotation<'a>>>| {
            let all = one.into_iter().chain(more.into_iter().flatten());
            all.flat_map(|annotation| annotation.labels.unwrap_or_default())
        };
        let timed = annotations(sequence.frame_ann, sequence.frame_anns);
        let whole = annotations(sequence.seq_ann, sequence.seq_anns);
        let labels = timed.map(|label| (label, true));
        for (raw, is_timed) in labels.chain(whole.map(|label| (label, false))) {
            if self.found.rows.len() >= MAX_IMPORT_ROWS {
                let message =
                    format!("the file has more labels than the limit of {MAX_IMPORT_ROWS}");
                self.report(raw.get(), "too-many-rows", message);
                return false;
            }
            self.label(raw, &clip, is_timed);
        }
        true
    }

    fn label(&mut self, raw: &'a RawValue, clip: &str, is_timed: bool) {
        let label: Label<'a> = match serde_json::from_str(raw.get()) {
            Ok(label) => label,
            Err(error) => return self.bad_json(raw.get(), &error),
        };
        let (start, stop) = if is_timed {
            let ends = [label.start_t, label.end_t].map(|end| self.time(end, raw));
            let [Some(start), Some(stop)] = ends else {
                return;
            };
            (start, stop)
        } else {
            (RowTime::Frames(0.0), RowTime::End)
        };
        let said = label.proc_label.or(label.raw_label);
        let mut actions = label.act_cat.unwrap_or_default();
        if actions.is_empty() {
            actions.extend(said);
        }
        let names = actions
            .iter()
            .map(|action| Name::from_parts([ROOT, action.as_str()]));
        let Some(names) = names
            .collect::<Option<Vec<_>>>()
            .filter(|names| !names.is_empty())
        else {
            return self.report(
                raw.get(),
                "bad-name",
                "the label names no action".to_owned(),
            );
        };
        for name in names {
            self.rows_at.push(self.offset(raw.get()));
            self.found.rows.push(ImportedRow {
                clip: clip.to_owned(),
                rate: None,
                what: RowContent::Span {
                    kind: SpanKind::Tag,
                    name,
                    start,
                    stop,
                },
                step_secs: 0.0,
                position: UNPLACED,
            });
        }
    }

    fn time(&mut self, raw: Option<&'a RawValue>, label: &'a RawValue) -> Option<RowTime> {
        let Some(raw) = raw else {
            let message = "the label has no start_t and end_t".to_owned();
            self.report(label.get(), "missing-cell", message);
            return None;
        };
        match parse(raw.get()) {
            Ok(secs) => Some(RowTime::Secs(secs)),
            Err(message) => {
                self.report(raw.get(), "bad-time", shown(&message));
                None
            }
        }
    }
}

/// Sets each position from its byte offset.
fn place(text: &str, bytes: &[usize], positions: Vec<&mut Position>) {
    let mut all: Vec<_> = bytes.iter().copied().zip(positions).collect();
    all.sort_by_key(|(byte, _)| *byte);
    let mut places = Places::new(text);
    for (byte, position) in all {
        *position = places.position(byte);
    }
}
