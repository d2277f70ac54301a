//! Timing of contenders in turn, so that noise of the machine hits all of them alike.
//!
//! Each contender is warmed up, then calls are grouped into samples long enough for the clock.
//! A round takes one sample of every contender; the next round starts with the next contender. The
//! median of the samples counts. Time is that of the thread on a processor. What a call returns is dropped inside the time measured.

use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::figure;

/// The share of the time that each contender adds to the budget of a group.
const BUDGET_PER_CONTENDER: Duration = Duration::from_millis(900);
/// Calls are repeated until a sample takes about this long.
const SAMPLE: Duration = Duration::from_millis(2);
const MAX_ROUNDS: usize = 201;
const FEWEST_ROUNDS: usize = 5;

/// How long this thread has run on a processor, so that other processes count for less.
#[cfg(unix)]
pub(crate) fn cpu_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let now = clock_gettime(ClockId::ThreadCPUTime);
    let secs = u64::try_from(now.tv_sec).unwrap_or(0);
    Duration::from_secs(secs) + Duration::from_nanos(u64::try_from(now.tv_nsec).unwrap_or(0))
}

/// Where there is no such clock, the time of day.
#[cfg(not(unix))]
pub(crate) fn cpu_time() -> Duration {
    use std::sync::OnceLock;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// Something to be measured.
pub(crate) struct Contender<'a> {
    name: &'static str,
    /// The time of this many calls.
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

    /// One that takes its own time, such as another program: how long this many calls ran.
    pub(crate) fn timed(name: &'static str, time: impl FnMut(u32) -> Duration + 'a) -> Self {
        let time = Box::new(time);
        Self { name, time }
    }

    /// The time of this many calls.
    fn time(&mut self, calls: u32) -> Duration {
        (self.time)(calls)
    }

    /// How many calls make a sample; warms up on the way.
    fn calls_per_sample(&mut self) -> u32 {
        self.time(1);
        let mut calls = 1;
        while self.time(calls) < SAMPLE / 2 && calls < 1 << 24 {
            calls *= 2;
        }
        calls
    }
}

/// How long one call takes.
#[derive(Clone, Debug)]
pub(crate) struct Timing {
    pub(crate) name: &'static str,
    pub(crate) median_secs: f64,
    /// Half the distance between the quartiles, as a share of the median.
    pub(crate) spread: f64,
    pub(crate) samples: usize,
}

impl Timing {
    /// The name, the time of one of `units` a call, and the spread.
    pub(crate) fn cells(&self, units: f64) -> [String; 3] {
        let secs = figure::secs(self.median_secs / units);
        let spread = format!("{:.0} %", self.spread * 100.0);
        [self.name.to_owned(), secs, spread]
    }

    /// The time of one of `units` a call with its spread, in one cell.
    pub(crate) fn cell(&self, units: f64) -> String {
        let [_, secs, spread] = self.cells(units);
        format!("{secs} ±{spread}")
    }
}

/// The median of the contender of this name; NaN if it was not measured.
pub(crate) fn median_secs(timings: &[Timing], name: &str) -> f64 {
    let found = timings.iter().find(|timing| timing.name == name);
    found.map_or(f64::NAN, |timing| timing.median_secs)
}

/// Measures all contenders, in rounds, until the budget of the group is used up.
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
