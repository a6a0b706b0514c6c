// What is wrong with a call is an error, and the caller's memory stays as it was. Valid C and C++.

#include <errno.h>
#include <stdint.h>

#include "check.h"

static unsigned char data[4096], out[4096], kept[4096];

#define UNTOUCHED() CHECK(memcmp(out, kept, sizeof out) == 0)

// Numbers that are no algorithm, in the type of one.
static lanesum_algorithm numbered(int number) {
    lanesum_algorithm algorithm;
    memcpy(&algorithm, &number, sizeof algorithm);
    return algorithm;
}

static void algorithms(void) {
    static const int wrong[] = {0, LANESUM_BLAKE2SP + 1, 1000, -1, INT32_MIN, INT32_MAX};
    lanesum_hasher hasher;
    lanesum_algorithm found = LANESUM_SHA256;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        lanesum_algorithm none = numbered(wrong[i]);
        FAILS(LANESUM_ERROR_ALGORITHM, lanesum_init(&hasher, sizeof hasher, none, NULL));
        FAILS(LANESUM_ERROR_ALGORITHM, lanesum_digest(none, NULL, data, 1, out, 32));
        FAILS(LANESUM_ERROR_ALGORITHM, lanesum_digest_many(none, NULL, NULL, NULL, 0, out, 0, 32));
        FAILS(LANESUM_ERROR_ALGORITHM, lanesum_digest_file(none, NULL, "/dev/null", out, 32));
        CHECK(lanesum_name(none) == NULL && lanesum_backend(none, 1, NULL) == NULL);
        CHECK(lanesum_digest_bytes(none) == 0 && lanesum_block_bytes(none) == 0);
        CHECK(!lanesum_is_xof(none) && !lanesum_has_any_length(none) && !lanesum_backend_is_available(none, "portable"));
        CHECK(strcmp(lanesum_strerror((lanesum_error)1), lanesum_strerror(LANESUM_ERROR_NULL)) == 0);
    }
    FAILS(LANESUM_ERROR_ALGORITHM, lanesum_algorithm_by_name("sha1", &found));
    FAILS(LANESUM_ERROR_ALGORITHM, lanesum_algorithm_by_name("", &found));
    FAILS(LANESUM_ERROR_NULL, lanesum_algorithm_by_name(NULL, &found));
    FAILS(LANESUM_ERROR_NULL, lanesum_algorithm_by_name("sha256", NULL));
    lanesum_algorithm names[2];
    memcpy(names, "sha256", 7);
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_algorithm_by_name((const char *)names, names));
    CHECK(found == LANESUM_SHA256);
    UNTOUCHED();
}

// The text of each error: what is wrong, and what to do. It does not compile while one has no line (-Wswitch).
static const char *expected(lanesum_error error) {
    switch (error) {
    case LANESUM_OK: return "no error";
    case LANESUM_ERROR_NULL: return "a null pointer where memory is needed; only a length of 0 may have one";
    case LANESUM_ERROR_ALGORITHM: return "unknown algorithm; lanesum.h has the names";
    case LANESUM_ERROR_LENGTH: return "a length that the function does not have, or that no memory holds; lanesum_digest_bytes says how long a digest is";
    case LANESUM_ERROR_STATE: return "the state was not initialised, or was moved; copy states with lanesum_copy";
    case LANESUM_ERROR_FINISHED: return "the message has ended; begin the next one with lanesum_init";
    case LANESUM_ERROR_OVERLAP: return "overlapping buffers; memory that is written must not be read as well";
    case LANESUM_ERROR_OPTION: return "an option or a value of one that the function does not take, or a missing key; lanesum_options says what each takes";
    case LANESUM_ERROR_SIZE: return "a size that the library does not know; install the header's version, or give Keccak states LANESUM_KECCAK_BYTES";
    case LANESUM_ERROR_ALIGNMENT: return "a misaligned pointer; align it as its type asks for";
    case LANESUM_ERROR_BACKEND: return "the function or this machine has no such backend; give NULL for the fastest one";
    case LANESUM_ERROR_TAG: return "wrong tag or proof: it, the message or the key has changed; do not trust the message";
    case LANESUM_ERROR_MESSAGE_TOO_LONG: return "the message has more bits than its standard allows; split it";
    case LANESUM_ERROR_FILE: return "the file cannot be read; errno says why, but not on Windows";
    case LANESUM_ERROR_CALL: return "the function has no such call; lanesum.h says which functions each call is for";
    case LANESUM_ERROR_RANGE: return "a range, instance, rate, number of rounds or leaf that is not there; lanesum.h has the limits";
    case LANESUM_ERROR_INTERNAL: return "internal error of lanesum; wipe the state, and please report this";
    case LANESUM_ERROR_SAVED: return "no saved state of this function, a damaged one, or one of a later version; save the message again";
    }
    return "no error of lanesum has this number; lanesum.h has all of them";
}

static void texts(void) {
    lanesum_error none;
    int number = 18;
    for (int i = 0; i <= 17; i++) CHECK(strcmp(lanesum_strerror((lanesum_error)i), expected((lanesum_error)i)) == 0);
    memcpy(&none, &number, sizeof none);
    CHECK(strcmp(lanesum_strerror(none), expected(none)) == 0);
    number = -1;
    memcpy(&none, &number, sizeof none);
    CHECK(strcmp(lanesum_strerror(none), expected(none)) == 0);
    CHECK(strcmp(lanesum_version(), LANESUM_VERSION) == 0);
}

