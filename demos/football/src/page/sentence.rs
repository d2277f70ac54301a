//! Explains why a human controls a footballer, in a sentence that holds in this frame. Just after a change, the
//! sentence says why control changed; later, why it stays.

mod standing;

use footwork::flight::{Arrival, ControlReason, PlayerId};

use crate::page::words;
use crate::phase::{Phase, RestartKind};
use crate::setup::Seat;
use crate::switching::ControlChange;
use crate::view::{FootballerView, View};

/// The length above which a sentence leaves a part out.
const MAX_CHARS: usize = 90;
/// The time after a change during which the sentence explains it, in seconds.
const CHANGE_SECS: f64 = 1.5;

/// The sentence about control in a frame.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sentence {
    pub(super) text: String,
    /// The previous footballer of the human, if the sentence explains a change.
    pub(super) was: Option<PlayerId>,
    /// Whether there is a race for the ball. The reasons then change from moment to moment, so the page may show a
    /// sentence for longer, until it can be read.
    pub(super) is_race: bool,
}

/// Explains why a human controls this footballer.
pub(super) fn of(view: &View<'_>, human: Seat, own: &FootballerView<'_>) -> Sentence {
    let change = view.control_change(human);
    let change = change.filter(|change| view.now_secs() - change.secs < CHANGE_SECS);
    let changed = change.and_then(|change| why_changed(view, &change));
    let is_race = changed.is_none() && *view.phase() == Phase::Play && view.held_by().is_none();
    let why = changed.clone().unwrap_or_default();
    let text = match (view.phase(), view.held_by()) {
        (Phase::Restart(restart), _) => {
            let is_to_kick = view.is_to_kick(own.who);
            let words = words::at_restart(restart, own.who, own.team, is_to_kick);
            let is_kick_off = restart.kind == RestartKind::KickOff;
            match changed {
                // The restart itself explains the change.
                _ if restart.team == own.team => words.into_owned(),
                None if !is_kick_off => joined(&standing::rank(view, own), &words),
                _ => joined(&why, &words),
            }
        }
        (Phase::Play, Some(keeper)) => joined(&why, words::held(view, keeper, own)),
        (Phase::Play, None) => match (changed, standing::parts(view, human, own)) {
            (Some(why), _) => why,
            (None, Some(parts)) => joined(&parts.why, &parts.other_team),
            (None, None) => String::new(),
        },
        (Phase::Celebration { team: by, .. }, _) => {
            joined(&why, &format!("{} scored, so control stays", team(*by)))
        }
        (Phase::HalfTime { .. }, _) => joined(&why, "half-time, so control stays"),
        (Phase::Over, _) => joined(&why, "the match is over"),
    };
    Sentence {
        text,
        was: change.and_then(|change| change.from),
        is_race,
    }
}

/// Explains a change, in words that stay true later. `None` if neither the human's choice nor a pass explains it and
/// there is no previous footballer to compare the new one with.
fn why_changed(view: &View<'_>, change: &ControlChange) -> Option<String> {
    if change.reason == ControlReason::Asked {
        return Some("you chose this one".to_owned());
    }
    if change.is_pass {
        return Some("the pass is for this one".to_owned());
    }
    let before = view.footballer(change.from?)?;
    let (ours, number) = (team(before.team), before.number + 1);
    if change.touched_by == Some(change.to) {
        return Some("got the ball".to_owned());
    }
    let touched = change.touched_by.and_then(|by| view.footballer(by));
    let since = touched.map_or(String::new(), |by| {
        format!(", since {} played it", named(&by))
    });
    let ahead_secs = match change.arrivals {
        [Arrival::At(other), Arrival::At(own)] => Some(other - own).filter(|secs| *secs >= 0.1),
        _ => None,
    };
    let is_out_of_reach = change.arrivals[0] == Arrival::Never;
    let why = match (change.is_first, ahead_secs) {
        (true, Some(secs)) => {
            format!("first of the {ours}s to the ball, {secs:.1} s before {number}")
        }
        (true, None) if is_out_of_reach => {
            format!("first of the {ours}s to the ball, which is out of reach for {number}")
        }
        (false, Some(secs)) => format!("gets to the ball {secs:.1} s before {number}"),
        (_, None) => format!("better placed for the ball than {number}"),
    };
    Some(why + &since)
}

/// Joins two parts of a sentence, or returns the first if they are too long together.
fn joined(first: &str, second: &str) -> String {
    match (first, second) {
        ("", only) | (only, "") => only.to_owned(),
        _ => {
            let both = format!("{first}; {second}");
            if both.chars().count() <= MAX_CHARS {
                both
            } else {
                first.to_owned()
            }
        }
    }
}

/// Returns a name such as *Red 2* or *Blue's keeper*.
fn named(one: &FootballerView<'_>) -> String {
    let team = team(one.team);
    match one.number {
        0 => format!("{team}'s keeper"),
        number => format!("{team} {}", number + 1),
    }
}

fn team(team: usize) -> &'static str {
    match team {
        0 => "Red",
        _ => "Blue",
    }
}

#[cfg(test)]
mod tests;
