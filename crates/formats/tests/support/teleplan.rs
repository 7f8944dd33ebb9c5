// SPDX-License-Identifier: AGPL-3.0-or-later

//! What holds of a remittance as the plan sends it and of its published lists, invented ones as well as the
//! plan's own; the figures that differ are given.

use std::path::Path;

use salal_formats::tables::{FileFault, Named};
use salal_formats::teleplan::lists;
use salal_formats::teleplan::remittance::{ClaimLine, Gravity, Line, Record, checks, read};

/// What was counted in a remittance by other means.
pub(crate) struct Remittance {
    pub(crate) data_centre: &'static str,
    pub(crate) payee: &'static str,
    pub(crate) records: usize,
    /// How many, and the cents paid for them.
    pub(crate) paid_as_billed: (usize, i64),
    pub(crate) paid_otherwise: (usize, i64),
    pub(crate) held: usize,
    pub(crate) refused: usize,
    pub(crate) refused_for_others: usize,
    pub(crate) eligibility: usize,
    /// The sequence number of a claim with four adjustments that take away.
    pub(crate) four_taken_away: u32,
    /// … of one that was paid before and is taken back, and the cents.
    pub(crate) taken_back: (u32, i64),
    /// … of one that is held.
    pub(crate) is_held: u32,
    /// The control record of the whole pick-up, which the file lacks.
    pub(crate) trailer: &'static str,
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

fn of_sequence(lines: &[Line], sequence: u32) -> impl Iterator<Item = &ClaimLine> {
    lines.iter().filter_map(move |line| match &line.record {
        Record::Claim(claim) if claim.sequence == sequence => Some(&**claim),
        _ => None,
    })
}

/// Every record of the remittance is read, and what speaks against taking the file is told.
pub(crate) fn the_remittance_has_the_counted_figures(data: &Path, counted: &Remittance) {
    let bytes = std::fs::read(data.join("teleplan/remittance-a.txt")).expect("the file is there");
    let lines = read(&bytes).expect("it can be read");
    assert_eq!(lines.len(), counted.records);
    assert_eq!(claims(&lines, "S01"), counted.paid_as_billed);
    assert_eq!(claims(&lines, "S02"), counted.paid_otherwise);
    assert_eq!(claims(&lines, "S04"), (counted.held, 0));
    let count =
        |wanted: fn(&Record) -> bool| lines.iter().filter(|line| wanted(&line.record)).count();
    assert_eq!(
        count(|record| matches!(record, Record::Refused(_))),
        counted.refused
    );
    assert_eq!(
        count(|record| matches!(record, Record::Eligibility(_))),
        counted.eligibility
    );
    assert_eq!(count(|record| matches!(record, Record::Message(_))), 8);
    assert_eq!(count(|record| matches!(record, Record::Practitioner(_))), 1);
    assert_eq!(count(|record| matches!(record, Record::Adjustment(_))), 1);
    assert_eq!(count(|record| matches!(record, Record::Control(_))), 1);
    assert_eq!(
        count(|record| matches!(record, Record::Broken(_) | Record::Other)),
        0
    );

    let taken_away: usize = of_sequence(&lines, counted.four_taken_away)
        .map(|claim| claim.adjustments.iter().filter(|one| one.1 < 0).count())
        .sum();
    assert_eq!(taken_away, 4);
    let (taken_back, cents) = counted.taken_back;
    assert!(of_sequence(&lines, taken_back).any(|claim| {
        claim.paid.as_ref().is_some_and(|paid| paid.units == -1)
            && claim.cents_paid() == cents
            && claim.previous_paid.is_some()
    }));
    assert!(
        of_sequence(&lines, counted.is_held)
            .any(|claim| claim.kind == "S04" && claim.explanatory == ["BH"])
    );

    // The record of the remittance counts right; the one of the whole pick-up is missing, and that is all
    // that speaks against taking it. Scrambled as it is, its sums are not right, and some of the refused
    // claims are other payees' of the same data centre: to look at, no more.
    let judged = |lines: &[Line]| checks(lines, counted.data_centre, counted.payee);
    let told = judged(&lines);
    let of = |wanted: Gravity| told.iter().filter(|one| one.gravity == wanted).count();
    assert_eq!(of(Gravity::Incomplete), 1, "{told:?}");
    assert!(told[0].text.contains("(VTC) is missing"), "{told:?}");
    assert_eq!(
        (of(Gravity::OtherPayee), of(Gravity::Sum)),
        (counted.refused_for_others, 1)
    );
    assert_eq!(told.len(), counted.refused_for_others + 2);
    // With the trailer that the plan sends, nothing keeps it from being taken.
    let mut whole = bytes.clone();
    whole.extend(counted.trailer.bytes());
    let told = judged(&read(&whole).expect("it can be read"));
    assert!(!told.iter().any(|one| one.gravity.sets_aside()), "{told:?}");
    let cut: Vec<Line> = lines[..lines.len() - lines.len() / 8].to_vec();
    assert!(
        judged(&cut)
            .iter()
            .any(|one| one.text.contains("(VRC) is missing"))
    );
}

/// The rows of a list that are used, and those that are left out.
fn rows<T>(
    data: &Path,
    file: &str,
    of: fn(&Named<'_>) -> Result<T, &'static str>,
) -> Result<(usize, usize), FileFault> {
    let bytes = std::fs::read(data.join(file)).expect("the file is there");
    let (used, left_out) = lists::read_all(&bytes, of)?;
    Ok((used.len(), left_out))
}

/// Each of the published lists can be read, and as many rows are used and left out as were counted.
pub(crate) fn the_published_lists_can_be_read(data: &Path, counted: &[(&str, (usize, usize))]) {
    for (file, wanted) in counted {
        let found = match *file {
            "msp/service_codes.csv" | "msp/fee_guide_2005.csv" => rows(data, file, lists::fee_item),
            "msp/explanatory_codes.csv" | "msp/adjustment_codes.csv" => {
                rows(data, file, lists::code_text)
            }
            _ => rows(data, file, lists::diagnosis),
        };
        assert_eq!(found, Ok(*wanted), "{file}");
    }
}
