// SPDX-License-Identifier: AGPL-3.0-or-later

//! What the search finds in the drug register: the published figures. The fixture has all products that these
//! searches find, so its figures are the whole register's.

// cspell:ignoreRegExp rust-string

use std::time::{Duration, Instant};

use crate::search::{DrugIndex, Found};

/// Products and names found.
fn figures(found: &Found<'_>) -> (usize, usize) {
    let drugs = found.items.iter().map(|item| item.keys.len()).sum();
    (drugs, found.total)
}

/// Searches by name, by ingredient and with typing errors.
pub(crate) fn answers_with_the_published_figures(index: &DrugIndex) {
    let by_name = |text: &str| figures(&index.by_name(text, 100, &|_| true));
    assert_eq!(by_name("atorv"), (112, 26));
    assert_eq!(by_name("sertral"), (55, 19));
    assert_eq!(by_name("ramip"), (98, 26));
    assert_eq!(by_name("synthroid"), (12, 1));
    assert_eq!(by_name("2%").0, 51);
    assert_eq!(by_name("creme").1, 57);
    assert_eq!(by_name("crème").1, 57);
    assert_eq!(by_name("zzz").1, 2);
    assert_eq!(by_name("l-thyroxine").1, 0);
    let by_ingredient = |text: &str| figures(&index.by_ingredient(text, 100, &|_| true));
    assert_eq!(by_ingredient("atorv"), (124, 28));
    assert_eq!(by_ingredient("levothyroxine"), (19, 3));
    assert_eq!(by_ingredient("codeine"), (47, 46));
    let first = index.by_name("atorv", 5, &|_| true);
    assert!(
        first
            .items
            .iter()
            .all(|item| item.name.starts_with("ATORVASTATIN"))
    );
    for (typed, meant) in [
        ("l-thyroxine", "levothyroxine"),
        ("atorvastatine", "atorvastatin"),
        ("metfromin", "metformin"),
        ("lipitr", "lipitor"),
    ] {
        let found = index.by_any(typed, 50, &|_| true);
        assert!(
            found.total > 0 || found.did_you_mean.iter().any(|word| word == meant),
            "{typed}: {:?}",
            found.did_you_mean
        );
    }
}

/// A search on every key must not be felt.
pub(crate) fn takes_a_moment_only(index: &DrugIndex) {
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
            let _ = index.by_any(text, 50, &|_| true);
            searches += 1;
        }
    }
    let each = started.elapsed() / searches;
    eprintln!(
        "{} names: {each:?} a search without optimization",
        index.names()
    );
    assert!(each < Duration::from_millis(100));
}
