//! Dotted names of tags, events and channels.

use std::borrow::{Borrow, Cow};
use std::fmt;
use std::str::FromStr;

use crate::quoted::{QuoteError, quote, unquote};
use crate::text_span::TextSpan;

/// A dotted name in its canonical spelling, such as `Gait.Run` or `Style."very tired"`.
///
/// A name is one or more *parts* joined by dots. A part that is a plain identifier,
/// `XID_Start | '_'` followed by `XID_Continue*`, is written plainly. Any other part is written as
/// a JSON string. A quoted part is a single part, even if it contains dots. Two spellings of the
/// same parts give equal names. Names are ordered by the bytes of the canonical spelling.
///
/// ```
/// use footwork_base::Name;
///
/// let name: Name = r#""Gait"."very tired""#.parse().unwrap();
/// assert_eq!(name.as_str(), r#"Gait."very tired""#);
/// assert_eq!(name.parts().collect::<Vec<_>>(), ["Gait", "very tired"]);
/// assert_eq!(name.parent().unwrap().as_str(), "Gait");
/// assert_ne!("a.b".parse::<Name>(), r#""a.b""#.parse());
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(Box<str>);

impl Name {
    /// Returns the name with these parts; `None` if there are no parts or if a part is empty.
    pub fn from_parts<'a>(parts: impl IntoIterator<Item = &'a str>) -> Option<Self> {
        let mut text = String::new();
        for part in parts {
            if part.is_empty() {
                return None;
            }
            if !text.is_empty() {
                text.push('.');
            }
            push_part(&mut text, part);
        }
        (!text.is_empty()).then(|| Self(text.into()))
    }

    /// Returns the canonical spelling.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the parts without their quotes, outermost first.
    pub fn parts(&self) -> impl Iterator<Item = Cow<'_, str>> {
        let mut rest: &str = &self.0;
        std::iter::from_fn(move || {
            let (part, length) = first_part(rest)?.ok()?;
            rest = rest.get(length + 1..).unwrap_or("");
            Some(part)
        })
    }

    /// Returns the name without its last part; `None` for a name of one part.
    pub fn parent(&self) -> Option<Self> {
        let parts: Vec<_> = self.parts().collect();
        let (_, outer) = parts.split_last()?;
        Self::from_parts(outer.iter().map(AsRef::as_ref))
    }

    /// Returns whether `self` is below `ancestor` in the hierarchy. A name is not below itself.
    ///
    /// ```
    /// use footwork_base::Name;
    ///
    /// let name = |text: &str| text.parse::<Name>().unwrap();
    /// assert!(name("Gait.Run").is_below(&name("Gait")));
    /// assert!(!name("Gaiter").is_below(&name("Gait")));
    /// ```
    pub fn is_below(&self, ancestor: &Self) -> bool {
        // Canonical parts have dots only inside quotes, so comparing bytes is enough.
        self.0
            .strip_prefix(&*ancestor.0)
            .is_some_and(|rest| rest.starts_with('.'))
    }

    /// Reads the longest name at the start of `text`. Returns `None` if no name starts there.
    ///
    /// A dot is not read if no part follows it.
    pub fn scan(text: &str) -> Option<Result<ScannedName<'_>, QuoteError>> {
        let mut canonical: Cow<'_, str> = Cow::Borrowed("");
        let mut length = 0;
        let mut parts = 0;
        loop {
            let offset = length + usize::from(parts > 0);
            match text.get(offset..).and_then(first_part) {
                None => break,
                Some(Err(mut error)) => {
                    error.span.start += offset;
                    error.span.stop += offset;
                    return Some(Err(error));
                }
                Some(Ok((part, part_length))) => {
                    let spelling = &text[offset..offset + part_length];
                    let plain = is_plain(&part);
                    if let (Cow::Borrowed(_), true) = (&canonical, spelling == part && plain) {
                        canonical = Cow::Borrowed(&text[..offset + part_length]);
                    } else {
                        let owned = canonical.to_mut();
                        if parts > 0 {
                            owned.push('.');
                        }
                        push_part(owned, &part);
                    }
                    length = offset + part_length;
                    parts += 1;
                }
            }
            if !text[length..].starts_with('.') {
                break;
            }
        }
        (parts > 0).then(|| {
            Ok(ScannedName {
                canonical,
                length,
                is_string: parts == 1 && text.starts_with('"'),
            })
        })
    }
}

/// A name found by [`Name::scan`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScannedName<'a> {
    /// The canonical spelling. It is borrowed if the text has the same spelling.
    pub canonical: Cow<'a, str>,
    /// The length of the name in the text, in bytes.
    pub length: usize,
    /// Whether the name is a single quoted part, which could also be read as a string.
    pub is_string: bool,
}

