//! A lock for what threads of Python share.

use pyo3::prelude::*;
use std::cell::UnsafeCell;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

/// Exclusive access, only for threads that are attached to the interpreter. Of two such threads, only one runs at a time, except in an
/// interpreter without the global lock. So plain loads and stores are enough, where a `Mutex` takes two atomic exchanges: 13 ns of the
/// 58 that an update of 8 bytes took.
pub(crate) struct Lock<T> {
    taken: AtomicBool,
    /// Threads that wait. They are counted while they are attached, so whoever gives the value back sees them.
    waiting: AtomicUsize,
    gate: Mutex<()>,
    given: Condvar,
    value: UnsafeCell<T>,
}

// SAFETY: the value is reached by one guard at a time, or by exclusive reference.
unsafe impl<T: Send> Sync for Lock<T> {}

/// The value, until it is dropped. It keeps the thread attached.
pub(crate) struct Guard<'a, T> {
    lock: &'a Lock<T>,
    _attached: Python<'a>,
}

impl<T> Lock<T> {
    pub(crate) fn new(value: T) -> Self {
        let (taken, waiting) = (AtomicBool::new(false), AtomicUsize::new(0));
        Self { taken, waiting, gate: Mutex::new(()), given: Condvar::new(), value: UnsafeCell::new(value) }
    }

    pub(crate) fn get_mut(&mut self) -> &mut T {
        self.value.get_mut()
    }

    #[inline]
    pub(crate) fn lock<'a>(&'a self, py: Python<'a>) -> Guard<'a, T> {
        while !self.take() {
            self.wait(py);
        }
        Guard { lock: self, _attached: py }
    }

    #[inline]
    fn take(&self) -> bool {
        #[cfg(Py_GIL_DISABLED)]
        return !self.taken.swap(true, Ordering::SeqCst);
        #[cfg(not(Py_GIL_DISABLED))]
        {
            let free = !self.taken.load(Ordering::Acquire);
            self.taken.store(true, Ordering::Relaxed);
            free
        }
    }

    /// Waits, without the interpreter, until the value is given back.
    #[cold]
    fn wait(&self, py: Python<'_>) {
        self.waiting.fetch_add(1, Ordering::SeqCst);
        let (taken, gate, given) = (&self.taken, &self.gate, &self.given);
        py.detach(|| {
            let mut gate = gate.lock().unwrap_or_else(PoisonError::into_inner);
            while taken.load(Ordering::SeqCst) {
                gate = given.wait(gate).unwrap_or_else(PoisonError::into_inner);
            }
        });
        self.waiting.fetch_sub(1, Ordering::SeqCst);
    }
}

impl<T> Deref for Guard<'_, T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: this guard is the only one.
        unsafe { &*self.lock.value.get() }
    }
}

impl<T> DerefMut for Guard<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: this guard is the only one.
        unsafe { &mut *self.lock.value.get() }
    }
}

impl<T> Drop for Guard<'_, T> {
    #[inline]
    fn drop(&mut self) {
        // Without the global lock, no thread may look at `waiting` before the others see that the value is free.
        let ordered = !cfg!(Py_GIL_DISABLED);
        self.lock.taken.store(false, if ordered { Ordering::Release } else { Ordering::SeqCst });
        if self.lock.waiting.load(if ordered { Ordering::Relaxed } else { Ordering::SeqCst }) > 0 {
            wake(self.lock);
        }
    }
}

#[cold]
fn wake<T>(lock: &Lock<T>) {
    // Whoever waits has looked at `taken` before this, and sleeps, or looks after this.
    drop(lock.gate.lock().unwrap_or_else(PoisonError::into_inner));
    lock.given.notify_all();
}
