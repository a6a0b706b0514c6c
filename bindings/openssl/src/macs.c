// KMAC128 and KMAC256, BLAKE2BMAC and BLAKE2SMAC, with the parameters and limits of OpenSSL's own.

#include <openssl/core_names.h>
#include <openssl/params.h>
#include <stdlib.h>
#include <string.h>

#include "provider.h"

#define LONGEST_KEY 512
#define LONGEST_CUSTOMIZATION 512
#define LONGEST_SALT 16
#define LONGEST_OUTPUT (0xffffff / 8)

// The usual length of the output is the longest of BLAKE2, which has no form without it.
struct function {
    lanesum_algorithm bound, any;
    size_t block_bytes, output_bytes;
};

static bool is_blake2(const struct function *function) { return function->bound == function->any; }

struct mac {
    const struct provider *provider;
    const struct function *function;
    bool is_xof;
    size_t output_bytes;
    // No key is set while its length is 0.
    size_t key_len, customization_len, salt_len;
    unsigned char key[LONGEST_KEY], customization[LONGEST_CUSTOMIZATION], salt[LONGEST_SALT];
    // Of the message under way, if its length was bound at its beginning.
    size_t bound_bytes;
    // Zeroes until the first message.
    lanesum_hasher hasher;
};

static void *mac_new(void *provider, const struct function *function) {
    struct mac *mac = calloc(1, sizeof *mac);
    if (mac == NULL) return NULL;
    mac->provider = provider;
    mac->function = function;
    mac->output_bytes = function->output_bytes;
    return mac;
}

static void mac_free(void *context) {
    struct mac *mac = context;
    if (mac == NULL) return;
    lanesum_wipe(&mac->hasher);
    erase(mac, sizeof *mac);
    free(mac);
}

static void *mac_dup(void *context) {
    const struct mac *from = context;
    struct mac *to = mac_new((void *)from->provider, from->function);
    lanesum_error error;
    if (to == NULL) return NULL;
    to->is_xof = from->is_xof;
    to->output_bytes = from->output_bytes;
    to->key_len = from->key_len;
    to->customization_len = from->customization_len;
    to->salt_len = from->salt_len;
    to->bound_bytes = from->bound_bytes;
    memcpy(to->key, from->key, from->key_len);
    memcpy(to->customization, from->customization, from->customization_len);
    memcpy(to->salt, from->salt, from->salt_len);
    // A context without an unfinished message has nothing to copy.
    error = lanesum_copy(&to->hasher, sizeof to->hasher, &from->hasher);
    if (error == LANESUM_OK || error == LANESUM_ERROR_STATE || error == LANESUM_ERROR_FINISHED) return to;
    works(from->provider, error);
    mac_free(to);
    return NULL;
}

static bool is_key(const struct mac *mac, size_t len) {
    const struct function *function = mac->function;
    const size_t shortest = is_blake2(function) ? 1 : 4, longest = is_blake2(function) ? function->output_bytes : LONGEST_KEY;
    return (len >= shortest && len <= longest) || fail(mac->provider, REASON_KEY_LENGTH);
}

static void set_key(struct mac *mac, const void *key, size_t len) {
    memcpy(mac->key, key, len);
    mac->key_len = len;
}

static bool is_text(const OSSL_PARAM *param) {
    return param->data_type == OSSL_PARAM_OCTET_STRING && (param->data != NULL || param->data_size == 0);
}

// The length and xof count until the end of the message, all others, and the length of BLAKE2, for the messages that begin afterwards. Of
// parameters that are refused none counts.
static int mac_set_params(void *context, const OSSL_PARAM params[]) {
    struct mac *mac = context;
    const OSSL_PARAM *key = find(params, OSSL_MAC_PARAM_KEY), *custom = find(params, OSSL_MAC_PARAM_CUSTOM);
    const OSSL_PARAM *size = find(params, OSSL_MAC_PARAM_SIZE), *xof = NULL, *salt = NULL;
    const bool is_short = is_blake2(mac->function);
    const size_t longest_salt = mac->function->output_bytes / 4;
    const size_t longest_customization = is_short ? longest_salt : LONGEST_CUSTOMIZATION;
    size_t output_bytes = mac->output_bytes;
    bool is_xof = mac->is_xof;
    if (is_short) {
        salt = find(params, OSSL_MAC_PARAM_SALT);
    } else {
        xof = find(params, OSSL_MAC_PARAM_XOF);
    }
    if (xof != NULL && !get_flag(xof, &is_xof)) return fail(mac->provider, REASON_PARAMETER);
    if (size != NULL && !get_size(size, &output_bytes)) return fail(mac->provider, REASON_PARAMETER);
    if (output_bytes > (is_short ? mac->function->output_bytes : LONGEST_OUTPUT) || (is_short && output_bytes == 0)) {
        return fail(mac->provider, REASON_OUTPUT_LENGTH);
    }
    if ((custom != NULL && !is_text(custom)) || (salt != NULL && !is_text(salt))) return fail(mac->provider, REASON_PARAMETER);
    if (custom != NULL && custom->data_size > longest_customization) return fail(mac->provider, REASON_CUSTOM_LENGTH);
    if (salt != NULL && salt->data_size > longest_salt) return fail(mac->provider, REASON_SALT_LENGTH);
    if (key != NULL) {
        if (key->data_type != OSSL_PARAM_OCTET_STRING || key->data == NULL) return fail(mac->provider, REASON_PARAMETER);
        if (!is_key(mac, key->data_size)) return 0;
        set_key(mac, key->data, key->data_size);
    }
    if (custom != NULL) {
        if (custom->data_size > 0) memcpy(mac->customization, custom->data, custom->data_size);
        mac->customization_len = custom->data_size;
    }
    if (salt != NULL) {
        if (salt->data_size > 0) memcpy(mac->salt, salt->data, salt->data_size);
        mac->salt_len = salt->data_size;
    }
    mac->output_bytes = output_bytes;
    mac->is_xof = is_xof;
    return 1;
}

