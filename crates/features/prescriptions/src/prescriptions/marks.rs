// SPDX-License-Identifier: AGPL-3.0-or-later

//! Safety marks of lines: collects what is known about a patient, has `salal_domain::safety` evaluate it, and
//! stores which marks were shown when a doctor decided. Marks inform; they never block anyone.
//!
//! A fixed number of queries for any number of lines; they are parts of the page's joint reads.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc};
use salal_db::{JointAnswers, JointRead};
use salal_domain::days::vancouver_day;
use salal_domain::prescriptions::usage::Usage;
use salal_domain::safety::{
    self, Mark, Medicine, Names, Patient, Place, Prepared, Prescribed, Reading, Record, Tables,
};
use salal_formats::drug_database::Ingredient;
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::dto::{
    AskMarks, DecisionView, LineMarks, MarkView, MarkWith, MarksAnswer, MedicationView, PlainMark,
    SafetyTables,
};
use super::entity::decision_mark;
use super::view::Earlier;
use super::{safety_tables, view};
use crate::api::{Json, Request};
use crate::context::Context;
use crate::error::{Error, Result};
use salal_drugs::drugs::{DrugFacts, DrugsPart, IngredientsPart};
use salal_people::medical_info::{self, MedicalInfo};
use salal_people::people::{self, PersonRef};

/// The maximum number of lines evaluated at once; a request has five.
const MOST_LINES: usize = 50;
/// The maximum number of phrases from typed texts that are looked up in the catalogue.
const MOST_PHRASES: usize = 300;

/// The result of the first round of reads: the tables, and the record.
pub(super) struct Known {
    pub(super) tables: Arc<Tables>,
    pub(super) record: Option<MedicalInfo>,
}

/// The result of the second round, once the names are known.
#[derive(Default)]
pub(super) struct Looked {
    pub(super) drugs: HashMap<Uuid, DrugFacts>,
    names: Names,
}

/// The patient's details relevant to marks.
pub(super) struct Person {
    pub(super) date_of_birth: Option<NaiveDate>,
    pub(super) sex: Option<String>,
}

/// The lines: the drug, its state, and its usage.
pub(super) struct Asked {
    pub(super) drug_id: Uuid,
    pub(super) name: String,
    pub(super) ingredients: Vec<Ingredient>,
    pub(super) administrations: Vec<String>,
    pub(super) formulations: Vec<String>,
    pub(super) usage: Option<Usage>,
    /// A rejected drug is not checked against others.
    pub(super) is_rejected: bool,
    /// A decided line is judged by what had been signed by then, on that day.
    pub(super) decided_at: Option<DateTime<Utc>>,
}

/// The drugs of the lines, of the record and of earlier prescriptions, and the names in typed texts, in a
/// joint read.
pub(super) struct LookedPart {
    drugs: DrugsPart,
    names: IngredientsPart,
}

impl LookedPart {
    pub(super) fn add(
        read: &mut JointRead,
        known: &Known,
        lines: &[Uuid],
        earlier: &[Earlier],
    ) -> Self {
        let mut ids: Vec<Uuid> = lines.to_vec();
        ids.extend(earlier.iter().map(|one| one.drug_id));
        let mut phrases = Vec::new();
        if let Some(record) = &known.record {
            ids.extend(record.medications.iter().filter_map(|one| one.drug_id));
            let typed = record
                .medications
                .iter()
                .filter(|one| one.ingredients.is_empty())
                .map(|one| one.name.clone());
            let typed: Vec<String> = typed.chain(record.supplements.iter().cloned()).collect();
            phrases = safety::unread_phrases(&known.tables, &allergies(record), &typed);
            phrases.truncate(MOST_PHRASES);
        }
        ids.sort_unstable();
        ids.dedup();
        Self {
            drugs: DrugsPart::add(read, &ids),
            names: IngredientsPart::add(read, &phrases),
        }
    }

    pub(super) fn take(&self, found: &mut JointAnswers) -> Result<Looked> {
        Ok(Looked {
            drugs: self.drugs.take(found)?,
            names: self.names.take(found)?,
        })
    }
}

/// The recorded allergies, selected and typed.
pub(super) fn allergies(record: &MedicalInfo) -> Vec<String> {
    let typed = record.other_allergies.iter().flatten();
    record
        .allergies
        .iter()
        .cloned()
        .chain(typed.map(|entry| entry.name.clone()))
        .collect()
}

fn patient(
    record: Option<&MedicalInfo>,
    person: &Person,
    names: Names,
    today: NaiveDate,
) -> Patient {
    let age = person
        .date_of_birth
        .and_then(|born| today.years_since(born));
    let known_sex = person.sex.clone().unwrap_or_default();
    let Some(record) = record else {
        return Patient {
            age,
            sex: known_sex,
            names,
            ..Patient::default()
        };
    };
    let conditions = record.other_conditions.iter().flatten();
    let surgeries = record.other_surgeries.iter().flatten();
    Patient {
        has_record: true,
        age,
        sex: if record.sex.is_empty() {
            known_sex
        } else {
            record.sex.clone()
        },
        allergies: allergies(record),
        conditions: record
            .conditions
            .iter()
            .cloned()
            .chain(conditions.map(|entry| entry.name.clone()))
            .collect(),
        surgeries: record.surgeries.iter().chain(surgeries).cloned().collect(),
        smoking: record.smoking.clone(),
        pregnancy: record.pregnancy.clone().unwrap_or_default(),
        names,
    }
}

