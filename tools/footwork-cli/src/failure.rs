//! What is wrong with the input, and how it is shown.

use std::borrow::Cow;
use std::path::Path;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use footwork::base::{Diagnostic, Name, Position, TextSpan};
use footwork::tags::{QueryError, QueryErrors};
use footwork_clip::ClipError;
use footwork_library::{EditError, OpenError, RuleError, UnknownClip};
use footwork_sidecar::FILE_NAME;
use footwork_store::{LockError, StoreError, read_bounded};
use serde_json::{Value, json};

use crate::shown;

/// Everything that is wrong; at least one problem.
pub(crate) struct Failure {
    problems: Vec<Problem>,
}

struct Problem {
    /// Which file or text.
    file: Option<String>,
    /// The line that is wrong, and its number.
    line: Option<(usize, String)>,
    /// Where in that line, in bytes; and where in the whole text.
    in_line: TextSpan,
    span: Option<TextSpan>,
    code: String,
    message: String,
    hint: Option<String>,
}

/// A line of a file.
pub(crate) struct Line {
    /// From one.
    pub(crate) number: usize,
    /// Where it begins, in bytes; nothing where it is not text as it stands.
    pub(crate) offset: Option<usize>,
    /// Without its end.
    pub(crate) text: String,
}

impl Failure {
    /// A problem without a place in a text.
    pub(crate) fn plain(code: &str, message: &str) -> Self {
        Self {
            problems: vec![Problem {
                file: None,
                line: None,
                in_line: TextSpan::default(),
                span: None,
                code: code.to_owned(),
                message: message.to_owned(),
                hint: None,
            }],
        }
    }

    /// This, and what else is wrong.
    pub(crate) fn and(mut self, others: Self) -> Self {
        self.problems.extend(others.problems);
        self
    }

    /// The same with a hint.
    pub(crate) fn hint(mut self, hint: Option<String>) -> Self {
        for problem in &mut self.problems {
            problem.hint = hint.clone();
        }
        self
    }

    /// Every mistake of a query.
    pub(crate) fn in_query(text: &str, errors: &QueryErrors) -> Self {
        Self::in_text("query", text, errors.iter().map(|e| e.to_diagnostic()))
    }

    /// Every mistake, of which there is at least one, of a text that is called `file`.
    pub(crate) fn in_text(
        file: &str,
        text: &str,
        errors: impl IntoIterator<Item = Diagnostic>,
    ) -> Self {
        let errors = errors.into_iter();
        Self {
            problems: errors
                .map(|error| Problem::in_text(file, text, error))
                .collect(),
        }
    }

    /// Every mistake of the rules of a library.
    pub(crate) fn in_rules(errors: &[RuleError], root: &Path) -> Self {
        let toml = std::fs::read_to_string(root.join(FILE_NAME)).unwrap_or_default();
        let problems = errors.iter().flat_map(|error| match error {
            RuleError::Query { tag, text, errors } => {
                let is_there = |start: usize| {
                    let written = toml.get(start..start + text.query.len());
                    written == Some(text.query.as_str())
                };
                let (file, whole, start) = match text.start.filter(|&start| is_there(start)) {
                    Some(start) => (FILE_NAME.to_owned(), toml.as_str(), start),
                    None => (format!("the rule for {tag}"), text.query.as_str(), 0),
                };
                let problem = |error: &QueryError| {
                    let mut error = error.to_diagnostic();
                    error.span.start += start;
                    error.span.stop += start;
                    Problem::in_text(&file, whole, error)
                };
                errors.iter().map(problem).collect()
            }
            other => Self::plain("bad-rule", &other.to_string()).problems,
        });
        Self {
            problems: problems.collect(),
        }
    }

    /// A clip file that was asked for by name and cannot be read.
    pub(crate) fn in_clip(name: &str, path: &Path, error: &ClipError) -> Self {
        Self::plain(error.code, &error.message)
            .hint(error.hint.clone())
            .in_file(name, path, error.position)
    }

