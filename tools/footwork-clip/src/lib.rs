//! Motion clips: skeletons, poses, forward kinematics, channels, and file formats.
//!
//! Use it to read a clip from any supported file, measure it (`LeftFoot.speed`), change it (mirror, resample,
//! re-root, cut), and write or draw it.
//!
//! ```
//! use footwork_clip::{JointPairs, Limits, Motion, read_clip};
//!
//! # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/deepmimic/walk.txt");
//! let bytes = std::fs::read(path).unwrap();
//! let walk = read_clip("walk.txt", &bytes, None, &Limits::default()).unwrap().clip;
//! assert_eq!((walk.frame_count(), walk.rate().to_string().as_str()), (39, "30"));
//!
//! let speed = Motion::new(&walk).channel(&"speed".parse().unwrap()).unwrap();
//! assert!(speed.iter().all(|&speed_mps| speed_mps < 2.0));
//! let mirrored = walk.mirrored(&JointPairs::from_names(walk.skeleton()).unwrap()).unwrap();
//! assert_eq!(mirrored.frame_count(), walk.frame_count());
//! ```
//!
//! **Conventions.** Lengths are in metres, times in seconds, angles in radians. The world is right-handed
//! with +y up. A character at rest faces +z and has its left side at +x. Quaternions are `[x, y, z, w]` of
//! unit length; a joint's local rotation rotates the joint and its children in the frame of its parent.
//!
//! # Files
//!
//! In the order of the data flow, from a file to a clip, to numbers, to a picture:
//!
//! | source | what it holds |
//! |---|---|
//! | `format.rs` | [`ClipFormat`]: the formats, recognised by name and content |
//! | `read.rs`, `read_options.rs`, `loaded.rs`, `clip_error.rs` | [`read_clips`]: any format, with [`ReadOptions`]; [`LoadedFile`]: its clips; [`ClipError`]: why a file gives no clip |
//! | `bvh.rs`, `bvh/` | BVH, read and written without loss: `scan` (words), `number`, `hierarchy`, `motion`, `document`, `convert` (to a clip), `from_clip`, `write` |
//! | `deepmimic.rs`, `deepmimic/` | DeepMimic JSON, read: `rows`, `timing` (the rate), `skeleton` |
//! | `gltf.rs`, `gltf/` | glTF and GLB, read and written: `container` (chunks), `document` (JSON), `buffers`, `accessor` (numbers), `nodes`, `animation` and `track` (keys), `grid` (the rate), `sampling`, `extras` (labels), `content` (fingerprint), `write` |
//! | `smpl.rs`, `smpl/`, `numpy.rs`, `numpy/` | AMASS and HumanML3D, read: `array` and `zip` (NumPy's files), `amass`, `humanml3d`, `body` (an average person) |
//! | `fbx.rs`, `fbx/` | FBX, read through the C library ufbx, which evaluates curves itself, with the feature `fbx`: `read`; written: `write` (the file), `record` (its binary records), `euler` (angles without jumps), `curve`, `node`, `skin` |
//! | `rig.rs`, `rig/` | scene nodes with scale, of glTF and FBX: finds the joints and bakes the clip |
//! | `animation_names.rs`, `finding.rs`, `key_faults.rs`, `gaps.rs`, `limits.rs`, `unit.rs`, `utf16.rs` | what readers share: unique names, [`Finding`], [`KeyFaults`], frames without numbers, [`Limits`], [`UnitChoice`], text in UTF-16 |
//! | `mesh.rs`, `mesh/` | [`Mesh`]: the mesh that a glTF or FBX file binds to its joints, for drawing |
//! | `side.rs` | [`Side`]: the side that a joint's name states |
//! | `role.rs`, `role/` | [`Roles`]: which joint is the left foot, whatever its name: `tables` (names by convention), `spelling`, `names`, `shape` |
//! | `joint.rs`, `skeleton.rs`, `clip.rs` | [`Skeleton`]: joints at rest; [`Clip`]: a pose per frame |
//! | `evidence.rs`, `evidence/` | [`Evidence`]: the size of a body and its travelling joint, found from its clips; how its feet move |
//! | `stance.rs`, `upright.rs` | [`Stance`]: which way is up, found from the body; turning the clip accordingly |
//! | `body.rs`, `feet.rs` | the joints of the body, and of each foot |
//! | `mirror.rs`, `resample.rs`, `reroot.rs`, `interpolate.rs` | the clip mirrored, at another rate, or moved to the origin |
//! | `moving.rs` | the frames in which the body moves |
//! | `cycle.rs`, `closed_cycle.rs` | the frames between which the motion repeats, and the loop of them |
//! | `root_motion.rs`, `ground_path.rs` | which joint carries the body; the smoothed path of the body over the ground |
//! | `plausible_rate.rs` | the rates that motion is recorded at; a clip at another rate is not resampled |
//! | `target.rs` | [`read_target`]: the skeleton to put motion on, from any file |
//! | `retarget.rs`, `retarget/` | the clip on another skeleton: `body` and `reference` (the pose in which it stands), `correspond` (which joint follows which), `follow` (poses it), `limb` (arms and legs), `touch` (hands that touch) |
//! | `two_bones.rs` | [`TwoBones`]: inverse kinematics of an arm or a leg |
//! | `kinematics.rs` | [`WorldPositions`]: the world position of every joint |
//! | `channel.rs`, `channel/` | one number per frame: `name`, `motion` (the values), `heading`, `gait` (the ground below the feet), `window` and `windowed`, `unit`, `cache` |
//! | `ground.rs` | the speed of joints over the ground, which moves below a body that steps in place |
//! | `canvas.rs`, `strip.rs`, `strip/` | a picture to draw on, and a clip as a strip of stick figures |

