//! Compiling a library, and asking what came of it.

use std::path::Path;
use std::process::Command;

use assert_cmd::cargo::cargo_bin;
use serde_json::json;

use crate::run::{Library, footwork, valid};

/// The two clips with a run, a turn and an event, and the file compiled from them.
fn compiled() -> (Library, String) {
    let library = Library::new();
    let lib = library.path();
    for (tag, clip, start, stop) in [
        ("Gait.Run", "run", "12", "36"),
        ("Direction.Turn", "run", "30", "50"),
        ("Gait.Walk", "walk one", "0", "40"),
    ] {
        let ran = footwork(&["tag", "add", lib, tag, clip, start, stop]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
    }
    let ran = footwork(&["event", "add", lib, "Foot.Left", "run", "13.25"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let file = format!("{lib}/build.tagdb");
    let ran = footwork(&["compile", lib, "-o", &file]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    (library, file)
}

#[test]
fn a_compiled_library_answers_as_its_folder_does() {
    let (library, file) = compiled();
    let lib = library.path();
    for question in [
        &["query", "", "Gait - Direction.Turn | event(Foot)"][..],
        &["query", "", "Gait", "--count", "--clips", "walks/*"],
        &["query", "", "Gait & first(all, 1s)", "--explain"],
        &["timeline", "", "Gait.Run"],
        &["timeline", ""],
    ] {
        for format in ["table", "json", "csv"] {
            let ask = |lib| {
                let mut arguments = question.to_vec();
                arguments[1] = lib;
                footwork(&[&arguments[..], &["--format", format]].concat())
            };
            let (folder, one_file) = (ask(lib), ask(&file));
            assert_eq!(one_file.stdout, folder.stdout, "{question:?}");
            assert_eq!(one_file.code, folder.code, "{question:?}");
        }
    }
    let info = |lib| footwork(&["info", lib, "--format", "json"]).stdout;
    let (mut folder, one_file) = (valid(&info(lib), "info"), valid(&info(&file), "info"));
    assert_eq!(folder["library"], "Two clips");
    folder["library"] = json!(null);
    assert_eq!(one_file, folder);
    let info = footwork(&["info", &file]).stdout;
    assert!(info.starts_with(&file), "{info}");
}

#[test]
fn what_was_written_is_counted() {
    let (library, file) = compiled();
    let lib = library.path();
    let bytes = library.read("build.tagdb");
    let again = footwork(&["compile", lib, "-o", &file, "--format", "json"]);
    assert_eq!(
        valid(&again.stdout, "compile"),
        json!({
            "file": file, "bytes": bytes.len(),
            "clips": 2, "frames": 100, "tags": 3, "events": 1,
        })
    );
    assert_eq!(
        library.read("build.tagdb"),
        bytes,
        "the same bytes each time"
    );
    let table = footwork(&["compile", lib, "-o", &file]).stdout;
    let counts = format!(
        "2 clips, 100 frames, 3 tags, 1 event in {} bytes",
        bytes.len()
    );
    assert_eq!(table, format!("{file}: {counts}\n"));
    let csv = footwork(&["compile", lib, "-o", &file, "--format", "csv"]).stdout;
    assert!(
        csv.starts_with("file,bytes,clips,frames,tags,events\n"),
        "{csv}"
    );
}

#[test]
fn declared_tags_without_a_frame_are_in_the_file() {
    let library = Library::new();
    let file = format!("{}/a.tagdb", library.path());
    assert_eq!(footwork(&["compile", library.path(), "-o", &file]).code, 0);
    let ran = footwork(&["query", &file, "Gait.Run | event(Foot.Left)", "--count"]);
    assert_eq!(
        ran.stdout, "0 frames, 0 ranges, 0 clips\n",
        "{}",
        ran.stderr
    );
}

/// The command, run in a folder.
fn run_in(folder: &Path, arguments: &[&str]) -> std::process::Output {
    let mut command = Command::new(cargo_bin!("footwork"));
    command
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

#[test]
fn without_a_name_the_file_is_called_as_the_folder_is_and_lies_where_one_is() {
    let library = Library::new();
    let folder = Path::new(library.path());
    let name = folder.file_name().unwrap().to_str().unwrap();
    let file = format!("{name}.tagdb");
    let elsewhere = tempfile::tempdir().unwrap();
    let ran = run_in(elsewhere.path(), &["compile", library.path()]);
    assert!(ran.stdout.starts_with(file.as_bytes()));
    assert!(elsewhere.path().join(&file).is_file());
    assert!(!library.has(&file));
    assert_eq!(run_in(folder, &["compile", "."]).status.code(), Some(0));
    assert!(library.has(&file));
}

/// Runs what must fail, and returns what is said.
#[track_caller]
fn refused(arguments: &[&str]) -> String {
    let ran = footwork(arguments);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{arguments:?}");
    ran.stderr
}

#[test]
fn a_file_that_is_damaged_or_no_tagdb_is_named() {
    let (library, file) = compiled();
    let mut bytes = library.read("build.tagdb");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    library.write("build.tagdb", &bytes);
    let said = refused(&["query", &file, "Gait"]);
    assert!(said.contains("build.tagdb: the file is damaged"), "{said}");
    library.write("build.tagdb", &bytes[..middle]);
    let said = refused(&["timeline", &file]);
    assert!(
        said.contains(&format!("build.tagdb: the file has {middle} bytes")),
        "{said}"
    );
    library.write("build.tagdb", b"HIERARCHY");
    let said = refused(&["info", &file]);
    assert!(
        said.contains("build.tagdb: this is not a .tagdb file"),
        "{said}"
    );
    library.write("build.tagdb", b"");
    let said = refused(&["info", &file]);
    assert!(
        said.contains("build.tagdb: the file is cut off after 0 bytes"),
        "{said}"
    );
    let said = refused(&["info", "no/such.tagdb"]);
    assert!(said.contains("no/such.tagdb: "), "{said}");
}

#[test]
fn what_needs_a_folder_says_so() {
    let (library, file) = compiled();
    for arguments in [
        &["query", &file, "@moving"][..],
        &["query", &file, "Gait", "--save", "gait"],
        &["timeline", &file, "@moving"],
    ] {
        let said = refused(arguments);
        assert!(
            said.contains("a compiled library has no saved queries"),
            "{said}"
        );
    }
    for arguments in [
        &["tag", "add", &file, "A", "run", "0", "1"][..],
        &["compile", &file, "-o", "b.tagdb"],
    ] {
        let said = refused(arguments);
        assert!(said.contains("a library is a folder of clips"), "{said}");
    }
    let before = library.read("footwork.toml");
    let config = format!("{}/footwork.toml", library.path());
    let said = refused(&["compile", library.path(), "-o", &config]);
    assert!(said.contains("does not end in .tagdb"), "{said}");
    assert_eq!(library.read("footwork.toml"), before);
}

/// A pipe cannot be mapped, and is read.
#[cfg(unix)]
#[test]
fn what_is_no_plain_file_is_read() {
    let (library, file) = compiled();
    let expected = footwork(&["query", &file, "Gait", "--count"]);
    let link = format!("{}/link.tagdb", library.path());
    std::os::unix::fs::symlink(&file, &link).unwrap();
    let ran = footwork(&["query", &link, "Gait", "--count"]);
    assert_eq!((ran.code, &ran.stdout), (0, &expected.stdout));

    let pipe = format!("{}/pipe.tagdb", library.path());
    let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    let bytes = library.read("build.tagdb");
    // Not waited for: writing would never end if nobody read.
    let into = pipe.clone();
    std::thread::spawn(move || std::fs::write(into, bytes));
    let ran = footwork(&["query", &pipe, "Gait", "--count"]);
    assert_eq!(
        (ran.code, &ran.stdout),
        (0, &expected.stdout),
        "{}",
        ran.stderr
    );
}

/// Windows does not let anybody replace a file that is mapped.
#[cfg(unix)]
#[test]
fn a_file_is_replaced_while_others_read_it() {
    let (library, file) = compiled();
    let lib = library.path();
    let ran = footwork(&["tag", "add", lib, "Gait.Run", "run", "0", "60"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let old = footwork(&["query", &file, "Gait.Run", "--count"]).stdout;
    let new = footwork(&["query", lib, "Gait.Run", "--count"]).stdout;
    assert_ne!(old, new);
    std::thread::scope(|scope| {
        let asking = scope.spawn(|| {
            let ask = |_| footwork(&["query", &file, "Gait.Run", "--count"]);
            (0..10).map(ask).collect::<Vec<_>>()
        });
        assert_eq!(footwork(&["compile", lib, "-o", &file]).code, 0);
        for ran in asking.join().unwrap() {
            assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
            assert!(ran.stdout == old || ran.stdout == new, "{}", ran.stdout);
        }
    });
    assert_eq!(
        footwork(&["query", &file, "Gait.Run", "--count"]).stdout,
        new
    );
}

#[test]
fn a_compiled_library_has_no_motion_to_ask_predicates_of() {
    let (_library, file) = compiled();
    let ran = footwork(&["query", &file, "Gait & { speed > 3 }"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    let expected = "error[no-resolver]: `{ … }` needs the motion of the clips, which a compiled library has not";
    assert!(ran.stderr.starts_with(expected), "{}", ran.stderr);
}
