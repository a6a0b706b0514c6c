// The digests: a table of the functions, and the contexts that EVP works on.

#include <openssl/core_names.h>
#include <openssl/params.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "provider.h"

// Newer headers have these names.
#define PARAM_CUSTOMIZATION "customization"
#define PARAM_DOMAIN "domain-separator"
#define PARAM_SALT "salt"

// What a function is given beside the message.
enum takes { TAKES_NOTHING, TAKES_DOMAIN, TAKES_CUSTOMIZATION, TAKES_SALT, TAKES_BYTES };

struct function {
    lanesum_algorithm algorithm;
    size_t block_bytes;
    // Bytes of output if nobody says how many; 0: somebody must.
    size_t digest_bytes;
    bool is_xof;
    enum takes takes;
};

// Messages up to this length are kept, and go through the library in one call at their end: that takes less than a state.
#define SHORT 512

// As OpenSSL's own.
#define LONGEST_CUSTOMIZATION 512

enum stage { STAGE_NEW, STAGE_SHORT, STAGE_LONG, STAGE_SQUEEZING, STAGE_FINISHED };

struct digest {
    const struct provider *provider;
    const struct function *function;
    enum stage stage;
    uint32_t domain;
    // Bytes of output; of a function with a digest of one length, that length.
    size_t output_bytes;
    // The customization string or the salt.
    unsigned char *text;
    size_t text_len;
    // Bytes of the message so far, in STAGE_SHORT; 0 otherwise.
    size_t message_len;
    union {
        // STAGE_SHORT
        unsigned char message[SHORT];
        // STAGE_LONG and STAGE_SQUEEZING
        lanesum_hasher hasher;
    };
};

// Longer ones glibc's malloc does not have at hand, and OpenSSL takes a context for each message, HMAC four.
_Static_assert(sizeof(struct digest) <= 1032, "a context in one quick allocation");

// The output of SHAKE since OpenSSL 3.4, until somebody says how long it is.
#define NO_LENGTH SIZE_MAX

static size_t default_output(const struct function *function) {
    return function->digest_bytes > 0 ? function->digest_bytes : NO_LENGTH;
}

// Erases the message, and gives back what the state has on the heap.
static void forget(struct digest *digest) {
    if (digest->stage == STAGE_SHORT) erase(digest->message, digest->message_len);
    if (digest->stage == STAGE_LONG || digest->stage == STAGE_SQUEEZING) lanesum_wipe(&digest->hasher);
    digest->message_len = 0;
    digest->stage = STAGE_FINISHED;
}

static void free_text(struct digest *digest) {
    if (digest->text == NULL) return;
    erase(digest->text, digest->text_len);
    free(digest->text);
    digest->text = NULL;
    digest->text_len = 0;
}

static void digest_free(void *context) {
    struct digest *digest = context;
    if (digest == NULL) return;
    forget(digest);
    free_text(digest);
    free(digest);
}

static void *digest_new(void *provider, const struct function *function) {
    struct digest *digest = malloc(sizeof *digest);
    if (digest == NULL) return NULL;
    // All but the message.
    memset(digest, 0, offsetof(struct digest, message));
    digest->provider = provider;
    digest->function = function;
    digest->output_bytes = default_output(function);
    return digest;
}

// What the library is told beside the message; NULL if nothing.
static const lanesum_options *options_of(const struct digest *digest, lanesum_options *room) {
    const bool is_shorter = digest->function->takes == TAKES_BYTES && digest->output_bytes != digest->function->digest_bytes;
    if (digest->domain == 0 && digest->text == NULL && !is_shorter) return NULL;
    *room = (lanesum_options)LANESUM_OPTIONS;
    room->domain = digest->domain;
    room->digest_bytes = is_shorter ? (uint32_t)digest->output_bytes : 0;
    if (digest->function->takes == TAKES_SALT) {
        room->salt = digest->text;
        room->salt_len = digest->text_len;
    } else {
        room->customization = digest->text;
        room->customization_len = digest->text_len;
    }
    return room;
}

