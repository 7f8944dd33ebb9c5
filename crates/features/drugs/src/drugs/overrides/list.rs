// SPDX-License-Identifier: AGPL-3.0-or-later

//! The catalogue for administrators: searched by name, ingredient, DIN or code, with a mark for overrides.

use salal_db::Connection;
use salal_domain::filters::Filters;
use uuid::Uuid;

use super::dto::{ById, CatalogueDrug, CataloguePage, CatalogueQuery, HandEdit};
use super::repo::{self, Asked};
use crate::api::{Json, NoBody, Request};
use crate::drugs::entity::drug;
use crate::drugs::facts::{DrugFacts, judgement};
use crate::drugs::{catalogue_cache, repo as catalogue};
use crate::error::{Error, Result};
use salal_people::people;

/// Decision 82: at least three characters after trimming; longer texts than this are refused.
const LENGTHS: std::ops::RangeInclusive<usize> = 3..=200;
/// The number of names that the ingredient search adds.
const BY_INGREDIENT: usize = 500;

/// GET /drug/catalogue
pub(in crate::drugs) async fn search(
    request: Request<NoBody, (), CatalogueQuery>,
) -> Result<Json<CataloguePage>> {
    let text = request.query.q.as_deref().unwrap_or_default().trim();
    let edited = request.query.edited.unwrap_or(false);
    let listed = edited && text.is_empty();
    if !listed && !LENGTHS.contains(&text.chars().count()) {
        let (least, most) = (LENGTHS.start(), LENGTHS.end());
        return Err(Error::field(
            "q",
            format!("Please type {least} to {most} characters."),
        ));
    }
    let also = if listed {
        Vec::new()
    } else {
        let loaded = catalogue_cache::loaded(&request.ctx).await?;
        let found = loaded.index.by_ingredient(text, BY_INGREDIENT, &|_| true);
        let keys = found.items.iter().flat_map(|name| name.keys.iter());
        keys.map(|key| loaded.drug(*key).id).collect()
    };
    let limit = request.query.limit.unwrap_or(20).clamp(1, 100);
    let after = request.query.cursor.as_deref().map(str::parse).transpose();
    let asked = Asked {
        text,
        also: &also,
        edited,
        after: after.map_err(|_| Error::malformed("The cursor cannot be read."))?,
        limit: limit + 1,
    };
    let db = request.ctx.db.read();
    let (mut rows, total) = repo::search(db, asked).await?;
    let more = rows.len() as u64 > limit;
    rows.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    let last = rows.last().filter(|_| more);
    Ok(Json(CataloguePage {
        next_cursor: last.map(|row| row.id.to_string()),
        items: views(db, rows).await?,
        total,
    }))
}

/// GET /drug/catalogue/{id}
pub(in crate::drugs) async fn get(request: Request<NoBody, ById>) -> Result<Json<CatalogueDrug>> {
    let db = request.ctx.db.read();
    Ok(Json(
        find_catalogue_drug(db, request.path.id)
            .await?
            .ok_or_else(Error::not_found)?,
    ))
}

/// One drug of the current build.
pub(super) async fn find_catalogue_drug(
    db: &Connection,
    id: Uuid,
) -> Result<Option<CatalogueDrug>> {
    let Some(row) = repo::find_drug(db, id).await? else {
        return Ok(None);
    };
    Ok(views(db, vec![row]).await?.pop())
}

async fn views(db: &Connection, rows: Vec<drug::Model>) -> Result<Vec<CatalogueDrug>> {
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    let mut edits = repo::edits_of(db, &ids).await?;
    let by: Vec<Uuid> = edits.values().map(|edit| edit.edited_by).collect();
    let names = people::names(db, &by).await?;
    // Loaded here, so that a change does not wait for a build of the index.
    let filters = Filters::new(&catalogue::filters(db).await?);
    let mut views = Vec::with_capacity(rows.len());
    for row in rows {
        let hand = match edits.remove(&row.id) {
            Some(edit) => Some(HandEdit {
                by: names.get(&edit.edited_by).cloned().unwrap_or_default(),
                at: edit.edited_at,
                fields: field_names(&edit.fields),
                register: match edit.register {
                    Some(says) => Some(serde_json::from_value(says)?),
                    None => None,
                },
            }),
            None => None,
        };
        views.push(view(&filters, row, hand)?);
    }
    Ok(views)
}

fn field_names(fields: &serde_json::Value) -> Vec<String> {
    let fields = fields.as_object().into_iter().flatten();
    fields
        .map(|(name, _)| name.clone())
        .filter(|name| name != "drug_code")
        .collect()
}

fn view(filters: &Filters, row: drug::Model, hand: Option<HandEdit>) -> Result<CatalogueDrug> {
    let record = repo::record_of(&row)?;
    let version = row.content_hash.clone();
    let drug = DrugFacts::try_from(row)?;
    let judged = judgement(filters, &drug);
    Ok(CatalogueDrug {
        id: drug.id,
        name: record.name,
        drug_identification_number: record.drug_identification_number,
        drug_code: record.drug_code.to_string(),
        status: record.status,
        history_date: record.history_date,
        class_name: record.class_name,
        number_of_ais: record.number_of_ais,
        ai_group_no: record.ai_group_no,
        company_name: record.company_name,
        descriptor: record.descriptor,
        administrations: record.administrations,
        formulations: record.formulations,
        tc_ahfs_numbers: record.tc_ahfs_numbers,
        atc_numbers: record.atc_numbers,
        schedules: record.schedules,
        ingredients: record.ingredients,
        version,
        filter: judged.hits,
        needs_doctor: judged.needs_doctor,
        hand,
    })
}
