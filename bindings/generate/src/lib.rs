//! Writes `footwork.h` from the C crate, and from the header and `bindings.toml` what other languages have of it: declarations, classes,
//! comments and the table of twins. `cargo xtask bindings` runs it, and a test compares its output with what is in the repository.
//!
//! | file | what it has |
//! |---|---|
//! | `header.rs` | reads the header |
//! | `map.rs` | reads `bindings.toml` |
//! | `api.rs`, `slot.rs`, `input.rs` | what functions, their parameters and structs with pointers mean in any language |
//! | `docs.rs`, `names.rs` | comments and names of C in other languages |
//! | `csharp.rs`, `typescript.rs` | the two languages |
//! | `hpp.rs`, `twins.rs`, `metas.rs` | the handles of C++, the table of twins, and what Unity keeps next to each file |

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

/// A file that is generated, by its path below the repository.
#[derive(Debug)]
pub struct Generated {
    /// Below the repository.
    pub path: PathBuf,
    /// What it should hold.
    pub text: String,
}

/// Returns the header as the C crate is now.
///
/// # Errors
/// The crate does not parse.
pub fn header(root: &Path) -> Result<String, String> {
    let made = cbindgen::generate(root.join("bindings/c")).map_err(|error| error.to_string())?;
    let mut text = Vec::new();
    made.write(&mut text);
    String::from_utf8(text).map_err(|error| error.to_string())
}

/// Returns what is made of a header and `bindings.toml` alone.
///
/// # Errors
/// One of them says what no rule fits.
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

/// Returns every file that is generated for the repository in this folder.
///
/// # Errors
/// The C crate or `bindings.toml` says what no rule fits, or something is written by hand that is not there.
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

/// The files of Unity that belong to nothing, by their paths below the repository.
///
/// # Errors
/// A folder cannot be read.
pub fn left_over(root: &Path) -> Result<Vec<PathBuf>, String> {
    let package = Path::new("bindings/csharp");
    let found = metas::left_over(&root.join(package))?;
    Ok(found.into_iter().map(|name| package.join(name)).collect())
}

fn read(root: &Path, path: &str) -> Result<String, String> {
    fs::read_to_string(root.join(path)).map_err(|error| format!("{path}: {error}"))
}

/// What is written by hand is where `bindings.toml` says, and says why.
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
            if !text.to_lowercase().contains(&last.to_lowercase()) || hand.reason.is_empty() {
                return Err(format!("{path} has no `{last}`, which is {name} by hand"));
            }
        }
    }
    Ok(())
}