static void states(void) {
    size_t len;
    lanesum_hasher hasher, other, moved;
    memset(&hasher, 0, sizeof hasher);
    memset(&other, 0xa5, sizeof other);
    // Never initialised, in two ways.
    FAILS(LANESUM_ERROR_STATE, lanesum_update(&hasher, data, 1));
    FAILS(LANESUM_ERROR_STATE, lanesum_update(&other, data, 1));
    FAILS(LANESUM_ERROR_STATE, lanesum_finalize(&other, out, 32));
    FAILS(LANESUM_ERROR_STATE, lanesum_squeeze(&other, out, 32));
    FAILS(LANESUM_ERROR_STATE, lanesum_verify(&other, data, 32));
    FAILS(LANESUM_ERROR_STATE, lanesum_copy(&hasher, sizeof hasher, &other));
    FAILS(LANESUM_ERROR_STATE, lanesum_wipe(&other));
    WORKS(lanesum_wipe(&hasher));
    CHECK(lanesum_backend_of(&other) == NULL && lanesum_backend_of(NULL) == NULL);
    // Of a header with another size.
    FAILS(LANESUM_ERROR_SIZE, lanesum_init(&hasher, sizeof hasher - 8, LANESUM_SHA256, NULL));
    FAILS(LANESUM_ERROR_SIZE, lanesum_init(&hasher, sizeof hasher + 8, LANESUM_SHA256, NULL));
    FAILS(LANESUM_ERROR_SIZE, lanesum_init(&hasher, 0, LANESUM_SHA256, NULL));
    // What did not begin is no state, and what was one before is none any more.
    WORKS(lanesum_init(&hasher, sizeof hasher, LANESUM_SHA256, NULL));
    WORKS(lanesum_update(&hasher, data, 1));
    FAILS(LANESUM_ERROR_ALGORITHM, lanesum_init(&hasher, sizeof hasher, (lanesum_algorithm)999, NULL));
    FAILS(LANESUM_ERROR_STATE, lanesum_update(&hasher, data, 1));
    WORKS(lanesum_init(&hasher, sizeof hasher, LANESUM_SHA256, NULL));
    WORKS(lanesum_update(&hasher, data, 1));
    FAILS(LANESUM_ERROR_OPTION, lanesum_init(&hasher, sizeof hasher, LANESUM_KMAC128, NULL));
    FAILS(LANESUM_ERROR_STATE, lanesum_finalize(&hasher, out, 32));
    for (size_t i = 0; i < sizeof hasher.opaque / sizeof hasher.opaque[0]; i++) CHECK(hasher.opaque[i] == 0);
    {
        unsigned char found[32], whole[32];
        lanesum_options options = LANESUM_OPTIONS;
        options.size++;
        WORKS(lanesum_init(&hasher, sizeof hasher, LANESUM_SHA256, NULL));
        FAILS(LANESUM_ERROR_SIZE, lanesum_init(&hasher, sizeof hasher, LANESUM_SHA256, &options));
        FAILS(LANESUM_ERROR_STATE, lanesum_update(&hasher, data, 1));
        for (size_t i = 0; i < sizeof hasher.opaque / sizeof hasher.opaque[0]; i++) CHECK(hasher.opaque[i] == 0);
        // A string that no memory holds.
        options.size--;
        options.customization = data;
        options.customization_len = SIZE_MAX;
        WORKS(lanesum_init(&hasher, sizeof hasher, LANESUM_SHA256, NULL));
        FAILS(LANESUM_ERROR_LENGTH, lanesum_init(&hasher, sizeof hasher, LANESUM_KT128, &options));
        FAILS(LANESUM_ERROR_STATE, lanesum_update(&hasher, data, 1));
        // Misaligned options; the address is never used as what it is cast to.
        WORKS(lanesum_init(&hasher, sizeof hasher, LANESUM_SHA256, NULL));
        FAILS(LANESUM_ERROR_ALIGNMENT,
              lanesum_init(&hasher, sizeof hasher, LANESUM_SHA256, (const lanesum_options *)(const void *)(data + 1)));
        FAILS(LANESUM_ERROR_STATE, lanesum_update(&hasher, data, 1));
        FAILS(LANESUM_ERROR_ALIGNMENT,
              lanesum_digest(LANESUM_SHA256, (const lanesum_options *)(const void *)(data + 1), data, 1, out, 32));
        // The size argument is wrong, or a string lies in the state: what was there stays, and the message continues.
        WORKS(lanesum_init(&hasher, sizeof hasher, LANESUM_SHA256, NULL));
        WORKS(lanesum_update(&hasher, data, 1));
        options.customization = &hasher;
        options.customization_len = 8;
        FAILS(LANESUM_ERROR_OVERLAP, lanesum_init(&hasher, sizeof hasher, LANESUM_KT128, &options));
        options.customization = NULL;
        options.customization_len = 0;
        options.backend = (const char *)&hasher;
        FAILS(LANESUM_ERROR_OVERLAP, lanesum_init(&hasher, sizeof hasher, LANESUM_SHA256, &options));
        FAILS(LANESUM_ERROR_SIZE, lanesum_init(&hasher, sizeof hasher - 8, LANESUM_SHA256, NULL));
        WORKS(lanesum_update(&hasher, data + 1, 1));
        WORKS(lanesum_finalize(&hasher, found, 32));
        WORKS(lanesum_digest(LANESUM_SHA256, NULL, data, 2, whole, 32));
        CHECK(memcmp(found, whole, 32) == 0);
        WORKS(lanesum_wipe(&hasher));
        // A backend's name where the digest is to be.
        memcpy(found, "portable", 9);
        options.backend = (const char *)found;
        FAILS(LANESUM_ERROR_OVERLAP, lanesum_digest(LANESUM_SHA256, &options, data, 1, found, 32));
        memcpy(whole, "portable", 9);
        options.backend = (const char *)whole;
        WORKS(lanesum_digest(LANESUM_SHA256, &options, data, 1, found, 32));
    }
    // NULL and misaligned.
    FAILS(LANESUM_ERROR_NULL, lanesum_init(NULL, sizeof hasher, LANESUM_SHA256, NULL));
    FAILS(LANESUM_ERROR_NULL, lanesum_update(NULL, data, 1));
    FAILS(LANESUM_ERROR_NULL, lanesum_finalize(NULL, out, 32));
    FAILS(LANESUM_ERROR_NULL, lanesum_squeeze(NULL, out, 32));
    FAILS(LANESUM_ERROR_NULL, lanesum_verify(NULL, data, 32));
    FAILS(LANESUM_ERROR_NULL, lanesum_wipe(NULL));
    FAILS(LANESUM_ERROR_NULL, lanesum_copy(&hasher, sizeof hasher, NULL));
    FAILS(LANESUM_ERROR_NULL, lanesum_copy(NULL, sizeof hasher, &hasher));
    FAILS(LANESUM_ERROR_NULL, lanesum_save(NULL, NULL, &len));
    FAILS(LANESUM_ERROR_NULL, lanesum_restore(NULL, sizeof hasher, LANESUM_SHA256, data, 8));
    // The address is never used as what it is cast to.
    FAILS(LANESUM_ERROR_ALIGNMENT, lanesum_update((lanesum_hasher *)(void *)(data + 1), out, 1));
    FAILS(LANESUM_ERROR_ALIGNMENT, lanesum_init((lanesum_hasher *)(void *)(data + 1), sizeof hasher, LANESUM_SHA256, NULL));
    // Moved by memcpy, of a function with memory on the heap: no second owner.
    WORKS(lanesum_init(&hasher, sizeof hasher, LANESUM_KT128, NULL));
    for (int i = 0; i < 5; i++) WORKS(lanesum_update(&hasher, data, sizeof data));
    memcpy(&moved, &hasher, sizeof moved);
    FAILS(LANESUM_ERROR_STATE, lanesum_update(&moved, data, 1));
    FAILS(LANESUM_ERROR_STATE, lanesum_wipe(&moved));
    // Wrong lengths and null pointers leave the message as it was.
    FAILS(LANESUM_ERROR_NULL, lanesum_update(&hasher, NULL, 1));
    FAILS(LANESUM_ERROR_LENGTH, lanesum_update(&hasher, (const unsigned char *)&hasher + sizeof hasher, SIZE_MAX / 2 + 1));
    FAILS(LANESUM_ERROR_NULL, lanesum_finalize(&hasher, NULL, 32));
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_update(&hasher, &hasher, 8));
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_update(&hasher, (unsigned char *)&hasher + sizeof hasher - 1, 2));
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_finalize(&hasher, (unsigned char *)&hasher + 100, 32));
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_squeeze(&hasher, (unsigned char *)&hasher + 100, 32));
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_copy(&hasher, sizeof hasher, &hasher));
    FAILS(LANESUM_ERROR_CALL, lanesum_verify(&hasher, data, 32));
    FAILS(LANESUM_ERROR_NULL, lanesum_save(&hasher, NULL, NULL));
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_save(&hasher, NULL, (size_t *)(void *)hasher.opaque));
    len = sizeof len;
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_save(&hasher, &len, &len));
    len = sizeof hasher;
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_save(&hasher, &hasher, &len));
    len = SIZE_MAX;
    FAILS(LANESUM_ERROR_LENGTH, lanesum_save(&hasher, out, &len));
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_restore(&hasher, sizeof hasher, LANESUM_KT128, &hasher, 100));
    FAILS(LANESUM_ERROR_SIZE, lanesum_restore(&other, sizeof other - 8, LANESUM_KT128, data, 8));
    FAILS(LANESUM_ERROR_SAVED, lanesum_restore(&other, sizeof other, LANESUM_KT128, data, 8));
    FAILS(LANESUM_ERROR_SAVED, lanesum_restore(&other, sizeof other, LANESUM_KT128, NULL, 0));
    FAILS(LANESUM_ERROR_NULL, lanesum_restore(&other, sizeof other, LANESUM_KT128, NULL, 8));
    WORKS(lanesum_update(&hasher, NULL, 0));
    WORKS(lanesum_wipe(&hasher));
    for (size_t i = 0; i < sizeof hasher.opaque / sizeof hasher.opaque[0]; i++) CHECK(hasher.opaque[i] == 0);
    WORKS(lanesum_wipe(&hasher));
    FAILS(LANESUM_ERROR_STATE, lanesum_update(&hasher, data, 1));
    // A digest of one length has that length.
    WORKS(lanesum_init(&hasher, sizeof hasher, LANESUM_SHA3_256, NULL));
    for (size_t len = 0; len <= 65; len++) {
        if (len != 32) FAILS(LANESUM_ERROR_LENGTH, lanesum_finalize(&hasher, out, len));
    }
    FAILS(LANESUM_ERROR_CALL, lanesum_squeeze(&hasher, out, 32));
    UNTOUCHED();
    WORKS(lanesum_finalize(&hasher, kept, 32));
    FAILS(LANESUM_ERROR_FINISHED, lanesum_update(&hasher, data, 0));
    FAILS(LANESUM_ERROR_FINISHED, lanesum_copy(&other, sizeof other, &hasher));
    FAILS(LANESUM_ERROR_FINISHED, lanesum_save(&hasher, NULL, &len));
    WORKS(lanesum_wipe(&hasher));
    FAILS(LANESUM_ERROR_STATE, lanesum_save(&hasher, NULL, &len));
    memcpy(kept, out, sizeof kept);
}

