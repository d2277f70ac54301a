//! The nodes of a graph.

use crate::function::Function;

/// The index of a node in its graph. The arguments of a node have lower indices.
pub(super) type Id = u32;

/// The maximum number of arguments of a node. [`Function::Remap`] has more arguments and becomes several nodes.
const MAX_ARGUMENTS: usize = 4;

/// The operation that computes a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Node {
    /// The value of a variable.
    Variable(u32),
    /// The bits of a constant. As bits, a NaN equals itself, and 0 and -0 differ.
    Constant(u32),
    /// A function and its arguments. Unused arguments are 0.
    Call(Function, [Id; MAX_ARGUMENTS]),
    /// A power whose exponent is a whole number of 7 or more.
    Power(u32, [Id; 1]),
}

impl Node {
    /// Returns the arguments of the node.
    pub(super) fn arguments(&self) -> &[Id] {
        match self {
            Self::Call(function, arguments) => {
                &arguments[..function.arguments().len().min(MAX_ARGUMENTS)]
            }
            Self::Power(_, argument) => argument,
            Self::Variable(_) | Self::Constant(_) => &[],
        }
    }

    /// Returns whether the node is a variable or a constant. Such nodes need no instruction.
    pub(super) fn is_leaf(self) -> bool {
        matches!(self, Self::Variable(_) | Self::Constant(_))
    }
}
