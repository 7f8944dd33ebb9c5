// SPDX-License-Identifier: AGPL-3.0-or-later

//! The wording of a prescription: strength, directions, refills and the one-line summary (reference
//! prescription-rules 1.1 and 5; decisions 66 and 87).
//!
//! Layout is in the documents crate.

// cspell:ignoreRegExp rust-string

use super::amounts;
use super::forms;
use super::lengths;
use super::packs::Pack;
use super::sites::{self, says_site};
use super::usage::{LONGEST_TEXT, Usage};
use super::vague::Vague;
use crate::options::OTHER;
use crate::search::fold;
use crate::texts::prescription_dialog::NO_REPEATS;
use salal_formats::drug_database::Ingredient;

pub use super::forms::sites;
pub use super::label_order::on_label;
pub use super::names::drug_name;
pub use super::numbers::number_words;
pub use super::strengths::{name_and_strengths, says_strength, strength_text, strengths_text};

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

/// `No Repeats` when no line has any (decision 66).
pub fn repeats_line<'a>(usages: impl IntoIterator<Item = &'a Usage>) -> Option<&'static str> {
    usages
        .into_iter()
        .all(|usage| usage.repeat == 0)
        .then_some(NO_REPEATS)
}

/// A sentence for the label, e.g. `Take one tablet twice a day for 3 months.` "As directed" is said once,
/// whichever of dose, frequency and duration it replaces (decision 158).
pub fn directions(usage: &Usage, formulations: &[String], routes: &[String]) -> String {
    let (verb, place) = forms::verb(formulations, routes);
    let vague = Vague::of(usage);
    let directed = vague.words().map(one_line);
    let mut words = vec![verb.to_owned()];
    if vague.dose.is_none() {
        words.push(amount_words(usage, formulations, routes));
    }
    let typed = || {
        [&usage.quantity_other, &usage.frequency_other]
            .into_iter()
            .filter_map(|text| Usage::typed(text.as_ref()))
    };
    let is_said = typed()
        .any(|text| says_site(text) || (!place.is_empty() && text.to_lowercase().contains(place)));
    if let Some((site, in_words)) = usage
        .site
        .as_deref()
        .and_then(|site| Some((site, sites::in_words(site)?)))
    {
        // "1 drop in the left eye in the left eye" would be read twice.
        if !typed().any(|text| sites::says_exactly(text, site)) {
            words.push(in_words.to_owned());
        }
    } else if !place.is_empty() && !is_said {
        words.push(place.to_owned());
    }
    match &directed {
        Some(directed) if vague.frequency.is_some() => words.push(plain_end(directed)),
        _ => words.extend(frequency_words(usage)),
    }
    let says_needed = |text: &str| {
        let folded = format!(" {} ", fold(text));
        [
            " as needed ",
            " prn ",
            " if needed ",
            " when needed ",
            " as required ",
        ]
        .iter()
        .any(|words| folded.contains(words))
    };
    if usage.as_needed && !directed.as_deref().is_some_and(says_needed) && !typed().any(says_needed)
    {
        words.push("as needed".to_owned());
    }
    let duration = duration_words(usage).map(|duration| bare_duration(&duration).to_owned());
    // Beside steps with durations of their own it would be read as the last step's.
    let has_steps = duration.is_some() && typed().any(says_steps);
    if let Some(duration) = duration.as_ref().filter(|_| !has_steps) {
        words.push(format!("for {duration}"));
    }
    let mut sentence = tidy(&words);
    if let Some(directed) = directed.as_deref().filter(|_| vague.frequency.is_none()) {
        let what = match (vague.dose, vague.duration) {
            (Some(_), Some(_)) => "dose and duration",
            (Some(_), None) => "dose",
            _ => "duration",
        };
        sentence = format!("{sentence}, {what} {}", plain_end(directed));
    }
    close(&mut sentence);
    if let Some(duration) = duration.filter(|_| has_steps) {
        let what = if lengths::at_most(usage).is_some() {
            "Total"
        } else {
            "Duration"
        };
        sentence = format!("{sentence} {what}: {duration}");
        close(&mut sentence);
    }
    let said = directed.as_deref().map(fold);
    if let Some(notes) = usage.notes().filter(|notes| said != Some(fold(notes))) {
        let stop = if notes.ends_with(['.', '!', '?']) {
            ""
        } else {
            "."
        };
        sentence = format!("{sentence} {}{stop}", one_line(notes));
    }
    sentence
}

