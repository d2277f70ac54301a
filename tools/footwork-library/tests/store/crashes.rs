//! A machine that stops at any call: what was acknowledged is there, and of the edit in flight all
//! or nothing.

use std::collections::BTreeSet;
use std::path::Path;

use footwork_library::store::StoreError;

use crate::random::Random;
use crate::script::{Act, Contents, Model, acts, disk, open, perform_to, store};
use crate::simulated::{Simulated, Site, Trouble};

/// How many random scripts there are.
const SCRIPTS: u64 = 200;
const ACTS: usize = 5;
/// How many states of the disk are tried after each stop.
const OUTCOMES: usize = 1;

/// What is wrong with the files after a crash.
#[derive(Debug)]
struct Violation {
    #[allow(dead_code, reason = "for the message of a failed test")]
    script: u64,
    #[allow(dead_code, reason = "for the message of a failed test")]
    what: String,
}

/// Runs a script, stopping at every call of every act.
fn run(script: u64, without: Option<Site>) -> Result<(), Violation> {
    let mut random = Random(script);
    let script_acts = acts(&mut random, ACTS);
    let disk = disk(without);
    let mut model = Model::default();
    for act in &script_acts {
        let next = model.after(act);
        let is_ours = matches!(act, Act::Edit(_) | Act::Undo | Act::Redo);
        let mut calls = 0;
        for call in (1..).take_while(|_| is_ours) {
            let stopped = disk.after_kill();
            stopped.expect(Trouble::Stop(call));
            let result = perform_to(&stopped, act, &next);
            if result.is_ok() && stopped.calls() < call {
                break;
            }
            calls = call;
            let allowed = match result {
                Ok(()) => vec![&next],
                Err(_) => vec![&model, &next],
            };
            check(script, &stopped.after_kill(), &allowed)?;
            for _ in 0..OUTCOMES {
                check(script, &stopped.after_crash(&mut random), &allowed)?;
            }
        }
        for call in 1..=calls {
            // What failed and was taken back stays so.
            let failing = disk.after_kill();
            failing.expect(Trouble::FailOnce(call));
            if let Err(StoreError::NotSaved { .. }) = perform_to(&failing, act, &next) {
                check(script, &failing.after_crash(&mut random), &[&model])?;
            }
            // The machine stops while it is taken back.
            let stop = call + 1 + random.below(16);
            let stopped = disk.after_kill();
            stopped.expect(Trouble::FailThenStop(call, stop));
            let allowed = match perform_to(&stopped, act, &next) {
                Ok(()) => vec![&next],
                Err(_) => vec![&model, &next],
            };
            check(script, &stopped.after_kill(), &allowed)?;
            check(script, &stopped.after_crash(&mut random), &allowed)?;
        }
        disk.expect(Trouble::Nothing);
        perform_to(&disk, act, &next).unwrap();
        model = next;
        for _ in 0..OUTCOMES {
            check(script, &disk.after_crash(&mut random), &[&model])?;
        }
    }
    Ok(())
}

/// Opens the library, and then edits it further: the state must be one of these, and undo and redo
/// must do what they should from there.
fn check(script: u64, disk: &Simulated, allowed: &[&Model]) -> Result<(), Violation> {
    let violation = |what: String| Violation { script, what };
    // Whoever recovers may be stopped too.
    let mut random = Random(disk.calls() as u64 ^ script);
    let stopped = disk.after_kill();
    stopped.expect(Trouble::Stop(1 + random.below(40)));
    // What is recovered lasts.
    _ = store(&stopped).recover(&[]);
    let disk = stopped.after_crash(&mut random);
    let seen = open(&disk);
    let model = allowed.iter().find(|model| model.files == seen);
    let Some(model) = model else {
        return Err(violation(format!("{} is not allowed", shown(&seen))));
    };
    for acts in [&[Act::Undo][..], &[Act::Redo], &[Act::Undo, Act::Redo]] {
        // Where two models have the same files, either may hold.
        let expected = allowed.iter().map(|model| {
            let last = acts
                .iter()
                .fold((*model).clone(), |model, act| model.after(act));
            last.files
        });
        let expected: Vec<_> = expected.collect();
        let disk = disk.after_kill();
        for act in acts {
            if let Err(error) = perform_to(&disk, act, model) {
                return Err(violation(format!("{act:?}: {error}")));
            }
        }
        let files = open(&disk);
        if !expected.contains(&files) {
            return Err(violation(format!("{acts:?} gave {}", shown(&files))));
        }
    }
    Ok(())
}

