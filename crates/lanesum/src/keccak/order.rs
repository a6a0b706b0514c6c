//! What the choice of backends rests on: for each width a backend and its cost; and the one order that is in force.

use super::engine::Engine;
use super::plan::{self, Plan};
use crate::split::{Split, cheapest};
use crate::{Backend, Error};
use core::sync::atomic::{AtomicU32, Ordering};

/// For 1, 2, 4 and 8 messages at once: the backend to take, and what one permutation of them all costs on it. How a batch
/// of any size is split follows from the costs. It is about the functions over Keccak-p\[1600\], those for which
/// [`Algorithm::follows_order`](crate::Algorithm::follows_order).
///
/// Without a word from you, the library takes the order that it has for this kind of processor. A program that has
/// measured a better one on this very machine installs it, in `main`, before it makes its first hasher. A library should
/// not: the order is the whole process's, and whoever installs last has the say.
///
/// ```
/// use lanesum::dispatch::Order;
/// use lanesum::{Algorithm, Backend};
///
/// // Without lanes: two messages cost twice what one does, and nothing is gained by taking them at once.
/// let backend = Backend::Portable;
/// Order::new([(backend, 935), (backend, 1870), (backend, 3740), (backend, 7480)])?.install();
/// assert_eq!(Algorithm::Sha3_256.chosen(8).ways, 1);
/// assert_eq!(Algorithm::Sha3_256.chosen(8).evidence, "installed by the program");
/// # Ok::<(), lanesum::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order([(Backend, u32); 4]);

impl Order {
    /// The numbers of messages at once that an order is about, in its order.
    pub const WIDTHS: [usize; 4] = [1, 2, 4, 8];

