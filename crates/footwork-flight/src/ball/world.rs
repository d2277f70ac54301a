//! What a ball bounces off: the seam between its motion and whatever knows the world.

use footwork_base::typed_id;

typed_id! {
    /// Which part of a world was touched. What the number means is up to the world.
    pub struct HitId;
}

/// The part of a world that does not move.
///
/// # What a sweep gives
/// The first contact of a ball whose centre moves from `from` by `motion`, in a straight line: where
/// the ball touches and moves into the surface. A ball that touches already counts at 0 where it moves
/// in, and not at all where it moves along or away. Of contacts at the same fraction any may be
/// given, but always the same one for the same input.
pub trait StaticWorld {
    /// The first contact, if there is one.
    fn sweep(&self, from: [f64; 3], motion: [f64; 3], radius: f64) -> Option<Contact>;

    /// By how much to move a ball at `at` to get it out of what it overlaps, in metres; `None` where it overlaps
    /// nothing by more than a tenth of a millimetre, and from a world that cannot say.
    ///
    /// Asked for where a ball begins, never while it moves: sweeps keep it out of everything. It need not get
    /// out of everything at once, and is asked again.
    fn push_out(&self, _at: [f64; 3], _radius: f64) -> Option<[f64; 3]> {
        None
    }
}

/// A ball that overlaps something by no more than this, in metres, only touches it.
pub const SLOP_M: f64 = 1e-4;

impl<W: StaticWorld + ?Sized> StaticWorld for &W {
    fn sweep(&self, from: [f64; 3], motion: [f64; 3], radius: f64) -> Option<Contact> {
        (**self).sweep(from, motion, radius)
    }

    fn push_out(&self, at: [f64; 3], radius: f64) -> Option<[f64; 3]> {
        (**self).push_out(at, radius)
    }
}

/// Where a moving ball first touches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The share of the motion until then, from 0 to 1.
    pub fraction: f64,
    /// From the surface to the ball, of length 1.
    pub normal: [f64; 3],
    /// How deep the ball is inside already, in metres; 0 where it only touches.
    pub depth: f64,
    /// What is touched.
    pub hit: HitId,
    /// What that is made of.
    pub surface: Surface,
}

/// How a surface differs from the ground that the ball's restitution and friction are for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surface {
    /// Times the ball's restitution; what comes out is at most 1.
    pub restitution: f64,
    /// Times the ball's friction.
    pub friction: f64,
}

impl Default for Surface {
    /// Like the ground.
    fn default() -> Self {
        Self {
            restitution: 1.0,
            friction: 1.0,
        }
    }
}

impl Surface {
    /// The net of a goal: the ball comes back slowly, an estimate.
    pub const NET: Self = Self {
        restitution: 0.15,
        friction: 2.0,
    };
}

/// A world without anything.
impl StaticWorld for () {
    fn sweep(&self, _: [f64; 3], _: [f64; 3], _: f64) -> Option<Contact> {
        None
    }
}
