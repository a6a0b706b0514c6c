// HMAC of many messages, PBKDF2, and messages after a prefix: published answers, the definitions, and what is refused.

#include "check.h"

enum { COUNT = 37, LONGEST = 400, MOST = 64 };

// Messages, prefixes, keys and salts of different lengths, with empty ones among them.
static unsigned char pattern[2 * LONGEST];
static const void *some[COUNT], *others[COUNT];
static size_t some_lens[COUNT], other_lens[COUNT];

static void fill(void) {
    fill_pattern(pattern, sizeof pattern);
    for (size_t i = 0; i < COUNT; i++) {
        some_lens[i] = i * 7 % LONGEST;
        other_lens[i] = i * i % LONGEST;
        some[i] = some_lens[i] == 0 ? NULL : pattern + i;
        others[i] = other_lens[i] == 0 ? NULL : pattern + 2 * i;
    }
}

static void append(unsigned char *joined, size_t *len, const void *data, size_t data_len) {
    if (data_len > 0) memcpy(joined + *len, data, data_len);
    *len += data_len;
}

// HMAC from its definition, of a message in two pieces.
static void hmac(lanesum_algorithm algorithm, const void *key, size_t key_len, const void *data, size_t len, const void *more, size_t more_len, unsigned char *out) {
    size_t block = lanesum_block_bytes(algorithm), digest = lanesum_digest_bytes(algorithm), joined_len = block;
    unsigned char inner[144 + 2 * LONGEST] = {0}, outer[144 + MOST] = {0};
    if (key_len > block) {
        WORKS(lanesum_digest(algorithm, NULL, key, key_len, inner, digest));
    } else if (key_len > 0) {
        memcpy(inner, key, key_len);
    }
    for (size_t i = 0; i < block; i++) {
        outer[i] = inner[i] ^ 0x5c;
        inner[i] ^= 0x36;
    }
    append(inner, &joined_len, data, len);
    append(inner, &joined_len, more, more_len);
    WORKS(lanesum_digest(algorithm, NULL, inner, joined_len, outer + block, digest));
    WORKS(lanesum_digest(algorithm, NULL, outer, block + digest, out, digest));
}

// PBKDF2 from its definition.
static void pbkdf2(lanesum_algorithm algorithm, const void *password, size_t password_len, const void *salt, size_t salt_len, uint32_t iterations, unsigned char *out, size_t len) {
    size_t digest = lanesum_digest_bytes(algorithm);
    for (size_t block = 1; len > 0; block++) {
        unsigned char number[4] = {0, 0, 0, (unsigned char)block}, last[MOST], next[MOST], sum[MOST];
        hmac(algorithm, password, password_len, salt, salt_len, number, 4, last);
        memcpy(sum, last, digest);
        for (uint32_t i = 1; i < iterations; i++) {
            hmac(algorithm, password, password_len, last, digest, NULL, 0, next);
            memcpy(last, next, digest);
            for (size_t j = 0; j < digest; j++) sum[j] ^= last[j];
        }
        size_t part = len < digest ? len : digest;
        memcpy(out, sum, part);
        out += part;
        len -= part;
    }
}

