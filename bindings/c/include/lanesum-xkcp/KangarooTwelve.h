// XKCP's header of KT128 and KT256, over lanesum: see lanesum-snp.h. Whole messages are hashed by lanesum_digest, with all leaves in step.

#ifndef LANESUM_KANGAROO_TWELVE_H
#define LANESUM_KANGAROO_TWELVE_H

#include "Phases.h"
#include "TurboSHAKE.h"

typedef KCP_Phases KangarooTwelve_Phases;

typedef struct {
    TurboSHAKE_Instance queueNode;
    TurboSHAKE_Instance finalNode;
    size_t fixedOutputLength;
    size_t blockNumber;
    unsigned int queueAbsorbedLen;
    KangarooTwelve_Phases phase;
    int securityLevel;
} KangarooTwelve_Instance;

#define LANESUM_KT_CHUNK 8192u

// Output of any length where outputByteLen is 0.
static inline int KangarooTwelve_Initialize(KangarooTwelve_Instance *instance, int securityLevel, size_t outputByteLen) {
    if (securityLevel != 128 && securityLevel != 256) return 1;
    instance->fixedOutputLength = outputByteLen;
    instance->blockNumber = 0;
    instance->queueAbsorbedLen = 0;
    instance->phase = ABSORBING;
    instance->securityLevel = securityLevel;
    return TurboSHAKE_Initialize(&instance->finalNode, 2 * (unsigned int)securityLevel);
}

#define KT128_Initialize(instance, outputByteLen) KangarooTwelve_Initialize((instance), 128, (outputByteLen));
#define KT256_Initialize(instance, outputByteLen) KangarooTwelve_Initialize((instance), 256, (outputByteLen));

static inline void lanesum_kt_leaf_ends(KangarooTwelve_Instance *instance) {
    unsigned char value[64];
    const size_t bytes = (size_t)instance->securityLevel / 4;
    (void)TurboSHAKE_AbsorbDomainSeparationByte(&instance->queueNode, 0x0B);
    (void)TurboSHAKE_Squeeze(&instance->queueNode, value, bytes);
    (void)TurboSHAKE_Absorb(&instance->finalNode, value, bytes);
    instance->queueAbsorbedLen = 0;
    instance->blockNumber++;
}

// The whole leaves at the beginning of the input, some at a time; how many bytes they were.
static inline size_t lanesum_kt_leaves(KangarooTwelve_Instance *instance, const unsigned char *input, size_t length) {
    const size_t bytes = (size_t)instance->securityLevel / 4;
    lanesum_options options = LANESUM_OPTIONS;
    size_t count;
    options.domain = 0x0B;
    count = lanesum_sponge_leaves(&instance->finalNode, 12, bytes == 32 ? LANESUM_TURBOSHAKE128 : LANESUM_TURBOSHAKE256, &options, bytes,
                                  input, LANESUM_KT_CHUNK, length);
    instance->blockNumber += count;
    return count * LANESUM_KT_CHUNK;
}

static inline int KangarooTwelve_Update(KangarooTwelve_Instance *instance, const unsigned char *input, size_t inputByteLen) {
    if (instance->phase != ABSORBING) return 1;
    while (inputByteLen > 0) {
        const int is_first = instance->blockNumber == 0;
        size_t taken = LANESUM_KT_CHUNK - instance->queueAbsorbedLen;
        if (is_first && taken == 0) {
            // More than a chunk: the first one is that of a tree.
            const unsigned char tree[8] = {0x03};
            (void)TurboSHAKE_Absorb(&instance->finalNode, tree, sizeof tree);
            instance->queueAbsorbedLen = 0;
            instance->blockNumber = 1;
            continue;
        }
        if (!is_first && instance->queueAbsorbedLen == 0) {
            const size_t leaves = lanesum_kt_leaves(instance, input, inputByteLen);
            if (leaves > 0) {
                input += leaves;
                inputByteLen -= leaves;
                continue;
            }
            (void)TurboSHAKE_Initialize(&instance->queueNode, 2 * (unsigned int)instance->securityLevel);
        }
        if (taken > inputByteLen) taken = inputByteLen;
        (void)TurboSHAKE_Absorb(is_first ? &instance->finalNode : &instance->queueNode, input, taken);
        instance->queueAbsorbedLen += (unsigned int)taken;
        if (!is_first && instance->queueAbsorbedLen == LANESUM_KT_CHUNK) lanesum_kt_leaf_ends(instance);
        input += taken;
        inputByteLen -= taken;
    }
    return 0;
}

