/* Runs scenes from standard input, given as words: a command, and numbers as the 16 hexadecimal digits of their bits or as decimal
 * integers. Prints the bits of the results in the format of the Rust test.
 */
#include <footwork.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX 4096

static char word[256];
static double triangles[9 * MAX];
static float points[3 * MAX];
static fw_world world;
static fw_mover mover;
static fw_move_config config = {.size = sizeof(config)};
static fw_mover_state body_state;
static fw_physics physics;
static fw_prediction prediction;
static fw_path path;
static fw_ball ball;
static fw_player players[64];
static fw_intercept found[64], again[64];
static fw_tracks tracks;
static fw_index index_;
static fw_database database;

static void check(int line, fw_status status, const fw_error *error) {
  if (status != FW_OK) {
    printf("line %d: status %d: %s\n", line, (int)status, error->message);
    exit(1);
  }
}
static fw_error error = {.size = sizeof(error)};
#define CHECK(call) check(__LINE__, (call), &error)

static int next_word(void) { return scanf("%255s", word) == 1; }

static double real(void) {
  uint64_t bits;
  double number;
  if (!next_word()) {
    exit(1);
  }
  bits = strtoull(word, NULL, 16);
  memcpy(&number, &bits, sizeof(number));
  return number;
}

static uint32_t whole(void) {
  if (!next_word()) {
    exit(1);
  }
  return (uint32_t)strtoul(word, NULL, 10);
}

static void print(double number) {
  uint64_t bits;
  memcpy(&bits, &number, sizeof(bits));
  printf(" %016llx", (unsigned long long)bits);
}

static void vector(double *numbers) {
  int i;
  for (i = 0; i < 3; i++) {
    numbers[i] = real();
  }
}

static void begin_slide(void) {
  fw_body body = {0};
  uint32_t count, i;
  if (world.handle != 0) {
    CHECK(fw_world_destroy(world, &error));
    CHECK(fw_mover_destroy(mover, &error));
  }
  CHECK(fw_world_create(&world, &error));
  body.kind = whole();
  for (i = 0; i < 3; i++) {
    body.half_m[i] = (float)real();
  }
  body.radius_m = (float)real();
  body.height_m = (float)real();
  for (i = 0; i < 4; i++) {
    body.rotation[i] = (float)real();
  }
  count = whole();
  for (i = 0; i < 3 * count && i < 3 * MAX; i++) {
    points[i] = (float)real();
  }
  if (count > 0) {
    CHECK(fw_mover_from_hull(points, 3 * (size_t)count, &mover, &error));
  } else {
    CHECK(fw_mover_create(&body, &mover, &error));
  }
  CHECK(fw_move_config_default(&config, &error));
  config.skin_m = (float)real();
  memset(&body_state, 0, sizeof(body_state));
  vector(body_state.position);
}

static void add_mesh(void) {
  fw_mesh mesh;
  uint64_t obstacle;
  uint32_t count = whole(), i;
  for (i = 0; i < 9 * count && i < 9 * MAX; i++) {
    triangles[i] = real();
  }
  CHECK(fw_mesh_from_triangles(triangles, 9 * (size_t)count, &mesh, &error));
  CHECK(fw_world_add_mesh(world, mesh, NULL, NULL, &obstacle, &error));
  CHECK(fw_mesh_destroy(mesh, &error));
}

static void add_volume(void) {
  fw_volume volume = {0};
  fw_pose pose = {{0}, {0}};
  uint64_t obstacle;
  int i;
  volume.kind = whole();
  for (i = 0; i < 3; i++) {
    volume.half_m[i] = (float)real();
  }
  volume.radius_m = (float)real();
  vector(pose.position);
  CHECK(fw_world_add_volume(world, &volume, &pose, NULL, &obstacle, &error));
}

