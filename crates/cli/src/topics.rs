//! `lanesum help algorithms`: which function to use when, and all names that options accept.

use std::ffi::OsString;

use lanesum::Backend;

use crate::function::Function;

const ALGORITHMS: &str = "\
Which algorithm to use when:
  you want                              -a                       broken?
  fast digests of your own files        kt128 (the default)      no
  what most other programs have         sha256                   no
  a digest of 512 bits                  sha512, blake2b          no
  a NIST standard, hashed in batches    sha3-256                 no
  lists for b3sum                       blake3                   no
  any length of output                  shake128, shake256 -l N  no
  to authenticate with a secret key     kmac256 --key-file FILE  no
  one digest of several files           tuplehash128             no
  only for old lists                    sha1, md5                yes

  Broken: anyone can make two files with the same digest. sum warns about it.
";

/// The topic that is no subcommand.
pub(crate) const PAGE: &str = "algorithms";

/// The text of `lanesum help TOPIC`, if the topic is not a subcommand.
pub(crate) fn asked(mut arguments: impl Iterator<Item = OsString>) -> Option<String> {
    arguments.next()?;
    let words = [arguments.next()?, arguments.next()?];
    (words == ["help", PAGE] && arguments.next().is_none()).then(algorithms)
}

fn algorithms() -> String {
    let functions = wrapped(Function::all().map(Function::name), ",");
    let backends = wrapped(Backend::ALL.iter().map(|backend| backend.name()), ",");
    format!(
        "{ALGORITHMS}\nAll names for -a (sha-256 and sha512/256 work too, and blake2 for blake2b):\n{functions}\n\
         All names for --backend (\"lanesum info\": which of them work here, and why):\n{backends}"
    )
}

/// Words in lines of at most 78 characters, with `between` and a space between two.
pub(crate) fn wrapped<'a>(words: impl Iterator<Item = &'a str>, between: &str) -> String {
    let (mut text, mut line) = (String::new(), String::new());
    for word in words {
        if line.len() + 2 * between.len() + 1 + word.len() > 78 {
            text = text + &line + between + "\n";
            line.clear();
        }
        line = line.clone() + if line.is_empty() { " " } else { between } + " " + word;
    }
    text + &line + "\n"
}
