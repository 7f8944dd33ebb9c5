// SPDX-License-Identifier: AGPL-3.0-or-later

//! Decides what may be prescribed: every route that puts a drug on a line, or moves a line on, checks here
//! (decisions 144, 156 and 157). The rule is `salal_domain::prescriptions::prescribing`; this module loads
//! its input: what the line stores about its drug and what the catalogue says now (the stricter applies), the
//! class rules in force, and whether a doctor's explicit exception is on the line.
//!
//! A new route that carries a medication must be added to `tests/it/whole_api/prescribing.rs`, which fails
//! until it is there.

use std::collections::HashMap;
use std::sync::Arc;

use salal_db::{Connection, JointRead};
use salal_domain::faults::Refusal;
use salal_domain::filters::{Filters, JudgedDrug};
use salal_domain::prescriptions::prescribing::{self, By, ExceptionReason, NEVER, Step, Verdict};
use uuid::Uuid;

use super::dto::Exception;
use super::entity::{medication, medication_change};
use super::{repo, view};
use crate::error::{Error, Result};
use salal_drugs::drugs::{DrugFacts, DrugsPart, RulesPart};
use salal_orders::orders::refused;

/// A line about to be created or moved on.
#[derive(Clone, Debug)]
pub(super) struct JudgedLine {
    /// The drug as stored on the line, or as the catalogue has the one about to be added.
    pub(super) drug: DrugFacts,
    /// A doctor's explicit exception for this drug is on the line, or in the request.
    pub(super) has_act: bool,
}

impl JudgedLine {
    /// A line from its rows, changes oldest first.
    pub(super) fn for_line(
        line: &medication::Model,
        changes: &[medication_change::Model],
    ) -> Result<Self> {
        let now = changes
            .last()
            .ok_or_else(|| Error::broken("a medication without a request"))?;
        Ok(Self {
            drug: stored_drug_facts(line, now)?,
            has_act: act_in_force(changes).is_some(),
        })
    }
}

/// The drug as stored on a line.
pub(super) fn stored_drug_facts(
    line: &medication::Model,
    now: &medication_change::Model,
) -> Result<DrugFacts> {
    Ok(DrugFacts {
        id: now.drug_id,
        name: now.name.clone(),
        administrations: view::read(&now.administrations)?,
        formulations: view::read(&now.formulations)?,
        ingredients: view::read(&now.ingredients)?,
        tc_ahfs_numbers: view::read(&line.ahfs_numbers)?,
        atc_numbers: view::read(&line.atc_numbers)?,
        schedules: view::read(&line.schedules)?,
        class_name: String::new(),
        din: now.din.clone().unwrap_or_default(),
        descriptor: now.container.clone().unwrap_or_default(),
    })
}

/// The explicit exception for the line's current drug: a different drug needs its own.
pub(super) fn act_in_force(
    changes: &[medication_change::Model],
) -> Option<&medication_change::Model> {
    let drug = changes.last()?.drug_id;
    changes
        .iter()
        .rev()
        .take_while(|change| change.drug_id == drug)
        .find(|change| change.reason_code.is_some())
}

/// Judges drugs about to be added to lines, in order. `rules` are those in force.
pub(super) async fn verdicts(
    db: &Connection,
    lines: &[JudgedLine],
    step: Step,
    by: By,
) -> Result<Vec<Verdict>> {
    let ids: Vec<Uuid> = lines.iter().map(|line| line.drug.id).collect();
    let (rules, now) = rules_and_drugs(db, &ids).await?;
    Ok(lines
        .iter()
        .map(|line| verdict(&rules, &now, &line.drug, step, by))
        .collect())
}

/// The class rules in force and what the catalogue says now, read in the caller's transaction.
pub(super) async fn rules_and_drugs(
    db: &Connection,
    ids: &[Uuid],
) -> Result<(Arc<Filters>, HashMap<Uuid, DrugFacts>)> {
    let mut read = JointRead::for_connection(db);
    let (rules, drugs) = (RulesPart::add(&mut read), DrugsPart::add(&mut read, ids));
    let mut found = read.run(db).await?;
    Ok((rules.take(&mut found)?, drugs.take(&mut found)?))
}

/// Judges drugs just read from the catalogue, in order.
pub(super) fn fresh(rules: &Filters, drugs: &[DrugFacts], step: Step, by: By) -> Vec<Verdict> {
    let nothing_newer = HashMap::new();
    drugs
        .iter()
        .map(|drug| verdict(rules, &nothing_newer, drug, step, by))
        .collect()
}

