// XKCP's modes by their names, in pieces and in one call, against lanesum.h.

#include "KangarooTwelve.h"
#include "SP800-185.h"
#include "SimpleFIPS202.h"
#include "check.h"

#define LONGEST 70000

static unsigned char message[LONGEST], expected[200], out[200], again[200];

static const lanesum_options NONE = LANESUM_OPTIONS;

static void by_lanesum(lanesum_algorithm algorithm, const lanesum_options *options, size_t length, size_t output) {
    CHECK(lanesum_digest(algorithm, options, message, length, expected, output) == LANESUM_OK);
}

// The next piece of a message: pieces of all lengths up to 1000 bytes, then one that is as long as the rest.
static size_t piece(size_t at, size_t length) {
    const size_t next = at < 20000 ? (at * 7 + 3) % 1000 : length;
    return next < length - at ? next : length - at;
}

#define IN_PIECES(update)                                                                                                      \
    do {                                                                                                                       \
        size_t at = 0, now;                                                                                                    \
        for (; at < length; at += now) {                                                                                       \
            now = piece(at, length);                                                                                           \
            CHECK(update == 0);                                                                                                \
        }                                                                                                                      \
    } while (0)

#define SAME(bytes) CHECK(memcmp(out, expected, bytes) == 0)

static void hashes(size_t length) {
    static const struct {
        lanesum_algorithm algorithm;
        unsigned int capacity, bits;
        unsigned char suffix;
    } functions[] = {{LANESUM_SHA3_224, 448, 224, 0x06}, {LANESUM_SHA3_256, 512, 256, 0x06},  {LANESUM_SHA3_384, 768, 384, 0x06},
                     {LANESUM_SHA3_512, 1024, 512, 0x06}, {LANESUM_KECCAK256, 512, 256, 0x01}, {LANESUM_SHAKE128, 256, 0, 0x1F},
                     {LANESUM_SHAKE256, 512, 0, 0x1F}};
    size_t i;
    for (i = 0; i < sizeof functions / sizeof *functions; i++) {
        const size_t bytes = functions[i].bits > 0 ? functions[i].bits / 8 : 200;
        Keccak_HashInstance instance, copy;
        by_lanesum(functions[i].algorithm, NULL, length, bytes);
        CHECK(Keccak_HashInitialize(&instance, 1600 - functions[i].capacity, functions[i].capacity, functions[i].bits,
                                    functions[i].suffix) == KECCAK_SUCCESS);
        IN_PIECES(Keccak_HashUpdate(&instance, message + at, 8 * now));
        copy = instance;
        CHECK(Keccak_HashFinal(&instance, out) == KECCAK_SUCCESS);
        if (functions[i].bits == 0) {
            CHECK(Keccak_HashSqueeze(&instance, out, 8 * 7) == KECCAK_SUCCESS);
            CHECK(Keccak_HashSqueeze(&instance, out + 7, 8 * 193) == KECCAK_SUCCESS);
        }
        SAME(bytes);
        CHECK(KeccakWidth1600_SpongeAbsorb(&instance.sponge, message, 1) == 1);
        CHECK(Keccak_HashFinal(&copy, again) == KECCAK_SUCCESS);
        if (functions[i].bits == 0) CHECK(Keccak_HashSqueeze(&copy, again, 8 * 200) == KECCAK_SUCCESS);
        CHECK(memcmp(again, expected, bytes) == 0);
    }
    by_lanesum(LANESUM_SHA3_256, NULL, length, 32);
    CHECK(SHA3_256(out, message, length) == 0);
    SAME(32);
    by_lanesum(LANESUM_SHAKE256, NULL, length, 99);
    CHECK(SHAKE256(out, 99, message, length) == 0);
    SAME(99);
}

