//! Opens any bytes as a `.tagdb`. The file is either refused or opens as a valid database. Opening
//! never takes much more memory than the file.
//!
//! Each input gives three files. The first has the unchanged bytes. The second has the same bytes
//! with correct checksums. The third is assembled from sections: nine 16-bit lengths in the input
//! are followed by the bytes of the sections, so that sections can grow and shrink.

#![no_main]

#[path = "tagdb/counting.rs"]
mod counting;
#[path = "tagdb/judge.rs"]
mod judge;
#[path = "tagdb/layout.rs"]
mod layout;
#[path = "../../crates/footwork-tags/tests/tagdb/reseal.rs"]
mod reseal;

use std::sync::Arc;

use footwork_tags::Database;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    check(data.to_vec(), data);
    check(layout::resealed(data), data);
    check(layout::of_sections(data), data);
});

/// Opens a file and checks the promises of a database. The edits come from the input.
fn check(file: Vec<u8>, input: &[u8]) {
    let file: Arc<[u8]> = file.into();
    let (allocated, opened) = counting::bytes(|| Database::from_bytes(Arc::clone(&file)));
    let most = 16 * file.len() + 4096;
    assert!(allocated <= most, "{allocated} for {}", file.len());
    match opened {
        Ok(database) => {
            let before = file.to_vec();
            judge::check(database, input);
            assert!(*file == *before, "the file was written to");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    assert_eq!(Arc::strong_count(&file), 1, "the file is still in use");
}
