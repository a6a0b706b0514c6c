// Sets lanesum's callbacks before main, if the environment has LANESUM_OQS: for programs of liboqs that are linked as they are.

#include <stdlib.h>

#include "callbacks.h"

__attribute__((constructor)) static void use(void) {
    if (getenv("LANESUM_OQS") != NULL) lanesum_oqs_use();
}
