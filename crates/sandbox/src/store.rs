// SPDX-License-Identifier: AGPL-3.0-or-later

//! Everything the sandbox remembers: named tables of JSON values in memory, and every change
//! appended as one line to the state file when there is one. Knows no service.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::settings::SandboxError;

/// One line of the state file: the value now standing under a name, or its removal.
#[derive(Serialize, Deserialize)]
struct Change {
    table: String,
    id: String,
    value: Option<Value>,
}

/// The tables and their file.
#[derive(Default)]
pub(crate) struct Store {
    tables: BTreeMap<String, BTreeMap<String, Value>>,
    file: Option<File>,
    changes: u64,
}

impl Store {
    /// Reads the state file, or begins empty. A last line cut by a crash is skipped.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, SandboxError> {
        let mut store = Self::default();
        let Some(path) = path else { return Ok(store) };
        let fault = |cause| SandboxError::State {
            path: path.to_owned(),
            cause,
        };
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(fault)?;
        }
        let mut file = OpenOptions::new()
            .create(true)
            .read(true)
            .append(true)
            .open(path)
            .map_err(fault)?;
        let mut ended = true;
        let mut reader = BufReader::new(&file);
        let mut line = Vec::new();
        while reader.read_until(b'\n', &mut line).map_err(fault)? > 0 {
            ended = line.ends_with(b"\n");
            if let Ok(change) = serde_json::from_slice::<Change>(&line) {
                store.apply(change);
            }
            line.clear();
        }
        if !ended {
            file.write_all(b"\n").map_err(fault)?;
        }
        store.file = Some(file);
        Ok(store)
    }

    fn apply(&mut self, change: Change) {
        self.changes += 1;
        let table = self.tables.entry(change.table).or_default();
        match change.value {
            Some(value) => {
                table.insert(change.id, value);
            }
            None => {
                table.remove(&change.id);
            }
        }
    }

    fn change(&mut self, change: Change) {
        if let Some(file) = &mut self.file {
            let mut line = serde_json::to_vec(&change).expect("texts and JSON values are JSON");
            line.push(b'\n');
            if let Err(cause) = file.write_all(&line) {
                tracing::error!(%cause, "the sandbox couldn't write its state file");
            }
        }
        self.apply(change);
    }

    /// Puts a value under a name, replacing an earlier one.
    pub(crate) fn put(&mut self, table: &str, id: &str, value: &impl Serialize) {
        let value = serde_json::to_value(value).expect("the sandbox's own types are JSON");
        self.change(Change {
            table: table.to_owned(),
            id: id.to_owned(),
            value: Some(value),
        });
    }

    /// Takes a name away.
    pub(crate) fn remove(&mut self, table: &str, id: &str) {
        self.change(Change {
            table: table.to_owned(),
            id: id.to_owned(),
            value: None,
        });
    }

    /// The value under a name, when it is there and of the wanted shape.
    pub(crate) fn get<T: DeserializeOwned>(&self, table: &str, id: &str) -> Option<T> {
        serde_json::from_value(self.tables.get(table)?.get(id)?.clone()).ok()
    }

    /// All values of a table in the order of their names.
    pub(crate) fn all<T: DeserializeOwned>(&self, table: &str) -> Vec<T> {
        self.tables.get(table).map_or_else(Vec::new, |rows| {
            rows.values()
                .filter_map(|row| serde_json::from_value(row.clone()).ok())
                .collect()
        })
    }

    /// The newest `most` values of a table whose names sort by age, newest first.
    pub(crate) fn newest<T: DeserializeOwned>(&self, table: &str, most: usize) -> Vec<T> {
        self.tables.get(table).map_or_else(Vec::new, |rows| {
            rows.values()
                .rev()
                .filter_map(|row| serde_json::from_value(row.clone()).ok())
                .take(most)
                .collect()
        })
    }

    /// Whether something has this name.
    pub(crate) fn has(&self, table: &str, id: &str) -> bool {
        self.tables
            .get(table)
            .is_some_and(|rows| rows.contains_key(id))
    }

    /// How many values a table has.
    pub(crate) fn count(&self, table: &str) -> usize {
        self.tables.get(table).map_or(0, BTreeMap::len)
    }

    /// Takes every value of a table away. Counters go on, so that no name is given twice.
    pub(crate) fn empty(&mut self, table: &str) {
        let names: Vec<String> = self
            .tables
            .get(table)
            .map_or_else(Vec::new, |rows| rows.keys().cloned().collect());
        for name in names {
            self.remove(table, &name);
        }
    }

    /// Grows with every change, so that who has seen this number has seen everything.
    pub(crate) fn changes(&self) -> u64 {
        self.changes
    }

    /// Something that is shown but not kept has changed.
    pub(crate) fn touch(&mut self) {
        self.changes += 1;
    }

    /// The next number of a counter, from 1.
    pub(crate) fn next(&mut self, counter: &str) -> u64 {
        let number = self.get::<u64>("counter", counter).unwrap_or(0) + 1;
        self.put("counter", counter, &number);
        number
    }

    /// The next name of a counter, so written that names sort in the order they were given.
    pub(crate) fn next_name(&mut self, counter: &str) -> String {
        format!("{:08}", self.next(counter))
    }
}

#[cfg(test)]
mod tests {
    use super::Store;

    #[test]
    fn a_reopened_store_has_what_was_put_and_not_what_was_removed() {
        let path =
            std::env::temp_dir().join(format!("salal-sandbox-store-{}", crate::chance::hex(12)));
        {
            let mut store = Store::open(Some(&path)).unwrap();
            store.put("fax", "1", &"one");
            store.put("fax", "2", &"two");
            store.put("fax", "1", &"one again");
            store.remove("fax", "2");
            assert_eq!(store.next("fax"), 1);
        }
        std::fs::OpenOptions::new()
            .append(true)
            .open(&path)
            .and_then(|mut file| std::io::Write::write_all(&mut file, b"{\"table\":\"fa"))
            .unwrap();
        {
            let mut store = Store::open(Some(&path)).unwrap();
            assert_eq!(store.all::<String>("fax"), ["one again"]);
            assert_eq!(store.next("fax"), 2);
        }
        let mut store = Store::open(Some(&path)).unwrap();
        assert_eq!(store.next("fax"), 3);
        std::fs::remove_file(&path).unwrap();
    }
}
