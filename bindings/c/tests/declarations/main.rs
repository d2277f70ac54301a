//! What other languages declare of the header, made from it: a declaration that is off by a byte would be found by nobody.

#![allow(clippy::unwrap_used, reason = "a failure ends the test")]

mod csharp;
mod header;
mod metas;
mod typescript;

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

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
        check(name, &made);
    }
}

#[test]
fn what_unity_sees_has_its_meta_and_its_id() {
    let package = bindings().join("csharp");
    let metas = metas::of_package("com.footwork.footwork", &package);
    assert!(metas.len() > 15, "{metas:?}");
    let ids: BTreeSet<&str> = (metas.iter())
        .map(|(_, made)| made.lines().nth(1).unwrap())
        .collect();
    assert_eq!(ids.len(), metas.len(), "each has an id of its own");
    for (name, made) in &metas {
        check(&format!("csharp/{name}"), made);
    }
    for found in metas::found(&package) {
        let is_made = metas.iter().any(|(name, _)| *name == found);
        assert!(is_made, "{found} is beside nothing");
    }
}

/// Compares a file below `bindings` with what it should hold, or writes it.
fn check(name: &str, made: &str) {
    let path = bindings().join(name);
    if env::var_os("BLESS").is_some() {
        fs::write(&path, made).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == made,
        "make bindings/{name} anew: BLESS=1 cargo test -p footwork-c"
    );
}

fn bindings() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
