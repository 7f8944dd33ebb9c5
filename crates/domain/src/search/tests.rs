// SPDX-License-Identifier: AGPL-3.0-or-later

//! Searches over a few invented names, and over real products of the register.

use super::*;
use crate::testing;
use salal_formats::drug_database::{self, DrugRecord, Ingredient};

#[path = "label_lines.rs"]
mod label_lines;

fn index(drugs: &[(&str, &str, &str)]) -> DrugIndex {
    let entries = (0_u32..)
        .zip(drugs)
        .map(|(key, (name, ingredient, din))| IndexEntry {
            key,
            name: (*name).to_owned(),
            ingredients: vec![(*ingredient).to_owned()],
            din: (*din).to_owned(),
            is_suggestable: true,
            ..IndexEntry::default()
        })
        .collect();
    DrugIndex::build(entries)
}

fn small() -> DrugIndex {
    index(&[
        ("TEVA-RAMIPRIL", "RAMIPRIL", "00000001"),
        ("RAMIPRIL-10", "RAMIPRIL", "00000002"),
        ("PRAMIPEXOLE", "PRAMIPEXOLE DIHYDROCHLORIDE", "00000003"),
        ("ALTACE", "RAMIPRIL", "00000004"),
        ("CRÈME 2%", "CLOTRIMAZOLE", ""),
        ("ALTACE", "RAMIPRIL", "00000005"),
        ("A_B LOTION", "UREA", "none"),
    ])
}

fn all(_: u32) -> bool {
    true
}

fn names<'a>(found: &Found<'a>) -> Vec<&'a str> {
    found.items.iter().map(|item| item.name).collect()
}

#[test]
fn the_beginning_ranks_before_words_and_words_before_the_inside() {
    let index = small();
    assert_eq!(
        names(&index.by_name("ramip", 50, &all)),
        ["RAMIPRIL-10", "TEVA-RAMIPRIL", "PRAMIPEXOLE"]
    );
    let any = index.by_any("RAMIPRIL", 50, &all);
    assert_eq!(names(&any), ["RAMIPRIL-10", "TEVA-RAMIPRIL", "ALTACE"]);
    assert_eq!(any.items[2].matched, Matched::Ingredient);
    assert_eq!(any.items[2].keys, [3, 5]);
    assert_eq!(names(&index.by_ingredient("ramip", 50, &all)).len(), 4);
}

#[test]
fn accents_do_not_matter_and_signs_are_no_wildcards() {
    let index = small();
    assert_eq!(names(&index.by_name("creme", 50, &all)), ["CRÈME 2%"]);
    assert_eq!(names(&index.by_name(" crÈme ", 50, &all)), ["CRÈME 2%"]);
    assert_eq!(index.by_name("2%", 50, &all).total, 1);
    assert_eq!(index.by_name("a%b", 50, &all).total, 0);
    assert_eq!(index.by_name("a_b", 50, &all).total, 1);
    assert_eq!(index.by_name("r_mip", 50, &all).total, 0);
    assert_eq!(index.by_name("---", 50, &all), Found::default());
}

#[test]
fn a_din_finds_its_drug_alone() {
    let index = small();
    let found = index.by_any("00000005", 50, &all);
    assert_eq!(
        (found.items[0].name, &found.items[0].keys[..]),
        ("ALTACE", &[5][..])
    );
    assert_eq!(found.items[0].matched, Matched::Din);
    assert_eq!(index.by_any("00000009", 50, &all).total, 0);
}

#[test]
fn what_is_not_allowed_is_not_found() {
    let index = small();
    let found = index.by_any("altace", 50, &|key| key != 3);
    assert_eq!(found.items[0].keys, [5]);
    assert_eq!(index.by_any("altace", 50, &|_| false).total, 0);
    let cut = index.by_any("ramip", 1, &all);
    assert_eq!((cut.items.len(), cut.total), (1, 4));
}

#[test]
fn typing_errors_are_answered_with_a_suggestion() {
    let index = small();
    for typed in ["rampiril", "ramiprl", "rammipril"] {
        let found = index.by_any(typed, 50, &all);
        assert_eq!(found.did_you_mean[0], "ramipril", "{typed}");
    }
    assert!(index.by_any("ramipril", 50, &all).did_you_mean.is_empty());
    assert!(index.by_any("qqqqqqq", 50, &all).did_you_mean.is_empty());
}

#[test]
fn words_may_stand_apart() {
    let index = small();
    assert_eq!(
        names(&index.by_name("ramipril teva", 50, &all)),
        ["TEVA-RAMIPRIL"]
    );
    assert_eq!(index.named("teva ramipril"), [0]);
    assert_eq!(index.named("Altace"), [3, 5]);
    assert_eq!(index.named("alta"), [0; 0]);
}

