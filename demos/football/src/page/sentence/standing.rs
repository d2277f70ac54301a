//! Explains why control stays: whether a footballer is the first of its team to the ball, and if not, which teammate is
//! sooner and why control does not go to that teammate.
//!
//! It states no times. They would count down in every frame, too fast to read while playing; an overlay draws them.

use footwork::flight::{Arrival, ControlReason};

use super::{named, team};
use crate::setup::Seat;
use crate::view::{FootballerView, View};

/// Arrivals closer than this count as equal, in seconds, because two footballers running side by side change order from
/// frame to frame. Control never switches for a smaller advantage.
const LEVEL_SECS: f64 = 0.25;

/// Another footballer, and when it can take the ball in seconds from now.
#[derive(Clone, Debug, PartialEq)]
struct Rival {
    /// A name such as *Red 2*.
    name: String,
    secs: f64,
    /// Whether it has the ball at its feet.
    has_ball: bool,
}

/// The facts of a sentence.
#[derive(Clone, Debug)]
struct Case {
    /// *Red* or *Blue*.
    team: &'static str,
    /// The time at which it can take the ball, in seconds from now.
    own: Arrival,
    has_ball: bool,
    is_target: bool,
    is_chosen: bool,
    /// Why control stayed the last time.
    last: ControlReason,
    /// The teammate, except the keeper, that has the ball or is the soonest.
    mate: Option<Rival>,
    /// The keeper, unless it is controlled.
    keeper: Option<Rival>,
    /// The opponent that has the ball or is the soonest.
    foe: Option<Rival>,
}

/// The two parts of the sentence while the ball is in play.
pub(super) struct Parts {
    /// Why a human controls this footballer.
    pub(super) why: String,
    /// What the other team does with the ball; empty if it arrives later.
    pub(super) other_team: String,
}

/// Explains why a human controls this footballer while the ball is in play, and what the other team does.
pub(super) fn parts(view: &View<'_>, human: Seat, own: &FootballerView<'_>) -> Option<Parts> {
    let last = view.control_last(human)?;
    let case = Case {
        is_chosen: view.is_chosen(human),
        last,
        ..case(view, own)
    };
    Some(Parts {
        why: case.why(),
        other_team: case.other_team(),
    })
}

/// Returns a phrase such as `first of the Reds to the ball`, or one that control stays for now, if a teammate is sooner
/// or the arrival is not known.
pub(super) fn rank(view: &View<'_>, own: &FootballerView<'_>) -> String {
    let case = case(view, own);
    match (case.own.secs(), &case.mate) {
        (Some(own), Some(mate)) if mate.secs < own => "control stays for now".to_owned(),
        (Some(_), _) => format!("first of the {}s to the ball", case.team),
        (None, _) => "control stays for now".to_owned(),
    }
}

fn case(view: &View<'_>, own: &FootballerView<'_>) -> Case {
    let holder = view.with_ball();
    let soonest = |is_meant: &dyn Fn(&FootballerView<'_>) -> bool| {
        let meant = view.footballers().filter(is_meant);
        let rivals = meant.filter_map(|one| {
            Some(Rival {
                secs: view.arrival(one.who).secs()?,
                has_ball: holder == Some(one.who),
                name: named(&one),
            })
        });
        // The footballer with the ball comes first, even if another is nearer to it.
        rivals.min_by(|a, b| {
            let order = b.has_ball.cmp(&a.has_ball);
            order.then(a.secs.total_cmp(&b.secs))
        })
    };
    let is_mate = |one: &FootballerView<'_>| one.team == own.team && one.who != own.who;
    Case {
        team: team(own.team),
        own: view.arrival(own.who),
        has_ball: holder == Some(own.who),
        is_target: view.target() == Some(own.who),
        is_chosen: false,
        last: ControlReason::Best,
        mate: soonest(&|one| is_mate(one) && one.number > 0),
        keeper: soonest(&|one| is_mate(one) && one.number == 0),
        foe: soonest(&|one| one.team != own.team),
    }
}

impl Case {
    /// Returns when it can take the ball, in seconds; infinity if never.
    fn own_secs(&self) -> f64 {
        self.own.secs().unwrap_or(f64::INFINITY)
    }

    fn is_unknown(&self) -> bool {
        matches!(self.own, Arrival::Unknown { .. })
    }

    fn why(&self) -> String {
        if self.has_ball {
            return "you have the ball".to_owned();
        }
        if self.is_chosen {
            return "you chose this one".to_owned();
        }
        if self.is_unknown() {
            return "the path of the ball is not known yet".to_owned();
        }
        let (team, own) = (self.team, self.own_secs());
        let sooner = |rival: &&Rival| rival.has_ball || rival.secs < own;
        let Some(mate) = self.mate.as_ref().filter(sooner) else {
            let keeper = self.keeper.as_ref().filter(sooner);
            return match (self.own.secs(), keeper) {
                (Some(_), None) => format!("first of the {team}s to the ball"),
                (Some(_), Some(_)) => {
                    format!("first of the {team}s to the ball, except the keeper")
                }
                (None, Some(_)) => "only your keeper can reach it".to_owned(),
                (None, None) => format!("no {team} can reach the ball"),
            };
        };
        let name = &mate.name;
        if self.is_target {
            return format!("the pass is for this one; {name} {}", mate.comes());
        }
        let is_level = mate.secs > own - LEVEL_SECS;
        match (
            mate.has_ball,
            is_level || self.last == ControlReason::Margin,
        ) {
            (true, true) => return format!("{name} has it, and you are as near"),
            (false, _) if is_level => {
                return format!("as near to the ball as {name}, so control stays");
            }
            _ => {}
        }
        format!("{name} {}, {}", mate.comes(), stays(self.last))
    }

    fn is_race(&self) -> bool {
        !self.has_ball && !self.is_unknown()
    }

    /// Describes what the other team does with the ball; empty if it arrives later.
    fn other_team(&self) -> String {
        let own = self.own_secs();
        match &self.foe {
            Some(foe) if self.is_race() && (foe.has_ball || foe.secs < own) => {
                format!("{} {}", foe.name, foe.comes())
            }
            _ => String::new(),
        }
    }
}

impl Rival {
    fn comes(&self) -> &'static str {
        if self.has_ball { "has it" } else { "is sooner" }
    }
}

/// Explains why control does not go to a teammate who is sooner.
fn stays(last: ControlReason) -> &'static str {
    match last {
        ControlReason::Margin => "but not by enough for a change",
        ControlReason::WouldGoBack => "but control just left it",
        ControlReason::Dwell => "but control just changed",
        ControlReason::Locked | ControlReason::Asked => "but your choice holds",
        ControlReason::ManualMode => "but control changed twice since the last touch",
        ControlReason::NoTouch => "but the ball has not been touched since",
        ControlReason::NotPredicted => "but not for certain",
        ControlReason::BallOnGround => "but control switches only when you press the button",
        ControlReason::Refused | ControlReason::NobodyFree | ControlReason::NoCandidate => {
            "but is not free"
        }
        ControlReason::NotItsTurn => "but both cannot change at once",
        ControlReason::Given
        | ControlReason::CannotReach
        | ControlReason::Touched
        | ControlReason::Gain
        | ControlReason::Best => "but this one was best placed",
    }
}

#[cfg(test)]
mod tests;
