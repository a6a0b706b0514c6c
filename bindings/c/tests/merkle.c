// Merkle trees: published answers, trees and proofs from the definitions, and what is refused.

#include "check.h"

enum { COUNT = 40, DIGEST = 32 };

static const uint32_t rules[] = {LANESUM_RULE_RFC9162, LANESUM_RULE_BITCOIN, LANESUM_RULE_SSZ, LANESUM_RULE_PAIRS};
static unsigned char bytes[200], zeroes[64];

// Leaf i: chunks for SSZ, and messages of different lengths by the other rules.
static const void *leaf(size_t i) { return bytes + i; }
static size_t leaf_len(uint32_t rule, size_t i) { return rule == LANESUM_RULE_SSZ ? (size_t)DIGEST : i * 7 % 150; }

static void sha256(const void *data, size_t len, unsigned char out[DIGEST]) { WORKS(lanesum_digest(LANESUM_SHA256, NULL, data, len, out, DIGEST)); }

static void hash(uint32_t rule, unsigned char prefix, const void *left, size_t left_len, const void *right, size_t right_len, unsigned char out[DIGEST]) {
    unsigned char joined[400] = {0}, once[DIGEST];
    size_t begin = rule == LANESUM_RULE_RFC9162 ? 1 : 0;
    joined[0] = prefix;
    memcpy(joined + begin, left, left_len);
    memcpy(joined + begin + left_len, right, right_len);
    sha256(joined, begin + left_len + right_len, rule == LANESUM_RULE_BITCOIN ? once : out);
    if (rule == LANESUM_RULE_BITCOIN) sha256(once, DIGEST, out);
}

static void node(uint32_t rule, const unsigned char *left, const unsigned char *right, unsigned char out[DIGEST]) { hash(rule, 1, left, DIGEST, right, DIGEST, out); }

static void leaf_digest(uint32_t rule, size_t i, unsigned char out[DIGEST]) {
    if (rule == LANESUM_RULE_SSZ) memcpy(out, leaf(i), DIGEST);
    else hash(rule, 0, leaf(i), leaf_len(rule, i), "", 0, out);
}

// The root from the rule's definition, of at least one leaf.
static void root_of(uint32_t rule, const void *digests, size_t count, unsigned char out[DIGEST]) {
    static unsigned char levels[7][64][DIGEST];
    unsigned char zero[DIGEST] = {0};
    memcpy(levels[0], digests, count * DIGEST);
    size_t level = 0;
    for (; count > 1; level++) {
        for (size_t i = 0; i < count; i += 2) {
            const unsigned char *left = levels[level][i], *right = levels[level][i + 1];
            unsigned char *above = levels[level + 1][i / 2];
            if (i + 1 < count) node(rule, left, right, above);
            else if (rule == LANESUM_RULE_BITCOIN) node(rule, left, left, above);
            else if (rule == LANESUM_RULE_SSZ) node(rule, left, zero, above);
            else memcpy(above, left, DIGEST);
        }
        count = (count + 1) / 2;
        node(rule, zero, zero, zero);
    }
    memcpy(out, levels[level][0], DIGEST);
}

static void make(lanesum_merkle *tree, uint32_t rule) { WORKS(lanesum_merkle_init(tree, sizeof *tree, LANESUM_SHA256, NULL, rule, 0)); }

static void check_root(const lanesum_merkle *tree, const unsigned char expected[DIGEST]) {
    unsigned char root[DIGEST];
    WORKS(lanesum_merkle_root(tree, root, DIGEST));
    CHECK(memcmp(root, expected, DIGEST) == 0);
}

