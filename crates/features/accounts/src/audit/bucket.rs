// SPDX-License-Identifier: AGPL-3.0-or-later

//! The bucket with object lock that has every statement, each as an object of its own that nobody can remove or replace
//! while its lock lasts. Its name has the number and the signature, and a signature is over everything else: what the
//! database has as well is compared by the list alone. Not here: the protocol, which `salal_integrations` speaks.

use std::collections::HashMap;

use futures_util::future::try_join_all;
use salal_db::Connection;
use salal_integrations::{Bucket, ServiceError};
use sea_orm::{ConnectionTrait, FromQueryResult, QueryTrait};

use super::entity::audit_statement;
use super::statement::Signed;
use crate::context::Context;
use crate::error::Result;

/// Statements that are put at once.
const AT_ONCE: usize = 8;
/// What a name begins with and ends in.
const NAME: (&str, &str) = ("anchor-", ".json");
const MISSING: &str = "no bucket is named: run salal config check";

fn name(number: i64, signature: &str) -> String {
    let (start, end) = NAME;
    format!("{start}{number:012}-{signature}{end}")
}

/// The number and the signature of a name.
fn named(name: &str) -> Option<(i64, &str)> {
    let (start, end) = NAME;
    let rest = name.strip_prefix(start)?.strip_suffix(end)?;
    let (number, signature) = rest.split_once('-')?;
    Some((number.parse().ok()?, signature))
}

/// Puts statements; each that is there stays, whatever becomes of the others.
pub(super) async fn put(ctx: &Context, statements: &[Signed]) -> std::result::Result<(), String> {
    let bucket = ctx.services.anchors.as_ref().ok_or(MISSING)?;
    for some in statements.chunks(AT_ONCE) {
        let puts = some.iter().filter_map(|one| {
            let name = name(one.number?, &one.signature);
            let content = serde_json::to_vec(one).ok()?;
            Some(async move { bucket.put(&name, content).await })
        });
        try_join_all(puts).await.map_err(|error| why(&error))?;
    }
    Ok(())
}

/// Every statement that was ever put there, and what is wrong with others.
pub(super) async fn read(
    ctx: &Context,
    db: &Connection,
) -> Result<std::result::Result<(Vec<Signed>, Vec<String>), String>> {
    let Some(bucket) = ctx.services.anchors.as_ref() else {
        return Ok(Err(MISSING.to_owned()));
    };
    let originals = match bucket.every_original().await {
        Ok(originals) => originals,
        Err(error) => return Ok(Err(why(&error))),
    };
    let known = known(db).await?;
    let (mut found, mut wrong) = (Vec::with_capacity(originals.len()), Vec::new());
    for (name, version) in &originals {
        let Some((number, signature)) = named(name) else {
            continue;
        };
        match known.get(&number) {
            Some(same) if same.signature == signature => found.push(same.clone()),
            _ => match original(bucket, name, version).await {
                Ok(Some(other)) => found.push(other),
                Ok(None) => wrong.push(format!(
                    "The object {name} in the bucket of audit.s3 is not the statement that its name says."
                )),
                Err(why) => return Ok(Err(why)),
            },
        }
    }
    Ok(Ok((found, wrong)))
}

/// A statement of ours with a higher number than this one, by one answer of the store: the highest that it tells.
pub(super) async fn one_after(
    ctx: &Context,
    number: i64,
    is_ours: impl Fn(&Signed) -> bool,
) -> std::result::Result<Option<Signed>, String> {
    let bucket = ctx.services.anchors.as_ref().ok_or(MISSING)?;
    let next = number.saturating_add(1);
    let (start, _) = NAME;
    let listed = bucket.originals_after(&format!("{start}{next:012}")).await;
    let listed = listed.map_err(|error| why(&error))?;
    for (name, version) in listed.iter().rev() {
        if named(name).is_none_or(|(other, _)| other <= number) {
            continue;
        }
        let found = original(bucket, name, version).await?;
        if let Some(found) = found.filter(&is_ours) {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// What was first put under a name, whatever lies over it since: nobody can remove that before its day. `None` where it
/// is not what the name says.
async fn original(
    bucket: &Bucket,
    name: &str,
    version: &str,
) -> std::result::Result<Option<Signed>, String> {
    let read = bucket.read_original(name, version).await;
    let content = read.map_err(|error| why(&error))?;
    let found = content.and_then(|content| serde_json::from_slice::<Signed>(&content).ok());
    Ok(found.filter(|found| {
        let says = named(name);
        says.is_some() && says == found.number.map(|it| (it, found.signature.as_str()))
    }))
}

/// The place is named beside it.
fn why(error: &ServiceError) -> String {
    error.kind.to_string()
}

/// What the database has signed, by number.
async fn known(db: &Connection) -> Result<HashMap<i64, Signed>> {
    let rows = db
        .query_all(&audit_statement::Entity::find().into_query())
        .await?;
    let rows = rows.iter().filter_map(|row| {
        let row = audit_statement::Model::from_query_result(row, "").ok()?;
        Some((row.number, Signed::from(&row)))
    });
    Ok(rows.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_says_the_number_and_the_signature() {
        let name = name(17, "ab12");
        assert_eq!(name, "anchor-000000000017-ab12.json");
        assert_eq!(named(&name), Some((17, "ab12")));
        assert_eq!(named("anchor-x-ab.json"), None);
        assert_eq!(named("else.json"), None);
    }
}
