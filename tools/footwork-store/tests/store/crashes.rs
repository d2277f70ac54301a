//! A machine that stops at any call: acknowledged edits are on disk, and the edit in flight is either there as a whole
//! or absent.

use std::collections::BTreeSet;
use std::path::Path;

use footwork_store::StoreError;
use footwork_testkit::Random;

use crate::script::{Act, Contents, Model, OWN, acts, disk, open, perform_to, store};
use crate::simulated::{DISKS, Fault, Simulated, Site};
use crate::written::{Place, place, written};

/// The number of random scripts; a soak runs `SOAK` times as many.
const SCRIPTS: u64 = 200;
const SOAK: u64 = 4;
const ACTS: usize = 5;
/// The number of disk states tried after each stop.
const OUTCOMES: usize = 1;

/// Returns the initial model and the acts of a script. Every fourth script is longer, and its history soon exceeds the
/// limit.
fn script_of(script: u64, random: &mut Random) -> (Model, Vec<Act>) {
    match script % 4 {
        3 => {
            let max_bytes = 300 + 100 * (script / 4 % 5);
            let model = Model::with_max_history_bytes(Some(max_bytes));
            (model, acts(random, ACTS + 3))
        }
        _ => (Model::default(), acts(random, ACTS)),
    }
}

/// A wrong state of the files after a crash.
#[derive(Debug)]
struct Violation {
    #[allow(dead_code, reason = "for the message of a failed test")]
    script: u64,
    #[allow(dead_code, reason = "for the message of a failed test")]
    what: String,
}

/// Runs a script, with a stop at every call of every act.
fn run(script: u64, without: Option<Site>) -> Result<(), Violation> {
    let mut random = Random::new(script);
    let (mut model, acts) = script_of(script, &mut random);
    let disk = disk(without);
    for act in &acts {
        let next = model.after(act);
        let prepared = model.with_short_history();
        let long = model.after_with_long_history(act);
        let is_ours = matches!(act, Act::Edit(_) | Act::Undo | Act::Redo);
        let mut calls = 0;
        for call in (1..).take_while(|_| is_ours) {
            let stopped = disk.after_kill();
            stopped.expect(Fault::Stop(call));
            let result = perform_to(&stopped, act, &next);
            if result.is_ok() && stopped.calls() < call {
                break;
            }
            calls = call;
            let allowed = match result {
                Ok(()) => vec![&next],
                Err(_) => vec![&model, &prepared, &next],
            };
            check(script, &stopped.after_kill(), &allowed)?;
            for _ in 0..OUTCOMES {
                check(script, &stopped.after_crash(&mut random), &allowed)?;
            }
        }
        for call in 1..=calls {
            // A rolled-back edit stays rolled back.
            let failing = disk.after_kill();
            failing.expect(Fault::FailOnce(call));
            if let Err(StoreError::NotSaved { .. }) = perform_to(&failing, act, &next) {
                let failed = failing.after_crash(&mut random);
                check(script, &failed, &[&model, &prepared])?;
            }
            // The machine stops during the rollback.
            let stop = call + 1 + random.below(16);
            let stopped = disk.after_kill();
            stopped.expect(Fault::FailThenStop(call, stop));
            let allowed = match perform_to(&stopped, act, &next) {
                Ok(()) => vec![&next, &long],
                Err(_) => vec![&model, &prepared, &next, &long],
            };
            check(script, &stopped.after_kill(), &allowed)?;
            check(script, &stopped.after_crash(&mut random), &allowed)?;
            // One disk is cut off, and the program may go on with the other. Then one or both disks lose power.
            let lost = *random.pick(&DISKS);
            let cut = disk.after_kill();
            cut.expect(Fault::CutOff(lost, call));
            let allowed = match perform_to(&cut, act, &next) {
                Ok(()) => vec![&next, &long],
                Err(_) => vec![&model, &prepared, &next, &long],
            };
            check(script, &cut.after_crash_of(&[lost], &mut random), &allowed)?;
            check(script, &cut.after_crash(&mut random), &allowed)?;
        }
        disk.expect(Fault::Nothing);
        perform_to(&disk, act, &next).unwrap();
        model = next;
        for _ in 0..OUTCOMES {
            check(script, &disk.after_crash(&mut random), &[&model])?;
        }
    }
    Ok(())
}

