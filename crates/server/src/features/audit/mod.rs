//! The audit: who touched whose record, written in the transaction of the change itself, or by the
//! door for a read. Deliberately not here: the search page and the chain of hashes, which come with
//! the administrators' screens.

pub(crate) mod rows;

use futures_util::future::BoxFuture;
use salal_db::Transaction;
use sea_orm::{ActiveModelTrait, Set};

use crate::context::Context;
use crate::door::Line;
use crate::error::Result;

/// Writes a line in the caller's transaction; the door gets this from `app`.
pub fn write<'a>(
    tx: &'a Transaction,
    ctx: &'a Context,
    line: &'a Line,
) -> BoxFuture<'a, Result<()>> {
    Box::pin(async move {
        rows::audit::ActiveModel {
            id: Set(ctx.new_id()),
            at: Set(ctx.now()),
            actor: Set(line.actor),
            actor_role: Set(line.actor_role.to_owned()),
            patient: Set(line.patient),
            action: Set(line.action.clone()),
            object_kind: Set(None),
            object_id: Set(None),
            ip: Set(line.ip.clone()),
            request_id: Set(line.request_id.clone()),
        }
        .insert(tx)
        .await?;
        Ok(())
    })
}
