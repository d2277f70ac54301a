//! Numbers for the reasons of decisions and the bands of a flight.

#![allow(dead_code, reason = "the constants exist for the header")]

/// The human had no player, and was given the best free one.
pub const FW_REASON_GIVEN: u32 = 0;
/// The human had no player, and none is free.
pub const FW_REASON_NOBODY_FREE: u32 = 1;
/// The human requested this player.
pub const FW_REASON_ASKED: u32 = 2;
/// The human's request was refused. Another human controls the requested player, or controlled it until this decision,
/// or the human may not control that player, or no player is free.
pub const FW_REASON_REFUSED: u32 = 3;
/// Switched: the present player cannot reach the ball.
pub const FW_REASON_CANNOT_REACH: u32 = 4;
/// Switched for a gain at a touch.
pub const FW_REASON_TOUCHED: u32 = 5;
/// Switched for a gain.
pub const FW_REASON_GAIN: u32 = 6;
/// Kept: only the human may switch players.
pub const FW_REASON_MANUAL_MODE: u32 = 7;
/// Kept: the switch that the human requested is still in force.
pub const FW_REASON_LOCKED: u32 = 8;
/// Kept: the ball is on the ground and the human wants help with air balls only.
pub const FW_REASON_BALL_ON_GROUND: u32 = 9;
/// Kept: no other available player can reach the ball.
pub const FW_REASON_NO_CANDIDATE: u32 = 10;
/// Kept: the human left the better player a short time ago.
pub const FW_REASON_WOULD_GO_BACK: u32 = 11;
/// Kept: no other player is better.
pub const FW_REASON_BEST: u32 = 12;
/// Kept: the gain is too small.
pub const FW_REASON_MARGIN: u32 = 13;
/// Kept: the human wants help only at a touch, or if the present player cannot reach the ball.
pub const FW_REASON_NO_TOUCH: u32 = 14;
/// Kept: the human has had this player for too short a time.
pub const FW_REASON_DWELL: u32 = 15;
/// Kept: another human switches in this decision, or took the better player first.
pub const FW_REASON_NOT_ITS_TURN: u32 = 16;
/// Kept: the prediction does not show yet if and when the human's player reaches the ball.
pub const FW_REASON_NOT_PREDICTED: u32 = 17;

/// Below the knee: for the feet.
pub const FW_BAND_KNEE: u32 = 0;
/// Below the chest.
pub const FW_BAND_CHEST: u32 = 1;
/// Below the head, or in reach of a jump if the head band ends at that height.
pub const FW_BAND_HEAD: u32 = 2;
/// Below the hands of a keeper.
pub const FW_BAND_KEEPER: u32 = 3;
/// Out of reach.
pub const FW_BAND_ABOVE: u32 = 4;

#[cfg(test)]
mod tests {
    use footwork::flight::{ControlReason, HeightBand};

    use super::*;

    #[test]
    fn numbers_equal_those_of_rust() {
        let reasons = [
            (FW_REASON_GIVEN, ControlReason::Given),
            (FW_REASON_NOBODY_FREE, ControlReason::NobodyFree),
            (FW_REASON_ASKED, ControlReason::Asked),
            (FW_REASON_REFUSED, ControlReason::Refused),
            (FW_REASON_CANNOT_REACH, ControlReason::CannotReach),
            (FW_REASON_TOUCHED, ControlReason::Touched),
            (FW_REASON_GAIN, ControlReason::Gain),
            (FW_REASON_MANUAL_MODE, ControlReason::ManualMode),
            (FW_REASON_LOCKED, ControlReason::Locked),
            (FW_REASON_BALL_ON_GROUND, ControlReason::BallOnGround),
            (FW_REASON_NO_CANDIDATE, ControlReason::NoCandidate),
            (FW_REASON_WOULD_GO_BACK, ControlReason::WouldGoBack),
            (FW_REASON_BEST, ControlReason::Best),
            (FW_REASON_MARGIN, ControlReason::Margin),
            (FW_REASON_NO_TOUCH, ControlReason::NoTouch),
            (FW_REASON_DWELL, ControlReason::Dwell),
            (FW_REASON_NOT_ITS_TURN, ControlReason::NotItsTurn),
            (FW_REASON_NOT_PREDICTED, ControlReason::NotPredicted),
        ];
        for (number, reason) in reasons {
            assert_eq!(number, reason as u32, "{reason:?}");
        }
        let bands = [
            (FW_BAND_KNEE, HeightBand::Knee),
            (FW_BAND_CHEST, HeightBand::Chest),
            (FW_BAND_HEAD, HeightBand::Head),
            (FW_BAND_KEEPER, HeightBand::Keeper),
            (FW_BAND_ABOVE, HeightBand::Above),
        ];
        for (number, band) in bands {
            assert_eq!(number, band as u32, "{band:?}");
        }
    }
}
