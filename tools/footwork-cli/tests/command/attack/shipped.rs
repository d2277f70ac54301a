//! A stranger ships a library with a `.footwork/` folder, a marker and a lock. The command ignores the folder and the
//! lock, and only reports the marker. The tests try a journal and a history of every format version, well formed and
//! with correct checksums.

use std::fs;
use std::path::Path;

use super::calls;
use super::stranger::Stranger;

/// The text that the shipped edits try to write.
const OWNED: &[u8] = b"footwork-tags 1\n# owned by a stranger\n";

/// The files that the shipped edits try to change; `HOME` is the folder around the library.
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

/// Returns a library with links to the outside files in [`NAMED`].
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

/// Encodes a number as postcard does.
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

/// Encodes an edit of one file.
fn edit(file: &str, before: Option<&[u8]>, after: Option<&[u8]>) -> Vec<u8> {
    let parts = [bytes(b"a fix"), number(1), bytes(file.as_bytes())];
    [&parts.concat(), &content(before)[..], &content(after)].concat()
}

/// Returns one record of each format version. The first has a checksum that a stranger can compute, the second is
/// sealed with a secret that is not the user's, and the current version has a hash.
fn records(payload: &[u8]) -> [Vec<u8>; 3] {
    let length = u32::try_from(payload.len()).unwrap().to_le_bytes();
    let (id, seal) = ([0x5a; 8], [0xa5; 32]);
    let sum = crc32fast::hash(payload).to_le_bytes();
    let hash = blake3::hash(payload);
    [
        [b"fwk1", &length[..], &sum, payload].concat(),
        [b"fwk2", &length[..], &id, &seal, payload].concat(),
        [b"fwk3", &length[..], hash.as_bytes(), payload].concat(),
    ]
}

/// Returns the content of a file that the stranger is assumed to know.
fn known(stranger: &Stranger, name: &str) -> Option<Vec<u8>> {
    fs::read(stranger.path("lib").join(named(stranger, name))).ok()
}

/// Returns, for each version, a journal that writes all the named files and a history whose undo writes them.
pub(super) fn logs(stranger: &Stranger) -> [[Vec<u8>; 2]; 3] {
    let mut logs = [0; 3].map(|_| [Vec::new(), Vec::new()]);
    for name in NAMED {
        let (file, now) = (named(stranger, name), known(stranger, name));
        let make = edit(&file, now.as_deref(), Some(OWNED));
        let undo = edit(&file, Some(OWNED), now.as_deref());
        let entries = records(&[&[0], &make[..], &[0]].concat());
        let steps = records(&[&[0], &undo[..]].concat());
        for (log, (entry, step)) in logs.iter_mut().zip(entries.into_iter().zip(steps)) {
            log[0].extend(entry);
            log[1].extend(step);
        }
    }
    logs
}

/// Checks that no file in the library or around it contains the stranger's text.
#[track_caller]
pub(super) fn check_unowned(stranger: &Stranger, what: &str) {
    let mut left = vec![stranger.path("")];
    while let Some(path) = left.pop() {
        let metadata = fs::symlink_metadata(&path).unwrap();
        let is_shipped = path == stranger.path("lib/.footwork");
        if metadata.is_dir() && !is_shipped {
            let entries = fs::read_dir(&path).unwrap();
            left.extend(entries.map(|entry| entry.unwrap().path()));
        } else if metadata.is_file() {
            let content = fs::read(&path).unwrap();
            let is_owned = content.windows(OWNED.len()).any(|part| part == OWNED);
            assert!(!is_owned, "{what}: {}", path.display());
        }
    }
}

/// Puts the logs of one version into the library's folder, together with the other files of earlier versions.
pub(super) fn ship(stranger: &Stranger, [journal, history]: &[Vec<u8>; 2]) {
    for (file, content) in [
        ("journal", &journal[..]),
        ("history", history),
        ("journal.foreign-1", journal),
        ("history.foreign-1", history),
        ("lock", b""),
        ("queue", b""),
        ("index", b"footwork-index 6\n"),
        ("poses/a.pose", b""),
    ] {
        stranger.write(&format!("lib/.footwork/{file}"), content);
    }
}

/// Checks that a call ignores the shipped folder and leaves it unchanged.
#[track_caller]
fn check_ignored(stranger: &Stranger, call: &[String], what: &str) {
    let ran = stranger.attacked(call, what);
    check_unowned(stranger, what);
    let has_done = ["recovered", "torn-journal", "bad-history", "edits-waiting"];
    let has_done = has_done.iter().find(|code| ran.stderr.contains(**code));
    assert_eq!(has_done, None, "{what}: {}", ran.stderr);
}

