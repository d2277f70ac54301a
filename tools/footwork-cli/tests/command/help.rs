//! Help, short and long.

#[cfg(unix)]
use crate::attack::calls::verbs;
use crate::run::{footwork, words};

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
fn the_help_of_compile_says_what_becomes_of_what_cannot_be_read() {
    let help = footwork(&["compile", "--help"]).stdout;
    assert!(
        help.contains("--strict") && help.contains("left out"),
        "{help}"
    );
    assert!(
        help.contains("exits with 1") && help.contains("exits with 0"),
        "{help}"
    );
}

/// A paragraph that is wider than help is broken by hand and once more by the width.
#[test]
#[cfg(unix)]
fn no_paragraph_of_help_is_wrapped_twice() {
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
