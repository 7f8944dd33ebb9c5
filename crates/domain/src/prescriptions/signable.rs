// SPDX-License-Identifier: AGPL-3.0-or-later

//! Validates whether the directions of a line may be signed: what a pharmacy could not lawfully fill is
//! refused before it is approved and signed (decision 158; reference prescription-rules 1.1, 1.5 and 6).
//!
//! Input rules are in `usage` and are wider: a patient may request anything that the form offers.

// cspell:ignoreRegExp rust-string

// cspell:ignore aucun heures jamais phine

use num_rational::Ratio;

use super::amount_words::{amount_in_words, denies_refills, refills_in_words};
use super::amounts::{self, MonthLength};
use super::containers;
use super::contradictions;
use super::dispensing::{to_dispense_of, typed_total};
use super::error_prone::error_prone;
use super::forms;
use super::lengths::{self, Months};
use super::measured;
use super::named_drugs::{is_latin, named_in_words};
use super::packs::Pack;
use super::seldom;
use super::sites::site_fault;
use super::units::{self, Counted, Fit};
use super::usage::{Usage, validate_usage};
use super::vague::{Vague, is_vague};
use crate::faults::Fault;
use crate::options::OTHER;
use crate::unseen::{hides, trim};
use salal_formats::drug_database::Ingredient;

/// The maximum number of months covered by one prescription with its refills, without a doctor's reason. One
/// fill is at most 3 months, the last of [`crate::options::DURATIONS`]; terms, questions and pages say both.
const MONTHS_WITHOUT_REASON: u64 = 12;
/// The absolute maximum number of months.
const MONTHS_NEVER: u64 = 24;
/// Length of a reason, in characters.
const REASON_LENGTH: std::ops::RangeInclusive<usize> = 3..=200;

/// One line to be signed.
#[derive(Debug, Clone, Copy)]
pub struct Directed<'a> {
    pub usage: &'a Usage,
    pub formulations: &'a [String],
    pub routes: &'a [String],
    pub name: &'a str,
    pub ingredients: &'a [Ingredient],
    /// What the register adds to the name, such as `Vial`; empty where it adds nothing.
    pub container: &'a str,
    /// The pack in which it is dispensed.
    pub pack: Option<Pack>,
    /// The total of one fill, as typed by the doctor.
    pub typed: Option<&'a str>,
    /// Why it may cover more than 12 months, in the doctor's words.
    pub supply_reason: Option<&'a str>,
}

/// Everything that prevents the line from being signed, each with the field to correct. Empty when it may be
/// signed.
pub fn unsignable(line: &Directed<'_>, month: MonthLength) -> Vec<Fault> {
    let usage = line.usage;
    let mut faults = validate_usage(usage);
    let vague = Vague::of(usage);
    if vague.dose.is_some() && vague.frequency.is_some() {
        faults.push(Fault::new(
            "frequency",
            "“As directed” alone cannot be signed. Please give the dose, or how often it is taken.",
        ));
    } else if usage.frequency == OTHER && is_as_needed(usage) && !says_the_most(usage) {
        faults.push(Fault::new(
            "frequency",
            "A medication taken as needed requires a daily maximum. Please choose how often, or write the daily maximum.",
        ));
    }
    faults.extend(site_fault(usage, line.formulations, line.routes));
    faults.extend(measured::fault(line));
    if usage.repeat > 0 && !usage.duration.is_empty() && lengths::interval(usage).is_none() {
        faults.push(Fault::new(
            "duration",
            "Refills need an interval of time. Please give the duration in days, weeks or months, or no refills.",
        ));
    }
    if faults.is_empty() && lengths::is_unclear(usage) {
        faults.push(Fault::new(
            "duration",
            "We can’t tell how long this lasts. Please give the duration in days, weeks or months.",
        ));
    }
    if faults.is_empty() {
        faults.extend(seldom::fault(usage));
    }
    faults.extend(not_directions(usage));
    faults.extend(contradictions::faults(line, month));
    // Values stored before a rule was introduced are validated again.
    let unit = to_dispense_of(usage, line.formulations, line.pack, month).unit;
    faults.extend(line.typed.and_then(|typed| typed_total(typed, unit).err()));
    faults.extend(misfit(line, month));
    faults.extend(too_long(line, month));
    faults
}

