//! The controller, and simulated characters without a player.

use footwork_matching::{
    Controller, ControllerConfig, Figures, Goal, Index, Place, PlaybackConfig, PlaybackError,
    Responses, Search, Simulation, Stick, Sticks, simulate,
};

use crate::playback::{START, Walkers, rig, walks};

const ORIGIN: Place = Place {
    position_m: [0.0; 2],
    heading_rad: 0.0,
};

fn run(index: &Index, walkers: &Walkers, simulation: &Simulation) -> Figures {
    simulate(
        index,
        walkers,
        &rig(),
        START,
        &Search::default(),
        simulation,
    )
    .unwrap()
}

/// The limits here are for synthetic walks. `bench/` has the limits for real motion.
#[test]
fn a_character_goes_where_sticks_point() {
    let (index, walkers) = walks();
    for sticks in [
        Sticks::Straight,
        Sticks::Circle,
        Sticks::Mixed,
        Sticks::Wild,
    ] {
        let simulation = Simulation {
            sticks,
            secs: 30.0,
            ..Simulation::default()
        };
        let held = run(&index, &walkers, &simulation);
        assert_eq!(
            held,
            run(&index, &walkers, &simulation),
            "{sticks:?} replays"
        );
        let mut free = simulation.clone();
        free.playback.foot_lock = None;
        let free = run(&index, &walkers, &free);
        println!(
            "{sticks:?}: skate {:.1} / {:.1} cm/s (free {:.1}), distance {:.1} cm, {:.1} jumps/s, {:.1} m, acceleration {:.0} / {:.0} m/s²",
            100.0 * held.skate_mps.mean,
            100.0 * held.skate_mps.p95,
            100.0 * free.skate_mps.mean,
            100.0 * held.distance_m.mean,
            held.jumps_per_sec,
            held.way_m,
            held.at_jumps_mps2.p99,
            held.away_mps2.p99,
        );
        assert!(held.skate_mps.count > 500 && held.skate_mps.mean < 0.5 * free.skate_mps.mean);
        assert!(held.distance_m.p99 < 0.151, "clamped");
        assert!(held.jumps_per_sec > 0.3 && held.jumps_per_sec < 10.0);
        assert_eq!(held.none_allowed, 0);
        if sticks == Sticks::Straight {
            assert!((held.way_m - 36.0).abs() < 4.0, "{}", held.way_m);
        }
    }
}

/// In two minutes of turns, a character whose clips can follow the stick responds within two
/// seconds.
#[test]
fn responses_are_timed() {
    let (index, walkers) = walks();
    let turns = Simulation {
        sticks: Sticks::Turns,
        secs: 120.0,
        ..Simulation::default()
    };
    let found = run(&index, &walkers, &turns).responses;
    println!("{found:?}");
    for secs in [
        found.start_secs,
        found.quarter_turn_secs,
        found.half_turn_secs,
        found.stop_secs,
    ] {
        let secs = secs.unwrap();
        assert!((0.2..2.0).contains(&secs), "{found:?}");
    }
    // With a slower controller, responses take longer.
    let mut slow = turns.clone();
    slow.controller.velocity_halflife_secs = 0.8;
    let slow = run(&index, &walkers, &slow).responses;
    assert!(slow.half_turn_secs > found.half_turn_secs, "{slow:?}");
    let mixed = Simulation {
        secs: 5.0,
        ..Simulation::default()
    };
    assert_eq!(
        run(&index, &walkers, &mixed).responses,
        Responses::default()
    );
}

#[test]
fn other_seeds_give_other_sticks() {
    let (index, walkers) = walks();
    let figures = [0, 1].map(|seed| {
        run(
            &index,
            &walkers,
            &Simulation {
                seed,
                secs: 5.0,
                ..Simulation::default()
            },
        )
    });
    assert_ne!(figures[0], figures[1]);
    let none = run(
        &index,
        &walkers,
        &Simulation {
            secs: 0.0,
            ..Simulation::default()
        },
    );
    assert_eq!(none, Figures::default());
}

#[test]
fn simulations_out_of_range_are_errors() {
    let (index, walkers) = walks();
    for simulation in [
        Simulation {
            secs: f64::NAN,
            ..Simulation::default()
        },
        Simulation {
            speed_mps: -1.0,
            ..Simulation::default()
        },
        Simulation {
            controller: ControllerConfig {
                adjust_share: f64::INFINITY,
                ..ControllerConfig::default()
            },
            ..Simulation::default()
        },
    ] {
        let error = simulate(
            &index,
            &walkers,
            &rig(),
            START,
            &Search::default(),
            &simulation,
        );
        assert_eq!(error, Err(PlaybackError::Simulation));
    }
    let config = PlaybackConfig::default();
    assert!(config.foot_lock.is_none());
}

#[test]
fn a_controller_moves_the_same_at_any_time_step() {
    let stick = Stick {
        velocity_mps: [1.0, 2.0],
        heading_rad: Some(1.0),
    };
    let mut fine = Controller::new(ControllerConfig::default(), ORIGIN).unwrap();
    let mut coarse = fine;
    for _ in 0..50 {
        coarse.update(0.04, stick);
        (0..4).for_each(|_| fine.update(0.01, stick));
    }
    let (a, b) = (fine.place(), coarse.place());
    assert!(
        (a.position_m[0] - b.position_m[0]).abs() < 1e-4
            && (a.heading_rad - b.heading_rad).abs() < 1e-4
    );
    assert!((a.heading_rad - 1.0).abs() < 0.01);
    let [x, z] = fine.velocity_mps();
    assert!((x - 1.0).abs() < 0.01 && (z - 2.0).abs() < 0.01);
    let before = fine;
    let still = Stick {
        velocity_mps: [0.0; 2],
        heading_rad: None,
    };
    let nowhere = Stick {
        velocity_mps: [f64::NAN, 0.0],
        ..still
    };
    fine.update(0.1, nowhere);
    fine.update(-1.0, still);
    assert_eq!(fine, before);
}

/// The trajectory of a goal is the predicted path of the controller, relative to the character.
#[test]
fn a_goal_is_the_predicted_path_of_the_controller() {
    let (index, _) = walks();
    let stick = Stick {
        velocity_mps: [1.5, 0.0],
        heading_rad: None,
    };
    let half_pi = std::f64::consts::FRAC_PI_2;
    let start = Place {
        position_m: [3.0, 4.0],
        heading_rad: half_pi,
    };
    let mut controller = Controller::new(ControllerConfig::default(), start).unwrap();
    (0..300).for_each(|_| controller.update(1.0 / 60.0, stick));
    let mut goal = Goal::new(index.schema());
    controller.set_goal(index.schema(), controller.place(), stick, &mut goal);
    let mut features = [0.0; 27];
    assert!(goal.write(&index, START, &mut features));
    for (found, wanted) in features[15..].iter().zip([
        0.0, 0.5, 0.0, 1.0, 0.0, 1.5, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0f32,
    ]) {
        assert!((found - wanted).abs() < 0.01, "{features:?}");
    }
}
