//! What holds for Rust: seen token by token, so that comments and strings do not count and macros do.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use proc_macro2::{Delimiter, LexError, TokenStream, TokenTree};

use super::Violation;

pub(super) fn read(content: &str) -> Result<TokenStream, LexError> {
    content.parse()
}

/// `unsafe` outside the places where it is allowed.
pub(super) fn check_unsafe(path: &str, tokens: &TokenStream, allowed: &[(&str, &str)]) -> Vec<Violation> {
    if allowed.iter().any(|(place, _)| path.starts_with(place)) {
        return Vec::new();
    }
    let mut lines = Vec::new();
    find_unsafe(tokens.clone(), &mut lines);
    lines.into_iter().map(|line| Violation::new(path, line, "`unsafe` may not stand here")).collect()
}

fn find_unsafe(tokens: TokenStream, lines: &mut Vec<usize>) {
    for token in tokens {
        match token {
            TokenTree::Ident(ident) if ident == "unsafe" => lines.push(ident.span().start().line),
            TokenTree::Group(group) => find_unsafe(group.stream(), lines),
            _ => {}
        }
    }
}

/// Whether a crate's root says `#![forbid(unsafe_code)]`.
pub(super) fn forbids_unsafe(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => {
            let attribute = group.stream().to_string().replace(' ', "");
            attribute.starts_with("forbid(") && attribute.contains("unsafe_code")
        }
        _ => false,
    })
}

