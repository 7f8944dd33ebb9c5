//! The one judge of what may be prescribed: every call that puts a drug on a line, or moves a line on, asks
//! here (decisions 144, 156 and 157). The rule is `salal_domain::prescriptions::prescribing`; this reads what
//! it judges by: what the line keeps of its drug, what the catalogue says of it now, whichever is stricter,
//! the class rules in force, and whether a doctor's explicit act stands on the line.
//!
//! A new call that carries a medication belongs in the walk of `tests/it/whole_api/prescribing.rs`, which
//! fails until it is there.

use std::collections::HashMap;

use salal_domain::faults::Refusal;
use salal_domain::filters::{Filters, JudgedDrug};
use salal_domain::prescriptions::prescribing::{self, By, NEVER, Step, Verdict};
use sea_orm::ConnectionTrait;
use uuid::Uuid;

use super::dto::Exception;
use super::entity::{medication, medication_change};
use super::{repo, view};
use crate::error::{Error, Result};
use crate::features::drugs::{self, DrugFacts};

/// A line as it is about to be, or to move on.
#[derive(Clone, Debug)]
pub(super) struct JudgedLine {
    /// The drug as the line keeps it, or as the catalogue has the one about to be put on it.
    pub(super) drug: DrugFacts,
    /// A doctor's explicit act for this very drug stands on the line, or comes with the call.
    pub(super) has_act: bool,
}

impl JudgedLine {
    /// A line as its rows say, changes oldest first.
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

/// The drug as a line keeps it.
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
    })
}

/// The explicit act for the drug that stands on the line now: another drug needs an act of its own.
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

/// Judges drugs about to be on lines, in their order. `rules` are those in force.
pub(super) async fn verdicts(
    db: &impl ConnectionTrait,
    lines: &[JudgedLine],
    step: Step,
    by: By,
) -> Result<Vec<Verdict>> {
    let ids: Vec<Uuid> = lines.iter().map(|line| line.drug.id).collect();
    let (rules, now) = tokio::try_join!(drugs::rules_in_force(db), drugs::get_many(db, &ids))?;
    Ok(lines
        .iter()
        .map(|line| one(&rules, &now, &line.drug, step, by))
        .collect())
}

/// Judges drugs that were read from the catalogue this moment, in their order.
pub(super) fn fresh(rules: &Filters, drugs: &[DrugFacts], step: Step, by: By) -> Vec<Verdict> {
    let nothing_newer = HashMap::new();
    drugs
        .iter()
        .map(|drug| one(rules, &nothing_newer, drug, step, by))
        .collect()
}

/// Refuses the first of these lines that may not take the step.
pub(super) async fn allow(
    db: &impl ConnectionTrait,
    lines: &[JudgedLine],
    step: Step,
    by: By,
) -> Result<()> {
    let found = verdicts(db, lines, step, by).await?;
    for (verdict, line) in found.into_iter().zip(lines) {
        verdict.with_act(line.has_act).map_err(refused)?;
    }
    Ok(())
}

/// Refuses what may not be, and answers the act to be written down where one was needed and given.
pub(super) async fn allow_by_act(
    db: &impl ConnectionTrait,
    line: &JudgedLine,
    act: Option<Act>,
    step: Step,
    by: By,
) -> Result<Option<Act>, Answer> {
    let found = verdicts(db, std::slice::from_ref(line), step, by).await?;
    let verdict = found.into_iter().next().unwrap_or(Verdict::Allowed);
    let act = act.filter(|_| matches!(verdict, Verdict::NeedsAct(_)));
    verdict.with_act(line.has_act || act.is_some())?;
    Ok(act)
}

/// A refusal of the judge, or a fault of ours.
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
    /// As the answer of an edit: what is refused for ever stands beside the drug's field.
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

/// A doctor's explicit act: the reason's code, and words beside it.
pub(super) type Act = (String, Option<String>);

/// Refuses the step when one of the prescription's approved lines may not take it: signing, printing and
/// every way of sending.
pub(super) async fn allow_approved(
    db: &impl ConnectionTrait,
    prescription: Uuid,
    step: Step,
    by: By,
) -> Result<()> {
    let lines = repo::lines(db, &[prescription]).await?;
    let approved = lines
        .iter()
        .filter(|(line, _)| line.status.as_deref() == Some("Approved"))
        .map(|(line, changes)| JudgedLine::for_line(line, changes))
        .collect::<Result<Vec<_>>>()?;
    allow(db, &approved, step, by).await
}

/// Everything that is known of the drug, the stricter of then and now.
fn one(
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

/// A refusal of the judge as the answer of a step.
pub(super) fn refused(refusal: Refusal) -> Error {
    Error::conflict(refusal.code, refusal.message)
}

/// The explicit act that came with a call: its code and words, checked.
pub(super) fn act_of(sent: Option<&Exception>) -> Result<Option<Act>> {
    let Some(sent) = sent else { return Ok(None) };
    if let Some((field, message)) = prescribing::fault_of_act(&sent.code, sent.text.as_deref()) {
        return Err(Error::field(field, message));
    }
    let text = sent.text.as_deref().map(str::trim);
    Ok(Some((
        sent.code.clone(),
        text.filter(|text| !text.is_empty()).map(ToOwned::to_owned),
    )))
}
