//! Each system call by which the studio's server reads or writes a library fails once. An edit reported as made is on
//! disk, a refused edit is not, and no edit is reported as doubtful if its outcome is known.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::read_faults::State;
use crate::run::Library;
use crate::studio::Failing;
use crate::tracer::{Access, with_own_folders};

/// A time longer than any request takes on any machine.
const DEADLINE: Duration = Duration::from_secs(60);

/// The path and the JSON body of a request.
type Request = (&'static str, Value);

/// An edit that the studio makes.
struct Case {
    name: &'static str,
    /// The requests before the edit. They must succeed.
    before: fn(usize) -> Vec<Request>,
    request: fn(usize) -> Request,
    /// The requests that restore the files: those after a successful edit, and those after a refused edit.
    after: [&'static [&'static str]; 2],
}

fn paint(number: usize, clips: &[&str]) -> Request {
    let tag = format!("Case.N{number}");
    let paint = json!([{ "kind": "paint", "tag": tag, "start": 3, "stop": 9 }]);
    let of_clip = |clip: &&str| json!({ "clip": clip, "operations": paint });
    let clips: Vec<Value> = clips.iter().map(of_clip).collect();
    let body = json!({ "id": format!("{number}"), "label": "paint", "clips": clips });
    ("/api/edit", body)
}

fn one(number: usize) -> Request {
    paint(number, &["run.bvh"])
}

fn save(number: usize) -> Request {
    let body = json!({ "name": format!("q{number}"), "text": "Gait" });
    ("/api/save-query", body)
}

fn turn(path: &'static str) -> Request {
    (path, json!({}))
}

const UNDO: &str = "/api/undo";
const REDO: &str = "/api/redo";

const CASES: [Case; 10] = [
    Case {
        name: "edit",
        before: |_| Vec::new(),
        request: one,
        after: [&[UNDO], &[]],
    },
    Case {
        name: "edit of two clips",
        before: |_| Vec::new(),
        request: |number| paint(number, &["run.bvh", "walks/walk one.bvh"]),
        after: [&[UNDO], &[]],
    },
    Case {
        name: "apply",
        before: |_| Vec::new(),
        request: |number| {
            let body = json!({ "query": "all", "tag": format!("Case.N{number}") });
            ("/api/apply", body)
        },
        after: [&[UNDO], &[]],
    },
    Case {
        name: "undo",
        before: |number| vec![one(number)],
        request: |_| turn(UNDO),
        after: [&[], &[UNDO]],
    },
    Case {
        name: "redo",
        before: |number| vec![one(number), turn(UNDO)],
        request: |_| turn(REDO),
        after: [&[UNDO], &[]],
    },
    Case {
        name: "discard-last",
        before: |number| vec![one(number)],
        request: |_| turn("/api/discard-last"),
        after: [&[], &[UNDO]],
    },
    Case {
        name: "save-query",
        before: |_| Vec::new(),
        request: save,
        after: [&[UNDO], &[]],
    },
    Case {
        name: "rename-query",
        before: |number| vec![save(number)],
        request: |number| {
            let body = json!({ "name": format!("q{number}"), "to": format!("r{number}") });
            ("/api/rename-query", body)
        },
        after: [&[UNDO, UNDO], &[UNDO]],
    },
    Case {
        name: "remove-query",
        before: |number| vec![save(number)],
        request: |number| ("/api/remove-query", json!({ "name": format!("q{number}") })),
        after: [&[UNDO, UNDO], &[UNDO]],
    },
    Case {
        name: "add-label",
        before: |_| Vec::new(),
        request: |number| {
            let body = json!({ "kind": "tag", "name": format!("Case.N{number}") });
            ("/api/add-label", body)
        },
        after: [&[UNDO], &[]],
    },
];

/// A library and the studio that serves it.
struct Desk {
    library: Library,
    studio: Failing,
    number: usize,
}

impl Desk {
    fn new() -> Self {
        let library = Library::new();
        let root = Path::new(library.path());
        let studio = Failing::start(root, with_own_folders(root));
        let desk = Self {
            library,
            studio,
            number: 0,
        };
        // Make an edit first, so that there is a history.
        desk.done(&one(0));
        desk
    }

    /// Sends a request. Returns the status and the JSON of the response.
    fn ask(&self, (path, body): &Request) -> (u16, Value) {
        let answer = self.studio.asking.ask("POST", path, &body.to_string());
        let answer = answer.unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        let body = serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {answer}"));
        (status, body)
    }

