//! `footwork compile`, and queries of compiled libraries.

use std::path::Path;
use std::process::Command;

use assert_cmd::cargo::cargo_bin;
use footwork::tags::Database;
use serde_json::json;

use crate::run::{Library, footwork, root, valid};

/// Returns a library of two clips with a run, a turn and an event, and the file compiled from it.
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
    // Only the clip files tell how the clips were read, so a compiled library does not.
    let read_as = folder.as_object_mut().unwrap().remove("skeletons");
    assert_eq!(read_as.unwrap()[0]["root"], "Hips");
    for clip in folder["clips"].as_array_mut().unwrap() {
        assert_eq!(
            clip.as_object_mut().unwrap().remove("root").unwrap(),
            "Hips"
        );
    }
    assert_eq!(one_file, folder);
    let info = footwork(&["info", &file]).stdout;
    assert!(info.starts_with(&file), "{info}");
}

/// The playground opens these files. Programs in C, C# and TypeScript compare their answers about the tags with those
/// of Rust.
#[test]
fn the_files_of_the_playground_are_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("samples.tagdb");
    let samples = root().join("samples");
    let [samples, to] = [&samples, &file].map(|path| path.to_str().unwrap());
    let ran = footwork(&[
        "compile",
        samples,
        "--poses",
        "--precision",
        "1mm",
        "-o",
        to,
    ]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let kept = root().join("bindings/wasm/playground/samples.tagdb");
    for extension in ["tagdb", "fwposes"] {
        let [made, kept] = [&file, &kept].map(|path| path.with_extension(extension));
        assert!(
            std::fs::read(made).unwrap() == std::fs::read(kept).unwrap(),
            "{extension}: run footwork compile samples --poses --precision 1mm -o bindings/wasm/playground/samples.tagdb"
        );
    }
}

