//! The cases of `lanesum bench`, and the backends that take part in each.

use std::hint::black_box;

use super::findings::WIDTHS;
use lanesum::{Algorithm, Backend, Message};
use measure::trials::{Case, Contender, Input, LANESUM, RowKind, Work};

/// From less than a block to what fits no register file and most first-level caches no longer.
pub(super) const BYTES: [usize; 5] = [64, 136, 1536, 4096, 65536];

/// With `--quick`: long enough for the kernels to matter, and not the calls.
pub(super) const QUICK_BYTES: [usize; 1] = [4096];

/// Every number of messages, of these lengths, for each algorithm.
pub(super) fn cases(algorithms: &[Algorithm], lengths: &[usize]) -> Vec<Case> {
    let mut cases = Vec::new();
    for algorithm in algorithms {
        let widest = algorithm.backends().iter().flat_map(|backend| algorithm.widths(*backend)).max();
        for messages in WIDTHS.into_iter().filter(|width| widest.is_some_and(|widest| width <= widest)) {
            cases.extend(lengths.iter().map(|&bytes| Case {
                algorithm: algorithm.name().to_owned(),
                kind: RowKind::Form,
                bytes,
                messages,
                output_bytes: algorithm.digest_bits() / 8,
                threads: 1,
            }));
        }
    }
    cases
}

/// Every backend that works here, and last what is taken when nobody names one.
pub(super) fn contenders<'i>(case: &Case, input: &'i Input) -> Vec<Contender<'i>> {
    among(case, input, |_| true)
}

/// The same without the backends that take fewer messages at once, or more: no order has these for so many.
pub(super) fn deciding<'i>(case: &Case, input: &'i Input) -> Vec<Contender<'i>> {
    among(case, input, |widths| widths.contains(&case.messages))
}

/// Whether any backend here takes just so many messages at once.
pub(super) fn is_decided(case: &Case) -> bool {
    let Ok(algorithm) = case.algorithm.parse::<Algorithm>() else { return false };
    let takes = |backend: &Backend| backend.is_available() && algorithm.widths(*backend).contains(&case.messages);
    algorithm.backends().iter().any(takes)
}

/// The backends whose widths are measured.
fn among<'i>(case: &Case, input: &'i Input, are_wanted: impl Fn(&[usize]) -> bool) -> Vec<Contender<'i>> {
    let Ok(algorithm) = case.algorithm.parse::<Algorithm>() else { return Vec::new() };
    let works = |backend: &Backend| backend.is_available() && are_wanted(algorithm.widths(*backend));
    let forms = algorithm.backends().iter().copied().filter(works);
    forms.map(Some).chain([None]).map(|backend| contender(algorithm, case, input, backend)).collect()
}

/// A backend, or what is taken when nobody names one: by the same call, so that they differ in nothing else.
fn contender<'i>(algorithm: Algorithm, case: &Case, input: &'i Input, backend: Option<Backend>) -> Contender<'i> {
    let choice = algorithm.chosen(case.messages);
    let of = |backend| (backend, width(algorithm, backend, case.messages));
    let (name, width) = backend.map_or((choice.backend, choice.width), of);
    let messages: Vec<Message<'_>> = input.messages().map(Message::new).collect();
    let output_bytes = case.output_bytes;
    let work = Work::in_one_call(messages.len() * output_bytes, move |out| {
        algorithm.digest_many(backend, black_box(&messages), out)
    });
    Contender { backend: Some(name.name().to_owned()), width: Some(width as u64), ..Contender::new(LANESUM, work) }
}

/// How many of this many messages a backend takes at once.
fn width(algorithm: Algorithm, backend: Backend, messages: usize) -> usize {
    let widths = algorithm.widths(backend);
    widths.iter().find(|width| **width >= messages).or(widths.last()).copied().unwrap_or(1)
}
