//! Tests of keepers: a held ball stays out of their goals.

use footwork_football::{Inputs, MatchEvent, Setup};

use crate::match_of;

#[test]
fn no_keeper_carries_the_ball_into_its_goal() {
    let mut saves = 0;
    for seed in 0..4 {
        let mut game = match_of(Setup {
            seed,
            leaves: 0,
            ..Setup::default()
        });
        let mut holder = None;
        for _ in 0..60 * 60 {
            game.step(&Inputs::default());
            for event in game.view().events() {
                match *event {
                    MatchEvent::Save { footballer } => {
                        saves += 1;
                        holder = Some(footballer);
                    }
                    MatchEvent::Touch { footballer, .. } if holder == Some(footballer) => {
                        holder = None;
                    }
                    MatchEvent::Goal { .. } => assert_eq!(holder, None, "seed {seed}"),
                    MatchEvent::Whistle => holder = None,
                    _ => {}
                }
            }
        }
    }
    assert!(saves > 3, "{saves} saves");
}
