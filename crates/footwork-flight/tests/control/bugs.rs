//! One test per fixed bug. The name and the comment of a test describe the bug.

use footwork_flight::ControlReason::{
    Asked, CannotReach, Gain, Given, Locked, Margin, NoCandidate, NobodyFree, NotPredicted,
    Refused, Touched, WouldGoBack,
};
use footwork_flight::{
    Arrival, Control, ControlCandidate, ControlDecision, ControlMode, ControlRules,
    ControlSituation, DecisionLog, ManualSwitch, TeamId,
};
use proptest::prelude::*;

use crate::scene::{Scene, human, player};

/// Human 0 is in manual mode, and yet its indicator held the player that human 1 was switched to.
#[test]
fn the_indicator_did_not_show_where_the_rules_go() {
    let needs = [
        (1, Some(5.0)),
        (2, Some(1.9)),
        (3, Some(1.0)),
        (4, Some(1.2)),
    ];
    let mut scene = Scene::new(&[1, 2], &needs);
    scene.human(0).settings.mode = ControlMode::Manual;
    scene.decide();
    assert_eq!(scene.assignment(1).next, Some(player(3)));
    assert_eq!(scene.assignment(0).next, Some(player(4)));
    scene.wait(0.4).need(&needs).expect(1, 3, Gain);

    // The same scene, with a locked human instead of one in manual mode.
    let mut scene = Scene::new(&[9, 2], &needs);
    scene
        .situation
        .candidates
        .extend(crate::scene::candidates(&[(9, Some(6.0))]));
    scene.ask(0, Some(1)).expect(0, 1, Asked);
    let next = scene.assignment(1).next.unwrap();
    scene.wait(0.4).need(&needs).need(&[(9, Some(6.0))]);
    scene.expect(1, next.number(), Gain);
}

