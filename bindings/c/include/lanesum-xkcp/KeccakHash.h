// XKCP's header of SHA-3, SHAKE and other sponges with messages of bits, over lanesum: see lanesum-snp.h.

#ifndef LANESUM_KECCAK_HASH_H
#define LANESUM_KECCAK_HASH_H

#include "KeccakSponge.h"

#ifndef _Keccak_BitTypes_
#define _Keccak_BitTypes_
typedef uint8_t BitSequence;
typedef size_t BitLength;
#endif

typedef enum { KECCAK_SUCCESS = 0, KECCAK_FAIL = 1, KECCAK_BAD_HASHLEN = 2 } HashReturn;

typedef struct {
    KeccakWidth1600_SpongeInstance sponge;
    unsigned int fixedOutputLength;
    unsigned char delimitedSuffix;
} Keccak_HashInstance;

// Output of any length where hashbitlen is 0.
static inline HashReturn Keccak_HashInitialize(Keccak_HashInstance *instance, unsigned int rate, unsigned int capacity,
                                               unsigned int hashbitlen, unsigned char delimitedSuffix) {
    if (delimitedSuffix == 0 || KeccakWidth1600_SpongeInitialize(&instance->sponge, rate, capacity) != 0) return KECCAK_FAIL;
    instance->fixedOutputLength = hashbitlen;
    instance->delimitedSuffix = delimitedSuffix;
    return KECCAK_SUCCESS;
}

#define Keccak_HashInitialize_SHAKE128(instance) Keccak_HashInitialize(instance, 1344, 256, 0, 0x1F)
#define Keccak_HashInitialize_SHAKE256(instance) Keccak_HashInitialize(instance, 1088, 512, 0, 0x1F)
#define Keccak_HashInitialize_SHA3_224(instance) Keccak_HashInitialize(instance, 1152, 448, 224, 0x06)
#define Keccak_HashInitialize_SHA3_256(instance) Keccak_HashInitialize(instance, 1088, 512, 256, 0x06)
#define Keccak_HashInitialize_SHA3_384(instance) Keccak_HashInitialize(instance, 832, 768, 384, 0x06)
#define Keccak_HashInitialize_SHA3_512(instance) Keccak_HashInitialize(instance, 576, 1024, 512, 0x06)

// The bits of a suffix behind some of a last byte: absorbs a byte if it is full, and gives what is left.
static inline unsigned char lanesum_sponge_suffix(KeccakWidth1600_SpongeInstance *sponge, unsigned char last, unsigned int bits,
                                                  unsigned char suffix) {
    const unsigned int joined = (last & ((1u << bits) - 1)) | (unsigned int)suffix << bits;
    const unsigned char full = (unsigned char)joined;
    if (joined < 0x100) return full;
    (void)KeccakWidth1600_SpongeAbsorb(sponge, &full, 1);
    return (unsigned char)(joined >> 8);
}

// Only the last call may have a number of bits that 8 does not divide.
static inline HashReturn Keccak_HashUpdate(Keccak_HashInstance *instance, const BitSequence *data, BitLength databitlen) {
    const unsigned int bits = databitlen % 8;
    if (KeccakWidth1600_SpongeAbsorb(&instance->sponge, data, databitlen / 8) != 0) return KECCAK_FAIL;
    if (bits > 0)
        instance->delimitedSuffix =
            lanesum_sponge_suffix(&instance->sponge, data[databitlen / 8], bits, instance->delimitedSuffix);
    return KECCAK_SUCCESS;
}

static inline HashReturn Keccak_HashFinal(Keccak_HashInstance *instance, BitSequence *hashval) {
    if (KeccakWidth1600_SpongeAbsorbLastFewBits(&instance->sponge, instance->delimitedSuffix) != 0) return KECCAK_FAIL;
    return (HashReturn)KeccakWidth1600_SpongeSqueeze(&instance->sponge, hashval, instance->fixedOutputLength / 8);
}

static inline HashReturn Keccak_HashSqueeze(Keccak_HashInstance *instance, BitSequence *data, BitLength databitlen) {
    if (databitlen % 8 != 0) return KECCAK_FAIL;
    return (HashReturn)KeccakWidth1600_SpongeSqueeze(&instance->sponge, data, databitlen / 8);
}

#endif
