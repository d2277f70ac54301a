//! Files from other programs, in `testdata/interchange/`, which also documents their origin.

use footwork_pipeline::{ImportSource, ImportedRows, RowContent, read_bids, read_eaf};
use footwork_sidecar::Severity;

use crate::playground::{Playground, lines, wrong};

fn file(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/interchange/");
    std::fs::read(format!("{folder}{name}")).unwrap()
}

const SOURCE: ImportSource<'static> = ImportSource {
    file: "file",
    clip: Some("a"),
};

fn count(found: &ImportedRows) -> (usize, usize) {
    let is_event = |what: &RowContent| matches!(what, RowContent::Event { .. });
    let events = found.rows.iter().filter(|row| is_event(&row.what)).count();
    (found.rows.len() - events, events)
}

#[test]
fn events_of_a_bids_dataset_are_read() {
    let found = read_bids(&file("ds005_events.tsv"), &SOURCE);
    let notes = found.findings.iter();
    assert!(
        notes.clone().all(|f| f.severity == Severity::Note),
        "{:?}",
        found.findings
    );
    assert_eq!(count(&found), (86, 0));
    let playground = Playground::new();
    playground.clip("a.bvh", 2000, "4");
    let library = playground.open();
    let placed = footwork_pipeline::place_rows(&library, found, "file");
    assert_eq!(wrong(&placed), Vec::<String>::new());
    let lines = lines(&library, &placed, "a");
    assert_eq!(
        lines[..2],
        [
            "\"parametric gain\" [0, 12)",
            "\"parametric gain\" [16, 28)"
        ]
    );
}

#[test]
fn an_elan_file_without_annotations_is_read() {
    let found = read_eaf(&file("blank.eaf"), &SOURCE);
    assert_eq!((found.rows.len(), found.findings.len()), (0, 0));
}

#[test]
fn annotations_of_a_tier_become_tags_below_it() {
    let slots: String = [0, 500, 700, 1013]
        .iter()
        .zip(1..)
        .map(|(time, id)| format!("<TIME_SLOT TIME_SLOT_ID=\"ts{id}\" TIME_VALUE=\"{time}\"/>"))
        .collect();
    let annotation = |from: u8, text: &str| {
        format!(
            "<ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID=\"a{from}\" \
             TIME_SLOT_REF1=\"ts{from}\" TIME_SLOT_REF2=\"ts{}\"><ANNOTATION_VALUE>{text}\
             </ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION>",
            from + 1
        )
    };
    let text = format!(
        "<ANNOTATION_DOCUMENT><HEADER TIME_UNITS=\"milliseconds\"/><TIME_ORDER>{slots}\
         </TIME_ORDER><TIER LINGUISTIC_TYPE_REF=\"default-lt\" TIER_ID=\"Gait\">{}{}{}</TIER>\
         </ANNOTATION_DOCUMENT>",
        annotation(1, "Gait.Run"),
        annotation(2, "very tired"),
        annotation(3, "")
    );
    let playground = Playground::new();
    playground.clip("a.bvh", 40, "30");
    let library = playground.open();
    let placed =
        footwork_pipeline::place_rows(&library, read_eaf(text.as_bytes(), &SOURCE), "file");
    let expected = [
        "Gait.Run [0, 15)",
        "Gait.\"very tired\" [15, 21)",
        "Gait [21, 30)",
    ];
    assert_eq!(lines(&library, &placed, "a"), expected);
    // 1.013 s does not fall on a frame at 30 frames per second.
    let codes: Vec<_> = placed.findings.iter().map(|f| f.code).collect();
    assert_eq!(codes, ["off-frame"]);
    assert!(placed.findings[0].message.contains("13.0 ms"), "{placed:?}");
}
