//! Three versions of one item: the base, and what the two sides made of it.

/// The base, ours and theirs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Three<T> {
    pub(super) base: T,
    pub(super) ours: T,
    pub(super) theirs: T,
}

impl<T> Three<T> {
    /// Applies a function to each version.
    pub(super) fn map<'a, U>(&'a self, mut of: impl FnMut(&'a T) -> U) -> Three<U> {
        Three {
            base: of(&self.base),
            ours: of(&self.ours),
            theirs: of(&self.theirs),
        }
    }
}

impl<T: PartialEq> Three<T> {
    /// Returns the result if at most one side changed it, or both changed it in the same way; `None` otherwise.
    pub(super) fn settled(&self) -> Option<&T> {
        if self.ours == self.theirs || self.theirs == self.base {
            Some(&self.ours)
        } else if self.ours == self.base {
            Some(&self.theirs)
        } else {
            None
        }
    }
}
