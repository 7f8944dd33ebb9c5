// SPDX-License-Identifier: AGPL-3.0-or-later

//! What the reader of an import passes to the writer, and the rejected rows: counted by reason and stored
//! individually.

use std::collections::BTreeMap;

use salal_formats::tables::FileFault;
use tokio::sync::mpsc::Sender;

use super::dto::SkipReason;
use super::pack::{CHUNK, SkippedRow, packed};
use super::repo::stored_files::Chunk;

/// The number of rejected rows that are stored individually.
const MOST_SKIPPED: u64 = 100_000;
/// The number of reasons that are stored with their counts.
const MOST_REASONS: usize = 20;

/// The messages of a scan.
pub(super) enum Told {
    Progress {
        done: u64,
        skipped: u64,
    },
    /// The rejected rows, sent before the scan judges whether the rest is enough; also for a refused file.
    Skipped {
        skipped: u64,
        reasons: Vec<SkipReason>,
    },
    Chunk(Chunk),
}

/// Sends a message; a closed receiver means stop.
pub(super) fn send_message(tell: &Sender<Told>, told: Told) -> Result<(), FileFault> {
    tell.blocking_send(told).map_err(|_| FileFault::Stopped)
}

/// Rejected rows: counted by reason, and stored individually.
pub(super) struct Skips<'a> {
    tell: &'a Sender<Told>,
    pub(super) count: u64,
    kept: u64,
    open: Vec<SkippedRow>,
    reasons: BTreeMap<(String, String), (u64, u64)>,
}

impl<'a> Skips<'a> {
    pub(super) fn new(tell: &'a Sender<Told>) -> Self {
        Self {
            tell,
            count: 0,
            kept: 0,
            open: Vec::new(),
            reasons: BTreeMap::new(),
        }
    }

    pub(super) fn add(&mut self, file: &str, line: u64, reason: String) -> Result<(), FileFault> {
        self.count += 1;
        let counted = self
            .reasons
            .entry((file.to_owned(), reason.clone()))
            .or_insert((0, line));
        counted.0 += 1;
        if self.kept < MOST_SKIPPED {
            self.kept += 1;
            self.open.push(SkippedRow {
                file: file.to_owned(),
                line,
                reason,
            });
        }
        if self.open.len() == CHUNK {
            self.flush()?;
        }
        Ok(())
    }

    pub(super) fn flush(&mut self) -> Result<(), FileFault> {
        if self.open.is_empty() {
            return Ok(());
        }
        let rows = std::mem::take(&mut self.open);
        let chunk = Chunk {
            resource: "skipped",
            part: String::new(),
            first: self.kept - rows.len() as u64,
            rows: rows.len(),
            bytes: packed(&rows).map_err(|_| FileFault::Stopped)?,
        };
        send_message(self.tell, Told::Chunk(chunk))
    }

    /// Most frequent first.
    pub(super) fn reasons(&self) -> Vec<SkipReason> {
        let mut reasons: Vec<SkipReason> = self
            .reasons
            .iter()
            .map(|((file, reason), (rows, first_line))| SkipReason {
                file: file.clone(),
                reason: reason.clone(),
                rows: *rows,
                first_line: *first_line,
            })
            .collect();
        reasons.sort_by_key(|one| std::cmp::Reverse(one.rows));
        reasons.truncate(MOST_REASONS);
        reasons
    }
}
