//! The id of an obstacle.

use std::fmt;

/// The id of an obstacle in a world. After the obstacle is removed, no other obstacle gets its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObstacleId {
    pub(crate) slot: u32,
    pub(crate) generation: u32,
}

impl ObstacleId {
    /// Returns the id as a number, which a game can save.
    #[must_use]
    pub fn to_bits(self) -> u64 {
        u64::from(self.generation) << 32 | u64::from(self.slot)
    }

    /// Returns the id with these saved bits.
    ///
    /// The id identifies the same obstacle in a world built by the same calls in the same order. Every use of an id
    /// that never existed returns [`Stale`](crate::WorldError::Stale).
    ///
    /// ```
    /// use footwork_slide::{Label, ObstacleId, Pose, Volume, World};
    ///
    /// let mut world = World::new();
    /// let post = Volume::Sphere { radius_m: 0.5 };
    /// let id = world.add_volume(post, Pose::IDENTITY, Label::default())?;
    /// assert_eq!(ObstacleId::from_bits(id.to_bits()), id);
    /// # Ok::<(), footwork_slide::WorldError>(())
    /// ```
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "masked to 32 bits")]
    pub fn from_bits(bits: u64) -> Self {
        let [slot, generation] = [bits, bits >> 32].map(|half| (half & u64::from(u32::MAX)) as u32);
        Self { slot, generation }
    }
}

impl fmt::Display for ObstacleId {
    /// Writes slot and generation: `12.0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.slot, self.generation)
    }
}
