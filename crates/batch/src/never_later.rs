//! As `later.rs`, in a build without `std`: nothing can be set.

use crate::Backend;
use crate::plan::Row;
use core::marker::PhantomData;

pub type Find<F> = fn(Backend, usize) -> Option<&'static F>;

pub struct FoundLater<F: ?Sized + 'static>(PhantomData<fn() -> &'static F>);

impl<F: ?Sized + 'static> FoundLater<F> {
    #[allow(clippy::new_without_default)] // a constant function
    pub const fn new() -> Self {
        Self(PhantomData)
    }

    #[allow(clippy::unused_self)]
    pub(crate) fn set_all(&self, _: Find<F>) {}

    #[allow(clippy::unused_self)]
    pub(crate) fn set_papers(&self, _: Find<F>) {}

    #[allow(clippy::unused_self)]
    pub(crate) fn in_all(&self, _: Backend, _: usize) -> Option<&'static F> {
        None
    }

    #[allow(clippy::unused_self)]
    pub(crate) fn in_papers(&self, _: Backend, _: usize) -> Option<&'static F> {
        None
    }
}

pub struct Installed;

impl Installed {
    pub const fn new() -> Self {
        Self
    }

    #[allow(clippy::unused_self)]
    pub fn get(&self, _: usize) -> Option<&Row> {
        None
    }
}