/// A module that another one may use although it is above it: who, whom, and why.
pub(super) type Exception = (&'static str, &'static str, &'static str);

/// The modules of one crate, and which may use which.
pub(super) struct Modules {
    /// Where the crate's sources lie, with a slash at the end.
    sources: &'static str,
    /// From the bottom up.
    levels: &'static [&'static [&'static str]],
    exceptions: &'static [Exception],
    /// What the crate's root reexports, and from which module.
    reexports: BTreeMap<String, String>,
}

impl Modules {
    pub(super) fn new(
        sources: &'static str,
        levels: &'static [&'static [&'static str]],
        exceptions: &'static [Exception],
    ) -> Self {
        Self { sources, levels, exceptions, reexports: BTreeMap::new() }
    }

    /// Looks up what `lib.rs` reexports.
    pub(super) fn read_root(&mut self, root: &Path) -> Result<()> {
        let sources = root.join(self.sources);
        let read = |path: PathBuf| -> Result<TokenStream> {
            let text = std::fs::read_to_string(&path)?;
            read(&text).map_err(|error| anyhow!("{}: {error}", path.display()))
        };
        let lib = sources.join("lib.rs");
        if !lib.exists() {
            return Ok(());
        }
        for module in self.find_reexports(read(lib)?) {
            let file = sources.join(&module).with_extension("rs");
            let tokens = read(if file.exists() { file } else { sources.join(&module).join("mod.rs") })?;
            self.reexports.extend(public_names(tokens).into_iter().map(|name| (name, module.clone())));
        }
        Ok(())
    }

    /// Remembers `pub use module::path::{A, B as C};` as A and C of the module; returns the modules of `module::*`.
    fn find_reexports(&mut self, tokens: TokenStream) -> Vec<String> {
        let mut whole = Vec::new();
        for path in uses(tokens) {
            let module = path.iter().find_map(|token| match token {
                TokenTree::Ident(ident) if ident != "crate" && ident != "self" => Some(ident.to_string()),
                _ => None,
            });
            let Some(module) = module.filter(|module| self.level(module).is_some()) else { continue };
            if path.last().is_some_and(|token| is_punct(token, '*')) {
                whole.push(module.clone());
            }
            let mut names = Vec::new();
            flatten(&path, &mut names);
            self.reexports.extend(names.into_iter().map(|name| (name, module.clone())));
        }
        whole
    }

    fn level(&self, module: &str) -> Option<usize> {
        self.levels.iter().position(|level| level.contains(&module))
    }

    /// What one file uses from above.
    pub(super) fn check(&self, path: &str, tokens: &TokenStream) -> Vec<Violation> {
        let Some(inside) = path.strip_prefix(self.sources) else { return Vec::new() };
        let parts = inside.trim_end_matches(".rs").split('/').collect::<Vec<_>>();
        let depth = parts.len() - usize::from(parts.last() == Some(&"mod"));
        let module = parts[0];
        if module == "lib" {
            return Vec::new(); // the root puts everything together
        }
        let Some(level) = self.level(module) else {
            return vec![Violation::new(path, 1, format!("module {module} has no place among the layers"))];
        };
        let mut uses = Vec::new();
        find_uses(tokens.clone(), depth, &mut uses);
        let mut violations = Vec::new();
        for (line, name) in uses {
            let used = self.reexports.get(&name).unwrap_or(&name);
            // A name that is neither: a macro, or an item of the root itself.
            let allowed = self.exceptions.iter().any(|(who, whom, _)| (*who, *whom) == (module, used.as_str()));
            if !allowed && self.level(used).is_some_and(|used| used > level) {
                violations.push(Violation::new(path, line, format!("{module} may not use {used}, which is above it")));
            }
        }
        violations
    }
}

fn is_punct(token: &TokenTree, char: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == char)
}

/// The trees of all `use` items at the top of a file.
fn uses(tokens: TokenStream) -> Vec<Vec<TokenTree>> {
    let mut tokens = tokens.into_iter();
    let mut found = Vec::new();
    while let Some(token) = tokens.next() {
        if matches!(&token, TokenTree::Ident(ident) if ident == "use") {
            found.push(tokens.by_ref().take_while(|token| !is_punct(token, ';')).collect());
        }
    }
    found
}

/// The names of a file's items that are `pub`, and of what it reexports.
fn public_names(tokens: TokenStream) -> Vec<String> {
    const KINDS: [&str; 7] = ["struct", "enum", "trait", "type", "fn", "const", "mod"];
    let mut names = Vec::new();
    for path in uses(tokens.clone()) {
        flatten(&path, &mut names);
    }
    let tokens = tokens.into_iter().collect::<Vec<_>>();
    for window in tokens.windows(3) {
        if let [TokenTree::Ident(visible), TokenTree::Ident(kind), TokenTree::Ident(name)] = window
            && visible == "pub"
            && KINDS.iter().any(|known| kind == known)
        {
            names.push(name.to_string());
        }
    }
    names
}

/// The names that the tree of a `use` brings in.
fn flatten(tree: &[TokenTree], names: &mut Vec<String>) {
    for item in tree.split(|token| is_punct(token, ',')) {
        match item.last() {
            Some(TokenTree::Group(group)) => flatten(&group.stream().into_iter().collect::<Vec<_>>(), names),
            Some(TokenTree::Ident(name)) => names.push(name.to_string()),
            _ => {}
        }
    }
}

/// The first names after `crate::`, or after as many `super::` as lead to the root from `depth` modules below it, with
/// their lines; what is compiled for tests only is left out.
fn find_uses(tokens: TokenStream, depth: usize, uses: &mut Vec<(usize, String)>) {
    let tokens = tokens.into_iter().collect::<Vec<_>>();
    let mut at = 0;
    while at < tokens.len() {
        match &tokens[at] {
            TokenTree::Punct(punct) if punct.as_char() == '#' => {
                let attribute = tokens.get(at + 1).map(|token| token.to_string().replace(' ', ""));
                if attribute.as_deref() == Some("[cfg(test)]") {
                    at = end_of_item(&tokens, at + 2);
                    continue;
                }
            }
            TokenTree::Ident(ident) if ident == "crate" => names_after(&tokens, at, uses),
            TokenTree::Ident(ident) if ident == "super" => {
                let mut last = at;
                let mut up = 1;
                while let (Some(TokenTree::Ident(ident)), true) =
                    (tokens.get(last + 3), path_separator(&tokens, last + 1))
                    && ident == "super"
                {
                    last += 3;
                    up += 1;
                }
                if up == depth {
                    names_after(&tokens, last, uses);
                }
                at = last;
            }
            TokenTree::Ident(ident) if ident == "mod" => {
                if let Some(TokenTree::Group(body)) = tokens.get(at + 2) {
                    find_uses(body.stream(), depth + 1, uses);
                    at += 2;
                }
            }
            TokenTree::Group(group) => find_uses(group.stream(), depth, uses),
            _ => {}
        }
        at += 1;
    }
}

fn path_separator(tokens: &[TokenTree], at: usize) -> bool {
    tokens.get(at).is_some_and(|token| is_punct(token, ':'))
        && tokens.get(at + 1).is_some_and(|token| is_punct(token, ':'))
}

/// The names after the `crate` or `super` at `at`: one, or the first ones of a `{…}`.
fn names_after(tokens: &[TokenTree], at: usize, uses: &mut Vec<(usize, String)>) {
    if !path_separator(tokens, at + 1) {
        return;
    }
    let mut add = |token: Option<&TokenTree>| {
        if let Some(TokenTree::Ident(name)) = token {
            uses.push((name.span().start().line, name.to_string()));
        }
    };
    match tokens.get(at + 3) {
        Some(TokenTree::Group(group)) => {
            let inner = group.stream().into_iter().collect::<Vec<_>>();
            inner.split(|token| is_punct(token, ',')).for_each(|item| add(item.first()));
        }
        other => add(other),
    }
}

/// The place after the item that begins at `at`: after its `;` or its `{…}`, whichever comes first.
fn end_of_item(tokens: &[TokenTree], at: usize) -> usize {
    let ends = |token: &TokenTree| {
        is_punct(token, ';') || matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
    };
    tokens[at..].iter().position(ends).map_or(tokens.len(), |length| at + length + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEVELS: &[&[&str]] = &[&["error"], &["keccak"], &["sha3"]];

    fn upward(path: &str, source: &str) -> Vec<String> {
        let mut modules = Modules::new("src/", LEVELS, &[("error", "sha3", "its messages list the names")]);
        modules.find_reexports(
            read("mod sha3; pub use sha3::{Sha3, long::Name as Other}; pub use error::Error;").unwrap(),
        );
        let found = modules.check(path, &read(source).unwrap());
        found.into_iter().map(|violation| format!("{}: {}", violation.line, violation.what)).collect()
    }

    #[test]
    fn comments_and_strings_are_not_unsafe() {
        let source = "/// unsafe\nfn f() { let s = \"unsafe\"; /* unsafe */ let r = r#\"unsafe\"#; } // unsafe\n";
        assert_eq!(check_unsafe("a.rs", &read(source).unwrap(), &[]), []);
        let source = "fn f() {\n    g!(unsafe { h() });\n}\n#[unsafe(no_mangle)]\nfn k() {}\n";
        let found = check_unsafe("a.rs", &read(source).unwrap(), &[]);
        assert_eq!(found.iter().map(|violation| violation.line).collect::<Vec<_>>(), [2, 4]);
        assert_eq!(check_unsafe("in/a.rs", &read(source).unwrap(), &[("in/", "why")]), []);
    }

    #[test]
    fn forbidding_is_seen() {
        assert!(forbids_unsafe(&read("//! x\n#![no_std]\n#![forbid(unsafe_code)]\n").unwrap()));
        assert!(!forbids_unsafe(&read("// #![forbid(unsafe_code)]\n#![deny(unsafe_code)]\n").unwrap()));
    }

    #[test]
    fn upward_uses_are_found() {
        let expected = "1: keccak may not use sha3, which is above it";
        for source in [
            "use crate::sha3::x;",
            "use crate::{error::Error, sha3};",
            "fn f() { crate::sha3::g() }",
            "use crate::Sha3;",
            "use crate::Other;",
            "use super::sha3;",
            "mod inner { use super::super::sha3; }",
            "macro_rules! m { () => { $crate::sha3::f() } }",
        ] {
            assert_eq!(upward("src/keccak/mod.rs", source), [expected], "{source}");
        }
        assert_eq!(upward("src/keccak/x.rs", "use super::super::sha3;"), [expected]);
    }

    #[test]
    fn names_behind_a_star_are_known() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(dir.path().join("src/sha3")).unwrap();
        std::fs::write(dir.path().join("src/lib.rs"), "mod sha3;\npub use sha3::*;\n").unwrap();
        std::fs::write(dir.path().join("src/sha3/mod.rs"), "pub use fixed::Sha3;\npub fn sum() {}\nfn own() {}\n")
            .unwrap();
        let mut modules = Modules::new("src/", LEVELS, &[]);
        modules.read_root(dir.path()).unwrap();
        assert_eq!(modules.reexports.keys().collect::<Vec<_>>(), ["Sha3", "sum"]);
    }

    #[test]
    fn other_uses_are_not() {
        for source in [
            "use crate::Error;",
            "use crate::keccak::sha3;",
            "use lanes::sha3;",
            "use super::state;",
            "// use crate::sha3;",
            "#[cfg(test)] mod tests { use crate::sha3; }",
            "#[cfg(test)] use crate::sha3; fn f() {}",
        ] {
            assert_eq!(upward("src/keccak/mod.rs", source), [""; 0], "{source}");
        }
        assert_eq!(upward("src/keccak/x.rs", "use super::sha3;"), [""; 0]);
        assert_eq!(upward("src/sha3.rs", "use crate::keccak;"), [""; 0]);
        assert_eq!(upward("src/lib.rs", "use crate::sha3;"), [""; 0]);
        assert_eq!(
            upward("src/error.rs", "use crate::{Sha3, keccak};"),
            ["1: error may not use keccak, which is above it"]
        );
        assert_eq!(upward("src/new.rs", ""), ["1: module new has no place among the layers"]);
    }
}
