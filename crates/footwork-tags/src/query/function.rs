//! The functions of the query language: what each takes, and the node it makes.

use std::borrow::Cow;

use footwork_base::TextSpan;

use super::Amount;
use super::node::{Function, Node, Reach};

/// What stands at one place of a call's arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parameter {
    Query,
    Name,
    Amount,
    /// May be left out.
    OptionalAmount,
    /// A whole number, never negative, of at most this many bits.
    Whole(u32),
    /// A whole number with its sign.
    Integer,
    String,
}

impl Parameter {
    pub(super) fn expected(self) -> &'static str {
        match self {
            Self::Query => "a query",
            Self::Name => "one name",
            Self::Amount | Self::OptionalAmount => "an amount such as 12, 0.5s or 200ms",
            Self::Whole(_) => "a whole number",
            Self::Integer => "a whole number, negative to count from the end",
            Self::String => "a string in quotes",
        }
    }
}

/// The arguments of a call that are not queries.
#[derive(Default)]
pub(super) struct Arguments<'a> {
    pub(super) text: Cow<'a, str>,
    /// Where the name among them stands.
    pub(super) name: Option<TextSpan>,
    pub(super) amounts: Vec<Amount>,
    pub(super) integers: Vec<i128>,
}

impl Arguments<'_> {
    /// Amount number `index`, or the last one given. Without any (beside an error), no frames.
    fn amount(&self, index: usize) -> Amount {
        let given = self.amounts.get(index).or(self.amounts.last());
        given.copied().unwrap_or(Amount::Frames(0))
    }

    /// Integer number `index`, in a type that its parameter's bits fit.
    fn integer<T: TryFrom<i128> + Default>(&self, index: usize) -> T {
        let given = self.integers.get(index).copied();
        given.and_then(|n| T::try_from(n).ok()).unwrap_or_default()
    }
}

/// A function's name, parameters and meaning.
pub(super) struct Signature {
    pub(super) name: &'static str,
    pub(super) usage: &'static str,
    pub(super) parameters: &'static [Parameter],
    pub(super) build: for<'a> fn(Arguments<'a>) -> Node<'a>,
}

/// The function of this name.
pub(super) fn find(name: &str) -> Option<&'static Signature> {
    FUNCTIONS.iter().find(|function| function.name == name)
}

/// The names of all functions.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    FUNCTIONS.iter().map(|function| function.name)
}

macro_rules! functions {
    ($($name:literal $usage:literal [$($parameter:expr),*] $build:expr;)*) => {
        &[$(Signature {
            name: $name,
            usage: concat!("`", $name, $usage, "`"),
            parameters: {
                use Parameter::*;
                &[$($parameter),*]
            },
            build: $build,
        }),*]
    };
}

#[rustfmt::skip]
static FUNCTIONS: &[Signature] = functions! {
    "first" "(query, amount)" [Query, Amount] |a| Node::Call(Function::First(a.amount(0)));
    "last" "(query, amount)" [Query, Amount] |a| Node::Call(Function::Last(a.amount(0)));
    "longer" "(query, amount)" [Query, Amount] |a| Node::Call(Function::Longer(a.amount(0)));
    "shorter" "(query, amount)" [Query, Amount] |a| Node::Call(Function::Shorter(a.amount(0)));
    "nth" "(query, index)" [Query, Integer] |a| Node::Call(Function::Nth(a.integer(0)));
    "pick" "(query, count, seed)" [Query, Whole(32), Whole(64)]
        |a| Node::Call(Function::Pick { count: a.integer(0), seed: a.integer(1) });
    "grow" "(query, amount[, amount after])" [Query, Amount, OptionalAmount]
        |a| Node::Call(Function::Grow { before: a.amount(0), after: a.amount(1) });
    "shrink" "(query, amount[, amount after])" [Query, Amount, OptionalAmount]
        |a| Node::Call(Function::Shrink { before: a.amount(0), after: a.amount(1) });
    "close" "(query, amount)" [Query, Amount] |a| Node::Call(Function::Close(a.amount(0)));
    "starts" "(query)" [Query] |_| Node::Call(Function::Starts);
    "ends" "(query)" [Query] |_| Node::Call(Function::Ends);
    "before" "(query, amount)" [Query, Amount] |a| Node::Call(Function::Before(a.amount(0)));
    "after" "(query, amount)" [Query, Amount] |a| Node::Call(Function::After(a.amount(0)));
    "overlapping" "(query, query)" [Query, Query] |_| Node::Call(Function::Overlapping);
    "within" "(query, query)" [Query, Query] |_| Node::Call(Function::Within);
    "containing" "(query, query)" [Query, Query] |_| Node::Call(Function::Containing);
    "then" "(query, query, amount)" [Query, Query, Amount] |a| Node::Call(Function::Then(a.amount(0)));
    "until" "(query, query, amount)" [Query, Query, Amount] |a| Node::Call(Function::Until(a.amount(0)));
    "since" "(query, query, amount)" [Query, Query, Amount] |a| Node::Call(Function::Since(a.amount(0)));
    "clips" "(query)" [Query] |_| Node::Call(Function::Clips);
    "clip" "(\"pattern\")" [String] |a| Node::Clip(a.text);
    "exact" "(tag)" [Name] |a| Node::Tag(a.text, Reach::Exact);
    "event" "(name)" [Name] |a| Node::Event(a.text);
    "near" "(name, amount)" [Name, Amount] |a| { let n = a.amount(0); Node::Near(a.text, n) };
};
