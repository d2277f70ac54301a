//! The file names of pieces: a template with placeholders for the properties of a piece.
//!
//! | placeholder | value |
//! |---|---|
//! | `{clip}` | the clip without folders and extension; `moves_Walk` for the animation `Walk` of `moves.glb` |
//! | `{folder}` | the clip's folder in its library, with `/`; empty at the root, where a following `/` is dropped |
//! | `{tag:Gait}` | the child of `Gait` that holds on the most frames of the range, or `none` |
//! | `{index}` | the number of the range in its clip, from 0, as in `nth` |
//! | `{start}`, `{stop}` | the frames of the range |
//!
//! Numbers may have a minimum width, `{index:02}`. `{{` and `}}` are literal braces. Apart from
//! `{folder}`, a value never adds a folder: characters that file systems reject are
//! percent-encoded.

use footwork_base::{Diagnostic, Name, TextSpan, nearest};
use footwork_sidecar::SIDECAR_SUFFIX;
use footwork_tags::Database;

use super::file_name;

/// A template for the names of pieces, without their extension.
///
/// ```
/// use footwork_pipeline::NameTemplate;
/// use footwork_tags::Database;
///
/// let database = Database::new();
/// assert!(NameTemplate::parse_for("cuts/{clip}_{index:02}", &database).is_ok());
/// let errors = NameTemplate::parse_for("{clop}", &database).unwrap_err();
/// assert_eq!(errors[0].hint.as_deref(), Some("did you mean {clip}?"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameTemplate(Vec<Part>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    Clip,
    Folder,
    Tag(Name),
    Number(Number, usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Number {
    Index,
    Start,
    Stop,
}

/// The values of the placeholders for one piece.
pub(super) struct Values<'a> {
    pub(super) clip: &'a str,
    pub(super) folder: &'a str,
    pub(super) index: usize,
    pub(super) start: u32,
    pub(super) stop: u32,
    /// A function that returns the child of a tag that has the most frames in the range, encoded for a file name.
    pub(super) child: &'a dyn Fn(&Name) -> String,
}

const PLACES: [&str; 6] = ["clip", "folder", "tag:", "index", "start", "stop"];

impl Default for NameTemplate {
    /// Returns `{clip}_{index:02}`.
    fn default() -> Self {
        Self(vec![
            Part::Clip,
            Part::Text("_".to_owned()),
            Part::Number(Number::Index, 2),
        ])
    }
}

impl NameTemplate {
    /// Parses a template, for a library with these tags.
    ///
    /// # Errors
    /// Every mistake with its position: an unknown placeholder, an unmatched brace, a tag without
    /// tags below it, or text that is not valid in a file name.
    pub fn parse_for(text: &str, database: &Database) -> Result<Self, Vec<Diagnostic>> {
        let (mut parts, mut errors, mut plain) = (Vec::new(), Vec::new(), String::new());
        let mut at = 0;
        while let Some(first) = text[at..].chars().next() {
            let rest = &text[at..];
            if rest.starts_with("{{") || rest.starts_with("}}") {
                plain.push(first);
                at += 2;
            } else if first == '{' || first == '}' {
                if !plain.is_empty() {
                    parts.push(Part::Text(std::mem::take(&mut plain)));
                }
                let (length, part) = place(rest);
                match part.and_then(|part| check_tag(part, database)) {
                    Ok(part) => parts.push(part),
                    Err(wrong) => {
                        let span = TextSpan::new(at, at + length);
                        errors.push(Diagnostic { span, ..wrong });
                    }
                }
                at += length;
            } else {
                plain.push(first);
                at += first.len_utf8();
            }
        }
        if !plain.is_empty() {
            parts.push(Part::Text(plain));
        }
        let template = Self(parts);
        if errors.is_empty() {
            let sample = Values {
                clip: "x",
                folder: "x",
                index: 0,
                start: 0,
                stop: 1,
                child: &|_| "x".to_owned(),
            };
            let name = template.name(&sample);
            if name.to_lowercase().ends_with(SIDECAR_SUFFIX) {
                let start = text.len().saturating_sub(SIDECAR_SUFFIX.len());
                let span = TextSpan::new(start, text.len());
                let message = "pieces are clips, not sidecars";
                let hint = "leave out the extension; a sidecar is written next to each piece";
                let error = Diagnostic::new(span, "bad-file-name", message);
                errors.push(error.with_hint(hint.to_owned()));
            }
            if let Err(reason) = file_name::check(&name) {
                let message = format!("files should not have such a name: {reason}");
                let whole = TextSpan::new(0, text.len());
                errors.push(Diagnostic::new(whole, "bad-file-name", message));
            }
        }
        if errors.is_empty() {
            Ok(template)
        } else {
            Err(errors)
        }
    }

