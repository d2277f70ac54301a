//! The rules for one human and one candidate, and for one human.

use crate::control::decision::ControlReason;
use crate::control::micros::Micros;
use crate::control::rules::Ticks;
use crate::control::score::RowScore;
use crate::control::situation::ControlMode;
use crate::control::state::{ControlState, HumanState};
use crate::control::table::{Row, Table};

/// The score of a player that is not known to reach the ball, larger than any other.
const NEVER: Micros = Micros::new(1 << 60);

/// Everything the rules look at. `state.humans` and `table.humans` have the same order; an index into them is a seat.
pub(super) struct Judge<'a> {
    pub(super) table: &'a Table,
    pub(super) state: &'a ControlState,
    pub(super) ticks: &'a Ticks,
}

/// How good a candidate is for an indicator, or for a human without a player; greater is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank {
    class: Class,
    gain: Micros,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    /// A keeper that rule 7 keeps in goal.
    Keeper,
    /// It cannot reach the ball.
    CannotReach,
    /// Nobody knows yet whether it can.
    Unknown,
    /// It was left just now, and rule 4 bars the way back.
    Left,
    /// The rules may choose it.
    Good,
}

impl<'a> Judge<'a> {
    fn present(&self, seat: usize) -> Option<Micros> {
        let score = self.table.score(self.state.humans[seat].player);
        score.map(|score| score.total())
    }

    /// Whether the player of the human cannot reach the ball.
    fn cannot_reach(&self, seat: usize) -> bool {
        self.present(seat).is_none() && !self.is_waiting(seat)
    }

    /// Whether the rules wait for the prediction: the player of the human stands until its arrival is known.
    pub(super) fn is_waiting(&self, seat: usize) -> bool {
        self.table.is_unknown(self.state.humans[seat].player)
    }

    fn is_kept_in_goal(&self, seat: usize, row: &Row) -> bool {
        let (human, state) = (&self.table.humans[seat], &self.state.humans[seat]);
        self.table.is_kept_in_goal(human, state.player, row)
    }

    /// How much sooner the candidate gets the ball than the player of the human; `None` if it is not free, cannot reach the
    /// ball, or is kept in goal.
    fn gain(&self, seat: usize, row: &Row) -> Option<Micros> {
        let human = &self.table.humans[seat];
        let may = self.table.is_free_for(human, row) && !self.is_kept_in_goal(seat, row);
        let may = may && !self.is_waiting(seat);
        let total = row.score.known().filter(|_| may)?.total();
        Some(self.present(seat).unwrap_or(NEVER).minus(total))
    }

    fn is_worth(&self, seat: usize, gain: Micros) -> bool {
        let present = self.present(seat);
        present.is_none_or(|present| gain >= self.ticks.margin_over(present))
    }

    /// The gain of a switch, if the rules allow it.
    pub(super) fn worthy_gain(&self, seat: usize, row: &Row) -> Option<Micros> {
        let gain = self.gain(seat, row)?;
        (!self.would_go_back(seat, row) && self.is_worth(seat, gain)).then_some(gain)
    }

    /// Whether rule 4 keeps a human from a player that it left: not if its own cannot reach the ball.
    fn would_go_back(&self, seat: usize, row: &Row) -> bool {
        self.state.humans[seat].has_left(row.player) && !self.cannot_reach(seat)
    }

    /// The rank of a candidate for the indicator of a human; `None` if it is not free.
    pub(super) fn rank(&self, seat: usize, row: &Row) -> Option<Rank> {
        let human = &self.table.humans[seat];
        if !self.table.is_free_for(human, row) {
            return None;
        }
        let present = self.present(seat).unwrap_or(NEVER);
        let total = row.score.known().map_or(NEVER, |score| score.total());
        let class = if self.is_kept_in_goal(seat, row) {
            Class::Keeper
        } else if row.score == RowScore::Never {
            Class::CannotReach
        } else if row.score == RowScore::Unknown {
            Class::Unknown
        } else if self.would_go_back(seat, row) {
            Class::Left
        } else {
            Class::Good
        };
        let gain = present.minus(total);
        Some(Rank { class, gain })
    }

