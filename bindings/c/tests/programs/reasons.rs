//! What programs show their users, compared with Rust: the functions of the languages, the names and costs of groups of features, and
//! the roots of clips.

use std::fmt::Write;
use std::fs;
use std::sync::Arc;

use footwork::CompressedPoses;
use footwork::expr::Function;
use footwork::matching::{
    Character, CharacterConfig, Input, OpenWorld, Placement, PoseId, Repertoire, Step, Want,
};
use footwork::poses::{PoseFile, SkeletonId, Transform};
use footwork::tags::query_functions;

use crate::characters::football;
use crate::program::{compare, compile_source, run_with};

const SOURCE: &str = r#"
#include <footwork.h>
#include <stdio.h>
#include <string.h>
static void print_bits(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof(bits));
  printf(" %llx", (unsigned long long)bits);
}
int main(int count, char **paths) {
  static char text[1 << 16];
  fw_repertoire repertoire;
  fw_index index;
  fw_character character;
  fw_clip_root root;
  fw_stick stick;
  fw_step step;
  fw_pose_id pose = {0, 3, 1};
  float costs[64];
  size_t length = 0, at;
  uint32_t group;
  int frame;
  if (fw_query_functions(text, 4, &length, NULL) != FW_BUFFER_TOO_SMALL || fw_query_functions(text, sizeof(text), &length, NULL) != FW_OK) {
    return 1;
  }
  printf("%.*s", (int)length, text);
  if (fw_expression_functions(text, sizeof(text), &length, NULL) != FW_OK) {
    return 2;
  }
  printf("%.*s", (int)length, text);
  if (fw_repertoire_open(paths[count - 1], strlen(paths[count - 1]), 0, &repertoire, NULL) != FW_OK ||
      fw_index_from_repertoire(repertoire, &index, NULL) != FW_OK ||
      fw_character_create(repertoire, NULL, NULL, NULL, &character, NULL) != FW_OK) {
    return 3;
  }
  for (group = 0; fw_index_group_name(index, group, text, sizeof(text), &length, NULL) == FW_OK; group++) {
    printf("%.*s\n", (int)length, text);
  }
  if (fw_repertoire_root(repertoire, pose, 0.25f, &root, NULL) != FW_OK ||
      fw_repertoire_root(repertoire, pose, 2.0f, &root, NULL) != FW_OUT_OF_RANGE) {
    return 4;
  }
  print_bits(root.position_m[0]);
  print_bits(root.position_m[1]);
  print_bits(root.facing[0]);
  print_bits(root.facing[1]);
  printf("\n");
  for (frame = 0; frame < 120; frame++) {
    memset(&stick, 0, sizeof(stick));
    stick.velocity_mps[0] = frame < 60 ? 0.0 : 2.0;
    stick.velocity_mps[1] = frame < 60 ? 3.0 : 0.0;
    if (fw_character_update(character, 1.0 / 60.0, &stick, NULL, NULL, &step, NULL) != FW_OK ||
        fw_character_group_costs(character, costs, 64, &length, NULL) != FW_OK) {
      return 5;
    }
    printf("%zu", length);
    for (at = 0; at < length; at++) {
      print_bits(costs[at]);
    }
    printf("\n");
  }
  return 0;
}
"#;

#[test]
fn functions_groups_and_roots_equal_those_of_rust() {
    let Some(program) = compile_source("reasons", SOURCE) else {
        return;
    };
    let path = football("fwposes");
    let printed = run_with(&program, &[&path.display().to_string()], "");
    compare(&printed, &expected());
}

fn expected() -> String {
    let mut out = String::new();
    for function in query_functions() {
        writeln!(out, "{}\t{}", function.call, function.meaning).unwrap();
    }
    for function in Function::call_names().flat_map(Function::called) {
        let call = function.call().unwrap();
        writeln!(out, "{call}\t{}", function.summary()).unwrap();
    }
    let file = PoseFile::open(fs::read(football("fwposes")).unwrap()).unwrap();
    let poses = Arc::new(CompressedPoses::new(Box::new(file), SkeletonId::new(0)).unwrap());
    let groups = poses.index().schema().groups();
    for group in groups {
        writeln!(out, "{}", group.name).unwrap();
    }
    let pose = PoseId {
        clip: footwork::matching::ClipId::new(0),
        frame: 3,
        mirrored: true,
    };
    let mut joints = vec![Transform::IDENTITY; poses.joint_count()];
    let root = poses.decode(pose, 0.25, &mut joints).unwrap();
    for value in root.position_m.into_iter().chain(root.facing) {
        write!(out, " {:x}", f64::from(value).to_bits()).unwrap();
    }
    out += "\n";
    let config = CharacterConfig {
        playback: poses.playback_config(),
        ..CharacterConfig::default()
    };
    let start = poses.index().candidates().next().unwrap();
    let mut character =
        Character::new(Arc::clone(&poses), config, start, Placement::default()).unwrap();
    let mut jumps = 0;
    for frame in 0..120 {
        let input = Input {
            want: Want::Stick(if frame < 60 { [0.0, 3.0] } else { [2.0, 0.0] }),
            ..Input::default()
        };
        character
            .update(1.0 / 60.0, &input, &mut OpenWorld)
            .unwrap();
        if let Step::Jump { why, .. } = character.step() {
            jumps += 1;
            let costs = &why.group_costs[..groups.len()];
            let sum: f32 = costs.iter().sum();
            assert!((sum - why.cost).abs() < 1e-3, "{sum} is not {}", why.cost);
            write!(out, "{}", costs.len()).unwrap();
            for &cost in costs {
                write!(out, " {:x}", f64::from(cost).to_bits()).unwrap();
            }
            out += "\n";
        } else {
            out += "0\n";
        }
    }
    assert!(jumps > 1, "{jumps}");
    out
}
