// The rows of the functions.
//
// Made by `cargo xtask tables --write` of crates/lanesum/src/algorithm.rs: change that, not this.

functions! {
    Hash sha3_224(data, ) Sha3_224 "(data=b'', *, usedforsecurity=True)"
        "SHA3-224, a digest of 28 bytes"
        "FIPS 202, section 6.1" "Raises TypeError if `data` is not bytes-like." "(b\"abc\").hexdigest()" "e642824c3f8cf24a";
    Hash sha3_256(data, ) Sha3_256 "(data=b'', *, usedforsecurity=True)"
        "SHA3-256, a digest of 32 bytes"
        "FIPS 202, section 6.1" "Raises TypeError if `data` is not bytes-like." "(b\"abc\").hexdigest()" "3a985da74fe225b2";
    Hash sha3_384(data, ) Sha3_384 "(data=b'', *, usedforsecurity=True)"
        "SHA3-384, a digest of 48 bytes"
        "FIPS 202, section 6.1" "Raises TypeError if `data` is not bytes-like." "(b\"abc\").hexdigest()" "ec01498288516fc9";
    Hash sha3_512(data, ) Sha3_512 "(data=b'', *, usedforsecurity=True)"
        "SHA3-512, a digest of 64 bytes"
        "FIPS 202, section 6.1" "Raises TypeError if `data` is not bytes-like." "(b\"abc\").hexdigest()" "b751850b1a57168a";
    Xof shake_128(data, ) Shake128 "(data=b'', *, usedforsecurity=True)"
        "SHAKE128, output of any length"
        "FIPS 202, section 6.2" "Raises TypeError if `data` is not bytes-like." "(b\"abc\").hexdigest(32)" "5881092dd818bf5c";
    Xof shake_256(data, ) Shake256 "(data=b'', *, usedforsecurity=True)"
        "SHAKE256, output of any length"
        "FIPS 202, section 6.2" "Raises TypeError if `data` is not bytes-like." "(b\"abc\").hexdigest(32)" "483366601360a877";
    Hash keccak256(data, ) Keccak256 "(data=b'', *, usedforsecurity=True)"
        "Keccak-256, with the padding from before the standard, as Ethereum uses it; a digest of 32 bytes"
        "The Keccak SHA-3 submission, version 3" "Raises TypeError if `data` is not bytes-like." "(b\"abc\").hexdigest()" "4e03657aea45a94f";
    Hash sha224(data, ) Sha224 "(data=b'', *, usedforsecurity=True)"
        "SHA-224, a digest of 28 bytes"
        "FIPS 180-4, section 6.3" "Raises TypeError if `data` is not bytes-like." "(b\"abc\").hexdigest()" "23097d223405d822";
    Hash sha256(data, ) Sha256 "(data=b'', *, usedforsecurity=True)"
        "SHA-256, a digest of 32 bytes"
        "FIPS 180-4, section 6.2" "Raises TypeError if `data` is not bytes-like." "(b\"abc\").hexdigest()" "ba7816bf8f01cfea";
    Hash sha384(data, ) Sha384 "(data=b'', *, usedforsecurity=True)"
        "SHA-384, a digest of 48 bytes"
        "FIPS 180-4, section 6.5" "Raises TypeError if `data` is not bytes-like." "(b\"abc\").hexdigest()" "cb00753f45a35e8b";
    Hash sha512(data, ) Sha512 "(data=b'', *, usedforsecurity=True)"
        "SHA-512, a digest of 64 bytes"
        "FIPS 180-4, section 6.4" "Raises TypeError if `data` is not bytes-like." "(b\"abc\").hexdigest()" "ddaf35a193617aba";
    Hash sha512_224(data, ) Sha512_224 "(data=b'', *, usedforsecurity=True)"
        "SHA-512/224, a digest of 28 bytes"
        "FIPS 180-4, section 6.6" "Raises TypeError if `data` is not bytes-like." "(b\"abc\").hexdigest()" "4634270f707b6a54";
    Hash sha512_256(data, ) Sha512_256 "(data=b'', *, usedforsecurity=True)"
        "SHA-512/256, a digest of 32 bytes"
        "FIPS 180-4, section 6.7" "Raises TypeError if `data` is not bytes-like." "(b\"abc\").hexdigest()" "53048e2681941ef9";
    Hash blake224(data, salt) Blake224 "(data=b'', *, salt=b'', usedforsecurity=True)"
        "BLAKE-224, a digest of 28 bytes; the optional `salt` has 16 bytes. It is neither BLAKE2 nor BLAKE3"
        "SHA-3 proposal BLAKE, version 1.3" "Raises TypeError if `data` is not bytes-like. Raises ValueError unless `salt` has 16 bytes." "(b\"abc\").hexdigest()" "7c270941a0b4a412";
    Hash blake256(data, salt) Blake256 "(data=b'', *, salt=b'', usedforsecurity=True)"
        "BLAKE-256, a digest of 32 bytes; the optional `salt` has 16 bytes. It is neither BLAKE2 nor BLAKE3"
        "SHA-3 proposal BLAKE, version 1.3" "Raises TypeError if `data` is not bytes-like. Raises ValueError unless `salt` has 16 bytes." "(b\"abc\").hexdigest()" "1833a9fa7cf4086b";
    Hash blake384(data, salt) Blake384 "(data=b'', *, salt=b'', usedforsecurity=True)"
        "BLAKE-384, a digest of 48 bytes; the optional `salt` has 32 bytes. It is neither BLAKE2 nor BLAKE3"
        "SHA-3 proposal BLAKE, version 1.3" "Raises TypeError if `data` is not bytes-like. Raises ValueError unless `salt` has 32 bytes." "(b\"abc\").hexdigest()" "fcbbe2a60f9d4bfa";
    Hash blake512(data, salt) Blake512 "(data=b'', *, salt=b'', usedforsecurity=True)"
        "BLAKE-512, a digest of 64 bytes; the optional `salt` has 32 bytes. It is neither BLAKE2 nor BLAKE3"
        "SHA-3 proposal BLAKE, version 1.3" "Raises TypeError if `data` is not bytes-like. Raises ValueError unless `salt` has 32 bytes." "(b\"abc\").hexdigest()" "14266c7c704a3b58";
    Xof turboshake128(data, domain) TurboShake128 "(data=b'', *, domain=0x1f, usedforsecurity=True)"
        "TurboSHAKE128, output of any length; `domain` is the domain separation byte, from 0x01 to 0x7f"
        "RFC 9861, section 2" "Raises TypeError if `data` is not bytes-like. Raises ValueError for a domain outside of this range." "(b\"abc\").hexdigest(32)" "dcf1646dfe993a8e";
    Xof turboshake256(data, domain) TurboShake256 "(data=b'', *, domain=0x1f, usedforsecurity=True)"
        "TurboSHAKE256, output of any length; `domain` is the domain separation byte, from 0x01 to 0x7f"
        "RFC 9861, section 2" "Raises TypeError if `data` is not bytes-like. Raises ValueError for a domain outside of this range." "(b\"abc\").hexdigest(32)" "63824b1431a7372e";
    Xof kt128(data, customization, threads) Kt128 "(data=b'', *, customization=b'', threads=1, usedforsecurity=True)"
        "KT128, output of any length, the fastest here for long messages; `customization`, bytes or str, separates purposes: different strings give unrelated outputs"
        "RFC 9861, section 3" "Raises TypeError if `data` is not bytes-like." "(b\"abc\").hexdigest(32)" "ab174f328c55a551";
    Xof kt256(data, customization, threads) Kt256 "(data=b'', *, customization=b'', threads=1, usedforsecurity=True)"
        "KT256, output of any length, the fastest here for long messages; `customization`, bytes or str, separates purposes: different strings give unrelated outputs"
        "RFC 9861, section 3" "Raises TypeError if `data` is not bytes-like." "(b\"abc\").hexdigest(32)" "1b0f960f43e03848";
    Xof cshake128(data, function, customization) CShake128 "(data=b'', *, function=b'', customization=b'', usedforsecurity=True)"
        "cSHAKE128, output of any length; `customization`, bytes or str, separates purposes: different strings give unrelated outputs, and `function` is reserved for NIST's names"
        "SP 800-185, section 3" "Raises TypeError if `data` is not bytes-like." "(b\"abc\", customization=\"purpose\").hexdigest(32)" "6ed28bf25674f093";
    Xof cshake256(data, function, customization) CShake256 "(data=b'', *, function=b'', customization=b'', usedforsecurity=True)"
        "cSHAKE256, output of any length; `customization`, bytes or str, separates purposes: different strings give unrelated outputs, and `function` is reserved for NIST's names"
        "SP 800-185, section 3" "Raises TypeError if `data` is not bytes-like." "(b\"abc\", customization=\"purpose\").hexdigest(32)" "44d5f7664a9e7837";
    Hash tuplehash128(strings, customization, digest_size) TupleHash128 "(strings=(), *, customization=b'', digest_size=32, usedforsecurity=True)"
        "TupleHash128, the hash of a sequence of strings: the tuples (\"a\", \"bc\") and (\"ab\", \"c\") have different digests. `update` appends one string, and the digest depends on `digest_size`, its length in bytes"
        "SP 800-185, section 5" "Raises TypeError if `strings` is not an iterable of bytes-like objects. Raises ValueError for a `digest_size` below 1, or of 2^29 or more." "([b\"a\", b\"bc\"]).hexdigest()" "9acf82beafc12008";
    Hash tuplehash256(strings, customization, digest_size) TupleHash256 "(strings=(), *, customization=b'', digest_size=64, usedforsecurity=True)"
        "TupleHash256, the hash of a sequence of strings: the tuples (\"a\", \"bc\") and (\"ab\", \"c\") have different digests. `update` appends one string, and the digest depends on `digest_size`, its length in bytes"
        "SP 800-185, section 5" "Raises TypeError if `strings` is not an iterable of bytes-like objects. Raises ValueError for a `digest_size` below 1, or of 2^29 or more." "([b\"a\", b\"bc\"]).hexdigest()" "b075c7767b831332";
    Xof tuplehashxof128(strings, customization) TupleHashXof128 "(strings=(), *, customization=b'', usedforsecurity=True)"
        "TupleHashXOF128, as tuplehash128 with output of any length"
        "SP 800-185, section 5.3.1" "Raises TypeError if `strings` is not an iterable of bytes-like objects." "([b\"a\", b\"bc\"]).hexdigest(32)" "b71b9d420be8c948";
    Xof tuplehashxof256(strings, customization) TupleHashXof256 "(strings=(), *, customization=b'', usedforsecurity=True)"
        "TupleHashXOF256, as tuplehash256 with output of any length"
        "SP 800-185, section 5.3.1" "Raises TypeError if `strings` is not an iterable of bytes-like objects." "([b\"a\", b\"bc\"]).hexdigest(32)" "7bfac5da438adb8b";
    Hash parallelhash128(data, block_size, customization, digest_size, threads) ParallelHash128 "(data=b'', *, block_size=8192, customization=b'', digest_size=32, threads=1, usedforsecurity=True)"
        "ParallelHash128, which hashes blocks of `block_size` bytes independently, several at once; the digest depends on `digest_size`, its length in bytes"
        "SP 800-185, section 6" "Raises TypeError if `data` is not bytes-like. Raises ValueError for a `block_size` below 1, and for a `digest_size` below 1, or of 2^29 or more." "(b\"abc\", block_size=8).hexdigest()" "10e25248a5b5ef8c";
    Hash parallelhash256(data, block_size, customization, digest_size, threads) ParallelHash256 "(data=b'', *, block_size=8192, customization=b'', digest_size=64, threads=1, usedforsecurity=True)"
        "ParallelHash256, which hashes blocks of `block_size` bytes independently, several at once; the digest depends on `digest_size`, its length in bytes"
        "SP 800-185, section 6" "Raises TypeError if `data` is not bytes-like. Raises ValueError for a `block_size` below 1, and for a `digest_size` below 1, or of 2^29 or more." "(b\"abc\", block_size=8).hexdigest()" "ba9950afef636b66";
    Xof parallelhashxof128(data, block_size, customization, threads) ParallelHashXof128 "(data=b'', *, block_size=8192, customization=b'', threads=1, usedforsecurity=True)"
        "ParallelHashXOF128, as parallelhash128 with output of any length"
        "SP 800-185, section 6.3.1" "Raises TypeError if `data` is not bytes-like. Raises ValueError for a `block_size` below 1." "(b\"abc\", block_size=8).hexdigest(32)" "82e6b5b5fec1948e";
    Xof parallelhashxof256(data, block_size, customization, threads) ParallelHashXof256 "(data=b'', *, block_size=8192, customization=b'', threads=1, usedforsecurity=True)"
        "ParallelHashXOF256, as parallelhash256 with output of any length"
        "SP 800-185, section 6.3.1" "Raises TypeError if `data` is not bytes-like. Raises ValueError for a `block_size` below 1." "(b\"abc\", block_size=8).hexdigest(32)" "fa4878e1d900892e";
}

