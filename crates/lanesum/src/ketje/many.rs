//! Many sessions in lanes.

use super::Ketje;
use super::monkey_wrap::{Frame, MonkeyWrap};
use crate::Error;
use crate::keccak::crypt::Way;
use crate::keccak::lane::sealed::Sealed as _;
use crate::keccak::snp::Snp;
use crate::keccak::states::States;
use crate::session::check_tag;
use crate::wipe::{Secret, wipe};
use core::fmt;
use lanes::Done;

/// Whole blocks that a message has at least in lanes. A session's way into one and back takes some 100 to 200 cycles, a block
/// by itself 35.
const LEAST_BLOCKS: usize = 6;

/// One message of a session.
pub struct Packet<'a> {
    /// Authenticated, but not encrypted.
    pub metadata: &'a [u8],
    /// Encrypted or decrypted in place.
    pub data: &'a mut [u8],
}

impl fmt::Debug for Packet<'_> {
    /// Prints lengths only.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { metadata, data } = self;
        f.debug_struct("Packet").field("metadata_bytes", &metadata.len()).field("data_bytes", &data.len()).finish()
    }
}

impl<S: Snp> Ketje<S> {
    /// [`Ketje::wrap_in_place`] for one message of each of many sessions: the same results, faster where the processor has wide
    /// registers, since up to eight messages of seven blocks or more are in them side by side. Session `i` wraps packet `i`, and its tag
    /// is `tags[i]`. The lanes' backend is the best one here, whatever the sessions'.
    ///
    /// # Errors
    /// [`Error::Length`] if there are not as many packets and tags as sessions, [`Error::SessionOver`] if one of them is: nothing
    /// has then been changed.
    pub fn wrap_many<const T: usize>(
        sessions: &mut [Self],
        packets: &mut [Packet<'_>],
        tags: &mut [[u8; T]],
    ) -> Result<(), Error> {
        check_counts(sessions.len(), packets.len(), tags.len())?;
        if sessions.iter().any(|session| session.session.is_none()) {
            return Err(Error::SessionOver);
        }
        crypt_many(Way::Wrap, sessions, packets);
        for (session, tag) in sessions.iter_mut().zip(tags) {
            session.session()?.tag(tag);
        }
        Ok(())
    }

    /// [`Ketje::unwrap_in_place`] for one message of each of many sessions, as [`Ketje::wrap_many`]. **`Ok` says nothing of the tags:
    /// read the results.** `results[i]` says whether
    /// packet `i` had the right tag: [`Error::WrongTag`] ends that session alone, and its data is zeroes; one that was over
    /// before has [`Error::SessionOver`], its data as it was.
    ///
    /// # Errors
    /// [`Error::Length`] if there are not as many packets, tags and results as sessions: nothing has then been changed.
    pub fn unwrap_many<const T: usize>(
        sessions: &mut [Self],
        packets: &mut [Packet<'_>],
        tags: &[[u8; T]],
        results: &mut [Result<(), Error>],
    ) -> Result<(), Error> {
        const { assert!(T >= 8, "a shorter tag can be guessed") };
        check_counts(sessions.len(), packets.len(), tags.len())?;
        check_counts(sessions.len(), packets.len(), results.len())?;
        crypt_many(Way::Unwrap, sessions, packets);
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

fn check_counts(expected: usize, packets: usize, others: usize) -> Result<(), Error> {
    match [packets, others].into_iter().find(|got| *got != expected) {
        Some(got) => Err(Error::Length { expected, got }),
        None => Ok(()),
    }
}

/// All up to the tags, of the sessions that are not over.
fn crypt_many<S: Snp>(way: Way, sessions: &mut [Ketje<S>], packets: &mut [Packet<'_>]) {
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
    // The widest form that there is for so many.
    let eight = count >= 8 && in_lanes::<S, 8>(way, &mut items) == Done::Yes;
    let four = !eight && count >= 4 && in_lanes::<S, 4>(way, &mut items) == Done::Yes;
    if !eight && !four {
        items.for_each(|item| item.session.crypt_data(way, item.data));
    }
}

/// A session, and what is left of its message.
struct Item<'a, S: Snp> {
    session: &'a mut MonkeyWrap<S>,
    data: &'a mut [u8],
}

/// All items, `N` at a time until there are fewer left. [`Done::No`] if there is no form for so many: none has then been taken.
fn in_lanes<'a, S: Snp + 'a, const N: usize>(way: Way, items: &mut impl Iterator<Item = Item<'a, S>>) -> Done {
    let mut states = Secret(States::<S::Lane, N>::new());
    let steps = MonkeyWrap::<S>::steps_of(way, Frame::Plaintext);
    let mut nothing = [(); N].map(|()| &mut [][..]);
    if !S::TWISTED || states.0.steps(steps, &mut nothing) == Done::No {
        return Done::No;
    }
    let mut lanes: [Option<Item<'a, S>>; N] = [const { None }; N];
    loop {
        for (i, lane) in lanes.iter_mut().enumerate() {
            let bulk = lane.as_ref().map_or(0, |item| MonkeyWrap::<S>::bulk(item.data.len()));
            if bulk > 0 {
                continue;
            }
            if let Some(item) = lane.take() {
                leave(&mut states.0, i, item, way);
            }
            // Short messages are not worth the way into the lanes and back.
            for item in items.by_ref() {
                if MonkeyWrap::<S>::bulk(item.data.len()) < LEAST_BLOCKS * MonkeyWrap::<S>::BLOCK {
                    item.session.crypt_data(way, item.data);
                    continue;
                }
                enter(&mut states.0, i, item.session);
                *lane = Some(item);
                break;
            }
        }
        if lanes.iter().any(Option::is_none) {
            break;
        }
        let bulks = lanes.iter().flatten().map(|item| MonkeyWrap::<S>::bulk(item.data.len()));
        let bytes = bulks.min().unwrap_or(0);
        let mut rows = lanes.each_mut().map(|lane| match lane {
            Some(item) => {
                let (row, rest) = core::mem::take(&mut item.data).split_at_mut(bytes);
                item.data = rest;
                row
            }
            None => &mut [],
        });
        let done = states.0.steps(steps, &mut rows);
        debug_assert!(done == Done::Yes);
    }
    // Fewer than lanes: each by itself.
    for (i, lane) in lanes.iter_mut().enumerate() {
        if let Some(item) = lane.take() {
            leave(&mut states.0, i, item, way);
        }
    }
    Done::Yes
}

/// Puts a session's state into a lane.
fn enter<S: Snp, const N: usize>(states: &mut States<S::Lane, N>, lane: usize, session: &mut MonkeyWrap<S>) {
    let from = session.plain();
    let (engine, target) = (from.engine(), states.engine());
    let mut words = from.take(0).map(|word| S::Lane::decode(word, engine).encode(target));
    states.put(lane, &words);
    wipe(&mut words);
}

/// Gives the session its state back, and finishes the message.
fn leave<S: Snp, const N: usize>(states: &mut States<S::Lane, N>, lane: usize, item: Item<'_, S>, way: Way) {
    let Item { session, data } = item;
    let to = session.plain();
    let (engine, target) = (states.engine(), to.engine());
    let mut words = states.take(lane).map(|word| S::Lane::decode(word, engine).encode(target));
    to.put(0, &words);
    wipe(&mut words);
    session.crypt_data(way, data);
}
