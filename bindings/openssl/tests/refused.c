// A short message whose next state the library refuses: it is erased all the same. The library never refuses one whose parameters were
// accepted, so this takes the provider's source, with functions of this file in place of those that it calls.

#include "common.h"

#include "../src/digests.c"

// What the library answers.
static lanesum_error at_init, at_update;

// Bytes that were erased in the context, and elsewhere.
static size_t in_context, elsewhere;
static const struct digest *context;

void erase(void *memory, size_t len) {
    const uintptr_t offset = (uintptr_t)memory - (uintptr_t)context;
    *(offset < sizeof *context ? &in_context : &elsewhere) += len;
    memset(memory, 0, len);
}

lanesum_error lanesum_init(lanesum_hasher *hasher, size_t size, lanesum_algorithm algorithm, const lanesum_options *options) {
    (void)hasher, (void)size, (void)algorithm, (void)options;
    return at_init;
}

lanesum_error lanesum_update(lanesum_hasher *hasher, const void *data, size_t len) {
    (void)hasher, (void)data, (void)len;
    return at_update;
}

bool works(const struct provider *provider, lanesum_error error) {
    (void)provider;
    return error == LANESUM_OK;
}

int fail(const struct provider *provider, enum reason reason) {
    (void)provider, (void)reason;
    return 0;
}

const OSSL_PARAM *find(const OSSL_PARAM *params, const char *name) {
    (void)params, (void)name;
    return NULL;
}

// No test of this file comes to these.
bool get_size(const OSSL_PARAM *param, size_t *value) { abort(); (void)param, (void)value; }
bool set_size(OSSL_PARAM *params, const char *name, size_t value) { abort(); (void)params, (void)name, (void)value; }
lanesum_error lanesum_copy(lanesum_hasher *to, size_t size, const lanesum_hasher *from) { abort(); (void)to, (void)size, (void)from; }
lanesum_error lanesum_finalize(lanesum_hasher *hasher, void *out, size_t len) { abort(); (void)hasher, (void)out, (void)len; }
lanesum_error lanesum_squeeze(lanesum_hasher *hasher, void *out, size_t len) { abort(); (void)hasher, (void)out, (void)len; }
lanesum_error lanesum_save(const lanesum_hasher *hasher, void *out, size_t *len) { abort(); (void)hasher, (void)out, (void)len; }
lanesum_error lanesum_restore(lanesum_hasher *hasher, size_t size, lanesum_algorithm algorithm, const void *saved, size_t len) {
    abort(); (void)hasher, (void)size, (void)algorithm, (void)saved, (void)len;
}
lanesum_error lanesum_wipe(lanesum_hasher *hasher) { (void)hasher; return LANESUM_OK; }
lanesum_error lanesum_digest(lanesum_algorithm algorithm, const lanesum_options *options, const void *data, size_t len, void *out,
                             size_t out_len) {
    abort(); (void)algorithm, (void)options, (void)data, (void)len, (void)out, (void)out_len;
}

int main(void) {
    static const unsigned char message[SHORT + 1] = {1};
    for (int which = 0; which < 3; which++) {
        struct digest *digest = sha256_new(NULL);
        CHECK(digest != NULL);
        context = digest;
        in_context = elsewhere = 0;
        at_init = which == 1 ? LANESUM_ERROR_INTERNAL : LANESUM_OK;
        at_update = which == 2 ? LANESUM_ERROR_INTERNAL : LANESUM_OK;
        CHECK(digest_init(digest, NULL) && digest_update(digest, message, 100));
        CHECK(digest_update(digest, message, sizeof message) == (which == 0));
        // The message was in both places.
        CHECK(in_context == 100 && elsewhere == 100 && digest->message_len == 0);
        if (which > 0) CHECK(!digest_update(digest, message, 1));
        digest_free(digest);
    }
    printf("short messages are erased: ok\n");
    return 0;
}
