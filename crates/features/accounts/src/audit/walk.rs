// SPDX-License-Identifier: AGPL-3.0-or-later

//! Walks along the chain, position by position, and says what is wrong there. It goes on from where it stopped, so the
//! signer looks at each line once. Not here: what is signed, and lines that have no position, which `verify` compares.

use std::iter::Peekable;
use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc};
use futures_util::future::BoxFuture;
use futures_util::stream::{FuturesOrdered, StreamExt};
use salal_db::{Connection, Engine, Form, is_other_form};
use salal_domain::days::{vancouver_day, vancouver_day_bounds};
use sea_orm::{ConnectionTrait, DbErr, QueryResult, Statement};

use super::chain::{BEGINNING, Keys, Writer};
use super::entity::audit;
use super::keys::Known;
use super::pages::{PAGE, Page, Span, end_of_page};
use super::statement::Place;
use crate::error::{Error, Result};

/// A position of the chain and its line.
struct Step {
    seq: i64,
    audit_id: uuid::Uuid,
    hash: String,
    key_id: Option<String>,
    /// `None` where it is gone.
    line: Option<audit::Model>,
    /// Whether its time reads the same and is another text.
    is_other_text: bool,
}

impl Step {
    fn read(row: &QueryResult) -> std::result::Result<Self, DbErr> {
        let line = match row.try_get_by_index::<Option<uuid::Uuid>>(4)? {
            None => None,
            Some(id) => Some(audit::Model {
                id,
                at: row.try_get_by_index(5)?,
                actor: row.try_get_by_index(6)?,
                actor_role: row.try_get_by_index(7)?,
                patient: row.try_get_by_index(8)?,
                action: row.try_get_by_index(9)?,
                object_kind: row.try_get_by_index(10)?,
                object_id: row.try_get_by_index(11)?,
                ip: row.try_get_by_index(12)?,
                request_id: row.try_get_by_index(13)?,
                mac: row.try_get_by_index(14)?,
            }),
        };
        Ok(Self {
            seq: row.try_get_by_index(0)?,
            audit_id: row.try_get_by_index(1)?,
            hash: row.try_get_by_index(2)?,
            key_id: row.try_get_by_index(3)?,
            line,
            is_other_text: row.try_get_by_index::<Option<bool>>(15)? == Some(true),
        })
    }
}

/// A day of the chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Day {
    pub(super) date: NaiveDate,
    /// Its last position, as far as the walk has come.
    pub(super) last: Place,
    /// The time of its first line.
    pub(super) began_at: DateTime<Utc>,
}

/// How far the walk has come.
pub(super) struct Walk {
    keys: Arc<Known>,
    /// The key of the last position.
    pub(super) key: Option<Arc<Keys>>,
    /// The last position and its stored hash.
    pub(super) end: Place,
    /// Positions whose line is there.
    pub(super) lines: u64,
    /// Whether a position was sealed with a key yet.
    is_keyed: bool,
    /// Whether some of it had to be looked at line by line.
    pub(super) is_odd: bool,
    /// The days from the first position that was sealed with the key, each the latest up to there: a line of an earlier
    /// day, stored late, begins none.
    pub(super) days: Vec<Day>,
    /// Where the latest day ends.
    day_ends: DateTime<Utc>,
}

impl Walk {
    pub(super) fn new(keys: Arc<Known>) -> Self {
        Self {
            keys,
            key: None,
            end: Place {
                seq: 0,
                hash: BEGINNING.to_owned(),
            },
            lines: 0,
            is_keyed: false,
            is_odd: false,
            days: Vec::new(),
            day_ends: DateTime::<Utc>::MIN_UTC,
        }
    }

    /// Goes on with what is known of keys now.
    pub(super) fn with_keys(mut self, keys: Arc<Known>) -> Self {
        self.key = self.key.and_then(|key| keys.find(&key.id).map(Arc::clone));
        self.keys = keys;
        self
    }

