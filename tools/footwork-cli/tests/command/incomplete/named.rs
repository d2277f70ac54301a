//! Files that a verb names, one by one: settings, other files and hidden clips.

use super::{Place, body};
use crate::tracer::{Access, Faults, footwork_with};

/// The tracer counts a system call when the call begins, so that it can make the call fail.
#[test]
fn a_fault_that_is_counted_happens() {
    for _ in 0..60 {
        let place = Place::new();
        let faults = Faults::none();
        faults.expect(Access::Opens, 1);
        let settings = place.lib().join("footwork.toml");
        let arguments = place.arguments("info LIB");
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let ran = footwork_with(std::slice::from_ref(&settings), &arguments, &faults);
        assert_eq!(faults.failed(), Some(settings));
        assert_eq!(ran.code, 1, "{}", ran.stderr);
        assert!(ran.stderr.contains("bad-config"), "{}", ran.stderr);
    }
}

/// The verb exits with 1 if the unreadable file is a compiled library, and with 2 if it is any other input.
#[test]
fn a_file_of_an_argument_that_cannot_be_read_is_named() {
    for (verb, file, code) in [
        ("info FILE --joints", "out/rig.bvh", 2),
        ("cut LIB Gait -o OUT/cuts --onto FILE", "out/rig.bvh", 2),
        ("import LIB FILE --from csv", "out/rows.csv", 2),
        ("query FILE all", "out/library.tagdb", 1),
    ] {
        let place = Place::new();
        place.write("out/rig.bvh", body().as_bytes());
        let compiled = place.run("compile LIB -o OUT/library.tagdb", &Faults::none());
        assert_eq!(compiled.code, 0);
        let before = place.files();
        let faults = Faults::none();
        faults.expect(Access::Opens, 1);
        let path = place.folder.path().join(file);
        let verb = verb.replace("FILE", path.to_str().unwrap());
        let arguments = place.arguments(&verb);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let ran = footwork_with(std::slice::from_ref(&path), &arguments, &faults);
        assert_eq!(faults.failed(), Some(path), "{verb}");
        assert_eq!(ran.code, code, "{verb}: {}", ran.stderr);
        let said = ran.stderr.contains(file) && ran.stderr.contains("Input/output error");
        assert!(said, "{verb}: {}", ran.stderr);
        assert_eq!(place.files(), before, "{verb}");
    }
}

/// A library passes over hidden files, so a hidden clip counts as missing (exit 1), not as a wrong name (exit 2).
#[test]
fn a_hidden_clip_is_missing() {
    let place = Place::new();
    place.write("lib/.old.bvh", body().as_bytes());
    place.write("lib/.old/run.bvh", body().as_bytes());
    let before = place.files();
    for name in [".old.bvh", ".old/run.bvh"] {
        for (verb, accepted) in [
            ("tag add LIB Gait.Run NAME 1 5", 1),
            ("event add LIB Foot.Left NAME 3", 1),
            ("state LIB NAME --set done", 1),
            ("strip LIB NAME -o OUT/run.png", 1),
            ("rebase LIB NAME --keep-frames --write", 1),
            ("query LIB all --clips NAME", 0),
            ("timeline LIB Gait --clips NAME", 0),
            ("blendspace LIB all --axes speed --clips NAME", 0),
            ("info LIB --joints --clips NAME", 0),
            ("export LIB --to csv --clips NAME", 0),
        ] {
            let verb = verb.replace("NAME", name);
            for (verb, code) in [(verb.clone(), 1), (format!("{verb} --partial"), accepted)] {
                let ran = place.run(&verb, &Faults::none());
                assert_eq!(ran.code, code, "{verb}: {}", ran.stderr);
                let said = "a library passes over files and folders whose names begin with a dot";
                assert!(
                    ran.stderr.contains(said) && ran.stderr.contains(name),
                    "{verb}: {}",
                    ran.stderr
                );
                assert_eq!(place.files(), before, "{verb}");
            }
        }
    }
}
