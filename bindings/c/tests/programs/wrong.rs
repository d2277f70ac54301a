//! Wrong calls of every function, which must return an error.

use std::fmt::Write;
use std::fs;
use std::process::Command;

use footwork_bindings::{Field, Function};

use crate::program::{compile_sanitised, compile_source, folder, header, lacks, run_c, run_with};

#[test]
fn wrong_calls_return_errors_and_do_not_crash() {
    run_c("wrong.c", "", |printed| assert_eq!(printed, "ok\n"));
    if let Some(program) = compile_sanitised("wrong.c") {
        assert_eq!(run_with(&program, &[], ""), "ok\n");
    }
}

/// Null handles, null pointers and zeros. Every call must fail.
#[test]
fn every_function_rejects_null_and_zero_arguments() {
    let header = header();
    let mut source = "\
#include <footwork.h>
#include <stdio.h>
static int faults;
static void refused(const char *name, fw_status found) {
  if (found == FW_OK || found == FW_PANIC) {
    printf(\"%s: status %d\\n\", name, (int)found);
    faults++;
  }
}
int main(void) {
  fw_error error = {.size = sizeof(error)};
"
    .to_owned();
    let asked = |it: &&Function| it.returns == "fw_status";
    for function in header.functions.iter().filter(asked) {
        let arguments: Vec<String> = function.parameters.iter().map(nothing).collect();
        let (name, arguments) = (&function.name, arguments.join(", "));
        writeln!(source, "  refused(\"{name}\", {name}({arguments}));").unwrap();
    }
    source += "  printf(faults == 0 ? \"ok\\n\" : \"\");\n  return faults != 0;\n}\n";
    if let Some(program) = compile_source("nothing", &source) {
        assert_eq!(run_with(&program, &[], ""), "ok\n");
    }
    let path = folder().join("nothing.c").display().to_string();
    if let Some(program) = compile_sanitised(&path) {
        assert_eq!(run_with(&program, &[], ""), "ok\n");
    }
}

/// Returns an empty value of a type.
fn nothing(parameter: &Field) -> String {
    match (parameter.stars, parameter.of.as_str()) {
        (_, _) if parameter.name == "error" => "&error".to_owned(),
        (0, name) if name.starts_with("fw_allocate") || name.starts_with("fw_free") => {
            "NULL".to_owned()
        }
        (0, name) if name.starts_with("fw_") => format!("({name}){{0}}"),
        (0, _) => "0".to_owned(),
        _ => "NULL".to_owned(),
    }
}

/// In C++, a call through the wrong wrapper is one compile error, which names the wrapper.
#[test]
fn a_call_through_the_wrong_wrapper_is_one_compile_error() {
    for (call, wrapper) in [
        ("fw::run<fw_query_holds>(query, 0u, 7u)", "fw::run"),
        ("fw::run<fw_world_create>()", "fw::run"),
        ("fw::value<fw_world_begin_step>(world)", "fw::value"),
        ("fw::value<fw_query_holds>(world, 0u, 7u)", "fw::value"),
        ("fw::value<fw_query_ranges>(query)", "fw::value"),
        ("fw::make<fw_query_holds>(query, 0u, 7u)", "fw::make"),
        ("fw::make<fw_world_create>(1)", "fw::make"),
        (
            "fw::list<fw_query_ranges>(fw::span(room), query)",
            "fw::list",
        ),
        ("fw::count<fw_query_holds>(query, 0u, 7u)", "fw::count"),
        ("fw::defaults<fw_world_create>()", "fw::defaults"),
    ] {
        let source = format!(
            "#include <footwork.hpp>\nvoid f(fw_query query, fw_world world) {{\n  float room[4] = {{}};\n  {call};\n  (void)query, (void)world, (void)room;\n}}\n"
        );
        let path = folder().join("wrapper.cpp");
        fs::write(&path, source).unwrap();
        for compiler in ["g++", "clang++"] {
            if lacks(compiler) {
                continue;
            }
            let output = Command::new(compiler)
                .args(["-std=c++17", "-fsyntax-only", "-I"])
                .arg(crate::program::crate_folder().join("include"))
                .arg(&path)
                .output()
                .unwrap();
            let printed = String::from_utf8_lossy(&output.stderr);
            let errors: Vec<_> = printed.lines().filter(|it| it.contains("error:")).collect();
            let [error] = errors[..] else {
                panic!("{compiler} on {call}:\n{printed}");
            };
            assert!(error.contains(wrapper), "{call}: {error}");
        }
    }
}

#[test]
fn every_function_of_the_header_is_called_at_random() {
    let text = fs::read_to_string(crate::program::crate_folder().join("tests/c/random.c")).unwrap();
    let header = header();
    assert!(header.functions.len() > 130, "{}", header.functions.len());
    // Functions that must be called first are not called at random.
    let but = ["fw_set_allocator", "fw_abi_version"];
    for function in header
        .functions
        .iter()
        .filter(|it| !but.contains(&it.name.as_str()))
    {
        let name = &function.name;
        assert!(
            text.contains(&format!("{name}(")),
            "random.c never calls {name}"
        );
    }
}
