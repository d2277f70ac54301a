//! Journals and histories that somebody else wrote: nothing of them is carried out, and nothing of them is lost.

use std::path::Path;

use footwork_store::{FOREIGN_HISTORY, FOREIGN_JOURNAL, FileChange, Kept, StoreError};

use crate::script::{
    Contents, HISTORY, JOURNAL, OWN, ROOT, disk, foreign, path, store, store_with, written,
};
use crate::simulated::Simulated;

fn commit(disk: &Simulated, label: &str) {
    let change = FileChange {
        file: "b.txt".to_owned(),
        before: disk.seen(Path::new(OWN)).get(&path(1)).cloned(),
        after: Some(label.as_bytes().to_vec()),
    };
    store(disk).commit(label, vec![change]).unwrap();
}

fn own(disk: &Simulated) -> Contents {
    let mut all = disk.seen(Path::new("/nowhere"));
    all.retain(|path, _| path.starts_with(OWN));
    all
}

/// A library with this journal of somebody else's.
fn with_journal(changes: &[(&str, &[u8])]) -> (Simulated, Vec<u8>) {
    let disk = disk(None);
    commit(&disk, "ours");
    let [journal, _] = foreign(changes);
    disk.outside(Path::new(JOURNAL), Some(&journal));
    (disk, journal)
}

fn aside(number: usize) -> std::path::PathBuf {
    Path::new(ROOT).join(format!("{FOREIGN_JOURNAL}{number}"))
}

#[test]
fn a_foreign_journal_is_set_aside_and_no_earlier_one_is_lost() {
    let (disk, first) = with_journal(&[("a.txt", b"theirs")]);
    let before = disk.seen(Path::new(OWN));
    assert!(store(&disk).is_pending().unwrap());
    assert!(store(&disk).has_foreign_journal().unwrap());
    assert_eq!(store(&disk).pending().unwrap().len(), 0);
    let recovery = store(&disk).recover(&[]).unwrap();
    assert_eq!(recovery.set_aside, [format!("{FOREIGN_JOURNAL}1")]);
    assert_eq!((recovery.made.len(), recovery.torn_bytes), (0, 0));
    assert_eq!(disk.seen(Path::new(OWN)), before);
    assert_eq!(own(&disk)[&aside(1)], first);
    assert!(!store(&disk).is_pending().unwrap());
    assert!(store(&disk).recover(&[]).unwrap().set_aside.is_empty());
    let [second, _] = foreign(&[("a.txt", b"others")]);
    disk.outside(Path::new(JOURNAL), Some(&second));
    store(&disk).recover(&[]).unwrap();
    let all = own(&disk);
    assert_eq!((&all[&aside(1)], &all[&aside(2)]), (&first, &second));
    // Our own history is whole.
    assert_eq!(store(&disk).undo().unwrap().unwrap().label, "ours");
}

#[test]
fn a_foreign_history_is_no_undo_and_is_set_aside_by_the_first_edit() {
    let disk = disk(None);
    commit(&disk, "ours");
    let [_, history] = foreign(&[("a.txt", b"theirs")]);
    disk.outside(Path::new(HISTORY), Some(&history));
    let before = disk.seen(Path::new("/nowhere"));
    for turned in [
        store(&disk).undo(),
        store(&disk).redo(),
        store(&disk).discard_last(),
    ] {
        let error = turned.unwrap_err();
        assert!(matches!(error, StoreError::History(_)));
        let said = error.to_string();
        assert!(said.contains("nothing of yours to undo"), "{said}");
        assert!(said.contains(FOREIGN_HISTORY), "{said}");
    }
    assert_eq!(disk.seen(Path::new("/nowhere")), before);
    let aside = Path::new(ROOT).join(format!("{FOREIGN_HISTORY}1"));
    // Told of it, or not.
    let told = disk.after_kill();
    let (file, why) = store(&told).set_damaged_history_aside().unwrap().unwrap();
    assert_eq!(file, format!("{FOREIGN_HISTORY}1"));
    assert!(why.contains("not written by you"), "{why}");
    for disk in [told, disk] {
        commit(&disk, "new");
        assert_eq!(own(&disk)[&aside], history);
        assert_eq!(store(&disk).undo().unwrap().unwrap().label, "new");
        assert_eq!(store(&disk).undo().unwrap(), None);
    }
}

