//! XOFs in step: `N` messages absorbed once and squeezed in any pieces, compared with the reference, on every backend.

use crate::bits::Bits;
use crate::case::Case;
use crate::support::guard::{Edge, Flush};
use crate::support::{backends, message};
use lanesum::functions::{Shake128, Shake256};
use lanesum::strengths::{Bits128, Bits256};
use lanesum::{Algorithm, Backend, Domain, Error, ManyXof, Message, TurboShake};

/// Writes the next bytes of each output.
type Squeeze = Box<dyn FnMut(&mut [Edge]) -> Result<(), Error>>;

/// So many XOFs of a function.
struct InStep {
    algorithm: Algorithm,
    count: usize,
    make: fn(Option<Backend>, &[Message<'_>]) -> Squeeze,
}

macro_rules! in_step {
    ($($algorithm:ident $chosen:expr, $named:expr;)*) => {
        vec![$( in_step!(@ $algorithm $chosen, $named; 1), in_step!(@ $algorithm $chosen, $named; 2),
            in_step!(@ $algorithm $chosen, $named; 4), in_step!(@ $algorithm $chosen, $named; 8) ),*]
    };
    (@ $algorithm:ident $chosen:expr, $named:expr; $count:literal) => {
        InStep { algorithm: Algorithm::$algorithm, count: $count, make: |backend, messages| {
            let messages: [Message<'_>; $count] = std::array::from_fn(|i| messages[i]);
            let mut xofs = backend.map_or_else(|| $chosen(messages), |backend| $named(backend, messages).unwrap());
            assert!(backend.is_none_or(|backend| backend == xofs.backend()));
            Box::new(move |out| {
                let mut out = out.iter_mut();
                xofs.squeeze(std::array::from_fn::<_, $count, _>(|_| &mut out.next().expect("one each")[..]))
            })
        } }
    };
}

/// The domain of [`Case::usual`].
fn domain() -> Domain {
    Domain::new(0x0b).unwrap()
}

fn table() -> Vec<InStep> {
    in_step! {
        Shake128 ManyXof::<Shake128, _>::new, ManyXof::<Shake128, _>::with_backend;
        Shake256 ManyXof::<Shake256, _>::new, ManyXof::<Shake256, _>::with_backend;
        TurboShake128 |of: [Message<'_>; _]| TurboShake::<Bits128>::many(domain(), of.map(|of| of.body)),
            |backend, of: [Message<'_>; _]| TurboShake::<Bits128>::many_with_backend(backend, domain(), of.map(|of| of.body));
        TurboShake256 |of: [Message<'_>; _]| TurboShake::<Bits256>::many(domain(), of.map(|of| of.body)),
            |backend, of: [Message<'_>; _]| TurboShake::<Bits256>::many_with_backend(backend, domain(), of.map(|of| of.body));
    }
}

/// Lengths of prefix and body, and the number of last bits.
type Lengths = (usize, usize, u32);

impl InStep {
    /// Squeezes pieces of these lengths, with the backend that the library chooses and with every other.
    fn check(&self, lengths: impl Fn(usize) -> Lengths, pieces: &[Vec<usize>]) {
        let whole = self.algorithm.takes_whole_bytes();
        let most = pieces.iter().map(|pieces| pieces.iter().sum()).max().unwrap_or(0);
        let (mut parts, mut expected) = (Vec::new(), Vec::new());
        for i in 0..self.count {
            let (prefix, body, bits) = lengths(i);
            let (prefix, bits) = if whole { (0, 0) } else { (prefix, bits) };
            let [prefix, body] = [message(prefix, 100), message(body, i as u64)];
            let data = [&prefix[..], &body, &[0xff]].concat();
            let len = 8 * (data.len() - 1) + bits as usize;
            let mut case = Case::usual(self.algorithm, vec![Bits { data, len }]);
            case.out_bits = 8 * most;
            expected.push(case.expected());
            parts.push(([prefix, body].map(|part| Edge::of(&part, Flush::turn(i + most))), bits));
        }
        let whole = parts.iter().map(|([prefix, body], bits)| (Message::prefixed(prefix, body), bits));
        let messages: Vec<_> = whole.map(|(whole, bits)| whole.with_last_bits(0xff, *bits).unwrap()).collect();
        for backend in backends().into_iter().map(Some).chain([None]) {
            for pieces in pieces {
                let (mut squeeze, mut done) = ((self.make)(backend, &messages), 0);
                for (k, &len) in pieces.iter().enumerate() {
                    let mut out: Vec<_> = (0..self.count).map(|_| Edge::new(len, Flush::turn(k))).collect();
                    squeeze(&mut out).unwrap();
                    for (i, out) in out.iter().enumerate() {
                        let what = format!("{i} of {} {} on {backend:?}", self.count, self.algorithm);
                        assert!(out[..] == expected[i][done..done + len], "{what}: {len} bytes after {done}");
                    }
                    done += len;
                }
            }
        }
    }
}

/// Pieces that end before, at and after the ends of blocks; nothing at all; several blocks from the middle of one.
fn pieces(rate: usize) -> Vec<Vec<usize>> {
    vec![
        vec![],
        vec![0, 0],
        vec![rate, 0, rate, 0],
        vec![1, 0, rate - 1, 0, 1],
        vec![rate - 1, 2, rate - 1],
        vec![rate + 1, rate - 1, 1],
        vec![3 * rate, 1],
        vec![7, 5 * rate, 8],
        vec![2 * rate - 1, 1, 4 * rate],
        vec![32; 20],
    ]
}

#[test]
fn messages_of_any_lengths() {
    for of in table() {
        let rate = of.algorithm.block_bytes();
        let pieces = pieces(rate);
        for len in [0, 1, 32, rate - 1, rate, rate + 1, 2 * rate, 5 * rate + 3] {
            of.check(|_| (0, len, 0), &pieces);
        }
        let lengths = [0, rate, 1, 9 * rate + 1, rate - 1, 3 * rate, 33, 2 * rate - 1];
        for turn in 0..lengths.len() {
            of.check(|i| (0, lengths[(i + turn) % 8], 0), &pieces);
        }
        // All short but one, in each place.
        for long in 0..of.count {
            of.check(|i| (0, if i == long { 30 * rate + 5 } else { i }, 0), &[vec![32, 2 * rate]]);
        }
        // With prefixes, and last bits that need a block of their own.
        for prefix in [1, rate - 1, rate, rate + 9] {
            for bits in 0..=7 {
                of.check(|i| (prefix, [rate - 1, 0, 2 * rate - 1, 5][i % 4], bits), &[vec![16, rate]]);
            }
        }
    }
}

/// Outputs of different lengths are an error; none is written, and what comes next is what would have come.
#[test]
fn outputs_of_different_lengths() {
    for of in table() {
        let messages = vec![Message::new(b"message"); of.count];
        for backend in backends() {
            for before in [0, 1, of.algorithm.block_bytes()] {
                let [mut squeeze, mut twin] = [(); 2].map(|()| (of.make)(Some(backend), &messages));
                let room =
                    |len: usize| (0..of.count).map(|_| Edge::of(&vec![0x5a; len], Flush::End)).collect::<Vec<_>>();
                squeeze(&mut room(before)).unwrap();
                twin(&mut room(before)).unwrap();
                for (odd, wrong) in (0..of.count).flat_map(|odd| [0, 39, 41, 400].map(|wrong| (odd, wrong))) {
                    if of.count == 1 {
                        continue;
                    }
                    let mut out = room(40);
                    out[odd] = Edge::of(&vec![0x5a; wrong], Flush::End);
                    let (expected, got) = if odd == 0 { (wrong, 40) } else { (40, wrong) };
                    assert_eq!(squeeze(&mut out), Err(Error::Length { argument: "out", expected, got }), "{backend}");
                    assert!(out.iter().all(|out| out.iter().all(|byte| *byte == 0x5a)), "{backend}, {odd} has {wrong}");
                }
                let [mut out, mut expected] = [room(40), room(40)];
                squeeze(&mut out).unwrap();
                twin(&mut expected).unwrap();
                assert!(out.iter().zip(&expected).all(|(out, expected)| out[..] == expected[..]), "{backend}");
            }
        }
    }
}

#[test]
fn copies_go_on_by_themselves() {
    let seeds = [1, 2, 3, 4].map(|i| message(i, i as u64));
    let squeeze = |xofs: &mut ManyXof<Shake128, 4>, len: usize| {
        let mut out = [(); 4].map(|()| vec![0; len]);
        xofs.squeeze(out.each_mut().map(|out| &mut out[..])).unwrap();
        out
    };
    for backend in backends() {
        let begin =
            || ManyXof::<Shake128, 4>::with_backend(backend, seeds.each_ref().map(|seed| Message::new(seed))).unwrap();
        let mut first = begin();
        squeeze(&mut first, 100);
        let mut second = first.clone();
        squeeze(&mut first, 1000);
        let whole = squeeze(&mut begin(), 300);
        assert_eq!(squeeze(&mut second, 200), whole.map(|out| out[100..].to_vec()), "{backend}");
    }
}
