//! Searches over a few names made up here, and over the real catalogue where it is at hand.

use std::time::{Duration, Instant};

use super::*;
use crate::drug_database;

fn index(drugs: &[(&str, &str, &str)]) -> DrugIndex {
    let entries = (0_u32..)
        .zip(drugs)
        .map(|(key, (name, ingredient, din))| IndexEntry {
            key,
            name: (*name).to_owned(),
            ingredients: vec![(*ingredient).to_owned()],
            din: (*din).to_owned(),
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

/// Human marketed drugs of the real extract.
fn real() -> Option<(DrugIndex, usize)> {
    let built = drug_database::build(&drug_database::tests::marketed()?).unwrap();
    let entries: Vec<IndexEntry> = (0_u32..)
        .zip(&built.drugs)
        .filter(|(_, drug)| drug.is_human())
        .map(|(key, drug)| IndexEntry {
            key,
            name: drug.name.clone(),
            ingredients: drug
                .ingredients
                .iter()
                .map(|one| one.ingredient_name.clone())
                .collect(),
            din: drug.drug_identification_number.clone(),
        })
        .collect();
    let count = entries.len();
    Some((DrugIndex::build(entries), count))
}

#[test]
fn the_real_catalogue_answers_with_the_published_figures() {
    let Some((index, _)) = real() else { return };
    let by_name = |text: &str| {
        let found = index.by_name(text, 100, &all);
        let drugs: usize = found.items.iter().map(|item| item.keys.len()).sum();
        (drugs, found.total)
    };
    assert_eq!(by_name("atorv"), (112, 26));
    assert_eq!(by_name("sertral"), (55, 19));
    assert_eq!(by_name("ramip"), (98, 26));
    assert_eq!(by_name("synthroid"), (12, 1));
    assert_eq!(by_name("2%").0, 51);
    assert_eq!(by_name("creme").1, 57);
    assert_eq!(by_name("crème").1, 57);
    assert_eq!(by_name("zzz").1, 2);
    assert_eq!(by_name("l-thyroxine").1, 0);
    let by_ingredient = |text: &str| {
        let found = index.by_ingredient(text, 100, &all);
        let drugs: usize = found.items.iter().map(|item| item.keys.len()).sum();
        (drugs, found.total)
    };
    assert_eq!(by_ingredient("atorv"), (124, 28));
    assert_eq!(by_ingredient("levothyroxine"), (19, 3));
    assert_eq!(by_ingredient("codeine"), (47, 46));
    let first: Vec<&str> = names(&index.by_name("atorv", 5, &all));
    assert!(first.iter().all(|name| name.starts_with("ATORVASTATIN")));
    for (typed, meant) in [
        ("l-thyroxine", "levothyroxine"),
        ("atorvastatine", "atorvastatin"),
        ("metfromin", "metformin"),
        ("lipitr", "lipitor"),
    ] {
        let found = index.by_any(typed, 50, &all);
        assert!(
            found.total > 0 || found.did_you_mean.iter().any(|word| word == meant),
            "{typed}: {:?}",
            found.did_you_mean
        );
    }
}

#[test]
fn a_search_takes_a_moment_only() {
    let Some((index, drugs)) = real() else { return };
    let texts = [
        "atorv",
        "tab",
        "ine",
        "sertraline 50",
        "xyzabcd",
        "metfromin",
        "00015741",
        "creme",
        "acetaminophen",
    ];
    let started = Instant::now();
    let mut searches = 0;
    for _ in 0..5 {
        for text in texts {
            let _ = index.by_any(text, 50, &all);
            searches += 1;
        }
    }
    let each = started.elapsed() / searches;
    eprintln!(
        "{drugs} drugs, {} names: {each:?} a search without optimisation",
        index.names()
    );
    assert!(each < Duration::from_millis(100));
}