/// Adds the state of a user who has used an earlier version.
fn with_secret(stranger: &Stranger) {
    stranger.write("state/secret", &[7; 32]);
}

#[test]
fn a_shipped_folder_is_ignored_by_every_verb() {
    let stranger = with_links();
    with_secret(&stranger);
    for logs in logs(&stranger) {
        ship(&stranger, &logs);
        for call in calls::all(&stranger.lib(), &stranger.out()) {
            check_ignored(&stranger, &call, "a shipped folder");
        }
    }
}

/// Links, pipes and large files in a stranger's folder are not followed, opened or read whole.
#[test]
fn links_pipes_and_large_files_in_a_shipped_folder_are_not_opened() {
    for target in [
        "outside/victim",
        "outside/made",
        "outside/folder",
        "lib/.git",
    ] {
        let stranger = with_links();
        with_secret(&stranger);
        let target = stranger.path(target);
        for file in ["journal", "history", "lock", "queue", "index", "poses"] {
            stranger.link(&format!("lib/.footwork/{file}"), &target);
        }
        for call in calls::all(&stranger.lib(), &stranger.out()) {
            check_ignored(&stranger, &call, "all are links");
        }
        stranger.link("lib/.footwork", &target);
        for call in calls::all(&stranger.lib(), &stranger.out()) {
            check_ignored(&stranger, &call, "the folder is a link");
        }
    }
}

/// A marker is reported as another user's unfinished edit, and has no other effect.
#[test]
fn a_shipped_marker_is_reported_and_has_no_other_effect() {
    let marker = b"user: \x1b[2Jbob\nmachine: here\nprocess: 1\ntime: now\noperation: tidy\n";
    for file in [".footwork-edit", ".footwork.lock"] {
        let stranger = with_links();
        stranger.write(&format!("lib/{file}"), marker);
        for call in calls::all(&stranger.lib(), &stranger.out()) {
            let mut before = stranger.around();
            stranger.run(&call);
            let mut after = stranger.around();
            for all in [&mut before, &mut after] {
                all.remove(&Path::new("lib").join(file));
            }
            assert!(before == after, "{call:?}");
            // An edit of several files adds its own name to the marker, and removes only that name.
            let left = stranger.read(&format!("lib/{file}"));
            let left = String::from_utf8(left).unwrap();
            assert!(left.contains("bob\nmachine: here"), "{call:?}: {left}");
        }
        let info = stranger.run(&["info", &stranger.lib()]);
        assert!(!info.stderr.contains('\u{1b}'), "{}", info.stderr);
        let is_said = info.stderr.contains("warning[unfinished-edit]: ?[2Jbob");
        assert_eq!(is_said, file == ".footwork-edit", "{}", info.stderr);
    }
}

#[test]
fn a_shipped_marker_or_lock_that_is_a_link_is_not_followed() {
    for target in [
        "outside/victim",
        "outside/made",
        "lib/run.bvh",
        "lib/.git/config",
    ] {
        let stranger = with_links();
        let target = stranger.path(target);
        for call in calls::all(&stranger.lib(), &stranger.out()) {
            for file in [".footwork-edit", ".footwork.lock"] {
                stranger.link(&format!("lib/{file}"), &target);
            }
            let clip = fs::read(stranger.path("lib/run.bvh")).unwrap();
            let before = stranger.around();
            stranger.run(&call);
            assert_eq!(fs::read(stranger.path("lib/run.bvh")).unwrap(), clip);
            let mut after = stranger.around();
            // The marker replaces the link and is removed with the edit.
            let mut before = before;
            for all in [&mut before, &mut after] {
                all.remove(Path::new("lib/.footwork-edit"));
            }
            assert!(before == after, "{call:?}");
        }
    }
}

/// A copy of the library would contain a state folder inside it.
#[test]
fn a_state_folder_inside_the_library_is_not_used() {
    let stranger = with_links();
    let state = stranger.path("lib/state");
    let lib = stranger.lib();
    let add = ["tag", "add", &lib, "Gait.Run", "run", "20", "30"];
    let ran = stranger.run_with_state(&add, &state);
    assert_eq!(ran.code, 2, "{}", ran.stdout);
    assert!(
        ran.stderr.contains("error[no-state-folder]"),
        "{}",
        ran.stderr
    );
    assert!(
        ran.stderr.contains("the library contains it"),
        "{}",
        ran.stderr
    );
    assert!(!state.exists());
    assert_eq!(
        stranger
            .run_with_state(&["query", &lib, "all"], &state)
            .code,
        0
    );
    assert!(!state.exists());
}
