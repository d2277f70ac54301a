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
 * - Results that are many go to a buffer of yours: its room is `capacity`, and their number is written to `count`, also where the room is
 *   too small. Call with a capacity of 0 to ask for it.
 * - What is asked every frame allocates nothing once it is warm.
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

// The length of the message in `fw_error`, with the NUL.
#define FW_MESSAGE_SIZE 480

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
  // A fault of this library. Please report it with the message.
  FW_PANIC = 11,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum fw_status fw_status;
#else
typedef int32_t fw_status;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// Returns that many bytes with this alignment, or null. `context` is what was given with the functions. Called from any thread
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

// A query, bound to the database that it was made for. One thread at a time may use it.
typedef struct fw_query {
  // 0 is null.
  uint64_t handle;
} fw_query;

// Frames of a clip: the first, and the first after them.
typedef struct fw_range {
  // The number of the clip.
  uint32_t clip;
  // The first frame.
  uint32_t start;
  // The first frame after the range, which is never empty.
  uint32_t stop;
} fw_range;

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

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Returns the `FW_ABI_VERSION` of the library that is linked. Ask it first: if it is not that of the header, call nothing.
uint32_t fw_abi_version(void);

// Lets all memory come from these functions. Only before any other call but `fw_abi_version`: afterwards the system's memory is in
// use, and the call fails.
fw_status fw_set_allocator(fw_allocate allocate,
                           fw_free free,
                           void *context,
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

// Writes 1 if the query holds on a frame, else 0: also past the end of a clip, and for a clip that there is not.
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

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* FOOTWORK_H */
