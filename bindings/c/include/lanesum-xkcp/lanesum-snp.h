// SnP and PlSnP, the interface of the Keccak code package (XKCP) to states and permutations, over lanesum.h: what the headers of
// XKCP's file names in this folder are made of. Names, arguments and preconditions are those of XKCP's headers and of its
// SnP-documentation.h and PlSnP-documentation.h.
//
// A program that includes XKCP's headers is compiled against these by its include path, and linked with lanesum. What differs:
// - A state is larger, and may be copied with memcpy, but its bytes mean nothing to the program. It begins with SnP_Initialize,
//   PlSnP_InitializeAll or an Overwrite function; any other first call ends the program. Its backend is chosen when the program runs.
// - A precondition that is not kept ends the program by abort(), also in cases where XKCP's own code would continue with wrong bytes.
// - After the overwrite duplexes with output, all lanes are those of the last permutation. XKCP leaves the lanes that the next block will
//   overwrite as they were before the call. Where the duplex without output absorbed nothing, XKCP leaves them undefined.
// - States of 800 bits in step (KeccakP800times2_…), which old versions of XKCP had, are not there.

#ifndef LANESUM_SNP_H
#define LANESUM_SNP_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../lanesum.h"

#if defined(__cplusplus) && __cplusplus >= 201103L
#define LANESUM_SNP_ALIGN alignas(LANESUM_KECCAK_ALIGNMENT)
#elif !defined(__cplusplus) && defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define LANESUM_SNP_ALIGN _Alignas(LANESUM_KECCAK_ALIGNMENT)
#else
#define LANESUM_SNP_ALIGN __attribute__((aligned(64)))
#endif

// A precondition is not kept, or the state was not initialised.
static inline void lanesum_snp_must(lanesum_error error) {
    if (error != LANESUM_OK) abort();
}

static inline void lanesum_snp_init(void *states, size_t size, unsigned int width, unsigned int count) {
    lanesum_snp_must(lanesum_keccak_init(states, size, width, count));
}

// Memory of any content becomes a state, whose lanes are as they happen to be. XKCP's states are lanes and nothing else, so that its
// programs may overwrite one that they have not initialised.
static inline void lanesum_snp_begin(void *states, unsigned int width, unsigned int count) {
    const uint64_t mark = (uint64_t)0x6c616e73 << 32 | width / 200 << 8 | count;
    memcpy(states, &mark, sizeof mark);
}

// output = input ^ bytes of the state; output may be input.
static inline void lanesum_snp_extract_and_add(const void *states, unsigned int instance, const unsigned char *input,
                                               unsigned char *output, unsigned int offset, unsigned int length) {
    unsigned char bytes[200];
    if (length > sizeof bytes) abort();
    lanesum_snp_must(lanesum_keccak_extract_bytes(states, instance, bytes, offset, length));
    for (unsigned int i = 0; i < length; i++) output[i] = (unsigned char)(input[i] ^ bytes[i]);
}

// The full blocks of data: how many bytes they are.
static inline size_t lanesum_snp_absorb(void *state, unsigned int rounds, unsigned int laneBytes, unsigned int laneCount,
                                        const unsigned char *data, size_t dataByteLen) {
    const void *rows[1];
    size_t blocks;
    if (laneCount == 0) abort();
    blocks = dataByteLen / ((size_t)laneCount * laneBytes);
    rows[0] = data;
    if (blocks > 0) lanesum_snp_must(lanesum_keccak_absorb(state, rounds, laneCount, rows, blocks));
    return blocks * laneCount * laneBytes;
}