static void move(void) {
  static fw_contact contacts[256];
  float way[3];
  fw_move moved;
  size_t count, i;
  for (i = 0; i < 3; i++) {
    way[i] = (float)real();
  }
  CHECK(fw_mover_move_by(mover, world, &body_state, way, NULL, &config, &moved, contacts, 256, &count, &error));
  body_state = moved.state;
  printf("%u %u %lu", (unsigned)moved.outcome, (unsigned)moved.state.footing, (unsigned long)count);
  for (i = 0; i < 3; i++) {
    print(moved.state.position[i]);
  }
  for (i = 0; i < count; i++) {
    print(contacts[i].point[0]);
    print((double)contacts[i].normal[1]);
  }
  printf("\n");
}

static void kick(void) {
  double position[3], velocity[3], spin[3];
  static fw_flight_event events[1024];
  static fw_section sections[256];
  size_t count, i;
  if (physics.handle == 0) {
    fw_statics statics;
    fw_pitch pitch = {.size = sizeof(pitch)};
    CHECK(fw_pitch_default(&pitch, &error));
    CHECK(fw_statics_create(&pitch, &statics, &error));
    CHECK(fw_physics_create(NULL, statics, &physics, &error));
    CHECK(fw_statics_destroy(statics, &error));
    CHECK(fw_path_create(&path, &error));
  }
  vector(position);
  vector(velocity);
  vector(spin);
  CHECK(fw_ball_place(0.0, position, velocity, spin, &ball, &error));
  if (prediction.handle == 0) {
    CHECK(fw_prediction_create(physics, &ball, NULL, &prediction, &error));
  } else {
    CHECK(fw_prediction_restart(prediction, physics, &ball, &error));
  }
  CHECK(fw_prediction_run(prediction, physics, FW_NONE, &error));
  CHECK(fw_path_read(path, prediction, &error));
  CHECK(fw_prediction_events(prediction, events, 1024, &count, &error));
  for (i = 0; i < count; i++) {
    printf("%u %u", (unsigned)events[i].kind, (unsigned)events[i].hit);
    print(events[i].secs);
    print(events[i].position[0]);
    printf("\n");
  }
  CHECK(fw_prediction_sections(prediction, NULL, sections, 256, &count, &error));
  for (i = 0; i < count; i++) {
    printf("%u", (unsigned)sections[i].band);
    print(sections[i].to_secs);
    printf("\n");
  }
}

static void reach(void) {
  static fw_window windows[64];
  fw_search search;
  fw_intercept_cache cache;
  fw_choice choice;
  fw_control control;
  fw_choice_input input = {.size = sizeof(input)};
  fw_candidate candidates[64];
  fw_human human = {0};
  fw_situation situation = {.size = sizeof(situation)};
  fw_assignment assignment;
  uint32_t model = whole(), count = whole(), i, chosen;
  size_t written, j, window_count;
  for (i = 0; i < count; i++) {
    double position[3];
    vector(position);
    CHECK(fw_player_default(i, position, &players[i], &error));
    players[i].team = i % 2;
    players[i].top_speed_mps = real();
    players[i].reach_m = real();
    players[i].reaction_end_secs = real();
  }
  CHECK(fw_search_create(model, &search, &error));
  CHECK(fw_intercept_cache_create(model, &cache, &error));
  CHECK(fw_search_run(search, path, players, count, 0.0, found, 64, &written, &error));
  CHECK(fw_intercept_cache_update(cache, path, players, count, 0.0, again, 64, &written, &error));
  for (i = 0; i < count; i++) {
    CHECK(fw_search_windows(search, i, windows, 64, &window_count, &error));
    printf("%u %u %u %lu", (unsigned)found[i].can_take, (unsigned)found[i].is_known, (unsigned)found[i].kind, (unsigned long)window_count);
    print(found[i].secs);
    print(again[i].secs);
    print(found[i].difficulty);
    for (j = 0; j < window_count; j++) {
      print(windows[j].to_secs);
    }
    printf("\n");
  }
  CHECK(fw_choice_create(&choice, &error));
  input.model = model;
  input.path = path;
  input.players = players;
  input.intercepts = found;
  input.count = count;
  input.team = 0;
  CHECK(fw_choice_choose(choice, &input, NULL, &chosen, &error));
  CHECK(fw_control_create(NULL, &control, &error));
  for (i = 0; i < count; i++) {
    CHECK(fw_choice_candidate(choice, players[i].team, &found[i], &candidates[i], &error));
  }
  human.player = FW_NONE;
  human.mode = FW_MODE_AUTOMATIC;
  situation.touched_by = FW_NONE;
  situation.candidates = candidates;
  situation.candidates_count = count;
  situation.humans = &human;
  situation.humans_count = 1;
  CHECK(fw_control_decide(control, &situation, &assignment, 1, &written, &error));
  printf("%u %u %u\n", (unsigned)chosen, (unsigned)assignment.player, (unsigned)assignment.reason);
  CHECK(fw_search_destroy(search, &error));
  CHECK(fw_intercept_cache_destroy(cache, &error));
  CHECK(fw_choice_destroy(choice, &error));
  CHECK(fw_control_destroy(control, &error));
}

