//! Errors in the input, shown with the line, with carets below the wrong place, and with a hint.

use std::borrow::Cow;
use std::io;
use std::path::Path;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use footwork::base::{Diagnostic, Name, Position, TextSpan};
use footwork::tags::{QueryError, StaleQuery};
use footwork_clip::ClipError;
use footwork_library::{EditError, OpenError, UnknownClip};
use footwork_pipeline::RuleError;
use footwork_sidecar::SETTINGS_FILE;
use footwork_store::{LockError, StoreError, read_bounded};
use serde_json::{Value, json};

use crate::shown;

/// One or more problems that end a verb.
pub(crate) struct Failure {
    problems: Vec<Problem>,
    is_incomplete: bool,
}

struct Problem {
    /// The file, or the name of another text such as an argument.
    file: Option<String>,
    /// The number of the wrong line, and the line itself.
    line: Option<(usize, String)>,
    /// The wrong place in that line, in bytes. `span` is the same place in the whole text.
    in_line: TextSpan,
    span: Option<TextSpan>,
    code: String,
    message: String,
    hint: Option<String>,
}

/// A line of a file.
pub(crate) struct Line {
    /// The number of the line, counted from 1.
    pub(crate) number: usize,
    /// The offset of the line's first byte in the file; `None` if the line is not UTF-8.
    pub(crate) offset: Option<usize>,
    /// The text of the line without its line end.
    pub(crate) text: String,
}

impl Failure {
    /// Returns a problem without a place in a text.
    pub(crate) fn plain(code: &str, message: impl Into<String>) -> Self {
        Self {
            problems: vec![Problem {
                file: None,
                line: None,
                in_line: TextSpan::default(),
                span: None,
                code: code.to_owned(),
                message: message.into(),
                hint: None,
            }],
            is_incomplete: false,
        }
    }

    /// Returns the error of a long-running verb that cannot wait for the signal to end.
    pub(crate) fn cannot_listen(error: io::Error) -> Self {
        Self::plain("cannot-listen", error.to_string())
    }

    /// Returns the error for input that could not be read.
    pub(crate) fn incomplete(message: impl Into<String>) -> Self {
        Self::plain("incomplete", message).unread_if(true)
    }

    /// Marks the input as incomplete if `is_unread`, because a part that the verb needs could not be read.
    pub(crate) fn unread_if(mut self, is_unread: bool) -> Self {
        self.is_incomplete |= is_unread;
        self
    }

    /// Returns whether a part of the input is missing, rather than the input being wrong.
    pub(crate) fn is_incomplete(&self) -> bool {
        self.is_incomplete
    }

    /// Adds the hint that an unknown name may be in `file`, which could not be read, and marks the input as incomplete.
    /// Problems other than unknown names stay unchanged.
    pub(crate) fn perhaps_in(mut self, file: &str) -> Self {
        for problem in &mut self.problems {
            if UNKNOWN_NAMES.contains(&problem.code.as_str()) {
                let hint = format!("it may be in {file}, which could not be read");
                problem.hint = Some(match problem.hint.take() {
                    Some(other) => format!("{other}; or {hint}"),
                    None => hint,
                });
                self.is_incomplete = true;
            }
        }
        self
    }

    /// Adds the problems of another failure.
    pub(crate) fn and(mut self, others: Self) -> Self {
        self.problems.extend(others.problems);
        self.is_incomplete |= others.is_incomplete;
        self
    }

    /// Sets the hint of every problem.
    pub(crate) fn hint(self, hint: impl Into<String>) -> Self {
        self.maybe_hint(Some(hint.into()))
    }

    /// Sets the hint of every problem, or removes it if there is none.
    pub(crate) fn maybe_hint(mut self, hint: Option<String>) -> Self {
        for problem in &mut self.problems {
            problem.hint.clone_from(&hint);
        }
        self
    }