    /// Walks to the end of the chain. `places` are positions in ascending order: what is found there is told as well.
    pub(super) async fn go_on(
        self,
        db: &Connection,
        places: Vec<i64>,
        faults: &mut Faults,
    ) -> Result<(Self, Vec<Place>)> {
        let keys = Arc::clone(&self.keys);
        let mut after = (self.end.seq > 0).then_some(self.end.seq);
        let mut course = Course {
            walk: self,
            wanted: places.into_iter().peekable(),
            found: Vec::new(),
            faults: std::mem::take(faults),
        };
        let read = |span: Span| -> BoxFuture<'_, Result<(Span, Option<Page>)>> {
            let keys = Arc::clone(&keys);
            Box::pin(async move { Ok((span, Page::read(db, keys, span).await?)) })
        };
        let mut pages = FuturesOrdered::new();
        let mut is_full = true;
        let most = Engine::from_connection(db).pages_at_once();
        loop {
            while is_full && pages.len() < most {
                let until = end_of_page(db, after).await?;
                is_full = until.is_some();
                if is_full {
                    pages.push_back(read(Span { after, until }));
                    after = until;
                }
            }
            let Some(page) = pages.next().await else {
                break;
            };
            let (span, page) = page?;
            (course, _) = course.over(db, span, page).await?;
        }
        // Less than a page is left, unless lines came meanwhile.
        let mut left = true;
        while left {
            let (span, page) = read(Span { after, until: None }).await?;
            let last;
            (course, last) = course.over(db, span, page).await?;
            left = last.is_some();
            after = last;
        }
        *faults = course.faults;
        Ok((course.walk, course.found))
    }

    /// Goes over a page of which everything is right, if it follows.
    fn go_over(&mut self, page: &Page) -> bool {
        let is_other = |key: &Arc<Keys>| key.id != page.keys.id;
        if page.first != self.end.seq + 1
            || self.key.as_ref().is_some_and(is_other)
            || !page.follows(&self.end.hash)
        {
            return false;
        }
        self.key = Some(Arc::clone(&page.keys));
        self.is_keyed = true;
        for ((at, hash), seq) in page.lines.iter().zip(page.first..) {
            self.lines += 1;
            let is_last = seq == page.last();
            let begins = *at >= self.day_ends;
            // Where a day ends is known when the next one begins.
            let ends_day = page.lines.get(offset(seq + 1, page.first));
            let ends_day = ends_day.is_some_and(|(next, _)| *next >= self.day_ends);
            if begins || is_last || ends_day {
                self.end = Place {
                    seq,
                    hash: text(hash),
                };
                self.note_day(*at);
            }
        }
        true
    }

    fn step(&mut self, step: Step, faults: &mut Faults) {
        if step.seq <= self.end.seq {
            faults.add(format!(
                "The chain has a line at position {}, where none can be.",
                step.seq
            ));
        } else if step.seq != self.end.seq + 1 {
            faults.add(format!(
                "Lines {} to {} are missing from the chain.",
                self.end.seq + 1,
                step.seq - 1
            ));
        }
        match &step.line {
            None => faults.add(format!(
                "Line {}: its record {} was deleted.",
                step.seq, step.audit_id
            )),
            Some(line) => {
                self.lines += 1;
                if let Some(wrong) = self.wrong(&step, line) {
                    faults.add(format!(
                        "Line {} ({}, record {}): {wrong}.",
                        step.seq,
                        line.at.format("%Y-%m-%d %H:%M:%S UTC"),
                        line.id
                    ));
                }
            }
        }
        // Later lines are checked against the stored hash, so that one fault is reported once.
        self.end = Place {
            seq: step.seq.max(self.end.seq),
            hash: step.hash,
        };
        if let Some(line) = step.line.filter(|_| self.is_keyed) {
            self.note_day(line.at);
        }
    }

    /// What is wrong with a line, as the end of a sentence.
    fn wrong(&mut self, step: &Step, line: &audit::Model) -> Option<String> {
        // Earlier versions sealed so. Whoever has the database can make such a chain anew, so it counts for nothing.
        let Some(key) = &step.key_id else {
            return Some("it was sealed without a key".to_owned());
        };
        self.is_keyed = true;
        let Some(keys) = self.keys.find(key).map(Arc::clone) else {
            return Some(format!("it was sealed with another key ({key})"));
        };
        if let Some(wrong) = self.change_to(&keys, step) {
            return Some(wrong);
        }
        let (writer, hash) = keys.sealed(&self.end.hash, step.seq, line);
        if hash != step.hash {
            return Some("it was changed or moved".to_owned());
        }
        if step.is_other_text {
            return Some("its time is not stored as it was written".to_owned());
        }
        let writer = match writer {
            // Whoever sealed it had the key of the position, and the key that wrote the line.
            Writer::Other => {
                let all = self.keys.all();
                let is_ours = all.iter().any(|one| one.writer(line) == Writer::Us);
                if is_ours { Writer::Us } else { writer }
            }
            Writer::Us => Writer::Us,
        };
        (writer == Writer::Other).then(|| "it was not written by this installation".to_owned())
    }

    /// What is wrong with the key of a position, after that of the one before it. A key that was replaced counts up to
    /// where it was, as it was there.
    fn change_to(&mut self, keys: &Arc<Keys>, step: &Step) -> Option<String> {
        let before = self.key.replace(Arc::clone(keys));
        if step.seq > keys.rank() {
            return Some(format!(
                "it was sealed with a key that had been replaced ({})",
                keys.id
            ));
        }
        let is_other = |before: &Arc<Keys>| before.id != keys.id;
        if let Some(before) = before.filter(is_other)
            && before.rank() != step.seq - 1
        {
            return Some(format!(
                "its key ({}) is another one than before, and nothing is kept of the change",
                keys.id
            ));
        }
        let is_last = |until: &&super::chain::Until| until.seq == step.seq;
        let other = keys.until.as_ref().filter(is_last);
        other.filter(|until| until.hash != step.hash).map(|_| {
            "it is not the line after which the key was replaced: the log before was rewritten"
                .to_owned()
        })
    }

    fn note_day(&mut self, at: DateTime<Utc>) {
        if at >= self.day_ends {
            let date = vancouver_day(at);
            self.day_ends = vancouver_day_bounds(date).1;
            self.days.push(Day {
                date,
                last: self.end.clone(),
                began_at: at,
            });
        } else if let Some(day) = self.days.last_mut() {
            day.last.clone_from(&self.end);
        }
    }

    /// Whether there is a chain, and the key seals its end.
    pub(super) fn is_keyed(&self) -> bool {
        self.is_keyed
    }
}

