//! Compares the intercept search with plain scans: over the straight lines of the same path, and over every step of the
//! physics.

use footwork_flight::{
    BallPath, InterceptSearch, InterceptWindow, Player, Prediction, ReachModel, SampleReading,
    first_intercept,
};

use footwork_testkit::Random;

use crate::flights::READINGS;
use crate::kicks::count;
use crate::people::{flight, least, most, player, scene};

/// Returns the depth of the ball inside the player's reach, in metres; negative outside.
fn inside(path: &BallPath, model: ReachModel, player: &Player, secs: f64) -> f64 {
    let Some(at) = path.position_at(secs) else {
        return f64::NEG_INFINITY;
    };
    let low = player.heights.hands_m - at[1];
    let slack = model.slack(player, 0.0, secs, at).unwrap();
    least(slack.unwrap_or(f64::NEG_INFINITY), low)
}

fn windows(path: &BallPath, model: ReachModel, player: &Player) -> Vec<InterceptWindow> {
    let mut search = InterceptSearch::new(model);
    search.run(path, std::slice::from_ref(player), 0.0).unwrap();
    let found = search.intercepts()[0];
    let windows = search.windows(0).to_vec();
    // The first intercept is the start of the first window, and `first_intercept` finds the same intercept.
    let first = found.first.map(|first| first.secs);
    assert_eq!(first, windows.first().map(|window| window.from_secs));
    assert_eq!(
        found.first,
        first_intercept(path, player, model, 0.0).unwrap()
    );
    windows
}

/// At every millisecond, a window contains the time if and only if the ball is in reach. At each end of a window the
/// ball is in reach. A microsecond outside that end the ball is out of reach, unless the window is shorter than a
/// microsecond.
#[test]
fn windows_are_those_of_a_fine_scan_over_the_same_lines() {
    let (mut ends, mut holes) = (0, 0);
    for number in 0..count(10, 400) {
        let (path, players) = scene(number, 11);
        for (player, model) in players
            .iter()
            .flat_map(|player| [ReachModel::Simple, ReachModel::Full].map(|model| (player, model)))
        {
            let windows = windows(&path, model, player);
            holes += windows.len().saturating_sub(1);
            let case = format!("kick {number}, {model:?}, {player:?}: {windows:?}");
            assert!(
                windows
                    .windows(2)
                    .all(|pair| pair[0].to_secs < pair[1].from_secs),
                "{case}"
            );
            let mut next = 0;
            for milli in 0..=10_000 {
                let secs = f64::from(milli) * 1e-3;
                while next < windows.len() && windows[next].to_secs < secs {
                    next += 1;
                }
                let is_found = windows
                    .get(next)
                    .is_some_and(|window| window.contains(secs));
                let slack = inside(&path, model, player, secs);
                let agrees = if is_found {
                    slack >= -1e-9
                } else {
                    slack <= 1e-9
                };
                assert!(agrees, "at {secs} s, {slack} m: {case}");
            }
            for window in &windows {
                for (end, out) in [(window.from_secs, -1e-6), (window.to_secs, 1e-6)] {
                    ends += 1;
                    // The reach ends between these two times.
                    let is_out = inside(&path, model, player, end + out) <= 1e-12;
                    let is_in = inside(&path, model, player, end) >= -1e-9;
                    let is_grazed = window.to_secs - window.from_secs < 1e-6;
                    assert!(is_in && (is_out || is_grazed), "at {end} s: {case}");
                }
            }
        }
    }
    assert!(
        ends > 150 && holes > 4,
        "too few cases: {ends} ends, {holes} holes"
    );
}

/// Returns the time of the first step at which the ball is in reach, by the specification of the simple model; `None`
/// if there is no such step.
fn brute_first(player: &Player, steps: &[(f64, [f64; 3])]) -> Option<f64> {
    let ready = most(
        player.reaction_end_secs,
        player.busy.map_or(0.0, |busy| busy.until_secs),
    );
    let found = steps.iter().find(|(secs, [x, y, z])| {
        let (dx, dz) = (x - player.position[0], z - player.position[2]);
        let distance = (dx * dx + dz * dz).sqrt();
        let runs = player.top_speed_mps * player.stamina * (secs - ready);
        *secs >= ready && distance <= runs + player.reach_m && *y <= player.heights.hands_m
    });
    found.map(|(secs, _)| *secs)
}

fn steps(flight: &Prediction<footwork_flight::BallState>) -> Vec<(f64, [f64; 3])> {
    flight
        .dense()
        .map(|step| (step.secs, step.position))
        .collect()
}

/// On the path through every step, the first intercept lies between the first step in reach and the step before it. An
/// intercept elsewhere only grazes the reach: its window is shorter than a step.
#[test]
fn the_simple_model_over_dense_steps_agrees_with_brute_force_within_a_step() {
    let mut met = 0;
    for number in 0..count(100, 2000) {
        let (kick, flight) = flight(number, SampleReading::Velocity);
        let mut random = Random::new(number + 77);
        let path = BallPath::from_steps(flight.dense(), |_| Some(0.0));
        let steps = steps(&flight);
        for id in 0..8 {
            let player = player(id, kick.state.position, &mut random);
            let ours = first_intercept(&path, &player, ReachModel::Simple, 0.0).unwrap();
            let brute = brute_first(&player, &steps);
            match (ours, brute) {
                (Some(ours), Some(brute)) => {
                    met += 1;
                    let early = brute - ours.secs;
                    let grazes = || {
                        let window = windows(&path, ReachModel::Simple, &player)[0];
                        window.to_secs - window.from_secs < 1.0 / 240.0
                    };
                    assert!((-1e-9..=1.0 / 240.0 + 1e-9).contains(&early) || grazes());
                }
                (Some(_), None) => {
                    let windows = windows(&path, ReachModel::Simple, &player);
                    assert!(
                        windows
                            .iter()
                            .all(|w| w.to_secs - w.from_secs < 1.0 / 240.0)
                    );
                }
                (None, Some(brute)) => panic!("kick {number}, player {id}: missed {brute}"),
                (None, None) => {}
            }
        }
    }
    assert!(met > 400, "{met}");
}

/// Searching the few lines of a prediction instead of every step causes errors of a few milliseconds in most cases.
#[test]
fn searching_few_lines_agrees_with_searching_every_step() {
    for reading in READINGS {
        let (mut off, mut missed, mut total) = (Vec::new(), 0, 0);
        for number in 0..count(100, 2000) {
            let (kick, flight) = flight(number, reading);
            let mut random = Random::new(number + 78);
            let (few, all) = (
                BallPath::from_prediction(&flight),
                BallPath::from_steps(flight.dense(), |_| Some(0.0)),
            );
            for id in 0..8 {
                let player = player(id, kick.state.position, &mut random);
                let first = |path| first_intercept(path, &player, ReachModel::Simple, 0.0).unwrap();
                total += 1;
                match (first(&few), first(&all)) {
                    (Some(few), Some(all)) => off.push((few.secs - all.secs).abs()),
                    (None, None) => {}
                    _ => missed += 1,
                }
            }
        }
        off.sort_by(f64::total_cmp);
        let at = |percent: usize| off[off.len() * percent / 100];
        let figures = format!(
            "{reading:?}: median {:.5} s, p99 {:.5} s, worst {:.3} s, {missed} of {total} found by one alone",
            at(50),
            at(99),
            off[off.len() - 1]
        );
        println!("{figures}");
        assert!(
            at(50) < 0.01 && at(99) < 0.1 && missed * 200 <= total,
            "{figures}"
        );
    }
}
