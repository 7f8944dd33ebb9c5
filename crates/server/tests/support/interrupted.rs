// SPDX-License-Identifier: AGPL-3.0-or-later

//! Interrupted migrations: `salal migrate` is killed (SIGKILL) at moments spread over its run, alone or beside another
//! one, loses its connections to PostgreSQL, or meets a full disk. What is then there is the schema of before or that of after; run again,
//! it is that of a migration that nobody disturbed, and no row is lost. With an empty database, and with the data of
//! every released version.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};

use rand::Rng;
use salal_db::testing::{Rows, catalogue, contents, contents_as};
use salal_db::{Db, Engine, file_of};
use sea_orm::{ConnectionTrait, Statement};
use tokio::process::{Child, Command};

use crate::support::Database;
use crate::tags::{Left, as_it_is, lost, versions};

/// What was seen after the interruptions.
#[derive(Debug, Default)]
pub(crate) struct Figures {
    /// The database was as before.
    pub(crate) undone: u32,
    /// The migration was whole.
    pub(crate) done: u32,
    /// A migration that nobody disturbed, of those the longest.
    pub(crate) longest: Duration,
}

type Outcome<T> = Result<T, String>;

fn in_words(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// What one migration begins with.
struct Start {
    database: Database,
    uploads: PathBuf,
}

impl Drop for Start {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.uploads);
    }
}

impl Start {
    async fn of(version: Option<&str>, engine: Engine) -> Self {
        match version {
            Some(version) => {
                let left = Left::by(version, engine).await;
                Self {
                    database: left.database,
                    uploads: left.uploads,
                }
            }
            None => Self {
                database: Database::empty(engine).await,
                uploads: std::env::temp_dir().join("salal-no-uploads"),
            },
        }
    }

    fn migrate(&self) -> Outcome<Child> {
        self.run(Command::new(env!("CARGO_BIN_EXE_salal")))
    }

    /// Where no file may become longer than so many blocks of 512 bytes: to SQLite that is a disk that is full.
    fn migrate_within(&self, blocks: u64) -> Outcome<Child> {
        let mut shell = Command::new("sh");
        let limited = "ulimit -f \"$1\" && trap '' XFSZ && exec \"$2\" \"$3\"";
        shell
            .args(["-c", limited, "sh"])
            .arg(blocks.to_string())
            .arg(env!("CARGO_BIN_EXE_salal"));
        self.run(shell)
    }

    fn run(&self, mut command: Command) -> Outcome<Child> {
        command
            .arg("migrate")
            .env("SALAL_DATABASE_URL", &self.database.url)
            .env("SALAL_DATABASE__UPLOADS", &self.uploads)
            .env("SALAL_SERVER__LOG", "error")
            .env_remove("SALAL_CRASH_AT")
            .current_dir(std::env::temp_dir())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        command.spawn().map_err(in_words)
    }

    /// Runs it to its end.
    async fn migrated(&self) -> Outcome<()> {
        ended(self.migrate()?).await
    }

    async fn open(&self) -> Db {
        as_it_is(&self.database.url).await
    }

    /// Whether there is something to look at: looking at an empty file would make a database of it.
    fn is_there(&self) -> bool {
        file_of(&self.database.url)
            .is_none_or(|file| file.metadata().is_ok_and(|file| file.len() > 0))
    }
}

async fn ended(child: Child) -> Outcome<()> {
    let done = child.wait_with_output().await.map_err(in_words)?;
    if done.status.success() {
        return Ok(());
    }
    Err(String::from_utf8_lossy(&done.stderr).into_owned())
}

/// What is right before and after.
struct Expected {
    rows: BTreeMap<String, Rows>,
    before: State,
    after: State,
    length: Duration,
}

/// The schema, and the names of the migrations that made it.
#[derive(Default, PartialEq, Eq)]
struct State {
    catalogue: Vec<String>,
    marks: Vec<String>,
}

impl State {
    async fn of(db: &Db) -> Outcome<Self> {
        let catalogue = catalogue(db).await.map_err(in_words)?;
        let mut marks = Vec::new();
        if !catalogue.is_empty() {
            let on = db.read();
            let sql = "SELECT version FROM seaql_migrations ORDER BY version";
            let statement = Statement::from_string(on.get_database_backend(), sql);
            let rows = on.query_all_raw(statement).await.map_err(in_words)?;
            let names = rows.iter().map(|row| row.try_get("", "version"));
            marks = names.collect::<Result<_, _>>().map_err(in_words)?;
        }
        Ok(Self { catalogue, marks })
    }
}

async fn undisturbed(version: Option<&str>, engine: Engine) -> Outcome<Expected> {
    let start = Start::of(version, engine).await;
    let (mut rows, mut before) = (BTreeMap::new(), State::default());
    if start.is_there() {
        let db = start.open().await;
        rows = contents(&db).await.map_err(in_words)?;
        before = State::of(&db).await?;
        db.close().await;
    }
    let began = Instant::now();
    start.migrated().await?;
    let length = began.elapsed();
    let db = start.open().await;
    let after = State::of(&db).await?;
    db.close().await;
    Ok(Expected {
        rows,
        before,
        after,
        length,
    })
}

