// SPDX-License-Identifier: AGPL-3.0-or-later

//! Formats a strength so that a pharmacist cannot misread it (reference prescription-rules 5): no trailing
//! zeros, a leading zero, thousands grouped, units in full, and micrograms below a milligram.
//!
//! The web's counterpart is `web/src/ui/strength.ts`; both are tested with `wording_cases.json`.

use salal_formats::drug_database::Ingredient;

/// `5 mg`, `100 units / mL`, `25 mcg (0.025 mg)`: empty without a strength. The register's own form of a
/// strength below one milligram follows the micrograms, so that neither can be mistaken for the other.
pub fn strength_text(ingredient: &Ingredient) -> String {
    let Some(spelled) = Spelled::of(ingredient) else {
        return String::new();
    };
    match spelled.micrograms() {
        Some(micrograms) => format!(
            "{} ({})",
            spelled.with(&micrograms, "mcg"),
            spelled.with(&spelled.number, &spelled.unit)
        ),
        None => spelled.with(&spelled.number, &spelled.unit),
    }
}

/// A normalized strength, for comparing; empty without one. `0.025 MG` and `25 MCG` are the same, as are `1 G`
/// and `1000 MG`, and `0.5 %` and `5 MG / ML`. A measure stays as it is: prefilled syringes of 10 mg in 0.2 mL
/// and of 15 mg in 0.3 mL are two strengths.
pub(super) fn strength_key(ingredient: &Ingredient) -> String {
    let Some(spelled) = Spelled::of(ingredient) else {
        return String::new();
    };
    let places = match spelled.unit.as_str() {
        "mcg" => Some(0),
        "mg" => Some(3),
        // One percent is 10 mg in a millilitre, or in a gram.
        "%" => Some(4),
        "g" => Some(6),
        _ => None,
    };
    let per = match (spelled.per.as_str(), spelled.unit.as_str()) {
        (" / g", _) | ("", "%") => " / mL",
        (per, _) => per,
    };
    match places.and_then(|places| shifted(&spelled.number, places)) {
        Some(micrograms) => format!("{micrograms} mcg{per}"),
        None => spelled.with(&spelled.number, &spelled.unit),
    }
}

