// SPDX-License-Identifier: AGPL-3.0-or-later

//! Selects the messages of a list: by index, without reading a list to its end. Not here: what is shown of
//! them (`repo`).

use chrono::{DateTime, Utc};
use sea_orm::{ConnectionTrait, FromQueryResult, Statement, Value};
use uuid::Uuid;

use crate::api::SignedIn;
use crate::error::{Error, Result};
use crate::messages::threads::{Tab, group_of};
use salal_db::Connection;

/// A longer list shows "more than": counting all would cost more than reading it.
const MOST_COUNTED: i64 = 100;
/// Lists that filter received messages (not archived, unread) examine only this many at a time, so that the
/// inbox opens as fast with a hundred thousand archived messages as with none. Older messages are not lost:
/// the next page starts there.
const MOST_LOOKED_AT: i64 = 1000;

/// Neither archived nor settled, or only before the last reply. A scalar sub-select, here and below, is evaluated row by
/// row and never turned into a join, for which an engine would read all that somebody has archived or read.
const NOT_ARCHIVED: &str = "(m.settled_at IS NULL OR m.settled_at < m.updated_at) AND (SELECT 1 FROM message_archive a WHERE a.message_id = m.id AND a.person_id = $1 AND a.archived_at >= m.updated_at) IS NULL";
const ARCHIVED: &str = "(m.settled_at >= m.updated_at OR (SELECT 1 FROM message_archive a WHERE a.message_id = m.id AND a.person_id = $1 AND a.archived_at >= m.updated_at) IS NOT NULL)";
/// Decision 60.
const UNREAD: &str = "(m.last_reply_by IS NULL OR m.last_reply_by <> $1) AND (SELECT 1 FROM message_read r WHERE r.message_id = m.id AND r.person_id = $1 AND r.read_at >= m.updated_at) IS NULL";

/// The lists whose union is a tab, each served by its own index, and the tab's filter. `$1` is the viewer.
struct Listed {
    arms: Vec<String>,
    only: String,
}

fn listed(tab: Tab, me: &SignedIn, values: &mut Vec<Value>) -> Listed {
    let whole = |arm: &str| Listed {
        arms: vec![arm.to_owned()],
        only: String::new(),
    };
    let only = match tab {
        Tab::Sent => return whole("m.from_person = $1"),
        // Every statement contains the viewer's id, so that the value numbers match.
        Tab::All => return whole("$1 = $1"),
        Tab::Inbox => format!(" AND {NOT_ARCHIVED}"),
        Tab::Archive => format!(" AND {ARCHIVED}"),
        Tab::Unread => format!(" AND {NOT_ARCHIVED} AND {UNREAD}"),
        Tab::Received => String::new(),
    };
    let mut arms = vec![
        "m.to_person = $1".to_owned(),
        "m.from_person = $1 AND m.reply_count > 0".to_owned(),
    ];
    if let Some(group) = group_of(me.role) {
        values.push(group.code().into());
        arms.push(format!("m.to_group = ${}", values.len()));
    }
    Listed { arms, only }
}

/// The start of a page: after this message.
pub(in crate::messages) struct After {
    at: DateTime<Utc>,
    id: Uuid,
}

impl After {
    pub(in crate::messages) fn read(cursor: &str) -> Result<Self> {
        let unreadable = || Error::malformed("The cursor cannot be read.");
        let (micros, id) = cursor.split_once('_').ok_or_else(unreadable)?;
        let micros = micros.parse().map_err(|_| unreadable())?;
        Ok(Self {
            at: DateTime::from_timestamp_micros(micros).ok_or_else(unreadable)?,
            id: id.parse().map_err(|_| unreadable())?,
        })
    }
}

#[derive(FromQueryResult)]
struct Place {
    id: Uuid,
    updated_at: DateTime<Utc>,
}

impl Place {
    fn cursor(&self) -> String {
        format!("{}_{}", self.updated_at.timestamp_micros(), self.id)
    }
}

/// The order of a list.
#[derive(Clone, Copy)]
struct Direction {
    order: &'static str,
    sign: &'static str,
}

const OLDEST_FIRST: Direction = Direction {
    order: "ASC",
    sign: ">",
};
const NEWEST_FIRST: Direction = Direction {
    order: "DESC",
    sign: "<",
};

