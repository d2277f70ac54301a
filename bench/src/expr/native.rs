//! The formulas in Rust, with the functions of std and of `footwork_base`.

#![allow(
    unsafe_code,
    reason = "calls loops compiled for AVX2, after checking that the processor has it"
)]

/// A function that computes one value.
pub(crate) type Native = fn(f32, f32, f32, f32) -> f32;
/// A loop over columns.
pub(crate) type Fused = fn([&[f32]; 4], &mut [f32]);

macro_rules! native {
    ($($id:ident($x:ident, $y:ident, $z:ident, $t:ident) = $value:expr;)*) => {
        /// The formulas with std's functions, for any processor.
        pub(crate) mod with_std {
            pub(crate) mod value {
                #[allow(unused_imports, reason = "each formula uses only some functions")]
                use super::super::std_maths::{atan2, clamp, cos, exp, max, sin, sqrt};
                $(
                    #[allow(unused_variables, reason = "few formulas use all four variables")]
                    #[inline]
                    pub(crate) fn $id($x: f32, $y: f32, $z: f32, $t: f32) -> f32 {
                        $value
                    }
                )*
            }
            $(
                pub(crate) fn $id([x, y, z, t]: [&[f32]; 4], out: &mut [f32]) {
                    let lanes = out.len();
                    let (x, y, z, t) = (&x[..lanes], &y[..lanes], &z[..lanes], &t[..lanes]);
                    for i in 0..lanes {
                        out[i] = value::$id(x[i], y[i], z[i], t[i]);
                    }
                }
            )*
        }

        /// The formulas with the functions of `footwork_base`, for AVX2 if the processor has it.
        pub(crate) mod with_base {
            $(
                pub(crate) fn $id(columns: [&[f32]; 4], out: &mut [f32]) {
                    #[cfg(target_arch = "x86_64")]
                    if std::arch::is_x86_feature_detected!("avx2") {
                        // SAFETY: the processor has AVX2.
                        return unsafe { avx2::$id(columns, out) };
                    }
                    loops::$id(columns, out);
                }
            )*

            #[cfg(target_arch = "x86_64")]
            mod avx2 {
                $(
                    #[target_feature(enable = "avx2")]
                    pub(super) fn $id(columns: [&[f32]; 4], out: &mut [f32]) {
                        super::loops::$id(columns, out);
                    }
                )*
            }

            mod loops {
                use footwork_base::maths::{atan2, clamp, cos, exp, max, sin, sqrt};
                $(
                    #[allow(unused_variables, reason = "few formulas use all four variables")]
                    #[inline(always)]
                    pub(super) fn $id([x, y, z, t]: [&[f32]; 4], out: &mut [f32]) {
                        let lanes = out.len();
                        let (x, y, z, t) = (&x[..lanes], &y[..lanes], &z[..lanes], &t[..lanes]);
                        for i in 0..lanes {
                            let ($x, $y, $z, $t) = (x[i], y[i], z[i], t[i]);
                            out[i] = $value;
                        }
                    }
                )*
            }
        }
    };
}

native! {
    e0(x, y, z, t) = sin(t) + 0.1 * cos(10.0 * t);
    e1(x, y, z, t) = (-z / (sqrt(x * x + z * z) + 0.5)) * 12.0 * exp(-0.08 * (x * x + z * z))
        * max(0.0, 1.0 - y / 20.0) + 0.8 * sin(3.0 * t + 0.4 * y) - 0.3 * x;
    f1(x, y, z, t) = x + y * 2.0;
    f2(x, y, z, t) = (x + y) * (x - y);
    f3(x, y, z, t) = ((((((2.0 * x + 3.0) * x - 5.0) * x + 7.0) * x - 11.0) * x + 13.0) * x - 17.0) * x + 19.0;
    f4(x, y, z, t) = sqrt(x * x + y * y);
    f5(x, y, z, t) = 1.0 - (x / 2.0 * 2.0) * (x / 2.0 * 2.0);
    f6(x, y, z, t) = sin(2.2 * x) + cos(std::f32::consts::PI / y);
    f7(x, y, z, t) = exp(-x) * x;
    f8(x, y, z, t) = clamp(x, 0.0, 1.0) * (y - x) + x;
    f9(x, y, z, t) = if x < y { x + 1.0 } else { y * 2.0 };
    f10(x, y, z, t) = atan2(y, x) / std::f32::consts::PI;
}

/// std's methods as free functions.
#[allow(
    clippy::disallowed_methods,
    reason = "the benchmark compares Footwork's functions with those of std"
)]
mod std_maths {
    pub(super) fn sin(x: f32) -> f32 {
        x.sin()
    }
    pub(super) fn cos(x: f32) -> f32 {
        x.cos()
    }
    pub(super) fn exp(x: f32) -> f32 {
        x.exp()
    }
    pub(super) fn sqrt(x: f32) -> f32 {
        x.sqrt()
    }
    pub(super) fn max(a: f32, b: f32) -> f32 {
        a.max(b)
    }
    pub(super) fn clamp(x: f32, lo: f32, hi: f32) -> f32 {
        x.max(lo).min(hi)
    }
    pub(super) fn atan2(y: f32, x: f32) -> f32 {
        y.atan2(x)
    }
}
