//! Random edits of a few files, with a model of the files' contents after each edit.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use footwork_store::{FileChange, HistoryEntry, Store, StoreError};
use footwork_testkit::Random;

use crate::lines::MergeLines;
use crate::simulated::{Simulated, Site};

pub(crate) const ROOT: &str = "/library";
pub(crate) const OWN: &str = "/state/library";
pub(crate) const JOURNAL: &str = "/state/library/journal";
pub(crate) const HISTORY: &str = "/state/library/history";
/// Files that are not merged, so that their expected contents are known in advance.
const FILES: [&str; 4] = ["a.txt", "b.txt", "walks/a.txt", "walks/c.txt"];
const LABEL: &str = "an edit";
/// The size in bytes of the header before each payload in the history, and of the payload of an undo or redo.
const HEADER: u64 = 40;
const TURN: u64 = 1;

/// One act of a script.
#[derive(Clone, Debug)]
pub(crate) enum Act {
    /// Sets the contents of the listed files.
    Edit(Vec<(usize, Option<Vec<u8>>)>),
    Undo,
    Redo,
    /// Another program changes a file.
    Outside(usize, Option<Vec<u8>>),
    /// Another program restores the files from before the last edit, as a checkout does.
    Checkout,
    /// Damages the end of the history, or the whole history.
    Damage,
}

/// The files' contents.
pub(crate) type Contents = BTreeMap<PathBuf, Vec<u8>>;

/// The expected state: the files, and the edits that can be undone and redone.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Model {
    pub(crate) files: Contents,
    done: Vec<(Contents, Contents)>,
    undone: Vec<(Contents, Contents)>,
    history_bytes: u64,
    history_is_damaged: bool,
    /// The size beyond which the history is shortened, in bytes.
    max_history_bytes: Option<u64>,
}

pub(crate) fn disk(without: Option<Site>) -> Simulated {
    Simulated::new(&[ROOT, "/library/walks", OWN], without)
}

pub(crate) fn store(disk: &Simulated) -> Store<Simulated, Simulated> {
    let merge = Arc::new(MergeLines);
    let (root, state) = (Path::new(ROOT), Path::new(OWN));
    Store::with_files(root, disk.clone(), state, disk.clone(), merge)
}

/// Returns a store with the model's history.
fn store_of(disk: &Simulated, model: &Model) -> Store<Simulated, Simulated> {
    match model.max_history_bytes {
        Some(max_history_bytes) => store(disk).with_max_history_bytes(max_history_bytes),
        None => store(disk),
    }
}

pub(crate) fn path(file: usize) -> PathBuf {
    Path::new(ROOT).join(FILES[file])
}

/// Returns the acts of a seed.
pub(crate) fn acts(random: &mut Random, count: usize) -> Vec<Act> {
    (0..count).map(|number| act(random, number)).collect()
}

fn act(random: &mut Random, number: usize) -> Act {
    // The first edit creates the journal and the history. Edits of several files are hard to make atomic, so they are
    // frequent.
    match random.below(10) {
        0 if number > 0 => Act::Undo,
        1 if number > 0 => Act::Redo,
        2 if number > 0 => Act::Outside(random.below(FILES.len()), content(random)),
        3 if number > 0 => Act::Checkout,
        4 if number > 0 => Act::Damage,
        _ => {
            let mut files: Vec<usize> = (0..FILES.len()).collect();
            files.retain(|_| !random.one_in(3));
            if files.is_empty() {
                files.push(random.below(FILES.len()));
            }
            Act::Edit(
                files
                    .into_iter()
                    .map(|file| (file, content(random)))
                    .collect(),
            )
        }
    }
}

fn content(random: &mut Random) -> Option<Vec<u8>> {
    if random.one_in(6) {
        return None;
    }
    let lines = 1 + random.below(3);
    let lines = (0..lines).map(|_| format!("A {} {}\n", random.below(50), 50 + random.below(50)));
    Some(lines.collect::<String>().into_bytes())
}

