//! The generated files match the C crate.

#![allow(clippy::unwrap_used, reason = "a failure ends the test")]

use std::fs;
use std::path::{Path, PathBuf};

use footwork_bindings::{Header, generate, header, left_over};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn generated_files_match_the_c_crate() {
    let files = generate(&root()).unwrap();
    assert!(files.len() > 20, "{}", files.len());
    for file in files {
        let found = fs::read_to_string(root().join(&file.path)).unwrap_or_default();
        let name = file.path.display();
        assert!(found == file.text, "{name} is stale: cargo xtask bindings");
    }
    let rest = left_over(&root()).unwrap();
    assert!(
        rest.is_empty(),
        "{rest:?} belong to nothing: cargo xtask bindings"
    );
}

/// Searches the text of the bindings, because a generator cannot notice a function it forgets.
#[test]
fn every_function_of_the_header_is_called_in_every_language() {
    let header = Header::parse(&header(&root()).unwrap()).unwrap();
    assert!(header.functions.len() > 130, "{}", header.functions.len());
    for (folder, call, elsewhere) in [
        ("bindings/csharp/Runtime", "Native.", &[][..]),
        // The JavaScript host reads files.
        (
            "bindings/wasm/src",
            ".",
            &["fw_database_open", "fw_repertoire_open"],
        ),
    ] {
        let mut text = String::new();
        for file in fs::read_dir(root().join(folder)).unwrap() {
            let path = file.unwrap().path();
            if !path.ends_with("declarations.ts") {
                text += &fs::read_to_string(path).unwrap();
            }
        }
        for function in &header.functions {
            let name = function.name.as_str();
            let is_called = ["(", ","]
                .iter()
                .any(|end| text.contains(&format!("{call}{name}{end}")))
                || text.contains(&format!("{call}{name})"));
            assert_ne!(is_called, elsewhere.contains(&name), "{folder}: {name}");
        }
    }
    let twins = fs::read_to_string(root().join("docs/twins.md")).unwrap();
    for function in &header.functions {
        let row = format!("| `{}` |", function.name);
        assert_eq!(twins.matches(&row).count(), 1, "{row}");
    }
}
