//! The package for CMake and pkg-config, used from an outside project, and the game of the guide.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use footwork::matching::Recording;

use crate::characters::football;

/// Returns the C++ code and the CMake project of the guide.
fn guide() -> (String, String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guides/c.md");
    let text = fs::read_to_string(path).unwrap();
    let block = |start: &str| {
        let (_, rest) = text.split_once(&format!("```{start}\n")).unwrap();
        rest.split_once("\n```").unwrap().0.to_owned() + "\n"
    };
    (block("cpp"), block("cmake"))
}

/// Returns the guide's program that loads a character from a file.
fn character() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guides/c.md");
    let text = fs::read_to_string(path).unwrap();
    let (_, rest) = text.split_once("## A character from a file").unwrap();
    let (_, rest) = rest.split_once("```cpp\n").unwrap();
    rest.split_once("```").unwrap().0.to_owned()
}

#[test]
fn the_character_of_the_guide_walks_to_the_wall_in_sixty_lines() {
    let source = character();
    assert!(source.lines().count() < 60);
    let folder = folder("character-of-the-guide");
    let path = folder.join("character.cpp");
    fs::write(&path, source).unwrap();
    let program = folder.join("character");
    let package = package(&folder);
    let built = said(
        Command::new("g++")
            .args(["-std=c++17", "-Wall", "-Wextra", "-Werror", "-I"])
            .arg(package.join("include"))
            .arg(&path)
            .arg(package.join("lib/libfootwork_c.a"))
            .args(["-lpthread", "-ldl", "-lm", "-o"])
            .arg(&program),
    );
    if built.is_none() {
        return;
    }
    for extension in ["fwposes", "tagdb"] {
        let name = format!("football.{extension}");
        fs::copy(football(extension), folder.join(name)).unwrap();
    }
    let printed = said(Command::new(&program).current_dir(&folder)).unwrap();
    let recording = fs::read(folder.join("walk.fwrec")).unwrap();
    let recording = Recording::from_bytes(&recording).unwrap();
    assert_eq!(recording.frames().len(), 300);
    assert!(!recording.searches().is_empty());
    assert_eq!(recording.filters()[0].name.as_deref(), Some("Gait & !Kick"));
    let [_, at] = printed.split("stands at z ").collect::<Vec<_>>()[..] else {
        panic!("{printed}");
    };
    // The wall is at 4 m, and the body has a radius of 0.3 m.
    assert!(
        at.starts_with("3.") && at.ends_with("m high\n"),
        "{printed}"
    );
}

/// The variable with the folder that `cargo xtask c-package` filled. Without it, the tests make a similar folder with their own
/// build of the library.
const PACKAGE: &str = "FOOTWORK_C_PACKAGE";

fn package(folder: &Path) -> PathBuf {
    if let Some(package) = env::var_os(PACKAGE) {
        return package.into();
    }
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let built = env::current_exe().unwrap();
    let built = built.parent().unwrap();
    let package = folder.join("package");
    let files = [
        (
            crate_folder.join("include/footwork.h"),
            "include/footwork.h",
        ),
        (
            crate_folder.join("include/footwork.hpp"),
            "include/footwork.hpp",
        ),
        (
            crate_folder.join("package/FootworkConfig.cmake"),
            "lib/cmake/Footwork/FootworkConfig.cmake",
        ),
        (
            crate_folder.join("package/FootworkConfigVersion.cmake"),
            "lib/cmake/Footwork/FootworkConfigVersion.cmake",
        ),
        (
            crate_folder.join("package/footwork.pc"),
            "lib/pkgconfig/footwork.pc",
        ),
        (built.join("libfootwork_c.a"), "lib/libfootwork_c.a"),
        (built.join("libfootwork_c.so"), "lib/libfootwork_c.so"),
    ];
    for (from, to) in files {
        let to = package.join(to);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(from, to).unwrap();
    }
    package
}

/// Runs a command. Returns `None` if it is not installed, which fails the test under `CI`.
fn said(command: &mut Command) -> Option<String> {
    let Ok(output) = command.output() else {
        assert!(env::var_os("CI").is_none(), "{command:?} is not installed");
        println!("skipped: {command:?} is not installed");
        return None;
    };
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}\n{text}\n{error}");
    Some(text)
}

const EXPECTED: &str = "player 4 goes; the body is at x 0.695, z 2.400; it shows 0.50 of its run\n";