// All sizes: made at once, in parts, by updates; their levels; and proofs of one leaf and of several.
static void as_defined(uint32_t rule) {
    static unsigned char digests[COUNT][DIGEST], found[COUNT * DIGEST], proof[COUNT * DIGEST], root[DIGEST];
    const void *messages[COUNT];
    size_t lens[COUNT];
    lanesum_merkle *grown = NEW(lanesum_merkle), *tree = NEW(lanesum_merkle), *empty = NEW(lanesum_merkle);
    make(grown, rule);
    make(empty, rule);
    for (size_t i = 0; i < COUNT; i++) {
        leaf_digest(rule, i, digests[i]);
        messages[i] = leaf(i);
        lens[i] = leaf_len(rule, i);
    }
    WORKS(lanesum_merkle_leaves(empty, messages, lens, COUNT, found, sizeof found));
    CHECK(memcmp(found, digests, sizeof found) == 0);
    size_t before = 0;
    for (size_t count = 1; count <= COUNT; count++) {
        make(tree, rule);
        WORKS(lanesum_merkle_append(tree, digests, count));
        root_of(rule, digests, count, root);
        check_root(tree, root);
        if (count % 3 == 0) {
            WORKS(lanesum_merkle_append(grown, digests[before], count - before));
            before = count;
            check_root(grown, root);
        }
        const void *level;
        size_t width, depth = 0;
        for (size_t expected = count;; expected = (expected + 1) / 2, depth++) {
            WORKS(lanesum_merkle_level(tree, (uint32_t)depth, &level, &width));
            CHECK(width == expected);
            if (depth == 0) CHECK(memcmp(level, digests, count * DIGEST) == 0);
            if (expected == 1) break;
        }
        CHECK(memcmp(level, root, DIGEST) == 0);
        FAILS(LANESUM_ERROR_RANGE, lanesum_merkle_level(tree, (uint32_t)depth + 1, &level, &width));

        // Every leaf by itself; and then every third one, with proofs by lanesum alone.
        uint64_t indexes[COUNT + 1];
        for (uint64_t index = 0; index < count; index++) {
            size_t len = 0, at = (size_t)index, last = count - 1, used = 0;
            WORKS(lanesum_merkle_proof(tree, &index, 1, NULL, &len));
            size_t needed = len;
            WORKS(lanesum_merkle_proof(tree, &index, 1, proof, &len));
            CHECK(len == needed);
            // What a verifier by the definition makes of it.
            unsigned char climbing[DIGEST], above[DIGEST];
            memcpy(climbing, digests[index], DIGEST);
            for (size_t i = 0; i < depth; i++, at /= 2, last /= 2) {
                if (at == last && at % 2 == 0 && (rule == LANESUM_RULE_RFC9162 || rule == LANESUM_RULE_PAIRS)) continue;
                CHECK(used < len);
                if (at % 2 == 1) node(rule, proof + used, climbing, above);
                else node(rule, climbing, proof + used, above);
                memcpy(climbing, above, DIGEST);
                used += DIGEST;
            }
            CHECK(used == len && memcmp(climbing, root, DIGEST) == 0);
            WORKS(lanesum_merkle_verify(empty, root, count, &index, 1, digests[index], proof, len));
            FAILS(LANESUM_ERROR_TAG, lanesum_merkle_verify(empty, root, count, &index, 1, zeroes, proof, len));
            FAILS(LANESUM_ERROR_TAG, lanesum_merkle_verify(empty, root, count, &index, 1, digests[index], proof, len + 1));
            if (len > 0) {
                FAILS(LANESUM_ERROR_TAG, lanesum_merkle_verify(empty, root, count, &index, 1, digests[index], proof, len - 1));
                FAILS(LANESUM_ERROR_TAG, lanesum_merkle_verify(empty, zeroes, count, &index, 1, digests[index], proof, len));
            }
        }
        size_t set = 0, len = sizeof proof;
        for (uint64_t index = 0; index < count; index += 3) {
            indexes[set] = index;
            memcpy(found + set * DIGEST, digests[index], DIGEST);
            set++;
        }
        WORKS(lanesum_merkle_proof(tree, indexes, set, proof, &len));
        WORKS(lanesum_merkle_verify(empty, root, count, indexes, set, found, proof, len));
        found[set * DIGEST - 1] ^= 1;
        FAILS(LANESUM_ERROR_TAG, lanesum_merkle_verify(empty, root, count, indexes, set, found, proof, len));
        found[set * DIGEST - 1] ^= 1;
        if (len > 0) {
            proof[0] ^= 1;
            FAILS(LANESUM_ERROR_TAG, lanesum_merkle_verify(empty, root, count, indexes, set, found, proof, len));
            FAILS(LANESUM_ERROR_TAG, lanesum_merkle_verify(empty, root, count, indexes, set, found, NULL, 0));
        }
        WORKS(lanesum_merkle_wipe(tree));

        // A tree of other leaves, all of which are replaced, the first one twice.
        make(tree, rule);
        memset(found, 7, sizeof found);
        WORKS(lanesum_merkle_append(tree, found, count));
        WORKS(lanesum_merkle_update(tree, NULL, 0, NULL));
        indexes[0] = 0;
        WORKS(lanesum_merkle_update(tree, indexes, 1, zeroes));
        memset(found, 0, DIGEST);
        root_of(rule, found, count, root);
        check_root(tree, root);
        for (size_t i = 0; i < count; i++) indexes[i + 1] = i;
        memcpy(found + DIGEST, digests, (count < COUNT ? count : COUNT - 1) * DIGEST);
        if (count < COUNT) {
            WORKS(lanesum_merkle_update(tree, indexes, count + 1, found));
            root_of(rule, digests, count, root);
            check_root(tree, root);
        }
        WORKS(lanesum_merkle_wipe(tree));
    }
    WORKS(lanesum_merkle_wipe(empty));
    WORKS(lanesum_merkle_wipe(grown));
    free(grown);
    free(tree);
    free(empty);
}

