/* Footwork for C: tags, expressions, events, flight, sliding and motion matching in a game.
 *
 * @generated from bindings/c by `cargo xtask bindings`; not edited by hand.
 *
 * Rules for all functions:
 * - A function returns FW_OK or another status. If it fails, it has changed and written nothing, unless its comment says
 *   otherwise.
 * - `error` may be NULL. If not, it points to a struct of yours with its `size` set. On failure it says what is wrong, and where
 *   in a text.
 * - A handle is a number in a struct, passed by value. NULL handles (0), handles of destroyed objects and handles of another kind
 *   are errors, as are NULL pointers in place of required values.
 * - Texts are UTF-8 with their length, and need no NUL. Memory that you pass is read or written only during the call, unless the
 *   comment says otherwise.
 * - Memory that a function writes must not overlap memory that it reads, or other memory that it writes, unless its comment
 *   allows it. This is not checked.
 * - Lists of results go to a buffer of yours. `capacity` is its room in elements. The number of results is written to `count`,
 *   even if the buffer is too small. Call with a capacity of 0 to get this number.
 * - Structs that begin with `size` may grow: set it to their `sizeof`, also before a function fills in the defaults. A size that
 *   the library does not know is an error. All other structs keep their layout, and all numbers their meaning.
 * - Positions are doubles in metres; y is up. Times are in seconds on one clock of yours. Flags are 0 or not 0. A missing id,
 *   clip or pose is FW_NONE.
 * - Once warm, calls allocate nothing, except those whose comment says that they are for loading. Call the others every frame.
 * - Threads may share an object if the comment of its type says so. Only one thread at a time may use any other object, and a
 *   second one gets FW_BUSY. No thread may destroy an object that another is using.
 */

#ifndef FOOTWORK_H
#define FOOTWORK_H

#include <stddef.h>
#include <stdint.h>

// The version of this header's functions and structs. It changes when a program compiled with an older header would no longer
// work.
#define FW_ABI_VERSION 1

// A missing id, clip, pose or other number.
#define FW_NONE UINT32_MAX

// The maximum number of bonuses of a bias.
#define FW_MAX_STAYS 16

// Dead blending. The shown motion continues at its own speed, which decays, and fades into the playing motion.
#define FW_BLEND_DEAD 0

// The difference to the playing motion vanishes like a critically damped spring.
#define FW_BLEND_INERTIAL 1

// The shown pose stands still and fades into the playing motion.
#define FW_BLEND_CROSSFADE 2

// An axis-aligned box.
#define FW_BODY_BOX 0

// An upright capsule.
#define FW_BODY_CAPSULE 1

// A sphere.
#define FW_BODY_SPHERE 2

// An upright cylinder. It stands on narrow treads and edges on which a capsule slips.
#define FW_BODY_CYLINDER 3

// A box with a rotation, such as a car or an animal. `fw_mover_resize` turns it between moves.
#define FW_BODY_TURNED_BOX 4

// The space of the root, which is on the ground below the character with z ahead.
#define FW_SPACE_ROOT 0

// The space of the world.
#define FW_SPACE_WORLD 1

// The left foot.
#define FW_FOOT_LEFT 0

// The right foot.
#define FW_FOOT_RIGHT 1

// The player can take the ball at `arrival_secs`.
#define FW_ARRIVES 0

// The player cannot take the ball before the horizon.
#define FW_ARRIVES_NEVER 1

// The player cannot take the ball on the flight predicted so far, but may take it at or after `arrival_secs`.
#define FW_ARRIVES_UNKNOWN 2

// Nothing delays the player.
#define FW_CONDITION_FREE 0

// The player is in an action that must end first.
#define FW_CONDITION_BUSY 1

// Injured.
#define FW_CONDITION_INJURED 2

// On the ground.
#define FW_CONDITION_GROUNDED 3

// Only requests of the human switch players.
#define FW_MODE_MANUAL 0

// The rules switch only right after a touch, or if the present player cannot reach the ball.
#define FW_MODE_ASSISTED 1

// The rules switch whenever there is enough to gain.
#define FW_MODE_AUTOMATIC 2

// The length of the message in `fw_error`, with the NUL.
#define FW_MESSAGE_SIZE 480

// The simple model: a player can reach a disc whose radius grows at the player's top speed.
#define FW_REACH_SIMPLE 0

// The full model: it also counts acceleration, turning, and the drift until the player is ready.
#define FW_REACH_FULL 1

// The player arrives before it can take the ball.
#define FW_PLAYER_WAITS 0

// The ball lies still when the player arrives.
#define FW_BALL_WAITS 1

// The player and the ball arrive at the same time.
#define FW_ON_THE_RUN 2

// Standing.
#define FW_TAKEN_STANDING 0

// In a jump.
#define FW_TAKEN_JUMP 1

// In a jump, with the hands above the head.
#define FW_TAKEN_HANDS 2

// The clip plays on.
#define FW_STEP_CONTINUE 0

// The matcher jumped to another pose.
#define FW_STEP_JUMP 1

// The playing pose must be left, but no other is allowed.
#define FW_STEP_NONE_ALLOWED 2

// The next search was due.
#define FW_TRIGGER_DUE 0

// The input changed.
#define FW_TRIGGER_INPUT 1

// The filter allows different poses than in the last search.
#define FW_TRIGGER_FILTER 2

// The filter forbids the playing pose: for longer than `overrun_secs`, or at once if the filter is new.
#define FW_TRIGGER_FORBIDDEN 3

// The clip ends here.
#define FW_TRIGGER_END 4

// In the air.
#define FW_FOOTING_AIR 0

// On ground level enough to stand on.
#define FW_FOOTING_GROUND 1

// In a groove between steep surfaces. The body rests there, and can jump.
#define FW_FOOTING_WEDGED 2

// Against a surface too steep to stand on.
#define FW_FOOTING_STEEP 3

// Nothing was in the way.
#define FW_MOVED_FREE 0

// The body slid along an obstacle, or moved until it touched one.
#define FW_MOVED_SLID 1

// The body stopped, or did not move at all.
#define FW_MOVED_BLOCKED 2

// The human had no player, and was given the best free one.
#define FW_REASON_GIVEN 0

// The human had no player, and none is free.
#define FW_REASON_NOBODY_FREE 1

// The human requested this player.
#define FW_REASON_ASKED 2

// The human's request was refused. Another human controls the requested player, or controlled it until this decision,
// or the human may not control that player, or no player is free.
#define FW_REASON_REFUSED 3

// Switched: the present player cannot reach the ball.
#define FW_REASON_CANNOT_REACH 4

// Switched for a gain at a touch.
#define FW_REASON_TOUCHED 5

// Switched for a gain.
#define FW_REASON_GAIN 6

// Kept: only the human may switch players.
#define FW_REASON_MANUAL_MODE 7

// Kept: the switch that the human requested is still in force.
#define FW_REASON_LOCKED 8

// Kept: the ball is on the ground and the human wants help with air balls only.
#define FW_REASON_BALL_ON_GROUND 9

// Kept: no other available player can reach the ball.
#define FW_REASON_NO_CANDIDATE 10

// Kept: the human left the better player a short time ago.
#define FW_REASON_WOULD_GO_BACK 11

// Kept: no other player is better.
#define FW_REASON_BEST 12

// Kept: the gain is too small.
#define FW_REASON_MARGIN 13

// Kept: the human wants help only at a touch, or if the present player cannot reach the ball.
#define FW_REASON_NO_TOUCH 14

// Kept: the human has had this player for too short a time.
#define FW_REASON_DWELL 15

// Kept: another human switches in this decision, or took the better player first.
#define FW_REASON_NOT_ITS_TURN 16

// Kept: the prediction does not show yet if and when the human's player reaches the ball.
#define FW_REASON_NOT_PREDICTED 17

// Below the knee: for the feet.
#define FW_BAND_KNEE 0

// Below the chest.
#define FW_BAND_CHEST 1

// Below the head, or in reach of a jump if the head band ends at that height.
#define FW_BAND_HEAD 2

// Below the hands of a keeper.
#define FW_BAND_KEEPER 3

// Out of reach.
#define FW_BAND_ABOVE 4

// Not busy.
#define FW_BUSY_NOT 0

// A kick, a throw or a header.
#define FW_BUSY_KICK 1

// A tackle.
#define FW_BUSY_TACKLE 2

// In the air.
#define FW_BUSY_JUMP 3

// On the ground.
#define FW_BUSY_FALL 4

// The first number for activities of your own. Higher numbers are yours too.
#define FW_BUSY_OTHER 256

// A clip and its mirrored twin.
#define FW_TWINS_BOTH 0

// The clip as it was recorded.
#define FW_TWINS_ORIGINAL 1

// The mirrored twin of the clip.
#define FW_TWINS_MIRRORED 2

// The maximum number of poses that `fw_index_search` finds.
#define FW_MAX_MATCHES 64

// A line along the velocity of each sample.
#define FW_READING_VELOCITY 0

// A line from each sample to the next.
#define FW_READING_CHORD 1

// A parabola along the velocity and acceleration of each sample.
#define FW_READING_ACCELERATION 2

// The prediction is not complete.
#define FW_END_NONE 0

// The ball lies still until the horizon.
#define FW_END_REST 1

// The ball has left the bounds or the world.
#define FW_END_OUT 2

// The horizon is reached.
#define FW_END_HORIZON 3

// The prediction has the maximum number of events.
#define FW_END_FULL 4

// The numbers of the ball are no longer finite.
#define FW_END_LOST 5

// The ball bounces.
#define FW_FLIGHT_BOUNCE 0

// The ball starts to roll or slide, or continues along another surface.
#define FW_FLIGHT_ROLL 1

// The prediction ends.
#define FW_FLIGHT_END 2

// A half-space.
#define FW_SHAPE_PLANE 0

// A box.
#define FW_SHAPE_BOX 1

// A capsule; a sphere if its ends are one point.
#define FW_SHAPE_CAPSULE 2

// The maximum number of events that `fw_tracks_passed` counts.
#define FW_MAX_PASSED 65536

// Enables the check `norm` of `fw_guards`.
#define FW_GUARD_NORM 1

// Enables the check `nearness` of `fw_guards`.
#define FW_GUARD_NEARNESS 2

// Rejects a crossing if, over the last eighth of the window, the signal rises overall.
#define FW_GUARD_FALLING 4

// Enables the check `jump` of `fw_guards`.
#define FW_GUARD_JUMP 8

// Enables the check `approach` of `fw_guards`.
#define FW_GUARD_APPROACH 16

// Enables the check `slope` of `fw_guards`.
#define FW_GUARD_SLOPE 32

// Enables the check `refractory_secs` of `fw_guards`.
#define FW_GUARD_REFRACTORY 64

// A box.
#define FW_VOLUME_BOX 0

// A sphere.
#define FW_VOLUME_SPHERE 1

// A capsule along y.
#define FW_VOLUME_CAPSULE 2

// The outcome of a call. With any status but `FW_OK`, the call has changed and written nothing, unless the function's
// comment says otherwise.
enum fw_status
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  // Done.
  FW_OK = 0,
  // A required pointer or handle is null.
  FW_NULL = 1,
  // A pointer is not aligned, a length is impossible, or a struct has a size that this library does not know.
  FW_BAD_SIZE = 2,
  // The object was destroyed, or the handle is invalid or of another kind of object.
  FW_STALE_HANDLE = 3,
  // Another thread is using the object, which is for one thread at a time.
  FW_BUSY = 4,
  // The buffer is too small. The count is the number of elements that it must hold. The buffer is unchanged.
  FW_BUFFER_TOO_SMALL = 5,
  // A text has a mistake. The error has its place and its cause.
  FW_BAD_TEXT = 6,
  // Nothing has this name.
  FW_UNKNOWN_NAME = 7,
  // A number is NaN, infinite, or outside the range that the function accepts.
  FW_OUT_OF_RANGE = 8,
  // The bytes are in another format, from a newer version, or damaged.
  FW_BAD_DATA = 9,
  // The file cannot be read.
  FW_IO = 10,
  // A bug in this library. Please report it with the message. The object that the call was changing is destroyed, and its
  // handle is stale.
  FW_PANIC = 11,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum fw_status fw_status;
#else
typedef int32_t fw_status;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// Returns a block of this size and alignment, or null if no memory is left. If it returns null, a call that needs the block
// ends the process. `context` is the one passed to `fw_set_allocator`. Footwork calls this function on any thread that
// calls Footwork. The function must not call Footwork.
typedef void *(*fw_allocate)(void *context, size_t size, size_t alignment);

// Frees a block that `fw_allocate` returned for this size and alignment.
typedef void (*fw_free)(void *context, void *block, size_t size, size_t alignment);

// The description of an error. You own it: set `size` to `sizeof(fw_error)`, and pass its address to any function.
typedef struct fw_error {
  // `sizeof(fw_error)`.
  uint32_t size;
  // The status that the function returned.
  fw_status status;
  // The start of the mistake in the text, in bytes. It equals `stop` if the mistake has no place in the text.
  uint32_t start;
  // The end of the mistake in the text, in bytes.
  uint32_t stop;
  // The number of the text with the mistake, from 0, if a function takes several.
  uint32_t text;
  // The number of further mistakes.
  uint32_t more;
  // The length of the message in bytes, without the NUL.
  uint32_t message_len;
  // Always 0.
  uint32_t reserved;
  // The message: one sentence in UTF-8, with a hint if there is one. It ends in NUL.
  char message[FW_MESSAGE_SIZE];
} fw_error;

// An index of poses. Any number of threads may use the same index concurrently.
typedef struct fw_index {
  // 0 is null.
  uint64_t handle;
} fw_index;

// Preferences among the poses that a filter allows. Some poses cost more, and some play on for longer. Any number of threads
// may search with the same bias concurrently, as long as none changes it.
typedef struct fw_bias {
  // 0 is null.
  uint64_t handle;
} fw_bias;

