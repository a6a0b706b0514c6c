// The C library lanesum: SHA-3, SHAKE, cSHAKE, KMAC, TupleHash, ParallelHash, TurboSHAKE, KT128 and KT256, SHA-2, BLAKE, BLAKE2
// and BLAKE3, one message or many at once, on the widest vectors that the processor has.
//
// Made by `cargo xtask tables --write` of bindings/c/src/ffi/: change the text there.
//
// Lengths are bytes. A pointer may be NULL where its length is 0. Memory that a call writes may overlap nothing that it reads.
// Every function may be called from every thread at any time; a state belongs to one thread at a time.

#ifndef LANESUM_H
#define LANESUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The version of this header; lanesum_version() is that of the library.
#define LANESUM_VERSION "0.1.0"


// A Merkle tree of Certificate Transparency (RFC 9162).
#define LANESUM_RULE_RFC9162 0

// A Merkle tree of Bitcoin's blocks: a digest without a sibling is paired with itself.
#define LANESUM_RULE_BITCOIN 1

// A Merkle tree of Ethereum's SSZ: chunks of zeroes follow the last one, up to the limit or else the next power of two.
#define LANESUM_RULE_SSZ 2

// A Merkle tree of plain pairs: a digest without a sibling moves up.
#define LANESUM_RULE_PAIRS 3

// Bytes of one state in memory, of 200 to 1600 bits, at an address that is a multiple of 8.
#define LANESUM_KECCAK_BYTES_1 256

// Bytes of two states in step, at an address that is a multiple of LANESUM_KECCAK_ALIGNMENT.
#define LANESUM_KECCAK_BYTES_2 640

// Bytes of four states in step.
#define LANESUM_KECCAK_BYTES_4 1024

// Bytes of eight states in step.
#define LANESUM_KECCAK_BYTES_8 1792

// Alignment of two or more states.
#define LANESUM_KECCAK_ALIGNMENT 64

// The result of a call. A call that fails changes nothing, unless its description says otherwise.
typedef enum {
    // It has done what it was asked for.
    LANESUM_OK = 0,
    // A null pointer where there must be memory: only a length of 0 may have one.
    LANESUM_ERROR_NULL = 1,
    // No function has this number or name.
    LANESUM_ERROR_ALGORITHM = 2,
    // A length that the function does not have, or one that no memory has.
    LANESUM_ERROR_LENGTH = 3,
    // The state was not initialised, or was moved in memory. Copy states with lanesum_copy only.
    LANESUM_ERROR_STATE = 4,
    // The output has been asked for: the message has ended.
    LANESUM_ERROR_FINISHED = 5,
    // Memory that is written overlaps memory that is read, or a state.
    LANESUM_ERROR_OVERLAP = 6,
    // An option that the function does not take, or with a value that it does not take; or a function that lacks its key.
    LANESUM_ERROR_OPTION = 7,
    // A size that this library does not know, because it is older than the header; or too little memory for Keccak states.
    LANESUM_ERROR_SIZE = 8,
    // A pointer is not aligned as its type asks for.
    LANESUM_ERROR_ALIGNMENT = 9,
    // No backend has this name, or the function or this machine has none of this name.
    LANESUM_ERROR_BACKEND = 10,
    // The tag is not that of the message, or the proof not one of the tree.
    LANESUM_ERROR_TAG = 11,
    // The message has more bits than its standard allows.
    LANESUM_ERROR_MESSAGE_TOO_LONG = 12,
    // The file cannot be opened or read; errno says why, but not on Windows.
    LANESUM_ERROR_FILE = 13,
    // The call does not exist for this function: its output cannot be read in pieces, or it has no key to verify with.
    LANESUM_ERROR_CALL = 14,
    // A range, an instance, a rate or a number of rounds that the states do not have, or leaves that a Merkle tree does not have.
    LANESUM_ERROR_RANGE = 15,
    // A defect of lanesum, which please report. The state can only be wiped then. Every call that returns errors can return this one:
    // the lists of errors leave it out.
    LANESUM_ERROR_INTERNAL = 16,
    // The bytes are no state of this function that lanesum_save has saved, were damaged, or are of a version that is not known.
    LANESUM_ERROR_SAVED = 17
} lanesum_error;