static void unhex(const char *hex, unsigned char *out) {
    for (unsigned byte; sscanf(hex, "%2x", &byte) == 1; hex += 2) *out++ = (unsigned char)byte;
}

// Certificate Transparency's test tree, `testutil` of certificate-transparency-go.
static void rfc9162(void) {
    static const char *const roots[] = {
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125", "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7", "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
        "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef", "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"};
    static const struct {
        uint64_t from, to;
        const char *proof;
    } paths[] = {
        {1, 1, ""},
        {1, 8,
         "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc75f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e"
         "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4"},
        {6, 8,
         "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6aca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0"
         "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7"},
        {2, 5, "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031ebc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b"}};
    static const void *const leaves[] = {"", "\0", "\x10", "\x20\x21", "\x30\x31", "@ABC", "PQRSTUVW", "`abcdefghijklmno"};
    static const size_t lens[] = {0, 1, 1, 2, 2, 4, 8, 16};
    unsigned char digests[8][DIGEST], proof[256], old_root[DIGEST], new_root[DIGEST];
    lanesum_merkle tree;
    make(&tree, LANESUM_RULE_RFC9162);
    WORKS(lanesum_merkle_leaves(&tree, leaves, lens, 8, digests, sizeof digests));
    for (size_t count = 0; count <= 8; count++) {
        if (count > 0) WORKS(lanesum_merkle_append(&tree, digests[count - 1], 1));
        WORKS(lanesum_merkle_root(&tree, new_root, DIGEST));
        CHECK(equals_hex(new_root, DIGEST, roots[count]));
        for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
            if (paths[i].to != count) continue;
            size_t len = sizeof proof;
            WORKS(lanesum_merkle_consistency(&tree, paths[i].from, proof, &len));
            CHECK(equals_hex(proof, len, paths[i].proof));
            unhex(roots[paths[i].from], old_root);
            WORKS(lanesum_merkle_verify_consistency(&tree, paths[i].from, old_root, count, new_root, proof, len));
            FAILS(LANESUM_ERROR_TAG, lanesum_merkle_verify_consistency(&tree, paths[i].from, zeroes, count, new_root, proof, len));
            FAILS(LANESUM_ERROR_TAG, lanesum_merkle_verify_consistency(&tree, paths[i].from, old_root, count, zeroes, proof, len));
            FAILS(LANESUM_ERROR_TAG, lanesum_merkle_verify_consistency(&tree, paths[i].from, old_root, count, new_root, proof, len + 1));
        }
    }
    size_t len = sizeof proof;
    FAILS(LANESUM_ERROR_RANGE, lanesum_merkle_consistency(&tree, 0, proof, &len));
    FAILS(LANESUM_ERROR_RANGE, lanesum_merkle_consistency(&tree, 9, proof, &len));
    FAILS(LANESUM_ERROR_RANGE, lanesum_merkle_verify_consistency(&tree, 0, new_root, 8, new_root, proof, 0));
    FAILS(LANESUM_ERROR_RANGE, lanesum_merkle_verify_consistency(&tree, UINT64_MAX, new_root, 8, new_root, proof, 0));
    WORKS(lanesum_merkle_wipe(&tree));
    make(&tree, LANESUM_RULE_BITCOIN);
    FAILS(LANESUM_ERROR_CALL, lanesum_merkle_consistency(&tree, 1, proof, &len));
    FAILS(LANESUM_ERROR_CALL, lanesum_merkle_verify_consistency(&tree, 1, new_root, 8, new_root, proof, 0));
    WORKS(lanesum_merkle_wipe(&tree));
}

