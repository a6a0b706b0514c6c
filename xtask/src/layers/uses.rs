//! Which file of a crate uses which: each path is followed, through imports and reexports, to the file that defines what it
//! names.
//!
//! - A module's reexports of items that are defined below it are its facade, and do not count as use. Names in its other code do.
//! - The items that a macro makes count as defined where the macro is called.
//! - Methods are not seen, because only types show to which item they belong.

use proc_macro2::TokenTree;

use super::tokens::{is_punct, path_separator};
use super::tree::{Attributes, Binding, Import, Kind, Scope, Tree, Visibility, item_length, name_of};

/// A name in one file that another one defines; files are indices into [`Tree::files`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Use {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) name: String,
    /// The first one in `from`.
    pub(super) line: usize,
}

/// All uses between files of `tree`, each name once.
pub(super) fn find(tree: &Tree) -> Vec<Use> {
    let mut finder = Finder { tree, uses: Vec::new() };
    for (module, content) in tree.modules.iter().enumerate() {
        let place = Place { module, blocks: &[] };
        finder.add_imports(place, &content.scope);
        finder.scan(module, &content.code, &mut Vec::new());
    }
    let mut uses = finder.uses;
    uses.sort();
    uses.dedup_by(|next, first| (next.from, next.to, &next.name) == (first.from, first.to, &first.name));
    uses
}

/// Where a path stands: in a module, and there in blocks with imports of their own, the innermost last.
#[derive(Clone, Copy)]
struct Place<'a> {
    module: usize,
    blocks: &'a [Scope],
}

/// What a path leads to.
#[derive(Clone)]
enum Target {
    /// By its name in the module that defines it.
    Item(usize, String),
    Module(usize),
}

/// The imports that are being followed, so that none is followed in a circle.
type Followed = Vec<*const Import>;

struct Finder<'t> {
    tree: &'t Tree,
    uses: Vec<Use>,
}

impl Finder<'_> {
    fn add_imports(&mut self, place: Place<'_>, scope: &Scope) {
        for import in &scope.imports {
            let targets = self.tree.resolve(place, &import.path, &mut vec![std::ptr::from_ref(import)]);
            self.add(place.module, targets, import.line, import.visibility);
        }
    }

    fn add(&mut self, module: usize, targets: Vec<Target>, line: usize, visibility: Visibility) {
        let from = self.tree.modules[module].file;
        for target in targets {
            let Target::Item(definer, name) = target else { continue };
            let to = self.tree.modules[definer].file;
            let below = || self.tree.is_within(definer, self.tree.outermost(module));
            if to != from && !(visibility == Visibility::Reexport && below()) {
                self.uses.push(Use { from, to, name, line });
            }
        }
    }

    /// Finds the paths in `tokens`, which stand in `blocks` of a module.
    fn scan(&mut self, module: usize, tokens: &[TokenTree], blocks: &mut Vec<Scope>) {
        let mut at = 0;
        while at < tokens.len() {
            match &tokens[at] {
                token if is_punct(token, '#') => {
                    let attributes = Attributes::of(&tokens[at..]);
                    if attributes.test_only {
                        at += item_length(&tokens[at..]);
                        continue;
                    }
                }
                TokenTree::Ident(_) if is_import(tokens, at) => {
                    at += item_length(&tokens[at..]);
                    continue;
                }
                TokenTree::Ident(_) if begins_path(tokens, at) => {
                    at = self.scan_path(module, tokens, at, blocks);
                    continue;
                }
                TokenTree::Group(group) => {
                    let inner = group.stream().into_iter().collect::<Vec<_>>();
                    let imports = imports_of(&inner);
                    let outer = blocks.len();
                    if !imports.imports.is_empty() {
                        blocks.push(imports);
                        self.add_imports(Place { module, blocks }, &blocks[outer]);
                    }
                    self.scan(module, &inner, blocks);
                    blocks.truncate(outer);
                }
                _ => {}
            }
            at += 1;
        }
    }

    /// The path that begins at `at`; returns where it ends.
    fn scan_path(&mut self, module: usize, tokens: &[TokenTree], at: usize, blocks: &[Scope]) -> usize {
        let mut path = Vec::new();
        let mut end = at;
        while let Some(TokenTree::Ident(ident)) = tokens.get(end) {
            path.push(name_of(ident));
            end += 1;
            if !path_separator(tokens, end) || !matches!(tokens.get(end + 2), Some(TokenTree::Ident(_))) {
                break;
            }
            end += 2;
        }
        let mut targets = self.tree.resolve(Place { module, blocks }, &path, &mut Vec::new());
        let found = targets.iter().any(|target| matches!(target, Target::Item(..)));
        if !found && path.len() == 1 && tokens.get(end).is_some_and(|token| is_punct(token, '!')) {
            targets = self.tree.textual_macro(module, &path[0]);
        }
        self.add(module, targets, tokens[at].span().start().line, Visibility::Private);
        end
    }
}

impl Tree {
    /// What `path` leads to: nothing if that is outside the crate.
    fn resolve(&self, place: Place<'_>, path: &[String], followed: &mut Followed) -> Vec<Target> {
        let Some((first, rest)) = path.split_first() else { return vec![Target::Module(place.module)] };
        let mut targets = match first.as_str() {
            "crate" => vec![Target::Module(0)],
            "self" => vec![Target::Module(place.module)],
            "super" => self.parent(place.module),
            name => self.lookup(place, name, followed).unwrap_or_default(),
        };
        for name in rest {
            targets = targets.into_iter().flat_map(|target| self.step(target, name, followed)).collect();
        }
        targets
    }

