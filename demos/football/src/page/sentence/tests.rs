//! Tests of sentences about control in matches: the reason for a change, and a length that fits on a line.

use std::path::Path;

use super::*;
use crate::{Cast, Inputs, Match, Setup};

#[test]
fn every_change_says_why_in_a_line() {
    let football = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/characters/football");
    let cast = Cast::open(&football).unwrap();
    let (mut changes, mut longest) = (0, 0);
    for seed in 0..4 {
        let setup = Setup {
            seed,
            humans: 1,
            leaves: 0,
            ..Setup::default()
        };
        let mut game = Match::new(cast.clone(), setup).unwrap();
        let mut before = None;
        for _ in 0..60 * 60 {
            game.step(&Inputs::default());
            let view = game.view();
            let Some(own) = view
                .footballers()
                .find(|one| one.human == Some(Seat::new(0)))
            else {
                continue;
            };
            let said = of(&view, Seat::new(0), &own);
            assert!(!said.text.is_empty(), "{:?}", view.phase());
            assert!(said.text.chars().count() <= MAX_CHARS, "{}", said.text);
            longest = longest.max(said.text.chars().count());
            if before.is_some_and(|before| before != own.who) {
                changes += 1;
                assert_eq!(said.was, before);
            }
            before = Some(own.who);
        }
    }
    assert!(changes > 20 && longest > 60, "{changes} changes, {longest}");
}
