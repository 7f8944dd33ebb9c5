// SPDX-License-Identifier: AGPL-3.0-or-later

//! What holds of the Drug Product Database, the fixture as well as the whole; the figures that differ are given.

use std::path::Path;

use salal_formats::drug_database::{Build, Counts, build};

use super::register::{marketed, sources};

fn is_drug(built: &Build, code: i64) -> bool {
    built.drugs.iter().any(|drug| drug.drug_code == code)
}

/// The extract of May 2020: its figures, and the products that are out of the ordinary.
pub(crate) fn the_extract_gives_its_figures(data: &Path, figures: Counts) {
    let built = build(&marketed(&data.join("dpd/2020-05"))).expect("it can be read");
    assert_eq!(built.skipped, []);
    assert_eq!(built.counts, figures);
    let of = |code: i64| {
        built
            .drugs
            .iter()
            .find(|drug| drug.drug_code == code)
            .expect("it is there")
    };
    let kit = of(61_948);
    assert!(kit.is_kit());
    assert_eq!(
        (
            kit.ingredients.len(),
            kit.formulations.len(),
            kit.tc_ahfs_numbers.len()
        ),
        (3, 4, 3)
    );
    assert_eq!(of(98_156).ingredients.len(), 1);
    assert_eq!(of(98_208).name.chars().count(), 176);
    assert_eq!(of(93_530).history_date, "2020-10-06");
    assert_eq!(of(2_047).ingredients.len(), 33);
}

/// All three sets of files together, drugs and people's drugs: no product is in two of them.
pub(crate) fn all_sets_are_joined(data: &Path, drugs: usize, human: usize) {
    let built = build(&sources(&data.join("dpd/2020-05"))).expect("it can be read");
    assert_eq!(built.skipped, []);
    assert_eq!((built.counts.drugs, built.counts.human), (drugs, human));
    assert_eq!(built.counts.ahfs_numbers, 360);
    assert!(is_drug(&built, 3_665));
}

/// The sample in the form of the web API: drugs, people's, and those with an AHFS number.
pub(crate) fn the_web_api_gives_its_figures(data: &Path, figures: [usize; 3]) {
    let counts = build(&sources(&data.join("dpd/json-sample")))
        .expect("it can be read")
        .counts;
    assert_eq!(
        [counts.drugs, counts.human, counts.drugs_with_ahfs],
        figures
    );
}
