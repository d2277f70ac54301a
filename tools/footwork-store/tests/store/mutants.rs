//! Damaged journals and histories: whatever the damage, each file holds one complete version that the test wrote, and
//! editing still works.

use std::path::Path;

use footwork_store::FileChange;
use footwork_testkit::Random;

use crate::script::{HISTORY, JOURNAL, OWN, disk, path, store};
use crate::simulated::{Fault, Simulated};

const MUTANTS: u64 = 1000;
const VERSIONS: [&[u8]; 3] = [b"A 1 2\n", b"A 1 2\nB 3 4\n", b"A 1 2\nB 3 4\nC 5 6\n"];

/// Commits all versions of one file, one after the other. The journal then still holds the last version.
fn library() -> Simulated {
    let disk = disk(None);
    for (number, version) in VERSIONS.iter().enumerate() {
        if number + 1 == VERSIONS.len() {
            disk.expect(Fault::NoCut);
        }
        let before = number
            .checked_sub(1)
            .map(|before| VERSIONS[before].to_vec());
        let change = FileChange {
            file: "a.txt".to_owned(),
            before,
            after: Some(version.to_vec()),
        };
        store(&disk).commit("ours", vec![change]).unwrap();
    }
    disk.expect(Fault::Nothing);
    disk
}

fn file(disk: &Simulated, name: &str) -> Vec<u8> {
    let all = disk.seen(Path::new("/nowhere"));
    all.get(Path::new(name)).cloned().unwrap_or_default()
}

fn mutated(whole: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = whole.to_vec();
    for _ in 0..=random.below(3) {
        let at = random.below(bytes.len() + 1);
        match random.below(5) {
            0 => bytes.truncate(at),
            1 => drop(bytes.splice(at..at, whole.iter().copied())),
            2 => bytes.extend_from_within(at..),
            3 => bytes.resize(bytes.len() + random.below(60), 0),
            _ => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << random.below(8);
                }
            }
        }
    }
    bytes
}

#[track_caller]
fn check_file(disk: &Simulated, case: u64, when: &str) {
    let now = file(disk, "/library/a.txt");
    let is_whole = VERSIONS.contains(&now.as_slice()) || now.is_empty() || now == b"later\n";
    assert!(is_whole, "mutant {case}, {when}: {now:?}");
    let all = disk.seen(Path::new(OWN));
    let others = all.keys().filter(|name| **name != path(0)).count();
    assert_eq!(others, 0, "mutant {case}, {when}: {all:?}");
}

#[track_caller]
fn check(name: &str, mutate: impl Fn(&Simulated, &mut Random)) {
    for case in 0..MUTANTS {
        let mut random = Random::for_case(name, case);
        let disk = library();
        mutate(&disk, &mut random);
        let store = store(&disk);
        if let Err(error) = store.recover(&[]) {
            // A flipped bit made the record look like one of a newer version, which only that version may carry
            // out.
            assert!(
                error.to_string().contains("newer version"),
                "mutant {case}: {error}"
            );
            check_file(&disk, case, "refused");
            continue;
        }
        check_file(&disk, case, "recovered");
        // A damaged history is an error. A truncated history has other edits, or none.
        for turn in [store.undo(), store.redo(), store.undo()] {
            _ = turn;
            check_file(&disk, case, "turned");
        }
        _ = store.replace_damaged_history().unwrap();
        let before = disk.seen(Path::new(OWN)).remove(&path(0));
        let change = FileChange {
            file: "a.txt".to_owned(),
            before,
            after: Some(b"later\n".to_vec()),
        };
        store.commit("later", vec![change]).unwrap();
        assert_eq!(file(&disk, "/library/a.txt"), b"later\n", "mutant {case}");
        assert_eq!(
            store.undo().unwrap().unwrap().label,
            "later",
            "mutant {case}"
        );
        check_file(&disk, case, "undone");
    }
}

#[test]
fn recovery_from_a_damaged_journal_makes_whole_edits_or_none() {
    check("journal", |disk, random| {
        let journal = mutated(&file(disk, JOURNAL), random);
        disk.outside(Path::new(JOURNAL), Some(&journal));
        if random.one_in(2) {
            // Without the history, the edit is missing from it.
            disk.outside(Path::new(HISTORY), None);
            disk.outside(&path(0), Some(VERSIONS[1]));
        }
    });
}

#[test]
fn undo_with_a_damaged_history_reverts_whole_edits_or_none() {
    check("history", |disk, random| {
        let history = mutated(&file(disk, HISTORY), random);
        disk.outside(Path::new(HISTORY), Some(&history));
    });
}