static void keys(void) {
    static unsigned char tags[COUNT * MOST], expected[MOST];
    // RFC 4231, test cases 1, 2, 3 and 6, in one call.
    unsigned char key[131], data[50];
    memset(key, 0x0b, 20);
    memset(key + 20, 0xaa, 111);
    memset(data, 0xdd, sizeof data);
    unsigned char long_key[131];
    memset(long_key, 0xaa, sizeof long_key);
    const void *rfc_keys[] = {key, "Jefe", key + 20, long_key};
    const size_t key_lens[] = {20, 4, 20, 131};
    const void *messages[] = {"Hi There", "what do ya want for nothing?", data, "Test Using Larger Than Block-Size Key - Hash Key First"};
    const size_t lens[] = {8, 28, 50, 54};
    WORKS(lanesum_hmac_many_keys(LANESUM_SHA256, rfc_keys, key_lens, messages, lens, 4, tags, 128));
    CHECK(equals_hex(tags, 32, "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"));
    CHECK(equals_hex(tags + 32, 32, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"));
    CHECK(equals_hex(tags + 64, 32, "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"));
    CHECK(equals_hex(tags + 96, 32, "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"));
    int checked = 0;
    for (int i = 1; i <= LANESUM_BLAKE2SP; i++) {
        lanesum_algorithm algorithm = (lanesum_algorithm)i;
        size_t digest = lanesum_digest_bytes(algorithm);
        if (lanesum_has_any_length(algorithm)) {
            FAILS(LANESUM_ERROR_OPTION, lanesum_hmac_many_keys(algorithm, others, other_lens, some, some_lens, COUNT, tags, COUNT * digest));
            continue;
        }
        for (size_t count = 0; count <= COUNT; count++) {
            WORKS(lanesum_hmac_many_keys(algorithm, others, other_lens, some, some_lens, count, tags, count * digest));
            for (size_t j = 0; j < count; j++) {
                hmac(algorithm, others[j], other_lens[j], some[j], some_lens[j], NULL, 0, expected);
                CHECK(memcmp(tags + j * digest, expected, digest) == 0);
            }
        }
        checked++;
    }
    CHECK(checked == 19);
    memset(tags, 1, sizeof tags);
    WORKS(lanesum_hmac_many_keys(LANESUM_SHA256, NULL, NULL, NULL, NULL, 0, NULL, 0));
    FAILS(LANESUM_ERROR_ALGORITHM, lanesum_hmac_many_keys((lanesum_algorithm)99, rfc_keys, key_lens, messages, lens, 4, tags, 128));
    FAILS(LANESUM_ERROR_LENGTH, lanesum_hmac_many_keys(LANESUM_SHA256, rfc_keys, key_lens, messages, lens, 4, tags, 127));
    FAILS(LANESUM_ERROR_LENGTH, lanesum_hmac_many_keys(LANESUM_SHA256, rfc_keys, key_lens, messages, lens, SIZE_MAX / 32 + 1, tags, 0));
    FAILS(LANESUM_ERROR_NULL, lanesum_hmac_many_keys(LANESUM_SHA256, NULL, key_lens, messages, lens, 4, tags, 128));
    FAILS(LANESUM_ERROR_NULL, lanesum_hmac_many_keys(LANESUM_SHA256, rfc_keys, NULL, messages, lens, 4, tags, 128));
    FAILS(LANESUM_ERROR_NULL, lanesum_hmac_many_keys(LANESUM_SHA256, rfc_keys, key_lens, messages, lens, 4, NULL, 128));
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_hmac_many_keys(LANESUM_SHA256, rfc_keys, key_lens, messages, lens, 4, (void *)rfc_keys, 128));
    rfc_keys[2] = tags + 127;
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_hmac_many_keys(LANESUM_SHA256, rfc_keys, key_lens, messages, lens, 4, tags, 128));
    rfc_keys[2] = NULL;
    FAILS(LANESUM_ERROR_NULL, lanesum_hmac_many_keys(LANESUM_SHA256, rfc_keys, key_lens, messages, lens, 4, tags, 128));
    for (size_t i = 0; i < sizeof tags; i++) CHECK(tags[i] == 1);
}

