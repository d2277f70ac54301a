//! The data kept for one player of the full model.

use super::{Kept, start};
use crate::intercept::cutting::{Cutting, Look, Work};
use crate::intercept::path::BallPath;
use crate::intercept::player::{CheckedModel, Player};
use crate::intercept::reach::Motion;

/// The state of one player of the full model.
#[derive(Clone, Debug)]
pub(super) struct FullEntry {
    /// The revision of the path at the last search; `None` if there was none. `height_m` is that of the same search.
    pub(super) revision: Option<u64>,
    height_m: f64,
    /// The rarely changing numbers of the player that were last found valid.
    checked_model: CheckedModel,
    pub(super) cutting: Cutting,
}

impl Kept for FullEntry {
    fn new() -> Self {
        Self {
            revision: None,
            height_m: f64::NAN,
            checked_model: CheckedModel::of_new(),
            cutting: Cutting::new(),
        }
    }

    fn clear(&mut self) {
        self.revision = None;
        self.cutting.clear();
    }

    #[inline(always)]
    fn checked_model(&mut self) -> &mut CheckedModel {
        &mut self.checked_model
    }

    #[inline]
    fn update(&mut self, path: &BallPath, player: &Player, now_secs: f64) -> Work {
        let motion = Motion::new(player, now_secs);
        let height_m = path.limit(player.heights.hands_m, player.position[1]);
        let contains = self.cutting.contains(&motion);
        let from = if contains && self.revision.is_some() && height_m == self.height_m {
            start(self.revision, self.cutting.moment(), path, now_secs)
        } else {
            Look::From(now_secs)
        };
        self.revision = Some(path.revision());
        self.height_m = height_m;
        self.cutting.find(path, motion, height_m, now_secs, from)
    }
}
