//! The interface between the ball and the static world it bounces off.

use footwork_base::typed_id;

typed_id! {
    /// A part of a world. The world defines the meaning of the number.
    pub struct HitId;
}

/// The static part of a world.
///
/// # Sweeps
/// In a sweep, the centre of the ball moves from `from` by `motion` in a straight line. The sweep returns the first
/// contact: the first place at which the ball touches a surface and moves into it. A ball that already touches a
/// surface and moves into it has a contact at 0. A ball that moves along the surface or away from it has no contact
/// with it. If several contacts have the same fraction, the sweep may return any of them, but must return the same
/// contact for the same input.
pub trait StaticWorld {
    /// Returns the first contact; `None` if there is none.
    fn sweep(&self, from: [f64; 3], motion: [f64; 3], radius: f64) -> Option<Contact>;

    /// Returns the translation, in metres, that moves a ball at `at` out of the shapes that it overlaps. Returns `None`
    /// if the ball overlaps no shape by more than [`SLOP_M`], or if the world does not implement this.
    ///
    /// The physics calls this only before the first step of a ball that the game has placed, because sweeps keep a
    /// moving ball out of all shapes. One push need not clear every overlap, because the function is called again.
    fn push_out(&self, _at: [f64; 3], _radius: f64) -> Option<[f64; 3]> {
        None
    }

    /// Returns whether a ball at `to` overlaps a shape by more than [`SLOP_M`], and overlaps it more deeply than a ball
    /// at `from`. The default is false, for worlds without such a test.
    ///
    /// This is called at the end of each step that begins or ends on the ground or has a contact. If it returns true, the
    /// ball stops short of `to`.
    fn enters(&self, _from: [f64; 3], _to: [f64; 3], _radius: f64) -> bool {
        false
    }

    /// Returns whether the surface of a part is flat at this unit normal. The default is true.
    ///
    /// A ball can lie on a flat surface. It rolls off a bulging surface, such as a crossbar or the edge of a board.
    fn is_flat(&self, _hit: HitId, _normal: [f64; 3]) -> bool {
        true
    }

    /// Returns the height of the ground at or below a place, in metres. The ground is the surface that players stand
    /// on. Returns `None` if there is no ground, or if the world does not know the ground.
    ///
    /// The heights at which players take the ball are measured from the ground.
    fn ground_m(&self, _at: [f64; 3]) -> Option<f64> {
        None
    }
}

/// The overlap up to which a ball counts as touching, in metres.
pub const SLOP_M: f64 = 1e-4;

impl<W: StaticWorld + ?Sized> StaticWorld for &W {
    fn sweep(&self, from: [f64; 3], motion: [f64; 3], radius: f64) -> Option<Contact> {
        (**self).sweep(from, motion, radius)
    }

    fn push_out(&self, at: [f64; 3], radius: f64) -> Option<[f64; 3]> {
        (**self).push_out(at, radius)
    }

    fn enters(&self, from: [f64; 3], to: [f64; 3], radius: f64) -> bool {
        (**self).enters(from, to, radius)
    }

    fn is_flat(&self, hit: HitId, normal: [f64; 3]) -> bool {
        (**self).is_flat(hit, normal)
    }

    fn ground_m(&self, at: [f64; 3]) -> Option<f64> {
        (**self).ground_m(at)
    }
}

/// The first contact of a moving ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The fraction of the motion before the contact.
    pub fraction: f64,
    /// The unit normal, from the surface to the ball.
    pub normal: [f64; 3],
    /// The depth by which the ball already overlaps the surface, in metres; 0 if the ball only touches it.
    pub depth: f64,
    /// The surface that the ball touches.
    pub hit: HitId,
    /// The material of the surface.
    pub surface: Surface,
}

/// The restitution and friction of a surface, relative to the ground. On the ground, the ball has its own restitution
/// and friction.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Surface {
    /// The factor of the ball's restitution. The product of factor and restitution is capped at 1.
    pub restitution: f64,
    /// The factor of the ball's friction.
    pub friction: f64,
}

impl Default for Surface {
    /// Returns the surface of the ground.
    fn default() -> Self {
        Self {
            restitution: 1.0,
            friction: 1.0,
        }
    }
}

impl Surface {
    /// A goal net, from which the ball rebounds slowly. The numbers are an estimate.
    pub const NET: Self = Self {
        restitution: 0.15,
        friction: 2.0,
    };
}

/// An empty world.
impl StaticWorld for () {
    fn sweep(&self, _: [f64; 3], _: [f64; 3], _: f64) -> Option<Contact> {
        None
    }
}
