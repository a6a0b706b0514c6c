// The entry of the module, and what it tells about itself.

#include <openssl/core_names.h>
#include <openssl/params.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "provider.h"

static const OSSL_ITEM reasons[] = {
    {REASON_MEMORY, "malloc failure"},
    {REASON_PARAMETER, "invalid parameter"},
    {REASON_TOO_LATE, "the message has begun already"},
    {REASON_DIGEST_LENGTH, "invalid digest length"},
    {REASON_OUTPUT_LENGTH, "invalid output length"},
    {REASON_KEY_LENGTH, "invalid key length"},
    {REASON_SALT_LENGTH, "invalid salt length"},
    {REASON_CUSTOM_LENGTH, "invalid custom length"},
    {REASON_NO_KEY, "no key set"},
    {REASON_LIBRARY, "the library refused the call"},
    {0, NULL},
};

static void raise_error(const struct provider *provider, enum reason reason, const char *format, ...) {
    va_list arguments;
    if (provider->new_error == NULL || provider->vset_error == NULL) return;
    provider->new_error(provider->handle);
    if (provider->set_error_debug != NULL) provider->set_error_debug(provider->handle, "lanesum", 0, NULL);
    va_start(arguments, format);
    provider->vset_error(provider->handle, reason, format, arguments);
    va_end(arguments);
}

int fail(const struct provider *provider, enum reason reason) {
    raise_error(provider, reason, NULL);
    return 0;
}

bool works(const struct provider *provider, lanesum_error error) {
    if (error == LANESUM_OK) return true;
    raise_error(provider, REASON_LIBRARY, "%s", lanesum_strerror(error));
    return false;
}

static void teardown(void *provider) { free(provider); }

static const OSSL_PARAM *gettable_params(void *provider) {
    static const OSSL_PARAM known[] = {
        OSSL_PARAM_DEFN(OSSL_PROV_PARAM_NAME, OSSL_PARAM_UTF8_PTR, NULL, 0),
        OSSL_PARAM_DEFN(OSSL_PROV_PARAM_VERSION, OSSL_PARAM_UTF8_PTR, NULL, 0),
        OSSL_PARAM_DEFN(OSSL_PROV_PARAM_BUILDINFO, OSSL_PARAM_UTF8_PTR, NULL, 0),
        OSSL_PARAM_DEFN(OSSL_PROV_PARAM_STATUS, OSSL_PARAM_INTEGER, NULL, 0),
        OSSL_PARAM_END,
    };
    (void)provider;
    return known;
}

static bool set_text(OSSL_PARAM *params, const char *name, const char *text) {
    OSSL_PARAM *param = (OSSL_PARAM *)find(params, name);
    if (param == NULL) return true;
    if (param->data_type != OSSL_PARAM_UTF8_PTR) return false;
    param->return_size = 0;
    while (text[param->return_size] != '\0') param->return_size++;
    if (param->data != NULL) *(const char **)param->data = text;
    return true;
}

static int get_params(void *provider, OSSL_PARAM params[]) {
    bool done = set_text(params, OSSL_PROV_PARAM_NAME, "lanesum") &&
                set_text(params, OSSL_PROV_PARAM_VERSION, lanesum_version()) &&
                set_text(params, OSSL_PROV_PARAM_BUILDINFO, lanesum_version()) &&
                set_size(params, OSSL_PROV_PARAM_STATUS, 1);
    return done || fail(provider, REASON_PARAMETER);
}

static const OSSL_ALGORITHM *query(void *context, int operation, int *no_cache) {
    const struct provider *provider = context;
    *no_cache = 0;
    switch (operation) {
    case OSSL_OP_DIGEST: return provider->digests;
    case OSSL_OP_MAC: return provider->macs;
    default: return NULL;
    }
}

static const OSSL_ITEM *reason_strings(void *provider) {
    (void)provider;
    return reasons;
}

