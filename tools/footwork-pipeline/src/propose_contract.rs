//! Proposes a contract from what the ranges of a query measure, so that users start a contract from measured numbers.
//!
//! Limits are robust: J. W. Tukey's fences, one and a half interquartile ranges beyond the quartiles (*Exploratory Data
//! Analysis*, 1977), rounded outwards to two digits. Ranges outside the limits deserve a look. Fewer than four ranges
//! are too few to find outliers, so the limits are the extremes, widened by a fifth.

use std::fmt::Write;

use footwork_sidecar::{Measure, PlainBound};

use crate::measure::Measurements;

/// The measures that a proposal may limit, in their order in the proposal. Phases, distances and counts of frames are
/// left out, because they differ between good clips.
const LIMITED: [Measure; 22] = [
    Measure::Rate,
    Measure::LoopPosition,
    Measure::LoopRotation,
    Measure::LoopVelocity,
    Measure::CycleTime,
    Measure::StepAsymmetry,
    Measure::ContactsPerCycle,
    Measure::Duty,
    Measure::Speed,
    Measure::TurnRate,
    Measure::Duration,
    Measure::FootSlide,
    Measure::Penetration,
    Measure::JointLimit,
    Measure::Jerk,
    Measure::FrozenJoints,
    Measure::KeysNotUnit,
    Measure::KeysFlipped,
    Measure::KeysNotFinite,
    Measure::KeysScaled,
    Measure::ConstantTracks,
    Measure::KeysOffGrid,
];

/// A loop is proposed only if the median gap between the last pose and the first is at most this, in metres.
const CLOSED_M: f64 = 0.05;

/// A measure is limited only if at least this share of the ranges have a value.
const MIN_SHARE: f64 = 0.5;

/// A proposed limit.
#[derive(Clone, Debug, PartialEq)]
pub struct ProposedLimit {
    /// The measure.
    pub measure: Measure,
    /// The smallest accepted value; `None` if there is none.
    pub min: Option<f64>,
    /// The largest accepted value; `None` if there is none.
    pub max: Option<f64>,
    /// The number of ranges with a value.
    pub evaluated: usize,
    /// The indices of the ranges outside the limits, the farthest first.
    pub outside: Vec<usize>,
}

/// Returns limits that most of the measured ranges keep. `measures` are the measures of `measured`, in order.
pub fn propose_contract(measured: &Measurements, measures: &[Measure]) -> Vec<ProposedLimit> {
    let limited = LIMITED.iter().filter_map(|&measure| {
        let at = measures.iter().position(|m| *m == measure)?;
        let values: Vec<(usize, f64)> = (measured.ranges.iter().enumerate())
            .filter_map(|(index, range)| Some((index, range.values[at].as_ref().ok()?.value)))
            .collect();
        let least = MIN_SHARE * measured.ranges.len() as f64;
        let is_mixed =
            measure == Measure::Rate && values.windows(2).any(|two| two[0].1 != two[1].1);
        let is_limited = !values.is_empty() && values.len() as f64 >= least && !is_mixed;
        is_limited.then(|| limit(measure, &values))
    });
    let mut limits: Vec<ProposedLimit> = limited.collect();
    let is_closed = limits.iter().any(|limit| {
        limit.measure == Measure::LoopPosition && limit.max.is_some_and(|max| max <= 2.0 * CLOSED_M)
    });
    let of_loop = [
        Measure::LoopPosition,
        Measure::LoopRotation,
        Measure::LoopVelocity,
    ];
    limits.retain(|limit| is_closed || !of_loop.contains(&limit.measure));
    limits
}

fn limit(measure: Measure, values: &[(usize, f64)]) -> ProposedLimit {
    let mut sorted: Vec<f64> = values.iter().map(|(_, value)| *value).collect();
    sorted.sort_by(f64::total_cmp);
    let (first, last) = (sorted[0], sorted[sorted.len() - 1]);
    let [low, middle, high] = [0.25, 0.5, 0.75].map(|share| quantile(&sorted, share));
    let (low, high) = if sorted.len() < 4 {
        (first - 0.2 * first.abs(), last + 0.2 * last.abs())
    } else {
        let reach = 1.5 * (high - low);
        (low - reach, high + reach)
    };
    let (min, max) = match measure.plain_bound() {
        // Rates, and counts that are whole numbers, get no tolerance.
        _ if measure == Measure::Rate => (Some(middle), Some(middle)),
        PlainBound::AtMost if measure.quantity().unit().is_empty() && middle.fract() == 0.0 => {
            (None, Some(high.max(middle).ceil()))
        }
        PlainBound::AtMost => (None, Some(rounded(high.max(0.0), true))),
        PlainBound::AtLeast => (Some(rounded(low, false)), None),
        PlainBound::Exactly | PlainBound::Refused => {
            (Some(rounded(low, false)), Some(rounded(high, true)))
        }
    };
    let beyond = |value: f64| {
        let over = max.map_or(0.0, |max| value - max);
        let under = min.map_or(0.0, |min| min - value);
        over.max(under)
    };
    let mut outside: Vec<(usize, f64)> = values.to_vec();
    outside.retain(|(_, value)| beyond(*value) > 1e-6 * value.abs());
    outside.sort_by(|a, b| beyond(b.1).total_cmp(&beyond(a.1)).then(a.0.cmp(&b.0)));
    ProposedLimit {
        measure,
        min,
        max,
        evaluated: values.len(),
        outside: outside.into_iter().map(|(index, _)| index).collect(),
    }
}

