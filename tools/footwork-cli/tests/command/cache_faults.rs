//! Each system call that reads or writes the user's cache fails once, and every verb still gives the same answer about
//! the library. The library is a folder of clips, or one file with several clips.

use std::fs;
use std::path::Path;
use std::time::Duration;

use footwork_library::Library as Folder;
use footwork_store::UserFolder;
use tempfile::TempDir;

use crate::run::{bvh, footwork, words};
use crate::tracer::{Access, Faults, footwork_with};

/// The size of a test library in bytes: smaller libraries have no index.
const LARGE: usize = 5 << 20;

/// Returns a library of two BVH files, made larger by spaces.
fn folder_of_clips() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (clip, frames) in [("run", 60), ("walk", 40)] {
        let text = bvh(frames).replace("0 1 ", &format!("0 1 {}", " ".repeat(LARGE / 100)));
        fs::write(folder.path().join(format!("{clip}.bvh")), text).unwrap();
    }
    folder
}

/// Returns a library of one GLB file with three animations. Spaces after its JSON make the file large.
fn one_file() -> TempDir {
    let clips = tempfile::tempdir().unwrap();
    for clip in 0..3 {
        let path = clips.path().join(format!("{clip}.bvh"));
        fs::write(path, bvh(20 + clip)).unwrap();
    }
    let library = Folder::open(clips.path()).unwrap();
    let ids: Vec<_> = library.clips().ids().collect();
    let mut glb = footwork_pipeline::to_glb(&library, &ids).unwrap();
    let number = |glb: &[u8], at: usize| u32::from_le_bytes(*glb[at..].first_chunk().unwrap());
    let json = number(&glb, 12);
    let end = 20 + usize::try_from(json).unwrap();
    glb.splice(end..end, vec![b' '; LARGE]);
    let more = u32::try_from(LARGE).unwrap();
    let whole = number(&glb, 8) + more;
    glb[8..12].copy_from_slice(&whole.to_le_bytes());
    glb[12..16].copy_from_slice(&(json + more).to_le_bytes());
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("moves.glb"), glb).unwrap();
    folder
}

/// Runs a verb with faults in the cache folder. Returns its exit code, its standard output and its standard error.
fn run(root: &Path, verb: &str, faults: &std::sync::Arc<Faults>) -> (i32, String, String) {
    let verb = verb.replace("LIB", root.to_str().unwrap());
    let cache = UserFolder::Cache.path().unwrap();
    let ran = footwork_with(&[cache], &words(&verb), faults);
    (ran.code, ran.stdout, ran.stderr)
}

fn cache(root: &Path) -> std::path::PathBuf {
    let cache = UserFolder::Cache.of_library(root).unwrap();
    cache.path().to_owned()
}

/// Fails each system call of a verb in turn, first with an index from an earlier run and then without one. Returns the
/// number of failed calls.
fn check(folder: &TempDir, verb: &str) -> usize {
    let root = folder.path();
    let forget = || _ = fs::remove_dir_all(cache(root));
    let without = run(root, verb, &Faults::none());
    let index = cache(root).join("index");
    let known = fs::read(&index).unwrap();
    assert_eq!(run(root, verb, &Faults::none()), without, "{verb}");
    let mut faults = 0;
    for is_known in [true, false] {
        for access in [Access::Reads, Access::Writes] {
            for at in 1.. {
                if !is_known {
                    forget();
                }
                let failing = Faults::none();
                failing.expect(access, at);
                let said = run(root, verb, &failing);
                let Some(failed) = failing.failed() else {
                    break;
                };
                faults += 1;
                let what = format!("{verb}: known: {is_known}, {access:?} {at}, of {failed:?}");
                assert_eq!(said, without, "{what}");
                if access == Access::Writes {
                    // The next run reads or writes a whole index.
                    assert_eq!(run(root, verb, &Faults::none()), without, "{what}");
                    assert_eq!(fs::read(&index).unwrap(), known, "{what}");
                }
            }
        }
    }
    faults
}

#[test]
fn a_cache_that_fails_changes_nothing_that_is_said() {
    let libraries = [folder_of_clips(), one_file()];
    // Wait until the files are old enough that a later change would change their times.
    std::thread::sleep(Duration::from_millis(2200));
    for library in &libraries {
        let faults = check(library, "query LIB {speed>1} --format json");
        println!("{faults} faults");
        assert!(faults > 30, "{faults}");
    }
}

/// The cache also holds the poses that clips had when they were tagged.
#[test]
fn poses_that_cannot_be_read_are_said_to_be() {
    let clip = |skip: usize| {
        let text = fs::read_to_string(
            crate::run::root().join("samples/cmu/playground_forward_jump_01.bvh"),
        );
        let text = text.unwrap();
        let (head, rows) = text.split_once("Frame Time: ").unwrap();
        let (time, rows) = rows.split_once('\n').unwrap();
        let rows: Vec<&str> = rows.lines().skip(skip).collect();
        let (head, _) = head.rsplit_once("Frames:").unwrap();
        format!(
            "{head}Frames: {}\nFrame Time: {time}\n{}\n",
            rows.len(),
            rows.join("\n")
        )
    };
    let folder = tempfile::tempdir().unwrap();
    let (root, path) = (folder.path(), folder.path().join("walk.bvh"));
    fs::write(&path, clip(0)).unwrap();
    let lib = root.to_str().unwrap();
    let add = ["tag", "add", lib, "Gait", "walk", "50", "90"];
    assert_eq!(footwork(&add).code, 0);
    fs::write(&path, clip(10)).unwrap();
    let whole = run(root, "rebase LIB walk", &Faults::none());
    assert_eq!(whole.0, 0, "{}", whole.2);
    let mut said = 0;
    for at in 1.. {
        let faults = Faults::none();
        faults.expect(Access::Opens, at);
        let ran = run(root, "rebase LIB walk", &faults);
        let Some(failed) = faults.failed() else {
            break;
        };
        if ran != whole {
            assert_eq!(ran.0, 1, "{failed:?}: {}", ran.2);
            assert!(ran.2.contains("cannot be read"), "{failed:?}: {}", ran.2);
            said += 1;
        }
    }
    assert!(said > 0);
}