// The functions. Numbers stay as they are in all versions.
//
// BLAKE224 to BLAKE512 are BLAKE, the finalist of the SHA-3 competition; BLAKE2 and BLAKE3 are other functions. For a TupleHash,
// each call of lanesum_update appends a string to the tuple. Functions with XOF in their names have output of any length.
// KMAC, TupleHash and ParallelHash hash the output length, too: outputs of different lengths have nothing in common.
typedef enum {
    // FIPS 202
    LANESUM_SHA3_224 = 1,
    LANESUM_SHA3_256 = 2,
    LANESUM_SHA3_384 = 3,
    LANESUM_SHA3_512 = 4,
    LANESUM_SHAKE128 = 5,
    LANESUM_SHAKE256 = 6,
    // The Keccak SHA-3 submission, version 3
    LANESUM_KECCAK256 = 7,
    // FIPS 180-4
    LANESUM_SHA224 = 8,
    LANESUM_SHA256 = 9,
    LANESUM_SHA384 = 10,
    LANESUM_SHA512 = 11,
    LANESUM_SHA512_224 = 12,
    LANESUM_SHA512_256 = 13,
    // SHA-3 proposal BLAKE, version 1.3
    LANESUM_BLAKE224 = 14,
    LANESUM_BLAKE256 = 15,
    LANESUM_BLAKE384 = 16,
    LANESUM_BLAKE512 = 17,
    // RFC 9861
    LANESUM_TURBOSHAKE128 = 18,
    LANESUM_TURBOSHAKE256 = 19,
    LANESUM_KT128 = 20,
    LANESUM_KT256 = 21,
    // SP 800-185
    LANESUM_CSHAKE128 = 22,
    LANESUM_CSHAKE256 = 23,
    LANESUM_KMAC128 = 24,
    LANESUM_KMAC256 = 25,
    LANESUM_KMACXOF128 = 26,
    LANESUM_KMACXOF256 = 27,
    LANESUM_TUPLEHASH128 = 28,
    LANESUM_TUPLEHASH256 = 29,
    LANESUM_TUPLEHASHXOF128 = 30,
    LANESUM_TUPLEHASHXOF256 = 31,
    LANESUM_PARALLELHASH128 = 32,
    LANESUM_PARALLELHASH256 = 33,
    LANESUM_PARALLELHASHXOF128 = 34,
    LANESUM_PARALLELHASHXOF256 = 35,
    // RFC 7693
    LANESUM_BLAKE2B = 36,
    LANESUM_BLAKE2S = 37,
    // BLAKE3: one function, fast everywhere
    LANESUM_BLAKE3 = 38,
    // BLAKE2: simpler, smaller, fast as MD5
    LANESUM_BLAKE2BP = 39,
    LANESUM_BLAKE2SP = 40
} lanesum_algorithm;

// An unfinished message of any function. It is opaque, and must stay where the caller has put it (on the stack, in a struct, on the
// heap): copy it only with lanesum_copy, not with = or memcpy.
//
// Every state that lanesum_init, lanesum_copy or lanesum_restore has filled goes to lanesum_wipe in the end, which erases it; those of KT,
// ParallelHash, BLAKE2bp, BLAKE2sp and BLAKE3 may have memory on the heap, which lanesum_wipe frees. One state belongs to one thread at a time; several threads may
// read one (lanesum_copy) while none writes it. Different states have nothing to do with one another.
typedef struct {
    // Private. The last 128 bytes are reserved for later versions: in this one, only lanesum_wipe writes them.
    uint64_t opaque[120];
} lanesum_hasher;

// The options of a function. Begin with LANESUM_OPTIONS, which sets none, and set those that you need. An option that the
// function does not take is LANESUM_ERROR_OPTION: a pointer that is not NULL, whatever its length, or a number above 0. A length
// above 0 at a NULL is LANESUM_ERROR_NULL. The memory behind the pointers is read during the call only.
typedef struct {
    // sizeof(lanesum_options): tells the library what this header knew.
    size_t size;
    // The name of a backend, for example "avx2"; NULL: the best one on this machine.
    const char *backend;
    // KMAC: the key, of any length, 0 as well; NULL is no key, and LANESUM_ERROR_OPTION. BLAKE2: up to 64 bytes (BLAKE2s: 32). BLAKE3: 32 bytes.
    const void *key;
    // Bytes of the key.
    size_t key_len;
    // KT, cSHAKE, KMAC, TupleHash, ParallelHash: the customization string. BLAKE2: the personalisation, up to 16 bytes (BLAKE2s: 8). BLAKE3: the
    // context of derive_key, in place of a key. An empty one is as none.
    const void *customization;
    // Bytes of the customization string.
    size_t customization_len;
    // cSHAKE: the function name, reserved for NIST. Use the customization string for your own functions. An empty one is as none.
    const void *function_name;
    // Bytes of the function name.
    size_t function_name_len;
    // BLAKE: the salt, 16 bytes for BLAKE-224 and BLAKE-256, 32 for BLAKE-384 and BLAKE-512; no other length.
    // BLAKE2: up to 16 bytes (BLAKE2s: 8).
    const void *salt;
    // Bytes of the salt.
    size_t salt_len;
    // ParallelHash: bytes of a block; 0: 8192.
    uint64_t block_bytes;
    // TurboSHAKE: the domain separation byte, 0x01 to 0x7f; 0: 0x1f.
    uint32_t domain;
    // BLAKE2: bytes of the digest, which are bound into it, up to lanesum_digest_bytes; 0: as many.
    uint32_t digest_bytes;
} lanesum_options;

