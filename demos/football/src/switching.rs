//! The footballer that each human controls: decisions of `footwork-flight`, and their log.

use footwork::flight::{
    Arrival, Control, ControlCandidate, ControlDecision, ControlMode, ControlReason, ControlRules,
    ControlSettings, ControlSituation, ControlState, Human, HumanId, ManualSwitch, PlayerCondition,
    PlayerId,
};
use footwork_base::Id;

use crate::field::Field;
use crate::outlook::team_id;
use crate::phase::{Phase, RestartKind, RestartStage};
use crate::setup::{Inputs, Seat};

/// The maximum number of logged decisions. The log keeps those that changed something or gave a new reason.
const MAX_LOG: usize = 64;

/// The time for which a human keeps a footballer that can still reach the ball, unless another footballer touches it.
const KEEPS_SECS: f64 = 2.5;
/// The smallest gain in arrival time for which control switches. With the library's 0.15 s, a dribble past three footballers
/// changes control three times.
const GAINS_SECS: f64 = 0.5;

/// The time for which a manual choice is kept. The library keeps it for two seconds or until the next touch, and a
/// dribble has a touch per second.
const CHOICE_SECS: f64 = 4.0;

/// A change younger than this counts as not yet noticed by the human.
const REACTS_SECS: f64 = 0.25;

/// The maximum number of automatic switches of a human between two touches.
const MAX_SWITCHES: u32 = 2;

/// A decision of the log.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LogEntry {
    /// The time of the decision on the clock of the match, which counts seconds in play.
    pub secs: f64,
    /// The human.
    pub human: Seat,
    /// The previous footballer.
    pub from: Option<PlayerId>,
    /// The new footballer.
    pub to: Option<PlayerId>,
    /// The next candidate.
    pub next: Option<PlayerId>,
    /// The reason.
    pub reason: ControlReason,
}

/// A change of the footballer that a human controls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ControlChange {
    /// The time of the change, on the clock of the ball.
    pub secs: f64,
    /// The previous footballer.
    pub from: Option<PlayerId>,
    /// The new footballer.
    pub to: PlayerId,
    /// The reason.
    pub reason: ControlReason,
    /// The times at which the previous and the new footballer could take the ball, on the clock of the ball.
    pub arrivals: [Arrival; 2],
    /// The footballer whose touch allowed it, if one did.
    pub touched_by: Option<PlayerId>,
    /// Whether the ball was passed to the new footballer.
    pub is_pass: bool,
    /// Whether no teammate, except perhaps the keeper, could take the ball sooner.
    pub is_first: bool,
}

/// The numbers of automatic switches and of the touches that could cause one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ControlCounts {
    /// Automatic switches so far.
    pub switches: u32,
    /// Touches by a footballer that was not the last to touch the ball.
    pub touches: u32,
}

/// The assignment of footballers to humans.
#[derive(Clone, Debug)]
pub(crate) struct Switching {
    control: Control,
    situation: ControlSituation,
    decision: ControlDecision,
    log: Vec<LogEntry>,
    /// How each human got its current footballer.
    changes: [Option<ControlChange>; 2],
    counts: ControlCounts,
    last_by: Option<PlayerId>,
    /// The automatic switches of each human since the ball was last touched or put on a spot.
    since_news: [u32; 2],
    /// The maximum of `since_news` so far.
    most_by_news: u32,
    was_placed: bool,
    /// Whether each human held the switch button in the previous frame.
    is_down: [bool; 2],
}

impl Switching {
    pub(crate) fn new(humans: u8) -> Option<Self> {
        let mut situation = ControlSituation::default();
        for human in Seat::ALL.into_iter().take(usize::from(humans)) {
            situation.humans.push(Human {
                id: HumanId::new(human.number()),
                team: team_id(human.team()),
                player: None,
                settings: ControlSettings::default(),
            });
        }
        let rules = ControlRules {
            margin_secs: GAINS_SECS,
            dwell_secs: KEEPS_SECS,
            ..ControlRules::default()
        };
        Some(Self {
            control: Control::new(rules).ok()?,
            situation,
            decision: ControlDecision::default(),
            log: Vec::new(),
            changes: [None; 2],
            counts: ControlCounts::default(),
            last_by: None,
            since_news: [0; 2],
            most_by_news: 0,
            was_placed: false,
            is_down: [false; 2],
        })
    }

    /// Returns the human that controls a footballer, if one does.
    pub(crate) fn human(&self, who: PlayerId) -> Option<Seat> {
        let mut seats = Seat::ALL.into_iter().zip(&self.situation.humans);
        let (seat, _) = seats.find(|(_, human)| human.player == Some(who))?;
        Some(seat)
    }

