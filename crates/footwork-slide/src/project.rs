//! The rule of sliding: move in the direction nearest to the wanted direction, among all directions that enter no
//! obstacle.
//!
//! Source: the WOF blog, *Smoothing Character Collision Response using Quadratic Equations* (2008). The input is the
//! wanted movement m and the unit normals nᵢ of all contacts, from the obstacle to the body. The result is the d that
//! minimises |d − m|² subject to nᵢ·d ≥ 0 for every i, which is the projection of m onto a polyhedral cone. (The
//! article has the same problem in −d.) By Moreau's theorem d·m = |d|², so the body never goes back and is never faster
//! than wanted, and d is zero exactly if no direction remains. So the rule needs no cases for one wall, for the crease
//! of two walls, and for the corner of three. Unlike a method that handles contacts one by one, it does not jitter
//! between walls.
//!
//! [`slide_direction`] applies the rule. [`project`] has an offset for each normal: nᵢ·d ≥ bᵢ. A negative offset lets a
//! body approach a surface that it does not touch yet. A positive offset pushes the body out of a surface. Both
//! functions return the exact nearest point up to rounding, not a step towards it:
//!
//! | file | what |
//! |---|---|
//! | `half_space` | what goes in and what comes out |
//! | `tolerance` | what counts as zero |
//! | `plane` | nearest points on one, two and three planes in closed form |
//! | `active_set` | the fast solver, a dual active set, which checks its result |
//! | `enumerate` | the slow solver, for inputs on which the fast one is unsure |
//! | `oracle` | the plain solver that tests and benchmarks compare with |
//!
//! The same half-spaces in another order give the same bits, because values break ties. Among equal half-spaces, any
//! may be the active one.

mod active_set;
mod enumerate;
mod error;
mod half_space;
mod oracle;
mod plane;
mod tolerance;

use glam::DVec3;

use crate::vector::largest;
pub use error::SlideError;
use half_space::Nearest;
pub use half_space::{ActiveSet, HalfSpace};
pub use oracle::project_oracle;
use plane::{Plane, Planes, Scaled};
use tolerance::{FAR, ROUNDING, UNIT};

/// The point of half-spaces that is nearest to a wanted point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Projection {
    /// There is a nearest point. There always is one if no offset is above zero.
    Nearest {
        /// The point.
        point: [f64; 3],
        /// The half-spaces that keep the nearest point from the wanted point. The nearest point lies on their planes.
        active: ActiveSet,
    },
    /// No point is in all half-spaces.
    Empty,
}

/// The result of [`slide_direction`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slide {
    /// The remaining movement; zero if the movement is blocked.
    pub direction: [f64; 3],
    /// The normals that turned or blocked the movement.
    pub active: ActiveSet,
}

impl Slide {
    /// Returns whether no movement is left.
    pub fn is_blocked(&self) -> bool {
        self.direction == [0.0; 3]
    }
}

/// Returns the movement nearest to `wanted` that goes against none of the `normals`.
///
/// Normals are unit vectors from the obstacle to the body. There may be any number of normals, including equal and
/// opposite ones. For the wanted movement m, the result d has these properties:
///
/// - d·m = |d|² and |d| ≤ |m|, so the body never goes back and is never faster than wanted.
/// - With d as the wanted movement, the result is d again. The order of the normals makes no difference.
/// - The movement is blocked exactly if d is zero. If d is shorter than 4e-15 of |m|, or points against m because of
///   rounding, it becomes zero.
///
/// A wanted movement of zero gives zero.
///
/// ```
/// use footwork_slide::slide_direction;
///
/// let floor = [0.0, 1.0, 0.0];
/// let wall = [-1.0, 0.0, 0.0];
/// let slide = slide_direction([3.0, -1.0, 2.0], &[floor, wall]).unwrap();
/// assert_eq!(slide.direction, [0.0, 0.0, 2.0]);
/// assert_eq!(slide.active.as_slice(), [0, 1]);
///
/// let corner = [0.0, 0.0, -1.0];
/// let slide = slide_direction([3.0, -1.0, 2.0], &[floor, wall, corner]).unwrap();
/// assert!(slide.is_blocked());
/// ```
///
/// # Errors
///
/// Returns an error for a wanted movement that is not finite, and for a normal whose length is not 1 within 1e-4.
// Inlined, because a call passes vectors through memory on the way in and out: half the time of a solve with one
// normal.
#[inline(always)]
pub fn slide_direction(wanted: [f64; 3], normals: &[[f64; 3]]) -> Result<Slide, SlideError> {
    check(wanted, normals)?;
    let m = DVec3::from_array(wanted);
    // A nearest point always exists, because zero is in every cone.
    let Nearest { point, active } = solve(m, normals).unwrap_or_default();
    let nothing = largest(point) <= ROUNDING * largest(m) || point.dot(m) < 0.0;
    let direction = if nothing { DVec3::ZERO } else { point };
    Ok(Slide {
        direction: direction.to_array(),
        active,
    })
}