// Goes on with a state of the library's, which gets the message so far.
static int lengthen(struct digest *digest) {
    lanesum_options room;
    unsigned char message[SHORT];
    const size_t len = digest->message_len;
    lanesum_error error;
    // The state will lie where the message does.
    if (len > 0) memcpy(message, digest->message, len);
    forget(digest);
    error = lanesum_init(&digest->hasher, sizeof digest->hasher, digest->function->algorithm, options_of(digest, &room));
    if (error == LANESUM_OK) {
        digest->stage = STAGE_LONG;
        if (len > 0) error = lanesum_update(&digest->hasher, message, len);
    }
    erase(message, len);
    return works(digest->provider, error);
}

static int set_params(struct digest *digest, const OSSL_PARAM params[], bool is_begin);

static int digest_init(void *context, const OSSL_PARAM params[]) {
    struct digest *digest = context;
    forget(digest);
    digest->stage = STAGE_NEW;
    // As OpenSSL's own, SHAKE and BLAKE2 keep the length that they were given for the message before; TurboSHAKE and KT do not.
    if (digest->function->takes != TAKES_NOTHING && digest->function->takes != TAKES_BYTES) {
        digest->output_bytes = default_output(digest->function);
        digest->domain = 0;
        free_text(digest);
    }
    if (set_params(digest, params, true)) return 1;
    // No message goes on without what it was to begin with.
    digest->stage = STAGE_FINISHED;
    return 0;
}

// HMAC begins its two contexts with one block each, and duplicates them for each message: so that block is absorbed at once. Blocks of 64
// bytes are not: many messages have 64 bytes, and take 20 ns less in one call.
static bool is_key_of_hmac(const struct digest *digest, size_t len) {
    return digest->stage == STAGE_NEW && len == digest->function->block_bytes && len > 64;
}

static int digest_update(void *context, const unsigned char *data, size_t len) {
    struct digest *digest = context;
    if (len == 0) return 1;
    if (digest->stage <= STAGE_SHORT) {
        if (len <= SHORT - digest->message_len && !is_key_of_hmac(digest, len)) {
            memcpy(digest->message + digest->message_len, data, len);
            digest->message_len += len;
            digest->stage = STAGE_SHORT;
            return 1;
        }
        if (!lengthen(digest)) return 0;
    }
    if (digest->stage != STAGE_LONG) return works(digest->provider, LANESUM_ERROR_FINISHED);
    return works(digest->provider, lanesum_update(&digest->hasher, data, len));
}

static int digest_final(void *context, unsigned char *out, size_t *out_len, size_t out_size) {
    struct digest *digest = context;
    size_t len = digest->output_bytes;
    lanesum_options room;
    lanesum_error error;
    if (len == NO_LENGTH) return fail(digest->provider, REASON_DIGEST_LENGTH);
    if (digest->function->is_xof) {
        // As OpenSSL's own: nothing is asked for. Up to 3.3, EVP_DigestFinal_ex gives the default as out_size, whatever length its
        // caller has set: so the caller's length counts.
        if (out_size == 0) len = 0;
    } else if (out_size < len) {
        return fail(digest->provider, REASON_DIGEST_LENGTH);
    }
    switch (digest->stage) {
    case STAGE_NEW:
    case STAGE_SHORT:
        error = lanesum_digest(digest->function->algorithm, options_of(digest, &room), digest->message, digest->message_len, out,
                               len);
        break;
    case STAGE_LONG: error = lanesum_finalize(&digest->hasher, out, len); break;
    default: error = LANESUM_ERROR_FINISHED; break;
    }
    if (!works(digest->provider, error)) return 0;
    forget(digest);
    *out_len = len;
    return 1;
}

static int digest_squeeze(void *context, unsigned char *out, size_t *out_len, size_t out_size) {
    struct digest *digest = context;
    if (digest->stage <= STAGE_SHORT && !lengthen(digest)) return 0;
    if (digest->stage == STAGE_FINISHED) return works(digest->provider, LANESUM_ERROR_FINISHED);
    if (out_size > 0 && !works(digest->provider, lanesum_squeeze(&digest->hasher, out, out_size))) return 0;
    digest->stage = STAGE_SQUEEZING;
    *out_len = out_size;
    return 1;
}

