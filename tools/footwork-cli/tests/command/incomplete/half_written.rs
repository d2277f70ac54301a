//! Clips with fewer frames than their headers state count as unreadable, unless they were tagged in this state.

use std::fs;
use std::path::Path;

use super::{Place, body};
use crate::run::{Ran, bvh, footwork, root};

/// Verbs that change or copy several clips. Each has a file that it writes for the readable clip, and a part of that
/// file's content.
const BULK: &[(&str, &str, &str)] = &[
    (
        "tag apply LIB Tempo.Fast --where Gait.Run",
        "lib/walks/deep/walk.bvh.tags",
        "tag Tempo.Fast 1 5\n",
    ),
    (
        "rules LIB --write",
        "lib/walks/deep/walk.bvh.tags",
        "tag Direction.Ahead 0 90 rule\n",
    ),
    (
        "events detect LIB --of Gait --at starts --name Start --write",
        "lib/walks/deep/walk.bvh.tags",
        "event Start 1\n",
    ),
    (
        "propose LIB --source rules --write-above 0",
        "lib/walks/deep/walk.bvh.tags",
        "tag Direction.Ahead 0 90\n",
    ),
    (
        "import LIB OUT/both.csv --from csv",
        "lib/walks/deep/walk.bvh.tags",
        "tag Tempo.Fast 7 9\n",
    ),
    (
        "cut LIB Gait.Run -o OUT/cuts",
        "out/cuts/walk_00.bvh",
        "Frames: 4\n",
    ),
];

fn run(place: &Place, verb: &str) -> Ran {
    let arguments = place.arguments(verb);
    footwork(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Returns a place with two clips whose sidecars have `Gait.Run` on [1, 5). After tagging, `run` has lost its last
/// rows. If not `is_tagged`, `run` has no sidecar.
fn cut_short(is_tagged: bool) -> Place {
    let place = Place::new();
    let rows = "clip,tag,start,stop\nrun.bvh,Tempo.Fast,7,9\nwalks/deep/walk.bvh,Tempo.Fast,7,9\n";
    place.write("out/both.csv", rows.as_bytes());
    fs::remove_dir_all(place.lib().join("gone")).unwrap();
    for clip in ["run.bvh", "walks/deep/walk.bvh"] {
        fs::remove_file(place.lib().join(format!("{clip}.tags"))).unwrap();
        if is_tagged || clip != "run.bvh" {
            let tagged = run(&place, &format!("tag add LIB Gait.Run {clip} 1 5"));
            assert_eq!(tagged.code, 0, "{}", tagged.stderr);
        }
    }
    let half = body().split_at(body().len() - 900).0.to_owned();
    place.write("lib/run.bvh", half.as_bytes());
    place
}

/// Without `--partial`, no file is written. With it, only the readable clip is changed.
#[test]
fn partial_leaves_a_half_written_clip_out_of_every_bulk_edit() {
    for is_tagged in [true, false] {
        for &(verb, file, part) in BULK {
            let place = cut_short(is_tagged);
            let before = place.files();
            let refused = run(&place, verb);
            assert_eq!(refused.code, 1, "{verb}: {}", refused.stderr);
            assert!(
                refused.stderr.contains("run.bvh"),
                "{verb}: {}",
                refused.stderr
            );
            assert_eq!(place.files(), before, "{verb}");
            let accepted = run(&place, &format!("{verb} --partial"));
            assert_eq!(accepted.code, 0, "{verb}: {}", accepted.stderr);
            let said = "the answer lacks run.bvh, which could not be read";
            assert!(
                accepted.stderr.contains(said),
                "{verb}: {}",
                accepted.stderr
            );
            let now = place.files();
            let sidecar = Path::new("lib/run.bvh.tags");
            assert_eq!(now.get(sidecar), before.get(sidecar), "{verb}");
            assert!(
                !now.contains_key(Path::new("out/cuts/run_00.bvh")),
                "{verb}"
            );
            let written = String::from_utf8_lossy(&now[Path::new(file)]);
            assert!(written.contains(part), "{verb}: {written}");
        }
    }
}

/// A verb for a single clip has no other clip to work on. It reports that the clip is cut short, and not that it was
/// edited.
#[test]
fn partial_edits_a_half_written_clip_only_if_it_has_no_tags_of_a_longer_one() {
    for verb in [
        "tag add LIB Tempo.Fast run 1 5",
        "event add LIB Foot.Left run 3",
    ] {
        let tagged = cut_short(true);
        let before = tagged.files();
        let ran = run(&tagged, &format!("{verb} --partial"));
        assert_eq!(ran.code, 1, "{verb}: {}", ran.stderr);
        let said = "run.bvh: the file is shorter than its header states";
        assert!(ran.stderr.contains(said), "{verb}: {}", ran.stderr);
        assert!(ran.stderr.contains("error[half-written]"), "{}", ran.stderr);
        assert_eq!(tagged.files(), before, "{verb}");
        let untagged = cut_short(false);
        assert_eq!(run(&untagged, verb).code, 1, "{verb}");
        let ran = run(&untagged, &format!("{verb} --partial"));
        assert_eq!(ran.code, 0, "{verb}: {}", ran.stderr);
    }
}

/// A clip ends before its declared number of frames. The test runs with and without tags.
#[test]
fn a_half_written_clip_keeps_the_output() {
    let compiled = Path::new("out/motion.tagdb");
    let compile = "compile LIB -o OUT/motion.tagdb";
    for is_tagged in [false, true] {
        let place = Place::new();
        let run = |verb: &str| run(&place, verb);
        // The sidecar's header has the earlier length of the clip. Without a sidecar, the earlier length is unknown.
        fs::remove_file(place.lib().join("run.bvh.tags")).unwrap();
        if is_tagged {
            assert_eq!(run("tag add LIB Gait.Run run 1 5").code, 0);
        }
        assert_eq!(run(compile).code, 0);
        let good = place.files();
        let half = body().split_at(body().len() - 900).0.to_owned();
        place.write("lib/run.bvh", half.as_bytes());
        let ran = run(compile);
        assert_eq!(ran.code, 1, "{}", ran.stderr);
        assert!(ran.stderr.contains("run.bvh"), "{}", ran.stderr);
        assert_eq!(place.files()[compiled], good[compiled]);
        for verb in ["query LIB all", "info LIB", "check LIB"] {
            assert_eq!(run(verb).code, 1, "{verb}");
        }
        assert_eq!(run(&format!("{compile} --partial")).code, 0);
        // If a clip has more rows than it declares, all rows are read.
        let more = bvh(40).replace("Frames: 40", "Frames: 39");
        place.write("lib/run.bvh", body().as_bytes());
        place.write("lib/odd.bvh", more.as_bytes());
        assert_eq!(run(compile).code, 0);
    }
}

/// A BVH file that ends before its declared number of frames still counts as a clip, not as a text file.
#[test]
fn a_clip_that_ends_early_is_still_a_clip() {
    let place = Place::new();
    let walk = fs::read(root().join("samples/deepmimic/walk.txt")).unwrap();
    for length in [1, 2, 9, 20, 30, 31, 90, 400] {
        place.write("lib/walk.txt", &walk[..length]);
        let ran = run(&place, "compile LIB -o OUT/motion.tagdb");
        assert_eq!(ran.code, 1, "{length}: {}", ran.stderr);
        assert!(ran.stderr.contains("walk.txt"), "{length}: {}", ran.stderr);
    }
}