// The size, the alignment and the reserve that the header promises: no call but lanesum_wipe writes there.
static void reserve(void) {
    enum { RESERVE = 128 };
    struct {
        char before;
        lanesum_hasher hasher;
    } aligned;
    unsigned char untouched[RESERVE];
    CHECK(sizeof(lanesum_hasher) == 960);
    CHECK((size_t)((unsigned char *)&aligned.hasher - (unsigned char *)&aligned) == sizeof(uint64_t));
    memset(untouched, 0xa5, sizeof untouched);
    for (int i = 1; i <= LANESUM_BLAKE2SP; i++) {
        lanesum_algorithm algorithm = numbered(i);
        lanesum_options options = all_options(algorithm);
        size_t len = lanesum_digest_bytes(algorithm);
        // At both addresses modulo 16.
        uint64_t memory[2 * (sizeof(lanesum_hasher) / 8) + 1];
        for (int at = 0; at < 2; at++) {
            lanesum_hasher *hasher = (lanesum_hasher *)(void *)(memory + at), *copy = hasher + 1;
            unsigned char *ends[2] = {(unsigned char *)(hasher + 1) - RESERVE, (unsigned char *)(copy + 1) - RESERVE};
            unsigned char digest[64];
            memset(memory, 0xa5, sizeof memory);
            WORKS(lanesum_init(hasher, sizeof *hasher, algorithm, &options));
            for (int k = 0; k < 5; k++) WORKS(lanesum_update(hasher, data, sizeof data));
            WORKS(lanesum_copy(copy, sizeof *copy, hasher));
            WORKS(lanesum_finalize(hasher, digest, len));
            if (lanesum_is_xof(algorithm)) WORKS(lanesum_squeeze(copy, digest, len));
            for (int k = 0; k < 2; k++) CHECK(memcmp(ends[k], untouched, RESERVE) == 0);
            WORKS(lanesum_wipe(hasher));
            WORKS(lanesum_wipe(copy));
            for (int k = 0; k < 2; k++) CHECK(ends[k][0] == 0 && memcmp(ends[k], ends[k] + 1, RESERVE - 1) == 0);
        }
    }
}