fn any_mode() -> impl Strategy<Value = ControlMode> {
    prop_oneof![
        Just(ControlMode::Manual),
        Just(ControlMode::Assisted),
        Just(ControlMode::Automatic),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    /// As long as only the time changes, the rules switch a human only to the player that the indicator showed.
    #[test]
    fn with_unchanged_scores_the_rules_go_where_the_indicator_showed(
        needs in prop::collection::vec(prop::option::weighted(0.8, 0..3000i64), 4..9),
        modes in prop::collection::vec((any_mode(), any::<bool>()), 1..4),
    ) {
        let needs: Vec<(u32, Option<f64>)> =
            (0..).zip(needs.iter().map(|need| need.map(|need| need as f64 / 1000.0))).collect();
        let players: Vec<u32> = (0..).take(modes.len()).collect();
        let mut scene = Scene::new(&players, &needs);
        for (number, (mode, air)) in (0..).zip(&modes) {
            scene.human(number).settings.mode = *mode;
            scene.human(number).settings.air_balls_only = *air;
        }
        for round in 0..30 {
            let shown: Vec<_> = players.iter().map(|human| scene.control.state().humans.get(*human as usize).and_then(|x| x.next)).collect();
            scene.wait(0.05).need(&needs).decide();
            if round == 0 {
                continue;
            }
            if let Some(switch) = scene.decision.switched() {
                prop_assert_eq!(switch.player, shown[switch.human.number() as usize]);
            }
        }
    }
}

/// The indicator flickered with every millisecond of noise.
#[test]
fn the_indicator_flickered_between_equals() {
    let mut scene = Scene::new(&[1], &[(1, Some(1.0)), (2, Some(2.0)), (3, Some(2.0))]);
    let mut shown = Vec::new();
    for frame in 0..60 {
        let noise = if frame % 2 == 0 { 0.0 } else { 1e-3 };
        scene
            .wait(1.0 / 60.0)
            .need(&[(1, Some(1.0)), (2, Some(2.0 + noise)), (3, Some(2.0005))])
            .decide();
        shown.extend(scene.assignment(0).next);
    }
    shown.dedup();
    assert_eq!(shown, [player(2)]);
    // The indicator moves on only for a gain above the margin; at a touch, a smaller gain is enough.
    scene.need(&[(2, Some(2.0)), (3, Some(1.61))]).decide();
    assert_eq!(scene.assignment(0).next, Some(player(2)));
    scene.need(&[(3, Some(1.59))]).decide();
    assert_eq!(scene.assignment(0).next, Some(player(3)));
    scene.need(&[(2, Some(1.5))]).decide();
    assert_eq!(scene.assignment(0).next, Some(player(3)));
    scene.touch().decide();
    assert_eq!(scene.assignment(0).next, Some(player(2)));
}

/// A human who joined with a request was given another player, and the request was forgotten.
#[test]
fn a_request_by_a_joining_human_was_forgotten() {
    let needs = [(1, Some(5.0)), (2, Some(3.0)), (7, Some(4.0))];
    let mut scene = Scene::new(&[], &needs);
    scene.situation.humans.push(human(0, 0, None));
    scene.ask(0, Some(7)).expect(0, 7, Asked);
    assert!(scene.control.state().humans[0].lock.is_some());
    // Giving a player to a joining human is not a switch.
    assert!(!scene.assignment(0).is_switch());

    // Two humans join and request the same player. One human gets that player. The other is given another player, and
    // its request is refused later.
    let mut scene = Scene::new(&[], &needs);
    for number in 0..2 {
        scene.situation.humans.push(human(number, 0, None));
        scene.ask(number, Some(7));
    }
    scene.expect(0, 7, Asked);
    assert_eq!(
        (scene.assignment(1).player, scene.assignment(1).reason),
        (Some(player(2)), Given)
    );
    scene.wait(0.02).expect(1, 2, Refused);

    // No player is free: the request waits.
    let mut scene = Scene::new(&[7], &[(7, Some(4.0))]);
    scene.situation.humans.push(human(1, 0, None));
    scene.ask(1, Some(7)).decide();
    assert_eq!(scene.assignment(1).reason, NobodyFree);
    scene.situation.humans.remove(0);
    scene.wait(0.02).decide();
    scene.wait(0.02).decide();
    assert_eq!(scene.assignment(1).player, Some(player(7)));
}

/// A dribble with a touch every 50 ms disabled rules 2, 3 and 4.
#[test]
fn a_dribble_was_a_touch_with_every_step() {
    let play = |toucher: Option<u32>| {
        let mut scene = Scene::new(&[1], &[(1, None), (2, None)]);
        let mut switches = 0;
        for frame in 0..20 {
            let is_even = frame % 2 == 0;
            let [near, far] = [Some(0.7), Some(1.0)];
            scene.need(&[(1, if is_even { far } else { near })]);
            scene.need(&[(2, if is_even { near } else { far })]);
            scene.situation.touched_by = toucher.map(player);
            scene.touch().decide().wait(0.05);
            switches += u32::from(scene.decision.switched().is_some());
        }
        switches
    };
    // If the player at the ball is unknown, each touch may be by another player. Rule 4 still keeps the human from
    // going back.
    assert_eq!(play(None), 1);
    assert_eq!(play(Some(5)), 1);
    // The human gets the dribbling player back once, after the dwell time.
    assert_eq!(play(Some(1)), 2);

    // A touch by another player counts.
    let mut scene = Scene::new(&[1], &[(1, None), (2, Some(9.0))]);
    scene.situation.touched_by = Some(player(1));
    scene.touch().ask(0, Some(1)).expect(0, 1, Asked);
    scene.wait(0.05).touch().expect(0, 1, Locked);
    scene.situation.touched_by = Some(player(5));
    scene.wait(0.05).touch().expect(0, 2, CannotReach);
}

/// The hash of a log left out its rules and the state before its first entry.
#[test]
fn logs_of_other_rules_had_equal_hashes() {
    let log = DecisionLog::new(&Control::new(ControlRules::default()).unwrap());
    let mut hashes = vec![log.hash()];
    let changes: [fn(&mut DecisionLog); 5] = [
        |log| log.rules.dwell_secs = 9.0,
        |log| log.rules.margin_secs = 0.4,
        |log| log.rules.lock_secs = None,
        |log| log.rules.blend_secs = 0.0,
        |log| {
            let mut scene = Scene::new(&[1], &[(1, Some(1.0))]);
            log.start = scene.decide().control.state().clone();
        },
    ];
    for change in changes {
        let mut other = log.clone();
        change(&mut other);
        hashes.push(other.hash());
    }
    assert_eq!(log.replay(), Ok(hashes[0]));
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), 6);
}

/// The only other player who can reach the ball is held by another human, so only the keeper is left.
#[test]
fn a_player_of_another_human_kept_the_keeper_in_goal() {
    let needs = [(1, None), (2, Some(3.0)), (3, None), (10, Some(0.5))];
    let mut scene = Scene::new(&[1, 2], &needs);
    scene.candidate(10).is_keeper = true;
    scene.expect(0, 10, CannotReach);
    // The human's own player is another player who can reach the ball, and so is a free player.
    let mut scene = Scene::new(&[1, 2], &needs);
    scene.candidate(10).is_keeper = true;
    scene.candidate(1).arrival = Arrival::At(8.0);
    scene.touch().expect(0, 1, NoCandidate);
    scene.candidate(1).arrival = Arrival::Never;
    scene.candidate(3).arrival = Arrival::At(8.0);
    scene.expect(0, 3, CannotReach);
}

