//! `cargo xtask c-package FOLDER`: the library for C and C++ with its headers, for CMake and pkg-config.

use std::fs;
use std::io;
use std::path::Path;

use crate::cargo::Cargo;
use crate::notices;
use crate::outcome::Outcome;

/// Each source file and its place in the package.
const FILES: &[(&str, &str)] = &[
    ("bindings/c/include/footwork.h", "include/footwork.h"),
    ("bindings/c/include/footwork.hpp", "include/footwork.hpp"),
    (
        "bindings/c/package/FootworkConfig.cmake",
        "lib/cmake/Footwork/FootworkConfig.cmake",
    ),
    (
        "bindings/c/package/FootworkConfigVersion.cmake",
        "lib/cmake/Footwork/FootworkConfigVersion.cmake",
    ),
    (
        "bindings/c/package/footwork.pc",
        "lib/pkgconfig/footwork.pc",
    ),
    ("LICENSE-APACHE", "share/licenses/footwork/LICENSE-APACHE"),
    ("LICENSE-MIT", "share/licenses/footwork/LICENSE-MIT"),
];

/// The folder for the licences of all linked crates.
const NOTICES: &str = "share/licenses/footwork";

/// The environment variable that gives the tests the folder of the package.
const PACKAGE: &str = "FOOTWORK_C_PACKAGE";

/// The files of the built library. A build on any one system makes some of them.
const LIBRARIES: &[&str] = &[
    "libfootwork_c.a",
    "libfootwork_c.so",
    "libfootwork_c.dylib",
    "footwork_c.lib",
    "footwork_c.dll",
    "footwork_c.dll.lib",
];

/// Builds the library in release and puts the package into a folder.
pub(crate) fn run(cargo: &Cargo, args: &[String]) -> Outcome {
    let [folder] = args else {
        return Outcome::Fail("`c-package` takes one argument: the folder to fill".to_owned());
    };
    match cargo.run(&["build", "--release", "--package", "footwork-c"], &[]) {
        Outcome::Pass => {}
        other => return other,
    }
    let place = Path::new(folder).join(NOTICES).join(notices::NAME);
    if let Err(outcome) = notices::write(cargo, notices::LIBRARY, &place) {
        return outcome;
    }
    match fill(cargo, Path::new(folder)) {
        Ok(0) => Outcome::Fail("the build made no library".to_owned()),
        Ok(libraries) => {
            println!("{folder}: {} files", libraries + FILES.len() + 1);
            Outcome::Pass
        }
        Err(error) => Outcome::Fail(format!("{folder}: {error}")),
    }
}

/// Puts the package into a folder outside of the repository, and builds the guide's game there with CMake and with pkg-config.
pub(crate) fn test(cargo: &Cargo) -> Outcome {
    let empty = match tempfile::tempdir() {
        Ok(empty) => empty,
        Err(error) => return Outcome::Fail(format!("an empty folder: {error}")),
    };
    let place = empty.path().to_string_lossy().into_owned();
    match run(cargo, std::slice::from_ref(&place)) {
        Outcome::Pass => {}
        other => return other,
    }
    let test = ["test", "--quiet", "--package", "footwork-c"];
    let of = ["--test", "programs", "--", "package"];
    cargo.run(&[&test[..], &of].concat(), &[(PACKAGE, &place)])
}

/// Copies everything and returns the number of libraries.
fn fill(cargo: &Cargo, folder: &Path) -> io::Result<usize> {
    for (from, to) in FILES {
        copy(&cargo.root().join(from), &folder.join(to))?;
    }
    let mut libraries = 0;
    for name in LIBRARIES {
        let from = cargo.target().join("release").join(name);
        if from.is_file() {
            copy(&from, &folder.join("lib").join(name))?;
            libraries += 1;
        }
    }
    Ok(libraries)
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    if let Some(parent) = to.parent() {
        fs::create_dir_all(parent)?;
    }
    fs::copy(from, to).map(|_| ())
}
