// The provider through EVP: `provider DIRECTORY`, where lanesum.so is.

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../c/tests/answers.h"
#include "common.h"

static const struct {
    const char *name;
    lanesum_algorithm algorithm;
    bool is_openssls, is_xof;
} functions[] = {
    {"SHA2-224", LANESUM_SHA224, true, false},
    {"SHA2-256", LANESUM_SHA256, true, false},
    {"SHA2-384", LANESUM_SHA384, true, false},
    {"SHA2-512", LANESUM_SHA512, true, false},
    {"SHA2-512/224", LANESUM_SHA512_224, true, false},
    {"SHA2-512/256", LANESUM_SHA512_256, true, false},
    {"SHA3-224", LANESUM_SHA3_224, true, false},
    {"SHA3-256", LANESUM_SHA3_256, true, false},
    {"SHA3-384", LANESUM_SHA3_384, true, false},
    {"SHA3-512", LANESUM_SHA3_512, true, false},
    {"SHAKE-128", LANESUM_SHAKE128, true, true},
    {"SHAKE-256", LANESUM_SHAKE256, true, true},
    {"KECCAK-256", LANESUM_KECCAK256, false, false}, // OpenSSL has it since 3.2
    {"TURBOSHAKE128", LANESUM_TURBOSHAKE128, false, true},
    {"TURBOSHAKE256", LANESUM_TURBOSHAKE256, false, true},
    {"KT128", LANESUM_KT128, false, true},
    {"KT256", LANESUM_KT256, false, true},
    {"BLAKE-224", LANESUM_BLAKE224, false, false},
    {"BLAKE-256", LANESUM_BLAKE256, false, false},
    {"BLAKE-384", LANESUM_BLAKE384, false, false},
    {"BLAKE-512", LANESUM_BLAKE512, false, false},
    {"BLAKE2B-512", LANESUM_BLAKE2B, true, false},
    {"BLAKE2S-256", LANESUM_BLAKE2S, true, false},
    {"BLAKE2BP", LANESUM_BLAKE2BP, false, false},
    {"BLAKE2SP", LANESUM_BLAKE2SP, false, false},
};
enum { FUNCTIONS = sizeof functions / sizeof functions[0] };

static unsigned char message[9000];

static EVP_MD *fetch(OSSL_LIB_CTX *library, const char *name, const char *properties) {
    EVP_MD *md = EVP_MD_fetch(library, name, properties);
    CHECK(md != NULL);
    return md;
}

static const char *answer(lanesum_algorithm algorithm, int which) {
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        if (answers[i].algorithm == algorithm) return answers[i].digests[which];
    }
    CHECK(!"no answer for this function");
    return NULL;
}

static bool is_hex(const unsigned char *bytes, size_t len, const char *hex) {
    char digits[3];
    if (strlen(hex) != 2 * len) return false;
    for (size_t i = 0; i < len; i++) {
        snprintf(digits, sizeof digits, "%02x", bytes[i]);
        if (memcmp(digits, hex + 2 * i, 2) != 0) return false;
    }
    return true;
}

// Ends the message: len bytes, of a function of any length; its digest otherwise.
static void final(EVP_MD_CTX *context, bool is_xof, unsigned char *out, size_t len) {
    unsigned int digest_len = 0;
    if (is_xof) {
        CHECK(EVP_DigestFinalXOF(context, out, len));
    } else {
        CHECK(EVP_DigestFinal_ex(context, out, &digest_len));
        CHECK(digest_len == len);
    }
}

// What answers.h has beside the message. params has room for four.
static void all_params(size_t i, OSSL_PARAM *params) {
    static unsigned char salt[32];
    static unsigned int domain = 7;
    static char custom[] = "custom";
    lanesum_algorithm algorithm = functions[i].algorithm;
    for (unsigned char k = 0; k < 32; k++) salt[k] = k + 1;
    if (algorithm >= LANESUM_BLAKE224 && algorithm <= LANESUM_BLAKE512) {
        *params++ = OSSL_PARAM_construct_octet_string("salt", salt, algorithm <= LANESUM_BLAKE256 ? 16 : 32);
    }
    if (algorithm == LANESUM_TURBOSHAKE128 || algorithm == LANESUM_TURBOSHAKE256) {
        *params++ = OSSL_PARAM_construct_uint("domain-separator", &domain);
    }
    if (algorithm == LANESUM_KT128 || algorithm == LANESUM_KT256) {
        *params++ = OSSL_PARAM_construct_octet_string("customization", custom, 6);
    }
    *params = OSSL_PARAM_construct_end();
}

