//! Alice and Bob edit the same library. Each of them undoes and completes only their own edits.

use std::cell::Cell;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;
use tempfile::TempDir;

use crate::run::{CONFIG, Ran, bvh};

#[derive(Clone, Copy, Debug)]
enum User {
    Alice,
    Bob,
}

use User::{Alice, Bob};

impl User {
    fn name(self) -> &'static str {
        match self {
            Alice => "alice",
            Bob => "bob",
        }
    }

    fn number(self) -> u32 {
        match self {
            Alice => 54_321,
            Bob => 54_322,
        }
    }
}

/// A library that both users may write to, and a state folder for each user.
struct Shared {
    home: TempDir,
    /// The path of the library, which some tests change.
    lib: Cell<&'static str>,
}

impl Shared {
    /// Returns `None` and prints the reason if this user is not root: only root can run commands as two users.
    fn new(clips: usize) -> Option<Self> {
        let home = tempfile::tempdir().unwrap();
        if fs::metadata(home.path()).unwrap().uid() != 0 {
            assert!(std::env::var_os("CI").is_none(), "CI must run this as root");
            eprintln!("skipped: only root can run commands as two users");
            return None;
        }
        let shared = Self {
            home,
            lib: Cell::new("lib"),
        };
        let open = |path: &Path, mode| {
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        };
        open(shared.home.path(), 0o755);
        // Copy the program in another process. A program cannot be run while this process has it open for writing.
        let copied = Command::new("cp")
            .arg(cargo_bin!("footwork"))
            .arg(shared.path("footwork"))
            .status();
        assert!(copied.unwrap().success());
        open(&shared.path("footwork"), 0o755);
        for user in [Alice, Bob] {
            let own = shared.path(user.name());
            fs::create_dir(&own).unwrap();
            chown(&own, Some(user.number()), Some(user.number())).unwrap();
            open(&own, 0o700);
        }
        fs::create_dir(shared.path("lib")).unwrap();
        open(&shared.path("lib"), 0o777);
        for clip in 0..clips {
            fs::write(shared.path(&format!("lib/c{clip:03}.bvh")), bvh(40)).unwrap();
        }
        fs::write(shared.path("lib/footwork.toml"), CONFIG).unwrap();
        open(&shared.path("lib/footwork.toml"), 0o666);
        Some(shared)
    }

    fn path(&self, file: &str) -> PathBuf {
        self.home.path().join(file)
    }

    fn lib(&self) -> PathBuf {
        self.path(self.lib.get())
    }

    /// Returns a call of the command by a user. `LIB` is the library.
    fn command(&self, user: User, call: &str) -> Command {
        let lib = self.lib();
        let words = call.split_whitespace();
        let words = words.map(|word| match word {
            "LIB" => lib.as_os_str(),
            word => word.as_ref(),
        });
        let mut command = Command::new(self.path("footwork"));
        command
            .args(words)
            .current_dir(self.home.path())
            .env_clear()
            .env("HOME", self.path(user.name()))
            .env("USER", user.name())
            .uid(user.number())
            .gid(user.number())
            .stdin(Stdio::null());
        command
    }

