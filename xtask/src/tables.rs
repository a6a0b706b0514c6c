//! `cargo xtask tables`: what other languages and documents say of the functions is made from the library's table of them. Plans are held to
//! docs/measured (`measured`).

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use lanesum::dispatch::Family;
use lanesum::{Algorithm, Hasher, Options as Inputs, Parameter};

use crate::header;
use crate::verdict::Verdict;
use lists::{all, document_of, exports, groups, has_class, identifier, imports, python, tags_in_python};

mod lists;
mod measured;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Write the files anew, rather than look whether they are what would be written.
    #[arg(long)]
    write: bool,
    /// Print rows of plans as a file of docs/measured has them, and nothing else.
    #[arg(long, value_name = "FILE")]
    rows: Option<PathBuf>,
}

const WARNING: &str = "Made by `cargo xtask tables --write` of crates/lanesum/src/algorithm.rs: change that, not this.";

/// Files with a part that is made, and what opens and closes a comment in each.
type Made = (&'static str, &'static str, &'static str, fn() -> String);
const PARTS: [Made; 9] = [
    ("bindings/python/python/lanesum/_lanesum.pyi", "# ", "", stub),
    ("bindings/wasm/js/core.js", "// ", "", families),
    ("bindings/wasm/js/lanesum.d.ts", "// ", "", type_of_names),
    ("docs/algorithms.md", "<!-- ", " -->", document),
    ("bindings/python/python/lanesum/_lanesum.pyi#names", "# ", "", names_by_class),
    ("bindings/python/python/lanesum/__init__.py", "# ", "", imports),
    ("bindings/python/python/lanesum/__init__.py#exports", "# ", "", exports),
    ("bindings/python/python/lanesum/scale/_recipe.py", "# ", "", tags_in_python),
    ("bindings/wasm/demo/sums.js", "// ", "", groups),
];

pub(crate) fn command(options: &Options, root: &Path) -> Result<Verdict> {
    if let Some(file) = &options.rows {
        print!("{}", measured::rows(file)?);
        return Ok(Verdict::Passed);
    }
    let mut parts = PARTS.map(|(place, open, close, make)| (place.to_owned(), open, close, make())).to_vec();
    // BLAKE's rows are those of the machine that this is built for.
    let (tables, complaints) = if cfg!(target_arch = "x86_64") { measured::held(root)? } else { Default::default() };
    parts.extend(
        tables.into_iter().map(|(processor, made)| (format!("docs/figures.md#{processor}"), "<!-- ", " -->", made)),
    );
    let mut files = vec![
        ("bindings/c/include/lanesum.h", header::generate(root, &enumeration())?),
        ("bindings/c/src/names.rs", names_of_c()),
        ("bindings/openssl/src/functions.inc", provider()),
        ("bindings/python/src/constructors/table.rs", constructors()),
    ];
    for (place, open, close, made) in &parts {
        let (path, part) = place.split_once('#').unwrap_or((place, "functions"));
        let earlier = files.iter().position(|(file, _)| *file == path);
        let text = match earlier {
            Some(at) => files.swap_remove(at).1,
            None => std::fs::read_to_string(root.join(path)).with_context(|| path.to_owned())?,
        };
        let marks = ["begin", "end"].map(|which| format!("{open}{part}: {which}{close}\n"));
        let lacks = || format!("{path} lacks the lines {marks:?}");
        let (head, rest) = text.split_once(&marks[0]).with_context(lacks)?;
        let (_, tail) = rest.split_once(&marks[1]).with_context(lacks)?;
        files.push((path, [head, &marks[0], made, &marks[1], tail].concat()));
    }
    let mut verdict = Verdict::Passed;
    for line in complaints {
        println!("tables: {line}");
        verdict = Verdict::Failed;
    }
    for (path, text) in files {
        let there = std::fs::read_to_string(root.join(path)).unwrap_or_default();
        if there == text {
            continue;
        }
        if options.write {
            std::fs::write(root.join(path), text).with_context(|| path.to_owned())?;
            println!("tables: wrote {path}");
        } else {
            let line = there.lines().zip(text.lines()).take_while(|(there, new)| there == new).count() + 1;
            println!("{path}:{line}: not what the sources make; `cargo xtask tables --write` writes it anew");
            verdict = Verdict::Failed;
        }
    }
    if matches!(verdict, Verdict::Passed) {
        println!("tables: ok ({} functions)", Algorithm::ALL.len());
    }
    Ok(verdict)
}

fn bytes(algorithm: Algorithm) -> usize {
    algorithm.digest_bits() / 8
}

/// Whether the length of the output is bound into it.
fn is_bound(algorithm: Algorithm) -> bool {
    algorithm.has_any_length() && !algorithm.is_xof()
}

/// The enum of C.
fn enumeration() -> String {
    let mut text = String::from("typedef enum {\n");
    let mut document = "";
    for (algorithm, number) in all().zip(1..) {
        if document != document_of(algorithm) {
            document = document_of(algorithm);
            let _ = writeln!(text, "    // {document}");
        }
        let _ = writeln!(text, "    LANESUM_{} = {number},", identifier(algorithm).to_uppercase());
    }
    text + "} lanesum_algorithm;\n"
}

/// The names by the numbers of that enum, for builds that lack a family.
fn names_of_c() -> String {
    let mut text = format!("// {WARNING}\n\n/// The names of all functions, in the order of their numbers.\n");
    let _ = writeln!(text, "pub(crate) const ALL: [&str; {}] = [", all().count());
    for algorithm in all() {
        let _ = writeln!(text, "    \"{}\",", algorithm.name());
    }
    text + "];\n"
}

/// The provider's rows: `DIGEST(kind, name, algorithm, block, digest, names, title)` and `MAC(name, bound, any, block, tag, names, title)`.
fn provider() -> String {
    let mut text = format!("// {WARNING}\n");
    // OpenSSL has no BLAKE3. The module counts the digests before the MACs.
    let functions = all().filter(|algorithm| *algorithm != Algorithm::Blake3);
    let (keyed, digests): (Vec<_>, Vec<_>) = functions.partition(|algorithm| algorithm.needs_key());
    for algorithm in digests.into_iter().chain(keyed) {
        let standard = algorithm.standard_name();
        let (name, block, digest) = (identifier(algorithm), algorithm.block_bytes(), bytes(algorithm));
        let constant = |name: &str| format!("LANESUM_{}", name.to_uppercase());
        let kind = match (algorithm.is_xof(), algorithm.is_derived()) {
            // Of BLAKE2, OpenSSL's digests take the length alone.
            (false, false) if has_class(algorithm) => "SIZED",
            (false, false) if algorithm.takes(Parameter::Salt) => "SALTED",
            (false, false) => "FIXED",
            (true, false) if algorithm.takes(Parameter::Domain) => "DOMAIN",
            (true, false) if algorithm.takes(Parameter::Customization) => "CUSTOMIZED",
            (true, false) => "SHAKE",
            (false, true) if algorithm.takes(Parameter::Key) => "MAC",
            // EVP has no place for these.
            _ => continue,
        };
        let first = match kind {
            "MAC" => Some(standard.replace("KMAC", "KMAC-")),
            _ => algorithm.other_tags().first().map(ToString::to_string),
        };
        let mut names: Vec<String> = Vec::new();
        for name in first.into_iter().chain([standard.to_uppercase(), algorithm.tag().to_uppercase()]) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        // Those of OpenSSL's table of objects, and no name without a length.
        let of_blake2 = match algorithm {
            Algorithm::Blake2b => Some("BLAKE2B-512:BLAKE2b512:1.3.6.1.4.1.1722.12.2.1.16"),
            Algorithm::Blake2s => Some("BLAKE2S-256:BLAKE2s256:1.3.6.1.4.1.1722.12.2.2.8"),
            _ => None,
        };
        if let Some(all) = of_blake2 {
            names = vec![all.to_owned()];
        }
        names.extend(algorithm.oid().map(ToOwned::to_owned));
        let names = names.join(":");
        let _ = match kind {
            "MAC" => {
                let any = constant(&name.replace("kmac", "kmacxof"));
                writeln!(
                    text,
                    "MAC({name}, {}, {any}, {block}, {digest}, \"{names}\", \"{standard}\")",
                    constant(&name)
                )
            }
            _ => writeln!(
                text,
                "DIGEST({kind}, {name}, {}, {block}, {digest}, \"{names}\", \"{standard}\")",
                constant(&name)
            ),
        };
    }
    // OpenSSL's MACs of BLAKE2, with its names.
    for (algorithm, oid) in [(Algorithm::Blake2b, 1), (Algorithm::Blake2s, 2)] {
        let (name, block, digest) = (identifier(algorithm), algorithm.block_bytes(), bytes(algorithm));
        let (upper, standard) = (name.to_uppercase(), algorithm.standard_name());
        let _ = writeln!(
            text,
            "MAC({name}mac, LANESUM_{upper}, LANESUM_{upper}, {block}, {digest}, \"{upper}MAC:1.3.6.1.4.1.1722.12.2.{oid}\", \"{standard}\")"
        );
    }
    text
}

fn class(algorithm: Algorithm) -> &'static str {
    match (algorithm.takes(Parameter::Key), algorithm.is_xof()) {
        (false, false) => "Hash",
        (false, true) => "Xof",
        (true, false) => "Kmac",
        (true, true) => "KmacXof",
    }
}

