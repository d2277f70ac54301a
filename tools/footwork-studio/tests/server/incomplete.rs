//! Tests that a query tags nothing in a library with unreadable parts, unless the user accepts the missing parts.

use std::fs;

use serde_json::json;

use crate::client::Studio;

#[test]
fn a_tag_is_not_applied_while_a_file_cannot_be_read() {
    for (file, content) in [
        ("broken.bvh", "HIERARCHY\n"),
        ("walks/walk one.bvh.tags", "<<<<<<< ours\n"),
    ] {
        let studio = Studio::start();
        fs::write(studio.path(file), content).unwrap();
        let studio = studio.restart();
        let before = studio.disk();
        let all = json!({ "query": "all", "tag": "New" });
        let refused = studio.post("/api/apply", &all);
        assert_eq!(refused.status, 422, "{file}");
        let problem = refused.json();
        assert_eq!(problem["code"], "incomplete");
        assert_eq!(
            problem["message"],
            format!("nothing has changed, because {file} could not be read")
        );
        assert_eq!(studio.disk(), before);
        // A readable clip can still be tagged if it is the only one requested.
        let one = json!({ "query": "all", "tag": "One", "clips": ["run.bvh"] });
        assert_eq!(studio.post("/api/apply", &one).done()["changed"], true);
        let partial = json!({ "query": "all", "tag": "New", "partial": true });
        assert_eq!(studio.post("/api/apply", &partial).done()["changed"], true);
        assert!(studio.text("run.bvh.tags").contains("tag New 0 60"));
        assert_eq!(studio.text(file), content);
    }
}
