//! `lanesum update` brings a list up to date. It hashes files that are new, or whose size or times differ from those in the list. It keeps
//! the lines of all other files, and drops those of files that are gone. The list is replaced in one step, or not at all.
//!
//! `old` reads the list, `new` writes it, and `rest` decides about lines of files that were not met.

mod new;
mod old;
mod rest;

use std::path::Path;
use std::sync::Arc;

use self::new::{Item, New};
use self::old::{File, Old};
use crate::args::UpdateArgs;
use crate::comments::Stamp;
use crate::compare::Roots;
use crate::failure::Failure;
use crate::function::USUAL;
use crate::hash::{Recipe, Setup};
use crate::interrupt;
use crate::list::list_name;
use crate::output::{Held, complain};
use crate::place::place;
use crate::progress;
use crate::refusal::Refusal;
use crate::signing::{Before, signature_of};
use crate::subject::Source;
use crate::tag::Tag;
use crate::walk::{Directories, Following, Inputs, Links};
use crate::workers::{self, Event, Job};

pub(crate) fn run(args: &UpdateArgs) -> Result<bool, Failure> {
    if args.list == "-" {
        return Err(Refusal("update replaces a list: it needs a file, not standard input".into()).into());
    }
    let here = std::env::current_dir()?;
    for directory in &args.directories {
        let directory = Path::new(directory);
        std::fs::read_dir(directory).map_err(|error| Failure::file(directory, error))?;
    }
    // Another update of the same list waits until this one has replaced it.
    let held = Held::new(Path::new(&args.list))?;
    let Some(old) = Old::read(args, &here)? else { return Ok(false) };
    let tags = if old.tags.is_empty() {
        let function = args.algorithm.unwrap_or(USUAL);
        vec![Tag::plain(function, function.usual_bits())]
    } else {
        old.tags.clone()
    };
    if let Some(tag) = tags.iter().find(|tag| tag.function.is_of_a_tuple()) {
        return Err(Refusal(format!(
            "update writes a line for each file, but {} makes one digest of several files; choose another function with -a",
            tag.function
        ))
        .into());
    }
    if args.follow && !old.links.is_empty() {
        complain(format_args!(
            "{}: the list records symbolic links, which --follow would replace by files: the list was not changed; for a new list: lanesum update --follow NEW DIR",
            list_name(&args.list)
        ));
        return Ok(false);
    }
    if let Some(warning) = tags.iter().find_map(|tag| tag.function.warning()).filter(|_| !args.quiet) {
        complain(warning);
    }
    let recipes = Recipe::all(&tags, &Setup::default())?;
    let signed = Before::of(&args.list);
    // A list that has a line for its signature would lose it by being signed again.
    let signature = place(&here, &signature_of(&args.list));
    let links = if args.follow { Links::Follow } else { Links::LeaveOut };
    let arguments = args.directories.clone();
    let filter = args.filter.filter()?;
    let roots = Roots::new(&here, &arguments, links, filter.one_file_system);
    let wanted = filter.of_names(&here, &arguments);
    // Before the walk: it leaves out the list and what replaces it.
    let old = Arc::new(old);
    let mut new = New::begin(args, tags, &old, &here, held)?;
    let inputs = Inputs { arguments, list: None, directories: Directories::Descend(links), filter };
    let walk = inputs.walk().map_err(Failure::List)?;
    if !args.no_progress {
        progress::start(None::<std::iter::Empty<u64>>, false);
    }
    let (known, paranoid) = (Arc::clone(&old), args.paranoid);
    let events = roots.once(walk).filter_map(move |found| match found {
        Ok(found) => {
            let Source::File(path) = &found.source else { return None };
            let mark = place(&here, path);
            if mark == signature && !known.files.contains_key(&mark) {
                return None;
            }
            let listed = known.files.get(&mark).filter(|_| !paranoid).and_then(File::whole);
            let stamp = listed.and_then(|_| Stamp::of(&found.facts().ok()?));
            if stamp.is_some() && stamp == listed {
                return Some(Event::Note(Item::Kept(mark, found.source)));
            }
            Some(Event::Job(Job::found(found, Arc::clone(&recipes)), Item::Hash(mark)))
        }
        Err(trouble) => Some(Event::Note(Item::Trouble(trouble))),
    });
    workers::run(args.workers.settings(Some(&args.list))?, events, &mut new)?;
    interrupt::finish();
    std::mem::take(&mut new.left_out).complain(Following::Possible);
    let status = new.finish(&roots, wanted)?;
    signed.compare(&args.list);
    Ok(status)
}
