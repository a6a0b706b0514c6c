/* What a build system has found: one digest, and the version. C99 and C++98. */
#include <lanesum.h>
#include <string.h>

int main(void) {
    unsigned char digest[32];
    if (strcmp(lanesum_version(), LANESUM_VERSION) != 0) return 1;
    if (lanesum_digest(LANESUM_SHA3_256, NULL, "abc", 3, digest, sizeof digest) != LANESUM_OK) return 1;
    return digest[0] == 0x3a && digest[31] == 0x32 ? 0 : 1;
}
