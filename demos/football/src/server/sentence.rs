//! Why a human controls a footballer, in a sentence that is true in this frame: when it gets to the ball, who is sooner, and why
//! control stays all the same.

use footwork::flight::{Arrival, ControlReason};

use crate::view::{FootballerView, View};

/// A longer sentence leaves out the opponent.
const MAX_CHARS: usize = 90;
/// Times are said in tenths of a second, so they are compared in tenths.
const PARTS: f64 = 10.0;

/// A sentence, and the same without its times: what stays the same from frame to frame while it only counts down.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sentence {
    pub(super) text: String,
    pub(super) key: String,
}

impl Sentence {
    pub(super) fn without_times(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            key: text.to_owned(),
        }
    }
}

/// Somebody and when they can take the ball, in seconds from now.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Rival {
    /// On the shirt.
    number: usize,
    secs: f64,
}

/// What a sentence says.
#[derive(Clone, Copy, Debug)]
struct Case {
    team: usize,
    /// When it can take the ball, in seconds from now.
    own: Arrival,
    is_target: bool,
    /// Why control came to it, and why it is still there.
    came: ControlReason,
    last: ControlReason,
    /// The soonest of the team, without the keeper.
    mate: Option<Rival>,
    /// The keeper, unless it is controlled.
    keeper: Option<Rival>,
    /// The soonest of the other team.
    foe: Option<Rival>,
}

/// Why a human controls this footballer while the ball is in play.
pub(super) fn of(view: &View<'_>, human: usize, own: &FootballerView<'_>) -> Sentence {
    let (Some(came), Some(last)) = (view.control_came(human), view.control_last(human)) else {
        return Sentence::default();
    };
    let soonest = |is_meant: &dyn Fn(&FootballerView<'_>) -> bool| {
        let meant = view.footballers().filter(is_meant);
        let rivals = meant.filter_map(|one| {
            Some(Rival {
                number: one.number + 1,
                secs: tenths(view.arrival(one.who).secs()?),
            })
        });
        rivals.min_by(|a, b| a.secs.total_cmp(&b.secs))
    };
    let is_mate = |one: &FootballerView<'_>| one.team == own.team && one.who != own.who;
    let case = Case {
        team: own.team,
        own: match view.arrival(own.who) {
            Arrival::At(secs) => Arrival::At(tenths(secs)),
            other => other,
        },
        is_target: view.target() == Some(own.who),
        came,
        last,
        mate: soonest(&|one| is_mate(one) && one.number > 0),
        keeper: soonest(&|one| is_mate(one) && one.number == 0),
        foe: soonest(&|one| one.team != own.team),
    };
    case.sentence()
}

fn tenths(secs: f64) -> f64 {
    (secs.max(0.0) * PARTS).round() / PARTS
}

impl Case {
    fn sentence(&self) -> Sentence {
        let long = self.say(self.foe, &in_secs);
        let foe = self.foe.filter(|_| long.chars().count() <= MAX_CHARS);
        Sentence {
            text: self.say(foe, &in_secs),
            key: self.say(foe, &|_| String::new()),
        }
    }

    fn say(&self, foe: Option<Rival>, time: &dyn Fn(f64) -> String) -> String {
        if self.own == Arrival::Unknown {
            return "where the ball goes is not known yet".to_owned();
        }
        let (ours, theirs) = match self.team {
            0 => ("Red", "Blue"),
            _ => ("Blue", "Red"),
        };
        // Who never gets there is later than anybody.
        let own = self.own.secs().unwrap_or(f64::INFINITY);
        let sooner = |rival: &Rival| rival.secs < own;
        let mate = self.mate.filter(sooner);
        let level = self.mate.filter(|mate| mate.secs <= own);
        let mut text = match (self.own.secs(), mate, level) {
            (None, Some(_), _) => format!("{}, now out of reach", self.came()),
            (None, None, _) if self.keeper.is_some() => "only the keeper can reach it".to_owned(),
            (None, None, _) => format!("no {ours} can reach the ball"),
            (Some(own), Some(_), _) => format!("{}, gets there {}", self.came(), time(own)),
            (Some(own), None, Some(level)) => {
                let rank = format!("level with {ours} {}", level.number);
                at_ball(&rank, own, time)
            }
            (Some(own), None, None) => {
                let but = self.keeper.filter(sooner).map_or("", |_| " but the keeper");
                at_ball(&format!("first of the {ours}s{but}"), own, time)
            }
        };
        if let Some(foe) = foe.filter(sooner) {
            text += &format!("; {theirs} {} {}", foe.number, time(foe.secs));
        }
        match (mate, self.last) {
            (Some(mate), last) => {
                let number = mate.number;
                text += &format!("; {ours} {number} {}, {}", time(mate.secs), stays(last));
            }
            (None, ControlReason::Margin) => text += "; nobody else is much sooner",
            (None, _) => {}
        }
        text
    }

    /// Why control came to somebody who is no longer first.
    fn came(&self) -> &'static str {
        match self.came {
            ControlReason::Asked | ControlReason::Refused => "you chose this one",
            _ if self.is_target => "the pass is for this one",
            _ => "was best placed",
        }
    }
}

fn in_secs(secs: f64) -> String {
    match secs > 0.0 {
        true => format!("in {secs:.1} s"),
        false => "now".to_owned(),
    }
}

fn at_ball(rank: &str, secs: f64, time: &dyn Fn(f64) -> String) -> String {
    match secs > 0.0 {
        true => format!("{rank} to the ball, {}", time(secs)),
        false => format!("{rank}, at the ball now"),
    }
}

/// Why control does not go to a teammate who is sooner.
fn stays(last: ControlReason) -> &'static str {
    match last {
        ControlReason::Margin => "but not much sooner",
        ControlReason::WouldGoBack => "but control just left it",
        ControlReason::Dwell => "but control just changed",
        ControlReason::Locked => "but your choice holds",
        ControlReason::ManualMode => "but yours for now",
        ControlReason::NoTouch => "but nobody touched it",
        ControlReason::NotPredicted => "but not for certain",
        ControlReason::BallOnGround => "but only you switch",
        ControlReason::NobodyFree | ControlReason::NoCandidate | ControlReason::Refused => {
            "but not free"
        }
        ControlReason::NotItsTurn => "but not both at once",
        ControlReason::Given
        | ControlReason::Asked
        | ControlReason::CannotReach
        | ControlReason::Touched
        | ControlReason::Gain
        | ControlReason::Best => "but worse placed",
    }
}

#[cfg(test)]
mod tests;
