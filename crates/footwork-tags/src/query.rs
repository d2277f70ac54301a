//! Queries: which frames, said in one line.
//!
//! ```text
//! query := xor ('|' xor)*      xor := and ('^' and)*      and := diff ('&' diff)*
//! diff  := unary ('-' unary)*  unary := '!' unary | atom
//! atom  := '(' query ')' | name ['.*'] | 'all' | 'none' | call | '{' text '}'
//! call  := ident '(' arg (',' arg)* ')'
//! ```
//!
//! From the tightest to the loosest: `!`, `-`, `&`, `^`, `|`, all grouping to the left, as in Rust.
//! The words `not except and xor or` are synonyms. The stages, each a module:
//!
//! text → [`token`] → [`parse`] → [`Query`] → [`bind`] (names to ids) → [`normal`] (one shape for
//! what means the same) → [`plan`] → [`evaluate`](crate::evaluate).

mod amount;
pub(crate) mod bind;
mod build;
mod error;
mod function;
mod joined;
pub(crate) mod node;
pub(crate) mod normal;
mod parse;
mod plan;
mod print;
mod token;

pub use amount::Amount;
pub use bind::BoundQuery;
pub use error::{QueryError, QueryErrorKind, QueryErrors};

use footwork_base::TextSpan;
use smallvec::SmallVec;

use crate::Database;
use node::Node;

/// The longest query text, in bytes.
pub const MAX_TEXT_BYTES: usize = 64 * 1024;

/// The deepest nesting of parentheses and calls.
pub const MAX_NESTING: usize = 200;

/// A parsed query, independent of any database until it is bound to one.
///
/// Queries that group the same way are equal, however they were spelled. Printing gives the
/// canonical text, which parses to an equal query.
///
/// ```
/// use footwork_tags::Query;
///
/// let query = Query::parse("Running and Male & (Tired or Limping)").unwrap();
/// assert_eq!(query.to_string(), "Running & Male & (Tired | Limping)");
/// assert_eq!(Query::parse("first(Gait, 0.50s)").unwrap().to_string(), "first(Gait, 0.5s)");
///
/// let errors = Query::parse("A B &").unwrap_err();
/// assert_eq!(errors.len(), 2);
/// assert_eq!(errors.iter().next().unwrap().to_string(), "expected an operator before `B`");
/// ```
#[derive(Clone, Debug)]
pub struct Query<'a> {
    /// In postfix order: operands before their operator.
    nodes: SmallVec<[Node<'a>; 16]>,
    /// Where each node stands in the text it was parsed from; empty for a query built in code.
    spans: Vec<TextSpan>,
}

impl<'a> Query<'a> {
    /// Parses the text of a query.
    ///
    /// # Errors
    /// Every mistake found, in the order of the text.
    pub fn parse(text: &'a str) -> Result<Self, QueryErrors> {
        let (query, errors) = parse::parse(text);
        QueryErrors::check(errors).map(|()| query)
    }

    /// Looks up the names of this query in `database`.
    ///
    /// # Errors
    /// Every unknown name, even one whose value cannot matter.
    pub fn bind(&self, database: &Database) -> Result<BoundQuery, QueryErrors> {
        let (bound, errors) = bind::bind(self, database);
        QueryErrors::check(errors).map(|()| bound)
    }

    /// Parses a text and looks up its names, reporting the mistakes of both steps together.
    ///
    /// # Errors
    /// Every mistake found, in the order of the text.
    pub fn parse_for(
        text: &'a str,
        database: &Database,
    ) -> Result<(Self, BoundQuery), QueryErrors> {
        let (query, mut errors) = parse::parse(text);
        let (bound, unknown) = bind::bind(&query, database);
        errors.extend(unknown);
        QueryErrors::check(errors).map(|()| (query, bound))
    }

    fn from_nodes(nodes: SmallVec<[Node<'a>; 16]>, spans: Vec<TextSpan>) -> Self {
        Self { nodes, spans }
    }

    pub(crate) fn nodes(&self) -> &[Node<'a>] {
        &self.nodes
    }

    /// Where node number `index` stands in the text, if the query came from one.
    pub(crate) fn span(&self, index: usize) -> TextSpan {
        self.spans.get(index).copied().unwrap_or_default()
    }
}

impl<'b> PartialEq<Query<'b>> for Query<'_> {
    fn eq(&self, other: &Query<'b>) -> bool {
        self.nodes() == other.nodes()
    }
}

impl Eq for Query<'_> {}
