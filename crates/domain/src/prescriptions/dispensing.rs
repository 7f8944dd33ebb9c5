// SPDX-License-Identifier: AGPL-3.0-or-later

//! The quantity dispensed per fill (decision 139, reference prescription-rules 1.5).
//!
//! `quantity` in a usage is the dose. Where it cannot be computed safely, the doctor types the total.

use super::amounts::{self, Fraction};
use super::forms::{self, Form};
use super::numbers::{figures_words, number_words};
use super::packs::Pack;
use super::units::{is_unit, most};
use super::usage::Usage;
use crate::faults::Fault;
use salal_formats::drug_database::Ingredient;

pub use super::amounts::MonthLength;

/// Maximum length of a typed total, in characters.
const LONGEST_TOTAL: usize = 60;
/// Digits before and after the decimal point of a typed total.
const MOST_DIGITS: usize = 6;
const MOST_DECIMALS: usize = 3;

/// The computed quantity of one fill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dispense {
    /// Whole units; `None` when it cannot be computed safely.
    pub computed: Option<u32>,
    /// The doctor must type the total.
    pub needs_typing: bool,
    /// Why it must be typed, or what to check.
    pub note: Option<String>,
    /// `tablets`, `capsules`, …, matching the number.
    pub unit: &'static str,
}

impl Dispense {
    /// The total as printed, e.g. `90 (ninety) tablets`.
    pub fn total(&self) -> Option<Total> {
        self.computed.map(|number| Total {
            figures: number.to_string(),
            words: number_words(number),
            unit: self.unit.to_owned(),
        })
    }
}

/// A total in figures and in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Total {
    pub figures: String,
    pub words: String,
    /// Never empty.
    pub unit: String,
}

impl Total {
    /// `90 (ninety) tablets`.
    pub fn text(&self) -> String {
        format!("{} ({}) {}", self.figures, self.words, self.unit)
            .trim_end()
            .to_owned()
    }
}

/// The quantity of one fill in whole packs, where the drug is dispensed in packs; otherwise as
/// [`to_dispense`] says.
pub fn to_dispense_of(
    usage: &Usage,
    formulations: &[String],
    pack: Option<Pack>,
    month: MonthLength,
) -> Dispense {
    let Some(pack) = pack else {
        return to_dispense(usage, formulations, month);
    };
    let number = pack.number(usage);
    Dispense {
        computed: number,
        needs_typing: number.is_none(),
        note: number
            .is_none()
            .then(|| "Dispensed in packs: type how many.".to_owned()),
        unit: pack.unit(number.unwrap_or_default()),
    }
}

/// The quantity of one fill: dose × doses per day × days, rounded up to a whole unit.
pub fn to_dispense(usage: &Usage, formulations: &[String], month: MonthLength) -> Dispense {
    let form = forms::form(formulations);
    match compute(usage, form, month) {
        Ok((number, form, note)) => Dispense {
            computed: Some(number),
            needs_typing: false,
            note: note.map(str::to_owned),
            unit: if number == 1 {
                form.singular
            } else {
                form.plural
            },
        },
        Err(reason) => Dispense {
            computed: None,
            needs_typing: true,
            note: Some(reason.to_owned()),
            unit: form
                .filter(|form| form.countable)
                .map_or("", |form| form.plural),
        },
    }
}

