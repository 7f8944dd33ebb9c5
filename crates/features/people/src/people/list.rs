// SPDX-License-Identifier: AGPL-3.0-or-later

//! The patient list: paged by key in one of its orders, with or without a search. Not here: which patients a
//! search finds (`search`).

use chrono::{DateTime, Utc};
use salal_db::Connection;
use sea_orm::{ConnectionTrait, FromQueryResult, Statement, Value};
use uuid::Uuid;

use super::dto::{
    DocumentNumber, PatientList, PatientListRecord, PatientPerson, PatientSort, PatientsQuery,
    PersonRef,
};
use super::repo::Prescribed;
use super::search::{self, Source};
use crate::context::Context;
use crate::error::{Error, Result};

/// Counting stops here; beyond it, the response says that there are at least this many.
const COUNTED: i64 = 1_000;
/// Counting the hits of a search stops here.
pub(super) const HITS_COUNTED: i64 = 100;
/// A search with at most this many hits can be sorted in any order; a larger one is sorted by last name, the
/// order of the index.
const SORTED: i64 = 1_000;
/// The maximum number of patients in the quick search.
const QUICK: i64 = 20;

/// The columns by which the list can be sorted; never the caller's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Last,
    First,
    Joined,
}

impl Key {
    fn column(self) -> &'static str {
        match self {
            Self::Last => "last_key",
            Self::First => "first_key",
            Self::Joined => "joined_at",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Order {
    pub(super) key: Key,
    pub(super) down: bool,
}

impl Order {
    fn of(sort: PatientSort) -> Self {
        let (key, down) = match sort {
            PatientSort::Last => (Key::Last, false),
            PatientSort::LastDown => (Key::Last, true),
            PatientSort::First => (Key::First, false),
            PatientSort::FirstDown => (Key::First, true),
            PatientSort::Joined => (Key::Joined, false),
            PatientSort::JoinedDown => (Key::Joined, true),
        };
        Self { key, down }
    }

    fn sort(self) -> PatientSort {
        match (self.key, self.down) {
            (Key::Last, false) => PatientSort::Last,
            (Key::Last, true) => PatientSort::LastDown,
            (Key::First, false) => PatientSort::First,
            (Key::First, true) => PatientSort::FirstDown,
            (Key::Joined, false) => PatientSort::Joined,
            (Key::Joined, true) => PatientSort::JoinedDown,
        }
    }

    /// The `ORDER BY` of a page whose rows have the alias `name`.
    pub(super) fn by(self, name: &str) -> String {
        let way = if self.down { "DESC" } else { "ASC" };
        let column = self.key.column();
        format!("ORDER BY {name}.{column} {way}, {name}.person_id {way}")
    }

    /// The condition for rows after a cursor.
    pub(super) fn after(self, name: &str, place: &Place, sql: &mut Sql) -> String {
        let sign = if self.down { "<" } else { ">" };
        let key = sql.bind(match self.key {
            Key::Last => place.last_key.clone().into(),
            Key::First => place.first_key.clone().into(),
            Key::Joined => place.joined_at.into(),
        });
        let id = sql.bind(place.person_id.into());
        let column = self.key.column();
        format!("({name}.{column}, {name}.person_id) {sign} ({key}, {id})")
    }
}

/// The last row of the previous page.
#[derive(Clone, Debug, FromQueryResult)]
pub(super) struct Place {
    person_id: Uuid,
    last_key: String,
    first_key: String,
    joined_at: DateTime<Utc>,
}

/// A statement being built, with values numbered as in its text. Limits are written into the text: an engine
/// that knows how few rows are needed follows the order of the index.
#[derive(Debug, Default)]
pub(super) struct Sql {
    values: Vec<Value>,
}

impl Sql {
    pub(super) fn bind(&mut self, value: Value) -> String {
        self.values.push(value);
        format!("${}", self.values.len())
    }

    pub(super) fn statement(self, db: &Connection, text: &str) -> Statement {
        Statement::from_sql_and_values(db.get_database_backend(), text, self.values)
    }
}

/// A number returned by a statement as `n`.
#[derive(FromQueryResult)]
struct Count {
    n: i64,
}

pub(super) async fn number(db: &Connection, sql: Sql, text: &str) -> Result<i64> {
    let found = Count::find_by_statement(sql.statement(db, text)).one(db);
    Ok(found.await?.map(|count| count.n).unwrap_or_default())
}

#[derive(Debug, FromQueryResult)]
pub(super) struct Found {
    account_id: Uuid,
    person_id: Uuid,
    email: String,
    joined_at: DateTime<Utc>,
    first_name: String,
    last_name: String,
    date_of_birth: Option<chrono::NaiveDate>,
    number: Option<String>,
    pending: i64,
}

/// The columns shown for an entry with the alias `h`.
const SHOWN: &str = "SELECT h.account_id, h.person_id, h.email, h.joined_at, h.first_name, h.last_name, \
    h.date_of_birth, h.number";

/// Nobody's waiting requests are counted.
pub(super) const NOT_COUNTED: &str = "CAST(0 AS BIGINT)";

/// The number of waiting requests of an entry.
fn pending(ctx: &Context) -> String {
    (ctx.hooks.get::<Prescribed>().count_pending)("h.person_id")
}

/// The parameters of a page.
#[derive(Clone, Debug)]
pub(super) struct Ask {
    pub(super) order: Order,
    pub(super) after: Option<Place>,
    pub(super) limit: i64,
    /// The number of waiting requests of the entry with the alias `h`, in SQL.
    pub(super) pending: String,
}

/// The statement of a page: of all patients, or of those of a source.
pub(super) fn page_query(source: Option<&Source>, ask: &Ask) -> (Sql, String) {
    let mut sql = Sql::default();
    let shown = format!("{SHOWN}, {} AS pending", ask.pending);
    let Some(source) = source else {
        let text = rest(&shown, "patient_entry h", "h", ask, &mut sql);
        return (sql, text);
    };
    let order = ask.order;
    let found = if order.key == Key::Last {
        source.rows(ask, &mut sql)
    } else {
        let found = source.rows(&search::first(SORTED + 1), &mut sql);
        let column = order.key.column();
        let sorted = format!(
            "(SELECT (SELECT k.{column} FROM patient_entry k WHERE k.person_id = s.person_id) AS {column}, \
             s.person_id FROM ({found}) s) e"
        );
        let columns = format!("SELECT e.{column}, e.person_id");
        rest(&columns, &sorted, "e", ask, &mut sql)
    };
    let text = format!(
        "{shown} FROM ({found}) f JOIN patient_entry h ON h.person_id = f.person_id {}",
        order.by("h")
    );
    (sql, text)
}

/// The remaining rows of `from`, with the alias `name`: those after the previous page, in order.
fn rest(select: &str, from: &str, name: &str, ask: &Ask, sql: &mut Sql) -> String {
    let after = ask.after.as_ref().map_or_else(String::new, |place| {
        format!(" WHERE {}", ask.order.after(name, place, sql))
    });
    let (limit, order) = (ask.limit, ask.order.by(name));
    format!("{select} FROM {from}{after} {order} LIMIT {limit}")
}

/// The rows of a page.
pub(super) async fn load_rows(
    db: &Connection,
    source: Option<&Source>,
    ask: &Ask,
) -> Result<Vec<Found>> {
    let (sql, text) = page_query(source, ask);
    Ok(Found::find_by_statement(sql.statement(db, &text))
        .all(db)
        .await?)
}

/// One page of the patients list.
pub(super) async fn patients(
    ctx: &Context,
    db: &Connection,
    query: &PatientsQuery,
) -> Result<PatientList> {
    let limit = i64::from(query.limit.unwrap_or(10).clamp(1, 100));
    let sort = match query.sort.as_deref() {
        None => PatientSort::Last,
        Some(asked) => PatientSort::from_code(asked)
            .ok_or_else(|| Error::field("sort", "Sort by last, first or joined."))?,
    };
    let mut ask = Ask {
        order: Order::of(sort),
        after: None,
        limit: limit + 1,
        pending: pending(ctx),
    };
    if let Some(cursor) = &query.cursor {
        ask.after = Some(place(db, cursor).await?);
    }
    let typed = query.q.as_deref().filter(|text| !text.trim().is_empty());
    let (mut rows, counted, most, meant) = match typed {
        None => {
            let (rows, counted) = tokio::try_join!(load_rows(db, None, &ask), everybody(db))?;
            (rows, counted, COUNTED, Vec::new())
        }
        Some(text) => {
            let asked = search::parse_search(text)?;
            if ask.order.key != Key::Last && search::hits(db, &asked, SORTED + 1).await? > SORTED {
                ask.order = Order {
                    key: Key::Last,
                    down: false,
                };
            }
            let (rows, found) = search::find_people(db, &asked, &ask).await?;
            let counted = match &found {
                None => 0,
                Some(found) => found.source.count(db, HITS_COUNTED + 1).await?,
            };
            let meant = found.map(|found| found.meant).unwrap_or_default();
            (rows, counted, HITS_COUNTED, meant)
        }
    };
    let more = i64::try_from(rows.len()).unwrap_or(i64::MAX) > limit;
    rows.truncate(usize::try_from(limit).unwrap_or(10));
    let last = rows.last().filter(|_| more);
    Ok(PatientList {
        next_cursor: last.map(|row| row.person_id.to_string()),
        items: rows.into_iter().map(|row| record(ctx, row)).collect(),
        total: counted.min(most),
        at_least: counted > most,
        sort: ask.order.sort(),
        meant,
    })
}

/// The number of patients, as far as they are counted.
async fn everybody(db: &Connection) -> Result<i64> {
    let most = COUNTED + 1;
    let text = format!("SELECT COUNT(*) AS n FROM (SELECT 1 FROM patient_entry LIMIT {most}) c");
    number(db, Sql::default(), &text).await
}

#[cfg(test)]
pub(super) fn place_of_nobody() -> Place {
    Place {
        person_id: Uuid::nil(),
        last_key: "smith jan".into(),
        first_key: "jan smith".into(),
        joined_at: DateTime::UNIX_EPOCH,
    }
}

/// The end of the previous page.
async fn place(db: &Connection, cursor: &str) -> Result<Place> {
    let unreadable = || Error::malformed("The cursor cannot be read.");
    let person: Uuid = cursor.parse().map_err(|_| unreadable())?;
    let mut sql = Sql::default();
    let person = sql.bind(person.into());
    let text = format!(
        "SELECT person_id, last_key, first_key, joined_at FROM patient_entry WHERE person_id = {person}"
    );
    let found = Place::find_by_statement(sql.statement(db, &text)).one(db);
    found.await?.ok_or_else(unreadable)
}

/// The first patients matching a search key, by last name.
pub(super) async fn quick(
    ctx: &Context,
    db: &Connection,
    key: &str,
) -> Result<Vec<PatientListRecord>> {
    let ask = Ask {
        order: Order {
            key: Key::Last,
            down: false,
        },
        after: None,
        limit: QUICK,
        pending: pending(ctx),
    };
    let (rows, _) = search::find_people(db, &search::parse_search(key)?, &ask).await?;
    Ok(rows.into_iter().map(|row| record(ctx, row)).collect())
}

/// The patients matching a search key, up to a limit.
pub async fn ids_found(db: &Connection, key: &str, most: i64) -> Result<Vec<Uuid>> {
    let ask = Ask {
        order: Order {
            key: Key::Last,
            down: false,
        },
        after: None,
        limit: most,
        pending: NOT_COUNTED.to_owned(),
    };
    let (rows, _) = search::find_people(db, &search::parse_search(key)?, &ask).await?;
    Ok(rows.into_iter().map(|row| row.person_id).collect())
}

fn record(ctx: &Context, row: Found) -> PatientListRecord {
    let chart = |number: &String| ctx.settings.portal.chart(number);
    PatientListRecord {
        chart: row.number.as_ref().and_then(chart),
        id: row.account_id,
        email: row.email,
        created_at: row.joined_at,
        person: PatientPerson {
            person: PersonRef {
                id: row.person_id,
                first_name: row.first_name,
                last_name: row.last_name,
            },
            date_of_birth: row.date_of_birth,
            health_documents: row
                .number
                .map(|number| DocumentNumber { number })
                .into_iter()
                .collect(),
        },
        pending: row.pending,
    }
}
