//! A library of small clips of one joint, at any rate.

use footwork_library::Library;
use footwork_pipeline::{ImportSource, PlacedRows, SpanKind, TableItem, TagTable};
use footwork_sidecar::Severity;
use tempfile::TempDir;

use crate::desk::Desk;

/// The folder, which is removed on drop.
pub(crate) struct Playground {
    folder: TempDir,
}

pub(crate) const SOURCE: ImportSource<'static> = ImportSource {
    file: "file",
    clip: None,
};

impl Playground {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self { folder }
    }

    /// Writes a clip at this rate, printed as a frame time.
    pub(crate) fn clip(&self, name: &str, frames: u32, rate: &str) {
        let rows: String = (0..frames).map(|frame| format!("{frame}\n")).collect();
        let rate: footwork_base::FrameRate = rate.parse().unwrap();
        let period = rate.printed_period().unwrap();
        let text = format!(
            "HIERARCHY\nROOT Hips\n{{\nOFFSET 0 0 0\nCHANNELS 1 Zposition\nEnd Site\n{{\n\
             OFFSET 0 1.7 0\n}}\n}}\nMOTION\nFrames: {frames}\nFrame Time: {period}\n{rows}"
        );
        self.file(name, &text);
    }

    pub(crate) fn file(&self, name: &str, text: &str) {
        let path = self.folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    pub(crate) fn open(&self) -> Desk {
        Desk::open(self.folder.path())
    }

    pub(crate) fn read(&self, name: &str) -> Option<String> {
        std::fs::read_to_string(self.folder.path().join(name)).ok()
    }
}

/// Returns the whole library as a table.
pub(crate) fn table(library: &Library) -> TagTable {
    let clips: Vec<_> = library.clips().ids().collect();
    footwork_pipeline::tag_table(library, &clips).table
}

/// Returns the errors and warnings, as `line:column code`.
pub(crate) fn wrong(placed: &PlacedRows) -> Vec<String> {
    let findings = placed.findings.iter();
    let findings = findings.filter(|finding| finding.severity >= Severity::Warning);
    let shown = findings.map(|finding| {
        let at = finding.position.unwrap();
        format!("{}:{} {}", at.line, at.column, finding.code)
    });
    shown.collect()
}

/// Returns the items of a clip, one per line.
pub(crate) fn lines(library: &Library, placed: &PlacedRows, clip: &str) -> Vec<String> {
    let id = library.find_clip(clip).unwrap();
    let clips = placed.clips.iter().filter(|placed| placed.clip == id);
    let items = clips.flat_map(|placed| &placed.items);
    items.map(|placed| line(&placed.item)).collect()
}

fn line(item: &TableItem) -> String {
    match item {
        TableItem::Span { kind, name, range } => {
            let kind = match kind {
                SpanKind::Tag => "",
                SpanKind::Rule => "rule ",
                SpanKind::Not => "not ",
            };
            format!("{kind}{name} {range}")
        }
        TableItem::Event { name, time, data } => match data {
            None => format!("{name} {time}"),
            Some(data) => format!("{name} {time} {data}"),
        },
    }
}