/// Free text that contains more than directions: a prohibited drug, or a quantity other than the printed one;
/// each with its field.
fn not_directions(usage: &Usage) -> Vec<Fault> {
    let texts = [
        ("quantityOther", &usage.quantity_other),
        ("frequencyOther", &usage.frequency_other),
        ("durationOther", &usage.duration_other),
        ("textLine", &usage.text_line),
    ];
    let wrong = texts.iter().filter_map(|(field, text)| {
        let field = *field;
        let text = text.as_deref()?;
        let message = if let Some(name) = named_in_words(text) {
            format!(
                "The directions name {name}, which cannot be prescribed here. Please take it out."
            )
        } else if !is_latin(text) {
            "The pharmacist reads the Latin alphabet. Please write these directions with its letters.".to_owned()
        } else if let Some(fault) = error_prone(text) {
            fault
        } else if usage.repeat > 0 && denies_refills(text) {
            "This says that there are no refills, and their number says otherwise. Please correct one of the two.".to_owned()
        } else if let Some(refills) = refills_in_words(text) {
            format!(
                "The directions mention refills, “{refills}”. The number of refills is printed separately: please set it there."
            )
        } else if field != "textLine" && is_nothing(text) {
            "Please say how much, how often or how long.".to_owned()
        } else {
            let amount = amount_in_words(text)?;
            format!(
                "The directions give an amount to dispense, “{amount}”. It is printed separately: a doctor can enter it there."
            )
        };
        Some(Fault::new(field, message))
    });
    let mut wrong: Vec<Fault> = wrong.collect();
    // The sheet prints them in sequence, so a name in two parts is read as one.
    let said: Vec<(&str, &str)> = texts
        .iter()
        .filter_map(|(field, text)| Some((*field, text.as_deref()?)))
        .collect();
    let all = said.iter().map(|(_, text)| *text);
    if wrong.is_empty()
        && said.len() > 1
        && let Some(name) = named_in_words(&all.collect::<Vec<_>>().join(" "))
        && let Some((field, _)) = said.last()
    {
        wrong.push(Fault::new(
            *field,
            format!(
                "The directions read together name {name}, which cannot be prescribed here. Please take it out."
            ),
        ));
    }
    wrong
}

/// `None`, `never` and less than zero: no valid dose or frequency.
fn is_nothing(text: &str) -> bool {
    let text = trim(text);
    matches!(
        crate::search::fold(text).as_str(),
        "" | "0"
            | "none"
            | "never"
            | "nil"
            | "nothing"
            | "zero"
            | "no"
            | "n a"
            | "na"
            | "aucun"
            | "jamais"
    ) || (text.starts_with('-')
        && text[1..]
            .trim_start()
            .starts_with(|one: char| one.is_ascii_digit()))
}

/// A typed total whose unit does not fit the form: millilitres of tablets, tablets of an inhaler, bottles of
/// unknown size.
fn misfit(line: &Directed<'_>, month: MonthLength) -> Option<Fault> {
    let computed = to_dispense_of(line.usage, line.formulations, line.pack, month);
    let total = typed_total(line.typed?, computed.unit).ok()?;
    let (figures, unit) = (&total.figures, &total.unit);
    if let Some(fault) = containers::fault(line.container, unit) {
        return Some(fault);
    }
    let form = forms::form(line.formulations)?;
    let message = match units::fit(unit, form.singular, line.formulations) {
        Fit::Fits => return None,
        Fit::NotCounted => format!(
            "{figures} {unit} does not fit what is counted in {}. Please type the quantity in {}.",
            form.plural, form.plural
        ),
        Fit::NoSize => format!(
            "Say how many are in each: 2 bottles of 100 {}.",
            form.plural
        ),
        Fit::OtherForm => {
            let example = match form.singular {
                "puff" => "1 inhaler",
                "application" => "30 g",
                _ => "100 mL",
            };
            format!(
                "{figures} {unit} does not fit the form of this drug. Please type its quantity, such as {example}."
            )
        }
    };
    Some(Fault::new("toDispense", message))
}

