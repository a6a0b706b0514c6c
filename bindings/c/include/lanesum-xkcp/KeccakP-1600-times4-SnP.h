// XKCP's header of 4 states of Keccak-p[1600] in step, over lanesum: see lanesum-snp.h.

#ifndef LANESUM_KECCAKP_1600_TIMES4_SNP_H
#define LANESUM_KECCAKP_1600_TIMES4_SNP_H

#include "lanesum-snp.h"

#define KeccakP1600times4_implementation "lanesum"
#define KeccakP1600times4_statesSizeInBytes LANESUM_KECCAK_BYTES_4
#define KeccakP1600times4_statesAlignment LANESUM_KECCAK_ALIGNMENT
#define KeccakF1600times4_FastLoop_supported
#define KeccakP1600times4_12rounds_FastLoop_supported
#define KeccakF1600times4_FastKravatte_supported
#define KeccakP1600times4_KT128ProcessLeaves_supported
#define KeccakP1600times4_KT256ProcessLeaves_supported
#define KeccakP1600times4_StaticInitialize()

LANESUM_PLSNP(4)
LANESUM_KRAVATTE(4)

#endif