    /// Returns the mistakes of a text called `file`. There must be at least one.
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
            is_incomplete: false,
        }
    }

    /// Returns the mistakes in the rules of a library.
    pub(crate) fn in_rules(errors: &[RuleError], root: &Path) -> Self {
        let toml = read_bounded(&root.join(SETTINGS_FILE), MAX_BYTES)
            .ok()
            .flatten();
        let toml = String::from_utf8(toml.unwrap_or_default()).unwrap_or_default();
        let problems = errors.iter().flat_map(|error| match error {
            RuleError::Query { tag, text, errors } => {
                let is_there = |start: usize| {
                    let written = toml.get(start..start + text.query.len());
                    written == Some(text.query.as_str())
                };
                let (file, whole, start) = match text.start.filter(|&start| is_there(start)) {
                    Some(start) => (SETTINGS_FILE.to_owned(), toml.as_str(), start),
                    None => (format!("the rule for {tag}"), text.query.as_str(), 0),
                };
                let problem = |error: &QueryError| {
                    Problem::in_text(&file, whole, error.to_diagnostic().moved_by(start))
                };
                errors.iter().map(problem).collect()
            }
            other => Self::plain("bad-rule", other.to_string()).problems,
        });
        Self {
            problems: problems.collect(),
            is_incomplete: false,
        }
    }

    /// Returns the error of an unreadable clip that the user named.
    pub(crate) fn in_clip(name: &str, path: &Path, error: &ClipError) -> Self {
        Self::plain(error.code, error.message.as_str())
            .maybe_hint(error.hint.clone())
            .in_file(name, path, error.position)
    }

    /// Places every problem at a position in the file called `name`, which is read from `path`.
    pub(crate) fn in_file(mut self, name: &str, path: &Path, position: Option<Position>) -> Self {
        let read = || read_bounded(path, MAX_BYTES).ok().flatten();
        let bytes = position.and_then(|_| read()).unwrap_or_default();
        self = self.in_bytes(name, &bytes, position);
        self
    }

    /// Places every problem at a position in the file called `name` with these bytes.
    pub(crate) fn in_bytes(self, name: &str, bytes: &[u8], position: Option<Position>) -> Self {
        let Some(at) = position else {
            return self.named(name);
        };
        let (offset, text) = line_of(bytes, at.line);
        let byte = text.char_indices().nth(at.column - 1);
        let start = byte.map_or(text.len(), |(byte, _)| byte);
        let word = text[start..].split_whitespace().next().unwrap_or("");
        let word = word.chars().take(MAX_MARK);
        let stop = start + word.map(char::len_utf8).sum::<usize>();
        let line = Line {
            number: at.line,
            offset,
            text,
        };
        self.in_line(name, &line, TextSpan::new(start, stop))
    }

    /// Places every problem in a line of the file called `name`.
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

    /// Places every problem in the file called `name`, without a line.
    pub(crate) fn named(mut self, name: &str) -> Self {
        for problem in &mut self.problems {
            problem.file = Some(name.to_owned());
        }
        self
    }

    /// Places every problem at the first character of the text that a name cannot have. `argument` names the text.
    pub(crate) fn in_name(mut self, argument: &str, text: &str) -> Self {
        let Err(error) = text.parse::<Name>() else {
            return self;
        };
        for problem in &mut self.problems {
            let error = Diagnostic::new(error.span, "bad-name", problem.message.clone());
            *problem = Problem::in_text(argument, text, error.with_hint(problem.hint.clone()));
        }
        self
    }

    /// Places every problem at the whole text, which is the argument called `argument`.
    pub(crate) fn in_argument(mut self, argument: &str, text: &str) -> Self {
        for problem in &mut self.problems {
            let whole = TextSpan::new(0, text.len());
            let error = Diagnostic::new(whole, "", problem.message.clone());
            *problem = Problem {
                code: std::mem::take(&mut problem.code),
                ..Problem::in_text(argument, text, error.with_hint(problem.hint.clone()))
            };
        }
        self
    }

    /// Returns the error of an edit. If the argument lies outside the clip, the error is placed at the argument.
    pub(crate) fn in_edit(error: EditError, argument: &str, text: &str) -> Self {
        let is_outside = matches!(
            error,
            EditError::OutsideClip { .. } | EditError::BadTime { .. }
        );
        let failure = Self::from(error);
        if is_outside {
            failure.in_argument(argument, text)
        } else {
            failure
        }
    }

    /// Formats the problems for people.
    pub(crate) fn to_text(&self) -> String {
        let renderer = Renderer::styled().term_width(MAX_LINE);
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

    /// Formats the problems as JSON for programs.
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
        let marked = text[start..].chars().take(MAX_MARK);
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

/// The codes of errors about names that may be in an unreadable file of the library.
const UNKNOWN_NAMES: [&str; 3] = ["unknown-tag", "unknown-event", "unknown-clip"];

/// The largest number of carets below a line.
const MAX_MARK: usize = 120;

/// The largest number of shown characters of a line. A longer line is cut on both sides of the wrong place.
const MAX_LINE: usize = 400;

/// The largest file from which a line is shown, in bytes.
const MAX_BYTES: usize = 256 << 20;

/// Returns the offset of line `number`, counted from 1, and its text. The offset is `None` if the line is not UTF-8.
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

/// Returns whether the system failed to read a file. A missing file, a folder in place of a file, and a file in place
/// of a folder do not count.
pub(crate) fn is_system_fault(error: &io::Error) -> bool {
    use io::ErrorKind::{IsADirectory, NotADirectory, NotFound};
    let says_what_is_there = matches!(error.kind(), NotFound | NotADirectory | IsADirectory);
    error.raw_os_error().is_some() && !says_what_is_there
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Self {
        let code = match &error {
            OpenError::Settings { path, error } => {
                let failure = |message: &str| Self::plain("bad-config", message);
                return match error.position {
                    Some(_) => failure(&error.message).in_file(SETTINGS_FILE, path, error.position),
                    None => {
                        let message = format!("{}: {}", path.display(), error.message);
                        failure(&message).named(SETTINGS_FILE).unread_if(true)
                    }
                };
            }
            OpenError::Folder { .. } | OpenError::NotAFolder { .. } => "no-library",
            _ => "too-large",
        };
        let is_unread = matches!(&error, OpenError::Folder { error, .. } if is_system_fault(error));
        Self::plain(code, error.to_string()).unread_if(is_unread)
    }
}

impl From<UnknownClip> for Failure {
    fn from(error: UnknownClip) -> Self {
        Self::plain("unknown-clip", error.to_string())
            .unread_if(error.may_be_missing)
            .maybe_hint(error.hint)
    }
}

impl From<StaleQuery> for Failure {
    fn from(error: StaleQuery) -> Self {
        Self::plain("stale-query", error.to_string())
    }
}

impl From<EditError> for Failure {
    fn from(error: EditError) -> Self {
        let hint = match &error {
            EditError::Store(StoreError::NotSaved { .. }) => {
                Some("nothing has changed; run the command again")
            }
            EditError::Store(StoreError::Conflict { .. }) => {
                Some("edit it by hand, or restore the file from version control")
            }
            EditError::SettingsDeleted { .. } => {
                Some("restore the file, or run the command again to begin a new one")
            }
            EditError::Stale { .. }
            | EditError::HalfWritten { .. }
            | EditError::UnreadSettings(_) => Some("nothing has changed"),
            EditError::Lock(LockError::Locked(_) | LockError::Queued(_)) => {
                Some("nothing has changed; run it again")
            }
            EditError::Lock(LockError::NoState(_)) => Some("nothing has changed"),
            _ => None,
        };
        let is_unread = matches!(
            error,
            EditError::BrokenSidecar { .. }
                | EditError::ChangedOutside { .. }
                | EditError::SettingsDeleted { .. }
                | EditError::ClipChanged { .. }
                | EditError::HalfWritten { .. }
                | EditError::UnreadSettings(_)
        );
        Self::plain(error.code(), error.to_string())
            .maybe_hint(hint.map(str::to_owned))
            .unread_if(is_unread)
    }
}
