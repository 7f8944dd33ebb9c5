// SPDX-License-Identifier: AGPL-3.0-or-later

//! What the published dosage forms mean for counting and for directions.
//!
//! Forms are matched by the words in them, because the register has about two hundred and adds more.

use crate::search::fold;

/// How a form is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Form {
    /// `tablet`, `capsule`, …; `dose` where pieces cannot be counted.
    pub singular: &'static str,
    pub plural: &'static str,
    /// Dispensed in whole pieces, so a total can be computed.
    pub countable: bool,
    /// Pieces may be cut.
    pub divisible: bool,
}

const fn piece(singular: &'static str, plural: &'static str) -> Form {
    Form {
        singular,
        plural,
        countable: true,
        divisible: false,
    }
}

const fn bulk(singular: &'static str, plural: &'static str) -> Form {
    Form {
        singular,
        plural,
        countable: false,
        divisible: true,
    }
}

/// A form that is not dispensed in pieces.
const DOSE: Form = bulk("dose", "doses");

/// The form of a drug; `None` for kits and for drugs sold in several different forms.
pub(super) fn form(formulations: &[String]) -> Option<Form> {
    let mut found: Option<Form> = None;
    for text in formulations {
        let text = fold(text);
        if text == "kit" {
            return None;
        }
        let one = form_of(&text);
        if found.is_some_and(|earlier| earlier.singular != one.singular) {
            return None;
        }
        // Of two kinds of tablet, the stricter applies.
        let divisible = one.divisible && found.is_none_or(|earlier| earlier.divisible);
        found = Some(Form { divisible, ..one });
    }
    found.or(Some(DOSE))
}

fn form_of(folded: &str) -> Form {
    let has = |word: &str| folded.split(' ').any(|one| one == word);
    let liquid = [
        "solution",
        "suspension",
        "syrup",
        "elixir",
        "drops",
        "drop",
        "liquid",
        "emulsion",
    ];
    if (has("tablet") || has("caplet")) && !liquid.iter().any(|word| has(word)) {
        let special = [
            "release",
            "coated",
            "enteric",
            "orally",
            "disintegrating",
            "dispersible",
            "effervescent",
            "chewable",
            "film",
        ];
        Form {
            singular: "tablet",
            plural: "tablets",
            countable: true,
            divisible: folded == "tablet immediate release"
                || !special.iter().any(|word| folded.contains(word)),
        }
    } else if has("capsule") {
        piece("capsule", "capsules")
    } else if has("suppository") {
        piece("suppository", "suppositories")
    } else if has("lozenge") || has("troche") {
        piece("lozenge", "lozenges")
    } else if has("gum") {
        piece("piece", "pieces")
    } else if has("pill") {
        piece("pill", "pills")
    } else if has("patch") {
        bulk("patch", "patches")
    } else if folded.contains("aerosol") || has("inhaler") || has("spray") || has("inhalation") {
        bulk("puff", "puffs")
    } else if has("drops") || has("drop") {
        bulk("drop", "drops")
    } else if [
        "cream", "ointment", "gel", "lotion", "shampoo", "paste", "foam",
    ]
    .iter()
    .any(|word| has(word))
    {
        bulk("application", "applications")
    } else {
        DOSE
    }
}

/// The verb of the directions and the body site, by form and route.
pub(super) fn verb(form: Option<Form>, routes: &[String]) -> (&'static str, &'static str) {
    let routes: Vec<String> = routes.iter().map(|route| fold(route)).collect();
    let only = |word: &str| !routes.is_empty() && routes.iter().all(|route| route.contains(word));
    let unit = form.map_or("dose", |form| form.singular);
    if unit == "patch" || only("transdermal") {
        ("Apply", "to the skin")
    } else if only("topical") || unit == "application" {
        ("Apply", "")
    } else if only("inhalation") {
        ("Inhale", "")
    } else if only("ophthalmic") {
        ("Put", "in the eye")
    } else if only("otic") {
        ("Put", "in the ear")
    } else if only("nasal") {
        ("Use", "in the nose")
    } else if only("vaginal") {
        ("Insert", "vaginally")
    } else if only("rectal") {
        ("Insert", "rectally")
    } else if only("sublingual") {
        ("Dissolve", "under the tongue")
    } else if ["subcutaneous", "intramuscular", "intravenous"]
        .iter()
        .any(|way| only(way))
    {
        ("Inject", "")
    } else {
        ("Take", "")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(forms: &[&str]) -> Option<(&'static str, bool, bool)> {
        let forms: Vec<String> = forms.iter().map(|text| (*text).to_owned()).collect();
        form(&forms).map(|form| (form.singular, form.countable, form.divisible))
    }

    #[test]
    fn forms_are_known_by_their_words() {
        assert_eq!(unit(&["TABLET"]), Some(("tablet", true, true)));
        assert_eq!(
            unit(&["TABLET (EXTENDED-RELEASE)"]),
            Some(("tablet", true, false))
        );
        assert_eq!(
            unit(&["TABLET (ENTERIC-COATED)"]),
            Some(("tablet", true, false))
        );
        assert_eq!(
            unit(&["Capsule (Delayed Release)"]),
            Some(("capsule", true, false))
        );
        assert_eq!(unit(&["CREAM"]), Some(("application", false, true)));
        assert_eq!(unit(&["METERED-DOSE AEROSOL"]), Some(("puff", false, true)));
        assert_eq!(unit(&["PATCH"]), Some(("patch", false, true)));
        assert_eq!(unit(&["SYRUP"]), Some(("dose", false, true)));
        assert_eq!(
            unit(&["POWDER FOR SUSPENSION"]),
            Some(("dose", false, true))
        );
        assert_eq!(unit(&[]), Some(("dose", false, true)));
        assert_eq!(
            unit(&["TABLET", "TABLET (FILM-COATED)"]),
            Some(("tablet", true, false))
        );
        assert_eq!(unit(&["TABLET", "CAPSULE"]), None);
        assert_eq!(unit(&["KIT", "TABLET"]), None);
    }

    #[test]
    fn routes_choose_the_verb() {
        let by = |forms: &[&str], routes: &[&str]| {
            let texts = |list: &[&str]| {
                list.iter()
                    .map(|text| (*text).to_owned())
                    .collect::<Vec<_>>()
            };
            verb(form(&texts(forms)), &texts(routes)).0
        };
        assert_eq!(by(&["TABLET"], &["ORAL"]), "Take");
        assert_eq!(by(&["CREAM"], &["TOPICAL"]), "Apply");
        assert_eq!(by(&["SOLUTION"], &["SUBCUTANEOUS"]), "Inject");
        assert_eq!(by(&["POWDER"], &["INHALATION"]), "Inhale");
        assert_eq!(by(&["TABLET"], &[]), "Take");
    }
}
