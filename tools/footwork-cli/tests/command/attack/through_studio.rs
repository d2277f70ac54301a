//! The attacks of a stranger's library, through the studio: a page opens the library, edits, undoes and closes it.

use serde_json::{Value, json};

use super::shipped::{check_unowned, logs, ship, with_links};
use super::stranger::{STATE, Stranger};
use crate::studio::Studio;

/// Returns the requests that a page sends.
fn requests() -> Vec<(&'static str, &'static str, Value)> {
    let paint = json!({ "kind": "paint", "tag": "Gait.Run", "start": 1, "stop": 5 });
    let clip = |clip: &str| json!({ "clip": clip, "operations": [paint] });
    let edit = |id: &str, of: &str| json!({ "id": id, "label": "paint", "clips": [clip(of)] });
    vec![
        ("GET", "/api/library", Value::Null),
        ("GET", "/api/clips", Value::Null),
        ("POST", "/api/query", json!({ "text": "Gait" })),
        ("POST", "/api/edit", edit("a", "run.bvh")),
        ("POST", "/api/edit", edit("b", "walks/walk one.bvh")),
        ("POST", "/api/edit", edit("c", "linked/far.bvh")),
        ("POST", "/api/undo", json!({})),
        ("POST", "/api/redo", json!({})),
        ("POST", "/api/undo", json!({})),
        ("POST", "/api/undo", json!({})),
        ("POST", "/api/undo", json!({})),
        (
            "POST",
            "/api/save-query",
            json!({ "name": "kept", "text": "Gait" }),
        ),
        ("POST", "/api/retry", json!({})),
        ("POST", "/api/discard-last", json!({})),
    ]
}

/// Runs a session of a page. Checks that nothing around the library has changed, and that no request causes an internal
/// error.
#[track_caller]
fn check(stranger: &Stranger, what: &str) {
    let before = stranger.around();
    let studio = Studio::start_with(&stranger.path("lib"), &[(STATE, &stranger.path("state"))]);
    let asking = studio.asking();
    for (method, path, body) in requests() {
        let body = if body.is_null() {
            String::new()
        } else {
            body.to_string()
        };
        let answer = asking.ask(method, path, &body).unwrap();
        assert!(answer.starts_with("HTTP/1.1 "), "{what}: {path}: {answer}");
        // If the library cannot be written, the server refuses an edit with another status.
        assert!(
            !answer.starts_with("HTTP/1.1 500"),
            "{what}: {path}: {answer}"
        );
    }
    assert_eq!(studio.end(), Some(0), "{what}");
    stranger.check(&before, what);
}

#[test]
fn a_shipped_folder_is_ignored() {
    let stranger = with_links();
    for logs in logs(&stranger) {
        ship(&stranger, &logs);
        check(&stranger, "a shipped folder");
        check_unowned(&stranger, "a shipped folder");
    }
    for target in ["outside/victim", "outside/made", "outside/folder"] {
        stranger.link("lib/.footwork", &stranger.path(target));
        check(&stranger, "the folder is a link");
    }
}
