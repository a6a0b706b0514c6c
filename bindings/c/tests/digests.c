// Every function against answers of the specification: at once, in pieces, copied, squeezed, in batches, from files. Valid C and C++.

#include "answers.h"
#include "check.h"

enum { LONGEST = 9000, COUNT = sizeof answers / sizeof answers[0] };

static unsigned char message[LONGEST];

static int is_tuple(lanesum_algorithm algorithm) {
    return algorithm >= LANESUM_TUPLEHASH128 && algorithm <= LANESUM_TUPLEHASHXOF256;
}

static int is_keyed(lanesum_algorithm algorithm) {
    return algorithm >= LANESUM_KMAC128 && algorithm <= LANESUM_KMACXOF256;
}

static void at_once(lanesum_algorithm algorithm, const char *backend, size_t len, const char *digest) {
    unsigned char out[64];
    lanesum_options options = all_options(algorithm);
    size_t bytes = lanesum_digest_bytes(algorithm);
    options.backend = backend;
    WORKS(lanesum_digest(algorithm, &options, message, len, out, bytes));
    CHECK(equals_hex(out, bytes, digest));
}

// A state goes through bytes. Of no damaged ones, no other function's and no fewer ones is anything restored.
static void through_bytes(lanesum_hasher *to, const lanesum_hasher *from, lanesum_algorithm algorithm) {
    size_t len = 0, less;
    unsigned char *saved;
    lanesum_algorithm other = algorithm == LANESUM_SHA256 ? LANESUM_SHA224 : LANESUM_SHA256;
    WORKS(lanesum_save(from, NULL, &len));
    saved = (unsigned char *)malloc(len);
    CHECK(saved != NULL);
    less = len - 1;
    memset(saved, 0x5a, len);
    FAILS(LANESUM_ERROR_LENGTH, lanesum_save(from, saved, &less));
    CHECK(less == len && saved[0] == 0x5a);
    WORKS(lanesum_save(from, saved, &len));
    FAILS(LANESUM_ERROR_SAVED, lanesum_restore(to, sizeof *to, other, saved, len));
    FAILS(LANESUM_ERROR_SAVED, lanesum_restore(to, sizeof *to, algorithm, saved, len - 1));
    for (size_t i = 0; i < len; i += len / 7 + 1) {
        saved[i] ^= 4;
        FAILS(LANESUM_ERROR_SAVED, lanesum_restore(to, sizeof *to, algorithm, saved, len));
        saved[i] ^= 4;
    }
    FAILS(LANESUM_ERROR_STATE, lanesum_update(to, message, 1));
    WORKS(lanesum_restore(to, sizeof *to, algorithm, saved, len));
    free(saved);
}

// In pieces of this many bytes, with a copy made in the middle, which must not notice what becomes of the first state.
static void in_pieces(lanesum_algorithm algorithm, const char *backend, size_t piece, size_t len, const char *digest) {
    lanesum_hasher *hasher = NEW(lanesum_hasher), *copy = NEW(lanesum_hasher);
    unsigned char out[64];
    lanesum_options options = all_options(algorithm);
    size_t bytes = lanesum_digest_bytes(algorithm), done = 0;
    options.backend = backend;
    if (is_tuple(algorithm)) piece = len;
    WORKS(lanesum_init(hasher, sizeof *hasher, algorithm, &options));
    CHECK(backend == NULL || strcmp(lanesum_backend_of(hasher), backend) == 0);
    while (done < len) {
        size_t now = len - done < piece ? len - done : piece;
        if (done <= len / 2 && done + now > len / 2) {
            WORKS(lanesum_copy(copy, sizeof *copy, hasher));
            WORKS(lanesum_update(hasher, "something else", 14));
            WORKS(lanesum_wipe(hasher));
            through_bytes(hasher, copy, algorithm);
            WORKS(lanesum_wipe(copy));
        }
        WORKS(lanesum_update(hasher, message + done, now));
        done += now;
    }
    WORKS(lanesum_copy(copy, sizeof *copy, hasher));
    WORKS(lanesum_finalize(hasher, out, bytes));
    CHECK(equals_hex(out, bytes, digest));
    FAILS(LANESUM_ERROR_FINISHED, lanesum_update(hasher, message, 1));
    FAILS(LANESUM_ERROR_FINISHED, lanesum_finalize(hasher, out, bytes));
    FAILS(LANESUM_ERROR_FINISHED, lanesum_squeeze(hasher, out, bytes));
    if (is_keyed(algorithm)) {
        // The same tag, and one with a wrong bit.
        lanesum_hasher *other = NEW(lanesum_hasher);
        WORKS(lanesum_copy(other, sizeof *other, copy));
        WORKS(lanesum_verify(copy, out, bytes));
        out[bytes - 1] ^= 0x80;
        FAILS(LANESUM_ERROR_TAG, lanesum_verify(other, out, bytes));
        WORKS(lanesum_wipe(other));
        free(other);
    } else {
        FAILS(LANESUM_ERROR_CALL, lanesum_verify(copy, out, bytes));
    }
    WORKS(lanesum_wipe(copy));
    WORKS(lanesum_wipe(hasher));
    free(hasher);
    free(copy);
}

