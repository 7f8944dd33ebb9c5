//! The words of a prescription: strength, directions, refills and the one-line summary
//! (reference prescription-rules 1.1 and 5; decisions 66 and 87).
//!
//! Layout is the documents crate's.

use super::amounts::{self, MonthLength};
use super::forms::{self, Form};
use super::usage::{LONGEST_TEXT, Usage};
use crate::drug_database::Ingredient;
use crate::options::OTHER;
use crate::texts::prescription_dialog::NO_REPEATS;

pub use super::numbers::number_words;

/// Longest time one prescription should cover with its refills, in months (constant prescription.duration.max).
const LONGEST_MONTHS: u32 = 3;

/// `5 mg`, `0.5 mg`, `100 units / mL`: no trailing zeros, a leading zero, units in full. Empty without a strength.
pub fn strength_text(ingredient: &Ingredient) -> String {
    let strength = plain_number(ingredient.strength.trim());
    if strength.is_empty() {
        return String::new();
    }
    let mut text = with_unit(&strength, &ingredient.strength_unit);
    let per = unit_text(&ingredient.dosage_unit);
    if is_measure(&per) {
        let value = plain_number(ingredient.dosage_value.trim());
        let per = if value.is_empty() || value == "1" {
            per
        } else {
            with_unit(&value, &per)
        };
        text = format!("{text} / {per}");
    }
    text
}

fn with_unit(number: &str, unit: &str) -> String {
    match unit_text(unit).as_str() {
        "" => number.to_owned(),
        "%" => format!("{number}%"),
        unit => format!("{number} {unit}"),
    }
}

/// Only measures are printed after the stroke: `/ mL`, not `/ TAB` or `/ W/W`.
fn is_measure(unit: &str) -> bool {
    matches!(
        unit,
        "mL" | "L" | "g" | "mg" | "kg" | "hour" | "actuation" | "dose"
    )
}

/// Units as pharmacies write them, `units` in full.
fn unit_text(unit: &str) -> String {
    let unit = unit.trim();
    match unit.to_ascii_uppercase().as_str() {
        "MG" => "mg",
        "MCG" | "UG" | "µG" => "mcg",
        "G" | "GM" => "g",
        "KG" => "kg",
        "ML" => "mL",
        "L" => "L",
        "UNIT" | "UNITS" | "U" => "units",
        "IU" | "INTERNATIONAL UNIT" => "international units",
        "MEQ" => "mEq",
        "MMOL" => "mmol",
        "HR" | "HOUR" => "hour",
        "ACT" | "ACTUATION" | "SPRAY" => "actuation",
        "DOSE" => "dose",
        "NIL" => "",
        _ => unit,
    }
    .to_owned()
}

/// `.035` as `0.035`, `4.0` as `4`; anything that is not a number stays.
fn plain_number(text: &str) -> String {
    let is_number = !text.is_empty()
        && text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'.')
        && text.bytes().filter(|byte| *byte == b'.').count() <= 1
        && text != ".";
    if !is_number {
        return text.to_owned();
    }
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    match decimals.trim_end_matches('0') {
        "" => whole.to_owned(),
        decimals => format!("{whole}.{decimals}"),
    }
}

/// The strengths of a drug, in the order of its ingredients, e.g. `10 mg + 5 mg`.
pub fn strengths_text(ingredients: &[Ingredient]) -> String {
    ingredients
        .iter()
        .map(strength_text)
        .filter(|text| !text.is_empty())
        .collect::<Vec<_>>()
        .join(" + ")
}

/// `No refills`, or number and interval: `2 refills, every 3 months`.
pub fn refill_text(usage: &Usage) -> String {
    let interval = duration_words(usage);
    match (usage.repeat, interval) {
        (i64::MIN..=0, _) => "No refills".to_owned(),
        (1, Some(interval)) => format!("1 refill, after {interval}"),
        (many, Some(interval)) => format!("{many} refills, every {interval}"),
        (1, None) => "1 refill".to_owned(),
        (many, None) => format!("{many} refills"),
    }
}

