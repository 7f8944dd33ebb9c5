// SPDX-License-Identifier: AGPL-3.0-or-later

//! `salal backup`: a copy of a database in use, with the uploaded files.

use std::fs;
use std::path::{Path, PathBuf};

use chrono::TimeDelta;
use salal_db::{Db, DbSettings, Engine};
use salal_office::operations::backup::{
    self, BackupFolder, CopyPlace, OpenCopy, Rounds, UploadPlace,
};
use salal_office::operations::health;
use salal_platform::recipients::{Identities, new_pair};
use salal_platform::sealing::Keyring;
use sea_orm::ConnectionTrait as _;

use crate::support::{TestApp, number, on_both};

on_both!(a_copy_is_whole_and_written_down);

async fn back_up(app: &TestApp, into: &Path) -> String {
    let said = backup::back_up(&app.ctx, BackupFolder::Configured(into)).await;
    app.ctx.clock.advance(TimeDelta::seconds(2));
    said.expect("a backup")
}

/// The newest backup of a folder.
fn newest(folder: &Path) -> CopyPlace {
    let all = CopyPlace::all(folder).expect("the folder");
    all.into_iter().max_by_key(|(at, _)| *at).expect("one").1
}

fn opened(app: &TestApp, folder: &Path, identity: &str) -> Result<OpenCopy, String> {
    let identities = if identity.is_empty() {
        Identities::default()
    } else {
        let file = folder.join("identity.txt");
        fs::write(&file, identity).expect("a file");
        Identities::read(&file).expect("a private key")
    };
    let keys = Keyring::of_settings(&app.ctx.settings);
    let copy = OpenCopy::open(&newest(folder), identities, &keys);
    copy.map_err(|error| error.cause.clone().unwrap_or_default())
}

/// The pieces of a folder with what is in them.
fn pieces(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let rooms = fs::read_dir(folder.join("pieces")).expect("the pieces");
    let rooms = rooms.map(|room| room.expect("a room").path());
    let files = rooms.flat_map(|room| fs::read_dir(room).expect("a room"));
    let mut all: Vec<_> = files
        .map(|file| file.expect("a piece").path())
        .map(|path| (path.clone(), fs::read(path).expect("a piece")))
        .collect();
    all.sort();
    all
}

fn upload(app: &TestApp, name: &str, bytes: &[u8]) {
    let folder = PathBuf::from(&app.ctx.settings.database.uploads).join("ab");
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join(name), bytes).expect("a file");
}

async fn people_in(file: &Path) -> i64 {
    let url = format!("sqlite://{}?mode=rwc", file.display());
    let db = Db::open(&url, &DbSettings::default())
        .await
        .expect("it opens");
    let people = number(&db, "SELECT count(*) AS n FROM person").await;
    db.close().await;
    people
}

