//! Edits that are still in the journal. The next writer completes them, and readers see them as if they were complete.

use std::path::Path;

use footwork_store::WriteLock;
use serde_json::{Value, json};

use crate::interrupted::{LABEL, edit_and_stop};
use crate::run::{Library, Ran, footwork, valid, words};

const RUN: &str = "run.bvh.tags";
const WALK: &str = "walks/walk one.bvh.tags";
const JOURNAL: &str = "journal";

/// Returns a library with a sidecar for each clip.
fn tagged() -> Library {
    let library = Library::new();
    let lib = library.path();
    for clip in ["run", "walk one"] {
        assert_eq!(
            footwork(&["tag", "add", lib, "Gait.Walk", clip, "0", "4"]).code,
            0
        );
    }
    library
}

/// Makes an edit of both clips that stops after `replaced` sidecars.
fn interrupt(library: &Library, replaced: usize) {
    let [run, walk] = [RUN, WALK].map(|file| library.text(file) + "tag Gait.Run 10 20\n");
    // Put the lines into the order of a sidecar, which sorts tags by name.
    let order = |text: String| {
        text.replace(
            "tag Gait.Walk 0 4\ntag Gait.Run 10 20\n",
            "tag Gait.Run 10 20\ntag Gait.Walk 0 4\n",
        )
    };
    let (run, walk) = (order(run), order(walk));
    edit_and_stop(library, &[(RUN, &run), (WALK, &walk)], replaced);
}

