//! The whole report of a made-up run.

use std::fs;
use std::path::Path;

use super::doc::Block;
use super::fixture;

/// With `LANESUM_REPORT_DIR=DIR` this writes the reports of the made-up run into DIR, to be looked at.
#[test]
fn the_report_of_a_made_up_run() {
    let runs = [("report", fixture::run()), ("later", fixture::later()), ("empty", fixture::empty())];
    for (name, run) in runs {
        let page = super::html(&run);
        check_page(&page);
        if let Some(dir) = std::env::var_os("LANESUM_REPORT_DIR") {
            let dir = Path::new(&dir);
            let write =
                |ending: &str, text: String| fs::write(dir.join(format!("{name}.{ending}")), text).expect("writable");
            write("html", page);
            write("md", super::markdown(&run));
            write("txt", super::papers(&run));
            write("readme.md", super::readme(&run));
        }
    }
}

/// Needs nothing but itself, and every element is closed in the right order.
fn check_page(page: &str) {
    for forbidden in ["<script", "http", "<link", "<img", "url(", "@import", "NaN", "inf "] {
        assert!(!page.contains(forbidden), "{forbidden} at {:?}", page.find(forbidden));
    }
    let body = page.strip_prefix("<!DOCTYPE html>").expect("a doctype");
    let mut open: Vec<&str> = Vec::new();
    for tag in body.split('<').skip(1) {
        let (tag, _) = tag.split_once('>').expect("a tag ends");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "closed in the right order");
        } else if !tag.ends_with('/') {
            open.push(tag.split_whitespace().next().unwrap_or_default());
        }
    }
    assert!(open.is_empty(), "{open:?}");
    let mut ids: Vec<&str> = page.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    ids.sort_unstable();
    assert!(ids.windows(2).all(|pair| pair[0] != pair[1]), "an id stands twice");
}

/// Read by someone who has five minutes: the list of contents tells the verdict of each section, the papers come first, and no table
/// has more columns than a page has room for.
#[test]
fn each_section_has_its_verdict_and_tables_fold() {
    for run in [fixture::run(), fixture::later(), fixture::empty()] {
        let blocks = super::whole(&run);
        let mut headings = Vec::new();
        for (block, next) in blocks.iter().zip(blocks.iter().skip(1)) {
            if let Block::Heading { id, .. } = block {
                headings.push(*id);
                assert!(matches!(next, Block::Verdict(text) if text.ends_with('.')), "{id}: {next:?}");
            }
            if let Block::Table(table) = block {
                assert!(table.columns.len() <= 12, "{}: {} columns", table.caption, table.columns.len());
            }
        }
        assert_eq!(headings.first(), Some(&"papers"));
        let page = super::html(&run);
        assert_eq!(page.matches("<table").count(), page.matches("<details class").count());
        let contents = page.split_once("<nav").and_then(|(_, rest)| rest.split_once("</nav>")).expect("a list").0;
        assert_eq!(contents.matches("<dt>").count(), headings.len());
        assert!(!contents.contains("<dd></dd>") && page.find("<nav") < page.find("<main"));
    }
}

#[test]
fn missing_rows_appear_with_their_reasons() {
    let run = fixture::run();
    for report in [super::html(&run), super::markdown(&run)] {
        for reason in ["not enough quiet samples", "of rivals that lack the algorithm", "not in lanesum yet"] {
            assert!(report.contains(reason), "{reason}");
        }
    }
}

#[test]
fn goals_of_another_processor_have_no_verdict() {
    let mut run = fixture::run();
    assert!(super::html(&run).contains("0123abc-dirty"));
    let told = |run: &crate::results::Run| {
        let text = super::markdown(run);
        let section = text.split("\n## ").find(|section| section.starts_with("Goals")).expect("it has goals");
        let words = ["No goals stand", "missed:", "goal on EPYC, Zen 5", "goal on Skylake-SP"];
        (words.map(|words| section.contains(words)), text.contains("goals for EPYC, Zen 5 that have a figure"))
    };
    assert_eq!(told(&run), ([false, true, true, false], true));
    run.machine.family = 25;
    assert_eq!(told(&run), ([true, false, true, false], false));
    (run.machine.vendor, run.machine.family, run.machine.model) = ("GenuineIntel".into(), 6, 0x55);
    assert_eq!(told(&run), ([false, true, false, true], false));
}

#[test]
fn text_and_markdown_tables_are_aligned() {
    let run = fixture::run();
    for text in [super::markdown(&run), super::readme(&run)] {
        let lines: Vec<&str> = text.lines().collect();
        for pair in lines.windows(2).filter(|pair| pair.iter().all(|line| line.starts_with('|'))) {
            assert_eq!(pair[0].chars().count(), pair[1].chars().count(), "{pair:?}");
        }
    }
    let terminal = super::papers(&run);
    assert!(terminal.contains("Table 2") && !terminal.contains('`') && !terminal.contains('<'));
}
