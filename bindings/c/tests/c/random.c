/* Calls functions at random, with any handle, any number and memory of any content. Arguments: the number of calls and the seed.
 * Nothing may crash or return FW_PANIC. Steps and rounds are few, so that calls are short.
 */
#include <footwork.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HANDLES 256
#define ROOM 65536 /* bytes behind every pointer */
#define JOINTS 28   /* of the character */
#define LONGEST 64 /* elements, none above 1 KiB */

static uint64_t state;
static uint64_t handles[HANDLES];
static union {
  uint64_t words[ROOM / 8];
  unsigned char bytes[ROOM];
} places[8];
static unsigned int next_place;
static uint64_t new_handle;
static unsigned char *files[4];
static size_t file_lengths[4];

/* xorshift64* */
static uint64_t draw(void) {
  state ^= state >> 12;
  state ^= state << 25;
  state ^= state >> 27;
  return state * UINT64_C(2685821657736338717);
}

static size_t below(size_t count) { return (size_t)(draw() % count); }

static uint64_t any_handle(void) {
  switch (below(40)) {
  case 0:
    return 0;
  case 1:
    return draw();
  case 2:
    return handles[below(HANDLES)] ^ (UINT64_C(1) << below(64));
  default:
    return handles[below(HANDLES)];
  }
}

static double number(void) {
  static const double numbers[] = {0.0, 1.0, -1.0, 0.5, 0.1, 9.81, 100.0, 1e-9, 1e9, 1e300, -1e300, NAN, INFINITY, -INFINITY};
  return below(3) == 0 ? numbers[below(sizeof(numbers) / sizeof(numbers[0]))] : (double)(int64_t)below(2000) / 64.0 - 8.0;
}

static uint64_t whole(void) {
  static const uint64_t wholes[] = {UINT32_MAX, 255, 256, UINT64_MAX, 65536};
  return below(8) == 0 ? wholes[below(5)] : below(5);
}

static size_t length(void) { return below(30) == 0 ? SIZE_MAX - below(9) : below(LONGEST); }

/* Memory with LONGEST elements of any type: numbers of one kind, mostly sensible. Sometimes null or not aligned. */
static void *memory(void) {
  size_t i, kind = below(4), kept = 256;
  unsigned char *bytes;
  double real;
  float small;
  if (below(30) == 0) {
    return NULL;
  }
  next_place = (next_place + 1) % 8;
  bytes = places[next_place].bytes;
  if (below(30) == 0) {
    return bytes + 1;
  }
  for (i = 0; i < kept; i++) {
    if (kind == 0) {
      real = number();
      memcpy(bytes + 8 * i, &real, 8);
    } else if (kind == 1) {
      small = (float)number();
      memcpy(bytes + 4 * i, &small, 4);
    } else if (kind == 2) {
      places[next_place].words[i] = whole();
    }
  }
  return bytes;
}

/* The place for a new handle, which is kept afterwards. */
static void *made(void) {
  new_handle = 0;
  return below(30) == 0 ? NULL : (void *)&new_handle;
}

/* A struct that begins with its size. Any pointers in it are null. Defaults are filled in before a call may read it. */
static void *grown(size_t size, int is_read) {
  unsigned char *bytes = memory();
  uint32_t number = (uint32_t)size;
  if (bytes == NULL || ((uintptr_t)bytes & 7) != 0) {
    return NULL;
  }
  if (is_read) {
    memset(bytes, 0, size);
  }
  if (below(20) == 0) {
    number += (uint32_t)below(64);
  }
  memcpy(bytes, &number, 4);
  return bytes;
}

static const char *letters(void) {
  static const char *const texts[] = {"Gait.Walk & Source.DeepMimic                                                   ",
                                      "longer(Gait - Phase, 0.2s)                                                     ",
                                      "x * sin(x) + noise(x, 1)                                                       ",
                                      "trajectory position                                                            ",
                                      "\xff\xfe((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((("};
  return below(20) == 0 ? NULL : texts[below(5)];
}

static const fw_text *texts(void) {
  static fw_text list[LONGEST];
  size_t i;
  for (i = 0; i < LONGEST; i++) {
    list[i].bytes = letters();
    list[i].len = below(LONGEST);
  }
  return list;
}

static const fw_input *inputs(void) {
  static fw_input list[LONGEST];
  size_t i;
  for (i = 0; i < LONGEST; i++) {
    list[i].values = below(2) == 0 ? NULL : (const float *)memory();
    list[i].uniform = (float)number();
  }
  return list;
}

static float **outputs(void) {
  static float *list[LONGEST];
  static float room[LONGEST][LONGEST];
  size_t i;
  for (i = 0; i < LONGEST; i++) {
    list[i] = below(30) == 0 ? NULL : room[below(2) == 0 ? i : below(LONGEST)];
  }
  return list;
}

static fw_error *error(void) {
  static fw_error found;
  found.size = below(20) == 0 ? (uint32_t)below(600) : (uint32_t)sizeof(found);
  return below(3) == 0 ? NULL : &found;
}

static fw_pose_id any_pose(void) {
  fw_pose_id pose;
  pose.clip = (uint32_t)whole();
  pose.frame = (uint32_t)below(200);
  pose.mirrored = (uint32_t)below(2);
  return pose;
}

/* The numbers of the joints of the test's skeleton, and of their transforms; sometimes wrong. */
static size_t joints(void) { return below(8) == 0 ? length() : JOINTS * below(2); }
static size_t transforms(void) { return below(8) == 0 ? length() : 7 * JOINTS; }

