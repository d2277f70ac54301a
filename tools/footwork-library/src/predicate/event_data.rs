//! The data of events in predicates, as in `data(Foot, strength) > 0.5` and `data(Foot, surface) == "grass"`.
//!
//! An event's line in a sidecar may end in data, which is a JSON value. A call reads one field of this value. On the
//! frame of an event, the call has the value of that field; on all other frames it is NaN. The expression language has
//! no strings, so a comparison with a string is part of the call, which is then 0 or 1 on every frame.

use std::collections::BTreeSet;

use footwork_base::{Diagnostic, Name, TextSpan, nearest, unquote};
use serde_json::Value;

use super::payloads::Payload;

/// The name of the function.
pub(super) const DATA: &str = "data";

/// The maximum number of different calls in one predicate.
pub(super) const MAX_DATA_CALLS: usize = 64;

/// The maximum number of fields that are searched for the nearest name.
const MAX_LISTED_FIELDS: usize = 1000;

/// The arguments of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EventData {
    /// The event, which also stands for the events below it.
    event: Name,
    /// The path of keys through nested objects; `None` for the whole data.
    field: Option<Name>,
    comparison: Option<TextComparison>,
}

/// A comparison of the field with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
struct TextComparison {
    is_equality: bool,
    text: String,
}

impl EventData {
    fn reaches(&self, payload: &Payload) -> bool {
        payload.event == self.event || payload.event.is_below(&self.event)
    }

    /// Returns the field in the data of an event.
    fn field_of<'a>(&self, data: &'a Value) -> Option<&'a Value> {
        let mut keys = self.field.iter().flat_map(Name::parts);
        keys.try_fold(data, |data, key| data.get(&*key))
    }

    /// Returns the value of the call for the data of an event; `None` if the field is missing or has another type than
    /// the call needs. True is 1 and false is 0. A comparison gives 1 if the strings are equal, else 0.
    fn value(&self, data: &Value) -> Option<f32> {
        let field = self.field_of(data)?;
        match &self.comparison {
            Some(comparison) => field
                .as_str()
                .map(|text| f32::from(text == comparison.text)),
            None => field
                .as_f64()
                .map(to_f32)
                .or_else(|| field.as_bool().map(f32::from)),
        }
    }

    /// Returns one number per frame. If several events are on the same frame, the last event with the field counts.
    pub(super) fn values(&self, payloads: &[Payload], frames: u32) -> Vec<f32> {
        let mut values = vec![f32::NAN; frames as usize];
        for payload in payloads.iter().filter(|payload| self.reaches(payload)) {
            let value = payload.data().and_then(|data| self.value(&data));
            if let (Some(value), Some(at)) = (value, values.get_mut(payload.frame as usize)) {
                *at = value;
            }
        }
        // A comparison is 0 or 1 on every frame. Frames without data compare like NaN, which equals nothing.
        if let Some(comparison) = &self.comparison {
            for value in &mut values {
                *value = f32::from((*value == 1.0) == comparison.is_equality);
            }
        }
        values
    }
}

/// A call as written in the text.
pub(super) struct DataCall {
    pub(super) asked: EventData,
    /// The span of the event's name.
    event: TextSpan,
    /// The span of the field, or of the event if there is no field.
    field: TextSpan,
    /// The length of the call in bytes, including a compared string.
    pub(super) length: usize,
}

impl DataCall {
    /// Reads the call at the start of `text`; `None` if `text` does not start with one. Spans are relative to `text`.
    pub(super) fn scan(text: &str) -> Option<Result<Self, Diagnostic>> {
        let Some(Ok(name)) = Name::scan(text) else {
            return None;
        };
        let open = skip_space(text, name.length);
        let is_call = &text[..name.length] == DATA && text[open..].starts_with('(');
        is_call.then(|| Self::arguments(text, open))
    }

    /// Reads the arguments after the parenthesis at byte `open`.
    fn arguments(text: &str, open: usize) -> Result<Self, Diagnostic> {
        let wrong = |at: usize| {
            let span = match text[at..].chars().next() {
                Some(next) => TextSpan::new(at, at + next.len_utf8()),
                None => TextSpan::new(open, open + 1),
            };
            let message = "`data` takes an event and a field, as in data(Foot, strength)";
            diagnostic(span, "wrong-arguments", message.to_owned(), None)
        };
        let name = |at: usize| {
            let name = Name::scan(&text[at..]).and_then(Result::ok);
            let name = name.filter(|name| name.to_name().parts().all(|part| !part.is_empty()));
            let name = name.map(|name| (name.to_name(), TextSpan::new(at, at + name.length)));
            name.ok_or_else(|| wrong(at))
        };
        let (event, event_span) = name(skip_space(text, open + 1))?;
        let mut at = skip_space(text, event_span.stop);
        let (mut field, mut field_span) = (None, event_span);
        if text[at..].starts_with(',') {
            let (name, span) = name(skip_space(text, at + 1))?;
            at = skip_space(text, span.stop);
            (field, field_span) = (Some(name), span);
        }
        if !text[at..].starts_with(')') {
            return Err(wrong(at));
        }
        let mut length = at + 1;
        let comparison = comparison(&text[length..]).map(|(comparison, compared)| {
            length += compared;
            comparison
        });
        Ok(Self {
            asked: EventData {
                event,
                field,
                comparison,
            },
            event: event_span,
            field: field_span,
            length,
        })
    }

    /// Moves the spans of the call by this number of bytes.
    pub(super) fn shifted(mut self, bytes: usize) -> Self {
        for span in [&mut self.event, &mut self.field] {
            *span = TextSpan::new(span.start + bytes, span.stop + bytes);
        }
        self
    }
}

