//! Generates `footwork.h` from the C crate. From the header and `bindings.toml` it generates the C# and TypeScript bindings with
//! their comments, and the table of twins. `cargo xtask bindings` runs it, and a test checks that the generated files in the
//! repository are current.
//!
//! | file | what it has |
//! |---|---|
//! | `header.rs` | reads the header |
//! | `map.rs` | reads `bindings.toml` |
//! | `api.rs`, `slot.rs`, `input.rs` | the meaning of functions, parameters and structs with pointers, for any language |
//! | `docs.rs`, `names.rs` | comments and names of C in other languages |
//! | `csharp.rs`, `typescript.rs` | the two languages |
//! | `hpp.rs`, `twins.rs`, `metas.rs` | the handles of C++, the table of twins, and Unity's `.meta` files |

mod api;
mod csharp;
mod docs;
mod header;
mod hpp;
mod input;
mod map;
mod metas;
mod names;
mod slot;
mod twins;
mod typescript;

use std::fs;
use std::path::{Path, PathBuf};

pub use crate::header::{Constant, Field, Function, Header, Struct};

use crate::api::Api;
use crate::map::Map;

/// A generated file.
#[derive(Debug)]
pub struct Generated {
    /// Path relative to the repository.
    pub path: PathBuf,
    /// The expected contents.
    pub text: String,
}

/// Generates the header from the current C crate.
///
/// # Errors
/// Returns an error if the crate does not parse.
pub fn header(root: &Path) -> Result<String, String> {
    let made = cbindgen::generate(root.join("bindings/c")).map_err(|error| error.to_string())?;
    let mut text = Vec::new();
    made.write(&mut text);
    String::from_utf8(text).map_err(|error| error.to_string())
}

/// Returns the files generated from a header and `bindings.toml` alone.
///
/// # Errors
/// Returns an error if the header or the map contains something that no rule covers.
pub fn of_header(header: &str, map: &str) -> Result<Vec<Generated>, String> {
    let header = Header::parse(header)?;
    let map = Map::parse(map)?;
    let api = Api::new(&header, &map)?;
    let files = [
        (
            "bindings/csharp/Runtime/Declarations.cs",
            csharp::declare(&api)?,
        ),
        (
            "bindings/csharp/Runtime/Classes.cs",
            csharp::classes::write(&api)?,
        ),
        (
            "bindings/wasm/src/declarations.ts",
            typescript::declare(&api)?,
        ),
        (
            "bindings/wasm/src/classes.ts",
            typescript::classes::write(&api)?,
        ),
        ("docs/twins.md", twins::write(&api)),
    ];
    let file = |(path, text): (&str, _)| Generated {
        path: path.into(),
        text,
    };
    Ok(files.map(file).into())
}

/// Returns every generated file of the repository at `root`.
///
/// # Errors
/// Returns an error if the C crate or `bindings.toml` contains something that no rule covers, or if a handwritten
/// item is missing.
pub fn generate(root: &Path) -> Result<Vec<Generated>, String> {
    let text = header(root)?;
    let map = read(root, "bindings/generate/bindings.toml")?;
    let mut files = of_header(&text, &map)?;
    check_handwritten(root, &Map::parse(&map)?)?;
    let handles = read(root, "bindings/c/include/footwork.hpp")?;
    let handles = hpp::with_handles(&handles, &Header::parse(&text)?)?;
    let include = Path::new("bindings/c/include");
    for (name, text) in [("footwork.h", text), ("footwork.hpp", handles)] {
        let path = include.join(name);
        files.push(Generated { path, text });
    }
    let package = Path::new("bindings/csharp");
    for (name, text) in metas::of_package("com.footwork.footwork", &root.join(package))? {
        let path = package.join(name);
        files.push(Generated { path, text });
    }
    Ok(files)
}

/// Returns the `.meta` files without a matching file, as paths relative to the repository.
///
/// # Errors
/// Returns an error if a folder cannot be read.
pub fn left_over(root: &Path) -> Result<Vec<PathBuf>, String> {
    let package = Path::new("bindings/csharp");
    let found = metas::left_over(&root.join(package))?;
    Ok(found.into_iter().map(|name| package.join(name)).collect())
}

fn read(root: &Path, path: &str) -> Result<String, String> {
    fs::read_to_string(root.join(path)).map_err(|error| format!("{path}: {error}"))
}

/// Checks that each handwritten item is in the file that `bindings.toml` names, with a reason.
fn check_handwritten(root: &Path, map: &Map) -> Result<(), String> {
    for (language, things) in &map.handwritten {
        let folder = match language.as_str() {
            "csharp" => "bindings/csharp/Runtime",
            "typescript" => "bindings/wasm/src",
            other => return Err(format!("bindings.toml: no language is called `{other}`")),
        };
        for (name, hand) in things {
            let path = format!("{folder}/{}", hand.file);
            let text = read(root, &path)?;
            let last = hand.twin.split(['.', ' ']).next_back().unwrap_or_default();
            if !text.to_lowercase().contains(&last.to_lowercase()) {
                return Err(format!(
                    "{path} has no `{last}`, the twin of {name} written by hand"
                ));
            }
            if hand.reason.is_empty() {
                return Err(format!(
                    "bindings.toml: {language} has no reason why {name} is written by hand"
                ));
            }
        }
    }
    Ok(())
}