    /// The same at a place in a file, which is called `name`.
    pub(crate) fn in_file(mut self, name: &str, path: &Path, position: Option<Position>) -> Self {
        let read = || read_bounded(path, MOST_BYTES).ok().flatten();
        let bytes = position.and_then(|_| read()).unwrap_or_default();
        self = self.in_bytes(name, &bytes, position);
        self
    }

    /// The same where these bytes are what is in the file.
    pub(crate) fn in_bytes(self, name: &str, bytes: &[u8], position: Option<Position>) -> Self {
        let Some(at) = position else {
            return self.named(name);
        };
        let (offset, text) = line_of(bytes, at.line);
        let byte = text.char_indices().nth(at.column - 1);
        let start = byte.map_or(text.len(), |(byte, _)| byte);
        let word = text[start..].split_whitespace().next().unwrap_or("");
        let word = word.chars().take(LONGEST_MARK);
        let stop = start + word.map(char::len_utf8).sum::<usize>();
        let line = Line {
            number: at.line,
            offset,
            text,
        };
        self.in_line(name, &line, TextSpan::new(start, stop))
    }

    /// The same in a line of the file that is called `name`.
    pub(crate) fn in_line(mut self, name: &str, line: &Line, span: TextSpan) -> Self {
        for problem in &mut self.problems {
            problem.file = Some(name.to_owned());
            problem.in_line = span;
            problem.line = Some((line.number, line.text.clone()));
            let place = |offset| TextSpan::new(offset + span.start, offset + span.stop);
            problem.span = line.offset.map(place);
        }
        self
    }

    /// The same somewhere in the file that is called `name`.
    pub(crate) fn named(mut self, name: &str) -> Self {
        for problem in &mut self.problems {
            problem.file = Some(name.to_owned());
        }
        self
    }

    /// The same with the place where this argument stops being a name.
    pub(crate) fn in_name(mut self, argument: &str, text: &str) -> Self {
        let Err(error) = text.parse::<Name>() else {
            return self;
        };
        for problem in &mut self.problems {
            let error = Diagnostic {
                span: error.span,
                code: "bad-name",
                message: problem.message.clone(),
                hint: problem.hint.clone(),
            };
            *problem = Problem::in_text(argument, text, error);
        }
        self
    }

    /// The same with this argument, all of which is wrong.
    pub(crate) fn in_argument(mut self, argument: &str, text: &str) -> Self {
        for problem in &mut self.problems {
            let error = Diagnostic {
                span: TextSpan::new(0, text.len()),
                code: "",
                message: problem.message.clone(),
                hint: problem.hint.clone(),
            };
            let code = std::mem::take(&mut problem.code);
            *problem = Problem {
                code,
                ..Problem::in_text(argument, text, error)
            };
        }
        self
    }

    /// What an edit says, shown at the argument whose frames are not in the clip where it says that.
    pub(crate) fn of_edit(error: EditError, argument: &str, text: &str) -> Self {
        let is_outside = matches!(
            error,
            EditError::OutsideClip { .. } | EditError::BadTime { .. }
        );
        let failure = Self::from(error);
        match is_outside {
            true => failure.in_argument(argument, text),
            false => failure,
        }
    }

    /// For people.
    pub(crate) fn to_text(&self) -> String {
        let renderer = Renderer::styled().term_width(LONGEST_LINE);
        let shown = self.problems.iter().map(|problem| {
            let title = Level::ERROR
                .primary_title(shown::text(&problem.message))
                .id(problem.code.as_str());
            let file = problem.file.as_deref().unwrap_or("");
            let group = match &problem.line {
                Some((number, line)) => {
                    let span = problem.in_line;
                    let snippet = Snippet::source(line.as_str())
                        .line_start(*number)
                        .path(file)
                        .annotation(AnnotationKind::Primary.span(span.start..span.stop));
                    Group::with_title(title).element(snippet)
                }
                None => Group::with_title(title),
            };
            let group = match &problem.hint {
                Some(hint) => group.element(Level::HELP.message(shown::text(hint))),
                None => group,
            };
            renderer.render(&[group]) + "\n"
        });
        shown.collect()
    }

