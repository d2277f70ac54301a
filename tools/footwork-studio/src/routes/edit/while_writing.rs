//! Tests that requests see the old state of all clips while an edit of several clips is written, and the new state
//! afterwards.

use std::fmt::Write;
use std::fs;
use std::future::Future;
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use axum::extract::State;
use axum::response::IntoResponse;
use footwork_library::Library;
use footwork_loopback::{Guard, Token};
use footwork_store::{Progress, REPLACING, WRITING};
use serde_json::Value;
use tokio::runtime::{Builder, Runtime};
use tokio::time::timeout;

use crate::answer::Answer;
use footwork_base::FrameRange;
use footwork_library::Operation;

use crate::api::{Apply, ClipEdit, Edit, QueryRequest};
use crate::body::{Json, NoBody};
use crate::news::News;
use crate::page::RULES;
use crate::refusal::Refusal;
use crate::routes::{apply, clips, edit, query, turn};
use crate::studio::Studio;

const CLIPS: usize = 5;
pub(super) const CLIP: &str = "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 1 Zposition\nEnd Site\n{\n\
                    OFFSET 0 1.7 0\n}\n}\nMOTION\nFrames: 3\nFrame Time: 0.01\n0\n1\n2\n";

/// Longer than any request takes on a busy machine, unless the edit holds the request up.
const PATIENCE: Duration = Duration::from_secs(60);

/// Stops an edit after it has replaced its first file, until the test releases it.
#[derive(Debug, Default)]
struct Holding {
    state: Mutex<Held>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Held {
    holds_next: bool,
    is_held: bool,
    steps: Vec<&'static str>,
}

impl Progress for Holding {
    fn begin(&self, _: &'static str, _: usize) {}

    fn step(&self, what: &'static str) {
        let mut state = self.state.lock().unwrap();
        state.steps.push(what);
        if what == REPLACING && std::mem::take(&mut state.holds_next) {
            state.is_held = true;
            self.changed.notify_all();
            // A failing test must end too, so the wait is limited.
            let is_held = |state: &mut Held| state.is_held;
            drop(
                self.changed
                    .wait_timeout_while(state, 2 * PATIENCE, is_held),
            );
        }
    }
}

impl Holding {
    fn hold_next(&self) {
        let mut state = self.state.lock().unwrap();
        state.holds_next = true;
        state.steps.clear();
    }

    fn wait(&self) {
        let state = self.state.lock().unwrap();
        let waited = self
            .changed
            .wait_timeout_while(state, PATIENCE, |state| !state.is_held);
        assert!(waited.unwrap().0.is_held);
    }

    fn go_on(&self) {
        self.state.lock().unwrap().is_held = false;
        self.changed.notify_all();
    }

    fn count(&self, what: &str) -> usize {
        let state = self.state.lock().unwrap();
        state.steps.iter().filter(|step| **step == what).count()
    }
}

/// Returns the body of the answer; fails if it takes too long.
pub(super) async fn json(asked: impl Future<Output = Result<Answer, Refusal>>) -> Value {
    let answer = timeout(PATIENCE, asked).await.unwrap();
    let body = answer.into_response().into_body();
    let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap();
    serde_json::from_slice(&bytes).unwrap()
}

/// Returns the number of clips with matches of a query, and the number of spans in the clip list.
async fn seen(studio: &Arc<Studio>, text: &str) -> (usize, u64) {
    let text = text.to_owned();
    let found = query::find(State(Arc::clone(studio)), Json(QueryRequest { text }));
    let found = json(found).await["matches"].as_array().unwrap().len();
    let list = json(clips::list(State(Arc::clone(studio)))).await;
    let rows = list["clips"].as_array().unwrap().iter();
    (found, rows.map(|row| row["spans"].as_u64().unwrap()).sum())
}

/// Stops an edit halfway, and returns the state seen during the stop and after the edit.
async fn held(
    studio: &Arc<Studio>,
    holding: &Arc<Holding>,
    edits: impl Future<Output = Result<Answer, Refusal>> + Send + 'static,
) -> [(usize, u64); 2] {
    holding.hold_next();
    let edited = tokio::spawn(edits);
    let waits = Arc::clone(holding);
    tokio::task::spawn_blocking(move || waits.wait())
        .await
        .unwrap();
    // Another edit waits until the first one ends.
    let other = tokio::spawn(edit::edit(State(Arc::clone(studio)), Json(other_edit())));
    let meanwhile = seen(studio, "B").await;
    assert!(!edited.is_finished() && !other.is_finished());
    holding.go_on();
    assert_eq!(
        json(async { edited.await.unwrap() }).await["code"],
        Value::Null
    );
    let other = json(async { other.await.unwrap() }).await;
    assert_eq!(other["changed"], false, "{other}");
    for what in [WRITING, REPLACING] {
        assert_eq!(holding.count(what), CLIPS, "{what}");
    }
    [meanwhile, seen(studio, "B").await]
}

/// Returns an edit that changes nothing, so that nothing is written.
fn other_edit() -> Edit {
    let operation = Operation::Paint {
        tag: "A".parse().unwrap(),
        range: FrameRange::new(0, 2).unwrap(),
    };
    Edit {
        id: Token::random().unwrap().as_str().to_owned(),
        label: "paint A".to_owned(),
        clips: vec![ClipEdit {
            clip: "clip_0.bvh".to_owned(),
            operations: vec![operation],
        }],
    }
}

fn runtime() -> Runtime {
    Builder::new_multi_thread().enable_all().build().unwrap()
}

#[test]
fn others_see_the_state_before_and_then_the_one_after() {
    let folder = tempfile::tempdir().unwrap();
    for clip in 0..CLIPS {
        let path = folder.path().join(format!("clip_{clip}.bvh"));
        fs::write(&path, CLIP).unwrap();
        let mut sidecar = path.into_os_string();
        sidecar.write_str(".tags").unwrap();
        fs::write(sidecar, "footwork-tags 1\ntag A 0 2\n").unwrap();
    }
    fs::write(folder.path().join("footwork.toml"), "[tags.A]\n[tags.B]\n").unwrap();
    let holding = Arc::new(Holding::default());
    let progress = Arc::clone(&holding) as Arc<dyn Progress>;
    let library = Library::open_with(folder.path(), progress).unwrap();
    let guard = Arc::new(Guard::new(Token::random().unwrap(), 0, RULES));
    let studio = Arc::new(Studio::new(
        library,
        guard,
        News::new(),
        Token::random().unwrap(),
    ));
    runtime().block_on(async {
        let (before, after) = ((0, CLIPS as u64), (CLIPS, 2 * CLIPS as u64));
        assert_eq!(seen(&studio, "B").await, before);
        let request = Apply {
            query: "A".to_owned(),
            tag: "B".to_owned(),
            clips: None,
            partial: false,
        };
        let edits = apply::apply(State(Arc::clone(&studio)), Json(request));
        assert_eq!(held(&studio, &holding, edits).await, [before, after]);
        let edits = turn::undo(State(Arc::clone(&studio)), NoBody);
        assert_eq!(held(&studio, &holding, edits).await, [after, before]);
        let edits = turn::redo(State(Arc::clone(&studio)), NoBody);
        assert_eq!(held(&studio, &holding, edits).await, [before, after]);
    });
    studio.edit_thread.stop();
}