// SnP of one width: the permutation with all its rounds has a name of its own.
#define LANESUM_SNP(width, full)                                                                                               \
    typedef struct {                                                                                                           \
        uint64_t opaque[LANESUM_KECCAK_BYTES_1 / 8];                                                                           \
    } KeccakP##width##_state;                                                                                                  \
    static inline void KeccakP##width##_Initialize(void *state) {                                                              \
        lanesum_snp_init(state, LANESUM_KECCAK_BYTES_1, width, 1);                                                             \
    }                                                                                                                          \
    static inline void KeccakP##width##_AddByte(void *state, unsigned char data, unsigned int offset) {                        \
        lanesum_snp_must(lanesum_keccak_add_bytes(state, 0, &data, offset, 1));                                                \
    }                                                                                                                          \
    static inline void KeccakP##width##_AddBytes(void *state, const unsigned char *data, unsigned int offset,                  \
                                                 unsigned int length) {                                                        \
        lanesum_snp_must(lanesum_keccak_add_bytes(state, 0, data, offset, length));                                            \
    }                                                                                                                          \
    static inline void KeccakP##width##_OverwriteBytes(void *state, const unsigned char *data, unsigned int offset,            \
                                                       unsigned int length) {                                                  \
        lanesum_snp_begin(state, width, 1);                                                                                    \
        lanesum_snp_must(lanesum_keccak_overwrite_bytes(state, 0, data, offset, length));                                      \
    }                                                                                                                          \
    static inline void KeccakP##width##_OverwriteWithZeroes(void *state, unsigned int byteCount) {                             \
        lanesum_snp_begin(state, width, 1);                                                                                    \
        lanesum_snp_must(lanesum_keccak_overwrite_with_zeroes(state, 0, byteCount));                                           \
    }                                                                                                                          \
    static inline void KeccakP##width##_Permute_Nrounds(void *state, unsigned int nrounds) {                                   \
        /* None at all leave the state as it is; lanesum.h refuses them. */                                                    \
        if (nrounds > 0) lanesum_snp_must(lanesum_keccak_permute(state, nrounds));                                             \
    }                                                                                                                          \
    static inline void KeccakP##width##_Permute_##full##rounds(void *state) {                                                  \
        lanesum_snp_must(lanesum_keccak_permute(state, full));                                                                 \
    }                                                                                                                          \
    static inline void KeccakP##width##_ExtractBytes(const void *state, unsigned char *data, unsigned int offset,              \
                                                     unsigned int length) {                                                    \
        lanesum_snp_must(lanesum_keccak_extract_bytes(state, 0, data, offset, length));                                        \
    }                                                                                                                          \
    static inline void KeccakP##width##_ExtractAndAddBytes(const void *state, const unsigned char *input,                      \
                                                           unsigned char *output, unsigned int offset,                         \
                                                           unsigned int length) {                                              \
        lanesum_snp_extract_and_add(state, 0, input, output, offset, length);                                                  \
    }                                                                                                                          \
    static inline size_t KeccakF##width##_FastLoop_Absorb(void *state, unsigned int laneCount, const unsigned char *data,      \
                                                          size_t dataByteLen) {                                                \
        return lanesum_snp_absorb(state, full, width / 200, laneCount, data, dataByteLen);                                     \
    }

// The functions of the overwrite duplex: laneCount lanes of input replace those of the state, the trailer is added to the next lane,
// the state is permuted, and laneCount lanes of output are those of the state plus odataAdd. Without input it is a 1 and zeroes. How
// many bytes of full blocks that were; the one without output leaves the last block, even if it is full.
static inline size_t lanesum_snp_overwrite_duplex(void *state, unsigned int rounds, unsigned int laneCount,
                                                  const unsigned char *idata, size_t len, unsigned char *odata,
                                                  const unsigned char *odataAdd, uint64_t trailencAsLane) {
    unsigned char trailer[8], none[192] = {1};
    const size_t block = 8 * (size_t)laneCount;
    size_t done = 0;
    if (laneCount == 0 || laneCount > 24) abort();
    for (int i = 0; i < 8; i++) trailer[i] = (unsigned char)(trailencAsLane >> (8 * i));
    while (odata != NULL ? len - done >= block : len - done > block) {
        lanesum_snp_must(lanesum_keccak_overwrite_bytes(state, 0, idata != NULL ? idata + done : none, 0, block));
        lanesum_snp_must(lanesum_keccak_add_bytes(state, 0, trailer, block, 8));
        lanesum_snp_must(lanesum_keccak_permute(state, rounds));
        if (odata != NULL) {
            lanesum_snp_extract_and_add(state, 0, odataAdd + done, odata + done, 0, (unsigned int)block);
        }
        done += block;
    }
    return done;
}