/// The directions of a drug that is dispensed in packs, with the pause after each.
pub fn directions_in_packs(
    usage: &Usage,
    formulations: &[String],
    routes: &[String],
    pack: Option<Pack>,
) -> String {
    let sentence = directions(usage, formulations, routes);
    match pack.and_then(|pack| pack.pause(usage)) {
        Some(pause) => format!("{sentence} {pause}"),
        None => sentence,
    }
}

/// Ends a sentence, once: a typed `10 days.` brings its own stop.
fn close(sentence: &mut String) {
    sentence.truncate(sentence.trim_end_matches(['.', ',', ';', ' ']).len());
    if !sentence.ends_with(['!', '?']) {
        sentence.push('.');
    }
}

/// A typed duration without the words that are printed before it: `for x 10 days` as `10 days`.
fn bare_duration(text: &str) -> &str {
    let mut rest = text.trim();
    loop {
        let (first, after) = rest.split_once(' ').unwrap_or((rest, ""));
        if after.is_empty() || !matches!(first.to_lowercase().as_str(), "for" | "x" | "×") {
            return rest;
        }
        rest = after;
    }
}

/// Whether a text says steps or a duration of its own: `then`, `for 5 days`.
fn says_steps(text: &str) -> bool {
    let folded = fold(text);
    let words: Vec<&str> = folded.split(' ').collect();
    (0..words.len()).any(|at| {
        let word = |ahead: usize| words.get(at + ahead).copied().unwrap_or_default();
        match word(0) {
            "then" | "puis" | "ensuite" | "followed" => true,
            "for" | "x" | "pour" | "pendant" => {
                let is_number = word(1).starts_with(|one: char| one.is_ascii_digit())
                    || lengths::number_word(word(1)).is_some();
                // `x 5d`
                let joined = word(1).trim_start_matches(|one: char| one.is_ascii_digit());
                is_number
                    && (lengths::unit(word(2)).is_some()
                        || (joined.len() < word(1).len() && lengths::unit(joined).is_some()))
            }
            _ => false,
        }
    })
}

/// The parts of a sentence joined: within it no stop, no capital of a typed part, and no word twice because
/// it was typed where another is printed, as in `Take Take 1 tablet` and `as needed as needed`.
fn tidy(words: &[String]) -> String {
    let mut sentence = String::new();
    for (at, part) in words.iter().enumerate() {
        let is_last = at + 1 == words.len();
        let mut part = part.trim();
        if !is_last {
            part = part.trim_end_matches(['.', ',', ';', ' ']);
        }
        // The verb, typed again.
        if at == 1
            && let Some((first, rest)) = part.split_once(' ')
            && (first.eq_ignore_ascii_case(&words[0]) || first.eq_ignore_ascii_case("take"))
        {
            part = rest.trim_start();
        }
        if part.is_empty() {
            continue;
        }
        if !sentence.is_empty() {
            sentence.push(' ');
        }
        sentence.push_str(&if at == 0 {
            part.to_owned()
        } else {
            uncapitalized(part)
        });
    }
    sentence
}

/// Words that begin a typed dose or frequency, and lose their capital within a sentence. Others may be names
/// or abbreviations.
const BEGINNINGS: &[&str] = &[
    "One", "Two", "Three", "Four", "Five", "Six", "Half", "A", "An", "Once", "Twice", "Every",
    "Daily", "Weekly", "Monthly", "In", "At", "With", "Before", "After", "On", "As", "Up", "When",
    "If", "Apply", "Inject", "Inhale", "Use", "Put", "Insert", "Each", "Thin", "Small", "Between",
    "During", "For", "Until",
];

