//! WebAssembly modules: how cargo compiles a library of the workspace for wasm32, with no other tool.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cargo::Cargo;
use crate::lack::Lack;
use crate::outcome::Outcome;
use crate::program::said;

const TARGET: &str = "wasm32-unknown-unknown";

/// The environment variable that names a compiler to use instead of cargo's default. It must have the sources of its standard
/// library.
const RUSTC: &str = "FOOTWORK_WASM_RUSTC";
const LINKER: &str = "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER";

/// Compiles the library of a package for wasm32, and returns the module. `link` goes to the linker.
pub(crate) fn compile(cargo: &Cargo, package: &str, link: &[&str]) -> Result<PathBuf, Lack> {
    let setup = Setup::find().map_err(Lack::Tool)?;
    let folder = cargo.root().join("target").join("wasm");
    let folder_text = folder.to_string_lossy();
    let mut env = vec![("CARGO_TARGET_DIR", folder_text.as_ref())];
    env.extend(setup.env.iter().map(|(name, to)| (*name, to.as_str())));
    let mut args = vec!["rustc", "--quiet", "--profile", "wasm", "--target", TARGET];
    args.extend(["--package", package, "--lib", "--crate-type", "cdylib"]);
    if setup.builds_library {
        args.push("-Zbuild-std=std,panic_abort");
    }
    args.push("--");
    args.extend(link);
    match cargo.run(&args, &env) {
        Outcome::Pass => {}
        other => return Err(Lack::Failed(other)),
    }
    let file = format!("{}.wasm", package.replace('-', "_"));
    Ok(folder.join(TARGET).join("wasm").join(file))
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
