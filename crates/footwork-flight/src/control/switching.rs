//! The decision: reads a situation, runs the stages, and keeps what the next decision needs.

use crate::control::decision::{ControlDecision, ControlReason};
use crate::control::error::ControlError;
use crate::control::rules::{ControlRules, ControlRulesError, Ticks};
use crate::control::situation::ControlSituation;
use crate::control::stages::Stages;
use crate::control::state::ControlState;
use crate::control::table::Table;

/// Decides who controls whom. Same rules, same state, same situation: same decision, whatever the order of the lists.
#[derive(Clone, Debug)]
pub struct Control {
    rules: ControlRules,
    ticks: Ticks,
    state: ControlState,
    table: Table,
    pairs: Vec<Option<usize>>,
    settled: Vec<bool>,
    ready: Vec<Option<ControlReason>>,
}

impl Control {
    /// Before the first decision.
    ///
    /// # Errors
    /// A number of the rules that is out of its range.
    pub fn new(rules: ControlRules) -> Result<Self, ControlRulesError> {
        Self::resume(rules, ControlState::default())
    }

    /// After the decision that left this state.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn resume(rules: ControlRules, state: ControlState) -> Result<Self, ControlRulesError> {
        Ok(Self {
            rules,
            ticks: Ticks::new(&rules)?,
            state,
            table: Table::default(),
            pairs: Vec::new(),
            settled: Vec::new(),
            ready: Vec::new(),
        })
    }

    /// The rules it was made with.
    pub fn rules(&self) -> &ControlRules {
        &self.rules
    }

    /// What it remembers: all there is to save.
    pub fn state(&self) -> &ControlState {
        &self.state
    }

    /// Decides for every human of a situation. The caller carries it out: the next situation gives each human the
    /// player of its assignment, or another where the game had to do something else. A decision of a few humans and
    /// 22 players takes no memory once its buffers have grown.
    ///
    /// # Errors
    /// [`ControlError`]; then nothing has changed.
    pub fn decide(
        &mut self,
        situation: &ControlSituation,
        decision: &mut ControlDecision,
    ) -> Result<(), ControlError> {
        self.table.read(situation, &self.state, &self.ticks)?;
        let (now, humans) = (self.table.now, &self.table.humans);
        self.state.take_up(situation, humans, now, &self.ticks);
        let mut stages = Stages {
            table: &mut self.table,
            state: &mut self.state,
            ticks: &self.ticks,
            pairs: &mut self.pairs,
            settled: &mut self.settled,
            ready: &mut self.ready,
            decision,
        };
        stages.run();
        Ok(())
    }
}