// Nothing beside the message: lanesum_options options = LANESUM_OPTIONS;
#define LANESUM_OPTIONS { sizeof(lanesum_options), NULL, NULL, 0, NULL, 0, NULL, 0, NULL, 0, 0, 0, 0 }

// A Merkle tree: a function with its options, a rule, and the digests of any number of leaves and of all nodes above them. It is opaque, and
// must stay where the caller has put it. Its digests are on the heap, two for each leaf, and up to twice as many after an append.
//
// Every tree that lanesum_merkle_init has made goes to lanesum_merkle_wipe in the end. One tree belongs to one thread at a time; several
// threads may read one (calls to which it is const) while none writes it.
//
// Digests lie one after the other, without gaps. A digest has lanesum_digest_bytes of the function, or the option digest_bytes.
typedef struct {
    // Private.
    uint64_t opaque[8];
} lanesum_merkle;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The text of an error, in English. Never null; the text is never freed.
const char *lanesum_strerror(lanesum_error error);

// The version of the library, "0.1.0"; LANESUM_VERSION is that of the header.
const char *lanesum_version(void);

// Sets algorithm to the function with this name, for example "sha3-256" or "kmac128": a name as in the command lanesum.
//
// Returns LANESUM_ERROR_ALGORITHM if no function has this name, and LANESUM_ERROR_NULL, _ALIGNMENT and _OVERLAP.
lanesum_error lanesum_algorithm_by_name(const char *name, lanesum_algorithm *algorithm);

// The name of a function, for example "sha3-256"; NULL if no function has this number. The text is never freed.
const char *lanesum_name(lanesum_algorithm algorithm);

// Bytes of the digest; of a function of any length, those that give it its full collision resistance. 0 if there is no such function.
size_t lanesum_digest_bytes(lanesum_algorithm algorithm);

// Bytes of a block: of a sponge, its rate. 0 if there is no such function.
size_t lanesum_block_bytes(lanesum_algorithm algorithm);

// Whether the output may have any length: false for those with a digest of one length, and if there is no such function.
bool lanesum_has_any_length(lanesum_algorithm algorithm);

// Whether the output can be read in pieces, with lanesum_squeeze: it has any length, which is not bound into it.
bool lanesum_is_xof(lanesum_algorithm algorithm);

// The name of the backend that lanesum chooses for the first of this many equally long messages, if the caller names none.
// If width is not NULL, sets it to the number of messages that the backend takes at once. Returns NULL if there is no such
// function. The text is never freed.
const char *lanesum_backend(lanesum_algorithm algorithm, size_t messages, size_t *width);

// Whether the function has a backend of this name that this machine can run.
bool lanesum_backend_is_available(lanesum_algorithm algorithm, const char *name);

// Begins a message. size is sizeof(lanesum_hasher): it tells the library what the caller's header knew. options may be NULL, but not
// for KMAC, which needs a key.
//
// Returns LANESUM_ERROR_NULL, _ALIGNMENT, _SIZE, _LENGTH, _ALGORITHM, _OPTION, _BACKEND or _OVERLAP. The state is erased then: it is
// not initialised, even if it was before. Three errors leave it as it was: a misaligned hasher, a wrong size argument (not a wrong
// size in options), and _OVERLAP, because options or a string of it lies in the state.
// hasher may be a state that was wiped. First wipe a state that is in use: otherwise its heap memory leaks.
lanesum_error lanesum_init(lanesum_hasher *hasher, size_t size, lanesum_algorithm algorithm, const lanesum_options *options);

// Appends len bytes to the message; to a tuple, a string of len bytes. data may be NULL if len is 0.
//
// Returns LANESUM_ERROR_NULL, _ALIGNMENT, _STATE, _FINISHED, _OVERLAP, _LENGTH or _MESSAGE_TOO_LONG.
lanesum_error lanesum_update(lanesum_hasher *hasher, const void *data, size_t len);

