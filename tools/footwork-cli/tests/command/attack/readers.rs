//! Files that are not regular, never end, or exceed the limits, in place of each file that a command reads. The command
//! promptly prints an error with the file and the limit, and uses little memory.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;

use super::stranger::{STATE, Stranger};
use crate::run::{Ran, bvh};

/// A time limit that a refusal keeps even on a busy machine.
const AT_ONCE: Duration = Duration::from_secs(30);

/// The limit for the memory of a refusing process, in KiB.
const MAX_KIB: u64 = 64 << 10;

/// What lies at a path instead of the expected file.
#[derive(Clone, Copy, Debug, PartialEq)]
enum There {
    Device,
    Pipe,
    Folder,
    Sparse,
}

use There::{Device, Folder, Pipe, Sparse};

const ALL: [There; 4] = [Device, Pipe, Folder, Sparse];

impl There {
    /// Creates the object at a path.
    fn put(self, path: &Path) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        _ = fs::remove_file(path);
        _ = fs::remove_dir(path);
        match self {
            Device => std::os::unix::fs::symlink("/dev/zero", path).unwrap(),
            Pipe => {
                let made = Command::new("mkfifo").arg(path).status().unwrap();
                assert!(made.success());
            }
            Folder => fs::create_dir(path).unwrap(),
            Sparse => fs::File::create(path).unwrap().set_len(3 << 30).unwrap(),
        }
    }

    /// Returns a part of the error about the object.
    fn reason(self) -> &'static str {
        match self {
            Device | Pipe => "a pipe or a device",
            Folder => "a folder",
            Sparse => "3221225472 bytes, which is more than the limit of ",
        }
    }
}

