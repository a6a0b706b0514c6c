// OpenSSL's own test data through the provider: `vectors DIRECTORY FILE...`, where lanesum.so is, and files evpmd_*.txt and evpmac_*.txt
// of OpenSSL's test/recipes/30-test_evp_data. They are not in this repository. Runs the digests and MACs that the provider has.

#include <ctype.h>

#include "common.h"

struct bytes {
    unsigned char *data;
    size_t len;
};

// A paragraph of the file.
struct test {
    char algorithm[64], result[64], reason[128];
    bool is_mac, is_xof, is_elsewhere;
    struct {
        struct bytes bytes;
        size_t count;
    } inputs[64];
    size_t input_count;
    struct bytes output, key, custom;
    long size, xof, output_size, block_size, domain;
};

static size_t run, passed_over;

static struct bytes text_or_hex(const char *value) {
    struct bytes bytes = {malloc(strlen(value) + 1), 0};
    CHECK(bytes.data != NULL);
    if (*value == '"') {
        bytes.len = strlen(value) - 2;
        memcpy(bytes.data, value + 1, bytes.len);
        return bytes;
    }
    for (; value[0] != '\0' && value[1] != '\0'; value += 2) {
        unsigned int byte;
        CHECK(sscanf(value, "%2x", &byte) == 1);
        bytes.data[bytes.len++] = (unsigned char)byte;
    }
    CHECK(*value == '\0');
    return bytes;
}

static void digest(OSSL_LIB_CTX *library, const struct test *test, EVP_MD *md) {
    OSSL_PARAM params[3], *param = params;
    size_t size = test->output_size > 0 ? (size_t)test->output_size : test->output.len;
    unsigned int domain = (unsigned int)test->domain, got_len;
    unsigned char *got = malloc(test->output.len + EVP_MAX_MD_SIZE);
    EVP_MD_CTX *context = EVP_MD_CTX_new(), *copy;
    (void)library;
    CHECK(test->result[0] == '\0' && test->input_count > 0);
    if (test->is_xof || test->output_size > 0) *param++ = OSSL_PARAM_construct_size_t(OSSL_DIGEST_PARAM_XOFLEN, &size);
    if (test->domain > 0) *param++ = OSSL_PARAM_construct_uint("domain-separator", &domain);
    *param = OSSL_PARAM_construct_end();
    CHECK(EVP_DigestInit_ex2(context, md, params));
    for (size_t i = 0; i < test->input_count; i++) {
        for (size_t k = 0; k < test->inputs[i].count; k++) {
            CHECK(EVP_DigestUpdate(context, test->inputs[i].bytes.data, test->inputs[i].bytes.len));
        }
    }
    copy = duplicate(context);
    CHECK(copy != NULL);
    for (int k = 0; k < 2; k++) {
        memset(got, 0, test->output.len);
        if (EVP_MD_get_flags(md) & EVP_MD_FLAG_XOF) {
            CHECK(EVP_DigestFinalXOF(k == 0 ? context : copy, got, test->output.len));
        } else {
            CHECK(EVP_DigestFinal_ex(k == 0 ? context : copy, got, &got_len) && got_len == test->output.len);
        }
        CHECK(memcmp(got, test->output.data, test->output.len) == 0);
    }
    EVP_MD_CTX_free(context);
    EVP_MD_CTX_free(copy);
    free(got);
}

static void mac(const struct test *test, EVP_MAC *mac) {
    OSSL_PARAM params[4], *param = params;
    size_t size = (size_t)test->size, got_len;
    int xof = (int)test->xof;
    EVP_MAC_CTX *context = EVP_MAC_CTX_new(mac);
    unsigned char *got = malloc(test->output.len + 1);
    if (test->custom.data != NULL) {
        *param++ = OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_CUSTOM, test->custom.data, test->custom.len);
    }
    if (test->size >= 0) *param++ = OSSL_PARAM_construct_size_t(OSSL_MAC_PARAM_SIZE, &size);
    if (test->xof >= 0) *param++ = OSSL_PARAM_construct_int(OSSL_MAC_PARAM_XOF, &xof);
    *param = OSSL_PARAM_construct_end();
    if (test->result[0] != '\0') {
        CHECK(strcmp(test->result, "MAC_INIT_ERROR") == 0);
        // Up to 3.0, the data do not say why.
        if (test->reason[0] != '\0') {
            FAILS(EVP_MAC_init(context, test->key.data, test->key.len, params), test->reason);
        } else {
            CHECK(!EVP_MAC_init(context, test->key.data, test->key.len, params));
            ERR_clear_error();
        }
        EVP_MAC_CTX_free(context);
        free(got);
        return;
    }
    CHECK(EVP_MAC_init(context, test->key.data, test->key.len, params));
    if (test->output_size >= 0) CHECK(EVP_MAC_CTX_get_mac_size(context) == (size_t)test->output_size);
    if (test->block_size >= 0) CHECK(EVP_MAC_CTX_get_block_size(context) == (size_t)test->block_size);
    for (int k = 0; k < 2; k++) {
        for (size_t i = 0; i < test->input_count; i++) {
            CHECK(EVP_MAC_update(context, test->inputs[i].bytes.data, test->inputs[i].bytes.len));
        }
        memset(got, 0, test->output.len);
        if (test->is_xof) {
            CHECK(EVP_MAC_finalXOF(context, got, test->output.len));
        } else {
            CHECK(EVP_MAC_final(context, got, &got_len, test->output.len) && got_len == test->output.len);
        }
        CHECK(memcmp(got, test->output.data, test->output.len) == 0);
        CHECK(EVP_MAC_init(context, NULL, 0, NULL));
    }
    EVP_MAC_CTX_free(context);
    free(got);
}

