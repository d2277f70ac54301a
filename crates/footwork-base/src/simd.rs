//! Which instructions the processor has, found at run time.

/// A set of instructions that the processor may have. Leaves compile their loops once for each; no
/// result depends on the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SimdLevel {
    /// What every processor of its kind has: SSE2 on x86-64, NEON on ARM.
    Portable,
    /// AVX2 and the bit manipulation that came with it: `avx2`, `bmi1`, `bmi2`, `popcnt`, `lzcnt`.
    Avx2,
    /// Also AVX-512 with shorter registers, doubles, bit counting and packing of bytes: `avx512f`,
    /// `avx512bw`, `avx512dq`, `avx512vl`, `avx512vbmi2`, `avx512vpopcntdq`.
    Avx512,
}

impl SimdLevel {
    /// The best level that this processor has.
    pub fn detect() -> Self {
        Self::available().last().unwrap_or(Self::Portable)
    }

    /// Every level that this processor has, rising.
    ///
    /// ```
    /// use footwork_base::SimdLevel;
    ///
    /// assert_eq!(SimdLevel::available().next(), Some(SimdLevel::Portable));
    /// assert_eq!(SimdLevel::available().last(), Some(SimdLevel::detect()));
    /// ```
    pub fn available() -> impl DoubleEndedIterator<Item = Self> {
        [Self::Portable, Self::Avx2, Self::Avx512]
            .into_iter()
            .filter(|level| level.is_available())
    }

    /// Whether this processor has all instructions of the level.
    #[cfg(target_arch = "x86_64")]
    pub fn is_available(self) -> bool {
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

    /// Whether this processor has all instructions of the level.
    #[cfg(not(target_arch = "x86_64"))]
    pub fn is_available(self) -> bool {
        self == Self::Portable
    }
}

/// A level that the processor was found to have: what calls of its instructions rest on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoundSimd(SimdLevel);

impl FoundSimd {
    /// The best level.
    pub fn best() -> Self {
        Self(SimdLevel::detect())
    }

    /// This level, if the processor has it.
    pub fn new(level: SimdLevel) -> Option<Self> {
        level.is_available().then_some(Self(level))
    }

    /// The level.
    pub fn level(self) -> SimdLevel {
        self.0
    }
}
