//! Places for digests: any type that lends its bytes to be written. Arrays are written where they lie; for other types, digests are hashed
//! to a buffer and copied.

use super::Message;
use super::message::{Messages, Strided};
use crate::Error;
use crate::wipe::wipe;
use core::any::Any;
use digest::array::{Array, ArraySize};

/// The most messages of a run, and the bytes of their outputs.
const RUN: usize = 64;
const BUFFER: usize = 64 * RUN;
/// The bytes of a buffer for a few messages.
const FEW: usize = 8 * 32;

/// The bytes of all places, one after the other, if the places are arrays of `N` bytes: `[u8; N]` of a length that functions have, or the
/// `Output` of the crate `digest`.
#[inline]
pub fn flattened<P: 'static, N: ArraySize>(places: &mut [P]) -> Option<&mut [u8]> {
    type Flatten<P> = fn(&mut [P]) -> &mut [u8];
    const fn array<const N: usize>() -> Flatten<[u8; N]> {
        |places| places.as_flattened_mut()
    }
    let (bytes28, bytes32, bytes48, bytes64) = (array::<28>(), array::<32>(), array::<48>(), array::<64>());
    let arrays: &dyn Any = match N::USIZE {
        28 => &bytes28,
        32 => &bytes32,
        48 => &bytes48,
        64 => &bytes64,
        _ => return None,
    };
    let outputs: Flatten<Array<u8, N>> = Array::slice_as_flattened_mut;
    // The type of a function says what its argument is. The compiler knows the answer.
    let flatten: &Flatten<P> = arrays.downcast_ref().or_else(|| (&outputs as &dyn Any).downcast_ref())?;
    Some(flatten(places))
}

/// Messages from number `first` on, as messages of their own.
pub struct Run<'a, M: ?Sized> {
    pub messages: &'a M,
    pub first: usize,
    pub count: usize,
}

impl<M: Messages + ?Sized> Messages for Run<'_, M> {
    fn count(&self) -> usize {
        self.count
    }

    fn message(&self, index: usize) -> Message<'_> {
        self.messages.message(self.first + index)
    }

    fn fetch<'m>(&'m self, first: usize, group: &mut [Message<'m>]) {
        self.messages.fetch(self.first + first, group);
    }

    fn fetch_bodies<'m>(&'m self, first: usize, group: &mut [&'m [u8]]) {
        self.messages.fetch_bodies(self.first + first, group);
    }

    fn strided(&self) -> Option<Strided<'_>> {
        let (data, len, stride, _) = self.messages.strided()?.parts();
        Strided::new(data.get(self.first * stride..)?, len, stride, self.count).ok()
    }
}

/// Fails unless there is a place of `bytes` bytes for each of `messages` messages.
///
/// # Errors
/// [`Error::Length`]
#[inline]
pub fn fit<P: AsMut<[u8]>>(messages: usize, bytes: usize, places: &mut [P]) -> Result<(), Error> {
    let (expected, got) = (messages, places.len());
    if expected != got {
        return Err(Error::Length { argument: "out", expected, got });
    }
    places.iter_mut().try_for_each(|place| of_length(place, bytes).map(drop))
}

#[inline]
fn of_length<P: AsMut<[u8]>>(place: &mut P, expected: usize) -> Result<&mut [u8], Error> {
    let place = place.as_mut();
    let got = place.len();
    if expected == got { Ok(place) } else { Err(Error::Length { argument: "out[i]", expected, got }) }
}

/// Hashes messages in runs of at most 64 to a buffer, from which each output of `bytes` bytes is copied to its place.
///
/// # Errors
/// Those of [`fit`], before anything is hashed, and those of `hash`.
pub fn copied<M: Messages + ?Sized, P: AsMut<[u8]>>(
    messages: &M,
    bytes: usize,
    places: &mut [P],
    mut hash: impl FnMut(&Run<'_, M>, &mut [u8]) -> Result<(), Error>,
) -> Result<(), Error> {
    fit(messages.count(), bytes, places)?;
    let most = (BUFFER / bytes.max(1)).clamp(1, RUN);
    // To fill and erase the larger one takes as long as to hash a message.
    let (mut few, mut many);
    let buffer: &mut [u8] = if most.min(places.len()) * bytes <= FEW {
        few = [0; FEW];
        &mut few
    } else {
        many = [0; BUFFER];
        &mut many
    };
    let mut first = 0;
    for places in places.chunks_mut(most) {
        let run = Run { messages, first, count: places.len() };
        first += run.count;
        if let [place] = places {
            hash(&run, of_length(place, bytes)?)?;
            continue;
        }
        let buffer = &mut buffer[..run.count * bytes];
        hash(&run, buffer)?;
        for (place, output) in places.iter_mut().zip(buffer.chunks_exact(bytes.max(1))) {
            of_length(place, bytes)?.copy_from_slice(output);
        }
    }
    wipe(buffer);
    Ok(())
}
