//! The order of backends that is used if the caller names none.

use crate::{Error, families};
use lanesum_batch::plan::{MOST_WIDTHS, Row, WIDEST};

pub use lanesum_batch::plan::{Family, Width};

/// For each width (number of messages at once), the backend to use and its cost for one permutation or block of all these
/// messages. The costs decide how a batch of any size is split. Each [`Family`] of algorithms has its own order.
///
/// By default, the library uses its own order for this kind of processor. A program that has measured a better one on this machine can
/// install it in `main`, before it makes its first hasher. A library should not do that: there is one order for the whole process, and the
/// last one installed counts.
///
/// A build that is fixed to one backend by `--cfg lanesum_backend` uses no order, neither the library's nor yours.
///
/// ```
/// use lanesum::dispatch::{Family, Order, Width};
/// use lanesum::{Algorithm, Backend};
///
/// // One message at a time.
/// Order::new(Family::Keccak, &[Width::new(1, Backend::Portable, 935)])?.install();
/// assert_eq!(Algorithm::Sha3_256.chosen(8).width, 1);
/// assert_eq!(Algorithm::Sha3_256.chosen(8).evidence, "installed by the program");
/// # Ok::<(), lanesum::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    family: Family,
    row: Row,
}

impl Order {
    /// The greatest number of messages at once.
    pub const WIDEST: usize = WIDEST;

    /// The order in force: the last one installed, or the library's own.
    #[must_use]
    pub fn current(family: Family) -> Self {
        Self { family, row: families::plan(family).in_force().clone() }
    }

    /// The library's own order for this kind of processor, even if the program has installed another one.
    #[must_use]
    pub fn built_in(family: Family) -> Self {
        Self { family, row: families::plan(family).built_in().row.clone() }
    }

    /// The family of algorithms whose order this is.
    #[must_use]
    pub const fn family(&self) -> Family {
        self.family
    }

    /// The widths with their backends and costs.
    #[must_use]
    pub fn widths(&self) -> &[Width] {
        self.row.widths()
    }

    /// The kind of processor that the costs are for.
    #[must_use]
    pub const fn processor(&self) -> &'static str {
        self.row.name
    }

    /// Where the costs come from.
    #[must_use]
    pub const fn evidence(&self) -> &'static str {
        self.row.evidence
    }
}

#[cfg(feature = "std")]
impl Order {
    /// An order of your own. The widths ascend from 1; each is a power of two and at most [`Order::WIDEST`]. Leave out widths that are not
    /// faster. A cost is that of one permutation or block of all the messages together, in any unit that is the same for all widths.
    ///
    /// # Errors
    /// - [`Error::Widths`] unless the widths ascend from 1, and each is a power of two and at most [`Order::WIDEST`].
    /// - [`Error::NoCost`] for a cost of 0.
    /// - [`Error::NoFormForWidth`] for a backend that does not take this many messages at once. Any backend takes one;
    ///   [`Algorithm::widths`](crate::Algorithm::widths) tells which take more.
    /// - [`Error::BackendUnavailable`], [`Error::OnlyInPapers`] or [`Error::NoForm`] for a backend that cannot be used here.
    /// - [`Error::WrongHere`] for a backend that had never run on a processor before and gives wrong answers on this one.
    pub fn new(family: Family, widths: &[Width]) -> Result<Self, Error> {
        Self::checked(family, widths, |width| families::check_form(family, width.backend, width.messages))
    }

    fn checked(family: Family, widths: &[Width], check: impl Fn(&Width) -> Result<(), Error>) -> Result<Self, Error> {
        let ascend = widths.is_sorted_by(|a, b| a.messages < b.messages);
        let sound = |width: &Width| width.messages.is_power_of_two() && width.messages <= WIDEST;
        const { assert!(WIDEST.ilog2() as usize + 1 == MOST_WIDTHS) };
        if !ascend || widths.first().is_none_or(|width| width.messages != 1) || !widths.iter().all(sound) {
            return Err(Error::Widths);
        }
        for width in widths {
            check(width)?;
            if width.cost == 0 {
                return Err(Error::NoCost(width.messages));
            }
        }
        let theta = families::plan(family).built_in().row.theta;
        let row = Row::new("this machine", "installed by the program", lanes::Features::NONE, None, widths);
        Ok(Self { family, row: row.with_theta(theta) })
    }

    /// Puts this order in force in the whole process. It affects hashers, states and batches that are made afterwards; existing ones keep
    /// their backends. Outputs do not depend on the order. You may call this at any time and from any thread; of concurrent calls, one
    /// comes last. Each new order stays in memory and takes some 400 bytes.
    pub fn install(&self) {
        families::open(self.family);
        families::plan(self.family).install(Some(&self.row));
    }

    /// Restores the library's own order of a family.
    pub fn reset(family: Family) {
        families::plan(family).install(None);
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;
    use crate::Backend;

    fn width(messages: usize, cost: u32) -> Width {
        Width::new(messages, Backend::Portable, cost)
    }

    #[test]
    fn widths_ascend_from_one_message_on() {
        let order = |widths: &[Width]| Order::checked(Family::Keccak, widths, |_| Ok(()));
        let good = [width(1, 10), width(2, 20), width(16, 30)];
        assert_eq!(order(&good).map(|order| order.widths().to_vec()), Ok(good.to_vec()));
        assert_eq!(order(&[width(1, u32::MAX), width(2, u32::MAX)]).map(|order| order.widths().len()), Ok(2));
        for wrong in [
            &[][..],
            &[width(2, 10)],
            &[width(1, 10), width(1, 10)],
            &[width(1, 10), width(4, 10), width(2, 10)],
            &[width(1, 10), width(3, 10)],
            &[width(0, 10), width(1, 10)],
            &[width(1, 10), width(32, 10)],
        ] {
            assert_eq!(order(wrong), Err(Error::Widths), "{wrong:?}");
        }
        assert_eq!(order(&[width(1, 10), width(4, 0)]), Err(Error::NoCost(4)));
    }

    #[test]
    fn a_width_that_the_machine_lacks_is_refused() {
        let widths = [
            Width::new(1, Backend::Portable, 10),
            Width::new(2, Backend::Sse2, 16),
            Width::new(4, Backend::Avx2, 18),
            Width::new(8, Backend::Avx512, 20),
        ];
        for missing in widths {
            let lacks = |width: &Width| {
                if *width == missing { Err(Error::BackendUnavailable(missing.backend)) } else { Ok(()) }
            };
            let order = Order::checked(Family::Keccak, &widths, lacks);
            assert_eq!(order, Err(Error::BackendUnavailable(missing.backend)));
        }
    }

    #[cfg(feature = "keccak")]
    #[test]
    fn a_width_without_a_form_is_refused() {
        let order = Order::new(Family::Keccak, &[width(1, 10), width(2, 20)]);
        let error = Error::NoFormForWidth { backend: Backend::Portable, family: Family::Keccak, width: 2 };
        assert_eq!(order, Err(error));
    }
}
