//! Random edits of a few files, and what the files should say after each.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use footwork_library::store::{FileChange, Store, StoreError};

use crate::random::Random;
use crate::simulated::{Simulated, Site};

pub(crate) const ROOT: &str = "/library";
pub(crate) const OWN: &str = "/library/.footwork";
/// Not sidecars: those would be merged, and nobody could say beforehand what they should be.
const FILES: [&str; 4] = ["a.txt", "b.txt", "walks/a.txt", "walks/c.txt"];

/// One thing that is done.
#[derive(Clone, Debug)]
pub(crate) enum Act {
    /// New contents of these files.
    Edit(Vec<(usize, Option<Vec<u8>>)>),
    Undo,
    Redo,
    /// Somebody else changes a file.
    Outside(usize, Option<Vec<u8>>),
    /// Somebody else makes the files as they were before the last edit, as a checkout does.
    Checkout,
}

/// The files' contents.
pub(crate) type Contents = BTreeMap<PathBuf, Vec<u8>>;

/// What should be there: the files, and what can be undone and redone.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Model {
    pub(crate) files: Contents,
    done: Vec<(Contents, Contents)>,
    undone: Vec<(Contents, Contents)>,
}

pub(crate) fn disk(without: Option<Site>) -> Simulated {
    Simulated::new(&[ROOT, "/library/walks"], without)
}

pub(crate) fn store(disk: &Simulated) -> Store<Simulated> {
    Store::new(Path::new(ROOT), disk.clone())
}

pub(crate) fn path(file: usize) -> PathBuf {
    Path::new(ROOT).join(FILES[file])
}

/// Acts that a seed stands for.
pub(crate) fn acts(random: &mut Random, count: usize) -> Vec<Act> {
    (0..count).map(|number| act(random, number)).collect()
}

fn act(random: &mut Random, number: usize) -> Act {
    // The first edit makes the journal and the history; edits of several files are where being all
    // or nothing is hard.
    match random.below(8) {
        0 if number > 0 => Act::Undo,
        1 if number > 0 => Act::Redo,
        2 if number > 0 => Act::Outside(random.below(FILES.len()), content(random)),
        3 if number > 0 => Act::Checkout,
        _ => {
            let mut files: Vec<usize> = (0..FILES.len()).collect();
            files.retain(|_| !random.chance(3));
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
    if random.chance(6) {
        return None;
    }
    let lines = 1 + random.below(3);
    let lines =
        (0..lines).map(|_| format!("tag A {} {}\n", random.below(50), 50 + random.below(50)));
    Some(format!("footwork-tags 1\n{}", lines.collect::<String>()).into_bytes())
}

impl Model {
    /// What should be there after an act; `None` where it is refused.
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
                if next.files != self.files {
                    next.done.push((self.files.clone(), next.files.clone()));
                    next.undone.clear();
                }
            }
            Act::Outside(file, content) => set(&mut next.files, *file, content),
            Act::Checkout => {
                if let Some((before, _)) = self.done.last() {
                    next.files = before.clone();
                }
            }
            Act::Undo => {
                if let Some((before, after)) = next.done.pop() {
                    match moved(&self.files, &after, &before) {
                        // It is not there any more, and is given up.
                        Some(files) if files == self.files => {}
                        Some(files) => {
                            next.files = files;
                            next.undone.push((before, after));
                        }
                        None => next.done.push((before, after)),
                    }
                }
            }
            Act::Redo => {
                if let Some((before, after)) = next.undone.pop() {
                    match moved(&self.files, &before, &after) {
                        Some(files) => {
                            next.files = files;
                            next.done.push((before, after));
                        }
                        None => next.undone.push((before, after)),
                    }
                }
            }
        }
        next
    }
}

/// The files when what made `to` of `from` is done to them; `None` where somebody else changed one
/// of those.
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

/// Does an act; `Ok` when it was acknowledged, or refused because others changed the files.
pub(crate) fn perform(disk: &Simulated, act: &Act) -> Result<(), StoreError> {
    let store = store(disk);
    let doubt = |error| StoreError::NotSaved {
        file: String::new(),
        error,
    };
    let turned = |turned: Result<_, StoreError>| match turned {
        Ok(_) | Err(StoreError::Conflict { .. }) => Ok(()),
        Err(error) => Err(error),
    };
    match act {
        Act::Outside(file, content) => disk.outside(&path(*file), content.as_deref()),
        Act::Checkout => unreachable!("the caller knows what was there"),
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
            store.commit("an edit", changes)?;
        }
    }
    Ok(())
}

/// Does an act of which it is known what should be there afterwards.
pub(crate) fn perform_to(disk: &Simulated, act: &Act, next: &Model) -> Result<(), StoreError> {
    if !matches!(act, Act::Checkout) {
        return perform(disk, act);
    }
    for file in 0..FILES.len() {
        let path = path(file);
        disk.outside(&path, next.files.get(&path).map(Vec::as_slice));
    }
    Ok(())
}

/// Whoever opens the library next: everything is carried out, and no temporary file is left.
pub(crate) fn open(disk: &Simulated) -> Contents {
    let temps: Vec<PathBuf> = disk
        .seen(Path::new(OWN))
        .into_keys()
        .filter(|path| is_temp(path))
        .collect();
    store(disk).recover(&temps).unwrap();
    let seen = disk.seen(Path::new(OWN));
    assert!(!seen.keys().any(|path| is_temp(path)));
    seen
}

fn is_temp(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "tmp")
}
