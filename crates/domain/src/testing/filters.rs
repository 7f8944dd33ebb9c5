// SPDX-License-Identifier: AGPL-3.0-or-later

//! What the filters and the limits of prescribing say of the drug register, the fixture as well as the whole;
//! the figures that differ are given.

use std::collections::BTreeMap;
use std::io::Read;
use std::ops::RangeInclusive;

use salal_formats::drug_database::{DrugRecord, Source, build};

use crate::filters::{FilterStatus, Filters, JudgedDrug, default_filters, falls, is_under};
use crate::prescriptions::prescribing::is_never_prescribed;

fn humans(drugs: &[DrugRecord]) -> impl Iterator<Item = &DrugRecord> {
    drugs.iter().filter(|drug| drug.is_human())
}

/// As many drugs are under each class as were counted, and as many may be chosen without any filter as these:
/// neither the two names that never may be, nor what is controlled.
pub(crate) fn has_the_published_figures(
    drugs: &[DrugRecord],
    classes: &[(&str, usize)],
    selectable: RangeInclusive<usize>,
) {
    for (number, counted) in classes {
        let under =
            |drug: &&DrugRecord| drug.tc_ahfs_numbers.iter().any(|one| is_under(one, number));
        assert_eq!(humans(drugs).filter(under).count(), *counted, "{number}");
    }
    let filters = Filters::new(&[]);
    let (mut named, mut controlled) = (0, 0);
    for drug in humans(drugs) {
        let judged = filters.judge_record(drug);
        if matches!(drug.drug_code, 77_922 | 91_790) {
            named += 1;
            assert!(!judged.is_selectable(), "{}", drug.name);
        }
        if drug
            .schedules
            .iter()
            .any(|schedule| schedule.contains("CDSA"))
        {
            controlled += 1;
            assert_eq!(
                judged.strictest(),
                Some(FilterStatus::CrossOut),
                "{}",
                drug.name
            );
        }
    }
    assert_eq!(named, 2);
    assert!(controlled > 50, "{controlled}");
    let found = humans(drugs)
        .filter(|drug| filters.judge_record(drug).is_selectable())
        .count();
    assert!(selectable.contains(&found), "{found}");
}

/// The same files with the therapeutic classes in four columns, the format since July 2022.
fn of_today(mut sources: Vec<Source>) -> Vec<Source> {
    for source in sources
        .iter_mut()
        .filter(|one| one.file.starts_with("ther"))
    {
        let mut text = Vec::new();
        flate2::read::MultiGzDecoder::new(source.bytes.as_slice())
            .read_to_end(&mut text)
            .expect("the file is packed");
        let mut rows = csv::ReaderBuilder::new()
            .has_headers(false)
            .from_reader(text.as_slice());
        let mut short = csv::WriterBuilder::new()
            .quote_style(csv::QuoteStyle::Always)
            .from_writer(Vec::new());
        for row in rows.records() {
            let row = row.expect("the row can be read");
            short
                .write_record([&row[0], &row[1], &row[2], &row[5]])
                .expect("memory can be written");
        }
        source.bytes = short.into_inner().expect("memory can be written");
        source.file = source.file.trim_end_matches(".gz").to_owned();
    }
    sources
}

/// Without AHFS numbers, which the register has no more, at most so many of these people's drugs are judged
/// otherwise, and no rule loses so much that a build would stop.
pub(crate) fn today_is_judged_as_may_2020(sources: Vec<Source>, people: usize, apart: usize) {
    let before = build(&sources).expect("it can be read");
    let today = build(&of_today(sources)).expect("it can be read");
    assert_eq!(before.drugs.len(), today.drugs.len());
    assert_eq!(today.counts.drugs_with_ahfs, 0);
    let filters = Filters::new(&default_filters());
    let mut differ = BTreeMap::<String, usize>::new();
    let mut judged = 0;
    for (was, is) in before.drugs.iter().zip(&today.drugs) {
        if !was.is_human() {
            continue;
        }
        judged += 1;
        let statuses = [was, is].map(|drug| filters.judge_record(drug).strictest());
        let names = was.ingredient_names().join(" / ");
        let named = was.tc_ahfs_numbers.iter().any(|number| {
            is_under(number, "80") || (is_under(number, "08:12.18") && !names.contains("DEXA"))
        }) || [
            "AMOXICILLIN",
            "VALACYCLOVIR",
            "ZOPICLONE",
            "GABAPENTIN",
            "TRAMADOL",
            "CODEINE",
        ]
        .iter()
        .any(|name| names.starts_with(name));
        if statuses[0] != statuses[1] {
            assert!(!named, "{} {statuses:?}", was.name);
            let group = format!(
                "{:?} -> {:?}: AHFS {} ATC {} {names}",
                statuses[0],
                statuses[1],
                was.tc_ahfs_numbers.join(" "),
                was.atc_numbers.join(" ")
            );
            *differ.entry(group).or_default() += 1;
        }
    }
    for (group, drugs) in &differ {
        eprintln!("{drugs:5} {group}");
    }
    let found: usize = differ.values().sum();
    eprintln!("{found} of {judged} drugs for people are judged otherwise without AHFS numbers");
    assert_eq!(judged, people);
    assert!(found <= apart, "{found}");
    let (had, have) = (
        filters.matches(before.drugs.iter()),
        filters.matches(today.drugs.iter()),
    );
    assert_eq!(falls(&had, &have, &[]), [], "no rule stops the build");
}

/// A brand name alone never makes a drug controlled.
pub(crate) fn no_name_makes_a_drug_controlled(drugs: &[DrugRecord]) {
    for drug in humans(drugs) {
        let ingredients = drug.ingredient_names();
        let judged = JudgedDrug::of(drug, &ingredients);
        let unnamed = JudgedDrug {
            name: "X",
            ..judged
        };
        assert_eq!(
            is_never_prescribed(&judged),
            is_never_prescribed(&unnamed),
            "{}",
            drug.name
        );
    }
}