#[test]
fn the_answer_counts_the_written_items() {
    let (library, file) = compiled();
    let lib = library.path();
    let bytes = library.read("build.tagdb");
    let again = footwork(&["compile", lib, "-o", &file, "--format", "json"]);
    assert_eq!(
        valid(&again.stdout, "compile"),
        json!({
            "file": file, "bytes": bytes.len(),
            "clips": 2, "frames": 100, "tags": 3, "events": 1, "left_out": 0,
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
        csv.starts_with("file,bytes,clips,frames,tags,events,left_out\n"),
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

/// Runs the command in a folder.
fn run_in(folder: &Path, arguments: &[&str]) -> std::process::Output {
    let mut command = Command::new(cargo_bin!("footwork"));
    command
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

#[test]
fn the_default_file_is_named_after_the_folder_and_lies_in_the_current_one() {
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

/// Runs a command that must fail. Returns its error output.
#[track_caller]
fn refused(arguments: &[&str]) -> String {
    let ran = footwork(arguments);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{arguments:?}");
    ran.stderr
}

#[test]
fn damaged_files_and_other_files_are_named_in_errors() {
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
fn a_verb_that_needs_a_folder_says_so() {
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
    let before = library.read("footwork.toml");
    let config = format!("{}/footwork.toml", library.path());
    let said = refused(&["compile", library.path(), "-o", &config]);
    assert!(said.contains("does not end in .tagdb"), "{said}");
    assert_eq!(library.read("footwork.toml"), before);
}

/// Every verb either reads a compiled library, or says that it needs the folder.
#[test]
#[cfg(unix)]
fn every_other_verb_needs_a_folder() {
    let (library, file) = compiled();
    library.write("signal.csv", b"clip,frame,sin,cos\nrun.bvh,0,0,1\n");
    library.write(
        "tags.csv",
        b"clip,start,stop,tag\nrun.bvh,20,30,Gait.Walk\n",
    );
    for call in crate::attack::calls::all(&file, library.path()) {
        let call: Vec<&str> = call.iter().map(String::as_str).collect();
        if !["info", "query", "timeline"].contains(&call[0]) {
            let ran = footwork(&call);
            let said = ran.stderr;
            assert!(
                said.starts_with("error[needs-folder]"),
                "{call:?} reads a compiled library, so list it here, or should refuse it: {said}"
            );
            assert!(said.contains("name the folder that it was"), "{said}");
            assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{call:?}");
        }
    }
}

#[test]
fn unreadable_files_keep_the_output_and_partial_counts_them() {
    let (library, file) = compiled();
    let lib = library.path();
    let good = library.read("build.tagdb");
    library.write("run.bvh", b"HIERARCHY");
    library.write("walks/walk one.bvh.tags", b"<<<<<<< ours\n");
    let whole = ["compile", lib, "-o", &file];
    // `--strict` is the default, so it has no effect.
    for more in [&[][..], &["--strict"], &["--format", "json"]] {
        let ran = footwork(&[&whole[..], more].concat());
        assert_eq!((ran.code, ran.stdout.as_str()), (1, ""), "{}", ran.stderr);
        let said = "build.tagdb stays as it was, because run.bvh, walks/walk one.bvh.tags could not be read";
        assert!(ran.stderr.contains(said), "{}", ran.stderr);
        assert_eq!(library.read("build.tagdb"), good);
    }
    let other = format!("{lib}/other.tagdb");
    let ran = footwork(&["compile", lib, "-o", &other]);
    assert!(ran.stderr.contains("is not written"), "{}", ran.stderr);
    assert!(!library.has("other.tagdb"));

    let ran = footwork(&["compile", lib, "-o", &file, "--partial"]);
    assert_eq!(ran.code, 0);
    let end = "; 2 files could not be read, and are left out in whole or in part\n";
    assert!(ran.stdout.ends_with(end), "{}", ran.stdout);
    let partial =
        |format| footwork(&["compile", lib, "-o", &file, "--partial", "--format", format]).stdout;
    assert_eq!(valid(&partial("json"), "compile")["left_out"], json!(2));
    let csv = partial("csv");
    assert!(csv.ends_with(",2\n"), "{csv}");

    for name in ["run.bvh", "run.bvh.tags", "walks/walk one.bvh.tags"] {
        std::fs::remove_file(Path::new(lib).join(name)).unwrap();
    }
    assert_eq!(footwork(&whole).code, 0);
    assert_ne!(library.read("build.tagdb"), good);
}

#[test]
fn a_wrong_name_for_a_tagdb_has_a_useful_hint() {
    let library = Library::new();
    let lib = library.path();
    let folder = format!("in the folder, such as {lib}/motion.tagdb");
    for (output, hint) in [
        ("out.txt", "write out.tagdb"),
        (
            "-",
            "only a file can be written, not standard output or a device",
        ),
        (lib, &folder),
    ] {
        let said = refused(&["compile", lib, "-o", output, "--errors", "json"]);
        let error = &valid(&said, "errors")["errors"][0];
        assert_eq!(error["code"], "bad-output");
        assert!(error["hint"].as_str().unwrap().contains(hint), "{said}");
    }
    if cfg!(unix) {
        let said = refused(&["compile", lib, "-o", "/dev/null"]);
        assert!(said.contains("or a device"), "{said}");
    }
}

#[test]
fn programs_can_tell_why_a_tagdb_is_refused() {
    let (library, file) = compiled();
    let good = library.read("build.tagdb");
    let check = |content: Option<&[u8]>, code: &str, hint: &str| {
        match content {
            Some(content) => library.write("build.tagdb", content),
            None => std::fs::remove_file(&file).unwrap(),
        }
        for verb in ["info", "timeline"] {
            let said = refused(&[verb, &file, "--errors", "json"]);
            let error = &valid(&said, "errors")["errors"][0];
            assert_eq!(
                (&error["code"], &error["file"]),
                (&json!(code), &json!(file))
            );
            assert!(error["hint"].as_str().unwrap().contains(hint), "{said}");
        }
    };
    let mut newer = good.clone();
    newer[8..10].copy_from_slice(&9u16.to_le_bytes());
    let mut damaged = good.clone();
    *damaged.last_mut().unwrap() ^= 1;
    check(Some(&damaged), "damaged", "compile it again");
    check(Some(&good[..good.len() / 2]), "damaged", "compile it again");
    check(
        Some(b"HIERARCHY and more than that"),
        "not-tagdb",
        "footwork compile",
    );
    check(Some(&newer), "newer-version", "update Footwork");
    check(None, "not-found", "footwork compile");
    let folder = format!("{file}/in.tagdb");
    library.write("build.tagdb", &good);
    let said = refused(&["info", &folder, "--errors", "json"]);
    assert_eq!(valid(&said, "errors")["errors"][0]["code"], "unreadable");
}

#[test]
fn a_library_file_with_another_extension_has_a_hint() {
    let (library, _) = compiled();
    library.write("build.db", &library.read("build.tagdb"));
    let file = format!("{}/build.db", library.path());
    for arguments in [
        &["info", &file][..],
        &["query", &file, "all"],
        &["timeline", &file],
    ] {
        let said = refused(arguments);
        assert!(said.contains("a file whose name ends in .tagdb"), "{said}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_is_followed_and_a_pipe_is_refused() {
    let (library, file) = compiled();
    let expected = footwork(&["query", &file, "Gait", "--count"]);
    let link = format!("{}/link.tagdb", library.path());
    std::os::unix::fs::symlink(&file, &link).unwrap();
    let ran = footwork(&["query", &link, "Gait", "--count"]);
    assert_eq!((ran.code, &ran.stdout), (0, &expected.stdout));

    let pipe = format!("{}/pipe.tagdb", library.path());
    let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    let ran = footwork(&["query", &pipe, "Gait", "--count"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    let said = "pipe.tagdb: it is a pipe or a device, not a file";
    assert!(ran.stderr.contains(said), "{}", ran.stderr);
}

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
fn predicates_about_motion_are_refused_for_a_compiled_library() {
    let (_library, file) = compiled();
    let ran = footwork(&["query", &file, "Gait & { speed > 3 }"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    let expected = "error[no-resolver]: `{ … }` needs the motion of the clips, which a compiled library does not have";
    assert!(ran.stderr.starts_with(expected), "{}", ran.stderr);
}

#[test]
fn a_query_table_is_compiled_in() {
    let (library, file) = compiled();
    let lib = library.path();
    let tables = ["--table", "Gait.Run", "--table", "Gait - Direction.Turn"];
    let ran = footwork(&[&["compile", lib, "-o", &file][..], &tables].concat());
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    let db = Database::from_bytes(library.read("build.tagdb")).unwrap();
    let mut table = db.frame_table().unwrap();
    let words = table.current(&db).unwrap();
    let run = db
        .clips()
        .iter()
        .find(|(_, clip)| clip.name.contains("run"));
    let run = run.unwrap().0;
    let of_run = [11, 12, 29, 30, 35, 36].map(|frame| words.word(run, frame));
    assert_eq!(of_run, [0b00, 0b11, 0b11, 0b01, 0b01, 0b00]);
    // Other verbs can read a file that contains a query table.
    let counted = footwork(&["query", &file, "Gait.Run", "--count"]);
    assert_eq!(counted.code, 0, "{}", counted.stderr);

    let before = library.read("build.tagdb");
    for (query, code) in [("{ speed > 1 }", "no-resolver"), ("Gat", "unknown-tag")] {
        let ran = footwork(&[
            "compile", lib, "-o", &file, "--table", query, "--format", "json",
        ]);
        assert_eq!(ran.code, 2, "{}", ran.stderr);
        assert!(ran.stderr.contains(code), "{}", ran.stderr);
        assert_eq!(library.read("build.tagdb"), before);
    }
}
