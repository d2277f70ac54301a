//! `cargo xtask wasm`: the package for browsers and Node, with its pages, and their tests.
//!
//! The module is the library for C compiled for wasm32: one set of functions, one set of checks, and no tool other than cargo.

use std::fs;
use std::process::Command;

use crate::cargo::Cargo;
use crate::notices;
use crate::outcome::Outcome;
use crate::program::passed;
use crate::wasm_module;
use crate::web::{self, Lack, Page, Web};

const PACKAGE: Page = Page::new("bindings/wasm");

/// The pages, and the largest size of each after gzip, in bytes.
const PAGES: [(&str, usize); 2] = [("playground", 1_500_000), ("steer", 2_000_000)];

/// Builds the package and tests it in Node and in Chromium.
pub(crate) fn run(cargo: &Cargo) -> Outcome {
    match build(cargo).and_then(|web| test(cargo, &web)) {
        Ok(()) => Outcome::Pass,
        Err(lack) => lack.outcome(cargo),
    }
}

/// Builds the package, packs it, and uses it from an empty folder.
pub(crate) fn pack(cargo: &Cargo) -> Outcome {
    let packed = build(cargo).and_then(|web| web.npm(&["run", "--silent", "test:package"], &[]));
    packed.map_or_else(|lack| lack.outcome(cargo), |()| Outcome::Pass)
}

/// Compiles the module and the TypeScript around it into the package's `dist`, with its pages.
pub(crate) fn build(cargo: &Cargo) -> Result<Web, Lack> {
    // Export a growable table, to which JavaScript adds the callbacks that the module calls.
    let table = ["-Clink-arg=--export-table", "-Clink-arg=--growable-table"];
    let module = wasm_module::compile(cargo, "footwork-c", &table)?;
    let web = Web::new(cargo, PACKAGE);
    let failed =
        |error: std::io::Error| Lack::Failed(Outcome::Fail(format!("bindings/wasm: {error}")));
    fs::create_dir_all(web.dist()).map_err(failed)?;
    fs::copy(module, web.dist().join("footwork.wasm")).map_err(failed)?;
    let place = cargo.root().join("bindings/wasm").join(notices::NAME);
    notices::write(cargo, notices::LIBRARY, &place).map_err(Lack::Failed)?;
    web.npm(&["run", "--silent", "build"], &[])?;
    Ok(web)
}

/// Tests the module on the corpora that the C library's tests write, and tests the pages.
fn test(cargo: &Cargo, web: &Web) -> Result<(), Lack> {
    // With the features of the whole workspace, like the step `tests`, so that nothing is recompiled.
    let tests = ["test", "--quiet", "--workspace", "--all-features"];
    let of = ["--test", "programs", "--", "of_rust"];
    match cargo.run(&[&tests[..], &of[..]].concat(), &[]) {
        Outcome::Pass => {}
        other => return Err(Lack::Failed(other)),
    }
    web.npm(&["run", "--silent", "check"], &[])?;
    let scripts = cargo.target().join("tmp").join("scripts");
    let of_rust = ("FOOTWORK_SCRIPTS", scripts.as_os_str());
    web.npm(&["run", "--silent", "test"], &[of_rust])?;
    for (page, max_bytes) in PAGES {
        check_size(web, page, max_bytes).map_err(Lack::Failed)?;
    }
    let Some(chromium) = web::browser::for_tests() else {
        return Err(Lack::Tool("Chromium (or Chrome)".to_owned()));
    };
    println!("in {}", chromium.display());
    let chromium = ("CHROMIUM", chromium.as_os_str());
    web.npm(&["run", "--silent", "test:browser"], &[of_rust, chromium])
}

/// Prints the size of a page after gzip, and fails if it is too large.
fn check_size(web: &Web, page: &str, max_bytes: usize) -> Result<(), Outcome> {
    let path = web.dist().join(format!("{page}.html"));
    let mut gzip = Command::new("gzip");
    gzip.args(["--best", "--keep", "--force"]).arg(&path);
    passed(gzip)?;
    let bytes = fs::metadata(path.with_extension("html.gz")).map_or(usize::MAX, |file| {
        usize::try_from(file.len()).unwrap_or(usize::MAX)
    });
    println!("{page}: {bytes} bytes after gzip");
    if bytes > max_bytes {
        return Err(Outcome::Fail(format!(
            "{page} has {bytes} bytes after gzip; the limit is {max_bytes}"
        )));
    }
    Ok(())
}
