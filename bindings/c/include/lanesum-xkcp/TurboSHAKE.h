// XKCP's header of TurboSHAKE, over lanesum: see lanesum-snp.h.

#ifndef LANESUM_TURBOSHAKE_H
#define LANESUM_TURBOSHAKE_H

#include "KeccakSponge.h"

LANESUM_SPONGE(TurboSHAKE, 1600, 12)

typedef TurboSHAKE_SpongeInstance TurboSHAKE_Instance;

static inline int TurboSHAKE_Initialize(TurboSHAKE_Instance *instance, unsigned int capacity) {
    return capacity > 512 ? 1 : TurboSHAKE_SpongeInitialize(instance, 1600 - capacity, capacity);
}

#define TurboSHAKE128_Initialize(instance) TurboSHAKE_Initialize((instance), 256)
#define TurboSHAKE256_Initialize(instance) TurboSHAKE_Initialize((instance), 512)

static inline int TurboSHAKE_Absorb(TurboSHAKE_Instance *instance, const unsigned char *data, size_t dataByteLen) {
    return TurboSHAKE_SpongeAbsorb(instance, data, dataByteLen);
}

static inline int TurboSHAKE_AbsorbDomainSeparationByte(TurboSHAKE_Instance *instance, unsigned char domain) {
    return TurboSHAKE_SpongeAbsorbLastFewBits(instance, domain);
}

static inline int TurboSHAKE_Squeeze(TurboSHAKE_Instance *instance, unsigned char *data, size_t dataByteLen) {
    return TurboSHAKE_SpongeSqueeze(instance, data, dataByteLen);
}

static inline int TurboSHAKE(unsigned int capacity, const unsigned char *input, size_t inputByteLen, unsigned char domain,
                             unsigned char *output, size_t outputByteLen) {
    return capacity > 512 ? 1 : TurboSHAKE_Sponge(1600 - capacity, capacity, input, inputByteLen, domain, output, outputByteLen);
}

#endif
