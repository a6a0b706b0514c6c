//! Properties of every row; each family's tests check its table with [`assert_sound`].

use super::length::Length;
use super::row::{Row, WIDEST, Width};
use lanes::Features;

/// Panics if a row, or the table as a whole, is not sound.
pub fn assert_sound(table: &[Row]) {
    for row in table {
        for length in Length::ALL {
            // If a number of messages is taken in groups, so is every larger number.
            let alone = (1..=WIDEST).map(|messages| row.width(messages, length) == 1);
            assert!(alone.is_sorted_by(|fewer, more| fewer >= more), "{}, {length:?}", row.name);
        }
        let widths = row.widths();
        assert_eq!(widths.first().map(|width| width.messages), Some(1), "{}", row.name);
        assert!(widths.is_sorted_by(|a, b| a.messages < b.messages), "{}", row.name);
        for &Width { messages, backend, cost } in widths {
            assert!(messages.is_power_of_two() && messages <= WIDEST, "{}", row.name);
            assert!(row.needs().contains(backend.features()), "{}, {backend}", row.name);
            assert!(cost > 0, "{}, {backend}", row.name);
            assert_eq!(row.backend(messages), backend, "{}", row.name);
        }
        for messages in 1..40 {
            let (cost, one_by_one) = row.costs(messages);
            assert!(cost <= one_by_one, "{}, {messages} messages", row.name);
            for length in Length::ALL {
                let width = row.width(messages, length);
                assert!(widths.iter().any(|of| of.messages == width), "{}, {messages} messages", row.name);
            }
        }
    }
    assert!(table.last().is_some_and(|row| row.needs() == Features::NONE), "the last row is for every machine");
}