// The blocks of all states: laneOffsetParallel lanes from the data of one to that of the next, laneOffsetSerial lanes from one block
// of each to its next. How far the data were advanced, in bytes.
static inline size_t lanesum_plsnp_absorb(void *states, unsigned int count, unsigned int rounds, unsigned int laneCount,
                                          unsigned int laneOffsetParallel, unsigned int laneOffsetSerial,
                                          const unsigned char *data, size_t dataByteLen) {
    const void *rows[8];
    const size_t span = 8 * ((size_t)laneOffsetParallel * (count - 1) + laneCount), step = 8 * (size_t)laneOffsetSerial;
    size_t blocks, done;
    if (dataByteLen < span) return 0;
    if (step == 0) abort();
    blocks = (dataByteLen - span) / step + 1;
    for (done = 0; done < blocks; done += laneOffsetSerial == laneCount ? blocks : 1) {
        for (unsigned int i = 0; i < count; i++) rows[i] = data + done * step + 8 * (size_t)laneOffsetParallel * i;
        // Where the blocks of each state lie one after the other, they are absorbed in one call.
        lanesum_snp_must(lanesum_keccak_absorb(states, rounds, laneCount, rows, laneOffsetSerial == laneCount ? blocks : 1));
    }
    return blocks * step;
}

// The leaves of KT128 and KT256 (RFC 9861, section 3.2): count chunks of 8192 bytes to chaining values of valueBytes bytes.
static inline void lanesum_plsnp_leaves(void *states, size_t size, unsigned int count, unsigned int rate, unsigned int valueBytes,
                                        const unsigned char *input, unsigned char *output) {
    const void *rows[8];
    const unsigned char suffix = 0x0b, last = 0x80;
    const unsigned int blocks = 8192 / rate, rest = 8192 % rate;
    lanesum_snp_init(states, size, 1600, count);
    for (unsigned int i = 0; i < count; i++) rows[i] = input + 8192 * (size_t)i;
    lanesum_snp_must(lanesum_keccak_absorb(states, 12, rate / 8, rows, blocks));
    for (unsigned int i = 0; i < count; i++) {
        const unsigned char *end = input + 8192 * (size_t)i + (size_t)blocks * rate;
        lanesum_snp_must(lanesum_keccak_add_bytes(states, i, end, 0, rest));
        lanesum_snp_must(lanesum_keccak_add_bytes(states, i, &suffix, rest, 1));
        lanesum_snp_must(lanesum_keccak_add_bytes(states, i, &last, rate - 1, 1));
    }
    lanesum_snp_must(lanesum_keccak_permute(states, 12));
    for (unsigned int i = 0; i < count; i++) {
        lanesum_snp_must(lanesum_keccak_extract_bytes(states, i, output + (size_t)valueBytes * i, 0, valueBytes));
    }
}

// A lane between Kravatte's arrays of numbers and bytes, which are little-endian on every machine.
static inline void lanesum_kravatte_put(unsigned char *bytes, uint64_t lane) {
    for (int i = 0; i < 8; i++) bytes[i] = (unsigned char)(lane >> (8 * i));
}

static inline uint64_t lanesum_kravatte_get(const unsigned char *bytes) {
    uint64_t lane = 0;
    for (int i = 0; i < 8; i++) lane |= (uint64_t)bytes[i] << (8 * i);
    return lane;
}