/// The state of another match may have any player on the indicator.
#[test]
fn an_indicator_may_show_a_player_that_is_gone() {
    let mut scene = Scene::new(&[1], &[(1, Some(1.0)), (2, Some(0.2))]);
    scene.decide();
    let mut control = scene.control.clone();
    let mut decision = ControlDecision::default();
    let situation = ControlSituation {
        now_secs: 1.0,
        candidates: crate::scene::candidates(&[(1, Some(2.0)), (3, Some(1.2))]),
        requests: vec![ManualSwitch {
            human: scene.situation.humans[0].id,
            to: None,
        }],
        ..scene.situation.clone()
    };
    control.decide(&situation, &mut decision).unwrap();
    assert_eq!(decision.assignments[0].player, Some(player(3)));
}

/// The arrivals of a ball whose clock had been reset counted as now, so a player 30 m from the ball was chosen.
#[test]
fn arrivals_of_another_clock_counted_as_now() {
    let mut scene = Scene::new(&[1], &[(1, Some(3.1)), (2, Some(0.4))]);
    scene.situation.now_secs = 63.0;
    let text =
        "player 1: arrival: 3.1 is more than 1 s before now, 63; ball and control share one clock";
    assert_eq!(scene.try_decide().unwrap_err().to_string(), text);
}

/// A prediction made in slices did not yet show which player reaches the ball, and "not yet" counted as "never".
#[test]
fn an_unfinished_prediction_switched_for_cannot_reach() {
    let unknown = |scene: &mut Scene, number| {
        scene.candidate(number).arrival = Arrival::Unknown {
            not_before_secs: 0.0,
        };
    };
    let mut scene = Scene::new(&[1], &[(1, Some(2.0)), (2, Some(1.2)), (3, None)]);
    scene.decide().wait(1.0).touch();
    unknown(&mut scene, 1);
    scene.expect(0, 1, NotPredicted);
    // The human waits until the arrival is known, and the touch still counts then.
    for _ in 0..8 {
        scene.wait(0.05).expect(0, 1, NotPredicted);
    }
    scene.human(0).settings.mode = ControlMode::Assisted;
    scene.wait(0.05).need(&[(1, Some(2.0)), (2, Some(1.2))]);
    scene.expect(0, 2, Touched);
    // No human gets a player with an unknown arrival. The human does not get the keeper instead, either.
    let mut scene = Scene::new(&[1], &[(1, None), (2, None), (9, Some(0.5))]);
    scene.candidate(9).is_keeper = true;
    unknown(&mut scene, 2);
    scene.expect(0, 1, NoCandidate);
    scene.need(&[(2, Some(3.0))]).expect(0, 2, CannotReach);
}

/// A teammate with an arrival in 0.2 s lost to a player known to arrive in 8 s at the earliest.
#[test]
fn an_arrival_after_8_s_kept_the_human_from_one_in_a_moment() {
    let scene = |not_before_secs, need| {
        let mut scene = Scene::new(&[1], &[(1, None), (2, Some(need))]);
        scene.candidate(1).arrival = Arrival::Unknown { not_before_secs };
        scene.touch();
        scene
    };
    scene(8.0, 0.2).expect(0, 2, Touched);
    // Without a touch the human switches after the dwell time, or immediately for a gain of more than a second.
    let mut later = scene(8.0, 7.1);
    later.situation.is_touched = false;
    later.expect(0, 1, NotPredicted);
    later.need(&[(2, Some(6.9))]).expect(0, 2, Gain);
    // The gain counts from the earliest time at which the present player may arrive.
    scene(1.0, 0.81).expect(0, 1, NotPredicted);
    scene(1.0, 0.8).expect(0, 2, Touched);
    // The present player's other costs count too.
    let mut busy = scene(1.0, 0.81);
    busy.candidate(1).other_secs = 0.1;
    busy.expect(0, 2, Touched);
    // A player whose arrival is unknown is never chosen.
    let mut unknown = scene(0.1, 3.0);
    unknown.candidate(1).arrival = Arrival::At(3.0);
    unknown.candidate(2).arrival = Arrival::Unknown {
        not_before_secs: 0.1,
    };
    unknown.expect(0, 1, NoCandidate);
}

