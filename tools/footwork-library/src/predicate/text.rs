//! Compiles the text of a predicate: an expression in which channels may be evaluated over windows of time.
//!
//! The expression language has no windows. Calls of window functions are found first, and each is replaced by
//! a variable name of the same length. The compiler then reports every mistake at its position in the
//! original text.

use footwork_base::{Diagnostic, Name, Role, TextSpan, nearest};
use footwork_clip::{Channel, JointMeasure, RootMeasure, Window, WindowedChannel};
use footwork_expr::{Program, ProgramStep, compile};

/// A compiled predicate.
#[derive(Debug)]
pub struct Predicate {
    pub(super) program: Program,
    /// The meaning of the program's variables, in order.
    pub signals: Vec<WindowedChannel>,
}

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
    /// Compiles a text over channels of these names.
    pub(super) fn compile(text: &str, names: &[String]) -> Result<Self, Vec<Diagnostic>> {
        let scan = Scan::new(text, names);
        let mut variables: Vec<&str> = names.iter().map(String::as_str).collect();
        variables.extend(scan.calls.iter().map(|call| call.stand_in.as_str()));
        let compiled = compile(&scan.text, &variables);
        let mut errors = scan.errors;
        if let Err(found) = &compiled {
            let found = found.to_diagnostics().into_iter();
            let found = found.map(|error| as_written(error, text, &scan.calls));
            errors.extend(found.filter_map(|error| in_predicates(error, text)));
        }
        let program = match compiled {
            Ok(program) if errors.is_empty() => program,
            _ => {
                errors.sort_by_key(|error| error.span);
                return Err(errors);
            }
        };
        // Compile again with only the variables that occur.
        let mut used: Vec<usize> = Vec::new();
        for step in program.steps() {
            if let ProgramStep::Variable(number) = step
                && !used.contains(&(number as usize))
            {
                used.push(number as usize);
            }
        }
        let signals = used.iter().filter_map(|&number| match names.get(number) {
            Some(name) => name.parse::<Channel>().ok().map(WindowedChannel::from),
            None => scan.calls.get(number - names.len())?.signal.clone(),
        });
        let signals: Vec<WindowedChannel> = signals.collect();
        let used: Vec<&str> = used.iter().map(|&number| variables[number]).collect();
        match compile(&scan.text, &used) {
            Ok(program) => Ok(Self { program, signals }),
            Err(errors) => Err(errors.to_diagnostics()),
        }
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
                "a time with a unit stands in a window, as in mean(speed, 0.3s); elsewhere write \
                 plain seconds"
                    .to_owned(),
            );
        }
        "unknown-function" if let Some(near) = nearest(word, Window::NAMES) => {
            error.hint = Some(format!("did you mean `{near}`?"));
        }
        "unknown-function" => {
            let windows = format!("and the windows are {}", Window::NAMES.join(" "));
            error.hint = error
                .hint
                .map(|hint| match hint.starts_with("the functions") {
                    true => format!("{hint}, {windows}"),
                    false => hint,
                });
        }
        "unknown-name" if let Some(hint) = no_such_role(word) => error.hint = Some(hint),
        "unknown-name" if Window::NAMES.contains(&word) => {
            error.message = format!("`{word}` is a window");
            error.hint = Some("the call is mean(speed, 0.3s), or rate(speed)".to_owned());
        }
        _ => {}
    }
    Some(error)
}

/// Returns a hint for a channel of a role that no clip has; `None` if the text names no role.
fn no_such_role(channel: &str) -> Option<String> {
    let Ok(Channel::Joint { joint, .. }) = channel.parse() else {
        return None;
    };
    let role: Role = joint.parse().ok()?;
    Some(format!(
        "no clip has a joint known as {role}; `footwork info --joints` tells why, and [roles] in \
         footwork.toml can name it"
    ))
}

/// Whether a digit comes before this byte.
fn follows_number(text: &str, at: usize) -> bool {
    text[..at].ends_with(|c: char| c.is_ascii_digit())
}