static void passwords(void) {
    static unsigned char made[COUNT * 150], expected[150];
    static const lanesum_algorithm sha2[] = {LANESUM_SHA224, LANESUM_SHA256, LANESUM_SHA384, LANESUM_SHA512, LANESUM_SHA512_224, LANESUM_SHA512_256};
    static const size_t lengths[] = {0, 1, 32, 150};
    for (size_t i = 0; i < 6 * 4; i++) {
        lanesum_algorithm algorithm = sha2[i / 4];
        size_t len = lengths[i % 4];
        for (size_t count = 0; count <= COUNT; count += 12) {
            for (int one = 0; one < 2; one++) {
                WORKS(lanesum_pbkdf2_many(algorithm, some, some_lens, count, one ? others + 5 : others, one ? other_lens + 5 : other_lens, one ? 1 : count, 3, made, count * len, len));
                for (size_t j = 0; j < count; j++) {
                    pbkdf2(algorithm, some[j], some_lens[j], others[one ? 5 : j], other_lens[one ? 5 : j], 3, expected, len);
                    CHECK(memcmp(made + j * len, expected, len) == 0);
                }
            }
        }
    }
    memset(made, 1, sizeof made);
    FAILS(LANESUM_ERROR_ALGORITHM, lanesum_pbkdf2_many((lanesum_algorithm)0, some, some_lens, 3, others, other_lens, 3, 1, made, 96, 32));
    FAILS(LANESUM_ERROR_OPTION, lanesum_pbkdf2_many(LANESUM_SHA3_256, some, some_lens, 3, others, other_lens, 3, 1, made, 96, 32));
    FAILS(LANESUM_ERROR_OPTION, lanesum_pbkdf2_many(LANESUM_SHA256, some, some_lens, 3, others, other_lens, 3, 0, made, 96, 32));
    FAILS(LANESUM_ERROR_LENGTH, lanesum_pbkdf2_many(LANESUM_SHA256, some, some_lens, 3, others, other_lens, 2, 1, made, 96, 32));
    FAILS(LANESUM_ERROR_LENGTH, lanesum_pbkdf2_many(LANESUM_SHA256, some, some_lens, 3, others, other_lens, 0, 1, made, 96, 32));
    FAILS(LANESUM_ERROR_LENGTH, lanesum_pbkdf2_many(LANESUM_SHA256, some, some_lens, 3, others, other_lens, 3, 1, made, 95, 32));
    FAILS(LANESUM_ERROR_LENGTH, lanesum_pbkdf2_many(LANESUM_SHA256, some, some_lens, SIZE_MAX, others, other_lens, SIZE_MAX, 1, made, 0, 0));
    FAILS(LANESUM_ERROR_LENGTH, lanesum_pbkdf2_many(LANESUM_SHA256, some, some_lens, SIZE_MAX / 2 + 2, others, other_lens, 1, 1, made, 2, 2));
    FAILS(LANESUM_ERROR_NULL, lanesum_pbkdf2_many(LANESUM_SHA256, NULL, some_lens, 3, others, other_lens, 3, 1, made, 96, 32));
    FAILS(LANESUM_ERROR_NULL, lanesum_pbkdf2_many(LANESUM_SHA256, some, some_lens, 3, NULL, NULL, 1, 1, made, 96, 32));
    FAILS(LANESUM_ERROR_NULL, lanesum_pbkdf2_many(LANESUM_SHA256, some, some_lens, 3, others, other_lens, 3, 1, NULL, 96, 32));
    const void *inside[] = {made + 95};
    const size_t inside_len[] = {1};
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_pbkdf2_many(LANESUM_SHA256, some, some_lens, 3, inside, inside_len, 1, 1, made, 96, 32));
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_pbkdf2_many(LANESUM_SHA256, inside, inside_len, 1, others, other_lens, 1, 1, made, 96, 96));
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_pbkdf2_many(LANESUM_SHA256, some, some_lens, 3, others, other_lens, 3, 1, (void *)other_lens, 96, 32));
    for (size_t i = 0; i < sizeof made; i++) CHECK(made[i] == 1);
}

