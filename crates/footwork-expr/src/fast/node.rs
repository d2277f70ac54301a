//! The nodes of a graph.

use crate::function::Function;

/// The place of a node. Its arguments come before it.
pub(super) type Id = u32;

/// The maximum number of arguments of a node. [`Function::Remap`], which has more, becomes several nodes.
const MAX_ARGUMENTS: usize = 4;

/// The operation that computes a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Node {
    /// The value of a variable.
    Variable(u32),
    /// A number as bits, so that NaNs and zeros compare.
    Constant(u32),
    /// A function; missing arguments are 0.
    Call(Function, [Id; MAX_ARGUMENTS]),
    /// A whole power from 7 on.
    Power(u32, [Id; 1]),
}

impl Node {
    /// Returns its arguments.
    pub(super) fn arguments(&self) -> &[Id] {
        match self {
            Self::Call(function, arguments) => {
                &arguments[..function.arguments().len().min(MAX_ARGUMENTS)]
            }
            Self::Power(_, argument) => argument,
            Self::Variable(_) | Self::Constant(_) => &[],
        }
    }

    /// Returns whether it is a variable or a constant, so that nothing computes it.
    pub(super) fn is_leaf(self) -> bool {
        matches!(self, Self::Variable(_) | Self::Constant(_))
    }
}
