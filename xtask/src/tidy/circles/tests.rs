//! Circular imports in made-up crates.

use super::check;
use crate::tidy::tree::Tree;

/// Returns the findings in a crate with these files in `crates/a/src/`.
fn findings(files: &[(&str, &str)]) -> Vec<String> {
    let own = files
        .iter()
        .map(|(name, text)| (format!("crates/a/src/{name}"), *text));
    let manifest = (
        "crates/a/Cargo.toml".to_owned(),
        "[package]\nname = \"a\"\n",
    );
    let files: Vec<_> = own.chain([manifest]).collect();
    let files: Vec<_> = files
        .iter()
        .map(|(path, text)| (path.as_str(), *text))
        .collect();
    check(&Tree::from_files(&files))
        .iter()
        .map(ToString::to_string)
        .collect()
}

#[track_caller]
fn check_circle(files: &[(&str, &str)], expected: Option<&str>) {
    let findings = findings(files);
    match expected {
        None => assert_eq!(findings, Vec::<String>::new()),
        Some(circle) => {
            assert_eq!(findings.len(), 1, "{findings:?}");
            let said = findings[0].replace("crates/a/src/", "");
            assert!(said.contains(circle), "{said}");
        }
    }
}

#[test]
fn files_that_import_each_other_are_a_circle() {
    let circle = "b.rs imports `C` from c.rs, c.rs imports `B` from b.rs";
    let root = ("lib.rs", "mod b;\nmod c;\n");
    let b = ("b.rs", "use crate::c::C;\npub struct B(C);\n");
    check_circle(
        &[root, b, ("c.rs", "use crate::b::B;\npub struct C(B);\n")],
        Some(circle),
    );
    // Imports by a path, by the path of a type, in a macro, inside a function, and by `super`.
    for text in [
        "pub struct C(crate::b::B);\n",
        "pub fn c() { crate::b::B::new() }\n",
        "pub fn c() { assert!(f(1, crate::b::B)) }\n",
        "pub fn c() { use super::b::B; }\n",
        "pub mod inner { use super::super::b::B; }\n",
        "use super::b::{self, B};\n",
    ] {
        check_circle(&[root, b, ("c.rs", text)], Some("c.rs imports"));
    }
    check_circle(&[root, b, ("c.rs", "pub struct C;\n")], None);
}

#[test]
fn a_name_is_followed_through_re_exports() {
    let files = [
        (
            "lib.rs",
            "mod b;\nmod c;\npub use b::B;\npub use c::inner::C;\n",
        ),
        ("b.rs", "pub struct B(crate::C);\n"),
        ("c.rs", "pub mod inner;\n"),
        ("c/inner.rs", "pub struct C(crate::B);\n"),
    ];
    check_circle(
        &files,
        Some("b.rs imports `C` from c/inner.rs, c/inner.rs imports `B` from b.rs"),
    );
}

#[test]
fn siblings_are_not_imported_through_the_root() {
    let root = ("lib.rs", "mod b;\npub mod c;\npub use c::C;\n");
    let c = ("c.rs", "pub struct C;\n");
    let through_root = ("b.rs", "use crate::C;\n");
    check_circle(
        &[root, c, through_root],
        Some("b.rs:1: it imports `C` through the root of the crate; import it from c.rs"),
    );
    for direct in ["use crate::c;\n", "use crate::c::C;\n"] {
        check_circle(&[root, c, ("b.rs", direct)], None);
    }
}

#[test]
fn a_module_and_its_own_child_may_import_each_other() {
    let files = [
        ("lib.rs", "mod b;\n"),
        ("b.rs", "mod inner;\nuse inner::C;\npub struct B(C);\n"),
        ("b/inner.rs", "use super::B;\npub struct C(B);\n"),
    ];
    check_circle(&files, None);
}

#[test]
fn a_circle_through_a_third_file_is_found() {
    let files = [
        ("lib.rs", "mod b;\nmod d;\n"),
        ("b.rs", "mod inner;\npub struct B(inner::C);\n"),
        ("b/inner.rs", "pub struct C(crate::d::D);\n"),
        ("d.rs", "pub struct D(crate::b::B);\n"),
    ];
    check_circle(&files, Some("b.rs imports `C` from b/inner.rs"));
}

#[test]
fn imports_in_tests_are_ignored() {
    let files = [
        ("lib.rs", "mod b;\nmod c;\n"),
        ("b.rs", "use crate::c::C;\npub struct B(C);\n"),
        (
            "c.rs",
            "pub struct C;\n#[cfg(test)]\nmod tests { use crate::b::B; }\n",
        ),
    ];
    check_circle(&files, None);
}

#[test]
fn a_file_that_is_not_rust_is_reported() {
    check_circle(
        &[("lib.rs", "mod b;\n"), ("b.rs", "fn (\n")],
        Some("b.rs:1: it is not Rust"),
    );
}
