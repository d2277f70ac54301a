/* Four threads query one database, each with its own query, and slide through one world. They also share a query. Each call succeeds,
 * or reports that the shared query is busy. The argument is a database.
 */
#define _POSIX_C_SOURCE 200809L
#include <footwork.h>

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define THREADS 4

static fw_database database;
static fw_query shared;
static fw_world world;
static long faults[THREADS], busy[THREADS], done[THREADS];

static void *ask(void *argument) {
  size_t thread = (size_t)argument, count;
  fw_query own;
  fw_mover mover;
  fw_body body = {.kind = FW_BODY_SPHERE, .radius_m = 0.3f};
  fw_mover_state state;
  fw_move moved;
  const float way[3] = {0.01f, 0, 0.01f};
  fw_range ranges[64];
  fw_status status;
  int i;
  memset(&state, 0, sizeof(state));
  state.position[1] = 1;
  if (fw_query_bind(database, "Gait.Walk", 9, &own, NULL) != FW_OK || fw_mover_create(&body, &mover, NULL) != FW_OK) {
    faults[thread]++;
    return NULL;
  }
  for (i = 0; i < 5000; i++) {
    faults[thread] += fw_query_ranges(own, ranges, 64, &count, NULL) != FW_OK || count != 2;
    faults[thread] += fw_mover_move_by(mover, world, &state, way, NULL, NULL, &moved, NULL, 0, NULL, NULL) != FW_OK;
    state = moved.state;
    status = fw_query_ranges(shared, ranges, 64, &count, NULL);
    busy[thread] += status == FW_BUSY;
    done[thread] += status == FW_OK;
  }
  faults[thread] += fw_query_destroy(own, NULL) != FW_OK;
  faults[thread] += fw_mover_destroy(mover, NULL) != FW_OK;
  return NULL;
}

int main(int count, char **arguments) {
  pthread_t threads[THREADS];
  fw_volume wall = {FW_VOLUME_BOX, {0.5f, 2, 5}, 0, 0};
  fw_pose pose = {{1.5, 1, 0}, {0, 0, 0, 1}};
  uint64_t obstacle;
  size_t i;
  long wrong = 0, finished = 0;
  if (count != 2 || fw_database_open(arguments[1], strlen(arguments[1]), &database, NULL) != FW_OK ||
      fw_query_bind(database, "Gait.Walk", 9, &shared, NULL) != FW_OK || fw_world_create(&world, NULL) != FW_OK ||
      fw_world_add_volume(world, &wall, &pose, NULL, &obstacle, NULL) != FW_OK) {
    return 1;
  }
  for (i = 0; i < THREADS; i++) {
    if (pthread_create(&threads[i], NULL, ask, (void *)i) != 0) {
      return 1;
    }
  }
  for (i = 0; i < THREADS; i++) {
    pthread_join(threads[i], NULL);
    wrong += faults[i];
    finished += busy[i] + done[i];
  }
  printf("wrong %ld, asked %ld\n", wrong, finished);
  return wrong != 0;
}
