//! Rules 1 to 7: which player a human may have, and when.

use footwork_flight::ControlReason::{
    Asked, CannotReach, Dwell, Gain, Locked, Margin, NoCandidate, Refused, Touched, WouldGoBack,
};
use footwork_flight::{Arrival, ControlRules, Micros, PlayerCondition, TeamId};

use crate::scene::{Scene, player};

#[test]
fn rule_01_a_player_held_by_another_human_is_never_taken_and_ties_go_by_number() {
    // Player 2 would be best for human 0, but human 1 has that player.
    let mut scene = Scene::new(&[1, 2], &[(1, None), (2, Some(0.5)), (3, Some(2.0))]);
    scene.expect(0, 3, CannotReach);
    assert_eq!(scene.assignment(1).player, Some(player(2)));
    // Human 0 does not get that player on request either.
    scene.ask(0, Some(2)).expect(0, 3, Refused);

    // Both humans want player 3. The human with the larger gain gets that player; with equal gains, the human with the
    // lower number.
    for (needs, winner) in [([2.0, 3.0], 1), ([3.0, 3.0], 0)] {
        let [first, second] = needs.map(Some);
        let mut scene = Scene::new(&[1, 2], &[(1, first), (2, second), (3, Some(1.0))]);
        scene.touch().expect(winner, 3, Touched);
        assert_eq!(
            scene.assignment(1 - winner).from,
            scene.assignment(1 - winner).player
        );
    }

    // Among equal players the lower number wins, whatever the order of the lists.
    for order in [[1, 7, 4], [4, 1, 7], [7, 4, 1]] {
        let needs = order.map(|number| (number, (number != 1).then_some(1.0)));
        Scene::new(&[1], &needs).expect(0, 4, CannotReach);
    }
}

#[test]
fn rule_02_a_switch_needs_a_gain_and_either_the_dwell_time_or_a_touch() {
    let needs = [(1, Some(0.5)), (2, Some(0.36))];
    let mut scene = Scene::new(&[1], &needs);
    // The gain of 0.14 s is more than 20 % of 0.5 s, but less than 0.15 s.
    scene.wait(0.5).need(&needs);
    scene.expect(0, 1, Margin);
    // The gain of 0.15 s is enough, but the human has only just joined.
    scene.need(&[(2, Some(0.35))]).expect(0, 1, Dwell);
    scene.wait(0.399).need(&[(1, Some(0.5)), (2, Some(0.35))]);
    scene.expect(0, 1, Dwell);
    scene.wait(0.001).need(&[(1, Some(0.5)), (2, Some(0.35))]);
    scene.expect(0, 2, Gain);

    // The margin is 20 % of 2 s, which is 0.4 s.
    let mut scene = Scene::new(&[1], &[(1, Some(2.0)), (2, Some(1.61))]);
    scene.touch().expect(0, 1, Margin);
    scene.need(&[(2, Some(1.6))]).touch().expect(0, 2, Touched);
    // A touch counts for 0.1 s and allows one switch.
    let mut scene = Scene::new(&[1], &[(1, Some(2.0)), (2, None), (3, None)]);
    scene.decide().wait(0.01).touch().expect(0, 1, NoCandidate);
    scene
        .wait(0.1)
        .need(&[(2, Some(0.5))])
        .expect(0, 2, Touched);
    scene.need(&[(2, Some(1.5)), (3, Some(0.5))]);
    scene.expect(0, 2, Dwell);
    // A gain of more than a second switches immediately.
    scene.need(&[(2, Some(1.51))]).expect(0, 3, Gain);

    // If the present player cannot reach the ball, the switch is immediate, even to a slow player.
    let mut scene = Scene::new(&[1], &[(1, None), (2, Some(9.0))]);
    scene.expect(0, 2, CannotReach);
}

#[test]
fn rule_03_a_manual_switch_locks_for_a_time_or_until_the_next_touch() {
    let needs = [(1, Some(1.0)), (2, Some(9.0)), (3, Some(0.5))];
    let locked = |rules| {
        let mut scene = Scene::with(rules, &[1], &needs);
        scene.decide().ask(0, Some(2)).expect(0, 2, Asked);
        assert!(scene.assignment(0).is_switch());
        scene
    };
    let mut scene = locked(ControlRules::default());
    scene.wait(1.999).need(&[(2, None), (3, Some(0.5))]);
    scene.expect(0, 2, Locked);
    // If the human's player cannot reach the ball, the human gets any player who can, even the previous player.
    scene.wait(0.001).expect(0, 1, CannotReach);

    let mut scene = locked(ControlRules::default());
    scene.wait(0.1).expect(0, 2, Locked);
    scene.touch().expect(0, 3, Touched);

    let until_touch = ControlRules {
        lock_secs: None,
        ..ControlRules::default()
    };
    let mut scene = locked(until_touch);
    scene.wait(1000.0).need(&needs).expect(0, 2, Locked);
    scene.touch().expect(0, 3, Touched);

    // A request for the present player keeps that player.
    let mut scene = Scene::new(&[1], &needs);
    scene.ask(0, Some(1)).expect(0, 1, Asked);
    assert!(!scene.assignment(0).is_switch());
    scene.wait(1.0).need(&[(1, None)]).expect(0, 1, Locked);
}

