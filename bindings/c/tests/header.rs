//! The header is what the crate says.

use std::env;
use std::fs;
use std::path::Path;

#[test]
fn the_header_is_that_of_the_crate() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let made = cbindgen::generate(folder).unwrap();
    let mut text = Vec::new();
    made.write(&mut text);
    let path = folder.join("include/footwork.h");
    if env::var_os("BLESS").is_some() {
        fs::write(&path, &text).unwrap();
    }
    let found = fs::read(&path).unwrap();
    assert!(
        found == text,
        "make include/footwork.h anew: BLESS=1 cargo test -p footwork-c"
    );
}
