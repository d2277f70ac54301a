//! The process that kills the editing process and checks the files that it left.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use footwork_library::Library;
use footwork_sidecar::Sidecar;
use footwork_store::{MARKER_FILE, UserFolder};
use footwork_testkit::Random;

use crate::acts::{Act, CLIPS, acts, build};
use crate::child::{ACTS, Editor};
use crate::desk::Desk;
use crate::model::Model;

/// The number of processes to kill in everyday runs.
const EVERYDAY: usize = 50;
/// The number of processes to kill in `cargo xtask soak`.
const SOAK: usize = 100_000;
/// The number of kills per library.
const ON_ONE: usize = 10;

/// Counts over all kills.
#[derive(Debug, Default)]
struct Seen {
    kills: usize,
    acknowledged: usize,
    /// The number of kills after which the journal held an edit.
    recovered: usize,
    /// The number of kills after which there was a temporary file.
    temporary: usize,
    /// The number of kills after which the library's marker named an edit in flight.
    marked: usize,
}

#[test]
fn acknowledged_edits_survive_kills_at_any_moment() {
    let kills = match std::env::var_os("FOOTWORK_SOAK") {
        Some(_) => SOAK,
        None => EVERYDAY,
    };
    let seed: u64 = match std::env::var("FOOTWORK_SEED") {
        Ok(seed) => seed.parse().unwrap(),
        Err(_) => 1,
    };
    // Most of the time is spent waiting for the disk.
    let threads = kills.div_ceil(EVERYDAY).min(16);
    let all: Vec<Seen> = thread::scope(|scope| {
        let run = |thread: usize| move || kill_many(seed + thread as u64, kills / threads);
        let threads: Vec<_> = (0..threads)
            .map(|thread| scope.spawn(run(thread)))
            .collect();
        let seen = threads.into_iter().map(|thread| thread.join().unwrap());
        seen.collect()
    });
    let sum = |count: fn(&Seen) -> usize| all.iter().map(count).sum::<usize>();
    eprintln!(
        "seed {seed}: {} kills, {} edits acknowledged, {} recovered, {} temporary files, {} markers",
        sum(|seen| seen.kills),
        sum(|seen| seen.acknowledged),
        sum(|seen| seen.recovered),
        sum(|seen| seen.temporary),
        sum(|seen| seen.marked),
    );
    assert!(sum(|seen| seen.recovered) > 0, "no edit was in flight");
}

/// Kills `kills` processes, one after the other.
fn kill_many(seed: u64, kills: usize) -> Seen {
    let mut random = Random::new(seed);
    let mut seen = Seen::default();
    while seen.kills < kills {
        let library = tempfile::tempdir().unwrap();
        build(library.path());
        let mut models = vec![Model::new()];
        for _ in 0..ON_ONE {
            models = kill_one(library.path(), models, &mut random, &mut seen);
            // Sometimes recovery is left to the next process.
            if !random.one_in(3) {
                models = check(library.path(), &models, &mut seen);
            }
        }
        check(library.path(), &models, &mut seen);
    }
    seen
}

/// Lets a process edit the library and kills it; returns the models that the files may now match.
fn kill_one(root: &Path, models: Vec<Model>, random: &mut Random, seen: &mut Seen) -> Vec<Model> {
    let seed = random.bits();
    let mut editor = Editor::start(root, seed);
    editor.wait_for(random.below(ACTS));
    let micros = random.bits() % (1 << random.below(15));
    thread::sleep(Duration::from_micros(micros));
    let acknowledged = editor.kill();
    seen.kills += 1;
    seen.acknowledged += acknowledged.unwrap_or(0);
    seen.recovered += usize::from(journal(root) > 0);
    seen.temporary += usize::from(!temporary(root).is_empty());
    seen.marked += usize::from(root.join(MARKER_FILE).exists());
    let Some(acknowledged) = acknowledged else {
        return models;
    };
    let acts = acts(seed, ACTS);
    let mut possible = Vec::new();
    for model in models {
        let sure = acts[..acknowledged]
            .iter()
            .fold(model, |model, act| model.after(act));
        let in_flight = acts.get(acknowledged).map(|act| sure.after(act));
        possible.extend([Some(sure), in_flight].into_iter().flatten());
    }
    possible
}

