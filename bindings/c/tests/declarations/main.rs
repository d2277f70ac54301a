//! What other languages declare of the header, made from it: a declaration that is off by a byte would be found by nobody.

#![allow(clippy::unwrap_used, reason = "a failure ends the test")]

mod csharp;
mod header;
mod typescript;

use std::env;
use std::fs;
use std::path::Path;

use crate::header::Header;

#[test]
fn declarations_are_those_of_the_header() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(folder.join("include/footwork.h")).unwrap();
    let header = Header::parse(&text);
    assert!(header.structs.len() > 60 && header.functions.len() > 130);
    for (name, made) in [
        ("csharp/Runtime/Declarations.cs", csharp::declare(&header)),
        ("wasm/src/declarations.ts", typescript::declare(&header)),
    ] {
        let path = folder.join("..").join(name);
        if env::var_os("BLESS").is_some() {
            fs::write(&path, &made).unwrap();
        }
        let found = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            found == made,
            "make bindings/{name} anew: BLESS=1 cargo test -p footwork-c"
        );
    }
}
