//! A compiled predicate: a program over channels and over windows of further expressions.

use std::sync::Arc;

use footwork_base::FrameRate;
use footwork_clip::{Channel, ClipError, Window};
use footwork_expr::{Evaluator, Input, Program, ProgramStep};

use super::event_data::EventData;

/// A compiled predicate.
#[derive(Debug)]
pub struct Predicate {
    /// The channels that the predicate reads, each once.
    pub channels: Vec<Channel>,
    /// The event data that the predicate reads, each once.
    pub(super) data: Vec<EventData>,
    pub(super) expression: Expression,
}

/// A program and the meaning of its variables.
#[derive(Debug)]
pub(super) struct Expression {
    pub(super) program: Program,
    /// The meaning of each variable, in the program's order.
    pub(super) operands: Vec<Operand>,
}

/// The meaning of one variable of a program.
#[derive(Debug)]
pub(super) enum Operand {
    /// A channel, by its index in [`Predicate::channels`].
    Channel(usize),
    /// The data of an event, by its index in the predicate's list.
    Data(usize),
    /// An expression evaluated over a window. The nesting depth is bounded.
    Window(Window, Box<Expression>),
}

/// The channels and event data of a clip that a predicate reads.
struct Frames<'a> {
    channels: &'a [Arc<[f32]>],
    data: &'a [Arc<[f32]>],
    rate: FrameRate,
    count: u32,
}

impl Predicate {
    /// Returns whether the predicate reads the data of events, which only the library has.
    pub fn reads_event_data(&self) -> bool {
        !self.data.is_empty()
    }

    /// Returns one number per frame, given the predicate's channels in a clip of this rate and length. A channel that
    /// the clip lacks is `None` and counts as NaN, as does the [data of events](Self::reads_event_data).
    ///
    /// # Errors
    /// If a channel and the clip differ in length.
    pub fn values(
        &self,
        channels: impl IntoIterator<Item = Option<Arc<[f32]>>>,
        rate: FrameRate,
        frames: u32,
    ) -> Result<Vec<f32>, ClipError> {
        let none = || vec![f32::NAN; frames as usize].into();
        let data = self.data.iter().map(|_| none()).collect();
        self.values_with(channels, data, rate, frames)
    }

    /// Like [`values`](Self::values), but also given the data of events.
    pub(super) fn values_with(
        &self,
        channels: impl IntoIterator<Item = Option<Arc<[f32]>>>,
        data: Vec<Arc<[f32]>>,
        rate: FrameRate,
        frames: u32,
    ) -> Result<Vec<f32>, ClipError> {
        let lacking = || vec![f32::NAN; frames as usize].into();
        let channels = channels.into_iter();
        let channels: Vec<_> = channels.map(|c| c.unwrap_or_else(lacking)).collect();
        let frames = Frames {
            channels: &channels,
            data: &data,
            rate,
            count: frames,
        };
        self.expression.values(&frames)
    }
}

impl Expression {
    fn values(&self, frames: &Frames<'_>) -> Result<Vec<f32>, ClipError> {
        let mut signals: Vec<Arc<[f32]>> = Vec::with_capacity(self.operands.len());
        for operand in &self.operands {
            signals.push(match operand {
                Operand::Channel(number) => Arc::clone(&frames.channels[*number]),
                Operand::Data(number) => Arc::clone(&frames.data[*number]),
                Operand::Window(window, of) => {
                    let samples = match of.only_channel() {
                        Some(number) => Arc::clone(&frames.channels[number]),
                        None => of.values(frames)?.into(),
                    };
                    window.apply(&samples, frames.rate).into()
                }
            });
        }
        let inputs: Vec<Input<'_>> = signals.iter().map(|s| Input::Slice(s)).collect();
        let mut values = vec![0.0; frames.count as usize];
        let mut evaluator = Evaluator::new(&self.program);
        match evaluator.block(&inputs, &mut [&mut values[..]]) {
            Ok(()) => Ok(values),
            Err(error) => Err(ClipError {
                position: None,
                code: "unreadable",
                message: error.to_string(),
                hint: None,
            }),
        }
    }

    /// Returns the index of the channel if the expression is a single channel; else `None`.
    fn only_channel(&self) -> Option<usize> {
        let [Operand::Channel(number)] = self.operands[..] else {
            return None;
        };
        let mut steps = self.program.steps();
        let is_variable = matches!(steps.next(), Some(ProgramStep::Variable(0)));
        (is_variable && steps.next().is_none()).then_some(number)
    }
}
