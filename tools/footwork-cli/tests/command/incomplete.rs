//! An unreadable file never counts as an absent file. The verb reports the file and exits with 1, and a verb that
//! writes keeps its old output, unless `--partial` accepts the gap.

mod cut_off;
mod half_written;
mod named;
mod vanished;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use footwork_store::MARKER_FILE;
use nix::libc;
use tempfile::TempDir;

use crate::run::{Ran, footwork, words};
use crate::tracer::{Access, Faults, footwork_with, with_own_folders};

/// Calls that read the whole library. `LIB` is the library, and `OUT` a folder outside it.
const VERBS: &[&str] = &[
    "info LIB",
    "info LIB --joints",
    "query LIB all",
    "query LIB Gait|{speed>1} --save kept",
    "timeline LIB Gait",
    "check LIB",
    "state LIB",
    "agree LIB OUT",
    "tag apply LIB Tempo.Fast --where Gait.Run",
    "tag apply LIB Tempo.Fast --where {speed>1}",
    "tag rename LIB Gait.Run Gait.Sprint",
    "rules LIB",
    "rules LIB --write",
    "cut LIB Gait -o OUT/cuts",
    "resample LIB Gait --rate 60 -o OUT/copies",
    "blendspace LIB all --axes speed",
    "export LIB --to csv",
    "export LIB --to csv -o OUT/tags.csv",
    "export LIB --to eaf -o OUT/elan/",
    "compile LIB -o OUT/motion.tagdb",
    "events encode LIB Foot.Left --window 0.3",
    "events score LIB --truth Foot --found Foot --tolerance 1f",
    "events detect LIB --of Gait --at starts --name Start --write",
    "sim matching LIB --seconds 1 -o OUT/played.glb",
];

/// Calls that read only the clips that they name.
const NAMED: &[&str] = &[
    "tag add LIB Gait.Run run 1 5",
    "tag remove LIB Gait.Run run 13 14",
    "event add LIB Foot.Left run 3",
    "state LIB run --set done",
    "strip LIB run -o OUT/run.png",
    "rebase LIB run --keep-frames --write",
    "import LIB OUT/rows.csv --from csv",
];

const SIDECAR: &[u8] = b"footwork-tags 1\ntag Gait.Run 12 36\nevent Foot.Left 9\n";

/// Two clips with tags in two folders, and outputs that verbs may replace.
struct Place {
    folder: TempDir,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let place = Self { folder };
        let settings = "length_unit = \"m\"\n[tags.\"Gait.Run\"]\n[tags.\"Tempo.Fast\"]\n\
                        [events.\"Foot.Left\"]\n[rules]\n\"Direction.Ahead\" = \"{ speed > 1 }\"\n";
        place.write("lib/footwork.toml", settings.as_bytes());
        place.write("lib/run.bvh", body().as_bytes());
        place.write("lib/run.bvh.tags", SIDECAR);
        place.write("lib/walks/deep/walk.bvh", body().as_bytes());
        place.write("lib/walks/deep/walk.bvh.tags", SIDECAR);
        place.write("lib/gone/old.bvh.tags", SIDECAR);
        place.write("out/motion.tagdb", b"as it was");
        place.write("out/tags.csv", b"as it was");
        place.write(
            "out/rows.csv",
            b"clip,tag,start,stop\nrun.bvh,Gait.Run,1,5\n",
        );
        place.write("out/run.bvh.tags", SIDECAR);
        place
    }

    fn write(&self, name: &str, content: &[u8]) {
        let path = self.folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    fn lib(&self) -> PathBuf {
        self.folder.path().join("lib")
    }

    fn arguments(&self, verb: &str) -> Vec<String> {
        let root = self.folder.path().to_str().unwrap();
        let put = |word: &str| {
            let word = word.replace("LIB", &format!("{root}/lib"));
            word.replace("OUT", &format!("{root}/out"))
        };
        words(verb).into_iter().map(put).collect()
    }

    fn run(&self, verb: &str, faults: &std::sync::Arc<Faults>) -> Ran {
        let arguments = self.arguments(verb);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let ran = footwork_with(&with_own_folders(&self.lib()), &arguments, faults);
        let plain = |text: String| text.replace(self.folder.path().to_str().unwrap(), "");
        Ran {
            stdout: plain(ran.stdout),
            stderr: plain(ran.stderr),
            ..ran
        }
    }

    /// Returns the contents of all files of the user by path.
    fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut files = BTreeMap::new();
        let mut left = vec![self.folder.path().to_owned()];
        while let Some(folder) = left.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    left.push(path)
                } else {
                    let name = path.strip_prefix(self.folder.path()).unwrap();
                    files.insert(name.to_owned(), fs::read(&path).unwrap());
                }
            }
        }
        files
    }
}

