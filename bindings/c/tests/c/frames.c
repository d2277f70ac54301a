/* Runs the calls of a game's frame with a counting allocator: once warm, they allocate nothing. Arguments: a database and
 * an index.
 */
#define _POSIX_C_SOURCE 200809L
#include <footwork.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long allocated;

static void *allocate(void *context, size_t size, size_t alignment) {
  void *block = NULL;
  (void)context;
  allocated++;
  if (posix_memalign(&block, alignment < sizeof(void *) ? sizeof(void *) : alignment, size) != 0) {
    return NULL;
  }
  return block;
}

static void release(void *context, void *block, size_t size, size_t alignment) {
  (void)context;
  (void)size;
  (void)alignment;
  free(block);
}

static fw_error error = {.size = sizeof(error)};

static void check(int line, fw_status status) {
  if (status != FW_OK) {
    printf("line %d: status %d: %s\n", line, (int)status, error.message);
    exit(1);
  }
}
#define CHECK(call) check(__LINE__, (call))

static unsigned char *read_file(const char *path, size_t *length) {
  unsigned char *bytes;
  FILE *file = fopen(path, "rb");
  if (file == NULL || fseek(file, 0, SEEK_END) != 0) {
    exit(1);
  }
  *length = (size_t)ftell(file);
  bytes = malloc(*length);
  rewind(file);
  if (bytes == NULL || fread(bytes, 1, *length, file) != *length) {
    exit(1);
  }
  fclose(file);
  return bytes;
}

/* A character that walks and turns on a floor, with the numbers of its joints. */
static fw_character character;
static fw_surroundings around = {.size = sizeof(around)};
static fw_search_options biased = {.size = sizeof(biased)};
static float joints[7 * 64];
static size_t joint_numbers;

static void add_character(const char *path, fw_world floor_of) {
  const fw_body body = {.kind = FW_BODY_CAPSULE, .radius_m = 0.3f, .height_m = 1.8f};
  const fw_volume floor = {FW_VOLUME_BOX, {90.0f, 0.5f, 90.0f}, 0.0f, 0.0f};
  const fw_pose below = {{0.0, -0.5, 0.0}, {0.0f, 0.0f, 0.0f, 0.0f}};
  const fw_range first = {0, 0, 60};
  fw_repertoire repertoire;
  fw_repertoire_info info;
  fw_index poses;
  fw_pose_filter filter;
  uint64_t obstacle;
  CHECK(fw_repertoire_open(path, strlen(path), 0, &repertoire, &error));
  CHECK(fw_repertoire_get_info(repertoire, &info, &error));
  joint_numbers = 7 * (size_t)info.joints;
  CHECK(fw_world_add_volume(floor_of, &floor, &below, NULL, &obstacle, &error));
  CHECK(fw_surroundings_default(&around, &error));
  around.world = floor_of;
  CHECK(fw_mover_create(&body, &around.mover, &error));
  CHECK(fw_character_create(repertoire, NULL, NULL, NULL, &character, &error));
  CHECK(fw_character_record(character, NULL, &error));
  CHECK(fw_index_from_repertoire(repertoire, &poses, &error));
  CHECK(fw_pose_filter_from_ranges(poses, &first, 1, FW_TWINS_BOTH, &filter, &error));
  CHECK(fw_bias_create(poses, &biased.bias, &error));
  CHECK(fw_bias_add_cost(biased.bias, filter, 0.5f, &error));
  CHECK(fw_bias_add_stay(biased.bias, filter, 0.25f, &error));
}

static void act(int frame) {
  static uint8_t saved[16384];
  static const double sticks[4][2] = {{0.0, 2.0}, {2.0, 0.0}, {0.0, 0.0}, {-3.0, -1.0}};
  const fw_placement there = {{(double)frame, 0.0, 1.0}, 0.5};
  fw_stick stick = {{0.0, 0.0}, 0.0, 0, 0};
  fw_step step;
  fw_footstep footsteps[2];
  size_t count;
  memcpy(stick.velocity_mps, sticks[frame / 50 % 4], sizeof(stick.velocity_mps));
  CHECK(fw_character_update(character, 1.0 / 60, &stick, &biased, &around, &step, &error));
  CHECK(fw_character_footsteps(character, footsteps, 2, &count, &error));
  CHECK(fw_character_pose_in(character, FW_SPACE_WORLD, joints, joint_numbers, &error));
  CHECK(fw_character_pose(character, NULL, 0, joints, joint_numbers, &error));
  CHECK(fw_character_plant_feet(character, joints, joint_numbers, &error));
  CHECK(fw_character_save(character, saved, sizeof(saved), &count, &error));
  if (frame % 100 == 70) {
    CHECK(fw_character_teleport(character, &there, &error));
  }
}

/* A network that takes three joints and returns an event and a tag. */
static fw_network network;
static long claps;

