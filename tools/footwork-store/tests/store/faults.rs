//! Full disks and failing calls: the error is clear, nothing changes, and the edit can be retried.

use std::path::Path;

use footwork_store::StoreError;
use footwork_testkit::Random;

use crate::script::{Model, OWN, acts, disk, open, perform_to};
use crate::simulated::{DISKS, DiskName, Fault};

const SCRIPTS: u64 = 60;
const ACTS: usize = 5;
/// The number of scripts in which each pair of calls fails.
const PAIRED_SCRIPTS: u64 = 6;

#[test]
fn an_error_at_any_call_changes_nothing_and_the_edit_can_be_retried() {
    for script in 0..SCRIPTS {
        let mut random = Random::new(script);
        let disk = disk(None);
        let mut model = Model::default();
        for act in acts(&mut random, ACTS) {
            let next = model.after(&act);
            for call in 1.. {
                let failing = disk.after_kill();
                failing.expect(Fault::FailOnce(call));
                let result = perform_to(&failing, &act, &next);
                if failing.calls() < call {
                    break;
                }
                failing.expect(Fault::Nothing);
                match result {
                    // The edit succeeded in spite of the failed call.
                    Ok(()) => assert_eq!(open(&failing), next.files),
                    // After a single failure, the edit can always be rolled back, so it is not in
                    // doubt.
                    Err(error) => {
                        assert!(
                            matches!(error, StoreError::NotSaved { .. } | StoreError::History(_)),
                            "script {script}, call {call}: {error}"
                        );
                        let files = failing.seen(Path::new(OWN));
                        let mut files_only = files.clone();
                        files_only.retain(|path, _| path.extension().is_some_and(|e| e == "txt"));
                        assert_eq!(
                            files_only, model.files,
                            "script {script}, call {call}: {error}"
                        );
                        assert_eq!(open(&failing), model.files);
                        perform_to(&failing, &act, &next).unwrap();
                        assert_eq!(open(&failing), next.files);
                    }
                }
            }
            perform_to(&disk, &act, &next).unwrap();
            model = next;
        }
    }
}

/// The second failure often hits the rollback: the edit is then completed instead, and reported as
/// made.
#[test]
fn after_two_errors_the_files_match_the_reported_outcome() {
    let mut carried_out = 0;
    for script in 0..PAIRED_SCRIPTS {
        let mut random = Random::new(script);
        let disk = disk(None);
        let mut model = Model::default();
        for act in acts(&mut random, ACTS) {
            let next = model.after(&act);
            let well = disk.after_kill();
            well.expect(Fault::Nothing);
            perform_to(&well, &act, &next).unwrap();
            for first in 1..=well.calls() {
                for second in first + 1.. {
                    let failing = disk.after_kill();
                    failing.expect(Fault::FailTwice(first, second));
                    let result = perform_to(&failing, &act, &next);
                    if failing.calls() < second {
                        break;
                    }
                    failing.expect(Fault::Nothing);
                    let files = open(&failing);
                    let place = format!("script {script}, calls {first} and {second}");
                    match result {
                        Ok(()) => assert_eq!(files, next.files, "{place}"),
                        Err(StoreError::NotSaved { .. } | StoreError::History(_)) => {
                            assert_eq!(files, model.files, "{place}");
                        }
                        // An edit is in doubt only if the journal cannot be read.
                        Err(error) => panic!("{place}: {error}"),
                    }
                    carried_out += usize::from(files == next.files && next.files != model.files);
                }
            }
            perform_to(&disk, &act, &next).unwrap();
            model = next;
        }
    }
    assert!(carried_out > 100, "{carried_out}");
}

#[test]
fn a_disk_that_stays_full_loses_no_data_on_either_disk() {
    let mut before_the_journal = 0;
    for script in 0..SCRIPTS {
        let mut random = Random::new(script);
        let disk = disk(None);
        let mut model = Model::default();
        for act in acts(&mut random, ACTS) {
            let next = model.after(&act);
            let well = disk.after_kill();
            well.expect(Fault::Nothing);
            perform_to(&well, &act, &next).unwrap();
            let noted_at = well.noted_at();
            let faults = |call| {
                let full = DISKS.map(|disk| Fault::Full(disk, call));
                [Fault::FailFrom(call), full[0], full[1]]
            };
            for (call, fault) in (1..=well.calls()).flat_map(|n| faults(n).map(|f| (n, f))) {
                let full = disk.after_kill();
                full.expect(fault);
                let result = perform_to(&full, &act, &next);
                full.expect(Fault::Nothing);
                let seen = full.seen(Path::new(OWN));
                if let (
                    Fault::Full(DiskName::State, _),
                    Err(StoreError::NotSaved { file, error }),
                ) = (fault, &result)
                {
                    // Recovery, whose errors name no file of the library, is tested elsewhere.
                    let names_the_log = error.to_string().contains(OWN);
                    assert!(names_the_log || file.is_empty(), "script {script}: {error}");
                }
                let is_of_state = !matches!(fault, Fault::Full(DiskName::Library, _));
                if is_of_state && noted_at.is_some_and(|noted_at| call <= noted_at) {
                    let is_not_saved = matches!(result, Err(StoreError::NotSaved { .. }));
                    assert!(is_not_saved, "script {script}, call {call}: {result:?}");
                    assert_eq!(seen, model.files, "script {script}, call {call}");
                    before_the_journal += 1;
                }
                let files = open(&full);
                match result {
                    Ok(()) | Err(StoreError::InDoubt { .. }) => assert_eq!(files, next.files),
                    Err(_) => assert_eq!(files, model.files, "script {script}, call {call}"),
                }
            }
            perform_to(&disk, &act, &next).unwrap();
            model = next;
        }
    }
    assert!(before_the_journal > 100, "{before_the_journal}");
}
