//! The memory that both sides share, and the states by their numbers.

#[cfg(feature = "keccak")]
use crate::keccak::{Leaves, Node};
use crate::wrong::Wrong;
use lanesum::{Hasher, HasherReader};
use std::cell::RefCell;

/// The state that a number stands for.
pub(crate) enum State {
    Message(Box<Hasher>),
    Output(Box<HasherReader>),
    /// The output of a final node.
    #[cfg(feature = "keccak")]
    Root(Box<lanesum::Reader>),
    #[cfg(feature = "keccak")]
    Leaves(Box<dyn Leaves>),
    #[cfg(feature = "keccak")]
    Node(Box<dyn Node>),
    /// Nothing more, after an error.
    Ended,
}

/// All that there is: a module has one thread.
pub(crate) struct Instance {
    buffer: Vec<u8>,
    states: Vec<Option<State>>,
    /// The numbers of those that were released.
    free: Vec<usize>,
}

thread_local! {
    static INSTANCE: RefCell<Instance> =
        const { RefCell::new(Instance { buffer: Vec::new(), states: Vec::new(), free: Vec::new() }) };
}

/// The end of every call: a number, or an error as a negative length of its text.
pub(crate) fn answer(body: impl FnOnce(&mut Instance) -> Result<u32, Wrong>) -> i32 {
    INSTANCE.with_borrow_mut(|instance| match body(instance) {
        Ok(result) => result as i32,
        Err(Wrong(text)) => {
            // Where not even a text finds room, one byte says that there was an error.
            let len = instance.put(text.as_bytes()).unwrap_or(1);
            -(len.max(1) as i32)
        }
    })
}

impl Instance {
    /// Makes the buffer that long at least; 0 if there is no memory for it, otherwise its place.
    pub(crate) fn reserve(&mut self, bytes: usize) -> usize {
        if let Some(more) = bytes.checked_sub(self.buffer.len()) {
            if self.buffer.try_reserve_exact(more).is_err() {
                return 0;
            }
            self.buffer.resize(bytes, 0);
        }
        self.buffer.as_ptr().addr()
    }

    pub(crate) fn reserve_or_fail(&mut self, bytes: usize) -> Result<(), Wrong> {
        if self.reserve(bytes) == 0 {
            return Err(Wrong::no_memory("no memory for the output; ask for fewer bytes, or read an XOF in pieces"));
        }
        Ok(())
    }

    /// Writes to the beginning of the buffer.
    pub(crate) fn put(&mut self, bytes: &[u8]) -> Result<u32, Wrong> {
        self.bytes(bytes.len())?.copy_from_slice(bytes);
        Ok(bytes.len() as u32)
    }

    /// The first bytes of the buffer.
    pub(crate) fn bytes(&mut self, len: usize) -> Result<&mut [u8], Wrong> {
        self.buffer.get_mut(..len).ok_or_else(|| "more bytes than the buffer has".into())
    }

    pub(crate) fn state(&mut self, number: usize) -> Result<&mut State, Wrong> {
        self.states.get_mut(number).and_then(Option::as_mut).ok_or_else(no_state)
    }

    pub(crate) fn state_and_bytes(&mut self, number: usize, len: usize) -> Result<(&mut State, &mut [u8]), Wrong> {
        let state = self.states.get_mut(number).and_then(Option::as_mut).ok_or_else(no_state)?;
        let bytes = self.buffer.get_mut(..len).ok_or("more bytes than the buffer has")?;
        Ok((state, bytes))
    }

    /// Gives a state a number.
    pub(crate) fn keep(&mut self, state: State) -> u32 {
        let number = self.free.pop().unwrap_or_else(|| {
            self.states.push(None);
            self.states.len() - 1
        });
        self.states[number] = Some(state);
        number as u32
    }

    /// Takes a state out; its number is free.
    pub(crate) fn take(&mut self, number: usize) -> Result<State, Wrong> {
        let state = self.states.get_mut(number).and_then(Option::take).ok_or_else(no_state)?;
        self.free.push(number);
        Ok(state)
    }

    /// Puts another state in its place.
    pub(crate) fn replace(&mut self, number: usize, state: State) -> Result<State, Wrong> {
        Ok(std::mem::replace(self.state(number)?, state))
    }
}

fn no_state() -> Wrong {
    "there is no such state".into()
}