static void *copy_bytes(const void *from, size_t len) {
    void *to = malloc(len > 0 ? len : 1);
    if (to != NULL && len > 0) memcpy(to, from, len);
    return to;
}

// Makes to, which is of the same function and holds nothing, a copy of from. False, and without a message, if there is no memory.
static bool copy_into(struct digest *to, const struct digest *from) {
    to->domain = from->domain;
    to->output_bytes = from->output_bytes;
    if (from->text != NULL) {
        to->text = copy_bytes(from->text, from->text_len);
        if (to->text == NULL) return false;
        to->text_len = from->text_len;
    }
    if (from->stage == STAGE_SHORT) {
        memcpy(to->message, from->message, from->message_len);
        to->message_len = from->message_len;
    } else if (from->stage == STAGE_LONG || from->stage == STAGE_SQUEEZING) {
        if (!works(from->provider, lanesum_copy(&to->hasher, sizeof to->hasher, &from->hasher))) return false;
    }
    to->stage = from->stage;
    return true;
}

static void *digest_dup(void *context) {
    const struct digest *from = context;
    struct digest *to = digest_new((void *)from->provider, from->function);
    if (to == NULL) return NULL;
    if (copy_into(to, from)) return to;
    digest_free(to);
    return NULL;
}

// Without a result: what cannot be copied is finished, and every call on it fails.
static void digest_copy(void *out, void *in) {
    struct digest *to = out;
    if (to == in) return;
    forget(to);
    free_text(to);
    copy_into(to, in);
}

// A saved state of lanesum, and behind it the bytes of output in eight bytes, the lowest first. Unlike OpenSSL's own, none while output is read.
enum { LENGTH_BYTES = 8 };

static int digest_serialize(void *context, unsigned char *out, size_t *out_len) {
    struct digest *digest = context;
    const uint64_t output_bytes = digest->output_bytes == NO_LENGTH ? UINT64_MAX : digest->output_bytes;
    size_t len = 0;
    if (digest->stage == STAGE_FINISHED) return works(digest->provider, LANESUM_ERROR_FINISHED);
    if (out == NULL && out_len == NULL) return fail(digest->provider, REASON_PARAMETER);
    if (digest->stage <= STAGE_SHORT && !lengthen(digest)) return 0;
    if (!works(digest->provider, lanesum_save(&digest->hasher, NULL, &len))) return 0;
    if (out != NULL) {
        // Without a length, the caller has asked for it before.
        if (out_len != NULL && *out_len < len + LENGTH_BYTES) return fail(digest->provider, REASON_OUTPUT_LENGTH);
        if (!works(digest->provider, lanesum_save(&digest->hasher, out, &len))) return 0;
        for (int i = 0; i < LENGTH_BYTES; i++) out[len + (size_t)i] = (unsigned char)(output_bytes >> 8 * i);
    }
    if (out_len != NULL) *out_len = len + LENGTH_BYTES;
    return 1;
}

// What is refused leaves the message as it was.
static int digest_deserialize(void *context, const unsigned char *in, size_t len) {
    struct digest *digest = context;
    lanesum_hasher restored;
    lanesum_error error;
    uint64_t output_bytes = 0;
    if (in == NULL || len < LENGTH_BYTES) return works(digest->provider, LANESUM_ERROR_SAVED);
    len -= LENGTH_BYTES;
    for (int i = 0; i < LENGTH_BYTES; i++) output_bytes |= (uint64_t)in[len + (size_t)i] << 8 * i;
    if (digest->function->is_xof ? output_bytes > SIZE_MAX
                                 : digest->function->takes == TAKES_BYTES ? output_bytes > digest->function->digest_bytes
                                                                          : output_bytes != digest->function->digest_bytes) {
        return works(digest->provider, LANESUM_ERROR_SAVED);
    }
    error = lanesum_restore(&restored, sizeof restored, digest->function->algorithm, in, len);
    if (error != LANESUM_OK) return works(digest->provider, error);
    forget(digest);
    free_text(digest);
    error = lanesum_copy(&digest->hasher, sizeof digest->hasher, &restored);
    lanesum_wipe(&restored);
    if (!works(digest->provider, error)) return 0;
    digest->stage = STAGE_LONG;
    digest->output_bytes = (size_t)output_bytes;
    return 1;
}

