//! Runs the command under a tracer, and fails one of its system calls that read or write a library.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicI32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use assert_cmd::cargo::cargo_bin;
use footwork_store::UserFolder;
use nix::libc::{self, user_regs_struct};
use nix::sys::ptrace::{self, Options};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::Pid;

use crate::run::{Library, Ran};

/// The call to fail: number `at`, counted from 1, among the calls that access the watched folders as `access` says.
#[derive(Debug)]
pub(crate) struct Faults {
    at: AtomicUsize,
    calls: AtomicUsize,
    access: Mutex<Access>,
    /// The `errno` of the failing call.
    error: AtomicI32,
    failed: Mutex<Option<Failed>>,
}

/// A failed call: its path, and whether it would have synced the file or folder.
#[derive(Clone, Debug)]
struct Failed {
    path: PathBuf,
    is_sync: bool,
}

/// The kind of access that fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    Reads,
    /// Opens a file for reading, or lists a folder.
    Opens,
    Writes,
}

impl Faults {
    /// Returns faults without a failing call.
    pub(crate) fn none() -> Arc<Self> {
        Arc::new(Self {
            at: AtomicUsize::new(usize::MAX),
            calls: AtomicUsize::new(0),
            access: Mutex::new(Access::Reads),
            error: AtomicI32::new(libc::EIO),
            failed: Mutex::new(None),
        })
    }

    /// Starts to count calls. Call number `at` will fail.
    pub(crate) fn expect(&self, access: Access, at: usize) {
        self.at.store(usize::MAX, Ordering::SeqCst);
        *self.access.lock().unwrap() = access;
        *self.failed.lock().unwrap() = None;
        self.calls.store(0, Ordering::SeqCst);
        self.at.store(at, Ordering::SeqCst);
    }

    /// Stops failing calls. Returns the number of calls since [`expect`](Self::expect).
    pub(crate) fn end(&self) -> usize {
        self.at.store(usize::MAX, Ordering::SeqCst);
        self.calls.load(Ordering::SeqCst)
    }

    /// Makes the call fail with this `errno` instead of `EIO`.
    pub(crate) fn with_error(self: Arc<Self>, error: i32) -> Arc<Self> {
        self.error.store(error, Ordering::SeqCst);
        self
    }

    /// Returns the path in the failed call; `None` if none has failed.
    pub(crate) fn failed(&self) -> Option<PathBuf> {
        let failed = self.failed.lock().unwrap();
        failed.as_ref().map(|failed| failed.path.clone())
    }

    /// Returns whether the failed call would have synced a folder.
    pub(crate) fn failed_to_sync_folder(&self) -> bool {
        let failed = self.failed.lock().unwrap();
        failed
            .as_ref()
            .is_some_and(|failed| failed.is_sync && failed.path.is_dir())
    }

    /// Counts a call. Returns whether it fails.
    fn fails(&self) -> bool {
        let call = self.calls.fetch_add(1, Ordering::SeqCst) + 1;
        call == self.at.load(Ordering::SeqCst)
    }
}

/// Runs `footwork` with these arguments. Call number `at`, counted from 1, that reads in the library's folder fails
/// with an input/output error. Returns the result of the run, and the number of calls that read there.
pub(crate) fn footwork_failing(library: &Library, arguments: &[&str], at: usize) -> (Ran, usize) {
    let faults = Faults::none();
    faults.expect(Access::Reads, at);
    let ran = footwork_with(&[library.path().into()], arguments, &faults);
    (ran, faults.end())
}

/// Returns a library's folder, and the user's folders for journals, histories and caches.
pub(crate) fn with_own_folders(library: &Path) -> Vec<PathBuf> {
    let own = [UserFolder::State, UserFolder::Cache].map(|folder| folder.path().unwrap());
    [&[library.to_owned()][..], &own].concat()
}

