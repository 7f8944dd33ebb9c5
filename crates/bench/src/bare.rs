// SPDX-License-Identifier: AGPL-3.0-or-later

//! What a call costs without us: its own statements, sent by `PostgreSQL`'s pgbench. They are read from the database
//! server's log while the call is made for two patients; a value that differs between the two is another one in each
//! turn as well: an id of the patient's becomes that of the turn's patient, a new id a new one. Not here: `SQLite`,
//! which keeps no such log.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use salal_db::Db;
use sea_orm::{ConnectionTrait, Statement, Value};
use uuid::Uuid;

/// The server's processes have read their settings by then, or the log is written.
const SOON: Duration = Duration::from_millis(400);
/// Rows of one statement.
const AT_ONCE: usize = 50;

/// A statement as it was logged, and the text of each value; `None`: NULL.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Logged {
    sql: String,
    values: Vec<Option<String>>,
}

/// The texts that stand for a turn: at each place the same thing of another patient.
pub(crate) type Known = Vec<String>;

/// Reads the log of a server.
pub(crate) struct Recorder<'a> {
    db: &'a Db,
    log: PathBuf,
}

impl<'a> Recorder<'a> {
    pub(crate) fn new(db: &'a Db, log: PathBuf) -> Self {
        Self { db, log }
    }

    /// Whether every statement is logged from now on.
    pub(crate) async fn listen(&self, wanted: bool) -> Result<(), String> {
        let all = if wanted { "all" } else { "none" };
        for sql in [
            format!("ALTER SYSTEM SET log_statement = '{all}'"),
            "ALTER SYSTEM SET log_line_prefix = '%p|'".into(),
            "SELECT pg_reload_conf()".into(),
        ] {
            let done = self.db.write().execute_unprepared(&sql).await;
            done.map_err(|error| error.to_string())?;
        }
        tokio::time::sleep(SOON).await;
        Ok(())
    }

    /// Returns when what was done is in the log.
    pub(crate) async fn written(&self) {
        tokio::time::sleep(SOON).await;
    }

    /// What has been logged so far, to begin after it.
    pub(crate) fn place(&self) -> usize {
        std::fs::read(&self.log).map_or(0, |log| log.len())
    }

    /// The statements between two places.
    fn between(&self, from: usize, to: Option<usize>) -> Result<Vec<Logged>, String> {
        let log = std::fs::read(&self.log).map_err(|error| error.to_string())?;
        let part = log.get(from..to.unwrap_or(log.len())).unwrap_or_default();
        Ok(statements(&String::from_utf8_lossy(part)))
    }

    /// A script of what was done between the places: for the first patient up to the second place, then for the other.
    pub(crate) fn script(&self, places: [usize; 2], known: [&Known; 2]) -> Result<Script, String> {
        let mut first = self.between(places[0], Some(places[1]))?;
        let mut second = self.between(places[1], None)?;
        // What only one of them asked was known to the other, such as whose session it is.
        let is_in = |all: &[Logged], one: &Logged| all.iter().any(|other| other.sql == one.sql);
        first.retain(|one| is_in(&second, one));
        second.retain(|one| is_in(&first, one));
        Script::of(&first, &second, known)
    }
}

/// The statements of a log, in its order.
fn statements(log: &str) -> Vec<Logged> {
    let mut found: Vec<Logged> = Vec::new();
    // A statement of several lines goes on after a tab.
    for entry in log.replace("\n\t", " ").lines() {
        let Some((_, said)) = entry.split_once('|') else {
            continue;
        };
        if let Some(statement) = said.strip_prefix("LOG:  statement: ") {
            let sql = statement.trim().trim_end_matches(';').to_owned();
            found.push(Logged {
                sql,
                values: vec![],
            });
        } else if let Some(named) = said.strip_prefix("LOG:  execute ") {
            if let Some((_, sql)) = named.split_once(": ") {
                let sql = sql.trim().trim_end_matches(';').to_owned();
                found.push(Logged {
                    sql,
                    values: vec![],
                });
            }
        } else if let Some(values) = said.strip_prefix("DETAIL:  parameters: ")
            && let Some(last) = found.last_mut()
        {
            last.values = parameters(values);
        }
    }
    // What other processes are told, whether a connection is alive, and settings: no part of the call.
    found.retain(|one| {
        let apart = ["pg_notify", "pg_reload_conf", "ALTER SYSTEM"];
        one.sql != "SELECT 1" && !apart.iter().any(|word| one.sql.contains(word))
    });
    // What is read side by side before the transaction comes in any order.
    let begin = found.iter().position(|one| one.sql.starts_with("BEGIN"));
    found[..begin.unwrap_or_default()].sort_by(|one, other| one.sql.cmp(&other.sql));
    found
}

