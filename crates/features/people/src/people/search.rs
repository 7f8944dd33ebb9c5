// SPDX-License-Identifier: AGPL-3.0-or-later

//! Patient search. Each lookup is an index range, read from its start in index order, so that a page costs
//! the same with ten thousand patients and with a million. Exact matches come first; words with one typing
//! error are searched only if there are none. Not here: how the text is parsed and what is indexed
//! (`salal_domain::search::patients`), and what a row shows (`list`).

use std::collections::HashMap;

use salal_db::Connection;
use salal_domain::search::patients::{Asked, Words, gram, number_gram, read};
use sea_orm::FromQueryResult;

use super::list::{Ask, Found, Key, NOT_COUNTED, Order, Place, Sql, load_rows, number};
use super::search_near::near;
use crate::error::{Error, Result};

/// The maximum number of rows examined for the prefix of an email or a number.
const GATHERED: i64 = 1_000;
/// For words that are not one person's names: the rarest is followed if it occurs in at most this many
/// people. Of three names, the rarest pair is counted up to this number.
const FOLLOWED: i64 = 500;
/// The limit up to which a word is counted to find the rarest.
pub(super) const COUNTED: i64 = 50;

/// Parses a search text; too short a text is the caller's error.
pub(super) fn parse_search(text: &str) -> Result<Asked> {
    read(text).ok_or_else(|| Error::field("q", "Type at least 3 characters."))
}

/// The source of hits, by last name.
#[derive(Clone, Debug)]
pub(super) enum Source {
    /// Email addresses with this prefix.
    Email(String),
    /// Numbers with this prefix.
    Number(String),
    /// Everyone found by one of the ways.
    Ways(Vec<Way>),
}

/// Everyone with one gram who meets the other conditions.
#[derive(Clone, Debug, Default)]
pub(super) struct Way {
    gram: String,
    /// Other grams of the same person.
    others: Vec<String>,
    /// Prefixes too short for a gram.
    short: Vec<String>,
    /// Digits in a number, more than a gram has.
    digits: Vec<String>,
}

impl Way {
    /// People who have all these words, searched by one gram.
    fn along(gram: String, words: &Words) -> Self {
        let others = words.grams().into_iter().filter(|other| {
            let known = gram.split(' ').any(|part| part == other);
            !known
        });
        let short = words.short().into_iter().filter(|word| {
            let known = gram.split(' ').any(|part| part == *word);
            !known
        });
        Self {
            others: others.collect(),
            short: short.map(ToOwned::to_owned).collect(),
            digits: words.digits().into_iter().map(ToOwned::to_owned).collect(),
            gram,
        }
    }

    /// People who have all these words, searched by a pair of them or by the one at `place`.
    pub(super) fn with(words: &Words, place: usize) -> Option<Self> {
        let gram = words.pair().or_else(|| gram(words.typed.get(place)?))?;
        Some(Self::along(gram, words))
    }

    pub(super) fn gram(&self) -> &str {
        &self.gram
    }

    /// Only the gram is searched.
    pub(super) fn is_its_gram(&self) -> bool {
        self.others.is_empty() && self.short.is_empty() && self.digits.is_empty()
    }

    pub(super) fn rows(&self, ask: &Ask, sql: &mut Sql) -> String {
        let mut filter = format!("g.gram = {}", sql.bind(self.gram.as_str().into()));
        if let Some(place) = &ask.after {
            filter.push_str(&format!(" AND {}", ask.order.after("g", place, sql)));
        }
        // A scalar sub-select is evaluated row by row and never turned into a join, for which an engine would
        // read a whole range.
        for other in &self.others {
            let other = sql.bind(other.as_str().into());
            filter.push_str(&format!(
                " AND (SELECT 1 FROM patient_gram o WHERE o.gram = {other} AND o.last_key = g.last_key \
                 AND o.person_id = g.person_id) IS NOT NULL"
            ));
        }
        let short = self
            .short
            .iter()
            .map(|word| format!("% {}%", literal(word)));
        let digits = self.digits.iter().map(|digits| format!("%{digits}%"));
        for pattern in short.chain(digits) {
            let pattern = sql.bind(pattern.into());
            filter.push_str(&format!(
                " AND (SELECT 1 FROM patient_entry t WHERE t.person_id = g.person_id \
                 AND (t.names || ' ' || t.mailbox || t.numbers) LIKE {pattern} ESCAPE '\\') IS NOT NULL"
            ));
        }
        let limit = ask.limit;
        let order = ask.order.by("g");
        format!(
            "SELECT g.last_key, g.person_id FROM patient_gram g WHERE {filter} {order} LIMIT {limit}"
        )
    }
}

