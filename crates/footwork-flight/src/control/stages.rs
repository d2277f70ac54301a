//! The stages of a decision: players for humans without one, then requested switches, then at most one switch by the
//! rules, then indicators.
//!
//! The order matters. Requests come before the rules, so that a human's request overrides the rules and uses up the one
//! switch of the decision (rule 8). Indicators come last, because they show where the next switch will go.

use crate::control::decision::{Assignment, ControlDecision, ControlReason, ScoredCandidate};
use crate::control::greedy::assign;
use crate::control::judge::Judge;
use crate::control::micros::Micros;
use crate::control::rules::Ticks;
use crate::control::state::{ControlState, SwitchLock, SwitchRequest};
use crate::control::stick::StickBlend;
use crate::control::table::{Row, Table};

/// The data that the stages work on. The humans of `table` and `state` and the assignments of the decision are in the
/// same order. A seat is an index into them.
pub(super) struct Stages<'a> {
    pub(super) table: &'a mut Table,
    pub(super) state: &'a mut ControlState,
    pub(super) ticks: &'a Ticks,
    pub(super) pairs: &'a mut Vec<Option<usize>>,
    /// For each seat, whether its assignment is final.
    pub(super) settled: &'a mut Vec<bool>,
    /// For each seat, the reason for which the rules may switch its human.
    pub(super) ready: &'a mut Vec<Option<ControlReason>>,
    /// For each seat, whether its indicator stays.
    pub(super) stays: &'a mut Vec<bool>,
    pub(super) decision: &'a mut ControlDecision,
}

