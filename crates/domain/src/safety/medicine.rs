// SPDX-License-Identifier: AGPL-3.0-or-later

//! A medication prepared for comparison: its substances, their classes, its strength and its name.

use chrono::NaiveDate;

use super::parsing::{self, Names};
use super::tables::Tables;
use crate::prescriptions::amounts::{self, MonthLength};
use crate::prescriptions::usage::Usage;
use crate::prescriptions::wording::strengths_text;
use crate::search::fold;
use salal_formats::drug_database::Ingredient;

/// With more ingredients, a multivitamin for example, the strengths are neither compared nor quoted.
const MOST_STRENGTHS: usize = 3;

/// The place of a medication.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// A line of the request.
    Line,
    /// Among the medications recorded by the patient.
    Recorded,
    /// Among the supplements and other items recorded by the patient.
    Supplement,
    /// Approved here on another prescription.
    Prescribed(Prescribed),
}

/// An approval of this clinic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prescribed {
    /// P-20418
    pub label: String,
    pub on: NaiveDate,
    /// The estimated first day without it; `None` when taken as needed.
    pub runs_out: Option<NaiveDate>,
}

/// A medication, coded or as typed.
#[derive(Debug, Clone)]
pub struct Medicine {
    pub name: String,
    /// Empty for a typed medication.
    pub ingredients: Vec<Ingredient>,
    pub atc: Vec<String>,
    pub administrations: Vec<String>,
    pub formulations: Vec<String>,
    pub usage: Option<Usage>,
    pub place: Place,
}

/// One active component with its codes.
#[derive(Debug)]
pub(super) struct Part {
    /// The substance, or the product if the code is for the whole.
    pub(super) key: String,
    /// Classes of the tables, by systemic codes.
    pub(super) classes: Vec<usize>,
    /// ATC level 4 of systemic codes.
    pub(super) groups: Vec<String>,
}

/// A medication prepared for comparison.
#[derive(Debug)]
pub(super) struct Seen {
    /// `Ramipril 5 mg`
    pub(super) shown: String,
    /// Canonical names, sorted; the normalized name if unknown.
    pub(super) substances: Vec<String>,
    pub(super) parts: Vec<Part>,
    /// All codes, including those of local use.
    pub(super) codes: Vec<String>,
    /// Creams, drops and the like.
    pub(super) is_local: bool,
    /// Whether it could be interpreted.
    pub(super) is_known: bool,
    /// Each component's strength in mg, in the order of the substances; `None` when one is unknown.
    strengths: Option<Vec<f64>>,
    usage: Option<Usage>,
    pub(super) place: Place,
}

/// Whether a code is of a local ATC group; oral drugs for the skin or the eye are not local.
fn is_local_code(code: &str) -> bool {
    const LOCAL: [&str; 10] = [
        "D", "S", "M02", "N01B", "A01", "R01A", "R02", "G01", "P03", "C05A",
    ];
    const BY_MOUTH: [&str; 4] = ["D01B", "D05B", "D10B", "S01EC01"];
    LOCAL.iter().any(|one| code.starts_with(one))
        && !BY_MOUTH.iter().any(|one| code.starts_with(one))
}

const LOCAL_ROUTES: [&str; 9] = [
    "topical",
    "ophthalmic",
    "otic",
    "nasal",
    "vaginal",
    "cutaneous",
    "dental",
    "buccal topical",
    "intranasal",
];

