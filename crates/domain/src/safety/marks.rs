// SPDX-License-Identifier: AGPL-3.0-or-later

//! Derives the marks of a line: allergy, interaction, condition, duplicate, dose, too early, not recorded.

use std::borrow::Cow;
use std::sync::Arc;

use chrono::{Datelike, NaiveDate};

use super::daily;
use super::medicine::{Medicine, Part, Place, Prescribed, Seen};
use super::parsing::{self, Allergies, Allergy, Names};
use super::tables::{MORE_THAN_WEEKLY, Tables};
use super::weekly;
use crate::codes;
use crate::days::day_text;
use crate::prescriptions::amounts::MonthLength;
use crate::prescriptions::run_out::READY_DAYS_BEFORE;
use crate::search::fold;

/// Days of supply from which a repeated request is more than a little early.
const LONG_SUPPLY: i64 = 30;
/// The age from which nobody is asked about pregnancy (decision 172).
const ASKED_UNTIL_AGE: u32 = 56;
/// The ratio to a maximum up to which a dose is the maximum itself, written with rounded numbers.
const ROUNDED: f64 = 1.001;

codes! {
    /// The kind of a mark, in the order used for equal levels.
    #[derive(PartialOrd, Ord)]
    pub enum MarkKind {
        Allergy = "allergy",
        Interaction = "interaction",
        Condition = "condition",
        Ingredient = "ingredient",
        Class = "class",
        Early = "early",
        Dose = "dose",
        Unrecorded = "unrecorded",
        Unchecked = "unchecked",
    }
}

codes! {
    /// Where the other medication of a mark is.
    pub enum MarkPlace {
        /// A line of the same request.
        Line = "line",
        /// Recorded by the patient.
        Recorded = "recorded",
        /// A supplement or another item recorded by the patient.
        Supplement = "supplement",
        /// Approved here on another prescription.
        Prescribed = "prescribed",
    }
}

/// The other medication that a mark refers to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct With {
    /// Display name: `Ramipril 5 mg`.
    pub name: String,
    pub place: MarkPlace,
    /// P-20418, if it was prescribed here.
    pub label: Option<String>,
}

/// One mark: a sentence for the doctor, and one for the patient if there is something to say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// Identical for identical facts, so that a mark that was seen is recognized.
    pub key: String,
    pub kind: MarkKind,
    /// 3 do not combine without a specialist, 2 check or change something, 1 worth knowing.
    pub level: u8,
    /// Row of a table; empty if no table applies.
    pub rule: String,
    /// The emphasized beginning of the sentence: `With Ramipril 5 mg,`
    pub lead: String,
    pub text: String,
    /// A few words: `kidney disease`
    pub brief: String,
    /// The source of the sentence.
    pub source: String,
    pub patient: Option<String>,
    pub with: Option<With>,
}

/// What is known about the person. Unanswered questions produce no marks.
#[derive(Debug, Clone, Default)]
pub struct Patient {
    /// Whether there is medical information at all.
    pub has_record: bool,
    pub age: Option<u32>,
    /// As answered; empty when not.
    pub sex: String,
    pub allergies: Vec<String>,
    pub conditions: Vec<String>,
    pub surgeries: Vec<String>,
    /// As answered; empty when not.
    pub smoking: String,
    /// Whether pregnant, planning a pregnancy, or breastfeeding, as answered; empty when not.
    pub pregnancy: String,
    /// Names of the catalogue in the texts above and in typed medications.
    pub names: Names,
}

/// A medication as interpreted with the tables, for any number of comparisons.
#[derive(Debug)]
pub struct Prepared {
    seen: Seen,
    medicine: Medicine,
}

/// What a patient's texts say of conditions, in one year.
#[derive(Debug)]
struct Conditions {
    /// Codes of conditions and of the person.
    codes: Vec<String>,
    /// How pregnancy is called where it is known from less than plain words: the answer, or "14 weeks" alone.
    pregnancy: Option<&'static str>,
}