#[test]
fn rule_04_the_rules_do_not_return_a_human_to_its_previous_player_for_a_second() {
    let mut scene = Scene::new(&[1], &[(1, Some(2.0)), (2, Some(1.0)), (3, None)]);
    scene.touch().expect(0, 2, Touched);
    scene.wait(0.5).need(&[(1, Some(0.1)), (2, Some(1.0))]);
    scene.expect(0, 2, WouldGoBack);
    // The human does not return to the previous player through a third player either.
    scene.need(&[(2, None), (3, Some(1.0)), (1, Some(1.5))]);
    scene.expect(0, 3, CannotReach);
    scene.wait(0.4).need(&[(1, Some(0.1)), (3, Some(1.0))]);
    scene.expect(0, 3, WouldGoBack);
    // After a second the rules may switch back.
    scene.wait(0.1).need(&[(1, Some(0.1)), (3, Some(1.0))]);
    scene.expect(0, 1, Gain);
    // The human may switch back immediately.
    scene.ask(0, Some(3)).expect(0, 3, Asked);
    // A touch changes nothing, unless it is by the player that the human left.
    scene.wait(0.1).touch().expect(0, 3, WouldGoBack);
    scene.situation.touched_by = Some(player(1));
    scene.wait(0.1).touch().expect(0, 1, Touched);
}

#[test]
fn rule_05_the_target_of_the_pass_gets_a_bonus() {
    let mut scene = Scene::new(&[1], &[(1, Some(3.0)), (2, Some(1.0)), (3, Some(1.2))]);
    scene.candidate(3).is_pass_target = true;
    scene.touch().expect(0, 3, Touched);
    let score = scene.assignment(0).best.unwrap().score.unwrap();
    assert_eq!(score.bonus, Micros::new(300_000));
    assert_eq!(score.total().secs(), 0.9);

    let mut scene = Scene::new(&[1], &[(1, Some(3.0)), (2, Some(1.0)), (3, Some(1.31))]);
    scene.candidate(3).is_pass_target = true;
    scene.touch().expect(0, 2, Touched);
}

#[test]
fn rule_06_busy_injured_and_grounded_count_as_farther_but_may_be_chosen() {
    let conditions = [
        PlayerCondition::Busy { delay_secs: 0.8 },
        PlayerCondition::Injured { delay_secs: 0.8 },
        PlayerCondition::Grounded { delay_secs: 0.8 },
    ];
    for condition in conditions {
        for (other, chosen) in [(1.7, 3), (1.9, 2)] {
            let mut scene = Scene::new(&[1], &[(1, None), (2, Some(1.0)), (3, Some(other))]);
            scene.candidate(2).condition = condition;
            scene.expect(0, chosen, CannotReach);
        }
        // Control leaves a busy player for the same reasons as any other player.
        let mut scene = Scene::new(&[1], &[(1, Some(1.0)), (2, Some(1.4))]);
        scene.candidate(1).condition = condition;
        scene.touch().expect(0, 2, Touched);
        assert_eq!(scene.assignment(0).present.unwrap().delay.secs(), 0.8);
    }
}

#[test]
fn rule_07_the_keeper_is_chosen_only_if_allowed_or_the_only_one() {
    let keeper = |allows: bool, other: Option<f64>| {
        let needs = [(1, None), (2, other), (9, Some(0.5))];
        let mut scene = Scene::new(&[1], &needs);
        scene.candidate(9).is_keeper = true;
        scene.human(0).settings.allows_keeper = allows;
        scene
    };
    keeper(false, Some(4.0)).expect(0, 2, CannotReach);
    keeper(true, Some(4.0)).expect(0, 9, CannotReach);
    keeper(false, None).expect(0, 9, CannotReach);
    // The human may request the keeper.
    keeper(false, Some(4.0)).ask(0, Some(9)).expect(0, 9, Asked);
    // The human's own player can reach the ball, so the keeper is not the only one.
    let mut scene = Scene::new(&[1], &[(1, Some(8.0)), (9, Some(0.5))]);
    scene.candidate(9).is_keeper = true;
    scene.touch().expect(0, 1, NoCandidate);
    assert_eq!(scene.assignment(0).next, Some(player(9)));
    // A player of the other team does not count, so the keeper is still the only one.
    let mut scene = keeper(false, None);
    scene.candidate(2).team = TeamId::new(1);
    scene.candidate(2).arrival = Arrival::At(1.0);
    scene.expect(0, 9, CannotReach);
}
