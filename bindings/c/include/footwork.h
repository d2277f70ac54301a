/* Footwork for C: tags, expressions, events, flight, sliding and motion matching in a game.
 *
 * Made from the crate footwork-c by `BLESS=1 cargo test -p footwork-c`; not edited by hand.
 *
 * What holds of every function:
 * - It returns FW_OK, or what went wrong, and then has changed and written nothing. `error` may be NULL. Otherwise it is a struct of
 *   yours whose `size` you have set; on failure it says what is wrong, and where in a text.
 * - A handle is a number in a struct, passed by value. NULL handles (0), handles of something destroyed and handles of another kind are
 *   errors, as are NULL pointers where something is needed.
 * - Texts are UTF-8 with their length, and need no NUL. Memory that you pass is read or written during the call alone.
 * - What a function writes overlaps neither what it reads nor what else it writes, unless its comment says that it may. That is not checked.
 * - Results that are many go to a buffer of yours: its room is `capacity`, and their number is written to `count`, also where the room is
 *   too small. Call with a capacity of 0 to ask for it.
 * - Structs that begin with `size` may grow: set it to their `sizeof`, here and before a function fills in the defaults. A size that the
 *   library does not know is an error. All other structs stay as they are, as does the meaning of every number.
 * - Positions are double, in metres; y is up; times are in seconds on one clock of yours. Flags are 0 or not 0. An id, a clip or a pose that
 *   may be missing is FW_NONE.
 * - What is asked every frame allocates nothing once it is warm, unless its comment says that it is for loading.
 * - Threads may share what the comment of its type says they may. Another object may be used by one thread at a time, and a second one
 *   gets FW_BUSY. No thread may destroy what another is using.
 */

#ifndef FOOTWORK_H
#define FOOTWORK_H

#include <stddef.h>
#include <stdint.h>

// The version of this header's functions and structs. It changes when a program that was compiled with an older header
// would no longer work.
#define FW_ABI_VERSION 1

// Nobody and nothing, where a number says which.
#define FW_NONE UINT32_MAX

// What was shown moves on by its own speed, which decays, and fades into what plays.
#define FW_BLEND_DEAD 0

// The difference to what plays vanishes like a critically damped spring.
#define FW_BLEND_INERTIAL 1

// What was shown stands still and fades into what plays.
#define FW_BLEND_CROSSFADE 2

// It can take the ball at `arrival_secs`.
#define FW_ARRIVES 0

// It cannot take the ball, up to the horizon.
#define FW_ARRIVES_NEVER 1

// Not on the flight predicted so far, and not before `arrival_secs`.
#define FW_ARRIVES_UNKNOWN 2

// Nothing delays it.
#define FW_CONDITION_FREE 0

// In an action that must end.
#define FW_CONDITION_BUSY 1

// Injured.
#define FW_CONDITION_INJURED 2

// On the ground.
#define FW_CONDITION_GROUNDED 3

// Only the human switches.
#define FW_MODE_MANUAL 0

// Only right after a touch, or away from a player that cannot reach the ball.
#define FW_MODE_ASSISTED 1

// Whenever there is enough to gain.
#define FW_MODE_AUTOMATIC 2

// The length of the message in `fw_error`, with the NUL.
#define FW_MESSAGE_SIZE 480

// A clip and its mirrored twin.
#define FW_TWINS_BOTH 0

// The clip as it was recorded.
#define FW_TWINS_ORIGINAL 1

// Its mirrored twin.
#define FW_TWINS_MIRRORED 2

// How many poses `fw_index_search` finds at most.
#define FW_MAX_MATCHES 64

// A disc that grows at top speed.
#define FW_REACH_SIMPLE 0

// Acceleration, turning, and drift until ready.
#define FW_REACH_FULL 1

// The player is there before the ball can be taken.
#define FW_PLAYER_WAITS 0

// The ball lies still when the player arrives.
#define FW_BALL_WAITS 1

// Both arrive at the same time.
#define FW_ON_THE_RUN 2

// Standing.
#define FW_TAKEN_STANDING 0

// In a jump.
#define FW_TAKEN_JUMP 1

// With the hands, above the head in a jump.
#define FW_TAKEN_HANDS 2

// The clip plays on.
#define FW_STEP_CONTINUE 0

// Another pose plays from now on.
#define FW_STEP_JUMP 1

// The pose that plays must not go on, but no other is allowed.
#define FW_STEP_NONE_ALLOWED 2

// It was time.
#define FW_TRIGGER_DUE 0

// The input changed.
#define FW_TRIGGER_INPUT 1

// The filter allows other poses.
#define FW_TRIGGER_FILTER 2

// The filter forbids the pose that plays.
#define FW_TRIGGER_FORBIDDEN 3

// The clip ends here.
#define FW_TRIGGER_END 4

// An upright box.
#define FW_BODY_BOX 0

// An upright capsule.
#define FW_BODY_CAPSULE 1

// A sphere.
#define FW_BODY_SPHERE 2

// In the air.
#define FW_FOOTING_AIR 0

// On ground that is level enough.
#define FW_FOOTING_GROUND 1

// In a groove, where it can jump.
#define FW_FOOTING_WEDGED 2

// Against a surface that is too steep to stand on.
#define FW_FOOTING_STEEP 3

// Nothing was in the way.
#define FW_MOVED_FREE 0

// It went along what was in the way, or up to it.
#define FW_MOVED_SLID 1

// It stopped, or did not move at all.
#define FW_MOVED_BLOCKED 2

// It had no player and was given the best free one.
#define FW_REASON_GIVEN 0

// It had no player, and none is free.
#define FW_REASON_NOBODY_FREE 1

// It requested this player.
#define FW_REASON_ASKED 2

// Its request was refused: another human holds the player, or held it until this decision, or there is none.
#define FW_REASON_REFUSED 3

// Switched: the present player cannot reach the ball.
#define FW_REASON_CANNOT_REACH 4

// Switched for a gain at a touch.
#define FW_REASON_TOUCHED 5

// Switched for a gain.
#define FW_REASON_GAIN 6

// Kept: only the human switches.
#define FW_REASON_MANUAL_MODE 7

// Kept: its requested switch still stands.
#define FW_REASON_LOCKED 8

// Kept: the ball is on the ground and the human wants help with air balls only.
#define FW_REASON_BALL_ON_GROUND 9

// Kept: no other available player can reach the ball.
#define FW_REASON_NO_CANDIDATE 10

// Kept: it left the better player just now.
#define FW_REASON_WOULD_GO_BACK 11

// Kept: no other player is better.
#define FW_REASON_BEST 12

// Kept: the gain is too small.
#define FW_REASON_MARGIN 13

// Kept: it wants help only at a touch, or if the present player cannot reach the ball.
#define FW_REASON_NO_TOUCH 14

// Kept: it has had this player for too short a time.
#define FW_REASON_DWELL 15

// Kept: another human switches now, or took the better player first.
#define FW_REASON_NOT_ITS_TURN 16

// Kept: the prediction does not say yet if and when its player reaches the ball.
#define FW_REASON_NOT_PREDICTED 17

// Below the knee: for the feet.
#define FW_BAND_KNEE 0

// Below the chest.
#define FW_BAND_CHEST 1

// Below the head, or as high as a jump if set so.
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

// From here on your own.
#define FW_BUSY_OTHER 256

// A line along the velocity of each sample.
#define FW_READING_VELOCITY 0

// A line from each sample to the next.
#define FW_READING_CHORD 1

// A parabola along velocity and acceleration of each sample.
#define FW_READING_ACCELERATION 2

// It goes on.
#define FW_END_NONE 0

// The ball lies still until the horizon.
#define FW_END_REST 1

// It has left the bounds or the world.
#define FW_END_OUT 2

// The horizon is reached.
#define FW_END_HORIZON 3

// There are too many events.
#define FW_END_FULL 4

// Its numbers are no longer finite.
#define FW_END_LOST 5

// It bounces.
#define FW_FLIGHT_BOUNCE 0

// It starts to roll or slide, or rolls on along something else.
#define FW_FLIGHT_ROLL 1

// The prediction ends.
#define FW_FLIGHT_END 2

// A half-space.
#define FW_SHAPE_PLANE 0

// A box.
#define FW_SHAPE_BOX 1

// A capsule; a sphere if its ends are one point.
#define FW_SHAPE_CAPSULE 2

// How many events `fw_tracks_passed` counts.
#define FW_MAX_PASSED 65536

// The check `norm` of `fw_guards` is on.
#define FW_GUARD_NORM 1

// See `fw_guards`.
#define FW_GUARD_NEARNESS 2

// Only falling signals count.
#define FW_GUARD_FALLING 4

// See `fw_guards`.
#define FW_GUARD_JUMP 8

// See `fw_guards`.
#define FW_GUARD_APPROACH 16

// See `fw_guards`.
#define FW_GUARD_SLOPE 32

// See `fw_guards`.
#define FW_GUARD_REFRACTORY 64

// A box.
#define FW_VOLUME_BOX 0

