//! Tests of feet and bones.

use footwork_base::Id;
use footwork_football::{BALL_RADIUS_M, FootballerView, Inputs, MatchEvent, PlayerId, Setup};

use crate::{cast, match_of};

#[test]
fn kicks_are_at_the_foot_and_steps_at_the_toe() {
    let mut game = match_of(Setup {
        seed: 4,
        ..Setup::default()
    });
    let (mut kicks, mut steps) = (0, 0);
    for _ in 0..40 * 60 {
        game.step(&Inputs::default());
        let view = game.view();
        let all: Vec<_> = view.footballers().collect();
        let feet = |who: PlayerId| {
            let FootballerView { motion, place, .. } = all[who.index()];
            [0, 1].map(|foot| cast().figure().foot_m(motion, &place, foot))
        };
        for event in view.events() {
            match *event {
                MatchEvent::Kick {
                    footballer,
                    position,
                    late_secs,
                    ..
                } => {
                    let far = feet(footballer).map(|foot| from_segment(foot, position));
                    let gap = far[0].min(far[1]) - BALL_RADIUS_M;
                    assert!(gap.abs() <= 0.1, "{gap}");
                    assert!(late_secs.abs() <= 0.03, "{late_secs}");
                    kicks += 1;
                }
                MatchEvent::FootContact {
                    footballer,
                    foot,
                    position,
                    ground,
                    ..
                } => {
                    let [_, toe] = feet(footballer)[foot];
                    let far = [0, 1, 2].map(|axis| (f64::from(toe[axis]) - position[axis]).abs());
                    assert!(far.iter().all(|far| *far < 1e-5), "{far:?}");
                    let [x, _, z] = position;
                    assert_eq!(ground, view.pitch().ground([x, z]));
                    steps += 1;
                }
                _ => {}
            }
        }
    }
    assert!(kicks >= 1, "{kicks} kicks");
    assert!(steps > 300, "{steps} steps");
}

/// Returns the distance of a place from the line between an ankle and its toes.
fn from_segment(foot: [[f32; 3]; 2], at: [f64; 3]) -> f64 {
    let [ankle, toe] = foot.map(|joint| joint.map(f64::from));
    let steps = (0..=100).map(|step| f64::from(step) / 100.0);
    let far = steps.map(|part| {
        let here = [0, 1, 2].map(|axis| ankle[axis] + (toe[axis] - ankle[axis]) * part);
        let square: f64 = (0..3).map(|axis| (here[axis] - at[axis]).powi(2)).sum();
        square.sqrt()
    });
    far.fold(f64::INFINITY, f64::min)
}

#[test]
fn bones_keep_their_lengths() {
    let mut game = match_of(Setup::default());
    let figure = cast().figure();
    for frame in 0..900 {
        game.step(&Inputs::default());
        if frame % 30 != 0 {
            continue;
        }
        for footballer in game.view().footballers() {
            for joint in 0..figure.joint_count() {
                let Some(parent) = figure.parents()[joint] else {
                    continue;
                };
                let at = |joint| {
                    figure
                        .joint(footballer.motion, &footballer.place, joint)
                        .position_m
                };
                let (here, there) = (at(joint), at(parent));
                let far = |a: [f32; 3], b: [f32; 3]| {
                    (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f32>().sqrt()
                };
                let bone = far(figure.offsets_m()[joint], [0.0; 3]);
                assert!((far(here, there) - bone).abs() < 1e-4, "joint {joint}");
                assert!((-0.15..2.3).contains(&here[1]), "joint {joint} at {here:?}");
            }
        }
    }
}

#[test]
fn a_tackler_passes_only_through_the_tackled_footballer() {
    let mut game = match_of(Setup {
        seed: 1,
        ..Setup::default()
    });
    let mut tackles = 0;
    let mut now = Vec::new();
    for _ in 0..120 * 60 {
        game.step(&Inputs::default());
        let view = game.view();
        for (who, on) in now.drain(..) {
            let tackler = view.footballer(who).unwrap();
            assert_eq!(tackler.slide.but, Some(on));
        }
        for event in view.events() {
            if let MatchEvent::Tackle { footballer, on, .. } = *event {
                now.push((footballer, on));
                tackles += 1;
            }
        }
        let all: Vec<_> = view.footballers().collect();
        for one in &all {
            // Only a tackler passes through another footballer, always one of the other team.
            assert!(
                one.slide
                    .but
                    .is_none_or(|on| all[on.index()].team != one.team)
            );
        }
    }
    assert!(tackles > 0);
}