// Ends the message and writes its digest, or the first len bytes of output of a function of any length. len must be
// lanesum_digest_bytes for a digest of one length (of BLAKE2, the option digest_bytes, if it was given); into the output of KMAC, TupleHash and ParallelHash it is bound.
//
// The state is then finished, and has no heap memory. Returns LANESUM_ERROR_NULL, _ALIGNMENT, _STATE, _FINISHED, _OVERLAP or
// _LENGTH; the message can then continue.
lanesum_error lanesum_finalize(lanesum_hasher *hasher, void *out, size_t len);

// Writes the next len bytes of the output, of a function for which lanesum_is_xof is true. The first call ends the message; one that
// fails leaves all as it was.
//
// Returns LANESUM_ERROR_CALL for the other functions, and as lanesum_finalize.
lanesum_error lanesum_squeeze(lanesum_hasher *hasher, void *out, size_t len);

// Ends the message of a KMAC, or of a keyed BLAKE2, and says whether tag is its tag of len bytes, at least 4; of a KMACXOF or a keyed BLAKE3,
// whether the output begins with it. The time does not depend on where they differ. The caller must decide how long a tag has to be, never the sender.
//
// Returns LANESUM_ERROR_TAG if the tag is wrong: do not trust the message. The state is finished and erased then, too.
// Returns LANESUM_ERROR_CALL for states without a key, LANESUM_ERROR_LENGTH for a tag of fewer than 4 bytes, and the
// errors of lanesum_finalize.
lanesum_error lanesum_verify(lanesum_hasher *hasher, const void *tag, size_t len);

// Chooses how an unfinished message will end: KMAC128 as KMACXOF128, with output of any length, or the other way round; likewise
// those of KMAC256, TupleHash and ParallelHash. Before the end, they do not differ.
//
// Returns LANESUM_ERROR_CALL for any other change, LANESUM_ERROR_NULL, _ALIGNMENT, _STATE, _FINISHED or _ALGORITHM.
lanesum_error lanesum_end_as(lanesum_hasher *hasher, lanesum_algorithm algorithm);

// Copies the state from to the state to, which must not be under way. The copy is at the same place in the message or in
// the output. size is sizeof(lanesum_hasher).
//
// Returns LANESUM_ERROR_NULL, _ALIGNMENT, _SIZE, _STATE, _FINISHED or _OVERLAP.
lanesum_error lanesum_copy(lanesum_hasher *to, size_t size, const lanesum_hasher *from);

// Frees what the state has on the heap, and erases it. It may be initialised again then. One that is finished is erased as well; one
// that was wiped, or is of zeroes, may be wiped again.
//
// Fill a state with zeroes if it may be wiped before it is initialised. Most other bytes are recognised as no state: they stay as they
// are, with LANESUM_ERROR_STATE. But the remains of a state that lay at this very address are taken for that state.
//
// Returns LANESUM_ERROR_NULL, _ALIGNMENT or _STATE.
lanesum_error lanesum_wipe(lanesum_hasher *hasher);

// The name of the backend of an unfinished message; NULL for any other state. The text is never freed.
const char *lanesum_backend_of(const lanesum_hasher *hasher);

// Saves an unfinished message: as bytes from which lanesum_restore goes on, in another process, on another machine or with a later version.
// Of a function with a key they are as secret as the key. *len is the room at out, and becomes the bytes of the saved state; out may be
// NULL to ask for them. The state stays as it is.
//
// Returns LANESUM_ERROR_LENGTH if there is less room (*len is what it takes, and nothing is written), LANESUM_ERROR_NULL, _ALIGNMENT,
// _STATE, _FINISHED or _OVERLAP.
lanesum_error lanesum_save(const lanesum_hasher *hasher, void *out, size_t *len);

// Goes on with a message that lanesum_save has saved, of the function `algorithm`. size is sizeof(lanesum_hasher). hasher must not be under
// way. The backend is the best one here.
//
// Returns LANESUM_ERROR_SAVED for other bytes, damaged ones, those of another function or of a version that is not known; LANESUM_ERROR_NULL,
// _ALIGNMENT, _SIZE, _ALGORITHM or _OVERLAP. The state is as it was then.
lanesum_error lanesum_restore(lanesum_hasher *hasher, size_t size, lanesum_algorithm algorithm, const void *saved, size_t len);

