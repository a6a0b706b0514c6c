/* The checksum of XKCP's tests of Ketje v2. */
#include "ketje.c"

static void g1(uint8_t *d, unsigned n, unsigned p, unsigned q)
{
    for (unsigned i = 0; i < n; i++) {
        uint8_t r = (uint8_t)i;
        r = (uint8_t)(r << q | r >> (8 - q));
        d[i] = (uint8_t)(p + 161 * (n - r + i));
    }
}

/* Returns 0 if all that was wrapped could be unwrapped. */
int ketje_kat(uint8_t *result)
{
    static ketje check, session, other;
    static uint8_t key[64], nonce[64], ad[64], text[64], cipher[64], back[64], tag[32];
    int mx = (8 * STATE - 18) / 8, failed = 0;
    ketje_start(&check, 0, 0, 0, 0);
    for (int kl = mx; kl >= 12; kl -= kl > 47 ? 25 : kl > 22 ? 5 : kl > 14 ? 2 : 1) {
        int nm = mx - kl;
        for (int nl = kl == 16 ? 0 : nm; nl <= nm; nl++) {
            g1(key, kl, 0x12 + nl + kl, 3);
            g1(nonce, nl, 0x23 + nl + kl, 6);
            ketje_start(&session, key, kl, nonce, nl);
            for (int a = 0; a <= 50; a += 1 + a / 3 + (kl - 12) + nl / 32)
                for (int b = 0; b <= 50; b += b / 2 + 1 + a + (a == 0 ? kl - 12 : nl / 32 + kl / 2))
                    for (int t = kl == 16 ? 0 : 16; t <= (kl == 16 ? 32 : 16); t += 8) {
                        g1(ad, a, 0x34 + a + b + t, 4);
                        g1(text, b, 0x45 + a + b + t, 7);
                        other = session;
                        ketje_feed(&session, ad, a);
                        ketje_crypt(&session, text, b, cipher, 0);
                        ketje_tag(&session, tag, t);
                        ketje_feed(&other, ad, a);
                        ketje_crypt(&other, cipher, b, back, 1);
                        for (int i = 0; i < b; i++) failed |= back[i] != text[i];
                        ketje_feed(&check, cipher, b);
                        ketje_feed(&check, tag, t);
                    }
        }
    }
    ketje_crypt(&check, 0, 0, 0, 0);
    ketje_tag(&check, result, 16);
    return failed;
}
