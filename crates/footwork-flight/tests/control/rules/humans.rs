//! Rules 8 to 12: turns, sticks, indicators and settings.

use footwork_flight::ControlReason::{
    Asked, BallOnGround, CannotReach, Gain, Given, ManualMode, NoTouch, NotItsTurn, Touched,
};
use footwork_flight::{Arrival, ControlMode, ControlReason, ControlSettings, HumanId};

use crate::scene::{Scene, human, player};

#[test]
fn rule_08_at_most_one_human_switches_per_decision() {
    let needs = [(1, None), (2, Some(9.0)), (3, Some(1.0)), (4, Some(1.1))];
    let mut scene = Scene::new(&[1, 2], &needs);
    scene.touch().expect(0, 3, CannotReach);
    let waits = scene.assignment(1);
    assert_eq!((waits.player, waits.reason), (Some(player(2)), NotItsTurn));
    assert_eq!(waits.best.unwrap().player, player(4));
    // The touch still counts for the human who waited, but no longer for the other human.
    scene
        .wait(0.02)
        .need(&[(3, Some(9.0))])
        .expect(1, 4, Touched);
    assert_eq!(scene.assignment(0).player, Some(player(3)));

    // The rule also holds for requests, which come before switches by the rules.
    let mut scene = Scene::new(&[1, 2, 5], &[(1, Some(1.0)), (2, Some(1.0)), (5, None)]);
    let free = Scene::new(&[], &[(6, Some(2.0)), (7, Some(3.0)), (8, Some(4.0))]);
    scene.situation.candidates.extend(free.situation.candidates);
    scene.ask(1, Some(8)).ask(0, Some(7)).expect(0, 7, Asked);
    assert_eq!(scene.assignment(1).reason, NotItsTurn);
    assert_eq!(scene.assignment(2).reason, NotItsTurn);
    // The oldest request comes first, even if a human with a lower number has a newer request.
    scene.wait(0.02).ask(0, Some(6)).expect(1, 8, Asked);
    scene.wait(0.02).expect(0, 6, Asked);
    // Then comes a switch by the rules, here to the player that human 0 left.
    scene.wait(0.02).expect(2, 1, CannotReach);
}

#[test]
fn rule_09_the_old_direction_blends_out() {
    let mut scene = Scene::new(&[1], &[(1, None), (2, Some(5.0))]);
    scene
        .wait(4.0)
        .need(&[(2, Some(5.0))])
        .expect(0, 2, CannotReach);
    let stick = scene.assignment(0).stick;
    let weights = [4.0, 4.075, 4.15, 4.3, 9.0].map(|secs| stick.old_weight(secs));
    assert_eq!(weights, [1.0, 0.75, 0.5, 0.0, 0.0]);
    assert_eq!(stick.apply(4.075, [1.0, 0.0], [0.0, -1.0]), [0.75, -0.25]);
    // Every decision reports the blend until it is over.
    assert_eq!(scene.wait(0.2).decide().assignment(0).stick, stick);
    assert_eq!(scene.wait(0.1).decide().assignment(0).stick.from, None);
    // The stick blends after a requested switch, but not for a human's first player.
    scene.ask(0, Some(1)).decide();
    assert_eq!(scene.assignment(0).stick.from, Some(scene.decision.now));
    scene.situation.humans.push(human(1, 0, None));
    scene.expect(1, 2, Given);
    assert_eq!(scene.assignment(1).stick.from, None);
}

