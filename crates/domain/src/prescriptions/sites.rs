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

/// A chosen site in the middle of a sentence: `in the left eye`, `in both ears`.
pub(super) fn in_words(site: &str) -> Option<&'static str> {
    Some(match site {
        "Left eye" => "in the left eye",
        "Right eye" => "in the right eye",
        "Both eyes" => "in both eyes",
        "Left ear" => "in the left ear",
        "Right ear" => "in the right ear",
        "Both ears" => "in both ears",
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
        Some(site) if is_one_of(sites, site) => None,
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
    fn every_site_has_its_words() {
        for site in SITES_OF_EYE_OR_EAR.iter().chain(SITES_OF_NOSE) {
            assert!(in_words(site).is_some(), "{site}");
        }
    }
}
