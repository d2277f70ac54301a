//! `footwork studio`: requests to a real process, which is killed and restarted.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;
use serde_json::{Value, json};

use crate::run::{Library, footwork, valid, words};

/// A time longer than any request takes on any machine.
const DEADLINE: Duration = Duration::from_secs(60);

pub(crate) struct Studio {
    child: Child,
    /// The pipe to the process's standard input. Dropping it ends that input.
    input: Option<ChildStdin>,
    port: u16,
    token: String,
}

impl Studio {
    fn start(root: &Path) -> Self {
        Self::start_with(root, &[])
    }

    /// Starts a studio with these environment variables.
    pub(crate) fn start_with(root: &Path, environment: &[(&str, &Path)]) -> Self {
        let mut child = Command::new(cargo_bin!("footwork"))
            .envs(environment.iter().copied())
            .args(["studio", "--port", "0", "--no-open", "--format", "json"])
            .arg(root)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        stdout.read_line(&mut line).unwrap();
        let said = valid(&line, "studio");
        let url = format!(
            "http://127.0.0.1:{}/#{}",
            said["port"],
            said["token"].as_str().unwrap()
        );
        assert_eq!(said["url"], url);
        Self {
            input: child.stdin.take(),
            child,
            port: said["port"].as_u64().unwrap().try_into().unwrap(),
            token: said["token"].as_str().unwrap().to_owned(),
        }
    }

    pub(crate) fn asking(&self) -> Asking {
        Asking {
            port: self.port,
            token: self.token.clone(),
        }
    }

    /// Closes the standard input of the process and returns its exit code.
    pub(crate) fn end(mut self) -> Option<i32> {
        drop(self.input.take());
        self.child.wait().unwrap().code()
    }
}

/// A studio whose system calls can be made to fail.
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
pub(crate) struct Failing {
    pub(crate) faults: std::sync::Arc<crate::tracer::Faults>,
    pub(crate) asking: Asking,
    input: ChildStdin,
    tracer: thread::JoinHandle<i32>,
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
impl Failing {
    /// Starts a studio; its calls can fail below these folders.
    pub(crate) fn start(root: &Path, failing: Vec<std::path::PathBuf>) -> Self {
        let faults = crate::tracer::Faults::none();
        let (started, starts) = std::sync::mpsc::channel();
        let (root, own) = (root.to_owned(), std::sync::Arc::clone(&faults));
        let tracer = thread::spawn(move || {
            let name = root.to_str().unwrap();
            let arguments = [
                "studio",
                "--port",
                "0",
                "--no-open",
                "--format",
                "json",
                name,
            ];
            let (mut child, tracer) = crate::tracer::start(&failing, &arguments, &own);
            // The test does not read the warnings.
            drop(child.stderr.take());
            started
                .send((child.stdin.take(), child.stdout.take()))
                .unwrap();
            tracer.run()
        });
        let (input, stdout) = starts.recv().unwrap();
        let mut line = String::new();
        BufReader::new(stdout.unwrap())
            .read_line(&mut line)
            .unwrap();
        let said = valid(&line, "studio");
        let asking = Asking {
            port: said["port"].as_u64().unwrap().try_into().unwrap(),
            token: said["token"].as_str().unwrap().to_owned(),
        };
        Self {
            faults,
            asking,
            input: input.unwrap(),
            tracer,
        }
    }

    /// Closes the standard input of the process and returns its exit code.
    pub(crate) fn end(self) -> i32 {
        drop(self.input);
        self.tracer.join().unwrap()
    }
}

/// What a page needs to send requests: the address and the token.
#[derive(Clone)]
pub(crate) struct Asking {
    port: u16,
    token: String,
}

impl Asking {
    /// Posts JSON. Returns the response, or `None` if it did not arrive completely.
    fn post(&self, path: &str, body: &Value) -> Option<Value> {
        let answer = self.ask("POST", path, &body.to_string())?;
        let (head, body) = answer.split_once("\r\n\r\n")?;
        assert!(head.starts_with("HTTP/1.1 200"), "{answer}");
        serde_json::from_str(body).ok()
    }

    /// Sends a request. Returns the response with its head, or `None` if it did not arrive completely.
    pub(crate) fn ask(&self, method: &str, path: &str, body: &str) -> Option<String> {
        let Self { port, token } = self;
        let mut stream = TcpStream::connect(("127.0.0.1", *port)).ok()?;
        stream.set_read_timeout(Some(DEADLINE)).ok()?;
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nx-footwork-token: {token}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
            body.len()
        );
        stream.write_all((head + body).as_bytes()).ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok()?;
        Some(answer)
    }

    /// Tags one frame of a clip. Returns whether the server reported the edit as saved.
    fn tag(&self, clip: &str, tag: &str, frame: usize) -> bool {
        let operation = json!({ "kind": "paint", "tag": tag, "start": frame, "stop": frame + 1 });
        let of_clip = json!({ "clip": clip, "operations": [operation] });
        let edit =
            json!({ "id": format!("{clip} {tag} {frame}"), "label": "paint", "clips": [of_clip] });
        let edited = self.post("/api/edit", &edit);
        edited.is_some_and(|edited| edited["changed"] == true)
    }
}

fn count() -> usize {
    match std::env::var_os("FOOTWORK_SOAK") {
        Some(_) => 200,
        None => 5,
    }
}