// A sphere.
#define FW_VOLUME_SPHERE 1

// A capsule along y.
#define FW_VOLUME_CAPSULE 2

// How a call ended. Whatever it is but `FW_OK`, nothing was changed and nothing written, except where a function says so.
enum fw_status
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  // Done.
  FW_OK = 0,
  // A pointer or a handle is null where something is needed.
  FW_NULL = 1,
  // A pointer is not aligned, a length is impossible, or a struct is of a size that this library does not know.
  FW_BAD_SIZE = 2,
  // The object was destroyed, or the handle is of another kind or of none.
  FW_STALE_HANDLE = 3,
  // Another thread is using the object, which is for one thread at a time.
  FW_BUSY = 4,
  // The buffer is too small. The count says how many it must hold; the buffer is unchanged.
  FW_BUFFER_TOO_SMALL = 5,
  // A text is wrong: the error says where and why.
  FW_BAD_TEXT = 6,
  // There is nothing of this name.
  FW_UNKNOWN_NAME = 7,
  // A number is NaN, infinite, or outside what the function takes.
  FW_OUT_OF_RANGE = 8,
  // The bytes are not of the format, are of a newer version, or are damaged.
  FW_BAD_DATA = 9,
  // The file cannot be read.
  FW_IO = 10,
  // A fault of this library. Please report it with the message. What the call was changing is destroyed, its handle stale.
  FW_PANIC = 11,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum fw_status fw_status;
#else
typedef int32_t fw_status;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// Returns that many bytes with this alignment, or null, which ends the process where memory is needed to go on. `context` is what was given with the functions. Called from any thread
// that calls Footwork; must not call Footwork itself.
typedef void *(*fw_allocate)(void *context, size_t size, size_t alignment);

// Frees what `fw_allocate` returned for this size and alignment.
typedef void (*fw_free)(void *context, void *block, size_t size, size_t alignment);

// What is wrong, and where. Yours: set `size` to `sizeof(fw_error)`, and pass its address to any function.
typedef struct fw_error {
  // `sizeof(fw_error)`.
  uint32_t size;
  // The status that the function returned.
  fw_status status;
  // Where in the text the mistake starts, in bytes; as `stop` if it has no place.
  uint32_t start;
  // Where in the text the mistake stops, in bytes.
  uint32_t stop;
  // In which text, from 0, where a function takes several.
  uint32_t text;
  // How many more mistakes there are.
  uint32_t more;
  // The length of the message in bytes, without the NUL.
  uint32_t message_len;
  // Always 0.
  uint32_t reserved;
  // One sentence in UTF-8, with a hint where there is one, ending in NUL.
  char message[FW_MESSAGE_SIZE];
} fw_error;

// How jumps are blended. Set `size`, then call `fw_blend_config_default`.
typedef struct fw_blend_config {
  // `sizeof(fw_blend_config)`.
  uint32_t size;
  // An `FW_BLEND_`.
  uint32_t style;
  // How long a fade takes; not of an inertial blend.
  float fade_secs;
  // How fast speeds or differences decay; not of a crossfade.
  float halflife_secs;
  // No joint goes into a blend turning faster than this.
  float max_spin_radps;
  // Nor do the hips move faster.
  float max_speed_mps;
} fw_blend_config;

// The blend of one character. One thread at a time may use it.
typedef struct fw_blend {
  // 0 is null.
  uint64_t handle;
} fw_blend;

// A pose with its speeds, whose joints lie in arrays of yours.
typedef struct fw_motion {
  // `sizeof(fw_motion)`.
  uint32_t size;
  // How many joints it has.
  uint32_t joints;
  // Where the hips are, from the root on the ground.
  float hips_m[3];
  // How fast they move there.
  float hips_mps[3];
  // How fast the root moves and turns: to the left and ahead in m/s, and about +y in rad/s.
  float root_velocity[3];
  // Always 0.
  uint32_t reserved;
  // For each joint a quaternion x, y, z, w in the space of its parent; of the hips in that of the character.
  float *rotations;
  // For each joint how fast it turns: an axis in the space of its parent times rad/s.
  float *spins_radps;
} fw_motion;

// What criteria weigh, in seconds of arriving later. Set `size`, then call `fw_choice_weights_default`.
typedef struct fw_choice_weights {
  // `sizeof(fw_choice_weights)`.
  uint32_t size;
  // Always 0.
  uint32_t reserved;
  // When the player takes the ball, in seconds from now.
  double first;
  // How long it waits for the ball, in seconds.
  double wait;
  // The effort of the intercept.
  double effort;
  // The difficulty of the intercept.
  double difficulty;
  // How close the first opponent is in time, from 0 to 1.
  double pressure;
  // Whether the player comes from its own goal, from 0 to 1.
  double goal_side;
  // A player who is first by more than this, in seconds, is chosen whatever the scores.
  double lead_secs;
} fw_choice_weights;

// Who of a team should go for the ball. One thread at a time may use it.
typedef struct fw_choice {
  // 0 is null.
  uint64_t handle;
} fw_choice;

// The flight of a ball as lines, which searches read. Threads may share it while none reads a prediction into it.
typedef struct fw_path {
  // 0 is null.
  uint64_t handle;
} fw_path;

// A player. Fill the defaults in with `fw_player_default`.
typedef struct fw_player {
  // Who it is: any number but FW_NONE.
  uint32_t id;
  // Its team.
  uint32_t team;
  // The feet.
  double position[3];
  // In metres per second; y is ignored.
  double velocity[3];
  // Where the body faces, of any length above 0; y is ignored. Zeros face everywhere.
  double facing[3];
  // When it has reacted, on the clock of the ball.
  double reaction_end_secs;
  // Until when it is busy, on the clock of the ball.
  double busy_until_secs;
  // With what: an `FW_BUSY_`.
  uint32_t busy_with;
  // Always 0.
  uint32_t reserved;
  // In metres per second.
  double top_speed_mps;
  // For running and braking, above 0.
  double acceleration_mps2;
  // The time to turn by 180 degrees.
  double turn_secs;
  // The horizontal distance at which it takes the ball.
  double reach_m;
  // Up to which height of the ball, with both feet on the ground.
  double standing_m;
  // With the head, in a jump.
  double jumping_m;
  // With a keeper's hands, stretched in a jump.
  double hands_m;
  // The fraction left of top speed and acceleration, from 0 to 1.
  double stamina;
} fw_player;

// When and how a player can first take the ball.
typedef struct fw_intercept {
  // The player.
  uint32_t player;
  // Whether it can take the ball. If not, all numbers below are 0, but for `secs`.
  uint8_t can_take;
  // Whether this is final: 0 if there is none so far and the path is not predicted to its end, or if a number of the player is out of
  // range.
  uint8_t is_known;
  // Always 0.
  uint8_t reserved[2];
  // When. If this is not known, the time before which it does not; if it cannot take the ball, 0.
  double secs;
  // The centre of the ball then.
  double position[3];
  // Its height above the ground; above the feet of the player where the ground is not known.
  double height_m;
  // How it takes the ball: an `FW_TAKEN_`.
  uint32_t taken_by;
  // Who waits: FW_PLAYER_WAITS, FW_BALL_WAITS or FW_ON_THE_RUN.
  uint32_t kind;
  // How long one waits.
  double wait_secs;
  // How far the player runs.
  double run_m;
  // From 0 for standing to 1 for top speed.
  double pace;
  // In seconds of running at top speed.
  double effort;
  // From 0 for a ball that lies still to 1.
  double difficulty;
} fw_intercept;

// What a choice is made of. Set `size`, and the rest; there is no default.
typedef struct fw_choice_input {
  // `sizeof(fw_choice_input)`.
  uint32_t size;
  // By which model was searched: an `FW_REACH_`.
  uint32_t model;
  // The path that was searched.
  struct fw_path path;
  // The time of the search.
  double now_secs;
  // All players.
  const struct fw_player *players;
  // Their intercepts, in the same order.
  const struct fw_intercept *intercepts;
  // How many of each there are.
  size_t count;
  // The team to choose from; FW_NONE for all players, who then have no opponents.
  uint32_t team;
  // Whether the team has a goal to defend, at `goal`.
  uint32_t has_goal;
  // The centre of the goal of that team.
  double goal[3];
} fw_choice_input;

// A player who can take the ball, as a choice rated it.
typedef struct fw_rated {
  // The player.
  uint32_t player;
  // Always 0.
  uint32_t reserved;
  // When it can first take the ball, in seconds from now.
  double first_secs;
  // When it best takes the ball, on the clock of the ball.
  double take_secs;
  // Where the ball is then.
  double take_position[3];
  // The weighted sum of the criteria; the smallest is chosen.
  double score;
} fw_rated;

