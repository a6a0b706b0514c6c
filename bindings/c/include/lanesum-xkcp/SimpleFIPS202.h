// XKCP's header of the functions of FIPS 202 in one call, over lanesum: see lanesum-snp.h.

#ifndef LANESUM_SIMPLE_FIPS202_H
#define LANESUM_SIMPLE_FIPS202_H

#include "KeccakSponge.h"

// XKCP's programs may write the output over the input.
static inline int lanesum_simple(lanesum_algorithm algorithm, unsigned int capacity, unsigned char suffix, unsigned char *output,
                                 size_t outputByteLen, const unsigned char *input, size_t inputByteLen) {
    const lanesum_error error = lanesum_digest(algorithm, NULL, input, inputByteLen, output, outputByteLen);
    if (error != LANESUM_ERROR_OVERLAP) return error != LANESUM_OK;
    return KeccakWidth1600_Sponge(1600 - capacity, capacity, input, inputByteLen, suffix, output, outputByteLen);
}

#define LANESUM_SIMPLE(bits)                                                                                                   \
    static inline int SHA3_##bits(unsigned char *output, const unsigned char *input, size_t inputByteLen) {                    \
        return lanesum_simple(LANESUM_SHA3_##bits, 2 * bits, 0x06, output, bits / 8, input, inputByteLen);                     \
    }
#define LANESUM_SIMPLE_XOF(bits)                                                                                               \
    static inline int SHAKE##bits(unsigned char *output, size_t outputByteLen, const unsigned char *input,                     \
                                  size_t inputByteLen) {                                                                       \
        return lanesum_simple(LANESUM_SHAKE##bits, 2 * bits, 0x1F, output, outputByteLen, input, inputByteLen);                \
    }

LANESUM_SIMPLE_XOF(128)
LANESUM_SIMPLE_XOF(256)
LANESUM_SIMPLE(224)
LANESUM_SIMPLE(256)
LANESUM_SIMPLE(384)
LANESUM_SIMPLE(512)

#endif
