// Batches of lanesum beside batches of other libraries, and one message in a call beside OpenSSL: core cycles a byte, as tab-separated rows.
// `run` beside this file builds it. Samples and probes are those of crates/measure: a chain of dependent adds, one core cycle each, on both sides of each sample
// turns ticks of the time-stamp counter into core cycles; a sample whose probes differ or are slow does not count; implementations take turns.
#include <intel-ipsec-mb.h>
#include <isa-l_crypto/sha256_mb.h>
#include <lanesum.h>
#include <openssl/evp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <x86intrin.h>

#include "KeccakP-1600-times4-SnP.h"
#include "KeccakP-1600-times8-SnP.h"

enum { MOST = 64, LONGEST = 4096, SAMPLES = 2000, CHAIN = 2000 };

static uint8_t data[MOST * LONGEST], out[MOST * 32], expected[MOST * 32];
static const void *messages[MOST];
static size_t lens[MOST], count, len;
static lanesum_algorithm algorithm;

static void fail(const char *what) {
    fprintf(stderr, "batches: %s\n", what);
    exit(1);
}

static void lanesum(const char *backend) {
    lanesum_options options = LANESUM_OPTIONS;
    options.backend = backend;
    if (lanesum_digest_many(algorithm, &options, messages, lens, count, out, count * 32, 32)) fail("lanesum");
}
static void lanesum_best(void) { lanesum(NULL); }
static void lanesum_avx2(void) { lanesum("avx2"); }
static void lanesum_sha_ni(void) { lanesum("sha-ni"); }
static void lanesum_singly(void) {
    for (size_t i = 0; i < count; i++) lanesum_digest(algorithm, NULL, messages[i], len, out + 32 * i, 32);
}
static void openssl_singly(void) {
    static EVP_MD *md[2];
    EVP_MD **one = &md[algorithm == LANESUM_SHA256];
    if (!*one) *one = EVP_MD_fetch(NULL, algorithm == LANESUM_SHA256 ? "SHA2-256" : "SHA3-256", NULL);
    for (size_t i = 0; i < count; i++) EVP_Digest(messages[i], len, out + 32 * i, NULL, *one, NULL);
}

// ISA-L's managers by instruction set, as its own choice at run time calls them.
#define ISAL(set)                                                                                                       \
    int _sha256_ctx_mgr_init_##set(ISAL_SHA256_HASH_CTX_MGR *);                                                        \
    ISAL_SHA256_HASH_CTX *_sha256_ctx_mgr_submit_##set(ISAL_SHA256_HASH_CTX_MGR *, ISAL_SHA256_HASH_CTX *, const void *, \
                                                      uint32_t, ISAL_HASH_CTX_FLAG);                                   \
    ISAL_SHA256_HASH_CTX *_sha256_ctx_mgr_flush_##set(ISAL_SHA256_HASH_CTX_MGR *);                                     \
    static void isal_##set(void) {                                                                                     \
        static ISAL_SHA256_HASH_CTX_MGR manager __attribute__((aligned(64)));                                          \
        static ISAL_SHA256_HASH_CTX contexts[MOST] __attribute__((aligned(64)));                                       \
        static int ready;                                                                                              \
        if (!ready) ready = !_sha256_ctx_mgr_init_##set(&manager) || 1;                                                \
        for (size_t i = 0; i < count; i++) {                                                                           \
            isal_hash_ctx_init(&contexts[i]);                                                                          \
            _sha256_ctx_mgr_submit_##set(&manager, &contexts[i], messages[i], len, ISAL_HASH_ENTIRE);                  \
        }                                                                                                              \
        while (_sha256_ctx_mgr_flush_##set(&manager)) {                                                                \
        }                                                                                                              \
        for (size_t i = 0; i < 8 * count; i++)                                                                         \
            ((uint32_t *)out)[i] = __builtin_bswap32(contexts[i / 8].job.result_digest[i % 8]);                        \
    }
ISAL(avx512)
ISAL(avx2)
ISAL(sse_ni)
ISAL(avx512_ni)

static void ipsec(IMB_MGR *manager) {
    for (size_t i = 0; i < count; i++) {
        IMB_JOB *job = IMB_GET_NEXT_JOB(manager);
        job->cipher_mode = IMB_CIPHER_NULL;
        job->cipher_direction = IMB_DIR_ENCRYPT;
        job->chain_order = IMB_ORDER_HASH_CIPHER;
        job->hash_alg = IMB_AUTH_SHA_256;
        job->src = messages[i];
        job->hash_start_src_offset_in_bytes = 0;
        job->msg_len_to_hash_in_bytes = len;
        job->msg_len_to_cipher_in_bytes = 0;
        job->auth_tag_output = out + 32 * i;
        job->auth_tag_output_len_in_bytes = 32;
        IMB_SUBMIT_JOB_NOCHECK(manager);
    }
    while (IMB_FLUSH_JOB(manager)) {
    }
}
static IMB_MGR *ipsec_avx512_manager, *ipsec_avx2_manager;
static void ipsec_avx512(void) { ipsec(ipsec_avx512_manager); }
static void ipsec_avx2(void) { ipsec(ipsec_avx2_manager); }

