//! Every query on pharmacies.

use salal_rules::search::fold;
use sea_orm::sea_query::ExprTrait;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Set};
use uuid::Uuid;

use super::rows::pharmacy;
use super::wire::PharmacyView;
use crate::context::Context;
use crate::error::{Error, Result};

/// A pharmacy about to be stored.
pub(crate) struct NewPharmacy {
    pub(crate) name: String,
    pub(crate) address: String,
    pub(crate) city: String,
    pub(crate) postal_code: String,
    /// Ten digits.
    pub(crate) phone: String,
    /// Ten digits.
    pub(crate) fax: String,
}

fn view(row: pharmacy::Model) -> PharmacyView {
    PharmacyView {
        id: row.id,
        name: row.name,
        address: row.address,
        city: row.city,
        fax_number: row.fax.clone(),
        fax: row.fax,
        phone1: row.phone,
    }
}

/// One pharmacy.
pub async fn get(db: &impl ConnectionTrait, id: Uuid) -> Result<PharmacyView> {
    pharmacy::Entity::find_by_id(id).one(db).await?.map(view).ok_or_else(Error::not_found)
}

/// The first pharmacies by name.
pub(super) async fn list(db: &impl ConnectionTrait, limit: u64) -> Result<Vec<PharmacyView>> {
    let rows = pharmacy::Entity::find()
        .filter(pharmacy::Column::Active.eq(true))
        .order_by_asc(pharmacy::Column::Name)
        .order_by_asc(pharmacy::Column::Id)
        .limit(limit)
        .all(db)
        .await?;
    Ok(rows.into_iter().map(view).collect())
}

/// Pharmacies in whose name, street or city every word stands; accents folded, `%` and `_` literal.
pub(super) async fn search(db: &impl ConnectionTrait, text: &str, limit: u64) -> Result<Vec<PharmacyView>> {
    let mut query = pharmacy::Entity::find().filter(pharmacy::Column::Active.eq(true));
    for word in fold(text).split_whitespace() {
        let pattern = format!("%{}%", word.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_"));
        let like = sea_orm::sea_query::LikeExpr::new(pattern).escape('\\');
        query = query.filter(sea_orm::sea_query::Expr::col(pharmacy::Column::Folded).like(like));
    }
    let rows = query.order_by_asc(pharmacy::Column::Name).order_by_asc(pharmacy::Column::Id).limit(limit).all(db).await?;
    Ok(rows.into_iter().map(view).collect())
}

/// Stores pharmacies in the caller's transaction; their ids in the same order.
pub(crate) async fn create_many(tx: &impl ConnectionTrait, ctx: &Context, new: Vec<NewPharmacy>) -> Result<Vec<Uuid>> {
    let mut ids = Vec::new();
    let rows: Vec<pharmacy::ActiveModel> = new
        .into_iter()
        .map(|one| {
            let id = ctx.new_id();
            ids.push(id);
            pharmacy::ActiveModel {
                id: Set(id),
                folded: Set(fold(&format!("{} {} {}", one.name, one.address, one.city))),
                name: Set(one.name),
                address: Set(one.address),
                city: Set(one.city),
                province: Set("BC".into()),
                postal_code: Set(one.postal_code),
                phone: Set(one.phone),
                fax: Set(one.fax),
                active: Set(true),
            }
        })
        .collect();
    pharmacy::Entity::insert_many(rows).exec_without_returning(tx).await?;
    Ok(ids)
}
