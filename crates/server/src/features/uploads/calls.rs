//! The one call on files: their bytes.

use super::wire::{ById, HowSent};
use super::{access, disk, store};
use crate::door::{Access, Call, Claim, Method, NoBody, Row, Trace, UserFile, row};
use crate::error::{Error, Result};

/// The calls of this feature.
#[rustfmt::skip]
pub fn calls() -> Vec<Row> {
    vec![
        row(Method::Get, "/file/{id}", Access::AnySignedIn, Claim::AnyPatient, Trace::PatientRecord, "The bytes of an uploaded file.", file),
    ]
}

async fn file(call: Call<NoBody, ById, HowSent>) -> Result<UserFile> {
    let ctx = &call.ctx;
    let row = store::find(ctx.db.read(), call.path.id)
        .await?
        .ok_or_else(Error::not_found)?;
    if !access::may_open(ctx, &call.reach, call.me()?, &row).await? {
        return Err(Error::not_found());
    }
    let bytes = disk::read(ctx, &row.path, &row.sha256).await?;
    call.saw(row.person_id);
    Ok(UserFile {
        content_type: store::media_type(&row),
        name: row.name,
        bytes,
        attachment: call.query.download,
    })
}
