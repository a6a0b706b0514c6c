//! Many mutants in one build: each is woven into a copy of the sources, behind a switch. One compilation serves all of
//! them, where cargo-mutants takes minutes for each. The same is done to the code, one mutant at a time.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;
use std::path::Path;

use anyhow::{Context as _, Result};

use crate::find::{Change, Found, Mutant};

/// The bytes of `range` with the changes that lie in it; `skip` are those that are being written already.
fn render(text: &str, changes: &[(usize, Change)], range: Range<usize>, skip: &[usize]) -> String {
    let mut out = String::new();
    let mut at = range.start;
    while at <= range.end {
        let here = |change: &Change| {
            let it = change.range();
            it.start == at && it.end <= range.end && (it.start < it.end || it.start < range.end)
        };
        // The widest one first; those of the same range together.
        let next = changes
            .iter()
            .filter(|(id, change)| !skip.contains(id) && here(change))
            .max_by_key(|(_, change)| change.range().len());
        let Some((_, next)) = next else {
            if at == range.end {
                break;
            }
            let step = text[at..].chars().next().map_or(1, char::len_utf8);
            out.push_str(&text[at..at + step]);
            at += step;
            continue;
        };
        let all: Vec<_> = changes
            .iter()
            .filter(|(id, change)| {
                !skip.contains(id)
                    && change.range() == next.range()
                    && std::mem::discriminant(change) == std::mem::discriminant(next)
            })
            .collect();
        let skip: Vec<_> = skip.iter().copied().chain(all.iter().map(|(id, _)| *id)).collect();
        let inner = |range: &Range<usize>| render(text, changes, range.clone(), &skip);
        match next {
            Change::Body { .. } => {
                for (id, change) in &all {
                    let Change::Body { value, .. } = change else { continue };
                    let _ = write!(out, " if crate::mutants_on({id}) {{ return {value}; }} ");
                }
                out.push_str(&render(text, changes, at..range.end, &skip));
                return out;
            }
            Change::Arm { .. } => {
                for (id, _) in &all {
                    let _ = write!(out, " if !crate::mutants_on({id}) ");
                }
                out.push_str(&render(text, changes, at..range.end, &skip));
                return out;
            }
            Change::Binary { left, operator, right, .. } => {
                out.push('(');
                for (id, change) in &all {
                    let Change::Binary { other, .. } = change else { continue };
                    let _ =
                        write!(out, "if crate::mutants_on({id}) {{ {} {other} {} }} else ", inner(left), inner(right));
                }
                let _ = write!(out, "{{ {} {} {} }})", inner(left), &text[operator.clone()], inner(right));
                at = right.end;
            }
            Change::Unary { operator, operand } => {
                let id = all[0].0;
                let kept = inner(operand);
                let _ = write!(
                    out,
                    "(if crate::mutants_on({id}) {{ {kept} }} else {{ {}{kept} }})",
                    &text[operator.clone()]
                );
                at = operand.end;
            }
            Change::Guard { guard, .. } => {
                let mut condition = format!("({})", inner(guard));
                for (id, change) in &all {
                    let Change::Guard { other, .. } = change else { continue };
                    condition = if other == "true" {
                        format!("(crate::mutants_on({id}) || {condition})")
                    } else {
                        format!("(!crate::mutants_on({id}) && {condition})")
                    };
                }
                out.push_str(&condition);
                at = guard.end;
            }
        }
        if at >= range.end {
            break;
        }
    }
    out
}

/// What asks: the number of the one that is on is in `LANESUM_MUTANT`; where `LANESUM_MUTANTS_SEEN` names a folder, each that is asked about
/// leaves a file there.
const QUESTION: &str = r#"
extern crate std as mutants_std;
#[doc(hidden)]
#[allow(missing_docs, unreachable_pub, clippy::all, clippy::pedantic)]
#[cold]
#[inline(never)]
pub(crate) fn mutants_on(id: u32) -> bool {
    use mutants_std::sync::OnceLock;
    use mutants_std::sync::atomic::{AtomicBool, Ordering};
    static ON: OnceLock<u32> = OnceLock::new();
    static FOLDER: OnceLock<Option<mutants_std::ffi::OsString>> = OnceLock::new();
    static SEEN: [AtomicBool; 8192] = [const { AtomicBool::new(false) }; 8192];
    if let Some(folder) = FOLDER.get_or_init(|| mutants_std::env::var_os("LANESUM_MUTANTS_SEEN")) {
        if !SEEN[id as usize].swap(true, Ordering::Relaxed) {
            let _ = mutants_std::fs::write(mutants_std::path::Path::new(folder).join(mutants_std::format!("{id}")), b"");
        }
    }
    *ON.get_or_init(|| mutants_std::env::var("LANESUM_MUTANT").ok().and_then(|on| on.parse().ok()).unwrap_or(u32::MAX)) == id
}
"#;

/// Weaves the first `count` of the mutants of `list` (a JSON array) that can be, except those whose numbers are in `without`, into the
/// copy of the sources at `root`. Prints each number that it came to, and what became of it.
pub fn weave(root: &Path, list: &Path, count: usize, without: &[String]) -> Result<()> {
    let mutants: Vec<Mutant> = serde_json::from_slice(&std::fs::read(list)?)?;
    let mut files = BTreeMap::<&str, Vec<(usize, Change)>>::new();
    let mut woven = 0;
    for (id, mutant) in mutants.iter().enumerate() {
        if woven == count {
            break;
        }
        let text = std::fs::read_to_string(root.join(&mutant.file)).with_context(|| mutant.file.clone())?;
        match mutant.find(&text).with_context(|| mutant.file.clone())? {
            Found::Nothing => println!("{id} not found: {}", mutant.genre()),
            Found::Constant => println!("{id} constant"),
            Found::Change(change) => {
                woven += 1;
                if without.contains(&id.to_string()) {
                    println!("{id} left out");
                } else {
                    println!("{id} woven");
                    files.entry(&mutant.file).or_default().push((id, change));
                }
            }
        }
    }
    for (file, changes) in files {
        let path = root.join(file);
        let text = std::fs::read_to_string(&path)?;
        std::fs::write(&path, render(&text, &changes, 0..text.len(), &[]))?;
    }
    let library = root.join("crates/lanesum/src/lib.rs");
    let text = std::fs::read_to_string(&library)?;
    Ok(std::fs::write(&library, text + QUESTION)?)
}