type Computed = (u32, Form, Option<&'static str>);

fn compute(
    usage: &Usage,
    form: Option<Form>,
    month: MonthLength,
) -> Result<Computed, &'static str> {
    let form = form.ok_or("Several forms in one product: type the quantity to dispense.")?;
    if !form.countable {
        return Err(
            "Not counted in pieces: type the quantity to dispense, e.g. tubes or millilitres.",
        );
    }
    if usage.as_needed {
        return Err("As needed has no fixed number of doses: type the quantity to dispense.");
    }
    let (Some(dose), Some(doses_a_day), Some(days)) = (
        amounts::dose(&usage.quantity),
        amounts::doses_a_day(&usage.frequency, month),
        amounts::days(&usage.duration, month),
    ) else {
        return Err("Usage is \"Other\" or missing: type the quantity to dispense.");
    };
    let doses = doses_a_day * Fraction::from_integer(days);
    if doses < Fraction::from_integer(1) {
        return Err("Taken less often than the duration allows: type the quantity to dispense.");
    }
    let note = (!dose.is_integer() && !form.divisible)
        .then_some("This form is not meant to be divided. Please check the dose.");
    Ok(((dose * doses).ceil().to_integer(), form, note))
}

/// A total typed by the doctor: a positive number and its unit, e.g. `60 g` or `2 tubes`. A number alone
/// takes `unit`, and is refused if there is none. Only plain figures are accepted: `1e9`, `1,000` and `1/2`
/// are ambiguous.
pub fn typed_total(text: &str, unit: &str) -> Result<Total, Fault> {
    let refuse = |message: &str| Err(Fault::new("toDispense", message));
    let text = text.trim();
    if text.is_empty() || text.chars().count() > LONGEST_TOTAL || text.chars().any(char::is_control)
    {
        return refuse("Please type a number and its unit, e.g. 60 g");
    }
    let end = text
        .find(|letter: char| !letter.is_ascii_digit() && letter != '.')
        .unwrap_or(text.len());
    let (figures, rest) = text.split_at(end);
    let Some(figures) = plain_figures(figures) else {
        return refuse("Please begin with a number above 0, e.g. 60 g");
    };
    let (whole, decimals) = figures.split_once('.').unwrap_or((&figures, ""));
    if whole.len() > MOST_DIGITS {
        return refuse("Please type a smaller number");
    }
    let rest = rest.trim();
    if decimals.len() > MOST_DECIMALS || rest.starts_with(|next: char| !next.is_alphabetic()) {
        return refuse(
            "Please type plain figures with at most 3 decimals, then the unit, e.g. 2.5 mL",
        );
    }
    if !rest.is_empty() && !is_unit(rest) {
        return refuse(
            "Please write only the unit, as a pharmacy counts it, e.g. 60 g or 2 tubes of 30 g",
        );
    }
    let Some(words) = figures_words(&figures) else {
        return refuse("Please type a smaller number");
    };
    let unit = if rest.is_empty() { unit } else { rest };
    // A form that is not counted in pieces has no default unit: 9 of a cream may be grams or tubes.
    if unit.is_empty() {
        return refuse("Say the unit, such as 30 g.");
    }
    if whole.parse().is_ok_and(|whole: u32| whole > most(unit)) {
        return Err(Fault::new(
            "toDispense",
            format!("{figures} {unit} is more than a pharmacy dispenses at one time. Please check the number.").replace("  ", " "),
        ));
    }
    Ok(Total {
        words,
        unit: unit.to_owned(),
        figures,
    })
}

/// Digits without redundant zeros: `05.50` is `5.5`, `.5` is `0.5`. `None` for empty, zero or two decimal
/// points.
fn plain_figures(figures: &str) -> Option<String> {
    let (whole, decimals) = figures.split_once('.').unwrap_or((figures, ""));
    if decimals.contains('.') || !figures.bytes().any(|digit| (b'1'..=b'9').contains(&digit)) {
        return None;
    }
    let whole = whole.trim_start_matches('0');
    let decimals = decimals.trim_end_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    Some(if decimals.is_empty() {
        whole.to_owned()
    } else {
        format!("{whole}.{decimals}")
    })
}

/// What a total was typed for: it is kept while this is unchanged (decision 159).
#[derive(Debug, Clone, Copy)]
pub struct TypedFor<'a> {
    pub drug_name: &'a str,
    pub ingredients: &'a [Ingredient],
    pub formulations: &'a [String],
    pub usage: &'a Usage,
}

