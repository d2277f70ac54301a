//! Compiles the text of a predicate: an expression that may evaluate other expressions over windows of time, and may
//! use the data of events.
//!
//! The expression language has neither windows nor event data. So calls of window functions and of `data` are found
//! first, and each is replaced by a variable name of the same length, so that the compiler reports every mistake at its
//! position in the original text. The argument of a window is compiled in the same way, up to [`MAX_WINDOW_NESTING`]
//! nested windows.

use std::collections::HashSet;

use footwork_base::{Diagnostic, MAX_TEXT_ERRORS, Name, Role, TextSpan, nearest};
use footwork_clip::{Channel, JointMeasure, MAX_WINDOW_NESTING, RootMeasure, Window, WindowCall};
use footwork_expr::compile;

use super::event_data::{self, DATA, DataCall, MAX_DATA_CALLS};
use super::expression::{Expression, Operand, Predicate};
use super::payloads::Payloads;

/// Returns the names of the channels of clips with these joints.
pub(super) fn channel_names<'a>(joints: impl Iterator<Item = &'a str>) -> Vec<String> {
    let of_root = RootMeasure::ALL.map(Channel::Root);
    let of_joints = joints.flat_map(|joint| {
        JointMeasure::ALL.map(|measure| Channel::Joint {
            joint: joint.to_owned(),
            measure,
        })
    });
    let all = of_root.into_iter().chain(of_joints);
    all.map(|channel| channel.to_string()).collect()
}

impl Predicate {
    /// Compiles a text over the named channels and the data of events.
    pub(super) fn compile(
        text: &str,
        names: &[String],
        payloads: &Payloads,
    ) -> Result<Self, Vec<Diagnostic>> {
        let mut reader = Reader {
            text,
            names,
            known: names.iter().map(String::as_str).collect(),
            channels: Vec::new(),
            data: Vec::new(),
            errors: Vec::new(),
        };
        let expression = reader.expression(TextSpan::new(0, text.len()), 0);
        let unanswered = event_data::check(&reader.data, payloads.all());
        reader.errors.extend(unanswered);
        match expression.filter(|_| reader.errors.is_empty()) {
            Some(expression) => Ok(Self {
                channels: reader.channels,
                data: reader.data.into_iter().map(|call| call.asked).collect(),
                expression,
            }),
            None => {
                reader.errors.sort_by_key(|error| error.span);
                Err(reader.errors)
            }
        }
    }
}

/// Reads a text and the expressions inside its windows.
struct Reader<'a> {
    text: &'a str,
    names: &'a [String],
    /// The same names, for fast look-ups.
    known: HashSet<&'a str>,
    channels: Vec<Channel>,
    /// The first call for each event and field.
    data: Vec<DataCall>,
    errors: Vec<Diagnostic>,
}

/// An expression that is being read: its text, with stand-ins for the calls of windows and data.
#[derive(Default)]
struct Level {
    text: String,
    /// The channels and stand-ins that occur in the text.
    variables: Vec<String>,
    /// The meaning of each call; `None` if the call has a mistake.
    operands: Vec<Option<Operand>>,
    calls: Vec<Call>,
}

/// Whether the byte at `at` is a single `&` or `|`. Queries combine predicates with these operators, so inside a
/// predicate they mean `&&` and `||`.
fn is_single(text: &str, at: usize) -> bool {
    let byte = |at: Option<usize>| at.and_then(|at| text.as_bytes().get(at));
    let own = byte(Some(at));
    let is_double = own == byte(at.checked_add(1)) || own == byte(at.checked_sub(1));
    matches!(own, Some(b'&' | b'|')) && !is_double
}

/// Returns the text with `&&` for a single `&`, and `||` for a single `|`.
fn doubled(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    for (at, character) in text.char_indices() {
        out.push(character);
        if is_single(text, at) {
            out.push(character);
        }
    }
    out
}

/// A call of a window or of data in an expression.
struct Call {
    /// The span of the call in the whole text.
    span: TextSpan,
    /// A variable name as long as the call.
    stand_in: String,
}

