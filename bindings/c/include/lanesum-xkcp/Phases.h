// XKCP's header of what a state does now.

#ifndef LANESUM_PHASES_H
#define LANESUM_PHASES_H

typedef enum { NOT_INITIALIZED, ABSORBING, FINAL, SQUEEZING } KCP_Phases;

#endif