mod animation_names;
mod body;
mod bvh;
mod canvas;
mod channel;
mod clip;
mod clip_error;
mod closed_cycle;
mod cycle;
mod deepmimic;
mod evidence;
mod fbx;
mod feet;
mod finding;
mod format;
mod gaps;
mod gltf;
mod ground;
mod ground_path;
mod interpolate;
mod joint;
mod key_faults;
mod kinematics;
mod limits;
mod loaded;
mod mesh;
mod mirror;
mod moving;
mod number;
mod numpy;
mod place;
mod plausible_rate;
mod read;
mod read_options;
mod reroot;
mod resample;
mod retarget;
mod rig;
mod role;
mod root_motion;
mod side;
mod skeleton;
mod smpl;
mod stance;
mod strip;
mod target;
mod two_bones;
mod unit;
mod unit_quaternion;
mod upright;
mod utf16;

pub use animation_names::free_animation_name;
pub use bvh::{
    Axis, BvhChannel, BvhDocument, BvhError, BvhErrorKind, BvhJoint, read_bvh, write_bvh,
};
pub use canvas::{Canvas, Color, EncodePngError};
pub use channel::{
    Channel, ChannelCache, JointMeasure, MAX_WINDOW_NESTING, Motion, ParseChannelError,
    RootMeasure, UnknownJoint, Window, WindowCall, WindowError, WindowedChannel,
};
pub use clip::{Clip, ClipParts, ClipShapeError, Pose, SliceError};
pub use clip_error::ClipError;
pub use cycle::{Cycle, CycleSearch};
pub use deepmimic::{DeepMimicError, DeepMimicErrorKind, is_deepmimic, read_deepmimic};
pub use evidence::{Evidence, Link, body_size, travelling_link};
#[cfg(feature = "fbx")]
pub use fbx::{FbxAnimation, FbxDocument, FbxError, read_fbx};
pub use fbx::{FbxTake, FbxWriteError, write_fbx};
pub use feet::Foot;
pub use finding::{Finding, RejectedAnimation};
pub use format::ClipFormat;
pub use gltf::{
    FileSource, FolderFiles, GltfAnimation, GltfDocument, GltfError, GltfFile, GltfTake,
    GltfWriteError, KeyFixOptions, KeyFixes, Labels, LabelsError, NoFiles, animation_names,
    fix_glb, is_glb, is_self_contained_glb, read_gltf, write_gltf, write_onto_gltf,
};
pub use interpolate::smooth_step;
pub use key_faults::{KeyFaults, KeyPlace};
pub use kinematics::{ForwardKinematics, WorldPositions};
pub use limits::Limits;
pub use loaded::{LoadedClip, LoadedFile};
pub use mesh::{MESH_BONES_PER_VERTEX, Mesh, MeshBone, MeshVertex};
pub use mirror::{Asymmetry, JointPairs, MirrorError, PairError};
pub use plausible_rate::{is_plausible_rate, why_implausible};
pub use read::{ClipFile, is_lfs_pointer, read_clip, read_clips, read_mesh};
pub use read_options::ReadOptions;
pub use resample::ResampleError;
pub use retarget::{
    Planted, ReferencePose, RetargetError, RetargetOptions, RetargetTarget, Retargeted,
};
pub use rig::JointScale;
pub use role::{Convention, RoleNames, RoleOutcome, RoleSource, Roles};
pub use root_motion::{RootEdit, RootError, RootOptions};
pub use side::Side;
pub use skeleton::{Joint, JointId, MAX_COORDINATE_M, Skeleton, SkeletonError};
pub use stance::Stance;
pub use strip::{
    MAX_HEIGHT_PIXELS, MAX_WIDTH_PIXELS, MIN_WIDTH_PIXELS, StripError, StripLane, StripOptions,
    draw_strip, draw_strips,
};
pub use target::{TargetFile, read_target};
pub use two_bones::{LimbTurns, TwoBones};
pub use unit::{UnitChoice, short};