keyed! {
    Kmac kmac128(customization, digest_size) Kmac128 "(key, data=b'', *, customization=b'', digest_size=32, usedforsecurity=True)"
        "KMAC128, a message authentication code: the tag depends on `digest_size`, its length in bytes. `verify(tag)` compares in constant time." "6d697364dfb6a405";
    Kmac kmac256(customization, digest_size) Kmac256 "(key, data=b'', *, customization=b'', digest_size=64, usedforsecurity=True)"
        "KMAC256, a message authentication code: the tag depends on `digest_size`, its length in bytes. `verify(tag)` compares in constant time." "1ecc5f5ee41afd2b";
    KmacXof kmacxof128(customization) KmacXof128 "(key, data=b'', *, customization=b'', usedforsecurity=True)"
        "KMACXOF128, as kmac128 with output of any length." "6efc7ff4ac6e9cdd";
    KmacXof kmacxof256(customization) KmacXof256 "(key, data=b'', *, customization=b'', usedforsecurity=True)"
        "KMACXOF256, as kmac256 with output of any length." "948a2ad91cc19383";
}

all! {
    sha3_224 sha3_256 sha3_384 sha3_512 shake_128 shake_256 keccak256 sha224 sha256 sha384 sha512 sha512_224 sha512_256 blake224 blake256 blake384 blake512 turboshake128 turboshake256 kt128 kt256 cshake128 cshake256 kmac128 kmac256 kmacxof128 kmacxof256 tuplehash128 tuplehash256 tuplehashxof128 tuplehashxof256 parallelhash128 parallelhash256 parallelhashxof128 parallelhashxof256
}
