// SPDX-License-Identifier: AGPL-3.0-or-later

//! The drill of backups: a database that is written all the time is backed up and restored by the real program, which is
//! killed (SIGKILL) at moments spread over its run. A killed backup leaves the ones before it whole; a killed restore
//! leaves no database, or one that holds everything. What was committed before a backup began is in it, once.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::{Duration, Instant};

use salal_db::{Db, DbSettings, Engine};
use salal_platform::recipients::new_pair;
use sea_orm::ConnectionTrait;
use tokio::process::Command;

use crate::support::{number, template};

/// How large the database is, and how often the program is killed.
pub(crate) struct Extent {
    pub(crate) megabytes: i64,
    pub(crate) kills: u32,
}

/// What was measured.
#[derive(Debug)]
pub(crate) struct Figures {
    pub(crate) first_backup: Duration,
    pub(crate) next_backup: Duration,
    pub(crate) restore: Duration,
    pub(crate) steps: i64,
}

/// Rows of this size fill the database.
const ROW: i64 = 3_000;

type Outcome<T> = Result<T, String>;

struct Drill {
    folder: tempfile::TempDir,
    url: String,
    recipient: String,
    identity: PathBuf,
    stranger: PathBuf,
}

/// Runs the drill.
pub(crate) async fn run(extent: &Extent) -> Outcome<Figures> {
    salal_integrations::install_tls_provider();
    let template = template(&crate::support::TESTED, Engine::Sqlite).await;
    let database = template.copy().await;
    let folder = tempfile::tempdir().map_err(in_words)?;
    std::fs::create_dir(folder.path().join("uploads")).map_err(in_words)?;
    let (recipient, private) = new_pair();
    let (_, other) = new_pair();
    let (identity, stranger) = (
        folder.path().join("key.txt"),
        folder.path().join("other.txt"),
    );
    std::fs::write(&identity, private).map_err(in_words)?;
    std::fs::write(&stranger, other).map_err(in_words)?;
    let drill = Drill {
        url: database.url.clone(),
        folder,
        recipient,
        identity,
        stranger,
    };
    let db = open(&drill.url).await?;
    fill(&db, extent.megabytes).await?;
    let (stop, steps) = (
        Arc::new(AtomicBool::new(false)),
        Arc::new(AtomicI64::new(0)),
    );
    let load = tokio::spawn(write_on(db.clone(), Arc::clone(&stop), Arc::clone(&steps)));
    let figures = drill.under_load(extent, &steps).await;
    stop.store(true, Ordering::Relaxed);
    load.await.map_err(in_words)??;
    db.close().await;
    figures
}

impl Drill {
    async fn under_load(&self, extent: &Extent, steps: &AtomicI64) -> Outcome<Figures> {
        let began = Instant::now();
        self.back_up().await?;
        let first_backup = began.elapsed();
        let target = self.folder.path().join("restored.db");
        let began = Instant::now();
        self.restored(&target, 0).await?;
        let restore = began.elapsed();
        for kill in 0..extent.kills {
            // From the beginning of a run to its end.
            let share = f64::from(kill / 2 + 1) / f64::from(extent.kills / 2 + 1);
            if kill % 2 == 0 {
                self.killed(&["backup"], first_backup.mul_f64(share))
                    .await?;
                self.verify().await?;
                self.back_up().await?;
            } else {
                self.killed_restore(&target, restore.mul_f64(share)).await?;
            }
        }
        self.refuse_stranger(&target).await?;
        let least = steps.load(Ordering::SeqCst);
        let began = Instant::now();
        self.back_up().await?;
        let next_backup = began.elapsed();
        self.verify().await?;
        let began = Instant::now();
        let steps = self.restored(&target, least).await?;
        let restore = restore.max(began.elapsed());
        Ok(Figures {
            first_backup,
            next_backup,
            restore,
            steps,
        })
    }

    fn copies(&self) -> PathBuf {
        self.folder.path().join("copies")
    }

    fn command(&self, url: &str, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_salal"));
        command
            .args(words)
            .env("SALAL_DATABASE_URL", url)
            .env(
                "SALAL_DATABASE__UPLOADS",
                self.folder.path().join("uploads"),
            )
            .env("SALAL_BACKUP__FOLDER", self.copies())
            .env(
                "SALAL_BACKUP__RECIPIENTS",
                format!("[\"{}\"]", self.recipient),
            )
            .env("SALAL_SERVER__LOG", "error")
            .current_dir(std::env::temp_dir())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        command
    }

    async fn salal(&self, url: &str, words: &[&str]) -> Outcome<(bool, String)> {
        let done = self.command(url, words).output().await.map_err(in_words)?;
        let said = [done.stdout, done.stderr].concat();
        let said = String::from_utf8_lossy(&said).into_owned();
        Ok((done.status.success(), said))
    }

    async fn back_up(&self) -> Outcome<()> {
        match self.salal(&self.url, &["backup"]).await? {
            (true, _) => Ok(()),
            (false, told) => Err(told),
        }
    }

