//! The meanings of names: variables, constants, and words of other languages.

use std::f32::consts;

use footwork_base::{Name, Suggestion};

use super::operator;
use crate::error::ExprErrorKind;
use crate::function::Function;
use crate::program::ProgramStep;

/// The constants.
const CONSTANTS: [(&str, f32); 3] = [("pi", consts::PI), ("tau", consts::TAU), ("e", consts::E)];

/// Names from other languages, and their replacements.
const ELSEWHERE: [(&str, &str); 17] = [
    ("log", "use ln or log10"),
    ("π", "use pi"),
    ("mix", "use lerp"),
    ("inf", "write 1 / 0"),
    ("infinity", "write 1 / 0"),
    ("nan", "write 0 / 0"),
    ("NaN", "write 0 / 0"),
    ("true", "write 1"),
    ("false", "write 0"),
    ("len", "use length"),
    ("norm", "use length"),
    ("fmod", "use mod or %"),
    ("frac", "use fract"),
    (
        "rand",
        "use hash(x) or noise(x), which are the same each time",
    ),
    (
        "random",
        "use hash(x) or noise(x), which are the same each time",
    ),
    ("if", "write c ? a : b"),
    ("where", "write c ? a : b"),
];

/// Up to this number of variables, they are searched one by one. More variables are searched by bisection.
const FEW: usize = 8;

/// The variables of an expression, by name.
#[derive(Clone, Debug)]
pub(super) struct Variables<'a> {
    names: &'a [&'a str],
    /// The numbers of the variables in the order of their names; empty if there are at most [`FEW`] variables.
    by_name: Vec<u32>,
    errors: Vec<ExprErrorKind>,
}

impl<'a> Variables<'a> {
    pub(super) fn new(names: &'a [&'a str]) -> Self {
        let mut by_name = Vec::new();
        if names.len() > FEW {
            by_name = (0..=u32::MAX).take(names.len()).collect();
            by_name.sort_by_key(|&number| names[number as usize]);
        }
        let mut variables = Self {
            names,
            by_name,
            errors: Vec::new(),
        };
        let wrong = (0..names.len()).filter_map(|number| variables.mistake(number));
        variables.errors = wrong.collect();
        variables
    }

    /// Returns the error in the name of a variable; `None` if the name is valid.
    fn mistake(&self, number: usize) -> Option<ExprErrorKind> {
        let name = self.names[number];
        let canonical = |name: &str| match Name::scan(name) {
            Some(Ok(found)) => found.length == name.len() && found.canonical == name,
            _ => false,
        };
        // `scan` accepts an empty quoted part, which `parse` rejects.
        let is_name = canonical(name) && (!name.contains('"') || name.parse::<Name>().is_ok());
        let name = || self.names[number].to_owned();
        if !is_name {
            let parsed = self.names[number].parse::<Name>();
            let suggestion = match parsed {
                Ok(name) => Some(name.to_string()),
                Err(error) => error.suggestion,
            };
            return Some(ExprErrorKind::BadVariable {
                name: name(),
                suggestion,
            });
        }
        if self.find(self.names[number]) != u32::try_from(number).ok() {
            return Some(ExprErrorKind::DuplicateVariable { name: name() });
        }
        is_reserved(self.names[number]).then(|| ExprErrorKind::ReservedVariable { name: name() })
    }

    /// Returns the errors of the variables.
    pub(super) fn errors(&self) -> impl Iterator<Item = ExprErrorKind> {
        self.errors.iter().cloned()
    }

    pub(super) fn len(&self) -> usize {
        self.names.len()
    }

    /// Returns the number of a variable. If several variables have the name, returns the first. `None` if there is
    /// none.
    fn find(&self, name: &str) -> Option<u32> {
        if self.by_name.is_empty() {
            let number = self.names.iter().position(|known| *known == name)?;
            return u32::try_from(number).ok();
        }
        let before = |&number: &u32| self.names[number as usize] < name;
        let number = *self.by_name.get(self.by_name.partition_point(before))?;
        (self.names[number as usize] == name).then_some(number)
    }

    /// Returns the step that pushes the value of a name; `None` if the name is neither a variable nor a constant.
    pub(super) fn step(&self, name: &str) -> Option<ProgramStep> {
        self.find(name)
            .map(ProgramStep::Variable)
            .or_else(|| constant(name).map(ProgramStep::Float))
    }

    /// Suggests a replacement for an unknown name.
    pub(super) fn suggest(&self, name: &str) -> Suggestion {
        if let Some(instead) = elsewhere(name) {
            return Suggestion::Instead(instead);
        }
        let mut known: Vec<&str> = self.names.to_vec();
        known.extend(CONSTANTS.iter().map(|(name, _)| *name));
        known.extend(Function::call_names().map(|name| -> &str { name }));
        Suggestion::from_nearest(name, known).unwrap_or_else(|| Suggestion::OneOf(self.listed()))
    }

    /// Returns a list of the variables, or of the first variables if there are many.
    fn listed(&self) -> String {
        const SHOWN: usize = 12;
        let more = if self.names.len() > SHOWN {
            ", …"
        } else {
            ""
        };
        match self.names.split_at_checked(SHOWN) {
            _ if self.names.is_empty() => "this expression has no variables".to_owned(),
            Some((shown, _)) => format!("the variables are {}{more}", shown.join(", ")),
            None => format!("the variables are {}", self.names.join(", ")),
        }
    }
}

/// Suggests a replacement for an unknown function.
pub(super) fn suggest_function(name: &str) -> Suggestion {
    if let Some(instead) = elsewhere(name) {
        return Suggestion::Instead(instead);
    }
    Suggestion::from_nearest(name, Function::call_names()).unwrap_or_else(|| {
        let names: Vec<_> = Function::call_names().collect();
        Suggestion::OneOf(format!("the functions are {}", names.join(" ")))
    })
}

fn constant(name: &str) -> Option<f32> {
    let found = CONSTANTS.iter().find(|(known, _)| *known == name);
    found.map(|&(_, value)| value)
}

fn elsewhere(name: &str) -> Option<&'static str> {
    let found = ELSEWHERE.iter().find(|(known, _)| *known == name);
    found.map(|&(_, instead)| instead)
}

/// Returns whether a name is reserved. Reserved names are those of functions and constants, and words that readers
/// would mistake for such a name or for an operator.
fn is_reserved(name: &str) -> bool {
    let is_word = name == "log" || operator::word(name).is_some();
    is_word || constant(name).is_some() || !Function::called(name).is_empty()
}
