// SPDX-License-Identifier: AGPL-3.0-or-later

//! Reads the files of an import twice: first to check and count everything, then to pack it. Runs on its own
//! thread and sends its results to the writer.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::File;
use std::io::BufReader;

use salal_domain::people::phones::display_phone;
use salal_formats::drug_database::{Found, Role, Row, read_rows, role_of, set_of};
use salal_formats::tables::{
    ColumnMap, Encoding, Entry, FileFault, Limits, Upload, examine, read_mapped,
};
use serde_json::Value;
use tokio::sync::mpsc::Sender;

use super::dto::SkipReason;
use super::lists;
use super::pack::{CHUNK, OfFile, packed};
use super::rejected_rows::{Skips, Told, send_message};
use super::repo::stored_files::Chunk;
use super::resources::{List, Resource};

/// Rows between two progress messages.
const WORD_EVERY: u64 = 2_000;

/// The beginning of the message for an entry that contradicts itself.
pub(super) const GIVEN_TWICE: &str = "given twice with different fax numbers: ";

/// The files of an import and its options.
pub(super) struct Scan {
    resource: Resource,
    /// The mapping of the file's columns to ours.
    map: ColumnMap,
    uploads: Vec<(String, File)>,
    plan: Vec<Planned>,
    /// Entries that contradict themselves, with their messages.
    contradicted: HashMap<String, String>,
}

/// One file to be read.
struct Planned {
    upload: usize,
    entry: Entry,
    encoding: Encoding,
    what: What,
    part: &'static str,
}

#[derive(Clone, Copy)]
enum What {
    Register(Role),
    List(List),
}

/// The result of the first pass.
pub(super) struct Checked {
    pub(super) rows: u64,
    pub(super) skipped: u64,
    pub(super) reasons: Vec<SkipReason>,
    /// Rows of each part of each resource.
    pub(super) parts: Vec<(Resource, &'static str, u64)>,
    /// Resources imported as a list of everything: their other parts are removed.
    pub(super) whole: Vec<Resource>,
    /// Files that were not needed.
    pub(super) passed_over: Vec<String>,
}

/// The result of one row.
enum Read {
    Register(Row),
    Listed(Value),
    Skipped(u64, String),
}

type Visit<'v> = dyn FnMut(usize, Read) -> Result<(), FileFault> + 'v;

impl Scan {
    pub(super) fn new(resource: Resource, uploads: Vec<(String, File)>, map: ColumnMap) -> Self {
        Self {
            resource,
            map,
            uploads,
            plan: Vec::new(),
            contradicted: HashMap::new(),
        }
    }

    /// Checks every file to its end and every row.
    pub(super) fn check(&mut self, tell: &Sender<Told>) -> Result<Checked, FileFault> {
        let passed_over = self.make_plan()?;
        self.contradicted = self.contradictions()?;
        let mut skips = Skips::new(tell);
        let mut counts = vec![(0_u64, 0_u64); self.plan.len()];
        let mut rows = 0;
        let most = match self.resource {
            Resource::List(list) => lists::most_rows(list),
            _ => u64::MAX,
        };
        self.each(&mut |at, read| {
            let planned = &self.plan[at];
            if let Read::Skipped(line, reason) = read {
                counts[at].1 += 1;
                skips.add(&planned.entry.file, line, reason)?;
            } else {
                counts[at].0 += 1;
                rows += 1;
            }
            if rows > most {
                return Err(FileFault::TooManyRows {
                    file: planned.entry.file.clone(),
                    most,
                });
            }
            if (rows + skips.count).is_multiple_of(WORD_EVERY) {
                send_message(
                    tell,
                    Told::Progress {
                        done: 0,
                        skipped: skips.count,
                    },
                )?;
            }
            Ok(())
        })?;
        skips.flush()?;
        send_message(
            tell,
            Told::Skipped {
                skipped: skips.count,
                reasons: skips.reasons(),
            },
        )?;
        self.judge(&counts)?;
        Ok(Checked {
            rows,
            skipped: skips.count,
            reasons: skips.reasons(),
            parts: self.parts(&counts),
            whole: self.whole(),
            passed_over,
        })
    }

    /// A file with few usable rows is probably the wrong file.
    fn judge(&self, counts: &[(u64, u64)]) -> Result<(), FileFault> {
        for (planned, (rows, skipped)) in self.plan.iter().zip(counts) {
            let file = planned.entry.file.clone();
            let strict = matches!(planned.what, What::List(list) if lists::is_all_or_none(list));
            if *rows == 0 {
                return Err(FileFault::NoRows { file });
            }
            if skipped > rows || (strict && *skipped > 0) {
                return Err(FileFault::MostlyFaulty {
                    file,
                    rows: rows + skipped,
                    skipped: *skipped,
                });
            }
        }
        Ok(())
    }

