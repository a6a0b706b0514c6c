//! The modules of one target of a crate: the file, the names and the imports of each.
//!
//! Code that is compiled only for tests is left out, together with the files that only it reaches.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};

use super::tokens::{self, is_punct, path_separator};

/// The modules that a target's root leads to.
#[derive(Default)]
pub(super) struct Tree {
    pub(super) files: Vec<PathBuf>,
    /// The root is the first.
    pub(super) modules: Vec<Module>,
    /// The modules with a `macro_rules!` of a name.
    pub(super) macros: BTreeMap<String, Vec<usize>>,
}

#[derive(Default)]
pub(super) struct Module {
    /// Index into [`Tree::files`].
    pub(super) file: usize,
    /// None for the root.
    pub(super) parent: Option<usize>,
    pub(super) scope: Scope,
    /// Names in the arguments of macros that stand where items do: they may be names of items.
    pub(super) generated: BTreeSet<String>,
    /// The items, without imports and modules.
    pub(super) code: Vec<TokenTree>,
}

/// The names that a module or a block has.
#[derive(Default)]
pub(super) struct Scope {
    names: BTreeMap<String, Vec<Binding>>,
    pub(super) imports: Vec<Import>,
}

/// What a name stands for.
#[derive(Clone, Copy)]
pub(super) enum Binding {
    /// An item of this module.
    Item(usize),
    Module(usize),
    /// Index into [`Scope::imports`].
    Import(usize),
}

/// One name, or one `*`, of a `use`.
pub(super) struct Import {
    pub(super) path: Vec<String>,
    pub(super) line: usize,
    pub(super) kind: Kind,
    pub(super) visibility: Visibility,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Name,
    Glob,
}

/// Whether a `use` passes its names on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Visibility {
    Private,
    Reexport,
}

impl Scope {
    /// What the scope itself calls `name`.
    pub(super) fn named(&self, name: &str) -> Option<&[Binding]> {
        self.names.get(name).map(Vec::as_slice)
    }

    fn bind(&mut self, name: String, binding: Binding) {
        self.names.entry(name).or_default().push(binding);
    }

    /// Adds what stands between `use` and `;`.
    pub(super) fn import(&mut self, tree: &[TokenTree], visibility: Visibility) {
        self.import_below(tree, &[], visibility);
    }

    fn import_below(&mut self, tree: &[TokenTree], prefix: &[String], visibility: Visibility) {
        let mut path = prefix.to_vec();
        let mut at = 0;
        // A path that begins with `::` begins with a crate.
        if path_separator(tree, 0) {
            return;
        }
        while let Some(TokenTree::Ident(ident)) = tree.get(at) {
            path.push(name_of(ident));
            at += 1;
            at += if path_separator(tree, at) { 2 } else { break };
        }
        let line = tree.first().map_or(0, |token| token.span().start().line);
        match tree.get(at) {
            Some(TokenTree::Group(group)) => {
                let inner = group.stream().into_iter().collect::<Vec<_>>();
                for part in inner.split(|token| is_punct(token, ',')).filter(|part| !part.is_empty()) {
                    self.import_below(part, &path, visibility);
                }
            }
            Some(token) if is_punct(token, '*') => {
                self.imports.push(Import { path, line, kind: Kind::Glob, visibility });
            }
            rest => {
                // `{self}` is the module itself
                if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
                    path.pop();
                }
                let renamed = match (rest, tree.get(at + 1)) {
                    (Some(TokenTree::Ident(_)), Some(TokenTree::Ident(alias))) => Some(name_of(alias)),
                    _ => None,
                };
                let Some(name) = renamed.or_else(|| path.last().cloned()) else { return };
                self.bind(name, Binding::Import(self.imports.len()));
                self.imports.push(Import { path, line, kind: Kind::Name, visibility });
            }
        }
    }
}

