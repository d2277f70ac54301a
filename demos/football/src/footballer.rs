//! A footballer: a body, its intent, and its tiredness.

use footwork::flight::{Busy, BusyWith, PlayerId};

use crate::body::Body;
use crate::course::Wish;
use crate::flat;
use crate::intent::{Intent, KickWish};
use crate::setup::FRAME_SECS;

/// The time in which a sprint at full speed completely tires a fresh footballer.
const TIRES_SECS: f64 = 60.0;
/// The factor by which a full rest takes longer than `TIRES_SECS`.
const RESTS_TIMES: f64 = 1.5;
/// The share of the top speed below which a footballer rests.
const EASY_SHARE: f64 = 0.55;

/// The time within which a kick must start in play; otherwise it is dropped.
const HOPES_SECS: f64 = 2.0;
/// The time within which a kick must start at a restart; otherwise it is dropped.
const RESTART_HOPES_SECS: f64 = 4.0;

/// A footballer.
#[derive(Clone, Debug)]
pub(crate) struct Footballer {
    pub(crate) team: usize,
    /// Its number in the team; the keeper is 0.
    pub(crate) number: usize,
    pub(crate) body: Body,
    pub(crate) intent: Intent,
    pub(crate) wish: Wish,
    /// The query for the motion it walks and runs with.
    pub(crate) query: String,
    /// Tiredness, from 0 to 1.
    pub(crate) tired: f64,
    /// Its current top speed.
    pub(crate) top_speed_mps: f64,
    /// Its current action, with times on the clock of the ball.
    pub(crate) busy: Option<Busy>,
    /// The kick that it last aimed for, by its index in the cast.
    pub(crate) aims: Option<usize>,
    /// The footballer it tackles, and until when it passes through that footballer.
    pub(crate) tackles: Option<(PlayerId, f64)>,
    /// The time at which it last touched the ball.
    pub(crate) touched_secs: f64,
    /// The time at which it chose to kick, in seconds.
    pub(crate) intends_secs: f64,
}

impl Footballer {
    pub(crate) fn is_keeper(&self) -> bool {
        self.number == 0
    }

    pub(crate) fn set_intent(&mut self, intent: Intent, now_secs: f64) {
        let was_kick = matches!(self.intent, Intent::Kick(_));
        if matches!(intent, Intent::Kick(_)) && !was_kick {
            self.intends_secs = now_secs;
            self.aims = None;
        }
        self.intent = intent;
    }

    /// Returns the intended kick, unless too much time has passed since it was chosen.
    pub(crate) fn hoped_kick(&self, now_secs: f64) -> Option<KickWish> {
        self.kick_within(HOPES_SECS, now_secs)
    }

    /// Returns the intended kick at a restart, which allows more time.
    pub(crate) fn hoped_restart(&self, now_secs: f64) -> Option<KickWish> {
        self.kick_within(RESTART_HOPES_SECS, now_secs)
    }

    fn kick_within(&self, secs: f64, now_secs: f64) -> Option<KickWish> {
        match self.intent {
            Intent::Kick(wish) if now_secs - self.intends_secs < secs => Some(wish),
            _ => None,
        }
    }

    pub(crate) fn busy(&self) -> Option<Busy> {
        self.busy
    }

    /// Keeps it busy until a time.
    pub(crate) fn keep_busy(&mut self, until_secs: f64, with: BusyWith) {
        self.busy = Some(Busy { until_secs, with });
    }

    /// Returns the footballer it is tackling now, if it is.
    pub(crate) fn tackles(&self, now_secs: f64) -> Option<PlayerId> {
        let (on, until_secs) = self.tackles?;
        (now_secs < until_secs).then_some(on)
    }

    pub(crate) fn is_busy(&self, now_secs: f64) -> bool {
        self.busy.is_some_and(|busy| busy.until_secs > now_secs)
    }

    /// Tires or rests for one frame, depending on its speed.
    pub(crate) fn tire(&mut self) {
        let pace = flat::length(self.body.velocity_mps()) / self.top_speed_mps.max(1.0);
        let change = if pace > EASY_SHARE {
            (pace - EASY_SHARE) / (1.0 - EASY_SHARE)
        } else {
            -(EASY_SHARE - pace) / EASY_SHARE / RESTS_TIMES
        };
        self.tired = (self.tired + change * FRAME_SECS / TIRES_SECS).clamp(0.0, 1.0);
    }
}