/// Returns a clip of a body with legs that moves forward, at 30 frames per second.
fn body() -> String {
    let leg = |side: &str, x: f64| {
        format!(
            " JOINT {side}UpLeg\n {{\n  OFFSET {x} 0 0\n  CHANNELS 3 Zrotation Xrotation Yrotation\n  \
             JOINT {side}Leg\n  {{\n   OFFSET 0 -0.45 0\n   CHANNELS 3 Zrotation Xrotation Yrotation\n   \
             JOINT {side}Foot\n   {{\n    OFFSET 0 -0.45 0\n    CHANNELS 3 Zrotation Xrotation Yrotation\n    \
             End Site\n    {{\n     OFFSET 0 0 0.15\n    }}\n   }}\n  }}\n }}\n"
        )
    };
    let frames = 90;
    let rows: String = (0..frames)
        .map(|frame| {
            let z = f64::from(frame) * 0.05;
            format!("0 0.9 {z}{}\n", " 0".repeat(21))
        })
        .collect();
    format!(
        "HIERARCHY\nROOT Hips\n{{\n OFFSET 0 0 0\n CHANNELS 6 Xposition Yposition Zposition \
         Zrotation Xrotation Yrotation\n{}{}}}\nMOTION\nFrames: {frames}\nFrame Time: 0.0333333\n{rows}",
        leg("Left", 0.1),
        leg("Right", -0.1),
    )
}

/// The errors with which the system can refuse to open or list a path. Only the soak test tries the last one.
const ERRORS: [i32; 3] = [libc::EIO, libc::EACCES, libc::EMFILE];

/// Fails each system call of a verb with each error, each in a separate run. Returns the number of failed calls.
fn each_fault(verb: &str, access: Access, errors: &[i32]) -> usize {
    let whole = Place::new();
    let before = whole.files();
    let ended = whole.run(verb, &Faults::none());
    assert!(ended.code < 2, "{verb}: {}", ended.stderr);
    let after = whole.files();
    let mut injected = 0;
    for at in 1.. {
        let mut is_over = false;
        for error in errors {
            let place = Place::new();
            let faults = Faults::none().with_error(*error);
            faults.expect(access, at);
            let ran = place.run(verb, &faults);
            let Some(failed) = faults.failed() else {
                is_over = true;
                break;
            };
            injected += 1;
            // Outside the library, all errors have the same effect, so one is enough there.
            let is_last = errors.len() < ERRORS.len() && !failed.starts_with(place.lib());
            let said = format!(
                "{verb}: {access:?} {at} fails with {error}, of {failed:?}\nexit {}\n{}{}",
                ran.code, ran.stdout, ran.stderr
            );
            if ran.code == ended.code && ran.stdout == ended.stdout {
                // No input was missing: the answer and the work are complete. A marker may be left, which the next
                // program removes.
                let mut now = place.files();
                now.retain(|path, _| path.file_name() != Some(MARKER_FILE.as_ref()));
                let is_done = now == after;
                assert!(is_done, "{said}");
                let is_needed = ran.stderr.contains("error[") && !NAMED.contains(&verb);
                assert!(!is_needed, "{said}");
                if is_last {
                    break;
                }
                continue;
            }
            // The code is 2 if an edit cannot be saved because the lock, the journal or the state folder cannot be opened.
            let unsaved = ["not-saved", "no-state-folder"];
            let is_unsaved = ran.code == 2 && unsaved.iter().any(|code| ran.stderr.contains(code));
            assert!(ran.code == 1 || is_unsaved, "{said}");
            // `check` reports the error in its answer.
            let in_answer = ["unreadable", "edits-waiting"];
            let in_answer = in_answer.iter().any(|code| ran.stdout.contains(code));
            let is_said = ran.stderr.contains("error[") || verb.starts_with("check") && in_answer;
            assert!(is_said, "{said}");
            assert!(place.files() == before, "{said}");
            if is_last {
                break;
            }
        }
        if is_over {
            return injected;
        }
    }
    unreachable!()
}