async fn a_copy_is_whole_and_written_down(app: &TestApp) {
    let folder = tempfile::tempdir().expect("a folder");
    let into = folder.path().join("backups");
    if app.ctx.db.engine() == Engine::Postgres {
        let refused = backup::back_up(&app.ctx, BackupFolder::Configured(&into)).await;
        let why = refused.expect_err("the operator's own tools").cause.clone();
        assert!(why.is_some_and(|why| why.contains("salal backup mark")));
        return;
    }
    // Longer than one part.
    let long: Vec<u8> = (0..3_000_000_u32).map(|n| n.to_be_bytes()[3]).collect();
    upload(app, "one.pdf", b"bytes");
    upload(app, "two.pdf", &long);
    upload(app, "empty.txt", b"");
    upload(app, "half.part", b"is being written");
    let said = back_up(app, &into).await;
    assert!(said.contains("2 uploaded files added"), "{said}");
    let copy = opened(app, &into, "").expect("it opens");
    assert!(copy.check().expect("it is whole") > 10);
    let file = folder.path().join("restored.db");
    copy.assemble(&file).expect("the database");
    let people = "SELECT count(*) AS n FROM person";
    assert_eq!(people_in(&file).await, number(&app.ctx.db, people).await);
    let back = folder.path().join("uploads");
    assert_eq!(
        copy.put_files_back(&UploadPlace::in_folder(&back))
            .expect("the files"),
        3
    );
    assert_eq!(fs::read(back.join("ab/one.pdf")).expect("one"), b"bytes");
    assert_eq!(fs::read(back.join("ab/two.pdf")).expect("two"), long);
    assert_eq!(fs::read(back.join("ab/empty.txt")).expect("empty"), b"");
    assert!(!back.join("ab/half.part").exists());
    assert_eq!(
        copy.put_files_back(&UploadPlace::in_folder(&back))
            .expect("all there"),
        0
    );
    drop(copy);
    let report = health::examine(&app.ctx).await.expect("a report");
    assert_eq!(report.backup.made_by, Some(health::BackupMaker::Salal));

    // The next one writes only what is new.
    let before = pieces(&into).len();
    upload(app, "three.pdf", b"more");
    let said = back_up(app, &into).await;
    assert!(said.contains("1 uploaded file added"), "{said}");
    let new = pieces(&into).len() - before;
    assert!(new < before / 2, "{new} of {before} are new");
    assert_eq!(CopyPlace::all(&into).expect("the folder").len(), 2);
    let backwards = TimeDelta::seconds(-2);
    app.ctx.clock.advance(backwards);
    let again = backup::back_up(&app.ctx, BackupFolder::Configured(&into)).await;
    assert!(again.is_err(), "the same second again");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_has_no_private_key_reads_nothing_of_it() {
    let (public, private) = new_pair();
    let (_, other) = new_pair();
    let mut app = TestApp::on(&crate::TESTED, Engine::Sqlite).await;
    app.reopen(move |settings| settings.backup.recipients = vec![public])
        .await;
    let folder = tempfile::tempdir().expect("a folder");
    let (into, file) = (folder.path().join("backups"), folder.path().join("new.db"));
    let text = b"Marigold Featherstonehaugh ".repeat(200);
    upload(&app, "one.txt", &text);
    back_up(&app, &into).await;
    let all = pieces(&into);
    let holds = |bytes: &[u8], what: &[u8]| bytes.windows(what.len()).any(|part| part == what);
    for (path, bytes) in &all {
        assert!(holds(bytes, b"age-encryption.org/v1"), "{}", path.display());
        assert!(!holds(bytes, b"Marigold") && !holds(bytes, b"person"));
    }
    for (identity, why) in [("", "--identity"), (&other, "encrypted to other keys")] {
        let refused = opened(&app, &into, identity).err().expect("no key");
        assert!(refused.contains(why), "{refused}");
    }
    let told = |identity: Option<&Path>| {
        backup::verify_backup(&app.ctx.settings, &into, None, identity)
            .map_err(|error| error.cause.clone().unwrap_or_default())
    };
    let sound = told(None).expect("nothing is damaged");
    assert!(sound.contains("each without damage"), "{sound}");
    let copy = opened(&app, &into, &private).expect("the right key");
    copy.assemble(&file).expect("the database");
    assert!(people_in(&file).await > 0);
    let identity = into.join("identity.txt");
    let whole = told(Some(&identity)).expect("it is whole");
    assert!(whole.contains("whole"), "{whole}");

    // One bit of any piece, or one that is gone, is noticed with and without the key, and named.
    for (path, bytes) in all.iter().step_by(all.len() / 5 + 1) {
        let mut changed = bytes.clone();
        let middle = changed.len() / 2;
        changed[middle] ^= 1;
        for damage in [Some(changed), None] {
            match damage {
                Some(changed) => fs::write(path, changed).expect("a change"),
                None => fs::remove_file(path).expect("gone"),
            }
            let name = path
                .file_name()
                .expect("a name")
                .to_string_lossy()
                .into_owned();
            for identity in [None, Some(identity.as_path())] {
                let refused = told(identity).expect_err("it is damaged");
                assert!(refused.contains(&name), "{refused}");
            }
        }
        fs::write(path, bytes).expect("as it was");
    }
    told(Some(&identity)).expect("as it was");

    // The next backup writes anew what is damaged, and reads no pipe or device in the place of a piece.
    let [(short, _), (empty, _), (link, _), ..] = &all[..] else {
        panic!("few pieces");
    };
    drop(copy);
    fs::write(short, b"short").expect("a change");
    fs::write(empty, b"").expect("a change");
    fs::remove_file(link).expect("gone");
    std::os::unix::fs::symlink("/dev/zero", link).expect("a link");
    told(None).expect_err("it is damaged");
    back_up(&app, &into).await;
    told(None).expect("it is whole again");
    told(Some(&identity)).expect("it is whole again");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_has_served_its_time_is_deleted_and_what_is_kept_stays_whole() {
    let mut app = TestApp::on(&crate::TESTED, Engine::Sqlite).await;
    app.reopen(|settings| {
        settings.backup.keep_hours = 1;
        settings.backup.keep_days = 2;
        settings.backup.keep_months = 0;
    })
    .await;
    let folder = tempfile::tempdir().expect("a folder");
    let (mut most, mut deleted) = (0, 0);
    for hour in 0..6_u8 {
        upload(&app, &format!("{hour}.pdf"), &[hour; 2_000]);
        let said = back_up(&app, folder.path()).await;
        deleted += usize::from(said.contains("served their time"));
        most = most.max(pieces(folder.path()).len());
        app.ctx.clock.advance(TimeDelta::hours(20));
    }
    // Which of them, depends on the hour at which the test begins: on some days there are two.
    let said = back_up(&app, folder.path()).await;
    assert!(deleted > 0, "{said}");
    let left = CopyPlace::all(folder.path()).expect("the folder");
    assert!((2..=4).contains(&left.len()), "{left:?}");
    let keys = Keyring::of_settings(&app.ctx.settings);
    for (_, place) in left {
        let copy = OpenCopy::open(&place, Identities::default(), &keys);
        copy.expect("it opens").check().expect("it is whole");
    }

    // A list that cannot be read: nothing is deleted.
    app.ctx.clock.advance(TimeDelta::days(9));
    let lists = fs::read_dir(folder.path().join("copies")).expect("the copies");
    let paths = lists.map(|entry| entry.expect("a file").path());
    let mut paths: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|end| end == "lists"))
        .collect();
    paths.sort();
    let last = paths.last().expect("a list");
    let text = fs::read(last).expect("a list");
    fs::write(last, &text[..text.len() / 2]).expect("damage");
    let before = pieces(folder.path()).len();
    app.reopen(|settings| settings.backup.keep_days = 3_650)
        .await;
    let said = back_up(&app, folder.path()).await;
    assert!(said.contains("were not deleted"), "{said}");
    assert!(pieces(folder.path()).len() >= before);
}