/// Why the doctor's reason is required; `None` when it is not, or when no reason would help.
pub fn asks_for_reason(line: &Directed<'_>, month: MonthLength) -> Option<String> {
    let months = supply(line, month)?;
    (months > MONTHS_WITHOUT_REASON.into() && months < MONTHS_NEVER.into()).then(|| {
        format!(
            "With its refills this covers {}. More than {MONTHS_WITHOUT_REASON} months needs your reason.",
            words(months)
        )
    })
}

/// A doctor's reason as stored, or its error.
pub fn supply_reason(text: &str) -> Result<&str, Fault> {
    let text = trim(text);
    if REASON_LENGTH.contains(&text.chars().count()) && !hides(text) {
        Ok(text)
    } else {
        Err(Fault::new(
            "supplyReason",
            "Please give the reason in 3 to 200 characters.",
        ))
    }
}

fn too_long(line: &Directed<'_>, month: MonthLength) -> Option<Fault> {
    let months = supply(line, month)?;
    if months >= MONTHS_NEVER.into() {
        let field = if line.usage.repeat > 0 {
            "repeat"
        } else {
            "duration"
        };
        return Some(Fault::new(
            field,
            format!(
                "With its refills this covers {}. {MONTHS_NEVER} months and more cannot be signed: please lower the refills, the duration or the quantity.",
                words(months)
            ),
        ));
    }
    let asked = asks_for_reason(line, month)?;
    if line
        .supply_reason
        .is_some_and(|reason| supply_reason(reason).is_ok())
    {
        return None;
    }
    Some(Fault::new("supplyReason", asked))
}

/// How long the fill and its refills last: by the duration, or by a typed total that lasts longer.
fn supply(line: &Directed<'_>, month: MonthLength) -> Option<Months> {
    let fill = lengths::at_most(line.usage)
        .into_iter()
        .chain(of_total(line, month))
        .max()?;
    let fills = u64::try_from(line.usage.repeat.clamp(0, super::usage::MOST_REPEATS))
        .unwrap_or_default()
        + 1;
    Some(fill * fills)
}

/// How long a typed total of counted pieces lasts.
fn of_total(line: &Directed<'_>, month: MonthLength) -> Option<Months> {
    let computed = to_dispense_of(line.usage, line.formulations, line.pack, month);
    let total = typed_total(line.typed?, computed.unit).ok()?;
    if units::counted(&total.unit) == Counted::Time {
        // `24 months' supply` is a duration.
        let written = format!("{} {}", total.figures, total.unit).replace(['\'', '’'], "");
        return lengths::at_most(&Usage {
            duration: crate::options::OTHER.to_owned(),
            duration_other: Some(written),
            ..Usage::default()
        });
    }
    let in_one = match units::counted(&total.unit) {
        _ if computed.unit.is_empty() => return None,
        _ if total.unit == computed.unit && line.pack.is_none() => 1,
        Counted::Pieces(in_one) => in_one,
        Counted::Pack | Counted::Time | Counted::Measure => return None,
    };
    let (whole, decimals) = total
        .figures
        .split_once('.')
        .unwrap_or((&total.figures, ""));
    let pieces: Ratio<u64> = Ratio::new(
        format!("{whole}{decimals}").parse().ok()?,
        10_u64.pow(u32::try_from(decimals.len()).ok()?),
    );
    let pieces = pieces * in_one;
    // For a typed dose or frequency the minimum is assumed: one piece, once a day.
    let dose = amounts::dose(&line.usage.quantity).unwrap_or_else(|| 1.into());
    let a_day =
        dose * amounts::doses_a_day(&line.usage.frequency, month).unwrap_or_else(|| 1.into());
    let a_day = Ratio::new(u64::from(*a_day.numer()), u64::from(*a_day.denom()));
    Some(lengths::of_days(pieces / a_day))
}

fn words(months: Months) -> String {
    if months.is_integer() {
        format!("{} months", months.to_integer())
    } else {
        format!(
            "{} days",
            (months * Ratio::new(365, 12)).ceil().to_integer()
        )
    }
}

