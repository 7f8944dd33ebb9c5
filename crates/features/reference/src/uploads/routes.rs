// SPDX-License-Identifier: AGPL-3.0-or-later

//! The route of files: their content.

use super::dto::{ById, HowSent};
use super::{access, disk, repo};
use crate::api::{Access, Audit, Method, NoBody, Request, Route, ScopePolicy, UserFile, route};
use crate::error::{Error, Result};

/// The routes of this feature.
#[rustfmt::skip]
pub fn routes() -> Vec<Route> {
    vec![
        route(Method::Get, "/file/{id}", Access::AnySignedIn, ScopePolicy::AnyPatient, Audit::PatientRecord("Opened a file"), "The bytes of an uploaded file.", file),
    ]
}

async fn file(request: Request<NoBody, ById, HowSent>) -> Result<UserFile> {
    let ctx = &request.ctx;
    let row = repo::find_upload(ctx.db.read(), request.path.id)
        .await?
        .ok_or_else(Error::not_found)?;
    if !access::may_open(ctx, &request.scope, request.me()?, &row).await? {
        return Err(Error::not_found());
    }
    let bytes = disk::read(ctx, &row.path, &row.sha256).await?;
    request.audit_access(row.person_id);
    Ok(UserFile {
        content_type: row.r#type.code(),
        name: row.name,
        bytes,
        attachment: request.query.download,
    })
}
