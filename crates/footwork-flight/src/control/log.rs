//! A log of decisions with their input, to inspect, hash and replay.

use crate::control::decision::ControlDecision;
use crate::control::error::ControlError;
use crate::control::rules::ControlRules;
use crate::control::situation::ControlSituation;
use crate::control::state::ControlState;
use crate::control::switching::Control;
use crate::fnv::Fnv;
use crate::out_of_range::OutOfRangeError;

/// A record of decisions and their input, starting from a saved state. It is plain data.
///
/// A decision with 22 candidates adds 2 kB to the log, or 4 kB as JSON. To keep only the last minutes, start a new log
/// from time to time: it starts from the present state.
///
/// ```
/// use footwork_flight::{Control, ControlRules, ControlDecision, DecisionLog, ControlSituation};
///
/// let mut control = Control::new(ControlRules::default()).unwrap();
/// let mut log = DecisionLog::new(&control);
/// let mut decision = ControlDecision::default();
/// for frame in 0..3 {
///     let situation = ControlSituation { now_secs: f64::from(frame) / 60.0, ..ControlSituation::default() };
///     control.decide(&situation, &mut decision).unwrap();
///     log.push(&situation, &decision);
/// }
/// assert_eq!(log.replay(), Ok(log.hash()));
///
/// log.entries[1].decision.now = footwork_flight::Micros::ZERO;
/// assert_eq!(log.replay().unwrap_err().to_string(), "decision 1 differs");
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DecisionLog {
    /// The rules that made the decisions.
    pub rules: ControlRules,
    /// The state before the first entry.
    pub start: ControlState,
    /// The decisions, the oldest first.
    pub entries: Vec<DecisionLogEntry>,
}

/// A decision and its input.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DecisionLogEntry {
    /// The input.
    pub situation: ControlSituation,
    /// The decision.
    pub decision: ControlDecision,
}

/// Why a log does not replay.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ReplayError {
    /// The rules are out of range.
    Rules(OutOfRangeError),
    /// A situation was rejected.
    Situation {
        /// The index of the entry.
        index: usize,
        /// The fault of the situation.
        error: ControlError,
    },
    /// A repeated decision differs from the logged one.
    Differs {
        /// The index of the first entry whose decision differs.
        index: usize,
    },
}

footwork_base::display! { ReplayError:
    Self::Rules(_) => "the rules are out of range";
    Self::Situation { index, .. } => "situation {index} was rejected";
    Self::Differs { index } => "decision {index} differs";
}

impl std::error::Error for ReplayError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Rules(error) => Some(error),
            Self::Situation { error, .. } => Some(error),
            Self::Differs { .. } => None,
        }
    }
}

impl DecisionLog {
    /// Returns an empty log that starts from the present state of `control`.
    pub fn new(control: &Control) -> Self {
        Self {
            rules: *control.rules(),
            start: control.state().clone(),
            entries: Vec::new(),
        }
    }

    /// Appends copies of a situation and its decision.
    pub fn push(&mut self, situation: &ControlSituation, decision: &ControlDecision) {
        self.entries.push(DecisionLogEntry {
            situation: situation.clone(),
            decision: decision.clone(),
        });
    }

    /// Returns the FNV-1a hash of the whole log: the rules, the start, and every score, reason and number of every
    /// entry. It is the same on every machine.
    pub fn hash(&self) -> u64 {
        let mut hash = self.start_hash();
        self.entries.iter().for_each(|entry| hash.entry(entry));
        hash.finish()
    }

    fn start_hash(&self) -> Fnv {
        let mut hash = Fnv::new();
        hash.rules(&self.rules);
        hash.state(&self.start);
        hash
    }

    /// Repeats every decision. Returns the hash of the repeated log, which equals that of this log.
    ///
    /// # Errors
    /// Returns the first rejected input or the first decision that differs, or [`ReplayError::Rules`] for rules out of
    /// range.
    pub fn replay(&self) -> Result<u64, ReplayError> {
        let mut control =
            Control::resume(self.rules, self.start.clone()).map_err(ReplayError::Rules)?;
        let mut decision = ControlDecision::default();
        let mut hash = self.start_hash();
        for (index, entry) in self.entries.iter().enumerate() {
            let decided = control.decide(&entry.situation, &mut decision);
            decided.map_err(|error| ReplayError::Situation { index, error })?;
            if decision != entry.decision {
                return Err(ReplayError::Differs { index });
            }
            hash.entry(entry);
        }
        Ok(hash.finish())
    }
}