/// Returns the size of an edit in the history, without the header.
fn step_bytes((before, after): &(Contents, Contents)) -> u64 {
    let files = FILES.iter().enumerate().map(|(number, file)| FileChange {
        file: (*file).to_owned(),
        before: before.get(&path(number)).cloned(),
        after: after.get(&path(number)).cloned(),
    });
    let step = HistoryEntry {
        label: LABEL.to_owned(),
        changes: files
            .filter(|change| change.before != change.after)
            .collect(),
    };
    // One byte marks the record as a step.
    1 + postcard::to_stdvec(&step).unwrap().len() as u64
}

impl Model {
    /// Returns an empty model whose history is shortened beyond this size.
    pub(crate) fn with_max_history_bytes(max_history_bytes: Option<u64>) -> Self {
        Self {
            max_history_bytes,
            ..Self::default()
        }
    }

    /// Returns the model after an edit was first prepared: a damaged history has been set aside.
    fn with_whole_history(&self) -> Self {
        if self.history_is_damaged {
            Self {
                files: self.files.clone(),
                ..Self::with_max_history_bytes(self.max_history_bytes)
            }
        } else {
            self.clone()
        }
    }

    /// Returns the model after an edit was fully prepared: in addition, a history that is too long has been cut to half
    /// of its maximum.
    pub(crate) fn with_short_history(&self) -> Self {
        let mut model = self.with_whole_history();
        let Some(most) = self
            .max_history_bytes
            .filter(|most| model.history_bytes > *most)
        else {
            return model;
        };
        let steps = model.done.iter().chain(&model.undone).map(step_bytes);
        let sizes: Vec<u64> = steps.collect();
        let mut total: u64 = sizes.iter().sum();
        for size in &sizes[..model.done.len()] {
            if total > most / 2 {
                total -= size;
                model.done.remove(0);
            }
        }
        let [steps, turns] = [model.done.len() + model.undone.len(), model.undone.len()];
        model.history_bytes = total + steps as u64 * HEADER + turns as u64 * (HEADER + TURN);
        model
    }

    /// Returns the model after an act that did not shorten the history, because a call failed.
    pub(crate) fn after_with_long_history(&self, act: &Act) -> Self {
        let max_history_bytes = self.max_history_bytes;
        let long = Self {
            max_history_bytes: None,
            ..self.clone()
        };
        let next = long.after(act);
        Self {
            max_history_bytes,
            ..next
        }
    }

    /// Returns the model after an act; unchanged if the act is refused.
    pub(crate) fn after(&self, act: &Act) -> Self {
        let mut next = self.clone();
        let set = |files: &mut Contents, file: usize, content: &Option<Vec<u8>>| match content {
            Some(content) => _ = files.insert(path(file), content.clone()),
            None => _ = files.remove(&path(file)),
        };
        match act {
            Act::Edit(changes) => {
                for (file, content) in changes {
                    set(&mut next.files, *file, content);
                }
                if next.files == self.files {
                    return next;
                }
                let step = (self.files.clone(), next.files.clone());
                next = Self {
                    files: next.files,
                    ..self.with_short_history()
                };
                next.history_bytes += HEADER + step_bytes(&step);
                next.done.push(step);
                next.undone.clear();
            }
            Act::Damage => next.history_is_damaged |= self.history_bytes > 0,
            // A damaged history refuses both undo and redo.
            Act::Undo | Act::Redo if self.history_is_damaged => {}
            Act::Outside(file, content) => set(&mut next.files, *file, content),
            Act::Checkout => {
                if let Some((before, _)) = self.done.last() {
                    next.files = before.clone();
                }
            }
            Act::Undo => {
                if let Some((before, after)) = next.done.pop() {
                    next.history_bytes += HEADER + TURN;
                    match moved(&self.files, &after, &before) {
                        // The files no longer contain the edit, so undo discards it.
                        Some(files) if files == self.files => {}
                        Some(files) => {
                            next.files = files;
                            next.undone.push((before, after));
                        }
                        None => return self.clone(),
                    }
                }
            }
            Act::Redo => {
                if let Some((before, after)) = next.undone.pop() {
                    next.history_bytes += HEADER + TURN;
                    match moved(&self.files, &before, &after) {
                        Some(files) => {
                            next.files = files;
                            next.done.push((before, after));
                        }
                        None => return self.clone(),
                    }
                }
            }
        }
        next
    }
}