// The digest of one message in one piece. options may be NULL, but not for KMAC. out_len is as of lanesum_finalize. A TupleHash
// has a tuple of this one string.
//
// Returns LANESUM_ERROR_NULL, _ALGORITHM, _LENGTH, _ALIGNMENT, _OVERLAP, _OPTION, _SIZE, _BACKEND or _MESSAGE_TOO_LONG; nothing was
// written then.
lanesum_error lanesum_digest(lanesum_algorithm algorithm,
                             const lanesum_options *options,
                             const void *data,
                             size_t len,
                             void *out,
                             size_t out_len);

// The digests of count messages in one call, as many at a time as is fastest on this machine. Message i is the lens[i] bytes at
// messages[i], and its digest is written to the digest_len bytes at out + i * digest_len. Lengths may differ and may be 0.
// out_len must be count * digest_len, and digest_len as of lanesum_finalize.
//
// Returns LANESUM_ERROR_NULL, _ALGORITHM, _LENGTH, _ALIGNMENT, _OVERLAP, _OPTION, _SIZE, _BACKEND or _MESSAGE_TOO_LONG; nothing was
// written then.
lanesum_error lanesum_digest_many(lanesum_algorithm algorithm,
                                  const lanesum_options *options,
                                  const void *const *messages,
                                  const size_t *lens,
                                  size_t count,
                                  void *out,
                                  size_t out_len,
                                  size_t digest_len);

// As lanesum_digest_many, of messages that lie one after the other in one buffer of data_len bytes, as in Arrow's Binary and String
// arrays: message i is the bytes from offsets[i] to offsets[i + 1]. There are count + 1 offsets, none below the one before; if count
// is 0, offsets may be NULL.
//
// Arrow's validity bitmap is not read: a null value has the digest of the bytes between its offsets, usually that of the empty
// string. You must ignore the digests of nulls yourself.
lanesum_error lanesum_digest_many_offsets32(lanesum_algorithm algorithm,
                                            const lanesum_options *options,
                                            const void *data,
                                            size_t data_len,
                                            const int32_t *offsets,
                                            size_t count,
                                            void *out,
                                            size_t out_len,
                                            size_t digest_len);

// As lanesum_digest_many_offsets32, with offsets of 64 bits, as in Arrow's LargeBinary and LargeString arrays.
lanesum_error lanesum_digest_many_offsets64(lanesum_algorithm algorithm,
                                            const lanesum_options *options,
                                            const void *data,
                                            size_t data_len,
                                            const int64_t *offsets,
                                            size_t count,
                                            void *out,
                                            size_t out_len,
                                            size_t digest_len);

// As lanesum_digest_many, of messages of one length at equal distances in one buffer of data_len bytes: message i is the message_len bytes
// from data + i * stride. They may overlap. The prefix_len bytes at prefix come before each of them; out may not overlap them.
lanesum_error lanesum_digest_many_strided(lanesum_algorithm algorithm,
                                          const lanesum_options *options,
                                          const void *prefix,
                                          size_t prefix_len,
                                          const void *data,
                                          size_t data_len,
                                          size_t message_len,
                                          size_t stride,
                                          size_t count,
                                          void *out,
                                          size_t out_len,
                                          size_t digest_len);

// As lanesum_digest_many, of messages that all begin with what hasher has absorbed, once for all of them, and with its options. hasher
// stays as it is. The prefix_lens[i] bytes at prefixes[i] come before message i; both arrays are NULL for no prefixes. For a TupleHash,
// message i with its prefix is the last string of tuple i.
//
// Returns LANESUM_ERROR_NULL, _ALIGNMENT, _STATE, _FINISHED, _LENGTH, _OVERLAP or _MESSAGE_TOO_LONG; nothing was written then.
lanesum_error lanesum_finalize_many(const lanesum_hasher *hasher,
                                    const void *const *prefixes,
                                    const size_t *prefix_lens,
                                    const void *const *messages,
                                    const size_t *lens,
                                    size_t count,
                                    void *out,
                                    size_t out_len,
                                    size_t digest_len);

// The HMACs of count messages with one key (FIPS 198-1), many at a time. Messages and lens are as in lanesum_digest_many; out_len must
// be count times the length of a digest.
//
// Returns LANESUM_ERROR_NULL, _ALGORITHM, _LENGTH, _ALIGNMENT, _OVERLAP, _MESSAGE_TOO_LONG, or _OPTION for a function with output of any
// length; nothing was written then.
lanesum_error lanesum_hmac_many(lanesum_algorithm algorithm,
                                const void *key,
                                size_t key_len,
                                const void *const *messages,
                                const size_t *lens,
                                size_t count,
                                void *out,
                                size_t out_len);

