//! Deterministic maths: f32 functions with the same bits on every machine.

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
pub use exp::{exp, exp2};
pub use hash::hash;
pub use lanes::{NAN, canonical};
pub use log::{ln, log2, log10};
pub use noise::{noise1, noise2, noise3};
pub use order::{abs, clamp, max, min, saturate, sign};
pub use pow::pow;
pub use rem::{is_near, modulo, modulo_near, rem, rem_near, wrap};
pub use root::{cbrt, hypot, length2, length3, length4, sqrt};
pub use round::{ceil, floor, fract, round, trunc};
pub use trig::{cos, deg, rad, sin, tan};
