//! The examples and explanations behind each `--help`.
// Lines of at most 78 characters: clap would break longer ones on a terminal of usual width.

use lanesum::{Algorithm, BitOrder, Parameter};

use crate::topics::wrapped;

pub(super) const EXAMPLES: &str = "\
Examples:
  lanesum sum *.iso > SUMS               a line for each file
  lanesum check SUMS                     are they still the same?
  lanesum sum -r DIR -o SUMS             every file in DIR and below
  lanesum audit SUMS DIR                 what is changed, moved, new, missing?
  lanesum update SUMS DIR                hash only what is new or has changed
  lanesum as sha256sum -c SHA256SUMS     act as another program
  lanesum sign --key ada.key SUMS        so that others notice a changed SUMS
  lanesum info                           what this machine can do
  lanesum bench                          how fast it is

More: lanesum help sum, lanesum help check, lanesum help algorithms

Exit status:
  0  done, and no difference was found
  1  a difference was found (a file is changed, missing or not listed, a
     signature is wrong), or something could not be done: a message says what
  2  the command line is wrong; no file was hashed
  \"as PROGRAM\" has the statuses of that program.

Environment:
  NO_COLOR, CLICOLOR, CLICOLOR_FORCE, TERM  whether what failed is coloured;
                                            --color decides before them
  XDG_CONFIG_HOME, HOME                     where \"bench --save\" keeps what it
                                            has measured";

const SUM_EXAMPLES: &str = "\
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
                                           leave out what matches
  lanesum sum -r d -o d/SUMS --relative    names for \"check --relative d/SUMS\"
  lanesum sum --hashdeep -a md5,sha256 *   a list for hashdeep -k
  lanesum sum -a sha512-256 --untagged *   a list for shasum -a 512256 -c
  lanesum sum --json *                     one object per line, for programs
  lanesum sum -r DIR -o SUMS --resume PART goes on, if it was interrupted
  lanesum sum -- -x-                       a name that begins with a dash
  lanesum sum -a kmac128 --key-file KEY *  a MAC: nobody can make it without
                                           KEY; check takes --key-file, too
  lanesum sum -a tuplehash128 A B C        one digest of all three, in order
  lanesum sum -a parallelhash128 FILE      many blocks of FILE at once

Algorithms:
  \"lanesum help algorithms\" has all names, and says which one to use when.
  md5 and sha1 are broken: sum warns about them.

