//! Programs, compiled with each installed compiler and run.

use std::env;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{fs, process};

use footwork_bindings::Header;

use crate::csharp;

static COMPILED: AtomicU32 = AtomicU32::new(0);

/// The compilers for C, with their flags for the language.
const C: &[(&str, &[&str])] = &[("gcc", &["-std=c99"]), ("clang", &["-std=c99"])];
const STRICT: &[&str] = &["-Wall", "-Wextra", "-Werror", "-pedantic", "-O1", "-g"];

/// Returns whether a tool is missing, and prints a skip. Under `CI`, a missing tool fails the test. Programs are only linked on
/// Linux, because library names differ between systems.
pub(crate) fn lacks(tool: &str) -> bool {
    if !cfg!(target_os = "linux") {
        println!("skipped: programs are compiled and run on Linux");
        return true;
    }
    if Command::new(tool).arg("--version").output().is_ok() {
        return false;
    }
    assert!(env::var_os("CI").is_none(), "{tool} is not installed");
    println!("skipped: {tool} is not installed");
    true
}

/// Runs a program of `tests/c` built by each compiler, and calls `check` with its output.
pub(crate) fn run_c(name: &str, input: &str, check: impl Fn(&str)) {
    for (compiler, flags) in C {
        if lacks(compiler) {
            continue;
        }
        let program = compile(compiler, flags, name, compiler);
        check(&run_with(&program, &[], input));
    }
}

/// Runs a script in the programs of all compilers, and compares the output line by line
/// with Rust. Writes the input and the expected output to `tmp/scripts` in the target
/// folder, for the tests of other languages.
pub(crate) fn run_script(name: &str, program: &str, input: &str, expected: &str) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("scripts");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(name).with_extension("in"), input).unwrap();
    fs::write(folder.join(name).with_extension("out"), expected).unwrap();
    run_c(program, input, |printed| compare(printed, expected));
    csharp::run_script(program, input, expected);
}

/// Compares the output of a program with the expected one.
pub(crate) fn compare(printed: &str, expected: &str) {
    for (number, (found, wanted)) in printed.lines().zip(expected.lines()).enumerate() {
        assert_eq!(found, wanted, "line {number}");
    }
    assert_eq!(printed.lines().count(), expected.lines().count());
}

/// Compiles a program with the sanitizers of gcc; `None` without gcc.
pub(crate) fn compile_sanitised(name: &str) -> Option<PathBuf> {
    let sanitise = [
        "-std=c99",
        "-fsanitize=address,undefined",
        "-fno-sanitize-recover=all",
    ];
    if lacks("gcc") {
        return None;
    }
    let compiled = compile("gcc", &sanitise, name, "sanitised");
    Some(compiled)
}

/// Compiles a program written by a test; `None` without gcc.
pub(crate) fn compile_source(name: &str, source: &str) -> Option<PathBuf> {
    if lacks("gcc") {
        return None;
    }
    let path = folder().join(format!("{name}.c"));
    fs::write(&path, source).unwrap();
    let path = path.display().to_string();
    Some(compile("gcc", &["-std=c99"], &path, "made"))
}

/// Returns the folder that tests write to.
pub(crate) fn folder() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR"))
}

pub(crate) fn crate_folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the parsed header.
pub(crate) fn header() -> Header {
    let text = fs::read_to_string(crate_folder().join("include/footwork.h")).unwrap();
    Header::parse(&text).unwrap()
}

/// Compiles a program to a file with this suffix.
pub(crate) fn compile(compiler: &str, flags: &[&str], name: &str, suffix: &str) -> PathBuf {
    let to = folder().join(format!("{}-{suffix}", stem(name)));
    // Moved into place when complete, because another test may be running the same program.
    let made = COMPILED.fetch_add(1, Ordering::Relaxed);
    let draft = to.with_extension(format!("{}-{made}", process::id()));
    // Cargo builds the library next to the tests.
    let test = env::current_exe().unwrap();
    let library = test.parent().unwrap().join("libfootwork_c.a");
    let output = Command::new(compiler)
        .args(flags)
        .args(STRICT)
        .arg("-I")
        .arg(crate_folder().join("include"))
        .arg(crate_folder().join("tests/c").join(name))
        .arg(library)
        .args(["-lpthread", "-ldl", "-lm", "-o"])
        .arg(&draft)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{compiler} on {name}:\n{said}");
    fs::rename(draft, &to).unwrap();
    to
}

/// Runs a program with arguments and input, and returns its output.
pub(crate) fn run_with(program: &Path, arguments: &[&str], input: &str) -> String {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(
        output.status.success(),
        "{program:?} ended with {}:\n{printed}",
        output.status
    );
    printed
}

/// Returns `corpus-c` for `corpus.c`, in any folder.
fn stem(name: &str) -> String {
    let name = Path::new(name).file_name().unwrap().to_string_lossy();
    name.replace('.', "-")
}
