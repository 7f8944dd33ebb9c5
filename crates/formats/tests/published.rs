// SPDX-License-Identifier: AGPL-3.0-or-later

//! The files that others publish, as small fixtures in the folder beside this file: real products of the Drug
//! Product Database, and invented files in Teleplan's forms. `proof.rs` does the same with the whole files.

use std::path::Path;

use salal_formats::drug_database::Counts;

#[path = "support/drug_database.rs"]
mod drug_database;
#[path = "support/register.rs"]
mod register;
#[path = "support/teleplan.rs"]
mod teleplan;

fn fixtures() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/published"))
}

#[test]
fn the_extract_gives_its_figures() {
    let figures = Counts {
        rows: 15_712,
        drugs: 1_322,
        drugs_with_ahfs: 1_299,
        human: 1_254,
        human_with_ahfs: 1_244,
        ahfs_numbers: 348,
    };
    drug_database::the_extract_gives_its_figures(fixtures(), figures);
    drug_database::all_sets_are_joined(fixtures(), 1_577, 1_501);
}

#[test]
fn the_web_api_gives_its_figures() {
    drug_database::the_web_api_gives_its_figures(fixtures(), [81, 74, 75]);
}

#[test]
fn the_remittance_has_the_counted_figures() {
    let counted = teleplan::Remittance {
        data_centre: "X0001",
        payee: "P0001",
        records: 49,
        paid_as_billed: (12, 44_979),
        paid_otherwise: (6, 2_036),
        held: 3,
        refused: 13,
        refused_for_others: 3,
        eligibility: 2,
        four_taken_away: 2_031,
        taken_back: (2_043, -2_250),
        is_held: 2_050,
        trailer: "VTCX00012026-12-30 20:10:06S0000032C0000013B0000002M0000001X0000000V00000020000050",
    };
    teleplan::the_remittance_has_the_counted_figures(fixtures(), &counted);
}

#[test]
fn the_published_lists_can_be_read() {
    teleplan::the_published_lists_can_be_read(
        fixtures(),
        &[
            ("icd9/msp_diagnostic_codes.csv", (7, 2)),
            ("icd9/msp_diagnostic_codes_grouped.csv", (4, 0)),
            ("icd9/icd9_oscar.csv", (7, 1)),
            ("icd9/icd9cm_v32_long_short.csv", (5, 0)),
            ("msp/service_codes.csv", (4, 2)),
            ("msp/fee_guide_2005.csv", (2, 2)),
            ("msp/explanatory_codes.csv", (4, 1)),
            ("msp/adjustment_codes.csv", (2, 1)),
        ],
    );
}
