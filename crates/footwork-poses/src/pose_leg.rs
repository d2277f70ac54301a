//! The legs of a skeleton, and the number that stores both legs in a file.

/// A leg of a skeleton. The knee is the parent of the ankle, and the hip joint is the parent of the knee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoseLeg {
    /// The ankle.
    pub foot: usize,
    /// The ball of the foot, a child of the ankle; `None` if there is none.
    pub toe: Option<usize>,
}

impl PoseLeg {
    /// Returns the joint that stands on the ground: the ball of the foot, or the ankle if there is none.
    pub fn contact(&self) -> usize {
        self.toe.unwrap_or(self.foot)
    }
}

/// The flag of a leg whose standing joint is the ball of the foot.
const TOE: u32 = 1 << 15;

/// Returns the legs stored as the number `both` in the row of a skeleton.
pub(crate) fn legs(both: u32, parent: impl Fn(usize) -> Option<usize>) -> [Option<PoseLeg>; 2] {
    [both & 0xffff, both >> 16].map(|leg| {
        let contact = (leg & !TOE).checked_sub(1)? as usize;
        Some(if leg & TOE == 0 {
            PoseLeg {
                foot: contact,
                toe: None,
            }
        } else {
            PoseLeg {
                foot: parent(contact)?,
                toe: Some(contact),
            }
        })
    })
}

/// Returns the number that stores two legs; `None` if a joint does not fit.
pub(crate) fn legs_word(legs: [Option<PoseLeg>; 2]) -> Option<u32> {
    let [left, right] = legs.map(|leg| match leg {
        None => Some(0),
        Some(leg) => {
            let contact = u32::try_from(leg.contact() + 1).ok()?;
            Some(contact | if leg.toe.is_some() { TOE } else { 0 })
        }
    });
    Some(left? | right? << 16)
}
