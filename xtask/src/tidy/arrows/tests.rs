//! Tests of the allowed dependencies between crates (the arrows in the picture of ARCHITECTURE), on made-up workspaces.

use super::{ARROWS, check, direct, reachable};
use crate::tidy::tree::Tree;

const ROOT: &str = "\
[workspace]
members = [\"crates/*\"]
exclude = [\"bench\"]
[workspace.dependencies]
footwork-base = { path = \"crates/footwork-base\" }
words = { path = \"crates/footwork-expr\", package = \"footwork-expr\" }
glam = \"0.34\"
";

/// Returns the findings for a workspace with one member. Its manifest has the name in line 2 and `rest` from line 3.
fn findings(name: &str, rest: &str) -> Vec<String> {
    let manifest = format!("[package]\nname = \"{name}\"\n{rest}");
    let tree = Tree::from_files(&[("Cargo.toml", ROOT), ("crates/x/Cargo.toml", &manifest)]);
    check(&tree).iter().map(ToString::to_string).collect()
}

fn check_line(name: &str, rest: &str, expected: Option<usize>) {
    let findings = findings(name, rest);
    match expected {
        None => assert_eq!(findings, Vec::<String>::new(), "{name} {rest}"),
        Some(line) => {
            assert_eq!(findings.len(), 1, "{name} {rest} {findings:?}");
            let start = format!("crates/x/Cargo.toml:{line}: ");
            assert!(findings[0].starts_with(&start), "{findings:?}");
        }
    }
}

#[test]
fn arrows_of_the_picture_pass() {
    let base = "[dependencies]\nfootwork-base.workspace = true\nglam.workspace = true\n";
    check_line("footwork-tags", base, None);
    check_line("footwork", base, None);
    let facade = "[dependencies]\nfootwork-slide = { path = \"../footwork-slide\" }\n";
    check_line("footwork", facade, None);
    check_line("footwork-cli", facade, None);
}

#[test]
fn an_arrow_between_leaves_is_found_in_every_kind_of_table() {
    for table in [
        "dependencies",
        "dev-dependencies",
        "build-dependencies",
        "target.'cfg(unix)'.dependencies",
        "target.'cfg(unix)'.dev-dependencies",
    ] {
        let rest = format!("[{table}]\nfootwork-expr = {{ path = \"../footwork-expr\" }}\n");
        check_line("footwork-tags", &rest, Some(4));
        let rest = format!("[{table}.footwork-expr]\nversion = \"1\"\n");
        check_line("footwork-tags", &rest, Some(3));
    }
}

#[test]
fn a_new_name_does_not_hide_an_arrow() {
    let here = "[dependencies]\nwords = { package = \"footwork-expr\", version = \"1\" }\n";
    check_line("footwork-tags", here, Some(4));
    let shared = "[dependencies]\nwords.workspace = true\n";
    check_line("footwork-tags", shared, Some(4));
    check_line("footwork-library", shared, None);
}

#[test]
fn the_testkit_is_for_tests() {
    check_line(
        "footwork-tags",
        "[dev-dependencies]\nfootwork-testkit = { path = \"../../testkit\" }\n",
        None,
    );
    check_line(
        "footwork-tags",
        "[dependencies]\nfootwork-testkit = { path = \"../../testkit\" }\n",
        Some(4),
    );
}

#[test]
fn arrows_do_not_run_backwards() {
    let up = "[dev-dependencies]\nfootwork-library = \"1\"\n";
    check_line("footwork-clip", up, Some(4));
    check_line("footwork-base", up, Some(4));
    check_line("footwork-studio", up, None);
    let flight = "[dependencies]\nfootwork-flight = \"1\"\n";
    check_line("footwork-library", flight, Some(4));
    check_line("footwork-studio", flight, Some(4));
    check_line("footwork-python", flight, None);
}

#[test]
fn xtask_depends_on_no_member_and_no_member_on_xtask() {
    let base = "[dependencies]\nfootwork-base.workspace = true\n";
    check_line("xtask", base, Some(4));
    let xtask = "[dependencies]\nxtask = { path = \"../../xtask\" }\n";
    check_line("footwork-cli", xtask, Some(4));
}

#[test]
fn a_crate_outside_the_picture_is_found() {
    check_line("footwork-extras", "", Some(2));
    let rest = "[dependencies]\nextras = { path = \"../extras\" }\n";
    check_line("footwork-tags", rest, Some(4));
}

#[test]
fn a_crate_may_test_itself() {
    let rest = "[dev-dependencies]\nfootwork-tags = { path = \".\" }\n";
    check_line("footwork-tags", rest, None);
}

#[test]
fn crates_of_ours_outside_the_workspace_are_checked_and_others_are_not() {
    let bench = "[package]\nname = \"bench\"\n[dependencies]\nfootwork-tags = \"1\"\n";
    let python = "[package]\nname = \"footwork-python\"\n[dependencies]\nfootwork-cli = \"1\"\n";
    let tree = Tree::from_files(&[
        ("Cargo.toml", ROOT),
        ("bench/Cargo.toml", bench),
        ("bindings/python/Cargo.toml", python),
        ("testdata/broken/Cargo.toml", "not toml"),
    ]);
    let paths: Vec<_> = check(&tree).into_iter().map(|f| f.path).collect();
    assert_eq!(paths, ["bindings/python/Cargo.toml"]);
}

#[test]
fn a_broken_manifest_is_found() {
    let tree = Tree::from_files(&[("Cargo.toml", ROOT), ("crates/x/Cargo.toml", "[package\n")]);
    assert_eq!(check(&tree).len(), 1);
}

#[test]
fn the_picture_has_no_loops_and_no_loose_ends() {
    for (from, to) in ARROWS {
        assert!(!reachable(from).contains(from), "{from}");
        for target in *to {
            assert!(direct(target).is_some(), "{from} to {target}");
        }
    }
}

#[test]
fn the_remedy_names_what_is_allowed() {
    let rest = "[dependencies]\nfootwork-expr = \"1\"\n";
    let expected = "crates/x/Cargo.toml:4: no arrow leads from `footwork-tags` to `footwork-expr`; \
                    `footwork-tags` may depend on footwork-base";
    assert_eq!(findings("footwork-tags", rest), [expected]);
}
