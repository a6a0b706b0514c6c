//! Saved sponges. States that no sponge can have are rejected: only a permutation changes the capacity, and between two permutations only
//! the bytes up to the position change.

use super::{KeccakForm, Parameters, Sponge};
use crate::states::state::State;
use lanesum_batch::saved::{SavedReader, SavedWriter};
use lanesum_batch::sure::sure;

impl Sponge {
    pub const SAVED_BYTES: usize = 201;

    /// Writes the state's bytes and the position, the same on every backend.
    pub fn save(&self, out: &mut SavedWriter<'_>) {
        self.save_state(out.place(200));
        out.bytes(&[self.position]);
    }

    /// The inverse of [`Sponge::save`]; `None` for a state that no such sponge can have.
    pub fn restore(parameters: Parameters, form: KeccakForm, saved: &mut SavedReader<'_>) -> Option<Self> {
        Self::new(parameters, form).restore_after(saved)
    }

    /// As [`Sponge::restore`], for a sponge that continued from this one, which must be at the beginning of a block.
    pub fn restore_after(&self, saved: &mut SavedReader<'_>) -> Option<Self> {
        let bytes = saved.array()?;
        let [position] = *saved.array()?;
        let restored = Self::from_state(self.parameters, self.form(), bytes, position)?;
        let [rate, capacity] = restored.difference(self, 0);
        // Only permutations change the capacity, and each one does.
        let fits = if capacity == 0 { rate == 0 } else { restored.was_permuted() };
        fits.then_some(restored)
    }

    /// As [`Sponge::restore_after`], if the number of bytes absorbed since is known.
    pub fn restore_after_bytes(&self, absorbed: u128, bytes: &[u8; 200]) -> Option<Self> {
        let all = self.position() as u128 + absorbed;
        let rate = self.parameters.rate() as u128;
        let restored = Self::from_state(self.parameters, self.form(), bytes, (all % rate) as u8)?;
        let [rate_differs, capacity] = restored.difference(self, self.position());
        let fits = if all >= rate { capacity != 0 && restored.was_permuted() } else { rate_differs | capacity == 0 };
        fits.then_some(restored)
    }

    /// Whether the state has been permuted: before the first permutation, the capacity is 0. Takes the same time for any state.
    pub fn was_permuted(&self) -> bool {
        self.words()[self.parameters.lanes()..].iter().fold(0, |all, word| all | word) != 0
    }

    /// Whether state and position equal those of another sponge. Takes the same time for any state.
    pub fn is_at(&self, other: &Self) -> bool {
        self.position == other.position && self.difference(other, self.position()) == [0; 2]
    }

    /// The differences between the rates and between the capacities of two states; 0 if they are equal. The bytes of the rate from `from`
    /// up to the position are ignored. Takes the same time for any state.
    fn difference(&self, other: &Self, from: usize) -> [u64; 2] {
        let mut differences = [0; 2];
        for (lane, (word, other)) in self.words().iter().zip(other.words()).enumerate() {
            let left_out = |byte: &usize| (from..self.position()).contains(&(8 * lane + byte));
            let mask = (0..8).filter(left_out).fold(u64::MAX, |mask, byte| mask & !(0xff << (8 * byte)));
            differences[usize::from(lane >= self.parameters.lanes())] |= (word ^ other) & mask;
        }
        differences
    }

    pub fn save_state(&self, out: &mut [u8]) {
        sure(self.state.extract_bytes(0, out));
    }

    /// The inverse of saving state and position; `None` for a state that no such sponge can have.
    fn from_state(parameters: Parameters, form: KeccakForm, bytes: &[u8; 200], position: u8) -> Option<Self> {
        let mut state = State::with_form(form);
        sure(state.overwrite_bytes(0, bytes));
        (usize::from(position) < parameters.rate()).then_some(Self { state, parameters, position, forced: false })
    }
}