static void turbo(size_t length) {
    const unsigned int capacities[] = {256, 512};
    size_t i;
    for (i = 0; i < 2; i++) {
        lanesum_options options = NONE;
        TurboSHAKE_Instance instance;
        options.domain = 0x33;
        by_lanesum(i == 0 ? LANESUM_TURBOSHAKE128 : LANESUM_TURBOSHAKE256, &options, length, 200);
        CHECK(TurboSHAKE_Initialize(&instance, capacities[i]) == 0);
        IN_PIECES(TurboSHAKE_Absorb(&instance, message + at, now));
        CHECK(TurboSHAKE_AbsorbDomainSeparationByte(&instance, 0x33) == 0);
        CHECK(TurboSHAKE_Squeeze(&instance, out, 200) == 0);
        SAME(200);
        CHECK(TurboSHAKE(capacities[i], message, length, 0x33, out, 200) == 0);
        SAME(200);
    }
}

static void kangaroo(size_t length) {
    const size_t customs[] = {0, 1, 9000};
    size_t i;
    for (i = 0; i < 6; i++) {
        const int level = i % 2 == 0 ? 128 : 256;
        const size_t custom = customs[i / 2];
        lanesum_options options = NONE;
        KangarooTwelve_Instance instance;
        options.customization = message;
        options.customization_len = custom;
        by_lanesum(level == 128 ? LANESUM_KT128 : LANESUM_KT256, &options, length, 200);
        CHECK(KangarooTwelve_Initialize(&instance, level, 200) == 0);
        IN_PIECES(KangarooTwelve_Update(&instance, message + at, now));
        CHECK(KangarooTwelve_Final(&instance, out, message, custom) == 0);
        SAME(200);
        CHECK(KangarooTwelve_Squeeze(&instance, out, 1) == 1 && KangarooTwelve_Update(&instance, message, 1) == 1);
        CHECK(KangarooTwelve(level, message, length, out, 200, message, custom) == 0);
        SAME(200);
        CHECK(KangarooTwelve_Initialize(&instance, level, 0) == 0);
        CHECK(KangarooTwelve_Update(&instance, message, length) == 0 && KangarooTwelve_Final(&instance, NULL, message, custom) == 0);
        CHECK(KangarooTwelve_Squeeze(&instance, out, 3) == 0 && KangarooTwelve_Squeeze(&instance, out + 3, 197) == 0);
        SAME(200);
    }
}

