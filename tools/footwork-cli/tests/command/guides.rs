//! Runs every command in the guides, in order, and compares its output with the guide.

use std::path::Path;
use std::process::Command;

use crate::run::root;

/// Makes a test for each guide, which follows the guide.
macro_rules! followed {
    ($($test:ident $guide:literal)*) => {
        const FOLLOWED: &[&str] = &[$($guide),*];
        $(
            #[test]
            fn $test() {
                follow($guide);
            }
        )*
    };
}

followed! {
    tag_a_library "tag-a-library"
    your_own_clips "your-own-clips"
    find_check_cut "find-check-cut"
    contracts "contracts"
    get_the_data_out "get-the-data-out"
    rigs "rigs"
    queries "queries"
    expressions "expressions"
    events "events"
    ball_and_bodies "ball-and-bodies"
    motion_matching "motion-matching"
}

/// Guides that no test in this file follows, each with the test that runs it, or the reason why none does.
const RUN_ELSEWHERE: [(&str, &str); 11] = [
    ("bevy", "doc tests of integrations/bevy"),
    (
        "blender",
        "no test: it needs Blender's own Python; the add-on has tests of its own",
    ),
    ("c", "bindings/c/tests/programs/package.rs"),
    ("command", "help.rs compares its verbs"),
    ("csharp", "bindings/c/tests/programs/csharp.rs"),
    ("game", "doc tests of crates/footwork"),
    ("match", "no test: its command does not end"),
    ("rerun", "bindings/python/tests/test_rerun.py"),
    ("tools", "tools/footwork-pipeline/tests/jobs/tool.rs"),
    ("web", "bindings/wasm/tests/guide.test.mjs"),
    ("your-physics", "doc tests of integrations/parry"),
];

/// A new guide needs a link in README.md, and a test that runs its commands.
#[test]
fn every_guide_is_linked_and_run() {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    for entry in std::fs::read_dir(root().join("docs/guides")).unwrap() {
        let path = entry.unwrap().path();
        let guide = path.file_stem().unwrap().to_str().unwrap();
        assert!(
            readme.contains(&format!(": docs/guides/{guide}.md\n")),
            "README.md has no link to {guide}"
        );
        let is_followed = FOLLOWED.contains(&guide);
        let is_run = RUN_ELSEWHERE.iter().any(|(name, _)| *name == guide);
        assert!(is_followed != is_run, "no test runs {guide}, or two do");
    }
}

/// Follows a guide in a temporary folder with copies of `samples/` and `testdata/`.
fn follow(guide: &str) {
    if !cfg!(unix) {
        eprintln!("skipped: the guides are written for a shell with cp and cat");
        return;
    }
    let path = root().join(format!("docs/guides/{guide}.md"));
    let text = std::fs::read_to_string(path).unwrap();
    let folder = tempfile::tempdir().unwrap();
    run(
        folder.path(),
        &format!("cp -r '{}' samples", root().join("samples").display()),
    );
    run(
        folder.path(),
        &format!("cp -r '{}' .", root().join("testdata").display()),
    );
    let mut commands = 0;
    let mut fences = text.split("```");
    let mut before = fences.next().unwrap();
    while let (Some(block), Some(after)) = (fences.next(), fences.next()) {
        match block.split_once('\n') {
            Some(("toml", content)) => put(folder.path(), before, content),
            Some(("text", content)) if names_a_file(before) => put(folder.path(), before, content),
            Some(("text", content)) => {
                for step in content.split("$ ").skip(1) {
                    let (command, shown) = step.split_once('\n').unwrap();
                    prints(command, &run(folder.path(), command), shown);
                    commands += 1;
                }
            }
            // The facade's doc tests run these blocks.
            Some(("rust" | "rust,no_run", _)) => {}
            other => panic!("unknown kind of block: {other:?}"),
        }
        before = after;
    }
    assert!(commands > 0, "{guide} has no command");
}

/// Returns whether the line before a block is the name of a file and a colon.
fn names_a_file(before: &str) -> bool {
    let line = before.trim_end().lines().last().unwrap_or_default();
    line.starts_with('`') && line.ends_with("`:") && line.matches('`').count() == 2
}

/// Writes the content of a block to the file named in the line before it, or appends it if the line says so.
fn put(folder: &Path, before: &str, content: &str) {
    let name = before.trim_end().lines().last().unwrap();
    let (path, rest) = name.strip_prefix('`').unwrap().split_once('`').unwrap();
    let path = folder.join(path);
    let old = match rest {
        ", at its end:" => std::fs::read_to_string(&path).unwrap(),
        ":" => String::new(),
        other => panic!("unknown text after the name of a file: {other}"),
    };
    std::fs::write(path, old + content).unwrap();
}

/// Runs a line in a shell and returns its output, including that on standard error.
fn run(folder: &Path, line: &str) -> String {
    let command = Path::new(env!("CARGO_BIN_EXE_footwork"));
    let mut paths = vec![command.parent().unwrap().to_owned()];
    paths.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap()));
    let ran = Command::new("sh")
        .args(["-c", &format!("{{ {line}; }} 2>&1")])
        .current_dir(folder)
        .env("PATH", std::env::join_paths(paths).unwrap())
        .env("LC_ALL", "C")
        .output()
        .unwrap();
    String::from_utf8(ran.stdout).unwrap()
}

/// Checks that the command prints each line of `shown`, in that order. `…` stands for any number of lines.
fn prints(command: &str, printed: &str, shown: &str) {
    let mut lines = printed.lines();
    let mut may_skip = false;
    for line in shown.trim_end().lines() {
        if line == "…" {
            may_skip = true;
            continue;
        }
        let found = if may_skip {
            lines.any(|printed| printed == line)
        } else {
            lines.next() == Some(line)
        };
        assert!(
            found,
            "$ {command}\n{printed}\nlacks this line, or has it elsewhere:\n{line}"
        );
        may_skip = false;
    }
    let rest: Vec<&str> = lines.collect();
    assert!(
        may_skip || rest.iter().all(|line| line.is_empty()),
        "$ {command}\n{rest:?}"
    );
}
