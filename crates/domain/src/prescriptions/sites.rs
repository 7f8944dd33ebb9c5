// SPDX-License-Identifier: AGPL-3.0-or-later

//! Which eye, ear or nostril: a drop in the wrong eye is a wrong prescription (decision 208).

// cspell:ignoreRegExp rust-string

use super::forms;
use super::usage::Usage;
use crate::faults::Fault;
use crate::options::{SITES_OF_EAR, SITES_OF_EYE, SITES_OF_NOSE, is_one_of};
use crate::search::fold;
use crate::texts::request as texts;

/// Words of the part, and of which one, in English and French.
const PARTS: &[&str] = &[
    "eye", "eyes", "ear", "ears", "nostril", "nostrils", "oeil", "yeux", "oreille", "oreilles",
    "narine", "narines",
];
const WHICH: &[&str] = &[
    "left", "right", "both", "each", "affected", "operated", "gauche", "droit", "droite", "deux",
    "chaque",
];
/// Of nostrils, either may be meant.
const NOSTRILS: &[&str] = &["nostril", "nostrils", "narine", "narines"];
const EITHER: &[&str] = &["one", "either", "alternate", "alternating", "other"];

/// A chosen site in the middle of a sentence: `in the left eye`, `in each ear`.
pub(super) fn in_words(site: &str) -> Option<&'static str> {
    Some(match site {
        "Left eye" => "in the left eye",
        "Right eye" => "in the right eye",
        // "One drop in both eyes" may be read as one drop for the two.
        "Both eyes" => "in each eye",
        "Left ear" => "in the left ear",
        "Right ear" => "in the right ear",
        "Both ears" => "in each ear",
        "Left nostril" => "in the left nostril",
        "Right nostril" => "in the right nostril",
        "Each nostril" => "in each nostril",
        "One nostril" => "in one nostril",
        _ => return None,
    })
}

/// Whether a text says itself which eye, ear or nostril.
pub(super) fn says_site(text: &str) -> bool {
    let folded = fold(text);
    let has = |list: &[&str]| folded.split(' ').any(|word| list.contains(&word));
    (has(PARTS) && has(WHICH)) || (has(NOSTRILS) && has(EITHER))
}

/// The part of the body that a word names: 0 eye, 1 ear, 2 nostril.
fn part_of(word: &str) -> Option<u8> {
    Some(match word {
        "eye" | "eyes" | "oeil" | "yeux" => 0,
        "ear" | "ears" | "oreille" | "oreilles" => 1,
        "nostril" | "nostrils" | "narine" | "narines" => 2,
        _ => return None,
    })
}

/// A side, as bits: left 1, right 2, both 3; of nostrils also one of the two, 4.
fn side_of(word: &str) -> Option<u8> {
    Some(match word {
        "left" | "lt" | "l" | "gauche" => 1,
        "right" | "rt" | "r" | "droit" | "droite" => 2,
        "both" | "each" | "deux" | "chaque" => 3,
        _ => return None,
    })
}

/// What a chosen site means, as part and side.
fn meaning(site: &str) -> Option<(u8, u8)> {
    let folded = fold(site);
    let (side, part) = folded.split_once(' ')?;
    let side = if side == "one" { 4 } else { side_of(side)? };
    Some((part_of(part)?, side))
}

/// Words that may stand between a side and its part: `left and right eye`, `right operated eye`.
const WITHIN: &[&str] = &[
    "and", "or", "et", "ou", "then", "operated", "affected", "only", "the", "les", "l",
];
/// Words before a side that is not meant: `not the left eye`.
const NOT: &[&str] = &[
    "not", "no", "except", "never", "avoid", "pas", "sauf", "than",
];