// A player whom a human may control. `fw_choice_candidate` makes it of what a search found.
typedef struct fw_candidate {
  // The player; each at most once.
  uint32_t player;
  // Its team.
  uint32_t team;
  // An `FW_ARRIVES`.
  uint32_t arrival;
  // What delays it: an `FW_CONDITION_`.
  uint32_t condition;
  // When it can first take the ball; if that is not known, the time before which it does not.
  double arrival_secs;
  // The cost of other criteria, added to the time to the ball.
  double other_secs;
  // How long its condition delays it.
  double delay_secs;
  // Whether it is the keeper.
  uint8_t is_keeper;
  // Whether the last pass was meant for it.
  uint8_t is_pass_target;
  // Always 0.
  uint8_t reserved[6];
} fw_candidate;

// When to switch. Set `size`, then call `fw_control_rules_default`.
typedef struct fw_control_rules {
  // `sizeof(fw_control_rules)`.
  uint32_t size;
  // Whether a requested switch stands for `lock_secs`; if not, until the next touch.
  uint32_t has_lock_secs;
  // The smallest gain worth a switch, in seconds.
  double margin_secs;
  // The smallest gain as a fraction of the present player's score.
  double margin_fraction;
  // The gain that is always worth a switch, in seconds.
  double max_margin_secs;
  // How long a player is kept at least.
  double dwell_secs;
  // How long after a touch a human may switch without waiting for that.
  double touch_secs;
  // How long the rules do not return a human to a player it left.
  double back_secs;
  // How long a requested switch stands, unless the ball is touched first.
  double lock_secs;
  // The bonus of the target of a pass, in seconds.
  double pass_bonus_secs;
  // How long the old direction of the stick blends out.
  double blend_secs;
} fw_control_rules;

// Whom each human controls. One thread at a time may use it.
typedef struct fw_control {
  // 0 is null.
  uint64_t handle;
} fw_control;

// A human at one decision.
typedef struct fw_human {
  // The human; each at most once.
  uint32_t id;
  // The team it controls.
  uint32_t team;
  // The player it controls now; FW_NONE for a human who joins.
  uint32_t player;
  // When the rules may switch: an `FW_MODE_`.
  uint32_t mode;
  // Only while the ball is in the air.
  uint8_t air_balls_only;
  // Whether the keeper is a player like any other.
  uint8_t allows_keeper;
  // Whether it requests a switch, to `request`.
  uint8_t has_request;
  // Always 0.
  uint8_t reserved;
  // The requested player; FW_NONE for the one on the indicator.
  uint32_t request;
} fw_human;

// What a decision looks at. Set `size`, and the rest; there is no default.
typedef struct fw_situation {
  // `sizeof(fw_situation)`.
  uint32_t size;
  // Who touched the ball since the last decision; FW_NONE if it is not known.
  uint32_t touched_by;
  // The time, not before that of the last decision.
  double now_secs;
  // The players of all teams with humans.
  const struct fw_candidate *candidates;
  // How many.
  size_t candidates_count;
  // The humans in the game.
  const struct fw_human *humans;
  // How many.
  size_t humans_count;
  // Whether somebody touched the ball since the last decision. Not a bounce.
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
  // The player it controls now; FW_NONE only if none is free.
  uint32_t player;
  // The player that the indicator shows, or FW_NONE.
  uint32_t next;
  // Why: an `FW_REASON_`.
  uint32_t reason;
  // Whether the old direction of the stick blends out.
  uint32_t blends_stick;
  // When the switch was whose old direction blends out.
  double stick_from_secs;
  // How long it blends.
  double stick_lasts_secs;
} fw_assignment;

// The tags of many clips, as `footwork compile` writes them. Any number of threads may use one at once. What was made from it
// keeps what it needs, so it can be destroyed at any time that no call is using it.
typedef struct fw_database {
  // 0 is null.
  uint64_t handle;
} fw_database;

// What is known of a clip.
typedef struct fw_clip_info {
  // Frames a second are this number by the next.
  uint64_t rate_numerator;
  // At least 1.
  uint64_t rate_denominator;
  // How many frames it has.
  uint32_t frames;
  // Always 0.
  uint32_t reserved;
} fw_clip_info;

// A text: UTF-8, which needs no NUL at its end.
typedef struct fw_text {
  // The first byte; may be null if there are none.
  const char *bytes;
  // How many bytes.
  size_t len;
} fw_text;

// Compiled expressions, with the same variables. One thread at a time may use it.
typedef struct fw_expression {
  // 0 is null.
  uint64_t handle;
} fw_expression;

// The values of a variable for a block: one for each result, or one for all.
typedef struct fw_input {
  // A value for each result; null if `uniform` is for all.
  const float *values;
  // The value for all results.
  float uniform;
} fw_input;

// An index of poses. Any number of threads may use one at once.
typedef struct fw_index {
  // 0 is null.
  uint64_t handle;
} fw_index;

// Frames a second, as a fraction.
typedef struct fw_rate {
  // Above 0.
  uint64_t numerator;
  // Above 0.
  uint64_t denominator;
} fw_rate;

// What an index holds.
typedef struct fw_index_info {
  // Frames a second.
  struct fw_rate rate;
  // How many poses there are, those of twins too.
  uint64_t poses;
  // How many of them a search may find.
  uint64_t candidates;
  // How many clips.
  uint32_t clips;
  // How many numbers a goal has.
  uint32_t features;
} fw_index_info;

// A pose of an index.
typedef struct fw_pose_id {
  // The clip, as the index numbers it.
  uint32_t clip;
  // The frame, at the rate of the index.
  uint32_t frame;
  // Whether it is the pose of the mirrored twin.
  uint32_t mirrored;
} fw_pose_id;

// Frames of a clip: the first, and the first after them.
typedef struct fw_range {
  // The number of the clip.
  uint32_t clip;
  // The first frame.
  uint32_t start;
  // The first frame after the range, which is never empty.
  uint32_t stop;
} fw_range;

// The poses that may be found. Any number of threads may use one at once.
typedef struct fw_pose_filter {
  // 0 is null.
  uint64_t handle;
} fw_pose_filter;

// A query, bound to the database that it was made for. One thread at a time may use it.
typedef struct fw_query {
  // 0 is null.
  uint64_t handle;
} fw_query;

// How to search. Set `size`, and the rest to 0 for the default.
typedef struct fw_search_options {
  // `sizeof(fw_search_options)`.
  uint32_t size;
  // Whether poses that cost more than `max_cost` are not found.
  uint32_t has_max_cost;
  // What may be found; a null handle for all.
  struct fw_pose_filter filter;
  // A weight for each group instead of those of the schema; may be NULL.
  const float *weights;
  // How many weights.
  size_t weights_count;
  // The bound; a good one is what the pose that plays on costs.
  float max_cost;
  // Always 0.
  uint32_t reserved;
} fw_search_options;

// A pose that was found.
typedef struct fw_match {
  // The pose.
  struct fw_pose_id pose;
  // What it costs.
  float cost;
} fw_match;

// The flight of a ball, as a few samples. Threads may share it while none changes it.
typedef struct fw_prediction {
  // 0 is null.
  uint64_t handle;
} fw_prediction;

// A search for all windows of all players. One thread at a time may use it.
typedef struct fw_search {
  // 0 is null.
  uint64_t handle;
} fw_search;

// A time in which a player can take the ball.
typedef struct fw_window {
  // When it starts.
  double from_secs;
  // When it ends, at or after that.
  double to_secs;
} fw_window;

// First intercepts from frame to frame, mostly without a search. One thread at a time may use it.
typedef struct fw_intercept_cache {
  // 0 is null.
  uint64_t handle;
} fw_intercept_cache;

// What a character should do next, as far as it is set. One thread at a time may use it.
typedef struct fw_goal {
  // 0 is null.
  uint64_t handle;
} fw_goal;

// When a matcher looks for another pose, and which it leaves alone. Set `size`, then call `fw_rules_default`.
typedef struct fw_rules {
  // `sizeof(fw_rules)`.
  uint32_t size;
  // Poses of the clip that plays, within this number of frames, are not jumped to.
  uint32_t avoid_near_frames;
  // It looks this often; 0 is at every update.
  float every_secs;
  // After a jump it plays on for so long.
  float dwell_secs;
  // A pose has to be better than playing on by more than this cost.
  float stay_bonus;
  // And by more than this share of what playing on costs, from 0 to 1.
  float stay_share;
  // A clip that leaves what the filter allows goes on for so long at most.
  float overrun_secs;
  // Poses near those that were jumped to within this time are not jumped to again.
  float reselect_secs;
} fw_rules;

// Which pose of a character plays, and when another does. One thread at a time may use it.
typedef struct fw_matcher {
  // 0 is null.
  uint64_t handle;
} fw_matcher;

// What an update of a matcher did.
typedef struct fw_step {
  // The pose that plays now.
  struct fw_pose_id pose;
  // An `FW_STEP_`.
  uint32_t kind;
  // How far it is on the way to the next frame, from 0 up to 1.
  double part;
  // At a jump the pose that played; else clip FW_NONE.
  struct fw_pose_id from;
  // At a jump what made it look: an `FW_TRIGGER_`.
  uint32_t trigger;
  // At a jump what the pose costs.
  float cost;
  // At a jump what playing on would have cost; NaN where it was not possible.
  float continuing;
} fw_step;

