// XKCP's header of 2 states of Keccak-p[1600] in step, over lanesum: see lanesum-snp.h.

#ifndef LANESUM_KECCAKP_1600_TIMES2_SNP_H
#define LANESUM_KECCAKP_1600_TIMES2_SNP_H

#include "lanesum-snp.h"

#define KeccakP1600times2_implementation "lanesum"
#define KeccakP1600times2_statesSizeInBytes LANESUM_KECCAK_BYTES_2
#define KeccakP1600times2_statesAlignment LANESUM_KECCAK_ALIGNMENT
#define KeccakF1600times2_FastLoop_supported
#define KeccakP1600times2_12rounds_FastLoop_supported
#define KeccakP1600times2_KT128ProcessLeaves_supported
#define KeccakP1600times2_KT256ProcessLeaves_supported
#define KeccakP1600times2_StaticInitialize()

LANESUM_PLSNP(2)

#endif
