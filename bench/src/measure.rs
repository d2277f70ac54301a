//! Timing of contenders in turn, so that noise of the machine affects all of them equally.
//!
//! Each contender is warmed up, then its calls are grouped into samples long enough for the clock. A round takes one sample
//! of every contender; the next round starts with the next contender. The result is the median of the samples, in processor
//! time of the thread. It includes dropping the return values.

use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::figure;

/// The time that each contender adds to the budget of a group.
const BUDGET_PER_CONTENDER: Duration = Duration::from_millis(900);
/// The approximate length of a sample.
const SAMPLE: Duration = Duration::from_millis(2);
const MAX_ROUNDS: usize = 201;
const FEWEST_ROUNDS: usize = 5;

/// Returns the processor time of this thread, which other processes affect less than wall-clock time.
#[cfg(unix)]
pub(crate) fn cpu_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let now = clock_gettime(ClockId::ThreadCPUTime);
    let secs = u64::try_from(now.tv_sec).unwrap_or(0);
    Duration::from_secs(secs) + Duration::from_nanos(u64::try_from(now.tv_nsec).unwrap_or(0))
}

/// Returns the wall-clock time since the first call, because this system has no clock of a thread's processor time.
#[cfg(not(unix))]
pub(crate) fn cpu_time() -> Duration {
    use std::sync::OnceLock;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// A function to measure.
pub(crate) struct Contender<'a> {
    name: &'static str,
    /// Makes a number of calls and returns their time.
    time: Box<dyn FnMut(u32) -> Duration + 'a>,
}

impl<'a> Contender<'a> {
    pub(crate) fn new<T>(name: &'static str, mut call: impl FnMut() -> T + 'a) -> Self {
        let mut call: Box<dyn FnMut() + 'a> = Box::new(move || {
            black_box(call());
        });
        Self::timed(name, move |calls| {
            let start = cpu_time();
            for _ in 0..calls {
                call();
            }
            cpu_time().saturating_sub(start)
        })
    }

    /// Returns a contender that measures its own time, such as another program. `time` makes a number of calls and returns their
    /// time.
    pub(crate) fn timed(name: &'static str, time: impl FnMut(u32) -> Duration + 'a) -> Self {
        let time = Box::new(time);
        Self { name, time }
    }

    /// Makes a number of calls and returns their time.
    fn time(&mut self, calls: u32) -> Duration {
        (self.time)(calls)
    }

    /// Returns the number of calls in a sample, and warms up on the way.
    fn calls_per_sample(&mut self) -> u32 {
        self.time(1);
        let mut calls = 1;
        while self.time(calls) < SAMPLE / 2 && calls < 1 << 24 {
            calls *= 2;
        }
        calls
    }
}

/// The time of one call.
#[derive(Clone, Debug)]
pub(crate) struct Timing {
    pub(crate) name: &'static str,
    pub(crate) median_secs: f64,
    /// Half the distance between the quartiles, as a share of the median.
    pub(crate) spread: f64,
    pub(crate) samples: usize,
}

impl Timing {
    /// Returns the name, the time of a call divided by `units`, and the spread.
    pub(crate) fn cells(&self, units: f64) -> [String; 3] {
        let secs = figure::secs(self.median_secs / units);
        let spread = format!("{:.0} %", self.spread * 100.0);
        [self.name.to_owned(), secs, spread]
    }

    /// Returns the time of a call divided by `units` and its spread, in one cell.
    pub(crate) fn cell(&self, units: f64) -> String {
        let [_, secs, spread] = self.cells(units);
        format!("{secs} ±{spread}")
    }
}

/// Returns the median of the contender with this name; NaN if it was not measured.
pub(crate) fn median_secs(timings: &[Timing], name: &str) -> f64 {
    let found = timings.iter().find(|timing| timing.name == name);
    found.map_or(f64::NAN, |timing| timing.median_secs)
}

/// Measures all contenders in rounds until the budget of the group is used up.
pub(crate) fn in_turn(mut contenders: Vec<Contender<'_>>) -> Vec<Timing> {
    let count = contenders.len();
    let calls: Vec<u32> = contenders
        .iter_mut()
        .map(Contender::calls_per_sample)
        .collect();
    let mut samples = vec![Vec::new(); count];
    let budget = BUDGET_PER_CONTENDER * u32::try_from(count).unwrap_or(u32::MAX);
    let start = Instant::now();
    for round in 0..MAX_ROUNDS {
        if round >= FEWEST_ROUNDS && start.elapsed() > budget {
            break;
        }
        for turn in 0..count {
            let which = (round + turn) % count;
            let time = contenders[which].time(calls[which]);
            samples[which].push(time.as_secs_f64() / f64::from(calls[which]));
        }
    }
    contenders
        .iter()
        .zip(samples)
        .map(|(contender, samples)| timing(contender.name, samples))
        .collect()
}

fn timing(name: &'static str, mut samples: Vec<f64>) -> Timing {
    samples.sort_by(f64::total_cmp);
    let at = |quarter: usize| {
        samples
            .get((samples.len().saturating_sub(1)) * quarter / 4)
            .copied()
            .unwrap_or(f64::NAN)
    };
    Timing {
        name,
        median_secs: at(2),
        spread: (at(3) - at(1)) / 2.0 / at(2),
        samples: samples.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Contender, in_turn, timing};

    #[test]
    fn the_median_ignores_outliers() {
        let timing = timing("a", vec![3.0, 1.0, 1000.0, 2.0, 2.5]);
        assert_eq!((timing.median_secs, timing.samples), (2.5, 5));
        assert_eq!(timing.spread, 0.2);
    }

    #[test]
    fn results_come_in_the_order_given() {
        let work = |n: u64| move || (0..n).fold(1_u64, |a, b| a.wrapping_mul(b | 1));
        let timings = in_turn(vec![
            Contender::new("long", work(100_000)),
            Contender::new("short", work(1)),
        ]);
        assert_eq!(
            timings.iter().map(|t| t.name).collect::<Vec<_>>(),
            ["long", "short"]
        );
    }
}