    fn step(&self, target: Target, name: &str, followed: &mut Followed) -> Vec<Target> {
        match target {
            // What comes after an item is its own: a variant, a method.
            Target::Item(..) => vec![target],
            Target::Module(module) => match name {
                "self" => vec![target],
                "super" => self.parent(module),
                _ => {
                    let found = self.lookup(Place { module, blocks: &[] }, name, followed);
                    found.unwrap_or_else(|| vec![Target::Item(module, name.to_owned())])
                }
            },
        }
    }

    fn parent(&self, module: usize) -> Vec<Target> {
        self.modules[module].parent.map(Target::Module).into_iter().collect()
    }

    /// What `name` is at `place`. None if it has no such name; nothing if it is a name from outside the crate.
    fn lookup(&self, place: Place<'_>, name: &str, followed: &mut Followed) -> Option<Vec<Target>> {
        for (at, scope) in place.blocks.iter().enumerate().rev() {
            let outer = Place { blocks: &place.blocks[..=at], ..place };
            let found = self.lookup_in(scope, outer, name, followed);
            if found.is_some() {
                return found;
            }
        }
        let module = &self.modules[place.module];
        let found = self.lookup_in(&module.scope, Place { blocks: &[], ..place }, name, followed);
        let generated = || module.generated.contains(name).then(|| vec![Target::Item(place.module, name.to_owned())]);
        found.or_else(generated)
    }

    fn lookup_in(&self, scope: &Scope, place: Place<'_>, name: &str, followed: &mut Followed) -> Option<Vec<Target>> {
        let mut follow = |import: &Import| {
            let import_id = std::ptr::from_ref(import);
            if followed.contains(&import_id) {
                return None;
            }
            followed.push(import_id);
            let targets = self.resolve(place, &import.path, followed);
            let targets = match import.kind {
                Kind::Name => Some(targets),
                Kind::Glob => targets.into_iter().find_map(|target| match target {
                    Target::Module(module) => self.lookup(Place { module, blocks: &[] }, name, followed),
                    Target::Item(..) => None,
                }),
            };
            followed.pop();
            targets
        };
        if let Some(bindings) = scope.named(name) {
            let mut found = None;
            for binding in bindings {
                let targets = match *binding {
                    Binding::Item(module) => Some(vec![Target::Item(module, name.to_owned())]),
                    Binding::Module(module) => Some(vec![Target::Module(module)]),
                    Binding::Import(import) => follow(&scope.imports[import]),
                };
                if let Some(targets) = targets {
                    found.get_or_insert_with(Vec::new).extend(targets);
                }
            }
            return found;
        }
        scope.imports.iter().filter(|import| import.kind == Kind::Glob).find_map(follow)
    }

    /// A macro that is in scope where it is called by the order of the text, or by `#[macro_use]`.
    fn textual_macro(&self, module: usize, name: &str) -> Vec<Target> {
        let Some(definers) = self.macros.get(name) else { return Vec::new() };
        let above = definers.iter().filter(|&&definer| self.is_within(module, definer));
        // The nearest one: a module comes after those that it is in.
        let nearest = above.max();
        let chosen = nearest.map_or(definers.as_slice(), std::slice::from_ref);
        chosen.iter().map(|&definer| Target::Item(definer, format!("{name}!"))).collect()
    }
}

/// The imports that stand in a block, outside the blocks within it.
fn imports_of(block: &[TokenTree]) -> Scope {
    let mut scope = Scope::default();
    let mut at = 0;
    while at < block.len() {
        if is_punct(&block[at], '#') && Attributes::of(&block[at..]).test_only {
            at += item_length(&block[at..]);
        } else if is_import(block, at) {
            let length = item_length(&block[at..]);
            // In the text of a macro, the crate is `$crate`.
            let tree = block[at + 1..at + length - 1].iter().filter(|token| !is_punct(token, '$')).cloned();
            scope.import(&tree.collect::<Vec<_>>(), Visibility::Private);
            at += length;
        } else {
            at += 1;
        }
    }
    scope
}

/// Whether a `use …;` begins at `at`; `use<…>` is a bound.
fn is_import(tokens: &[TokenTree], at: usize) -> bool {
    matches!(&tokens[at], TokenTree::Ident(ident) if ident == "use")
        && tokens.get(at + 1).is_some_and(|token| !is_punct(token, '<'))
}

/// Whether the identifier at `at` is the beginning of a path: no field, no method, no lifetime, no name being defined.
fn begins_path(tokens: &[TokenTree], at: usize) -> bool {
    const DEFINES: [&str; 10] = ["fn", "struct", "enum", "union", "trait", "const", "static", "type", "mod", "let"];
    let before = |back: usize| at.checked_sub(back).map(|place| &tokens[place]);
    let is = |back: usize, char| before(back).is_some_and(|token| is_punct(token, char));
    let is_field = is(1, '.') && !is(2, '.');
    let goes_on = is(1, ':') && is(2, ':');
    let is_pointer = is(2, '*');
    let is_defined = matches!(before(1), Some(TokenTree::Ident(word)) if DEFINES.iter().any(|known| word == known));
    !is_field && !goes_on && !is(1, '\'') && (is_pointer || !is_defined)
}

#[cfg(test)]
mod tests;
