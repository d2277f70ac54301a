//! The spellings and the precedence of operators.

use crate::function::Function;

/// The precedence of `? :`, which binds loosest.
pub(super) const CHOICE: u8 = 0;

/// Returns the precedence of an operator.
pub(super) fn precedence(operator: Function) -> u8 {
    use Function as F;
    match operator {
        F::Or => 1,
        F::And => 2,
        F::Equal | F::NotEqual => 3,
        F::Less | F::LessEqual | F::Greater | F::GreaterEqual => 4,
        F::Add | F::Subtract => 5,
        F::Multiply | F::Divide | F::Remainder => 6,
        F::Negate | F::Not => 7,
        F::Pow => 8,
        _ => CHOICE,
    }
}

/// Returns whether an operator compares two numbers. Two comparisons in a row are an error.
pub(super) fn compares(operator: Function) -> bool {
    matches!(precedence(operator), 3 | 4)
}

/// An operator at the start of a text.
pub(super) struct Spelled {
    pub(super) operator: Function,
    /// The length of the operator in bytes.
    pub(super) length: usize,
    /// The spelling in this language, if the text has the spelling of another language.
    pub(super) instead: Option<&'static str>,
}

/// Returns the operator written in symbols at the start of `text`; `None` if there is none. A `+` or `-` is always
/// returned as an addition or a subtraction, even if it is a sign.
pub(super) fn scan(text: &str) -> Option<Spelled> {
    let (&first, rest) = text.as_bytes().split_first()?;
    let simple = match first {
        b'+' => Some(Function::Add),
        b'-' => Some(Function::Subtract),
        b'*' if rest.first() != Some(&b'*') => Some(Function::Multiply),
        b'/' if rest.first() != Some(&b'/') => Some(Function::Divide),
        b'%' => Some(Function::Remainder),
        b'^' => Some(Function::Pow),
        _ => None,
    };
    if let Some(operator) = simple {
        return Some(Spelled {
            operator,
            length: 1,
            instead: None,
        });
    }
    let found = SPELLINGS
        .iter()
        .find(|(text_of, ..)| text.starts_with(text_of));
    found.map(|&(spelling, operator, instead)| Spelled {
        operator,
        length: spelling.len(),
        instead,
    })
}

/// Returns the operator that a word stands for in other languages; `None` if there is none.
pub(super) fn word(name: &str) -> Option<Spelled> {
    let (operator, write) = match name {
        "and" => (Function::And, "&&"),
        "or" => (Function::Or, "||"),
        "not" => (Function::Not, "!"),
        _ => return None,
    };
    Some(Spelled {
        operator,
        length: name.len(),
        instead: Some(write),
    })
}

/// The spellings of operators, longer spellings first. A spelling of another language comes with the spelling of this
/// language.
const SPELLINGS: [(&str, Function, Option<&str>); 30] = [
    ("===", Function::Equal, Some("==")),
    ("!==", Function::NotEqual, Some("!=")),
    ("||", Function::Or, None),
    ("&&", Function::And, None),
    ("==", Function::Equal, None),
    ("!=", Function::NotEqual, None),
    ("<=", Function::LessEqual, None),
    (">=", Function::GreaterEqual, None),
    ("**", Function::Pow, Some("^")),
    ("<>", Function::NotEqual, Some("!=")),
    ("<<", Function::Multiply, Some("a * exp2(b)")),
    (">>", Function::Divide, Some("a / exp2(b)")),
    ("//", Function::Divide, Some("floor(a / b)")),
    ("~=", Function::NotEqual, Some("!=")),
    ("=<", Function::LessEqual, Some("<=")),
    ("=>", Function::GreaterEqual, Some(">=")),
    ("<", Function::Less, None),
    (">", Function::Greater, None),
    ("!", Function::Not, None),
    ("=", Function::Equal, Some("==")),
    ("&", Function::And, Some("&&")),
    ("|", Function::Or, Some("||")),
    ("×", Function::Multiply, Some("*")),
    ("·", Function::Multiply, Some("*")),
    ("÷", Function::Divide, Some("/")),
    ("−", Function::Subtract, Some("-")),
    ("–", Function::Subtract, Some("-")),
    ("≤", Function::LessEqual, Some("<=")),
    ("≥", Function::GreaterEqual, Some(">=")),
    ("≠", Function::NotEqual, Some("!=")),
];
