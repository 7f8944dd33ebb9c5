// SPDX-License-Identifier: AGPL-3.0-or-later

//! What somebody in a hurry does around `salal restore`: runs it twice, beside a server, after a killed one, with another
//! key. Whatever is refused leaves everything as it was, and nothing that was committed goes.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use chrono::TimeDelta;
use salal_db::{Db, DbSettings, Engine};
use salal_server::app;
use salal_server::error::Result;
use salal_server::features::audit;
use salal_server::features::operations::backup::{self, BackupFolder};
use salal_server::restore::{self, Wanted};
use salal_server::settings::{Environment, Settings};
use sea_orm::ConnectionTrait as _;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::support::{TestApp, number};

const OTHER: &str = "9f2c47d1ab0e63587cc2104fe9b3d5a86172f4c80b9d3e5a41e7269c8f05d3b1";

fn url_of(file: &Path) -> String {
    format!("sqlite://{}?mode=rwc", file.display())
}

async fn back_up(app: &TestApp, folder: &Path) {
    backup::back_up(&app.ctx, BackupFolder::Configured(folder))
        .await
        .expect("a backup");
    app.ctx.clock.advance(TimeDelta::seconds(2));
}

/// Restores the newest backup of a folder to a place, with changed settings.
async fn restore_to(
    app: &TestApp,
    folder: &Path,
    target: &Path,
    change: impl FnOnce(&mut Settings, &mut Wanted),
) -> Result<String> {
    let mut settings = (*app.ctx.settings).clone();
    settings.database.url = url_of(target);
    let mut wanted = Wanted {
        by: "a test".into(),
        ..Wanted::default()
    };
    change(&mut settings, &mut wanted);
    Box::pin(restore::restore(
        settings,
        app.ctx.clock.clone(),
        folder,
        &wanted,
    ))
    .await
}

/// The names in a folder that begin so, in order.
fn names(folder: &Path, start: &str) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("the folder");
    let names = entries.map(|entry| entry.expect("a file").file_name());
    let mut names: Vec<String> = names
        .map(|name| name.to_string_lossy().into_owned())
        .filter(|name| name.starts_with(start))
        .collect();
    names.sort();
    names
}

async fn count(file: &Path, sql: &str) -> i64 {
    let db = Db::open(&url_of(file), &DbSettings::default()).await;
    let db = db.expect("it opens");
    let n = number(&db, sql).await;
    db.close().await;
    n
}

