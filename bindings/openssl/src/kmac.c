// KMAC128 and KMAC256, with the parameters and limits of OpenSSL's own.

#include <openssl/core_names.h>
#include <openssl/params.h>
#include <stdlib.h>
#include <string.h>

#include "provider.h"

#define SHORTEST_KEY 4
#define LONGEST_KEY 512
#define LONGEST_CUSTOMIZATION 512
#define LONGEST_OUTPUT (0xffffff / 8)

struct function {
    lanesum_algorithm bound, any;
    size_t block_bytes, output_bytes;
};

struct kmac {
    const struct provider *provider;
    const struct function *function;
    bool is_xof;
    size_t output_bytes;
    // No key is set while its length is 0.
    size_t key_len, customization_len;
    unsigned char key[LONGEST_KEY], customization[LONGEST_CUSTOMIZATION];
    // Zeroes until the first message.
    lanesum_hasher hasher;
};

static void *kmac_new(void *provider, const struct function *function) {
    struct kmac *kmac = calloc(1, sizeof *kmac);
    if (kmac == NULL) return NULL;
    kmac->provider = provider;
    kmac->function = function;
    kmac->output_bytes = function->output_bytes;
    return kmac;
}

static void kmac_free(void *context) {
    struct kmac *kmac = context;
    if (kmac == NULL) return;
    lanesum_wipe(&kmac->hasher);
    erase(kmac, sizeof *kmac);
    free(kmac);
}

static void *kmac_dup(void *context) {
    const struct kmac *from = context;
    struct kmac *to = kmac_new((void *)from->provider, from->function);
    lanesum_error error;
    if (to == NULL) return NULL;
    to->is_xof = from->is_xof;
    to->output_bytes = from->output_bytes;
    to->key_len = from->key_len;
    to->customization_len = from->customization_len;
    memcpy(to->key, from->key, from->key_len);
    memcpy(to->customization, from->customization, from->customization_len);
    // A context without an unfinished message has nothing to copy.
    error = lanesum_copy(&to->hasher, sizeof to->hasher, &from->hasher);
    if (error == LANESUM_OK || error == LANESUM_ERROR_STATE || error == LANESUM_ERROR_FINISHED) return to;
    works(from->provider, error);
    kmac_free(to);
    return NULL;
}

static bool is_key(const struct kmac *kmac, size_t len) {
    return (len >= SHORTEST_KEY && len <= LONGEST_KEY) || fail(kmac->provider, REASON_KEY_LENGTH);
}

static void set_key(struct kmac *kmac, const void *key, size_t len) {
    memcpy(kmac->key, key, len);
    kmac->key_len = len;
}

// The length and xof count until the end of the message, key and custom for the messages that begin afterwards. Of parameters that are
// refused none counts.
static int kmac_set_params(void *context, const OSSL_PARAM params[]) {
    struct kmac *kmac = context;
    const OSSL_PARAM *key = find(params, OSSL_MAC_PARAM_KEY), *custom = find(params, OSSL_MAC_PARAM_CUSTOM);
    const OSSL_PARAM *size = find(params, OSSL_MAC_PARAM_SIZE), *xof = find(params, OSSL_MAC_PARAM_XOF);
    size_t output_bytes = kmac->output_bytes;
    bool is_xof = kmac->is_xof;
    if (xof != NULL && !get_flag(xof, &is_xof)) return fail(kmac->provider, REASON_PARAMETER);
    if (size != NULL && !get_size(size, &output_bytes)) return fail(kmac->provider, REASON_PARAMETER);
    if (output_bytes > LONGEST_OUTPUT) return fail(kmac->provider, REASON_OUTPUT_LENGTH);
    if (custom != NULL && (custom->data_type != OSSL_PARAM_OCTET_STRING || (custom->data == NULL && custom->data_size > 0))) {
        return fail(kmac->provider, REASON_PARAMETER);
    }
    if (custom != NULL && custom->data_size > LONGEST_CUSTOMIZATION) return fail(kmac->provider, REASON_CUSTOM_LENGTH);
    if (key != NULL) {
        if (key->data_type != OSSL_PARAM_OCTET_STRING || key->data == NULL) return fail(kmac->provider, REASON_PARAMETER);
        if (!is_key(kmac, key->data_size)) return 0;
        set_key(kmac, key->data, key->data_size);
    }
    if (custom != NULL) {
        if (custom->data_size > 0) memcpy(kmac->customization, custom->data, custom->data_size);
        kmac->customization_len = custom->data_size;
    }
    kmac->output_bytes = output_bytes;
    kmac->is_xof = is_xof;
    return 1;
}