static const OSSL_DISPATCH functions[] = {
    {OSSL_FUNC_PROVIDER_TEARDOWN, (void (*)(void))teardown},
    {OSSL_FUNC_PROVIDER_GETTABLE_PARAMS, (void (*)(void))gettable_params},
    {OSSL_FUNC_PROVIDER_GET_PARAMS, (void (*)(void))get_params},
    {OSSL_FUNC_PROVIDER_QUERY_OPERATION, (void (*)(void))query},
    {OSSL_FUNC_PROVIDER_GET_REASON_STRINGS, (void (*)(void))reason_strings},
    {0, NULL},
};

const lanesum_algorithm algorithms[DIGESTS + MACS] = {
#define DIGEST(kind, name, algorithm, ...) algorithm,
#define MAC(name, algorithm, ...) algorithm,
#include "functions.inc"
#undef DIGEST
#undef MAC
};

// Whether a function is ahead of OpenSSL's own at every length, on every processor that was measured where it has this backend: those of
// Keccak with AVX-512 (docs/c.md). The rates of Keccak are no powers of two, the blocks of the other functions are.
static bool is_faster(lanesum_algorithm algorithm) {
    const size_t block_bytes = lanesum_block_bytes(algorithm);
    return (block_bytes & (block_bytes - 1)) != 0 && strncmp(lanesum_backend(algorithm, 1, NULL), "avx512", 6) == 0;
}

static void offer(OSSL_ALGORITHM *to, const OSSL_ALGORITHM *from, const lanesum_algorithm *of, size_t count) {
    memcpy(to, from, (count + 1) * sizeof *to);
    for (size_t i = 0; i < count; i++) {
        if (is_faster(of[i])) to[i].property_definition = "provider=lanesum,lanesum.faster=yes";
    }
}

// Whether the libcrypto that loads the module is older than 3.4.
static bool is_before_3_4(const OSSL_CORE_HANDLE *handle, OSSL_FUNC_core_get_params_fn *core_get_params) {
    char *version = NULL, *end;
    OSSL_PARAM asked[] = {
        OSSL_PARAM_DEFN(OSSL_PROV_PARAM_CORE_VERSION, OSSL_PARAM_UTF8_PTR, &version, sizeof version),
        OSSL_PARAM_END,
    };
    if (core_get_params == NULL || !core_get_params(handle, asked) || version == NULL) return false;
    return strtol(version, &end, 10) == 3 && *end == '.' && strtol(end + 1, NULL, 10) < 4;
}

// The one symbol that the module exports.
OSSL_provider_init_fn OSSL_provider_init;

int OSSL_provider_init(const OSSL_CORE_HANDLE *handle, const OSSL_DISPATCH *in, const OSSL_DISPATCH **out, void **context) {
    OSSL_FUNC_core_get_params_fn *core_get_params = NULL;
    struct provider *provider = calloc(1, sizeof *provider);
    if (provider == NULL) return 0;
    provider->handle = handle;
    for (; in->function_id != 0; in++) {
        switch (in->function_id) {
        case OSSL_FUNC_CORE_GET_PARAMS: core_get_params = OSSL_FUNC_core_get_params(in); break;
        case OSSL_FUNC_CORE_NEW_ERROR: provider->new_error = OSSL_FUNC_core_new_error(in); break;
        case OSSL_FUNC_CORE_SET_ERROR_DEBUG: provider->set_error_debug = OSSL_FUNC_core_set_error_debug(in); break;
        case OSSL_FUNC_CORE_VSET_ERROR: provider->vset_error = OSSL_FUNC_core_vset_error(in); break;
        default: break;
        }
    }
    offer(provider->digests, is_before_3_4(handle, core_get_params) ? digests_before_3_4 : digests, algorithms, DIGESTS);
    offer(provider->macs, macs, algorithms + DIGESTS, MACS);
    *out = functions;
    *context = provider;
    return 1;
}
