//! Converts the items of a library to a table, and adds placed items as one edit.

use footwork_sidecar::{Finding, Line, SIDECAR_SUFFIX, Severity, Sidecar, TagSpan};
use footwork_tags::ClipId;

use super::there::{are_there, item_of};
use super::{ClipTable, PlacedClip, PlacedItem, PlacedRows, SpanKind, TableItem, TagTable};
use footwork_library::{Change, EditError, Editor, Library};
use footwork_library::{Edit, Operation};

/// The additions to a clip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Addition {
    /// The clip.
    pub clip: ClipId,
    /// The number of spans.
    pub spans: usize,
    /// The number of events.
    pub events: usize,
    /// The number of spans and events that the clip already had.
    pub already: usize,
}

/// The result of adding placed items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddedRows {
    /// Whether the files changed.
    pub change: Change,
    /// The additions, by clip.
    pub additions: Vec<Addition>,
}

/// Lines of sidecars that no format can represent.
#[derive(Default)]
struct LeftBehind {
    lines: usize,
    clips: usize,
    first: Option<String>,
}

impl LeftBehind {
    fn add(&mut self, clip: &str, lines: usize) {
        if lines > 0 {
            self.lines += lines;
            self.clips += 1;
            self.first.get_or_insert_with(|| clip.to_owned());
        }
    }

    fn finding(self) -> Option<Finding> {
        let first = self.first?;
        let what = match (self.lines, self.clips) {
            (1, _) => "1 sidecar line is not exported".to_owned(),
            (lines, 1) => format!("{lines} sidecar lines are not exported"),
            (lines, clips) => format!(
                "{lines} sidecar lines in {clips} clips, starting with this one, are not exported"
            ),
        };
        let message = format!("{what}; tables hold only tags and events");
        Some(Finding {
            severity: Severity::Note,
            file: first,
            position: None,
            code: "not-exported",
            message,
        })
    }
}

/// The tags and events of clips, to be written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExportedTags {
    /// The spans and events of the clips.
    pub table: TagTable,
    /// A finding about the lines of sidecars that a table cannot represent; `None` if there are none.
    pub left_behind: Option<Finding>,
}

/// Returns the spans and events of the given clips as written in their labels. Mirrored twins are skipped, because
/// their labels are mirrored copies of the original's.
pub fn tag_table(library: &Library, clips: &[ClipId]) -> ExportedTags {
    let mut table = TagTable::default();
    let mut left = LeftBehind::default();
    for &clip in clips {
        let entry = &library.clips()[clip];
        if entry.mirror_of.is_some() {
            continue;
        }
        let lines = entry.labels().map_or(&[][..], Sidecar::lines);
        let is_left = |line: &&Line| match line {
            Line::Note(_) | Line::State(_) | Line::Reference(_) | Line::Kept(_) | Line::By(_) => {
                true
            }
            Line::Other(bytes) => !bytes.is_empty(),
            _ => false,
        };
        left.add(&entry.name, lines.iter().filter(is_left).count());
        let file = entry.sidecar_name();
        let path = file.strip_suffix(SIDECAR_SUFFIX).unwrap_or(&file);
        table.clips.push(ClipTable {
            name: entry.name.clone(),
            path: path.to_owned(),
            frames: entry.frames,
            rate: entry.rate,
            items: lines.iter().filter_map(item_of).collect(),
        });
    }
    ExportedTags {
        table,
        left_behind: left.finding(),
    }
}

/// Returns the additions that adding `placed` would make, by clip.
pub fn additions(library: &Library, placed: &PlacedRows) -> Vec<Addition> {
    let clips = placed.clips.iter();
    let clips = clips.map(|placed| new_lines(library, placed.clip, &placed.items).0);
    clips.collect()
}

/// Adds placed items to their clips, as one edit that the history calls `label`. A span is skipped if the clip has one
/// of the same tag with the same frames, placed by hand or by a rule. An event is skipped if the clip has one with the
/// same name, time and data. Times in seconds match within the [resolution](super::ImportedRow::step_secs) of the row,
/// and a row without data matches any data. An event with other data than an existing one is added. Existing spans are
/// unchanged.
///
/// # Errors
/// If a sidecar cannot be replaced. No sidecar is then replaced.
pub fn add_placed(
    library: &mut Library,
    editor: &mut Editor,
    label: &str,
    placed: &PlacedRows,
) -> Result<AddedRows, EditError> {
    let clips: Vec<ClipId> = placed.clips.iter().map(|placed| placed.clip).collect();
    let mut additions = Vec::new();
    let saved = library.edit_with(editor, |library| {
        library.reread(&clips)?;
        additions.clear();
        let mut edit = Edit::new(label);
        for PlacedClip { clip, items, .. } in &placed.clips {
            let (addition, lines) = new_lines(library, *clip, items);
            additions.push(addition);
            edit = edit.with(*clip, [Operation::AddLines(lines)]);
        }
        Ok::<_, EditError>(edit)
    })?;
    Ok(AddedRows {
        change: saved.change(),
        additions,
    })
}

fn line_of(item: TableItem) -> Line {
    match item {
        TableItem::Span { kind, name, range } => match kind {
            SpanKind::Not => Line::Not { name, range },
            kind => Line::Tag(TagSpan {
                name,
                range,
                by_rule: kind == SpanKind::Rule,
            }),
        },
        TableItem::Event { name, time, data } => Line::Event { name, time, data },
    }
}

/// Returns the lines that a clip does not have yet. Rows are not compared with each other: two equal new rows give two
/// lines. An existing event matches at most one row, and an existing span matches every equal row.
fn new_lines(library: &Library, clip: ClipId, items: &[PlacedItem]) -> (Addition, Vec<Line>) {
    let labels = library.clips()[clip].labels().cloned();
    let there = are_there(&labels.unwrap_or_default(), items);
    let mut lines = Vec::new();
    let mut addition = Addition {
        clip,
        spans: 0,
        events: 0,
        already: 0,
    };
    for (PlacedItem { item, .. }, is_there) in items.iter().zip(there) {
        match (is_there, item) {
            (true, _) => addition.already += 1,
            (false, TableItem::Span { .. }) => addition.spans += 1,
            (false, TableItem::Event { .. }) => addition.events += 1,
        }
        lines.extend((!is_there).then(|| line_of(item.clone())));
    }
    (addition, lines)
}