fn atc(looked: &Looked, drug: Option<Uuid>) -> Vec<String> {
    drug.and_then(|id| looked.drugs.get(&id))
        .map(|facts| facts.atc_numbers.clone())
        .unwrap_or_default()
}

fn recorded(record: &MedicalInfo, looked: &Looked) -> Vec<Medicine> {
    let taken = record.medications.iter().map(|one| {
        let facts = one.drug_id.and_then(|id| looked.drugs.get(&id));
        let ingredients = if one.ingredients.is_empty() {
            facts
                .map(|facts| facts.ingredients.clone())
                .unwrap_or_default()
        } else {
            one.ingredients.clone()
        };
        Medicine {
            name: one.name.clone(),
            ingredients,
            atc: atc(looked, one.drug_id),
            administrations: one.administrations.clone(),
            formulations: one.formulations.clone(),
            usage: one.usages.last().cloned(),
            place: Place::Recorded,
        }
    });
    let besides = record.supplements.iter().chain(&record.other_items);
    let besides = besides.map(|text| Medicine {
        name: text.clone(),
        ingredients: Vec::new(),
        atc: Vec::new(),
        administrations: Vec::new(),
        formulations: Vec::new(),
        usage: None,
        place: Place::Supplement,
    });
    taken.chain(besides).collect()
}

/// What was signed in other requests.
fn prescribed(one: &Earlier, looked: &Looked) -> Medicine {
    Medicine {
        name: one.name.clone(),
        ingredients: one.plain_ingredients.clone(),
        atc: atc(looked, Some(one.drug_id)),
        administrations: one.administrations.clone(),
        formulations: one.formulations.clone(),
        usage: Some(one.usage.clone()),
        place: Place::Prescribed(Prescribed {
            label: one.label.clone(),
            on: vancouver_day(one.approved_at),
            runs_out: one.runs_out_on,
        }),
    }
}

fn line(asked: &Asked, looked: &Looked) -> Medicine {
    Medicine {
        name: asked.name.clone(),
        ingredients: asked.ingredients.clone(),
        atc: atc(looked, Some(asked.drug_id)),
        administrations: asked.administrations.clone(),
        formulations: asked.formulations.clone(),
        usage: asked.usage.clone(),
        place: Place::Line,
    }
}

/// What the lines of a patient's requests are compared with. It is interpreted once, for all of them.
pub(super) struct Compared {
    record: Record,
    recorded: Vec<Prepared>,
    /// With the request and the time from which it was a supply: a line can be approved after the first signature,
    /// and signed again.
    prescribed: Vec<(Uuid, DateTime<Utc>, Prepared)>,
}

impl Compared {
    pub(super) fn of(
        ctx: &Context,
        known: &Known,
        looked: &Looked,
        person: &Person,
        earlier: &[Earlier],
    ) -> Self {
        let today = vancouver_day(ctx.now());
        let patient = patient(known.record.as_ref(), person, looked.names.clone(), today);
        let record = Record::new(Arc::clone(&known.tables), patient, today, view::month(ctx));
        let taken = known.record.as_ref().map(|taken| recorded(taken, looked));
        let taken = taken.into_iter().flatten();
        Self {
            recorded: taken.map(|one| record.prepare(one)).collect(),
            prescribed: earlier
                .iter()
                .map(|one| {
                    let since = one.signed_at.max(one.approved_at);
                    (
                        one.prescription,
                        since,
                        record.prepare(prescribed(one, looked)),
                    )
                })
                .collect(),
            record,
        }
    }

    /// The record and the medications as of a moment, without those of the request itself.
    fn at(&self, at: DateTime<Utc>, own: Option<Uuid>) -> Reading<'_> {
        let prescribed = self
            .prescribed
            .iter()
            .filter(|(prescription, since, _)| Some(*prescription) != own && *since <= at)
            .map(|(_, _, one)| one);
        let others = self.recorded.iter().chain(prescribed).collect();
        self.record.on(vancouver_day(at), others)
    }

    /// The marks of the lines of one request, in order.
    pub(super) fn marks(
        &self,
        ctx: &Context,
        looked: &Looked,
        own: Option<Uuid>,
        asked: &[Asked],
    ) -> Vec<Vec<Mark>> {
        let now = ctx.now();
        let prepare = |one| self.record.prepare(line(one, looked));
        let lines: Vec<Prepared> = asked.iter().map(prepare).collect();
        // All lines that wait for a decision are judged as of now.
        let today = self.at(now, own);
        asked
            .iter()
            .enumerate()
            .map(|(at, one)| {
                // Checked against the lines in force; a rejected one is not among them.
                let siblings: Vec<&Prepared> = lines
                    .iter()
                    .zip(asked)
                    .enumerate()
                    .filter(|(other, (_, line))| *other != at && !line.is_rejected)
                    .map(|(_, (line, _))| line)
                    .collect();
                match one.decided_at {
                    Some(decided) => self.at(decided, own).marks(&lines[at], &siblings),
                    None => today.marks(&lines[at], &siblings),
                }
            })
            .collect()
    }
}

