// Whose digests a program gets that names no provider and lets OpenSSL read its configuration: `whose NAME NAME`, of the provider that must have
// SHA-3 and of that of SHA-2 and BLAKE2. The rest are always the default provider's.

#include "common.h"

int main(int argc, char **argv) {
    static const char *const ours[2][8] = {{"SHA3-224", "SHA3-256", "SHA3-384", "SHA3-512", "SHAKE-128", "SHAKE-256"},
                                           {"SHA2-224", "SHA2-256", "SHA2-384", "SHA2-512", "SHA2-512/224", "SHA2-512/256",
                                            "BLAKE2B-512", "BLAKE2S-256"}};
    static const char *const others[] = {"MD5", "SHA1"};
    CHECK(argc == 3);
    for (size_t i = 0; i < 16; i++) {
        if (ours[i / 8][i % 8] == NULL) continue;
        EVP_MD *md = EVP_MD_fetch(NULL, ours[i / 8][i % 8], NULL);
        CHECK(md != NULL && strcmp(OSSL_PROVIDER_get0_name(EVP_MD_get0_provider(md)), argv[1 + i / 8]) == 0);
        EVP_MD_free(md);
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        EVP_MD *md = EVP_MD_fetch(NULL, others[i], NULL);
        CHECK(md != NULL && strcmp(OSSL_PROVIDER_get0_name(EVP_MD_get0_provider(md)), "default") == 0);
        EVP_MD_free(md);
    }
    printf("digests of a program that names no provider are of %s and %s: ok\n", argv[1], argv[2]);
    return 0;
}