    fn run(&self, user: User, call: &str) -> Ran {
        let output = self.command(user, call).output().unwrap();
        Ran {
            code: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Runs a call that must succeed and print nothing on standard error.
    #[track_caller]
    fn does(&self, user: User, call: &str) -> String {
        let ran = self.run(user, call);
        let expected = (0, "");
        assert_eq!(
            (ran.code, ran.stderr.as_str()),
            expected,
            "{user:?}: {call}"
        );
        ran.stdout
    }

    /// Returns the lines of the first clip's sidecar, without the five lines of its head.
    fn items(&self) -> Vec<String> {
        let text = fs::read_to_string(self.lib().join("c000.bvh.tags")).unwrap_or_default();
        text.lines().skip(5).map(str::to_owned).collect()
    }

    /// Returns all sidecars.
    fn sidecars(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let entries = fs::read_dir(self.lib()).unwrap();
        let paths = entries.map(|entry| entry.unwrap().path());
        let paths = paths.filter(|path| path.extension().is_some_and(|end| end == "tags"));
        let mut all: Vec<_> = paths
            .map(|path| {
                let content = fs::read(&path).unwrap();
                (path, content)
            })
            .collect();
        all.sort();
        all
    }
}

const RUN: &str = "tag add LIB Gait.Run c000 0 20";

#[test]
fn an_undo_keeps_tags_of_the_other_user() {
    let Some(shared) = Shared::new(1) else { return };
    shared.does(Alice, RUN);
    shared.does(Bob, "tag add LIB Gait.Walk c000 20 30");
    let undone = shared.does(Alice, "undo LIB");
    assert_eq!(
        undone,
        "undone: tag add Gait.Run c000.bvh [0, 20) (c000.bvh.tags)\n"
    );
    assert_eq!(shared.items(), ["tag Gait.Walk 20 30"]);
    assert_eq!(shared.does(Alice, "undo LIB"), "there is nothing to undo\n");
    shared.does(Alice, "redo LIB");
    shared.does(Bob, "undo LIB");
    assert_eq!(shared.items(), ["tag Gait.Run 0 20"]);
    assert_eq!(shared.does(Bob, "undo LIB"), "there is nothing to undo\n");
}

#[test]
fn an_undo_that_conflicts_with_the_other_user_names_the_spans() {
    let Some(shared) = Shared::new(1) else { return };
    shared.does(Alice, RUN);
    shared.does(Bob, "tag remove LIB Gait.Run c000 15 20");
    let undone = shared.run(Alice, "undo LIB");
    assert_eq!((undone.code, undone.stdout.as_str()), (2, ""));
    assert!(
        undone.stderr.contains("error[conflict]"),
        "{}",
        undone.stderr
    );
    assert!(
        undone.stderr.contains("tag Gait.Run 0 20"),
        "{}",
        undone.stderr
    );
    assert!(
        undone.stderr.contains("tag Gait.Run 0 15"),
        "{}",
        undone.stderr
    );
    assert_eq!(shared.items(), ["tag Gait.Run 0 15"]);
    shared.does(Bob, "undo LIB");
    shared.does(Alice, "undo LIB");
    assert_eq!(shared.items(), [""; 0]);
}

/// The other user's commands only read the library, or have nothing to change.
#[test]
fn undo_survives_another_users_commands_that_change_nothing() {
    let Some(shared) = Shared::new(1) else { return };
    shared.does(Alice, RUN);
    for call in [
        "info LIB",
        "query LIB Gait",
        "check LIB",
        "recover LIB",
        "undo LIB",
        "redo LIB",
        "undo LIB --discard",
        "tag remove LIB Gait.Walk c000 0 9",
        RUN,
    ] {
        shared.run(Bob, call);
        assert_eq!(shared.items(), ["tag Gait.Run 0 20"], "{call}");
        shared.does(Alice, "undo LIB");
        shared.does(Alice, "redo LIB");
    }
}

#[test]
fn undo_survives_another_users_edits_between() {
    let Some(shared) = Shared::new(2) else { return };
    shared.does(Alice, RUN);
    shared.does(Bob, "tag add LIB Gait.Walk c001 0 9");
    shared.does(Bob, "tag add LIB Direction.Turn c000 5 9");
    shared.does(Bob, "tag rename LIB Direction.Turn Direction.Left");
    shared.does(Alice, "tag add LIB Gait.Run c000 30 32");
    shared.does(Bob, "tag add LIB Gait.Walk c000 33 34");
    shared.does(Alice, "undo LIB");
    shared.does(Alice, "undo LIB");
    assert_eq!(
        shared.items(),
        ["tag Direction.Left 5 9", "tag Gait.Walk 33 34"]
    );
}

#[test]
fn undo_survives_a_move_and_another_checkout() {
    let Some(shared) = Shared::new(1) else { return };
    shared.does(Alice, RUN);
    shared.does(Alice, "tag add LIB Gait.Walk c000 30 32");
    fs::rename(shared.path("lib"), shared.path("moved")).unwrap();
    shared.lib.set("moved");
    shared.does(Bob, "tag add LIB Gait.Walk c000 20 22");
    shared.does(Alice, "undo LIB");
    assert_eq!(shared.items(), ["tag Gait.Run 0 20", "tag Gait.Walk 20 22"]);
    // Replace the library with a copy, as if a checkout were deleted and cloned again.
    let copied = Command::new("cp")
        .arg("-r")
        .args([shared.path("moved"), shared.path("copy")])
        .status();
    assert!(copied.unwrap().success());
    fs::remove_dir_all(shared.path("moved")).unwrap();
    fs::rename(shared.path("copy"), shared.path("moved")).unwrap();
    for path in fs::read_dir(shared.path("moved")).unwrap() {
        chown(path.unwrap().path(), Some(Bob.number()), None).unwrap();
    }
    fs::set_permissions(shared.lib(), fs::Permissions::from_mode(0o777)).unwrap();
    shared.does(Alice, "undo LIB");
    assert_eq!(shared.items(), ["tag Gait.Walk 20 22"]);
}

#[test]
fn undo_survives_another_path_to_the_library() {
    let Some(shared) = Shared::new(1) else { return };
    shared.does(Alice, RUN);
    std::os::unix::fs::symlink(shared.path("lib"), shared.path("linked")).unwrap();
    shared.lib.set("linked");
    shared.does(Bob, "tag add LIB Gait.Walk c000 20 22");
    shared.does(Alice, "tag add LIB Gait.Run c000 30 32");
    shared.lib.set("lib");
    shared.does(Alice, "undo LIB");
    shared.lib.set("lib/../linked");
    shared.does(Alice, "undo LIB");
    assert_eq!(shared.items(), ["tag Gait.Walk 20 22"]);
    shared.does(Bob, "undo LIB");
    assert_eq!(shared.items(), [""; 0]);
}

/// Kills Alice's program while it changes many files. Returns whether it was killed before it had finished.
fn interrupt(shared: &Shared) -> bool {
    let call = "tag apply LIB Gait.Run --where all";
    let mut child = shared.command(Alice, call);
    let child = child.stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = child.spawn().unwrap();
    let began = Instant::now();
    let marker = shared.lib().join(".footwork-edit");
    while !marker.exists() && child.try_wait().unwrap().is_none() {
        assert!(
            began.elapsed() < Duration::from_secs(120),
            "the edit never began"
        );
    }
    child.kill().unwrap();
    child.wait().unwrap();
    marker.exists()
}

#[test]
fn an_unfinished_edit_is_reported_to_others_and_completed_only_by_its_user() {
    let Some(shared) = Shared::new(300) else {
        return;
    };
    shared.does(Alice, "tag add LIB Gait.Walk c001 0 1");
    while !interrupt(&shared) {
        // The program had finished its edit.
        shared.does(Alice, "undo LIB");
    }
    let marker = fs::read_to_string(shared.lib().join(".footwork-edit")).unwrap();
    for line in ["user: alice [54321]\n", "operation: tag apply Gait.Run\n"] {
        assert!(marker.contains(line), "{marker}");
    }
    let before = shared.sidecars();
    for call in ["info LIB", "undo LIB", "recover LIB", "query LIB Gait"] {
        let ran = shared.run(Bob, call);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let said = ".footwork-edit: warning[unfinished-edit]: alice [54321] (process ";
        assert_eq!(
            ran.stderr.matches(said).count(),
            1,
            "{call}: {}",
            ran.stderr
        );
        assert!(shared.sidecars() == before, "{call}");
    }
    // Bob can still edit the library, and even several files at once.
    let apply = "tag apply LIB Direction.Turn --where first(all,3)";
    assert_eq!(shared.run(Bob, apply).code, 0);
    let left = fs::read_to_string(shared.lib().join(".footwork-edit")).unwrap();
    assert_eq!(left, marker);

    let info = shared.run(Alice, "info LIB");
    let said = "completed: tag apply Gait.Run (and 299 more like it;";
    assert!(info.stderr.contains(said), "{}", info.stderr);
    assert!(!shared.lib().join(".footwork-edit").exists());
    for (path, content) in shared.sidecars() {
        let text = String::from_utf8(content).unwrap();
        assert!(text.contains("tag Gait.Run 0 40\n"), "{}", path.display());
        assert!(
            text.contains("tag Direction.Turn 0 3\n"),
            "{}",
            path.display()
        );
    }
    shared.does(Bob, "info LIB");
    shared.does(Alice, "undo LIB");
    assert_eq!(shared.items(), ["tag Direction.Turn 0 3"]);
    shared.does(Bob, "undo LIB");
    assert_eq!(shared.items(), [""; 0]);
}

/// A link to a folder that only another user may open is reported as a finding about the link, not about the folder
/// that contains the link.
#[test]
fn a_link_to_a_closed_folder_is_named() {
    let Some(shared) = Shared::new(1) else {
        return;
    };
    for link in ["far", "near"] {
        let closed = shared.path(&format!("closed {link}"));
        fs::create_dir(&closed).unwrap();
        fs::set_permissions(&closed, fs::Permissions::from_mode(0o700)).unwrap();
        std::os::unix::fs::symlink(&closed, shared.lib().join(link)).unwrap();
    }
    let ran = shared.run(Alice, "query lib all --count");
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    let mut named: Vec<&str> = ran
        .stderr
        .lines()
        .filter_map(|line| line.split_once(": error[unreadable]"))
        .map(|(file, _)| file)
        .collect();
    named.sort_unstable();
    assert_eq!(named, ["far", "near"], "{}", ran.stderr);
}