/// Opens the library and continues editing. The state must be one of `allowed`, and undo and redo must work from
/// there.
fn check(script: u64, disk: &Simulated, allowed: &[&Model]) -> Result<(), Violation> {
    let violation = |what: String| Violation { script, what };
    // If the files contain only a part of an edit, there is a marker.
    let mut files = disk.seen(Path::new(OWN));
    files.retain(|path, _| path.extension().is_some_and(|extension| extension == "txt"));
    if !allowed.iter().any(|model| model.files == files) && !disk.has_marker() {
        return Err(violation(format!("{} has no marker", shown(&files))));
    }
    // The machine may stop during the recovery too.
    let mut random = Random::new(disk.calls() as u64 ^ script);
    let stopped = disk.after_kill();
    stopped.expect(Fault::Stop(1 + random.below(40)));
    // Recovered state is durable.
    _ = store(&stopped).recover(&[]);
    let disk = stopped.after_crash(&mut random);
    let seen = open(&disk);
    let model = allowed.iter().find(|model| model.files == seen);
    let Some(model) = model else {
        return Err(violation(format!("{} is not allowed", shown(&seen))));
    };
    for acts in [
        &[Act::Undo, Act::Redo][..],
        &[Act::Undo, Act::Undo],
        &[Act::Redo],
    ] {
        // If two allowed models have the same files, the state may be either of the two.
        let mut expected: Vec<Model> = allowed.iter().map(|model| (*model).clone()).collect();
        expected.retain(|model| model.files == seen);
        let disk = disk.after_kill();
        for act in acts {
            if let Err(error) = perform_to(&disk, act, model) {
                return Err(violation(format!("{act:?}: {error}")));
            }
            let files = open(&disk);
            expected = expected.iter().map(|model| model.after(act)).collect();
            expected.retain(|model| model.files == files);
            if expected.is_empty() {
                return Err(violation(format!(
                    "{act:?} of {acts:?} gave {}",
                    shown(&files)
                )));
            }
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
fn acknowledged_edits_survive_a_crash_at_every_call() {
    let scripts = match std::env::var_os("FOOTWORK_SOAK") {
        Some(_) => SCRIPTS * SOAK,
        None => SCRIPTS,
    };
    for script in 0..scripts {
        run(script, None).unwrap();
    }
}

/// Returns the source locations at which scripts sync: in normal runs, after a failure, and while recovering from a
/// stop.
fn reached() -> BTreeSet<Site> {
    let mut sites = BTreeSet::new();
    for script in 0..20 {
        let disk = disk(None);
        let (mut model, acts) = script_of(script, &mut Random::new(script));
        for act in acts {
            let next = model.after(&act);
            for call in 1..40 {
                for fault in [Fault::Stop(call), Fault::FailOnce(call)] {
                    let faulty = disk.after_kill();
                    faulty.expect(fault);
                    _ = perform_to(&faulty, &act, &next);
                    let again = faulty.after_kill();
                    open(&again);
                    sites.extend(faulty.sites());
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

/// For every sync in the source, some script fails without it.
#[test]
fn every_sync_is_needed() {
    let reached = reached();
    let places: BTreeSet<Place> = reached.iter().copied().map(place).collect();
    let written = written();
    let missed: Vec<&Place> = written.symmetric_difference(&places).collect();
    assert!(
        missed.is_empty(),
        "reached or found in the source, not both: {missed:#?}"
    );
    for site in reached {
        let fails = |script| run(script, Some(site)).is_err();
        assert!(
            (0..SCRIPTS).any(fails),
            "no test fails without the sync at {site:?}"
        );
    }
}
