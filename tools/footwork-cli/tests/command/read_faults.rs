//! Each system call that reads a part of a library fails once, each in a separate run. A verb that exits with 0 has
//! made its one edit, and a verb that fails has made none. A failure after the commit does not make the verb fail.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use footwork::base::FrameRange;
use footwork_library::{Edit, Operation};

use crate::run::{Library, Ran, footwork, root};
use crate::tracer::footwork_failing;

/// The content of a library, and the history of its edits.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct State {
    pub(crate) files: BTreeMap<PathBuf, Vec<u8>>,
    /// The payloads of the records in the history.
    pub(crate) history: Vec<Vec<u8>>,
}

/// The size of the header before a record's payload, in bytes; bytes 4 to 8 hold the payload's length.
const HEADER: usize = 40;

fn payloads(mut log: &[u8]) -> Vec<Vec<u8>> {
    let mut payloads = Vec::new();
    while let Some((header, rest)) = log.split_at_checked(HEADER) {
        let length = u32::from_le_bytes(*header[4..].first_chunk().unwrap());
        let (payload, rest) = rest.split_at(usize::try_from(length).unwrap());
        payloads.push(payload.to_vec());
        log = rest;
    }
    assert_eq!(log, b"");
    payloads
}

impl State {
    fn of(library: &Library) -> Self {
        if !library.read_own("journal").is_empty() {
            // The next call completes an edit that the run left in the journal.
            assert_eq!(footwork(&["info", library.path()]).code, 0);
        }
        assert_eq!(library.read_own("journal"), b"");
        Self::as_is(library)
    }

    /// Reads the content without opening the library.
    pub(crate) fn as_is(library: &Library) -> Self {
        let files = library
            .snapshot()
            .into_iter()
            .filter_map(|(path, (content, _))| {
                let name = path.strip_prefix(library.path()).unwrap().to_owned();
                Some((name, content?))
            });
        Self {
            files: files.collect(),
            history: payloads(&library.read_own("history")),
        }
    }
}

/// Returns a library after three edits and one undo, in which each verb has something to do.
fn prepared() -> Library {
    let library = Library::new();
    let settings = library.text("footwork.toml") + "[rules]\n\"Direction.Turn\" = \"Gait.Run\"\n";
    library.write("footwork.toml", settings.as_bytes());
    let mut opened = footwork_library::Library::open(Path::new(library.path())).unwrap();
    let mut editor = opened.editor();
    for (tag, clip, start, stop) in [
        ("Gait.Run", "run", 12, 36),
        ("Gait.Walk", "walk one", 0, 9),
        ("Gait.Run", "run", 40, 44),
    ] {
        let clip = opened.find_clip(clip).unwrap();
        let tag = tag.parse().unwrap();
        let range = FrameRange::new(start, stop).unwrap();
        let paint = Edit::one(clip, Operation::Paint { tag, range });
        opened.edit(&mut editor, &paint).unwrap();
    }
    editor.undo().unwrap().unwrap();
    let tags =
        b"clip,tag,start,stop\nrun.bvh,Direction.Turn,8,9\nwalks/walk one.bvh,Gait.Run,20,30\n";
    library.write("tags.csv", tags);
    library
}

/// Returns the arguments of a verb, with paths instead of `LIB`, `CSV` and `OLD`.
fn arguments<'a>(library: &'a Library, verb: &[&'a str], files: &'a [String; 2]) -> Vec<&'a str> {
    let put = |argument: &&'a str| match *argument {
        "LIB" => library.path(),
        "CSV" => &files[0],
        "OLD" => &files[1],
        other => other,
    };
    verb.iter().map(put).collect()
}

/// Fails every `step`th read of a verb in turn, each in a new library. Returns the number of runs, and the number of
/// runs that made the edit despite the failure.
fn check(prepared: fn() -> Library, verb: &[&str], step: usize) -> (usize, usize) {
    let run = |at: usize| -> (Library, Ran, usize) {
        let library = prepared();
        let files = ["tags.csv", "old.bvh"].map(|file| format!("{}/{file}", library.path()));
        let (ran, calls) = footwork_failing(&library, &arguments(&library, verb, &files), at);
        (library, ran, calls)
    };
    let before = State::of(&prepared());
    let (library, ran, _) = run(usize::MAX);
    assert_eq!(ran.code, 0, "{verb:?}: {}", ran.stderr);
    let after = State::of(&library);
    assert_ne!(before, after, "{verb:?}");
    let (mut faults, mut made) = (0, 0);
    for at in (1..).step_by(step) {
        let (library, ran, calls) = run(at);
        if calls < at {
            return (faults, made);
        }
        faults += 1;
        let expected = if ran.code == 0 { &after } else { &before };
        made += usize::from(ran.code == 0);
        let state = State::of(&library);
        assert!(
            state == *expected,
            "{verb:?}, read {at} fails, code {}: {}{}",
            ran.code,
            ran.stdout,
            ran.stderr,
        );
    }
    unreachable!()
}

