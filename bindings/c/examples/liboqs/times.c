// ML-KEM-768, ML-DSA-65 and SPHINCS+ SHAKE with liboqs's own SHA-3 and with lanesum's, in turns, in one process: microseconds.
//
// The callbacks are set anew between the two: this program has one thread, and no state of one side is used by the other. Each round has
// the same random bytes, and so as many attempts to sign; the least of many short rounds counts, since other programs only ever make one longer.

#include <oqs/oqs.h>
#include <oqs/rand.h>
#include <oqs/sha3_ops.h>
#include <oqs/sha3x4_ops.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "callbacks.h"

// liboqs's own, which it has when none are set.
extern struct OQS_SHA3_callbacks sha3_default_callbacks;
extern struct OQS_SHA3_x4_callbacks sha3_x4_default_callbacks;

enum { ROUNDS = 101, ROUND_US = 2000, MESSAGE = 59 };

static OQS_KEM *kem;
static OQS_SIG *sig;
static unsigned char *public_key, *secret_key, *ciphertext, *shared, *signature;
static unsigned char message[MESSAGE] = "a message";
static size_t signature_len;

static void must(OQS_STATUS status) {
    if (status != OQS_SUCCESS) {
        fprintf(stderr, "times: liboqs failed\n");
        exit(1);
    }
}

static void kem_keypair(void) { must(OQS_KEM_keypair(kem, public_key, secret_key)); }
static void kem_encaps(void) { must(OQS_KEM_encaps(kem, ciphertext, shared, public_key)); }
static void kem_decaps(void) { must(OQS_KEM_decaps(kem, shared, ciphertext, secret_key)); }
static void sig_keypair(void) { must(OQS_SIG_keypair(sig, public_key, secret_key)); }
static void sig_sign(void) { must(OQS_SIG_sign(sig, signature, &signature_len, message, MESSAGE, secret_key)); }
static void sig_verify(void) { must(OQS_SIG_verify(sig, message, MESSAGE, signature, signature_len, public_key)); }

// Of this thread: a signature of SPHINCS+ takes longer than other programs leave a busy processor alone.
static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return 1e6 * (double)time.tv_sec + 1e-3 * (double)time.tv_nsec;
}

// No random numbers: a xorshift generator, so that a round can be run again.
static uint64_t random_state;

static void not_random(uint8_t *out, size_t len) {
    for (size_t i = 0; i < len; i++) {
        random_state ^= random_state << 13;
        random_state ^= random_state >> 7;
        random_state ^= random_state << 17;
        out[i] = (uint8_t)(random_state >> 32);
    }
}

static void use(int ours) {
    if (ours) {
        lanesum_oqs_use();
    } else {
        OQS_SHA3_set_callbacks(&sha3_default_callbacks);
        OQS_SHA3_x4_set_callbacks(&sha3_x4_default_callbacks);
    }
}

static void times(const char *name, const char *what, void (*operation)(void)) {
    double least[2] = {1e18, 1e18};
    int count = 1;
    double begun, time;
    use(0);
    do {
        count *= 2;
        begun = now();
        for (int i = 0; i < count; i++) operation();
    } while (now() - begun < ROUND_US);
    for (int round = 0; round < 2 * ROUNDS; round++) {
        const int lanesum = (round + round / 2) % 2;
        use(lanesum);
        random_state = 0x9e3779b97f4a7c15;
        begun = now();
        for (int i = 0; i < count; i++) operation();
        time = (now() - begun) / count;
        if (time < least[lanesum]) least[lanesum] = time;
    }
    printf("| %s | %s | %.1f | %.1f | %.2f |\n", name, what, least[0], least[1], least[0] / least[1]);
    fflush(stdout);
}

static void of_kem(const char *name) {
    kem = OQS_KEM_new(name);
    if (kem == NULL) return;
    public_key = malloc(kem->length_public_key);
    secret_key = malloc(kem->length_secret_key);
    ciphertext = malloc(kem->length_ciphertext);
    shared = malloc(kem->length_shared_secret);
    times(name, "key generation", kem_keypair);
    times(name, "encapsulation", kem_encaps);
    times(name, "decapsulation", kem_decaps);
    free(public_key);
    free(secret_key);
    free(ciphertext);
    free(shared);
    OQS_KEM_free(kem);
}

static void of_sig(const char *name) {
    sig = OQS_SIG_new(name);
    if (sig == NULL) return;
    public_key = malloc(sig->length_public_key);
    secret_key = malloc(sig->length_secret_key);
    signature = malloc(sig->length_signature);
    times(name, "key generation", sig_keypair);
    times(name, "signing", sig_sign);
    times(name, "verification", sig_verify);
    free(public_key);
    free(secret_key);
    free(signature);
    OQS_SIG_free(sig);
}

int main(void) {
    OQS_init();
    random_state = 1;
    OQS_randombytes_custom_algorithm(not_random);
    printf("| function | operation | liboqs's SHA-3: us | lanesum's: us | times as fast |\n| --- | --- | ---: | ---: | ---: |\n");
    of_kem("ML-KEM-768");
    of_sig("ML-DSA-65");
    of_sig("SPHINCS+-SHAKE-128f-simple");
    OQS_destroy();
    return 0;
}