/// Two pages edit while the process is killed.
#[test]
fn acknowledged_edits_survive_a_kill() {
    let library = Library::new();
    let mut acknowledged: Vec<(String, String)> = Vec::new();
    for round in 0..count() {
        let mut studio = Studio::start(Path::new(library.path()));
        let (is_over, is_any_done) = (AtomicBool::new(false), AtomicBool::new(false));
        let done = thread::scope(|scope| {
            let pages = [
                ("run.bvh", "run.bvh.tags"),
                ("walks/walk one.bvh", "walks/walk one.bvh.tags"),
            ];
            let pages = pages.map(|(clip, file)| {
                let asking = studio.asking();
                let (is_over, is_any_done) = (&is_over, &is_any_done);
                scope.spawn(move || {
                    let mut done = Vec::new();
                    for step in 0.. {
                        let (tag, frame) = (format!("R{round}.S{step}"), step % 40);
                        if is_over.load(Ordering::Relaxed) || !asking.tag(clip, &tag, frame) {
                            break;
                        }
                        let line = format!("tag {tag} {frame} {}\n", frame + 1);
                        done.push((file.to_owned(), line));
                        is_any_done.store(true, Ordering::Relaxed);
                    }
                    done
                })
            });
            thread::sleep(Duration::from_millis(150 + 37 * (round as u64 % 7)));
            // On a busy machine, no answer may have arrived yet.
            let asked = Instant::now();
            while !is_any_done.load(Ordering::Relaxed) && asked.elapsed() < DEADLINE {
                thread::sleep(Duration::from_millis(5));
            }
            studio.child.kill().unwrap();
            is_over.store(true, Ordering::Relaxed);
            pages.map(|page| page.join().unwrap()).concat()
        });
        studio.child.wait().unwrap();
        assert!(!done.is_empty(), "nothing was edited before the kill");
        acknowledged.extend(done);
        // The next program that opens the library finds all acknowledged edits.
        let again = Studio::start(Path::new(library.path()));
        for (file, line) in &acknowledged {
            assert!(
                library.text(file).contains(line.as_str()),
                "{file} lost {line}"
            );
        }
        assert_eq!(again.end(), Some(0));
    }
    assert!(!library.has_temporary());
}

#[test]
fn the_command_undoes_edits_of_the_studio() {
    let library = Library::new();
    let studio = Studio::start(Path::new(library.path()));
    assert!(studio.asking().tag("run.bvh", "Gait.Run", 7));
    let undone = footwork(&["undo", library.path()]);
    assert!(
        undone.stdout.contains("undone: paint run.bvh"),
        "{}",
        undone.stdout
    );
    // The studio learns of the undo, so the tag can be added again.
    assert!(studio.asking().tag("run.bvh", "Gait.Run", 7));
    assert_eq!(studio.end(), Some(0));
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_studio_with_code_0() {
    let library = Library::new();
    let mut studio = Studio::start(Path::new(library.path()));
    let pid = studio.child.id().to_string();
    let killed = Command::new("kill").args(["-INT", &pid]).status().unwrap();
    assert!(killed.success());
    assert_eq!(studio.child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_library_that_cannot_be_served_is_an_error() {
    let library = Library::new();
    let studio = Studio::start(Path::new(library.path()));
    let port = studio.port.to_string();
    for (arguments, code) in [
        (&["studio", "no/such/folder"][..], "no-library"),
        (
            &["studio", library.path(), "--no-open", "--port", &port],
            "port",
        ),
        (&["studio", library.path(), "--port", "70000"], "usage"),
        (
            &["studio", library.path(), "--no-open", "--clip", "none"],
            "unknown-clip",
        ),
        (
            &words(&format!(
                "studio {} --no-open --clip run --frame 9999",
                library.path()
            )),
            "no-such-frame",
        ),
        (&["studio", library.path(), "--frame", "3"], "usage"),
    ] {
        let ran = footwork(&[arguments, &["--errors", "json"]].concat());
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(
            ran.stderr.contains(&format!("\"{code}\"")),
            "{}",
            ran.stderr
        );
    }
    library.write("footwork.toml", b"[tags");
    let ran = footwork(&["studio", library.path(), "--no-open"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{}", ran.stderr);
    assert!(ran.stderr.contains("bad-config"), "{}", ran.stderr);
    assert_eq!(studio.end(), Some(0));
}

/// The studio prints the address of a place in a clip, which the user can open.
#[test]
fn the_studio_opens_at_a_place() {
    let library = Library::new();
    let place = ["--clip", "run", "--frame", "7", "--query", "Gait.Run"];
    let ran = footwork(&[&["studio", library.path(), "--no-open"][..], &place].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(
        ran.stdout
            .contains("/?clip=run.bvh&frame=7&query=Gait.Run#"),
        "{}",
        ran.stdout
    );
}

/// The studio uses the first free port, and prints one line for people.
#[test]
fn without_a_port_the_studio_prints_its_address() {
    let library = Library::new();
    // Its standard input is empty, so it ends immediately.
    let ran = footwork(&["studio", library.path(), "--no-open"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(
        ran.stdout.starts_with("http://127.0.0.1:"),
        "{}",
        ran.stdout
    );
    assert_eq!(ran.stdout.lines().count(), 1);
}
