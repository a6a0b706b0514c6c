//! Names of very many files, in one piece of memory.

use crate::subject::Subject;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Name(u32);

#[derive(Default)]
pub(crate) struct Names {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Names {
    pub(crate) fn push(&mut self, name: &[u8]) -> Name {
        let number = small(self.ends.len());
        self.bytes.extend_from_slice(name);
        self.ends.push(self.bytes.len());
        Name(number)
    }

    pub(crate) fn get(&self, Name(number): Name) -> &[u8] {
        let number = number as usize;
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.bytes[start..self.ends[number]]
    }
}

/// A type that has a name, its own or one stored in `Names`.
pub(crate) trait Named {
    fn name_in<'a>(&'a self, names: &'a Names) -> &'a [u8];
}

impl Named for Name {
    fn name_in<'a>(&'a self, names: &'a Names) -> &'a [u8] {
        names.get(*self)
    }
}

impl Named for Subject {
    fn name_in<'a>(&'a self, _: &'a Names) -> &'a [u8] {
        self.name()
    }
}

/// A number in half the memory.
///
/// # Panics
/// It is 2^32 or more: so many names of files fit into no memory.
pub(crate) fn small(number: usize) -> u32 {
    u32::try_from(number).expect("fewer than 2^32 names")
}