/// Returns the names of the clips with runs, and the findings as `file code`.
fn runs(library: &Library) -> (Vec<String>, Vec<String>) {
    let query = ["query", library.path(), "Gait.Run"];
    let ran = footwork(&[&query[..], &["--format", "json", "--errors", "json"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let answer = valid(&ran.stdout, "query");
    let clips = answer["clips"].as_array().unwrap().iter();
    let clips = clips.map(|clip| {
        assert_eq!(clip["ranges"], json!([[10, 20]]));
        text(&clip["clip"])
    });
    (clips.collect(), said(&ran))
}

fn said(ran: &Ran) -> Vec<String> {
    if ran.stderr.is_empty() {
        return Vec::new();
    }
    let findings = valid(&ran.stderr, "findings")["findings"].take();
    let findings = findings.as_array().unwrap().iter();
    findings
        .map(|finding| format!("{} {}", text(&finding["file"]), text(&finding["code"])))
        .collect()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

fn both() -> Vec<String> {
    vec!["run.bvh".to_owned(), "walks/walk one.bvh".to_owned()]
}

const RECOVERED: [&str; 2] = [
    "run.bvh.tags recovered",
    "walks/walk one.bvh.tags recovered",
];

#[test]
fn an_interrupted_edit_is_completed_and_reported_once() {
    for replaced in 0..=2 {
        let library = tagged();
        interrupt(&library, replaced);
        assert!(!library.read_own(JOURNAL).is_empty());
        assert_eq!(library.has_temporary(), replaced < 2);
        let (clips, said) = runs(&library);
        assert_eq!(
            (clips, said),
            (both(), RECOVERED.map(str::to_owned).to_vec())
        );
        assert!(library.read_own(JOURNAL).is_empty());
        assert!(!library.has_temporary());
        for clip in both() {
            assert_eq!(
                library.items(&clip),
                ["tag Gait.Run 10 20", "tag Gait.Walk 0 4"]
            );
        }
        let settled = library.snapshot();
        assert_eq!(runs(&library), (both(), Vec::new()));
        assert_eq!(library.snapshot(), settled);
        let undone = footwork(&["undo", library.path()]);
        assert_eq!(undone.stdout, format!("undone: {LABEL} (2 files)\n"));
        assert_eq!(runs(&library).0, [""; 0]);
    }
}

#[test]
fn a_completed_edit_is_reported_to_people() {
    let library = tagged();
    interrupt(&library, 1);
    let info = footwork(&["info", library.path()]);
    assert_eq!(info.code, 0);
    let expected =
        format!("run.bvh.tags: note[recovered]: an interrupted edit has been completed: {LABEL}\n");
    assert!(info.stderr.starts_with(&expected), "{}", info.stderr);
    assert_eq!(info.stderr.lines().count(), 2);
    assert_eq!(footwork(&["info", library.path()]).stderr, "");
}

#[test]
fn an_edit_first_completes_the_interrupted_one() {
    let library = tagged();
    interrupt(&library, 1);
    let ran = footwork(&words(&format!(
        "tag remove {} Gait.Run run 12 20",
        library.path()
    )));
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(
        library.items("run.bvh"),
        ["tag Gait.Run 10 12", "tag Gait.Walk 0 4"]
    );
    assert_eq!(library.items("walks/walk one.bvh")[0], "tag Gait.Run 10 20");
    for label in ["tag remove Gait.Run run.bvh [12, 20)", LABEL] {
        let undone = footwork(&["undo", library.path()]).stdout;
        assert!(undone.contains(label), "{undone}");
    }
}

#[test]
fn readers_see_the_completed_edit_while_another_program_writes() {
    let library = tagged();
    interrupt(&library, 1);
    let lock = WriteLock::take(Path::new(library.path()), &()).unwrap();
    let before = library.snapshot();
    assert_eq!(runs(&library), (both(), Vec::new()));
    let info = footwork(&["info", library.path(), "--format", "json"]);
    let clips = valid(&info.stdout, "info")["clips"].take();
    assert_eq!(
        (&clips[0]["spans"], &clips[1]["spans"]),
        (&json!(2), &json!(2))
    );
    assert_eq!(library.snapshot(), before);
    drop(lock);
    assert_eq!(runs(&library).1, RECOVERED);
}

#[cfg(target_os = "linux")]
#[test]
fn readers_see_the_completed_edit_in_a_read_only_folder() {
    use crate::mounted::Mounted;

    let Some(mounted) = Mounted::new("size=1m") else {
        return;
    };
    let library = &mounted.library;
    for clip in ["run", "walk one"] {
        assert_eq!(
            footwork(&["tag", "add", library.path(), "Gait.Walk", clip, "0", "4"]).code,
            0
        );
    }
    interrupt(library, 1);
    mounted.make_read_only();
    let before = library.snapshot();
    assert_eq!(runs(library), (both(), vec![WAITING.to_owned()]));
    let edit = footwork(&["tag", "add", library.path(), "Gait.Run", "run", "0", "1"]);
    assert_eq!(edit.code, 2);
    assert!(edit.stderr.contains("not-saved"), "{}", edit.stderr);
    assert_eq!(library.snapshot(), before);
}

#[test]
fn changes_by_hand_since_the_edit_stay() {
    let library = tagged();
    interrupt(&library, 1);
    // One sidecar has been replaced by the interrupted edit, and the other has not.
    for file in [RUN, WALK] {
        library.write(file, (library.text(file) + "tag Turn 30 32\n").as_bytes());
    }
    assert_eq!(
        runs(&library),
        (both(), RECOVERED.map(str::to_owned).to_vec())
    );
    for clip in both() {
        let items = ["tag Gait.Run 10 20", "tag Gait.Walk 0 4", "tag Turn 30 32"];
        assert_eq!(library.items(&clip), items);
    }
}

#[test]
fn a_conflicting_change_since_the_edit_is_kept_and_reported() {
    let library = tagged();
    let text = library.text(RUN);
    edit_and_stop(&library, &[(RUN, &text.replace("Walk 0 4", "Walk 0 2"))], 0);
    library.write(RUN, text.replace("Walk 0 4", "Walk 0 9").as_bytes());
    let ran = footwork(&["info", library.path(), "--errors", "json"]);
    assert_eq!(
        said(&ran),
        [
            "run.bvh.tags recovered",
            "run.bvh.tags edit-conflict",
            "run.bvh.tags span-overlap"
        ]
    );
    assert!(
        ran.stderr.contains("changed in conflict with the edit"),
        "{}",
        ran.stderr
    );
}

/// Returns a library with an interrupted edit of both clips, and the bytes of the edit's journal.
fn with_edit() -> (Library, Vec<u8>) {
    let library = tagged();
    interrupt(&library, 0);
    let journal = library.read_own(JOURNAL);
    (library, journal)
}

/// Returns a library with an interrupted edit, whose journal was replaced by the result of `make`.
fn with_journal(make: impl FnOnce(&[u8]) -> Vec<u8>) -> Library {
    let (library, journal) = with_edit();
    library.write_own(JOURNAL, &make(&journal));
    library
}

/// The finding that edits cannot be completed now.
const WAITING: &str = "journal edits-waiting";

const TORN: &str = "journal torn-journal";

#[test]
fn a_cut_off_record_is_dropped_and_reported_once() {
    type Torn = fn(&[u8]) -> Vec<u8>;
    let torn: [Torn; 4] = [
        |whole| whole[..1].to_vec(),
        |whole| whole[..11].to_vec(),
        |whole| whole[..whole.len() - 1].to_vec(),
        |whole| [vec![0; 100], whole.to_vec()].concat(),
    ];
    for torn in torn {
        let library = with_journal(torn);
        let before = [RUN, WALK].map(|file| library.read(file));
        assert_eq!(runs(&library), (Vec::new(), vec![TORN.to_owned()]));
        assert_eq!([RUN, WALK].map(|file| library.read(file)), before);
        assert!(library.read_own(JOURNAL).is_empty());
        assert_eq!(runs(&library), (Vec::new(), Vec::new()));
        assert_eq!(footwork(&["undo", library.path()]).code, 0);
    }
    // A complete record before the cut-off one is carried out.
    let library = with_journal(|whole| [whole, &whole[..whole.len() / 2]].concat());
    let said = [&[TORN][..], &RECOVERED].concat();
    assert_eq!(
        runs(&library),
        (both(), said.iter().map(|s| (*s).to_owned()).collect())
    );
}

/// Checks a library with an unreadable journal. Readers answer from the files and report that edits may be missing, no
/// command writes, and no data is discarded.
#[track_caller]
fn check_kept(library: &Library, why: &str) {
    let all = |library: &Library| {
        let files = [RUN, WALK].map(|file| library.read(file));
        (
            files,
            [JOURNAL, "history"].map(|file| library.read_own(file)),
        )
    };
    let before = all(library);
    let lib = library.path();
    let journal = library.own(JOURNAL).display().to_string();
    for verb in [
        "query LIB Gait.Run",
        "check LIB",
        "compile LIB -o LIB/out.tagdb",
    ] {
        let verb = verb.replace("LIB", lib);
        for (verb, code) in [(verb.clone(), 1), (format!("{verb} --partial"), 0)] {
            let ran = footwork(&words(&verb));
            assert_eq!(ran.code, code, "{verb}: {}", ran.stderr);
            assert_eq!(
                library.has("out.tagdb"),
                verb.ends_with("tagdb --partial"),
                "{verb}"
            );
            let said: Vec<&str> = ran.stdout.split_whitespace().collect();
            let said = said.join(" ") + &ran.stderr;
            assert!(
                said.contains("edits-waiting") && said.contains(why),
                "{verb}: {said}"
            );
            assert!(said.replace(' ', "").contains(&journal), "{verb}: {said}");
        }
    }
    for verb in [
        "tag add LIB Gait.Run run 1 2 --partial",
        "tag rename LIB Gait Move --partial",
        "query LIB Gait --save kept --partial",
        "undo LIB --partial",
    ] {
        let verb = verb.replace("LIB", lib);
        if let Some(whole) = verb.strip_suffix(" --partial") {
            let ran = footwork(&words(whole));
            assert_eq!((ran.code, ran.stdout.as_str()), (1, ""), "{}", ran.stderr);
            assert!(ran.stderr.contains("incomplete"), "{}", ran.stderr);
        }
        let ran = footwork(&words(&verb));
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{}", ran.stderr);
        assert!(ran.stderr.contains("not-saved"), "{}", ran.stderr);
        assert!(ran.stderr.contains(why), "{}", ran.stderr);
    }
    assert_eq!(all(library), before);
}

#[test]
fn a_record_of_a_newer_version_is_kept() {
    for version in [b'4', b'9'] {
        let library = with_journal(|whole| {
            let mut other = whole.to_vec();
            other[3] = version;
            other
        });
        check_kept(&library, "newer version of Footwork");
        // A readable record before it does not change this.
        let library = with_journal(|whole| [whole, b"fwk", &[version], &whole[4..]].concat());
        check_kept(&library, "newer version of Footwork");
    }
}

#[test]
fn a_record_that_names_a_file_of_another_kind_is_kept() {
    for file in ["notes", "run.bvh", "config.toml", "nested/a.bvh.tags"] {
        let library = tagged();
        library.write("nested/footwork.toml", b"");
        // In this test, the store accepts any file name.
        edit_and_stop(&library, &[(file, "never")], 0);
        check_kept(&library, "a record names");
    }
}