/// Which of drug, form, strength, dose, frequency and duration differ, as text: `dose and frequency`. `None`
/// when a typed total is still valid.
pub fn voids_total(before: &TypedFor<'_>, after: &TypedFor<'_>) -> Option<String> {
    let (old, new) = (before.usage, after.usage);
    // Notes explain `Other` if it has no text of its own.
    let noted = (old.has_other() || new.has_other()) && old.notes() != new.notes();
    let parts: Vec<&str> = [
        ("drug", before.drug_name != after.drug_name),
        ("strength", before.ingredients != after.ingredients),
        ("form", before.formulations != after.formulations),
        (
            "dose",
            old.quantity != new.quantity || old.quantity_other != new.quantity_other,
        ),
        (
            "frequency",
            old.frequency != new.frequency
                || old.frequency_other != new.frequency_other
                || old.as_needed != new.as_needed,
        ),
        (
            "duration",
            old.duration != new.duration || old.duration_other != new.duration_other,
        ),
        ("note", noted),
    ]
    .into_iter()
    .filter_map(|(part, differs)| differs.then_some(part))
    .collect();
    let (last, first) = parts.split_last()?;
    Some(if first.is_empty() {
        (*last).to_owned()
    } else {
        format!("{} and {last}", first.join(", "))
    })
}

/// The typed total after an edit.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TotalAfter {
    /// As typed by the doctor; `None` when the computed total is used.
    pub typed: Option<String>,
    /// The message for the editor, when a typed total was removed.
    pub removed: Option<String>,
}