/// A walk under way.
struct Course {
    walk: Walk,
    wanted: Peekable<std::vec::IntoIter<i64>>,
    found: Vec<Place>,
    faults: Faults,
}

impl Course {
    /// Goes over a page: at once where all of it is right, otherwise line by line. Returns its last position where it
    /// was as long as a page can be.
    async fn over(
        mut self,
        db: &Connection,
        span: Span,
        page: Option<Page>,
    ) -> Result<(Self, Option<i64>)> {
        if let Some(page) = page
            && self.walk.go_over(&page)
        {
            while let Some(place) = self.wanted.next_if(|place| *place <= page.last()) {
                if let Some((_, hash)) = page.lines.get(offset(place, page.first)) {
                    self.found.push(Place {
                        seq: place,
                        hash: text(hash),
                    });
                }
            }
            let is_full = i64::try_from(page.lines.len()).is_ok_and(|lines| lines >= PAGE);
            return Ok((self, is_full.then(|| page.last())));
        }
        let rows = read(db, span).await?;
        let is_full = i64::try_from(rows.len()).is_ok_and(|lines| lines >= PAGE);
        let last = rows.last().filter(|_| is_full);
        let last = last.and_then(|row| row.try_get_by_index::<i64>(0).ok());
        self.walk.is_odd |= !rows.is_empty();
        let walked = tokio::task::spawn_blocking(move || self.along(&rows));
        Ok((walked.await.map_err(Error::broken)?, last))
    }

    fn along(mut self, rows: &[QueryResult]) -> Self {
        let (walk, faults) = (&mut self.walk, &mut self.faults);
        for row in rows {
            let Ok(seq) = row.try_get_by_index::<i64>(0) else {
                faults.add("A position of the chain is no number.".to_owned());
                break;
            };
            match Step::read(row) {
                Ok(step) => walk.step(step, faults),
                Err(_) => {
                    faults.add(format!("Line {seq}: its record cannot be read."));
                    walk.end.seq = seq;
                }
            }
            while self.wanted.next_if(|place| *place < seq).is_some() {}
            if self.wanted.next_if(|place| *place == seq).is_some() {
                self.found.push(walk.end.clone());
            }
        }
        self
    }
}

/// The positions of a page with their lines.
async fn read(db: &Connection, span: Span) -> Result<Vec<QueryResult>> {
    let engine = Engine::from_connection(db);
    let (condition, values) = span.condition();
    let at = engine.readable_time("a.at");
    let other = is_other_form(engine, "a.at", Form::Time);
    let join = engine.look_up("audit", "a", "id", "s.audit_id");
    let sql = format!(
        "SELECT s.seq, s.audit_id, s.hash, s.key_id, a.id AS line, {at} AS at, a.actor, a.actor_role, a.patient, \
         a.action, a.object_kind, a.object_id, a.ip, a.request_id, a.mac, {other} AS other FROM audit_seal s {join} {condition}"
    );
    let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, values);
    Ok(db.query_all_raw(statement).await?)
}

/// The place of a position within a page that begins at another.
fn offset(seq: i64, first: i64) -> usize {
    usize::try_from(seq.saturating_sub(first)).unwrap_or(usize::MAX)
}

fn text(digits: &[u8; 64]) -> String {
    String::from_utf8_lossy(digits).into_owned()
}

/// What is wrong, each as a sentence.
#[derive(Debug, Default)]
pub(super) struct Faults {
    pub(super) told: Vec<String>,
    pub(super) count: usize,
}

/// The maximum number of faults reported individually.
const TOLD: usize = 100;

impl Faults {
    pub(super) fn add(&mut self, what: String) {
        self.count += 1;
        if self.told.len() < TOLD {
            self.told.push(what);
        }
    }
}
