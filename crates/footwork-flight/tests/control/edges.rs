//! Empty lists, busy players, and invalid input.

use footwork_flight::ControlReason::{
    Best, Given, NoCandidate, NobodyFree, Refused, Touched, WouldGoBack,
};
use footwork_flight::PlayerId;
use footwork_flight::{
    Arrival, Control, ControlCandidate, ControlError, ControlRules, HumanId, PlayerCondition,
    TeamId,
};

use crate::scene::{Scene, human, player};

#[test]
fn without_humans_there_are_no_assignments() {
    let mut scene = Scene::new(&[], &[(1, Some(1.0))]);
    scene.decide();
    assert!(scene.decision.assignments.is_empty());
    let mut scene = Scene::new(&[], &[]);
    assert!(scene.decide().decision.assignments.is_empty());
}

#[test]
fn without_candidates_a_human_has_no_player() {
    let mut scene = Scene::new(&[], &[]);
    scene.situation.humans.push(human(0, 0, None));
    scene.ask(0, None).decide();
    let assignment = scene.assignment(0);
    assert_eq!((assignment.player, assignment.next), (None, None));
    assert_eq!(assignment.reason, NobodyFree);
    // The human gets the first available player, even if that player cannot reach the ball.
    scene.situation.candidates = vec![ControlCandidate::new(
        player(5),
        TeamId::new(0),
        Arrival::Never,
    )];
    scene.expect(0, 5, Given);
    // The human keeps the only player.
    scene.expect(0, 5, NoCandidate);
    scene.ask(0, None).expect(0, 5, Refused);
    // If that player is gone, the human has no player.
    scene.situation.candidates.clear();
    scene.human(0).player = None;
    assert_eq!(scene.decide().assignment(0).player, None);
}

#[test]
fn joining_humans_are_given_one_player_each() {
    let needs = [(1, None), (2, Some(3.0)), (3, Some(1.0)), (9, Some(0.2))];
    let mut scene = Scene::new(&[], &needs);
    scene.candidate(9).is_keeper = true;
    for number in 0..5 {
        scene.situation.humans.push(human(number, 0, None));
    }
    scene.decide();
    let players = [0, 1, 2, 3, 4].map(|number| scene.assignment(number).player);
    let expected = [Some(3), Some(2), Some(1), Some(9), None];
    assert_eq!(players, expected.map(|of| of.map(PlayerId::new)));
}

#[test]
fn if_all_players_are_busy_the_first_to_arrive_is_chosen() {
    let mut scene = Scene::new(&[1], &[(1, Some(1.0)), (2, Some(1.0)), (3, Some(0.2))]);
    for (number, delay_secs) in [(1, 3.0), (2, 0.5), (3, 2.0)] {
        scene.candidate(number).condition = PlayerCondition::Busy { delay_secs };
    }
    scene.touch().expect(0, 2, Touched);
}

#[test]
fn an_arrival_that_has_passed_counts_as_now() {
    let mut scene = Scene::new(&[1], &[(1, Some(-0.5)), (2, Some(-0.9))]);
    scene.touch().expect(0, 1, Best);
    assert_eq!(scene.assignment(0).present.unwrap().total().secs(), 0.0);
}

#[test]
fn a_player_set_by_the_caller_is_kept() {
    let mut scene = Scene::new(&[1], &[(1, Some(0.2)), (2, Some(1.2))]);
    scene.decide().wait(2.0).human(0).player = Some(player(2));
    scene
        .need(&[(1, Some(0.2)), (2, Some(1.2))])
        .expect(0, 2, WouldGoBack);
    assert_eq!(scene.control.state().humans[0].since, scene.decision.now);
}

