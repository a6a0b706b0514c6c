//! The cheapest way to take a number of messages in groups.

/// The cheapest groups for a number of messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Split {
    pub cost: u32,
    pub width: usize,
}

/// For 1 to `MOST` messages: the lowest cost, and the width of the first group. `widths` has the cost of a group of each width, ascending,
/// with width 1 included. A group may have idle slots. Of groups of equal cost, the widest that is full wins, else the narrowest; so a
/// first group of one means that all messages go one by one.
pub const fn cheapest<const MOST: usize>(widths: &[(usize, u32)]) -> [Split; MOST] {
    let mut best = [Split { cost: u32::MAX, width: 1 }; MOST];
    let mut messages = 1;
    while messages <= MOST {
        let mut i = 0;
        // A message alone has no use for idle slots, even if a wider form takes less (two states on Zen 4): it has no batch.
        while i < widths.len() && (messages > 1 || i == 0) {
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
        // The ninth message is a group of its own; idle slots gain nothing.
        assert_eq!(cheapest::<9>(&[(1, 10), (8, 11)])[8], Split { cost: 21, width: 8 });
        assert_eq!(cheapest::<2>(&[(1, 10), (2, 11), (4, 11)])[1].width, 2);
        // One message goes by itself; the ninth has an idle slot beside it.
        assert_eq!(cheapest::<1>(&[(1, 10), (2, 9)])[0], Split { cost: 10, width: 1 });
        assert_eq!(cheapest::<9>(&[(1, 10), (2, 9), (8, 18)])[8].cost, 27);
        // Groups gain nothing.
        assert_eq!(cheapest::<3>(&[(1, 10), (4, 30)]).map(|split| split.width), [1, 1, 1]);
    }
}