fn check(verbs: &[&str]) -> usize {
    let is_soak = std::env::var_os("FOOTWORK_SOAK").is_some();
    let faults = verbs.iter().map(|verb| {
        if is_soak {
            each_fault(verb, Access::Opens, &ERRORS) + each_fault(verb, Access::Reads, &ERRORS)
        } else {
            each_fault(verb, Access::Opens, &ERRORS[..2])
        }
    });
    faults.sum()
}

/// Checks one of four parts of the verbs, so that the four tests below run in parallel.
fn check_part(part: usize) {
    let verbs: Vec<&str> = VERBS.iter().copied().skip(part).step_by(4).collect();
    let faults = check(&verbs);
    println!("{faults} faults");
    assert!(faults > 200, "{faults}");
}

#[test]
fn a_verb_that_cannot_read_everything_says_so_and_changes_nothing() {
    check_part(0);
}

#[test]
fn a_verb_that_cannot_read_everything_says_so_and_changes_nothing_2() {
    check_part(1);
}

#[test]
fn a_verb_that_cannot_read_everything_says_so_and_changes_nothing_3() {
    check_part(2);
}

#[test]
fn a_verb_that_cannot_read_everything_says_so_and_changes_nothing_4() {
    check_part(3);
}

/// A verb for a single clip needs only that clip.
#[test]
fn a_verb_for_one_clip_succeeds_or_says_what_is_missing() {
    let faults = check(NAMED);
    println!("{faults} faults");
    assert!(faults > 200, "{faults}");
}

/// Each clip is read when the library is opened, and again for its motion.
#[test]
fn a_check_of_a_sound_library_finds_nothing_or_says_what_it_could_not_read() {
    fn sound() -> Place {
        let place = Place::new();
        fs::remove_dir_all(place.lib().join("gone")).unwrap();
        place
    }
    let ran = sound().run("check LIB", &Faults::none());
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    for at in 1.. {
        let faults = Faults::none();
        faults.expect(Access::Opens, at);
        let failing = sound().run("check LIB", &faults);
        let Some(failed) = faults.failed() else {
            assert!(at > 10, "{at}");
            return;
        };
        let end = failed.extension().and_then(|end| end.to_str());
        if matches!(end, Some("bvh" | "tags")) && failing.stdout != ran.stdout {
            assert_eq!(failing.code, 1, "{failed:?}: {}", failing.stdout);
            let is_said = failing.stderr.contains("error[incomplete]");
            assert!(is_said, "{failed:?}: {}", failing.stderr);
        }
    }
}

/// A folder whose settings cannot be read may be a separate library, but no error says that it is one.
#[test]
fn unreadable_settings_do_not_make_a_folder_a_library_of_its_own() {
    let mut unknown = 0;
    for at in 1.. {
        let place = Place::new();
        let faults = Faults::none();
        faults.expect(Access::Reads, at);
        let ran = place.run("tag add LIB Gait.Run walk 1 5", &faults);
        let Some(failed) = faults.failed() else {
            assert!(unknown > 0);
            return;
        };
        assert!(
            !ran.stderr.contains("nested-library"),
            "{failed:?}: {}",
            ran.stderr
        );
        if failed.ends_with("walks/footwork.toml") && ran.code != 0 {
            unknown += 1;
            // The code is 2 if the last read fails, because the edit is being saved at that time.
            let is_unsaved = ran.code == 2 && ran.stderr.contains("not-saved");
            assert!(ran.code == 1 || is_unsaved, "{}", ran.stderr);
            assert!(ran.stderr.contains("walks"), "{}", ran.stderr);
        }
    }
}

