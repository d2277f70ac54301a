//! Searches of an index: the poses nearest to a goal, and the options that characters and matchers share.

use footwork::matching::{ClipId, Match, PoseId, Search};

use crate::bias::{BIASES, fw_bias};
use crate::door::{Grows, call, out, sized, slice, slice_mut};
use crate::error::{Fault, fw_error, fw_status};
use crate::index::{INDICES, fw_index, fw_pose_id, pose_to_c};
use crate::pose_filter::{FILTERS, fw_pose_filter};

/// The options of a search. Set `size`, and all other fields to 0 for the default.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_search_options {
    /// `sizeof(fw_search_options)`.
    pub size: u32,
    /// Whether poses that cost more than `max_cost` are excluded.
    pub has_max_cost: u32,
    /// The filter that a found pose must pass; with a null handle, every pose passes.
    pub filter: fw_pose_filter,
    /// The weights of all groups, which replace those of the schema; may be NULL.
    pub weights: *const f32,
    /// The number of weights.
    pub weights_count: usize,
    /// The largest allowed cost of a result. A good bound is the cost of playing on.
    pub max_cost: f32,
    /// Always 0.
    pub reserved: u32,
    /// The bias: costs of poses, and bonuses for playing on; with a null handle, costs have no bias.
    pub bias: fw_bias,
}

// SAFETY: all fields are plain numbers or a pointer, and the first is the size.
unsafe impl Grows for fw_search_options {
    const NAME: &'static str = "fw_search_options";
}

/// A result of a search.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_match {
    /// The pose.
    pub pose: fw_pose_id,
    /// The cost of the pose.
    pub cost: f32,
}

/// Writes the poses nearest to a goal, the best first. Their number is limited by the buffer, and is at most
/// FW_MAX_MATCHES. `options` may be NULL for the default.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_index_search(
    index: fw_index,
    goal: *const f32,
    goal_count: usize,
    options: *const fw_search_options,
    matches: *mut fw_match,
    matches_capacity: usize,
    matches_count: *mut usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let count = out(matches_count, "matches_count")?;
        let goal = slice(goal, goal_count, "goal")?;
        let capacity = matches_capacity.min(FW_MAX_MATCHES);
        let to: &mut [fw_match] = slice_mut(matches, capacity, "matches")?;
        let index = INDICES.read(index.handle)?;
        with_search(options, |search| {
            let mut best = [NO_MATCH; FW_MAX_MATCHES];
            let found = index
                .top(goal, search, &mut best[..to.len()])
                .map_err(|wrong| Fault::new(fw_status::FW_OUT_OF_RANGE, wrong.to_string()))?;
            for (to, from) in to.iter_mut().zip(&best[..found]) {
                *to = match_to_c(from);
            }
            count.write(found);
            Ok(())
        })?;
    })
}

/// The maximum number of poses that `fw_index_search` finds.
pub const FW_MAX_MATCHES: usize = 64;

const NO_MATCH: Match = Match {
    pose: PoseId {
        clip: ClipId::new(0),
        frame: 0,
        mirrored: false,
    },
    cost: 0.0,
};

/// Calls a function with the caller's search.
///
/// # Safety
/// As for [`sized`].
pub(crate) unsafe fn with_search(
    options: *const fw_search_options,
    run: impl FnOnce(&Search<'_>) -> Result<(), Fault>,
) -> Result<(), Fault> {
    if options.is_null() {
        return run(&Search::default());
    }
    // SAFETY: as the caller promises.
    let given = unsafe { sized(options) }?;
    let weights = if given.weights.is_null() {
        None
    } else {
        // SAFETY: as the caller promises.
        Some(unsafe { slice(given.weights, given.weights_count, "weights") }?)
    };
    let filter = match given.filter.handle {
        0 => None,
        handle => Some(&**FILTERS.read(handle)?),
    };
    let default = Search::default();
    let max_cost = if given.has_max_cost != 0 {
        given.max_cost
    } else {
        default.max_cost
    };
    let search = Search {
        weights,
        filter,
        max_cost,
        ..default
    };
    match given.bias.handle {
        0 => run(&search),
        handle => {
            let bias = BIASES.share(handle)?;
            bias.within(search, run)
        }
    }
}

/// Converts a match to its C struct.
pub(crate) fn match_to_c(from: &Match) -> fw_match {
    fw_match {
        pose: pose_to_c(from.pose),
        cost: from.cost,
    }
}
