//! The functions of expressions, as a list.

use footwork::expr::Function;
use serde::Serialize;

use crate::failure::Failure;
use crate::output::{Done, Format, csv_row};
use crate::table::Table;

#[derive(Serialize)]
struct Entry {
    call: String,
    summary: &'static str,
}

/// What can be called, in the order of names.
fn entries() -> impl Iterator<Item = Entry> {
    Function::call_names().flat_map(|name| {
        Function::called(name).iter().filter_map(|function| {
            let summary = function.summary();
            Some(Entry {
                call: function.call()?,
                summary,
            })
        })
    })
}

pub(super) fn list(format: Format) -> Result<Done, Failure> {
    match format {
        Format::Json => {
            let functions: Vec<Entry> = entries().collect();
            Done::json(&serde_json::json!({ "functions": functions }))
        }
        Format::Csv => {
            let header = csv_row(&["call", "summary"].map(str::to_owned));
            let rows = entries().map(|e| csv_row(&[e.call, e.summary.to_owned()]));
            Ok(Done::csv(header + &rows.collect::<String>()))
        }
        Format::Table => {
            let mut table = Table::default();
            for entry in entries() {
                table.row([entry.call, entry.summary.replace('`', "")]);
            }
            Ok(Done::text(table.print("")))
        }
    }
}
