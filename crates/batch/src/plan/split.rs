//! The cheapest way to take a number of messages in groups.

/// What this many messages cost in the best groups.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Split {
    /// All of them.
    pub cost: u32,
    /// How many messages the first group has room for.
    pub width: usize,
}

/// For 1 to `MOST` messages: their least cost, given the cost of each size of group, and the first group. Of equal costs, the widest that
/// is full comes first, so that a group of one means that all go one by one; else the narrower one. A group may have slots to spare.
/// There is a group of one, and `widths` ascend.
pub const fn cheapest<const MOST: usize>(widths: &[(usize, u32)]) -> [Split; MOST] {
    let mut best = [Split { cost: u32::MAX, width: 1 }; MOST];
    let mut messages = 1;
    while messages <= MOST {
        let mut i = 0;
        while i < widths.len() {
            let (width, cost) = widths[i];
            let rest = if messages > width { best[messages - width - 1].cost } else { 0 };
            let cost = cost.saturating_add(rest);
            if cost < best[messages - 1].cost || cost == best[messages - 1].cost && width <= messages {
                best[messages - 1] = Split { cost, width };
            }
            i += 1;
        }
        messages += 1;
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_cost_least() {
        let best = cheapest::<8>(&[(1, 10), (2, 17), (4, 20), (8, 39)]);
        assert_eq!(best.map(|split| split.width), [1, 2, 4, 4, 4, 4, 8, 8]);
        assert_eq!(best.map(|split| split.cost), [10, 17, 20, 20, 30, 37, 39, 39]);
        // One more than a group takes goes behind it, and two slots are no better with two idle ones.
        assert_eq!(cheapest::<9>(&[(1, 10), (8, 11)])[8], Split { cost: 21, width: 8 });
        assert_eq!(cheapest::<2>(&[(1, 10), (2, 11), (4, 11)])[1].width, 2);
        // Nothing gained by groups.
        assert_eq!(cheapest::<3>(&[(1, 10), (4, 30)]).map(|split| split.width), [1, 1, 1]);
    }
}