/// `$1 = 'it''s', $2 = NULL` as texts.
fn parameters(text: &str) -> Vec<Option<String>> {
    let mut values = Vec::new();
    let mut rest = text;
    while let Some((_, value)) = rest.split_once(" = ") {
        let Some(quoted) = value.strip_prefix('\'') else {
            values.push(None);
            rest = value.strip_prefix("NULL").unwrap_or(value);
            continue;
        };
        let mut read = String::new();
        let mut letters = quoted.char_indices().peekable();
        let mut end = quoted.len();
        while let Some((at, letter)) = letters.next() {
            if letter != '\'' {
                read.push(letter);
            } else if letters.next_if(|(_, next)| *next == '\'').is_some() {
                read.push('\'');
            } else {
                end = at + 1;
                break;
            }
        }
        values.push(Some(read));
        rest = quoted.get(end..).unwrap_or_default();
    }
    values
}

/// How a value is made for a turn.
#[derive(Debug)]
enum Made {
    /// The same in every turn.
    Same(Option<String>),
    /// The text of the second recording, with the turn's own ids in it.
    Text(String),
    /// A number that nobody has, above this one.
    Number(i64),
    /// A hash that nobody has.
    Hash(usize),
}

/// The statements of a call, for pgbench.
#[derive(Debug)]
pub(crate) struct Script {
    statements: Vec<String>,
    /// The values that are others in each turn.
    varying: Vec<Made>,
    known: Known,
}

impl Script {
    fn of(first: &[Logged], second: &[Logged], known: [&Known; 2]) -> Result<Self, String> {
        let texts = |all: &[Logged]| all.iter().map(|one| one.sql.clone()).collect::<Vec<_>>();
        if texts(first) != texts(second) {
            return Err(format!(
                "the same call sent other statements: {} and {}:\n{:#?}\n{:#?}",
                first.len(),
                second.len(),
                texts(first),
                texts(second)
            ));
        }
        let mut script = Self {
            statements: Vec::new(),
            varying: Vec::new(),
            known: known[1].clone(),
        };
        for (one, other) in first.iter().zip(second) {
            let made: Vec<String> = one
                .values
                .iter()
                .zip(&other.values)
                .map(|(one, other)| {
                    let made = made(one.as_deref(), other.as_deref(), &script.known);
                    script.place(made)
                })
                .collect();
            script.statements.push(placed(&one.sql, &made));
        }
        Ok(script)
    }

    /// How a value stands in the script.
    fn place(&mut self, made: Made) -> String {
        match made {
            Made::Same(None) => "NULL".into(),
            // pgbench takes a colon within quotes for the beginning of a name.
            Made::Same(Some(text)) if !text.contains(':') => {
                format!("'{}'", text.replace('\'', "''"))
            }
            varying => {
                self.varying.push(varying);
                format!(":v{}", self.varying.len())
            }
        }
    }

    /// The values of a turn; `turn` is unlike that of any other turn of the run.
    fn values(&self, turn: usize, known: &Known) -> Vec<String> {
        let mut ids: HashMap<String, String> = self
            .known
            .iter()
            .cloned()
            .zip(known.iter().cloned())
            .collect();
        let each = self.varying.iter().map(|made| match made {
            Made::Same(value) => value.clone().unwrap_or_default(),
            Made::Number(above) => (above + i64::try_from(turn).unwrap_or_default()).to_string(),
            Made::Hash(length) => {
                let mut hash = format!("{}{}", Uuid::new_v4().simple(), Uuid::new_v4().simple());
                hash.truncate(*length);
                hash
            }
            Made::Text(text) => with_ids(text, &mut ids),
        });
        each.collect()
    }

