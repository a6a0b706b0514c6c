/* The state of a mode: the image of the kernel that it is compiled with (PERMUTE, PERMUTE_lane, PERMUTE_zero), byte by byte
   or by whole lanes of W bytes. */
#pragma once
#ifdef __ARM_NEON
#include <arm_neon.h>
#endif
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

/* A word of a message. On RISC-V messages are aligned to words: the core traps where they are not. */
#ifdef __riscv
#define OF_MESSAGE(type) type __attribute__((aligned(sizeof(type) < 4 ? sizeof(type) : 4), may_alias))
#else
#define OF_MESSAGE(type) type __attribute__((aligned(1), may_alias))
#endif

#define ALWAYS static inline __attribute__((always_inline))

static void start(state *s)
{
    for (unsigned i = 0; i < sizeof s->image; i++) s->image[i] = ZERO[i];
}

ALWAYS void permute(state *s, unsigned rounds) { PERMUTE(s->image, rounds); }

#ifdef INTERLEAVED
/* A lane is two words, its even and its odd bits (kernels/permutation.py): its bytes are brought apart and together here. */
ALWAYS uint32_t exchange(uint32_t x, uint32_t mask, unsigned by)
{
    uint32_t t = (x ^ x >> by) & mask;
    return x ^ t ^ t << by;
}
/* The even bits of a word below its odd ones, and back. */
ALWAYS uint32_t apart(uint32_t x)
{
    x = exchange(exchange(x, 0x22222222, 1), 0x0c0c0c0c, 2);
    return exchange(exchange(x, 0x00f000f0, 4), 0x0000ff00, 8);
}
ALWAYS uint32_t together(uint32_t x)
{
    x = exchange(exchange(x, 0x0000ff00, 8), 0x00f000f0, 4);
    return exchange(exchange(x, 0x0c0c0c0c, 2), 0x22222222, 1);
}

typedef struct {
    uint32_t low, high;
} lane_t;

ALWAYS uint32_t *words(state *s, unsigned k) { return (uint32_t *)(s->image + LANE[k]); }

ALWAYS lane_t load(const uint8_t *p)
{
    typedef OF_MESSAGE(uint32_t) word;
    return (lane_t){((const word *)p)[0], ((const word *)p)[1]};
}
ALWAYS void store(uint8_t *p, lane_t v)
{
    typedef OF_MESSAGE(uint32_t) word;
    ((word *)p)[0] = v.low;
    ((word *)p)[1] = v.high;
}
ALWAYS lane_t get_lane(state *s, unsigned k)
{
    uint32_t even = words(s, k)[0], odd = words(s, k)[1];
    return (lane_t){together((even & 0xffff) | odd << 16), together(even >> 16 | (odd & 0xffff0000))};
}
ALWAYS void change_lane(state *s, unsigned k, lane_t v)
{
    uint32_t low = apart(v.low), high = apart(v.high);
    words(s, k)[0] ^= (low & 0xffff) | high << 16;
    words(s, k)[1] ^= low >> 16 | (high & 0xffff0000);
}

/* Byte i of the state, in the order of the standard; what is added to it; and whole lanes, as below. */
ALWAYS uint8_t get_byte(state *s, unsigned i)
{
    unsigned at = 4 * (i % W);
    return together((words(s, i / W)[0] >> at & 15) | (words(s, i / W)[1] >> at & 15) << 16);
}
ALWAYS void add_byte(state *s, unsigned i, uint8_t v)
{
    uint32_t x = apart(v);
    words(s, i / W)[0] ^= (x & 15) << 4 * (i % W);
    words(s, i / W)[1] ^= x >> 16 << 4 * (i % W);
}
ALWAYS void add_lane(state *s, unsigned k, const uint8_t *in, uint8_t *out)
{
    lane_t v = load(in);
    change_lane(s, k, v);
    if (out) store(out, get_lane(s, k));
}
ALWAYS void replace_lane(state *s, unsigned k, const uint8_t *in, uint8_t *out)
{
    lane_t v = load(in), old = get_lane(s, k), sum = {v.low ^ old.low, v.high ^ old.high};
    store(out, sum);
    change_lane(s, k, sum);
}
/* The output becomes lane k of the state, to which the input is added unless that is null. */
ALWAYS void output_lane(state *s, unsigned k, const uint8_t *in, uint8_t *out)
{
    lane_t v = get_lane(s, k), w = in ? load(in) : (lane_t){0, 0};
    store(out, (lane_t){v.low ^ w.low, v.high ^ w.high});
}
#else
/* Byte i of the state, in the order of the standard. */
ALWAYS uint8_t *byte_at(state *s, unsigned i) { return s->image + LANE[i / W] + i % W; }
ALWAYS uint8_t get_byte(state *s, unsigned i) { return *byte_at(s, i); }
ALWAYS void add_byte(state *s, unsigned i, uint8_t v) { *byte_at(s, i) ^= v; }

#if W == 8 && defined __ARM_NEON
typedef uint8x8_t lane_t;
#define LOAD(p) vld1_u8(p)
#define STORE(p, v) vst1_u8(p, v)
#define ADD(a, b) veor_u8(a, b)
#elif W == 8
typedef OF_MESSAGE(uint64_t) lane_t;
#define LOAD(p) (*(const lane_t *)(p))
#define STORE(p, v) (*(lane_t *)(p) = (v))
#define ADD(a, b) ((a) ^ (b))
#elif W == 4
typedef uint32_t lane_t;
#define LOAD(p) (*(const OF_MESSAGE(uint32_t) *)(p))
#define STORE(p, v) (*(OF_MESSAGE(uint32_t) *)(p) = (v))
#define ADD(a, b) ((a) ^ (b))
#elif W == 2
typedef uint16_t lane_t;
#define LOAD(p) (*(const OF_MESSAGE(uint16_t) *)(p))
#define STORE(p, v) (*(OF_MESSAGE(uint16_t) *)(p) = (v))
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

/* The output becomes lane k of the state, to which the input is added unless that is null. */
ALWAYS void output_lane(state *s, unsigned k, const uint8_t *in, uint8_t *out)
{
    lane_t value = LOAD(s->image + LANE[k]);
    STORE(out, in ? ADD(value, LOAD(in)) : value);
}
#endif
