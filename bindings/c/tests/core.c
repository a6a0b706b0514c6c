// The library of `make core`: a published sample of KMAC128 and one of KT128 with leaves, and which functions are there.

#include "check.h"

int main(void) {
    // NIST's sample 1 of KMAC128, and RFC 9861's KT128 of ptn(17^4).
    static const char *const tag_hex = "e5780b0d3ea6f7d3a429c5706aa43a00fadbd7d49628839e3187243f456ee14e";
    static const char *const kt_hex = "8701045e22205345ff4dda05555cbb5c3af1a771c2b89baef37db43d9998b9fe";
    static unsigned char message[83521], key[32], out[32];
    lanesum_hasher *hasher = NEW(lanesum_hasher);
    lanesum_options options = LANESUM_OPTIONS;
    lanesum_algorithm found;
    for (size_t i = 0; i < sizeof key; i++) key[i] = (unsigned char)(0x40 + i);
    for (size_t i = 0; i < sizeof message; i++) message[i] = (unsigned char)(i % 251);
    options.key = key;
    options.key_len = sizeof key;
    WORKS(lanesum_init(hasher, sizeof *hasher, LANESUM_KMAC128, &options));
    WORKS(lanesum_update(hasher, message, 4));
    WORKS(lanesum_finalize(hasher, out, sizeof out));
    CHECK(equals_hex(out, sizeof out, tag_hex));
    WORKS(lanesum_digest(LANESUM_KT128, NULL, message, sizeof message, out, sizeof out));
    CHECK(equals_hex(out, sizeof out, kt_hex));
    WORKS(lanesum_init(hasher, sizeof *hasher, LANESUM_KT128, NULL));
    for (size_t i = 0; i < sizeof message; i += 17 * 17) WORKS(lanesum_update(hasher, message + i, 17 * 17));
    WORKS(lanesum_finalize(hasher, out, sizeof out));
    CHECK(equals_hex(out, sizeof out, kt_hex));
    WORKS(lanesum_wipe(hasher));
    free(hasher);
    for (int i = 1; i <= LANESUM_BLAKE2SP; i++) {
        const char *name = lanesum_name((lanesum_algorithm)i);
        bool is_keccak = i < LANESUM_SHA224 || (i > LANESUM_BLAKE512 && i < LANESUM_BLAKE2B);
        CHECK((name != NULL) == is_keccak);
        if (name != NULL) WORKS(lanesum_algorithm_by_name(name, &found));
        if (name != NULL) CHECK(found == (lanesum_algorithm)i);
    }
    FAILS(LANESUM_ERROR_ALGORITHM, lanesum_digest(LANESUM_SHA256, NULL, message, 1, out, 32));
    FAILS(LANESUM_ERROR_ALGORITHM, lanesum_algorithm_by_name("sha256", &found));
    FAILS(LANESUM_ERROR_ALGORITHM, lanesum_pbkdf2(LANESUM_SHA256, "", 0, "", 0, 1, out, 32));
    printf("core: %s, Keccak alone\n", lanesum_backend(LANESUM_SHA3_256, 1, NULL));
    return 0;
}
