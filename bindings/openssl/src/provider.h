// What the files of the provider share. The module uses OpenSSL's headers, but calls libcrypto only through what it is handed when it
// is loaded: so it fits a program whose libcrypto is linked statically, too, and brings no second one.

#ifndef LANESUM_PROVIDER_H
#define LANESUM_PROVIDER_H

#include <openssl/core.h>
#include <openssl/core_dispatch.h>
#include <stdbool.h>
#include <stddef.h>

#include "lanesum.h"

// OpenSSL 3.3, 3.5 and 4.0 have added these. The numbers never change, and an older libcrypto passes over those that it does not know: so a
// module that was built with the headers of 3.0 has all of them.
#ifndef OSSL_FUNC_DIGEST_SQUEEZE
#define OSSL_FUNC_DIGEST_SQUEEZE 14
#endif
#ifndef OSSL_FUNC_DIGEST_COPYCTX
#define OSSL_FUNC_DIGEST_COPYCTX 15
#endif
#ifndef OSSL_FUNC_DIGEST_SERIALIZE
#define OSSL_FUNC_DIGEST_SERIALIZE 16
#define OSSL_FUNC_DIGEST_DESERIALIZE 17
#endif

// How many digests and MACs there are.
enum {
    DIGESTS = 0
#define DIGEST(...) +1
#define MAC(...)
#include "functions.inc"
#undef DIGEST
#undef MAC
    ,
    MACS = 0
#define DIGEST(...)
#define MAC(...) +1
#include "functions.inc"
#undef DIGEST
#undef MAC
};

// One per OSSL_LIB_CTX that has loaded the provider.
struct provider {
    const OSSL_CORE_HANDLE *handle;
    OSSL_FUNC_core_new_error_fn *new_error;
    OSSL_FUNC_core_set_error_debug_fn *set_error_debug;
    OSSL_FUNC_core_vset_error_fn *vset_error;
    // What is offered, with the properties that this machine gives it.
    OSSL_ALGORITHM digests[DIGESTS + 1], macs[MACS + 1];
};

// Reasons of errors; their texts, those of OpenSSL where it has one, are in provider.c.
enum reason {
    REASON_MEMORY = 1,
    REASON_PARAMETER,
    REASON_TOO_LATE,
    REASON_DIGEST_LENGTH,
    REASON_OUTPUT_LENGTH,
    REASON_KEY_LENGTH,
    REASON_SALT_LENGTH,
    REASON_CUSTOM_LENGTH,
    REASON_NO_KEY,
    REASON_LIBRARY,
};

// Puts an error onto the thread's queue. Returns 0.
int fail(const struct provider *provider, enum reason reason);

// Whether the library has done what it was asked for; an error with its text on the queue if not.
bool works(const struct provider *provider, lanesum_error error);

// The parameter of this name, or NULL. params may be NULL.
const OSSL_PARAM *find(const OSSL_PARAM *params, const char *name);

// Reads an integer that is not negative, of 4 or 8 bytes; false if it is none.
bool get_size(const OSSL_PARAM *param, size_t *value);

// Whether an integer of 4 or 8 bytes is not 0; false if it is none.
bool get_flag(const OSSL_PARAM *param, bool *value);

// Writes value to the parameter of this name, if there is one; false if it has another type or no room.
bool set_size(OSSL_PARAM *params, const char *name, size_t value);

// Erases memory that is given back.
void erase(void *memory, size_t len);

extern const OSSL_ALGORITHM digests[DIGESTS + 1];
// Up to OpenSSL 3.3, SHAKE128 and SHAKE256 have 16 and 32 bytes of output if nobody says how many; since 3.4, somebody must.
extern const OSSL_ALGORITHM digests_before_3_4[DIGESTS + 1];
extern const OSSL_ALGORITHM macs[MACS + 1];
// The functions of these, in the same order.
extern const lanesum_algorithm algorithms[DIGESTS + MACS];

#endif
