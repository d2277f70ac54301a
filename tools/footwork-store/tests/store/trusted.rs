//! What was set aside and is trusted: all of it is made or nothing, and no journal takes more memory than the limits say.

use std::path::Path;

use footwork_store::{FOREIGN_JOURNAL, StoreError};
use footwork_testkit::Random;

use crate::script::{Contents, OWN, ROOT, disk, foreign, open, path, store};
use crate::simulated::{Fault, Simulated};

fn aside(number: usize) -> std::path::PathBuf {
    Path::new(ROOT).join(format!("{FOREIGN_JOURNAL}{number}"))
}

/// A library in which this was set aside.
fn with_aside(journals: &[Vec<u8>]) -> Simulated {
    let disk = disk(None);
    for (number, journal) in (1..).zip(journals) {
        disk.outside(&aside(number), Some(journal));
    }
    // The library's own folder is there.
    store(&disk)
        .commit("ours", vec![change("b.txt", b"ours")])
        .unwrap();
    disk
}

fn change(file: &str, after: &[u8]) -> footwork_store::FileChange {
    footwork_store::FileChange {
        file: file.to_owned(),
        before: None,
        after: Some(after.to_vec()),
    }
}

fn journal(changes: &[(&str, &[u8])]) -> Vec<u8> {
    let [journal, _] = foreign(changes);
    journal
}

/// Three edits in two journals; one file is of two of them.
fn three() -> (Simulated, Contents, Contents) {
    let first = journal(&[("a.txt", b"theirs"), ("l.lines", b"one\n")]);
    let second = journal(&[("walks/c.txt", b"theirs")]);
    let third = journal(&[("l.lines", b"two\n")]);
    let disk = with_aside(&[[first, second].concat(), third]);
    let before = disk.seen(Path::new(OWN));
    let mut after = before.clone();
    after.insert(path(0), b"theirs".to_vec());
    after.insert(path(3), b"theirs".to_vec());
    after.insert(Path::new(ROOT).join("l.lines"), b"one\ntwo\n".to_vec());
    (disk, before, after)
}

#[test]
fn all_edits_are_one_that_is_undone_at_once() {
    let (disk, before, after) = three();
    let (made, _) = store(&disk).trust().unwrap();
    assert_eq!(made.len(), 3);
    assert_eq!(disk.seen(Path::new(OWN)), after);
    assert_eq!(store(&disk).foreign_edits().unwrap(), []);
    let undone = store(&disk).undo().unwrap().unwrap();
    assert_eq!(undone.label, "somebody else's and 2 more");
    assert_eq!(disk.seen(Path::new(OWN)), before);
    assert_eq!(store(&disk).undo().unwrap().unwrap().label, "ours");
}

#[test]
fn a_file_that_cannot_be_written_leaves_nothing_made() {
    let (disk, before, after) = three();
    let mut refused = 0;
    for call in 1.. {
        for fault in [Fault::FailOnce(call), Fault::FailFrom(call)] {
            let failing = disk.after_kill();
            failing.expect(fault);
            let result = store(&failing).trust();
            let is_over = failing.calls() < call;
            failing.expect(Fault::Nothing);
            let files = open(&failing);
            match result {
                // A journal that cannot be removed changes nothing more.
                Ok(_) => assert_eq!(files, after, "call {call}"),
                Err(StoreError::InDoubt { .. }) => assert_eq!(files, after, "call {call}"),
                Err(error) => {
                    refused += 1;
                    assert_eq!(files, before, "call {call}: {error}");
                    assert_eq!(store(&failing).foreign_edits().unwrap().len(), 2);
                }
            }
            store(&failing).trust().unwrap();
            assert_eq!(open(&failing), after);
            assert_eq!(store(&failing).foreign_edits().unwrap(), []);
            if is_over {
                assert!(refused > 20, "{refused}");
                return;
            }
        }
    }
}