/// The options of Python's function: name, usual value and type.
fn options(algorithm: Algorithm) -> Vec<(&'static str, String, &'static str)> {
    let text = "ReadableBuffer | str";
    let parameters = [
        (Parameter::Salt, ("salt", "b''".to_owned(), "ReadableBuffer")),
        (Parameter::Domain, ("domain", "0x1f".to_owned(), "int")),
        (Parameter::FunctionName, ("function", "b''".to_owned(), text)),
        (Parameter::BlockBytes, ("block_size", Inputs::BLOCK_BYTES.to_string(), "int")),
        (Parameter::Customization, ("customization", "b''".to_owned(), text)),
    ];
    let mut all: Vec<_> =
        parameters.into_iter().filter(|(parameter, _)| algorithm.takes(*parameter)).map(|(_, option)| option).collect();
    if is_bound(algorithm) {
        all.push(("digest_size", bytes(algorithm).to_string(), "int"));
    }
    if matches!(algorithm, Algorithm::Kt128 | Algorithm::Kt256) || algorithm.takes(Parameter::BlockBytes) {
        all.push(("threads", "1".to_owned(), "int | None"));
    }
    all
}

/// The first argument: name, usual value and type.
fn first(algorithm: Algorithm) -> (&'static str, &'static str, &'static str) {
    if algorithm.is_of_tuples() {
        ("strings", "()", "Iterable[ReadableBuffer]")
    } else {
        ("data", "b''", "ReadableBuffer")
    }
}

