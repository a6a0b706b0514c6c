// SHA-3 of liboqs by lanesum: callbacks for one message and for four in step. Compile this file with the program, link liboqs and
// lanesum, and call lanesum_oqs_use() before OQS_init().

#include "callbacks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <oqs/sha3_ops.h>
#include <oqs/sha3x4_ops.h>

#include "lanesum.h"

enum { MOST = 4, LONGEST_RATE = 168, ROUNDS = 24 };

// Sponges in step, one or four. Blocks are collected here, and absorbed when they are full.
typedef struct {
    _Alignas(LANESUM_KECCAK_ALIGNMENT) unsigned char states[LANESUM_KECCAK_BYTES_4];
    unsigned char block[MOST][LONGEST_RATE];
    unsigned position; // bytes in the block
    unsigned left;     // bytes of output that the states still have
} sponge;

// What these callbacks get wrong is a defect of theirs, and liboqs has no errors to tell it with.
static void must(lanesum_error error) {
    if (error != LANESUM_OK) {
        fprintf(stderr, "lanesum: %s\n", lanesum_strerror(error));
        abort();
    }
}

static inline void start(sponge *s, unsigned count) {
    must(lanesum_keccak_init(s->states, sizeof s->states, 1600, count));
    s->position = 0;
    s->left = 0;
}

static inline void absorb_block(sponge *s, unsigned count, unsigned rate) {
    const void *rows[MOST];
    for (unsigned i = 0; i < count; i++) rows[i] = s->block[i];
    must(lanesum_keccak_absorb(s->states, ROUNDS, rate / 8, rows, 1));
    s->position = 0;
}

static inline void absorb(sponge *s, unsigned count, unsigned rate, const uint8_t *const *in, size_t len) {
    size_t done = 0;
    if (s->position > 0) {
        done = len < rate - s->position ? len : rate - s->position;
        for (unsigned i = 0; i < count; i++) memcpy(s->block[i] + s->position, in[i], done);
        s->position += (unsigned)done;
        if (s->position < rate) return;
        absorb_block(s, count, rate);
    }
    if (len - done >= rate) {
        const size_t blocks = (len - done) / rate;
        const void *rows[MOST];
        for (unsigned i = 0; i < count; i++) rows[i] = in[i] + done;
        must(lanesum_keccak_absorb(s->states, ROUNDS, rate / 8, rows, blocks));
        done += blocks * rate;
    }
    if (len > done) {
        for (unsigned i = 0; i < count; i++) memcpy(s->block[i], in[i] + done, len - done);
        s->position = (unsigned)(len - done);
    }
}

static inline void finish(sponge *s, unsigned count, unsigned rate, unsigned char suffix) {
    for (unsigned i = 0; i < count; i++) {
        memset(s->block[i] + s->position, 0, rate - s->position);
        s->block[i][s->position] = suffix;
        s->block[i][rate - 1] |= 0x80;
    }
    absorb_block(s, count, rate);
    s->left = rate;
}

static inline void extract(sponge *s, unsigned count, unsigned rate, uint8_t *const *out, size_t at, size_t len) {
    for (unsigned i = 0; i < count; i++) {
        must(lanesum_keccak_extract_bytes(s->states, i, out[i] + at, rate - s->left, len));
    }
    s->left -= (unsigned)len;
}

static inline void squeeze(sponge *s, unsigned count, unsigned rate, uint8_t *const *out, size_t len) {
    size_t done = len < s->left ? len : s->left;
    if (done > 0) extract(s, count, rate, out, 0, done);
    if (len - done >= rate) {
        const size_t blocks = (len - done) / rate;
        void *rows[MOST];
        lanesum_error error;
        for (unsigned i = 0; i < count; i++) rows[i] = out[i] + done;
        error = lanesum_keccak_squeeze(s->states, ROUNDS, rate / 8, rows, blocks);
        // ML-DSA gives one buffer to two states whose output it does not use: that goes block by block, below.
        if (error != LANESUM_ERROR_OVERLAP) {
            must(error);
            done += blocks * rate;
        }
    }
    while (len > done) {
        const size_t now = len - done < rate ? len - done : rate;
        must(lanesum_keccak_permute(s->states, ROUNDS));
        s->left = rate;
        extract(s, count, rate, out, done, now);
        done += now;
    }
}

