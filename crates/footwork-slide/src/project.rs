//! The rule of sliding: of all directions that enter nothing, the one nearest to the wanted one.
//!
//! Source: the WOF blog, *Smoothing Character Collision Response using Quadratic Equations* (2008).
//! With the unit normals nᵢ of all contacts, from the obstacle to what moves, and the wanted
//! movement m, the answer is the d with the smallest |d − m|² of those with nᵢ·d ≥ 0 for every i.
//! The article's signs are the same problem in −d.
//!
//! [`slide_direction`] is that rule. [`project`] is the same with a least distance for each normal,
//! nᵢ·d ≥ bᵢ, which lets a body approach what is not touched yet (b < 0) and pushes it out of what
//! it is in (b > 0). Both give the exact nearest point up to rounding, not a step towards it:
//!
//! | file | what |
//! |---|---|
//! | `plane` | nearest points on one, two and three planes in closed form |
//! | `active_set` | the fast way, a dual active set; its answer is checked |
//! | `enumerate` | the sure way, for what the fast one is unsure of |
//! | [`plain`] | the reference: every three half-spaces |
//!
//! # Tolerances
//!
//! What is at most 4e-15 of the sizes that come in (|m|, the largest |bᵢ|, |d|) outside a half-space
//! counts as inside; none is a length of its own, so the rule is the same for micrometres and for
//! kilometres. A nearest point more than 1e8 times as far away as these sizes, where planes meet that
//! are parallel but for rounding, is none.
//!
//! # Determinism
//!
//! The same half-spaces in another order give the same bits: ties are broken by values. Of
//! half-spaces that are equal, the place that is told as active is any one.

mod active_set;
mod enumerate;
mod error;
pub mod plain;
mod plane;

use glam::DVec3;

pub use error::SlideError;

use active_set::Found;
use plane::{Plane, Planes};

/// What counts as zero, as a share of the sizes that come in.
const ROUNDING: f64 = 4e-15;

/// How far an answer may be from the conditions of a nearest point, as a share of these sizes: where
/// planes are 1e-7 apart, rounding makes this of [`ROUNDING`].
const DUAL: f64 = 1e-8;

/// How far away the nearest point may be, as a multiple of the sizes that come in.
const FAR: f64 = 1e8;

/// How far the squared length of a normal may be from 1.
const UNIT: f64 = 2e-4;

/// The points d with `normal`·d ≥ `least`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfSpace {
    /// A unit vector into the half-space: from the obstacle to what moves.
    pub normal: [f64; 3],
    /// The least distance along it: below zero what is left to an obstacle, above zero how deep
    /// what moves is inside one.
    pub least: f64,
}

/// The places of the half-spaces that hold the nearest point where it is: none if it is the wanted
/// one, at most three.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Active {
    places: [usize; 3],
    count: usize,
}

impl Active {
    #[inline]
    fn new(places: [usize; 3], count: usize) -> Self {
        let ordered = |a: usize, b: usize| if b < a { (b, a) } else { (a, b) };
        let [a, b, c] = places;
        let places = match count {
            0 | 1 => places,
            2 => {
                let (a, b) = ordered(a, b);
                [a, b, c]
            }
            _ => {
                let (a, b) = ordered(a, b);
                let (b, c) = ordered(b, c);
                let (a, b) = ordered(a, b);
                [a, b, c]
            }
        };
        Self { places, count }
    }

    /// The places in the list that was given, in ascending order.
    pub fn as_slice(&self) -> &[usize] {
        &self.places[..self.count]
    }
}

/// The nearest point of half-spaces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Projection {
    /// There is one; always, if no `least` is above zero.
    Nearest {
        /// The point.
        point: [f64; 3],
        /// What holds it there.
        active: Active,
    },
    /// No point is in all half-spaces.
    Empty,
}

/// Where [`slide_direction`] goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slide {
    /// What is left of the wanted movement; zero if it is blocked.
    pub direction: [f64; 3],
    /// Which normals turned or blocked it.
    pub active: Active,
}

impl Slide {
    /// Whether nothing is left.
    pub fn is_blocked(&self) -> bool {
        self.direction == [0.0; 3]
    }
}

