//! Allocations per frame, and objects shared by threads.

use std::env;
use std::process::Command;

use crate::characters::football;
use crate::networks;
use crate::program::{compile_sanitised, lacks, run_with};
use crate::scenes::{files, walks};

#[test]
fn a_warm_frame_allocates_nothing() {
    let Some(program) = compile_sanitised("frames.c") else {
        return;
    };
    let (index, db) = walks();
    let [index, tags] = files(&index, &db, "frames").map(|path| path.display().to_string());
    let poses = football("fwposes").display().to_string();
    let printed = run_with(
        &program,
        &[&tags, &index, &poses, &networks::file("frames")],
        "",
    );
    assert_eq!(printed, "allocated 0, claps 20\n");
}

#[test]
fn threads_share_a_database_and_a_world() {
    let Some(program) = compile_sanitised("threads.c") else {
        return;
    };
    let (index, db) = walks();
    let [_, tags] = files(&index, &db, "threads").map(|path| path.display().to_string());
    assert_eq!(run_with(&program, &[&tags], ""), "wrong 0, asked 20000\n");
}

/// Runs the wrong calls, and in `soak` the random ones, under valgrind.
#[test]
fn valgrind_finds_nothing() {
    if lacks("valgrind") {
        return;
    }
    let (index, db) = walks();
    let [index, tags] = files(&index, &db, "valgrind").map(|path| path.display().to_string());
    let poses = football("fwposes").display().to_string();
    let network = networks::file("valgrind");
    let mut runs = vec![("wrong.c", vec![])];
    if env::var_os("FOOTWORK_SOAK").is_some() {
        runs.push((
            "random.c",
            vec!["20000", "4", &tags, &index, &poses, &network],
        ));
        runs.push(("frames.c", vec![&tags, &index, &poses, &network]));
    }
    for (name, arguments) in runs {
        let program = crate::program::compile("gcc", &["-std=c99"], name, "valgrind");
        let mut valgrind = Command::new("valgrind");
        valgrind.args(["-q", "--error-exitcode=9"]);
        if !cfg!(debug_assertions) {
            // Optimised code compares the fields of a variant before checking which variant it is, and then drops the result.
            valgrind.arg("--undef-value-errors=no");
        }
        let output = valgrind.arg(program).args(arguments).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{name}: {said}");
    }
}
