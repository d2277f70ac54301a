//! Filters of obstacles.

use std::ffi::c_void;

use footwork::slide::{Approach, Filter, Label, ObstacleId};

use crate::FW_NONE;
use crate::door::{Grows, call, fill_sized, size_field, sized};
use crate::error::{Fault, fw_error, fw_status};
use crate::world::{fw_label, obstacle_to_c};

/// An obstacle that a body meets, and how the body meets it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_approach {
    /// The obstacle.
    pub obstacle: u64,
    /// Its label.
    pub label: fw_label,
    /// The part of a compound.
    pub part: u32,
    /// The triangle of a mesh; FW_NONE for a volume.
    pub triangle: u32,
    /// The unit contact normal, from the obstacle to the body.
    pub normal: [f64; 3],
    /// The distance along the normal to an obstacle near the resting body, in metres; below 0 inside. It is 0 for an obstacle
    /// met on the way.
    pub gap_m: f64,
}

/// Returns whether an obstacle counts; any number but 0 means yes. The function must depend only on its arguments, and must
/// not change the world.
pub type fw_accept =
    Option<unsafe extern "C" fn(context: *mut c_void, obstacle: u64, label: *const fw_label) -> u8>;

/// Returns whether a contact counts; any number but 0 means yes. The function must depend only on its arguments, and must not
/// change the world.
pub type fw_accept_contact =
    Option<unsafe extern "C" fn(context: *mut c_void, approach: *const fw_approach) -> u8>;

/// A filter of obstacles. An obstacle must pass all of its checks. Set `size`, then call `fw_filter_default`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_filter {
    /// `sizeof(fw_filter)`.
    pub size: u32,
    /// The layers of the filter. An obstacle must be in at least one.
    pub layers: u32,
    /// A function that must also accept it, unless NULL.
    pub accept: fw_accept,
    /// A function that must also accept the contact, unless NULL.
    pub accept_contact: fw_accept_contact,
    /// The first argument of both functions.
    pub context: *mut c_void,
}

// SAFETY: all fields are numbers, functions that may be null, or a pointer, and the first is the size.
unsafe impl Grows for fw_filter {
    const NAME: &'static str = "fw_filter";
}

/// Fills in a filter that accepts every obstacle. Set `size` before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_filter_default(
    filter: *mut fw_filter,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let defaults = fw_filter {
            size: size_field::<fw_filter>(),
            layers: Filter::default().layers,
            accept: None,
            accept_contact: None,
            context: std::ptr::null_mut(),
        };
        fill_sized(filter, defaults)?;
    })
}

pub(crate) fn accepts(filter: &fw_filter, id: ObstacleId, label: &Label) -> bool {
    let label = label_to_c(*label);
    filter.accept.is_none_or(|accept| {
        // SAFETY: the caller promises that its function can be called with its context.
        unsafe { accept(filter.context, obstacle_to_c(id), &raw const label) != 0 }
    })
}

pub(crate) fn accepts_contact(filter: &fw_filter, from: &Approach) -> bool {
    let approach = fw_approach {
        obstacle: obstacle_to_c(from.obstacle),
        label: label_to_c(from.label),
        part: from.part,
        triangle: from.triangle.unwrap_or(FW_NONE),
        normal: from.normal,
        gap_m: from.gap_m,
    };
    filter.accept_contact.is_none_or(|accept| {
        // SAFETY: the caller promises that its function can be called with its context.
        unsafe { accept(filter.context, &raw const approach) != 0 }
    })
}

fn label_to_c(from: Label) -> fw_label {
    fw_label {
        tag: from.tag,
        layers: from.layers,
        reserved: 0,
    }
}

/// # Safety
/// As for [`sized`].
pub(crate) unsafe fn filter_or_default(filter: *const fw_filter) -> Result<fw_filter, Fault> {
    if !filter.is_null() {
        // SAFETY: as the caller promises.
        return unsafe { sized(filter) };
    }
    Ok(fw_filter {
        size: size_field::<fw_filter>(),
        layers: Filter::default().layers,
        accept: None,
        accept_contact: None,
        context: std::ptr::null_mut(),
    })
}