    /// Returns the footballer that the next switch of a human would go to.
    pub(crate) fn next(&self, human: Seat) -> Option<PlayerId> {
        let human = self.situation.humans.get(human.index())?;
        let assignment = self.decision.assignment(human.id)?;
        assignment.next
    }

    /// Returns how a human got its current footballer.
    pub(crate) fn change(&self, human: Seat) -> Option<ControlChange> {
        self.changes.get(human.index()).copied().flatten()
    }

    /// Returns whether a human's manual choice still counts. It counts in play for [`CHOICE_SECS`], unless a teammate
    /// of the chosen footballer has touched the ball since, or the chosen footballer has passed it.
    pub(crate) fn is_chosen(&self, field: &Field, human: Seat) -> bool {
        let Some(change) = self.change(human) else {
            return false;
        };
        let is_asked = change.reason == ControlReason::Asked;
        let is_fresh = field.now_secs() - change.secs < CHOICE_SECS;
        let is_mates = field.last_touch.is_some_and(|touch| {
            let is_own = change.to == touch.who && touch.target.is_none();
            touch.secs > change.secs && field.team(touch.who) == field.team(change.to) && !is_own
        });
        is_asked && is_fresh && !is_mates && field.phase == Phase::Play
    }

    /// Returns why control stayed or changed in the last decision.
    pub(crate) fn last(&self, human: Seat) -> Option<ControlReason> {
        let human = self.situation.humans.get(human.index())?;
        let assignment = self.decision.assignment(human.id)?;
        Some(assignment.reason)
    }

    pub(crate) fn log(&self) -> &[LogEntry] {
        &self.log
    }

    /// Returns the numbers of automatic switches and of touches.
    pub(crate) fn counts(&self) -> ControlCounts {
        self.counts
    }

    /// Returns the maximum number of automatic switches of a human between two touches, or between a touch and a ball
    /// put on a spot.
    pub(crate) fn most_by_news(&self) -> u32 {
        self.most_by_news
    }

    /// Returns the state that later decisions depend on, except for the last touch.
    pub(crate) fn state(&self) -> &ControlState {
        self.control.state()
    }

    /// Returns the footballer that last touched the ball.
    pub(crate) fn last_by(&self) -> Option<PlayerId> {
        self.last_by
    }

    /// Returns, by human, the automatic switches since the ball was last touched or put on a spot.
    pub(crate) fn since_news(&self) -> [u32; 2] {
        self.since_news
    }

    /// Returns whether the ball was on a spot in the previous frame.
    pub(crate) fn was_placed(&self) -> bool {
        self.was_placed
    }

    /// Returns, by human, whether the switch button was held in the previous frame.
    pub(crate) fn is_down(&self) -> [bool; 2] {
        self.is_down
    }

    /// Decides for all humans.
    pub(crate) fn decide(&mut self, field: &Field, inputs: &Inputs) {
        if let Some(by) = field.touched_now
            && self.last_by != Some(by)
        {
            self.counts.touches += 1;
            self.last_by = Some(by);
        }
        let stage = field.phase.restart().map(|restart| restart.stage);
        let is_placed = stage.is_some_and(|stage| stage != RestartStage::Out);
        if field.touched_now.is_some() || is_placed && !self.was_placed {
            self.since_news = [0; 2];
        }
        self.was_placed = is_placed;
        if self.situation.humans.is_empty() {
            return;
        }
        self.look(field, inputs);
        if self
            .control
            .decide(&self.situation, &mut self.decision)
            .is_err()
        {
            return;
        }
        for (seat, human) in Seat::ALL.into_iter().zip(&mut self.situation.humans) {
            let place = seat.index();
            let Some(assignment) = self.decision.assignment(human.id) else {
                continue;
            };
            human.player = assignment.player;
            if assignment.from != assignment.player
                && let Some(change) = self.changes.get_mut(place)
            {
                let arrival =
                    |id: Option<PlayerId>| id.map_or(field.unknown(), |id| field.arrival(id));
                let is_touched = assignment.reason == ControlReason::Touched;
                let target = field.last_touch.and_then(|touch| touch.target);
                *change = assignment.player.map(|player| ControlChange {
                    secs: field.now_secs(),
                    from: assignment.from,
                    to: player,
                    reason: assignment.reason,
                    arrivals: [assignment.from, assignment.player].map(arrival),
                    touched_by: self.last_by.filter(|_| is_touched),
                    is_pass: target == Some(player),
                    is_first: is_first(field, player),
                });
            }
            if assignment.is_switch() && assignment.reason.is_automatic_switch() {
                self.counts.switches += 1;
                self.since_news[place] += 1;
                self.most_by_news = self.most_by_news.max(self.since_news[place]);
            }
            let last = self.log.iter().rev().find(|entry| entry.human == seat);
            let is_new = last.is_none_or(|last| last.reason != assignment.reason);
            if is_new || assignment.is_switch() {
                if self.log.len() == MAX_LOG {
                    self.log.remove(0);
                }
                self.log.push(LogEntry {
                    secs: field.clock_secs(),
                    human: seat,
                    from: assignment.from,
                    to: assignment.player,
                    next: assignment.next,
                    reason: assignment.reason,
                });
            }
        }
    }

