// SPDX-License-Identifier: AGPL-3.0-or-later

//! The remittance of the plan's own test data, when the shared data folder lies beside the checkout:
//! figures that were counted by other means. Without the folder it says so, and checks nothing.

use std::io::Write;
use std::path::PathBuf;

use salal_formats::teleplan::lists;
use salal_formats::teleplan::remittance::{Gravity, Line, Record, checks, read};

/// A file of the shared data; none, said loudly, when it is not there.
fn shared(path: &str) -> Option<Vec<u8>> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let file = root.join(path);
    match std::fs::read(&file) {
        Ok(bytes) => Some(bytes),
        Err(why) => {
            // Past the capture of test output: a check that was not made must not look like one.
            let mut out = std::io::stderr().lock();
            let _ = writeln!(
                out,
                "\n*** NOT CHECKED: {path} of the shared data: {why} ***\n"
            );
            None
        }
    }
}

fn claims(lines: &[Line], kind: &str) -> (usize, i64) {
    let found: Vec<i64> = lines
        .iter()
        .filter_map(|line| match &line.record {
            Record::Claim(claim) if claim.kind == kind => Some(claim.cents_paid()),
            _ => None,
        })
        .collect();
    (found.len(), found.iter().sum())
}

#[test]
fn the_plan_s_test_remittance_has_the_counted_figures() {
    let Some(bytes) = shared("teleplan/remittance-a.txt") else {
        return;
    };
    let lines = read(&bytes).expect("it can be read");
    assert_eq!(lines.len(), 236);
    assert_eq!(claims(&lines, "S01"), (162, 1_337_097));
    assert_eq!(claims(&lines, "S02"), (8, 2_028));
    assert_eq!(claims(&lines, "S04"), (11, 0));
    let count =
        |wanted: fn(&Record) -> bool| lines.iter().filter(|line| wanted(&line.record)).count();
    assert_eq!(count(|record| matches!(record, Record::Refused(_))), 39);
    assert_eq!(count(|record| matches!(record, Record::Eligibility(_))), 3);
    assert_eq!(count(|record| matches!(record, Record::Message(_))), 8);
    assert_eq!(count(|record| matches!(record, Record::Practitioner(_))), 1);
    assert_eq!(count(|record| matches!(record, Record::Adjustment(_))), 1);
    assert_eq!(count(|record| matches!(record, Record::Control(_))), 1);
    assert_eq!(
        count(|record| matches!(record, Record::Broken(_) | Record::Other)),
        0
    );

    let of = |sequence: u32| {
        lines.iter().filter_map(move |line| match &line.record {
            Record::Claim(claim) if claim.sequence == sequence => Some(claim),
            _ => None,
        })
    };
    let negatives: usize = of(593)
        .map(|claim| claim.adjustments.iter().filter(|one| one.1 < 0).count())
        .sum();
    assert_eq!(negatives, 4);
    assert!(of(295).any(
        |claim| claim.paid.as_ref().is_some_and(|paid| paid.units == -1)
            && claim.cents_paid() == -2250
            && claim.previous_paid.is_some()
    ));
    assert!(of(646).any(|claim| claim.kind == "S04" && claim.explanatory == ["BH"]));

    // The record of the remittance counts right; the one of the whole pick-up is missing, and that is all
    // that speaks against taking it. Scrambled as it is, its sums are not right, and twelve of the refused
    // claims are other payees' of the same data centre: to look at, no more.
    let told = checks(&lines, "V9999", "99609");
    let of = |wanted: Gravity| told.iter().filter(|one| one.gravity == wanted).count();
    assert_eq!(of(Gravity::Incomplete), 1, "{told:?}");
    assert!(told[0].text.contains("(VTC) is missing"), "{told:?}");
    assert_eq!((of(Gravity::OtherPayee), of(Gravity::Sum)), (12, 1));
    assert_eq!(told.len(), 14);
    // With the trailer that the plan sends, nothing keeps it from being taken.
    let trailer =
        "VTCV99992026-08-05 10:00:00S0000192C0000039B0000003M0000001X0000000V00000020000237";
    let mut whole = bytes.clone();
    whole.extend(trailer.bytes());
    let whole = read(&whole).expect("it can be read");
    let told = checks(&whole, "V9999", "99609");
    assert!(!told.iter().any(|one| one.gravity.sets_aside()), "{told:?}");
    let cut: Vec<Line> = lines[..lines.len() - 30].to_vec();
    assert!(
        checks(&cut, "V9999", "99609")
            .iter()
            .any(|one| one.text.contains("(VRC) is missing"))
    );
}

#[test]
fn the_published_lists_can_be_read() {
    for (file, rows) in [
        ("icd9/msp_diagnostic_codes.csv", 7_237),
        ("icd9/msp_diagnostic_codes_grouped.csv", 655),
        ("icd9/icd9_oscar.csv", 15_364),
        ("icd9/icd9cm_v32_long_short.csv", 14_567),
    ] {
        let Some(bytes) = shared(file) else { return };
        let (read, left_out) = lists::read_all(&bytes, lists::diagnosis).expect("it can be read");
        assert_eq!(read.len() + left_out, rows, "{file}");
        assert!(left_out < 30, "{file}: {left_out}");
    }
    for (file, rows) in [
        ("msp/service_codes.csv", 4_576),
        ("msp/fee_guide_2005.csv", 4_274),
    ] {
        let Some(bytes) = shared(file) else { return };
        let (read, left_out) = lists::read_all(&bytes, lists::fee_item).expect("it can be read");
        assert_eq!(read.len() + left_out, rows, "{file}");
    }
    for (file, rows) in [
        ("msp/explanatory_codes.csv", 698),
        ("msp/adjustment_codes.csv", 70),
    ] {
        let Some(bytes) = shared(file) else { return };
        let (read, left_out) = lists::read_all(&bytes, lists::code_text).expect("it can be read");
        assert_eq!(read.len() + left_out, rows, "{file}");
    }
}
