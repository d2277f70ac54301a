//! `footwork expr --functions`: lists the functions of expressions.

use footwork::expr::Function;
use serde_json::json;

use crate::failure::Failure;
use crate::output::{Done, Speech};
use crate::table::{Table, cells};

/// Lists the functions in the order of their names.
pub(super) fn list(speech: Speech) -> Result<Done, Failure> {
    let functions = Function::call_names().flat_map(|name| Function::called(name).iter());
    let called = functions.filter_map(|function| Some((function.call()?, function.summary())));
    let (mut table, mut text) = (Table::new(["call", "summary"]), Table::default());
    for (call, summary) in called {
        text.row(cells![call.as_str(), summary.replace('`', "")]);
        table.row(cells![call, summary]);
    }
    let answer = json!({ "functions": table });
    speech.answer(&answer, || table.csv(), || text.text(""))
}
