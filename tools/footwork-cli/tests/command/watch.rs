//! `footwork watch`: a real process, and files that change while the process runs.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use assert_cmd::cargo::cargo_bin;
use serde_json::{Value, json};

use crate::run::{Library, footwork, root, valid};

/// A time longer than any step takes on any machine.
const DEADLINE: Duration = Duration::from_secs(60);

/// A time longer than it takes to notice a change on an idle machine.
const A_WHILE: Duration = Duration::from_millis(1500);

struct Watching {
    child: Child,
    /// The pipe to the process's standard input. Dropping it ends that input.
    input: Option<ChildStdin>,
    stdout: Receiver<String>,
    stderr: Receiver<String>,
}

impl Watching {
    fn start(library: &Library, output: &str) -> Self {
        Self::start_with(library, output, &[])
    }

    fn start_with(library: &Library, output: &str, more: &[&str]) -> Self {
        let mut child = Command::new(cargo_bin!("footwork"))
            .args(["watch", ".", "-o", output, "--format", "json"])
            .args(more)
            .current_dir(library.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        Self {
            input: child.stdin.take(),
            stdout: lines(child.stdout.take().unwrap()),
            stderr: lines(child.stderr.take().unwrap()),
            child,
        }
    }

    #[track_caller]
    fn written(&self) -> Value {
        valid(&self.stdout.recv_timeout(DEADLINE).unwrap(), "watch")
    }

    #[track_caller]
    fn said(&self, what: &str) {
        loop {
            let line = self.stderr.recv_timeout(DEADLINE).unwrap();
            if line.contains(what) {
                return;
            }
        }
    }

    /// Closes the standard input of the process and returns its exit code.
    fn end(mut self) -> Option<i32> {
        drop(self.input.take());
        self.child.wait().unwrap().code()
    }
}

fn lines(stream: impl std::io::Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = mpsc::channel();
    std::thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            _ = sender.send(line);
        }
    });
    lines
}

fn frames(file: &Path, query: &str) -> String {
    let ran = footwork(&["query", file.to_str().unwrap(), query, "--count"]);
    ran.stdout + &ran.stderr
}

const TAGS: &[u8] = b"footwork-tags 1\ntag Gait.Run 0 12\n";

#[test]
fn changes_are_compiled_and_mistakes_keep_the_output() {
    let library = Library::new();
    let file = Path::new(library.path()).join("out.tagdb");
    let watching = Watching::start(&library, "out.tagdb");
    assert_eq!(watching.written()["clips"], json!(2));
    assert_eq!(frames(&file, "Gait.Run"), "0 frames, 0 ranges, 0 clips\n");
    // Create a sidecar.
    library.write("run.bvh.tags", TAGS);
    watching.written();
    assert_eq!(frames(&file, "Gait.Run"), "12 frames, 1 range, 1 clip\n");
    // The output lies in the library's folder, and must not cause another compilation.
    assert!(watching.stdout.recv_timeout(A_WHILE).is_err());
    // Break the sidecar. The old output stays.
    let before = library.read("out.tagdb");
    library.write("run.bvh.tags", b"<<<<<<< ours\n");
    watching.said("note[kept]");
    assert_eq!(library.read("out.tagdb"), before);
    // Repair the sidecar.
    library.write("run.bvh.tags", b"footwork-tags 1\ntag Gait.Run 0 30\n");
    watching.written();
    assert_eq!(frames(&file, "Gait.Run"), "30 frames, 1 range, 1 clip\n");
    // Break the vocabulary, and then repair it.
    let config = library.text("footwork.toml");
    library.write("footwork.toml", b"[tags");
    watching.said("bad-config");
    let more = format!("{config}\n[tags.\"Style.Sad\"]\n");
    library.write("footwork.toml", more.as_bytes());
    watching.written();
    assert_eq!(frames(&file, "Style.Sad"), "0 frames, 0 ranges, 0 clips\n");
    // Remove a clip.
    std::fs::remove_file(Path::new(library.path()).join("walks/walk one.bvh")).unwrap();
    assert_eq!(watching.written()["clips"], json!(1));
    // Make an edit with the command itself.
    let edit = ["tag", "add", library.path(), "Gait.Run", "run", "40", "50"];
    assert_eq!(footwork(&edit).code, 0);
    watching.written();
    assert_eq!(frames(&file, "Gait.Run"), "40 frames, 2 ranges, 1 clip\n");
    assert_eq!(watching.end(), Some(0));
    assert!(!library.has_temporary());
}

