//! What every match keeps: nobody inside anybody, no ball lost, kicks that meet it.

use footwork_football::{Inputs, Phase, Setup, Summary};
use footwork_testkit::Random;

use crate::{match_of, play, wild};

const SECS: u64 = 60;

/// What every match with this number of humans keeps.
fn check(summary: &Summary, humans: u32, named: &str) {
    assert!(!summary.is_broken, "{named}: a number is not finite");
    assert!(summary.inside_secs < 0.2, "{named}: {summary:?}");
    assert!(
        summary.untouched_secs < 20.0,
        "{named}: the ball was lost: {summary:?}"
    );
    let [switches, touches] = summary.control;
    // A ball that is put on its spot is news as one that is touched is.
    let news = touches + summary.restarts;
    assert!(
        switches <= 2 * humans * news,
        "{named}: {switches} switches, {touches} touches, {} restarts",
        summary.restarts
    );
}

#[test]
fn matches_of_a_minute_keep_their_promises() {
    let (mut met, mut kicks) = (0, 0);
    let mut passes = 0;
    for seed in 0..3 {
        let mut game = match_of(Setup {
            seed,
            ..Setup::default()
        });
        let summary = play(&mut game, SECS);
        check(
            &summary,
            u32::from(Setup::default().humans),
            &format!("seed {seed}"),
        );
        met += summary.met;
        kicks += summary.kicks();
        passes += summary.passes[0];
    }
    assert!(kicks > 6, "{kicks} kicks");
    // The bar, 95 of 100, is that of a hundred matches.
    assert!(10 * met >= 8 * kicks, "{met} of {kicks}");
    assert!(passes > 2, "{passes} passes arrived");
}

#[test]
fn eleven_a_side_and_wild_humans_keep_them_too() {
    let setup = Setup {
        a_side: 11,
        humans: 2,
        seed: 9,
        ..Setup::default()
    };
    let mut game = match_of(setup);
    let mut random = Random::for_case("matches", 1);
    let mut summary = Summary::default();
    for _ in 0..60 * 60 {
        game.step(&wild(&mut random));
        summary.watch(&game);
    }
    check(&summary, 2, "eleven");
    assert!(summary.control[1] > 3);
    assert!(!game.view().control_log().is_empty());
}

#[test]
fn a_match_has_two_halves_and_ends() {
    let mut game = match_of(Setup {
        half_secs: 5,
        ..Setup::default()
    });
    let mut phases = Vec::new();
    let mut sides = Vec::new();
    for _ in 0..60 * 60 {
        game.step(&Inputs::default());
        let name = game.view().phase().name();
        if phases.last() != Some(&name) {
            phases.push(name);
            sides.push(game.view().sides());
        }
    }
    assert_eq!(*game.view().phase(), Phase::Over);
    let half = phases.iter().position(|name| *name == "half-time").unwrap();
    assert_eq!(phases[0], "kick-off");
    assert_eq!(phases[half + 1], "kick-off");
    assert_eq!(sides[half + 1], [-1.0, 1.0]);
}

#[test]
#[ignore = "a hundred matches of five minutes"]
fn a_hundred_matches() {
    let mut goals = 0;
    let (mut met, mut kicks) = (0u32, 0u32);
    let (mut skate, mut stood) = (0.0, 0.0);
    for seed in 0..100 {
        let mut game = match_of(Setup {
            seed,
            leaves: 0,
            ..Setup::default()
        });
        let summary = play(&mut game, 300);
        check(
            &summary,
            u32::from(Setup::default().humans),
            &format!("seed {seed}"),
        );
        goals += summary.goals[0] + summary.goals[1];
        met += summary.met;
        kicks += summary.kicks();
        skate += summary.skate[0];
        stood += summary.skate[1];
    }
    let share = f64::from(met) / f64::from(kicks);
    let skate_cmps = 100.0 * skate / stood;
    println!(
        "{goals} goals, {kicks} kicks, {:.2} % met, {skate_cmps:.1} cm/s",
        100.0 * share
    );
    assert!((150..=1000).contains(&goals), "{goals} goals");
    assert!(share >= 0.95, "{met} of {kicks}");
    assert!(skate_cmps <= 12.0, "{skate_cmps}");
}