// A set of poses that a search may find. Any number of threads may use the same filter concurrently.
typedef struct fw_pose_filter {
  // 0 is null.
  uint64_t handle;
} fw_pose_filter;

// The configuration of blends. Set `size`, then call `fw_blend_config_default`.
typedef struct fw_blend_config {
  // `sizeof(fw_blend_config)`.
  uint32_t size;
  // An `FW_BLEND_`.
  uint32_t style;
  // The duration of a fade, in seconds. Inertial blends do not use it.
  float fade_secs;
  // The half-life of speeds or differences, in seconds. Crossfades do not use it.
  float halflife_secs;
  // The largest angular speed of a joint at the start of a blend, in rad/s.
  float max_spin_radps;
  // The largest speed of the hips at the start of a blend, in m/s.
  float max_speed_mps;
} fw_blend_config;

// The blend of one character. One thread at a time may use it.
typedef struct fw_blend {
  // 0 is null.
  uint64_t handle;
} fw_blend;

// A pose with its velocities. You own the arrays of its joints.
typedef struct fw_motion {
  // `sizeof(fw_motion)`.
  uint32_t size;
  // The number of joints.
  uint32_t joints;
  // The position of the hips relative to the root on the ground, in metres.
  float hips_m[3];
  // The velocity of the hips relative to the root, in m/s.
  float hips_mps[3];
  // The velocity of the root: to the left and ahead in m/s, then the turning speed about +y in rad/s.
  float root_velocity[3];
  // Always 0.
  uint32_t reserved;
  // A quaternion x, y, z, w for each joint, in the space of its parent. That of the hips is in the space of the
  // character.
  float *rotations;
  // The angular velocity of each joint in the space of its parent: an axis times an angular speed in rad/s.
  float *spins_radps;
} fw_motion;

// The clips of one skeleton, as written by `footwork compile --poses`. A repertoire has compressed motion, and the index of
// its poses. Any number of threads may use the same repertoire concurrently. Objects made from it keep the data they need.
typedef struct fw_repertoire {
  // 0 is null.
  uint64_t handle;
} fw_repertoire;

// The rules of searches and jumps. Set `size`, then call `fw_rules_default`.
typedef struct fw_rules {
  // `sizeof(fw_rules)`.
  uint32_t size;
  // The matcher does not jump to poses of the playing clip within this number of frames of the playing pose.
  uint32_t avoid_near_frames;
  // The time between searches, in seconds; 0 searches at every update.
  float every_secs;
  // The minimum time between jumps, in seconds, unless the pose must be left.
  float dwell_secs;
  // The cost by which a pose must be better than playing on.
  float stay_bonus;
  // A pose must also be better by this share of the cost of playing on, from 0 to 1. It is added to `stay_bonus`.
  float stay_share;
  // How long a clip may play on after it has left the filter, in seconds.
  float overrun_secs;
  // The time after a jump in which the matcher does not jump to poses near its target again, in seconds.
  float reselect_secs;
} fw_rules;

// The configuration of a controller, which follows the stick. Set `size`, then call `fw_controller_config_default`.
typedef struct fw_controller_config {
  // `sizeof(fw_controller_config)`.
  uint32_t size;
  // Whether a character is pulled towards the controller, with the half-life `adjust_halflife_secs`.
  uint16_t adjusts;
  // Whether a character stays within `clamp_m` of the controller.
  uint16_t clamps;
  // The half-life of the difference to the wanted velocity, in seconds.
  double velocity_halflife_secs;
  // The half-life of the difference to the wanted heading, in seconds.
  double heading_halflife_secs;
  // The half-life of the pull on a character, in seconds.
  double adjust_halflife_secs;
  // The largest pull on a character, as a share of its own speed.
  double adjust_share;
  // The largest distance of a character from the controller, in metres.
  double clamp_m;
} fw_controller_config;

// The configuration of a character. Set `size`, then call `fw_character_config_default`.
typedef struct fw_character_config {
  // `sizeof(fw_character_config)`.
  uint32_t size;
  // The number of updates for one movement; 0 counts as 1. The character moves once in this number of updates, and
  // then makes up for all the time since it last moved. In the other updates it keeps its pose.
  uint32_t update_every;
  // A number that differs between characters, such as their index. It spreads updates and searches over frames.
  uint32_t spread;
  // Whether updates leave the feet to `fw_character_plant_feet`, after other animation layers.
  uint8_t feet_last;
  // Whether joints bend at most as far as in the clips.
  uint8_t limits_joints;
  // Whether standing feet are held in place. If not, feet do not reach for the ground either.
  uint8_t holds_feet;
  // Always 0.
  uint8_t reserved;
  // The largest distance of a held foot from its place in the clip, in metres. Beyond it, the foot is released.
  float release_m;
  // The time after which a foot held away from its place in the clip is released, in seconds.
  float release_secs;
  // The half-life of the distance of a stepping or released foot from its goal, in seconds.
  float feet_halflife_secs;
  // The largest distance that the hips sink for a foot that does not reach the ground, in metres.
  float max_drop_m;
  // The rules of searches and jumps.
  struct fw_rules rules;
  // The configuration of blends.
  struct fw_blend_config blend;
  // How the character follows the stick.
  struct fw_controller_config controller;
} fw_character_config;

// A pose of an index.
typedef struct fw_pose_id {
  // The number of the clip in the index.
  uint32_t clip;
  // The frame, at the rate of the index.
  uint32_t frame;
  // Whether it is the pose of the mirrored twin.
  uint32_t mirrored;
} fw_pose_id;

// The place of a character in the world, including its height.
typedef struct fw_placement {
  // The point on the ground, in metres.
  double position_m[3];
  // The angle about +y from +z towards +x, in radians.
  double heading_rad;
} fw_placement;

// A character that plays the clips of a repertoire and moves through a world as its input says. One thread at a time may use
// it.
typedef struct fw_character {
  // 0 is null.
  uint64_t handle;
} fw_character;

// The input of a human.
typedef struct fw_stick {
  // The wanted velocity: world x and z, in m/s.
  double velocity_mps[2];
  // The wanted heading in radians, if `has_heading` is set. Otherwise the heading is the direction of movement.
  double heading_rad;
  // Whether `heading_rad` is used.
  uint32_t has_heading;
  // Always 0.
  uint32_t reserved;
} fw_stick;

// The options of a search. Set `size`, and all other fields to 0 for the default.
typedef struct fw_search_options {
  // `sizeof(fw_search_options)`.
  uint32_t size;
  // Whether poses that cost more than `max_cost` are excluded.
  uint32_t has_max_cost;
  // The filter that a found pose must pass; with a null handle, every pose passes.
  struct fw_pose_filter filter;
  // The weights of all groups, which replace those of the schema; may be NULL.
  const float *weights;
  // The number of weights.
  size_t weights_count;
  // The largest allowed cost of a result. A good bound is the cost of playing on.
  float max_cost;
  // Always 0.
  uint32_t reserved;
  // The bias: costs of poses, and bonuses for playing on; with a null handle, costs have no bias.
  struct fw_bias bias;
} fw_search_options;

// A set of obstacles. Any number of threads may move bodies in it and query it concurrently, as long as none changes
// it.
typedef struct fw_world {
  // 0 is null.
  uint64_t handle;
} fw_world;

// A body of one shape. Several characters with that shape may share it. One thread at a time may use it.
typedef struct fw_mover {
  // 0 is null.
  uint64_t handle;
} fw_mover;

// The settings of a move. Set `size`, then call `fw_move_config_default`.
typedef struct fw_move_config {
  // `sizeof(fw_move_config)`.
  uint32_t size;
  // The distance kept from obstacles, in metres, above 0.
  float skin_m;
  // The height of the highest step that a body on the ground climbs, in metres; 0 for none.
  float step_height_m;
  // The largest distance, in metres, by which a body that leaves the ground is put back on it; 0 for none. A body
  // that moves up is not put back.
  float snap_m;
  // The steepest ground to stand on, as an angle in (0, pi/2), if `has_max_slope` is set.
  float max_slope_rad;
  // The speed at which a body inside an obstacle is pushed out, in m/s. Infinity pushes it out as soon as possible.
  float recovery_mps;
  // The up direction: a unit vector.
  float up[3];
  // The duration of a move, in seconds, above 0. It determines velocities, and how far a body inside an obstacle is pushed
  // out.
  float step_secs;
  // Whether a move keeps its whole length when an obstacle turns it aside. If not, it keeps only the part along the
  // obstacle.
  uint8_t full_speed;
  // Whether `max_slope_rad` is used.
  uint8_t has_max_slope;
  // Whether a body is as fast uphill and downhill as on the level.
  uint8_t constant_speed;
  // Always 0.
  uint8_t reserved;
} fw_move_config;

// Writes the part of a horizontal step that a character can make: world x and z, in metres. `from_m` has three numbers and
// is on the ground. During an update, the function must depend only on its arguments.
typedef void (*fw_reach)(void *context, const double *from_m, const double *step_m, double *reached_m);

// The ground under a point.
typedef struct fw_ground {
  // The height in the world, in metres.
  double height_m;
  // The upward normal, of length 1.
  float normal[3];
  // Always 0.
  uint32_t reserved;
} fw_ground;

// Writes the ground under a point of three numbers: the highest ground that is at most about half a metre above the point.
// Returns 0 if there is none. During an update, the function must depend only on its arguments.
typedef uint8_t (*fw_ground_under)(void *context, const double *at_m, struct fw_ground *ground);

// The world around a character: a world of obstacles, or functions of yours. Set `size`, then call `fw_surroundings_default`, which
// makes it open ground at height 0.
typedef struct fw_surroundings {
  // `sizeof(fw_surroundings)`.
  uint32_t size;
  // The layers of obstacles that stop the character.
  uint32_t layers;
  // The world of obstacles; with a null handle, the character calls `reach` and `ground` instead.
  struct fw_world world;
  // The body of the character among the obstacles. Characters of one shape may share it.
  struct fw_mover mover;
  // How the body moves among the obstacles. By default it climbs steps of 0.3 m.
  struct fw_move_config config;
  // The function that writes the reachable part of a step; NULL if nothing is in the way.
  fw_reach reach;
  // The function that writes the ground; NULL if it is at height 0 everywhere.
  fw_ground_under ground;
  // The first argument of both functions.
  void *context;
} fw_surroundings;

// The result of an update of a matcher.
typedef struct fw_step {
  // The pose that plays now.
  struct fw_pose_id pose;
  // An `FW_STEP_`.
  uint32_t kind;
  // The fraction of the way to the next frame, from 0 to below 1.
  double part;
  // At a jump, the pose that played before; otherwise its clip is FW_NONE.
  struct fw_pose_id from;
  // At a jump, the cause of the search: an `FW_TRIGGER_`.
  uint32_t trigger;
  // At a jump, the cost of the pose.
  float cost;
  // At a jump, the cost that playing on would have had; NaN if it was not possible.
  float continuing;
} fw_step;

// The place of a character.
typedef struct fw_place {
  // World x and z, in metres.
  double position_m[2];
  // The angle about +y from +z towards +x, in radians.
  double heading_rad;
} fw_place;

// A place that a character should reach at a time.
typedef struct fw_waypoint {
  // The time from now, in seconds; later than that of the previous waypoint.
  double secs;
  // The place.
  struct fw_place place;
} fw_waypoint;

// A foot that came to stand: the moment for a sound, dust or a print.
typedef struct fw_footstep {
  // The position in the world of the joint that stands, in metres. It is the ball of the foot, or the ankle of a skeleton
  // without it.
  double position_m[3];
  // The foot: an FW_FOOT_.
  uint32_t foot;
  // The speed of the root along the ground, in m/s. Use it to make faster steps louder.
  float speed_mps;
} fw_footstep;

// The weights of the criteria. A weight is the delay, in seconds, that equals one unit of its criterion. Set `size`,
// then call `fw_choice_weights_default`.
typedef struct fw_choice_weights {
  // `sizeof(fw_choice_weights)`.
  uint32_t size;
  // Always 0.
  uint32_t reserved;
  // The weight of the time at which the player takes the ball, in seconds from now.
  double first;
  // The weight of the time that the player waits for the ball, in seconds.
  double wait;
  // The weight of the effort of the intercept.
  double effort;
  // The weight of the difficulty of the intercept.
  double difficulty;
  // The weight of the pressure, from 0 to 1, which is how close the first opponent is in time.
  double pressure;
  // The weight of being on the wrong side of the ball. This is 0 if the player is between the ball and its own
  // goal, and 1 if it is beyond the ball.
  double goal_side;
  // The lead that overrides the scores, in seconds. A player who is first by more than this is chosen whatever the
  // scores.
  double lead_secs;
} fw_choice_weights;

// Chooses which player of a team should go for the ball. One thread at a time may use it.
typedef struct fw_choice {
  // 0 is null.
  uint64_t handle;
} fw_choice;

// The flight of a ball as line segments. It is the input of searches. Any number of threads may use it concurrently, as long
// as none reads a prediction into it.
typedef struct fw_path {
  // 0 is null.
  uint64_t handle;
} fw_path;

// A player. Fill the defaults in with `fw_player_default`.
typedef struct fw_player {
  // Its id: any number but FW_NONE.
  uint32_t id;
  // Its team.
  uint32_t team;
  // The position of its feet, in metres.
  double position[3];
  // The velocity in m/s; y is ignored.
  double velocity[3];
  // The direction that the body faces, of any length above 0; y is ignored. With zeros, the player faces every
  // direction and never needs to turn.
  double facing[3];
  // The end of its reaction time, on the clock of the ball, in seconds.
  double reaction_end_secs;
  // The time until which it is busy, on the clock of the ball.
  double busy_until_secs;
  // Its activity: an `FW_BUSY_`.
  uint32_t busy_with;
  // Always 0.
  uint32_t reserved;
  // The top speed in m/s.
  double top_speed_mps;
  // The acceleration of running and braking in m/s², above 0.
  double acceleration_mps2;
  // The time to turn by 180 degrees, in seconds.
  double turn_secs;
  // The horizontal distance at which it takes the ball, in metres.
  double reach_m;
  // The greatest height at which it takes the ball with both feet on the ground, in metres.
  double standing_m;
  // The greatest height at which it takes the ball with the head in a jump, in metres.
  double jumping_m;
  // The greatest height at which it takes the ball with a keeper's hands, stretched in a jump, in metres.
  double hands_m;
  // The remaining fraction of top speed and acceleration, from 0 to 1.
  double stamina;
} fw_player;