static const fw_search_options *options(void) {
  return below(2) == 0 ? NULL : (const fw_search_options *)grown(sizeof(fw_search_options), 1);
}

static void reach(void *context, const double *from, const double *step, double *reached) {
  (void)context;
  reached[0] = from[0] > 4.0 ? 0.0 : step[0];
  reached[1] = below(50) == 0 ? number() : step[1];
}

static uint8_t ground(void *context, const double *at, fw_ground *found) {
  (void)context;
  found->height_m = below(50) == 0 ? number() : 0.1 * at[0];
  return below(50) != 0;
}

static const fw_surroundings *surroundings(void) {
  static fw_surroundings around;
  around.size = below(20) == 0 ? (uint32_t)below(600) : (uint32_t)sizeof(around);
  if (below(3) == 0 || fw_surroundings_default(&around, NULL) != FW_OK) {
    return NULL;
  }
  if (below(2) == 0) {
    around.world.handle = any_handle();
    around.mover.handle = any_handle();
    around.config.skin_m = (float)number();
  } else {
    around.reach = below(2) == 0 ? NULL : reach;
    around.ground = below(2) == 0 ? NULL : ground;
  }
  return &around;
}

static const fw_motion *motion(void) {
  static fw_motion from;
  from.size = below(20) == 0 ? (uint32_t)below(600) : (uint32_t)sizeof(from);
  from.joints = (uint32_t)joints();
  from.rotations = (float *)memory();
  from.spins_radps = (float *)memory();
  from.hips_m[1] = (float)number();
  return &from;
}

/* The largest recordings would take gigabytes. */
static const fw_record_config *record_config(void) {
  static fw_record_config config;
  config.size = below(20) == 0 ? (uint32_t)below(600) : (uint32_t)sizeof(config);
  config.frames = (uint32_t)below(500);
  config.searches = (uint32_t)below(50);
  return below(8) == 0 ? NULL : &config;
}

static fw_bias any_bias(void) {
  fw_bias handle;
  handle.handle = any_handle();
  return handle;
}
static fw_blend any_blend(void) {
  fw_blend handle;
  handle.handle = any_handle();
  return handle;
}
static fw_character any_character(void) {
  fw_character handle;
  handle.handle = any_handle();
  return handle;
}
static fw_choice any_choice(void) {
  fw_choice handle;
  handle.handle = any_handle();
  return handle;
}
static fw_control any_control(void) {
  fw_control handle;
  handle.handle = any_handle();
  return handle;
}
static fw_controller any_controller(void) {
  fw_controller handle;
  handle.handle = any_handle();
  return handle;
}
static fw_database any_database(void) {
  fw_database handle;
  handle.handle = any_handle();
  return handle;
}
static fw_expression any_expression(void) {
  fw_expression handle;
  handle.handle = any_handle();
  return handle;
}
static fw_goal any_goal(void) {
  fw_goal handle;
  handle.handle = any_handle();
  return handle;
}
static fw_index any_index(void) {
  fw_index handle;
  handle.handle = any_handle();
  return handle;
}
static fw_intercept_cache any_intercept_cache(void) {
  fw_intercept_cache handle;
  handle.handle = any_handle();
  return handle;
}
static fw_matcher any_matcher(void) {
  fw_matcher handle;
  handle.handle = any_handle();
  return handle;
}
static fw_mesh any_mesh(void) {
  fw_mesh handle;
  handle.handle = any_handle();
  return handle;
}
static fw_mover any_mover(void) {
  fw_mover handle;
  handle.handle = any_handle();
  return handle;
}
static fw_network any_network(void) {
  fw_network handle;
  handle.handle = any_handle();
  return handle;
}
static fw_path any_path(void) {
  fw_path handle;
  handle.handle = any_handle();
  return handle;
}
static fw_physics any_physics(void) {
  fw_physics handle;
  handle.handle = any_handle();
  return handle;
}
static fw_pose_filter any_pose_filter(void) {
  fw_pose_filter handle;
  handle.handle = any_handle();
  return handle;
}
static fw_prediction any_prediction(void) {
  fw_prediction handle;
  handle.handle = any_handle();
  return handle;
}
static fw_query any_query(void) {
  fw_query handle;
  handle.handle = any_handle();
  return handle;
}
static fw_query_cache any_query_cache(void) {
  fw_query_cache handle;
  handle.handle = any_handle();
  return handle;
}
static fw_repertoire any_repertoire(void) {
  fw_repertoire handle;
  handle.handle = any_handle();
  return handle;
}
static fw_search any_search(void) {
  fw_search handle;
  handle.handle = any_handle();
  return handle;
}
static fw_statics any_statics(void) {
  fw_statics handle;
  handle.handle = any_handle();
  return handle;
}
static fw_tracks any_tracks(void) {
  fw_tracks handle;
  handle.handle = any_handle();
  return handle;
}
static fw_trigger any_trigger(void) {
  fw_trigger handle;
  handle.handle = any_handle();
  return handle;
}
static fw_world any_world(void) {
  fw_world handle;
  handle.handle = any_handle();
  return handle;
}

