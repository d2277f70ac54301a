/* Calls functions wrongly on purpose, and expects an error each time. */
#include <footwork.h>

#include <stdio.h>
#include <string.h>

static int faults;

static void want(int line, fw_status found, fw_status wanted) {
  if (found != wanted) {
    printf("line %d: status %d, not %d\n", line, (int)found, (int)wanted);
    faults++;
  }
}
#define WANT(call, status) want(__LINE__, (call), (status))

int main(void) {
  fw_error error = {.size = sizeof(error)};
  fw_database database = {0}, stale = {0x0100000500000000u};
  fw_query query = {0};
  fw_query_cache cache = {0};
  fw_expression expression = {0};
  fw_text text, name;
  fw_input inputs[2];
  float buffer[8] = {0}, value;
  float *outputs[1];
  size_t count;
  uint32_t number;
  uint8_t holds;
  memset(&error.message, 'x', sizeof(error.message));

  WANT(fw_database_from_bytes(NULL, 0, NULL, &error), FW_NULL);
  WANT(fw_database_from_bytes(NULL, 5, &database, &error), FW_NULL);
  WANT(fw_database_from_bytes((const uint8_t *)"abc", 3, &database, &error), FW_BAD_DATA);
  WANT(fw_database_from_bytes((const uint8_t *)"abc", SIZE_MAX, &database, &error), FW_BAD_SIZE);
  WANT(fw_database_open("/nowhere", 8, &database, &error), FW_IO);
  WANT(fw_database_open("\xff\xfe", 2, &database, &error), FW_BAD_TEXT);
  WANT(fw_database_destroy(database, &error), FW_NULL);
  WANT(fw_database_destroy(stale, &error), FW_STALE_HANDLE);
  WANT(fw_database_clip_count(stale, &number, NULL), FW_STALE_HANDLE);
  WANT(fw_query_bind(stale, "A", 1, &query, &error), FW_STALE_HANDLE);
  WANT(fw_query_ranges(query, NULL, 0, &count, &error), FW_NULL);
  query.handle = UINT64_MAX;
  WANT(fw_query_holds(query, 0, 0, &holds, &error), FW_STALE_HANDLE);
  WANT(fw_query_cache_create(100, NULL, &error), FW_NULL);
  WANT(fw_query_cache_create(100, &cache, &error), FW_OK);
  WANT(fw_query_cache_ranges(cache, query, NULL, 0, &count, &error), FW_STALE_HANDLE);
  query.handle = cache.handle;
  WANT(fw_query_destroy(query, &error), FW_STALE_HANDLE);
  WANT(fw_query_cache_destroy(cache, &error), FW_OK);
  WANT(fw_query_cache_destroy(cache, &error), FW_STALE_HANDLE);

  text.bytes = "x + ";
  text.len = 4;
  name.bytes = "x";
  name.len = 1;
  WANT(fw_expression_compile(&text, 1, &name, 1, 0, &expression, &error), FW_BAD_TEXT);
  if (error.start != 4 || error.message_len != strlen(error.message)) {
    printf("the place is %u, the message `%s`\n", (unsigned)error.start, error.message);
    faults++;
  }
  WANT(fw_expression_compile(NULL, 0, &name, 1, 0, &expression, &error), FW_BAD_TEXT);
  text.bytes = "x * 2";
  text.len = 5;
  WANT(fw_expression_compile(&text, 1, &name, 1, 0, &expression, &error), FW_OK);
  WANT(fw_expression_value(expression, buffer, 0, &value, &error), FW_BAD_SIZE);
  WANT(fw_expression_value(expression, (const float *)((const char *)buffer + 1), 1, &value, &error), FW_BAD_SIZE);
  WANT(fw_expression_value(expression, buffer, 1, NULL, &error), FW_NULL);
  inputs[0].values = buffer;
  inputs[0].uniform = 0;
  outputs[0] = buffer + 1;
  WANT(fw_expression_block(expression, inputs, 1, (float *const *)outputs, 1, 4, &error), FW_BAD_SIZE);
  outputs[0] = NULL;
  WANT(fw_expression_block(expression, inputs, 1, (float *const *)outputs, 1, 4, &error), FW_NULL);
  outputs[0] = buffer + 4;
  WANT(fw_expression_block(expression, inputs, 1, (float *const *)outputs, 1, 4, &error), FW_OK);
  WANT(fw_expression_block(expression, inputs, 0, (float *const *)outputs, 1, 4, &error), FW_BAD_SIZE);
  WANT(fw_expression_block(expression, inputs, 1, (float *const *)outputs, 0, 4, &error), FW_BAD_SIZE);
  error.size = 8;
  error.message[0] = '!';
  WANT(fw_expression_value(expression, buffer, 0, &value, &error), FW_BAD_SIZE);
  if (error.message[0] != '!') {
    printf("a struct of another size was written to\n");
    faults++;
  }
  WANT(fw_expression_destroy(expression, NULL), FW_OK);
  WANT(fw_set_allocator(NULL, NULL, NULL, NULL), FW_NULL);
  if (faults == 0) {
    printf("ok\n");
  }
  return faults != 0;
}