// The earliest intercept of a player.
typedef struct fw_intercept {
  // The player.
  uint32_t player;
  // Whether it can take the ball. If not, `is_known` and `secs` say more, and all other fields below are 0.
  uint8_t can_take;
  // Whether `can_take` is final. It is 0 if an incomplete path has no intercept yet, or if a field of the
  // player is out of range.
  uint8_t is_known;
  // Always 0.
  uint8_t reserved[2];
  // The time of the intercept. If there is no intercept and that is final, it is 0. If that is not final, it is
  // a time before which the player cannot take the ball.
  double secs;
  // The centre of the ball at that time.
  double position[3];
  // The height of the ball above the ground, or above the feet of the player if the ground is not known.
  double height_m;
  // How the player takes the ball: an `FW_TAKEN_`.
  uint32_t taken_by;
  // Whether the player or the ball waits: FW_PLAYER_WAITS, FW_BALL_WAITS or FW_ON_THE_RUN.
  uint32_t kind;
  // The waiting time, in seconds.
  double wait_secs;
  // The distance the player runs, in metres.
  double run_m;
  // The pace, from 0 for standing to 1 for top speed.
  double pace;
  // The effort, in seconds of running at top speed.
  double effort;
  // The difficulty, from 0 for a ball that lies still to 1.
  double difficulty;
} fw_intercept;

// The input of a choice. Set `size` and all other fields; there are no defaults.
typedef struct fw_choice_input {
  // `sizeof(fw_choice_input)`.
  uint32_t size;
  // The model of the search: an `FW_REACH_`.
  uint32_t model;
  // The searched path.
  struct fw_path path;
  // The time of the search.
  double now_secs;
  // All players.
  const struct fw_player *players;
  // Their intercepts, in the same order.
  const struct fw_intercept *intercepts;
  // The number of players, and of intercepts.
  size_t count;
  // The team to choose from; FW_NONE for all players, who have no opponents then.
  uint32_t team;
  // Whether the team has a goal to defend, at `goal`.
  uint32_t has_goal;
  // The centre of the goal of that team.
  double goal[3];
} fw_choice_input;

// A player who can take the ball, with the rating of a choice.
typedef struct fw_rated {
  // The player.
  uint32_t player;
  // Always 0.
  uint32_t reserved;
  // The time at which it can first take the ball, in seconds from now.
  double first_secs;
  // The best time to take the ball, on the clock of the ball.
  double take_secs;
  // The position of the ball at that time.
  double take_position[3];
  // The weighted sum of the criteria. The player with the smallest score is chosen.
  double score;
} fw_rated;

// A player that a human may control. `fw_choice_candidate` makes one from an intercept.
typedef struct fw_candidate {
  // The player. Each appears at most once.
  uint32_t player;
  // Its team.
  uint32_t team;
  // The kind of its arrival: FW_ARRIVES, FW_ARRIVES_NEVER or FW_ARRIVES_UNKNOWN.
  uint32_t arrival;
  // The condition that delays it: an `FW_CONDITION_`.
  uint32_t condition;
  // The time at which it can first take the ball, in seconds. If the time is unknown, a time before which it cannot
  // take the ball.
  double arrival_secs;
  // The cost of other criteria, in seconds, added to the time to the ball.
  double other_secs;
  // The delay from its condition, in seconds.
  double delay_secs;
  // Whether it is the keeper.
  uint8_t is_keeper;
  // Whether it is the target of the last pass.
  uint8_t is_pass_target;
  // Always 0.
  uint8_t reserved[6];
} fw_candidate;

// The rules of switching. Set `size`, then call `fw_control_rules_default`.
typedef struct fw_control_rules {
  // `sizeof(fw_control_rules)`.
  uint32_t size;
  // Whether a requested switch stays in force for `lock_secs`. If not, it stays in force until the next touch.
  uint32_t has_lock_secs;
  // The smallest gain worth a switch, in seconds.
  double margin_secs;
  // The smallest gain worth a switch, as a fraction of the present player's score.
  double margin_fraction;
  // The gain that is always worth a switch, in seconds.
  double max_margin_secs;
  // The minimum time for which a player is kept, in seconds.
  double dwell_secs;
  // The time after a touch in which a human may switch before `dwell_secs` is over, in seconds.
  double touch_secs;
  // The time for which the rules do not return a human to a player it left, in seconds.
  double back_secs;
  // The time for which a requested switch stays in force, in seconds, unless the ball is touched first.
  double lock_secs;
  // The bonus of the target of a pass, in seconds.
  double pass_bonus_secs;
  // The time in which the old direction of the stick blends out, in seconds.
  double blend_secs;
} fw_control_rules;

// Decides which player each human controls. One thread at a time may use it.
typedef struct fw_control {
  // 0 is null.
  uint64_t handle;
} fw_control;

// A human at one decision.
typedef struct fw_human {
  // The human. Each appears at most once.
  uint32_t id;
  // The team whose players it controls.
  uint32_t team;
  // The player it controls now; FW_NONE for a human who joins.
  uint32_t player;
  // When the rules may switch: an `FW_MODE_`.
  uint32_t mode;
  // Whether the rules switch only while the ball is in the air.
  uint8_t air_balls_only;
  // Whether the rules treat the keeper like any other player.
  uint8_t allows_keeper;
  // Whether it requests a switch to `request`.
  uint8_t has_request;
  // Always 0.
  uint8_t reserved;
  // The requested player; FW_NONE for the player on the indicator.
  uint32_t request;
} fw_human;

// The input of a decision. Set `size` and all other fields; there are no defaults.
typedef struct fw_situation {
  // `sizeof(fw_situation)`.
  uint32_t size;
  // The player who touched the ball since the last decision; FW_NONE if unknown.
  uint32_t touched_by;
  // The time, not before that of the last decision.
  double now_secs;
  // The players of all teams with humans.
  const struct fw_candidate *candidates;
  // The number of candidates.
  size_t candidates_count;
  // The humans in the game.
  const struct fw_human *humans;
  // The number of humans.
  size_t humans_count;
  // Whether a player touched the ball since the last decision. Bounces do not count.
  uint8_t is_touched;
  // Whether the ball is in the air.
  uint8_t is_in_air;
  // Always 0.
  uint8_t reserved[6];
} fw_situation;

// The decision for one human.
typedef struct fw_assignment {
  // The human.
  uint32_t human;
  // The player it controlled before, or FW_NONE.
  uint32_t from;
  // The player it controls now; FW_NONE only if no player is free.
  uint32_t player;
  // The player that the indicator shows, or FW_NONE.
  uint32_t next;
  // The reason: an `FW_REASON_`.
  uint32_t reason;
  // Whether the old direction of the stick blends out.
  uint32_t blends_stick;
  // The time of the switch whose old direction blends out, in seconds.
  double stick_from_secs;
  // The duration of that blend, in seconds.
  double stick_lasts_secs;
} fw_assignment;

// The tags of many clips, as written by `footwork compile`. Any number of threads may use the same database concurrently.
// Objects made from it keep the data that they need, so it can be destroyed whenever no call is using it.
typedef struct fw_database {
  // 0 is null.
  uint64_t handle;
} fw_database;

// The frame rate and length of a clip.
typedef struct fw_clip_info {
  // The numerator of the frame rate, in frames per second.
  uint64_t rate_numerator;
  // The denominator of the frame rate, at least 1.
  uint64_t rate_denominator;
  // The number of frames.
  uint32_t frames;
  // Always 0.
  uint32_t reserved;
} fw_clip_info;

// A UTF-8 text, which needs no NUL at its end.
typedef struct fw_text {
  // The first byte; may be null if there are none.
  const char *bytes;
  // The number of bytes.
  size_t len;
} fw_text;

// Compiled expressions with the same variables. One thread at a time may use it.
typedef struct fw_expression {
  // 0 is null.
  uint64_t handle;
} fw_expression;

// The values of a variable for a block: one per result, or one for all.
typedef struct fw_input {
  // One value per result; null to use `uniform` for all.
  const float *values;
  // The value for all results.
  float uniform;
} fw_input;

// A frame rate in frames per second, as a fraction.
typedef struct fw_rate {
  // The numerator, above 0.
  uint64_t numerator;
  // The denominator, above 0.
  uint64_t denominator;
} fw_rate;

// The rate and the counts of an index.
typedef struct fw_index_info {
  // The frame rate.
  struct fw_rate rate;
  // The number of poses, including those of mirrored twins.
  uint64_t poses;
  // The number of poses that a search can return.
  uint64_t candidates;
  // The number of clips.
  uint32_t clips;
  // The number of values in a goal.
  uint32_t features;
} fw_index_info;

// The predicted flight of a ball, as a few samples. Any number of threads may use it concurrently, as long as none
// changes it.
typedef struct fw_prediction {
  // 0 is null.
  uint64_t handle;
} fw_prediction;

// A search for all windows in which players can take the ball. One thread at a time may use it.
typedef struct fw_search {
  // 0 is null.
  uint64_t handle;
} fw_search;

// A period in which a player can take the ball.
typedef struct fw_window {
  // The start, in seconds.
  double from_secs;
  // The end, at or after the start.
  double to_secs;
} fw_window;

// First intercepts, kept from frame to frame so that most frames need no search. One thread at a time may use it.
typedef struct fw_intercept_cache {
  // 0 is null.
  uint64_t handle;
} fw_intercept_cache;

// The features that a character should have next. Features that are not set follow the playing pose. One thread at a time may
// use it.
typedef struct fw_goal {
  // 0 is null.
  uint64_t handle;
} fw_goal;

// Plays the poses of a character, and decides when to jump to another. One thread at a time may use it.
typedef struct fw_matcher {
  // 0 is null.
  uint64_t handle;
} fw_matcher;

// Turns the input of a stick into the trajectory of a goal. One thread at a time may use it.
typedef struct fw_controller {
  // 0 is null.
  uint64_t handle;
} fw_controller;

// The shape of a body around its centre. Every length that its kind uses is above 0, and at most 10,000. For a convex hull, see
// `fw_mover_from_hull`.
typedef struct fw_body {
  // An `FW_BODY_`.
  uint32_t kind;
  // Half of each extent of a box along its own axes, in metres.
  float half_m[3];
  // The radius of a capsule, a sphere or a cylinder, in metres.
  float radius_m;
  // The height of a cylinder, or the total height of a capsule including caps, in metres. A capsule is at least twice as high as
  // its radius.
  float height_m;
  // The rotation of a turned box: a quaternion x, y, z, w of length 1, within a thousandth. Four zeros mean no rotation.
  float rotation[4];
} fw_body;

// The position and footing of a body. You own it, and may copy and save it. For a body that has not moved yet, set the
// position and leave all other fields 0.
typedef struct fw_mover_state {
  // The centre of the body, in metres.
  double position[3];
  // An `FW_FOOTING_`. In the air, all fields below are 0.
  uint32_t footing;
  // The part of a compound.
  uint32_t part;
  // The triangle of a mesh; FW_NONE for a volume.
  uint32_t triangle;
  // The unit contact normal, away from the ground.
  float normal[3];
  // The obstacle that the body stands on.
  uint64_t obstacle;
  // The touched point of that obstacle, in metres.
  double point[3];
  // The velocity of that obstacle at the point, in m/s.
  float velocity_mps[3];
  // Always 0.
  uint32_t reserved;
} fw_mover_state;

// The label by which filters and your own code identify an obstacle.
typedef struct fw_label {
  // A number of yours, such as the id of an entity or of a material.
  uint64_t tag;
  // The layers, one bit each. A filter accepts the obstacle only if the two share a layer.
  uint32_t layers;
  // Always 0.
  uint32_t reserved;
} fw_label;

// Returns whether an obstacle counts; any number but 0 means yes. The function must depend only on its arguments, and must
// not change the world.
typedef uint8_t (*fw_accept)(void *context, uint64_t obstacle, const struct fw_label *label);

// An obstacle that a body meets, and how the body meets it.
typedef struct fw_approach {
  // The obstacle.
  uint64_t obstacle;
  // Its label.
  struct fw_label label;
  // The part of a compound.
  uint32_t part;
  // The triangle of a mesh; FW_NONE for a volume.
  uint32_t triangle;
  // The unit contact normal, from the obstacle to the body.
  double normal[3];
  // The distance along the normal to an obstacle near the resting body, in metres; below 0 inside. It is 0 for an obstacle
  // met on the way.
  double gap_m;
} fw_approach;

// Returns whether a contact counts; any number but 0 means yes. The function must depend only on its arguments, and must not
// change the world.
typedef uint8_t (*fw_accept_contact)(void *context, const struct fw_approach *approach);

// A filter of obstacles. An obstacle must pass all of its checks. Set `size`, then call `fw_filter_default`.
typedef struct fw_filter {
  // `sizeof(fw_filter)`.
  uint32_t size;
  // The layers of the filter. An obstacle must be in at least one.
  uint32_t layers;
  // A function that must also accept it, unless NULL.
  fw_accept accept;
  // A function that must also accept the contact, unless NULL.
  fw_accept_contact accept_contact;
  // The first argument of both functions.
  void *context;
} fw_filter;

// The result of a move.
typedef struct fw_move {
  // The state of the body after the move. The next move starts from it.
  struct fw_mover_state state;
  // The velocity of the body in m/s, including motion from being carried or pushed.
  float velocity_mps[3];
  // An `FW_MOVED_`.
  uint32_t outcome;
  // Whether the body is still inside an obstacle.
  uint32_t crushed;
  // Always 0.
  uint32_t reserved;
} fw_move;