// Block 100,000, and how CVE-2012-2459 changes blocks.
static void bitcoin(void) {
    static const char *const ids[] = {
        "8c14f0db3df150123e6f3dbbf30f8b955a8249b62ac1d1ff16284aefa3d06d87", "fff2525b8931402dd09222c50775608f75787bd2b87e56995a7bdd30f79702c4",
        "6359f0868171b1d194cbee1af2f16ea598ae8fad666d9b012c8ed2b79a236ec4", "e9a66845e05d5abc0ad04ec80f774a7e585c6e8db975962d069a522137b80c1d",
        "f3e94742aca4b5ef85488dc37c06c3282295ffec960994b2c0d5ac2a25a95766"};
    unsigned char digests[5][DIGEST], reversed[DIGEST], roots[2][DIGEST];
    lanesum_merkle tree;
    for (size_t i = 0; i < 5; i++) {
        unhex(ids[i], reversed);
        for (size_t j = 0; j < DIGEST; j++) digests[i][j] = reversed[DIGEST - 1 - j];
    }
    make(&tree, LANESUM_RULE_BITCOIN);
    check_root(&tree, zeroes);
    WORKS(lanesum_merkle_append(&tree, digests, 4));
    check_root(&tree, digests[4]);
    CHECK(!lanesum_merkle_is_mutated(&tree));
    WORKS(lanesum_merkle_wipe(&tree));
    CHECK(lanesum_merkle_is_mutated(&tree) && lanesum_merkle_is_mutated(NULL));
    make(&tree, LANESUM_RULE_BITCOIN);
    WORKS(lanesum_merkle_append(&tree, digests, 3));
    CHECK(!lanesum_merkle_is_mutated(&tree));
    WORKS(lanesum_merkle_root(&tree, roots[0], DIGEST));
    WORKS(lanesum_merkle_append(&tree, digests[2], 1));
    CHECK(lanesum_merkle_is_mutated(&tree));
    WORKS(lanesum_merkle_root(&tree, roots[1], DIGEST));
    CHECK(memcmp(roots[0], roots[1], DIGEST) == 0);
    WORKS(lanesum_merkle_wipe(&tree));
}

