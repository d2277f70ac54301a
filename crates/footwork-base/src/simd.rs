//! The SIMD instructions in use. They are detected at run time, and tests can choose others.
//!
//! A vectorizable loop is ordinary code in a [`SimdWork`], compiled once for each level. A type that runs such loops
//! has a `with_level(SimdLevel) -> Option<Self>` for tests and comparisons. The type keeps a [`SupportedLevel`]. That
//! value proves that the processor has the instructions, which makes [`SupportedLevel::run`] sound.

#![allow(
    unsafe_code,
    reason = "calls code compiled for instructions that were found at run time"
)]

/// A set of instructions that the processor may have. Results do not depend on the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SimdLevel {
    /// The instructions that every processor of its kind has: SSE2 on x86-64, NEON on ARM.
    Portable,
    /// AVX2 and the bit manipulation instructions that came with it: `avx2`, `bmi1`, `bmi2`, `popcnt`, `lzcnt`.
    Avx2,
    /// The instructions of [`Avx2`](Self::Avx2) and AVX-512: `avx512f`, `avx512bw`, `avx512dq`, `avx512vl`,
    /// `avx512vbmi2`, `avx512vpopcntdq`.
    Avx512,
}

impl SimdLevel {
    /// Returns every level that this processor has, lowest first.
    ///
    /// ```
    /// use footwork_base::SimdLevel;
    ///
    /// assert_eq!(SimdLevel::available().next(), Some(SimdLevel::Portable));
    /// ```
    pub fn available() -> impl DoubleEndedIterator<Item = Self> {
        [Self::Portable, Self::Avx2, Self::Avx512]
            .into_iter()
            .filter(|level| level.is_available())
    }

    #[cfg(target_arch = "x86_64")]
    fn is_available(self) -> bool {
        use std::arch::is_x86_feature_detected as has;
        let avx2 =
            || has!("avx2") && has!("bmi1") && has!("bmi2") && has!("popcnt") && has!("lzcnt");
        match self {
            Self::Portable => true,
            Self::Avx2 => avx2(),
            Self::Avx512 => {
                let avx512 = has!("avx512f") && has!("avx512bw") && has!("avx512dq");
                let bits = has!("avx512vbmi2") && has!("avx512vpopcntdq");
                avx2() && avx512 && has!("avx512vl") && bits
            }
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn is_available(self) -> bool {
        self == Self::Portable
    }
}

/// A level that the current processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SupportedLevel(SimdLevel);

impl SupportedLevel {
    /// Returns the best level of this processor.
    pub fn detect() -> Self {
        Self(
            SimdLevel::available()
                .next_back()
                .unwrap_or(SimdLevel::Portable),
        )
    }

    /// Returns the level with a proof of support; `None` if the processor lacks the level.
    pub fn new(level: SimdLevel) -> Option<Self> {
        level.is_available().then_some(Self(level))
    }

    /// Returns the level.
    pub fn level(self) -> SimdLevel {
        self.0
    }

    /// Does the work with the instructions of the level.
    #[inline]
    pub fn run<W: SimdWork>(self, work: W) -> W::Output {
        match self.0 {
            SimdLevel::Portable => work.run(),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `new` and `detect` found the instructions of the level.
            SimdLevel::Avx2 => unsafe { avx2(work) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            SimdLevel::Avx512 => unsafe { avx512(work) },
            #[cfg(not(target_arch = "x86_64"))]
            SimdLevel::Avx2 | SimdLevel::Avx512 => work.run(),
        }
    }
}

/// Loops compiled once for each [`SimdLevel`].
pub trait SimdWork {
    /// The result of the work.
    type Output;

    /// Does the work.
    ///
    /// This function and everything it calls must be `#[inline(always)]`. Anything not inlined is compiled for
    /// [`SimdLevel::Portable`] only.
    fn run(self) -> Self::Output;
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn avx2<W: SimdWork>(work: W) -> W::Output {
    work.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(
    enable = "avx2,bmi1,bmi2,popcnt,lzcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,avx512vpopcntdq"
)]
fn avx512<W: SimdWork>(work: W) -> W::Output {
    work.run()
}
