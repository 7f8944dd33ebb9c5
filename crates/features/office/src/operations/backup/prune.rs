// SPDX-License-Identifier: AGPL-3.0-or-later

//! Deletes backups that have served their time, and then what no backup needs. The newest one is always kept. If anything
//! cannot be read, nothing is deleted: what a backup needs is known from its lists alone.

use std::collections::HashSet;
use std::fs;
use std::io;

use chrono::{DateTime, Datelike, TimeDelta, Utc};

use super::manifest::time_of;
use super::store::{Kind, Writing};
use crate::crash;

/// What is kept.
#[derive(Clone, Copy, Debug)]
pub(super) struct Keep {
    /// Every backup, for so many hours.
    pub(super) hours: u32,
    /// The last one of each of so many days.
    pub(super) days: u32,
    /// The last one of each of so many months.
    pub(super) months: u32,
}

/// What was deleted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pruned {
    pub(super) copies: usize,
    pub(super) files: usize,
}

/// The backups of a list, the oldest first, that have served their time.
fn outdated(copies: &[String], keep: Keep, now: DateTime<Utc>) -> Vec<&String> {
    let (mut days, mut months) = (HashSet::new(), HashSet::new());
    let all_since = now - TimeDelta::hours(i64::from(keep.hours));
    let days_since = now - TimeDelta::days(i64::from(keep.days));
    let month = |at: DateTime<Utc>| i64::from(at.year()) * 12 + i64::from(at.month0());
    let mut old = Vec::new();
    let mut is_newest = true;
    for copy in copies.iter().rev() {
        // What has no time is nothing that was made here.
        let Some(at) = time_of(copy) else { continue };
        let is_of_day = at > days_since && days.insert(at.date_naive());
        let is_young = month(now) - month(at) < i64::from(keep.months);
        let is_of_month = is_young && months.insert(month(at));
        if !(is_newest || at > all_since || is_of_day || is_of_month) {
            old.push(copy);
        }
        is_newest = false;
    }
    old
}

/// Deletes what has served its time.
pub(super) fn prune(writing: &Writing, keep: Keep, now: DateTime<Utc>) -> io::Result<Pruned> {
    let store = writing.store();
    let copies = store.copies()?;
    let old = outdated(&copies, keep, now);
    let mut pruned = Pruned::default();
    let (mut lists, mut pieces) = (HashSet::new(), HashSet::new());
    // First everything is read: a list that cannot be read ends this before anything is deleted.
    for copy in copies.iter().filter(|copy| !old.contains(copy)) {
        lists.extend(store.lists_of(copy)?);
    }
    for list in &lists {
        pieces.extend(store.list(*list)?);
    }
    for copy in old {
        writing.delete_copy(copy)?;
        pruned.copies += 1;
    }
    writing.sync_copies()?;
    crash::point("backup.after_pruned");
    for (kind, needed) in [(Kind::List, &lists), (Kind::Piece, &pieces)] {
        for name in store.all(kind)? {
            if !needed.contains(&name) {
                fs::remove_file(store.path(kind, name))?;
                pruned.files += 1;
            }
        }
    }
    Ok(pruned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operations::backup::manifest::name_at;

    fn at(text: &str) -> DateTime<Utc> {
        time_of(text).unwrap()
    }

    #[test]
    fn all_of_a_day_then_one_of_each_day_then_one_of_each_month() {
        let now = at("salal-20261125T120000Z");
        let keep = Keep {
            hours: 24,
            days: 3,
            months: 2,
        };
        let copies: Vec<String> = [
            "20260930T230000Z",
            "20261001T010000Z",
            "20261031T010000Z",
            "20261031T230000Z",
            "20261101T010000Z",
            "20261122T130000Z",
            "20261123T010000Z",
            "20261123T230000Z",
            "20261124T010000Z",
            "20261124T130000Z",
            "20261125T110000Z",
            "20261125T115900Z",
        ]
        .map(|time| format!("salal-{time}"))
        .into();
        let old = outdated(&copies, keep, now);
        let old: Vec<&str> = old.iter().map(|copy| &copy[6..14 + 7]).collect();
        assert_eq!(
            old,
            [
                "20261124T010000",
                "20261123T010000",
                "20261101T010000",
                "20261031T010000",
                "20261001T010000",
                "20260930T230000",
            ]
        );
    }

    #[test]
    fn the_newest_is_kept_however_old_it_is() {
        let now = at("salal-20261125T120000Z");
        let keep = Keep {
            hours: 1,
            days: 0,
            months: 0,
        };
        let copies = vec![
            name_at(now - TimeDelta::days(900)),
            name_at(now - TimeDelta::days(800)),
        ];
        assert_eq!(outdated(&copies, keep, now), [&copies[0]]);
    }
}