static void keys(void) {
    lanesum_hasher hasher;
    lanesum_options options = LANESUM_OPTIONS;
    unsigned char tag[64];
    FAILS(LANESUM_ERROR_OPTION, lanesum_init(&hasher, sizeof hasher, LANESUM_KMAC128, NULL));
    FAILS(LANESUM_ERROR_OPTION, lanesum_init(&hasher, sizeof hasher, LANESUM_KMAC128, &options));
    FAILS(LANESUM_ERROR_OPTION, lanesum_digest(LANESUM_KMACXOF256, NULL, data, 1, out, 32));
    options.key = "";
    WORKS(lanesum_digest(LANESUM_KMAC128, &options, data, 1, tag, 32));
    for (size_t len = 0; len < 4; len++) {
        WORKS(lanesum_init(&hasher, sizeof hasher, LANESUM_KMAC128, &options));
        FAILS(LANESUM_ERROR_LENGTH, lanesum_verify(&hasher, tag, len));
        // The message is still there.
        WORKS(lanesum_update(&hasher, data, 1));
        WORKS(lanesum_verify(&hasher, tag, 32));
        WORKS(lanesum_wipe(&hasher));
    }
    // After a key has been used, nothing of it is left in the state, not even before it is wiped.
    options.key = "0123456789abcdef0123456789abcdef";
    options.key_len = 32;
    WORKS(lanesum_init(&hasher, sizeof hasher, LANESUM_KMAC256, &options));
    WORKS(lanesum_finalize(&hasher, tag, 64));
    {
        unsigned set = 0;
        for (size_t i = 0; i < sizeof hasher.opaque / sizeof hasher.opaque[0]; i++) set += hasher.opaque[i] != 0;
        CHECK(set < 12);
    }
    WORKS(lanesum_wipe(&hasher));
}

// A string of the options: key, customization string, function name, salt.
static void string(lanesum_options *options, int which, const char *text, size_t len) {
    if (which == 0) options->key = text, options->key_len = len;
    if (which == 1) options->customization = text, options->customization_len = len;
    if (which == 2) options->function_name = text, options->function_name_len = len;
    if (which == 3) options->salt = text, options->salt_len = len;
}

