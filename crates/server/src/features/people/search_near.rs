//! Words one slip away from what somebody typed, when nobody has it as it stands.

use salal_rules::search::patients::{Meant, Words, gram, nearly};
use sea_orm::{ConnectionTrait, FromQueryResult};

use super::list::Sql;
use super::search::{COUNTED, Hits, Source, Way, counts, first, straight};
use crate::error::Result;

/// Words that might have been meant: so many are tried, and so many shown together.
const TRIED: usize = 12;
const SHOWN: usize = 3;

/// Words one slip away from those that nobody has; or, when each is in somebody, from any of them.
pub(super) async fn near(db: &impl ConnectionTrait, words: &Words) -> Result<Option<Hits>> {
    let known = counts(db, words.grams().iter().map(String::as_str), 1).await?;
    let is_known = |word: &str| gram(word).is_none_or(|gram| known.contains_key(&gram));
    let mut wrong: Vec<usize> = (0..words.typed.len())
        .filter(|&n| !is_known(&words.typed[n]))
        .collect();
    match (wrong.len(), words.typed.len()) {
        // Two words that nobody has are no slip.
        (2.., _) => return Ok(None),
        (0, 2..) => wrong = (0..words.typed.len()).collect(),
        _ => {}
    }
    let mut tried: Vec<(Meant, Way)> = Vec::new();
    for place in wrong {
        let near = nearly(&words.typed[place]);
        let there = counts(db, near.iter().map(|meant| meant.word.as_str()), COUNTED).await?;
        let mut near: Vec<Meant> = near
            .into_iter()
            .filter(|one| there.contains_key(&one.word))
            .collect();
        near.sort_by_key(|one| (one.rank, -there[&one.word]));
        for meant in near.into_iter().take(TRIED) {
            let mut other = words.clone();
            other.typed[place].clone_from(&meant.word);
            if let Some(way) = straight(db, &other).await? {
                tried.push((meant, way));
            }
        }
    }
    let mut found: Vec<(Meant, Way)> = Vec::new();
    for n in some_are_there(db, &tried).await? {
        found.extend(tried.get(n).cloned());
    }
    found.sort_by_key(|(meant, _)| meant.rank);
    // The slips that are made most stand alone.
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

#[derive(FromQueryResult)]
struct There {
    n: i64,
}

/// Which of the ways find anybody, by their places.
async fn some_are_there(db: &impl ConnectionTrait, tried: &[(Meant, Way)]) -> Result<Vec<usize>> {
    if tried.is_empty() {
        return Ok(Vec::new());
    }
    let mut sql = Sql::default();
    let arms: Vec<String> = tried
        .iter()
        .enumerate()
        .map(|(n, (_, way))| {
            let rows = way.rows(&first(1), &mut sql);
            format!("SELECT CAST({n} AS BIGINT) AS n WHERE EXISTS (SELECT 1 FROM ({rows}) w{n})")
        })
        .collect();
    let text = format!("{} ORDER BY n", arms.join(" UNION ALL "));
    let found = There::find_by_statement(sql.statement(db, &text))
        .all(db)
        .await?;
    Ok(found
        .into_iter()
        .filter_map(|one| usize::try_from(one.n).ok())
        .collect())
}
