//! Why a human controls a footballer, in a sentence that is true in this frame: for a moment after a change why it changed, and then
//! why it stays.

mod standing;

use footwork::flight::ControlReason;

use crate::phase::Phase;
use crate::server::words;
use crate::switching::ControlChange;
use crate::view::{FootballerView, View};

/// A longer sentence leaves something out.
const MAX_CHARS: usize = 90;
/// So long after a change the sentence says why it changed, in seconds.
const CHANGE_SECS: f64 = 1.5;
/// Times are said in tenths of a second, so they are compared in tenths.
const PARTS: f64 = 10.0;

/// A sentence, and the same without its times: what stays the same from frame to frame while it only counts down.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sentence {
    pub(super) text: String,
    pub(super) key: String,
    /// Whom the human had before, if the sentence says why that changed.
    pub(super) was: Option<usize>,
}

/// Why a human controls this footballer.
pub(super) fn of(view: &View<'_>, human: usize, own: &FootballerView<'_>) -> Sentence {
    let change = view.control_change(human);
    let change = change.filter(|change| view.now_secs() - change.secs < CHANGE_SECS);
    let was = change.and_then(|change| change.from);
    let fact = |text: String| Sentence {
        key: text.clone(),
        text,
        was,
    };
    let why = change.and_then(|change| why_changed(view, &change, own));
    // What stands where times would, while nobody may go for the ball.
    let now = match (view.phase(), view.held_by()) {
        (Phase::Restart(restart), _) => {
            let words = words::at_restart(restart, own.who, own.team, view.is_to_kick(own.who));
            if restart.team == own.team {
                // It changed for that alone.
                return fact(words.to_owned());
            }
            let rank = match why.is_some() {
                true => String::new(),
                false => standing::rank(view, own),
            };
            Some(joined(&rank, words))
        }
        (Phase::Play, Some(keeper)) => Some(words::held(view, keeper, own).to_owned()),
        (Phase::Play, None) => None,
        _ => return fact("the ball is out of play".to_owned()),
    };
    match (why, now) {
        (None, None) => standing::sentence(view, human, own),
        (None, Some(now)) => fact(now),
        (Some(why), now) => {
            let now = now.or_else(|| has_ball(view, own));
            fact(joined(&why, &now.unwrap_or_default()))
        }
    }
}

/// Why it changed, in words that go on being true.
fn why_changed(
    view: &View<'_>,
    change: &ControlChange,
    own: &FootballerView<'_>,
) -> Option<String> {
    if change.reason == ControlReason::Asked {
        return Some("you chose this one".to_owned());
    }
    let before = view.footballers().nth(change.from?)?.number + 1;
    if change.reason == ControlReason::CannotReach {
        return Some(format!("{before} could not get to the ball any more"));
    }
    let is_touched = change.reason == ControlReason::Touched;
    let touch = if is_touched { "after this touch, " } else { "" };
    let sooner = change.sooner_secs.map(tenths).filter(|secs| *secs > 0.0);
    match sooner {
        _ if view.target() == Some(own.who) => Some("the pass is for this one".to_owned()),
        Some(secs) => Some(format!(
            "{touch}gets to the ball {secs:.1} s before {before}"
        )),
        None => Some(format!("{touch}better placed than {before}")),
    }
}

/// Who has the ball.
fn has_ball(view: &View<'_>, own: &FootballerView<'_>) -> Option<String> {
    let who = view.with_ball().filter(|who| *who != own.who)?;
    let other = view.footballers().nth(who)?;
    Some(format!("{} {} has it", team(other.team), other.number + 1))
}

/// Two parts of a sentence, or the first if both are too long.
fn joined(first: &str, second: &str) -> String {
    match (first, second) {
        ("", only) | (only, "") => only.to_owned(),
        _ => {
            let both = format!("{first}; {second}");
            match both.chars().count() <= MAX_CHARS {
                true => both,
                false => first.to_owned(),
            }
        }
    }
}

fn team(team: usize) -> &'static str {
    match team {
        0 => "Red",
        _ => "Blue",
    }
}

fn tenths(secs: f64) -> f64 {
    (secs.max(0.0) * PARTS).round() / PARTS
}

#[cfg(test)]
mod tests;