#[test]
fn what_is_trusted_is_shown_and_then_made_as_an_edit_of_ours() {
    let (disk, _) = with_journal(&[("a.txt", b"theirs")]);
    store(&disk).recover(&[]).unwrap();
    let before = disk.seen(Path::new("/nowhere"));
    let shown = store(&disk).foreign_edits().unwrap();
    assert_eq!(disk.seen(Path::new("/nowhere")), before);
    assert_eq!((shown.len(), shown[0].more_bytes), (1, 0));
    let edit = &shown[0].edits[0];
    assert_eq!(
        (edit.label.as_str(), &edit.refused),
        ("somebody else's", &None)
    );
    assert_eq!(
        edit.changes,
        [FileChange {
            file: "a.txt".to_owned(),
            before: None,
            after: Some(b"theirs".to_vec()),
        }]
    );
    let (made, kept) = store(&disk).trust().unwrap();
    assert_eq!((&made, kept), (&shown[0].edits, Kept::InHistory));
    assert_eq!(disk.seen(Path::new(OWN))[&path(0)], b"theirs");
    assert_eq!(disk.seen(Path::new(OWN))[&path(1)], b"ours");
    assert_eq!(store(&disk).foreign_edits().unwrap(), []);
    assert_eq!(store(&disk).trust().unwrap().0, []);
    let undone = store(&disk).undo().unwrap().unwrap();
    assert_eq!(undone.label, "somebody else's");
    assert!(!disk.seen(Path::new(OWN)).contains_key(&path(0)));
}

/// The simulated user who wrote them could name any file.
#[test]
fn what_names_another_file_is_refused_even_if_it_is_trusted() {
    for file in [
        "c.never",
        ".git/config",
        "../a.txt",
        "/a.txt",
        ".footwork/lock",
    ] {
        let (disk, _) = with_journal(&[("a.txt", b"theirs")]);
        // A name of the same length, so that only the seal is another.
        let name = "a.txt";
        let mut journal = own(&disk)[Path::new(JOURNAL)].clone();
        let at = journal
            .windows(5)
            .position(|w| w == name.as_bytes())
            .unwrap();
        // The name follows its length, and the payload's length is in the header.
        journal.splice(
            at - 1..at + 5,
            [&[u8::try_from(file.len()).unwrap()][..], file.as_bytes()].concat(),
        );
        let length = u32::try_from(journal.len() - 48).unwrap();
        journal[4..8].copy_from_slice(&length.to_le_bytes());
        disk.outside(Path::new(JOURNAL), Some(&journal));
        store(&disk).recover(&[]).unwrap();
        let before = disk.seen(Path::new("/nowhere"));
        let shown = store(&disk).foreign_edits().unwrap();
        let refused = shown[0].edits[0].refused.as_ref().unwrap();
        assert!(refused.contains(&format!("{file:?}")), "{refused}");
        let error = store(&disk).trust().unwrap_err().to_string();
        assert!(error.contains(refused), "{error}");
        assert_eq!(disk.seen(Path::new("/nowhere")), before);
    }
}

#[test]
fn what_is_no_edit_stays_set_aside() {
    let (disk, journal) = with_journal(&[("a.txt", b"theirs")]);
    let rest = [&journal[..], b"and garbage"].concat();
    disk.outside(Path::new(JOURNAL), Some(&rest));
    store(&disk).recover(&[]).unwrap();
    let shown = store(&disk).foreign_edits().unwrap();
    assert_eq!((shown[0].edits.len(), shown[0].more_bytes), (1, 11));
    assert_eq!(store(&disk).trust().unwrap().0.len(), 1);
    assert_eq!(own(&disk)[&aside(1)], rest);
}

/// The record is ours, but names what no edit changes.
#[test]
fn a_record_of_ours_may_not_name_any_file_either() {
    let disk = disk(None);
    commit(&disk, "ours");
    let change = |file: &str| FileChange {
        file: file.to_owned(),
        before: None,
        after: Some(b"x".to_vec()),
    };
    let before = disk.seen(Path::new("/nowhere"));
    for file in ["c.never", ".git/config", "../a.txt", "walks/../../x"] {
        let error = store(&disk).commit("no", vec![change(file)]).unwrap_err();
        assert!(matches!(error, StoreError::NotSaved { .. }), "{error}");
        assert_eq!(disk.seen(Path::new("/nowhere")), before);
    }
}

#[test]
fn each_user_has_records_of_their_own() {
    let disk = disk(None);
    commit(&disk, "ours");
    let theirs = store_with(&disk, 2);
    assert!(matches!(theirs.undo(), Err(StoreError::History(_))));
    assert_eq!(store(&disk).undo().unwrap().unwrap().label, "ours");
}

/// Somebody else opens the library while an edit of ours is interrupted, and may edit it too.
#[test]
fn our_journal_that_somebody_else_set_aside_is_carried_out() {
    for is_edited in [false, true] {
        let disk = disk(None);
        commit(&disk, "ours");
        let [journal, _] = written(1, &[("a.txt", b"interrupted")]);
        disk.outside(Path::new(JOURNAL), Some(&journal));
        let theirs = store_with(&disk, 2);
        assert_eq!(theirs.recover(&[]).unwrap().set_aside.len(), 1);
        if is_edited {
            let change = FileChange {
                file: "walks/c.txt".to_owned(),
                before: None,
                after: Some(b"theirs".to_vec()),
            };
            theirs.commit("theirs", vec![change]).unwrap();
        }
        let seen = disk.seen(Path::new(OWN));
        assert!(!seen.contains_key(&path(0)));
        // It is seen before it is made.
        assert!(store(&disk).is_pending().unwrap());
        let pending = store(&disk).pending().unwrap();
        assert_eq!(pending["a.txt"].as_deref(), Some(&b"interrupted"[..]));
        let recovery = store(&disk).recover(&[]).unwrap();
        assert_eq!((recovery.made.len(), recovery.set_aside.len()), (1, 0));
        assert_eq!(disk.seen(Path::new(OWN))[&path(0)], b"interrupted");
        assert!(!own(&disk).contains_key(&aside(1)));
        assert!(!store(&disk).is_pending().unwrap());
        // It has a place of its own in the history, behind what was there.
        let undone = store(&disk).undo().unwrap().unwrap();
        assert_eq!(undone.label, "somebody else's");
        let earlier = store(&disk).undo().unwrap().map(|step| step.label);
        assert_eq!(earlier.as_deref(), (!is_edited).then_some("ours"));
    }
}