static void events(void) {
  static double times[64];
  static float rows[4096];
  fw_rate rate = {60, 1};
  fw_encoding encoding;
  fw_trigger trigger;
  fw_passing passing;
  uint32_t count = whole(), frames = whole(), i, track;
  size_t written;
  for (i = 0; i < count; i++) {
    times[i] = real();
  }
  CHECK(fw_tracks_create(&tracks, &error));
  CHECK(fw_tracks_add(tracks, times, count, 0.0, &track, &error));
  CHECK(fw_encoding_from_gaps(tracks, &rate, &encoding, &error));
  CHECK(fw_encoding_encode(&encoding, tracks, &rate, rows, 2 * frames, &error));
  CHECK(fw_trigger_create(&encoding, NULL, 0.0, 0.0, &trigger, &error));
  for (i = 0; i < frames; i++) {
    print((double)rows[2 * i]);
    CHECK(fw_trigger_advance(trigger, rows[2 * i], rows[2 * i + 1], 1.0 / 60.0, &passing, &error));
    if (passing.fired) {
      print(passing.fired_ago_secs);
    }
    printf("\n");
  }
  CHECK(fw_encoding_decode_all(&encoding, rows, 2 * (size_t)frames, &rate, NULL, times, 64, &written, &error));
  for (i = 0; i < written; i++) {
    print(times[i]);
  }
  printf("\n");
  CHECK(fw_trigger_destroy(trigger, &error));
  CHECK(fw_tracks_destroy(tracks, &error));
}

