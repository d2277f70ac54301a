//! Runs the command as a debugger does, and fails one of the calls by which it reads a library.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::unix::fs::FileExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin;
use nix::libc;
use nix::sys::ptrace::{self, Options};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::Pid;

use crate::run::{Library, Ran};

/// Runs `footwork` with these arguments. Its call number `at`, from 1, that reads something below the library's folder
/// fails with an input/output error. Returns what it did, and the number of these calls.
#[allow(clippy::zombie_processes, reason = "the tracer waits for it")]
pub(crate) fn footwork_failing(library: &Library, arguments: &[&str], at: usize) -> (Ran, usize) {
    // The shell waits until it is traced.
    let mut child = Command::new("sh")
        .args(["-c", "read go; exec \"$@\"", "sh"])
        .arg(cargo_bin!("footwork"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let pid = Pid::from_raw(i32::try_from(child.id()).unwrap());
    let options = Options::PTRACE_O_TRACESYSGOOD
        | Options::PTRACE_O_TRACECLONE
        | Options::PTRACE_O_TRACEEXEC
        | Options::PTRACE_O_EXITKILL;
    ptrace::seize(pid, options).unwrap();
    ptrace::interrupt(pid).unwrap();
    child.stdin.take().unwrap().write_all(b"\n").unwrap();
    let mut tracer = Tracer {
        root: PathBuf::from(library.path()),
        at,
        calls: 0,
        inside: BTreeSet::new(),
        failing: BTreeSet::new(),
    };
    let code = tracer.run(pid);
    let mut ran = Ran {
        code,
        stdout: String::new(),
        stderr: String::new(),
    };
    let (mut stdout, mut stderr) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    stdout.read_to_string(&mut ran.stdout).unwrap();
    stderr.read_to_string(&mut ran.stderr).unwrap();
    (ran, tracer.calls)
}

struct Tracer {
    root: PathBuf,
    at: usize,
    calls: usize,
    /// The threads that are inside a call, and those whose call is to fail.
    inside: BTreeSet<Pid>,
    failing: BTreeSet<Pid>,
}

impl Tracer {
    /// Runs until the process ends, and returns its exit code.
    fn run(&mut self, process: Pid) -> i32 {
        loop {
            // Only the children of this test, and their threads.
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
            // A thread may have ended meanwhile.
            _ = ptrace::syscall(thread, signal);
        }
    }

    /// A thread begins a call, or ends it.
    fn stopped_at_call(&mut self, thread: Pid) {
        let Ok(mut registers) = ptrace::getregs(thread) else {
            return;
        };
        if self.inside.remove(&thread) {
            if self.failing.remove(&thread) {
                registers.rax = i64::from(-libc::EIO).cast_unsigned();
                ptrace::setregs(thread, registers).unwrap();
            }
            return;
        }
        self.inside.insert(thread);
        let path = match i64::try_from(registers.orig_rax).unwrap_or(-1) {
            libc::SYS_openat if registers.rdx & 3 != 0 => None,
            libc::SYS_openat | libc::SYS_newfstatat | libc::SYS_statx => {
                text_at(thread, registers.rsi)
            }
            libc::SYS_stat | libc::SYS_lstat | libc::SYS_open | libc::SYS_readlink => {
                text_at(thread, registers.rdi)
            }
            libc::SYS_read | libc::SYS_pread64 | libc::SYS_fstat | libc::SYS_getdents64 => {
                fs::read_link(format!("/proc/{thread}/fd/{}", registers.rdi)).ok()
            }
            _ => None,
        };
        if path.is_some_and(|path| path.starts_with(&self.root)) {
            self.calls += 1;
            if self.calls == self.at {
                // There is no such call.
                registers.orig_rax = u64::MAX;
                ptrace::setregs(thread, registers).unwrap();
                self.failing.insert(thread);
            }
        }
    }
}

/// The path at an address of a thread.
fn text_at(thread: Pid, address: u64) -> Option<PathBuf> {
    let memory = File::open(format!("/proc/{thread}/mem")).ok()?;
    let mut bytes = [0; 256];
    let read = memory.read_at(&mut bytes, address).ok()?;
    let text = bytes[..read].split(|byte| *byte == 0).next()?;
    Some(PathBuf::from(str::from_utf8(text).ok()?))
}
