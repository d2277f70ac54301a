//! Tests with many writers: every writer gets its turn, and the error names a writer that holds the lock for too long.

use std::env;
use std::path::Path;
use std::process::{self, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use footwork_store::{FileChange, LockError, Progress, Store, UserFolder, WriteLock};

const ROOT: &str = "FOOTWORK_LOCKED_LIBRARY";
/// The environment variable that holds cargo's runner for ARM programs. `cargo xtask cross` sets it.
const ARM_RUNNER: &str = "CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER";
const WRITERS: usize = 10;
const FILE: &str = "count.txt";

fn edits() -> usize {
    match env::var_os("FOOTWORK_SOAK") {
        Some(_) => 60,
        None => 12,
    }
}

/// Not a test: a writer that [`ten_writers_all_get_their_turn`] starts.
#[test]
#[ignore = "a part of the test of ten writers"]
fn writes_again_and_again() {
    let Some(root) = env::var_os(ROOT) else {
        return;
    };
    let root = Path::new(&root);
    let state = UserFolder::State.of_library(root).unwrap();
    state.make().unwrap();
    let store = Store::new(root, state.path(), Arc::new(()));
    let mut longest = Duration::ZERO;
    for _ in 0..edits() {
        let since = Instant::now();
        let _lock = WriteLock::take(root, &()).unwrap();
        longest = longest.max(since.elapsed());
        store.recover(&[]).unwrap();
        let before = std::fs::read(root.join(FILE)).unwrap();
        let count: usize = str::from_utf8(&before).unwrap().parse().unwrap();
        let change = FileChange {
            file: FILE.to_owned(),
            before: Some(before),
            after: Some((count + 1).to_string().into_bytes()),
        };
        store.commit("count", vec![change]).unwrap();
    }
    eprintln!("longest wait: {longest:?}");
}

#[test]
fn ten_writers_all_get_their_turn() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(FILE), "0").unwrap();
    if !starts_itself() {
        eprintln!("skipped: this system cannot start a program for another processor");
        return;
    }
    let writer = || {
        this_program()
            .args([
                "--exact",
                "lock::writes_again_and_again",
                "--ignored",
                "--nocapture",
            ])
            .env(ROOT, folder.path())
            // The summary of the child's test run must not be counted as part of this run.
            .stdout(Stdio::null())
            .spawn()
            .unwrap()
    };
    let writers: Vec<_> = (0..WRITERS).map(|_| writer()).collect();
    for mut writer in writers {
        assert!(writer.wait().unwrap().success());
    }
    let count = std::fs::read_to_string(folder.path().join(FILE)).unwrap();
    assert_eq!(count, (WRITERS * edits()).to_string());
}

/// Returns a command that starts this program as cargo did. Under qemu, cargo's runner is needed, because the kernel
/// runs only programs for the host's processor.
fn this_program() -> Command {
    let own = env::current_exe().unwrap();
    let runner = if cfg!(all(target_arch = "aarch64", target_os = "linux")) {
        env::var(ARM_RUNNER).unwrap_or_default()
    } else {
        String::new()
    };
    let mut words = runner.split_whitespace();
    let Some(runner) = words.next() else {
        return Command::new(own);
    };
    let mut command = Command::new(runner);
    command.args(words).arg(own);
    command
}

/// Returns whether this program can start itself. Under qemu, it cannot unless cargo or the system is set up to use
/// qemu.
fn starts_itself() -> bool {
    let started = this_program().arg("--list").stdout(Stdio::null()).status();
    match started {
        // ENOEXEC, or the exit code of a child process that could not be replaced by the program, because qemu does not
        // report the error itself.
        Err(error) if cfg!(unix) && error.raw_os_error() == Some(8) => false,
        Ok(status) if cfg!(unix) && status.code() == Some(127) => false,
        started => {
            assert!(started.unwrap().success());
            true
        }
    }
}

/// The reports received while waiting.
#[derive(Debug, Default)]
struct Heard(Mutex<Vec<Option<String>>>);

impl Progress for Heard {
    fn begin(&self, _: &'static str, _: usize) {}

    fn step(&self, _: &'static str) {}

    fn waiting(&self, why: Option<&str>) {
        self.0.lock().unwrap().push(why.map(str::to_owned));
    }
}

#[test]
fn a_writer_that_holds_the_lock_for_too_long_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let held = WriteLock::take(folder.path(), &()).unwrap();
    let heard = Heard::default();
    let error = WriteLock::take(folder.path(), &heard).unwrap_err();
    assert!(matches!(error, LockError::Locked(Some(_))), "{error}");
    let own = env::current_exe().unwrap();
    let own = own.file_stem().unwrap().to_str().unwrap();
    let name = format!("{own} (process {} on ", process::id());
    let message = error.to_string();
    assert!(message.starts_with(&name), "{message}");
    assert!(
        message.ends_with(" UTC) is writing to the library and holds its lock"),
        "{message}"
    );
    let heard = heard.0.into_inner().unwrap();
    let waiting = format!("waiting for {name}");
    assert!(
        heard[0].as_ref().unwrap().starts_with(&waiting),
        "{heard:?}"
    );
    assert_eq!(heard.last(), Some(&None));
    drop(held);
    WriteLock::take(folder.path(), &()).unwrap();
}

/// A stopped writer that holds the queue but has not had its turn yet.
#[test]
fn the_error_names_a_process_that_holds_only_the_queue() {
    let folder = tempfile::tempdir().unwrap();
    drop(WriteLock::take(folder.path(), &()).unwrap());
    let state = UserFolder::State.of_library(folder.path()).unwrap();
    let queue = state.path().join("queue");
    let held = std::fs::File::options().write(true).open(&queue).unwrap();
    held.lock().unwrap();
    std::fs::write(&queue, "stopped\n7\nhere\n1\n").unwrap();
    let error = WriteLock::take(folder.path(), &()).unwrap_err();
    let message = error.to_string();
    let is_named = cfg!(windows) || message.starts_with("stopped (process 7 on here, since ");
    assert!(
        matches!(error, LockError::Queued(_)) && is_named,
        "{message}"
    );
    assert!(
        message.ends_with(
            "holds the queue for the library without writing, and no other program gets a turn"
        ),
        "{message}"
    );
    drop(held);
    WriteLock::take(folder.path(), &()).unwrap();
}
