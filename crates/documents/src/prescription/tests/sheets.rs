// SPDX-License-Identifier: AGPL-3.0-or-later

//! Sheets that are hard to print, as read from top to bottom; `examples/sheets.rs` writes the same ones for
//! visual inspection.

use std::fmt::Write;

use super::super::{Line, sheet};
use crate::engine::{Template, page_lines, page_texts};
use crate::testing;

/// The medications of a sheet: the text between the table's header and the count.
fn medications(line: &Line) -> String {
    let mut document = testing::prescription();
    document.lines = vec![line.clone()];
    let (data, _) = sheet(&document).unwrap();
    let text = page_lines(Template::Prescription, &data).join("\n---- next page\n");
    let (_, after) = text.split_once("Quantity and refills\n").unwrap();
    let (lines, _) = after.split_once("— End of prescription").unwrap();
    lines.trim_end().to_owned()
}

#[test]
fn what_is_hard_to_print_reads_as_it_is_meant() {
    let mut all = String::new();
    for (what, line) in testing::hard_lines() {
        writeln!(all, "== {what}\n{}\n", medications(&line)).unwrap();
    }
    insta::assert_snapshot!("hard_lines", all);
}

#[test]
fn strengths_of_a_combination_stand_on_the_line_of_the_name() {
    let lines = testing::hard_lines();
    for (what, expected) in [
        ("two strengths", "Janumet 50 mg + 500 mg tablet, oral"),
        (
            "three strengths",
            "Stalevo 50 mg + 12.5 mg + 200 mg tablet, oral",
        ),
        (
            "one strength in micrograms",
            "Synthroid 25 mcg (0.025 mg) tablet, oral",
        ),
    ] {
        let (_, line) = lines.iter().find(|(name, _)| *name == what).unwrap();
        let mut document = testing::prescription();
        document.lines = vec![line.clone()];
        let (data, _) = sheet(&document).unwrap();
        let read = page_texts(Template::Prescription, &data).concat();
        assert!(read.contains(expected), "{read}");
    }
}
