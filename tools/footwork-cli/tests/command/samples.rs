//! Tests the statements of the READMEs about the sample library.

use crate::run::{footwork, root, valid};

/// The library opens without a finding, and the first query in `samples/README.md` finds frames.
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

/// Blocks of the README that begin with `$ footwork …` show the command's output. A line `…` stands for omitted lines.
#[test]
fn the_readme_shows_what_the_commands_print() {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let blocks = readme.split("```text\n").skip(1);
    let mut checked = 0;
    for run in blocks.flat_map(|block| {
        block
            .split("```")
            .next()
            .unwrap()
            .split("$ footwork ")
            .skip(1)
    }) {
        let (command, shown) = run.split_once('\n').unwrap();
        let samples = root().join("samples");
        let arguments: Vec<String> = words(command)
            .map(|word| match word {
                "samples" => samples.to_str().unwrap().to_owned(),
                file if file.starts_with("testdata/") => {
                    root().join(file).to_str().unwrap().to_owned()
                }
                word => word.to_owned(),
            })
            .collect();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let ran = footwork(&arguments);
        let printed = ran.stdout + &ran.stderr;
        let mut lines = printed.lines();
        for line in shown.trim_end().lines().filter(|line| *line != "…") {
            assert!(
                lines.any(|printed| printed == line),
                "{command}\n{line}\n{printed}"
            );
        }
        checked += 1;
    }
    assert!(checked >= 2, "{checked}");
}

/// Splits a shell line into words, and removes single quotes.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let quoted = line.split('\'').enumerate();
    quoted.flat_map(|(index, part)| match index % 2 {
        0 => part.split_whitespace().collect::<Vec<_>>(),
        _ => vec![part],
    })
}

/// Every saved query of the library finds frames, with the counts in `samples/README.md`.
#[test]
fn the_saved_queries_have_answers() {
    let samples = root().join("samples");
    let config = std::fs::read_to_string(samples.join("footwork.toml")).unwrap();
    let config: toml::Table = toml::from_str(&config).unwrap();
    let queries = config["queries"].as_table().unwrap();
    assert_eq!(queries.len(), 10);
    let counts: String = queries
        .keys()
        .map(|name| {
            let saved = format!("@{name}");
            let ran = footwork(&["query", samples.to_str().unwrap(), &saved, "--count"]);
            assert_eq!(ran.code, 0, "{}", ran.stderr);
            format!("{name}: {}", ran.stdout)
        })
        .collect();
    insta::assert_snapshot!(counts);
}