/// The fixture's products for people.
fn of_register() -> DrugIndex {
    let sources = testing::register::marketed(&testing::extract());
    let mut drugs = drug_database::build(&sources).unwrap().drugs;
    drugs.retain(DrugRecord::is_human);
    label_lines::index(&drugs)
}

#[test]
fn the_register_answers_with_the_published_figures() {
    testing::search::answers_with_the_published_figures(&of_register());
}

#[test]
fn a_search_takes_a_moment_only() {
    testing::search::takes_a_moment_only(&of_register());
}

/// Some hundred products of the register.
fn fixture() -> Vec<DrugRecord> {
    let list = |text: &str| -> Vec<String> {
        let parts = text.split('|').filter(|part| !part.is_empty());
        parts.map(ToOwned::to_owned).collect()
    };
    let lines = include_str!("fixture.tsv").lines();
    lines
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let columns: Vec<&str> = line.split('\t').collect();
            let ingredients = list(columns[4]);
            let ingredients = ingredients.iter().map(|one| {
                let parts: Vec<&str> = one.split('~').collect();
                Ingredient {
                    ingredient_name: parts[0].into(),
                    strength: parts[1].into(),
                    strength_unit: parts[2].into(),
                    dosage_value: parts[3].into(),
                    dosage_unit: parts[4].into(),
                }
            });
            DrugRecord {
                name: columns[0].into(),
                class_name: "Human".into(),
                administrations: list(columns[1]),
                formulations: list(columns[2]),
                schedules: list(columns[3]),
                ingredients: ingredients.collect(),
                descriptor: columns.get(5).copied().unwrap_or_default().into(),
                atc_numbers: columns.get(6).map(|text| list(text)).unwrap_or_default(),
                ..DrugRecord::default()
            }
        })
        .collect()
}

#[test]
fn what_people_type_finds_its_drug_first() {
    let drugs = fixture();
    let index = label_lines::index(&drugs);
    let answers = label_lines::answers(&drugs, &index);
    assert!(answers.asked + answers.elsewhere >= 400);
    assert!(answers.asked >= 300, "{}", answers.asked);
    assert!(
        answers.right * 100 >= answers.asked * 99,
        "{} of {}: {:#?}",
        answers.right,
        answers.asked,
        answers.wrong
    );
    assert_eq!(answers.wrong_suggestions, [""; 0]);
}

#[test]
fn a_brand_no_longer_sold_leads_to_its_ingredient_with_a_sentence() {
    let drugs = fixture();
    let index = label_lines::index(&drugs);
    for (typed, ingredient) in [
        ("coumadin 5", "warfarin"),
        ("cymbalta", "duloxetine"),
        ("lasix 40", "furosemide"),
        ("hyderm", "hydrocortisone"),
    ] {
        let found = index.by_any(typed, 10, &all);
        let note = found.note.unwrap_or_default();
        assert!(
            found.total > 0 && note.ends_with(&format!("same ingredient, {ingredient}.")),
            "{typed}: {note}"
        );
    }
    // The brand itself, where it is sold.
    for typed in ["lasix special", "lantus", "ramipril 10 mg"] {
        assert_eq!(index.by_any(typed, 10, &all).note, None, "{typed}");
    }
    // Nothing is said where nothing is found.
    assert_eq!(index.by_any("coumadin", 10, &|_| false).note, None);
}

#[test]
fn a_plain_word_leads_to_a_list_and_chooses_nothing() {
    let drugs = fixture();
    let index = label_lines::index(&drugs);
    for typed in [
        "puffer",
        "blue puffer",
        "water pill",
        "blood thinner",
        "water pill 25",
        "Water Tablets",
        "puffer blue",
        "my heart medication",
        "IUD",
        "stérilet",
        "insulin pen",
    ] {
        let found = index.by_any(typed, 50, &all);
        assert!(found.total > 1 && found.note.is_some(), "{typed}");
        assert!(found.items.iter().all(|item| item.fitting == 0), "{typed}");
    }
    // With a drug's name the word is a form.
    assert!(first_of(&drugs, &index, "salbutamol puffer").contains("SALBUTAMOL"));
}

