// XKCP's header of cSHAKE, KMAC, ParallelHash and TupleHash, over lanesum: see lanesum-snp.h. Lengths are bits, the first bit of a byte lowest;
// 8 divides those of names, and of what KMAC, ParallelHash and TupleHash hash. A length of 0 of the output: any length, by the XOFs.

#ifndef LANESUM_SP800_185_H
#define LANESUM_SP800_185_H

#include "KeccakHash.h"
#include "Phases.h"

typedef struct {
    KeccakWidth1600_SpongeInstance sponge;
    BitLength fixedOutputLength;
    unsigned int lastByteBitLen;
    BitSequence lastByteValue;
    int emptyNameCustom;
    KCP_Phases phase;
} cSHAKE_Instance;

typedef struct {
    cSHAKE_Instance csi;
    BitLength outputBitLen;
} KMAC_Instance;

typedef struct {
    cSHAKE_Instance finalNode;
    KeccakWidth1600_SpongeInstance queueNode;
    size_t blockLen;
    size_t queueAbsorbedLen;
    size_t blocks;
    BitLength outputBitLen;
} ParallelHash_Instance;

typedef struct {
    cSHAKE_Instance csi;
    BitLength outputBitLen;
} TupleHash_Instance;

typedef struct {
    const BitSequence *input;
    BitLength inputBitLen;
} TupleElement;

// left_encode and right_encode of a number (SP 800-185, section 2.3.1).
static inline void lanesum_185_number(KeccakWidth1600_SpongeInstance *sponge, size_t value, int is_left) {
    unsigned char encoded[sizeof value + 2];
    size_t bytes = 1, i;
    while (bytes < sizeof value && value >> (8 * bytes) > 0) bytes++;
    for (i = 0; i < bytes; i++) encoded[1 + i] = (unsigned char)(value >> (8 * (bytes - 1 - i)));
    encoded[0] = encoded[1 + bytes] = (unsigned char)bytes;
    (void)KeccakWidth1600_SpongeAbsorb(sponge, encoded + !is_left, bytes + 1);
}

// encode_string (2.3.2), up to a whole byte, whose spare bits are the caller's, as XKCP has it: they should be 0.
static inline void lanesum_185_string(KeccakWidth1600_SpongeInstance *sponge, const BitSequence *string, BitLength bits) {
    lanesum_185_number(sponge, bits, 1);
    (void)KeccakWidth1600_SpongeAbsorb(sponge, string, bits / 8 + (bits % 8 > 0));
}

// The zeroes of bytepad (2.3.3).
static inline void lanesum_185_pad(KeccakWidth1600_SpongeInstance *sponge) {
    const unsigned char zero[200] = {0};
    if (sponge->byteIOIndex > 0) (void)KeccakWidth1600_SpongeAbsorb(sponge, zero, sponge->rate / 8 - sponge->byteIOIndex);
}

static inline int lanesum_185_begin(cSHAKE_Instance *instance, unsigned int capacity, BitLength outputBitLen, const BitSequence *name,
                                    BitLength nameBitLen, const BitSequence *customization, BitLength customBitLen) {
    if (nameBitLen % 8 != 0 || KeccakWidth1600_SpongeInitialize(&instance->sponge, 1600 - capacity, capacity) != 0) return 1;
    instance->fixedOutputLength = outputBitLen;
    instance->lastByteBitLen = 0;
    instance->lastByteValue = 0;
    instance->emptyNameCustom = nameBitLen == 0 && customBitLen == 0;
    instance->phase = ABSORBING;
    if (!instance->emptyNameCustom) {
        lanesum_185_number(&instance->sponge, instance->sponge.rate / 8, 1);
        lanesum_185_string(&instance->sponge, name, nameBitLen);
        lanesum_185_string(&instance->sponge, customization, customBitLen);
        lanesum_185_pad(&instance->sponge);
    }
    return 0;
}

static inline int lanesum_185_update(cSHAKE_Instance *instance, const BitSequence *input, BitLength inputBitLen) {
    if (instance->phase != ABSORBING || instance->lastByteBitLen != 0) return 1;
    (void)KeccakWidth1600_SpongeAbsorb(&instance->sponge, input, inputBitLen / 8);
    instance->lastByteBitLen = inputBitLen % 8;
    if (inputBitLen % 8 > 0) instance->lastByteValue = input[inputBitLen / 8];
    return 0;
}