/// What the doctor should look at when fills and refills together pass three months (decision 87).
pub fn refill_note(usage: &Usage, month: MonthLength) -> Option<String> {
    if usage.duration == OTHER {
        return Some("The duration is written out by the patient: please check it.".to_owned());
    }
    let days = i64::from(amounts::days(&usage.duration, month)?);
    let whole = days.checked_mul(usage.repeat.max(0).checked_add(1)?)?;
    (whole > i64::from(LONGEST_MONTHS * month.days())).then(|| {
        format!("With its refills this covers {whole} days, more than {LONGEST_MONTHS} months: please check it.")
    })
}

/// `No Repeats` when no line has any (decision 66).
pub fn repeats_line<'a>(usages: impl IntoIterator<Item = &'a Usage>) -> Option<&'static str> {
    usages
        .into_iter()
        .all(|usage| usage.repeat == 0)
        .then_some(NO_REPEATS)
}

/// A sentence for the label, e.g. `Take one tablet twice a day for 3 months.`
pub fn directions(usage: &Usage, formulations: &[String], routes: &[String]) -> String {
    let form = forms::form(formulations);
    let (verb, place) = forms::verb(form, routes);
    let mut words = vec![verb.to_owned(), amount_words(usage, form)];
    if !place.is_empty() {
        words.push(place.to_owned());
    }
    words.extend(frequency_words(usage));
    if usage.as_needed {
        words.push("as needed".to_owned());
    }
    if let Some(duration) = duration_words(usage) {
        words.push(format!("for {duration}"));
    }
    let mut sentence = words.join(" ");
    sentence.push('.');
    if let Some(notes) = usage.notes() {
        let stop = if notes.ends_with(['.', '!', '?']) {
            ""
        } else {
            "."
        };
        sentence = format!("{sentence} {}{stop}", one_line(notes));
    }
    sentence
}

/// The plain line of lists and messages: `ELTROXIN 50 mcg, tablet. Take one tablet … No refills.`
pub fn label_line(
    name: &str,
    ingredients: &[Ingredient],
    formulations: &[String],
    routes: &[String],
    usage: &Usage,
) -> String {
    let strengths = strengths_text(ingredients);
    let mut drug = name.to_owned();
    // Many names end in their strength already; a kit's thirty strengths would not help anybody.
    if !strengths.is_empty() && ingredients.len() <= 3 {
        drug = format!("{drug} {strengths}");
    }
    if let [form] = formulations {
        drug = format!("{drug}, {}", form.to_lowercase());
    }
    format!(
        "{drug}. {} {}.",
        directions(usage, formulations, routes),
        refill_text(usage)
    )
}

fn amount_words(usage: &Usage, form: Option<Form>) -> String {
    if usage.quantity == OTHER {
        return match Usage::typed(usage.quantity_other.as_ref()) {
            Some(text) => one_line(text),
            None => "as noted".to_owned(),
        };
    }
    let (singular, plural) = form.map_or(("dose", "doses"), |form| (form.singular, form.plural));
    let quantity = usage.quantity.to_lowercase();
    let unit = match amounts::dose(&usage.quantity) {
        Some(dose) if dose > amounts::Fraction::from_integer(1) => plural,
        _ => singular,
    };
    match quantity.as_str() {
        "one quarter" | "one half" => format!("{quantity} of a {unit}"),
        _ => format!("{quantity} {unit}"),
    }
}

fn frequency_words(usage: &Usage) -> Option<String> {
    match usage.frequency.as_str() {
        "" => None,
        OTHER => Usage::typed(usage.frequency_other.as_ref()).map(one_line),
        frequency => Some(frequency.to_lowercase()),
    }
}

fn duration_words(usage: &Usage) -> Option<String> {
    match usage.duration.as_str() {
        "" => None,
        OTHER => Usage::typed(usage.duration_other.as_ref()).map(one_line),
        duration => Some(duration.to_lowercase()),
    }
}