static int is_taken(const lanesum_options *all, int which) {
    const void *strings[4] = {all->key, all->customization, all->function_name, all->salt};
    return strings[which] != NULL;
}

// These options, in every call that takes some.
static void every_call(lanesum_error error, lanesum_algorithm algorithm, const lanesum_options *options) {
    const int32_t offsets[2] = {0, 1};
    const int64_t wide[2] = {0, 1};
    const void *messages[1] = {data};
    const size_t lens[1] = {1};
    size_t len = lanesum_digest_bytes(algorithm);
    unsigned char digest[64];
    lanesum_hasher hasher;
    int is_tuple = algorithm >= LANESUM_TUPLEHASH128 && algorithm <= LANESUM_TUPLEHASHXOF256;
    FAILS(error, lanesum_init(&hasher, sizeof hasher, algorithm, options));
    if (error == LANESUM_OK) WORKS(lanesum_wipe(&hasher));
    FAILS(error, lanesum_digest(algorithm, options, data, 1, digest, len));
    FAILS(error, lanesum_digest_many(algorithm, options, messages, lens, 1, digest, len, len));
    FAILS(error, lanesum_digest_many_offsets32(algorithm, options, data, 1, offsets, 1, digest, len, len));
    FAILS(error, lanesum_digest_many_offsets64(algorithm, options, data, 1, wide, 1, digest, len, len));
    if (!is_tuple && error != LANESUM_OK) FAILS(error, lanesum_digest_file(algorithm, options, "no such file", digest, len));
}

static void options_of_others(void) {
    lanesum_options options = LANESUM_OPTIONS;
    options.size = sizeof options - 1;
    FAILS(LANESUM_ERROR_SIZE, lanesum_digest(LANESUM_SHA256, &options, data, 1, out, 32));
    options.size = sizeof options + 8;
    FAILS(LANESUM_ERROR_SIZE, lanesum_digest(LANESUM_SHA256, &options, data, 1, out, 32));
    options.size = sizeof options;
    for (int i = 1; i <= LANESUM_BLAKE2SP; i++) {
        lanesum_algorithm algorithm = numbered(i);
        lanesum_options all = all_options(algorithm), wrong;
        size_t len = lanesum_digest_bytes(algorithm);
        unsigned char digest[64];
        wrong = all;
        int has_lengths = algorithm >= LANESUM_BLAKE2B && algorithm != LANESUM_BLAKE3;
        wrong.digest_bytes = 65;
        every_call(has_lengths ? LANESUM_ERROR_LENGTH : LANESUM_ERROR_OPTION, algorithm, &wrong);
        for (int which = 0; which < 4; which++) {
            // Bytes at NULL, of a string that the function takes or of another one.
            wrong = all;
            string(&wrong, which, NULL, 5);
            every_call(LANESUM_ERROR_NULL, algorithm, &wrong);
            // No bytes, but a pointer. An empty string of one that the function takes is as none; BLAKE has no empty salt.
            lanesum_options none = all;
            string(&wrong, which, "", 0);
            string(&none, which, which == 0 ? "k" : NULL, 0);
            int taken = is_taken(&all, which) || (algorithm >= LANESUM_BLAKE2B && which < 2);
            if (lanesum_digest(algorithm, &none, data, 1, digest, len) == LANESUM_OK && which < 3 && taken) {
                unsigned char same[64];
                WORKS(lanesum_digest(algorithm, &wrong, data, 1, same, len));
                CHECK(memcmp(digest, same, len) == 0);
                every_call(LANESUM_OK, algorithm, &wrong);
            } else {
                // A key of BLAKE3 has 32 bytes.
                int is_key = algorithm == LANESUM_BLAKE3 && which == 0;
                every_call(is_key ? LANESUM_ERROR_LENGTH : LANESUM_ERROR_OPTION, algorithm, &wrong);
            }
        }
        // Each option alone, beside those that the function takes.
        for (int which = 0; which < 6; which++) {
            wrong = all;
            if (which == 0) wrong.key = "k", wrong.key_len = 1;
            if (which == 1) wrong.customization = "c", wrong.customization_len = 1;
            if (which == 2) wrong.function_name = "f", wrong.function_name_len = 1;
            if (which == 3) wrong.salt = "a salt of 16 b..a salt of 16 b..", wrong.salt_len = 32;
            if (which == 4) wrong.domain = 0x7f;
            if (which == 5) wrong.block_bytes = 8;
            lanesum_error error = lanesum_digest(algorithm, &wrong, data, 1, digest, len);
            int taken = which == 0   ? all.key != NULL || has_lengths
                        : which == 1 ? all.customization != NULL || algorithm >= LANESUM_BLAKE2B
                        : which == 2 ? all.function_name != NULL
                        : which == 3 ? all.salt_len == 32
                        : which == 4 ? all.domain != 0
                                     : all.block_bytes != 0;
            int is_short = which == 0 && algorithm == LANESUM_BLAKE3;
            CHECK(error == (taken ? LANESUM_OK : is_short ? LANESUM_ERROR_LENGTH : LANESUM_ERROR_OPTION));
        }
        wrong = all;
        wrong.backend = "avx3";
        FAILS(LANESUM_ERROR_BACKEND, lanesum_digest(algorithm, &wrong, data, 1, out, len));
        wrong.backend = "xop"; // for BLAKE, and not built
        FAILS(LANESUM_ERROR_BACKEND, lanesum_digest(algorithm, &wrong, data, 1, out, len));
        if (all.salt != NULL) {
            wrong = all;
            wrong.salt_len--;
            FAILS(LANESUM_ERROR_OPTION, lanesum_digest(algorithm, &wrong, data, 1, out, len));
        }
        if (all.domain != 0) {
            static const uint32_t domains[] = {0x80, 0xff, 0x100, 0x101, UINT32_MAX};
            for (size_t k = 0; k < sizeof domains / sizeof domains[0]; k++) {
                wrong = all;
                wrong.domain = domains[k];
                FAILS(LANESUM_ERROR_OPTION, lanesum_digest(algorithm, &wrong, data, 1, out, len));
            }
        }
        if (all.customization != NULL) {
            wrong = all;
            wrong.customization = NULL;
            FAILS(LANESUM_ERROR_NULL, lanesum_digest(algorithm, &wrong, data, 1, out, len));
            wrong.customization = out + len - 1;
            wrong.customization_len = 1;
            FAILS(LANESUM_ERROR_OVERLAP, lanesum_digest(algorithm, &wrong, data, 1, out, len));
        }
        FAILS(LANESUM_ERROR_OVERLAP, lanesum_digest(algorithm, &wrong, data, 1, &wrong, len));
    }
    UNTOUCHED();
}