fn shown(files: &Contents) -> String {
    let shown = files
        .iter()
        .map(|(path, content)| format!("{}: {}", path.display(), String::from_utf8_lossy(content)));
    shown.collect::<Vec<_>>().join(" ")
}

#[test]
fn what_was_acknowledged_survives_a_crash_at_every_call() {
    for script in 0..SCRIPTS {
        run(script, None).unwrap();
    }
}

/// Where scripts sync when nothing goes wrong, and when somebody carries out what a stopped machine
/// left.
fn sites() -> BTreeSet<Site> {
    let mut sites = BTreeSet::new();
    for script in 0..20 {
        let disk = disk(None);
        let mut model = Model::default();
        for act in acts(&mut Random(script), ACTS) {
            let next = model.after(&act);
            for call in 1..30 {
                for trouble in [Trouble::Stop(call), Trouble::FailOnce(call)] {
                    let troubled = disk.after_kill();
                    troubled.expect(trouble);
                    _ = perform_to(&troubled, &act, &next);
                    let again = troubled.after_kill();
                    open(&again);
                    sites.extend(troubled.sites());
                    sites.extend(again.sites());
                }
            }
            perform_to(&disk, &act, &next).unwrap();
            model = next;
        }
        sites.extend(disk.sites());
    }
    sites
}

/// A site in words that stay the same when lines move: the file and the text of the line.
fn words((file, line, _): Site) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    let text = text.lines().nth(line as usize - 1).unwrap();
    let file = path.file_name().unwrap().to_str().unwrap();
    format!("{file}: {}", text.trim())
}

/// Each call that syncs, in the words of its line.
const SITES: [&str; 19] = [
    "atomic.rs: match written.and_then(|()| files.sync(&staged.temp)) {",
    "recover.rs: match self.journal.empty(&self.files) {",
    "recover.rs: self.files.sync_folder(&self.folder())?;",
    "recover.rs: self.files.sync_folder(&self.root)?;",
    "recover.rs: self.files.sync_folder(folder)?;",
    "recover.rs: self.history.sync(&self.files)?;",
    "recover.rs: self.journal.sync(&self.files)?;",
    "store.rs: .append(&self.files, &to_bytes(&entry.record())?)?;",
    "store.rs: _ = self.journal.empty(&self.files);",
    "store.rs: let synced = self.files.sync_folder(folder);",
    "store.rs: self.files.sync_folder(&folder)?;",
    "store.rs: self.files.sync_folder(&self.folder())?;",
    "store.rs: self.files.sync_folder(&self.folder())?;",
    "store.rs: self.files.sync_folder(&self.root)?;",
    "store.rs: self.history.cut(&self.files, entry.history_at)?;",
    "store.rs: self.history.cut(&self.files, entry.history_at)?;",
    "store.rs: self.journal.append(&self.files, &payload)?;",
    "store.rs: self.journal.empty(&self.files)",
    "store.rs: self.journal.empty(&self.files).ok();",
];

/// Where nothing is lost without the sync, as the next one is of the same file or the history tells.
const SPARE: [&str; 3] = [
    "recover.rs: match self.journal.empty(&self.files) {",
    "store.rs: self.journal.empty(&self.files).ok();",
    "store.rs: self.history.cut(&self.files, entry.history_at)?;",
];

/// Every place that syncs, and no other, is tried below.
#[test]
fn the_syncs_are_known() {
    let mut seen: Vec<String> = sites().into_iter().map(words).collect();
    seen.sort();
    assert_eq!(seen, SITES);
}

/// The tests above see it when a sync is forgotten, whichever it is.
#[test]
fn every_sync_is_needed() {
    for site in sites() {
        let found = (0..SCRIPTS).any(|script| run(script, Some(site)).is_err());
        let is_spare = SPARE.contains(&words(site).as_str());
        assert!(
            found || is_spare,
            "no test fails without the sync at {site:?}"
        );
    }
}
