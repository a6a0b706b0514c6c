// Reads and writes OSSL_PARAM without libcrypto: the few types that digests and MACs use.

#include <openssl/params.h>
#include <stdint.h>
#include <string.h>

#include "provider.h"

const OSSL_PARAM *find(const OSSL_PARAM *params, const char *name) {
    for (; params != NULL && params->key != NULL; params++) {
        if (strcmp(params->key, name) == 0) return params;
    }
    return NULL;
}

bool get_size(const OSSL_PARAM *param, size_t *value) {
    bool is_signed = param->data_type == OSSL_PARAM_INTEGER;
    uint64_t number;
    if ((!is_signed && param->data_type != OSSL_PARAM_UNSIGNED_INTEGER) || param->data == NULL) return false;
    if (param->data_size == sizeof(uint32_t)) {
        uint32_t bits;
        memcpy(&bits, param->data, sizeof bits);
        if (is_signed && bits > INT32_MAX) return false;
        number = bits;
    } else if (param->data_size == sizeof(uint64_t)) {
        memcpy(&number, param->data, sizeof number);
        if (is_signed && number > INT64_MAX) return false;
    } else {
        return false;
    }
    if (number > SIZE_MAX) return false;
    *value = (size_t)number;
    return true;
}

bool get_flag(const OSSL_PARAM *param, bool *value) {
    static const unsigned char zeroes[sizeof(uint64_t)];
    if (param->data_type != OSSL_PARAM_INTEGER && param->data_type != OSSL_PARAM_UNSIGNED_INTEGER) return false;
    if (param->data == NULL || (param->data_size != sizeof(uint32_t) && param->data_size != sizeof(uint64_t))) return false;
    *value = memcmp(param->data, zeroes, param->data_size) != 0;
    return true;
}

bool set_size(OSSL_PARAM *params, const char *name, size_t value) {
    OSSL_PARAM *param = (OSSL_PARAM *)find(params, name);
    uint32_t small = (uint32_t)value;
    uint64_t large = value;
    bool is_signed;
    if (param == NULL) return true;
    is_signed = param->data_type == OSSL_PARAM_INTEGER;
    if (!is_signed && param->data_type != OSSL_PARAM_UNSIGNED_INTEGER) return false;
    param->return_size = sizeof large;
    if (param->data == NULL) return true; // the question was how much room it takes
    if (param->data_size >= sizeof large) {
        if (param->data_size != sizeof large || (is_signed && large > INT64_MAX)) return false;
        memcpy(param->data, &large, sizeof large);
        return true;
    }
    param->return_size = sizeof small;
    if (param->data_size != sizeof small || large > (is_signed ? (uint64_t)INT32_MAX : UINT32_MAX)) return false;
    memcpy(param->data, &small, sizeof small);
    return true;
}

void erase(void *memory, size_t len) {
    memset(memory, 0, len);
    // So that the compiler keeps the line above, although nothing reads the memory any more.
    __asm__ volatile("" : : "r"(memory) : "memory");
}
