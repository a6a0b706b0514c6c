//! Hash functions that are an [`Algorithm`].

use std::hint::black_box;

use lanesum::digest::ExtendableOutput;
use lanesum::digest::typenum::{self, Unsigned};
use lanesum::{Algorithm, Backend, Domain, Kt, Messages, Strength, strengths};
use measure::trials::{Case, Contender, Failed, Hash, Input, LANESUM, RowKind, Work};

use super::counts::{CHUNK, is_of_keccak, is_tree, per_byte, permutations, rounds, width_for};
use super::tree;
use crate::limits::Limits;

/// The backend that the dispatch chooses, or for [`RowKind::Form`] every backend that takes this many messages at once.
pub(super) fn contenders<'a>(
    algorithm: Algorithm,
    case: &Case,
    input: &'a Input,
    limits: &Limits,
) -> Vec<Contender<'a>> {
    match case.kind {
        RowKind::Form => {
            forms(algorithm, case.messages).map(|backend| form(algorithm, case, input, limits, backend)).collect()
        }
        RowKind::FormCurve => {
            let backends = figure_forms(algorithm).iter();
            backends.map(|backend| form(algorithm, case, input, limits, *backend)).collect()
        }
        _ => vec![chosen(algorithm, case, input, limits)],
    }
}

/// The backends that a paper's figure of an algorithm is about: for SHA-512 the white paper's three, for KT128 those that the package
/// paper's processors had.
pub fn figure_forms(algorithm: Algorithm) -> &'static [Backend] {
    match algorithm {
        Algorithm::Sha512 => &[Backend::Sse41, Backend::Avx, Backend::Avx2],
        Algorithm::Kt128 => &[Backend::Sse2, Backend::Avx2],
        _ => &[],
    }
}

/// An algorithm's backends that take just this many messages at once; of KT128 and KT256, whose chunks fill the slots, all that
/// take one message. Those of the papers are among them.
pub fn forms(algorithm: Algorithm, width: usize) -> impl Iterator<Item = Backend> {
    lanesum_papers::register();
    let takes = move |backend: &Backend| match (is_tree(algorithm), width) {
        (true, 1) => true,
        (true, _) => false,
        (false, _) => algorithm.widths(*backend).contains(&width),
    };
    algorithm.backends().iter().copied().filter(takes)
}

fn chosen<'a>(algorithm: Algorithm, case: &Case, input: &'a Input, limits: &Limits) -> Contender<'a> {
    let at_once = if is_tree(algorithm) && case.messages == 1 { case.bytes / CHUNK + 1 } else { case.messages };
    let choice = algorithm.chosen(at_once);
    let work = if case.kind == RowKind::OneMessage {
        match algorithm {
            Algorithm::Kt128 => Work::one_by_one(input, case.output_bytes, over_threads::<strengths::Bits128>()),
            Algorithm::Kt256 => Work::one_by_one(input, case.output_bytes, over_threads::<strengths::Bits256>()),
            Algorithm::Blake3 => Work::one_by_one(input, case.output_bytes, blake3_over_threads()),
            _ => Err("one message of it is one thread's".into()),
        }
    } else if case.messages == 1 {
        Work::one_by_one(input, case.output_bytes, Box::new(one_shot(algorithm)))
    } else {
        batch(algorithm, None, input, case.output_bytes)
    };
    let limit = if is_tree(algorithm) && case.messages > 1 && case.bytes >= CHUNK && case.kind == RowKind::Messages {
        Err("the chunks of several messages share slots to an extent that no formula tells".into())
    } else {
        per_byte(case, || {
            if is_tree(algorithm) && case.messages == 1 {
                let choose = |chunks| (algorithm.chosen(chunks).backend, algorithm.chosen(chunks).width);
                return tree::cycles(algorithm, case.bytes, case.output_bytes, limits, choose);
            }
            Some(limit_of_batch(algorithm, case.messages, limits)? * blocks(algorithm, case))
        })
    };
    Contender {
        backend: Some(choice.backend.name().into()),
        width: Some(choice.width as u64),
        limit_core_cpb: limit,
        ..Contender::new(LANESUM, work)
    }
}

/// Core cycles of one permutation, or block, of all messages of a batch, in the groups that the dispatch makes of them.
fn limit_of_batch(algorithm: Algorithm, messages: usize, limits: &Limits) -> Option<f64> {
    let (mut left, mut cycles) = (messages, 0.0);
    while left > 0 {
        let choice = algorithm.chosen(left);
        cycles += if is_of_keccak(algorithm) {
            limits.permutation(choice.backend, choice.width, rounds(algorithm))?
        } else {
            limits.block(algorithm, choice.backend, choice.width)?
        };
        left = left.saturating_sub(choice.width);
    }
    Some(cycles)
}

/// Permutations, or blocks, of each message.
fn blocks(algorithm: Algorithm, case: &Case) -> f64 {
    permutations(algorithm, case.bytes, case.output_bytes) as f64
}

fn form<'a>(algorithm: Algorithm, case: &Case, input: &'a Input, limits: &Limits, backend: Backend) -> Contender<'a> {
    let least = |chunks| width_for(algorithm, backend, chunks);
    let cycles = || {
        if is_tree(algorithm) {
            let choose = |chunks| (backend, least(chunks));
            return tree::cycles(algorithm, case.bytes, case.output_bytes, limits, choose);
        }
        let of_all = if is_of_keccak(algorithm) {
            limits.permutation(backend, case.messages, rounds(algorithm))
        } else {
            limits.block(algorithm, backend, case.messages)
        };
        Some(of_all? * blocks(algorithm, case))
    };
    Contender {
        backend: Some(backend.name().into()),
        width: Some(if is_tree(algorithm) { least(case.bytes.div_ceil(CHUNK)) } else { case.messages } as u64),
        limit_core_cpb: per_byte(case, cycles),
        ..Contender::new(LANESUM, batch(algorithm, Some(backend), input, case.output_bytes))
    }
}