#if OPENSSL_VERSION_NUMBER >= 0x40000000L
// Goes on with what EVP has saved of the message, in the same context.
static void through_bytes(EVP_MD_CTX *context) {
    unsigned char saved[16384];
    size_t len = sizeof saved;
    CHECK(EVP_MD_CTX_serialize(context, saved, &len));
    CHECK(EVP_DigestUpdate(context, "something else", 14));
    CHECK(EVP_MD_CTX_deserialize(context, saved, len));
}
#else
#define through_bytes(context) (void)(context)
#endif

// Both messages of answers.h, in pieces, and a copy at every stage.
static void known_answers(OSSL_LIB_CTX *library) {
    static const size_t pieces[] = {1, 64, 500, 511, 512, 513, 1024, 9000};
    for (size_t i = 0; i < FUNCTIONS; i++) {
        EVP_MD *md = fetch(library, functions[i].name, "provider=lanesum");
        for (int which = 0; which < 2; which++) {
            const char *hex = answer(functions[i].algorithm, which);
            size_t len = strlen(hex) / 2;
            for (size_t p = 0; p < sizeof pieces / sizeof pieces[0]; p++) {
                EVP_MD_CTX *context = EVP_MD_CTX_new(), *used = EVP_MD_CTX_new();
                unsigned char out[64];
                OSSL_PARAM params[4];
                size_t done = 0;
                all_params(i, params);
                CHECK(EVP_DigestInit_ex2(context, md, params));
                CHECK(EVP_DigestInit_ex2(used, md, NULL));
                CHECK(EVP_DigestUpdate(used, message, 2000 * (p % 2) + 1));
                while (done < answer_lens[which]) {
                    size_t now = answer_lens[which] - done < pieces[p] ? answer_lens[which] - done : pieces[p];
                    EVP_MD_CTX *copy = duplicate(context);
                    CHECK(copy != NULL);
                    CHECK(EVP_DigestUpdate(copy, "something else", 14));
                    EVP_MD_CTX_free(copy);
                    CHECK(EVP_DigestUpdate(context, message + done, now));
                    through_bytes(context);
                    done += now;
                }
                // Onto a context that is under way; the first one goes on.
                CHECK(EVP_MD_CTX_copy_ex(used, context));
                final(used, functions[i].is_xof, out, len);
                CHECK(is_hex(out, len, hex));
                memset(out, 0, sizeof out);
                final(context, functions[i].is_xof, out, len);
                CHECK(is_hex(out, len, hex));
                // The next message of the same context.
                CHECK(EVP_DigestInit_ex2(context, md, params));
                CHECK(EVP_DigestUpdate(context, message, answer_lens[which]));
                final(context, functions[i].is_xof, out, len);
                CHECK(is_hex(out, len, hex));
                EVP_MD_CTX_free(context);
                EVP_MD_CTX_free(used);
            }
        }
        EVP_MD_free(md);
    }
}

// All names, sizes and digests against OpenSSL's own, of every length about those where something begins.
static void against_openssl(OSSL_LIB_CTX *library) {
    for (size_t i = 0; i < FUNCTIONS; i++) {
        EVP_MD *ours = fetch(library, functions[i].name, "provider=lanesum"), *theirs;
        if (!functions[i].is_openssls) {
            EVP_MD_free(ours);
            continue;
        }
        theirs = fetch(library, functions[i].name, "provider=default");
        CHECK(EVP_MD_get_size(ours) == EVP_MD_get_size(theirs));
        CHECK(EVP_MD_get_block_size(ours) == EVP_MD_get_block_size(theirs));
        CHECK(EVP_MD_get_type(ours) == EVP_MD_get_type(theirs) && EVP_MD_get_type(ours) != NID_undef);
        // Of SHAKE, OpenSSL 3.0 says that its identifier has a parameter, which RFC 8702 denies.
        CHECK(((EVP_MD_get_flags(ours) ^ EVP_MD_get_flags(theirs)) & ~(unsigned long)EVP_MD_FLAG_DIGALGID_MASK) == 0);
        for (size_t len = 0; len < sizeof message; len += len < 1100 ? 1 : 631) {
            unsigned char out[2][400];
            for (int k = 0; k < 2; k++) {
                EVP_MD_CTX *context = EVP_MD_CTX_new();
                CHECK(EVP_DigestInit_ex2(context, k == 0 ? ours : theirs, NULL));
                CHECK(EVP_DigestUpdate(context, message, len / 3));
                CHECK(EVP_DigestUpdate(context, message + len / 3, len - len / 3));
                final(context, functions[i].is_xof, out[k], functions[i].is_xof ? len % 400 : (size_t)EVP_MD_get_size(ours));
                EVP_MD_CTX_free(context);
            }
            CHECK(memcmp(out[0], out[1], functions[i].is_xof ? len % 400 : (size_t)EVP_MD_get_size(ours)) == 0);
        }
        EVP_MD_free(ours);
        EVP_MD_free(theirs);
    }
}

