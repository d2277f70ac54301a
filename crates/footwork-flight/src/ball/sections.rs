//! When the ball is below the knee, at the chest, at the head, in reach of a keeper, or too high.

use std::fmt;

use crate::ball::prediction::{Prediction, Sample, Segment};

/// The heights at which bands end, in metres of the ball's centre above y = 0. Each player may have others.
///
/// The defaults are those of a tall adult: 0.6, 1.5 and 2.2 m, and 2.6 m for a keeper who stretches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeightBands {
    limits: [f64; 4],
}

/// A range of heights, from below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HeightBand {
    /// Below the knee: for feet.
    Knee,
    /// Below the chest.
    Chest,
    /// Below the head, of one who jumps if so set.
    Head,
    /// Below the hands of a keeper.
    Keeper,
    /// Higher: for nobody.
    Above,
}

impl HeightBand {
    /// All of them, from below.
    pub const ALL: [Self; 5] = [
        Self::Knee,
        Self::Chest,
        Self::Head,
        Self::Keeper,
        Self::Above,
    ];

    /// `knee`, `chest`, `head`, `keeper` or `above`.
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

/// A time in which the ball is in one band.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeightSection {
    /// In seconds.
    pub from_secs: f64,
    /// In seconds, after `from_secs`.
    pub to_secs: f64,
    /// Which band.
    pub band: HeightBand,
}

/// Heights that are no bands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeightBandsError;

impl fmt::Display for HeightBandsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "the heights of knee, chest, head and keeper are numbers, none below the one before it",
        )
    }
}

impl std::error::Error for HeightBandsError {}

impl Default for HeightBands {
    fn default() -> Self {
        Self {
            limits: [0.6, 1.5, 2.2, 2.6],
        }
    }
}

impl HeightBands {
    /// Bands that end at these heights in metres. Equal heights leave a band out.
    ///
    /// # Errors
    /// [`HeightBandsError`] for NaN and heights that fall.
    pub fn new(
        knee_m: f64,
        chest_m: f64,
        head_m: f64,
        keeper_m: f64,
    ) -> Result<Self, HeightBandsError> {
        let limits = [knee_m, chest_m, head_m, keeper_m];
        let rises = limits.windows(2).all(|pair| pair[0] <= pair[1]);
        let are_numbers = limits.iter().all(|limit| limit.is_finite());
        (rises && are_numbers)
            .then_some(Self { limits })
            .ok_or(HeightBandsError)
    }

    /// The heights at which the bands end, from the knee to the keeper.
    pub fn limits(&self) -> [f64; 4] {
        self.limits
    }

    /// The band of a height. A limit belongs to the band below it: a ball at knee height is for feet.
    pub fn band(&self, height_m: f64) -> HeightBand {
        let below = self.limits.iter().position(|limit| height_m <= *limit);
        HeightBand::ALL[below.unwrap_or(4)]
    }
}

impl<S: Clone> Prediction<S> {
    /// The sections of what is known, without gaps, split while they are asked for: nothing is stored, and
    /// each player may have bands of its own. A section ends where the joined segments
    /// ([`Segment::joined`]) cross a limit, to rounding, and neighbours have different bands.
    ///
    /// ```
    /// use footwork_flight::{
    ///     HeightBand, BallParams, BallPhysics, BallState, HeightBands, Pitch, Prediction, PredictionOptions,
    /// };
    ///
    /// let physics = BallPhysics::new(BallParams::default(), Pitch::default().statics().unwrap()).unwrap();
    /// let lob = BallState::new([0.0, 0.11, 0.0], [10.0, 9.0, 0.0], [0.0; 3]).unwrap();
    /// let mut flight = Prediction::new(&physics, &lob, PredictionOptions::default()).unwrap();
    /// flight.finish(&physics);
    ///
    /// let bands: Vec<HeightBand> = flight.sections(&HeightBands::default()).map(|s| s.band).collect();
    /// assert_eq!(bands[..5], [HeightBand::Knee, HeightBand::Chest, HeightBand::Head, HeightBand::Keeper, HeightBand::Above]);
    /// assert_eq!(bands.last(), Some(&HeightBand::Knee));
    /// ```
    pub fn sections<'a>(&'a self, bands: &HeightBands) -> impl Iterator<Item = HeightSection> + 'a {
        let bands = *bands;
        let mut pieces = self
            .segments()
            .flat_map(move |segment| pieces(&bands, segment))
            .peekable();
        std::iter::from_fn(move || {
            let mut section = pieces.next()?;
            while let Some(next) = pieces.next_if(|next| next.band == section.band) {
                section.to_secs = next.to_secs;
            }
            Some(section)
        })
    }
}

/// The sections of one segment: its height is a parabola, which crosses each limit at most twice.
fn pieces(bands: &HeightBands, segment: Segment) -> impl Iterator<Item = HeightSection> + use<> {
    let (start, to_secs) = (segment.joined(), segment.to_secs);
    let mut cuts = [to_secs; 9];
    let mut count = 0;
    for limit in bands.limits {
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

/// When a sample's height is this; NaN for never.
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
    // The sum of like signs, so that nothing cancels.
    let sum = -0.5 * (rise + if rise < 0.0 { -root } else { root });
    [start.secs + sum / half, start.secs + above / sum]
}