/// Opens the library and checks that it matches one of the models, also after an undo and a redo. Returns all models
/// that match. Models with the same files may differ in their undo and redo steps, such as a model without an edit and
/// the model after the edit and its undo.
fn check(root: &Path, models: &[Model], seen: &mut Seen) -> Vec<Model> {
    let mut library = Desk::open(root);
    for finding in library.findings() {
        assert!(
            ["recovered", "torn-journal"].contains(&finding.code),
            "{finding}"
        );
    }
    assert_eq!(journal(root), 0, "the journal is not empty");
    assert_eq!(temporary(root), [] as [PathBuf; 0]);
    assert!(!root.join(MARKER_FILE).exists());
    let mut fitting: Vec<Model> = models.to_vec();
    fitting.retain(|model| is_as(root, &library, model));
    let found = sidecars(root);
    assert!(
        !fitting.is_empty(),
        "after {seen:?}: {found:#?} is none of {models:#?}"
    );
    for act in [Act::Undo, Act::Redo] {
        crate::acts::perform(&mut library, &act).unwrap();
        let next = fitting
            .iter()
            .map(|model| (model.after(&act), model.clone()));
        let next: Vec<_> = next
            .filter(|(next, _)| is_as(root, &library, next))
            .collect();
        let found = sidecars(root);
        assert!(!next.is_empty(), "{act:?} gave {found:#?} of {fitting:#?}");
        fitting = next.into_iter().map(|(next, _)| next).collect();
    }
    let mut different: Vec<Model> = Vec::new();
    for model in fitting {
        if !different.contains(&model) {
            different.push(model);
        }
    }
    different
}

/// Returns whether every file matches the model byte for byte, and the library agrees with the files.
fn is_as(root: &Path, library: &Library, model: &Model) -> bool {
    let expected: Vec<Option<String>> = (0..CLIPS.len())
        .map(|clip| model.now.sidecar(clip))
        .collect();
    let config = fs::read_to_string(root.join("footwork.toml")).unwrap();
    let (config, findings) = footwork_sidecar::Settings::parse(&config).unwrap();
    assert_eq!(findings, []);
    let vocabulary = config.tags.keys().map(ToString::to_string);
    let known = library.clips().values().map(|entry| entry.sidecar.as_ref());
    let known = known.map(|sidecar| Some(String::from_utf8(sidecar?.to_bytes()).unwrap()));
    sidecars(root) == expected
        && known.eq(expected)
        && vocabulary.eq(model.now.vocabulary.iter().cloned())
}

/// Returns the sidecars after checking that each is readable and canonical.
fn sidecars(root: &Path) -> Vec<Option<String>> {
    let sidecar = |clip: &&str| {
        let file = format!("{clip}.tags");
        let bytes = fs::read(root.join(&file)).ok()?;
        let (sidecar, findings) = Sidecar::read(&file, &bytes).unwrap();
        assert_eq!(findings, []);
        assert_eq!(sidecar.to_bytes(), bytes);
        Some(String::from_utf8(bytes).unwrap())
    };
    CLIPS.iter().map(sidecar).collect()
}

/// Returns the size of the journal in bytes.
fn journal(root: &Path) -> u64 {
    let state = UserFolder::State.of_library(root).unwrap();
    fs::metadata(state.path().join("journal")).map_or(0, |metadata| metadata.len())
}

/// Returns the temporary files anywhere in the library, except those written without the lock, which are removed once
/// they are old.
fn temporary(root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path)
            } else {
                found.push(path)
            }
        }
    }
    let name = |path: &PathBuf| path.file_name().unwrap().to_str().unwrap().to_owned();
    found.retain(|path| {
        let name = name(path);
        name.ends_with(".tmp") && !name.starts_with(".footwork-write-")
    });
    found
}
