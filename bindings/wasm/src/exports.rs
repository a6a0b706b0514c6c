//! The functions that JavaScript sees. A result below 0 is an error: its text is in the buffer, and the result is minus its length in bytes.

use crate::functions::{begin_message, numbered};
use crate::instance::{State, answer};
#[cfg(feature = "keccak")]
use crate::keccak;
use crate::message::Column;
use crate::wrong::Wrong;
use lanesum::{Algorithm, Hasher, Options};

/// Makes the buffer hold this many bytes, and returns its address, which may have changed. 0 if there is not enough memory.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(bytes: usize) -> usize {
    let mut place = 0;
    answer(|instance| {
        place = instance.reserve(bytes);
        Ok(0)
    });
    place
}

/// The name of the function with this number, in the buffer; its length, 0 behind the last function.
#[unsafe(no_mangle)]
pub extern "C" fn name(number: usize) -> i32 {
    answer(|instance| instance.put(numbered(number).map_or("", Algorithm::name).as_bytes()))
}

/// The digest of the first `len` bytes of the buffer, in the buffer.
#[unsafe(no_mangle)]
pub extern "C" fn digest(number: usize, len: usize, out_len: usize) -> i32 {
    answer(|instance| {
        let mut digest = [0; 64];
        let out = digest.get_mut(..out_len).ok_or("more than one call gives")?;
        numbered(number)?.digest(Options::new(), instance.bytes(len)?, out)?;
        instance.put(out)
    })
}

/// Begins a message, and returns the number of its state. In the buffer lie the key, behind it the salt or the name of the
/// function, and then the customization string; `option` is the domain, the bytes of a block or of BLAKE2's digest, 0 for what is usual.
#[unsafe(no_mangle)]
pub extern "C" fn begin(number: usize, key_len: usize, first_len: usize, all_len: usize, option: f64) -> i32 {
    answer(|instance| {
        let given = instance.bytes(all_len)?;
        let (key, rest) = given.split_at_checked(key_len).ok_or("more bytes than the buffer has")?;
        let (first, customization) = rest.split_at_checked(first_len).ok_or("more bytes than the buffer has")?;
        let message = begin_message(number, key, first, customization, option);
        // It may have been a key.
        given.fill(0);
        let message = message?;
        Ok(instance.keep(State::Message(Box::new(message))))
    })
}

/// Appends the first `len` bytes of the buffer to a message; to a tuple, as a string. For parts of KT: continues with the leaves.
#[unsafe(no_mangle)]
pub extern "C" fn update(state: usize, len: usize) -> i32 {
    answer(|instance| {
        let (state, data) = instance.state_and_bytes(state, len)?;
        match state {
            State::Message(message) => message.try_update(data)?,
            #[cfg(feature = "keccak")]
            State::Leaves(leaves) => leaves.update(data),
            _ => return Err("the message has ended".into()),
        }
        Ok(0)
    })
}

/// Ends a message, and puts its digest into the buffer. The state is released.
#[unsafe(no_mangle)]
pub extern "C" fn finish(state: usize, out_len: usize) -> i32 {
    answer(|instance| {
        instance.reserve_or_fail(out_len)?;
        let State::Message(mut message) = instance.take(state)? else { return Err("the message has ended".into()) };
        message.finalize_into_reset(instance.bytes(out_len)?)?;
        Ok(out_len as u32)
    })
}

/// The next bytes of the output of a function of any length. The first call ends the message.
#[unsafe(no_mangle)]
pub extern "C" fn read(state: usize, out_len: usize) -> i32 {
    answer(|instance| {
        instance.reserve_or_fail(out_len)?;
        if matches!(instance.state(state)?, State::Message(_)) {
            let State::Message(message) = instance.replace(state, State::Ended)? else { return Ok(0) };
            let output = message.finalize_with_last_bits(0, 0)?;
            instance.replace(state, State::Output(Box::new(output)))?;
        }
        let (state, out) = instance.state_and_bytes(state, out_len)?;
        match state {
            State::Output(output) => output.read(out)?,
            #[cfg(feature = "keccak")]
            State::Root(output) => output.read(out),
            _ => return Err("there is no output".into()),
        }
        Ok(out_len as u32)
    })
}

/// A message that begins with what has been absorbed in this one.
#[unsafe(no_mangle)]
pub extern "C" fn copy(state: usize) -> i32 {
    answer(|instance| {
        let State::Message(message) = instance.state(state)? else { return Err("the message has ended".into()) };
        let copy = message.clone();
        Ok(instance.keep(State::Message(copy)))
    })
}