/// Reads `== "text"` or `!= "text"`; returns the comparison and its length in bytes. A quoted joint name, as in
/// `== "left hand".x`, is not a string.
fn comparison(text: &str) -> Option<(TextComparison, usize)> {
    let at = skip_space(text, 0);
    let operator = text[at..].get(..2)?;
    let is_equality = match operator {
        "==" => true,
        "!=" => false,
        _ => return None,
    };
    let at = skip_space(text, at + 2);
    let (compared, length) = unquote(&text[at..])?.ok()?;
    let stop = at + length;
    let comparison = TextComparison {
        is_equality,
        text: compared,
    };
    (!text[stop..].starts_with('.')).then_some((comparison, stop))
}

/// Whether any event named by a call carries data, and whether the field holds numbers or text.
#[derive(Clone, Copy, Default)]
struct Seen {
    event: bool,
    number: bool,
    text: bool,
}

/// Returns errors for calls that have no value for any event; `payloads` are all events with data.
pub(super) fn check<'a>(
    calls: &[DataCall],
    payloads: impl Iterator<Item = &'a Payload> + Clone,
) -> Vec<Diagnostic> {
    let mut seen = vec![Seen::default(); calls.len()];
    for payload in payloads.clone() {
        let mut data = None;
        for (seen, DataCall { asked, .. }) in seen.iter_mut().zip(calls) {
            let is_answered = match asked.comparison {
                Some(_) => seen.text,
                None => seen.number,
            };
            if is_answered || !asked.reaches(payload) {
                continue;
            }
            seen.event = true;
            let data = data.get_or_insert_with(|| payload.data().unwrap_or_default());
            match asked.field_of(data) {
                Some(Value::Number(_) | Value::Bool(_)) => seen.number = true,
                Some(Value::String(_)) => seen.text = true,
                _ => {}
            }
        }
    }
    let found = calls.iter().zip(seen);
    let found = found.filter_map(|(call, seen)| call.problem(seen, payloads.clone()));
    found.collect()
}

impl DataCall {
    fn problem<'a>(
        &self,
        seen: Seen,
        payloads: impl Iterator<Item = &'a Payload>,
    ) -> Option<Diagnostic> {
        let EventData {
            event,
            field,
            comparison,
        } = &self.asked;
        let what = match field {
            Some(field) => format!("`{field}` of `{event}`"),
            None => format!("the data of `{event}`"),
        };
        match (comparison, seen) {
            (None, Seen { number: true, .. }) | (Some(_), Seen { text: true, .. }) => None,
            (_, Seen { event: false, .. }) => {
                let mut known = BTreeSet::new();
                for payload in payloads {
                    known.insert(payload.event.clone());
                    known.extend(std::iter::successors(payload.event.parent(), Name::parent));
                }
                let hint = match nearest(event.as_str(), known.iter().map(Name::as_str)) {
                    Some(near) => Some(format!("did you mean `{near}`?")),
                    None if known.is_empty() => Some(
                        "no event of this library carries data, which is JSON at the end of the \
                         event's line in the sidecar"
                            .to_owned(),
                    ),
                    None => None,
                };
                let message = format!("no event `{event}` carries data");
                Some(diagnostic(self.event, "no-event-data", message, hint))
            }
            (None, Seen { text: true, .. }) => Some(diagnostic(
                self.field,
                "wrong-data",
                format!("{what} is text"),
                Some("texts are compared as in data(Foot, surface) == \"grass\"".to_owned()),
            )),
            (Some(_), Seen { number: true, .. }) => Some(diagnostic(
                self.field,
                "wrong-data",
                format!("{what} is a number, not text"),
                None,
            )),
            _ => {
                let fields = self.fields_of(payloads);
                let wanted = field.as_ref().map_or("", Name::as_str);
                let near = nearest(wanted, fields.iter().map(String::as_str));
                let hint = match (near, fields.is_empty()) {
                    (Some(near), _) => Some(format!("did you mean `{near}`?")),
                    (None, false) => {
                        let some: Vec<&str> = fields.iter().map(String::as_str).take(8).collect();
                        Some(format!("its fields are {}", some.join(", ")))
                    }
                    (None, true) => None,
                };
                let message = match field {
                    Some(field) => format!("no event `{event}` carries the field `{field}`"),
                    None => format!("{what} is neither a number nor text"),
                };
                Some(diagnostic(self.field, "unknown-field", message, hint))
            }
        }
    }

    /// Returns the fields of the event, up to [`MAX_LISTED_FIELDS`] of them.
    fn fields_of<'a>(&self, payloads: impl Iterator<Item = &'a Payload>) -> BTreeSet<String> {
        let mut fields = BTreeSet::new();
        for payload in payloads.filter(|payload| self.asked.reaches(payload)) {
            if fields.len() >= MAX_LISTED_FIELDS {
                break;
            }
            let data = payload.data().unwrap_or_default();
            let keys = data
                .as_object()
                .into_iter()
                .flat_map(|object| object.keys());
            let names = keys.filter_map(|key| Name::from_parts([key.as_str()]));
            fields.extend(names.take(MAX_LISTED_FIELDS).map(|name| name.to_string()));
        }
        fields
    }
}

fn diagnostic(
    span: TextSpan,
    code: &'static str,
    message: String,
    hint: Option<String>,
) -> Diagnostic {
    Diagnostic {
        span,
        code,
        message,
        hint,
    }
}

/// Returns the index of the first byte, from `at` on, that is not white space.
fn skip_space(text: &str, at: usize) -> usize {
    text.len() - text[at..].trim_start().len()
}

#[allow(
    clippy::cast_possible_truncation,
    reason = "predicates compute in f32, so their inputs are rounded to it"
)]
fn to_f32(value: f64) -> f32 {
    value as f32
}
