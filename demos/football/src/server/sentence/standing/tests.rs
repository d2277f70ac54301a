//! What sentences say, and how long they are.

use super::*;

const TWO: Rival = Rival {
    number: 2,
    secs: 1.0,
    has_ball: false,
};

/// Red, alone, and at the ball in two seconds.
fn case() -> Case {
    Case {
        team: 0,
        own: Arrival::At(2.0),
        has_ball: false,
        is_target: false,
        came: ControlReason::Gain,
        last: ControlReason::Best,
        mate: None,
        keeper: None,
        foe: None,
    }
}

#[test]
fn a_sentence_says_who_is_first_and_why_control_stays() {
    let check = |case: Case, expected: &str| assert_eq!(case.sentence().text, expected);
    let sooner = Some(TWO);
    check(case(), "first of the Reds to the ball, in 2.0 s");
    let own = Arrival::At(0.0);
    check(Case { own, ..case() }, "first of the Reds at the ball");
    let has_ball = true;
    check(Case { has_ball, ..case() }, "has the ball");
    let foe = Some(Rival { has_ball, ..TWO });
    let pressed = Case { foe, ..case() };
    check(
        pressed,
        "first of the Reds to the ball, in 2.0 s; Blue 2 has it",
    );
    check(
        Case { own, ..pressed },
        "first of the Reds at the ball; Blue 2 has it",
    );
    let level = Some(Rival { secs: 2.0, ..TWO });
    let blue = Case {
        team: 1,
        mate: level,
        ..case()
    };
    check(blue, "first of the Blues to the ball, in 2.0 s");
    let mate = Some(Rival { secs: 1.8, ..TWO });
    check(
        Case { mate, ..case() },
        "no Red is much sooner, gets there in 2.0 s",
    );
    let mate = Some(Rival { has_ball, ..TWO });
    check(
        Case { mate, ..case() },
        "was best placed, gets there in 2.0 s; Red 2 has it",
    );
    let keeper = Some(Rival { number: 1, ..TWO });
    check(
        Case { keeper, ..case() },
        "first of the Reds but the keeper to the ball, in 2.0 s",
    );
    check(
        Case {
            foe: sooner,
            ..case()
        },
        "first of the Reds to the ball, in 2.0 s; Blue 2 in 1.0 s",
    );
    let late = Case {
        mate: sooner,
        last: ControlReason::Dwell,
        ..case()
    };
    check(
        late,
        "was best placed, gets there in 2.0 s; Red 2 in 1.0 s, but control just changed",
    );
    let asked = Case {
        came: ControlReason::Asked,
        last: ControlReason::Locked,
        ..late
    };
    check(
        asked,
        "you chose this one, gets there in 2.0 s; Red 2 in 1.0 s, but your choice holds",
    );
    let target = Case {
        is_target: true,
        ..late
    };
    assert!(target.sentence().text.starts_with("the pass is for this"));
    let never = Case {
        own: Arrival::Never,
        ..late
    };
    check(
        never,
        "was best placed, now out of reach; Red 2 in 1.0 s, but control just changed",
    );
    let nobody = Case {
        mate: None,
        ..never
    };
    check(nobody, "no Red can reach the ball");
    check(Case { keeper, ..nobody }, "only the keeper can reach it");
    let own = Arrival::Unknown;
    check(
        Case { own, ..case() },
        "where the ball goes is not known yet",
    );
}

#[test]
fn what_only_counts_down_has_one_key() {
    let (now, soon) = (
        Case {
            foe: Some(TWO),
            ..case()
        },
        Case {
            own: Arrival::At(1.9),
            foe: Some(Rival { secs: 0.9, ..TWO }),
            ..case()
        },
    );
    assert_ne!(now.sentence().text, soon.sentence().text);
    assert_eq!(now.sentence().key, soon.sentence().key);
    assert_ne!(case().sentence().key, now.sentence().key);
}

/// Whatever is the case, in a match of eleven and with times of two digits.
#[test]
fn no_sentence_is_longer_than_a_line() {
    use ControlReason as R;
    let reasons = [
        R::Given,
        R::NobodyFree,
        R::Asked,
        R::Refused,
        R::CannotReach,
        R::Touched,
        R::Gain,
        R::ManualMode,
        R::Locked,
        R::BallOnGround,
        R::NoCandidate,
        R::WouldGoBack,
        R::Best,
        R::Margin,
        R::NoTouch,
        R::Dwell,
        R::NotItsTurn,
        R::NotPredicted,
    ];
    let rivals = [0.0, 10.5, 12.0].map(|secs| {
        Some(Rival {
            number: 11,
            secs,
            has_ball: secs > 11.0,
        })
    });
    let rivals = [rivals[0], rivals[1], rivals[2], None];
    let owns = [Arrival::At(0.0), Arrival::At(12.0), Arrival::Never];
    let mut longest = String::new();
    for came in reasons {
        for last in reasons {
            for own in owns {
                for (mate, foe) in rivals.iter().flat_map(|a| rivals.map(|b| (*a, b))) {
                    let case = Case {
                        team: 1,
                        own,
                        has_ball: false,
                        came,
                        last,
                        mate,
                        foe,
                        keeper: foe,
                        is_target: last == R::Best,
                    };
                    let Sentence { text, .. } = case.sentence();
                    if text.len() > longest.len() {
                        longest = text;
                    }
                }
            }
        }
    }
    assert!(longest.len() <= MAX_CHARS, "{}: {longest}", longest.len());
}
