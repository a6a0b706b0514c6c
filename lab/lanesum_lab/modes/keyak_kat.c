/* The checksum of XKCP's tests of Keyak v2, for one piston. */
#include "keyak.c"

static void g2(uint8_t *d, unsigned n, unsigned p, unsigned q)
{
    for (unsigned i = 0; i < n; i++) {
        uint8_t r = (uint8_t)i;
        r = (uint8_t)(r << q | r >> (8 - q));
        d[i] = (uint8_t)(p + 161 * n - r + i);
    }
}

static keyak global, session;
static uint8_t key[64], nonce[256], ad[1024], text[1024], cipher[1024], back[1024], tag[TAG], ignored[TAG];
static int failed;

static void tell(const uint8_t *data, unsigned n) { keyak_wrap(&global, 0, 0, data, n, 0, ignored, 0, 0); }

static void init(unsigned kl, unsigned nl, int f, int t)
{
    keyak_start(&session, key, kl, nonce, nl, t ? tag : 0, 0, f);
    if (t) tell(tag, TAG);
}

static void wr(unsigned a, unsigned m, int f)
{
    keyak before = session;
    keyak_wrap(&session, text, m, ad, a, cipher, tag, 0, f);
    if (!keyak_wrap(&before, cipher, m, ad, a, back, tag, 1, f)) failed = 1;
    for (unsigned i = 0; i < m; i++) failed |= back[i] != text[i];
    tell(cipher, m);
    tell(tag, TAG);
}

static void wrg(unsigned a, unsigned pa, unsigned qa, unsigned m, unsigned pm, unsigned qm, int f)
{
    g2(ad, a, pa, qa);
    g2(text, m, pm, qm);
    wr(a, m, f);
}

/* Returns 0 if all that was wrapped could be unwrapped. */
int keyak_kat(unsigned mx, uint8_t *result)
{
    keyak_start(&global, 0, 0, 0, 0, 0, 0, 0);
    for (unsigned kl = 16; kl <= 32; kl++)
        for (unsigned nl = 0; nl <= mx; nl += kl == 16 ? 1 : mx)
            for (int f = 0; f < 2; f++)
                for (int t = 0; t < 2; t++) {
                    g2(key, kl, kl + nl + 0x12, 3);
                    g2(nonce, nl, kl + nl + 0x45, 6);
                    init(kl, nl, f, t);
                    for (unsigned i = 0; i < 3; i++) ad[i] = "ABC"[i], text[i] = "DEF"[i];
                    wr(3, 3, 0);
                }
    for (int part = 2; part < 4; part++)
        for (int f = 0; f < 2; f++)
            for (int t = 0; t < 2; t++)
                for (unsigned j = 0; j < 5; j++) {
                    unsigned e = part == 2 ? RA - RS : RS, limit = (part == 2 ? RS : RA) + 1;
                    unsigned one = (unsigned[]){0, 1, e - 1, e, e + 1}[j];
                    for (unsigned v = 0; v <= limit; v += j == 0 ? 1 : (1 + f) * (W + t) + 1) {
                        unsigned q = one + v, a = part == 2 ? one : v, m = part == 2 ? v : one;
                        g2(key, 16, (part == 2 ? 0x23 : 0x34) + q, part == 2 ? 4 : 5);
                        g2(nonce, mx, (part == 2 ? 0x56 : 0x45) + q, part == 2 ? 7 : 6);
                        init(16, mx, f, t);
                        if (part == 2) {
                            wrg(a, 0xAB + q, 3, m, 0xCD + q, 4, f);
                            wrg(a, 0xCD + q, 3, m, 0xEF + q, 4, f);
                        } else {
                            wrg(a, 0x01 + q, 5, m, 0x23 + q, 6, f);
                            wrg(a, 0x45 + q, 5, m, 0x67 + q, 6, f);
                        }
                    }
                }
    for (unsigned f = 0; f < 2; f++)
        for (unsigned t = 0; t < 2; t++) {
            g2(key, 16, 2 * f + t, 1);
            g2(nonce, mx, 2 * f + t, 2);
            init(16, mx, f, t);
            for (unsigned a = 0; a <= 2 * RA; a += a / 3 + 1)
                for (unsigned m = 0; m <= 2 * RS; m += m / 2 + 1 + a) wrg(a, 0x34 + m + a, 3, m, 0x45 + m + a, 4, f);
        }
    keyak_wrap(&global, 0, 0, 0, 0, 0, result, 0, 0);
    return failed;
}
