// SPDX-License-Identifier: AGPL-3.0-or-later

//! The bucket with object lock that has every statement, each as an object of its own that nobody can remove or replace
//! while its lock lasts. Its name has the number and the signature, and a signature is over everything else: what the
//! database has as well is compared by the list alone. Not here: the protocol, which `salal_integrations` speaks.

use std::collections::HashMap;

use futures_util::future::try_join_all;
use salal_db::Connection;
use salal_integrations::Bucket;
use sea_orm::{ConnectionTrait, EntityTrait, FromQueryResult, QueryTrait};

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
        try_join_all(puts)
            .await
            .map_err(|error| error.to_string())?;
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
    let names = match bucket.every_name().await {
        Ok(names) => names,
        Err(error) => return Ok(Err(error.to_string())),
    };
    let known = known(db).await?;
    let (mut found, mut wrong) = (Vec::with_capacity(names.len()), Vec::new());
    for one in &names {
        let Some((number, signature)) = named(one) else {
            continue;
        };
        match known.get(&number) {
            Some(same) if same.signature == signature => found.push(same.clone()),
            _ => match other(bucket, one).await {
                Ok(Some(other)) if other.number == Some(number) && other.signature == signature => {
                    found.push(other);
                }
                Ok(_) => wrong.push(format!(
                    "The object {one} in the bucket of audit.s3 is not the statement that its name says."
                )),
                Err(why) => return Ok(Err(why)),
            },
        }
    }
    Ok(Ok((found, wrong)))
}

async fn other(bucket: &Bucket, name: &str) -> std::result::Result<Option<Signed>, String> {
    let read = bucket.read(name).await;
    let content = read.map_err(|error| error.to_string())?;
    Ok(content.and_then(|content| serde_json::from_slice(&content).ok()))
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
