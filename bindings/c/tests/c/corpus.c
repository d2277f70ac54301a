/* Runs cases from standard input, one command per line, and prints results in the format of the Rust test.
 *
 *   database PATH            opens a .tagdb
 *   query TEXT               binds it and prints its ranges, or the first mistake
 *   variables N              the next N lines are names
 *   expression TEXT          compiles it, or prints the first mistake
 *   value BITS BITS ...      prints the bits of the first output for variables with these bits, in hexadecimal
 */
#include <footwork.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_LINE 70000
#define MAX_VARIABLES 64

static char line[MAX_LINE];
static char names[MAX_VARIABLES][256];
static fw_text variables[MAX_VARIABLES];
static size_t variable_count;
static fw_database database;
static fw_expression expression;

/* Reads a line without its end. Returns its length, or -1 at the end of the input. */
static long read_line(char *into, size_t room) {
  size_t length;
  if (fgets(into, (int)room, stdin) == NULL) {
    return -1;
  }
  length = strlen(into);
  if (length > 0 && into[length - 1] == '\n') {
    into[--length] = 0;
  }
  return (long)length;
}

static void fail(const char *what, fw_error *error) {
  printf("%s %d %u..%u %s\n", what, (int)error->status, (unsigned)error->start, (unsigned)error->stop, error->message);
}

static void open_database(const char *path) {
  fw_error error = {.size = sizeof(error)};
  if (database.handle != 0) {
    fw_database_destroy(database, NULL);
  }
  if (fw_database_open(path, strlen(path), &database, &error) != FW_OK) {
    fail("database", &error);
    exit(1);
  }
}

static void ask(const char *text) {
  fw_error error = {.size = sizeof(error)};
  fw_query query;
  fw_range *ranges;
  size_t count, i;
  if (fw_query_bind(database, text, strlen(text), &query, &error) != FW_OK) {
    fail("error", &error);
    return;
  }
  if (fw_query_ranges(query, NULL, 0, &count, &error) != FW_OK && error.status != FW_BUFFER_TOO_SMALL) {
    fail("ranges", &error);
  }
  ranges = malloc((count + 1) * sizeof(*ranges));
  if (fw_query_ranges(query, ranges, count, &count, &error) != FW_OK) {
    fail("ranges", &error);
  }
  for (i = 0; i < count; i++) {
    printf("%u %u %u\n", (unsigned)ranges[i].clip, (unsigned)ranges[i].start, (unsigned)ranges[i].stop);
  }
  free(ranges);
  fw_query_destroy(query, NULL);
}

static void compile(const char *text) {
  fw_error error = {.size = sizeof(error)};
  fw_text source;
  source.bytes = text;
  source.len = strlen(text);
  if (expression.handle != 0) {
    fw_expression_destroy(expression, NULL);
    expression.handle = 0;
  }
  if (fw_expression_compile(&source, 1, variables, variable_count, 0, &expression, &error) != FW_OK) {
    fail("error", &error);
  }
}

static void value(char *bits) {
  fw_error error = {.size = sizeof(error)};
  float values[MAX_VARIABLES], result;
  uint32_t word;
  size_t count = 0;
  while (*bits != 0 && count < MAX_VARIABLES) {
    word = (uint32_t)strtoul(bits, &bits, 16);
    memcpy(&values[count++], &word, sizeof(word));
    while (*bits == ' ') {
      bits++;
    }
  }
  if (fw_expression_value(expression, values, count, &result, &error) != FW_OK) {
    fail("value", &error);
    return;
  }
  memcpy(&word, &result, sizeof(word));
  printf("%08x\n", (unsigned)word);
}

int main(void) {
  long length;
  size_t i;
  if (fw_abi_version() != FW_ABI_VERSION) {
    return 1;
  }
  while ((length = read_line(line, MAX_LINE)) >= 0) {
    if (strncmp(line, "database ", 9) == 0) {
      open_database(line + 9);
    } else if (strncmp(line, "query ", 6) == 0) {
      ask(line + 6);
    } else if (strncmp(line, "variables ", 10) == 0) {
      variable_count = (size_t)atoi(line + 10);
      for (i = 0; i < variable_count && i < MAX_VARIABLES; i++) {
        length = read_line(names[i], sizeof(names[i]));
        variables[i].bytes = names[i];
        variables[i].len = length < 0 ? 0 : (size_t)length;
      }
    } else if (strncmp(line, "expression ", 11) == 0) {
      compile(line + 11);
    } else if (strncmp(line, "value ", 6) == 0 || strcmp(line, "value") == 0) {
      value(line + (line[5] == ' ' ? 6 : 5));
    } else {
      printf("unknown command\n");
      return 1;
    }
  }
  if (expression.handle != 0) {
    fw_expression_destroy(expression, NULL);
  }
  if (database.handle != 0) {
    fw_database_destroy(database, NULL);
  }
  return 0;
}