/// A statement being built: a list from a position on, as far as it is examined.
struct Reading {
    listed: Listed,
    way: Direction,
    values: Vec<Value>,
    /// The condition for every examined message.
    within: String,
    /// Where the examination ends although the list continues.
    end: Option<Place>,
}

impl Reading {
    async fn new(
        db: &Connection,
        me: &SignedIn,
        tab: Tab,
        way: Direction,
        after: Option<After>,
    ) -> Result<Self> {
        let mut values = vec![me.person_id.into()];
        let mut reading = Self {
            listed: listed(tab, me, &mut values),
            way,
            values,
            within: String::new(),
            end: None,
        };
        if let Some(after) = after {
            reading.bound(way.sign, after.at, after.id);
        }
        if !reading.listed.only.is_empty() {
            reading.end = reading.last_looked_at(db).await?;
        }
        if let Some(Place { id, updated_at }) = reading.end {
            let back = if way.sign == "<" { ">=" } else { "<=" };
            reading.bound(back, updated_at, id);
        }
        Ok(reading)
    }

    fn bound(&mut self, sign: &str, at: DateTime<Utc>, id: Uuid) {
        self.values.push(at.into());
        self.values.push(id.into());
        let last = self.values.len();
        let bound = format!(" AND (m.updated_at, m.id) {sign} (${}, ${last})", last - 1);
        self.within.push_str(&bound);
    }

    /// The nearest position where one of the arms reached its limit; found by index.
    async fn last_looked_at(&self, db: &Connection) -> Result<Option<Place>> {
        let Direction { order, .. } = self.way;
        let within = &self.within;
        let arms = self.listed.arms.iter().zip(1..).map(|(arm, n)| {
            format!(
                "SELECT * FROM (SELECT m.id, m.updated_at FROM message m WHERE {arm}{within} \
                 ORDER BY m.updated_at {order}, m.id {order} LIMIT 1 OFFSET {MOST_LOOKED_AT}) AS arm{n}"
            )
        });
        let arms: Vec<String> = arms.collect();
        // The nearest is the first in reading order.
        let sql = format!(
            "SELECT id, updated_at FROM ({}) AS ends ORDER BY updated_at {order}, id {order} LIMIT 1",
            arms.join(" UNION ALL ")
        );
        let values = self.values.clone();
        Ok(Place::find_by_statement(statement(db, &sql, values))
            .one(db)
            .await?)
    }

    /// The first `limit` of each arm combined: each message once.
    fn first(&self, columns: &str, limit: i64) -> String {
        let Direction { order, .. } = self.way;
        let (only, within) = (&self.listed.only, &self.within);
        let arms = self.listed.arms.iter().zip(1..).map(|(arm, n)| {
            format!(
                "SELECT {columns} FROM (SELECT m.id, m.updated_at FROM message m WHERE {arm}{only}{within} \
                 ORDER BY m.updated_at {order}, m.id {order} LIMIT {limit}) AS arm{n}"
            )
        });
        arms.collect::<Vec<_>>().join(" UNION ")
    }
}

/// One page of a list, and how long the list is.
pub(in crate::messages) struct Listing {
    /// In order.
    pub(in crate::messages) ids: Vec<Uuid>,
    /// The start of the next page.
    pub(in crate::messages) next_cursor: Option<String>,
    /// The messages of the list, up to `MOST_COUNTED` within the examined range.
    pub(in crate::messages) total: i64,
    /// There may be more than were counted.
    pub(in crate::messages) is_more: bool,
}

#[derive(FromQueryResult)]
struct CountedPlace {
    id: Uuid,
    updated_at: DateTime<Utc>,
    n: i64,
}

/// A page of a list with its length. The newest page, which opens every inbox, is read and counted in one walk along
/// the list; the others are counted from the newest message on all the same, beside the reading.
pub(in crate::messages) async fn list(
    db: &Connection,
    me: &SignedIn,
    tab: Tab,
    limit: u32,
    after: Option<After>,
    oldest_first: bool,
) -> Result<Listing> {
    if after.is_some() || oldest_first {
        let ((ids, next_cursor), (total, is_more)) = tokio::try_join!(
            page(db, me, tab, limit, after, oldest_first),
            count(db, me, tab)
        )?;
        return Ok(Listing {
            ids,
            next_cursor,
            total,
            is_more,
        });
    }
    let reading = Reading::new(db, me, tab, NEWEST_FIRST, None).await?;
    let (order, more) = (NEWEST_FIRST.order, i64::from(limit) + 1);
    let sql = format!(
        "WITH listed AS ({}) SELECT id, updated_at, (SELECT COUNT(*) FROM listed) AS n FROM listed \
         ORDER BY updated_at {order}, id {order} LIMIT {more}",
        reading.first("id, updated_at", more.max(MOST_COUNTED + 1))
    );
    let found = CountedPlace::find_by_statement(statement(db, &sql, reading.values))
        .all(db)
        .await?;
    let (total, is_more) = as_counted(
        found.first().map_or(0, |place| place.n),
        reading.end.as_ref(),
    );
    let places = found.into_iter().map(|place| Place {
        id: place.id,
        updated_at: place.updated_at,
    });
    let (ids, next_cursor) = cut(places.collect(), limit, reading.end.as_ref());
    Ok(Listing {
        ids,
        next_cursor,
        total,
        is_more,
    })
}