const HOLDS: &str = "SELECT COUNT(*) AS n FROM restore_hold WHERE ended_at IS NULL";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_restores_at_once_one_is_done_and_holds_everything() {
    let app = TestApp::on(&crate::TESTED, Engine::Sqlite).await;
    let folder = tempfile::tempdir().expect("a folder");
    back_up(&app, folder.path()).await;
    let target = folder.path().join("new.db");
    let run = || restore_to(&app, folder.path(), &target, |_, _| {});
    let (one, two) = tokio::join!(Box::pin(run()), Box::pin(run()));
    assert_eq!(
        [&one, &two].iter().filter(|done| done.is_ok()).count(),
        1,
        "{one:?} {two:?}"
    );
    let refused = one.and(two).expect_err("the second").to_string();
    assert!(refused.contains("nothing was restored"), "{refused}");
    assert!(
        refused.contains("another salal restore is under way"),
        "{refused}"
    );
    assert_eq!(count(&target, HOLDS).await, 1);
    let left = names(folder.path(), "new.db");
    assert!(
        !left.iter().any(|name| name.contains("restoring")),
        "{left:?}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_of_another_key_is_refused_whatever_is_accepted() {
    let app = TestApp::on(&crate::TESTED, Engine::Sqlite).await;
    let folder = tempfile::tempdir().expect("a folder");
    audit::seal(&app.ctx).await.expect("the audit is sealed");
    back_up(&app, folder.path()).await;
    let target = folder.path().join("new.db");
    for despite in [None, Some("it is urgent".to_owned())] {
        let done = restore_to(&app, folder.path(), &target, |settings, wanted| {
            settings.secrets.master_key = OTHER.into();
            wanted.despite_faults = despite;
        });
        let refused = done.await.expect_err("another key").to_string();
        assert!(
            refused.contains("nothing was restored")
                && refused.contains("which the settings do not have"),
            "{refused}"
        );
        assert!(!refused.contains("has faults"), "{refused}");
        assert_eq!(names(folder.path(), "new.db"), ["new.db.lock"]);
    }
    restore_to(&app, folder.path(), &target, |_, _| {})
        .await
        .expect("with its key");
}

/// What is in the folder for anchors, at its top.
fn anchors(folder: &Path) -> Vec<(String, String)> {
    let read = |name: String| {
        let text = std::fs::read_to_string(folder.join(&name)).expect("text");
        (name, text)
    };
    names(folder, "")
        .into_iter()
        .filter(|name| folder.join(name).is_file())
        .map(read)
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn anchors_are_put_aside_only_once_the_database_is_in_its_place() {
    let app = TestApp::with(&crate::TESTED, Engine::Sqlite, |settings| {
        settings.audit.publish_folder = format!("{}/outside", settings.database.uploads);
    })
    .await;
    let outside = PathBuf::from(&app.ctx.settings.audit.publish_folder);
    let folder = tempfile::tempdir().expect("a folder");
    let sign = async || {
        audit::seal(&app.ctx).await.expect("it is sealed");
        audit::sign(&app.ctx).await.expect("it is signed");
    };
    sign().await;
    back_up(&app, folder.path()).await;
    app.ctx.clock.advance(TimeDelta::minutes(10));
    app.signed(0).await;
    sign().await;
    let before = anchors(&outside);

    // A folder of that name cannot be moved aside.
    let target = folder.path().join("new.db");
    let obstacle = folder.path().join("new.db-wal");
    std::fs::create_dir(&obstacle).expect("a folder");
    let done = restore_to(&app, folder.path(), &target, |_, _| {}).await;
    let refused = done.expect_err("it has no place").to_string();
    assert!(refused.contains("couldn’t be put at"), "{refused}");
    assert_eq!(anchors(&outside), before, "they are as they were");
    assert!(names(&outside, "before-restore").is_empty());

    std::fs::remove_dir(&obstacle).expect("it goes");
    let told = restore_to(&app, folder.path(), &target, |_, _| {})
        .await
        .expect("a restore");
    assert!(told.contains("signed record"), "{told}");
    assert_ne!(anchors(&outside), before);
    assert_eq!(names(&outside, "before-restore").len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_the_database_is_gone_and_has_backups_no_new_clinic_begins() {
    let app = TestApp::on(&crate::TESTED, Engine::Sqlite).await;
    let folder = tempfile::tempdir().expect("a folder");
    let mut settings = (*app.ctx.settings).clone();
    settings.environment = Environment::Prod;
    settings.backup.folder = folder.path().display().to_string();
    app::refuse_new_beside_backups(&settings).expect("it is there");
    let there = settings.database.url.clone();
    settings.database.url = url_of(&folder.path().join("new.db"));
    app::refuse_new_beside_backups(&settings).expect("a new clinic");
    back_up(&app, folder.path()).await;
    let refused = app::refuse_new_beside_backups(&settings);
    let refused = refused.expect_err("it would be an empty one").to_string();
    assert!(refused.contains("there are backups in"), "{refused}");
    settings.database.url = there;
    app::refuse_new_beside_backups(&settings).expect("it is there");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_put_in_its_place_by_hand_is_refused_at_a_start() {
    let mut app = TestApp::with(&crate::TESTED, Engine::Sqlite, |settings| {
        settings.audit.publish_folder = format!("{}/outside", settings.database.uploads);
    })
    .await;
    let folder = tempfile::tempdir().expect("a folder");
    let sign = async |app: &TestApp| {
        audit::seal(&app.ctx).await.expect("it is sealed");
        audit::sign(&app.ctx).await.expect("it is signed");
    };
    sign(&app).await;
    let by_hand = folder.path().join("by-hand.db");
    let copy = format!("VACUUM INTO '{}'", by_hand.display());
    let db = app.ctx.db.write();
    db.execute_unprepared(&copy).await.expect("a copy");
    app.ctx.clock.advance(TimeDelta::minutes(10));
    app.signed(0).await;
    sign(&app).await;
    app::settle_keys(&app.ctx).await.expect("nothing is newer");

    app.reopen(|settings| settings.database.url = url_of(&by_hand))
        .await;
    let refused = app::settle_keys(&app.ctx).await;
    let refused = refused.expect_err("it is older").to_string();
    assert!(refused.contains("older than what it signed"), "{refused}");

    let wanted = Wanted {
        by: "a test".into(),
        ..Wanted::default()
    };
    Box::pin(restore::settle_here(&app.ctx, &wanted))
        .await
        .expect("it is settled and held");
    app::settle_keys(&app.ctx).await.expect("it starts");
}

fn program(url: &str, folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_salal"));
    command
        .args(words)
        .env("SALAL_DATABASE_URL", url)
        .env("SALAL_DATABASE__UPLOADS", folder.join("uploads"))
        .env("SALAL_BACKUP__FOLDER", folder.join("copies"))
        .env("SALAL_SERVER__LOG", "info")
        .env_remove("SALAL_CRASH_AT")
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    command
}

/// Runs a command: whether it ended well, and what it said.
async fn salal(url: &str, folder: &Path, words: &[&str]) -> (bool, String) {
    let done = program(url, folder, words).output().await;
    let done = done.expect("the program starts");
    let said = [done.stdout, done.stderr].concat();
    (
        done.status.success(),
        String::from_utf8_lossy(&said).into_owned(),
    )
}

/// A worker that has begun; its log is read on.
async fn worker(url: &str, folder: &Path) -> Child {
    let mut running = program(url, folder, &["work"]).spawn().expect("it starts");
    let log = running.stderr.take().expect("its log");
    let mut lines = BufReader::new(log).lines();
    loop {
        let line = lines.next_line().await.expect("a line");
        let line = line.expect("it goes on");
        if line.contains("running background jobs") {
            break;
        }
    }
    tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
    running
}

/// The database of a running worker is moved away, then the worker is killed: its log of committed changes stays.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn beside_a_running_worker_nothing_is_restored_and_its_log_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let (file, old) = (folder.join("salal.db"), folder.join("old.db"));
    let url = url_of(&file);
    for words in [&["migrate"] as &[&str], &["backup"]] {
        let (is_good, told) = salal(&url, folder, words).await;
        assert!(is_good, "{told}");
    }
    let mut running = worker(&url, folder).await;
    let db = Db::open(&url, &DbSettings::default()).await.expect("opens");
    let made = db
        .write()
        .execute_unprepared("CREATE TABLE marked (n integer)");
    made.await.expect("it is committed");
    std::fs::rename(&file, &old).expect("it is moved");
    let (is_good, told) = salal(&url, folder, &["restore"]).await;
    assert!(!is_good && told.contains("is still running"), "{told}");
    assert_eq!(names(folder, "salal.db.restoring").len(), 0);
    running.kill().await.expect("it is killed");
    // This test is no more polite: nothing is written back.
    std::mem::forget(db);

    let (is_good, told) = salal(&url, folder, &["restore"]).await;
    assert!(is_good, "{told}");
    let moved = names(folder, "salal.db.before-restore-");
    let log = moved.iter().find(|name| name.ends_with("-wal"));
    let log = log.expect("the log was moved aside");
    assert!(told.contains(log), "{told}");
    assert_eq!(count(&file, HOLDS).await, 1);
    let marked = "SELECT COUNT(*) AS n FROM sqlite_master WHERE name = 'marked'";
    assert_eq!(count(&file, marked).await, 0, "it is the backup");
    let named = folder.join(log.trim_end_matches("-wal"));
    std::fs::rename(&old, &named).expect("as the command says");
    assert_eq!(count(&named, marked).await, 1, "nothing committed is lost");
}

/// A restore was killed: whatever would make a new database says so instead.
#[tokio::test]
async fn what_a_killed_restore_left_is_no_empty_clinic() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let file = folder.join("salal.db");
    let url = url_of(&file);
    std::fs::write(folder.join("salal.db.restoring"), "half").expect("a file");
    for words in [
        &["serve"] as &[&str],
        &["work"],
        &["migrate"],
        &["import", "pharmacies", "none.csv"],
        &["demo"],
    ] {
        let (is_good, told) = salal(&url, folder, words).await;
        assert!(!is_good, "{words:?}: {told}");
        if words[0] != "import" {
            assert!(told.contains("salal.db.restoring"), "{words:?}: {told}");
            assert!(told.contains("Run salal restore again"), "{told}");
        }
        assert!(!file.exists(), "{words:?} made a database");
    }
}