// Runs the test that has been read, if it is of a function of ours.
static void finish(OSSL_LIB_CTX *library, struct test *test) {
    if (test->algorithm[0] != '\0') {
        EVP_MD *md = test->is_mac ? NULL : EVP_MD_fetch(library, test->algorithm, "provider=lanesum");
        EVP_MAC *code = test->is_mac ? EVP_MAC_fetch(library, test->algorithm, "provider=lanesum") : NULL;
        ERR_clear_error();
        if ((md == NULL && code == NULL) || test->is_elsewhere) {
            passed_over++;
        } else {
            if (md != NULL) digest(library, test, md);
            if (code != NULL) mac(test, code);
            run++;
        }
        EVP_MD_free(md);
        EVP_MAC_free(code);
    }
    for (size_t i = 0; i < test->input_count; i++) free(test->inputs[i].bytes.data);
    free(test->output.data);
    free(test->key.data);
    free(test->custom.data);
    *test = (struct test){.size = -1, .xof = -1, .output_size = -1, .block_size = -1};
}

static void repeat(struct bytes *bytes, size_t times) {
    unsigned char *longer = malloc(bytes->len * times + 1);
    CHECK(longer != NULL);
    for (size_t i = 0; i < times; i++) memcpy(longer + i * bytes->len, bytes->data, bytes->len);
    free(bytes->data);
    bytes->data = longer;
    bytes->len *= times;
}

static void field(struct test *test, const char *name, const char *value) {
    size_t last = test->input_count - 1;
    if (strcmp(name, "Digest") == 0 || strcmp(name, "MAC") == 0) {
        test->is_mac = name[0] == 'M';
        snprintf(test->algorithm, sizeof test->algorithm, "%s", value);
    } else if (strcmp(name, "Input") == 0) {
        CHECK(test->input_count < 64);
        test->inputs[test->input_count].bytes = text_or_hex(value);
        test->inputs[test->input_count++].count = 1;
    } else if (strcmp(name, "Count") == 0) {
        test->inputs[last].count = (size_t)atol(value);
    } else if (strcmp(name, "Ncopy") == 0) {
        repeat(&test->inputs[last].bytes, (size_t)atol(value));
    } else if (strcmp(name, "Output") == 0) {
        test->output = text_or_hex(value);
    } else if (strcmp(name, "Key") == 0) {
        test->key = text_or_hex(value);
    } else if (strcmp(name, "Custom") == 0) {
        test->custom = text_or_hex(value);
    } else if (strcmp(name, "XOF") == 0) {
        test->is_xof = atol(value) > 0;
    } else if (strcmp(name, "OutputSize") == 0) {
        test->output_size = atol(value);
    } else if (strcmp(name, "BlockSize") == 0) {
        test->block_size = atol(value);
    } else if (strcmp(name, "Ctrl") == 0 && strncmp(value, "size:", 5) == 0) {
        test->size = atol(value + 5);
    } else if (strcmp(name, "Ctrl") == 0 && strncmp(value, "xof:", 4) == 0) {
        test->xof = atol(value + 4);
    } else if (strcmp(name, "Ctrl") == 0 && strncmp(value, "domain-separator:", 17) == 0) {
        test->domain = atol(value + 17);
    } else if (strcmp(name, "Result") == 0) {
        snprintf(test->result, sizeof test->result, "%s", value);
    } else if (strcmp(name, "Reason") == 0) {
        snprintf(test->reason, sizeof test->reason, "%s", value);
    } else if (strcmp(name, "Availablein") == 0) {
        test->is_elsewhere = strstr(value, "default") == NULL;
    } else if (strcmp(name, "Title") != 0 && strcmp(name, "FIPSversion") != 0) {
        // Something that a test of a function of ours says and that is not understood here.
        snprintf(test->result, sizeof test->result, "unknown field %.40s", name);
    }
}

int main(int argc, char **argv) {
    struct loaded loaded;
    struct test test = {.size = -1, .xof = -1, .output_size = -1, .block_size = -1};
    static char line[1 << 17];
    CHECK(argc > 2);
    loaded = load(argv[1]);
    for (int i = 2; i < argc; i++) {
        FILE *file = fopen(argv[i], "r");
        if (file == NULL) perror(argv[i]);
        CHECK(file != NULL);
        run = passed_over = 0;
        while (fgets(line, sizeof line, file) != NULL) {
            char *value = strchr(line, '='), *end = line + strlen(line);
            CHECK(end == line || end[-1] == '\n' || feof(file));
            while (end > line && isspace((unsigned char)end[-1])) *--end = '\0';
            if (end == line) finish(loaded.library, &test);
            if (end == line || line[0] == '#' || value == NULL) continue;
            for (end = value; end > line && end[-1] == ' '; end--) {}
            *end = '\0';
            for (value++; *value == ' '; value++) {}
            field(&test, line, value);
        }
        finish(loaded.library, &test);
        fclose(file);
        printf("%s: %zu tests passed, %zu of other functions or providers passed over\n", strrchr(argv[i], '/') + 1, run,
               passed_over);
    }
    unload(loaded);
    return 0;
}
