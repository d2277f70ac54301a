//! The choice among the frame ranges of an FBX animation, shared by readers and settings.

use std::str::FromStr;

/// The choice of the time that an animation of an FBX file covers.
///
/// An FBX animation declares a range of time, and its keys may cover another. The two differ in files from tools that do not
/// update the declared range.
///
/// ```
/// use footwork_base::FbxRange;
///
/// assert_eq!("stack".parse(), Ok(FbxRange::Stack));
/// assert_eq!(FbxRange::default().to_string(), "union");
/// assert!("all".parse::<FbxRange>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FbxRange {
    /// The declared range, written `stack`.
    Stack,
    /// From the first key to the last, written `keys`.
    Keys,
    /// From the earlier start to the later end of the two, written `union`.
    #[default]
    Union,
}

crate::display! { FbxRange:
    Self::Stack => "stack";
    Self::Keys => "keys";
    Self::Union => "union";
}

/// The text is not the name of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseFbxRangeError;

crate::display! { ParseFbxRangeError:
    _ => "the range of an FBX animation is stack, keys or union";
}

impl std::error::Error for ParseFbxRangeError {}

impl FromStr for FbxRange {
    type Err = ParseFbxRangeError;

    fn from_str(text: &str) -> Result<Self, ParseFbxRangeError> {
        match text {
            "stack" => Ok(Self::Stack),
            "keys" => Ok(Self::Keys),
            "union" => Ok(Self::Union),
            _ => Err(ParseFbxRangeError),
        }
    }
}