fn literal(word: &str) -> String {
    word.replace('\\', "\\\\")
        .replace('%', "\\%")
        .replace('_', "\\_")
}

impl Source {
    /// The hits by last name after the previous page, each once.
    pub(super) fn rows(&self, ask: &Ask, sql: &mut Sql) -> String {
        let begins = |column: &str, from: &str, up_to: String, sql: &mut Sql| {
            let (from, up_to) = (sql.bind(from.into()), sql.bind(up_to.into()));
            format!("{column} >= {from} AND {column} < {up_to} ORDER BY {column} LIMIT {GATHERED}")
        };
        let gathered = match self {
            Self::Ways(ways) => {
                if let [way] = ways.as_slice() {
                    return way.rows(ask, sql);
                }
                let arms: Vec<String> = ways
                    .iter()
                    .enumerate()
                    .map(|(n, way)| format!("SELECT * FROM ({}) w{n}", way.rows(ask, sql)))
                    .collect();
                let limit = ask.limit;
                let (arms, order) = (arms.join(" UNION "), ask.order.by("u"));
                return format!(
                    "SELECT u.last_key, u.person_id FROM ({arms}) u {order} LIMIT {limit}"
                );
            }
            Self::Email(text) => {
                let range = begins("email_folded", text, format!("{text}\u{10ffff}"), sql);
                format!("SELECT person_id FROM account WHERE {range}")
            }
            Self::Number(digits) => {
                // In ASCII, a colon comes after the nine.
                let range = begins("number_digits", digits, format!("{digits}:"), sql);
                format!(
                    "SELECT person_id FROM health_document WHERE retired_at IS NULL AND {range}"
                )
            }
        };
        let after = ask.after.as_ref().map_or_else(String::new, |place| {
            format!(" AND {}", ask.order.after("u", place, sql))
        });
        let (limit, order) = (ask.limit, ask.order.by("u"));
        // A number may be in two documents of one person. Each key is looked up separately: in a join, an
        // engine that does not know how few there are reads the whole table.
        format!(
            "SELECT u.last_key, u.person_id FROM (SELECT DISTINCT s.person_id, (SELECT e.last_key FROM patient_entry e \
             WHERE e.person_id = s.person_id) AS last_key FROM ({gathered}) s) u \
             WHERE u.last_key IS NOT NULL{after} {order} LIMIT {limit}"
        )
    }

    /// How many hits there are, up to `most`.
    pub(super) async fn count(&self, db: &Connection, most: i64) -> Result<i64> {
        let mut sql = Sql::default();
        let all = Ask {
            limit: most,
            ..first(most)
        };
        let rows = self.rows(&all, &mut sql);
        number(db, sql, &format!("SELECT COUNT(*) AS n FROM ({rows}) c")).await
    }
}

/// The first `limit` hits by last name.
pub(super) fn first(limit: i64) -> Ask {
    Ask {
        order: Order {
            key: Key::Last,
            down: false,
        },
        after: None::<Place>,
        limit,
        pending: NOT_COUNTED.to_owned(),
    }
}

/// The result of a search: the source of its hits, and the words searched instead of the typed ones.
#[derive(Clone, Debug)]
pub(super) struct Hits {
    pub(super) source: Source,
    pub(super) meant: Vec<String>,
}

impl Hits {
    fn exact(source: Source) -> Self {
        Self {
            source,
            meant: Vec::new(),
        }
    }
}

/// A page of hits; without any hits, no `Hits` either.
pub(super) async fn find_people(
    db: &Connection,
    asked: &Asked,
    ask: &Ask,
) -> Result<(Vec<Found>, Option<Hits>)> {
    let exact = exact(db, asked).await?;
    if let Some(source) = &exact {
        let found = load_rows(db, Some(source), ask).await?;
        // An empty page after others is simply the end of the list.
        if !found.is_empty() || (ask.after.is_some() && source.count(db, 1).await? > 0) {
            return Ok((found, exact.map(Hits::exact)));
        }
    }
    let Some(hits) = otherwise(db, asked).await? else {
        return Ok((Vec::new(), None));
    };
    let found = load_rows(db, Some(&hits.source), ask).await?;
    Ok((found, Some(hits)))
}

/// How many hits a search has, up to `most`.
pub(super) async fn hits(db: &Connection, asked: &Asked, most: i64) -> Result<i64> {
    match exact(db, asked).await? {
        Some(source) => source.count(db, most).await,
        None => Ok(0),
    }
}

