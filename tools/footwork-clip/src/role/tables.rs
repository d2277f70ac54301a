//! The names of joints in each convention, as [`Spelling`](super::spelling::Spelling) writes them: in lower case,
//! without prefix, side and separators.

use super::convention::Convention;

/// The names for one role, the preferred one first. A name after `+` is ambiguous on its own. It counts only if the
/// preceding role of the limb was found too; for the hips, only if both legs hang from the joint.
type NamesOf = &'static [&'static str];

/// The names of one convention.
pub(super) struct NameTable {
    pub(super) convention: Convention,
    /// Hips, spine, chest, neck, head.
    pub(super) middle: [NamesOf; 5],
    /// Shoulder, upper arm, lower arm, hand, upper leg, lower leg, foot, toe.
    pub(super) sided: [NamesOf; 8],
}

const fn table(convention: Convention, middle: [NamesOf; 5], sided: [NamesOf; 8]) -> NameTable {
    NameTable {
        convention,
        middle,
        sided,
    }
}

/// Spines with numbered joints. The shoulders are attached to the last joint.
const LAST_SPINE: NamesOf = &["spine4", "spine3", "spine2", "spine1"];

/// All conventions. If several explain a skeleton equally well, the first wins.
#[rustfmt::skip]
pub(super) const TABLES: [NameTable; 17] = [
    table(
        Convention::Mixamo,
        [&["hips"], &["spine"], LAST_SPINE, &["neck"], &["head"]],
        [&["shoulder"], &["arm"], &["forearm"], &["hand"], &["upleg"], &["+leg"], &["foot"], &["toebase"]],
    ),
    table(
        Convention::Lafan1,
        [&["hips"], &["spine"], LAST_SPINE, &["neck"], &["head"]],
        [&["shoulder"], &["arm"], &["forearm"], &["hand"], &["upleg"], &["+leg"], &["foot"], &["toe"]],
    ),
    table(
        Convention::CmuAsf,
        [&["+root"], &["lowerback"], &["thorax"], &["lowerneck"], &["head"]],
        [&["clavicle"], &["humerus"], &["radius"], &["wrist"], &["femur"], &["tibia"], &["foot"], &["toes"]],
    ),
    table(
        Convention::Biovision,
        [&["hips"], &["lowerback", "ab", "abdomen"], &["chest"], &["neck"], &["head"]],
        [&["collar"], &["shoulder"], &["elbow"], &["wrist"], &["hip"], &["knee"], &["ankle"], &["toe", "toes"]],
    ),
    table(
        Convention::Unreal,
        [&["pelvis"], &["spine1"], &["spine5", "spine4", "spine3", "spine2"], &["neck1", "neck"], &["head"]],
        [&["clavicle"], &["upperarm"], &["lowerarm"], &["hand"], &["thigh"], &["calf"], &["foot"], &["ball"]],
    ),
    table(
        Convention::Unity,
        [&["hips"], &["spine"], &["chest"], &["neck"], &["head"]],
        [&["shoulder"], &["upperarm"], &["lowerarm"], &["hand"], &["upperleg"], &["lowerleg"], &["foot"], &["toes"]],
    ),
    table(
        Convention::Vrm,
        [&["hips"], &["spine"], &["chest"], &["neck"], &["head"]],
        [&["shoulder"], &["upperarm"], &["lowerarm"], &["hand"], &["upperleg"], &["lowerleg"], &["foot"], &["toebase"]],
    ),
    table(
        Convention::BandaiNamco,
        [&["hips"], &["spine"], &["chest"], &["neck"], &["head"]],
        [&["shoulder"], &["upperarm"], &["lowerarm"], &["hand"], &["upperleg"], &["lowerleg"], &["foot"], &["toes"]],
    ),
    table(
        Convention::KayKit,
        [&["hips"], &["spine"], &["chest"], &[], &["head"]],
        [&[], &["upperarm"], &["lowerarm"], &["hand"], &["upperleg"], &["lowerleg"], &["foot"], &["toes"]],
    ),
    table(
        Convention::Quaternius,
        [&["hips"], &["abdomen"], &["torso"], &["neck"], &["head"]],
        [&["shoulder"], &["upperarm"], &["lowerarm"], &["palm", "fist"], &["upperleg"], &["lowerleg"], &["foot"], &["toe"]],
    ),
    table(
        Convention::Rigify,
        [&["+spine"], &["spine1"], &["spine3", "spine2"], &["spine4"], &["spine6"]],
        [&["shoulder"], &["upperarm"], &["forearm"], &["hand"], &["thigh"], &["shin"], &["foot"], &["toe"]],
    ),
    table(
        Convention::Blender,
        [&["hips"], &["spine", "spine1"], &["chest", "spine3", "spine2"], &["neck"], &["head"]],
        [&["shoulder"], &["upperarm"], &["forearm"], &["hand"], &["thigh"], &["shin"], &["foot"], &["toe"]],
    ),
    table(
        Convention::Biped,
        [&["pelvis"], &["spine"], LAST_SPINE, &["neck"], &["head"]],
        [&["clavicle"], &["upperarm"], &["forearm"], &["hand"], &["thigh"], &["calf"], &["foot"], &["toe0"]],
    ),
    table(
        Convention::CharacterCreator,
        [&["hip"], &["waist"], &["spine2"], &["necktwist1"], &["head"]],
        [&["clavicle"], &["upperarm"], &["forearm"], &["hand"], &["thigh"], &["calf"], &["foot"], &["toebase"]],
    ),
    table(
        Convention::Daz,
        [&["hip"], &["abdomen", "abdomenlower"], &["chest", "chestlower"], &["neck", "necklower"], &["head"]],
        [&["collar"], &["shldr", "shldrbend"], &["forearm", "forearmbend"], &["hand"], &["thigh", "thighbend"], &["shin"], &["foot"], &["toe"]],
    ),
    table(
        Convention::Smpl,
        [&["pelvis"], &["spine1"], &["spine3"], &["neck"], &["head"]],
        [&["collar"], &["shoulder"], &["elbow"], &["wrist"], &["hip"], &["knee"], &["ankle"], &["+foot"]],
    ),
    table(
        Convention::DeepMimic,
        [&["+root"], &[], &["chest"], &["neck"], &["head"]],
        [&[], &["shoulder"], &["elbow"], &["wrist"], &["hip"], &["knee"], &["ankle"], &["toe"]],
    ),
];

/// Words that precede every name of a rig. The rank decides if several joints match one role; 0 is the most preferred.
/// `#` stands for an optional number.
pub(super) const PREFIXES: [(&[&str], u8); 13] = [
    (&["mixamorig", "#"], 0),
    (&["bip", "#"], 0),
    (&["valve", "biped"], 0),
    (&["cc", "base"], 0),
    (&["j", "bip"], 0),
    (&["normalized"], 0),
    (&["def"], 0),
    (&["org"], 2),
    (&["character", "#"], 0),
    (&["m", "avg"], 0),
    (&["f", "avg"], 0),
    (&["armature"], 0),
    (&["skeleton", "#"], 0),
];