/// Refuses the first of these lines for which the step is not allowed.
pub(super) async fn allow(db: &Connection, lines: &[JudgedLine], step: Step, by: By) -> Result<()> {
    let found = verdicts(db, lines, step, by).await?;
    for (verdict, line) in found.into_iter().zip(lines) {
        verdict.with_act(line.has_act).map_err(refused)?;
    }
    Ok(())
}

/// Refuses what is not allowed, and returns the exception to be stored if one was needed and given.
pub(super) async fn allow_by_act(
    db: &Connection,
    line: &JudgedLine,
    act: Option<Act>,
    step: Step,
    by: By,
) -> Result<Option<Act>, Answer> {
    let found = verdicts(db, std::slice::from_ref(line), step, by).await?;
    let verdict = found.into_iter().next().unwrap_or(Verdict::Allowed);
    needed_act(verdict, line, act)
}

/// Refuses what the verdict does not allow, and returns the exception to be stored if one was needed and
/// given.
pub(super) fn needed_act(
    verdict: Verdict,
    line: &JudgedLine,
    act: Option<Act>,
) -> Result<Option<Act>, Answer> {
    let act = act.filter(|_| matches!(verdict, Verdict::NeedsAct(_)));
    verdict.with_act(line.has_act || act.is_some())?;
    Ok(act)
}

/// A refusal by the rules, or an internal error.
pub(super) enum Answer {
    Refused(Refusal),
    Fault(Error),
}

impl From<Refusal> for Answer {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<Error> for Answer {
    fn from(error: Error) -> Self {
        Self::Fault(error)
    }
}

impl From<Answer> for Error {
    fn from(answer: Answer) -> Self {
        match answer {
            Answer::Refused(refusal) => refused(refusal),
            Answer::Fault(error) => error,
        }
    }
}

impl Answer {
    /// As the error of an edit: a permanent refusal is reported on the drug's field.
    pub(super) fn beside(self, field: &str) -> Error {
        match self {
            Self::Refused(refusal) if refusal.code == NEVER => {
                let mut error = Error::field(field, refusal.message);
                error.code = refusal.code;
                error
            }
            other => other.into(),
        }
    }
}

/// A doctor's explicit exception: the reason code and a comment.
pub(super) type Act = (ExceptionReason, Option<String>);

/// Refuses the step if it is not allowed for one of the prescription's approved lines: signing, printing and
/// every way of sending.
pub(super) async fn allow_approved(
    db: &Connection,
    prescription: Uuid,
    step: Step,
    by: By,
) -> Result<()> {
    let lines = repo::lines(db, &[prescription]).await?;
    let approved = lines
        .iter()
        .filter(|(line, _)| line.is_approved())
        .map(|(line, changes)| JudgedLine::for_line(line, changes))
        .collect::<Result<Vec<_>>>()?;
    allow(db, &approved, step, by).await
}

/// The verdict on a drug: the stricter of the stored and the current details applies.
pub(super) fn verdict(
    rules: &Filters,
    now: &HashMap<Uuid, DrugFacts>,
    drug: &DrugFacts,
    step: Step,
    by: By,
) -> Verdict {
    let newer = now.get(&drug.id);
    let both = |of: fn(&DrugFacts) -> &[String]| -> Vec<String> {
        let mut all = of(drug).to_vec();
        for more in newer.map(of).unwrap_or_default() {
            if !all.contains(more) {
                all.push(more.clone());
            }
        }
        all
    };
    let ingredients: Vec<&str> = drug
        .ingredients
        .iter()
        .chain(newer.into_iter().flat_map(|drug| &drug.ingredients))
        .map(|one| one.ingredient_name.as_str())
        .collect();
    let judged = JudgedDrug {
        name: &drug.name,
        ahfs_numbers: &both(|drug| &drug.tc_ahfs_numbers),
        atc_numbers: &both(|drug| &drug.atc_numbers),
        schedules: &both(|drug| &drug.schedules),
        ingredients: &ingredients,
    };
    let class = newer.map_or(drug.class_name.as_str(), |newer| &newer.class_name);
    prescribing::judge(rules, &judged, class, step, by)
}

/// The explicit exception in a request: its validated code and comment.
pub(super) fn act_of(sent: Option<&Exception>) -> Result<Option<Act>> {
    let Some(sent) = sent else { return Ok(None) };
    let reason = prescribing::exception_reason(&sent.code, sent.text.as_deref())
        .map_err(|(field, message)| Error::field(field, message))?;
    let text = sent.text.as_deref().map(str::trim);
    Ok(Some((
        reason,
        text.filter(|text| !text.is_empty()).map(ToOwned::to_owned),
    )))
}
