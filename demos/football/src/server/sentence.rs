//! Why a human controls a footballer, in a sentence that is true in this frame: for a moment after a change why it changed, and then
//! why it stays.

mod standing;

use footwork::flight::{Arrival, ControlReason};

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
    /// Whether everybody runs for the ball: then what is true changes from moment to moment, and may be held to be read.
    pub(super) is_race: bool,
}

/// Why a human controls this footballer.
pub(super) fn of(view: &View<'_>, human: usize, own: &FootballerView<'_>) -> Sentence {
    let change = view.control_change(human);
    let change = change.filter(|change| view.now_secs() - change.secs < CHANGE_SECS);
    let why = change.and_then(|change| why_changed(view, &change));
    let text = match (view.phase(), view.held_by()) {
        (Phase::Restart(restart), _) => {
            let is_to_kick = view.is_to_kick(own.who);
            let words = words::at_restart(restart, own.who, own.team, is_to_kick);
            match why {
                // It changed for that alone.
                _ if restart.team == own.team => words.to_owned(),
                Some(why) => joined(&why, words),
                None => joined(&standing::rank(view, own), words),
            }
        }
        (Phase::Play, Some(keeper)) => {
            joined(&why.unwrap_or_default(), words::held(view, keeper, own))
        }
        (Phase::Play, None) => match why {
            Some(why) => why,
            None => return standing::sentence(view, human, own),
        },
        _ => joined(&why.unwrap_or_default(), "the ball is out of play"),
    };
    Sentence {
        key: text.clone(),
        text,
        was: change.and_then(|change| change.from),
        is_race: false,
    }
}

/// Why it changed, in words that go on being true.
fn why_changed(view: &View<'_>, change: &ControlChange) -> Option<String> {
    if change.reason == ControlReason::Asked {
        return Some("you chose this one".to_owned());
    }
    if change.is_pass {
        return Some("the pass is for this one".to_owned());
    }
    let named = |who: usize| {
        let one = view.footballers().nth(who)?;
        Some(format!("{} {}", team(one.team), one.number + 1))
    };
    let before = view.footballers().nth(change.from?)?.number + 1;
    let touched = change.touched_by.and_then(named);
    let since = touched.map_or(String::new(), |by| format!(", since {by} played it"));
    let why = match change.arrivals {
        [Arrival::At(other), Arrival::At(own)] if tenths(other - own) > 0.0 => {
            format!(
                "gets to the ball {:.1} s before {before}",
                tenths(other - own)
            )
        }
        [Arrival::Never, Arrival::At(_)] => format!("can get to the ball, {before} cannot"),
        _ => format!("better placed for the ball than {before}"),
    };
    Some(why + &since)
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