/// Whether the state of the installation says that backups stopped coming.
async fn is_interrupted(app: &TestApp) -> bool {
    let report = health::examine(&app.ctx).await.expect("a report");
    let mut findings = report.findings.iter();
    findings.any(|finding| {
        finding
            .text
            .starts_with("The server is to back up every 60 seconds")
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_backs_up_what_changed_and_says_when_it_no_longer_does() {
    let folder = tempfile::tempdir().expect("a folder");
    let into = folder.path().join("backups");
    let configured = into.display().to_string();
    let mut app = TestApp::on(&crate::TESTED, Engine::Sqlite).await;
    app.reopen(move |settings| {
        settings.backup.every_seconds = 60;
        settings.backup.folder = configured;
    })
    .await;
    let mut rounds = Rounds::default();
    let how_many = || CopyPlace::all(&into).expect("the folder").len();
    let mut later = async || {
        app.ctx.clock.advance(TimeDelta::minutes(1));
        Box::pin(rounds.next(&app.ctx)).await
    };
    let change = async || {
        let sql = "UPDATE person SET first_name = first_name || 'x'";
        app.ctx
            .db
            .write()
            .execute_unprepared(sql)
            .await
            .expect("a change");
    };
    later().await.expect("the first one");
    assert_eq!(how_many(), 1);
    later().await.expect("nothing has changed");
    assert_eq!(how_many(), 1, "the last one is as good");
    assert!(!is_interrupted(&app).await);
    let before = pieces(&into).len();
    change().await;
    later().await.expect("the next one");
    assert_eq!(how_many(), 2);
    let new = pieces(&into).len() - before;
    assert!(new > 0 && new < before / 2, "{new} of {before} are new");
    upload(&app, "one.pdf", b"bytes");
    later().await.expect("a file came");
    assert_eq!(how_many(), 3);

    // Somebody takes all of it away: what is remembered of it counts no more.
    fs::rename(&into, folder.path().join("taken")).expect("it is away");
    change().await;
    later().await.expect("a new beginning");
    let keys = Keyring::of_settings(&app.ctx.settings);
    let copy = OpenCopy::open(&newest(&into), Identities::default(), &keys);
    let copy = copy.expect("it opens");
    copy.check().expect("it is whole by itself");
    drop(copy);

    // The folder cannot be written.
    fs::rename(into.join("pieces"), into.join("aside")).expect("it is away");
    fs::write(into.join("pieces"), "no folder").expect("a file");
    change().await;
    assert!(later().await.is_err());
    assert!(!is_interrupted(&app).await, "one may fail");
    app.ctx.clock.advance(TimeDelta::minutes(6));
    assert!(is_interrupted(&app).await);
    // One elsewhere is good to have, and what changes next is in neither.
    back_up(&app, &folder.path().join("elsewhere")).await;
    assert!(is_interrupted(&app).await);
}

/// The name of a backup says its second, so the next one waits for the next second and is not refused.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_backup_within_a_second_waits() {
    let folder = tempfile::tempdir().expect("a folder");
    let app = TestApp::on(&crate::TESTED, Engine::Sqlite).await;
    let make = || {
        Box::pin(backup::back_up(
            &app.ctx,
            BackupFolder::Configured(folder.path()),
        ))
    };
    make().await.expect("the first one");
    let mut second = make();
    let waited = tokio::time::timeout(std::time::Duration::from_millis(1_500), &mut second).await;
    assert!(waited.is_err(), "the clock stands still");
    app.ctx.clock.advance(TimeDelta::seconds(1));
    second.await.expect("the second one");
    let all = CopyPlace::all(folder.path()).expect("the folder");
    assert_eq!(all.len(), 2);
}
