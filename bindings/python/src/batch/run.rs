//! Divides ranges of rows among threads.

use super::gather::{ENOUGH, Source};
use super::out::Out;
use super::poll::{Poll, Stopped};
use super::template::Template;
use crate::memory::Block;
use pyo3::prelude::*;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

/// Ranges of rows and their places, which threads take in order.
struct Ranges<'a> {
    out: &'a mut [u8],
    next: usize,
    rows: usize,
}

impl<'a> Ranges<'a> {
    fn take(&mut self, width: usize, range: usize) -> Option<(usize, &'a mut [u8])> {
        let rows = range.min(self.rows - self.next);
        if rows == 0 {
            return None;
        }
        let first = self.next;
        let (out, rest) = std::mem::take(&mut self.out).split_at_mut(rows * width);
        self.out = rest;
        self.next += rows;
        Some((first, out))
    }
}

/// Appends the digests of all rows of `source` to `out`.
pub(super) fn run(
    py: Python<'_>,
    source: &dyn Source,
    template: &Template,
    threads: usize,
    out: &mut Out,
) -> PyResult<()> {
    // A caller with many sources is quicker with each than a poll waits.
    py.check_signals()?;
    let (before, rows) = (out.count, source.rows());
    let (places, nulls) = out.grow(py, rows)?;
    let mut found = py.detach(|| all(source, template, threads, places)).map_err(PyErr::from)?;
    found.sort_unstable();
    nulls.extend(found.into_iter().map(|row| before + row));
    Ok(())
}

/// The rows that are null, in no order.
fn all(source: &dyn Source, template: &Template, threads: usize, out: &mut [u8]) -> Result<Vec<usize>, Stopped> {
    let rows = source.rows();
    // A range is small enough that no thread waits long for the last one.
    let threads = threads.min(rows.div_ceil(template.rows_for_a_thread())).max(1);
    let ranges = Mutex::new(Ranges { out, next: 0, rows });
    let stop = AtomicBool::new(false);
    if threads == 1 {
        return worker(source, template, &ranges, Poll::main(&stop));
    }
    std::thread::scope(|scope| {
        let others: Vec<_> =
            (1..threads).map(|_| scope.spawn(|| worker(source, template, &ranges, Poll::other(&stop)))).collect();
        let mut result = worker(source, template, &ranges, Poll::main(&stop));
        for other in others {
            let other = other.join().unwrap_or(Err(Stopped::Elsewhere));
            result = match (result, other) {
                (Ok(mut nulls), Ok(more)) => {
                    nulls.extend(more);
                    Ok(nulls)
                }
                // The one that knows why.
                (Err(Stopped::Elsewhere) | Ok(_), Err(error)) | (Err(error), _) => Err(error),
            };
        }
        result
    })
}

fn worker<'a>(
    source: &'a dyn Source,
    template: &Template,
    ranges: &Mutex<Ranges<'_>>,
    mut poll: Poll<'_>,
) -> Result<Vec<usize>, Stopped> {
    let mut nulls = Vec::new();
    let mut block = Block::<'a>::default();
    let most = (ENOUGH / template.width).max(1);
    let mut work = || -> Result<(), Stopped> {
        loop {
            let taken =
                ranges.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take(template.width, template.range());
            let Some((mut first, mut out)) = taken else { return Ok(()) };
            while !out.is_empty() {
                poll.now()?;
                block.clear();
                let rows = source.gather(first, most.min(out.len() / template.width), &mut block)?;
                let (now, rest) = out.split_at_mut(rows * template.width);
                digest(&block, template, now, &mut poll)?;
                nulls.extend(block.nulls().iter().map(|row| first + row));
                (first, out) = (first + rows, rest);
            }
        }
    };
    match work() {
        Ok(()) => Ok(nulls),
        Err(error) => {
            poll.stop();
            Err(error)
        }
    }
}

fn digest(block: &Block<'_>, template: &Template, out: &mut [u8], poll: &mut Poll<'_>) -> Result<(), Stopped> {
    let width = template.width;
    let dense = &mut out[..block.pieces().len() * width];
    if !dense.is_empty() {
        template.many(block, dense, poll)?;
    }
    template.long(block, dense, poll)?;
    template.long_rows(block.long_rows(), dense, poll)?;
    if !block.nulls().is_empty() {
        spread(out, width, block.pieces().len(), block.nulls());
    }
    Ok(())
}

/// Moves digests that stand one after the other to their rows, and leaves zeroes in those that are null. From the end on: no digest
/// stands behind its row.
fn spread(out: &mut [u8], width: usize, mut dense: usize, nulls: &[usize]) {
    if dense == 0 {
        // Nothing has been written.
        return;
    }
    let mut nulls = nulls.iter().rev().peekable();
    for row in (0..out.len() / width).rev() {
        if nulls.next_if(|null| **null == row).is_some() {
            out[row * width..][..width].fill(0);
        } else {
            dense -= 1;
            if dense == row {
                break;
            }
            out.copy_within(dense * width..(dense + 1) * width, row * width);
        }
    }
}