// A contact of a body.
typedef struct fw_contact {
  // The obstacle.
  uint64_t obstacle;
  // The touched point of the obstacle, in metres.
  double point[3];
  // The part of a compound.
  uint32_t part;
  // The triangle of a mesh; FW_NONE for a volume.
  uint32_t triangle;
  // The unit contact normal, from the obstacle to the body.
  float normal[3];
  // The depth of the body inside the obstacle, in metres; 0 if it only touched.
  float depth_m;
  // The velocity of the obstacle at the point, in m/s.
  float velocity_mps[3];
  // The speed, in m/s, at which the wanted move and the obstacle would approach each other along the normal; 0 if they
  // part.
  float closing_mps;
  // Whether the contact determined the final direction of the body.
  uint32_t active;
  // Always 0.
  uint32_t reserved;
} fw_contact;

// The first obstacle that a swept shape meets.
typedef struct fw_hit {
  // The obstacle; 0 if there is none.
  uint64_t obstacle;
  // The time of impact, as a fraction of the motion.
  double time;
  // The unit contact normal, from the obstacle to the shape.
  double normal[3];
  // The part of a compound.
  uint32_t part;
  // The triangle of a mesh; FW_NONE for a volume.
  uint32_t triangle;
} fw_hit;

// The checks that a zero crossing must pass to count as an event. Set `size`, then call `fw_guards_default`.
typedef struct fw_guards {
  // `sizeof(fw_guards)`.
  uint32_t size;
  // The sum of the `FW_GUARD_` of all enabled checks.
  uint32_t checks;
  // The minimum length of the pairs (sine, cosine) before and after a crossing, from 0 to 1.
  double norm;
  // The largest time to or since the event that the pairs just before and just after a crossing may show, as a share
  // of the window, from 0 to 1. The time of one update is added to it.
  double nearness;
  // The largest fall of the signal in one update, as a share of the window, from 0 to 1. The time of the update is added
  // to it.
  double jump;
  // A time as a share of the window, from 0 to 0.5. Once the signal has been this long after an event, a crossing
  // counts only if the signal has since been this long before an event.
  double approach;
  // The smallest and the largest rate at which the time to the event falls, in seconds per second. A clean signal falls by
  // 1.
  double slope[2];
  // The minimum time between two events, in seconds of the clip, at least 0.
  double refractory_secs;
} fw_guards;

// A network of one character. Another library runs it. This object computes the numbers that the network takes, and decodes
// the tags and events that it returns. Frame i, from 0, is at i / rate seconds of the clock. One thread at a time may use
// it.
typedef struct fw_network {
  // 0 is null.
  uint64_t handle;
} fw_network;

// The sizes of a network.
typedef struct fw_network_info {
  // The frames per second of its inputs and outputs.
  struct fw_rate rate;
  // The number of consecutive frames that the network takes, the newest last.
  uint32_t frames;
  // The number of columns that the network takes of each frame.
  uint32_t inputs;
  // The number of columns that the network returns.
  uint32_t outputs;
  // The number of all columns of the specification.
  uint32_t columns;
  // The number of kinds of events that the network returns.
  uint32_t events;
  // The number of tags that the network returns.
  uint32_t tags;
} fw_network_info;

// Facts about a pose that its joints do not show.
typedef struct fw_pose_facts {
  // The heading, as an angle about y in radians: 0 towards +z, growing to the left. It replaces the heading found from the
  // pose if `has_heading` is not 0.
  double heading_rad;
  // Whether `heading_rad` counts.
  uint8_t has_heading;
  // Whether the left foot touches the ground, for networks that take contacts.
  uint8_t left_contact;
  // Whether the right foot touches the ground, for networks that take contacts.
  uint8_t right_contact;
  // Always 0.
  uint8_t reserved[5];
} fw_pose_facts;

// The parameters of a ball. Set `size`, then call `fw_ball_params_default`.
typedef struct fw_ball_params {
  // `sizeof(fw_ball_params)`.
  uint32_t size;
  // Whether there is a drag crisis, a speed at which the drag coefficient falls. If not, the coefficient is
  // `drag_low` at every speed.
  uint8_t has_drag_crisis;
  // Always 0.
  uint8_t reserved[3];
  // The mass in kilograms.
  double mass_kg;
  // The radius in metres.
  double radius_m;
  // The gravity along -y, in m/s².
  double gravity_mps2;
  // The density of the air in kilograms per cubic metre; 0 for no air at all.
  double air_density;
  // The coefficient far above the crisis. The drag coefficient is
  // `drag_low + drag_drop / (1 + exp((v - drag_speed_mps) / drag_width_mps))`.
  double drag_low;
  // The drop of the coefficient in the crisis, as in the formula at `drag_low`.
  double drag_drop;
  // The speed in the middle of the crisis in m/s, as in the formula at `drag_low`.
  double drag_speed_mps;
  // The width of the crisis in m/s, as in the formula at `drag_low`.
  double drag_width_mps;
  // The lift coefficient per spin ratio, near zero spin.
  double lift_slope;
  // The upper bound of the lift coefficient.
  double max_lift;
  // The fraction of the spin lost per metre of flight.
  double spin_decay_per_m;
  // The ratio of normal speeds after and before a bounce.
  double restitution;
  // Coulomb's coefficient of friction in a bounce.
  double bounce_friction;
  // Coulomb's coefficient of friction along the ground.
  double sliding_friction;
  // The deceleration of a rolling ball in addition to drag, in m/s².
  double rolling_mps2;
  // The speed limit of small hops, in m/s. A rebound slower than this times `1 - restitution` stays on the ground.
  double settle_speed_mps;
  // The velocity of the air, in m/s.
  double wind_mps[3];
} fw_ball_params;

// The shapes that a ball bounces off: planes, boxes and capsules. One thread at a time may use it.
typedef struct fw_statics {
  // 0 is null.
  uint64_t handle;
} fw_statics;

// The physics of a ball, with the shapes it bounces off. Any number of threads may use the same physics concurrently.
typedef struct fw_physics {
  // 0 is null.
  uint64_t handle;
} fw_physics;

// The difference between a surface and the ground. On the ground, the ball has its own restitution and friction. Two
// factors of 1 mean no difference.
typedef struct fw_surface {
  // The factor of the ball's restitution, from 0 to 100. The product of the factor and the ball's restitution is
  // capped at 1.
  double restitution;
  // The factor of the ball's friction, from 0 to 100.
  double friction;
} fw_surface;

// The complete state of a ball at one time. Make it with `fw_ball_place`. You own it, and may copy and save it.
typedef struct fw_ball {
  // The centre, in metres.
  double position[3];
  // The velocity in metres per second.
  double velocity[3];
  // The spin in radians per second.
  double spin[3];
  // The clock: the number of steps of 1/240 s since time 0.
  uint64_t steps;
  // Whether the ball was placed here and has not moved yet. If so, its next step first pushes it out of any overlap.
  uint8_t is_placed;
  // Whether the ball rolls or rests on the ground. The fields below describe that ground.
  uint8_t on_ground;
  // Always 0.
  uint8_t reserved[2];
  // The part of the statics it is on.
  uint32_t ground_hit;
  // The other parts it has touched since it came down, latest first; FW_NONE for none.
  uint32_t beside[3];
  // Always 0.
  uint32_t reserved_too;
  // The unit normal, away from the ground.
  double ground_normal[3];
  // The material of the ground.
  struct fw_surface ground_surface;
} fw_ball;

// A touch, which changes the velocity of a ball instantly.
typedef struct fw_touch {
  // The time, in seconds.
  double secs;
  // The centre of the ball.
  double position[3];
  // The unit normal, away from the touched part.
  double normal[3];
  // The velocity just before.
  double velocity_before[3];
  // The velocity just after.
  double velocity[3];
  // The part of the statics it touches.
  uint32_t hit;
  // 1 if the ball starts to roll or slide, or continues along this part; 0 if it bounces.
  uint32_t rolls;
} fw_touch;

// A range of frames of a clip, never empty.
typedef struct fw_range {
  // The number of the clip.
  uint32_t clip;
  // The first frame.
  uint32_t start;
  // The first frame after the range.
  uint32_t stop;
} fw_range;

// A query, bound to one database. One thread at a time may use it.
typedef struct fw_query {
  // 0 is null.
  uint64_t handle;
} fw_query;

// A result of a search.
typedef struct fw_match {
  // The pose.
  struct fw_pose_id pose;
  // The cost of the pose.
  float cost;
} fw_match;

// The options of a prediction. Set `size`, then call `fw_prediction_options_default`.
typedef struct fw_prediction_options {
  // `sizeof(fw_prediction_options)`.
  uint32_t size;
  // How the flight is interpolated between samples: an `FW_READING_`.
  uint32_t reading;
  // The horizon: the length of the prediction, in seconds, above 0 and at most 3600.
  double horizon_secs;
  // The largest distance of the interpolated flight from the stepped one, in metres, if `has_tolerance` is set. Otherwise
  // it is the radius of the ball.
  double tolerance_m;
  // The lowest corner of the box that the ball must stay in, if `has_bounds` is set.
  double bounds_min[3];
  // The highest corner of that box.
  double bounds_max[3];
  // Whether `tolerance_m` is used.
  uint8_t has_tolerance;
  // Whether the bounds are used.
  uint8_t has_bounds;
  // Whether the horizon moves with the game. If so, `fw_prediction_advance` extends the prediction when less than 80 % of
  // the horizon is ahead.
  uint8_t keeps_ahead;
  // Always 0.
  uint8_t reserved[1];
  // The number of frames over which `fw_prediction_advance_frame` spreads a whole horizon; at least 1.
  uint32_t frames;
} fw_prediction_options;

// The progress of a prediction.
typedef struct fw_prediction_state {
  // The time up to which the flight of the ball is known, in seconds. For a ball at rest this is the horizon.
  double known_secs;
  // The time of the horizon, in seconds.
  double horizon_secs;
  // The number of steps taken.
  uint32_t steps_done;
  // Why the prediction is complete: an `FW_END_`. It is FW_END_NONE if it is not complete.
  uint32_t end;
  // The number of samples.
  uint32_t samples;
  // The number of events.
  uint32_t events;
} fw_prediction_state;

// A sample of a flight.
typedef struct fw_sample {
  // The time, in seconds.
  double secs;
  // The centre of the ball.
  double position[3];
  // The velocity in m/s. Its meaning depends on the `FW_READING_` of the prediction.
  double velocity[3];
  // The acceleration in m/s²; 0 unless samples are read as parabolas.
  double acceleration[3];
  // The height of the ground under the ball; NaN if it is not known.
  double ground_m;
} fw_sample;

// An event of a flight.
typedef struct fw_flight_event {
  // The time, in seconds.
  double secs;
  // The centre of the ball.
  double position[3];
  // The unit normal, away from the touched part; 0 at the end.
  double normal[3];
  // An `FW_FLIGHT_`.
  uint32_t kind;
  // The part of the statics that the ball touches; FW_NONE at the end.
  uint32_t hit;
} fw_flight_event;

// The upper ends of the height bands, in metres, in rising order.
typedef struct fw_height_bands {
  // The upper end of the knee band; 0.6 by default.
  double knee_m;
  // The upper end of the chest band; 1.5 by default.
  double chest_m;
  // The upper end of the head band; 2.2 by default.
  double head_m;
  // The upper end of the keeper's band; 2.6 by default.
  double keeper_m;
} fw_height_bands;

// A part of a flight within one band.
typedef struct fw_section {
  // The start, in seconds.
  double from_secs;
  // The end, in seconds.
  double to_secs;
  // An `FW_BAND_`.
  uint32_t band;
  // Always 0.
  uint32_t reserved;
} fw_section;

// A frame of a clip.
typedef struct fw_frame {
  // The number of the clip.
  uint32_t clip;
  // The number of the frame.
  uint32_t frame;
} fw_frame;

// A cache of the results of queries. The queries may be of any number of databases. Queries with the same meaning share a
// result. One thread at a time may use it.
typedef struct fw_query_cache {
  // 0 is null.
  uint64_t handle;
} fw_query_cache;

// The capacity of a recording. Set `size`, then call `fw_record_config_default`.
typedef struct fw_record_config {
  // `sizeof(fw_record_config)`.
  uint32_t size;
  // The number of updates to keep, at 40 bytes each. 3600 by default, which is a minute at 60 updates per second.
  uint32_t frames;
  // The number of searches to keep, at about 370 bytes each. 1200 by default.
  uint32_t searches;
  // Always 0.
  uint32_t reserved;
  // The `fw_database_content_stamp` of the tags that filters come from. The studio can then tell if its tags differ. 0,
  // the default, means unknown.
  uint64_t tags_stamp;
} fw_record_config;

// The size of a repertoire.
typedef struct fw_repertoire_info {
  // The number of joints. Joint 0 is the hips.
  uint32_t joints;
  // The number of clips in the index.
  uint32_t clips;
} fw_repertoire_info;

// A joint of a repertoire.
typedef struct fw_joint {
  // The parent, which comes before it; FW_NONE for the hips.
  uint32_t parent;
  // The rotation at rest, a quaternion x, y, z, w in the space of the parent.
  float rotation[4];
  // The position in the space of the parent, in metres.
  float position_m[3];
} fw_joint;

// The place of the root in a clip.
typedef struct fw_clip_root {
  // The x and z of the place in the space of the clip, in metres.
  double position_m[2];
  // The x and z of the direction that the character faces, of length 1.
  double facing[2];
} fw_clip_root;

// A football pitch around the origin, its length along x. Set `size`, then call `fw_pitch_default`.
typedef struct fw_pitch {
  // `sizeof(fw_pitch)`.
  uint32_t size;
  // Whether the goals have nets.
  uint8_t nets;
  // Whether there are banners behind the lines.
  uint8_t has_banners;
  // Always 0.
  uint8_t reserved[2];
  // The length along x, in metres from 10 to 1000.
  double length_m;
  // The width along z, in metres from 10 to 1000.
  double width_m;
  // The distance of the banners behind the lines, in metres from 0 to 1000.
  double banners_m;
  // The height of the ground, in metres from -1000 to 1000.
  double ground_m;
} fw_pitch;