    /// Runs it by so many clients, once for each of the turns at most.
    pub(crate) async fn run(
        &self,
        db: &Db,
        database: &str,
        folder: &Path,
        clients: usize,
        turns: &[(usize, Known)],
    ) -> Result<f64, String> {
        let text = |error: sea_orm::DbErr| error.to_string();
        let columns: Vec<String> = (1..=self.varying.len()).map(|n| format!("v{n}")).collect();
        let typed: Vec<String> = columns.iter().map(|name| format!("{name} text")).collect();
        for sql in [
            "DROP TABLE IF EXISTS bench_turn".to_owned(),
            "DROP SEQUENCE IF EXISTS bench_turn_number".to_owned(),
            format!(
                "CREATE TABLE bench_turn (n bigint primary key, {})",
                typed.join(", ")
            ),
            "CREATE SEQUENCE bench_turn_number CACHE 1".to_owned(),
        ] {
            db.write().execute_unprepared(&sql).await.map_err(text)?;
        }
        for (some, turns) in turns.chunks(AT_ONCE).enumerate() {
            let mut values: Vec<Value> = Vec::new();
            let mut rows = Vec::new();
            for (n, (turn, known)) in turns.iter().enumerate() {
                values.push(
                    i64::try_from(some * AT_ONCE + n + 1)
                        .unwrap_or_default()
                        .into(),
                );
                values.extend(self.values(*turn, known).into_iter().map(Value::from));
                let last = values.len();
                let places = (last - columns.len()..=last).map(|place| format!("${place}"));
                rows.push(format!("({})", places.collect::<Vec<_>>().join(", ")));
            }
            let sql = format!("INSERT INTO bench_turn VALUES {}", rows.join(", "));
            let backend = db.write().get_database_backend();
            let insert = Statement::from_sql_and_values(backend, sql, values);
            db.write().execute_raw(insert).await.map_err(text)?;
        }
        let mut script = format!(
            "SELECT {} FROM bench_turn WHERE n = (SELECT nextval('bench_turn_number')) \\gset\n",
            columns.join(", ")
        );
        for statement in &self.statements {
            let _ = writeln!(script, "{statement};");
        }
        let file = folder.join("call.sql");
        std::fs::write(&file, script).map_err(|error| error.to_string())?;
        let per_client = (turns.len() / clients).max(1);
        let done = Command::new("pgbench")
            .args(["--no-vacuum", "--protocol=prepared", "--file"])
            .arg(&file)
            .args(["--client", &clients.to_string(), "--jobs", "2"])
            .args(["--transactions", &per_client.to_string()])
            .arg(database)
            .stdin(Stdio::null())
            .output()
            .map_err(|error| format!("pgbench: {error}"))?;
        let said = String::from_utf8_lossy(&done.stdout).into_owned();
        let rate = said.lines().find_map(|line| {
            let rest = line.strip_prefix("tps = ")?;
            rest.split(' ').next()?.parse::<f64>().ok()
        });
        let failed =
            !done.status.success() || !said.contains(&format!("{0}/{0}", per_client * clients));
        rate.filter(|_| !failed)
            .ok_or_else(|| format!("pgbench: {said}{}", String::from_utf8_lossy(&done.stderr)))
    }
}

/// How a value is made, from what it was in two recordings.
fn made(one: Option<&str>, other: Option<&str>, known: &Known) -> Made {
    let (Some(before), Some(text)) = (one, other) else {
        return Made::Same(other.map(ToOwned::to_owned));
    };
    let is_known = known.iter().any(|known| known == text);
    let is_hash =
        !is_known && text.len() >= 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    match text.parse::<i64>() {
        _ if before == text => Made::Same(Some(text.to_owned())),
        Ok(_) if text.len() < 16 => Made::Number(2_000_000_000),
        _ if is_hash => Made::Hash(text.len()),
        _ => Made::Text(text.to_owned()),
    }
}

/// `sql` with the value of each `$n` in its place.
fn placed(sql: &str, values: &[String]) -> String {
    let mut text = String::new();
    let mut rest = sql;
    while let Some((before, after)) = rest.split_once('$') {
        text.push_str(before);
        let digits = after.bytes().take_while(u8::is_ascii_digit).count();
        let number: usize = after[..digits].parse().unwrap_or_default();
        match number.checked_sub(1).and_then(|place| values.get(place)) {
            Some(value) => text.push_str(value),
            None => text.push('$'),
        }
        rest = if digits > 0 { &after[digits..] } else { after };
    }
    text.push_str(rest);
    text
}

/// A text in which every id that is known, or was met before in this turn, is the turn's own, and every other a new one.
fn with_ids(text: &str, ids: &mut HashMap<String, String>) -> String {
    // A text that is known as a whole, such as the hash of a token.
    if let Some(own) = ids.get(text) {
        return own.clone();
    }
    let mut made = String::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        let id = text.get(at..at + 36).filter(|part| is_id(part));
        if let Some(id) = id {
            let own = ids
                .entry(id.to_owned())
                .or_insert_with(|| Uuid::now_v7().to_string());
            made.push_str(own);
            at += 36;
        } else {
            let letter = text[at..].chars().next().unwrap_or_default();
            made.push(letter);
            at += letter.len_utf8().max(1);
        }
    }
    made
}

fn is_id(text: &str) -> bool {
    text.bytes().enumerate().all(|(at, byte)| match at {
        8 | 13 | 18 | 23 => byte == b'-',
        _ => byte.is_ascii_hexdigit(),
    })
}
