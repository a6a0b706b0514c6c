/* The rest of the paper's application stack on Keccak-f[1600], each with blocks of 136 bytes: a MAC (KMAC256 of SP 800-185 with
   an empty customization string), a key stream (SHAKE256 of key and nonce), and a generator (a duplex, as XKCP has it). */
#include "state.h"

enum { RATE = 136, ROUNDS = 24 };

typedef struct {
    state s;
    unsigned in, out; /* bytes of the block that were taken in, and put out */
} sponge;

unsigned sponge_size(void) { return sizeof(sponge); }

/* A block is full: the padding of the generator, which lies behind it, has been added by then. */
static void next(sponge *k)
{
    permute(&k->s, ROUNDS);
    k->in = k->out = 0;
}

static void absorb(sponge *k, const uint8_t *data, unsigned length, unsigned behind)
{
    while (length) {
        if (k->in == 0 && length >= RATE) {
#pragma GCC unroll 17
            for (unsigned n = 0; n < RATE / W; n++) add_lane(&k->s, n, data + W * n, 0);
            k->in = RATE;
            data += RATE;
            length -= RATE;
        } else {
            add_byte(&k->s, k->in++, *data++);
            length--;
        }
        if (k->in == RATE) {
            if (behind) add_byte(&k->s, RATE, behind);
            next(k);
        }
    }
}

static void end(sponge *k, unsigned suffix)
{
    add_byte(&k->s, k->in, suffix);
    add_byte(&k->s, RATE - 1, 0x80);
    next(k);
}

/* The generator's duplexing: what was taken in and the padding of 1090 bits. */
static void duplexing(sponge *k)
{
    add_byte(&k->s, k->in, 1);
    add_byte(&k->s, RATE, 2);
    next(k);
}

/* Output, added to the input unless that is null. */
static void squeeze(sponge *k, const uint8_t *in, unsigned length, uint8_t *out, void (*more)(sponge *))
{
    while (length) {
        if (k->out == RATE) more(k);
        if (k->out == 0 && length >= RATE) {
#pragma GCC unroll 17
            for (unsigned n = 0; n < RATE / W; n++) output_lane(&k->s, n, in ? in + W * n : 0, out + W * n);
            k->out = RATE;
            if (in) in += RATE;
            out += RATE;
            length -= RATE;
        } else {
            *out++ = get_byte(&k->s, k->out++) ^ (in ? *in++ : 0);
            length--;
        }
    }
}

/* left_encode, or right_encode, of a number of bits below 2^16. */
static unsigned encode(uint8_t *to, unsigned bits, int left)
{
    unsigned size = bits > 255 ? 2 : 1, at = 0;
    if (left) to[at++] = size;
    if (size == 2) to[at++] = bits >> 8;
    to[at++] = bits;
    if (!left) to[at++] = size;
    return at;
}

/* A string and then zeroes until the block is full. */
static void pad(sponge *k, const uint8_t *data, unsigned length)
{
    absorb(k, data, length, 0);
    if (k->in) next(k);
}

void kmac256(const uint8_t *key, unsigned key_length, const uint8_t *message, unsigned length, uint8_t *tag, unsigned tag_length)
{
    static const uint8_t NAME[] = {1, RATE, 1, 32, 'K', 'M', 'A', 'C', 1, 0};
    uint8_t buffer[RATE] = {1, RATE};
    sponge k = {.in = 0};
    start(&k.s);
    pad(&k, NAME, sizeof NAME);
    absorb(&k, buffer, 2, 0);
    absorb(&k, buffer, encode(buffer, 8 * key_length, 1), 0);
    pad(&k, key, key_length);
    absorb(&k, message, length, 0);
    absorb(&k, buffer, encode(buffer, 8 * tag_length, 0), 0);
    end(&k, 4);
    squeeze(&k, 0, tag_length, tag, next);
}

void key_stream(const uint8_t *key, unsigned key_length, const uint8_t *nonce, unsigned nonce_length, const uint8_t *in,
                unsigned length, uint8_t *out)
{
    sponge k = {.in = 0};
    start(&k.s);
    absorb(&k, key, key_length, 0);
    absorb(&k, nonce, nonce_length, 0);
    end(&k, 0x1f);
    squeeze(&k, in, length, out, next);
}

void generator_start(sponge *k)
{
    start(&k->s);
    k->in = 0;
    k->out = RATE;
}

void generator_feed(sponge *k, const uint8_t *seed, unsigned length)
{
    absorb(k, seed, length, 3);
    k->out = RATE;
}

void generator_fetch(sponge *k, uint8_t *out, unsigned length) { squeeze(k, 0, length, out, duplexing); }

void generator_forget(sponge *k)
{
    duplexing(k);
    for (unsigned i = 0; i < RATE; i++) add_byte(&k->s, i, get_byte(&k->s, i));
    add_byte(&k->s, RATE, 3);
    next(k);
    k->out = RATE;
}
