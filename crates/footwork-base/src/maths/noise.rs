//! Smooth noise of one, two and three arguments.
//!
//! Perlin's gradient noise (*Improving Noise*, 2002): every lattice point has a random gradient. Between lattice
//! points, the ramps of the corners are mixed by 6t⁵ - 15t⁴ + 10t³, so that first and second derivatives are
//! continuous. Gradients come from a hash of the lattice point and the seed, not from a table. The noise has no period
//! below 2^22.

use super::hash::mix;
use super::lanes::{WHOLE, canonical, flip, unit};
use super::round::floor;

/// An argument in its cell: the keys of the corners on both sides, and the distances to them.
struct Cell {
    near: u32,
    far: u32,
    t: f32,
    /// The weight of the upper corner.
    weight: f32,
}

#[inline(always)]
fn cell(x: f32, prime: u32) -> Cell {
    let start = floor(x);
    let t = x - start;
    Cell {
        near: (start + WHOLE).to_bits().wrapping_mul(prime),
        far: (start + 1.0 + WHOLE).to_bits().wrapping_mul(prime),
        t,
        weight: t * t * t * (t * (t * 6.0 - 15.0) + 10.0),
    }
}

#[inline(always)]
fn mixed(a: f32, b: f32, weight: f32) -> f32 {
    a + weight * (b - a)
}

/// Clamps a result that rounding put outside [-1, 1]. Turns -0 into +0.
#[inline(always)]
fn bounded(x: f32) -> f32 {
    let x = if x > 1.0 { 1.0 } else { x };
    let x = if x < -1.0 { -1.0 } else { x };
    canonical(x + 0.0)
}

const PRIME_X: u32 = 0x9e37_79b1;
const PRIME_Y: u32 = 0x85eb_ca77;
const PRIME_Z: u32 = 0xc2b2_ae3d;

/// Returns noise in [-1, 1] of one number. It is 0 at whole numbers, and smooth between them.
///
/// From 2^23 on, all numbers are whole, so the noise is 0. NaN and the infinities give NaN.
///
/// ```
/// use footwork_base::maths::{noise1, noise3};
///
/// assert_eq!(noise1(1, 5.0), 0.0);
/// assert_ne!(noise1(1, 5.5), noise1(2, 5.5));
/// assert!((noise3(1, 0.3, 0.5, 0.7) - noise3(1, 0.3001, 0.5, 0.7)).abs() < 1e-3);
/// ```
#[inline(always)]
pub fn noise1(seed: u32, x: f32) -> f32 {
    let (x, seed) = (cell(x, PRIME_X), mix(seed));
    let near = ramp1(seed.wrapping_add(x.near), x.t);
    let far = ramp1(seed.wrapping_add(x.far), x.t - 1.0);
    bounded(mixed(near, far, x.weight))
}

/// Returns noise in [-1, 1] of two numbers; see [`noise1`].
#[inline(always)]
pub fn noise2(seed: u32, x: f32, y: f32) -> f32 {
    let (x, y, seed) = (cell(x, PRIME_X), cell(y, PRIME_Y), mix(seed));
    let near = row2(seed.wrapping_add(y.near), &x, y.t);
    let far = row2(seed.wrapping_add(y.far), &x, y.t - 1.0);
    bounded(mixed(near, far, y.weight))
}

/// Returns noise in [-1, 1] of three numbers; see [`noise1`].
#[inline(always)]
pub fn noise3(seed: u32, x: f32, y: f32, z: f32) -> f32 {
    let (x, y, z) = (cell(x, PRIME_X), cell(y, PRIME_Y), cell(z, PRIME_Z));
    let seed = mix(seed);
    let near = face3(seed.wrapping_add(z.near), &x, &y, z.t);
    let far = face3(seed.wrapping_add(z.far), &x, &y, z.t - 1.0);
    bounded(SCALE_3 * mixed(near, far, z.weight))
}

#[inline(always)]
fn row2(corner: u32, x: &Cell, dy: f32) -> f32 {
    let near = ramp2(corner.wrapping_add(x.near), x.t, dy);
    let far = ramp2(corner.wrapping_add(x.far), x.t - 1.0, dy);
    mixed(near, far, x.weight)
}

#[inline(always)]
fn row3(corner: u32, x: &Cell, dy: f32, dz: f32) -> f32 {
    let near = ramp3(corner.wrapping_add(x.near), x.t, dy, dz);
    let far = ramp3(corner.wrapping_add(x.far), x.t - 1.0, dy, dz);
    mixed(near, far, x.weight)
}

#[inline(always)]
fn face3(corner: u32, x: &Cell, y: &Cell, dz: f32) -> f32 {
    let near = row3(corner.wrapping_add(y.near), x, y.t, dz);
    let far = row3(corner.wrapping_add(y.far), x, y.t - 1.0, dz);
    mixed(near, far, y.weight)
}

/// Returns the ramp of a random slope in [-2, 2).
#[inline(always)]
fn ramp1(corner: u32, dx: f32) -> f32 {
    (unit(mix(corner)) * 4.0 - 2.0) * dx
}

/// Returns the ramp of one of eight gradients, at 22.5° plus multiples of 45°. None is along an axis or a diagonal.
#[inline(always)]
fn ramp2(corner: u32, dx: f32, dy: f32) -> f32 {
    let h = mix(corner);
    let steep = h & 0x2000_0000 != 0;
    let long = if steep { dy } else { dx };
    let short = if steep { dx } else { dy };
    flip(long * COS, h & 0x8000_0000) + flip(short * SIN, (h << 1) & 0x8000_0000)
}

/// Returns the ramp of one of Perlin's twelve gradients, which point to the edges of a cube. A third of them has no x,
/// a third no y, and a third no z.
#[inline(always)]
fn ramp3(corner: u32, dx: f32, dy: f32, dz: f32) -> f32 {
    let h = mix(corner);
    let which = h & 0x00ff_ffff;
    let first = if which < 0x0055_5555 { dy } else { dx };
    let second = if which < 0x00aa_aaaa { dz } else { dy };
    flip(first, h & 0x8000_0000) + flip(second, (h << 1) & 0x8000_0000)
}

/// The cosine and sine of 22.5°, times a factor that makes the largest value of [`noise2`] 1.
const COS: f32 = 0.923_879_5 * 1.513;
const SIN: f32 = 0.382_683_43 * 1.513;
/// The factor that makes the largest value of [`noise3`] 1.
const SCALE_3: f32 = 0.9649;
