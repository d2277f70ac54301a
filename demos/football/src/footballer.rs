//! A footballer: a body, what it is about to do, and how tired it is.

use footwork::flight::{Busy, BusyWith, PlayerId};

use crate::body::Body;
use crate::course::Wish;
use crate::flat;
use crate::intent::{Intent, KickWish};
use crate::setup::FRAME_SECS;

/// A sprint at full speed makes tired within this time, and rest takes as many times as long to make fresh.
const TIRES_SECS: f64 = 60.0;
const RESTS_TIMES: f64 = 1.5;
/// Below this share of the top speed nobody gets tired.
const EASY_SHARE: f64 = 0.55;

/// Who could not begin a kick within this time thinks again, in play and at a restart.
const HOPES_SECS: f64 = 2.0;
const RESTART_HOPES_SECS: f64 = 4.0;

/// A footballer.
#[derive(Clone, Debug)]
pub(crate) struct Footballer {
    pub(crate) team: usize,
    /// Within the team; the keeper is 0.
    pub(crate) number: usize,
    pub(crate) body: Body,
    pub(crate) intent: Intent,
    pub(crate) wish: Wish,
    /// The query of what it plays when it walks and runs.
    pub(crate) query: String,
    /// From 0 to 1.
    pub(crate) tired: f64,
    /// How fast it can run now.
    pub(crate) top_speed_mps: f64,
    /// What it is busy with, on the clock of the match.
    pub(crate) busy: Option<Busy>,
    /// The kick of the cast that it last meant to make.
    pub(crate) aims: Option<usize>,
    /// Whom it tackles, and until when it goes through them for the ball.
    pub(crate) tackles: Option<(usize, f64)>,
    /// When it last touched the ball.
    pub(crate) touched_secs: f64,
    /// Since when it has wanted to kick.
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

    /// The kick that it wants to make, while there is hope for it.
    pub(crate) fn hoped_kick(&self, now_secs: f64) -> Option<KickWish> {
        self.kick_within(HOPES_SECS, now_secs)
    }

    /// The same at a restart, where nobody hurries it.
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

    /// Whom it tackles now.
    pub(crate) fn tackles(&self, now_secs: f64) -> Option<usize> {
        let (on, until_secs) = self.tackles?;
        (now_secs < until_secs).then_some(on)
    }

    pub(crate) fn is_busy(&self, now_secs: f64) -> bool {
        self.busy.is_some_and(|busy| busy.until_secs > now_secs)
    }

    /// Tires by a frame of running, or rests.
    pub(crate) fn tire(&mut self) {
        let pace = flat::length(self.body.velocity_mps()) / self.top_speed_mps.max(1.0);
        let change = match pace > EASY_SHARE {
            true => (pace - EASY_SHARE) / (1.0 - EASY_SHARE),
            false => -(EASY_SHARE - pace) / EASY_SHARE / RESTS_TIMES,
        };
        self.tired = (self.tired + change * FRAME_SECS / TIRES_SECS).clamp(0.0, 1.0);
    }
}

/// The id of a footballer for searches and control.
pub(crate) fn player_id(who: usize) -> PlayerId {
    PlayerId::new(u32::try_from(who).unwrap_or(u32::MAX))
}
