// XKCP's header of 8 states of Keccak-p[1600] in step, over lanesum: see lanesum-snp.h.

#ifndef LANESUM_KECCAKP_1600_TIMES8_SNP_H
#define LANESUM_KECCAKP_1600_TIMES8_SNP_H

#include "lanesum-snp.h"

#define KeccakP1600times8_implementation "lanesum"
#define KeccakP1600times8_statesSizeInBytes LANESUM_KECCAK_BYTES_8
#define KeccakP1600times8_statesAlignment LANESUM_KECCAK_ALIGNMENT
#define KeccakF1600times8_FastLoop_supported
#define KeccakP1600times8_12rounds_FastLoop_supported
#define KeccakF1600times8_FastKravatte_supported
#define KeccakP1600times8_KT128ProcessLeaves_supported
#define KeccakP1600times8_KT256ProcessLeaves_supported
#define KeccakP1600times8_StaticInitialize()

LANESUM_PLSNP(8)
LANESUM_KRAVATTE(8)

#endif
