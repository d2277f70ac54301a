//! The rules, applied to one human and one candidate, or to one human alone.

use crate::control::decision::ControlReason;
use crate::control::micros::Micros;
use crate::control::rules::Ticks;
use crate::control::score::RowScore;
use crate::control::situation::ControlMode;
use crate::control::state::{ControlState, HumanState};
use crate::control::table::{Row, Table};

/// The score of a player that is not known to reach the ball. It is larger than any known score.
const NEVER: Micros = Micros::new(1 << 60);

/// The data that the rules read. `state.humans` and `table.humans` are in the same order. A seat is an index into them.
pub(super) struct Judge<'a> {
    pub(super) table: &'a Table,
    pub(super) state: &'a ControlState,
    pub(super) ticks: &'a Ticks,
}

/// The rank of a candidate for an indicator, or for a human without a player. A greater rank is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank {
    class: Class,
    gain: Micros,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    /// A keeper that rule 7 keeps in goal.
    Keeper,
    /// The candidate cannot reach the ball.
    CannotReach,
    /// It is not known yet whether the candidate can reach the ball.
    Unknown,
    /// The human left the candidate a short time ago, and rule 4 keeps the human from going back.
    Left,
    /// The rules may choose it.
    Good,
}

impl<'a> Judge<'a> {
    fn row_score(&self, seat: usize) -> RowScore {
        self.table.row_score(self.state.humans[seat].player)
    }

    /// Returns the score of the human's player. If the score is not known yet, returns the best possible score; `None`
    /// if the player cannot reach the ball.
    fn present(&self, seat: usize) -> Option<Micros> {
        self.row_score(seat).best().map(|score| score.total())
    }

    /// Returns whether the player of the human cannot reach the ball.
    fn cannot_reach(&self, seat: usize) -> bool {
        self.row_score(seat) == RowScore::Never
    }

    /// Returns whether it is not known yet when the human's player arrives.
    pub(super) fn is_waiting(&self, seat: usize) -> bool {
        matches!(self.row_score(seat), RowScore::Unknown(_))
    }

    fn is_kept_in_goal(&self, seat: usize, row: &Row) -> bool {
        let (human, state) = (&self.table.humans[seat], &self.state.humans[seat]);
        self.table.is_kept_in_goal(human, state.player, row)
    }

    /// Returns the smallest possible gain in score from the human's player to the candidate; `None` if the candidate is
    /// not free, is not known to reach the ball, or is kept in goal.
    fn gain(&self, seat: usize, row: &Row) -> Option<Micros> {
        let human = &self.table.humans[seat];
        let may = self.table.is_free_for(human, row) && !self.is_kept_in_goal(seat, row);
        let total = row.score.known().filter(|_| may)?.total();
        Some(self.present(seat).unwrap_or(NEVER).minus(total))
    }

    fn is_worth(&self, seat: usize, gain: Micros) -> bool {
        // If the present player turns out to arrive later than its best possible time, the gain is even larger.
        let present = self.present(seat);
        present.is_none_or(|present| gain >= self.ticks.margin_over(present))
    }

    /// Returns whether a gain is so large that neither the dwell time nor rule 4 prevents the switch.
    fn is_large(&self, gain: Option<Micros>) -> bool {
        gain.is_some_and(|gain| gain > self.ticks.max_margin)
    }

    /// Returns the gain of a switch; `None` if rule 4 or the margin of rule 2 does not allow it.
    pub(super) fn worthy_gain(&self, seat: usize, row: &Row) -> Option<Micros> {
        let gain = self.gain(seat, row)?;
        (!self.would_go_back(seat, row) && self.is_worth(seat, gain)).then_some(gain)
    }

    /// Returns the gain of a switch; `None` if the rules do not allow it now. Within the dwell time, only a large gain
    /// counts.
    pub(super) fn gain_now(&self, seat: usize, row: &Row) -> Option<Micros> {
        let gain = self.worthy_gain(seat, row)?;
        (!self.dwells(seat) || self.is_large(Some(gain))).then_some(gain)
    }

    /// Returns whether the human has had its player for too short a time, so that only a large gain allows a switch.
    fn dwells(&self, seat: usize) -> bool {
        let state = &self.state.humans[seat];
        let is_new = self.table.now.minus(state.since) < self.ticks.dwell;
        is_new && !self.cannot_reach(seat) && !self.is_due(state)
    }

