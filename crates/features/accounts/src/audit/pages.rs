// SPDX-License-Identifier: AGPL-3.0-or-later

//! Reads the chain a page at a time and checks the positions of a page by themselves, several pages side by side: only
//! the first position of each waits for the page before. A page counts only if everything in it is as it was written,
//! with one key; any other is read again line by line by `walk`, which says what is wrong.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use salal_db::{
    Connection, Engine, Form, PackedColumn, PackedRows, packed_id, packed_text, packed_time,
};
use sea_orm::{ConnectionTrait, Statement, Value};

use super::chain::{Content, Keys, MAC};
use super::keys::Known;
use crate::error::{Error, Result};

/// Positions of a page.
pub(super) const PAGE: i64 = 5_000;

/// A page in the order of [`Values::next`].
const COLUMNS: [PackedColumn; 14] = [
    PackedColumn::of("s.seq", Form::Number),
    PackedColumn::of("s.audit_id", Form::Id),
    PackedColumn::of("s.hash", Form::Text),
    PackedColumn::nullable("s.key_id", Form::Text),
    PackedColumn::of("a.at", Form::Time),
    PackedColumn::nullable("a.actor", Form::Id),
    PackedColumn::of("a.actor_role", Form::Text),
    PackedColumn::nullable("a.patient", Form::Id),
    PackedColumn::of("a.action", Form::Text),
    PackedColumn::nullable("a.object_kind", Form::Text),
    PackedColumn::nullable("a.object_id", Form::Text),
    PackedColumn::of("a.ip", Form::Text),
    PackedColumn::of("a.request_id", Form::Text),
    PackedColumn::nullable("a.mac", Form::Text),
];

/// Which positions a page has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    /// All after this one, or from the first.
    pub(super) after: Option<i64>,
    /// Up to and with this one, or as many as a page has.
    pub(super) until: Option<i64>,
}

impl Span {
    /// The condition of a statement on `audit_seal s` with its order and limit, and what it binds.
    pub(super) fn condition(self) -> (String, Vec<Value>) {
        let mut values = Vec::new();
        let mut conditions = Vec::new();
        for (bound, sign) in [(self.after, ">"), (self.until, "<=")] {
            if let Some(bound) = bound {
                values.push(bound.into());
                conditions.push(format!("s.seq {sign} ${}", values.len()));
            }
        }
        let mut sql = String::new();
        if !conditions.is_empty() {
            sql = format!("WHERE {}", conditions.join(" AND "));
        }
        sql.push_str(" ORDER BY s.seq");
        if self.until.is_none() {
            values.push(PAGE.into());
            sql.push_str(&format!(" LIMIT ${}", values.len()));
        }
        (sql, values)
    }
}

/// Where a full page after a position ends; `None` where fewer positions are left than it has.
pub(super) async fn end_of_page(db: &Connection, after: Option<i64>) -> Result<Option<i64>> {
    let mut values: Vec<Value> = vec![(PAGE - 1).into()];
    values.extend(after.map(Into::into));
    let bound = after.map_or("", |_| "WHERE seq > $2");
    let sql = format!("SELECT seq FROM audit_seal {bound} ORDER BY seq LIMIT 1 OFFSET $1");
    let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, values);
    let row = db.query_one_raw(statement).await?;
    // A position that is no number ends no page.
    Ok(row.and_then(|row| row.try_get_by_index(0).ok()))
}

/// Positions that follow one another, all as they were sealed, with one key.
pub(super) struct Page {
    pub(super) keys: Arc<Keys>,
    /// Its first position.
    pub(super) first: i64,
    /// The hash of the first line alone.
    own: [u8; 64],
    /// The time of each line, and the hash of its position.
    pub(super) lines: Vec<(DateTime<Utc>, [u8; 64])>,
}

impl Page {
    /// Reads and checks a page; `None` unless all of it is right.
    pub(super) async fn read(
        db: &Connection,
        known: Arc<Known>,
        span: Span,
    ) -> Result<Option<Self>> {
        let (condition, values) = span.condition();
        let join = Engine::from_connection(db).look_up("audit", "a", "id", "s.audit_id");
        let from = format!("FROM audit_seal s {join} {condition}");
        // What is too long for one text can be read line by line, and what fails for another reason fails there as well.
        let Ok(Some(rows)) = PackedRows::read(db, &COLUMNS, &from, values).await else {
            return Ok(None);
        };
        let checked = tokio::task::spawn_blocking(move || Self::check(&rows, &known));
        checked.await.map_err(Error::broken)
    }

    fn check(rows: &PackedRows, known: &Known) -> Option<Self> {
        let mut values = rows.values();
        let (mut text, mut place) = (Vec::with_capacity(512), Vec::with_capacity(192));
        let mut page: Option<(Self, &str)> = None;
        for seq in 0..i64::try_from(rows.rows).ok()? {
            let said: i64 = values.next()?.parse().ok()?;
            let id = packed_id(values.next()?)?;
            let (hash, key_id) = (values.next()?, packed_text(values.next()?)?);
            let content = Content {
                id,
                at: packed_time(values.next()?)?,
                actor: packed_id(values.next()?),
                actor_role: values.next()?,
                patient: packed_id(values.next()?),
                action: values.next()?,
                object_kind: packed_text(values.next()?),
                object_id: packed_text(values.next()?),
                ip: values.next()?,
                request_id: values.next()?,
            };
            let mac = packed_text(values.next()?)?;
            let (page, before) = match &mut page {
                Some((page, before)) => (page, Some(before)),
                None => {
                    let begun = Self {
                        keys: Arc::clone(known.find(key_id)?),
                        first: said,
                        own: [0; 64],
                        lines: Vec::with_capacity(rows.rows),
                    };
                    (&mut page.insert((begun, hash)).0, None)
                }
            };
            text.clear();
            content.write(&mut text);
            let own = page.keys.line.digits(&text);
            if said != page.first.checked_add(seq)?
                || key_id != page.keys.id
                || mac.as_bytes() != &own[..MAC]
            {
                return None;
            }
            match before {
                None => page.own = own,
                Some(before) => {
                    let sealed = page
                        .keys
                        .position(before.as_bytes(), said, &own, &mut place);
                    if hash.as_bytes() != sealed {
                        return None;
                    }
                    *before = hash;
                }
            }
            let hash = <[u8; 64]>::try_from(hash.as_bytes()).ok()?;
            page.lines.push((content.at, hash));
        }
        let (page, _) = page?;
        // The end of a key that was replaced is looked at by itself.
        let last = page.first + i64::try_from(page.lines.len()).ok()?;
        (last <= page.keys.rank()).then_some(page)
    }

    /// Whether its first position follows this hash.
    pub(super) fn follows(&self, before: &str) -> bool {
        let sealed = |hash: &[u8; 64]| {
            let own = &self.own;
            self.keys
                .position(before.as_bytes(), self.first, own, &mut Vec::new())
                == *hash
        };
        self.lines.first().is_some_and(|(_, hash)| sealed(hash))
    }

    /// Its last position.
    pub(super) fn last(&self) -> i64 {
        let more = i64::try_from(self.lines.len()).unwrap_or(i64::MAX);
        self.first.saturating_add(more) - 1
    }
}
