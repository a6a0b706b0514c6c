// A program as XKCP's users write it: every function of the headers in include/lanesum-xkcp, against a model of plain bytes whose
// permutation is held to the answers of crates/reference. Valid C and C++.

#include "KeccakP-1600-SnP.h"
#include "KeccakP-1600-times2-SnP.h"
#include "KeccakP-1600-times4-SnP.h"
#include "KeccakP-1600-times8-SnP.h"
#include "KeccakP-200-SnP.h"
#include "KeccakP-400-SnP.h"
#include "KeccakP-800-SnP.h"
#include "answers.h"
#include "check.h"

#if defined(__unix__)
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

// The header says which functions there are, as XKCP's do.
#if !defined(KeccakF1600_FastLoop_supported) || !defined(KeccakP1600_12rounds_FastLoop_supported) ||                 \
    !defined(KeccakF1600_ODFastLoop_supported) || !defined(KeccakF1600times4_FastLoop_supported) ||                  \
    !defined(KeccakP1600times8_12rounds_FastLoop_supported) || !defined(KeccakP1600times2_KT128ProcessLeaves_supported) || \
    !defined(KeccakF1600times4_FastKravatte_supported) || !defined(KeccakF1600times8_FastKravatte_supported)
#error "a macro is missing"
#endif

static unsigned char data[8 * 8192];

static void add(unsigned char *bytes, const unsigned char *more, size_t len) {
    for (size_t i = 0; i < len; i++) bytes[i] ^= more[i];
}