/// Makes an empty folder: in the package folder, or else in the temporary folder of the tests.
fn folder(name: &str) -> PathBuf {
    let place = env::var_os(PACKAGE).map_or(env!("CARGO_TARGET_TMPDIR").into(), PathBuf::from);
    let folder = place.join("tried").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn cmake_finds_the_package_and_builds_the_game_of_the_guide() {
    if !cfg!(target_os = "linux") {
        eprintln!("skipped: the names of libraries are those of Linux");
        return;
    }
    let folder = folder("cmake");
    let package = package(&folder);
    let (game, project) = guide();
    fs::write(folder.join("game.cpp"), game).unwrap();
    for (name, target) in [
        ("shared", "Footwork::Footwork"),
        ("static", "Footwork::Static"),
    ] {
        let project = project.replace("Footwork::Footwork", target);
        fs::write(folder.join("CMakeLists.txt"), project).unwrap();
        let build = folder.join(name);
        let mut configure = Command::new("cmake");
        configure.arg("-S").arg(&folder).arg("-B").arg(&build);
        configure.arg(format!("-DCMAKE_PREFIX_PATH={}", package.display()));
        configure.arg("-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror -pedantic -fno-exceptions");
        if said(&mut configure).is_none() {
            return;
        }
        said(Command::new("cmake").arg("--build").arg(&build)).unwrap();
        assert_eq!(
            said(&mut Command::new(build.join("game"))).unwrap(),
            EXPECTED
        );
    }
    // A version with another interface is not found.
    let project = project.replace("Footwork 0.1", "Footwork 0.2");
    fs::write(folder.join("CMakeLists.txt"), project).unwrap();
    let mut configure = Command::new("cmake");
    configure
        .arg("-S")
        .arg(&folder)
        .arg("-B")
        .arg(folder.join("later"));
    configure.arg(format!("-DCMAKE_PREFIX_PATH={}", package.display()));
    let output = configure.output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(
        !output.status.success() && error.contains(env!("CARGO_PKG_VERSION")),
        "{error}"
    );
}

#[test]
fn a_given_package_has_the_licences_of_all_linked_crates() {
    let Some(package) = env::var_os(PACKAGE).map(PathBuf::from) else {
        println!("skipped: {PACKAGE} names no package");
        return;
    };
    let licences = package.join("share/licenses/footwork");
    for name in ["LICENSE-APACHE", "LICENSE-MIT", "THIRD-PARTY-NOTICES.txt"] {
        let text = fs::read_to_string(licences.join(name)).unwrap();
        assert!(text.len() > 1000, "{name}: {text}");
    }
    let notices = fs::read_to_string(licences.join("THIRD-PARTY-NOTICES.txt")).unwrap();
    for linked in ["glam ", "crc32fast ", "The standard library of Rust"] {
        assert!(notices.contains(linked), "{linked}");
    }
}

#[test]
fn packages_have_the_version_of_the_crate() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("package");
    let version = env!("CARGO_PKG_VERSION");
    for (name, line) in [
        ("footwork.pc", format!("Version: {version}")),
        (
            "FootworkConfigVersion.cmake",
            format!("set(PACKAGE_VERSION \"{version}\")"),
        ),
    ] {
        let text = fs::read_to_string(folder.join(name)).unwrap();
        assert!(text.lines().any(|it| it == line), "{name} has no {line}");
    }
}

#[test]
fn pkg_config_finds_the_package_and_clang_builds_the_game() {
    if !cfg!(target_os = "linux") {
        eprintln!("skipped: the names of libraries are those of Linux");
        return;
    }
    let folder = folder("pkg-config");
    let package = package(&folder);
    let mut asked = Command::new("pkg-config");
    asked.env("PKG_CONFIG_PATH", package.join("lib/pkgconfig"));
    let Some(flags) = said(asked.args(["--cflags", "--libs", "footwork"])) else {
        return;
    };
    let source = folder.join("game.cpp");
    fs::write(&source, guide().0).unwrap();
    let game = folder.join("game");
    let mut compile = Command::new("clang++");
    compile.args([
        "-std=c++17",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-pedantic",
        "-DFOOTWORK_EXCEPTIONS",
    ]);
    compile
        .arg(&source)
        .args(flags.split_whitespace())
        .arg("-o")
        .arg(&game);
    if said(&mut compile).is_none() {
        return;
    }
    let run = said(Command::new(&game).env("LD_LIBRARY_PATH", package.join("lib")));
    assert_eq!(run.unwrap(), EXPECTED);
}

#[test]
fn the_game_of_the_guide_is_a_hundred_lines() {
    assert!(guide().0.lines().count() <= 100);
}