// How a controller moves. Set `size`, then call `fw_controller_config_default`.
typedef struct fw_controller_config {
  // `sizeof(fw_controller_config)`.
  uint32_t size;
  // Whether a character is pulled to it, by `adjust_halflife_secs`.
  uint16_t adjusts;
  // Whether a character is never farther from it than `clamp_m`.
  uint16_t clamps;
  // How fast it takes on the wanted velocity: each half-life leaves half of the difference.
  double velocity_halflife_secs;
  // How fast it turns.
  double heading_halflife_secs;
  // How fast a character is pulled to it.
  double adjust_halflife_secs;
  // Of its own speed a character is moved by this share at most.
  double adjust_share;
  // In metres.
  double clamp_m;
} fw_controller_config;

// Where a character is.
typedef struct fw_place {
  // World x and z, in metres.
  double position_m[2];
  // The angle about +y from +z towards +x.
  double heading_rad;
} fw_place;

// From a stick to the trajectory of a goal. One thread at a time may use it.
typedef struct fw_controller {
  // 0 is null.
  uint64_t handle;
} fw_controller;

// What a human wants.
typedef struct fw_stick {
  // Where to go: world x and z, in metres a second.
  double velocity_mps[2];
  // Where to look, if `has_heading`; else where it goes.
  double heading_rad;
  // Whether `heading_rad` counts.
  uint32_t has_heading;
  // Always 0.
  uint32_t reserved;
} fw_stick;

// How a body moves. Set `size`, then call `fw_move_config_default`.
typedef struct fw_move_config {
  // `sizeof(fw_move_config)`.
  uint32_t size;
  // The distance kept from obstacles, above 0.
  float skin_m;
  // The highest step that a body on the ground climbs; 0 for none.
  float step_height_m;
  // How far down a body that leaves the ground without going up is put back on it; 0 for not at all.
  float snap_m;
  // The steepest ground to stand on, in (0, pi/2), if `has_max_slope`.
  float max_slope_rad;
  // How fast a body that is inside something comes out; infinite for at once.
  float recovery_mps;
  // Which way is up: a unit vector.
  float up[3];
  // How long a move takes, above 0. Only velocities depend on it.
  float step_secs;
  // Whether the whole length of a move remains when it turns aside; if not, only the part that the obstacles leave.
  uint8_t full_speed;
  // Whether `max_slope_rad` counts.
  uint8_t has_max_slope;
  // Whether it is as fast uphill and downhill as on the level.
  uint8_t constant_speed;
  // Always 0.
  uint8_t reserved;
} fw_move_config;

// The shape of a body.
typedef struct fw_body {
  // An `FW_BODY_`.
  uint32_t kind;
  // Half the extents of a box.
  float half_m[3];
  // The radius of a capsule or a sphere.
  float radius_m;
  // The total height of a capsule, caps included: at least twice its radius.
  float height_m;
} fw_body;

// A body of one shape, which several characters of it may share. One thread at a time may use it.
typedef struct fw_mover {
  // 0 is null.
  uint64_t handle;
} fw_mover;

// Obstacles. Threads may share it, such as for moves, while none changes it.
typedef struct fw_world {
  // 0 is null.
  uint64_t handle;
} fw_world;

// Where a body is and what it stands on. Yours: copy it, save it. For one that was not moved yet set the position, and the rest to 0.
typedef struct fw_mover_state {
  // The centre of the body, in metres.
  double position[3];
  // An `FW_FOOTING_`. In the air the other fields are 0.
  uint32_t footing;
  // The part of a compound.
  uint32_t part;
  // The triangle of a mesh; FW_NONE for a volume.
  uint32_t triangle;
  // The unit contact normal, out of the ground.
  float normal[3];
  // The obstacle that it stands on.
  uint64_t obstacle;
  // Where that is touched.
  double point[3];
  // How fast that moves there.
  float velocity_mps[3];
  // Always 0.
  uint32_t reserved;
} fw_mover_state;

// What filters and you know an obstacle by.
typedef struct fw_label {
  // Any number: an entity, a material.
  uint64_t tag;
  // One bit a layer; a filter needs at least one in common.
  uint32_t layers;
  // Always 0.
  uint32_t reserved;
} fw_label;

// Whether an obstacle counts: not 0 if so. Must depend on nothing but what it gets, and may not change the world.
typedef uint8_t (*fw_accept)(void *context, uint64_t obstacle, const struct fw_label *label);

// How an obstacle is met.
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
  // For what the body is near at rest, how far it is off along the normal; below 0 inside. 0 for what it meets on its way.
  double gap_m;
} fw_approach;

// Whether a contact counts: not 0 if so. Must depend on nothing but what it gets, and may not change the world.
typedef uint8_t (*fw_accept_contact)(void *context, const struct fw_approach *approach);

// Which obstacles count. Set `size`, then call `fw_filter_default`.
typedef struct fw_filter {
  // `sizeof(fw_filter)`.
  uint32_t size;
  // An obstacle counts if it is in at least one of these layers.
  uint32_t layers;
  // And if this, unless it is NULL, accepts it.
  fw_accept accept;
  // And only where this, unless it is NULL, accepts the contact.
  fw_accept_contact accept_contact;
  // For both.
  void *context;
} fw_filter;

// How a move went.
typedef struct fw_move {
  // Where the body is now: the start of the next move.
  struct fw_mover_state state;
  // How fast it moved, carried and pushed or not.
  float velocity_mps[3];
  // An `FW_MOVED_`.
  uint32_t outcome;
  // Whether it is still inside something.
  uint32_t crushed;
  // Always 0.
  uint32_t reserved;
} fw_move;

// What a body touched.
typedef struct fw_contact {
  // The obstacle.
  uint64_t obstacle;
  // Where it was touched.
  double point[3];
  // The part of a compound.
  uint32_t part;
  // The triangle of a mesh; FW_NONE for a volume.
  uint32_t triangle;
  // The unit contact normal, from the obstacle to the body.
  float normal[3];
  // How deep the body was inside.
  float depth_m;
  // How fast the obstacle moves there.
  float velocity_mps[3];
  // How fast the wanted move and the obstacle would close in along the normal.
  float closing_mps;
  // Whether it decided the direction that the body took in the end.
  uint32_t active;
  // Always 0.
  uint32_t reserved;
} fw_contact;

// The first obstacle that a shape would meet.
typedef struct fw_hit {
  // The obstacle; 0 if nothing is met.
  uint64_t obstacle;
  // When, as a share of the motion.
  double time;
  // The unit contact normal, from the obstacle to the shape.
  double normal[3];
  // The part of a compound.
  uint32_t part;
  // The triangle of a mesh; FW_NONE for a volume.
  uint32_t triangle;
} fw_hit;

// The parameters of a ball. Set `size`, then call `fw_ball_params_default`.
typedef struct fw_ball_params {
  // `sizeof(fw_ball_params)`.
  uint32_t size;
  // Whether drag falls at a speed: the drag crisis. If not, it is `drag_low` at every speed.
  uint8_t has_drag_crisis;
  // Always 0.
  uint8_t reserved[3];
  // In kilograms.
  double mass_kg;
  // In metres.
  double radius_m;
  // Downwards, along -y.
  double gravity_mps2;
  // In kilograms per cubic metre; 0 for no air at all.
  double air_density;
  // The drag coefficient is `drag_low + drag_drop / (1 + exp((v - drag_speed_mps) / drag_width_mps))`.
  double drag_low;
  // See `drag_low`.
  double drag_drop;
  // See `drag_low`.
  double drag_speed_mps;
  // See `drag_low`.
  double drag_width_mps;
  // The lift coefficient per spin ratio, near zero spin.
  double lift_slope;
  // The upper bound of the lift coefficient.
  double max_lift;
  // The fraction of the spin lost per metre of flight.
  double spin_decay_per_m;
  // The ratio of normal speeds after and before a bounce.
  double restitution;
  // Coulomb's coefficient in a bounce.
  double bounce_friction;
  // Coulomb's coefficient along the ground.
  double sliding_friction;
  // The deceleration of a rolling ball, besides drag.
  double rolling_mps2;
  // A rebound slower than this times `1 - restitution` does not leave the ground.
  double settle_speed_mps;
  // The velocity of the air.
  double wind_mps[3];
} fw_ball_params;

// What a ball bounces off: planes, boxes and capsules. One thread at a time may use it.
typedef struct fw_statics {
  // 0 is null.
  uint64_t handle;
} fw_statics;

// How a ball moves, and what it bounces off. Any number of threads may use one at once.
typedef struct fw_physics {
  // 0 is null.
  uint64_t handle;
} fw_physics;

// How a surface differs from the ground that the parameters of the ball describe: 1 and 1 for one that does not.
typedef struct fw_surface {
  // Scales the restitution of the ball, from 0 to 100; the product is at most 1.
  double restitution;
  // Scales its friction, from 0 to 100.
  double friction;
} fw_surface;

