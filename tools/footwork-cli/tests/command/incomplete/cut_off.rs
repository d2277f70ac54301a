//! A sidecar that was cut off in its last line is reported by file and line. It is never read silently as if it were
//! whole.

use std::path::Path;

use super::Place;
use crate::run::{Ran, footwork};

const START: &str = "footwork-tags 1\ntag Gait.Run 12 36\n";
const LAST: &str = "tag Tempo.Fast 2 85";
/// The last line, cut off inside its last number.
const CUT: &str = "tag Tempo.Fast 2 8";

fn run(place: &Place, verb: &str) -> Ran {
    let arguments = place.arguments(verb);
    footwork(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
}

fn with(file: &str, last: &str) -> Place {
    let place = Place::new();
    place.write(file, format!("{START}{last}").as_bytes());
    place
}

#[test]
fn compile_warns_of_a_last_line_without_an_end_and_refuses_an_unreadable_one() {
    let (mut warned, mut refused) = (0, 0);
    for at in 1..=LAST.len() {
        let place = with("lib/run.bvh.tags", &LAST[..at]);
        let before = place.files();
        let ran = run(&place, "compile LIB -o OUT/motion.tagdb");
        let said = format!("{:?}: {}", &LAST[..at], ran.stderr);
        assert!(ran.stderr.contains("run.bvh.tags:3:"), "{said}");
        if ran.code == 0 {
            warned += 1;
            let warning = "run.bvh.tags:3:1: warning[no-final-newline]";
            assert!(ran.stderr.contains(warning), "{said}");
        } else {
            refused += 1;
            assert_eq!(ran.code, 1, "{said}");
            assert_eq!(place.files(), before, "{said}");
        }
    }
    // A line that ends in `8` or `85` has both numbers, though `8` may be a part of a longer one. Shorter lines are
    // unreadable.
    assert_eq!((warned, refused), (2, LAST.len() - 2));
    let whole = with("lib/run.bvh.tags", &format!("{LAST}\n"));
    let ran = run(&whole, "compile LIB -o OUT/motion.tagdb");
    assert!(!ran.stderr.contains("no-final-newline"), "{}", ran.stderr);
}

#[test]
fn an_edit_keeps_the_line_and_says_that_it_ended_it() {
    for (verb, file, kept) in [
        ("tag add LIB Gait.Run run 50 60", "run.bvh.tags", CUT),
        ("rules LIB --write", "run.bvh.tags", CUT),
        (
            "tag rename LIB Gait.Run Gait.Sprint",
            "gone/old.bvh.tags",
            CUT,
        ),
    ] {
        let place = with(&format!("lib/{file}"), CUT);
        let ran = run(&place, verb);
        assert_eq!(ran.code, 0, "{verb}: {}", ran.stderr);
        let said = format!("{file}:3:1: warning[no-final-newline]: the last line had no line end");
        assert!(ran.stderr.contains(&said), "{verb}: {}", ran.stderr);
        let now = &place.files()[&Path::new("lib").join(file)];
        let now = String::from_utf8_lossy(now);
        assert!(now.contains(&format!("{kept}\n")), "{verb}: {now}");
        assert_eq!(run(&place, "undo LIB").code, 0);
        let now = &place.files()[&Path::new("lib").join(file)];
        assert_eq!(
            String::from_utf8_lossy(now),
            format!("{START}{CUT}"),
            "{verb}"
        );
    }
}

#[test]
fn check_lists_it_and_the_settings_choose_its_severity() {
    for (severity, code, said) in [
        ("", 0, Some("warning  no-final-newline")),
        ("\"error\"", 1, Some("error    no-final-newline")),
        ("\"off\"", 0, None),
    ] {
        let place = with("lib/run.bvh.tags", CUT);
        std::fs::remove_dir_all(place.lib().join("gone")).unwrap();
        if !severity.is_empty() {
            let settings = std::fs::read_to_string(place.lib().join("footwork.toml")).unwrap();
            let settings = format!("{settings}[checks.severity]\nno-final-newline = {severity}\n");
            place.write("lib/footwork.toml", settings.as_bytes());
        }
        let ran = run(&place, "check LIB");
        assert_eq!(ran.code, code, "{severity}: {}{}", ran.stdout, ran.stderr);
        if let Some(said) = said {
            assert!(ran.stdout.contains(said), "{severity}: {}", ran.stdout);
        }
        let is_listed = ran.stdout.contains("no-final-newline");
        assert_eq!(is_listed, said.is_some(), "{severity}: {}", ran.stdout);
    }
}

/// The second labeller's sidecar and the versions that git merges do not belong to an opened library.
#[test]
fn sidecars_outside_a_library_are_reported_too() {
    let place = with("out/run.bvh.tags", CUT);
    let ran = run(&place, "agree LIB OUT");
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let said = "run.bvh.tags:3:1: warning[no-final-newline]";
    assert!(ran.stderr.contains(said), "{}", ran.stderr);
    let place = with("out/run.bvh.tags", "tag Tempo.Fast 2");
    let ran = run(&place, "agree LIB OUT");
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    assert!(ran.stderr.contains("run.bvh.tags"), "{}", ran.stderr);

    let place = with("out/theirs", CUT);
    place.write("out/base", START.as_bytes());
    place.write("out/ours", START.as_bytes());
    let ran = run(
        &place,
        "merge-driver OUT/base OUT/ours OUT/theirs run.bvh.tags",
    );
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let said = "run.bvh.tags: warning[no-final-newline]: line 3 of their version";
    assert!(ran.stderr.contains(said), "{}", ran.stderr);
}