/// The exact search; `None` when the text has nothing that can be looked up.
async fn exact(db: &Connection, asked: &Asked) -> Result<Option<Source>> {
    Ok(match asked {
        Asked::Email(text) => Some(Source::Email(text.clone())),
        Asked::Number(digits) if digits.len() > 4 => Some(Source::Number(digits.clone())),
        Asked::Number(digits) => Some(anywhere(digits)),
        Asked::Words(words) => straight(db, words)
            .await?
            .map(|way| Source::Ways(vec![way])),
    })
}

/// Digits anywhere in a number.
pub(super) fn anywhere(digits: &str) -> Source {
    let gram = number_gram(digits);
    let rest = (gram.len() < digits.len()).then(|| digits.to_owned());
    Source::Ways(vec![Way {
        gram,
        digits: rest.into_iter().collect(),
        ..Way::default()
    }])
}

/// The search by the rarest pair of two names, or by the rarest of the words.
pub(super) async fn straight(db: &Connection, words: &Words) -> Result<Option<Way>> {
    let (grams, most) = match words.pairs() {
        pairs if pairs.is_empty() => (words.grams(), COUNTED),
        pairs => (pairs, FOLLOWED),
    };
    let gram = match grams.as_slice() {
        [] => None,
        [one] => Some(one.clone()),
        _ => rarest(db, &grams, most).await?.map(|(gram, _)| gram),
    };
    Ok(gram.map(|gram| Way::along(gram, words)))
}

async fn rarest(db: &Connection, grams: &[String], most: i64) -> Result<Option<(String, i64)>> {
    let counts = counts(db, grams.iter().map(String::as_str), most).await?;
    let by_count = |gram: &&String| counts.get(gram.as_str()).copied().unwrap_or_default();
    let rarest = grams.iter().min_by_key(by_count);
    Ok(rarest.map(|gram| (gram.clone(), by_count(&gram))))
}

#[derive(FromQueryResult)]
struct Counted {
    gram: String,
    n: i64,
}

/// The number of people with each gram, up to `most`; grams without anyone are omitted.
pub(super) async fn counts<'a>(
    db: &Connection,
    grams: impl Iterator<Item = &'a str>,
    most: i64,
) -> Result<HashMap<String, i64>> {
    let mut sql = Sql::default();
    let listed: Vec<String> = grams
        .map(|gram| format!("({})", sql.bind(gram.into())))
        .collect();
    if listed.is_empty() {
        return Ok(HashMap::new());
    }
    let text = format!(
        "SELECT v.column1 AS gram, (SELECT COUNT(*) FROM (SELECT 1 FROM patient_gram g \
         WHERE g.gram = v.column1 LIMIT {most}) c) AS n FROM (VALUES {}) v",
        listed.join(", ")
    );
    let found = Counted::find_by_statement(sql.statement(db, &text))
        .all(db)
        .await?;
    let there = found.into_iter().filter(|one| one.n > 0);
    Ok(there.map(|one| (one.gram, one.n)).collect())
}

/// The fallback when no one matches the text exactly.
async fn otherwise(db: &Connection, asked: &Asked) -> Result<Option<Hits>> {
    match asked {
        Asked::Number(digits) if digits.len() > 4 => Ok(Some(Hits::exact(anywhere(digits)))),
        Asked::Email(_) | Asked::Number(_) => Ok(None),
        Asked::Words(words) => {
            if let Some(source) = apart(db, words).await? {
                return Ok(Some(Hits::exact(source)));
            }
            near(db, words).await
        }
    }
}

/// Words that are not all names of one person but occur together, such as a name and a part of the email.
/// Searched by the rarest: a word, or a pair of names.
async fn apart(db: &Connection, words: &Words) -> Result<Option<Source>> {
    let (grams, pairs) = (words.grams(), words.pairs());
    if pairs.is_empty() || grams.len() < 2 {
        return Ok(None);
    }
    let all = grams.iter().chain(&pairs).map(String::as_str);
    let counts = counts(db, all, FOLLOWED + 1).await?;
    if grams.iter().any(|gram| !counts.contains_key(gram)) {
        return Ok(None);
    }
    // A pair that no one has only shows that one of the two is not a name.
    let Some((gram, 1..=FOLLOWED)) = counts.into_iter().min_by_key(|(_, n)| *n) else {
        return Ok(None);
    };
    let source = Source::Ways(vec![Way::along(gram, words)]);
    Ok((source.count(db, 1).await? > 0).then_some(source))
}
