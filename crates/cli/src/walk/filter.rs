//! Chooses the files below a directory: all, unless `--exclude` or `--include` says otherwise.

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::place::{below, spot};

/// Rules for which files of a directory are taken.
#[derive(Clone, Debug, Default)]
pub(crate) struct Filter {
    exclude: Vec<String>,
    include: Vec<String>,
    /// Directories on another file system are not entered.
    pub(crate) one_file_system: bool,
    /// The file that the output goes to is a file like others.
    pub(super) with_output: bool,
    /// The patterns for the current directory; none if everything is taken.
    matchers: Option<Arc<(Gitignore, Gitignore)>>,
}

impl Filter {
    /// Patterns as in a `.gitignore`, relative to each directory that is walked.
    ///
    /// # Errors
    /// A pattern that cannot be parsed.
    pub(crate) fn new(exclude: &[String], include: &[String], one_file_system: bool) -> Result<Self, ignore::Error> {
        build(Path::new(""), exclude)?;
        build(Path::new(""), include)?;
        Ok(Self { exclude: exclude.into(), include: include.into(), one_file_system, ..Self::default() })
    }

    /// Leaves nothing out, not even what is being written.
    pub(crate) fn everything() -> Self {
        Self { with_output: true, ..Self::default() }
    }

    /// Is the choice of files made by name?
    pub(crate) fn is_choosy(&self) -> bool {
        !self.include.is_empty()
    }

    pub(crate) fn has_patterns(&self) -> bool {
        !self.include.is_empty() || !self.exclude.is_empty()
    }

    pub(crate) fn within(mut self, directory: &Path) -> Self {
        if !self.exclude.is_empty() || !self.include.is_empty() {
            // They have been built once already.
            let build = |globs: &[String]| build(directory, globs).unwrap_or_else(|_| Gitignore::empty());
            self.matchers = Some(Arc::new((build(&self.exclude), build(&self.include))));
        }
        self
    }

    /// Is it taken, or, if it is a directory, looked into? What is excluded is not included again.
    pub(crate) fn takes(&self, path: &Path, is_dir: bool) -> bool {
        let Some(matchers) = &self.matchers else { return true };
        let (exclude, include) = &**matchers;
        if exclude.matched(path, is_dir).is_ignore() {
            return false;
        }
        // A file may be included by the directory that it is in.
        is_dir || self.include.is_empty() || include.matched_path_or_any_parents(path, is_dir).is_ignore()
    }

    /// Whether a walk of these directories would take a file of this name, if it existed. Names outside of all of them count as taken.
    pub(crate) fn of_names(&self, here: &Path, directories: &[OsString]) -> impl Fn(&Path) -> bool + use<> {
        let here = here.to_owned();
        let of = |directory| (spot(&here, directory), directory.to_owned(), self.clone().within(directory));
        let within: Vec<_> = directories.iter().map(|directory| of(Path::new(directory))).collect();
        move |name| {
            let at = spot(&here, name);
            let mut taken = within.iter().filter_map(|(root, directory, filter)| {
                let below = below(&at, root)?;
                let mut parents = below.ancestors().skip(1).filter(|parent| !parent.as_os_str().is_empty());
                let entered = parents.all(|parent| filter.takes(&directory.join(parent), true));
                Some(entered && filter.takes(&directory.join(below), false))
            });
            taken.next().is_none_or(|first| first || taken.any(|other| other))
        }
    }
}

fn build(directory: &Path, globs: &[String]) -> Result<Gitignore, ignore::Error> {
    let mut builder = GitignoreBuilder::new(directory);
    // git takes `[` without `]` for itself; here it is more likely a mistake, and nothing would be left out.
    builder.allow_unclosed_class(false);
    for glob in globs {
        builder.add_line(None, glob)?;
    }
    builder.build()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(exclude: &[&str], include: &[&str], path: &str) -> bool {
        let text = |globs: &[&str]| globs.iter().map(ToString::to_string).collect::<Vec<_>>();
        let filter = Filter::new(&text(exclude), &text(include), false).unwrap().within(Path::new("d"));
        filter.takes(Path::new(path.trim_end_matches('/')), path.ends_with('/'))
    }

    /// As gitignore(5) says.
    #[test]
    fn patterns() {
        for (exclude, include, path, expected) in [
            (&[][..], &[][..], "d/x", true),
            (&["*.o"], &[], "d/a/x.o", false),
            (&["*.o"], &[], "d/a/x.c", true),
            (&["/x"], &[], "d/x", false),
            (&["/x"], &[], "d/a/x", true),
            (&["a/"], &[], "d/a/", false),
            (&["a/"], &[], "d/b/a", true),
            (&["*.o", "!keep.o"], &[], "d/keep.o", true),
            (&[".git"], &[], "d/b/.git/", false),
            (&[], &["*.jpg"], "d/a/x.jpg", true),
            (&[], &["*.jpg"], "d/a/x.png", false),
            (&[], &["*.jpg"], "d/a/", true),
            (&[], &["a/"], "d/a/b/x", true),
            (&["a/**/x"], &["*"], "d/a/b/c/x", false),
        ] {
            assert_eq!(taken(exclude, include, path), expected, "{exclude:?} {include:?} {path}");
        }
        let names = |globs: &[&str]| {
            let globs = globs.iter().map(ToString::to_string).collect::<Vec<_>>();
            Filter::new(&globs, &[], false).unwrap().of_names(Path::new("/h"), &["d".into(), "/e".into()])
        };
        for (exclude, name, expected) in [
            (&["*.o"][..], "d/x.o", false),
            (&["*.o"], "./d/../d/x.c", true),
            (&["/a"], "/h/d/a/b/c", false),
            (&["/a"], "d/b/a", true),
            (&["/a/"], "/e/a/x", false),
            (&["*.o"], "elsewhere/x.o", true),
            (&[], "d/x", true),
        ] {
            assert_eq!(names(exclude)(Path::new(name)), expected, "{exclude:?} {name}");
        }
        for wrong in ["[z-a]", "[", "{a"] {
            assert!(Filter::new(&[wrong.into()], &[], false).is_err(), "{wrong}");
            assert!(Filter::new(&[], &[wrong.into()], false).is_err(), "{wrong}");
        }
        assert!(Filter::new(&["[[]".into()], &[], false).is_ok());
    }
}
