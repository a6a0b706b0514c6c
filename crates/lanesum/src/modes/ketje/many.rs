//! Many sessions at once.

use super::Ketje;
use super::monkey_wrap::{Frame, KetjeState, MonkeyWrap};
use crate::Error;
use crate::session::check_tag;
use core::fmt;
use lanes::Direction;
use lanesum_batch::wipe::{Secret, wipe};
use lanesum_keccak::states::caesar::steps::{StepForm, StepLane};
use lanesum_keccak::states::many::States;

/// The least number of whole blocks for a message in the slots. Moving a session to a slot and back takes some 100 to 200 cycles; a block
/// outside the slots takes 35.
const LEAST_BLOCKS: usize = 6;

/// One message of a session.
pub struct Packet<'a> {
    /// The metadata: authenticated, but not encrypted.
    pub metadata: &'a [u8],
    /// The message: encrypted or decrypted in place.
    pub data: &'a mut [u8],
}

impl fmt::Debug for Packet<'_> {
    /// Prints lengths only.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { metadata, data } = self;
        f.debug_struct("Packet").field("metadata_bytes", &metadata.len()).field("data_bytes", &data.len()).finish()
    }
}

impl<S: KetjeState> Ketje<S> {
    /// [`Ketje::wrap_in_place`] for one message of each of many sessions. The results are the same, but it is faster on processors with
    /// wide registers, which hold up to eight messages of seven blocks or more side by side. Session `i` wraps packet `i`, and its tag is
    /// `tags[i]`. It uses the best backend for several sessions on this machine, whatever backends the sessions have.
    ///
    /// # Errors
    /// [`Error::Length`] if there are not as many packets and tags as sessions, [`Error::SessionOver`] if one of the sessions is over. Then
    /// nothing has changed.
    pub fn wrap_many<const T: usize>(
        sessions: &mut [Self],
        packets: &mut [Packet<'_>],
        tags: &mut [[u8; T]],
    ) -> Result<(), Error> {
        check_count("packets", sessions.len(), packets.len())?;
        check_count("tags", sessions.len(), tags.len())?;
        if sessions.iter().any(|session| session.session.is_none()) {
            return Err(Error::SessionOver);
        }
        crypt_many(Direction::Wrap, sessions, packets);
        for (session, tag) in sessions.iter_mut().zip(tags) {
            session.session()?.tag(tag);
        }
        Ok(())
    }

    /// [`Ketje::unwrap_in_place`] for one message of each of many sessions, as [`Ketje::wrap_many`]. **`Ok` does not mean that
    /// the tags are right: check `results`.** `results[i]` is [`Error::WrongTag`] if packet `i` has a wrong tag. That ends only
    /// session `i`, and the packet's data is zeroes. It is [`Error::SessionOver`] if the session was over before; the data
    /// then stays as it was.
    ///
    /// # Errors
    /// [`Error::Length`] if there are not as many packets, tags and results as sessions. Then nothing has changed.
    pub fn unwrap_many<const T: usize>(
        sessions: &mut [Self],
        packets: &mut [Packet<'_>],
        tags: &[[u8; T]],
        results: &mut [Result<(), Error>],
    ) -> Result<(), Error> {
        const { assert!(T >= 8, "a shorter tag can be guessed") };
        check_count("packets", sessions.len(), packets.len())?;
        check_count("tags", sessions.len(), tags.len())?;
        check_count("results", sessions.len(), results.len())?;
        crypt_many(Direction::Unwrap, sessions, packets);
        let each = sessions.iter_mut().zip(packets).zip(tags).zip(results);
        for (((session, packet), tag), result) in each {
            *result = match &mut session.session {
                Some(live) => {
                    let mut computed = [0; T];
                    live.0.tag(&mut computed);
                    check_tag(&mut computed, tag).inspect_err(|_| {
                        wipe(packet.data);
                        session.session = None;
                    })
                }
                None => Err(Error::SessionOver),
            };
        }
        Ok(())
    }
}

fn check_count(argument: &'static str, sessions: usize, got: usize) -> Result<(), Error> {
    if got == sessions { Ok(()) } else { Err(Error::Length { argument, expected: sessions, got }) }
}

/// Processes all messages up to their tags, except those of sessions that are over.
fn crypt_many<S: KetjeState>(direction: Direction, sessions: &mut [Ketje<S>], packets: &mut [Packet<'_>]) {
    for (session, packet) in sessions.iter_mut().zip(&*packets) {
        if let Some(session) = &mut session.session {
            session.0.feed(packet.metadata);
            session.0.end_metadata();
        }
    }
    let count = sessions.len();
    let mut items = sessions.iter_mut().zip(packets).filter_map(|(session, packet)| {
        let session = &mut session.session.as_mut()?.0;
        Some(Item { session, data: &mut *packet.data })
    });
    // The widest form for this many sessions.
    if let Some(slots) = Sessions::<S, 8>::new(count) {
        slots.crypt(direction, &mut items);
    } else if let Some(slots) = Sessions::<S, 4>::new(count) {
        slots.crypt(direction, &mut items);
    } else {
        items.for_each(|item| item.session.crypt_data(direction, item.data));
    }
}

/// A session, and the rest of its message.
struct Item<'a, S: KetjeState> {
    session: &'a mut MonkeyWrap<S>,
    data: &'a mut [u8],
}

/// The states of `N` sessions, and their form.
struct Sessions<S: KetjeState, const N: usize> {
    states: Secret<States<S::Lane, N>>,
    form: &'static dyn StepForm<S::Lane>,
}

impl<S: KetjeState, const N: usize> Sessions<S, N> {
    /// `None` if there are fewer than `N` sessions, or if the best backend on this machine has no form for `N`.
    fn new(sessions: usize) -> Option<Self> {
        let states = States::<S::Lane, N>::new();
        let form = S::KetjeLane::step_form(states.backend(), N).filter(|_| S::TWISTED && sessions >= N)?;
        Some(Self { states: Secret(states), form })
    }

    /// Processes `N` items at a time until fewer are left.
    fn crypt<'a>(mut self, direction: Direction, items: &mut impl Iterator<Item = Item<'a, S>>)
    where
        S: 'a,
    {
        let steps = MonkeyWrap::<S>::steps_of(direction, Frame::Plaintext);
        let mut of_slot: [Option<Item<'a, S>>; N] = [const { None }; N];
        loop {
            for (i, slot) in of_slot.iter_mut().enumerate() {
                let bulk = slot.as_ref().map_or(0, |item| MonkeyWrap::<S>::bulk(item.data.len()));
                if bulk > 0 {
                    continue;
                }
                if let Some(item) = slot.take() {
                    leave(&mut self.states.0, i, item, direction);
                }
                // Short messages stay outside the slots.
                for item in items.by_ref() {
                    if MonkeyWrap::<S>::bulk(item.data.len()) < LEAST_BLOCKS * MonkeyWrap::<S>::BLOCK {
                        item.session.crypt_data(direction, item.data);
                        continue;
                    }
                    enter(&mut self.states.0, i, item.session);
                    *slot = Some(item);
                    break;
                }
            }
            if of_slot.iter().any(Option::is_none) {
                break;
            }
            let bulks = of_slot.iter().flatten().map(|item| MonkeyWrap::<S>::bulk(item.data.len()));
            let bytes = bulks.min().expect("a message in each slot");
            let mut rows = of_slot.each_mut().map(|slot| match slot {
                Some(item) => {
                    let (row, rest) = core::mem::take(&mut item.data).split_at_mut(bytes);
                    item.data = rest;
                    row
                }
                None => unreachable!("there is a message in each slot"),
            });
            self.states.0.steps(self.form, steps, &mut rows);
        }
        // The last items are too few for the slots.
        for (i, slot) in of_slot.iter_mut().enumerate() {
            if let Some(item) = slot.take() {
                leave(&mut self.states.0, i, item, direction);
            }
        }
    }
}

fn enter<S: KetjeState, const N: usize>(states: &mut States<S::Lane, N>, slot: usize, session: &mut MonkeyWrap<S>) {
    states.put(slot, session.plain().words());
}

/// Moves the state back to the session, and finishes the message.
fn leave<S: KetjeState, const N: usize>(
    states: &mut States<S::Lane, N>,
    slot: usize,
    item: Item<'_, S>,
    direction: Direction,
) {
    let Item { session, data } = item;
    let mut words = states.take(slot);
    *session.plain().words_mut() = words;
    wipe(&mut words);
    session.crypt_data(direction, data);
}
