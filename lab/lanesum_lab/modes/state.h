/* The state of a mode: the image of the kernel that it is compiled with (PERMUTE, PERMUTE_lane, PERMUTE_zero), byte by byte
   or by whole lanes of W bytes. */
#pragma once
#include <arm_neon.h>
#include <stdint.h>
#include "instructions.h"
#include "kernels.h"

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define LANE JOIN(PERMUTE, _lane)
#define ZERO JOIN(PERMUTE, _zero)

typedef struct {
    uint8_t image[256] __attribute__((aligned(64)));
} state;

#define ALWAYS static inline __attribute__((always_inline))

static void start(state *s)
{
    for (unsigned i = 0; i < sizeof s->image; i++) s->image[i] = ZERO[i];
}

ALWAYS void permute(state *s, unsigned rounds) { PERMUTE(s->image, rounds); }

/* Byte i of the state, in the order of the standard. */
ALWAYS uint8_t *byte_at(state *s, unsigned i) { return s->image + LANE[i / W] + i % W; }

#if W == 8
typedef uint8x8_t lane_t;
#define LOAD(p) vld1_u8(p)
#define STORE(p, v) vst1_u8(p, v)
#define ADD(a, b) veor_u8(a, b)
#elif W == 4
typedef uint32_t lane_t;
#define LOAD(p) (*(const uint32_t __attribute__((aligned(1), may_alias)) *)(p))
#define STORE(p, v) (*(uint32_t __attribute__((aligned(1), may_alias)) *)(p) = (v))
#define ADD(a, b) ((a) ^ (b))
#elif W == 2
typedef uint16_t lane_t;
#define LOAD(p) (*(const uint16_t __attribute__((aligned(1), may_alias)) *)(p))
#define STORE(p, v) (*(uint16_t __attribute__((aligned(1), may_alias)) *)(p) = (v))
#define ADD(a, b) ((lane_t)((a) ^ (b)))
#else
typedef uint8_t lane_t;
#define LOAD(p) (*(p))
#define STORE(p, v) (*(p) = (v))
#define ADD(a, b) ((lane_t)((a) ^ (b)))
#endif

/* Lane k of the state += lane of the input; the sum also goes to `out`, unless that is null. */
ALWAYS void add_lane(state *s, unsigned k, const uint8_t *in, uint8_t *out)
{
    lane_t sum = ADD(LOAD(in), LOAD(s->image + LANE[k]));
    if (out) STORE(out, sum);
    STORE(s->image + LANE[k], sum);
}

/* out = input + lane k of the state, which becomes the input. */
ALWAYS void replace_lane(state *s, unsigned k, const uint8_t *in, uint8_t *out)
{
    lane_t value = LOAD(in);
    STORE(out, ADD(value, LOAD(s->image + LANE[k])));
    STORE(s->image + LANE[k], value);
}