static int kmac_init(void *context, const unsigned char *key, size_t key_len, const OSSL_PARAM params[]) {
    struct kmac *kmac = context;
    lanesum_options options = LANESUM_OPTIONS;
    // No message goes on where another one did not begin.
    lanesum_wipe(&kmac->hasher);
    if ((key != NULL && !is_key(kmac, key_len)) || !kmac_set_params(kmac, params)) return 0;
    if (key != NULL) set_key(kmac, key, key_len);
    if (kmac->key_len == 0) return fail(kmac->provider, REASON_NO_KEY);
    options.key = kmac->key;
    options.key_len = kmac->key_len;
    options.customization = kmac->customization;
    options.customization_len = kmac->customization_len;
    return works(kmac->provider, lanesum_init(&kmac->hasher, sizeof kmac->hasher, kmac->function->bound, &options));
}

static int kmac_update(void *context, const unsigned char *data, size_t len) {
    struct kmac *kmac = context;
    return works(kmac->provider, lanesum_update(&kmac->hasher, data, len));
}

static int kmac_final(void *context, unsigned char *out, size_t *out_len, size_t out_size) {
    struct kmac *kmac = context;
    lanesum_algorithm algorithm = kmac->is_xof ? kmac->function->any : kmac->function->bound;
    if (out_size < kmac->output_bytes) return fail(kmac->provider, REASON_OUTPUT_LENGTH);
    if (!works(kmac->provider, lanesum_end_as(&kmac->hasher, algorithm)) ||
        !works(kmac->provider, lanesum_finalize(&kmac->hasher, out, kmac->output_bytes))) {
        return 0;
    }
    *out_len = kmac->output_bytes;
    return 1;
}

static int kmac_get_params(void *context, OSSL_PARAM params[]) {
    const struct kmac *kmac = context;
    bool done = set_size(params, OSSL_MAC_PARAM_SIZE, kmac->output_bytes) &&
                set_size(params, OSSL_MAC_PARAM_BLOCK_SIZE, kmac->function->block_bytes);
    return done || fail(kmac->provider, REASON_PARAMETER);
}

static const OSSL_PARAM *gettable_params(void *context, void *provider) {
    static const OSSL_PARAM known[] = {
        OSSL_PARAM_size_t(OSSL_MAC_PARAM_SIZE, NULL),
        OSSL_PARAM_size_t(OSSL_MAC_PARAM_BLOCK_SIZE, NULL),
        OSSL_PARAM_END,
    };
    (void)context, (void)provider;
    return known;
}

static const OSSL_PARAM *settable_params(void *context, void *provider) {
    static const OSSL_PARAM known[] = {
        OSSL_PARAM_int(OSSL_MAC_PARAM_XOF, NULL),
        OSSL_PARAM_size_t(OSSL_MAC_PARAM_SIZE, NULL),
        OSSL_PARAM_octet_string(OSSL_MAC_PARAM_KEY, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_MAC_PARAM_CUSTOM, NULL, 0),
        OSSL_PARAM_END,
    };
    (void)context, (void)provider;
    return known;
}

#define FUNCTION(name, bound, any, block, output)                                             \
    static const struct function name = {bound, any, block, output};                          \
    static void *name##_new(void *provider) { return kmac_new(provider, &name); }             \
    static const OSSL_DISPATCH name##_functions[] = {                                         \
        {OSSL_FUNC_MAC_NEWCTX, (void (*)(void))name##_new},                                   \
        {OSSL_FUNC_MAC_DUPCTX, (void (*)(void))kmac_dup},                                     \
        {OSSL_FUNC_MAC_FREECTX, (void (*)(void))kmac_free},                                   \
        {OSSL_FUNC_MAC_INIT, (void (*)(void))kmac_init},                                      \
        {OSSL_FUNC_MAC_UPDATE, (void (*)(void))kmac_update},                                  \
        {OSSL_FUNC_MAC_FINAL, (void (*)(void))kmac_final},                                    \
        {OSSL_FUNC_MAC_GET_CTX_PARAMS, (void (*)(void))kmac_get_params},                      \
        {OSSL_FUNC_MAC_SET_CTX_PARAMS, (void (*)(void))kmac_set_params},                      \
        {OSSL_FUNC_MAC_GETTABLE_CTX_PARAMS, (void (*)(void))gettable_params},                 \
        {OSSL_FUNC_MAC_SETTABLE_CTX_PARAMS, (void (*)(void))settable_params},                 \
        {0, NULL},                                                                            \
    };

#define DIGEST(kind, name, algorithm, block, digest, names, title)
#define MAC(name, bound, any, block, tag, names, title) FUNCTION(name, bound, any, block, tag)
#include "functions.inc"
#undef MAC

// Names as OpenSSL has them.
#define MAC(name, bound, any, block, tag, names, title) \
    {names, "provider=lanesum", name##_functions, title " of lanesum"},
const OSSL_ALGORITHM macs[MACS + 1] = {
#include "functions.inc"
    {NULL, NULL, NULL, NULL},
};