#[test]
fn undo_and_redo_are_done_or_not_as_they_say() {
    // Only the soak test fails every read.
    let step = std::env::var_os("FOOTWORK_SOAK").map_or(3, |_| 1);
    for verb in [&["undo", "LIB"][..], &["redo", "LIB"]] {
        let (faults, made) = check(prepared, verb, step);
        assert!(faults > 10 && made > 0, "{verb:?}: {faults}, {made}");
    }
}

#[test]
fn an_answer_is_complete_or_says_what_is_missing() {
    for verb in [&["query", "LIB", "Gait.Run"][..], &["rules", "LIB"]] {
        let library = prepared();
        let run = |at: usize| {
            footwork_failing(
                &library,
                &arguments(&library, verb, &[const { String::new() }; 2]),
                at,
            )
        };
        let (whole, calls) = run(usize::MAX);
        assert_eq!((whole.code, whole.stderr.as_str()), (0, ""), "{verb:?}");
        let mut named = 0;
        for at in 1..=calls {
            let (ran, _) = run(at);
            let is_named = ran.stderr.contains("error");
            assert!(
                ran.stdout == whole.stdout || is_named,
                "{verb:?}, read {at} fails: {}",
                ran.stdout
            );
            named += usize::from(is_named);
        }
        assert!(named > 5, "{verb:?}: {named} of {calls}");
    }
}

#[test]
#[ignore = "minutes: each read of each verb"]
fn every_edit_does_what_its_exit_code_says() {
    for verb in [
        &["import", "LIB", "CSV", "--from", "csv"][..],
        &["rules", "LIB", "--write"],
        &[
            "events", "detect", "LIB", "--of", "Gait", "--at", "starts", "--name", "Start",
            "--write",
        ],
        &["undo", "LIB", "--discard"],
        &["tag", "add", "LIB", "Gait.Walk", "run", "0", "8"],
        &["tag", "remove", "LIB", "Gait.Run", "run", "20", "24"],
        &["tag", "apply", "LIB", "Gait.Walk", "--where", "Gait.Run"],
        &["tag", "rename", "LIB", "Gait.Run", "Gait.Sprint"],
        &["event", "add", "LIB", "Foot.Left", "run", "3"],
        &["query", "LIB", "Gait.Run", "--save", "runs"],
    ] {
        let (faults, made) = check(prepared, verb, 1);
        println!("{verb:?}: {faults} faults, {made} of them made the edit");
        assert!(faults > 20, "{verb:?}: {faults}");
    }
}

/// Returns a library with a clip that lost its first frames after it was tagged. The old file lies next to it.
fn changed() -> Library {
    let library = Library::new();
    let sample = root().join("samples/cmu/playground_forward_jump_01.bvh");
    let text = std::fs::read_to_string(sample).unwrap();
    library.write("jump.bvh", text.as_bytes());
    library.write("old.bvh", text.as_bytes());
    for (tag, start, stop) in [("Gait.Run", "30", "60"), ("Gait.Walk", "70", "90")] {
        let path = library.path();
        let ran = footwork(&["tag", "add", path, tag, "jump.bvh", start, stop]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
    }
    let mut lines: Vec<&str> = text.lines().collect();
    let motion = lines
        .iter()
        .position(|line| line.trim() == "MOTION")
        .unwrap();
    lines.drain(motion + 3..motion + 23);
    let frames = format!("Frames: {}", lines.len() - motion - 3);
    lines[motion + 1] = &frames;
    library.write("jump.bvh", (lines.join("\n") + "\n").as_bytes());
    library
}

#[test]
#[ignore = "minutes: each read of each verb"]
fn a_rebase_does_what_its_exit_code_says() {
    for verb in [
        &["rebase", "LIB", "jump.bvh", "--from", "OLD", "--write"][..],
        &["rebase", "LIB", "jump.bvh", "--keep-frames", "--write"],
    ] {
        let (faults, made) = check(changed, verb, 1);
        println!("{verb:?}: {faults} faults, {made} of them made the edit");
        assert!(faults > 20, "{verb:?}: {faults}");
    }
}