static inline uint64_t lanesum_kravatte_rotated(uint64_t lane, int by) { return lane << by | lane >> (64 - by); }

// Kravatte's rolling functions, of the last 5 and of the last 10 lanes (the Keccak Team, "Farfalle", 2017, section 7).
static inline void lanesum_kravatte_roll_c(uint64_t *lanes) {
    const uint64_t next = lanesum_kravatte_rotated(lanes[20], 7) ^ lanes[21] ^ lanes[21] >> 3;
    memmove(lanes + 20, lanes + 21, 4 * sizeof *lanes);
    lanes[24] = next;
}

static inline void lanesum_kravatte_roll_e(uint64_t *lanes) {
    const uint64_t next = lanesum_kravatte_rotated(lanes[15], 7) ^ lanesum_kravatte_rotated(lanes[16], 18) ^
                          (lanes[17] & lanes[16] >> 1);
    memmove(lanes + 15, lanes + 16, 9 * sizeof *lanes);
    lanes[24] = next;
}

// Adds to accumulator the permuted blocks of 200 bytes, each plus a key that rolls on; count blocks at a time, and no rest. How many
// bytes those were.
static inline size_t lanesum_kravatte_compress(void *states, size_t size, unsigned int count, uint64_t *accumulator,
                                               uint64_t *key, const unsigned char *input, size_t length) {
    unsigned char block[200];
    size_t done = 0;
    lanesum_snp_init(states, size, 1600, count);
    for (; length - done >= 200 * (size_t)count; done += 200 * (size_t)count) {
        for (unsigned int i = 0; i < count; i++) {
            for (int k = 0; k < 25; k++) lanesum_kravatte_put(block + 8 * k, key[k]);
            lanesum_kravatte_roll_c(key);
            lanesum_snp_must(lanesum_keccak_overwrite_bytes(states, i, block, 0, 200));
            lanesum_snp_must(lanesum_keccak_add_bytes(states, i, input + done + 200 * (size_t)i, 0, 200));
        }
        lanesum_snp_must(lanesum_keccak_permute(states, 6));
        for (unsigned int i = 0; i < count; i++) {
            lanesum_snp_must(lanesum_keccak_extract_bytes(states, i, block, 0, 200));
            for (int k = 0; k < 25; k++) accumulator[k] ^= lanesum_kravatte_get(block + 8 * k);
        }
    }
    return done;
}

// Fills output with blocks of 200 bytes: the accumulator, which rolls on, permuted, plus the key; count at a time, and no rest.
static inline size_t lanesum_kravatte_expand(void *states, size_t size, unsigned int count, uint64_t *accumulator,
                                             const uint64_t *key, unsigned char *output, size_t length) {
    unsigned char block[200], masks[200];
    size_t done = 0;
    lanesum_snp_init(states, size, 1600, count);
    for (int k = 0; k < 25; k++) lanesum_kravatte_put(masks + 8 * k, key[k]);
    for (; length - done >= 200 * (size_t)count; done += 200 * (size_t)count) {
        for (unsigned int i = 0; i < count; i++) {
            for (int k = 0; k < 25; k++) lanesum_kravatte_put(block + 8 * k, accumulator[k]);
            lanesum_kravatte_roll_e(accumulator);
            lanesum_snp_must(lanesum_keccak_overwrite_bytes(states, i, block, 0, 200));
        }
        lanesum_snp_must(lanesum_keccak_permute(states, 6));
        for (unsigned int i = 0; i < count; i++) {
            lanesum_snp_extract_and_add(states, i, masks, output + done + 200 * (size_t)i, 0, 200);
        }
    }
    return done;
}

