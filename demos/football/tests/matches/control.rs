//! Tests that control does not change without need.

use footwork::flight::ControlReason;
use footwork_base::to_f32;
use footwork_football::{FRAME_SECS, Inputs, Match, MatchEvent, Phase, Seat, Setup};

use crate::match_of;

/// Returns the inputs of a human who runs after the ball.
fn chase(game: &Match) -> Inputs {
    let mut inputs = Inputs::default();
    let view = game.view();
    if let Some(own) = view
        .footballers()
        .find(|one| one.human == Some(Seat::new(0)))
    {
        let [x, _, z] = view.ball().position;
        let at = own.place.position_m;
        let way = [x - at[0], z - at[1]];
        let far_m = way[0].hypot(way[1]).max(0.1);
        let human = &mut inputs.humans[0];
        human.stick = way.map(|part| to_f32(part / far_m));
        human.sprint = far_m > 4.0;
    }
    inputs
}

/// Returns how often control changes while the other team dribbles, and how many minutes it dribbles.
fn changes(seed: u64, inputs: impl Fn(&Match) -> Inputs) -> (u32, f64) {
    let mut game = match_of(Setup {
        seed,
        humans: 1,
        leaves: 0,
        ..Setup::default()
    });
    let (mut changes, mut frames) = (0, 0_u32);
    let (mut before, mut is_theirs) = (None, false);
    for _ in 0..60 * 60 {
        game.step(&inputs(&game));
        let view = game.view();
        for event in view.events() {
            match event {
                MatchEvent::Touch { footballer, .. } => is_theirs = footballer.number() >= 5,
                MatchEvent::Kick { .. } | MatchEvent::Save { .. } => is_theirs = false,
                _ => {}
            }
        }
        let own = view
            .footballers()
            .find(|one| one.human == Some(Seat::new(0)));
        let own = own.map(|one| one.who);
        // A ball faster than 8 m/s is not dribbled; the other team's keeper threw it.
        let [vx, _, vz] = view.ball().velocity;
        if is_theirs && *view.phase() == Phase::Play && vx.hypot(vz) < 8.0 {
            frames += 1;
            changes += u32::from(own != before);
        }
        before = own;
    }
    (changes, f64::from(frames) / 3600.0)
}

#[test]
fn control_seldom_changes_while_the_other_team_dribbles() {
    let check = |name: &str, inputs: fn(&Match) -> Inputs, most: f64| {
        let (mut all, mut minutes) = (0, 0.0);
        for seed in 0..6 {
            let (changes, lasts) = changes(seed, inputs);
            all += changes;
            minutes += lasts;
        }
        let rate = f64::from(all) / minutes;
        assert!(minutes > 0.5, "{minutes} min");
        assert!(
            rate < most,
            "{name}: {all} changes in {minutes:.2} min, {rate:.1} per minute"
        );
    };
    check("a human who chases the ball", chase, 11.0);
    // A gain above `max_margin_secs` switches at once. This happens more often to an idle human.
    check("an idle human", |_| Inputs::default(), 18.0);
}

#[test]
fn a_held_switch_button_switches_once() {
    let mut game = match_of(Setup {
        seed: 3,
        humans: 1,
        leaves: 0,
        ..Setup::default()
    });
    let mut pressed = Inputs::default();
    let mut asked = 0;
    // Press, release briefly, and press again.
    for frame in 0..900 {
        pressed.humans[0].switch = frame >= 300 && !(500..510).contains(&frame);
        game.step(&pressed);
        let view = game.view();
        let change = view.control_change(Seat::new(0));
        let is_new = change.is_some_and(|change| change.secs == view.now_secs() - FRAME_SECS);
        let is_asked = change.is_some_and(|change| change.reason == ControlReason::Asked);
        asked += u32::from(is_new && is_asked);
    }
    assert_eq!(asked, 2);
}

#[test]
fn a_shot_ball_is_not_dribbled() {
    let mut game = match_of(Setup {
        seed: 2,
        leaves: 0,
        ..Setup::default()
    });
    let (mut fast, mut dribbled) = (0, 0);
    let mut kicked_secs = f64::NEG_INFINITY;
    for _ in 0..120 * 60 {
        game.step(&Inputs::default());
        let view = game.view();
        let is_fast = |event: &MatchEvent| matches!(event, MatchEvent::Kick { speed_mps, .. } if *speed_mps > 10.0);
        if view.events().iter().any(is_fast) {
            kicked_secs = view.now_secs();
        }
        let is_touch = |event: &MatchEvent| matches!(event, MatchEvent::Touch { .. });
        if view.events().iter().any(is_touch) {
            kicked_secs = f64::NEG_INFINITY;
        }
        dribbled += u32::from(view.is_dribbled());
        if view.now_secs() - kicked_secs < 0.1 && *view.phase() == Phase::Play {
            fast += 1;
            assert!(!view.is_dribbled(), "{} s", view.now_secs());
        }
    }
    assert!(
        fast > 5 && dribbled > 600,
        "{fast} fast, {dribbled} dribbled"
    );
}
