//! Rewinding, taking over and recordings.

use std::path::Path;
use std::sync::Arc;

use footwork::flight::PlayerId;

use super::Run;
use crate::cast::Cast;
use crate::game::Match;
use crate::recording::Recording;
use crate::setup::{Edit, HumanInput, Seat, Setup};

const FIRST: Seat = Seat::new(0);

fn run(humans: u8) -> Run {
    let football = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/characters/football");
    let cast = Cast::open(&football).unwrap();
    let setup = Setup {
        humans,
        leaves: 50,
        ..Setup::default()
    };
    Run::new(Match::new(cast, setup).unwrap())
}

fn running() -> HumanInput {
    HumanInput {
        stick: [1.0, 0.0],
        sprint: true,
        ..HumanInput::default()
    }
}

#[test]
fn a_rewound_match_comes_to_the_same_state_again() {
    let mut run = run(1);
    for frame in 0..750 {
        if frame == 200 {
            run.hold(FIRST, running());
        }
        if frame == 400 {
            run.hold(FIRST, HumanInput::default());
            run.edit(Edit::Speed("0.9 * fit".to_owned()));
        }
        assert_eq!(run.step(), None);
    }
    let hash = run.played().hash();
    run.rewind();
    assert_eq!((run.played().view().frame(), run.ahead()), (150, 600));
    assert_ne!(run.played().hash(), hash);
    // A second rewind continues from there, to the start.
    run.rewind();
    assert_eq!((run.played().view().frame(), run.ahead()), (0, 750));
    for left in (1..750).rev() {
        assert_eq!(run.step(), None);
        assert_eq!(run.ahead(), left);
    }
    let replayed = run.step().unwrap();
    assert_eq!((replayed.hash, replayed.is_same), (hash, true));
    assert_eq!(run.step(), None, "goes on as a match");
}

#[test]
fn a_key_takes_over_from_a_replay() {
    let mut run = run(1);
    for _ in 0..700 {
        run.step();
    }
    run.rewind();
    run.step();
    run.hold(FIRST, HumanInput::default());
    assert_eq!(run.ahead(), 599, "a released key does not take over");
    run.hold(FIRST, running());
    assert_eq!(run.ahead(), 0);
    assert_eq!(run.played().view().frame(), 101);
    assert_eq!(run.step(), None);
}

#[test]
fn a_recording_plays_to_the_state_in_which_it_was_saved() {
    let mut played = run(1);
    played.hold(FIRST, running());
    for _ in 0..150 {
        played.step();
    }
    let bytes = played.recording().to_bytes();
    let recording = Recording::from_bytes(&bytes).unwrap();
    let cast = Arc::clone(played.played().cast());
    let mut again = Run::of_recording(cast, &recording).unwrap();
    assert_eq!(again.ahead(), 150);
    let ended = (0..150).filter_map(|_| again.step()).collect::<Vec<_>>();
    let hash = played.played().hash();
    assert_eq!(ended.len(), 1);
    assert_eq!((ended[0].hash, ended[0].is_same), (hash, true));
}

#[test]
fn held_sticks_continue_in_the_next_match() {
    let mut before = run(1);
    before.hold(
        FIRST,
        HumanInput {
            shoot: true,
            ..running()
        },
    );
    let mut after = run(1);
    after.hold_as_in(&before);
    after.step();
    // The held button does not shoot in the new match.
    assert_eq!(
        after.recording().inputs().next().unwrap().humans,
        [running(), HumanInput::default()]
    );
    // Held buttons do not take over a recording.
    let cast = Arc::clone(after.played().cast());
    let mut again = Run::of_recording(cast, &after.recording()).unwrap();
    again.hold_as_in(&before);
    assert_eq!(again.ahead(), 1);
    assert!(again.step().unwrap().is_same);
}

#[test]
fn a_tap_between_two_frames_counts_in_the_next_one() {
    let mut run = run(1);
    let tap = HumanInput {
        switch: true,
        ..HumanInput::default()
    };
    run.hold(FIRST, tap);
    run.hold(FIRST, HumanInput::default());
    run.step();
    run.step();
    let recording = run.recording();
    let taps: Vec<bool> = recording
        .inputs()
        .map(|inputs| inputs.humans[0].switch)
        .collect();
    assert_eq!(taps, [true, false]);
}

#[test]
fn edits_wait_for_the_next_frame_and_a_rewind_drops_them() {
    let mut run = run(1);
    run.step();
    let before = run.speed().to_owned();
    for text in ["0.8", "0.9"] {
        run.edit(Edit::Speed(text.to_owned()));
        run.edit(Edit::Query {
            footballer: 3,
            text: "Gait.Walk".to_owned(),
        });
    }
    assert_eq!(
        (run.speed(), run.query(PlayerId::new(3))),
        ("0.9", "Gait.Walk")
    );
    assert_eq!(run.query(PlayerId::new(2)), "Gait - clips(Kick)");
    assert_eq!(run.played().view().speed(), before);
    let edits = |run: &Run| run.recording().inputs().last().unwrap().edits.len();
    run.step();
    assert_eq!((run.played().view().speed(), edits(&run)), ("0.9", 2));
    run.edit(Edit::Speed("0.7".to_owned()));
    run.rewind();
    assert_eq!(run.speed(), before, "of the frame to which it went back");
}
