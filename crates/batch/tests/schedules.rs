//! Every schedule of up to four messages of up to three blocks, and every way to cut a message of up to three blocks, on a model of the
//! kernels that records its inputs: a state is the list of the blocks that led to it, so no two lists have the same state.

#![allow(missing_docs)] // `engine!` defines public items

use core::cell::{Cell, RefCell};
use digest::typenum::{U8, U128};
use lanesum_batch::engine::Engine;
use lanesum_batch::lanes::{Features, Portable};
use lanesum_batch::md::chain::Md;
use lanesum_batch::md::compression::{CompressMany, CompressOne, Compression, ManyMessages, MdWord, OneMessage, Whole};
use lanesum_batch::plan::{Plan, Row, Width};
use lanesum_batch::scheduler::{Chained, Choose, Jobs, Message, Survey, run_chained};
use lanesum_batch::{Backend, engine};
use std::collections::HashMap;

const BLOCK: usize = 8;
const LENGTH_BYTES: usize = 2;

thread_local! {
    /// The number of each list of blocks: by the number of the list without its last block, that block, and its counter.
    static LISTS: RefCell<HashMap<(u64, u64, u64), u64>> = RefCell::default();
    /// How often kernels of each width compressed blocks, how often they hashed whole messages, and how often a few messages went straight to them.
    static CALLS: Cell<[usize; 7]> = const { Cell::new([0; 7]) };
    /// Whether the kernel for four messages takes the first two messages' blocks for each other's.
    static SWAPPED: Cell<bool> = const { Cell::new(false) };
}

fn count_call(kind: usize) {
    let mut calls = CALLS.get();
    calls[kind] += 1;
    CALLS.set(calls);
}

/// Eight words that name the list of blocks, each in its own way, then the counter: the number of bits before the next block.
type State = [u64; 9];

fn named(list: u64) -> State {
    core::array::from_fn(|k| if k < 8 { 8 * list + k as u64 } else { 0 })
}

/// The list with one more block.
fn longer(list: u64, block: &[u8], counter: u64) -> u64 {
    let block = u64::from_be_bytes(block.try_into().expect("a block"));
    LISTS.with_borrow_mut(|lists| {
        let next = lists.len() as u64 + 1;
        *lists.entry((list, block, counter)).or_insert(next)
    })
}

fn compress<const COUNTS: bool>(state: &mut State, data: &[u8]) {
    for block in data.chunks_exact(BLOCK) {
        let (list, before) = (state[0] / 8, state[8]);
        assert_eq!(state[..8], named(list)[..8], "the words of several states");
        let counter = if COUNTS { before.wrapping_add(8 * BLOCK as u64) } else { 0 };
        *state = named(longer(list, block, counter));
        state[8] = counter;
    }
}

/// The padded message, by its bits.
fn padded<const COUNTS: bool>(bytes: &[u8], (last, last_bits): (u8, u32), bits: u64) -> Vec<u8> {
    let bit = |byte: u8, i| byte >> (7 - i) & 1 == 1;
    let mut message: Vec<bool> = bytes.iter().flat_map(|byte| (0..8).map(move |i| bit(*byte, i))).collect();
    message.extend((0..last_bits).map(|i| bit(last, i)));
    message.push(true);
    while !(message.len() + usize::from(COUNTS) + 8 * LENGTH_BYTES).is_multiple_of(8 * BLOCK) {
        message.push(false);
    }
    message.extend(COUNTS.then_some(true));
    message.extend((0..8 * LENGTH_BYTES).map(|i| bits >> (8 * LENGTH_BYTES - 1 - i) & 1 == 1));
    message.chunks(8).map(|byte| byte.iter().fold(0, |all, bit| 2 * all + u8::from(*bit))).collect()
}

/// The list of a whole message.
fn expected<const COUNTS: bool>(bytes: &[u8], tail: (u8, u32)) -> u64 {
    let bits = 8 * bytes.len() as u64 + u64::from(tail.1);
    padded::<COUNTS>(bytes, tail, bits).chunks(BLOCK).zip(0..).fold(0, |list, (block, i)| {
        let (before, behind) = (8 * BLOCK as u64 * i, 8 * BLOCK as u64 * (i + 1));
        longer(list, block, if COUNTS && before < bits { bits.min(behind) } else { 0 })
    })
}

