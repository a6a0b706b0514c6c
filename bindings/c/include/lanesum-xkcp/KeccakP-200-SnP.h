// The header that XKCP had of Keccak-p[200], over lanesum: see lanesum-snp.h.

#ifndef LANESUM_KECCAKP_200_SNP_H
#define LANESUM_KECCAKP_200_SNP_H

#include "lanesum-snp.h"

#define KeccakP200_implementation "lanesum"
#define KeccakP200_stateSizeInBytes LANESUM_KECCAK_BYTES_1
#define KeccakP200_stateAlignment 8
#define KeccakF200_FastLoop_supported
#define KeccakP200_StaticInitialize()

LANESUM_SNP(200, 18)

#endif
