// SPDX-License-Identifier: AGPL-3.0-or-later

//! Where something may be sent (decision 173): a pharmacy of the list, as it stands there now. A [`Destination`] is
//! made here alone, and a pharmacy's fax number is dialled only by way of [`Destinations::number_of`]: a record keeps
//! the name of a pharmacy that is gone, and nothing is sent there.

use std::collections::HashMap;

use salal_db::{Connection, JointAnswers, JointRead, Part};
use salal_domain::destinations::{NO_FAX_NUMBER, Standing};
use salal_domain::faults::Refusal;
use salal_domain::fax::FaxNumber;
use sea_orm::{ColumnTrait, QueryFilter, Select};
use uuid::Uuid;

use crate::error::{Error, Result};
use crate::pharmacies::dto::PharmacyView;
use crate::pharmacies::entity::pharmacy;

/// A pharmacy of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Destination(PharmacyView);

impl Destination {
    /// As a record stores it.
    pub fn view(&self) -> &PharmacyView {
        &self.0
    }
}

/// Those of some pharmacies that are in the list, by id.
#[derive(Clone, Debug, Default)]
pub struct Destinations(HashMap<Uuid, Destination>);

impl Destinations {
    /// With this one alone.
    pub fn only(one: Destination) -> Self {
        let mut all = Self::default();
        all.add(one);
        all
    }

    /// Adds one.
    pub fn add(&mut self, one: Destination) {
        self.0.insert(one.0.id, one);
    }

    /// Adds others.
    pub fn extend(&mut self, others: Self) {
        self.0.extend(others.0);
    }

    /// What the list says of a pharmacy that a record names.
    pub fn standing_of(&self, recorded: &PharmacyView) -> Standing {
        let listed = self.0.get(&recorded.id).map(|one| one.0.fax.as_str());
        Standing::of(listed, &recorded.fax)
    }

    /// The fax number of a pharmacy that a record names, or why nothing is sent there. The only way to it.
    pub fn number_of(&self, recorded: &PharmacyView) -> Result<FaxNumber, Refusal> {
        self.standing_of(recorded).allow_fax()?;
        FaxNumber::parse(&recorded.fax)
            .map_err(|fault| Refusal::new(NO_FAX_NUMBER, fault.to_string()))
    }
}

fn listed(ids: impl IntoIterator<Item = Uuid>) -> Select<pharmacy::Entity> {
    pharmacy::Entity::find()
        .filter(pharmacy::Column::Id.is_in(ids))
        .filter(pharmacy::Column::Active.eq(true))
}

fn collected(rows: Vec<pharmacy::Model>) -> Destinations {
    let of_row = |row: pharmacy::Model| (row.id, Destination(row.into()));
    Destinations(rows.into_iter().map(of_row).collect())
}

/// Listed pharmacies in a joint read.
pub struct DestinationsPart(Option<Part<pharmacy::Model>>);

impl DestinationsPart {
    pub fn add(read: &mut JointRead, ids: &[Uuid]) -> Self {
        let values = ids.iter().map(|id| (*id).into());
        let values = values.chain([true.into()]).collect();
        let add = || read.add_again(values, || listed(ids.iter().copied()));
        Self((!ids.is_empty()).then(add))
    }

    pub fn take(&self, found: &mut JointAnswers) -> Result<Destinations> {
        match &self.0 {
            Some(part) => Ok(collected(found.take(part)?)),
            None => Ok(Destinations::default()),
        }
    }
}

/// Those of these pharmacies that are in the list.
pub async fn destinations(db: &Connection, ids: &[Uuid]) -> Result<Destinations> {
    let mut read = JointRead::for_connection(db);
    let listed = DestinationsPart::add(&mut read, ids);
    listed.take(&mut read.run(db).await?)
}

/// The pharmacy that somebody chooses: 404 if there never was such a one, and an error on `field` if it is no longer
/// in the list.
pub async fn choose(db: &Connection, field: &str, id: Uuid) -> Result<Destination> {
    let row = pharmacy::Entity::find_by_id(id).one(db).await?;
    let row = row.ok_or_else(Error::not_found)?;
    let standing = if row.active {
        Standing::Listed
    } else {
        Standing::Gone
    };
    standing.allow().map_err(|refusal| {
        let mut error = Error::field(field, refusal.message);
        error.code = refusal.code;
        error
    })?;
    Ok(Destination(row.into()))
}