// A ball: all that its next step depends on. Yours: copy it, save it. Make it with `fw_ball_place`.
typedef struct fw_ball {
  // The centre, in metres.
  double position[3];
  // In metres per second.
  double velocity[3];
  // In radians per second.
  double spin[3];
  // Steps of 1/240 s since time 0: the clock.
  uint64_t steps;
  // Whether it was placed here: its next step starts where it is pushed out of what it overlaps.
  uint8_t is_placed;
  // Whether it rolls or rests on something; the other fields are about that.
  uint8_t on_ground;
  // Always 0.
  uint8_t reserved[2];
  // Which part of the statics it is on.
  uint32_t ground_hit;
  // What else it has touched since it came down, latest first; FW_NONE for nothing.
  uint32_t beside[3];
  // Always 0.
  uint32_t reserved_too;
  // The unit normal, away from the ground.
  double ground_normal[3];
  // The material of the ground.
  struct fw_surface ground_surface;
} fw_ball;

// A touch: the velocity of a ball changed at once.
typedef struct fw_touch {
  // When.
  double secs;
  // The centre of the ball.
  double position[3];
  // The unit normal, away from what it touches.
  double normal[3];
  // The velocity just before.
  double velocity_before[3];
  // The velocity just after.
  double velocity[3];
  // Which part of the statics it touches.
  uint32_t hit;
  // 1 if it starts to roll or slide or rolls on along this, 0 if it bounces.
  uint32_t rolls;
} fw_touch;

// How to predict a flight. Set `size`, then call `fw_prediction_options_default`.
typedef struct fw_prediction_options {
  // `sizeof(fw_prediction_options)`.
  uint32_t size;
  // How samples interpolate: an `FW_READING_`.
  uint32_t reading;
  // How far ahead to predict, in seconds: above 0, at most 3600.
  double horizon_secs;
  // How far samples may be from the stepped flight, in metres, if `has_tolerance`; else the radius of the ball.
  double tolerance_m;
  // The lowest corner of the box that the ball must stay in, if `has_bounds`.
  double bounds_min[3];
  // Its highest corner.
  double bounds_max[3];
  // Whether `tolerance_m` counts.
  uint8_t has_tolerance;
  // Whether the bounds count.
  uint8_t has_bounds;
  // Whether the horizon moves along: `fw_prediction_advance` extends what is less than 80 % of it ahead.
  uint8_t keeps_ahead;
  // Always 0.
  uint8_t reserved[1];
  // Over how many frames `fw_prediction_advance_frame` spreads a whole horizon; at least 1.
  uint32_t frames;
} fw_prediction_options;

// How far a prediction has come.
typedef struct fw_prediction_state {
  // The time up to which the ball is known; the horizon if it rests.
  double known_secs;
  // The time up to which it is predicted.
  double horizon_secs;
  // How many steps were taken.
  uint32_t steps_done;
  // Why it is complete, if it is: an `FW_END_`.
  uint32_t end;
  // How many samples there are.
  uint32_t samples;
  // How many events there are.
  uint32_t events;
} fw_prediction_state;

// A sample of a flight.
typedef struct fw_sample {
  // When.
  double secs;
  // The centre of the ball.
  double position[3];
  // Its meaning depends on the reading.
  double velocity[3];
  // 0 unless the reading is of the acceleration.
  double acceleration[3];
  // The height of the ground under the ball; NaN where it is not known.
  double ground_m;
} fw_sample;

// An event of a flight.
typedef struct fw_flight_event {
  // When.
  double secs;
  // The centre of the ball.
  double position[3];
  // The unit normal, away from what it touches; 0 at the end.
  double normal[3];
  // An `FW_FLIGHT_`.
  uint32_t kind;
  // Which part of the statics it touches; FW_NONE at the end.
  uint32_t hit;
} fw_flight_event;

// Heights that part bands, in metres, rising: knee, chest, head, keeper.
typedef struct fw_height_bands {
  // 0.6 by default.
  double knee_m;
  // 1.5 by default.
  double chest_m;
  // 2.2 by default.
  double head_m;
  // 2.6 by default.
  double keeper_m;
} fw_height_bands;

// A part of a flight within one band.
typedef struct fw_section {
  // When it starts.
  double from_secs;
  // When it ends.
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

// Answers of queries of any databases, which queries that mean the same share. One thread at a time may use it.
typedef struct fw_query_cache {
  // 0 is null.
  uint64_t handle;
} fw_query_cache;

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
  // Along x, from 10 to 1000.
  double length_m;
  // Along z, from 10 to 1000.
  double width_m;
  // How far the banners stand behind the lines, from 0 to 1000.
  double banners_m;
  // The height of the ground, from -1000 to 1000.
  double ground_m;
} fw_pitch;

// One part of `fw_statics`.
typedef struct fw_static_shape {
  // An `FW_SHAPE_`.
  uint32_t kind;
  // Always 0.
  uint32_t reserved;
  // The normal of a plane, away from its solid side; the lowest corner of a box; one end of a capsule.
  double a[3];
  // The highest corner of a box; the other end of a capsule. A plane has none.
  double b[3];
  // The offset of a plane, in metres times the length of its normal; the radius of a capsule. A box has none.
  double metres;
} fw_static_shape;

// Tracks of events, each the times of one event. Threads may share it while none adds a track.
typedef struct fw_tracks {
  // 0 is null.
  uint64_t handle;
} fw_tracks;

// How events become signals.
typedef struct fw_encoding {
  // How long before and after an event the signal turns, in seconds: above 0, at most 3600.
  double window_secs;
  // The deviation of the smoothing, in seconds: from 0 to the window.
  double sigma_secs;
} fw_encoding;

// What makes a passing through zero an event. Set `size`, then call `fw_guards_default`.
typedef struct fw_guards {
  // `sizeof(fw_guards)`.
  uint32_t size;
  // The sum of the `FW_GUARD_` of the checks that are on.
  uint32_t checks;
  // The length of the shortest pair that is trusted, from 0 to 1.
  double norm;
  // The share of the window, from 0 to 1.
  double nearness;
  // The share of the window, from 0 to 1.
  double jump;
  // The share of the window, from 0 to 0.5.
  double approach;
  // The least and the most seconds per second; a clean signal falls by 1.
  double slope[2];
  // In seconds of the clip, at least 0.
  double refractory_secs;
} fw_guards;

// Fires when an event of one character happens. One thread at a time may use it.
typedef struct fw_trigger {
  // 0 is null.
  uint64_t handle;
} fw_trigger;

// What one update did.
typedef struct fw_passing {
  // How long before the end of the update the event was, in seconds of the clip, if it fired. Below 0, by at most a thousandth of
  // the update, for an event about to be reached.
  double fired_ago_secs;
  // Whether there was an event.
  uint8_t fired;
  // Whether the update was as long as the window, so that an event may have come and gone unseen.
  uint8_t may_have_missed;
  // Always 0.
  uint8_t reserved[6];
} fw_passing;

// Triangles, which any number of obstacles of any worlds share. Any number of threads may use one at once.
typedef struct fw_mesh {
  // 0 is null.
  uint64_t handle;
} fw_mesh;

// Where an obstacle is.
typedef struct fw_pose {
  // In metres.
  double position[3];
  // A unit quaternion, x, y, z, w. Four zeros turn nothing.
  float rotation[4];
} fw_pose;

// A volume around the origin.
typedef struct fw_volume {
  // An `FW_VOLUME_`.
  uint32_t kind;
  // Half the extents of a box.
  float half_m[3];
  // The radius of a sphere or a capsule.
  float radius_m;
  // Half the length of the axis of a capsule, without the caps.
  float half_axis_m;
} fw_volume;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Returns the `FW_ABI_VERSION` of the library that is linked. Ask it first: if it is not that of the header, call nothing.
uint32_t fw_abi_version(void);

// Takes all memory from these functions. Only before any other call but `fw_abi_version`: afterwards the system's memory is in
// use, and the call fails.
fw_status fw_set_allocator(fw_allocate allocate, fw_free free, void *context, struct fw_error *error);

// Fills the defaults in. Set `size` before.
fw_status fw_blend_config_default(struct fw_blend_config *config, struct fw_error *error);

// Makes a blend, with nothing to blend yet. `config` may be NULL for the default.
fw_status fw_blend_create(const struct fw_blend_config *config, struct fw_blend *blend, struct fw_error *error);

// Destroys a blend.
fw_status fw_blend_destroy(struct fw_blend blend, struct fw_error *error);

// Starts to blend from what is shown to what plays from now on, with the same joints.
fw_status fw_blend_jump(struct fw_blend blend,
                        const struct fw_motion *shown,
                        const struct fw_motion *plays,
                        struct fw_error *error);

// Lets time go on, and writes whether what is shown still differs from what plays, unless `is_active` is NULL.
fw_status fw_blend_advance(struct fw_blend blend, double dt_secs, uint8_t *is_active, struct fw_error *error);

// Writes what is shown, from what plays now, with the same joints. Both may be the same motion.
fw_status fw_blend_apply(struct fw_blend blend, const struct fw_motion *plays, struct fw_motion *shown, struct fw_error *error);

