//! "Did you mean …": the known name nearest to an unknown name, and other advice.

use std::fmt;

/// The likely intention behind an unknown name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Suggestion {
    /// A known name similar to the unknown name.
    Nearest(String),
    /// Another spelling.
    Write(String),
    /// A sentence that says what to write instead in this language.
    Instead(&'static str),
    /// All known names, as a sentence.
    OneOf(String),
}

impl Suggestion {
    /// Suggests the [`nearest`] of the known names; `None` if none is near enough.
    pub fn from_nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<Self> {
        nearest(name, known).map(|near| Self::Nearest(near.to_owned()))
    }
}

/// Writes a sentence that can be used as a hint.
impl fmt::Display for Suggestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nearest(name) => write!(f, "did you mean `{name}`?"),
            Self::Write(text) => write!(f, "write `{text}`"),
            Self::Instead(sentence) => f.write_str(sentence),
            Self::OneOf(sentence) => f.write_str(sentence),
        }
    }
}

/// Returns the known name nearest to `name`; `None` if no name is near enough to be a likely typo.
///
/// The distance counts insertions, deletions, substitutions and swaps of two neighbours (the restricted
/// Damerau-Levenshtein distance), and ignores ASCII case. With n the length of the longer name in characters, a name is
/// near enough at a distance of at most n / 3, or 1 if n is below 3. The distance must also be less than n. If several
/// names are equally near, the first is returned. A `name` of more than 256 characters has no nearest name.
///
/// ```
/// use footwork_base::nearest;
///
/// let tags = ["Gait.Run", "Gait.Walk", "Style"];
/// assert_eq!(nearest("Gait.Rnu", tags), Some("Gait.Run"));
/// assert_eq!(nearest("gait.walk", tags), Some("Gait.Walk"));
/// assert_eq!(nearest("Elephant", tags), None);
/// ```
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = name.chars().count();
    if length > MAX_NAME_CHARS {
        return None;
    }
    let lower = name.to_ascii_lowercase();
    let mut best: Option<(usize, &str)> = None;
    for candidate in known {
        let candidate_length = candidate.chars().count();
        let limit = (length.max(candidate_length) / 3).max(1);
        // The distance is at least the difference in length.
        if length.abs_diff(candidate_length) > limit {
            continue;
        }
        let distance = strsim::osa_distance(&lower, &candidate.to_ascii_lowercase());
        let shares_something = distance < length.max(candidate_length);
        if shares_something && distance <= limit && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// The maximum length of a compared name, in characters. A longer word is unlikely to be a misspelt name, and a
/// comparison takes time in proportion to the product of both lengths.
const MAX_NAME_CHARS: usize = 256;
