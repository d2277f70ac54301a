//! Every function called wrongly: an error each time.

use std::fs;
use std::path::Path;

use crate::program::{compile_sanitised, run_c, run_with};

#[test]
fn nothing_that_is_called_wrongly_crashes() {
    run_c("wrong.c", "", |printed| assert_eq!(printed, "ok\n"));
    run_c("nothing.c", "", |printed| assert_eq!(printed, "ok\n"));
    for name in ["wrong.c", "nothing.c"] {
        if let Some(program) = compile_sanitised(name) {
            assert_eq!(run_with(&program, &[], ""), "ok\n");
        }
    }
}

/// A new function is called wrongly in `nothing.c`, and at random in `random.c`.
#[test]
fn every_function_of_the_header_is_called_wrongly() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let header = read("include/footwork.h");
    let of_line = |line: &str| {
        let name = line.strip_prefix("fw_status ")?.split('(').next()?;
        Some(name.to_owned())
    };
    let functions: Vec<String> = header.lines().filter_map(of_line).collect();
    assert!(functions.len() > 130, "{}", functions.len());
    // What only the first call of all may do is not called at random.
    for (file, but) in [
        ("tests/c/nothing.c", ""),
        ("tests/c/random.c", "fw_set_allocator"),
    ] {
        let text = read(file);
        for function in functions.iter().filter(|function| *function != but) {
            assert!(
                text.contains(&format!("{function}(")),
                "{file} never calls {function}"
            );
        }
    }
}