#[test]
fn half_written_or_lost_clips_keep_the_output() {
    let library = Library::new();
    library.write("kick.txt.tags", TAGS);
    let kick = std::fs::read(root().join("samples/deepmimic/walk.txt")).unwrap();
    library.write("kick.txt", &kick);
    // A clip with more rows than it declares counts as complete.
    let run = library.text("run.bvh");
    let odd = run.replace("Frames: 60", "Frames: 59");
    library.write("odd.bvh", odd.as_bytes());
    let watching = Watching::start(&library, "out.tagdb");
    let written = watching.written();
    assert_eq!(
        (&written["clips"], &written["left_out"]),
        (&json!(4), &json!(0))
    );
    let good = library.read("out.tagdb");
    // First whole rows are missing, and then only a part of the last row.
    for half in [
        &run[..run.len() - 20],
        run.trim_end().trim_end_matches(|c| c != ' '),
    ] {
        library.write("run.bvh", half.as_bytes());
        watching.said("until run.bvh is complete, or is tagged as it is");
        assert_eq!(library.read("out.tagdb"), good);
        library.write("run.bvh", run.as_bytes());
        watching.written();
    }
    // The clip's file is empty. Its sidecar still shows that the clip was tagged.
    library.write("kick.txt", b"");
    watching.said("until kick.txt can be read");
    assert_eq!(library.read("out.tagdb"), good);
    library.write("kick.txt", &kick);
    watching.written();
    assert_eq!(watching.end(), Some(0));
}

#[cfg(unix)]
#[test]
fn a_new_unreadable_file_keeps_the_output() {
    let library = Library::new();
    let watching = Watching::start(&library, "out.tagdb");
    watching.written();
    let good = library.read("out.tagdb");
    let link = Path::new(library.path()).join("zz.bvh");
    std::os::unix::fs::symlink("nowhere.bvh", &link).unwrap();
    library.write("run.bvh.tags", TAGS);
    watching.said("until zz.bvh can be read");
    assert!(watching.stdout.recv_timeout(A_WHILE).is_err());
    assert_eq!(library.read("out.tagdb"), good);
    std::fs::remove_file(&link).unwrap();
    watching.written();
    assert_ne!(library.read("out.tagdb"), good);
    assert_eq!(watching.end(), Some(0));
}

#[test]
fn files_accepted_as_missing_are_counted() {
    let library = Library::new();
    library.write("bad.bvh", b"HIERARCHY");
    let watching = Watching::start_with(&library, "out.tagdb", &["--partial"]);
    assert_eq!(watching.written()["left_out"], json!(1));
    // A clip that becomes unreadable later was not accepted as missing.
    let good = library.read("out.tagdb");
    library.write("run.bvh", b"HIERARCHY");
    watching.said("until run.bvh can be read");
    assert_eq!(library.read("out.tagdb"), good);
    assert_eq!(watching.end(), Some(0));
}

#[test]
fn a_file_unreadable_at_the_start_keeps_the_output() {
    let library = Library::new();
    library.write("out.tagdb", b"as it was");
    library.write("run.bvh.tags", b"<<<<<<< ours\n");
    let watching = Watching::start(&library, "out.tagdb");
    watching.said("until run.bvh.tags can be read");
    assert_eq!(library.read("out.tagdb"), b"as it was");
    // Make the sidecar readable. It has no tags, because the clip had none.
    library.write("run.bvh.tags", b"footwork-tags 1\n");
    assert_eq!(watching.written()["left_out"], json!(0));
    assert_eq!(watching.end(), Some(0));
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_watch_with_code_0() {
    let library = Library::new();
    let mut watching = Watching::start(&library, "out.tagdb");
    watching.written();
    let pid = watching.child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &pid])
            .status()
            .unwrap()
            .success()
    );
    assert_eq!(watching.child.wait().unwrap().code(), Some(0));
}

#[test]
fn an_unwatchable_folder_or_unwritable_file_is_an_error() {
    let library = Library::new();
    let lib = library.path();
    for arguments in [
        &["watch", "no/such/folder"][..],
        &["watch", lib, "-o", "out.txt"],
        &["watch", lib, "-o", "no/such/folder/out.tagdb"],
    ] {
        let ran = footwork(arguments);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{arguments:?}");
    }
}

#[test]
fn a_removed_folder_ends_watch_with_an_error() {
    let mut library = Library::new();
    let elsewhere = tempfile::tempdir().unwrap();
    for comes_back in [false, true] {
        let output = elsewhere.path().join("out.tagdb");
        let mut watching = Watching::start(&library, output.to_str().unwrap());
        watching.written();
        // The command looks only once for changes made while the library was opened.
        assert!(watching.stdout.recv_timeout(A_WHILE).is_err());
        let root = Path::new(library.path()).to_owned();
        std::fs::remove_dir_all(&root).unwrap();
        if comes_back {
            std::fs::create_dir(&root).unwrap();
        }
        watching.said("library-gone");
        assert_eq!(watching.child.wait().unwrap().code(), Some(2));
        library = Library::new();
    }
}