static const OSSL_PARAM *gettable_params(void *provider) {
    static const OSSL_PARAM known[] = {
        OSSL_PARAM_size_t(OSSL_DIGEST_PARAM_BLOCK_SIZE, NULL),
        OSSL_PARAM_size_t(OSSL_DIGEST_PARAM_SIZE, NULL),
        OSSL_PARAM_int(OSSL_DIGEST_PARAM_XOF, NULL),
        OSSL_PARAM_int(OSSL_DIGEST_PARAM_ALGID_ABSENT, NULL),
        OSSL_PARAM_END,
    };
    (void)provider;
    return known;
}

static int get_params(OSSL_PARAM params[], const struct function *function) {
    return set_size(params, OSSL_DIGEST_PARAM_BLOCK_SIZE, function->block_bytes) &&
           set_size(params, OSSL_DIGEST_PARAM_SIZE, function->digest_bytes) &&
           set_size(params, OSSL_DIGEST_PARAM_XOF, function->is_xof) && set_size(params, OSSL_DIGEST_PARAM_ALGID_ABSENT, 1);
}

#define LENGTHS OSSL_PARAM_size_t(OSSL_DIGEST_PARAM_XOFLEN, NULL), OSSL_PARAM_size_t(OSSL_DIGEST_PARAM_SIZE, NULL)
#define PARAMS(name, ...)                                              \
    static const OSSL_PARAM *name(void *context, void *provider) {     \
        static const OSSL_PARAM known[] = {__VA_ARGS__ OSSL_PARAM_END}; \
        (void)context, (void)provider;                                 \
        return known;                                                  \
    }
PARAMS(params_lengths, LENGTHS, )
PARAMS(params_domain, LENGTHS, OSSL_PARAM_uint(PARAM_DOMAIN, NULL), )
PARAMS(params_customization, LENGTHS, OSSL_PARAM_octet_string(PARAM_CUSTOMIZATION, NULL, 0), )
PARAMS(params_salt, OSSL_PARAM_octet_string(PARAM_SALT, NULL, 0), )
PARAMS(params_size, OSSL_PARAM_size_t(OSSL_DIGEST_PARAM_SIZE, NULL), )
PARAMS(params_none, )

static int digest_get_params(void *context, OSSL_PARAM params[]) {
    const struct digest *digest = context;
    bool done = true;
    if (digest->function->is_xof) {
        done = set_size(params, OSSL_DIGEST_PARAM_XOFLEN, digest->output_bytes) &&
               set_size(params, OSSL_DIGEST_PARAM_SIZE, digest->output_bytes);
    }
    if (digest->function->takes == TAKES_BYTES) done = set_size(params, OSSL_DIGEST_PARAM_SIZE, digest->output_bytes);
    if (digest->function->takes == TAKES_DOMAIN) {
        done = done && set_size(params, PARAM_DOMAIN, digest->domain > 0 ? digest->domain : 0x1f);
    }
    return done || fail(digest->provider, REASON_PARAMETER);
}

