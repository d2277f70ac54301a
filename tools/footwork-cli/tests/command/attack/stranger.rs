//! A library cloned from a stranger, and the folders around it, which must not change.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin;
use tempfile::TempDir;

use crate::run::{CONFIG, Ran, bvh};

/// A clip with legs.
const WALK: &[u8] = include_bytes!("../../../../../samples/deepmimic/walk.txt");

/// The environment variable that sets the user's state folder.
pub(super) const STATE: &str = "FOOTWORK_STATE_DIR";

/// The library and the folders around it:
///
/// | path | what |
/// |---|---|
/// | `lib/` | the library, a repository of git |
/// | `lib/nested/` | another library in it |
/// | `beside/` | another library next to it |
/// | `outside/` | files and folders of the user |
/// | `out/` | outputs of verbs |
/// | `state/` | the user's state folder |
pub(super) struct Stranger {
    home: TempDir,
}

/// The files and folders that must not change. Each path has its permissions, and the content of a file or the target
/// of a link.
pub(super) type Around = BTreeMap<PathBuf, (u32, Vec<u8>)>;

impl Stranger {
    pub(super) fn new() -> Self {
        let home = tempfile::tempdir().unwrap();
        let it = Self { home };
        it.write("lib/run.bvh", bvh(60).as_bytes());
        it.write("lib/walks/walk one.bvh", bvh(40).as_bytes());
        it.write("lib/legs/walk.txt", WALK);
        let rule = "\n[rules]\n\"Tempo.Slow\" = '{ speed < 9 } & clip(\"run*\")'\n";
        it.write("lib/footwork.toml", format!("{CONFIG}{rule}").as_bytes());
        it.write(
            "lib/run.bvh.tags",
            b"footwork-tags 1\ntag Gait.Walk 0 9\nevent Foot.Left 9\n",
        );
        it.write("lib/.git/config", b"[core]\n\tbare = false\n");
        it.write("lib/.git/HEAD", b"ref: refs/heads/main\n");
        it.write("lib/.git/hooks/pre-commit", b"#!/bin/sh\n");
        it.write("lib/.profile", b"export A=1\n");
        it.library("lib/nested");
        it.library("beside");
        it.write("outside/victim", b"the user's own\n");
        it.write("outside/folder/kept", b"kept\n");
        it.write("outside/clips/far.bvh", bvh(20).as_bytes());
        it.write(
            "outside/clips/far.bvh.tags",
            b"footwork-tags 1\ntag Gait.Walk 0 3\n",
        );
        it.write("out/signal.csv", b"clip,frame,sin,cos\nrun.bvh,0,0,1\n");
        it.write(
            "out/tags.csv",
            b"clip,start,stop,tag\nrun.bvh,20,30,Gait.Walk\n",
        );
        fs::create_dir(it.path("state")).unwrap();
        it
    }

    /// Creates another library, with edits that its owner made.
    fn library(&self, folder: &str) {
        self.write(&format!("{folder}/a.bvh"), bvh(30).as_bytes());
        self.write(
            &format!("{folder}/a.bvh.tags"),
            b"footwork-tags 1\ntag Gait.Run 0 2\n",
        );
        self.write(&format!("{folder}/footwork.toml"), CONFIG.as_bytes());
        self.write(&format!("{folder}/.footwork/history"), b"theirs");
    }

    pub(super) fn path(&self, file: &str) -> PathBuf {
        self.home.path().join(file)
    }

    pub(super) fn lib(&self) -> String {
        self.path("lib").to_str().unwrap().to_owned()
    }

    pub(super) fn out(&self) -> String {
        self.path("out").to_str().unwrap().to_owned()
    }

