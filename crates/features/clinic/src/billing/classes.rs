// SPDX-License-Identifier: AGPL-3.0-or-later

//! Defaults for a class of medications: the diagnosis code suggested for bills, and the question that
//! patients are asked. An existing code or question is replaced only by someone who saw it.

use salal_db::{Connection, ConstraintName, is_unique_violation};
use salal_formats::drug_database::is_class_number;
use salal_formats::teleplan::lists;
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::EVENT;
use super::dto::{
    ClassDiagnosis, ClassQuestion, MedicationBillPage, MedicationBillQuery, MedicationBillView,
    RememberForClass, Remembered,
};
use super::entity::medication_bill;
use super::repo::{self};
use crate::api::{Json, NoBody, NoContent, Request};
use crate::error::{Error, Result};

/// Maximum length of a question, in characters.
const LONGEST: usize = 1_000;

/// A class of medications.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ByClass {
    /// The class's AHFS number, `tc_ahfs_number`.
    x: String,
}

/// The defaults of a class.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ById {
    /// The id of the class's defaults.
    id: Uuid,
}

/// GET /medication-bill
pub(super) async fn list_classes(
    request: Request<NoBody, (), MedicationBillQuery>,
) -> Result<Json<MedicationBillPage>> {
    let db = request.ctx.db.read();
    let limit = u64::from(request.query.limit.unwrap_or(10).clamp(1, 100));
    let begins = request.query.q.as_deref().unwrap_or_default().trim();
    let cursor = request.query.cursor.as_deref();
    let (mut rows, total) = repo::classes(db, begins, cursor, limit + 1).await?;
    let more = rows.len() as u64 > limit;
    rows.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    let next_cursor = rows
        .last()
        .filter(|_| more)
        .map(|row| row.tc_ahfs_number.clone());
    Ok(Json(MedicationBillPage {
        items: views(db, rows).await?,
        next_cursor,
        total,
    }))
}

async fn views(
    db: &Connection,
    rows: Vec<medication_bill::Model>,
) -> Result<Vec<MedicationBillView>> {
    let codes: Vec<&str> = rows
        .iter()
        .filter_map(|row| row.diagnosis_code.as_deref())
        .collect();
    let words = repo::diagnosis_words(db, &codes).await?;
    let view = |row: &medication_bill::Model| MedicationBillView {
        id: row.id,
        tc_ahfs_number: row.tc_ahfs_number.clone(),
        diagnosis: row
            .diagnosis_code
            .as_ref()
            .and_then(|code| words.get(code).cloned()),
        diagnosis_code: row.diagnosis_code.clone(),
        question: row.question.clone(),
        created_at: row.created_at,
        version: row.version,
    };
    Ok(rows.iter().map(view).collect())
}

async fn view(db: &Connection, row: medication_bill::Model) -> Result<MedicationBillView> {
    views(db, vec![row])
        .await?
        .pop()
        .ok_or_else(Error::not_found)
}

/// GET /medication-bill/diagnosis-code/{x}
pub(super) async fn diagnosis_code(
    request: Request<NoBody, ByClass>,
) -> Result<Json<ClassDiagnosis>> {
    let db = request.ctx.db.read();
    let found = repo::class(db, &request.path.x).await?;
    let version = found.as_ref().map(|row| row.version);
    let code = found.and_then(|row| row.diagnosis_code);
    let words = match &code {
        Some(code) => repo::diagnosis_words(db, &[code]).await?.remove(code),
        None => None,
    };
    Ok(Json(ClassDiagnosis {
        tc_ahfs_number: request.path.x,
        diagnosis_code: code,
        diagnosis: words,
        version,
    }))
}

/// GET /medication-bill/question/{x}
pub(super) async fn question(request: Request<NoBody, ByClass>) -> Result<Json<ClassQuestion>> {
    let found = repo::class(request.ctx.db.read(), &request.path.x).await?;
    Ok(Json(ClassQuestion {
        tc_ahfs_number: request.path.x,
        version: found.as_ref().map(|row| row.version),
        question: found.and_then(|row| row.question),
    }))
}

/// The validated input.
struct Wanted {
    number: String,
    code: Option<String>,
    question: Option<String>,
}

async fn wanted(db: &Connection, sent: &RememberForClass) -> Result<Wanted> {
    let number = sent.tc_ahfs_number.trim().to_owned();
    if !is_class_number(&number) {
        let text = if number.is_empty() {
            "tc_ahfs_number is required."
        } else {
            "A tc_ahfs_number has a form such as 24:08.16."
        };
        return Err(Error::field("tc_ahfs_number", text));
    }
    let filled = |text: &Option<String>| {
        let text = text.as_deref().unwrap_or_default().trim();
        (!text.is_empty()).then(|| text.to_owned())
    };
    let code = match filled(&sent.diagnosis_code) {
        None => None,
        Some(typed) => {
            let listed = match lists::diagnosis_code(&typed) {
                Some(code) if repo::is_listed(db, &code).await? => Some(code),
                _ => None,
            };
            Some(listed.ok_or_else(|| Error::field("diagnosisCode", "Unknown diagnosis code."))?)
        }
    };
    let question = filled(&sent.question);
    if question
        .as_ref()
        .is_some_and(|text| text.chars().count() > LONGEST)
    {
        let text = format!("A question has at most {LONGEST} characters.");
        return Err(Error::field("question", text));
    }
    Ok(Wanted {
        number,
        code,
        question,
    })
}

