//! A sidecar or `footwork.toml` counts as missing input if its folder lists it but it cannot be opened. Without its
//! settings, a library would read different files, and read them differently.

use std::fs;

use nix::libc;

use super::{NAMED, Place, VERBS};
use crate::run::Ran;
use crate::tracer::{Access, Faults, footwork_with};

/// Runs a verb whose `at`-th access of `file`, counted from 1, fails as if the file did not exist. Returns `None` if
/// the verb accesses the file less often.
fn without(place: &Place, verb: &str, file: &str, access: Access, at: usize) -> Option<Ran> {
    let faults = Faults::none().with_error(libc::ENOENT);
    faults.expect(access, at);
    let path = place.lib().join(file);
    let arguments = place.arguments(verb);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let ran = footwork_with(&[path], &arguments, &faults);
    faults.failed().map(|_| ran)
}

/// Fails each open of `file` in turn. Checks that the verb then fails and changes nothing, or gives the same result as
/// without the failure. Returns the number of failed verbs.
fn check(file: &str) -> usize {
    let mut refused = 0;
    for verb in [VERBS, NAMED].concat() {
        let whole = Place::new();
        let ended = whole.run(verb, &Faults::none());
        let after = whole.files();
        for at in 1.. {
            let place = Place::new();
            let before = place.files();
            let Some(ran) = without(&place, verb, file, Access::Opens, at) else {
                break;
            };
            let root = place.folder.path().to_str().unwrap();
            let is_same = ran.stdout.replace(root, "") == ended.stdout;
            if is_same && ran.code == ended.code && place.files() == after {
                continue;
            }
            refused += 1;
            let said = format!(
                "{verb}, {at}: exit {}\n{}{}",
                ran.code, ran.stdout, ran.stderr
            );
            // The code is 2 if the open fails while the edit is being saved.
            let is_unsaved = ran.code == 2 && ran.stderr.contains("not-saved");
            assert!(ran.code == 1 || is_unsaved, "{said}");
            assert!(
                ran.stderr.contains(file) || ran.stdout.contains(file),
                "{said}"
            );
            assert_eq!(place.files(), before, "{said}");
        }
    }
    refused
}

#[test]
fn unreadable_settings_stop_a_verb_or_do_not_affect_it() {
    let refused = check("footwork.toml");
    assert!(refused >= VERBS.len() + NAMED.len(), "{refused}");
}

#[test]
fn unreadable_sidecars_stop_a_verb_or_do_not_affect_it() {
    assert!(check("run.bvh.tags") >= VERBS.len());
    // Only `tag rename` writes the sidecar of a clip that does not exist.
    assert!(check("gone/old.bvh.tags") > 0);
}

#[test]
fn a_library_without_settings_is_complete() {
    let place = Place::new();
    fs::remove_file(place.lib().join("footwork.toml")).unwrap();
    for verb in ["info LIB", "compile LIB -o OUT/motion.tagdb"] {
        let ran = place.run(verb, &Faults::none());
        assert_eq!(ran.code, 0, "{verb}: {}", ran.stderr);
    }
}

/// Without its own settings, an inner library would be read as a part of the outer library.
#[test]
fn listed_settings_of_an_inner_library_must_be_readable() {
    let place = Place::new();
    place.write("lib/walks/footwork.toml", b"");
    let file = "walks/footwork.toml";
    let ran = without(&place, "info LIB", file, Access::Reads, 1).unwrap();
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    let said = "walks/footwork.toml: error[unreadable]";
    assert!(ran.stderr.contains(said), "{}", ran.stderr);
}
