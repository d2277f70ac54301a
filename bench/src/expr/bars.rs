//! The bars of the specification, and how they are kept.

use crate::figure;
use crate::report::Table;

/// Measured figures beside what they should be.
pub(crate) struct Bars {
    table: Table,
    losses: Vec<String>,
}

impl Bars {
    pub(crate) fn new() -> Self {
        let head = ["what", "measured", "bar", "goal"];
        Self {
            table: Table::new("Bars", &head),
            losses: Vec::new(),
        }
    }

    /// A ratio that should be at least this.
    pub(crate) fn at_least(&mut self, what: &str, found: f64, bar: Option<f64>, goal: Option<f64>) {
        self.add(
            what,
            figure::plain(found),
            "≥",
            [bar, goal],
            |b| found >= b,
            figure::plain,
        );
    }

    /// A ratio that should be at most this.
    pub(crate) fn at_most(&mut self, what: &str, found: f64, bar: Option<f64>, goal: Option<f64>) {
        self.add(
            what,
            figure::plain(found),
            "≤",
            [bar, goal],
            |b| found <= b,
            figure::plain,
        );
    }

    /// A time that should be at most this.
    pub(crate) fn secs(&mut self, what: &str, found: f64, bar: Option<f64>, goal: Option<f64>) {
        self.add(
            what,
            figure::secs(found),
            "≤",
            [bar, goal],
            |b| found <= b,
            figure::secs,
        );
    }

    fn add(
        &mut self,
        what: &str,
        found: String,
        sign: &str,
        wanted: [Option<f64>; 2],
        meets: impl Fn(f64) -> bool,
        print: impl Fn(f64) -> String,
    ) {
        let mut row = vec![what.to_owned(), found.clone()];
        for (wanted, name) in wanted.into_iter().zip(["bar", "goal"]) {
            let Some(wanted) = wanted else {
                row.push(String::new());
                continue;
            };
            let mark = if meets(wanted) { "met" } else { "missed" };
            row.push(format!("{sign} {} {mark}", print(wanted)));
            if !meets(wanted) {
                let wanted = print(wanted);
                self.losses
                    .push(format!("{what}: {found}; the {name} is {sign} {wanted}."));
            }
        }
        self.table.row(row);
    }

    pub(crate) fn into_parts(self) -> (Table, Vec<String>) {
        (self.table, self.losses)
    }
}
