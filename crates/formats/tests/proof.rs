// SPDX-License-Identifier: AGPL-3.0-or-later

//! `make proof`: the whole files that others publish, with the figures that were counted by other means.
//! `published.rs` does the same with small fixtures, in every run.

use salal_formats::drug_database::Counts;

#[path = "support/drug_database.rs"]
mod drug_database;
#[path = "support/register.rs"]
mod register;
#[path = "support/teleplan.rs"]
mod teleplan;
#[path = "support/whole_data.rs"]
mod whole_data;

use whole_data::whole_data;

#[test]
fn the_whole_extract_gives_its_figures() {
    let figures = Counts {
        rows: 147_169,
        drugs: 13_251,
        drugs_with_ahfs: 12_140,
        human: 11_108,
        human_with_ahfs: 11_098,
        ahfs_numbers: 348,
    };
    drug_database::the_extract_gives_its_figures(&whole_data(), figures);
    drug_database::all_sets_are_joined(&whole_data(), 19_696, 16_411);
}

#[test]
fn the_whole_sample_of_the_web_api_gives_its_figures() {
    drug_database::the_web_api_gives_its_figures(&whole_data(), [388, 362, 368]);
}

#[test]
fn the_plan_s_test_remittance_has_the_counted_figures() {
    let counted = teleplan::Remittance {
        data_centre: "V9999",
        payee: "99609",
        records: 236,
        paid_as_billed: (162, 1_337_097),
        paid_otherwise: (8, 2_028),
        held: 11,
        refused: 39,
        refused_for_others: 12,
        eligibility: 3,
        four_taken_away: 593,
        taken_back: (295, -2_250),
        is_held: 646,
        trailer: "VTCV99992026-08-05 10:00:00S0000192C0000039B0000003M0000001X0000000V00000020000237",
    };
    teleplan::the_remittance_has_the_counted_figures(&whole_data(), &counted);
}

#[test]
fn the_whole_published_lists_can_be_read() {
    teleplan::the_published_lists_can_be_read(
        &whole_data(),
        &[
            ("icd9/msp_diagnostic_codes.csv", (7_237, 0)),
            ("icd9/msp_diagnostic_codes_grouped.csv", (655, 0)),
            ("icd9/icd9_oscar.csv", (15_364, 0)),
            ("icd9/icd9cm_v32_long_short.csv", (14_567, 0)),
            ("msp/service_codes.csv", (4_576, 0)),
            ("msp/fee_guide_2005.csv", (4_113, 161)),
            ("msp/explanatory_codes.csv", (698, 0)),
            ("msp/adjustment_codes.csv", (69, 1)),
        ],
    );
}
