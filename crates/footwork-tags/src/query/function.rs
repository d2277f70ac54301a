//! The functions of the query language, with their parameters and the nodes that they make.

use std::borrow::Cow;

use footwork_base::{Suggestion, TextSpan};

use super::node::{Binary, Function, GivenFrames, Node, Reach, Unary};
use footwork_base::Amount;

/// The kind of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parameter {
    Query,
    Name,
    Amount,
    /// An amount that may be left out.
    OptionalAmount,
    /// A whole number of 32 bits, without a sign.
    Count,
    /// A whole number of 64 bits, without a sign.
    Seed,
    /// A whole number of 32 bits and a sign.
    Index,
    String,
    /// A frame, or a range of frames.
    Frames,
    /// A whole number from 1 to [`MAX_SIMILAR`](crate::MAX_SIMILAR).
    Places,
}

impl Parameter {
    pub(super) fn expected(self) -> &'static str {
        match self {
            Self::Query => "a query",
            Self::Name => "one name",
            Self::Amount | Self::OptionalAmount => "an amount such as 12, 0.5s or 200ms",
            Self::Count | Self::Seed | Self::Places => "a whole number",
            Self::Index => "a whole number, negative to count from the end",
            Self::String => "a string in quotes",
            Self::Frames => "a frame such as 30 or 1.5s, or frames such as 20..40",
        }
    }

    /// Returns a sentence about which numbers are valid; empty for parameters that are not numbers.
    pub(super) fn fitting(self) -> &'static str {
        match self {
            Self::Amount | Self::OptionalAmount => {
                "an amount is whole frames (12, at most 4294967295), seconds (0.5s) or milliseconds \
                 (200ms)"
            }
            Self::Count => "a count is a whole number from 0 to 4294967295",
            Self::Seed => "a seed is a whole number from 0 to 18446744073709551615",
            Self::Index => {
                "an index is a whole number: from 0 to 4294967295, or from -1 to -4294967295 backwards \
                 from the end"
            }
            Self::Frames => {
                "write a frame (30, at most 4294967295), a time (1.5s) or a range that excludes its end \
                 (20..40)"
            }
            Self::Places => "the count must be from 1 to 1000",
            Self::Query | Self::Name | Self::String => "",
        }
    }
}

/// The arguments of a call that are not queries.
#[derive(Default)]
pub(super) struct Arguments<'a> {
    pub(super) text: Cow<'a, str>,
    /// The span of the name argument, if there is one.
    pub(super) name: Option<TextSpan>,
    pub(super) amounts: Vec<Amount>,
    pub(super) integers: Vec<i128>,
    /// The frames argument and its span.
    pub(super) frames: Option<(GivenFrames, TextSpan)>,
}

impl Arguments<'_> {
    /// Returns the amount at `index`. If it is missing, returns the last amount, or zero frames without any. Amounts
    /// are missing only after an error.
    fn amount(&self, index: usize) -> Amount {
        let given = self.amounts.get(index).or(self.amounts.last());
        given.copied().unwrap_or(Amount::Frames(0))
    }

    /// Returns the frames argument, or frame 0 if it is missing, which happens only after an error.
    fn frames(&self) -> GivenFrames {
        let none = GivenFrames::At(Amount::Frames(0));
        self.frames.map_or(none, |(frames, _)| frames)
    }

    /// Returns the integer argument at `index`, in the type of its parameter.
    fn integer<T: TryFrom<i128> + Default>(&self, index: usize) -> T {
        let given = self.integers.get(index).copied();
        given.and_then(|n| T::try_from(n).ok()).unwrap_or_default()
    }
}

/// A function of the query language, as listed by [`query_functions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueryFunction {
    /// The call, such as `first(query, amount)`, with optional arguments in brackets.
    pub call: &'static str,
    /// What the function returns, on one line without a full stop.
    pub meaning: &'static str,
}

/// Returns all functions of the query language, in the order of the table in
/// [`Query`](crate::Query#functions).
///
/// ```
/// let first = footwork_tags::query_functions().next().unwrap();
/// assert_eq!(first.call, "first(query, amount)");
/// assert_eq!(first.meaning, "the first frames of each range, as many as the amount");
/// ```
pub fn query_functions() -> impl ExactSizeIterator<Item = QueryFunction> {
    FUNCTIONS.iter().map(|function| QueryFunction {
        call: function.usage.trim_matches('`'),
        meaning: function.meaning,
    })
}

/// A function's name, parameters and meaning.
pub(super) struct Signature {
    pub(super) name: &'static str,
    /// The form of a call, in backticks.
    pub(super) usage: &'static str,
    pub(super) meaning: &'static str,
    pub(super) parameters: &'static [Parameter],
    pub(super) build: for<'a> fn(Arguments<'a>) -> Node<'a>,
}

/// Returns the function named `name`; `None` if there is none.
pub(super) fn find(name: &str) -> Option<&'static Signature> {
    FUNCTIONS.iter().find(|function| function.name == name)
}

/// Returns the function whose name is similar to an unknown name, or the names of all functions.
pub(super) fn suggest(unknown: &str) -> Suggestion {
    let names = || FUNCTIONS.iter().map(|function| function.name);
    Suggestion::from_nearest(unknown, names()).unwrap_or_else(|| {
        let names: Vec<&str> = names().collect();
        Suggestion::OneOf(format!("the functions are {}", names.join(" ")))
    })
}

fn unary<'a>(function: Unary) -> Node<'a> {
    Node::Call(Function::Unary(function))
}

fn binary<'a>(function: Binary) -> Node<'a> {
    Node::Call(Function::Binary(function))
}

