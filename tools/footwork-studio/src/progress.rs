//! The progress of long work, reported first to the program that opens the library, and later to the pages.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use footwork_store::Progress;

use crate::api::Change;
use crate::news::News;

/// The interval between progress reports to pages.
const PAUSE: Duration = Duration::from_millis(100);

/// Reports progress to the program while it opens the library, and afterwards to the pages.
#[derive(Debug)]
pub(crate) struct Relay {
    opening: Arc<dyn Progress>,
    is_open: AtomicBool,
    news: News,
    work: Mutex<BTreeMap<&'static str, Work>>,
    /// The program whose lock an edit waits for, if any.
    waits: Mutex<Option<String>>,
}

#[derive(Debug)]
struct Work {
    what: &'static str,
    done: usize,
    of: usize,
    /// The time at which the work began or was last reported.
    since: Instant,
    is_told: bool,
}

impl Relay {
    pub(crate) fn new(opening: Arc<dyn Progress>, news: News) -> Self {
        Self {
            opening,
            is_open: AtomicBool::new(false),
            news,
            work: Mutex::default(),
            waits: Mutex::default(),
        }
    }

    /// Notes that the library is open. From then on, the pages receive the progress.
    pub(crate) fn opened(&self) {
        self.is_open.store(true, Ordering::Relaxed);
    }

    fn tell(&self, work: &Work) {
        let whole = |number| u32::try_from(number).unwrap_or(u32::MAX);
        self.news.tell(&Change::Progress {
            what: work.what.to_owned(),
            done: whole(work.done),
            of: whole(work.of),
        });
    }
}

impl Progress for Relay {
    fn begin(&self, what: &'static str, steps: usize) {
        if !self.is_open.load(Ordering::Relaxed) {
            return self.opening.begin(what, steps);
        }
        let work = Work {
            what,
            done: 0,
            of: steps,
            since: Instant::now(),
            is_told: false,
        };
        let mut going_on = self.work.lock().unwrap_or_else(PoisonError::into_inner);
        going_on.insert(what, work);
    }

    fn step(&self, what: &'static str) {
        if !self.is_open.load(Ordering::Relaxed) {
            return self.opening.step(what);
        }
        let mut going_on = self.work.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(work) = going_on.get_mut(what) else {
            return;
        };
        work.done += 1;
        let is_over = work.done >= work.of;
        // Work shorter than this is not reported.
        if work.since.elapsed() >= PAUSE || (is_over && work.is_told) {
            work.since = Instant::now();
            work.is_told = true;
            self.tell(work);
        }
        if is_over {
            going_on.remove(what);
        }
    }

    fn waiting(&self, why: Option<&str>) {
        if !self.is_open.load(Ordering::Relaxed) {
            return self.opening.waiting(why);
        }
        let mut waits = self.waits.lock().unwrap_or_else(PoisonError::into_inner);
        let tell = |what, done| self.news.tell(&Change::Progress { what, done, of: 1 });
        if let Some(ended) = waits.take().filter(|ended| Some(ended.as_str()) != why) {
            tell(ended, 1);
        }
        *waits = why.map(str::to_owned);
        if let Some(what) = waits.clone() {
            tell(what, 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::thread::sleep;

    use super::*;

    #[test]
    fn long_work_is_reported_and_short_work_is_not() {
        let news = News::new();
        let relay = Relay::new(Arc::new(()), news.clone());
        relay.opened();
        let mut heard = news.listen();
        relay.begin("short", 1);
        relay.step("short");
        relay.begin("long", 3);
        sleep(PAUSE);
        relay.step("long");
        // Other work does not delay or end these reports.
        relay.begin("short", 2);
        relay.step("short");
        relay.step("short");
        relay.step("long");
        relay.step("long");
        relay.step("long");
        let told: Vec<serde_json::Value> = std::iter::from_fn(|| heard.try_recv().ok())
            .map(|text| serde_json::from_str(&text).unwrap())
            .collect();
        let told: Vec<_> = told
            .iter()
            .map(|told| (&told["what"], &told["done"]))
            .collect();
        assert_eq!(
            told,
            [(&"long".into(), &1.into()), (&"long".into(), &3.into())]
        );
    }
}
