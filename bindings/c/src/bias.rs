//! Biases: poses that cost more in a search, and bonuses for playing on.

use std::sync::Arc;

use footwork::matching::{Filter, Index, Search, Soft, StayBonus};

use crate::door::{call, out};
use crate::error::{Fault, fw_error, fw_status};
use crate::handle::{Kind, Table};
use crate::index::{INDICES, fw_index};
use crate::pose_filter::{FILTERS, fw_pose_filter};

pub(crate) static BIASES: Table<Bias> = Table::new(Kind::Bias);

/// The maximum number of bonuses of a bias.
pub const FW_MAX_STAYS: usize = 16;

/// Costs of poses, and bonuses for playing on.
pub(crate) struct Bias {
    index: Arc<Index>,
    soft: Option<Soft>,
    stays: Vec<(Arc<Filter>, f32)>,
}

impl Bias {
    /// Calls a function with a search that has this bias.
    pub(crate) fn within<T>(&self, search: Search<'_>, run: impl FnOnce(&Search<'_>) -> T) -> T {
        let Some((first, _)) = self.stays.first() else {
            return run(&Search {
                soft: self.soft.as_ref(),
                ..search
            });
        };
        let none = StayBonus {
            poses: first,
            bonus: 0.0,
        };
        let mut stays = [none; FW_MAX_STAYS];
        for (to, (poses, bonus)) in stays.iter_mut().zip(&self.stays) {
            *to = StayBonus {
                poses,
                bonus: *bonus,
            };
        }
        run(&Search {
            soft: self.soft.as_ref(),
            stay: &stays[..self.stays.len().min(FW_MAX_STAYS)],
            ..search
        })
    }
}

/// Preferences among the poses that a filter allows. Some poses cost more, and some play on for longer. Any number of threads
/// may search with the same bias concurrently, as long as none changes it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_bias {
    /// 0 is null.
    pub handle: u64,
}

/// Makes a bias without any effect. Call it while loading, because it allocates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_bias_create(
    index: fw_index,
    bias: *mut fw_bias,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let handle = out(bias, "bias")?;
        let index = Arc::clone(INDICES.read(index.handle)?);
        handle.write(fw_bias {
            handle: BIASES.insert(Bias {
                index,
                soft: None,
                stays: Vec::new(),
            })?,
        });
    })
}

/// Destroys a bias.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_bias_destroy(bias: fw_bias, error: *mut fw_error) -> fw_status {
    call!(error, {
        BIASES.remove(bias.handle)?;
    })
}

/// Adds a cost, from 0 to 1e12, to all poses that a filter of the same index allows. A search chooses such a pose only if it
/// is better than the others by more than the cost. Costs of several calls add up. Call it while loading, because it
/// allocates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_bias_add_cost(
    bias: fw_bias,
    poses: fw_pose_filter,
    cost: f32,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let poses = FILTERS.read(poses.handle)?;
        let mut bias = BIASES.take(bias.handle)?;
        let Bias { index, soft, .. } = &mut *bias;
        let mut changed = soft.take().unwrap_or_else(|| Soft::new(index));
        let added = changed.add_allowed(index, cost, poses);
        *soft = Some(changed);
        added.map_err(Fault::range)?;
    })
}

/// Adds a bonus for playing on. While a filter of the same index allows the playing pose, another pose must be
/// better than playing on by the bonus, in addition to the margins of the rules. A negative bonus makes a jump more
/// likely. A bias has at most FW_MAX_STAYS bonuses, and they add up. `fw_index_search` ignores them. Call it while
/// loading, because it allocates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_bias_add_stay(
    bias: fw_bias,
    poses: fw_pose_filter,
    bonus: f32,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let poses = FILTERS.read(poses.handle)?;
        if !bonus.is_finite() {
            return Err(Fault::range(format!("a bonus is finite, not {bonus}")));
        }
        let mut bias = BIASES.take(bias.handle)?;
        if poses.stamp() != bias.index.stamp() {
            return Err(Fault::range("the filter was made for another index"));
        }
        if bias.stays.len() == FW_MAX_STAYS {
            return Err(Fault::range("a bias has at most FW_MAX_STAYS bonuses"));
        }
        bias.stays.push((Arc::clone(poses), bonus));
    })
}
