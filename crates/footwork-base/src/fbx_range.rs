//! How to choose the frame range of an FBX animation. Readers and settings share the type.

use std::str::FromStr;

/// The time range that is read from an FBX animation.
///
/// An FBX animation declares a time range, and its keys may cover a different range. The ranges differ if the tool that
/// wrote the file did not update the declared range.
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
    /// From the earlier start to the later end of both ranges, written `union`.
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
