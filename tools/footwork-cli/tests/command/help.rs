//! Help, short and long.

use crate::run::footwork;

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
