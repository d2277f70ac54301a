//! A program as text for readers.

use std::fmt::Write as _;

use super::{Program, ProgramStep};

impl Program {
    /// Returns the steps on one line, such as `t sin 0.1 10 t * cos * +`. A variable without a name is printed as `$`
    /// and its number.
    pub fn postfix(&self, variables: &[&str]) -> String {
        let words: Vec<String> = self.postfix_words(variables).collect();
        words.join(" ")
    }

    /// Iterates over the words of [`postfix`](Self::postfix).
    pub fn postfix_words(&self, variables: &[&str]) -> impl Iterator<Item = String> {
        self.steps().map(move |step| match step {
            ProgramStep::Variable(number) => name(variables, number),
            ProgramStep::Float(value) => shortest_decimal(value),
            ProgramStep::Call(function) => function.name().to_owned(),
            ProgramStep::Power(power) => format!("^{power}"),
        })
    }

    /// Returns one line per step, with the step's word in hexadecimal, its operation and its operand.
    pub fn listing(&self, variables: &[&str]) -> String {
        let mut text = String::new();
        let mut words = self.words.iter();
        let mut line = |word: Option<&u32>, what: &str, with: &str| {
            let word = word.copied().unwrap_or_default();
            let line = format!("{word:08x}  {what:<8}  {with}");
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{}", line.trim_end());
        };
        for step in self.steps() {
            let word = words.next();
            match step {
                ProgramStep::Variable(number) => line(word, "variable", &name(variables, number)),
                ProgramStep::Float(value) => {
                    line(word, "float", &shortest_decimal(value));
                    line(words.next(), "", "");
                }
                ProgramStep::Call(function) => {
                    let count = function.arguments().len();
                    line(word, "call", &format!("{} ({count})", function.name()));
                }
                ProgramStep::Power(power) => line(word, "power", &power.to_string()),
            }
        }
        line(words.next(), "end", "");
        text
    }
}

fn name(variables: &[&str], number: u32) -> String {
    match variables.get(number as usize) {
        Some(name) => (*name).to_owned(),
        None => format!("${number}"),
    }
}

/// Returns the shortest decimal that reads back as `value`, such as `10`, `0.1` or `1e30`. Returns `inf`, `-inf` or
/// `NaN` for the other values.
pub fn shortest_decimal(value: f32) -> String {
    // `{:?}` writes exponents for large and small numbers, and `.0` after whole numbers.
    let text = format!("{value:?}");
    text.strip_suffix(".0").unwrap_or(&text).to_owned()
}