/// The parts and sides that a text names, each part once. `Right only` and `left side` name no part.
fn named(text: &str) -> Vec<(Option<u8>, u8)> {
    let folded = fold(text);
    let words: Vec<&str> = folded.split(' ').collect();
    let is_denied = |at: usize| {
        words[at.saturating_sub(2)..at]
            .iter()
            .any(|word| NOT.contains(word))
    };
    let mut found: Vec<(Option<u8>, u8)> = Vec::new();
    let mut add = |part: Option<u8>, side: u8| {
        if side == 0 {
            return;
        }
        match found.iter_mut().find(|(known, _)| *known == part) {
            Some((_, sides)) => *sides |= side,
            None => found.push((part, side)),
        }
    };
    for (at, word) in words.iter().enumerate() {
        if let Some(part) = part_of(word) {
            let mut sides = 0;
            for before in (0..at).rev() {
                // "l'œil" has an article, not the letter of left.
                let is_article = words[before] == "l" && matches!(*word, "oeil" | "oreille");
                match side_of(words[before]).filter(|_| !is_article) {
                    Some(_) if is_denied(before) => break,
                    Some(side) => sides |= side,
                    None if WITHIN.contains(&words[before]) => {}
                    None => break,
                }
            }
            // In French the side comes after it.
            let after = words.get(at + 1).copied().unwrap_or_default();
            if matches!(after, "gauche" | "droit" | "droite") && !is_denied(at) {
                sides |= side_of(after).unwrap_or_default();
            }
            add(Some(part), sides);
        } else if let Some(side @ (1 | 2)) = side_of(word)
            && word.len() > 2
            && !is_denied(at)
            && matches!(
                words.get(at + 1).copied(),
                Some("side" | "only" | "seulement")
            )
            && words.get(at + 2).is_none_or(|next| part_of(next).is_none())
        {
            add(None, side);
        }
    }
    found
}

/// Whether a text names a site, and no other than the chosen one.
pub(super) fn says_exactly(text: &str, site: &str) -> bool {
    let said = named(text);
    meaning(site).is_some_and(|(part, side)| !said.is_empty() && said == [(Some(part), side)])
}

/// The text of a usage that names another site than the chosen one, with its field. A pharmacist who reads
/// `in the right eye in the left eye` cannot know which is meant.
fn contradiction<'a>(usage: &'a Usage, site: &str) -> Option<(&'static str, &'a str)> {
    let (part, side) = meaning(site)?;
    [
        ("quantityOther", &usage.quantity_other),
        ("frequencyOther", &usage.frequency_other),
        ("durationOther", &usage.duration_other),
        ("textLine", &usage.text_line),
    ]
    .into_iter()
    .filter_map(|(field, text)| Some((field, Usage::typed(text.as_ref())?)))
    .find(|(_, text)| {
        named(text)
            .into_iter()
            .any(|(of, said)| of.is_some_and(|of| of != part) || said != side)
    })
}

