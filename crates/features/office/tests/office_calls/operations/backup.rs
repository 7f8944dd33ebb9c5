// SPDX-License-Identifier: AGPL-3.0-or-later

//! `salal backup`: a copy of a database in use, with the uploaded files.

use salal_db::{Db, DbSettings, Engine};
use salal_office::operations::health::{self, BackupFolder};

use crate::support::{TestApp, number, on_both};

on_both!(a_copy_is_whole_and_written_down);

async fn a_copy_is_whole_and_written_down(app: &TestApp) {
    let folder = tempfile::tempdir().expect("a folder");
    let into = folder.path().join("backups");
    if app.ctx.db.engine() == Engine::Postgres {
        let refused = health::back_up(&app.ctx, BackupFolder::Configured(&into))
            .await
            .expect_err("the operator's own tools");
        assert!(
            refused
                .cause
                .as_deref()
                .is_some_and(|why| why.contains("salal backup mark"))
        );
        return;
    }
    let uploads = std::path::PathBuf::from(&app.ctx.settings.database.uploads).join("ab");
    std::fs::create_dir_all(&uploads).expect("a folder");
    std::fs::write(uploads.join("one.pdf"), "bytes").expect("a file");
    let said = health::back_up(&app.ctx, BackupFolder::Configured(&into))
        .await
        .expect("a backup");
    assert!(said.contains("1 uploaded file added"), "{said}");
    let copy = std::fs::read_dir(&into)
        .expect("the folder")
        .filter_map(Result::ok);
    let copy: Vec<_> = copy
        .map(|file| file.path())
        .filter(|path| path.extension().is_some_and(|end| end == "db"))
        .collect();
    assert_eq!(copy.len(), 1, "under its name only when it is whole");
    let url = format!("sqlite://{}?mode=ro", copy[0].display());
    let db = Db::open(
        &format!("sqlite://{}?mode=rwc", copy[0].display()),
        &DbSettings::default(),
    )
    .await
    .expect(&url);
    let people = "SELECT count(*) AS n FROM person";
    assert_eq!(number(&db, people).await, number(&app.ctx.db, people).await);
    db.close().await;
    assert_eq!(
        std::fs::read(into.join("uploads/ab/one.pdf")).expect("the copy"),
        b"bytes"
    );
    let report = health::examine(&app.ctx).await.expect("a report");
    assert_eq!(report.backup.made_by, Some(health::BackupMaker::Salal));
    // The same second again is refused, later files are added only.
    assert!(
        health::back_up(&app.ctx, BackupFolder::Configured(&into))
            .await
            .is_err()
    );
    app.ctx.clock.advance(chrono::TimeDelta::seconds(2));
    let said = health::back_up(&app.ctx, BackupFolder::Configured(&into))
        .await
        .expect("another");
    assert!(said.contains("0 uploaded files added"), "{said}");
}