#[test]
fn our_edits_before_somebody_elses_bytes_are_carried_out_and_the_rest_is_set_aside() {
    let disk = disk(None);
    commit(&disk, "ours");
    let [journal, _] = written(1, &[("a.txt", b"interrupted")]);
    let rest = vec![b'X'; 500];
    disk.outside(Path::new(JOURNAL), Some(&[&journal[..], &rest].concat()));
    assert!(store(&disk).is_pending().unwrap());
    let recovery = store(&disk).recover(&[]).unwrap();
    assert_eq!(recovery.set_aside, [format!("{FOREIGN_JOURNAL}1")]);
    assert_eq!(recovery.made.len(), 1);
    assert_eq!(disk.seen(Path::new(OWN))[&path(0)], b"interrupted");
    assert_eq!(own(&disk)[&aside(1)], rest);
    assert!(!store(&disk).is_pending().unwrap());
}

#[test]
fn no_history_that_was_set_aside_is_replaced() {
    let disk = disk(None);
    let mut all = Vec::new();
    for (number, content) in [&b"first"[..], b"second", b"third"].iter().enumerate() {
        let [_, history] = foreign(&[("a.txt", content)]);
        disk.outside(Path::new(HISTORY), Some(&history));
        match number {
            1 => _ = store(&disk).set_damaged_history_aside().unwrap(),
            _ => commit(&disk, "ours"),
        }
        all.push(history);
    }
    for (number, history) in (1..).zip(all) {
        let aside = Path::new(ROOT).join(format!("{FOREIGN_HISTORY}{number}"));
        assert_eq!(own(&disk)[&aside], history);
    }
}

#[test]
fn names_that_are_no_plain_numbers_are_no_journals_that_were_set_aside() {
    let disk = disk(None);
    commit(&disk, "ours");
    let [journal, _] = foreign(&[("a.txt", b"theirs")]);
    for name in ["+5", "007", "", "x", "-1", "1.bak"] {
        let path = Path::new(ROOT).join(format!("{FOREIGN_JOURNAL}{name}"));
        disk.outside(&path, Some(&journal));
    }
    assert_eq!(store(&disk).foreign_edits().unwrap(), []);
    assert_eq!(store(&disk).trust().unwrap().0, []);
    disk.outside(Path::new(JOURNAL), Some(&journal));
    assert_eq!(
        store(&disk).recover(&[]).unwrap().set_aside,
        [format!("{FOREIGN_JOURNAL}1")]
    );
    assert_eq!(store(&disk).trust().unwrap().0.len(), 1);
}

/// The first edit could be made, and the second could not.
#[test]
fn nothing_is_made_if_an_edit_that_is_trusted_is_refused_or_conflicts() {
    for (file, content, why) in [
        (
            "b.txt",
            &b"of both"[..],
            "another than the edit was made in",
        ),
        ("c.never", b"x", "no edit changes it"),
        ("c.txt", b"broken", "it is broken"),
    ] {
        let (disk, first) = with_journal(&[("a.txt", b"theirs")]);
        let [second, _] = foreign(&[("walks/a.txt", b"fine")]);
        let third = match file {
            // The store makes no edit of it, so that the name is put in later.
            "c.never" => {
                let [made, _] = foreign(&[("c.text_", content)]);
                let at = made.windows(7).position(|w| w == b"c.text_").unwrap();
                [&made[..at], file.as_bytes(), &made[at + 7..]].concat()
            }
            _ => foreign(&[(file, content)])[0].clone(),
        };
        disk.outside(Path::new(JOURNAL), None);
        disk.outside(&aside(1), Some(&[&first[..], &second].concat()));
        disk.outside(&aside(2), Some(&third));
        let before = disk.seen(Path::new("/nowhere"));
        assert_eq!(store(&disk).foreign_edits().unwrap().len(), 2);
        let error = store(&disk).trust().unwrap_err();
        assert!(matches!(error, StoreError::Refused { .. }), "{error}");
        let said = error.to_string();
        assert!(said.starts_with(&format!("{FOREIGN_JOURNAL}2: ")), "{said}");
        assert!(said.contains(why), "{said}");
        assert_eq!(disk.seen(Path::new("/nowhere")), before);
    }
}