// One part of `fw_statics`.
typedef struct fw_static_shape {
  // An `FW_SHAPE_`.
  uint32_t kind;
  // Always 0.
  uint32_t reserved;
  // For a plane, its normal, away from the solid side. For a box, its lowest corner. For a capsule, one end of its
  // axis.
  double a[3];
  // For a box, its highest corner. For a capsule, the other end of its axis. A plane does not use it.
  double b[3];
  // For a plane, its offset, in metres times the length of its normal. For a capsule, its radius. A box does not use
  // it.
  double metres;
} fw_static_shape;

// Tracks of events. Each track has the times of one kind of event. Any number of threads may use it concurrently, as long as
// none adds a track.
typedef struct fw_tracks {
  // 0 is null.
  uint64_t handle;
} fw_tracks;

// The encoding of events as signals.
typedef struct fw_encoding {
  // The time before and after an event in which its signal turns, in seconds: above 0, at most 3600.
  double window_secs;
  // The standard deviation of the smoothing, in seconds: from 0 to the window.
  double sigma_secs;
} fw_encoding;

// Fires when an event of one character happens. One thread at a time may use it.
typedef struct fw_trigger {
  // 0 is null.
  uint64_t handle;
} fw_trigger;

// The result of one update.
typedef struct fw_passing {
  // The time from the event to the end of the update, in seconds of the clip, if there was an event. It is below 0, by at
  // most a thousandth of the update, if the event is still to come.
  double fired_ago_secs;
  // Whether there was an event.
  uint8_t fired;
  // Whether the update was at least as long as the window, so that it may have skipped an event.
  uint8_t may_have_missed;
  // Always 0.
  uint8_t reserved[6];
} fw_passing;

// A triangle mesh, which any number of obstacles and worlds may share. Any number of threads may use the same mesh
// concurrently.
typedef struct fw_mesh {
  // 0 is null.
  uint64_t handle;
} fw_mesh;

// The pose of an obstacle.
typedef struct fw_pose {
  // The position in metres.
  double position[3];
  // The rotation, a unit quaternion x, y, z, w. Four zeros mean no rotation.
  float rotation[4];
} fw_pose;

// A volume around the origin.
typedef struct fw_volume {
  // An `FW_VOLUME_`.
  uint32_t kind;
  // Half of each extent of a box, in metres.
  float half_m[3];
  // The radius of a sphere or a capsule, in metres.
  float radius_m;
  // Half the length of the axis of a capsule without the caps, in metres.
  float half_axis_m;
} fw_volume;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Returns the `FW_ABI_VERSION` of the linked library. Call it first: if it differs from that of the header, call no other
// function.
uint32_t fw_abi_version(void);

// Makes Footwork allocate all its memory with these functions. Call it before any function other than `fw_abi_version`.
// Later calls fail, because Footwork already holds memory from the system's allocator.
fw_status fw_set_allocator(fw_allocate allocate, fw_free free, void *context, struct fw_error *error);

// Makes a bias without any effect. Call it while loading, because it allocates.
fw_status fw_bias_create(struct fw_index index, struct fw_bias *bias, struct fw_error *error);

// Destroys a bias.
fw_status fw_bias_destroy(struct fw_bias bias, struct fw_error *error);

// Adds a cost, from 0 to 1e12, to all poses that a filter of the same index allows. A search chooses such a pose only if it
// is better than the others by more than the cost. Costs of several calls add up. Call it while loading, because it
// allocates.
fw_status fw_bias_add_cost(struct fw_bias bias, struct fw_pose_filter poses, float cost, struct fw_error *error);

// Adds a bonus for playing on. While a filter of the same index allows the playing pose, another pose must be
// better than playing on by the bonus, in addition to the margins of the rules. A negative bonus makes a jump more
// likely. A bias has at most FW_MAX_STAYS bonuses, and they add up. `fw_index_search` ignores them. Call it while
// loading, because it allocates.
fw_status fw_bias_add_stay(struct fw_bias bias, struct fw_pose_filter poses, float bonus, struct fw_error *error);

// Fills the defaults in. Set `size` before.
fw_status fw_blend_config_default(struct fw_blend_config *config, struct fw_error *error);

// Makes a blend, with nothing to blend yet. `config` may be NULL for the default.
fw_status fw_blend_create(const struct fw_blend_config *config, struct fw_blend *blend, struct fw_error *error);

// Destroys a blend.
fw_status fw_blend_destroy(struct fw_blend blend, struct fw_error *error);

// Starts a blend from the shown motion to the playing one, which must have the same joints.
fw_status fw_blend_jump(struct fw_blend blend,
                        const struct fw_motion *shown,
                        const struct fw_motion *plays,
                        struct fw_error *error);

// Advances time, and writes whether the shown motion still differs from the playing one. `is_active` may be NULL.
fw_status fw_blend_advance(struct fw_blend blend, double dt_secs, uint8_t *is_active, struct fw_error *error);

// Writes the motion to show for the playing motion, which must have the same joints. Both pointers may be to the
// same motion.
fw_status fw_blend_apply(struct fw_blend blend, const struct fw_motion *plays, struct fw_motion *shown, struct fw_error *error);

// Makes a character at rest. `config` may be NULL for the default. `start` may be NULL for the first pose of the index. The
// first update searches for a better one. `placement` may be NULL for the origin, facing +z. Call it while loading, because
// it allocates.
fw_status fw_character_create(struct fw_repertoire repertoire,
                              const struct fw_character_config *config,
                              const struct fw_pose_id *start,
                              const struct fw_placement *placement,
                              struct fw_character *character,
                              struct fw_error *error);

// Destroys a character.
fw_status fw_character_destroy(struct fw_character character, struct fw_error *error);

// Advances a character by `dt_secs` in the direction of the stick, and writes what played. `search` may be NULL for
// all poses and the weights of the index. The largest cost in `search` is ignored. `surroundings` may be NULL for
// open ground at height 0. `step` may be NULL.
fw_status fw_character_update(struct fw_character character,
                              double dt_secs,
                              const struct fw_stick *stick,
                              const struct fw_search_options *search,
                              const struct fw_surroundings *surroundings,
                              struct fw_step *step,
                              struct fw_error *error);

// Advances a character by `dt_secs` in straight lines from its present place through the waypoints, and writes what
// played. The character stops at the last waypoint. `search` may be NULL for all poses and the weights of the index.
// The largest cost in `search` is ignored. `surroundings` may be NULL for open ground at height 0. `step` may be
// NULL.
fw_status fw_character_follow(struct fw_character character,
                              double dt_secs,
                              const struct fw_waypoint *waypoints,
                              size_t waypoints_count,
                              const struct fw_search_options *search,
                              const struct fw_surroundings *surroundings,
                              struct fw_step *step,
                              struct fw_error *error);

// Writes the cost of each group of the index for the pose that a character jumped to in its last update. Up to
// rounding, they add up to the cost of the step without the costs of a bias. Without a jump, there are no costs.
fw_status fw_character_group_costs(struct fw_character character,
                                   float *costs,
                                   size_t costs_capacity,
                                   size_t *costs_count,
                                   struct fw_error *error);

// Moves a character elsewhere, with its speed and its feet. Its pose does not change.
fw_status fw_character_teleport(struct fw_character character, const struct fw_placement *to, struct fw_error *error);

// Takes over from any pose, such as that of a ragdoll, a cut-scene or another animation graph. The character plays
// the most similar allowed pose, and blends to it. The next update continues from exactly the given pose and its
// speeds. `search` may be NULL for all poses and the weights of the index. The largest cost in `search` is ignored.
// This call allocates.
fw_status fw_character_take_over(struct fw_character character,
                                 const struct fw_motion *from,
                                 const struct fw_placement *placement,
                                 const struct fw_search_options *search,
                                 struct fw_error *error);

// Sets how often a character works. It moves in every `update_every`th update, for the time since it last moved, and
// searches at most every `search_every_secs`. `spread` is a number that differs between characters. It spreads their work
// over frames.
fw_status fw_character_set_detail(struct fw_character character,
                                  uint32_t update_every,
                                  float search_every_secs,
                                  uint32_t spread,
                                  struct fw_error *error);

// Writes whether a character holds a pose because it should stand and no clip stands still.
fw_status fw_character_is_resting(struct fw_character character, uint8_t *is_resting, struct fw_error *error);

// Writes the state of a character as bytes, for a rollback or another process, in any language. After
// `fw_character_restore`, the same updates give the same bits. The state does not include the configuration, filters and
// clips.
fw_status fw_character_save(struct fw_character character,
                            uint8_t *bytes,
                            size_t bytes_capacity,
                            size_t *bytes_count,
                            struct fw_error *error);

// Restores a state that a character with the same repertoire and configuration saved. This call allocates.
fw_status fw_character_restore(struct fw_character character, const uint8_t *bytes, size_t bytes_len, struct fw_error *error);

// Fills the defaults in. Set `size` before.
fw_status fw_character_config_default(struct fw_character_config *config, struct fw_error *error);

// Writes the place of the root, to which the transforms of the hips are relative.
fw_status fw_character_get_root(struct fw_character character, struct fw_placement *root, struct fw_error *error);

// Writes the transforms of joints. Each has seven numbers: the rotation x, y, z, w and the position in metres, in the space
// of the parent. The hips are in the space of the root. `mask` has a byte for each joint. A joint whose byte is 0 keeps its
// numbers. If `mask` is empty, all joints are written.
fw_status fw_character_pose(struct fw_character character,
                            const uint8_t *mask,
                            size_t mask_count,
                            float *transforms,
                            size_t transforms_count,
                            struct fw_error *error);

// Plants the feet of transforms of `fw_character_pose` that other animation layers have changed. The hips sink and the legs
// bend as in the last update. Use it for a character with `feet_last`.
fw_status fw_character_plant_feet(struct fw_character character,
                                  float *transforms,
                                  size_t transforms_count,
                                  struct fw_error *error);

// Writes the transforms of all joints in one space. Each has seven numbers: the rotation x, y, z, w and the position in
// metres. `space` is an FW_SPACE_. In the world, the place of the root is part of each transform.
fw_status fw_character_pose_in(struct fw_character character,
                               uint32_t space,
                               float *transforms,
                               size_t transforms_count,
                               struct fw_error *error);

// Writes the feet that came to stand in the last update, at most two. A foot that was in the air for less than 0.1 s does
// not count.
fw_status fw_character_footsteps(struct fw_character character,
                                 struct fw_footstep *footsteps,
                                 size_t footsteps_capacity,
                                 size_t *footsteps_count,
                                 struct fw_error *error);

// Fills the defaults in. Set `size` before.
fw_status fw_choice_weights_default(struct fw_choice_weights *weights, struct fw_error *error);

// Creates a choice object. No player is chosen yet.
fw_status fw_choice_create(struct fw_choice *choice, struct fw_error *error);

// Destroys a choice.
fw_status fw_choice_destroy(struct fw_choice choice, struct fw_error *error);

// Chooses the player who should go for the ball, and writes its id, or FW_NONE if no player can take the ball. `weights` may be
// NULL for the default.
fw_status fw_choice_choose(struct fw_choice choice,
                           const struct fw_choice_input *input,
                           const struct fw_choice_weights *weights,
                           uint32_t *chosen,
                           struct fw_error *error);

// Writes the players who can take the ball, in order of id, with the ratings of the last choice.
fw_status fw_choice_rated(struct fw_choice choice,
                          struct fw_rated *rated,
                          size_t rated_capacity,
                          size_t *rated_count,
                          struct fw_error *error);

// Makes a candidate for `fw_control_decide` from an intercept and the ratings of its team's last choice.
fw_status fw_choice_candidate(struct fw_choice choice,
                              uint32_t team,
                              const struct fw_intercept *found,
                              struct fw_candidate *candidate,
                              struct fw_error *error);

// Fills the defaults in. Set `size` before.
fw_status fw_control_rules_default(struct fw_control_rules *rules, struct fw_error *error);

// Creates a control object. `rules` may be NULL for the default.
fw_status fw_control_create(const struct fw_control_rules *rules, struct fw_control *control, struct fw_error *error);

// Destroys a control.
fw_status fw_control_destroy(struct fw_control control, struct fw_error *error);

// Decides for every human, and writes their assignments in the order of the humans' ids. If there is too little
// room, nothing is decided. Carry out the assignments. In the next situation, each human must control the player
// of its assignment.
fw_status fw_control_decide(struct fw_control control,
                            const struct fw_situation *situation,
                            struct fw_assignment *assignments,
                            size_t assignments_capacity,
                            size_t *assignments_count,
                            struct fw_error *error);

// Reads a `.tagdb` from memory, and checks all of it. The bytes are copied.
fw_status fw_database_from_bytes(const uint8_t *bytes, size_t bytes_len, struct fw_database *database, struct fw_error *error);

// Reads a `.tagdb` file, whose path is UTF-8, and checks all of it.
fw_status fw_database_open(const char *path, size_t path_len, struct fw_database *database, struct fw_error *error);

// Destroys a database.
fw_status fw_database_destroy(struct fw_database database, struct fw_error *error);

// Writes the number of clips. Clips are numbered from 0.
fw_status fw_database_clip_count(struct fw_database database, uint32_t *count, struct fw_error *error);

// Finds a clip by its full name, and writes its number.
fw_status fw_database_clip(struct fw_database database,
                           const char *name,
                           size_t name_len,
                           uint32_t *clip,
                           struct fw_error *error);

// Writes the frame rate and length of a clip.
fw_status fw_database_clip_info(struct fw_database database, uint32_t clip, struct fw_clip_info *info, struct fw_error *error);

// Writes the name of a clip. It is UTF-8 without a NUL.
fw_status fw_database_clip_name(struct fw_database database,
                                uint32_t clip,
                                char *name,
                                size_t name_capacity,
                                size_t *name_len,
                                struct fw_error *error);

