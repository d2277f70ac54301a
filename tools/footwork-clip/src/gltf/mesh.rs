//! The mesh of a glTF file.

use std::borrow::Cow;

use glam::{DAffine3, DMat3, DVec3};
use gltf_json::Root;
use gltf_json::accessor::Type;
use gltf_json::mesh::{Mode, Primitive, Semantic};
use gltf_json::validation::Checked;

use super::accessor::Accessors;
use super::buffers::{self, FileSource};
use super::container::Container;
use super::document;
use super::error::GltfError;
use crate::limits::Limits;
use crate::mesh::{MAX_MESH_VERTICES, Mesh, MeshBuilder, MeshPart};
use crate::number::{to_f32, to_u32};
use crate::rig::Attachment;

/// The extensions that compress meshes; reading them would need extra decoders.
const PACKED: [&str; 3] = [
    "KHR_draco_mesh_compression",
    "EXT_meshopt_compression",
    "KHR_meshopt_compression",
];

/// The maximum number of values read for a mesh: enough for positions, normals, one set of bones with their weights,
/// and indices.
const MAX_NUMBERS: usize = 20 * MAX_MESH_VERTICES;

/// The maximum number of indices of a mesh: three for each possible vertex.
const MAX_INDICES: usize = 3 * MAX_MESH_VERTICES;

/// Reads the mesh that is bound to the joints of the file; `None` if the file has no such mesh.
pub(crate) fn read_mesh(
    bytes: &[u8],
    files: &dyn FileSource,
    limits: &Limits,
) -> Result<Option<Mesh>, GltfError> {
    let container = Container::parse(bytes)?;
    let (root, _) = document::parse(container.json)?;
    if root.meshes.is_empty() {
        return Ok(None);
    }
    if let Some(packed) = root
        .extensions_required
        .iter()
        .find(|name| PACKED.contains(&name.as_str()))
    {
        let message = format!("its mesh is packed by {packed}, which is not read");
        return Err(GltfError::new("packed-mesh", "extensionsRequired", message));
    }
    let buffers = buffers::fetch(&root, container.bin, files, limits)?;
    let attached = super::rig(&root, limits)?.attachments(limits);
    let mut reader = Reader::new(&root, &buffers.bytes, &attached, limits);
    for node in 0..root.nodes.len() {
        reader.add_node(node)?;
    }
    Ok(reader.builder.finish())
}

struct Reader<'a> {
    root: &'a Root,
    accessors: Accessors<'a>,
    attached: &'a [Option<Attachment>],
    builder: MeshBuilder,
    /// The bones of each skin; `None` until the skin is needed.
    skins: Vec<Option<Vec<Option<usize>>>>,
    /// The numbers of vertices and indices that may still be read.
    vertices_left: usize,
    indices_left: usize,
}

