//! Tests of the promises that every match keeps: no footballers overlap, no ball is lost, and every kick meets the ball.

use footwork_base::{Id, to_f32};
use footwork_football::{Inputs, Match, Phase, Restart, RestartKind, Setup, Summary};
use footwork_testkit::Random;

use crate::{match_of, play, wild};

const SECS: u64 = 60;

/// Checks the promises of a match with this number of humans; returns the first broken one as an error.
pub(crate) fn check(summary: &Summary, humans: u32, named: &str) -> Result<(), String> {
    let broken = |what: String| Err(format!("{named}: {what}: {summary:?}"));
    if summary.is_broken {
        return broken("a number is not finite".to_owned());
    }
    if summary.inside_secs >= 0.2 {
        return broken(format!(
            "two footballers overlap for {} s",
            summary.inside_secs
        ));
    }
    if summary.untouched_secs >= 20.0 {
        return broken(format!(
            "the ball is untouched for {} s",
            summary.untouched_secs
        ));
    }
    if summary.most_switches > 2 {
        return broken(format!(
            "{} switches between two touches",
            summary.most_switches
        ));
    }
    let [switches, touches] = summary.control;
    // Placing the ball on its spot counts as a touch.
    let news = touches + summary.restarts;
    if switches > 2 * humans * news {
        return broken(format!("{switches} switches, {news} touches and restarts"));
    }
    Ok(())
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
        check(&summary, 0, &format!("seed {seed}")).unwrap();
        met += summary.met;
        kicks += summary.kicks();
        passes += summary.passes[0];
    }
    assert!(kicks > 6, "{kicks} kicks");
    // The target of 95 % applies to a hundred matches. With three matches, the limit must be lower.
    assert!(10 * met >= 8 * kicks, "{met} of {kicks}");
    assert!(passes > 2, "{passes} passes arrived");
}

#[test]
fn matches_of_eleven_with_random_humans_keep_their_promises() {
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
    check(&summary, 2, "eleven").unwrap();
    assert!(summary.control[1] > 3);
    assert!(!game.view().control_log().is_empty());
}

/// The human who controls a taker has four seconds from the time the ball may be played, even if other footballers take
/// long to reach their places.
#[test]
fn a_human_has_four_seconds_for_a_restart_once_it_may_be_taken() {
    let mut game = match_of(Setup {
        half_secs: 5,
        humans: 2,
        ..Setup::default()
    });
    let mut inputs = Inputs::default();
    for human in &mut inputs.humans {
        human.stick = [0.0, 1.0];
    }
    // Play to the second kick-off, for which all footballers change sides.
    let mut ready_secs = None;
    while game.view().half() < 2 || *game.view().phase() != Phase::Play {
        game.step(&inputs);
        let view = game.view();
        if view.half() == 2 {
            let ready = view.phase().restart().and_then(Restart::ready_secs);
            ready_secs = ready.or(ready_secs);
        }
        assert!(view.now_secs() < 60.0, "no kick-off");
    }
    let waited_secs = game.view().now_secs() - ready_secs.unwrap();
    assert!((4.0..8.0).contains(&waited_secs), "{waited_secs} s");
}

/// Checks the second kick-off, for which all footballers cross the pitch, without humans and with humans who press no
/// keys.
#[test]
fn a_kick_off_waits_until_all_footballers_are_in_their_own_half() {
    for (a_side, humans) in [(5, 0), (5, 2), (11, 0), (11, 2)] {
        let mut game = match_of(Setup {
            a_side,
            humans,
            half_secs: 5,
            ..Setup::default()
        });
        let is_ready = |game: &Match| {
            let restart = game.view().phase().restart().copied();
            let ready = restart.filter(|restart| restart.kind == RestartKind::KickOff);
            game.view().half() == 2 && ready.is_some_and(|ready| ready.ready_secs().is_some())
        };
        while !is_ready(&game) {
            game.step(&Inputs::default());
            assert!(game.view().now_secs() < 60.0, "no kick-off");
        }
        let view = game.view();
        let restart = view.phase().restart().unwrap();
        let waited_secs = view.now_secs() - restart.since_secs;
        // The wait did not end only because of its time limit.
        let most_secs = 3.5 + 0.125 * view.pitch().length_m;
        assert!(waited_secs < most_secs, "{a_side} a side: {waited_secs} s");
        for one in view.footballers().filter(|one| one.who != restart.taker) {
            let [x, z] = one.place.position_m;
            let is_own_half = x * view.sides()[one.team] < 0.0;
            let is_out = x.hypot(z) > view.pitch().circle_m();
            assert!(
                is_own_half,
                "{a_side} a side: {} at {x} m",
                one.who.number()
            );
            assert!(
                is_out || one.team == restart.team,
                "{} in the circle",
                one.who.number()
            );
        }
    }
}

/// A human of the other team who runs at the ball cannot stop a restart.
#[test]
fn no_footballer_stands_on_the_ball_of_the_other_team() {
    let mut game = match_of(Setup {
        humans: 2,
        ..Setup::default()
    });
    let (mut seen, mut nearest_m) = (0, f64::INFINITY);
    let mut inputs = Inputs::default();
    while game.view().now_secs() < 60.0 {
        let view = game.view();
        let [x, _, z] = view.ball().position;
        // Footballers too close to the ball leave at a walk.
        let restart = view.phase().restart();
        let is_old = |it: &&Restart| {
            it.ready_secs()
                .is_some_and(|secs| view.now_secs() > secs + 2.0)
        };
        let ready = restart.filter(is_old);
        for footballer in view.footballers() {
            let Some(human) = footballer.human else {
                continue;
            };
            let at = footballer.place.position_m;
            let way = [x - at[0], z - at[1]];
            let far_m = way[0].hypot(way[1]);
            inputs.humans[human.index()].stick = way.map(|part| to_f32(part / far_m.max(0.1)));
            if ready.is_some_and(|restart| restart.team != human.team()) {
                seen += 1;
                nearest_m = nearest_m.min(far_m);
            }
        }
        game.step(&inputs);
    }
    assert!(seen > 60, "{seen} frames");
    assert!(nearest_m > 2.0, "{nearest_m} m");
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