/// Where the files of a module's children are.
struct Places {
    /// For `mod name;`.
    by_name: PathBuf,
    /// For `#[path = "…"] mod name;`.
    by_path: PathBuf,
}

/// Whether a file's child modules lie in a directory of its own name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Children {
    Beside,
    Below,
}

impl Tree {
    /// Reads a target, whose root is `root`.
    pub(super) fn read(root: &Path) -> Result<Self> {
        let mut tree = Self::default();
        tree.read_file(root, None, Children::Beside)?;
        Ok(tree)
    }

    /// Whether `module` is `ancestor`, or below it.
    pub(super) fn is_within(&self, module: usize, ancestor: usize) -> bool {
        std::iter::successors(Some(module), |&module| self.modules[module].parent).any(|module| module == ancestor)
    }

    /// The outermost module of the file that `module` stands in.
    pub(super) fn outermost(&self, mut module: usize) -> usize {
        while let Some(parent) = self.modules[module].parent
            && self.modules[parent].file == self.modules[module].file
        {
            module = parent;
        }
        module
    }

    /// Returns the file's module, or None if it is compiled for tests only.
    fn read_file(&mut self, path: &Path, parent: Option<usize>, children: Children) -> Result<Option<usize>> {
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        let content = tokens::read(&text).map_err(|error| anyhow!("{}: {error}", path.display()))?;
        let content = content.into_iter().collect::<Vec<_>>();
        if Attributes::of_file(&content).test_only {
            return Ok(None);
        }
        let file = self.files.iter().position(|known| known == path).unwrap_or_else(|| {
            self.files.push(path.to_path_buf());
            self.files.len() - 1
        });
        let directory = path.parent().unwrap_or(Path::new("")).to_path_buf();
        let by_name = match (children, path.file_stem()) {
            (Children::Below, Some(stem)) if stem != "mod" => directory.join(stem),
            _ => directory.clone(),
        };
        let module = self.add(Module { file, parent, ..Module::default() });
        self.read_items(module, &content, &Places { by_name, by_path: directory })?;
        Ok(Some(module))
    }

    fn add(&mut self, module: Module) -> usize {
        self.modules.push(module);
        self.modules.len() - 1
    }

    fn read_items(&mut self, module: usize, mut tokens: &[TokenTree], places: &Places) -> Result<()> {
        while !tokens.is_empty() {
            let (item, rest) = tokens.split_at(item_length(tokens));
            tokens = rest;
            let attributes = Attributes::of(item);
            if attributes.test_only {
                continue;
            }
            let (visibility, body) = visibility(&item[attributes.length..]);
            match body {
                [TokenTree::Ident(keyword), tree @ .., _] if keyword == "use" => {
                    self.modules[module].scope.import(tree, visibility);
                }
                [TokenTree::Ident(keyword), TokenTree::Ident(name), rest @ ..] if keyword == "mod" => {
                    self.read_module(module, &name_of(name), rest.first(), attributes.path, places)?;
                }
                [TokenTree::Ident(keyword), _, TokenTree::Ident(name), ..] if keyword == "macro_rules" => {
                    let name = name_of(name);
                    self.modules[module].scope.bind(name.clone(), Binding::Item(module));
                    if attributes.exported && module != 0 {
                        self.modules[0].scope.bind(name.clone(), Binding::Item(module));
                    }
                    self.macros.entry(name).or_default().push(module);
                    self.modules[module].code.extend_from_slice(item);
                }
                _ => self.read_item(module, item, body),
            }
        }
        Ok(())
    }

