// SPDX-License-Identifier: AGPL-3.0-or-later

//! `make proof`: search, filters and the limits of prescribing over the whole drug register. The tests beside
//! the code check the same over a fixture, in every run.

use salal_domain::search::{DrugIndex, IndexEntry, Strength, fold, offer};
use salal_domain::{filters, prescriptions, search};
use salal_formats::drug_database::{DrugRecord, Ingredient, build};

#[path = "../src/testing/filters.rs"]
mod filter_checks;
#[path = "../src/search/label_lines.rs"]
mod label_lines;
#[path = "../../formats/tests/support/register.rs"]
mod register;
#[path = "../src/testing/search.rs"]
mod search_checks;
#[path = "../../formats/tests/support/whole_data.rs"]
mod whole_data;

/// All products on the market.
fn marketed() -> Vec<DrugRecord> {
    let folder = whole_data::whole_data().join("dpd/2020-05");
    let built = build(&register::marketed(&folder)).expect("it can be read");
    built.drugs
}

fn for_people() -> Vec<DrugRecord> {
    let mut drugs = marketed();
    drugs.retain(DrugRecord::is_human);
    drugs
}

#[test]
fn the_whole_register_is_filtered_by_the_published_figures() {
    let classes = [
        ("28:08.08", 265),
        ("28:24.08", 88),
        ("24:06.08", 321),
        ("08", 777),
    ];
    filter_checks::has_the_published_figures(&marketed(), &classes, 10_300..=10_799);
}

#[test]
fn a_whole_extract_of_today_is_judged_as_that_of_may_2020() {
    let sources = register::sources(&whole_data::whole_data().join("dpd/2020-05"));
    filter_checks::today_is_judged_as_may_2020(sources, 16_411, 23);
}

#[test]
fn no_name_of_the_whole_register_makes_a_drug_controlled() {
    filter_checks::no_name_makes_a_drug_controlled(&marketed());
}

#[test]
fn the_whole_register_answers_with_the_published_figures() {
    search_checks::answers_with_the_published_figures(&label_lines::index(&for_people()));
}

#[test]
fn a_search_of_the_whole_register_takes_a_moment_only() {
    search_checks::takes_a_moment_only(&label_lines::index(&for_people()));
}

#[test]
fn label_lines_find_their_drug_and_strength_first_in_the_whole_register() {
    let drugs = for_people();
    let index = label_lines::index(&drugs);
    let report = label_lines::measure(&drugs, &index, 2000);
    eprintln!(
        "{} label lines, {} right; {} slips, {} meant; {} wrong suggestions",
        report.lines,
        report.right,
        report.slips,
        report.meant,
        report.wrong_suggestions.len()
    );
    assert_eq!(report.lines, 2_094);
    assert!(
        report.right * 100 >= report.lines * 99,
        "{} of {}: {:#?}",
        report.right,
        report.lines,
        report.wrong
    );
    assert_eq!(report.wrong_suggestions, [""; 0]);
    assert!(
        report.meant * 10 >= report.slips * 7,
        "{} of {}",
        report.meant,
        report.slips
    );
    assert_eq!(label_lines::common_missed(&drugs, &index), [""; 0]);
}
