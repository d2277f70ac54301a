//! Smooth noise of one, two and three arguments.
//!
//! Perlin's gradient noise (*Improving Noise*, 2002): every lattice point has a random gradient, and
//! between lattice points the ramps of the corners are mixed by 6t⁵ - 15t⁴ + 10t³, so that first and
//! second derivatives are continuous. Gradients come from a hash of the lattice point and the seed
//! instead of a table; there is no period below 2^22.

use super::hash::mix;
use super::lanes::{WHOLE, canonical, flip, unit};
use super::round::floor;

/// Where an argument is in its cell: what names the corners at both sides, and the distances from them.
struct Cell {
    near: u32,
    far: u32,
    t: f32,
    /// How much the far corner weighs.
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

/// Both zeros as +0, and no rounding above 1.
#[inline(always)]
fn bounded(x: f32) -> f32 {
    let x = if x > 1.0 { 1.0 } else { x };
    let x = if x < -1.0 { -1.0 } else { x };
    canonical(x + 0.0)
}

const PRIME_X: u32 = 0x9e37_79b1;
const PRIME_Y: u32 = 0x85eb_ca77;
const PRIME_Z: u32 = 0xc2b2_ae3d;

/// Noise in [-1, 1] of one number: 0 at whole numbers, smooth between them.
///
/// Whole at 2^23 and above, and so 0 there; NaN and the infinities give NaN.
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
    let c = cell(x, PRIME_X);
    let seed = mix(seed);
    let slope = |corner: u32| unit(mix(corner.wrapping_add(seed))) * 4.0 - 2.0;
    let near = slope(c.near) * c.t;
    let far = slope(c.far) * (c.t - 1.0);
    bounded(mixed(near, far, c.weight))
}

/// Noise in [-1, 1] of two numbers; see [`noise1`].
#[inline(always)]
pub fn noise2(seed: u32, x: f32, y: f32) -> f32 {
    let (cx, cy) = (cell(x, PRIME_X), cell(y, PRIME_Y));
    let seed = mix(seed);
    // One of eight unit gradients, none along an axis or diagonal: 22.5° and steps of 45° from there.
    let ramp = |corner: u32, dx: f32, dy: f32| {
        let h = mix(corner.wrapping_add(seed));
        let steep = (h >> 29) & 1 == 1;
        let long = if steep { dy } else { dx };
        let short = if steep { dx } else { dy };
        flip(long * COS, h & 0x8000_0000) + flip(short * SIN, (h << 1) & 0x8000_0000)
    };
    let (x0, x1) = (cx.t, cx.t - 1.0);
    let row = |corner: u32, dy: f32| {
        let a = ramp(corner.wrapping_add(cx.near), x0, dy);
        let b = ramp(corner.wrapping_add(cx.far), x1, dy);
        mixed(a, b, cx.weight)
    };
    bounded(mixed(
        row(cy.near, cy.t),
        row(cy.far, cy.t - 1.0),
        cy.weight,
    ))
}

/// Cosine and sine of 22.5°, times what brings the largest value to 1.
const COS: f32 = 0.923_879_5 * SCALE_2;
const SIN: f32 = 0.382_683_43 * SCALE_2;
const SCALE_2: f32 = 1.5;

/// Noise in [-1, 1] of three numbers; see [`noise1`].
#[inline(always)]
pub fn noise3(seed: u32, x: f32, y: f32, z: f32) -> f32 {
    let (cx, cy, cz) = (cell(x, PRIME_X), cell(y, PRIME_Y), cell(z, PRIME_Z));
    let seed = mix(seed);
    // One of Perlin's gradients, towards the twelve edges of a cube.
    let ramp = |corner: u32, dx: f32, dy: f32, dz: f32| {
        let h = mix(corner.wrapping_add(seed));
        let which = h & 0x00ff_ffff;
        // A third of all gradients has no x, a third no y, a third no z.
        let first = if which < 0x0055_5555 { dy } else { dx };
        let second = if which < 0x00aa_aaaa { dz } else { dy };
        flip(first, h & 0x8000_0000) + flip(second, (h << 1) & 0x8000_0000)
    };
    let (x0, x1) = (cx.t, cx.t - 1.0);
    let row = |corner: u32, dy: f32, dz: f32| {
        let a = ramp(corner.wrapping_add(cx.near), x0, dy, dz);
        let b = ramp(corner.wrapping_add(cx.far), x1, dy, dz);
        mixed(a, b, cx.weight)
    };
    let face = |corner: u32, dz: f32| {
        let a = row(corner.wrapping_add(cy.near), cy.t, dz);
        let b = row(corner.wrapping_add(cy.far), cy.t - 1.0, dz);
        mixed(a, b, cy.weight)
    };
    bounded(SCALE_3 * mixed(face(cz.near, cz.t), face(cz.far, cz.t - 1.0), cz.weight))
}

/// Brings the largest value of three arguments to 1.
const SCALE_3: f32 = 0.965;