static unsigned char *read_file(size_t *length) {
  unsigned char *bytes;
  FILE *file;
  if (!next_word() || (file = fopen(word, "rb")) == NULL || fseek(file, 0, SEEK_END) != 0) {
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

static void match(void) {
  const char query[] = "Gait.Walk";
  fw_query bound;
  fw_pose_filter filter;
  fw_goal goal;
  fw_matcher matcher;
  fw_controller controller;
  fw_place place = {{0.0, 0.0}, 0.0};
  fw_stick stick = {{0.0, 1.0}, 0.0, 0, 0};
  fw_pose_id start = {0, 0, 0};
  fw_search_options options = {.size = sizeof(options)};
  fw_step step;
  uint64_t poses;
  uint32_t i;
  size_t length;
  unsigned char *bytes = read_file(&length), *tags;
  CHECK(fw_index_from_bytes(bytes, length, 1, &index_, &error));
  tags = read_file(&length);
  CHECK(fw_database_from_bytes(tags, length, &database, &error));
  CHECK(fw_query_bind(database, query, strlen(query), &bound, &error));
  CHECK(fw_pose_filter_from_query(index_, bound, FW_TWINS_BOTH, &filter, &error));
  CHECK(fw_pose_filter_count(filter, &poses, &error));
  printf("%lu\n", (unsigned long)poses);
  CHECK(fw_goal_create(index_, &goal, &error));
  CHECK(fw_matcher_create(NULL, &start, &matcher, &error));
  CHECK(fw_controller_create(NULL, &place, &controller, &error));
  options.filter = filter;
  for (i = 0; i < 240; i++) {
    stick.velocity_mps[1] = i % 50 < 25 ? 1.0 : 3.0;
    CHECK(fw_controller_update(controller, 1.0 / 60.0, &stick, &place, &error));
    CHECK(fw_controller_set_goal(controller, index_, &place, &stick, goal, &error));
    CHECK(fw_matcher_update(matcher, index_, 1.0 / 60.0, goal, i % 50 == 0, i < 120 ? NULL : &options, &step, &error));
    printf("%u %u %u %u", (unsigned)step.kind, (unsigned)step.pose.clip, (unsigned)step.pose.frame, (unsigned)step.trigger);
    print(step.part);
    print((double)step.cost);
    printf("\n");
  }
  CHECK(fw_query_destroy(bound, &error));
  CHECK(fw_pose_filter_destroy(filter, &error));
  CHECK(fw_goal_destroy(goal, &error));
  CHECK(fw_matcher_destroy(matcher, &error));
  CHECK(fw_controller_destroy(controller, &error));
  CHECK(fw_database_destroy(database, &error));
  CHECK(fw_index_destroy(index_, &error));
  free(bytes);
  free(tags);
}

/* FNV-1a over numbers of 32 bits. */
static uint64_t hash_word(uint64_t hash, uint32_t word_) { return (hash ^ word_) * UINT64_C(0x100000001b3); }

static uint64_t hash_floats(const float *numbers, size_t count) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  uint32_t bits;
  size_t i;
  for (i = 0; i < count; i++) {
    memcpy(&bits, &numbers[i], sizeof(bits));
    hash = hash_word(hash, bits);
  }
  return hash;
}

static void reach_step(void *context, const double *from_m, const double *step_m, double *reached_m) {
  (void)context;
  reached_m[0] = from_m[0] + step_m[0] > 12.0 ? 0.0 : step_m[0];
  reached_m[1] = step_m[1];
}

static uint8_t ground_under(void *context, const double *at_m, fw_ground *ground) {
  (void)context;
  ground->height_m = 0.125 * at_m[0];
  ground->normal[0] = ground->normal[2] = 0.0f;
  ground->normal[1] = 1.0f;
  return 1;
}

#define JOINTS 64

static void add_box(double x, double y, double z, float half_x, float half_y, float half_z) {
  fw_volume volume = {0};
  fw_pose pose = {{0.0, 0.0, 0.0}, {0.0f, 0.0f, 0.0f, 0.0f}};
  uint64_t obstacle;
  volume.kind = FW_VOLUME_BOX;
  volume.half_m[0] = half_x;
  volume.half_m[1] = half_y;
  volume.half_m[2] = half_z;
  pose.position[0] = x;
  pose.position[1] = y;
  pose.position[2] = z;
  CHECK(fw_world_add_volume(world, &volume, &pose, NULL, &obstacle, &error));
}

static fw_repertoire repertoire;
static fw_character character;
static fw_query gaits;
static fw_bias bias;
static uint64_t tags_stamp;
static fw_search_options allowed = {.size = sizeof(allowed)};
static fw_surroundings around = {.size = sizeof(around)};
static float transforms[7 * JOINTS], decoded[7 * JOINTS];
static uint8_t mask[JOINTS];
static uint32_t joints;
static unsigned char *poses_file, *tags_file, *state_file;
static size_t state_length;

static fw_pose_filter landing(const char *text) {
  fw_query query;
  fw_pose_filter filter;
  CHECK(fw_query_bind(database, text, strlen(text), &query, &error));
  CHECK(fw_pose_filter_for_landing(index_, query, FW_TWINS_BOTH, 0.25, &filter, &error));
  CHECK(fw_query_destroy(query, &error));
  return filter;
}

/* Runs cost more, and walks play on for longer. */
static void begin_bias(void) {
  const fw_pose_filter runs = landing("Gait.Run"), walks = landing("Gait.Walk");
  CHECK(fw_bias_create(index_, &bias, &error));
  CHECK(fw_bias_add_cost(bias, runs, 0.5f, &error));
  CHECK(fw_bias_add_stay(bias, walks, 0.25f, &error));
  CHECK(fw_pose_filter_destroy(runs, &error));
  CHECK(fw_pose_filter_destroy(walks, &error));
}

static void print_joint(void) {
  uint32_t joint;
  CHECK(fw_repertoire_find_joint(repertoire, "LeftFoot", 8, &joint, &error));
  printf("%u", (unsigned)joint);
  if (fw_repertoire_find_joint(repertoire, "left_foot", 9, &joint, &error) != FW_UNKNOWN_NAME) {
    exit(1);
  }
  printf(" %s\n", error.message);
}

static void begin_act(void) {
  const char query[] = "Gait & !Kick";
  const fw_body body = {.kind = FW_BODY_CAPSULE, .radius_m = 0.3f, .height_m = 1.8f};
  const fw_placement at = {{0.0, 0.0, 0.0}, 0.5};
  fw_repertoire_info info;
  uint64_t poses;
  uint32_t i;
  size_t length;
  poses_file = read_file(&length);
  CHECK(fw_repertoire_from_bytes(poses_file, length, 0, 1, &repertoire, &error));
  tags_file = read_file(&length);
  CHECK(fw_database_from_bytes(tags_file, length, &database, &error));
  state_file = read_file(&state_length);
  CHECK(fw_repertoire_get_info(repertoire, &info, &error));
  CHECK(fw_index_from_repertoire(repertoire, &index_, &error));
  CHECK(fw_query_bind(database, query, strlen(query), &gaits, &error));
  CHECK(fw_pose_filter_for_landing(index_, gaits, FW_TWINS_BOTH, 0.25, &allowed.filter, &error));
  CHECK(fw_pose_filter_count(allowed.filter, &poses, &error));
  joints = info.joints;
  printf("%u %lu\n", (unsigned)joints, (unsigned long)poses);
  print_joint();
  begin_bias();
  CHECK(fw_database_content_stamp(database, &tags_stamp, &error));
  CHECK(fw_world_create(&world, &error));
  add_box(0.0, -0.5, 0.0, 50.0f, 0.5f, 50.0f);
  add_box(0.0, 2.0, 4.5, 5.0f, 2.0f, 0.5f);
  CHECK(fw_surroundings_default(&around, &error));
  around.world = world;
  CHECK(fw_mover_create(&body, &around.mover, &error));
  CHECK(fw_character_create(repertoire, NULL, NULL, &at, &character, &error));
  for (i = 0; i < joints; i++) {
    mask[i] = i % 2 == 0;
  }
}

static void end_act(void) {
  CHECK(fw_mover_destroy(around.mover, &error));
  CHECK(fw_world_destroy(world, &error));
  CHECK(fw_character_destroy(character, &error));
  CHECK(fw_query_destroy(gaits, &error));
  CHECK(fw_bias_destroy(bias, &error));
  CHECK(fw_pose_filter_destroy(allowed.filter, &error));
  CHECK(fw_index_destroy(index_, &error));
  CHECK(fw_repertoire_destroy(repertoire, &error));
  CHECK(fw_database_destroy(database, &error));
  free(poses_file);
  free(tags_file);
  free(state_file);
}

static void take_over(void) {
  static float rotations[4 * JOINTS], spins[3 * JOINTS];
  fw_motion motion = {.size = sizeof(motion)};
  fw_placement at;
  uint32_t i;
  motion.joints = joints;
  motion.rotations = rotations;
  motion.spins_radps = spins;
  for (i = 0; i < joints; i++) {
    memcpy(&rotations[4 * i], &transforms[7 * i], 4 * sizeof(float));
    spins[3 * i] = spins[3 * i + 1] = spins[3 * i + 2] = 0.125f;
  }
  memcpy(motion.hips_m, &transforms[4], sizeof(motion.hips_m));
  motion.hips_mps[2] = 0.5f;
  motion.root_velocity[1] = 1.0f;
  CHECK(fw_character_get_root(character, &at, &error));
  at.position_m[0] += 1.0;
  CHECK(fw_character_take_over(character, &motion, &at, &allowed, &error));
}

static uint8_t saved[1 << 20];

static void print_saved(size_t count) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  size_t i;
  for (i = 0; i < count; i++) {
    hash = hash_word(hash, saved[i]);
  }
  printf("%lu %016llx\n", (unsigned long)count, (unsigned long long)hash);
}

