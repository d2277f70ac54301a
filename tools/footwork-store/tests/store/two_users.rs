//! Two users edit one library, each with their own journal and history: an undo reverts only the user's own last edit,
//! and recovery completes only the user's own edits.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use footwork_store::{FileChange, Store};
use footwork_testkit::Random;

use crate::lines::MergeLines;
use crate::script::ROOT;
use crate::simulated::{Fault, Simulated};

const FILES: [&str; 3] = ["a.lines", "b.lines", "walks/c.lines"];
const STATES: [&str; 2] = ["/state/alice", "/state/bob"];
const CASES: u64 = 1_000;
const SOAK: u64 = 100_000;
const ACTS: usize = 12;

/// Lines of files, each added by one edit.
type Lines = BTreeSet<(usize, String)>;

/// The lines that each edit of a user added.
#[derive(Clone, Debug, Default)]
struct Model {
    done: Vec<Lines>,
    undone: Vec<Lines>,
}

#[derive(Clone, Debug)]
enum Act {
    Edit(Lines),
    Undo,
    Redo,
}

impl Model {
    fn lines(&self) -> Lines {
        self.done.iter().flatten().cloned().collect()
    }

    fn after(&self, act: &Act) -> Self {
        let mut next = self.clone();
        match act {
            Act::Edit(lines) => {
                next.done.push(lines.clone());
                next.undone.clear();
            }
            Act::Undo => next.undone.extend(next.done.pop()),
            Act::Redo => next.done.extend(next.undone.pop()),
        }
        next
    }
}

fn store(disk: &Simulated, user: usize) -> Store<Simulated, Simulated> {
    let (root, state) = (Path::new(ROOT), Path::new(STATES[user]));
    Store::with_files(
        root,
        disk.clone(),
        state,
        disk.clone(),
        Arc::new(MergeLines),
    )
}

fn path(file: usize) -> PathBuf {
    Path::new(ROOT).join(FILES[file])
}

/// Returns the lines of all files.
fn seen(disk: &Simulated) -> Lines {
    let files: BTreeMap<PathBuf, Vec<u8>> = disk.seen(Path::new("/state"));
    let lines = (0..FILES.len()).flat_map(|file| {
        let text = files.get(&path(file)).cloned().unwrap_or_default();
        let text = String::from_utf8(text).unwrap();
        let lines: Vec<_> = text.lines().map(|line| (file, line.to_owned())).collect();
        lines
    });
    lines.collect()
}

fn content(lines: &Lines, file: usize) -> Option<Vec<u8>> {
    let lines = lines.iter().filter(|(of, _)| *of == file);
    let text: String = lines.map(|(_, line)| format!("{line}\n")).collect();
    (!text.is_empty()).then(|| text.into_bytes())
}

/// Performs an act as a program does: it first recovers the user's unfinished edits. Returns whether the act was
/// acknowledged.
fn perform(disk: &Simulated, user: usize, act: &Act) -> bool {
    let store = store(disk, user);
    if store.recover(&[]).is_err() {
        return false;
    }
    match act {
        Act::Undo => store.undo().is_ok(),
        Act::Redo => store.redo().is_ok(),
        Act::Edit(lines) => {
            let now = seen(disk);
            let after: Lines = now.union(lines).cloned().collect();
            let changes = (0..FILES.len()).map(|file| FileChange {
                file: FILES[file].to_owned(),
                before: content(&now, file),
                after: content(&after, file),
            });
            let changes = changes.filter(|change| change.before != change.after);
            store.commit("an edit", changes.collect()).is_ok()
        }
    }
}

fn act(user: usize, number: usize, random: &mut Random) -> Act {
    match random.below(5) {
        0 => Act::Undo,
        1 => Act::Redo,
        _ => {
            let line = |file| (file, format!("User{user} {number} {file}"));
            let mut lines: Lines = (0..FILES.len()).map(line).collect();
            lines.retain(|_| !random.one_in(3));
            lines.insert(line(random.below(FILES.len())));
            Act::Edit(lines)
        }
    }
}

/// Returns the lines of a user.
fn of(user: usize, lines: &Lines) -> Lines {
    let start = format!("User{user} ");
    let own = lines.iter().filter(|(_, line)| line.starts_with(&start));
    own.cloned().collect()
}

fn run(case: u64) {
    let mut random = Random::for_case("two users", case);
    let mut disk = Simulated::new(&[ROOT, "/library/walks", STATES[0], STATES[1]], None);
    let mut models = [Model::default(), Model::default()];
    // The models that a stopped act may leave.
    let mut stopped: [Option<Model>; 2] = [None, None];
    for number in 0..ACTS {
        let user = random.below(2);
        let what = format!("case {case}, act {number} of user {user}");
        if let Some(made) = stopped[user].take() {
            let before = of(1 - user, &seen(&disk));
            store(&disk, user).recover(&[]).unwrap();
            let now = seen(&disk);
            if of(user, &now) == of(user, &made.lines()) {
                models[user] = made;
            }
            assert_eq!(of(user, &now), models[user].lines(), "{what}: recovered");
            assert_eq!(
                of(1 - user, &now),
                before,
                "{what}: the other's edit was touched"
            );
        }
        let act = act(user, number, &mut random);
        let next = models[user].after(&act);
        let others = of(1 - user, &seen(&disk));
        if random.one_in(2) {
            disk.expect(Fault::Stop(1 + random.below(50)));
        }
        let is_done = perform(&disk, user, &act);
        let has_crashed = !is_done && random.one_in(2);
        disk = if has_crashed {
            disk.after_crash(&mut random)
        } else {
            disk.after_kill()
        };
        if is_done {
            models[user] = next
        } else {
            stopped[user] = Some(next)
        }
        let now = seen(&disk);
        // A crash may lose a part of an edit that is still in the other user's journal. That user's recovery restores
        // it.
        if !has_crashed || stopped[1 - user].is_none() {
            assert_eq!(
                of(1 - user, &now),
                others,
                "{what}: {act:?} touched the other's edits"
            );
        }
        if is_done {
            assert_eq!(of(user, &now), models[user].lines(), "{what}: {act:?}");
        }
    }
}

#[test]
fn each_user_undoes_and_completes_only_their_own_edits() {
    (0..CASES).for_each(run);
}

#[test]
#[ignore = "a hundred times as many cases, for the soak"]
fn each_user_undoes_and_completes_only_their_own_edits_in_many_cases() {
    (CASES..SOAK).for_each(run);
}
