//! The wording of sentences.

use super::*;

fn rival(name: &str, secs: f64, has_ball: bool) -> Option<Rival> {
    let name = name.to_owned();
    Some(Rival {
        name,
        secs,
        has_ball,
    })
}

/// A red footballer without rivals, which reaches the ball in two seconds.
fn case() -> Case {
    Case {
        team: "Red",
        own: Arrival::At(2.0),
        has_ball: false,
        is_target: false,
        is_chosen: false,
        last: ControlReason::Best,
        mate: None,
        keeper: None,
        foe: None,
    }
}

#[test]
fn a_sentence_says_who_is_first_and_why_control_stays() {
    let check = |case: Case, expected: &str| assert_eq!(case.why(), expected);
    check(case(), "first of the Reds to the ball");
    let has_ball = true;
    check(Case { has_ball, ..case() }, "you have the ball");
    let keeper = || rival("Red's keeper", 1.0, false);
    let beside_keeper = Case {
        keeper: keeper(),
        ..case()
    };
    check(
        beside_keeper,
        "first of the Reds to the ball, except the keeper",
    );
    let level = Case {
        mate: rival("Red 2", 1.8, false),
        ..case()
    };
    check(level, "as near to the ball as Red 2, so control stays");
    let late = || Case {
        mate: rival("Red 2", 1.0, false),
        last: ControlReason::Dwell,
        ..case()
    };
    check(late(), "Red 2 is sooner, but control just changed");
    let is_chosen = true;
    check(
        Case {
            is_chosen,
            ..late()
        },
        "you chose this one",
    );
    let is_target = true;
    check(
        Case {
            is_target,
            ..late()
        },
        "the pass is for this one; Red 2 is sooner",
    );
    let theirs = Case {
        mate: rival("Red 2", 2.5, true),
        last: ControlReason::Margin,
        ..case()
    };
    check(theirs, "Red 2 has it, and you are as near");
    let own = Arrival::Never;
    check(
        Case { own, ..late() },
        "Red 2 is sooner, but control just changed",
    );
    check(Case { own, ..case() }, "no Red can reach the ball");
    let only_keeper = Case {
        own,
        keeper: keeper(),
        ..case()
    };
    check(only_keeper, "only your keeper can reach it");
    let own = Arrival::Unknown {
        not_before_secs: 1.0,
    };
    check(
        Case { own, ..case() },
        "the path of the ball is not known yet",
    );
}

#[test]
fn a_sentence_names_the_opponent_who_has_the_ball_or_is_sooner() {
    let check = |secs, has_ball, expected: &str| {
        let foe = rival("Blue 4", secs, has_ball);
        assert_eq!(Case { foe, ..case() }.other_team(), expected);
    };
    check(1.0, false, "Blue 4 is sooner");
    check(2.5, true, "Blue 4 has it");
    check(2.5, false, "");
}
