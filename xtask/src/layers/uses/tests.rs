//! Made-up crates, each as its files' names and texts; the first is the root.

use super::*;

/// The uses between the files, as `from -> to: name (line)`.
fn found(files: &[(&str, &str)]) -> Vec<String> {
    let dir = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = dir.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let tree = Tree::read(&dir.path().join(files[0].0)).unwrap();
    let name = |file: usize| tree.files[file].strip_prefix(dir.path()).unwrap().display().to_string();
    find(&tree)
        .iter()
        .map(|used| format!("{} -> {}: {} ({})", name(used.from), name(used.to), used.name, used.line))
        .collect()
}

/// The uses in a crate of three files, of which `a/deep.rs` and `b.rs` define what `user` may name.
fn of(user: &str) -> Vec<String> {
    found(&[
        ("lib.rs", "mod a; mod b; mod user;"),
        ("a/mod.rs", "mod deep; pub(crate) use deep::{Deep, Deep as Renamed}; pub(crate) use deep::*;"),
        ("a/deep.rs", "pub struct Deep; pub fn dig() {} pub enum Kind { One }"),
        ("b.rs", "pub trait B {} pub mod inner { pub const C: u8 = 0; }"),
        ("user.rs", user),
    ])
}

#[test]
fn every_kind_of_path_leads_to_the_definition() {
    let deep = |name, line| vec![format!("user.rs -> a/deep.rs: {name} ({line})")];
    let b = |name, line| vec![format!("user.rs -> b.rs: {name} ({line})")];
    for (user, expected) in [
        ("use crate::b::B;", b("B", 1)),
        ("use super::b::B;", b("B", 1)),
        ("use {crate::{\nb::{B as _}}};", b("B", 2)),
        ("\nfn f(b: impl crate::b::B) {}", b("B", 2)),
        ("use self::super::b; fn f(b: &dyn b::B) {}", b("B", 1)),
        ("use crate::b::{self as other}; fn f(b: &dyn other::B) {}", b("B", 1)),
        ("use crate::b::inner; const D: u8 = inner::C;", b("C", 1)),
        ("use crate::b::inner::*; const D: u8 = C;", b("C", 1)),
        ("fn f() { use crate::b as c; loop { c::inner::C; } }", b("C", 1)),
        ("fn f() { let x: *const crate::a::Deep; }", deep("Deep", 1)),
        ("use crate::a::Deep; fn f() { Deep::new(); }", deep("Deep", 1)),
        ("use crate::a::Renamed;", deep("Deep", 1)),
        ("use crate::a::deep::Kind::One;", deep("Kind", 1)),
        ("use crate::a::Kind::*;", deep("Kind", 1)),
        ("fn f() { crate::a::dig(); }", deep("dig", 1)),
        ("fn f() { vec![crate::a::dig()]; }", deep("dig", 1)),
        ("#[attribute(with = crate::a::dig)] struct S;", deep("dig", 1)),
        ("mod inline { use super::super::a::Deep; }", deep("Deep", 1)),
        ("mod inline { pub fn f() -> crate::a::Deep {} }", deep("Deep", 1)),
        ("macro_rules! m { () => { $crate::a::dig() } }", deep("dig", 1)),
        ("macro_rules! m { () => { use $crate::a::Deep; } }", deep("Deep", 1)),
        ("macro_rules! m { () => { } } m! { fn f() { crate::a::dig() } }", deep("dig", 1)),
    ] {
        assert_eq!(of(user), expected, "{user}");
    }
}