// The text belongs to the beginning of the computation here; so OpenSSL, which takes it until the end, takes more.
static int set_text(struct digest *digest, const OSSL_PARAM *param) {
    const struct provider *provider = digest->provider;
    unsigned char *text = NULL;
    if (param->data_type != OSSL_PARAM_OCTET_STRING) return fail(provider, REASON_PARAMETER);
    if (digest->stage != STAGE_NEW) return fail(provider, REASON_TOO_LATE);
    if (digest->function->takes == TAKES_CUSTOMIZATION) {
        if (param->data_size > LONGEST_CUSTOMIZATION) return fail(provider, REASON_CUSTOM_LENGTH);
    } else if (param->data_size != digest->function->block_bytes / 4) {
        return fail(provider, REASON_SALT_LENGTH);
    }
    if (param->data_size > 0) {
        if (param->data == NULL) return fail(provider, REASON_PARAMETER);
        text = copy_bytes(param->data, param->data_size);
        if (text == NULL) return fail(provider, REASON_MEMORY);
    }
    free_text(digest);
    digest->text = text;
    digest->text_len = param->data_size;
    return 1;
}

static int set_params(struct digest *digest, const OSSL_PARAM params[], bool is_begin) {
    const struct provider *provider = digest->provider;
    const OSSL_PARAM *param;
    size_t domain, output_bytes = digest->output_bytes;
    if (params == NULL || params->key == NULL) return 1;
    if (digest->function->is_xof) {
        param = find(params, OSSL_DIGEST_PARAM_XOFLEN);
        if (param == NULL) param = find(params, OSSL_DIGEST_PARAM_SIZE);
        if (param != NULL && !get_size(param, &output_bytes)) return fail(provider, REASON_PARAMETER);
    } else if (!is_begin && find(params, OSSL_DIGEST_PARAM_XOFLEN) != NULL) {
        // EVP_DigestFinalXOF, which must not end a digest of one length. At the beginning OpenSSL's own do not look at it.
        return fail(provider, REASON_DIGEST_LENGTH);
    }
    switch (digest->function->takes) {
    case TAKES_NOTHING: break;
    case TAKES_BYTES:
        param = find(params, OSSL_DIGEST_PARAM_SIZE);
        if (param == NULL) break;
        if (!get_size(param, &output_bytes) || output_bytes < 1 || output_bytes > digest->function->digest_bytes) {
            return fail(provider, REASON_DIGEST_LENGTH);
        }
        if (digest->stage != STAGE_NEW) return fail(provider, REASON_TOO_LATE);
        break;
    case TAKES_DOMAIN:
        param = find(params, PARAM_DOMAIN);
        if (param == NULL) break;
        if (!get_size(param, &domain) || domain < 1 || domain > 0x7f) return fail(provider, REASON_PARAMETER);
        if (digest->stage != STAGE_NEW) return fail(provider, REASON_TOO_LATE);
        digest->domain = (uint32_t)domain;
        break;
    default:
        param = find(params, digest->function->takes == TAKES_SALT ? PARAM_SALT : PARAM_CUSTOMIZATION);
        if (param != NULL && !set_text(digest, param)) return 0;
    }
    // At last: of parameters that are refused none counts.
    digest->output_bytes = output_bytes;
    return 1;
}

static int digest_set_params(void *context, const OSSL_PARAM params[]) { return set_params(context, params, false); }