/// A number with its decimal point so many places further right; `None` for a text that is not one number.
fn shifted(text: &str, places: usize) -> Option<String> {
    if !text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.')
    {
        return None;
    }
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let padded = format!("{decimals:0<places$}");
    let (moved, rest) = padded.split_at(places);
    number(&format!("{whole}{moved}.{rest}"))
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

/// Whether a name says a strength as a separate number, in either spelling, at its end or within it;
/// `X 1500 mg` does not contain `500 mg`, nor `X 10 mg/mL` `10 mg`.
pub fn says_strength(name: &str, strength: &str) -> bool {
    let name = squeezed(name);
    spellings(strength).any(|spelling| {
        let spelling = squeezed(spelling);
        !spelling.is_empty()
            && name.match_indices(&spelling).any(|(at, _)| {
                let before = &name[..at];
                let after = &name[at + spelling.len()..];
                !before.ends_with(|one: char| {
                    one.is_ascii_digit() || matches!(one, '.' | '/' | '-' | '+')
                }) && !after.starts_with(|one: char| one.is_alphanumeric() || "/-+.%".contains(one))
            })
    })
}

/// A name, and the strengths to print beside it: those that the name does not say itself. A bare number at
/// the end of a name, as of `NITRO-DUR 0.4` or `X 80/12.5`, is the strength without its unit; it is taken
/// out of the name, so that nobody reads two strengths, and gives the order. So is the number of the first of
/// several strengths, as of `ARTHROTEC 50`. After any other number at its end a comma keeps the name from
/// running into the strength: `Creon Minimicrospheres 10, 10,000 units`.
pub fn name_and_strengths(name: &str, strengths: &[String]) -> (String, Vec<String>) {
    let given: Vec<&String> = strengths.iter().filter(|one| !one.is_empty()).collect();
    if !given.is_empty()
        && (given.iter().all(|one| says_strength(name, one)) || says_in_one(name, &given))
    {
        return (name.to_owned(), Vec::new());
    }
    if let Some(bare) = bare_numbers(name, &given).or_else(|| first_number(name, &given)) {
        return bare;
    }
    let beside: Vec<String> = given.into_iter().cloned().collect();
    let runs_together = name.ends_with(|one: char| one.is_ascii_digit())
        && beside
            .first()
            .is_some_and(|first| first.starts_with(|one: char| one.is_ascii_digit()));
    if runs_together {
        (format!("{name},"), beside)
    } else {
        (name.to_owned(), beside)
    }
}

/// Whether a name says all strengths in one word with strokes: `25 mg/100 mg` or `80/12.5 mg`.
fn says_in_one(name: &str, strengths: &[&String]) -> bool {
    let name = squeezed(name);
    name.split(' ').any(|word| {
        let parts: Vec<&str> = word.trim_matches(['(', ')']).split('/').collect();
        let unit_at = |part: &str| {
            part.find(|one: char| !one.is_ascii_digit() && one != '.')
                .unwrap_or(part.len())
        };
        let Some(last) = parts.last().map(|last| &last[unit_at(last)..]) else {
            return false;
        };
        if parts.len() < 2 || parts.len() != strengths.len() || last.is_empty() {
            return false;
        }
        let mut rest: Vec<&String> = strengths.to_vec();
        parts.iter().all(|part| {
            let (number, unit) = part.split_at(unit_at(part));
            let wanted = format!("{number}{}", if unit.is_empty() { last } else { unit });
            let at = rest
                .iter()
                .position(|one| spellings(one).any(|spelling| squeezed(spelling) == wanted));
            at.map(|at| rest.remove(at)).is_some() && !number.is_empty()
        })
    })
}

/// The name without the one number at its end, where it is that of the first of several strengths.
fn first_number(name: &str, strengths: &[&String]) -> Option<(String, Vec<String>)> {
    let [first, _, ..] = strengths else {
        return None;
    };
    let (before, figures) = name.trim_end().rsplit_once(' ')?;
    let wanted = number(figures)?;
    let spelling = spellings(first)
        .find(|spelling| leading_number(spelling).as_ref() == Some(&wanted))?
        .to_owned();
    let mut beside: Vec<String> = strengths.iter().map(|one| (*one).clone()).collect();
    beside[0] = spelling;
    Some((before.trim_end().to_owned(), beside))
}

/// The name without the bare numbers at its end, where they are the numbers of its strengths, one for each.
fn bare_numbers(name: &str, strengths: &[&String]) -> Option<(String, Vec<String>)> {
    let trimmed = name.trim_end();
    let start = trimmed
        .rfind(|one: char| !(one.is_ascii_digit() || "./-+,".contains(one)))
        .map_or(0, |at| {
            at + trimmed[at..].chars().next().map_or(1, char::len_utf8)
        });
    let (before, figures) = trimmed.split_at(start);
    // `B12` and `AX275` are codes.
    if !before.ends_with(' ') || strengths.is_empty() {
        return None;
    }
    let numbers: Vec<String> = figures
        .split(['/', '-', '+'])
        .map(|part| number(part.trim()))
        .collect::<Option<_>>()?;
    if numbers.len() != strengths.len() {
        return None;
    }
    let mut rest: Vec<&String> = strengths.to_vec();
    let mut ordered = Vec::with_capacity(rest.len());
    for wanted in &numbers {
        let (at, spelling) = rest.iter().enumerate().find_map(|(at, one)| {
            spellings(one)
                .find(|spelling| leading_number(spelling).as_ref() == Some(wanted))
                .map(|spelling| (at, spelling.to_owned()))
        })?;
        rest.remove(at);
        ordered.push(spelling);
    }
    Some((before.trim_end().to_owned(), ordered))
}

/// The number that a spelled strength begins with: `1000` of `1,000 mg`.
fn leading_number(strength: &str) -> Option<String> {
    number(strength.split([' ', '%']).next()?)
}

/// The spellings of `25 mcg (0.025 mg)`: `25 mcg` and `0.025 mg`.
fn spellings(strength: &str) -> impl Iterator<Item = &str> {
    strength.split(" (").map(|one| one.trim_end_matches(')'))
}

/// In lower case, without grouping, and without white space around a stroke and between a number and its
/// unit: `5 mg / 10 mL` as `5mg/10ml`.
fn squeezed(text: &str) -> String {
    let mut squeezed = String::with_capacity(text.len());
    let mut gap = false;
    for letter in text.to_lowercase().chars().filter(|one| *one != ',') {
        if letter.is_whitespace() {
            gap = true;
            continue;
        }
        let after_number = squeezed.ends_with(|one: char| one.is_ascii_digit());
        let joins = letter == '/'
            || squeezed.ends_with('/')
            || (after_number && (letter.is_alphabetic() || letter == '%'));
        if gap && !joins && !squeezed.is_empty() {
            squeezed.push(' ');
        }
        gap = false;
        squeezed.push(letter);
    }
    squeezed
}

/// The parts of a strength.
struct Spelled {
    /// Digits without redundant zeros and grouping, or the register's text if it is not a number.
    number: String,
    unit: String,
    /// ` / 5 mL`, or empty.
    per: String,
}

impl Spelled {
    fn of(ingredient: &Ingredient) -> Option<Self> {
        let number = plain_number(ingredient.strength.trim());
        (!number.is_empty()).then(|| Self {
            number,
            unit: unit_text(&ingredient.strength_unit),
            per: per_text(&ingredient.dosage_value, &ingredient.dosage_unit),
        })
    }

    fn with(&self, number: &str, unit: &str) -> String {
        format!("{}{}", with_unit(number, unit), self.per)
    }

    /// The micrograms of a strength below one milligram.
    fn micrograms(&self) -> Option<String> {
        let decimals = self
            .number
            .strip_prefix("0.")
            .filter(|_| self.unit == "mg")?;
        if !decimals.bytes().all(|digit| digit.is_ascii_digit()) {
            return None;
        }
        let padded = format!("{decimals:0<3}");
        let (whole, rest) = padded.split_at(3);
        Some(plain_number(&format!("{whole}.{rest}")))
    }
}

/// `/ mL`, `/ 5 mL`, `/ vial`; empty for a piece (`TAB`) or a percentage (`W/W`).
fn per_text(value: &str, unit: &str) -> String {
    let (one, many) = match unit_text(unit).as_str() {
        measure @ ("mL" | "L" | "g" | "mg" | "kg") => (measure.to_owned(), measure.to_owned()),
        container @ ("hour" | "actuation" | "dose" | "vial" | "syringe" | "sachet"
        | "cartridge" | "pen" | "bag" | "bottle" | "ampoule") => {
            (container.to_owned(), format!("{container}s"))
        }
        _ => return String::new(),
    };
    match plain_number(value.trim()).as_str() {
        "" | "0" | "1" => format!(" / {one}"),
        value => format!(" / {}", with_unit(value, &many)),
    }
}

fn with_unit(number: &str, unit: &str) -> String {
    let number = grouped(number);
    match unit {
        "" => number,
        "%" => format!("{number}%"),
        unit => format!("{number} {unit}"),
    }
}

/// Units as pharmacies write them, `units` in full.
fn unit_text(unit: &str) -> String {
    let unit = unit.trim();
    match unit.to_uppercase().as_str() {
        "MG" => "mg",
        // The micro sign and the Greek letter both become the capital letter.
        "MCG" | "UG" | "\u{039C}G" => "mcg",
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
        "VIAL" => "vial",
        "SYR" | "SYRINGE" => "syringe",
        "SACHET" => "sachet",
        "CARTRIDGE" => "cartridge",
        "PEN" => "pen",
        "BAG" => "bag",
        "BOTTLE" => "bottle",
        "AMP" | "AMPOULE" => "ampoule",
        "NIL" => "",
        _ => unit,
    }
    .to_owned()
}

/// `.035` as `0.035`, `4.0` as `4`, `1,250` as `1250`, `0,5` as `0.5`, `5-10.0` as `5 to 10`; other texts are
/// unchanged.
fn plain_number(text: &str) -> String {
    if let Some((low, high)) = text.split_once('-') {
        let (low, high) = (low.trim(), high.trim());
        if let (Some(low), Some(high)) = (number(low), number(high)) {
            return format!("{low} to {high}");
        }
    }
    number(text).unwrap_or_else(|| text.to_owned())
}

fn number(text: &str) -> Option<String> {
    let text = decimal_point(text);
    let (whole, decimals) = text.split_once('.').unwrap_or((&text, ""));
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.len() + decimals.len() == 0 || !digits(whole) || !digits(decimals) {
        return None;
    }
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    Some(match decimals.trim_end_matches('0') {
        "" => whole.to_owned(),
        decimals => format!("{whole}.{decimals}"),
    })
}

/// Removes the grouping from `1,250,000`; a comma not followed by three digits is a decimal one.
fn decimal_point(text: &str) -> String {
    let mut parts = text.split(',');
    let first = parts.next().unwrap_or_default();
    let rest: Vec<&str> = parts.collect();
    let is_group = |part: &&str| part.split('.').next().is_some_and(|group| group.len() == 3);
    match rest.as_slice() {
        [] => text.to_owned(),
        rest if (1..=3).contains(&first.len()) && first != "0" && rest.iter().all(is_group) => {
            format!("{first}{}", rest.concat())
        }
        [decimals] if !decimals.contains('.') => format!("{first}.{decimals}"),
        _ => text.to_owned(),
    }
}

/// `10000` as `10,000`: zeros are easily miscounted.
fn grouped(number: &str) -> String {
    let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
    if whole.len() < 4 || !whole.bytes().all(|byte| byte.is_ascii_digit()) {
        return number.to_owned();
    }
    let mut text = String::with_capacity(number.len() + 4);
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    if !decimals.is_empty() {
        text.push('.');
        text.push_str(decimals);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(serde::Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Cases {
        /// Strength, unit, value and unit of the measure; the words.
        strengths: Vec<[String; 5]>,
        /// Name, strength; whether it says it.
        says_strength: Vec<(String, String, bool)>,
        /// Name, strengths; the name and the strengths beside it.
        beside: Vec<(String, Vec<String>, String, Vec<String>)>,
    }

    fn of(strength: &str, unit: &str, value: &str, per: &str) -> Ingredient {
        Ingredient {
            ingredient_name: String::new(),
            strength: strength.into(),
            strength_unit: unit.into(),
            dosage_value: value.into(),
            dosage_unit: per.into(),
        }
    }

    #[test]
    fn the_table_of_cases_holds() {
        let cases: Cases = serde_json::from_str(include_str!("wording_cases.json")).unwrap();
        for [strength, unit, value, per, words] in &cases.strengths {
            assert_eq!(
                &strength_text(&of(strength, unit, value, per)),
                words,
                "{strength} {unit} per {value} {per}"
            );
        }
        for (name, strength, says) in &cases.says_strength {
            assert_eq!(says_strength(name, strength), *says, "{name}: {strength}");
        }
        for (name, strengths, alone, beside) in &cases.beside {
            assert_eq!(
                name_and_strengths(name, strengths),
                (alone.clone(), beside.clone()),
                "{name}: {strengths:?}"
            );
        }
    }

    #[test]
    fn several_strengths_stand_beside_one_another() {
        let both = [of("50", "MG", "", ""), of("500.0", "MG", "1.0", "TAB")];
        assert_eq!(strengths_text(&both), "50 mg + 500 mg");
        assert_eq!(
            strengths_text(&[of("", "MG", "", ""), of("5", "MG", "", "")]),
            "5 mg"
        );
    }

    #[test]
    fn one_strength_has_one_key() {
        assert_eq!(
            strength_key(&of(".0250", "MG", "", "")),
            strength_key(&of("25.0", "MCG", "", "TAB"))
        );
        let key = |strength: &str, unit: &str, value: &str, per: &str| {
            strength_key(&of(strength, unit, value, per))
        };
        for (one, other) in [
            (("1,000", "MG", "", ""), ("1", "G", "", "TAB")),
            (("1", "MG", "", ""), ("1000", "MCG", "", "")),
            (("0.5", "%", "", ""), ("5", "MG", "", "ML")),
            (("0.5", "%", "", "W/V"), ("5.0", "MG", "1", "ML")),
            (("1", "%", "", "W/W"), ("10", "MG", "", "G")),
            (("100", "UNIT", "", "ML"), ("100.0", "UNITS", "1", "ML")),
        ] {
            assert_eq!(
                key(one.0, one.1, one.2, one.3),
                key(other.0, other.1, other.2, other.3),
                "{one:?} {other:?}"
            );
        }
        for (one, other) in [
            (("0.25", "MG", "", ""), ("25", "MCG", "", "")),
            (("10", "MG", "0.2", "ML"), ("15", "MG", "0.3", "ML")),
            (("0.4", "MG", "", "HOUR"), ("0.4", "MG", "", "ACT")),
            (("5", "MG", "", ""), ("5", "MG", "", "ML")),
            (("100", "UNIT", "", ""), ("100", "MG", "", "")),
        ] {
            assert_ne!(
                key(one.0, one.1, one.2, one.3),
                key(other.0, other.1, other.2, other.3),
                "{one:?} {other:?}"
            );
        }
        assert_eq!(key("", "MG", "", ""), "");
        // What is no number is compared as it is written.
        assert_eq!(key("5-10", "MG", "", ""), key("5 - 10.0", "MG", "", ""));
        assert_ne!(key("½", "MG", "", ""), key("½", "MCG", "", ""));
    }
}