// The consensus specification's trees of zeroes, the deposit contract without deposits, and a proof through a list's length.
static void ssz(void) {
    unsigned char root[DIGEST], mixed[DIGEST], proof[64 * DIGEST], digests[5][DIGEST];
    lanesum_merkle tree, list;
    static const struct {
        uint64_t limit;
        const char *root;
    } empty[] = {{1, "0000000000000000000000000000000000000000000000000000000000000000"},
                 {2, "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b"},
                 {3, "db56114e00fdd4c1f85c892bf35ac9a89289aaecb1ebd0a96cde606a748b5d71"}};
    for (size_t i = 0; i < 3; i++) {
        WORKS(lanesum_merkle_init(&tree, sizeof tree, LANESUM_SHA256, NULL, LANESUM_RULE_SSZ, empty[i].limit));
        WORKS(lanesum_merkle_root(&tree, root, DIGEST));
        CHECK(equals_hex(root, DIGEST, empty[i].root));
        fill_pattern(digests[0], sizeof digests);
        FAILS(LANESUM_ERROR_RANGE, lanesum_merkle_append(&tree, digests, (size_t)empty[i].limit + 1));
        WORKS(lanesum_merkle_append(&tree, digests, (size_t)empty[i].limit));
        WORKS(lanesum_merkle_wipe(&tree));
    }
    WORKS(lanesum_merkle_init(&tree, sizeof tree, LANESUM_SHA256, NULL, LANESUM_RULE_SSZ, (uint64_t)1 << 32));
    WORKS(lanesum_merkle_root(&tree, root, DIGEST));
    WORKS(lanesum_merkle_mix_in_length(&tree, root, 0, mixed, DIGEST));
    CHECK(equals_hex(mixed, DIGEST, "d70a234731285c6804c2a4f56711ddb8c82c99740f207854891028af34e27e5e"));
    WORKS(lanesum_merkle_append(&tree, digests, 5));
    WORKS(lanesum_merkle_root(&tree, root, DIGEST));
    WORKS(lanesum_merkle_mix_in_length(&tree, root, 17, mixed, DIGEST));
    uint64_t index = 3;
    size_t len = sizeof proof;
    WORKS(lanesum_merkle_proof(&tree, &index, 1, proof, &len));
    CHECK(len == 32 * DIGEST);
    memset(proof + len, 0, DIGEST);
    proof[len] = 17;
    WORKS(lanesum_merkle_init(&list, sizeof list, LANESUM_SHA256, NULL, LANESUM_RULE_SSZ, (uint64_t)1 << 33));
    WORKS(lanesum_merkle_verify(&list, mixed, 5, &index, 1, digests[3], proof, len + DIGEST));
    FAILS(LANESUM_ERROR_TAG, lanesum_merkle_verify(&tree, mixed, 5, &index, 1, digests[3], proof, len + DIGEST));
    FAILS(LANESUM_ERROR_RANGE, lanesum_merkle_verify(&tree, mixed, ((uint64_t)1 << 32) + 1, &index, 1, digests[3], proof, len));
    FAILS(LANESUM_ERROR_LENGTH, lanesum_merkle_mix_in_length(&tree, root, 1, mixed, DIGEST - 1));
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_merkle_mix_in_length(&tree, root, 1, root, DIGEST));
    FAILS(LANESUM_ERROR_NULL, lanesum_merkle_mix_in_length(&tree, NULL, 1, mixed, DIGEST));
    // A chunk has the length of a digest. Nothing is written, not even the chunk before.
    const void *chunks[] = {digests[0], digests[1]};
    const size_t lens[] = {DIGEST, DIGEST - 1};
    memset(proof, 9, sizeof proof);
    FAILS(LANESUM_ERROR_LENGTH, lanesum_merkle_leaves(&tree, chunks, lens, 2, proof, 2 * DIGEST));
    for (size_t i = 0; i < sizeof proof; i++) CHECK(proof[i] == 9);
    WORKS(lanesum_merkle_wipe(&list));
    WORKS(lanesum_merkle_wipe(&tree));
}