/// A patient's record as interpreted with the tables, for any number of lines and moments.
#[derive(Debug)]
pub struct Record {
    tables: Arc<Tables>,
    patient: Patient,
    allergies: Allergies,
    year: i32,
    /// As of that year.
    conditions: Conditions,
    month: MonthLength,
}

/// A record as of a day, beside other medications.
#[derive(Debug)]
pub struct Reading<'a> {
    tables: &'a Tables,
    patient: &'a Patient,
    allergies: &'a Allergies,
    conditions: Cow<'a, [String]>,
    pregnancy: Option<&'static str>,
    others: Vec<&'a Prepared>,
    today: NaiveDate,
    month: MonthLength,
}

impl Conditions {
    fn of(tables: &Tables, patient: &Patient, year: i32) -> Self {
        let mut codes = parsing::read_conditions(tables, &patient.conditions, year);
        for one in parsing::read_conditions(tables, &patient.surgeries, year) {
            if !codes.contains(&one) {
                codes.push(one);
            }
        }
        let is_pregnant = codes.iter().any(|one| one == "pregnant");
        let age = patient.age;
        let pregnancy = if is_pregnant {
            None
        } else if fold(&patient.pregnancy) == "yes" {
            Some("pregnant, planning a pregnancy or breastfeeding")
        } else {
            // The doctor is asked rather than told, and of nobody who is not asked the question (decision 172).
            let is_asked = !patient.sex.eq_ignore_ascii_case("male")
                && age.is_none_or(|age| age < ASKED_UNTIL_AGE);
            let is_possible = is_asked && codes.iter().any(|one| one == "perhaps-pregnant");
            is_possible.then_some("possibly pregnant, please ask")
        };
        if pregnancy.is_some() {
            codes.push("pregnant".into());
        }
        let smokes = !patient.smoking.is_empty() && !fold(&patient.smoking).eq("no")
            || codes.iter().any(|one| one == "smoker");
        if smokes && age.is_some_and(|age| age >= 35) {
            codes.push("smoker-35".into());
        }
        if age.is_some_and(|age| age >= 65) {
            codes.push("age-65".into());
        }
        let may_be_pregnant = patient.sex.eq_ignore_ascii_case("female")
            && age.is_some_and(|age| (15..=49).contains(&age))
            && !codes
                .iter()
                .any(|one| one == "pregnant" || one == "cannot-be-pregnant");
        if may_be_pregnant {
            codes.push("woman-15-49".into());
        }
        Self { codes, pregnancy }
    }
}

impl Record {
    /// Interprets what the patient wrote, as of this day.
    pub fn new(
        tables: Arc<Tables>,
        patient: Patient,
        today: NaiveDate,
        month: MonthLength,
    ) -> Self {
        let mut allergies = parsing::read_allergies(&tables, &patient.names, &patient.allergies);
        // "Angioedema from ramipril" among the conditions: an allergy as well, where its drug is known.
        let reactions: Vec<String> = patient
            .conditions
            .iter()
            .filter(|text| parsing::tells_of_allergy(text))
            .cloned()
            .collect();
        let beside = parsing::read_allergies(&tables, &patient.names, &reactions);
        allergies.known.extend(beside.known);
        let year = today.year();
        Self {
            conditions: Conditions::of(&tables, &patient, year),
            tables,
            patient,
            allergies,
            year,
            month,
        }
    }

    /// Interprets a medication.
    pub fn prepare(&self, medicine: Medicine) -> Prepared {
        Prepared {
            seen: Seen::new(&self.tables, &self.patient.names, &medicine),
            medicine,
        }
    }

    /// The record as of a day: `others` are the recorded medications, the supplements and earlier approvals here, used
    /// up or not.
    pub fn on<'a>(&'a self, today: NaiveDate, others: Vec<&'a Prepared>) -> Reading<'a> {
        let (conditions, pregnancy) = if today.year() == self.year {
            let conditions = &self.conditions;
            (
                Cow::Borrowed(conditions.codes.as_slice()),
                conditions.pregnancy,
            )
        } else {
            let conditions = Conditions::of(&self.tables, &self.patient, today.year());
            (Cow::Owned(conditions.codes), conditions.pregnancy)
        };
        Reading {
            tables: &self.tables,
            patient: &self.patient,
            allergies: &self.allergies,
            conditions,
            pregnancy,
            others,
            today,
            month: self.month,
        }
    }
}

