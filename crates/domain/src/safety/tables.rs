// SPDX-License-Identifier: AGPL-3.0-or-later

//! The tables from which the marks are derived: data with a source in every row, replaceable, with a version.
//! Parsed completely or not at all; all errors are reported with file and line.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, OnceLock};

use csv::StringRecord;

use super::daily::Route;
use super::parsing::{LONGEST_PHRASE, sound};
use crate::search::fold;

/// The files of the tables, in parsing order.
pub const FILES: [&str; 10] = [
    "version.csv",
    "substances.csv",
    "classes.csv",
    "interactions.csv",
    "conditions.csv",
    "allergies.csv",
    "names.csv",
    "words.csv",
    "together.csv",
    "ceilings.csv",
];

/// Maximum file size, in bytes: many times what is needed.
pub const LONGEST_FILE: usize = 4 << 20;
/// Maximum cell size, in bytes.
const LONGEST_CELL: usize = 8000;
/// Maximum number of rows of one file.
const MOST_ROWS: usize = 20_000;
/// Maximum number of reported errors.
const MOST_FAULTS: usize = 50;

/// An error in a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableFault {
    pub file: String,
    /// 1 is the header; 0 is the whole file.
    pub line: u64,
    pub message: String,
}

impl std::fmt::Display for TableFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.line == 0 {
            write!(f, "{}: {}", self.file, self.message)
        } else {
            write!(f, "{}, line {}: {}", self.file, self.line, self.message)
        }
    }
}

/// A file as received: its name and its text.
pub type TableFile = (String, String);

/// A substance with its ATC codes of systemic use.
#[derive(Debug)]
pub(super) struct Substance {
    pub(super) name: String,
    pub(super) atc: Vec<String>,
}

/// A class of drugs by prefixes of ATC codes.
#[derive(Debug)]
struct Class {
    atc: Vec<String>,
    except: Vec<String>,
}

/// Two classes that should not be combined.
#[derive(Debug)]
pub(super) struct Interaction {
    pub(super) id: String,
    pub(super) a: usize,
    pub(super) b: usize,
    pub(super) level: u8,
    pub(super) doctor: String,
    pub(super) patient: String,
    /// A less severe row about the same two drugs, which this one suppresses.
    pub(super) silences: String,
    pub(super) source: String,
}

/// A class that is unsuitable for a condition or a person.
#[derive(Debug)]
pub(super) struct Caution {
    pub(super) id: String,
    pub(super) class: usize,
    pub(super) when: String,
    pub(super) level: u8,
    pub(super) doctor: String,
    pub(super) patient: String,
    pub(super) source: String,
}

/// A group of drugs that can cause an allergy.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) atc: Vec<String>,
    pub(super) related: Vec<String>,
    pub(super) also: Vec<String>,
    /// Normalized words of a reaction with which `also` belongs to the group.
    pub(super) also_when: Vec<String>,
    /// What is known of related drugs, for doctors; empty if nothing more is to be said.
    pub(super) related_doctor: String,
    /// The same for patients.
    pub(super) related_patient: String,
    pub(super) source: String,
}

/// The usual maximum of an ingredient a day, by one route.
#[derive(Debug)]
pub(super) struct Ceiling {
    pub(super) most_mg: f64,
    pub(super) source: String,
}

/// The meaning of words in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Meaning {
    /// One or several substances, by number.
    Substances(Vec<usize>),
    Group(usize),
    /// Something unknown to the register.
    Unchecked(String),
    /// Not a drug.
    Ignored,
    Nothing,
    Negation,
    /// Ends a negation: `except`.
    Exception,
    Intolerance,
    Reaction,
    Filler,
}

/// The meaning of words in a text about conditions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Sense {
    /// A condition or a state, by code.
    Condition(String),
    /// About a relative.
    Family,
    /// Denies what follows: `no`, `never had`.
    Denial,
    /// The same of what is now, which says nothing of what was: `no recent`.
    DenialOfNow,
    /// Ends a denial: `but`.
    Turn,
    /// The same, and what follows is the person's own: `I have`.
    Own,
    /// A condition, by code, if the number that follows is below the limit: `eGFR`.
    Measure(String, u32),
    /// Says of a state that follows that it is over: `history of`.
    Past,
    /// Means none of these, in spite of its words: `family doctor`, `not well controlled`.
    Neutral,
}

