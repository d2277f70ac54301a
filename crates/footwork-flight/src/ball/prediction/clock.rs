//! The times of steps that the prediction skips because the ball rests.

/// The times of the steps after a start.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    start_secs: f64,
    step_secs: f64,
    /// The number of steps before the start, if the start is at a whole number of steps. Then every time is a whole
    /// number of steps, as for a live ball, which counts its steps.
    steps_before: Option<f64>,
}

impl Clock {
    pub(super) fn new(start_secs: f64, step_secs: f64) -> Self {
        let steps = libm::round(start_secs / step_secs);
        let counts = (steps * step_secs).to_bits() == start_secs.to_bits();
        Self {
            start_secs,
            step_secs,
            steps_before: counts.then_some(steps),
        }
    }

    pub(super) fn step_secs(&self) -> f64 {
        self.step_secs
    }

    /// Returns the time this many steps after the start.
    pub(super) fn secs_after(&self, steps: u32) -> f64 {
        match self.steps_before {
            Some(before) => (before + f64::from(steps)) * self.step_secs,
            None => self.start_secs + f64::from(steps) * self.step_secs,
        }
    }
}
