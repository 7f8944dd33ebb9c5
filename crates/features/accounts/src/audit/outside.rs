// SPDX-License-Identifier: AGPL-3.0-or-later

//! What of the audit is outside the database: in the folder, in the bucket, or both. Each place gets every statement
//! from the first, in order, so that one that lacks some was emptied or exchanged. Not here: how either is written
//! (`folder`, `bucket`), and what is signed when (`sign`).

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, Utc};
use futures_util::future::BoxFuture;
use salal_db::{Coded, Connection, Transaction};
use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter};
use serde::{Deserialize, Serialize};

use super::entity::audit_watch::{self, Watched};
use super::statement::Signed;
use super::{bucket, folder, watch};
use crate::context::Context;
use crate::error::Result;
use crate::settings::Settings;

/// A place outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Site {
    Folder,
    Bucket,
}

impl Site {
    /// The places of the settings.
    pub(super) fn all(settings: &Settings) -> impl Iterator<Item = Self> {
        let audit = &settings.audit;
        let folder = (!audit.publish_folder.is_empty()).then_some(Self::Folder);
        let bucket = audit.s3.is_named().then_some(Self::Bucket);
        folder.into_iter().chain(bucket)
    }

    /// What it is called in a sentence.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Folder => "the folder audit.publish_folder",
            Self::Bucket => "the bucket of audit.s3",
        }
    }

    fn watched(self) -> Watched {
        match self {
            Self::Folder => Watched::InFolder,
            Self::Bucket => Watched::InBucket,
        }
    }

    /// Which one of its kind the settings name.
    fn place(self, settings: &Settings) -> String {
        let audit = &settings.audit;
        match self {
            Self::Folder => audit.publish_folder.clone(),
            Self::Bucket => format!(
                "{} {} {}",
                audit.s3.endpoint, audit.s3.bucket, audit.s3.prefix
            ),
        }
    }
}

/// What a place has.
#[derive(Debug)]
pub(super) struct Kept {
    pub(super) site: Site,
    pub(super) numbers: BTreeSet<i64>,
    /// The last number that this database put there.
    put: i64,
}

impl Kept {
    /// The highest number that is there.
    pub(super) fn last(&self) -> i64 {
        self.numbers.last().copied().unwrap_or_default()
    }

    /// What is wrong with what is there: a place has each number up to the last.
    fn faults(&self) -> Vec<String> {
        let last = self.last().max(self.put);
        let mut faults = Vec::new();
        let mut next = 1;
        let ends = [last.saturating_add(1)];
        for number in self.numbers.iter().chain(&ends) {
            if *number > next {
                faults.push(missing(self.site, next, number - 1));
            }
            next = next.max(number.saturating_add(1));
        }
        faults
    }
}

fn missing(site: Site, first: i64, last: i64) -> String {
    format!(
        "In {} the statements {first} to {last} are missing: it was emptied or moved away, and perhaps filled again. Put \
         back what was there; or name a new, empty place in the settings, which gets all of them.",
        site.name(),
    )
}

/// Everything that is outside.
#[derive(Debug, Default)]
pub(super) struct Outside {
    pub(super) statements: Vec<Signed>,
    pub(super) places: Vec<Kept>,
    /// What is wrong there.
    pub(super) faults: Vec<String>,
    /// Places that could not be read, and why.
    pub(super) unread: Vec<(Site, String)>,
}

impl Outside {
    /// A sentence part for each place that could not be read.
    pub(super) fn unreadable(&self) -> impl Iterator<Item = String> {
        let unread = self.unread.iter();
        unread.map(|(site, why)| format!("{}: {why}", site.name()))
    }
}

/// What this database put into a place.
#[derive(Serialize, Deserialize)]
struct Put {
    place: String,
    number: i64,
}

/// Reads every place of the settings, each by itself: one that cannot be read is noted, and the others are read.
pub(super) async fn read(ctx: &Context, db: &Connection) -> Result<Outside> {
    let mut outside = read_for_copy(ctx, db).await?;
    for place in &mut outside.places {
        place.put = put(ctx, db, place.site).await?;
        // What is missing before it was told already.
        if place.put > place.last() {
            outside
                .faults
                .push(missing(place.site, place.last() + 1, place.put));
        }
    }
    Ok(outside)
}