impl Seen {
    pub(super) fn new(tables: &Tables, names: &Names, medicine: &Medicine) -> Self {
        let is_typed = medicine.ingredients.is_empty();
        let mut substances: Vec<String> = if is_typed {
            parsing::read_medication(tables, names, &medicine.name)
        } else {
            medicine
                .ingredients
                .iter()
                .map(|one| parsing::canonical(tables, &one.ingredient_name))
                .collect()
        };
        substances.sort();
        substances.dedup();
        let is_known = !substances.is_empty();
        if !is_known {
            substances.push(fold(&medicine.name));
        }
        let is_local = if medicine.atc.is_empty() {
            let folded = fold(&medicine.name);
            medicine
                .administrations
                .iter()
                .any(|route| LOCAL_ROUTES.contains(&fold(route).as_str()))
                || folded.split(' ').any(|word| tables.local.contains(word))
        } else {
            medicine.atc.iter().all(|code| is_local_code(code))
        };
        let mut codes = medicine.atc.clone();
        let mut parts = Vec::new();
        for substance in &substances {
            let own = tables
                .by_name
                .get(substance)
                .map(|at| tables.substances[*at].atc.as_slice())
                .unwrap_or_default();
            codes.extend(own.iter().cloned());
            let mut systemic: Vec<&String> = if is_local {
                Vec::new()
            } else {
                own.iter().collect()
            };
            if substances.len() == 1 {
                systemic.extend(&medicine.atc);
            }
            parts.push(part(tables, substance.clone(), &systemic));
        }
        if substances.len() > 1 {
            let whole = substances.join("+");
            parts.push(part(
                tables,
                whole,
                &medicine.atc.iter().collect::<Vec<_>>(),
            ));
        }
        codes.sort();
        codes.dedup();
        Self {
            shown: shown(&medicine.name, &medicine.ingredients),
            strengths: strengths(tables, medicine),
            usage: medicine.usage.clone(),
            place: medicine.place.clone(),
            substances,
            parts,
            codes,
            is_local,
            is_known,
        }
    }

    /// Whether both have the same substances and the same kind of use.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.is_local == other.is_local && self.substances == other.substances
    }

    /// A substance of both, with the same kind of use.
    pub(super) fn shared<'a>(&'a self, other: &Self) -> Option<&'a str> {
        if self.is_local != other.is_local {
            return None;
        }
        self.substances
            .iter()
            .find(|one| other.substances.contains(one))
            .map(String::as_str)
    }

    /// Whether both strengths are known and differ.
    pub(super) fn has_other_strength(&self, other: &Self) -> bool {
        match (&self.strengths, &other.strengths) {
            (Some(mine), Some(theirs)) => !same(mine, theirs),
            _ => false,
        }
    }

    /// The ratio of the two doses, if both are known and differ.
    pub(super) fn dose_against(&self, other: &Self, month: MonthLength) -> Option<f64> {
        let (mine, theirs) = (self.strengths.as_ref()?, other.strengths.as_ref()?);
        if mine.len() != theirs.len() || mine.is_empty() {
            return None;
        }
        let (my, their) = (self.usage.as_ref(), other.usage.as_ref());
        let is_regular = |usage: &&Usage| !usage.as_needed;
        let (per_dose, a_day) = (
            |usage: &Usage| amounts::dose(&usage.quantity).map(number),
            |usage: &Usage| amounts::doses_a_day(&usage.frequency, month).map(number),
        );
        let my_dose = my.and_then(per_dose);
        let their_dose = their.and_then(per_dose);
        let my_day = my
            .filter(is_regular)
            .and_then(|usage| Some(my_dose? * a_day(usage)?));
        let their_day = their
            .filter(is_regular)
            .and_then(|usage| Some(their_dose? * a_day(usage)?));
        if let (Some(my_day), Some(their_day)) = (my_day, their_day) {
            return differing(mine[0] * my_day, theirs[0] * their_day)
                .filter(|_| !same(&times(mine, my_day), &times(theirs, their_day)));
        }
        if let (Some(my_dose), Some(their_dose)) = (my_dose, their_dose) {
            return differing(mine[0] * my_dose, theirs[0] * their_dose);
        }
        // A number typed without directions may be per tablet, per dose or per day.
        let fits = [1.0, my_dose.unwrap_or(1.0), my_day.unwrap_or(1.0)]
            .iter()
            .any(|by| same(&times(mine, *by), theirs));
        if fits {
            return None;
        }
        differing(mine[0], theirs[0])
    }

    /// Whether the directions state more than one dose a week; false when they do not say how often.
    pub(super) fn is_more_than_weekly(&self, month: MonthLength) -> bool {
        let usage = self.usage.as_ref();
        usage
            .and_then(|usage| amounts::doses_a_day(&usage.frequency, month))
            .is_some_and(|doses| number(doses) > 1.01 / 7.0)
    }

    /// `5 mg, one once a day`
    pub(super) fn dose_words(&self, medicine: &Medicine) -> String {
        let strength = strengths_words(&medicine.ingredients);
        let mut parts = Vec::new();
        if !strength.is_empty() {
            parts.push(strength);
        }
        if let Some(usage) = &self.usage {
            let often = usage.frequency.as_str();
            if often.is_empty() || often == crate::options::OTHER {
                if let Some(other) = &usage.frequency_other {
                    parts.push(other.trim().to_owned());
                }
            } else {
                let as_needed = if usage.as_needed { " as needed" } else { "" };
                let how = format!("{} {often}{as_needed}", usage.quantity).to_lowercase();
                parts.push(how.trim().to_owned());
            }
        }
        if parts.is_empty() {
            return self.shown.clone();
        }
        parts.join(", ")
    }
}

