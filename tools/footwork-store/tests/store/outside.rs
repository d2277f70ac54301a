//! Another program writes a file while an edit of it is being saved.

use std::path::Path;

use footwork_store::{FileChange, StoreError};

use crate::script::{OWN, disk, open, path, store};
use crate::simulated::Simulated;

const THEIRS: &[u8] = b"theirs";

fn edit(disk: &Simulated) -> Result<(), StoreError> {
    let changes = [(0, "a.txt"), (1, "b.txt"), (2, "walks/a.txt")];
    let changes = changes.map(|(_, file)| FileChange {
        file: file.to_owned(),
        before: Some(b"old".to_vec()),
        after: Some(b"new".to_vec()),
    });
    store(disk).commit("an edit", changes.to_vec()).map(|_| ())
}

/// A file is checked just before it is replaced, and a write between the check and the replacement cannot be noticed.
/// At every other moment, either the edit is refused and the other program's content stays, or the other program
/// overwrites an edit that was on disk.
#[test]
fn simultaneous_writes_of_other_programs_are_not_lost() {
    for file in 0..3 {
        let mut lost = 0;
        for call in 1.. {
            let disk = disk(None);
            for file in 0..3 {
                disk.outside(&path(file), Some(b"old"));
            }
            disk.meanwhile(call, &path(file), THEIRS);
            let result = edit(&disk);
            if disk.calls() < call {
                break;
            }
            let files = disk.seen(Path::new(OWN));
            let others = (0..3).filter(|other| *other != file);
            let others: Vec<&[u8]> = others.map(|file| files[&path(file)].as_slice()).collect();
            match result {
                Ok(()) => {
                    assert_eq!(others, [b"new", b"new"]);
                    lost += usize::from(files[&path(file)] != THEIRS);
                }
                Err(StoreError::Changed { file: said }) => {
                    assert!(path(file).ends_with(said));
                    assert_eq!(others, [b"old", b"old"]);
                    assert_eq!(files[&path(file)], THEIRS);
                    // Opening the library changes no file.
                    assert_eq!(open(&disk), files);
                }
                Err(error) => panic!("call {call}: {error}"),
            }
        }
        assert_eq!(lost, 1, "between looking and replacing");
    }
}