/// Kernels; `WHOLE` ones hash whole messages, too.
struct One<const COUNTS: bool, const WHOLE: bool>;
struct Many<const WIDTH: usize, const COUNTS: bool, const WHOLE: bool>;

impl<const COUNTS: bool, const WHOLE: bool> CompressOne<Portable, State> for One<COUNTS, WHOLE> {
    fn compress(_: Portable, state: &mut State, data: &[u8]) {
        count_call(1);
        compress::<COUNTS>(state, data);
    }

    fn hash(_: Portable, begin: &State, before: &[u8], rest: &[u8], bits: u128, out: &mut [u8]) -> bool {
        if WHOLE {
            assert!(before.len() < 16 && (before.is_empty() || rest.len() >= 16) || before.len().is_multiple_of(BLOCK));
            let end = padded::<COUNTS>(&[before, rest].concat(), (0, 0), bits as u64);
            count_call(5);
            let mut state = *begin;
            compress::<COUNTS>(&mut state, &end);
            u64::put_all(state[..8].iter(), out);
        }
        WHOLE
    }
}

impl<const WIDTH: usize, const COUNTS: bool, const WHOLE: bool> CompressMany<Portable, u64>
    for Many<WIDTH, COUNTS, WHOLE>
{
    const WIDTH: usize = WIDTH;

    fn compress(_: Portable, words: &mut [u64], rows: &[&[u8]]) {
        count_call(WIDTH);
        assert!(rows.len() == WIDTH && words.len() == WIDTH * size_of::<State>() / 8);
        for slot in 0..WIDTH {
            let row = rows[if SWAPPED.get() && WIDTH == 4 && slot < 2 { 1 - slot } else { slot }];
            assert!(row.len() == rows[0].len() && row.len().is_multiple_of(BLOCK) && !row.is_empty());
            let mut state: State = core::array::from_fn(|k| words[k * WIDTH + slot]);
            compress::<COUNTS>(&mut state, row);
            (0..state.len()).for_each(|k| words[k * WIDTH + slot] = state[k]);
        }
    }

    fn takes_whole(_: usize) -> bool {
        WHOLE
    }

    // Not always, so that the other way is taken, too.
    fn takes_pieces(bytes: usize) -> bool {
        WHOLE && !COUNTS && bytes < BLOCK && bytes.is_multiple_of(2)
    }

    fn hash_whole(_: Portable, whole: &Whole<'_, u64>, out: &mut [u8], bytes: usize) {
        count_call(5);
        for ((out, head), row) in out.chunks_mut(bytes).zip(whole.heads).zip(whole.rows) {
            let mut state = State::default();
            state[..whole.begin.len()].copy_from_slice(whole.begin);
            let message = [whole.lead, head, row].concat();
            let padded = padded::<COUNTS>(&message, (0, 0), whole.bits as u64);
            // Of functions that count, it takes whole blocks alone, and the last block has no bit of the message.
            assert!(!COUNTS || whole.known.is_some() && message.len().is_multiple_of(BLOCK));
            let (blocks, end) = padded.split_at(if COUNTS { message.len() } else { padded.len() });
            compress::<COUNTS>(&mut state, blocks);
            if !end.is_empty() {
                state[8] = 0_u64.wrapping_sub(8 * BLOCK as u64);
                compress::<COUNTS>(&mut state, end);
            }
            u64::put_all(state[..8].iter(), out);
        }
    }
}

static PLAN: Plan = Plan::new(&[Row::any("none", 1000)], || true);

