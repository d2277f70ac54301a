//! The records of a binary FBX file, version 7.4: a tree of nodes, each with a name and a list of values.
//!
//! Layout: <https://code.blender.org/2013/08/fbx-binary-file-format-specification/>. Some fields of the header and
//! footer depend on the time of creation in an unpublished way. This writer therefore always states the same time, as
//! other open writers do, such as Assimp's (BSD).

use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;

/// The bytes that tell a reader that the file is binary.
const MAGIC: &[u8; 23] = b"Kaydara FBX Binary  \0\x1a\0";
/// The version of the format.
pub(super) const VERSION: u16 = 7400;
/// The hash that belongs to [`TIME`].
pub(super) const FILE_ID: [u8; 16] = [
    0x28, 0xb3, 0x2a, 0xeb, 0xb6, 0x24, 0xcc, 0xc2, 0xbf, 0xc8, 0xb0, 0x2a, 0xa9, 0x2b, 0xfc, 0xf1,
];
/// The time of creation that every file states.
pub(super) const TIME: &str = "1970-01-01 10:00:00:000";
/// The first bytes of the footer, which belong to [`TIME`] too.
const FOOT_ID: [u8; 16] = [
    0xfa, 0xbc, 0xab, 0x09, 0xd0, 0xc8, 0xd4, 0x66, 0xb1, 0x76, 0xfb, 0x83, 0x1c, 0xf7, 0x26, 0x7e,
];
/// The last bytes of the file.
const FOOT_MAGIC: [u8; 16] = [
    0xf8, 0x5a, 0x8c, 0x6a, 0xde, 0xf5, 0xd9, 0x7e, 0xec, 0xe9, 0x0c, 0xe3, 0x75, 0x8f, 0x29, 0x0b,
];
/// Arrays of fewer bytes are not compressed.
const MIN_COMPRESSED_BYTES: usize = 128;

/// A node: a name, values and the nodes inside it.
#[derive(Clone, Debug)]
pub(super) struct Node {
    name: &'static str,
    /// The values as bytes, each after a letter for its type.
    values: Vec<u8>,
    count: u32,
    nodes: Vec<Node>,
    is_block: bool,
}

impl Node {
    pub(super) fn new(name: &'static str) -> Self {
        Self {
            name,
            values: Vec::new(),
            count: 0,
            nodes: Vec::new(),
            is_block: false,
        }
    }

    fn value(mut self, kind: u8, bytes: &[u8]) -> Self {
        self.values.push(kind);
        self.values.extend_from_slice(bytes);
        self.count += 1;
        self
    }

    pub(super) fn i32(self, value: i32) -> Self {
        self.value(b'I', &value.to_le_bytes())
    }

    pub(super) fn i64(self, value: i64) -> Self {
        self.value(b'L', &value.to_le_bytes())
    }

    pub(super) fn f64(self, value: f64) -> Self {
        self.value(b'D', &value.to_le_bytes())
    }

    pub(super) fn vector(self, value: [f64; 3]) -> Self {
        value.into_iter().fold(self, Self::f64)
    }

    /// Adds a letter that means a truth value.
    pub(super) fn letter(self, value: u8) -> Self {
        self.value(b'C', &[value])
    }

    pub(super) fn text(self, value: &str) -> Self {
        self.counted(b'S', value.as_bytes())
    }

    pub(super) fn raw(self, value: &[u8]) -> Self {
        self.counted(b'R', value)
    }

    /// Adds the name of an object with its class.
    pub(super) fn object_name(self, name: &str, class: &str) -> Self {
        self.text(&format!("{name}\0\x01{class}"))
    }

    fn counted(self, kind: u8, bytes: &[u8]) -> Self {
        let counted = [&len(bytes.len()).to_le_bytes(), bytes].concat();
        self.value(kind, &counted)
    }

    pub(super) fn i32s(self, values: &[i32]) -> Self {
        self.array(b'i', values, i32::to_le_bytes)
    }

    pub(super) fn i64s(self, values: &[i64]) -> Self {
        self.array(b'l', values, i64::to_le_bytes)
    }

    pub(super) fn f32s(self, values: &[f32]) -> Self {
        self.array(b'f', values, f32::to_le_bytes)
    }

    pub(super) fn f64s(self, values: &[f64]) -> Self {
        self.array(b'd', values, f64::to_le_bytes)
    }

    fn array<T: Copy, const N: usize>(
        self,
        kind: u8,
        values: &[T],
        to_bytes: fn(T) -> [u8; N],
    ) -> Self {
        let plain: Vec<u8> = values.iter().copied().flat_map(to_bytes).collect();
        let (encoding, bytes) = match compressed(&plain) {
            Some(bytes) if plain.len() >= MIN_COMPRESSED_BYTES => (1u32, bytes),
            _ => (0, plain),
        };
        let head = [len(values.len()), encoding, len(bytes.len())];
        let head = head.map(u32::to_le_bytes);
        let array = [head.as_flattened(), &bytes].concat();
        self.value(kind, &array)
    }

    /// Adds a node inside this one.
    pub(super) fn with(mut self, node: Self) -> Self {
        self.nodes.push(node);
        self
    }

    /// Adds nodes inside this one.
    pub(super) fn with_all(mut self, nodes: impl IntoIterator<Item = Self>) -> Self {
        self.nodes.extend(nodes);
        self
    }

    /// Ends the node as one with nodes inside ends, even if there are none.
    pub(super) fn block(mut self) -> Self {
        self.is_block = true;
        self
    }

    fn write(&self, out: &mut Vec<u8>) {
        let start = out.len();
        let head = [0, self.count, len(self.values.len())].map(u32::to_le_bytes);
        out.extend_from_slice(head.as_flattened());
        out.push(u8::try_from(self.name.len()).unwrap_or(u8::MAX));
        out.extend_from_slice(self.name.as_bytes());
        out.extend_from_slice(&self.values);
        for node in &self.nodes {
            node.write(out);
        }
        if self.is_block || !self.nodes.is_empty() || self.count == 0 {
            out.extend_from_slice(&END);
        }
        let end = len(out.len()).to_le_bytes();
        out[start..start + end.len()].copy_from_slice(&end);
    }
}

/// A record of zeros, which ends a list of nodes.
const END: [u8; 13] = [0; 13];

/// Returns a length as the `u32` that the format uses. A longer one gives `u32::MAX`, and [`file`] then returns `None`.
fn len(bytes: usize) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}

fn compressed(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok()
}

/// Returns a file with the nodes; `None` if it would be larger than 4 GiB.
pub(super) fn file(nodes: &[Node]) -> Option<Vec<u8>> {
    let version = u32::from(VERSION).to_le_bytes();
    let mut out = [MAGIC.as_slice(), &version].concat();
    for node in nodes {
        node.write(&mut out);
    }
    out.extend_from_slice(&END);
    out.extend_from_slice(&FOOT_ID);
    out.extend_from_slice(&[0; 4]);
    // One to sixteen zeros up to a multiple of 16.
    out.resize((out.len() + 1).next_multiple_of(16), 0);
    out.extend_from_slice(&version);
    out.extend_from_slice(&[0; 120]);
    out.extend_from_slice(&FOOT_MAGIC);
    u32::try_from(out.len()).ok().map(|_| out)
}
