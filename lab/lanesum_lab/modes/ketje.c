/* Ketje v2: Sr with lanes of 2 bytes, Jr with 1. The twist is in the numbers of the lanes. */
#include "state.h"

enum { RHO = 2 * W, STATE = 25 * W };

typedef struct {
    state s;
    unsigned filled; /* bytes of the block under way */
    int crypting;
} ketje;

unsigned ketje_size(void) { return sizeof(ketje); }

static const uint8_t TWIST[25] = {0, 6, 12, 18, 24, 3, 9, 10, 16, 22, 1, 7, 13, 19, 20, 4, 5, 11, 17, 23, 2, 8, 14, 15, 21};

/* Byte i of the twisted state. */
ALWAYS uint8_t *twisted(state *s, unsigned i) { return s->image + LANE[TWIST[i / W]] + i % W; }

/* The frame bits with the first bit of the padding behind the data, the last bit of the padding, and the rounds. */
ALWAYS void step(ketje *k, unsigned frame, unsigned rounds)
{
    if (k->filled == RHO) {
        *twisted(&k->s, RHO) ^= frame ^ 8;
    } else {
        *twisted(&k->s, k->filled) ^= frame;
        *twisted(&k->s, RHO) ^= 8;
    }
    k->filled = 0;
    permute(&k->s, rounds);
}

void ketje_start(ketje *k, const uint8_t *key, unsigned key_length, const uint8_t *nonce, unsigned nonce_length)
{
    unsigned at = 0;
    start(&k->s);
    *twisted(&k->s, at++) = key_length + 2;
    for (unsigned i = 0; i < key_length; i++) *twisted(&k->s, at++) = key[i];
    *twisted(&k->s, at++) = 1;
    for (unsigned i = 0; i < nonce_length; i++) *twisted(&k->s, at++) = nonce[i];
    *twisted(&k->s, at) ^= 1;
    *twisted(&k->s, STATE - 1) ^= 0x80;
    permute(&k->s, 12);
    k->filled = k->crypting = 0;
}

void ketje_feed(ketje *k, const uint8_t *metadata, unsigned length)
{
    for (; length; length--) {
        if (k->filled == RHO) step(k, 4, 1);
        *twisted(&k->s, k->filled++) ^= *metadata++;
    }
}

/* Whole blocks, each with a step after it. */
static void blocks(ketje *k, const uint8_t *in, unsigned count, uint8_t *out, int unwrap)
{
#ifdef STEPS
    if (!unwrap) {
        STEPS(k->s.image, in, out, count);
        return;
    }
#endif
    k->filled = RHO;
    for (; count; count--) {
        for (unsigned n = 0; n < 2; n++) {
            if (unwrap) {
                /* The state takes the plaintext in, that is, becomes the ciphertext. */
                replace_lane(&k->s, TWIST[n], in + W * n, out + W * n);
            } else {
                add_lane(&k->s, TWIST[n], in + W * n, out + W * n);
            }
        }
        in += RHO;
        out += RHO;
        *twisted(&k->s, RHO) ^= 7 ^ 8;
        permute(&k->s, 1);
    }
    k->filled = 0;
}

void ketje_crypt(ketje *k, const uint8_t *in, unsigned length, uint8_t *out, int unwrap)
{
    if (!k->crypting) {
        step(k, 6, 1);
        k->crypting = 1;
    }
    while (length) {
        if (k->filled == RHO) step(k, 7, 1);
        if (k->filled == 0 && length > RHO) {
            unsigned count = (length - 1) / RHO;
            blocks(k, in, count, out, unwrap);
            in += RHO * count;
            out += RHO * count;
            length -= RHO * count;
        }
        uint8_t *byte = twisted(&k->s, k->filled++), value = *in++, sum = *byte ^ value;
        *byte = unwrap ? value : sum;
        *out++ = sum;
        length--;
    }
}

void ketje_tag(ketje *k, uint8_t *tag, unsigned length)
{
    if (!k->crypting) ketje_crypt(k, 0, 0, 0, 0);
    step(k, 5, 6);
    for (unsigned i = 0; i < length; i++) {
        if (k->filled == RHO) {
            k->filled = 0;
            step(k, 2, 1);
        }
        tag[i] = *twisted(&k->s, k->filled++);
    }
    k->filled = k->crypting = 0;
}
