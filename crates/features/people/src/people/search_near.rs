// SPDX-License-Identifier: AGPL-3.0-or-later

//! Finds words with one typing error, when the text matches no one exactly.

use std::collections::{BTreeSet, HashMap};

use salal_db::Connection;
use salal_domain::search::nearly::{Meant, nearly};
use salal_domain::search::patients::{Words, gram};
use sea_orm::FromQueryResult;

use super::list::Sql;
use super::search::{COUNTED, Hits, Source, Way, counts, first};
use crate::error::Result;

/// The number of candidate words tried, and the number shown together.
const TRIED: usize = 12;
const SHOWN: usize = 3;

/// Candidates for the words that match no one; or, if each matches someone, for any of them.
pub(super) async fn near(db: &Connection, words: &Words) -> Result<Option<Hits>> {
    let known = counts(db, words.grams().iter().map(String::as_str), 1).await?;
    let is_known = |word: &str| gram(word).is_none_or(|gram| known.contains_key(&gram));
    let mut wrong: Vec<usize> = (0..words.typed.len())
        .filter(|&n| !is_known(&words.typed[n]))
        .collect();
    match (wrong.len(), words.typed.len()) {
        // Two unmatched words are not a single typing error.
        (2.., _) => return Ok(None),
        (0, 2..) => wrong = (0..words.typed.len()).collect(),
        _ => {}
    }
    let mut meant: Vec<(Meant, Way)> = Vec::new();
    for place in wrong {
        for near in nearly(&words.typed[place]) {
            let mut other = words.clone();
            other.typed[place].clone_from(&near.word);
            meant.extend(Way::with(&other, place).map(|way| (near, way)));
        }
    }
    // Most candidates are no one's name: one query for all of them, and another for the few that share a
    // prefix.
    let mut there = counted(db, meant.iter().map(|(_, way)| way.gram()), 1).await?;
    meant.retain(|(_, way)| there.contains_key(way.gram()));
    there = counted(
        db,
        meant.iter().map(|(near, _)| near.word.as_str()),
        COUNTED,
    )
    .await?;
    meant.retain(|(near, _)| there.contains_key(&near.word));
    meant.sort_by_key(|(near, _)| (near.rank, -there[&near.word]));
    meant.truncate(TRIED);
    let mut found = some_are_there(db, meant).await?;
    found.sort_by_key(|(meant, _)| meant.rank);
    // The most frequent kinds of errors are shown alone.
    let best = found.first().map(|(meant, _)| meant.rank);
    found.retain(|(meant, _)| Some(meant.rank) == best);
    found.truncate(SHOWN);
    if found.is_empty() {
        return Ok(None);
    }
    let (meant, ways): (Vec<Meant>, Vec<Way>) = found.into_iter().unzip();
    Ok(Some(Hits {
        source: Source::Ways(ways),
        meant: meant.into_iter().map(|one| one.word).collect(),
    }))
}

/// The number of people with each gram, each looked up once.
async fn counted<'a>(
    db: &Connection,
    grams: impl Iterator<Item = &'a str>,
    most: i64,
) -> Result<HashMap<String, i64>> {
    let grams: BTreeSet<&str> = grams.collect();
    counts(db, grams.into_iter(), most).await
}

#[derive(FromQueryResult)]
struct There {
    n: i64,
}

/// The ways that find at least one person.
async fn some_are_there(db: &Connection, tried: Vec<(Meant, Way)>) -> Result<Vec<(Meant, Way)>> {
    let mut sql = Sql::default();
    let asked = tried.iter().enumerate();
    let arms: Vec<String> = asked
        .filter(|(_, (_, way))| !way.is_its_gram())
        .map(|(n, (_, way))| {
            let rows = way.rows(&first(1), &mut sql);
            format!("SELECT CAST({n} AS BIGINT) AS n WHERE EXISTS (SELECT 1 FROM ({rows}) w{n})")
        })
        .collect();
    let mut there = BTreeSet::new();
    if !arms.is_empty() {
        let text = arms.join(" UNION ALL ");
        let found = There::find_by_statement(sql.statement(db, &text)).all(db);
        let places = found.await?.into_iter();
        there.extend(places.filter_map(|one| usize::try_from(one.n).ok()));
    }
    let tried = tried.into_iter().enumerate();
    let found = tried.filter(|(n, (_, way))| way.is_its_gram() || there.contains(n));
    Ok(found.map(|(_, one)| one).collect())
}