#[test]
fn a_stop_at_any_call_leaves_all_or_nothing() {
    let (disk, before, after) = three();
    for call in 1.. {
        let stopped = disk.after_kill();
        stopped.expect(Fault::Stop(call));
        let result = store(&stopped).trust();
        if result.is_ok() && stopped.calls() < call {
            return;
        }
        for seed in 0..20 {
            let disk = stopped.after_crash(&mut Random::new(seed));
            let files = open(&disk);
            let is_made = files == after;
            assert!(
                is_made || (files == before && result.is_err()),
                "call {call}"
            );
            store(&disk).trust().unwrap();
            assert_eq!(open(&disk), after, "call {call}");
            let undone = store(&disk).undo().unwrap().unwrap();
            assert_eq!(undone.label, "somebody else's and 2 more");
            assert_eq!(disk.seen(Path::new(OWN)), before);
        }
    }
}

#[test]
fn more_edits_than_are_shown_are_counted_and_trusted() {
    let one = journal(&[("l.lines", b"one\n")]);
    let disk = with_aside(&[one.repeat(1001)]);
    let shown = store(&disk).foreign_edits().unwrap();
    assert_eq!(shown[0].edits.len(), 1000);
    assert_eq!(shown[0].more_bytes, one.len() as u64);
    assert_eq!(store(&disk).trust().unwrap().0.len(), 1001);
    assert_eq!(store(&disk).foreign_edits().unwrap(), []);
}

#[test]
fn large_records_are_not_shown_and_are_trusted() {
    let large = vec![b'x'; 256 << 10];
    let [first, second] = [
        ["a.txt", "b", "c", "d", "e"],
        ["walks/c.txt", "f", "g", "h", "i"],
    ]
    .map(|files| journal(&files.map(|file| (file, &*large))));
    let disk = with_aside(&[first, second.clone()]);
    let shown = store(&disk).foreign_edits().unwrap();
    assert_eq!((shown[0].edits.len(), shown[0].more_bytes), (1, 0));
    let more = second.len() as u64;
    assert_eq!((shown[1].edits.len(), shown[1].more_bytes), (0, more));
    assert_eq!(store(&disk).trust().unwrap().0.len(), 2);
    assert_eq!(disk.seen(Path::new(OWN))[&path(3)], large);
}

#[test]
fn a_record_that_is_too_large_is_refused_unread() {
    let mut record = journal(&[("a.txt", b"theirs")]);
    let length = (3_u32 << 20) + 1;
    record[4..8].copy_from_slice(&length.to_le_bytes());
    record.resize(48 + length as usize, 0);
    let disk = with_aside(&[record]);
    let shown = store(&disk).foreign_edits().unwrap();
    let why = shown[0].edits[0].refused.as_ref().unwrap();
    assert!(why.contains("more than the limit of 3145728"), "{why}");
    let before = disk.seen(Path::new("/nowhere"));
    let error = store(&disk).trust().unwrap_err().to_string();
    assert!(error.contains(why), "{error}");
    assert_eq!(disk.seen(Path::new("/nowhere")), before);
}

/// Each record is small, and the file that it adds a line to is not.
#[test]
fn edits_of_a_large_file_have_a_limit_together() {
    let records = (0..17).map(|line| journal(&[("l.lines", format!("{line}\n").as_bytes())]));
    let disk = with_aside(&[records.collect::<Vec<_>>().concat()]);
    let large = [vec![b'x'; 8 << 20], b"\n".to_vec()].concat();
    disk.outside(&Path::new(ROOT).join("l.lines"), Some(&large));
    let shown = store(&disk).foreign_edits().unwrap();
    assert_eq!(shown[0].edits.len(), 1);
    assert!(shown[0].more_bytes > 0);
    let before = disk.seen(Path::new("/nowhere"));
    let error = store(&disk).trust().unwrap_err();
    assert!(matches!(error, StoreError::Refused { .. }), "{error}");
    assert!(error.to_string().contains("carried out at once"), "{error}");
    assert_eq!(disk.seen(Path::new("/nowhere")), before);
}

#[test]
fn a_record_that_names_a_file_twice_is_refused() {
    let mut record = journal(&[("a.txt", b"one"), ("b.txt", b"two")]);
    let at = record.windows(5).position(|name| name == b"b.txt").unwrap();
    record[at] = b'a';
    let disk = with_aside(&[record]);
    let shown = store(&disk).foreign_edits().unwrap();
    let why = shown[0].edits[0].refused.as_ref().unwrap();
    assert!(why.contains("\"a.txt\" twice"), "{why}");
    assert!(store(&disk).trust().is_err());
}