static void one_shot_and_batches(void) {
    const void *messages[3] = {data, data + 100, data + 200};
    size_t lens[3] = {100, 0, 7};
    int32_t offsets[4] = {0, 10, 10, 30};
    int64_t wide[4] = {0, 10, 10, 30};
    FAILS(LANESUM_ERROR_NULL, lanesum_digest(LANESUM_SHA256, NULL, NULL, 1, out, 32));
    FAILS(LANESUM_ERROR_NULL, lanesum_digest(LANESUM_SHA256, NULL, data, 1, NULL, 32));
    FAILS(LANESUM_ERROR_LENGTH, lanesum_digest(LANESUM_SHA256, NULL, data, 1, out, 31));
    FAILS(LANESUM_ERROR_LENGTH, lanesum_digest(LANESUM_SHA256, NULL, data, SIZE_MAX / 2 + 1, out, 32));
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_digest(LANESUM_SHA256, NULL, out + 31, 5, out, 32));
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_digest(LANESUM_SHA256, NULL, out, 1, out, 32));
    // Side by side is apart.
    WORKS(lanesum_digest(LANESUM_SHA256, NULL, data + 32, 64, data, 32));
    WORKS(lanesum_digest(LANESUM_SHA256, NULL, data, 32, data + 32, 32));

    FAILS(LANESUM_ERROR_LENGTH, lanesum_digest_many(LANESUM_SHA256, NULL, messages, lens, 3, out, 95, 32));
    FAILS(LANESUM_ERROR_LENGTH, lanesum_digest_many(LANESUM_SHA256, NULL, messages, lens, 3, out, 90, 30));
    FAILS(LANESUM_ERROR_LENGTH, lanesum_digest_many(LANESUM_SHA256, NULL, messages, lens, SIZE_MAX, out, 96, 32));
    // Nothing is read for messages whose digests have no room.
    FAILS(LANESUM_ERROR_LENGTH, lanesum_digest_many(LANESUM_SHA256, NULL, messages, lens, 100000000, out, 96, 32));
    FAILS(LANESUM_ERROR_LENGTH, lanesum_digest_many(LANESUM_SHA256, NULL, messages, lens, SIZE_MAX / 64, out, 96, 32));
    FAILS(LANESUM_ERROR_LENGTH, lanesum_digest_many_offsets32(LANESUM_SHA256, NULL, data, 30, offsets, 100000000, out, 96, 32));
    FAILS(LANESUM_ERROR_LENGTH, lanesum_digest_many_offsets64(LANESUM_SHA256, NULL, data, 30, wide, SIZE_MAX / 64, out, 96, 32));
    FAILS(LANESUM_ERROR_NULL, lanesum_digest_many(LANESUM_SHA256, NULL, NULL, lens, 3, out, 96, 32));
    FAILS(LANESUM_ERROR_NULL, lanesum_digest_many(LANESUM_SHA256, NULL, messages, NULL, 3, out, 96, 32));
    FAILS(LANESUM_ERROR_NULL, lanesum_digest_many(LANESUM_SHA256, NULL, messages, lens, 3, NULL, 96, 32));
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_digest_many(LANESUM_SHA256, NULL, messages, lens, 3, messages, 96, 32));
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_digest_many(LANESUM_SHA256, NULL, messages, lens, 3, lens, 96, 32));
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_digest_many(LANESUM_SHA256, NULL, messages, lens, 3, data + 206, 96, 32));
    messages[1] = NULL;
    lens[1] = 1;
    FAILS(LANESUM_ERROR_NULL, lanesum_digest_many(LANESUM_SHA256, NULL, messages, lens, 3, out, 96, 32));
    messages[1] = data;
    lens[1] = SIZE_MAX / 2 + 1;
    FAILS(LANESUM_ERROR_LENGTH, lanesum_digest_many(LANESUM_SHA256, NULL, messages, lens, 3, out, 96, 32));
    // One message spans the output's place, and does not touch it.
    messages[0] = out;
    messages[1] = out + 200;
    lens[0] = lens[1] = lens[2] = 50;
    WORKS(lanesum_digest_many(LANESUM_SHA256, NULL, messages, lens, 3, out + 50, 96, 32));
    memcpy(out, kept, sizeof out);
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_digest_many(LANESUM_SHA256, NULL, messages, lens, 3, out + 49, 96, 32));
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_digest_many(LANESUM_SHA256, NULL, messages, lens, 3, out + 105, 96, 32));

    offsets[2] = 9;
    wide[3] = 31;
    FAILS(LANESUM_ERROR_LENGTH, lanesum_digest_many_offsets32(LANESUM_SHA256, NULL, data, 30, offsets, 3, out, 96, 32));
    FAILS(LANESUM_ERROR_LENGTH, lanesum_digest_many_offsets64(LANESUM_SHA256, NULL, data, 30, wide, 3, out, 96, 32));
    offsets[2] = 10;
    offsets[0] = -1;
    wide[3] = 30;
    wide[0] = INT64_MIN;
    FAILS(LANESUM_ERROR_LENGTH, lanesum_digest_many_offsets32(LANESUM_SHA256, NULL, data, 30, offsets, 3, out, 96, 32));
    FAILS(LANESUM_ERROR_LENGTH, lanesum_digest_many_offsets64(LANESUM_SHA256, NULL, data, 30, wide, 3, out, 96, 32));
    offsets[0] = 0;
    wide[0] = 0;
    FAILS(LANESUM_ERROR_NULL, lanesum_digest_many_offsets32(LANESUM_SHA256, NULL, data, 30, NULL, 3, out, 96, 32));
    FAILS(LANESUM_ERROR_NULL, lanesum_digest_many_offsets64(LANESUM_SHA256, NULL, NULL, 30, wide, 3, out, 96, 32));
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_digest_many_offsets64(LANESUM_SHA256, NULL, data, 30, wide, 3, data + 29, 96, 32));
    FAILS(LANESUM_ERROR_LENGTH,
          lanesum_digest_many_offsets64(LANESUM_SHA256, NULL, data, 30, wide, SIZE_MAX, out, 96, 32));
    WORKS(lanesum_digest_many_offsets64(LANESUM_SHA256, NULL, data, 30, wide, 3, kept, 96, 32));
    // Arrow's empty arrays may have no buffers at all; with a length of output, or a value, they are none.
    WORKS(lanesum_digest_many_offsets32(LANESUM_SHA256, NULL, NULL, 0, NULL, 0, NULL, 0, 32));
    WORKS(lanesum_digest_many_offsets64(LANESUM_KT128, NULL, NULL, 0, NULL, 0, NULL, 0, 32));
    WORKS(lanesum_digest_many_offsets64(LANESUM_SHA256, NULL, data, 30, wide, 0, NULL, 0, 32));
    FAILS(LANESUM_ERROR_LENGTH, lanesum_digest_many_offsets32(LANESUM_SHA256, NULL, NULL, 0, NULL, 0, out, 32, 32));
    FAILS(LANESUM_ERROR_LENGTH, lanesum_digest_many_offsets32(LANESUM_SHA256, NULL, NULL, 0, NULL, 0, NULL, 0, 31));
    FAILS(LANESUM_ERROR_NULL, lanesum_digest_many_offsets32(LANESUM_SHA256, NULL, NULL, 0, NULL, 1, out, 32, 32));
    memcpy(kept, out, sizeof kept);
    UNTOUCHED();
}

