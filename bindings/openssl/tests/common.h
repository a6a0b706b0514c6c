// What the tests share: CHECK, the functions under test, loading the provider.

#ifndef COMMON_H
#define COMMON_H

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/provider.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                    \
    do {                                                                    \
        if (!(condition)) {                                                 \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
            ERR_print_errors_fp(stderr);                                    \
            exit(1);                                                        \
        }                                                                   \
    } while (0)

// A call that must fail, and with which text on the queue.
#define FAILS(call, text)                                                                     \
    do {                                                                                      \
        ERR_clear_error();                                                                    \
        CHECK((call) <= 0);                                                                   \
        CHECK(strcmp(ERR_reason_error_string(ERR_peek_error()), text) == 0);                  \
        ERR_clear_error();                                                                    \
    } while (0)

// A context of libcrypto with the provider from a directory, and OpenSSL's own.
struct loaded {
    OSSL_LIB_CTX *library;
    OSSL_PROVIDER *lanesum, *own;
};

static inline struct loaded load(const char *directory) {
    struct loaded loaded;
    loaded.library = OSSL_LIB_CTX_new();
    CHECK(loaded.library != NULL);
    CHECK(OSSL_PROVIDER_set_default_search_path(loaded.library, directory));
    loaded.lanesum = OSSL_PROVIDER_load(loaded.library, "lanesum");
    CHECK(loaded.lanesum != NULL);
    loaded.own = OSSL_PROVIDER_load(loaded.library, "default");
    CHECK(loaded.own != NULL);
    return loaded;
}

static inline void unload(struct loaded loaded) {
    CHECK(OSSL_PROVIDER_unload(loaded.own));
    CHECK(OSSL_PROVIDER_unload(loaded.lanesum));
    OSSL_LIB_CTX_free(loaded.library);
}

// EVP_MD_CTX_dup, which is newer than 3.0.
static inline EVP_MD_CTX *duplicate(const EVP_MD_CTX *context) {
    EVP_MD_CTX *copy = EVP_MD_CTX_new();
    CHECK(copy != NULL && EVP_MD_CTX_copy_ex(copy, context));
    return copy;
}

#endif
