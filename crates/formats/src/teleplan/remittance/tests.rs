// SPDX-License-Identifier: AGPL-3.0-or-later

//! Pick-up files: real and invented lines, and that no input panics.

use super::Outcome;
use super::{Gravity, Line, Record, Told, checks, read};
use chrono::NaiveDate;
use proptest::prelude::*;

/// Invented, record by record from the layouts: a payee with a claim of each kind.
const GOLDEN: &str = include_str!("../../../tests/teleplan/remittance.txt");

/// Invented as well: two payees of one data centre, each with a remittance, and a sum that does not balance.
const MIXED: &str = include_str!("../../../tests/teleplan/mixed.txt");

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
            .any(|(_, text)| text.starts_with("The control record (VRC) says")),
    );
}

#[test]
fn lines_for_somebody_else_are_told_by_number() {
    let other = GOLDEN.replacen("P0001", "P0002", 1);
    let faults = told(&other);
    assert_eq!(faults.len(), 1);
    assert_eq!(faults[0].1, "The line is for another payee, P0002.");
    let line = other
        .lines()
        .nth(faults[0].0 - 1)
        .expect("the line is there");
    assert!(line.contains("P0002"));
    let centre = GOLDEN.replace("X0001", "X0002");
    assert!(
        told(&centre)
            .iter()
            .all(|(_, text)| text == "The line is for another data centre, X0002.")
    );
}

fn mixed() -> Vec<Told> {
    checks(
        &read(MIXED.as_bytes()).expect("it can be read"),
        "X0001",
        "P0001",
    )
}

#[test]
fn other_payees_and_sums_that_do_not_balance_set_no_file_aside() {
    let told = mixed();
    assert!(!told.iter().any(|one| one.gravity.sets_aside()), "{told:?}");
    let shown: Vec<(Gravity, usize)> = told.iter().map(|one| (one.gravity, one.line)).collect();
    // Most severe first: the sum of our payment, then another payee's lines, by line.
    assert_eq!(
        shown,
        [
            (Gravity::Sum, 6),
            (Gravity::OtherPayee, 3),
            (Gravity::OtherPayee, 4),
            (Gravity::OtherPayee, 5),
            (Gravity::OtherPayee, 12),
            (Gravity::OtherPayee, 13),
        ]
    );
    assert_eq!(
        told[0].text,
        "The payment of $70.00 is not the sum of its lines, $65.41."
    );
}

#[test]
fn the_trailer_counts_itself_and_says_both_numbers() {
    let read_as = |text: String| {
        checks(
            &read(text.as_bytes()).expect("it can be read"),
            "X0001",
            "P0001",
        )
    };
    // A trailer that does not count itself would be wrong by one, twice.
    let without_itself = MIXED.replace("V00000030000015", "V00000020000014");
    assert_ne!(without_itself, MIXED);
    let told = read_as(without_itself);
    let first: Vec<&str> = told.iter().take(2).map(|one| one.text.as_str()).collect();
    assert_eq!(
        first,
        [
            "The control record (VTC) says 2 records beginning with V; there are 3.",
            "The control record (VTC) says 14 records in all; there are 15.",
        ]
    );
    // A refused claim is missing: both counts differ, and it comes first.
    let lost: Vec<&str> = MIXED
        .split_inclusive("\r\n")
        .filter(|line| !line.contains("0001303"))
        .collect();
    let told = read_as(lost.concat());
    assert_eq!(
        told[0].text,
        "The control record (VTC) says 4 records beginning with C; there are 3."
    );
    // Without its trailer a file is incomplete, even with refusals only.
    let end = MIXED.rfind("VTC").expect("it has one");
    for cut in [
        &MIXED[..end],
        &MIXED[..MIXED.find("S21").expect("it has one")],
    ] {
        let told = read_as(cut.to_owned());
        assert_eq!(told[0].gravity, Gravity::Incomplete);
        assert!(told[0].text.contains("(VTC) is missing"), "{told:?}");
    }
}

#[test]
fn what_is_no_remittance_is_called_so_and_not_cut_off() {
    let long = format!("[{}]", "1,".repeat(1_000));
    for garbage in [
        "<!DOCTYPE html>\n<html><body>Please sign in.</body></html>\n",
        "Some notes of the front desk\r\nShe called again\r\n",
        "%PDF-1.7\u{0}\u{1}\n",
        long.as_str(),
        "X",
    ] {
        let told = told(garbage);
        assert_eq!(told.len(), 1, "{told:?}");
        assert_eq!(told[0].0, 0);
        assert!(
            told[0].1.starts_with("This is not a remittance file"),
            "{told:?}"
        );
    }
    // A file of the plan without its end, and one whose first record has a later layout.
    let end = MIXED.rfind("VTC").expect("it has one");
    for real in [
        MIXED[..end].to_owned(),
        format!("X77 of a later year\r\n{}", &MIXED[..end]),
        "S01X0001ABCDEFG\r\n".to_owned(),
    ] {
        let told = told(&real);
        assert!(
            told.iter()
                .any(|(_, text)| text.contains("(VTC) is missing")),
            "{told:?}"
        );
        assert!(
            !told
                .iter()
                .any(|(_, text)| text.contains("not a remittance")),
            "{told:?}"
        );
    }
}

#[test]
fn a_trailer_is_read_however_its_time_stamp_is_written() {
    for stamp in [
        "2026-12-30 20:10:07",
        "20261230201007",
        "2026-12-30T20:10:07",
        "",
    ] {
        let text = MIXED.replace("2026-12-30 20:10:07", stamp);
        let lines = read(text.as_bytes()).expect("it can be read");
        let Some(Record::Control(control)) = lines.last().map(|line| &line.record) else {
            panic!("{stamp}: no control record");
        };
        assert_eq!(
            (control.counts.len(), control.total),
            (6, Some(15)),
            "{stamp}"
        );
    }
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

/// The surname of the plan's longer records, with an accent in either encoding.
#[test]
fn columns_are_letters_in_both_encodings() {
    let plain = GOLDEN
        .lines()
        .find(|line| line.starts_with("S00"))
        .expect("it has one");
    let accented = plain.replacen("SAMPLE", "S\u{c9}MPLE", 1);
    assert_ne!(plain, accented);
    let utf8 = accented.clone().into_bytes();
    let latin = encoding_rs::WINDOWS_1252.encode(&accented).0.into_owned();
    assert_ne!(utf8, latin);
    let of = |bytes: &[u8]| match &read(bytes).expect("it can be read")[0].record {
        Record::Claim(claim) => (claim.surname.clone(), claim.cents_paid(), claim.folio),
        other => panic!("{other:?}"),
    };
    let (_, cents, folio) = of(plain.as_bytes());
    let wanted = ("S\u{c9}MPLE".to_owned(), cents, folio);
    assert_eq!((of(&utf8), of(&latin)), (wanted.clone(), wanted));
    let lines = read(&utf8).expect("it can be read");
    assert_eq!(lines[0].raw, accented.trim_end());
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