/// The page of what was read one beyond it, and the start of the next page: after the last of a full page, or where
/// the examination ended.
fn cut(mut found: Vec<Place>, limit: u32, end: Option<&Place>) -> (Vec<Uuid>, Option<String>) {
    let limit = usize::try_from(limit).unwrap_or(10);
    let next = if found.len() > limit {
        found.truncate(limit);
        found.last()
    } else {
        end
    };
    let next = next.map(Place::cursor);
    (found.into_iter().map(|place| place.id).collect(), next)
}

/// A count as it is shown, and whether there may be more.
fn as_counted(found: i64, end: Option<&Place>) -> (i64, bool) {
    (
        found.min(MOST_COUNTED),
        found > MOST_COUNTED || end.is_some(),
    )
}

async fn page(
    db: &Connection,
    me: &SignedIn,
    tab: Tab,
    limit: u32,
    after: Option<After>,
    oldest_first: bool,
) -> Result<(Vec<Uuid>, Option<String>)> {
    let way = if oldest_first {
        OLDEST_FIRST
    } else {
        NEWEST_FIRST
    };
    let reading = Reading::new(db, me, tab, way, after).await?;
    let (order, more) = (way.order, i64::from(limit) + 1);
    let sql = format!(
        "SELECT id, updated_at FROM ({}) AS listed ORDER BY updated_at {order}, id {order} LIMIT {more}",
        reading.first("id, updated_at", more)
    );
    let found = Place::find_by_statement(statement(db, &sql, reading.values))
        .all(db)
        .await?;
    Ok(cut(found, limit, reading.end.as_ref()))
}

async fn count(db: &Connection, me: &SignedIn, tab: Tab) -> Result<(i64, bool)> {
    let reading = Reading::new(db, me, tab, NEWEST_FIRST, None).await?;
    let found = counted(db, &reading.first("id", MOST_COUNTED + 1), reading.values).await?;
    Ok(as_counted(found, reading.end.as_ref()))
}

/// Counts the unread messages within the examined range: a group's inbox grows without limit, and old unread
/// messages are not news.
pub(in crate::messages) async fn unread(db: &Connection, me: &SignedIn) -> Result<i64> {
    let reading = Reading::new(db, me, Tab::Unread, NEWEST_FIRST, None).await?;
    counted(db, &reading.first("id", MOST_LOOKED_AT), reading.values).await
}

/// Whether a message is in a list.
pub(in crate::messages) async fn has(
    db: &Connection,
    me: &SignedIn,
    tab: Tab,
    message: Uuid,
) -> Result<bool> {
    let mut values = vec![me.person_id.into()];
    let Listed { arms, only } = listed(tab, me, &mut values);
    values.push(message.into());
    let sql = format!(
        "SELECT m.id FROM message m WHERE m.id = ${} AND ({}){only}",
        values.len(),
        arms.join(" OR ")
    );
    Ok(counted(db, &sql, values).await? > 0)
}

/// The number of rows of a statement.
async fn counted(db: &Connection, rows: &str, values: Vec<Value>) -> Result<i64> {
    #[derive(FromQueryResult)]
    struct Count {
        n: i64,
    }
    let sql = format!("SELECT COUNT(*) AS n FROM ({rows}) AS listed");
    let found = Count::find_by_statement(statement(db, &sql, values))
        .one(db)
        .await?;
    Ok(found.map(|count| count.n).unwrap_or_default())
}

fn statement(db: &Connection, sql: &str, values: Vec<Value>) -> Statement {
    Statement::from_sql_and_values(db.get_database_backend(), sql, values)
}