/// Returns the point nearest to `wanted` that is in all half-spaces.
///
/// There may be any number of half-spaces, including half-spaces with equal and opposite normals. The result is
/// [`Projection::Empty`] if no point is in all half-spaces, such as for two half-spaces with opposite normals and a gap
/// between them.
///
/// ```
/// use footwork_slide::{HalfSpace, Projection, project};
///
/// let floor = HalfSpace { normal: [0.0, 1.0, 0.0], offset: -0.25 };
/// let wall = HalfSpace { normal: [-1.0, 0.0, 0.0], offset: 0.5 };
/// let Ok(Projection::Nearest { point, active }) = project([3.0, -1.0, 2.0], &[floor, wall]) else {
///     panic!("floor and wall leave room");
/// };
/// assert_eq!(point, [-0.5, -0.25, 2.0]);
/// assert_eq!(active.as_slice(), [0, 1]);
///
/// let door = HalfSpace { normal: [1.0, 0.0, 0.0], offset: 0.0 };
/// assert_eq!(project([0.0; 3], &[wall, door]), Ok(Projection::Empty));
/// ```
///
/// # Errors
///
/// Returns the errors of [`slide_direction`], and an error for an offset that is not finite.
#[inline]
pub fn project(wanted: [f64; 3], half_spaces: &[HalfSpace]) -> Result<Projection, SlideError> {
    check(wanted, half_spaces)?;
    Ok(nearest(DVec3::from_array(wanted), half_spaces))
}

/// Does the work of [`project`] without its checks. An input that is not finite has an arbitrary result.
#[inline]
pub(crate) fn nearest(wanted: DVec3, half_spaces: &[HalfSpace]) -> Projection {
    match solve(wanted, half_spaces) {
        Some(Nearest { point, active }) => Projection::Nearest {
            point: point.to_array(),
            active,
        },
        None => Projection::Empty,
    }
}

#[inline]
fn check<P: Planes + ?Sized>(wanted: [f64; 3], half_spaces: &P) -> Result<(), SlideError> {
    if !DVec3::from_array(wanted).is_finite() {
        return Err(SlideError::Wanted);
    }
    let right = |plane: Plane| {
        (plane.normal.length_squared() - 1.0).abs() <= UNIT && plane.offset.is_finite()
    };
    match half_spaces.planes().position(|plane| !right(plane)) {
        Some(index) => Err(SlideError::at(half_spaces, index)),
        None => Ok(()),
    }
}

#[inline]
fn solve<P: Planes + ?Sized>(wanted: DVec3, half_spaces: &P) -> Option<Nearest> {
    let reach = half_spaces.reach();
    let size = largest(wanted);
    let scale = if reach > size { reach } else { size };
    if !(1e-100..=1e100).contains(&scale) && scale > 0.0 {
        return scaled(wanted, half_spaces, scale);
    }
    solve_at(wanted, half_spaces, scale)
}

#[inline]
fn solve_at<P: Planes + ?Sized>(wanted: DVec3, half_spaces: &P, scale: f64) -> Option<Nearest> {
    let nearest = match active_set::nearest(wanted, half_spaces, scale) {
        Some(nearest) => nearest,
        None => enumerate::nearest(wanted, half_spaces, scale)?,
    };
    // Adding zero makes −0 a +0.
    let point = nearest.point + DVec3::ZERO;
    (largest(point) <= FAR * scale).then_some(Nearest { point, ..nearest })
}

/// Solves the input scaled to sizes near 1. This is for numbers so large or small that their squares are infinite or
/// zero.
#[cold]
fn scaled<P: Planes + ?Sized>(wanted: DVec3, half_spaces: &P, scale: f64) -> Option<Nearest> {
    let two_to_600 = f64::from_bits((1023 + 600) << 52);
    let (factor, back) = if scale > 1.0 {
        (1.0 / two_to_600, two_to_600)
    } else {
        (two_to_600, 1.0 / two_to_600)
    };
    let scaled = Scaled {
        half_spaces,
        factor,
    };
    let nearest = solve_at(wanted * factor, &scaled, scale * factor)?;
    Some(Nearest {
        point: nearest.point * back,
        ..nearest
    })
}