static void count_ours(EVP_MD *md, void *count) {
    if (strcmp(OSSL_PROVIDER_get0_name(EVP_MD_get0_provider(md)), "lanesum") == 0) ++*(size_t *)count;
}

// Which provider is taken, and that no function was forgotten here.
static void choice(struct loaded loaded) {
    OSSL_LIB_CTX *library = loaded.library;
    size_t count = 0;
    EVP_MD *md;
    char *name = NULL, *version = NULL;
    int status = 0;
    OSSL_PARAM params[] = {
        OSSL_PARAM_construct_utf8_ptr(OSSL_PROV_PARAM_NAME, &name, 0),
        OSSL_PARAM_construct_utf8_ptr(OSSL_PROV_PARAM_VERSION, &version, 0),
        OSSL_PARAM_construct_int(OSSL_PROV_PARAM_STATUS, &status),
        OSSL_PARAM_construct_end(),
    };
    CHECK(OSSL_PROVIDER_get_params(loaded.lanesum, params));
    CHECK(strcmp(name, "lanesum") == 0 && strcmp(version, LANESUM_VERSION) == 0 && status == 1);
    EVP_MD_do_all_provided(library, count_ours, &count);
    CHECK(count == FUNCTIONS);
    CHECK(EVP_set_default_properties(library, "?provider=lanesum"));
    for (size_t i = 0; i < FUNCTIONS; i++) {
        md = fetch(library, functions[i].name, NULL);
        CHECK(strcmp(OSSL_PROVIDER_get0_name(EVP_MD_get0_provider(md)), "lanesum") == 0);
        EVP_MD_free(md);
    }
    md = fetch(library, "MD5", NULL);
    CHECK(strcmp(OSSL_PROVIDER_get0_name(EVP_MD_get0_provider(md)), "default") == 0);
    EVP_MD_free(md);
    // What the query of the page prefers: those of Keccak alone, and only where there is AVX-512.
    for (size_t i = 0; i < FUNCTIONS; i++) {
        lanesum_algorithm algorithm = functions[i].algorithm;
        bool is_faster = false;
        if (!functions[i].is_openssls) continue;
#ifdef __x86_64__
        bool is_sha2 = algorithm >= LANESUM_SHA224 && algorithm <= LANESUM_SHA512_256;
        is_faster = !is_sha2 && algorithm < LANESUM_BLAKE2B && __builtin_cpu_supports("avx512vl");
#endif
        md = EVP_MD_fetch(library, functions[i].name, "lanesum.faster=yes");
        CHECK((md != NULL) == is_faster);
        EVP_MD_free(md);
    }
    ERR_clear_error();
    // It has no validation, and does not answer to those who ask for one.
    CHECK(EVP_MD_fetch(library, "SHA2-256", "provider=lanesum,fips=yes") == NULL);
    ERR_clear_error();
    CHECK(EVP_set_default_properties(library, NULL));
}

// OpenSSL's HMAC over our digests: it duplicates contexts again and again.
static void hmac(OSSL_LIB_CTX *library) {
    unsigned char ours[64], theirs[64];
    size_t ours_len, theirs_len;
    for (size_t i = 0; i < FUNCTIONS; i++) {
        if (!functions[i].is_openssls || functions[i].is_xof) continue;
        for (size_t len = 0; len < 4000; len += 97) {
            CHECK(EVP_Q_mac(library, "HMAC", "provider=default", functions[i].name, NULL, message, 20, message, len, theirs,
                            sizeof theirs, &theirs_len) != NULL);
            CHECK(EVP_set_default_properties(library, "?provider=lanesum"));
            CHECK(EVP_Q_mac(library, "HMAC", NULL, functions[i].name, NULL, message, 20, message, len, ours, sizeof ours,
                            &ours_len) != NULL);
            CHECK(EVP_set_default_properties(library, NULL));
            CHECK(ours_len == theirs_len && memcmp(ours, theirs, ours_len) == 0);
        }
    }
}