/* Calls with arguments that chance would never find: files, and small numbers of steps. */
static fw_status sensible(void) {
  fw_database database = {0};
  fw_index index = {0};
  fw_repertoire repertoire = {0};
  fw_character character = {0};
  fw_network network = {0};
  const fw_text walker[3] = {{"hips", 4}, {"left_upper_leg", 14}, {"right_upper_leg", 15}};
  const uint32_t parents[3] = {FW_NONE, 0, 0};
  const float offsets[9] = {0, 0, 0, 0.1f, 0, 0, -0.1f, 0, 0};
  fw_stick stick = {{0.0, 0.0}, 0.0, 0, 0};
  fw_ball ball;
  const double position[3] = {0.0, 1.0, 0.0}, velocity[3] = {number(), 5.0, number()};
  static unsigned int opened;
  fw_status status;
  size_t flipped;
  switch (below(12)) {
  case 10:
    status = fw_network_from_bytes(files[3], file_lengths[3], NULL, 0.0, 0.0, &network, error());
    new_handle = network.handle;
    return status;
  case 11:
    return fw_network_set_skeleton(any_network(), walker, 3, parents, 3, offsets, 9, walker, 3, 0, 0, error());
  case 6:
    /* Opening decodes many poses. */
    if (opened++ % 16 != 0) {
      return FW_NULL;
    }
    status = fw_repertoire_from_bytes(files[2], file_lengths[2], 0, (uint8_t)below(2), &repertoire, error());
    new_handle = repertoire.handle;
    return status;
  case 7:
  case 8:
    status = fw_character_create(any_repertoire(), NULL, NULL, NULL, &character, error());
    new_handle = character.handle;
    return status;
  case 9:
    stick.velocity_mps[0] = velocity[0];
    return fw_character_update(any_character(), 1.0 / 60.0, &stick, NULL, surroundings(), NULL, error());
  case 0:
    status = fw_database_from_bytes(files[0], file_lengths[0], &database, error());
    new_handle = database.handle;
    return status;
  case 1:
    status = fw_index_from_bytes(files[1], file_lengths[1], (uint8_t)below(2), &index, error());
    new_handle = index.handle;
    return status;
  case 2:
    flipped = below(file_lengths[0]);
    files[0][flipped] ^= 4;
    status = fw_database_from_bytes(files[0], file_lengths[0], &database, error());
    files[0][flipped] ^= 4;
    new_handle = database.handle;
    return status;
  case 3:
    if (fw_ball_place(0.0, position, velocity, NULL, &ball, NULL) != FW_OK) {
      return FW_OK;
    }
    return fw_physics_step(any_physics(), &ball, (uint32_t)below(8), NULL, 0, NULL, error());
  case 4:
    if (fw_ball_place(0.0, position, velocity, NULL, &ball, NULL) != FW_OK) {
      return FW_OK;
    }
    return fw_prediction_restart(any_prediction(), any_physics(), &ball, error());
  default:
    return fw_prediction_run(any_prediction(), any_physics(), (uint32_t)below(16), error());
  }
}

/* Destroys the object of a handle, if it still exists. Only the function of its own kind succeeds. */
static void drop(uint64_t handle) {
  fw_bias bias;
  fw_blend blend;
  fw_character character;
  fw_choice choice;
  fw_control control;
  fw_database database;
  fw_expression expression;
  fw_index index;
  fw_pose_filter pose_filter;
  fw_path path;
  fw_repertoire repertoire;
  fw_search search;
  fw_intercept_cache intercept_cache;
  fw_goal goal;
  fw_matcher matcher;
  fw_controller controller;
  fw_mover mover;
  fw_network network;
  fw_statics statics;
  fw_physics physics;
  fw_prediction prediction;
  fw_query query;
  fw_query_cache query_cache;
  fw_tracks tracks;
  fw_trigger trigger;
  fw_mesh mesh;
  fw_world world;
  bias.handle = handle;
  fw_bias_destroy(bias, NULL);
  blend.handle = handle;
  fw_blend_destroy(blend, NULL);
  character.handle = handle;
  fw_character_destroy(character, NULL);
  choice.handle = handle;
  fw_choice_destroy(choice, NULL);
  control.handle = handle;
  fw_control_destroy(control, NULL);
  database.handle = handle;
  fw_database_destroy(database, NULL);
  expression.handle = handle;
  fw_expression_destroy(expression, NULL);
  index.handle = handle;
  fw_index_destroy(index, NULL);
  pose_filter.handle = handle;
  fw_pose_filter_destroy(pose_filter, NULL);
  path.handle = handle;
  fw_path_destroy(path, NULL);
  repertoire.handle = handle;
  fw_repertoire_destroy(repertoire, NULL);
  search.handle = handle;
  fw_search_destroy(search, NULL);
  intercept_cache.handle = handle;
  fw_intercept_cache_destroy(intercept_cache, NULL);
  goal.handle = handle;
  fw_goal_destroy(goal, NULL);
  matcher.handle = handle;
  fw_matcher_destroy(matcher, NULL);
  controller.handle = handle;
  fw_controller_destroy(controller, NULL);
  mover.handle = handle;
  fw_mover_destroy(mover, NULL);
  network.handle = handle;
  fw_network_destroy(network, NULL);
  statics.handle = handle;
  fw_statics_destroy(statics, NULL);
  physics.handle = handle;
  fw_physics_destroy(physics, NULL);
  prediction.handle = handle;
  fw_prediction_destroy(prediction, NULL);
  query.handle = handle;
  fw_query_destroy(query, NULL);
  query_cache.handle = handle;
  fw_query_cache_destroy(query_cache, NULL);
  tracks.handle = handle;
  fw_tracks_destroy(tracks, NULL);
  trigger.handle = handle;
  fw_trigger_destroy(trigger, NULL);
  mesh.handle = handle;
  fw_mesh_destroy(mesh, NULL);
  world.handle = handle;
  fw_world_destroy(world, NULL);
}