// Writes a stamp of all clips, tags and events. Equal contents have equal stamps, also in other processes. Call it while
// loading, because it reads everything.
fw_status fw_database_content_stamp(struct fw_database database, uint64_t *stamp, struct fw_error *error);

// Writes the number of tags.
fw_status fw_database_tag_count(struct fw_database database, uint32_t *count, struct fw_error *error);

// Writes the name of a tag. Tags are numbered from 0 in the order of their names. The name is UTF-8 without a NUL. Call it
// while loading, because it counts through the tags.
fw_status fw_database_tag_name(struct fw_database database,
                               uint32_t tag,
                               char *name,
                               size_t name_capacity,
                               size_t *name_len,
                               struct fw_error *error);

// Writes the number of kinds of events.
fw_status fw_database_event_count(struct fw_database database, uint32_t *count, struct fw_error *error);

// Writes the name of a kind of event, like `fw_database_tag_name` for tags.
fw_status fw_database_event_name(struct fw_database database,
                                 uint32_t event,
                                 char *name,
                                 size_t name_capacity,
                                 size_t *name_len,
                                 struct fw_error *error);

// Writes the times of a kind of event in a clip, rising, in seconds from its first frame. `fw_tracks_add` takes such times.
// Call it while loading, because it counts through the events.
fw_status fw_database_event_times(struct fw_database database,
                                  uint32_t event,
                                  uint32_t clip,
                                  double *times_secs,
                                  size_t times_capacity,
                                  size_t *times_count,
                                  struct fw_error *error);

// Writes the functions that expressions can call, one per line: a call such as `sin(x)`, a tab, and its meaning. It allocates.
fw_status fw_expression_functions(char *lines, size_t lines_capacity, size_t *lines_count, struct fw_error *error);

// Compiles expressions with the same variables. There is one output per text. `seed` is the seed of `hash` and `noise`.
fw_status fw_expression_compile(const struct fw_text *texts,
                                size_t texts_count,
                                const struct fw_text *variables,
                                size_t variables_count,
                                uint32_t seed,
                                struct fw_expression *expression,
                                struct fw_error *error);

// Reads a compiled program, and checks all of it.
fw_status fw_expression_from_bytes(const uint8_t *bytes,
                                   size_t bytes_len,
                                   struct fw_expression *expression,
                                   struct fw_error *error);

// Destroys an expression.
fw_status fw_expression_destroy(struct fw_expression expression, struct fw_error *error);

// Writes the first output for these values of the variables. There must be at least as many values as variables.
fw_status fw_expression_value(struct fw_expression expression,
                              const float *values,
                              size_t values_count,
                              float *value,
                              struct fw_error *error);

// Computes outputs for arrays. `outputs[k][i]` is output `k` for the values `i` of the inputs. There must be at least as
// many inputs as variables, and as many outputs as texts. Each pointer must be to `length` floats. Outputs must not overlap
// inputs or each other.
fw_status fw_expression_block(struct fw_expression expression,
                              const struct fw_input *inputs,
                              size_t inputs_count,
                              float *const *outputs,
                              size_t outputs_count,
                              size_t length,
                              struct fw_error *error);

// Opens an index in memory. If `is_kept` is 0, the bytes are copied. If `is_kept` is not 0, they are used in place, and must
// stay there unchanged until the index is destroyed.
fw_status fw_index_from_bytes(const uint8_t *bytes,
                              size_t bytes_len,
                              uint8_t is_kept,
                              struct fw_index *index,
                              struct fw_error *error);

// Destroys an index.
fw_status fw_index_destroy(struct fw_index index, struct fw_error *error);

// Writes the rate and the counts of an index.
fw_status fw_index_get_info(struct fw_index index, struct fw_index_info *info, struct fw_error *error);

// Writes the number of the first clip with this name.
fw_status fw_index_clip(struct fw_index index, const char *name, size_t name_len, uint32_t *clip, struct fw_error *error);

// Writes the range of a goal's values that belongs to a group of the schema, such as "left_foot position".
fw_status fw_index_group(struct fw_index index,
                         const char *name,
                         size_t name_len,
                         uint32_t *first,
                         uint32_t *count,
                         struct fw_error *error);

// Writes the name of a group of the schema, by its number from 0, such as "left_foot position". It is UTF-8 without a NUL.
fw_status fw_index_group_name(struct fw_index index,
                              uint32_t group,
                              char *name,
                              size_t name_capacity,
                              size_t *name_len,
                              struct fw_error *error);

// Writes the features of a pose: as many values as a goal has.
fw_status fw_index_features(struct fw_index index,
                            struct fw_pose_id pose,
                            float *features,
                            size_t features_count,
                            struct fw_error *error);

// Makes an empty path.
fw_status fw_path_create(struct fw_path *path, struct fw_error *error);

// Destroys a path.
fw_status fw_path_destroy(struct fw_path path, struct fw_error *error);

// Reads the current state of a prediction into the path.
fw_status fw_path_read(struct fw_path path, struct fw_prediction prediction, struct fw_error *error);

// Makes a search with a model, an `FW_REACH_`.
fw_status fw_search_create(uint32_t model, struct fw_search *search, struct fw_error *error);

// Destroys a search.
fw_status fw_search_destroy(struct fw_search search, struct fw_error *error);

// Searches the path from a time on for all players, and writes an intercept for each. If a number of a player is out of
// range, the others are still searched and written, and the status is FW_OUT_OF_RANGE.
fw_status fw_search_run(struct fw_search search,
                        struct fw_path path,
                        const struct fw_player *players,
                        size_t players_count,
                        double now_secs,
                        struct fw_intercept *intercepts,
                        size_t intercepts_capacity,
                        size_t *intercepts_count,
                        struct fw_error *error);

// Writes the windows that the last run found for the player at `index` in its list. They are in order and do not touch each
// other. Indices past the last player have none.
fw_status fw_search_windows(struct fw_search search,
                            size_t index,
                            struct fw_window *windows,
                            size_t windows_capacity,
                            size_t *windows_count,
                            struct fw_error *error);

// Makes a cache with a model, an `FW_REACH_`.
fw_status fw_intercept_cache_create(uint32_t model, struct fw_intercept_cache *cache, struct fw_error *error);

// Destroys a cache.
fw_status fw_intercept_cache_destroy(struct fw_intercept_cache cache, struct fw_error *error);

// Writes the same intercepts as `fw_search_run`, with the same bits. Keep each player at the same index from frame to frame.
// A player who takes the index of another is searched from the start.
fw_status fw_intercept_cache_update(struct fw_intercept_cache cache,
                                    struct fw_path path,
                                    const struct fw_player *players,
                                    size_t players_count,
                                    double now_secs,
                                    struct fw_intercept *intercepts,
                                    size_t intercepts_capacity,
                                    size_t *intercepts_count,
                                    struct fw_error *error);

// Forgets all players. Needed when the clock goes back.
fw_status fw_intercept_cache_clear(struct fw_intercept_cache cache, struct fw_error *error);

// Makes a goal for an index. No group is set, so the character continues its motion.
fw_status fw_goal_create(struct fw_index index, struct fw_goal *goal, struct fw_error *error);

// Destroys a goal.
fw_status fw_goal_destroy(struct fw_goal goal, struct fw_error *error);

// Sets a group of features. There must be as many values as the group has features.
fw_status fw_goal_set(struct fw_goal goal,
                      const char *group,
                      size_t group_len,
                      const float *values,
                      size_t values_count,
                      struct fw_error *error);

// Unsets a group, so that it follows the playing pose again.
fw_status fw_goal_unset(struct fw_goal goal, const char *group, size_t group_len, struct fw_error *error);

// Makes a matcher that plays from a pose. `rules` may be NULL for the default.
fw_status fw_matcher_create(const struct fw_rules *rules,
                            const struct fw_pose_id *start,
                            struct fw_matcher *matcher,
                            struct fw_error *error);

// Destroys a matcher.
fw_status fw_matcher_destroy(struct fw_matcher matcher, struct fw_error *error);

// Plays for `dt_secs`, and then decides. `input_changed` triggers a search immediately. `options` may be NULL for the
// default. The largest cost in `options` is ignored.
fw_status fw_matcher_update(struct fw_matcher matcher,
                            struct fw_index index,
                            double dt_secs,
                            struct fw_goal goal,
                            uint8_t input_changed,
                            const struct fw_search_options *options,
                            struct fw_step *step,
                            struct fw_error *error);

// Fills the defaults in. Set `size` before.
fw_status fw_controller_config_default(struct fw_controller_config *config, struct fw_error *error);

// Makes a controller at a place. `config` may be NULL for the default.
fw_status fw_controller_create(const struct fw_controller_config *config,
                               const struct fw_place *place,
                               struct fw_controller *controller,
                               struct fw_error *error);

// Destroys a controller.
fw_status fw_controller_destroy(struct fw_controller controller, struct fw_error *error);

// Follows the stick for `dt_secs`, and writes the new place. `place` may be NULL. A time or a stick that is not finite changes
// nothing.
fw_status fw_controller_update(struct fw_controller controller,
                               double dt_secs,
                               const struct fw_stick *stick,
                               struct fw_place *place,
                               struct fw_error *error);

// Sets all trajectories of a goal to the predicted path of this controller, relative to the place of a character.
fw_status fw_controller_set_goal(struct fw_controller controller,
                                 struct fw_index index,
                                 const struct fw_place *character,
                                 const struct fw_stick *stick,
                                 struct fw_goal goal,
                                 struct fw_error *error);

// Writes the place of a character after the controller has pulled it for `dt_secs`. The speed of the character limits the
// pull.
fw_status fw_controller_adjusted(struct fw_controller controller,
                                 double dt_secs,
                                 const struct fw_place *character,
                                 double speed_mps,
                                 struct fw_place *place,
                                 struct fw_error *error);

// Fills the defaults in. Set `size` before.
fw_status fw_move_config_default(struct fw_move_config *config, struct fw_error *error);

// Makes a body.
fw_status fw_mover_create(const struct fw_body *body, struct fw_mover *mover, struct fw_error *error);

// Makes a body that is the convex hull of points with three numbers each, in metres. `points_count` is the number of floats. There
// are at most 32 points, in any order, and they do not lie in one plane. The position of the body is the middle of their bounds.
fw_status fw_mover_from_hull(const float *points,
                             size_t points_count,
                             struct fw_mover *mover,
                             struct fw_error *error);

// Destroys a body.
fw_status fw_mover_destroy(struct fw_mover mover, struct fw_error *error);

// Moves a body from a state by a displacement, three floats in metres, as far as the obstacles allow. `filter` and `config` may
// be NULL for the default. The contacts are written too, in the order in which the body met them. `contacts` and
// `contacts_count` may be NULL.
fw_status fw_mover_move_by(struct fw_mover mover,
                           struct fw_world world,
                           const struct fw_mover_state *state,
                           const float *displacement,
                           const struct fw_filter *filter,
                           const struct fw_move_config *config,
                           struct fw_move *moved,
                           struct fw_contact *contacts,
                           size_t contacts_capacity,
                           size_t *contacts_count,
                           struct fw_error *error);

// If there is room, gives a body another shape with the same lowest point, such as a crouching one, and updates the
// state. If there is no room, `fits` is 0 and nothing has changed. `filter` and `config` may be NULL for the default.
fw_status fw_mover_resize(struct fw_mover mover,
                          struct fw_world world,
                          struct fw_mover_state *state,
                          const struct fw_body *body,
                          const struct fw_filter *filter,
                          const struct fw_move_config *config,
                          uint8_t *fits,
                          struct fw_error *error);

// Writes the obstacles that a body of this shape would overlap at a position, such as ladders and water. An obstacle is
// listed once per part or triangle.
fw_status fw_world_overlapping(struct fw_world world,
                               const struct fw_body *body,
                               const double *position,
                               uint32_t layers,
                               uint64_t *obstacles,
                               size_t obstacles_capacity,
                               size_t *obstacles_count,
                               struct fw_error *error);

// Writes the first obstacle that a shape meets on a straight line from a position.
fw_status fw_world_sweep(struct fw_world world,
                         const struct fw_body *body,
                         const double *position,
                         const double *motion,
                         uint32_t layers,
                         struct fw_hit *hit,
                         struct fw_error *error);

// Reads the specification of a network from the bytes of its ONNX file, or from the JSON of the specification. The error
// names the first column that this library would compute differently. `guards` may be NULL for the default. Events are
// decoded `lead_secs` before they happen, up to a quarter of their window. `delay_secs` is the time after which each frame
// is pushed, measured from its time on the clock, for a network that needs later frames. Both may be 0. Call it while
// loading, because it allocates.
fw_status fw_network_from_bytes(const uint8_t *bytes,
                                size_t bytes_len,
                                const struct fw_guards *guards,
                                double lead_secs,
                                double delay_secs,
                                struct fw_network *network,
                                struct fw_error *error);

// Destroys a network.
fw_status fw_network_destroy(struct fw_network network, struct fw_error *error);

// Checks that the columns of a network mean the same as those of another specification, given as the bytes of an ONNX file
// or as JSON. Compares rate, columns and units, heading, events, frames, inputs and outputs. FW_BAD_DATA names the first
// difference. Call it while loading, because it allocates.
fw_status fw_network_check(struct fw_network network, const uint8_t *expected, size_t expected_len, struct fw_error *error);

// Writes the sizes of a network.
fw_status fw_network_get_info(struct fw_network network, struct fw_network_info *info, struct fw_error *error);

// Writes the name of a column. Columns are numbered from 0, in the order channels, events, tags, poses.
fw_status fw_network_column_name(struct fw_network network,
                                 uint32_t column,
                                 char *name,
                                 size_t name_capacity,
                                 size_t *name_len,
                                 struct fw_error *error);

// Writes the numbers of the columns that the network takes, in the order of its input.
fw_status fw_network_inputs(struct fw_network network,
                            uint32_t *columns,
                            size_t columns_capacity,
                            size_t *columns_count,
                            struct fw_error *error);