#[test]
fn what_is_no_path_into_another_file_is_no_use() {
    for user in [
        "use crate::b;",
        "use std::b::B; use ::b::B;",
        "use a::B; fn f() { b::B; }",
        "struct B; fn f(x: B) -> self::B {}",
        "// crate::b::B\nconst X: &str = \"crate::b::B\";",
        "#[cfg(test)] mod tests { use crate::b::B; }",
        "#[cfg(test)] use crate::b::B; fn f() {}",
        "#[doc(hidden)] #[cfg(all(test, unix))] fn f() { crate::a::dig() }",
        "fn f() { #[cfg(test)] crate::a::dig(); }",
        "fn f() { #[cfg(test)] use crate::a::dig; }",
        "struct S { #[cfg(test)] deep: crate::a::Deep, x: u8 }",
        "#[cfg(test)] const X: [u8; 1] = { [crate::b::inner::C] };",
        "use crate::a::*; fn f(x: X) { x.dig(); let dig = 1; } impl X { fn dig() {} }",
    ] {
        assert_eq!(of(user), [""; 0], "{user}");
    }
    assert_eq!(of("#![cfg(test)]\nuse crate::b::B;"), [""; 0]);
}

#[test]
fn a_condition_that_may_hold_without_tests_counts() {
    for condition in ["unix", "not(test)", "any(test, unix)", "feature = \"test\"", "not(all(test, unix))"] {
        let user = format!("#[cfg({condition})] use crate::b::B;");
        assert_eq!(of(&user), ["user.rs -> b.rs: B (1)"], "{condition}");
        let user = format!("struct S {{ #[cfg(test)] x: u8, #[cfg({condition})] deep: crate::a::Deep }}");
        assert_eq!(of(&user), ["user.rs -> a/deep.rs: Deep (1)"], "{condition}");
    }
}

#[test]
fn a_file_for_tests_is_not_read() {
    let files = [
        ("lib.rs", "mod a; #[cfg(test)] mod tests;"),
        ("a.rs", "pub struct A;"),
        ("tests.rs", "mod more; use crate::a::A;"),
        ("tests/more.rs", "use crate::a::A; this is no Rust ("),
    ];
    assert_eq!(found(&files), [""; 0]);
}

#[test]
fn reexports_of_every_form_lead_on() {
    for facade in [
        "pub use crate::b::B;",
        "pub(crate) use crate::b::B;",
        "pub(in crate::a) use super::b::B;",
        "pub use super::b::*;",
        "use super::b::B;",
        "pub use super::c::Other as B;",
        "pub use super::c::again::B;",
        "use super::b as c; pub use c::B;",
    ] {
        let files = [
            ("lib.rs", "mod a; mod b; mod c; mod user;"),
            ("a.rs", facade),
            ("b.rs", "pub struct B;"),
            ("c.rs", "pub use crate::b::B as Other; pub mod again { pub use super::super::b::*; }"),
            ("user.rs", "use crate::a::B;"),
        ];
        let found = found(&files);
        assert!(found.contains(&"user.rs -> b.rs: B (1)".to_owned()), "{facade}: {found:?}");
        assert!(!found.iter().any(|used| used.starts_with("user.rs -> a.rs")), "{facade}: {found:?}");
    }
}

#[test]
fn a_facade_uses_nothing_by_passing_on_what_is_below_it() {
    let child = ("a/child.rs", "pub struct Child; pub fn f(x: super::Own) {}");
    let of_facade =
        |facade| found(&[("lib.rs", "mod a; mod b;"), ("a/mod.rs", facade), child, ("b.rs", "pub struct B;")]);
    let up = "a/child.rs -> a/mod.rs: Own (1)";
    assert_eq!(of_facade("mod child; pub use child::Child; pub use child::*; pub struct Own;"), [up]);
    assert_eq!(of_facade("mod child; pub mod shown { pub use super::child::Child; } pub struct Own;"), [up]);
    let down = "a/mod.rs -> a/child.rs: Child (1)";
    assert_eq!(of_facade("mod child; use child::Child; pub struct Own(Child);"), [down, up]);
    assert_eq!(of_facade("mod child; pub use child::Child; pub struct Own(Child);"), [down, up]);
    assert_eq!(of_facade("mod child; pub use child::*; pub struct Own(Child);"), [down, up]);
    assert_eq!(of_facade("mod child; pub struct Own(child::Child);"), [down, up]);
    assert_eq!(of_facade("mod child; pub use crate::b::B; pub struct Own;"), ["a/mod.rs -> b.rs: B (1)", up]);
}

