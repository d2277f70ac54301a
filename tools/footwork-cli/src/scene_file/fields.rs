//! Objects, numbers, vectors and lists of scene files. Limits are checked while a file is read, so errors are placed at
//! their keys, and a list that is too long is refused before it takes memory.

use std::fmt;
use std::marker::PhantomData;

use footwork::base::to_f32;
use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

/// A kind of number with its limits.
pub(crate) trait Limits: Sized {
    /// The number and its limits in words for error messages, such as `a length, from 0 to 10 m`.
    const WHAT: &'static str;
    /// The smallest value.
    const MIN: f64;
    /// The largest value.
    const MAX: f64;

    /// Reads a number.
    fn f64<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
        let number: Number<Self> = Number::deserialize(deserializer)?;
        Ok(number.value)
    }

    /// Reads a number as the nearest f32.
    fn f32<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f32, D::Error> {
        Self::f64(deserializer).map(to_f32)
    }

    /// Reads `[x, y, z]`.
    fn f64s<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[f64; 3], D::Error> {
        let vector: Vector<Self> = Vector::deserialize(deserializer)?;
        Ok(vector.parts)
    }

    /// Reads `[x, y, z]` as the nearest f32.
    fn f32s<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[f32; 3], D::Error> {
        Self::f64s(deserializer).map(|parts| parts.map(to_f32))
    }
}

/// Declares kinds of numbers with their limits: types that implement [`Limits`].
macro_rules! limits {
    ($($(#[$doc:meta])* $name:ident: $what:literal, $least:expr, $most:expr;)*) => {$(
        $(#[$doc])*
        pub(super) struct $name;

        impl $crate::scene_file::fields::Limits for $name {
            const WHAT: &'static str = $what;
            const MIN: f64 = $least;
            const MAX: f64 = $most;
        }
    )*};
}
pub(crate) use limits;

/// Checks that involve more than one key of an object.
pub(crate) trait Checked {
    fn check<E: Error>(&self) -> Result<(), E> {
        Ok(())
    }
}

/// Implements `Deserialize` for structs by their derived code. Rejects lists in place of objects, and runs the object's
/// own checks.
macro_rules! objects {
    ($($name:ident)*) => {$(
        impl<'de> serde::de::Deserialize<'de> for $name {
            fn deserialize<D: serde::de::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let object = Self::deserialize($crate::scene_file::fields::Object(deserializer))?;
                $crate::scene_file::fields::Checked::check(&object)?;
                Ok(object)
            }
        }
    )*};
}
pub(crate) use objects;

/// Reads structs from objects only. Derived code would also accept a list of their fields.
pub(crate) struct Object<D>(pub(crate) D);

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Object<D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_map(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// A number within limits.
pub(crate) struct Number<L> {
    value: f64,
    limits: PhantomData<L>,
}

impl<'de, L: Limits> Deserialize<'de> for Number<L> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = deserializer.deserialize_f64(AnyNumber)?;
        // In this form the comparison also refuses NaN.
        let is_within = value >= L::MIN && value <= L::MAX;
        if is_within {
            Ok(Self {
                value,
                limits: PhantomData,
            })
        } else {
            Err(D::Error::custom(format_args!(
                "{value:?} is not {}",
                L::WHAT
            )))
        }
    }
}

struct AnyNumber;

impl Visitor<'_> for AnyNumber {
    type Value = f64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number")
    }

    fn visit_f64<E>(self, value: f64) -> Result<f64, E> {
        Ok(value)
    }

    fn visit_u64<E>(self, value: u64) -> Result<f64, E> {
        Ok(value as f64)
    }

    fn visit_i64<E>(self, value: i64) -> Result<f64, E> {
        Ok(value as f64)
    }
}

/// Three numbers, each within limits.
pub(crate) struct Vector<L> {
    /// x, y and z.
    pub(crate) parts: [f64; 3],
    limits: PhantomData<L>,
}

impl<'de, L: Limits> Deserialize<'de> for Vector<L> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let parts: [Number<L>; 3] = three(deserializer, "three numbers, [x, y, z]")?;
        Ok(Self {
            parts: parts.map(|part| part.value),
            limits: PhantomData,
        })
    }
}

/// Reads a list of three numbers; `what` describes the list in errors.
pub(crate) fn three<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
    what: &'static str,
) -> Result<[T; 3], D::Error> {
    deserializer.deserialize_seq(Three {
        what,
        items: PhantomData,
    })
}

struct Three<T> {
    what: &'static str,
    items: PhantomData<T>,
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for Three<T> {
    type Value = [T; 3];

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.what)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<[T; 3], A::Error> {
        let mut next = |so_far| {
            let item = items.next_element()?;
            item.ok_or_else(|| A::Error::invalid_length(so_far, &self))
        };
        let three = [next(0)?, next(1)?, next(2)?];
        match items.next_element::<IgnoredAny>()? {
            None => Ok(three),
            Some(_) => {
                let message = format_args!("more than {}", self.what);
                Err(A::Error::custom(message))
            }
        }
    }
}

/// Reads a list of at most `most` items.
pub(crate) fn list<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
    most: usize,
) -> Result<Vec<T>, D::Error> {
    deserializer.deserialize_seq(List {
        most,
        items: PhantomData,
    })
}

struct List<T> {
    most: usize,
    items: PhantomData<T>,
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for List<T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Vec<T>, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            if list.len() == self.most {
                let message = format_args!("the list has more than {} items", self.most);
                return Err(A::Error::custom(message));
            }
            list.push(item);
        }
        Ok(list)
    }
}