    /// An order of your own: for 1, 2, 4 and 8 messages at once, the backend and the cost of one permutation of all of them
    /// together, in any unit that is the same for the four.
    ///
    /// Any backend can take any number of messages: one with narrower registers takes them in groups, one with wider
    /// registers leaves lanes idle; the cost is to be that of doing so. (A backend for one message that costs 870 costs
    /// 1740 for two.)
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`] where this machine lacks one of the backends, [`Error::NoForm`] where Keccak has no form
    /// of it, [`Error::NoCost`] for a cost of 0, and
    /// [`Error::CostlyWidth`] if a number of messages at once costs more than in smaller or larger groups by the same
    /// order: the backend of those groups should be named for it then.
    pub fn new(ways: [(Backend, u32); 4]) -> Result<Self, Error> {
        Self::checked(ways, |backend| Engine::new(backend).map(drop))
    }

    fn checked(ways: [(Backend, u32); 4], check: impl Fn(Backend) -> Result<(), Error>) -> Result<Self, Error> {
        let order = Self(ways);
        for (ways, (backend, cost)) in Self::WIDTHS.into_iter().zip(ways) {
            check(backend)?;
            if cost == 0 {
                return Err(Error::NoCost(ways));
            }
        }
        match order.costly_width() {
            Some(ways) => Err(Error::CostlyWidth(ways)),
            None => Ok(order),
        }
    }

    /// The order in force: the last one installed, or the library's own.
    pub fn current() -> Self {
        Current::read().order
    }

    /// The library's own order for this kind of processor, whatever has been installed.
    pub fn built_in() -> Self {
        plan::here().1.order()
    }

    /// The backend and the cost for each of [`Order::WIDTHS`].
    pub fn ways(&self) -> [(Backend, u32); 4] {
        self.0
    }

    /// Puts this order in force in the whole process, for what is made afterwards: hashers, states and batches that are
    /// there already keep their backends. Outputs do not depend on it. May be called at any time and from any thread, but
    /// not from a signal or interrupt handler; of calls at the same time one comes last.
    #[cfg(target_has_atomic = "32")]
    pub fn install(self) {
        self.put_in_force(INSTALLED);
    }

    /// Puts the library's own order in force again, as [`Order::install`] does with one of yours.
    #[cfg(target_has_atomic = "32")]
    pub fn reset() {
        let (row, plan) = plan::here();
        plan.order().put_in_force(row as u32);
    }

    #[cfg(target_has_atomic = "32")]
    fn put_in_force(self, origin: u32) {
        let lock = loop {
            match Lock::take() {
                Some(lock) => break lock,
                None => core::hint::spin_loop(),
            }
        };
        publish(&self, origin);
        drop(lock);
    }

    pub(crate) const fn of(ways: [(Backend, u32); 4]) -> Self {
        Self(ways)
    }

    /// The backend and the cost for `ways` messages at once; `ways` is 1, 2, 4 or 8.
    pub(crate) fn way(&self, ways: usize) -> (Backend, u32) {
        self.0[ways.trailing_zeros() as usize % 4]
    }

    /// What one permutation of `messages` messages costs in the best groups, and one at a time.
    pub(crate) fn costs(&self, messages: usize) -> (u64, u64) {
        let (eights, rest) = (messages as u64 / 8, messages % 8);
        let rest = if rest == 0 { 0 } else { u64::from(self.best(rest).0) };
        (eights * u64::from(self.best(8).0) + rest, messages as u64 * u64::from(self.way(1).1))
    }

    /// The least cost of `messages` messages, at most eight of them, and the first group's ways; the narrower on a draw.
    pub(crate) fn best(&self, messages: usize) -> (u32, usize) {
        let Split { cost, ways } =
            cheapest::<8>(&Self::WIDTHS.map(|ways| (ways, self.way(ways).1)))[messages.clamp(1, 8) - 1];
        (cost, ways)
    }

    /// A width whose backend is no good choice for it: `States` and `ManyXof` take it all the same.
    pub(crate) fn costly_width(&self) -> Option<usize> {
        Self::WIDTHS.into_iter().find(|&ways| self.way(ways).1 > self.best(ways).0)
    }
}

/// One order with what is derived from it, as words that can be read while another one is installed.
struct Slot {
    /// From the lowest bits on, two for each number of messages from 1 to 8: the logarithm of how many to take at once.
    groups: AtomicU32,
    /// A byte for each width: the place in [`Backend::ALL`].
    backends: AtomicU32,
    costs: [AtomicU32; 4],
    /// The row of the table, or `INSTALLED`.
    origin: AtomicU32,
}

#[cfg(target_has_atomic = "32")]
const INSTALLED: u32 = u32::MAX;

/// The order in force is in one slot while the next one is written to the other. A mixture of two orders would still give
/// right outputs, but no one could say why it was chosen.
static SLOTS: [Slot; 2] = [const { Slot::new() }; 2];

/// How many orders there have been, 0 before the first; the last bit is the slot.
static GENERATION: AtomicU32 = AtomicU32::new(0);

impl Slot {
    const fn new() -> Self {
        Self {
            groups: AtomicU32::new(0),
            backends: AtomicU32::new(0),
            costs: [const { AtomicU32::new(0) }; 4],
            origin: AtomicU32::new(0),
        }
    }

    /// Runs `read` on the slot in force until no other order came into force meanwhile. `None` before the first.
    ///
    /// The slot is only written again after the generation has moved on, and loads that see such a write (all are
    /// acquiring, all stores releasing) make the second look at the generation see that.
    #[inline(always)]
    fn read<T>(read: impl Fn(&Slot) -> T) -> Option<T> {
        loop {
            let generation = GENERATION.load(Ordering::Acquire);
            if generation == 0 {
                return None;
            }
            let found = read(&SLOTS[generation as usize % 2]);
            if GENERATION.load(Ordering::Relaxed) == generation {
                return Some(found);
            }
        }
    }
}

/// Puts an order in force. One thread at a time.
fn publish(order: &Order, origin: u32) {
    let generation = match GENERATION.load(Ordering::Acquire).wrapping_add(1) {
        0 => 2,
        next => next,
    };
    let slot = &SLOTS[generation as usize % 2];
    let here = Here::of(order);
    slot.groups.store(here.groups, Ordering::Release);
    slot.backends.store(here.backends, Ordering::Release);
    for (stored, (_, cost)) in slot.costs.iter().zip(order.0) {
        stored.store(cost, Ordering::Release);
    }
    slot.origin.store(origin, Ordering::Release);
    GENERATION.store(generation, Ordering::Release);
}

/// Who holds it may write the slot that is not in force.
struct Lock;

/// A processor whose atomics can only load and store has one core and no `install`: all that is ever published is the
/// same row of the table.
#[cfg(not(target_has_atomic = "32"))]
impl Lock {
    fn take() -> Option<Self> {
        Some(Self)
    }
}

#[cfg(target_has_atomic = "32")]
static LOCKED: AtomicU32 = AtomicU32::new(0);

#[cfg(target_has_atomic = "32")]
impl Lock {
    fn take() -> Option<Self> {
        // Not `then_some(Self)`: that makes a lock in any case, and dropping it would open the one that another holds.
        if LOCKED.swap(1, Ordering::Acquire) == 0 { Some(Self) } else { None }
    }
}

#[cfg(target_has_atomic = "32")]
impl Drop for Lock {
    fn drop(&mut self) {
        LOCKED.store(0, Ordering::Release);
    }
}

/// Puts the table's order in force if there is none yet. Waits for nobody: who holds the lock is doing the same, or
/// better.
#[cold]
fn first() -> (usize, &'static Plan) {
    let (row, plan) = plan::here();
    if let Some(_lock) = Lock::take()
        && GENERATION.load(Ordering::Acquire) == 0
    {
        publish(&plan.order(), row as u32);
    }
    (row, plan)
}

/// What hashing needs of the order in force.
#[derive(Clone, Copy)]
pub(crate) struct Here {
    groups: u32,
    backends: u32,
}

impl Here {
    /// Reads a few statics, after the first time.
    #[inline]
    pub(crate) fn plan() -> Here {
        let read = |slot: &Slot| Here {
            groups: slot.groups.load(Ordering::Acquire),
            backends: slot.backends.load(Ordering::Acquire),
        };
        Slot::read(read).unwrap_or_else(|| Here::of(&first().1.order()))
    }

    fn of(order: &Order) -> Here {
        let mut here = Here { groups: 0, backends: 0 };
        for messages in 1..=8 {
            here.groups |= order.best(messages).1.trailing_zeros() << (2 * (messages - 1));
        }
        for (i, (backend, _)) in order.0.into_iter().enumerate() {
            here.backends |= (backend as u32) << (8 * i);
        }
        here
    }

    /// The backend for `ways` states at once; 1, 2, 4 or 8.
    #[inline]
    pub(crate) fn engine(self, ways: usize) -> Engine {
        Engine::new(self.backend(ways)).unwrap_or(Engine::Portable)
    }

    #[inline]
    fn backend(self, ways: usize) -> Backend {
        let place = self.backends >> (8 * (ways.trailing_zeros() % 4)) & 0xff;
        Backend::ALL.get(place as usize).copied().unwrap_or(Backend::Portable)
    }

    /// How many of `messages` equally long messages to take at once, so that the whole is cheapest.
    #[inline]
    pub(crate) fn ways(self, messages: usize) -> usize {
        1 << (self.groups >> (2 * (messages.clamp(1, 8) - 1)) & 3)
    }
}

/// The order in force and where it is from, for reports.
pub(crate) struct Current {
    pub(crate) order: Order,
    /// Which processors, for people.
    pub(crate) name: &'static str,
    /// What is known of the costs.
    pub(crate) evidence: &'static str,
}

impl Current {
    pub(crate) fn read() -> Self {
        let read = |slot: &Slot| {
            let here = Here { groups: 0, backends: slot.backends.load(Ordering::Acquire) };
            let costs = [0, 1, 2, 3].map(|i: usize| slot.costs[i].load(Ordering::Acquire));
            let way = |i: usize| (here.backend(Order::WIDTHS[i]), costs[i]);
            (Order([way(0), way(1), way(2), way(3)]), slot.origin.load(Ordering::Acquire))
        };
        let (order, origin) = Slot::read(read).unwrap_or_else(|| {
            let (row, plan) = first();
            (plan.order(), row as u32)
        });
        match plan::row(origin) {
            Some(plan) => Self { order, name: plan.name, evidence: plan.evidence },
            None => Self { order, name: "this machine", evidence: "installed by the program" },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_backend_is_found_at_its_own_place() {
        for (place, backend) in Backend::ALL.iter().enumerate() {
            assert_eq!(*backend as usize, place);
        }
        assert!(Backend::ALL.len() <= 256, "a byte is not enough");
    }

    #[test]
    fn what_is_packed_comes_out_again() {
        let order =
            Order([(Backend::Compact, 10), (Backend::Portable32, 17), (Backend::Portable, 20), (Backend::Compact, 39)]);
        let here = Here::of(&order);
        for (ways, (backend, _)) in Order::WIDTHS.into_iter().zip(order.0) {
            assert_eq!(here.backend(ways), backend);
        }
        for messages in 1..=20 {
            assert_eq!(here.ways(messages), order.best(messages).1);
        }
        assert_eq!([1, 2, 3, 4, 5, 6, 7, 8].map(|n| here.ways(n)), [1, 2, 4, 4, 1, 2, 8, 8]);
    }

    /// Who is refused leaves it locked. (Tests that install an order wait meanwhile.)
    #[test]
    #[cfg(target_has_atomic = "32")]
    fn one_at_a_time_holds_the_lock() {
        let held = loop {
            match Lock::take() {
                Some(lock) => break lock,
                None => core::hint::spin_loop(),
            }
        };
        for _ in 0..3 {
            assert!(Lock::take().is_none());
        }
        drop(held);
    }

    #[test]
    fn orders_that_contradict_themselves_are_refused() {
        let order = |costs: [u32; 4]| Order::new(costs.map(|cost| (Backend::Portable, cost)));
        assert_eq!(order([10, 20, 40, 80]).map(|order| order.ways()[3]), Ok((Backend::Portable, 80)));
        assert_eq!(order([10, 20, 0, 80]), Err(Error::NoCost(4)));
        // Groups of narrower ones, and wider ones with idle lanes, are cheaper.
        assert_eq!(order([10, 21, 40, 80]), Err(Error::CostlyWidth(2)));
        assert_eq!(order([10, 20, 40, 19]), Err(Error::CostlyWidth(2)));
        assert_eq!(order([10, 20, 41, 80]), Err(Error::CostlyWidth(4)));
        assert!(order([u32::MAX; 4]).is_ok());
    }

    #[test]
    fn a_backend_that_the_machine_lacks_is_refused() {
        let lacks =
            |missing| move |backend| if backend == missing { Err(Error::BackendUnavailable(missing)) } else { Ok(()) };
        let ways = [(Backend::Portable, 10), (Backend::Sse2, 16), (Backend::Avx2, 18), (Backend::Avx512, 20)];
        for (missing, _) in ways {
            assert_eq!(Order::checked(ways, lacks(missing)), Err(Error::BackendUnavailable(missing)));
        }
        assert_eq!(Order::checked(ways, lacks(Backend::Compact)), Ok(Order(ways)));
    }
}
