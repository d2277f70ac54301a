//! A progress bar on standard error for work that takes longer than half a second.
//!
//! It appears only if standard error is a terminal, and leaves nothing behind: all other output clears it first.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use footwork_store::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// The time after which work gets a bar.
const PATIENCE: Duration = Duration::from_millis(500);

/// The bar of the current work, and the time at which the work began.
static BAR: Mutex<Option<(ProgressBar, Instant)>> = Mutex::new(None);

/// Returns the reporter of a library's progress.
pub(crate) fn bars() -> Arc<dyn Progress> {
    Arc::new(Bars)
}

/// Clears the bar.
pub(crate) fn clear() {
    if let Some((bar, _)) = bar().take() {
        bar.finish_and_clear();
    }
}

fn bar() -> MutexGuard<'static, Option<(ProgressBar, Instant)>> {
    BAR.lock().unwrap_or_else(PoisonError::into_inner)
}

#[derive(Debug)]
struct Bars;

impl Progress for Bars {
    fn begin(&self, what: &'static str, steps: usize) {
        clear();
        let steps = u64::try_from(steps).unwrap_or(u64::MAX);
        let new = ProgressBar::with_draw_target(Some(steps), ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {eta}");
        if let Ok(style) = style {
            new.set_style(style.progress_chars("█▒·"));
        }
        new.set_message(what);
        *bar() = Some((new, Instant::now()));
    }

    fn step(&self, _: &'static str) {
        if let Some((bar, since)) = bar().as_ref() {
            bar.inc(1);
            if bar.is_hidden() && since.elapsed() > PATIENCE {
                // This draws nothing unless standard error is a terminal.
                bar.set_draw_target(ProgressDrawTarget::stderr());
            }
        }
    }

    fn waiting(&self, why: Option<&str>) {
        clear();
        if let Some(why) = why {
            let line = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            if let Ok(style) = ProgressStyle::with_template("{msg}") {
                line.set_style(style);
            }
            line.set_message(why.to_owned());
            line.tick();
            *bar() = Some((line, Instant::now()));
        }
    }
}
