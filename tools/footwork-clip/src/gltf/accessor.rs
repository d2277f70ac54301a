//! Reads numbers from buffers, with every offset checked against the bytes available.

use std::borrow::Cow;

use gltf_json::Root;
use gltf_json::accessor::{Accessor, ComponentType, Type};
use gltf_json::validation::Checked;

use super::error::GltfError;
use crate::limits::Limits;
use crate::number::to_u32;

/// The accessors of a file, with a limit on the numbers that may still be read.
pub(super) struct Accessors<'a> {
    root: &'a Root,
    buffers: &'a [Cow<'a, [u8]>],
    left: usize,
    limit: usize,
}

/// The layout of an accessor's elements in their buffer.
#[derive(Clone, Copy)]
struct Layout {
    view: usize,
    offset: u64,
    count: usize,
    /// The size of one element in bytes.
    size: usize,
}

impl<'a> Accessors<'a> {
    pub(super) fn new(root: &'a Root, buffers: &'a [Cow<'a, [u8]>], limits: &Limits) -> Self {
        Self {
            root,
            buffers,
            left: limits.values,
            limit: limits.values,
        }
    }

    /// Reads all numbers of an accessor of this type as f32; normalized integers are mapped to 0 to 1 or, if signed, to
    /// -1 to 1. Scalars are times, which the format requires to be f32.
    pub(super) fn read(&mut self, index: usize, expected: Type) -> Result<Vec<f32>, GltfError> {
        let component = self.root.accessors.get(index).map(|a| a.component_type);
        if let (Type::Scalar, Some(Checked::Valid(component))) = (expected, component)
            && component.0 != ComponentType::F32
        {
            let message = format!("times must be F32, but these are {:?}", component.0);
            let place = format!("accessors[{index}]");
            return Err(GltfError::new("wrong-type", place, message));
        }
        self.numbers(index, expected)
    }

    /// Reads the indices of a mesh. Indices of 2^24 or more, which f32 cannot hold exactly, are rejected.
    pub(super) fn read_indices(&mut self, index: usize) -> Result<Vec<usize>, GltfError> {
        let numbers = self.numbers(index, Type::Scalar)?;
        let indices = numbers.iter().map(|&number| {
            let whole = to_u32(f64::from(number));
            let exact = whole < 1 << 24 && f64::from(whole) == f64::from(number);
            usize::try_from(whole).ok().filter(|_| exact)
        });
        indices.collect::<Option<_>>().ok_or_else(|| {
            let message = "it has indices that are not whole or are 2^24 or more";
            GltfError::new("too-many-vertices", format!("accessors[{index}]"), message)
        })
    }

    fn numbers(&mut self, index: usize, expected: Type) -> Result<Vec<f32>, GltfError> {
        let place = format!("accessors[{index}]");
        let fail = |code, message: String| GltfError::new(code, place.clone(), message);
        let accessor = self.root.accessors.get(index);
        let accessor = accessor.ok_or_else(|| fail("no-such-index", "it is not there".into()))?;
        let Checked::Valid(kind) = accessor.type_ else {
            let message =
                format!("expected {expected:?}, but its type is not one that glTF defines");
            return Err(fail("invalid", message));
        };
        let Checked::Valid(component) = accessor.component_type else {
            let place = format!("{place}.componentType");
            let message = "it is none of 5120, 5121, 5122, 5123, 5125 and 5126";
            return Err(GltfError::new("invalid", place, message));
        };
        if kind != expected {
            let message = format!("expected {expected:?}, found {kind:?}");
            return Err(fail("wrong-type", message));
        }
        let count = usize::try_from(accessor.count.0).ok();
        let parts = kind.multiplicity();
        let numbers = count.and_then(|count| count.checked_mul(parts));
        let (Some(count), Some(left)) = (count, numbers.and_then(|n| self.left.checked_sub(n)))
        else {
            let message = format!(
                "its count of {} takes the file past the limit of {} numbers",
                accessor.count.0, self.limit
            );
            return Err(fail("too-many-values", message));
        };
        // The numbers count towards the limit even if their animation is rejected later.
        self.left = left;
        let component = component.0;
        let size = component.size() * parts;
        let mut values = match accessor.buffer_view {
            Some(view) => {
                let layout = Layout {
                    view: view.value(),
                    offset: accessor.byte_offset.map_or(0, |offset| offset.0),
                    count,
                    size,
                };
                let elements = self.elements(layout, &place)?;
                decode(elements, component, accessor.normalized)
            }
            None => vec![0.0; count * parts],
        };
        if accessor.sparse.is_some() {
            self.replace(accessor, component, &mut values, &place)?;
        }
        Ok(values)
    }

    /// Overwrites values with the values of a sparse accessor.
    fn replace(
        &self,
        accessor: &Accessor,
        component: ComponentType,
        values: &mut [f32],
        place: &str,
    ) -> Result<(), GltfError> {
        let Some(sparse) = &accessor.sparse else {
            return Ok(());
        };
        let place = format!("{place}.sparse");
        let fail = |message: String| GltfError::new("bad-sparse", place.clone(), message);
        let Checked::Valid(index_type) = sparse.indices.component_type else {
            let message = "the component type of its indices is not one that glTF defines";
            return Err(fail(message.into()));
        };
        let Checked::Valid(kind) = accessor.type_ else {
            let message = "the accessor's type is not one that glTF defines";
            return Err(fail(message.into()));
        };
        let parts = kind.multiplicity();
        let total = values.len() / parts.max(1);
        let count = usize::try_from(sparse.count.0).ok();
        let count = count.filter(|&count| count <= total).ok_or_else(|| {
            fail(format!(
                "it replaces {} elements, but the accessor has {total}",
                sparse.count.0
            ))
        })?;
        let layout = Layout {
            view: sparse.indices.buffer_view.value(),
            offset: sparse.indices.byte_offset.0,
            count,
            size: index_type.0.size(),
        };
        let indices = self.elements(layout, &place)?;
        let layout = Layout {
            view: sparse.values.buffer_view.value(),
            offset: sparse.values.byte_offset.0,
            count,
            size: component.size() * parts,
        };
        let replaced = decode(
            self.elements(layout, &place)?,
            component,
            accessor.normalized,
        );
        let mut last = None;
        for (bytes, from) in indices.zip(replaced.chunks(parts.max(1))) {
            let index = unsigned(bytes);
            let start = index.checked_mul(parts);
            let to = start.and_then(|start| values.get_mut(start..start.checked_add(parts)?));
            match to {
                Some(to) if last.is_none_or(|last| last < index) => to.copy_from_slice(from),
                Some(_) => {
                    let message = format!("index {index} is not greater than the index before it");
                    return Err(fail(message));
                }
                None => return Err(fail(format!("index {index} is past the {total} elements"))),
            }
            last = Some(index);
        }
        Ok(())
    }

    /// Iterates over the bytes of each element. First checks that the last element ends inside its view, and that the
    /// view ends inside its buffer.
    fn elements(
        &self,
        layout: Layout,
        place: &str,
    ) -> Result<impl Iterator<Item = &'a [u8]> + use<'a>, GltfError> {
        let Layout {
            view: index,
            offset,
            count,
            size,
        } = layout;
        let fail = |code, message: String| GltfError::new(code, place, message);
        let view = self.root.buffer_views.get(index).ok_or_else(|| {
            fail(
                "no-such-index",
                format!("bufferViews[{index}] is not there"),
            )
        })?;
        let buffer = view.buffer.value();
        let bytes: &'a [u8] = self.buffers.get(buffer).ok_or_else(|| {
            let place = format!("bufferViews[{index}].buffer");
            let message = format!("buffers[{buffer}] is not there");
            GltfError::new("no-such-index", place, message)
        })?;
        let start = view.byte_offset.map_or(0, |offset| offset.0);
        let within = start
            .checked_add(view.byte_length.0)
            .and_then(|stop| bytes.get(usize::try_from(start).ok()?..usize::try_from(stop).ok()?));
        let Some(within) = within else {
            let message = format!(
                "it spans {} bytes from byte {start} of buffers[{buffer}], which has {} bytes",
                view.byte_length.0,
                bytes.len()
            );
            return Err(GltfError::new(
                "outside-buffer",
                format!("bufferViews[{index}]"),
                message,
            ));
        };
        let stride = view.byte_stride.map_or(size, |stride| stride.0);
        if stride < size {
            let message = format!(
                "bufferViews[{index}].byteStride is {stride}, and an element has {size} bytes"
            );
            return Err(fail("bad-stride", message));
        }
        let needed = count
            .checked_sub(1)
            .map_or(Some(0), |gaps| gaps.checked_mul(stride)?.checked_add(size));
        let first = usize::try_from(offset).ok();
        let inside = first
            .zip(needed)
            .and_then(|(first, needed)| within.get(first..first.checked_add(needed)?));
        let Some(inside) = inside else {
            let message = format!(
                "{count} elements from byte {offset} reach past the {} bytes of bufferViews[{index}]",
                within.len()
            );
            return Err(fail("outside-buffer", message));
        };
        Ok((0..count).map_while(move |element| {
            let at = element * stride;
            inside.get(at..at + size)
        }))
    }
}

