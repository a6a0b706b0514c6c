//! The orders of backends that `bench --save` saves for a user: one small file in the configuration directory.
//!
//! Every run reads it, and no run fails because of it: a file that does not fit this build and this processor is
//! ignored, and `info` says so.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use lanesum::cpu;
use lanesum::dispatch::{self, Family, Order};
use serde::{Deserialize, Serialize};

use crate::output::{FileError, Held, Plain, Temporary};

/// More than any file that `save` writes.
const MOST_BYTES: u64 = 64 * 1024;

/// The unit of the costs in a saved order.
pub(crate) const UNIT: &str = "core cycles for a permutation of 24 rounds or a block, of all messages; nanoseconds where \
                               cycles cannot be counted";

/// Whether the user's saved orders are used in this run.
#[derive(Debug)]
pub(crate) enum Saved {
    None,
    /// They are in force, for these families of algorithms.
    InForce {
        path: PathBuf,
        date: String,
        families: Vec<Family>,
    },
    /// There is a file that cannot be used.
    Ignored {
        path: PathBuf,
        reason: Unfit,
    },
}

/// Why a file cannot be used here.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unfit {
    #[error("it cannot be read: {}", Plain(.0))]
    Unreadable(#[from] io::Error),
    #[error("it is not a regular file")]
    NotAFile,
    #[error("it is damaged: {0}")]
    Damaged(#[from] serde_json::Error),
    #[error("it is damaged: more than {MOST_BYTES} bytes")]
    TooLong,
    #[error("it is damaged: there is no family {0}")]
    Family(String),
    #[error("it is damaged: there is no backend {0}")]
    Backend(String),
    #[error("it was measured on another processor: {0}")]
    OtherProcessor(String),
    #[error("it was measured by lanesum {0}")]
    OtherVersion(String),
    #[error("it does not fit: {0}")]
    Order(#[from] lanesum::Error),
}

/// Why an order could not be kept or removed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SaveError {
    #[error("there is no configuration directory: set HOME or XDG_CONFIG_HOME")]
    Nowhere,
    #[error("{}: {}", .0.display(), Plain(.1))]
    Io(PathBuf, io::Error),
    #[error(transparent)]
    File(#[from] FileError),
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Content {
    lanesum: String,
    date: String,
    processor: Processor,
    unit: String,
    /// The orders by the name of their family.
    orders: BTreeMap<String, Vec<Width>>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Processor {
    name: String,
    vendor: String,
    family: u32,
    model: u32,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Width {
    messages: usize,
    backend: String,
    cost: u32,
}

impl Saved {
    /// Installs the user's orders, if there are some that fit.
    pub(crate) fn put_in_force() -> Self {
        let Ok(path) = path() else { return Self::None };
        match read(&path) {
            Ok(None) => Self::None,
            Ok(Some((orders, date))) => {
                orders.iter().for_each(Order::install);
                let families = orders.iter().map(Order::family).collect();
                Self::InForce { path, date, families }
            }
            Err(reason) => Self::Ignored { path, reason },
        }
    }

    /// Whether an order of the user's decides for a family.
    pub(crate) fn is_in_force(&self, family: Family) -> bool {
        matches!(self, Self::InForce { families, .. } if families.contains(&family))
    }
}

/// `$XDG_CONFIG_HOME/lanesum/order.json` or the like.
fn path() -> Result<PathBuf, SaveError> {
    let strategy = etcetera::choose_base_strategy().map_err(|_| SaveError::Nowhere)?;
    Ok(strategy.config_dir().join("lanesum").join("order.json"))
}

fn read(path: &Path) -> Result<Option<(Vec<Order>, String)>, Unfit> {
    let kind = match fs::metadata(path) {
        Ok(metadata) => metadata.file_type(),
        // A file where a directory of the path should be: there is nothing either.
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            return Ok(None);
        }
        Err(error) => return Err(error.into()),
    };
    // To open a pipe would be to wait for whoever writes to it.
    if !kind.is_file() {
        return Err(Unfit::NotAFile);
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(Unfit::TooLong);
    }
    parse(&bytes).map(Some)
}

/// The orders in the content of a file, and their date.
pub(crate) fn parse(bytes: &[u8]) -> Result<(Vec<Order>, String), Unfit> {
    let content: Content = serde_json::from_slice(bytes)?;
    Ok((content.orders_for(&Processor::here())?, content.date))
}

/// The text of the orders, as [`parse`] reads it.
pub(crate) fn text(orders: &[Order], date: &str) -> serde_json::Result<String> {
    serde_json::to_string_pretty(&Content::of(orders, date))
}

/// Writes the orders where `put_in_force` finds them, in one step: a reader sees the old file or the new one, whole. Those of other
/// families that were in the old one stay, if they fit.
pub(crate) fn save(orders: &[Order], date: &str) -> Result<PathBuf, SaveError> {
    let path = path()?;
    save_at(&path, orders, date)?;
    Ok(path)
}

fn save_at(path: &Path, orders: &[Order], date: &str) -> Result<(), SaveError> {
    // Another run may save other families at the same time.
    let held = Held::new(path)?;
    let mut all = read(path).ok().flatten().map(|(orders, _)| orders).unwrap_or_default();
    all.retain(|old| orders.iter().all(|order| order.family() != old.family()));
    all.extend_from_slice(orders);
    let file = write(&held.path, &all, date).map_err(|error| SaveError::Io(path.to_owned(), error))?;
    held.replace(file)?;
    Ok(())
}

/// Under another name: the caller puts the file in its place.
fn write(path: &Path, orders: &[Order], date: &str) -> io::Result<Temporary> {
    fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))?;
    let mut options = File::options();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut new = Temporary::new(path, &mut options)?;
    let file = new.file();
    writeln!(file, "{}", text(orders, date)?)?;
    file.sync_all()?;
    Ok(new)
}

/// Removes the file; whether there was one.
pub(crate) fn forget() -> Result<(PathBuf, bool), SaveError> {
    let path = path()?;
    match fs::remove_file(&path) {
        Ok(()) => Ok((path, true)),
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            Ok((path, false))
        }
        Err(error) => Err(SaveError::Io(path, error)),
    }
}

impl Content {
    fn of(orders: &[Order], date: &str) -> Self {
        let width = |width: &dispatch::Width| Width {
            messages: width.messages,
            backend: width.backend.name().to_owned(),
            cost: width.cost,
        };
        let named = |order: &Order| (order.family().name().to_owned(), order.widths().iter().map(width).collect());
        Self {
            lanesum: env!("CARGO_PKG_VERSION").to_owned(),
            date: date.to_owned(),
            processor: Processor::here(),
            unit: UNIT.to_owned(),
            orders: orders.iter().map(named).collect(),
        }
    }

    fn orders_for(&self, here: &Processor) -> Result<Vec<Order>, Unfit> {
        if self.lanesum != env!("CARGO_PKG_VERSION") {
            return Err(Unfit::OtherVersion(self.lanesum.clone()));
        }
        if self.processor != *here {
            return Err(Unfit::OtherProcessor(self.processor.name.clone()));
        }
        let order = |(name, widths): (&String, &Vec<Width>)| {
            let family = Family::ALL.into_iter().find(|family| family.name() == name);
            let family = family.ok_or_else(|| Unfit::Family(name.clone()))?;
            let width = |Width { messages, backend, cost }: &Width| match backend.parse() {
                Ok(backend) => Ok(dispatch::Width::new(*messages, backend, *cost)),
                Err(_) => Err(Unfit::Backend(backend.clone())),
            };
            let widths: Vec<_> = widths.iter().map(width).collect::<Result<_, _>>()?;
            Ok(Order::new(family, &widths)?)
        };
        self.orders.iter().map(order).collect()
    }
}

impl Processor {
    fn here() -> Self {
        let cpu::Model { vendor, family, model, .. } = cpu::model();
        Self { name: cpu::brand(), vendor, family, model }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lanesum::Backend;

    fn order(family: Family, backend: Backend, cost: u32) -> Order {
        Order::new(family, &[dispatch::Width::new(1, backend, cost)]).unwrap()
    }

    fn orders() -> Vec<Order> {
        vec![order(Family::Keccak, Backend::Compact, 1000), order(Family::Sha256, Backend::Portable, 500)]
    }

    #[test]
    fn what_is_written_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/b/order.json");
        assert!(matches!(read(&path), Ok(None)));
        let write = |orders: &[Order], date: &str| {
            let held = Held::new(&path).unwrap();
            held.replace(write(&path, orders, date).unwrap()).unwrap();
        };
        write(&orders(), "2026-11-21T08:00:00Z");
        assert_eq!(read(&path).unwrap(), Some((orders(), "2026-11-21T08:00:00Z".to_owned())));
        // Over another one, and nothing is left beside it.
        let own = Family::ALL.map(|family| Order::new(family, Order::built_in(family).widths()).unwrap());
        write(&own, "later");
        let (mut read, date) = read(&path).unwrap().unwrap();
        read.sort_by_key(Order::family);
        assert_eq!((&read[..], &date[..]), (&own[..], "later"));
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    }

    /// Each run keeps the families of the others.
    #[test]
    fn two_runs_at_once_lose_no_order() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("order.json");
        let built_in = Family::ALL.map(|family| Order::new(family, Order::built_in(family).widths()).unwrap());
        for round in 0..20 {
            save_at(&path, &built_in[..1], &format!("{round}")).unwrap();
            std::thread::scope(|scope| {
                for order in &built_in[1..] {
                    let path = &path;
                    scope.spawn(move || save_at(path, std::slice::from_ref(order), "later").unwrap());
                }
            });
            assert_eq!(read(&path).unwrap().unwrap().0.len(), built_in.len());
            fs::remove_file(&path).unwrap();
        }
    }

    #[test]
    fn what_does_not_fit_is_told() {
        let fit = || Content::of(&orders(), "");
        let refused = |change: &dyn Fn(&mut Content)| {
            let mut content = fit();
            change(&mut content);
            content.orders_for(&Processor::here()).unwrap_err().to_string()
        };
        let keccak = |content: &mut Content, change: &dyn Fn(&mut Vec<Width>)| {
            change(content.orders.get_mut(Family::Keccak.name()).unwrap());
        };
        assert_eq!(fit().orders_for(&Processor::here()).unwrap(), orders());
        assert_eq!(refused(&|c| c.lanesum = "0.0.9".into()), "it was measured by lanesum 0.0.9");
        assert_eq!(refused(&|c| c.processor.name = "Other".into()), "it was measured on another processor: Other");
        assert!(refused(&|c| c.processor.model += 1).starts_with("it was measured on another processor"));
        assert!(refused(&|c| keccak(c, &|widths| widths[0].messages = 3)).contains("ascending widths"));
        assert!(refused(&|c| keccak(c, &Vec::clear)).contains("ascending widths"));
        let unknown = refused(&|c| keccak(c, &|widths| widths[0].backend = "abacus".into()));
        assert_eq!(unknown, "it is damaged: there is no backend abacus");
        assert!(refused(&|c| keccak(c, &|widths| widths[0].cost = 0)).contains("a cost of 0 for 1 message"));
        let other = refused(&|c| {
            let widths = c.orders.remove(Family::Keccak.name()).unwrap();
            c.orders.insert("md5".into(), widths);
        });
        assert_eq!(other, "it is damaged: there is no family md5");
    }

    #[test]
    fn a_damaged_file_is_no_order() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("order.json");
        for (content, reason) in [
            (&b""[..], "it is damaged: EOF"),
            (b"{\"lanesum\": 1}", "it is damaged: invalid type"),
            (b"\xff\xfe", "it is damaged"),
            (&vec![b' '; 70_000], "it is damaged: more than"),
        ] {
            fs::write(&path, content).unwrap();
            let said = read(&path).unwrap_err().to_string();
            assert!(said.starts_with(reason), "{said}");
        }
        assert!(matches!(read(folder.path()), Err(Unfit::NotAFile)));
        fs::write(&path, b"").unwrap();
        assert!(matches!(read(&path.join("order.json")), Ok(None)), "a file in the way of the directory");
    }
}