Form of the lines:
  Newline, carriage return and backslash in a name are written \\n, \\r and \\\\,
  and such a line begins with a backslash; with -z names stay as they are. If
  BITS is not a multiple of 8, the unused high bits of the last byte are zero.
  --json: {\"file\", \"file_bytes_base64\" (only where the name is not UTF-8),
  \"algorithm\", \"function\", \"custom\", \"block\", \"domain\", \"salt\",
  \"keyed\" (where a tag would state them), \"bits\", \"digest\", \"size\"};
  size is in bytes.";

const SUM_REST: &str = "\
Functions of SP 800-185:
  cshake, kmac, tuplehash and parallelhash take --custom. A line states all
  that its digest depends on except the key: --block, --function and --custom
  become -B8192-N4d79-S456d61696c, with texts in hexadecimal. With the names
  that have \"xof\", a shorter output is the beginning of a longer one.
  kmac: the key is the whole file, with any newline at its end. It should have
  at least 16 bytes for kmac128 and 32 for kmac256. An empty key is refused.
  tuplehash: one line for all files, TupleHash128-256 (\"a\", \"b\") = ... In it,
  newline, carriage return, backslash and quote in names are \\n, \\r, \\\\ and
  \\\". If one file cannot be read, there is no line. The length of each input
  must be known in advance, so up to 64 MiB of a pipe are kept in memory.

What is read:
  Lines come in the order of the arguments. -r takes every file, including
  hidden ones and those that git ignores. It sorts the names of a directory by
  their bytes. It leaves out FIFOs, sockets and devices, with a message for
  each, and symbolic links, with one message for all; that is not a failure.
  --follow hashes the targets of symbolic links. The output file is left out,
  too. Files are read, never mapped; a file that changes while it is read gets
  a message and no line.

Names from a list (--files-from):
  One name per line, or each ended by NUL if the first 8 KiB contain a NUL.
  They come after the arguments and are used exactly as written: a name is
  never an option, \"-\" is a file (./-), and a carriage return is part of the
  name. Directories need -r.

Exit status:
  0  every file was hashed
  1  one of these (with -o, FILE is replaced if at least one file was hashed):
     - a file or directory was missing or unreadable
     - a directory was named without -r
     - a file changed while it was read
     - a symbolic link is broken or leads back to itself (--follow)
     - a list of names (--files-from) has an empty name
     - the output could not be written (without a message if the reader of a
       pipe has exited, as with \"| head\")
  2  a wrong command line, or a backend that this processor lacks";

/// What `sum --help` says. The names of functions that have something in common are those of the table.
pub(super) fn sum() -> String {
    let all = |is: fn(&Algorithm) -> bool| {
        let names: Vec<_> = Algorithm::ALL.iter().filter(|of| is(of)).map(|of| of.name()).collect();
        let (last, others) = names.split_last().expect("the command has all functions");
        if others.is_empty() { (*last).to_owned() } else { format!("{} and {last}", others.join(", ")) }
    };
    let trees = all(|of| {
        of.takes_whole_bytes() && of.bit_order() == BitOrder::LowestFirst && of.takes(Parameter::Customization)
    });
    let domains = all(|of| of.takes(Parameter::Domain));
    let salted = all(|of| of.takes(Parameter::Salt) && !of.takes(Parameter::Customization));
    let blake2 = all(|of| of.takes(Parameter::Salt) && of.takes(Parameter::Customization));
    let sections = [
        (
            "Functions of RFC 9861",
            format!(
                "kt128 is the default, now and in later versions. It has a collision resistance of 128 bits, as SHA3-256 has, and hashes \
                 many chunks of one large file at once. {trees} take --custom, {domains} take --domain. A line states them unless they have \
                 their default, as in KT128-S6d79 (FILE) and TurboSHAKE128-D0b-256 (FILE)."
            ),
        ),
        (
            "BLAKE",
            format!(
                "{salted} are the finalists of the SHA-3 competition. They are neither BLAKE2 nor BLAKE3: those are blake2b, blake2s and \
                 blake3 here, and give other digests. --salt HEX changes the function. A line states the salt: \
                 BLAKE-256-S000102030405060708090a0b0c0d0e0f."
            ),
        ),
        (
            "BLAKE2 and BLAKE3",
            format!(
                "{blake2} take --salt HEX and --custom TEXT, the personalisation; blake3 takes --custom CONTEXT, from which it derives \
                 keys, as b3sum --derive-key. All take --key-file. A line states all of them but the key, of which it says that there is \
                 one: BLAKE2b-S73-P70-K (FILE)."
            ),
        ),
    ];
    let sections = sections.map(|(heading, text)| format!("{heading}:\n{}", wrapped(text.split(' '), "")));
    format!("{SUM_EXAMPLES}\n\n{}\n{SUM_REST}", sections.join("\n"))
}

pub(super) const KEYGEN_EXAMPLES: &str = "\
Examples:
  lanesum keygen ada                       writes ada.key (private, encrypted)
                                           and ada.pub (for everybody)
  lanesum keygen --set LMS_SHA256_M32_H10_W4 --no-passphrase ada

Parameter sets:
  SLH-DSA-SHAKE- or SLH-DSA-SHA2-, then 128, 192 or 256 bits of security, then
  s (small signatures) or f (fast signing). Only where a rule asks for these:
  XMSS, such as XMSS-SHA2_10_256, and LMS, such as LMS_SHAKE_M24_H20_W8:
  SHA256 or SHAKE; M24 or M32; H5, 10, 15, 20 or 25 (2^H signatures; 20 takes
  minutes to make, 25 up to hours); W1, 2, 4 or 8; HSS: several with commas.
  Such a key changes with each signature: never copy it, and never restore it.

Exit status:
  0  both keys are written
  1  one of the files already exists (without --force) or cannot be written;
     or there is no passphrase, or the two that you typed differ
  2  a wrong command line";

pub(super) const SIGN_EXAMPLES: &str = "\
Examples:
  lanesum sign --key ada.key SUMS          writes SUMS.sig
  lanesum sign --key ada.key --comment 'release 7' SUMS
                                           a comment that is signed, too

Exit status:
  0  every list is signed
  1  a signature already exists (without --force) or cannot be written; the
     key or a list cannot be read; the passphrase is wrong; or a key of XMSS
     or LMS has fewer signatures left than there are lists, or is older than
     it was
  2  a wrong command line";

pub(super) const VERIFY_EXAMPLES: &str = "\
Examples:
  lanesum verify --key ada.pub SUMS        did ada sign this list?
  lanesum check --signed-by ada.pub SUMS   the same, and then the files

Exit status:
  0  every list has a valid signature by this key
  1  a signature is missing or wrong, or made with another key; or the key, a
     list or a signature cannot be read
  2  a wrong command line";

pub(super) const CHECK_EXAMPLES: &str = "\
Examples:
  lanesum check SUMS                   the files that SUMS names
  lanesum check --quiet SUMS           report only files that fail
  lanesum check -a sha3-256 OLDSUMS    lines without a tag: \"hex  name\"
  lanesum check --ignore-missing SUMS  only files that were downloaded so far
  lanesum check -r DIR                 every list in DIR and below
  lanesum check x.iso.sha256           a digest alone, of the file x.iso
  lanesum check x.iso 2f1d9c0b...      a file and its digest, in any order:
                                       hexadecimal, sha256:..., sha256-BASE64
  lanesum check --json SUMS            one object for each file, for programs
  lanesum check --signed-by ada.pub SUMS
                                       the same, if ada has signed SUMS

What is a list:
  Lines as lanesum, cksum, sha512sum, b2sum, b3sum, openssl dgst, shasum,
  rhash, sha256deep, hashdeep, gpg --print-md, PowerShell's Get-FileHash,
  certutil, bsdtar (mtree), BagIt, Debian and Gentoo write them: docs/lists.md
  has a table. Digests are in hexadecimal, base64 with padding or base32.
  Blank lines and lines that begin with # or ; are skipped. After a line with
  ; and in x.sfv, names stand before digests. Lists may be in UTF-16.
  Tagged lines name their algorithm, and state all that the digest depends on
  except a key. With -a, tagged lines of other algorithms do not count as
  digest lines. For lines without a tag, the first of these that applies
  determines the algorithm:
  1. -a
  2. a name in the list's own name: x.sha3-256, foo-SHA256SUMS,
     SHASUMS256.txt, foo_1.0_sha256_checksums.txt; x.sha2 and x.sha3 with the
     digest's length
  3. the digest's length: all functions that fit are computed in one reading,
     and the one by which most files match is taken and named
  --function, --custom and --block are for lines without a tag. An option that
  no line needs is an error: if you expect lines that need it, somebody may
  have replaced the list.
  In a clear-signed list, only the lines within the signed part count. The
  OpenPGP signature is not checked, and a message says so. Pass such a list as
  a file: in a pipe, lines before the signed part make the check fail.
  Names are relative to the current directory, or to the directory of their
  list (--relative, -r). With -r, files with these names are lists: ...SUMS,
  x.sha256, x.sfv, checksums.txt; --include adds others.

What is written:
  The same as by GNU's \"cksum --check\": \"name: OK\", \"name: FAILED\", or
  \"name: FAILED open or read\" on standard output, reasons and counts on
  standard error. Lines that are not digest lines are counted; --warn names
  each, and with --strict they are a failure. Of --quiet, --status and --warn,
  the last one counts.
  --json, for each file: {\"file\", \"list\", \"tags\", \"status\": \"ok\", \"failed\"
  or \"unread\", \"reason\"}. At the end of each list: {\"list\"} and the numbers of
  its lines. \"proper\": digest lines. \"right\", \"different\": their files match,
  or do not. \"unread\": missing or unreadable files. \"improper\": lines that are
  not digest lines. \"undecided\": of the different ones, those that name no
  algorithm, if none fits any line. \"keyless\": a key is needed. On terminals,
  names that contain escape sequences are quoted.

Exit status:
  0  every file in the lists exists and has its digest
  1  one of these:
     - a file has another digest, is missing or unreadable
     - a list cannot be read, or has no digest line
     - a line needs a key which was not given
     - with --signed-by, a signature is missing, wrong or by another key (no
       file is read then)
     - with --strict, a line is not a digest line
     - with --ignore-missing, no file was found
     - an option was given that no line needs, such as --custom
     - the output could not be written
  2  a wrong command line, or a backend that this processor lacks";

pub(super) const AUDIT_EXAMPLES: &str = "\
Examples:
  lanesum audit SUMS photos              what has changed in photos?
  lanesum audit OLD NEW photos music     two lists, two directories
  lanesum audit --json SUMS photos       one object per file, for programs
  lanesum audit --quiet SUMS photos      write nothing if all is unchanged

What is compared:
  Every file in the directories is hashed. Names decide first, then content:
  unchanged  a list has this name with this content
  changed    lists have this name, but only with other contents; or it is no
             file any more
  corrupt    other content, but the size and mtime of the list: no edit
  moved      no list has the name; a listed file with this content is gone
  new        no list has the name; no listed file with this content is gone
  missing    a list has the name, and no file has it
  unread     a file that could not be read
  outside    listed, but outside of the directories or left out: only counted
  If a changed file has the content of a file that is gone, it is shown as
  \"from\" that file, which then counts as moved, not as missing. \"copy of\"
  names a file with the same content as a new, changed or missing one.
  --exclude and --include apply to files and to names in lists. Several lists
  count as one. Lists inside the directories are skipped. Names are relative
  to the current directory, or with --relative to the directory of their list.
  Names are compared after resolving . and .. in them: d/x, ./d/../d/x and
  /here/d/x name one file.
  Symbolic links in names are not resolved.

Exit status:
  0  every file is unchanged, and none is missing
  1  a file is changed, corrupt, moved, new or missing; a file or list could
     not be read; no listed name lies below a directory; or a list has lines
     that are not digest lines
  2  a wrong command line";

pub(super) const UPDATE_EXAMPLES: &str = "\
Examples:
  lanesum update SUMS photos             hash what is new or has changed
  lanesum update --paranoid SUMS photos  hash everything
  lanesum update -a sha256 SUMS photos   the algorithm of a new list
  lanesum update SUMS photos --exclude '*.tmp'
  lanesum update -n SUMS photos          what would be done?
  lanesum update --accept photos/a.jpg SUMS photos
                                         a corrupt file is right after all

What is done:
  A comment before the lines of a file records its size, its mtime and its
  ctime. A file is hashed if one of them differs, if there is no comment, or
  with --paranoid. The words of the report:
  kept       the content is as listed
  added      a new file
  changed    an edited file: its size or mtime differs, and its content
  moved      a new file with the content of one that is gone
  removed    the file is gone, and so is its line
  corrupt    other content, but the size and mtime of the list (or no times,
             and the file is not newer than the list): the old line stays
  unread     it could not be read, or is a link now: the old line stays
  outside    listed, but outside of the directories or left out: line stays
  If the new content of a corrupt file is right, --accept NAME takes it.
  If none of the listed files below a directory is in its place, LIST is not
  changed: is the disk mounted? --remove-all removes the lines.
  A file that changed in the last 2 to 3 seconds gets no comment. The next
  update hashes it again. LIST is replaced in one step when everything is
  done, or not at all.
  Run update from the same directory each time: names are relative to the
  current directory, or with --relative to the directory of LIST. If no file
  of LIST is found, but --relative would find some, LIST is not changed.

Which lists:
  Tagged lists stay tagged, untagged ones untagged. coreutils, shasum and
  rhash skip the comments; sha256deep warns about them. b3sum refuses them, so
  an untagged list of BLAKE3 gets none, and every file is hashed.
  Lists in other forms (hashdeep, OpenSSL, SFV, a digest alone), clear-signed
  lists and lists with lines that would be lost are not changed; that is an
  error. LIST.sig does not fit a changed LIST any more, and a warning says so.
  Other comments are removed, and base64 becomes hexadecimal.

Exit status:
  0  the list is up to date
  1  a file is corrupt; a file or directory could not be read; or LIST could
     not be read or written, or would lose lines
  2  a wrong command line";

pub(super) const AS_EXAMPLES: &str = "\
Examples:
  lanesum as sha256sum -c SHA256SUMS     check a list as sha256sum does
  ln -s $(command -v lanesum) ~/bin/sha256sum; sha256sum FILE
                                         act as sha256sum through a link

How they differ:
  Options, standard output and exit status are those of the programs (GNU
  coreutils 9.1, perl's shasum 6.02, b3sum 1.2); so are most messages.
  \"lanesum as PROGRAM --help\" lists the options. Files are hashed in parallel,
  and one that changes while it is read is an error.
  cksum has no crc (its default), bsd, sysv or sm3; -a sha2, -a sha3, --base64
  and --raw work as in later versions. shasum has no -0 and no -U, and does
  not check lists made with them. --help and --version are lanesum's own.

Exit status:
  0  every file was hashed, or has the digest that its list states
  1  a file could not be read, or has another digest; a wrong option; or
     the output could not be written
  2  lanesum cannot act as PROGRAM
  shasum, if it cannot open a list: the number of the system's error (errno)";

pub(super) const BENCH_EXAMPLES: &str = "\
Examples:
  lanesum bench                            about 15 seconds on a quiet machine
  lanesum bench -a sha3-512 --seconds 1    another algorithm, more thoroughly
  lanesum bench --save                     use the fastest from now on
  lanesum bench --save --quick             the same in three seconds, of all
                                           families of algorithms
  lanesum bench --forget                   use lanesum's own choice again
  lanesum bench --retries 0                do not wait on a busy machine
  lanesum bench --json > FILE              every figure, for programs

What is measured:
  The backends that work here take turns to hash 1, 2, 4, 8 and 16 messages of
  64 to 65536 bytes, but no more messages than the widest backend of the
  algorithm hashes at once. A sample is quiet if nothing else used the core
  during it; other samples are dropped. A figure with too few quiet samples is
  tried again up to five times (--retries), two minutes after the last try, so
  a run takes up to ten minutes longer on a busy machine. If that does not
  help, the table says so instead of showing the figure. LOSS is how much
  slower the default backend is than the fastest one; it is shown if it
  exceeds the spread of the samples.
  With --quick: messages of 4096 bytes, on the backends that hash exactly this
  many at once, for one algorithm of each family (-a names others); 0.07
  seconds for each number of messages (--seconds) and no retries (--retries).
  lanesum cannot notice a program that uses the same core all the time; such a
  program makes the figures wrong. Measure while nothing else runs.

The saved order:
  --save writes a small file in the user's configuration directory. Later runs
  of lanesum follow it, and \"lanesum info\" shows it. It is ignored on another
  processor and by another version of lanesum. Digests never depend on it.

Exit status:
  0  done
  1  two backends gave different digests; or --save saved nothing, because too
     few samples were quiet or the file could not be written
  2  a wrong command line";

pub(super) const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  DIR=~/.local/share/bash-completion/completions; mkdir -p $DIR
  lanesum completions bash > $DIR/lanesum
  lanesum completions zsh > DIR/_lanesum       DIR is one of zsh's $fpath
  lanesum completions fish > ~/.config/fish/completions/lanesum.fish

  A newly started shell then completes subcommands, options and names.

Exit status:
  0  the script was written
  1  the output could not be written
  2  a wrong command line";

pub(super) const MAN_EXAMPLES: &str = "\
Examples:
  lanesum man --dir ~/.local/share/man/man1    then: man lanesum-sum
  lanesum man sum | man -l -                   one page, without installing it

Exit status:
  0  the pages were written
  1  DIR or the output could not be written
  2  a wrong command line";

pub(super) const INFO: &str = "\
What is shown:
  A line for each family: the BACKEND for one message and for 16, and how many
  of these it hashes AT ONCE. With --all, which backends work on this machine,
  and why others do not; then, for
  each group of algorithms and each number of MESSAGES in one call, the
  BACKEND that is used and how many messages it hashes AT ONCE. COST is the
  time for one permutation or block of every message. ONE BY ONE is that time
  if the messages are hashed one after the other. A line below each group
  gives the unit of the costs, and where and when they were measured. An order
  saved by \"lanesum bench --save\" is shown, too.

Exit status:
  0  done
  1  the output could not be written
  2  a wrong command line";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_broken_on_a_terminal() {
        for text in [
            EXAMPLES,
            &sum(),
            CHECK_EXAMPLES,
            AUDIT_EXAMPLES,
            UPDATE_EXAMPLES,
            AS_EXAMPLES,
            BENCH_EXAMPLES,
            COMPLETIONS_EXAMPLES,
            MAN_EXAMPLES,
            KEYGEN_EXAMPLES,
            SIGN_EXAMPLES,
            VERIFY_EXAMPLES,
            INFO,
        ] {
            for line in text.lines() {
                assert!(line.chars().count() <= 78, "{line}");
            }
        }
    }
}