impl Reading<'_> {
    /// The marks of a line beside the other lines of its request, most severe first.
    pub fn marks(&self, line: &Prepared, siblings: &[&Prepared]) -> Vec<Mark> {
        let line = Line {
            reading: self,
            seen: &line.seen,
            medicine: &line.medicine,
            siblings,
        };
        line.marks()
    }
}

struct Line<'a> {
    reading: &'a Reading<'a>,
    seen: &'a Seen,
    medicine: &'a Medicine,
    siblings: &'a [&'a Prepared],
}

/// What a line has to do with a recorded allergy.
struct Found<'a> {
    level: u8,
    rule: &'a str,
    text: String,
    source: &'a str,
    patient: Plain<'a>,
}

/// Keeps the most severe, of equal ones the first.
fn keep<'a>(best: &mut Option<Found<'a>>, found: Found<'a>) {
    if best.as_ref().is_none_or(|known| known.level < found.level) {
        *best = Some(found);
    }
}

/// The same in the patient's sentence.
enum Plain<'a> {
    Same,
    Contains,
    Related,
    /// A sentence of the tables.
    Known(&'a str),
}

/// The place of another medication, as text after its name.
fn standing(place: &Place) -> String {
    match place {
        Place::Line => "in this request".into(),
        Place::Recorded | Place::Supplement => "which the patient takes".into(),
        Place::Prescribed(one) => format!("prescribed here, {}", supply(one)),
    }
}

fn supply(one: &Prescribed) -> String {
    match one.runs_out {
        Some(end) => format!("{}, supply until {}", one.label, day_text(end)),
        None => format!("{} of {}", one.label, day_text(one.on)),
    }
}

fn with(other: &Seen) -> With {
    With {
        name: other.shown.clone(),
        place: match other.place {
            Place::Line => MarkPlace::Line,
            Place::Recorded => MarkPlace::Recorded,
            Place::Supplement => MarkPlace::Supplement,
            Place::Prescribed(_) => MarkPlace::Prescribed,
        },
        label: match &other.place {
            Place::Prescribed(one) => Some(one.label.clone()),
            _ => None,
        },
    }
}