    /// Returns whether rule 4 keeps a human from a player that the human left. The rule does not apply if the gain is
    /// large or the present player cannot reach the ball.
    fn would_go_back(&self, seat: usize, row: &Row) -> bool {
        let has_left = self.state.humans[seat].has_left(row.player);
        has_left && !self.cannot_reach(seat) && !self.is_large(self.gain(seat, row))
    }

    /// Returns the rank of a candidate for the indicator of a human; `None` if the candidate is not free.
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
        } else if matches!(row.score, RowScore::Unknown(_)) {
            Class::Unknown
        } else if self.would_go_back(seat, row) {
            Class::Left
        } else {
            Class::Good
        };
        let gain = present.minus(total);
        Some(Rank { class, gain })
    }

    /// Returns whether the indicator of a human stays on its player until another player is better by the margin of
    /// rule 2. The indicator does not stay after a touch, or if another player is worth a switch and the shown player
    /// is not.
    ///
    /// The second exception matters if the shown player is better than the human's player by less than the margin, and
    /// a third player is better than the shown player by less than the margin. Without the exception, the human would
    /// never get the third player, even if that player is better than the human's by more than the margin.
    pub(super) fn indicator_stays(&self, seat: usize) -> bool {
        let shown = self.state.humans[seat].next;
        let shown = shown.and_then(|player| self.table.place(player));
        let is_touched = self.state.touched_at == Some(self.table.now);
        shown.is_some_and(|place| {
            let row = &self.table.rows[place];
            let is_kept = match self.verdict(seat) {
                Ok(_) => self.gain_now(seat, row).is_some(),
                Err(_) => {
                    self.worthy_gain(seat, row).is_some() || self.is_there_better(seat).is_err()
                }
            };
            is_kept && !is_touched
        })
    }

    /// Returns the key by which indicators and candidates are paired. Humans that the rules may switch come first. If
    /// the indicator [stays](Self::indicator_stays), the shown player's gain grows by the margin of rule 2.
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

    /// Returns whether the rules may switch a human now, or once the human has had its player for the dwell time.
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

    /// Returns `Ok` with the reason why a human may switch now, or `Err` with the reason why it keeps its player.
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
        let gain = self.is_there_better(seat).map_err(|reason| {
            // A candidate that may arrive later than the human's player may also turn out to arrive sooner.
            if self.is_waiting(seat) {
                ControlReason::NotPredicted
            } else {
                reason
            }
        })?;
        if self.cannot_reach(seat) {
            return Ok(ControlReason::CannotReach);
        }
        if self.is_due(state) {
            return Ok(ControlReason::Touched);
        }
        if settings.mode == ControlMode::Assisted {
            return Err(ControlReason::NoTouch);
        }
        if self.dwells(seat) && !self.is_large(Some(gain)) {
            return Err(ControlReason::Dwell);
        }
        Ok(ControlReason::Gain)
    }

    /// Returns `Ok` with the largest gain if a candidate is worth a switch, or `Err` with the reason if no candidate
    /// is.
    fn is_there_better(&self, seat: usize) -> Result<Micros, ControlReason> {
        let (mut best, mut best_left) = (None, None);
        for row in &self.table.rows {
            let place = if self.would_go_back(seat, row) {
                &mut best_left
            } else {
                &mut best
            };
            *place = (*place).max(self.gain(seat, row));
        }
        let is_worth = |gain: &Micros| self.is_worth(seat, *gain);
        match best {
            Some(gain) if is_worth(&gain) => Ok(gain),
            _ if best_left.as_ref().is_some_and(is_worth) => Err(ControlReason::WouldGoBack),
            None => Err(ControlReason::NoCandidate),
            Some(gain) if gain <= Micros::ZERO => Err(ControlReason::Best),
            Some(_) => Err(ControlReason::Margin),
        }
    }

    /// Returns whether the ball was just touched and the human has not switched since.
    fn is_due(&self, state: &HumanState) -> bool {
        let touched_at = self.state.touched_at;
        touched_at.is_some_and(|at| state.since <= at && state.switched_at != Some(at))
    }

    /// Returns the best candidate for this human alone; `None` if no candidate is free.
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