    pub(super) fn write(&self, file: &str, content: &[u8]) {
        let path = self.path(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    pub(super) fn read(&self, file: &str) -> Vec<u8> {
        fs::read(self.path(file)).unwrap()
    }

    /// Replaces a file with a link.
    pub(super) fn link(&self, file: &str, target: &Path) {
        let path = self.path(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        match fs::symlink_metadata(&path) {
            Ok(there) if there.is_dir() => fs::remove_dir_all(&path).unwrap(),
            Ok(_) => fs::remove_file(&path).unwrap(),
            Err(_) => {}
        }
        symlink(target, path).unwrap();
    }

    /// Runs the command as the user. Fails on a usage error, because a call with wrong arguments tests nothing.
    #[track_caller]
    pub(super) fn run<S: AsRef<str>>(&self, arguments: &[S]) -> Ran {
        self.run_with_state(arguments, &self.path("state"))
    }

    /// Does what [`run`](Self::run) does, with another state folder.
    #[track_caller]
    pub(super) fn run_with_state<S: AsRef<str>>(&self, arguments: &[S], state: &Path) -> Ran {
        let mut child = Command::new(cargo_bin!("footwork"))
            .args(arguments.iter().map(AsRef::as_ref))
            .env(STATE, state)
            .env("FOOTWORK_CACHE_DIR", self.path("state/cache"))
            .current_dir(self.path("out"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A verb that runs until it is ended stops at the end of standard input.
        _ = child.stdin.take().unwrap().write_all(b"");
        let output = child.wait_with_output().unwrap();
        let ran = Ran {
            code: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        };
        let is_usage = ran.stderr.contains("error[usage]");
        assert!(!is_usage, "{}: {}", said(arguments), ran.stderr);
        ran
    }

    /// Returns all files and folders except the library's `*.tags` and `footwork.toml`, the user's state and the
    /// outputs. Links are not followed.
    pub(super) fn around(&self) -> Around {
        let mut around = Around::new();
        let mut left = vec![PathBuf::new()];
        while let Some(inside) = left.pop() {
            let path = self.home.path().join(&inside);
            let metadata = fs::symlink_metadata(&path).unwrap();
            let content = match metadata.file_type() {
                kind if kind.is_symlink() => fs::read_link(&path)
                    .unwrap()
                    .into_os_string()
                    .into_encoded_bytes(),
                kind if kind.is_dir() => {
                    let entries = fs::read_dir(&path).unwrap().map(|entry| entry.unwrap());
                    left.extend(entries.map(|entry| inside.join(entry.file_name())));
                    Vec::new()
                }
                _ => fs::read(&path).unwrap(),
            };
            around.insert(inside, (metadata.permissions().mode(), content));
        }
        around.retain(|path, _| !is_allowed(path));
        around
    }

    /// Runs a call, and fails if it changes anything around the library.
    #[track_caller]
    pub(super) fn attacked<S: AsRef<str>>(&self, arguments: &[S], what: &str) -> Ran {
        let before = self.around();
        let ran = self.run(arguments);
        self.check(&before, &[what, &said(arguments)].join(": "));
        assert!(
            (0..=2).contains(&ran.code),
            "{what}: {}: {}",
            said(arguments),
            ran.stderr
        );
        assert!(!ran.stderr.contains("panicked"), "{}", ran.stderr);
        ran
    }

    #[track_caller]
    pub(super) fn check(&self, before: &Around, what: &str) {
        let after = self.around();
        let changed = before
            .iter()
            .filter(|(path, was)| after.get(*path) != Some(was));
        let changed: Vec<_> = changed.map(|(path, _)| path).collect();
        let made: Vec<_> = after
            .keys()
            .filter(|path| !before.contains_key(*path))
            .collect();
        assert!(
            changed.is_empty() && made.is_empty(),
            "{what}: changed {changed:?}, made {made:?}"
        );
    }
}

fn said<S: AsRef<str>>(arguments: &[S]) -> String {
    let words: Vec<&str> = arguments.iter().map(AsRef::as_ref).collect();
    words.join(" ")
}

/// Returns whether a call may change the file at a path.
fn is_allowed(path: &Path) -> bool {
    let Ok(inside) = path.strip_prefix("lib") else {
        return path.starts_with("out") || path.starts_with("state");
    };
    let is_sidecar = path.extension().is_some_and(|end| end == "tags");
    is_sidecar || inside == Path::new("footwork.toml")
}
