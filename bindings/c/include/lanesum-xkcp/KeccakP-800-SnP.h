// The header that XKCP had of Keccak-p[800], over lanesum: see lanesum-snp.h.

#ifndef LANESUM_KECCAKP_800_SNP_H
#define LANESUM_KECCAKP_800_SNP_H

#include "lanesum-snp.h"

#define KeccakP800_implementation "lanesum"
#define KeccakP800_stateSizeInBytes LANESUM_KECCAK_BYTES_1
#define KeccakP800_stateAlignment 8
#define KeccakF800_FastLoop_supported
#define KeccakP800_StaticInitialize()

LANESUM_SNP(800, 22)

static inline void KeccakP800_Permute_12rounds(void *state) {
    lanesum_snp_must(lanesum_keccak_permute(state, 12));
}

#endif