/// The typed total after an edit (decision 159). `sent` is the value in the edit: `None` leaves the total
/// unchanged, an empty text removes it; a number alone takes `unit`. `voided` is the result of
/// [`voids_total`]; if the unchanged text is sent with such a change, it was left in the field and not typed
/// for the new line.
pub fn total_after_edit(
    before: Option<&str>,
    sent: Option<&str>,
    voided: Option<&str>,
    unit: &str,
    is_doctor: bool,
) -> Result<TotalAfter, Fault> {
    let sent = sent.map(str::trim);
    if !is_doctor && sent.is_some_and(|sent| sent != before.unwrap_or_default()) {
        return Err(Fault::new(
            "toDispense",
            "Only a doctor may type the quantity to dispense.",
        ));
    }
    if let Some(text) = sent.filter(|text| !text.is_empty()) {
        typed_total(text, unit)?;
    }
    let kept = match sent {
        None => before,
        Some("") => return Ok(TotalAfter::default()),
        Some(text) => Some(text),
    };
    Ok(match (before, voided) {
        (Some(typed), Some(parts)) if kept == Some(typed) => TotalAfter {
            typed: None,
            removed: Some(format!(
                "The typed quantity to dispense, {typed}, was removed because the {parts} changed."
            )),
        },
        _ => TotalAfter {
            typed: kept.map(str::to_owned),
            removed: None,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::{DURATIONS, FREQUENCIES, QUANTITIES};
    use proptest::prelude::*;
    use proptest::sample::select;

    fn usage(quantity: &str, frequency: &str, duration: &str) -> Usage {
        Usage {
            quantity: quantity.into(),
            frequency: frequency.into(),
            duration: duration.into(),
            ..Usage::default()
        }
    }

    fn tablets(quantity: &str, frequency: &str, duration: &str) -> Option<u32> {
        to_dispense(
            &usage(quantity, frequency, duration),
            &["TABLET".to_owned()],
            MonthLength::Thirty,
        )
        .computed
    }

    #[test]
    fn sums_are_exact_and_rounded_up() {
        assert_eq!(tablets("One half", "Twice a day", "3 months"), Some(90));
        assert_eq!(tablets("One", "Once a week", "3 months"), Some(13));
        assert_eq!(tablets("One", "Once a day", "3 months"), Some(90));
        assert_eq!(tablets("One quarter", "Once a day", "1 week"), Some(2));
        assert_eq!(
            tablets("Two and a half", "Four times a day", "7 weeks"),
            Some(490)
        );
        assert_eq!(tablets("One", "Every other day", "5 days"), Some(3));
        assert_eq!(
            tablets("One", "Once every three months", "3 months"),
            Some(1)
        );
        assert_eq!(tablets("Five", "Once a month", "2 months"), Some(10));
    }

    #[test]
    fn a_total_is_printed_in_figures_and_words() {
        let of = |duration: &str| {
            to_dispense(
                &usage("One", "Once a day", duration),
                &["CAPSULE".to_owned()],
                MonthLength::Thirty,
            )
            .total()
            .map(|total| total.text())
        };
        assert_eq!(of("3 months").as_deref(), Some("90 (ninety) capsules"));
        assert_eq!(of("1 day").as_deref(), Some("1 (one) capsule"));
    }

    #[test]
    fn without_a_safe_sum_the_doctor_types() {
        let needs = |usage: &Usage, form: &str| {
            let found = to_dispense(usage, &[form.to_owned()], MonthLength::Thirty);
            assert_eq!(found.computed.is_none(), found.needs_typing);
            found.needs_typing && found.note.is_some()
        };
        let usual = usage("One", "Once a day", "3 months");
        assert!(!needs(&usual, "TABLET"));
        for form in [
            "CREAM",
            "DROPS",
            "METERED-DOSE AEROSOL",
            "SOLUTION",
            "PATCH",
            "KIT",
        ] {
            assert!(needs(&usual, form), "{form}");
        }
        assert!(needs(
            &Usage {
                as_needed: true,
                ..usual.clone()
            },
            "TABLET"
        ));
        assert!(needs(&usage("Other", "Once a day", "3 months"), "TABLET"));
        assert!(needs(&usage("One", "Other", "3 months"), "TABLET"));
        assert!(needs(&usage("One", "Once a day", "Other"), "TABLET"));
        assert!(needs(&usage("One", "Once a day", ""), "TABLET"));
        assert!(needs(
            &usage("One", "Once every six months", "3 months"),
            "TABLET"
        ));
        assert!(needs(&usage("One", "Once a month", "1 week"), "TABLET"));
    }

    #[test]
    fn packs_are_counted_as_packs() {
        let of = |pills: u32, days: u32, usage: &Usage| {
            let found = to_dispense_of(
                usage,
                &["TABLET".to_owned()],
                Some(Pack { pills, days }),
                MonthLength::Thirty,
            );
            assert_eq!(found.computed.is_none(), found.needs_typing);
            found.total().map(|total| total.text())
        };
        for (pills, days, duration, total) in [
            (28, 28, "3 months", "3 (three) packs of 28 tablets"),
            (28, 28, "1 month", "1 (one) pack of 28 tablets"),
            (28, 28, "6 weeks", "2 (two) packs of 28 tablets"),
            (21, 28, "3 months", "3 (three) packs of 21 tablets"),
            (91, 91, "3 months", "1 (one) pack of 91 tablets"),
        ] {
            let daily = usage("One", "Once a day", duration);
            assert_eq!(
                of(pills, days, &daily).as_deref(),
                Some(total),
                "{duration}"
            );
        }
        assert_eq!(of(28, 28, &usage("Two", "Once a day", "1 month")), None);
        assert_eq!(of(28, 28, &usage("One", "Twice a day", "1 month")), None);
    }

    #[test]
    fn cutting_what_cannot_be_cut_is_noted() {
        let half = usage("One half", "Once a day", "1 week");
        for (form, noted) in [
            ("TABLET", false),
            ("CAPSULE", true),
            ("TABLET (EXTENDED-RELEASE)", true),
        ] {
            let found = to_dispense(&half, &[form.to_owned()], MonthLength::Thirty);
            assert_eq!(
                (found.computed, found.note.is_some()),
                (Some(4), noted),
                "{form}"
            );
        }
    }

    #[test]
    fn four_week_months_are_a_setting() {
        let month = usage("One", "Once a month", "3 months");
        let day = usage("One", "Once a day", "3 months");
        let form = ["TABLET".to_owned()];
        assert_eq!(
            to_dispense(&month, &form, MonthLength::TwentyEight).computed,
            Some(3)
        );
        assert_eq!(
            to_dispense(&day, &form, MonthLength::TwentyEight).computed,
            Some(84)
        );
    }

    #[test]
    fn typed_totals_are_read() {
        let text = |typed: &str| typed_total(typed, "tablets").map(|total| total.text()).ok();
        assert_eq!(text("60 g").as_deref(), Some("60 (sixty) g"));
        assert_eq!(text("90").as_deref(), Some("90 (ninety) tablets"));
        assert!(typed_total("30", "").is_err() && typed_total("30 g", "").is_ok());
        assert_eq!(text("2.50mL").as_deref(), Some("2.5 (two point five) mL"));
        assert_eq!(text(".5 L").as_deref(), Some("0.5 (zero point five) L"));
        assert_eq!(
            text("2 tubes of 30 g").as_deref(),
            Some("2 (two) tubes of 30 g")
        );
        for right in [
            "1 inhaler of 200 doses",
            "2 boxes of 30 patches",
            "3 x 10 mL",
            "100 test strips",
            "5 pre-filled pens",
            "1 bottle (100 mL)",
            "3 pens of 3 mL",
            "6 blister packs of 28 tablets",
            "250 IU",
            "3 months' supply",
            "1.5 mL",
            "2 Tubes",
            "28 film-coated tablets",
            "1 box of 100",
            "3 packs of 28",
            "5 x 3 mL pens",
            "1 x 30 g tube",
            "60 g jar",
            "90 days supply",
            "1000 g",
            "5000 mL",
            "15000 units",
            "300 strips",
        ] {
            assert!(text(right).is_some(), "{right}");
        }
        assert_eq!(
            text("3999").as_deref(),
            Some("3999 (three thousand nine hundred and ninety-nine) tablets")
        );
        for wrong in [
            "999999",
            "4001 tablets",
            "999999 g",
            "10001 g",
            "10001 mL",
            "401 tubes of 30 g",
            "105 L",
            "999999 units",
            "90 tablets of morphine",
            "90 tablets 10 mg",
            "3 months",
            "90 morphine",
            "1 tablet, dispense 500",
            "2 tubes of",
            "30 g g",
            "of 30 g",
            "1e9",
            "1E9 g",
            "1 e 9",
            "1e",
            "1,000",
            "1/2 tablet",
            "0x10",
            "1.2345 mL",
            "1000000",
            "5 %",
            "6 7",
            "\u{0661}\u{0662} g",
            "",
            "0",
            "0.0 g",
            "g 60",
            "-5",
            "1.2.3",
            "99999999999",
            "5\n6",
            &"9".repeat(61),
        ] {
            assert_eq!(text(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn any_change_of_what_it_was_typed_for_voids_a_total() {
        let strength = |text: &str| {
            vec![Ingredient {
                strength: text.into(),
                ..Ingredient::default()
            }]
        };
        let (ten, twenty) = (strength("10"), strength("20"));
        let (tablet, capsule) = (["TABLET".to_owned()], ["CAPSULE".to_owned()]);
        let usual = usage("One", "Once a day", "3 months");
        let stands = TypedFor {
            drug_name: "RAMIPRIL",
            ingredients: &ten,
            formulations: &tablet,
            usage: &usual,
        };
        let after = |usage: &Usage| voids_total(&stands, &TypedFor { usage, ..stands });
        assert_eq!(after(&usual), None);
        assert_eq!(
            after(&Usage {
                repeat: 3,
                ..usual.clone()
            }),
            None
        );
        assert_eq!(
            after(&Usage {
                text_line: Some("With food".into()),
                ..usual.clone()
            }),
            None
        );
        for (changed, part) in [
            (usage("Two", "Once a day", "3 months"), "dose"),
            (usage("One", "Twice a day", "3 months"), "frequency"),
            (usage("One", "Once a day", "1 month"), "duration"),
            (
                Usage {
                    as_needed: true,
                    ..usual.clone()
                },
                "frequency",
            ),
            (
                usage("Two", "Twice a day", "1 month"),
                "dose, frequency and duration",
            ),
        ] {
            assert_eq!(after(&changed).as_deref(), Some(part));
        }
        for (changed, part) in [
            (
                TypedFor {
                    drug_name: "LISINOPRIL",
                    ..stands
                },
                "drug",
            ),
            (
                TypedFor {
                    ingredients: &twenty,
                    ..stands
                },
                "strength",
            ),
            (
                TypedFor {
                    formulations: &capsule,
                    ..stands
                },
                "form",
            ),
        ] {
            assert_eq!(voids_total(&stands, &changed).as_deref(), Some(part));
        }
        let other = |note: &str| Usage {
            text_line: Some(note.into()),
            ..usage("Other", "Once a day", "3 months")
        };
        let (few, many) = (other("a few drops"), other("many drops"));
        assert_eq!(
            voids_total(
                &TypedFor {
                    usage: &few,
                    ..stands
                },
                &TypedFor {
                    usage: &many,
                    ..stands
                }
            )
            .as_deref(),
            Some("note")
        );
    }

    #[test]
    fn a_total_left_over_is_removed_and_one_typed_anew_stays() {
        let after = |before, sent, voided, is_doctor| {
            total_after_edit(before, sent, voided, "tablets", is_doctor)
                .map(|after| (after.typed, after.removed.is_some()))
                .map_err(|fault| fault.field)
        };
        let kept = |text: &str| Ok((Some(text.to_owned()), false));
        let gone = Ok((None, true));
        let typed = Some("44 tablets");
        for is_doctor in [true, false] {
            assert_eq!(after(typed, None, None, is_doctor), kept("44 tablets"));
            assert_eq!(after(typed, None, Some("dose"), is_doctor), gone);
            assert_eq!(after(typed, typed, Some("drug"), is_doctor), gone);
            assert_eq!(
                after(None, None, Some("dose"), is_doctor),
                Ok((None, false))
            );
            assert_eq!(after(None, Some(""), None, is_doctor), Ok((None, false)));
        }
        assert_eq!(after(typed, Some("50"), Some("dose"), true), kept("50"));
        assert_eq!(
            after(typed, Some(""), Some("dose"), true),
            Ok((None, false))
        );
        assert_eq!(
            after(None, Some("44 tablets"), Some("dose"), true),
            kept("44 tablets")
        );
        let refused = Err("toDispense".to_owned());
        assert_eq!(after(None, Some("50"), None, false), refused);
        assert_eq!(after(typed, Some(""), None, false), refused);
        assert_eq!(after(typed, Some("50"), Some("dose"), false), refused);
        assert_eq!(after(None, Some("1e9"), None, true), refused);
    }

    proptest! {
        #[test]
        fn a_sum_covers_the_doses_and_wastes_less_than_one(
            quantity in select(QUANTITIES), frequency in select(FREQUENCIES), duration in select(DURATIONS)
        ) {
            if let Some(total) = tablets(quantity, frequency, duration) {
                let exact = amounts::dose(quantity).unwrap()
                    * amounts::doses_a_day(frequency, MonthLength::Thirty).unwrap()
                    * amounts::days(duration, MonthLength::Thirty).unwrap();
                let total = Fraction::from_integer(total);
                prop_assert!(total >= exact && total - exact < Fraction::from_integer(1));
            }
        }
    }
}
