// SPDX-License-Identifier: AGPL-3.0-or-later

//! The classes named by filters, identified in three ways: by AHFS number, by ATC code and by ingredient. The
//! public register has had no AHFS numbers since July 2022 (reference drug-product-database 1.3), so a class
//! known by its AHFS number alone would match nothing in a current extract (decisions 144 and 156).
//!
//! The ATC codes start from those of reference prescription-rules 4. Where the extract of May 2020 lists a
//! product under the AHFS class and outside those codes, its ATC code was added, so that the class contains
//! the same products with and without AHFS numbers. AHFS descriptions are licensed and not repeated: the
//! names are plain language. A pharmacist must confirm the table before real use.

// cspell:ignore lddlldd

use super::{MatchedBy, is_under};

/// One class of the table.
#[derive(Debug, Clone, Copy)]
pub(super) struct KnownClass {
    /// The display name.
    pub(super) name: &'static str,
    /// Its AHFS number; a class without one is named by its first ATC code.
    pub(super) ahfs: &'static str,
    /// ATC codes; each matches itself and everything below it.
    pub(super) atc: &'static [&'static str],
    /// Ingredients that put a drug into the class, whatever its codes, as whole words.
    pub(super) ingredients: &'static [&'static str],
    /// Ingredients that are in its ATC codes but not in the class: a drug made only of these is matched by
    /// AHFS number only.
    pub(super) beside: &'static [&'static str],
}

const fn class(name: &'static str, ahfs: &'static str, atc: &'static [&'static str]) -> KnownClass {
    KnownClass {
        name,
        ahfs,
        atc,
        ingredients: &[],
        beside: &[],
    }
}

impl KnownClass {
    const fn made_of(mut self, ingredients: &'static [&'static str]) -> Self {
        self.ingredients = ingredients;
        self
    }

    const fn beside(mut self, ingredients: &'static [&'static str]) -> Self {
        self.beside = ingredients;
        self
    }

    /// The number that a filter uses for it.
    pub(super) fn number(&self) -> &'static str {
        match self.ahfs {
            "" => self.atc.first().copied().unwrap_or_default(),
            ahfs => ahfs,
        }
    }
}

pub(super) const CLASSES: [KnownClass; 34] = [
    class("Opioids", "28:08.08", &["N02A", "R05DA", "N07BC", "N01AH"])
        // Mixtures with codeine are in R05FA, M03BB and N02BE as well.
        .made_of(&[
            "CODEINE",
            "TRAMADOL",
            "HYDROCODONE",
            "OXYCODONE",
            "MORPHINE",
            "HYDROMORPHONE",
            "FENTANYL",
            "METHADONE",
            "TAPENTADOL",
            "NORMETHADONE",
        ])
        // R05DA contains cough syrups with and without an opioid.
        .beside(&[
            "DEXTROMETHORPHAN",
            "DEXTROMETHORPHAN HYDROBROMIDE",
            "BROMPHENIRAMINE MALEATE",
            "CHLORPHENIRAMINE MALEATE",
            "DIPHENHYDRAMINE HYDROCHLORIDE",
            "DOXYLAMINE SUCCINATE",
            "GUAIFENESIN",
            "ASCORBIC ACID",
            "MENTHOL",
            "PECTIN",
            "PHENIRAMINE MALEATE",
            "PHENYLEPHRINE HYDROCHLORIDE",
            "PSEUDOEPHEDRINE HYDROCHLORIDE",
            "ACETAMINOPHEN",
            "IBUPROFEN",
        ]),
    class(
        "Partial opioids",
        "28:08.12",
        &["N02AE", "N02AF", "N02AD", "N07BC"],
    ),
    class(
        "Benzodiazepines against seizures",
        "28:12.08",
        &["N03AE", "N05BA09"],
    ),
    class("Barbiturates against seizures", "28:12.04", &["N03AA"]),
    class("Barbiturates", "28:24.04", &["N05CA", "N05CB"])
        .made_of(&["BUTALBITAL", "PHENOBARBITAL"]),
    class(
        "Benzodiazepines",
        "28:24.08",
        &["N05BA", "N05CD", "A03CA02"],
    ),
    class(
        "Other sedatives",
        "28:24.92",
        &["N05CF", "N05CM", "N05CC", "N05CJ", "N05BB", "N05BE"],
    )
    .made_of(&["ZOPICLONE", "ZOLPIDEM"])
    .beside(&["SCOPOLAMINE HYDROBROMIDE"]),
    class(
        "Amphetamines",
        "28:20.04",
        &["N06BA01", "N06BA02", "N06BA03", "N06BA12"],
    ),
    class("Anorexigenics", "28:20.08", &["A08A"]).beside(&["ORLISTAT"]),
    class("Stimulants", "28:20.32", &["N06BA"]).beside(ATOMOXETINE),
    class("Wakefulness agents", "28:20.80", &["N06BA"]).beside(ATOMOXETINE),
    class("Other stimulants", "28:20.92", &["N06BA"]).beside(ATOMOXETINE),
    class(
        "Cannabinoids",
        "56:22.92",
        &["N02BG10", "A04AD10", "A04AD11"],
    ),
    class("Androgens", "68:08", &["G03B", "G03XA01"]),
    class("Anthelmintics", "08:08", &["P02"]),
    class("Aminoglycosides", "08:12.02", &["J01G"]),
    class("Cephalosporins", "08:12.06", &["J01D"]),
    class(
        "Other beta-lactams",
        "08:12.07",
        &["J01DC01", "J01DF", "J01DH"],
    ),
    // A02BD: packs against Helicobacter with antibiotics of several classes.
    class("Macrolides", "08:12.12", &["J01FA", "A07AA12", "A02BD"]),
    class("Penicillins", "08:12.16", &["J01C", "A02BD"]),
    class("Quinolones", "08:12.18", &["J01M", "S02CA05"]),
    class("Sulfonamides", "08:12.20", &["J01E"]),
    class("Tetracyclines", "08:12.24", &["J01A", "A01AB22"]),
    class(
        "Other antibacterials",
        "08:12.28",
        &["J01F", "J01X", "A07AA09", "A07AA11"],
    ),
    class("Antifungals", "08:14", &["J02", "D01BA", "A07AA02"]),
    class("Antimycobacterials", "08:16", &["J04"]),
    class(
        "Antivirals",
        "08:18",
        &["J05", "J06BB16", "L03AB05", "L03AB11", "N04BB01"],
    ),
    class("Antiprotozoals", "08:30", &["P01", "A07AA06", "J01XD01"]),
    class(
        "Urinary anti-infectives",
        "08:36",
        &["J01XE", "J01XX", "J01EA01"],
    ),
    class("Vaccines and serums", "80", &["J06", "J07", "L03AX03"]).beside(&["PALIVIZUMAB"]),
    class(
        "Diagnostics",
        "36",
        &["V04", "V08", "S01JA", "S01KX02", "H01AA02"],
    ),
    class("Radioactive agents", "78", &["V09", "V10"]),
    class("Emergency contraception", "", &["G03AD"]),
    class(
        "Gabapentin and pregabalin",
        "",
        &["N02BF", "N03AX12", "N03AX16"],
    )
    .made_of(&["GABAPENTIN", "PREGABALIN"]),
];