// Writes the numbers of the columns that the network returns, in the order of its output.
fw_status fw_network_outputs(struct fw_network network,
                             uint32_t *columns,
                             size_t columns_capacity,
                             size_t *columns_count,
                             struct fw_error *error);

// Writes the name of a kind of event. Events are numbered from 0, in the order of the specification, without those that the
// network does not return.
fw_status fw_network_event_name(struct fw_network network,
                                uint32_t event,
                                char *name,
                                size_t name_capacity,
                                size_t *name_len,
                                struct fw_error *error);

// Finds a kind of event by its full name, and writes its number.
fw_status fw_network_event(struct fw_network network, const char *name, size_t name_len, uint32_t *event, struct fw_error *error);

// Writes the name of a tag. Tags are numbered from 0, in the order of the specification, without those that the network does not
// return.
fw_status fw_network_tag_name(struct fw_network network,
                              uint32_t tag,
                              char *name,
                              size_t name_capacity,
                              size_t *name_len,
                              struct fw_error *error);

// Finds a tag by its full name, and writes its number.
fw_status fw_network_tag(struct fw_network network, const char *name, size_t name_len, uint32_t *tag, struct fw_error *error);

// Scales the columns of one frame, given in the order of the network's input, and writes the numbers that the network takes. Not
// needed with `fw_network_push_pose`.
fw_status fw_network_scale(struct fw_network network,
                           const float *inputs,
                           size_t inputs_count,
                           float *scaled,
                           size_t scaled_count,
                           struct fw_error *error);

// Reads what the network returned for the next frame, in the order of its output, and decodes its tags and events.
fw_status fw_network_push(struct fw_network network, const float *outputs, size_t outputs_count, struct fw_error *error);

// Writes the time of the next frame on the clock, in seconds. Push frames until it is later than the clock.
fw_status fw_network_next_frame_secs(struct fw_network network, double *secs, struct fw_error *error);

// Writes the times of the events of a kind that an update of the clock passed, each once, in the order of passing. These are
// times in (previous, now], or in [now, previous) if the clock ran backwards. An event that becomes known only after it
// happened is passed on the frame that makes it known. So its time may be before `previous_secs`, by up to a frame plus the
// delay. Begin a stream with `previous_secs` below 0, because an event may be at 0. Only the latest 16 events of each kind
// are kept.
fw_status fw_network_passed(struct fw_network network,
                            uint32_t event,
                            double previous_secs,
                            double now_secs,
                            double *times_secs,
                            size_t times_capacity,
                            size_t *times_count,
                            struct fw_error *error);

// Writes the time on the clock at which an event of a kind will be passed, if that is after `now_secs` and at most `secs`
// later; otherwise NaN. Use it to prepare for the event, for example to start a sound ahead of its peak. The time changes
// with every frame, and the network may withdraw the event.
fw_status fw_network_coming(struct fw_network network,
                            uint32_t event,
                            double now_secs,
                            double secs,
                            double *at_secs,
                            struct fw_error *error);

// Writes whether a tag holds on the last frame, which means that its output is at least 0.5.
fw_status fw_network_holds(struct fw_network network, uint32_t tag, uint8_t *holds, struct fw_error *error);

// Writes all columns of the last pushed frame with the scaling undone. Columns that the network does not return are 0.
fw_status fw_network_row(struct fw_network network, float *row, size_t row_capacity, size_t *row_count, struct fw_error *error);

// Begins a new stream, as after a jump to another motion. Its clock starts at 0.
fw_status fw_network_restart(struct fw_network network, struct fw_error *error);

// Sets the skeleton whose poses the network takes, and begins a new stream. Each joint has a name, a parent, an offset and a
// role. The parent comes before the joint, and is FW_NONE for the root. The offset is from the parent at rest, in metres.
// The role is a text such as `left_foot`, or empty. `travelling` is the joint that carries the character over the ground,
// such as the hips. If `has_channels` is not 0, channels are computed from the poses too, and outputs come up to two frames
// later. Otherwise the caller gives channels with each pose. If the skeleton does not fit, FW_BAD_DATA names the first
// difference. Call it while loading, because it allocates.
fw_status fw_network_set_skeleton(struct fw_network network,
                                  const struct fw_text *names,
                                  size_t names_count,
                                  const uint32_t *parents,
                                  size_t parents_count,
                                  const float *offsets_m,
                                  size_t offsets_count,
                                  const struct fw_text *roles,
                                  size_t roles_count,
                                  uint32_t travelling,
                                  uint8_t has_channels,
                                  struct fw_error *error);

// Computes the inputs of the network from the next pose. `position` is the world position of joint 0 in metres; y is
// up. `rotations` has four numbers for each joint: a quaternion x, y, z, w in the space of the parent.
// `translations_m` has three numbers for each joint: the position in the space of the parent. It is empty if joints
// keep their offsets. `given` has the columns of channels, events and tags, in this order, or is empty if the network
// takes none. `facts` may be NULL. Writes whether there is a new frame to run the network on. There always is one
// unless channels are computed.
fw_status fw_network_push_pose(struct fw_network network,
                               const double *position,
                               const float *rotations,
                               size_t rotations_count,
                               const float *translations_m,
                               size_t translations_count,
                               const float *given,
                               size_t given_count,
                               const struct fw_pose_facts *facts,
                               uint8_t *is_ready,
                               struct fw_error *error);

// Writes the input tensor of the network, of shape (1, frames, inputs) of `fw_network_info`. It has the scaled numbers of
// the last frames, the oldest first. Until there are enough poses, the first pose fills the earlier frames.
fw_status fw_network_window(struct fw_network network,
                            float *window,
                            size_t window_capacity,
                            size_t *window_count,
                            struct fw_error *error);

// Fills in a filter that accepts every obstacle. Set `size` before.
fw_status fw_filter_default(struct fw_filter *filter, struct fw_error *error);

// Fills in the defaults, which are those of a football. Set `size` before.
fw_status fw_ball_params_default(struct fw_ball_params *params, struct fw_error *error);

// Makes the physics of a ball among these statics, which it copies. `params` may be NULL for a football.
fw_status fw_physics_create(const struct fw_ball_params *params,
                            struct fw_statics statics,
                            struct fw_physics *physics,
                            struct fw_error *error);

// Destroys physics.
fw_status fw_physics_destroy(struct fw_physics physics, struct fw_error *error);

// Places a ball at the step nearest to a time. `spin` may be NULL for none.
fw_status fw_ball_place(double now_secs,
                        const double *position,
                        const double *velocity,
                        const double *spin,
                        struct fw_ball *ball,
                        struct fw_error *error);

// Gives a ball another velocity and spin at its current place and time. `spin` may be NULL for none.
fw_status fw_ball_kick(struct fw_ball *ball, const double *velocity, const double *spin, struct fw_error *error);

// Writes the time of a ball, in seconds.
fw_status fw_ball_secs(const struct fw_ball *ball, double *secs, struct fw_error *error);

// Moves a ball by steps of 1/240 s, at most an hour of them, and writes its touches on the way. If there is too little
// room for the touches, the ball stays where it is. `touches` and `touches_count` may be NULL.
fw_status fw_physics_step(struct fw_physics physics,
                          struct fw_ball *ball,
                          uint32_t steps,
                          struct fw_touch *touches,
                          size_t touches_capacity,
                          size_t *touches_count,
                          struct fw_error *error);

// Fills in an average player at a position.
fw_status fw_player_default(uint32_t id, const double *position, struct fw_player *player, struct fw_error *error);

// Makes a filter from ranges of frames. Clips are numbered as in the index, and frames are at the rate of each clip. `twins`
// is an FW_TWINS_. Call it while loading, because it allocates.
fw_status fw_pose_filter_from_ranges(struct fw_index index,
                                     const struct fw_range *ranges,
                                     size_t ranges_count,
                                     uint32_t twins,
                                     struct fw_pose_filter *filter,
                                     struct fw_error *error);

// Makes a filter from the frames that a query finds. The clips of the database and of the index are matched by name. It is
// an error if they have no clip in common. `twins` is an FW_TWINS_. Call it while loading, because it allocates.
fw_status fw_pose_filter_from_query(struct fw_index index,
                                    struct fw_query query,
                                    uint32_t twins,
                                    struct fw_pose_filter *filter,
                                    struct fw_error *error);

// Makes a filter like `fw_pose_filter_from_query`, but for jumps. It leaves out the last `runway_secs` of each range, or the
// second half of a range shorter than twice that. So a clip still plays on within the range after a jump. Characters need
// such a filter. Pass the `overrun_secs` of their rules, by default 0.2.
fw_status fw_pose_filter_for_landing(struct fw_index index,
                                     struct fw_query query,
                                     uint32_t twins,
                                     double runway_secs,
                                     struct fw_pose_filter *filter,
                                     struct fw_error *error);

// Destroys a filter.
fw_status fw_pose_filter_destroy(struct fw_pose_filter filter, struct fw_error *error);

// Writes the number of poses that a filter allows.
fw_status fw_pose_filter_count(struct fw_pose_filter filter, uint64_t *poses, struct fw_error *error);

// Writes whether a filter of this index allows a pose.
fw_status fw_pose_filter_allows(struct fw_pose_filter filter,
                                struct fw_index index,
                                struct fw_pose_id pose,
                                uint8_t *allows,
                                struct fw_error *error);

// Writes the poses nearest to a goal, the best first. Their number is limited by the buffer, and is at most
// FW_MAX_MATCHES. `options` may be NULL for the default.
fw_status fw_index_search(struct fw_index index,
                          const float *goal,
                          size_t goal_count,
                          const struct fw_search_options *options,
                          struct fw_match *matches,
                          size_t matches_capacity,
                          size_t *matches_count,
                          struct fw_error *error);

// Fills the defaults in. Set `size` before.
fw_status fw_prediction_options_default(struct fw_prediction_options *options, struct fw_error *error);

// Starts to predict a ball. `options` may be NULL for the default.
fw_status fw_prediction_create(struct fw_physics physics,
                               const struct fw_ball *ball,
                               const struct fw_prediction_options *options,
                               struct fw_prediction *prediction,
                               struct fw_error *error);

// Destroys a prediction.
fw_status fw_prediction_destroy(struct fw_prediction prediction, struct fw_error *error);

// Restarts from another ball, such as a kicked one. The memory is reused.
fw_status fw_prediction_restart(struct fw_prediction prediction,
                                struct fw_physics physics,
                                const struct fw_ball *ball,
                                struct fw_error *error);

// Advances by a frame. This drops the samples before a time, extends a prediction whose horizon moves with the game, and
// takes the steps of one frame. Call it once in every frame. The option `frames` is the number of calls for a whole horizon.
// Pass the physics that the prediction was made with; with any other, the flight is wrong.
fw_status fw_prediction_advance_frame(struct fw_prediction prediction,
                                      struct fw_physics physics,
                                      double now_secs,
                                      struct fw_error *error);

// Drops the samples before a time, and extends a prediction whose horizon moves with the game.
fw_status fw_prediction_advance(struct fw_prediction prediction, double now_secs, struct fw_error *error);

// Predicts `steps` steps of 1/240 s, or all that are left if `steps` is FW_NONE. Pass the physics that the prediction was made
// with; with any other, the flight is wrong.
fw_status fw_prediction_run(struct fw_prediction prediction, struct fw_physics physics, uint32_t steps, struct fw_error *error);

// Writes the progress of a prediction.
fw_status fw_prediction_get_state(struct fw_prediction prediction, struct fw_prediction_state *state, struct fw_error *error);

// Finds the position of the ball at a time, if the time is predicted and not past. If not, `is_known` is 0 and the position
// is unchanged.
fw_status fw_prediction_position_at(struct fw_prediction prediction,
                                    double secs,
                                    double *position,
                                    uint8_t *is_known,
                                    struct fw_error *error);

// Writes the samples. The first sample is the last one before the time of the latest `fw_prediction_advance`.
fw_status fw_prediction_samples(struct fw_prediction prediction,
                                struct fw_sample *samples,
                                size_t samples_capacity,
                                size_t *samples_count,
                                struct fw_error *error);

// Writes the bounces and rolls, including past ones, and then the end.
fw_status fw_prediction_events(struct fw_prediction prediction,
                               struct fw_flight_event *events,
                               size_t events_capacity,
                               size_t *events_count,
                               struct fw_error *error);

// Writes the sections of the flight by height. `bands` may be NULL for the default.
fw_status fw_prediction_sections(struct fw_prediction prediction,
                                 const struct fw_height_bands *bands,
                                 struct fw_section *sections,
                                 size_t sections_capacity,
                                 size_t *sections_count,
                                 struct fw_error *error);

// Writes the functions of the query language, one per line: a call such as `first(query, amount)`, a tab, and its meaning. It
// allocates.
fw_status fw_query_functions(char *lines, size_t lines_capacity, size_t *lines_count, struct fw_error *error);

// Parses a query, looks up its names, and evaluates it once in advance.
fw_status fw_query_bind(struct fw_database database,
                        const char *query,
                        size_t query_len,
                        struct fw_query *bound,
                        struct fw_error *error);

// Destroys a query.
fw_status fw_query_destroy(struct fw_query query, struct fw_error *error);

// Writes all ranges in which the query holds, in the order of clips and frames. The query is evaluated on each call.
fw_status fw_query_ranges(struct fw_query query,
                          struct fw_range *ranges,
                          size_t ranges_capacity,
                          size_t *ranges_count,
                          struct fw_error *error);

// Writes the ranges of one clip. The query keeps the result, and is not evaluated again.
fw_status fw_query_ranges_in(struct fw_query query,
                             uint32_t clip,
                             struct fw_range *ranges,
                             size_t ranges_capacity,
                             size_t *ranges_count,
                             struct fw_error *error);

// Writes whether the query holds on each frame of a clip. Bit `f % 64` of word `f / 64` is for frame `f`. Bits past the last
// frame are 0.
fw_status fw_query_mask(struct fw_query query,
                        uint32_t clip,
                        uint64_t *words,
                        size_t words_capacity,
                        size_t *words_count,
                        struct fw_error *error);