impl Reader<'_> {
    /// Compiles a part of the text nested in `nesting` windows; `None` if it has mistakes.
    fn expression(&mut self, part: TextSpan, nesting: usize) -> Option<Expression> {
        let level = self.level(part, nesting);
        let variables: Vec<&str> = level.variables.iter().map(String::as_str).collect();
        let written = compile(&level.text, &variables);
        match written.or_else(|_| compile(&doubled(&level.text), &variables)) {
            Ok(program) => Some(Expression {
                program,
                operands: level.operands.into_iter().collect::<Option<_>>()?,
            }),
            Err(_) => {
                self.explain(&level, part);
                None
            }
        }
    }

    /// Adds the errors of an expression. Each unknown name gets the most similar channel as a suggestion.
    fn explain(&mut self, level: &Level, part: TextSpan) {
        let stand_ins = level.calls.iter().map(|call| call.stand_in.as_str());
        let names = self.names.iter().map(String::as_str);
        let variables: Vec<&str> = names.chain(stand_ins).collect();
        let Err(errors) = compile(&level.text, &variables) else {
            return;
        };
        let written = part.slice(self.text);
        for error in errors.to_diagnostics() {
            if is_single(&level.text, error.span.start) {
                continue;
            }
            let error = as_written(error, self.text, &level.calls);
            if let Some(error) = in_predicates(error, written) {
                self.errors.push(error.moved_by(part.start));
            }
        }
    }

    /// Finds the windows and channels of an expression, and compiles the arguments of the windows.
    fn level(&mut self, part: TextSpan, nesting: usize) -> Level {
        let mut level = Level::default();
        let mut at = part.start;
        let stop = part.stop;
        let text = &self.text[..stop];
        while let Some(first) = text[at..].chars().next() {
            let rest = &text[at..];
            if let Some(call) = WindowCall::scan(rest) {
                at += self.call(call, &mut level, at, rest, nesting);
                continue;
            }
            if let Some(call) = DataCall::scan(rest) {
                at += self.data_call(call, &mut level, at, rest);
                continue;
            }
            let (length, name) = match Name::scan(rest) {
                _ if first.is_ascii_digit() => {
                    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '.');
                    (end.unwrap_or(rest.len()), None)
                }
                Some(Ok(name)) => (name.length, Some(name.canonical)),
                _ => (first.len_utf8(), None),
            };
            let word = &rest[..length];
            if is_stand_in(word) {
                let span = TextSpan::new(at, at + length);
                let message = format!("unknown name `{word}`");
                self.errors
                    .push(Diagnostic::new(span, "unknown-name", message));
            }
            if let Some(name) = name.filter(|name| self.known.contains(&**name)) {
                self.channel(&mut level, &name);
            }
            level.text.push_str(word);
            at += length;
        }
        level
    }

    /// Adds a channel as a variable of the expression.
    fn channel(&mut self, level: &mut Level, name: &str) {
        if level.variables.iter().any(|known| known == name) {
            return;
        }
        let Ok(channel) = name.parse::<Channel>() else {
            return;
        };
        let known = self.channels.iter().position(|known| *known == channel);
        let number = known.unwrap_or_else(|| {
            self.channels.push(channel);
            self.channels.len() - 1
        });
        level.variables.push(name.to_owned());
        level.operands.push(Some(Operand::Channel(number)));
    }

    /// Reads the call at the start of `rest`, which is at byte `start` of the text; returns the call's length.
    fn call(
        &mut self,
        call: Result<WindowCall, Diagnostic>,
        level: &mut Level,
        start: usize,
        rest: &str,
        nesting: usize,
    ) -> usize {
        let length = call
            .as_ref()
            .map_or_else(|_| closed(rest), |call| call.length);
        let span = TextSpan::new(start, start + length);
        let operand = match call {
            Ok(_) if nesting == MAX_WINDOW_NESTING => {
                let message = format!("windows nest at most {MAX_WINDOW_NESTING} deep");
                Err(Diagnostic::new(span, "too-deep", message))
            }
            // If the list of errors is full, the arguments are not checked for more.
            Ok(_) if self.errors.len() > MAX_TEXT_ERRORS => Ok(None),
            Ok(call) => {
                let inside = call.argument;
                let inside = TextSpan::new(start + inside.start, start + inside.stop);
                let of = self.expression(inside, nesting + 1).map(Box::new);
                Ok(of.map(|of| Operand::Window(call.window, of)))
            }
            Err(error) => Err(error.moved_by(start)),
        };
        let operand = operand.unwrap_or_else(|error| {
            self.errors.push(error);
            None
        });
        level.stand_in(span, operand);
        length
    }

    /// Reads the call of data at the start of `rest`, which is at byte `start` of the text; returns the call's length.
    fn data_call(
        &mut self,
        call: Result<DataCall, Diagnostic>,
        level: &mut Level,
        start: usize,
        rest: &str,
    ) -> usize {
        let length = call
            .as_ref()
            .map_or_else(|_| closed(rest), |call| call.length);
        let span = TextSpan::new(start, start + length);
        let number = call
            .map_err(|error| error.moved_by(start))
            .and_then(|call| {
                let known = self.data.iter().position(|known| known.asked == call.asked);
                match known {
                    Some(known) => Ok(known),
                    None if self.data.len() == MAX_DATA_CALLS => Err(Diagnostic {
                        span,
                        code: "too-many",
                        message: format!(
                            "the predicate has more than {MAX_DATA_CALLS} different calls of `{DATA}`"
                        ),
                        hint: None,
                    }),
                    None => {
                        self.data.push(call.shifted(start));
                        Ok(self.data.len() - 1)
                    }
                }
            });
        let number = number.map_err(|error| self.errors.push(error)).ok();
        level.stand_in(span, number.map(Operand::Data));
        length
    }
}

