//! Reads any bytes as an ELAN file. Every error has a place, names are valid names, and times are in seconds.

#![no_main]

use footwork_pipeline::{ImportSource, MAX_IMPORT_FINDINGS, RowContent, RowTime, read_eaf};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let source = ImportSource {
        file: "a.eaf",
        clip: Some("a"),
    };
    let found = read_eaf(data, &source);
    assert!(found.findings.len() <= MAX_IMPORT_FINDINGS + 1);
    assert!(
        found
            .findings
            .iter()
            .all(|finding| finding.position.is_some())
    );
    for row in &found.rows {
        assert!(row.position.line >= 1 && row.position.column >= 1);
        let is_in_secs = |moment: &RowTime| matches!(moment, RowTime::Secs(_));
        match &row.what {
            RowContent::Span {
                name, start, stop, ..
            } => {
                assert_eq!(name.as_str().parse().as_ref(), Ok(name));
                assert!(is_in_secs(start) && is_in_secs(stop));
            }
            RowContent::Event { name, time, data } => {
                assert_eq!(name.as_str().parse().as_ref(), Ok(name));
                assert!(is_in_secs(time));
                assert!(data.as_ref().is_none_or(|data| !data.contains('\n')));
            }
        }
    }
});
