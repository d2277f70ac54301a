//! The program of the guide for tool makers, on a copy of some samples.

use std::fs;
use std::path::Path;

use footwork_library::Library;

#[allow(dead_code, unreachable_pub, reason = "an example has its own root")]
#[path = "../../examples/label_by_query.rs"]
mod example;

#[test]
fn frames_with_high_hips_are_tagged_once_and_undo_removes_the_tag() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples/deepmimic");
    let folder = tempfile::tempdir().unwrap();
    for name in ["jump.txt", "walk.txt"] {
        fs::copy(samples.join(name), folder.path().join(name)).unwrap();
    }
    let first = example::label(folder.path()).unwrap();
    let rows: Vec<&str> = first.lines().collect();
    assert_eq!(rows.len(), 2, "{first}");
    assert!(rows[1].starts_with("jump.txt,"), "{first}");
    assert_eq!(example::label(folder.path()).unwrap(), first);
    let mut editor = Library::open(folder.path()).unwrap().editor();
    assert_eq!(editor.undo().unwrap().unwrap().files, ["jump.txt.tags"]);
    let library = Library::open(folder.path()).unwrap();
    assert_eq!(library.database().tags().count(), 0);
}

#[test]
fn the_guide_quotes_the_example() {
    let example = include_str!("../../examples/label_by_query.rs");
    let guide = include_str!("../../../../docs/guides/tools.md");
    assert!(guide.contains(&format!("```rust,no_run\n{example}```\n")));
}