/// Returns a quantile of sorted values, interpolated linearly.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let at = share * (sorted.len() - 1) as f64;
    let before = footwork_base::to_u32(at.floor()) as usize;
    let after = (before + 1).min(sorted.len() - 1);
    sorted[before] + (sorted[after] - sorted[before]) * at.fract()
}

/// Rounds to two significant digits, up or down.
fn rounded(value: f64, is_up: bool) -> f64 {
    if value == 0.0 {
        return 0.0;
    }
    let digits = 1.0 - libm::floor(libm::log10(value.abs()));
    let scale = libm::pow(10.0, digits);
    let round = if is_up { f64::ceil } else { f64::floor };
    // A value that already has two digits must stay; without this, its rounding error would add a step.
    let steps = value * scale;
    let nearest = steps.round();
    let near = (steps - nearest).abs() < 1e-9 * steps.abs();
    (if near { nearest } else { round(steps) }) / scale
}

/// Returns the limits as a table of `[[expect]]`, or a comment if there are none. `outside` describes a range that is
/// outside a limit.
pub fn contract_toml(
    query: &str,
    limits: &[ProposedLimit],
    outside: impl Fn(&ProposedLimit, usize) -> String,
) -> String {
    let quoted = toml_text(query);
    if limits.is_empty() {
        return format!("# no limit fits the ranges of {quoted}\n");
    }
    let mut text = format!("[[expect]]\nwhere = {quoted}\n");
    for limit in limits {
        let unit = limit.measure.quantity().unit();
        let show = |value: f64| {
            let number = shortest(value);
            if unit.is_empty() {
                number
            } else {
                format!("\"{number}{unit}\"")
            }
        };
        let is_plain = limit.measure.plain_bound() == PlainBound::Exactly;
        let value = match (limit.min, limit.max) {
            (Some(min), Some(max)) if min == max && is_plain => show(min),
            (Some(min), Some(max)) => format!("{{ min = {}, max = {} }}", show(min), show(max)),
            (Some(min), None) => format!("{{ min = {} }}", show(min)),
            (None, Some(max)) => format!("{{ max = {} }}", show(max)),
            (None, None) => continue,
        };
        let _ = write!(text, "{} = {value}", limit.measure);
        if let Some(&first) = limit.outside.first() {
            let others = limit.outside.len() - 1;
            let more = if others > 0 {
                format!(" and {others} more")
            } else {
                String::new()
            };
            let said = outside(limit, first).replace(char::is_control, " ");
            let _ = write!(text, " # outside: {said}{more}");
        }
        text.push('\n');
    }
    text
}

/// Returns a number without rounding errors of its last digits.
fn shortest(value: f64) -> String {
    let text = if value.abs() < 1e-6 {
        value.to_string()
    } else {
        format!("{value:.9}")
    };
    let text = if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.')
    } else {
        text.as_str()
    };
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

/// Returns a text as a basic string of TOML.
fn toml_text(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                quoted.push('\\');
                quoted.push(c);
            }
            c if c.is_control() => {
                let _ = write!(quoted, "\\u{:04X}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use footwork_sidecar::{Measure, Settings};

    use super::{contract_toml, limit, quantile, rounded, shortest, toml_text};

    #[test]
    fn limits_are_rounded_outwards_to_two_digits() {
        for (value, is_up, expected) in [
            (0.01234, true, 0.013),
            (0.01234, false, 0.012),
            (-1.234, true, -1.2),
            (-1.234, false, -1.3),
            (250.0, true, 250.0),
            (0.0, false, 0.0),
        ] {
            let found: f64 = rounded(value, is_up);
            assert!((found - expected).abs() < 1e-12, "{value}: {found}");
        }
        for (value, expected) in [
            (0.1 + 0.2, "0.3"),
            (100.0, "100"),
            (0.0, "0"),
            (-0.0, "0"),
            (2.5e-10, "0.00000000025"),
        ] {
            assert_eq!(shortest(value), expected);
        }
        assert_eq!(quantile(&[1.0, 2.0, 4.0], 0.75), 3.0);
    }

    /// The proposal of every measure is read back without mistakes, even if all ranges have the same value.
    #[test]
    fn proposed_contracts_read_back() {
        for &measure in Measure::ALL {
            for value in [0.0, 2.0, 1e-8, 1.0 / 3.0] {
                let limit = limit(measure, &[(0, value), (1, value), (2, value), (3, value)]);
                let text = contract_toml("all", &[limit], |_, _| String::new());
                let (settings, findings) = Settings::parse(&text).unwrap();
                assert!(findings.is_empty(), "{text}: {findings:?}");
                let bound = settings.expect[0].bounds[0];
                assert!(bound.accepts(value), "{text}: {value}");
            }
        }
    }

    #[test]
    fn queries_are_quoted() {
        assert_eq!(toml_text("clip(\"a\\b\")"), r#""clip(\"a\\b\")""#);
    }
}
