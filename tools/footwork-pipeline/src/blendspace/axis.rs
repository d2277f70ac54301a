//! The axes of a blend space as text: `speed, mean(turn, 0.3s), "left hand".height`.

use std::sync::Arc;

use footwork_base::{Diagnostic, FrameRate, TextSpan};
use footwork_clip::{Channel, ClipError, WindowedChannel};

use footwork_library::Library;
use footwork_library::Predicate;
use footwork_sidecar::Measure;

/// The maximum number of axes of a blend space.
pub const MAX_AXES: usize = 8;

/// One axis of a blend space, made by [`parse_axes`].
#[derive(Clone, Debug)]
pub struct BlendAxis {
    name: String,
    unit: Option<String>,
    source: AxisSource,
}

/// The source of an axis's values.
#[derive(Clone, Debug)]
pub(super) enum AxisSource {
    /// The mean of an expression over channels.
    Expression(Arc<Predicate>),
    /// A measure of the whole range.
    Measure(Measure),
}

impl BlendAxis {
    /// Returns the axis as written, without surrounding white space.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the unit, such as `m/s`: empty for a number without a unit, `None` for an
    /// expression, whose unit is unknown.
    pub fn unit(&self) -> Option<&str> {
        self.unit.as_deref()
    }

    /// Returns whether the axis is a measure of whole ranges, whose values have no spread.
    pub fn is_measure(&self) -> bool {
        matches!(self.source, AxisSource::Measure(_))
    }

    /// Returns the channels that the axis reads.
    pub(super) fn channels(&self) -> &[Channel] {
        match &self.source {
            AxisSource::Expression(predicate) => &predicate.channels,
            AxisSource::Measure(_) => &[],
        }
    }

    pub(super) fn source(&self) -> &AxisSource {
        &self.source
    }

    /// Returns the value at each frame, computed from these channels. A measure has no such values, because it belongs
    /// to a whole range.
    pub(super) fn values(
        &self,
        channels: Vec<Arc<[f32]>>,
        rate: FrameRate,
        frames: u32,
    ) -> Result<Vec<f32>, ClipError> {
        let channels = channels.into_iter().map(Some);
        match &self.source {
            AxisSource::Expression(predicate) => predicate.values(channels, rate, frames),
            AxisSource::Measure(_) => Ok(Vec::new()),
        }
    }
}

/// Parses the axes in a text: expressions as in a predicate, and names of measures that are not channels, separated by
/// commas.
///
/// ```
/// # let folder = tempfile::tempdir().unwrap();
/// use footwork_pipeline::parse_axes;
///
/// let library = footwork_library::Library::open(folder.path()).unwrap();
/// let axes = parse_axes(&library, "speed, mean(turn, 0.3s), abs(speed_x)").unwrap();
/// assert_eq!((axes[0].name(), axes[0].unit()), ("speed", Some("m/s")));
/// assert_eq!((axes[1].name(), axes[1].unit()), ("mean(turn, 0.3s)", Some("rad/s")));
/// assert_eq!((axes[2].name(), axes[2].unit()), ("abs(speed_x)", None));
/// let axes = parse_axes(&library, "turn_rate").unwrap();
/// assert_eq!(axes[0].unit(), Some("deg/s"));
/// let errors = parse_axes(&library, "sped").unwrap_err();
/// assert_eq!(errors[0].hint.as_deref(), Some("did you mean `speed`?"));
/// ```
///
/// # Errors
/// If an axis is empty, appears twice, is not a valid expression over channels of the library's clips, names an unknown
/// channel or no channel, or reads the data of events; or if there are more than [`MAX_AXES`] axes. Every mistake is
/// returned.
pub fn parse_axes(library: &Library, text: &str) -> Result<Vec<BlendAxis>, Vec<Diagnostic>> {
    let mut axes: Vec<BlendAxis> = Vec::new();
    let mut errors = Vec::new();
    let expressions = library.expressions();
    for span in parts(text) {
        let name = span.slice(text);
        if name.is_empty() {
            let hint = "axes are channels separated by commas, as in speed,turn".to_owned();
            let error = Diagnostic::new(span, "no-axis", "an axis is missing here");
            errors.push(error.with_hint(hint));
            continue;
        }
        if axes.iter().any(|axis| axis.name == name) {
            let message = format!("the axis `{name}` is given twice");
            errors.push(Diagnostic::new(span, "same-axis", message));
            continue;
        }
        let compiled = expressions.compile(name);
        if let (Err(_), Ok(measure)) = (&compiled, name.parse::<Measure>()) {
            axes.push(BlendAxis {
                name: name.to_owned(),
                unit: Some(measure.quantity().unit().to_owned()),
                source: AxisSource::Measure(measure),
            });
            continue;
        }
        match compiled {
            Ok(predicate) if predicate.reads_event_data() => {
                let message =
                    format!("`{name}` reads the data of events, which ranges do not have");
                let hint =
                    "a range is placed by the mean of a channel; use event data in the query";
                let error = Diagnostic::new(span, "no-channel", message);
                errors.push(error.with_hint(hint.to_owned()));
            }
            Ok(predicate) if predicate.channels.is_empty() => {
                let message = format!("`{name}` uses no channel, so it is the same everywhere");
                errors.push(Diagnostic::new(span, "no-channel", message));
            }
            Ok(predicate) => axes.push(BlendAxis {
                name: name.to_owned(),
                unit: unit(name),
                source: AxisSource::Expression(predicate),
            }),
            Err(found) => {
                errors.extend(found.into_iter().map(|error| error.moved_by(span.start)));
            }
        }
    }
    if axes.len() > MAX_AXES {
        let count = axes.len();
        let message = format!("{count} axes are given, and the limit is {MAX_AXES}");
        let whole = TextSpan::new(0, text.len());
        errors.push(Diagnostic::new(whole, "too-many-axes", message));
    }
    if errors.is_empty() {
        Ok(axes)
    } else {
        Err(errors)
    }
}

/// Returns the unit of an axis that is a single channel; `None` for an expression.
fn unit(name: &str) -> Option<String> {
    let channel: WindowedChannel = name.parse().ok()?;
    Some(channel.unit())
}

/// Splits a text at commas outside of parentheses and quotes, and returns the trimmed parts.
fn parts(text: &str) -> Vec<TextSpan> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut open = 0usize;
    let mut is_quoted = false;
    let mut is_escaped = false;
    for (at, character) in text.char_indices() {
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' if is_quoted => is_escaped = true,
            '"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            '(' => open += 1,
            ')' => open = open.saturating_sub(1),
            ',' if open == 0 => {
                parts.push(trimmed(text, start, at));
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(trimmed(text, start, text.len()));
    parts
}

fn trimmed(text: &str, start: usize, stop: usize) -> TextSpan {
    let part = &text[start..stop];
    let start = start + part.len() - part.trim_start().len();
    TextSpan::new(start, start + part.trim().len())
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn commas_inside_calls_and_quotes_do_not_separate_axes() {
        let check = |text: &str, expected: &[&str]| {
            let found: Vec<&str> = parts(text).iter().map(|span| span.slice(text)).collect();
            assert_eq!(found, expected, "{text}");
        };
        check("speed,turn", &["speed", "turn"]);
        check(" mean(speed, 0.3s) , turn", &["mean(speed, 0.3s)", "turn"]);
        check(r#""a,\"b".x,y"#, &[r#""a,\"b".x"#, "y"]);
        check("", &[""]);
        check("speed,,", &["speed", "", ""]);
        check("),(,", &[")", "(,"]);
    }
}