    #[track_caller]
    fn done(&self, request: &Request) {
        let (status, answer) = self.ask(request);
        assert_eq!(status, 200, "{request:?}: {answer}");
    }

    /// Checks that a page receives the tags that are in the files.
    fn check_labels(&self, what: &str) {
        let begin = Instant::now();
        let text = || {
            if self.library.has("run.bvh.tags") {
                self.library.text("run.bvh.tags")
            } else {
                String::new()
            }
        };
        let seen = || {
            let path = "/api/labels?clip=run.bvh";
            let answer = self.studio.asking.ask("GET", path, "").unwrap();
            let (_, body) = answer.split_once("\r\n\r\n").unwrap();
            let labels: Value = serde_json::from_str(body).unwrap();
            labels["spans"].as_array().map_or(0, Vec::len)
        };
        while seen() != text().matches("\ntag ").count() {
            assert!(
                begin.elapsed() < DEADLINE,
                "{what}: the page has stale labels\n{}",
                text()
            );
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Fails one system call of a case. Returns whether the case makes that many calls, and whether the edit was made.
    fn run(&mut self, case: &Case, access: Access, at: usize) -> (bool, bool) {
        self.number += 1;
        let number = self.number;
        let what = format!("{}: {access:?} {at}", case.name);
        (case.before)(number)
            .iter()
            .for_each(|before| self.done(before));
        let before = State::as_is(&self.library);
        self.studio.faults.expect(access, at);
        let (status, answer) = self.ask(&(case.request)(number));
        let is_over = self.studio.faults.end() < at;
        let after = State::as_is(&self.library);
        let is_noted = !self.library.read_own("journal").is_empty();
        let is_made = after.history.len() == before.history.len() + 1;
        let said = format!("{what}: {status} {answer}");
        match (status, answer["code"].as_str()) {
            (200, _) => assert!(is_made, "{said}"),
            (_, Some("in-doubt")) => assert!(is_noted && !is_made, "{said}"),
            _ => {
                assert!(!is_made && after == before, "{said}");
                if answer["kept"] == true {
                    self.done(&("/api/discard", json!({})));
                }
            }
        }
        if is_made && case.name != "discard-last" {
            assert_ne!(after.files, before.files, "{said}");
        }
        self.check_labels(&what);
        let restoring = case.after[usize::from(!is_made)];
        restoring.iter().for_each(|path| self.done(&turn(path)));
        (!is_over, is_made)
    }
}

/// Fails every `stride`-th system call of each case. Returns the number of failed calls, and after how many of them the
/// edit was still made.
fn sweep(access: Access, stride: usize) -> (usize, usize) {
    let mut desk = Desk::new();
    let (mut faults, mut made) = (0, 0);
    for (first, case) in (1..).zip(&CASES) {
        let of_case = faults;
        // Each case begins at another call, so that over all cases every kind of call fails.
        for at in ((first % stride).max(1)..).step_by(stride) {
            let (failed, is_made) = desk.run(case, access, at);
            if !failed {
                assert!(is_made, "{}: no edit without a fault", case.name);
                break;
            }
            faults += 1;
            made += usize::from(is_made);
        }
        println!("{}: {} {access:?} failed", case.name, faults - of_case);
        assert!(faults > of_case, "{}", case.name);
    }
    assert_eq!(desk.studio.end(), 0);
    (faults, made)
}

#[test]
fn the_studio_reports_the_outcome_of_an_edit_when_a_read_fails() {
    let (faults, made) = sweep(Access::Reads, 9);
    assert!(faults > 50 && made > 5, "{faults}, {made}");
}

#[test]
fn the_studio_reports_the_outcome_of_an_edit_when_a_write_fails() {
    let (faults, made) = sweep(Access::Writes, 3);
    println!("{faults} faults, {made} of them made the edit");
    assert!(faults > 75 && made < faults, "{faults}, {made}");
}

#[test]
#[ignore = "minutes: each call of each edit"]
fn the_studio_reports_the_outcome_of_an_edit_when_any_call_fails() {
    for access in [Access::Reads, Access::Writes] {
        let (faults, made) = sweep(access, 1);
        println!("{access:?}: {faults} faults, {made} of them made the edit");
    }
}