// As lanesum_hmac_many, with a key for each message: the key of message i is the key_lens[i] bytes at keys[i].
lanesum_error lanesum_hmac_many_keys(lanesum_algorithm algorithm,
                                     const void *const *keys,
                                     const size_t *key_lens,
                                     const void *const *messages,
                                     const size_t *lens,
                                     size_t count,
                                     void *out,
                                     size_t out_len);

// Fills out with a key from a password by PBKDF2 (RFC 8018) with HMAC of a function of SHA-2.
//
// Returns LANESUM_ERROR_NULL, _ALGORITHM, _OVERLAP, _LENGTH for more than 2^32 - 1 digests of output, or _OPTION for another function and
// for no iteration; nothing was written then.
lanesum_error lanesum_pbkdf2(lanesum_algorithm algorithm,
                             const void *password,
                             size_t password_len,
                             const void *salt,
                             size_t salt_len,
                             uint32_t iterations,
                             void *out,
                             size_t out_len);

// As lanesum_pbkdf2, for count passwords, several at a time: password i is the password_lens[i] bytes at passwords[i], and its key is the
// key_len bytes at out + i * key_len. out_len must be count * key_len. salt_count is count, with salt i for password i, or 1, with one salt
// for all.
//
// Returns what lanesum_pbkdf2 returns, and LANESUM_ERROR_ALIGNMENT; _LENGTH for any other number of salts, too.
lanesum_error lanesum_pbkdf2_many(lanesum_algorithm algorithm,
                                  const void *const *passwords,
                                  const size_t *password_lens,
                                  size_t count,
                                  const void *const *salts,
                                  const size_t *salt_lens,
                                  size_t salt_count,
                                  uint32_t iterations,
                                  void *out,
                                  size_t out_len,
                                  size_t key_len);

// Makes a tree without leaves, over a function with its options, by a rule. size is sizeof(lanesum_merkle). options may be NULL, but not for
// KMAC. limit is for LANESUM_RULE_SSZ: the chunks that the type has room for, or 0 for no limit; by the other rules it is 0.
//
// Returns LANESUM_ERROR_NULL, _ALIGNMENT, _SIZE, _ALGORITHM, _BACKEND, _OVERLAP, _LENGTH, or _OPTION for a rule that does not exist, too. The
// memory is as it was then. tree may be one that was wiped. First wipe a tree that is in use: otherwise its memory leaks.
lanesum_error lanesum_merkle_init(lanesum_merkle *tree,
                                  size_t size,
                                  lanesum_algorithm algorithm,
                                  const lanesum_options *options,
                                  uint32_t rule,
                                  uint64_t limit);

// Frees the tree, and erases tree. A tree that was wiped, or memory of zeroes, may be wiped again; other memory stays as it is, with
// LANESUM_ERROR_STATE.
//
// Returns LANESUM_ERROR_NULL, _ALIGNMENT or _STATE.
lanesum_error lanesum_merkle_wipe(lanesum_merkle *tree);

// The digests of count leaves by the rule of the tree, many at a time: by LANESUM_RULE_RFC9162 each is that of a zero byte and the leaf, by
// _BITCOIN the digest of its digest, by _SSZ the leaf itself, which has the length of a digest, by _PAIRS its digest. Messages and lens are as
// in lanesum_digest_many; out_len must be count times the length of a digest. The tree gets no leaves by it.
//
// Returns LANESUM_ERROR_NULL, _ALIGNMENT, _STATE, _LENGTH, _OVERLAP or _MESSAGE_TOO_LONG; nothing was written then.
lanesum_error lanesum_merkle_leaves(const lanesum_merkle *tree,
                                    const void *const *messages,
                                    const size_t *lens,
                                    size_t count,
                                    void *out,
                                    size_t out_len);

// Appends count leaves with these digests, and makes the nodes above them, many at a time.
//
// Returns LANESUM_ERROR_NULL, _ALIGNMENT, _STATE, _LENGTH, _OVERLAP, or _RANGE for more than the limit of LANESUM_RULE_SSZ; the tree is as it
// was then.
lanesum_error lanesum_merkle_append(lanesum_merkle *tree, const void *digests, size_t count);

// Replaces count leaves: leaf indexes[i] gets digest i, and the nodes above all of them are made anew, each once. If an index is there more
// than once, its last digest counts.
//
// Returns LANESUM_ERROR_NULL, _ALIGNMENT, _STATE, _LENGTH, _OVERLAP, or _RANGE for an index that the tree does not have; the tree is as it
// was then.
lanesum_error lanesum_merkle_update(lanesum_merkle *tree, const uint64_t *indexes, size_t count, const void *digests);