/// Runs `footwork` with these arguments, with faults below the folders `roots`.
pub(crate) fn footwork_with(roots: &[PathBuf], arguments: &[&str], faults: &Arc<Faults>) -> Ran {
    let (mut child, tracer) = start(roots, arguments, faults);
    drop(child.stdin.take());
    let mut ran = Ran {
        code: tracer.run(),
        stdout: String::new(),
        stderr: String::new(),
    };
    let (mut stdout, mut stderr) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    stdout.read_to_string(&mut ran.stdout).unwrap();
    stderr.read_to_string(&mut ran.stderr).unwrap();
    ran
}

/// Starts `footwork` with these arguments for this thread to trace.
#[allow(clippy::zombie_processes, reason = "the tracer waits for it")]
pub(crate) fn start(
    roots: &[PathBuf],
    arguments: &[&str],
    faults: &Arc<Faults>,
) -> (Child, Tracer) {
    // The shell waits until this thread traces it.
    let mut child = Command::new("sh")
        .args(["-c", "read go; exec \"$@\"", "sh"])
        .arg(cargo_bin!("footwork"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let process = Pid::from_raw(i32::try_from(child.id()).unwrap());
    let options = Options::PTRACE_O_TRACESYSGOOD
        | Options::PTRACE_O_TRACECLONE
        | Options::PTRACE_O_TRACEEXEC
        | Options::PTRACE_O_EXITKILL;
    ptrace::seize(process, options).unwrap();
    ptrace::interrupt(process).unwrap();
    child.stdin.as_mut().unwrap().write_all(b"\n").unwrap();
    let tracer = Tracer {
        process,
        roots: roots.to_owned(),
        faults: Arc::clone(faults),
        failing: BTreeMap::new(),
    };
    (child, tracer)
}

pub(crate) struct Tracer {
    process: Pid,
    roots: Vec<PathBuf>,
    faults: Arc<Faults>,
    /// The threads inside a call that will fail.
    failing: BTreeMap<Pid, Failed>,
}

impl Tracer {
    /// Runs until the process ends, and returns its exit code.
    pub(crate) fn run(mut self) -> i32 {
        let process = self.process;
        loop {
            // Wait only for the processes that this test started, and their threads.
            let flags = WaitPidFlag::__WALL | WaitPidFlag::__WNOTHREAD;
            let (thread, signal) = match waitpid(None, Some(flags)).unwrap() {
                WaitStatus::Exited(thread, code) if thread == process => return code,
                WaitStatus::Signaled(thread, signal, _) if thread == process => {
                    panic!("killed by {signal}")
                }
                WaitStatus::PtraceSyscall(thread) => {
                    self.stopped_at_call(thread);
                    (thread, None)
                }
                WaitStatus::PtraceEvent(thread, ..) => (thread, None),
                WaitStatus::Stopped(thread, signal) => (thread, Some(signal)),
                _ => continue,
            };
            // The thread may have ended in the meantime.
            _ = ptrace::syscall(thread, signal);
        }
    }

    /// Handles a thread that stopped at the start or the end of a call. The kernel says which one it is, because the
    /// first stop may be either.
    fn stopped_at_call(&mut self, thread: Pid) {
        // The thread may have ended in the meantime.
        let Ok(info) = ptrace::syscall_info(thread) else {
            return;
        };
        match info.op {
            libc::PTRACE_SYSCALL_INFO_ENTRY => self.begins_call(thread),
            libc::PTRACE_SYSCALL_INFO_EXIT => self.ends_call(thread),
            other => panic!("unexpected stop of kind {other}"),
        }
    }

    fn begins_call(&mut self, thread: Pid) {
        let Ok(mut registers) = ptrace::getregs(thread) else {
            return;
        };
        let access = *self.faults.access.lock().unwrap();
        let path = match access {
            Access::Reads => read_path(thread, &registers),
            Access::Opens if is_opening(&registers) => read_path(thread, &registers),
            Access::Opens => None,
            Access::Writes => written_path(thread, &registers),
        };
        let is_watched = |path: &PathBuf| self.roots.iter().any(|root| path.starts_with(root));
        if let Some(path) = path.filter(is_watched)
            && self.faults.fails()
        {
            let call = i64::try_from(registers.orig_rax).unwrap_or(-1);
            let is_sync = [libc::SYS_fsync, libc::SYS_fdatasync].contains(&call);
            // No call has this number, so the kernel refuses the call.
            registers.orig_rax = u64::MAX;
            ptrace::setregs(thread, registers).unwrap();
            self.failing.insert(thread, Failed { path, is_sync });
        }
    }

    fn ends_call(&mut self, thread: Pid) {
        let Some(failed) = self.failing.remove(&thread) else {
            return;
        };
        let mut registers = ptrace::getregs(thread).unwrap();
        let error = self.faults.error.load(Ordering::SeqCst);
        registers.rax = i64::from(-error).cast_unsigned();
        ptrace::setregs(thread, registers).unwrap();
        *self.faults.failed.lock().unwrap() = Some(failed);
    }
}

/// Returns whether a call opens a file or lists a folder.
fn is_opening(registers: &user_regs_struct) -> bool {
    let call = i64::try_from(registers.orig_rax).unwrap_or(-1);
    [libc::SYS_openat, libc::SYS_open, libc::SYS_getdents64].contains(&call)
}

/// Returns the path of the file or folder that a call reads.
fn read_path(thread: Pid, registers: &user_regs_struct) -> Option<PathBuf> {
    match i64::try_from(registers.orig_rax).unwrap_or(-1) {
        libc::SYS_openat if registers.rdx & 3 != 0 => None,
        libc::SYS_openat | libc::SYS_newfstatat | libc::SYS_statx | libc::SYS_readlinkat => {
            path_at(thread, registers.rdi, registers.rsi)
        }
        libc::SYS_stat | libc::SYS_lstat | libc::SYS_open | libc::SYS_readlink => {
            text_at(thread, registers.rdi)
        }
        libc::SYS_read | libc::SYS_pread64 | libc::SYS_fstat | libc::SYS_getdents64 => {
            opened(thread, registers.rdi)
        }
        _ => None,
    }
}

/// Returns the path of the file or folder that a call writes.
fn written_path(thread: Pid, registers: &user_regs_struct) -> Option<PathBuf> {
    match i64::try_from(registers.orig_rax).unwrap_or(-1) {
        libc::SYS_openat if registers.rdx & 3 == 0 => None,
        libc::SYS_openat
        | libc::SYS_mkdirat
        | libc::SYS_unlinkat
        | libc::SYS_renameat
        | libc::SYS_renameat2 => path_at(thread, registers.rdi, registers.rsi),
        libc::SYS_linkat => path_at(thread, registers.rdi, registers.rsi),
        libc::SYS_rename | libc::SYS_mkdir | libc::SYS_unlink | libc::SYS_link => {
            text_at(thread, registers.rdi)
        }
        libc::SYS_write
        | libc::SYS_pwrite64
        | libc::SYS_ftruncate
        | libc::SYS_fsync
        | libc::SYS_fdatasync
        | libc::SYS_fchmod => opened(thread, registers.rdi),
        _ => None,
    }
}

/// Returns the path of a file that a thread has opened under a number.
fn opened(thread: Pid, number: u64) -> Option<PathBuf> {
    fs::read_link(format!("/proc/{thread}/fd/{number}")).ok()
}

/// Returns the path that a thread has in its memory at an address. A relative path is joined to the folder.
fn path_at(thread: Pid, folder: u64, address: u64) -> Option<PathBuf> {
    let path = text_at(thread, address)?;
    if path.is_absolute() {
        Some(path)
    } else {
        // An empty path means the folder itself.
        Some(opened(thread, folder)?.join(path))
    }
}

/// Returns the path that a thread has in its memory at an address.
fn text_at(thread: Pid, address: u64) -> Option<PathBuf> {
    let memory = File::open(format!("/proc/{thread}/mem")).ok()?;
    let mut bytes = [0; 256];
    let read = memory.read_at(&mut bytes, address).ok()?;
    let text = bytes[..read].split(|byte| *byte == 0).next()?;
    Some(PathBuf::from(str::from_utf8(text).ok()?))
}