// A message that was begun as one form of a function ends as the other one.
static void ends_as(lanesum_algorithm algorithm, size_t len) {
    lanesum_hasher *hasher = NEW(lanesum_hasher);
    unsigned char out[64], expected[64];
    lanesum_options options = all_options(algorithm);
    int has_twin = algorithm >= LANESUM_KMAC128 && algorithm <= LANESUM_PARALLELHASHXOF256;
    int any = lanesum_is_xof(algorithm), number = has_twin ? (int)algorithm + (any ? -2 : 2) : 1;
    lanesum_algorithm other = (lanesum_algorithm)number;
    WORKS(lanesum_init(hasher, sizeof *hasher, algorithm, &options));
    WORKS(lanesum_end_as(hasher, algorithm));
    FAILS(LANESUM_ERROR_ALGORITHM, lanesum_end_as(hasher, (lanesum_algorithm)99));
    FAILS(LANESUM_ERROR_CALL, lanesum_end_as(hasher, algorithm == LANESUM_SHA256 ? LANESUM_SHA224 : LANESUM_SHA256));
    if (!has_twin) {
        FAILS(LANESUM_ERROR_CALL, lanesum_end_as(hasher, LANESUM_KMAC128));
    } else {
        WORKS(lanesum_update(hasher, message, len));
        WORKS(lanesum_end_as(hasher, other));
        WORKS(lanesum_finalize(hasher, out, sizeof out));
        FAILS(LANESUM_ERROR_FINISHED, lanesum_end_as(hasher, other));
        WORKS(lanesum_digest(other, &options, message, len, expected, sizeof expected));
        CHECK(memcmp(out, expected, sizeof out) == 0);
    }
    WORKS(lanesum_wipe(hasher));
    FAILS(LANESUM_ERROR_STATE, lanesum_end_as(hasher, algorithm));
    free(hasher);
}

// Output in pieces is that at once, with a copy in the middle.
static void squeezed(lanesum_algorithm algorithm) {
    lanesum_hasher *hasher = NEW(lanesum_hasher), *copy = NEW(lanesum_hasher);
    unsigned char once[1000], pieces[1000], copied[1000];
    lanesum_options options = all_options(algorithm);
    size_t done = 0, piece = 1;
    WORKS(lanesum_init(hasher, sizeof *hasher, algorithm, &options));
    WORKS(lanesum_update(hasher, message, LONGEST));
    if (!lanesum_is_xof(algorithm)) {
        FAILS(LANESUM_ERROR_CALL, lanesum_squeeze(hasher, once, 32));
        WORKS(lanesum_wipe(hasher));
    } else {
        WORKS(lanesum_digest(algorithm, &options, message, LONGEST, once, sizeof once));
        while (done < sizeof once) {
            size_t now = sizeof once - done < piece ? sizeof once - done : piece;
            WORKS(lanesum_squeeze(hasher, pieces + done, now));
            if (done == 0) {
                WORKS(lanesum_copy(copy, sizeof *copy, hasher));
                copied[0] = pieces[0];
                WORKS(lanesum_squeeze(copy, copied + 1, sizeof copied - 1));
            }
            done += now;
            piece = 2 * piece + 1;
        }
        CHECK(memcmp(once, pieces, sizeof once) == 0);
        CHECK(memcmp(once, copied, sizeof once) == 0);
        FAILS(LANESUM_ERROR_FINISHED, lanesum_update(hasher, message, 1));
        FAILS(LANESUM_ERROR_FINISHED, lanesum_finalize(hasher, once, 32));
        WORKS(lanesum_wipe(hasher));
        WORKS(lanesum_wipe(copy));
    }
    free(hasher);
    free(copy);
}

