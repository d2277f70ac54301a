//! The events in the columns, and how a program decodes them.

use super::SpecError;

/// An event in the columns of a network.
#[derive(Clone, Debug, PartialEq)]
pub struct SpecEvent {
    /// The name of the event.
    pub name: String,
    /// How the columns of the event are decoded to times.
    pub target: SpecTarget,
}

/// How the columns of an event are decoded to times.
#[derive(Clone, Debug, PartialEq)]
pub enum SpecTarget {
    /// A signal: the columns `NAME.sin` and `NAME.cos`, in this order.
    Encoded {
        /// The window in seconds: the reach of the signal before and after an event.
        window_secs: f64,
        /// The standard deviation of the smoothing, in seconds.
        sigma_secs: f64,
    },
    /// A probability per frame: the column `NAME.probability`, from 0 to 1.
    Probability {
        /// The threshold: a local maximum below this probability is not an event.
        threshold: f64,
        /// The shortest time between two events, in seconds.
        min_gap_secs: f64,
    },
}

impl SpecEvent {
    /// Creates an event with a signal.
    pub fn encoded(name: impl Into<String>, window_secs: f64, sigma_secs: f64) -> Self {
        let target = SpecTarget::Encoded {
            window_secs,
            sigma_secs,
        };
        Self {
            name: name.into(),
            target,
        }
    }

    /// Creates an event with a probability.
    pub fn probability(name: impl Into<String>, threshold: f64, min_gap_secs: f64) -> Self {
        let target = SpecTarget::Probability {
            threshold,
            min_gap_secs,
        };
        Self {
            name: name.into(),
            target,
        }
    }

    /// Returns the names of the event's columns, in the order of the columns.
    ///
    /// ```
    /// use footwork_features::SpecEvent;
    ///
    /// assert_eq!(SpecEvent::encoded("Step", 0.3, 0.03).columns(), ["Step.sin", "Step.cos"]);
    /// assert_eq!(SpecEvent::probability("Step", 0.5, 0.1).columns(), ["Step.probability"]);
    /// ```
    pub fn columns(&self) -> Vec<String> {
        let parts: &[&str] = match self.target {
            SpecTarget::Encoded { .. } => &["sin", "cos"],
            SpecTarget::Probability { .. } => &["probability"],
        };
        let names = parts.iter().map(|part| format!("{}.{part}", self.name));
        names.collect()
    }

    /// Checks that the numbers of the event are in range.
    pub(super) fn check(&self) -> Result<(), SpecError> {
        let name = || self.name.clone();
        match self.target {
            SpecTarget::Encoded {
                window_secs,
                sigma_secs,
            } => {
                let is_window = window_secs > 0.0 && window_secs.is_finite();
                let fits = is_window && (0.0..=window_secs).contains(&sigma_secs);
                fits.then_some(())
                    .ok_or_else(|| SpecError::BadEvent { name: name() })
            }
            SpecTarget::Probability {
                threshold,
                min_gap_secs,
            } => {
                let is_threshold = threshold > 0.0 && threshold <= 1.0;
                let fits = is_threshold && (0.0..f64::INFINITY).contains(&min_gap_secs);
                fits.then_some(())
                    .ok_or_else(|| SpecError::BadProbability { name: name() })
            }
        }
    }

    /// Returns a description of the event for messages about differences.
    pub(super) fn describe(&self) -> String {
        let name = &self.name;
        match self.target {
            SpecTarget::Encoded {
                window_secs,
                sigma_secs,
            } => format!("{name} ±{window_secs} s, smoothed by {sigma_secs} s"),
            SpecTarget::Probability {
                threshold,
                min_gap_secs,
            } => format!("{name} from a probability of {threshold}, {min_gap_secs} s apart"),
        }
    }
}