/// The words of conditions and states, by normalized phrase.
#[derive(Debug, Default)]
pub(super) struct Lexicon {
    pub(super) words: HashMap<String, Sense>,
    /// The words of conditions and states, to which misspelt ones are corrected, each with its sound.
    pub(super) spelled: HashMap<String, String>,
    /// Usual misspellings of single words, in whatever phrase, with the right word: `kidny`.
    pub(super) misspelt: HashMap<String, String>,
    /// Words that are right as they are, also where they look like one of them: `neuropathy`, `gravis`.
    pub(super) plain: HashSet<String>,
    /// Mean a state only when nothing else stands between two commas: `expecting`.
    pub(super) alone: HashMap<String, String>,
    /// Mean it only as the whole of an entry: `14 weeks`.
    pub(super) whole: HashMap<String, String>,
    /// Say when, and nothing else: `March`.
    pub(super) dates: HashSet<String>,
    /// Limit a denial before a condition to the time since: `for _ years`.
    pub(super) since: HashSet<String>,
    /// Say that a relative's condition is the person's as well: `so do I`.
    pub(super) shared: HashSet<String>,
    /// Stand between a condition and the relative who has it: `in my`.
    pub(super) links: HashSet<String>,
    /// Organs, and the nouns that make them conditions: `heart or kidney disease`.
    pub(super) organs: HashSet<String>,
    pub(super) ailments: HashSet<String>,
    /// Answers that affirm: `yes`.
    pub(super) affirmed: HashSet<String>,
    /// Deny an allergy that they follow, with anything after them: `outgrown`.
    pub(super) outgrown: HashSet<String>,
    /// Deny what they follow: `ruled out`.
    pub(super) denied: HashSet<String>,
    /// Deny it only as all that follows: `not currently`.
    pub(super) refused: HashSet<String>,
    /// Say of a state before them that it is over: `years ago`.
    pub(super) passed: HashSet<String>,
    /// Codes that end, pregnancy for example.
    pub(super) states: HashSet<String>,
}

impl Lexicon {
    /// The longest phrase at the beginning of these words, by its length, and its meaning. In the tables `_` is any
    /// number of one or two digits, also one that is part of a word: `nursing my _ month old`, `_wks`.
    pub(super) fn sense(&self, words: &[&str]) -> Option<(usize, &Sense)> {
        (1..=LONGEST_PHRASE.min(words.len()))
            .rev()
            .find_map(|length| {
                let phrase = words[..length].join(" ");
                let sense = self.words.get(&phrase);
                let sense = sense.or_else(|| self.words.get(&numberless(&words[..length])?))?;
                Some((length, sense))
            })
    }

    /// The state that a text means which holds one of these phrases and nothing else but a date.
    pub(super) fn alone<'a>(
        &self,
        phrases: &'a HashMap<String, String>,
        folded: &str,
    ) -> Option<&'a String> {
        let words: Vec<&str> = folded.split(' ').collect();
        let is_date = |word: &&str| {
            self.dates.contains(*word) || word.bytes().all(|one| one.is_ascii_digit())
        };
        let start = words.iter().position(|word| !self.dates.contains(*word))?;
        let words = &words[start..];
        (1..=LONGEST_PHRASE.min(words.len()))
            .rev()
            .find_map(|length| {
                let (phrase, rest) = words.split_at(length);
                let code = phrases.get(&phrase.join(" "));
                let code = code.or_else(|| phrases.get(&numberless(phrase)?))?;
                rest.iter().all(is_date).then_some(code)
            })
    }
}

/// A phrase with `_` in the place of its numbers; `None` without a number.
pub(super) fn numberless(words: &[&str]) -> Option<String> {
    let mut has_number = false;
    let plain: Vec<String> = words
        .iter()
        .map(|word| {
            let digits = word.bytes().take_while(u8::is_ascii_digit).count();
            if !(1..=2).contains(&digits) {
                return (*word).to_owned();
            }
            has_number = true;
            format!("_{}", &word[digits..])
        })
        .collect();
    has_number.then(|| plain.join(" "))
}