/// Returns the files with the changes from `from` to `to` applied; `None` if another program changed one of them.
fn moved(files: &Contents, from: &Contents, to: &Contents) -> Option<Contents> {
    let mut moved = files.clone();
    for file in 0..FILES.len() {
        let path = path(file);
        let [now, from, to] = [files, from, to].map(|contents| contents.get(&path));
        if from == to || now == to {
            continue;
        }
        if now != from {
            return None;
        }
        match to {
            Some(content) => moved.insert(path, content.clone()),
            None => moved.remove(&path),
        };
    }
    Some(moved)
}

/// Performs an act that leads to the model. Returns `Ok` if it was acknowledged, or refused because others changed the
/// files or damaged the history.
pub(crate) fn perform_to(disk: &Simulated, act: &Act, next: &Model) -> Result<(), StoreError> {
    let store = store_of(disk, next);
    let doubt = |error| StoreError::NotSaved {
        file: String::new(),
        error,
    };
    let turned = |turned: Result<_, StoreError>| match turned {
        Ok(_) | Err(StoreError::Conflict { .. }) => Ok(()),
        Err(StoreError::History(error))
            if next.history_is_damaged && error.kind() == io::ErrorKind::InvalidData =>
        {
            Ok(())
        }
        Err(error) => Err(error),
    };
    match act {
        Act::Outside(file, content) => disk.outside(&path(*file), content.as_deref()),
        Act::Checkout => {
            for file in 0..FILES.len() {
                let path = path(file);
                disk.outside(&path, next.files.get(&path).map(Vec::as_slice));
            }
        }
        Act::Damage => {
            let mut all = disk.seen(Path::new("/nowhere"));
            let history = all.remove(Path::new(HISTORY)).unwrap_or_default();
            if !history.is_empty() {
                let damaged = match history.len() % 2 {
                    0 => [history.as_slice(), b"fw"].concat(),
                    _ => {
                        disk.outside(Path::new(JOURNAL), Some(b""));
                        b"garbage".to_vec()
                    }
                };
                disk.outside(Path::new(HISTORY), Some(&damaged));
            }
        }
        Act::Undo => {
            store.recover(&[]).map_err(doubt)?;
            turned(store.undo())?;
        }
        Act::Redo => {
            store.recover(&[]).map_err(doubt)?;
            turned(store.redo())?;
        }
        Act::Edit(changes) => {
            store.recover(&[]).map_err(doubt)?;
            let seen = disk.seen(Path::new(OWN));
            let changes = changes.iter().map(|(file, content)| FileChange {
                file: FILES[*file].to_owned(),
                before: seen.get(&path(*file)).cloned(),
                after: content.clone(),
            });
            let changes: Vec<_> = changes
                .filter(|change| change.before != change.after)
                .collect();
            if !changes.is_empty() {
                // The new history becomes durable together with the edit.
                store.replace_damaged_history().map_err(doubt)?;
                store.commit(LABEL, changes)?;
            }
        }
    }
    Ok(())
}

/// Opens the library again. Checks that every edit is completed and that no temporary file remains.
pub(crate) fn open(disk: &Simulated) -> Contents {
    let temps: Vec<PathBuf> = disk
        .seen(Path::new("/nowhere"))
        .into_keys()
        .filter(|path| is_temp(path))
        .collect();
    store(disk).recover(&temps).unwrap();
    let seen = disk.seen(Path::new(OWN));
    assert!(!seen.keys().any(|path| is_temp(path)));
    assert!(!disk.has_marker());
    seen
}

fn is_temp(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "tmp")
}