    fn parts(&self, counts: &[(u64, u64)]) -> Vec<(Resource, &'static str, u64)> {
        let mut parts: Vec<(Resource, &'static str, u64)> = Vec::new();
        for (planned, (rows, _)) in self.plan.iter().zip(counts) {
            let resource = planned.what.resource();
            let there = parts
                .iter_mut()
                .find(|(one, part, _)| *one == resource && *part == planned.part);
            match there {
                Some((.., sum)) => *sum += rows,
                None => parts.push((resource, planned.part, *rows)),
            }
        }
        parts
    }

    /// The web API's lists contain all sets of the register.
    fn whole(&self) -> Vec<Resource> {
        let json = |planned: &&Planned| is_json(&planned.entry.file);
        self.plan
            .iter()
            .filter(json)
            .map(|planned| planned.what.resource())
            .collect()
    }

    /// Packs all usable rows.
    pub(super) fn write(&self, skipped: u64, tell: &Sender<Told>) -> Result<(), FileFault> {
        let mut firsts = BTreeMap::<(&'static str, &'static str), u64>::new();
        let mut open: Option<(usize, Vec<Row>, Vec<Value>)> = None;
        let mut done = 0;
        self.each(&mut |at, read| {
            if open.as_ref().is_some_and(|(of, rows, values)| {
                *of != at || rows.len() == CHUNK || values.len() == CHUNK
            }) {
                self.hand_over(open.take(), &mut firsts, tell)?;
            }
            let (_, rows, values) = open.get_or_insert_with(|| (at, Vec::new(), Vec::new()));
            match read {
                Read::Register(row) => rows.push(row),
                Read::Listed(value) => values.push(value),
                Read::Skipped(..) => return Ok(()),
            }
            done += 1;
            if done % WORD_EVERY == 0 {
                send_message(tell, Told::Progress { done, skipped })?;
            }
            Ok(())
        })?;
        self.hand_over(open.take(), &mut firsts, tell)?;
        send_message(tell, Told::Progress { done, skipped })
    }

    fn hand_over(
        &self,
        open: Option<(usize, Vec<Row>, Vec<Value>)>,
        firsts: &mut BTreeMap<(&'static str, &'static str), u64>,
        tell: &Sender<Told>,
    ) -> Result<(), FileFault> {
        let Some((at, rows, values)) = open else {
            return Ok(());
        };
        let planned = &self.plan[at];
        let count = rows.len() + values.len();
        if count == 0 {
            return Ok(());
        }
        let bytes = match planned.what {
            What::Register(_) => packed(&OfFile {
                file: planned.entry.file.clone(),
                rows,
            }),
            What::List(_) => packed(&values),
        };
        let resource = planned.what.resource().code();
        let first = firsts.entry((resource, planned.part)).or_default();
        let chunk = Chunk {
            resource,
            part: planned.part.into(),
            first: *first,
            rows: count,
            bytes: bytes.map_err(|_| FileFault::Stopped)?,
        };
        *first += count as u64;
        send_message(tell, Told::Chunk(chunk))
    }

    /// Decides which files are read, checks each, and returns the names of the others.
    fn make_plan(&mut self) -> Result<Vec<String>, FileFault> {
        let limits = Limits::default();
        let (mut plan, mut passed_over, mut bytes) = (Vec::new(), Vec::new(), 0);
        for (number, (name, file)) in self.uploads.iter().enumerate() {
            let mut upload = Upload::open(name, BufReader::new(file), limits)?;
            let entries = upload.entries().to_vec();
            let is_alone = entries.len() == 1;
            let before = plan.len();
            for entry in entries {
                let Some(what) = self.what(&entry.file, is_alone)? else {
                    passed_over.push(entry.file);
                    continue;
                };
                let examined = examine(&entry.file, &mut upload.read(&entry)?)?;
                bytes += examined.bytes;
                if bytes > limits.total_bytes {
                    return Err(FileFault::TooLarge { file: name.clone() });
                }
                let part = match what {
                    What::Register(_) => set_of(&entry.file),
                    What::List(_) => "",
                };
                plan.push(Planned {
                    upload: number,
                    entry,
                    encoding: examined.encoding,
                    what,
                    part,
                });
            }
            if plan.len() == before && self.resource != Resource::WholeRegister {
                return Err(FileFault::NothingOf {
                    file: name.clone(),
                    wanted: self.resource.label().into(),
                });
            }
        }
        if plan.is_empty() {
            return Err(FileFault::NoProducts);
        }
        // Sorted by resource, then by name: the outcome does not depend on the upload order.
        plan.sort_by(|one, other| {
            (one.what.resource().code(), &one.entry.file)
                .cmp(&(other.what.resource().code(), &other.entry.file))
        });
        self.plan = plan;
        Ok(passed_over)
    }

    /// How a file is parsed; `None` for one that is not needed.
    fn what(&self, file: &str, is_alone: bool) -> Result<Option<What>, FileFault> {
        let by_name = role_of(file);
        Ok(match (self.resource, by_name) {
            (Resource::List(list), _) => Some(What::List(list)),
            (Resource::WholeRegister, role) => role.map(What::Register),
            (Resource::Register(wanted), Some(role)) if wanted == role => {
                Some(What::Register(wanted))
            }
            (Resource::Register(wanted), None) if is_alone => Some(What::Register(wanted)),
            (Resource::Register(_), Some(role)) if is_alone => {
                return Err(FileFault::OtherResource {
                    file: file.to_owned(),
                    holds: Resource::Register(role).label().into(),
                    wanted: self.resource.label().into(),
                });
            }
            (Resource::Register(_) | Resource::Drugs, _) => None,
        })
    }

    /// Entries of a list with different fax numbers. The file does not say which is right, so all of them are
    /// rejected.
    fn contradictions(&self) -> Result<HashMap<String, String>, FileFault> {
        let mut first = HashMap::<String, String>::new();
        let mut found = HashMap::<String, (String, Vec<String>)>::new();
        for planned in &self.plan {
            let What::List(list) = planned.what else {
                continue;
            };
            if !lists::has_fax(list) {
                continue;
            }
            let (name, file) = &self.uploads[planned.upload];
            let mut upload = Upload::open(name, BufReader::new(file), Limits::default())?;
            let input = upload.read(&planned.entry)?;
            let (file, encoding) = (planned.entry.file.as_str(), planned.encoding);
            let needed = lists::needed(list);
            read_mapped(file, input, encoding, needed, &self.map, &mut |row| {
                let Ok((key, value)) = lists::row_of(list, row) else {
                    return Ok(());
                };
                let text = |field: &str| value[field].as_str().unwrap_or_default();
                let fax = text("fax");
                let known = first.entry(key.clone()).or_insert_with(|| fax.to_owned());
                if known == fax {
                    return Ok(());
                }
                let (_, numbers) = found
                    .entry(key)
                    .or_insert_with(|| (text("name").to_owned(), vec![known.clone()]));
                if !numbers.iter().any(|one| one == fax) {
                    numbers.push(fax.to_owned());
                }
                Ok(())
            })?;
        }
        let told = |(name, numbers): (String, Vec<String>)| {
            let numbers: Vec<String> = numbers.iter().map(|one| display_phone(one)).collect();
            format!("{GIVEN_TWICE}{name} ({})", numbers.join(", "))
        };
        let found = found.into_iter();
        Ok(found.map(|(key, one)| (key, told(one))).collect())
    }

    /// Reads every planned file.
    fn each(&self, visit: &mut Visit<'_>) -> Result<(), FileFault> {
        let mut codes = HashSet::<i64>::new();
        let mut keys = HashSet::<String>::new();
        for (at, planned) in self.plan.iter().enumerate() {
            let (name, file) = &self.uploads[planned.upload];
            let mut upload = Upload::open(name, BufReader::new(file), Limits::default())?;
            let input = upload.read(&planned.entry)?;
            let (file, encoding) = (planned.entry.file.as_str(), planned.encoding);
            match planned.what {
                What::Register(role) => {
                    read_rows(file, role, input, encoding, &mut |found| match found {
                        Found::Row(row) if role == Role::Product && !codes.insert(row.code) => {
                            let reason = "the drug code was given before";
                            visit(at, Read::Skipped(row.line, reason.into()))
                        }
                        Found::Row(row) => visit(at, Read::Register(row)),
                        Found::Skipped(line, reason) => {
                            visit(at, Read::Skipped(line, reason.into()))
                        }
                    })?;
                }
                What::List(list) => {
                    let needed = lists::needed(list);
                    read_mapped(file, input, encoding, needed, &self.map, &mut |row| {
                        let read = match lists::row_of(list, row) {
                            Ok((key, value)) => {
                                if let Some(told) = self.contradicted.get(&key) {
                                    Read::Skipped(row.number(), told.clone())
                                } else if keys.insert(key) {
                                    Read::Listed(value)
                                } else {
                                    let reason = "the same entry was given before";
                                    Read::Skipped(row.number(), reason.into())
                                }
                            }
                            Err(reason) => Read::Skipped(row.number(), reason),
                        };
                        visit(at, read)
                    })?;
                }
            }
        }
        Ok(())
    }
}

/// Whether a file is a saved response of the web API, by its name.
pub(super) fn is_json(file: &str) -> bool {
    file.to_ascii_lowercase().contains(".json")
}

impl What {
    fn resource(self) -> Resource {
        match self {
            Self::Register(role) => Resource::Register(role),
            Self::List(list) => Resource::List(list),
        }
    }
}
