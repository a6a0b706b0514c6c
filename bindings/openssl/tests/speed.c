// The loop of `openssl speed -evp` for each function that both providers have, in turn: `speed DIRECTORY`, where lanesum.so is. Nanoseconds
// for a message by EVP_Digest, the best of many short samples, since other programs only ever make one slower. Then what contexts cost: a new
// one with its init, a copy of one that has absorbed a block, an iteration of PBKDF2, which copies two, HKDF, and HMAC of 100 bytes with a new
// key. `make speed` calls it.

#include <openssl/core_names.h>
#include <openssl/kdf.h>
#include <time.h>

#include "common.h"

static const char *const functions[] = {"SHA2-224", "SHA2-256", "SHA2-384", "SHA2-512", "SHA2-512/224", "SHA2-512/256",
                                        "SHA3-224", "SHA3-256", "SHA3-384", "SHA3-512", "SHAKE-128", "SHAKE-256"};
static const size_t sizes[] = {16, 64, 256, 1024, 8192, 16384};
enum { FUNCTIONS = sizeof functions / sizeof functions[0], SIZES = sizeof sizes / sizeof sizes[0], ROUNDS = 40 };

static unsigned char message[16384];

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

// Of SHAKE, the command asks for the default length, which OpenSSL has given up with 3.4: here it is 32 bytes for all.
static double sample(const EVP_MD *md, bool is_xof, size_t len) {
    int count = (int)(200000 / (len + 200)) + 1;
    unsigned char out[EVP_MAX_MD_SIZE];
    double begun = now();
    for (int i = 0; i < count; i++) {
        if (!is_xof) {
            CHECK(EVP_Digest(message, len, out, NULL, md, NULL));
        } else {
            EVP_MD_CTX *context = EVP_MD_CTX_new();
            CHECK(EVP_DigestInit_ex2(context, md, NULL) && EVP_DigestUpdate(context, message, len));
            CHECK(EVP_DigestFinalXOF(context, out, 32));
            EVP_MD_CTX_free(context);
        }
    }
    return (now() - begun) / count;
}

static double new_and_init(const EVP_MD *md) {
    double begun = now();
    for (int i = 0; i < 1000; i++) {
        EVP_MD_CTX *context = EVP_MD_CTX_new();
        CHECK(EVP_DigestInit_ex2(context, md, NULL));
        EVP_MD_CTX_free(context);
    }
    return (now() - begun) / 1000;
}

static double copy(const EVP_MD *md) {
    EVP_MD_CTX *from = EVP_MD_CTX_new(), *to = EVP_MD_CTX_new();
    double begun;
    CHECK(EVP_DigestInit_ex2(from, md, NULL) && EVP_DigestUpdate(from, message, (size_t)EVP_MD_get_block_size(md)));
    begun = now();
    for (int i = 0; i < 1000; i++) CHECK(EVP_MD_CTX_copy_ex(to, from));
    begun = (now() - begun) / 1000;
    EVP_MD_CTX_free(from);
    EVP_MD_CTX_free(to);
    return begun;
}

// PBKDF2 of so many iterations, or HKDF, which has none.
static double kdf(OSSL_LIB_CTX *library, const char *function, unsigned iterations, const char *name, const char *query) {
    EVP_KDF *kdf = EVP_KDF_fetch(library, function, NULL);
    EVP_KDF_CTX *context = EVP_KDF_CTX_new(kdf);
    unsigned char out[28];
    OSSL_PARAM params[] = {
        OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)name, 0),
        OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_PROPERTIES, (char *)query, 0),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_PASSWORD, message, 16),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_KEY, message, 16),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SALT, message, 16),
        OSSL_PARAM_uint(OSSL_KDF_PARAM_ITER, &iterations),
        OSSL_PARAM_END,
    };
    double begun = now();
    CHECK(EVP_KDF_derive(context, out, sizeof out, params));
    begun = (now() - begun) / iterations;
    EVP_KDF_CTX_free(context);
    EVP_KDF_free(kdf);
    return begun;
}

static double hmac(EVP_MAC *mac, const char *name, const char *query) {
    OSSL_PARAM params[] = {
        OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)name, 0),
        OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_PROPERTIES, (char *)query, 0),
        OSSL_PARAM_END,
    };
    EVP_MAC_CTX *context = EVP_MAC_CTX_new(mac);
    unsigned char out[64];
    size_t len;
    double begun;
    CHECK(EVP_MAC_init(context, message, 16, params));
    begun = now();
    for (int i = 0; i < 200; i++) {
        CHECK(EVP_MAC_init(context, message + i, 16, NULL) && EVP_MAC_update(context, message, 100));
        CHECK(EVP_MAC_final(context, out, &len, sizeof out));
    }
    begun = (now() - begun) / 200;
    EVP_MAC_CTX_free(context);
    return begun;
}

static void contexts(OSSL_LIB_CTX *library, EVP_MD *const md[2], const char *name) {
    static const char *const queries[] = {"provider=default", "?provider=lanesum"};
    static const char *const what[] = {"new, init, free", "copy", "PBKDF2, an iteration", "HKDF", "HMAC, 100 bytes"};
    enum { WHAT = sizeof what / sizeof what[0] };
    EVP_MAC *mac = EVP_MAC_fetch(library, "HMAC", NULL);
    double best[WHAT][2];
    for (int i = 0; i < WHAT; i++) best[i][0] = best[i][1] = 1e18;
    for (int round = 0; round < ROUNDS; round++) {
        for (int which = 0; which < 2; which++) {
            const char *query = queries[which];
            const double times[WHAT] = {new_and_init(md[which]), copy(md[which]), kdf(library, "PBKDF2", 1000, name, query),
                                        kdf(library, "HKDF", 1, name, query), hmac(mac, name, query)};
            for (int i = 0; i < WHAT; i++) {
                if (times[i] < best[i][which]) best[i][which] = times[i];
            }
        }
    }
    EVP_MAC_free(mac);
    for (int i = 0; i < WHAT; i++) {
        printf("| %s | %s | %.0f | %.0f | %.2f |\n", name, what[i], best[i][0], best[i][1], best[i][0] / best[i][1]);
    }
}

int main(int argc, char **argv) {
    struct loaded loaded;
    CHECK(argc == 2);
    loaded = load(argv[1]);
    printf("%s\n| function | bytes | OpenSSL, ns | lanesum, ns | times as fast |\n| --- | --- | --- | --- | --- |\n",
           OpenSSL_version(OPENSSL_VERSION));
    for (size_t i = 0; i < FUNCTIONS; i++) {
        EVP_MD *md[2] = {EVP_MD_fetch(loaded.library, functions[i], "provider=default"),
                         EVP_MD_fetch(loaded.library, functions[i], "provider=lanesum")};
        bool is_xof = EVP_MD_get_flags(md[1]) & EVP_MD_FLAG_XOF;
        for (size_t k = 0; k < SIZES; k++) {
            double best[2] = {1e18, 1e18};
            for (int round = 0; round < ROUNDS; round++) {
                for (int which = 0; which < 2; which++) {
                    double time = sample(md[which], is_xof, sizes[k]);
                    if (time < best[which]) best[which] = time;
                }
            }
            printf("| %s | %zu | %.0f | %.0f | %.2f |\n", functions[i], sizes[k], best[0], best[1], best[0] / best[1]);
        }
        if (!is_xof) contexts(loaded.library, md, functions[i]);
        EVP_MD_free(md[0]);
        EVP_MD_free(md[1]);
    }
    unload(loaded);
    return 0;
}