/// The functions of Python's stub, as ruff would have them.
fn stub() -> String {
    const WIDTH: usize = 128;
    // Those with a key come last, as in the documentation of the module.
    let functions = all().filter(|algorithm| !has_class(*algorithm));
    let (keyed, others): (Vec<_>, Vec<_>) = functions.partition(|algorithm| algorithm.takes(Parameter::Key));
    let mut text = String::new();
    for algorithm in others.into_iter().chain(keyed) {
        let (name, _, kind) = first(algorithm);
        let mut arguments = vec![format!("{name}: {kind} = ...")];
        if algorithm.takes(Parameter::Key) {
            arguments.insert(0, "key: ReadableBuffer".to_owned());
        }
        arguments.push("*".to_owned());
        arguments.extend(options(algorithm).iter().map(|(name, _, kind)| format!("{name}: {kind} = ...")));
        arguments.push("usedforsecurity: bool = ...".to_owned());
        let (name, class, line) = (python(algorithm), class(algorithm), arguments.join(", "));
        let _ = if name.len() + class.len() + line.len() + "def () -> : ...".len() <= WIDTH {
            writeln!(text, "def {name}({line}) -> {class}: ...")
        } else if 4 + line.len() <= WIDTH {
            writeln!(text, "def {name}(\n    {line}\n) -> {class}: ...")
        } else {
            writeln!(text, "def {name}(\n    {},\n) -> {class}: ...", arguments.join(",\n    "))
        };
    }
    text + "\n"
}