// Writes the root. out_len must be the length of a digest. A tree without leaves has the digest of the empty string by
// LANESUM_RULE_RFC9162, that of zeroes up to its limit by _SSZ, and zeroes by the others.
//
// Returns LANESUM_ERROR_NULL, _ALIGNMENT, _STATE, _LENGTH or _OVERLAP; nothing was written then.
lanesum_error lanesum_merkle_root(const lanesum_merkle *tree, void *out, size_t out_len);

// Sets *digests to the digests of a level, which are not copied, and *count to their number. Level 0 is that of the leaves, the last one that
// of the root. What only fills up a level, as by LANESUM_RULE_SSZ and _BITCOIN, is not there. The digests stay there until the next call of
// lanesum_merkle_append or _wipe; _update changes them.
//
// Returns LANESUM_ERROR_NULL, _ALIGNMENT, _STATE, _OVERLAP, or _RANGE for a level above the root.
lanesum_error lanesum_merkle_level(const lanesum_merkle *tree, uint32_t level, const void **digests, size_t *count);

// Whether two siblings of the tree are equal that should not be: then a tree of fewer leaves has the same root by LANESUM_RULE_BITCOIN
// (CVE-2012-2459). True also for memory that is no tree.
bool lanesum_merkle_is_mutated(const lanesum_merkle *tree);

// The proof that the count leaves at these indexes, which ascend, are in the tree: for one leaf the digests of the siblings from the leaf up,
// for several, level by level from the leaves up and from left to right, the siblings that the leaves do not give. *proof_len is the room at
// proof, and becomes the bytes of the proof; proof may be NULL to ask for them. A proof of one leaf has at most 64 digests.
//
// Returns LANESUM_ERROR_LENGTH if there is less room (*proof_len is what it takes, and nothing else is written), LANESUM_ERROR_NULL,
// _ALIGNMENT, _STATE, _OVERLAP, or _RANGE for no index, for one that the tree does not have, and for indexes that do not ascend.
lanesum_error lanesum_merkle_proof(const lanesum_merkle *tree,
                                   const uint64_t *indexes,
                                   size_t count,
                                   void *proof,
                                   size_t *proof_len);

// The proof that the tree of the first old_leaves leaves is the beginning of this one (RFC 9162), for lanesum_merkle_verify_consistency. proof
// and proof_len are as of lanesum_merkle_proof.
//
// Returns LANESUM_ERROR_CALL by LANESUM_RULE_BITCOIN and _SSZ, LANESUM_ERROR_RANGE for no leaf or more than there are, and the other errors
// of lanesum_merkle_proof.
lanesum_error lanesum_merkle_consistency(const lanesum_merkle *tree, uint64_t old_leaves, void *proof, size_t *proof_len);

// Verifies that a tree of this many leaves with this root has the count leaves with these digests at these indexes, which ascend. Function,
// rule and limit are those of tree, which needs no leaves. Only the proof may come from an enemy: the root and the number of leaves must not.
//
// Returns LANESUM_ERROR_TAG if the proof is wrong in any way; LANESUM_ERROR_NULL, _ALIGNMENT, _STATE, _LENGTH, or _RANGE for no index, for one
// that is not below leaves, for indexes that do not ascend, and for more leaves than the limit.
lanesum_error lanesum_merkle_verify(const lanesum_merkle *tree,
                                    const void *root,
                                    uint64_t leaves,
                                    const uint64_t *indexes,
                                    size_t count,
                                    const void *digests,
                                    const void *proof,
                                    size_t proof_len);

// Verifies that the tree of old_leaves leaves with the root old_root is the beginning of that of new_leaves leaves with new_root. Function and
// rule are those of tree, which needs no leaves. Only the proof may come from an enemy.
//
// Returns LANESUM_ERROR_TAG if the proof is wrong in any way; LANESUM_ERROR_CALL by LANESUM_RULE_BITCOIN and _SSZ; LANESUM_ERROR_NULL,
// _ALIGNMENT, _STATE, _LENGTH, or _RANGE for no leaf before, and for fewer after.
lanesum_error lanesum_merkle_verify_consistency(const lanesum_merkle *tree,
                                                uint64_t old_leaves,
                                                const void *old_root,
                                                uint64_t new_leaves,
                                                const void *new_root,
                                                const void *proof,
                                                size_t proof_len);