static inline int lanesum_185_squeeze(cSHAKE_Instance *instance, BitSequence *output, BitLength outputBitLen) {
    if (instance->phase != SQUEEZING) return 1;
    (void)KeccakWidth1600_SpongeSqueeze(&instance->sponge, output, outputBitLen / 8 + (outputBitLen % 8 > 0));
    if (outputBitLen % 8 > 0) {
        output[outputBitLen / 8] &= (BitSequence)((1u << outputBitLen % 8) - 1);
        instance->phase = FINAL;
    }
    return 0;
}

static inline int lanesum_185_end(cSHAKE_Instance *instance, BitSequence *output) {
    if (instance->phase != ABSORBING) return 1;
    (void)KeccakWidth1600_SpongeAbsorbLastFewBits(
        &instance->sponge, lanesum_sponge_suffix(&instance->sponge, instance->lastByteValue, instance->lastByteBitLen,
                                                 instance->emptyNameCustom ? 0x1F : 0x04));
    instance->phase = SQUEEZING;
    if (instance->fixedOutputLength > 0) {
        (void)lanesum_185_squeeze(instance, output, instance->fixedOutputLength);
        instance->phase = FINAL;
    }
    return 0;
}

// The end of a function that hashes the length of its output, too.
static inline int lanesum_185_end_bound(cSHAKE_Instance *instance, BitLength outputBitLen, BitSequence *output) {
    if (instance->phase != ABSORBING) return 1;
    lanesum_185_number(&instance->sponge, outputBitLen, 0);
    return lanesum_185_end(instance, output);
}

static inline void lanesum_185_leaf_ends(ParallelHash_Instance *instance) {
    unsigned char value[64];
    const size_t bytes = (1600 - instance->finalNode.sponge.rate) / 8;
    (void)KeccakWidth1600_SpongeAbsorbLastFewBits(&instance->queueNode, 0x1F);
    (void)KeccakWidth1600_SpongeSqueeze(&instance->queueNode, value, bytes);
    (void)KeccakWidth1600_SpongeAbsorb(&instance->finalNode.sponge, value, bytes);
    instance->queueAbsorbedLen = 0;
    instance->blocks++;
}

// The whole blocks at the beginning of the input, some at a time; how many bytes they were.
static inline size_t lanesum_185_leaves(ParallelHash_Instance *instance, const unsigned char *input, size_t length) {
    const size_t bytes = (1600 - instance->finalNode.sponge.rate) / 8;
    const size_t count = lanesum_sponge_leaves(&instance->finalNode.sponge, 24, bytes == 32 ? LANESUM_SHAKE128 : LANESUM_SHAKE256, NULL,
                                               bytes, input, instance->blockLen, length);
    instance->blocks += count;
    return count * instance->blockLen;
}

static inline int lanesum_185_parallel_update(ParallelHash_Instance *instance, const BitSequence *input, BitLength inputBitLen) {
    size_t left = inputBitLen / 8;
    if (instance->finalNode.phase != ABSORBING || inputBitLen % 8 != 0) return 1;
    while (left > 0) {
        size_t taken = instance->blockLen - instance->queueAbsorbedLen;
        if (instance->queueAbsorbedLen == 0) {
            const size_t leaves = lanesum_185_leaves(instance, input, left);
            if (leaves > 0) {
                input += leaves;
                left -= leaves;
                continue;
            }
            (void)KeccakWidth1600_SpongeInitialize(&instance->queueNode, instance->finalNode.sponge.rate,
                                                   1600 - instance->finalNode.sponge.rate);
        }
        if (taken > left) taken = left;
        (void)KeccakWidth1600_SpongeAbsorb(&instance->queueNode, input, taken);
        instance->queueAbsorbedLen += taken;
        if (instance->queueAbsorbedLen == instance->blockLen) lanesum_185_leaf_ends(instance);
        input += taken;
        left -= taken;
    }
    return 0;
}

