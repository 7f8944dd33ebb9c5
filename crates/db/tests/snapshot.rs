// SPDX-License-Identifier: AGPL-3.0-or-later

//! A database that is copied as bytes while others write to it and write its log back is whole, and as of one moment.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use salal_db::{Db, DbSettings, Snapshot, check_integrity, play_log};
use sea_orm::{ConnectionTrait, Statement};

const ACCOUNTS: i64 = 400;

async fn open(file: &Path) -> Db {
    let url = url_of(file);
    Db::open(&url, &DbSettings::default())
        .await
        .expect("it opens")
}

fn url_of(file: &Path) -> String {
    format!("sqlite://{}?mode=rwc", file.display())
}

async fn number(db: &Db, sql: &str) -> i64 {
    let statement = Statement::from_string(db.read().get_database_backend(), sql);
    let row = db
        .read()
        .query_one_raw(statement)
        .await
        .expect("an answer")
        .expect("a row");
    row.try_get_by_index(0).expect("a number")
}

/// Accounts whose sum never changes, in rows of a page or so, and what was moved between them.
async fn prepare(db: &Db) {
    for sql in [
        "CREATE TABLE seaql_migrations (version TEXT)",
        "CREATE TABLE person (id INTEGER PRIMARY KEY, sum INTEGER NOT NULL, filler BLOB NOT NULL)",
        "CREATE TABLE move (id INTEGER PRIMARY KEY, filler BLOB NOT NULL)",
    ] {
        db.write()
            .execute_unprepared(sql)
            .await
            .expect("it is done");
    }
    let sql = format!(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {ACCOUNTS}) \
         INSERT INTO person SELECT i, 100, randomblob(3000) FROM n"
    );
    db.write()
        .execute_unprepared(&sql)
        .await
        .expect("it is done");
}

/// Of those that are never deleted: it only grows.
const NEWEST: &str = "SELECT coalesce(max(id), 0) FROM move WHERE id % 3 = 0";

/// Moves amounts until it is told to stop; sometimes the log is written back, or the file made smaller.
async fn keep_moving(db: Db, stop: Arc<AtomicBool>) -> u32 {
    let mut moves = 0;
    while !stop.load(Ordering::Relaxed) {
        let tx = db.begin().await.expect("a transaction");
        let (from, to) = (moves % 399 + 1, moves * 7 % 400 + 1);
        for sql in [
            format!("UPDATE person SET sum = sum - 1, filler = randomblob(3000) WHERE id = {from}"),
            format!("UPDATE person SET sum = sum + 1, filler = randomblob(3000) WHERE id = {to}"),
            "INSERT INTO move (filler) VALUES (randomblob(5000))".to_owned(),
        ] {
            tx.execute_unprepared(&sql).await.expect("it is done");
        }
        tx.commit().await.expect("a commit");
        moves += 1;
        let besides = match moves % 50 {
            10 | 30 => "PRAGMA wal_checkpoint(PASSIVE)",
            20 => "PRAGMA wal_checkpoint(TRUNCATE)",
            40 => "DELETE FROM move WHERE id % 3 > 0",
            _ => continue,
        };
        // One that must wait for a reader is not done.
        let _ = db.write().execute_unprepared(besides).await;
    }
    moves
}

/// Copies the bytes of a database into a file; whether there was anything in the log.
async fn copy(file: &Path, into: &Path) -> bool {
    let snapshot = Snapshot::hold(&url_of(file)).await.expect("it is read");
    let bytes = snapshot.bytes();
    let into = into.to_path_buf();
    let had_log = tokio::task::spawn_blocking(move || {
        let mut options = File::options();
        let options = options.read(true).write(true).create(true).truncate(true);
        let mut copy = options.open(into).expect("it is read");
        let (mut log, mut length) = (Vec::new(), 0);
        loop {
            let Ok(cut) = bytes.log_cut() else { continue };
            let Some(cut) = cut else { break };
            log.clear();
            let taken = bytes.copy_log(&cut, 4_096, |part| {
                log.extend_from_slice(part);
                Ok(())
            });
            if taken.expect("it is read") {
                length = cut.length();
                break;
            }
        }
        let (mut at, mut buffer) = (0, vec![0; 16_384]);
        loop {
            let read = bytes.read_at(at, &mut buffer).expect("it is read");
            copy.write_all(&buffer[..read]).expect("it is read");
            at += u64::try_from(read).expect("it is read");
            if read < buffer.len() {
                break;
            }
            // So that others come in between.
            std::thread::yield_now();
        }
        if length > 0 {
            assert!(play_log(&log[..log.len() - 1], length, &copy).is_err());
            play_log(&log[..], length, &copy).expect("it is read");
        }
        length > 0
    })
    .await
    .expect("it is read");
    snapshot.end().await;
    had_log
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_of_a_database_in_use_is_of_one_moment() {
    let folder = std::env::temp_dir().join(format!("salal-snapshot-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("it is read");
    let (file, into) = (folder.join("salal.db"), folder.join("copy.db"));
    let db = open(&file).await;
    prepare(&db).await;
    let stop = Arc::new(AtomicBool::new(false));
    let moving = tokio::spawn(keep_moving(db.clone(), Arc::clone(&stop)));
    let (mut with_log, mut last) = (0, 0);
    for _ in 0..25 {
        let before = number(&db, NEWEST).await;
        with_log += u32::from(copy(&file, &into).await);
        check_integrity(&into).await.expect("it is sound");
        let copied = open(&into).await;
        let sum = number(&copied, "SELECT sum(sum) FROM person").await;
        assert_eq!(sum, ACCOUNTS * 100, "a move is there whole, or not at all");
        last = number(&copied, NEWEST).await;
        assert!(last >= before, "what was committed before is in it");
        copied.close().await;
    }
    stop.store(true, Ordering::Relaxed);
    let moves = moving.await.expect("it is read");
    assert!(moves > 50 && last > 0 && with_log > 0, "{moves} moves");
    // Nothing of what is in the log alone is lost by reading the file.
    let sum = number(&db, "SELECT sum(sum) FROM person").await;
    assert_eq!(sum, ACCOUNTS * 100);
    db.close().await;
    std::fs::remove_dir_all(folder).expect("it is read");
}

#[tokio::test]
async fn another_program_s_database_is_not_copied() {
    let folder = std::env::temp_dir().join(format!("salal-foreign-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("it is read");
    let file = folder.join("other.db");
    let db = open(&file).await;
    let sql = "CREATE TABLE something (id INTEGER)";
    db.write()
        .execute_unprepared(sql)
        .await
        .expect("it is done");
    let refused = Snapshot::hold(&url_of(&file))
        .await
        .expect_err("it is not ours");
    assert!(refused.to_string().contains("other.db"), "{refused}");
    db.close().await;
    std::fs::remove_dir_all(folder).expect("it is read");
}
