//! Spans of time in which a ball can be taken.

/// A span of time in which a player can take the ball, including both ends.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct InterceptWindow {
    /// The time at which the window starts, in seconds.
    pub from_secs: f64,
    /// The time at which the window ends, in seconds, at or after `from_secs`.
    pub to_secs: f64,
}

impl InterceptWindow {
    /// Returns whether the window includes a time.
    pub fn contains(&self, secs: f64) -> bool {
        self.from_secs <= secs && secs <= self.to_secs
    }
}

/// The parts of one window that remain after holes are cut out of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pieces {
    windows: [InterceptWindow; MAX_PIECES],
    count: usize,
}

/// Room for all parts of a window. Each of the 16 directions of the full model cuts at most one hole, so there are at
/// most 17 parts.
const MAX_PIECES: usize = 20;

impl AsRef<[InterceptWindow]> for Pieces {
    fn as_ref(&self) -> &[InterceptWindow] {
        self.as_slice()
    }
}

/// The first window; `None` if there is no window.
pub(crate) struct FirstWindow(pub(crate) Option<InterceptWindow>);

impl AsRef<[InterceptWindow]> for FirstWindow {
    fn as_ref(&self) -> &[InterceptWindow] {
        self.0.as_slice()
    }
}

impl Pieces {
    pub(crate) fn none() -> Self {
        let nothing = InterceptWindow {
            from_secs: 0.0,
            to_secs: 0.0,
        };
        Self {
            windows: [nothing; MAX_PIECES],
            count: 0,
        }
    }

    pub(crate) fn one(from_secs: f64, to_secs: f64) -> Self {
        let mut pieces = Self::none();
        pieces.push(InterceptWindow { from_secs, to_secs });
        pieces
    }

    pub(crate) fn as_slice(&self) -> &[InterceptWindow] {
        self.windows.get(..self.count).unwrap_or(&[])
    }

    fn push(&mut self, window: InterceptWindow) {
        if window.from_secs <= window.to_secs
            && let Some(slot) = self.windows.get_mut(self.count)
        {
            *slot = window;
            self.count += 1;
        }
    }

    /// Cuts out the times between `from_secs` and `to_secs`. Both ends remain.
    pub(crate) fn cut(&mut self, from_secs: f64, to_secs: f64) {
        let whole = self.as_slice().iter();
        if whole
            .clone()
            .all(|w| w.to_secs <= from_secs || w.from_secs >= to_secs)
        {
            return;
        }
        let before = *self;
        self.count = 0;
        for &window in before.as_slice() {
            if window.to_secs <= from_secs || window.from_secs >= to_secs {
                self.push(window);
                continue;
            }
            if window.from_secs <= from_secs {
                self.push(InterceptWindow {
                    to_secs: from_secs,
                    ..window
                });
            }
            if window.to_secs >= to_secs {
                self.push(InterceptWindow {
                    from_secs: to_secs,
                    ..window
                });
            }
        }
    }
}
