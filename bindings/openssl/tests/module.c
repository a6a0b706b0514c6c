// The module without libcrypto, as an application with a newer one calls it: `module FILE`. It calls what OpenSSL 3.0 does not:
// OSSL_FUNC_digest_squeeze, OSSL_FUNC_digest_copyctx, OSSL_FUNC_digest_serialize and OSSL_FUNC_digest_deserialize.

#include <dlfcn.h>

#include "../src/provider.h"
#include "common.h"

typedef int init_fn(const OSSL_CORE_HANDLE *, const OSSL_DISPATCH *, const OSSL_DISPATCH **, void **);
typedef int squeeze_fn(void *, unsigned char *, size_t *, size_t);
typedef void copy_fn(void *, void *);
typedef int serialize_fn(void *, unsigned char *, size_t *);
typedef int deserialize_fn(void *, const unsigned char *, size_t);

static void (*function(const OSSL_DISPATCH *table, int id))(void) {
    for (; table->function_id != 0; table++) {
        if (table->function_id == id) return table->function;
    }
    return NULL;
}

int main(int argc, char **argv) {
    static const OSSL_DISPATCH nothing[] = {{0, NULL}};
    static unsigned char message[3000];
    const OSSL_DISPATCH *table;
    const OSSL_ALGORITHM *algorithm;
    void *provider, *module, *symbol;
    init_fn *init;
    int no_cache, xofs = 0;
    CHECK(argc == 2);
    module = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (module == NULL) fprintf(stderr, "%s\n", dlerror());
    CHECK(module != NULL);
    symbol = dlsym(module, "OSSL_provider_init");
    CHECK(symbol != NULL);
    memcpy(&init, &symbol, sizeof init);
    CHECK(init(NULL, nothing, &table, &provider) == 1);
    algorithm = OSSL_FUNC_provider_query_operation(&(OSSL_DISPATCH){0, function(table, OSSL_FUNC_PROVIDER_QUERY_OPERATION)})(
        provider, OSSL_OP_DIGEST, &no_cache);
    for (; algorithm->algorithm_names != NULL; algorithm++) {
        const OSSL_DISPATCH *digest = algorithm->implementation;
        OSSL_FUNC_digest_newctx_fn *new = (OSSL_FUNC_digest_newctx_fn *)function(digest, OSSL_FUNC_DIGEST_NEWCTX);
        OSSL_FUNC_digest_init_fn *begin = (OSSL_FUNC_digest_init_fn *)function(digest, OSSL_FUNC_DIGEST_INIT);
        OSSL_FUNC_digest_update_fn *update = (OSSL_FUNC_digest_update_fn *)function(digest, OSSL_FUNC_DIGEST_UPDATE);
        OSSL_FUNC_digest_final_fn *final = (OSSL_FUNC_digest_final_fn *)function(digest, OSSL_FUNC_DIGEST_FINAL);
        OSSL_FUNC_digest_dupctx_fn *dup = (OSSL_FUNC_digest_dupctx_fn *)function(digest, OSSL_FUNC_DIGEST_DUPCTX);
        OSSL_FUNC_digest_freectx_fn *end = (OSSL_FUNC_digest_freectx_fn *)function(digest, OSSL_FUNC_DIGEST_FREECTX);
        squeeze_fn *squeeze = (squeeze_fn *)function(digest, OSSL_FUNC_DIGEST_SQUEEZE);
        copy_fn *copy = (copy_fn *)function(digest, OSSL_FUNC_DIGEST_COPYCTX);
        serialize_fn *serialize = (serialize_fn *)function(digest, OSSL_FUNC_DIGEST_SERIALIZE);
        deserialize_fn *deserialize = (deserialize_fn *)function(digest, OSSL_FUNC_DIGEST_DESERIALIZE);
        CHECK(copy != NULL && serialize != NULL && deserialize != NULL);
        for (size_t len = 0; len <= sizeof message; len += 500) {
            unsigned char all[700], pieces[700];
            size_t size = sizeof all, got = 0, done = 0;
            OSSL_PARAM params[] = {OSSL_PARAM_DEFN(OSSL_DIGEST_PARAM_XOFLEN, OSSL_PARAM_UNSIGNED_INTEGER, &size, sizeof size),
                                   OSSL_PARAM_END};
            void *one = new (provider), *other = new (provider), *third;
            CHECK(one != NULL && other != NULL);
            CHECK(begin(one, squeeze != NULL ? params : NULL) && update(one, message, len));
            CHECK(begin(other, squeeze != NULL ? params : NULL) && update(other, message, 3000 - len));
            copy(other, one);
            copy(other, other);
            // Through bytes. Neither fewer nor damaged ones change what is there.
            unsigned char saved[4096];
            size_t saved_len = 0, less;
            CHECK(serialize(one, NULL, &saved_len) && saved_len > 32 && saved_len <= sizeof saved && !serialize(one, NULL, NULL));
            less = saved_len - 1;
            CHECK(!serialize(one, saved, &less) && serialize(one, saved, &saved_len) && serialize(one, saved, NULL));
            for (size_t i = 0; i < saved_len - 8; i += 5) {
                saved[i] ^= 16;
                CHECK(!deserialize(one, saved, saved_len));
                saved[i] ^= 16;
            }
            for (size_t i = 0; i < saved_len; i += 5) CHECK(!deserialize(one, saved, i));
            CHECK(!deserialize(one, NULL, 0));
            third = new (provider);
            CHECK(third != NULL && begin(third, NULL) && update(third, message, 14) && deserialize(third, saved, saved_len));
            end(one);
            one = third;
            CHECK(final(one, all, &got, sizeof all) && got >= 28 && got <= sizeof all);
            // A message ends once.
            CHECK(!final(one, all, &got, sizeof all) && !update(one, message, 1) && !serialize(one, NULL, &saved_len));
            if (squeeze == NULL) {
                CHECK(final(other, pieces, &done, sizeof pieces) && done == got && memcmp(all, pieces, got) == 0);
            } else {
                CHECK(got == size);
                for (size_t piece = 0; done < size; piece = (3 * piece + 1) % 170) {
                    size_t now = size - done < piece ? size - done : piece;
                    CHECK(squeeze(other, pieces + done, &got, now) && got == now);
                    done += now;
                    // Goes on from a copy.
                    third = dup(other);
                    CHECK(third != NULL);
                    end(other);
                    other = third;
                }
                CHECK(memcmp(all, pieces, size) == 0);
                CHECK(!update(other, message, 1));
                xofs += len == 0;
            }
            end(one);
            end(other);
        }
    }
    CHECK(xofs == 6);
    OSSL_FUNC_provider_teardown(&(OSSL_DISPATCH){0, function(table, OSSL_FUNC_PROVIDER_TEARDOWN)})(provider);
    CHECK(dlclose(module) == 0);
    printf("the module without libcrypto: ok\n");
    return 0;
}
