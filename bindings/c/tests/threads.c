// Every function of every thread at once: states of their own, copies of one that all read, batches, the first calls of the process.

#include <errno.h>
#include <pthread.h>
#include <unistd.h>

#include "check.h"

enum { THREADS = 8, ROUNDS = 200 };

static lanesum_hasher shared;
static unsigned char data[20000], expected[LANESUM_BLAKE2SP + 1][64], of_shared[32];
static pthread_barrier_t together;

static void all_digests(unsigned char digests[LANESUM_BLAKE2SP + 1][64]) {
    for (int i = 1; i <= LANESUM_BLAKE2SP; i++) {
        lanesum_algorithm algorithm = (lanesum_algorithm)i;
        lanesum_options options = all_options(algorithm);
        WORKS(lanesum_digest(algorithm, &options, data, 9000, digests[i], lanesum_digest_bytes(algorithm)));
    }
}

static void *work(void *argument) {
    static const int shared_len = sizeof data;
    unsigned char digests[LANESUM_BLAKE2SP + 1][64] = {{0}}, out[32];
    lanesum_hasher hasher;
    (void)argument;
    pthread_barrier_wait(&together);
    // The first calls of the process: all threads look for backends.
    all_digests(digests);
    pthread_barrier_wait(&together);
    CHECK(memcmp(digests, expected, sizeof digests) == 0);
    for (int round = 0; round < ROUNDS; round++) {
        WORKS(lanesum_copy(&hasher, sizeof hasher, &shared));
        WORKS(lanesum_update(&hasher, data, (size_t)shared_len));
        WORKS(lanesum_finalize(&hasher, out, sizeof out));
        CHECK(memcmp(out, of_shared, sizeof out) == 0);
        WORKS(lanesum_wipe(&hasher));
    }
    all_digests(digests);
    CHECK(memcmp(digests, expected, sizeof digests) == 0);
    return NULL;
}

static volatile int stop;

static void *append(void *path) {
    FILE *file = fopen((const char *)path, "ab");
    CHECK(file != NULL);
    while (!stop) {
        CHECK(fputc('!', file) == '!' && fflush(file) == 0);
        usleep(100);
    }
    CHECK(fclose(file) == 0);
    return NULL;
}

// A file that grows while it is read is an error. If the other thread slept during a whole call, the digest is right, and the next call tries again.
static void growing_file(char *path) {
    static unsigned char megabyte[1 << 20];
    pthread_t thread;
    unsigned char out[64];
    lanesum_error error = LANESUM_OK;
    FILE *file = fopen(path, "wb");
    CHECK(file != NULL);
    for (int i = 0; i < 8; i++) CHECK(fwrite(megabyte, 1, sizeof megabyte, file) == sizeof megabyte);
    CHECK(fclose(file) == 0);
    CHECK(pthread_create(&thread, NULL, append, path) == 0);
    for (int i = 0; i < 1000 && error == LANESUM_OK; i++) {
        errno = 0;
        error = lanesum_digest_file(LANESUM_SHA512, NULL, path, out, sizeof out);
    }
    CHECK(error == LANESUM_ERROR_FILE);
#ifndef _WIN32
    CHECK(errno == EBUSY);
#endif
    stop = 1;
    CHECK(pthread_join(thread, NULL) == 0);
    WORKS(lanesum_digest_file(LANESUM_SHA512, NULL, path, out, sizeof out));
    CHECK(remove(path) == 0);
}

int main(int argc, char **argv) {
    pthread_t threads[THREADS];
    lanesum_hasher hasher;
    CHECK(argc > 1);
    growing_file(argv[1]);
    fill_pattern(data, sizeof data);
    CHECK(pthread_barrier_init(&together, NULL, THREADS + 1) == 0);
    for (int i = 0; i < THREADS; i++) CHECK(pthread_create(&threads[i], NULL, work, NULL) == 0);
    pthread_barrier_wait(&together);
    all_digests(expected);
    WORKS(lanesum_init(&shared, sizeof shared, LANESUM_KT128, NULL));
    WORKS(lanesum_update(&shared, data, sizeof data));
    WORKS(lanesum_copy(&hasher, sizeof hasher, &shared));
    WORKS(lanesum_update(&hasher, data, sizeof data));
    WORKS(lanesum_finalize(&hasher, of_shared, sizeof of_shared));
    WORKS(lanesum_wipe(&hasher));
    pthread_barrier_wait(&together);
    for (int i = 0; i < THREADS; i++) CHECK(pthread_join(threads[i], NULL) == 0);
    WORKS(lanesum_wipe(&shared));
    printf("threads: %d\n", THREADS);
    return 0;
}