static void lengths_and_errors(OSSL_LIB_CTX *library) {
    unsigned char out[400], longer[400];
    unsigned int len = 0;
    size_t size = 20, got = 0;
    unsigned int domain = 0x80;
    OSSL_PARAM xoflen[] = {OSSL_PARAM_construct_size_t(OSSL_DIGEST_PARAM_XOFLEN, &size), OSSL_PARAM_construct_end()};
    OSSL_PARAM alias[] = {OSSL_PARAM_construct_size_t(OSSL_DIGEST_PARAM_SIZE, &size), OSSL_PARAM_construct_end()};
    OSSL_PARAM asked[] = {OSSL_PARAM_construct_size_t(OSSL_DIGEST_PARAM_SIZE, &got), OSSL_PARAM_construct_end()};
    OSSL_PARAM domains[] = {OSSL_PARAM_construct_uint("domain-separator", &domain), OSSL_PARAM_construct_end()};
    OSSL_PARAM custom[] = {OSSL_PARAM_construct_octet_string("customization", message, 513), OSSL_PARAM_construct_end()};
    OSSL_PARAM salt[] = {OSSL_PARAM_construct_octet_string("salt", message, 15), OSSL_PARAM_construct_end()};
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    EVP_MD *md;
    for (size_t i = 0; i < FUNCTIONS; i++) {
        md = fetch(library, functions[i].name, "provider=lanesum");
        if (!functions[i].is_xof) {
            CHECK(!(EVP_MD_get_flags(md) & EVP_MD_FLAG_XOF));
            // OpenSSL's own do not look at it.
            CHECK(EVP_DigestInit_ex2(context, md, xoflen) && EVP_DigestUpdate(context, message, 100));
            CHECK(EVP_DigestFinal_ex(context, out, &len) && len == (unsigned int)EVP_MD_get_size(md));
            if (functions[i].is_openssls) {
                // An error with OpenSSL 3.0, a digest with 3.5: as of OpenSSL's own.
                EVP_MD *own = fetch(library, functions[i].name, "provider=default");
                CHECK(EVP_DigestInit_ex2(context, md, NULL));
                int done = EVP_DigestFinalXOF(context, out, sizeof out);
                CHECK(EVP_DigestInit_ex2(context, own, NULL) && EVP_DigestFinalXOF(context, out, sizeof out) == done);
                ERR_clear_error();
                EVP_MD_free(own);
            }
            EVP_MD_free(md);
            continue;
        }
        CHECK(EVP_MD_get_flags(md) & EVP_MD_FLAG_XOF);
        CHECK(EVP_DigestInit_ex2(context, md, NULL) && EVP_DigestUpdate(context, message, 100));
        CHECK(EVP_DigestFinalXOF(context, longer, sizeof longer));
        for (int k = 0; k < 3; k++) {
            size = 20 + (size_t)k;
            CHECK(EVP_DigestInit_ex2(context, md, k == 0 ? xoflen : k == 1 ? alias : NULL));
            CHECK(EVP_DigestUpdate(context, message, 100));
            // After the message, too.
            if (k == 2) CHECK(EVP_MD_CTX_set_params(context, xoflen));
            CHECK(EVP_MD_CTX_get_params(context, asked) && got == size);
            CHECK(EVP_DigestFinal_ex(context, out, &len) && len == size);
            CHECK(memcmp(out, longer, size) == 0);
        }
        // Nothing is written where nothing is asked for.
        out[0] = 'x';
        CHECK(EVP_DigestInit_ex2(context, md, NULL) && EVP_DigestFinalXOF(context, out, 0) && out[0] == 'x');
        EVP_MD_free(md);
    }
    md = fetch(library, "TURBOSHAKE128", "provider=lanesum");
    FAILS(EVP_DigestInit_ex2(context, md, domains), "invalid parameter");
    // What did not begin as it was to begin does not go on.
    CHECK(EVP_DigestUpdate(context, "x", 1) <= 0);
    domain = 0x7f;
    CHECK(EVP_DigestInit_ex2(context, md, NULL) && EVP_DigestUpdate(context, "x", 1));
    FAILS(EVP_MD_CTX_set_params(context, domains), "the message has begun already");
    // Of parameters that are refused none counts.
    OSSL_PARAM both[] = {xoflen[0], domains[0], OSSL_PARAM_construct_end()};
    FAILS(EVP_MD_CTX_set_params(context, both), "the message has begun already");
    CHECK(EVP_DigestFinal_ex(context, out, &len) && len == 32);
    EVP_MD_free(md);
    md = fetch(library, "KT128", "provider=lanesum");
    FAILS(EVP_DigestInit_ex2(context, md, custom), "invalid custom length");
    EVP_MD_free(md);
    md = fetch(library, "BLAKE-256", "provider=lanesum");
    FAILS(EVP_DigestInit_ex2(context, md, salt), "invalid salt length");
    // A salt that is refused leaves the one before.
    salt[0].data_size = 16;
    CHECK(EVP_DigestInit_ex2(context, md, salt) && EVP_DigestFinal_ex(context, longer, &len) && len == 32);
    CHECK(EVP_DigestInit_ex2(context, md, salt));
    salt[0].data = NULL;
    FAILS(EVP_MD_CTX_set_params(context, salt), "invalid parameter");
    CHECK(EVP_DigestFinal_ex(context, out, &len) && len == 32 && memcmp(out, longer, 32) == 0);
    EVP_MD_free(md);
    EVP_MD_CTX_free(context);
}

