// SPDX-License-Identifier: AGPL-3.0-or-later

//! Contraceptive pills are dispensed in whole packs, which last four weeks or a quarter of a year: 90 tablets
//! are no number of packs (decision 208).

// cspell:ignoreRegExp rust-string

use super::amounts::{self, MonthLength};
use super::usage::Usage;
use crate::search::fold;
use salal_formats::drug_database::Ingredient;

/// Hormones that, with an estrogen beside them, are a contraceptive.
const PROGESTINS: &[&str] = &[
    "levonorgestrel",
    "norgestrel",
    "norgestimate",
    "desogestrel",
    "drospirenone",
    "norethindrone",
    "ethynodiol",
    "dienogest",
    "cyproterone",
];
const ESTROGENS: &[&str] = &["ethinyl", "ethinylestradiol", "mestranol", "estetrol"];
/// Names of pills that are taken for a quarter of a year without a pause.
const QUARTERLY: &[&str] = &["seasonale", "seasonique", "indayo"];
/// Once a day, as pills of a pack are taken.
const DAILY: &[&str] = &["Once a day", "Once in the morning", "Once at night"];

/// A pack of pills.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pack {
    /// How many pills are in it.
    pub pills: u32,
    /// For how many days it lasts, with the pause after it.
    pub days: u32,
}

impl Pack {
    /// As printed after the number.
    pub(super) const fn unit(self, number: u32) -> &'static str {
        match (self.pills, number) {
            (21, 1) => "pack of 21 tablets",
            (21, _) => "packs of 21 tablets",
            (91, 1) => "pack of 91 tablets",
            (91, _) => "packs of 91 tablets",
            (_, 1) => "pack of 28 tablets",
            _ => "packs of 28 tablets",
        }
    }

    /// What is said after the directions: how long the pills last, and for how long none are taken. `None` of a
    /// pack without a pause, and where the directions tell of another way or name no rhythm of a day.
    pub fn pause(self, usage: &Usage) -> Option<String> {
        const TOLD: &[&str] = &[
            "break",
            "continuous",
            "continuously",
            "off",
            "pause",
            "skip",
            "skipping",
            "stop",
            "without",
        ];
        let pause = self.days.checked_sub(self.pills).filter(|days| *days > 0)?;
        self.number(usage)?;
        let is_told = usage
            .notes()
            .is_some_and(|notes| fold(notes).split(' ').any(|word| TOLD.contains(&word)));
        (!is_told).then(|| {
            format!(
                "Each pack: {} days of tablets, then {pause} days without.",
                self.pills
            )
        })
    }

    /// How many last for the duration, a month being four weeks; `None` where it is not one a day.
    pub(super) fn number(self, usage: &Usage) -> Option<u32> {
        let is_one_a_day = usage.quantity == "One"
            && DAILY.contains(&usage.frequency.as_str())
            && !usage.as_needed;
        let days = amounts::days(&usage.duration, MonthLength::TwentyEight)?;
        is_one_a_day.then(|| days.div_ceil(self.days))
    }
}