/// Replaces stand-ins in an error with the calls that they stand for.
fn as_written(mut error: Diagnostic, text: &str, calls: &[Call]) -> Diagnostic {
    for call in calls {
        let written = call.span.slice(text);
        error.message = error.message.replace(&call.stand_in, written);
        error.hint = error.hint.map(|hint| hint.replace(&call.stand_in, written));
    }
    error
}

/// A call of a window function.
struct Call {
    span: TextSpan,
    /// A variable name as long as the call.
    stand_in: String,
    /// `None` if the call has a mistake.
    signal: Option<WindowedChannel>,
}

/// A text with its window functions replaced.
struct Scan {
    /// The text with stand-ins.
    text: String,
    calls: Vec<Call>,
    errors: Vec<Diagnostic>,
}

impl Scan {
    fn new(text: &str, names: &[String]) -> Self {
        let mut scan = Self {
            text: String::with_capacity(text.len()),
            calls: Vec::new(),
            errors: Vec::new(),
        };
        let mut at = 0;
        while let Some(first) = text[at..].chars().next() {
            let rest = &text[at..];
            let length = match Name::scan(rest) {
                _ if first.is_ascii_digit() => {
                    rest.find(|c: char| !c.is_alphanumeric() && c != '.')
                }
                Some(Ok(name)) => Some(name.length),
                _ => Some(first.len_utf8()),
            };
            let length = length.unwrap_or(rest.len());
            let word = &rest[..length];
            let behind = rest[length..].trim_start();
            if Window::NAMES.contains(&word) && behind.starts_with('(') {
                at += scan.call(rest, at, names);
                continue;
            }
            if is_stand_in(word) {
                scan.errors.push(Diagnostic {
                    span: TextSpan::new(at, at + length),
                    code: "unknown-name",
                    message: format!("unknown name `{word}`"),
                    hint: None,
                });
            }
            scan.text.push_str(word);
            at += length;
        }
        scan
    }

    /// Reads the call at the start of `rest`, which is at byte `start` of the text; returns its length.
    fn call(&mut self, rest: &str, start: usize, names: &[String]) -> usize {
        let (signal, length) = match WindowedChannel::scan(rest) {
            Some(Ok((signal, length))) => (self.known(signal, rest, start, names), length),
            Some(Err(mut error)) => {
                error.span.start += start;
                error.span.stop += start;
                self.errors.push(error);
                (None, closed(rest))
            }
            None => (None, closed(rest)),
        };
        let width = length - 1;
        let stand_in = format!("_{:_<width$}", self.calls.len());
        self.text.push_str(&stand_in);
        self.calls.push(Call {
            span: TextSpan::new(start, start + length),
            stand_in,
            signal,
        });
        length
    }

    /// Returns the signal if its channel is one of `names`.
    fn known(
        &mut self,
        signal: WindowedChannel,
        call: &str,
        start: usize,
        names: &[String],
    ) -> Option<WindowedChannel> {
        let name = signal.channel.to_string();
        if names.contains(&name) {
            return Some(signal);
        }
        // The channel is the first name after the parenthesis.
        let open = call.find('(').map_or(0, |at| at + 1);
        let inside = &call[open..];
        let at = start + open + inside.len() - inside.trim_start().len();
        let length = match Name::scan(inside.trim_start()) {
            Some(Ok(written)) => written.length,
            _ => 0,
        };
        let near = nearest(&name, names.iter().map(String::as_str));
        let near = near.map(|near| format!("did you mean `{near}`?"));
        self.errors.push(Diagnostic {
            span: TextSpan::new(at, at + length),
            code: "unknown-channel",
            message: format!("unknown channel `{name}`"),
            hint: no_such_role(&name).or(near),
        });
        None
    }
}

/// Returns the length of a call that cannot be parsed: to its closing parenthesis, or to the end.
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

/// Whether a name could be mistaken for a stand-in.
fn is_stand_in(name: &str) -> bool {
    let digit = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
    name.strip_prefix('_').is_some_and(digit)
}