/// A compression function in the way of SHA-2 or of BLAKE, with forms of all sets of widths 1, 2 and 4.
macro_rules! model {
    ($name:ident, $one:ident, $many:ident, $counts:literal) => {
        engine! {
            $one by PLAN: dyn OneMessage<State>;
            all {
                Plan Portable(Portable) 1: One<$counts, false>;
                Plan Portable32(Portable) 1: One<$counts, false>;
                Plan Compact(Portable) 1: One<$counts, false>;
                Plan CompactRolled(Portable) 1: One<$counts, true>;
            }
            x86_64 {}
            aarch64 {}
        }
        engine! {
            $many by PLAN: dyn ManyMessages<u64>;
            all {
                Plan Portable(Portable) 2: Many<2, $counts, false>;
                Plan Portable(Portable) 4: Many<4, $counts, false>;
                Plan Portable32(Portable) 2: Many<2, $counts, false>;
                Plan Compact(Portable) 4: Many<4, $counts, false>;
                Plan CompactRolled(Portable) 2: Many<2, $counts, true>;
                Plan CompactRolled(Portable) 4: Many<4, $counts, true>;
            }
            x86_64 {}
            aarch64 {}
        }

        #[derive(Clone, Copy)]
        struct $name;
        impl Compression for $name {
            type Word = u64;
            type State = State;
            type Initial = ();
            type Wide = [u64; 16 * 9];
            const WIDE: Self::Wide = [0; 16 * 9];
            type Block = U8;
            type TwoBlocks = [u8; 2 * BLOCK];
            const EMPTY: Self::TwoBlocks = [0; 2 * BLOCK];
            type Ends = [Self::TwoBlocks; 16];
            const ENDS: Self::Ends = [Self::EMPTY; 16];
            type One = $one;
            type Many = $many;
            const KNOWN_ANSWER: [u64; 8] = [0; 8];
            const PORTABLE: &'static dyn OneMessage<State> =
                &lanesum_batch::engine::Form::<Portable, One<$counts, false>, 0>::new(Portable);
            type Saved = U128;
            const SAVED_WORDS: usize = 8;
            const ZEROES: State = [0; 9];
            const MAX_BITS: u128 = 0xffff;
            const LENGTH_BYTES: usize = LENGTH_BYTES;
            const COUNTS: bool = $counts;

            fn begin((): &()) -> State {
                named(0)
            }

            fn mark((): &()) -> u8 {
                $counts.into()
            }

            fn count(state: &mut State, bits: u128) {
                // As BLAKE's kernels, this one adds a block's bits before it hashes the block.
                state[8] = (bits as u64).wrapping_sub(8 * BLOCK as u64);
            }

            fn last_block(bits: u128, _mark: u8) -> Option<[u64; 80]> {
                // Only that there is one: the kernel makes the padding itself.
                ($counts && bits.is_multiple_of(8 * BLOCK as u128)).then_some([0; 80])
            }
        }
    };
}
model!(Sha2Like, Sha2One, Sha2Many, false);
model!(BlakeLike, BlakeOne, BlakeMany, true);

/// Named backends, and rows of a plan that make a queue, groups and single messages the cheapest way.
fn choices() -> Vec<Choose> {
    static ROWS: [Row; 3] = [row([1_000_000, 1_000_001, 1_000_002]), row([9_000, 9_500, 30_000]), row([700, 710, 720])];
    const fn row([one, two, four]: [u32; 3]) -> Row {
        let widths = [Width::new(1, Backend::Portable, one), Width::new(2, Backend::Portable32, two)];
        Row::new("", "", Features::NONE, None, &[widths[0], widths[1], Width::new(4, Backend::Compact, four)])
    }
    let named = [Backend::Portable, Backend::Portable32, Backend::Compact, Backend::CompactRolled];
    named.map(Choose::Forced).into_iter().chain(ROWS.iter().map(Choose::Plan)).collect()
}

/// Lengths in bytes of messages of one, two and three blocks: the shortest, one that is a multiple of the block, the longest.
const LENGTHS: [usize; 9] = [0, 3, 5, 6, 8, 13, 14, 16, 21];
const DATA: [[u8; 32]; 4] = {
    let (mut data, mut i) = ([[0; 32]; 4], 0);
    while i < 4 * 32 {
        data[i / 32][i % 32] = 1 + i as u8;
        i += 1;
    }
    data
};

