//! Each system call that writes or opens an output of a verb fails once, in a separate run. Either all outputs are
//! replaced and the verb exits with 0, or none is replaced and the verb exits with another code.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use assert_cmd::cargo::cargo_bin;

use crate::run::{Library, footwork, words};
use crate::tracer::{Access, Faults, footwork_with};

/// Calls that write files outside the library. `LIB` is the library, and `OUT` the folder of outputs.
const VERBS: &[&str] = &[
    "cut LIB Gait.Run -o OUT/cuts --force",
    "trim LIB Gait.Run -o OUT/copies --force",
    "export LIB --to eaf -o OUT/elan/",
    "export LIB --to glb -o OUT/glb/",
    "export LIB --to unreal -o OUT/notifies.csv",
    "export LIB --to unity -o OUT/unity",
    "compile LIB -o OUT/motion.tagdb",
    "strip LIB run -o OUT/run.png",
];

/// Returns all files and folders except temporary files, which a failed call may leave.
fn files(root: &Path) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
    let mut files = BTreeMap::new();
    let mut left = vec![root.to_owned()];
    while let Some(folder) = left.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let is_folder = path.is_dir();
            let content = (!is_folder).then(|| fs::read(&path).unwrap());
            let is_temporary = path.extension().is_some_and(|end| end == "tmp");
            if is_folder {
                left.push(path.clone());
            }
            if !is_temporary {
                files.insert(path, content);
            }
        }
    }
    files
}

fn restore(root: &Path, files: &BTreeMap<PathBuf, Option<Vec<u8>>>) {
    fs::remove_dir_all(root).unwrap();
    fs::create_dir(root).unwrap();
    for (path, content) in files {
        match content {
            Some(content) => fs::write(path, content).unwrap(),
            None => fs::create_dir(path).unwrap(),
        }
    }
}

/// Fails each call of a verb in turn, each in a separate run. Returns the number of calls, and the number of runs that
/// warned of an unsynced folder.
fn check(verb: &str, access: Access) -> [usize; 2] {
    let library = Library::new();
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    fs::create_dir(&out).unwrap();
    let put = |word: &str| {
        let word = word.replace("LIB", library.path());
        word.replace("OUT", out.to_str().unwrap())
    };
    let arguments: Vec<String> = words(verb).into_iter().map(put).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let tags = |lines: &str| {
        for clip in ["run.bvh", "walks/walk one.bvh"] {
            let text = format!("footwork-tags 1\n{lines}");
            library.write(&format!("{clip}.tags"), text.as_bytes());
        }
    };
    tags("tag Gait.Run 0 12\n");
    let ran = footwork(&arguments);
    assert_eq!(ran.code, 0, "{verb}: {}", ran.stderr);
    // The changed tags change some outputs, and a cut also makes new files.
    tags("tag Gait.Run 2 9\ntag Gait.Run 20 31\n");
    let before = files(&out);
    let ran = footwork(&arguments);
    assert_eq!(ran.code, 0, "{verb}: {}", ran.stderr);
    let after = files(&out);
    assert!(before != after, "{verb}");
    let mut unsynced = 0;
    for at in 1.. {
        restore(&out, &before);
        let faults = Faults::none();
        faults.expect(access, at);
        let ran = footwork_with(std::slice::from_ref(&out), &arguments, &faults);
        let Some(failed) = faults.failed() else {
            return [at - 1, unsynced];
        };
        let expected = match ran.code {
            0 => &after,
            _ => &before,
        };
        let said = format!("{verb}: {access:?} {at}, of {failed:?}, exit {}", ran.code);
        assert!(
            files(&out) == *expected,
            "{said}\n{}{}",
            ran.stdout,
            ran.stderr
        );
        assert_eq!(ran.code == 0, !ran.stderr.contains("error["), "{said}");
        // A folder is synced after its files are replaced, so a failed sync is only a warning.
        let is_said = ran.stderr.contains("warning[not-synced]");
        let is_sync = faults.failed_to_sync_folder();
        assert!(is_said == is_sync || access == Access::Opens, "{said}");
        assert!(!is_said || ran.code == 0, "{said}");
        unsynced += usize::from(is_said);
    }
    unreachable!()
}

#[test]
fn outputs_are_all_replaced_or_none_when_a_write_fails() {
    for verb in VERBS {
        let [faults, unsynced] = check(verb, Access::Writes);
        println!("{verb}: {faults} faults, {unsynced} of them left a folder unsynced");
        assert!(faults > 6 && unsynced > 0, "{verb}: {faults}, {unsynced}");
    }
}

#[test]
fn outputs_are_all_replaced_or_none_when_a_file_or_folder_cannot_be_opened() {
    for verb in VERBS {
        let [faults, unsynced] = check(verb, Access::Opens);
        println!("{verb}: {faults} faults, {unsynced} of them left a folder unsynced");
        assert!(faults > 1 && unsynced > 0, "{verb}: {faults}, {unsynced}");
    }
}

/// No verb writes a file with the name `-`: it prints its output, or refuses.
#[test]
fn a_dash_is_standard_output_or_refused() {
    let library = Library::new();
    let folder = tempfile::tempdir().unwrap();
    let run = |line: &str| {
        let line = line.replace("LIB", library.path());
        let ran = Command::new(cargo_bin!("footwork"))
            .args(words(&line))
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{line}");
        ran
    };
    for (line, start) in [
        ("report LIB -o -", "<!doctype html>".as_bytes()),
        ("strip LIB run -o -", b"\x89PNG"),
        ("export LIB --to csv -o -", b"clip,"),
    ] {
        let ran = run(line);
        assert_eq!(ran.status.code(), Some(0), "{line}");
        assert!(ran.stdout.starts_with(start), "{line}");
    }
    for line in [
        "cut LIB Gait.Run -o -",
        "trim LIB Gait.Run -o -",
        "compile LIB -o -",
        "watch LIB -o -",
        "sim matching LIB -o -",
        "diff LIB LIB --strip -",
    ] {
        let ran = run(line);
        assert_eq!(ran.status.code(), Some(2), "{line}");
        assert!(ran.stdout.is_empty(), "{line}");
    }
}