/// The prepared tables.
#[derive(Debug)]
pub struct Tables {
    pub(super) version: String,
    source: String,
    pub(super) substances: Vec<Substance>,
    classes: Vec<Class>,
    pub(super) interactions: Vec<Interaction>,
    pub(super) cautions: Vec<Caution>,
    pub(super) groups: Vec<Group>,
    /// By normalized phrase.
    pub(super) vocabulary: HashMap<String, Meaning>,
    /// Canonical names only, normalized.
    pub(super) by_name: HashMap<String, usize>,
    pub(super) lexicon: Lexicon,
    pub(super) local: HashSet<String>,
    alike: HashMap<String, Vec<String>>,
    pub(super) together: HashSet<String>,
    /// By the substance's name.
    pub(super) ceilings: HashMap<(String, Route), Ceiling>,
    rows: usize,
}

impl Tables {
    /// The tables shipped with the program.
    pub fn built_in() -> Arc<Self> {
        static BUILT_IN: OnceLock<Arc<Tables>> = OnceLock::new();
        let tables = BUILT_IN.get_or_init(|| {
            let files = built_in_files();
            Arc::new(Self::read(&files).expect("the program's own tables are read by a test"))
        });
        Arc::clone(tables)
    }

    /// `2026-11`
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The source of the tables as a whole.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The number of rows in all files.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Names that are confused with this one, normalized (safety marks, section 5).
    pub fn mixed_up_with(&self, name: &str) -> &[String] {
        self.alike
            .get(&fold(name))
            .map(Vec::as_slice)
            .unwrap_or_default()
    }

    /// The classes of a code, as numbers.
    pub(super) fn classes_of<'a>(&'a self, code: &'a str) -> impl Iterator<Item = usize> + 'a {
        self.classes
            .iter()
            .enumerate()
            .filter(|(_, class)| {
                class.atc.iter().any(|one| code.starts_with(one.as_str()))
                    && !class
                        .except
                        .iter()
                        .any(|one| code.starts_with(one.as_str()))
            })
            .map(|(at, _)| at)
    }

    /// Parses the files of a whole set; names without folders.
    pub fn read(files: &[TableFile]) -> Result<Self, Vec<TableFault>> {
        Reader::default().read(files)
    }
}

/// The files shipped with the program.
pub fn built_in_files() -> Vec<TableFile> {
    [
        include_str!("data/version.csv"),
        include_str!("data/substances.csv"),
        include_str!("data/classes.csv"),
        include_str!("data/interactions.csv"),
        include_str!("data/conditions.csv"),
        include_str!("data/allergies.csv"),
        include_str!("data/names.csv"),
        include_str!("data/words.csv"),
        include_str!("data/together.csv"),
        include_str!("data/ceilings.csv"),
    ]
    .into_iter()
    .zip(FILES)
    .map(|(text, name)| (name.to_owned(), text.to_owned()))
    .collect()
}

/// Checked in the line's directions: some drugs are deadly when a weekly dose is taken every day.
pub(super) const MORE_THAN_WEEKLY: &str = "more-than-weekly";
/// Checked for a person or a line rather than in the recorded conditions.
const ASKED: [&str; 4] = ["smoker-35", "age-65", "woman-15-49", MORE_THAN_WEEKLY];

/// The code of what looks like a condition and is none that a mark knows.
const NO_CONDITION: &str = "not-one";

#[derive(Default)]
struct Reader {
    faults: Vec<TableFault>,
}

/// One row with its position.
struct Row<'a> {
    file: &'a str,
    line: u64,
    columns: &'a [&'a str],
    cells: StringRecord,
}

impl Row<'_> {
    fn cell(&self, column: &str) -> &str {
        let at = self.columns.iter().position(|one| *one == column);
        at.and_then(|at| self.cells.get(at))
            .unwrap_or_default()
            .trim()
    }

    /// Values separated by spaces.
    fn codes(&self, column: &str) -> Vec<String> {
        self.cell(column)
            .split_whitespace()
            .map(ToOwned::to_owned)
            .collect()
    }

    /// Phrases separated by bars, normalized.
    fn phrases(&self, column: &str) -> Vec<String> {
        self.cell(column)
            .split('|')
            .map(fold)
            .filter(|phrase| !phrase.is_empty())
            .collect()
    }
}

