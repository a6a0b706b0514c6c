//! `bindings/c/include/lanesum.h`: what cbindgen makes of `bindings/c/src/ffi/`, with the enum of the functions.

use std::path::Path;

use anyhow::{Context, Result};
use cbindgen::{Braces, Builder, Config, DocumentationStyle, ItemType, Language, Style};

/// Columns of the header.
const WIDTH: usize = 130;

/// The files in the order of the header.
const SOURCES: &[&str] =
    &["error", "functions", "options", "hasher", "hasher/saved", "digest", "batch", "macs", "merkle", "file", "keccak"];

const BEFORE: &str = "\
// The C library lanesum: SHA-3, SHAKE, cSHAKE, KMAC, TupleHash, ParallelHash, TurboSHAKE, KT128 and KT256, SHA-2, BLAKE, BLAKE2
// and BLAKE3, one message or many at once, on the widest vectors that the processor has.
//
// Made by `cargo xtask tables --write` of bindings/c/src/ffi/: change the text there.
//
// Lengths are bytes. A pointer may be NULL where its length is 0. Memory that a call writes may overlap nothing that it reads.
// Every function may be called from every thread at any time; a state belongs to one thread at a time.";

const AFTER_INCLUDES: &str = "
// The version of this header; lanesum_version() is that of the library.
#define LANESUM_VERSION \"VERSION\"
";

const OPTIONS: &str = "
// Nothing beside the message: lanesum_options options = LANESUM_OPTIONS;
#define LANESUM_OPTIONS { sizeof(lanesum_options), NULL, NULL, 0, NULL, 0, NULL, 0, NULL, 0, 0, 0, 0 }
";

/// What the functions are, above their enum.
const FUNCTIONS: &str = "
// The functions. Numbers stay as they are in all versions.
//
// BLAKE224 to BLAKE512 are BLAKE, the finalist of the SHA-3 competition; BLAKE2 and BLAKE3 are other functions. For a TupleHash,
// each call of lanesum_update appends a string to the tuple. Functions with XOF in their names have output of any length.
// KMAC, TupleHash and ParallelHash hash the output length, too: outputs of different lengths have nothing in common.
";

pub(crate) fn generate(root: &Path, enumeration: &str) -> Result<String> {
    let crate_root = root.join("bindings/c");
    let manifest: toml::Table = toml::from_str(&std::fs::read_to_string(crate_root.join("Cargo.toml"))?)?;
    let version = manifest["package"]["version"].as_str().context("bindings/c/Cargo.toml has no version")?;
    let mut config = Config {
        language: Language::C,
        cpp_compat: true,
        include_guard: Some("LANESUM_H".to_owned()),
        no_includes: true,
        sys_includes: ["stdbool.h", "stddef.h", "stdint.h"].map(str::to_owned).to_vec(),
        header: Some(BEFORE.to_owned()),
        after_includes: Some(AFTER_INCLUDES.replace("VERSION\"\n", &format!("{version}\"\n"))),
        documentation_style: DocumentationStyle::C99,
        braces: Braces::SameLine,
        style: Style::Type,
        line_length: WIDTH,
        tab_width: 4,
        usize_is_size_t: true,
        ..Config::default()
    };
    config.export.exclude = vec!["lanesum_algorithm".to_owned()];
    config.export.item_types = vec![ItemType::Constants, ItemType::Enums, ItemType::Structs, ItemType::Functions];
    let mut builder = Builder::new().with_config(config);
    for source in SOURCES {
        builder = builder.with_src(crate_root.join(format!("src/ffi/{source}.rs")));
    }
    let bindings = builder.generate().context("cbindgen")?;
    let mut text = Vec::new();
    bindings.write(&mut text);
    let text = String::from_utf8(text)?;
    let text = text.replacen("} lanesum_options;\n", &format!("}} lanesum_options;\n{OPTIONS}"), 1);
    let text = text.replacen("} lanesum_error;\n", &format!("}} lanesum_error;\n{FUNCTIONS}{enumeration}"), 1);
    // C++98 has no comma behind the last name of an enum.
    Ok(join_arguments(&text).replace(",\n} ", "\n} "))
}

/// Puts the arguments of a function into one line where they fit.
fn join_arguments(text: &str) -> String {
    let mut joined = String::new();
    let mut declaration: Vec<&str> = Vec::new();
    for line in text.lines() {
        declaration.push(line);
        let is_open =
            declaration[0].starts_with("lanesum_error lanesum_") || declaration[0].starts_with("const char *lanesum_");
        if is_open && !line.ends_with(';') {
            continue;
        }
        let one = declaration.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ");
        let fits = is_open && one.len() <= WIDTH;
        joined.push_str(&if fits { one } else { declaration.join("\n") });
        joined.push('\n');
        declaration.clear();
    }
    joined
}