/// The error of a usage that does not say where a drug for an eye, ear or nostril goes, or says it of a drug
/// that goes elsewhere.
pub fn site_fault(usage: &Usage, formulations: &[String], routes: &[String]) -> Option<Fault> {
    let sites = forms::sites(formulations, routes);
    let is_written = [
        &usage.quantity_other,
        &usage.frequency_other,
        &usage.text_line,
    ]
    .into_iter()
    .filter_map(|text| Usage::typed(text.as_ref()))
    .any(says_site);
    match usage.site.as_deref() {
        Some(site) if is_one_of(sites, site) => contradiction(usage, site).map(|(field, _)| {
            Fault::new(
                field,
                format!(
                    "This names another place than the one chosen, {}. Please leave one of the two.",
                    site.to_lowercase()
                ),
            )
        }),
        None if sites.is_empty() || is_written => None,
        Some(_) if sites.is_empty() => Some(Fault::new(
            "site",
            "This medication does not go into an eye, an ear or the nose.",
        )),
        _ => Some(Fault::new(
            "site",
            if sites == SITES_OF_EYE {
                texts::CHOOSE_EYE
            } else if sites == SITES_OF_EAR {
                texts::CHOOSE_EAR
            } else if sites == SITES_OF_NOSE {
                texts::CHOOSE_NOSTRIL
            } else {
                texts::CHOOSE_EYE_OR_EAR
            },
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::SITES_OF_EYE_OR_EAR;

    fn asked(form: &str, routes: &[&str], usage: &Usage) -> Option<String> {
        let routes: Vec<String> = routes.iter().map(|route| (*route).to_owned()).collect();
        site_fault(usage, &[form.to_owned()], &routes).map(|fault| fault.message)
    }

    #[test]
    fn what_goes_into_one_of_two_asks_which() {
        for (form, routes, question) in [
            ("DROPS", &["OPHTHALMIC"][..], Some(texts::CHOOSE_EYE)),
            ("OINTMENT", &["OPHTHALMIC"], Some(texts::CHOOSE_EYE)),
            ("SOLUTION", &["OTIC"], Some(texts::CHOOSE_EAR)),
            ("DROPS", &["AURICULAR (OTIC)"], Some(texts::CHOOSE_EAR)),
            (
                "DROPS",
                &["OPHTHALMIC", "OTIC"],
                Some(texts::CHOOSE_EYE_OR_EAR),
            ),
            ("SPRAY", &["NASAL"], Some(texts::CHOOSE_NOSTRIL)),
            // The second route is the register's; a spray for the nose goes into it.
            ("SPRAY", &["NASAL", "ORAL"], Some(texts::CHOOSE_NOSTRIL)),
            ("SPRAY", &["ORAL"], None),
            ("POWDER", &["NASAL"], None),
            ("TABLET", &["ORAL"], None),
            ("SPRAY", &["SUBLINGUAL"], None),
            ("SOLUTION", &["INTRAVITREAL"], None),
            ("CREAM", &["TOPICAL"], None),
        ] {
            let asked = asked(form, routes, &Usage::default());
            assert_eq!(asked.as_deref(), question, "{form} {routes:?}");
        }
    }

    #[test]
    fn an_answer_or_words_settle_it() {
        let drops = |usage: &Usage| asked("DROPS", &["OPHTHALMIC"], usage);
        let site = |site: &str| Usage {
            site: Some(site.into()),
            ..Usage::default()
        };
        assert_eq!(drops(&site("Both eyes")), None);
        assert!(drops(&site("Left ear")).is_some());
        assert!(asked("TABLET", &["ORAL"], &site("Left eye")).is_some());
        for (words, settled) in [
            ("1 drop in the affected eye", true),
            ("une goutte dans l'œil gauche", true),
            ("1 drop", false),
            ("for dry eyes", false),
            ("left", false),
        ] {
            let noted = Usage {
                text_line: Some(words.into()),
                ..Usage::default()
            };
            assert_eq!(drops(&noted).is_none(), settled, "{words}");
        }
        let spray = |usage: &Usage| asked("SPRAY", &["NASAL"], usage);
        assert_eq!(spray(&site("One nostril")), None);
        assert!(drops(&site("One nostril")).is_some());
        for (words, settled) in [
            ("1 spray in one nostril", true),
            ("alternating nostrils", true),
            ("1 spray", false),
        ] {
            let noted = Usage {
                text_line: Some(words.into()),
                ..Usage::default()
            };
            assert_eq!(spray(&noted).is_none(), settled, "{words}");
        }
        assert!(!says_site("in one eye"));
    }

    #[test]
    fn words_that_name_another_site_are_refused() {
        for (site, words, refused) in [
            ("Left eye", "1 drop in the right eye", true),
            ("Left eye", "Right eye only", true),
            ("Left eye", "right only", true),
            ("Left eye", "1 drop in each eye", true),
            ("Left eye", "une goutte dans l'œil droit", true),
            ("Left eye", "both eyes", true),
            ("Left eye", "left ear", true),
            ("Both eyes", "1 drop in the left eye", true),
            ("Both eyes", "R eye", true),
            ("Right ear", "1 drop in the right eye", true),
            ("Left nostril", "1 spray in each nostril", true),
            ("One nostril", "right nostril", true),
            ("Left eye", "1 drop in the left eye", false),
            ("Left eye", "une goutte dans l'œil gauche", false),
            ("Left eye", "1 drop in the affected eye", false),
            ("Left eye", "left eye only, not the right eye", false),
            ("Left eye", "right before bed", false),
            ("Left eye", "avoid touching the eye", false),
            ("Both eyes", "1 drop in the left and right eye", false),
            ("Both eyes", "1 in the right eye, 2 in the left eye", false),
            ("Both eyes", "each eye", false),
            ("Each nostril", "both nostrils", false),
            ("One nostril", "1 spray in one nostril", false),
        ] {
            let usage = Usage {
                site: Some(site.into()),
                quantity: crate::options::OTHER.into(),
                quantity_other: Some("1 drop".into()),
                text_line: Some(words.into()),
                ..Usage::default()
            };
            let (form, route) = match site.split(' ').next_back() {
                Some("ear") => ("DROPS", &["OPHTHALMIC", "OTIC"][..]),
                Some("nostril") => ("SPRAY", &["NASAL"][..]),
                _ => ("DROPS", &["OPHTHALMIC"][..]),
            };
            assert_eq!(
                asked(form, route, &usage).is_some(),
                refused,
                "{site}: {words}"
            );
            let routes: Vec<String> = route.iter().map(|one| (*one).to_owned()).collect();
            if let Some(fault) = site_fault(&usage, &[form.to_owned()], &routes) {
                assert_eq!(fault.field, "textLine");
            }
        }
    }

    #[test]
    fn every_site_has_its_words() {
        for site in SITES_OF_EYE_OR_EAR.iter().chain(SITES_OF_NOSE) {
            assert!(in_words(site).is_some(), "{site}");
        }
    }
}