fn part(tables: &Tables, key: String, codes: &[&String]) -> Part {
    let mut classes: Vec<usize> = codes
        .iter()
        .flat_map(|code| tables.classes_of(code))
        .collect();
    classes.sort_unstable();
    classes.dedup();
    let mut groups: Vec<String> = codes
        .iter()
        .filter(|code| code.len() == 7 && !is_local_code(code))
        .map(|code| code[..5].to_owned())
        .collect();
    groups.sort();
    groups.dedup();
    Part {
        key,
        classes,
        groups,
    }
}

fn number(fraction: amounts::Fraction) -> f64 {
    f64::from(*fraction.numer()) / f64::from(*fraction.denom())
}

fn times(strengths: &[f64], by: f64) -> Vec<f64> {
    strengths.iter().map(|one| one * by).collect()
}

fn same(mine: &[f64], theirs: &[f64]) -> bool {
    mine.len() == theirs.len()
        && mine
            .iter()
            .zip(theirs)
            .all(|(one, other)| (one - other).abs() <= 1e-6 * one.abs().max(other.abs()))
}

fn differing(mine: f64, theirs: f64) -> Option<f64> {
    (theirs > 0.0 && !same(&[mine], &[theirs])).then_some(mine / theirs)
}

fn strengths(tables: &Tables, medicine: &Medicine) -> Option<Vec<f64>> {
    if medicine.ingredients.is_empty() {
        return parsing::read_strength(&medicine.name).map(|one| vec![one]);
    }
    if medicine.ingredients.len() > MOST_STRENGTHS {
        return None;
    }
    let mut known: Vec<(String, f64)> = medicine
        .ingredients
        .iter()
        .map(|one| {
            let per = one.dosage_unit.trim();
            // A strength per mL or per spray has no comparable dose.
            if !per.is_empty()
                && !matches!(fold(per).as_str(), "tab" | "cap" | "tablet" | "capsule")
            {
                return None;
            }
            let strength: f64 = one.strength.replace(',', "").trim().parse().ok()?;
            let in_mg = parsing::in_mg(&one.strength_unit)?;
            Some((
                parsing::canonical(tables, &one.ingredient_name),
                strength * in_mg,
            ))
        })
        .collect::<Option<_>>()?;
    known.sort_by(|one, other| one.0.cmp(&other.0));
    Some(known.into_iter().map(|(_, strength)| strength).collect())
}

/// The strengths as text; empty if there are too many to be read.
fn strengths_words(ingredients: &[Ingredient]) -> String {
    if ingredients.len() > MOST_STRENGTHS {
        return String::new();
    }
    strengths_text(ingredients)
}

/// `Ramipril 5 mg`: the name in title case, with the strength unless it is in the name.
fn shown(name: &str, ingredients: &[Ingredient]) -> String {
    let titled = titled(name.trim());
    let strength = strengths_words(ingredients);
    let squeezed = |text: &str| fold(text).replace(' ', "");
    let has_number = titled.chars().any(|letter| letter.is_ascii_digit());
    if strength.is_empty() || squeezed(&titled).contains(&squeezed(&strength)) || has_number {
        titled
    } else {
        format!("{titled} {strength}")
    }
}

/// Converts words in capitals to title case; lower-case text is unchanged.
fn titled(name: &str) -> String {
    if name.chars().any(char::is_lowercase) {
        return name.to_owned();
    }
    let mut text = String::with_capacity(name.len());
    let mut is_first = true;
    for letter in name.chars() {
        if is_first {
            text.push(letter);
        } else {
            text.extend(letter.to_lowercase());
        }
        is_first = !letter.is_alphanumeric();
    }
    text
}