impl<'a> Reader<'a> {
    fn new(
        root: &'a Root,
        buffers: &'a [Cow<'a, [u8]>],
        attached: &'a [Option<Attachment>],
        limits: &Limits,
    ) -> Self {
        let limits = Limits {
            values: limits.values.min(MAX_NUMBERS),
            ..*limits
        };
        Self {
            root,
            accessors: Accessors::new(root, buffers, &limits),
            attached,
            builder: MeshBuilder::default(),
            skins: vec![None; root.skins.len()],
            vertices_left: MAX_MESH_VERTICES,
            indices_left: MAX_INDICES,
        }
    }

    /// Adds the mesh of a node, bound to its skin or else to the joint that carries the node.
    fn add_node(&mut self, index: usize) -> Result<(), GltfError> {
        let node = &self.root.nodes[index];
        let mesh = node
            .mesh
            .and_then(|mesh| self.root.meshes.get(mesh.value()));
        let Some(mesh) = mesh else {
            return Ok(());
        };
        let bones = match node.skin {
            Some(skin) => self.skin(skin.value())?,
            None => {
                let Some(attached) = self.attached[index] else {
                    return Ok(());
                };
                let Attachment {
                    joint,
                    joint_from_node,
                } = attached;
                vec![self.builder.add_bone(joint, joint_from_node)]
            }
        };
        for primitive in &mesh.primitives {
            if let Some(part) = self.part(primitive, &bones, node.skin.is_some())? {
                self.builder.add(&part);
            }
        }
        Ok(())
    }

    /// Returns the bones of a skin, by their index in the skin.
    fn skin(&mut self, index: usize) -> Result<Vec<Option<usize>>, GltfError> {
        let Some(skin) = self.root.skins.get(index) else {
            let place = format!("skins[{index}]");
            return Err(GltfError::new("no-such-index", place, "it is not there"));
        };
        if let Some(bones) = &self.skins[index] {
            return Ok(bones.clone());
        }
        let binds = match skin.inverse_bind_matrices {
            Some(accessor) => self.accessors.read(accessor.value(), Type::Mat4)?,
            None => Vec::new(),
        };
        let binds: Vec<DAffine3> = binds.as_chunks::<16>().0.iter().map(affine).collect();
        let bones: Vec<Option<usize>> = skin
            .joints
            .iter()
            .enumerate()
            .map(|(place, node)| {
                let attached = self.attached.get(node.value()).copied().flatten()?;
                let bind = binds.get(place).copied().unwrap_or(DAffine3::IDENTITY);
                self.builder
                    .add_bone(attached.joint, attached.joint_from_node * bind)
            })
            .collect();
        self.skins[index] = Some(bones.clone());
        Ok(bones)
    }

    /// Reads the triangles of a primitive; `None` if the primitive has none.
    fn part(
        &mut self,
        primitive: &Primitive,
        bones: &[Option<usize>],
        is_skinned: bool,
    ) -> Result<Option<MeshPart>, GltfError> {
        let attribute = |semantic: Semantic| {
            let found = primitive.attributes.get(&Checked::Valid(semantic));
            found.map(|accessor| accessor.value())
        };
        let Some(positions) = attribute(Semantic::Positions) else {
            return Ok(None);
        };
        self.vertices_left = self.left(positions, self.vertices_left, MAX_MESH_VERTICES)?;
        if let Some(indices) = primitive.indices {
            self.indices_left = self.left(indices.value(), self.indices_left, MAX_INDICES)?;
        }
        let positions = self.accessors.read(positions, Type::Vec3)?;
        let positions = positions.as_chunks::<3>().0.to_vec();
        let normals = attribute(Semantic::Normals)
            .map(|accessor| self.accessors.read(accessor, Type::Vec3))
            .transpose()?
            .map(|normals| normals.as_chunks::<3>().0.to_vec());
        let order = match primitive.indices {
            Some(accessor) => self.accessors.read_indices(accessor.value())?,
            None => (0..positions.len()).collect(),
        };
        let influences = if is_skinned {
            self.influences(primitive, bones, positions.len())?
        } else {
            let bone = bones.first().copied().flatten();
            let one: Vec<_> = bone.map(|bone| (bone, 1.0)).into_iter().collect();
            vec![one; positions.len()]
        };
        Ok(Some(MeshPart {
            triangles: triangles(&order, primitive.mode),
            positions,
            normals,
            influences,
            colour: self.colour(primitive),
        }))
    }

    /// Returns `left` minus the number of elements of an accessor; an error if there are more. Called before any
    /// element is read.
    fn left(&self, accessor: usize, left: usize, limit: usize) -> Result<usize, GltfError> {
        let count = self.root.accessors.get(accessor).map_or(0, |a| a.count.0);
        let count = usize::try_from(count).ok();
        count
            .and_then(|count| left.checked_sub(count))
            .ok_or_else(|| {
                let message = format!(
                    "with it the mesh has more vertices or indices than the limit of {limit}"
                );
                GltfError::new(
                    "too-many-vertices",
                    format!("accessors[{accessor}]"),
                    message,
                )
            })
    }

    /// Reads the bones and weights of each vertex, which are stored in sets of four.
    fn influences(
        &mut self,
        primitive: &Primitive,
        bones: &[Option<usize>],
        count: usize,
    ) -> Result<Vec<Vec<(usize, f64)>>, GltfError> {
        let mut influences = vec![Vec::new(); count];
        for set in 0.. {
            let of = |semantic| primitive.attributes.get(&Checked::Valid(semantic));
            let pair = of(Semantic::Joints(set)).zip(of(Semantic::Weights(set)));
            let Some((joints, weights)) = pair else {
                break;
            };
            let joints = self.accessors.read(joints.value(), Type::Vec4)?;
            let weights = self.accessors.read(weights.value(), Type::Vec4)?;
            for (at, (joint, weight)) in joints.iter().zip(weights).enumerate() {
                let place = usize::try_from(to_u32(f64::from(*joint))).ok();
                let bone = place.and_then(|place| bones.get(place).copied().flatten());
                let vertex = influences.get_mut(at / 4);
                if let (Some(bone), Some(vertex)) = (bone, vertex) {
                    vertex.push((bone, f64::from(weight)));
                }
            }
        }
        Ok(influences)
    }

    /// Returns the base colour of a primitive in sRGB.
    fn colour(&self, primitive: &Primitive) -> [f32; 3] {
        let material = primitive
            .material
            .and_then(|at| self.root.materials.get(at.value()));
        let linear = material.map_or([1.0; 4], |material| {
            material.pbr_metallic_roughness.base_color_factor.0
        });
        let [red, green, blue, _] = linear;
        [red, green, blue].map(|part| to_f32(libm::pow(f64::from(part.clamp(0.0, 1.0)), 1.0 / 2.2)))
    }
}

/// Returns the triangles that these corners form.
fn triangles(order: &[usize], mode: Checked<Mode>) -> Vec<[usize; 3]> {
    let three = |corners: &[usize]| match corners {
        &[a, b, c] => Some([a, b, c]),
        _ => None,
    };
    match mode {
        Checked::Valid(Mode::Triangles) => order.chunks_exact(3).filter_map(three).collect(),
        Checked::Valid(Mode::TriangleStrip) => {
            let all = order.windows(3).filter_map(three).enumerate();
            let turned = all.map(|(at, [a, b, c])| match at % 2 {
                0 => [a, b, c],
                _ => [b, a, c],
            });
            turned.collect()
        }
        Checked::Valid(Mode::TriangleFan) => {
            let first = order.first().copied().unwrap_or(0);
            let rest = order.get(1..).unwrap_or_default().windows(2);
            rest.filter_map(|pair| three(&[first, *pair.first()?, *pair.get(1)?]))
                .collect()
        }
        _ => Vec::new(),
    }
}

/// Converts a column-major matrix whose last row is 0, 0, 0, 1.
fn affine(m: &[f32; 16]) -> DAffine3 {
    let column = |at: usize| DVec3::new(m[at].into(), m[at + 1].into(), m[at + 2].into());
    let linear = DMat3::from_cols(column(0), column(4), column(8));
    DAffine3::from_mat3_translation(linear, column(12))
}