/// A patient's own words on one line, within the limit.
fn one_line(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    text.chars().take(LONGEST_TEXT).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn usage(quantity: &str, frequency: &str, duration: &str) -> Usage {
        Usage {
            quantity: quantity.into(),
            frequency: frequency.into(),
            duration: duration.into(),
            ..Usage::default()
        }
    }

    fn directed(usage: &Usage, form: &str, route: &str) -> String {
        directions(usage, &[form.to_owned()], &[route.to_owned()])
    }

    #[test]
    fn directions_read_like_a_label() {
        let twice = usage("One", "Twice a day", "3 months");
        assert_eq!(
            directed(&twice, "TABLET", "ORAL"),
            "Take one tablet twice a day for 3 months."
        );
        let half = usage("One half", "Once at night", "2 weeks");
        assert_eq!(
            directed(&half, "TABLET", "ORAL"),
            "Take one half of a tablet once at night for 2 weeks."
        );
        let more = usage("One and a half", "Every other day", "1 month");
        assert_eq!(
            directed(&more, "CAPSULE", "ORAL"),
            "Take one and a half capsules every other day for 1 month."
        );
        let needed = Usage {
            as_needed: true,
            ..usage("Two", "Four times a day", "1 week")
        };
        assert_eq!(
            directed(&needed, "METERED-DOSE AEROSOL", "INHALATION"),
            "Inhale two puffs four times a day as needed for 1 week."
        );
        let other = Usage {
            frequency_other: Some("with\nbreakfast".into()),
            text_line: Some("Not with milk".into()),
            ..usage("One", OTHER, "1 month")
        };
        assert_eq!(
            directed(&other, "TABLET", "ORAL"),
            "Take one tablet with breakfast for 1 month. Not with milk."
        );
    }

    #[test]
    fn refills_have_number_and_interval() {
        let with = |repeat| Usage {
            repeat,
            ..usage("One", "Once a day", "1 month")
        };
        assert_eq!(refill_text(&with(0)), "No refills");
        assert_eq!(refill_text(&with(1)), "1 refill, after 1 month");
        assert_eq!(refill_text(&with(2)), "2 refills, every 1 month");
        assert_eq!(refill_note(&with(2), MonthLength::Thirty), None);
        assert!(refill_note(&with(3), MonthLength::Thirty).is_some());
        assert!(refill_note(&with(i64::MAX), MonthLength::Thirty).is_none());
        assert!(refill_note(&usage("One", "Once a day", OTHER), MonthLength::Thirty).is_some());
        assert_eq!(repeats_line([&with(0), &with(0)]), Some("No Repeats"));
        assert_eq!(repeats_line([&with(0), &with(1)]), None);
    }

    #[test]
    fn strengths_have_a_leading_zero_and_no_trailing_ones() {
        let text = |strength: &str, unit: &str, value: &str, per: &str| {
            strength_text(&Ingredient {
                ingredient_name: String::new(),
                strength: strength.into(),
                strength_unit: unit.into(),
                dosage_value: value.into(),
                dosage_unit: per.into(),
            })
        };
        assert_eq!(text(".035", "MG", "", ""), "0.035 mg");
        assert_eq!(text("4.0", "MG", "", "TAB"), "4 mg");
        assert_eq!(text("100", "UNIT", "", "ML"), "100 units / mL");
        assert_eq!(text("10", "MG", "5", "ML"), "10 mg / 5 mL");
        assert_eq!(text("1", "%", "", "W/W"), "1%");
        assert_eq!(text("1,250", "MG", "", ""), "1,250 mg");
        assert_eq!(text("", "NIL", "", ""), "");
        assert_eq!(text("100.0", "MCG", "", ""), "100 mcg");
    }

    #[test]
    fn the_plain_line_says_it_all() {
        let ingredient = Ingredient {
            ingredient_name: "LEVOTHYROXINE SODIUM".into(),
            strength: "50".into(),
            strength_unit: "MCG".into(),
            ..Ingredient::default()
        };
        assert_eq!(
            label_line(
                "ELTROXIN",
                &[ingredient],
                &["TABLET".into()],
                &["ORAL".into()],
                &usage("One", "Once a day", "3 months")
            ),
            "ELTROXIN 50 mcg, tablet. Take one tablet once a day for 3 months. No refills."
        );
    }
}
