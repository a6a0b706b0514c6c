//! Rules for Rust code, which is read token by token, so that comments and strings do not count and macros do.

use proc_macro2::{Delimiter, LexError, TokenStream, TokenTree};

use super::violation::Violation;

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

pub(super) fn is_punct(token: &TokenTree, char: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == char)
}

pub(super) fn path_separator(tokens: &[TokenTree], at: usize) -> bool {
    tokens.get(at).is_some_and(|token| is_punct(token, ':'))
        && tokens.get(at + 1).is_some_and(|token| is_punct(token, ':'))
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