    /// For programs.
    pub(crate) fn to_json(&self) -> String {
        let errors = self.problems.iter().map(|problem| {
            let column = problem.line.as_ref().map(|(_, line)| {
                let before = line.get(..problem.in_line.start).unwrap_or(line);
                before.chars().count() + 1
            });
            json!({
                "file": problem.file,
                "line": problem.line.as_ref().map(|(number, _)| number),
                "column": column,
                "span": problem.span.map(|span| [span.start, span.stop]),
                "code": problem.code,
                "message": problem.message,
                "hint": problem.hint,
            })
        });
        json!({ "errors": errors.collect::<Vec<Value>>() }).to_string()
    }
}

impl Problem {
    fn in_text(file: &str, text: &str, error: Diagnostic) -> Self {
        let start = error.span.start.min(text.len());
        let at = Position::from_offset(text, start);
        let line_start = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let line = text[line_start..].lines().next().unwrap_or("");
        let stop = error.span.stop.min(line_start + line.len());
        let marked = text[start..].chars().take(LONGEST_MARK);
        let stop = stop.min(start + marked.map(char::len_utf8).sum::<usize>());
        Self {
            file: Some(file.to_owned()),
            line: Some((at.line, line.to_owned())),
            in_line: TextSpan::new(start - line_start, stop.max(start) - line_start),
            span: Some(error.span),
            code: error.code.to_owned(),
            message: error.message,
            hint: error.hint,
        }
    }
}

/// More than this is not marked in a line, in characters.
const LONGEST_MARK: usize = 120;

/// A line that is longer than this is shown only around its place, in characters.
const LONGEST_LINE: usize = 400;

/// Of a larger file no line is shown, in bytes.
const MOST_BYTES: usize = 256 << 20;

/// One line of a text, and where it begins; nothing where it is not text as it stands.
fn line_of(bytes: &[u8], number: usize) -> (Option<usize>, String) {
    let mut lines = bytes.split_inclusive(|&b| b == b'\n');
    let before: usize = lines.by_ref().take(number - 1).map(<[u8]>::len).sum();
    let Some(line) = lines.next() else {
        return (None, String::new());
    };
    let text = String::from_utf8_lossy(line);
    let is_text = matches!(text, Cow::Borrowed(_));
    let bare = text.trim_start_matches('\u{feff}');
    let offset = before + text.len() - bare.len();
    let bare = bare
        .strip_suffix('\n')
        .unwrap_or(bare)
        .trim_end_matches('\r');
    (is_text.then_some(offset), bare.to_owned())
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Self {
        let code = match &error {
            OpenError::Config { path, error } => {
                let failure = Self::plain("bad-config", &error.message);
                return failure.in_file(FILE_NAME, path, error.position);
            }
            OpenError::Folder { .. } | OpenError::NotAFolder { .. } => "no-library",
            OpenError::Database(_) => "too-large",
        };
        Self::plain(code, &error.to_string())
    }
}

impl From<UnknownClip> for Failure {
    fn from(error: UnknownClip) -> Self {
        Self::plain("unknown-clip", &error.to_string()).hint(error.hint)
    }
}

impl From<EditError> for Failure {
    fn from(error: EditError) -> Self {
        let hint = match &error {
            EditError::Store(StoreError::NotSaved { .. }) => {
                Some("nothing has changed, and the same command can be run again")
            }
            EditError::Store(StoreError::Conflict { .. }) => {
                Some("edit it by hand, or restore the file from version control")
            }
            EditError::Stale { .. } => Some("nothing has changed"),
            EditError::Lock(LockError::Locked) => Some("nothing has changed; run it again"),
            _ => None,
        };
        Self::plain(error.code(), &error.to_string()).hint(hint.map(str::to_owned))
    }
}
