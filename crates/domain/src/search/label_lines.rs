// SPDX-License-Identifier: AGPL-3.0-or-later

//! Generates label texts from products of the register, to measure the search: six spellings of a product,
//! and typing errors. Shared by the tests and by the example `label_lines`, which measures a whole extract;
//! the including module must have the types in scope.

// cspell:ignore susp

use super::{DrugIndex, DrugRecord, FoundName, IndexEntry, Ingredient, Strength, fold, offer};

/// A drug of the register as a search entry.
pub(crate) fn entry(key: u32, drug: &DrugRecord) -> IndexEntry {
    IndexEntry {
        key,
        name: drug.name.clone(),
        ingredients: drug
            .ingredients
            .iter()
            .map(|one| one.ingredient_name.clone())
            .collect(),
        din: drug.drug_identification_number.clone(),
        strengths: drug.ingredients.iter().filter_map(Strength::of).collect(),
        forms: drug.formulations.clone(),
        routes: drug.administrations.clone(),
        descriptor: drug.descriptor.clone(),
        is_parenteral: offer::is_parenteral(&drug.administrations),
        is_for_hospital: offer::is_for_hospital(&drug.administrations, &drug.atc_numbers),
        is_suggestable: offer::is_suggestable(&drug.administrations, &drug.schedules),
    }
}

/// An index over drugs by their position in the list.
pub(crate) fn index(drugs: &[DrugRecord]) -> DrugIndex {
    DrugIndex::build(
        (0_u32..)
            .zip(drugs)
            .map(|(key, drug)| entry(key, drug))
            .collect(),
    )
}

/// Whether a drug is typically renewed: an oral, topical or inhaled prescription product of one to three
/// ingredients with numeric strengths.
pub(crate) fn is_renewed(drug: &DrugRecord) -> bool {
    drug.is_human()
        && !drug.is_kit()
        && drug
            .schedules
            .iter()
            .any(|one| one.eq_ignore_ascii_case("prescription"))
        && offer::is_suggestable(&drug.administrations, &drug.schedules)
        && (1..=3).contains(&drug.ingredients.len())
        && drug
            .ingredients
            .iter()
            .all(|one| Strength::of(one).is_some() && number(one) > 0.0)
}

fn number(one: &Ingredient) -> f64 {
    one.strength
        .replace(',', "")
        .trim()
        .parse()
        .unwrap_or_default()
}

/// The name before the salt in brackets.
fn moiety(one: &Ingredient) -> String {
    fold(one.ingredient_name.split('(').next().unwrap_or_default())
}

/// Whether a found drug is the one on the label: the same ingredients in the same strengths.
pub(crate) fn is_right(asked: &DrugRecord, found: &DrugRecord) -> bool {
    let key = |drug: &DrugRecord| {
        let mut all: Vec<(String, String)> = drug
            .ingredients
            .iter()
            .map(|one| {
                let name = moiety(one);
                let first = name.split(' ').next().unwrap_or_default().to_owned();
                let milligrams = match one.strength_unit.trim().to_lowercase().as_str() {
                    "mcg" => number(one) / 1000.0,
                    "g" => number(one) * 1000.0,
                    _ => number(one),
                };
                (first, format!("{milligrams:.6}"))
            })
            .collect();
        all.sort();
        all
    };
    key(asked) == key(found)
}

/// One product as typed from its label by six people.
pub(crate) fn spellings(drug: &DrugRecord) -> [String; 6] {
    let brand = drug.name.to_lowercase();
    let names: Vec<String> = drug.ingredients.iter().map(moiety).collect();
    let salts: Vec<String> = drug
        .ingredients
        .iter()
        .map(|one| {
            one.ingredient_name
                .rsplit('(')
                .next()
                .unwrap_or_default()
                .trim_end_matches(')')
                .to_lowercase()
        })
        .collect();
    let form = drug
        .formulations
        .first()
        .map_or(String::new(), |form| form.to_lowercase());
    let short = match form.split(' ').next().unwrap_or_default() {
        "tablet" => "tab",
        "capsule" => "cap",
        "suspension" => "susp",
        other => other,
    }
    .to_owned();
    let (name, salt) = (names.join("/"), salts.join("/"));
    [
        format!("{brand} {}", amounts(drug, " ")),
        format!("{name}{}", amounts(drug, "")),
        format!("{salt} {} {form}", amounts(drug, " ")),
        format!("{} {name}", amounts(drug, "")),
        format!("{name} {}", converted(drug)),
        format!("{brand} {} {short}", amounts(drug, "")),
    ]
}