    fn read_module(
        &mut self,
        parent: usize,
        name: &str,
        body: Option<&TokenTree>,
        path: Option<String>,
        places: &Places,
    ) -> Result<()> {
        let child = if let Some(TokenTree::Group(body)) = body {
            let content = body.stream().into_iter().collect::<Vec<_>>();
            let child = self.add(Module { file: self.modules[parent].file, parent: Some(parent), ..Module::default() });
            let directory = places.by_name.join(path.as_deref().unwrap_or(name));
            let places = Places { by_name: directory.clone(), by_path: directory };
            self.read_items(child, &content, &places)?;
            Some(child)
        } else if let Some(path) = path {
            self.read_file(&normal(&places.by_path.join(path)), Some(parent), Children::Beside)?
        } else {
            let file = places.by_name.join(name).with_extension("rs");
            let file = if file.exists() { file } else { places.by_name.join(name).join("mod.rs") };
            // For another platform, a file may be made by a build script.
            if file.exists() { self.read_file(&file, Some(parent), Children::Below)? } else { None }
        };
        if let Some(child) = child {
            self.modules[parent].scope.bind(name.to_owned(), Binding::Module(child));
        }
        Ok(())
    }

    /// Any item but imports, modules and macros.
    fn read_item(&mut self, module: usize, item: &[TokenTree], body: &[TokenTree]) {
        let place = &mut self.modules[module];
        place.code.extend_from_slice(item);
        if let Some(name) = item_name(body) {
            place.scope.bind(name, Binding::Item(module));
        } else if is_macro_call(body)
            && let Some(TokenTree::Group(arguments)) = body.iter().find(|token| matches!(token, TokenTree::Group(_)))
        {
            idents(arguments.stream(), &mut place.generated);
        }
    }
}

/// The attributes at the beginning of an item, or of a file.
#[derive(Default)]
pub(super) struct Attributes {
    /// How many tokens they are.
    pub(super) length: usize,
    /// Whether a `cfg` leaves the item out where no tests are compiled.
    pub(super) test_only: bool,
    path: Option<String>,
    exported: bool,
}

impl Attributes {
    pub(super) fn of(tokens: &[TokenTree]) -> Self {
        Self::read(tokens, &["#", "#!"])
    }

    /// Those of a file itself.
    fn of_file(tokens: &[TokenTree]) -> Self {
        Self::read(tokens, &["#!"])
    }

    fn read(tokens: &[TokenTree], signs: &[&str]) -> Self {
        let mut attributes = Self::default();
        while let Some((sign, content)) = attribute(&tokens[attributes.length..])
            && signs.contains(&sign)
        {
            attributes.length += sign.len() + 1;
            let content = content.stream().into_iter().collect::<Vec<_>>();
            match content.as_slice() {
                [TokenTree::Ident(name), TokenTree::Group(predicate)] if name == "cfg" => {
                    let predicate = predicate.stream().into_iter().collect::<Vec<_>>();
                    attributes.test_only |= without_tests(&predicate) == Some(false);
                }
                [TokenTree::Ident(name), _, TokenTree::Literal(path)] if name == "path" => {
                    attributes.path = Some(path.to_string().trim_matches('"').to_owned());
                }
                [TokenTree::Ident(name), ..] if name == "macro_export" => attributes.exported = true,
                _ => {}
            }
        }
        attributes
    }
}

/// The `#[…]` or `#![…]` that `tokens` begin with: its sign and its content.
fn attribute(tokens: &[TokenTree]) -> Option<(&'static str, &Group)> {
    match tokens {
        [hash, TokenTree::Group(content), ..] if is_punct(hash, '#') => Some(("#", content)),
        [hash, bang, TokenTree::Group(content), ..] if is_punct(hash, '#') && is_punct(bang, '!') => {
            Some(("#!", content))
        }
        _ => None,
    }
}