static fw_status call(size_t which) {
  switch (which) {
  case 0:
    return fw_blend_config_default((fw_blend_config *)grown(sizeof(fw_blend_config), 0), error());
  case 1:
    return fw_blend_create((fw_blend_config *)grown(sizeof(fw_blend_config), 1), (fw_blend *)made(), error());
  case 2:
    return fw_blend_destroy(any_blend(), error());
  case 3:
    return fw_blend_jump(any_blend(), (fw_motion *)grown(sizeof(fw_motion), 1), (fw_motion *)grown(sizeof(fw_motion), 1), error());
  case 4:
    return fw_blend_advance(any_blend(), number(), (uint8_t *)memory(), error());
  case 5:
    return fw_blend_apply(any_blend(), (fw_motion *)grown(sizeof(fw_motion), 1), (fw_motion *)grown(sizeof(fw_motion), 1), error());
  case 6:
    return fw_choice_weights_default((fw_choice_weights *)grown(sizeof(fw_choice_weights), 0), error());
  case 7:
    return fw_choice_create((fw_choice *)made(), error());
  case 8:
    return fw_choice_destroy(any_choice(), error());
  case 9:
    return fw_choice_choose(any_choice(), (fw_choice_input *)grown(sizeof(fw_choice_input), 1), (fw_choice_weights *)grown(sizeof(fw_choice_weights), 1), (uint32_t *)memory(), error());
  case 10:
    return fw_choice_rated(any_choice(), (fw_rated *)memory(), length(), (size_t *)memory(), error());
  case 11:
    return fw_choice_candidate(any_choice(), (uint32_t)whole(), (fw_intercept *)memory(), (fw_candidate *)memory(), error());
  case 12:
    return fw_control_rules_default((fw_control_rules *)grown(sizeof(fw_control_rules), 0), error());
  case 13:
    return fw_control_create((fw_control_rules *)grown(sizeof(fw_control_rules), 1), (fw_control *)made(), error());
  case 14:
    return fw_control_destroy(any_control(), error());
  case 15:
    return fw_control_decide(any_control(), (fw_situation *)grown(sizeof(fw_situation), 1), (fw_assignment *)memory(), length(), (size_t *)memory(), error());
  case 16:
    return fw_database_from_bytes((uint8_t *)memory(), length(), (fw_database *)made(), error());
  case 17:
    return fw_database_open(letters(), length(), (fw_database *)made(), error());
  case 18:
    return fw_database_destroy(any_database(), error());
  case 19:
    return fw_database_clip_count(any_database(), (uint32_t *)memory(), error());
  case 20:
    return fw_database_clip(any_database(), letters(), length(), (uint32_t *)memory(), error());
  case 21:
    return fw_database_clip_info(any_database(), (uint32_t)whole(), (fw_clip_info *)memory(), error());
  case 22:
    return fw_database_clip_name(any_database(), (uint32_t)whole(), (char *)memory(), length(), (size_t *)memory(), error());
  case 23:
    return fw_expression_compile(texts(), length(), texts(), length(), (uint32_t)whole(), (fw_expression *)made(), error());
  case 24:
    return fw_expression_from_bytes((uint8_t *)memory(), length(), (fw_expression *)made(), error());
  case 25:
    return fw_expression_destroy(any_expression(), error());
  case 26:
    return fw_expression_value(any_expression(), (float *)memory(), length(), (float *)memory(), error());
  case 27:
    return fw_expression_block(any_expression(), inputs(), length(), (float *const *)outputs(), length(), length(), error());
  case 28:
    return fw_index_from_bytes((uint8_t *)memory(), length(), (uint8_t)whole(), (fw_index *)made(), error());
  case 29:
    return fw_index_destroy(any_index(), error());
  case 30:
    return fw_index_get_info(any_index(), (fw_index_info *)memory(), error());
  case 31:
    return fw_index_clip(any_index(), letters(), length(), (uint32_t *)memory(), error());
  case 32:
    return fw_index_group(any_index(), letters(), length(), (uint32_t *)memory(), (uint32_t *)memory(), error());
  case 33:
    return fw_index_features(any_index(), any_pose(), (float *)memory(), length(), error());
  case 34:
    return fw_pose_filter_from_ranges(any_index(), (fw_range *)memory(), length(), (uint32_t)whole(), (fw_pose_filter *)made(), error());
  case 35:
    return fw_pose_filter_from_query(any_index(), any_query(), (uint32_t)whole(), (fw_pose_filter *)made(), error());
  case 36:
    return fw_pose_filter_destroy(any_pose_filter(), error());
  case 37:
    return fw_pose_filter_count(any_pose_filter(), (uint64_t *)memory(), error());
  case 38:
    return fw_pose_filter_allows(any_pose_filter(), any_index(), any_pose(), (uint8_t *)memory(), error());
  case 39:
    return fw_index_search(any_index(), (float *)memory(), length(), (fw_search_options *)grown(sizeof(fw_search_options), 1), (fw_match *)memory(), length(), (size_t *)memory(), error());
  case 40:
    return fw_player_default((uint32_t)whole(), (double *)memory(), (fw_player *)memory(), error());
  case 41:
    return fw_path_create((fw_path *)made(), error());
  case 42:
    return fw_path_destroy(any_path(), error());
  case 43:
    return fw_path_read(any_path(), any_prediction(), error());
  case 44:
    return fw_search_create((uint32_t)whole(), (fw_search *)made(), error());
  case 45:
    return fw_search_destroy(any_search(), error());
  case 46:
    return fw_search_run(any_search(), any_path(), (fw_player *)memory(), length(), number(), (fw_intercept *)memory(), length(), (size_t *)memory(), error());
  case 47:
    return fw_search_windows(any_search(), length(), (fw_window *)memory(), length(), (size_t *)memory(), error());
  case 48:
    return fw_intercept_cache_create((uint32_t)whole(), (fw_intercept_cache *)made(), error());
  case 49:
    return fw_intercept_cache_destroy(any_intercept_cache(), error());
  case 50:
    return fw_intercept_cache_update(any_intercept_cache(), any_path(), (fw_player *)memory(), length(), number(), (fw_intercept *)memory(), length(), (size_t *)memory(), error());
  case 51:
    return fw_intercept_cache_clear(any_intercept_cache(), error());
  case 52:
    return fw_goal_create(any_index(), (fw_goal *)made(), error());
  case 53:
    return fw_goal_destroy(any_goal(), error());
  case 54:
    return fw_goal_set(any_goal(), letters(), length(), (float *)memory(), length(), error());
  case 55:
    return fw_goal_unset(any_goal(), letters(), length(), error());
  case 56:
    return fw_rules_default((fw_rules *)grown(sizeof(fw_rules), 0), error());
  case 57:
    return fw_matcher_create((fw_rules *)grown(sizeof(fw_rules), 1), (fw_pose_id *)memory(), (fw_matcher *)made(), error());
  case 58:
    return fw_matcher_destroy(any_matcher(), error());
  case 59:
    return fw_matcher_update(any_matcher(), any_index(), number(), any_goal(), (uint8_t)whole(), (fw_search_options *)grown(sizeof(fw_search_options), 1), (fw_step *)memory(), error());
  case 60:
    return fw_controller_config_default((fw_controller_config *)grown(sizeof(fw_controller_config), 0), error());
  case 61:
    return fw_controller_create((fw_controller_config *)grown(sizeof(fw_controller_config), 1), (fw_place *)memory(), (fw_controller *)made(), error());
  case 62:
    return fw_controller_destroy(any_controller(), error());
  case 63:
    return fw_controller_update(any_controller(), number(), (fw_stick *)memory(), (fw_place *)memory(), error());
  case 64:
    return fw_controller_set_goal(any_controller(), any_index(), (fw_place *)memory(), (fw_stick *)memory(), any_goal(), error());
  case 65:
    return fw_controller_adjusted(any_controller(), number(), (fw_place *)memory(), number(), (fw_place *)memory(), error());
  case 66:
    return fw_move_config_default((fw_move_config *)grown(sizeof(fw_move_config), 0), error());
  case 67:
    return fw_filter_default((fw_filter *)grown(sizeof(fw_filter), 0), error());
  case 68:
    return fw_mover_create((fw_body *)memory(), (fw_mover *)made(), error());
  case 69:
    return fw_mover_destroy(any_mover(), error());
  case 70:
    return fw_mover_move_by(any_mover(), any_world(), (fw_mover_state *)memory(), (float *)memory(), (fw_filter *)grown(sizeof(fw_filter), 1), (fw_move_config *)grown(sizeof(fw_move_config), 1), (fw_move *)memory(), (fw_contact *)memory(), length(), (size_t *)memory(), error());
  case 71:
    return fw_mover_resize(any_mover(), any_world(), (fw_mover_state *)memory(), (fw_body *)memory(), (fw_filter *)grown(sizeof(fw_filter), 1), (fw_move_config *)grown(sizeof(fw_move_config), 1), (uint8_t *)memory(), error());
  case 72:
    return fw_world_overlapping(any_world(), (fw_body *)memory(), (double *)memory(), (uint32_t)whole(), (uint64_t *)memory(), length(), (size_t *)memory(), error());
  case 73:
    return fw_world_sweep(any_world(), (fw_body *)memory(), (double *)memory(), (double *)memory(), (uint32_t)whole(), (fw_hit *)memory(), error());
  case 74:
    return fw_pitch_default((fw_pitch *)grown(sizeof(fw_pitch), 0), error());
  case 75:
    return fw_statics_create((fw_pitch *)grown(sizeof(fw_pitch), 1), (fw_statics *)made(), error());
  case 76:
    return fw_statics_destroy(any_statics(), error());
  case 77:
    return fw_statics_add(any_statics(), (fw_static_shape *)memory(), (fw_surface *)memory(), (uint32_t *)memory(), error());
  case 78:
    return fw_ball_params_default((fw_ball_params *)grown(sizeof(fw_ball_params), 0), error());
  case 79:
    return fw_physics_create((fw_ball_params *)grown(sizeof(fw_ball_params), 1), any_statics(), (fw_physics *)made(), error());
  case 80:
    return fw_physics_destroy(any_physics(), error());
  case 81:
    return fw_ball_place(number(), (double *)memory(), (double *)memory(), (double *)memory(), (fw_ball *)memory(), error());
  case 82:
    return fw_ball_kick((fw_ball *)memory(), (double *)memory(), (double *)memory(), error());
  case 83:
    return fw_ball_secs((fw_ball *)memory(), (double *)memory(), error());
  case 84:
    return fw_prediction_options_default((fw_prediction_options *)grown(sizeof(fw_prediction_options), 0), error());
  case 85:
    return fw_prediction_create(any_physics(), (fw_ball *)memory(), (fw_prediction_options *)grown(sizeof(fw_prediction_options), 1), (fw_prediction *)made(), error());
  case 86:
    return fw_prediction_destroy(any_prediction(), error());
  case 87:
    return fw_prediction_restart(any_prediction(), any_physics(), (fw_ball *)memory(), error());
  case 88:
    return fw_prediction_advance(any_prediction(), number(), error());
  case 89:
    return fw_prediction_advance_frame(any_prediction(), any_physics(), number(), error());
  case 90:
    return fw_prediction_get_state(any_prediction(), (fw_prediction_state *)memory(), error());
  case 91:
    return fw_prediction_position_at(any_prediction(), number(), (double *)memory(), (uint8_t *)memory(), error());
  case 92:
    return fw_prediction_samples(any_prediction(), (fw_sample *)memory(), length(), (size_t *)memory(), error());
  case 93:
    return fw_prediction_events(any_prediction(), (fw_flight_event *)memory(), length(), (size_t *)memory(), error());
  case 94:
    return fw_prediction_sections(any_prediction(), (fw_height_bands *)memory(), (fw_section *)memory(), length(), (size_t *)memory(), error());
  case 95:
    return fw_query_bind(any_database(), letters(), length(), (fw_query *)made(), error());
  case 96:
    return fw_query_destroy(any_query(), error());
  case 97:
    return fw_query_ranges(any_query(), (fw_range *)memory(), length(), (size_t *)memory(), error());
  case 98:
    return fw_query_ranges_in(any_query(), (uint32_t)whole(), (fw_range *)memory(), length(), (size_t *)memory(), error());
  case 99:
    return fw_query_mask(any_query(), (uint32_t)whole(), (uint64_t *)memory(), length(), (size_t *)memory(), error());
  case 100:
    return fw_query_holds(any_query(), (uint32_t)whole(), (uint32_t)whole(), (uint8_t *)memory(), error());
  case 101:
    return fw_query_holds_many(any_query(), (fw_frame *)memory(), length(), (uint64_t *)memory(), length(), (size_t *)memory(), error());
  case 102:
    return fw_query_next_change(any_query(), (uint32_t)whole(), (uint32_t)whole(), (uint32_t *)memory(), error());
  case 103:
    return fw_query_cache_create(length(), (fw_query_cache *)made(), error());
  case 104:
    return fw_query_cache_destroy(any_query_cache(), error());
  case 105:
    return fw_query_cache_ranges(any_query_cache(), any_query(), (fw_range *)memory(), length(), (size_t *)memory(), error());
  case 106:
    return fw_tracks_create((fw_tracks *)made(), error());
  case 107:
    return fw_tracks_destroy(any_tracks(), error());
  case 108:
    return fw_tracks_add(any_tracks(), (double *)memory(), length(), number(), (uint32_t *)memory(), error());
  case 109:
    return fw_tracks_times(any_tracks(), (uint32_t)whole(), (double *)memory(), length(), (size_t *)memory(), error());
  case 110:
    return fw_tracks_passed(any_tracks(), (uint32_t)whole(), number(), number(), (double *)memory(), length(), (size_t *)memory(), error());
  case 111:
    return fw_tracks_nearest(any_tracks(), (uint32_t)whole(), number(), (double *)memory(), error());
  case 112:
    return fw_encoding_from_gaps(any_tracks(), (fw_rate *)memory(), (fw_encoding *)memory(), error());
  case 113:
    return fw_encoding_encode((fw_encoding *)memory(), any_tracks(), (fw_rate *)memory(), (float *)memory(), length(), error());
  case 114:
    return fw_encoding_decode((fw_encoding *)memory(), (float)number(), (float)number(), (double *)memory(), error());
  case 115:
    return fw_encoding_decode_all((fw_encoding *)memory(), (float *)memory(), length(), (fw_rate *)memory(), (fw_guards *)grown(sizeof(fw_guards), 1), (double *)memory(), length(), (size_t *)memory(), error());
  case 116:
    return fw_guards_default((fw_guards *)grown(sizeof(fw_guards), 0), error());
  case 117:
    return fw_trigger_create((fw_encoding *)memory(), (fw_guards *)grown(sizeof(fw_guards), 1), number(), number(), (fw_trigger *)made(), error());
  case 118:
    return fw_trigger_destroy(any_trigger(), error());
  case 119:
    return fw_trigger_advance(any_trigger(), (float)number(), (float)number(), number(), (fw_passing *)memory(), error());
  case 120:
    return fw_trigger_restart(any_trigger(), error());
  case 121:
    return fw_trigger_fires_within(any_trigger(), number(), (double *)memory(), error());
  case 122:
    return fw_mesh_from_triangles((double *)memory(), length(), (fw_mesh *)made(), error());
  case 123:
    return fw_mesh_from_heights((double *)memory(), length(), length(), number(), (fw_mesh *)made(), error());
  case 124:
    return fw_mesh_from_hull((double *)memory(), length(), (fw_mesh *)made(), error());
  case 125:
    return fw_mesh_destroy(any_mesh(), error());
  case 126:
    return fw_world_create((fw_world *)made(), error());
  case 127:
    return fw_world_destroy(any_world(), error());
  case 128:
    return fw_world_add_mesh(any_world(), any_mesh(), (fw_pose *)memory(), (fw_label *)memory(), (uint64_t *)memory(), error());
  case 129:
    return fw_world_add_volume(any_world(), (fw_volume *)memory(), (fw_pose *)memory(), (fw_label *)memory(), (uint64_t *)memory(), error());
  case 130:
    return fw_world_remove(any_world(), (uint64_t)whole(), error());
  case 131:
    return fw_world_begin_step(any_world(), error());
  case 132:
    return fw_world_move_to(any_world(), (uint64_t)whole(), (fw_pose *)memory(), error());
  case 133:
    return fw_world_set_label(any_world(), (uint64_t)whole(), (fw_label *)memory(), error());
  case 134:
    return fw_database_tag_count(any_database(), (uint32_t *)memory(), error());
  case 135:
    return fw_database_tag_name(any_database(), (uint32_t)whole(), (char *)memory(), length(), (size_t *)memory(), error());
  case 136:
    return fw_database_event_count(any_database(), (uint32_t *)memory(), error());
  case 137:
    return fw_database_event_name(any_database(), (uint32_t)whole(), (char *)memory(), length(), (size_t *)memory(), error());
  case 138:
    return fw_database_event_times(any_database(), (uint32_t)whole(), (uint32_t)whole(), (double *)memory(), length(), (size_t *)memory(),
                                   error());
  case 139:
    return fw_repertoire_from_bytes((uint8_t *)memory(), length(), (uint32_t)whole(), (uint8_t)whole(), (fw_repertoire *)made(), error());
  case 140:
    return fw_repertoire_open(letters(), length(), (uint32_t)whole(), (fw_repertoire *)made(), error());
  case 141:
    return fw_repertoire_destroy(any_repertoire(), error());
  case 142:
    return fw_repertoire_get_info(any_repertoire(), (fw_repertoire_info *)memory(), error());
  case 143:
    return fw_index_from_repertoire(any_repertoire(), (fw_index *)made(), error());
  case 144:
    return fw_repertoire_joint(any_repertoire(), (uint32_t)whole(), (fw_joint *)memory(), error());
  case 145:
    return fw_repertoire_joint_name(any_repertoire(), (uint32_t)whole(), (char *)memory(), length(), (size_t *)memory(), error());
  case 146:
    return fw_repertoire_decode(any_repertoire(), any_pose(), (float)number(), (float *)memory(), transforms(), error());
  case 147:
    return fw_pose_filter_for_landing(any_index(), any_query(), (uint32_t)whole(), number(), (fw_pose_filter *)made(), error());
  case 148:
    return fw_character_config_default((fw_character_config *)grown(sizeof(fw_character_config), 0), error());
  case 149:
    return fw_character_create(any_repertoire(), below(2) == 0 ? NULL : (fw_character_config *)grown(sizeof(fw_character_config), 1), (fw_pose_id *)memory(), (fw_placement *)memory(), (fw_character *)made(), error());
  case 150:
    return fw_character_destroy(any_character(), error());
  case 151:
    return fw_character_update(any_character(), number(), (fw_stick *)memory(), options(), surroundings(), (fw_step *)memory(), error());
  case 152:
    return fw_character_follow(any_character(), number(), (fw_waypoint *)memory(), length() % 30, options(), surroundings(), (fw_step *)memory(), error());
  case 153:
    return fw_character_get_root(any_character(), (fw_placement *)memory(), error());
  case 154:
    return fw_character_pose(any_character(), (uint8_t *)memory(), joints(), (float *)memory(), transforms(), error());
  case 155:
    return fw_character_plant_feet(any_character(), (float *)memory(), transforms(), error());
  case 156:
    return fw_character_teleport(any_character(), (fw_placement *)memory(), error());
  case 157:
    return fw_character_take_over(any_character(), motion(), (fw_placement *)memory(), options(), error());
  case 158:
    return fw_character_set_detail(any_character(), (uint32_t)whole(), (float)number(), (uint32_t)whole(), error());
  case 159:
    return fw_character_is_resting(any_character(), (uint8_t *)memory(), error());
  case 160:
    return fw_character_save(any_character(), (uint8_t *)memory(), below(8192), (size_t *)memory(), error());
  case 161:
    return fw_character_restore(any_character(), (uint8_t *)memory(), length(), error());
  case 162:
    return fw_surroundings_default((fw_surroundings *)grown(sizeof(fw_surroundings), 0), error());
  case 163:
    return fw_repertoire_find_joint(any_repertoire(), letters(), length(), (uint32_t *)memory(), error());
  case 164:
    return fw_character_pose_in(any_character(), (uint32_t)below(3), (float *)memory(), transforms(), error());
  case 165:
    return fw_character_footsteps(any_character(), (fw_footstep *)memory(), below(4), (size_t *)memory(), error());
  case 166:
    return fw_bias_create(any_index(), (fw_bias *)made(), error());
  case 167:
    return fw_bias_destroy(any_bias(), error());
  case 168:
    return fw_bias_add_cost(any_bias(), any_pose_filter(), (float)number(), error());
  case 169:
    return fw_bias_add_stay(any_bias(), any_pose_filter(), (float)number(), error());
  case 170:
    return fw_record_config_default((fw_record_config *)grown(sizeof(fw_record_config), 0), error());
  case 171:
    return fw_character_record(any_character(), record_config(), error());
  case 172:
    return fw_character_stop_recording(any_character(), error());
  case 173:
    return fw_character_is_recording(any_character(), (uint8_t *)memory(), error());
  case 174:
    return fw_character_recording(any_character(), (uint8_t *)memory(), below(8192), (size_t *)memory(), error());
  case 175:
    return fw_database_content_stamp(any_database(), (uint64_t *)memory(), error());
  case 176:
    return fw_network_from_bytes((uint8_t *)memory(), length(), (fw_guards *)grown(sizeof(fw_guards), 1), number(), number(), (fw_network *)made(), error());
  case 177:
    return fw_network_destroy(any_network(), error());
  case 178:
    return fw_network_check(any_network(), (uint8_t *)memory(), length(), error());
  case 179:
    return fw_network_get_info(any_network(), (fw_network_info *)memory(), error());
  case 180:
    return fw_network_column_name(any_network(), (uint32_t)whole(), (char *)memory(), length(), (size_t *)memory(), error());
  case 181:
    return fw_network_inputs(any_network(), (uint32_t *)memory(), length(), (size_t *)memory(), error());
  case 182:
    return fw_network_outputs(any_network(), (uint32_t *)memory(), length(), (size_t *)memory(), error());
  case 183:
    return fw_network_event_name(any_network(), (uint32_t)whole(), (char *)memory(), length(), (size_t *)memory(), error());
  case 184:
    return fw_network_event(any_network(), letters(), length(), (uint32_t *)memory(), error());
  case 185:
    return fw_network_tag_name(any_network(), (uint32_t)whole(), (char *)memory(), length(), (size_t *)memory(), error());
  case 186:
    return fw_network_tag(any_network(), letters(), length(), (uint32_t *)memory(), error());
  case 187:
    return fw_network_scale(any_network(), (float *)memory(), length(), (float *)memory(), length(), error());
  case 188:
    return fw_network_push(any_network(), (float *)memory(), below(2) == 0 ? 2 : length(), error());
  case 189:
    return fw_network_next_frame_secs(any_network(), (double *)memory(), error());
  case 190:
    return fw_network_passed(any_network(), (uint32_t)whole(), number(), number(), (double *)memory(), length(), (size_t *)memory(), error());
  case 191:
    return fw_network_coming(any_network(), (uint32_t)whole(), number(), number(), (double *)memory(), error());
  case 192:
    return fw_network_holds(any_network(), (uint32_t)whole(), (uint8_t *)memory(), error());
  case 193:
    return fw_network_row(any_network(), (float *)memory(), length(), (size_t *)memory(), error());
  case 194:
    return fw_network_restart(any_network(), error());
  case 195:
    return fw_network_set_skeleton(any_network(), texts(), below(3), (uint32_t *)memory(), below(3), (float *)memory(), 3 * below(3), texts(), below(3), (uint32_t)whole(), (uint8_t)below(2), error());
  case 196:
    return fw_network_push_pose(any_network(), (double *)memory(), (float *)memory(), 4 * below(3), (float *)memory(), 3 * below(3), (float *)memory(), below(3), (fw_pose_facts *)memory(), (uint8_t *)memory(), error());
  case 197:
    return fw_network_window(any_network(), (float *)memory(), length(), (size_t *)memory(), error());
  case 198:
    return fw_query_functions((char *)memory(), length(), (size_t *)memory(), error());
  case 199:
    return fw_expression_functions((char *)memory(), length(), (size_t *)memory(), error());
  case 200:
    return fw_index_group_name(any_index(), (uint32_t)whole(), (char *)memory(), length(), (size_t *)memory(), error());
  case 201:
    return fw_character_group_costs(any_character(), (float *)memory(), length(), (size_t *)memory(), error());
  case 202:
    return fw_repertoire_root(any_repertoire(), any_pose(), (float)number(), (fw_clip_root *)memory(), error());
  case 203:
    return fw_mover_from_hull((float *)memory(), 3 * length(), (fw_mover *)made(), error());
  default:
    return sensible();
  }
}