static void save(void) {
  size_t count;
  CHECK(fw_character_save(character, saved, sizeof(saved), &count, &error));
  print_saved(count);
}

static void record(void) {
  fw_record_config record_config = {.size = sizeof(record_config)};
  CHECK(fw_record_config_default(&record_config, &error));
  record_config.frames = 100;
  record_config.searches = 20;
  record_config.tags_stamp = tags_stamp;
  CHECK(fw_character_record(character, &record_config, &error));
}

static void end_record(void) {
  uint8_t is_recording;
  size_t count;
  CHECK(fw_character_recording(character, saved, sizeof(saved), &count, &error));
  print_saved(count);
  CHECK(fw_character_stop_recording(character, &error));
  CHECK(fw_character_is_recording(character, &is_recording, &error));
  if (is_recording || fw_character_recording(character, saved, sizeof(saved), &count, &error) != FW_OUT_OF_RANGE) {
    exit(1);
  }
}

/* Before certain frames: moves, saves, restores or changes the character, or changes its surroundings. */
static void act_event(uint32_t frame) {
  const fw_placement there = {{10.0, 0.0, -2.0}, 1.25};
  if (frame == 120) {
    CHECK(fw_character_teleport(character, &there, &error));
  } else if (frame == 130) {
    record();
  } else if (frame == 200) {
    around.world.handle = 0;
    around.reach = reach_step;
    around.ground = ground_under;
  } else if (frame == 220) {
    take_over();
  } else if (frame == 240) {
    save();
  } else if (frame == 260) {
    CHECK(fw_character_set_detail(character, 2, 0.25f, 3, &error));
  } else if (frame == 265) {
    CHECK(fw_character_set_detail(character, 1, 0.125f, 0, &error));
  } else if (frame == 270) {
    CHECK(fw_character_restore(character, state_file, state_length, &error));
  } else if (frame == 290) {
    end_record();
  }
}