/// An unknown name may be in an unreadable file.
#[test]
fn an_unknown_name_counts_as_missing_if_an_unreadable_file_may_have_it() {
    for verb in [
        "query LIB Only.There",
        "query LIB Only.There --clips walk*",
        "timeline LIB Only.There",
        "blendspace LIB Only.There --axes speed",
        "cut LIB Only.There -o OUT/cuts --dry-run",
        "events encode LIB Only.Event --window 0.3",
        "events score LIB --truth Only.Event --found Foot --tolerance 1f",
        "events detect LIB --of Only.There --at starts --name Start",
        "sim matching LIB --seconds 1 --filter Only.There",
        "query LIB similar(\"run.bvh\",3,4)",
    ] {
        let place = Place::new();
        if verb.contains("similar") {
            place.write("lib/run.bvh", b"HIERARCHY")
        } else {
            place.write("lib/run.bvh.tags", b"<<<<<<< ours\n")
        }
        let run = |verb: &str| {
            let arguments = place.arguments(verb);
            footwork(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
        };
        let ran = run(verb);
        assert_eq!(ran.code, 1, "{verb}: {}", ran.stderr);
        let said = "it may be in run.bvh";
        assert!(ran.stderr.contains(said), "{verb}: {}", ran.stderr);
        // With `--partial`, the unreadable file is ignored, so the unknown name is a mistake.
        let ran = run(&format!("{verb} --partial"));
        assert_eq!(ran.code, 2, "{verb}: {}", ran.stderr);
    }
}

/// With `--partial`, verbs leave out unreadable files and write the rest.
#[test]
fn partial_leaves_out_unreadable_files() {
    for at in 1.. {
        let place = Place::new();
        let faults = Faults::none();
        faults.expect(Access::Opens, at);
        let ran = place.run("compile LIB -o OUT/motion.tagdb --partial", &faults);
        let Some(failed) = faults.failed() else {
            assert!(at > 10, "{at}");
            return;
        };
        let is_written = place.files()[Path::new("out/motion.tagdb")] != b"as it was";
        // Without its settings, the library cannot be opened even with `--partial`.
        let expected = failed != place.lib().join("footwork.toml");
        assert_eq!(
            (ran.code == 0, is_written),
            (expected, expected),
            "{failed:?}: {}",
            ran.stderr
        );
        let is_clip = failed
            .extension()
            .is_some_and(|end| end == "bvh" || end == "tags");
        if is_clip {
            assert!(
                ran.stderr.contains("incomplete"),
                "{failed:?}: {}",
                ran.stderr
            );
        }
    }
}

/// The sidecar is deleted or renamed after its folder was listed and before it is read.
#[test]
fn a_sidecar_that_disappears_while_it_is_read_keeps_the_output() {
    let mut sidecars = 0;
    for at in 1.. {
        let place = Place::new();
        let before = place.files();
        let faults = Faults::none().with_error(libc::ENOENT);
        faults.expect(Access::Opens, at);
        let ran = place.run("compile LIB -o OUT/motion.tagdb", &faults);
        let Some(failed) = faults.failed() else {
            assert!(sidecars > 0);
            return;
        };
        let is_sidecar = failed.extension().is_some_and(|end| end == "tags");
        if is_sidecar && failed.with_extension("").exists() {
            sidecars += 1;
            assert_eq!(ran.code, 1, "{failed:?}: {}", ran.stderr);
            let said = "it disappeared after its folder was listed";
            assert!(ran.stderr.contains(said), "{failed:?}: {}", ran.stderr);
            assert_eq!(place.files(), before);
        }
    }
}

/// The content of the file is no longer that of a clip, as after a broken download.
#[test]
fn a_broken_clip_keeps_the_output_until_it_is_accepted() {
    for verb in VERBS {
        let place = Place::new();
        place.write("lib/walks/deep/walk.bvh", b"HIERARCHY");
        let before = place.files();
        let run = |verb: &str| {
            let arguments = place.arguments(verb);
            footwork(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
        };
        let ran = run(verb);
        assert_eq!(ran.code, 1, "{verb}: {}", ran.stderr);
        let said = ran.stderr + &ran.stdout;
        assert!(said.contains("walks/deep/walk.bvh"), "{verb}: {said}");
        assert_eq!(place.files(), before, "{verb}");
        let accepted = run(&format!("{verb} --partial"));
        // `check` also reports that the clip of the sidecar is missing.
        let is_check = verb.starts_with("check");
        assert_eq!(
            accepted.code,
            i32::from(is_check),
            "{verb}: {}",
            accepted.stderr
        );
        if is_check {
            fs::remove_dir_all(place.lib().join("gone")).unwrap();
            let ran = run("check LIB --partial");
            assert_eq!(ran.code, 0, "{}", ran.stderr);
            assert!(ran.stdout.contains("walks/deep/walk.bvh"), "{}", ran.stdout);
        }
    }
}