const ATOMOXETINE: &[&str] = &["ATOMOXETINE"];

/// The classes of the table covered by a filter on this number: itself and those below it.
pub(super) fn classes_of(number: &str) -> impl Iterator<Item = &'static KnownClass> {
    let number = number.trim().to_owned();
    CLASSES.iter().filter(move |class| {
        class.number() == number || (!class.ahfs.is_empty() && is_under(class.ahfs, &number))
    })
}

/// The display name of the class with exactly this number.
pub fn class_name(number: &str) -> Option<&'static str> {
    CLASSES
        .iter()
        .find(|class| class.number() == number.trim())
        .map(|class| class.name)
}

/// The known ATC codes of an AHFS class; empty for a class that is not in the table, and for a number that is
/// an ATC code already.
pub fn known_atc(number: &str) -> Vec<&'static str> {
    let mut codes: Vec<&'static str> = Vec::new();
    for code in classes_of(number).flat_map(|class| class.atc) {
        if !codes.contains(code) {
            codes.push(code);
        }
    }
    codes
}

/// The known ATC codes and ingredients of a class; empty for other classes.
pub fn known_of(number: &str) -> MatchedBy {
    let mut ingredients: Vec<String> = Vec::new();
    for name in classes_of(number).flat_map(|class| class.ingredients) {
        if !ingredients.iter().any(|one| one == name) {
            ingredients.push((*name).to_owned());
        }
    }
    MatchedBy {
        atc_numbers: known_atc(number)
            .into_iter()
            .map(ToOwned::to_owned)
            .collect(),
        schedules: Vec::new(),
        ingredients,
    }
}

/// Whether this is an ATC code of any of the five levels: `N`, `N02`, `N02A`, `N02AJ`, `N02AJ06`.
pub fn is_atc(text: &str) -> bool {
    let shape = "LDDLLDD";
    matches!(text.len(), 1 | 3 | 4 | 5 | 7)
        && text.bytes().zip(shape.bytes()).all(|(byte, wanted)| {
            if wanted == b'L' {
                byte.is_ascii_uppercase()
            } else {
                byte.is_ascii_digit()
            }
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_has_atc_codes_of_a_level() {
        for class in &CLASSES {
            assert!(!class.atc.is_empty(), "{}", class.name);
            for code in class.atc {
                assert!(is_atc(code), "{}: {code}", class.name);
            }
            assert_eq!(class_name(class.number()), Some(class.name));
        }
    }

    #[test]
    fn atc_codes_have_five_levels() {
        for good in ["N", "N02", "N02A", "N02AJ", "N02AJ06"] {
            assert!(is_atc(good), "{good}");
        }
        for bad in [
            "", "n02", "N0", "N02A0", "N02AJ0", "28", "QJ01CA04", "N02AJ061",
        ] {
            assert!(!is_atc(bad), "{bad}");
        }
    }

    #[test]
    fn a_number_stands_for_the_classes_below_it() {
        assert_eq!(known_atc("08:12.16"), ["J01C", "A02BD"]);
        assert!(known_atc("08").contains(&"J05") && known_atc("08:12").contains(&"J01M"));
        assert!(
            known_atc("08:12.16.08").is_empty(),
            "a part of a class is not the class"
        );
        assert!(known_atc("24:06.08").is_empty());
    }
}