/// Adds marks and past decisions to the lines that staff see.
pub(super) fn fill(
    lines: &mut [MedicationView],
    marks: &HashMap<Uuid, Vec<Mark>>,
    decisions: &HashMap<Uuid, Vec<decision_mark::Model>>,
    names: &HashMap<Uuid, PersonRef>,
) -> Result<()> {
    for line in lines {
        line.marks = marks
            .get(&line.id)
            .into_iter()
            .flatten()
            .map(shown)
            .collect();
        line.decisions = decisions
            .get(&line.id)
            .into_iter()
            .flatten()
            .map(|one| {
                Ok(DecisionView {
                    at: one.decided_at,
                    by: names.get(&one.decided_by).cloned().unwrap_or_default(),
                    decision: *one.decision,
                    marks: view::read(&one.marks)?,
                    opened: one.opened,
                    tables_version: one.tables_version.clone(),
                })
            })
            .collect::<Result<_>>()?;
    }
    Ok(())
}

/// The tables in use, for the footer of the page.
pub(super) fn tables_view(tables: &Tables) -> SafetyTables {
    SafetyTables {
        version: tables.version().to_owned(),
        source: tables.source().to_owned(),
    }
}

fn shown(mark: &Mark) -> MarkView {
    MarkView {
        key: mark.key.clone(),
        kind: mark.kind,
        level: mark.level,
        lead: mark.lead.clone(),
        text: mark.text.clone(),
        brief: mark.brief.clone(),
        source: mark.source.clone(),
        with: mark.with.as_ref().map(|with| MarkWith {
            name: with.name.clone(),
            place: with.place,
            label: with.label.clone(),
        }),
    }
}

/// The patient in a path.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Whose {
    /// The patient's id.
    #[serde(rename = "personId")]
    person_id: Uuid,
}

/// POST /prescription/medication/marks/{personId}: what a patient is told in plain language about the
/// requested lines. The drugs come from the catalogue, never from the page.
pub(super) async fn ask(request: Request<Json<AskMarks>, Whose>) -> Result<Json<MarksAnswer>> {
    let person_id = request.path.person_id;
    if !request.scope.allows(person_id) {
        return Err(Error::not_found());
    }
    let sent = &request.body.0;
    if sent.medications.len() > MOST_LINES {
        return Err(Error::field(
            "medications",
            "These are more than 50 medications.",
        ));
    }
    let (ctx, db) = (&request.ctx, request.ctx.db.read());
    let (tables, (record, _), person, earlier) = tokio::try_join!(
        safety_tables::in_force(db, ctx),
        medical_info::newest_of_all(db, &request.scope, person_id),
        people::load_facts(ctx, db, &request.scope, person_id),
        view::earlier(db, ctx, &request.scope, person_id),
    )?;
    let known = Known { tables, record };
    let ids: Vec<Uuid> = sent
        .medications
        .iter()
        .filter_map(|one| one.drug_id)
        .collect();
    let mut read = JointRead::for_connection(db);
    let looked = LookedPart::add(&mut read, &known, &ids, &earlier);
    let looked = looked.take(&mut read.run(db).await?)?;
    let asked: Vec<Option<Asked>> = sent
        .medications
        .iter()
        .map(|one| {
            let facts = looked.drugs.get(&one.drug_id?)?;
            Some(Asked {
                drug_id: facts.id,
                name: facts.name.clone(),
                ingredients: facts.ingredients.clone(),
                administrations: facts.administrations.clone(),
                formulations: facts.formulations.clone(),
                usage: one.usages.last().cloned(),
                is_rejected: false,
                decided_at: None,
            })
        })
        .collect();
    let there: Vec<bool> = asked.iter().map(Option::is_some).collect();
    let asked: Vec<Asked> = asked.into_iter().flatten().collect();
    let person = Person {
        date_of_birth: person.date_of_birth,
        sex: person.sex,
    };
    let compared = Compared::of(ctx, &known, &looked, &person, &earlier);
    let mut marks = compared.marks(ctx, &looked, None, &asked).into_iter();
    let lines = there
        .into_iter()
        .map(|is_there| LineMarks {
            marks: if is_there { marks.next() } else { None }
                .unwrap_or_default()
                .into_iter()
                .filter_map(|mark| {
                    Some(PlainMark {
                        key: mark.key,
                        level: mark.level,
                        text: mark.patient?,
                    })
                })
                .collect(),
        })
        .collect();
    request.audit_access(person_id);
    Ok(Json(MarksAnswer {
        version: known.tables.version().to_owned(),
        lines,
    }))
}
