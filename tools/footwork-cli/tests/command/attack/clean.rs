//! A clone of a library in git. Verbs that edit change only its sidecars and settings, and other verbs change no file
//! in it.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::calls;
use super::stranger::Stranger;
use crate::run::bvh;

/// The first words of calls that edit.
const EDITS: &[&str] = &[
    "query LIB Gait|{speed>1} --save",
    "tag ",
    "event ",
    "events detect ",
    "rules LIB --write",
    "state LIB run --set",
    "rebase ",
    "import ",
    "undo ",
    "redo ",
];

#[track_caller]
fn git(stranger: &Stranger, arguments: &[&str]) -> String {
    let output = Command::new("git")
        .args(["-c", "user.name=a", "-c", "user.email=a@b"])
        .args(arguments)
        .current_dir(stranger.path("lib"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the new, changed and ignored files of the clone, as git lists them.
fn status(stranger: &Stranger) -> Vec<String> {
    let shown = git(
        stranger,
        &[
            "status",
            "--porcelain",
            "--ignored",
            "--untracked-files=all",
        ],
    );
    let names = shown
        .lines()
        .map(|line| line.split_at(3).1.trim_matches('"'));
    names.map(str::to_owned).collect()
}

/// Runs a call of every verb that `--help` lists.
#[test]
fn a_clone_stays_clean_after_every_verb_that_does_not_edit() {
    let stranger = Stranger::new();
    // This clip makes the library large enough to get an index.
    stranger.write("lib/legs/large.bvh", bvh(400_000).as_bytes());
    git(&stranger, &["init", "--quiet"]);
    git(&stranger, &["add", "--all"]);
    git(&stranger, &["commit", "--quiet", "--message", "a"]);
    let lib = stranger.lib();
    let templates = calls::all("LIB", "OUT").into_iter();
    let edited = templates
        .zip(calls::all(&lib, &stranger.out()))
        .filter(|(template, call)| {
            let template = template.join(" ");
            stranger.run(call);
            let changed = status(&stranger);
            let is_edit = EDITS.iter().any(|edit| template.starts_with(edit));
            let may_change = |file: &String| {
                is_edit
                    && (file == "footwork.toml"
                        || Path::new(file).extension().is_some_and(|end| end == "tags"))
            };
            assert!(changed.iter().all(may_change), "{template}: {changed:?}");
            git(&stranger, &["checkout", "--quiet", "."]);
            git(&stranger, &["clean", "--quiet", "--force"]);
            !changed.is_empty()
        });
    assert!(edited.count() > 5);
    let caches = fs::read_dir(stranger.path("state/cache/libraries")).unwrap();
    let mut indexes = caches.map(|cache| cache.unwrap().path().join("index"));
    assert!(indexes.any(|index| index.exists()));
}