// Any function, with its options: the root of two leaves, from the definition.
static void functions(void) {
    static const void *const leaves[] = {"left", "right, which is longer"};
    static const size_t lens[] = {4, 22};
    for (int i = 1; i <= LANESUM_BLAKE2SP; i++) {
        lanesum_algorithm algorithm = (lanesum_algorithm)i;
        lanesum_options options = all_options(algorithm);
        if (algorithm == LANESUM_BLAKE2B) options.digest_bytes = 20;
        size_t digest = options.digest_bytes > 0 ? options.digest_bytes : lanesum_digest_bytes(algorithm);
        unsigned char digests[128], expected[64], root[64];
        lanesum_merkle tree;
        WORKS(lanesum_merkle_init(&tree, sizeof tree, algorithm, &options, LANESUM_RULE_PAIRS, 0));
        WORKS(lanesum_merkle_leaves(&tree, leaves, lens, 2, digests, 2 * digest));
        for (size_t j = 0; j < 2; j++) {
            WORKS(lanesum_digest(algorithm, &options, leaves[j], lens[j], expected, digest));
            CHECK(memcmp(digests + j * digest, expected, digest) == 0);
        }
        WORKS(lanesum_merkle_append(&tree, digests, 2));
        WORKS(lanesum_digest(algorithm, &options, digests, 2 * digest, expected, digest));
        WORKS(lanesum_merkle_root(&tree, root, digest));
        CHECK(memcmp(root, expected, digest) == 0);
        FAILS(LANESUM_ERROR_LENGTH, lanesum_merkle_root(&tree, root, digest - 1));
        WORKS(lanesum_merkle_wipe(&tree));
    }
}