/// Words of "as needed", folded.
const AS_NEEDED: &[&str] = &[
    "as needed",
    "if needed",
    "when needed",
    "as required",
    "if required",
    "when required",
    "as necessary",
    "if necessary",
    "prn",
    "p r n",
    "au besoin",
    "si besoin",
];

/// Whether it is taken as needed: ticked, or written.
fn is_as_needed(usage: &Usage) -> bool {
    usage.as_needed
        || [
            usage.quantity_other.as_ref(),
            usage.frequency_other.as_ref(),
            usage.text_line.as_ref(),
        ]
        .into_iter()
        .filter_map(Usage::typed)
        .any(|text| {
            let folded = format!(" {} ", crate::search::fold(text));
            AS_NEEDED
                .iter()
                .any(|words| folded.contains(&format!(" {words} ")))
        })
}

/// Words that bound a day's doses together with a number: `at most 4 a day`, `every 4 hours`.
const OF_A_DAY: &[&str] = &[
    "day", "daily", "days", "24", "24h", "24hrs", "hour", "hours", "hr", "hrs", "h", "jour",
    "jours", "heure", "heures", "week", "weeks", "semaine", "month", "mois",
];
/// Words of an episode, whose doses a most bounds: `every 5 minutes, max 3 doses`.
const OF_AN_EPISODE: &[&str] = &[
    "minute", "minutes", "min", "mins", "episode", "attack", "episodes", "attacks",
];
/// Words of the most in an episode.
const AT_MOST: &[&str] = &[
    "max", "maximum", "most", "up", "more", "exceed", "repeat", "total",
];
/// Words that bound a day's doses alone.
const BOUNDS: &[&str] = &[
    "daily",
    "nightly",
    "weekly",
    "bedtime",
    "bed",
    "night",
    "morning",
    "evening",
    "hs",
    "qhs",
    "od",
    "qd",
    "bid",
    "tid",
    "qid",
    "coucher",
    "soir",
    "matin",
    "breakfast",
    "dejeuner",
    "meals",
    "repas",
];

/// Words after which a condition is named: `daily if chest pain`.
const CONDITIONAL: &[&str] = &["if", "when", "whenever", "si", "quand"];
/// Units of time shorter than an hour: `up to 15 minutes before` bounds nothing by itself.
const MINUTES: &[&str] = &["minute", "minutes", "min", "mins"];

/// Whether the usage states a daily maximum: a typed frequency or note with a number and a day, or with a
/// time that comes once a day.
fn says_the_most(usage: &Usage) -> bool {
    let texts: Vec<&str> = [usage.frequency_other.as_ref(), usage.text_line.as_ref()]
        .into_iter()
        .filter_map(Usage::typed)
        .filter(|text| !is_vague(text))
        .collect();
    let is_number = |word: &str| {
        word.bytes().any(|byte| byte.is_ascii_digit())
            || matches!(word, "once" | "twice" | "thrice")
            || lengths::number_word(word).is_some()
    };
    says_the_most_of_an_episode(&texts, is_number)
        || texts.into_iter().any(|text| {
            let folded = crate::search::fold(text);
            let words: Vec<&str> = folded.split(' ').collect();
            let has = |list: &[&str]| words.iter().any(|word| list.contains(word));
            // `q4h` and `q6hrs` are an interval by themselves.
            let is_interval = |word: &str| {
                word.strip_prefix('q')
                    .is_some_and(|rest| rest.starts_with(|one: char| one.is_ascii_digit()))
                    && word.ends_with(['h', 's', 'r'])
            };
            // "if needed" only says again that it is taken as needed.
            let is_conditional = words.iter().enumerate().any(|(at, word)| {
                CONDITIONAL.contains(word)
                    && !words.get(at + 1).is_some_and(|next| {
                        matches!(*next, "needed" | "required" | "necessary" | "besoin")
                    })
            });
            let most_a_day = has(OF_A_DAY) && words.iter().any(|word| is_number(word));
            // "at bedtime if I cannot sleep" comes once a night; "daily if chest pain" is as often as it hurts.
            let bounds = words.iter().any(|word| {
                BOUNDS.contains(word)
                    && !(is_conditional && matches!(*word, "daily" | "weekly" | "od" | "qd"))
            });
            bounds || words.iter().any(|word| is_interval(word)) || most_a_day
        })
}