// One test for each width, since the functions have names of their own. The old interface has states in arrays of bytes.
#define TEST_SNP(bits, full)                                                                                            \
    static void permute_##bits(unsigned char *bytes, unsigned rounds) {                                                 \
        KeccakP##bits##_state state;                                                                                    \
        KeccakP##bits##_Initialize(&state);                                                                             \
        KeccakP##bits##_AddBytes(&state, bytes, 0, bits / 8);                                                          \
        if (rounds == full) {                                                                                            \
            KeccakP##bits##_Permute_##full##rounds(&state);                                                             \
        } else {                                                                                                         \
            KeccakP##bits##_Permute_Nrounds(&state, rounds);                                                            \
        }                                                                                                                \
        KeccakP##bits##_ExtractBytes(&state, bytes, 0, bits / 8);                                                      \
    }                                                                                                                    \
    static void test_##bits(void) {                                                                                     \
        enum { BYTES = bits / 8, LANE = BYTES / 25 };                                                                   \
        uint64_t state[KeccakP##bits##_stateSizeInBytes / 8], copy[KeccakP##bits##_stateSizeInBytes / 8];              \
        unsigned char model[BYTES], out[BYTES], sum[BYTES];                                                              \
        unsigned answered = 0;                                                                                           \
        CHECK(sizeof(KeccakP##bits##_state) == KeccakP##bits##_stateSizeInBytes);                                      \
        CHECK(KeccakP##bits##_stateAlignment == 8 && strlen(KeccakP##bits##_implementation) > 0);                      \
        for (size_t i = 0; i < sizeof permuted / sizeof permuted[0]; i++) {                                              \
            if (permuted[i].width != bits) continue;                                                                    \
            for (size_t k = 0; k < BYTES; k++) model[k] = (unsigned char)(7 * k + 3);                                    \
            permute_##bits(model, permuted[i].rounds);                                                                  \
            CHECK(equals_hex(model, 16, permuted[i].bytes));                                                             \
            answered++;                                                                                                  \
        }                                                                                                                \
        CHECK(answered == 6);                                                                                            \
        memcpy(sum, model, BYTES);                                                                                       \
        permute_##bits(model, 0);                                                                                       \
        CHECK(memcmp(sum, model, BYTES) == 0);                                                                           \
        KeccakP##bits##_StaticInitialize();                                                                             \
        KeccakP##bits##_Initialize(state);                                                                              \
        memset(model, 0, sizeof model);                                                                                  \
        for (unsigned offset = 0; offset <= BYTES; offset++) {                                                           \
            for (unsigned length = 0; length + offset <= BYTES; length += 1 + length / 8) {                              \
                KeccakP##bits##_AddBytes(state, data + offset + 1, offset, length);                                     \
                add(model + offset, data + offset + 1, length);                                                          \
                if ((offset + length) % 3 == 0) {                                                                        \
                    KeccakP##bits##_OverwriteBytes(state, data + length, offset, length);                               \
                    memcpy(model + offset, data + length, length);                                                       \
                }                                                                                                        \
                memset(out, 0, sizeof out);                                                                              \
                KeccakP##bits##_ExtractBytes(state, out, offset, length);                                               \
                CHECK(memcmp(out, model + offset, length) == 0);                                                         \
                memcpy(sum, data, length);                                                                               \
                add(sum, model + offset, length);                                                                        \
                KeccakP##bits##_ExtractAndAddBytes(state, data, out, offset, length);                                   \
                CHECK(memcmp(out, sum, length) == 0);                                                                    \
                memcpy(out, data, length); /* in place */                                                                \
                KeccakP##bits##_ExtractAndAddBytes(state, out, out, offset, length);                                    \
                CHECK(memcmp(out, sum, length) == 0);                                                                    \
            }                                                                                                            \
            if (offset < BYTES) {                                                                                        \
                KeccakP##bits##_AddByte(state, 0xa5, offset);                                                           \
                model[offset] ^= 0xa5;                                                                                   \
            }                                                                                                            \
            KeccakP##bits##_Permute_##full##rounds(state);                                                              \
            permute_##bits(model, full);                                                                                \
            KeccakP##bits##_OverwriteWithZeroes(state, offset);                                                         \
            memset(model, 0, offset);                                                                                    \
        }                                                                                                                \
        for (unsigned lanes = 1; lanes <= 25; lanes++) {                                                                  \
            const size_t block = lanes * LANE, len = 3 * block + LANE - 1;                                               \
            memcpy(copy, state, sizeof copy);                                                                            \
            CHECK(KeccakF##bits##_FastLoop_Absorb(copy, lanes, data + 5, len) == len - len % block);                    \
            memcpy(sum, model, sizeof sum);                                                                              \
            for (size_t at = 0; at + block <= len; at += block) {                                                        \
                add(sum, data + 5 + at, block);                                                                          \
                permute_##bits(sum, full);                                                                              \
            }                                                                                                            \
            KeccakP##bits##_ExtractBytes(copy, out, 0, BYTES);                                                          \
            CHECK(memcmp(out, sum, BYTES) == 0);                                                                         \
        }                                                                                                                \
    }

TEST_SNP(200, 18)
TEST_SNP(400, 20)
TEST_SNP(800, 22)
TEST_SNP(1600, 24)

// What only some widths have.
static void test_of_their_own(void) {
    KeccakP800_state state800;
    KeccakP1600_state state;
    unsigned char model[200], out[200], other[200];
    memcpy(model, data, 100);
    KeccakP800_Initialize(&state800);
    KeccakP800_AddBytes(&state800, data, 0, 100);
    KeccakP800_Permute_12rounds(&state800);
    KeccakP800_ExtractBytes(&state800, out, 0, 100);
    permute_800(model, 12);
    CHECK(memcmp(out, model, 100) == 0);

    memset(model, 0, sizeof model);
    KeccakP1600_Initialize(&state);
    KeccakP1600_Permute_12rounds(&state);
    permute_1600(model, 12);
    CHECK(KeccakP1600_12rounds_FastLoop_Absorb(&state, 21, data, 1000) == 5 * 168);
    for (int i = 0; i < 5; i++) {
        add(model, data + 168 * i, 168);
        permute_1600(model, 12);
    }
    KeccakP1600_ExtractBytes(&state, out, 0, 200);
    CHECK(memcmp(out, model, 200) == 0);

    // Overwrite duplexing: input and output, output alone, input alone, with both numbers of rounds.
    for (unsigned lanes = 16; lanes <= 20; lanes += 4) {
        for (unsigned rounds = 12; rounds <= 24; rounds += 12) {
            unsigned char output[700], expected[700];
            const size_t block = 8 * lanes, blocks = 600 / block;
            for (int kind = 0; kind < 3; kind++) {
                // A last block that is full stays with the caller where there is no output.
                const size_t len = kind == 2 ? 4 * block : 600, taken = kind == 2 ? 3 : blocks;
                size_t got;
                for (size_t i = 0; i < taken; i++) {
                    memset(other, 0, sizeof other);
                    other[0] = 1;
                    memcpy(model, kind == 1 ? other : data + i * block, block);
                    model[block] ^= 0x86;
                    model[block + 7] ^= 0x42;
                    permute_1600(model, rounds);
                    memcpy(expected + i * block, data + 3000 + i * block, block);
                    add(expected + i * block, model, block);
                }
                if (rounds == 12) {
                    got = kind == 0   ? KeccakP1600_12rounds_ODDuplexingFastInOut(&state, lanes, data, len, output, data + 3000,
                                                                                0x4200000000000086)
                          : kind == 1 ? KeccakP1600_12rounds_ODDuplexingFastOut(&state, lanes, output, len, data + 3000,
                                                                                0x4200000000000086)
                                      : KeccakP1600_12rounds_ODDuplexingFastIn(&state, lanes, data, len, 0x4200000000000086);
                } else {
                    got = kind == 0
                              ? KeccakP1600_ODDuplexingFastInOut(&state, lanes, data, len, output, data + 3000, 0x4200000000000086)
                          : kind == 1 ? KeccakP1600_ODDuplexingFastOut(&state, lanes, output, len, data + 3000, 0x4200000000000086)
                                      : KeccakP1600_ODDuplexingFastIn(&state, lanes, data, len, 0x4200000000000086);
                }
                CHECK(got == taken * block);
                CHECK(kind == 2 || memcmp(output, expected, got) == 0);
                KeccakP1600_ExtractBytes(&state, out, 0, 200);
                CHECK(memcmp(out, model, 200) == 0);
            }
        }
    }
}

#define TEST_PLSNP(count)                                                                                                \
    static void equal_##count(const void *states, unsigned char model[count][200]) {                                     \
        unsigned char out[200];                                                                                          \
        for (unsigned i = 0; i < count; i++) {                                                                           \
            KeccakP1600times##count##_ExtractBytes(states, i, out, 0, 200);                                              \
            CHECK(memcmp(out, model[i], 200) == 0);                                                                      \
        }                                                                                                                \
    }                                                                                                                    \
    static void test_times##count(void) {                                                                                \
        KeccakP1600times##count##_states states, copy;                                                                   \
        unsigned char model[count][200], sum[count][200], out[8 * 8 * 40], expected[8 * 8 * 40];                         \
        CHECK(sizeof states == KeccakP1600times##count##_statesSizeInBytes);                                             \
        CHECK((uintptr_t)&states % KeccakP1600times##count##_statesAlignment == 0);                                      \
        CHECK(strlen(KeccakP1600times##count##_implementation) > 0);                                                     \
        KeccakP1600times##count##_StaticInitialize();                                                                    \
        KeccakP1600times##count##_InitializeAll(&states);                                                                \
        memset(model, 0, sizeof model);                                                                                  \
        equal_##count(&states, model);                                                                                   \
        for (unsigned i = 0; i < count; i++) {                                                                           \
            for (unsigned offset = 0; offset < 200; offset += 3) {                                                       \
                unsigned length = (200 - offset) * (i + 1) / count;                                                      \
                KeccakP1600times##count##_AddBytes(&states, i, data + i + offset, offset, length);                       \
                add(model[i] + offset, data + i + offset, length);                                                       \
                KeccakP1600times##count##_AddByte(&states, i, 0x5a, offset);                                             \
                model[i][offset] ^= 0x5a;                                                                                \
                KeccakP1600times##count##_OverwriteBytes(&states, i, data + offset, offset, length / 2);                 \
                memcpy(model[i] + offset, data + offset, length / 2);                                                    \
                memcpy(expected, data, length);                                                                          \
                add(expected, model[i] + offset, length);                                                                \
                KeccakP1600times##count##_ExtractAndAddBytes(&states, i, data, out, offset, length);                     \
                CHECK(memcmp(out, expected, length) == 0);                                                               \
            }                                                                                                            \
            KeccakP1600times##count##_OverwriteWithZeroes(&states, i, 11 * i);                                           \
            memset(model[i], 0, 11 * i);                                                                                 \
        }                                                                                                                \
        equal_##count(&states, model);                                                                                   \
        for (unsigned rounds = 0; rounds < 4; rounds++) {                                                                \
            static const unsigned numbers[] = {4, 6, 12, 24};                                                            \
            if (rounds == 0) KeccakP1600times##count##_PermuteAll_4rounds(&states);                                      \
            if (rounds == 1) KeccakP1600times##count##_PermuteAll_6rounds(&states);                                      \
            if (rounds == 2) KeccakP1600times##count##_PermuteAll_12rounds(&states);                                     \
            if (rounds == 3) KeccakP1600times##count##_PermuteAll_24rounds(&states);                                     \
            for (unsigned i = 0; i < count; i++) permute_1600(model[i], numbers[rounds]);                                \
            equal_##count(&states, model);                                                                               \
        }                                                                                                                \
        for (unsigned lanes = 0; lanes <= 25; lanes++) {                                                                 \
            for (unsigned offset = lanes; offset <= 40; offset += 9) {                                                   \
                KeccakP1600times##count##_AddLanesAll(&states, data + 1, lanes, offset);                                 \
                for (unsigned i = 0; i < count; i++) add(model[i], data + 1 + 8 * offset * i, 8 * lanes);                \
                memset(out, 0, sizeof out);                                                                              \
                memset(expected, 0, sizeof expected);                                                                    \
                KeccakP1600times##count##_ExtractLanesAll(&states, out, lanes, offset);                                  \
                for (unsigned i = 0; i < count; i++) memcpy(expected + 8 * offset * i, model[i], 8 * lanes);             \
                CHECK(memcmp(out, expected, sizeof out) == 0);                                                           \
                KeccakP1600times##count##_ExtractAndAddLanesAll(&states, data, out, lanes, offset);                      \
                for (unsigned i = 0; i < count; i++) add(expected + 8 * offset * i, data + 8 * offset * i, 8 * lanes);   \
                CHECK(memcmp(out, expected, sizeof out) == 0);                                                           \
            }                                                                                                            \
            KeccakP1600times##count##_OverwriteLanesAll(&states, data + lanes, lanes, 25);                               \
            for (unsigned i = 0; i < count; i++) memcpy(model[i], data + lanes + 200 * i, 8 * lanes);                    \
            equal_##count(&states, model);                                                                               \
        }                                                                                                                \
        for (unsigned rounds = 12; rounds <= 24; rounds += 12) {                                                         \
            for (unsigned lanes = 1; lanes <= 25; lanes += 4) {                                                           \
                /* Blocks of each state in a row; and of all states one after the other. */                              \
                for (int way = 0; way < 2; way++) {                                                                      \
                    const unsigned parallel = way == 0 ? 5 * lanes : lanes, serial = way == 0 ? lanes : count * lanes;   \
                    const size_t len = 8 * lanes * count * 5 + 7, span = 8 * (parallel * (count - 1) + lanes);           \
                    size_t at = 0, got;                                                                                  \
                    memcpy(&copy, &states, sizeof copy);                                                                 \
                    memcpy(sum, model, sizeof sum);                                                                      \
                    while (at + span <= len) {                                                                           \
                        for (unsigned i = 0; i < count; i++) {                                                           \
                            add(sum[i], data + at + 8 * parallel * i, 8 * lanes);                                        \
                            permute_1600(sum[i], rounds);                                                                \
                        }                                                                                                \
                        at += 8 * serial;                                                                                \
                    }                                                                                                    \
                    got = rounds == 24 ? KeccakF1600times##count##_FastLoop_Absorb(&copy, lanes, parallel, serial, data, \
                                                                                   len)                                  \
                                       : KeccakP1600times##count##_12rounds_FastLoop_Absorb(&copy, lanes, parallel,      \
                                                                                            serial, data, len);          \
                    CHECK(got == at);                                                                                    \
                    equal_##count(&copy, sum);                                                                           \
                }                                                                                                        \
            }                                                                                                            \
        }                                                                                                                \
        {                                                                                                                \
            /* A leaf is TurboSHAKE with the domain 0x0b. */                                                             \
            lanesum_options options = LANESUM_OPTIONS;                                                                   \
            options.domain = 0x0b;                                                                                       \
            KeccakP1600times##count##_KT128ProcessLeaves(data, out);                                                     \
            for (int i = 0; i < count; i++) {                                                                            \
                WORKS(lanesum_digest(LANESUM_TURBOSHAKE128, &options, data + 8192 * i, 8192, expected, 32));             \
                CHECK(memcmp(out + 32 * i, expected, 32) == 0);                                                          \
            }                                                                                                            \
            KeccakP1600times##count##_KT256ProcessLeaves(data, out);                                                     \
            for (int i = 0; i < count; i++) {                                                                            \
                WORKS(lanesum_digest(LANESUM_TURBOSHAKE256, &options, data + 8192 * i, 8192, expected, 64));             \
                CHECK(memcmp(out + 64 * i, expected, 64) == 0);                                                          \
            }                                                                                                            \
        }                                                                                                                \
    }

TEST_PLSNP(2)
TEST_PLSNP(4)
TEST_PLSNP(8)

// Kravatte with a state by itself: the blocks, each plus a key that rolls, permuted; and the same the other way.
static uint64_t lane_of(const unsigned char *bytes) {
    uint64_t lane = 0;
    for (int i = 7; i >= 0; i--) lane = lane << 8 | bytes[i];
    return lane;
}

static void to_bytes(unsigned char *bytes, const uint64_t *lanes) {
    for (int i = 0; i < 200; i++) bytes[i] = (unsigned char)(lanes[i / 8] >> (8 * (i % 8)));
}

static uint64_t rotated(uint64_t lane, int by) { return lane << by | lane >> (64 - by); }

#define TEST_KRAVATTE(count)                                                                                             \
    static void test_kravatte##count(void) {                                                                             \
        enum { BLOCK = 200, LEN = 3 * count * BLOCK + 199, WHOLE = 3 * count * BLOCK };                                  \
        uint64_t key[26], accumulator[26], model_key[26] = {0}, model[26] = {0};                                                   \
        unsigned char block[BLOCK], mask[BLOCK], out[LEN], expected[LEN];                                                \
        for (int i = 0; i < 25; i++) model_key[i] = lane_of(data + 8 * i + 3);                                           \
        for (int i = 0; i < 25; i++) model[i] = lane_of(data + 8 * i + 77);                                              \
        memcpy(key, model_key, sizeof key);                                                                              \
        memcpy(accumulator, model, sizeof accumulator);                                                                  \
        CHECK(KeccakP1600times##count##_KravatteCompress(accumulator, key, data + 1, count * BLOCK - 1) == 0);           \
        CHECK(KeccakP1600times##count##_KravatteCompress(accumulator, key, data + 1, LEN) == WHOLE);                     \
        for (int at = 0; at < WHOLE; at += BLOCK) {                                                                      \
            to_bytes(block, model_key);                                                                                  \
            add(block, data + 1 + at, BLOCK);                                                                            \
            permute_1600(block, 6);                                                                                      \
            for (int i = 0; i < 25; i++) model[i] ^= lane_of(block + 8 * i);                                             \
            model_key[25] = rotated(model_key[20], 7) ^ model_key[21] ^ model_key[21] >> 3;                              \
            for (int i = 20; i < 25; i++) model_key[i] = model_key[i + 1];                                               \
        }                                                                                                                \
        CHECK(memcmp(key, model_key, 200) == 0 && memcmp(accumulator, model, 200) == 0);                                 \
        memset(out, 0x5a, sizeof out);                                                                                   \
        memset(expected, 0x5a, sizeof expected);                                                                         \
        CHECK(KeccakP1600times##count##_KravatteExpand(accumulator, key, out, LEN) == WHOLE);                            \
        to_bytes(mask, model_key);                                                                                       \
        for (int at = 0; at < WHOLE; at += BLOCK) {                                                                      \
            to_bytes(expected + at, model);                                                                              \
            permute_1600(expected + at, 6);                                                                              \
            add(expected + at, mask, BLOCK);                                                                             \
            model[25] = rotated(model[15], 7) ^ rotated(model[16], 18) ^ (model[17] & model[16] >> 1);                   \
            for (int i = 15; i < 25; i++) model[i] = model[i + 1];                                                       \
        }                                                                                                                \
        CHECK(memcmp(out, expected, sizeof out) == 0 && memcmp(accumulator, model, 200) == 0);                           \
        CHECK(memcmp(key, model_key, 200) == 0);                                                                         \
    }

TEST_KRAVATTE(4)
TEST_KRAVATTE(8)

// XKCP's own states are lanes and nothing else, so that its Kravatte overwrites states that were never initialised: of garbage, and of
// the remains of other states, each time with the same result.
static void test_never_initialised(void) {
    KeccakP1600times4_states many[2];
    KeccakP1600_state one[2];
    unsigned char out[2][200];
    for (int i = 0; i < 2; i++) {
        memset(&many[i], i == 0 ? 0x5a : 0xff, sizeof many[i]);
        memset(&one[i], i == 0 ? 0x5a : 0xff, sizeof one[i]);
        for (unsigned k = 0; k < 4; k++) KeccakP1600times4_OverwriteBytes(&many[i], k, data + 200 * k, 0, 200);
        KeccakP1600times4_PermuteAll_6rounds(&many[i]);
        KeccakP1600times4_ExtractBytes(&many[i], 3, out[0], 0, 200);
        KeccakP1600_OverwriteBytes(&one[i], data + 600, 0, 150);
        KeccakP1600_OverwriteBytes(&one[i], data + 750, 150, 50);
        KeccakP1600_Permute_Nrounds(&one[i], 6);
        KeccakP1600_ExtractBytes(&one[i], out[1], 0, 200);
        CHECK(memcmp(out[0], out[1], 200) == 0);
        KeccakP1600times4_OverwriteLanesAll(&many[i], data, 25, 25);
        // A part only: the rest is garbage, which may be anything but must be permuted as well.
        memset(&many[i], 0x5a, sizeof many[i]);
        KeccakP1600times4_OverwriteWithZeroes(&many[i], 2, 8);
        KeccakP1600times4_PermuteAll_24rounds(&many[i]);
        memcpy(&one[i], &many[i], sizeof one[i]);
        KeccakP1600_OverwriteWithZeroes(&one[i], 200);
        KeccakP1600_ExtractBytes(&one[i], out[0], 0, 200);
        for (int k = 0; k < 200; k++) CHECK(out[0][k] == 0);
    }
}

#if defined(__unix__)
// A precondition that is not kept ends the program, and nothing else does.
static void aborts(void (*broken)(void)) {
    int status;
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        broken();
        _exit(0);
    }
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}

static void past_the_end(void) {
    KeccakP200_state state;
    KeccakP200_Initialize(&state);
    KeccakP200_AddBytes(&state, data, 20, 6);
}

static void output_past_the_end(void) {
    KeccakP1600_state state;
    unsigned char out[201];
    KeccakP1600_Initialize(&state);
    KeccakP1600_ExtractAndAddBytes(&state, data, out, 0, 201);
}

static void not_initialised(void) {
    KeccakP1600times4_states states;
    memset(&states, 0, sizeof states);
    KeccakP1600times4_PermuteAll_24rounds(&states);
}

static void no_such_instance(void) {
    KeccakP1600times2_states states;
    KeccakP1600times2_InitializeAll(&states);
    KeccakP1600times2_AddByte(&states, 2, 1, 0);
}

static void no_lanes(void) {
    KeccakP1600_state state;
    KeccakP1600_Initialize(&state);
    (void)KeccakF1600_FastLoop_Absorb(&state, 0, data, 8);
}
#endif

int main(void) {
    fill_pattern(data, sizeof data);
    test_200();
    test_400();
    test_800();
    test_1600();
    test_of_their_own();
    test_times2();
    test_times4();
    test_times8();
    test_kravatte4();
    test_kravatte8();
    test_never_initialised();
#if defined(__unix__)
    aborts(past_the_end);
    aborts(output_past_the_end);
    aborts(not_initialised);
    aborts(no_such_instance);
    aborts(no_lanes);
#endif
    printf("xkcp: seven headers\n");
    return 0;
}
