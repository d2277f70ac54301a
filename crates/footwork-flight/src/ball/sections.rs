//! The sections of a flight by the height of the ball: below the knee, the chest or the head, in reach of a keeper, or
//! above.

use crate::ball::prediction::{Prediction, Sample, Segment};

/// The upper ends of the height bands, in metres, from the lowest band up. They are heights of the ball's centre above
/// the ground, or above y = 0 if the world does not know the ground. Each player may have its own bands. Two equal
/// heights leave a band empty.
///
/// The default is for a tall adult, and for a keeper at full stretch.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct HeightBands {
    /// The upper end of the knee band; 0.6 by default.
    pub knee_m: f64,
    /// The upper end of the chest band; 1.5 by default.
    pub chest_m: f64,
    /// The upper end of the head band; 2.2 by default.
    pub head_m: f64,
    /// The upper end of the keeper's band; 2.6 by default.
    pub keeper_m: f64,
}

/// A range of heights; the variants are ordered from the lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum HeightBand {
    /// Below the knee: for the feet.
    Knee,
    /// Below the chest.
    Chest,
    /// Below the head, or in reach of a jump if `head_m` is set to that height.
    Head,
    /// Below the hands of a keeper.
    Keeper,
    /// Out of reach.
    Above,
}

impl HeightBand {
    /// All bands, from the lowest.
    pub const ALL: [Self; 5] = [
        Self::Knee,
        Self::Chest,
        Self::Head,
        Self::Keeper,
        Self::Above,
    ];

    /// Returns `knee`, `chest`, `head`, `keeper` or `above`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Knee => "knee",
            Self::Chest => "chest",
            Self::Head => "head",
            Self::Keeper => "keeper",
            Self::Above => "above",
        }
    }
}

/// A span of time in which the ball is in one band.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct HeightSection {
    /// The time at which the section starts, in seconds.
    pub from_secs: f64,
    /// The time at which the section ends, in seconds, after `from_secs`.
    pub to_secs: f64,
    /// The band of the ball in this section.
    pub band: HeightBand,
}

/// The error for [`HeightBands`] that are not finite or not in rising order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct HeightBandsError;

footwork_base::display! { HeightBandsError:
    _ => "the heights of knee, chest, head and keeper are not finite, or do not rise in this order";
}

impl std::error::Error for HeightBandsError {}

impl Default for HeightBands {
    fn default() -> Self {
        Self {
            knee_m: 0.6,
            chest_m: 1.5,
            head_m: 2.2,
            keeper_m: 2.6,
        }
    }
}

impl HeightBands {
    /// Checks that the heights are finite and rise from `knee_m` to `keeper_m`. Two may be equal.
    ///
    /// # Errors
    /// Returns [`HeightBandsError`] if the heights are not finite or not in rising order.
    pub fn check(&self) -> Result<(), HeightBandsError> {
        let limits = self.limits();
        let rises = limits.windows(2).all(|pair| pair[0] <= pair[1]);
        let is_valid = rises && limits.iter().all(|limit| limit.is_finite());
        is_valid.then_some(()).ok_or(HeightBandsError)
    }

    /// Returns the band of a height. The upper end of a band belongs to the band.
    pub fn band(&self, height_m: f64) -> HeightBand {
        let below = self.limits().iter().position(|limit| height_m <= *limit);
        HeightBand::ALL[below.unwrap_or(4)]
    }

    fn limits(&self) -> [f64; 4] {
        [self.knee_m, self.chest_m, self.head_m, self.keeper_m]
    }
}