/// POST /medication-bill: an empty code or question leaves the existing one.
pub(super) async fn remember(request: Request<Json<RememberForClass>>) -> Result<Json<Remembered>> {
    let new = wanted(request.ctx.db.read(), &request.body.0).await?;
    if new.code.is_none() && new.question.is_none() {
        return Err(Error::field(
            "diagnosisCode",
            "Please give a diagnosis code or a question.",
        ));
    }
    let message = if new.code.is_some() {
        "Save diagnosis code successfully"
    } else {
        "Save question successfully"
    };
    let row = save(&request, new, |there, new| {
        (
            new.code.clone().or_else(|| there.diagnosis_code.clone()),
            new.question.clone().or_else(|| there.question.clone()),
        )
    });
    finish(&request, row.await?, message).await
}

/// POST /medication-bill/add: stores exactly what the form contains.
pub(super) async fn add(request: Request<Json<RememberForClass>>) -> Result<Json<Remembered>> {
    let new = wanted(request.ctx.db.read(), &request.body.0).await?;
    let saved = save(&request, new, |_, new| {
        (new.code.clone(), new.question.clone())
    })
    .await?;
    finish(&request, saved, "Save diagnosis code successfully").await
}

type Saved = (salal_db::Transaction, medication_bill::Model);

async fn finish<B>(
    request: &Request<B>,
    (tx, row): Saved,
    message: &str,
) -> Result<Json<Remembered>> {
    let (id, me) = (row.id, request.me()?.person_id);
    let answer = Remembered {
        message: message.to_owned(),
        medication_bill: view(&tx, row).await?,
    };
    request.publish_after_commit(EVENT, id, me);
    request.commit(tx, answer).await
}

/// Stores the result of `becomes`. Existing values may be replaced only by someone who saw them.
async fn save(
    request: &Request<Json<RememberForClass>>,
    new: Wanted,
    becomes: impl Fn(&medication_bill::Model, &Wanted) -> (Option<String>, Option<String>),
) -> Result<Saved> {
    let (ctx, me, seen) = (
        &request.ctx,
        request.me()?.person_id,
        request.body.0.version,
    );
    let tx = request.begin().await?;
    let Some(there) = repo::class(&tx, &new.number).await? else {
        let row = medication_bill::Model {
            id: ctx.new_id(),
            tc_ahfs_number: new.number.clone(),
            diagnosis_code: new.code,
            question: new.question,
            created_at: request.now(),
            updated_at: request.now(),
            updated_by: Some(me),
            version: 1,
        };
        return match repo::add_class(&tx, row.clone()).await {
            Ok(_) => Ok((tx, row)),
            Err(error)
                if is_unique_violation(&error) == Some(ConstraintName::MedicationBillClass) =>
            {
                drop(tx);
                Err(stale(request, &new.number).await)
            }
            Err(error) => Err(error.into()),
        };
    };
    let (code, question) = becomes(&there, &new);
    let replaces = |old: &Option<String>, new: &Option<String>| old.is_some() && old != new;
    let overwrites = replaces(&there.diagnosis_code, &code) || replaces(&there.question, &question);
    if overwrites && seen != Some(there.version) {
        drop(tx);
        return Err(stale(request, &new.number).await);
    }
    if !repo::change_class(&tx, ctx, &there, code, question, me).await? {
        drop(tx);
        return Err(stale(request, &new.number).await);
    }
    let row = repo::class(&tx, &new.number)
        .await?
        .ok_or_else(Error::not_found)?;
    Ok((tx, row))
}

/// The error for a stale version.
async fn stale<B>(request: &Request<B>, number: &str) -> Error {
    let db = request.ctx.db.read();
    let current = match repo::class(db, number).await {
        Ok(Some(row)) => view(db, row).await,
        Ok(None) => Err(Error::not_found()),
        Err(error) => Err(error),
    };
    current.map_or_else(|error| error, |current| Error::stale(&current))
}

/// DELETE /medication-bill/{id}
pub(super) async fn forget(request: Request<NoBody, ById>) -> Result<NoContent> {
    let (id, me) = (request.path.id, request.me()?.person_id);
    let tx = request.begin().await?;
    if !repo::forget_class(&tx, id).await? {
        return Err(Error::not_found());
    }
    request.publish_after_commit(EVENT, id, me);
    request.commit_as(tx, 204, &()).await?;
    Ok(NoContent)
}
