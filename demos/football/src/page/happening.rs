//! Events and decisions as JSON, for sounds and for the log.

use footwork::flight::{ControlReason, PlayerId};
use footwork_base::Id;
use serde::Serialize;

use crate::event::MatchEvent;
use crate::page::words;
use crate::pitch::Touched;
use crate::switching::LogEntry;
use crate::view::View;

/// An event of a frame, as the page receives it.
#[derive(Serialize)]
#[serde(
    tag = "what",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase"
)]
pub(super) enum Happening {
    Step {
        at: [f64; 3],
        ground: &'static str,
        hardness: f64,
    },
    Kick {
        at: [f64; 3],
        who: usize,
        how: &'static str,
        speed: f64,
    },
    Touch {
        at: [f64; 3],
        who: usize,
    },
    Bounce {
        at: [f64; 3],
        on: &'static str,
        speed: f64,
    },
    Tackle {
        at: [f64; 3],
        who: usize,
        on: usize,
        is_won: bool,
    },
    Save {
        at: [f64; 3],
        who: usize,
    },
    Goal {
        team: usize,
        by: Option<usize>,
    },
    Whistle,
}

/// The slowest audible bounce.
const HEARD_MPS: f64 = 0.6;

/// Returns the audible events of a frame.
pub(super) fn happenings(view: &View<'_>) -> Vec<Happening> {
    let ball = view.ball().position;
    let heard = view.events().iter().filter_map(|event| {
        Some(match event {
            MatchEvent::FootContact {
                position,
                ground,
                hardness,
                ..
            } => Happening::Step {
                at: *position,
                ground: ground.name(),
                hardness: *hardness,
            },
            MatchEvent::Kick {
                footballer,
                kind,
                position,
                speed_mps,
                ..
            } => Happening::Kick {
                at: *position,
                who: footballer.index(),
                how: kind.name(),
                speed: *speed_mps,
            },
            MatchEvent::Touch {
                footballer,
                position,
            } => Happening::Touch {
                at: *position,
                who: footballer.index(),
            },
            MatchEvent::Bounce {
                on,
                position,
                speed_mps,
            } if *speed_mps > HEARD_MPS => Happening::Bounce {
                at: *position,
                on: surface(*on),
                speed: *speed_mps,
            },
            MatchEvent::Tackle {
                footballer,
                on,
                is_won,
            } => Happening::Tackle {
                at: ball,
                who: footballer.index(),
                on: on.index(),
                is_won: *is_won,
            },
            MatchEvent::Save { footballer } => Happening::Save {
                at: ball,
                who: footballer.index(),
            },
            MatchEvent::Goal { team, by } => Happening::Goal {
                team: *team,
                by: by.map(Id::index),
            },
            MatchEvent::Whistle => Happening::Whistle,
            MatchEvent::Bounce { .. } | MatchEvent::Whiff { .. } => return None,
        })
    });
    heard.collect()
}

fn surface(touched: Touched) -> &'static str {
    match touched {
        Touched::Ground => "ground",
        Touched::Post => "post",
        Touched::Net => "net",
        Touched::Banner => "banner",
    }
}

/// Returns whether the log shows a decision. It leaves out decisions that only wait for the prediction.
pub(super) fn is_worth_telling(entry: &LogEntry) -> bool {
    entry.from != entry.to || entry.reason != ControlReason::NotPredicted
}

/// A decision about control, as a line of the log.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Line {
    at: f64,
    human: usize,
    what: String,
    reason: &'static str,
    is_switch: bool,
}

impl Line {
    pub(super) fn of(entry: &LogEntry, view: &View<'_>) -> Self {
        let name = |who: Option<PlayerId>| {
            let one = who.and_then(|who| view.footballer(who));
            one.map_or_else(|| "nobody".to_owned(), |one| (one.number + 1).to_string())
        };
        let what = if entry.from == entry.to {
            format!("stays {}", name(entry.to))
        } else {
            format!("{} → {}", name(entry.from), name(entry.to))
        };
        Self {
            at: entry.secs,
            human: entry.human.index(),
            what,
            reason: words::why(entry.reason),
            is_switch: entry.from != entry.to,
        }
    }
}
