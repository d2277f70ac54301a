//! The cases of `testdata/predicates`, which Python runs too.

use std::fs;
use std::path::Path;

use serde::Deserialize;

use crate::playground::Playground;

#[derive(Deserialize)]
struct Cases {
    case: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    query: String,
    frames: String,
}

#[test]
fn every_predicate_finds_the_expected_frames() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/predicates");
    let playground = Playground::new();
    for name in ["footwork.toml", "pulse.bvh", "pulse.bvh.tags"] {
        playground.file(name, fs::read(folder.join(name)).unwrap());
    }
    let library = playground.open();
    assert_eq!(library.findings(), []);
    let clip = library.find_clip("pulse.bvh").unwrap();
    let text = fs::read_to_string(folder.join("cases.toml")).unwrap();
    for Case { query, frames } in toml::from_str::<Cases>(&text).unwrap().case {
        let found = library.database().query(&query).unwrap();
        let mut shown = ['.'; 10];
        for range in found.ranges(clip) {
            shown[range.start() as usize..range.stop() as usize].fill('#');
        }
        assert_eq!(shown.iter().collect::<String>(), frames, "{query}");
    }
}