/// Each invalid situation is rejected and changes nothing.
#[test]
fn invalid_situations_are_rejected() {
    let check = |prepare: &dyn Fn(&mut Scene), expected: ControlError, text: &str| {
        let mut scene = Scene::new(&[1], &[(1, Some(1.0)), (2, None), (3, Some(0.1))]);
        scene.wait(1.0).decide();
        let (state, decision) = (scene.control.state().clone(), scene.decision.clone());
        prepare(&mut scene);
        let error = scene.try_decide().unwrap_err();
        // NaN is not equal to itself.
        assert_eq!(format!("{error:?}"), format!("{expected:?}"));
        assert_eq!(error.to_string(), text);
        assert_eq!(
            (scene.control.state(), &scene.decision),
            (&state, &decision)
        );
    };
    let (three, zero) = (player(3), HumanId::new(0));
    let unknown = || ControlError::UnknownPlayer {
        human: zero,
        player: player(8),
    };
    let number = |name, secs| ControlError::Number {
        player: three,
        name,
        secs,
    };
    let nan = f64::NAN;
    check(
        &|scene| scene.candidate(3).arrival = Arrival::At(nan),
        number("arrival", nan),
        "player 3: arrival: NaN is not within ±10000000 s",
    );
    check(
        &|scene| scene.candidate(3).other_secs = f64::INFINITY,
        number("other_secs", f64::INFINITY),
        "player 3: other_secs: inf is not within ±10000000 s",
    );
    check(
        &|scene| scene.candidate(3).arrival = Arrival::At(-0.5),
        ControlError::Past {
            player: three,
            arrival_secs: -0.5,
            now_secs: 1.0,
        },
        "player 3: arrival: -0.5 is more than 1 s before now, 1; ball and control share one clock",
    );
    for delay_secs in [nan, -1.0] {
        check(
            &|scene| scene.candidate(3).condition = PlayerCondition::Grounded { delay_secs },
            number("delay_secs", delay_secs),
            &format!("player 3: delay_secs: {delay_secs} is not within 0 to 10000000 s"),
        );
    }
    check(
        &|scene| scene.situation.now_secs = nan,
        ControlError::Now { secs: nan },
        "now_secs: NaN is not within ±10000000 s",
    );
    check(
        &|scene| scene.situation.now_secs = 0.5,
        ControlError::Backwards {
            secs: 0.5,
            last_secs: 1.0,
        },
        "now_secs: 0.5 is before the last decision, at 1",
    );
    check(
        &|scene| {
            let twin = ControlCandidate::new(three, TeamId::new(1), Arrival::Never);
            scene.situation.candidates.push(twin);
        },
        ControlError::PlayerTwice { player: three },
        "player 3 is a candidate twice",
    );
    check(
        &|scene| scene.situation.humans.push(human(0, 0, None)),
        ControlError::HumanTwice { human: zero },
        "human 0 is listed twice",
    );
    check(
        &|scene| scene.situation.humans.insert(0, human(7, 0, Some(1))),
        ControlError::HeldTwice {
            player: player(1),
            humans: [zero, HumanId::new(7)],
        },
        "player 1 is controlled by humans 0 and 7",
    );
    check(
        &|scene| scene.human(0).player = Some(player(8)),
        unknown(),
        "human 0: player 8 is not a candidate",
    );
    check(
        &|scene| {
            scene.ask(0, Some(8));
        },
        unknown(),
        "human 0: player 8 is not a candidate",
    );
    check(
        &|scene| scene.candidate(1).team = TeamId::new(1),
        ControlError::OtherTeam {
            human: zero,
            player: player(1),
        },
        "human 0: player 1 is of another team",
    );
    check(
        &|scene| {
            scene.ask(4, None);
        },
        ControlError::UnknownHuman {
            human: HumanId::new(4),
        },
        "human 4 requests a switch and is not listed",
    );
}

#[test]
fn rules_out_of_range_are_rejected() {
    let check = |change: fn(&mut ControlRules), text: &str| {
        let mut rules = ControlRules::default();
        change(&mut rules);
        assert_eq!(Control::new(rules).unwrap_err().to_string(), text);
    };
    check(
        |rules| rules.margin_fraction = 1.1,
        "margin_fraction: 1.1 is not from 0 to 1",
    );
    check(
        |rules| rules.dwell_secs = f64::NAN,
        "dwell_secs: NaN is not from 0 to 10000000",
    );
    check(
        |rules| rules.lock_secs = Some(-1.0),
        "lock_secs: -1 is not from 0 to 10000000",
    );
}
