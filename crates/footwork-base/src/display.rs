//! Error messages as a table of variants and texts.

/// Implements [`Display`](std::fmt::Display) for a type. Each line has a pattern and, for the values that match it, the
/// arguments of `write!`.
///
/// ```
/// enum Fault {
///     Empty,
///     Gap { frame: u32 },
/// }
///
/// footwork_base::display! { Fault:
///     Self::Empty => "there are no frames";
///     Self::Gap { frame } => "frame {frame} is missing, after {}", frame - 1;
/// }
/// assert_eq!(Fault::Gap { frame: 3 }.to_string(), "frame 3 is missing, after 2");
/// ```
#[macro_export]
macro_rules! display {
    ($type:ty: $($pattern:pat $(if $guard:expr)? => $text:literal $(, $value:expr)*;)+) => {
        impl ::std::fmt::Display for $type {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                match self {
                    $($pattern $(if $guard)? => ::std::write!(f, $text $(, $value)*),)+
                }
            }
        }
    };
}
