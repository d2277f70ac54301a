//! Tests of matches without humans or with simulated humans.
#![allow(
    clippy::unwrap_used,
    reason = "a test says what it expects by unwrapping"
)]

mod bodies;
mod control;
mod determinism;
mod edits;
mod keepers;
mod people;
mod promises;
mod recordings;
mod soak;

use std::path::Path;
use std::sync::{Arc, OnceLock};

use footwork_base::to_f32;
use footwork_football::{Cast, HumanInput, Inputs, Match, Setup, Summary};
use footwork_testkit::Random;

fn cast() -> &'static Arc<Cast> {
    static CAST: OnceLock<Arc<Cast>> = OnceLock::new();
    CAST.get_or_init(|| {
        let football =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/characters/football");
        Cast::open(&football).unwrap()
    })
}

fn match_of(setup: Setup) -> Match {
    Match::new(Arc::clone(cast()), setup).unwrap()
}

/// Plays without humans for this number of seconds.
fn play(game: &mut Match, secs: u64) -> Summary {
    let mut summary = Summary::default();
    for _ in 0..secs * 60 {
        game.step(&Inputs::default());
        summary.watch(game);
    }
    summary
}

/// Returns random inputs, as from a human who does not know the game.
fn wild(random: &mut Random) -> Inputs {
    let mut human = || HumanInput {
        stick: [random.signed(), random.signed()].map(to_f32),
        sprint: random.one_in(3),
        pass: random.one_in(50),
        through: random.one_in(100),
        lob: random.one_in(100),
        shoot: random.one_in(50),
        tackle: random.one_in(20),
        switch: random.one_in(100),
    };
    Inputs {
        humans: [human(), human()],
        edits: Vec::new(),
    }
}
