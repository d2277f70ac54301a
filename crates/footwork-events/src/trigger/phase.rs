//! Detects the moments of an event in a stream of pairs, one per update.

use super::Passing;
use super::pair::Pair;
use super::trend::Trend;
use crate::encoding::Encoding;
use crate::guards::{Guards, GuardsError, Rejections};

/// Fires when the time to the event falls through zero.
#[derive(Clone, Debug)]
pub(super) struct PhaseTrigger {
    encoding: Encoding,
    guards: Guards,
    /// The time between firing and the event, as the sine and cosine of an angle.
    lead: Pair,
    smoothing: Smoothing,
    trend: Trend,
    state: State,
    /// The time since the last firing, in seconds.
    since_fired: f64,
    /// The squared sine of the angle that separates near from far. Beyond this angle, the signal is far before or far
    /// after an event.
    approach_squared: f64,
    /// The angle by which a clean signal falls in a second, in radians.
    angle_per_sec: f64,
    rejections: Rejections,
}

/// The state of the stream.
#[derive(Clone, Copy, Debug)]
struct State {
    /// The last pair, if it was finite.
    pair: Option<Pair>,
    backwards: bool,
    /// Whether an event is ahead and has not fired yet.
    is_before: bool,
    /// Whether the signal has been far before an event since it was last far after one.
    has_approached: bool,
    /// Whether the stream has had no pair yet.
    is_fresh: bool,
}

impl State {
    const FRESH: Self = Self {
        pair: None,
        backwards: false,
        is_before: false,
        // The first pair may already be close to an event.
        has_approached: true,
        is_fresh: true,
    };
}

/// Smooths pairs: mixes each pair with the earlier ones.
#[derive(Clone, Copy, Debug)]
struct Smoothing {
    secs: f64,
    /// The length of the last update in seconds.
    step: f64,
    /// The share of the old pair that an update of `step` seconds keeps.
    kept: f64,
    pair: Option<Pair>,
}

impl Smoothing {
    fn mix(&mut self, pair: Pair, step: f64) -> Pair {
        let mixes = self.secs > 0.0;
        if !mixes {
            return pair;
        }
        if step != self.step {
            self.step = step;
            self.kept = libm::exp(-step / self.secs);
        }
        let old = self.pair.unwrap_or(pair);
        let mixed = Pair {
            sine: pair.sine + self.kept * (old.sine - pair.sine),
            cosine: pair.cosine + self.kept * (old.cosine - pair.cosine),
        };
        // Do not keep a pair that is not finite.
        self.pair = mixed.norm().is_finite().then_some(mixed);
        mixed
    }
}

/// An event counts as reached if the time to it is at most this share of the update.
const ARRIVED: f64 = 0.001;

impl PhaseTrigger {
    pub(super) fn new(encoding: Encoding, guards: Guards) -> Result<Self, GuardsError> {
        guards.check()?;
        let approach_sine = libm::sin(std::f64::consts::PI * guards.approach.unwrap_or(0.0));
        Ok(Self {
            encoding,
            guards,
            lead: Pair::at(0.0),
            smoothing: Smoothing {
                secs: 0.0,
                step: 0.0,
                kept: 0.0,
                pair: None,
            },
            trend: Trend::default(),
            state: State::FRESH,
            since_fired: f64::INFINITY,
            approach_squared: approach_sine * approach_sine,
            angle_per_sec: encoding.angle(1.0),
            rejections: Rejections::default(),
        })
    }

    #[must_use]
    pub(super) fn with_lead(mut self, secs: f64) -> Self {
        let most = 0.25 * self.encoding.window_secs();
        let secs = if secs > 0.0 {
            libm::fmin(secs, most)
        } else {
            0.0
        };
        self.lead = Pair::at(self.encoding.angle(secs));
        self
    }

    pub(super) fn lead_secs(&self) -> f64 {
        self.encoding.secs_of(self.lead.angle())
    }

    #[must_use]
    pub(super) fn with_smoothing(mut self, secs: f64) -> Self {
        self.smoothing.secs = secs;
        self
    }

    pub(super) fn restart(&mut self) {
        self.state = State::FRESH;
        self.smoothing.pair = None;
        self.trend = Trend::default();
        self.since_fired = f64::INFINITY;
    }

    pub(super) fn rejections(&self) -> &Rejections {
        &self.rejections
    }

