//! Edits wait in a journal, and each system call that reads the user's folders fails once. Then the answer contains the
//! edits, or the verb exits with 1 and names the journal; an edit may also exit with 2.

use std::path::Path;

use footwork_store::UserFolder;

use crate::interrupted::edit_and_stop;
use crate::run::{Library, Ran, footwork, words};
use crate::tracer::{Access, Faults, footwork_with};

const RUN: &str = "run.bvh.tags";
const WALK: &str = "walks/walk one.bvh.tags";

const VERBS: [&str; 5] = [
    "query LIB Gait.Run --format json",
    "check LIB",
    "strip LIB run -o LIB/run.png",
    "compile LIB -o LIB/out.tagdb",
    "tag add LIB Gait.Walk run 30 40",
];

/// Returns a library in its own folder, with an edit that waits in the journal.
fn waiting(is_moved: bool) -> Library {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::in_folder(folder);
    let text = "footwork-tags 1\ntag Gait.Run 10 20\n";
    edit_and_stop(&library, &[(RUN, text), (WALK, text)], 1);
    if !is_moved {
        return library;
    }
    // A moved library finds its journal's folder by the identity of its own folder.
    let to = tempfile::tempdir().unwrap();
    std::fs::remove_dir(to.path()).unwrap();
    std::fs::rename(library.path(), to.path()).unwrap();
    Library::as_it_is(to)
}

fn run(library: &Library, verb: &str, faults: &std::sync::Arc<Faults>) -> Ran {
    let verb = verb.replace("LIB", library.path());
    let state = UserFolder::State.path().unwrap();
    let ran = footwork_with(&[state], &words(&verb), faults);
    let plain = |text: String| text.replace(library.path(), "");
    Ran {
        stdout: plain(ran.stdout),
        stderr: plain(ran.stderr),
        ..ran
    }
}

fn runs(library: &Library) -> String {
    let ran = footwork(&["query", library.path(), "Gait.Run", "--format", "csv"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    ran.stdout
}

/// Fails each system call of a verb in turn, and returns the number of calls.
fn check(verb: &str, is_moved: bool, access: Access) -> usize {
    let library = waiting(is_moved);
    let whole = run(&library, verb, &Faults::none());
    assert_eq!(whole.code, 0, "{verb}: {}", whole.stderr);
    let found = runs(&library);
    assert_eq!(found.lines().count(), 3, "{found}");
    for at in 1.. {
        let library = waiting(is_moved);
        let faults = Faults::none();
        faults.expect(access, at);
        let ran = run(&library, verb, &faults);
        let Some(failed) = faults.failed() else {
            return at - 1;
        };
        let said = format!(
            "{verb}, moved: {is_moved}: {access:?} {at}, of {failed:?}, exit {}\n{}{}",
            ran.code, ran.stdout, ran.stderr
        );
        let is_edit = verb.starts_with("tag");
        match ran.code {
            // An edit that waits for a sync is reported as a warning, and the answer contains the edit.
            0 if verb.starts_with("check") => {
                let is_said = ran.stdout.contains("edits-waiting");
                let is_journal = failed.ends_with("journal") && access == Access::Opens;
                assert!(!is_said || !is_journal, "{said}");
            }
            0 => assert_eq!(ran.stdout, whole.stdout, "{said}"),
            2 if is_edit => assert!(ran.stderr.contains("error["), "{said}"),
            code => {
                assert_eq!(code, 1, "{said}");
                assert!(ran.stderr.contains("journal"), "{said}");
                let output = ["run.png", "out.tagdb"].map(|file| library.has(file));
                assert_eq!(output, [false; 2], "{said}");
            }
        }
        // No edit is lost: the next program completes the waiting edits.
        assert_eq!(runs(&library), found, "{said}");
        assert!(Path::new(library.path()).join(RUN).exists(), "{said}");
    }
    unreachable!()
}

/// Every verb needs the waiting edits. In the soak test, every verb runs with every fault, in a moved library and in
/// one that was not moved.
#[test]
fn waiting_edits_are_in_the_answer_or_reported_as_missing() {
    let is_soak = std::env::var_os("FOOTWORK_SOAK").is_some();
    let mut faults = 0;
    for (place, verb) in VERBS.iter().enumerate() {
        for is_moved in [false, true] {
            for access in [Access::Opens, Access::Reads] {
                let is_daily = match access {
                    Access::Opens => place % 2 == 0 || !is_moved,
                    _ => place < 2 && is_moved,
                };
                if is_soak || is_daily {
                    faults += check(verb, is_moved, access);
                }
            }
        }
    }
    println!("{faults} faults");
    assert!(faults > 200, "{faults}");
}