/// Python's types of names.
fn names_by_class() -> String {
    let mut text = String::new();
    for wanted in ["Hash", "Xof", "Kmac", "KmacXof"] {
        let names = all()
            .filter(|algorithm| !has_class(*algorithm) && class(*algorithm) == wanted)
            .map(|algorithm| format!("\"{}\"", python(algorithm)));
        let names: Vec<_> = names.collect();
        let _ = match names.len() {
            2 => writeln!(text, "_{wanted}Name = Literal[{}]", names.join(", ")),
            _ => writeln!(text, "_{wanted}Name = Literal[\n    {},\n]", names.join(",\n    ")),
        };
    }
    text
}

/// The functions of Python's module, as rows for the macros of `constructors.rs`.
fn constructors() -> String {
    let (mut plain, mut keyed) = (String::new(), String::new());
    for algorithm in all().filter(|algorithm| !has_class(*algorithm)) {
        let (name, class, standard) = (python(algorithm), class(algorithm), algorithm.standard_name());
        let options = options(algorithm);
        let arguments: Vec<_> = options.iter().map(|(name, ..)| *name).collect();
        let defaults: Vec<_> = options.iter().map(|(name, usual, _)| format!("{name}={usual}, ")).collect();
        let (what, digest) = (what(algorithm), example(algorithm));
        let row = format!("    {class} {name}({}) {algorithm:?}", arguments.join(", "));
        let rest = format!("*, {}usedforsecurity=True)", defaults.concat());
        if algorithm.takes(Parameter::Key) {
            let _ = writeln!(
                keyed,
                "{row} \"(key, data=b'', {rest}\"\n        {:?} \"{digest}\";",
                format!("{standard}, {what}.")
            );
            continue;
        }
        let (first, empty, _) = first(algorithm);
        let mut errors = match first {
            "data" => "Raises TypeError if `data` is not bytes-like.".to_owned(),
            _ => format!("Raises TypeError if `{first}` is not an iterable of bytes-like objects."),
        };
        let size = "for a `digest_size` below 1, or of 2^29 or more.";
        let of_values = match (algorithm.salt_bytes(), is_bound(algorithm)) {
            (0, false) if algorithm.takes(Parameter::Domain) => {
                " Raises ValueError for a domain outside of this range.".to_owned()
            }
            (0, false) if algorithm.takes(Parameter::BlockBytes) => {
                " Raises ValueError for a `block_size` below 1.".to_owned()
            }
            (0, false) => String::new(),
            (0, true) if algorithm.takes(Parameter::BlockBytes) => {
                format!(" Raises ValueError for a `block_size` below 1, and {size}")
            }
            (0, true) => format!(" Raises ValueError {size}"),
            (salt, _) => format!(" Raises ValueError unless `salt` has {salt} bytes."),
        };
        errors += &of_values;
        let given = match algorithm {
            _ if algorithm.is_of_tuples() => "[b\"a\", b\"bc\"]",
            _ if algorithm.takes(Parameter::BlockBytes) => "b\"abc\", block_size=8",
            _ if algorithm.takes(Parameter::FunctionName) => "b\"abc\", customization=\"purpose\"",
            _ => "b\"abc\"",
        };
        let call = format!("({given}).hexdigest({})", if algorithm.is_xof() { "32" } else { "" });
        let row = row.replacen('(', &format!("({first}, "), 1);
        let _ = writeln!(
            plain,
            "{row} \"({first}={empty}, {rest}\"\n        {:?}\n        {:?} {errors:?} {call:?} \"{digest}\";",
            format!("{standard}, {what}"),
            algorithm.source(),
        );
    }
    let names: Vec<_> = all().filter(|algorithm| !has_class(*algorithm)).map(python).collect();
    format!(
        "// The rows of the functions.\n//\n// {WARNING}\n\nfunctions! {{\n{plain}}}\n\nkeyed! {{\n{keyed}}}\n\nall! {{\n    {}\n}}\n",
        names.join(" ")
    )
}