    /// The newest backup is whole, by its private key.
    async fn verify(&self) -> Outcome<()> {
        let identity = self.identity.display().to_string();
        let words = ["backup", "verify", "--identity", identity.as_str()];
        match self.salal(&self.url, &words).await? {
            (true, _) => Ok(()),
            (false, told) => Err(told),
        }
    }

    /// Runs a command for a time, and kills it.
    async fn killed(&self, words: &[&str], after: Duration) -> Outcome<()> {
        self.killed_at(&self.url, words, after).await
    }

    async fn killed_at(&self, url: &str, words: &[&str], after: Duration) -> Outcome<()> {
        let mut child = self.command(url, words).spawn().map_err(in_words)?;
        if tokio::time::timeout(after, child.wait()).await.is_err() {
            child.kill().await.map_err(in_words)?;
        }
        Ok(())
    }

    async fn killed_restore(&self, target: &Path, after: Duration) -> Outcome<()> {
        let identity = self.identity.display().to_string();
        let words = ["restore", "--identity", identity.as_str()];
        self.killed_at(&url_of(target), &words, after).await?;
        if target.exists() {
            self.looked_at(target, 0).await?;
        }
        Ok(())
    }

    async fn refuse_stranger(&self, target: &Path) -> Outcome<()> {
        let stranger = self.stranger.display().to_string();
        let words = ["restore", "--identity", stranger.as_str()];
        let (is_good, told) = self.salal(&url_of(target), &words).await?;
        if is_good || !told.contains("encrypted to other keys") || target.exists() {
            return Err(format!("a wrong key: {told}"));
        }
        Ok(())
    }

    /// Restores the newest backup, looks at it and removes it; how many steps it has.
    async fn restored(&self, target: &Path, least: i64) -> Outcome<i64> {
        let identity = self.identity.display().to_string();
        let words = ["restore", "--identity", identity.as_str()];
        let (is_good, told) = self.salal(&url_of(target), &words).await?;
        if !is_good {
            return Err(told);
        }
        self.looked_at(target, least).await
    }

    async fn looked_at(&self, target: &Path, least: i64) -> Outcome<i64> {
        let db = open(&url_of(target)).await?;
        let holds = "SELECT count(*) AS n FROM restore_hold WHERE ended_at IS NULL";
        let held = number(&db, holds).await;
        let counted = number(&db, "SELECT count(*) AS n FROM drill_step").await;
        let last = number(&db, "SELECT coalesce(max(n), 0) AS n FROM drill_step").await;
        let noted = number(&db, "SELECT steps AS n FROM drill_count").await;
        db.close().await;
        for end in ["", "-wal", "-shm"] {
            let mut name = target.as_os_str().to_owned();
            name.push(end);
            let _ = std::fs::remove_file(PathBuf::from(name));
        }
        if held != 1 || counted != last || counted != noted || counted < least {
            return Err(format!(
                "{held} holds; {counted} steps up to {last}, of {noted}, at least {least}"
            ));
        }
        Ok(counted)
    }
}

fn url_of(file: &Path) -> String {
    format!("sqlite://{}?mode=rwc", file.display())
}

async fn open(url: &str) -> Outcome<Db> {
    Db::open(url, &DbSettings::default())
        .await
        .map_err(in_words)
}

async fn fill(db: &Db, megabytes: i64) -> Outcome<()> {
    let rows = megabytes * 1_000_000 / ROW;
    let half = ROW / 2;
    for sql in [
        "CREATE TABLE drill_step (n INTEGER PRIMARY KEY)".to_owned(),
        "CREATE TABLE drill_count (steps INTEGER NOT NULL)".to_owned(),
        "INSERT INTO drill_count VALUES (0)".to_owned(),
        "CREATE TABLE drill_row (id INTEGER PRIMARY KEY, filler BLOB NOT NULL)".to_owned(),
        format!(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {rows}) \
             INSERT INTO drill_row SELECT i, randomblob({half}) || zeroblob({half}) FROM n"
        ),
    ] {
        db.write()
            .execute_unprepared(&sql)
            .await
            .map_err(in_words)?;
    }
    Ok(())
}

/// Commits one step after the other; each changes rows all over the file.
async fn write_on(db: Db, stop: Arc<AtomicBool>, steps: Arc<AtomicI64>) -> Outcome<()> {
    let rows = number(&db, "SELECT max(id) AS n FROM drill_row").await;
    let mut n = 0;
    while !stop.load(Ordering::Relaxed) {
        n += 1;
        let row = n * 7_919 % rows + 1;
        let tx = db.begin().await.map_err(in_words)?;
        for sql in [
            format!("INSERT INTO drill_step VALUES ({n})"),
            "UPDATE drill_count SET steps = steps + 1".to_owned(),
            format!("UPDATE drill_row SET filler = randomblob({ROW}) WHERE id = {row}"),
        ] {
            tx.execute_unprepared(&sql).await.map_err(in_words)?;
        }
        tx.commit().await.map_err(in_words)?;
        steps.store(n, Ordering::SeqCst);
    }
    Ok(())
}

fn in_words(error: impl std::fmt::Display) -> String {
    error.to_string()
}