impl<S: Clone> Prediction<S> {
    /// Returns the sections of the flight predicted so far, without gaps. Neighbouring sections have different bands.
    ///
    /// The sections are computed lazily from the segments and not stored, so each player can have its own bands.
    /// Sections meet at the times at which the [joined](Segment::joined) segments cross the upper end of a band, up to
    /// rounding.
    ///
    /// # Errors
    /// Returns [`HeightBandsError`] if the heights are not finite or not in rising order.
    ///
    /// ```
    /// use footwork_flight::{
    ///     HeightBand, BallParams, BallPhysics, BallState, HeightBands, Pitch, Prediction, PredictionOptions,
    /// };
    ///
    /// let physics = BallPhysics::new(BallParams::default(), Pitch::default().statics().unwrap()).unwrap();
    /// let lob = BallState::new(0.0, [0.0, 0.11, 0.0], [10.0, 9.0, 0.0]).unwrap();
    /// let mut flight = Prediction::new(&physics, &lob, PredictionOptions::default()).unwrap();
    /// flight.finish(&physics);
    ///
    /// let sections = flight.sections(&HeightBands::default()).unwrap();
    /// let bands: Vec<HeightBand> = sections.map(|section| section.band).collect();
    /// assert_eq!(bands[..5], [HeightBand::Knee, HeightBand::Chest, HeightBand::Head, HeightBand::Keeper, HeightBand::Above]);
    /// assert_eq!(bands.last(), Some(&HeightBand::Knee));
    /// ```
    pub fn sections(
        &self,
        bands: &HeightBands,
    ) -> Result<impl Iterator<Item = HeightSection> + use<'_, S>, HeightBandsError> {
        bands.check()?;
        let bands = *bands;
        let mut pieces = self
            .segments()
            .flat_map(move |segment| pieces(&bands, segment))
            .peekable();
        Ok(std::iter::from_fn(move || {
            let mut section = pieces.next()?;
            while let Some(next) = pieces.next_if(|next| next.band == section.band) {
                section.to_secs = next.to_secs;
            }
            Some(section)
        }))
    }
}

/// Returns the sections of one segment. The ball's height is a parabola, which crosses the upper end of each band at
/// most twice.
fn pieces(bands: &HeightBands, segment: Segment) -> impl Iterator<Item = HeightSection> + use<> {
    let (start, to_secs) = (above_ground(&segment), segment.to_secs);
    let mut cuts = [to_secs; 9];
    let mut count = 0;
    for limit in bands.limits() {
        for time in crossings(&start, limit) {
            if time > start.secs && time < to_secs {
                cuts[count] = time;
                count += 1;
            }
        }
    }
    cuts[..count].sort_unstable_by(f64::total_cmp);
    let bands = *bands;
    let mut from_secs = start.secs;
    cuts.into_iter().take(count + 1).filter_map(move |to_secs| {
        let middle = 0.5 * (from_secs + to_secs);
        let section = HeightSection {
            from_secs,
            to_secs,
            band: bands.band(start.position_at(middle)[1]),
        };
        from_secs = to_secs;
        (section.to_secs > section.from_secs).then_some(section)
    })
}

/// Returns the joined sample of a segment with y measured from the ground, or from y = 0 if the ground is not known.
/// The ground is interpolated linearly over the segment.
fn above_ground(segment: &Segment) -> Sample {
    let mut start = segment.joined();
    let ground = start.ground_m.unwrap_or_default();
    let rise = segment.to_ground_m.unwrap_or(ground) - ground;
    start.position[1] -= ground;
    start.velocity[1] -= rise / (segment.to_secs - start.secs);
    start
}

/// Returns the two times at which a sample's parabola is at this height, in seconds; NaN for a time that does not
/// exist.
fn crossings(start: &Sample, height: f64) -> [f64; 2] {
    let (above, rise, half) = (
        start.position[1] - height,
        start.velocity[1],
        0.5 * start.acceleration[1],
    );
    if half == 0.0 {
        return [start.secs - above / rise, f64::NAN];
    }
    let discriminant = rise * rise - 4.0 * half * above;
    if discriminant < 0.0 {
        return [f64::NAN; 2];
    }
    let root = discriminant.sqrt();
    // Adds two numbers of the same sign, to avoid cancellation.
    let sum = -0.5 * (rise + if rise < 0.0 { -root } else { root });
    [start.secs + sum / half, start.secs + above / sum]
}