// Output in pieces, and a copy between them.
// BLAKE2 of fewer bytes, as hashlib has it: by the length that a context keeps, through bytes and copies; and lengths that there are not.
static void blake2(OSSL_LIB_CTX *library) {
    static const char *const names[2] = {"BLAKE2B-512", "BLAKE2S-256"};
    static const char *const digests[2] = {"384264f676f39536840523f284921cdc68b6846b", "5ae3b99be29b01834c3b508521ede60438f8de17"};
    for (int i = 0; i < 2; i++) {
        EVP_MD *md = fetch(library, names[i], "provider=lanesum");
        size_t lens[] = {20, 0, (size_t)EVP_MD_get_size(md) + 1}, whole = (size_t)EVP_MD_get_size(md);
        EVP_MD_CTX *context = EVP_MD_CTX_new();
        for (int k = 0; k < 3; k++) {
            OSSL_PARAM params[] = {OSSL_PARAM_construct_size_t("size", &lens[k]), OSSL_PARAM_construct_end()};
            unsigned char out[65];
            unsigned int len = 0;
            memset(out, 0xa5, sizeof out);
            if (k > 0) {
                FAILS(EVP_DigestInit_ex2(context, md, params), "invalid digest length");
                continue;
            }
            for (int again = 0; again < 2; again++) {
                EVP_MD_CTX *copy;
                CHECK(EVP_DigestInit_ex2(context, again ? NULL : md, again && OPENSSL_VERSION_NUMBER >= 0x40000000L ? NULL : params) && EVP_DigestUpdate(context, "ab", 2));
                FAILS(EVP_MD_CTX_set_params(context, params), "the message has begun already");
                through_bytes(context);
                copy = duplicate(context);
                CHECK(EVP_DigestUpdate(copy, "c", 1) && EVP_DigestFinal_ex(copy, out, &len));
                CHECK(len == 20 && is_hex(out, 20, digests[i]) && out[20] == 0xa5);
                EVP_MD_CTX_free(copy);
            }
        }
        EVP_MD_CTX_free(context);
        context = EVP_MD_CTX_new();
        CHECK(EVP_DigestInit_ex2(context, md, NULL) && EVP_MD_CTX_get_size(context) == (int)whole);
        EVP_MD_CTX_free(context);
        EVP_MD_free(md);
    }
}