/// What a predicate of `cfg` says where `test` is not set: None if that depends on something else.
fn without_tests(predicate: &[TokenTree]) -> Option<bool> {
    match predicate {
        [TokenTree::Ident(name)] if name == "test" => Some(false),
        [TokenTree::Ident(name), TokenTree::Group(inner)] => {
            let inner = inner.stream().into_iter().collect::<Vec<_>>();
            let parts = inner.split(|token| is_punct(token, ',')).filter(|part| !part.is_empty());
            let parts = parts.map(without_tests).collect::<Vec<_>>();
            // One part with this value decides, whatever the others are.
            let decisive = match name.to_string().as_str() {
                "not" => return parts.first().copied().flatten().map(|value| !value),
                "all" => false,
                "any" => true,
                _ => return None,
            };
            if parts.contains(&Some(decisive)) {
                Some(decisive)
            } else {
                parts.iter().all(Option::is_some).then_some(!decisive)
            }
        }
        _ => None,
    }
}

/// Takes `pub`, `pub(…)` away.
fn visibility(item: &[TokenTree]) -> (Visibility, &[TokenTree]) {
    match item {
        [TokenTree::Ident(word), TokenTree::Group(group), rest @ ..]
            if word == "pub" && group.delimiter() == Delimiter::Parenthesis =>
        {
            (Visibility::Reexport, rest)
        }
        [TokenTree::Ident(word), rest @ ..] if word == "pub" => (Visibility::Reexport, rest),
        _ => (Visibility::Private, item),
    }
}

/// How many of `tokens` are the first item, statement, field or variant.
pub(super) fn item_length(tokens: &[TokenTree]) -> usize {
    const ITEMS: [&str; 12] =
        ["fn", "struct", "enum", "union", "trait", "impl", "mod", "unsafe", "extern", "async", "macro_rules", "const"];
    const WITHOUT_BODY: [&str; 5] = ["const", "static", "type", "use", "let"];
    let start = Attributes::of(tokens).length;
    let (_, body) = visibility(&tokens[start..]);
    let is_one_of = |token: Option<&TokenTree>, words: &[&str]| matches!(token, Some(TokenTree::Ident(ident)) if words.iter().any(|word| ident == word));
    let is_item = is_one_of(body.first(), &ITEMS);
    let has_body = !is_one_of(body.first(), &WITHOUT_BODY) || is_item && is_one_of(body.get(1), &ITEMS);
    let ends = |token: &TokenTree| {
        is_punct(token, ';')
            || has_body && matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
            || has_body && !is_item && is_punct(token, ',')
    };
    tokens[start..].iter().position(ends).map_or(tokens.len(), |length| start + length + 1)
}

/// The name of an item that has one.
fn item_name(body: &[TokenTree]) -> Option<String> {
    const NAMED: [&str; 8] = ["fn", "struct", "enum", "union", "trait", "const", "static", "type"];
    const BEFORE: [&str; 6] = ["const", "static", "unsafe", "extern", "async", "mut"];
    let mut words = body.iter().filter(|token| !matches!(token, TokenTree::Literal(_)));
    let mut named = false;
    loop {
        let Some(TokenTree::Ident(word)) = words.next() else { return None };
        let is_one_of = |words: &[&str]| words.iter().any(|known| word == known);
        if !is_one_of(&NAMED) && !is_one_of(&BEFORE) {
            return named.then(|| name_of(word));
        }
        named |= is_one_of(&NAMED);
    }
}

/// Whether an item is `name! …` or `path::to::name! …`.
fn is_macro_call(body: &[TokenTree]) -> bool {
    let path = body.iter().take_while(|token| matches!(token, TokenTree::Ident(_)) || is_punct(token, ':')).count();
    path > 0 && body.get(path).is_some_and(|token| is_punct(token, '!'))
}

fn idents(tokens: TokenStream, names: &mut BTreeSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => _ = names.insert(name_of(&ident)),
            TokenTree::Group(group) => idents(group.stream(), names),
            _ => {}
        }
    }
}

pub(super) fn name_of(ident: &Ident) -> String {
    let name = ident.to_string();
    name.strip_prefix("r#").map(str::to_owned).unwrap_or(name)
}

/// Without `..`, so that a file has one name.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        if part.as_os_str() != ".." || !normal.pop() {
            normal.push(part);
        }
    }
    normal
}