/// The pack in which a drug is dispensed; `None` for any that is counted in pieces.
pub fn pack_of(name: &str, ingredients: &[Ingredient], formulations: &[String]) -> Option<Pack> {
    let is_pill = !formulations.is_empty()
        && formulations.iter().all(|form| {
            let form = fold(form);
            form.split(' ').any(|word| matches!(word, "tablet" | "kit"))
        });
    let substances: Vec<String> = ingredients
        .iter()
        .map(|one| fold(&one.ingredient_name))
        .collect();
    let has = |list: &[&str]| {
        substances.iter().any(|substance| {
            substance
                .split(' ')
                .next()
                .is_some_and(|word| list.contains(&word))
        })
    };
    // The pill without an estrogen: norethindrone 0.35 mg or drospirenone, alone.
    let is_mini = ingredients.iter().all(|one| {
        let substance = fold(&one.ingredient_name);
        substance.starts_with("drospirenone")
            || (substance.starts_with("norethindrone")
                && one.strength.trim().trim_start_matches('0') == ".35")
    }) && !ingredients.is_empty();
    if !is_pill || !((has(PROGESTINS) && has(ESTROGENS)) || is_mini) {
        return None;
    }
    let folded = fold(name);
    let says = |word: &str| folded.split(' ').any(|one| one == word);
    // Cyproterone comes in packs of 21 only, whatever the name says.
    Some(if says("21") || has(&["cyproterone"]) {
        Pack {
            pills: 21,
            days: 28,
        }
    } else if says("91") || QUARTERLY.iter().any(|name| says(name)) {
        Pack {
            pills: 91,
            days: 91,
        }
    } else {
        Pack {
            pills: 28,
            days: 28,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str, substances: &[(&str, &str)], form: &str) -> Option<u32> {
        let ingredients: Vec<Ingredient> = substances
            .iter()
            .map(|(substance, strength)| Ingredient {
                ingredient_name: (*substance).into(),
                strength: (*strength).into(),
                strength_unit: "MG".into(),
                ..Ingredient::default()
            })
            .collect();
        pack_of(name, &ingredients, &[form.to_owned()]).map(|pack| pack.pills)
    }

    #[test]
    fn contraceptive_pills_come_in_packs_and_nothing_else_does() {
        let pill = &[("ETHINYL ESTRADIOL", "0.02"), ("LEVONORGESTREL", "0.1")][..];
        for (name, substances, form, pills) in [
            ("ALESSE 28", pill, "TABLET", Some(28)),
            ("ALESSE 21", pill, "TABLET", Some(21)),
            ("MIN-OVRAL (21-DAY)", pill, "TABLET", Some(21)),
            (
                "DIANE-35",
                &[("CYPROTERONE ACETATE", "2"), ("ETHINYL ESTRADIOL", "0.035")],
                "TABLET",
                Some(21),
            ),
            ("ANDROCUR", &[("CYPROTERONE ACETATE", "50")], "TABLET", None),
            ("SEASONIQUE", pill, "TABLET (FILM-COATED)", Some(91)),
            ("TRIQUILAR 28", pill, "KIT", Some(28)),
            ("MICRONOR", &[("NORETHINDRONE", "0.35")], "TABLET", Some(28)),
            (
                "NORLUTATE",
                &[("NORETHINDRONE ACETATE", "5")],
                "TABLET",
                None,
            ),
            ("SLYND", &[("DROSPIRENONE", "4")], "TABLET", Some(28)),
            ("PLAN B", &[("LEVONORGESTREL", "1.5")], "TABLET", None),
            (
                "EVRA",
                &[("ETHINYL ESTRADIOL", "0.6"), ("NORELGESTROMIN", "6")],
                "PATCH",
                None,
            ),
            (
                "NUVARING",
                &[("ETHINYL ESTRADIOL", "2.6"), ("ETONOGESTREL", "11.4")],
                "RING",
                None,
            ),
            ("ESTRACE", &[("ESTRADIOL", "1")], "TABLET", None),
            (
                "METFORMIN",
                &[("METFORMIN HYDROCHLORIDE", "500")],
                "TABLET",
                None,
            ),
            ("UNKNOWN", &[], "TABLET", None),
        ] {
            assert_eq!(of(name, substances, form), pills, "{name}");
        }
    }

    #[test]
    fn a_pack_of_three_weeks_says_its_pause() {
        let daily = Usage {
            quantity: "One".into(),
            frequency: "Once a day".into(),
            duration: "3 months".into(),
            ..Usage::default()
        };
        let noted = |notes: &str| Usage {
            text_line: Some(notes.to_owned()),
            ..daily.clone()
        };
        let (three, four) = (
            Pack {
                pills: 21,
                days: 28,
            },
            Pack {
                pills: 28,
                days: 28,
            },
        );
        let said = Some("Each pack: 21 days of tablets, then 7 days without.".to_owned());
        assert_eq!(three.pause(&daily), said);
        assert_eq!(three.pause(&noted("Start on a Sunday.")), said);
        assert_eq!(three.pause(&noted("Take continuously.")), None);
        assert_eq!(
            three.pause(&Usage {
                quantity: "Two".into(),
                ..daily.clone()
            }),
            None
        );
        assert_eq!(four.pause(&daily), None);
    }
}
