//! How other languages name the functions, and the lists of Python's package and of the demo page.

use std::fmt::Write as _;

use lanesum::dispatch::Family;
use lanesum::{Algorithm, Parameter};

/// A name as C and Rust write names.
pub(super) fn identifier(algorithm: Algorithm) -> String {
    algorithm.name().replace('-', "_")
}

/// The document that defines it, without a section.
pub(super) fn document_of(algorithm: Algorithm) -> &'static str {
    algorithm.source().split(", section").next().unwrap_or_default()
}

pub(super) fn all() -> impl Iterator<Item = Algorithm> {
    Algorithm::ALL.iter().copied()
}

/// Whether Python has a class of its own for the function, which takes a key: those of BLAKE2 and BLAKE3.
pub(super) fn has_class(algorithm: Algorithm) -> bool {
    algorithm.takes(Parameter::DigestBytes) || algorithm == Algorithm::Blake3
}

/// A name as Python writes it; SHAKE as hashlib does.
pub(super) fn python(algorithm: Algorithm) -> String {
    identifier(algorithm)
        .replace("shake128", "shake_128")
        .replace("shake256", "shake_256")
        .replace("cshake_", "cshake")
        .replace("turboshake_", "turboshake")
}

/// The names of Python's functions, in the order of ruff: numbers by their values.
fn sorted_names() -> Vec<String> {
    let mut names: Vec<_> = all().map(python).collect();
    names.sort_by_cached_key(|name| {
        let parts = name.as_bytes().chunk_by(|a, b| a.is_ascii_digit() == b.is_ascii_digit());
        parts.fold(String::new(), |mut key, part| {
            let width = if part[0].is_ascii_digit() { 4 } else { 0 };
            let _ = write!(key, "{:0>width$}", String::from_utf8_lossy(part));
            key
        })
    });
    names
}

/// Python's imports of the functions from the native module.
pub(super) fn imports() -> String {
    let names = sorted_names().iter().fold(String::new(), |text, name| text + "    " + name + ",\n");
    format!("from ._lanesum import (\n{names})\n\n")
}

/// The functions that `import *` imports.
pub(super) fn exports() -> String {
    let names = sorted_names().iter().fold(String::new(), |text, name| text + "    \"" + name + "\",\n");
    format!("__all__ += [\n{names}]\n")
}

/// The tag of a line with an output of the usual length. That of KT and BLAKE3 has no length then.
fn usual_tag(algorithm: Algorithm) -> String {
    let length = algorithm.is_xof() && !algorithm.takes(Parameter::Customization);
    let bits = if length { format!("-{}", algorithm.digest_bits()) } else { String::new() };
    [algorithm.tag(), &bits].concat()
}

/// The tags of the functions of `lanesum.scale`: those without a class and without other inputs.
pub(super) fn tags_in_python() -> String {
    const WIDTH: usize = 120;
    let (mut text, mut line) = (String::from("_NAMES = (\n"), String::new());
    for algorithm in all().filter(|algorithm| !algorithm.is_derived() && !has_class(*algorithm)) {
        let tag = usual_tag(algorithm);
        if line.len() + tag.len() > WIDTH {
            let _ = writeln!(text, "    \"{line}\"");
            line.clear();
        }
        line += &tag;
        line.push(' ');
    }
    let _ = writeln!(text, "    \"{}\"", line.trim_end());
    text + ")\n"
}

/// The groups of the demo page: the package's names, and the command's tags.
pub(super) fn groups() -> String {
    let mut text = String::from("export const GROUPS = {\n");
    let is_sha3 = |algorithm: Algorithm| document_of(algorithm) == "FIPS 202";
    let groups: [(&str, &dyn Fn(Algorithm) -> bool); 5] = [
        ("SHA-2", &|algorithm| matches!(algorithm.family(), Family::Sha256 | Family::Sha512)),
        ("SHA-3", &is_sha3),
        ("Other Keccak", &|algorithm| algorithm.family() == Family::Keccak && !is_sha3(algorithm)),
        ("BLAKE", &|algorithm| algorithm.takes(Parameter::Salt) && !has_class(algorithm)),
        ("BLAKE2 and BLAKE3", &has_class),
    ];
    for (title, has) in groups {
        let _ = writeln!(text, "  \"{title}\": {{");
        for algorithm in all().filter(|algorithm| !algorithm.is_derived() && has(*algorithm)) {
            let _ = writeln!(text, "    \"{}\": \"{}\",", algorithm.name(), usual_tag(algorithm));
        }
        text += "  },\n";
    }
    text + "};\n"
}