static sponge *allocate(unsigned count) {
    sponge *s = aligned_alloc(_Alignof(sponge), sizeof(sponge));
    if (s == NULL) abort();
    start(s, count);
    return s;
}

// One message. That at once is a call of its own of lanesum.

static void one(lanesum_algorithm algorithm, unsigned rate, unsigned char suffix, uint8_t *out, size_t outlen,
                const uint8_t *in, size_t inlen) {
    const lanesum_error error = lanesum_digest(algorithm, NULL, in, inlen, out, outlen);
    // ML-DSA has output where its input lies: that is written when all of the input has been read.
    if (error == LANESUM_ERROR_OVERLAP) {
        sponge s;
        start(&s, 1);
        absorb(&s, 1, rate, &in, inlen);
        finish(&s, 1, rate, suffix);
        squeeze(&s, 1, rate, &out, outlen);
    } else {
        must(error);
    }
}

#define ONE(name, rate)                                                                                          \
    static void name##_inc_init(OQS_SHA3_##name##_inc_ctx *state) { state->ctx = allocate(1); }                  \
    static void name##_inc_absorb(OQS_SHA3_##name##_inc_ctx *state, const uint8_t *input, size_t inlen) {        \
        absorb(state->ctx, 1, rate, &input, inlen);                                                              \
    }                                                                                                            \
    static void name##_inc_ctx_release(OQS_SHA3_##name##_inc_ctx *state) { free(state->ctx); }                   \
    static void name##_inc_ctx_reset(OQS_SHA3_##name##_inc_ctx *state) { start(state->ctx, 1); }                 \
    static void name##_inc_ctx_clone(OQS_SHA3_##name##_inc_ctx *dest, const OQS_SHA3_##name##_inc_ctx *src) {    \
        memcpy(dest->ctx, src->ctx, sizeof(sponge));                                                             \
    }

#define SHA3(name, algorithm, rate, bytes)                                                                       \
    ONE(name, rate)                                                                                              \
    static void name(uint8_t *output, const uint8_t *input, size_t inlen) {                                      \
        one(algorithm, rate, 0x06, output, bytes, input, inlen);                                                 \
    }                                                                                                            \
    static void name##_inc_finalize(uint8_t *output, OQS_SHA3_##name##_inc_ctx *state) {                         \
        finish(state->ctx, 1, rate, 0x06);                                                                       \
        squeeze(state->ctx, 1, rate, &output, bytes);                                                            \
    }

#define SHAKE(name, algorithm, rate)                                                                             \
    ONE(name, rate)                                                                                              \
    static void name(uint8_t *output, size_t outlen, const uint8_t *input, size_t inlen) {                       \
        one(algorithm, rate, 0x1f, output, outlen, input, inlen);                                                \
    }                                                                                                            \
    static void name##_inc_finalize(OQS_SHA3_##name##_inc_ctx *state) { finish(state->ctx, 1, rate, 0x1f); }     \
    static void name##_inc_squeeze(uint8_t *output, size_t outlen, OQS_SHA3_##name##_inc_ctx *state) {           \
        squeeze(state->ctx, 1, rate, &output, outlen);                                                           \
    }

SHA3(sha3_256, LANESUM_SHA3_256, 136, 32)
SHA3(sha3_384, LANESUM_SHA3_384, 104, 48)
SHA3(sha3_512, LANESUM_SHA3_512, 72, 64)
SHAKE(shake128, LANESUM_SHAKE128, 168)
SHAKE(shake256, LANESUM_SHAKE256, 136)

// Four messages in step.

