//! A simulated person with the pace of the keystroke-level model: S. K. Card, T. P. Moran, A. Newell, "The
//! keystroke-level model for user performance time with interactive systems" (1980). The studio's `browser/labeller.ts`
//! uses the same figures.

use footwork_testkit::Random;

const KEY_MS: f64 = 280.0;
/// The time between repeated presses of one key.
const AGAIN_MS: f64 = 90.0;
/// How long a nudge key must be held before it repeats, and the time between its repeats, as in the studio's
/// `src/keys/repeatSteps.ts`.
const HOLD_MS: f64 = 200.0;
const STEP_MS: f64 = 1000.0 / 30.0;
/// The time to release a held key: that of pressing or releasing a button in D. Kieras, "Using the keystroke-level model
/// to estimate execution times" (2001).
const RELEASE_MS: f64 = 100.0;
const POINT_MS: f64 = 1300.0;
/// The time to move the hand from the keys to the mouse, or back, in milliseconds.
const HOME_MS: f64 = 400.0;
/// The time to look and decide, in milliseconds.
const THINK_MS: f64 = 1350.0;
/// The standard deviation of the timing of presses, in milliseconds.
const SLIP_MS: f64 = 60.0;

/// The work of a simulated person so far.
pub(super) struct Person {
    random: Random,
    /// How late or early releases are.
    releases: Random,
    pub(super) keys: usize,
    pub(super) clicks: usize,
    pub(super) ms: f64,
    /// The part of the time spent watching.
    pub(super) watched_ms: f64,
    /// The part of `watched_ms` in which whole clips played with their proposals.
    pub(super) clips_ms: f64,
    /// The part of the time spent on inaccurate edges.
    pub(super) edges_ms: f64,
    /// The time that it would take to correct releases that are late or early, as presses are.
    pub(super) slips_ms: f64,
}

impl Person {
    pub(super) fn new(seed: u64) -> Self {
        Self {
            random: Random::new(seed),
            releases: Random::new(!seed),
            keys: 0,
            clicks: 0,
            ms: 0.0,
            watched_ms: 0.0,
            clips_ms: 0.0,
            edges_ms: 0.0,
            slips_ms: 0.0,
        }
    }

    /// Presses a key together with its modifiers, in the time of one press. Each of the `keys` keys counts.
    pub(super) fn press(&mut self, keys: usize) {
        self.keys += keys;
        self.ms += KEY_MS;
    }

    /// Holds a key until it has acted `times` times; each repeat counts as a press.
    pub(super) fn repeat(&mut self, times: u32) {
        self.keys += times as usize;
        if times > 0 {
            self.ms += KEY_MS + AGAIN_MS * f64::from(times - 1);
        }
    }

    /// Presses a nudge key for some steps: again and again, or holding it if that is sooner.
    pub(super) fn nudge(&mut self, steps: u32) {
        let again = f64::from(steps.saturating_sub(1));
        let held = HOLD_MS + STEP_MS * (again - 1.0) + RELEASE_MS;
        if steps < 2 || AGAIN_MS * again <= held {
            self.repeat(steps);
        } else {
            self.keys += 1;
            self.ms += KEY_MS + held;
            let late = (slip_secs(&mut self.releases) * 1000.0 / STEP_MS)
                .round()
                .abs();
            if late > 0.0 {
                self.slips_ms += KEY_MS + AGAIN_MS * (late - 1.0);
            }
        }
    }

    pub(super) fn click(&mut self) {
        self.clicks += 1;
        self.ms += POINT_MS + 2.0 * HOME_MS;
    }

    pub(super) fn think(&mut self) {
        self.ms += THINK_MS;
    }

    pub(super) fn watch(&mut self, secs: f64) {
        self.ms += 1000.0 * secs;
        self.watched_ms += 1000.0 * secs;
    }

    /// Watches a whole clip with its proposals.
    pub(super) fn watch_clip(&mut self, secs: f64) {
        self.watch(secs);
        self.clips_ms += 1000.0 * secs;
    }

    /// Watches for a time, and decides meanwhile.
    pub(super) fn watch_and_think(&mut self, secs: f64) {
        let ms = (1000.0 * secs).max(THINK_MS);
        self.ms += ms;
        self.watched_ms += ms;
    }

    /// Returns by how many seconds the next press comes late; negative if early.
    pub(super) fn slip_secs(&mut self) -> f64 {
        slip_secs(&mut self.random)
    }
}

fn slip_secs(random: &mut Random) -> f64 {
    let (a, b) = (1.0 - random.unit(), random.unit());
    let normal = (-2.0 * libm::log(a)).sqrt() * libm::cos(std::f64::consts::TAU * b);
    SLIP_MS / 1000.0 * normal
}