/// The same for a copy that is to be restored, perhaps on another machine: what its database put into a place of this
/// name is no fault where the place is new.
pub(super) async fn read_for_copy(ctx: &Context, db: &Connection) -> Result<Outside> {
    let mut outside = Outside::default();
    for site in Site::all(&ctx.settings) {
        let (found, wrong) = match read_one(ctx, db, site).await? {
            Ok(found) => found,
            Err(why) => {
                outside.unread.push((site, why));
                continue;
            }
        };
        let kept = Kept {
            site,
            numbers: found.iter().filter_map(|one| one.number).collect(),
            put: 0,
        };
        outside.faults.extend(kept.faults());
        outside.faults.extend(wrong);
        outside.places.push(kept);
        outside.statements.extend(found);
    }
    Ok(outside)
}

/// The statements of a place, and what is wrong with others there; otherwise why it cannot be read.
async fn read_one(
    ctx: &Context,
    db: &Connection,
    site: Site,
) -> Result<std::result::Result<(Vec<Signed>, Vec<String>), String>> {
    match site {
        Site::Folder => {
            let found = folder::read(&ctx.settings.audit.publish_folder).await?;
            Ok(found.map(|found| (found.statements, found.faults)))
        }
        Site::Bucket => bucket::read(ctx, db).await,
    }
}

/// The last number that this database put into a place; zero where it is another one than then.
async fn put(ctx: &Context, db: &Connection, site: Site) -> Result<i64> {
    let row = watch::find(db, site.watched()).await?;
    let put = row.and_then(|row| serde_json::from_str::<Put>(&row.told).ok());
    let is_same = |put: &Put| put.place == site.place(&ctx.settings);
    Ok(put.filter(is_same).map_or(0, |put| put.number))
}

/// Forgets what was put where: a restored database may stand on another machine, whose places are new.
pub(crate) fn forget<'a>(
    tx: &'a Transaction,
    _: &'a Context,
) -> BoxFuture<'a, Result<Option<String>>> {
    Box::pin(async move {
        audit_watch::Entity::delete_many()
            .filter(
                audit_watch::Column::What
                    .is_in([Coded(Site::Folder.watched()), Coded(Site::Bucket.watched())]),
            )
            .exec(&**tx)
            .await?;
        Ok(None)
    })
}

/// Notes what was put into a place, and when it was signed.
pub(super) async fn note(
    ctx: &Context,
    site: Site,
    number: i64,
    signed_at: DateTime<Utc>,
) -> Result<()> {
    let put = Put {
        place: site.place(&ctx.settings),
        number,
    };
    let row = audit_watch::Model {
        what: Coded(site.watched()),
        at: signed_at,
        told: serde_json::to_string(&put)?,
    };
    audit_watch::Entity::insert(row.into_active_model())
        .on_conflict(
            sea_orm::sea_query::OnConflict::column(audit_watch::Column::What)
                .update_columns([audit_watch::Column::At, audit_watch::Column::Told])
                .to_owned(),
        )
        .exec_without_returning(ctx.db.write())
        .await?;
    watch::outside(ctx.db.write(), signed_at).await
}

/// Adds statements to a place, in order. Returns what went wrong.
pub(super) async fn add(
    ctx: &Context,
    site: Site,
    statements: Vec<Signed>,
) -> Result<std::result::Result<(), String>> {
    let added = match site {
        Site::Folder => folder::append(&ctx.settings.audit.publish_folder, statements).await?,
        Site::Bucket => bucket::put(ctx, &statements).await,
    };
    Ok(added.map_err(|why| format!("{}: {why}", site.name())))
}

/// How far each place is, by what was read of it.
pub(super) fn progress(places: &[Kept]) -> HashMap<Site, i64> {
    let last = |kept: &Kept| (kept.site, kept.last());
    places.iter().map(last).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_that_lacks_an_earlier_statement_is_told() {
        let faults = |numbers: &[i64], put: i64| {
            let numbers = numbers.iter().copied().collect();
            let site = Site::Folder;
            let kept = Kept { site, numbers, put };
            kept.faults().len()
        };
        assert_eq!(faults(&[], 0), 0);
        assert_eq!(faults(&[1, 2, 3], 3), 0);
        assert_eq!(faults(&[1, 2, 3], 2), 0, "more than was noted");
        assert_eq!(faults(&[3, 4], 4), 1, "filled again");
        assert_eq!(faults(&[1, 3], 4), 2);
        assert_eq!(faults(&[], 4), 1, "emptied");
    }
}
