//! The examples and explanations behind each `--help`.
// Lines of at most 78 characters: clap would break longer ones on a terminal of usual width.

pub(super) const EXAMPLES: &str = "\
Examples:
  lanesum sum *.iso > SUMS               a line for each file
  lanesum check SUMS                     are they still the same?
  lanesum sum -r DIR -o SUMS             every file in DIR and below
  lanesum audit SUMS DIR                 what is changed, moved, new, missing?
  lanesum update SUMS DIR                hash only what is new or has changed
  lanesum as sha256sum -c SHA256SUMS     in place of another program
  lanesum sign --key ada.key SUMS        who changes SUMS is found out
  lanesum info                           what this machine can do
  lanesum bench                          how fast it is

More: lanesum help sum, lanesum help check, lanesum help algorithms";

pub(super) const SUM_EXAMPLES: &str = "\
Examples:
  lanesum sum *.iso > SUMS                 a list that names its algorithm;
                                           \"lanesum check SUMS\" checks it
  lanesum sum -r DIR > SUMS                every file in DIR and below, sorted
  lanesum sum -a sha3-256 FILE             another algorithm than KT128
  lanesum sum -a sha3-256,blake3 FILE      two algorithms, FILE is read once
  find . -name '*.o' -print0 | lanesum sum -a blake2b --files-from -
                                           names from standard input
  tar c DIR | lanesum sum                  standard input
  lanesum sum -a shake128 -l 128 FILE      128 bits of output instead of 256
  lanesum sum -a sha256 --untagged *       in the form of sha256sum
  lanesum sum -r DIR --exclude '*.tmp' --exclude .git/
                                           what a .gitignore would leave out
  lanesum sum -r d -o d/SUMS --relative    names for \"check --relative d/SUMS\"
  lanesum sum --hashdeep -a md5,sha256 *   a list for hashdeep -k
  lanesum sum -a sha512-256 --untagged *   a list for shasum -a 512256 -c
  lanesum sum --json *                     an object a line, for programs
  lanesum sum -- -x-                       a name that begins with a dash
  lanesum sum -a kmac128 --key-file KEY *  codes that only owners of KEY make;
                                           check takes --key-file, too
  lanesum sum -a tuplehash128 A B C        one digest of all three, in order
  lanesum sum -a parallelhash128 FILE      many blocks of FILE at once

Algorithms:
  \"lanesum help algorithms\" says which to take when, and has all names.
  md5 and sha1 are broken: sum warns about them.

Form of the lines:
  Newline, carriage return and backslash in a name are written \\n, \\r and \\\\,
  and such a line begins with a backslash; with -z names stay as they are. If
  BITS is no multiple of 8, the unused high bits of the last byte are zero.
  --json: {\"file\", \"file_bytes_base64\" (only where the name is not UTF-8),
  \"algorithm\", \"function\", \"custom\", \"block\", \"domain\", \"salt\" (where a
  tag would state them), \"bits\", \"digest\", \"size\"}; size is in bytes.

Functions of RFC 9861:
  kt128 is the default, and stays so. It has a collision resistance of 128
  bits, as SHA3-256 has, and hashes many chunks of one large file at once.
  kt128 and kt256 take --custom, turboshake128 and turboshake256 --domain: a
  line states them if they are not the usual ones, KT128-S6d79 (FILE) and
  TurboSHAKE128-D0b-256 (FILE).

BLAKE:
  blake224, blake256, blake384 and blake512 are the finalists of the SHA-3
  competition. They are neither BLAKE2 nor BLAKE3, which are blake2b, blake2s
  and blake3 here and give other digests. --salt HEX makes another function
  of each, which a line states: BLAKE-256-S000102030405060708090a0b0c0d0e0f.

