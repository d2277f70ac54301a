//! Journals and histories that come with a library: of the right form, with right checksums, made by somebody else.

use std::fs;
use std::path::Path;

use super::stranger::Stranger;
use super::{calls, is_soak};
use crate::run::Ran;

/// What a stranger wants to be written.
const OWNED: &[u8] = b"footwork-tags 1\n# owned by a stranger\n";

/// The files that a stranger names; `HOME` is the folder around the library.
pub(super) const NAMED: &[&str] = &[
    ".git/config",
    ".git/hooks/pre-commit",
    ".GIT/config",
    ".profile",
    "linked/far.bvh.tags",
    "far.bvh.tags",
    "../outside/victim",
    "../beside/a.bvh.tags",
    "walks/../../outside/victim",
    "HOME/outside/victim",
    "FOOTWORK.TOML",
    "Footwork.toml",
    "nested/footwork.toml",
    "nested/.footwork/history",
    "nested/a.bvh.tags",
    ".footwork/history",
    "run.bvh",
    "run.bvh.TAGS",
    "walks",
    "made.tags",
    "run.bvh.tags/inside.tags",
    "run.bvh.tags",
    "footwork.toml",
];

/// Those of them that an edit of the library can change.
const OWN: &[&str] = &["nested/a.bvh.tags", "run.bvh.tags", "footwork.toml"];

/// A library with links out of it, as in the names.
pub(super) fn with_links() -> Stranger {
    let stranger = Stranger::new();
    stranger.link("lib/linked", &stranger.path("outside/clips"));
    stranger.link(
        "lib/far.bvh.tags",
        &stranger.path("outside/clips/far.bvh.tags"),
    );
    stranger
}

fn named(stranger: &Stranger, name: &str) -> String {
    name.replace(
        "HOME",
        stranger.path("").to_str().unwrap().trim_end_matches('/'),
    )
}

/// As postcard writes them.
fn number(mut number: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number > 0x7f {
        bytes.push(u8::try_from(number & 0x7f).unwrap() | 0x80);
        number >>= 7;
    }
    bytes.push(u8::try_from(number).unwrap());
    bytes
}

fn bytes(bytes: &[u8]) -> Vec<u8> {
    [number(bytes.len()), bytes.to_vec()].concat()
}

fn content(content: Option<&[u8]>) -> Vec<u8> {
    match content {
        None => vec![0],
        Some(content) => [vec![1], bytes(content)].concat(),
    }
}

/// An edit of one file.
fn edit(file: &str, before: Option<&[u8]>, after: Option<&[u8]>) -> Vec<u8> {
    let parts = [bytes(b"a fix"), number(1), bytes(file.as_bytes())];
    [&parts.concat(), &content(before)[..], &content(after)].concat()
}

/// A record that somebody else sealed: of the right form, with another secret.
fn record(payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_le_bytes();
    let (id, sum) = ([0x5a; 8], [0xa5; 32]);
    [b"fwk2", &length[..], &id, &sum, payload].concat()
}

/// A record of the first format, whose checksum anybody can work out.
fn record_of_the_first_format(payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_le_bytes();
    let sum = crc32fast::hash(payload).to_le_bytes();
    [b"fwk1", &length[..], &sum, payload].concat()
}

/// A journal that writes a file.
fn journal(file: &str, before: Option<&[u8]>) -> Vec<u8> {
    let edit = edit(file, before, Some(OWNED));
    record(&[&[0], &edit[..], &[0]].concat())
}

/// A history by which undo writes a file, and redo after an undo does.
fn histories(file: &str, now: Option<&[u8]>) -> [Vec<u8>; 2] {
    let step = |before, after| record(&[&[0], &edit(file, before, after)[..]].concat());
    let done = step(Some(OWNED), now);
    let undone = [step(now, Some(OWNED)), record(&[1])].concat();
    [done, undone]
}

