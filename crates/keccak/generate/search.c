// Times the functions of table.h in turn, each permuting WAYS states: see search.py, which writes that file.
//
// Printed are the lower quartile of the core cycles of one permutation, and whether the result is that of the plain rounds.
// A sample counts only if the clock was the same before and after, and both times nobody else used the core's adders.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <x86intrin.h>

#include "table.h"

enum { COUNT = sizeof TABLE / sizeof *TABLE, MOST = 4000, CALLS = 32 };

static uint64_t rol(uint64_t v, int n) { return n ? v << n | v >> (64 - n) : v; }

static void keccak_p1600(uint64_t *a) {
    static const int rho[25] = {0,  1,  62, 28, 27, 36, 44, 6,  55, 20, 3,  10, 43,
                                25, 39, 41, 45, 15, 21, 8,  18, 2,  61, 56, 14};
    unsigned char lfsr = 1;
    for (int round = 0; round < 24; round++) {
        uint64_t c[5], b[25], rc = 0;
        for (int j = 0; j < 7; j++) {
            if (lfsr & 1) rc |= 1ull << ((1 << j) - 1);
            lfsr = (unsigned char)(lfsr << 1) ^ (lfsr >> 7) * 0x71;
        }
        for (int x = 0; x < 5; x++) c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
        for (int i = 0; i < 25; i++) a[i] ^= c[(i + 4) % 5] ^ rol(c[(i + 1) % 5], 1);
        for (int x = 0; x < 5; x++)
            for (int y = 0; y < 5; y++) b[y + 5 * ((2 * x + 3 * y) % 5)] = rol(a[x + 5 * y], rho[x + 5 * y]);
        for (int i = 0; i < 25; i++) a[i] = b[i] ^ (~b[i / 5 * 5 + (i + 1) % 5] & b[i / 5 * 5 + (i + 2) % 5]);
        a[0] ^= rc;
    }
}

static uint64_t start(void) {
    uint64_t t = __rdtsc();
    _mm_lfence();
    return t;
}

static uint64_t since(uint64_t t) {
    _mm_lfence();
    return __rdtsc() - t;
}

// Core cycles in a cycle of the time-stamp counter, by 2000 adds that wait for one another.
static double core_per_tsc(void) {
    uint64_t t = start(), v = 1, one = 1;
    for (int i = 0; i < 250; i++)
        __asm__ volatile("add %1,%0;add %1,%0;add %1,%0;add %1,%0;add %1,%0;add %1,%0;add %1,%0;add %1,%0"
                         : "+r"(v)
                         : "r"(one));
    return 2000.0 / since(t);
}

// Independent adds in a cycle of the time-stamp counter.
static double adds_per_tsc(void) {
    uint64_t t = start(), n = 40;
    __asm__ volatile("1: .rept 12\n add %%rbx,%%rax\n add %%rbx,%%rcx\n add %%rbx,%%rdx\n add %%rbx,%%rsi\n add %%rbx,%%rdi\n"
                     "add %%rbx,%%r8\n add %%rbx,%%r9\n add %%rbx,%%r10\n .endr\n dec %0\n jnz 1b"
                     : "+r"(n)::"rax", "rbx", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10");
    return 40 * 96.0 / since(t);
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double cycles[COUNT][MOST], rates[COUNT][MOST];
static int samples[COUNT];

int main(int argc, char **argv) {
    static uint64_t state[25 * WAYS] __attribute__((aligned(64)));
    double seconds = argc > 1 ? atof(argv[1]) : 1;
    int right[COUNT];
    for (int k = 0; k < COUNT; k++) {
        for (int i = 0; i < 25 * WAYS; i++) state[i] = (uint64_t)(i / WAYS) * 0x9e3779b97f4a7c15ull + (uint64_t)(i % WAYS) * 77;
        TABLE[k].function(state, 3);
        right[k] = 1;
        for (int w = 0; w < WAYS; w++) {
            uint64_t expected[25];
            for (int i = 0; i < 25; i++) expected[i] = (uint64_t)i * 0x9e3779b97f4a7c15ull + (uint64_t)w * 77;
            for (int times = 0; times < 3; times++) keccak_p1600(expected);
            for (int i = 0; i < 25; i++) right[k] &= expected[i] == state[i * WAYS + w];
        }
    }
    struct timespec begin, now;
    timespec_get(&begin, TIME_UTC);
    do {
        for (int k = 0; k < COUNT && samples[k] < MOST; k++) {
            TABLE[k].function(state, 8);
            double clock_before = core_per_tsc(), rate_before = adds_per_tsc() / clock_before;
            uint64_t t = start();
            TABLE[k].function(state, CALLS);
            t = since(t);
            double rate_after = adds_per_tsc(), clock_after = core_per_tsc();
            rate_after /= clock_after;
            if (clock_before / clock_after > 1.03 || clock_after / clock_before > 1.03) continue;
            double least = rate_before < rate_after ? rate_before : rate_after;
            rates[k][samples[k]] = least;
            cycles[k][samples[k]++] = t * (clock_before + clock_after) / 2 / CALLS;
        }
        timespec_get(&now, TIME_UTC);
    } while (difftime(now.tv_sec, begin.tv_sec) + 1e-9 * (now.tv_nsec - begin.tv_nsec) < seconds);
    // The full rate is a high quantile, not the highest: a chain that was interrupted makes a rate too high.
    static double all[COUNT * MOST];
    int total = 0;
    for (int k = 0; k < COUNT; k++)
        for (int i = 0; i < samples[k]; i++) all[total++] = rates[k][i];
    qsort(all, (size_t)total, sizeof(double), ascending);
    double full = total ? all[total - 1 - total / 10] : 0;
    for (int k = 0; k < COUNT; k++) {
        int quiet = 0;
        for (int i = 0; i < samples[k]; i++)
            if (rates[k][i] > 0.95 * full && rates[k][i] < 1.05 * full) cycles[k][quiet++] = cycles[k][i];
        qsort(cycles[k], (size_t)quiet, sizeof(double), ascending);
        printf("%s %.1f %s\n", TABLE[k].name, quiet ? cycles[k][quiet / 4] : 0.0, right[k] ? "right" : "wrong");
    }
}