    /// Whether the indicator of a human stays on its player until another is better by the margin of rule 2: until the next
    /// touch, and unless another is worth a switch and this one is not. Two steps below the margin would keep a human from
    /// what lies beyond both.
    pub(super) fn indicator_stays(&self, seat: usize) -> bool {
        let shown = self.state.humans[seat].next;
        let shown = shown.and_then(|player| self.table.place(player));
        let is_touched = self.state.touched_at == Some(self.table.now);
        shown.is_some_and(|place| {
            let row = &self.table.rows[place];
            !is_touched
                && (self.worthy_gain(seat, row).is_some() || self.is_there_better(seat).is_err())
        })
    }

    /// The key by which indicators and candidates are paired: first those of humans that the rules may switch unasked, and
    /// with the margin of rule 2 for the player of an indicator that [stays](Self::indicator_stays).
    pub(super) fn shown_rank(&self, seat: usize, row: &Row, stays: bool) -> Option<(bool, Rank)> {
        let mut rank = self.rank(seat, row)?;
        if stays
            && self.state.humans[seat].next == Some(row.player)
            && let Some(score) = row.score.known()
        {
            rank.gain = rank.gain.plus(self.ticks.margin_over(score.total()));
        }
        Some((self.may_be_switched(seat), rank))
    }

    /// Whether the rules may switch a human now, or once it has had its player long enough.
    fn may_be_switched(&self, seat: usize) -> bool {
        let (state, settings) = (&self.state.humans[seat], self.table.humans[seat].settings);
        let is_helped = match settings.mode {
            ControlMode::Manual => false,
            ControlMode::Assisted => self.cannot_reach(seat) || self.is_due(state),
            ControlMode::Automatic => true,
        };
        let is_air = self.table.is_in_air || !settings.air_balls_only;
        is_helped && is_air && !state.is_locked(self.table.now)
    }

    /// `Ok` with the reason why a human may switch now, or `Err` with the reason why it keeps its player.
    pub(super) fn verdict(&self, seat: usize) -> Result<ControlReason, ControlReason> {
        let state = &self.state.humans[seat];
        let settings = self.table.humans[seat].settings;
        if settings.mode == ControlMode::Manual {
            return Err(ControlReason::ManualMode);
        }
        if state.is_locked(self.table.now) {
            return Err(ControlReason::Locked);
        }
        if settings.air_balls_only && !self.table.is_in_air {
            return Err(ControlReason::BallOnGround);
        }
        if self.is_waiting(seat) {
            return Err(ControlReason::NotPredicted);
        }
        self.is_there_better(seat)?;
        if self.cannot_reach(seat) {
            return Ok(ControlReason::CannotReach);
        }
        if self.is_due(state) {
            return Ok(ControlReason::Touched);
        }
        if settings.mode == ControlMode::Assisted {
            return Err(ControlReason::NoTouch);
        }
        if self.table.now.minus(state.since) < self.ticks.dwell {
            return Err(ControlReason::Dwell);
        }
        Ok(ControlReason::Gain)
    }

    /// `Ok` if a candidate is worth a switch, or `Err` with the reason why none is.
    fn is_there_better(&self, seat: usize) -> Result<(), ControlReason> {
        let (mut best, mut best_left) = (None, None);
        for row in &self.table.rows {
            let place = match self.would_go_back(seat, row) {
                true => &mut best_left,
                false => &mut best,
            };
            *place = (*place).max(self.gain(seat, row));
        }
        let is_worth = |gain| self.is_worth(seat, gain);
        if best.is_some_and(is_worth) {
            return Ok(());
        }
        Err(match best {
            _ if best_left.is_some_and(is_worth) => ControlReason::WouldGoBack,
            None => ControlReason::NoCandidate,
            Some(gain) if gain <= Micros::ZERO => ControlReason::Best,
            Some(_) => ControlReason::Margin,
        })
    }

    /// Whether the ball was just touched and the human has not switched since.
    fn is_due(&self, state: &HumanState) -> bool {
        let touched_at = self.state.touched_at;
        touched_at.is_some_and(|at| state.since <= at && state.switched_at != Some(at))
    }

    /// The best candidate for this human alone.
    pub(super) fn best(&self, seat: usize) -> Option<&'a Row> {
        let mut best: Option<(Rank, &'a Row)> = None;
        for row in &self.table.rows {
            if let Some(rank) = self.rank(seat, row)
                && best.is_none_or(|(most, _)| rank > most)
            {
                best = Some((rank, row));
            }
        }
        best.map(|(_, row)| row)
    }
}