// One strength of SP 800-185: by the functions with a length of output that is hashed, and by the XOFs.
#define DERIVED(n)                                                                                                             \
    static void derived##n(size_t length) {                                                                                    \
        lanesum_options options = NONE;                                                                                        \
        cSHAKE_Instance cshake;                                                                                                \
        KMAC_Instance kmac;                                                                                                    \
        ParallelHash_Instance parallel;                                                                                        \
        TupleHash_Instance tuple;                                                                                              \
        const TupleElement element = {message, 8 * length};                                                                    \
        options.customization = "custom";                                                                                      \
        options.customization_len = 6;                                                                                         \
        options.function_name = "name";                                                                                        \
        options.function_name_len = 4;                                                                                         \
        by_lanesum(LANESUM_CSHAKE##n, &options, length, 111);                                                                  \
        CHECK(cSHAKE##n##_Initialize(&cshake, 888, (const BitSequence *)"name", 32, (const BitSequence *)"custom", 48) == 0);  \
        IN_PIECES(cSHAKE##n##_Update(&cshake, message + at, 8 * now));                                                         \
        CHECK(cSHAKE##n##_Final(&cshake, out) == 0);                                                                           \
        SAME(111);                                                                                                             \
        options.function_name = NULL;                                                                                          \
        options.function_name_len = 0;                                                                                         \
        options.key = message;                                                                                                 \
        options.key_len = 300;                                                                                                 \
        by_lanesum(LANESUM_KMAC##n, &options, length, 111);                                                                    \
        CHECK(KMAC##n##_Initialize(&kmac, message, 2400, 888, (const BitSequence *)"custom", 48) == 0);                        \
        IN_PIECES(KMAC##n##_Update(&kmac, message + at, 8 * now));                                                             \
        CHECK(KMAC##n##_Final(&kmac, out) == 0 && KMAC##n##_Squeeze(&kmac, again, 8) == 1);                                    \
        SAME(111);                                                                                                             \
        by_lanesum(LANESUM_KMACXOF##n, &options, length, 111);                                                                 \
        CHECK(KMAC##n##_Initialize(&kmac, message, 2400, 0, (const BitSequence *)"custom", 48) == 0);                          \
        CHECK(KMAC##n##_Update(&kmac, message, 8 * length) == 0 && KMAC##n##_Final(&kmac, NULL) == 0);                         \
        CHECK(KMAC##n##_Squeeze(&kmac, out, 8) == 0 && KMAC##n##_Squeeze(&kmac, out + 1, 880) == 0);                           \
        SAME(111);                                                                                                             \
        options.key = NULL;                                                                                                    \
        options.key_len = 0;                                                                                                   \
        by_lanesum(LANESUM_TUPLEHASH##n, &options, length, 111);                                                               \
        CHECK(TupleHash##n(&element, 1, out, 888, (const BitSequence *)"custom", 48) == 0);                                    \
        SAME(111);                                                                                                             \
        by_lanesum(LANESUM_TUPLEHASHXOF##n, &options, length, 111);                                                            \
        CHECK(TupleHash##n##_Initialize(&tuple, 0, (const BitSequence *)"custom", 48) == 0);                                   \
        CHECK(TupleHash##n##_Update(&tuple, &element, 1) == 0 && TupleHash##n##_Final(&tuple, NULL) == 0);                     \
        CHECK(TupleHash##n##_Squeeze(&tuple, out, 888) == 0);                                                                  \
        SAME(111);                                                                                                             \
        options.block_bytes = 64;                                                                                              \
        by_lanesum(LANESUM_PARALLELHASH##n, &options, length, 111);                                                            \
        CHECK(ParallelHash##n##_Initialize(&parallel, 64, 888, (const BitSequence *)"custom", 48) == 0);                       \
        IN_PIECES(ParallelHash##n##_Update(&parallel, message + at, 8 * now));                                                 \
        CHECK(ParallelHash##n##_Final(&parallel, out) == 0 && ParallelHash##n##_Update(&parallel, message, 8) == 1);           \
        SAME(111);                                                                                                             \
        CHECK(ParallelHash##n(message, 8 * length, 63, out, 888, NULL, 0) == 1);                                               \
    }

DERIVED(128)
DERIVED(256)

int main(void) {
    const size_t lengths[] = {0, 1, 63, 135, 136, 137, 168, 500, 8190, 8191, 8192, 8193, 16384, 30000, LONGEST};
    size_t i;
    for (i = 0; i < LONGEST; i++) message[i] = (unsigned char)(i * i % 251);
    for (i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        hashes(lengths[i]);
        turbo(lengths[i]);
        kangaroo(lengths[i]);
        derived128(lengths[i]);
        derived256(lengths[i]);
    }
    // The output over the input, as XKCP's own allow it.
    by_lanesum(LANESUM_KT128, NULL, 10000, 32);
    CHECK(KT128(message, 10000, message, 32, NULL, 0) == 0 && memcmp(message, expected, 32) == 0);
    by_lanesum(LANESUM_SHA3_512, NULL, 10000, 64);
    CHECK(SHA3_512(message, message, 10000) == 0 && memcmp(message, expected, 64) == 0);
    // Bits: five of them, whose digest of SHA3-256 FIPS 202's examples give.
    {
        static const unsigned char five[1] = {0x13};
        static const unsigned char digest[4] = {0x7B, 0x00, 0x47, 0xCF};
        Keccak_HashInstance instance;
        CHECK(Keccak_HashInitialize_SHA3_256(&instance) == KECCAK_SUCCESS);
        CHECK(Keccak_HashUpdate(&instance, five, 5) == KECCAK_SUCCESS && Keccak_HashFinal(&instance, out) == KECCAK_SUCCESS);
        CHECK(memcmp(out, digest, sizeof digest) == 0);
    }
    CHECK(Keccak_HashInitialize(NULL, 1088, 512, 256, 0) == KECCAK_FAIL);
    CHECK(KeccakWidth1600_Sponge(1088, 511, message, 1, 6, out, 32) == 1);
    puts("xkcp_modes.c: XKCP's modes by their names");
    return 0;
}
