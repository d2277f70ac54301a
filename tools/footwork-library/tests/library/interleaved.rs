//! Edits by Footwork, by a text editor and by `git checkout`, in any order: each applies to the current files, no
//! change of another program is lost, and an edit that can no longer be undone is reported.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use footwork_base::{FrameRange, Name};
use footwork_library::{Change, EditError, Library};
use footwork_sidecar::Sidecar;
use footwork_store::StoreError;
use footwork_testkit::Random;

use crate::playground::{Playground, header};

/// The number of orders tried in everyday runs.
const EVERYDAY: u64 = 300;
/// The number of orders tried in `cargo xtask soak`.
const SOAK: u64 = 1000;
const STEPS: usize = 6;
const CLIPS: [&str; 3] = ["a.bvh", "b.bvh", "walks/c.bvh"];

type Texts = BTreeMap<&'static str, Option<String>>;

fn texts(root: &Path) -> Texts {
    let text = |clip: &'static str| {
        let text = fs::read_to_string(root.join(format!("{clip}.tags")));
        (clip, text.ok())
    };
    CLIPS.into_iter().map(text).collect()
}

fn git(root: &Path, arguments: &[&str]) {
    let identity = [
        "-c",
        "user.name=A",
        "-c",
        "user.email=a@example.org",
        "-c",
        "core.autocrlf=false",
    ];
    let mut command = Command::new("git");
    let done = command
        .current_dir(root)
        .args(identity)
        .args(arguments)
        .output()
        .unwrap();
    assert!(
        done.status.success(),
        "{arguments:?}: {}",
        String::from_utf8_lossy(&done.stderr)
    );
}

/// Returns a library with two versions of its sidecars to check out.
fn two_versions(with_git: bool) -> (Playground, [Texts; 2]) {
    let playground = Playground::new();
    for clip in CLIPS {
        playground.clip(clip);
    }
    let root = playground.root().to_owned();
    if with_git {
        git(&root, &["init", "--quiet", "--initial-branch=main"]);
    }
    let mut versions = Vec::new();
    for (branch, body) in [
        ("one", "tag A 0 4\n"),
        ("two", "tag A 2 6\ntag B 8 9 rule\n"),
    ] {
        playground.tags("a.bvh", body);
        playground.file("walks/c.bvh.tags", header("c.bvh") + body);
        versions.push(texts(&root));
        if with_git {
            git(&root, &["checkout", "--quiet", "-b", branch]);
            git(&root, &["add", "--all"]);
            git(&root, &["commit", "--quiet", "--message", branch]);
        }
    }
    (playground, versions.try_into().unwrap())
}

fn check_out(root: &Path, versions: &[Texts; 2], version: usize, with_git: bool) {
    if with_git {
        let branch = ["one", "two"][version];
        git(
            root,
            &[
                "checkout",
                "--quiet",
                branch,
                "--",
                "a.bvh.tags",
                "walks/c.bvh.tags",
            ],
        );
        return;
    }
    for (clip, text) in &versions[version] {
        let path = root.join(format!("{clip}.tags"));
        if let Some(text) = text {
            _ = fs::remove_file(&path);
            fs::write(path, text).unwrap();
        }
    }
}

fn name(number: u32) -> Name {
    ["A", "B", "C"][number as usize].parse().unwrap()
}

fn range(random: &mut Random) -> FrameRange {
    let start = random.below_32(9);
    FrameRange::new(start, start + 1 + random.below_32(10 - start)).unwrap()
}

/// Returns a sidecar after `change`.
fn changed(
    clip: &str,
    text: &Option<String>,
    change: impl FnOnce(&mut Sidecar) -> bool,
) -> Option<String> {
    let file = clip.rsplit('/').next().unwrap();
    let before = text.clone().unwrap_or_else(|| header(file));
    let (mut sidecar, _) = Sidecar::read(clip, before.as_bytes()).unwrap();
    if change(&mut sidecar) {
        Some(String::from_utf8(sidecar.to_bytes()).unwrap())
    } else {
        text.clone()
    }
}

/// An edit, with its files before and after.
struct Made {
    renames: Option<(Name, Name)>,
    before: Texts,
    after: Texts,
    /// Whether another version was checked out after the edit, so that nothing is known about its frames.
    is_lost: bool,
}