// Forty messages of many lengths, 0 among them, by pointers and by both kinds of offsets, against one at a time.
static void batches(lanesum_algorithm algorithm, const char *backend) {
    enum { MESSAGES = 40 };
    const void *messages[MESSAGES];
    size_t lens[MESSAGES], bytes = lanesum_digest_bytes(algorithm), total = 0;
    int32_t offsets32[MESSAGES + 1];
    int64_t offsets64[MESSAGES + 1];
    unsigned char *many = (unsigned char *)malloc(MESSAGES * bytes), out[64];
    lanesum_options options = all_options(algorithm);
    options.backend = backend;
    for (size_t i = 0; i < MESSAGES; i++) {
        offsets32[i] = (int32_t)total;
        offsets64[i] = (int64_t)total;
        lens[i] = (i * i * 7) % 400;
        messages[i] = lens[i] == 0 ? NULL : message + total % (LONGEST - 400);
        total += lens[i];
    }
    CHECK(total <= LONGEST);
    offsets32[MESSAGES] = (int32_t)total;
    offsets64[MESSAGES] = (int64_t)total;
    WORKS(lanesum_digest_many(algorithm, &options, messages, lens, MESSAGES, many, MESSAGES * bytes, bytes));
    for (size_t i = 0; i < MESSAGES; i++) {
        WORKS(lanesum_digest(algorithm, &options, messages[i], lens[i], out, bytes));
        CHECK(memcmp(many + i * bytes, out, bytes) == 0);
    }
    for (int wide = 0; wide < 2; wide++) {
        memset(many, 0, MESSAGES * bytes);
        if (wide) {
            WORKS(lanesum_digest_many_offsets64(algorithm, &options, message, total, offsets64, MESSAGES, many,
                                                MESSAGES * bytes, bytes));
        } else {
            WORKS(lanesum_digest_many_offsets32(algorithm, &options, message, total, offsets32, MESSAGES, many,
                                                MESSAGES * bytes, bytes));
        }
        for (size_t i = 0; i < MESSAGES; i++) {
            WORKS(lanesum_digest(algorithm, &options, message + offsets32[i], lens[i], out, bytes));
            CHECK(memcmp(many + i * bytes, out, bytes) == 0);
        }
    }
    WORKS(lanesum_digest_many(algorithm, &options, NULL, NULL, 0, NULL, 0, bytes));
    free(many);
}

static void files(const char *path, lanesum_algorithm algorithm, const char *digest) {
    unsigned char out[64];
    lanesum_options options = all_options(algorithm);
    size_t bytes = lanesum_digest_bytes(algorithm);
    lanesum_error error = lanesum_digest_file(algorithm, &options, path, out, bytes);
    if (is_tuple(algorithm)) {
        CHECK(error == LANESUM_ERROR_CALL);
    } else {
        WORKS(error);
        CHECK(equals_hex(out, bytes, digest));
    }
}

// The length of BLAKE2's digest is bound into it. The answers are those of hashlib.
static void shorter_digests(void) {
    static const lanesum_algorithm functions[] = {LANESUM_BLAKE2B, LANESUM_BLAKE2S};
    static const char *expected[] = {"dc158ed1258ddb9dc9f8e12a4de93feff9a6d177", "c809c873c3be1763c02d553c82891ae4e2ab42f9"};
    for (size_t i = 0; i < 2; i++) {
        unsigned char out[64], rows[40];
        lanesum_hasher hasher;
        lanesum_options options = LANESUM_OPTIONS;
        options.digest_bytes = 20;
        WORKS(lanesum_digest(functions[i], &options, message, LONGEST, out, 20));
        CHECK(equals_hex(out, 20, expected[i]));
        WORKS(lanesum_init(&hasher, sizeof hasher, functions[i], &options));
        WORKS(lanesum_update(&hasher, message, LONGEST));
        CHECK(lanesum_finalize(&hasher, out, 21) == LANESUM_ERROR_LENGTH);
        CHECK(lanesum_finalize(&hasher, out, 19) == LANESUM_ERROR_LENGTH);
        WORKS(lanesum_finalize(&hasher, out, 20));
        CHECK(equals_hex(out, 20, expected[i]));
        WORKS(lanesum_wipe(&hasher));
        WORKS(lanesum_digest_many_strided(functions[i], &options, NULL, 0, message, LONGEST, LONGEST, LONGEST, 1, rows, 20, 20));
        CHECK(equals_hex(rows, 20, expected[i]));
        CHECK(lanesum_digest(functions[i], &options, message, LONGEST, out, 32) == LANESUM_ERROR_LENGTH);
        CHECK(lanesum_digest(functions[i], NULL, message, LONGEST, out, 20) == LANESUM_ERROR_LENGTH);
    }
}