impl ScannedName<'_> {
    /// Returns the name, owned.
    pub fn to_name(&self) -> Name {
        Name(self.canonical.as_ref().into())
    }
}

/// Returns the first part of `text`, without quotes, and the number of bytes that it takes.
fn first_part(text: &str) -> Option<Result<(Cow<'_, str>, usize), QuoteError>> {
    if let Some(string) = unquote(text) {
        return Some(string.map(|(value, length)| (Cow::Owned(value), length)));
    }
    let length = plain_length(text);
    (length > 0).then(|| Ok((Cow::Borrowed(&text[..length]), length)))
}

/// Returns the number of bytes at the start of `text` that form a plain identifier.
fn plain_length(text: &str) -> usize {
    let mut length = 0;
    for c in text.chars() {
        let fits = match length {
            0 => c == '_' || unicode_ident::is_xid_start(c),
            _ => unicode_ident::is_xid_continue(c),
        };
        if !fits {
            break;
        }
        length += c.len_utf8();
    }
    length
}

fn is_plain(part: &str) -> bool {
    !part.is_empty() && plain_length(part) == part.len()
}

fn push_part(text: &mut String, part: &str) {
    if is_plain(part) {
        text.push_str(part);
    } else {
        text.push_str(&quote(part));
    }
}

/// The text is not a dotted name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseNameError {
    /// The span of the wrong bytes.
    pub span: TextSpan,
    /// A similar text that is a name; `None` if none is known.
    pub suggestion: Option<String>,
}

crate::display! { ParseNameError:
    Self { suggestion: None, .. } => "a name is identifiers or JSON strings joined by dots";
    Self { suggestion: Some(name), .. } => "a name is identifiers or JSON strings joined by dots; this one could be {name}";
}

impl std::error::Error for ParseNameError {}

impl FromStr for Name {
    type Err = ParseNameError;

    fn from_str(text: &str) -> Result<Self, ParseNameError> {
        let suggestion = || {
            let parts = text.trim().split('.').map(str::trim);
            (!text.contains('"'))
                .then(|| Self::from_parts(parts).map(|name| name.0.into()))
                .flatten()
        };
        match Self::scan(text) {
            Some(Ok(name)) if name.length == text.len() && !name.canonical.is_empty() => {
                if name.to_name().parts().any(|part| part.is_empty()) {
                    Err(ParseNameError {
                        span: TextSpan::new(0, text.len()),
                        suggestion: None,
                    })
                } else {
                    Ok(name.to_name())
                }
            }
            Some(Ok(name)) => Err(ParseNameError {
                span: TextSpan::new(name.length, text.len()),
                suggestion: suggestion(),
            }),
            Some(Err(error)) => Err(ParseNameError {
                span: error.span,
                suggestion: None,
            }),
            None => Err(ParseNameError {
                span: TextSpan::new(0, text.len()),
                suggestion: suggestion(),
            }),
        }
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Name {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&self.0)
    }
}

/// Reads any spelling of a name.
#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Name {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text: Cow<'_, str> = serde::Deserialize::deserialize(from)?;
        let named =
            |error| serde::de::Error::custom(format_args!("`{text}` is not a name: {error}"));
        text.parse::<Self>().map_err(named)
    }
}

impl Borrow<str> for Name {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, canonical: Option<&str>) {
        let name = text.parse::<Name>().ok();
        assert_eq!(name.as_ref().map(Name::as_str), canonical, "{text}");
    }

    #[test]
    fn names_have_one_spelling() {
        check("Gait", Some("Gait"));
        check("_a.b_2.é", Some("_a.b_2.é"));
        check(r#""Gait".Run"#, Some("Gait.Run"));
        check(r#"Gait."Run""#, Some("Gait.Run"));
        check(r#"Gait."2""#, Some(r#"Gait."2""#));
        check(r#""a.b""#, Some(r#""a.b""#));
        check(r#""\u0061 b""#, Some(r#""a b""#));
    }

    #[test]
    fn text_that_is_not_a_name_is_refused() {
        for text in [
            "", ".", "a.", ".a", "a..b", "2", "a b", "a-b", r#""""#, r#"a."""#, "\"a", "a.*",
        ] {
            check(text, None);
        }
    }

    #[test]
    fn the_error_proposes_quotes() {
        let error = "Hand made".parse::<Name>().unwrap_err();
        assert_eq!(error.suggestion.as_deref(), Some(r#""Hand made""#));
    }

    #[test]
    fn scanning_stops_at_a_dot_without_a_part() {
        let name = Name::scan("Gait.* & x").unwrap().unwrap();
        assert_eq!((name.canonical.as_ref(), name.length), ("Gait", 4));
    }
}
