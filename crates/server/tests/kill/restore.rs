// SPDX-License-Identifier: AGPL-3.0-or-later

//! One case of a backup or a restore: the command dies at one point. Of a backup there is none or a whole one, and of a
//! restore no database or one that holds everything; the same command run again is done.

use std::path::Path;

use salal_db::{Db, DbSettings, Engine};
use tokio::process::Command;

use crate::support::{Database, number, template};

/// Backs up and restores, with one of the commands dying at `point`. Only a database in a file is copied by the program.
pub(crate) async fn run(engine: Engine, point: &'static str) -> Result<(), String> {
    if engine == Engine::Postgres {
        return Ok(());
    }
    salal_integrations::install_tls_provider();
    let template = template(&crate::TESTED, engine).await;
    let database = template.copy().await;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let (copies, target) = (folder.path().join("copies"), folder.path().join("new.db"));
    let uploads = folder.path().join("uploads");
    std::fs::create_dir_all(&uploads).map_err(|error| error.to_string())?;
    std::fs::write(uploads.join("one.pdf"), "one").map_err(|error| error.to_string())?;
    let own = Place {
        url: database.url.clone(),
        uploads: &uploads,
        copies: &copies,
    };
    back_up(&own, &database, point).await?;
    // Another folder: the files come back as well.
    let restored = folder.path().join("restored");
    let new = Place {
        url: format!("sqlite://{}?mode=rwc", target.display()),
        uploads: &restored,
        copies: &copies,
    };
    if point.starts_with("restore.") {
        let (is_good, told) = salal(&new, &["restore"], point).await?;
        if is_good {
            return Err(format!("the command never came to this point: {told}"));
        }
        if target.exists() {
            return Err("there is a database that was not ready".into());
        }
    }
    let (is_good, told) = salal(&new, &["restore"], "").await?;
    if !is_good {
        return Err(told);
    }
    let people = "SELECT COUNT(*) AS n FROM person";
    let holds = "SELECT COUNT(*) AS n FROM restore_hold WHERE ended_at IS NULL";
    let (before, after) = (
        count(&own.url, people).await?,
        count(&new.url, people).await?,
    );
    if before != after || count(&new.url, holds).await? != 1 {
        return Err(format!("{after} people of {before}, or nothing is held"));
    }
    let file = std::fs::read(restored.join("one.pdf"));
    if file.map_err(|error| error.to_string())? != b"one" {
        return Err("the uploaded file is another one".into());
    }
    let beside = std::fs::read_dir(folder.path()).map_err(|error| error.to_string())?;
    let mut beside = beside.filter_map(Result::ok);
    if let Some(left) =
        beside.find(|entry| entry.file_name().to_string_lossy().contains("restoring"))
    {
        return Err(format!("{} is left", left.path().display()));
    }
    let (is_good, told) = salal(&new, &["restore"], "").await?;
    if is_good || !told.contains("it is not overwritten") {
        return Err(format!("it was restored over a database: {told}"));
    }
    Ok(())
}

/// Makes a backup, at first dying at `point` if it is one of a backup. What is there then can be restored.
async fn back_up(own: &Place<'_>, database: &Database, point: &str) -> Result<(), String> {
    if point.starts_with("backup.") {
        let (is_good, _) = salal(own, &["backup"], point).await?;
        if is_good {
            return Err("the command never came to this point".into());
        }
        let copies = std::fs::read_dir(own.copies.join("copies"));
        let ends_so = |entry: std::io::Result<std::fs::DirEntry>| {
            entry.is_ok_and(|entry| entry.path().extension().is_some_and(|end| end == "copy"))
        };
        if copies.is_ok_and(|mut copies| copies.any(ends_so)) {
            let file = own.copies.with_extension("db");
            let early = Place {
                url: format!("sqlite://{}?mode=rwc", file.display()),
                ..*own
            };
            let (is_good, told) = salal(&early, &["restore"], "").await?;
            if !is_good {
                return Err(format!("there is a backup that is not whole: {told}"));
            }
            let people = "SELECT COUNT(*) AS n FROM person";
            if count(&early.url, people).await? != count(&database.url, people).await? {
                return Err("there is a backup that lacks people".into());
            }
        }
    }
    let (is_good, told) = salal(own, &["backup"], "").await?;
    if !is_good {
        return Err(told);
    }
    let left = std::fs::read_dir(own.copies.join("new")).map_err(|error| error.to_string())?;
    match left.count() {
        0 => Ok(()),
        left => Err(format!("{left} files of a killed backup are left")),
    }
}

async fn count(url: &str, sql: &str) -> Result<i64, String> {
    let db = Db::open(url, &DbSettings::default()).await;
    let db = db.map_err(|error| error.to_string())?;
    let n = number(&db, sql).await;
    db.close().await;
    Ok(n)
}

/// A database with its files, and where its copies are.
struct Place<'a> {
    url: String,
    uploads: &'a Path,
    copies: &'a Path,
}

/// Runs a command: whether it ended well, and what it said.
async fn salal(place: &Place<'_>, command: &[&str], point: &str) -> Result<(bool, String), String> {
    let done = Command::new(env!("CARGO_BIN_EXE_salal"))
        .args(command)
        .env("SALAL_DATABASE_URL", &place.url)
        .env("SALAL_DATABASE__UPLOADS", place.uploads)
        .env("SALAL_BACKUP__FOLDER", place.copies)
        .env("SALAL_SERVER__LOG", "error")
        .env("SALAL_CRASH_AT", point)
        .current_dir(std::env::temp_dir())
        .output()
        .await
        .map_err(|error| error.to_string())?;
    let said = [done.stdout, done.stderr].concat();
    Ok((
        done.status.success(),
        String::from_utf8_lossy(&said).into_owned(),
    ))
}
