//! The naming conventions of joints.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A convention for the names of joints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Convention {
    /// Mixamo, MotionBuilder's characters and the CMU database's BVH: `LeftUpLeg`, `LeftToeBase`.
    Mixamo,
    /// Ubisoft's LAFAN1: `LeftUpLeg`, `LeftToe`.
    Lafan1,
    /// The CMU database's own skeletons: `lfemur`, `ltibia`.
    CmuAsf,
    /// Biovision, Poser's BVH and Xsens: `LeftHip`, `LeftKnee`.
    Biovision,
    /// Unreal's mannequins: `thigh_l`, `calf_l`, `ball_l`.
    Unreal,
    /// Unity's humanoids: `LeftUpperLeg`, `LeftToes`.
    Unity,
    /// VRM and `VRoid`: `J_Bip_L_UpperLeg`, `J_Bip_L_ToeBase`.
    Vrm,
    /// Bandai-Namco's data set: `UpperLeg_L`, `Toes_L`.
    BandaiNamco,
    /// `KayKit`: `upperleg.l`, `toes.l`.
    KayKit,
    /// Quaternius: `UpperLeg.L`, `Torso`.
    Quaternius,
    /// Blender's Rigify: `DEF-thigh.L`, with hips called `spine`.
    Rigify,
    /// Hand-made Blender rigs: `thigh.L`, `shin.L`, with hips called `hips`.
    Blender,
    /// 3ds Max's Biped: `Bip01 L Thigh`, `Bip01 L Toe0`.
    Biped,
    /// Reallusion's Character Creator: `CC_Base_L_Thigh`.
    CharacterCreator,
    /// Daz and Poser: `lThigh`, `lShin`.
    Daz,
    /// SMPL and related body models: `L_Hip`, `L_Ankle`, with toes called `L_Foot`.
    Smpl,
    /// `DeepMimic`: `left_hip`, `left_ankle`, with hips called `root`.
    DeepMimic,
}

impl fmt::Display for Convention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Mixamo => "Mixamo",
            Self::Lafan1 => "LAFAN1",
            Self::CmuAsf => "CMU ASF",
            Self::Biovision => "Biovision",
            Self::Unreal => "Unreal",
            Self::Unity => "Unity",
            Self::Vrm => "VRM",
            Self::BandaiNamco => "Bandai-Namco",
            Self::KayKit => "KayKit",
            Self::Quaternius => "Quaternius",
            Self::Rigify => "Rigify",
            Self::Blender => "Blender",
            Self::Biped => "Biped",
            Self::CharacterCreator => "Character Creator",
            Self::Daz => "Daz",
            Self::Smpl => "SMPL",
            Self::DeepMimic => "DeepMimic",
        })
    }
}