// Of all functions: after what a state has absorbed, with and without prefixes, as a copy of the state does one by one.
static void finalizes(void) {
    static unsigned char digests[COUNT * MOST], expected[MOST], joined[2 * LONGEST];
    lanesum_hasher *hasher = NEW(lanesum_hasher), *copy = NEW(lanesum_hasher);
    for (int i = 1; i <= LANESUM_BLAKE2SP; i++) {
        lanesum_algorithm algorithm = (lanesum_algorithm)i;
        lanesum_options options = all_options(algorithm);
        size_t digest = lanesum_digest_bytes(algorithm);
        for (int before = 0; before < 2; before++) {
            WORKS(lanesum_init(hasher, sizeof *hasher, algorithm, &options));
            if (before) WORKS(lanesum_update(hasher, "absorbed once", 13));
            for (int prefixed = 0; prefixed < 2; prefixed++) {
                WORKS(lanesum_finalize_many(hasher, prefixed ? others : NULL, prefixed ? other_lens : NULL, some, some_lens, COUNT, digests, COUNT * digest, digest));
                for (size_t j = 0; j < COUNT; j++) {
                    size_t len = 0;
                    if (prefixed) append(joined, &len, others[j], other_lens[j]);
                    append(joined, &len, some[j], some_lens[j]);
                    WORKS(lanesum_copy(copy, sizeof *copy, hasher));
                    WORKS(lanesum_update(copy, joined, len));
                    WORKS(lanesum_finalize(copy, expected, digest));
                    CHECK(memcmp(digests + j * digest, expected, digest) == 0);
                    WORKS(lanesum_wipe(copy));
                }
            }
            WORKS(lanesum_wipe(hasher));
        }
    }
    memset(digests, 1, sizeof digests);
    FAILS(LANESUM_ERROR_STATE, lanesum_finalize_many(hasher, NULL, NULL, some, some_lens, 2, digests, 64, 32));
    FAILS(LANESUM_ERROR_NULL, lanesum_finalize_many(NULL, NULL, NULL, some, some_lens, 2, digests, 64, 32));
    WORKS(lanesum_init(hasher, sizeof *hasher, LANESUM_SHA256, NULL));
    WORKS(lanesum_finalize_many(hasher, NULL, NULL, NULL, NULL, 0, NULL, 0, 32));
    FAILS(LANESUM_ERROR_LENGTH, lanesum_finalize_many(hasher, NULL, NULL, some, some_lens, 2, digests, 64, 31));
    FAILS(LANESUM_ERROR_LENGTH, lanesum_finalize_many(hasher, NULL, NULL, some, some_lens, 2, digests, 62, 31));
    FAILS(LANESUM_ERROR_LENGTH, lanesum_finalize_many(hasher, NULL, NULL, some, some_lens, SIZE_MAX, digests, 64, 32));
    FAILS(LANESUM_ERROR_NULL, lanesum_finalize_many(hasher, others, NULL, some, some_lens, 2, digests, 64, 32));
    FAILS(LANESUM_ERROR_NULL, lanesum_finalize_many(hasher, NULL, other_lens, some, some_lens, 2, digests, 64, 32));
    FAILS(LANESUM_ERROR_NULL, lanesum_finalize_many(hasher, NULL, NULL, some, some_lens, 2, NULL, 64, 32));
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_finalize_many(hasher, NULL, NULL, some, some_lens, 2, hasher->opaque + 90, 64, 32));
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_finalize_many(hasher, (const void *const *)digests, other_lens, some, some_lens, 2, digests, 64, 32));
    FAILS(LANESUM_ERROR_ALIGNMENT, lanesum_finalize_many((lanesum_hasher *)(void *)((char *)hasher + 1), NULL, NULL, some, some_lens, 2, digests, 64, 32));
    WORKS(lanesum_finalize(hasher, expected, 32));
    FAILS(LANESUM_ERROR_FINISHED, lanesum_finalize_many(hasher, NULL, NULL, some, some_lens, 2, digests, 64, 32));
    WORKS(lanesum_wipe(hasher));
    for (size_t i = 0; i < sizeof digests; i++) CHECK(digests[i] == 1);
    free(hasher);
    free(copy);
}