/// `50/500 mg`, `125 mg/5 ml`; each with its own unit if they differ.
fn amounts(drug: &DrugRecord, gap: &str) -> String {
    let units: Vec<String> = drug.ingredients.iter().map(unit).collect();
    let is_one_unit = units.iter().all(|unit| *unit == units[0]);
    let numbers = drug.ingredients.iter().map(|one| number(one).to_string());
    if is_one_unit {
        let numbers: Vec<String> = numbers.collect();
        return format!("{}{gap}{}", numbers.join("/"), units[0]);
    }
    let each: Vec<String> = numbers
        .zip(&units)
        .map(|(number, unit)| format!("{number}{gap}{unit}"))
        .collect();
    each.join(" + ")
}

fn unit(one: &Ingredient) -> String {
    let unit = one.strength_unit.trim().to_lowercase();
    let value = one.dosage_value.trim();
    match one.dosage_unit.trim().to_lowercase().as_str() {
        per @ ("ml" | "g") => format!("{unit}/{value}{per}"),
        _ => unit,
    }
}

/// In other units: micrograms below a milligram, grams from a thousand, a decimal comma.
fn converted(drug: &DrugRecord) -> String {
    let each: Vec<String> = drug
        .ingredients
        .iter()
        .map(|one| {
            let number = number(one);
            match one.strength_unit.trim().to_lowercase().as_str() {
                "mg" if one.dosage_unit.trim().is_empty() && number < 1.0 => {
                    format!("{} mcg", (number * 1e6).round() / 1000.0)
                }
                "mg" if one.dosage_unit.trim().is_empty() && number >= 1000.0 => {
                    format!("{} g", number / 1000.0)
                }
                _ => format!("{} {}", number.to_string().replace('.', ","), unit(one)),
            }
        })
        .collect();
    each.join(" / ")
}

/// The measurements.
#[derive(Debug, Default)]
pub(crate) struct Report {
    pub(crate) lines: usize,
    /// The right drug in the right strength is first.
    pub(crate) right: usize,
    pub(crate) wrong: Vec<String>,
    /// Suggestions of another drug.
    pub(crate) wrong_suggestions: Vec<String>,
    pub(crate) slips: usize,
    /// Typing errors for which the right word was suggested.
    pub(crate) meant: usize,
}

/// Measures about `wanted` label texts, taken evenly from the drugs that are renewed, and typing errors in
/// their ingredients' names.
pub(crate) fn measure(drugs: &[DrugRecord], index: &DrugIndex, wanted: usize) -> Report {
    let renewed: Vec<&DrugRecord> = drugs.iter().filter(|drug| is_renewed(drug)).collect();
    let step = (renewed.len() * 6 / wanted).max(1);
    let mut report = Report::default();
    for drug in renewed.iter().step_by(step) {
        for line in spellings(drug) {
            one_line(drugs, index, drug, &line, &mut report);
        }
        let name = moiety(&drug.ingredients[0]);
        for typed in slips(name.split(' ').next().unwrap_or_default()) {
            let found = index.by_any(&typed, 10, &|_| true);
            report.slips += 1;
            for word in found.did_you_mean {
                if name.split(' ').any(|one| one == word) {
                    report.meant += 1;
                } else {
                    report
                        .wrong_suggestions
                        .push(format!("{typed} ({name}): {word}"));
                }
            }
        }
    }
    report
}

fn one_line(
    drugs: &[DrugRecord],
    index: &DrugIndex,
    drug: &DrugRecord,
    line: &str,
    report: &mut Report,
) {
    let found = index.by_any(line, 10, &|_| true);
    report.lines += 1;
    report.wrong_suggestions.extend(
        found
            .did_you_mean
            .iter()
            .map(|word| format!("{line}: {word}")),
    );
    let first = found.items.first();
    let is_first = first.is_some_and(|item| {
        item.fitting > 0
            && item
                .keys
                .first()
                .is_some_and(|key| is_right(drug, &drugs[*key as usize]))
    });
    if is_first {
        report.right += 1;
    } else {
        let got = first.map_or("nothing", |item| item.name);
        report.wrong.push(format!("{line} -> {got}"));
    }
}