impl Level {
    /// Adds a variable whose name is as long as the call that it stands for.
    fn stand_in(&mut self, span: TextSpan, operand: Option<Operand>) {
        let width = span.stop - span.start - 1;
        let stand_in = format!("_{:_<width$}", self.calls.len());
        self.text.push_str(&stand_in);
        self.variables.push(stand_in.clone());
        self.operands.push(operand);
        self.calls.push(Call { span, stand_in });
    }
}

/// Adapts an error of the expression compiler to predicates; `None` if another error already covers it.
fn in_predicates(mut error: Diagnostic, text: &str) -> Option<Diagnostic> {
    let word = error.span.slice(text);
    let is_unit = matches!(word, "s" | "ms");
    match error.code {
        "unknown-name" if is_unit && follows_number(text, error.span.start) => return None,
        "missing-operator" if is_unit => {
            error.hint = Some(
                "units are allowed only in windows, as in mean(speed, 0.3s); elsewhere write \
                 plain seconds"
                    .to_owned(),
            );
        }
        "unknown-function" if let Some(near) = nearest(word, functions()) => {
            error.hint = Some(format!("did you mean `{near}`?"));
        }
        "unknown-function" => {
            let windows = format!(
                "and the windows are {}, and {DATA} reads the data of events",
                Window::NAMES.join(" ")
            );
            error.hint = error.hint.map(|hint| {
                if hint.starts_with("the functions") {
                    format!("{hint}, {windows}")
                } else {
                    hint
                }
            });
        }
        "unknown-name" if let Some(hint) = no_such_role(word) => error.hint = Some(hint),
        "unknown-name" if Window::NAMES.contains(&word) => {
            error.message = format!("`{word}` is a window");
            error.hint = Some("the call is mean(speed, 0.3s), or rate(speed)".to_owned());
        }
        "unknown-name" if word == DATA => {
            error.message = format!("`{DATA}` is a function");
            error.hint = Some("the call is data(Foot, strength)".to_owned());
        }
        _ => {}
    }
    Some(error)
}

/// Returns the names of the functions that exist only in predicates.
fn functions() -> impl Iterator<Item = &'static str> {
    Window::NAMES.into_iter().chain([DATA])
}

/// Returns a hint for a channel of a role that no clip has; `None` if the channel names no role.
fn no_such_role(channel: &str) -> Option<String> {
    let Ok(Channel::Joint { joint, .. }) = channel.parse() else {
        return None;
    };
    let role: Role = joint.parse().ok()?;
    Some(format!(
        "no clip has a joint known as {role}; `footwork info --joints` says why, and [roles] in \
         footwork.toml can name it"
    ))
}

/// Returns whether the byte before `at` is a digit.
fn follows_number(text: &str, at: usize) -> bool {
    text[..at].ends_with(|c: char| c.is_ascii_digit())
}

/// Replaces the stand-ins in an error with the original calls.
fn as_written(mut error: Diagnostic, text: &str, calls: &[Call]) -> Diagnostic {
    for call in calls {
        let written = call.span.slice(text);
        error.message = error.message.replace(&call.stand_in, written);
        error.hint = error.hint.map(|hint| hint.replace(&call.stand_in, written));
    }
    error
}

/// Returns the length of a call that cannot be parsed: up to its closing parenthesis, or to the end of the text.
fn closed(call: &str) -> usize {
    let mut open = 0;
    for (at, c) in call.char_indices() {
        match c {
            '(' => open += 1,
            ')' => open -= 1,
            _ => continue,
        }
        if open == 0 {
            return at + 1;
        }
    }
    call.len()
}

/// Returns whether a name could be mistaken for a stand-in.
fn is_stand_in(name: &str) -> bool {
    let digit = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
    name.strip_prefix('_').is_some_and(digit)
}