// Keys and the other inputs of BLAKE2 and BLAKE3: answers of hashlib, and the official ones of BLAKE3 for an empty message.
static void inputs_of_blake(void) {
    unsigned char out[64];
    lanesum_hasher hasher;
    lanesum_options options = LANESUM_OPTIONS, keyed = LANESUM_OPTIONS, deriving = LANESUM_OPTIONS;
    options.key = "sixteen bytes...", options.key_len = 16;
    options.salt = "salt", options.salt_len = 4;
    options.customization = "person", options.customization_len = 6;
    WORKS(lanesum_digest(LANESUM_BLAKE2S, &options, "abc", 3, out, 32));
    CHECK(equals_hex(out, 32, "d7ef155a529f62c24353bb8aa7a5a24ee267b73567b4278f997ebb8d5f9f93e2"));
    options.digest_bytes = 20;
    WORKS(lanesum_digest(LANESUM_BLAKE2B, &options, "abc", 3, out, 20));
    CHECK(equals_hex(out, 20, "38c661d3b5849c2048100e101815410616916369"));
    WORKS(lanesum_init(&hasher, sizeof hasher, LANESUM_BLAKE2B, &options));
    WORKS(lanesum_update(&hasher, "abc", 3));
    WORKS(lanesum_verify(&hasher, out, 20));
    keyed.key = "whats the Elvish word for friend", keyed.key_len = 32;
    WORKS(lanesum_digest(LANESUM_BLAKE3, &keyed, NULL, 0, out, 32));
    CHECK(equals_hex(out, 32, "92b2b75604ed3c761f9d6f62392c8a9227ad0ea3f09573e783f1498a4ed60d26"));
    WORKS(lanesum_init(&hasher, sizeof hasher, LANESUM_BLAKE3, &keyed));
    WORKS(lanesum_verify(&hasher, out, 32));
    deriving.customization = "BLAKE3 2019-12-27 16:29:52 test vectors context", deriving.customization_len = 47;
    WORKS(lanesum_digest(LANESUM_BLAKE3, &deriving, NULL, 0, out, 32));
    CHECK(equals_hex(out, 32, "2cc39783c223154fea8dfb7c1b1660f2ac2dcbd1c1de8277b0b0dd39b7e50d7d"));
}

// One backend, or the best one here: argument 1 is a file that may be written, argument 2 the name.
int main(int argc, char **argv) {
    const char *backend = argc > 2 ? argv[2] : NULL;
    size_t run = 0;
    CHECK(argc > 1);
    fill_pattern(message, sizeof message);
    FILE *file = fopen(argv[1], "wb");
    CHECK(file != NULL && fwrite(message, 1, sizeof message, file) == sizeof message && fclose(file) == 0);
    CHECK(COUNT == (int)LANESUM_BLAKE2SP);
    shorter_digests();
    inputs_of_blake();
    for (size_t i = 0; i < COUNT; i++) {
        lanesum_algorithm algorithm = answers[i].algorithm, same;
        CHECK(algorithm == (lanesum_algorithm)(i + 1));
        WORKS(lanesum_algorithm_by_name(lanesum_name(algorithm), &same));
        CHECK(same == algorithm);
        if (backend != NULL && !lanesum_backend_is_available(algorithm, backend)) continue;
        run++;
        for (int k = 0; k < 2; k++) {
            at_once(algorithm, backend, answer_lens[k], answers[i].digests[k]);
            in_pieces(algorithm, backend, 1, answer_lens[k], answers[i].digests[k]);
            in_pieces(algorithm, backend, 1000, answer_lens[k], answers[i].digests[k]);
        }
        batches(algorithm, backend);
        squeezed(algorithm);
        ends_as(algorithm, 9000);
        files(argv[1], algorithm, answers[i].digests[1]);
    }
    CHECK(remove(argv[1]) == 0);
    CHECK(run > 0);
    printf("digests: %u functions%s%s\n", (unsigned)run, backend != NULL ? " on " : "", backend != NULL ? backend : "");
    return 0;
}