static void files(void) {
    errno = 0;
    FAILS(LANESUM_ERROR_FILE, lanesum_digest_file(LANESUM_SHA256, NULL, "no such file", out, 32));
#ifndef _WIN32
    CHECK(errno == ENOENT);
#endif
    FAILS(LANESUM_ERROR_FILE, lanesum_digest_file(LANESUM_SHA256, NULL, ".", out, 32));
#ifndef _WIN32
    CHECK(errno == EISDIR || errno == EACCES);
#endif
    FAILS(LANESUM_ERROR_NULL, lanesum_digest_file(LANESUM_SHA256, NULL, NULL, out, 32));
    FAILS(LANESUM_ERROR_LENGTH, lanesum_digest_file(LANESUM_SHA256, NULL, ".", out, 33));
    UNTOUCHED();
}

static void keccak(void) {
    static union {
        uint64_t aligned;
        unsigned char bytes[LANESUM_KECCAK_BYTES_8 + LANESUM_KECCAK_ALIGNMENT];
    } memory;
    unsigned char *states = memory.bytes + (64 - (uintptr_t)memory.bytes % 64) % 64;
    const void *rows[2] = {data, data + 1000};
    void *outs[2] = {out, out + 1000};
    static const unsigned widths[] = {0, 100, 600, 1599, 1800, 3200};
    for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++) {
        FAILS(LANESUM_ERROR_RANGE, lanesum_keccak_init(states, LANESUM_KECCAK_BYTES_8, widths[i], 1));
    }
    for (unsigned count = 0; count < 300; count++) {
        if (count == 1 || count == 2 || count == 4 || count == 8) continue;
        FAILS(LANESUM_ERROR_RANGE, lanesum_keccak_init(states, LANESUM_KECCAK_BYTES_8, 1600, count));
    }
    FAILS(LANESUM_ERROR_NULL, lanesum_keccak_init(NULL, LANESUM_KECCAK_BYTES_8, 1600, 1));
    FAILS(LANESUM_ERROR_SIZE, lanesum_keccak_init(states, LANESUM_KECCAK_BYTES_4 - 1, 1600, 4));
    FAILS(LANESUM_ERROR_ALIGNMENT, lanesum_keccak_init(states + 8, LANESUM_KECCAK_BYTES_2, 1600, 2));
    FAILS(LANESUM_ERROR_ALIGNMENT, lanesum_keccak_init(states + 4, LANESUM_KECCAK_BYTES_1, 1600, 1));
    memset(states, 0x55, LANESUM_KECCAK_BYTES_8);
    FAILS(LANESUM_ERROR_STATE, lanesum_keccak_permute(states, 24));
    FAILS(LANESUM_ERROR_NULL, lanesum_keccak_permute(NULL, 24));
    FAILS(LANESUM_ERROR_ALIGNMENT, lanesum_keccak_permute(states + 4, 24));
    WORKS(lanesum_keccak_init(states, LANESUM_KECCAK_BYTES_2, 1600, 2));
    FAILS(LANESUM_ERROR_RANGE, lanesum_keccak_permute(states, 0));
    FAILS(LANESUM_ERROR_RANGE, lanesum_keccak_permute(states, 25));
    FAILS(LANESUM_ERROR_RANGE, lanesum_keccak_add_bytes(states, 2, data, 0, 1));
    FAILS(LANESUM_ERROR_RANGE, lanesum_keccak_add_bytes(states, 0, data, 200, 1));
    FAILS(LANESUM_ERROR_RANGE, lanesum_keccak_add_bytes(states, 0, data, SIZE_MAX, 1));
    FAILS(LANESUM_ERROR_RANGE, lanesum_keccak_overwrite_with_zeroes(states, 0, 201));
    FAILS(LANESUM_ERROR_RANGE, lanesum_keccak_extract_bytes(states, 1, out, 100, 101));
    FAILS(LANESUM_ERROR_NULL, lanesum_keccak_add_bytes(states, 0, NULL, 0, 1));
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_keccak_add_bytes(states, 0, states + 100, 0, 1));
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_keccak_extract_bytes(states, 0, states + 100, 0, 1));
    FAILS(LANESUM_ERROR_RANGE, lanesum_keccak_absorb(states, 24, 26, rows, 1));
    FAILS(LANESUM_ERROR_RANGE, lanesum_keccak_absorb(states, 24, 0, rows, 1));
    FAILS(LANESUM_ERROR_RANGE, lanesum_keccak_absorb(states, 25, 21, rows, 1));
    FAILS(LANESUM_ERROR_LENGTH, lanesum_keccak_absorb(states, 24, 21, rows, SIZE_MAX / 100));
    FAILS(LANESUM_ERROR_NULL, lanesum_keccak_absorb(states, 24, 21, NULL, 1));
    rows[1] = NULL;
    FAILS(LANESUM_ERROR_NULL, lanesum_keccak_absorb(states, 24, 21, rows, 1));
    rows[1] = states;
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_keccak_absorb(states, 24, 21, rows, 1));
    FAILS(LANESUM_ERROR_RANGE, lanesum_keccak_squeeze(states, 24, 25, outs, 1));
    outs[1] = out + 167;
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_keccak_squeeze(states, 24, 21, outs, 1));
    outs[1] = outs;
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_keccak_squeeze(states, 24, 21, outs, 1));
    UNTOUCHED();
}

