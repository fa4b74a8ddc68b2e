#pragma once
#include <jansson.h>

/* Macros and inline functions that Swift does not see as functions or numbers. */
static inline void shim_json_decref(json_t *json) { json_decref(json); }
enum { JSON_REJECT_DUPLICATES_FLAG = JSON_REJECT_DUPLICATES, JSON_DECODE_ANY_FLAG = JSON_DECODE_ANY };
