// SPDX-License-Identifier: AGPL-3.0-or-later

//! The rows of a resource as JSON, page by page: the imports in force for the register's resources, the
//! current data for lists and drugs.

use salal_formats::drug_database::Role;
use serde_json::Value;

use super::dto::{ByResource, DataPage, RowsQuery};
use super::pack::{OfFile, unpacked};
use super::resources::Resource;
use super::{build, lists, repo};
use crate::api::{Json, NoBody, Request};
use crate::error::{Error, Result};
use salal_drugs::drugs;

/// Rows per response.
const PAGE: usize = 25;

/// GET /manage-data/display-data/{x}
pub(super) async fn display(
    request: Request<NoBody, ByResource, RowsQuery>,
) -> Result<Json<DataPage>> {
    let resource = Resource::from_name(&request.path.x)
        .filter(|resource| Resource::displayable().any(|one| one == *resource))
        .filter(|resource| resource.is_there(&request.ctx))
        .ok_or_else(Error::not_found)?;
    let from = match &request.query.cursor {
        Some(cursor) => cursor
            .parse()
            .map_err(|_| Error::malformed("The cursor cannot be read."))?,
        None => 0,
    };
    let db = request.ctx.db.read();
    let (total, items) = match resource {
        Resource::Drugs => {
            let records = drugs::page_of(db, from, PAGE as u64).await?;
            let items = records.iter().map(serde_json::to_value);
            (
                drugs::count_present(db).await?,
                items.collect::<Result<_, _>>()?,
            )
        }
        Resource::List(list) => {
            let all = lists::list_in_force(db, list).await?;
            let total = all.len() as u64;
            let skip = usize::try_from(from).unwrap_or(usize::MAX);
            (total, all.into_iter().skip(skip).take(PAGE).collect())
        }
        Resource::Register(role) => of_register(&request, role, from).await?,
        Resource::WholeRegister => return Err(Error::not_found()),
    };
    let next = from.saturating_add(items.len() as u64);
    Ok(Json(DataPage {
        resource: resource.label().into(),
        from,
        next_cursor: (next < total && !items.is_empty()).then(|| next.to_string()),
        items,
        total,
    }))
}

/// Rows of all sets in force, set by set.
async fn of_register(
    request: &Request<NoBody, ByResource, RowsQuery>,
    role: Role,
    from: u64,
) -> Result<(u64, Vec<Value>)> {
    let db = request.ctx.db.read();
    let code = Resource::Register(role).code();
    let parts = build::inputs(db).await?;
    let parts: Vec<_> = parts.iter().filter(|one| one.resource == code).collect();
    let total = parts.iter().map(|one| one.rows).sum::<i64>();
    let mut skip = i64::try_from(from).unwrap_or(i64::MAX);
    let mut items = Vec::new();
    for part in parts {
        let Some(import) = part.import else { continue };
        while skip < part.rows && items.len() < PAGE {
            let chunk = repo::stored_files::chunk_at(db, import, code, &part.part, skip).await?;
            let Some(chunk) = chunk else { break };
            let within = usize::try_from(skip - chunk.first_row).unwrap_or_default();
            let rows: OfFile = unpacked(&chunk.bytes)?;
            let wanted = rows.rows.iter().skip(within).take(PAGE - items.len());
            items.extend(wanted.map(|row| row.named(role)));
            skip = chunk.first_row + chunk.row_count;
        }
        skip = (skip - part.rows).max(0);
        if items.len() == PAGE {
            break;
        }
    }
    Ok((u64::try_from(total).unwrap_or_default(), items))
}
