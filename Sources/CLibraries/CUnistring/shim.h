#pragma once
#include <stdlib.h>
#include <unistr.h>
#include <uninorm.h>
#include <unicase.h>
#include <unictype.h>

// The normalisation forms are macros over exported structures, which Swift does not see.
static inline uint8_t *shim_compose(const uint8_t *text, size_t count, size_t *result_count) {
    return u8_normalize(UNINORM_NFC, text, count, NULL, result_count);
}
static inline uint8_t *shim_compatibility_compose(const uint8_t *text, size_t count, size_t *result_count) {
    return u8_normalize(UNINORM_NFKC, text, count, NULL, result_count);
}
static inline uint8_t *shim_compatibility_decompose(const uint8_t *text, size_t count, size_t *result_count) {
    return u8_normalize(UNINORM_NFKD, text, count, NULL, result_count);
}
static inline uint8_t *shim_lower_case(const uint8_t *text, size_t count, size_t *result_count) {
    return u8_tolower(text, count, NULL, NULL, NULL, result_count);
}
// Results come from this C library's malloc.
static inline void shim_free(void *pointer) { free(pointer); }
