//! The field of play: the state of a match from frame to frame. It makes no decisions; other files read and change it.

use footwork::flight::{Arrival, PlayerId, PlayerIntercept};
use footwork_base::IdVec;

use crate::ball::Ball;
use crate::chance::Chance;
use crate::crowd::Crowd;
use crate::event::MatchEvent;
use crate::flat::{self, Flat};
use crate::footballer::Footballer;
use crate::outlook::{Outlook, REACH_M};
use crate::pace::Pace;
use crate::phase::Phase;
use crate::pitch::Pitch;
use crate::setup::{FRAME_SECS, Setup};
use crate::wind::Wind;

/// The last touch of the ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LastTouch {
    pub(crate) who: PlayerId,
    pub(crate) secs: f64,
    /// The intended receiver.
    pub(crate) target: Option<PlayerId>,
}

/// The complete state of a match.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) setup: Setup,
    pub(crate) frame: u64,
    pub(crate) chance: Chance,
    pub(crate) pitch: Pitch,
    /// The direction in which each team attacks along x: 1 or -1.
    pub(crate) sides: [f64; 2],
    pub(crate) wind: Wind,
    pub(crate) pace: Pace,
    pub(crate) ball: Ball,
    pub(crate) footballers: IdVec<PlayerId, Footballer>,
    pub(crate) crowd: Crowd,
    pub(crate) outlook: Outlook,
    pub(crate) phase: Phase,
    /// The number of frames in play, without pauses and restarts.
    pub(crate) played_frames: u64,
    pub(crate) half: u32,
    pub(crate) score: [u32; 2],
    pub(crate) last_touch: Option<LastTouch>,
    /// The time, on the clock of the ball, at which a restart that took too long was last released to both teams.
    pub(crate) freed_secs: f64,
    /// The footballer that touched the ball in this frame.
    pub(crate) touched_now: Option<PlayerId>,
    /// The keeper that holds the ball, and until when.
    pub(crate) held: Option<(PlayerId, f64)>,
    pub(crate) events: Vec<MatchEvent>,
    /// A hash of the motion and the places of all footballers in all frames so far.
    pub(crate) trail: u64,
}

impl Field {
    pub(crate) fn now_secs(&self) -> f64 {
        self.ball.secs()
    }

    /// Returns the clock of the match: seconds in play, both halves.
    pub(crate) fn clock_secs(&self) -> f64 {
        self.played_frames as f64 * FRAME_SECS
    }

    pub(crate) fn a_side(&self) -> usize {
        usize::from(self.setup.a_side)
    }

    pub(crate) fn team(&self, who: PlayerId) -> usize {
        self.footballers[who].team
    }

    /// Returns the footballers of a team.
    pub(crate) fn of_team(&self, team: usize) -> impl Iterator<Item = PlayerId> + use<> {
        let count = self.a_side();
        self.footballers.ids().skip(team * count).take(count)
    }

    /// Returns the keeper of a team.
    pub(crate) fn keeper(&self, team: usize) -> PlayerId {
        PlayerId::new(u32::from(self.setup.a_side) * u32::from(team > 0))
    }

    /// Returns the centre of the goal that a team defends.
    pub(crate) fn own_goal(&self, team: usize) -> Flat {
        [-self.sides[team] * 0.5 * self.pitch.length_m, 0.0]
    }

    /// Returns the centre of the goal that a team attacks.
    pub(crate) fn goal(&self, team: usize) -> Flat {
        self.own_goal(1 - team)
    }

    /// Returns the team that last had the ball.
    pub(crate) fn team_with_ball(&self) -> Option<usize> {
        match self.phase {
            Phase::Restart(restart) => Some(restart.team),
            _ => self.last_touch.map(|touch| self.team(touch.who)),
        }
    }