#[test]
fn what_is_sold_without_a_din_has_a_sentence_and_no_mixture() {
    let drugs = fixture();
    let index = label_lines::index(&drugs);
    let is_offered = |key: u32| {
        let drug = &drugs[key as usize];
        !offer::is_for_hospital(&drug.administrations, &drug.atc_numbers)
    };
    for typed in [
        "potassium chloride",
        "slow k",
        "K-dur 20",
        "kcl 600",
        "k-lyte",
        "potassium",
        "calcium",
        "magnesium",
        "iron",
        "iron pills",
        "fer",
        "ferrous sulfate 300",
        "palafer",
        "b12",
        "nicotine patch",
        "timbre de nicotine",
    ] {
        let found = index.by_any(typed, 50, &is_offered);
        assert!(
            found.note.is_some_and(|note| note.contains("NPN")),
            "{typed}"
        );
        for item in &found.items {
            for key in &item.keys {
                let drug = &drugs[*key as usize];
                assert_eq!(drug.ingredients.len(), 1, "{typed}: {}", drug.name);
            }
        }
    }
}

#[test]
fn a_plain_drug_stands_before_its_combinations() {
    let drugs = fixture();
    let index = label_lines::index(&drugs);
    for typed in [
        "hydrocortisone",
        "folic acid",
        "vitamin d",
        "levonorgestrel",
    ] {
        let found = index.by_any(typed, 100, &all);
        let mixed: Vec<bool> = found
            .items
            .iter()
            .map(|item| &drugs[item.keys[0] as usize])
            .filter(|drug| !offer::is_parenteral(&drug.administrations))
            .map(|drug| drug.ingredients.len() > 1)
            .collect();
        assert!(!mixed.is_empty() && mixed.is_sorted(), "{typed}: {mixed:?}");
    }
    // A salt is not its ingredient, and the inside of a word is not the word.
    for (typed, wrong) in [("sodium", "ATORVASTATIN"), ("iron", "BUSPIRONE")] {
        let found = index.by_any(typed, 100, &all);
        assert!(
            found.items.iter().all(|item| !item.name.contains(wrong)),
            "{typed}"
        );
    }
}

#[test]
fn label_lines_find_their_drug_and_strength_first() {
    let drugs = fixture();
    let index = label_lines::index(&drugs);
    let report = label_lines::measure(&drugs, &index, 2000);
    assert!(report.lines > 1500, "{}", report.lines);
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
}

#[test]
fn forty_common_drugs_are_found_with_their_strength() {
    let drugs = fixture();
    let index = label_lines::index(&drugs);
    assert_eq!(label_lines::common_missed(&drugs, &index), [""; 0]);
    for line in label_lines::COMMON {
        assert!(
            index.by_any(line, 10, &all).did_you_mean.is_empty(),
            "{line}"
        );
    }
}

/// The first name found, with the matching drug's ingredients and strengths.
fn first_of(drugs: &[DrugRecord], index: &DrugIndex, text: &str) -> String {
    let found = index.by_any(text, 10, &all);
    let Some(item) = found.items.first() else {
        return format!("nothing; {:?}", found.did_you_mean);
    };
    let drug = &drugs[item.keys[0] as usize];
    let strengths: Vec<&str> = drug
        .ingredients
        .iter()
        .map(|one| one.strength.as_str())
        .collect();
    let fits = if item.fitting > 0 { "" } else { "?" };
    format!("{} {}{fits}", item.name, strengths.join("/"))
}

#[test]
fn labels_as_people_type_them() {
    let drugs = fixture();
    let index = label_lines::index(&drugs);
    for (typed, name, strength) in [
        ("ramipril 10 mg", "RAMIPRIL", "10"),
        ("ramipril10mg", "RAMIPRIL", "10"),
        ("10mg ramipril", "RAMIPRIL", "10"),
        ("apo-metformin 500mg tab", "APO-METFORMIN", "500"),
        ("metformin hcl 500 mg tablet", "METFORMIN", "500"),
        ("synthroid 25 mcg", "SYNTHROID", "25"),
        ("tylenol 3", "TYLENOL", "300/15/30"),
        ("janumet 50/500", "JANUMET", "50/500"),
        ("janumet 50 mg/500 mg", "JANUMET", "50/500"),
        ("terbinafine 250 mg", "TERBINAFINE", "250"),
    ] {
        let first = first_of(&drugs, &index, typed);
        let numbers: Vec<f64> = first
            .rsplit(' ')
            .next()
            .unwrap_or_default()
            .split('/')
            .filter_map(|one| one.parse().ok())
            .collect();
        let wanted: Vec<f64> = strength
            .split('/')
            .filter_map(|one| one.parse().ok())
            .collect();
        let mut sorted = (numbers, wanted);
        sorted.0.sort_by(f64::total_cmp);
        sorted.1.sort_by(f64::total_cmp);
        assert!(
            first.contains(name) && sorted.0 == sorted.1,
            "{typed}: {first}"
        );
    }
    // Half a milligram, with point or comma.
    assert_eq!(
        first_of(&drugs, &index, "clonazepam 0,5 mg"),
        first_of(&drugs, &index, "clonazepam 0.5 mg")
    );
    assert_eq!(
        first_of(&drugs, &index, "levothyroxine 50 mcg"),
        first_of(&drugs, &index, "levothyroxine 0.05 mg")
    );
}

