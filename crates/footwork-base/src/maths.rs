//! Deterministic maths: f32 functions that give the same bits on every IEEE machine.
//!
//! The sine of std differs between platforms. These functions give the same bits everywhere. They consist of
//! `+ - * / sqrt`, integer operations, selections and, in [`pow`], two small tables. There is no fused multiply-add. In
//! your own code, write `a * b + c`, which Rust never contracts. The bits are the same in debug and release builds, for
//! one number and in a loop over thousands, with SSE2 and with AVX-512. Tests compare them with golden hashes.
//!
//! All functions are inlined, and only two groups branch. The first group is [`rem`] and [`modulo`], which also have
//! branch-free forms. The second group is [`sin_one`], [`cos_one`], [`exp_one`], [`ln_one`] and [`pow_one`], for single
//! numbers. They give the same bits as the functions without `_one`. A plain loop over branch-free functions becomes
//! SIMD code for the processor that it is compiled for:
//!
//! ```
//! use footwork_base::maths::sin;
//!
//! let phases = [0.0, 0.5, 1.0, 1.5];
//! let mut heights = [0.0; 4];
//! for (height, phase) in heights.iter_mut().zip(phases) {
//!     *height = sin(phase);
//! }
//! assert_eq!(heights[1], sin(0.5));
//! ```
//!
//! # Errors and special values
//!
//! The table has the largest errors measured against f64. Functions of one number were measured for all f32. A unit in
//! the last place (ulp) is the distance between the two f32 around the exact result. An error of 0.50 ulp is the
//! smallest possible: the result is then the nearest f32. NaN gives NaN unless the table says otherwise, and every NaN
//! in a result is 0x7fc00000. The last column has the results outside the domain and all other special cases.
//! `testdata/maths/special.txt` has several hundred cases.
//!
//! | function | domain | largest error | ±0 | ±inf | otherwise |
//! |---|---|---|---|---|---|
//! | [`sin`] | to ±1e6 | 1.8e-7 (1.2e-7 to ±100) | ±0 | NaN | below |
//! | [`cos`] | to ±1e6 | 1.7e-7 (1.2e-7 to ±100) | 1 | NaN | below |
//! | [`tan`] | to ±1.6e6 | 2.8 ulp | ±0 | NaN | less exact beyond |
//! | [`asin`] | [-1, 1] | 2.4 ulp | ±0 | NaN | NaN |
//! | [`acos`] | [-1, 1] | 1.2 ulp | π/2 | NaN | NaN |
//! | [`atan`] | all | 1.7 ulp | ±0 | ±π/2 | |
//! | [`atan2`] | all | 1.8 ulp | C's quadrants | C's diagonals | |
//! | [`sqrt`] | [0, inf] | 0.50 ulp | ±0 | inf, NaN | NaN below 0 |
//! | [`cbrt`] | all | 0.501 ulp | ±0 | ±inf | |
//! | [`exp`] | all | 0.99 ulp | 1 | inf, 0 | |
//! | [`exp2`] | all | 1.2 ulp, whole x exact | 1 | inf, 0 | |
//! | [`ln`] | [0, inf] | 0.91 ulp | -inf | inf, NaN | NaN below 0 |
//! | [`log2`] | [0, inf] | 2 ulp, powers of two exact | -inf | inf, NaN | NaN below 0 |
//! | [`log10`] | [0, inf] | 0.501 ulp, powers of ten exact | -inf | inf, NaN | NaN below 0 |
//! | [`pow`] | x ≥ 0, or whole y | 0.501 ulp | C's `powf` | C's `powf` | NaN; pow(x, 0) = pow(1, y) = 1 |
//! | [`floor`] [`ceil`] [`trunc`] [`round`] | all | exact | ±0 | ±inf | `round` is half away from zero |
//! | [`fract`] | finite | one rounding | +0 | NaN | |
//! | [`rem`] | y ≠ 0, finite x | exact | a result of 0: sign of x | x: NaN; y: gives x | y = 0: NaN |
//! | [`modulo`] | y ≠ 0, finite x | one rounding | a result of 0: sign of y | x: NaN; y: x, or y if the signs differ | y = 0: NaN |
//! | [`wrap`] | finite | see there | -0 = +0 | NaN | an empty range gives lo |
//! | [`hypot`] [`length2`] [`length3`] [`length4`] | all | 0.501 ulp | +0 | inf, even if another is NaN | no overflow inside |
//! | [`min`] [`max`] | all | exact | -0 < +0 | exact | a NaN is ignored if the other argument is a number |
//! | [`clamp`] [`saturate`] | all | exact | -0 < +0; `saturate`: +0 | exact | NaN gives lo, 0; a NaN bound is ignored; lo above hi gives hi |
//! | [`abs`] [`sign`] | all | exact | 0, ±0 | inf, ±1 | |
//! | [`select`] | all | exact | not true | true | NaN is not true; the argument not chosen is ignored |
//! | [`step`] | all | exact | -0 = +0 | exact | 0 for NaN |
//! | [`deg`] [`rad`] | all | 0.70 ulp, 0.63 ulp | ±0 | ±inf | |
//! | [`lerp`] | all | a few roundings of the larger end | ends keep their signs | as `a·(1 - t) + b·t` | at `t` = 0 and 1 that end, even if the other is NaN |
//! | [`remap`] | `from_lo` ≠ `from_hi` | that of [`lerp`], plus the rounding of `t` | as [`lerp`] | as [`lerp`] | an empty range to map from: ±inf, NaN |
//! | [`smoothstep`] | all | a few roundings | +0 | `x`: 0 or 1; a bound: 0 | 0 for NaN; equal bounds: 0, and 1 above |
//! | [`hash`] | all but NaN | | one value for both | a value | |
//! | [`noise1`] [`noise2`] [`noise3`] | finite | | 0 at whole numbers | NaN | 0 from 2^23 on |
//!
//! Near zeros of sine and cosine, the absolute error is small, but the relative error is not. For example, the error is
//! 14 ulp for 9.424778, whose sine is 2e-8. For arguments from 1e6 to 1.2e7, the error is at most 0.51 ulp of the
//! argument, similar to the error from rounding the argument to f32. Beyond 1.2e7, the result is an unspecified number
//! in [-1, 1].
//!
//! # Sources
//!
//! Every file names its method. All coefficients are our own fits by Remez's exchange algorithm. They were rounded one
//! at a time. After each rounding, the remaining coefficients were fitted again.

mod arc;
mod blend;
mod exp;
mod hash;
mod lanes;
mod log;
mod noise;
mod order;
mod pow;
mod rem;
mod root;
mod round;
mod trig;

pub use arc::{acos, asin, atan, atan2};
pub use blend::{is_true, lerp, remap, select, smoothstep, step};
pub use exp::{exp, exp_one, exp2};
pub use hash::hash;
pub use lanes::{NAN, canonical};
pub use log::{ln, ln_one, log2, log10};
pub use noise::{noise1, noise2, noise3};
pub use order::{abs, clamp, max, min, saturate, sign};
pub use pow::{pow, pow_one};
pub use rem::{is_near, modulo, modulo_near, rem, rem_near, wrap};
pub use root::{cbrt, hypot, length2, length3, length4, sqrt};
pub use round::{ceil, floor, fract, round, trunc};
pub use trig::{cos, cos_one, deg, rad, sin, sin_one, tan};
