//! Channels stored by an earlier program: whatever happens to the files, results are the same as from the motion
//! itself.

use std::fs;
use std::path::PathBuf;

use footwork_library::Library;
use footwork_store::UserFolder;
use footwork_tags::Ranges;
use footwork_testkit::Random;

use crate::playground::Playground;

/// Predicates of every kind: some are decided by the extremes of channels, on some or all clips, and some only frame by
/// frame.
const QUERIES: [&str; 12] = [
    "{ speed > 0.5 }",
    "{ speed > 1000 }",
    "{ height >= 0 && height < 1000 }",
    "{ !(speed > 1000) }",
    "{ Hips.x < 0.3 || Toe.x > 0 }",
    "{ mean(speed, 0.3s) > 1 }",
    "{ lag(height, 3) - height }",
    "{ rate(height) > 0.1 }",
    "{ height / (height - height) == 1 }",
    "{ abs(speed_x) * 2 > height + 0.1 }",
    "{ min(speed, height) != max(Toe.y, 0) }",
    "{ speed > 0.5 } & clip(\"b*\")",
];

/// Returns a clip that moves on and pauses now and then. Some clips start at rest, so that extremes differ.
fn bvh(case: u64, frames: u32) -> String {
    let mut random = Random::for_case("stored channels", case);
    let joint = if case.is_multiple_of(2) {
        "Toe"
    } else {
        "Foot"
    };
    let (mut at, mut pace) = ([0.0, 0.9, 0.0], 0.0);
    let mut rows = String::new();
    for _ in 0..frames {
        if random.one_in(40) {
            pace = *random.pick(&[0.0, 0.004, 0.03]);
        }
        at = [at[0] + pace, 0.9 + 0.2 * random.unit(), at[2] - 0.5 * pace];
        rows += &format!("{:.4} {:.4} {:.4}\n", at[0], at[1], at[2]);
    }
    format!(
        "HIERARCHY\nROOT Hips\n{{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\nJOINT {joint}\n{{\n\
         OFFSET 0 -0.8 0\nCHANNELS 0\nEnd Site\n{{\nOFFSET 0 0 0.1\n}}\n}}\n}}\nMOTION\nFrames: {frames}\nFrame Time: 0.01\n{rows}"
    )
}

fn playground() -> Playground {
    let playground = Playground::new();
    for (case, name) in (0..).zip(["a", "b0", "b1", "c"]) {
        playground.file(&format!("{name}.bvh"), bvh(case, 9_000));
    }
    playground.file("footwork.toml", "length_unit = \"m\"\n");
    playground
}

fn answers(library: &Library) -> Vec<Vec<Ranges>> {
    let answer = |query: &&str| {
        let found = library.database().query(query).unwrap();
        let clips = library.clips().ids();
        clips
            .map(|clip| found.ranges(clip).iter().copied().collect())
            .collect()
    };
    QUERIES.iter().map(answer).collect()
}

/// Returns the results computed from motion alone.
fn fresh(playground: &Playground) -> Vec<Vec<Ranges>> {
    _ = fs::remove_dir_all(stored(playground));
    let library = Library::open(playground.root()).unwrap();
    let answers = answers(&library);
    assert!(library.take_unread().is_empty());
    answers
}

fn stored(playground: &Playground) -> PathBuf {
    playground.own(UserFolder::Cache, "channels")
}

fn files(playground: &Playground) -> Vec<PathBuf> {
    let entries = fs::read_dir(stored(playground)).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn the_next_program_reads_no_motion() {
    let playground = playground();
    let expected = fresh(&playground);
    let some = |query: &Vec<Ranges>| query.iter().any(|ranges| !ranges.is_empty());
    assert!(expected.iter().filter(|query| some(query)).count() > 8);
    let library = Library::open(playground.root()).unwrap();
    for name in ["a", "b0", "b1", "c"] {
        fs::remove_file(playground.path(&format!("{name}.bvh"))).unwrap();
    }
    assert_eq!(answers(&library), expected);
    assert!(library.take_unread().is_empty());
}

#[test]
fn damaged_files_count_as_missing() {
    let playground = playground();
    let expected = fresh(&playground);
    let mut random = Random::for_case("stored channels", 99);
    let files = files(&playground);
    assert!(files.len() > 4);
    for _ in 0..40 {
        let path = random.pick(&files);
        let bytes = fs::read(path).unwrap();
        let mut wrong = bytes.clone();
        match random.below(3) {
            0 => wrong.truncate(random.below(bytes.len())),
            1 => wrong.clear(),
            // The table is near the end of the file, and the values are elsewhere.
            _ => {
                let near = *random.pick(&[bytes.len(), 600.min(bytes.len())]);
                let at = bytes.len() - 1 - random.below(near);
                wrong[at] ^= 1 << random.below(8);
            }
        }
        fs::write(path, wrong).unwrap();
        let library = Library::open(playground.root()).unwrap();
        assert_eq!(answers(&library), expected);
        fs::write(path, bytes).unwrap();
    }
}

#[test]
fn changed_clips_and_settings_are_read_again() {
    let playground = playground();
    let before = fresh(&playground);
    let check = |what: &str| {
        let library = Library::open(playground.root()).unwrap();
        let now = answers(&library);
        drop(library);
        assert_eq!(now, fresh(&playground), "{what}");
        now
    };
    playground.file("b0.bvh", bvh(7, 9_000));
    assert_ne!(check("other motion"), before);
    playground.file("b0.bvh", bvh(7, 9_100));
    check("another length");
    playground.file("footwork.toml", "length_unit = \"cm\"\n");
    let small = check("another unit");
    playground.file(
        "footwork.toml",
        "length_unit = \"cm\"\nroot = \"Hips\"\nup = \"z\"\n",
    );
    assert_ne!(check("another axis"), small);
    fs::rename(playground.path("a.bvh"), playground.path("d.bvh")).unwrap();
    check("another name");
}
