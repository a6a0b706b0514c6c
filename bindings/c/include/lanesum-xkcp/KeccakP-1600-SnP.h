// XKCP's header of Keccak-p[1600], over lanesum: see lanesum-snp.h.

#ifndef LANESUM_KECCAKP_1600_SNP_H
#define LANESUM_KECCAKP_1600_SNP_H

#include "lanesum-snp.h"

#define KeccakP1600_implementation "lanesum"
#define KeccakP1600_stateSizeInBytes LANESUM_KECCAK_BYTES_1
#define KeccakP1600_stateAlignment 8
#define KeccakF1600_FastLoop_supported
#define KeccakP1600_12rounds_FastLoop_supported
#define KeccakF1600_ODFastLoop_supported
#define KeccakP1600_StaticInitialize()

LANESUM_SNP(1600, 24)

static inline void KeccakP1600_Permute_12rounds(void *state) {
    lanesum_snp_must(lanesum_keccak_permute(state, 12));
}

static inline size_t KeccakP1600_12rounds_FastLoop_Absorb(void *state, unsigned int laneCount, const unsigned char *data,
                                                          size_t dataByteLen) {
    return lanesum_snp_absorb(state, 12, 8, laneCount, data, dataByteLen);
}

// Overwrite duplexing with input and output, with output, with input.

static inline size_t KeccakP1600_ODDuplexingFastInOut(void *state, unsigned int laneCount, const unsigned char *idata,
                                                   size_t len, unsigned char *odata, const unsigned char *odataAdd,
                                                   uint64_t trailencAsLane) {
    return lanesum_snp_overwrite_duplex(state, 24, laneCount, idata, len, odata, odataAdd, trailencAsLane);
}

static inline size_t KeccakP1600_ODDuplexingFastOut(void *state, unsigned int laneCount, unsigned char *odata, size_t len,
                                                 const unsigned char *odataAdd, uint64_t trailencAsLane) {
    return lanesum_snp_overwrite_duplex(state, 24, laneCount, NULL, len, odata, odataAdd, trailencAsLane);
}

static inline size_t KeccakP1600_ODDuplexingFastIn(void *state, unsigned int laneCount, const uint8_t *idata, size_t len,
                                                uint64_t trailencAsLane) {
    return lanesum_snp_overwrite_duplex(state, 24, laneCount, idata, len, NULL, NULL, trailencAsLane);
}

static inline size_t KeccakP1600_12rounds_ODDuplexingFastInOut(void *state, unsigned int laneCount, const unsigned char *idata,
                                                   size_t len, unsigned char *odata, const unsigned char *odataAdd,
                                                   uint64_t trailencAsLane) {
    return lanesum_snp_overwrite_duplex(state, 12, laneCount, idata, len, odata, odataAdd, trailencAsLane);
}

static inline size_t KeccakP1600_12rounds_ODDuplexingFastOut(void *state, unsigned int laneCount, unsigned char *odata, size_t len,
                                                 const unsigned char *odataAdd, uint64_t trailencAsLane) {
    return lanesum_snp_overwrite_duplex(state, 12, laneCount, NULL, len, odata, odataAdd, trailencAsLane);
}

static inline size_t KeccakP1600_12rounds_ODDuplexingFastIn(void *state, unsigned int laneCount, const uint8_t *idata, size_t len,
                                                uint64_t trailencAsLane) {
    return lanesum_snp_overwrite_duplex(state, 12, laneCount, idata, len, NULL, NULL, trailencAsLane);
}

#endif