static void act_frame(uint32_t frame, fw_step *step) {
  static const double sticks[5][2] = {{0.0, 3.5}, {1.0, 3.5}, {2.0, 0.0}, {0.0, 0.0}, {-1.0, 1.0}};
  fw_stick stick = {{0.0, 0.0}, 0.75, 0, 0};
  fw_placement at;
  allowed.bias.handle = frame % 90 >= 45 ? bias.handle : 0;
  if (frame < 280) {
    memcpy(stick.velocity_mps, sticks[frame / 60], sizeof(stick.velocity_mps));
    stick.has_heading = frame % 100 > 80;
    CHECK(fw_character_update(character, 1.0 / 60.0, &stick, &allowed, &around, step, &error));
  } else {
    CHECK(fw_character_get_root(character, &at, &error));
    const double x = at.position_m[0], z = at.position_m[2];
    const fw_waypoint way[2] = {{1.0, {{x + 1.0, z + 1.0}, 0.5}}, {2.0, {{x + 1.0, z + 3.0}, 0.0}}};
    CHECK(fw_character_follow(character, 1.0 / 60.0, way, 2, &allowed, &around, step, &error));
  }
}

static void print_footsteps(void) {
  fw_footstep steps[2];
  size_t count, i, axis;
  CHECK(fw_character_footsteps(character, steps, 2, &count, &error));
  for (i = 0; i < count; i++) {
    print(steps[i].foot == FW_FOOT_LEFT ? 0.0 : 1.0);
    for (axis = 0; axis < 3; axis++) {
      print(steps[i].position_m[axis]);
    }
    print((double)steps[i].speed_mps);
  }
}

