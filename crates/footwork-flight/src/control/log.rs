//! What was decided of what, to be looked at, hashed and replayed.

use std::fmt;

use crate::control::decision::ControlDecision;
use crate::control::error::ControlError;
use crate::control::rules::{ControlRules, ControlRulesError};
use crate::control::situation::ControlSituation;
use crate::control::state::ControlState;
use crate::control::switching::Control;
use crate::fnv::Fnv;

/// Decisions with all that they were made of, from some state on. Plain data.
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
/// assert_eq!(log.replay().unwrap_err().to_string(), "decision 1 is another one now");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct DecisionLog {
    /// The rules.
    pub rules: ControlRules,
    /// The state before the first entry.
    pub start: ControlState,
    /// The decisions, the oldest first.
    pub entries: Vec<DecisionLogEntry>,
}

/// A decision and what it was made of.
#[derive(Clone, Debug, PartialEq)]
pub struct DecisionLogEntry {
    /// What it was made of.
    pub situation: ControlSituation,
    /// What was decided.
    pub decision: ControlDecision,
}

/// Why a log does not replay.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ReplayError {
    /// Its rules are none.
    Rules(ControlRulesError),
    /// A situation cannot be decided.
    Situation {
        /// The place of the entry.
        index: usize,
        /// Why.
        error: ControlError,
    },
    /// A decision is another one now.
    Differs {
        /// The place of the first such entry.
        index: usize,
    },
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(error) => error.fmt(f),
            Self::Situation { index, error } => write!(f, "situation {index}: {error}"),
            Self::Differs { index } => write!(f, "decision {index} is another one now"),
        }
    }
}

impl std::error::Error for ReplayError {}

impl DecisionLog {
    /// An empty log of the decisions that this makes from now on.
    pub fn new(control: &Control) -> Self {
        Self {
            rules: *control.rules(),
            start: control.state().clone(),
            entries: Vec::new(),
        }
    }

    /// Adds a decision. Copies both.
    pub fn push(&mut self, situation: &ControlSituation, decision: &ControlDecision) {
        self.entries.push(DecisionLogEntry {
            situation: situation.clone(),
            decision: decision.clone(),
        });
    }

    /// The FNV-1a hash of all of it: the same on every machine, and another one for other rules, another start, and other
    /// scores, reasons or numbers of any entry.
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

    /// Decides every situation again, and returns the hash of that: the one of the log.
    ///
    /// # Errors
    /// The first thing that is not as it was.
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