/// Runs a call, and fails if the call takes too long or too much memory.
fn run(stranger: &Stranger, call: &[String], page: Option<&Path>) -> Ran {
    let mut command = Command::new(cargo_bin!("footwork"));
    command.args(call).env(STATE, stranger.path("state"));
    command.envs(page.map(|page| ("FOOTWORK_STUDIO_PAGE", page)));
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let since = Instant::now();
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        peak = peak.max(memory(child.id()));
        if since.elapsed() > AT_ONCE || peak > MAX_KIB {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("{call:?}: {:?} and {peak} KiB", since.elapsed());
        }
        thread::sleep(Duration::from_millis(1));
    }
    let output = child.wait_with_output().unwrap();
    Ran {
        code: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// Returns the memory of a process without its executable, in KiB; 0 if the system does not report it.
fn memory(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("RssAnon:"));
    let number = line.and_then(|line| line.split_whitespace().next());
    number.and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// Runs a call with each of the given objects as `FILE`. The call must exit with 2, report the object and leave it
/// unchanged.
#[track_caller]
fn check(stranger: &Stranger, call: &str, file: &str, there: &[There]) {
    for &there in there {
        let path = stranger.path(file);
        there.put(&path);
        let call: Vec<String> = call
            .replace("FILE", path.to_str().unwrap())
            .replace("LIB", &stranger.lib())
            .replace("OUT", &stranger.out())
            .split(' ')
            .map(|word| word.replace('~', " "))
            .collect();
        let before = fs::symlink_metadata(&path).unwrap().file_type();
        let ran = run(stranger, &call, None);
        assert_eq!(
            (ran.code, ran.stdout.as_str()),
            (2, ""),
            "{call:?}: {}",
            ran.stderr
        );
        let name = path.file_name().unwrap().to_str().unwrap();
        let says = ran.stderr.contains(name) && ran.stderr.contains(there.reason());
        assert!(says, "{call:?}: {there:?}: {}", ran.stderr);
        assert_eq!(
            fs::symlink_metadata(&path).unwrap().file_type(),
            before,
            "{call:?}"
        );
    }
}

#[test]
fn an_argument_that_is_not_a_regular_file_is_refused() {
    let stranger = Stranger::new();
    stranger.write("out/a.tags", b"footwork-tags 1\n");
    // A folder is a library for these verbs, whatever its extension.
    for call in ["info FILE", "query FILE all", "timeline FILE"] {
        check(&stranger, call, "out/x.tagdb", &[Device, Pipe, Sparse]);
    }
    for format in ["csv", "bids", "eaf", "cut-list", "glb", "unreal", "babel"] {
        let call = format!("import LIB FILE --from {format}");
        check(&stranger, &call, "out/x.any", &ALL);
    }
    for call in [
        "events decode FILE --rate 30 --window 0.3",
        "sim slide FILE",
        "sim flight FILE",
        "merge-driver FILE OUT/a.tags OUT/a.tags",
        "merge-driver OUT/a.tags FILE OUT/a.tags",
        "merge-driver OUT/a.tags OUT/a.tags FILE",
        "merge-driver FILE OUT/a.tags OUT/a.tags footwork.toml",
    ] {
        check(&stranger, call, "out/x.any", &ALL);
    }
    // Change a clip after tagging it.
    stranger.run(&[
        "tag",
        "add",
        &stranger.lib(),
        "Gait.Run",
        "walk one",
        "1",
        "5",
    ]);
    stranger.write("lib/walks/walk one.bvh", bvh(39).as_bytes());
    check(
        &stranger,
        "rebase LIB walk~one --from FILE",
        "out/x.bvh",
        &ALL,
    );
}

/// An output replaces only a regular file.
#[test]
fn an_output_replaces_only_a_regular_file() {
    let stranger = Stranger::new();
    check(
        &stranger,
        "compile LIB -o FILE",
        "out/x.tagdb",
        &[Device, Pipe],
    );
    check(
        &stranger,
        "watch LIB -o FILE",
        "out/x.tagdb",
        &[Device, Pipe],
    );
    check(
        &stranger,
        "strip LIB run -o FILE",
        "out/x.png",
        &[Device, Pipe, Folder],
    );
    check(
        &stranger,
        "export LIB --to csv -o FILE",
        "out/x.csv",
        &[Device, Pipe],
    );
}

/// Opens a library with the given object in place of a file, and expects a finding about the file.
#[track_caller]
fn check_found(stranger: &Stranger, file: &str, there: &[There], code: i32) {
    let kept = fs::read(stranger.path(file)).ok();
    for &there in there {
        there.put(&stranger.path(file));
        let call = ["info".to_owned(), stranger.lib()];
        let ran = run(stranger, &call, None);
        assert_eq!(ran.code, code, "{file}: {there:?}: {}", ran.stderr);
        let name = file.strip_prefix("lib/").unwrap();
        let says = ran.stderr.contains(name) && ran.stderr.contains(there.reason());
        assert!(says, "{file}: {there:?}: {}", ran.stderr);
    }
    let path = stranger.path(file);
    _ = fs::remove_file(&path);
    _ = fs::remove_dir(&path);
    if let Some(kept) = kept {
        fs::write(path, kept).unwrap();
    }
}

#[test]
fn irregular_files_in_a_library_are_reported() {
    let stranger = Stranger::new();
    check_found(&stranger, "lib/run.bvh.tags", &ALL, 1);
    check_found(&stranger, "lib/footwork.toml", &ALL, 1);
    // Apart from sidecars and settings, only regular files are read. Other objects do not count as clips.
    check_found(&stranger, "lib/large.bvh", &[Sparse], 1);
    check_found(&stranger, "lib/large.glb", &[Sparse], 1);
    let gltf = r#"{"asset":{"version":"2.0"},"buffers":[{"byteLength":9,"uri":"far.bin"}],"animations":[{"channels":[],"samplers":[]}]}"#;
    stranger.write("lib/a.gltf", gltf.as_bytes());
    for there in [Device, Pipe, Folder, Sparse] {
        there.put(&stranger.path("lib/far.bin"));
        let ran = run(&stranger, &["info".to_owned(), stranger.lib()], None);
        assert_eq!(ran.code, 1, "{}", ran.stderr);
        assert!(ran.stderr.contains("a.gltf"), "{there:?}: {}", ran.stderr);
    }
}

#[test]
fn irregular_files_of_the_studio_page_are_refused() {
    let stranger = Stranger::new();
    stranger.write("out/page/index.html", b"<p>");
    for there in [Device, Pipe, Sparse] {
        let file: PathBuf = stranger.path("out/page/app.js");
        there.put(&file);
        let call = ["studio", &stranger.lib(), "--no-open", "--port", "0"].map(str::to_owned);
        let ran = run(&stranger, &call, Some(&stranger.path("out/page")));
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{}", ran.stderr);
        let says = ran.stderr.contains("app.js") && ran.stderr.contains(there.reason());
        assert!(says, "{there:?}: {}", ran.stderr);
    }
}
