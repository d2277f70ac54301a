//! Why control stays: when a footballer gets to the ball, who is sooner, and why control does not go there.

use footwork::flight::{Arrival, ControlReason};

use super::{MAX_CHARS, Sentence, team, tenths};
use crate::view::{FootballerView, View};

/// Who gets there with less between them are level, in seconds: less than any switch gains.
const LEVEL_SECS: f64 = 0.25;

/// Somebody and when they can take the ball, in seconds from now.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Rival {
    /// On the shirt.
    number: usize,
    secs: f64,
    /// Whether it takes the ball along.
    has_ball: bool,
}

/// What a sentence says.
#[derive(Clone, Copy, Debug)]
struct Case {
    team: usize,
    /// When it can take the ball, in seconds from now.
    own: Arrival,
    has_ball: bool,
    is_target: bool,
    /// Why control came to it, and why it is still there.
    came: ControlReason,
    last: ControlReason,
    /// The soonest of the team, without the keeper.
    mate: Option<Rival>,
    /// The keeper, unless it is controlled.
    keeper: Option<Rival>,
    /// Who of the other team has the ball, or is the soonest.
    foe: Option<Rival>,
}

/// Why a human controls this footballer while the ball is in play.
pub(super) fn sentence(view: &View<'_>, human: usize, own: &FootballerView<'_>) -> Sentence {
    let (Some(change), Some(last)) = (view.control_change(human), view.control_last(human)) else {
        return Sentence::default();
    };
    case(view, own, change.reason, last).sentence()
}

/// How soon it would be at the ball among its team.
pub(super) fn rank(view: &View<'_>, own: &FootballerView<'_>) -> String {
    let case = case(view, own, ControlReason::Best, ControlReason::Best);
    let (ours, _) = case.teams();
    match (case.own.secs(), case.mate) {
        (Some(own), Some(mate)) if mate.secs < own => "was nearest".to_owned(),
        (Some(_), _) => format!("first of the {ours}s to the ball"),
        (None, _) => String::new(),
    }
}

fn case(
    view: &View<'_>,
    own: &FootballerView<'_>,
    came: ControlReason,
    last: ControlReason,
) -> Case {
    let holder = view.with_ball();
    let soonest = |is_meant: &dyn Fn(&FootballerView<'_>) -> bool| {
        let meant = view.footballers().filter(is_meant);
        let rivals = meant.filter_map(|one| {
            Some(Rival {
                number: one.number + 1,
                secs: tenths(view.arrival(one.who).secs()?),
                has_ball: holder == Some(one.who),
            })
        });
        // Who has the ball counts, even if somebody else stands nearer to it.
        rivals.min_by(|a, b| {
            let order = b.has_ball.cmp(&a.has_ball);
            order.then(a.secs.total_cmp(&b.secs))
        })
    };
    let is_mate = |one: &FootballerView<'_>| one.team == own.team && one.who != own.who;
    Case {
        team: own.team,
        own: match view.arrival(own.who) {
            Arrival::At(secs) => Arrival::At(tenths(secs)),
            other => other,
        },
        has_ball: holder == Some(own.who),
        is_target: view.target() == Some(own.who),
        came,
        last,
        mate: soonest(&|one| is_mate(one) && one.number > 0),
        keeper: soonest(&|one| is_mate(one) && one.number == 0),
        foe: soonest(&|one| one.team != own.team),
    }
}

impl Case {
    fn sentence(&self) -> Sentence {
        let long = self.say(self.foe, &in_secs);
        let foe = self.foe.filter(|_| long.chars().count() <= MAX_CHARS);
        Sentence {
            text: self.say(foe, &in_secs),
            key: self.say(foe, &|_| String::new()),
            was: None,
            is_race: true,
        }
    }

    /// Of its own team and of the other.
    fn teams(&self) -> (&'static str, &'static str) {
        (team(self.team), team(1 - self.team))
    }

    fn say(&self, foe: Option<Rival>, time: &dyn Fn(f64) -> String) -> String {
        if self.has_ball {
            return "has the ball".to_owned();
        }
        if self.own == Arrival::Unknown {
            return "where the ball goes is not known yet".to_owned();
        }
        let (ours, theirs) = self.teams();
        // Who never gets there is later than anybody.
        let own = self.own.secs().unwrap_or(f64::INFINITY);
        let sooner = |rival: &Rival| rival.has_ball || rival.secs < own;
        let when = |rival: &Rival| match rival.has_ball {
            true => "has it".to_owned(),
            false => time(rival.secs),
        };
        // Two who run side by side change places from frame to frame.
        let is_level = |mate: &Rival| !mate.has_ball && mate.secs > own - LEVEL_SECS;
        let mate = self.mate.filter(sooner);
        let mut text = match (self.own.secs(), mate) {
            (None, Some(_)) => format!("{}, now out of reach", self.came()),
            (None, None) if self.keeper.is_some() => "only the keeper can reach it".to_owned(),
            (None, None) => format!("no {ours} can reach the ball"),
            (Some(own), Some(mate)) if is_level(&mate) => {
                format!("no {ours} is much sooner, gets there {}", time(own))
            }
            (Some(own), Some(_)) => format!("{}, gets there {}", self.came(), time(own)),
            (Some(own), None) => {
                let but = self.keeper.filter(sooner).map_or("", |_| " but the keeper");
                at_ball(&format!("first of the {ours}s{but}"), own, time)
            }
        };
        if let Some(foe) = foe.filter(sooner) {
            text += &format!("; {theirs} {} {}", foe.number, when(&foe));
        }
        if let Some(mate) = mate.filter(|mate| !is_level(mate)) {
            text += &format!(
                "; {ours} {} {}{}",
                mate.number,
                when(&mate),
                stays(self.last)
            );
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
        false => format!("{rank} at the ball"),
    }
}

/// Why control does not go to a teammate who is sooner.
fn stays(last: ControlReason) -> &'static str {
    match last {
        ControlReason::Margin => ", too little sooner to switch",
        ControlReason::WouldGoBack => ", but control just left it",
        ControlReason::Dwell => ", but control just changed",
        ControlReason::Locked | ControlReason::Asked => ", but your choice holds",
        ControlReason::ManualMode => ", but control changed twice",
        ControlReason::NoTouch => ", but nobody touched it",
        ControlReason::NotPredicted => ", but not for certain",
        ControlReason::BallOnGround => ", but only you switch",
        ControlReason::Refused => ", but is taken",
        ControlReason::NotItsTurn => ", but not both at once",
        ControlReason::NobodyFree
        | ControlReason::NoCandidate
        | ControlReason::Given
        | ControlReason::CannotReach
        | ControlReason::Touched
        | ControlReason::Gain
        | ControlReason::Best => "",
    }
}

#[cfg(test)]
mod tests;