/// A function in a few words, for its documentation in Python.
fn what(algorithm: Algorithm) -> String {
    let takes = |parameter| algorithm.takes(parameter);
    let digest = bytes(algorithm);
    let twin = algorithm.name().replace("xof", "");
    let bound = "depends on `digest_size`, its length in bytes";
    let purposes = "`customization`, bytes or str, separates purposes: different strings give unrelated outputs";
    match algorithm {
        Algorithm::Keccak256 => {
            format!("with the padding from before the standard, as Ethereum uses it; a digest of {digest} bytes")
        }
        _ if takes(Parameter::Salt) => {
            let salt = algorithm.salt_bytes();
            format!("a digest of {digest} bytes; the optional `salt` has {salt} bytes. It is neither BLAKE2 nor BLAKE3")
        }
        _ if !algorithm.has_any_length() => format!("a digest of {digest} bytes"),
        _ if takes(Parameter::Domain) => {
            "output of any length; `domain` is the domain separation byte, from 0x01 to 0x7f".to_owned()
        }
        _ if takes(Parameter::FunctionName) => {
            format!("output of any length; {purposes}, and `function` is reserved for NIST's names")
        }
        _ if algorithm.is_derived() && algorithm.is_xof() => format!("as {twin} with output of any length"),
        _ if takes(Parameter::Key) => {
            format!("a message authentication code: the tag {bound}. `verify(tag)` compares in constant time")
        }
        _ if takes(Parameter::BlockBytes) => {
            format!("which hashes blocks of `block_size` bytes independently, several at once; the digest {bound}")
        }
        _ if algorithm.is_of_tuples() => format!(
            "the hash of a sequence of strings: the tuples (\"a\", \"bc\") and (\"ab\", \"c\") have different digests. `update` \
             appends one string, and the digest {bound}"
        ),
        _ if takes(Parameter::Customization) => {
            format!("output of any length, the fastest here for long messages; {purposes}")
        }
        _ => "output of any length".to_owned(),
    }
}

/// The first digits of the output that the example in Python's documentation shows.
fn example(algorithm: Algorithm) -> String {
    let mut inputs = Inputs::new();
    if algorithm.takes(Parameter::Key) {
        inputs = inputs.key(b"sixteen bytes...");
    } else if algorithm.takes(Parameter::FunctionName) {
        inputs = inputs.customization(b"purpose");
    } else if algorithm.takes(Parameter::BlockBytes) {
        inputs = inputs.block_bytes(8);
    }
    let mut hasher = Hasher::with_options(algorithm, inputs).expect("it takes these");
    let pieces: &[&[u8]] = if algorithm.is_of_tuples() { &[b"a", b"bc"] } else { &[b"abc"] };
    for piece in pieces {
        hasher.update(piece);
    }
    let mut output = [0; 8];
    hasher.finalize().read(&mut output).expect("it has as many");
    format!("{:016x}", u64::from_be_bytes(output))
}

/// The modules of the npm package.
const MODULES: [&str; 3] = ["keccak", "sha2", "blake"];

fn module(algorithm: Algorithm) -> &'static str {
    match algorithm.family() {
        Family::Sha256 | Family::Sha512 => MODULES[1],
        Family::Blake256 | Family::Blake512 | Family::Blake2b | Family::Blake2s | Family::Blake3 => MODULES[2],
        _ => MODULES[0],
    }
}

