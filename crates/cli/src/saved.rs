//! The order of backends that `bench --save` keeps for a user: one small file in the configuration directory.
//!
//! Every run reads it, and no run fails because of it: a file that does not fit this build and this processor is
//! ignored, and `info` says so.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use lanesum::dispatch::Order;
use lanesum::{Backend, cpu};
use serde::{Deserialize, Serialize};

use crate::output::Plain;

/// More than any file that `save` writes.
const MOST_BYTES: u64 = 64 * 1024;

/// What the costs of a saved order are.
pub(crate) const UNIT: &str = "tenths of a nanosecond for 24 rounds of all messages";

/// What became of the user's order in this run.
#[derive(Debug)]
pub(crate) enum Saved {
    /// There is none.
    None,
    /// It is in force.
    InForce { path: PathBuf, date: String },
    /// There is a file, of no use.
    Ignored { path: PathBuf, reason: Unfit },
}

/// Why a file is of no use here.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unfit {
    #[error("it cannot be read: {}", Plain(.0))]
    Unreadable(#[from] io::Error),
    #[error("it is no regular file")]
    NotAFile,
    #[error("it is damaged: {0}")]
    Damaged(#[from] serde_json::Error),
    #[error("it is damaged: more than {MOST_BYTES} bytes")]
    TooLong,
    #[error("it is damaged: it is not about 1, 2, 4 and 8 messages")]
    Widths,
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
    #[error("there is no configuration directory: neither XDG_CONFIG_HOME nor HOME is set")]
    Nowhere,
    #[error("{}: {}", .0.display(), Plain(.1))]
    Io(PathBuf, io::Error),
}

/// What the file holds.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Content {
    lanesum: String,
    date: String,
    processor: Processor,
    unit: String,
    order: Vec<Width>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
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
    /// Installs the user's order, if there is one that fits.
    pub(crate) fn put_in_force() -> Self {
        let Ok(path) = path() else { return Self::None };
        match read(&path) {
            Ok(None) => Self::None,
            Ok(Some((order, date))) => {
                order.install();
                Self::InForce { path, date }
            }
            Err(reason) => Self::Ignored { path, reason },
        }
    }
}

/// `$XDG_CONFIG_HOME/lanesum/order.json` or the like.
fn path() -> Result<PathBuf, SaveError> {
    let strategy = etcetera::choose_base_strategy().map_err(|_| SaveError::Nowhere)?;
    Ok(strategy.config_dir().join("lanesum").join("order.json"))
}

fn read(path: &Path) -> Result<Option<(Order, String)>, Unfit> {
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
    let content: Content = serde_json::from_slice(&bytes)?;
    Ok(Some((content.order_for(&Processor::here())?, content.date)))
}

/// Writes the order where `put_in_force` finds it, in one step: a reader sees the old file or the new one, whole.
pub(crate) fn save(order: &Order, date: &str) -> Result<PathBuf, SaveError> {
    let path = path()?;
    write(&path, &Content::of(order, date)).map_err(|error| SaveError::Io(path.clone(), error))?;
    Ok(path)
}

fn write(path: &Path, content: &Content) -> io::Result<()> {
    let directory = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(directory)?;
    let mut file = tempfile::NamedTempFile::new_in(directory)?;
    serde_json::to_writer_pretty(&mut file, content)?;
    file.write_all(b"\n")?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
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
    fn of(order: &Order, date: &str) -> Self {
        let width = |(messages, (backend, cost)): (usize, (Backend, u32))| Width {
            messages,
            backend: backend.name().to_owned(),
            cost,
        };
        Self {
            lanesum: env!("CARGO_PKG_VERSION").to_owned(),
            date: date.to_owned(),
            processor: Processor::here(),
            unit: UNIT.to_owned(),
            order: Order::WIDTHS.into_iter().zip(order.ways()).map(width).collect(),
        }
    }

    fn order_for(&self, here: &Processor) -> Result<Order, Unfit> {
        if self.lanesum != env!("CARGO_PKG_VERSION") {
            return Err(Unfit::OtherVersion(self.lanesum.clone()));
        }
        if self.processor != *here {
            return Err(Unfit::OtherProcessor(self.processor.name.clone()));
        }
        let [one, two, four, eight] = &self.order[..] else { return Err(Unfit::Widths) };
        let widths = [one, two, four, eight];
        if widths.map(|width| width.messages) != Order::WIDTHS {
            return Err(Unfit::Widths);
        }
        let mut ways = [(Backend::Portable, 0); 4];
        for (way, width) in ways.iter_mut().zip(widths) {
            *way = (width.backend.parse()?, width.cost);
        }
        Ok(Order::new(ways)?)
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

    fn order() -> Order {
        let backends = [Backend::Compact, Backend::Portable, Backend::Portable, Backend::Portable32];
        Order::new([0, 1, 2, 3].map(|i| (backends[i], [1000, 1999, 3900, 7700][i]))).unwrap()
    }

    #[test]
    fn what_is_written_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/b/order.json");
        assert!(matches!(read(&path), Ok(None)));
        write(&path, &Content::of(&order(), "2026-11-21T08:00:00Z")).unwrap();
        assert_eq!(read(&path).unwrap(), Some((order(), "2026-11-21T08:00:00Z".to_owned())));
        // Over another one, and nothing is left beside it.
        write(&path, &Content::of(&Order::built_in(), "later")).unwrap();
        assert_eq!(read(&path).unwrap(), Some((Order::built_in(), "later".to_owned())));
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    }

    #[test]
    fn what_does_not_fit_is_told() {
        let fit = || Content::of(&order(), "");
        let refused = |change: &dyn Fn(&mut Content)| {
            let mut content = fit();
            change(&mut content);
            content.order_for(&Processor::here()).unwrap_err().to_string()
        };
        assert_eq!(fit().order_for(&Processor::here()).unwrap(), order());
        assert_eq!(refused(&|c| c.lanesum = "0.0.9".into()), "it was measured by lanesum 0.0.9");
        assert_eq!(refused(&|c| c.processor.name = "Other".into()), "it was measured on another processor: Other");
        assert!(refused(&|c| c.processor.model += 1).starts_with("it was measured on another processor"));
        assert!(refused(&|c| c.order[1].messages = 3).contains("1, 2, 4 and 8"));
        assert!(refused(&|c| c.order.truncate(3)).contains("1, 2, 4 and 8"));
        assert!(refused(&|c| c.order[0].backend = "abacus".into()).contains("unknown backend"));
        assert!(refused(&|c| c.order[2].cost = 0).contains("a cost of 0 for 4 messages"));
        assert!(refused(&|c| c.order[1].cost = 2001).contains("2 messages at once cost more"));
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