#[test]
fn of_one_vitamin_no_other_is_offered() {
    let one = |name: &str, ingredient: &str, strength: &str, unit: &str| DrugRecord {
        name: name.into(),
        class_name: "Human".into(),
        administrations: vec!["ORAL".into()],
        formulations: vec!["TABLET".into()],
        schedules: vec!["OTC".into()],
        ingredients: vec![Ingredient {
            ingredient_name: ingredient.into(),
            strength: strength.into(),
            strength_unit: unit.into(),
            dosage_value: String::new(),
            dosage_unit: String::new(),
        }],
        ..DrugRecord::default()
    };
    let mut drugs = fixture();
    drugs.push(one("VITAMIN B12", "CYANOCOBALAMIN", "1000", "MCG"));
    drugs.push(one("JAMP-VITAMIN D", "VITAMIN D3", "1000", "UNIT"));
    drugs.push(one("VITAMIN C 500", "ASCORBIC ACID", "500", "MG"));
    let index = label_lines::index(&drugs);
    for (typed, wanted) in [
        ("vitamin d 1000", "JAMP-VITAMIN D"),
        ("vitamin d", "JAMP-VITAMIN D"),
        ("vitamin b12 1000 mcg", "VITAMIN B12"),
        ("vitamin c 500", "VITAMIN C 500"),
    ] {
        let first = first_of(&drugs, &index, typed);
        assert!(first.starts_with(wanted), "{typed}: {first}");
    }
}

#[test]
fn what_needs_a_needle_stands_below() {
    let drugs = fixture();
    let index = label_lines::index(&drugs);
    for text in [
        "metoprolol",
        "levothyroxine",
        "furosemide",
        "pantoprazole",
        "metoprolol 5 mg",
    ] {
        let found = index.by_any(text, 100, &all);
        let needles: Vec<bool> = found
            .items
            .iter()
            .map(|item| {
                item.keys
                    .iter()
                    .all(|key| offer::is_parenteral(&drugs[*key as usize].administrations))
            })
            .collect();
        assert!(!needles.is_empty() && !needles[0], "{text}");
        if !text.contains(' ') {
            assert!(needles.is_sorted(), "{text}: {needles:?}");
        }
    }
}

#[test]
fn a_name_is_never_offered_for_one_it_is_mixed_up_with() {
    let drugs = fixture();
    // All names of the list are in the catalogue: the worst case.
    let mut all_names = drugs.clone();
    for name in confused::names() {
        all_names.push(DrugRecord {
            name: name.to_uppercase(),
            class_name: "Human".into(),
            administrations: vec!["ORAL".into()],
            schedules: vec!["Prescription".into()],
            ingredients: vec![Ingredient {
                ingredient_name: name.to_uppercase(),
                ..Ingredient::default()
            }],
            ..DrugRecord::default()
        });
    }
    for list in [&drugs, &all_names] {
        let index = label_lines::index(list);
        for group in confused::GROUPS {
            for name in *group {
                let mut typed = label_lines::slips(name);
                typed.push((*name).to_owned());
                typed.push(format!("{name} 10 mg"));
                for text in typed {
                    for word in index.by_any(&text, 10, &all).did_you_mean {
                        assert!(
                            !confused::are_confused(name, &word),
                            "{text} ({name}): {word}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn a_suggestion_is_made_only_when_no_word_is_known() {
    let drugs = fixture();
    let index = label_lines::index(&drugs);
    let meant = |text: &str| index.by_any(text, 10, &all).did_you_mean;
    assert_eq!(meant("metfromin 500 mg"), ["metformin"]);
    assert_eq!(meant("apo-metfromin 500mg tab"), ["metformin"]);
    for text in [
        "ramipril xqzt 10 mg",
        "ramipril 99 mg",
        "10 mg",
        "tab",
        "500mg tablet",
        "qqqqqqq",
        "ab",
    ] {
        assert!(meant(text).is_empty(), "{text}: {:?}", meant(text));
    }
    assert!(index.by_any("ramipril 99 mg", 10, &all).total > 0);
}
