/* SHA3-512 (FIPS 202) of whole bytes in one call. */
#define W 8
#include "state.h"

enum { RATE = 72 };

void sha3_512(const uint8_t *message, unsigned length, uint8_t *digest)
{
    state s;
    start(&s);
    while (length >= RATE) {
#pragma GCC unroll 9
        for (unsigned k = 0; k < RATE / W; k++) add_lane(&s, k, message + W * k, 0);
        message += RATE;
        length -= RATE;
        permute(&s, 24);
    }
    for (unsigned i = 0; i < length; i++) add_byte(&s, i, message[i]);
    add_byte(&s, length, 0x06);
    add_byte(&s, RATE - 1, 0x80);
    permute(&s, 24);
    for (unsigned i = 0; i < 64; i++) digest[i] = get_byte(&s, i);
}