/// Interrupts migrations of an engine so often, with each start.
pub(crate) async fn run(engine: Engine, times: u32) -> Outcome<Figures> {
    let mut figures = Figures::default();
    let released = versions();
    let starts = std::iter::once(None).chain(released.iter().map(|one| Some(one.as_str())));
    for version in starts {
        let expected = undisturbed(version, engine).await?;
        figures.longest = figures.longest.max(expected.length);
        for round in 0..times {
            let start = Start::of(version, engine).await;
            let share = (f64::from(round) + rand::rng().random::<f64>()) / f64::from(times);
            let moment = expected.length.mul_f64(share);
            let done = one(&start, engine, round, moment, &expected, &mut figures).await;
            done.map_err(|why| {
                let from = version.unwrap_or("an empty database");
                format!(
                    "{} from {from}, interrupted after {moment:?} of {:?}: {why}",
                    engine.name(),
                    expected.length
                )
            })?;
        }
        if engine == Engine::Sqlite {
            for round in 0..times.min(20) {
                full(version, &expected, round, &mut figures)
                    .await
                    .map_err(|why| format!("{version:?} on a full disk, {round}: {why}"))?;
            }
        }
    }
    Ok(figures)
}

/// On a disk that is full: nothing is there but what was, and with room the same command does all of it.
async fn full(
    version: Option<&str>,
    expected: &Expected,
    round: u32,
    figures: &mut Figures,
) -> Outcome<()> {
    let start = Start::of(version, Engine::Sqlite).await;
    let was = file_of(&start.database.url).and_then(|file| file.metadata().ok());
    let was = was.map_or(0, |file| file.len() / 512);
    // From a page to some hundred; the last of them may be enough.
    let told = ended(start.migrate_within(8 << round.min(10))?).await;
    if let Err(told) = &told
        && (told.contains("panicked") || told.trim().is_empty())
    {
        return Err(format!("a fault instead of a sentence: {told}"));
    }
    if told.is_ok() && was == 0 && round == 0 {
        return Err("there was room".into());
    }
    if start.is_there() {
        look(&start, expected, figures).await?;
    }
    settled(&start, expected).await
}

async fn one(
    start: &Start,
    engine: Engine,
    round: u32,
    moment: Duration,
    expected: &Expected,
    figures: &mut Figures,
) -> Outcome<()> {
    let mut first = start.migrate()?;
    match round % 3 {
        // Beside another one, which is to come to its end.
        1 => {
            let second = start.migrate()?;
            let _ = tokio::time::timeout(moment, first.wait()).await;
            first.kill().await.map_err(in_words)?;
            ended(second).await?;
        }
        2 if engine == Engine::Postgres => {
            let _ = tokio::time::timeout(moment, first.wait()).await;
            end_connections(start).await?;
            // It may have been done, or says that it could not.
            let told = ended(first).await.err().unwrap_or_default();
            if told.contains("panicked") {
                return Err(told);
            }
        }
        _ => {
            let _ = tokio::time::timeout(moment, first.wait()).await;
            first.kill().await.map_err(in_words)?;
        }
    }
    // Not each time: what looks at the file mends it too.
    if round.is_multiple_of(2) && start.is_there() {
        look(start, expected, figures).await?;
    }
    settled(start, expected).await
}

/// Run again, all of it is there, and no row is lost.
async fn settled(start: &Start, expected: &Expected) -> Outcome<()> {
    start.migrated().await?;
    let db = start.open().await;
    let is = State::of(&db).await?;
    let rows = contents_as(&db, &expected.rows).await.map_err(in_words)?;
    db.close().await;
    if is != expected.after {
        return Err("the schema is another one than without the interruption".into());
    }
    lost(&expected.rows, &rows).map_or(Ok(()), Err)
}

/// What is there must be what was before, or all of it.
async fn look(start: &Start, expected: &Expected, figures: &mut Figures) -> Outcome<()> {
    let db = start.open().await;
    let there = State::of(&db).await?;
    db.close().await;
    if there == expected.after {
        figures.done += 1;
    } else if there == expected.before {
        figures.undone += 1;
    } else {
        return Err("the schema is neither that of before nor that of after".into());
    }
    Ok(())
}

/// Ends every connection to the database but this one, as a server that is restarted does.
async fn end_connections(start: &Start) -> Outcome<()> {
    let db = start.open().await;
    let sql = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
               WHERE datname = current_database() AND pid <> pg_backend_pid()";
    let done = db.write().execute_unprepared(sql).await;
    db.close().await;
    done.map(|_| ()).map_err(in_words)
}
