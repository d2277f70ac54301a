//! A journal that could not be emptied: its edit is already in the history, and later changes from outside stay.

use std::path::Path;

use footwork_store::{FileChange, Recovery};

use crate::script::{OWN, ROOT, open, store};
use crate::simulated::{Fault, Simulated};

const FILE: &str = "a.lines";
const BEFORE: &[u8] = b"Walk 0 4\n";
const AFTER: &[u8] = b"Run 10 20\nWalk 0 4\n";
const LATER: &[u8] = b"Turn 30 32\nWalk 0 4\n";

/// Returns a library with a history, and with a file for the next edit to change.
fn tagged() -> Simulated {
    let disk = Simulated::new(&[ROOT, OWN], None);
    commit(&disk, "first", None, BEFORE).unwrap();
    disk
}

fn commit(
    disk: &Simulated,
    label: &str,
    before: Option<&[u8]>,
    after: &[u8],
) -> Result<(), Box<dyn std::error::Error>> {
    let change = FileChange {
        file: FILE.to_owned(),
        before: before.map(<[u8]>::to_vec),
        after: Some(after.to_vec()),
    };
    store(disk).recover(&[])?;
    store(disk).commit(label, vec![change])?;
    Ok(())
}

fn own(disk: &Simulated, file: &str) -> Vec<u8> {
    let path = Path::new(OWN).join(file);
    let mut all = disk.seen(Path::new("/nowhere"));
    all.remove(&path).unwrap_or_default()
}

/// Removes the edit's line from outside, and checks that the line is not restored and that editing continues.
fn check_left(disk: &Simulated) {
    let file = Path::new(ROOT).join(FILE);
    disk.outside(&file, Some(BEFORE));
    assert!(!store(disk).is_pending().unwrap());
    assert_eq!(store(disk).pending().unwrap().len(), 0);
    let recovery = store(disk).recover(&[]).unwrap();
    assert_eq!(recovery, Recovery::default());
    assert_eq!(disk.seen(Path::new(OWN))[&file], BEFORE);
    commit(disk, "later", Some(BEFORE), LATER).unwrap();
    assert_eq!(store(disk).undo().unwrap().unwrap().label, "later");
    assert_eq!(store(disk).redo().unwrap().unwrap().label, "later");
    assert_eq!(open(disk)[&file], LATER);
}

#[test]
fn an_edit_in_the_history_is_not_made_again() {
    let made = tagged();
    commit(&made, "edit", Some(BEFORE), AFTER).unwrap();
    let history = own(&made, "history");
    let mut left = 0;
    let calls = made.calls();
    for call in 1..=calls {
        for fault in [
            Fault::Stop(call),
            Fault::FailOnce(call),
            Fault::FailFrom(call),
        ] {
            let disk = tagged();
            disk.expect(fault);
            let result = commit(&disk, "edit", Some(BEFORE), AFTER);
            let disk = disk.after_kill();
            if result.is_ok() || own(&disk, "history") == history {
                left += usize::from(!own(&disk, "journal").is_empty());
                check_left(&disk);
            }
        }
    }
    assert!(left >= 5, "{left}: the journal was never left");
}

/// The file system lets files grow but not shrink.
#[test]
fn a_journal_that_can_never_be_emptied_blocks_no_edit() {
    let disk = tagged();
    disk.expect(Fault::NoCut);
    commit(&disk, "edit", Some(BEFORE), AFTER).unwrap();
    let journal = own(&disk, "journal");
    assert!(!journal.is_empty());
    check_left(&disk);
    assert!(own(&disk, "journal").len() > journal.len());
    let disk = disk.after_kill();
    let files = disk.seen(Path::new(OWN));
    assert_eq!(open(&disk), files);
    assert_eq!(own(&disk, "journal"), b"");
}
