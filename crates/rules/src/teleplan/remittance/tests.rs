//! Pick-up files: what real and made-up lines say, and that no bytes stop the reader.

use super::{Line, Record, checks, read};
use crate::teleplan::state::Outcome;
use chrono::NaiveDate;
use proptest::prelude::*;

/// Invented, record for record by the layouts: a payee with a claim of each kind.
const GOLDEN: &str = include_str!("../../../tests/teleplan/remittance.txt");

fn lines() -> Vec<Line> {
    read(GOLDEN.as_bytes()).expect("it can be read")
}

#[test]
fn every_record_is_read_by_its_layout() {
    let shown: Vec<String> = lines()
        .into_iter()
        .map(|line| format!("{} {:#?}", line.number, line.record))
        .collect();
    insta::assert_snapshot!("remittance", shown.join("\n"));
}

#[test]
fn a_whole_file_of_ours_has_no_fault() {
    assert_eq!(checks(&lines(), "X0001", "P0001"), []);
}

fn told(file: &str) -> Vec<(usize, String)> {
    let lines = read(file.as_bytes()).expect("it can be read");
    checks(&lines, "X0001", "P0001")
        .into_iter()
        .map(|fault| (fault.line, fault.text))
        .collect()
}

#[test]
fn a_cut_file_is_noticed_wherever_it_is_cut() {
    let all: Vec<&str> = GOLDEN.lines().collect();
    let first = all
        .iter()
        .position(|line| line.starts_with('S'))
        .expect("it has a remittance");
    for end in first + 1..all.len() - 1 {
        let cut = all[..end].join("\r\n");
        assert_ne!(told(&cut), [], "cut after line {end}");
    }
    let mut missing = all.clone();
    missing.remove(first + 1);
    assert!(
        told(&missing.join("\n"))
            .iter()
            .any(|(_, text)| text.starts_with("The control record says")),
    );
}

#[test]
fn lines_for_somebody_else_are_told_by_number() {
    let other = GOLDEN.replacen("P0001", "P0002", 1);
    let faults = told(&other);
    assert_eq!(faults.len(), 1);
    assert_eq!(faults[0].1, "The line is for another payee.");
    let line = other
        .lines()
        .nth(faults[0].0 - 1)
        .expect("the line is there");
    assert!(line.contains("P0002"));
    let centre = GOLDEN.replace("X0001", "X0002");
    assert!(
        told(&centre)
            .iter()
            .all(|(_, text)| text == "The line is for another data centre.")
    );
}

#[test]
fn an_amount_that_does_not_add_up_is_told() {
    let wrong = GOLDEN.replacen("0003162", "0003163", 1);
    assert!(
        told(&wrong)
            .iter()
            .any(|(_, text)| text.contains("is not the sum of its lines")),
        "{:?}",
        told(&wrong)
    );
}

#[test]
fn the_reference_s_examples_are_read() {
    let paid = "S01X0001000123520261215AP0001123456D0001  0000000  0000000  0000000  0000000  0000000  0000000  000000000000420003162202611200000000000  ";
    let refused = "C12X00010001235P0001D0001FG            0000042";
    let lines = read(format!("{paid}\r\n{refused}\r\n").as_bytes()).expect("it can be read");
    let Record::Claim(paid) = &lines[0].record else {
        panic!("{:?}", lines[0].record)
    };
    assert_eq!(
        (paid.sequence, paid.folio, paid.cents_paid(), paid.outcome()),
        (1235, 42, 3162, Outcome::Paid)
    );
    assert_eq!(paid.payment_date, NaiveDate::from_ymd_opt(2026, 12, 15));
    let Record::Refused(refused) = &lines[1].record else {
        panic!("{:?}", lines[1].record)
    };
    assert_eq!((refused.sequence, refused.folio), (1235, 42));
    assert_eq!(refused.explanatory, ["FG"]);
}

#[test]
fn unreadable_lines_are_kept_and_told() {
    let file = "S01X0001ABCDEFG\nX02 unknown\n\nC12X00010001235P0001D0001FG            00000X2\n";
    let lines = read(file.as_bytes()).expect("it can be read");
    let kinds: Vec<(usize, &Record)> = lines
        .iter()
        .map(|line| (line.number, &line.record))
        .collect();
    assert_eq!(
        kinds,
        [
            (1, &Record::Broken("the sequence number is no number")),
            (2, &Record::Other),
            (4, &Record::Broken("the office folio is no number")),
        ]
    );
    let long = format!("S01{}", "9".repeat(10_000_000));
    let lines = read(long.as_bytes()).expect("it can be read");
    assert_eq!(lines[0].record, Record::Broken("the line is too long"));
    assert!(lines[0].raw.len() <= super::LONGEST_LINE);
}

proptest! {
    #[test]
    fn any_bytes_are_lines_and_none_is_lost(bytes in proptest::collection::vec(any::<u8>(), 0..2000)) {
        let lines = read(&bytes).expect("it is small");
        let _ = checks(&lines, "X0001", "P0001");
        prop_assert!(lines.windows(2).all(|two| two[0].number < two[1].number));
    }

    #[test]
    fn a_damaged_file_is_read_all_the_same(at in 0..GOLDEN.len(), byte in any::<u8>()) {
        let mut bytes = GOLDEN.as_bytes().to_vec();
        bytes[at] = byte;
        let lines = read(&bytes).expect("it is small");
        let _ = checks(&lines, "X0001", "P0001");
        prop_assert!(lines.len() + 2 >= GOLDEN.lines().count());
    }
}