/// An opponent took the ball. The player that the human had left could reach it first, but the human did not get that player
/// back.
#[test]
fn never_back_ignored_touches_of_opponents() {
    let near = [(1, Some(0.5)), (2, Some(1.0))];
    let mut scene = Scene::new(&[1], &[(1, Some(2.0)), (2, Some(1.0))]);
    scene.touch().expect(0, 2, Touched);
    // A touch by a teammate or an unknown player changes nothing.
    scene.situation.candidates.push(ControlCandidate::new(
        player(3),
        TeamId::new(0),
        Arrival::Never,
    ));
    scene.situation.touched_by = Some(player(3));
    scene
        .wait(0.1)
        .need(&near)
        .touch()
        .expect(0, 2, WouldGoBack);
    scene.situation.touched_by = None;
    scene
        .wait(0.1)
        .need(&near)
        .touch()
        .expect(0, 2, WouldGoBack);
    // Players of a team without humans need not be candidates.
    scene.situation.touched_by = Some(player(21));
    scene.wait(0.1).need(&near).touch().expect(0, 1, Touched);

    // A touch by an opponent who is a candidate has the same effect.
    let mut scene = Scene::new(&[1], &[(1, Some(2.0)), (2, Some(1.0)), (12, Some(0.0))]);
    scene.candidate(12).team = TeamId::new(1);
    scene.touch().expect(0, 2, Touched);
    scene.situation.touched_by = Some(player(12));
    scene.wait(0.1).need(&near).touch().expect(0, 1, Touched);
}

/// A ball off the post came back to the player that the human had left. That player could take it 1.5 s before the new
/// player.
#[test]
fn never_back_ignored_a_large_gain() {
    let mut scene = Scene::new(&[1], &[(1, Some(2.0)), (2, Some(1.0))]);
    scene.touch().expect(0, 2, Touched);
    let near = [(1, Some(0.5)), (2, Some(1.5))];
    scene.wait(0.1).need(&near).expect(0, 2, WouldGoBack);
    scene.need(&[(2, Some(1.51))]).expect(0, 1, Gain);
}

/// The human kept a player who could not reach the ball at all, although the player that the human had left could reach
/// it in half a second.
#[test]
fn never_back_stranded_the_human_on_a_player_who_cannot_reach() {
    let mut scene = Scene::new(&[1], &[(1, Some(2.0)), (2, Some(1.0))]);
    scene.touch().expect(0, 2, Touched);
    scene.wait(0.2).need(&[(1, Some(0.5)), (2, None)]);
    scene.expect(0, 1, CannotReach);
}

/// The player that the human had left had the ball at its feet, but the human did not get that player back.
#[test]
fn never_back_ignored_touches_of_the_player_that_was_left() {
    let mut scene = Scene::new(&[1], &[(1, Some(2.0)), (2, Some(1.0))]);
    scene.situation.touched_by = Some(player(1));
    scene.touch().expect(0, 2, Touched);
    // In a dribble the player touches the ball again.
    let near = [(1, Some(0.1)), (2, Some(1.0))];
    scene.wait(0.4).need(&near).expect(0, 2, WouldGoBack);
    scene.wait(0.1).need(&near).touch().expect(0, 1, Gain);
}

/// Long after a switch, the human was still kept from the better player.
#[test]
fn never_back_lasted_until_the_next_touch() {
    let mut scene = Scene::new(&[1], &[(1, Some(2.0)), (2, Some(1.0))]);
    scene.touch().expect(0, 2, Touched);
    let near = [(1, Some(0.5)), (2, Some(1.5))];
    scene.wait(0.9).need(&near).expect(0, 2, WouldGoBack);
    scene.wait(0.1).need(&near).expect(0, 1, Gain);
    // A gain of more than a second is enough even if it is less than a fifth.
    let mut scene = Scene::new(&[1], &[(1, Some(8.0)), (2, Some(6.9))]);
    scene.touch().expect(0, 2, Touched);
}

/// The indicator stayed on a player a little better than the present one. The human did not get a third player who was
/// far better than both.
#[test]
fn an_indicator_kept_the_human_from_the_best_player() {
    let mut scene = Scene::new(&[1], &[(1, Some(5.5)), (2, Some(5.3)), (3, Some(6.0))]);
    scene.expect(0, 1, Margin);
    assert_eq!(scene.assignment(0).next, Some(player(2)));
    // The third player is 1.1 s before the present player and 0.9 s before the shown player. The margin is 1 s.
    let far = [(1, Some(5.5)), (2, Some(5.3)), (3, Some(4.4))];
    scene.wait(1.0).need(&far).expect(0, 3, Gain);
}