// XKCP has these for four and for eight states.
#define LANESUM_KRAVATTE(count)                                                                                                \
    static inline size_t KeccakP1600times##count##_KravatteCompress(uint64_t *xAccu, uint64_t *kRoll,                          \
                                                                    const unsigned char *input, size_t inputByteLen) {         \
        KeccakP1600times##count##_states states;                                                                               \
        return lanesum_kravatte_compress(&states, sizeof states, count, xAccu, kRoll, input, inputByteLen);                    \
    }                                                                                                                          \
    static inline size_t KeccakP1600times##count##_KravatteExpand(uint64_t *yAccu, const uint64_t *kRoll,                      \
                                                                  unsigned char *output, size_t outputByteLen) {               \
        KeccakP1600times##count##_states states;                                                                               \
        return lanesum_kravatte_expand(&states, sizeof states, count, yAccu, kRoll, output, outputByteLen);                    \
    }

// PlSnP of Keccak-p[1600] for this many states.
#define LANESUM_PLSNP(count)                                                                                                   \
    typedef struct {                                                                                                           \
        LANESUM_SNP_ALIGN unsigned char opaque[LANESUM_KECCAK_BYTES_##count];                                                  \
    } KeccakP1600times##count##_states;                                                                                        \
    static inline void KeccakP1600times##count##_InitializeAll(void *states) {                                                 \
        lanesum_snp_init(states, LANESUM_KECCAK_BYTES_##count, 1600, count);                                                   \
    }                                                                                                                          \
    static inline void KeccakP1600times##count##_AddByte(void *states, unsigned int instanceIndex, unsigned char data,         \
                                                         unsigned int offset) {                                                \
        lanesum_snp_must(lanesum_keccak_add_bytes(states, instanceIndex, &data, offset, 1));                                   \
    }                                                                                                                          \
    static inline void KeccakP1600times##count##_AddBytes(void *states, unsigned int instanceIndex, const unsigned char *data, \
                                                          unsigned int offset, unsigned int length) {                          \
        lanesum_snp_must(lanesum_keccak_add_bytes(states, instanceIndex, data, offset, length));                               \
    }                                                                                                                          \
    static inline void KeccakP1600times##count##_AddLanesAll(void *states, const unsigned char *data, unsigned int laneCount,  \
                                                             unsigned int laneOffset) {                                        \
        for (unsigned int i = 0; i < count; i++) {                                                                             \
            KeccakP1600times##count##_AddBytes(states, i, data + 8 * (size_t)laneOffset * i, 0, 8 * laneCount);                \
        }                                                                                                                      \
    }                                                                                                                          \
    static inline void KeccakP1600times##count##_OverwriteBytes(void *states, unsigned int instanceIndex,                      \
                                                                const unsigned char *data, unsigned int offset,                \
                                                                unsigned int length) {                                         \
        lanesum_snp_begin(states, 1600, count);                                                                                \
        lanesum_snp_must(lanesum_keccak_overwrite_bytes(states, instanceIndex, data, offset, length));                         \
    }                                                                                                                          \
    static inline void KeccakP1600times##count##_OverwriteLanesAll(void *states, const unsigned char *data,                    \
                                                                   unsigned int laneCount, unsigned int laneOffset) {          \
        for (unsigned int i = 0; i < count; i++) {                                                                             \
            KeccakP1600times##count##_OverwriteBytes(states, i, data + 8 * (size_t)laneOffset * i, 0, 8 * laneCount);          \
        }                                                                                                                      \
    }                                                                                                                          \
    static inline void KeccakP1600times##count##_OverwriteWithZeroes(void *states, unsigned int instanceIndex,                 \
                                                                     unsigned int byteCount) {                                 \
        lanesum_snp_begin(states, 1600, count);                                                                                \
        lanesum_snp_must(lanesum_keccak_overwrite_with_zeroes(states, instanceIndex, byteCount));                              \
    }                                                                                                                          \
    static inline void KeccakP1600times##count##_PermuteAll_4rounds(void *states) {                                            \
        lanesum_snp_must(lanesum_keccak_permute(states, 4));                                                                   \
    }                                                                                                                          \
    static inline void KeccakP1600times##count##_PermuteAll_6rounds(void *states) {                                            \
        lanesum_snp_must(lanesum_keccak_permute(states, 6));                                                                   \
    }                                                                                                                          \
    static inline void KeccakP1600times##count##_PermuteAll_12rounds(void *states) {                                           \
        lanesum_snp_must(lanesum_keccak_permute(states, 12));                                                                  \
    }                                                                                                                          \
    static inline void KeccakP1600times##count##_PermuteAll_24rounds(void *states) {                                           \
        lanesum_snp_must(lanesum_keccak_permute(states, 24));                                                                  \
    }                                                                                                                          \
    static inline void KeccakP1600times##count##_ExtractBytes(const void *states, unsigned int instanceIndex,                  \
                                                              unsigned char *data, unsigned int offset, unsigned int length) { \
        lanesum_snp_must(lanesum_keccak_extract_bytes(states, instanceIndex, data, offset, length));                           \
    }                                                                                                                          \
    static inline void KeccakP1600times##count##_ExtractLanesAll(const void *states, unsigned char *data,                      \
                                                                 unsigned int laneCount, unsigned int laneOffset) {            \
        for (unsigned int i = 0; i < count; i++) {                                                                             \
            KeccakP1600times##count##_ExtractBytes(states, i, data + 8 * (size_t)laneOffset * i, 0, 8 * laneCount);            \
        }                                                                                                                      \
    }                                                                                                                          \
    static inline void KeccakP1600times##count##_ExtractAndAddBytes(const void *states, unsigned int instanceIndex,            \
                                                                    const unsigned char *input, unsigned char *output,         \
                                                                    unsigned int offset, unsigned int length) {                \
        lanesum_snp_extract_and_add(states, instanceIndex, input, output, offset, length);                                     \
    }                                                                                                                          \
    static inline void KeccakP1600times##count##_ExtractAndAddLanesAll(const void *states, const unsigned char *input,         \
                                                                       unsigned char *output, unsigned int laneCount,          \
                                                                       unsigned int laneOffset) {                              \
        for (unsigned int i = 0; i < count; i++) {                                                                             \
            const size_t at = 8 * (size_t)laneOffset * i;                                                                      \
            lanesum_snp_extract_and_add(states, i, input + at, output + at, 0, 8 * laneCount);                                 \
        }                                                                                                                      \
    }                                                                                                                          \
    static inline size_t KeccakF1600times##count##_FastLoop_Absorb(                                                            \
        void *states, unsigned int laneCount, unsigned int laneOffsetParallel, unsigned int laneOffsetSerial,                  \
        const unsigned char *data, size_t dataByteLen) {                                                                       \
        return lanesum_plsnp_absorb(states, count, 24, laneCount, laneOffsetParallel, laneOffsetSerial, data, dataByteLen);    \
    }                                                                                                                          \
    static inline size_t KeccakP1600times##count##_12rounds_FastLoop_Absorb(                                                   \
        void *states, unsigned int laneCount, unsigned int laneOffsetParallel, unsigned int laneOffsetSerial,                  \
        const unsigned char *data, size_t dataByteLen) {                                                                       \
        return lanesum_plsnp_absorb(states, count, 12, laneCount, laneOffsetParallel, laneOffsetSerial, data, dataByteLen);    \
    }                                                                                                                          \
    static inline void KeccakP1600times##count##_KT128ProcessLeaves(const unsigned char *input, unsigned char *output) {       \
        KeccakP1600times##count##_states states;                                                                               \
        lanesum_plsnp_leaves(&states, sizeof states, count, 168, 32, input, output);                                           \
    }                                                                                                                          \
    static inline void KeccakP1600times##count##_KT256ProcessLeaves(const unsigned char *input, unsigned char *output) {       \
        KeccakP1600times##count##_states states;                                                                               \
        lanesum_plsnp_leaves(&states, sizeof states, count, 136, 64, input, output);                                           \
    }

#endif