/// A call of the library for each row of its table, for messages as a user hashes them: one by the function, many in one call by the type.
macro_rules! by_table {
    ($($(#[$doc:meta])* $feature:literal $variant:ident $name:literal $standard:literal $tag:literal $facts:tt: $family:ident,
       $output:ident $digest:ident $block:ident $resistance:ident, $input:ident, $salt:ident,
       $construction:ident $start:tt: $($oneshot:ident)*;)*) => {
        /// One message.
        pub(crate) fn one_shot(algorithm: Algorithm) -> impl FnMut(&[u8], &mut [u8]) -> Result<(), Failed> {
            move |message, out| {
                match algorithm {
                    $( Algorithm::$variant => by_table!(@one $construction $output $variant message out $($oneshot)*), )*
                    other => unreachable!("{other} is not in the table"),
                }
                Ok(())
            }
        }

        /// Many messages in one call. (KT128's type is a hasher, which is kept.)
        pub(crate) fn in_one_call<M: Messages + ?Sized>(algorithm: Algorithm) -> impl FnMut(&M, &mut [u8]) -> Result<(), lanesum::Error> {
            let kt128 = (algorithm == Algorithm::Kt128).then(|| lanesum::Kt128::new([]));
            let bytes = algorithm.digest_bits() / 8;
            move |messages, out| {
                if let Some(kt128) = &kt128 {
                    return kt128.finalize_many(messages, bytes, out);
                }
                match algorithm {
                    $( Algorithm::$variant => by_table!(@many $construction $output $variant $digest messages bytes out), )*
                    other => unreachable!("{other} is not in the table"),
                }
            }
        }
    };
    (@one Turbo $output:ident $variant:ident $message:ident $out:ident $function:ident) => {
        lanesum::$function($message, Domain::default(), $out)
    };
    (@one Tree $output:ident $variant:ident $message:ident $out:ident $function:ident) => {
        lanesum::$function($message, &[], $out)
    };
    (@one $construction:ident Xof $variant:ident $message:ident $out:ident $function:ident $($more:ident)*) => {
        lanesum::$function($message, $out)
    };
    (@one $construction:ident Fixed $variant:ident $message:ident $out:ident $function:ident $($more:ident)*) => {
        $out.copy_from_slice(&lanesum::$function($message))
    };
    (@one Blake2 Fixed Blake2b $message:ident $out:ident) => { $out.copy_from_slice(&lanesum::blake2b::<64>($message)) };
    (@one Blake2 Fixed Blake2s $message:ident $out:ident) => { $out.copy_from_slice(&lanesum::blake2s::<32>($message)) };
    (@one Blake3 Xof $variant:ident $message:ident $out:ident) => {
        if $out.len() == 32 {
            $out.copy_from_slice(&lanesum::blake3($message));
        } else {
            by_table!(@one Hasher Xof $variant $message $out);
        }
    };
    (@one $construction:ident $output:ident $variant:ident $message:ident $out:ident) => {{
        let mut hasher = lanesum::Hasher::new(Algorithm::$variant);
        hasher.update($message);
        hasher.finalize().read($out).expect("a digest's length")
    }};
    (@many Sponge Xof $variant:ident $digest:ident $messages:ident $bytes:ident $out:ident) => {
        lanesum::$variant::digest_many($messages, $bytes, $out)
    };
    // Its types are hashers with parameters.
    (@many Blake2 Fixed $($rest:tt)*) => { by_table!(@many Blake2 any $($rest)*) };
    (@many $construction:ident Fixed $variant:ident $digest:ident $messages:ident $bytes:ident $out:ident) => {
        lanesum::$variant::digest_many($messages, $out.as_chunks_mut::<{ typenum::$digest::USIZE }>().0)
    };
    (@many $construction:ident $output:ident $variant:ident $digest:ident $messages:ident $bytes:ident $out:ident) => {
        Algorithm::$variant.digest_many(None, $messages, $out)
    };
}
lanesum::for_each_algorithm!(by_table);

/// One message of KT128 or KT256 on all threads of rayon's pool.
fn over_threads<S: Strength>() -> Hash {
    Box::new(|message, out| {
        let mut hasher = Kt::<S>::new([]);
        hasher.update_rayon(message);
        hasher.finalize_xof().read(out);
        Ok(())
    })
}

/// The same of BLAKE3.
fn blake3_over_threads() -> Hash {
    Box::new(|message, out| {
        let mut hasher = lanesum::Hasher::new(Algorithm::Blake3);
        hasher.update_rayon(message);
        hasher.finalize().read(out).expect("output of any length");
        Ok(())
    })
}

/// The messages of `input` in one call of `digest_many`, on the backend asked for or the best one.
fn batch(
    algorithm: Algorithm,
    backend: Option<Backend>,
    input: &Input,
    output_bytes: usize,
) -> Result<Work<'_>, String> {
    let messages: Vec<&[u8]> = input.messages().collect();
    Work::in_one_call(messages.len() * output_bytes, move |out| {
        algorithm.digest_many(backend, black_box(&messages), out)
    })
}