#[test]
fn reexports_in_a_circle_end() {
    let files = [
        ("lib.rs", "mod a; mod b; pub use a::*; pub use b::*; fn f(x: B, y: Lost) {}"),
        ("a.rs", "pub use crate::b::*; pub use crate::b::Lost;"),
        ("b.rs", "pub use crate::a::*; pub use crate::a::Lost; pub struct B;"),
    ];
    assert!(found(&files).contains(&"lib.rs -> b.rs: B (1)".to_owned()));
}

#[test]
fn modules_are_found_wherever_their_files_lie() {
    let files = [
        (
            "main.rs",
            "mod a; mod inline { mod c; #[path = \"d.rs\"] mod other; } #[path = \"x/../e.rs\"] mod e; struct S;",
        ),
        ("a.rs", "mod b; #[cfg(unix)] mod absent;"),
        ("a/b/mod.rs", "mod f; use crate::S;"),
        ("a/b/f.rs", "use crate::S;"),
        ("inline/c.rs", "use crate::S;"),
        ("inline/d.rs", "use crate::S;"),
        ("e.rs", "mod g; use crate::S;"),
        ("g.rs", "use crate::S;"),
    ];
    let expected = ["a/b/mod.rs", "a/b/f.rs", "inline/c.rs", "inline/d.rs", "e.rs", "g.rs"];
    assert_eq!(found(&files), expected.map(|file| format!("{file} -> main.rs: S (1)")));
}

#[test]
fn both_modules_of_a_condition_count() {
    let files = [
        ("lib.rs", "#[cfg(unix)] mod sys; #[cfg(not(unix))] #[path = \"other.rs\"] mod sys; mod user;"),
        ("sys.rs", "pub fn f() {}"),
        ("other.rs", "pub fn f() {}"),
        ("user.rs", "use crate::sys::f;"),
    ];
    assert_eq!(found(&files), ["user.rs -> sys.rs: f (1)", "user.rs -> other.rs: f (1)"]);
}

#[test]
fn macros_are_found_by_path_by_name_and_by_order() {
    let files = [
        ("lib.rs", "#[macro_use] mod a; macro_rules! first { () => {} } mod user;"),
        (
            "a.rs",
            "macro_rules! ours { () => {} } pub(crate) use ours; macro_rules! used { () => {} }\n\
                  #[macro_export] macro_rules! everywhere { () => {} }",
        ),
        ("user.rs", "use crate::a::ours;\nfn f() { ours!();\nfirst!();\nused!();\ncrate::everywhere!();\nprintln!() }"),
    ];
    let expected = [
        "user.rs -> a.rs: everywhere (5)",
        "user.rs -> a.rs: ours (1)",
        "user.rs -> a.rs: used! (4)",
        "user.rs -> lib.rs: first! (3)",
    ];
    let mut found = found(&files);
    found.sort();
    assert_eq!(found, expected);
}

#[test]
fn what_a_macro_makes_is_defined_where_it_is_called() {
    let files = [
        ("lib.rs", "mod a; mod b; mod user;"),
        ("a.rs", "macro_rules! make { ($name:ident) => { pub struct $name; } } pub(crate) use make;"),
        ("b.rs", "use crate::a::make; make! { Made }\nmake!(Other);"),
        ("user.rs", "use crate::b::Made; mod inner { use crate::b::*; struct X(Other); }"),
    ];
    let expected = ["b.rs -> a.rs: make (1)", "user.rs -> b.rs: Made (1)", "user.rs -> b.rs: Other (1)"];
    assert_eq!(found(&files), expected);
}

#[test]
fn a_name_of_a_module_and_of_a_function_is_both() {
    let files = [
        ("lib.rs", "mod split; mod user; pub(crate) use split::split;"),
        ("split.rs", "pub fn split() {} pub struct S;"),
        ("user.rs", "use crate::split; fn f(x: split::S) { split() }"),
    ];
    assert_eq!(found(&files), ["user.rs -> split.rs: S (1)", "user.rs -> split.rs: split (1)"]);
}