/// A journal that writes a file of this name, as it is in a library.
pub(super) fn shipped_journal(stranger: &Stranger, name: &str) -> Vec<u8> {
    journal(&named(stranger, name), known(stranger, name).as_deref())
}

/// A history by which undo writes it.
pub(super) fn shipped_history(stranger: &Stranger, name: &str) -> Vec<u8> {
    let [done, _] = histories(&named(stranger, name), known(stranger, name).as_deref());
    done
}

/// The content of a file that a stranger knows.
fn known(stranger: &Stranger, name: &str) -> Option<Vec<u8>> {
    fs::read(stranger.path("lib").join(named(stranger, name))).ok()
}

/// Nothing that a stranger wanted is in a file of the library or around it.
#[track_caller]
pub(super) fn check_unowned(stranger: &Stranger, what: &str) {
    let mut left = vec![stranger.path("")];
    while let Some(path) = left.pop() {
        let metadata = fs::symlink_metadata(&path).unwrap();
        let is_own = path.file_name().is_some_and(|name| name == ".footwork")
            && path.parent() == Some(Path::new(&stranger.lib()));
        if metadata.is_dir() && !is_own {
            left.extend(
                fs::read_dir(&path)
                    .unwrap()
                    .map(|entry| entry.unwrap().path()),
            );
        } else if metadata.is_file() {
            let content = fs::read(&path).unwrap();
            let is_owned = content.windows(OWNED.len()).any(|part| part == OWNED);
            assert!(!is_owned, "{what}: {}", path.display());
        }
    }
}

/// The bytes lie somewhere in the library's own folder.
#[track_caller]
fn check_kept(stranger: &Stranger, content: &[u8], what: &str) {
    let own = fs::read_dir(stranger.path("lib/.footwork")).unwrap();
    let mut files = own
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file());
    let is_kept = files.any(|path| {
        let file = fs::read(path).unwrap();
        file.windows(content.len()).any(|part| part == content)
    });
    assert!(is_kept, "{what} is lost");
}

/// All calls but the one that trusts what is shipped.
fn untrusting(stranger: &Stranger) -> Vec<Vec<String>> {
    let mut calls = calls::all(&stranger.lib(), &stranger.out());
    calls.retain(|call| call.iter().all(|word| word != "--trust"));
    calls
}

/// The calls of every day for one of many names.
fn is_daily(call: &[String]) -> bool {
    let is = |words: &[&str]| call.iter().zip(words).all(|(a, b)| a == b);
    is_soak() || is(&["info"]) || is(&["tag", "add"]) || is(&["undo"]) || is(&["redo"])
}

#[test]
fn a_shipped_journal_is_not_carried_out() {
    for name in NAMED {
        let stranger = with_links();
        let shipped = shipped_journal(&stranger, name);
        let calls = untrusting(&stranger).into_iter();
        for call in calls.filter(|call| is_daily(call)) {
            stranger.write("lib/.footwork/journal", &shipped);
            stranger.attacked(&call, name);
            check_unowned(&stranger, name);
            check_kept(&stranger, &shipped, name);
        }
    }
}

#[test]
fn no_verb_carries_out_a_shipped_journal() {
    let stranger = with_links();
    let shipped = |name: &&str| shipped_journal(&stranger, name);
    let journals: Vec<Vec<u8>> = NAMED.iter().map(shipped).collect();
    for call in untrusting(&stranger) {
        stranger.write("lib/.footwork/journal", &journals.concat());
        stranger.attacked(&call, "a journal of many edits");
        check_unowned(&stranger, "a journal of many edits");
    }
}

#[test]
fn a_journal_or_history_of_the_first_format_is_not_carried_out() {
    let stranger = with_links();
    let edits = NAMED.iter().map(|name| {
        let before = known(&stranger, name);
        edit(&named(&stranger, name), before.as_deref(), Some(OWNED))
    });
    let records = edits.map(|edit| record_of_the_first_format(&[&[0], &edit[..], &[0]].concat()));
    let shipped = records.collect::<Vec<_>>().concat();
    for call in untrusting(&stranger) {
        for file in ["journal", "history"] {
            stranger.write(&format!("lib/.footwork/{file}"), &shipped);
        }
        stranger.attacked(&call, "the first format");
        check_unowned(&stranger, "the first format");
        check_kept(&stranger, &shipped, "the first format");
    }
}