// Writes the root of a list of SSZ to out: the root of its chunks, with its length in elements mixed in. The function is that of tree. root
// and out have out_len bytes, the length of a digest.
//
// A proof for a chunk of the list is one for the chunk, and then the length in 32 bytes, little-endian: verify it with twice the limit.
//
// Returns LANESUM_ERROR_NULL, _ALIGNMENT, _STATE, _LENGTH or _OVERLAP; nothing was written then.
lanesum_error lanesum_merkle_mix_in_length(const lanesum_merkle *tree,
                                           const void *root,
                                           uint64_t length,
                                           void *out,
                                           size_t out_len);

// The digest of a file. path is what fopen takes; on Windows it is UTF-8. The file is read in pieces, never mapped into memory.
//
// Returns LANESUM_ERROR_FILE if it cannot be opened or read, with the system's reason in errno, and if a regular file changed while it was
// read, with EBUSY in errno; on Windows errno stays as it was. Returns LANESUM_ERROR_CALL for a TupleHash, since a file is no tuple; and as
// lanesum_digest. Nothing was written then.
lanesum_error lanesum_digest_file(lanesum_algorithm algorithm,
                                  const lanesum_options *options,
                                  const char *path,
                                  void *out,
                                  size_t out_len);

// Makes count states, 1, 2, 4 or 8, of width bits, 200, 400, 800 or 1600, which are permuted in step, all of zeroes: Keccak-p as a
// building block, which separates no domains and protects against no misuse. They are opaque, are in the caller's memory of size bytes, at
// least LANESUM_KECCAK_BYTES_1 to _8, and hold nothing on the heap: they may be copied with memcpy to memory that is aligned alike, within
// the process.
//
// Returns LANESUM_ERROR_NULL, _ALIGNMENT, _SIZE, or _RANGE for another width or count.
lanesum_error lanesum_keccak_init(void *states, size_t size, unsigned int width, unsigned int count);

// Adds (exclusive-or) len bytes to those of one state from byte start on; of a single state, instance is 0. Bytes are in the order of
// FIPS 202, section B.1.
//
// Returns LANESUM_ERROR_RANGE if they do not fit or the instance does not exist, LANESUM_ERROR_NULL, _ALIGNMENT, _STATE, _OVERLAP or
// _LENGTH.
lanesum_error lanesum_keccak_add_bytes(void *states, unsigned int instance, const void *data, size_t start, size_t len);

// As lanesum_keccak_add_bytes, but the bytes of the state are replaced.
lanesum_error lanesum_keccak_overwrite_bytes(void *states, unsigned int instance, const void *data, size_t start, size_t len);

// Replaces the first len bytes of one state with zeroes. Errors as lanesum_keccak_add_bytes.
lanesum_error lanesum_keccak_overwrite_with_zeroes(void *states, unsigned int instance, size_t len);

// Copies len bytes of one state from byte start on to out. Errors as lanesum_keccak_add_bytes.
lanesum_error lanesum_keccak_extract_bytes(const void *states, unsigned int instance, void *out, size_t start, size_t len);

// Applies the last rounds rounds of Keccak-f to all states (Keccak-p[width, rounds], FIPS 202, section 3.3).
//
// Returns LANESUM_ERROR_RANGE unless rounds is at least 1 and at most 24 for 1600 bits, 22 for 800, 20 for 400 and 18 for
// 200. Returns LANESUM_ERROR_NULL, _ALIGNMENT or _STATE, too.
lanesum_error lanesum_keccak_permute(void *states, unsigned int rounds);

// Absorbs blocks of lanes lanes into all states: adds the next block of data[i] to the front of state i, for all i, permutes, and so
// on, blocks times. The states stay in registers meanwhile.
//
// Returns LANESUM_ERROR_RANGE unless lanes is 1 to 25, and errors as lanesum_keccak_permute and lanesum_keccak_add_bytes.
lanesum_error lanesum_keccak_absorb(void *states,
                                    unsigned int rounds,
                                    unsigned int lanes,
                                    const void *const *data,
                                    size_t blocks);

// Squeezes blocks of lanes lanes out of all states: permutes, copies the front of state i to the next block of out[i], for all i, and
// so on, blocks times. What was in the states before the first permutation is not put out.
//
// Errors as lanesum_keccak_absorb, with at most 24 lanes; LANESUM_ERROR_OVERLAP if two outputs overlap, too.
lanesum_error lanesum_keccak_squeeze(void *states, unsigned int rounds, unsigned int lanes, void *const *out, size_t blocks);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* LANESUM_H */
