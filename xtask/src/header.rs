//! `cargo xtask header`: `bindings/c/include/lanesum.h` is what cbindgen makes of `bindings/c/src/ffi/`.

use std::path::Path;

use anyhow::{Context, Result};
use cbindgen::{Braces, Builder, Config, DocumentationStyle, ItemType, Language, Style};

use crate::verdict::Verdict;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Write the header anew, rather than look whether it is what would be written.
    #[arg(long)]
    write: bool,
}

const HEADER: &str = "bindings/c/include/lanesum.h";

/// Columns of the header.
const WIDTH: usize = 130;

/// The files in the order of the header.
const SOURCES: &[&str] = &["error", "functions", "options", "hasher", "digest", "batch", "file", "keccak"];

const BEFORE: &str = "\
// The C library lanesum: SHA-3, SHAKE, cSHAKE, KMAC, TupleHash, ParallelHash, TurboSHAKE, KT128 and KT256, SHA-2 and BLAKE, one
// message or many at once, on the widest vectors that the processor has.
//
// Made by `cargo xtask header --write` of bindings/c/src/ffi/: change the text there.
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

pub(crate) fn command(options: &Options, root: &Path) -> Result<Verdict> {
    let path = root.join(HEADER);
    let header = generate(root)?;
    if options.write {
        std::fs::write(&path, header).with_context(|| HEADER.to_owned())?;
        println!("header: wrote {HEADER}");
        return Ok(Verdict::Passed);
    }
    let there = std::fs::read_to_string(&path).with_context(|| HEADER.to_owned())?;
    if there == header {
        println!("header: ok ({} lines)", header.lines().count());
        return Ok(Verdict::Passed);
    }
    let line = there.lines().zip(header.lines()).take_while(|(there, new)| there == new).count() + 1;
    println!("{HEADER}:{line}: not what the sources make; `cargo xtask header --write` writes it anew");
    Ok(Verdict::Failed)
}

fn generate(root: &Path) -> Result<String> {
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
    Ok(join_arguments(&text))
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