Functions of SP 800-185:
  cshake, kmac, tuplehash and parallelhash take --custom. A line states all
  that its digest depends on, but the key: block, --function and --custom as
  -B8192-N4d79-S456d61696c, texts in hexadecimal. Names with \"xof\" are those
  whose shorter outputs are the beginnings of longer ones.
  kmac: the key is all of a file, a newline at its end too; it should have 16
  bytes at least for kmac128, 32 for kmac256, and an empty one is refused.
  tuplehash: one line of all files, TupleHash128-256 (\"a\", \"b\") = ..., with
  newline, carriage return, backslash and quote in names as \\n, \\r, \\\\ and
  \\\"; no line if one of them cannot be read. It must know the length of each
  before it reads it: of a pipe, up to 64 MiB are held.

What is read:
  Lines come in the order of the arguments, whatever is ready first. -r takes
  every file, hidden ones and those that git ignores too, and goes through
  each directory in the order of the names' bytes: DIR/sub/name. What it meets
  that is no file of its own (symbolic links, FIFOs, sockets, devices) is
  reported and left out, which is no failure; --follow takes in what links
  lead to. The file that the lines go to is left out, too. Files are read,
  never mapped; one that changes while it is read gets a message and no line.

Names from a list (--files-from):
  One a line, or each ended by NUL if there is a NUL in the first 8 KiB. They
  come after the arguments and are taken as they are: never as options, \"-\" as
  a file (./-), a carriage return as part of the name. Directories need -r.

Exit status:
  0  every file was hashed
  1  a file or directory was missing or unreadable; a directory without -r; a
     file changed while it was read; a link leads nowhere or round in a circle
     (--follow); a list holds an empty name; or the output could not be
     written (no message if the reader of a pipe has left, as with \"| head\").
     With -o, FILE is replaced if at least one file was hashed
  2  a wrong command line, or a backend that this processor lacks";

pub(super) const KEYGEN_EXAMPLES: &str = "\
Examples:
  lanesum keygen ada                       writes ada.key (private, encrypted)
                                           and ada.pub (for everybody)
  lanesum keygen --set SLH-DSA-SHA2-256f ada
                                           another set of FIPS 205

Parameter sets:
  SLH-DSA-SHAKE- or SLH-DSA-SHA2-, then 128, 192 or 256 bits of security, then
  s (small signatures) or f (fast signing). The default, SLH-DSA-SHAKE-128s,
  has signatures of 7,856 bytes.

Exit status:
  0  both keys are written
  1  one of the files is there already (without --force) or cannot be written;
     or there is no passphrase, or the two that were typed differ
  2  a wrong command line";

pub(super) const SIGN_EXAMPLES: &str = "\
Examples:
  lanesum sign --key ada.key SUMS          writes SUMS.sig
  lanesum sign --key ada.key --comment 'release 7' SUMS
                                           a comment that is signed, too

Exit status:
  0  every list is signed
  1  a signature is there already (without --force) or cannot be written; the
     key or a list cannot be read; or the passphrase is wrong
  2  a wrong command line";

pub(super) const VERIFY_EXAMPLES: &str = "\
Examples:
  lanesum verify --key ada.pub SUMS        has ada signed this SUMS?
  lanesum check --signed-by ada.pub SUMS   the same, and then the files

Exit status:
  0  every list has a valid signature by this key
  1  a signature is missing or wrong, or made with another key; or the key, a
     list or a signature cannot be read
  2  a wrong command line";

pub(super) const CHECK_EXAMPLES: &str = "\
Examples:
  lanesum check SUMS                   the files that SUMS names
  lanesum check --quiet SUMS           say nothing of those that are right
  lanesum check -a sha3-256 OLDSUMS    lines that name none: \"hex  name\"
  lanesum check --ignore-missing SUMS  what has been downloaded so far
  lanesum check -r DIR                 every list in DIR and below
  lanesum check x.iso.sha256           a digest alone, of the file x.iso
  lanesum check --json SUMS            an object for each file, for programs
  lanesum check --signed-by ada.pub SUMS
                                       the same, if ada has signed SUMS

What is a list:
  Lines as lanesum, cksum, sha512sum, b2sum, b3sum, openssl dgst, shasum,
  rhash, sha256deep and hashdeep write them, with digests in hexadecimal, or
  in base64 with padding. Blank lines and lines that begin with # or ; are
  passed over. After a line with ; and in x.sfv, names stand before digests.
  Tagged lines name their algorithm, and state all that the digest depends on
  but a key. With -a, tagged lines of other algorithms are no digest lines.
  The algorithm of other lines is told by the first of these that applies:
  1. -a
  2. the list's own name: x.sha3-256, foo-SHA256SUMS, SHASUMS256.txt,
     x-SHA512SUMS.asc, or one with the word b2 or b3
  3. the digest's length: 128 bits are taken for md5, 160 for sha1. Other
     lengths fit several algorithms, and an error names them. b2sum and b3sum
     can write any length: if a digest that was taken for md5 or sha1 does not
     match, a message says so.
  --function, --custom and --block are for lines without a tag. An option that
  no line needs is a failure.
  Of a clear-signed list, only the lines within the signed part count. The
  OpenPGP signature is not checked, and a message says so. Such a list should
  be a file: where lines come before the signed part in a pipe, the check
  fails.
  Names are relative to the directory where the command runs, or to that of
  their list (--relative, -r). With -r, these files are taken for lists:
  ...SUMS, x.sha256, x.sfv, checksums.txt; --include names others.

What is written:
  As by GNU's \"cksum --check\": \"name: OK\", \"name: FAILED\", or \"name:
  FAILED open or read\" on standard output, reasons and counts on standard
  error. Lines that are no digest lines are counted; --warn names each,
  --strict makes them a failure. Of --quiet, --status and --warn, the last one
  counts.
  --json: {\"file\", \"list\", \"tags\", \"status\": \"ok\", \"failed\" or \"unread\",
  \"reason\"}, and at the end of a list {\"list\", \"improper\", \"unread\",
  \"different\", \"proper\", \"right\", \"undecided\", \"keyless\"}. On terminals,
  names that hold escape sequences are quoted.

Exit status:
  0  every file that is named is there and has its digest
  1  a file has another digest, is missing or unreadable; or a list cannot be
     read, holds no digest line, or lines of several possible algorithms or
     that need a key which was not given; with --signed-by, a signature is
     missing, wrong or another key's (no file is read then); with --strict, a
     line that is no digest line; with --ignore-missing, no file was there; an
     option such as --custom was given that no line needs; or the output could
     not be written
  2  a wrong command line, or a backend that this processor lacks";

pub(super) const AUDIT_EXAMPLES: &str = "\
Examples:
  lanesum audit SUMS photos              what has become of photos?
  lanesum audit OLD NEW photos music     two lists, two directories
  lanesum audit --json SUMS photos       an object for each file, for programs
  lanesum audit --quiet SUMS photos      nothing if all is as it was

What is compared:
  Every file in the directories is hashed. Names decide first, then content:
  unchanged  a list has this name with this content
  changed    lists have this name, with other contents only
  moved      no list has the name; a listed file of this content is gone
  new        no list has the name, and no listed file of this content is gone
  missing    a list has the name, and no file has it
  A changed file that has the content of one that is gone is shown as \"from\"
  that one, which then counts as moved, not as missing. \"copy of\" names a
  file with the same content as a file that is new, changed or missing.
  --exclude and --include choose among files and names in lists alike. What
  exists outside of the directories is not looked at. Several lists are known
  together: one of them is enough. The lists themselves are passed over where
  they lie in the directories. Names are compared by their text: d/x,
  ./d/../d/x and an absolute name are the same.

Exit status:
  0  every file is unchanged, and none is missing
  1  a file is changed, moved, new or missing; a file or list could not be
     read; or a list has lines that are no digest lines, so that it is not
     known which files they name
  2  a wrong command line";

pub(super) const UPDATE_EXAMPLES: &str = "\
Examples:
  lanesum update SUMS photos             hash what is new or has changed
  lanesum update --paranoid SUMS photos  hash everything
  lanesum update -a sha256 SUMS photos   the algorithm of a new list
  lanesum update SUMS photos --exclude '*.tmp'

What is done:
  A comment before the lines of a file remembers its size, its mtime and its
  ctime. A file is hashed if one of them differs, if there is no comment, or
  with --paranoid. The lines of all other files are kept, and those of files
  that are gone from the directories left out, as are those of files that
  --exclude and --include leave out. Lines of files elsewhere stay.
  A file that changed in the last two seconds gets no comment, and is hashed
  again by the next update. LIST is replaced at once when all is done, or not
  at all. Of a file that cannot be read, the old lines stay.

Which lists:
  Tagged lists stay tagged, untagged ones untagged. coreutils, shasum and
  rhash pass over the comments; sha256deep warns about them. b3sum refuses
  them, so an untagged list of BLAKE3 gets none, and every file is hashed.
  Lists in other forms (hashdeep, OpenSSL, SFV, a digest alone), signed lists
  and lists with lines that would be lost are left as they are, with an error.
  Other comments are left out, and base64 becomes hexadecimal.

Exit status:
  0  the list is up to date
  1  some file or directory could not be read; or LIST could not be read or
     written, or would lose lines
  2  a wrong command line";

pub(super) const AS_EXAMPLES: &str = "\
Examples:
  lanesum as sha256sum -c SHA256SUMS     as sha256sum does it
  ln -s $(command -v lanesum) ~/bin/sha256sum; sha256sum FILE
                                         the same by a link

How they differ:
  Options, standard output and exit status are those of the programs (GNU
  coreutils 9.1, perl's shasum 6.02, b3sum 1.2); so are most messages.
  \"lanesum as PROGRAM --help\" lists the options. Files are hashed in parallel,
  and one that changes while it is read is an error.
  cksum has neither crc, its default, nor bsd, sysv and sm3; -a sha2, -a sha3,
  --base64 and --raw are those of later versions. shasum has neither -0 nor
  -U, and does not check lists made with them. --help and --version are
  lanesum's own.

Exit status:
  0  every file was hashed, or has the digest that its list states
  1  some file could not be read, or has another digest; a wrong option; or
     the output could not be written
  2  lanesum cannot stand for PROGRAM
  shasum: the system's number of the error if a list cannot be opened";

pub(super) const BENCH_EXAMPLES: &str = "\
Examples:
  lanesum bench                            about 15 seconds on a quiet machine
  lanesum bench -a sha3-512 --seconds 1    another algorithm, more thoroughly
  lanesum bench --save                     use what was fastest from now on
  lanesum bench --save --quick             the same in three seconds, of all
                                           families of algorithms
  lanesum bench --forget                   use lanesum's own choice again
  lanesum bench --retries 0                be done at once on a busy machine
  lanesum bench --json > FILE              every figure, for programs

What is measured:
  Every backend that works here hashes 1, 2, 4, 8 and 16 messages (no more at
  once than any kernel of the algorithm takes) of 64 to 65536 bytes by turns.
  A sample during which something else used the core is dropped. A figure with
  too few samples left is tried again five times (--retries), two minutes
  after its last try: a run takes up to ten minutes more on a busy machine. If
  that does not help, the table says so in place of the figure. LOSS is how
  much slower than the fastest backend the one is that is used without
  --backend; it is shown where it exceeds the samples' spread.
  With --quick: messages of 4096 bytes, on the backends that take just so many
  at once, of one algorithm of each family (-a: of others); 0.04 seconds for
  each number of messages (--seconds) and no further tries (--retries).
  A program that uses the same core from the beginning to the end cannot be
  noticed, and makes the figures wrong: measure while nothing else runs.

The saved order:
  A small file in the user's configuration directory, which later runs of the
  command follow; \"lanesum info\" shows it. It is ignored on another processor
  and by another version of lanesum. Digests never depend on it.

Exit status:
  0  done
  1  two backends gave different digests; or --save saved nothing, since too
     few samples were quiet or the file could not be written
  2  a wrong command line";

pub(super) const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  DIR=~/.local/share/bash-completion/completions; mkdir -p $DIR
  lanesum completions bash > $DIR/lanesum
  lanesum completions zsh > DIR/_lanesum       DIR is one of zsh's $fpath
  lanesum completions fish > ~/.config/fish/completions/lanesum.fish

  A shell that is started afterwards completes subcommands, options and names.";

pub(super) const MAN_EXAMPLES: &str = "\
Examples:
  lanesum man --dir ~/.local/share/man/man1    then: man lanesum-sum
  lanesum man sum | man -l -                   one page, without installing it";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_broken_on_a_terminal() {
        for text in [
            EXAMPLES,
            SUM_EXAMPLES,
            CHECK_EXAMPLES,
            AUDIT_EXAMPLES,
            UPDATE_EXAMPLES,
            AS_EXAMPLES,
            BENCH_EXAMPLES,
            COMPLETIONS_EXAMPLES,
            MAN_EXAMPLES,
        ] {
            for line in text.lines() {
                assert!(line.chars().count() <= 78, "{line}");
            }
        }
    }
}