/// Reads a little-endian integer of one, two or four bytes.
fn unsigned(bytes: &[u8]) -> usize {
    bytes
        .iter()
        .rev()
        .fold(0, |all, &byte| all << 8 | usize::from(byte))
}

fn decode<'a>(
    elements: impl Iterator<Item = &'a [u8]>,
    component: ComponentType,
    normalized: bool,
) -> Vec<f32> {
    let mut values = Vec::new();
    let scale = |value: f32, most: f32| {
        if normalized {
            (value / most).max(-1.0)
        } else {
            value
        }
    };
    for part in elements.flat_map(|bytes| bytes.chunks_exact(component.size())) {
        values.push(match (component, part) {
            (ComponentType::I8, &[a]) => scale(f32::from(i8::from_le_bytes([a])), 127.0),
            (ComponentType::U8, &[a]) => scale(f32::from(a), 255.0),
            (ComponentType::I16, &[a, b]) => scale(f32::from(i16::from_le_bytes([a, b])), 32767.0),
            (ComponentType::U16, &[a, b]) => scale(f32::from(u16::from_le_bytes([a, b])), 65535.0),
            (ComponentType::F32, &[a, b, c, d]) => f32::from_le_bytes([a, b, c, d]),
            (_, bytes) => crate::number::to_f32(unsigned(bytes) as f64),
        });
    }
    values
}