// Fills the defaults in. Set `size` before.
fw_status fw_choice_weights_default(struct fw_choice_weights *weights, struct fw_error *error);

// Makes a choice, of nobody yet.
fw_status fw_choice_create(struct fw_choice *choice, struct fw_error *error);

// Destroys a choice.
fw_status fw_choice_destroy(struct fw_choice choice, struct fw_error *error);

// Chooses who should go, and writes who: FW_NONE if nobody can. `weights` may be NULL for the default.
fw_status fw_choice_choose(struct fw_choice choice,
                           const struct fw_choice_input *input,
                           const struct fw_choice_weights *weights,
                           uint32_t *chosen,
                           struct fw_error *error);

// Writes the players who can take the ball, by id, as the last choice rated them.
fw_status fw_choice_rated(struct fw_choice choice,
                          struct fw_rated *rated,
                          size_t rated_capacity,
                          size_t *rated_count,
                          struct fw_error *error);

// Makes a candidate for `fw_control_decide` of what a search found and the last choice of its team rated.
fw_status fw_choice_candidate(struct fw_choice choice,
                              uint32_t team,
                              const struct fw_intercept *found,
                              struct fw_candidate *candidate,
                              struct fw_error *error);

// Fills the defaults in. Set `size` before.
fw_status fw_control_rules_default(struct fw_control_rules *rules, struct fw_error *error);

// Makes a control with these rules; NULL for the default.
fw_status fw_control_create(const struct fw_control_rules *rules, struct fw_control *control, struct fw_error *error);

// Destroys a control.
fw_status fw_control_destroy(struct fw_control control, struct fw_error *error);

// Decides for every human, and writes an assignment for each, by number. Carry them out: in the next situation each human has the player
// of its assignment. Where there is too little room, nothing was decided.
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

// Returns how many clips there are. Clips are numbers from 0.
fw_status fw_database_clip_count(struct fw_database database, uint32_t *count, struct fw_error *error);

// Finds a clip by its whole name.
fw_status fw_database_clip(struct fw_database database,
                           const char *name,
                           size_t name_len,
                           uint32_t *clip,
                           struct fw_error *error);

// Writes what is known of a clip.
fw_status fw_database_clip_info(struct fw_database database, uint32_t clip, struct fw_clip_info *info, struct fw_error *error);

// Writes the name of a clip: UTF-8, without a NUL.
fw_status fw_database_clip_name(struct fw_database database,
                                uint32_t clip,
                                char *name,
                                size_t name_capacity,
                                size_t *name_len,
                                struct fw_error *error);

// Writes how many tags there are.
fw_status fw_database_tag_count(struct fw_database database, uint32_t *count, struct fw_error *error);

// Writes the name of a tag, from 0 in the order of names: UTF-8, without a NUL. For loading: it counts through the tags.
fw_status fw_database_tag_name(struct fw_database database,
                               uint32_t tag,
                               char *name,
                               size_t name_capacity,
                               size_t *name_len,
                               struct fw_error *error);

// Writes how many kinds of events there are.
fw_status fw_database_event_count(struct fw_database database, uint32_t *count, struct fw_error *error);

// Writes the name of a kind of event, as `fw_database_tag_name` does that of a tag.
fw_status fw_database_event_name(struct fw_database database,
                                 uint32_t event,
                                 char *name,
                                 size_t name_capacity,
                                 size_t *name_len,
                                 struct fw_error *error);

// Compiles expressions of the same variables: an output for each text. `seed` is that of `hash` and `noise`.
fw_status fw_expression_compile(const struct fw_text *texts,
                                size_t texts_count,
                                const struct fw_text *variables,
                                size_t variables_count,
                                uint32_t seed,
                                struct fw_expression *expression,
                                struct fw_error *error);

// Reads a program that was compiled before, and checks all of it.
fw_status fw_expression_from_bytes(const uint8_t *bytes,
                                   size_t bytes_len,
                                   struct fw_expression *expression,
                                   struct fw_error *error);

// Destroys an expression.
fw_status fw_expression_destroy(struct fw_expression expression, struct fw_error *error);

// Writes the first output for these values of the variables, of which there must be as many as variables or more.
fw_status fw_expression_value(struct fw_expression expression,
                              const float *values,
                              size_t values_count,
                              float *value,
                              struct fw_error *error);

// Computes outputs for arrays: `outputs[k][i]` is output `k` for the values `i` of the inputs. There must be as many inputs as variables
// or more, exactly as many outputs as texts, and `length` floats at each pointer. Outputs must not overlap anything else.
fw_status fw_expression_block(struct fw_expression expression,
                              const struct fw_input *inputs,
                              size_t inputs_count,
                              float *const *outputs,
                              size_t outputs_count,
                              size_t length,
                              struct fw_error *error);

// Opens an index that is in memory. `is_kept` not 0: the bytes are used where they lie, and you leave them there unchanged until the
// index is destroyed; 0: they are copied.
fw_status fw_index_from_bytes(const uint8_t *bytes,
                              size_t bytes_len,
                              uint8_t is_kept,
                              struct fw_index *index,
                              struct fw_error *error);

// Destroys an index.
fw_status fw_index_destroy(struct fw_index index, struct fw_error *error);

// Writes what an index holds.
fw_status fw_index_get_info(struct fw_index index, struct fw_index_info *info, struct fw_error *error);

// Writes the number of the first clip of this name.
fw_status fw_index_clip(struct fw_index index, const char *name, size_t name_len, uint32_t *clip, struct fw_error *error);

// Writes which numbers of a goal a group of the schema has, such as "left_foot position".
fw_status fw_index_group(struct fw_index index,
                         const char *name,
                         size_t name_len,
                         uint32_t *first,
                         uint32_t *count,
                         struct fw_error *error);

// Writes the features of a pose, as many as a goal has.
fw_status fw_index_features(struct fw_index index,
                            struct fw_pose_id pose,
                            float *features,
                            size_t features_count,
                            struct fw_error *error);

// Makes a filter of ranges of frames, whose clips are those of the index and whose frames are at the rate of each clip. `twins` is an
// FW_TWINS_. For loading: it allocates.
fw_status fw_pose_filter_from_ranges(struct fw_index index,
                                     const struct fw_range *ranges,
                                     size_t ranges_count,
                                     uint32_t twins,
                                     struct fw_pose_filter *filter,
                                     struct fw_error *error);

// Makes a filter of what a query finds, in the clips of the index that have the names of those of the database. `twins` is an FW_TWINS_.
// For loading: it allocates.
fw_status fw_pose_filter_from_query(struct fw_index index,
                                    struct fw_query query,
                                    uint32_t twins,
                                    struct fw_pose_filter *filter,
                                    struct fw_error *error);

// Destroys a filter.
fw_status fw_pose_filter_destroy(struct fw_pose_filter filter, struct fw_error *error);

// Writes how many poses a filter allows.
fw_status fw_pose_filter_count(struct fw_pose_filter filter, uint64_t *poses, struct fw_error *error);

// Writes whether a filter of this index allows a pose.
fw_status fw_pose_filter_allows(struct fw_pose_filter filter,
                                struct fw_index index,
                                struct fw_pose_id pose,
                                uint8_t *allows,
                                struct fw_error *error);

// Writes the poses nearest to a goal, the best first: as many as there is room for and may be found. `options` may be NULL for the
// default.
fw_status fw_index_search(struct fw_index index,
                          const float *goal,
                          size_t goal_count,
                          const struct fw_search_options *options,
                          struct fw_match *matches,
                          size_t matches_capacity,
                          size_t *matches_count,
                          struct fw_error *error);

// Makes a path, which is empty.
fw_status fw_path_create(struct fw_path *path, struct fw_error *error);

// Destroys a path.
fw_status fw_path_destroy(struct fw_path path, struct fw_error *error);

// Reads what a prediction knows by now.
fw_status fw_path_read(struct fw_path path, struct fw_prediction prediction, struct fw_error *error);

// Makes a search by a model, an `FW_REACH_`.
fw_status fw_search_create(uint32_t model, struct fw_search *search, struct fw_error *error);

// Destroys a search.
fw_status fw_search_destroy(struct fw_search search, struct fw_error *error);

// Searches the path from now on for all players, and writes an intercept for each. Where a number of a player is out of range the others
// are searched and written all the same, and the status is FW_OUT_OF_RANGE.
fw_status fw_search_run(struct fw_search search,
                        struct fw_path path,
                        const struct fw_player *players,
                        size_t players_count,
                        double now_secs,
                        struct fw_intercept *intercepts,
                        size_t intercepts_capacity,
                        size_t *intercepts_count,
                        struct fw_error *error);

// Writes the windows of the player at this place of the last run: in order, none touching another; none past the last player.
fw_status fw_search_windows(struct fw_search search,
                            size_t index,
                            struct fw_window *windows,
                            size_t windows_capacity,
                            size_t *windows_count,
                            struct fw_error *error);