static void macs(void) {
    // RFC 4231, test cases 2 and, with a long key, 6.
    const void *messages[] = {"what do ya want for nothing?", NULL};
    size_t lens[] = {28, 0};
    unsigned char tags[64];
    WORKS(lanesum_hmac_many(LANESUM_SHA256, "Jefe", 4, messages, lens, 2, tags, sizeof tags));
    CHECK(equals_hex(tags, 32, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"));
    unsigned char key[131];
    memset(key, 0xaa, sizeof key);
    messages[0] = "Test Using Larger Than Block-Size Key - Hash Key First";
    lens[0] = 54;
    WORKS(lanesum_hmac_many(LANESUM_SHA256, key, sizeof key, messages, lens, 2, tags, sizeof tags));
    CHECK(equals_hex(tags, 32, "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"));
    WORKS(lanesum_hmac_many(LANESUM_SHA256, NULL, 0, NULL, NULL, 0, NULL, 0));
    FAILS(LANESUM_ERROR_OPTION, lanesum_hmac_many(LANESUM_SHAKE128, key, 1, messages, lens, 2, tags, sizeof tags));
    FAILS(LANESUM_ERROR_LENGTH, lanesum_hmac_many(LANESUM_SHA256, key, 1, messages, lens, 2, tags, 63));
    FAILS(LANESUM_ERROR_NULL, lanesum_hmac_many(LANESUM_SHA256, NULL, 1, messages, lens, 2, tags, sizeof tags));
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_hmac_many(LANESUM_SHA256, tags + 1, 1, messages, lens, 2, tags, sizeof tags));
    FAILS(LANESUM_ERROR_ALGORITHM, lanesum_hmac_many((lanesum_algorithm)0, key, 1, messages, lens, 2, tags, sizeof tags));

    // RFC 7914, section 11.
    WORKS(lanesum_pbkdf2(LANESUM_SHA256, "passwd", 6, "salt", 4, 1, tags, sizeof tags));
    CHECK(equals_hex(tags, 64,
                     "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"
                     "49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783"));
    FAILS(LANESUM_ERROR_OPTION, lanesum_pbkdf2(LANESUM_SHA256, "passwd", 6, "salt", 4, 0, tags, sizeof tags));
    FAILS(LANESUM_ERROR_OPTION, lanesum_pbkdf2(LANESUM_SHA3_256, "passwd", 6, "salt", 4, 1, tags, sizeof tags));
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_pbkdf2(LANESUM_SHA256, "passwd", 6, tags, 4, 1, tags, sizeof tags));
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_pbkdf2(LANESUM_SHA256, tags + 9, 6, "salt", 4, 1, tags, sizeof tags));
    FAILS(LANESUM_ERROR_NULL, lanesum_pbkdf2(LANESUM_SHA256, NULL, 6, "salt", 4, 1, tags, sizeof tags));
}

static void strided(void) {
    unsigned char data[200], digests[3][32], one[32], joined[44];
    fill_pattern(data, sizeof data);
    WORKS(lanesum_digest_many_strided(LANESUM_SHA256, NULL, "pre", 3, data, 200, 40, 80, 3, digests, sizeof digests, 32));
    for (int i = 0; i < 3; i++) {
        memcpy(joined, "pre", 3);
        memcpy(joined + 3, data + 80 * i, 40);
        WORKS(lanesum_digest(LANESUM_SHA256, NULL, joined, 43, one, 32));
        CHECK(memcmp(one, digests[i], 32) == 0);
    }
    FAILS(LANESUM_ERROR_LENGTH, lanesum_digest_many_strided(LANESUM_SHA256, NULL, NULL, 0, data, 199, 40, 80, 3, digests, sizeof digests, 32));
    FAILS(LANESUM_ERROR_LENGTH, lanesum_digest_many_strided(LANESUM_SHA256, NULL, NULL, 0, data, 200, 40, 80, 3, digests, 95, 32));
    FAILS(LANESUM_ERROR_NULL, lanesum_digest_many_strided(LANESUM_SHA256, NULL, NULL, 1, data, 200, 40, 80, 3, digests, sizeof digests, 32));
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_digest_many_strided(LANESUM_SHA256, NULL, digests[2], 1, data, 200, 40, 80, 3, digests, sizeof digests, 32));
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_digest_many_strided(LANESUM_SHA256, NULL, "p", 1, digests, 96, 32, 32, 3, digests, sizeof digests, 32));
    WORKS(lanesum_digest_many_strided(LANESUM_SHA256, NULL, NULL, 0, NULL, 0, 40, 80, 0, NULL, 0, 32));
}

int main(void) {
    fill();
    macs();
    keys();
    passwords();
    finalizes();
    strided();
    puts("macs: HMAC, PBKDF2 and prefixes");
    return 0;
}
