// SPHINCS+, XMSS and LMS of liboqs for `lanesum-bench --signatures`: `signatures NAME SECONDS` prints the lower quartile of single calls in
// nanoseconds, of generating a key, signing and verifying; nothing where this build of liboqs lacks the scheme.

#include <oqs/oqs.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { LEAST = 7, MOST = 2000, MESSAGE = 33 };

static const char *name;
static OQS_SIG *sig;
static OQS_SIG_STFL *stateful;
static OQS_SIG_STFL_SECRET_KEY *stateful_key;
static unsigned char *public_key, *secret_key, *signature;
static unsigned char message[MESSAGE] = "a message of 32 bytes for signing";
static size_t signature_len;

static void must(OQS_STATUS status) {
    if (status != OQS_SUCCESS) {
        fprintf(stderr, "signatures: liboqs failed\n");
        exit(1);
    }
}

static void keypair(void) { must(OQS_SIG_keypair(sig, public_key, secret_key)); }
static void sign(void) { must(OQS_SIG_sign(sig, signature, &signature_len, message, MESSAGE, secret_key)); }
static void verify(void) { must(OQS_SIG_verify(sig, message, MESSAGE, signature, signature_len, public_key)); }

// It signs only where the state's changes are kept: in memory here, which costs nothing. For LMS, the context must not be NULL.
static OQS_STATUS forget(uint8_t *state, size_t len, void *context) {
    (void)state, (void)len, (void)context;
    return OQS_SUCCESS;
}
// A key of LMS is made once.
static void stateful_keypair(void) {
    if (stateful_key != NULL) OQS_SIG_STFL_SECRET_KEY_free(stateful_key);
    if ((stateful_key = OQS_SIG_STFL_SECRET_KEY_new(name)) == NULL) exit(1);
    OQS_SIG_STFL_SECRET_KEY_SET_store_cb(stateful_key, forget, stateful);
    must(OQS_SIG_STFL_keypair(stateful, public_key, stateful_key));
}
static void stateful_sign(void) { must(OQS_SIG_STFL_sign(stateful, signature, &signature_len, message, MESSAGE, stateful_key)); }
static void stateful_verify(void) { must(OQS_SIG_STFL_verify(stateful, message, MESSAGE, signature, signature_len, public_key)); }

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void time_of(void (*operation)(void), double seconds, int most) {
    static double times[MOST];
    const double begun = now();
    int count = 0;
    // What takes a quarter of a second or more is timed less often.
    while (count < most && (count < LEAST || now() - begun < 1e9 * seconds) && (count < 2 || now() - begun < 1e9)) {
        const double before = now();
        operation();
        times[count++] = now() - before;
    }
    qsort(times, (size_t)count, sizeof times[0], ascending);
    printf("%.0f\n", times[count / 4]);
    fflush(stdout);
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    const double seconds = strtod(argv[2], NULL);
    OQS_init();
    if ((sig = OQS_SIG_new(argv[1])) != NULL) {
        public_key = malloc(sig->length_public_key);
        secret_key = malloc(sig->length_secret_key);
        signature = malloc(sig->length_signature);
        time_of(keypair, seconds, MOST);
        time_of(sign, seconds, MOST);
        time_of(verify, seconds, MOST);
    } else if ((stateful = OQS_SIG_STFL_new(argv[1])) != NULL) {
        name = argv[1];
        public_key = malloc(stateful->length_public_key);
        signature = malloc(stateful->length_signature);
        time_of(stateful_keypair, seconds, MOST);
        time_of(stateful_sign, seconds, 900);
        time_of(stateful_verify, seconds, MOST);
    }
    OQS_destroy();
    return 0;
}
