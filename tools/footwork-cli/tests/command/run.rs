//! Runs the command, and checks its output and the files that it writes.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;

use assert_cmd::cargo::cargo_bin;
use footwork_store::UserFolder;
use serde_json::Value;
use tempfile::TempDir;

/// The result of a run of the command.
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs `footwork` with these arguments.
pub(crate) fn footwork(arguments: &[&str]) -> Ran {
    footwork_reading(arguments, b"")
}

/// Splits a line into words, such as the arguments of a command.
pub(crate) fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

/// Runs `footwork` with these arguments and this standard input.
pub(crate) fn footwork_reading(arguments: &[&str], input: &[u8]) -> Ran {
    let mut child = Command::new(cargo_bin!("footwork"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The command may stop reading early, which is not an error.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    Ran {
        code: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Parses JSON and checks it against a schema of `testdata/schema`.
#[track_caller]
pub(crate) fn valid(text: &str, schema: &str) -> Value {
    let file = root().join(format!("testdata/schema/{schema}.schema.json"));
    let schema: Value = {
        let text = std::fs::read(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        serde_json::from_slice(&text).unwrap()
    };
    let value: Value = serde_json::from_str(text).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let errors: Vec<String> = validator
        .iter_errors(&value)
        .map(|e| e.to_string())
        .collect();
    assert!(errors.is_empty(), "{text}\n{errors:#?}");
    value
}

/// Returns the root of the project.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A library of two clips in a temporary folder.
pub(crate) struct Library {
    folder: TempDir,
}

impl Library {
    pub(crate) fn new() -> Self {
        Self::in_folder(tempfile::tempdir().unwrap())
    }

    /// Creates the library in an existing empty folder.
    pub(crate) fn in_folder(folder: TempDir) -> Self {
        let library = Self { folder };
        library.write("run.bvh", bvh(60).as_bytes());
        library.write("walks/walk one.bvh", bvh(40).as_bytes());
        library.write("footwork.toml", CONFIG.as_bytes());
        library
    }

    /// Returns the library in a folder without changing the folder.
    pub(crate) fn as_it_is(folder: TempDir) -> Self {
        Self { folder }
    }

    pub(crate) fn path(&self) -> &str {
        self.folder.path().to_str().unwrap()
    }

    pub(crate) fn write(&self, name: &str, content: &[u8]) {
        let path = self.folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.folder.path().join(name)).unwrap()
    }

    pub(crate) fn text(&self, name: &str) -> String {
        String::from_utf8(self.read(name)).unwrap()
    }

    /// Returns the lines of a sidecar after its header; empty if there is no sidecar.
    pub(crate) fn items(&self, clip: &str) -> Vec<String> {
        let file = format!("{clip}.tags");
        if self.has(&file) {
            self.text(&file)
                .lines()
                .skip(5)
                .map(str::to_owned)
                .collect()
        } else {
            Vec::new()
        }
    }

    /// Returns, for every file and folder by its path, the content and the time of the last change.
    pub(crate) fn snapshot(&self) -> BTreeMap<PathBuf, (Option<Vec<u8>>, SystemTime)> {
        let mut all = BTreeMap::new();
        let mut left = vec![self.folder.path().to_owned()];
        while let Some(path) = left.pop() {
            let metadata = std::fs::metadata(&path).unwrap();
            let content = metadata.is_file().then(|| std::fs::read(&path).unwrap());
            if metadata.is_dir() {
                let entries = std::fs::read_dir(&path).unwrap();
                left.extend(entries.map(|entry| entry.unwrap().path()));
            }
            all.insert(path, (content, metadata.modified().unwrap()));
        }
        all
    }

    /// Returns the path of the library's journal or history, which lie in the user's state folder.
    pub(crate) fn own(&self, name: &str) -> PathBuf {
        let state = UserFolder::State.of_library(self.folder.path()).unwrap();
        state.path().join(name)
    }

    /// Returns the content of the journal or the history; empty if there is none.
    pub(crate) fn read_own(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.own(name)).unwrap_or_default()
    }

    /// Writes the journal or the history.
    pub(crate) fn write_own(&self, name: &str, content: &[u8]) {
        UserFolder::State
            .of_library(self.folder.path())
            .unwrap()
            .make()
            .unwrap();
        std::fs::write(self.own(name), content).unwrap();
    }

    /// Returns whether a killed process has left a temporary file.
    pub(crate) fn has_temporary(&self) -> bool {
        let all = self.snapshot();
        all.keys()
            .any(|path| path.extension().is_some_and(|end| end == "tmp"))
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.folder.path().join(name).exists()
    }
}

/// The settings of the library.
pub(crate) const CONFIG: &str = r##"
name = "Two clips"
length_unit = "m"

[tags."Gait.Run"]
colour = "#d55e00"
[tags."Gait.Walk"]
[tags."Direction.Turn"]
[events."Foot.Left"]

[queries]
moving = "Gait"
"##;

/// Returns a clip of one joint that moves forward, at 30 frames per second.
pub(crate) fn bvh(frames: usize) -> String {
    let rows = (0..frames).map(|frame| format!("0 1 {}\n", frame as f64 * 0.05));
    format!(
        "HIERARCHY\nROOT Hips\n{{\n OFFSET 0 0 0\n CHANNELS 3 Xposition Yposition Zposition\n \
         End Site\n {{\n  OFFSET 0 0.7 0\n }}\n}}\nMOTION\nFrames: {frames}\n\
         Frame Time: 0.0333333\n{}",
        rows.collect::<String>()
    )
}
