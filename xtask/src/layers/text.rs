//! Rules for any text: no path and no name of the machine on which it was written, and no file that is too long.

use std::path::Path;

use super::violation::Violation;

/// Lines that a Rust file may have (CONTRIBUTING.md says so, too).
pub(super) const LONGEST: usize = 500;

/// The directories that a checkout may lie in, without the slash: the whole name would be a finding in this very file.
const PLACES: [&str; 3] = ["work", "home", "root"];

/// Endings of names that mean something on one network only.
const PRIVATE_NAMES: [&str; 2] = ["internal", "localdomain"];

/// A machine's name that is shorter is too likely to be a word of its own.
const SHORTEST_NAME: usize = 5;

pub(super) fn check(path: &str, content: &str) -> Vec<Violation> {
    let machine = machine();
    let mut violations = Vec::new();
    for (number, line) in (1..).zip(content.lines()) {
        if let Some(place) = PLACES.iter().find(|place| names_place(line, place)) {
            violations.push(Violation::new(path, number, format!("an absolute path, in /{place}")));
        }
        if machine.as_ref().is_some_and(|machine| has_word(line, machine))
            || PRIVATE_NAMES.iter().any(|end| names_host(line, end))
        {
            violations.push(Violation::new(path, number, "the name of a machine"));
        }
    }
    let lines = content.lines().count();
    let rust = Path::new(path).extension().is_some_and(|extension| extension == "rs");
    if rust && lines > LONGEST {
        violations.push(Violation::new(path, LONGEST + 1, format!("{lines} lines; {LONGEST} are enough for one file")));
    }
    violations
}

/// The machine's name, if it is one to look for.
fn machine() -> Option<String> {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").ok()?;
    let name = name.trim();
    (name.len() >= SHORTEST_NAME && !name.starts_with("localhost")).then(|| name.to_owned())
}

fn part_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-'
}

/// Where `word` stands in `line` with no letter, digit, `_` or `-` after it.
fn ends<'a>(line: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    line.match_indices(word)
        .map(|(at, _)| at)
        .filter(move |at| !line.as_bytes().get(at + word.len()).is_some_and(|&next| part_of_word(next)))
}

fn has_word(line: &str, word: &str) -> bool {
    ends(line, word).any(|at| !line[..at].bytes().last().is_some_and(part_of_word))
}

/// Whether the line names `/place` as an absolute path: nothing before the slash that would make it part of another.
fn names_place(line: &str, place: &str) -> bool {
    ends(line, place).any(|at| match line[..at].strip_suffix('/') {
        Some(before) => !before.bytes().last().is_some_and(|last| part_of_word(last) || b"./~}])>*".contains(&last)),
        None => false,
    })
}

/// Whether the line has a name that ends in `.end`.
fn names_host(line: &str, end: &str) -> bool {
    ends(line, end).any(|at| {
        let before = line[..at].strip_suffix('.');
        before.is_some_and(|before| before.bytes().last().is_some_and(|last| last.is_ascii_alphanumeric()))
            && !line[at + end.len()..].starts_with(['(', '.', ':', ' '])
            && line[..at].contains("//")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absolute_paths_are_found() {
        let slash = "/";
        for line in ["{}work/main", "cd {}home/someone", "\"{}root\"", "see {}work."] {
            assert_eq!(check("x", &line.replace("{}", slash)).len(), 1, "{line}");
        }
        for line in ["a workspace", "{}workspace", "crates{}work/x", "..{}home", "{}home-page", "the root"] {
            assert_eq!(check("x", &line.replace("{}", slash)), [], "{line}");
        }
    }

    #[test]
    fn private_hosts_are_found() {
        assert_eq!(check("x", &format!("https://registry.{}/x", "internal")).len(), 1);
        assert_eq!(check("x", "the internal lanes, crate.internal()"), []);
    }

    #[test]
    fn long_files_are_found() {
        let text = "\n".repeat(LONGEST + 1);
        assert_eq!(check("x.rs", &text).len(), 1);
        assert_eq!(check("x.md", &text), []);
    }
}