    /// Returns the name of a piece.
    pub(super) fn name(&self, values: &Values<'_>) -> String {
        let mut name = String::new();
        let mut is_after_nothing = false;
        for part in &self.0 {
            let text = match part {
                Part::Text(text) if is_after_nothing => {
                    text.strip_prefix('/').unwrap_or(text).to_owned()
                }
                Part::Text(text) => text.clone(),
                Part::Clip => values.clip.to_owned(),
                Part::Folder => values.folder.to_owned(),
                Part::Tag(tag) => (values.child)(tag),
                Part::Number(number, digits) => {
                    let number = match number {
                        Number::Index => values.index.to_string(),
                        Number::Start => values.start.to_string(),
                        Number::Stop => values.stop.to_string(),
                    };
                    format!("{number:0>digits$}")
                }
            };
            is_after_nothing = *part == Part::Folder && text.is_empty();
            name += &text;
        }
        name
    }
}

/// Creates an error for a placeholder. The caller sets its position.
fn wrong(message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(TextSpan::default(), "bad-template", message)
}

/// Parses the placeholder at the start of a text that begins with a brace, and returns its length
/// in bytes.
fn place(rest: &str) -> (usize, Result<Part, Diagnostic>) {
    if rest.starts_with('}') {
        let hint = "write }} for a brace".to_owned();
        return (
            1,
            Err(wrong("no placeholder starts before this brace").with_hint(hint)),
        );
    }
    const TAG: &str = "{tag:";
    if let Some(text) = rest.strip_prefix(TAG)
        && let Some(Ok(name)) = Name::scan(text)
        && text[name.length..].starts_with('}')
    {
        return (TAG.len() + name.length + 1, Ok(Part::Tag(name.to_name())));
    }
    let Some(stop) = rest.find('}') else {
        let hint = "write {{ for a brace".to_owned();
        let error = wrong("the placeholder has no closing brace").with_hint(hint);
        return (rest.len(), Err(error));
    };
    (stop + 1, inside(&rest[1..stop]))
}

/// Parses the text between the braces of a placeholder.
fn inside(text: &str) -> Result<Part, Diagnostic> {
    let (name, digits) = text.split_once(':').unwrap_or((text, ""));
    let number = match name {
        "tag" => return Err(wrong("expected a tag, as in {tag:Gait}")),
        "clip" | "folder" if text.contains(':') => {
            return Err(wrong(format!("{{{name}}} has no digits")));
        }
        "clip" => return Ok(Part::Clip),
        "folder" => return Ok(Part::Folder),
        "index" => Number::Index,
        "start" => Number::Start,
        "stop" => Number::Stop,
        unknown => {
            let known =
                "placeholders are {clip}, {folder}, {tag:NAME}, {index}, {start} and {stop}";
            let near = nearest(unknown, PLACES.map(|place| place.trim_end_matches(':')));
            let hint = near.map_or(known.to_owned(), |near| match near {
                "tag" => "did you mean {tag:NAME}?".to_owned(),
                near => format!("did you mean {{{near}}}?"),
            });
            return Err(wrong(format!("`{{{text}}}` is not a placeholder")).with_hint(hint));
        }
    };
    if !text.contains(':') {
        return Ok(Part::Number(number, 1));
    }
    match digits.as_bytes() {
        [b'0', digit @ b'1'..=b'9'] => Ok(Part::Number(number, usize::from(digit - b'0'))),
        _ => {
            let message = format!("`{digits}` is not a number of digits");
            let hint = format!("write {{{name}:02}} for at least two, up to nine");
            Err(wrong(message).with_hint(hint))
        }
    }
}

