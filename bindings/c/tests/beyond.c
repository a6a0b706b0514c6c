// A defect on purpose, for tests/run: a message is said to be one byte longer than it is. Nothing in C reads it.

#include "check.h"

int main(void) {
    enum { LONG = 4096 };
    unsigned char digest[32], *message = (unsigned char *)malloc(LONG - 1);
    lanesum_options options = LANESUM_OPTIONS;
    // Not a kernel in assembler, which the compiler's sanitizer does not see. Whole blocks are read in place, not copied by memcpy.
    options.backend = "portable";
    CHECK(message != NULL);
    memset(message, 0, LONG - 1);
    WORKS(lanesum_digest(LANESUM_SHA256, &options, message, LONG, digest, sizeof digest));
    free(message);
    return 0;
}