// Makes a cache by a model, an `FW_REACH_`.
fw_status fw_intercept_cache_create(uint32_t model, struct fw_intercept_cache *cache, struct fw_error *error);

// Destroys a cache.
fw_status fw_intercept_cache_destroy(struct fw_intercept_cache cache, struct fw_error *error);

// Writes what `fw_search_run` does, to the bit. Players keep their places in the list from frame to frame.
fw_status fw_intercept_cache_update(struct fw_intercept_cache cache,
                                    struct fw_path path,
                                    const struct fw_player *players,
                                    size_t players_count,
                                    double now_secs,
                                    struct fw_intercept *intercepts,
                                    size_t intercepts_capacity,
                                    size_t *intercepts_count,
                                    struct fw_error *error);

// Forgets all players, such as after the clock went back.
fw_status fw_intercept_cache_clear(struct fw_intercept_cache cache, struct fw_error *error);

// Makes a goal for an index, with nothing set: to go on as now.
fw_status fw_goal_create(struct fw_index index, struct fw_goal *goal, struct fw_error *error);

// Destroys a goal.
fw_status fw_goal_destroy(struct fw_goal goal, struct fw_error *error);

// Sets a group of features, as many numbers as it has.
fw_status fw_goal_set(struct fw_goal goal,
                      const char *group,
                      size_t group_len,
                      const float *values,
                      size_t values_count,
                      struct fw_error *error);

// Leaves a group to the pose that plays again.
fw_status fw_goal_unset(struct fw_goal goal, const char *group, size_t group_len, struct fw_error *error);

// Fills the defaults in. Set `size` before.
fw_status fw_rules_default(struct fw_rules *rules, struct fw_error *error);

// Makes a matcher that plays from a pose. `rules` may be NULL for the default.
fw_status fw_matcher_create(const struct fw_rules *rules,
                            const struct fw_pose_id *start,
                            struct fw_matcher *matcher,
                            struct fw_error *error);

// Destroys a matcher.
fw_status fw_matcher_destroy(struct fw_matcher matcher, struct fw_error *error);

// Plays on for `dt_secs` and then decides. `input_changed` makes it look at once. `options` may be NULL for the default; its largest cost
// does not count.
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

// Follows the stick for `dt_secs`, and writes where it is then, unless `place` is NULL. Times and sticks that are not finite count as
// nothing.
fw_status fw_controller_update(struct fw_controller controller,
                               double dt_secs,
                               const struct fw_stick *stick,
                               struct fw_place *place,
                               struct fw_error *error);

// Sets all trajectories of a goal: the way of this controller, as a character sees it from where it is.
fw_status fw_controller_set_goal(struct fw_controller controller,
                                 struct fw_index index,
                                 const struct fw_place *character,
                                 const struct fw_stick *stick,
                                 struct fw_goal goal,
                                 struct fw_error *error);

// Writes where a character that moves at this speed should be, pulled to the controller for `dt_secs`.
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

// Destroys a body.
fw_status fw_mover_destroy(struct fw_mover mover, struct fw_error *error);

// Moves a body from a state by a displacement, three floats in metres, as far as the obstacles allow. `filter` and `config` may be NULL
// for the default. What it touched is written too, in the order of the way, unless `contacts` and `contacts_count` are NULL.
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

// Gives a body another shape, such as a crouching one, with its lowest point where it was, and writes the state that goes on from there.
// `fits` is 0, and nothing changed, where there is no room.
fw_status fw_mover_resize(struct fw_mover mover,
                          struct fw_world world,
                          struct fw_mover_state *state,
                          const struct fw_body *body,
                          const struct fw_filter *filter,
                          const struct fw_move_config *config,
                          uint8_t *fits,
                          struct fw_error *error);

// Writes the obstacles that a body of this shape would overlap at a place, such as ladders and water, each once per part or triangle.
fw_status fw_world_overlapping(struct fw_world world,
                               const struct fw_body *body,
                               const double *position,
                               uint32_t layers,
                               uint64_t *obstacles,
                               size_t obstacles_capacity,
                               size_t *obstacles_count,
                               struct fw_error *error);

// Writes what a shape meets first on a straight way from a place.
fw_status fw_world_sweep(struct fw_world world,
                         const struct fw_body *body,
                         const double *position,
                         const double *motion,
                         uint32_t layers,
                         struct fw_hit *hit,
                         struct fw_error *error);

// Fills in a filter for which every obstacle counts. Set `size` before.
fw_status fw_filter_default(struct fw_filter *filter, struct fw_error *error);

// Fills the defaults in: a football. Set `size` before.
fw_status fw_ball_params_default(struct fw_ball_params *params, struct fw_error *error);

// Makes the physics of a ball with these parameters, NULL for a football, among these statics, of which it keeps a copy.
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

// Gives a ball another velocity and spin, where and when it is. `spin` may be NULL for none.
fw_status fw_ball_kick(struct fw_ball *ball, const double *velocity, const double *spin, struct fw_error *error);

// Writes the time of a ball, in seconds.
fw_status fw_ball_secs(const struct fw_ball *ball, double *secs, struct fw_error *error);

// Moves a ball by steps of 1/240 s, at most an hour of them. What it touches on the way is written too, unless `touches` and `touches_count` are NULL; where there
// is too little room, the ball stays where it is.
fw_status fw_physics_step(struct fw_physics physics,
                          struct fw_ball *ball,
                          uint32_t steps,
                          struct fw_touch *touches,
                          size_t touches_capacity,
                          size_t *touches_count,
                          struct fw_error *error);

// Fills in a player at a place, as an average one.
fw_status fw_player_default(uint32_t id, const double *position, struct fw_player *player, struct fw_error *error);

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

// Starts again from another ball, such as one that was kicked. Keeps its memory.
fw_status fw_prediction_restart(struct fw_prediction prediction,
                                struct fw_physics physics,
                                const struct fw_ball *ball,
                                struct fw_error *error);

// Advances by a frame; call it once per frame, whatever happened. Forgets what is before a time, extends a prediction that keeps ahead,
// and predicts so much that a whole horizon takes the `frames` of its options. With physics other than those it was made with it is the
// flight of no ball.
fw_status fw_prediction_advance_frame(struct fw_prediction prediction,
                                      struct fw_physics physics,
                                      double now_secs,
                                      struct fw_error *error);

// Forgets what is before a time, and extends a prediction that keeps ahead.
fw_status fw_prediction_advance(struct fw_prediction prediction, double now_secs, struct fw_error *error);

// Predicts that many steps of 1/240 s, or all that are left if `steps` is FW_NONE. With physics other than those it was made with it is
// the flight of no ball.
fw_status fw_prediction_run(struct fw_prediction prediction,
                            struct fw_physics physics,
                            uint32_t steps,
                            struct fw_error *error);

// Writes how far it has come.
fw_status fw_prediction_get_state(struct fw_prediction prediction, struct fw_prediction_state *state, struct fw_error *error);

// Writes where the ball will be. `is_known` is 0, and the position unchanged, for a time that is past or not predicted yet.
fw_status fw_prediction_position_at(struct fw_prediction prediction,
                                    double secs,
                                    double *position,
                                    uint8_t *is_known,
                                    struct fw_error *error);

// Writes the samples, from the one before the time of the last `fw_prediction_advance`.
fw_status fw_prediction_samples(struct fw_prediction prediction,
                                struct fw_sample *samples,
                                size_t samples_capacity,
                                size_t *samples_count,
                                struct fw_error *error);

// Writes the bounces and rolls, those of the past too, and last the end.
fw_status fw_prediction_events(struct fw_prediction prediction,
                               struct fw_flight_event *events,
                               size_t events_capacity,
                               size_t *events_count,
                               struct fw_error *error);

// Writes the flight in sections by height. `bands` may be NULL for the default.
fw_status fw_prediction_sections(struct fw_prediction prediction,
                                 const struct fw_height_bands *bands,
                                 struct fw_section *sections,
                                 size_t sections_capacity,
                                 size_t *sections_count,
                                 struct fw_error *error);

// Parses a query, looks its names up, and works it out for the first time, so that no later call does.
fw_status fw_query_bind(struct fw_database database,
                        const char *query,
                        size_t query_len,
                        struct fw_query *bound,
                        struct fw_error *error);

// Destroys a query.
fw_status fw_query_destroy(struct fw_query query, struct fw_error *error);

// Writes all ranges for which the query holds, in the order of clips and frames. The query is evaluated each time.
fw_status fw_query_ranges(struct fw_query query,
                          struct fw_range *ranges,
                          size_t ranges_capacity,
                          size_t *ranges_count,
                          struct fw_error *error);

// Writes the ranges of one clip. The answer is kept: nothing is evaluated.
fw_status fw_query_ranges_in(struct fw_query query,
                             uint32_t clip,
                             struct fw_range *ranges,
                             size_t ranges_capacity,
                             size_t *ranges_count,
                             struct fw_error *error);

