//! A situation that has been checked, with candidates and humans in order.

use crate::control::error::ControlError;
use crate::control::micros::Micros;
use crate::control::rules::Ticks;
use crate::control::score::{ControlScore, RowScore};
use crate::control::situation::ControlSituation;
use crate::control::situation::Human;
use crate::control::state::ControlState;
use crate::intercept::player::{PlayerId, TeamId};

/// Candidates and humans in the order of their numbers. So ties go to the lower number.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    pub(super) now: Micros,
    pub(super) is_in_air: bool,
    pub(super) rows: Vec<Row>,
    pub(super) humans: Vec<Human>,
}

/// A candidate.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) player: PlayerId,
    pub(super) team: TeamId,
    pub(super) is_keeper: bool,
    pub(super) score: RowScore,
    /// Whether a human controls the player, or controlled it and has left since the last decision.
    pub(super) is_held: bool,
}

impl Table {
    /// Reads a situation. `state` is the state before the situation.
    pub(super) fn read(
        &mut self,
        situation: &ControlSituation,
        state: &ControlState,
        ticks: &Ticks,
    ) -> Result<(), ControlError> {
        let secs = situation.now_secs;
        let now = Micros::from_secs(secs).ok_or(ControlError::Now { secs })?;
        if let Some(last) = state.decided_at.filter(|last| now < *last) {
            let last_secs = last.secs();
            return Err(ControlError::Backwards { secs, last_secs });
        }
        self.now = now;
        self.is_in_air = situation.is_in_air;
        self.read_rows(situation, ticks)?;
        self.read_humans(situation)?;
        self.read_requests(situation)?;
        for left in &state.humans {
            let is_there = self.humans.iter().any(|human| human.id == left.id);
            if let Some(place) = left.player.and_then(|player| self.place(player))
                && !is_there
            {
                self.rows[place].is_held = true;
            }
        }
        Ok(())
    }

    fn read_rows(
        &mut self,
        situation: &ControlSituation,
        ticks: &Ticks,
    ) -> Result<(), ControlError> {
        self.rows.clear();
        for candidate in &situation.candidates {
            self.rows.push(Row {
                player: candidate.player,
                team: candidate.team,
                is_keeper: candidate.is_keeper,
                score: ControlScore::from_candidate(candidate, self.now, ticks)?,
                is_held: false,
            });
        }
        self.rows.sort_unstable_by_key(|row| row.player);
        let twice = self.rows.windows(2).find(|x| x[0].player == x[1].player);
        match twice {
            Some(pair) => Err(ControlError::PlayerTwice {
                player: pair[0].player,
            }),
            None => Ok(()),
        }
    }

    fn read_humans(&mut self, situation: &ControlSituation) -> Result<(), ControlError> {
        self.humans.clear();
        self.humans.extend_from_slice(&situation.humans);
        self.humans.sort_unstable_by_key(|human| human.id);
        if let Some(pair) = self.humans.windows(2).find(|x| x[0].id == x[1].id) {
            return Err(ControlError::HumanTwice { human: pair[0].id });
        }
        for index in 0..self.humans.len() {
            let human = self.humans[index];
            let Some(player) = human.player else { continue };
            let place = self.place_for(&human, player)?;
            if self.rows[place].is_held {
                let holder = self
                    .humans
                    .iter()
                    .find(|other| other.player == Some(player));
                let first = holder.map_or(human.id, |other| other.id);
                let humans = [first, human.id];
                return Err(ControlError::HeldTwice { player, humans });
            }
            self.rows[place].is_held = true;
        }
        Ok(())
    }

    fn read_requests(&self, situation: &ControlSituation) -> Result<(), ControlError> {
        for request in &situation.requests {
            let human = request.human;
            let place = self.humans.binary_search_by_key(&human, |human| human.id);
            let place = place.map_err(|_| ControlError::UnknownHuman { human })?;
            if let Some(player) = request.to {
                self.place_for(&self.humans[place], player)?;
            }
        }
        Ok(())
    }

    /// Returns the index of a player's row; `None` if the player is not a candidate.
    pub(super) fn place(&self, player: PlayerId) -> Option<usize> {
        let found = self.rows.binary_search_by_key(&player, |row| row.player);
        found.ok()
    }

    fn place_for(&self, human: &Human, player: PlayerId) -> Result<usize, ControlError> {
        let place = self.place(player).ok_or(ControlError::UnknownPlayer {
            human: human.id,
            player,
        })?;
        if self.rows[place].team == human.team {
            Ok(place)
        } else {
            Err(ControlError::OtherTeam {
                human: human.id,
                player,
            })
        }
    }

    /// Returns the score of a player; `None` if the player cannot reach the ball, or if the arrival is not known yet.
    pub(super) fn score(&self, player: Option<PlayerId>) -> Option<ControlScore> {
        self.row_score(player).known()
    }

    /// Returns the score of a player; [`RowScore::Never`] if the player is not a candidate.
    pub(super) fn row_score(&self, player: Option<PlayerId>) -> RowScore {
        let place = player.and_then(|player| self.place(player));
        place.map_or(RowScore::Never, |place| self.rows[place].score)
    }

    /// Returns whether a player counts as an opponent of a human: the player is on another team, or is not a candidate.
    /// Players of teams without humans need not be candidates.
    pub(super) fn is_opponent(&self, human: &Human, player: PlayerId) -> bool {
        let place = self.place(player);
        place.is_none_or(|place| self.rows[place].team != human.team)
    }

    /// Returns whether a human may have the candidate: it is on the human's team, and no other human controls it.
    pub(super) fn is_free_for(&self, human: &Human, row: &Row) -> bool {
        row.team == human.team && !row.is_held
    }

    /// Returns whether rule 7 keeps the candidate in goal. This takes three conditions: the candidate is a keeper, the
    /// human does not allow keepers, and the human has or may have an outfield player who can reach the ball, or who is
    /// not yet known to miss it.
    pub(super) fn is_kept_in_goal(&self, human: &Human, has: Option<PlayerId>, row: &Row) -> bool {
        let is_other = |mate: &Row| {
            let may_have = self.is_free_for(human, mate) || has == Some(mate.player);
            may_have && !mate.is_keeper && mate.score != RowScore::Never
        };
        row.is_keeper && !human.settings.allows_keeper && self.rows.iter().any(is_other)
    }
}
