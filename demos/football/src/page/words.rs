//! Decisions about control in plain words, so that a first-time player knows which footballer they control, and why.

use std::borrow::Cow;

use footwork::flight::{ControlReason, PlayerId};

use crate::phase::{Restart, RestartKind};
use crate::view::{FootballerView, View};

/// Describes why a human controls a footballer, as the rest of a sentence.
pub(super) fn why(reason: ControlReason) -> &'static str {
    match reason {
        ControlReason::Given => "the best placed of your team when you joined",
        ControlReason::NobodyFree => "no footballer of your team is free",
        ControlReason::Asked => "you switched to this one",
        ControlReason::Refused => "your switch was refused: the other footballer is taken",
        ControlReason::CannotReach => "the previous footballer cannot reach the ball",
        ControlReason::Touched => "the ball was touched, and this one is now better placed",
        ControlReason::Gain => "better placed for the ball than the previous footballer",
        ControlReason::ManualMode => {
            "yours for now, because control changed twice since the last touch"
        }
        ControlReason::Locked => "your choice of this one holds for a while",
        ControlReason::BallOnGround => {
            "the ball is on the ground, so control switches only when you press the button"
        }
        ControlReason::NoCandidate => "no teammate can reach the ball",
        ControlReason::WouldGoBack => "control just left a better placed footballer",
        ControlReason::Best => "no teammate is better placed",
        ControlReason::Margin => "no teammate is much better placed",
        ControlReason::NoTouch => "control switches only when the ball is touched",
        ControlReason::Dwell => "you got this one only a moment ago",
        ControlReason::NotItsTurn => "the other player switches now",
        ControlReason::NotPredicted => "the path of the ball is not known yet",
    }
}

/// Describes what a footballer of a team can do at a restart. It replaces the reason for control, because those reasons
/// are about a ball in play. `is_to_kick` means that a button was pressed and the footballer is on its way to the start
/// of the kick.
pub(super) fn at_restart(
    restart: &Restart,
    who: PlayerId,
    team: usize,
    is_to_kick: bool,
) -> Cow<'static, str> {
    if restart.team != team {
        return Cow::Borrowed(match restart.kind {
            RestartKind::KickOff => "they kick off: stay in your half, control stays until they do",
            _ => "theirs to take, so keep three metres away",
        });
    }
    if restart.taker != who {
        return Cow::Borrowed("a teammate takes it");
    }
    let how = match (restart.ready_secs(), is_to_kick) {
        (Some(_), true) => return Cow::Borrowed("your kick comes: you get behind the ball for it"),
        (Some(_), false) => "aim as you would run, and pass, lob or shoot",
        (None, true) => "your kick comes as soon as the others are in place",
        (None, false) => "aim as you would run, and wait for the others",
    };
    Cow::Owned(format!("you take the {}: {how}", restart.kind.name()))
}

/// Describes whose keeper holds the ball.
pub(super) fn held(view: &View<'_>, keeper: PlayerId, own: &FootballerView<'_>) -> &'static str {
    let team = view.footballer(keeper).map(|one| one.team);
    match (keeper == own.who, team == Some(own.team)) {
        (true, _) => "you have the ball in your hands",
        (_, true) => "your keeper has the ball, so control stays",
        (_, false) => "their keeper has the ball, so control stays",
    }
}

/// Describes what made a motion matcher search for another pose.
pub(super) fn trigger(trigger: footwork::matching::Trigger) -> &'static str {
    use footwork::matching::Trigger;
    match trigger {
        Trigger::Due => "a search was due",
        Trigger::Input => "the direction changed",
        Trigger::Filter => "the query changed",
        Trigger::Forbidden => "the query forbids what played",
        Trigger::End => "the clip ended",
    }
}