static void squeezes(OSSL_LIB_CTX *library) {
#if OPENSSL_VERSION_NUMBER >= 0x30300000L
    for (size_t i = 0; i < FUNCTIONS; i++) {
        unsigned char all[1000], pieces[1000];
        EVP_MD *md = fetch(library, functions[i].name, "provider=lanesum");
        EVP_MD_CTX *context = EVP_MD_CTX_new(), *copy;
        CHECK(EVP_DigestInit_ex2(context, md, NULL) && EVP_DigestUpdate(context, message, 2000));
        copy = duplicate(context);
        if (functions[i].is_xof) {
            CHECK(EVP_DigestFinalXOF(copy, all, sizeof all));
            for (size_t done = 0, piece = 1; done < sizeof all; done += piece, piece = (3 * piece + 1) % 170) {
                if (piece > sizeof all - done) piece = sizeof all - done;
                CHECK(EVP_DigestSqueeze(context, pieces + done, piece));
                CHECK(EVP_MD_CTX_copy_ex(copy, context));
                CHECK(EVP_MD_CTX_copy_ex(context, copy));
            }
            CHECK(memcmp(all, pieces, sizeof all) == 0);
        } else {
            CHECK(!EVP_DigestSqueeze(context, pieces, 1));
            ERR_clear_error();
        }
        EVP_MD_CTX_free(context);
        EVP_MD_CTX_free(copy);
        EVP_MD_free(md);
    }
#else
    (void)library; // module.c calls the function itself
#endif
}

static void kmac(OSSL_LIB_CTX *library) {
    static const struct {
        const char *name;
        lanesum_algorithm bound, any;
    } macs[] = {{"KMAC128", LANESUM_KMAC128, LANESUM_KMACXOF128}, {"KMAC-256", LANESUM_KMAC256, LANESUM_KMACXOF256}};
    unsigned char key[513] = "a key of 20 bytes...", custom[513] = "custom", out[64];
    OSSL_PARAM params[] = {OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_CUSTOM, custom, 6), OSSL_PARAM_construct_end()};
    OSSL_PARAM long_custom[] = {OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_CUSTOM, custom, 513),
                                OSSL_PARAM_construct_end()};
    size_t size = 0x200000, got;
    OSSL_PARAM large[] = {OSSL_PARAM_construct_size_t(OSSL_MAC_PARAM_SIZE, &size), OSSL_PARAM_construct_end()};
    int flag = -1;
    size_t small = 16;
    OSSL_PARAM wrong[] = {OSSL_PARAM_construct_size_t(OSSL_MAC_PARAM_SIZE, &small), long_custom[0], OSSL_PARAM_construct_end()};
    OSSL_PARAM any[] = {OSSL_PARAM_construct_int(OSSL_MAC_PARAM_XOF, &flag), OSSL_PARAM_construct_end()};
    for (size_t i = 0; i < 2; i++) {
        EVP_MAC *mac = EVP_MAC_fetch(library, macs[i].name, "provider=lanesum");
        CHECK(mac != NULL);
        for (int which = 0; which < 2; which++) {
            for (int xof = 0; xof < 2; xof++) {
                const char *hex = answer(xof ? macs[i].any : macs[i].bound, which);
                size_t len = strlen(hex) / 2, half = answer_lens[which] / 2;
                EVP_MAC_CTX *context = EVP_MAC_CTX_new(mac), *copy = EVP_MAC_CTX_dup(context);
                CHECK(copy != NULL);
                EVP_MAC_CTX_free(copy);
                FAILS(EVP_MAC_init(context, NULL, 0, NULL), "no key set");
                CHECK(EVP_MAC_init(context, key, 20, params));
                CHECK(EVP_MAC_CTX_get_mac_size(context) == (i == 0 ? 32 : 64));
                CHECK(EVP_MAC_CTX_get_block_size(context) == (i == 0 ? 168 : 136));
                for (int again = 0; again < 2; again++) {
                    CHECK(EVP_MAC_update(context, message, half));
                    copy = EVP_MAC_CTX_dup(context);
                    CHECK(copy != NULL);
                    CHECK(EVP_MAC_update(context, message + half, answer_lens[which] - half));
                    CHECK(EVP_MAC_update(copy, message + half, answer_lens[which] - half));
                    for (int k = 0; k < 2; k++) {
                        EVP_MAC_CTX *one = k == 0 ? context : copy;
                        memset(out, 0, sizeof out);
                        // EVP_MAC_finalXOF says only now that it is one.
                        CHECK(xof ? EVP_MAC_finalXOF(one, out, len) : EVP_MAC_final(one, out, &got, sizeof out));
                        CHECK(is_hex(out, len, hex));
                    }
                    EVP_MAC_CTX_free(copy);
                    // With the same key and customization string.
                    CHECK(EVP_MAC_init(context, NULL, 0, NULL));
                }
                CHECK(EVP_MAC_update(context, message, half));
                FAILS(EVP_MAC_init(context, key, 3, NULL), "invalid key length");
                // Neither that message goes on, nor one with the older key.
                CHECK(!EVP_MAC_update(context, message, half) && !EVP_MAC_final(context, out, &got, sizeof out));
                ERR_clear_error();
                FAILS(EVP_MAC_init(context, key, 513, NULL), "invalid key length");
                for (int k = 0; k < 2; k++) {
                    CHECK(EVP_MAC_init(context, key, 20, NULL) && EVP_MAC_update(context, message, half));
                    FAILS(EVP_MAC_init(context, key, 20, k == 0 ? long_custom : large),
                          k == 0 ? "invalid custom length" : "invalid output length");
                    CHECK(!EVP_MAC_update(context, message, half) && !EVP_MAC_final(context, out, &got, sizeof out));
                    ERR_clear_error();
                }
                FAILS(EVP_MAC_CTX_set_params(context, wrong), "invalid custom length");
                CHECK(EVP_MAC_CTX_get_mac_size(context) == (i == 0 ? 32 : 64));
                CHECK(EVP_MAC_CTX_set_params(context, any));
                EVP_MAC_CTX_free(context);
            }
        }
        EVP_MAC_free(mac);
    }
}

