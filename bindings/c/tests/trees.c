// HMAC of many messages, PBKDF2, Merkle trees, and messages at equal distances after a prefix: published answers, and what is refused.

#include "check.h"

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

static void trees(void) {
    // Three of Certificate Transparency's test leaves: none, 00 and 10.
    const void *leaves[] = {"", "\0", "\x10"};
    const size_t lens[] = {0, 1, 1};
    unsigned char digests[3][32], root[32], proof[64];
    for (int i = 0; i < 3; i++) {
        WORKS(lanesum_digest_many_strided(LANESUM_SHA256, NULL, "\0", 1, leaves[i], lens[i], lens[i], 0, 1, digests[i], 32, 32));
    }
    WORKS(lanesum_merkle_root(LANESUM_SHA256, LANESUM_RULE_RFC9162, digests, 3, root, 32));
    CHECK(equals_hex(root, 32, "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77"));
    size_t len = 31;
    FAILS(LANESUM_ERROR_LENGTH, lanesum_merkle_proof(LANESUM_SHA256, LANESUM_RULE_RFC9162, digests, 3, 2, proof, &len));
    CHECK(len == 32);
    WORKS(lanesum_merkle_proof(LANESUM_SHA256, LANESUM_RULE_RFC9162, digests, 3, 2, proof, &len));
    CHECK(len == 32);
    len = 64;
    for (size_t i = 0; i < 2; i++) {
        WORKS(lanesum_merkle_proof(LANESUM_SHA256, LANESUM_RULE_RFC9162, digests, 3, i, proof, &len));
        CHECK(len == 64);
        WORKS(lanesum_merkle_verify(LANESUM_SHA256, LANESUM_RULE_RFC9162, root, 3, i, digests[i], proof, len));
        FAILS(LANESUM_ERROR_TAG, lanesum_merkle_verify(LANESUM_SHA256, LANESUM_RULE_RFC9162, root, 3, i, digests[2], proof, len));
        FAILS(LANESUM_ERROR_TAG, lanesum_merkle_verify(LANESUM_SHA256, LANESUM_RULE_RFC9162, root, 3, i, digests[i], proof, len - 1));
        FAILS(LANESUM_ERROR_TAG, lanesum_merkle_verify(LANESUM_SHA256, LANESUM_RULE_PAIRS, root, 3, i, digests[i], proof, len));
        FAILS(LANESUM_ERROR_RANGE, lanesum_merkle_verify(LANESUM_SHA256, LANESUM_RULE_RFC9162, root, 3, 3, digests[i], proof, len));
    }
    FAILS(LANESUM_ERROR_RANGE, lanesum_merkle_proof(LANESUM_SHA256, LANESUM_RULE_RFC9162, digests, 3, 3, proof, &len));
    FAILS(LANESUM_ERROR_NULL, lanesum_merkle_proof(LANESUM_SHA256, LANESUM_RULE_RFC9162, digests, 3, 0, proof, NULL));
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_merkle_proof(LANESUM_SHA256, LANESUM_RULE_RFC9162, digests, 3, 0, digests, &len));

    // Two chunks of zeroes, of the consensus specification.
    memset(digests, 0, sizeof digests);
    WORKS(lanesum_merkle_root(LANESUM_SHA256, LANESUM_RULE_SSZ, digests, 3, root, 32));
    CHECK(equals_hex(root, 32, "db56114e00fdd4c1f85c892bf35ac9a89289aaecb1ebd0a96cde606a748b5d71"));
    // By Bitcoin's rule, the last of three leaves counts twice.
    unsigned char four[4][32], other[32];
    fill_pattern(four[0], 96);
    memcpy(four[3], four[2], 32);
    WORKS(lanesum_merkle_root(LANESUM_SHA256, LANESUM_RULE_BITCOIN, four, 3, root, 32));
    WORKS(lanesum_merkle_root(LANESUM_SHA256, LANESUM_RULE_BITCOIN, four, 4, other, 32));
    CHECK(memcmp(root, other, 32) == 0);

    FAILS(LANESUM_ERROR_OPTION, lanesum_merkle_root(LANESUM_SHA256, 4, four, 3, root, 32));
    FAILS(LANESUM_ERROR_OPTION, lanesum_merkle_root(LANESUM_KMAC128, LANESUM_RULE_PAIRS, four, 3, root, 32));
    FAILS(LANESUM_ERROR_LENGTH, lanesum_merkle_root(LANESUM_SHA256, LANESUM_RULE_PAIRS, four, 3, root, 31));
    FAILS(LANESUM_ERROR_LENGTH, lanesum_merkle_root(LANESUM_SHA256, LANESUM_RULE_PAIRS, four, SIZE_MAX, root, 32));
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_merkle_root(LANESUM_SHA256, LANESUM_RULE_PAIRS, four, 3, four[1], 32));
    FAILS(LANESUM_ERROR_NULL, lanesum_merkle_root(LANESUM_SHA256, LANESUM_RULE_PAIRS, NULL, 3, root, 32));
}

int main(void) {
    macs();
    strided();
    trees();
    puts("trees: HMAC, PBKDF2, prefixes and Merkle trees");
    return 0;
}