    /// Returns the footballer with the ball: the keeper that holds it, or else the last to touch it, unless that was a
    /// pass, while the ball is low and near and no opponent is nearer.
    pub(crate) fn holder(&self) -> Option<PlayerId> {
        const NEAR_M: f64 = 2.4;
        if let Some((who, _)) = self.held {
            return Some(who);
        }
        let who = self.last_touch?.who;
        if self.last_touch?.target.is_some() {
            return None;
        }
        let at = self.ball.place();
        let far = |who: PlayerId| flat::distance(self.footballers[who].body.at(), at);
        let own = far(who);
        let others = self.of_team(1 - self.team(who));
        let is_nearest = others.map(far).all(|other| other > own);
        (own < NEAR_M && is_nearest && self.ball.position()[1] < 1.0).then_some(who)
    }

    /// Returns whether the ball is being dribbled. A fast ball counts as shot or cleared.
    pub(crate) fn is_dribbled(&self) -> bool {
        const SLOW_MPS: f64 = 8.0;
        self.phase == Phase::Play
            && self.held.is_none()
            && self.ball.speed_mps() < SLOW_MPS
            && self.holder().is_some()
    }

    /// Returns when a footballer can first take the ball, on the clock of the ball. For a dribbled ball, this is when
    /// the footballer would reach the ball's current place at top speed. The predicted path is not used, because the
    /// dribbler keeps touching the ball and each touch would change who is first.
    pub(crate) fn arrival(&self, who: PlayerId) -> Arrival {
        if self.is_dribbled() {
            let footballer = self.footballers.get(who);
            return footballer.map_or(self.unknown(), |one| Arrival::At(self.runs_until(one)));
        }
        let found = self.outlook.found(who);
        found.map_or(self.unknown(), PlayerIntercept::arrival)
    }

    /// Returns the arrival of a footballer who is not on the pitch.
    pub(crate) fn unknown(&self) -> Arrival {
        Arrival::Unknown {
            not_before_secs: self.now_secs(),
        }
    }

    /// Returns when a footballer that cannot intercept the flight would reach the end of the predicted path.
    pub(crate) fn runs_after(&self, who: PlayerId) -> f64 {
        let end_secs = self.ball.end_secs();
        let Some(one) = self.footballers.get(who) else {
            return end_secs;
        };
        let from = one.busy.map_or(self.now_secs(), |busy| busy.until_secs);
        let to = flat::below(self.ball.position_at(end_secs));
        let way_m = flat::distance(one.body.at(), to) - REACH_M;
        end_secs.max(from.max(self.now_secs()) + way_m.max(0.0) / one.top_speed_mps)
    }

    /// Returns when a footballer reaches the current place of the ball at top speed.
    fn runs_until(&self, one: &Footballer) -> f64 {
        let now = self.now_secs();
        let from = one.busy.map_or(now, |busy| busy.until_secs.max(now));
        let way_m = flat::distance(one.body.at(), self.ball.place()) - REACH_M;
        from + way_m.max(0.0) / one.top_speed_mps
    }

    /// Updates which footballers can take the ball, and when.
    pub(crate) fn outlook_at_everybody(&mut self) {
        let goals = [0, 1].map(|team| {
            let [x, z] = self.own_goal(team);
            [x, 0.0, z]
        });
        let since = self.last_touch.map_or(0.0, |touch| touch.secs);
        let is_touched = self.now_secs() - since < 2.5 * FRAME_SECS;
        let turn = (self.frame, is_touched);
        self.outlook
            .update(&self.ball, &self.footballers, goals, turn);
    }

    /// Returns the footballer of a team nearest to a place, leaving out `but`.
    pub(crate) fn nearest_of(
        &self,
        team: usize,
        at: Flat,
        but: Option<PlayerId>,
    ) -> Option<PlayerId> {
        let far = |who: &PlayerId| flat::distance(self.footballers[*who].body.at(), at);
        let all = self.of_team(team).filter(|who| Some(*who) != but);
        all.min_by(|a, b| far(a).total_cmp(&far(b)))
    }

    /// Records a touch of the ball.
    pub(crate) fn touch(&mut self, who: PlayerId, target: Option<PlayerId>) {
        let secs = self.now_secs();
        self.last_touch = Some(LastTouch { who, secs, target });
        self.touched_now = Some(who);
        self.footballers[who].touched_secs = secs;
        if let Phase::Restart(restart) = self.phase
            && restart.taker == who
        {
            self.phase = Phase::Play;
        }
    }
}
