//! The sample library: what the README promises of it.

use crate::run::{footwork, root, valid};

/// The whole library opens without a finding, and the README's first query has an answer.
#[test]
fn the_first_command_of_the_readme_finds_frames() {
    let samples = root().join("samples");
    let samples = samples.to_str().unwrap();
    let ran = footwork(&[
        "query",
        samples,
        "Gait.Run - Direction.Turn",
        "--format",
        "json",
    ]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    let answer = valid(&ran.stdout, "query");
    assert!(answer["frames"].as_u64().unwrap() > 0);
}
