//! The short and the long help.

#[cfg(unix)]
use footwork_sidecar::Checks;

use crate::attack::calls::verbs;
use crate::run::{footwork, root, words};

#[test]
fn the_long_help_of_query_lists_every_function() {
    let long = footwork(&["query", "--help"]).stdout;
    for function in footwork::tags::query_functions() {
        assert!(
            long.contains(&format!("  {}\n      ", function.call)),
            "{long}"
        );
    }
    assert!(long.contains("Queries:") && long.contains("{ mean(speed, 0.3s) > 2.5 }"));
    let short = footwork(&["query", "-h"]).stdout;
    assert!(
        !short.contains("overlapping(") && short.contains("Examples:"),
        "{short}"
    );
}

#[test]
fn the_help_of_compile_explains_unreadable_files() {
    let help = footwork(&["compile", "--help"]).stdout;
    assert!(
        help.contains("--partial") && help.contains("left out"),
        "{help}"
    );
    assert!(
        help.contains("exit code is 1") && help.contains("exit with 0"),
        "{help}"
    );
}

#[test]
fn the_help_of_check_shows_every_key_of_its_settings() {
    let help = footwork(&["check", "--help"]).stdout;
    for key in Checks::KEYS {
        let name = key.split('.').next_back().unwrap();
        let shown = [format!("  {name} = "), format!("  [{key}]\n")];
        let is_shown = shown.iter().any(|text| help.contains(text));
        assert!(is_shown, "after_help of check.rs lacks {key}: {help}");
    }
}

/// A new verb needs a row in the guide of the command.
#[test]
#[cfg(unix)]
fn the_guide_lists_every_verb() {
    let guide = std::fs::read_to_string(root().join("docs/guides/command.md")).unwrap();
    let rows = guide
        .lines()
        .filter(|line| line.starts_with("| `footwork "));
    let calls = rows.flat_map(|row| row.split('`').skip(1).step_by(2));
    let calls: Vec<Vec<&str>> = calls
        .filter_map(|call| call.strip_prefix("footwork "))
        .map(|call| call.split([' ', '|', '\\']).collect())
        .collect();
    for verb in verbs() {
        let named = words(&verb);
        let is_listed = calls.iter().any(|call| {
            call.first() == named.first() && named.iter().all(|word| call.contains(word))
        });
        assert!(is_listed, "docs/guides/command.md has no row of `{verb}`");
    }
}

/// Help wraps its own paragraphs. If the source wraps a paragraph at more than the width of help, the lines break
/// twice.
#[test]
#[cfg(unix)]
fn help_paragraphs_are_not_wrapped_twice() {
    for verb in verbs() {
        let help = footwork(&words(&format!("{verb} --help"))).stdout;
        let lines: Vec<&str> = help.lines().collect();
        for two in lines.windows(2) {
            let is_prose = two.iter().all(|line| line.starts_with(char::is_alphabetic));
            let short = two[0].chars().count() < 60 && !two[0].ends_with(':');
            assert!(
                !is_prose || !short,
                "{verb}: {:?} before {:?}",
                two[0],
                two[1]
            );
        }
    }
}