impl Reader {
    fn fault(&mut self, file: &str, line: u64, message: impl Into<String>) {
        if self.faults.len() < MOST_FAULTS {
            self.faults.push(TableFault {
                file: file.to_owned(),
                line,
                message: message.into(),
            });
        }
    }

    fn rows<'a>(
        &mut self,
        files: &'a [TableFile],
        file: &'a str,
        columns: &'a [&'a str],
    ) -> Vec<Row<'a>> {
        let Some((_, text)) = files.iter().find(|(name, _)| name == file) else {
            self.fault(file, 0, "is missing.");
            return Vec::new();
        };
        if text.len() > LONGEST_FILE {
            self.fault(file, 0, "is larger than 4 MB.");
            return Vec::new();
        }
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .from_reader(text.trim_start_matches('\u{feff}').as_bytes());
        let mut rows = Vec::new();
        for (at, record) in reader.records().enumerate() {
            let cells = match record {
                Ok(cells) => cells,
                Err(error) => {
                    let line = error.position().map_or(0, csv::Position::line);
                    self.fault(file, line, "cannot be read as CSV.");
                    return rows;
                }
            };
            let line = cells.position().map_or(0, csv::Position::line);
            if at == 0 {
                if cells.iter().map(str::trim).ne(columns.iter().copied()) {
                    let wanted = columns.join(",");
                    self.fault(file, line, format!("the columns must be {wanted}."));
                    return rows;
                }
                continue;
            }
            if at > MOST_ROWS {
                self.fault(file, line, "has more than 20,000 rows.");
                return rows;
            }
            if cells.len() != columns.len() {
                let (has, wanted) = (cells.len(), columns.len());
                self.fault(file, line, format!("has {has} cells instead of {wanted}."));
                continue;
            }
            if cells.iter().any(|cell| cell.len() > LONGEST_CELL) {
                self.fault(file, line, "has a cell of more than 8,000 characters.");
                continue;
            }
            let row = Row {
                file,
                line,
                columns,
                cells,
            };
            if row.cell("source").is_empty() {
                self.fault(file, line, "has no source.");
            }
            rows.push(row);
        }
        if rows.is_empty() {
            self.fault(file, 0, "has no rows.");
        }
        rows
    }

    fn needed(&mut self, row: &Row<'_>, columns: &[&str]) {
        for column in columns {
            if row.cell(column).is_empty() {
                self.fault(row.file, row.line, format!("{column} is empty."));
            }
        }
    }

    fn atc(&mut self, row: &Row<'_>, column: &str) -> Vec<String> {
        let codes = row.codes(column);
        for code in &codes {
            if !is_atc(code) {
                self.fault(row.file, row.line, format!("{code} is no ATC code."));
            }
        }
        codes
    }

    fn level(&mut self, row: &Row<'_>) -> u8 {
        if let "1" | "2" | "3" = row.cell("level") {
            row.cell("level").parse().unwrap_or(1)
        } else {
            self.fault(row.file, row.line, "level must be 1, 2 or 3.");
            1
        }
    }

    fn once(&mut self, row: &Row<'_>, seen: &mut HashSet<String>, column: &str) {
        let id = row.cell(column).to_owned();
        if !id.is_empty() && !seen.insert(id.clone()) {
            self.fault(row.file, row.line, format!("{id} is listed twice."));
        }
    }

    fn class(&mut self, row: &Row<'_>, column: &str, ids: &HashMap<String, usize>) -> usize {
        if let Some(at) = ids.get(row.cell(column)) {
            return *at;
        }
        let id = row.cell(column).to_owned();
        self.fault(row.file, row.line, format!("there is no class {id}."));
        0
    }

    #[expect(
        clippy::too_many_lines,
        reason = "one file after the other, each a few lines"
    )]
    fn read(mut self, files: &[TableFile]) -> Result<Tables, Vec<TableFault>> {
        for (name, _) in files {
            if !FILES.contains(&name.as_str()) {
                self.fault(name, 0, "is none of the tables.");
            }
        }
        let mut rows = 0;
        let version = self.rows(files, "version.csv", &["version", "made_on", "source"]);
        if version.len() > 1 {
            self.fault("version.csv", 0, "has more than one row.");
        }
        let (version, source) = version.first().map_or_else(Default::default, |row| {
            self.needed(row, &["version"]);
            if row.cell("made_on").parse::<chrono::NaiveDate>().is_err() {
                self.fault(
                    "version.csv",
                    row.line,
                    "made_on must be a day, 2026-11-22.",
                );
            }
            if row.cell("version").chars().count() > 40 {
                self.fault(
                    "version.csv",
                    row.line,
                    "version is longer than 40 letters.",
                );
            }
            (
                row.cell("version").to_owned(),
                row.cell("source").to_owned(),
            )
        });

        let mut vocabulary: HashMap<String, Meaning> = HashMap::new();
        let mut by_name = HashMap::new();
        let mut substances = Vec::new();
        let mut seen = HashSet::new();
        let columns = ["name", "atc", "other_names", "source"];
        for row in self.rows(files, "substances.csv", &columns) {
            rows += 1;
            self.needed(&row, &["name", "atc"]);
            self.once(&row, &mut seen, "name");
            let atc = self.atc(&row, "atc");
            let at = substances.len();
            let name = fold(row.cell("name"));
            for phrase in row.phrases("other_names").into_iter().chain([name.clone()]) {
                match vocabulary
                    .entry(phrase)
                    .or_insert_with(|| Meaning::Substances(Vec::new()))
                {
                    Meaning::Substances(all) if !all.contains(&at) => all.push(at),
                    _ => {}
                }
            }
            by_name.insert(name.clone(), at);
            substances.push(Substance { name, atc });
        }

        let mut ids = HashMap::new();
        let mut classes = Vec::new();
        let mut seen = HashSet::new();
        let columns = ["id", "name", "atc", "except", "source"];
        for row in self.rows(files, "classes.csv", &columns) {
            rows += 1;
            self.needed(&row, &["id", "atc"]);
            self.once(&row, &mut seen, "id");
            ids.insert(row.cell("id").to_owned(), classes.len());
            classes.push(Class {
                atc: self.atc(&row, "atc"),
                except: self.atc(&row, "except"),
            });
        }

        let mut interactions = Vec::new();
        let mut seen = HashSet::new();
        let columns = [
            "id", "a", "b", "level", "doctor", "patient", "silences", "source",
        ];
        for row in self.rows(files, "interactions.csv", &columns) {
            rows += 1;
            self.needed(&row, &["id", "doctor"]);
            self.once(&row, &mut seen, "id");
            interactions.push(Interaction {
                id: row.cell("id").to_owned(),
                a: self.class(&row, "a", &ids),
                b: self.class(&row, "b", &ids),
                level: self.level(&row),
                doctor: row.cell("doctor").to_owned(),
                patient: row.cell("patient").to_owned(),
                silences: row.cell("silences").to_owned(),
                source: row.cell("source").to_owned(),
            });
        }

        let mut groups = Vec::new();
        let mut seen = HashSet::new();
        let columns = [
            "id",
            "name",
            "words",
            "atc",
            "related",
            "also",
            "also_when",
            "related_doctor",
            "related_patient",
            "source",
        ];
        for row in self.rows(files, "allergies.csv", &columns) {
            rows += 1;
            self.needed(&row, &["id", "name", "atc"]);
            self.once(&row, &mut seen, "id");
            for phrase in row.phrases("words") {
                vocabulary
                    .entry(phrase)
                    .or_insert(Meaning::Group(groups.len()));
            }
            groups.push(Group {
                id: row.cell("id").to_owned(),
                name: row.cell("name").to_owned(),
                atc: self.atc(&row, "atc"),
                related: self.atc(&row, "related"),
                also: self.atc(&row, "also"),
                also_when: row.phrases("also_when"),
                related_doctor: row.cell("related_doctor").to_owned(),
                related_patient: row.cell("related_patient").to_owned(),
                source: row.cell("source").to_owned(),
            });
        }

        let mut lexicon = Lexicon::default();
        let mut codes = HashSet::new();
        let mut local = HashSet::new();
        let mut kinds = HashSet::new();
        for row in self.rows(files, "words.csv", &["kind", "code", "words", "source"]) {
            rows += 1;
            self.needed(&row, &["kind", "words"]);
            let code = row.cell("code").to_owned();
            // The denials with a code are only of some; without the others they are no help.
            if code.is_empty() || !matches!(row.cell("kind"), "denial" | "denied") {
                kinds.insert(row.cell("kind").to_owned());
            }
            let phrases = row.phrases("words");
            let single = phrases.iter().flat_map(|phrase| phrase.split(' '));
            if row.cell("kind") == "spelling" {
                self.needed(&row, &["code"]);
                let misspelt = single.map(|word| (word.to_owned(), code.clone()));
                lexicon.misspelt.extend(misspelt);
                continue;
            }
            let single = single.filter(|word| word.is_ascii()).map(ToOwned::to_owned);
            if matches!(row.cell("kind"), "condition" | "state") && code != NO_CONDITION {
                let with_sound = single.map(|word| {
                    let heard = sound(&word);
                    (word, heard)
                });
                lexicon.spelled.extend(with_sound);
            } else {
                lexicon.plain.extend(single);
            }
            let sense = match row.cell("kind") {
                "condition" | "state" => {
                    self.needed(&row, &["code"]);
                    codes.insert(code.clone());
                    if row.cell("kind") == "state" {
                        lexicon.states.insert(code.clone());
                    }
                    Some(Sense::Condition(code.clone()))
                }
                // `kidney 60`: a condition, and the number below which a measure is one
                "measure" => {
                    let limit = code.split_once(' ').and_then(|(code, limit)| {
                        Some(Sense::Measure(code.to_owned(), limit.parse().ok()?))
                    });
                    if limit.is_none() {
                        let message = "the code of a measure must be a condition and a number.";
                        self.fault("words.csv", row.line, message);
                    }
                    limit
                }
                "family" => Some(Sense::Family),
                "denial" if code == "now" => Some(Sense::DenialOfNow),
                "denial" => Some(Sense::Denial),
                "turn" if code == "own" => Some(Sense::Own),
                "turn" => Some(Sense::Turn),
                "past" => Some(Sense::Past),
                "neutral" => Some(Sense::Neutral),
                _ => None,
            };
            if let Some(sense) = sense {
                for phrase in row.phrases("words") {
                    lexicon.words.insert(phrase, sense.clone());
                }
                continue;
            }
            let meaning = match row.cell("kind") {
                "denied" if code == "whole" => {
                    lexicon.refused.extend(row.phrases("words"));
                    continue;
                }
                "denied" if code == "allergy" => {
                    lexicon.outgrown.extend(row.phrases("words"));
                    continue;
                }
                "denied" => {
                    lexicon.denied.extend(row.phrases("words"));
                    continue;
                }
                "affirmed" => {
                    lexicon.affirmed.extend(row.phrases("words"));
                    continue;
                }
                "plain" => continue,
                kind @ ("since" | "shared" | "link" | "organ" | "ailment") => {
                    let phrases = match kind {
                        "since" => &mut lexicon.since,
                        "shared" => &mut lexicon.shared,
                        "link" => &mut lexicon.links,
                        "organ" => &mut lexicon.organs,
                        _ => &mut lexicon.ailments,
                    };
                    phrases.extend(row.phrases("words"));
                    continue;
                }
                "date" => {
                    lexicon.dates.extend(row.phrases("words"));
                    continue;
                }
                kind @ ("alone" | "entry") => {
                    self.needed(&row, &["code"]);
                    let phrases = row.phrases("words").into_iter();
                    let phrases = phrases.map(|phrase| (phrase, code.clone()));
                    if kind == "alone" {
                        lexicon.alone.extend(phrases);
                    } else {
                        lexicon.whole.extend(phrases);
                    }
                    continue;
                }
                "passed" => {
                    lexicon.passed.extend(row.phrases("words"));
                    continue;
                }
                "local" => {
                    local.extend(row.phrases("words"));
                    continue;
                }
                "unchecked" => Meaning::Unchecked(code),
                "ignored" => Meaning::Ignored,
                "none" => Meaning::Nothing,
                "negation" => Meaning::Negation,
                "exception" => Meaning::Exception,
                "intolerance" => Meaning::Intolerance,
                "reaction" => Meaning::Reaction,
                "filler" => Meaning::Filler,
                kind => {
                    let message = format!("there is no kind {kind}.");
                    self.fault("words.csv", row.line, message);
                    continue;
                }
            };
            for phrase in row.phrases("words") {
                vocabulary.entry(phrase).or_insert_with(|| meaning.clone());
            }
        }
        lexicon
            .spelled
            .retain(|word, _| !lexicon.misspelt.contains_key(word));
        // Without them every denial would be read as its opposite, and no other row would tell.
        for kind in ["denial", "denied", "family", "negation", "none"] {
            if !kinds.contains(kind) {
                self.fault("words.csv", 0, format!("has no row of the kind {kind}."));
            }
        }

        let mut cautions = Vec::new();
        let mut seen = HashSet::new();
        let columns = ["id", "drug", "when", "level", "doctor", "patient", "source"];
        for row in self.rows(files, "conditions.csv", &columns) {
            rows += 1;
            self.needed(&row, &["id", "doctor"]);
            self.once(&row, &mut seen, "id");
            let when = row.cell("when").to_owned();
            if !codes.contains(&when) && !ASKED.contains(&when.as_str()) {
                let message = format!("the tables do not say when someone is {when}.");
                self.fault("conditions.csv", row.line, message);
            }
            cautions.push(Caution {
                id: row.cell("id").to_owned(),
                class: self.class(&row, "drug", &ids),
                when,
                level: self.level(&row),
                doctor: row.cell("doctor").to_owned(),
                patient: row.cell("patient").to_owned(),
                source: row.cell("source").to_owned(),
            });
        }

        let mut alike: HashMap<String, Vec<String>> = HashMap::new();
        for row in self.rows(files, "names.csv", &["names", "source"]) {
            rows += 1;
            let names = row.phrases("names");
            if names.len() < 2 {
                self.fault("names.csv", row.line, "names fewer than two.");
            }
            for name in &names {
                let others = names.iter().filter(|other| *other != name).cloned();
                alike.entry(name.clone()).or_default().extend(others);
            }
        }
        let mut together = HashSet::new();
        for row in self.rows(files, "together.csv", &["atc", "why", "source"]) {
            rows += 1;
            self.needed(&row, &["atc"]);
            together.extend(self.atc(&row, "atc"));
        }
        let mut ceilings = HashMap::new();
        let columns = ["ingredient", "route", "most_mg", "source"];
        for row in self.rows(files, "ceilings.csv", &columns) {
            rows += 1;
            let name = fold(row.cell("ingredient"));
            if !by_name.contains_key(&name) {
                let message = format!("there is no substance {name}.");
                self.fault("ceilings.csv", row.line, message);
            }
            let Some(route) = Route::read(row.cell("route")) else {
                self.fault("ceilings.csv", row.line, "route must be oral or inhaled.");
                continue;
            };
            let most_mg: f64 = row.cell("most_mg").parse().unwrap_or_default();
            if !most_mg.is_finite() || most_mg <= 0.0 {
                self.fault(
                    "ceilings.csv",
                    row.line,
                    "most_mg must be a number above 0.",
                );
            }
            let source = row.cell("source").to_owned();
            let ceiling = Ceiling { most_mg, source };
            if ceilings.insert((name.clone(), route), ceiling).is_some() {
                let message = format!("{name} is listed twice.");
                self.fault("ceilings.csv", row.line, message);
            }
        }
        if !self.faults.is_empty() {
            return Err(self.faults);
        }
        Ok(Tables {
            version,
            source,
            substances,
            classes,
            interactions,
            cautions,
            groups,
            vocabulary,
            by_name,
            lexicon,
            local,
            alike,
            together,
            ceilings,
            rows,
        })
    }
}

/// `C09AA05` or a prefix with at least one letter.
fn is_atc(code: &str) -> bool {
    const SHAPE: [bool; 7] = [true, false, false, true, true, false, false];
    !code.is_empty()
        && code.len() <= SHAPE.len()
        && code.bytes().zip(SHAPE).all(|(byte, is_letter)| {
            if is_letter {
                byte.is_ascii_uppercase()
            } else {
                byte.is_ascii_digit()
            }
        })
}