static void act(void) {
  fw_step step;
  fw_placement at;
  uint8_t resting;
  uint32_t frame, bits;
  size_t i, size;
  begin_act();
  size = 7 * (size_t)joints;
  for (frame = 0; frame < 300; frame++) {
    act_event(frame);
    act_frame(frame, &step);
    CHECK(fw_character_pose(character, mask, frame % 2 == 1 ? joints : 0, transforms, size, &error));
    CHECK(fw_character_is_resting(character, &resting, &error));
    CHECK(fw_character_get_root(character, &at, &error));
    CHECK(fw_repertoire_decode(repertoire, step.pose, 0.5f, decoded, size, &error));
    printf("%u %u %u %u", (unsigned)step.kind, (unsigned)step.pose.clip, (unsigned)step.pose.frame, (unsigned)resting);
    printf(" %016llx", (unsigned long long)hash_floats(transforms, size));
    printf(" %016llx", (unsigned long long)hash_floats(decoded, size));
    CHECK(fw_character_pose_in(character, FW_SPACE_WORLD, decoded, size, &error));
    printf(" %016llx", (unsigned long long)hash_floats(decoded, size));
    for (i = 0; i < 3; i++) {
      print(at.position_m[i]);
    }
    print(at.heading_rad);
    print_footsteps();
    printf("\n");
  }
  CHECK(fw_character_plant_feet(character, transforms, size, &error));
  for (i = 0; i < size; i++) {
    memcpy(&bits, &transforms[i], sizeof(bits));
    printf("%08lx ", (unsigned long)bits);
  }
  printf("\n");
  end_act();
}

/* Sets the skeleton of the test's network, and prints its inputs and outputs. */
static fw_network begin_network(void) {
  const fw_text names[3] = {{"Hips", 4}, {"LeftLeg", 7}, {"RightLeg", 8}};
  const fw_text roles[3] = {{"hips", 4}, {"left_upper_leg", 14}, {"right_upper_leg", 15}};
  const uint32_t parents[3] = {FW_NONE, 0, 0};
  const float offsets[9] = {0, 0, 0, 0.125f, -0.0625f, 0, -0.125f, -0.0625f, 0};
  char names_of[4][64] = {{0}};
  uint32_t columns[2][64], event, tag;
  size_t length, counts[2];
  unsigned char *bytes = read_file(&length);
  fw_network network;
  fw_network_info info;
  CHECK(fw_network_from_bytes(bytes, length, NULL, 1.0 / 30.0, 0.0, &network, &error));
  free(bytes);
  CHECK(fw_network_set_skeleton(network, names, 3, parents, 3, offsets, 9, roles, 3, 0, 0, &error));
  CHECK(fw_network_get_info(network, &info, &error));
  CHECK(fw_network_inputs(network, columns[0], 64, &counts[0], &error));
  CHECK(fw_network_outputs(network, columns[1], 64, &counts[1], &error));
  CHECK(fw_network_column_name(network, columns[0][0], names_of[0], 63, &length, &error));
  CHECK(fw_network_column_name(network, columns[1][counts[1] - 1], names_of[1], 63, &length, &error));
  CHECK(fw_network_event_name(network, 0, names_of[2], 63, &length, &error));
  CHECK(fw_network_tag_name(network, 0, names_of[3], 63, &length, &error));
  CHECK(fw_network_event(network, "Clap", 4, &event, &error));
  CHECK(fw_network_tag(network, "Gait.Walk", 9, &tag, &error));
  printf("%u %u %u %u", (unsigned)info.rate.numerator, (unsigned)info.frames, (unsigned)counts[0], (unsigned)counts[1]);
  printf(" %u %u %u\n", (unsigned)info.columns, (unsigned)info.events, (unsigned)info.tags);
  printf("%s %s %s %s %u %u\n", names_of[0], names_of[1], names_of[2], names_of[3], (unsigned)event, (unsigned)tag);
  return network;
}

