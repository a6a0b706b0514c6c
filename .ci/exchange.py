#!/usr/bin/env python3
"""Signatures go through files from the command to OpenSSL 3.5 (SLH-DSA) and pyhsslms (LMS, HSS), and back.

`exchange.py LANESUM [OPENSSL ARGUMENT…]` with pyhsslms; without OPENSSL the part about SLH-DSA is left out. The files are made and read as
docs/formats.md has them, not by lanesum.
"""

import base64
import hashlib
import os
import subprocess
import sys
import tempfile

import pyhsslms

LANESUM, OPENSSL = os.path.abspath(sys.argv[1]), sys.argv[2:]
# RFC 9802: SEQUENCE, the identifier 1.2.840.113549.1.9.16.3.17, BIT STRING.
HSS = bytes.fromhex("300d060b2a864886f70d0109100311")


def run(*command, passes=True):
    done = subprocess.run(command, capture_output=True, text=True)
    if (done.returncode == 0) != passes:
        sys.exit(f"{' '.join(command)}: status {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def lanesum(*arguments, **options):
    return run(LANESUM, *arguments, **options)


def read(name):
    with open(name, "rb") as file:
        return file.read()


def write(name, contents):
    with open(name, "wb") as file:
        file.write(contents)


def unarmoured(name):
    return base64.b64decode(b"".join(line for line in read(name).splitlines() if not line.startswith(b"-")))


def head(set_name, public):
    """The lines that are signed before the list, for the public key in PEM."""
    key = hashlib.sha3_256(unarmoured(public)).digest()[:16].hex()
    return f"lanesum-signature 1\nset: {set_name}\nkey: {key}\ncomment: theirs\n".encode()


def write_signature(name, lines, signature):
    digits = base64.b64encode(signature)
    write(name, lines + b"signature:\n" + b"".join(digits[i : i + 76] + b"\n" for i in range(0, len(digits), 76)))


def parts(name):
    """The signed message and the signature of a list."""
    lines, _, digits = read(name + ".sig").partition(b"signature:\n")
    return lines + read(name), base64.b64decode(digits)


def changed(signature):
    at = len(signature) // 2
    return signature[:at] + bytes([signature[at] ^ 1]) + signature[at + 1 :]


def verified_by_lanesum(public, lines, signature):
    write_signature("SUMS.sig", lines, signature)
    lanesum("verify", "--key", public, "SUMS")
    write_signature("SUMS.sig", lines, changed(signature))
    assert "WRONG SIGNATURE" in lanesum("verify", "--key", public, "SUMS", passes=False)


def slh_dsa():
    def openssl(*arguments, **options):
        return run(*OPENSSL, *arguments, **options)

    context = ["-rawin", "-in", "message", "-pkeyopt", "context-string:lanesum-sums-v1"]
    sets = [f"SLH-DSA-{function}-{bits}f" for function in ("SHA2", "SHAKE") for bits in (128, 192, 256)]
    for name in [*sets, "SLH-DSA-SHAKE-128s", "SLH-DSA-SHA2-128s"]:
        # Our key and signature are valid there.
        lanesum("keygen", "--force", "--set", name, "--no-passphrase", "ours")
        lanesum("sign", "--force", "--key", "ours.key", "SUMS")
        message, signature = parts("SUMS")
        verify = ["pkeyutl", "-verify", "-pubin", "-inkey", "ours.pub", "-sigfile", "signature", *context]
        write("message", message)
        write("signature", signature)
        openssl(*verify)
        write("signature", changed(signature))
        openssl(*verify, passes=False)
        public = openssl("pkey", "-in", "ours.key", "-pubout")
        assert public == read("ours.pub").decode(), name
        # Their keys, encrypted (PBKDF2, AES-256): they sign, we verify; and we sign, they verify.
        write("passphrase", b"correct horse\n")
        openssl("genpkey", "-algorithm", name, "-aes256", "-pass", "file:passphrase", "-out", "theirs.key")
        openssl("pkey", "-in", "theirs.key", "-passin", "file:passphrase", "-pubout", "-out", "theirs.pub")
        lines = head(name, "theirs.pub")
        write("message", lines + read("SUMS"))
        openssl("pkeyutl", "-sign", "-inkey", "theirs.key", "-passin", "file:passphrase", "-out", "signature", *context)
        verified_by_lanesum("theirs.pub", lines, read("signature"))
        lanesum("sign", "--force", "--key", "theirs.key", "--passphrase-file", "passphrase", "--comment", "theirs", "SUMS")
        message, signature = parts("SUMS")
        assert message == lines + read("SUMS")
        write("signature", signature)
        openssl("pkeyutl", "-verify", "-pubin", "-inkey", "theirs.pub", "-sigfile", "signature", *context)
    print(f"exchange: {len(sets) + 2} sets of SLH-DSA with {openssl('version').strip()}")


def lms():
    count = 0
    for function, n in (("sha256", 32), ("sha256", 24), ("shake", 32), ("shake", 24)):
        for levels, w in ((1, 8), (2, 2), (3, 4)):
            name = ",".join([f"LMS_{function.upper()}_M{n}_H5_W{w}"] * levels)
            # Ours: PEM without its head is what RFC 8554 calls the public key.
            lanesum("keygen", "--no-passphrase", "--set", name, f"ours-{count}")
            spki = unarmoured(f"ours-{count}.pub")
            assert spki[2:17] == HSS and spki[17] == 3 and spki[19] == 0, spki.hex()
            public = pyhsslms.HssPublicKey.deserialize(spki[20:])
            for _ in range(2):
                lanesum("sign", "--force", "--key", f"ours-{count}.key", "SUMS")
                message, signature = parts("SUMS")
                assert public.verify(message, signature), name
                assert not public.verify(message + b"x", signature), name
            # Theirs.
            lms_type, ots_type = (getattr(pyhsslms, f"{kind}_{function}_{end}") for kind, end in (("lms", f"m{n}_h5"), ("lmots", f"n{n}_w{w}")))
            private = pyhsslms.HssPrivateKey(levels, lms_type, lmots_type=ots_type)
            raw = private.publicKey().serialize()
            der = HSS + bytes([3, len(raw) + 1, 0]) + raw
            digits = base64.encodebytes(b"\x30" + bytes([len(der)]) + der).decode().replace("\n", "")
            lines = "".join(digits[i : i + 64] + "\n" for i in range(0, len(digits), 64))
            write("theirs.pub", f"-----BEGIN PUBLIC KEY-----\n{lines}-----END PUBLIC KEY-----\n".encode())
            lines = head(name, "theirs.pub")
            for _ in range(2):
                verified_by_lanesum("theirs.pub", lines, private.sign(lines + read("SUMS")))
            count += 1
    print(f"exchange: {count} sets of LMS and HSS with pyhsslms {pyhsslms.__version__}")


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    write("file", b"abc")
    write("SUMS", lanesum("sum", "file").encode())
    if OPENSSL:
        slh_dsa()
    lms()
