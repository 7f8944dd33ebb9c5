// SPDX-License-Identifier: AGPL-3.0-or-later

//! Adds and edits drugs manually, and reverts to Health Canada's data.

use salal_db::Transaction;
use salal_domain::days::vancouver_day;
use salal_domain::drug_overrides::{changed_fields, fields_of, typed_code, typed_drug};
use salal_domain::faults::Fault;
use salal_formats::drug_database::DrugRecord;
use uuid::Uuid;

use super::dto::{CatalogueDrug, RevertDrug, RevertedDrug, SaveDrug};
use super::{list, repo};
use crate::api::{Json, Request};
use crate::context::sha256_hex;
use crate::drugs::entity::{drug, drug_edit};
use crate::drugs::import::id_of;
use crate::drugs::{catalogue_cache, repo as catalogue};
use crate::error::{Error, Result};

/// PUT /drug
pub(in crate::drugs) async fn save(
    request: Request<Json<SaveDrug>>,
) -> Result<Json<CatalogueDrug>> {
    let sent = &request.body.0;
    let (tx, id) = match sent.id {
        Some(id) => (edit(&request, id).await?, id),
        None => add(&request).await?,
    };
    catalogue::bump(&tx, &request.ctx, "a drug edited by hand").await?;
    let view = list::find_catalogue_drug(&tx, id)
        .await?
        .ok_or_else(Error::not_found)?;
    request.publish_after_commit("data", id, request.me()?.person_id);
    let answer = request.commit(tx, view).await?;
    catalogue_cache::look_again(&request.ctx);
    Ok(answer)
}

/// The validated input, or all errors at once, including the code's.
fn checked(
    request: &Request<Json<SaveDrug>>,
    kept: Option<&DrugRecord>,
    code: std::result::Result<i64, Fault>,
) -> Result<DrugRecord> {
    let known = kept.map_or(0, |kept| kept.drug_code);
    let sent = request
        .body
        .0
        .record(code.as_ref().map_or(known, |code| *code), kept);
    let typed = typed_drug(&sent, kept, vancouver_day(request.now()));
    match (typed, code) {
        (Ok(record), Ok(_)) => Ok(record),
        (typed, code) => {
            let mut faults = typed.err().unwrap_or_default();
            faults.extend(code.err());
            Err(Error::invalid(faults))
        }
    }
}

async fn edit(request: &Request<Json<SaveDrug>>, id: Uuid) -> Result<Transaction> {
    let sent = &request.body.0;
    let tx = request.begin().await?;
    let seen = repo::find_drug(&tx, id)
        .await?
        .ok_or_else(Error::not_found)?;
    if sent.version.as_deref() != Some(&seen.content_hash) {
        return Err(stale(request, tx, id).await);
    }
    let kept = repo::record_of(&seen)?;
    let typed = sent.drug_code.trim();
    let code = if typed.is_empty() || typed == kept.drug_code.to_string() {
        Ok(kept.drug_code)
    } else {
        Err(Fault::new(
            "drug_code",
            "The drug code comes from Health Canada and can’t be changed.",
        ))
    };
    let record = checked(request, Some(&kept), code)?;
    let before = repo::edits_of(&tx, &[id]).await?.remove(&id);
    let register = match &before {
        Some(edit) => match &edit.register {
            Some(says) => Some(serde_json::from_value::<DrugRecord>(says.clone())?),
            None => None,
        },
        None => Some(kept.clone()),
    };
    let fields = register.as_ref().map_or_else(
        || fields_of(&record),
        |register| changed_fields(register, &record),
    );
    if fields.is_empty() {
        repo::forget_edit(&tx, id).await?;
    } else {
        let says = match &register {
            Some(register) => Some(serde_json::to_value(register)?),
            None => None,
        };
        let edit = drug_edit::Model {
            drug_id: id,
            code: kept.drug_code,
            fields: serde_json::Value::Object(fields),
            register: says,
            edited_by: request.me()?.person_id,
            edited_at: request.now(),
        };
        match before {
            Some(_) if record == kept => {}
            Some(_) => repo::change_edit(&tx, edit).await?,
            None if repo::add_edit(&tx, edit).await? => {}
            None => return Err(stale(request, tx, id).await),
        }
    }
    if put(&tx, &seen, &record).await? {
        Ok(tx)
    } else {
        Err(stale(request, tx, id).await)
    }
}

async fn add(request: &Request<Json<SaveDrug>>) -> Result<(Transaction, Uuid)> {
    let tx = request.begin().await?;
    let code = match typed_code(&request.body.0.drug_code) {
        Ok(Some(code)) if repo::is_taken(&tx, code).await? => Err(taken()),
        Ok(Some(code)) => Ok(code),
        Ok(None) => Ok(repo::free_code(&tx).await?),
        Err(fault) => Err(fault),
    };
    let record = checked(request, None, code)?;
    let id = id_of(record.drug_code);
    // A drug removed from the register may be added again manually; its earlier override no longer applies.
    repo::forget_edit_of_absent(&tx, id).await?;
    let print = sha256_hex(serde_json::to_vec(&record)?);
    catalogue::upsert(&tx, &[(id, &record, print)]).await?;
    let edit = drug_edit::Model {
        drug_id: id,
        code: record.drug_code,
        fields: serde_json::Value::Object(fields_of(&record)),
        register: None,
        edited_by: request.me()?.person_id,
        edited_at: request.now(),
    };
    if repo::add_edit(&tx, edit).await? {
        Ok((tx, id))
    } else {
        Err(Error::invalid(vec![taken()]))
    }
}

/// PUT /drug/revert
pub(in crate::drugs) async fn revert(
    request: Request<Json<RevertDrug>>,
) -> Result<Json<RevertedDrug>> {
    let RevertDrug { id, version } = &request.body.0;
    let tx = request.begin().await?;
    let seen = repo::find_drug(&tx, *id)
        .await?
        .ok_or_else(Error::not_found)?;
    if *version != seen.content_hash {
        return Err(stale(&request, tx, *id).await);
    }
    let Some(edit) = repo::edits_of(&tx, &[*id]).await?.remove(id) else {
        return Err(Error::not_found());
    };
    if !repo::forget_edit(&tx, *id).await? {
        return Err(stale(&request, tx, *id).await);
    }
    match edit.register {
        Some(says) => {
            let register: DrugRecord = serde_json::from_value(says)?;
            if !put(&tx, &seen, &register).await? {
                return Err(stale(&request, tx, *id).await);
            }
        }
        None => catalogue::mark_absent(&tx, &[seen.code]).await?,
    }
    catalogue::bump(&tx, &request.ctx, "a hand edit taken back").await?;
    let view = RevertedDrug {
        drug: list::find_catalogue_drug(&tx, *id).await?,
    };
    request.publish_after_commit("data", *id, request.me()?.person_id);
    let answer = request.commit(tx, view).await?;
    catalogue_cache::look_again(&request.ctx);
    Ok(answer)
}

async fn put(tx: &Transaction, seen: &drug::Model, record: &DrugRecord) -> Result<bool> {
    let print = sha256_hex(serde_json::to_vec(record)?);
    repo::replace(tx, seen, record, print).await
}

fn taken() -> Fault {
    Fault::new("drug_code", "A drug with this code already exists.")
}

/// The error for a stale version, with the current drug.
async fn stale<B>(request: &Request<B>, tx: Transaction, id: Uuid) -> Error {
    drop(tx);
    match list::find_catalogue_drug(request.ctx.db.read(), id).await {
        Ok(Some(current)) => Error::stale(&current),
        Ok(None) => Error::not_found(),
        Err(error) => error,
    }
}