#[test]
fn rule_10_the_indicator_always_shows_the_next_player() {
    let needs = [
        (1, Some(0.1)),
        (2, Some(0.2)),
        (3, Some(4.0)),
        (4, Some(2.0)),
        (5, None),
    ];
    let mut scene = Scene::new(&[1, 2], &needs);
    scene.human(0).settings.mode = ControlMode::Manual;
    scene.decide();
    // The indicators show different players. Human 1 has more to gain, so its indicator shows the better player.
    assert_eq!(
        (scene.assignment(0).next, scene.assignment(1).next),
        (Some(player(3)), Some(player(4)))
    );
    // The button switches to the shown player, even if the scores have changed.
    scene.need(&[(3, Some(9.0)), (4, Some(8.0))]);
    scene.ask(0, None).expect(0, 3, Asked);
    assert_eq!(
        (scene.assignment(0).next, scene.assignment(1).next),
        (Some(player(4)), Some(player(1)))
    );
    // The rules switch to the shown player too.
    let next = scene.assignment(1).next.unwrap();
    scene
        .wait(0.5)
        .need(&[(1, Some(0.2)), (2, None), (4, Some(9.0))]);
    scene.expect(1, next.number(), CannotReach);
    // If no other player can reach the ball, the indicator still shows a player.
    scene.need(&[(2, None), (3, None), (4, None)]).decide();
    assert!(scene.assignment(0).next.is_some() && scene.assignment(1).next.is_some());
}

#[test]
fn rule_11_a_human_who_leaves_affects_no_other_human() {
    let needs = [
        (1, Some(2.0)),
        (2, Some(0.5)),
        (3, Some(3.0)),
        (4, Some(9.0)),
    ];
    let mut stay = Scene::new(&[1, 2, 3], &needs);
    stay.human(2).settings.mode = ControlMode::Manual;
    stay.decide().ask(2, Some(4)).decide();
    stay.wait(0.5).need(&needs);
    let mut leave = Scene {
        control: stay.control.clone(),
        situation: stay.situation.clone(),
        decision: stay.decision.clone(),
    };
    leave
        .situation
        .humans
        .retain(|human| human.id != HumanId::new(1));
    stay.decide();
    leave.decide();
    for other in [0, 2] {
        let (with, without) = (stay.assignment(other), leave.assignment(other));
        assert_eq!((with.player, with.reason), (without.player, without.reason));
    }
    let remembered = |scene: &Scene, place: usize| {
        let state = scene.control.state().humans[place].clone();
        (state.player, state.since, state.lock, state.left)
    };
    assert_eq!(remembered(&stay, 0), remembered(&leave, 0));
    assert_eq!(remembered(&stay, 2), remembered(&leave, 1));
    // The player of a human who left is free from the next decision on. Switching to that player needs only an ordinary gain.
    leave.expect(0, 2, Gain);
    // A human who returns counts as new.
    leave.situation.humans.push(human(1, 0, None));
    leave.expect(1, 1, Given);
}

#[test]
fn rule_12_settings_are_manual_assisted_automatic_and_air_balls_only() {
    let check = |settings: ControlSettings, is_in_air: bool, expected: [ControlReason; 3]| {
        type Change = fn(&mut Scene);
        let changes: [Change; 3] = [
            |_| {},
            |scene| scene.situation.is_touched = true,
            |scene| scene.candidate(1).arrival = Arrival::Never,
        ];
        for (change, reason) in changes.into_iter().zip(expected) {
            let needs = [(1, Some(2.0)), (2, Some(0.5))];
            let mut scene = Scene::new(&[1], &needs);
            scene.situation.is_in_air = is_in_air;
            scene.human(0).settings = settings;
            scene.human(0).settings.mode = ControlMode::Manual;
            scene.expect(0, 1, ManualMode);
            scene.human(0).settings.mode = settings.mode;
            scene.wait(1.0).need(&needs);
            change(&mut scene);
            scene.expect(0, if reason.is_automatic_switch() { 2 } else { 1 }, reason);
        }
    };
    use ControlMode::{Assisted, Automatic, Manual};
    let settings = |mode, air_balls_only| ControlSettings {
        mode,
        air_balls_only,
        ..ControlSettings::default()
    };
    let automatic = [Gain, Touched, CannotReach];
    let assisted = [NoTouch, Touched, CannotReach];
    for is_in_air in [false, true] {
        check(settings(Manual, false), is_in_air, [ManualMode; 3]);
        check(settings(Assisted, false), is_in_air, assisted);
        check(settings(Automatic, false), is_in_air, automatic);
    }
    check(settings(Assisted, true), true, assisted);
    check(settings(Automatic, true), true, automatic);
    for mode in [Assisted, Automatic] {
        check(settings(mode, true), false, [BallOnGround; 3]);
    }
}