impl Line<'_> {
    fn marks(&self) -> Vec<Mark> {
        let mut marks = Vec::new();
        self.allergies(&mut marks);
        self.interactions(&mut marks);
        self.conditions(&mut marks);
        self.twice(&mut marks);
        self.classes(&mut marks);
        self.dose(&mut marks);
        self.ceilings(&mut marks);
        self.too_often(&mut marks);
        self.unrecorded(&mut marks);
        self.unchecked(&mut marks);
        marks.sort_by_key(|mark| (std::cmp::Reverse(mark.level), mark.kind));
        marks
    }

    fn recorded(&self) -> impl Iterator<Item = (&Seen, &Medicine)> {
        self.reading
            .others
            .iter()
            .map(|other| (&other.seen, &other.medicine))
            .filter(|(other, _)| matches!(other.place, Place::Recorded | Place::Supplement))
    }

    fn prescribed(&self) -> impl Iterator<Item = (&Seen, &Medicine, &Prescribed)> {
        self.reading
            .others
            .iter()
            .filter_map(|other| match &other.seen.place {
                Place::Prescribed(one) => Some((&other.seen, &other.medicine, one)),
                _ => None,
            })
    }

    /// Everything the patient has besides this line, each drug once: in the request, as recorded, as
    /// prescribed here and not used up.
    fn beside(&self) -> Vec<&Seen> {
        let running = self.prescribed().filter_map(|(seen, _, one)| {
            one.runs_out
                .is_some_and(|end| end > self.reading.today)
                .then_some(seen)
        });
        let mut found: Vec<&Seen> = Vec::new();
        let all = self
            .siblings
            .iter()
            .map(|other| &other.seen)
            .chain(self.recorded().map(|(seen, _)| seen))
            .chain(running);
        for other in all {
            if !found.iter().any(|known| known.is_same(other)) {
                found.push(other);
            }
        }
        found
    }

    /// What this line has to do with a recorded allergy: the most severe of it.
    fn related<'b>(&'b self, allergy: &'b Allergy) -> Option<Found<'b>> {
        let tables = self.reading.tables;
        let in_codes = |codes: &[String]| {
            self.seen
                .codes
                .iter()
                .any(|code| codes.iter().any(|one| code.starts_with(one.as_str())))
        };
        let mut best: Option<Found<'_>> = None;
        for substance in &allergy.substances {
            if self.seen.substances.contains(substance) {
                keep(
                    &mut best,
                    Found {
                        level: 3,
                        rule: substance,
                        text: format!("Same ingredient: {substance}."),
                        source: "The recorded allergies",
                        patient: if self.seen.substances.len() == 1 {
                            Plain::Same
                        } else {
                            Plain::Contains
                        },
                    },
                );
            }
        }
        for (at, group) in tables.groups.iter().enumerate() {
            let is_of_group = allergy.groups.contains(&at)
                || allergy.substances.iter().any(|substance| {
                    tables.by_name.get(substance).is_some_and(|known| {
                        tables.substances[*known]
                            .atc
                            .iter()
                            .any(|code| group.atc.iter().any(|one| code.starts_with(one.as_str())))
                    })
                });
            if !is_of_group {
                continue;
            }
            let also = in_codes(&group.also)
                && group
                    .also_when
                    .iter()
                    .any(|word| format!(" {} ", allergy.words).contains(&format!(" {word} ")));
            let name = &group.name;
            let (level, text, patient) = if in_codes(&group.atc) || also {
                (2, format!("Same group: {name}."), Plain::Related)
            } else if in_codes(&group.related) {
                let text = format!("Related to the group: {name}. {}", group.related_doctor);
                let patient = if group.related_patient.is_empty() {
                    Plain::Related
                } else {
                    Plain::Known(&group.related_patient)
                };
                (1, text.trim_end().to_owned(), patient)
            } else {
                continue;
            };
            keep(
                &mut best,
                Found {
                    level,
                    rule: &group.id,
                    text,
                    source: &group.source,
                    patient,
                },
            );
        }
        best
    }

    fn allergies(&self, marks: &mut Vec<Mark>) {
        for allergy in &self.reading.allergies.known {
            let Some(found) = self.related(allergy) else {
                continue;
            };
            let rule = found.rule;
            let (level, words) = if allergy.is_intolerance {
                let words = format!("{} An intolerance, as recorded.", found.text);
                (found.level - 1, words)
            } else {
                (found.level, found.text)
            };
            if level == 0
                || marks
                    .iter()
                    .any(|mark| mark.rule == rule && mark.level >= level)
            {
                continue;
            }
            let entry = shortened(&allergy.entry);
            let drug = &self.seen.shown;
            let told = format!("You told us of an allergy, \u{201c}{entry}\u{201d}");
            marks.push(Mark {
                key: format!("allergy:{rule}"),
                kind: MarkKind::Allergy,
                level,
                lead: "Allergy.".into(),
                text: format!("Recorded: \u{201c}{entry}\u{201d}. {words}"),
                brief: "allergy".into(),
                patient: Some(match found.patient {
                    Plain::Same => format!("{told}, and {drug} is the same medicine."),
                    Plain::Contains => format!("{told}, and {drug} contains the same medicine."),
                    Plain::Related => format!("{told}, and {drug} is related to it."),
                    Plain::Known(sentence) => format!("{told}. {sentence}"),
                }),
                rule: rule.to_owned(),
                source: found.source.to_owned(),
                with: None,
            });
        }
    }

    fn interactions(&self, marks: &mut Vec<Mark>) {
        let reading = self.reading;
        for other in self.beside() {
            if other.substances == self.seen.substances {
                continue;
            }
            let meets = |a: usize, b: usize| {
                self.seen.parts.iter().any(|mine| {
                    has(mine, a)
                        && other.parts.iter().any(|theirs| {
                            has(theirs, b)
                                && mine.key != theirs.key
                                && !other.substances.contains(&mine.key)
                                && !self.seen.substances.contains(&theirs.key)
                        })
                })
            };
            let found: Vec<_> = reading
                .tables
                .interactions
                .iter()
                .filter(|row| meets(row.a, row.b) || meets(row.b, row.a))
                .collect();
            for row in &found {
                if found.iter().any(|louder| louder.silences == row.id) {
                    continue;
                }
                let name = &other.shown;
                marks.push(Mark {
                    key: format!("interaction:{}:{}", row.id, other.substances.join("+")),
                    kind: MarkKind::Interaction,
                    level: row.level,
                    rule: row.id.clone(),
                    lead: format!("With {name},"),
                    text: format!("{}: {}", standing(&other.place), row.doctor),
                    brief: format!("with {name}"),
                    source: row.source.clone(),
                    patient: (!row.patient.is_empty())
                        .then(|| format!("With {name}: {}", lower_first(&row.patient))),
                    with: Some(with(other)),
                });
            }
        }
    }

    fn conditions(&self, marks: &mut Vec<Mark>) {
        for row in &self.reading.tables.cautions {
            let is_so = if row.when == MORE_THAN_WEEKLY {
                self.seen.is_more_than_weekly(self.reading.month)
            } else {
                self.reading.conditions.contains(&row.when)
            };
            let applies = is_so && self.seen.parts.iter().any(|part| has(part, row.class));
            if !applies {
                continue;
            }
            let name = match self.reading.pregnancy {
                Some(name) if row.when == "pregnant" => name,
                _ => named(&row.when),
            };
            marks.push(Mark {
                key: format!("condition:{}", row.id),
                kind: MarkKind::Condition,
                level: row.level,
                rule: row.id.clone(),
                lead: format!("{}.", upper_first(name)),
                text: upper_first(&row.doctor),
                brief: name.to_owned(),
                source: row.source.clone(),
                patient: (!row.patient.is_empty()).then(|| row.patient.clone()),
                with: None,
            });
        }
    }

    /// The recorded medication that this line renews: the same substances, preferably with the same strength
    /// and name.
    fn renewed(&self) -> Option<(&Seen, &Medicine)> {
        self.recorded()
            .filter(|(other, _)| other.is_same(self.seen))
            .min_by_key(|(other, _)| {
                (
                    self.seen.has_other_strength(other),
                    fold(&other.shown) != fold(&self.seen.shown),
                )
            })
    }

    fn twice(&self, marks: &mut Vec<Mark>) {
        let line = self.seen;
        let mut told: Vec<&Seen> = Vec::new();
        for other in self.siblings {
            let other = &other.seen;
            if let Some(substance) = line.shared(other) {
                told.push(other);
                marks.push(self.same_ingredient(other, substance));
            }
        }
        let renewed = self.renewed().map(|(seen, _)| std::ptr::from_ref(seen));
        let mut early: Option<(i64, &Seen, &Prescribed)> = None;
        for (other, _, one) in self.prescribed() {
            let left = one
                .runs_out
                .map_or(0, |end| (end - self.reading.today).num_days());
            if left <= i64::try_from(READY_DAYS_BEFORE).unwrap_or(i64::MAX) {
                continue;
            }
            let Some(substance) = line.shared(other) else {
                continue;
            };
            if !line.is_same(other) || line.has_other_strength(other) {
                if !told.iter().any(|known| known.is_same(other)) {
                    told.push(other);
                    marks.push(self.same_ingredient(other, substance));
                }
            } else if early.is_none_or(|(known, ..)| known < left) {
                early = Some((left, other, one));
            }
        }
        for (other, _) in self.recorded() {
            let Some(substance) = line.shared(other) else {
                continue;
            };
            let is_this = renewed == Some(std::ptr::from_ref(other))
                || (line.is_same(other)
                    && !line.has_other_strength(other)
                    && fold(&line.shown) == fold(&other.shown));
            // A strength renewed by another line of the request is reported there.
            if is_this || told.iter().any(|known| known.is_same(other)) {
                continue;
            }
            told.push(other);
            marks.push(self.same_ingredient(other, substance));
        }
        if let Some((left, other, one)) = early {
            let until = one.runs_out.map(day_text).unwrap_or_default();
            marks.push(Mark {
                key: format!("early:{}", one.label),
                kind: MarkKind::Early,
                level: if left > LONG_SUPPLY { 2 } else { 1 },
                rule: String::new(),
                lead: "Too early.".into(),
                text: format!(
                    "{} was prescribed here on {} ({}); that supply should last until {until} ({left} more days).",
                    other.shown,
                    day_text(one.on),
                    one.label
                ),
                brief: format!("{left} days of supply left"),
                source: "This clinic’s prescriptions".into(),
                patient: Some(format!("Your last supply should last until {until}.")),
                with: Some(with(other)),
            });
        }
    }

    fn same_ingredient(&self, other: &Seen, substance: &str) -> Mark {
        let place = standing(&other.place);
        let name = &other.shown;
        let (lead, text, brief, patient) = if self.seen.is_same(other) {
            (
                "Same medicine twice.",
                format!("{name}, {place}, is the same medicine."),
                format!("the same medicine as {name}"),
                format!("{name} is the same medicine. Ask before you take both."),
            )
        } else {
            (
                "Same ingredient twice.",
                format!("{} is in {name}, {place}, too.", upper_first(substance)),
                format!("same ingredient as {name}"),
                format!(
                    "{name} has an ingredient of this medicine, too. Ask before you take both."
                ),
            )
        };
        Mark {
            key: format!("ingredient:{}:{}", substance, fold(name)),
            kind: MarkKind::Ingredient,
            level: 2,
            rule: String::new(),
            lead: lead.into(),
            text,
            brief,
            source: "Ingredients of the drug register".into(),
            patient: Some(patient),
            with: Some(with(other)),
        }
    }

    fn classes(&self, marks: &mut Vec<Mark>) {
        let tables = self.reading.tables;
        for other in self.beside() {
            if self.seen.is_local || other.is_local || self.seen.shared(other).is_some() {
                continue;
            }
            let group = self
                .seen
                .parts
                .iter()
                .flat_map(|part| &part.groups)
                .find(|group| {
                    !tables.together.contains(*group)
                        && other.parts.iter().any(|part| part.groups.contains(group))
                });
            let Some(group) = group else { continue };
            let name = &other.shown;
            marks.push(Mark {
                key: format!("class:{group}:{}", other.substances.join("+")),
                kind: MarkKind::Class,
                level: 2,
                rule: group.clone(),
                lead: "Same class twice.".into(),
                text: format!(
                    "{name}, {}, is of the same class (ATC {group}).",
                    standing(&other.place)
                ),
                brief: format!("same class as {name}"),
                source: "WHO ATC classification, level 4".into(),
                patient: Some(format!(
                    "{name} is the same kind of medicine. Ask before you take both."
                )),
                with: Some(with(other)),
            });
        }
    }

    fn dose(&self, marks: &mut Vec<Mark>) {
        let line = self.seen;
        let last = self
            .prescribed()
            .filter(|(other, ..)| other.is_same(line))
            .max_by_key(|(_, _, one)| one.on);
        let mut said = Vec::new();
        let mut ratio: f64 = 1.0;
        let mut told: Option<&Seen> = None;
        let mut patient = None;
        if let Some((other, medicine, one)) = last
            && let Some(times) = line.dose_against(other, self.reading.month)
        {
            ratio = times;
            told = Some(other);
            let words = other.dose_words(medicine);
            said.push(format!(
                "The last prescription was {words} ({}, {}).",
                one.label,
                day_text(one.on)
            ));
            patient = Some(format!(
                "Your last prescription was {words}. Please check the dose."
            ));
        }
        if let Some((other, medicine)) = self.renewed()
            && let Some(times) = line.dose_against(other, self.reading.month)
        {
            if told.is_none() {
                ratio = times;
                told = Some(other);
            }
            let words = other.dose_words(medicine);
            said.push(format!("Recorded is {words}."));
            patient = Some(format!(
                "You told us that you take {words}. Please check the dose."
            ));
        }
        let Some(other) = told else { return };
        marks.push(Mark {
            key: format!("dose:{}", fold(&said.join(" "))),
            kind: MarkKind::Dose,
            level: if (0.49..=2.01).contains(&ratio) { 1 } else { 2 },
            rule: String::new(),
            lead: "Another dose.".into(),
            text: said.join(" "),
            brief: lower_first(said.first().map_or("", |text| text.trim_end_matches('.'))),
            source: "This clinic’s prescriptions and the recorded medications".into(),
            patient,
            with: Some(with(other)),
        });
    }

    /// Doses a day above the usual maximum; a slip of ten is the commonest dangerous slip (decision 176).
    fn ceilings(&self, marks: &mut Vec<Mark>) {
        let reading = self.reading;
        let tables = reading.tables;
        let Some((route, amounts)) = daily::a_day(tables, self.medicine, reading.month) else {
            return;
        };
        for (substance, a_day) in amounts {
            let Some(ceiling) = tables.ceilings.get(&(substance.clone(), route)) else {
                continue;
            };
            let times = a_day / ceiling.most_mg;
            if times <= ROUNDED {
                continue;
            }
            let (written, most) = (daily::amount(a_day), daily::amount(ceiling.most_mg));
            let how = route.words();
            marks.push(Mark {
                key: format!("ceiling:{substance}:{written}"),
                kind: MarkKind::Dose,
                level: if times > 2.0 * ROUNDED { 3 } else { 2 },
                rule: format!("ceiling {substance}"),
                lead: "High dose.".into(),
                text: format!(
                    "{written} of {substance} a day as directed; the usual maximum is {most} a day {how}."
                ),
                brief: format!("{written} of {substance} a day"),
                source: ceiling.source.clone(),
                patient: Some(format!(
                    "This would be {written} of {substance} a day. The usual maximum is {most} a day. Please \
                     check the dose."
                )),
                with: None,
            });
        }
    }

    /// A drug for once a week, directed every day. Of methotrexate the tables may have said it already.
    fn too_often(&self, marks: &mut Vec<Mark>) {
        let reading = self.reading;
        if reading
            .tables
            .cautions
            .iter()
            .any(|row| row.when == MORE_THAN_WEEKLY && marks.iter().any(|mark| mark.rule == row.id))
        {
            return;
        }
        let Some(found) = weekly::too_often(reading.tables, self.medicine, reading.month) else {
            return;
        };
        let (substance, usual) = (&found.substance, found.usual());
        // That the dose of a day is high follows from it, and two marks for one mistake are read as none.
        marks.retain(|mark| mark.level > 2 || mark.rule != format!("ceiling {substance}"));
        marks.push(Mark {
            key: format!("weekly:{substance}:{}", found.days),
            kind: MarkKind::Dose,
            level: 3,
            rule: format!("weekly {substance}"),
            lead: "Too often.".into(),
            text: format!(
                "{} of this strength is taken {usual} at most; the directions give it more often.",
                upper_first(substance)
            ),
            brief: format!("{substance} more often than {usual}"),
            source: found.source.to_owned(),
            patient: Some(format!(
                "This medication is usually taken {usual} at most. Please check how often you take it."
            )),
            with: None,
        });
    }

    fn unrecorded(&self, marks: &mut Vec<Mark>) {
        let line = self.seen;
        if !self.reading.patient.has_record
            || self.recorded().any(|(other, _)| {
                other
                    .substances
                    .iter()
                    .any(|one| line.substances.contains(one))
                    || fold(&other.shown) == fold(&line.shown)
            })
        {
            return;
        }
        let last = self
            .prescribed()
            .filter(|(other, ..)| other.is_same(line))
            .map(|(_, _, one)| one)
            .max_by_key(|one| one.on);
        let last = last.map_or_else(
            || "never".to_owned(),
            |one| format!("{} ({})", day_text(one.on), one.label),
        );
        let mut text = format!("Last prescribed here: {last}.");
        let unread: Vec<String> = self
            .recorded()
            .filter(|(other, _)| !other.is_known && other.place == Place::Recorded)
            .map(|(other, _)| format!("\u{201c}{}\u{201d}", shortened(&other.shown)))
            .collect();
        if !unread.is_empty() {
            text = format!("{text} Couldn’t be read: {}.", unread.join(", "));
        }
        // Hydralazine requested while hydroxyzine is taken: the names are easily confused.
        let alike = self.recorded().map(|(other, _)| other).find(|other| {
            line.substances.iter().any(|mine| {
                let others = self.reading.tables.mixed_up_with(mine);
                other
                    .substances
                    .iter()
                    .any(|theirs| others.contains(theirs))
            })
        });
        let (level, brief) = match alike {
            Some(other) => {
                text = format!(
                    "{} is recorded, and the names are mixed up easily. {text}",
                    other.shown
                );
                (2, format!("{} is recorded", other.shown))
            }
            None => (1, "not among the recorded medications".to_owned()),
        };
        marks.push(Mark {
            key: "unrecorded".into(),
            kind: MarkKind::Unrecorded,
            level,
            rule: String::new(),
            lead: "Not among the recorded medications.".into(),
            text,
            brief,
            source: if alike.is_some() {
                "FDA and ISMP lists of look-alike names".into()
            } else {
                "The recorded medications".into()
            },
            patient: alike.map(|other| {
                format!(
                    "You told us that you take {}. Is this the medicine that you mean?",
                    other.shown
                )
            }),
            with: alike.map(with),
        });
    }

    /// What cannot be checked is reported, not omitted.
    fn unchecked(&self, marks: &mut Vec<Mark>) {
        let Allergies {
            unchecked, unread, ..
        } = &self.reading.allergies;
        if unchecked.is_empty() && unread.is_empty() {
            return;
        }
        let mut text = String::new();
        if !unchecked.is_empty() {
            let what = unchecked.join(", ");
            text = format!("The register does not know inactive ingredients: {what}.");
        }
        if !unread.is_empty() {
            let what: Vec<String> = unread
                .iter()
                .map(|one| format!("\u{201c}{}\u{201d}", shortened(one)))
                .collect();
            let space = if text.is_empty() { "" } else { " " };
            text = format!("{text}{space}Couldn’t be read: {}.", what.join(", "));
        }
        marks.push(Mark {
            key: format!("unchecked:{}", fold(&text)),
            kind: MarkKind::Unchecked,
            level: 1,
            rule: String::new(),
            lead: "Allergies that cannot be checked.".into(),
            brief: "some allergies cannot be checked".into(),
            text,
            source: "The recorded allergies".into(),
            patient: (!unchecked.is_empty()).then(|| {
                format!(
                    "We cannot check for {}. Ask your pharmacist.",
                    unchecked.join(", ")
                )
            }),
            with: None,
        });
    }
}

fn has(part: &Part, class: usize) -> bool {
    part.classes.binary_search(&class).is_ok()
}

/// The text of a condition's code.
fn named(code: &str) -> &str {
    match code {
        "kidney" => "kidney disease",
        "ulcer" => "ulcer or bleeding",
        "heart-failure" => "heart failure",
        "heart-disease" => "heart disease",
        "clot" => "blood clot",
        "migraine-aura" => "migraine with aura",
        "breast-cancer" => "breast cancer",
        "seizure" => "seizure disorder",
        "eating-disorder" => "eating disorder",
        "narrow-angle-glaucoma" => "narrow-angle glaucoma",
        "pregnant" => "pregnancy",
        "parkinson" => "Parkinson’s disease",
        "smoker-35" => "smoking from 35 years",
        "age-65" => "65 years or more",
        "woman-15-49" => "may become pregnant",
        MORE_THAN_WEEKLY => "more often than once a week",
        code => code,
    }
}

fn shortened(text: &str) -> String {
    const MOST: usize = 80;
    let text = text.trim();
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    let kept: String = text.chars().take(MOST).collect();
    format!("{}\u{2026}", kept.trim_end())
}

fn upper_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_lowercase().chain(letters).collect()
    })
}