fn uncapitalized(text: &str) -> String {
    let first = text
        .split(|one: char| !one.is_alphabetic())
        .next()
        .unwrap_or_default();
    if BEGINNINGS.contains(&first) {
        format!("{}{}", first.to_lowercase(), &text[first.len()..])
    } else {
        text.to_owned()
    }
}

/// Text for the middle of a sentence: no full stop, and no sentence-initial capital.
fn plain_end(text: &str) -> String {
    let text = text.trim_end_matches(['.', '!', ';', ',']);
    text.strip_prefix("As ")
        .map_or_else(|| text.to_owned(), |rest| format!("as {rest}"))
}

/// Name and strengths as on the label: `Eltroxin 50 mcg`, `Nitro-Dur 0.4 mg / hour`.
pub fn drug_with_strengths(name: &str, ingredients: &[Ingredient]) -> String {
    let strengths: Vec<String> = on_label(name, ingredients)
        .iter()
        .map(strength_text)
        .filter(|text| !text.is_empty())
        .collect();
    let name = drug_name(name);
    // The thirty strengths of a kit would not help anyone.
    if strengths.len() > 3 {
        return name;
    }
    let (name, beside) = name_and_strengths(&name, &strengths);
    format!("{name} {}", beside.join(" + "))
        .trim_end()
        .to_owned()
}

/// What the register adds to a name, as printed: `SOLOSTAR (PREFILLED PEN)` as `Solostar (Prefilled Pen)`.
/// `None` where it says nothing that could tell two products apart.
pub fn container_text(descriptor: &str) -> Option<String> {
    let text = one_line(descriptor);
    let says_nothing = matches!(
        fold(&text).as_str(),
        "" | "na" | "n a" | "nil" | "none" | "french" | "english"
    );
    (!says_nothing).then(|| drug_name(&text))
}

/// The one-line summary of lists and messages: `Eltroxin 50 mcg, tablet. Take one tablet … No refills.`
pub fn label_line(
    name: &str,
    ingredients: &[Ingredient],
    formulations: &[String],
    routes: &[String],
    usage: &Usage,
) -> String {
    let mut drug = drug_with_strengths(name, ingredients);
    if let [form] = formulations {
        drug = format!("{drug}, {}", form.to_lowercase());
    }
    format!(
        "{drug}. {} {}.",
        directions(usage, formulations, routes),
        refill_text(usage)
    )
}

fn amount_words(usage: &Usage, formulations: &[String], routes: &[String]) -> String {
    if usage.quantity == OTHER {
        return match Usage::typed(usage.quantity_other.as_ref()) {
            Some(text) => one_line(text),
            None => "as noted".to_owned(),
        };
    }
    let (singular, plural) = forms::called(formulations, routes);
    let contents = if forms::is_inhaled_capsule(forms::form(formulations), routes) {
        "the contents of "
    } else {
        ""
    };
    let quantity = usage.quantity.to_lowercase();
    let unit = match amounts::dose(&usage.quantity) {
        Some(dose) if dose > amounts::Fraction::from_integer(1) => plural,
        _ => singular,
    };
    match quantity.as_str() {
        "one quarter" | "one half" => format!("{contents}{quantity} of a {unit}"),
        _ => format!("{contents}{quantity} {unit}"),
    }
}

fn frequency_words(usage: &Usage) -> Option<String> {
    match usage.frequency.as_str() {
        "" => None,
        OTHER => Some(
            Usage::typed(usage.frequency_other.as_ref())
                .map_or_else(|| "as noted".to_owned(), one_line),
        ),
        frequency => Some(frequency.to_lowercase()),
    }
}

fn duration_words(usage: &Usage) -> Option<String> {
    match usage.duration.as_str() {
        "" => None,
        OTHER if Vague::of(usage).duration.is_some() => None,
        OTHER => Usage::typed(usage.duration_other.as_ref()).map(one_line),
        duration => Some(duration.to_lowercase()),
    }
}