/// The movement nearest to `wanted` that goes against none of the `normals`: the article's rule.
///
/// Normals are unit vectors from the obstacle to what moves, any number of them; equal and opposite
/// ones too. With d the result and m what is wanted:
///
/// - d·m = |d|²: it never goes back, and |d| ≤ |m|: it is never faster;
/// - from d the result is d again, and the order of the normals makes no difference;
/// - blocked exactly if d is zero, which it is for what is below 4e-15 of |m|, and for what rounding
///   turned against m.
///
/// It is zero for zero.
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
/// A wanted movement that is not finite; a normal that is not a unit vector (up to 1e-4 of its
/// length): zero, NaN, not normalized.
#[inline]
pub fn slide_direction(wanted: [f64; 3], normals: &[[f64; 3]]) -> Result<Slide, SlideError> {
    check(wanted, normals)?;
    let m = DVec3::from_array(wanted);
    // Always there: zero is in every cone.
    let (point, active) = solve(m, normals).unwrap_or_default();
    let nothing = largest(point) <= ROUNDING * largest(m) || point.dot(m) < 0.0;
    let direction = if nothing { DVec3::ZERO } else { point };
    Ok(Slide {
        direction: direction.to_array(),
        active,
    })
}

/// The point nearest to `wanted` that is in all half-spaces.
///
/// Normals may be equal and opposite, and there may be any number of them. Two planes that face
/// each other and are apart make it [`Projection::Empty`].
///
/// ```
/// use footwork_slide::{HalfSpace, Projection, project};
///
/// let floor = HalfSpace { normal: [0.0, 1.0, 0.0], least: -0.25 };
/// let wall = HalfSpace { normal: [-1.0, 0.0, 0.0], least: 0.5 };
/// let Ok(Projection::Nearest { point, active }) = project([3.0, -1.0, 2.0], &[floor, wall]) else {
///     panic!("floor and wall leave room");
/// };
/// assert_eq!(point, [-0.5, -0.25, 2.0]);
/// assert_eq!(active.as_slice(), [0, 1]);
///
/// let door = HalfSpace { normal: [1.0, 0.0, 0.0], least: 0.0 };
/// assert_eq!(project([0.0; 3], &[wall, door]), Ok(Projection::Empty));
/// ```
///
/// # Errors
///
/// As [`slide_direction`], and a `least` that is not finite.
#[inline]
pub fn project(wanted: [f64; 3], half_spaces: &[HalfSpace]) -> Result<Projection, SlideError> {
    check(wanted, half_spaces)?;
    Ok(nearest(DVec3::from_array(wanted), half_spaces))
}

/// [`project`] of what is known to be right. What is not finite gives any answer.
#[inline]
pub(crate) fn nearest(wanted: DVec3, half_spaces: &[HalfSpace]) -> Projection {
    match solve(wanted, half_spaces) {
        Some((point, active)) => Projection::Nearest {
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
        (plane.normal.length_squared() - 1.0).abs() <= UNIT && plane.least.is_finite()
    };
    match half_spaces.planes().position(|plane| !right(plane)) {
        Some(index) => Err(SlideError::of(half_spaces, index)),
        None => Ok(()),
    }
}

#[inline]
fn solve<P: Planes + ?Sized>(wanted: DVec3, half_spaces: &P) -> Option<(DVec3, Active)> {
    let reach = half_spaces.reach();
    let size = largest(wanted);
    let scale = if reach > size { reach } else { size };
    if !(1e-100..=1e100).contains(&scale) && scale > 0.0 {
        return scaled(wanted, half_spaces, scale);
    }
    solve_at(wanted, half_spaces, scale)
}

#[inline]
fn solve_at<P: Planes + ?Sized>(
    wanted: DVec3,
    half_spaces: &P,
    scale: f64,
) -> Option<(DVec3, Active)> {
    let found = match active_set::nearest(wanted, half_spaces, scale) {
        Found::Nearest(point, active) => Some((point, active)),
        Found::Unsure => enumerate::nearest(wanted, half_spaces, scale),
    };
    let (point, active) = found?;
    // The sign of zero says nothing.
    (largest(point) <= FAR * scale).then_some((point + DVec3::ZERO, active))
}

/// What is so large or small that its square is infinite or zero, solved nearer to 1.
#[cold]
fn scaled<P: Planes + ?Sized>(
    wanted: DVec3,
    half_spaces: &P,
    scale: f64,
) -> Option<(DVec3, Active)> {
    let two_to_600 = f64::from_bits((1023 + 600) << 52);
    let (factor, back) = match scale > 1.0 {
        true => (1.0 / two_to_600, two_to_600),
        false => (two_to_600, 1.0 / two_to_600),
    };
    let scaled = plane::Scaled {
        half_spaces,
        factor,
    };
    let (point, active) = solve_at(wanted * factor, &scaled, scale * factor)?;
    Some((point * back, active))
}

/// How far outside a half-space `point` may be.
#[inline]
fn tolerance(scale: f64, point: DVec3) -> f64 {
    let point = point.abs();
    ROUNDING * (scale + point.x + point.y + point.z)
}

/// The largest of the three sizes.
#[inline]
fn largest(vector: DVec3) -> f64 {
    let [x, y, z] = vector.abs().to_array();
    let xy = if y > x { y } else { x };
    if z > xy { z } else { xy }
}
