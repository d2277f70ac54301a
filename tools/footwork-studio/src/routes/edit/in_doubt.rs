//! Tests of an edit that fails half-way and cannot be rolled back. It stays in doubt until the disk works again, and
//! resending it then does not repeat it.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::State;
use footwork_library::Library;
use footwork_loopback::{Guard, Token};
use footwork_store::{Progress, REPLACING};
use serde_json::Value;
use tokio::runtime::Builder;

use super::while_writing::{CLIP, json};
use footwork_base::FrameRange;
use footwork_library::Operation;

use crate::api::{ClipEdit, Edit};
use crate::body::{Json, NoBody};
use crate::news::News;
use crate::page::RULES;
use crate::routes::{edit, turn};
use crate::studio::Studio;

/// Replaces the second sidecar with a folder once the first sidecar was written.
#[derive(Debug)]
struct Breaking {
    sidecar: PathBuf,
    is_armed: AtomicBool,
}

impl Progress for Breaking {
    fn begin(&self, _: &'static str, _: usize) {}

    fn step(&self, what: &'static str) {
        if what == REPLACING && self.is_armed.swap(false, Ordering::Relaxed) {
            fs::create_dir(&self.sidecar).unwrap();
        }
    }
}

fn paint(clip: &str) -> ClipEdit {
    ClipEdit {
        clip: clip.to_owned(),
        operations: vec![Operation::AddSpan {
            tag: "A".parse().unwrap(),
            range: FrameRange::new(0, 2).unwrap(),
        }],
    }
}

#[test]
fn an_edit_in_doubt_is_made_once_when_it_is_sent_again() {
    let folder = tempfile::tempdir().unwrap();
    for clip in ["a.bvh", "b.bvh"] {
        fs::write(folder.path().join(clip), CLIP).unwrap();
    }
    let sidecar = folder.path().join("b.bvh.tags");
    let breaking = Breaking {
        sidecar: sidecar.clone(),
        is_armed: AtomicBool::new(true),
    };
    let library = Library::open_with(folder.path(), Arc::new(breaking)).unwrap();
    let guard = Arc::new(Guard::new(Token::random().unwrap(), 0, RULES));
    let studio = Arc::new(Studio::new(
        library,
        guard,
        News::new(),
        Token::random().unwrap(),
    ));
    let both = Edit {
        id: "an id".to_owned(),
        label: "add A".to_owned(),
        clips: vec![paint("a.bvh"), paint("b.bvh")],
    };
    let send = || edit::edit(State(Arc::clone(&studio)), Json(both.clone()));
    let undo = || json(turn::undo(State(Arc::clone(&studio)), NoBody));
    let runtime = Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let problem = send().await.err().unwrap().problem;
        assert_eq!((problem.code.as_str(), problem.kept), ("in-doubt", false));
        assert_eq!(studio.open().unsaved, [] as [String; 0]);
        fs::remove_dir(&sidecar).unwrap();
        let edited = json(send()).await;
        for clip in 0..2 {
            let spans = edited["labels"][clip]["spans"].as_array().unwrap();
            assert_eq!(spans.len(), 1, "{edited}");
        }
        assert_eq!(undo().await["label"], "add A 2 clips");
        assert!(!sidecar.exists());
        assert_eq!(undo().await["label"], Value::Null);
    });
    studio.edit_thread.stop();
}