/// A message so far as bytes, in the buffer.
#[unsafe(no_mangle)]
pub extern "C" fn save(state: usize) -> i32 {
    answer(|instance| {
        let State::Message(message) = instance.state(state)? else { return Err("the message has ended".into()) };
        let saved = message.to_bytes();
        instance.reserve_or_fail(saved.len())?;
        instance.put(&saved)
    })
}

/// Goes on with a message of this function, saved in the first `len` bytes of the buffer, and returns the number of its state.
#[unsafe(no_mangle)]
pub extern "C" fn restore(number: usize, len: usize) -> i32 {
    answer(|instance| {
        let saved = instance.bytes(len)?;
        let message = Hasher::from_bytes(saved);
        // It may have a key.
        saved.fill(0);
        let (message, algorithm) = (Box::new(message?), numbered(number)?);
        // A KMACXOF is saved as its KMAC.
        #[cfg(feature = "keccak")]
        let message = {
            let mut message = message;
            let _ = message.end_as(algorithm);
            message
        };
        if message.algorithm() != algorithm {
            return Err(lanesum::Error::Saved(lanesum::SavedError::Other).into());
        }
        Ok(instance.keep(State::Message(message)))
    })
}

/// Erases a state that is not needed any more. A number without a state is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn release(state: usize) {
    answer(|instance| instance.take(state).map(|_| 0));
}

/// The digests of `count` messages, each of which begins with what has been absorbed: in the buffer lie as many numbers of four bytes,
/// where each message ends, and behind them the messages; the digests take their place.
#[unsafe(no_mangle)]
pub extern "C" fn many(state: usize, count: usize, len: usize, digest_len: usize) -> i32 {
    answer(|instance| {
        let total = count
            .checked_mul(digest_len)
            .ok_or(Wrong::no_memory("more output than there is memory for; make smaller batches"))?;
        let mut digests = Vec::new();
        digests
            .try_reserve_exact(total)
            .map_err(|_| Wrong::no_memory("no memory for the digests; make smaller batches"))?;
        digests.resize(total, 0);
        let (state, data) = instance.state_and_bytes(state, count.saturating_mul(4).saturating_add(len))?;
        let State::Message(message) = state else { return Err("the message has ended".into()) };
        message.finalize_many(&Column::new(data, count)?, digest_len, &mut digests)?;
        instance.reserve_or_fail(total)?;
        instance.put(&digests)
    })
}

/// Begins leaves of KT128 or KT256 (`bits` is 128 or 256) at leaf `first`, counted from 1.
#[cfg(feature = "keccak")]
#[unsafe(no_mangle)]
pub extern "C" fn leaves(bits: u32, first: f64) -> i32 {
    answer(|instance| Ok(instance.keep(State::Leaves(keccak::begin_leaves(bits, first)?))))
}

/// Ends whole leaves, and puts their chaining values into the buffer; with `is_last`, the message, with a customization string of the
/// first `len` bytes of the buffer. The state is released.
#[cfg(feature = "keccak")]
#[unsafe(no_mangle)]
pub extern "C" fn end_leaves(state: usize, is_last: u32, len: usize) -> i32 {
    answer(|instance| {
        let State::Leaves(leaves) = instance.take(state)? else { return Err("no leaves".into()) };
        let values = leaves.end((is_last != 0).then_some(instance.bytes(len)?))?;
        instance.reserve_or_fail(values.len())?;
        instance.put(&values)
    })
}

/// Begins a final node with the first chunk, which is in the buffer.
#[cfg(feature = "keccak")]
#[unsafe(no_mangle)]
pub extern "C" fn node(bits: u32) -> i32 {
    answer(|instance| {
        let node = keccak::begin_node(bits, instance.bytes(lanesum::subtrees::CHUNK_BYTES)?)?;
        Ok(instance.keep(State::Node(node)))
    })
}

/// Gives a final node the chaining values that come next, as [`end_leaves`] has made them; after the last ones, output is read.
#[cfg(feature = "keccak")]
#[unsafe(no_mangle)]
pub extern "C" fn absorb(state: usize, is_last: u32, len: usize) -> i32 {
    answer(|instance| {
        if is_last == 0 {
            let (State::Node(node), values) = instance.state_and_bytes(state, len)? else {
                return Err("no node".into());
            };
            node.absorb(values)?;
            return Ok(0);
        }
        let State::Node(node) = instance.replace(state, State::Ended)? else { return Err("no node".into()) };
        let output = node.finish(instance.bytes(len)?)?;
        instance.replace(state, State::Root(Box::new(output)))?;
        Ok(0)
    })
}