impl Stages<'_> {
    pub(super) fn run(&mut self) {
        self.open();
        self.give();
        let has_switched = self.honour_requests();
        self.switch(has_switched);
        let mut seats = 0..self.settled.len();
        if self.state.touched_at.is_some() && seats.any(|seat| self.judge().is_waiting(seat)) {
            self.state.awaited_at = Some(self.table.now);
        }
        self.indicate();
    }

    fn judge(&self) -> Judge<'_> {
        Judge {
            table: self.table,
            state: self.state,
            ticks: self.ticks,
        }
    }

    fn open(&mut self) {
        self.settled.clear();
        self.settled.resize(self.state.humans.len(), false);
        self.decision.now = self.table.now;
        self.decision.assignments.clear();
        for state in &self.state.humans {
            self.decision.assignments.push(Assignment {
                human: state.id,
                from: state.player,
                player: state.player,
                reason: ControlReason::NobodyFree,
                present: self.table.score(state.player),
                best: None,
                next: None,
                stick: StickBlend::default(),
            });
        }
    }

    fn settle(&mut self, seat: usize, reason: ControlReason, best: Option<ScoredCandidate>) {
        self.settled[seat] = true;
        let assignment = &mut self.decision.assignments[seat];
        assignment.reason = reason;
        assignment.best = best;
    }

    /// Gives a human the player of a row, and releases its previous player.
    fn take(&mut self, seat: usize, place: usize, reason: ControlReason) {
        let state = &mut self.state.humans[seat];
        if let Some(old) = state.player.and_then(|player| self.table.place(player)) {
            self.table.rows[old].is_held = false;
        }
        let row = &mut self.table.rows[place];
        row.is_held = true;
        let row = *row;
        state.take(Some(row.player), self.table.now);
        self.decision.assignments[seat].player = state.player;
        self.settle(seat, reason, Some(scored(&row)));
    }

    /// Gives players to humans without one: first the requested player if that player is free, then the best free
    /// player.
    fn give(&mut self) {
        let seats = self.settled.len();
        for _ in 0..seats {
            let Some((request, seat)) = self.oldest(|stages, seat, request| {
                let has_none = stages.state.humans[seat].player.is_none();
                has_none && request.to.is_some() && stages.asked(seat, request).is_some()
            }) else {
                break;
            };
            self.state.humans[seat].request = None;
            self.honour(seat, &request);
        }
        let judge = Judge {
            table: self.table,
            state: self.state,
            ticks: self.ticks,
        };
        let rows = self.table.rows.len();
        assign(seats, rows, self.pairs, |seat, place| {
            let has_none = judge.state.humans[seat].player.is_none();
            judge
                .rank(seat, &judge.table.rows[place])
                .filter(|_| has_none)
        });
        for seat in 0..seats {
            let state = &mut self.state.humans[seat];
            if state.player.is_some() {
                continue;
            }
            // A request for any player is now fulfilled. A request for a specific player waits.
            state.request = state.request.filter(|request| request.to.is_some());
            match self.pairs[seat] {
                Some(place) => self.take(seat, place, ControlReason::Given),
                None => self.settle(seat, ControlReason::NobodyFree, None),
            }
        }
    }

    /// Returns the oldest request that `pick` accepts, with the seat of its human; `None` if there is none.
    fn oldest(
        &self,
        pick: impl Fn(&Self, usize, &SwitchRequest) -> bool,
    ) -> Option<(SwitchRequest, usize)> {
        let humans = self.state.humans.iter().enumerate();
        let waiting = humans.filter_map(|(seat, state)| Some((state.request?, seat)));
        let these = waiting.filter(|(request, seat)| pick(self, *seat, request));
        these.min_by_key(|(request, seat)| (request.at, *seat))
    }

    /// Honours requests, the oldest first, until a request leads to a switch. Returns whether there was a switch.
    fn honour_requests(&mut self) -> bool {
        for _ in 0..self.settled.len() {
            let is_open = |stages: &Self, seat: usize, _: &SwitchRequest| !stages.settled[seat];
            let Some((request, seat)) = self.oldest(is_open) else {
                return false;
            };
            self.state.humans[seat].request = None;
            if self.honour(seat, &request) {
                return true;
            }
        }
        false
    }

    /// Honours a request, and returns whether the human moved to another player.
    fn honour(&mut self, seat: usize, request: &SwitchRequest) -> bool {
        let player = self.state.humans[seat].player;
        let Some(place) = self.asked(seat, request) else {
            self.keep(seat, ControlReason::Refused, None);
            return false;
        };
        self.take(seat, place, ControlReason::Asked);
        let now = self.table.now;
        let state = &mut self.state.humans[seat];
        state.lock = Some(match self.ticks.lock {
            Some(lasts) => SwitchLock::Until(now.plus(lasts)),
            None => SwitchLock::Touch,
        });
        state.player != player
    }

    /// Returns the row of the player that a request is for; `None` if that player is not free.
    fn asked(&self, seat: usize, request: &SwitchRequest) -> Option<usize> {
        let human = &self.table.humans[seat];
        let free = |player| {
            let place = self.table.place(player)?;
            let row = &self.table.rows[place];
            let is_own = self.state.humans[seat].player == Some(player);
            (is_own || self.table.is_free_for(human, row)).then_some(place)
        };
        match request.to {
            Some(player) => free(player),
            None => request.shown.and_then(free).or_else(|| {
                let best = self.judge().best(seat)?;
                self.table.place(best.player)
            }),
        }
    }

    /// Makes at most one switch by the rules, and none if a request has led to a switch in this decision (rule 8).
    fn switch(&mut self, has_switched: bool) {
        let seats = self.settled.len();
        self.ready.clear();
        self.ready.resize(seats, None);
        for seat in 0..seats {
            if self.settled[seat] {
                continue;
            }
            let asks = self.state.humans[seat].request.is_some();
            match self.judge().verdict(seat) {
                Ok(reason) if !has_switched && !asks => self.ready[seat] = Some(reason),
                Err(reason) if !asks => self.keep(seat, reason, None),
                _ => self.keep(seat, ControlReason::NotItsTurn, None),
            }
        }
        // Each human goes to the player that its indicator shows by the present scores.
        self.pair();
        let mut first: Option<(Micros, usize)> = None;
        for seat in 0..seats {
            let Some(place) = self.pairs[seat].filter(|_| self.ready[seat].is_some()) else {
                continue;
            };
            if let Some(gain) = self.judge().gain_now(seat, &self.table.rows[place])
                && first.is_none_or(|(max, _)| gain > max)
            {
                first = Some((gain, seat));
            }
        }
        let first = first.map(|(_, seat)| seat);
        for seat in 0..seats {
            if self.ready[seat].is_some() && first != Some(seat) {
                self.keep(seat, ControlReason::NotItsTurn, self.pairs[seat]);
            }
        }
        if let Some(seat) = first
            && let (Some(reason), Some(place)) = (self.ready[seat], self.pairs[seat])
        {
            self.take(seat, place, reason);
        }
    }

    /// Pairs humans with the candidates that their indicators show.
    fn pair(&mut self) {
        let judge = Judge {
            table: self.table,
            state: self.state,
            ticks: self.ticks,
        };
        let (seats, rows) = (self.settled.len(), self.table.rows.len());
        self.stays.clear();
        self.stays
            .extend((0..seats).map(|seat| judge.indicator_stays(seat)));
        assign(seats, rows, self.pairs, |seat, place| {
            judge.shown_rank(seat, &judge.table.rows[place], self.stays[seat])
        });
    }

    /// Keeps the player of a human and records the alternative: the player of row `place`, or the best player for this
    /// human alone if `place` is `None`.
    fn keep(&mut self, seat: usize, reason: ControlReason, place: Option<usize>) {
        let judge = self.judge();
        let row = place.map(|place| &judge.table.rows[place]);
        let best = row.or_else(|| judge.best(seat)).map(scored);
        self.settle(seat, reason, best);
    }

    /// Sets the players that the indicators show and the blends of the sticks.
    fn indicate(&mut self) {
        self.pair();
        for seat in 0..self.settled.len() {
            let state = &mut self.state.humans[seat];
            state.next = self.pairs[seat].map(|place| self.table.rows[place].player);
            let is_blending = |from: &Micros| self.table.now.minus(*from) < self.ticks.blend;
            let assignment = &mut self.decision.assignments[seat];
            assignment.next = state.next;
            assignment.stick = StickBlend {
                from: state.switched_at.filter(is_blending),
                lasts: self.ticks.blend,
            };
        }
    }
}

fn scored(row: &Row) -> ScoredCandidate {
    ScoredCandidate {
        player: row.player,
        score: row.score.known(),
    }
}