// XKCP has permutations of several states, and fast absorption of blocks; the padding is this wrapper's.
#define XKCP(times, states_type)                                                                                              \
    static void xkcp_times##times(void) {                                                                                     \
        for (size_t at = 0; at < count; at += times) {                                                                        \
            states_type states;                                                                                               \
            KeccakP1600times##times##_InitializeAll(&states);                                                                 \
            const uint8_t *first = messages[at];                                                                              \
            size_t done = KeccakF1600times##times##_FastLoop_Absorb(&states, 17, len / 8, 17, first, len * times);            \
            for (unsigned i = 0; i < times; i++) {                                                                            \
                KeccakP1600times##times##_AddBytes(&states, i, first + i * len + done, 0, len - done);                        \
                KeccakP1600times##times##_AddByte(&states, i, 0x06, len - done);                                              \
                KeccakP1600times##times##_AddByte(&states, i, 0x80, 135);                                                     \
            }                                                                                                                 \
            KeccakP1600times##times##_PermuteAll_24rounds(&states);                                                           \
            for (unsigned i = 0; i < times; i++) KeccakP1600times##times##_ExtractBytes(&states, i, out + 32 * (at + i), 0, 32); \
        }                                                                                                                     \
    }
XKCP(8, KeccakP1600times8_SIMD512_states)
XKCP(4, KeccakP1600times4_SIMD256_states)

static const struct row {
    const char *who, *backend, *way;
    lanesum_algorithm algorithm;
    void (*run)(void);
} rows[] = {
    {"lanesum", "its choice", "batch", LANESUM_SHA256, lanesum_best},
    {"lanesum", "sha-ni", "batch", LANESUM_SHA256, lanesum_sha_ni},
    {"lanesum", "avx2", "batch", LANESUM_SHA256, lanesum_avx2},
    {"ISA-L", "avx512", "batch", LANESUM_SHA256, isal_avx512},
    {"ISA-L", "avx512_ni", "batch", LANESUM_SHA256, isal_avx512_ni},
    {"ISA-L", "sse_ni", "batch", LANESUM_SHA256, isal_sse_ni},
    {"ISA-L", "avx2", "batch", LANESUM_SHA256, isal_avx2},
    {"ipsec-mb", "avx512", "batch", LANESUM_SHA256, ipsec_avx512},
    {"ipsec-mb", "avx2", "batch", LANESUM_SHA256, ipsec_avx2},
    {"lanesum", "its choice", "one by one", LANESUM_SHA256, lanesum_singly},
    {"OpenSSL", "its choice", "one by one", LANESUM_SHA256, openssl_singly},
    {"lanesum", "its choice", "batch", LANESUM_SHA3_256, lanesum_best},
    {"lanesum", "avx2", "batch", LANESUM_SHA3_256, lanesum_avx2},
    {"XKCP", "avx512", "batch", LANESUM_SHA3_256, xkcp_times8},
    {"XKCP", "avx2", "batch", LANESUM_SHA3_256, xkcp_times4},
    {"lanesum", "its choice", "one by one", LANESUM_SHA3_256, lanesum_singly},
    {"OpenSSL", "its choice", "one by one", LANESUM_SHA3_256, openssl_singly},
};
enum { KINDS = sizeof rows / sizeof *rows };

static uint64_t probe(void) {
    unsigned core;
    uint64_t begin = __rdtscp(&core), n = CHAIN / 10, x = 0;
    _mm_lfence();
    // By a register: processors add a constant to a register at no cost while they rename it.
    do __asm__ volatile("add %1, %0\nadd %1, %0\nadd %1, %0\nadd %1, %0\nadd %1, %0\nadd %1, %0\nadd %1, %0\nadd %1, %0\nadd %1, %0\nadd %1, %0"
                        : "+r"(x)
                        : "r"(n));
    while (--n);
    uint64_t end = __rdtscp(&core);
    _mm_lfence();
    return end - begin;
}

static int order(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void shape(size_t bytes, size_t many) {
    static double taken[KINDS][SAMPLES];
    size_t quiet[KINDS] = {0};
    len = bytes;
    count = many;
    for (size_t i = 0; i < count; i++) {
        messages[i] = data + i * len;
        lens[i] = len;
    }
    for (int i = 0; i < KINDS; i++) { // All must agree with lanesum, one by one.
        algorithm = rows[i].algorithm;
        lanesum_singly();
        memcpy(expected, out, 32 * count);
        memset(out, 0, sizeof out);
        rows[i].run();
        if (memcmp(out, expected, 32 * count)) fail(rows[i].who);
    }
    size_t repeats = 1 + 60000 / (2 * len * count); // some 20 microseconds
    for (int n = 0; n < SAMPLES; n++) {
        for (int i = 0; i < KINDS; i++) {
            algorithm = rows[i].algorithm;
            rows[i].run();
            unsigned core;
            uint64_t before = probe(), begin = __rdtscp(&core);
            for (size_t k = 0; k < repeats; k++) rows[i].run();
            uint64_t end = __rdtscp(&core), after = probe();
            double high = before > after ? before : after, low = before > after ? after : before;
            if (high < 1.02 * low) taken[i][quiet[i]++] = (end - begin) * (CHAIN / ((high + low) / 2)) / (double)(repeats * len * count);
        }
    }
    for (int i = 0; i < KINDS; i++) {
        if (quiet[i] < 40) continue; // left to a quieter machine
        qsort(taken[i], quiet[i], sizeof(double), order);
        printf("%s\t%s\t%s\t%s\t%zu\t%zu\t%.3f\t%.3f\n", rows[i].algorithm == LANESUM_SHA256 ? "sha256" : "sha3-256", rows[i].who, rows[i].backend,
               rows[i].way, len, count, taken[i][quiet[i] / 4], taken[i][3 * quiet[i] / 4]);
    }
    fflush(stdout);
}

int main(void) {
    for (size_t i = 0; i < sizeof data; i++) data[i] = (uint8_t)(i * 167 + (i >> 8));
    init_mb_mgr_avx512(ipsec_avx512_manager = alloc_mb_mgr(0));
    init_mb_mgr_avx2(ipsec_avx2_manager = alloc_mb_mgr(0));
    shape(64, 64);
    shape(1024, 64);
    shape(4096, 16);
}