impl Made {
    /// Checks the frames of each tag after an undo or redo: a frame is unchanged unless only this edit changed it. A
    /// renaming does not change the union of both names' frames.
    fn check(&self, turn: u32, was: &Texts, now: &Texts) {
        if self.is_lost {
            return;
        }
        let (from, to) = match turn {
            5 => (&self.after, &self.before),
            _ => (&self.before, &self.after),
        };
        let classes: Vec<Vec<Name>> = match &self.renames {
            Some((old, new)) => {
                let others = (0..3).map(name).filter(|n| n != old && n != new);
                let both = vec![old.clone(), new.clone()];
                others.map(|name| vec![name]).chain([both]).collect()
            }
            None => (0..3).map(|number| vec![name(number)]).collect(),
        };
        for clip in CLIPS {
            let spans = |texts: &Texts| -> Vec<(Name, FrameRange, bool)> {
                let text = texts[clip].clone().unwrap_or_else(|| header(clip));
                let sidecar = Sidecar::read(clip, text.as_bytes()).unwrap().0;
                let spans = sidecar.tags();
                spans
                    .map(|span| (span.name.clone(), span.range, span.by_rule))
                    .collect()
            };
            let sides = [from, to, was, now].map(spans);
            for (class, frame) in classes.iter().flat_map(|c| (0..12).map(move |f| (c, f))) {
                let at = |side: &[(Name, FrameRange, bool)]| -> Vec<bool> {
                    let at = side
                        .iter()
                        .filter(|(name, range, _)| class.contains(name) && range.contains(frame));
                    at.map(|(_, _, by_rule)| *by_rule).collect()
                };
                let said = sides.each_ref().map(|side| at(side));
                // Spans of rules yield to spans set by hand, and frames that had both names may keep either one.
                if said
                    .iter()
                    .any(|said| said.contains(&true) || said.len() > 1)
                {
                    continue;
                }
                let [from, to, was, now] = said.map(|said| !said.is_empty());
                let expected = if was == from { to } else { was };
                assert_eq!(
                    now, expected,
                    "{clip}, {class:?}, frame {frame}: {sides:#?}"
                );
            }
        }
    }
}

#[derive(Default)]
struct Seen {
    turned: usize,
    refused: usize,
}