/// Whether the texts together bound an episode: `q5min prn, up to 3 sprays`. `every 5 minutes` alone does not.
fn says_the_most_of_an_episode(texts: &[&str], is_number: impl Fn(&str) -> bool) -> bool {
    let folded = crate::search::fold(&texts.join(" "));
    let has = |list: &[&str]| folded.split(' ').any(|word| list.contains(&word));
    // `q5min`
    let is_interval = |word: &str| {
        word.strip_prefix('q').is_some_and(|rest| {
            let unit = rest.trim_start_matches(|one: char| one.is_ascii_digit());
            unit.len() < rest.len() && OF_AN_EPISODE.contains(&unit)
        })
    };
    // The number of "up to 15 minutes before" is of the minutes.
    let words: Vec<&str> = folded.split(' ').collect();
    let counts = words.iter().enumerate().any(|(at, word)| {
        is_number(word) && !words.get(at + 1).is_some_and(|next| MINUTES.contains(next))
    });
    let repeats = words
        .windows(2)
        .any(|two| two[0] == "repeat" && two[1] != "as");
    (has(OF_AN_EPISODE) || words.iter().any(|word| is_interval(word)))
        && has(AT_MOST)
        && (counts || (repeats && words.iter().any(|word| is_number(word))))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MONTH: MonthLength = MonthLength::Thirty;

    fn usage(quantity: &str, frequency: &str, duration: &str) -> Usage {
        // A text that is not an option is used as typed.
        let (q, qo) = chosen(quantity, crate::options::QUANTITIES);
        let (f, fo) = chosen(frequency, crate::options::FREQUENCIES);
        let (d, dur) = chosen(duration, crate::options::DURATIONS);
        Usage {
            quantity: q,
            quantity_other: qo,
            frequency: f,
            frequency_other: fo,
            duration: d,
            duration_other: dur,
            ..Usage::default()
        }
    }

    fn chosen(text: &str, list: &[&str]) -> (String, Option<String>) {
        if list.contains(&text) || text.is_empty() {
            (text.to_owned(), None)
        } else {
            (OTHER.to_owned(), Some(text.to_owned()))
        }
    }

    fn fields_of(usage: &Usage, typed: Option<&str>, reason: Option<&str>) -> Vec<String> {
        let forms = ["TABLET".to_owned()];
        let line = Directed {
            usage,
            formulations: &forms,
            routes: &[],
            name: "",
            ingredients: &[],
            container: "",
            pack: None,
            typed,
            supply_reason: reason,
        };
        unsignable(&line, MONTH)
            .into_iter()
            .map(|fault| fault.field)
            .collect()
    }

    fn fields(usage: &Usage) -> Vec<String> {
        fields_of(usage, None, None)
    }

    const NONE: [&str; 0] = [];

    #[test]
    fn as_directed_alone_is_not_signed() {
        let d = "as directed";
        for (usage, expected) in [
            (usage("One", "Once a day", "3 months"), &NONE[..]),
            (usage(d, d, d), &["frequency"]),
            (
                usage(d, "use as directed by your doctor", "3 months"),
                &["frequency"],
            ),
            (usage(d, "Once a day", d), &[]),
            (usage("One", d, d), &[]),
            (usage("10 units as directed", "with meals", "3 months"), &[]),
            (usage("One", "", "3 months"), &["frequency"]),
            (usage("One", "Once a day", ""), &["duration"]),
            (usage("", "Once a day", "3 months"), &["quantity"]),
        ] {
            assert_eq!(fields(&usage), expected, "{usage:?}");
        }
    }

    #[test]
    fn forms_that_are_misread_are_not_signed() {
        let noted = |note: &str, repeat: i64| {
            fields(&Usage {
                text_line: Some(note.into()),
                repeat,
                ..usage("5.0 mg", "Once a day", "3 months")
            })
        };
        assert_eq!(noted("with food", 0), ["quantityOther"]);
        let denied = |note: &str, repeat: i64| {
            fields(&Usage {
                text_line: Some(note.into()),
                repeat,
                ..usage("One", "Once a day", "3 months")
            })
        };
        assert_eq!(denied("No refills", 1), ["textLine"]);
        assert_eq!(denied("no repeats", 1), ["textLine"]);
        assert_eq!(denied("sans renouvellement", 1), ["textLine"]);
        assert_eq!(denied("not to be refilled", 1), ["textLine"]);
        assert_eq!(denied("do not repeat within 2 hours", 1), NONE);
        assert_eq!(denied("No refills", 0), NONE);
        assert_eq!(denied("no grapefruit", 1), NONE);
    }

    #[test]
    fn as_needed_says_the_most_a_day() {
        let needed = |frequency: &str, note: Option<&str>| {
            fields(&Usage {
                as_needed: true,
                text_line: note.map(str::to_owned),
                ..usage("One", frequency, "1 month")
            })
        };
        assert_eq!(needed("Four times a day", None), NONE);
        assert_eq!(needed("as needed", None), ["frequency"]);
        assert_eq!(needed("as needed", Some("at most 4 a day")), NONE);
        assert_eq!(needed("every 4 hours", None), NONE);
        for (often, note, bounded) in [
            ("for chest pain", None, false),
            ("every 5 minutes", None, false),
            ("daily if chest pain", None, false),
            ("up to 15 minutes before exercise", None, false),
            ("daily if needed", None, true),
            ("at bedtime if I cannot sleep", None, true),
            ("when in pain, at most 4 a day", None, true),
            ("every 5 minutes", Some("at most 3 in a day"), true),
            ("every 5 minutes", Some("max 3 doses"), true),
            ("every 5 minutes as needed, max 3 doses", None, true),
            ("q5min prn, up to 3 sprays", None, true),
            ("may repeat after 5 minutes", None, true),
            ("at most 2 per attack", None, true),
            (
                "when short of breath",
                Some("no more than 8 puffs in 24 hours"),
                true,
            ),
            ("before exercise", None, false),
            ("for nausea", Some("max three daily"), true),
            ("on bad days", None, false),
            ("q4h", None, true),
            ("bid", None, true),
            ("at bedtime", None, true),
            ("une fois par jour", None, true),
        ] {
            assert_eq!(needed(often, note).is_empty(), bounded, "{often} {note:?}");
        }
        // "As needed" in words is the same as the box.
        let written = |words: &str| fields(&usage("One", words, "1 month"));
        assert_eq!(written("for pain, prn"), ["frequency"]);
        assert_eq!(written("every 6 hours if needed"), NONE);
    }

    #[test]
    fn a_dose_falls_within_its_duration() {
        for (often, long, fits) in [
            ("Once every six months", "3 months", false),
            ("Once every six months", "6 months", true),
            ("Once every three months", "3 months", true),
            ("Once every three months", "2 months", false),
            ("Once a month", "1 week", false),
            ("Once a month", "4 weeks", true),
            ("Once a week", "7 days", true),
            ("Once a week", "5 days", false),
            ("Every other day", "1 day", false),
            ("every six months", "3 months", false),
            ("every 6 months", "1 year", true),
            ("once a year", "3 months", false),
            ("twice a year", "3 months", false),
            ("yearly", "1 year", true),
            ("every 12 weeks", "3 months", true),
            ("every 8 weeks", "1 month", false),
            ("every 4 hours", "1 day", true),
            ("with breakfast", "1 day", true),
        ] {
            let found = fields(&usage("One", often, long));
            let expected: &[&str] = if fits { &[] } else { &["duration"] };
            assert_eq!(found, expected, "{often} for {long}");
        }
    }

    #[test]
    fn refills_have_an_interval() {
        let with = |duration: &str, repeat| {
            fields(&Usage {
                repeat,
                ..usage("One", "Once a day", duration)
            })
        };
        assert_eq!(with("as directed", 0), NONE);
        assert_eq!(with("as directed", 1), ["duration"]);
        assert_eq!(with("until finished", 2), ["duration"]);
        assert_eq!(with("90 days", 3), NONE);
    }

    #[derive(serde::Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Supply {
        months_of_one_fill: u64,
        months_with_refills: u64,
    }

    #[derive(serde::Deserialize)]
    struct Cases {
        supply: Supply,
    }

    #[test]
    fn the_limits_are_those_that_the_pages_say() {
        let cases: Cases = serde_json::from_str(include_str!("wording_cases.json")).unwrap();
        let longest = crate::options::DURATIONS.last().unwrap();
        assert_eq!(
            *longest,
            format!("{} months", cases.supply.months_of_one_fill)
        );
        assert_eq!(MONTHS_WITHOUT_REASON, cases.supply.months_with_refills);
        assert!(
            crate::options::AGREEMENT
                .iter()
                .any(|statement| statement.contains(&format!("maximum duration is {longest}")))
        );
    }

    #[test]
    fn a_year_is_free_two_never_are() {
        let with = |duration: &str, repeat, reason| {
            fields_of(
                &Usage {
                    repeat,
                    ..usage("One", "Once a day", duration)
                },
                None,
                reason,
            )
        };
        let why = Some("Travels until next spring");
        for (duration, repeat, without, given) in [
            ("3 months", 3, &NONE[..], &NONE[..]),
            ("1 month", 11, &[], &[]),
            ("1 month", 12, &["supplyReason"], &[]),
            ("3 months", 4, &["supplyReason"], &[]),
            ("3 months", 6, &["supplyReason"], &[]),
            ("3 months", 7, &["repeat"], &["repeat"]),
            ("1 month", 100, &["repeat"], &["repeat"]),
            ("1 week", 51, &[], &[]),
            ("1 week", 52, &[], &[]),
            ("7 weeks", 7, &["supplyReason"], &[]),
            ("1 day", 100, &[], &[]),
            ("1 year", 0, &[], &[]),
            ("18 months", 0, &["supplyReason"], &[]),
            ("5 years", 0, &["duration"], &["duration"]),
        ] {
            // 53 weeks are 371 days, six more than a year.
            let without = if (duration, repeat) == ("1 week", 52) {
                &["supplyReason"][..]
            } else {
                without
            };
            assert_eq!(with(duration, repeat, None), without, "{duration} {repeat}");
            assert_eq!(
                with(duration, repeat, why),
                given,
                "{duration} {repeat} with a reason"
            );
        }
        assert_eq!(with("3 months", 4, Some("ok")), ["supplyReason"]);
    }

    #[test]
    fn a_typed_total_counts_by_what_it_lasts() {
        let daily = usage("One", "Once a day", "3 months");
        for (typed, expected) in [
            ("90", &NONE[..]),
            ("90 tablets", &[]),
            ("365", &[]),
            ("400", &["supplyReason"]),
            ("3900 tablets", &["duration"]),
            ("5000 tablets", &["toDispense"]),
            ("5000 g", &["toDispense"]),
            ("90 mL", &["toDispense"]),
            ("3 boxes", &["toDispense"]),
            ("20 bottles", &["toDispense"]),
            ("20 bottles of tablets", &["toDispense"]),
            ("9 x 9 bottles", &["toDispense"]),
            ("20 blisters", &["toDispense"]),
            ("12 refills", &["toDispense"]),
            ("360 capsules", &["toDispense"]),
            ("90 film-coated tablets", &[]),
            ("3 months' supply", &[]),
            ("18 months' supply", &["supplyReason"]),
            ("24 months supply", &["duration"]),
            ("6 blister packs of 28 tablets", &[]),
            ("2 bottles of 100", &[]),
            ("3 boxes of 30", &[]),
            ("10 bottles of 900 tablets", &["duration"]),
            ("1 box of 3900", &["duration"]),
        ] {
            assert_eq!(fields_of(&daily, Some(typed), None), expected, "{typed}");
        }
    }

    #[test]
    fn a_typed_total_fits_its_form() {
        for (form, typed, fits) in [
            ("METERED-DOSE AEROSOL", "30 tablets", false),
            ("METERED-DOSE AEROSOL", "9", false),
            ("METERED-DOSE AEROSOL", "1 inhaler", true),
            ("METERED-DOSE AEROSOL", "2 inhalers of 200 doses", true),
            ("PATCH", "30 tablets", false),
            ("PATCH", "30", false),
            ("PATCH", "30 g", false),
            ("PATCH", "2 boxes", false),
            ("PATCH", "2 boxes of 30 patches", true),
            ("PATCH", "12 patches", true),
            ("PATCH", "8 transdermal systems", true),
            ("CAPSULE", "90 caps", true),
            ("CAPSULE", "90", true),
            ("CAPSULE", "90 tablets", false),
            ("SUPPOSITORY", "12 suppositories", true),
            ("CREAM", "30", false),
            ("CREAM", "30 tablets", false),
            ("CREAM", "30 g", true),
            ("CREAM", "2 tubes", true),
            ("DROPS", "9", false),
            ("SOLUTION", "300 mL", true),
            ("SOLUTION", "2 bottles", true),
            ("SOLUTION", "300", false),
            ("SOLUTION", "30 capsules", false),
            ("TABLET FOR SUSPENSION", "30 tablets", true),
            ("KIT", "1 kit", true),
        ] {
            let line = Directed {
                usage: &usage("One", "Once a day", "1 month"),
                formulations: &[form.to_owned()],
                routes: &[],
                name: "",
                ingredients: &[],
                container: "",
                pack: None,
                typed: Some(typed),
                supply_reason: None,
            };
            let found = unsignable(&line, MONTH);
            assert_eq!(found.is_empty(), fits, "{form} {typed} {found:?}");
            assert!(
                found.iter().all(|fault| fault.field == "toDispense"),
                "{form} {typed}"
            );
        }
    }

    #[test]
    fn the_sentence_says_how_long() {
        let usage = Usage {
            repeat: 4,
            ..usage("One", "Once a day", "3 months")
        };
        let line = Directed {
            usage: &usage,
            formulations: &["TABLET".to_owned()],
            routes: &[],
            name: "",
            ingredients: &[],
            container: "",
            pack: None,
            typed: None,
            supply_reason: None,
        };
        assert_eq!(
            asks_for_reason(&line, MONTH).as_deref(),
            Some("With its refills this covers 15 months. More than 12 months needs your reason.")
        );
    }

    #[test]
    fn words_name_no_drug_that_nobody_prescribes() {
        for (words, named) in [
            ("1 tablet of morphine 10 mg", true),
            ("lorazepam 1 mg at night", true),
            ("With Percocet 2 tabs", true),
            ("plus HYDROMORPHONE", true),
            ("With metformin, after a meal", false),
            ("Do not take with alcohol", false),
        ] {
            let usual = usage("One", "Once a day", "3 months");
            let by_notes = Usage {
                text_line: Some(words.into()),
                ..usual.clone()
            };
            let by_dose = Usage {
                quantity: "Other".into(),
                quantity_other: Some(words.into()),
                ..usual
            };
            for (usage, field) in [(by_notes, "textLine"), (by_dose, "quantityOther")] {
                assert_eq!(fields(&usage).contains(&field.to_owned()), named, "{words}");
            }
        }
    }

    #[test]
    fn a_name_in_two_fields_is_one() {
        let split = |dose: &str, frequency: &str| fields(&usage(dose, frequency, "3 months"));
        assert_eq!(split("1 mor", "phine 15 mg"), ["frequencyOther"]);
        assert_eq!(split("1 ati", "van at night"), ["frequencyOther"]);
        assert_eq!(split("1 tablet", "at night with food"), NONE);
    }

    #[test]
    fn words_give_no_other_quantity_than_the_printed_one() {
        for (words, fields_of) in [
            ("dispense 500", &["textLine"][..]),
            ("dispense 30 days at a time", &[]),
            ("Take with food", &[]),
        ] {
            let usage = Usage {
                text_line: Some(words.into()),
                ..usage("One", "Once a day", "3 months")
            };
            assert_eq!(fields(&usage), fields_of, "{words}");
        }
    }

    #[test]
    fn repeats_beyond_the_form_are_a_fault_and_no_overflow() {
        let usage = Usage {
            repeat: i64::MAX,
            ..usage("One", "Once a day", "99999999 years")
        };
        assert_eq!(fields(&usage), ["repeat", "repeat"]);
    }
}
