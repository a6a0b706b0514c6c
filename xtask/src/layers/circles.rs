//! Circles of files that use one another: none of them can be read, tested or taken away without the others.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::uses::Use;
use super::violation::Violation;

/// The circles among `files`, one violation each.
pub(super) fn check(files: &[String], uses: &[Use]) -> Vec<Violation> {
    find(files.len(), uses).iter().map(|circle| describe(circle, files, uses)).collect()
}

/// The largest sets of files each of which leads to all others of its set.
fn find(count: usize, uses: &[Use]) -> Vec<Vec<usize>> {
    let reached = (0..count).map(|from| reachable(from, uses)).collect::<Vec<_>>();
    let both_ways = |one: usize, other: usize| reached[one].contains(&other) && reached[other].contains(&one);
    let mut circles = (0..count)
        .map(|file| (0..count).filter(|&other| both_ways(file, other)).collect::<Vec<_>>())
        .collect::<BTreeSet<_>>();
    circles.retain(|circle| circle.len() > 1);
    circles.into_iter().collect()
}

fn reachable(from: usize, uses: &[Use]) -> BTreeSet<usize> {
    let mut reached = BTreeSet::new();
    let mut left = vec![from];
    while let Some(file) = left.pop() {
        let first = uses.partition_point(|used| used.from < file);
        for used in uses[first..].iter().take_while(|used| used.from == file) {
            if reached.insert(used.to) {
                left.push(used.to);
            }
        }
    }
    reached
}

/// Every arrow of a circle, with the names that it consists of and their lines.
fn describe(circle: &[usize], files: &[String], uses: &[Use]) -> Violation {
    let inside = uses.iter().filter(|used| circle.contains(&used.from) && circle.contains(&used.to));
    let mut what = format!("a circle of {} files", circle.len());
    let mut arrow = None;
    let mut first_line = None;
    for Use { from, to, name, line } in inside {
        if arrow == Some((from, to)) {
            what.push(',');
        } else {
            let _ = write!(what, "\n    {} -> {}:", files[*from], files[*to]);
        }
        let _ = write!(what, " {name} ({line})");
        first_line.get_or_insert(*line);
        arrow = Some((from, to));
    }
    Violation::new(&files[circle[0]], first_line.unwrap_or(1), what)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The arrows of a graph whose files are `a`, `b`, …
    fn found(arrows: &[&str]) -> Vec<String> {
        let files = ('a'..='f').map(|name| format!("{name}.rs")).collect::<Vec<_>>();
        let file = |name: u8| usize::from(name - b'a');
        let names = [("X", 7), ("Y", 3)];
        let uses_of = |arrow: &&str| {
            let [from, to] = [0, 1].map(|end| file(arrow.as_bytes()[end]));
            names.map(|(name, line)| Use { from, to, name: name.into(), line })
        };
        let mut uses = arrows.iter().flat_map(uses_of).collect::<Vec<_>>();
        uses.sort();
        check(&files, &uses)
            .into_iter()
            .map(|Violation { path, line, what }| format!("{path}:{line}: {what}"))
            .collect()
    }

    #[test]
    fn a_circle_of_three_is_told_with_its_names_and_lines() {
        let expected = "a.rs:7: a circle of 3 files\n    a.rs -> c.rs: X (7), Y (3)\n    b.rs -> a.rs: X (7), Y (3)\n    \
                        c.rs -> b.rs: X (7), Y (3)";
        assert_eq!(found(&["ac", "cb", "ba", "ad", "eb"]), [expected]);
    }

    #[test]
    fn no_circle_is_none() {
        assert_eq!(found(&["ab", "bc", "ac", "dc"]), [""; 0]);
    }

    #[test]
    fn circles_are_told_apart() {
        assert_eq!(found(&["ab", "ba", "bc", "cd", "dc", "de"]).len(), 2);
        assert_eq!(found(&["ab", "ba", "bc", "cd", "dc", "da"]).len(), 1);
    }
}
