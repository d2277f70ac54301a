//! Merged files: other programs change the files between a stop of the machine and the next opening
//! of the library.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use footwork_store::FileChange;
use footwork_testkit::Random;

use crate::script::{OWN, ROOT, store};
use crate::simulated::{Fault, Simulated};

const FILES: [&str; 2] = ["a.lines", "walks/b.lines"];
const SCRIPTS: u64 = 20;
const EDITS: usize = 3;

/// The lines of each file.
type Lines = [BTreeSet<String>; 2];

fn path(file: usize) -> PathBuf {
    Path::new(ROOT).join(FILES[file])
}

fn bytes(lines: &BTreeSet<String>) -> Option<Vec<u8>> {
    let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
    (!lines.is_empty()).then(|| lines.into_bytes())
}

fn seen(disk: &Simulated) -> Lines {
    let files: BTreeMap<PathBuf, Vec<u8>> = disk.seen(Path::new(OWN));
    [0, 1].map(|file| {
        let text = files.get(&path(file)).cloned().unwrap_or_default();
        let text = String::from_utf8(text).unwrap();
        text.lines().map(str::to_owned).collect()
    })
}

/// Edits both files: adds a line to each, and sometimes removes an older one.
fn edited(now: &Lines, number: usize, random: &mut Random) -> Lines {
    let mut after = now.clone();
    for (file, lines) in after.iter_mut().enumerate() {
        if random.one_in(3) {
            lines.retain(|line| line.starts_with("Others"));
        }
        lines.insert(format!("Edit{number} {file} {}", 10 + random.below(50)));
    }
    after
}

fn commit(disk: &Simulated, before: &Lines, after: &Lines) -> bool {
    let changes = [0, 1].map(|file| FileChange {
        file: FILES[file].to_owned(),
        before: bytes(&before[file]),
        after: bytes(&after[file]),
    });
    store(disk).commit("an edit", changes.to_vec()).is_ok()
}

/// Adds lines to some of the files, as another program would.
fn interfere(disk: &Simulated, number: usize, random: &mut Random) -> [Option<String>; 2] {
    let now = seen(disk);
    [0, 1].map(|file| {
        let line = format!("Others{number} {} {}", 100 + file, 170 + random.below(9));
        let mut lines = now[file].clone();
        lines.insert(line.clone());
        random.one_in(2).then(|| {
            disk.outside(&path(file), bytes(&lines).as_deref());
            line
        })
    })
}

fn with(lines: &Lines, theirs: &[Option<String>; 2]) -> Lines {
    let mut lines = lines.clone();
    for (lines, line) in lines.iter_mut().zip(theirs) {
        lines.extend(line.clone());
    }
    lines
}

#[test]
fn changes_by_others_before_the_next_opening_are_merged_with_the_edit() {
    for script in 0..SCRIPTS {
        let mut random = Random::new(script);
        let disk = Simulated::new(&[ROOT, "/library/walks", OWN], None);
        let mut now = Lines::default();
        for number in 0..EDITS {
            let after = edited(&now, number, &mut random);
            for call in 1.. {
                let stopped = disk.after_kill();
                stopped.expect(Fault::Stop(call));
                let is_made = commit(&stopped, &now, &after);
                if stopped.calls() < call {
                    break;
                }
                let place = format!("script {script}, edit {number}, call {call}");
                for stopped in [stopped.after_kill(), stopped.after_crash(&mut random)] {
                    check(&stopped, [&now, &after], is_made, &mut random, &place);
                }
            }
            disk.expect(Fault::Nothing);
            assert!(commit(&disk, &now, &after));
            let theirs = interfere(&disk, number, &mut random);
            now = with(&after, &theirs);
            assert_eq!(seen(&disk), now);
        }
    }
}

fn check(
    disk: &Simulated,
    [before, after]: [&Lines; 2],
    is_made: bool,
    random: &mut Random,
    place: &str,
) {
    let theirs = interfere(disk, 1000, random);
    // The recovery may be stopped too, and other programs may write again meanwhile.
    let again = disk.after_kill();
    again.expect(Fault::Stop(1 + random.below(40)));
    let disk = match store(&again).recover(&[]) {
        Ok(_) => again.after_kill(),
        Err(_) => again.after_crash(random),
    };
    let more = interfere(&disk, 2000, random);
    let recovered = store(&disk).recover(&[]).unwrap().made;
    let conflicts = recovered.iter().flat_map(|recovered| &recovered.conflicts);
    let conflicts: Vec<_> = conflicts.collect();
    assert!(conflicts.is_empty(), "{place}: {conflicts:?}");
    let with_theirs = |lines| with(&with(lines, &theirs), &more);
    let (not_made, made) = (with_theirs(before), with_theirs(after));
    let files = seen(&disk);
    assert!(
        files == made || (!is_made && files == not_made),
        "{place}: {files:?} of {before:?} and {after:?}"
    );
    // The edit can be undone, and the lines of other programs stay.
    if files == made {
        store(&disk).undo().unwrap().unwrap();
        assert_eq!(seen(&disk), not_made, "{place}");
    }
}