static int mac_init(void *context, const unsigned char *key, size_t key_len, const OSSL_PARAM params[]) {
    struct mac *mac = context;
    lanesum_options options = LANESUM_OPTIONS;
    // No message goes on where another one did not begin.
    lanesum_wipe(&mac->hasher);
    if ((key != NULL && !is_key(mac, key_len)) || !mac_set_params(mac, params)) return 0;
    if (key != NULL) set_key(mac, key, key_len);
    if (mac->key_len == 0) return fail(mac->provider, REASON_NO_KEY);
    options.key = mac->key;
    options.key_len = mac->key_len;
    options.customization = mac->customization;
    options.customization_len = mac->customization_len;
    if (is_blake2(mac->function)) {
        options.salt = mac->salt_len > 0 ? mac->salt : NULL;
        options.salt_len = mac->salt_len;
        options.digest_bytes = mac->bound_bytes = mac->output_bytes;
    }
    return works(mac->provider, lanesum_init(&mac->hasher, sizeof mac->hasher, mac->function->bound, &options));
}

static int mac_update(void *context, const unsigned char *data, size_t len) {
    struct mac *mac = context;
    return works(mac->provider, lanesum_update(&mac->hasher, data, len));
}

static int mac_final(void *context, unsigned char *out, size_t *out_len, size_t out_size) {
    struct mac *mac = context;
    lanesum_algorithm algorithm = mac->is_xof ? mac->function->any : mac->function->bound;
    const size_t bytes = is_blake2(mac->function) ? mac->bound_bytes : mac->output_bytes;
    if (out_size < bytes) return fail(mac->provider, REASON_OUTPUT_LENGTH);
    if (!is_blake2(mac->function) && !works(mac->provider, lanesum_end_as(&mac->hasher, algorithm))) return 0;
    if (!works(mac->provider, lanesum_finalize(&mac->hasher, out, bytes))) return 0;
    *out_len = bytes;
    return 1;
}

static int mac_get_params(void *context, OSSL_PARAM params[]) {
    const struct mac *mac = context;
    bool done = set_size(params, OSSL_MAC_PARAM_SIZE, mac->output_bytes) &&
                set_size(params, OSSL_MAC_PARAM_BLOCK_SIZE, mac->function->block_bytes);
    return done || fail(mac->provider, REASON_PARAMETER);
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
        OSSL_PARAM_octet_string(OSSL_MAC_PARAM_SALT, NULL, 0),
        OSSL_PARAM_END,
    };
    (void)context, (void)provider;
    return known;
}

#define FUNCTION(name, bound, any, block, output)                                             \
    static const struct function name = {bound, any, block, output};                          \
    static void *name##_new(void *provider) { return mac_new(provider, &name); }             \
    static const OSSL_DISPATCH name##_functions[] = {                                         \
        {OSSL_FUNC_MAC_NEWCTX, (void (*)(void))name##_new},                                   \
        {OSSL_FUNC_MAC_DUPCTX, (void (*)(void))mac_dup},                                     \
        {OSSL_FUNC_MAC_FREECTX, (void (*)(void))mac_free},                                   \
        {OSSL_FUNC_MAC_INIT, (void (*)(void))mac_init},                                      \
        {OSSL_FUNC_MAC_UPDATE, (void (*)(void))mac_update},                                  \
        {OSSL_FUNC_MAC_FINAL, (void (*)(void))mac_final},                                    \
        {OSSL_FUNC_MAC_GET_CTX_PARAMS, (void (*)(void))mac_get_params},                      \
        {OSSL_FUNC_MAC_SET_CTX_PARAMS, (void (*)(void))mac_set_params},                      \
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