static int read_file(const char *path, int which) {
  FILE *file = fopen(path, "rb");
  long size;
  if (file == NULL || fseek(file, 0, SEEK_END) != 0 || (size = ftell(file)) <= 0 || fseek(file, 0, SEEK_SET) != 0) {
    return 0;
  }
  files[which] = malloc((size_t)size);
  file_lengths[which] = fread(files[which], 1, (size_t)size, file);
  fclose(file);
  return file_lengths[which] == (size_t)size;
}

int main(int count, char **arguments) {
  long calls, i;
  long by_status[16] = {0};
  fw_status status;
  size_t slot;
  if (count != 7 || !read_file(arguments[3], 0) || !read_file(arguments[4], 1) || !read_file(arguments[5], 2) ||
      !read_file(arguments[6], 3)) {
    return 2;
  }
  calls = atol(arguments[1]);
  state = strtoull(arguments[2], NULL, 10) * 2 + 1;
  for (i = 0; i < calls; i++) {
    new_handle = 0;
    status = call(below(204 + 8));
    if (status < 0 || status >= FW_PANIC) {
      printf("call %ld: status %d\n", i, (int)status);
      return 1;
    }
    by_status[status]++;
    if (new_handle != 0) {
      slot = below(HANDLES);
      drop(handles[slot]);
      handles[slot] = new_handle;
    }
  }
  for (i = 0; i < 11; i++) {
    printf("%ld ", by_status[i]);
  }
  printf("\nok\n");
  return 0;
}
