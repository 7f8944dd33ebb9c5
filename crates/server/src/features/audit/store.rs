//! The lines of the audit on their way into their table, and out of it again.

use salal_db::Together;
use sea_orm::sea_query::{Expr, ExprTrait, SimpleExpr};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait,
};
use uuid::Uuid;

use super::rows::audit;
use crate::context::Context;
use crate::door::{Line, Reach};
use crate::error::{Error, Result};

/// Adds lines to what a transaction is about to write; the door gets this from `app`.
pub fn write(ctx: &Context, lines: &[Line], last: &mut Together) {
    let at = ctx.now();
    let rows = lines.iter().map(|line| {
        audit::Model {
            id: ctx.new_id(),
            at,
            actor: line.actor,
            actor_role: line.actor_role.to_owned(),
            patient: line.patient,
            action: line.action.clone(),
            object_kind: None,
            object_id: None,
            ip: line.ip.clone(),
            request_id: line.request_id.clone(),
        }
        .into_active_model()
    });
    last.add(&audit::Entity::insert_many(rows).into_query());
}

/// The lines of one record, newest first, within reach.
pub(super) async fn of_patient(
    db: &impl ConnectionTrait,
    reach: &Reach,
    patient: Uuid,
    limit: usize,
    cursor: Option<Uuid>,
) -> Result<Vec<audit::Model>> {
    use audit::Column;
    let mut query = audit::Entity::find()
        .filter(Column::Patient.eq(patient))
        .filter(reach.over(Column::Patient))
        .order_by_desc(Column::At)
        .order_by_desc(Column::Id)
        .limit(u64::try_from(limit).unwrap_or(u64::MAX));
    if let Some(cursor) = cursor {
        query = query.filter(after(db, cursor).await?);
    }
    Ok(query.all(db).await?)
}

/// What comes after a line, the newest first.
pub(super) async fn after(db: &impl ConnectionTrait, line: Uuid) -> Result<SimpleExpr> {
    use audit::Column;
    let last = audit::Entity::find_by_id(line)
        .one(db)
        .await?
        .ok_or_else(|| Error::malformed("The cursor cannot be read."))?;
    Ok(Expr::tuple([Expr::col(Column::At), Expr::col(Column::Id)])
        .lt(Expr::tuple([Expr::val(last.at), Expr::val(last.id)])))
}
