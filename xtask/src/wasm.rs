//! `cargo xtask wasm`: the package for browsers and Node, with its pages, and their tests.
//!
//! The module is the library for C compiled for wasm32: one set of functions, one set of checks, and no tool other than cargo.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cargo::Cargo;
use crate::notices;
use crate::outcome::Outcome;
use crate::program::{passed, said};
use crate::web::{self, Lack, Page, Web};

const TARGET: &str = "wasm32-unknown-unknown";

const PACKAGE: Page = Page::new("bindings/wasm");

/// The environment variable that names a compiler to use instead of cargo's default. It must have the sources of its standard
/// library.
const RUSTC: &str = "FOOTWORK_WASM_RUSTC";
const LINKER: &str = "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER";

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

/// Compiles the module and the TypeScript around it into the package's `dist`.
fn build(cargo: &Cargo) -> Result<Web, Lack> {
    let setup = Setup::find().map_err(Lack::Tool)?;
    let folder = cargo.root().join("target").join("wasm");
    let folder_text = folder.to_string_lossy();
    let mut env = vec![("CARGO_TARGET_DIR", folder_text.as_ref())];
    env.extend(setup.env.iter().map(|(name, to)| (*name, to.as_str())));
    let mut args = vec!["rustc", "--quiet", "--profile", "wasm", "--target", TARGET];
    args.extend(["--package", "footwork-c", "--lib", "--crate-type", "cdylib"]);
    if setup.builds_library {
        args.push("-Zbuild-std=std,panic_abort");
    }
    // Export a growable table, to which JavaScript adds the callbacks that the module calls.
    args.extend([
        "--",
        "-Clink-arg=--export-table",
        "-Clink-arg=--growable-table",
    ]);
    match cargo.run(&args, &env) {
        Outcome::Pass => {}
        other => return Err(Lack::Failed(other)),
    }
    let web = Web::new(cargo, PACKAGE);
    let failed =
        |error: std::io::Error| Lack::Failed(Outcome::Fail(format!("bindings/wasm: {error}")));
    fs::create_dir_all(web.dist()).map_err(failed)?;
    let module = folder.join(TARGET).join("wasm").join("footwork_c.wasm");
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

/// How cargo compiles for wasm32.
struct Setup {
    /// Whether the standard library is built from its sources, because the compiler has none for wasm32.
    builds_library: bool,
    env: Vec<(&'static str, String)>,
}

impl Setup {
    /// Finds the installed tools. The error names the missing one and how to install it.
    fn find() -> Result<Self, String> {
        let mut env = Vec::new();
        let named = env::var(RUSTC).ok();
        let usual = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
        let rustc = named.clone().unwrap_or_else(|| usual.clone());
        let rustlib = rustlib(&rustc);
        let is_built = rustlib.join(TARGET).join("lib").is_dir();
        let sources = rustlib.join("src").join("rust").join("library");
        if !is_built && !sources.join("Cargo.lock").is_file() {
            return Err(format!(
                "a Rust for {TARGET} (`rustup target add {TARGET}`, or `.ci/wasm <folder>` on Debian)"
            ));
        }
        if let Some(named) = named {
            env.push(("RUSTC", named));
        }
        if !is_built {
            // A stable cargo builds the library only if unstable features are enabled.
            env.push(("RUSTC_BOOTSTRAP", "1".to_owned()));
        }
        // Cargo finds the compiler's own linker, but Debian's compiler has none.
        if env::var_os(LINKER).is_none() && linker_of(&rustlib).is_none() {
            let other = linker_of(&self::rustlib(&usual)).or_else(|| {
                let starts = said(Command::new("wasm-ld").arg("--version")).is_some();
                starts.then(|| PathBuf::from("wasm-ld"))
            });
            let Some(other) = other else {
                return Err("a linker for wasm (wasm-ld: Debian's lld)".to_owned());
            };
            env.push((LINKER, other.to_string_lossy().into_owned()));
        }
        Ok(Self {
            builds_library: !is_built,
            env,
        })
    }
}

/// Returns the folder of a compiler's libraries and tools.
fn rustlib(rustc: &str) -> PathBuf {
    let sysroot = said(Command::new(rustc).args(["--print", "sysroot"])).unwrap_or_default();
    Path::new(&sysroot).join("lib").join("rustlib")
}

/// Returns the linker that comes with a compiler, in the folder of its host.
fn linker_of(rustlib: &Path) -> Option<PathBuf> {
    let hosts = fs::read_dir(rustlib).ok()?.flatten();
    let name = format!("rust-lld{}", env::consts::EXE_SUFFIX);
    let mut linkers = hosts.map(|host| host.path().join("bin").join(&name));
    linkers.find(|linker| linker.is_file())
}
