// liboqs with lanesum's SHA-3.

#ifndef LANESUM_OQS_CALLBACKS_H
#define LANESUM_OQS_CALLBACKS_H

// From now on liboqs hashes by lanesum. Before OQS_init(), and before any other thread uses liboqs.
void lanesum_oqs_use(void);

#endif
