// What liboqs's XMSS takes from the rest of liboqs, by OpenSSL and the C library.
#ifndef STAND_IN_H
#define STAND_IN_H

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <stdint.h>
#include <stdlib.h>

#define OQS_MEM_malloc(size) malloc(size)
#define OQS_MEM_calloc(count, size) calloc(count, size)
#define OQS_MEM_insecure_free(memory) free(memory)
#define OQS_MEM_secure_free(memory, size) ((void)(size), free(memory))
// Verification needs none.
#define OQS_randombytes(out, size) ((void)(out), (void)(size), abort())
#define OQS_SHA2_sha256(out, in, size) SHA256(in, size, out)
#define OQS_SHA2_sha512(out, in, size) SHA512(in, size, out)
#define OQS_SHA3_shake128(out, out_size, in, size) shake(EVP_shake128(), out, out_size, in, size)
#define OQS_SHA3_shake256(out, out_size, in, size) shake(EVP_shake256(), out, out_size, in, size)

static inline void shake(const EVP_MD *function, uint8_t *out, size_t out_size, const uint8_t *in, size_t size) {
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    if (context == NULL || EVP_DigestInit_ex(context, function, NULL) != 1 || EVP_DigestUpdate(context, in, size) != 1 ||
        EVP_DigestFinalXOF(context, out, out_size) != 1) {
        abort();
    }
    EVP_MD_CTX_free(context);
}

#endif