#[test]
fn a_shipped_history_is_no_undo() {
    for name in NAMED {
        for which in 0..2 {
            let stranger = with_links();
            let now = known(&stranger, name);
            let shipped = &histories(&named(&stranger, name), now.as_deref())[which];
            let calls = untrusting(&stranger).into_iter();
            for call in calls.filter(|call| is_daily(call)) {
                stranger.write("lib/.footwork/history", shipped);
                stranger.attacked(&call, name);
                check_unowned(&stranger, name);
            }
        }
    }
}

/// How often a call says that something is somebody else's.
fn says(ran: &Ran) -> usize {
    ran.stderr.matches("[foreign-").count()
}

/// An edit, its undo and its redo work, and say nothing of what was shipped.
#[track_caller]
fn check_goes_on(stranger: &Stranger, shipped: &[u8]) {
    let lib = stranger.lib();
    for call in [
        &["info", &lib][..],
        &["tag", "add", &lib, "Gait.Run", "run", "20", "30"],
        &["undo", &lib],
        &["redo", &lib],
    ] {
        let ran = stranger.attacked(call, "later");
        assert_eq!((ran.code, says(&ran)), (0, 0), "{call:?}: {}", ran.stderr);
    }
    let sidecar = String::from_utf8(stranger.read("lib/run.bvh.tags")).unwrap();
    assert!(sidecar.contains("tag Gait.Run 20 30"), "{sidecar}");
    check_kept(stranger, shipped, "what was shipped");
}

#[test]
fn a_shipped_journal_is_said_once() {
    let stranger = with_links();
    let shipped = shipped_journal(&stranger, "run.bvh.tags");
    stranger.write("lib/.footwork/journal", &shipped);
    let first = stranger.attacked(&["info", &stranger.lib()], "first");
    assert_eq!((first.code, says(&first)), (0, 1), "{}", first.stderr);
    check_goes_on(&stranger, &shipped);
}

/// Only undo needs a history, and the next edit begins a new one.
#[test]
fn a_shipped_history_is_set_aside_by_the_next_edit() {
    let stranger = with_links();
    let shipped = shipped_history(&stranger, "run.bvh.tags");
    stranger.write("lib/.footwork/history", &shipped);
    let undone = stranger.attacked(&["undo", &stranger.lib()], "undo");
    assert_eq!((undone.code, undone.stdout.as_str()), (2, ""));
    let why = "nothing of yours to undo";
    assert!(undone.stderr.contains(why), "{}", undone.stderr);
    check_goes_on(&stranger, &shipped);
}

/// Trusted, an edit of the library's own files is made; one of any other file is not even then.
#[test]
fn a_trusted_journal_changes_the_librarys_own_files_alone() {
    for name in NAMED {
        let stranger = with_links();
        let lib = stranger.lib();
        let shipped = shipped_journal(&stranger, name);
        stranger.write("lib/.footwork/journal", &shipped);
        stranger.attacked(&["info", &lib], name);
        let shown = stranger.attacked(&["recover", &lib], name);
        check_unowned(&stranger, name);
        assert!(
            shown.stdout.contains(name) || shown.stderr.contains(name) || name.contains("HOME"),
            "{name}: {} {}",
            shown.stdout,
            shown.stderr
        );
        let trusted = stranger.attacked(&["recover", &lib, "--trust"], name);
        if *name == "run.bvh.tags" {
            assert_eq!(trusted.code, 0, "{}", trusted.stderr);
            assert_eq!(known(&stranger, name).as_deref(), Some(OWNED));
        } else if !OWN.contains(name) {
            check_unowned(&stranger, name);
        }
    }
}