// Writes whether the query holds on a frame. It does not hold past the end of a clip, or in a clip that does not exist.
fw_status fw_query_holds(struct fw_query query, uint32_t clip, uint32_t frame, uint8_t *holds, struct fw_error *error);

// Writes the result of `fw_query_holds` for many frames. Bit `i % 64` of word `i / 64` is for item `i` of `frames`. `words`
// needs room for one word per 64 frames, rounded up. The other bits of the last word become 0.
fw_status fw_query_holds_many(struct fw_query query,
                              const struct fw_frame *frames,
                              size_t frames_count,
                              uint64_t *words,
                              size_t words_capacity,
                              size_t *words_count,
                              struct fw_error *error);

// Writes the first later frame on which the query changes between holding and not holding. Writes FW_NONE if there is no
// change to the end of the clip and beyond.
fw_status fw_query_next_change(struct fw_query query, uint32_t clip, uint32_t frame, uint32_t *next, struct fw_error *error);

// Makes a cache whose results take at most `max_bytes` bytes.
fw_status fw_query_cache_create(size_t max_bytes, struct fw_query_cache *cache, struct fw_error *error);

// Destroys a cache.
fw_status fw_query_cache_destroy(struct fw_query_cache cache, struct fw_error *error);

// Writes the same ranges as `fw_query_ranges`, from the cache if it has them.
fw_status fw_query_cache_ranges(struct fw_query_cache cache,
                                struct fw_query query,
                                struct fw_range *ranges,
                                size_t ranges_capacity,
                                size_t *ranges_count,
                                struct fw_error *error);

// Fills the defaults in. Set `size` before.
fw_status fw_record_config_default(struct fw_record_config *config, struct fw_error *error);

// Begins to record all updates of a character from now on, with the shown pose and the candidates of each search. The latest
// ones are kept. Recording changes no pose. An earlier recording is dropped. `config` may be NULL for the default. This call
// allocates; recorded updates do not.
fw_status fw_character_record(struct fw_character character, const struct fw_record_config *config, struct fw_error *error);

// Stops recording a character, and drops the recording.
fw_status fw_character_stop_recording(struct fw_character character, struct fw_error *error);

// Writes whether updates of a character are recorded.
fw_status fw_character_is_recording(struct fw_character character, uint8_t *is_recording, struct fw_error *error);

// Writes the recording so far as the bytes of a `.fwrec` file, which the studio opens. Recording continues. It is an error
// if updates are not recorded. This call allocates.
fw_status fw_character_recording(struct fw_character character,
                                 uint8_t *bytes,
                                 size_t bytes_capacity,
                                 size_t *bytes_count,
                                 struct fw_error *error);

// Opens a `.fwposes` file in memory, for the skeleton with this number: 0 for the first. If `is_kept` is 0, the bytes are copied.
// If `is_kept` is not 0, motion is decoded from them in place, and they must stay there unchanged until the repertoire and all
// characters made from it are destroyed. Call it while loading, because it allocates.
fw_status fw_repertoire_from_bytes(const uint8_t *bytes,
                                   size_t bytes_len,
                                   uint32_t skeleton,
                                   uint8_t is_kept,
                                   struct fw_repertoire *repertoire,
                                   struct fw_error *error);

// Reads a `.fwposes` file, whose path is UTF-8, for the skeleton with this number: 0 for the first. Call it while loading,
// because it allocates.
fw_status fw_repertoire_open(const char *path,
                             size_t path_len,
                             uint32_t skeleton,
                             struct fw_repertoire *repertoire,
                             struct fw_error *error);

// Destroys a repertoire. Characters and indices made from it remain.
fw_status fw_repertoire_destroy(struct fw_repertoire repertoire, struct fw_error *error);

// Writes the size of a repertoire.
fw_status fw_repertoire_get_info(struct fw_repertoire repertoire, struct fw_repertoire_info *info, struct fw_error *error);

// Makes the index of a repertoire, for filters and searches. It shares the memory of the repertoire.
fw_status fw_index_from_repertoire(struct fw_repertoire repertoire, struct fw_index *index, struct fw_error *error);

// Writes a joint.
fw_status fw_repertoire_joint(struct fw_repertoire repertoire, uint32_t joint, struct fw_joint *found, struct fw_error *error);

// Writes the name of a joint, as written in the clips.
fw_status fw_repertoire_joint_name(struct fw_repertoire repertoire,
                                   uint32_t joint,
                                   char *name,
                                   size_t name_capacity,
                                   size_t *name_count,
                                   struct fw_error *error);

// Writes the number of the first joint with this name. If there is none, the error has similar names.
fw_status fw_repertoire_find_joint(struct fw_repertoire repertoire,
                                   const char *name,
                                   size_t name_len,
                                   uint32_t *joint,
                                   struct fw_error *error);

// Writes the transforms of all joints at a pose. Each has seven numbers: the rotation x, y, z, w in the space of the parent,
// and the position in metres. `part` is the fraction of the way to the next frame, from 0 to 1.
fw_status fw_repertoire_decode(struct fw_repertoire repertoire,
                               struct fw_pose_id pose,
                               float part,
                               float *transforms,
                               size_t transforms_count,
                               struct fw_error *error);

// Writes the place of the root at a pose. The transforms of the hips are relative to it. `part` is the fraction of the way
// to the next frame, from 0 to 1.
fw_status fw_repertoire_root(struct fw_repertoire repertoire,
                             struct fw_pose_id pose,
                             float part,
                             struct fw_clip_root *root,
                             struct fw_error *error);

// Fills the defaults in. Set `size` before.
fw_status fw_rules_default(struct fw_rules *rules, struct fw_error *error);

// Fills the defaults in. Set `size` before.
fw_status fw_pitch_default(struct fw_pitch *pitch, struct fw_error *error);

// Makes the statics of a pitch. `pitch` may be NULL for none.
fw_status fw_statics_create(const struct fw_pitch *pitch, struct fw_statics *statics, struct fw_error *error);

// Destroys statics. Physics made from them keep their own copy.
fw_status fw_statics_destroy(struct fw_statics statics, struct fw_error *error);

// Adds a shape, and writes its number, which identifies it in touches. `surface` may be NULL for the surface of the
// ground.
fw_status fw_statics_add(struct fw_statics statics,
                         const struct fw_static_shape *shape,
                         const struct fw_surface *surface,
                         uint32_t *hit,
                         struct fw_error *error);

// Fills in open ground at height 0. Set `size` before.
fw_status fw_surroundings_default(struct fw_surroundings *surroundings, struct fw_error *error);

// Makes an empty list of tracks.
fw_status fw_tracks_create(struct fw_tracks *tracks, struct fw_error *error);

// Destroys tracks.
fw_status fw_tracks_destroy(struct fw_tracks tracks, struct fw_error *error);

// Adds a track of events at these times, in seconds and in any order, and writes the number of the track, from 0. The clip
// repeats after `loop_secs`, or not at all if that is 0. Call it while loading, because it allocates.
fw_status fw_tracks_add(struct fw_tracks tracks,
                        const double *times_secs,
                        size_t times_count,
                        double loop_secs,
                        uint32_t *track,
                        struct fw_error *error);

// Writes the times of a track in rising order, without duplicates.
fw_status fw_tracks_times(struct fw_tracks tracks,
                          uint32_t track,
                          double *times_secs,
                          size_t times_capacity,
                          size_t *times_count,
                          struct fw_error *error);

// Writes the events that an update of the clock passed, each once, in the order of passing. These are times in (previous,
// now], or in [now, previous) if the clock ran backwards. The clock of a repeating clip does not wrap. If a long update
// passes more than FW_MAX_PASSED events, only the first ones are written.
fw_status fw_tracks_passed(struct fw_tracks tracks,
                           uint32_t track,
                           double previous_secs,
                           double now_secs,
                           double *times_secs,
                           size_t times_capacity,
                           size_t *times_count,
                           struct fw_error *error);

// Writes the time to the nearest event, in seconds: above 0 if it is ahead, below 0 if it is behind. Writes NaN for a track
// without events.
fw_status fw_tracks_nearest(struct fw_tracks tracks, uint32_t track, double at_secs, double *until_secs, struct fw_error *error);

// Writes an encoding that suits the tracks. Its window is half of the 10th percentile of the gaps between events, but at
// least one frame. Its smoothing is one frame, but at most a quarter of the window.
fw_status fw_encoding_from_gaps(struct fw_tracks tracks,
                                const struct fw_rate *rate,
                                struct fw_encoding *encoding,
                                struct fw_error *error);

// Writes the signals of tracks for as many frames as `rows` has room for, the first at 0 s. Each frame has a row with the sine
// and cosine of each track. Call it while loading, because it allocates.
fw_status fw_encoding_encode(const struct fw_encoding *encoding,
                             struct fw_tracks tracks,
                             const struct fw_rate *rate,
                             float *rows,
                             size_t rows_count,
                             struct fw_error *error);

// Writes the time to the nearest event that one pair of a signal encodes, in seconds: above 0 if it is ahead, below 0 if it
// is behind. The result is NaN if no event is within the window, or if the pair is not valid.
fw_status fw_encoding_decode(const struct fw_encoding *encoding,
                             float sine,
                             float cosine,
                             double *until_secs,
                             struct fw_error *error);

// Writes the times of the events of one signal, given as successive pairs of sine and cosine. `pairs_count` is the
// number of floats. `guards` may be NULL for the default. Call it while loading, because it allocates.
fw_status fw_encoding_decode_all(const struct fw_encoding *encoding,
                                 const float *pairs,
                                 size_t pairs_count,
                                 const struct fw_rate *rate,
                                 const struct fw_guards *guards,
                                 double *times_secs,
                                 size_t times_capacity,
                                 size_t *times_count,
                                 struct fw_error *error);

// Fills the defaults in. Set `size` before.
fw_status fw_guards_default(struct fw_guards *guards, struct fw_error *error);

// Makes a trigger for signals of this encoding. `guards` may be NULL for the default. The trigger fires `lead_secs`
// before the event, and averages the signal over `smoothing_secs`. Either may be 0. A lead above a quarter of the
// window counts as a quarter of the window.
fw_status fw_trigger_create(const struct fw_encoding *encoding,
                            const struct fw_guards *guards,
                            double lead_secs,
                            double smoothing_secs,
                            struct fw_trigger *trigger,
                            struct fw_error *error);

// Destroys a trigger.
fw_status fw_trigger_destroy(struct fw_trigger trigger, struct fw_error *error);

// Advances a trigger by one update. `sine` and `cosine` are the network's output. `step_secs` is the time by which the clip
// advanced, below 0 if it plays backwards.
fw_status fw_trigger_advance(struct fw_trigger trigger,
                             float sine,
                             float cosine,
                             double step_secs,
                             struct fw_passing *passing,
                             struct fw_error *error);

// Forgets all earlier updates, for example when another clip starts.
fw_status fw_trigger_restart(struct fw_trigger trigger, struct fw_error *error);

// Writes the time until the trigger fires, in seconds, if it is at most `secs`; otherwise NaN.
fw_status fw_trigger_fires_within(struct fw_trigger trigger, double secs, double *until_secs, struct fw_error *error);

// Makes a mesh from triangles. Each triangle has nine numbers: x, y, z of each vertex in turn. `triangles_count` is the
// number of doubles. Call it while loading, because it allocates.
fw_status fw_mesh_from_triangles(const double *triangles, size_t triangles_count, struct fw_mesh *mesh, struct fw_error *error);

// Makes a mesh from a grid of heights at intervals of `cell_m`. Each row runs along x, and the next row is further along z.
// Call it while loading, because it allocates.
fw_status fw_mesh_from_heights(const double *heights_m,
                               size_t heights_count,
                               size_t columns,
                               double cell_m,
                               struct fw_mesh *mesh,
                               struct fw_error *error);

// Makes a solid mesh from the convex hull of points. Each point has three numbers. `points_count` is the number of doubles.
// Call it while loading, because it allocates.
fw_status fw_mesh_from_hull(const double *points, size_t points_count, struct fw_mesh *mesh, struct fw_error *error);

// Destroys a mesh. Obstacles made from it remain.
fw_status fw_mesh_destroy(struct fw_mesh mesh, struct fw_error *error);

// Makes a world without obstacles.
fw_status fw_world_create(struct fw_world *world, struct fw_error *error);

// Destroys a world.
fw_status fw_world_destroy(struct fw_world world, struct fw_error *error);

// Adds a mesh at a pose, and writes the number of the new obstacle, which is never 0. `pose` may be NULL for the origin. `label`
// may be NULL for tag 0 in every layer.
fw_status fw_world_add_mesh(struct fw_world world,
                            struct fw_mesh mesh,
                            const struct fw_pose *pose,
                            const struct fw_label *label,
                            uint64_t *obstacle,
                            struct fw_error *error);

// Adds a volume at a pose, and writes the number of the new obstacle, like `fw_world_add_mesh`. `pose` may be NULL for the
// origin. `label` may be NULL for tag 0 in every layer.
fw_status fw_world_add_volume(struct fw_world world,
                              const struct fw_volume *volume,
                              const struct fw_pose *pose,
                              const struct fw_label *label,
                              uint64_t *obstacle,
                              struct fw_error *error);

// Removes an obstacle.
fw_status fw_world_remove(struct fw_world world, uint64_t obstacle, struct fw_error *error);

// Starts a step. Obstacles that move after this call move from their present places. Call it once per frame, before
// anything moves.
fw_status fw_world_begin_step(struct fw_world world, struct fw_error *error);

// Moves an obstacle to a pose within this step. The obstacle carries bodies that stand on it, and pushes bodies in its way.
fw_status fw_world_move_to(struct fw_world world, uint64_t obstacle, const struct fw_pose *pose, struct fw_error *error);

// Gives an obstacle another label.
fw_status fw_world_set_label(struct fw_world world, uint64_t obstacle, const struct fw_label *label, struct fw_error *error);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* FOOTWORK_H */
