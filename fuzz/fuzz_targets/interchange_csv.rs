//! Reads any bytes as CSV, `events.tsv` and the other tables of rows. Every error has a place, and the values of an
//! accepted CSV read back unchanged after writing.

#![no_main]

use footwork_base::FrameRange;
use footwork_pipeline::{
    ClipTable, ImportSource, ImportedRows, MAX_IMPORT_FINDINGS, RowContent, RowTime, TableItem,
    TagTable, read_bids, read_csv, write_csv,
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let source = ImportSource {
        file: "a.csv",
        clip: Some("a"),
    };
    let found = read_csv(data, &source);
    for found in [&found, &read_bids(data, &source)] {
        assert!(found.findings.len() <= MAX_IMPORT_FINDINGS + 1);
        assert!(
            found
                .findings
                .iter()
                .all(|finding| finding.position.is_some())
        );
    }
    let table = table(&found);
    let again = read_csv(write_csv(&table).as_bytes(), &source);
    assert_eq!(again.findings, []);
    assert_eq!(self::table(&again), table);
});

/// Returns a table in which each row that is a span or an event has a clip of its own.
fn table(found: &ImportedRows) -> TagTable {
    let frame = |moment: &RowTime| match moment {
        RowTime::Frames(frame) => *frame,
        _ => 0.0,
    };
    let clips = found.rows.iter().filter_map(|row| {
        let item = match &row.what {
            RowContent::Span {
                kind,
                name,
                start,
                stop,
            } => TableItem::Span {
                kind: *kind,
                name: name.clone(),
                range: FrameRange::new(whole(frame(start)), whole(frame(stop)))?,
            },
            RowContent::Event { name, time, data } => TableItem::Event {
                name: name.clone(),
                time: frame(time),
                data: data.clone(),
            },
        };
        Some(ClipTable {
            name: row.clip.clone(),
            path: row.clip.clone(),
            frames: 0,
            rate: "30".parse().expect("it is a rate"),
            items: vec![item],
        })
    });
    TagTable {
        clips: clips.collect(),
    }
}

fn whole(frame: f64) -> u32 {
    format!("{frame}")
        .parse()
        .expect("a span of an accepted row has whole frames")
}
