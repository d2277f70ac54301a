//! What a trigger checks before it fires, and how often each check refused.

/// The checks of a [`Trigger`](crate::Trigger). Each can be left out; strict ones lose events on
/// noisy signals, so most have wide defaults or are off.
///
/// | check | refuses where | default |
/// |---|---|---|
/// | `norm` | a pair is shorter: the network does not know | 0.05 |
/// | `nearness` | either side of the crossing is further from the event than this share of the window | 0.5 |
/// | `falling` | the shorter way from one pair to the next is upwards | on |
/// | `jump` | the signal fell by more than the update explains, by over this share of the window | 0.25 |
/// | `approach` | the signal was not further before an event than this share of the window since it was last as far behind one | 0.125 |
/// | `slope` | the time to the event fell by less or more than these seconds a second | off |
/// | `refractory_secs` | the event before was less than this long ago | off |
///
/// `approach` is what keeps noise on a signal that rises through zero from firing: there the
/// signal comes from behind an event, and jitter alone does not take it far before one. `jump`
/// is for windows that reach over the middle between two events, where the signal changes from one
/// to the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guards {
    /// The shortest pair that is trusted.
    pub norm: Option<f64>,
    /// The share of the window, from 0 to 1.
    pub nearness: Option<f64>,
    /// Whether only falling signals count.
    pub falling: bool,
    /// The share of the window, from 0 to 1.
    pub jump: Option<f64>,
    /// The share of the window, from 0 to 1.
    pub approach: Option<f64>,
    /// The least and the most seconds a second; a clean signal falls by 1.
    pub slope: Option<(f64, f64)>,
    /// In seconds of the clip.
    pub refractory_secs: Option<f64>,
}

impl Default for Guards {
    fn default() -> Self {
        Self {
            norm: Some(0.05),
            nearness: Some(0.5),
            falling: true,
            jump: Some(0.25),
            approach: Some(0.125),
            slope: None,
            refractory_secs: None,
        }
    }
}

impl Guards {
    /// No check at all: each fall through zero fires.
    pub const NONE: Self = Self {
        norm: None,
        nearness: None,
        falling: false,
        jump: None,
        approach: None,
        slope: None,
        refractory_secs: None,
    };
}

/// How often each check refused a crossing of zero; one that several would refuse is counted by
/// the first of them, in this order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rejections {
    /// Pairs too short.
    pub norm: u64,
    /// Too far from the event on either side.
    pub nearness: u64,
    /// Rising.
    pub falling: u64,
    /// Further than the update explains.
    pub jump: u64,
    /// Not come from before an event.
    pub approach: u64,
    /// Too flat or too steep.
    pub slope: u64,
    /// Too soon after the one before.
    pub refractory: u64,
}
