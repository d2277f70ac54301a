//! Tests that long work on many clips runs without the library's lock.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use std::{fs, thread};

use axum::extract::State;
use axum::response::IntoResponse;
use footwork_library::Library;
use footwork_loopback::{Guard, Token};
use footwork_pipeline::SecondLabels;
use footwork_store::Progress;
use tokio::runtime::Builder;

use super::{agreement, check, rules};
use crate::body::Parameters;
use crate::news::News;
use crate::page::RULES;
use crate::studio::Studio;

/// Pauses work of one kind when it begins, until another thread has tried to lock the library.
#[derive(Debug)]
struct Stopped {
    what: &'static str,
    begun: Sender<()>,
    had: Mutex<Receiver<bool>>,
    /// Sends whether the other thread could lock the library.
    was_free: Sender<bool>,
}

impl Progress for Stopped {
    fn begin(&self, what: &'static str, _: usize) {
        if what != self.what {
            return;
        }
        self.begun.send(()).unwrap();
        // If the work held the lock, a longer wait would not help the other thread.
        let had = self
            .had
            .lock()
            .unwrap()
            .recv_timeout(Duration::from_secs(10));
        self.was_free.send(had.unwrap_or(false)).unwrap();
    }

    fn step(&self, _: &'static str) {}
}

const CLIP: &str = "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 1 Zposition\nEnd Site\n{\nOFFSET 0 1 0\n}\n}\n\
                    MOTION\nFrames: 3\nFrame Time: 0.01\n0\n1\n2\n";

/// Checks that another thread can lock the library while `ask` does work of this kind.
fn check_free(what: &'static str, ask: impl AsyncFnOnce(Arc<Studio>) -> u16) {
    let folders = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let [own, other] = &folders;
    let settings = "length_unit = \"m\"\n[rules]\nA = \"{ speed > 0 }\"\n";
    fs::write(own.path().join("footwork.toml"), settings).unwrap();
    fs::write(own.path().join("a.bvh"), CLIP).unwrap();
    fs::write(
        other.path().join("a.bvh.tags"),
        "footwork-tags 1\ntag B 0 2\n",
    )
    .unwrap();
    let (begun, has_begun) = channel();
    let (tell_had, had) = channel();
    let (was_free, is_free) = channel();
    let stopped = Stopped {
        what,
        begun,
        had: Mutex::new(had),
        was_free,
    };
    let library = Library::open_with(own.path(), Arc::new(stopped)).unwrap();
    let guard = Arc::new(Guard::new(Token::random().unwrap(), 0, RULES));
    let ticket = Token::random().unwrap();
    let studio = Arc::new(Studio::new(library, guard, News::new(), ticket));
    studio.open().second = Some(SecondLabels::new(own.path(), other.path()).unwrap());
    let others = Arc::clone(&studio);
    let other = thread::spawn(move || {
        has_begun.recv().unwrap();
        drop(others.open());
        _ = tell_had.send(true);
    });
    let runtime = Builder::new_multi_thread().enable_all().build().unwrap();
    assert_eq!(runtime.block_on(ask(Arc::clone(&studio))), 200);
    assert!(is_free.recv().unwrap(), "{what} holds the library's lock");
    other.join().unwrap();
    studio.edit_thread.stop();
}

fn status(answer: Result<impl IntoResponse, impl IntoResponse>) -> u16 {
    let status = match answer {
        Ok(answer) => answer.into_response().status(),
        Err(refusal) => refusal.into_response().status(),
    };
    status.as_u16()
}

#[test]
fn rules_run_while_the_library_is_free() {
    check_free("reading motion", async |studio| {
        status(rules::show(State(studio)).await)
    });
}

#[test]
fn labels_are_compared_while_the_library_is_free() {
    check_free("comparing labels", async |studio| {
        status(agreement::show(State(studio)).await)
    });
}

#[test]
fn findings_are_computed_while_the_library_is_free() {
    check_free("checking", async |studio| {
        let asked = Parameters(check::Asked { motion: false });
        status(check::show(State(studio), asked).await)
    });
}
