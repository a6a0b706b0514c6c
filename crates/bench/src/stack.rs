//! The gate's sweep: a kernel takes as long wherever the stack is.
//!
//! A kernel that spills wide registers to a frame that is not aligned to them takes 10 to 50 % longer at some positions of the stack. One
//! process has one position, so that no other figure shows this.

use std::io::Write;

use anyhow::{Result, bail};
use measure::trials::Input;
use measure::{Options, Sampler};

use crate::algorithms::{Known, Role};
use crate::gate::options;
use crate::limits::Limits;
use crate::{grid, subjects};

/// Positions over a page, 128 bytes apart.
const POSITIONS: usize = 32;
const PAGE: usize = 4096;
/// More than this times the least, and a kernel is slow at some position.
const MOST: f64 = 1.05;
/// A kernel above that is swept so often again, and then its slow positions so often: other programs make figures worse, but a position that is
/// really slow is slow again.
const AGAIN: [usize; 2] = [4, 30];
/// One function of each kernel: others differ in their padding. Permutations, Keyak and Ketje, and BLAKE-256 of two leaves are measured, too.
const FUNCTIONS: [&str; 10] =
    ["sha3-256", "turboshake128", "kt128", "sha256", "sha512", "blake256", "blake512", "blake2b", "blake2s", "blake3"];

/// Sweeps the stack for every form of the selected functions, and writes a line for each; without a filter, for every kernel.
///
/// # Errors
/// A form is slow at some position, or the machine was too noisy to tell; there is nothing to measure; `out` fails.
pub(crate) fn run(selected: &[Known], filtered: bool, out: &mut dyn Write) -> Result<()> {
    // Refused in some sandboxes: fewer samples are quiet then.
    let _ = measure::pin_to_quietest_cpu();
    writeln!(
        out,
        "form\tleast\tmedian\tworst\tworst / least\tworst at\t# core cycles a call, over {POSITIONS} stack positions"
    )?;
    let (mut forms, mut slow, mut noisy) = (0, 0, 0);
    for known in selected.iter().filter(|known| filtered || is_representative(known)) {
        let cases =
            if known.role == Role::Permutation { grid::permutations(known) } else { grid::forms(known).collect() };
        for case in cases {
            let input = Input::of(&case);
            let contenders = subjects::contenders(&case, &input, &Limits::default()).into_iter();
            for (backend, mut work) in contenders.filter_map(|form| form.backend.zip(form.work.ok())) {
                let costs = sweep(AGAIN, &mut *work.run);
                let [(least, _), (median, _), (worst, at)] = [0, POSITIONS / 2, POSITIONS - 1].map(|at| costs[at]);
                let name = format!("{} {backend} x{}", case.algorithm, case.messages);
                writeln!(out, "{name}\t{least:.0}\t{median:.0}\t{worst:.0}\t{:.3}\t{at}", worst / least)?;
                out.flush()?;
                forms += 1;
                noisy += usize::from(worst.is_infinite());
                slow += usize::from(worst.is_finite() && worst > MOST * least);
            }
        }
    }
    match (forms, slow, noisy) {
        (0, ..) => bail!("nothing to measure: no form is selected"),
        (_, 0, 0) => Ok(()),
        _ => bail!(
            "of {forms} forms, {slow} are more than {MOST} times as slow at some stack position; {noisy} had too few quiet samples"
        ),
    }
}

fn is_representative(known: &Known) -> bool {
    matches!(known.role, Role::Permutation | Role::Encryption | Role::Paper) || FUNCTIONS.contains(&known.name)
}

/// The costs at all positions, in ascending order, each with its position in bytes: of each the least lower quartile.
fn sweep([sweeps, more]: [usize; 2], work: &mut dyn FnMut(u64)) -> [(f64, usize); POSITIONS] {
    let mut costs: [_; POSITIONS] = std::array::from_fn(|at| (f64::INFINITY, at * PAGE / POSITIONS));
    for again in 0..=sweeps + more {
        let least = costs.iter().map(|cost| cost.0).fold(f64::INFINITY, f64::min);
        let is_slow = |cost: f64| cost.is_infinite() || cost > MOST * least;
        if !costs.iter().any(|cost| is_slow(cost.0)) {
            break;
        }
        for (cost, position) in costs.iter_mut().filter(|cost| again <= sweeps || cost.0.is_finite() && is_slow(cost.0))
        {
            let sample = || Sampler::new(options(Options::MIN_ROUNDS)).add("", &mut *work).run();
            let rows = measure::with_stack_lower_by(*position, sample);
            *cost = rows.iter().filter_map(crate::gate::cost).fold(*cost, f64::min);
        }
    }
    costs.sort_by(|a, b| a.0.total_cmp(&b.0));
    costs
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::hint::black_box;

    #[test]
    fn the_stack_is_swept_over_a_page() {
        let mut places = BTreeSet::new();
        let costs = sweep([0, 0], &mut |_| {
            let here = 0_u8;
            places.insert(std::ptr::from_ref(black_box(&here)).addr() % PAGE / (PAGE / POSITIONS));
        });
        assert_eq!(places.len(), POSITIONS, "{places:?}");
        assert!(costs.is_sorted_by_key(|cost| cost.0));
    }
}