// The MACs of BLAKE2 beside OpenSSL's own, with every input, and inputs that there are not.
static void blake2_macs(OSSL_LIB_CTX *library) {
    static const char *const names[2] = {"BLAKE2BMAC", "BLAKE2SMAC"};
    for (size_t i = 0; i < 2; i++) {
        size_t most = i == 0 ? 64 : 32;
        unsigned char input[65] = "a key, a salt, a personalisation";
        EVP_MAC *ours = EVP_MAC_fetch(library, names[i], "provider=lanesum"), *theirs = EVP_MAC_fetch(NULL, names[i], NULL);
        CHECK(ours != NULL && theirs != NULL);
        for (size_t n = 0; n < 40; n++) {
            size_t size = 1 + (7 * n) % most, len = (n * n * 3) % 700;
            OSSL_PARAM params[] = {OSSL_PARAM_construct_size_t(OSSL_MAC_PARAM_SIZE, &size),
                                   OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_SALT, input, n % (most / 4 + 1)),
                                   OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_CUSTOM, input, (n * 5) % (most / 4 + 1)),
                                   OSSL_PARAM_construct_end()};
            unsigned char tags[3][64];
            for (int k = 0; k < 2; k++) {
                EVP_MAC_CTX *context = EVP_MAC_CTX_new(k == 0 ? ours : theirs), *copy;
                size_t got = 0;
                CHECK(EVP_MAC_init(context, input, 1 + (n * 11) % most, n == 0 ? NULL : params));
                CHECK(EVP_MAC_CTX_get_mac_size(context) == (n == 0 ? most : size));
                CHECK(EVP_MAC_CTX_get_block_size(context) == 2 * most && EVP_MAC_update(context, message, len / 3));
                copy = EVP_MAC_CTX_dup(context);
                CHECK(copy != NULL && EVP_MAC_update(copy, message + len / 3, len - len / 3));
                CHECK(EVP_MAC_final(copy, tags[k], &got, 64) && got == (n == 0 ? most : size));
                EVP_MAC_CTX_free(copy);
                // The same key, salt and personalisation.
                CHECK(EVP_MAC_init(context, NULL, 0, NULL) && EVP_MAC_update(context, message, len));
                CHECK(EVP_MAC_final(context, tags[2], &got, 64) && memcmp(tags[2], tags[k], got) == 0);
                EVP_MAC_CTX_free(context);
            }
            CHECK(memcmp(tags[0], tags[1], n == 0 ? most : size) == 0);
        }
        for (int k = 0; k < 5; k++) {
            static const char *const texts[] = {"invalid custom length", "invalid salt length", "invalid output length"};
            size_t size = k == 2 ? most + 1 : 0;
            OSSL_PARAM params[] = {OSSL_PARAM_construct_octet_string(k == 0 ? OSSL_MAC_PARAM_CUSTOM : OSSL_MAC_PARAM_SALT, input, most / 4 + 1),
                                   OSSL_PARAM_construct_end()};
            OSSL_PARAM sizes[] = {OSSL_PARAM_construct_size_t(OSSL_MAC_PARAM_SIZE, &size), OSSL_PARAM_construct_end()};
            EVP_MAC_CTX *context = EVP_MAC_CTX_new(ours);
            FAILS(EVP_MAC_init(context, NULL, 0, NULL), "no key set");
            FAILS(EVP_MAC_init(context, input, k == 4 ? most + 1 : k == 3 ? 0 : 1, k < 2 ? params : k == 2 ? sizes : NULL),
                  k < 3 ? texts[k] : "invalid key length");
            EVP_MAC_CTX_free(context);
        }
        EVP_MAC_free(ours);
        EVP_MAC_free(theirs);
    }
}