#define SHAKE_X4(name, rate)                                                                                             \
    static void name##_x4(uint8_t *out0, uint8_t *out1, uint8_t *out2, uint8_t *out3, size_t outlen, const uint8_t *in0, \
                          const uint8_t *in1, const uint8_t *in2, const uint8_t *in3, size_t inlen) {                    \
        const uint8_t *const in[] = {in0, in1, in2, in3};                                                                \
        uint8_t *const out[] = {out0, out1, out2, out3};                                                                 \
        sponge s;                                                                                                        \
        start(&s, 4);                                                                                                    \
        absorb(&s, 4, rate, in, inlen);                                                                                  \
        finish(&s, 4, rate, 0x1f);                                                                                       \
        squeeze(&s, 4, rate, out, outlen);                                                                               \
    }                                                                                                                    \
    static void name##_x4_inc_init(OQS_SHA3_##name##_x4_inc_ctx *state) { state->ctx = allocate(4); }                    \
    static void name##_x4_inc_absorb(OQS_SHA3_##name##_x4_inc_ctx *state, const uint8_t *in0, const uint8_t *in1,        \
                                     const uint8_t *in2, const uint8_t *in3, size_t inlen) {                             \
        const uint8_t *const in[] = {in0, in1, in2, in3};                                                                \
        absorb(state->ctx, 4, rate, in, inlen);                                                                          \
    }                                                                                                                    \
    static void name##_x4_inc_finalize(OQS_SHA3_##name##_x4_inc_ctx *state) { finish(state->ctx, 4, rate, 0x1f); }       \
    static void name##_x4_inc_squeeze(uint8_t *out0, uint8_t *out1, uint8_t *out2, uint8_t *out3, size_t outlen,         \
                                      OQS_SHA3_##name##_x4_inc_ctx *state) {                                             \
        uint8_t *const out[] = {out0, out1, out2, out3};                                                                 \
        squeeze(state->ctx, 4, rate, out, outlen);                                                                       \
    }                                                                                                                    \
    static void name##_x4_inc_ctx_release(OQS_SHA3_##name##_x4_inc_ctx *state) { free(state->ctx); }                     \
    static void name##_x4_inc_ctx_clone(OQS_SHA3_##name##_x4_inc_ctx *dest, const OQS_SHA3_##name##_x4_inc_ctx *src) {   \
        memcpy(dest->ctx, src->ctx, sizeof(sponge));                                                                     \
    }                                                                                                                    \
    static void name##_x4_inc_ctx_reset(OQS_SHA3_##name##_x4_inc_ctx *state) { start(state->ctx, 4); }

SHAKE_X4(shake128, 168)
SHAKE_X4(shake256, 136)

#define CALLBACKS_OF_ONE(name) .SHA3_##name = name, .SHA3_##name##_inc_init = name##_inc_init,                   \
    .SHA3_##name##_inc_absorb = name##_inc_absorb, .SHA3_##name##_inc_finalize = name##_inc_finalize,            \
    .SHA3_##name##_inc_ctx_release = name##_inc_ctx_release, .SHA3_##name##_inc_ctx_reset = name##_inc_ctx_reset, \
    .SHA3_##name##_inc_ctx_clone = name##_inc_ctx_clone

void lanesum_oqs_use(void) {
    static struct OQS_SHA3_callbacks of_one = {
        CALLBACKS_OF_ONE(sha3_256),
        CALLBACKS_OF_ONE(sha3_384),
        CALLBACKS_OF_ONE(sha3_512),
        CALLBACKS_OF_ONE(shake128),
        CALLBACKS_OF_ONE(shake256),
        .SHA3_shake128_inc_squeeze = shake128_inc_squeeze,
        .SHA3_shake256_inc_squeeze = shake256_inc_squeeze,
    };
    static struct OQS_SHA3_x4_callbacks of_four = {
        CALLBACKS_OF_ONE(shake128_x4),
        CALLBACKS_OF_ONE(shake256_x4),
        .SHA3_shake128_x4_inc_squeeze = shake128_x4_inc_squeeze,
        .SHA3_shake256_x4_inc_squeeze = shake256_x4_inc_squeeze,
    };
    OQS_SHA3_set_callbacks(&of_one);
    OQS_SHA3_x4_set_callbacks(&of_four);
}
