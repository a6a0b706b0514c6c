//! Set at run time: functions that find forms which a program does not link by itself, and rows that take the place of the plan's.

use crate::Backend;
use crate::plan::Row;
use std::boxed::Box;
use std::sync::OnceLock;

pub type Find<F> = fn(Backend, usize) -> Option<&'static F>;

/// Lookup functions, set at run time, for forms that a program does not link by itself.
pub struct FoundLater<F: ?Sized + 'static> {
    /// `Engine::named`, once the program has installed its own order.
    all: OnceLock<Find<F>>,
    /// The forms of `lanesum-papers`, once the program has registered them.
    papers: OnceLock<Find<F>>,
}

impl<F: ?Sized + 'static> FoundLater<F> {
    #[allow(clippy::new_without_default)] // a constant function
    pub const fn new() -> Self {
        Self { all: OnceLock::new(), papers: OnceLock::new() }
    }

    /// Another thread may set it meanwhile: the value is the same.
    #[inline]
    pub(crate) fn set_all(&self, find: Find<F>) {
        if self.all.get().is_none() {
            let _ = self.all.set(find);
        }
    }

    pub(crate) fn set_papers(&self, find: Find<F>) {
        let _ = self.papers.set(find);
    }

    #[inline]
    pub(crate) fn in_all(&self, backend: Backend, width: usize) -> Option<&'static F> {
        self.all.get()?(backend, width)
    }

    #[inline]
    pub(crate) fn in_papers(&self, backend: Backend, width: usize) -> Option<&'static F> {
        self.papers.get()?(backend, width)
    }
}

/// Installed rows, each once, the oldest first. They are never removed.
pub struct Installed(OnceLock<(Row, Box<Installed>)>);

impl Installed {
    pub const fn new() -> Self {
        Self(OnceLock::new())
    }

    /// The row at a place.
    pub fn get(&self, place: usize) -> Option<&Row> {
        let mut list = self;
        for _ in 0..place {
            list = &list.0.get()?.1;
        }
        Some(&list.0.get()?.0)
    }

    /// The place of a row, which is put at the end if it has none.
    pub fn place(&self, row: &Row) -> usize {
        let (mut list, mut place) = (self, 0);
        loop {
            let (found, next) = list.0.get_or_init(|| (row.clone(), Box::new(Self::new())));
            if found == row {
                return place;
            }
            (list, place) = (next, place + 1);
        }
    }
}
