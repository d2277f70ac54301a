//! An edit of ours is interrupted, and somebody else opens the library, sets our journal aside and may edit too. However
//! often the machine stops, ours is made once, and nothing that is not ours is lost.

use std::collections::BTreeSet;
use std::path::Path;

use footwork_store::{FOREIGN_JOURNAL, FileChange};
use footwork_testkit::Random;

use crate::script::{Contents, JOURNAL, OWN, disk, foreign, path, store, store_with};
use crate::simulated::{Fault, Simulated, Site};

/// The number of disk states that are tried after each stop.
const OUTCOMES: u64 = 12;

/// What lies behind our records of the journal.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Rest {
    Nothing,
    Theirs,
}

/// What the other user does.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Other {
    /// Only opens the library.
    Opens,
    /// Sets our history aside too, by an edit.
    Edits,
}

#[derive(Clone, Copy, Debug)]
struct Case {
    rest: Rest,
    other: Other,
}

fn cases() -> impl Iterator<Item = Case> {
    let rests = [Rest::Nothing, Rest::Theirs].into_iter();
    rests.flat_map(|rest| [Other::Opens, Other::Edits].map(|other| Case { rest, other }))
}

fn change(file: &str, after: &[u8]) -> Vec<FileChange> {
    vec![FileChange {
        file: file.to_owned(),
        before: None,
        after: Some(after.to_vec()),
    }]
}

fn theirs() -> Vec<u8> {
    let [journal, _] = foreign(&[("walks/a.txt", b"theirs")]);
    journal
}

/// A library whose journal holds an edit of ours that is not made.
fn interrupted(case: Case, without: Option<Site>) -> Simulated {
    let disk = disk(without);
    store(&disk)
        .commit("ours", change("b.txt", b"ours"))
        .unwrap();
    // Killed once it was noted.
    let ours = (1..).find_map(|call| {
        let killed = disk.after_kill();
        killed.expect(Fault::Stop(call));
        _ = store(&killed).commit("interrupted", change("a.txt", b"interrupted"));
        let seen = killed.seen(Path::new("/nowhere"));
        let is_noted = killed.noted_at().is_some_and(|noted_at| noted_at < call);
        let journal = seen.get(Path::new(JOURNAL))?.clone();
        is_noted.then_some(journal)
    });
    let ours = ours.unwrap();
    let journal = match case.rest {
        Rest::Nothing => ours,
        Rest::Theirs => [ours, theirs()].concat(),
    };
    disk.outside(Path::new(JOURNAL), Some(&journal));
    disk
}

/// What the other user does; an error if the machine stops.
fn other_opens(disk: &Simulated, other: Other) -> Result<(), String> {
    let store = store_with(disk, 2);
    let opened = store.recover(&[]);
    opened.map_err(|error| error.to_string())?;
    if other == Other::Edits {
        let made = store.commit("theirs", change("walks/c.txt", b"theirs"));
        made.map_err(|error| error.to_string())?;
    }
    Ok(())
}

fn own(disk: &Simulated) -> Contents {
    let mut all = disk.seen(Path::new("/nowhere"));
    all.retain(|path, _| path.starts_with(OWN));
    all
}

/// Opens the library as ourselves: the edit is made, once, and can be undone and redone; what was not ours is kept.
fn check(disk: &Simulated, case: Case) -> Result<(), String> {
    let said = |what: &str| format!("{case:?}: {what}");
    let store = store(disk);
    store
        .recover(&[])
        .map_err(|error| said(&error.to_string()))?;
    let made = |disk: &Simulated| disk.seen(Path::new(OWN)).get(&path(0)).cloned();
    if made(disk).as_deref() != Some(b"interrupted") {
        return Err(said("the edit is lost"));
    }
    if store.is_pending().unwrap_or(true) {
        return Err(said("something is left to do"));
    }
    let kept = own(disk);
    let theirs = theirs();
    let is_kept = kept.iter().any(|(path, content)| {
        path.to_string_lossy().contains(FOREIGN_JOURNAL) && *content == theirs
    });
    if case.rest == Rest::Theirs && !is_kept {
        return Err(said("what was not ours is lost"));
    }
    let label = |step: Option<footwork_store::HistoryEntry>| step.map(|step| step.label);
    for is_done in [false, true] {
        let turned = if is_done { store.redo() } else { store.undo() };
        let turned = turned.map_err(|error| said(&error.to_string()))?;
        if label(turned).as_deref() != Some("interrupted") || made(disk).is_some() != is_done {
            return Err(said("it cannot be undone and redone"));
        }
    }
    // It is in the history once.
    let undone = |_| label(store.undo().unwrap_or_default());
    let labels: Vec<_> = (0..3).map_while(undone).collect();
    let is_once = match labels.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["interrupted", "ours"] => true,
        ["interrupted"] => kept
            .keys()
            .any(|path| path.to_string_lossy().contains("history.foreign")),
        _ => false,
    };
    match is_once {
        true => Ok(()),
        false => Err(said(&format!(
            "the history has {labels:?}, beside {:?}",
            kept.keys()
        ))),
    }
}

/// Stops the machine at every call of both users, and while it is opened after that.
pub(crate) fn run(without: Option<Site>) -> Result<(), String> {
    for case in cases() {
        let before = interrupted(case, without);
        // The other user stops, and we open.
        for call in 1.. {
            let disk = before.after_kill();
            disk.expect(Fault::Stop(call));
            let opened = other_opens(&disk, case.other);
            check_all(&disk, case, &format!("the other one stops at {call}"))?;
            if opened.is_ok() && disk.calls() < call {
                break;
            }
        }
        // We stop while we take it back, and open again.
        before.expect(Fault::Nothing);
        other_opens(&before, case.other)?;
        let before = before.after_crash(&mut Random::new(1));
        let well = before.after_kill();
        store(&well)
            .recover(&[])
            .map_err(|error| error.to_string())?;
        for call in 1..=well.calls() {
            for fault in [Fault::Stop(call), Fault::FailOnce(call)] {
                let disk = before.after_kill();
                disk.expect(fault);
                _ = store(&disk).recover(&[]);
                check_all(&disk, case, &format!("{fault:?}"))?;
            }
        }
    }
    Ok(())
}

/// Checks what a kill leaves and what the machine's stop may leave, with another stop while that is opened.
fn check_all(disk: &Simulated, case: Case, when: &str) -> Result<(), String> {
    let said = |what: String| format!("{when}: {what}");
    check(&disk.after_kill(), case).map_err(said)?;
    for seed in 0..OUTCOMES {
        let mut random = Random::new(seed);
        let crashed = disk.after_crash(&mut random);
        crashed.expect(Fault::Stop(1 + random.below(40)));
        _ = store(&crashed).recover(&[]);
        check(&crashed.after_crash(&mut random), case).map_err(said)?;
    }
    Ok(())
}

/// Returns the places that sync while the other user opens the library, wherever the machine stops, and while we do after
/// that.
pub(crate) fn reached() -> BTreeSet<Site> {
    let mut sites = BTreeSet::new();
    for case in cases() {
        let before = interrupted(case, None);
        for call in 1.. {
            let stopped = before.after_kill();
            stopped.expect(Fault::Stop(call));
            let opened = other_opens(&stopped, case.other);
            let again = stopped.after_kill();
            store(&again).recover(&[]).unwrap();
            sites.extend(stopped.sites());
            sites.extend(again.sites());
            if opened.is_ok() && stopped.calls() < call {
                break;
            }
        }
    }
    sites
}

#[test]
fn ours_is_made_once_and_theirs_is_kept_whatever_stops() {
    run(None).unwrap();
}
