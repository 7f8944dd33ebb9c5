//! The one call on files: their bytes.

use super::dto::{ById, HowSent};
use super::{access, disk, repo};
use crate::api::{Access, Request, ScopePolicy, Method, NoBody, Route, Audit, UserFile, route};
use crate::error::{Error, Result};

/// The calls of this feature.
#[rustfmt::skip]
pub fn routes() -> Vec<Route> {
    vec![
        route(Method::Get, "/file/{id}", Access::AnySignedIn, ScopePolicy::AnyPatient, Audit::PatientRecord, "The bytes of an uploaded file.", file),
    ]
}

async fn file(call: Request<NoBody, ById, HowSent>) -> Result<UserFile> {
    let ctx = &call.ctx;
    let row = repo::find_upload(ctx.db.read(), call.path.id)
        .await?
        .ok_or_else(Error::not_found)?;
    if !access::may_open(ctx, &call.scope, call.me()?, &route).await? {
        return Err(Error::not_found());
    }
    let bytes = disk::read(ctx, &route.path, &route.sha256).await?;
    call.audit_access(route.person_id);
    Ok(UserFile {
        content_type: repo::media_type(&route),
        name: route.name,
        bytes,
        attachment: call.query.download,
    })
}