static void misuse(void) {
    unsigned char digests[4][DIGEST], out[8 * DIGEST], kept[8 * DIGEST];
    uint64_t indexes[] = {0, 3, 2};
    size_t len = sizeof out, width;
    const void *level;
    lanesum_options options = LANESUM_OPTIONS;
    lanesum_merkle memory[2], *tree = memory;
    fill_pattern(digests[0], sizeof digests);
    memset(out, 1, sizeof out);
    memset(kept, 1, sizeof kept);
    CHECK(sizeof(lanesum_merkle) == 64);
    // No tree: never made, of zeroes, moved.
    for (int byte = 0; byte < 0x100; byte += 0xa5) {
        memset(tree, byte, sizeof *tree);
        FAILS(LANESUM_ERROR_STATE, lanesum_merkle_append(tree, digests, 1));
        FAILS(LANESUM_ERROR_STATE, lanesum_merkle_update(tree, indexes, 1, digests));
        FAILS(LANESUM_ERROR_STATE, lanesum_merkle_leaves(tree, NULL, NULL, 0, out, 0));
        FAILS(LANESUM_ERROR_STATE, lanesum_merkle_root(tree, out, DIGEST));
        FAILS(LANESUM_ERROR_STATE, lanesum_merkle_level(tree, 0, &level, &width));
        FAILS(LANESUM_ERROR_STATE, lanesum_merkle_proof(tree, indexes, 1, out, &len));
        FAILS(LANESUM_ERROR_STATE, lanesum_merkle_consistency(tree, 1, out, &len));
        FAILS(LANESUM_ERROR_STATE, lanesum_merkle_verify(tree, digests, 4, indexes, 1, digests, out, 0));
        FAILS(LANESUM_ERROR_STATE, lanesum_merkle_verify_consistency(tree, 1, digests, 1, digests, out, 0));
        FAILS(LANESUM_ERROR_STATE, lanesum_merkle_mix_in_length(tree, digests, 1, out, DIGEST));
        FAILS(byte == 0 ? LANESUM_OK : LANESUM_ERROR_STATE, lanesum_merkle_wipe(tree));
        CHECK(lanesum_merkle_is_mutated(tree));
    }
    FAILS(LANESUM_ERROR_NULL, lanesum_merkle_init(NULL, sizeof *tree, LANESUM_SHA256, NULL, LANESUM_RULE_PAIRS, 0));
    FAILS(LANESUM_ERROR_NULL, lanesum_merkle_append(NULL, digests, 1));
    FAILS(LANESUM_ERROR_NULL, lanesum_merkle_root(NULL, out, DIGEST));
    FAILS(LANESUM_ERROR_NULL, lanesum_merkle_wipe(NULL));
    lanesum_merkle *misaligned = (lanesum_merkle *)(void *)((char *)memory + 1);
    FAILS(LANESUM_ERROR_ALIGNMENT, lanesum_merkle_init(misaligned, sizeof *tree, LANESUM_SHA256, NULL, LANESUM_RULE_PAIRS, 0));
    FAILS(LANESUM_ERROR_ALIGNMENT, lanesum_merkle_append(misaligned, digests, 1));
    FAILS(LANESUM_ERROR_SIZE, lanesum_merkle_init(tree, sizeof *tree - 8, LANESUM_SHA256, NULL, LANESUM_RULE_PAIRS, 0));
    FAILS(LANESUM_ERROR_ALGORITHM, lanesum_merkle_init(tree, sizeof *tree, (lanesum_algorithm)99, NULL, LANESUM_RULE_PAIRS, 0));
    FAILS(LANESUM_ERROR_OPTION, lanesum_merkle_init(tree, sizeof *tree, LANESUM_SHA256, NULL, 4, 0));
    FAILS(LANESUM_ERROR_OPTION, lanesum_merkle_init(tree, sizeof *tree, LANESUM_SHA256, NULL, LANESUM_RULE_PAIRS, 1));
    FAILS(LANESUM_ERROR_OPTION, lanesum_merkle_init(tree, sizeof *tree, LANESUM_KMAC128, NULL, LANESUM_RULE_PAIRS, 0));
    options.customization = tree;
    options.customization_len = 8;
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_merkle_init(tree, sizeof *tree, LANESUM_KT128, &options, LANESUM_RULE_PAIRS, 0));
    make(tree, LANESUM_RULE_RFC9162);
    memory[1] = memory[0];
    FAILS(LANESUM_ERROR_STATE, lanesum_merkle_append(memory + 1, digests, 1));
    FAILS(LANESUM_ERROR_STATE, lanesum_merkle_wipe(memory + 1));

    // Without leaves.
    WORKS(lanesum_merkle_level(tree, 0, &level, &width));
    CHECK(level == NULL && width == 0);
    FAILS(LANESUM_ERROR_RANGE, lanesum_merkle_proof(tree, indexes, 1, out, &len));
    WORKS(lanesum_merkle_append(tree, NULL, 0));
    FAILS(LANESUM_ERROR_NULL, lanesum_merkle_append(tree, NULL, 1));
    FAILS(LANESUM_ERROR_LENGTH, lanesum_merkle_append(tree, digests, SIZE_MAX));
    FAILS(LANESUM_ERROR_LENGTH, lanesum_merkle_append(tree, digests, SIZE_MAX / DIGEST));
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_merkle_append(tree, tree->opaque, 1));
    WORKS(lanesum_merkle_append(tree, digests, 4));

    // The tree's own digests can be read, and not written.
    WORKS(lanesum_merkle_level(tree, 1, &level, &width));
    CHECK(width == 2);
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_merkle_append(tree, level, 1));
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_merkle_update(tree, indexes, 1, level));
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_merkle_update(tree, (const uint64_t *)level, 1, digests));
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_merkle_root(tree, (void *)(uintptr_t)level, DIGEST));
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_merkle_root(tree, tree, DIGEST));
    len = 2 * DIGEST;
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_merkle_proof(tree, indexes, 1, (void *)(uintptr_t)level, &len));
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_merkle_proof(tree, indexes, 1, indexes, &len));
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_merkle_proof(tree, indexes, 1, &len, &len));
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_merkle_proof(tree, indexes, 1, out, (size_t *)(void *)tree));
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_merkle_leaves(tree, NULL, NULL, 1, (void *)(uintptr_t)level, DIGEST));
    FAILS(LANESUM_ERROR_OVERLAP, lanesum_merkle_level(tree, 0, &level, (size_t *)(void *)&level));
    WORKS(lanesum_merkle_verify(tree, digests, 1, indexes, 1, digests, NULL, 0));

    FAILS(LANESUM_ERROR_NULL, lanesum_merkle_level(tree, 0, NULL, &width));
    FAILS(LANESUM_ERROR_NULL, lanesum_merkle_level(tree, 0, &level, NULL));
    FAILS(LANESUM_ERROR_RANGE, lanesum_merkle_level(tree, UINT32_MAX, &level, &width));
    FAILS(LANESUM_ERROR_NULL, lanesum_merkle_root(tree, NULL, DIGEST));
    FAILS(LANESUM_ERROR_NULL, lanesum_merkle_proof(tree, indexes, 1, out, NULL));
    FAILS(LANESUM_ERROR_NULL, lanesum_merkle_proof(tree, NULL, 1, out, &len));
    FAILS(LANESUM_ERROR_ALIGNMENT, lanesum_merkle_proof(tree, (const uint64_t *)(const void *)((char *)indexes + 1), 1, out, &len));
    FAILS(LANESUM_ERROR_RANGE, lanesum_merkle_proof(tree, indexes, 0, out, &len));
    FAILS(LANESUM_ERROR_RANGE, lanesum_merkle_proof(tree, indexes, 3, out, &len));
    indexes[2] = 4;
    FAILS(LANESUM_ERROR_RANGE, lanesum_merkle_proof(tree, indexes, 3, out, &len));
    FAILS(LANESUM_ERROR_RANGE, lanesum_merkle_verify(tree, digests, 4, indexes, 3, digests, out, 0));
    FAILS(LANESUM_ERROR_RANGE, lanesum_merkle_verify(tree, digests, 4, indexes, 0, digests, out, 0));
    FAILS(LANESUM_ERROR_NULL, lanesum_merkle_verify(tree, NULL, 4, indexes, 1, digests, out, 0));
    FAILS(LANESUM_ERROR_NULL, lanesum_merkle_verify(tree, digests, 4, indexes, 1, NULL, out, 0));
    FAILS(LANESUM_ERROR_NULL, lanesum_merkle_verify(tree, digests, 4, indexes, 1, digests, NULL, 1));
    FAILS(LANESUM_ERROR_LENGTH, lanesum_merkle_verify(tree, digests, 4, indexes, SIZE_MAX, digests, out, 0));
    FAILS(LANESUM_ERROR_TAG, lanesum_merkle_verify(tree, digests, UINT64_MAX, indexes, 1, digests, out, 0));
    FAILS(LANESUM_ERROR_RANGE, lanesum_merkle_verify(tree, digests, 0, indexes, 1, digests, out, 0));
    FAILS(LANESUM_ERROR_RANGE, lanesum_merkle_update(tree, indexes, 3, digests));
    FAILS(LANESUM_ERROR_NULL, lanesum_merkle_update(tree, indexes, 1, NULL));
    FAILS(LANESUM_ERROR_LENGTH, lanesum_merkle_update(tree, indexes, SIZE_MAX / 8, digests));
    // Too little room: the length, and nothing else.
    len = 2 * DIGEST - 1;
    FAILS(LANESUM_ERROR_LENGTH, lanesum_merkle_proof(tree, indexes, 1, out, &len));
    CHECK(len == 2 * DIGEST);
    CHECK(memcmp(out, kept, sizeof out) == 0);

    unsigned char root[DIGEST];
    root_of(LANESUM_RULE_RFC9162, digests, 4, root);
    check_root(tree, root);
    WORKS(lanesum_merkle_wipe(tree));
    for (size_t i = 0; i < 8; i++) CHECK(tree->opaque[i] == 0);
    WORKS(lanesum_merkle_wipe(tree));
}

int main(void) {
    fill_pattern(bytes, sizeof bytes);
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) as_defined(rules[i]);
    rfc9162();
    bitcoin();
    ssz();
    functions();
    misuse();
    puts("merkle: trees and proofs");
    return 0;
}
