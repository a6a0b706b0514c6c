// Verifies one signature by liboqs: `verify xmss|xmssmt PUBLIC-KEY MESSAGE <SIGNATURE`, the key and the message in hexadecimal. The exit
// status is 0 if the signature is valid, 1 if it is not, and 2 if liboqs cannot tell: another parameter set, or a wrong length.

#include <stdio.h>
#include <string.h>

#include "params.h"
#include "xmss.h"

enum { UNKNOWN = 2, MOST = 1 << 20 };

static unsigned char key[256], message[MOST], signature[MOST];

// How many bytes; -1 if these are no hexadecimal digits or too many.
static long from_hex(const char *digits, unsigned char *out, size_t most) {
    const size_t size = strlen(digits) / 2;
    if (strlen(digits) % 2 != 0 || size > most) return -1;
    for (size_t i = 0; i < size; i++) {
        unsigned byte;
        if (sscanf(digits + 2 * i, "%2x", &byte) != 1) return -1;
        out[i] = (unsigned char)byte;
    }
    return (long)size;
}

int main(int argc, char **argv) {
    if (argc != 4) return UNKNOWN;
    const int multi = strcmp(argv[1], "xmssmt") == 0;
    const long key_size = from_hex(argv[2], key, sizeof key), message_size = from_hex(argv[3], message, sizeof message);
    const size_t signature_size = fread(signature, 1, sizeof signature, stdin);
    if (key_size < 4 || message_size < 0) return UNKNOWN;
    const uint32_t number = (uint32_t)key[0] << 24 | (uint32_t)key[1] << 16 | (uint32_t)key[2] << 8 | key[3];
    xmss_params params;
    if ((multi ? xmssmt_parse_oid : xmss_parse_oid)(&params, number) != 0) return UNKNOWN;
    // It looks at no length itself.
    if ((size_t)key_size != 4 + params.pk_bytes || signature_size != params.sig_bytes) return UNKNOWN;
    return (multi ? xmssmt_sign_open : xmss_sign_open)(message, (unsigned long long)message_size, signature, signature_size, key) != 0;
}