/// Checks that the tag of a placeholder has tags below it.
fn check_tag(part: Part, database: &Database) -> Result<Part, Diagnostic> {
    let Part::Tag(tag) = &part else {
        return Ok(part);
    };
    if database.tags().any(|(name, _)| name.is_below(tag)) {
        return Ok(part);
    }
    let parents: Vec<Name> = database
        .tags()
        .filter_map(|(name, _)| name.parent())
        .collect();
    let near = nearest(tag.as_str(), parents.iter().map(Name::as_str));
    let hint = near.map(|near| format!("did you mean {{tag:{near}}}?"));
    let message = format!("no tag is below {tag}");
    Err(Diagnostic::new(TextSpan::default(), "unknown-tag", message).with_hint(hint))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn database() -> Database {
        let mut database = Database::new();
        for tag in ["Gait.Run", "Gait.Walk", "Loop", r#""odd}".a"#] {
            _ = database.declare_tag(&tag.parse().unwrap()).unwrap();
        }
        database
    }

    #[test]
    fn every_placeholder_is_filled() {
        let check = |template: &str, folder: &str, expected: &str| {
            let values = Values {
                clip: "walk",
                folder,
                index: 7,
                start: 12,
                stop: 360,
                child: &|tag| format!("<{tag}>"),
            };
            let template = NameTemplate::parse_for(template, &database()).unwrap();
            assert_eq!(template.name(&values), expected);
        };
        check("{clip}_{index:02}", "", "walk_07");
        check(
            "{tag:Gait}/{clip}_{start:03}-{stop:02}",
            "",
            "<Gait>/walk_012-360",
        );
        check("{folder}/{clip}{index}", "a/b", "a/b/walk7");
        check("{folder}/{clip}{index}", "", "walk7");
        check("in/{folder}/{clip}", "", "in/walk");
        check("{{{clip}}}", "", "{walk}");
        check(r#"{tag:"odd}"}"#, "", r#"<"odd}">"#);
    }

    #[test]
    fn mistakes_are_reported_with_their_positions() {
        let check = |template: &str, start: usize, stop: usize, code: &str| {
            let errors = NameTemplate::parse_for(template, &database()).unwrap_err();
            let found = &errors[0];
            let span = (found.span.start, found.span.stop);
            assert_eq!((span, found.code), ((start, stop), code), "{template}");
        };
        check("a{clop}", 1, 7, "bad-template");
        check("{", 0, 1, "bad-template");
        check("a{clip", 1, 6, "bad-template");
        check("}", 0, 1, "bad-template");
        check("{}", 0, 2, "bad-template");
        check("{index:2}", 0, 9, "bad-template");
        check("{index:}", 0, 8, "bad-template");
        check("{index:00}", 0, 10, "bad-template");
        check("{clip:02}", 0, 9, "bad-template");
        check("{tag}", 0, 5, "bad-template");
        check("{tag:}", 0, 6, "bad-template");
        check("{tag:Gait.}", 0, 11, "bad-template");
        check("é{tag:Giat}", 2, 12, "unknown-tag");
        check("{tag:Loop}", 0, 10, "unknown-tag");
        check("{clip}.Tags", 6, 11, "bad-file-name");
        for hostile in [
            "",
            "..",
            "../{clip}",
            "/tmp/{clip}",
            "{clip}/",
            "a//{clip}",
            "NUL",
            "a\0",
        ] {
            check(hostile, 0, hostile.len(), "bad-file-name");
        }
    }
}