    /// Updates the situation from the field and the inputs.
    fn look(&mut self, field: &Field, inputs: &Inputs) {
        let chosen = Seat::ALL.map(|human| self.is_chosen(field, human));
        let situation = &mut self.situation;
        let now_secs = field.now_secs();
        situation.now_secs = now_secs;
        situation.is_touched = field.touched_now.is_some();
        situation.touched_by = field.touched_now;
        situation.is_in_air = field.ball.state().ground.is_none();
        situation.candidates.clear();
        let restart = field.phase.restart();
        let target = field.last_touch.and_then(|touch| touch.target);
        let is_dribbled = field.is_dribbled();
        for found in field.outlook.all_found() {
            let who = found.player;
            let footballer = &field.footballers[who];
            let team = footballer.team;
            let mut candidate = if is_dribbled {
                ControlCandidate::new(who, team_id(team), field.arrival(who))
            } else {
                let choice = field.outlook.choice(team);
                ControlCandidate::from_search(team_id(team), found, choice)
            };
            if candidate.arrival == Arrival::Never {
                // A footballer that cannot intercept the ball still arrives at the end of its predicted path. Without
                // this time, a long kick that no one can intercept would pass control to the nearest footballer.
                candidate.arrival = Arrival::At(field.runs_after(who));
            }
            candidate.is_keeper = footballer.is_keeper();
            candidate.is_pass_target = target == Some(who);
            candidate.condition = PlayerCondition::Free;
            let is_of = restart.filter(|restart| restart.team == team);
            if is_of.is_some_and(|restart| restart.taker != who) {
                // Only the taker of this team may play the ball. The other team keeps its arrivals, to defend.
                candidate.arrival = Arrival::Never;
            }
            situation.candidates.push(candidate);
        }
        let humans = Seat::ALL.into_iter().zip(&mut situation.humans);
        for ((seat, human), since_news) in humans.zip(self.since_news) {
            let is_helped =
                is_helped(field, seat.team()) && since_news < MAX_SWITCHES && !chosen[seat.index()];
            human.settings.mode = if is_helped {
                ControlMode::Automatic
            } else {
                ControlMode::Manual
            };
        }
        situation.requests.clear();
        let humans = situation.humans.iter().zip(&inputs.humans);
        let states = self.changes.iter().zip(&mut self.is_down);
        for ((human, input), (change, is_down)) in humans.zip(states) {
            let goes_down = input.switch && !*is_down;
            *is_down = input.switch;
            // A press just after an automatic change is ignored, because the human has not noticed the change yet.
            let is_unseen = change.is_some_and(|change| {
                change.reason != ControlReason::Asked && now_secs - change.secs < REACTS_SECS
            });
            if goes_down && !is_unseen {
                situation.requests.push(ManualSwitch {
                    human: human.id,
                    to: None,
                });
            }
        }
    }
}

/// Returns whether a team can go for the ball. In play it can, unless a keeper holds the ball. It always can at its
/// own restarts. At the other team's restarts it can once the ball is on the spot, except at a kick-off.
fn is_helped(field: &Field, team: usize) -> bool {
    match &field.phase {
        Phase::Play => field.held.is_none(),
        Phase::Restart(restart) if restart.team == team => true,
        Phase::Restart(restart) => {
            restart.kind != RestartKind::KickOff && restart.stage != RestartStage::Out
        }
        _ => false,
    }
}

/// Returns whether no teammate, except perhaps the keeper, can take the ball sooner.
fn is_first(field: &Field, who: PlayerId) -> bool {
    let secs = |who: PlayerId| field.arrival(who).secs().unwrap_or(f64::INFINITY);
    let mut mates = field.of_team(field.team(who));
    mates.all(|mate| field.footballers[mate].is_keeper() || secs(mate) >= secs(who))
}