// Input everywhere around an output, of every length: an error if and only if they share a byte.
static void borders(void) {
    enum { BEFORE = 40, LEN = 32 };
    unsigned char memory[BEFORE + LEN + BEFORE] = {0}, *digest = memory + BEFORE;
    lanesum_options options = LANESUM_OPTIONS;
    for (size_t len = 0; len <= sizeof memory; len++) {
        for (size_t start = 0; start + len <= sizeof memory; start++) {
            const bool share = len > 0 && start < BEFORE + LEN && BEFORE < start + len;
            const lanesum_error expected = share ? LANESUM_ERROR_OVERLAP : LANESUM_OK;
            const void *messages[] = {data, memory + start, data, data};
            const size_t lens[] = {3, len, 3, 3};
            options.customization = memory + start;
            options.customization_len = len;
            CHECK(lanesum_digest(LANESUM_SHA256, NULL, memory + start, len, digest, LEN) == expected);
            CHECK(lanesum_digest(LANESUM_KT128, &options, data, 3, digest, LEN) == expected);
            for (size_t count = 2; count <= 4; count += 2) {
                CHECK(lanesum_digest_many(LANESUM_SHAKE128, NULL, messages, lens, count, digest, LEN, LEN / count) == expected);
            }
        }
    }
}

int main(void) {
    fill_pattern(data, sizeof data);
    memset(out, 0xee, sizeof out);
    memcpy(kept, out, sizeof kept);
    algorithms();
    texts();
    states();
    keys();
    reserve();
    borders();
    options_of_others();
    one_shot_and_batches();
    files();
    keccak();
    printf("misuse: errors\n");
    return 0;
}
