//! Opens a library with any bytes as its index, and again with the same bytes and a correct checksum. Opening finds the
//! same clips as without an index, and does not change the bytes.

#![no_main]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use footwork_library::Library;
use footwork_sidecar::ClipHash;
use footwork_store::UserFolder;
use libfuzzer_sys::fuzz_target;

const MAGIC: &[u8] = b"footwork-index 6\n";

/// A copy of `fuzz/library/`, and the result of opening it without an index.
static COPY: LazyLock<(tempfile::TempDir, String)> = LazyLock::new(|| {
    let copy = tempfile::tempdir().expect("a temporary folder can be created");
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("library");
    for entry in fs::read_dir(library).expect("fuzz/library exists") {
        let entry = entry.expect("fuzz/library can be listed");
        if entry.path().is_file() {
            fs::copy(entry.path(), copy.path().join(entry.file_name()))
                .expect("a file of fuzz/library can be copied");
        }
    }
    let found = opened(copy.path());
    (copy, found)
});

/// The path of the index of the copy.
static INDEX: LazyLock<PathBuf> = LazyLock::new(|| {
    let (copy, _) = &*COPY;
    let cache = UserFolder::Cache
        .of_library(copy.path())
        .expect("it is there");
    cache
        .make()
        .expect("the folder of the index can be created");
    cache.path().join("index")
});

fuzz_target!(|data: &[u8]| {
    check(data);
    let sum = ClipHash::from_bytes(data).number().to_le_bytes();
    check(&[MAGIC, &sum, data].concat());
});

fn check(index: &[u8]) {
    let (copy, expected) = &*COPY;
    let file = &*INDEX;
    fs::write(file, index).expect("the index can be written");
    assert_eq!(&opened(copy.path()), expected);
    // The library is so small that opening it does not write an index.
    assert_eq!(fs::read(file).expect("opening keeps the index"), index);
}

/// Opens a library, and returns its clips and findings as text.
fn opened(root: &Path) -> String {
    let library = Library::open(root).expect("fuzz/library has valid settings");
    let clips = library.clips().values();
    let clips: Vec<String> = clips.map(|entry| format!("{entry:?}")).collect();
    format!("{clips:?} {:?}", library.findings())
}