/// JavaScript's functions of each family.
fn families() -> String {
    let mut text = String::from("const FAMILIES = {\n");
    for family in MODULES {
        let _ = writeln!(text, "  {family}: `");
        for algorithm in all().filter(|algorithm| module(*algorithm) == family) {
            let takes = [
                (Parameter::Key, "key"),
                (Parameter::FunctionName, "functionName"),
                (Parameter::Salt, "salt"),
                (Parameter::Domain, "domain"),
                (Parameter::BlockBytes, "blockBytes"),
                (Parameter::DigestBytes, "bytes"),
                (Parameter::Customization, "customization"),
            ];
            let taken = takes.iter().filter(|(parameter, _)| algorithm.takes(*parameter));
            let takes = taken.map(|(_, name)| [" ", name].concat()).collect::<String>();
            let any = if algorithm.has_any_length() { "+" } else { "" };
            let _ = writeln!(
                text,
                "    {}{any} {} {}{takes},",
                algorithm.name(),
                bytes(algorithm),
                algorithm.block_bytes()
            );
        }
        text.truncate(text.trim_end_matches(",\n").len());
        text += "`,\n";
    }
    text + "};\n"
}

/// TypeScript's names.
fn type_of_names() -> String {
    let names: Vec<_> = all().map(|algorithm| format!("  | \"{}\"", algorithm.name())).collect();
    format!("export type AlgorithmName =\n{};\n", names.join("\n"))
}

/// The tables of docs/algorithms.md.
fn document() -> String {
    let mut text = String::new();
    let mut table = |title: &str, wanted: &dyn Fn(Algorithm) -> bool| {
        let _ = writeln!(text, "## {title}\n| name | standard | output | strength | block | takes |");
        text += "| --- | --- | ---: | ---: | ---: | --- |\n";
        for algorithm in all().filter(|algorithm| wanted(*algorithm)) {
            use Parameter::{BlockBytes, Customization, DigestBytes, Domain, FunctionName, Key, Salt};
            let takes = [Key, Salt, FunctionName, Customization, Domain, BlockBytes, DigestBytes].into_iter();
            let takes: Vec<_> = takes.filter(|one| algorithm.takes(*one)).map(|one| one.to_string()).collect();
            let (name, source, bits) = (algorithm.name(), algorithm.source(), algorithm.digest_bits());
            let (block, takes) = (8 * algorithm.block_bytes(), takes.join(", "));
            let _ = writeln!(text, "| `{name}` | {source} | {bits} | {} | {block} | {takes} |", bits / 2);
        }
        text.push('\n');
    };
    table("Hash functions", &|algorithm| !algorithm.has_any_length());
    table("XOFs: output of any length", &|algorithm| {
        algorithm.is_xof() && (!algorithm.is_derived() || algorithm.takes(Parameter::FunctionName))
    });
    table("Functions for special uses", &|algorithm| {
        algorithm.is_derived() && !algorithm.takes(Parameter::FunctionName)
    });
    text
}

#[cfg(test)]
mod tests {
    use super::{Algorithm, all};

    /// C's numbers are places in the table, and stay as they are in all versions (docs/compatibility.md). A new function gets a number
    /// behind all of these.
    #[test]
    fn numbers_in_c_stay() {
        let names = "sha3-224 sha3-256 sha3-384 sha3-512 shake128 shake256 keccak256 sha224 sha256 sha384 sha512 sha512-224 sha512-256 \
                     blake224 blake256 blake384 blake512 turboshake128 turboshake256 kt128 kt256 cshake128 cshake256 kmac128 kmac256 \
                     kmacxof128 kmacxof256 tuplehash128 tuplehash256 tuplehashxof128 tuplehashxof256 parallelhash128 \
                     parallelhash256 parallelhashxof128 parallelhashxof256 blake2b blake2s blake3 blake2bp blake2sp";
        assert!(names.split_whitespace().eq(all().map(Algorithm::name)));
    }
}
