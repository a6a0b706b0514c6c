// The header that XKCP had of Keccak-p[400], over lanesum: see lanesum-snp.h.

#ifndef LANESUM_KECCAKP_400_SNP_H
#define LANESUM_KECCAKP_400_SNP_H

#include "lanesum-snp.h"

#define KeccakP400_implementation "lanesum"
#define KeccakP400_stateSizeInBytes LANESUM_KECCAK_BYTES_1
#define KeccakP400_stateAlignment 8
#define KeccakF400_FastLoop_supported
#define KeccakP400_StaticInitialize()

LANESUM_SNP(400, 20)

#endif