/// A patient's own text on one line, within the limit.
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
    fn as_directed_is_said_once() {
        let d = "as directed";
        let of = |dose: &str, often: &str, long: &str| {
            let other = |text: &str| (text == d).then(|| d.to_owned());
            let value = |text: &str| {
                if text == d {
                    OTHER.to_owned()
                } else {
                    text.to_owned()
                }
            };
            let usage = Usage {
                quantity: value(dose),
                quantity_other: other(dose),
                frequency: value(often),
                frequency_other: other(often),
                duration: value(long),
                duration_other: other(long),
                ..Usage::default()
            };
            directed(&usage, "TABLET", "ORAL")
        };
        for (usage, sentence) in [
            ([d, d, d], "Take as directed."),
            ([d, d, "3 months"], "Take as directed for 3 months."),
            (
                ["One", d, "3 months"],
                "Take one tablet as directed for 3 months.",
            ),
            (
                [d, "Once a day", "3 months"],
                "Take once a day for 3 months, dose as directed.",
            ),
            (
                ["One", "Once a day", d],
                "Take one tablet once a day, duration as directed.",
            ),
            (
                [d, "Once a day", d],
                "Take once a day, dose and duration as directed.",
            ),
            (["One", d, d], "Take one tablet as directed."),
        ] {
            let [dose, often, long] = usage;
            assert_eq!(of(dose, often, long), sentence);
        }
        let noted = Usage {
            text_line: Some("As directed.".into()),
            ..usage(OTHER, OTHER, OTHER)
        };
        assert_eq!(directed(&noted, "TABLET", "ORAL"), "Take as directed.");
    }

    #[test]
    #[expect(clippy::too_many_lines, reason = "one table of cases")]
    fn every_form_and_route_reads_as_it_is_used() {
        let daily = usage("One", "Once a day", "1 month");
        let two = usage("Two", "Twice a day", "1 month");
        let sited = |usage: &Usage, site: &str| Usage {
            site: Some(site.into()),
            ..usage.clone()
        };
        let typed = |dose: &str| Usage {
            quantity_other: Some(dose.into()),
            ..usage(OTHER, "Once a day", "1 month")
        };
        for (usage, form, routes, sentence) in [
            // Sprays, pumps and films in the mouth.
            (
                &daily,
                "SPRAY (METERED DOSE)",
                &["SUBLINGUAL"][..],
                "Use one spray under the tongue once a day",
            ),
            (
                &two,
                "METERED-DOSE PUMP",
                &["SUBLINGUAL"],
                "Use two sprays under the tongue twice a day",
            ),
            (
                &daily,
                "TABLET",
                &["SUBLINGUAL"],
                "Dissolve one tablet under the tongue once a day",
            ),
            (
                &daily,
                "FILM, SOLUBLE",
                &["SUBLINGUAL"],
                "Dissolve one film under the tongue once a day",
            ),
            (
                &daily,
                "DROPS",
                &["SUBLINGUAL"],
                "Put one drop under the tongue once a day",
            ),
            (
                &daily,
                "TABLET",
                &["BUCCAL"],
                "Dissolve one tablet inside the cheek once a day",
            ),
            (
                &typed("1 spray under the tongue"),
                "SPRAY (METERED DOSE)",
                &["SUBLINGUAL"],
                "Use 1 spray under the tongue once a day",
            ),
            // Eyes, ears and noses.
            (
                &sited(&daily, "Left eye"),
                "DROPS",
                &["OPHTHALMIC"],
                "Put one drop in the left eye once a day",
            ),
            (
                &sited(&two, "Both eyes"),
                "DROPS",
                &["OPHTHALMIC"],
                "Put two drops in each eye twice a day",
            ),
            (
                &sited(&daily, "Right eye"),
                "OINTMENT",
                &["OPHTHALMIC"],
                "Apply one application in the right eye once a day",
            ),
            (
                &typed("1 drop in the affected eye"),
                "DROPS",
                &["OPHTHALMIC"],
                "Put 1 drop in the affected eye once a day",
            ),
            (
                &daily,
                "DROPS",
                &["OPHTHALMIC"],
                "Put one drop in the eye once a day",
            ),
            (
                &sited(&two, "Left ear"),
                "SOLUTION",
                &["OTIC"],
                "Put two drops in the left ear twice a day",
            ),
            (
                &sited(&two, "Right ear"),
                "DROPS",
                &["OPHTHALMIC", "OTIC"],
                "Put two drops in the right ear twice a day",
            ),
            (
                &sited(&two, "Each nostril"),
                "SPRAY (METERED DOSE)",
                &["NASAL"],
                "Use two sprays in each nostril twice a day",
            ),
            (
                &daily,
                "POWDER",
                &["NASAL"],
                "Use one dose in the nose once a day",
            ),
            (
                &sited(&typed("1 drop in the left eye"), "Left eye"),
                "DROPS",
                &["OPHTHALMIC"],
                "Put 1 drop in the left eye once a day",
            ),
            (
                &sited(&daily, "One nostril"),
                "SPRAY",
                &["NASAL", "ORAL"],
                "Use one spray in one nostril once a day",
            ),
            (
                &daily,
                "RING (SLOW-RELEASE)",
                &["VAGINAL"],
                "Insert one ring vaginally once a day",
            ),
            (
                &typed("15 mL"),
                "MOUTHWASH",
                &["BUCCAL"],
                "Use 15 mL as a mouth rinse once a day",
            ),
            // Inhalers.
            (
                &two,
                "METERED-DOSE AEROSOL",
                &["INHALATION", "ORAL"],
                "Inhale two puffs twice a day",
            ),
            (
                &two,
                "METERED-DOSE AEROSOL",
                &["INHALATION"],
                "Inhale two puffs twice a day",
            ),
            (
                &daily,
                "POWDER",
                &["INHALATION"],
                "Inhale one dose once a day",
            ),
            (
                &daily,
                "CAPSULE",
                &["INHALATION"],
                "Inhale the contents of one capsule once a day",
            ),
            (
                &two,
                "CAPSULE",
                &["INHALATION"],
                "Inhale the contents of two capsules twice a day",
            ),
            // Injections, by one route or several.
            (
                &daily,
                "SOLUTION",
                &["SUBCUTANEOUS"],
                "Inject one dose once a day",
            ),
            (
                &daily,
                "SOLUTION",
                &["INTRAMUSCULAR", "SUBCUTANEOUS"],
                "Inject one dose once a day",
            ),
            (
                &typed("20 units"),
                "SOLUTION",
                &["SUBCUTANEOUS"],
                "Inject 20 units once a day",
            ),
            // On the skin and elsewhere.
            (
                &daily,
                "PATCH",
                &["TRANSDERMAL"],
                "Apply one patch to the skin once a day",
            ),
            (&two, "SPRAY", &["TOPICAL"], "Apply two sprays twice a day"),
            (
                &typed("a thin layer"),
                "CREAM",
                &["TOPICAL"],
                "Apply a thin layer once a day",
            ),
            (
                &daily,
                "CREAM",
                &["VAGINAL"],
                "Insert one application vaginally once a day",
            ),
            (
                &daily,
                "TABLET",
                &["VAGINAL"],
                "Insert one tablet vaginally once a day",
            ),
            (
                &daily,
                "SUPPOSITORY",
                &["RECTAL"],
                "Insert one suppository rectally once a day",
            ),
            (
                &daily,
                "FOAM",
                &["RECTAL"],
                "Insert one application rectally once a day",
            ),
            // Swallowed.
            (&two, "CAPSULE", &["ORAL"], "Take two capsules twice a day"),
            (&daily, "GUM", &["ORAL"], "Take one piece once a day"),
            (
                &typed("7.5 mL"),
                "SYRUP",
                &["ORAL"],
                "Take 7.5 mL once a day",
            ),
        ] {
            let routes: Vec<String> = routes.iter().map(|route| (*route).to_owned()).collect();
            assert_eq!(
                directions(usage, &[form.to_owned()], &routes),
                format!("{sentence} for 1 month."),
                "{form} {routes:?}"
            );
        }
    }

    #[test]
    #[expect(clippy::too_many_lines, reason = "one table")]
    fn typed_parts_make_one_sentence() {
        for (dose, often, needed, long, sentence) in [
            (
                "40 mg",
                "once a day for 5 days, then 30 mg for 5 days, then stop",
                false,
                "15 days",
                "Take 40 mg once a day for 5 days, then 30 mg for 5 days, then stop. Total: 15 days.",
            ),
            (
                "1 tablet",
                "daily x 5d, puis 2",
                false,
                "15 days.",
                "Take 1 tablet daily x 5d, puis 2. Total: 15 days.",
            ),
            (
                "1 tablet",
                "daily, then stop",
                false,
                "until gone",
                "Take 1 tablet daily, then stop. Duration: until gone.",
            ),
            (
                "1 tablet",
                "for pain",
                false,
                "10 days",
                "Take 1 tablet for pain for 10 days.",
            ),
            (
                "1 tablet",
                "daily",
                false,
                "10 days.",
                "Take 1 tablet daily for 10 days.",
            ),
            (
                "1 tablet",
                "daily",
                false,
                "x 10 days",
                "Take 1 tablet daily for 10 days.",
            ),
            (
                "1 tablet",
                "daily",
                false,
                "For 10 days",
                "Take 1 tablet daily for 10 days.",
            ),
            (
                "Take 1 tablet",
                "Daily",
                false,
                "10 days",
                "Take 1 tablet daily for 10 days.",
            ),
            (
                "1 tablet.",
                "with meals.",
                false,
                "3 months",
                "Take 1 tablet with meals for 3 months.",
            ),
            (
                "1 tablet",
                "every 6 hours as needed",
                true,
                "10 days",
                "Take 1 tablet every 6 hours as needed for 10 days.",
            ),
            (
                "1 tablet",
                "q6h PRN",
                true,
                "10 days",
                "Take 1 tablet q6h PRN for 10 days.",
            ),
            (
                "One tablet",
                "Twice a week",
                false,
                "10 days",
                "Take one tablet twice a week for 10 days.",
            ),
            (
                "1 tablet",
                "Monday",
                false,
                "10 days",
                "Take 1 tablet Monday for 10 days.",
            ),
        ] {
            let usage = Usage {
                quantity_other: Some(dose.into()),
                frequency_other: Some(often.into()),
                as_needed: needed,
                duration_other: Some(long.into()),
                ..usage(OTHER, OTHER, OTHER)
            };
            assert_eq!(directed(&usage, "TABLET", "ORAL"), sentence);
        }
    }

    #[test]
    fn containers_are_told_apart() {
        for (descriptor, container) in [
            ("CARTRIDGE", Some("Cartridge")),
            ("VIAL", Some("Vial")),
            ("SOLOSTAR (PREFILLED PEN)", Some("Solostar (Prefilled Pen)")),
            ("0.25 MG OR 0.5 MG/DOSE", Some("0.25 mg Or 0.5 mg/Dose")),
            ("  FLEXTOUCH\n3 ML ", Some("Flextouch 3 mL")),
            ("", None),
            (" ", None),
            ("N/A", None),
        ] {
            assert_eq!(
                container_text(descriptor).as_deref(),
                container,
                "{descriptor}"
            );
        }
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
        assert_eq!(repeats_line([&with(0), &with(0)]), Some("No Repeats"));
        assert_eq!(repeats_line([&with(0), &with(1)]), None);
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
            "Eltroxin 50 mcg, tablet. Take one tablet once a day for 3 months. No refills."
        );
    }
}