// Writes whether the query holds on each frame of a clip: bit `f % 64` of word `f / 64` is frame `f`. Bits past the last frame
// are 0.
fw_status fw_query_mask(struct fw_query query,
                        uint32_t clip,
                        uint64_t *words,
                        size_t words_capacity,
                        size_t *words_count,
                        struct fw_error *error);

// Writes 1 if the query holds on a frame, else 0: also past the end of a clip, and for a clip that does not exist.
fw_status fw_query_holds(struct fw_query query, uint32_t clip, uint32_t frame, uint8_t *holds, struct fw_error *error);

// Answers `fw_query_holds` for many frames: bit `i % 64` of word `i / 64` is about frame `i`. `words` has room for one word for every
// 64 frames, a last one for fewer; the other bits of the last become 0.
fw_status fw_query_holds_many(struct fw_query query,
                              const struct fw_frame *frames,
                              size_t frames_count,
                              uint64_t *words,
                              size_t words_capacity,
                              size_t *words_count,
                              struct fw_error *error);

// Writes from which frame on the answer is another than on this one; `UINT32_MAX` if it stays so to the end of the clip and beyond.
fw_status fw_query_next_change(struct fw_query query,
                               uint32_t clip,
                               uint32_t frame,
                               uint32_t *next,
                               struct fw_error *error);

// Makes a cache whose answers take at most this many bytes.
fw_status fw_query_cache_create(size_t max_bytes, struct fw_query_cache *cache, struct fw_error *error);

// Destroys a cache.
fw_status fw_query_cache_destroy(struct fw_query_cache cache, struct fw_error *error);

// Writes what `fw_query_ranges` does, from the cache where it has the answer.
fw_status fw_query_cache_ranges(struct fw_query_cache cache,
                                struct fw_query query,
                                struct fw_range *ranges,
                                size_t ranges_capacity,
                                size_t *ranges_count,
                                struct fw_error *error);

// Fills the defaults in. Set `size` before.
fw_status fw_pitch_default(struct fw_pitch *pitch, struct fw_error *error);

// Makes statics: those of a pitch, or none where `pitch` is NULL.
fw_status fw_statics_create(const struct fw_pitch *pitch, struct fw_statics *statics, struct fw_error *error);

// Destroys statics. Physics made of them keep their own.
fw_status fw_statics_destroy(struct fw_statics statics, struct fw_error *error);

// Adds a shape, and writes its number, by which touches name it. `surface` may be NULL for that of the ground.
fw_status fw_statics_add(struct fw_statics statics,
                         const struct fw_static_shape *shape,
                         const struct fw_surface *surface,
                         uint32_t *hit,
                         struct fw_error *error);

// Makes tracks, of which there are none yet.
fw_status fw_tracks_create(struct fw_tracks *tracks, struct fw_error *error);

// Destroys tracks.
fw_status fw_tracks_destroy(struct fw_tracks tracks, struct fw_error *error);

// Adds a track of events at these times, in any order, in seconds; of a clip that repeats after `loop_secs`, or of one that does not,
// with 0. For loading: it allocates. Writes the number of the track, from 0.
fw_status fw_tracks_add(struct fw_tracks tracks,
                        const double *times_secs,
                        size_t times_count,
                        double loop_secs,
                        uint32_t *track,
                        struct fw_error *error);

// Writes the times of a track, in rising order, each once.
fw_status fw_tracks_times(struct fw_tracks tracks,
                          uint32_t track,
                          double *times_secs,
                          size_t times_capacity,
                          size_t *times_count,
                          struct fw_error *error);

// Writes which events an update of the clock passed: forwards those in (previous, now], backwards those in [now, previous), in the order
// in which they were passed, each once. The clock of a clip that repeats does not wrap. Of an update over
// very many rounds only the first FW_MAX_PASSED are counted.
fw_status fw_tracks_passed(struct fw_tracks tracks,
                           uint32_t track,
                           double previous_secs,
                           double now_secs,
                           double *times_secs,
                           size_t times_capacity,
                           size_t *times_count,
                           struct fw_error *error);

// Writes how far the nearest event is, in seconds: above 0 ahead, below 0 behind. NaN for a track without events.
fw_status fw_tracks_nearest(struct fw_tracks tracks, uint32_t track, double at_secs, double *until_secs, struct fw_error *error);

// Writes the encoding that suits tracks: half of the gaps that are short among theirs, smoothed by a frame.
fw_status fw_encoding_from_gaps(struct fw_tracks tracks,
                                const struct fw_rate *rate,
                                struct fw_encoding *encoding,
                                struct fw_error *error);

// Writes the signals of tracks for `rows_count / (2 * tracks)` frames, the first at 0 s: a row for each frame, in it sine and cosine of
// each track. For loading: it allocates.
fw_status fw_encoding_encode(const struct fw_encoding *encoding,
                             struct fw_tracks tracks,
                             const struct fw_rate *rate,
                             float *rows,
                             size_t rows_count,
                             struct fw_error *error);

// Writes how far the nearest event is, in seconds, by one pair of a signal: above 0 ahead, below 0 behind. NaN where the pair is far
// from all events, or no pair.
fw_status fw_encoding_decode(const struct fw_encoding *encoding,
                             float sine,
                             float cosine,
                             double *until_secs,
                             struct fw_error *error);

// Writes when the events of one signal are, whose pairs of sine and cosine are one after the other. The count is of numbers. `guards` may be NULL for the default.
// For loading: it allocates.
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

// Makes a trigger for signals of this encoding. `guards` may be NULL for the default. It fires `lead_secs` before the event, at most a
// quarter of the window; `smoothing_secs` is how long it averages the signal; 0 for neither.
fw_status fw_trigger_create(const struct fw_encoding *encoding,
                            const struct fw_guards *guards,
                            double lead_secs,
                            double smoothing_secs,
                            struct fw_trigger *trigger,
                            struct fw_error *error);

// Destroys a trigger.
fw_status fw_trigger_destroy(struct fw_trigger trigger, struct fw_error *error);

// Goes on by the network's pair of this update and by how far the clip moved on, which is below 0 backwards.
fw_status fw_trigger_advance(struct fw_trigger trigger,
                             float sine,
                             float cosine,
                             double step_secs,
                             struct fw_passing *passing,
                             struct fw_error *error);

// Forgets what came before, such as at another clip.
fw_status fw_trigger_restart(struct fw_trigger trigger, struct fw_error *error);

// Writes in how many seconds it fires, if that is within `secs`; else NaN.
fw_status fw_trigger_fires_within(struct fw_trigger trigger, double secs, double *until_secs, struct fw_error *error);

// Makes a mesh of triangles, nine numbers each: the vertices one after the other. The count is of numbers. For loading: it allocates.
fw_status fw_mesh_from_triangles(const double *triangles,
                                 size_t triangles_count,
                                 struct fw_mesh *mesh,
                                 struct fw_error *error);

// Makes a mesh of heights, row by row along x, rows along z, every `cell_m`. For loading: it allocates.
fw_status fw_mesh_from_heights(const double *heights_m,
                               size_t heights_count,
                               size_t columns,
                               double cell_m,
                               struct fw_mesh *mesh,
                               struct fw_error *error);

// Makes the solid that is the hull of points, three numbers each. The count is of numbers. For loading: it allocates.
fw_status fw_mesh_from_hull(const double *points, size_t points_count, struct fw_mesh *mesh, struct fw_error *error);

// Destroys a mesh. Worlds that have it keep it.
fw_status fw_mesh_destroy(struct fw_mesh mesh, struct fw_error *error);

// Makes a world without obstacles.
fw_status fw_world_create(struct fw_world *world, struct fw_error *error);

// Destroys a world.
fw_status fw_world_destroy(struct fw_world world, struct fw_error *error);

// Adds a mesh at a pose, and writes the obstacle, never 0, by which it is named. `pose` may be NULL for the origin, `label` for tag 0 in
// every layer.
fw_status fw_world_add_mesh(struct fw_world world,
                            struct fw_mesh mesh,
                            const struct fw_pose *pose,
                            const struct fw_label *label,
                            uint64_t *obstacle,
                            struct fw_error *error);

// Adds a volume at a pose; the rest as for `fw_world_add_mesh`.
fw_status fw_world_add_volume(struct fw_world world,
                              const struct fw_volume *volume,
                              const struct fw_pose *pose,
                              const struct fw_label *label,
                              uint64_t *obstacle,
                              struct fw_error *error);

// Takes an obstacle out.
fw_status fw_world_remove(struct fw_world world, uint64_t obstacle, struct fw_error *error);

// Starts a step: where obstacles are now is where they move from. Once a frame, before what moves.
fw_status fw_world_begin_step(struct fw_world world, struct fw_error *error);

// Moves an obstacle to a pose within this step. It carries and pushes bodies.
fw_status fw_world_move_to(struct fw_world world, uint64_t obstacle, const struct fw_pose *pose, struct fw_error *error);

// Gives an obstacle another label.
fw_status fw_world_set_label(struct fw_world world, uint64_t obstacle, const struct fw_label *label, struct fw_error *error);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* FOOTWORK_H */