// FUNCTION(name, algorithm, block, digest, is_xof, takes, settable, gettable): a function, and what EVP calls for it.
#define FUNCTION(name, algorithm, block, digest, is_xof, takes, settable, gettable)                               \
    static const struct function name = {algorithm, block, digest, is_xof, takes};                                \
    static void *name##_new(void *provider) { return digest_new(provider, &name); }                               \
    static int name##_get_params(OSSL_PARAM params[]) { return get_params(params, &name); }                       \
    static const OSSL_DISPATCH name##_functions[] = {                                                             \
        {OSSL_FUNC_DIGEST_NEWCTX, (void (*)(void))name##_new},                                                    \
        {OSSL_FUNC_DIGEST_INIT, (void (*)(void))digest_init},                                                     \
        {OSSL_FUNC_DIGEST_UPDATE, (void (*)(void))digest_update},                                                 \
        {OSSL_FUNC_DIGEST_FINAL, (void (*)(void))digest_final},                                                   \
        {OSSL_FUNC_DIGEST_FREECTX, (void (*)(void))digest_free},                                                  \
        {OSSL_FUNC_DIGEST_DUPCTX, (void (*)(void))digest_dup},                                                    \
        {OSSL_FUNC_DIGEST_COPYCTX, (void (*)(void))digest_copy},                                                  \
        {OSSL_FUNC_DIGEST_SERIALIZE, (void (*)(void))digest_serialize},                                           \
        {OSSL_FUNC_DIGEST_DESERIALIZE, (void (*)(void))digest_deserialize},                                       \
        {OSSL_FUNC_DIGEST_GET_PARAMS, (void (*)(void))name##_get_params},                                         \
        {OSSL_FUNC_DIGEST_GETTABLE_PARAMS, (void (*)(void))gettable_params},                                      \
        {OSSL_FUNC_DIGEST_SET_CTX_PARAMS, (void (*)(void))digest_set_params},                                     \
        {OSSL_FUNC_DIGEST_SETTABLE_CTX_PARAMS, (void (*)(void))settable},                                         \
        {OSSL_FUNC_DIGEST_GET_CTX_PARAMS, (void (*)(void))digest_get_params},                                     \
        {OSSL_FUNC_DIGEST_GETTABLE_CTX_PARAMS, (void (*)(void))gettable},                                         \
        {is_xof ? OSSL_FUNC_DIGEST_SQUEEZE : 0, (void (*)(void))digest_squeeze},                                  \
        {0, NULL},                                                                                                \
    };

#define FIXED(name, algorithm, block, digest) \
    FUNCTION(name, algorithm, block, digest, false, TAKES_NOTHING, params_none, params_none)
#define SALTED(name, algorithm, block, digest) \
    FUNCTION(name, algorithm, block, digest, false, TAKES_SALT, params_salt, params_none)
#define SIZED(name, algorithm, block, digest) \
    FUNCTION(name, algorithm, block, digest, false, TAKES_BYTES, params_size, params_size)
#define DOMAIN(name, algorithm, block, digest) \
    FUNCTION(name, algorithm, block, digest, true, TAKES_DOMAIN, params_domain, params_domain)
#define CUSTOMIZED(name, algorithm, block, digest) \
    FUNCTION(name, algorithm, block, digest, true, TAKES_CUSTOMIZATION, params_customization, params_lengths)
// Before 3.4, OpenSSL's own have an output of this length if nobody says another one.
#define SHAKE(name, algorithm, block, digest)                                                  \
    FUNCTION(name, algorithm, block, 0, true, TAKES_NOTHING, params_lengths, params_lengths)    \
    FUNCTION(name##_before_3_4, algorithm, block, (digest) / 2, true, TAKES_NOTHING, params_lengths, params_lengths)

#define MAC(name, bound, any, block, tag, names, title)
#define DIGEST(kind, name, algorithm, block, digest, names, title) kind(name, algorithm, block, digest)
#include "functions.inc"
#undef DIGEST

// Names as OpenSSL has them, so that either provider is found by any of them.
#define DIGEST(kind, name, algorithm, block, digest, names, title) \
    {names, "provider=lanesum", name##_functions, title " of lanesum"},
const OSSL_ALGORITHM digests[DIGESTS + 1] = {
#include "functions.inc"
    {NULL, NULL, NULL, NULL},
};
#undef DIGEST

#define BEFORE_3_4_FIXED(name) name##_functions
#define BEFORE_3_4_SALTED(name) name##_functions
#define BEFORE_3_4_SIZED(name) name##_functions
#define BEFORE_3_4_DOMAIN(name) name##_functions
#define BEFORE_3_4_CUSTOMIZED(name) name##_functions
#define BEFORE_3_4_SHAKE(name) name##_before_3_4_functions
#define DIGEST(kind, name, algorithm, block, digest, names, title) \
    {names, "provider=lanesum", BEFORE_3_4_##kind(name), title " of lanesum"},
const OSSL_ALGORITHM digests_before_3_4[DIGESTS + 1] = {
#include "functions.inc"
    {NULL, NULL, NULL, NULL},
};