/// A word with one typing error: two letters swapped, one omitted, one doubled.
pub(crate) fn slips(word: &str) -> Vec<String> {
    let letters: Vec<char> = word.chars().collect();
    let mut all = Vec::new();
    if letters.len() < 6 {
        return all;
    }
    for at in (1..letters.len() - 1).step_by(2) {
        let mut swapped = letters.clone();
        swapped.swap(at, at + 1);
        let mut short = letters.clone();
        short.remove(at);
        let mut long = letters.clone();
        long.insert(at, letters[at]);
        all.extend([swapped, short, long].map(String::from_iter));
    }
    all.retain(|typed| typed != word);
    all
}

/// Forty drugs that are renewed most often, with a marketed strength.
pub(crate) const COMMON: [&str; 40] = [
    "ramipril 10 mg",
    "metformin 500 mg",
    "atorvastatin 20 mg",
    "rosuvastatin 10 mg",
    "amlodipine 5 mg",
    "levothyroxine 50 mcg",
    "hydrochlorothiazide 25 mg",
    "pantoprazole 40 mg",
    "omeprazole 20 mg",
    "sertraline 50 mg",
    "escitalopram 10 mg",
    "citalopram 20 mg",
    "venlafaxine 75 mg",
    "fluoxetine 20 mg",
    "bupropion 150 mg",
    "trazodone 50 mg",
    "mirtazapine 15 mg",
    "quetiapine 25 mg",
    "candesartan 8 mg",
    "telmisartan 80 mg",
    "irbesartan 150 mg",
    "losartan 50 mg",
    "valsartan 160 mg",
    "perindopril 4 mg",
    "lisinopril 20 mg",
    "bisoprolol 5 mg",
    "metoprolol 50 mg",
    "atenolol 50 mg",
    "furosemide 40 mg",
    "spironolactone 25 mg",
    "simvastatin 20 mg",
    "pravastatin 40 mg",
    "ezetimibe 10 mg",
    "gliclazide 30 mg",
    "sitagliptin 100 mg",
    "tamsulosin 0.4 mg",
    "finasteride 5 mg",
    "montelukast 10 mg",
    "naproxen 500 mg",
    "allopurinol 100 mg",
];

/// Which of [`COMMON`] are not first with their strength, alone in their product.
pub(crate) fn common_missed(drugs: &[DrugRecord], index: &DrugIndex) -> Vec<String> {
    COMMON
        .iter()
        .filter(|line| {
            let name = line.split(' ').next().unwrap_or_default();
            let found = index.by_any(line, 10, &|_| true);
            let is_first = found.items.first().is_some_and(|item| {
                item.fitting > 0
                    && item.keys.first().is_some_and(|key| {
                        let drug = &drugs[*key as usize];
                        drug.ingredients.len() == 1 && moiety(&drug.ingredients[0]).contains(name)
                    })
            });
            !is_first
        })
        .map(|line| (*line).to_owned())
        .collect()
}

/// A query of `data/queries.tsv`.
struct Query {
    text: &'static str,
    /// Words of the brand and its device.
    brand: Vec<&'static str>,
    ingredients: Vec<&'static str>,
    form: &'static str,
    strength: Option<f64>,
}

fn queries() -> impl Iterator<Item = Query> {
    let lines = include_str!("data/queries.tsv").lines();
    lines.filter(|line| !line.starts_with('#')).map(|line| {
        let mut columns = line.split('\t');
        let mut next = || columns.next().unwrap_or_default();
        Query {
            text: next(),
            brand: next().split_whitespace().collect(),
            ingredients: next().split(',').collect(),
            form: next(),
            strength: next().parse().ok(),
        }
    })
}

