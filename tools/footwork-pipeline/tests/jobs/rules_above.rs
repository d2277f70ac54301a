//! A folder inside a library, opened alone: the spans of rules that are left out there are kept.

use std::sync::Arc;

use footwork_library::Library;
use footwork_pipeline::propose_rules;

use crate::playground::Playground;

#[test]
fn rules_that_are_left_out_keep_their_spans() {
    let playground = Playground::new();
    let rules = "[rules]\n\"Auto.Walk\" = 'Gait.Walk & clip(\"in/**\")'\n";
    playground.file("footwork.toml", rules).clip("in/a.bvh");
    playground.tags("in/a.bvh", "tag Auto.Walk 0 2 rule\ntag Old 0 2 rule\n");
    let folder = playground.path("in");
    let alone = Library::open_inside(playground.root(), &folder, Arc::new(())).unwrap();
    let tags: Vec<String> = propose_rules(&alone)
        .unwrap()
        .iter()
        .map(|proposal| proposal.tag.to_string())
        .collect();
    // No rule anywhere gives the tag `Old`.
    assert_eq!(tags, ["Old"]);
}