fn run(seed: u64, with_git: bool, seen: &mut Seen) {
    let mut random = Random::new(seed);
    let (playground, versions) = two_versions(with_git);
    let root = playground.root();
    let mut library = playground.open();
    let (mut done, mut undone): (Vec<Made>, Vec<Made>) = (Vec::new(), Vec::new());
    for step in 0..STEPS {
        let before = texts(root);
        let mut expected = before.clone();
        let clip = CLIPS[random.below_32(3) as usize];
        let (tag, span) = (name(random.below_32(3)), range(&mut random));
        let mut made = Change::Nothing;
        let turn = random.below_32(7);
        match turn {
            0 => {
                let id = library.find_clip(clip).unwrap();
                made = library.paint(&tag, id, span).unwrap();
                expected.insert(clip, changed(clip, &before[clip], |s| s.paint(&tag, span)));
            }
            1 => {
                let id = library.find_clip(clip).unwrap();
                made = library.erase(&tag, id, span).unwrap();
                expected.insert(clip, changed(clip, &before[clip], |s| s.erase(&tag, span)));
            }
            2 => {
                let old = name(0);
                // A rename rereads changed sidecars, but only a rescan notices removed sidecars.
                library.rescan().unwrap();
                made = library.rename_tag(&old, &tag).unwrap().change;
                if old != tag {
                    for clip in CLIPS {
                        let renamed = |n: &Name| (*n == old).then(|| tag.clone());
                        expected.insert(clip, changed(clip, &before[clip], |s| s.rename(renamed)));
                    }
                }
            }
            3 => {
                // A text editor adds, removes or trims one line and leaves the rest.
                let text = before[clip].clone().unwrap_or_else(|| header(clip));
                let text = match random.below_32(3) {
                    0 => text + &format!("event E {step}.5\n"),
                    1 => {
                        let is_doomed = |line: &&str| line.starts_with("tag ");
                        let doomed = text.lines().filter(is_doomed).count();
                        let doomed = random.below_32(u32::try_from(doomed).unwrap().max(1));
                        let doomed = text.lines().filter(is_doomed).nth(doomed as usize);
                        doomed.map_or(text.clone(), |line| {
                            text.replacen(&format!("{line}\n"), "", 1)
                        })
                    }
                    _ => {
                        changed(clip, &Some(text.clone()), |s| s.erase(&tag, span)).unwrap_or(text)
                    }
                };
                playground.file(&format!("{clip}.tags"), &text);
                expected.insert(clip, Some(text));
            }
            4 => {
                let version = random.below_32(2) as usize;
                check_out(root, &versions, version, with_git);
                for made in done.iter_mut().chain(&mut undone) {
                    made.is_lost = true;
                }
                for (clip, text) in &versions[version] {
                    if text.is_some() {
                        expected.insert(clip, text.clone());
                    }
                }
            }
            _ => {
                let turned = match turn {
                    5 => library.undo(),
                    _ => library.redo(),
                };
                match turned {
                    Ok(None) => {}
                    Ok(Some(_)) => {
                        seen.turned += 1;
                        // Only the text editor changes events: no event is lost, and no removed event comes back.
                        let events = |texts: &Texts| -> Vec<String> {
                            let lines = texts.values().flatten().flat_map(|text| text.lines());
                            let mut lines: Vec<_> = lines
                                .filter(|l| l.starts_with("event"))
                                .map(str::to_owned)
                                .collect();
                            lines.sort();
                            lines
                        };
                        let after = texts(root);
                        assert_eq!(events(&after), events(&before), "seed {seed}, step {step}");
                        let (from, to) = match turn {
                            5 => (&mut done, &mut undone),
                            _ => (&mut undone, &mut done),
                        };
                        let made = from.pop().unwrap();
                        made.check(turn, &before, &after);
                        to.push(made);
                        expected = after;
                    }
                    Err(EditError::Store(StoreError::Conflict { what, .. })) => {
                        assert!(!what.is_empty());
                        seen.refused += 1;
                    }
                    Err(error) => panic!("seed {seed}, step {step}: {error}"),
                }
            }
        }
        assert_eq!(texts(root), expected, "seed {seed}, step {step}");
        if made == Change::Saved {
            undone.clear();
            done.push(Made {
                renames: (turn == 2).then(|| (name(0), tag)),
                before,
                after: expected,
                is_lost: false,
            });
        }
        if random.below_32(3) == 0 {
            library.rescan().unwrap();
            check_library_agrees(&library, seed);
        }
    }
    library.rescan().unwrap();
    check_library_agrees(&library, seed);
}

/// Checks that the open library agrees with the files.
fn check_library_agrees(library: &Library, seed: u64) {
    let again = Library::open(library.root()).unwrap();
    let said = |library: &Library| -> Vec<_> {
        let clips = library.clips().values();
        clips
            .map(|entry| (entry.name.clone(), entry.sidecar.clone()))
            .collect()
    };
    assert_eq!(said(library), said(&again), "seed {seed}");
    for (tag, id) in again.database().tags() {
        let tags = library.database().tags();
        let own = tags
            .filter(|(name, _)| *name == tag)
            .map(|(_, id)| id)
            .next();
        let frames = |library: &Library, id| library.database().tag_frames(id).to_range_set();
        assert_eq!(
            frames(library, own.unwrap()),
            frames(&again, id),
            "seed {seed}, {tag}"
        );
    }
}

#[test]
fn edits_by_footwork_an_editor_and_checkouts_lose_nothing() {
    let mut seen = Seen::default();
    let runs = match std::env::var_os("FOOTWORK_SOAK") {
        Some(_) => SOAK,
        None => EVERYDAY,
    };
    for seed in 0..runs {
        run(seed, false, &mut seen);
    }
    assert!(
        seen.turned > 100 && seen.refused > 0,
        "{} {}",
        seen.turned,
        seen.refused
    );
}

/// The same with random orders in which git itself does the checkouts.
#[test]
fn checkouts_by_git_lose_nothing() {
    if Command::new("git").arg("--version").output().is_err() {
        assert!(std::env::var_os("CI").is_none(), "git is not installed");
        eprintln!("skipped: git is not installed");
        return;
    }
    for seed in SOAK..SOAK + 40 {
        run(seed, true, &mut Seen::default());
    }
}