macro_rules! functions {
    ($($name:literal $usage:literal $meaning:literal [$($parameter:expr),*] $build:expr;)*) => {
        &[$(Signature {
            name: $name,
            usage: concat!("`", $name, $usage, "`"),
            meaning: $meaning,
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
    "first" "(query, amount)" "the first frames of each range, as many as the amount"
        [Query, Amount] |a| unary(Unary::First(a.amount(0)));
    "last" "(query, amount)" "the last frames of each range, as many as the amount"
        [Query, Amount] |a| unary(Unary::Last(a.amount(0)));
    "longer" "(query, amount)" "ranges that are at least as long as the amount"
        [Query, Amount] |a| unary(Unary::Longer(a.amount(0)));
    "shorter" "(query, amount)" "ranges that are at most as long as the amount"
        [Query, Amount] |a| unary(Unary::Shorter(a.amount(0)));
    "nth" "(query, index)" "the range of this index in each clip: 0 is the first, -1 the last"
        [Query, Index] |a| unary(Unary::Nth(a.integer(0)));
    "pick" "(query, count, seed)" "a number of ranges of the whole result, chosen by a hash of the seed"
        [Query, Count, Seed]
        |a| unary(Unary::Pick { count: a.integer(0), seed: a.integer(1) });
    "grow" "(query, amount[, amount after])" "each range longer by the amount before and after, inside its clip"
        [Query, Amount, OptionalAmount]
        |a| unary(Unary::Grow { before: a.amount(0), after: a.amount(1) });
    "shrink" "(query, amount[, amount after])" "each range shorter by the amount before and after, also at the ends of its clip"
        [Query, Amount, OptionalAmount]
        |a| unary(Unary::Shrink { before: a.amount(0), after: a.amount(1) });
    "close" "(query, amount)" "ranges, with gaps of at most the amount filled"
        [Query, Amount] |a| unary(Unary::Close(a.amount(0)));
    "starts" "(query)" "the first frame of each range"
        [Query] |_| unary(Unary::Starts);
    "ends" "(query)" "the last frame of each range"
        [Query] |_| unary(Unary::Ends);
    "before" "(query, amount)" "the frames before each range starts, as many as the amount"
        [Query, Amount] |a| unary(Unary::Before(a.amount(0)));
    "after" "(query, amount)" "the frames after each range stops, as many as the amount"
        [Query, Amount] |a| unary(Unary::After(a.amount(0)));
    "overlapping" "(query, query)" "whole ranges of the first query that share a frame with the second"
        [Query, Query] |_| binary(Binary::Overlapping);
    "within" "(query, query)" "whole ranges of the first query that lie inside one range of the second"
        [Query, Query] |_| binary(Binary::Within);
    "containing" "(query, query)" "whole ranges of the first query that contain a range of the second"
        [Query, Query] |_| binary(Binary::Containing);
    "then" "(query, query, amount)" "whole ranges of the second query that start at most the amount after one of the first stops"
        [Query, Query, Amount] |a| binary(Binary::Then(a.amount(0)));
    "followed_by" "(query, query, amount)" "whole ranges of the first query that stop at most the amount before one of the second starts"
        [Query, Query, Amount] |a| binary(Binary::FollowedBy(a.amount(0)));
    "until" "(query, query, amount)" "frames of the second query, and those at most the amount before it while the first holds"
        [Query, Query, Amount] |a| binary(Binary::Until(a.amount(0)));
    "since" "(query, query, amount)" "frames of the second query, and those at most the amount after it while the first holds"
        [Query, Query, Amount] |a| binary(Binary::Since(a.amount(0)));
    "clips" "(query)" "whole clips that have any frame of the query"
        [Query] |_| unary(Unary::Clips);
    "clip" "(\"pattern\")" "whole clips by name; `*` is any run of characters but `/`"
        [String] |a| Node::Clip(a.text);
    "exact" "(tag)" "the tag itself, without those below it"
        [Name] |a| Node::Tag(a.text, Reach::Exact);
    "event" "(name)" "the first frame at or after each event of this name or below it"
        [Name] |a| Node::Event(a.text);
    "near" "(name, amount)" "frames at most the amount from an event of this name or below it"
        [Name, Amount] |a| { let n = a.amount(0); Node::Near(a.text, n) };
    "similar" "(\"clip\", frames, count)" "the `count` places whose poses are most like those of the clip's frames: `30` or `20..40`"
        [String, Frames, Places]
        |a| { let (frames, count) = (a.frames(), a.integer(0)); Node::Similar(a.text, frames, count) };
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documentation_lists_the_functions_in_their_order() {
        let page = include_str!("tree.rs");
        let rows = page.lines().filter_map(|line| line.strip_prefix("/// | `"));
        let rows: Vec<String> = rows
            .filter(|row| !row.starts_with('{'))
            .map(str::to_owned)
            .collect();
        let row = |f: QueryFunction| format!("{}` | {} |", f.call, f.meaning);
        assert_eq!(rows, query_functions().map(row).collect::<Vec<_>>());
    }

    #[test]
    fn the_message_states_the_limit_of_places() {
        let limit = crate::resolver::MAX_SIMILAR;
        assert_eq!(
            Parameter::Places.fitting(),
            format!("the count must be from 1 to {limit}")
        );
    }

    #[test]
    fn a_meaning_is_one_plain_line() {
        for QueryFunction { call, meaning } in query_functions() {
            assert!(!meaning.is_empty() && !meaning.ends_with('.'), "{call}");
            assert!(!meaning.contains('|') && !call.contains('`'), "{call}");
        }
    }
}
