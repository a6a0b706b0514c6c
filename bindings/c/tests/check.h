// What the tests share: CHECK, hexadecimal digits, options that give each function all that it takes.

#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lanesum.h"

#define CHECK(condition)                                                        \
    do {                                                                        \
        if (!(condition)) {                                                     \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);     \
            exit(1);                                                            \
        }                                                                       \
    } while (0)

// That a call fails, and with what.
#define FAILS(error, call)                                                                               \
    do {                                                                                                 \
        lanesum_error got = (call);                                                                      \
        if (got != (error)) {                                                                            \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, lanesum_strerror(got));        \
            exit(1);                                                                                     \
        }                                                                                                \
    } while (0)

#define WORKS(call) FAILS(LANESUM_OK, call)

// The state of a function that is to be tested, in memory of its own: what a tool finds when a byte beside it is touched.
#define NEW(type) ((type *)calloc(1, sizeof(type)))

static inline void fill_pattern(unsigned char *data, size_t len) {
    for (size_t i = 0; i < len; i++) data[i] = (unsigned char)(i % 251);
}

static inline int equals_hex(const unsigned char *data, size_t len, const char *hex) {
    char digits[3];
    if (strlen(hex) != 2 * len) return 0;
    for (size_t i = 0; i < len; i++) {
        snprintf(digits, sizeof digits, "%02x", data[i]);
        if (memcmp(digits, hex + 2 * i, 2) != 0) return 0;
    }
    return 1;
}

// All that the function takes, as answers.h says.
static inline lanesum_options all_options(lanesum_algorithm algorithm) {
    static const unsigned char salt[32] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16,
                                           17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32};
    lanesum_options options = LANESUM_OPTIONS;
    if (algorithm >= LANESUM_KT128 && algorithm <= LANESUM_PARALLELHASHXOF256) {
        options.customization = "custom";
        options.customization_len = 6;
    }
    if (algorithm == LANESUM_CSHAKE128 || algorithm == LANESUM_CSHAKE256) {
        options.function_name = "name";
        options.function_name_len = 4;
    }
    if (algorithm >= LANESUM_KMAC128 && algorithm <= LANESUM_KMACXOF256) {
        options.key = "a key of 20 bytes...";
        options.key_len = 20;
    }
    if (algorithm >= LANESUM_BLAKE224 && algorithm <= LANESUM_BLAKE512) {
        options.salt = salt;
        options.salt_len = algorithm <= LANESUM_BLAKE256 ? 16 : 32;
    }
    if (algorithm == LANESUM_TURBOSHAKE128 || algorithm == LANESUM_TURBOSHAKE256) options.domain = 7;
    if (algorithm >= LANESUM_PARALLELHASH128 && algorithm <= LANESUM_PARALLELHASHXOF256) options.block_bytes = 1000;
    return options;
}

#endif
