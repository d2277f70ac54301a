//! Typed ids, and arrays that only their own id can index.
//!
//! Code that indexes an array of tags with the id of a clip does not compile. The idea is that of "elegant static
//! arrays" in the WOF blog, and has no run-time cost.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A typed index; made by [`typed_id!`](crate::typed_id).
pub trait Id: Copy + Eq + Ord + fmt::Debug {
    /// Returns the id with this index; `None` past `u32::MAX`.
    fn from_index(index: usize) -> Option<Self>;
    /// Returns the index.
    fn index(self) -> usize;
}

/// Defines a typed id: a newtype over `u32` that implements [`Id`](crate::Id).
///
/// ```
/// footwork_base::typed_id! {
///     /// A clip of a database.
///     pub struct ClipId;
/// }
/// use footwork_base::{Id, IdVec};
///
/// let mut names: IdVec<ClipId, &str> = IdVec::new();
/// let walk = names.push("walk").unwrap();
/// assert_eq!(names[walk], "walk");
/// assert_eq!(walk.index(), 0);
/// ```
#[macro_export]
macro_rules! typed_id {
    ($(#[$meta:meta])* $vis:vis struct $Name:ident;) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(transparent)]
        $vis struct $Name(u32);

        impl $Name {
            /// Returns the id with this number.
            $vis const fn new(number: u32) -> Self {
                Self(number)
            }

            /// Returns the number of this id.
            $vis const fn number(self) -> u32 {
                self.0
            }
        }

        impl $crate::Id for $Name {
            fn from_index(index: usize) -> Option<Self> {
                u32::try_from(index).ok().map(Self)
            }

            fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl ::std::fmt::Debug for $Name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                write!(f, "{}({})", stringify!($Name), self.0)
            }
        }
    };
}

/// The error returned if a vector already has an entry for every `u32`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyIds;

crate::display! { TooManyIds:
    _ => "more entries than a 32-bit id can number";
}

impl std::error::Error for TooManyIds {}

/// A vector indexed by the typed id `I`.
pub struct IdVec<I, T> {
    items: Vec<T>,
    id: PhantomData<fn(I)>,
}

impl<I: Id, T> IdVec<I, T> {
    /// Creates an empty vector.
    pub const fn new() -> Self {
        Self {
            items: Vec::new(),
            id: PhantomData,
        }
    }

    /// Appends `item` and returns its id.
    ///
    /// # Errors
    /// Returns an error if no id is left. `item` is then dropped.
    pub fn push(&mut self, item: T) -> Result<I, TooManyIds> {
        let id = I::from_index(self.items.len()).ok_or(TooManyIds)?;
        self.items.push(item);
        Ok(id)
    }

    /// Returns the number of items.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Returns whether there are no items.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Returns the item with the id `id`; `None` if there is none.
    pub fn get(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }

    /// Returns the item with the id `id`; `None` if there is none.
    pub fn get_mut(&mut self, id: I) -> Option<&mut T> {
        self.items.get_mut(id.index())
    }

    /// Returns all items as a slice, in the order of their ids.
    pub fn as_slice(&self) -> &[T] {
        &self.items
    }

    /// Returns all items in the order of their ids.
    pub fn values(&self) -> impl ExactSizeIterator<Item = &T> + DoubleEndedIterator {
        self.items.iter()
    }

    /// Returns all items in the order of their ids.
    pub fn values_mut(&mut self) -> impl ExactSizeIterator<Item = &mut T> + DoubleEndedIterator {
        self.items.iter_mut()
    }

    /// Returns all ids, in order.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = I> + DoubleEndedIterator + use<I, T> {
        (0..self.items.len()).map(id_at)
    }

    /// Returns every id with its item.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (I, &T)> + DoubleEndedIterator {
        self.items
            .iter()
            .enumerate()
            .map(|(i, item)| (id_at(i), item))
    }
}

/// Returns the id of an index that [`IdVec::push`] has already numbered.
fn id_at<I: Id>(index: usize) -> I {
    I::from_index(index).unwrap_or_else(|| unreachable!("push checked the index"))
}

impl<I: Id, T> Default for IdVec<I, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I, T: Clone> Clone for IdVec<I, T> {
    fn clone(&self) -> Self {
        Self {
            items: self.items.clone(),
            id: PhantomData,
        }
    }
}

impl<I, T: PartialEq> PartialEq for IdVec<I, T> {
    fn eq(&self, other: &Self) -> bool {
        self.items == other.items
    }
}

impl<I, T: Eq> Eq for IdVec<I, T> {}

impl<I, T: fmt::Debug> fmt::Debug for IdVec<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.items.fmt(f)
    }
}

/// Panics if the id belongs to another, longer vector.
impl<I: Id, T> Index<I> for IdVec<I, T> {
    type Output = T;

    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}

/// Panics if the id belongs to another, longer vector.
impl<I: Id, T> IndexMut<I> for IdVec<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.items[id.index()]
    }
}
