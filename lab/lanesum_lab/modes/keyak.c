/* Keyak v2 with one piston: Lake with lanes of 8 bytes, River with 4. */
#include "state.h"

enum { RS = 25 * W - 32, RA = 25 * W - W, EOM = RA, CRYPT_END, INJECT_START, INJECT_END, TAG = 16 };

/* A stream and what is left of it. */
typedef struct {
    const uint8_t *at;
    unsigned left;
} stream;

enum phase { FRESH, CRYPTED, END_OF_CRYPT, END_OF_MESSAGE };

typedef struct {
    state s;
    unsigned used; /* bytes of the state that were output as a tag: no key stream */
    enum phase phase;
} keyak;

unsigned keyak_size(void) { return sizeof(keyak); }

static void spark(keyak *k, int end, unsigned tag)
{
    if (end) add_byte(&k->s, EOM, tag ? tag : 255);
    permute(&k->s, 12);
    k->used = tag;
}

ALWAYS void crypt_blocks(state *s, stream *in, uint8_t **out, int unwrap)
{
#pragma GCC unroll 21
    for (unsigned i = 0; i < RS / W; i++) {
        if (unwrap) replace_lane(s, i, in->at + W * i, *out + W * i);
        else add_lane(s, i, in->at + W * i, *out + W * i);
    }
    in->at += RS;
    in->left -= RS;
    *out += RS;
}

static void crypt(keyak *k, stream *in, uint8_t **out, int unwrap)
{
    unsigned end = k->used + in->left < RS ? k->used + in->left : RS;
    if (k->used == 0 && end == RS) {
        if (unwrap) crypt_blocks(&k->s, in, out, 1);
        else crypt_blocks(&k->s, in, out, 0);
    } else {
        for (unsigned i = k->used; i < end; i++) {
            uint8_t value = *in->at++, sum = get_byte(&k->s, i) ^ value;
            *(*out)++ = sum;
            /* The state takes the plaintext in. */
            add_byte(&k->s, i, unwrap ? sum : value);
        }
        in->left -= end - k->used;
    }
    add_byte(&k->s, CRYPT_END, end);
    k->phase = in->left ? CRYPTED : END_OF_CRYPT;
}

static void inject(keyak *k, stream *a)
{
    unsigned begin = k->phase == FRESH ? 0 : RS, i = begin;
    add_byte(&k->s, INJECT_START, begin);
    if (begin == 0 && a->left >= RA) {
#pragma GCC unroll 24
        for (unsigned n = 0; n < RA / W; n++) add_lane(&k->s, n, a->at + W * n, 0);
        a->at += RA;
        a->left -= RA;
        i = RA;
    }
    for (; i < RA && a->left; i++, a->left--) add_byte(&k->s, i, *a->at++);
    add_byte(&k->s, INJECT_END, i);
    if (k->phase == CRYPTED || a->left) {
        spark(k, 0, 0);
        k->phase = FRESH;
    } else {
        k->phase = END_OF_MESSAGE;
    }
}

static void get_tag(keyak *k, unsigned length, uint8_t *tag)
{
    spark(k, 1, length);
    for (unsigned i = 0; i < length; i++) tag[i] = get_byte(&k->s, i);
    k->phase = FRESH;
}

static void collect(keyak *k, stream x)
{
    k->phase = FRESH;
    while (x.left) {
        unsigned n = x.left < RA ? x.left : RA;
        for (unsigned i = 0; i < n; i++) add_byte(&k->s, i, x.at[i]);
        add_byte(&k->s, INJECT_END, n);
        x.at += n;
        x.left -= n;
        if (x.left) spark(k, 0, 0);
    }
    k->phase = END_OF_MESSAGE;
}

static void make_knot(keyak *k)
{
    uint8_t knot[32];
    get_tag(k, 32, knot);
    collect(k, (stream){knot, 32});
}

static int handle_tag(keyak *k, int wanted, uint8_t *tag, int unwrap)
{
    uint8_t own[TAG], different = 0;
    get_tag(k, wanted ? TAG : 0, own);
    if (!wanted) return 1;
    for (unsigned i = 0; i < TAG; i++) {
        if (unwrap) different |= own[i] ^ tag[i];
        else tag[i] = own[i];
    }
    return !different;
}

/* `tag` may be null: then there is none. */
int motorist_start(keyak *k, const uint8_t *suv, unsigned length, uint8_t *tag, int unwrap, int forget)
{
    uint8_t whole[512];
    start(&k->s);
    k->used = 0;
    for (unsigned i = 0; i < length; i++) whole[i] = suv[i];
    whole[length] = 1; /* pistons, and which of them */
    whole[length + 1] = 0;
    collect(k, (stream){whole, length + 2});
    if (forget) make_knot(k);
    return handle_tag(k, tag != 0, tag, unwrap);
}

int keyak_start(keyak *k, const uint8_t *key, unsigned key_length, const uint8_t *nonce, unsigned nonce_length,
                uint8_t *tag, int unwrap, int forget)
{
    uint8_t suv[512];
    unsigned pack = W * ((256 + 9 + 8 * W - 1) / (8 * W)), at = 0;
    suv[at++] = pack;
    for (unsigned i = 0; i < key_length; i++) suv[at++] = key[i];
    suv[at++] = 1;
    while (at < pack) suv[at++] = 0;
    for (unsigned i = 0; i < nonce_length; i++) suv[at++] = nonce[i];
    return motorist_start(k, suv, at, tag, unwrap, forget);
}

/* `in` is plaintext, or ciphertext when unwrapping; returns whether the tag was right. */
int keyak_wrap(keyak *k, const uint8_t *in, unsigned length, const uint8_t *metadata, unsigned metadata_length, uint8_t *out,
               uint8_t *tag, int unwrap, int forget)
{
    stream i = {in, length}, a = {metadata, metadata_length};
    uint8_t *first = out;
    if (!i.left && !a.left) inject(k, &a);
    while (i.left) {
        crypt(k, &i, &out, unwrap);
        inject(k, &a);
    }
    while (a.left) inject(k, &a);
    if (forget) make_knot(k);
    int good = handle_tag(k, 1, tag, unwrap);
    if (!good)
        while (out != first) *--out = 0;
    return good;
}
