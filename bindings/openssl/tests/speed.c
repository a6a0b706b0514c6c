// The loop of `openssl speed -evp` for each function that both providers have, in turn: `speed DIRECTORY`, where lanesum.so is. Nanoseconds
// for a message by EVP_Digest, the best of many short samples, since other programs only ever make one slower. `make speed` calls it.

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
        EVP_MD_free(md[0]);
        EVP_MD_free(md[1]);
    }
    unload(loaded);
    return 0;
}