static void print_floats(const float *numbers, size_t count) {
  size_t i;
  for (i = 0; i < count; i++) {
    print((double)numbers[i]);
  }
}

static void network(void) {
  fw_network network = begin_network();
  float rotations[12] = {0}, given[4] = {0}, outputs[4], window[256], row[64], ones[64], scaled[64];
  double position[3], now, previous = -1.0, next, at, times[16];
  uint32_t frames = whole(), frame, event, i;
  uint8_t ready, holds;
  size_t count;
  rotations[3] = rotations[7] = rotations[11] = 1;
  for (frame = 0; frame < frames; frame++) {
    vector(position);
    rotations[1] = rotations[8] = (float)real();
    given[3] = (float)real();
    for (i = 0; i < 4; i++) {
      outputs[i] = (float)real();
    }
    CHECK(fw_network_push_pose(network, position, rotations, 12, NULL, 0, given, 4, NULL, &ready, &error));
    CHECK(fw_network_window(network, window, 256, &count, &error));
    print_floats(window, ready ? count : 0);
    CHECK(fw_network_push(network, outputs, 4, &error));
    now = frame / 30.0 + 0.015625;
    CHECK(fw_network_holds(network, 0, &holds, &error));
    CHECK(fw_network_next_frame_secs(network, &next, &error));
    CHECK(fw_network_coming(network, 0, now, 0.25, &at, &error));
    printf("\n%u", (unsigned)holds);
    print(next);
    print(at == at ? at : -1.0);
    for (event = 0; event < 2; event++) {
      CHECK(fw_network_passed(network, event, previous, now, times, 16, &count, &error));
      for (i = 0; i < count; i++) {
        print(times[i]);
      }
    }
    printf("\n");
    previous = now;
  }
  CHECK(fw_network_row(network, row, 64, &count, &error));
  print_floats(row, count);
  if (fw_network_inputs(network, NULL, 0, &count, NULL) != FW_BUFFER_TOO_SMALL) {
    exit(1);
  }
  for (i = 0; i < count; i++) {
    ones[i] = 1;
  }
  CHECK(fw_network_scale(network, ones, count, scaled, count, &error));
  print_floats(scaled, 1);
  printf("\n");
  CHECK(fw_network_restart(network, &error));
  CHECK(fw_network_destroy(network, &error));
}

int main(void) {
  while (next_word()) {
    if (strcmp(word, "slide") == 0) {
      begin_slide();
    } else if (strcmp(word, "mesh") == 0) {
      add_mesh();
    } else if (strcmp(word, "volume") == 0) {
      add_volume();
    } else if (strcmp(word, "move") == 0) {
      move();
    } else if (strcmp(word, "kick") == 0) {
      kick();
    } else if (strcmp(word, "reach") == 0) {
      reach();
    } else if (strcmp(word, "events") == 0) {
      events();
    } else if (strcmp(word, "network") == 0) {
      network();
    } else if (strcmp(word, "match") == 0) {
      match();
    } else if (strcmp(word, "act") == 0) {
      act();
    } else {
      printf("unknown command %s\n", word);
      return 1;
    }
  }
  return 0;
}
