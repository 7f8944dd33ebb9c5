// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries on pharmacies. They are not patient data, so there is no scope.

pub(super) mod destination;
pub(super) mod import_list;

use std::collections::HashMap;

use salal_db::{Connection, JointAnswers, JointRead, Part};
use salal_domain::people::phones::parse_phone;
use salal_domain::search::fold;
use sea_orm::sea_query::LikeExpr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Set};
use uuid::Uuid;

use super::dto::PharmacyView;
use super::entity::pharmacy;
use crate::error::{Error, Result};

/// A pharmacy to be stored; phone and fax are ten digits.
#[derive(Clone, Debug)]
pub struct NewPharmacy {
    pub id: Uuid,
    pub name: String,
    pub address: String,
    pub city: String,
    pub province: String,
    pub postal_code: String,
    pub phone: String,
    pub fax: String,
}

/// One pharmacy, offered or not, to be named: records reference it. One that is no longer in the list has no fax
/// number any more; what something may be sent to is in `destination`.
pub async fn named_pharmacy(db: &Connection, id: Uuid) -> Result<PharmacyView> {
    let mut read = JointRead::for_connection(db);
    let named = PharmacyPart::add(&mut read, id);
    named.take(&mut read.run(db).await?)
}

/// The same in a joint read.
pub struct PharmacyPart(Part<pharmacy::Model>);

impl PharmacyPart {
    pub fn add(read: &mut JointRead, id: Uuid) -> Self {
        Self(read.add(&pharmacy::Entity::find_by_id(id)))
    }

    pub fn take(&self, found: &mut JointAnswers) -> Result<PharmacyView> {
        let row = found.take(&self.0)?.pop().ok_or_else(Error::not_found)?;
        let is_listed = row.active;
        let mut view = PharmacyView::from(row);
        if !is_listed {
            view.fax.clear();
            view.fax_number.clear();
        }
        Ok(view)
    }
}

/// The listed pharmacies with these fax numbers of eleven digits, by number.
pub async fn with_fax_numbers(
    db: &Connection,
    numbers: &[String],
) -> Result<HashMap<String, PharmacyView>> {
    if numbers.is_empty() {
        return Ok(HashMap::new());
    }
    let ten = numbers.iter().filter_map(|number| number.strip_prefix('1'));
    let listed = pharmacy::Entity::find()
        .filter(pharmacy::Column::Fax.is_in(ten))
        .filter(pharmacy::Column::Active.eq(true));
    let rows = JointRead::all(db, &listed).await?;
    let with_number = |row: pharmacy::Model| (format!("1{}", row.fax), row.into());
    Ok(rows.into_iter().map(with_number).collect())
}

/// The first pharmacies by name.
pub(super) async fn list_pharmacies(db: &Connection, limit: u64) -> Result<Vec<PharmacyView>> {
    let rows = pharmacy::Entity::find()
        .filter(pharmacy::Column::Active.eq(true))
        .order_by_asc(pharmacy::Column::Name)
        .order_by_asc(pharmacy::Column::Id)
        .limit(limit)
        .all(db)
        .await?;
    Ok(rows.into_iter().map(PharmacyView::from).collect())
}

/// The text in which a pharmacy is searched for: a postal code with its space and without, and digits alone of the
/// telephone number.
fn searched_text(name: &str, address: &str, city: &str, postal_code: &str, phone: &str) -> String {
    let joined = postal_code.replace(' ', "");
    fold(&format!(
        "{name} {address} {city} {postal_code} {joined} {phone}"
    ))
}

/// Pharmacies whose name, address, city, postal code or telephone contains every word of the text, ignoring case and
/// accents. A whole telephone number is one word, however it is written.
pub(super) async fn search(db: &Connection, text: &str, limit: u64) -> Result<Vec<PharmacyView>> {
    let folded = parse_phone(text).unwrap_or_else(|| fold(text));
    let mut query = pharmacy::Entity::find().filter(pharmacy::Column::Active.eq(true));
    for word in folded.split(' ').filter(|word| !word.is_empty()) {
        query = query.filter(pharmacy::Column::Folded.like(containing(word)));
    }
    let rows = query
        .order_by_asc(pharmacy::Column::Name)
        .order_by_asc(pharmacy::Column::Id)
        .limit(limit)
        .all(db)
        .await?;
    Ok(rows.into_iter().map(PharmacyView::from).collect())
}

/// A pattern in which `%` and `_` of the text are literal.
fn containing(word: &str) -> LikeExpr {
    let literal = word
        .replace('!', "!!")
        .replace('%', "!%")
        .replace('_', "!_");
    LikeExpr::new(format!("%{literal}%")).escape('!')
}

/// Stores pharmacies, all in one statement.
pub async fn create_many(tx: &Connection, new: Vec<NewPharmacy>) -> Result<()> {
    if new.is_empty() {
        return Ok(());
    }
    let rows = new.into_iter().map(|one| pharmacy::ActiveModel {
        id: Set(one.id),
        folded: Set(searched_text(
            &one.name,
            &one.address,
            &one.city,
            &one.postal_code,
            &one.phone,
        )),
        name: Set(one.name),
        address: Set(one.address),
        city: Set(one.city),
        province: Set(one.province),
        postal_code: Set(one.postal_code),
        phone: Set(one.phone),
        phone_extension: Set(String::new()),
        fax: Set(one.fax),
        active: Set(true),
    });
    pharmacy::Entity::insert_many(rows)
        .exec_without_returning(tx)
        .await?;
    Ok(())
}
