//! The query language: from text to the program that the evaluator runs.
//!
//! The stages, in the order of the data:
//!
//! - `token` splits a text, and `parse` turns the tokens into a [`Query`], which is a `tree` of `node`s in postfix
//!   order.
//! - `bind` looks up the names and produces `step`s.
//! - `normal` gives queries that differ only by simple rules of logic the same form, and `plan` turns that form into
//!   steps again.
//! - `kernel` numbers the set operators of the plan for the engine.
//!
//! Other files: `function` is the table of functions, and `clip_set` holds clips by name. `joined` finds differences
//! that together spell the name of a tag. `print` writes queries, and `error` has the error types.

pub(crate) mod bind;
pub(crate) mod clip_set;
pub(crate) mod error;
pub(crate) mod function;
mod joined;
pub(crate) mod kernel;
pub(crate) mod node;
pub(crate) mod normal;
mod parse;
mod plan;
mod print;
pub(crate) mod step;
mod token;
pub(crate) mod tree;

use bind::BoundQuery;
use error::QueryErrors;
use tree::Query;

use footwork_base::TextErrorsBuilder;

use crate::database::Database;

impl<'a> Query<'a> {
    /// Parses a query.
    ///
    /// # Errors
    /// Returns all errors of the text, in the order of the text.
    pub fn parse(text: &'a str) -> Result<Self, QueryErrors> {
        let mut errors = TextErrorsBuilder::new();
        let query = parse::parse(text, &mut errors);
        errors.finish().map(|()| query)
    }

    /// Looks up the names of the query in `database`.
    ///
    /// # Errors
    /// Returns an error for every unknown name, even one that cannot change the answer.
    pub fn bind(&self, database: &Database) -> Result<BoundQuery, QueryErrors> {
        let mut errors = TextErrorsBuilder::new();
        let bound = bind::bind(self, database, &mut errors);
        errors.finish().map(|()| bound)
    }

    /// Parses a query and looks up its names. Reports syntax errors and unknown names together.
    ///
    /// # Errors
    /// Returns all errors of the text, in the order of the text.
    pub fn parse_for(
        text: &'a str,
        database: &Database,
    ) -> Result<(Self, BoundQuery), QueryErrors> {
        let mut errors = TextErrorsBuilder::new();
        let query = parse::parse(text, &mut errors);
        let bound = bind::bind(&query, database, &mut errors);
        errors.finish().map(|()| (query, bound))
    }
}
