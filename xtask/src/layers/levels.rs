//! The direction between the modules of one crate.

use super::uses::Use;
use super::violation::Violation;

/// A module that another one may use although it is above it: who, whom, and why.
pub(super) type Exception = (&'static str, &'static str, &'static str);

/// The modules of one crate, and which may use which.
pub(super) struct Levels {
    /// Where the crate's sources lie, with a slash at the end.
    pub(super) sources: &'static str,
    /// From the bottom up.
    pub(super) modules: &'static [&'static [&'static str]],
    pub(super) exceptions: &'static [Exception],
}

impl Levels {
    /// What is used from above, and modules without a level.
    pub(super) fn check(&self, files: &[String], uses: &[Use]) -> Vec<Violation> {
        let placed = files.iter().map(|file| self.module_of(file)).collect::<Vec<_>>();
        let lost = files.iter().zip(&placed).filter_map(|(file, module)| {
            let module = module.filter(|module| self.level(module).is_none())?;
            Some(Violation::new(file, 1, format!("module {module} has no place among the layers")))
        });
        let upward = uses.iter().filter_map(|used| {
            let (module, other) = (placed[used.from]?, placed[used.to]?);
            let is_upward = self.level(other)? > self.level(module)?;
            let allowed = self.exceptions.iter().any(|(who, whom, _)| (*who, *whom) == (module, other));
            let what = format!("{module} may not use {other}, which is above it ({})", used.name);
            (is_upward && !allowed).then(|| Violation::new(&files[used.from], used.line, what))
        });
        lost.chain(upward).collect()
    }

    /// None for the root, which puts everything together.
    fn module_of<'f>(&self, file: &'f str) -> Option<&'f str> {
        let module = file.strip_prefix(self.sources)?.split('/').next()?.trim_end_matches(".rs");
        (module != "lib").then_some(module)
    }

    fn level(&self, module: &str) -> Option<usize> {
        self.modules.iter().position(|level| level.contains(&module))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEVELS: Levels = Levels {
        sources: "src/",
        modules: &[&["error"], &["keccak", "md"], &["sha3"]],
        exceptions: &[("error", "sha3", "its messages list the names")],
    };

    fn found(from: &str, to: &str) -> Vec<String> {
        let files = [from.to_owned(), to.to_owned()];
        let uses = [Use { from: 0, to: 1, name: "Name".to_owned(), line: 7 }];
        let found = LEVELS.check(&files, &uses).into_iter();
        found.map(|Violation { path, line, what }| format!("{path}:{line}: {what}")).collect()
    }

    #[test]
    fn upward_uses_are_found() {
        let upward = "keccak may not use sha3, which is above it (Name)";
        for (from, to) in [("keccak.rs", "sha3.rs"), ("keccak/x.rs", "sha3/mod.rs"), ("keccak/mod.rs", "sha3/y/z.rs")] {
            let (from, to) = (format!("src/{from}"), format!("src/{to}"));
            assert_eq!(found(&from, &to), [format!("{from}:7: {upward}")]);
        }
        assert_eq!(
            found("src/error.rs", "src/md.rs"),
            ["src/error.rs:7: error may not use md, which is above it (Name)"]
        );
    }

    #[test]
    fn other_uses_are_not() {
        for (from, to) in [
            ("src/sha3.rs", "src/keccak.rs"),
            ("src/keccak/x.rs", "src/md/sha3.rs"),
            ("src/lib.rs", "src/sha3.rs"),
            ("src/keccak.rs", "src/lib.rs"),
            ("src/error.rs", "src/sha3.rs"),
            ("tests/keccak.rs", "tests/sha3.rs"),
        ] {
            assert_eq!(found(from, to), [""; 0], "{from} {to}");
        }
    }

    #[test]
    fn every_module_needs_a_level() {
        let expected = ["src/new/x.rs:1: module new has no place among the layers"];
        assert_eq!(found("src/new/x.rs", "src/lib.rs"), expected);
    }
}