    #[inline]
    pub(super) fn advance(&mut self, [sine, cosine]: [f32; 2], step_secs: f64) -> Passing {
        let mut passing = Passing::default();
        if step_secs == 0.0 || !step_secs.is_finite() {
            return passing;
        }
        let (step, backwards) = (step_secs.abs(), step_secs < 0.0);
        passing.may_have_missed = !self.state.is_fresh && step >= self.encoding.window_secs();
        self.since_fired += step;

        let given = Pair {
            sine: f64::from(sine),
            cosine: f64::from(cosine),
        };
        let pair = self.smoothing.mix(given, step);
        let squared = pair.squared();
        if !squared.is_finite() {
            self.state = State {
                has_approached: false,
                is_fresh: false,
                ..State::FRESH
            };
            self.trend = Trend::default();
            return passing;
        }
        let angle = self.angle_per_sec * step_secs;
        self.trend.add(pair, squared, angle);
        let angle = angle.abs();
        let tolerance = ARRIVED * angle;
        let old = self.facing(backwards, tolerance);
        let now = self.faced(pair, backwards);
        let before = old.pair.map(|pair| self.faced(pair, backwards));
        let mut is_before = now.sine > now.cosine * tolerance;
        let is_crossing = match before {
            // The shorter turn between the two pairs leads down through zero.
            Some(before) => old.is_before && !is_before && before.is_turning_down_to(now),
            None => old.is_fresh && now.sine.abs() <= now.cosine * tolerance,
        };
        let mut has_approached = self.has_approached(now, squared, old.has_approached);
        if is_crossing {
            let (now_angle, norm) = (now.angle(), pair.norm());
            let fell = before.map_or(0.0, |before| before.angle() - now_angle);
            let crossing = Crossing {
                norm: before.map_or(norm, |before| libm::fmin(before.norm(), norm)),
                before: now_angle + fell,
                after: -now_angle,
                step: angle,
                slope: before.map(|_| self.encoding.secs_of(fell) / step),
            };
            if self.allows(&crossing, old.has_approached) {
                // The point where the straight line between both angles crosses zero.
                let share = if fell > 0.0 { -now_angle / fell } else { 0.0 };
                passing.fired_ago_secs = Some(share * step);
                self.since_fired = 0.0;
                (is_before, has_approached) = (false, false);
            }
        }
        self.state = State {
            pair: Some(pair),
            backwards,
            is_before,
            has_approached,
            is_fresh: false,
        };
        passing
    }

    pub(super) fn fires_within(&self, secs: f64) -> Option<f64> {
        let pair = self.state.pair.filter(|_| self.state.is_before)?;
        let ahead = self.faced(pair, self.state.backwards);
        let until = self.encoding.decode_exact(ahead.sine, ahead.cosine)?;
        (until <= secs).then_some(until)
    }

    /// Returns a pair as seen in the direction of play. Backwards, later times of the clip come first.
    fn faced(&self, pair: Pair, backwards: bool) -> Pair {
        let sine = if backwards { -pair.sine } else { pair.sine };
        Pair { sine, ..pair }.less(self.lead)
    }

    /// Returns the state for a direction of time, recomputed after a reversal.
    fn facing(&self, backwards: bool, tolerance: f64) -> State {
        if self.state.backwards == backwards {
            return self.state;
        }
        let faced = self.state.pair.map(|pair| self.faced(pair, backwards));
        State {
            is_before: faced.is_some_and(|pair| pair.sine > pair.cosine * tolerance),
            has_approached: true,
            ..self.state
        }
    }

    /// Returns whether the signal has come from far before an event, or from out of reach of all events, and not from
    /// after an event.
    fn has_approached(&self, now: Pair, squared: f64, had: bool) -> bool {
        // Compares signed squares, because a square root would take longer than the rest of this function.
        let far = squared * self.approach_squared;
        let ahead = now.sine * now.sine.abs();
        ahead > far || ahead >= -far && (had || now.cosine < 0.0)
    }

    // Called only if an event may have happened, which is much rarer than an update.
    #[cold]
    fn allows(&mut self, crossing: &Crossing, has_approached: bool) -> bool {
        use std::f64::consts::PI;
        let Guards {
            norm,
            nearness,
            falling,
            jump,
            approach,
            slope,
            refractory_secs,
        } = self.guards;
        let is_far = |share: f64| {
            let most = share * PI + crossing.step;
            crossing.before > most || crossing.after > most
        };
        // The angle by which the signal fell from the previous pair to the current pair.
        let fell = crossing.before + crossing.after;
        let is_odd = |(least, most), slope| !(least..=most).contains(&slope);
        let counts = &mut self.rejections;
        let checks = [
            (
                norm.is_some_and(|norm| crossing.norm < norm),
                &mut counts.norm,
            ),
            (nearness.is_some_and(is_far), &mut counts.nearness),
            (falling && self.trend.is_rising(), &mut counts.falling),
            (
                jump.is_some_and(|share| fell - crossing.step > share * PI),
                &mut counts.jump,
            ),
            (approach.is_some() && !has_approached, &mut counts.approach),
            (
                slope
                    .zip(crossing.slope)
                    .is_some_and(|(slope, found)| is_odd(slope, found)),
                &mut counts.slope,
            ),
            (
                refractory_secs.is_some_and(|secs| self.since_fired < secs),
                &mut counts.refractory,
            ),
        ];
        for (refuses, count) in checks {
            if refuses {
                *count += 1;
                return false;
            }
        }
        true
    }
}

/// A crossing of zero.
struct Crossing {
    /// The length of the shorter of the two pairs.
    norm: f64,
    /// The angle from the previous pair to zero.
    before: f64,
    /// The angle from zero to the current pair.
    after: f64,
    /// The angle by which a clean signal falls in this update.
    step: f64,
    /// The slope of the time to the event, in seconds per second; `None` at the start of a stream.
    slope: Option<f64>,
}