static void add_network(const char *path) {
  const fw_text names[3] = {{"Hips", 4}, {"LeftLeg", 7}, {"RightLeg", 8}};
  const fw_text roles[3] = {{"hips", 4}, {"left_upper_leg", 14}, {"right_upper_leg", 15}};
  const uint32_t parents[3] = {FW_NONE, 0, 0};
  const float offsets[9] = {0, 0, 0, 0.1f, 0, 0, -0.1f, 0, 0};
  size_t length;
  unsigned char *bytes = read_file(path, &length);
  CHECK(fw_network_from_bytes(bytes, length, NULL, 0.03, 0.0, &network, &error));
  CHECK(fw_network_set_skeleton(network, names, 3, parents, 3, offsets, 9, roles, 3, 0, 0, &error));
  free(bytes);
}

static void predict(int frame) {
  const double position[3] = {0.0, 0.9, 0.03 * frame};
  const float rotations[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, given[4] = {0}, clap[4] = {frame % 20 == 0 ? 0.9f : 0.1f, 0, 0, -1};
  static float window[256];
  double times[16], next;
  uint8_t ready, holds;
  size_t count;
  CHECK(fw_network_push_pose(network, position, rotations, 12, NULL, 0, given, 4, NULL, &ready, &error));
  CHECK(fw_network_window(network, window, 256, &count, &error));
  CHECK(fw_network_push(network, clap, 4, &error));
  CHECK(fw_network_next_frame_secs(network, &next, &error));
  CHECK(fw_network_passed(network, 1, next - 1.5 / 30, next - 0.5 / 30, times, 16, &count, &error));
  CHECK(fw_network_holds(network, 0, &holds, &error));
  claps += (long)count;
}

int main(int count, char **arguments) {
  fw_database database;
  fw_query query;
  fw_query_cache cache;
  fw_index index;
  fw_pose_filter filter;
  fw_goal goal;
  fw_matcher matcher;
  fw_controller controller;
  fw_blend blend;
  fw_statics statics;
  fw_physics physics;
  fw_prediction prediction;
  fw_path path;
  fw_intercept_cache intercepts;
  fw_search search;
  fw_choice choice;
  fw_control control;
  fw_world world;
  fw_mover mover;
  fw_expression expression;
  fw_pitch pitch = {.size = sizeof(pitch)};
  fw_prediction_options options = {.size = sizeof(options)};
  fw_search_options by = {.size = sizeof(by)};
  fw_place place = {{0, 0}, 0};
  fw_stick stick = {{0, 1}, 0, 0, 0};
  fw_pose_id start = {0, 0, 0};
  fw_volume wall = {FW_VOLUME_BOX, {0.5f, 2, 5}, 0, 0};
  fw_pose pose = {{1.5, 1, 0}, {0, 0, 0, 1}};
  fw_body body = {.kind = FW_BODY_CAPSULE, .radius_m = 0.3f, .height_m = 1.8f};
  fw_mover_state state;
  fw_move moved;
  fw_contact contacts[64];
  fw_range ranges[64];
  fw_ball ball;
  fw_player players[10];
  fw_intercept found[10];
  fw_touch touches[16];
  fw_candidate candidates[10];
  fw_human human = {0};
  fw_situation situation = {.size = sizeof(situation)};
  fw_assignment assignment;
  fw_choice_input input = {.size = sizeof(input)};
  fw_step step;
  fw_motion shown = {.size = sizeof(shown)}, plays = {.size = sizeof(plays)};
  float rotations[2][4 * 20], spins[2][3 * 20], way[3] = {0.05f, 0, 0.02f}, value, values[64], results[64];
  float *outputs[1] = {results};
  fw_input inputs[1] = {{values, 0}};
  fw_text text = {"smoothstep(1, 3, x) * x", 23}, name = {"x", 1};
  const double at[3] = {0, 0.11, 0}, kick[3] = {11, 7, 3}, spin[3] = {0, 20, 0};
  double now, position[3];
  uint64_t obstacle, word;
  uint32_t i, chosen;
  uint8_t holds, known, active;
  int frame;
  long before = 0;
  size_t length, written;
  unsigned char *tags, *poses;
  if (count != 5 || fw_set_allocator(allocate, release, NULL, &error) != FW_OK) {
    printf("the allocator: %s\n", error.message);
    return 1;
  }
  tags = read_file(arguments[1], &length);
  CHECK(fw_database_from_bytes(tags, length, &database, &error));
  CHECK(fw_query_bind(database, "Gait.Walk", 9, &query, &error));
  CHECK(fw_query_cache_create(1 << 20, &cache, &error));
  poses = read_file(arguments[2], &length);
  CHECK(fw_index_from_bytes(poses, length, 1, &index, &error));
  CHECK(fw_pose_filter_from_query(index, query, FW_TWINS_BOTH, &filter, &error));
  CHECK(fw_goal_create(index, &goal, &error));
  CHECK(fw_matcher_create(NULL, &start, &matcher, &error));
  CHECK(fw_controller_create(NULL, &place, &controller, &error));
  CHECK(fw_blend_create(NULL, &blend, &error));
  CHECK(fw_pitch_default(&pitch, &error));
  CHECK(fw_statics_create(&pitch, &statics, &error));
  CHECK(fw_physics_create(NULL, statics, &physics, &error));
  CHECK(fw_ball_place(0, at, kick, spin, &ball, &error));
  CHECK(fw_prediction_options_default(&options, &error));
  options.keeps_ahead = 1;
  CHECK(fw_prediction_create(physics, &ball, &options, &prediction, &error));
  CHECK(fw_path_create(&path, &error));
  CHECK(fw_intercept_cache_create(FW_REACH_FULL, &intercepts, &error));
  CHECK(fw_search_create(FW_REACH_FULL, &search, &error));
  CHECK(fw_choice_create(&choice, &error));
  CHECK(fw_control_create(NULL, &control, &error));
  CHECK(fw_world_create(&world, &error));
  CHECK(fw_world_add_volume(world, &wall, &pose, NULL, &obstacle, &error));
  CHECK(fw_mover_create(&body, &mover, &error));
  CHECK(fw_expression_compile(&text, 1, &name, 1, 0, &expression, &error));
  memset(&state, 0, sizeof(state));
  state.position[1] = 0.9;
  memset(rotations, 0, sizeof(rotations));
  memset(spins, 0, sizeof(spins));
  memset(values, 0, sizeof(values));
  for (i = 0; i < 20; i++) {
    rotations[0][4 * i + 3] = rotations[1][4 * i + 3] = 1;
  }
  shown.joints = plays.joints = 20;
  shown.rotations = rotations[0];
  shown.spins_radps = spins[0];
  plays.rotations = rotations[1];
  plays.spins_radps = spins[1];
  for (i = 0; i < 10; i++) {
    position[0] = (i % 5) * 12.0 - 20;
    position[1] = 0;
    position[2] = (i / 5) * 16.0 - 8;
    CHECK(fw_player_default(i, position, &players[i], &error));
    players[i].team = i % 2;
  }
  human.player = FW_NONE;
  human.mode = FW_MODE_AUTOMATIC;
  add_character(arguments[3], world);
  add_network(arguments[4]);
  for (frame = 0; frame < 400; frame++) {
    if (frame == 200) {
      before = allocated;
    }
    if (frame % 100 == 50) {
      CHECK(fw_ball_kick(&ball, kick, spin, &error));
      CHECK(fw_prediction_restart(prediction, physics, &ball, &error));
      CHECK(fw_blend_jump(blend, &shown, &plays, &error));
    }
    CHECK(fw_query_ranges(query, ranges, 64, &written, &error));
    CHECK(fw_query_cache_ranges(cache, query, ranges, 64, &written, &error));
    CHECK(fw_query_holds(query, 0, (uint32_t)frame % 100, &holds, &error));
    CHECK(fw_query_ranges_in(query, 0, ranges, 64, &written, &error));
    CHECK(fw_query_mask(query, 0, &word, 0, &written, NULL) == FW_BUFFER_TOO_SMALL ? FW_OK : FW_PANIC);
    CHECK(fw_physics_step(physics, &ball, 4, touches, 16, &written, &error));
    CHECK(fw_ball_secs(&ball, &now, &error));
    CHECK(fw_prediction_advance_frame(prediction, physics, now, &error));
    CHECK(fw_prediction_position_at(prediction, now, position, &known, &error));
    CHECK(fw_path_read(path, prediction, &error));
    CHECK(fw_intercept_cache_update(intercepts, path, players, 10, now, found, 10, &written, &error));
    CHECK(fw_search_run(search, path, players, 10, now, found, 10, &written, &error));
    input.model = FW_REACH_FULL;
    input.path = path;
    input.now_secs = now;
    input.players = players;
    input.intercepts = found;
    input.count = 10;
    CHECK(fw_choice_choose(choice, &input, NULL, &chosen, &error));
    for (i = 0; i < 10; i++) {
      CHECK(fw_choice_candidate(choice, players[i].team, &found[i], &candidates[i], &error));
    }
    situation.now_secs = now;
    situation.touched_by = FW_NONE;
    situation.candidates = candidates;
    situation.candidates_count = 10;
    situation.humans = &human;
    situation.humans_count = 1;
    CHECK(fw_control_decide(control, &situation, &assignment, 1, &written, &error));
    human.player = assignment.player;
    CHECK(fw_world_begin_step(world, &error));
    CHECK(fw_mover_move_by(mover, world, &state, way, NULL, NULL, &moved, contacts, 64, &written, &error));
    state = moved.state;
    CHECK(fw_controller_update(controller, 1.0 / 60, &stick, &place, &error));
    CHECK(fw_controller_set_goal(controller, index, &place, &stick, goal, &error));
    by.filter = filter;
    CHECK(fw_matcher_update(matcher, index, 1.0 / 60, goal, 0, &by, &step, &error));
    CHECK(fw_blend_advance(blend, 1.0 / 60, &active, &error));
    CHECK(fw_blend_apply(blend, &plays, &shown, &error));
    CHECK(fw_expression_value(expression, values, 1, &value, &error));
    CHECK(fw_expression_block(expression, inputs, 1, (float *const *)outputs, 1, 64, &error));
    act(frame);
    predict(frame);
  }
  printf("allocated %ld, claps %ld\n", allocated - before, claps);
  CHECK(fw_index_destroy(index, &error));
  free(tags);
  free(poses);
  return 0;
}