impl Query {
    /// Whether a product is what was asked for, but for its brand.
    fn is_met(&self, drug: &DrugRecord) -> bool {
        let has = |wanted: &str| {
            drug.ingredients
                .iter()
                .any(|one| fold(&one.ingredient_name).contains(wanted))
        };
        let mut kinds: Vec<String> = drug.ingredients.iter().map(moiety).collect();
        kinds.sort();
        kinds.dedup_by(|one, other| one.split(' ').next() == other.split(' ').next());
        kinds.len() == self.ingredients.len()
            && self.ingredients.iter().all(|one| has(one))
            && self.has_form(drug)
            && self.strength.is_none_or(|wanted| {
                drug.ingredients.iter().any(|one| {
                    let have = number(one);
                    [1.0, 1000.0, 0.001]
                        .iter()
                        .any(|factor| (have * factor - wanted).abs() < 1e-6)
                })
            })
    }

    fn shares_an_ingredient(&self, drug: &DrugRecord) -> bool {
        drug.ingredients.iter().any(|one| {
            let name = fold(&one.ingredient_name);
            self.ingredients.iter().any(|wanted| name.contains(wanted))
        })
    }

    fn has_form(&self, drug: &DrugRecord) -> bool {
        let forms = fold(&drug.formulations.join(" "));
        let is_by = |route: &str| drug.administrations.iter().any(|one| fold(one) == route);
        match self.form {
            "" => true,
            "solid" => forms.contains("tablet") || forms.contains("capsule"),
            "inhaled" => is_by("inhalation"),
            "injection" => offer::is_parenteral(&drug.administrations),
            "oral" => is_by("oral"),
            form => forms.contains(form),
        }
    }

    fn has_brand(&self, drug: &DrugRecord) -> bool {
        let text = fold(&format!("{} {}", drug.name, drug.descriptor));
        self.brand.iter().all(|word| text.contains(word))
    }
}

/// The measurements of the list of queries.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    /// Queries for something that the register has.
    pub(crate) asked: usize,
    pub(crate) right: usize,
    /// Queries for what this register does not have.
    pub(crate) elsewhere: usize,
    pub(crate) wrong: Vec<String>,
    pub(crate) wrong_suggestions: Vec<String>,
}

/// Measures the list of queries as a patient's search.
pub(crate) fn answers(drugs: &[DrugRecord], index: &DrugIndex) -> Answers {
    let allow = |key: u32| {
        let drug = &drugs[key as usize];
        !offer::is_for_hospital(&drug.administrations, &drug.atc_numbers)
    };
    let mut answers = Answers::default();
    for query in queries() {
        let found = index.by_any(query.text, 50, &allow);
        if !found.did_you_mean.is_empty() {
            let line = format!("{}: {:?}", query.text, found.did_you_mean);
            answers.wrong_suggestions.push(line);
        }
        let first = found
            .items
            .first()
            .map(|item| &drugs[item.keys[0] as usize]);
        let is_right = match query.ingredients[..] {
            ["none"] => found.total == 0,
            ["list"] => {
                let first = found.items.first();
                // Two medications at least, told apart by ingredient or strength.
                let is_choice = found.items.iter().any(|item| {
                    let of = |one: &FoundName| &drugs[one.keys[0] as usize];
                    first.is_some_and(|first| {
                        let (one, other) = (of(first), of(item));
                        moiety(&one.ingredients[0]) != moiety(&other.ingredients[0])
                            || !is_right(one, other)
                    })
                });
                is_choice
                    && found.note.is_some()
                    && found.items.iter().all(|item| item.fitting == 0)
            }
            _ => {
                let offered = (0_u32..).zip(drugs).filter(|(key, _)| allow(*key));
                let met: Vec<&DrugRecord> = offered
                    .map(|(_, drug)| drug)
                    .filter(|drug| query.is_met(drug))
                    .collect();
                let is_of_brand = met.iter().any(|drug| query.has_brand(drug));
                if met.is_empty() {
                    // What is not there must not be answered with another drug.
                    let is_other = first.is_some_and(|drug| !query.shares_an_ingredient(drug));
                    if !is_other {
                        answers.elsewhere += 1;
                        continue;
                    }
                }
                first.is_some_and(|drug| {
                    query.is_met(drug) && (!is_of_brand || query.has_brand(drug))
                })
            }
        };
        answers.asked += 1;
        if is_right {
            answers.right += 1;
        } else {
            let got = first.map_or("nothing".to_owned(), |drug| {
                format!("{} {:?}", drug.name, drug.formulations)
            });
            answers.wrong.push(format!("{} -> {got}", query.text));
        }
    }
    answers
}
