//! The steps of a growing program. Constants are folded as they are added.

use footwork_base::TextSpan;
use footwork_base::maths::canonical;

use crate::function::{Function, MAX_POWER};
use crate::limits::MAX_STEPS;
use crate::program::ProgramStep;
use crate::stack::value;

/// The steps of a program under construction.
pub(super) struct Steps {
    steps: Vec<ProgramStep>,
    seed: u32,
    /// The indices of the steps that are the constant `e` by name, rising.
    e_at: Vec<usize>,
    /// The span in the text at which the program became too long.
    overflow: Option<TextSpan>,
}

impl Steps {
    /// Creates an empty list, with capacity for the steps of `texts`.
    pub(super) fn new(seed: u32, texts: &[&str]) -> Self {
        let bytes: usize = texts.iter().map(|text| text.len()).sum();
        Self {
            steps: Vec::with_capacity((bytes / 2 + 2).min(64)),
            seed,
            e_at: Vec::new(),
            overflow: None,
        }
    }

    /// Adds a step after its operands. A step on constants becomes its value, a power with a small whole constant
    /// exponent becomes products, and a power with exponent zero becomes 1.
    pub(super) fn push(&mut self, step: ProgramStep, span: TextSpan) {
        if step == ProgramStep::Call(Function::Pow)
            && let [.., _, ProgramStep::Float(exponent)] = *self.steps.as_slice()
            && self.is_e(self.steps.len() - 2)
        {
            self.steps.truncate(self.steps.len() - 2);
            self.add(ProgramStep::Float(exponent));
            return self.push(ProgramStep::Call(Function::Exp), span);
        }
        let step = match (step, self.steps.last()) {
            (ProgramStep::Call(Function::Pow), Some(&ProgramStep::Float(exponent))) => {
                match whole(exponent) {
                    Some(power) => {
                        self.steps.pop();
                        ProgramStep::Power(power)
                    }
                    None => step,
                }
            }
            _ => step,
        };
        let step = match step {
            ProgramStep::Power(0) => self.replace_operand_by_one(),
            _ => step,
        };
        let arity = step.arity();
        let first = self.steps.len().saturating_sub(arity);
        // If all operands are numbers, they are the last steps.
        if arity > 0 && self.steps[first..].iter().all(is_float) {
            let value = self.value(step, first);
            self.steps.truncate(first);
            self.add(ProgramStep::Float(value));
        } else {
            self.add(step);
        }
        if self.steps.len() <= MAX_STEPS {
            self.overflow = None;
        } else if self.overflow.is_none() {
            self.overflow = Some(span);
        }
    }

    /// Adds the constant e, which the text gives by name.
    pub(super) fn push_e(&mut self, span: TextSpan) {
        let at = self.steps.len();
        self.push(ProgramStep::Float(std::f32::consts::E), span);
        self.e_at.push(at);
    }

    /// Adds a step. Forgets the constants e from this index on, because their steps were removed.
    fn add(&mut self, step: ProgramStep) {
        let at = self.steps.len();
        while self.e_at.last().is_some_and(|&e| e >= at) {
            self.e_at.pop();
        }
        self.steps.push(step);
    }

    fn is_e(&self, at: usize) -> bool {
        self.e_at.binary_search(&at).is_ok()
    }

    /// Drops the steps of the last operand and returns a step for 1. Every operand to the power of zero is 1.
    fn replace_operand_by_one(&mut self) -> ProgramStep {
        let mut missing = 1;
        while missing > 0
            && let Some(step) = self.steps.pop()
        {
            missing = missing - 1 + step.arity();
        }
        ProgramStep::Float(1.0)
    }

    /// Returns the value of a step. Its operands are the constants from the index `first` on.
    #[inline(never)]
    fn value(&self, step: ProgramStep, first: usize) -> f32 {
        let mut operands = [0.0; crate::function::MAX_ARITY];
        for (operand, step) in operands.iter_mut().zip(&self.steps[first..]) {
            if let ProgramStep::Float(value) = step {
                *operand = *value;
            }
        }
        canonical(value(step, self.seed, &operands[..step.arity()]))
    }

    /// Returns the span at which the program became too long; `None` if it did not.
    pub(super) fn overflow(&self) -> Option<TextSpan> {
        self.overflow
    }

    pub(super) fn into_steps(mut self) -> Vec<ProgramStep> {
        if !self.e_at.is_empty() {
            self.replace_powers_of_e();
        }
        self.steps
    }

    /// Replaces `e ^ x` by `exp(x)` in a single pass over all steps, because exponents may be long and nested.
    fn replace_powers_of_e(&mut self) {
        // The index of the first step of each operand on the stack.
        let mut starts: Vec<usize> = Vec::new();
        let mut dropped = vec![false; self.steps.len()];
        for at in 0..self.steps.len() {
            let step = self.steps[at];
            let first = starts.len().saturating_sub(step.arity());
            if let (ProgramStep::Call(Function::Pow), [base, exponent]) = (step, &starts[first..])
                && base + 1 == *exponent
                && self.is_e(*base)
            {
                dropped[*base] = true;
                self.steps[at] = ProgramStep::Call(Function::Exp);
            }
            let start = starts.get(first).copied().unwrap_or(at);
            starts.truncate(first);
            starts.push(start);
        }
        let mut dropped = dropped.into_iter();
        self.steps.retain(|_| dropped.next() != Some(true));
    }
}

fn is_float(step: &ProgramStep) -> bool {
    matches!(step, ProgramStep::Float(_))
}

/// Returns the exponent as an integer; `None` if the power is not computed by products.
fn whole(exponent: f32) -> Option<i32> {
    (-1..=MAX_POWER).find(|&power| power as f32 == exponent)
}
