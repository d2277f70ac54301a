//! The error for a ball parameter or switching rule that is out of range.

/// The error for a parameter that is out of range.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct OutOfRangeError {
    /// The field, such as `mass_kg`. The fields of a drag crisis are `drag.low`, `drag.drop` and so on.
    pub name: &'static str,
    /// The value of the field.
    pub value: f64,
    /// The smallest valid value.
    pub min: f64,
    /// The largest valid value.
    pub max: f64,
}

footwork_base::display! { OutOfRangeError:
    Self { name, value, min, max } => "{name}: {value} is not from {min} to {max}";
}

impl std::error::Error for OutOfRangeError {}