/// The first batch with a wrong digest, after `begun` bytes that all messages share.
fn first_wrong<C: Compression<Initial = (), State = State, Word = u64>, const COUNTS: bool>(
    begun: usize,
) -> Option<String> {
    let shared = &[200; 9][..begun];
    let mut md = Md::<C>::new(&(), C::PORTABLE);
    md.update(shared);
    let function = Chained::after(&md);
    for code in 0..(LENGTHS.len() + 1).pow(4) {
        let digit = |i: u32| code / (LENGTHS.len() + 1).pow(i) % (LENGTHS.len() + 1);
        let lengths: Vec<usize> = (0..4).map_while(|i| digit(i).checked_sub(1)).map(|digit| LENGTHS[digit]).collect();
        // Numbers with a zero digit before another one are no batch.
        if code >= (LENGTHS.len() + 1).pow(lengths.len() as u32) {
            continue;
        }
        for shape in 0..4 {
            let mut messages: Vec<_> =
                lengths.iter().zip(&DATA).map(|(len, data)| Message::new(&data[..*len])).collect();
            match (shape, messages.last_mut()) {
                (1, _) => messages.iter_mut().for_each(|message| message.prefix = &[201; 3]),
                (2, Some(last)) => last.prefix = &[202; 9],
                (3, Some(last)) => *last = last.with_last_bits(0xa0, if COUNTS { 7 } else { 3 }).expect("fewer than 8"),
                _ => {}
            }
            let whole = |message: &Message<'_>| [shared, message.prefix, message.body].concat();
            let wanted: Vec<u64> =
                messages.iter().map(|message| 8 * expected::<COUNTS>(&whole(message), message.last_bits())).collect();
            for choose in choices() {
                let (survey, mut out) = (Survey::of(&messages), vec![0; 8 * messages.len()]);
                run_chained(choose, &function, Jobs::new(&survey, 8, &mut out).expect("eight bytes for each"));
                let (mut few, mut all) = (vec![0; out.len()], vec![out]);
                if function.few(choose, messages.as_slice(), &mut few) {
                    count_call(6);
                    all.push(few);
                }
                for out in all {
                    let got: Vec<u64> = out.as_chunks().0.iter().map(|word| u64::from_be_bytes(*word)).collect();
                    if got != wanted {
                        return Some(format!("{lengths:?}, shape {shape}, {choose:?}: {got:?}, not {wanted:?}"));
                    }
                }
            }
        }
    }
    None
}

#[test]
fn every_schedule_gives_each_message_its_own_blocks() {
    // Nothing, or a block and a byte.
    for begun in [0, 9] {
        assert_eq!(first_wrong::<Sha2Like, false>(begun), None);
        assert_eq!(first_wrong::<BlakeLike, true>(begun), None);
    }
    assert!(
        CALLS.get()[1..].iter().zip([1, 1, 0, 1, 1, 1]).all(|(calls, used)| (*calls > 0) == (used > 0)),
        "{CALLS:?}"
    );
}

#[test]
fn a_block_in_another_slot_is_seen() {
    SWAPPED.set(true);
    assert!(first_wrong::<Sha2Like, false>(0).is_some() && first_wrong::<BlakeLike, true>(0).is_some());
}

/// Continues a message of `at` bytes in all ways, and ends it after each piece.
fn cuts<C: Compression<Initial = (), State = State>>(md: &Md<C>, data: &[u8], at: usize, wanted: &[u64]) {
    let mut out = [0; 8];
    md.clone().finish_to(lanesum_batch::tail::Tail::NONE, &mut out).expect("a short message");
    assert_eq!(u64::from_be_bytes(out), wanted[at]);
    for end in at + 1..=data.len() {
        let mut md = md.clone();
        md.update(&data[at..end]);
        cuts(&md, data, end, wanted);
    }
}

#[test]
fn every_cut_gives_the_digest_of_the_whole() {
    // The longest message of three blocks.
    let data = &DATA[0][..21];
    let wanted = |expected: fn(&[u8], (u8, u32)) -> u64| -> Vec<u64> {
        (0..=data.len()).map(|len| 8 * expected(&data[..len], (0, 0))).collect()
    };
    for form in [Backend::Portable, Backend::CompactRolled] {
        cuts(&Md::<Sha2Like>::new(&(), Sha2One::named(form, 1).expect("a form")), data, 0, &wanted(expected::<false>));
        cuts(&Md::<BlakeLike>::new(&(), BlakeOne::named(form, 1).expect("a form")), data, 0, &wanted(expected::<true>));
    }
}
