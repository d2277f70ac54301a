//! What a graph is made of.

use crate::function::Function;

/// Which node, by its place. What a node needs stands before it.
pub(super) type Id = u32;

/// The most arguments of a node: [`Function::Remap`] is taken apart.
const MAX_ARGUMENTS: usize = 4;

/// What gives a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Node {
    /// The value of a variable.
    Variable(u32),
    /// A number, as bits, so that NaN and both zeros compare.
    Constant(u32),
    /// A function; the arguments that it does not have are 0.
    Call(Function, [Id; MAX_ARGUMENTS]),
}

impl Node {
    /// What it needs.
    pub(super) fn arguments(&self) -> &[Id] {
        match self {
            Self::Call(function, arguments) => {
                &arguments[..function.arguments().len().min(MAX_ARGUMENTS)]
            }
            Self::Variable(_) | Self::Constant(_) => &[],
        }
    }
}
