//! The names that people give to functions, and the errors for unknown names.

use lanesum::{Algorithm, spelling};

use crate::function::Function;

/// A name that stands for no function here, or for several. Displays as what to do about it.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub(crate) enum Unknown {
    #[error("it has several sizes; name one of {}", .0.join(", "))]
    Sizes(Vec<&'static str>),
    #[error("it is not supported; \"lanesum help algorithms\" has all names")]
    Unsupported,
    #[error("this length is an option: -a {0} -l {1}")]
    Length(&'static str, u64),
    #[error("no such algorithm; did you mean {0}?")]
    Near(&'static str),
    #[error("no such algorithm; \"lanesum help algorithms\" has all names")]
    None,
}

/// The functions that `sha` may mean: not all of its family.
const SHA: [&str; 4] = ["sha256", "sha512", "sha3-256", "sha1 (broken)"];

/// Functions that others have, by how their names begin.
const UNSUPPORTED: &str = "\
    adler aich ascon bsd btih cityhash crc ed2k edonr fnv gost groestl has160 haval highway hmac jh md2 md4 md6 \
    murmur poly1305 ripemd rmd siphash skein sm3 snefru streebog sysv tiger tth whirlpool xxh";

fn is_of_others(plain: &str) -> bool {
    UNSUPPORTED.split(' ').any(|start| plain.starts_with(start))
}

/// The function that somebody means by this name.
///
/// # Errors
/// None, or several.
pub(crate) fn understood(name: &str) -> Result<Function, Unknown> {
    let plain = plain(name);
    if let Some(function) = Function::all().find(|function| function.is_called(name)) {
        return Ok(function);
    }
    if let Some(sizes) = sizes(&plain) {
        return Err(Unknown::Sizes(sizes));
    }
    if is_of_others(&plain) {
        return Err(Unknown::Unsupported);
    }
    // blake2b-256, shake128-512.
    let length = Function::all().find_map(|function| {
        let bits = plain.strip_prefix(&self::plain(function.name()))?.parse().ok()?;
        function.gives(bits).then_some(Unknown::Length(function.name(), bits))
    });
    Err(length.unwrap_or_else(|| {
        let near = spelling::nearest(name, Function::all().map(Function::name)).map_or(Unknown::None, Unknown::Near);
        // There is no shake512. The error for a name that looks like one of a family says so.
        let is_size = |at: &usize| plain.as_bytes()[*at..].iter().all(u8::is_ascii_digit);
        let of_family = |at| plain.get(..at).and_then(|family| Some((family, sizes(family)?)));
        match (near, (0..plain.len()).rev().take_while(is_size).find_map(of_family)) {
            (Unknown::Near(near), Some((family, sizes)))
                if !self::plain(near).starts_with(family) || !spelling::is_typo(name, near) =>
            {
                Unknown::Sizes(sizes)
            }
            (Unknown::None, Some((_, sizes))) => Unknown::Sizes(sizes),
            (near, _) => near,
        }
    }))
}

/// The functions of a family, whose names say the size: `sha3-224` and others of `sha3`. None if there is no such family.
fn sizes(family: &str) -> Option<Vec<&'static str>> {
    if family == "sha" {
        return Some(SHA.to_vec());
    }
    let is_of_family = |name: &str| {
        let size = plain(name).strip_prefix(family).map(str::to_owned).unwrap_or_default();
        matches!(size.len(), 3 | 6) && size.bytes().all(|byte| byte.is_ascii_digit())
    };
    let has = |function: &Function| {
        let others = function.algorithm().map_or(&[][..], Algorithm::other_tags);
        others.iter().copied().chain([function.name()]).any(is_of_family)
    };
    let sizes: Vec<_> = Function::all().filter(has).map(Function::name).collect();
    (!sizes.is_empty()).then_some(sizes)
}

/// Whether this is the name of a function that other programs have, and lanesum lacks. As [`understood`], but without searching for the
/// nearest name, because this is called for every line that cannot be read.
pub(crate) fn is_unsupported(name: &str) -> bool {
    let plain = plain(name);
    is_of_others(&plain) && understood(name) == Err(Unknown::Unsupported)
}

/// Lower-case letters and digits alone: `SHA3-256`, `sha3_256`, `sha3 256` and `sha3256` are the same name.
pub(crate) fn plain(name: &str) -> String {
    String::from_utf8_lossy(&spelling::plain(name).collect::<Vec<_>>()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_understood() {
        for function in Function::all() {
            assert_eq!(understood(function.name()), Ok(function));
            assert_eq!(understood(&function.name().to_uppercase().replace('-', "_")), Ok(function));
        }
        for (name, own) in [
            ("sha-256", "sha256"),
            ("SHA2-256", "sha256"),
            ("SHA-512/256", "sha512-256"),
            ("sha2-512/224", "sha512-224"),
            ("sha512/256", "sha512-256"),
            ("SHA3/256", "sha3-256"),
            ("blake2", "blake2b"),
            ("b3", "blake3"),
            ("BLAKE2b512", "blake2b"),
            ("BLAKE2S-256", "blake2s"),
            ("SHA-1", "sha1"),
            ("MD-5", "md5"),
            ("SHA 256", "sha256"),
            ("KangarooTwelve", "kt128"),
        ] {
            assert_eq!(understood(name).ok(), Function::named(own), "{name}");
        }
    }

    /// The short way comes to what the long one does.
    #[test]
    fn names_of_what_others_have() {
        for name in ["md4", "CRC32", "RIPEMD-160", "jh", "md5", "sha3", "sha265", "blake2b-256", "fnv", "?", ""] {
            assert_eq!(is_unsupported(name), understood(name) == Err(Unknown::Unsupported), "{name}");
        }
        assert!(is_unsupported("CRC32") && !is_unsupported("sha265"));
    }

    #[test]
    fn names_that_are_not() {
        let told = |name: &str| understood(name).unwrap_err().to_string();
        assert_eq!(told("md4"), "it is not supported; \"lanesum help algorithms\" has all names");
        assert_eq!(told("CRC32"), "it is not supported; \"lanesum help algorithms\" has all names");
        assert_eq!(told("sha3"), "it has several sizes; name one of sha3-224, sha3-256, sha3-384, sha3-512");
        assert_eq!(told("kmacxof"), "it has several sizes; name one of kmacxof128, kmacxof256");
        assert_eq!(told("sha5"), "no such algorithm; did you mean sha1?");
        assert_eq!(told("blake2b-256"), "this length is an option: -a blake2b -l 256");
        assert_eq!(told("sha3-257"), "no such algorithm; did you mean sha3-256?");
        assert_eq!(told("sha265"), "no such algorithm; did you mean sha256?");
        assert_eq!(told("shake512"), "it has several sizes; name one of shake128, shake256");
        assert_eq!(told("sha3-1024"), "it has several sizes; name one of sha3-224, sha3-256, sha3-384, sha3-512");
        assert_eq!(told("RIPEMD-160"), "it is not supported; \"lanesum help algorithms\" has all names");
        assert_eq!(told("?"), "no such algorithm; \"lanesum help algorithms\" has all names");
        assert_eq!(told(""), "no such algorithm; \"lanesum help algorithms\" has all names");
    }
}
