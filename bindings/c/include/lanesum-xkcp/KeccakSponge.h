// XKCP's header of sponges over Keccak-f, over lanesum: see lanesum-snp.h. Functions return 0, or 1 for a call that does not fit.

#ifndef LANESUM_KECCAK_SPONGE_H
#define LANESUM_KECCAK_SPONGE_H

#include "KeccakP-1600-SnP.h"

// A sponge of any width. It may be copied with =; rate is in bits, byteIOIndex the place in the block.
typedef struct {
    uint64_t state[LANESUM_KECCAK_BYTES_1 / 8];
    unsigned int rate;
    unsigned int byteIOIndex;
    int squeezing;
} lanesum_sponge;

static inline int lanesum_sponge_begin(lanesum_sponge *sponge, unsigned int width, unsigned int rate, unsigned int capacity) {
    if (rate == 0 || rate > width || rate % 8 != 0 || capacity != width - rate) return 1;
    lanesum_snp_init(sponge->state, sizeof sponge->state, width, 1);
    sponge->rate = rate;
    sponge->byteIOIndex = 0;
    sponge->squeezing = 0;
    return 0;
}

static inline void lanesum_sponge_add(lanesum_sponge *sponge, const void *data, unsigned int offset, unsigned int length) {
    lanesum_snp_must(lanesum_keccak_add_bytes(sponge->state, 0, data, offset, length));
}

static inline void lanesum_sponge_permute(lanesum_sponge *sponge, unsigned int rounds) {
    lanesum_snp_must(lanesum_keccak_permute(sponge->state, rounds));
    sponge->byteIOIndex = 0;
}

static inline int lanesum_sponge_absorb(lanesum_sponge *sponge, unsigned int width, unsigned int rounds, const void *data,
                                        size_t length) {
    const unsigned char *next = (const unsigned char *)data;
    const unsigned int block = sponge->rate / 8, lane = width / 200;
    if (sponge->squeezing) return 1;
    while (length > 0) {
        size_t taken = block - sponge->byteIOIndex;
        if (sponge->byteIOIndex == 0 && block % lane == 0 && length >= block) {
            taken = lanesum_snp_absorb(sponge->state, rounds, lane, block / lane, next, length);
        } else {
            if (taken > length) taken = length;
            lanesum_sponge_add(sponge, next, sponge->byteIOIndex, (unsigned int)taken);
            sponge->byteIOIndex += (unsigned int)taken;
            if (sponge->byteIOIndex == block) lanesum_sponge_permute(sponge, rounds);
        }
        next += taken;
        length -= taken;
    }
    return 0;
}

// The last bits of the message and the suffix, the first bit lowest, with a 1 behind them.
static inline int lanesum_sponge_end(lanesum_sponge *sponge, unsigned int rounds, unsigned char last) {
    const unsigned int block = sponge->rate / 8;
    const unsigned char one = 0x80;
    if (last == 0 || sponge->squeezing) return 1;
    lanesum_sponge_add(sponge, &last, sponge->byteIOIndex, 1);
    // The 1 is the block's last bit: that of the padding begins another.
    if (last >= 0x80 && sponge->byteIOIndex == block - 1) lanesum_sponge_permute(sponge, rounds);
    lanesum_sponge_add(sponge, &one, block - 1, 1);
    lanesum_sponge_permute(sponge, rounds);
    sponge->squeezing = 1;
    return 0;
}

static inline int lanesum_sponge_squeeze(lanesum_sponge *sponge, unsigned int rounds, void *out, size_t length) {
    unsigned char *next = (unsigned char *)out;
    const unsigned int block = sponge->rate / 8;
    if (!sponge->squeezing) (void)lanesum_sponge_end(sponge, rounds, 0x01);
    while (length > 0) {
        size_t taken;
        if (sponge->byteIOIndex == block) lanesum_sponge_permute(sponge, rounds);
        taken = block - sponge->byteIOIndex;
        if (taken > length) taken = length;
        lanesum_snp_must(lanesum_keccak_extract_bytes(sponge->state, 0, next, sponge->byteIOIndex, (unsigned int)taken));
        sponge->byteIOIndex += (unsigned int)taken;
        next += taken;
        length -= taken;
    }
    return 0;
}

// As many whole leaves of a tree as fit a call, hashed in step; their values of value_len bytes go into the sponge. How many leaves.
static inline size_t lanesum_sponge_leaves(lanesum_sponge *sponge, unsigned int rounds, lanesum_algorithm leaf,
                                           const lanesum_options *options, size_t value_len, const unsigned char *input,
                                           size_t leaf_len, size_t length) {
    unsigned char values[32 * 64];
    const size_t count = length / leaf_len < 32 ? length / leaf_len : 32;
    if (count == 0) return 0;
    lanesum_snp_must(lanesum_digest_many_strided(leaf, options, NULL, 0, input, count * leaf_len, leaf_len, leaf_len, count, values,
                                                 count * value_len, value_len));
    (void)lanesum_sponge_absorb(sponge, 1600, rounds, values, count * value_len);
    return count;
}

#define LANESUM_SPONGE(prefix, width, rounds)                                                                                  \
    typedef lanesum_sponge prefix##_SpongeInstance;                                                                            \
    static inline int prefix##_SpongeInitialize(prefix##_SpongeInstance *instance, unsigned int rate, unsigned int capacity) { \
        return lanesum_sponge_begin(instance, width, rate, capacity);                                                          \
    }                                                                                                                          \
    static inline int prefix##_SpongeAbsorb(prefix##_SpongeInstance *instance, const unsigned char *data,                      \
                                            size_t dataByteLen) {                                                              \
        return lanesum_sponge_absorb(instance, width, rounds, data, dataByteLen);                                              \
    }                                                                                                                          \
    static inline int prefix##_SpongeAbsorbLastFewBits(prefix##_SpongeInstance *instance, unsigned char delimitedData) {       \
        return lanesum_sponge_end(instance, rounds, delimitedData);                                                            \
    }                                                                                                                          \
    static inline int prefix##_SpongeSqueeze(prefix##_SpongeInstance *instance, unsigned char *data, size_t dataByteLen) {     \
        return lanesum_sponge_squeeze(instance, rounds, data, dataByteLen);                                                    \
    }                                                                                                                          \
    static inline int prefix##_Sponge(unsigned int rate, unsigned int capacity, const unsigned char *input,                    \
                                      size_t inputByteLen, unsigned char suffix, unsigned char *output,                        \
                                      size_t outputByteLen) {                                                                  \
        prefix##_SpongeInstance sponge;                                                                                        \
        if (suffix == 0 || prefix##_SpongeInitialize(&sponge, rate, capacity) != 0) return 1;                                  \
        (void)prefix##_SpongeAbsorb(&sponge, input, inputByteLen);                                                             \
        (void)prefix##_SpongeAbsorbLastFewBits(&sponge, suffix);                                                               \
        return prefix##_SpongeSqueeze(&sponge, output, outputByteLen);                                                         \
    }

LANESUM_SPONGE(KeccakWidth200, 200, 18)
LANESUM_SPONGE(KeccakWidth400, 400, 20)
LANESUM_SPONGE(KeccakWidth800, 800, 22)
LANESUM_SPONGE(KeccakWidth1600, 1600, 24)

#endif