// Everything twice, for capacities of 256 and of 512 bits.
#define LANESUM_SP800_185(n)                                                                                                   \
    static inline int cSHAKE##n##_Initialize(cSHAKE_Instance *instance, BitLength outputBitLen, const BitSequence *name,       \
                                             BitLength nameBitLen, const BitSequence *customization, BitLength customBitLen) { \
        return lanesum_185_begin(instance, 2 * n, outputBitLen, name, nameBitLen, customization, customBitLen);                \
    }                                                                                                                          \
    static inline int cSHAKE##n##_Update(cSHAKE_Instance *instance, const BitSequence *input, BitLength inputBitLen) {         \
        return lanesum_185_update(instance, input, inputBitLen);                                                               \
    }                                                                                                                          \
    static inline int cSHAKE##n##_Final(cSHAKE_Instance *instance, BitSequence *output) {                                      \
        return lanesum_185_end(instance, output);                                                                              \
    }                                                                                                                          \
    static inline int cSHAKE##n##_Squeeze(cSHAKE_Instance *instance, BitSequence *output, BitLength outputBitLen) {            \
        return lanesum_185_squeeze(instance, output, outputBitLen);                                                            \
    }                                                                                                                          \
    static inline int cSHAKE##n(const BitSequence *input, BitLength inputBitLen, BitSequence *output, BitLength outputBitLen,  \
                                const BitSequence *name, BitLength nameBitLen, const BitSequence *customization,               \
                                BitLength customBitLen) {                                                                      \
        cSHAKE_Instance instance;                                                                                              \
        if (outputBitLen == 0 || cSHAKE##n##_Initialize(&instance, outputBitLen, name, nameBitLen, customization,              \
                                                        customBitLen) != 0)                                                    \
            return 1;                                                                                                          \
        (void)cSHAKE##n##_Update(&instance, input, inputBitLen);                                                               \
        return cSHAKE##n##_Final(&instance, output);                                                                           \
    }                                                                                                                          \
    static inline int KMAC##n##_Initialize(KMAC_Instance *instance, const BitSequence *key, BitLength keyBitLen,               \
                                           BitLength outputBitLen, const BitSequence *customization,                           \
                                           BitLength customBitLen) {                                                           \
        (void)lanesum_185_begin(&instance->csi, 2 * n, outputBitLen, (const BitSequence *)"KMAC", 32, customization,           \
                                customBitLen);                                                                                 \
        instance->outputBitLen = outputBitLen;                                                                                 \
        lanesum_185_number(&instance->csi.sponge, (1600 - 2 * n) / 8, 1);                                                      \
        lanesum_185_string(&instance->csi.sponge, key, keyBitLen);                                                             \
        lanesum_185_pad(&instance->csi.sponge);                                                                                \
        return 0;                                                                                                              \
    }                                                                                                                          \
    static inline int KMAC##n##_Update(KMAC_Instance *instance, const BitSequence *input, BitLength inputBitLen) {             \
        return inputBitLen % 8 != 0 ? 1 : lanesum_185_update(&instance->csi, input, inputBitLen);                              \
    }                                                                                                                          \
    static inline int KMAC##n##_Final(KMAC_Instance *instance, BitSequence *output) {                                          \
        return lanesum_185_end_bound(&instance->csi, instance->outputBitLen, output);                                          \
    }                                                                                                                          \
    static inline int KMAC##n##_Squeeze(KMAC_Instance *instance, BitSequence *output, BitLength outputBitLen) {                \
        return lanesum_185_squeeze(&instance->csi, output, outputBitLen);                                                      \
    }                                                                                                                          \
    static inline int KMAC##n(const BitSequence *key, BitLength keyBitLen, const BitSequence *input, BitLength inputBitLen,    \
                              BitSequence *output, BitLength outputBitLen, const BitSequence *customization,                   \
                              BitLength customBitLen) {                                                                        \
        KMAC_Instance instance;                                                                                                \
        if (outputBitLen == 0) return 1;                                                                                       \
        (void)KMAC##n##_Initialize(&instance, key, keyBitLen, outputBitLen, customization, customBitLen);                      \
        if (KMAC##n##_Update(&instance, input, inputBitLen) != 0) return 1;                                                    \
        return KMAC##n##_Final(&instance, output);                                                                             \
    }                                                                                                                          \
    static inline int ParallelHash##n##_Initialize(ParallelHash_Instance *instance, size_t blockByteLen,                       \
                                                   BitLength outputBitLen, const BitSequence *customization,                   \
                                                   BitLength customBitLen) {                                                   \
        /* XKCP's blocks are powers of two, of 8 bytes and more. */                                                            \
        if (blockByteLen < 8 || (blockByteLen & (blockByteLen - 1)) != 0) return 1;                                            \
        (void)lanesum_185_begin(&instance->finalNode, 2 * n, outputBitLen, (const BitSequence *)"ParallelHash", 96,            \
                                customization, customBitLen);                                                                  \
        lanesum_185_number(&instance->finalNode.sponge, blockByteLen, 1);                                                      \
        instance->blockLen = blockByteLen;                                                                                     \
        instance->queueAbsorbedLen = 0;                                                                                        \
        instance->blocks = 0;                                                                                                  \
        instance->outputBitLen = outputBitLen;                                                                                 \
        return 0;                                                                                                              \
    }                                                                                                                          \
    static inline int ParallelHash##n##_Update(ParallelHash_Instance *instance, const BitSequence *input,                      \
                                               BitLength inputBitLen) {                                                        \
        return lanesum_185_parallel_update(instance, input, inputBitLen);                                                      \
    }                                                                                                                          \
    static inline int ParallelHash##n##_Final(ParallelHash_Instance *instance, BitSequence *output) {                          \
        if (instance->finalNode.phase != ABSORBING) return 1;                                                                  \
        if (instance->queueAbsorbedLen > 0) lanesum_185_leaf_ends(instance);                                                   \
        lanesum_185_number(&instance->finalNode.sponge, instance->blocks, 0);                                                  \
        return lanesum_185_end_bound(&instance->finalNode, instance->outputBitLen, output);                                    \
    }                                                                                                                          \
    static inline int ParallelHash##n##_Squeeze(ParallelHash_Instance *instance, BitSequence *output,                          \
                                                BitLength outputBitLen) {                                                      \
        return lanesum_185_squeeze(&instance->finalNode, output, outputBitLen);                                                \
    }                                                                                                                          \
    static inline int ParallelHash##n(const BitSequence *input, BitLength inputBitLen, size_t blockByteLen,                    \
                                      BitSequence *output, BitLength outputBitLen, const BitSequence *customization,           \
                                      BitLength customBitLen) {                                                                \
        ParallelHash_Instance instance;                                                                                        \
        if (outputBitLen == 0 || ParallelHash##n##_Initialize(&instance, blockByteLen, outputBitLen, customization,            \
                                                              customBitLen) != 0)                                              \
            return 1;                                                                                                          \
        if (ParallelHash##n##_Update(&instance, input, inputBitLen) != 0) return 1;                                            \
        return ParallelHash##n##_Final(&instance, output);                                                                     \
    }                                                                                                                          \
    static inline int TupleHash##n##_Initialize(TupleHash_Instance *instance, BitLength outputBitLen,                          \
                                                const BitSequence *customization, BitLength customBitLen) {                    \
        instance->outputBitLen = outputBitLen;                                                                                 \
        return lanesum_185_begin(&instance->csi, 2 * n, outputBitLen, (const BitSequence *)"TupleHash", 72, customization,     \
                                 customBitLen);                                                                                \
    }                                                                                                                          \
    static inline int TupleHash##n##_Update(TupleHash_Instance *instance, const TupleElement *tuple,                           \
                                            size_t numberOfElements) {                                                         \
        size_t i;                                                                                                              \
        if (instance->csi.phase != ABSORBING) return 1;                                                                        \
        for (i = 0; i < numberOfElements; i++)                                                                                 \
            if (tuple[i].inputBitLen % 8 != 0) return 1;                                                                       \
        for (i = 0; i < numberOfElements; i++)                                                                                 \
            lanesum_185_string(&instance->csi.sponge, tuple[i].input, tuple[i].inputBitLen);                                   \
        return 0;                                                                                                              \
    }                                                                                                                          \
    static inline int TupleHash##n##_Final(TupleHash_Instance *instance, BitSequence *output) {                                \
        return lanesum_185_end_bound(&instance->csi, instance->outputBitLen, output);                                          \
    }                                                                                                                          \
    static inline int TupleHash##n##_Squeeze(TupleHash_Instance *instance, BitSequence *output, BitLength outputBitLen) {      \
        return lanesum_185_squeeze(&instance->csi, output, outputBitLen);                                                      \
    }                                                                                                                          \
    static inline int TupleHash##n(const TupleElement *tuple, size_t numberOfElements, BitSequence *output,                    \
                                   BitLength outputBitLen, const BitSequence *customization, BitLength customBitLen) {         \
        TupleHash_Instance instance;                                                                                           \
        if (outputBitLen == 0) return 1;                                                                                       \
        (void)TupleHash##n##_Initialize(&instance, outputBitLen, customization, customBitLen);                                 \
        if (TupleHash##n##_Update(&instance, tuple, numberOfElements) != 0) return 1;                                          \
        return TupleHash##n##_Final(&instance, output);                                                                        \
    }

LANESUM_SP800_185(128)
LANESUM_SP800_185(256)

#endif