// One digest after the other, of one context and of many at once, each with its own message.
static void many_contexts(OSSL_LIB_CTX *library) {
    enum { MANY = 2000 };
    static EVP_MD_CTX *contexts[MANY];
    for (size_t i = 0; i < FUNCTIONS; i++) {
        EVP_MD *md = fetch(library, functions[i].name, "provider=lanesum");
        unsigned char out[64], again[64];
        for (size_t k = 0; k < MANY; k++) {
            contexts[k] = EVP_MD_CTX_new();
            CHECK(EVP_DigestInit_ex2(contexts[k], md, NULL) && EVP_DigestUpdate(contexts[k], message, k));
        }
        for (size_t k = 0; k < MANY; k += 37) {
            EVP_MD_CTX *one = EVP_MD_CTX_new();
            size_t len = functions[i].is_xof ? 64 : (size_t)EVP_MD_get_size(md);
            CHECK(EVP_DigestInit_ex2(one, md, NULL) && EVP_DigestUpdate(one, message, k));
            final(one, functions[i].is_xof, again, len);
            final(contexts[k], functions[i].is_xof, out, len);
            CHECK(memcmp(out, again, len) == 0);
            EVP_MD_CTX_free(one);
        }
        for (size_t k = 0; k < MANY; k++) EVP_MD_CTX_free(contexts[k]);
        EVP_MD_free(md);
    }
}

static void *thread(void *library) {
    known_answers(library);
    return NULL;
}

static void threads(OSSL_LIB_CTX *library) {
    pthread_t ids[8];
    for (int i = 0; i < 8; i++) CHECK(pthread_create(&ids[i], NULL, thread, library) == 0);
    for (int i = 0; i < 8; i++) CHECK(pthread_join(ids[i], NULL) == 0);
}

// A child continues the work of its parent, and so does the parent.
static void forks(OSSL_LIB_CTX *library) {
    EVP_MD *md = fetch(library, "KT128", "provider=lanesum");
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    OSSL_PARAM params[4];
    unsigned char out[32];
    int status;
    pid_t child;
    all_params(15, params);
    CHECK(EVP_DigestInit_ex2(context, md, params) && EVP_DigestUpdate(context, message, 8500));
    child = fork();
    CHECK(child >= 0);
    CHECK(EVP_DigestUpdate(context, message + 8500, 500));
    CHECK(EVP_DigestFinalXOF(context, out, 32) && is_hex(out, 32, answer(LANESUM_KT128, 1)));
    EVP_MD_CTX_free(context);
    EVP_MD_free(md);
    if (child == 0) {
        known_answers(library);
        _exit(0);
    }
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int main(int argc, char **argv) {
    struct loaded loaded;
    CHECK(argc == 2);
    for (size_t i = 0; i < sizeof message; i++) message[i] = (unsigned char)(i % 251);
    for (int i = 0; i < 50; i++) {
        struct loaded first = load(argv[1]), second = load(argv[1]);
        EVP_MD *md = fetch(first.library, "KT128", "provider=lanesum");
        unload(second);
        // The provider stays as long as a function of it is held.
        unload(first);
        EVP_MD_free(md);
    }
    loaded = load(argv[1]);
    choice(loaded);
    known_answers(loaded.library);
    against_openssl(loaded.library);
    lengths_and_errors(loaded.library);
    blake2(loaded.library);
    squeezes(loaded.library);
    kmac(loaded.library);
    blake2_macs(loaded.library);
    hmac(loaded.library);
    many_contexts(loaded.library);
    threads(loaded.library);
    forks(loaded.library);
    unload(loaded);
    printf("the provider through EVP: ok, %s\n", OpenSSL_version(OPENSSL_VERSION));
    return 0;
}