// A number, then how many bytes it has: none for 0.
static inline size_t lanesum_kt_length(unsigned char encoded[sizeof(size_t) + 1], size_t value) {
    size_t bytes = 0, i;
    while (bytes < sizeof value && value >> (8 * bytes) > 0) bytes++;
    for (i = 0; i < bytes; i++) encoded[i] = (unsigned char)(value >> (8 * (bytes - 1 - i)));
    encoded[bytes] = (unsigned char)bytes;
    return bytes + 1;
}

static inline int KangarooTwelve_Squeeze(KangarooTwelve_Instance *instance, unsigned char *output, size_t outputByteLen) {
    if (instance->phase != SQUEEZING) return 1;
    return TurboSHAKE_Squeeze(&instance->finalNode, output, outputByteLen);
}

static inline int KangarooTwelve_Final(KangarooTwelve_Instance *instance, unsigned char *output, const unsigned char *customization,
                                       size_t customByteLen) {
    unsigned char encoded[sizeof(size_t) + 1];
    unsigned char domain = 0x07;
    if (KangarooTwelve_Update(instance, customization, customByteLen) != 0) return 1;
    (void)KangarooTwelve_Update(instance, encoded, lanesum_kt_length(encoded, customByteLen));
    if (instance->blockNumber > 0) {
        const unsigned char ends[2] = {0xFF, 0xFF};
        if (instance->queueAbsorbedLen > 0) lanesum_kt_leaf_ends(instance);
        (void)TurboSHAKE_Absorb(&instance->finalNode, encoded, lanesum_kt_length(encoded, instance->blockNumber - 1));
        (void)TurboSHAKE_Absorb(&instance->finalNode, ends, sizeof ends);
        domain = 0x06;
    }
    (void)TurboSHAKE_AbsorbDomainSeparationByte(&instance->finalNode, domain);
    instance->phase = SQUEEZING;
    if (instance->fixedOutputLength == 0) return 0;
    (void)KangarooTwelve_Squeeze(instance, output, instance->fixedOutputLength);
    instance->phase = FINAL;
    return 0;
}

static inline int KangarooTwelve(int securityLevel, const unsigned char *input, size_t inputByteLen, unsigned char *output,
                                 size_t outputByteLen, const unsigned char *customization, size_t customByteLen) {
    lanesum_options options = LANESUM_OPTIONS;
    lanesum_error error;
    if ((securityLevel != 128 && securityLevel != 256) || outputByteLen == 0) return 1;
    options.customization = customization;
    options.customization_len = customByteLen;
    error = lanesum_digest(securityLevel == 128 ? LANESUM_KT128 : LANESUM_KT256, &options, input, inputByteLen, output, outputByteLen);
    if (error == LANESUM_ERROR_OVERLAP) {
        // XKCP's programs may write the output over the input.
        KangarooTwelve_Instance instance;
        (void)KangarooTwelve_Initialize(&instance, securityLevel, outputByteLen);
        (void)KangarooTwelve_Update(&instance, input, inputByteLen);
        return KangarooTwelve_Final(&instance, output, customization, customByteLen);
    }
    return error != LANESUM_OK;
}

static inline int KT128(const unsigned char *input, size_t inputByteLen, unsigned char *output, size_t outputByteLen,
                        const unsigned char *customization, size_t customByteLen) {
    return KangarooTwelve(128, input, inputByteLen, output, outputByteLen, customization, customByteLen);
}

static inline int KT256(const unsigned char *input, size_t inputByteLen, unsigned char *output, size_t outputByteLen,
                        const unsigned char *customization, size_t customByteLen) {
    return KangarooTwelve(256, input, inputByteLen, output, outputByteLen, customization, customByteLen);
}

#endif
